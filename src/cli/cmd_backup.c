/* cmd_backup.c - tablier backup: a copy of the server's store, while it runs. */
#include <limits.h>
#include <sys/stat.h>

#include "cli/command.h"
#include "cli/store_place.h"
#include "core/message.h"
#include "file/output.h"
#include "server/store/store.h"

struct args {
    const char *store;
    bool force;
};

static const struct option options[] = {
    {"store", "FILE", N_("the store to copy (default: the one that tablier serve uses)"), take_text,
     ARG(store)},
    FORCE_OPTION(struct args, force),
    {0},
};

/* Copies the store to a draft of the file, which only its owner can read: the names and
 * moves of private games are in it. */
static int copy(const struct args *args, const char *file)
{
    struct output output;
    struct tb_error error;

    if (!output_open(&output, file, args->force ? OUTPUT_REPLACE : OUTPUT_NEW, &error))
        return failure_of(NULL, &error);
    if (output.through) {
        output_drop(&output);
        return failure("{file} is not a regular file.", arg_text("file", file));
    }
    bool copied = chmod(output.draft, 0600) == 0 &&
                  store_backup(args->store, output.draft, &error) == TB_OK &&
                  output_commit(&output, &error);

    output_drop(&output);
    return copied ? GO_ON : failure_of(NULL, &error);
}

static int run(void *values, char **words)
{
    char place[PATH_MAX];
    struct args *args = values;

    args->store = store_place(args->store, place);
    int status = copy(args, words[0]);

    if (status == GO_ON)
        print_out("{name} is a copy of {store}.\n", arg_text("name", words[0]),
                  arg_text("store", args->store));
    return status;
}

const struct command cmd_backup = {
    .name = "backup",
    .words = "FILE",
    .summary = N_("Copy the server's games to a new file, while it runs."),
    ARGS(struct args),
    .environment = true,
};
