/*
 * leaks.c - leaks CORPUS: every fuzz target with its seeds and their beginnings, in one process, at
 * whose end the sanitizer looks for memory that was lost. That takes seconds, whatever a process
 * did, so that the short runs of the targets do without it.
 */
#include <dirent.h>

#include "fuzz.h"

enum { PARTS = 64, PATH_SIZE = 4096 };

/* FUZZ_TARGETS: TARGET(NAME) of each, by the build. */
#define TARGET(name) int fuzz_##name(const uint8_t *data, size_t size);
FUZZ_TARGETS
#undef TARGET

static const struct target {
    const char *name;
    int (*run)(const uint8_t *data, size_t size);
} targets[] = {
#define TARGET(name) {#name, fuzz_##name},
    FUZZ_TARGETS
#undef TARGET
};

/* The whole of a seed, and where it is cut short: an error on the way is where memory is lost. */
static void run_file(const struct target *target, const char *path)
{
    static uint8_t data[1 << 16];
    FILE *file = fopen(path, "rb");

    REQUIRE(file);
    size_t size = fread(data, 1, sizeof data, file);

    fclose(file);
    for (size_t part = 1; part <= PARTS; part++)
        target->run(data, size * part / PARTS);
}

static void run_seeds(const struct target *target, const char *corpus)
{
    char path[PATH_SIZE];
    int seeds = 0;

    snprintf(path, sizeof path, "%s/%s", corpus, target->name);
    DIR *folder = opendir(path);

    REQUIRE(folder);
    for (const struct dirent *entry; (entry = readdir(folder));) {
        if (entry->d_name[0] == '.')
            continue;
        snprintf(path, sizeof path, "%s/%s/%s", corpus, target->name, entry->d_name);
        run_file(target, path);
        seeds++;
    }
    closedir(folder);
    REQUIRE(seeds > 0);
}

int main(int argc, char **argv)
{
    REQUIRE(argc == 2);
    for (size_t i = 0; i < sizeof targets / sizeof *targets; i++)
        run_seeds(&targets[i], argv[1]);
    return 0;
}
