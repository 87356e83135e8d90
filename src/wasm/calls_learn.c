/* calls_learn.c - reviews of games, puzzles, and what is known of the moves of a position. */
#include <stdlib.h>
#include <string.h>

#include "core/game.h"
#include "core/themes.h"
#include "learn/annotate.h"
#include "learn/explore.h"
#include "learn/puzzle.h"
#include "learn/review.h"
#include "wasm/calls.h"
#include "wasm/networks.h"

/* ---- Reviews ----------------------------------------------------------------------------- */

static void answer_value(struct json_writer *answer, const char *key,
                         const struct review_value *value)
{
    writer_key_open(answer, key, '{');
    writer_key_real(answer, "expected", value->expected);
    answer_verdict(answer, value->exact ? &value->verdict : NULL);
    writer_close(answer, '}');
}

/* The moves of the best line, as far as they can be played. */
static void answer_best(struct json_writer *answer, const struct review_move *move)
{
    struct tb_position position = move->position;
    bool going = true;

    writer_key_open(answer, "best", '[');
    for (int i = 0; i < move->best.length && going; i++) {
        char text[TB_MOVE_TEXT];

        tb_move_text(&position, move->best.pv[i], text, sizeof text);
        writer_string(answer, text);
        going = tb_play(&position, move->best.pv[i], NULL) == TB_OK;
    }
    writer_close(answer, ']');
}

static void answer_move(struct json_writer *answer, const struct review_move *move,
                        const struct request *request)
{
    char text[TB_MOVE_TEXT];
    const char *lang = request_lang(request);

    tb_move_text(&move->position, move->move, text, sizeof text);
    writer_open(answer, '{');
    writer_key_number(answer, "entry", move->entry);
    writer_key_number(answer, "player", move->player + 1);
    writer_key_string(answer, "move", text);
    answer_value(answer, "before", &move->before);
    answer_value(answer, "after", &move->after);
    answer_best(answer, move);
    writer_key_real(answer, "loss", move->loss);
    writer_key_string(answer, "judgement", judgement_word(move->judgement));
    writer_key_string(answer, "name", judgement_name(move->judgement, lang));
    writer_key_string(answer, "mark", judgement_mark(move->judgement));
    writer_key_string(answer, "certainty", certainty_word(move->certainty));
    writer_key_string(answer, "sentence", certainty_sentence(move->certainty, lang));
    writer_key(answer, "remarks");
    answer_remarks(answer, &move->position, &move->move, request);
    writer_key(answer, "bestRemarks");
    answer_remarks(answer, &move->position, &move->best.pv[0], request);
    writer_close(answer, '}');
}

static void answer_review(struct json_writer *answer, const struct review *review,
                          const struct record *annotated, const struct request *request)
{
    writer_open(answer, '{');
    writer_key_open(answer, "moves", '[');
    for (int i = 0; i < review->count; i++)
        answer_move(answer, &review->moves[i], request);
    writer_close(answer, ']');
    writer_key_open(answer, "accuracy", '[');
    for (int p = 0; p < review->players; p++) {
        if (review->accuracy[p] < 0)
            writer_null(answer);
        else
            writer_real(answer, review->accuracy[p]);
    }
    writer_close(answer, ']');
    writer_key_known(answer, "turning", review->turning >= 0,
                     review->turning < 0 ? 0 : review->moves[review->turning].entry);
    writer_key(answer, "notes");
    record_write_notes(answer, annotated);
    writer_close(answer, '}');
}

static bool report_progress(void *context, int done, int count)
{
    struct json_writer *text = context;

    writer_clear(text);
    writer_open(text, '{');
    writer_key_number(text, "done", done);
    writer_key_number(text, "count", count);
    writer_close(text, '}');
    calls_report_text(text);
    return true;
}

int call_review(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    struct json_writer progress = {0};
    struct review_options options = {.progress = report_progress, .context = &progress};
    struct review review;
    struct tb_match *match = request_match(request, fault);
    int nodes, code;

    if (!match)
        return fault->error.code;
    code = request_number(request, "nodes", &nodes, &fault->error);
    options.limits.nodes = (uint64_t)nodes;
    options.net = networks_find(&tb_match_start(match)->setup, &options.net_size);
    if (!code)
        code = review_make(match, &options, &review, &fault->error);
    if (!code) {
        struct record record = {.match = match}; /* for the annotations alone */

        code = review_annotate(&review, &record, request_lang(request), &fault->error);
        if (!code)
            answer_review(answer, &review, &record, request);
        annotations_release(&record.notes);
        review_release(&review);
    }
    writer_release(&progress);
    tb_match_free(match);
    return code;
}

/* ---- Puzzles ----------------------------------------------------------------------------- */

static int follow_all(const struct request *request, struct puzzle_attempt *at,
                      char last[TB_MOVE_TEXT], struct fault *fault)
{
    struct field field = {0};
    int code = TB_OK;

    for (fault->ply = 0; !code && request_next(request, &field);)
        if (strcmp(field.name, "moves") == 0) {
            fault->ply++;
            struct tb_position before = at->position;
            tb_move move;

            code = puzzle_attempt_play(at, field.value, &fault->error);
            if (!code && tb_move_parse(&before, field.value, &move, NULL) == TB_OK)
                tb_move_text(&before, move, last, TB_MOVE_TEXT);
        }
    return code;
}

static void answer_themes(struct json_writer *answer, const struct puzzle *puzzle, const char *lang)
{
    const struct theme *themes = game_themes(puzzle->position.setup.game);

    writer_key_open(answer, "themes", '[');
    for (int i = 0; themes[i].name; i++)
        if (puzzle->themes >> i & 1)
            writer_string(answer, translate(lang, themes[i].text));
    writer_close(answer, ']');
}

/* How a proven win goes on from here, move by move. */
static void answer_line(struct json_writer *answer, const struct puzzle *puzzle,
                        const struct puzzle_attempt *at)
{
    enum { MOVES = 5 };
    struct tb_position position = at->position;
    tb_move line[MOVES];
    int length = puzzle_line(puzzle, at, line, MOVES);

    writer_key_open(answer, "line", '[');
    for (int i = 0; i < length; i++) {
        char text[TB_MOVE_TEXT];

        tb_move_text(&position, line[i], text, sizeof text);
        writer_string(answer, text);
        tb_play(&position, line[i], NULL);
    }
    writer_close(answer, ']');
}

/* Why the last move was wrong, in words and with the reply that shows it. */
static void answer_refutation(struct json_writer *answer, const struct puzzle *puzzle,
                              const struct puzzle_attempt *at, const char *wrong, const char *lang)
{
    char sentence[256] = "", reply[TB_MOVE_TEXT];
    struct text text = text_into(sentence, sizeof sentence);
    tb_move move;
    bool refuted = at->wrong && puzzle_refute(puzzle, at, &move);

    if (refuted)
        tb_move_text(&at->position, move, reply, sizeof reply);
    if (at->wrong)
        puzzle_attempt_fault(puzzle, at, wrong, refuted ? reply : NULL, lang, &text);
    writer_key_string(answer, "refutation", refuted ? reply : NULL);
    writer_key_string(answer, "fault", at->wrong ? sentence : NULL);
    struct puzzle_attempt end = *at;

    if (refuted) {
        tb_play(&end.position, move, NULL);
        end.plies = plies_after(end.plies);
    }
    if (!refuted && at->tree)
        end.plies = 0; /* there is nothing to show yet */
    answer_line(answer, puzzle, &end);
}

/* `wrong` is the last move, which matters if it was wrong. */
static void answer_puzzle(struct json_writer *answer, const struct puzzle *puzzle,
                          const struct puzzle_attempt *at, const char *wrong, const char *lang)
{
    char position[TB_POSITION_TEXT], task[256], next[TB_MOVE_TEXT] = "";
    struct text text = text_into(task, sizeof task);
    int solver = tb_turn(&puzzle->position) + 1;

    tb_position_text(&puzzle->position, position, sizeof position);
    puzzle_attempt_task(puzzle, at, &(struct tb_viewer){.lang = lang, .you = solver}, &text);
    if (at->tree && !at->wrong && !at->replying)
        puzzle_answer(at->tree, next);
    writer_open(answer, '{');
    writer_key_string(answer, "id", puzzle->id);
    answer_setup(answer, &puzzle->position.setup);
    writer_key_string(answer, "position", position);
    writer_key_number(answer, "player", solver);
    writer_key_string(answer, "task", task);
    writer_key_number(answer, "grade", puzzle->grade);
    writer_key_number(answer, "length", puzzle_moves(puzzle->tree));
    answer_themes(answer, puzzle, lang);
    writer_key_string(answer, "state",
                      at->wrong      ? "wrong"
                      : !at->tree    ? "solved"
                      : at->replying ? "reply"
                                     : "open");
    writer_key_string(answer, "answer", *next ? next : NULL);
    writer_key_string(answer, "solution", puzzle->tree);
    answer_refutation(answer, puzzle, at, wrong, lang);
    writer_close(answer, '}');
}

int call_puzzle(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    const char *name = request_get(request, "game"), *line = request_get(request, "line");
    const struct tb_game *game = name ? tb_game_find(name) : NULL;
    struct puzzle puzzle = {0};
    char last[TB_MOVE_TEXT] = "";
    int code;

    if (!game || !line)
        return error_set(&fault->error, TB_ERR_SYNTAX, "A puzzle needs its game and its line.");
    if ((code = puzzle_read(line, game, &puzzle, &fault->error)))
        return code;
    struct puzzle_attempt at = puzzle_attempt_start(&puzzle);

    code = follow_all(request, &at, last, fault);
    if (!code)
        answer_puzzle(answer, &puzzle, &at, last, request_lang(request));
    puzzle_release(&puzzle);
    return code;
}

/* ---- The explorer ------------------------------------------------------------------------ */

static void answer_entry(struct json_writer *answer, const struct book_entry *entry)
{
    writer_key_number(answer, "wins", (int)entry->wins);
    writer_key_number(answer, "draws", (int)entry->draws);
    writer_key_number(answer, "length", entry->length);
    writer_key_real(answer, "score", (double)entry->score / BOOK_SCORE);
}

static void answer_explored(struct json_writer *answer, const struct tb_position *position,
                            const struct explored *one)
{
    char text[TB_MOVE_TEXT];

    tb_move_text(position, one->move, text, sizeof text);
    writer_open(answer, '{');
    writer_key_string(answer, "move", text);
    answer_verdict(answer, one->exact ? &one->verdict : NULL);
    writer_key_number(answer, "games", one->booked ? (int)one->entry.games : 0);
    if (one->booked)
        answer_entry(answer, &one->entry);
    writer_close(answer, '}');
}

static void answer_facts(struct json_writer *answer, const struct book *book,
                         const struct tb_position *position)
{
    writer_key(answer, "book");
    if (!book) {
        writer_null(answer);
        return;
    }
    writer_open(answer, '{');
    writer_key_number(answer, "games", (int)book->facts.games);
    writer_key_number(answer, "level", 0); /* full strength */
    writer_key_number(answer, "nodes", (int)book->facts.nodes);
    writer_key_bool(answer, "complete", book_is_complete(book, position));
    writer_close(answer, '}');
}

int call_explore(const struct request *request, struct json_writer *answer, struct fault *fault)
{
    const char *text = request_get(request, "book");
    static struct exact exact; /* for the next call */
    struct explore_options options = {.exact = HAS_SOLVER ? &exact : NULL};
    struct explored *all = NULL;
    struct book book;
    struct tb_match *match = request_match(request, fault);
    int nodes, count = 0, code;

    if (!match)
        return fault->error.code;
    code = request_number(request, "nodes", &nodes, &fault->error);
    if (!code && text)
        code = book_read(text, &book, &fault->error);
    if (!code) {
        options.nodes = (uint64_t)nodes;
        options.book = text ? &book : NULL;
        if (!tb_match_result(match).over)
            count = explore(tb_match_position(match), &options, &all);
        code = count < 0 ? error_memory(&fault->error) : TB_OK;
    }
    if (!code) {
        writer_open(answer, '{');
        writer_key_bool(answer, "proofs", explore_proves(tb_match_position(match)));
        answer_facts(answer, options.book, tb_match_position(match));
        writer_key_open(answer, "moves", '[');
        for (int i = 0; i < count; i++)
            answer_explored(answer, tb_match_position(match), &all[i]);
        writer_close(answer, ']');
        writer_close(answer, '}');
    }
    free(all);
    tb_match_free(match);
    return code;
}
