/*
 * position_args.h - the options by which a command line names a position:
 * --players N, --set KEY=VALUE, --position STRING, --moves "m1 m2 ...".
 */
#ifndef TABLIER_CLI_POSITION_ARGS_H
#define TABLIER_CLI_POSITION_ARGS_H

#include "cli/command.h"

enum { SETS_MAX = 16 };

struct setting_list {
    const char *words[SETS_MAX]; /* "walls=7" */
    int count;
};

struct position_args {
    const char *players, *position, *moves; /* NULL if not given */
    struct setting_list sets;
};

/* The rows of an option table for a struct position_args in `member` of `type`: the
 * setup alone, or everything. */
#define SETUP_OPTIONS(type, member)                                                                \
    {"players", "N", N_("number of players (default: 2)"), take_text,                              \
     offsetof(type, member.players)},                                                              \
    {                                                                                              \
        "set", "KEY=VALUE", N_("a rule option of the game; repeatable"), take_setting,             \
            offsetof(type, member.sets)                                                            \
    }
#define POSITION_OPTIONS(type, member)                                                             \
    SETUP_OPTIONS(type, member),                                                                   \
        {"position", "STRING", N_("begin with this position"), take_text,                          \
         offsetof(type, member.position)},                                                         \
    {                                                                                              \
        "moves", "\"MOVE MOVE ...\"", N_("then play these moves"), take_text,                      \
            offsetof(type, member.moves)                                                           \
    }

int take_setting(void *target, const char *value, struct tb_error *error);

/* The start that the arguments name, --moves left aside. Prints an error message if there is
 * none. */
int position_args_start(const struct position_args *args, const char *game,
                        struct tb_position *position);

/* Takes a position that was given as an argument; NULL: none was. */
int position_args_add(struct position_args *args, const char *position);

/* The same with --moves played by the rules of the game alone. */
int position_args_resolve(const struct position_args *args, const char *game,
                          struct tb_position *position);

/* Calls play(context, word, error) for every word of --moves; prints an error message about
 * the first one that is refused. */
int position_args_each_move(const struct position_args *args,
                            int (*play)(void *context, const char *word, struct tb_error *error),
                            void *context);

#endif
