/* review_api.c - reviews of matches as the public interface shows them. */
#include <stdlib.h>

#include "api/check.h"
#include "api/handles.h"
#include "core/error.h"

_Static_assert((int)TB_BLUNDER == (int)JUDGEMENT_BLUNDER, "the public numbers are the review's");

static int read_options(const struct tb_review_options *given, struct review_options *out,
                        struct tb_error *error)
{
    struct tb_review_options options;
    int code;

    if ((code = api_read_struct(&options, given, context, error)) ||
        (code = api_check_range("threads", options.threads, 0, TB_THREADS_MAX, error)) ||
        (code = api_check_range("depth", options.depth, 0, INT32_MAX, error)) ||
        (code = api_check_range("time_ms", options.time_ms, 0, INT64_MAX, error)))
        return code;
    *out = (struct review_options){
        .limits = {.time_ms = options.time_ms, .nodes = options.nodes, .depth = options.depth},
        .threads = options.threads,
        .table_mb = options.table_mb,
        .progress = options.report,
        .context = options.context,
    };
    return TB_OK;
}

struct tb_review *tb_review_new(const struct tb_match *match,
                                const struct tb_review_options *given, struct tb_error *error)
{
    struct review_options options;

    if (!match) {
        api_missing(error, "match");
        return NULL;
    }
    if (read_options(given, &options, error))
        return NULL;
    struct tb_review *review = calloc(1, sizeof *review);

    if (!review) {
        error_memory(error);
        return NULL;
    }
    int code = review_make(match, &options, &review->review, error);

    if (!code)
        return review;
    if (code == TB_ERR_OVER)
        error_set(error, TB_ERR_STOPPED, "The review was stopped.");
    tb_review_free(review);
    return NULL;
}

void tb_review_free(struct tb_review *review)
{
    if (review)
        review_release(&review->review);
    free(review);
}

int tb_review_count(const struct tb_review *review)
{
    return review ? review->review.count : TB_ERR_ARGUMENT;
}

int tb_review_move(const struct tb_review *review, int index, struct tb_reviewed *move)
{
    if (!review || !move)
        return TB_ERR_ARGUMENT;
    if (index < 0 || index >= review->review.count)
        return TB_ERR_RANGE;
    const struct review_move *found = &review->review.moves[index];
    struct tb_reviewed own = {
        .size = sizeof own,
        .entry = found->entry,
        .player = found->player,
        .move = found->move,
        .best = found->best.length > 0 ? found->best.pv[0] : found->move,
        .before = found->before.expected,
        .after = found->after.expected,
        .loss = found->loss,
        .exact = found->before.exact && found->after.exact,
        .judgement = (enum tb_judgement)found->judgement,
    };

    return api_write_struct(move, &own, judgement, NULL);
}

double tb_review_accuracy(const struct tb_review *review, int player)
{
    if (!review || player < 0 || player >= review->review.players)
        return -1;
    return review->review.accuracy[player];
}

int tb_review_turning(const struct tb_review *review)
{
    return review ? review->review.turning : -1;
}

const char *tb_judgement_text(enum tb_judgement judgement, const char *lang)
{
    return (int)judgement >= 0 && (int)judgement < JUDGEMENT_COUNT
               ? judgement_name((enum judgement)judgement, lang)
               : NULL;
}
