/* analysis.c - see analysis.h. */
#include "learn/analysis.h"

#include <stdlib.h>

#include "search/variation.h"

enum {
    LINES_MAX = 3,     /* that are gone on with */
    NODES_MAX = 20000, /* for a position on the way; a number, so that answers stay the same */
};

static void think(struct engine *engine, const struct tb_match *match,
                  const struct search_task *task, struct search_info *info)
{
    engine_arm(engine);
    engine_choose(engine, match, task, NULL, info);
}

/* ---- Whole lines ------------------------------------------------------------------------ */

/* A line that grows while its moves are played. */
struct growth {
    struct tb_match *match;
    struct search_line *line;
    bool (*stop)(void);
};

static void grow(void *context, const char *text)
{
    struct growth *growth = context;
    struct search_line *line = growth->line;
    tb_move move;

    if (line->length >= SEARCH_PV_MAX || tb_match_ending(growth->match) != TB_ENDING_NONE ||
        tb_move_parse(tb_match_position(growth->match), text, &move, NULL) ||
        tb_match_play(growth->match, text, NULL))
        return;
    line->pv[line->length++] = move;
}

/* Adds what can be proven next; false if nothing can. */
static bool grow_by_search(struct growth *growth, struct engine *engine, int value)
{
    const struct search_task task = {.limits.nodes = NODES_MAX};
    struct search_line *line = growth->line;
    struct search_info info;
    struct tb_position here = *tb_match_position(growth->match);
    int length = line->length;

    if (length >= SEARCH_PV_MAX || tb_match_ending(growth->match) != TB_ENDING_NONE ||
        growth->stop())
        return false;
    think(engine, growth->match, &task, &info);
    if (!info.lines[0].exact || info.lines[0].verdict.value != (length % 2 ? -value : value))
        return false;
    variation_each(&here, &info.lines[0], grow, growth);
    return line->length > length;
}

void analysis_extend(struct engine *engine, const struct tb_match *match, struct search_info *info,
                     bool (*stop)(void))
{
    const struct tb_position *position = tb_match_position(match);

    for (int i = 0; i < info->line_count && i < LINES_MAX; i++) {
        struct search_line *line = &info->lines[i], start = *line;
        struct growth growth = {tb_match_copy(match, NULL), line, stop};

        if (!line->exact || position->setup.players != 2 || !growth.match) {
            tb_match_free(growth.match);
            continue;
        }
        line->length = 0;
        variation_each(position, &start, grow, &growth);
        while (grow_by_search(&growth, engine, start.verdict.value))
            continue;
        tb_match_free(growth.match);
    }
}

/* ---- Every move -------------------------------------------------------------------------- */

/* Orders lines by what they are worth, the best first. */
static int compare(const void *a, const void *b)
{
    const struct search_line *one = a, *two = b;
    double score[2] = {one->score, two->score};

    if (score[0] != score[1])
        return score[0] > score[1] ? -1 : 1;
    int sooner = one->verdict.plies - two->verdict.plies;

    if (one->exact && two->exact && one->verdict.plies >= 0 && two->verdict.plies >= 0 && sooner)
        return score[0] > 0 ? sooner : -sooner;
    return one->pv[0] < two->pv[0] ? -1 : 1;
}

/* The line of a move after which the match is over. */
static void end_line(const struct tb_match *match, int player, struct search_line *line)
{
    struct tb_result result = tb_match_result(match);

    line->exact = true;
    line->verdict.plies = 1;
    line->verdict.value = result.winners & (1u << player) ? 1 : result.winners ? -1 : 0;
    line->score = line->verdict.value;
}

/* The line that begins with the move just played in the match. */
static void think_after(struct engine *engine, const struct tb_match *match,
                        const struct search_task *task, struct search_line *line,
                        struct search_info *sum)
{
    struct search_info info;

    think(engine, match, task, &info);
    const struct search_line *reply = &info.lines[0];

    line->score = -reply->score;
    line->exact = reply->exact;
    line->verdict = (struct verdict){-reply->verdict.value,
                                     reply->verdict.plies < 0 ? -1 : reply->verdict.plies + 1};
    for (int i = 0; i < reply->length && line->length < SEARCH_PV_MAX; i++)
        line->pv[line->length++] = reply->pv[i];
    sum->nodes += info.nodes;
    sum->ms += info.ms;
    sum->depth = info.depth + 1 < sum->depth ? info.depth + 1 : sum->depth;
}

int analysis_of_all(struct engine *engine, struct tb_match *match,
                    const struct search_limits *limits, bool (*stop)(void),
                    struct search_line **lines, struct search_info *info)
{
    struct tb_position position = *tb_match_position(match);
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(&position, moves), done = 0, player = tb_turn(&position);
    const struct search_task task = {
        .limits = {
            .time_ms = limits->time_ms ? 1 + limits->time_ms / count : 0,
            .nodes = limits->nodes ? 1 + limits->nodes / (uint64_t)count : 0,
            .depth = limits->depth > 1 ? limits->depth - 1 : limits->depth,
        }};

    *info = (struct search_info){.depth = SEARCH_PV_MAX};
    *lines = calloc((size_t)count, sizeof **lines);
    for (; *lines && done < count && !stop(); done++) {
        struct search_line *line = *lines + done;
        char text[TB_MOVE_TEXT];

        line->pv[line->length++] = moves[done];
        tb_move_text(&position, moves[done], text, sizeof text);
        if (tb_match_play(match, text, NULL))
            break;
        if (tb_match_ending(match) != TB_ENDING_NONE)
            end_line(match, player, line);
        else
            think_after(engine, match, &task, line, info);
        tb_match_undo(match);
    }
    if (!*lines)
        return -1;
    qsort(*lines, (size_t)done, sizeof **lines, compare);
    return done;
}
