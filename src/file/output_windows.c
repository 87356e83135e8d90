/* output_windows.c - files that appear as a whole, on Windows: for the library, which writes only
 * those. The old file is gone for a moment before the new one takes its place. */
#ifdef _WIN32
#include <errno.h>

#include "core/error.h"
#include "core/memory.h"
#include "file/file.h"
#include "file/output.h"

bool output_open(struct output *output, const char *path, enum output_mode mode,
                 struct tb_error *error)
{
    struct text draft = text_into(output->draft, sizeof output->draft);

    (void)mode;
    output->file = output->through = NULL;
    snprintf(output->path, sizeof output->path, "%s", path);
    text_add(&draft, "%s.tmp", path);
    errno = ENAMETOOLONG;
    if (draft.used < sizeof output->draft)
        output->file = fopen(output->draft, "wb");
    return output->file || file_cannot_write(error, path);
}

void output_drop(struct output *output)
{
    if (output->file)
        fclose(output->file);
    if (output->draft[0])
        remove(output->draft);
    *output = (struct output){0};
}

bool output_commit(struct output *output, struct tb_error *error)
{
    bool written = !memory_lost() && !ferror(output->file);

    written = fclose(output->file) == 0 && written;
    output->file = NULL;
    if (written) {
        remove(output->path);
        written = rename(output->draft, output->path) == 0;
        if (written)
            output->draft[0] = '\0';
    }
    if (memory_lost())
        error_memory(error);
    else if (!written)
        file_cannot_write(error, output->path);
    output_drop(output);
    return written;
}
#endif
