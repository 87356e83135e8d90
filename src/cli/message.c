/* message.c - error messages of the commands, one line each. */
#include <string.h>

#include "cli/command.h"
#include "core/error.h"
#include "core/memory.h"
#include "core/start.h"

enum { SUGGEST_LENGTH = 24, GAMES_MAX = 31 };

static struct {
    bool now, ever;
} memory_reported;

static int print_error(int status, const struct phrase *message)
{
    fflush(stdout);
    fputs("tablier: ", stderr);
    message_print(stderr, terminal_lang(), message);
    fputc('\n', stderr);
    return status;
}

int report_error(int status, const struct phrase *message)
{
    return memory_lost() ? out_of_memory() : print_error(status, message);
}

int out_of_memory(void)
{
    struct tb_error error;

    error_memory(&error);
    if (!memory_reported.now)
        print_error(STATUS_FAILED, MESSAGE("{problem}", arg_message("problem", error.message)));
    memory_reported.now = memory_reported.ever = true;
    return STATUS_FAILED;
}

void memory_report(void)
{
    if (memory_lost())
        out_of_memory();
    memory_forget();
    memory_reported.now = false;
}

int memory_status(int status)
{
    if (memory_lost())
        return out_of_memory();
    return status == STATUS_OK && memory_reported.ever ? STATUS_FAILED : status;
}

const char *tr(const char *english)
{
    return translate(terminal_lang(), english);
}

void note_dropped(const char *path, long bytes)
{
    if (bytes > 0)
        failure("{path}: Its end was incomplete; {bytes} bytes of it were dropped.",
                arg_text("path", path), arg_count("bytes", bytes));
}

const char *system_words(int number)
{
    return system_error_text(number, terminal_lang());
}

const char *error_words(const struct tb_error *error, char out[ERROR_WORDS])
{
    error_text(error, &(struct tb_viewer){.lang = terminal_lang()}, out, ERROR_WORDS);
    return out;
}

int failure_of(const char *where, const struct tb_error *error)
{
    if (where)
        return failure("{where}: {problem}", arg_text("where", where),
                       arg_message("problem", error->message));
    return failure("{problem}", arg_message("problem", error->message));
}

int usage_error_of(const char *where, const struct tb_error *error)
{
    failure_of(where, error);
    return error_is_internal(error->code) ? STATUS_FAILED : STATUS_USAGE;
}

static int lower(char c)
{
    return c >= 'A' && c <= 'Z' ? c - 'A' + 'a' : c;
}

static int least(int a, int b, int c)
{
    int ab = a < b ? a : b;

    return ab < c ? ab : c;
}

/* Letters to insert, drop, change or exchange with their neighbour to make b of a. */
static int edit_distance(const char *a, const char *b)
{
    int rows[SUGGEST_LENGTH + 1][SUGGEST_LENGTH + 1];
    int m = (int)strlen(a), n = (int)strlen(b);

    for (int i = 0; i <= m; i++)
        rows[i][0] = i;
    for (int j = 0; j <= n; j++)
        rows[0][j] = j;
    for (int i = 1; i <= m; i++)
        for (int j = 1; j <= n; j++) {
            int differs = lower(a[i - 1]) != lower(b[j - 1]);

            rows[i][j] =
                least(rows[i - 1][j] + 1, rows[i][j - 1] + 1, rows[i - 1][j - 1] + differs);
            if (i > 1 && j > 1 && lower(a[i - 1]) == lower(b[j - 2]) &&
                lower(a[i - 2]) == lower(b[j - 1]) && rows[i][j] > rows[i - 2][j - 2] + 1)
                rows[i][j] = rows[i - 2][j - 2] + 1;
        }
    return rows[m][n];
}

const char *suggest(const char *typed, const char *const *names)
{
    const char *best = NULL;
    int typed_length = (int)strlen(typed);
    /* Anything further away, or with more than half its letters wrong, is another word. */
    int best_distance = typed_length < 4 ? typed_length / 2 + 1 : 3;

    if (typed_length > SUGGEST_LENGTH)
        return NULL;
    for (; *names; names++) {
        int length = (int)strlen(*names);
        int distance = length <= SUGGEST_LENGTH ? edit_distance(typed, *names) : length;

        if (distance < best_distance && distance < length) {
            best = *names;
            best_distance = distance;
        }
    }
    return best;
}

const struct tb_game *game_by_name(const char *name)
{
    const struct tb_game *game = tb_game_find(name);
    const char *names[GAMES_MAX + 1] = {NULL}, *near;
    char known[256];
    struct text text = text_into(known, sizeof known);

    if (game)
        return game;
    for (int i = 0; i < tb_game_count() && i < GAMES_MAX; i++)
        names[i] = tb_game_name(tb_game_at(i));
    start_list_games(&text);
    near = suggest(name, names);
    if (near)
        usage_error("There is no game ''{game}''; did you mean {near}?",
                    arg_text("game", quote(name).text), arg_text("near", near));
    else
        usage_error("There is no game ''{game}''; the games are {known}.",
                    arg_text("game", quote(name).text), arg_text("known", known));
    return NULL;
}
