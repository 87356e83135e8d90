/* autosave.c - the file of a game that is being played. */
#include "cli/play/autosave.h"

#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "core/error.h"
#include "file/file.h"

/* The environment's value if it is an absolute path, as the XDG rules want it. */
static const char *folder_variable(const char *name)
{
    const char *value = getenv(name);

    return value && value[0] == '/' ? value : NULL;
}

bool autosave_choose(struct autosave *save, const char *game, struct tb_error *error)
{
    const char *state = folder_variable("XDG_STATE_HOME"), *home = folder_variable("HOME");
    struct text text = text_into(save->path, sizeof save->path);
    time_t now = time(NULL);
    struct tm local;
    char stamp[32];

    *save = (struct autosave){.form = RECORD_TEXT};
    if (!state && !home) {
        error_set(error, TB_ERR_RECORD,
                  "Neither XDG_STATE_HOME nor HOME says where; name a file with --autosave.");
        return false;
    }
    localtime_r(&now, &local);
    strftime(stamp, sizeof stamp, "%Y%m%d-%H%M%S", &local);
    if (state)
        text_add(&text, "%s", state);
    else
        text_add(&text, "%s/.local/state", home);
    text_add(&text, "/tablier/%s-%s-%ld", game, stamp, (long)getpid());
    size_t stem = text.used;

    text_add(&text, ".txt");
    for (int number = 2; output_is_used(save->path) && number < 100; number++) {
        text.used = stem; /* another game of the same second */
        text_add(&text, "-%d.txt", number);
    }
    if (text.used < sizeof save->path && file_make_folders(save->path, error))
        return true;
    save->path[0] = '\0';
    return false;
}

bool autosave_use(struct autosave *save, const char *path, struct tb_error *error)
{
    *save = (struct autosave){.form = record_form_of_name(path)};
    if (strlen(path) >= sizeof save->path)
        return error_set(error, TB_ERR_RECORD, "The name is too long."), false;
    if (output_is_used(path))
        return error_set(
                   error, TB_ERR_RECORD,
                   "{path} exists already; continue it with --resume, or choose another name.",
                   arg_start("path", path, 160)),
               false;
    strcpy(save->path, path);
    return true;
}

bool autosave_store(struct autosave *save, const struct record *record, struct tb_error *error)
{
    bool untouched =
        tb_match_length(record->match) == 0 && tb_match_ending(record->match) == TB_ENDING_NONE;

    if (!save->path[0] || (untouched && !save->stored))
        return true;
    save->failing = !record_file_save(save->path, record, save->form, OUTPUT_REPLACE, error);
    save->stored = save->stored || !save->failing;
    return !save->failing;
}
