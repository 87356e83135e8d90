/* search_parameters.c - see search_parameters.h. */
#include "core/search_parameters.h"

/* Found by train/spsa.c. */
const struct search_parameters network_parameters = {
    .eval_cut_depth = 3,
    .eval_cut = 123,
    .hopeless = 600,
    .skip_depth = 6,
    .late_moves = 4,
    .late_factor = 153,
    .null_depth = 7,
    .null_reduction = 2,
    .null_step = 3,
    .table_depth = 2,
    .reduce_depth = 3,
    .reduce_base = 118,
    .reduce_divisor = 135,
    .reduce_history = 15037,
    .reduce_prior = 19,
    .aspiration = 111,
    .priority_weight = 29,
    .killer_bonus = 3567,
    .reply_bonus = 3075,
    .follow_weight = 30,
    .prior_best = 184,
    .prior_unit = 43,
};
