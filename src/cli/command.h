/*
 * command.h - the command table and shared helpers: exit status, messages,
 * options.
 *
 * A command lives in its own file cmd_NAME.c and is listed once, in commands.c.
 * Helpers never exit; they print an error message and return the status.
 */
#ifndef TABLIER_CLI_COMMAND_H
#define TABLIER_CLI_COMMAND_H

#include <stddef.h>
#include <stdio.h>

#include "core/message.h"
#include "core/position.h"
#include "file/print.h"

enum status {
    GO_ON = -1, /* not an exit status: success so far, continue */
    STATUS_OK = 0,
    STATUS_FAILED = 1, /* a check failed, a file could not be written */
    STATUS_USAGE = 2,  /* the command line is wrong */
    STATUS_INTERRUPTED = 130,
};

/* One option of a command: how it is spelled and where its value goes. */
struct option {
    const char *name;     /* without the dashes */
    const char *argument; /* what its value is called in the help; NULL for a flag */
    const char *text;     /* what it does, in English */
    /* Stores the value (NULL for a flag) at `target`, or says what would be right. */
    int (*take)(void *target, const char *value, struct tb_error *error);
    size_t offset; /* of the target in the command's own struct of arguments */
};

struct command {
    const char *name;
    const char *words; /* its arguments as the help shows them: "GAME [POSITION]" */
    const char *summary;          /* one line, in English */
    const struct option *options; /* ends with a NULL name */
    const void *defaults; /* the values of options that are not given; NULL: zeros */
    size_t size;          /* of the command's own struct of option values */
    bool environment;     /* options can also be set elsewhere: settings.h */
    /* Gets the option values and the arguments, which end with NULL. Returns the status to exit
     * with; GO_ON is success. */
    int (*run)(void *values, char **words);
};

/* ARGS(struct args, .games = 10): the struct of a command's arguments with their defaults, and the
 * two that its file calls `options` and `run`. */
#define ARGS(type, ...)                                                                            \
    .options = options, .defaults = &(const type){__VA_ARGS__}, .size = sizeof(type), .run = run

/* ---- The table of commands, commands.c ------------------------------------------ */

struct command_group {
    const char *title;                    /* in English; NULL: its commands are not shown */
    const struct command *const *members; /* ends with NULL */
};
/* Ends with NULL members. */
extern const struct command_group command_groups[];

/* Returns the visible command of that index; NULL after the last. */
const struct command *command_at(int index);
/* Finds hidden commands too; NULL if there is none of that name. */
const struct command *command_find(const char *name);

/* ---- Options ------------------------------------------------------------------ */

/* Reads the options in argv, which ends with NULL, and runs the command. Returns the status to exit
 * with. */
int command_run(const struct command *command, char **argv);

/* The command's help, made from its row and its options. */
void options_help(const struct command *command);

/* Prints the overview of all commands. */
int help_all(void);
/* The message about an unknown command. */
int help_unknown(const char *name);

/* Writes "GAME [FILE]" as the language calls such things: "JEU [FICHIER]". The rows of the tables
 * name them in English only. */
void placeholder_text(const char *english, const char *lang, struct text *out);

/* Ways to take a value. */
int take_flag(void *target, const char *value, struct tb_error *error);   /* bool */
int take_text(void *target, const char *value, struct tb_error *error);   /* const char * */
int take_folder(void *target, const char *value, struct tb_error *error); /* const char *, not "" */
int take_number(void *target, const char *value, struct tb_error *error); /* uint64_t */
/* The same, from 1 on: 0 can then mean that none was given. */
int take_positive(void *target, const char *value, struct tb_error *error);
int take_between(void *target, const char *value, uint64_t min, uint64_t max,
                 struct tb_error *error);
/* Defines a static function that takes a uint64_t in a range. */
#define TAKE_BETWEEN(name, min, max)                                                               \
    static int name(void *target, const char *value, struct tb_error *error)                       \
    {                                                                                              \
        return take_between(target, value, min, max, error);                                       \
    }

/* The place of a value in the command's own struct of arguments. */
#define ARG(member) offsetof(struct args, member)

/* The row of --force, for commands that write files (file/output.h). */
#define FORCE_OPTION(type, member)                                                                 \
    {                                                                                              \
        "force", NULL, N_("replace a file that is not empty"), take_flag, offsetof(type, member)   \
    }

/* The row of --json, for commands that print one object. */
#define JSON_OPTION(type, member)                                                                  \
    {                                                                                              \
        "json", NULL, N_("print one JSON object"), take_flag, offsetof(type, member)               \
    }

/* ---- Messages ------------------------------------------------------------------ */

/* usage_error("template", arguments...): one line on standard error, in the user's language.
 * Returns STATUS_USAGE or STATUS_FAILED. */
#define usage_error(...) report_error(STATUS_USAGE, MESSAGE(__VA_ARGS__))
#define failure(...) report_error(STATUS_FAILED, MESSAGE(__VA_ARGS__))
int report_error(int status, const struct phrase *message);

/* print_out("template", arguments...): on standard output, in the user's language. */
#define print_out(...) message_print(stdout, terminal_lang(), MESSAGE(__VA_ARGS__))
/* The language that the user reads: that of --lang, or else of the locale. */
const char *terminal_lang(void);
/* Lists the languages that there are: "en de es". */
void list_languages(struct text *out);

/* Print the error of a function, after `where` ("--seed", the name of a file) unless that is NULL.
 * Only an error in the input yields STATUS_USAGE. */
int usage_error_of(const char *where, const struct tb_error *error);
int failure_of(const char *where, const struct tb_error *error);
/* Reports that memory ran out, once. After a failed allocation this replaces every other error
 * message, since the other error may only be a consequence. */
int out_of_memory(void);
/* Reports a failed allocation and forgets it: for interactive commands, which continue. */
void memory_report(void);
/* Returns the status to exit with: `status`, or a failure if an allocation has failed. */
int memory_status(int status);
/* Prints a line on standard error if `bytes` bytes were dropped from the end of a file because they
 * were incomplete; not an error. */
void note_dropped(const char *path, long bytes);
/* Writes the error in the user's language and returns `out`. */
enum { ERROR_WORDS = TB_MESSAGE_TEXT };
const char *error_words(const struct tb_error *error, char out[ERROR_WORDS]);
/* What an error number of the system means, in the user's language. */
const char *system_words(int number);
/* Words without arguments in the user's language. */
const char *tr(const char *english);

/* The word among `names` that is nearest to what was typed, NULL if none is near. */
const char *suggest(const char *typed, const char *const *names);

/* The game of that name; prints an error message and returns NULL if there is none. */
const struct tb_game *game_by_name(const char *name);

#endif
