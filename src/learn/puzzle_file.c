/* puzzle_file.c - see puzzle_file.h. */
#include "learn/puzzle_file.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/canonical.h"
#include "core/error.h"

void puzzle_list_release(struct puzzle_list *list)
{
    for (int i = 0; i < list->count; i++)
        puzzle_release(&list->puzzles[i]);
    free(list->puzzles);
    *list = (struct puzzle_list){0};
}

static int read_header(const char *line, struct puzzle_list *list, struct tb_error *error)
{
    struct scan scan = {line};

    if (!scan_word(&scan, PUZZLE_FILE_NAME) || !scan_char(&scan, ' '))
        return error_set(error, TB_ERR_SYNTAX,
                         "This is not a file of puzzles; its first line must be ''{name} GAME''.",
                         arg_text("name", PUZZLE_FILE_NAME));
    list->game = tb_game_find(scan.at);
    if (!list->game)
        return error_set(error, TB_ERR_GAME, "There is no game ''{game}''.",
                         arg_text("game", quote(scan.at).text));
    return TB_OK;
}

static int read_line(const char *line, struct puzzle_list *list, struct tb_error *error)
{
    int code;

    if (!list->game)
        return read_header(line, list, error);
    if (*line == '\0' || *line == '#')
        return TB_OK;
    if (!ARRAY_RESERVE(list->puzzles, list->capacity, list->count, 1))
        return error_memory(error);
    list->puzzles[list->count] = (struct puzzle){0};
    code = puzzle_read(line, list->game, &list->puzzles[list->count], error);
    list->count += code == TB_OK;
    return code;
}

int puzzle_list_read(const char *text, struct puzzle_list *list, struct tb_error *error)
{
    char line[PUZZLE_LINE_MAX];
    int number = 0, code = TB_OK;

    for (const char *at = text; *at && !code;) {
        size_t length = strcspn(at, "\n");

        number++;
        if (length >= sizeof line) {
            code = error_set(error, TB_ERR_SYNTAX, "The line is too long.");
        } else {
            memcpy(line, at, length);
            line[length] = '\0';
            line[strcspn(line, "\r")] = '\0';
            code = read_line(line, list, error);
        }
        at += length + (at[length] == '\n');
    }
    if (!code && !list->game)
        code = read_header("", list, error);
    if (!code)
        return TB_OK;
    error_prefix(error, "Line {line}: ", arg_count("line", number));
    puzzle_list_release(list);
    return code;
}

const struct puzzle *puzzle_list_find(const struct puzzle_list *list, const char *id)
{
    for (int i = 0; i < list->count; i++)
        if (strcmp(list->puzzles[i].id, id) == 0)
            return &list->puzzles[i];
    return NULL;
}

int puzzle_list_next(const struct puzzle_list *list, int index, int grade)
{
    for (int i = 0; i < list->count; i++) {
        int at = (int)(((int64_t)index + i) % list->count);

        if (grade == 0 || list->puzzles[at].grade == grade)
            return at;
    }
    return TB_ERR_RANGE;
}

/* ---- Puzzles that belong together ---------------------------------------------------------- */

static uint64_t name_of(const struct tb_position *position)
{
    const struct tb_game *game = position->setup.game;
    const void *state = &position->state;

    return canonical_hash(game, state, game->turn(state), canonical_all(game, state));
}

uint64_t puzzle_name(const struct puzzle *puzzle)
{
    return name_of(&puzzle->position);
}

/* `owner` is -1 until the puzzle is found in the solution of another. */
struct named {
    uint64_t name;
    int index, owner;
};

struct names {
    struct named *list;
    size_t count;
};

static int compare_names(const void *a, const void *b)
{
    const struct named *x = a, *y = b;

    if (x->name != y->name)
        return x->name < y->name ? -1 : 1;
    return x->index - y->index;
}

/* Notes the puzzles of these names, but for the owner, with this position. */
static void note(const struct names *names, const struct tb_position *position, int owner)
{
    uint64_t name = name_of(position);
    size_t low = 0, high = names->count;

    while (low < high) {
        size_t middle = low + (high - low) / 2;

        if (names->list[middle].name < name)
            low = middle + 1;
        else
            high = middle;
    }
    for (; low < names->count && names->list[low].name == name; low++)
        if (names->list[low].owner < 0 && names->list[low].index != owner)
            names->list[low].owner = owner;
}

/* Goes through a solution with every reply and notes the positions after its moves. */
static void walk(const struct names *names, const struct tb_position *position, const char *tree,
                 int owner)
{
    const struct tb_game *game = position->setup.game;
    struct tb_position after = *position;
    tb_move move, replies[TB_MOVES_MAX];
    char text[TB_MOVE_TEXT];

    if (!puzzle_answer(tree, text) || tb_move_parse(position, text, &move, NULL))
        return;
    game->play(&after.state, move);
    if (tb_position_result(&after).over)
        return;
    note(names, &after, owner);
    int count = tree[strlen(text)] == '(' ? game->moves(&after.state, replies) : 0;

    for (int i = 0; i < count; i++) {
        struct tb_position next = after;

        position_move_text(&after, replies[i], text, sizeof text);
        const char *branch = puzzle_follow(tree, text);

        game->play(&next.state, replies[i]);
        if (!branch || tb_position_result(&next).over)
            continue;
        note(names, &next, owner);
        walk(names, &next, branch, owner);
    }
}

bool puzzle_list_pairs(const struct puzzle_list *list, struct puzzle_pairs *pairs,
                       void (*report)(const struct puzzle *puzzle, const struct puzzle *other,
                                      bool contained))
{
    struct names names = {calloc((size_t)list->count + 1, sizeof *names.list), (size_t)list->count};
    const struct named *first = names.list;

    *pairs = (struct puzzle_pairs){0};
    if (!names.list)
        return false;
    for (int i = 0; i < list->count; i++)
        names.list[i] = (struct named){puzzle_name(&list->puzzles[i]), i, -1};
    qsort(names.list, names.count, sizeof *names.list, compare_names);
    for (int i = 0; i < list->count; i++)
        walk(&names, &list->puzzles[i].position, list->puzzles[i].tree, i);
    for (const struct named *at = names.list; at < names.list + names.count; at++) {
        first = at->name == first->name ? first : at;
        if (at != first)
            report(&list->puzzles[at->index], &list->puzzles[first->index], false);
        if (at->owner >= 0)
            report(&list->puzzles[at->index], &list->puzzles[at->owner], true);
        pairs->equal += at != first;
        pairs->contained += at->owner >= 0;
    }
    free(names.list);
    return true;
}

/* ---- Grading and writing ------------------------------------------------------------------ */

struct graded {
    double points;
    struct puzzle *puzzle;
};

static int compare_points(const void *a, const void *b)
{
    const struct graded *x = a, *y = b;

    if (x->points != y->points)
        return x->points < y->points ? -1 : 1;
    return strcmp(x->puzzle->id, y->puzzle->id);
}

bool puzzle_list_grade(struct puzzle_list *list, bool (*stop)(void *context), void *context)
{
    struct graded *graded = calloc((size_t)list->count + 1, sizeof *graded);
    bool whole = graded != NULL;

    for (int i = 0; whole && i < list->count; i++) {
        list->puzzles[i].themes = puzzle_themes(&list->puzzles[i]);
        graded[i] = (struct graded){puzzle_points(&list->puzzles[i]), &list->puzzles[i]};
        whole = !stop || !stop(context);
    }
    if (whole)
        qsort(graded, (size_t)list->count, sizeof *graded, compare_points);
    for (int i = 0; whole && i < list->count; i++)
        graded[i].puzzle->grade = 1 + i * PUZZLE_GRADES / list->count;
    free(graded);
    return whole;
}

char *puzzle_list_write(const struct puzzle_list *list)
{
    size_t size = 64 + (size_t)list->count * PUZZLE_LINE_MAX;
    char *buffer = malloc(size);
    struct text text = text_into(buffer, buffer ? size : 0);

    if (!buffer)
        return NULL;
    text_add(&text, PUZZLE_FILE_NAME " %s\n", tb_game_name(list->game));
    for (int i = 0; i < list->count; i++) {
        puzzle_write(&list->puzzles[i], &text);
        text_char(&text, '\n');
    }
    return buffer;
}
