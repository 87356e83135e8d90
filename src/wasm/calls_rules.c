/* calls_rules.c - the state of a match, and of positions. */
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/advice.h"
#include "core/picture.h"
#include "core/themes.h"
#include "search/level.h"
#include "wasm/calls.h"

/* ---- snapshot ------------------------------------------------------------------------ */

/* Texts of all legal moves; none when the match is over, however it ended. */
static void answer_moves(struct json_writer *answer, const struct tb_match *match)
{
    const struct tb_position *position = tb_match_position(match);
    tb_move moves[TB_MOVES_MAX];
    int count = match_moves(match, moves);

    writer_key_open(answer, "moves", '[');
    for (int i = 0; i < count; i++) {
        char text[TB_MOVE_TEXT];

        position_move_text(position, moves[i], text, sizeof text);
        writer_string(answer, text);
    }
    writer_close(answer, ']');
}

static void answer_ending(struct json_writer *answer, const struct tb_match *match)
{
    struct tb_result result = tb_match_result(match);

    writer_key_bool(answer, "over", result.over);
    writer_key(answer, "winners");
    answer_result(answer, result);
    writer_key_string(answer, "ending", tb_ending_name(tb_match_ending(match)));
}

/* For each player, who wins if that player resigns or oversteps the time. */
static void answer_without(struct json_writer *answer, const struct tb_match *match)
{
    writer_key_open(answer, "without", '[');
    for (int p = 0; p < tb_match_start(match)->setup.players; p++)
        answer_result(answer, tb_match_result_without(match, p));
    writer_close(answer, ']');
}

/* A list of words as strings. */
static void answer_words(struct json_writer *answer, char *words)
{
    writer_open(answer, '[');
    for (char *rest = words, *word; (word = strtok_r(rest, " ", &rest));)
        writer_string(answer, word);
    writer_close(answer, ']');
}

/* ---- The position as data */

static void answer_player(struct json_writer *answer, const char *key, int player)
{
    if (player >= 0)
        writer_key_number(answer, key, player + 1);
}

/* By place, the pieces from the bottom up. */
static void answer_pieces(struct json_writer *answer, const struct tb_scene *scene)
{
    const char *place = "";

    writer_key_open(answer, "pieces", '{');
    for (int i = 0; i < scene->piece_count; i++) {
        const struct tb_piece *piece = &scene->pieces[i];

        if (strcmp(place, piece->place) != 0) {
            if (*place)
                writer_close(answer, ']');
            writer_key(answer, place = piece->place);
            writer_open(answer, '[');
        }
        writer_open(answer, '{');
        writer_key_string(answer, "kind", piece->kind);
        answer_player(answer, "player", piece->player);
        if (piece->way)
            writer_key_string(answer, "way", (char[]){piece->way, '\0'});
        if (piece->sends)
            writer_key_bool(answer, "sends", true);
        writer_close(answer, '}');
    }
    if (*place)
        writer_close(answer, ']');
    writer_close(answer, '}');
}

/* Writes the list of the pieces that a player has in hand; -1: of the common stock. */
static void answer_supply(struct json_writer *answer, const struct tb_scene *scene, int player)
{
    writer_open(answer, '[');
    for (int i = 0; i < scene->supply_count; i++) {
        const struct tb_supply *supply = &scene->supplies[i];

        if (supply->player != player)
            continue;
        writer_open(answer, '{');
        writer_key_string(answer, "kind", supply->kind);
        writer_key_number(answer, "count", supply->count);
        writer_key_number(answer, "of", supply->of);
        writer_close(answer, '}');
    }
    writer_close(answer, ']');
}

/* The squares of one line that won, or those of another kind of mark if line is -1. */
static int answer_places(struct json_writer *answer, const struct tb_scene *scene,
                         enum tb_mark_kind kind, int line)
{
    int count = 0;

    for (int i = 0; i < scene->mark_count; i++) {
        const struct tb_mark *mark = &scene->marks[i];

        if (mark->kind != kind || (line >= 0 && mark->number != line))
            continue;
        if (count++ == 0)
            writer_open(answer, '[');
        writer_string(answer, mark->place);
    }
    if (count)
        writer_close(answer, ']');
    return count;
}

static void answer_marks(struct json_writer *answer, const struct tb_scene *scene, int players)
{
    writer_key_open(answer, "targets", '[');
    for (int p = 0; p < players; p++)
        if (!answer_places(answer, scene, TB_MARK_GOAL, p))
            writer_json(answer, "[]");
    writer_close(answer, ']');
    writer_key_open(answer, "win", '[');
    for (int line = 0; answer_places(answer, scene, TB_MARK_WIN, line); line++)
        ;
    writer_close(answer, ']');
    writer_key(answer, "reach");
    if (!answer_places(answer, scene, TB_MARK_REACH, -1))
        writer_json(answer, "[]");
    writer_key_open(answer, "held", '{');
    for (int i = 0; i < scene->mark_count; i++)
        if (scene->marks[i].kind == TB_MARK_HELD)
            writer_key_number(answer, scene->marks[i].place, scene->marks[i].number + 1);
    writer_close(answer, '}');
}

/* Writes the pieces on the board, those in hand and those of the common stock. */
static void answer_material(struct json_writer *answer, const struct tb_scene *scene, int players)
{
    answer_pieces(answer, scene);
    writer_key_open(answer, "hands", '[');
    for (int p = 0; p < players; p++)
        answer_supply(answer, scene, p);
    writer_close(answer, ']');
    writer_key(answer, "supply");
    answer_supply(answer, scene, -1);
}

static void answer_scene(struct json_writer *answer, const struct tb_position *position)
{
    TB_STRUCT(tb_scene, scene);

    tb_position_scene(position, &scene, NULL);
    answer_material(answer, &scene, position->setup.players);
    answer_marks(answer, &scene, position->setup.players);
}

/* ---- The people */

/* Who made each entry: the player, and the seat of the person who played as that player. */
static void answer_entries(struct json_writer *answer, const struct tb_match *match)
{
    writer_key_open(answer, "entries", '[');
    for (int i = 0; i < tb_match_length(match); i++) {
        int player = tb_match_mover(match, i);

        writer_open(answer, '{');
        writer_key_number(answer, "player", player + 1);
        writer_key_number(answer, "seat", tb_match_seat(match, i, player) + 1);
        writer_close(answer, '}');
    }
    writer_close(answer, ']');
}

/* By player: the seat, the side, the goal in a sentence. */
static void answer_players(struct json_writer *answer, const struct tb_match *match,
                           const struct request *request)
{
    const struct tb_position *position = tb_match_position(match);
    int players = position->setup.players;
    struct request_viewer viewer;
    char words[TB_MESSAGE_TEXT];

    request_viewer(request, &viewer);
    writer_key_open(answer, "seats", '[');
    for (int p = 0; p < players; p++)
        writer_number(answer, tb_match_seat(match, tb_match_length(match), p) + 1);
    writer_close(answer, ']');
    writer_key_open(answer, "sides", '[');
    for (int p = 0; p < players; p++)
        writer_number(answer, tb_side(position, p) + 1);
    writer_close(answer, ']');
    writer_key_open(answer, "goals", '[');
    for (int p = 0; p < players; p++) {
        tb_goal(position, p, &viewer.viewer, words, sizeof words);
        writer_string(answer, words);
    }
    writer_close(answer, ']');
}

/* A match that begins where this one stands, as if it were the turn of the player `ahead`, for a
 * move in advance; the same match if that field is not there, if it is that player's turn, or if
 * the match is over. */
static struct tb_match *look_ahead(struct tb_match *match, const struct request *request,
                                   struct fault *fault)
{
    struct match_rules rules = match_rules_of(match);
    struct tb_position position = *tb_match_position(match);
    struct tb_match *turned = NULL;
    int player, code = request_number(request, "ahead", &player, &fault->error);

    if (!code && (player == 0 || player == tb_turn(&position) + 1 || tb_match_result(match).over))
        return match;
    if (!code && player > position.setup.players)
        code = error_set(&fault->error, TB_ERR_RANGE,
                         "The field {field} must be between 1 and {most}.",
                         arg_text("field", "ahead"), arg_count("most", position.setup.players));
    rules.swap = false;
    if (!code && !position_turned(&position, player - 1, &position, &fault->error))
        turned = match_new(&position, &rules, &fault->error);
    tb_match_free(match);
    return turned;
}

int call_snapshot(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    struct tb_match *match = request_match(request, fault);
    char text[TB_POSITION_TEXT];

    if (match)
        match = look_ahead(match, request, fault);
    if (!match)
        return fault->error.code;
    const struct tb_position *position = tb_match_position(match);

    tb_position_text(position, text, sizeof text);
    writer_open(answer, '{');
    writer_key_string(answer, "position", text);
    writer_key_number(answer, "turn", tb_turn(position) + 1);
    answer_ending(answer, match);
    answer_moves(answer, match);
    answer_without(answer, match);
    writer_key_bool(answer, "canSwap", tb_match_can_swap(match));
    writer_key_bool(answer, "swapped", tb_match_swapped(match));
    writer_key_number(answer, "plies", tb_match_plies(match));
    answer_players(answer, match, request);
    answer_entries(answer, match);
    answer_scene(answer, position);
    writer_key(answer, "record");
    answer_record(answer, &(struct record){.match = match});
    writer_close(answer, '}');
    tb_match_free(match);
    return TB_OK;
}

/* ---- why -------------------------------------------------------------------------------- */

int call_why(const struct request *request, struct json_writer *answer, struct fault *fault)
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
    writer_open(answer, '{');
    writer_key_bool(answer, "legal", reason.legal);
    writer_key_string(answer, "move", reason.legal ? move : NULL);
    writer_key_string(answer, "text", reason.legal ? "" : words);
    writer_key(answer, "places");
    answer_words(answer, reason.places);
    writer_close(answer, '}');
    tb_match_free(match);
    return TB_OK;
}

/* ---- remark ----------------------------------------------------------------------------- */

int call_remark(const struct request *request, struct json_writer *answer, struct fault *fault)
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

int call_position(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    struct tb_position position;
    char text[TB_POSITION_TEXT];
    int code = request_start(request, &position, NULL, &fault->error);

    if (code)
        return code;
    tb_position_text(&position, text, sizeof text);
    writer_open(answer, '{');
    answer_setup(answer, &position.setup);
    writer_key_string(answer, "position", text);
    writer_close(answer, '}');
    return TB_OK;
}

/* ---- compose ------------------------------------------------------------------------------ */

/* Reads a piece of a scene: its place, kind, owner (0: none), way ('-': none) and, if it restricts
 * the next player, the word `sends`. */
static int add_piece(struct tb_scene *scene, const char *text, struct tb_error *error)
{
    char copy[64], *rest = copy, *word[5] = {NULL};
    struct text buffer = text_into(copy, sizeof copy);
    int count = 0;

    text_add(&buffer, "%s", text);
    while (count < 5 && (word[count] = strtok_r(rest, " ", &rest)))
        count++;
    if (count < 4 || strlen(word[0]) >= TB_PLACE_TEXT || strlen(word[0]) < 2 ||
        strlen(word[1]) >= TB_KIND_TEXT || *word[2] < '0' || *word[2] > '0' + TB_PLAYERS_MAX ||
        scene->piece_count == TB_PIECES_MAX)
        return error_set(error, TB_ERR_SYNTAX, "The piece ''{piece}'' is malformed.",
                         arg_text("piece", quote(text).text));
    struct tb_piece *piece = scene_piece(scene, word[0], word[1], *word[2] - '1');

    piece->way = *word[3] == '-' ? '\0' : *word[3];
    piece->sends = count == 5;
    return TB_OK;
}

/* Counts what is not on the board; the fields `hand` say how many a player holds of a kind that
 * has no owner on the board. */
static void count_supplies(struct tb_scene *scene, const struct request *request)
{
    struct field field = {0};
    int hand = 0;

    for (int i = 0; i < scene->supply_count; i++) {
        struct tb_supply *supply = &scene->supplies[i];

        supply->count = supply->of;
        for (int k = 0; k < scene->piece_count; k++)
            supply->count -= scene->pieces[k].player == supply->player &&
                             strcmp(scene->pieces[k].kind, supply->kind) == 0;
    }
    while (request_next(request, &field) && hand < scene->supply_count)
        if (strcmp(field.name, "hand") == 0)
            scene->supplies[hand++].count = atoi(field.value);
}

int call_compose(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    TB_STRUCT(tb_scene, scene);
    struct tb_error *error = &fault->error, refusal = {0};
    struct request_viewer viewer;
    struct tb_position position;
    struct field field = {0};
    char text[TB_POSITION_TEXT], words[TB_MESSAGE_TEXT];
    int turn, code = request_start(request, &position, NULL, error);

    if (!code)
        code = request_number(request, "turn", &turn, error);
    if (!code)
        code = tb_position_scene(&position, &scene, error);
    scene.piece_count = 0;
    while (!code && request_next(request, &field))
        if (strcmp(field.name, "piece") == 0)
            code = add_piece(&scene, field.value, error);
    if (code)
        return code;
    count_supplies(&scene, request);
    code = scene_text(&position.setup, &scene, turn - 1, text, sizeof text, error);
    if (code)
        return code;
    tb_position_parse(&position, &position.setup, text, &refusal);
    writer_open(answer, '{');
    writer_key_string(answer, "position", text);
    writer_key_number(answer, "turn", turn);
    answer_material(answer, &scene, position.setup.players);
    error_text(&refusal, request_viewer(request, &viewer), words, sizeof words);
    writer_key_string(answer, "error", refusal.code ? words : NULL);
    writer_close(answer, '}');
    return TB_OK;
}

/* ---- trace --------------------------------------------------------------------------------- */

/* Calls visit() for every position of the match, oldest first; `swap` makes none. */
static void each_position(const struct tb_match *match, struct json_writer *answer,
                          void (*visit)(struct json_writer *, const struct tb_position *))
{
    for (int plies = 0; plies <= tb_match_plies(match); plies++) {
        struct tb_position position;

        tb_match_position_at(match, plies, &position, NULL);
        visit(answer, &position);
    }
}

static void answer_hash(struct json_writer *answer, const struct tb_position *position)
{
    char hash[20];

    snprintf(hash, sizeof hash, "%016" PRIx64, tb_hash(position));
    writer_string(answer, hash);
}

static void answer_count(struct json_writer *answer, const struct tb_position *position)
{
    writer_number(answer, tb_move_count(position));
}

int call_trace(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    struct tb_match *match = request_match(request, fault);

    if (!match)
        return fault->error.code;
    writer_open(answer, '{');
    writer_key_open(answer, "counts", '[');
    each_position(match, answer, answer_count);
    writer_close(answer, ']');
    writer_key_open(answer, "hashes", '[');
    each_position(match, answer, answer_hash);
    writer_close(answer, ']');
    writer_close(answer, '}');
    tb_match_free(match);
    return TB_OK;
}
