/* check.c - running checks, and what those of both protocols share. */
#include "match/check.h"

#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>

#include "core/message.h"
#include "match/ugi_text.h"

enum { RANDOM_GAME_MAX = 2000 };

static void forget_options(struct checker *checker)
{
    while (checker->option_count > 0)
        free(checker->options[--checker->option_count]);
}

/* A program that has gone must not end this one. */
static void block_sigpipe(void)
{
    sigset_t set;

    sigemptyset(&set);
    sigaddset(&set, SIGPIPE);
    pthread_sigmask(SIG_BLOCK, &set, NULL);
}

enum check_result check_run(struct checker *checker, const struct check_protocol *protocol,
                            const struct check *check, struct fault_words *reason)
{
    struct contestant *contestant = contestant_new(checker->spec, &checker->terms, "engine");

    *reason = (struct fault_words){""};
    if (!contestant) {
        fault_set(reason, "found no memory left");
        return CHECK_FAILS;
    }
    block_sigpipe();
    checker->program = program_of(contestant);
    checker->finish = FINISH_NONE;
    checker->rng = (struct rng){1};
    checker->unsupported = false;
    contestant->running = true; /* so that it is halted */
    check_start_match(checker, &checker->terms.setup);
    if (!checker->finish)
        checker->finish = program_start(checker->program);
    if (!checker->finish)
        protocol->begin(checker);
    if (!checker->finish)
        check->run(checker);
    *reason = contestant->fault;
    contestant_free(contestant);
    tb_match_free(checker->match);
    checker->match = NULL;
    forget_options(checker);
    return checker->finish ? CHECK_FAILS : checker->unsupported ? CHECK_UNSUPPORTED : CHECK_OK;
}

void check_note(struct checker *checker, enum finish finish)
{
    if (!checker->finish)
        checker->finish = finish;
}

/* ---- Positions ------------------------------------------------------------------------ */

void check_no_memory(struct checker *checker)
{
    if (!checker->finish)
        checker->finish =
            contestant_fault(&checker->program->base, FINISH_CRASH, "found no memory left");
}

void check_start_match(struct checker *checker, const struct tb_setup *setup)
{
    struct tb_position start;

    tb_position_start(&start, setup, NULL);
    tb_match_free(checker->match);
    checker->match = match_new(&start, &checker->terms.rules, NULL);
    if (!checker->match)
        check_no_memory(checker);
}

/* Plays the first of the moves, from a random one on, after which the game is over or not. False if
 * there is none. */
static bool play_random(struct checker *checker, bool may_end)
{
    tb_move moves[TB_MOVES_MAX];
    int count = tb_moves(tb_match_position(checker->match), moves);
    int first = (int)rng_below(&checker->rng, (uint32_t)count);

    for (int i = 0; i < count; i++) {
        char text[TB_MOVE_TEXT];

        tb_move_text(tb_match_position(checker->match), moves[(first + i) % count], text,
                     sizeof text);
        if (tb_match_play(checker->match, text, NULL) != TB_OK)
            return false;
        if (may_end || !tb_match_result(checker->match).over)
            return true;
        tb_match_undo(checker->match);
    }
    return false;
}

void check_random_moves(struct checker *checker, int plies)
{
    for (int i = 0; !checker->finish && i < plies && play_random(checker, false); i++)
        continue;
}

void check_random_game(struct checker *checker)
{
    while (check_goes_on(checker, RANDOM_GAME_MAX))
        if (!play_random(checker, true))
            check_no_memory(checker);
}

bool check_goes_on(const struct checker *checker, int plies)
{
    return !checker->finish && !tb_match_result(checker->match).over &&
           tb_match_plies(checker->match) < plies;
}

void check_play(struct checker *checker, const char *move)
{
    struct tb_error error;

    if (!checker->finish && tb_match_play(checker->match, move, &error) != TB_OK)
        check_fault(checker, "played ''{move}'': {problem}", arg_move("move", quote(move).text),
                    arg_message("problem", error.message));
}

/* ---- Behaviour ------------------------------------------------------------------------- */

void check_send(struct checker *checker, const char *line)
{
    if (!checker->finish)
        checker->finish = program_send(checker->program, line);
}

bool check_receive(struct checker *checker, int64_t deadline_us, const char *awaited,
                   const char **line)
{
    if (!checker->finish)
        checker->finish = program_receive(checker->program, deadline_us, awaited, line);
    return !checker->finish;
}

void check_quiet(struct checker *checker, const char *word, const char *command)
{
    int64_t deadline = clock_us() + CHECK_QUIET_US;
    const char *line;
    enum process_event event = PROCESS_LATE;

    while (!checker->finish && (event = process_receive(&checker->program->process, deadline,
                                                        &line)) == PROCESS_READY)
        if (ugi_skip_word(&line, word))
            check_fault(checker, "said {word} before {command}", arg_text("word", word),
                        arg_text("command", command));
    if (event != PROCESS_LATE)
        check_receive(checker, deadline, command, &line);
}

void check_ends(struct checker *checker, const char *after)
{
    int64_t timeout_us = checker->margin_us + 1000000;
    int status;

    if (checker->finish)
        return;
    process_end(&checker->program->process, timeout_us, &status);
    if (status < 0)
        check_fault(checker, "did not end in {milliseconds} ms after {command}",
                    arg_unsigned("milliseconds", (unsigned long long)timeout_us / 1000),
                    arg_text("command", after));
    else if (WIFSIGNALED(status))
        check_fault(checker, "was ended by signal {number} ({name})",
                    arg_count("number", WTERMSIG(status)),
                    arg_text("name", strsignal(WTERMSIG(status))));
    else if (WEXITSTATUS(status) != 0)
        check_fault(checker, "ended with status {status}",
                    arg_count("status", WEXITSTATUS(status)));
}

void check_wrong_answer(struct checker *checker, const char *answer, const char *command)
{
    check_fault(checker, "answered ''{answer}'' to ''{command}''",
                arg_text("answer", answer), arg_text("command", command));
}
