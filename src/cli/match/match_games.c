/* match_games.c - pairings and results of a match or a tournament. */
#include <string.h>

#include "cli/match/match_session.h"
#include "core/checksum.h"
#include "core/clock.h"
#include "core/error.h"

/* ---- Pairings -------------------------------------------------------------------------------- */

int match_cell(const struct match_session *session, const int *spec)
{
    return session->schedule.contestants == 2 ? spec[0] * ENTRANTS_MAX + spec[1] : 0;
}

/* The seed of a tournament game comes from the names of its players, so that it does not depend
 * on the other entrants. */
static uint64_t seed_key(const struct match_session *session, const struct pairing *pairing)
{
    uint32_t round = (uint32_t)pairing->block;
    unsigned char bytes[4] = {(unsigned char)round, (unsigned char)(round >> 8),
                              (unsigned char)(round >> 16), (unsigned char)(round >> 24)};
    uint64_t key = CHECKSUM_START;

    for (int side = 0; side < 2; side++) {
        int entrant = pairing->spec[pairing->seats[session->schedule.first[side]]];
        const char *label = session->specs[entrant].label;

        key = checksum_add(key, label, strlen(label) + 1);
    }
    return checksum_add(key, bytes, sizeof bytes);
}

struct pairing match_pairing(const struct match_session *session, int cell, int number)
{
    struct pairing pairing = schedule_game(&session->schedule, number);

    if (session->schedule.contestants == 2) {
        pairing.spec[0] = cell / ENTRANTS_MAX;
        pairing.spec[1] = cell % ENTRANTS_MAX;
    }
    if (session->args->event == EVENT_TOURNAMENT)
        pairing.key = seed_key(session, &pairing);
    return pairing;
}

static struct table *table_of(const struct match_session *session, const struct pairing *pairing)
{
    return &session->tables[session->args->event == EVENT_LADDER ? pairing->spec[1] : 0];
}

/* ---- Results --------------------------------------------------------------------------------- */

double match_llr(const struct match_session *session, const struct table *table)
{
    return sprt_llr(&session->sprt, tally_sample(&table->tally));
}

static struct played result_of(const struct match_session *session, const struct match_game *game)
{
    const struct pairing *pairing = &game->pairing;
    const struct tb_match *match = game->record.match;
    unsigned winners = tb_match_result(match).winners;
    int second = session->schedule.first[1];

    return (struct played){
        .meeting = {pairing->block, pairing->spec[pairing->seats[0]],
                    pairing->spec[pairing->seats[second]]},
        .points = winners == 0 ? 0.5 : (winners >> record_person(match, 0)) & 1,
    };
}

int match_add(struct match_session *session, const struct match_game *game, bool *known,
              struct tb_error *error)
{
    const struct pairing *pairing = &game->pairing;

    if (session->args->event == EVENT_TOURNAMENT) {
        struct played played = result_of(session, game);
        int code = tournament_add(&session->tournament, &played, known, error);

        if (!code && !*known && game->culprit >= 0)
            session->faults[pairing->spec[pairing->seats[game->culprit]]]++;
        return code;
    }
    struct table *table = table_of(session, pairing);

    *known = pairing->number >= session->games || table->played[pairing->number];
    if (*known)
        return TB_OK;
    table->played[pairing->number] = true;
    if (table->started_us > 0)
        table->seconds = (double)(clock_us() - table->started_us) / 1e6;
    return tally_add(&table->tally, game) ? TB_OK : error_memory(error);
}
