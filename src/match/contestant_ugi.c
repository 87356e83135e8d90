/*
 * contestant_ugi.c - programs that speak UGI, the Universal Game Interface.
 *
 * Before every `go` the program must answer `isready`: everything it had left
 * to write is read by then, and its time starts when it can think.
 *
 * With the setting Ponder=true the program searches while its opponent does, if it names a move
 * with its own (`bestmove e2 ponder e8`). A search that ponders has an answer to come, which
 * is read before anything else is sent: after `ponderhit`, or `stop`.
 */
#include <inttypes.h>
#include <limits.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/message.h"
#include "match/notes.h"
#include "match/program.h"
#include "match/ugi_text.h"

struct ugi_contestant {
    struct program program;
    unsigned options;         /* bit i is set if it declares option i of the game, */
    bool players, repetition; /* the number of players, the repetition rule, */
    bool seed;                /* the seed of its random choices */
    bool ponders;             /* the setting */
    char *pondered;           /* the position that it ponders on, as it was sent; NULL: none */
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

/* ---- Start -------------------------------------------------------------------------------- */

/* Notes which of our options an `option name ...` line declares. */
static void note_option(struct ugi_contestant *self, const char *line)
{
    const struct tb_game *game = self->program.base.terms->setup.game;
    char name[64];

    if (!ugi_skip_word(&line, "option") || !ugi_skip_word(&line, "name") ||
        !ugi_first_word(line, name, sizeof name))
        return;
    self->players |= strcasecmp(name, "players") == 0;
    self->seed |= strcasecmp(name, "seed") == 0;
    self->repetition |= strcasecmp(name, "repetition") == 0;
    for (int i = 0; i < tb_game_option_count(game); i++)
        if (strcasecmp(name, tb_game_option(game, i)->name) == 0)
            self->options |= 1u << i;
}

/* Reads until the line that begins with `awaited`. */
static enum finish receive_word(struct ugi_contestant *self, const char *awaited)
{
    int64_t deadline = program_deadline(&self->program);
    const char *line;
    enum finish finish;

    while (!(finish = program_receive(&self->program, deadline, awaited, &line))) {
        const char *at = line;

        if (ugi_skip_word(&at, awaited))
            return FINISH_NONE;
        note_option(self, line);
        if (!ugi_skip_word(&at, "option") && !ugi_skip_word(&at, "id") &&
            !ugi_skip_word(&at, "info") && *at)
            program_note_unknown(&self->program, line);
    }
    return finish;
}

static enum finish set_option(struct ugi_contestant *self, const char *name, const char *value)
{
    char line[1024];
    struct text text = text_into(line, sizeof line);

    text_add(&text, "setoption name %s value %s", name, value);
    return program_send(&self->program, line);
}

static enum finish set_number(struct ugi_contestant *self, const char *name, int value)
{
    char text[16];

    snprintf(text, sizeof text, "%d", value);
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
        if (strcasecmp(spec->settings[i].name, "ponder") == 0)
            self->ponders = strcasecmp(spec->settings[i].value, "true") == 0;
    }
    return finish;
}

static enum finish synchronise(struct ugi_contestant *self)
{
    enum finish finish = program_send(&self->program, "isready");

    return finish ? finish : receive_word(self, "readyok");
}

static enum finish start(struct contestant *base)
{
    struct ugi_contestant *self = of(base);
    enum finish finish = program_start(&self->program);

    self->options = 0;
    self->players = self->repetition = self->seed = self->ponders = false;
    if (!finish)
        finish = program_send(&self->program, "ugi");
    if (!finish)
        finish = receive_word(self, "ugiok");
    if (!finish)
        finish = set_options(self);
    return finish ? finish : synchronise(self);
}

/* ---- Moves -------------------------------------------------------------------------------- */

static enum finish send_go(struct ugi_contestant *self, const char *command,
                           const struct turn *turn)
{
    char line[256];
    struct text text = text_into(line, sizeof line);
    int players = self->program.base.terms->setup.players;

    text_add(&text, "%s", command);
    for (int p = 0; turn->clocked && p < players; p++)
        text_add(&text, " p%dtime %" PRId64, p + 1, turn->left_ms[p] > 1 ? turn->left_ms[p] : 1);
    for (int p = 0; turn->clocked && p < players; p++)
        text_add(&text, " p%dinc %" PRId64, p + 1, turn->increment_ms);
    if (turn->limits.time_ms > 0)
        text_add(&text, " movetime %" PRId64, turn->limits.time_ms);
    if (turn->limits.nodes > 0)
        text_add(&text, " nodes %" PRIu64, turn->limits.nodes);
    return program_send(&self->program, line);
}

/* Notes `cp N`, in hundredths, or `mate N`, in plies. */
static void note_score(struct answer *answer, const char *words)
{
    bool mate = ugi_skip_word(&words, "mate");
    char *end;

    if (!mate && !ugi_skip_word(&words, "cp"))
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

        if (ugi_skip_word(&word, "string") || ugi_skip_word(&word, "pv"))
            return; /* the rest is not for us */
        if (ugi_skip_word(&word, "depth"))
            answer->depth = atoi(word);
        else if (ugi_skip_word(&word, "nodes"))
            answer->nodes = strtoull(word, NULL, 10);
        else if (ugi_skip_word(&word, "score"))
            note_score(answer, word);
    }
}

/* Reads until `bestmove`; *rest is what follows it. */
static enum finish receive_best_move(struct ugi_contestant *self, int64_t deadline_us,
                                     struct answer *answer, const char **rest)
{
    enum finish finish;

    while (!(finish = program_receive(&self->program, deadline_us, "bestmove", rest))) {
        if (ugi_skip_word(rest, "info"))
            note_info(answer, *rest);
        else if (ugi_skip_word(rest, "bestmove"))
            return FINISH_NONE;
        else if (**rest)
            program_note_unknown(&self->program, *rest);
    }
    return finish;
}

/* ---- Pondering --------------------------------------------------------------------------- */

static void forget_pondered(struct ugi_contestant *self)
{
    free(self->pondered);
    self->pondered = NULL;
}

/* Ends a search that ponders, whose answer is not wanted. */
static enum finish stop_pondering(struct ugi_contestant *self)
{
    struct answer unwanted = {.us = 0};
    const char *rest;

    if (!self->pondered)
        return FINISH_NONE;
    forget_pondered(self);
    enum finish finish = program_send(&self->program, "stop");

    return finish ? finish
                  : receive_best_move(self, program_deadline(&self->program), &unwanted, &rest);
}

/* The position after its own move and the one that it expects; NULL unless both are legal and
 * there is a move to find then. */
static char *expected_position(const struct tb_match *match, const char *move, const char *reply)
{
    struct tb_match *next = tb_match_copy(match, NULL);
    char *line = NULL;

    if (next && tb_match_play(next, move, NULL) == TB_OK &&
        tb_match_play(next, reply, NULL) == TB_OK && !tb_match_result(next).over)
        line = ugi_position_line(next);
    tb_match_free(next);
    return line;
}

/* Lets it ponder, with the clocks as they will be if its opponents take no time. `rest` follows
 * its move. */
static enum finish start_pondering(struct ugi_contestant *self, const struct turn *turn,
                                   const struct answer *answer, const char *rest)
{
    char reply[TB_MOVE_TEXT];
    struct turn next = *turn;
    int player = tb_turn(tb_match_position(turn->match));

    rest += strcspn(rest, " \t");
    if (!self->ponders || !ugi_skip_word(&rest, "ponder") ||
        !ugi_first_word(rest, reply, sizeof reply) ||
        !(self->pondered = expected_position(turn->match, answer->move, reply)))
        return FINISH_NONE;
    next.left_ms[player] += turn->increment_ms - answer->us / 1000;
    enum finish finish = program_send(&self->program, self->pondered);

    return finish ? finish : send_go(self, "go ponder", &next);
}

static enum finish new_game(struct contestant *base, uint64_t seed)
{
    struct ugi_contestant *self = of(base);
    enum finish finish = stop_pondering(self);

    if (!finish && self->seed)
        finish = set_number(self, "Seed", 1 + (int)(seed % INT_MAX));
    if (!finish)
        finish = program_send(&self->program, "uginewgame");
    return finish ? finish : synchronise(self);
}

/* Sends the position and `go`, or `ponderhit` if it has begun already; *begun is when. */
static enum finish ask(struct ugi_contestant *self, const struct turn *turn, int64_t *begun)
{
    char *line = ugi_position_line(turn->match);
    enum finish finish = FINISH_NONE;

    if (!line)
        return contestant_fault(&self->program.base, FINISH_CRASH, "found no memory left");
    bool expected = self->pondered && strcmp(self->pondered, line) == 0;

    if (expected)
        forget_pondered(self);
    else if (!(finish = stop_pondering(self)) && !(finish = program_send(&self->program, line)))
        finish = synchronise(self);
    free(line);
    *begun = clock_us();
    if (finish)
        return finish;
    return expected ? program_send(&self->program, "ponderhit") : send_go(self, "go", turn);
}

static enum finish choose(struct contestant *base, const struct turn *turn, struct answer *answer)
{
    struct ugi_contestant *self = of(base);
    int64_t begun = 0;
    const char *rest;
    enum finish finish = ask(self, turn, &begun);

    if (!finish)
        finish = receive_best_move(self, begun + turn->allowance_us, answer, &rest);
    if (finish)
        return finish;
    answer->us = clock_us() - begun;
    if (!ugi_first_word(rest, answer->move, sizeof answer->move))
        return contestant_fault(base, FINISH_PROTOCOL,
                                "said bestmove ''{text}'', which is not a move",
                                arg_text("text", quote(rest).text));
    return start_pondering(self, turn, answer, rest);
}

static void halt(struct contestant *base, bool politely)
{
    forget_pondered(of(base));
    program_halt(base, politely);
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
    .halt = halt,
    .stop = program_stop,
    .free = program_free,
};
