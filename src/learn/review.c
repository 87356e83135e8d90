/*
 * review.c - see review.h.
 *
 * Positions are searched from the last to the first: what the engine learns late in the game
 * tells it what the earlier moves led to.
 */
#include "learn/review.h"
#include "core/error.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum {
    DEFAULT_MB = 16,
    SOONER_PLIES = 4, /* two moves of each side, and */
    SOONER_PART = 4,  /* at least a fourth of the plies that were left: much sooner */
};

/*
 * A move is judged by how much of the expected result it gives away. A position of even
 * chances is worth 0.5, so 0.05 is a tenth of the way from even to lost: two engines, or one
 * engine with twice the time, differ by about 0.02, which nobody should be blamed for. A
 * blunder loses a fifth of a whole point: about as much as the first move of an even game
 * and a decisive advantage are apart in the levels that people play.
 */
static const struct {
    double loss; /* up to */
    const char *word, *mark, *name;
} judgements[JUDGEMENT_COUNT] = {
    [JUDGEMENT_BEST] = {0.02, "best", "", N_("Best")},
    [JUDGEMENT_GOOD] = {0.05, "good", "", N_("Good")},
    [JUDGEMENT_INACCURACY] = {0.10, "inaccuracy", "?!", N_("Inaccuracy")},
    [JUDGEMENT_MISTAKE] = {0.20, "mistake", "?", N_("Mistake")},
    [JUDGEMENT_BLUNDER] = {1.00, "blunder", "??", N_("Blunder")},
};

static const struct {
    const char *word, *sentence;
} certainties[] = {
    [CERTAINTY_NONE] = {"", ""},
    [CERTAINTY_ONLY_WIN] = {"only-win", N_("The only move that wins.")},
    [CERTAINTY_ONLY_HOLD] = {"only-hold", N_("The only move that holds.")},
    [CERTAINTY_LOST_WIN] = {"lost-win", N_("Gave away a proven win.")},
    [CERTAINTY_LOST_DRAW] = {"lost-draw", N_("Gave away a proven draw.")},
    [CERTAINTY_SOONER] = {"loses-sooner", N_("Loses much sooner than necessary.")},
};

const char *judgement_word(enum judgement judgement)
{
    return judgements[judgement].word;
}

const char *judgement_name(enum judgement judgement, const char *lang)
{
    return translate(lang, judgements[judgement].name);
}

const char *judgement_mark(enum judgement judgement)
{
    return judgements[judgement].mark;
}

const char *certainty_word(enum certainty certainty)
{
    return certainties[certainty].word;
}

const char *certainty_sentence(enum certainty certainty, const char *lang)
{
    const char *sentence = certainties[certainty].sentence;

    return *sentence ? translate(lang, sentence) : "";
}

bool review_faults(const struct review_move *move)
{
    return move->judgement >= JUDGEMENT_INACCURACY || move->certainty == CERTAINTY_SOONER;
}

void review_release(struct review *review)
{
    free(review->moves);
    *review = (struct review){0};
}

/* ---- Values ------------------------------------------------------------------------------ */

static struct review_value value_of_line(const struct search_line *line)
{
    return (struct review_value){
        .expected = line->exact ? (line->verdict.value + 1) / 2.0 : (line->score + 1) / 2,
        .exact = line->exact,
        .verdict = line->verdict,
    };
}

static struct review_value value_of_result(const struct tb_result *result, int player)
{
    int value = result->winners == 0 ? 0 : result->winners >> player & 1 ? 1 : -1;

    return (struct review_value){(value + 1) / 2.0, true, {value, 0}};
}

/* The same position as the other of two sides sees it. */
static struct review_value value_turned(struct review_value value)
{
    value.expected = 1 - value.expected;
    value.verdict.value = -value.verdict.value;
    return value;
}

/* ---- The work ---------------------------------------------------------------------------- */

struct work {
    const struct review_options *options;
    struct review *review;
    const struct tb_game *game;
    struct engine *engine;
    bool two_sides;
    int repetition;
    const struct tb_state *history; /* the positions before each move */
    struct tb_result end;           /* if the last move has ended the match */
    struct search_info info;
};

/* Lists the moves of the match with the positions before them. */
static int list_moves(struct work *w, const struct tb_match *match, struct tb_error *error)
{
    struct review *review = w->review;
    int length = tb_match_length(match), code = TB_OK;

    for (int i = 0; i < length && !code; i++) {
        struct review_move *move = &review->moves[review->count];
        const char *text = tb_match_entry(match, i);

        if (strcmp(text, "swap") == 0)
            continue;
        move->entry = i;
        code = tb_match_position_at(match, review->count, &move->position, error);
        if (!code)
            code = tb_move_parse(&move->position, text, &move->move, error);
        move->player = tb_turn(&move->position);
        review->count++;
    }
    return code;
}

/* The line that begins with a move, NULL if it is not among the best. */
static const struct search_line *line_with(const struct search_info *info, tb_move move)
{
    for (int i = 0; i < info->line_count; i++)
        if (info->lines[i].pv[0] == move)
            return &info->lines[i];
    return NULL;
}

static void search(struct work *w, int index)
{
    const struct review_move *move = &w->review->moves[index];
    struct search_task task = {
        .game = w->game,
        .state = &move->position.state,
        .history = w->history,
        .history_length = index,
        .repetition = w->repetition,
        .limits = w->options->limits,
        .lines = w->two_sides ? 2 : SEARCH_LINES_MAX,
    };

    if (task.limits.nodes == 0 && task.limits.time_ms == 0 && task.limits.depth == 0)
        task.limits.nodes = REVIEW_NODES;
    engine_arm(w->engine);
    engine_think(w->engine, &task, &w->info);
}

/* Returns the value after the played move, for the player who made it. */
static struct review_value value_after(const struct work *w, int index)
{
    const struct review_move *move = &w->review->moves[index], *next = move + 1;
    const struct search_line *line = line_with(&w->info, move->move);

    if (w->end.over && index + 1 == w->review->count)
        return value_of_result(&w->end, move->player);
    if (w->two_sides)
        return value_turned(next->before);
    if (line)
        return value_of_line(line);
    /* Beyond the last line that was asked for: no better than that one. */
    return value_of_line(&w->info.lines[w->info.line_count - 1]);
}

/* Returns the certain result that the move gave away, a win or a draw. */
static enum certainty certainty_lost(const struct review_move *move)
{
    int before = move->before.verdict.value;

    if (!move->before.exact || !move->after.exact || move->after.verdict.value >= before)
        return CERTAINTY_NONE;
    return before > 0 ? CERTAINTY_LOST_WIN : CERTAINTY_LOST_DRAW;
}

/* True if the game was lost before the move, and now ends much sooner than after the best one. */
static bool loses_sooner(const struct review_move *move)
{
    const struct review_value *before = &move->before, *after = &move->after;
    int longest = before->verdict.plies - 1, sooner = longest - after->verdict.plies;

    return before->exact && before->verdict.value < 0 && before->verdict.plies > 0 &&
           after->exact && after->verdict.value < 0 && after->verdict.plies >= 0 &&
           move->move != move->best.pv[0] && sooner >= SOONER_PLIES &&
           SOONER_PART * sooner >= longest;
}

static enum certainty certainty_of(const struct work *w, const struct review_move *move)
{
    const struct search_line *second = w->info.line_count > 1 ? &w->info.lines[1] : NULL;
    int before = move->before.verdict.value;

    if (!move->before.exact || certainty_lost(move))
        return certainty_lost(move);
    if (loses_sooner(move))
        return CERTAINTY_SOONER;
    if (!second || move->move != move->best.pv[0] || !second->exact ||
        second->verdict.value >= before)
        return CERTAINTY_NONE;
    return before > 0 ? CERTAINTY_ONLY_WIN : CERTAINTY_ONLY_HOLD;
}

static enum judgement judge(double loss)
{
    int judgement = JUDGEMENT_BEST;

    while (judgement < JUDGEMENT_COUNT - 1 && loss > judgements[judgement].loss)
        judgement++;
    return (enum judgement)judgement;
}

static void review_one(struct work *w, int index)
{
    struct review_move *move = &w->review->moves[index];

    search(w, index);
    move->best = w->info.lines[0];
    move->before = value_of_line(&move->best);
    move->after = value_after(w, index);
    /* The search of the position after the move knows more: it corrects what was thought of
     * the move if that is the one that the computer would have played, or better. */
    if (!move->before.exact && (move->move == move->best.pv[0] ||
                                move->after.expected > move->before.expected))
        move->before = move->after;
    /* And if the move was proven best before it, a shallower search afterwards is not a fault. */
    if (move->before.exact && !move->after.exact && move->move == move->best.pv[0]) {
        move->after = move->before;
        if (move->after.verdict.plies > 0)
            move->after.verdict.plies--;
    }
    move->loss = fmax(0, move->before.expected - move->after.expected);
    move->judgement = judge(move->loss);
    move->certainty = certainty_of(w, move);
}

/*
 * Carries proofs from one move to the next: a player who was proven to be lost before a move is
 * lost after it, even if a shorter search does not see it, and the next player has won. A move is
 * not blamed for a loss that was proven before it.
 */
static void carry_proofs(struct work *w)
{
    struct review *review = w->review;

    for (int i = 0; i < review->count; i++) {
        struct review_move *move = &review->moves[i], *next = move + 1;

        if (move->before.exact && move->before.verdict.value < 0 && !move->after.exact) {
            move->after = move->before;
            move->after.verdict.plies = -1;
            move->loss = 0;
            move->judgement = JUDGEMENT_BEST;
        }
        if (i + 1 == review->count || !move->after.exact || next->before.exact ||
            move->after.verdict.value == 0)
            continue;
        next->before = value_turned(move->after);
        if (next->before.verdict.value < 0 || next->after.exact) {
            next->loss = fmax(0, next->before.expected - next->after.expected);
            next->judgement = judge(next->loss);
            next->certainty = certainty_lost(next);
        }
    }
}

/* ---- The whole ---------------------------------------------------------------------------- */

/* Under the pie rule the strongest first move is a bad one, since the other player takes it: the
 * first move is not judged. */
static void excuse_first(struct review *review)
{
    struct review_move *first = &review->moves[0];

    first->excused = true;
    first->loss = 0;
    first->judgement = JUDGEMENT_GOOD;
    first->certainty = CERTAINTY_NONE;
}

static void measure_accuracy(struct review *review)
{
    static const double steepness = 4.5; /* a loss of 0.1 leaves 64 %, of 0.2 leaves 41 % */
    int counts[TB_PLAYERS_MAX] = {0};

    for (int i = 0; i < review->count; i++) {
        const struct review_move *move = &review->moves[i];

        if (move->excused)
            continue;
        review->accuracy[move->player] += 100 * exp(-steepness * move->loss);
        counts[move->player]++;
    }
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        review->accuracy[p] = counts[p] ? review->accuracy[p] / counts[p] : -1;
}

/*
 * Returns the losing move: the last mistake after which the losers never had even chances
 * again; -1 if no move counts as a mistake, since many small losses then decided the game.
 */
static int find_turning(const struct review *review, struct tb_result result)
{
    int turning = -1;
    double worst = judgements[JUDGEMENT_GOOD].loss;

    if (!result.over || result.winners == 0)
        return -1;
    for (int i = review->count - 1; i >= 0; i--) {
        const struct review_move *move = &review->moves[i];
        bool winner = result.winners >> move->player & 1;

        if (!winner && move->loss > worst) {
            worst = move->loss;
            turning = i;
        }
        if (turning >= 0 && (winner ? move->before.expected <= 0.5 : move->before.expected >= 0.5))
            break;
    }
    return turning;
}

/*
 * What the last move led to: the result if the move itself has ended the match, on the board or
 * by repetition. Who resigns, agrees to a draw or runs out of time may do so in any position;
 * then, and in a match that goes on, the move is worth what the position behind it is.
 */
static void judge_end(struct work *w, const struct tb_match *match)
{
    struct review_move *end = &w->review->moves[w->review->count];
    enum tb_ending ending = tb_match_ending(match);

    end->position = *tb_match_position(match);
    if (ending == TB_ENDING_BOARD || ending == TB_ENDING_REPETITION) {
        w->end = tb_match_result(match);
        return;
    }
    search(w, w->review->count);
    end->before = value_of_line(&w->info.lines[0]);
}

static int review_all(struct work *w, const struct tb_match *match, struct tb_error *error)
{
    struct review *review = w->review;
    int code = list_moves(w, match, error);

    if (!code)
        judge_end(w, match);
    for (int i = review->count - 1; i >= 0 && !code; i--) {
        if (w->options->progress &&
            !w->options->progress(w->options->context, review->count - 1 - i, review->count))
            return error_set(error, TB_ERR_OVER, "The review was stopped.");
        review_one(w, i);
    }
    if (!code) {
        if (w->two_sides)
            carry_proofs(w);
        if (match_rules_of(match).swap && review->count > 0)
            excuse_first(review);
        measure_accuracy(review);
        review->turning = find_turning(review, tb_match_result(match));
    }
    return code;
}

int review_make(const struct tb_match *match, const struct review_options *options,
                struct review *review, struct tb_error *error)
{
    const struct tb_position *start = tb_match_start(match);
    struct engine_options wanted = {
        .threads = options->threads,
        .table_mb = options->table_mb ? options->table_mb : DEFAULT_MB,
        .net = options->net,
        .net_size = options->net_size,
    };
    size_t length = (size_t)tb_match_length(match) + 1;
    struct work w = {
        .options = options,
        .review = review,
        .game = start->setup.game,
        .two_sides = tb_side_count(start) == 2,
        .repetition = match_rules_of(match).repetition,
        .history = match_states(match),
    };
    int code = TB_ERR_MEMORY;

    *review = (struct review){.players = start->setup.players, .turning = -1};
    review->moves = calloc(length, sizeof *review->moves);
    if (!review->moves)
        error_memory(error);
    else if ((w.engine = engine_new(&start->setup, &wanted, error)))
        code = review_all(&w, match, error);
    engine_free(w.engine);
    if (code)
        review_release(review);
    return code;
}
