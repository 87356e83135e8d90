/* cmd_backup.c - tablier backup: a copy of the server's store, while it runs. */
#include <limits.h>

#include "cli/command.h"
#include "cli/settings.h"
#include "cli/store_place.h"
#include "server/store.h"

extern const struct command cmd_backup;

struct args {
    const char *store;
};

static const struct option options[] = {
    {"store",
     "FILE",
     {"the store to copy (default: the one that tablier serve uses)",
      "les parties à copier (par défaut celles de tablier serve)"},
     take_text,
     offsetof(struct args, store)},
    {0},
};

static int run(int argc, char **argv)
{
    char place[PATH_MAX];
    struct args args = {0};
    struct tb_error error;
    int status = settings_from_environment(&cmd_backup, &args);

    if (status == GO_ON)
        status = options_parse(&cmd_backup, &args, &argc, argv);
    if (status != GO_ON)
        return status;
    if (!args.store) {
        store_place(place, sizeof place);
        args.store = place;
    }
    if (store_backup(args.store, argv[0], &error))
        return failure_of(NULL, &error);
    printf("%s is a copy of %s\n", argv[0], args.store);
    return STATUS_OK;
}

const struct command cmd_backup = {
    .name = "backup",
    .words = "FILE",
    .words_min = 1,
    .words_max = 1,
    .summary = {"Copy the server's games to a new file, while it runs.",
                "Copier les parties du serveur dans un nouveau fichier, pendant qu'il tourne."},
    .options = options,
    .run = run,
};
