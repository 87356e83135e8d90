/* cmd_site.c - tablier site: writes the page out, for any static host. */
#include <string.h>

#include "cli/command.h"
#include "cli/resource.h"
#include "core/message.h"
#include "file/file.h"
#include "file/output.h"

struct args {
    bool force;
};

static const struct option options[] = {
    FORCE_OPTION(struct args, force),
    {0},
};

/* The path of a file of the site. */
static int find_place(const char *name, const char *folder, char path[PATH_MAX])
{
    struct tb_error error;

    return file_in_folder(path, folder, name, &error) ? GO_ON : usage_error_of(NULL, &error);
}

/* Returns the path of a resource on the site; NULL if it is not part of the site. */
static const char *site_name(const char *name)
{
    return strncmp(name, "web/", 4) == 0 ? name + 4 : NULL;
}

/* Makes the folders and looks whether every file can be written: a site is written as
 * a whole or not at all. */
static int prepare(const char *folder, enum output_mode mode)
{
    char path[PATH_MAX];
    struct tb_error error;
    int status = GO_ON;

    for (const struct resource *file = resources; file->name && status == GO_ON; file++) {
        const char *name = site_name(file->name);

        if (!name || (status = find_place(name, folder, path)) != GO_ON)
            continue;
        if (!file_make_folders(path, &error) || !output_check(path, mode, &error))
            status = failure_of(NULL, &error);
    }
    return status;
}

static int write_files(const char *folder, enum output_mode mode)
{
    char path[PATH_MAX];
    struct tb_error error;
    int status = GO_ON, count = 0;

    for (const struct resource *file = resources; file->name && status == GO_ON; file++) {
        const char *name = site_name(file->name);

        if (!name || (status = find_place(name, folder, path)) != GO_ON)
            continue;
        if (!output_write(path, file->data, file->size, mode, &error))
            status = failure_of(NULL, &error);
        count++;
    }
    if (status == GO_ON)
        print_out("{count} files written to {folder}\n", arg_count("count", count),
                  arg_text("folder", folder));
    return status;
}

static int run(void *values, char **words)
{
    const struct args *args = values;
    enum output_mode mode = args->force ? OUTPUT_REPLACE : OUTPUT_NEW;
    char path[PATH_MAX];
    int status = find_place("index.html", words[0], path);

    if (status != GO_ON)
        return status;
    if (!resource_find("web/index.html"))
        return failure("The page is not in this build: clang, wasi-libc or esbuild was missing.");
    status = prepare(words[0], mode);
    return status == GO_ON ? write_files(words[0], mode) : status;
}

const struct command cmd_site = {
    .name = "site",
    .words = "DIR",
    .summary = N_("Write the page out, for a static host."),
    ARGS(struct args),
};
