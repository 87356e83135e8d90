/*
 * test_conformance_records.c - records of random matches of every game read back as they were
 * written, as text and as JSON.
 */
#include <stdlib.h>
#include <string.h>

#include "core/record.h"
#include "json/record_json.h"
#include "random_games.h"

static void check_same_match(const struct scene *scene, const struct tb_match *a,
                             const struct tb_match *b)
{
    struct tb_result here = tb_match_result(a), there = tb_match_result(b);

    check(scene, tb_equal(tb_match_start(a), tb_match_start(b)), "a record with another start");
    check(scene, tb_equal(tb_match_position(a), tb_match_position(b)), "a record with another end");
    check(scene, tb_match_ending(a) == tb_match_ending(b), "a record that ends another way");
    check(scene, here.over == there.over && here.winners == there.winners,
          "a record with another result");
    check(scene,
          match_rules_of(a).repetition == match_rules_of(b).repetition &&
              match_rules_of(a).swap == match_rules_of(b).swap,
          "a record with other rules");
    check(scene, tb_match_length(a) == tb_match_length(b), "a record of another length");
    for (int i = 0; i < tb_match_length(a); i++)
        check_text(scene, strcmp(tb_match_entry(a, i), tb_match_entry(b, i)) == 0,
                   "a record with another move:", tb_match_entry(b, i));
}

static int read_text(const char *text, struct record *record, struct tb_error *error)
{
    struct record_reader reader = {.at = text, .line = 1};
    int ply, code = record_read(&reader, record, &ply, error);

    return code == TB_OK && record_more(&reader) ? TB_ERR_RECORD : code;
}

static int read_json(const char *text, struct record *record, struct tb_error *error)
{
    int ply;

    return record_json_read(record, text, strlen(text), &ply, error);
}

/* Written, read and written again in one form. */
static void check_record_form(const struct scene *scene, const struct record *record,
                              char *(*write)(const struct record *),
                              int (*read)(const char *, struct record *, struct tb_error *))
{
    struct record again = {0};
    struct tb_error error = {.text = ""};
    char *text = write(record), *twice;

    check(scene, text != NULL, "no memory for a record");
    check_text(scene, read(text, &again, &error) == TB_OK, "a record is refused:", error.text);
    check_same_match(scene, record->match, again.match);
    check(scene, strcmp(record_tag(&again, "Player1"), "Zoë \"\\\" {1}") == 0, "a tag is lost");
    twice = write(&again);
    check_text(scene, twice && strcmp(text, twice) == 0, "a record changes to", twice);
    free(text);
    free(twice);
    record_release(&again);
}

/* Ends some matches by resignation, agreement, time or the limit. */
static void end_match(struct tb_match *match, struct rng *rng)
{
    int players = tb_match_start(match)->setup.players;

    switch (rng_below(rng, 8)) {
    case 0:
        tb_match_resign(match, (int)rng_below(rng, (uint32_t)players), NULL);
        break;
    case 1:
        tb_match_flag(match, (int)rng_below(rng, (uint32_t)players), NULL);
        break;
    case 2:
        tb_match_agree_draw(match, NULL);
        break;
    case 3:
        tb_match_draw_at_limit(match, NULL);
        break;
    }
}

/* A random match from the scene's position, with random rules. */
static void check_record(struct scene *scene)
{
    const struct tb_position *start = &scene->position;
    struct rng *rng = &scene->rng;
    uint32_t length = rng_below(rng, SCENE_PLIES);
    struct match_rules rules = {.repetition = rng_below(rng, 2) ? 3 : 0,
                                .swap = start->setup.players == 2 && rng_below(rng, 2)};
    struct record record = {.match = match_new(start, &rules, NULL)};
    tb_move moves[TB_MOVES_MAX];
    char text[TB_MOVE_TEXT];

    check(scene, record.match != NULL, "no match");
    while (tb_match_ending(record.match) == TB_ENDING_NONE && length-- > 0) {
        const struct tb_position *now = tb_match_position(record.match);
        int count = tb_moves(now, moves);

        tb_move_text(now, moves[rng_below(rng, (uint32_t)count)], text, sizeof text);
        if (tb_match_can_swap(record.match) && rng_below(rng, 2))
            strcpy(text, "swap");
        check_text(scene, tb_match_play(record.match, text, NULL) == TB_OK, "not played:", text);
    }
    end_match(record.match, rng);
    record_set_tag(&record, "Player1", "Zoë \"\\\" {1}", NULL);
    check_record_form(scene, &record, record_write, read_text);
    check_record_form(scene, &record, record_write_json, read_json);
    record_release(&record);
}

static void check_some_records(struct scene *scene, void *context)
{
    (void)context;
    if (scene->ply == 0 || scene->ply == 2 * SCENE_STEP)
        check_record(scene);
}

static void records_conform(void **state)
{
    play_random_games(*state, check_some_records, NULL);
}

int main(int argc, char **argv)
{
    return test_main_variants(argc, argv, records_conform);
}
