/* calls_rules.c - the games, and the state of a match. */
#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "core/advice.h"
#include "core/game.h"
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

/* ---- The position as data */

static void answer_player(struct answer *answer, const char *key, int player)
{
    if (player >= 0)
        answer_key_number(answer, key, player + 1);
}

/* By place, the pieces from the bottom up. */
static void answer_pieces(struct answer *answer, const struct tb_scene *scene)
{
    const char *place = "";

    answer_key(answer, "pieces");
    answer_open(answer, '{');
    for (int i = 0; i < scene->piece_count; i++) {
        const struct tb_piece *piece = &scene->pieces[i];

        if (strcmp(place, piece->place) != 0) {
            if (*place)
                answer_close(answer, ']');
            answer_key(answer, place = piece->place);
            answer_open(answer, '[');
        }
        answer_open(answer, '{');
        answer_key_string(answer, "kind", piece->kind);
        answer_player(answer, "player", piece->player);
        if (piece->way)
            answer_key_string(answer, "way", (char[]){piece->way, '\0'});
        if (piece->sends)
            answer_key_bool(answer, "sends", true);
        answer_close(answer, '}');
    }
    if (*place)
        answer_close(answer, ']');
    answer_close(answer, '}');
}

/* The list of what a player holds; -1: of what all draw on. */
static void answer_supply(struct answer *answer, const struct tb_scene *scene, int player)
{
    answer_open(answer, '[');
    for (int i = 0; i < scene->supply_count; i++) {
        const struct tb_supply *supply = &scene->supplies[i];

        if (supply->player != player)
            continue;
        answer_open(answer, '{');
        answer_key_string(answer, "kind", supply->kind);
        answer_key_number(answer, "count", supply->count);
        answer_key_number(answer, "of", supply->of);
        answer_close(answer, '}');
    }
    answer_close(answer, ']');
}

/* The squares of one line that won, or those of another kind of mark if line is -1. */
static int answer_places(struct answer *answer, const struct tb_scene *scene,
                         enum tb_mark_kind kind, int line)
{
    int count = 0;

    for (int i = 0; i < scene->mark_count; i++) {
        const struct tb_mark *mark = &scene->marks[i];

        if (mark->kind != kind || (line >= 0 && mark->number != line))
            continue;
        if (count++ == 0)
            answer_open(answer, '[');
        answer_string(answer, mark->place);
    }
    if (count)
        answer_close(answer, ']');
    return count;
}

static void answer_marks(struct answer *answer, const struct tb_scene *scene)
{
    answer_key(answer, "win");
    answer_open(answer, '[');
    for (int line = 0; answer_places(answer, scene, TB_MARK_WIN, line); line++)
        ;
    answer_close(answer, ']');
    answer_key(answer, "reach");
    if (!answer_places(answer, scene, TB_MARK_REACH, -1))
        answer_json(answer, "[]");
    answer_key(answer, "held");
    answer_open(answer, '{');
    for (int i = 0; i < scene->mark_count; i++)
        if (scene->marks[i].kind == TB_MARK_HELD)
            answer_key_number(answer, scene->marks[i].place, scene->marks[i].number + 1);
    answer_close(answer, '}');
}

static void answer_scene(struct answer *answer, const struct tb_position *position)
{
    TB_STRUCT(tb_scene, scene);

    tb_position_scene(position, &scene, NULL);
    answer_pieces(answer, &scene);
    answer_key(answer, "hands");
    answer_open(answer, '[');
    for (int p = 0; p < position->setup.players; p++)
        answer_supply(answer, &scene, p);
    answer_close(answer, ']');
    answer_key(answer, "supply");
    answer_supply(answer, &scene, -1);
    answer_marks(answer, &scene);
}

/* ---- The people */

/* Who made each entry: the player, and the seat of the person who played as that player. */
static void answer_entries(struct answer *answer, const struct tb_match *match)
{
    answer_key(answer, "entries");
    answer_open(answer, '[');
    for (int i = 0; i < tb_match_length(match); i++) {
        int player = tb_match_mover(match, i);

        answer_open(answer, '{');
        answer_key_number(answer, "player", player + 1);
        answer_key_number(answer, "seat", tb_match_seat(match, i, player) + 1);
        answer_close(answer, '}');
    }
    answer_close(answer, ']');
}

/* By player: the seat, the side, the goal in a sentence. */
static void answer_players(struct answer *answer, const struct tb_match *match,
                           const struct request *request)
{
    const struct tb_position *position = tb_match_position(match);
    int players = position->setup.players;
    struct request_viewer viewer;
    char words[TB_MESSAGE_TEXT];

    request_viewer(request, &viewer);
    answer_key(answer, "seats");
    answer_open(answer, '[');
    for (int p = 0; p < players; p++)
        answer_number(answer, tb_match_seat(match, tb_match_length(match), p) + 1);
    answer_close(answer, ']');
    answer_key(answer, "sides");
    answer_open(answer, '[');
    for (int p = 0; p < players; p++)
        answer_number(answer, tb_side(position, p) + 1);
    answer_close(answer, ']');
    answer_key(answer, "goals");
    answer_open(answer, '[');
    for (int p = 0; p < players; p++) {
        tb_goal(position, p, &viewer.viewer, words, sizeof words);
        answer_string(answer, words);
    }
    answer_close(answer, ']');
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
    answer_players(answer, match, request);
    answer_entries(answer, match);
    answer_scene(answer, position);
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
