/* match_file.c - the records of a match or a tournament, its PGN file and its log. */
#include "cli/match/match_session.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "cli/command.h"
#include "core/error.h"
#include "file/file.h"
#include "file/output.h"
#include "match/pgn.h"
#include "json/record_json.h"

enum { LINE_MAX_BYTES = 16 << 20, BLOCKS_MAX = 10000000 };

/* ---- Records ------------------------------------------------------------------------------ */

static int find_entrant(const struct match_session *session, const char *label)
{
    for (int i = 0; label && i < session->spec_count; i++)
        if (strcmp(session->specs[i].label, label) == 0)
            return i;
    return -1;
}

/* Finds the entrant of each seat; -1 if the record does not name one. */
static int find_entrants(const struct match_session *session, const struct record *record,
                         int *entrants, struct tb_error *error)
{
    for (int p = 0; p < session->schedule.players; p++) {
        const char *name = record_player(record, p);

        entrants[p] = find_entrant(session, name);
        if (name && entrants[p] < 0)
            return error_set(error, TB_ERR_RECORD, "It names ''{name}'', who is not an entrant.",
                             arg_text("name", quote(name).text));
    }
    return TB_OK;
}

/* Finds the pairing that has these entrants. Those of a pair may have changed places in the list,
 * so with two sides the seats decide which of the two games it is, and not the number of the
 * record. */
static bool find_pairing(const struct match_session *session, const char *round,
                         const int *entrants, struct pairing *pairing)
{
    const struct schedule *schedule = &session->schedule;
    bool pairs = schedule->contestants == 2, ladder = session->args->event == EVENT_LADDER;
    int block, place = 1, spec[2] = {entrants[0], entrants[0]};

    for (int p = 0; p < schedule->players; p++) {
        spec[ladder] = entrants[p] < spec[ladder] ? entrants[p] : spec[ladder];
        spec[!ladder] = entrants[p] > spec[!ladder] ? entrants[p] : spec[!ladder];
    }
    if (!round || sscanf(round, "%9d.%9d", &block, &place) < 1 || block < 1 || block > BLOCKS_MAX ||
        place < 1 || place > schedule->block || spec[ladder] < 0 || (pairs && spec[0] == spec[1]) ||
        (ladder && spec[0] != spec[1] + 1))
        return false;
    if (pairs && schedule->sides == 2)
        place = entrants[0] == spec[0] ? 1 : 2;
    *pairing = match_pairing(session, match_cell(session, spec),
                             (block - 1) * schedule->block + place - 1);
    for (int p = 0; p < schedule->players; p++)
        if (pairing->spec[pairing->seats[p]] != entrants[p])
            return false;
    return true;
}

static bool begins_with(const struct record *record, const struct opening *opening)
{
    const char *moves = opening->moves, *plies = record_tag(record, "OpeningPlies");
    int count = 0;

    for (; *moves; count++) {
        const char *entry = tb_match_entry(record->match, count);
        size_t length = strcspn(moves, " ");

        if (!entry || strlen(entry) != length || strncmp(entry, moves, length) != 0)
            return false;
        moves += length + (moves[length] == ' ');
    }
    return count == (plies ? atoi(plies) : 0) &&
           tb_equal(tb_match_start(record->match), &opening->start);
}

/* Finds out which game of the match or tournament a record is. The games of a match have its
 * openings; a tournament may have had other rounds. */
static int place_record(const struct match_session *session, const struct record *record,
                        struct pairing *pairing, struct tb_error *error)
{
    const struct tb_setup *setup = &tb_match_start(record->match)->setup;
    int entrants[TB_PLAYERS_MAX];
    int code = openings_check_setup(&session->plan.terms.setup, setup, error);

    if (code || (code = find_entrants(session, record, entrants, error)))
        return code;
    if (!tb_match_result(record->match).over ||
        !find_pairing(session, record_tag(record, "Round"), entrants, pairing))
        return error_set(error, TB_ERR_RECORD, "It is not a game of this match or tournament.");
    const struct opening_list *openings = &session->openings;
    int opening = pairing->block % openings->count;

    if (session->args->event != EVENT_TOURNAMENT &&
        !begins_with(record, &openings->items[opening]))
        return error_set(error, TB_ERR_RECORD,
                         "It does not begin with opening {number}; use the same --seed and "
                         "--openings, or another file.",
                         arg_count("number", opening + 1));
    return TB_OK;
}

/* What to do with each record of the file. */
typedef int record_visitor(void *context, struct record *record, struct tb_error *error);

/* True if the line was being written when the program or the machine was ended. Such a line is the
 * last, and has the beginning of our records of this game without their end; a machine that lost
 * its power can leave zeros instead. Any other line may be the user's, and is never cut off. */
static bool is_unfinished(const struct match_session *session, FILE *in, const char *line,
                          size_t length)
{
    const struct tb_setup *setup = &session->plan.terms.setup;
    char begin[64];
    struct text text = text_into(begin, sizeof begin);
    bool ended = line[length - 1] == '\n';
    int next = getc(in);

    if (next != EOF) {
        ungetc(next, in);
        return false;
    }
    length -= ended;
    while (length > 0 && line[length - 1] == '\0')
        length--;
    if (length == 0)
        return !ended || line[0] == '\0';
    text_add(&text, "{\"game\":\"%s\",\"players\":%d,", tb_game_name(setup->game), setup->players);
    return !(ended && line[length - 1] == '}') &&
           strncmp(line, begin, length < text.used ? length : text.used) == 0;
}

/* Reads the records of the file one by one. *whole is how much of it they are: behind them there
 * may be an unfinished one, and nothing else. */
static int read_records(const struct match_session *session, FILE *in, record_visitor *visit,
                        void *context, long *whole)
{
    const char *path = session->args->out;
    char *line = NULL;
    size_t capacity = 0;
    long length = 0;
    int number = 1, code = TB_OK;
    struct tb_error error;

    *whole = 0;
    for (; !code && (length = file_read_line(in, &line, &capacity, LINE_MAX_BYTES)) > 0; number++) {
        struct record record = {0};
        int ply, read = record_json_read(&record, line, (size_t)length, &ply, &error);

        bool unfinished =
            read && !error_is_internal(read) && is_unfinished(session, in, line, (size_t)length);

        code = unfinished ? TB_OK : read ? read : visit(context, &record, &error);
        record_release(&record);
        if (unfinished) {
            note_dropped(path, length);
            break;
        }
        *whole += code ? 0 : length;
    }
    free(line);
    if (ferror(in))
        return failure("Cannot read {path}: {reason}.", arg_text("path", path),
                       arg_text("reason", system_words(errno)));
    if (code)
        return failure("{path}, line {line}: {error}", arg_text("path", path),
                       arg_count("line", number - 1), arg_message("error", error.message));
    return length == FILE_LINE_LONG || length == FILE_LINE_MEMORY
               ? failure("{path}, line {line} is too long.", arg_text("path", path),
                         arg_count("line", number))
               : GO_ON;
}

static int take_record(void *context, struct record *record, struct tb_error *error)
{
    struct match_session *session = context;
    struct match_game game = {.record = *record};
    bool known;
    int code = place_record(session, record, &game.pairing, error);

    if (code)
        return code;
    match_game_restore(&game);
    return match_add(session, &game, &known, error);
}

static int open_records(struct match_session *session)
{
    const struct match_args *args = session->args;
    struct tb_error error;
    long whole = 0;
    int status = GO_ON;

    if (!args->out)
        return GO_ON;
    session->out = output_continue(args->out, &error);
    if (!session->out)
        return failure_of("--out", &error);
    if (!args->force && output_is_used(args->out))
        status = read_records(session, session->out, take_record, session, &whole);
    if (status == GO_ON && !output_cut(session->out, whole))
        status = failure("Cannot write {path}: {reason}.", arg_text("path", args->out),
                         arg_text("reason", system_words(errno)));
    return status;
}

int match_file_add(struct match_session *session, const char *line, size_t length,
                   struct tb_error *error)
{
    if (!session->out || output_add(session->out, line, length))
        return TB_OK;
    return error_system(error, TB_ERR_SYSTEM, errno, "Cannot write {path}",
                        arg_start("path", session->args->out, 160));
}

/* ---- PGN ------------------------------------------------------------------------------------ */

struct pgn_target {
    const struct match_session *session;
    FILE *file;
};

static int write_game(void *context, struct record *record, struct tb_error *error)
{
    struct pgn_target *target = context;
    char *text = pgn_write(record, target->session->schedule.first[1]);

    if (!text)
        return error_memory(error);
    fputs(text, target->file); /* output_commit() finds out if that failed */
    free(text);
    return TB_OK;
}

/* True if the file may be replaced: it does not exist, is empty, or was written by us. */
static bool is_our_pgn(const char *path)
{
    static const char begin[] = "[Event \"" PGN_EVENT "\"]";
    char line[sizeof begin] = "";
    FILE *file = output_is_used(path) ? fopen(path, "re") : NULL;

    if (!file)
        return true;
    bool ours =
        fread(line, 1, sizeof begin - 1, file) == sizeof begin - 1 && strcmp(line, begin) == 0;

    fclose(file);
    return ours;
}

static int check_pgn(const struct match_args *args)
{
    bool ours = args->pgn && (args->force || is_our_pgn(args->pgn));
    struct tb_error error;

    if (args->pgn && !output_check(args->pgn, ours ? OUTPUT_REPLACE : OUTPUT_NEW, &error))
        return failure_of("--pgn", &error);
    return GO_ON;
}

int match_file_write_pgn(const struct match_session *session)
{
    const char *path = session->args->pgn;
    struct output output;
    struct tb_error error;
    long whole;

    if (!path)
        return GO_ON;
    if (!output_open(&output, path, OUTPUT_REPLACE, &error))
        return failure_of("--pgn", &error);
    struct pgn_target target = {session, output.file};
    FILE *in = fopen(session->args->out, "re");
    int status = in ? read_records(session, in, write_game, &target, &whole)
                    : failure("Cannot read {path}: {reason}.", arg_text("path", session->args->out),
                              arg_text("reason", system_words(errno)));

    if (in)
        fclose(in);
    if (status == GO_ON && !output_commit(&output, &error))
        status = failure_of("--pgn", &error);
    output_drop(&output);
    return status;
}

/* ---- The log, and all files --------------------------------------------------------------------
 */

static int open_log(struct match_session *session)
{
    const struct match_args *args = session->args;
    struct tb_error error;

    if (!args->log)
        return GO_ON;
    session->log = output_stream(args->log, args->force, &error);
    if (!session->log)
        return failure_of("--log", &error);
    setvbuf(session->log, NULL, _IOLBF, BUFSIZ);
    return GO_ON;
}

int match_file_open(struct match_session *session)
{
    int status = check_pgn(session->args);

    if (status == GO_ON)
        status = open_records(session);
    return status == GO_ON ? open_log(session) : status;
}

/* Closes the log. Lost lines are reported with the reason why another line cannot be written: their
 * own reason is not kept. */
static bool close_log(const struct match_session *session)
{
    bool lost = ferror(session->log);

    errno = 0;
    if (lost)
        fputc('\n', session->log);
    lost |= fflush(session->log) != 0;
    int reason = errno;

    lost |= fclose(session->log) != 0;
    if (lost)
        failure("--log: Cannot write {path}: {reason}.", arg_text("path", session->args->log),
                arg_text("reason", system_words(reason ? reason : EIO)));
    return !lost;
}

bool match_file_close(struct match_session *session)
{
    if (session->out)
        fclose(session->out); /* every line was flushed */
    return !session->log || close_log(session);
}
