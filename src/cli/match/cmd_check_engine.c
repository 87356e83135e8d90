/* cmd_check_engine.c - tablier check-engine: does an engine keep to its protocol? */
#include <jansson.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "cli/position_args.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "file/output.h"
#include "jansson/json_memory.h"
#include "match/check.h"
#include "protocol/qtp.h"

struct args {
    const char *game, *only, *log;
    struct position_args position;
    uint64_t margin_ms, timeout_ms;
    bool json;
};

TAKE_BETWEEN(take_time, 1, 600000)

static const struct option options[] = {
    {"game", "GAME", N_("the game that it plays (default: seen from its options)"), take_text,
     ARG(game)},
    SETUP_OPTIONS(struct args, position),
    {"only", "NAMES", N_("run only these checks: \"stop quit\""), take_text, ARG(only)},
    {"margin", "MS", N_("tolerated delay of an answer, in milliseconds (default: 1000)"), take_time,
     ARG(margin_ms)},
    {"patience", "MS",
     N_("wait this long for answers without a time limit, in milliseconds (default: 10000)"),
     take_time, ARG(timeout_ms)},
    {"log", "FILE", N_("log everything sent to and received from other programs"), take_text,
     ARG(log)},
    JSON_OPTION(struct args, json),
    {0},
};

enum { RESULTS = 3, COLUMN = 17 };

static const char *const result_words[RESULTS] = {N_("ok"), N_("fails"), N_("not supported")};
static const char *const result_names[RESULTS] = {"ok", "fails", "unsupported"};

/* Reads the specification: "./engine ARGS" alone is a program that speaks UGI. */
static int read_spec(const char *word, const struct tb_setup *setup, struct contestant_spec *spec)
{
    struct tb_error error;
    bool kind = strncmp(word, "cmd", 3) == 0 || strncmp(word, "qtp", 3) == 0;
    size_t size = strlen(word) + sizeof "cmd:";
    char *text = malloc(size);

    if (!text)
        return out_of_memory();
    kind = kind && (word[3] == ':' || word[3] == ',');

    snprintf(text, size, "%s%s", kind ? "" : "cmd:", word);
    int code = contestant_spec_parse(spec, text, setup, &error);

    free(text);
    return code ? usage_error_of(NULL, &error) : GO_ON;
}

/* Finds the game and its setup, and the specification that goes with it. */
static int prepare(const struct args *args, const char *word, struct contestant_spec *spec,
                   struct checker *checker)
{
    const char *name = args->game;
    struct tb_position start;
    int status;

    tb_setup_init(&checker->terms.setup, tb_game_at(0), 2, NULL);
    if (!name && strncmp(word, "qtp", 3) == 0)
        name = tb_game_name(qtp_game());
    if (!name) {
        if ((status = read_spec(word, &checker->terms.setup, spec)) != GO_ON)
            return status;
        const struct tb_game *game = check_guess_game(checker);

        contestant_spec_release(spec);
        if (!game)
            return usage_error("The game is not clear from the engine''s options; give --game.");
        name = tb_game_name(game);
    }
    if ((status = position_args_start(&args->position, name, &start)) != GO_ON)
        return status;
    checker->terms.setup = start.setup;
    return read_spec(word, &start.setup, spec);
}

static bool is_listed(const char *words, const char *name)
{
    size_t length = strlen(name);

    for (const char *at = words; (at = strstr(at, name)); at += length)
        if ((at == words || strchr(" ,", at[-1])) && strchr(" ,", at[length]))
            return true;
    return false;
}

/* Refuses names in --only that are not checks. */
static int check_names(const char *words, const struct check *checks)
{
    for (size_t length; words && *words; words += length) {
        words += strspn(words, " ,");
        length = strcspn(words, " ,");
        const struct check *check = checks;
        char name[64], all[1024] = "";
        struct text text = text_into(name, sizeof name), list = text_into(all, sizeof all);

        text_add(&text, "%.*s", (int)length, words);
        for (; check->name && strcmp(check->name, name) != 0; check++)
            text_add(&list, "%s%s", check > checks ? ", " : "", check->name);
        if (length > 0 && !check->name)
            return usage_error("There is no check ''{name}''; there are {names}.",
                               arg_text("name", quote(name).text), arg_text("names", all));
    }
    return GO_ON;
}

/* Prints "stop             fails          It stops at once: it ...". */
static void print_check(const struct check *check, enum check_result result,
                        const struct fault_words *reason)
{
    const char *lang = terminal_lang(), *word = tr(result_words[result]);
    char line[1024];
    struct text text = text_into(line, sizeof line);
    int width = 0;

    for (int i = 0; i < RESULTS; i++) {
        const char *one = tr(result_words[i]);
        int columns = wrap_width(one, strlen(one));

        width = columns > width ? columns : width;
    }
    text_add(&text, "%-*s%s%*s", COLUMN, check->name, word,
             width + 2 - wrap_width(word, strlen(word)), "");
    if (result == CHECK_FAILS)
        text_message(&text, lang, "{title}: it {fault}", arg_text("title", tr(check->title)),
                     arg_message("fault", reason->message));
    else
        text_add(&text, "%s", tr(check->title));
    wrap_print(line, terminal_wrap(), 0, COLUMN + width + 2);
    putchar('\n');
    fflush(stdout);
}

static json_t *check_json(const struct check *check, enum check_result result,
                          const struct fault_words *reason)
{
    char words[1024];
    struct text text = text_into(words, sizeof words);

    if (result == CHECK_FAILS)
        message_render_encoded(&text, reason->message,
                               &(struct tb_viewer){.lang = terminal_lang()});
    return json_pack("{s:s, s:s, s:s, s:o}", "name", check->name, "title", tr(check->title),
                     "result", result_names[result], "reason",
                     result == CHECK_FAILS ? json_string(words) : json_null());
}

/* Runs the checks; nothing more can be checked of a program that does not introduce itself. */
static json_t *run_checks(const struct args *args, struct checker *checker, int counts[RESULTS])
{
    const struct check_protocol *protocol = check_protocol_of(checker->spec);
    const struct check *checks = protocol->checks;
    json_t *list = json_array();
    bool go_on = true;

    for (const struct check *check = checks; go_on && check->name && !interrupt_pending();
         check++) {
        struct fault_words reason;

        if (args->only && !is_listed(args->only, check->name))
            continue;
        enum check_result result = check_run(checker, protocol, check, &reason);

        counts[result]++;
        if (args->json)
            json_array_append_new(list, check_json(check, result, &reason));
        else
            print_check(check, result, &reason);
        go_on = check > checks || result != CHECK_FAILS;
    }
    return list;
}

static int report(const struct args *args, const struct checker *checker, const int counts[RESULTS],
                  json_t *list)
{
    int sum = counts[CHECK_OK] + counts[CHECK_FAILS] + counts[CHECK_UNSUPPORTED];

    if (args->json)
        json_write(json_pack("{s:s, s:s, s:s, s:O, s:i, s:i, s:i}", "engine", checker->spec->label,
                             "protocol", checker->spec->class == &qtp_contestant ? "qtp" : "ugi",
                             "game", tb_game_name(checker->terms.setup.game), "checks", list, "ok",
                             counts[CHECK_OK], "fails", counts[CHECK_FAILS], "unsupported",
                             counts[CHECK_UNSUPPORTED]),
                   JSON_INDENT(2), stdout);
    else
        print_out("{checks, plural, one {# check} other {# checks}} of {engine}: {ok} ok, {fails} "
                  "failed, {unsupported} not supported.\n",
                  arg_count("checks", sum), arg_text("engine", checker->spec->label),
                  arg_count("ok", counts[CHECK_OK]), arg_count("fails", counts[CHECK_FAILS]),
                  arg_count("unsupported", counts[CHECK_UNSUPPORTED]));
    if (interrupt_pending())
        return STATUS_INTERRUPTED;
    return counts[CHECK_FAILS] > 0 ? STATUS_FAILED : STATUS_OK;
}

static int run(void *values, char **words)
{
    const struct args *args = values;
    struct contestant_spec spec = {0};
    struct checker checker = {
        .spec = &spec,
        .terms = {.rules = match_rules_default(), .timeout_us = 1000 * (int64_t)args->timeout_ms},
        .margin_us = 1000 * (int64_t)args->margin_ms,
    };
    struct tb_error error;
    int counts[RESULTS] = {0};

    if (args->log && !(checker.terms.log = output_stream(args->log, true, &error)))
        return failure_of(NULL, &error);
    int status = prepare(args, words[0], &spec, &checker);

    if (status == GO_ON)
        status = check_names(args->only, check_protocol_of(&spec)->checks);
    if (status == GO_ON) {
        interrupt_catch();
        json_t *list = run_checks(args, &checker, counts);

        status = report(args, &checker, counts, list);
        json_decref(list);
    }
    contestant_spec_release(&spec);
    if (checker.terms.log)
        fclose(checker.terms.log);
    return status;
}

const struct command cmd_check_engine = {
    .name = "check-engine",
    .words = "PROGRAM",
    .summary = N_("Check that an engine keeps to UGI or QTP."),
    ARGS(struct args, .margin_ms = 1000, .timeout_ms = 10000),
};
