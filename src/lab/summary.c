/* summary.c - statistics in plain sentences. */
#include <math.h>
#include <string.h>

#include "file/print.h"
#include "lab/report.h"

enum { FIRST_MOVE_GAMES = 30 };

/* ---- Numbers --------------------------------------------------------------------------------- */

const char *value_text(char out[VALUE_TEXT], double value, enum unit unit, const char *lang)
{
    struct text text = text_into(out, VALUE_TEXT);

    if (isnan(value))
        text_add(&text, "-");
    else if (isinf(value))
        text_add(&text, "%s∞", value < 0 ? "-" : "+");
    else if (unit == UNIT_SHARE)
        text_add(&text, "%s %%", decimal(100 * value, 1, lang).text);
    else if (unit == UNIT_ELO)
        text_add(&text, "%+.0f", value);
    else if (unit == UNIT_COUNT || fabs(value) >= 1000)
        text_add(&text, "%.0f", value);
    else
        text_add(&text, "%s", decimal(value, fabs(value) >= 100 ? 1 : 2, lang).text);
    return out;
}

const char *interval_text(char out[INTERVAL_TEXT], const struct interval *interval, enum unit unit,
                          const char *lang)
{
    struct text text = text_into(out, INTERVAL_TEXT);
    char value[VALUE_TEXT], low[VALUE_TEXT], high[VALUE_TEXT];

    text_add(&text, "%s", value_text(value, interval->value, unit, lang));
    if (unit != UNIT_COUNT && isfinite(interval->high - interval->low))
        text_message(&text, lang, " ({low} to {high})",
                     arg_text("low", value_text(low, interval->low, unit, lang)),
                     arg_text("high", value_text(high, interval->high, unit, lang)));
    return out;
}

void cell_title(const struct report_cell *cell, const char *lang, struct text *out)
{
    const struct tb_setup *setup = &cell->setup;
    struct tb_setup usual;

    text_message(out, lang, "{game}, {players} players",
                 arg_text("game", tb_game_title(setup->game)),
                 arg_count("players", setup->players));
    tb_setup_init(&usual, setup->game, setup->players, NULL);
    for (int i = 0; i < tb_game_option_count(setup->game); i++)
        if (setup->options[i] != usual.options[i]) {
            char value[32];

            tb_setup_option(setup, i, value, sizeof value);
            text_add(out, ", %s=%s", tb_game_option(setup->game, i)->name, value);
        }
    if (cell->rules.swap)
        text_add(out, "%s", translate(lang, ", pie rule"));
}

/* ---- Sentences ---------------------------------------------------------------------------- */

/* The data of a sentence. */
struct summary_writer {
    const struct report_cell *cell;
    const char *lang;
    FILE *out;
    char buffers[8][INTERVAL_TEXT];
    int used;
};

static const struct statistic *get(const struct summary_writer *writer, enum measure measure)
{
    return statistics_find(&writer->cell->statistics, measure, "");
}

static const char *show(struct summary_writer *writer, const struct statistic *statistic)
{
    char *buffer = writer->buffers[writer->used++ % 8];

    return interval_text(buffer, &statistic->interval, measure_unit(statistic->measure),
                         writer->lang);
}

static const char *plain(struct summary_writer *writer, const struct statistic *statistic)
{
    char *buffer = writer->buffers[writer->used++ % 8];

    return value_text(buffer, statistic->interval.value, measure_unit(statistic->measure),
                      writer->lang);
}

/* Two sides: is the first move worth anything? */
static void write_advantage(struct summary_writer *writer)
{
    const struct statistic *first = get(writer, MEASURE_FIRST),
                           *elo = get(writer, MEASURE_FIRST_ELO);
    const struct statistic *draw = get(writer, MEASURE_DRAW);
    const char *lang = writer->lang;

    if (!first || !elo)
        return;
    print_in(writer->out, lang, "The side that begins scores {score}; that is {elo} Elo. ",
             arg_text("score", show(writer, first)), arg_text("elo", show(writer, elo)));
    if (first->interval.low > 0.5)
        fputs(translate(lang,
                        "Beginning is an advantage: chance alone does not explain the figure.\n"),
              writer->out);
    else if (first->interval.high < 0.5)
        fputs(translate(lang,
                        "Beginning is a disadvantage: chance alone does not explain the figure.\n"),
              writer->out);
    else
        fputs(translate(lang, "These games do not show who is better off: 50 % lies within the "
                              "interval.\n"),
              writer->out);
    if (draw)
        print_in(writer->out, lang, "Draws make up {share} of the games.\n",
                 arg_text("share", show(writer, draw)));
}

/* Three sides or more: what is each seat worth? */
static void write_seats(struct summary_writer *writer)
{
    const struct statistics *statistics = &writer->cell->statistics;
    int count, more = 0;
    const struct statistic *win = statistics_all(statistics, MEASURE_WIN, &count);
    const struct statistic *draw = get(writer, MEASURE_DRAW);
    const char *lang = writer->lang;

    if (count < 3)
        return;
    double fair = (1 - (draw ? draw->interval.value : 0)) / count;
    char share[VALUE_TEXT];

    for (int i = 0; i < count; i++)
        if (i == 0)
            print_in(writer->out, lang, "Seat {seat} wins {share}", arg_text("seat", win[i].item),
                     arg_text("share", show(writer, &win[i])));
        else
            print_in(writer->out, lang, "; seat {seat} wins {share}", arg_text("seat", win[i].item),
                     arg_text("share", show(writer, &win[i])));
    print_in(writer->out, lang, ". With equal seats each would win {fair}. ",
             arg_text("fair", value_text(share, fair, UNIT_SHARE, lang)));
    for (int i = 0; i < count; i++)
        if (win[i].interval.low > fair || win[i].interval.high < fair)
            print_in(
                writer->out, lang,
                "{more, plural, =0 {Seat {seat}} one {, seat {seat}} other {, seat {seat}}} is "
                "{worth, select, "
                "better {better} other {worse}} off",
                arg_count("more", more++), arg_text("seat", win[i].item),
                arg_text("worth", win[i].interval.low > fair ? "better" : "worse"));
    fputs(more ? translate(lang, ", beyond chance.\n")
               : translate(lang, "No seat differs from that beyond chance.\n"),
          writer->out);
    if (draw && draw->interval.value > 0)
        print_in(writer->out, lang, "Draws make up {share} of the games.\n",
                 arg_text("share", show(writer, draw)));
}

static void write_pie(struct summary_writer *writer)
{
    const struct statistic *swap = get(writer, MEASURE_SWAP), *pie = get(writer, MEASURE_PIE);

    if (!swap || !pie)
        return;
    print_in(writer->out, writer->lang,
             "With the pie rule the second player swaps in {share} of the games, and the first "
             "player scores {score} in the end: ",
             arg_text("share", show(writer, swap)), arg_text("score", show(writer, pie)));
    if (pie->interval.low <= 0.5 && pie->interval.high >= 0.5)
        fputs(translate(writer->lang, "no advantage is left that these games could show.\n"),
              writer->out);
    else if (pie->interval.high < 0.5)
        fputs(translate(writer->lang, "now the second player is better off.\n"), writer->out);
    else
        fputs(translate(writer->lang, "beginning is still an advantage.\n"), writer->out);
}

static void write_length(struct summary_writer *writer)
{
    const struct statistic *length = get(writer, MEASURE_LENGTH);
    const struct statistic *short_ = get(writer, MEASURE_LENGTH_10);
    const struct statistic *long_ = get(writer, MEASURE_LENGTH_90);
    const struct statistic *repetition = get(writer, MEASURE_REPETITION);
    const struct statistic *cut = get(writer, MEASURE_CUT);

    if (!length || !short_ || !long_)
        return;
    print_in(writer->out, writer->lang,
             "A game lasts {length} plies; one in ten ends within {short}, nine in ten within "
             "{long}.\n",
             arg_text("length", show(writer, length)),
             arg_number("short", short_->interval.value, 0),
             arg_number("long", long_->interval.value, 0));
    if (repetition && repetition->interval.value > 0)
        print_in(writer->out, writer->lang, "{share} of the games end by repetition.\n",
                 arg_text("share", show(writer, repetition)));
    if (cut && cut->interval.value > 0)
        print_in(writer->out, writer->lang,
                 "{games} were cut off as too long, and count as draws.\n",
                 arg_text("games", show(writer, cut)));
}

static void write_choice(struct summary_writer *writer)
{
    const struct statistic *moves = get(writer, MEASURE_MOVES),
                           *forced = get(writer, MEASURE_FORCED);
    const struct statistic *only = get(writer, MEASURE_ONLY);

    if (!moves || !forced)
        return;
    print_in(writer->out, writer->lang,
             "A player has {moves} legal moves; {forced} of all moves are forced.\n",
             arg_text("moves", show(writer, moves)), arg_text("forced", show(writer, forced)));
    if (only)
        print_in(
            writer->out, writer->lang,
            "Where there is a choice, only one move holds in {share} of the positions (any other "
            "costs a quarter of the expected result or more; {count} positions were examined).\n",
            arg_text("share", show(writer, only)), arg_unsigned("count", only->n));
}

static void write_drama(struct summary_writer *writer)
{
    const struct statistic *lead = get(writer, MEASURE_LEAD),
                           *last = get(writer, MEASURE_LEAD_LAST);
    const struct statistic *half = statistics_find(&writer->cell->statistics, MEASURE_CERTAIN, "5");
    const struct statistic *drama = get(writer, MEASURE_DRAMA),
                           *decisive = get(writer, MEASURE_DECISIVE),
                           *uncertainty = get(writer, MEASURE_UNCERTAINTY);

    if (!lead)
        return;
    print_in(writer->out, writer->lang,
             "By the players' own judgement the lead changes {count} times a game",
             arg_text("count", show(writer, lead)));
    if (!last)
        fputs(".\n", writer->out);
    else
        print_in(writer->out, writer->lang,
                 "; where it does, the last change comes after {share} of the game.\n",
                 arg_text("share", plain(writer, last)));
    if (half)
        print_in(writer->out, writer->lang,
                 "Whoever leads at half-time wins {share} of the decided games.\n",
                 arg_text("share", show(writer, half)));
    if (drama && decisive && uncertainty)
        print_in(writer->out, writer->lang,
                 "The winner trails by {drama} of the expected result on average (drama), stands "
                 "better than any loser ever did after {decisive} of the game (decisiveness), and "
                 "the leader's lead leaves {open} of the result open (uncertainty).\n",
                 arg_text("drama", show(writer, drama)),
                 arg_text("decisive", show(writer, decisive)),
                 arg_text("open", show(writer, uncertainty)));
}

static void write_first_moves(struct summary_writer *writer)
{
    int count;
    const struct statistic *moves =
        statistics_all(&writer->cell->statistics, MEASURE_FIRST_MOVE, &count);
    const struct statistic *best = NULL, *worst = NULL;

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
    print_in(
        writer->out, writer->lang,
        "The best first move in these games is {best_move}: {best_score} in {best_games} games; "
        "the worst is "
        "{worst_move}: {worst_score} in {worst_games}. ",
        arg_text("best_move", best->item), arg_text("best_score", show(writer, best)),
        arg_unsigned("best_games", best->n), arg_text("worst_move", worst->item),
        arg_text("worst_score", show(writer, worst)), arg_unsigned("worst_games", worst->n));
    fputs(best->interval.low > worst->interval.high
              ? translate(writer->lang, "The first move matters.\n")
              : translate(writer->lang, "Their intervals overlap: the difference may be chance.\n"),
          writer->out);
}

static void write_kingmaking(struct summary_writer *writer)
{
    const struct statistic *king = get(writer, MEASURE_KING);

    if (king)
        print_in(writer->out, writer->lang,
                 "In {share} of {count} games another last move of a loser would have let another "
                 "opponent win: so often the loser chose the winner.\n",
                 arg_text("share", show(writer, king)), arg_unsigned("count", king->n));
}

static void write_players(struct summary_writer *writer)
{
    int count;
    const struct statistic *players =
        statistics_all(&writer->cell->statistics, MEASURE_PLAYER, &count);
    const struct statistic *step = get(writer, MEASURE_STEP);

    for (int i = 0; i < count; i++)
        print_in(writer->out, writer->lang, "{player} scores {score}.\n",
                 arg_text("player", players[i].item), arg_text("score", show(writer, &players[i])));
    if (step && count == 2)
        print_in(writer->out, writer->lang, "{stronger} is {elo} Elo stronger than {weaker}.\n",
                 arg_text("stronger", players[1].item), arg_text("elo", show(writer, step)),
                 arg_text("weaker", players[0].item));
}

static void write_distinct(struct summary_writer *writer)
{
    const struct statistic *all = get(writer, MEASURE_GAMES),
                           *distinct = get(writer, MEASURE_DISTINCT);

    if (all && distinct && distinct->interval.value < all->interval.value)
        print_in(writer->out, writer->lang,
                 "Of the {games} games {different} differ: after equal openings, players who leave "
                 "nothing to chance play equal games. The intervals count equal games as one.\n",
                 arg_number("games", all->interval.value, 0),
                 arg_number("different", distinct->interval.value, 0));
}

void summary_cell(const struct report_cell *cell, const char *lang, FILE *out)
{
    struct summary_writer writer = {.cell = cell, .lang = lang, .out = out};

    write_advantage(&writer);
    write_seats(&writer);
    write_pie(&writer);
    write_players(&writer);
    write_length(&writer);
    write_choice(&writer);
    write_drama(&writer);
    write_first_moves(&writer);
    write_kingmaking(&writer);
    write_distinct(&writer);
}

/* ---- All cells ---------------------------------------------------------------------------- */

void summary_basis(const struct report *report, const char *lang, FILE *out)
{
    double games = 0;

    for (int i = 0; i < report->count; i++) {
        const struct statistic *all =
            statistics_find(&report->cells[i].statistics, MEASURE_GAMES, "");

        games += all ? all->interval.value : 0;
    }
    print_in(out, lang, "These figures rest on {games} games", arg_number("games", games, 0));
    if (report->count > 1)
        print_in(out, lang, " of {count} kinds", arg_count("count", report->count));
    if (report->players[0])
        print_in(out, lang, ", played by {players}", arg_text("players", report->players));
    fputs(".\n", out);
    if (report->opening_plies > 0)
        print_in(out, lang,
                 "The first {plies} plies of each game were chosen at random among the legal "
                 "ones, so that games differ. Whoever moves next may profit from the last of them: "
                 "these figures are about such games, and not about the first move alone.\n",
                 arg_count("plies", report->opening_plies));
    fputs(translate(lang, "An interval in brackets covers the true value in 95 of 100 experiments "
                          "like this one. It says what chance can do; it does not say how people, "
                          "or stronger players, would fare.\n"),
          out);
    if (!report->repeatable)
        fputs(translate(lang,
                        "These games depend on the machine and cannot be repeated move by move.\n"),
              out);
    if (report->interrupted)
        fputs(translate(lang,
                        "The experiment is not finished: this is what has been played so far.\n"),
              out);
}

/* The cells with the highest and the lowest value of a measure. */
static void write_range(const struct report *report, enum measure measure, const char *words,
                        const char *lang, FILE *out)
{
    const struct statistic *least = NULL, *most = NULL;
    const char *where[2] = {"", ""};
    char low[INTERVAL_TEXT], high[INTERVAL_TEXT];

    for (int i = 0; i < report->count; i++) {
        const struct statistic *statistic =
            statistics_find(&report->cells[i].statistics, measure, "");

        if (!statistic)
            continue;
        if (!least || statistic->interval.value < least->interval.value) {
            least = statistic;
            where[0] = report->cells[i].label;
        }
        if (!most || statistic->interval.value > most->interval.value) {
            most = statistic;
            where[1] = report->cells[i].label;
        }
    }
    if (!least || least == most)
        return;
    print_in(out, lang,
             "{figure} lies between {low} with {low_where} and {high} with {high_where}{overlap, "
             "select, yes "
             "{; these intervals overlap.} other {.}}\n",
             arg_text("figure", words),
             arg_text("low", interval_text(low, &least->interval, measure_unit(measure), lang)),
             arg_text("low_where", where[0]),
             arg_text("high", interval_text(high, &most->interval, measure_unit(measure), lang)),
             arg_text("high_where", where[1]),
             arg_text("overlap", least->interval.high < most->interval.low ? "no" : "yes"));
}

void summary_cells(const struct report *report, const char *lang, FILE *out)
{
    if (report->count < 2)
        return;
    write_range(report, MEASURE_FIRST, translate(lang, "The score of the side that begins"), lang,
                out);
    write_range(report, MEASURE_DRAW, translate(lang, "The share of draws"), lang, out);
    write_range(report, MEASURE_LENGTH, translate(lang, "The mean length in plies"), lang, out);
    write_range(report, MEASURE_KING, translate(lang, "Kingmaking"), lang, out);
    write_range(report, MEASURE_STEP, translate(lang, "A step of the ladder"), lang, out);
}
