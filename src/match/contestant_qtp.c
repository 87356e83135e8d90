/*
 * contestant_qtp.c - programs that speak QTP, the Quoridor Text Protocol.
 *
 * Its black begins at the top and goes down, our player 1 begins at the bottom
 * and goes up; its barriers are named by the square to the upper left of their
 * midpoint, ours by the one to the lower left. So the boards are mirror images:
 * our e3h is its E7 horizontal, with black for player 1.
 *
 * The program keeps the position. It is told every move but its own, and is asked for
 * the colour that it has by now: a swap is not told, since it moves nothing. It cannot
 * be told how much time it has.
 */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/qtp.h"
#include "match/program.h"

struct qtp_contestant {
    struct program program;
    int known; /* entries of the match that it has received */
};

static const char *const colours[] = {"black", "white"};

static struct qtp_contestant *of(struct contestant *self)
{
    return (struct qtp_contestant *)self;
}

static int option_value(const struct tb_setup *setup, const char *name)
{
    return setup->options[game_option_index(setup->game, name)];
}

static int parse(struct contestant_spec *spec, char *argument, const struct tb_setup *setup,
                 struct tb_error *error)
{
    const struct qtp_rules *rules = setup->game->qtp;

    if (!rules)
        return error_set(error, TB_ERR_VALUE, "{game} cannot be played by QTP.",
                         arg_text("game", tb_game_title(setup->game)));
    if (!rules->plays(setup))
        return error_set(error, TB_ERR_VALUE, "A qtp program plays {game} only with {setups}.",
                         arg_text("game", tb_game_title(setup->game)),
                         arg_text("setups", rules->setups));
    for (int i = 0; i < spec->setting_count; i++) {
        uint64_t value;

        if (strcmp(spec->settings[i].name, "time") != 0)
            return error_set(error, TB_ERR_VALUE,
                             "A qtp program has no setting but time, in milliseconds per move.");
        int code = setting_number(&spec->settings[i], MOVE_TIME_MAX, &value, error);

        if (code)
            return code;
        spec->limits.time_ms = (int64_t)value;
    }
    return program_parse(spec, argument, error);
}

static struct contestant *create(const struct contestant_terms *terms, const char *name)
{
    return program_create(sizeof(struct qtp_contestant), terms, name);
}

static enum finish start(struct contestant *self)
{
    return program_start(program_of(self));
}

/* Gives a command and waits for the answer, which must not be a refusal. */
static enum finish ask(struct qtp_contestant *self, int64_t allowance_us, const char *command,
                       const char **answer)
{
    int64_t deadline = clock_us() + allowance_us;
    enum finish finish = program_send(&self->program, command);

    while (!finish && !(finish = program_receive(&self->program, deadline, "=", answer))) {
        *answer += strspn(*answer, " \t");
        if (**answer == '=') {
            *answer += 1 + strspn(*answer + 1, " \t");
            return FINISH_NONE;
        }
        if (**answer == '?')
            return contestant_fault(
                &self->program.base, FINISH_PROTOCOL, "answered ''{answer}'' to ''{command}''",
                arg_text("answer", quote(*answer).text), arg_text("command", command));
        if (**answer && **answer != '#')
            program_note_unknown(&self->program, *answer);
    }
    return finish;
}

static enum finish send_command(struct qtp_contestant *self, const char *command)
{
    const char *answer;

    return ask(self, self->program.base.terms->timeout_us, command, &answer);
}

static enum finish new_game(struct contestant *base, uint64_t seed)
{
    struct qtp_contestant *self = of(base);
    const struct tb_setup *setup = &base->terms->setup;
    char size[32], walls[32];

    (void)seed;
    self->known = 0;
    snprintf(size, sizeof size, "boardsize %d", option_value(setup, "size"));
    snprintf(walls, sizeof walls, "walls %d", option_value(setup, "walls"));
    enum finish finish = send_command(self, size);

    if (!finish)
        finish = send_command(self, "clear_board");
    return finish ? finish : send_command(self, walls);
}

/* ---- Moves ------------------------------------------------------------------------------ */

/* A row seen from the other side of the board. */
static char mirrored(const struct qtp_contestant *self, char row)
{
    int size = option_value(&self->program.base.terms->setup, "size");

    return (char)('0' + size + 1 - (row - '0'));
}

/* Tells it the move that `player` (0 or 1) has made, in our spelling. */
static enum finish send_move(struct qtp_contestant *self, int player, const char *move)
{
    char command[48], column = (char)(move[0] - 'a' + 'A'), row = mirrored(self, move[1]);
    struct text text = text_into(command, sizeof command);

    if (move[2])
        text_add(&text, "playwall %s %c%c %s", colours[player], column, row,
                 move[2] == 'h' ? "horizontal" : "vertical");
    else
        text_add(&text, "playmove %s %c%c", colours[player], column, row);
    return send_command(self, command);
}

/* Reads "E7" or "E7 horizontal" into our spelling; legality is for others to see. */
static bool read_move(const struct qtp_contestant *self, const char *answer, char out[TB_MOVE_TEXT])
{
    char column = answer[0], row = column ? answer[1] : '\0';
    struct text text = text_into(out, TB_MOVE_TEXT);

    if (column >= 'A' && column <= 'Z')
        column = (char)(column - 'A' + 'a');
    if (column < 'a' || column > 'z' || row < '1' || row > '9' || !strchr(" \t", answer[2]))
        return false;
    const char *way = answer + 2 + strspn(answer + 2, " \t");
    size_t length = strcspn(way, " \t");
    bool flat = length > 0 && strncasecmp(way, "horizontal", length) == 0;
    bool upright = length > 0 && strncasecmp(way, "vertical", length) == 0;

    text_add(&text, "%c%c%s", column, mirrored(self, row), flat ? "h" : upright ? "v" : "");
    return length == 0 || flat || upright;
}

static enum finish choose(struct contestant *base, const struct turn *turn, struct answer *answer)
{
    struct qtp_contestant *self = of(base);
    int length = tb_match_length(turn->match);
    const char *reply;
    enum finish finish = FINISH_NONE;

    while (!finish && self->known < length) {
        bool swapped = self->known > 1 && tb_match_swapped(turn->match);
        const char *entry = tb_match_entry(turn->match, self->known);

        if (strcmp(entry, "swap") != 0)
            finish = send_move(self, (self->known - swapped) % 2, entry);
        self->known++;
    }
    if (finish)
        return finish;
    int64_t begun = clock_us();

    finish = ask(self, turn->allowance_us,
                 tb_turn(tb_match_position(turn->match)) == 0 ? "genmove black" : "genmove white",
                 &reply);
    answer->us = clock_us() - begun;
    self->known = length + 1;
    if (!finish && !read_move(self, reply, answer->move))
        return contestant_fault(base, FINISH_PROTOCOL, "answered ''{reply}'' to genmove",
                                arg_text("reply", quote(reply).text));
    return finish;
}

const struct contestant_class qtp_contestant = {
    .name = "qtp",
    .form = "qtp:PROGRAM ARGS",
    .is_program = true,
    .untimed = true,
    .parse = parse,
    .create = create,
    .start = start,
    .new_game = new_game,
    .choose = choose,
    .halt = program_halt,
    .stop = program_stop,
    .free = program_free,
};
