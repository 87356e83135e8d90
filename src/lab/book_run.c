/* book_run.c - see book_run.h. */
#include "lab/book_run.h"

#include <errno.h>
#include <inttypes.h>
#include <pthread.h>
#include <stdlib.h>
#include <string.h>

#include "core/error.h"
#include "file/file.h"
#include "file/output.h"
#include "lab/book_grow.h"

#define GAMES_NAME "tablier-book-games 4"

/* What the threads share. */
struct run {
    const struct book_plan *plan;
    struct book_maker *maker;
    struct book_wide *wide; /* NULL: no targets */
    uint64_t next, played;
    unsigned char *done; /* [games]: the game is in the file */
    FILE *games;
    struct tb_error error;
    pthread_mutex_t lock;
};

/* ---- The games that are there ------------------------------------------------------------- */

static void games_head(const struct book_facts *facts, char *line, size_t size)
{
    snprintf(line, size,
             GAMES_NAME " %s nodes=%" PRIu64 " seed=%" PRIu64 " each=%" PRIu64 "\n",
             tb_game_name(facts->game), facts->nodes, facts->seed, facts->each);
}

static int take_game(struct run *run, const char *line, int number, struct tb_error *error)
{
    struct book_game game;
    int code = book_game_read(line, run->plan->facts.game, &game, error);

    if (code) {
        error_prefix(error, "{path}, line {line}: ", arg_start("path", run->plan->path, 80),
                     arg_count("line", number));
        return code;
    }
    if (game.number >= run->plan->games || run->done[game.number])
        return TB_OK;
    run->done[game.number] = 1;
    run->played++;
    return TB_OK;
}

static int write_error(const struct run *run, struct tb_error *error)
{
    return error_system(error, TB_ERR_SYSTEM, errno, "Cannot write {path}",
                        arg_text("path", run->plan->path));
}

/* Reads the games; the last line may be half of one, and is cut off. */
static int read_games(struct run *run, const char *head, long *dropped, struct tb_error *error)
{
    char *text = file_read_rest(run->games, run->plan->path, error), *line = text;
    int code = TB_OK;

    if (!text)
        return error->code;
    if (strncmp(text, head, strlen(head)) != 0)
        code = error_set(error, TB_ERR_SETUP,
                         "{path}: These are games of another kind; this needs: {description}.",
                         arg_text("path", run->plan->path),
                         arg_start("description", head, (int)strlen(head) - 1));
    else
        line += strlen(head);
    for (int number = 2; !code && *line; number++) {
        char *end = strchr(line, '\n');

        if (!end)
            break;
        *end = '\0';
        code = take_game(run, line, number, error);
        line = end + 1;
    }
    *dropped = code ? 0 : (long)strlen(line);
    if (!code && !output_cut(run->games, line - text))
        code = write_error(run, error);
    free(text);
    return code;
}

static int open_games(struct run *run, long *dropped, struct tb_error *error)
{
    char head[160];

    run->games = output_continue(run->plan->path, error);
    if (!run->games)
        return error->code;
    games_head(&run->plan->facts, head, sizeof head);
    if (output_is_used(run->plan->path))
        return read_games(run, head, dropped, error);
    fputs(head, run->games);
    return TB_OK;
}

/* ---- Playing ------------------------------------------------------------------------------ */

static bool next_game(struct run *run, uint64_t *number)
{
    uint64_t games = run->plan->games;

    pthread_mutex_lock(&run->lock);
    while (run->next < games && run->done[run->next])
        run->next++;
    *number = run->next++;
    bool there = *number < games && !run->error.code;

    pthread_mutex_unlock(&run->lock);
    return there && !run->plan->stop(NULL);
}

/* Keeps a game; its line ends with a line end. */
static void keep_game(struct run *run, const char *line)
{
    pthread_mutex_lock(&run->lock);
    if (!output_add(run->games, line, strlen(line)))
        write_error(run, &run->error);
    run->plan->progress(++run->played, run->plan->games);
    pthread_mutex_unlock(&run->lock);
}

static void *play_games(void *context)
{
    struct run *run = context;
    struct tb_error error;
    struct book_player *player = book_player_new(&run->plan->facts, run->wide, &error);
    struct book_game *game = malloc(sizeof *game);
    char *line = malloc(BOOK_LINE_MAX);
    uint64_t number;

    if (player && (!game || !line))
        error_memory(&error);
    if (!player || !game || !line) {
        pthread_mutex_lock(&run->lock);
        error_copy(&run->error, &error);
        pthread_mutex_unlock(&run->lock);
    } else {
        while (next_game(run, &number) &&
               book_player_play(player, number, game, run->plan->stop, NULL)) {
            struct text text = text_into(line, BOOK_LINE_MAX);

            book_game_write(game, run->plan->facts.game, &text);
            text_char(&text, '\n');
            keep_game(run, line);
        }
    }
    book_player_free(player);
    free(game);
    free(line);
    return NULL;
}

static void play(struct run *run)
{
    pthread_t ids[SEARCH_THREADS_MAX];
    int started = 0;

    while (started < run->plan->threads &&
           pthread_create(&ids[started], NULL, play_games, run) == 0)
        started++;
    if (started == 0)
        error_set(&run->error, TB_ERR_SYSTEM,
                  "No thread can be made: memory or a limit is exhausted.");
    for (int i = 0; i < started; i++)
        pthread_join(ids[i], NULL);
}

/* ---- Counting ----------------------------------------------------------------------------- */

/* Counts the games of a text in the order of their numbers: of two that went alike the first counts,
 * though another thread may have been quicker. */
static int count_lines(const struct run *run, char *text, struct tb_error *error)
{
    const char **lines = calloc(run->plan->games, sizeof *lines);
    struct book_game game;
    int code = lines ? TB_OK : error_memory(error);

    for (char *line = strchr(text, '\n'); !code && line && line[1];) {
        char *next = strchr(++line, '\n');
        uint64_t number = strtoull(line, NULL, 10);

        if (next)
            *next = '\0';
        if (number < run->plan->games)
            lines[number] = line;
        line = next;
    }
    for (uint64_t i = 0; !code && i < run->plan->games; i++) {
        if (lines[i])
            code = book_game_read(lines[i], run->plan->facts.game, &game, error);
        if (!code && lines[i] && !book_maker_add(run->maker, &game))
            code = error_memory(error);
    }
    free(lines);
    return code;
}

static int count_games(const struct run *run, struct tb_error *error)
{
    rewind(run->games);
    char *text = file_read_rest(run->games, run->plan->path, error);
    int code = text ? count_lines(run, text, error) : error->code;

    free(text);
    return code;
}

/* Finds the targets of the games that are left after those for all second moves. */
static int widen(struct run *run, struct tb_error *error)
{
    const struct book_plan *plan = run->plan;
    struct book_player *player = book_player_new(&plan->facts, NULL, error);
    int code = TB_OK;

    if (!player)
        return error->code;
    uint64_t beginnings = book_player_beginnings(player), each = plan->facts.each;

    book_player_free(player);
    if (each > 0 && plan->games > beginnings)
        code = book_grow(plan, (size_t)((plan->games - beginnings) / each), &run->wide, error);
    return code;
}

int book_run(const struct book_plan *plan, struct book_maker *maker, long *dropped,
             struct tb_error *error)
{
    struct run run = {
        .plan = plan,
        .maker = maker,
        .done = calloc(plan->games, 1),
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };

    *dropped = 0;
    if (!run.done)
        return error_memory(error);
    int code = open_games(&run, dropped, error);

    if (!code)
        code = widen(&run, error);
    if (!code) {
        play(&run);
        code = run.error.code;
        error_copy(error, &run.error);
    }
    if (!code)
        code = count_games(&run, error);
    if (!code && run.wide)
        book_wide_keep(run.wide, maker);
    book_wide_free(run.wide);
    if (run.games && fclose(run.games) != 0 && !code)
        code = write_error(&run, error);
    free(run.done);
    return code;
}
