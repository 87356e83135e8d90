/* engine_args.h - the options by which a command line asks for an engine. */
#ifndef TABLIER_CLI_ENGINE_ARGS_H
#define TABLIER_CLI_ENGINE_ARGS_H

#include "cli/command.h"
#include "search/search.h"

struct engine_args {
    struct engine_options engine;
    bool seeded; /* a seed was given */
    const char *net_path; /* as it was given */
};

/* The rows of an option table for a struct engine_args in `member` of `type`. */
#define LEVEL_OPTION(type, member)                                                                 \
    {                                                                                              \
        "level", "0..12", N_("play at this level (default: full strength)"), take_level,           \
            offsetof(type, member.engine.level)                                                    \
    }
#define PERSONALITY_OPTION(type, member)                                                           \
    {                                                                                              \
        "personality", "NAME", N_("play like this personality of the game (default: none)"),       \
            take_text, offsetof(type, member.engine.personality)                                   \
    }
#define ENGINE_OPTIONS(type, member)                                                               \
    {"threads", "N", N_("search with N threads (default: 1)"), take_threads,                       \
     offsetof(type, member.engine.threads)},                                                       \
        {"hash", "MB", N_("megabytes of memory for what was searched (default: 64)"), take_hash,   \
         offsetof(type, member.engine.table_mb)},                                                  \
        {"net", "FILE", N_("judge positions by this network; none: by the built-in evaluation"),   \
         take_net, offsetof(type, member)},                                                        \
    {                                                                                              \
        "seed", "N", N_("make the same choices again"), take_engine_seed, offsetof(type, member)   \
    }

int take_level(void *target, const char *value, struct tb_error *error);
int take_threads(void *target, const char *value, struct tb_error *error);
int take_hash(void *target, const char *value, struct tb_error *error);
int take_engine_seed(void *target, const char *value, struct tb_error *error);
/* A network that cannot be used is not fatal, here or when the game is known: one line says why,
 * and the built-in evaluation takes its place. A file that cannot be read is. */
int take_net(void *target, const char *value, struct tb_error *error);

/* Returns the engine options of the arguments, with a random seed if they name none. */
struct engine_options engine_args_resolve(const struct engine_args *args,
                                          const struct tb_setup *setup);

#endif
