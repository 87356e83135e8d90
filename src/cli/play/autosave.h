/*
 * autosave.h - keeping a game on disk while it is played.
 *
 * The file is replaced in one step after every change, so it always holds a
 * complete game, even after a crash.
 */
#ifndef TABLIER_CLI_AUTOSAVE_H
#define TABLIER_CLI_AUTOSAVE_H

#include <limits.h>

#include "json/record_file.h"

struct autosave {
    char path[PATH_MAX]; /* "": no autosave */
    enum record_form form;
    bool stored;  /* the file holds some state of this game */
    bool failing; /* but not the latest one: that could not be written */
};

/* Chooses a new file among the user's own, below $XDG_STATE_HOME or ~/.local/state. */
bool autosave_choose(struct autosave *save, const char *game, struct tb_error *error);

/* Chooses this file; its name says whether it holds JSON. */
bool autosave_use(struct autosave *save, const char *path, struct tb_error *error);

/* Stores the game as it stands; a game that never had a move is not stored. */
bool autosave_store(struct autosave *save, const struct record *record, struct tb_error *error);

#endif
