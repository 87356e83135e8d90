/*
 * match.c - a game with its history: undo and redo, the repetition rule, the
 * pie rule, and endings that are not on the board.
 *
 * Invariants
 *  - entries[0..length) have been played; entries[length..known) were undone
 *    and can be played again.
 *  - states[0] is the start and states[n] the state after ply n; `swap` is an entry
 *    but not a ply. There is one state more than there are known plies.
 *  - marks[n] belongs to states[n].
 *  - An ending other than by the board or by repetition (resignation, time) is kept in
 *    `called` and does not depend on the position.
 */
#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/game.h"

static const char SWAP[] = "swap"; /* the entry */
static const char BRINGS_BACK[] = N_("That repeats an earlier position.");

struct entry {
    char text[TB_MOVE_TEXT];
    bool is_swap;
};

/* How often a position has occurred up to here, and its hash, by which it is found again. */
struct mark {
    uint64_t hash;
    int times;
    bool stuck; /* with REPETITION_ILLEGAL: every move brings a position back */
};

struct tb_match {
    struct tb_position start;
    struct tb_position now;
    struct match_rules rules;
    struct entry *entries;
    struct tb_state *states;
    struct mark *marks;
    size_t entry_capacity, state_capacity, mark_capacity;
    int length, known;
    enum tb_ending called;    /* TB_ENDING_NONE unless someone ended the match */
    struct tb_result verdict; /* the result when called */
};

struct match_rules match_rules_default(void)
{
    return (struct match_rules)MATCH_RULES_DEFAULT;
}

/* Reserves space for `count` entries; false if memory runs out, and then the match is unchanged. */
static bool reserve(struct tb_match *match, int count)
{
    return ARRAY_RESERVE(match->entries, match->entry_capacity, count, 0) &&
           ARRAY_RESERVE(match->states, match->state_capacity, count, 1) &&
           ARRAY_RESERVE(match->marks, match->mark_capacity, count, 1);
}

/* Counts how often a position occurs among the first `count`. */
static int occurrences(const struct tb_match *match, const struct tb_state *state, uint64_t hash,
                       int count)
{
    int times = 0;

    for (int i = 0; i < count; i++)
        times += match->marks[i].hash == hash &&
                 memcmp(&match->states[i], state, match->start.setup.game->state_size) == 0;
    return times;
}

/* True if the move is illegal because it brings back a position. */
static bool brings_back(const struct tb_match *match, tb_move move)
{
    const struct tb_game *game = match->start.setup.game;
    struct tb_state next = match->now.state;

    if (match->rules.repetition != REPETITION_ILLEGAL || !game->repeats)
        return false;
    game->play(&next, move);
    return occurrences(match, &next, game_hash(game, &next), tb_match_plies(match) + 1) > 0;
}

int match_moves(const struct tb_match *match, tb_move *out)
{
    int count = tb_match_ending(match) == TB_ENDING_NONE ? tb_moves(&match->now, out) : 0;
    int kept = 0;

    for (int i = 0; i < count; i++)
        if (!brings_back(match, out[i]))
            out[kept++] = out[i];
    return kept;
}

/* True if every move of a game that goes on brings a position back. */
static bool is_stuck(const struct tb_match *match)
{
    tb_move moves[TB_MOVES_MAX];
    int count = match->rules.repetition == REPETITION_ILLEGAL ? tb_moves(&match->now, moves) : 0;
    int tried = 0;

    while (tried < count && brings_back(match, moves[tried]))
        tried++;
    return count > 0 && tried == count;
}

/* Notes the current position as the one after `plies` plies. */
static void keep_state(struct tb_match *match, int plies)
{
    struct mark *mark = &match->marks[plies];

    match->states[plies] = match->now.state;
    mark->hash = game_hash(match->start.setup.game, &match->now.state);
    mark->times = 1 + occurrences(match, &match->now.state, mark->hash, plies);
    mark->stuck = is_stuck(match);
}

struct tb_match *match_new(const struct tb_position *start, const struct match_rules *rules,
                           struct tb_error *error)
{
    const struct match_rules usual = match_rules_default();

    if (position_check(start, error) != TB_OK)
        return NULL;
    if (!rules)
        rules = &usual;
    if (rules->repetition < 0 || rules->repetition > 9) {
        error_set(error, TB_ERR_VALUE,
                  "Repetition cannot be {repetition}; it must be between 0 and 9.",
                  arg_count("repetition", rules->repetition));
        return NULL;
    }
    if (rules->swap &&
        game_side_count(start->setup.game, &start->state, start->setup.players) != 2) {
        error_set(error, TB_ERR_VALUE,
                  "The pie rule (swap) is for two sides, not for {players}.",
                  arg_count("players", start->setup.players));
        return NULL;
    }
    struct tb_match *match = calloc(1, sizeof *match);

    if (!match || !reserve(match, 1)) {
        tb_match_free(match);
        error_memory(error);
        return NULL;
    }
    match->start = match->now = *start;
    match->rules = *rules;
    keep_state(match, 0);
    return match;
}

struct tb_match *tb_match_copy(const struct tb_match *match, struct tb_error *error)
{
    if (!match) {
        error_missing(error, "match");
        return NULL;
    }
    struct tb_match *copy = malloc(sizeof *copy);

    if (copy) {
        *copy = *match;
        copy->entries = NULL;
        copy->states = NULL;
        copy->marks = NULL;
        copy->entry_capacity = copy->state_capacity = copy->mark_capacity = 0;
    }
    if (!copy || !reserve(copy, match->known + 1)) {
        tb_match_free(copy);
        error_memory(error);
        return NULL;
    }
    memcpy(copy->entries, match->entries, (size_t)match->known * sizeof *match->entries);
    memcpy(copy->states, match->states, (size_t)(match->known + 1) * sizeof *match->states);
    memcpy(copy->marks, match->marks, (size_t)(match->known + 1) * sizeof *match->marks);
    return copy;
}

void tb_match_free(struct tb_match *match)
{
    if (match) {
        free(match->entries);
        free(match->states);
        free(match->marks);
    }
    free(match);
}

enum tb_ending tb_match_ending(const struct tb_match *match)
{
    if (!match)
        return TB_ENDING_NONE;
    if (match->called != TB_ENDING_NONE)
        return match->called;
    if (tb_position_result(&match->now).over)
        return TB_ENDING_BOARD;
    const struct mark *mark = &match->marks[tb_match_plies(match)];
    int repetition = match->rules.repetition;

    if (mark->stuck || (repetition > REPETITION_ILLEGAL && mark->times >= repetition &&
                        tb_game_repeats(match->start.setup.game)))
        return TB_ENDING_REPETITION;
    return TB_ENDING_NONE;
}

struct tb_result tb_match_result(const struct tb_match *match)
{
    if (!match)
        return (struct tb_result){0};
    switch (tb_match_ending(match)) {
    case TB_ENDING_NONE:
    case TB_ENDING_BOARD:
        return tb_position_result(&match->now);
    case TB_ENDING_REPETITION:
        return (struct tb_result){.over = true, .winners = 0};
    default:
        return match->verdict;
    }
}

bool tb_match_can_swap(const struct tb_match *match)
{
    return match && match->rules.swap && match->length == 1 && tb_turn(&match->now) == 1 &&
           tb_match_ending(match) == TB_ENDING_NONE;
}

/* ---- Playing ----------------------------------------------------------------- */

/* Drops what was undone and adds an entry; NULL if memory runs out. */
static struct entry *new_entry(struct tb_match *match)
{
    if (!reserve(match, match->length + 1))
        return NULL;
    struct entry *entry = &match->entries[match->length];

    memset(entry, 0, sizeof *entry);
    match->known = ++match->length;
    return entry;
}

static void why_swap(const struct tb_match *match, struct tb_reason *reason)
{
    if (tb_match_can_swap(match))
        reason_legal(reason, 0);
    else if (!match->rules.swap)
        reason_set(reason, "Nobody may swap in this match: the pie rule is off.");
    else
        reason_set(reason, "Only player 2 may swap, right after the first move.");
}

static int play_swap(struct tb_match *match, struct tb_error *error)
{
    struct tb_reason reason;

    why_swap(match, &reason);
    if (!reason.legal)
        return error_set_encoded(error, TB_ERR_ILLEGAL, reason.message);
    struct entry *entry = new_entry(match);

    if (!entry)
        return error_memory(error);
    strcpy(entry->text, SWAP);
    entry->is_swap = true;
    return TB_OK;
}

static int already_over(const struct tb_match *match, struct tb_error *error)
{
    static const char *const how[] = {
        [TB_ENDING_BOARD] = N_("The game is over."),
        [TB_ENDING_REPETITION] = N_("The game is over: a draw by repetition."),
        [TB_ENDING_RESIGNATION] = N_("The game is over by resignation."),
        [TB_ENDING_AGREEMENT] = N_("The game is over: a draw by agreement."),
        [TB_ENDING_TIME] = N_("The game is over on time."),
        [TB_ENDING_LIMIT] = N_("The game is over: a draw at the move limit."),
    };

    return error_set_encoded(error, TB_ERR_OVER, how[tb_match_ending(match)]);
}

int tb_match_play(struct tb_match *match, const char *text, struct tb_error *error)
{
    tb_move move;
    int code;

    if (!match || !text)
        return error_missing(error, match ? "text" : "match");
    if (tb_match_ending(match) != TB_ENDING_NONE)
        return already_over(match, error);
    if (strcmp(text, SWAP) == 0)
        return play_swap(match, error);
    code = tb_move_parse(&match->now, text, &move, error);
    if (!code && brings_back(match, move))
        code = error_set_encoded(error, TB_ERR_ILLEGAL, BRINGS_BACK);
    return code ? code : match_play_legal(match, move, error);
}

int match_play_legal(struct tb_match *match, tb_move move, struct tb_error *error)
{
    struct entry *entry = new_entry(match);

    if (!entry)
        return error_memory(error);
    position_move_text(&match->now, move, entry->text, sizeof entry->text);
    match->now.setup.game->play(&match->now.state, move);
    keep_state(match, tb_match_plies(match));
    return TB_OK;
}

int match_why(const struct tb_match *match, const char *text, struct tb_reason *reason)
{
    memset(reason, 0, sizeof *reason);
    if (!match)
        return position_why(NULL, text, reason);
    if (tb_match_ending(match) != TB_ENDING_NONE)
        reason_over(reason);
    else if (text && strcmp(text, SWAP) == 0)
        why_swap(match, reason);
    else {
        int code = position_why(&match->now, text, reason);

        if (code || !reason->legal || !brings_back(match, reason->move))
            return code;
        reason_set_encoded(reason, BRINGS_BACK);
    }
    return TB_OK;
}

bool tb_match_undo(struct tb_match *match)
{
    if (!match)
        return false;
    if (match->called != TB_ENDING_NONE) {
        match->called = TB_ENDING_NONE;
        return true;
    }
    if (match->length == 0)
        return false;
    match->length--;
    match->now.state = match->states[tb_match_plies(match)];
    return true;
}

bool tb_match_redo(struct tb_match *match)
{
    if (!match || match->called != TB_ENDING_NONE || match->length == match->known)
        return false;
    match->length++;
    match->now.state = match->states[tb_match_plies(match)];
    return true;
}

struct tb_result tb_match_result_without(const struct tb_match *match, int player)
{
    if (!match || player < 0 || player >= match->start.setup.players)
        return (struct tb_result){0};
    int players = match->start.setup.players;
    unsigned everyone = (1u << players) - 1;

    return (struct tb_result){
        .over = true,
        .winners =
            everyone & ~game_partners(match->start.setup.game, &match->now.state, players, player),
    };
}

/* Ends the match with everyone who is not on this player's side as winner. */
static int lose(struct tb_match *match, int player, enum tb_ending how, struct tb_error *error)
{
    if (!match)
        return error_missing(error, "match");
    if (player < 0 || player >= match->start.setup.players)
        return error_set(error, TB_ERR_RANGE, "There is no {player}.",
                         arg_player("player", player + 1));
    if (tb_match_ending(match) != TB_ENDING_NONE)
        return already_over(match, error);
    match->verdict = tb_match_result_without(match, player);
    match->called = how;
    return TB_OK;
}

int tb_match_resign(struct tb_match *match, int player, struct tb_error *error)
{
    return lose(match, player, TB_ENDING_RESIGNATION, error);
}

int tb_match_flag(struct tb_match *match, int player, struct tb_error *error)
{
    return lose(match, player, TB_ENDING_TIME, error);
}

/* Ends the match without a winner. */
static int draw(struct tb_match *match, enum tb_ending how, struct tb_error *error)
{
    if (!match)
        return error_missing(error, "match");
    if (tb_match_ending(match) != TB_ENDING_NONE)
        return already_over(match, error);
    match->verdict = (struct tb_result){.over = true, .winners = 0};
    match->called = how;
    return TB_OK;
}

int tb_match_agree_draw(struct tb_match *match, struct tb_error *error)
{
    return draw(match, TB_ENDING_AGREEMENT, error);
}

int tb_match_draw_at_limit(struct tb_match *match, struct tb_error *error)
{
    return draw(match, TB_ENDING_LIMIT, error);
}

const struct tb_position *tb_match_position(const struct tb_match *match)
{
    return match ? &match->now : NULL;
}

const struct tb_position *tb_match_start(const struct tb_match *match)
{
    return match ? &match->start : NULL;
}

struct match_rules match_rules_of(const struct tb_match *match)
{
    return match ? match->rules : (struct match_rules){0};
}

int tb_match_length(const struct tb_match *match)
{
    return match ? match->length : TB_ERR_ARGUMENT;
}

int tb_match_plies(const struct tb_match *match)
{
    return match ? match->length - tb_match_swapped(match) : TB_ERR_ARGUMENT;
}

bool tb_match_swapped(const struct tb_match *match)
{
    return match && match->length > 1 && match->entries[1].is_swap;
}

const char *tb_match_entry(const struct tb_match *match, int index)
{
    return match && index >= 0 && index < match->length ? match->entries[index].text : NULL;
}

int tb_match_mover(const struct tb_match *match, int index)
{
    if (!match)
        return TB_ERR_ARGUMENT;
    if (index < 0 || index >= match->length)
        return TB_ERR_RANGE;
    const struct tb_game *game = match->start.setup.game;

    /* A swap is an entry without a ply, so the states of later entries are one index lower. */
    return game->turn(&match->states[index - (tb_match_swapped(match) && index > 1)]);
}

int tb_match_seat(const struct tb_match *match, int length, int player)
{
    if (!match)
        return TB_ERR_ARGUMENT;
    if (length < 0 || length > match->length || player < 0 || player >= match->start.setup.players)
        return TB_ERR_RANGE;
    return tb_match_swapped(match) && length > 1 ? player ^ 1 : player;
}

const struct tb_state *match_states(const struct tb_match *match)
{
    return match ? match->states : NULL;
}

int tb_match_position_at(const struct tb_match *match, int plies, struct tb_position *position,
                         struct tb_error *error)
{
    if (!match || !position)
        return error_missing(error, match ? "position" : "match");
    if (plies < 0 || plies > tb_match_plies(match))
        return error_set(error, TB_ERR_RANGE, "The match has {plies} plies, not {asked}.",
                         arg_count("plies", tb_match_plies(match)), arg_count("asked", plies));
    position->setup = match->start.setup;
    position->state = match->states[plies];
    return TB_OK;
}

const char *tb_ending_name(enum tb_ending ending)
{
    static const char *const names[] = {
        [TB_ENDING_BOARD] = "board",
        [TB_ENDING_REPETITION] = "repetition",
        [TB_ENDING_RESIGNATION] = "resignation",
        [TB_ENDING_AGREEMENT] = "agreement",
        [TB_ENDING_TIME] = "time",
        [TB_ENDING_LIMIT] = "limit",
    };

    return ending >= 0 && ending <= TB_ENDING_LIMIT ? names[ending] : NULL;
}
