/* cmd_play.c - tablier play: its options, and the game that they set up. */
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/interrupt.h"
#include "cli/play/play.h"
#include "cli/position_args.h"
#include "cli/terminal.h"
#include "core/error.h"
#include "core/start.h"

/* Values that are given to a player by number: "2=random". */
struct numbered {
    const char *values[TB_PLAYERS_MAX];
};

struct args {
    struct position_args position;
    struct style_args style;
    struct numbered seats, names;
    const char *repetition, *swap;
    const char *autosave, *resume;
    bool no_autosave;
    const char *seed;
    uint64_t seed_number;
};

static int take_numbered(struct numbered *numbered, const char *value, const char *example,
                         struct tb_error *error)
{
    struct scan scan = {value};
    int player;

    if (!scan_number(&scan, TB_PLAYERS_MAX, &player) || player == 0 || !scan_char(&scan, '=') ||
        scan_end(&scan))
        return error_set(
            error, TB_ERR_VALUE,
            "''{value}'' does not begin with the number of a player and '=', as in {example}.",
            arg_text("value", quote(value).text), arg_text("example", example));
    numbered->values[player - 1] = scan.at;
    return TB_OK;
}

static int take_seat(void *target, const char *value, struct tb_error *error)
{
    return take_numbered(target, value, "2=level:3", error);
}

static int take_name(void *target, const char *value, struct tb_error *error)
{
    return take_numbered(target, value, "2=Anne", error);
}

static int take_seed(void *target, const char *value, struct tb_error *error)
{
    struct args *args = target;

    args->seed = value;
    return take_number(&args->seed_number, value, error);
}

static const struct option options[] = {
    {"seat", "N=WHO", N_("player N is human (default), random, level:0..12, alphabeta, mcts, ..."),
     take_seat, ARG(seats)},
    {"name", "N=NAME", N_("the name of player N, for the record; repeatable"), take_name,
     ARG(names)},
    POSITION_OPTIONS(struct args, position),
    {"repetition", "N",
     N_("a position makes a draw the Nth time; 0: never, 1: bringing it back is illegal "
        "(default: 3)"),
     take_text, ARG(repetition)},
    {"swap", "on|off", N_("the pie rule, for two players or teams (default: off)"), take_text,
     ARG(swap)},
    {"resume", "FILE", N_("go on with a saved game, text or JSON"), take_text, ARG(resume)},
    {"autosave", "FILE", N_("keep the game in this file as it goes"), take_text, ARG(autosave)},
    {"no-autosave", NULL, N_("keep the game nowhere"), take_flag, ARG(no_autosave)},
    {"seed", "N", N_("make computer players make the same choices again"), take_seed, 0},
    STYLE_OPTIONS(struct args, style),
    {0},
};

/* ---- The record ---------------------------------------------------------------------- */

static int play_word(void *context, const char *word, struct tb_error *error)
{
    return tb_match_play(context, word, error);
}

static int set_rules(const struct args *args, struct match_rules *rules)
{
    struct tb_error error;

    if ((args->repetition && rules_set(rules, "repetition", args->repetition, &error)) ||
        (args->swap && rules_set(rules, "swap", args->swap, &error)))
        return usage_error_of(NULL, &error);
    return GO_ON;
}

static int begin_game(struct play *play, const struct args *args, const char *game)
{
    struct match_rules rules = match_rules_default();
    struct tb_position start;
    struct tb_error error;
    int status = position_args_start(&args->position, game, &start);

    if (status != GO_ON || (status = set_rules(args, &rules)) != GO_ON)
        return status;
    if (!(play->record.match = match_new(&start, &rules, &error)))
        return usage_error_of(NULL, &error);
    if (play_date(&play->record, &error))
        return failure_of(NULL, &error);
    return position_args_each_move(&args->position, play_word, play->record.match);
}

/* Goes on with a game; `name` may say which one it should be. */
static int resume_game(struct play *play, const struct args *args, const char *name)
{
    const struct position_args *position = &args->position;
    const struct tb_game *game = name ? game_by_name(name) : NULL;
    struct tb_error error;

    if (name && !game)
        return STATUS_USAGE;
    if (position->players || position->position || position->moves || position->sets.count ||
        args->repetition || args->swap)
        return usage_error("--resume brings its own position and rules; leave them out.");
    if (!record_file_load(args->resume, &play->record, &play->save.form, &error))
        return usage_error_of("--resume", &error);
    const struct tb_game *found = tb_match_start(play->record.match)->setup.game;

    if (game && found != game)
        return usage_error("--resume: {path} is a game of {game}, not of {wanted}.",
                           arg_text("path", args->resume), arg_text("game", tb_game_name(found)),
                           arg_text("wanted", name));
    play->save.stored = true;
    return GO_ON;
}

/* ---- The seats ----------------------------------------------------------------------- */

/* Seats one player, as the command line or else the record says; the record gets the name. */
static int fill_seat(struct play *play, const struct args *args, int player)
{
    char tag[16];
    const char *spec = args->seats.values[player], *name = args->names.values[player];
    struct seat *seat = &play->seats[player];
    struct tb_error error;

    if (!spec)
        spec = record_tag(&play->record, play_tag(tag, "Seat", player));
    if (seat_open(seat, spec ? spec : "human", play_next_seed(play), &error) ||
        (strchr(seat->spec, ':') &&
         seat_prepare(seat, &tb_match_start(play->record.match)->setup, &error)))
        return usage_error("{player}: {problem}", arg_player("player", player + 1),
                           arg_message("problem", error.message));
    if (!name && !seat_is_human(seat))
        name = seat->spec;
    if (name && record_set_tag(&play->record, play_tag(tag, "Player", player), name, &error))
        return usage_error("{player}: {problem}", arg_player("player", player + 1),
                           arg_message("problem", error.message));
    return GO_ON;
}

static int fill_seats(struct play *play, struct args *args)
{
    int players = tb_match_start(play->record.match)->setup.players, status = GO_ON;
    struct tb_error error;

    for (int p = players; p < TB_PLAYERS_MAX; p++)
        if (args->seats.values[p] || args->names.values[p])
            return usage_error("There is no {player} in this game of {players}.",
                               arg_player("player", p + 1), arg_count("players", players));
    if (!args->seed && getentropy(&args->seed_number, sizeof args->seed_number) != 0)
        args->seed_number = (uint64_t)time(NULL);
    play->seed = (struct seat_seed){args->seed_number, args->seed != NULL};
    for (int p = 0; p < players && status == GO_ON; p++)
        status = fill_seat(play, args, p);
    for (int p = 0; p < players && status == GO_ON; p++)
        if (play_note_seat(play, p, &error))
            status = failure_of(NULL, &error);
    return status;
}

/* ---- The file ------------------------------------------------------------------------- */

static int choose_file(struct play *play, const struct args *args)
{
    const char *game = tb_game_name(tb_match_start(play->record.match)->setup.game);
    struct tb_error error;

    if (args->no_autosave) {
        play->save = (struct autosave){0};
        return args->autosave ? usage_error("--autosave and --no-autosave exclude each other.")
                              : GO_ON;
    }
    if (args->autosave && !(args->resume && strcmp(args->autosave, args->resume) == 0)) {
        if (!autosave_use(&play->save, args->autosave, &error))
            return usage_error_of("--autosave", &error);
    } else if (args->resume) {
        struct text text = text_into(play->save.path, sizeof play->save.path);

        text_add(&text, "%s", args->resume);
    } else if (play_has_human(play) && !autosave_choose(&play->save, game, &error)) {
        play_object(play, "This game is not being saved. {error}",
                    arg_message("error", error.message));
    }
    return GO_ON;
}

/* ---- Everything ------------------------------------------------------------------------ */

/* Asks a person at a terminal what the command line leaves open. */
static int choose_game(struct play *play, struct args *args, struct play_choice *choice,
                       const char **game)
{
    static const char *const numbers[] = {"0", "1", "2", "3", "4"};

    if (!line_is_interactive(play->lines))
        return usage_error("Which game? usage: tablier play GAME; tablier games lists them.");
    if (!play_menu(play->lines, play->style.lang, choice))
        return interrupt_pending() ? STATUS_INTERRUPTED : STATUS_OK;
    *game = tb_game_name(choice->game);
    args->position.players = numbers[choice->players];
    for (int p = 0; p < choice->players; p++)
        args->seats.values[p] = choice->seats[p];
    for (int i = 0; i < choice->rule_count; i++)
        args->position.sets.words[args->position.sets.count++] = choice->rules[i];
    if (choice->swap)
        args->swap = choice->swap;
    return GO_ON;
}

static int lay_table(struct play *play, struct args *args, const char *game)
{
    struct play_choice choice = {0};
    int status = GO_ON;

    if (args->resume)
        status = resume_game(play, args, game);
    else if (game || (status = choose_game(play, args, &choice, &game)) == GO_ON)
        status = begin_game(play, args, game);
    if (status != GO_ON || (status = fill_seats(play, args)) != GO_ON)
        return status;
    return choose_file(play, args);
}

static int run(void *values, char **words)
{
    struct args *args = values;
    struct play play = {.style = terminal_style(&args->style), .lines = line_open()};

    if (!play.lines)
        return out_of_memory();
    interrupt_catch();
    int status = lay_table(&play, args, words[0]);

    if (status == GO_ON)
        status = play_loop(&play);
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        seat_close(&play.seats[p]);
    engine_free(play.adviser);
    line_close(play.lines);
    record_release(&play.record);
    return status;
}

const struct command cmd_play = {
    .name = "play",
    .words = "[GAME]",
    .summary = N_("Play in the terminal."),
    ARGS(struct args),
};
