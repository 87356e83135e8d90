/* calls_rules.c - the games, and how a match stands. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/advice.h"
#include "core/game.h"
#include "core/picture.h"
#include "wasm/calls.h"

/* ---- games -------------------------------------------------------------------------- */

/* Every value that the option may have. */
static void answer_values(struct answer *answer, const struct tb_option *option)
{
    answer_key(answer, "values");
    answer_open(answer, '[');
    for (int value = option->min; value <= option->max; value += option->step)
        answer_option_value(answer, option, value);
    answer_close(answer, ']');
}

static void answer_defaults(struct answer *answer, const struct tb_game *game,
                            const struct tb_option *option)
{
    answer_key(answer, "defaults");
    answer_open(answer, '{');
    for (int n = 1; n <= TB_PLAYERS_MAX; n++) {
        const char players[] = {(char)('0' + n), '\0'};

        if (!tb_game_allows(game, n))
            continue;
        answer_key(answer, players);
        answer_option_value(answer, option, option->defaults[n]);
    }
    answer_close(answer, '}');
}

static void answer_option(struct answer *answer, const struct tb_game *game,
                          const struct tb_option *option, const char *lang)
{
    answer_open(answer, '{');
    answer_key_string(answer, "name", option->name);
    answer_key_number(answer, "min", option->min);
    answer_key_number(answer, "max", option->max);
    answer_key_number(answer, "step", option->step);
    answer_key(answer, "words");
    if (option->words) {
        answer_open(answer, '[');
        for (int i = 0; option->words[i]; i++)
            answer_string(answer, option->words[i]);
        answer_close(answer, ']');
    } else {
        answer_null(answer);
    }
    answer_values(answer, option);
    answer_defaults(answer, game, option);
    answer_key_string(answer, "text", tb_option_text(option, lang));
    answer_close(answer, '}');
}

/* By number of players, the side of each player, from 1. */
static void answer_sides(struct answer *answer, const struct tb_game *game)
{
    answer_key(answer, "sides");
    answer_open(answer, '{');
    for (int n = 1; n <= TB_PLAYERS_MAX; n++) {
        const char players[] = {(char)('0' + n), '\0'};
        struct tb_setup setup;
        struct tb_position start;

        if (tb_setup_init(&setup, game, n, NULL))
            continue;
        tb_position_start(&start, &setup, NULL);
        answer_key(answer, players);
        answer_open(answer, '[');
        for (int p = 0; p < n; p++)
            answer_number(answer, tb_side(&start, p) + 1);
        answer_close(answer, ']');
    }
    answer_close(answer, '}');
}

/* What the game's documents state about it, and only that. */
static void answer_facts(struct answer *answer, const struct tb_game *game)
{
    if (game->author_link)
        answer_key_string(answer, "authorLink", game->author_link);
    if (game->publisher)
        answer_key_string(answer, "publisher", game->publisher);
    if (game->minutes[0]) {
        answer_key(answer, "minutes");
        answer_open(answer, '[');
        answer_number(answer, game->minutes[0]);
        answer_number(answer, game->minutes[1]);
        answer_close(answer, ']');
    }
    if (game->age)
        answer_key_number(answer, "age", game->age);
}

static void answer_game(struct answer *answer, const struct tb_game *game, const char *lang)
{
    answer_open(answer, '{');
    answer_key_string(answer, "name", tb_game_name(game));
    answer_key_string(answer, "title", tb_game_title(game));
    answer_key_string(answer, "author", tb_game_author(game));
    answer_facts(answer, game);
    answer_key(answer, "players");
    answer_open(answer, '[');
    for (int n = 1; n <= TB_PLAYERS_MAX; n++)
        if (tb_game_allows(game, n))
            answer_number(answer, n);
    answer_close(answer, ']');
    answer_sides(answer, game);
    answer_key_number(answer, "levels", LEVEL_MAX);
    answer_key_bool(answer, "repeats", tb_game_repeats(game));
    answer_key(answer, "options");
    answer_open(answer, '[');
    for (int i = 0; i < tb_game_option_count(game); i++)
        answer_option(answer, game, tb_game_option(game, i), lang);
    answer_close(answer, ']');
    answer_close(answer, '}');
}

int call_games(const struct request *request, struct answer *answer, struct fault *fault)
{
    (void)fault;
    answer_open(answer, '[');
    for (int i = 0; i < tb_game_count(); i++)
        answer_game(answer, tb_game_at(i), request_lang(request));
    answer_close(answer, ']');
    return TB_OK;
}

/* ---- snapshot ------------------------------------------------------------------------ */

/* Texts of all legal moves; none when the match is over, however it ended. */
static void answer_moves(struct answer *answer, const struct tb_match *match)
{
    const struct tb_position *position = tb_match_position(match);
    tb_move moves[TB_MOVES_MAX];
    int count = tb_match_result(match).over ? 0 : tb_moves(position, moves);

    answer_key(answer, "moves");
    answer_open(answer, '[');
    for (int i = 0; i < count; i++) {
        char text[TB_MOVE_TEXT];

        position_move_text(position, moves[i], text, sizeof text);
        answer_string(answer, text);
    }
    answer_close(answer, ']');
}

static void answer_ending(struct answer *answer, const struct tb_match *match)
{
    struct tb_result result = tb_match_result(match);

    answer_key_bool(answer, "over", result.over);
    answer_key(answer, "winners");
    answer_result(answer, result);
    answer_key_string(answer, "ending", tb_ending_name(tb_match_ending(match)));
}

/* For each player, who wins if that player resigns or oversteps the time. */
static void answer_without(struct answer *answer, const struct tb_match *match)
{
    answer_key(answer, "without");
    answer_open(answer, '[');
    for (int p = 0; p < tb_match_start(match)->setup.players; p++)
        answer_result(answer, tb_match_result_without(match, p));
    answer_close(answer, ']');
}

/* A list of words as strings. */
static void answer_words(struct answer *answer, char *words)
{
    answer_open(answer, '[');
    for (char *rest = words, *word; (word = strtok_r(rest, " ", &rest));)
        answer_string(answer, word);
    answer_close(answer, ']');
}

/* What the picture of the position shows besides the pieces. */
static void answer_picture(struct answer *answer, const struct tb_position *position)
{
    const struct picture *picture = position->setup.game->picture;
    char words[TB_POSITION_TEXT];
    struct text text = text_into(words, sizeof words);

    if (picture && picture->reach)
        picture->reach(&position->state, &text);
    answer_key(answer, "reach");
    answer_words(answer, words);
    text = text_into(words, sizeof words);
    if (picture && picture->holders)
        picture->holders(&position->state, &text);
    answer_key(answer, "held");
    answer_open(answer, '{');
    for (char *rest = words, *square; (square = strtok_r(rest, " ", &rest));) {
        char *player = strchr(square, ':');

        *player++ = '\0';
        answer_key_number(answer, square, *player - '0');
    }
    answer_close(answer, '}');
}

int call_snapshot(const struct request *request, struct answer *answer, struct fault *fault)
{
    struct tb_match *match = request_match(request, fault);
    char text[TB_POSITION_TEXT];

    if (!match)
        return fault->error.code;
    const struct tb_position *position = tb_match_position(match);

    tb_position_text(position, text, sizeof text);
    answer_open(answer, '{');
    answer_key_string(answer, "position", text);
    answer_key_number(answer, "turn", tb_turn(position) + 1);
    answer_ending(answer, match);
    answer_moves(answer, match);
    answer_without(answer, match);
    answer_key_bool(answer, "canSwap", tb_match_can_swap(match));
    answer_key_bool(answer, "swapped", tb_match_swapped(match));
    answer_key_number(answer, "plies", tb_match_plies(match));
    answer_picture(answer, position);
    answer_key(answer, "record");
    answer_record(answer, match, NULL);
    answer_close(answer, '}');
    tb_match_free(match);
    return TB_OK;
}

/* ---- why -------------------------------------------------------------------------------- */

int call_why(const struct request *request, struct answer *answer, struct fault *fault)
{
    const char *text = request_get(request, "text");
    struct tb_match *match = request_match(request, fault);
    struct request_viewer viewer;
    struct tb_reason reason;
    char move[TB_MOVE_TEXT] = "swap", words[TB_MESSAGE_TEXT];

    if (!match)
        return fault->error.code;
    match_why(match, text ? text : "", &reason);
    reason_text(&reason, request_viewer(request, &viewer), words, sizeof words);
    if (reason.legal && strcmp(text, "swap") != 0)
        tb_move_text(tb_match_position(match), reason.move, move, sizeof move);
    answer_open(answer, '{');
    answer_key_bool(answer, "legal", reason.legal);
    answer_key_string(answer, "move", reason.legal ? move : NULL);
    answer_key_string(answer, "text", reason.legal ? "" : words);
    answer_key(answer, "places");
    answer_words(answer, reason.places);
    answer_close(answer, '}');
    tb_match_free(match);
    return TB_OK;
}

/* ---- remark ----------------------------------------------------------------------------- */

int call_remark(const struct request *request, struct answer *answer, struct fault *fault)
{
    const char *text = request_get(request, "text");
    struct tb_match *match = request_match(request, fault);
    tb_move move;

    if (!match)
        return fault->error.code;
    const struct tb_position *position = tb_match_position(match);
    int code = text ? tb_move_parse(position, text, &move, &fault->error) : TB_OK;

    if (!code)
        answer_remarks(answer, position, text ? &move : NULL, request);
    tb_match_free(match);
    return code;
}

/* ---- position ----------------------------------------------------------------------------- */

int call_position(const struct request *request, struct answer *answer, struct fault *fault)
{
    struct tb_position position;
    char text[TB_POSITION_TEXT];
    int code = request_start(request, &position, NULL, &fault->error);

    if (code)
        return code;
    tb_position_text(&position, text, sizeof text);
    answer_open(answer, '{');
    answer_setup(answer, &position.setup);
    answer_key_string(answer, "position", text);
    answer_close(answer, '}');
    return TB_OK;
}

/* ---- trace --------------------------------------------------------------------------------- */

/* Calls visit() for every position of the match, oldest first; `swap` makes none. */
static void each_position(const struct tb_match *match, struct answer *answer,
                          void (*visit)(struct answer *, const struct tb_position *))
{
    for (int plies = 0; plies <= tb_match_plies(match); plies++) {
        struct tb_position position;

        tb_match_position_at(match, plies, &position, NULL);
        visit(answer, &position);
    }
}

static void answer_hash(struct answer *answer, const struct tb_position *position)
{
    char hash[20];

    snprintf(hash, sizeof hash, "%016" PRIx64, tb_hash(position));
    answer_string(answer, hash);
}

static void answer_count(struct answer *answer, const struct tb_position *position)
{
    answer_number(answer, tb_move_count(position));
}

int call_trace(const struct request *request, struct answer *answer, struct fault *fault)
{
    struct tb_match *match = request_match(request, fault);

    if (!match)
        return fault->error.code;
    answer_open(answer, '{');
    answer_key(answer, "counts");
    answer_open(answer, '[');
    each_position(match, answer, answer_count);
    answer_close(answer, ']');
    answer_key(answer, "hashes");
    answer_open(answer, '[');
    each_position(match, answer, answer_hash);
    answer_close(answer, ']');
    answer_close(answer, '}');
    tb_match_free(match);
    return TB_OK;
}
