/*
 * contestant.h - players of a match: built-in engines and external UGI or QTP programs.
 *
 * A specification names one; a contestant is one instance of it, which plays one
 * game at a time and belongs to one thread. A fault of a contestant ends the current game and
 * nothing else: the contestant is halted, and the next game starts it again.
 */
#ifndef TABLIER_MATCH_CONTESTANT_H
#define TABLIER_MATCH_CONTESTANT_H

#include <stdio.h>

#include "search/search.h"

enum {
    SETTINGS_MAX = 16,
    LABEL_TEXT = 64,
    MOVE_TIME_MAX = 86400000, /* milliseconds, in the settings of a contestant */
    REASON_TEXT = 512,
};

/* What a contestant did wrong, as in "it ...": an encoded message. */
struct fault_words {
    char message[REASON_TEXT];
};

/* How a game of a match ended. */
enum finish {
    FINISH_NONE,  /* it goes on */
    FINISH_BOARD, /* by the rules of the game */
    FINISH_REPETITION,
    FINISH_LENGTH,   /* called a draw at the maximum number of plies */
    FINISH_AGREED,   /* decided by the scores that both sides saw */
    FINISH_PROVEN,   /* decided by what is proven of the position */
    FINISH_TIME,     /* a contestant overstepped its time, */
    FINISH_SILENCE,  /* gave no answer at all, */
    FINISH_CRASH,    /* ended or could not be run, */
    FINISH_ILLEGAL,  /* played an illegal move, */
    FINISH_PROTOCOL, /* did not keep to its protocol */
    FINISH_STOPPED,  /* the match was ended from outside; the game does not count */
    FINISH_COUNT,
};

/* "board", "illegal move" */
const char *finish_name(enum finish finish);                    /* for files and programs */
const char *finish_words(enum finish finish, const char *lang); /* for people */

/* ---- Specifications ---------------------------------------------------------------- */

struct contestant_class;

struct setting {
    const char *name, *value;
};

struct contestant_spec {
    const struct contestant_class *class;
    char *text;             /* as it was given, cut up: the parts below lie in it */
    char label[LABEL_TEXT]; /* what reports call it; clean text */
    struct setting settings[SETTINGS_MAX];
    int setting_count;
    char **words;                 /* a program and its arguments; ends with NULL */
    struct engine_options engine; /* of one of our own, */
    struct search_limits limits;  /* with the limits that its settings name */
};

/* Reads "level:5", "alphabeta,threads=2,nodes=5000", "cmd:PROGRAM ARGS" or
 * "qtp,time=5000:PROGRAM ARGS", and makes sure that it can play the game. On failure the
 * specification is empty. */
int contestant_spec_parse(struct contestant_spec *spec, const char *text,
                          const struct tb_setup *setup, struct tb_error *error);
void contestant_spec_release(struct contestant_spec *spec);

/* The value of a setting that is a number from 1 to `max`. */
int setting_number(const struct setting *setting, uint64_t max, uint64_t *value,
                   struct tb_error *error);

/* True if its own settings limit its searches, so that the match need not. */
bool contestant_spec_is_limited(const struct contestant_spec *spec);
/* True if it accepts any position; false if it only follows moves from the usual start. */
bool contestant_spec_takes_positions(const struct contestant_spec *spec);

/* ---- Contestants --------------------------------------------------------------------- */

struct contestant_terms {
    struct tb_setup setup;
    struct match_rules rules;
    int64_t timeout_us;  /* to wait for an answer that no clock limits */
    FILE *log;           /* of the dialogue with other programs; may be NULL */
};

/* A request for a move. */
struct turn {
    const struct tb_match *match;
    struct search_limits limits;
    bool clocked; /* then there are clocks, in milliseconds: */
    int64_t left_ms[TB_PLAYERS_MAX];
    int64_t increment_ms;
    int64_t allowance_us; /* how long to wait for the answer before giving up */
};

struct answer {
    char move[TB_MOVE_TEXT];
    int64_t us;     /* duration of the search */
    int depth;      /* 0: not known */
    uint64_t nodes; /* 0: not known */
    bool scored;
    int score; /* as in notes.h */
};

struct contestant {
    const struct contestant_class *class;
    const struct contestant_spec *spec;
    const struct contestant_terms *terms;
    bool running;
    struct fault_words fault; /* after a fault: what it did */
};

/* One kind of contestant. The functions that return a finish return FINISH_NONE on
 * success; otherwise they set contestant->fault. */
struct contestant_class {
    const char *name; /* what a specification begins with */
    const char *form; /* for messages: "level:N" */
    bool takes_positions, is_program;
    bool untimed; /* its protocol has no clocks: only its own settings limit its time */

    /* Understands `argument`, what follows the colon (NULL if there is none), and
     * the settings, which are already cut up. */
    int (*parse)(struct contestant_spec *spec, char *argument, const struct tb_setup *setup,
                 struct tb_error *error);

    struct contestant *(*create)(const struct contestant_terms *terms, const char *name);
    enum finish (*start)(struct contestant *self);
    enum finish (*new_game)(struct contestant *self, uint64_t seed);
    enum finish (*choose)(struct contestant *self, const struct turn *turn, struct answer *answer);
    /* Undoes start. Politely: the program may end by itself. */
    void (*halt)(struct contestant *self, bool politely);
    /* From another thread: the current call and all later ones return FINISH_STOPPED soon. */
    void (*stop)(struct contestant *self);
    void (*free)(struct contestant *self); /* after halt */
};

extern const struct contestant_class engine_contestants[]; /* ends with a NULL name */
extern const struct contestant_class ugi_contestant, qtp_contestant;

/* NULL if memory or pipes run out. `name` is for the log and must live on. */
struct contestant *contestant_new(const struct contestant_spec *spec,
                                  const struct contestant_terms *terms, const char *name);
void contestant_free(struct contestant *contestant);

/* Starts it if it does not run, and tells it of a new game. */
enum finish contestant_new_game(struct contestant *contestant, uint64_t seed);
enum finish contestant_choose(struct contestant *contestant, const struct turn *turn,
                              struct answer *answer);
/* To be called after any fault, its own or one that others found. */
void contestant_halt(struct contestant *contestant, bool politely);
void contestant_stop(struct contestant *contestant);

/* contestant_fault(contestant, finish, "template", arguments...): notes the reason and returns
 * `finish`. */
#define contestant_fault(contestant, finish, ...)                                                  \
    contestant_fault_message(contestant, finish, MESSAGE(__VA_ARGS__))
enum finish contestant_fault_message(struct contestant *contestant, enum finish finish,
                                     const struct phrase *message);
/* fault_set(fault, "template", arguments...) */
#define fault_set(fault, ...) fault_set_message(fault, MESSAGE(__VA_ARGS__))
void fault_set_message(struct fault_words *fault, const struct phrase *message);

#endif
