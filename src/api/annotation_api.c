/* annotation_api.c - comments, evaluations and variations as the public interface shows them. */
#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "api/check.h"
#include "api/handles.h"
#include "core/error.h"
#include "learn/annotate.h"

_Static_assert((int)TB_NODE_START == (int)ANNOTATION_START, "the public number is the tree's");
_Static_assert((int)TB_COMMENT_MAX == (int)ANNOTATION_COMMENT_MAX, "the public limit is ours");

/* ---- Nodes ------------------------------------------------------------------------------- */

/* True if the record has the node. The start exists even in a record without annotations. */
static bool is_node(const struct tb_record *record, int node)
{
    return node == ANNOTATION_START || annotations_at(&record->record.notes, node);
}

static int check_node(const struct tb_record *record, int node, struct tb_error *error)
{
    if (!record)
        return api_missing(error, "record");
    if (!is_node(record, node))
        return error_set(error, TB_ERR_RANGE, "The record has no node {node}.",
                         arg_count("node", node));
    return TB_OK;
}

/* Gives each of the first `entries` moves of the match its node, before its siblings.
 * Returns the last. */
static int follow_match(struct tb_record *record, int entries, struct tb_error *error)
{
    struct annotations *notes = &record->record.notes;
    int node = ANNOTATION_START;

    for (int i = 0; i < entries && node >= 0; i++) {
        node = annotations_add(notes, node, tb_match_entry(record->record.match, i), error);
        if (node >= 0)
            annotations_put_first(notes, node);
    }
    return node;
}

/* True if the move of this node belongs to the match. */
static bool is_played(const struct tb_record *record, int node)
{
    int at = ANNOTATION_START;

    for (int i = 0; at != ANNOTATION_NONE && at != node; i++)
        at = record_main_child(&record->record, at, i);
    return at == node;
}

int tb_record_node(struct tb_record *record, int entries)
{
    if (!record)
        return TB_ERR_ARGUMENT;
    if (entries < 0 || entries > tb_match_length(record->record.match))
        return TB_ERR_RANGE;
    return follow_match(record, entries, NULL);
}

int tb_record_child(struct tb_record *record, int node, int index)
{
    int code = check_node(record, node, NULL);

    if (code || (code = follow_match(record, tb_match_length(record->record.match), NULL)) < 0)
        return code;
    const struct annotations *notes = &record->record.notes;
    const struct annotation_node *parent = annotations_at(notes, node);
    int child = parent ? parent->first : ANNOTATION_NONE;

    while (index-- > 0 && child != ANNOTATION_NONE)
        child = notes->nodes[child].next;
    return index < -1 || child == ANNOTATION_NONE ? TB_ERR_RANGE : child;
}

int tb_record_parent(const struct tb_record *record, int node)
{
    if (!record)
        return TB_ERR_ARGUMENT;
    const struct annotation_node *at = annotations_at(&record->record.notes, node);

    return at && node != ANNOTATION_START ? at->parent : TB_ERR_RANGE;
}

const char *tb_record_move(const struct tb_record *record, int node)
{
    const struct annotation_node *at = record ? annotations_at(&record->record.notes, node) : NULL;

    return at && node != ANNOTATION_START ? at->move : NULL;
}

/* Plays the moves that lead to a node. */
static int play_to(const struct annotations *notes, int node, struct tb_match *match,
                   struct tb_error *error)
{
    int count = 0, code = TB_OK;

    for (int at = node; at != ANNOTATION_START; at = notes->nodes[at].parent)
        count++;
    int *path = malloc(((size_t)count + 1) * sizeof *path);

    if (!path)
        return error_memory(error);
    for (int at = node, i = count; at != ANNOTATION_START; at = notes->nodes[at].parent)
        path[--i] = at;
    for (int i = 0; i < count && code == TB_OK; i++)
        code = tb_match_play(match, notes->nodes[path[i]].move, error);
    free(path);
    return code;
}

/* Returns a match at the position of a node, which the caller frees. */
static struct tb_match *match_at(const struct tb_record *record, int node, struct tb_error *error)
{
    struct match_rules rules = match_rules_of(record->record.match);
    struct tb_match *match = match_new(tb_match_start(record->record.match), &rules, error);

    if (match && play_to(&record->record.notes, node, match, error)) {
        tb_match_free(match);
        return NULL;
    }
    return match;
}

int tb_record_position(const struct tb_record *record, int node, struct tb_position *position,
                       struct tb_error *error)
{
    int code = position ? check_node(record, node, error) : api_missing(error, "position");

    if (code)
        return code;
    struct tb_match *match = match_at(record, node, error);

    if (!match)
        return TB_ERR_MEMORY;
    *position = *tb_match_position(match);
    tb_match_free(match);
    return TB_OK;
}

int tb_record_add(struct tb_record *record, int node, const char *move, struct tb_error *error)
{
    int code = move ? check_node(record, node, error) : api_missing(error, "move");

    if (code)
        return code;
    int end = follow_match(record, tb_match_length(record->record.match), error);

    if (end < 0)
        return end;
    if (node == end)
        return error_set(error, TB_ERR_RECORD,
                         "The match ends here; a further move is played in the match.");
    struct tb_match *match = match_at(record, node, error);

    if (!match)
        return TB_ERR_MEMORY;
    code = tb_match_play(match, move, error);
    if (code == TB_OK)
        code = annotations_add(&record->record.notes, node,
                               tb_match_entry(match, tb_match_length(match) - 1), error);
    tb_match_free(match);
    return code;
}

int tb_record_remove(struct tb_record *record, int node, struct tb_error *error)
{
    int code = check_node(record, node, error);

    if (code)
        return code;
    if (is_played(record, node))
        return error_set(error, TB_ERR_RECORD,
                         "This move belongs to the match, where it can be taken back.");
    annotations_remove(&record->record.notes, node);
    return TB_OK;
}

/* ---- Comments, evaluations, times, drawings -------------------------------------------------- */

const char *tb_record_comment(const struct tb_record *record, int node)
{
    const struct annotation_node *at = record ? annotations_at(&record->record.notes, node) : NULL;

    return at ? at->comment : NULL;
}

int tb_record_set_comment(struct tb_record *record, int node, const char *comment,
                          struct tb_error *error)
{
    int code = check_node(record, node, error);

    return code ? code
                : annotations_set_comment(&record->record.notes, node, comment, error);
}

int tb_record_evaluation(const struct tb_record *record, int node,
                         struct tb_evaluation *evaluation)
{
    int code = evaluation ? check_node(record, node, NULL) : TB_ERR_ARGUMENT;
    const struct annotation_node *at = code ? NULL : annotations_at(&record->record.notes, node);

    if (!at || !at->evaluated)
        return code;
    const struct evaluation *found = &at->evaluation;
    struct tb_evaluation own = {
        .size = sizeof own,
        .player = found->player,
        .exact = found->exact,
        .score = found->exact ? found->value : (double)found->score / ANNOTATION_UNIT,
        .value = found->exact ? found->value : 0,
        .plies = found->exact ? found->plies : -1,
    };

    code = api_write_struct(evaluation, &own, plies, NULL);
    return code ? code : 1;
}

int tb_record_set_evaluation(struct tb_record *record, int node,
                             const struct tb_evaluation *evaluation, struct tb_error *error)
{
    const double most = (double)ANNOTATION_SCORE_MAX / ANNOTATION_UNIT;
    struct tb_evaluation given;
    int code = check_node(record, node, error);

    if (code || (code = api_read_struct(&given, evaluation, plies, error)))
        return code;
    struct annotations *notes = &record->record.notes;

    if (!evaluation) {
        if (annotations_at(notes, node))
            notes->nodes[node].evaluated = false;
        return TB_OK;
    }
    bool possible = given.exact || (given.score >= -most && given.score <= most);
    struct evaluation own = {
        .player = possible ? given.player : -1, /* refused */
        .exact = given.exact,
        .score = given.exact || !possible ? 0 : (int)lround(given.score * ANNOTATION_UNIT),
        .value = given.value,
        .plies = given.exact ? given.plies : -1,
    };

    return annotations_evaluate(notes, node, tb_match_start(record->record.match)->setup.players,
                                &own, error);
}

int64_t tb_record_time(const struct tb_record *record, int node)
{
    const struct annotation_node *at = record ? annotations_at(&record->record.notes, node) : NULL;

    return at ? at->ms : -1;
}

int tb_record_set_time(struct tb_record *record, int node, int64_t ms, struct tb_error *error)
{
    int code = check_node(record, node, error);

    if (code)
        return code;
    if (ms != -1)
        return annotations_time(&record->record.notes, node, ms, error);
    if (annotations_at(&record->record.notes, node))
        record->record.notes.nodes[node].ms = -1;
    return TB_OK;
}

const char *tb_record_drawings(const struct tb_record *record, int node)
{
    const struct annotation_node *at = record ? annotations_at(&record->record.notes, node) : NULL;

    return at ? at->drawings : NULL;
}

int tb_record_set_drawings(struct tb_record *record, int node, const char *drawings,
                           struct tb_error *error)
{
    int code = check_node(record, node, error);

    return code ? code
                : annotations_set_drawings(&record->record.notes, node,
                                           &tb_match_start(record->record.match)->setup, drawings,
                                           error);
}

int tb_review_annotate(const struct tb_review *review, struct tb_record *record, const char *lang,
                       struct tb_error *error)
{
    if (!review || !record)
        return api_missing(error, review ? "record" : "review");
    return review_annotate(&review->review, &record->record, lang, error);
}
