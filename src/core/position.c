/* position.c - positions and moves as the public interface shows them. */
#include <string.h>

#include "core/ascii.h"
#include "core/game.h"

static bool is_position(const struct tb_position *position)
{
    return position_check(position, NULL) == TB_OK;
}

/* Writes the empty text and returns the code. */
static int no_text(char *out, size_t size, int code)
{
    if (out && size > 0)
        *out = '\0';
    return code;
}

static bool is_symmetry(const struct tb_position *position, int symmetry)
{
    return is_position(position) && symmetry >= 0 && symmetry < tb_symmetry_count(position);
}

int tb_position_start(struct tb_position *position, const struct tb_setup *setup,
                      struct tb_error *error)
{
    struct tb_setup copy = {0}; /* what is given may be position->setup itself */
    int code = setup_check(setup, error);

    if (!position)
        return error_missing(error, "position");
    if (!code)
        copy = *setup;
    memset(position, 0, sizeof *position);
    position->setup = copy;
    if (!code)
        copy.game->init(&copy, &position->state);
    return code;
}

/* Takes one leading `key=value ` word off *text; false when there is none. */
static bool take_setting(const char **text, char *key, char *value, size_t size)
{
    size_t word = strcspn(*text, " ");
    const char *equals = memchr(*text, '=', word);

    if (!equals)
        return false;
    size_t key_length = (size_t)(equals - *text), value_length = word - key_length - 1;

    if (key_length >= size || value_length >= size)
        return false;
    memcpy(key, *text, key_length);
    key[key_length] = '\0';
    memcpy(value, equals + 1, value_length);
    value[value_length] = '\0';
    *text += word;
    *text += strspn(*text, " ");
    return true;
}

/* Reads the setup words in front of a position string. */
static int parse_settings(struct tb_setup *setup, const char **text, struct tb_error *error)
{
    char key[32], value[32];

    while (take_setting(text, key, value, sizeof key)) {
        int code;

        if (strcmp(key, "players") == 0) {
            struct scan scan = {value};
            int players;

            if (!scan_number(&scan, 99, &players) || !scan_end(&scan) || players == 0)
                return error_set(error, TB_ERR_PLAYERS, "''{value}'' is not a number of players.",
                                 arg_text("value", quote(value).text));
            if (players == setup->players)
                continue;
            code = tb_setup_init(setup, setup->game, players, error);
        } else {
            code = tb_setup_set_option(setup, key, value, error);
        }
        if (code)
            return code;
    }
    return TB_OK;
}

int tb_position_parse(struct tb_position *position, const struct tb_setup *setup, const char *text,
                      struct tb_error *error)
{
    struct tb_position parsed;
    int code;

    memset(&parsed, 0, sizeof parsed);
    if ((code = setup_check(setup, error)))
        return code;
    if (!position || !text)
        return error_missing(error, position ? "text" : "position");
    parsed.setup = *setup;
    text += strspn(text, " ");
    if ((code = parse_settings(&parsed.setup, &text, error)))
        return code;
    if (*text == '\0')
        return error_set(error, TB_ERR_SYNTAX, "The position string is empty after its setup.");
    if ((code = setup->game->position_parse(&parsed.setup, text, &parsed.state, error)))
        return code;
    *position = parsed;
    return TB_OK;
}

void setup_options_text(const struct tb_setup *setup, const char *before, const char *after,
                        struct text *out)
{
    for (int i = 0; setup->game->options[i].name; i++) {
        char value[32];

        if (setup->options[i] == setup->game->options[i].defaults[setup->players])
            continue;
        tb_setup_option(setup, i, value, sizeof value);
        text_add(out, "%s%s=%s%s", before, setup->game->options[i].name, value, after);
    }
}

void setup_text(const struct tb_setup *setup, struct text *out)
{
    if (setup->players != 2)
        text_add(out, "players=%d ", setup->players);
    setup_options_text(setup, "", " ", out);
}

int tb_position_text(const struct tb_position *position, char *out, size_t size)
{
    if (!is_position(position) || (!out && size > 0))
        return no_text(out, size, TB_ERR_ARGUMENT);
    struct text text = text_into(out, size);

    setup_text(&position->setup, &text);
    position->setup.game->position_text(&position->state, &text);
    return (int)text.used;
}

int tb_turn(const struct tb_position *position)
{
    return is_position(position) ? position->setup.game->turn(&position->state) : TB_ERR_ARGUMENT;
}

int tb_side(const struct tb_position *position, int player)
{
    if (!is_position(position))
        return TB_ERR_ARGUMENT;
    if (player < 0 || player >= position->setup.players)
        return TB_ERR_RANGE;
    const struct tb_game *game = position->setup.game;
    int players = position->setup.players, side = 0;
    int first = __builtin_ctz(game_partners(game, &position->state, players, player));

    for (int p = 0; p < first; p++)
        side += __builtin_ctz(game_partners(game, &position->state, players, p)) == p;
    return side;
}

int tb_side_count(const struct tb_position *position)
{
    if (!is_position(position))
        return TB_ERR_ARGUMENT;
    return game_side_count(position->setup.game, &position->state, position->setup.players);
}

struct tb_result tb_position_result(const struct tb_position *position)
{
    return is_position(position) ? position->setup.game->result(&position->state)
                                 : (struct tb_result){0};
}

uint64_t tb_hash(const struct tb_position *position)
{
    return is_position(position) ? game_hash(position->setup.game, &position->state) : 0;
}

bool tb_equal(const struct tb_position *a, const struct tb_position *b)
{
    return is_position(a) && is_position(b) && a->setup.game == b->setup.game &&
           memcmp(&a->state, &b->state, a->setup.game->state_size) == 0;
}

int tb_moves(const struct tb_position *position, tb_move *out)
{
    return is_position(position) && out ? position->setup.game->moves(&position->state, out)
                                        : TB_ERR_ARGUMENT;
}

int tb_move_count(const struct tb_position *position)
{
    if (!is_position(position))
        return TB_ERR_ARGUMENT;
    const struct tb_game *game = position->setup.game;
    tb_move moves[TB_MOVES_MAX];

    return game->count ? game->count(&position->state) : game->moves(&position->state, moves);
}

int tb_play(struct tb_position *position, tb_move move, struct tb_error *error)
{
    int code = position_check(position, error);

    if (code)
        return code;
    const struct tb_game *game = position->setup.game;

    if (!game_is_legal(game, &position->state, move))
        return error_set(error, TB_ERR_ILLEGAL, "Move number {move} is not legal here.",
                         arg_count("move", (unsigned)move));
    game->play(&position->state, move);
    return TB_OK;
}

int position_move_text(const struct tb_position *position, tb_move move, char *out, size_t size)
{
    struct text text = text_into(out, size);

    position->setup.game->move_text(&position->state, move, &text);
    return (int)text.used;
}

int tb_move_text(const struct tb_position *position, tb_move move, char *out, size_t size)
{
    if (!is_position(position) || (!out && size > 0))
        return no_text(out, size, TB_ERR_ARGUMENT);
    if (!game_is_legal(position->setup.game, &position->state, move))
        return no_text(out, size, TB_ERR_ILLEGAL);
    return position_move_text(position, move, out, size);
}

int tb_moves_text(const struct tb_position *position, char *out, size_t size)
{
    if (!is_position(position) || (!out && size > 0))
        return no_text(out, size, TB_ERR_ARGUMENT);
    const struct tb_game *game = position->setup.game;
    struct text text = text_into(out, size);
    tb_move moves[TB_MOVES_MAX];
    int count = game->moves(&position->state, moves);

    for (int i = 0; i < count; i++) {
        if (i > 0)
            text_char(&text, ' ');
        game->move_text(&position->state, moves[i], &text);
    }
    return (int)text.used;
}

int tb_move_parse(const struct tb_position *position, const char *text, tb_move *move,
                  struct tb_error *error)
{
    struct tb_reason reason;
    int code = position_check(position, error);

    if (code)
        return code;
    if (!text || !move)
        return error_missing(error, text ? "move" : "text");
    position_why(position, text, &reason);
    if (!reason.legal)
        return error_set_encoded(error, TB_ERR_ILLEGAL, reason.message);
    *move = reason.move;
    return TB_OK;
}

int tb_play_text(struct tb_position *position, const char *text, struct tb_error *error)
{
    tb_move move;
    int code = tb_move_parse(position, text, &move, error);

    if (!code)
        position->setup.game->play(&position->state, move);
    return code;
}

uint64_t tb_perft(const struct tb_position *position, int depth)
{
    if (!is_position(position) || depth < 0)
        return 0;
    const struct tb_game *game = position->setup.game;

    if (depth > 0 && game->perft)
        return game->perft(&position->state, depth);
    return game_perft(game, &position->state, depth);
}

int position_why(const struct tb_position *position, const char *text, struct tb_reason *reason)
{
    struct tb_error error;
    int code = position_check(position, &error);

    memset(reason, 0, sizeof *reason);
    if (code)
        reason_set_encoded(reason, error.message);
    else
        position->setup.game->why(&position->state, text ? text : "", reason);
    return code;
}

int position_draw(const struct tb_position *position, const struct tb_style *style, char *out,
                  size_t size)
{
    const struct tb_style plain = {0};

    if (!is_position(position) || (!out && size > 0))
        return no_text(out, size, TB_ERR_ARGUMENT);
    struct text text = text_into(out, size);

    if (!style)
        style = &plain;
    if (style->ascii) {
        char drawing[TB_DRAWING_TEXT], ascii[TB_DRAWING_TEXT];
        struct text drawn = text_into(drawing, sizeof drawing);
        struct text spelled = text_into(ascii, sizeof ascii);

        position->setup.game->draw(&position->state, style, &drawn);
        text_ascii(style->lang, drawing, &spelled);
        text_add(&text, "%s", ascii);
    } else {
        position->setup.game->draw(&position->state, style, &text);
    }
    return (int)text.used;
}

int tb_symmetry_count(const struct tb_position *position)
{
    return is_position(position) ? position->setup.game->symmetries(&position->state)
                                 : TB_ERR_ARGUMENT;
}

int tb_symmetry_position(const struct tb_position *position, int symmetry, struct tb_position *out)
{
    struct tb_position image;
    bool known = is_symmetry(position, symmetry);

    if (!out)
        return TB_ERR_ARGUMENT;
    memset(&image, 0, sizeof image);
    if (known) {
        image.setup = position->setup;
        position->setup.game->transform(&position->state, symmetry, &image.state);
    }
    *out = image;
    return known ? TB_OK : is_position(position) ? TB_ERR_RANGE : TB_ERR_ARGUMENT;
}

tb_move tb_symmetry_move(const struct tb_position *position, int symmetry, tb_move move)
{
    return is_symmetry(position, symmetry) &&
                   game_is_legal(position->setup.game, &position->state, move)
               ? position->setup.game->transform_move(&position->state, symmetry, move)
               : TB_MOVE_NONE;
}

int tb_symmetry_player(const struct tb_position *position, int symmetry, int player)
{
    if (!is_symmetry(position, symmetry))
        return TB_ERR_ARGUMENT;
    if (player < 0 || player >= position->setup.players)
        return TB_ERR_RANGE;
    return position->setup.game->transform_player(&position->state, symmetry, player);
}

/* ---- The goal ------------------------------------------------------------------ */

int tb_goal(const struct tb_position *position, int player, const struct tb_viewer *viewer,
            char *out, size_t size)
{
    char encoded[MESSAGE_ENCODED_MAX];
    struct text message = text_into(encoded, sizeof encoded), text;

    if (!is_position(position) || player < 0 || player >= position->setup.players ||
        (!out && size > 0))
        return no_text(out, size, TB_ERR_ARGUMENT);
    if (position->setup.game->goal)
        position->setup.game->goal(&position->state, player, &message);
    text = text_into(out, size);
    message_render_encoded(&text, encoded, viewer);
    return (int)text.used;
}

/* ---- Remarks ------------------------------------------------------------------ */

enum { REMARK_MESSAGES = 4 * TB_REMARK_TEXT }; /* bytes that hold any remark as messages */

/* Renders the lines of a remark, each an encoded message. */
static void render_lines(char *lines, const struct tb_viewer *viewer, struct text *out)
{
    for (char *line = lines, *end; line; line = end) {
        end = strchr(line, '\n');
        if (end)
            *end++ = '\0';
        if (out->used)
            text_char(out, '\n');
        message_render_encoded(out, line, viewer);
    }
}

static int remark(const struct tb_position *position, const tb_move *move,
                  const struct tb_viewer *viewer, char *out, size_t size)
{
    char lines[REMARK_MESSAGES];
    struct text encoded = text_into(lines, sizeof lines), text;

    if (!is_position(position) || (!out && size > 0))
        return no_text(out, size, TB_ERR_ARGUMENT);
    if (move && !game_is_legal(position->setup.game, &position->state, *move))
        return no_text(out, size, 0);
    if (position->setup.game->remark)
        position->setup.game->remark(&position->state, move, &encoded);
    text_end_whole(lines);
    text = text_into(out, size);
    if (*lines)
        render_lines(lines, viewer, &text);
    return (int)text.used;
}

int position_remark(const struct tb_position *position, const struct tb_viewer *viewer, char *out,
                    size_t size)
{
    return remark(position, NULL, viewer, out, size);
}

int position_remark_move(const struct tb_position *position, tb_move move,
                         const struct tb_viewer *viewer, char *out, size_t size)
{
    return remark(position, &move, viewer, out, size);
}
