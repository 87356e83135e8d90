/* cmd_selfplay.c - tablier selfplay: games of the engine against itself, as data. */
#include <pthread.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/engine_args.h"
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "cli/terminal.h"
#include "lab/numpy.h"
#include "lab/selfplay_file.h"

extern const struct command cmd_selfplay;

enum { THREADS_MAX = 256, TABLE_MB = 2, GAMES_MAX = 1000000000 };

struct args {
    struct position_args position;
    struct engine_args engine; /* the network */
    uint64_t games, nodes, seed, threads, opening, explore, lines, plies;
    const char *out, *numpy;
    bool adjudicate;
};

#define AT(member) offsetof(struct args, member)

static const struct option options[] = {
    SETUP_OPTIONS(struct args, position),
    {"games",
     "N",
     {"games in all (default: 100)", "parties en tout (par défaut 100)"},
     take_positive,
     AT(games)},
    {"nodes",
     "N",
     {"positions to look at for a move (default: 1000)",
      "positions à examiner pour un coup (par défaut 1000)"},
     take_positive,
     AT(nodes)},
    {"opening",
     "N",
     {"up to N random plies at first (default: 8)",
      "au plus N demi-coups au hasard au début (par défaut 8)"},
     take_number,
     AT(opening)},
    {"explore",
     "N",
     {"one move in N is another than the search chose (default: 14; 0: none)",
      "un coup sur N n'est pas celui de la recherche (par défaut 14 ; 0 : aucun)"},
     take_number,
     AT(explore)},
    {"lines",
     "K",
     {"keep the values of the K best moves (default: 1)",
      "garder les valeurs des K meilleurs coups (par défaut 1)"},
     take_positive,
     AT(lines)},
    {"max-plies",
     "N",
     {"break a game off after N plies (default: 200)",
      "arrêter une partie après N demi-coups (par défaut 200)"},
     take_positive,
     AT(plies)},
    {"adjudicate-proven",
     NULL,
     {"end a game as soon as its result is proven",
      "finir une partie dès que son résultat est prouvé"},
     take_flag,
     AT(adjudicate)},
    {"seed",
     "N",
     {"play the same games again (default: 1)", "rejouer les mêmes parties (par défaut 1)"},
     take_number,
     AT(seed)},
    {"threads",
     "N",
     {"games at a time (default: 1)", "parties à la fois (par défaut 1)"},
     take_positive,
     AT(threads)},
    {"net",
     "FILE",
     {"judge positions by this network; none: by the built-in evaluation",
      "juger les positions avec ce réseau ; none : avec l'évaluation intégrée"},
     take_net,
     AT(engine)},
    {"out",
     "FILE",
     {"where the games go; the same command goes on with it",
      "où vont les parties ; la même commande reprend"},
     take_text,
     AT(out)},
    {"numpy",
     "FOLDER",
     {"then write them as NumPy files", "puis les écrire en fichiers NumPy"},
     take_text,
     AT(numpy)},
    {0},
};

/* ---- Threads ------------------------------------------------------------------------------- */

struct session {
    const struct args *args;
    struct selfplay_options options;
    struct engine_options engine;

    pthread_mutex_t lock; /* held to touch what follows */
    struct selfplay_file file;
    uint32_t next;
    struct tb_error error;
};

/* The next game that the file does not hold. */
static bool take_number_of_game(struct session *session, uint32_t *number)
{
    pthread_mutex_lock(&session->lock);
    while (session->next < session->file.games && session->file.done[session->next])
        session->next++;
    *number = session->next;
    bool more = session->next < session->file.games && !session->error.code;

    session->next += more;
    pthread_mutex_unlock(&session->lock);
    return more && !interrupt_pending();
}

static void keep(struct session *session, const struct selfplay_game *game, int code,
                 const struct tb_error *error)
{
    pthread_mutex_lock(&session->lock);
    if (code && code != TB_ERR_STOPPED && !session->error.code)
        error_copy(&session->error, error);
    else if (!code && !session->error.code)
        selfplay_file_add(&session->file, game, &session->error);
    if (isatty(STDERR_FILENO))
        fprintf(stderr, "\r%u / %u\033[K", session->file.count, session->file.games);
    pthread_mutex_unlock(&session->lock);
}

static void *play(void *context)
{
    struct session *session = context;
    struct selfplay_game game = {0};
    struct tb_error error = {.code = TB_OK};
    struct engine *engine = engine_new(&session->options.setup, &session->engine, &error);
    uint32_t number;

    if (!engine)
        keep(session, NULL, error.code, &error);
    while (engine && take_number_of_game(session, &number)) {
        int code =
            selfplay_play(engine, &session->options, number, &game, interrupt_pending, &error);

        keep(session, &game, code, &error);
    }
    engine_free(engine);
    selfplay_release(&game);
    return NULL;
}

/* ---- The command ------------------------------------------------------------------------------
 */

static int check_args(const struct args *args)
{
    if (!args->out)
        return usage_error("--out: Say where the games shall go.",
                           "--out : dites où doivent aller les parties.");
    if (args->games > GAMES_MAX || args->threads > THREADS_MAX)
        return usage_error("--games may be 1 to %d, --threads 1 to %d.",
                           "--games va de 1 à %d, --threads de 1 à %d.", GAMES_MAX, THREADS_MAX);
    if (args->lines > SELFPLAY_LINES_MAX || args->plies > SELFPLAY_PLIES_MAX ||
        args->opening > 1000 || args->explore > 1000000 || args->seed >= 1 << 24)
        return usage_error("--lines is at most %d, --max-plies %d, --opening 1000, --explore "
                           "1000000, --seed 16777215.",
                           "--lines va jusqu'à %d, --max-plies %d, --opening 1000, --explore "
                           "1000000, --seed 16777215.",
                           SELFPLAY_LINES_MAX, SELFPLAY_PLIES_MAX);
    return GO_ON;
}

static int play_all(struct session *session)
{
    pthread_t threads[THREADS_MAX];
    int started = 0, wanted = (int)session->args->threads;

    while (started < wanted && pthread_create(&threads[started], NULL, play, session) == 0)
        started++;
    for (int i = 0; i < started; i++)
        pthread_join(threads[i], NULL);
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    if (started == 0)
        return failure("No thread can be made.", "Impossible de créer un fil d'exécution.");
    return session->error.code ? failure_of("--out", &session->error) : GO_ON;
}

static int write_numpy(const struct args *args)
{
    struct tb_error error;
    uint64_t rows;

    if (!args->numpy)
        return GO_ON;
    if (numpy_export(args->out, args->numpy, &rows, &error))
        return failure_of("--numpy", &error);
    printf(tr("%llu positions in %s.\n", "%llu positions dans %s.\n"), (unsigned long long)rows,
           args->numpy);
    return GO_ON;
}

static int run_session(struct session *session)
{
    const struct args *args = session->args;
    struct tb_error error;

    if (selfplay_file_open(&session->file, args->out, &session->options, (uint32_t)args->games,
                           &error))
        return usage_error_of("--out", &error);
    interrupt_catch();
    int status = play_all(session);
    bool whole = session->file.count == session->file.games;
    uint32_t count = session->file.count;

    if (selfplay_file_close(&session->file, &error) && status == GO_ON)
        status = failure_of("--out", &error);
    if (status != GO_ON)
        return status;
    printf(tr("%u games in %s.\n", "%u parties dans %s.\n"), count, args->out);
    status = whole || !interrupt_pending() ? write_numpy(args) : GO_ON;
    return status != GO_ON ? status : whole ? STATUS_OK : STATUS_INTERRUPTED;
}

static int run(int argc, char **argv)
{
    struct args args = {.games = 100,
                        .nodes = 1000,
                        .seed = 1,
                        .threads = 1,
                        .opening = 8,
                        .explore = 14,
                        .lines = 1,
                        .plies = 200};
    struct tb_position start;
    int status = options_parse(&cmd_selfplay, &args, &argc, argv);

    if (status != GO_ON || (status = check_args(&args)) != GO_ON ||
        (status = position_args_start(&args.position, argv[0], &start)) != GO_ON)
        return status;
    struct session session = {
        .args = &args,
        .options = {.setup = start.setup,
                    .seed = args.seed,
                    .nodes = args.nodes,
                    .opening = (int)args.opening,
                    .explore = (int)args.explore,
                    .lines = (int)args.lines,
                    .plies = (int)args.plies,
                    .adjudicate = args.adjudicate},
        .engine = args.engine.engine,
        .lock = PTHREAD_MUTEX_INITIALIZER,
    };

    session.engine.table_mb = TABLE_MB;
    return run_session(&session);
}

const struct command cmd_selfplay = {
    .name = "selfplay",
    .words = "GAME",
    .words_min = 1,
    .words_max = 1,
    .summary = {"Let the engine play against itself, and keep what it thought as data.",
                "Faire jouer le moteur contre lui-même, et garder ses pensées comme données."},
    .options = options,
    .run = run,
};
