/* words.c - figures in plain sentences. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"
#include "lab/report.h"

enum { FIRST_MOVE_GAMES = 30 };

static const char *in(enum tb_lang lang, const char *english, const char *french)
{
    return lang == TB_FRENCH ? french : english;
}

/* ---- Numbers --------------------------------------------------------------------------------- */

const char *value_text(char out[VALUE_TEXT], double value, enum unit unit, enum tb_lang lang)
{
    struct text text = text_into(out, VALUE_TEXT);

    if (isnan(value))
        text_add(&text, "-");
    else if (isinf(value))
        text_add(&text, "%s∞", value < 0 ? "-" : "+");
    else if (unit == UNIT_SHARE)
        text_add(&text, "%.1f %%", 100 * value);
    else if (unit == UNIT_ELO)
        text_add(&text, "%+.0f", value);
    else if (unit == UNIT_COUNT || fabs(value) >= 1000)
        text_add(&text, "%.0f", value);
    else
        text_add(&text, fabs(value) >= 100 ? "%.1f" : "%.2f", value);
    char *point = lang == TB_FRENCH ? strchr(out, '.') : NULL;

    if (point)
        *point = ',';
    return out;
}

const char *interval_text(char out[INTERVAL_TEXT], const struct interval *interval, enum unit unit,
                          enum tb_lang lang)
{
    struct text text = text_into(out, INTERVAL_TEXT);
    char value[VALUE_TEXT], low[VALUE_TEXT], high[VALUE_TEXT];

    text_add(&text, "%s", value_text(value, interval->value, unit, lang));
    if (unit != UNIT_COUNT && isfinite(interval->high - interval->low))
        text_add(&text, in(lang, " (%s to %s)", " (de %s à %s)"),
                 value_text(low, interval->low, unit, lang),
                 value_text(high, interval->high, unit, lang));
    return out;
}

void cell_title(const struct report_cell *cell, enum tb_lang lang, struct text *out)
{
    const struct tb_setup *setup = &cell->setup;
    struct tb_setup usual;

    text_add(out, in(lang, "%s, %d players", "%s, %d joueurs"), tb_game_title(setup->game),
             setup->players);
    tb_setup_init(&usual, setup->game, setup->players, NULL);
    for (int i = 0; i < tb_game_option_count(setup->game); i++)
        if (setup->options[i] != usual.options[i]) {
            char value[32];

            tb_setup_value(setup, i, value, sizeof value);
            text_add(out, ", %s=%s", tb_game_option(setup->game, i)->name, value);
        }
    if (cell->rules.swap)
        text_add(out, "%s", in(lang, ", pie rule", ", règle de l'échange"));
}

/* ---- Sentences ----------------------------------------------------------------------------------
 */

/* What a sentence is written from. */
struct speech {
    const struct report_cell *cell;
    enum tb_lang lang;
    FILE *out;
    char buffers[8][INTERVAL_TEXT];
    int used;
};

static const struct figure *get(const struct speech *speech, enum measure measure)
{
    return figures_find(&speech->cell->figures, measure, "");
}

static const char *show(struct speech *speech, const struct figure *figure)
{
    char *buffer = speech->buffers[speech->used++ % 8];

    return interval_text(buffer, &figure->interval, measure_unit(figure->measure), speech->lang);
}

static const char *plain(struct speech *speech, const struct figure *figure)
{
    char *buffer = speech->buffers[speech->used++ % 8];

    return value_text(buffer, figure->interval.value, measure_unit(figure->measure), speech->lang);
}

/* Two sides: is the first move worth anything? */
static void say_advantage(struct speech *speech)
{
    const struct figure *first = get(speech, MEASURE_FIRST), *elo = get(speech, MEASURE_FIRST_ELO);
    const struct figure *draw = get(speech, MEASURE_DRAW);
    enum tb_lang lang = speech->lang;

    if (!first || !elo)
        return;
    fprintf(speech->out,
            in(lang, "The side that begins scores %s; that is %s Elo. ",
               "Le camp qui commence marque %s ; cela fait %s Elo. "),
            show(speech, first), show(speech, elo));
    if (first->interval.low > 0.5)
        fputs(in(lang, "Beginning is an advantage: chance alone does not explain the figure.\n",
                 "Commencer est un avantage : le hasard seul n'explique pas ce chiffre.\n"),
              speech->out);
    else if (first->interval.high < 0.5)
        fputs(in(lang, "Beginning is a disadvantage: chance alone does not explain the figure.\n",
                 "Commencer est un désavantage : le hasard seul n'explique pas ce chiffre.\n"),
              speech->out);
    else
        fputs(in(lang,
                 "These games do not show who is better off: 50 % lies within the interval.\n",
                 "Ces parties ne montrent pas qui est avantagé : 50 % est dans l'intervalle.\n"),
              speech->out);
    if (draw)
        fprintf(speech->out,
                in(lang, "Draws make up %s of the games.\n", "Les nulles font %s des parties.\n"),
                show(speech, draw));
}

/* Three sides or more: what is each seat worth? */
static void say_seats(struct speech *speech)
{
    const struct figures *figures = &speech->cell->figures;
    int count, more = 0;
    const struct figure *win = figures_all(figures, MEASURE_WIN, &count);
    const struct figure *draw = get(speech, MEASURE_DRAW);
    enum tb_lang lang = speech->lang;

    if (count < 3)
        return;
    double fair = (1 - (draw ? draw->interval.value : 0)) / count;
    char share[VALUE_TEXT];

    for (int i = 0; i < count; i++)
        fprintf(speech->out,
                i ? in(lang, "; seat %s wins %s", " ; la place %s gagne %s")
                  : in(lang, "Seat %s wins %s", "La place %s gagne %s"),
                win[i].item, show(speech, &win[i]));
    fprintf(speech->out,
            in(lang, ". With equal seats each would win %s. ",
               ". À places égales, chacune gagnerait %s. "),
            value_text(share, fair, UNIT_SHARE, lang));
    for (int i = 0; i < count; i++)
        if (win[i].interval.low > fair || win[i].interval.high < fair)
            fprintf(speech->out,
                    win[i].interval.low > fair
                        ? in(lang, "%s %s is better off", "%s %s est avantagée")
                        : in(lang, "%s %s is worse off", "%s %s est désavantagée"),
                    more++ ? in(lang, ", seat", ", la place") : in(lang, "Seat", "La place"),
                    win[i].item);
    fputs(more ? in(lang, ", beyond chance.\n", ", au-delà du hasard.\n")
               : in(lang, "No seat differs from that beyond chance.\n",
                    "Aucune place ne s'en écarte au-delà du hasard.\n"),
          speech->out);
    if (draw && draw->interval.value > 0)
        fprintf(speech->out,
                in(lang, "Draws make up %s of the games.\n", "Les nulles font %s des parties.\n"),
                show(speech, draw));
}

static void say_pie(struct speech *speech)
{
    const struct figure *swap = get(speech, MEASURE_SWAP), *pie = get(speech, MEASURE_PIE);

    if (!swap || !pie)
        return;
    fprintf(speech->out,
            in(speech->lang,
               "With the pie rule the second player swaps in %s of the games, and whoever began "
               "scores %s in the end: ",
               "Avec la règle de l'échange, le second joueur échange dans %s des parties, et celui "
               "qui a commencé marque %s au bout du compte : "),
            show(speech, swap), show(speech, pie));
    if (pie->interval.low <= 0.5 && pie->interval.high >= 0.5)
        fputs(in(speech->lang, "no advantage is left that these games could show.\n",
                 "il ne reste pas d'avantage que ces parties puissent montrer.\n"),
              speech->out);
    else if (pie->interval.high < 0.5)
        fputs(in(speech->lang, "now the second player is better off.\n",
                 "c'est maintenant le second joueur qui est avantagé.\n"),
              speech->out);
    else
        fputs(in(speech->lang, "beginning is still an advantage.\n",
                 "commencer reste un avantage.\n"),
              speech->out);
}

static void say_length(struct speech *speech)
{
    const struct figure *length = get(speech, MEASURE_LENGTH);
    const struct figure *short_ = get(speech, MEASURE_LENGTH_10);
    const struct figure *long_ = get(speech, MEASURE_LENGTH_90);
    const struct figure *repetition = get(speech, MEASURE_REPETITION);
    const struct figure *cut = get(speech, MEASURE_CUT);

    if (!length || !short_ || !long_)
        return;
    fprintf(
        speech->out,
        in(speech->lang,
           "A game lasts %s plies; one in ten ends within %.0f, nine in ten within %.0f.\n",
           "Une partie dure %s demi-coups ; une sur dix finit en %.0f, neuf sur dix en %.0f.\n"),
        show(speech, length), short_->interval.value, long_->interval.value);
    if (repetition && repetition->interval.value > 0)
        fprintf(speech->out,
                in(speech->lang, "%s of the games end by repetition.\n",
                   "%s des parties finissent par répétition.\n"),
                show(speech, repetition));
    if (cut && cut->interval.value > 0)
        fprintf(speech->out,
                in(speech->lang, "%s were cut off as too long, and count as draws.\n",
                   "%s ont été arrêtées car trop longues, et comptent comme nulles.\n"),
                show(speech, cut));
}

static void say_choice(struct speech *speech)
{
    const struct figure *moves = get(speech, MEASURE_MOVES), *forced = get(speech, MEASURE_FORCED);
    const struct figure *only = get(speech, MEASURE_ONLY);

    if (!moves || !forced)
        return;
    fprintf(speech->out,
            in(speech->lang, "A player has %s legal moves; %s of all moves are forced.\n",
               "Un joueur a %s coups permis ; %s des coups sont forcés.\n"),
            show(speech, moves), show(speech, forced));
    if (only)
        fprintf(
            speech->out,
            in(speech->lang,
               "Where there is a choice, only one move holds in %s of the positions (any other "
               "costs a quarter of the expected result or more; %llu positions were examined).\n",
               "Là où il y a un choix, un seul coup tient dans %s des positions (tout autre coûte "
               "au moins un quart du résultat attendu ; %llu positions examinées).\n"),
            show(speech, only), (unsigned long long)only->n);
}

static void say_drama(struct speech *speech)
{
    const struct figure *lead = get(speech, MEASURE_LEAD), *last = get(speech, MEASURE_LEAD_LAST);
    const struct figure *half = figures_find(&speech->cell->figures, MEASURE_CERTAIN, "5");

    if (!lead)
        return;
    fprintf(speech->out,
            in(speech->lang, "By the players' own judgement the lead changes %s times a game%s",
               "Au jugement des joueurs, l'avantage change %s fois par partie%s"),
            show(speech, lead), last ? "" : ".\n");
    if (last)
        fprintf(speech->out,
                in(speech->lang, "; where it does, the last change comes after %s of the game.\n",
                   " ; s'il change, c'est pour la dernière fois après %s de la partie.\n"),
                plain(speech, last));
    if (half)
        fprintf(speech->out,
                in(speech->lang, "Whoever leads at half-time wins %s of the decided games.\n",
                   "Celui qui mène à la mi-temps gagne %s des parties décidées.\n"),
                show(speech, half));
}

static void say_first_moves(struct speech *speech)
{
    int count;
    const struct figure *moves = figures_all(&speech->cell->figures, MEASURE_FIRST_MOVE, &count);
    const struct figure *best = NULL, *worst = NULL;

    for (int i = 0; i < count; i++) {
        if (moves[i].n < FIRST_MOVE_GAMES)
            continue;
        if (!best || moves[i].interval.value > best->interval.value)
            best = &moves[i];
        if (!worst || moves[i].interval.value < worst->interval.value)
            worst = &moves[i];
    }
    if (!best || best == worst)
        return;
    fprintf(speech->out,
            in(speech->lang,
               "The best first move in these games is %s: %s in %llu games; the worst is %s: %s in "
               "%llu. ",
               "Le meilleur premier coup de ces parties est %s : %s en %llu parties ; le pire est "
               "%s : %s en %llu. "),
            best->item, show(speech, best), (unsigned long long)best->n, worst->item,
            show(speech, worst), (unsigned long long)worst->n);
    fputs(best->interval.low > worst->interval.high
              ? in(speech->lang, "The first move matters.\n", "Le premier coup compte.\n")
              : in(speech->lang, "Their intervals overlap: the difference may be chance.\n",
                   "Leurs intervalles se touchent : la différence peut être due au hasard.\n"),
          speech->out);
}

static void say_kingmaking(struct speech *speech)
{
    const struct figure *king = get(speech, MEASURE_KING);

    if (king)
        fprintf(speech->out,
                in(speech->lang,
                   "In %s of %llu games another last move of a loser would have let another "
                   "opponent win: so often the loser chose the winner.\n",
                   "Dans %s de %llu parties, un autre dernier coup d'un perdant aurait fait gagner "
                   "un autre adversaire : le perdant y a choisi le gagnant.\n"),
                show(speech, king), (unsigned long long)king->n);
}

static void say_players(struct speech *speech)
{
    int count;
    const struct figure *players = figures_all(&speech->cell->figures, MEASURE_PLAYER, &count);
    const struct figure *step = get(speech, MEASURE_STEP);

    for (int i = 0; i < count; i++)
        fprintf(speech->out, in(speech->lang, "%s scores %s.\n", "%s marque %s.\n"),
                players[i].item, show(speech, &players[i]));
    if (step && count == 2)
        fprintf(speech->out,
                in(speech->lang, "%s is %s Elo stronger than %s.\n",
                   "%s est plus fort de %s Elo que %s.\n"),
                players[1].item, show(speech, step), players[0].item);
}

static void say_distinct(struct speech *speech)
{
    const struct figure *all = get(speech, MEASURE_GAMES),
                        *distinct = get(speech, MEASURE_DISTINCT);

    if (all && distinct && distinct->interval.value < all->interval.value)
        fprintf(speech->out,
                in(speech->lang,
                   "Of the %.0f games %.0f differ: after equal openings, players who leave nothing "
                   "to chance play equal games. The intervals count equal games as one.\n",
                   "Des %.0f parties, %.0f diffèrent : après des débuts égaux, des joueurs qui ne "
                   "laissent rien au hasard jouent des parties égales. Pour les intervalles, des "
                   "parties égales n'en font qu'une.\n"),
                all->interval.value, distinct->interval.value);
}

void words_cell(const struct report *report, const struct report_cell *cell, enum tb_lang lang,
                FILE *out)
{
    struct speech speech = {.cell = cell, .lang = lang, .out = out};

    (void)report;
    say_advantage(&speech);
    say_seats(&speech);
    say_pie(&speech);
    say_players(&speech);
    say_length(&speech);
    say_choice(&speech);
    say_drama(&speech);
    say_first_moves(&speech);
    say_kingmaking(&speech);
    say_distinct(&speech);
}

/* ---- All cells
 * ------------------------------------------------------------------------------------ */

void words_basis(const struct report *report, enum tb_lang lang, FILE *out)
{
    double games = 0;

    for (int i = 0; i < report->count; i++) {
        const struct figure *all = figures_find(&report->cells[i].figures, MEASURE_GAMES, "");

        games += all ? all->interval.value : 0;
    }
    fprintf(out,
            in(lang, "These figures rest on %.0f games", "Ces chiffres reposent sur %.0f parties"),
            games);
    if (report->count > 1)
        fprintf(out, in(lang, " of %d kinds", " de %d sortes"), report->count);
    if (report->players[0])
        fprintf(out, in(lang, ", played by %s", ", jouées par %s"), report->players);
    fputs(".\n", out);
    if (report->opening_plies > 0)
        fprintf(
            out,
            in(lang,
               "The first %d plies of each game were chosen at random among the legal ones, so "
               "that games differ. Whoever moves next may profit from the last of them: these "
               "figures are about such games, and not about the first move alone.\n",
               "Les %d premiers demi-coups de chaque partie sont tirés au hasard parmi les coups "
               "permis, pour que les parties diffèrent. Celui qui joue ensuite peut profiter du "
               "dernier : ces chiffres parlent de telles parties, non du premier coup seul.\n"),
            report->opening_plies);
    fputs(
        in(lang,
           "An interval in brackets covers the true value in 95 of 100 experiments like this one. "
           "It says what chance can do; it does not say how people, or stronger players, would "
           "fare.\n",
           "Un intervalle entre parenthèses contient la vraie valeur dans 95 expériences sur 100. "
           "Il dit ce que peut le hasard ; il ne dit pas ce que feraient des humains ou des "
           "joueurs plus forts.\n"),
        out);
    if (!report->repeatable)
        fputs(in(lang, "These games depend on the machine and cannot be repeated move by move.\n",
                 "Ces parties dépendent de la machine et ne se répètent pas coup par coup.\n"),
              out);
    if (report->interrupted)
        fputs(in(lang, "The experiment is not finished: this is what has been played so far.\n",
                 "L'expérience n'est pas finie : voici ce qui a été joué jusqu'ici.\n"),
              out);
}

/* The cells with the highest and the lowest value of a measure. */
static void say_range(const struct report *report, enum measure measure, const char *words,
                      enum tb_lang lang, FILE *out)
{
    const struct figure *least = NULL, *most = NULL;
    const char *where[2] = {"", ""};
    char low[INTERVAL_TEXT], high[INTERVAL_TEXT];

    for (int i = 0; i < report->count; i++) {
        const struct figure *figure = figures_find(&report->cells[i].figures, measure, "");

        if (!figure)
            continue;
        if (!least || figure->interval.value < least->interval.value) {
            least = figure;
            where[0] = report->cells[i].label;
        }
        if (!most || figure->interval.value > most->interval.value) {
            most = figure;
            where[1] = report->cells[i].label;
        }
    }
    if (!least || least == most)
        return;
    fprintf(out,
            in(lang, "%s lies between %s with %s and %s with %s%s\n",
               "%s va de %s avec %s à %s avec %s%s\n"),
            words, interval_text(low, &least->interval, measure_unit(measure), lang), where[0],
            interval_text(high, &most->interval, measure_unit(measure), lang), where[1],
            least->interval.high < most->interval.low
                ? "."
                : in(lang, "; these intervals overlap.", " ; ces intervalles se touchent."));
}

void words_cells(const struct report *report, enum tb_lang lang, FILE *out)
{
    if (report->count < 2)
        return;
    say_range(report, MEASURE_FIRST,
              in(lang, "The score of the side that begins", "Le score du camp qui commence"), lang,
              out);
    say_range(report, MEASURE_DRAW, in(lang, "The share of draws", "La part des nulles"), lang,
              out);
    say_range(report, MEASURE_LENGTH,
              in(lang, "The mean length in plies", "La longueur moyenne en demi-coups"), lang, out);
    say_range(report, MEASURE_KING, in(lang, "Kingmaking", "Le choix du gagnant par un perdant"),
              lang, out);
    say_range(report, MEASURE_STEP, in(lang, "A step of the ladder", "Un échelon"), lang, out);
}
