/* notes.c - see notes.h. */
#include "match/notes.h"

#include <stdlib.h>
#include <string.h>

#include "core/array.h"
#include "core/game.h"
#include "core/solved.h"

bool notes_add(struct notes *notes, const struct note *note)
{
    if (!ARRAY_RESERVE(notes->items, notes->capacity, notes->count, 1))
        return false;
    notes->items[notes->count++] = *note;
    return true;
}

void notes_release(struct notes *notes)
{
    free(notes->items);
    *notes = (struct notes){0};
}

/* ---- The record ------------------------------------------------------------------------- */

static struct evaluation evaluation_of(const struct note *note, int player)
{
    bool forced = abs(note->score) >= NOTE_MATE_MIN;
    int most = ANNOTATION_SCORE_MAX / (ANNOTATION_UNIT / 100);
    int score = note->score < -most ? -most : note->score > most ? most : note->score;

    return (struct evaluation){
        .player = player,
        .exact = forced,
        .value = note->score > 0 ? 1 : -1,
        .plies = forced ? NOTE_MATE - abs(note->score) : -1,
        .score = forced ? 0 : score * (ANNOTATION_UNIT / 100),
    };
}

void notes_annotate(const struct notes *notes, struct record *record)
{
    const struct tb_position *start = tb_match_start(record->match);
    int turn = tb_turn(start), players = start->setup.players, node = ANNOTATION_START;
    int first = tb_match_length(record->match) - notes->count;

    for (int i = 0; i < tb_match_length(record->match); i++) {
        const char *entry = tb_match_entry(record->match, i);
        bool swap = strcmp(entry, "swap") == 0;

        node = annotations_add(&record->notes, node, entry, NULL);
        if (node < 0)
            return; /* a record without them is still one */
        annotations_put_first(&record->notes, node);
        if (i >= first) {
            const struct note *note = &notes->items[i - first];
            struct evaluation evaluation = evaluation_of(note, turn);

            annotations_time(&record->notes, node, (note->us + 500) / 1000, NULL);
            if (note->scored && !swap)
                annotations_evaluate(&record->notes, node, players, &evaluation, NULL);
        }
        turn = swap ? turn : (turn + 1) % players;
    }
}

/* ---- Adjudication ------------------------------------------------------------------------ */

/* The game's own knowledge of the position on the board. */
static bool is_proven(const struct tb_match *match, const int *side, int *winner)
{
    const struct tb_position *position = tb_match_position(match);
    const struct tb_game *game = position->setup.game;
    struct ending_table ending = {0};
    struct verdict verdict;

    if (!position_probe(game, &ending, &position->state, &verdict))
        return false;
    int mover = side[tb_turn(position)];

    *winner = verdict.value == 0 ? -1 : verdict.value > 0 ? mover : 1 - mover;
    return true;
}

/* The side that a note sees ahead by `score` or more; -1: neither. */
static int ahead(const struct note *note, int mover, int score)
{
    if (!note->scored || abs(note->score) < score)
        return -1;
    return note->score > 0 ? mover : 1 - mover;
}

static bool is_level(const struct note *note, int score)
{
    return note->scored && abs(note->score) <= score;
}

/* How many of the last moves, counted backwards, agree with the last one. */
static int count_agreed(const struct notes *notes, const struct tb_match *match, const int *side,
                        int score, int *winner)
{
    int players = tb_match_start(match)->setup.players, agreed = 0;
    int seat = tb_turn(tb_match_position(match));

    for (int i = notes->count - 1; i >= 0; i--, agreed++) {
        seat = (seat + players - 1) % players;
        int who = ahead(&notes->items[i], side[seat], score);

        if (who < 0 || (agreed > 0 && who != *winner))
            break;
        *winner = who;
    }
    return agreed;
}

static int count_level(const struct notes *notes, int score)
{
    int level = 0;

    while (level < notes->count && is_level(&notes->items[notes->count - 1 - level], score))
        level++;
    return level;
}

enum verdict_kind adjudicate(const struct adjudication *rules, const struct notes *notes,
                             const struct tb_match *match, const int *side, int *winner)
{
    *winner = -1;
    if (rules->proven && !tb_match_can_swap(match) && is_proven(match, side, winner))
        return VERDICT_PROVEN;
    if (rules->win_moves > 0 &&
        count_agreed(notes, match, side, rules->win_score, winner) >= 2 * rules->win_moves)
        return VERDICT_AGREED;
    *winner = -1;
    if (rules->draw_moves > 0 && tb_match_plies(match) >= rules->draw_from &&
        count_level(notes, rules->draw_score) >= 2 * rules->draw_moves)
        return VERDICT_AGREED;
    return VERDICT_NONE;
}
