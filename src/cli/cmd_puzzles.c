/* cmd_puzzles.c - tablier puzzles: find puzzles, or prove the puzzles of a file again. */
#include <errno.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "core/text.h"
#include "file/file.h"
#include "file/output.h"
#include "learn/puzzle_file.h"

enum {
    COUNT_DEFAULT = 10,
    COUNT_MAX = 100000,
    CHECK_BYTES = 128 << 20,
};

extern const struct command cmd_puzzles;

struct args {
    struct position_args position;
    uint64_t count, seed;
    const char *out, *check, *grade;
    bool append, force;
};

static const struct option options[] = {
    {"count",
     "N",
     {"find N puzzles (default: 10)", "trouver N problèmes (10 par défaut)"},
     take_number,
     offsetof(struct args, count)},
    {"seed",
     "S",
     {"another seed finds other puzzles (default: 0)",
      "une autre graine trouve d'autres problèmes (0 par défaut)"},
     take_number,
     offsetof(struct args, seed)},
    {"out",
     "FILE",
     {"write them to FILE instead of the terminal",
      "les écrire dans FILE plutôt que sur le terminal"},
     take_text,
     offsetof(struct args, out)},
    {"append",
     NULL,
     {"add to FILE what it does not hold yet", "ajouter à FILE ce qui n'y est pas encore"},
     take_flag,
     offsetof(struct args, append)},
    FORCE_OPTION(struct args, force),
    {"check",
     "FILE",
     {"prove every puzzle of FILE by the rules alone",
      "prouver chaque problème de FILE par les seules règles"},
     take_text,
     offsetof(struct args, check)},
    {"grade",
     "FILE",
     {"grade the puzzles of FILE by comparison", "classer les problèmes de FILE par difficulté"},
     take_text,
     offsetof(struct args, grade)},
    SETUP_OPTIONS(struct args, position),
    {0},
};

/* ---- Checking ---------------------------------------------------------------------------- */

/* A solver by the rules alone for the puzzle's set-up, made anew when that changes. */
static struct dfpn *solver_for(const struct puzzle *puzzle, struct dfpn *solver,
                               struct tb_setup *setup)
{
    struct dfpn_options wanted = {.bytes = CHECK_BYTES, .rules_only = true};

    if (solver && memcmp(setup, &puzzle->position.setup, sizeof *setup) == 0)
        return solver;
    dfpn_free(solver);
    *setup = puzzle->position.setup;
    return dfpn_new(setup, &wanted);
}

static int load(const char *path, struct puzzle_list *list)
{
    struct tb_error error;
    char *text = file_read(path, &error);
    int code = text ? puzzle_list_read(text, list, &error) : TB_ERR_RECORD;

    free(text);
    return code ? failure_of(path, &error) : GO_ON;
}

static int check(const char *path)
{
    struct puzzle_list list = {0};
    struct tb_error error;
    struct tb_setup setup;
    struct dfpn *solver = NULL;
    int bad = 0, status = load(path, &list);

    if (status != GO_ON)
        return status;
    interrupt_catch();
    for (int i = 0; i < list.count && !interrupt_pending(); i++) {
        const struct puzzle *puzzle = &list.puzzles[i];

        if (!(solver = solver_for(puzzle, solver, &setup)))
            bad += out_of_memory();
        else if (puzzle_check(puzzle, solver, &error))
            bad += failure_of(puzzle->id, &error);
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%d of %d", i + 1, list.count);
    }
    if (isatty(STDERR_FILENO))
        fputs("\r\033[K", stderr);
    int twins = puzzle_list_twins(&list);

    dfpn_free(solver);
    if (!interrupt_pending())
        printf(tr("%d puzzles: %d proven, %d wrong, %d equal to another\n",
                  "%d problèmes : %d prouvés, %d faux, %d égaux à un autre\n"),
               list.count, list.count - bad, bad, twins);
    puzzle_list_release(&list);
    return interrupt_pending() ? STATUS_INTERRUPTED : bad || twins ? STATUS_FAILED : STATUS_OK;
}

/* ---- Finding ----------------------------------------------------------------------------- */

static bool stopped(void *context)
{
    (void)context;
    return interrupt_pending();
}

/* What is there at once is for beginners: a fifth of the puzzles will do. */
static bool wanted(const struct args *args, double points, uint64_t easy)
{
    return points > 0 || easy < (args->count + PUZZLE_GRADES - 1) / PUZZLE_GRADES;
}

static bool print_puzzle(FILE *out, const struct puzzle *puzzle)
{
    char line[PUZZLE_LINE_MAX];
    struct text text = text_into(line, sizeof line);

    puzzle_write(puzzle, &text);
    return fprintf(out, "%s\n", line) > 0 && fflush(out) == 0;
}

static int find(const struct args *args, struct puzzle_finder *finder, FILE *out)
{
    uint64_t written = 0, easy = 0;
    struct puzzle puzzle = {0};
    bool good = true;

    interrupt_catch();
    while (good && written < args->count && puzzle_finder_next(finder, &puzzle, stopped, NULL)) {
        double points = puzzle_points(&puzzle);

        puzzle.grade = puzzle_grade(points);
        if (wanted(args, points, easy)) {
            good = print_puzzle(out, &puzzle);
            easy += points == 0;
            written++;
        }
        puzzle_release(&puzzle);
        if (isatty(STDERR_FILENO))
            fprintf(stderr, "\r%d of %d", (int)written, (int)args->count);
    }
    if (!good)
        return failure("Cannot write the puzzles: %s.", "Impossible d'écrire les problèmes : %s.",
                       system_words(errno));
    return interrupt_pending() ? STATUS_INTERRUPTED : STATUS_OK;
}

/* Makes the puzzles of a file known to the finder. */
static int know_file(const char *path, struct puzzle_finder *finder)
{
    struct puzzle_list list = {0};
    int status = access(path, F_OK) == 0 ? load(path, &list) : GO_ON;

    for (int i = 0; status == GO_ON && i < list.count; i++)
        if (!puzzle_finder_know(finder, &list.puzzles[i]))
            status = out_of_memory();
    puzzle_list_release(&list);
    return status;
}

static int grade_file(const char *path)
{
    struct puzzle_list list = {0};
    struct tb_error error;
    int status = load(path, &list);

    if (status != GO_ON)
        return status;
    interrupt_catch();
    bool graded = puzzle_list_grade(&list, stopped, NULL);
    char *text = graded ? puzzle_list_write(&list) : NULL;

    if (interrupt_pending())
        status = STATUS_INTERRUPTED;
    else if (!text)
        status = out_of_memory();
    else
        status = output_write(path, text, strlen(text), OUTPUT_REPLACE, &error)
                     ? STATUS_OK
                     : failure_of(NULL, &error);
    free(text);
    puzzle_list_release(&list);
    return status;
}

static FILE *open_output(const struct args *args, const struct tb_setup *setup)
{
    enum output_mode mode = args->append  ? OUTPUT_APPEND
                            : args->force ? OUTPUT_REPLACE
                                          : OUTPUT_NEW;
    struct tb_error error;
    bool used = false;
    FILE *out = args->out ? output_stream(args->out, mode, &used, &error) : stdout;

    if (!out)
        failure_of(NULL, &error);
    else if (!used)
        fprintf(out, PUZZLE_FILE_NAME " %s\n", tb_game_name(setup->game));
    return out;
}

static int find_puzzles(const struct args *args, const char *game)
{
    struct tb_position position;
    int status = position_args_resolve(&args->position, game, &position);

    if (status != GO_ON)
        return status;
    if (position.setup.players != 2)
        return usage_error("Puzzles are for two players.", "Les problèmes sont pour deux joueurs.");
    if (args->count < 1 || args->count > COUNT_MAX)
        return usage_error("--count: it may be 1 to %d.", "--count : de 1 à %d.", COUNT_MAX);
    struct puzzle_finder *finder = puzzle_finder_new(&position.setup, args->seed);

    if (!finder)
        return out_of_memory();
    if (args->out && args->append)
        status = know_file(args->out, finder);
    FILE *out = status == GO_ON ? open_output(args, &position.setup) : NULL;

    if (out)
        status = find(args, finder, out);
    if (out && out != stdout && fclose(out) != 0)
        status = failure("Cannot write %s: %s.", "Impossible d'écrire %s : %s.", args->out,
                         system_words(errno));
    puzzle_finder_free(finder);
    return out ? status : STATUS_FAILED;
}

static int run(int argc, char **argv)
{
    struct args args = {.count = COUNT_DEFAULT};
    int status = options_parse(&cmd_puzzles, &args, &argc, argv);

    if (status != GO_ON)
        return status;
    if ((args.check || args.grade) && argc > 0)
        return usage_error("With --check and --grade, the file says which game it is.",
                           "Avec --check et --grade, le fichier dit de quel jeu il s'agit.");
    if (args.check)
        return check(args.check);
    if (args.grade)
        return grade_file(args.grade);
    if (argc == 0)
        return usage_error("Which game? See tablier puzzles --help.",
                           "Quel jeu ? Voir tablier puzzles --help.");
    return find_puzzles(&args, argv[0]);
}

const struct command cmd_puzzles = {
    .name = "puzzles",
    .words = "[GAME]",
    .words_max = 1,
    .summary = {"Find puzzles with proven solutions, or check a file of them.",
                "Trouver des problèmes à solution prouvée, ou vérifier un fichier de problèmes."},
    .options = options,
    .run = run,
};
