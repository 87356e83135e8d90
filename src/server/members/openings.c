/*
 * openings.c - see openings.h.
 *
 * An opening is a line of first moves that enough games share, as long as they do: where a game has
 * one usual beginning, its lines are long, and where players scatter they are short.
 */
#include "server/members/openings.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "server/ratings/list.h"

enum {
    GAMES_MAX = 200,
    PLIES_MAX = 8,
    EVENTS_READ = 3 * PLIES_MAX, /* of each game: offers lie between moves */
    LEAST_GAMES = 2,             /* that share a line, */
    SHARE = 6,                   /* and at least this part of all in the game and seat */
    LINES_MAX = 3,               /* by game and seat */
};

struct played {
    char id[ID_SIZE], game[GAME_NAME_SIZE];
    int seat, plies;
    bool counts; /* two players, standard rules, nothing taken back */
    bool won, drawn;
    char moves[PLIES_MAX][TB_MOVE_TEXT];
};

struct collection {
    struct played *games;
    size_t capacity;
    int count;
};

/* A line: games from `from` to before `to` share the first `plies` moves. */
struct line {
    int from, to, plies;
};

/* ---- Reading ----------------------------------------------------------------------------- */

static bool is_usual(const char *text)
{
    json_t *root = json_loads(text, 0, NULL);
    struct terms terms;
    struct refusal refusal;
    bool usual = root && terms_decode(root, &terms, &refusal) && list_is_standard(&terms) &&
                 terms.start.setup.players == 2;

    json_decref(root);
    return usual;
}

static bool has_won(const char *result, int seat)
{
    return atoi(result) == seat; /* of two players one wins */
}

/* game, seat, rules, result, terms, kind, data */
static bool take_event(void *context, const struct db_row_view *row)
{
    struct collection *all = context;
    struct played *last = all->count > 0 ? &all->games[all->count - 1] : NULL;
    int seat = (int)row_int(row, 1);

    if (!last || strcmp(last->id, row_text(row, 0)) != 0 || last->seat != seat) {
        if (!ARRAY_RESERVE(all->games, all->capacity, (size_t)all->count, 1))
            return false;
        last = &all->games[all->count++];
        *last = (struct played){.seat = seat,
                                .counts = is_usual(row_text(row, 4)),
                                .won = has_won(row_text(row, 3), seat),
                                .drawn = strcmp(row_text(row, 3), "draw") == 0};

        row_copy(row, 0, last->id, sizeof last->id);
        row_copy(row, 2, last->game, sizeof last->game);
    }
    last->counts &= strcmp(row_text(row, 5), "undo-accept") != 0;
    if (strcmp(row_text(row, 5), "move") == 0 && last->plies < PLIES_MAX)
        row_copy(row, 6, last->moves[last->plies++], TB_MOVE_TEXT);
    return true;
}

static void read_games(struct db *db, int64_t member, struct collection *all)
{
    db_query(db, take_event, all,
             "SELECT p.game, p.seat, p.rules, p.result, g.terms, e.kind, e.data FROM"
             " (SELECT t.game, t.seat, s.rules, s.result FROM seats t"
             "  JOIN summaries s ON s.game = t.game WHERE t.member = $1 AND t.member > 0"
             "  AND s.status = 2 AND s.listed ORDER BY s.updated DESC, s.game LIMIT $2) p"
             " JOIN games g ON g.id = p.game JOIN events e ON e.game = p.game AND e.seq <= $3"
             " ORDER BY p.game, p.seat, e.seq",
             "iii", member, (int64_t)GAMES_MAX, (int64_t)EVENTS_READ);
}

/* ---- Lines -------------------------------------------------------------------------------- */

static bool is_same_table(const struct played *a, const struct played *b)
{
    return strcmp(a->game, b->game) == 0 && a->seat == b->seat;
}

/* By game, seat and moves. */
static int compare(const void *left, const void *right)
{
    const struct played *a = left, *b = right;
    int order = strcmp(a->game, b->game);

    if (order == 0)
        order = a->seat - b->seat;
    for (int i = 0; order == 0 && i < PLIES_MAX; i++)
        order = strcmp(a->moves[i], b->moves[i]);
    return order;
}

/* Adds the longest lines that enough games of a line share; returns their number. */
static int split(const struct played *games, struct line line, int least, struct line *out)
{
    int count = 0, next;

    for (int from = line.from; line.plies < PLIES_MAX && from < line.to; from = next) {
        const char *move = games[from].moves[line.plies];

        for (next = from + 1;
             next < line.to && strcmp(games[next].moves[line.plies], move) == 0;)
            next++;
        if (*move && next - from >= least)
            count += split(games, (struct line){from, next, line.plies + 1}, least, out + count);
    }
    if (count == 0 && line.plies > 0)
        out[count++] = line;
    return count;
}

static int compare_lines(const void *left, const void *right)
{
    const struct line *a = left, *b = right;

    return (b->to - b->from) - (a->to - a->from);
}

static json_t *line_encode(const struct played *games, const struct line *line)
{
    json_t *moves = json_array();
    int won = 0, drawn = 0;

    for (int i = line->from; i < line->to; i++) {
        won += games[i].won;
        drawn += games[i].drawn;
    }
    for (int i = 0; i < line->plies; i++)
        json_array_append_new(moves, json_string(games[line->from].moves[i]));
    return json_pack("{ss si so si si si}", "game", games[line->from].game, "seat",
                     games[line->from].seat, "moves", moves, "played", line->to - line->from, "won",
                     won, "drawn", drawn);
}

static void add_lines(const struct played *games, int from, int to, json_t *list)
{
    struct line lines[SHARE + GAMES_MAX / LEAST_GAMES];
    int least = (to - from + SHARE - 1) / SHARE;
    int count = split(games, (struct line){from, to, 0}, least > LEAST_GAMES ? least : LEAST_GAMES,
                      lines);

    qsort(lines, (size_t)count, sizeof *lines, compare_lines);
    for (int i = 0; i < count && i < LINES_MAX; i++)
        json_array_append_new(list, line_encode(games, &lines[i]));
}

json_t *member_openings(struct db *db, int64_t member)
{
    struct collection all = {0};
    json_t *list = json_array();
    int count = 0, next;

    read_games(db, member, &all);
    for (int i = 0; i < all.count; i++)
        if (all.games[i].counts && count++ < i)
            all.games[count - 1] = all.games[i];
    if (count > 0)
        qsort(all.games, (size_t)count, sizeof *all.games, compare);
    for (int from = 0; from < count; from = next) {
        for (next = from + 1; next < count && is_same_table(&all.games[from], &all.games[next]);)
            next++;
        add_lines(all.games, from, next, list);
    }
    free(all.games);
    return list;
}
