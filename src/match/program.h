/*
 * program.h - external programs as contestants, for every protocol: running them, and turning their
 * failures into the end of a game.
 */
#ifndef TABLIER_MATCH_PROGRAM_H
#define TABLIER_MATCH_PROGRAM_H

#include "core/clock.h"
#include "match/contestant.h"
#include "match/process.h"

struct program {
    struct contestant base;
    struct process process;
    int64_t asked_us; /* when the last line was sent to it */
    char unknown[48]; /* its last line that was not understood; "": none */
};

static inline struct program *program_of(struct contestant *contestant)
{
    return (struct program *)contestant;
}

/* The command line as words: spaces separate, quotes and backslashes keep them. */
int program_parse(struct contestant_spec *spec, char *argument, struct tb_error *error);

/* `size` is that of a struct that begins with a struct program; zeroed. */
struct contestant *program_create(size_t size, const struct contestant_terms *terms,
                                  const char *name);
enum finish program_start(struct program *program);
void program_halt(struct contestant *self, bool politely);
void program_stop(struct contestant *self);
void program_free(struct contestant *self);

/* When to give up waiting for an answer that no clock limits. */
int64_t program_deadline(const struct program *program);

enum finish program_send(struct program *program, const char *line);
/* The next line; `awaited` is the answer that is due, for the reason. */
enum finish program_receive(struct program *program, int64_t deadline_us, const char *awaited,
                            const char **line);
/* Notes that this line is not understood. */
void program_note_unknown(struct program *program, const char *line);

#endif
