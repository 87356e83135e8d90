/* selfplay_file.c - see selfplay_file.h. */
#include "lab/selfplay_file.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/stat.h>
#include <unistd.h>

#include "core/checksum.h"
#include "core/error.h"

enum { HEAD_SIZE = 512, GAME_SIZE = 20, PLY_SIZE = 4, CHOICE_SIZE = 4 };

static const char magic[] = "tablier selfplay 1\n";

/* ---- Numbers, lowest byte first --------------------------------------------------------- */

static void put(unsigned char *at, uint32_t value, int bytes)
{
    for (int i = 0; i < bytes; i++)
        at[i] = (unsigned char)(value >> (8 * i));
}

static uint32_t get(const unsigned char *at, int bytes)
{
    uint32_t value = 0;

    for (int i = 0; i < bytes; i++)
        value |= (uint32_t)at[i] << (8 * i);
    return value;
}

/* ---- The head: text, filled up with newlines ------------------------------------------------ */

void selfplay_options_write(const struct selfplay_options *options, struct text *out)
{
    const struct tb_setup *setup = &options->setup;

    text_add(out, "game %s\nplayers %d\n", tb_game_name(setup->game), setup->players);
    for (int i = 0; i < tb_game_option_count(setup->game); i++) {
        char value[32];

        tb_setup_option(setup, i, value, sizeof value);
        text_add(out, "set %s=%s\n", tb_game_option(setup->game, i)->name, value);
    }
    text_add(out,
             "seed %" PRIu64 "\nnodes %" PRIu64
             "\nopening %d\nexplore %d\nlines %d\nplies %d\nadjudicate %d\n",
             options->seed, options->nodes, options->opening, options->explore, options->lines,
             options->plies, options->adjudicate);
    if (options->network)
        text_add(out, "network %016" PRIx64 "\n", options->network);
}

static void write_head(const struct selfplay_options *options, char head[HEAD_SIZE])
{
    struct text text = text_into(head, HEAD_SIZE);

    text_add(&text, "%s", magic);
    selfplay_options_write(options, &text);
    memset(head + text.used, '\n', HEAD_SIZE - text.used);
}

/* Takes one line "KEY VALUE" of the head. */
static bool read_line(struct selfplay_options *options, char *line)
{
    char *value = strchr(line, ' '), *equals;

    if (!value)
        return false;
    *value++ = '\0';
    uint64_t number = strtoull(value, NULL, 10);

    if (strcmp(line, "game") == 0)
        return tb_setup_init(&options->setup, tb_game_find(value), 0, NULL) == TB_OK;
    if (strcmp(line, "players") == 0)
        return tb_setup_init(&options->setup, options->setup.game, (int)number, NULL) == TB_OK;
    if (strcmp(line, "set") == 0 && (equals = strchr(value, '='))) {
        *equals = '\0';
        return tb_setup_set_option(&options->setup, value, equals + 1, NULL) == TB_OK;
    }
    if (strcmp(line, "seed") == 0)
        options->seed = number;
    else if (strcmp(line, "nodes") == 0)
        options->nodes = number;
    else if (strcmp(line, "opening") == 0)
        options->opening = (int)number;
    else if (strcmp(line, "explore") == 0)
        options->explore = (int)number;
    else if (strcmp(line, "lines") == 0)
        options->lines = (int)number;
    else if (strcmp(line, "plies") == 0)
        options->plies = (int)number;
    else if (strcmp(line, "adjudicate") == 0)
        options->adjudicate = number;
    else if (strcmp(line, "network") == 0)
        options->network = strtoull(value, NULL, 16);
    else
        return false;
    return true;
}

bool selfplay_options_read(struct selfplay_options *options, char *text)
{
    bool good = true;

    *options = (struct selfplay_options){.lines = 1};
    for (char *line; good && (line = strsep(&text, "\n"));)
        if (*line)
            good = read_line(options, line);
    return good && options->setup.game && options->lines >= 1 &&
           options->lines <= SELFPLAY_LINES_MAX && options->plies <= SELFPLAY_PLIES_MAX &&
           options->opening >= 0;
}

static int read_head(FILE *file, struct selfplay_options *options, const char *path,
                     struct tb_error *error)
{
    char head[HEAD_SIZE + 1] = "";

    if (fread(head, 1, HEAD_SIZE, file) == HEAD_SIZE && strncmp(head, magic, strlen(magic)) == 0 &&
        selfplay_options_read(options, head + strlen(magic)))
        return TB_OK;
    return error_set(error, TB_ERR_RECORD, "{path} is not a file of self-play.",
                     arg_start("path", path, 160));
}

/* ---- Games -------------------------------------------------------------------------------- */

static size_t body_size(const struct selfplay_game *game)
{
    size_t size = 0;

    for (int i = 0; i < game->count; i++)
        size += PLY_SIZE + (size_t)game->plies[i].count * CHOICE_SIZE;
    return size;
}

static unsigned char *write_plies(const struct selfplay_game *game, unsigned char *at)
{
    for (int i = 0; i < game->count; i++) {
        const struct selfplay_ply *ply = &game->plies[i];

        put(at, ply->played, 2);
        at[2] = ply->flags;
        at[3] = ply->count;
        at += PLY_SIZE;
        for (int c = 0; c < ply->count; c++, at += CHOICE_SIZE) {
            put(at, ply->choices[c].move, 2);
            put(at + 2, (uint16_t)ply->choices[c].value, 2);
        }
    }
    return at;
}

static bool read_plies(struct selfplay_game *game, int count, const unsigned char *at,
                       const unsigned char *end)
{
    game->count = 0;
    for (int i = 0; i < count; i++) {
        struct selfplay_ply *ply = selfplay_add(game);

        if (!ply || end - at < PLY_SIZE || at[3] > SELFPLAY_LINES_MAX ||
            end - at < PLY_SIZE + at[3] * CHOICE_SIZE)
            return false;
        ply->played = (uint16_t)get(at, 2);
        ply->flags = at[2];
        ply->count = at[3];
        at += PLY_SIZE;
        for (int c = 0; c < ply->count; c++, at += CHOICE_SIZE)
            ply->choices[c] =
                (struct selfplay_choice){(uint16_t)get(at, 2), (int16_t)get(at + 2, 2)};
    }
    return at == end;
}

/* Reads the next game; false at the end, or where the file is not whole. */
static bool read_game(FILE *file, struct selfplay_game *game)
{
    unsigned char head[GAME_SIZE];

    if (fread(head, 1, sizeof head, file) != sizeof head)
        return false;
    uint32_t size = get(head + 12, 4), sum = get(head + 16, 4);
    unsigned char *body = size < 1u << 28 ? malloc((size_t)size + 1) : NULL;
    bool good = body && fread(body, 1, size, file) == size &&
                (uint32_t)checksum_add(checksum_add(CHECKSUM_START, head, 16), body, size) == sum &&
                read_plies(game, (int)get(head + 4, 2), body, body + size);

    free(body);
    game->number = get(head, 4);
    game->ended = get(head + 6, 2);
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        game->result[p] = (int8_t)head[8 + p];
    return good;
}

int selfplay_write(const struct selfplay_game *game, FILE *out, struct tb_error *error)
{
    size_t size = body_size(game);
    unsigned char *bytes = malloc(GAME_SIZE + size);

    if (!bytes)
        return error_memory(error);
    put(bytes, game->number, 4);
    put(bytes + 4, (uint32_t)game->count, 2);
    put(bytes + 6, game->ended, 2);
    for (int p = 0; p < TB_PLAYERS_MAX; p++)
        bytes[8 + p] = (unsigned char)game->result[p];
    put(bytes + 12, (uint32_t)size, 4);
    write_plies(game, bytes + GAME_SIZE);
    uint64_t sum = checksum_add(CHECKSUM_START, bytes, 16);

    put(bytes + 16, (uint32_t)checksum_add(sum, bytes + GAME_SIZE, size), 4);
    bool good = fwrite(bytes, GAME_SIZE + size, 1, out) == 1;

    free(bytes);
    return good ? TB_OK : error_memory(error);
}

static void mark_game(struct selfplay_file *file, uint32_t number)
{
    if (number < file->games && !file->done[number]) {
        file->done[number] = 1;
        file->count++;
    }
}

/* Reads the whole games, and marks them if `mark` is set; returns their size in bytes. */
static size_t read_games(FILE *in, struct selfplay_file *file, bool mark)
{
    struct selfplay_game game = {0};
    long begun = ftell(in), whole = begun;

    while (read_game(in, &game)) {
        whole = ftell(in);
        if (mark)
            mark_game(file, game.number);
    }
    selfplay_release(&game);
    return (size_t)(whole - begun);
}

static bool is_whole(const char *bytes, size_t size)
{
    FILE *in = size ? fmemopen((char *)bytes, size, "r") : NULL;
    bool whole = in && read_games(in, NULL, false) == size;

    if (in)
        fclose(in);
    return whole;
}

int selfplay_file_add(struct selfplay_file *file, const char *bytes, size_t size,
                      struct tb_error *error)
{
    const unsigned char *at = (const unsigned char *)bytes, *end = at + size;
    long before = ftell(file->file);

    if (!is_whole(bytes, size))
        return error_set(error, TB_ERR_RECORD, "The result of a job is damaged.");
    for (; at < end; at += GAME_SIZE + get(at + 12, 4))
        if (get(at, 4) < file->games && file->done[get(at, 4)])
            return TB_OK; /* what is still missing will be asked for again */
    if (fwrite(bytes, size, 1, file->file) != 1 || fflush(file->file) != 0) {
        int reason = errno;

        if (ftruncate(fileno(file->file), before) != 0)
            reason = errno;
        return error_system(error, TB_ERR_SYSTEM, reason, "Cannot write the games");
    }
    for (at = (const unsigned char *)bytes; at < end; at += GAME_SIZE + get(at + 12, 4))
        mark_game(file, get(at, 4));
    return TB_OK;
}

/* ---- Files -------------------------------------------------------------------------------- */

/* Marks the games in the file, and leaves it open after the last whole one. */
static int go_through(struct selfplay_file *file, const char *path, struct tb_error *error)
{
    long whole = HEAD_SIZE + (long)read_games(file->file, file, true);

    clearerr(file->file);
    if (fseek(file->file, 0, SEEK_END) == 0)
        file->dropped = ftell(file->file) - whole;
    if (ftruncate(fileno(file->file), whole) != 0 || fseek(file->file, whole, SEEK_SET) != 0)
        return error_system(error, TB_ERR_SYSTEM, errno, "Cannot write {path}",
                            arg_start("path", path, 160));
    return TB_OK;
}

/* True if the head differs from that of these options in the network alone; then *network is the
 * checksum in the head. */
static bool differs_in_network(const struct selfplay_options *options, const char there[HEAD_SIZE],
                               uint64_t *network)
{
    struct selfplay_options other, same = *options;
    char copy[HEAD_SIZE + 1] = "", head[HEAD_SIZE];

    memcpy(copy, there, HEAD_SIZE);
    if (!selfplay_options_read(&other, copy + strlen(magic)))
        return false;
    *network = same.network = other.network;
    write_head(&same, head);
    return memcmp(head, there, HEAD_SIZE) == 0;
}

static int refuse_options(const struct selfplay_options *options, const char there[HEAD_SIZE],
                          const char *path, struct tb_error *error)
{
    uint64_t network;

    if (differs_in_network(options, there, &network))
        return error_set(error, TB_ERR_SETUP,
                         "{path} holds self-play with another network; name another file.",
                         arg_start("path", path, 160));
    return error_set(error, TB_ERR_SETUP,
                     "{path} holds self-play with other options; name another file.",
                     arg_start("path", path, 160));
}

/* True if the file has the beginning of the head and then only zeros: a machine that lost its power
 * can leave such a file. */
static bool is_torn(FILE *file, const char there[HEAD_SIZE], size_t got, const char head[HEAD_SIZE])
{
    struct stat info;
    size_t same = 0;
    int c;

    if (fstat(fileno(file), &info) != 0 || !S_ISREG(info.st_mode))
        return got == 0; /* a device may have zeros without an end */
    while (same < got && there[same] == head[same])
        same++;
    for (size_t i = same; i < got; i++)
        if (there[i] != 0)
            return false;
    while ((c = fgetc(file)) == 0)
        continue;
    return c == EOF && !ferror(file);
}

static int write_new(struct selfplay_file *file, const char *path, const char head[HEAD_SIZE],
                     struct tb_error *error)
{
    clearerr(file->file);
    if (fseek(file->file, 0, SEEK_END) == 0)
        file->dropped = ftell(file->file);
    rewind(file->file);
    if (ftruncate(fileno(file->file), 0) != 0 || fwrite(head, HEAD_SIZE, 1, file->file) != 1 ||
        fflush(file->file) != 0)
        return error_system(error, TB_ERR_SYSTEM, errno, "Cannot write {path}",
                            arg_start("path", path, 160));
    return TB_OK;
}

static int begin_file(struct selfplay_file *file, const char *path,
                      const struct selfplay_options *options, struct tb_error *error)
{
    char head[HEAD_SIZE], there[HEAD_SIZE];
    size_t got = fread(there, 1, sizeof there, file->file);
    uint64_t network;

    write_head(options, head);
    if (got == HEAD_SIZE && memcmp(head, there, HEAD_SIZE) == 0)
        return go_through(file, path, error);
    if (is_torn(file->file, there, got, head))
        return write_new(file, path, head, error);
    if (got == HEAD_SIZE && strncmp(there, magic, strlen(magic)) == 0) {
        bool old = differs_in_network(options, there, &network) && network == 0;

        return old ? go_through(file, path, error) : refuse_options(options, there, path, error);
    }
    return error_set(error, TB_ERR_SETUP, "{path} is not a file of self-play.",
                     arg_start("path", path, 160));
}

int selfplay_file_open(struct selfplay_file *file, const char *path,
                       const struct selfplay_options *options, uint32_t games,
                       struct tb_error *error)
{
    int handle = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0666);

    *file =
        (struct selfplay_file){.file = handle < 0 ? NULL : fdopen(handle, "r+"), .games = games};
    if (!file->file) {
        int reason = errno;

        if (handle >= 0)
            close(handle);
        return error_system(error, TB_ERR_SYSTEM, reason, "Cannot write {path}",
                            arg_start("path", path, 160));
    }
    file->done = calloc((size_t)games + 1, 1);
    int code = file->done ? TB_OK : error_memory(error);

    if (!code && flock(handle, LOCK_EX | LOCK_NB) != 0)
        code = error_set(error, TB_ERR_BUSY, "Another program is at work with {path}.",
                         arg_start("path", path, 160));
    if (!code)
        code = begin_file(file, path, options, error);

    if (code)
        selfplay_file_close(file, NULL);
    return code;
}

int selfplay_file_close(struct selfplay_file *file, struct tb_error *error)
{
    int failed = file->file ? fclose(file->file) : 0;

    free(file->done);
    *file = (struct selfplay_file){0};
    return failed ? error_system(error, TB_ERR_SYSTEM, errno, "Cannot write the games") : TB_OK;
}

int selfplay_read(const char *path,
                  bool (*take)(void *context, const struct selfplay_options *options,
                               const struct selfplay_game *game),
                  void *context, struct tb_error *error)
{
    struct selfplay_options options;
    struct selfplay_game game = {0};
    FILE *file = fopen(path, "re");

    if (!file)
        return error_system(error, TB_ERR_RECORD, errno, "Cannot open {path}",
                            arg_start("path", path, 160));
    int code = read_head(file, &options, path, error);

    while (!code && read_game(file, &game) && take(context, &options, &game))
        continue;
    selfplay_release(&game);
    fclose(file);
    return code;
}
