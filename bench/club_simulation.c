/*
 * club_simulation.c - a club whose members' strength is known, with the server's pairing and
 * rating code.
 *
 *     club_simulation [--members N] [--online N] [--hours N] [--computer N] [--burst N] [--seed N]
 *
 * Members come, play a few games and leave, so that about `--online` of them are there at any
 * time. A fifth of them found the club; the others join in the first half of its time. The first
 * `--computer` games of each are against the computer level next to the member's rating. Printed:
 * waiting times, rating errors after some games, the balance of first moves, and how often two
 * members meet again at once. The waits of `--burst` players who all begin to wait at the same
 * moment, as after a restart, are printed apart from these; so is the time that pairing 10,000
 * seeks takes.
 */
#include <getopt.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <time.h>

#include "club/glicko2.h"
#include "club/pool.h"
#include "core/rng.h"

enum {
    STEP_MS = 100,       /* the server pairs at most this often after joins */
    GAME_MEAN_S = 360,   /* five minutes and three seconds per move, both players */
    GAMES_PER_VISIT = 4, /* on average */
    PAUSE_MEAN_S = 20,   /* between two games of a visit */
    STRENGTH_MEAN = 1500,
    STRENGTH_DEVIATION = 250,
    ADVANTAGE = 65, /* of the first player */
    DRAWS = 20,     /* one game of this many */
    FOUNDERS = 5,   /* one member of this many */
    LEVELS = 8,     /* computer players: their ratings, and how sure those are */
    LEVEL_LOWEST = 800,
    LEVEL_STEP = 200,
    LEVEL_DEVIATION = 45,
    MARKS = 3,
};

static const int marks[MARKS] = {10, 20, 50};

struct member {
    double strength;
    struct glicko rating;
    int games, begun, balance; /* `begun`: as the pool counts; `balance`: first moves less others */
    uint64_t last;
    bool founder;
    int64_t joins; /* when the member may first come */
    enum { AWAY, RESTING, WAITING, PLAYING } state;
    int64_t until, since;
};

struct game {
    int first, second;
    int64_t end;
};

struct club {
    struct member *members;
    int count, computer_games;
    struct game *games; /* one place for each two members */
    int game_count;
    int64_t now, next_wave;
    bool joined;
    struct rng rng;
    double *waits;
    long wait_count, wait_capacity;
    struct errors {
        double sum, squares;
        long count;
    } errors[2][MARKS]; /* of founders, of those who came later */
    long played, repeats, differences;
    long waiting_sum, steps;
    int64_t match_us, match_us_most;
};

/* Time of this processor's work, whatever else the machine does. */
static int64_t cpu_us(void)
{
    return (int64_t)clock() * 1000000 / CLOCKS_PER_SEC;
}

static double uniform(struct rng *rng)
{
    return ((double)(rng_next(rng) >> 11) + 0.5) / 9007199254740992.0;
}

static double normal(struct rng *rng)
{
    return sqrt(-2 * log(uniform(rng))) * cos(6.283185307179586 * uniform(rng));
}

static int64_t exponential_ms(struct rng *rng, double mean_s)
{
    return (int64_t)(-1000 * mean_s * log(uniform(rng)));
}

static void *allocate(size_t count, size_t size)
{
    void *memory = calloc(count, size);

    if (!memory) {
        fputs("club_simulation: out of memory\n", stderr);
        exit(1);
    }
    return memory;
}

/* ---- Members ---------------------------------------------------------------------------- */

/* A member's result against a computer player counts for the member alone. */
static void play_computer(struct club *club, struct member *member)
{
    long level = lrint((member->rating.rating - LEVEL_LOWEST) / LEVEL_STEP);
    struct glicko_game game = {.deviation = LEVEL_DEVIATION};

    level = level < 0 ? 0 : level < LEVELS ? level : LEVELS - 1;
    game.rating = LEVEL_LOWEST + LEVEL_STEP * (double)level;
    game.score = uniform(&club->rng) < 1 / (1 + pow(10, (game.rating - member->strength) / 400));
    member->rating = glicko_rate(&glicko_club, member->rating, &game, 1);
    member->games++;
}

static void start_waiting(struct club *club, struct member *member)
{
    while (member->games < club->computer_games)
        play_computer(club, member);
    member->state = WAITING;
    member->since = club->now;
    club->joined = true;
}

static void note_wait(struct club *club, const struct member *member)
{
    if (club->wait_count < club->wait_capacity)
        club->waits[club->wait_count++] = (double)(club->now - member->since) / 1000;
}

static void note_error(struct club *club, const struct member *member)
{
    double error = fabs(member->rating.rating - member->strength);

    for (int i = 0; i < MARKS; i++)
        if (member->games == marks[i]) {
            struct errors *errors = &club->errors[!member->founder][i];

            errors->sum += error;
            errors->squares += error * error;
            errors->count++;
        }
}

/* After a game: another one soon, or away; then somebody else comes. */
static void rest_or_leave(struct club *club, struct member *member)
{
    if (rng_below(&club->rng, GAMES_PER_VISIT) > 0) {
        member->state = RESTING;
        member->until = club->now + exponential_ms(&club->rng, PAUSE_MEAN_S);
        return;
    }
    member->state = AWAY;
    struct member *other;

    do
        other = &club->members[rng_below(&club->rng, (uint32_t)club->count)];
    while (other->state != AWAY || other->joins > club->now);
    other->state = RESTING;
    other->until = club->now + exponential_ms(&club->rng, PAUSE_MEAN_S);
}

/* ---- Games ------------------------------------------------------------------------------ */

static double play(struct club *club, const struct member *first, const struct member *second)
{
    double difference = first->strength + ADVANTAGE - second->strength;

    if (rng_below(&club->rng, DRAWS) == 0)
        return 0.5;
    return uniform(&club->rng) < 1 / (1 + pow(10, -difference / 400));
}

static void finish_game(struct club *club, const struct game *game)
{
    struct member *first = &club->members[game->first], *second = &club->members[game->second];
    struct glicko_side sides[2] = {{1, {first->rating}}, {1, {second->rating}}};

    glicko_rate_sides(&glicko_club, sides, play(club, first, second), ADVANTAGE);
    first->rating = sides[0].members[0];
    second->rating = sides[1].members[0];
    first->games++;
    second->games++;
    note_error(club, first);
    note_error(club, second);
    rest_or_leave(club, first);
    rest_or_leave(club, second);
}

static void begin_game(struct club *club, int a, int b)
{
    struct member *first = &club->members[a], *second = &club->members[b];

    club->played++;
    club->repeats += first->last == (uint64_t)b + 1 && second->last == (uint64_t)a + 1;
    club->differences += labs(lrint(first->rating.rating - second->rating.rating));
    note_wait(club, first);
    note_wait(club, second);
    first->last = (uint64_t)b + 1;
    second->last = (uint64_t)a + 1;
    first->begun = pool_begun(first->begun, true);
    second->begun = pool_begun(second->begun, false);
    first->balance++;
    second->balance--;
    first->state = second->state = PLAYING;
    club->games[club->game_count++] = (struct game){
        a, b, club->now + exponential_ms(&club->rng, GAME_MEAN_S / 2.0) + GAME_MEAN_S * 500};
}

static struct pool_seek seek_of(const struct club *club, int index)
{
    const struct member *member = &club->members[index];

    return (struct pool_seek){
        .player = (uint64_t)index + 1,
        .group = 1,
        .last = member->last,
        .since = member->since,
        .players = 2,
        .rating = (int)lrint(member->rating.rating),
        .below = POOL_ANY,
        .above = POOL_ANY,
        .begun = member->begun,
    };
}

/* ---- The club --------------------------------------------------------------------------- */

static int pair_waiting(struct club *club, struct pool_seek *seeks, struct pool_table *tables)
{
    struct pool pool = {.seeks = seeks, .now = club->now, .seed = rng_next(&club->rng)};

    for (int i = 0; i < club->count; i++)
        if (club->members[i].state == WAITING)
            seeks[pool.count++] = seek_of(club, i);
    int64_t began = cpu_us();
    int pairs = pool_match(&pool, tables);
    int64_t took = cpu_us() - began;

    club->match_us += took;
    if (took > club->match_us_most)
        club->match_us_most = took;
    for (int i = 0; i < pairs; i++)
        begin_game(club, (int)seeks[tables[i].seats[0]].player - 1,
                   (int)seeks[tables[i].seats[1]].player - 1);
    return pool.count;
}

static void step(struct club *club, struct pool_seek *seeks, struct pool_table *tables)
{
    int waiting = 0;

    club->now += STEP_MS;
    for (int i = 0; i < club->game_count;)
        if (club->games[i].end <= club->now) {
            struct game game = club->games[i];

            club->games[i] = club->games[--club->game_count];
            finish_game(club, &game);
        } else {
            i++;
        }
    for (int i = 0; i < club->count; i++) {
        if (club->members[i].state == RESTING && club->members[i].until <= club->now)
            start_waiting(club, &club->members[i]);
        waiting += club->members[i].state == WAITING;
    }
    club->waiting_sum += waiting;
    club->steps++;
    if (waiting > 0 && (club->joined || club->now >= club->next_wave)) {
        pair_waiting(club, seeks, tables);
        club->next_wave = club->now + POOL_WAVE_MS;
        club->joined = false;
    }
}

static struct club new_club(int members, int online, double hours, long waits, uint64_t seed)
{
    int founders = members / FOUNDERS > 2 * online ? members / FOUNDERS : 2 * online;
    struct club club = {
        .members = allocate((size_t)members, sizeof *club.members),
        .games = allocate((size_t)members, sizeof *club.games),
        .count = members,
        .waits = allocate((size_t)waits, sizeof *club.waits),
        .wait_capacity = waits,
        .rng = {seed},
    };

    for (int i = 0; i < members; i++)
        club.members[i] = (struct member){
            .strength = STRENGTH_MEAN + STRENGTH_DEVIATION * normal(&club.rng),
            .rating = glicko_newcomer,
            .founder = i < founders,
            .joins = i < founders ? 0 : (int64_t)(uniform(&club.rng) * hours * 1800 * 1000),
        };
    for (int i = 0; i < online; i++) {
        club.members[i].state = RESTING;
        club.members[i].until = exponential_ms(&club.rng, GAME_MEAN_S);
    }
    return club;
}

static void free_club(struct club *club)
{
    free(club->members);
    free(club->games);
    free(club->waits);
}

/* ---- Figures ---------------------------------------------------------------------------- */

static int compare_doubles(const void *left, const void *right)
{
    double a = *(const double *)left, b = *(const double *)right;

    return (a > b) - (a < b);
}

static void print_waits(struct club *club, const char *title)
{
    long count = club->wait_count;

    qsort(club->waits, (size_t)count, sizeof *club->waits, compare_doubles);
    if (count > 0)
        printf("%s median %.1f s, 95 %% within %.1f s, longest %.1f s\n", title,
               club->waits[count / 2], club->waits[count * 95 / 100], club->waits[count - 1]);
}

static void print_balance(const struct club *club)
{
    int most = 0, members = 0;
    double sum = 0;

    for (int i = 0; i < club->count; i++)
        if (club->members[i].games >= 10) {
            int balance = abs(club->members[i].balance);

            most = balance > most ? balance : most;
            sum += balance;
            members++;
        }
    if (members > 0)
        printf("first moves less others, after 10 games or more: mean %.2f, at most %d\n",
               sum / members, most);
}

static void print_errors(const struct club *club)
{
    static const char *const groups[] = {"founders", "later members"};

    for (int group = 0; group < 2; group++)
        for (int i = 0; i < MARKS; i++) {
            const struct errors *errors = &club->errors[group][i];

            if (errors->count > 0)
                printf("rating error after %d games: mean %.0f, root mean square %.0f (%ld %s)\n",
                       marks[i], errors->sum / (double)errors->count,
                       sqrt(errors->squares / (double)errors->count), errors->count, groups[group]);
        }
}

static void simulate(int members, int online, double hours, int computer_games, uint64_t seed)
{
    struct club club = new_club(members, online, hours, 4000000, seed);
    struct pool_seek *seeks = allocate((size_t)members, sizeof *seeks);
    struct pool_table *tables = allocate((size_t)members, sizeof *tables);

    club.computer_games = computer_games;
    while (club.now < (int64_t)(hours * 3600 * 1000))
        step(&club, seeks, tables);
    printf("%d members, %d online, %g hours: %ld games, %.1f waiting on average\n", members, online,
           hours, club.played, (double)club.waiting_sum / (double)club.steps);
    print_waits(&club, "wait:");
    print_errors(&club);
    print_balance(&club);
    if (club.played > 0)
        printf("same opponent again: %.2f %% of games; mean difference of ratings %.0f\n",
               100.0 * (double)club.repeats / (double)club.played,
               (double)club.differences / (double)club.played);
    printf("pairing: %.1f ms in all, at most %.2f ms at once\n", (double)club.match_us / 1000,
           (double)club.match_us_most / 1000);
    free(seeks);
    free(tables);
    free_club(&club);
}

/* Everybody begins to wait at the same moment; nobody joins them. */
static void simulate_burst(int players, uint64_t seed)
{
    enum { ROUNDS = 200, LONGEST_MS = 120 * 1000 };
    struct club club = new_club(players, 0, 0, (long)players * ROUNDS, seed);
    struct pool_seek *seeks = allocate((size_t)players, sizeof *seeks);
    struct pool_table *tables = allocate((size_t)players, sizeof *tables);

    for (int round = 0; round < ROUNDS; round++) {
        club.now += LONGEST_MS;
        club.game_count = 0;
        for (int i = 0; i < players; i++) {
            struct member *member = &club.members[i];

            member->strength = STRENGTH_MEAN + STRENGTH_DEVIATION * normal(&club.rng);
            member->rating.rating = member->strength;
            start_waiting(&club, member);
        }
        for (int64_t end = club.now + LONGEST_MS; club.now < end; club.now += POOL_WAVE_MS)
            if (pair_waiting(&club, seeks, tables) == 0)
                break;
    }
    char title[64];

    snprintf(title, sizeof title, "%d waiting players, wait:", players);
    print_waits(&club, title);
    free(seeks);
    free(tables);
    free_club(&club);
}

static void time_large_pool(int groups, uint64_t seed)
{
    enum { SEEKS = 10000, NOW = 1000000 };
    struct pool_seek *seeks = allocate(SEEKS, sizeof *seeks);
    struct pool_table *tables = allocate(SEEKS, sizeof *tables);
    struct rng rng = {seed};
    struct pool pool = {.seeks = seeks, .count = SEEKS, .now = NOW, .seed = seed};

    for (int i = 0; i < SEEKS; i++)
        seeks[i] = (struct pool_seek){
            .player = (uint64_t)i + 1,
            .group = rng_below(&rng, (uint32_t)groups),
            .last = rng_below(&rng, SEEKS) + 1,
            .since = NOW - (int64_t)rng_below(&rng, 30000),
            .players = 2,
            .rating = (int)lrint(STRENGTH_MEAN + STRENGTH_DEVIATION * normal(&rng)),
            .below = POOL_ANY,
            .above = POOL_ANY,
        };
    int64_t began = cpu_us();
    int pairs = pool_match(&pool, tables);

    printf("%d seeks in %d %s: %d pairs in %.1f ms\n", SEEKS, groups,
           groups == 1 ? "list" : "lists", pairs, (double)(cpu_us() - began) / 1000);
    free(seeks);
    free(tables);
}

static long number(const char *text, long most)
{
    char *end;
    long value = strtol(text, &end, 10);

    if (*text && !*end && value >= 0 && value <= most)
        return value;
    fprintf(stderr, "club_simulation: '%s' must be a number from 0 to %ld.\n", text, most);
    exit(2);
}

int main(int argc, char **argv)
{
    static const struct option options[] = {
        {"members", required_argument, NULL, 'm'},
        {"online", required_argument, NULL, 'o'},
        {"hours", required_argument, NULL, 'h'},
        {"burst", required_argument, NULL, 'b'},
        {"seed", required_argument, NULL, 's'},
        {"computer", required_argument, NULL, 'c'},
        {0},
    };
    long members = 2000, online = 200, hours = 200, computer = 0, burst = 50, seed = 1;

    for (int c; (c = getopt_long(argc, argv, "", options, NULL)) != -1;)
        switch (c) {
        case 'm':
            members = number(optarg, 1000000);
            break;
        case 'o':
            online = number(optarg, 1000000);
            break;
        case 'h':
            hours = number(optarg, 100000);
            break;
        case 'c':
            computer = number(optarg, 9);
            break;
        case 'b':
            burst = number(optarg, 100000);
            break;
        case 's':
            seed = number(optarg, 1000000000);
            break;
        default:
            return 2;
        }
    if (optind < argc || members < 2 * online + 2 || burst < 2) {
        fputs("club_simulation: --members must be more than twice --online, --burst 2 or more.\n",
              stderr);
        return 2;
    }
    simulate((int)members, (int)online, (double)hours, (int)computer, (uint64_t)seed);
    simulate_burst((int)burst, (uint64_t)seed);
    time_large_pool(1, (uint64_t)seed);
    time_large_pool(12, (uint64_t)seed);
    return 0;
}
