/*
 * dorix_few.cu - Dorix for two players with few pawns, solved from all positions a second time.
 *
 * A program of its own, with rules of its own: it checks the values that `tablier solve dorix
 * --set pawns=N --whole` finds, and with seven pawns, which need a graphics processor, it is the
 * one that finds them. It shares no code with the library.
 *
 *     nvcc -O3 -arch=sm_90 -o dorix_few dorix_few.cu && ./dorix_few 7     (84 GB on the device)
 *     g++ -O2 -x c++ -o dorix_few dorix_few.cu && ./dorix_few 5           (one thread)
 *
 * A layer is the positions with the same number of pawns on the board. Pawns are put there in turn,
 * so it has one number of pawns of the player to move. A board is the heights of its squares, and
 * one bit per pawn: 1 if it belongs to the player to move. Heights that are images of each other
 * are one class. The layer is an array with one row per class and one value per colouring, so its
 * only symmetric positions that occur more than once are those whose heights are their own image.
 *
 * In the last layer both hands are empty and moves lead back to it. There the plies go up one by
 * one: a position is lost in P plies if all moves lead to positions won in less than P, and won in
 * P if a move leads to one lost in P - 1. The latter are found by taking moves back. An open
 * position remembers the lift and place of its first move that does not lead to a won position:
 * before that one nothing can change any more.
 */
#include <chrono>

#include "layers.cuh"

enum {
    PAWNS_MIN = 3, /* of each player */
    PAWNS_MAX = 7,
    COLOURS_MAX = 3432, /* 7 of 14 pawns */
    PLIES_MAX = 1023,
    /* Values: open with the first move to look at, as lift * SQUARES + place; lost or won in a
     * number of plies, for the player to move. */
    LOST = 0x4000,
    WON = 0x8000,
    PLIES = PLIES_MAX,
    TALLY = 2 * (PLIES_MAX + 1) + 1, /* different values */
    BACK_FACTOR = 300, /* open positions looked at in the time of all those before one position */
};

enum phase { START, LOSE, LOSE_BACK, WIN, FORWARD, CHECK, COUNT };

struct counts {
    unsigned long long found, wrong;
    unsigned long long values[TALLY]; /* by tally_place() */
};

struct job {
    struct layer here, after; /* after: where moves lead */
    int plies;
    uint32_t step; /* CHECK: looks at every step-th class */
    struct counts *counts;
};

/* ---- Values ---------------------------------------------------------------------------------- */

/* Ends at the first board that is not won for the other player. */
struct all_won {
    const struct layer &layer;
    int at; /* lift and place of the board visited last */
    bool yes;

    BOTH bool operator()(struct board after)
    {
        yes = value_of(layer, turned(after)) & WON;
        return yes;
    }
};

/* The best value of all moves. */
struct best_value {
    const struct layer &layer;
    int at, lost, won; /* plies: the least and the most */
    bool open;

    BOTH bool operator()(struct board after)
    {
        int value = value_of(layer, turned(after)), plies = value & PLIES;

        if (value & WON)
            won = plies > won ? plies : won;
        else if (value & LOST)
            lost = plies < lost ? plies : lost;
        else
            open = true;
        return true;
    }

    BOTH int value() const
    {
        return lost <= PLIES_MAX ? WON | (lost + 1) : open ? 0 : LOST | (won + 1);
    }
};

struct win_before {
    const struct job &job;
    uint32_t found;

    BOTH bool operator()(struct board before)
    {
        if (!(value_of(job.here, before) & (WON | LOST))) {
            settle(job.here, before, WON | job.plies);
            found++;
        }
        return true;
    }
};

struct lose_before {
    const struct job &job;
    uint32_t found;

    BOTH bool operator()(struct board before)
    {
        uint32_t entry = normalise(job.here, &before);
        uint16_t *value = &row_of(job.here, entry >> 4)[job.here.colour_of[before.own]];

        if (*value & (WON | LOST))
            return true;
        struct all_won all = {job.here, 0, true};

        each_lift(all, before, *value);
        if (all.yes)
            settle(job.here, before, LOST | job.plies);
        else
            *value = (uint16_t)all.at; /* not for its images, whose squares are others */
        found += all.yes;
        return true;
    }
};

/* ---- One position ---------------------------------------------------------------------------- */

BOTH static int start_value(struct board b)
{
    int result = result_of(b);

    return result > 0 ? WON : result < 0 ? LOST : 0;
}

/* The value that follows from those of the moves. */
BOTH static int value_by_moves(const struct job &job, struct board b)
{
    int value = start_value(b);

    if (value)
        return value;
    struct best_value best = {job.after, 0, PLIES_MAX + 1, 0, false};

    if (job.after.total > job.here.total)
        each_drop(best, b);
    else
        each_lift(best, b, 0);
    return best.value();
}

BOTH static bool wanted(const struct job &job, enum phase phase, int value)
{
    switch (phase) {
    case LOSE:
        return !(value & (WON | LOST));
    case LOSE_BACK:
        return value == (WON | (job.plies - 1));
    case WIN:
        return value == (LOST | (job.plies - 1));
    default:
        return true;
    }
}

/* True unless an image of the position is in its row before it. */
BOTH static bool counts_once(const struct job &job, struct board b)
{
    if (!(job.here.class_of[shape_number(job.here, b.ends)] & SYMMETRIC))
        return true;
    for (int image = 1; image < IMAGES; image++) {
        struct board other = image_of(job.here.sources, b, image);

        if (other.ends == b.ends && other.own < b.own)
            return false;
    }
    return true;
}

/* Where values are counted: lost and won in the same number of plies are neighbours. */
BOTH static int tally_place(int value)
{
    return value & (WON | LOST) ? 2 * (value & PLIES) + (value & WON ? 1 : 0) : TALLY - 1;
}

/* Returns how many positions were found; `tally` is for COUNT. */
template <enum phase PHASE>
BOTH static uint32_t look_at(const struct job &job, struct board b, uint16_t *value,
                             uint32_t *tally)
{
    if (PHASE == START) {
        *value = (uint16_t)start_value(b);
    } else if (PHASE == LOSE) {
        struct all_won all = {job.here, 0, true};

        each_lift(all, b, *value);
        *value = (uint16_t)(all.yes ? LOST | job.plies : all.at);
        return all.yes;
    } else if (PHASE == LOSE_BACK) {
        struct lose_before visit = {job, 0};

        each_before(visit, turned(b));
        return visit.found;
    } else if (PHASE == WIN) {
        struct win_before visit = {job, 0};

        each_before(visit, turned(b));
        return visit.found;
    } else if (PHASE == FORWARD) {
        *value = (uint16_t)value_by_moves(job, b);
    } else if (PHASE == CHECK) {
        int known = *value & (WON | LOST) ? *value : 0;

        if (known != value_by_moves(job, b))
            add(&job.counts->wrong, 1ULL);
        return 1;
    } else if (counts_once(job, b)) {
        add(&tally[tally_place(*value)], 1u);
    }
    return 0;
}

/* ---- All positions --------------------------------------------------------------------------- */

#ifdef __CUDACC__
/* A block lists what is wanted of a row, and shares it out among its threads. */
template <enum phase PHASE> __global__ void __launch_bounds__(THREADS, 6) rows(struct job job)
{
    __shared__ uint16_t list[COLOURS_MAX];
    __shared__ uint32_t count, tally[PHASE == COUNT ? TALLY : 1];
    uint32_t found = 0;

    for (uint32_t i = threadIdx.x; PHASE == COUNT && i < TALLY; i += THREADS)
        tally[i] = 0;
    for (uint32_t c = blockIdx.x; c < job.here.classes; c += gridDim.x) {
        uint16_t *row = row_of(job.here, c);

        if (PHASE == CHECK && c % job.step)
            continue;
        __syncthreads();
        if (threadIdx.x == 0)
            count = 0;
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < job.here.colours; i += THREADS)
            if (wanted(job, PHASE, row[i]))
                list[atomicAdd(&count, 1)] = (uint16_t)i;
        __syncthreads();
        for (uint32_t i = threadIdx.x; i < count; i += THREADS) {
            struct board b = {job.here.shape_of[c], job.here.word_of[list[i]]};

            found += look_at<PHASE>(job, b, &row[list[i]], tally);
        }
    }
    if (found)
        add(&job.counts->found, (unsigned long long)found);
    __syncthreads();
    for (uint32_t i = threadIdx.x; PHASE == COUNT && i < TALLY; i += THREADS)
        if (tally[i])
            add(&job.counts->values[i], (unsigned long long)tally[i]);
}
#else
template <enum phase PHASE> static void rows(const struct job &job)
{
    static uint32_t tally[TALLY];

    memset(tally, 0, sizeof tally);
    for (uint32_t c = 0; c < job.here.classes; c++) {
        uint16_t *row = row_of(job.here, c);

        if (PHASE == CHECK && c % job.step)
            continue;
        for (uint32_t i = 0; i < job.here.colours; i++)
            if (wanted(job, PHASE, row[i])) {
                struct board b = {job.here.shape_of[c], job.here.word_of[i]};

                job.counts->found += look_at<PHASE>(job, b, &row[i], tally);
            }
    }
    for (int i = 0; i < TALLY; i++)
        job.counts->values[i] += tally[i];
}
#endif

/* Looks at all positions of a layer; returns how many were found. */
template <enum phase PHASE> static unsigned long long each_row(struct job &job)
{
    unsigned long long none = 0, found;

    move_in(&job.counts->found, &none, sizeof none);
#ifdef __CUDACC__
    int blocks = 0;

    must(cudaDeviceGetAttribute(&blocks, cudaDevAttrMultiProcessorCount, 0));
    rows<PHASE><<<blocks * 32, THREADS>>>(job);
    must(cudaGetLastError());
    must(cudaDeviceSynchronize());
#else
    rows<PHASE>(job);
#endif
    move_out(&found, &job.counts->found, sizeof found);
    return found;
}

/* ---- Solving --------------------------------------------------------------------------------- */

static double now(void)
{
    return std::chrono::duration<double>(std::chrono::steady_clock::now().time_since_epoch())
        .count();
}

static void solve_last(struct job *job, bool report)
{
    uint64_t open = (uint64_t)job->here.classes * job->here.colours;
    unsigned long long won = open, lost = open; /* found in the ply before */

    each_row<START>(*job);
    for (job->plies = 1; won || lost; job->plies++) {
        double began = now();
        bool back = won * BACK_FACTOR < open;

        if (job->plies > PLIES_MAX)
            fail("a win takes too many plies");
        unsigned long long losses = !won   ? 0
                                    : back ? each_row<LOSE_BACK>(*job)
                                           : each_row<LOSE>(*job);
        double middle = now();

        won = lost ? each_row<WIN>(*job) : 0;
        lost = losses;
        open -= won + lost < open ? won + lost : open;
        if (report)
            fprintf(stderr, "%3d plies: %llu lost (%.1f s%s), %llu won (%.1f s)\n", job->plies,
                    lost, middle - began, back ? ", by moves back" : "", won, now() - middle);
    }
}

/* Returns how many positions there are. */
static unsigned long long print_counts(const struct layer &layer, const struct counts *counts)
{
    unsigned long long drawn = counts->values[TALLY - 1], decided[2] = {0, 0};
    int longest = -1;

    for (int i = 0; i < TALLY - 1; i++) {
        decided[i % 2] += counts->values[i];
        longest = counts->values[i] ? i / 2 : longest;
    }
    printf("%d pawns: %llu positions, %llu won, %llu lost, %llu drawn", layer.total,
           decided[0] + decided[1] + drawn, decided[1], decided[0], drawn);
    if (longest >= 0)
        printf(", at most %d plies", longest);
    printf("\n");
    fflush(stdout);
    return decided[0] + decided[1] + drawn;
}

/* Prints what is won or lost in a layer with few pawns, for the player to move. A pile is its
 * square and its pawns from the bottom up, 1 for those of the player to move. */
static void print_values(const struct layer &layer)
{
    std::vector<uint16_t> values((size_t)layer.classes * layer.colours), words(layer.colours);
    std::vector<uint64_t> shapes(layer.classes);

    move_out(values.data(), layer.values, values.size() * sizeof values[0]);
    move_out(words.data(), layer.word_of, words.size() * sizeof words[0]);
    move_out(shapes.data(), layer.shape_of, shapes.size() * sizeof shapes[0]);
    for (size_t i = 0; i < values.size(); i++) {
        struct board b = {shapes[i / layer.colours], words[i % layer.colours]};
        int value = values[i];

        if (!(value & (WON | LOST)))
            continue;
        printf(" ");
        for (int square = 0; square < SQUARES; square++)
            for (int pawn = start_of(b, square); pawn < end_of(b, square); pawn++) {
                if (pawn == start_of(b, square))
                    printf(" %c%d:", 'a' + square % WIDTH, square / WIDTH + 1);
                printf("%d", b.own >> pawn & 1 ? 1 : 2);
            }
        printf(" %s in %d\n", value & WON ? "won" : "lost", value & PLIES);
    }
}

static bool check(struct job *job, uint32_t step)
{
    struct counts counts;

    job->step = step;
    each_row<CHECK>(*job);
    move_out(&counts, job->counts, sizeof counts);
    printf("checked by the moves: %llu entries, %llu wrong\n", counts.found, counts.wrong);
    fflush(stdout);
    return counts.wrong == 0;
}

static bool solve(int pawns, uint32_t step, bool report)
{
    static struct counts none, counts;
    struct job job = {};
    unsigned long long positions = 0;
    bool right = true;

    job.counts = (struct counts *)reserve(sizeof none);
    for (int total = 2 * pawns; total >= 0; total--) {
        double began = now();

        job.here = layer_of(total);
        move_in(job.counts, &none, sizeof none);
        if (total == 2 * pawns) {
            job.after = job.here;
            solve_last(&job, report);
        } else {
            each_row<FORWARD>(job);
        }
        each_row<COUNT>(job);
        move_out(&counts, job.counts, sizeof counts);
        positions += print_counts(job.here, &counts);
        if (report)
            fprintf(stderr, "%d pawns: %.1f s\n", total, now() - began);
        right = (!step || total < 2 * pawns || check(&job, step)) && right;
        if (total <= 2)
            print_values(job.here);
        if (total < 2 * pawns)
            layer_release(&job.after);
        job.after = job.here;
    }
    printf("%llu positions in all\n", positions);
    layer_release(&job.here);
    release(job.counts);
    return right;
}

int main(int argc, char **argv)
{
    int pawns = argc > 1 ? atoi(argv[1]) : 0, step = argc > 2 ? atoi(argv[2]) : 0;

    if (pawns < PAWNS_MIN || pawns > PAWNS_MAX || argc > 4 || step < 0) {
        fprintf(
            stderr,
            "Usage: dorix_few PAWNS [STEP [report]]\n"
            "Solves Dorix for two players with %d to %d pawns each. With a STEP other than 0 the\n"
            "values of every STEP-th class of heights with all pawns on the board are compared\n"
            "with those of all their moves. report: prints the progress.\n",
            PAWNS_MIN, PAWNS_MAX);
        return 2;
    }
    return solve(pawns, (uint32_t)step, argc > 3) ? 0 : 1;
}
