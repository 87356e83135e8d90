/*
 * contestant_ugi.c - programs that speak UGI, the Universal Game Interface.
 *
 * Before every `go` the program must say that it is ready: whatever it had left
 * to say is read by then, and its time starts when it can think.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/message.h"
#include "core/record.h"
#include "match/notes.h"
#include "match/program.h"

struct ugi_contestant {
    struct program program;
    unsigned options;         /* bit i is set if it declares option i of the game, */
    bool players, repetition; /* the number of players, the repetition rule, */
    bool seed;                /* the seed of its random choices */
};

static struct ugi_contestant *of(struct contestant *self)
{
    return (struct ugi_contestant *)self;
}

static struct contestant *create(const struct contestant_terms *terms, const char *name)
{
    return program_create(sizeof(struct ugi_contestant), terms, name);
}

static int parse(struct contestant_spec *spec, char *argument, const struct tb_setup *setup,
                 struct tb_error *error)
{
    (void)setup;
    return program_parse(spec, argument, error);
}

/* Moves past the first word of the line if it is `word`. */
static bool skip_word(const char **line, const char *word)
{
    size_t length = strlen(word);

    *line += strspn(*line, " \t");
    if (strncmp(*line, word, length) != 0 || !strchr(" \t", (*line)[length]))
        return false;
    *line += length;
    *line += strspn(*line, " \t");
    return true;
}

/* Copies the first word of the text; false if there is none or it does not fit. */
static bool first_word(const char *text, char *word, size_t size)
{
    size_t length = strcspn(text, " \t");

    if (length == 0 || length >= size)
        return false;
    memcpy(word, text, length);
    word[length] = '\0';
    return true;
}

/* ---- Start -------------------------------------------------------------------------------- */

/* Notes which of our options an `option name ...` line declares. */
static void note_option(struct ugi_contestant *self, const char *line)
{
    const struct tb_game *game = self->program.base.terms->setup.game;
    char name[64];

    if (!skip_word(&line, "option") || !skip_word(&line, "name") ||
        !first_word(line, name, sizeof name))
        return;
    self->players |= strcasecmp(name, "players") == 0;
    self->seed |= strcasecmp(name, "seed") == 0;
    self->repetition |= strcasecmp(name, "repetition") == 0;
    for (int i = 0; i < tb_game_option_count(game); i++)
        if (strcasecmp(name, tb_game_option(game, i)->name) == 0)
            self->options |= 1u << i;
}

/* Reads until the line that begins with `awaited`. */
static enum finish hear_word(struct ugi_contestant *self, const char *awaited)
{
    int64_t deadline = program_deadline(&self->program);
    const char *line;
    enum finish finish;

    while (!(finish = program_hear(&self->program, deadline, awaited, &line))) {
        const char *at = line;

        if (skip_word(&at, awaited))
            return FINISH_NONE;
        note_option(self, line);
        if (!skip_word(&at, "option") && !skip_word(&at, "id") && !skip_word(&at, "info") && *at)
            program_note_unknown(&self->program, line);
    }
    return finish;
}

static enum finish set_option(struct ugi_contestant *self, const char *name, const char *value)
{
    char line[1024];
    struct text text = text_into(line, sizeof line);

    text_add(&text, "setoption name %s value %s", name, value);
    return program_say(&self->program, line);
}

static enum finish set_number(struct ugi_contestant *self, const char *name, int value)
{
    char text[16];
    struct text out = text_into(text, sizeof text);

    text_add(&out, "%d", value);
    return set_option(self, name, text);
}

/* Tells it the rules of this match, as far as it has options for them, and the
 * settings of its specification. */
static enum finish set_options(struct ugi_contestant *self)
{
    const struct contestant_terms *terms = self->program.base.terms;
    const struct contestant_spec *spec = self->program.base.spec;
    enum finish finish = FINISH_NONE;
    char value[32];

    if (self->players)
        finish = set_number(self, "Players", terms->setup.players);
    if (!finish && self->repetition)
        finish = set_number(self, "Repetition", terms->rules.repetition);
    for (int i = 0; !finish && i < tb_game_option_count(terms->setup.game); i++)
        if (self->options & (1u << i)) {
            tb_setup_option(&terms->setup, i, value, sizeof value);
            finish = set_option(self, tb_game_option(terms->setup.game, i)->name, value);
        }
    for (int i = 0; !finish && i < spec->setting_count; i++) {
        finish = set_option(self, spec->settings[i].name, spec->settings[i].value);
        if (strcasecmp(spec->settings[i].name, "seed") == 0)
            self->seed = false; /* it is given already */
    }
    return finish;
}

static enum finish synchronise(struct ugi_contestant *self)
{
    enum finish finish = program_say(&self->program, "isready");

    return finish ? finish : hear_word(self, "readyok");
}

static enum finish start(struct contestant *base)
{
    struct ugi_contestant *self = of(base);
    enum finish finish = program_start(&self->program);

    self->options = 0;
    self->players = self->repetition = self->seed = false;
    if (!finish)
        finish = program_say(&self->program, "ugi");
    if (!finish)
        finish = hear_word(self, "ugiok");
    if (!finish)
        finish = set_options(self);
    return finish ? finish : synchronise(self);
}

static enum finish new_game(struct contestant *base, uint64_t seed)
{
    struct ugi_contestant *self = of(base);
    enum finish finish = FINISH_NONE;

    if (self->seed)
        finish = set_number(self, "Seed", 1 + (int)(seed % INT_MAX));
    if (!finish)
        finish = program_say(&self->program, "uginewgame");
    return finish ? finish : synchronise(self);
}

/* ---- Moves -------------------------------------------------------------------------------- */

/* The pie rule is the match's affair: a swap leaves the position as it is, and is not told. */
static enum finish say_position(struct ugi_contestant *self, const struct tb_match *match)
{
    int length = tb_match_length(match);
    size_t size = 64 + TB_POSITION_TEXT + (size_t)length * TB_MOVE_TEXT;
    char *line = malloc(size), position[TB_POSITION_TEXT];
    struct text text = text_into(line, line ? size : 0);

    if (!line)
        return contestant_fault(&self->program.base, FINISH_CRASH, "found no memory left");
    tb_position_text(tb_match_start(match), position, sizeof position);
    if (record_is_usual_start(match))
        text_add(&text, "position startpos");
    else
        text_add(&text, "position fen %s", position);
    for (int i = 0; i < length; i++) {
        const char *entry = tb_match_entry(match, i);

        if (strcmp(entry, "swap") != 0)
            text_add(&text, "%s%s", i ? " " : " moves ", entry);
    }
    enum finish finish = program_say(&self->program, line);

    free(line);
    return finish;
}

static enum finish say_go(struct ugi_contestant *self, const struct turn *turn)
{
    char line[256];
    struct text text = text_into(line, sizeof line);
    int players = self->program.base.terms->setup.players;

    text_add(&text, "go");
    for (int p = 0; turn->clocked && p < players; p++)
        text_add(&text, " p%dtime %" PRId64, p + 1, turn->left_ms[p] > 1 ? turn->left_ms[p] : 1);
    for (int p = 0; turn->clocked && p < players; p++)
        text_add(&text, " p%dinc %" PRId64, p + 1, turn->increment_ms);
    if (turn->limits.time_ms > 0)
        text_add(&text, " movetime %" PRId64, turn->limits.time_ms);
    if (turn->limits.nodes > 0)
        text_add(&text, " nodes %" PRIu64, turn->limits.nodes);
    return program_say(&self->program, line);
}

/* Notes `cp N`, in hundredths, or `mate N`, in plies. */
static void note_score(struct answer *answer, const char *words)
{
    bool mate = skip_word(&words, "mate");
    char *end;

    if (!mate && !skip_word(&words, "cp"))
        return;
    long number = strtol(words, &end, 10);

    if (end == words || labs(number) >= (mate ? NOTE_MATE - NOTE_MATE_MIN : NOTE_MATE_MIN))
        return;
    answer->scored = true;
    answer->score = (int)(mate ? (number < 0 ? -NOTE_MATE : NOTE_MATE) - number : number);
}

/* Notes depth, nodes and score of an `info` line; a later line replaces them. */
static void note_info(struct answer *answer, const char *line)
{
    for (; *line; line += strcspn(line, " \t")) {
        const char *word = line += strspn(line, " \t");

        if (skip_word(&word, "string") || skip_word(&word, "pv"))
            return; /* the rest is not for us */
        if (skip_word(&word, "depth"))
            answer->depth = atoi(word);
        else if (skip_word(&word, "nodes"))
            answer->nodes = strtoull(word, NULL, 10);
        else if (skip_word(&word, "score"))
            note_score(answer, word);
    }
}

static enum finish choose(struct contestant *base, const struct turn *turn, struct answer *answer)
{
    struct ugi_contestant *self = of(base);
    enum finish finish = say_position(self, turn->match);
    int64_t begun;
    const char *line;

    if (!finish)
        finish = synchronise(self);
    begun = clock_us();
    if (!finish)
        finish = say_go(self, turn);
    while (!finish && !(finish = program_hear(&self->program, begun + turn->allowance_us,
                                              "bestmove", &line))) {
        if (skip_word(&line, "info")) {
            note_info(answer, line);
        } else if (skip_word(&line, "bestmove")) {
            answer->us = clock_us() - begun;
            if (first_word(line, answer->move, sizeof answer->move))
                return FINISH_NONE;
            return contestant_fault(base, FINISH_PROTOCOL,
                                    "said bestmove ''{text}'', which is not a move",
                                    arg_text("text", quote(line).text));
        } else if (*line) {
            program_note_unknown(&self->program, line);
        }
    }
    return finish;
}

const struct contestant_class ugi_contestant = {
    .name = "cmd",
    .form = "cmd:PROGRAM ARGS",
    .takes_positions = true,
    .is_program = true,
    .parse = parse,
    .create = create,
    .start = start,
    .new_game = new_game,
    .choose = choose,
    .halt = program_halt,
    .stop = program_stop,
    .free = program_free,
};
