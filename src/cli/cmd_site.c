/* cmd_site.c - tablier site: writes the page out, for any static host. */
#include <errno.h>
#include <string.h>

#include "cli/command.h"
#include "cli/file.h"
#include "cli/resource.h"
#include "core/text.h"

extern const struct command cmd_site;

enum { PATH_SIZE = 4096 };

static const struct option options[] = {{0}};

static int write_out(const struct resource *file, const char *name, const char *folder)
{
    char path[PATH_SIZE];
    struct text text = text_into(path, sizeof path);
    struct tb_error error;

    text_add(&text, "%s/%s", folder, name);
    if (text.used >= sizeof path)
        return failure("the path %s... is too long", "le chemin %s... est trop long",
                       quote(folder).text);
    if (!file_make_folders(path, &error))
        return failure_of(NULL, &error);
    FILE *out = fopen(path, "wb");
    bool written = out && fwrite(file->data, 1, file->size, out) == file->size;

    if (out && fclose(out))
        written = false;
    return written ? STATUS_OK
                   : failure("cannot write %s: %s", "impossible d'écrire %s : %s", path,
                             system_words(errno));
}

/* Where a resource stands on the site; NULL if it does not. */
static const char *site_name(const char *name)
{
    return strncmp(name, "web/", 4) == 0 ? name + 4 : NULL;
}

static bool has_page(void)
{
    for (const struct resource *file = resources; file->name; file++)
        if (strcmp(file->name, "web/index.html") == 0)
            return true;
    return false;
}

static int run(int argc, char **argv)
{
    int status = options_parse(&cmd_site, NULL, &argc, argv), count = 0;

    if (status != GO_ON)
        return status;
    if (!has_page())
        return failure(
            "the page is not in this build: clang and wasi-libc were missing",
            "la page n'est pas dans cette version du programme : clang et wasi-libc manquaient");
    for (const struct resource *file = resources; file->name; file++) {
        const char *name = site_name(file->name);

        if (!name)
            continue;
        if ((status = write_out(file, name, argv[0])) != STATUS_OK)
            return status;
        count++;
    }
    printf("%d files written to %s\n", count, argv[0]);
    return STATUS_OK;
}

const struct command cmd_site = {
    .name = "site",
    .words = "DIR",
    .words_min = 1,
    .words_max = 1,
    .summary = {"Write the page out, for a static host.",
                "Écrire la page dans un dossier, pour un hébergement statique."},
    .options = options,
    .run = run,
};
