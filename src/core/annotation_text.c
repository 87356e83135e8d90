/*
 * annotation_text.c - evaluations, times and comments as records for people have them:
 *
 *     {[%eval 1 0.35] [%emt 0:00:01.25] [%csl Gb2] [%cal Rb2c3] Shuts the middle.}
 */
#include <stdlib.h>
#include <string.h>

#include "core/annotation.h"
#include "core/error.h"

#define BLANK " \t\r\n"

/* Bytes for the words of a command: no comment that is read has more. */
enum { COMMAND_TEXT = ANNOTATION_COMMENT_MAX + ANNOTATION_COMMANDS_MAX + 1 };

/* ---- Evaluations ------------------------------------------------------------------------ */

static const char *const value_words[] = {"loss", "draw", "win"};

const char *evaluation_word(int value)
{
    return value_words[value + 1];
}

bool evaluation_value(const char *word, int *value)
{
    for (*value = -1; *value <= 1; ++*value)
        if (strcmp(word, evaluation_word(*value)) == 0)
            return true;
    return false;
}

void evaluation_score_text(int score, struct text *text)
{
    int whole = abs(score) / ANNOTATION_UNIT, rest = abs(score) % ANNOTATION_UNIT;

    text_add(text, "%s%d.%02d", score < 0 ? "-" : "", whole, rest / 100);
    if (rest % 100 != 0)
        text_add(text, "%d", rest / 10 % 10);
    if (rest % 10 != 0)
        text_add(text, "%d", rest % 10);
}

void evaluation_text(const struct evaluation *evaluation, struct text *text)
{
    text_add(text, "%d ", evaluation->player + 1);
    if (!evaluation->exact) {
        evaluation_score_text(evaluation->score, text);
        return;
    }
    text_add(text, "%s", evaluation_word(evaluation->value));
    if (evaluation->plies >= 0)
        text_add(text, " %d", evaluation->plies);
}

/* Takes the digits after a point; `unit` (a power of ten) says how many of them count. */
static bool scan_fraction(struct scan *scan, int unit, int *value)
{
    const char *digits = scan->at;

    for (*value = 0; *scan->at >= '0' && *scan->at <= '9'; scan->at++) {
        unit /= 10;
        *value += (*scan->at - '0') * unit;
    }
    return scan->at > digits;
}

static bool scan_score(struct scan *scan, int *score)
{
    bool minus = scan_char(scan, '-');
    int whole, rest = 0;

    if (!minus)
        scan_char(scan, '+');
    if (!scan_number(scan, ANNOTATION_SCORE_MAX / ANNOTATION_UNIT, &whole) ||
        (scan_char(scan, '.') && !scan_fraction(scan, ANNOTATION_UNIT, &rest)))
        return false;
    *score = whole * ANNOTATION_UNIT + rest;
    if (minus)
        *score = -*score;
    return true;
}

static bool scan_exact(struct scan *scan, struct evaluation *out)
{
    for (int value = -1; value <= 1 && !out->exact; value++)
        if (scan_word(scan, evaluation_word(value))) {
            out->exact = true;
            out->value = value;
        }
    out->plies = -1;
    return out->exact &&
           (!scan_char(scan, ' ') || scan_number(scan, ANNOTATION_PLIES_MAX, &out->plies));
}

int evaluation_parse(const char *words, struct evaluation *evaluation, struct tb_error *error)
{
    struct scan scan = {words};
    struct evaluation out = {.plies = -1};
    int player;

    if (scan_number(&scan, TB_PLAYERS_MAX, &player) && player > 0 && scan_char(&scan, ' ') &&
        (scan_exact(&scan, &out) || (!out.exact && scan_score(&scan, &out.score))) &&
        scan_end(&scan)) {
        out.player = player - 1;
        *evaluation = out;
        return TB_OK;
    }
    return error_set(error, TB_ERR_SYNTAX,
                     "''{text}'' is not an evaluation; [%eval 1 0.35] is an estimate for player "
                     "1, [%eval 2 win 5] a proven win of player 2 in 5 plies.",
                     arg_text("text", quote(words).text));
}

/* ---- Times ----------------------------------------------------------------------------------- */

void time_text(int64_t ms, struct text *text)
{
    int64_t seconds = ms / 1000;
    int rest = (int)(ms % 1000);

    text_add(text, "%lld:%02d:%02d", (long long)(seconds / 3600), (int)(seconds / 60 % 60),
             (int)(seconds % 60));
    if (rest == 0)
        return;
    text_add(text, ".%d", rest / 100);
    if (rest % 100 != 0)
        text_add(text, "%d", rest / 10 % 10);
    if (rest % 10 != 0)
        text_add(text, "%d", rest % 10);
}

static int time_parse(const char *words, int64_t *ms, struct tb_error *error)
{
    struct scan scan = {words};
    int hours, minutes, seconds, rest = 0;

    if (scan_number(&scan, (int)(ANNOTATION_MS_MAX / 3600000), &hours) && scan_char(&scan, ':') &&
        scan_number(&scan, 59, &minutes) && scan_char(&scan, ':') &&
        scan_number(&scan, 59, &seconds) &&
        (!scan_char(&scan, '.') || scan_fraction(&scan, 1000, &rest)) && scan_end(&scan)) {
        *ms = ((int64_t)hours * 3600 + minutes * 60 + seconds) * 1000 + rest;
        return TB_OK;
    }
    return error_set(error, TB_ERR_SYNTAX,
                     "''{text}'' is not a time; [%emt 0:00:01.25] is a second and a quarter.",
                     arg_text("text", quote(words).text));
}

/* ---- Comments -------------------------------------------------------------------------------- */

/* Copies the text after the name of a command, with single spaces. */
static void copy_words(const char *at, size_t length, char *out, size_t size)
{
    struct text text = text_into(out, size);

    while (length > 0) {
        size_t blanks = 0, word = 0;

        while (blanks < length && strchr(BLANK, at[blanks]))
            blanks++;
        while (blanks + word < length && !strchr(BLANK, at[blanks + word]))
            word++;
        if (word > 0)
            text_add(&text, "%s%.*s", text.used ? " " : "", (int)word, at + blanks);
        at += blanks + word;
        length -= blanks + word;
    }
}

static int take_evaluation(struct annotations *tree, int node, const struct tb_setup *setup,
                           const char *words, struct tb_error *error)
{
    struct evaluation evaluation;
    int code = evaluation_parse(words, &evaluation, error);

    return code ? code : annotations_evaluate(tree, node, setup->players, &evaluation, error);
}

static int take_time(struct annotations *tree, int node, const struct tb_setup *setup,
                     const char *words, struct tb_error *error)
{
    int64_t ms = 0;
    int code = time_parse(words, &ms, error);

    (void)setup;
    return code ? code : annotations_time(tree, node, ms, error);
}

static int (*const takers[COMMANDS])(struct annotations *tree, int node,
                                     const struct tb_setup *setup, const char *words,
                                     struct tb_error *error) = {
    [COMMAND_EVALUATION] = take_evaluation,
    [COMMAND_TIME] = take_time,
    [COMMAND_SQUARES] = annotations_draw,
    [COMMAND_ARROWS] = annotations_draw,
};

/* Does what the command at `at` says, and makes it blank. */
static int take_command(struct annotations *tree, int node, const struct tb_setup *setup, char *at,
                        enum comment_command which, struct tb_error *error)
{
    size_t name = strlen(comment_commands[which]), length = strcspn(at, "]");
    char words[COMMAND_TEXT];

    if (!at[length])
        return error_set(error, TB_ERR_SYNTAX, "This '[%' has no closing ']'.");
    copy_words(at + name, length - name, words, sizeof words);
    int code = takers[which](tree, node, setup, words, error);

    memset(at, ' ', length + 1);
    return code;
}

int annotations_take(struct annotations *tree, int node, const struct tb_setup *setup, char *text,
                     struct tb_error *error)
{
    enum comment_command which;
    char *at;
    int code = TB_OK;

    while (!code && (at = comment_find_command(text, &which)))
        code = take_command(tree, node, setup, at, which, error);
    return code ? code : annotations_comment(tree, node, text, strlen(text), error);
}
