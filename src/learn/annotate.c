/* annotate.c - see annotate.h. */
#include "learn/annotate.h"

#include <math.h>
#include <string.h>

#include "core/game.h"

enum {
    LINE_MOVES = 8,                        /* of a better line */
    WORDS_MAX = 2 * TB_REMARK_TEXT + 1000, /* bytes that hold the comment on a move */
};

_Static_assert((int)WORDS_MAX <= (int)ANNOTATION_COMMENT_MAX, "a comment holds what a review says");

/* A review on its way into a record. */
struct annotating {
    struct record *record;
    struct tb_match *match; /* at the current move */
    int node;               /* of the position before it */
    const char *lang;
};

void review_summary(const struct review *review, const char *lang, struct text *text)
{
    for (int p = 0; p < review->players; p++)
        if (review->accuracy[p] >= 0)
            text_message(text, lang, "Accuracy of {player}: {percent} %.\n",
                         arg_player("player", p + 1),
                         arg_number("percent", review->accuracy[p], 0));
    if (review->turning < 0)
        return;
    const struct review_move *move = &review->moves[review->turning];
    char spelling[TB_MOVE_TEXT];

    tb_move_text(&move->position, move->move, spelling, sizeof spelling);
    text_message(text, lang, "The game turned at move {move}: {annotated_move} of {player}.\n",
                 arg_count("move", review->turning + 1), arg_text("annotated_move", spelling),
                 arg_player("player", move->player + 1));
}

/* ---- Comments ----------------------------------------------------------------------------- */

/* Adds to the comment, unless it says so already. */
static int comment(struct annotating *at, int node, const char *words, struct tb_error *error)
{
    const struct annotation_node *old = annotations_at(&at->record->notes, node);
    struct annotations once = {0};
    int code = annotations_comment(&once, ANNOTATION_START, words, strlen(words), error);
    const char *text = code ? NULL : once.nodes[ANNOTATION_START].comment;
    bool said = text && old && old->comment && strstr(old->comment, text);

    if (text && !said)
        code = annotations_comment(&at->record->notes, node, text, strlen(text), error);
    annotations_release(&once);
    return code;
}

static int evaluate(struct annotating *at, int node, int player, const struct review_value *value,
                    struct tb_error *error)
{
    struct evaluation evaluation = {
        .player = player,
        .exact = value->exact,
        .score = (int)lround((2 * value->expected - 1) * ANNOTATION_UNIT),
        .value = value->verdict.value,
        .plies = value->verdict.plies < 0 || value->verdict.plies > ANNOTATION_PLIES_MAX
                     ? -1
                     : value->verdict.plies,
    };

    return annotations_evaluate(&at->record->notes, node,
                                tb_match_start(at->match)->setup.players, &evaluation, error);
}

static void add_remark(struct text *text, const struct tb_position *position, tb_move move,
                       const char *lang)
{
    char remark[TB_REMARK_TEXT];

    position_remark_move(position, move, &(struct tb_viewer){.lang = lang}, remark, sizeof remark);
    text_add(text, " %s", remark);
}

/* "Mistake. It gave away a proven win. ... Better: e3h." */
static int judge(struct annotating *at, int node, const struct review_move *move,
                 struct tb_error *error)
{
    char words[WORDS_MAX], best[TB_MOVE_TEXT];
    struct text text = text_into(words, sizeof words);
    bool marked = move->judgement >= JUDGEMENT_INACCURACY;

    if (marked)
        text_add(&text, "%s. ", judgement_name(move->judgement, at->lang));
    text_add(&text, "%s", certainty_sentence(move->certainty, at->lang));
    if (review_faults(move)) {
        add_remark(&text, &move->position, move->move, at->lang);
        tb_move_text(&move->position, move->best.pv[0], best, sizeof best);
        text_message(&text, at->lang, " Better: {move}.", arg_text("move", best));
    }
    return text.used ? comment(at, node, words, error) : TB_OK;
}

/* The better line, as far as it can be played in the match. */
static int show_better(struct annotating *at, const struct review_move *move,
                       struct tb_error *error)
{
    struct tb_position position = move->position;
    int length = tb_match_length(at->match), node = at->node, code = TB_OK;

    for (int i = 0; i < move->best.length && i < LINE_MOVES && code == TB_OK; i++) {
        char words[WORDS_MAX];
        struct text text = text_into(words, sizeof words);

        tb_move_text(&position, move->best.pv[i], words, sizeof words);
        if (tb_play(&position, move->best.pv[i], NULL) || tb_match_play(at->match, words, NULL))
            break;
        if ((node = annotations_add(&at->record->notes, node, words, error)) < 0) {
            code = node;
        } else if (i == 0) {
            add_remark(&text, &move->position, move->best.pv[0], at->lang);
            if (!(code = evaluate(at, node, move->player, &move->before, error)))
                code = comment(at, node, words, error);
        }
    }
    while (tb_match_length(at->match) > length)
        tb_match_undo(at->match);
    return code;
}

/* ---- The match ------------------------------------------------------------------------------ */

/* Plays the next entry of the record, and goes to its node. */
static int go_on(struct annotating *at, struct tb_error *error)
{
    const char *entry = tb_match_entry(at->record->match, tb_match_length(at->match));
    int node = entry ? annotations_add(&at->record->notes, at->node, entry, error) : TB_OK;

    if (!entry)
        return error_set(error, TB_ERR_RECORD, "The review is of another match.");
    if (node < 0)
        return node;
    annotations_put_first(&at->record->notes, node);
    at->node = node;
    return tb_match_play(at->match, entry, error);
}

static int annotate_move(struct annotating *at, const struct review_move *move,
                         struct tb_error *error)
{
    int before, code = TB_OK;

    while (code == TB_OK && tb_match_length(at->match) < move->entry)
        code = go_on(at, error);
    before = at->node;
    if (code || (code = go_on(at, error)) || (code = judge(at, at->node, move, error)) ||
        (code = evaluate(at, at->node, move->player, &move->after, error)) || !review_faults(move))
        return code;
    /* The variation is made after the move itself, which comes first. */
    int played = at->node;
    const char *entry = tb_match_entry(at->record->match, move->entry);

    tb_match_undo(at->match);
    at->node = before;
    code = show_better(at, move, error);
    at->node = played;
    return code ? code : tb_match_play(at->match, entry, error);
}

int review_annotate(const struct review *review, struct record *record, const char *lang,
                    struct tb_error *error)
{
    struct match_rules rules = match_rules_of(record->match);
    struct annotating at = {.record = record, .lang = lang};
    char words[WORDS_MAX];
    struct text text = text_into(words, sizeof words);
    int code;

    at.match = match_new(tb_match_start(record->match), &rules, error);
    if (!at.match)
        return TB_ERR_MEMORY;
    review_summary(review, lang, &text);
    code = comment(&at, ANNOTATION_START, words, error);
    for (int i = 0; i < review->count && code == TB_OK; i++)
        code = annotate_move(&at, &review->moves[i], error);
    tb_match_free(at.match);
    return code;
}
