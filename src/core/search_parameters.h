/*
 * search_parameters.h - search parameters: pruning, reductions and move ordering.
 */
#ifndef TABLIER_CORE_SEARCH_PARAMETERS_H
#define TABLIER_CORE_SEARCH_PARAMETERS_H

/*
 * X(name, value, least, most). The values were found by hand in matches of all games, for
 * searches without a network; a game that has a network has its own to go with it, found by
 * train/spsa.c. A "scale" is the evaluation's evaluate_scale.
 *
 *   eval_cut_depth   largest depth of the cut where the evaluation exceeds beta by a margin
 *   eval_cut         that margin per ply of depth, in thousandths of the scale
 *   hopeless         margin below alpha per ply of depth, beyond which only promising moves
 *                    are tried
 *   skip_depth       largest depth at which late moves are skipped
 *   late_moves       constant part of the number of moves that are tried there
 *   late_factor      its other part, in hundredths of the depth squared
 *   null_depth       smallest depth of a null move
 *   null_reduction   its reduction in plies
 *   null_step        plies of depth that add one ply to that reduction
 *   table_depth      smallest depth at which a missing table move costs a ply
 *   reduce_depth     smallest depth at which late moves are reduced
 *   reduce_base      constant part of the reduction, in hundredths of a ply
 *   reduce_divisor   divisor of log(depth) log(index), the other part, in hundredths
 *   reduce_history   history points that make up for a ply
 *   reduce_prior     with a network: further reduction for each point of priority below the
 *                    best, in ten-thousandths of a ply
 *   aspiration       first window around the last score, in thousandths of the scale
 *   priority_weight  history points that one point of priority is worth
 *   killer_bonus     history points of a killer
 *   reply_bonus      history points of the move that refuted the same move last time
 *   follow_weight    weight of the history of replies to the last move, in sixteenths
 *   prior_best       priority of the network's best move
 *   prior_unit       priority that a factor of e in a move's policy score is worth
 */
#define SEARCH_PARAMETERS(X)                                                                       \
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

struct search_parameters {
#define PARAMETER(name, value, least, most) int name;
    SEARCH_PARAMETERS(PARAMETER)
#undef PARAMETER
};

/* Of the searches with the networks of Dorix and Quoridor. */
extern const struct search_parameters network_parameters;

#endif
