/*
 * selfplay_file.h - the file of self-play. docs/SELFPLAY.md describes it byte by byte.
 *
 * Games are in the order in which they were finished. A file that was cut short ends with an
 * unfinished game, which readers leave out and self-play cuts off before it resumes.
 */
#ifndef TABLIER_LAB_SELFPLAY_FILE_H
#define TABLIER_LAB_SELFPLAY_FILE_H

#include <stdio.h>

#include "lab/selfplay.h"

/* A file that games are added to. */
struct selfplay_file {
    FILE *file;
    uint8_t *done;  /* the games in it, */
    uint32_t games; /* the number of games */
    uint32_t count; /* how many of these */
    long dropped;   /* bytes that were cut off its end, because they were not a whole game */
};

/* Opens or makes the file. A file of other options or another network is refused; an old one that
 * does not say which network it has is not. */
int selfplay_file_open(struct selfplay_file *file, const char *path,
                       const struct selfplay_options *options, uint32_t games,
                       struct tb_error *error);
/* Adds games as selfplay_write() writes them: none if it holds some of them already. TB_ERR_RECORD:
 * that is not what they are. */
int selfplay_file_add(struct selfplay_file *file, const char *bytes, size_t size,
                      struct tb_error *error);
int selfplay_file_close(struct selfplay_file *file, struct tb_error *error);

/* The options as lines of text, and back; the text is taken apart. */
void selfplay_options_write(const struct selfplay_options *options, struct text *out);
bool selfplay_options_read(struct selfplay_options *options, char *text);

/* One game as the file has it. */
int selfplay_write(const struct selfplay_game *game, FILE *out, struct tb_error *error);

/* Calls take() for every whole game, until it returns false. */
int selfplay_read(const char *path,
                  bool (*take)(void *context, const struct selfplay_options *options,
                               const struct selfplay_game *game),
                  void *context, struct tb_error *error);

#endif
