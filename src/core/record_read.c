/*
 * record_read.c - reading records from text.
 *
 * A game is its tag lines and all that follows up to the next tag line; a
 * comment in braces may hold anything but a line that names a game, so that one
 * without an end does not swallow the next game. Each game is copied out first,
 * so that a bad one never spoils the next, and is then cut into words in place.
 */
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "core/game.h"
#include "core/record.h"
#include "core/start.h"
#include "core/windows.h"

#define BLANK " \t\r\n"

/* Bytes of a comment in the text, with its evaluation and time. */
enum { COMMENT_MAX = ANNOTATION_COMMENT_MAX + ANNOTATION_COMMANDS_MAX };

struct lexer {
    char *at; /* NUL-terminated, ours to write into */
    int line; /* of *at */
    int last; /* the line of the last word */
};

struct field {
    const char *value; /* NULL: the tag is not there */
    int line;
};

/* ---- Finding the games ------------------------------------------------------- */

bool record_more(struct record_reader *reader)
{
    for (; *reader->at && strchr(BLANK, *reader->at); reader->at++)
        reader->line += *reader->at == '\n';
    return *reader->at != '\0';
}

static bool names_game(const char *line)
{
    line += strspn(line, " \t");
    return strncmp(line, RECORD_OPENING, strlen(RECORD_OPENING)) == 0;
}

/* The next line that names a game, the end of the text if there is none. */
static const char *next_game(const char *at)
{
    while (*at)
        if (*at++ == '\n' && names_game(at))
            break;
    return at;
}

/* The closing brace of the comment at `at`; NULL if it has none, or it is too long. Looks no
 * further than it must: a file may hold many comments without an end. */
static const char *comment_end(const char *at)
{
    for (const char *end = at; *end && end - at <= COMMENT_MAX; end++) {
        if (*end == '}')
            return end;
        if (*end == '\n' && names_game(end + 1))
            break;
    }
    return NULL;
}

/* The end of the game that begins at `at`: the next tag line after its moves. */
static const char *game_end(const char *at)
{
    bool moves = false;

    while (*at) {
        if (at[strspn(at, " \t")] == '[') {
            if (moves)
                return at;
            at += strcspn(at, "\n");
        }
        for (; *at && *at != '\n'; at++) {
            if (*at == '{') {
                const char *end = comment_end(at);

                if (!end)
                    return next_game(at);
                at = end;
            } else if (!strchr(BLANK, *at))
                moves = true;
        }
        at += *at == '\n';
    }
    return at;
}

/* ---- Words ---------------------------------------------------------------------- */

/* Puts "line N: " before the error's text. */
static int name_line(struct tb_error *error, int code, int line)
{
    error_prefix(error, "Line {line}: ", arg_count("line", line));
    return code;
}

static void skip_blank(struct lexer *lexer)
{
    for (; *lexer->at && strchr(BLANK, *lexer->at); lexer->at++)
        lexer->line += *lexer->at == '\n';
}

/* Takes the comment at hand; *text is what stands between its braces. */
static int take_comment(struct lexer *lexer, char **text, struct tb_error *error)
{
    const char *end = comment_end(lexer->at);
    int line = lexer->line;

    if (!end && strchr(lexer->at, '}'))
        error_set(error, TB_ERR_SYNTAX,
                  "This comment is too long, or its '''}''' is missing; {max} bytes are the most.",
                  arg_count("max", ANNOTATION_COMMENT_MAX));
    else if (!end)
        error_set(error, TB_ERR_SYNTAX, "This comment has no closing '''}'''.");
    if (!end)
        return name_line(error, TB_ERR_SYNTAX, line);
    *text = lexer->at + 1;
    for (; lexer->at < end; lexer->at++)
        lexer->line += *lexer->at == '\n';
    *lexer->at++ = '\0';
    return TB_OK;
}

/* Skips blank space, and comments with a tag after them. */
static int skip_to_tag(struct lexer *lexer, struct tb_error *error)
{
    struct lexer before;
    char *text;
    int code;

    skip_blank(lexer);
    before = *lexer;
    for (; *lexer->at == '{'; skip_blank(lexer)) {
        if ((code = take_comment(lexer, &text, error)))
            return code;
        lexer->at[-1] = '}';
    }
    if (*lexer->at != '[')
        *lexer = before;
    return TB_OK;
}

/* Cuts off the word at hand. The character that made room for its end goes into *cut. */
static char *take_word(struct lexer *lexer, char *cut)
{
    char *word = lexer->at;
    size_t length = strcspn(word, BLANK "{()");

    lexer->last = lexer->line;
    lexer->at += length;
    *cut = *lexer->at;
    *lexer->at = '\0';
    return word;
}

/* ---- Tags ------------------------------------------------------------------------ */

/* Reads the quoted value at `at` in place; returns the place after it, NULL if malformed. */
static char *unquote(char *at, char **value)
{
    char *to = at + 1;

    *value = to;
    if (*at != '"')
        return NULL;
    for (at++; *at && *at != '"' && *at != '\n'; at++) {
        if (*at == '\\' && (at[1] == '"' || at[1] == '\\'))
            at++;
        *to++ = *at;
    }
    if (*at != '"')
        return NULL;
    *to = '\0';
    return at + 1;
}

/* Reads `[Name "value"]` and the rest of its line. */
static int read_tag(struct lexer *lexer, char **name, char **value, struct tb_error *error)
{
    char *at = lexer->at + 1, *end;

    at += strspn(at, " \t");
    *name = at;
    at += strcspn(at, BLANK "\"]");
    end = at;
    at += strspn(at, " \t");
    at = unquote(at, value);
    if (at)
        at += strspn(at, " \t");
    if (!at || *at != ']' || !strchr("\r\n", at[1 + strspn(at + 1, " \t")]))
        return error_set(error, TB_ERR_SYNTAX,
                         "This is not a tag; a tag looks like [Players \"2\"].");
    *end = '\0';
    lexer->at = at + 1;
    return TB_OK;
}

static int store_tag(struct field *fields, struct record *record, int line, const char *name,
                     const char *value, struct tb_error *error)
{
    enum record_field field = record_field_find(name);

    if (field == FIELD_COUNT ? record_tag(record, name) != NULL : fields[field].value != NULL)
        return error_set(error, TB_ERR_RECORD, "The tag {tag} is given twice.",
                         arg_text("tag", quote(name).text));
    if (field == FIELD_COUNT)
        return record_set_tag(record, name, value, error);
    fields[field] = (struct field){value, line};
    return TB_OK;
}

static int read_tags(struct lexer *lexer, struct field *fields, struct record *record,
                     struct tb_error *error)
{
    char *name, *value;
    int code;

    for (;;) {
        if ((code = skip_to_tag(lexer, error)))
            return code;
        if (*lexer->at != '[')
            return TB_OK;
        if ((code = read_tag(lexer, &name, &value, error)) ||
            (code = store_tag(fields, record, lexer->line, name, value, error)))
            return name_line(error, code, lexer->line);
    }
}

/* ---- The match that the tags describe --------------------------------------------- */

/* By name or title, in any case: "tictacdoh", "Tic Tac Doh". */
static const struct tb_game *find_game(const char *name)
{
    for (int i = 0; i < tb_game_count(); i++) {
        const struct tb_game *game = tb_game_at(i);

        if (strcasecmp(name, game->name) == 0 || strcasecmp(name, game->title) == 0)
            return game;
    }
    return NULL;
}

static int no_game(const struct field *name, int line, struct tb_error *error)
{
    char known[128];
    struct text text = text_into(known, sizeof known);

    start_list_games(&text);
    if (name->value)
        error_set(error, TB_ERR_GAME, "There is no game ''{game}''; the games are {known}.",
                  arg_text("game", quote(name->value).text), arg_text("known", known));
    else
        error_set(error, TB_ERR_GAME, "A game begins with its tags; [Game \"...\"] is missing.");
    return name_line(error, TB_ERR_GAME, name->value ? name->line : line);
}

/* Notes every word of `size=5 walls=3`. */
static int read_options(struct start *start, const char *text, struct tb_error *error)
{
    for (text += strspn(text, " "); *text; text += strspn(text, " ")) {
        char word[64], *equals;
        size_t length = strcspn(text, " ");
        struct text copy = text_into(word, sizeof word);

        text_add(&copy, "%.*s", (int)(length < sizeof word ? length : sizeof word), text);
        if (copy.used >= sizeof word || !(equals = strchr(word, '=')))
            return error_set(error, TB_ERR_OPTION, "''{word}'' is not an option such as walls=3.",
                             arg_text("word", quote(word).text));
        *equals = '\0';
        int code = start_set(start, word, equals + 1, error);

        if (code)
            return code;
        text += length;
    }
    return TB_OK;
}

/* Applies one tag to the start and the rules. */
static int apply_field(enum record_field field, const char *value, struct start *start,
                       struct match_rules *rules, struct tb_error *error)
{
    switch (field) {
    case FIELD_PLAYERS:
        return start_set(start, "players", value, error);
    case FIELD_OPTIONS:
        return read_options(start, value, error);
    case FIELD_REPETITION:
        return rules_set(rules, "repetition", value, error);
    case FIELD_SWAP:
        return rules_set(rules, "swap", value, error);
    case FIELD_POSITION:
        start->position = value;
        return TB_OK;
    default:
        return TB_OK;
    }
}

static int begin_match(const struct field *fields, int line, struct tb_match **match,
                       struct tb_error *error)
{
    const struct field *name = &fields[FIELD_GAME], *where = &fields[FIELD_POSITION];
    struct match_rules rules = match_rules_default();
    struct start start = {.game = name->value ? find_game(name->value) : NULL};
    struct tb_position position;
    int code;

    if (!start.game)
        return no_game(name, line, error);
    for (enum record_field field = 0; field < FIELD_COUNT; field++)
        if (fields[field].value &&
            (code = apply_field(field, fields[field].value, &start, &rules, error)))
            return name_line(error, code, fields[field].line);
    if ((code = start_resolve(&start, &position, error)))
        return name_line(error, code, where->value ? where->line : line);
    *match = match_new(&position, &rules, error);
    return *match ? TB_OK : name_line(error, TB_ERR_VALUE, line);
}

/* ---- Moves --------------------------------------------------------------------------- */

/* Skips a move number, "12." or "1..."; a result such as "1" has no dot. */
static char *skip_number(char *word)
{
    char *at = word + strspn(word, "0123456789");

    return *at == '.' ? at + strspn(at, ".") : word;
}

static bool is_result(const char *word)
{
    return strcmp(word, "*") == 0 || strcmp(word, "draw") == 0 || (*word >= '0' && *word <= '9');
}

/* State of reading the moves with their annotations. */
struct reading {
    struct lexer *lexer;
    struct record_cursor cursor;
    struct tb_result *stated;
    bool ended;
    int opened[ANNOTATION_DEPTH_MAX]; /* the lines where the open variations begin */
    char *waiting; /* a comment that belongs to the first move of a variation, or NULL */
};

static int note(struct reading *reading, char *text, struct tb_error *error)
{
    struct record *record = reading->cursor.record;

    return annotations_take(&record->notes, reading->cursor.node,
                            &tb_match_start(record->match)->setup, text, error);
}

/* Keeps a comment that precedes its move; several become one, in place. */
static void wait_for_move(struct reading *reading, char *text)
{
    char *old = reading->waiting;

    if (old)
        for (char *gap = old + strlen(old); gap < text; gap++)
            *gap = ' ';
    reading->waiting = old ? old : text;
}

static int read_comment(struct reading *reading, struct tb_error *error)
{
    int line = reading->lexer->line, code;
    char *text;

    if ((code = take_comment(reading->lexer, &text, error)))
        return code;
    if (record_cursor_fresh(&reading->cursor)) {
        wait_for_move(reading, text);
        return TB_OK;
    }
    code = note(reading, text, error);
    return code ? name_line(error, code, line) : TB_OK;
}

static int read_bracket(struct reading *reading, struct tb_error *error)
{
    struct record_cursor *cursor = &reading->cursor;
    int line = reading->lexer->line, code;

    if (reading->ended)
        code = error_set(error, TB_ERR_SYNTAX, "Unexpected bracket after the result.");
    else if (*reading->lexer->at == ')')
        code = record_cursor_close(cursor, error);
    else if ((code = record_cursor_open(cursor, error)) == TB_OK)
        reading->opened[cursor->depth - 1] = line;
    reading->lexer->at++;
    return code ? name_line(error, code, line) : TB_OK;
}

static int play_word(struct reading *reading, const char *word, int *ply, struct tb_error *error)
{
    int code = record_cursor_play(&reading->cursor, word, ply, error);
    char *text = reading->waiting;

    reading->waiting = NULL;
    return code == TB_OK && text ? note(reading, text, error) : code;
}

static int read_word(struct reading *reading, int *ply, struct tb_error *error)
{
    struct record *record = reading->cursor.record;
    int players = tb_match_start(record->match)->setup.players, code = TB_OK;
    char cut, *word = skip_number(take_word(reading->lexer, &cut));

    if (reading->ended)
        code = error_set(error, TB_ERR_SYNTAX, "Unexpected ''{word}'' after the result.",
                         arg_text("word", quote(word).text));
    else if (is_result(word) && reading->cursor.depth > 0)
        code = error_set(error, TB_ERR_SYNTAX,
                         "The result ''{word}'' is inside a variation; its ')' is missing.",
                         arg_text("word", quote(word).text));
    else if ((reading->ended = is_result(word)))
        code = record_result_parse(word, players, reading->stated, error);
    else if (*word)
        code = play_word(reading, word, ply, error);
    *reading->lexer->at = cut;
    return code ? name_line(error, code, reading->lexer->line) : TB_OK;
}

/* Fails if the text ends too early. */
static int check_end(const struct reading *reading, struct tb_error *error)
{
    int depth = reading->cursor.depth, line = reading->lexer->last;

    if (depth > 0) {
        error_set(error, TB_ERR_SYNTAX, "This variation has no closing ')'.");
        return name_line(error, TB_ERR_SYNTAX, reading->opened[depth - 1]);
    }
    if (reading->ended)
        return TB_OK;
    error_set(
        error, TB_ERR_SYNTAX,
        "The game breaks off; it must end with its result: 1, 2, ..., draw, or * if unfinished.");
    return name_line(error, TB_ERR_SYNTAX, line);
}

/* Plays every word up to the result, which must be the last. */
static int read_moves(struct lexer *lexer, struct record *record, struct tb_result *stated,
                      int *ply, struct tb_error *error)
{
    struct reading reading = {.lexer = lexer, .cursor.record = record, .stated = stated};
    int code;

    for (;;) {
        *ply = tb_match_plies(record->match);
        skip_blank(lexer);
        if (*lexer->at == '\0')
            break;
        if (*lexer->at == '{')
            code = read_comment(&reading, error);
        else if (*lexer->at == '(' || *lexer->at == ')')
            code = read_bracket(&reading, error);
        else
            code = read_word(&reading, ply, error);
        if (code)
            return code;
    }
    if ((code = check_end(&reading, error)))
        return code;
    if (!annotations_exist(&record->notes))
        annotations_release(&record->notes);
    return TB_OK;
}

/* The tag and the last word must not contradict each other. */
static int check_result(const struct field *tag, int players, struct tb_result *stated,
                        struct tb_error *error)
{
    struct tb_result tagged;
    int code;

    if (!tag->value)
        return TB_OK;
    if ((code = record_result_parse(tag->value, players, &tagged, error)))
        return code;
    if (tagged.over && stated->over && tagged.winners != stated->winners)
        return error_set(error, TB_ERR_RECORD,
                         "The tag Result and the result after the moves differ.");
    if (tagged.over)
        *stated = tagged;
    return TB_OK;
}

static int read_game(struct lexer *lexer, struct record *record, int *ply, struct tb_error *error)
{
    struct field fields[FIELD_COUNT] = {{0}};
    struct tb_result stated = {0};
    int code, line = lexer->line;

    if ((code = read_tags(lexer, fields, record, error)) ||
        (code = begin_match(fields, line, &record->match, error)) ||
        (code = read_moves(lexer, record, &stated, ply, error)))
        return code;
    if ((code = check_result(&fields[FIELD_RESULT], tb_match_start(record->match)->setup.players,
                             &stated, error)))
        return name_line(error, code, fields[FIELD_RESULT].line);
    code = record_conclude(record->match, fields[FIELD_ENDING].value, stated, error);
    return code ? name_line(error, code, lexer->last) : TB_OK;
}

int record_read(struct record_reader *reader, struct record *record, int *ply,
                struct tb_error *error)
{
    record_more(reader);
    size_t length = (size_t)(game_end(reader->at) - reader->at);
    char *copy = strndup(reader->at, length);
    struct lexer lexer = {copy, reader->line, reader->line};

    for (size_t i = 0; i < length; i++)
        reader->line += reader->at[i] == '\n';
    reader->at += length;
    *ply = 0;
    if (!copy)
        return error_memory(error);
    int code = read_game(&lexer, record, ply, error);

    if (code)
        record_release(record);
    free(copy);
    return code;
}
