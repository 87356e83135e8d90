/*
 * margins.h - the numbers that the tree search prunes and reduces by.
 */
#ifndef TABLIER_CORE_MARGINS_H
#define TABLIER_CORE_MARGINS_H

/*
 * X(name, value, least, most). The values were found by hand in matches of all games, for
 * searches without a network; a game that has a network has its own to go with it, found by
 * train/spsa.c. A "scale" is the evaluation's evaluate_scale.
 *
 *   eval_cut_depth   cut up to this depth when the evaluation beats beta by
 *   eval_cut         so much a ply, in thousandths of the scale
 *   hopeless         below alpha by so much a ply: only promising moves can help
 *   skip_depth       skip late moves up to this depth:
 *   late_moves       so many are tried, and
 *   late_factor      so many hundredths of the depth squared more
 *   null_depth       try a null move from this depth on, reduced by
 *   null_reduction   so many plies, and one more for
 *   null_step        so many plies of depth
 *   table_depth      from this depth on a missing table move costs a ply
 *   reduce_depth     reduce late moves from this depth on, by
 *   reduce_base      so many hundredths of a ply, and log(depth) log(index) over
 *   reduce_divisor   so many hundredths
 *   reduce_history   history points that make up for a ply
 *   reduce_prior     with a network: by how many ten-thousandths of a ply more for each point
 *                    of priority below the best
 *   aspiration       the first window around the last score, in thousandths of the scale
 *   priority_weight  history points that one point of priority is worth
 *   killer_bonus     what a killer and
 *   reply_bonus      the move that refuted the same move last time are worth
 *   follow_weight    the worth of the history of replies to the last move, in sixteenths
 *   prior_best       the priority of the move that a network likes best,
 *   prior_unit       and what a factor of e in its opinion of another is worth
 */
#define SEARCH_MARGINS(X)                                                                          \
    X(eval_cut_depth, 6, 1, 12)                                                                    \
    X(eval_cut, 334, 100, 900)                                                                     \
    X(hopeless, 500, 150, 1500)                                                                    \
    X(skip_depth, 4, 1, 10)                                                                        \
    X(late_moves, 3, 1, 12)                                                                        \
    X(late_factor, 100, 20, 300)                                                                   \
    X(null_depth, 3, 2, 20)                                                                        \
    X(null_reduction, 2, 1, 5)                                                                     \
    X(null_step, 4, 2, 12)                                                                         \
    X(table_depth, 4, 2, 10)                                                                       \
    X(reduce_depth, 3, 2, 6)                                                                       \
    X(reduce_base, 50, -100, 200)                                                                  \
    X(reduce_divisor, 200, 80, 400)                                                                \
    X(reduce_history, 4096, 2000, 40000)                                                           \
    X(reduce_prior, 0, 0, 150)                                                                     \
    X(aspiration, 125, 30, 400)                                                                    \
    X(priority_weight, 16, 4, 80)                                                                  \
    X(killer_bonus, 6000, 0, 12000)                                                                \
    X(reply_bonus, 3000, 0, 12000)                                                                 \
    X(follow_weight, 0, 0, 48)                                                                     \
    X(prior_best, 120, 20, 400)                                                                    \
    X(prior_unit, 30, 10, 120)

struct margins {
#define MARGIN(name, value, least, most) int name;
    SEARCH_MARGINS(MARGIN)
#undef MARGIN
};

#endif
