/* review_many.c - see review_many.h. */
#include "cli/review_many.h"

#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "cli/interrupt.h"
#include "json/record_file.h"
#include "core/message.h"
#include "json/record_json.h"

static int prepare(const struct review_plan *plan, struct review_work *records)
{
    char journal[PATH_MAX];
    struct tb_error error;

    if (review_work_begin(records, &error))
        return out_of_memory();
    if (plan->out && work_journal_path(plan->out, journal) &&
        review_work_open(records, journal, &error))
        return failure_of(NULL, &error);
    note_dropped(records->journal.path, records->journal.dropped);
    return GO_ON;
}

/* Player names and result as a heading, then what is true of the whole game. */
static void print_summary(int number, const struct record *record, char *sentences)
{
    char result[32];

    fputs(number > 1 ? "\n" : "", stdout);
    print_out("Game {number}", arg_count("number", number));
    for (int p = 0; p < tb_match_start(record->match)->setup.players; p++) {
        const char *value = record_player(record, p);

        if (value)
            printf("%s%s", p ? " - " : tr(": "), value);
    }
    record_result_text(tb_match_result(record->match), result, sizeof result);
    printf(" (%s)\n", result);
    for (char *sentence; (sentence = strsep(&sentences, "\t"));)
        if (*sentence)
            printf("%s\n", sentence);
}

/* One result: what it says is printed, and its record written. */
static int finish_one(const struct review_plan *plan, int number, char *result, FILE *file)
{
    char *line = strchr(result, '\n');
    struct record record = {0};
    struct tb_error error;
    bool whole = true;
    int ply;

    *line++ = '\0';
    if (record_json_read(&record, line, strlen(line), &ply, &error))
        return failure_of(NULL, &error);
    print_summary(number, &record, result);
    if (file) {
        enum record_form form = record_form_of_name(plan->out);
        char *text = record_format(&record, form);

        whole = text != NULL;
        if (text) /* output_commit() finds out what could not be written */
            fprintf(file, "%s%s", form == RECORD_TEXT && number > 1 ? "\n" : "", text);
        free(text);
    }
    record_release(&record);
    return whole ? GO_ON : out_of_memory();
}

static int finish_all(const struct review_plan *plan, struct review_work *records)
{
    struct output output = {0};
    struct tb_error error;
    int status = GO_ON;

    if (plan->out &&
        !output_open(&output, plan->out, plan->force ? OUTPUT_REPLACE : OUTPUT_NEW, &error))
        return failure_of(NULL, &error);
    for (int i = 0; status == GO_ON && i < records->count; i++)
        status = finish_one(plan, i + 1, records->results[i], output.file);
    if (status == GO_ON && plan->out && !output_commit(&output, &error))
        status = failure_of(NULL, &error);
    if (plan->out)
        output_drop(&output);
    return status;
}

int review_many(const struct review_plan *plan, struct review_work *records)
{
    const struct work work = review_work(records);
    bool interrupted = false;
    int status = prepare(plan, records);

    interrupt_catch();
    if (status == GO_ON)
        status = work_do(&work, &plan->work, &interrupted);
    if (status == GO_ON && !interrupted)
        status = finish_all(plan, records);
    else if (status == GO_ON && plan->out)
        print_in(stderr, terminal_lang(),
                 "{done} games reviewed. Run the same command to resume.\n",
                 arg_count("done", records->done));
    review_work_end(records, status == GO_ON && !interrupted);
    return status != GO_ON ? status : interrupted ? STATUS_INTERRUPTED : STATUS_OK;
}
