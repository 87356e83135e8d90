/* cmd_puzzle.c - tablier puzzle: solve puzzles at the prompt. */
#include <string.h>
#include <time.h>

#include "cli/command.h"
#include "cli/resource.h"
#include "cli/interrupt.h"
#include "cli/plain.h"
#include "cli/play/line.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/message.h"
#include "core/themes.h"
#include "jansson/json_memory.h"
#include "jansson/setup_json.h"
#include "learn/puzzle_file.h"
#include "search/search.h"
#include "search/variation.h"

enum {
    REPLY_NODES = 20000, /* the computer's search for its reply or refutation */
    LINE_MOVES = 5, /* of a line that is shown */
    SECONDS_A_DAY = 24 * 60 * 60,
};

struct args {
    struct style_args style;
    uint64_t grade;
    const char *id;
    bool daily, json;
};

TAKE_BETWEEN(take_grade, 1, PUZZLE_GRADES)

static const struct option options[] = {
    {"grade", "N", N_("only puzzles of this difficulty, 1 to 5"), take_grade, ARG(grade)},
    {"id", "ID", N_("this puzzle of the game"), take_text, ARG(id)},
    {"daily", NULL, N_("the puzzle of the day"), take_flag, ARG(daily)},
    STYLE_OPTIONS(struct args, style),
    JSON_OPTION(struct args, json),
    {0},
};

/* ---- Which puzzle ------------------------------------------------------------------------ */

/* The puzzles of a game that are built into the program; NULL if none are. */
static const char *find_puzzles(const struct tb_game *game)
{
    return game_file(game, "puzzles.txt");
}

/* Reads them; an empty list if there are none. */
static int load(const struct tb_game *game, struct puzzle_list *list)
{
    const char *text = find_puzzles(game);
    struct tb_error error;

    if (text && puzzle_list_read(text, list, &error))
        return failure_of(tb_game_name(game), &error);
    return GO_ON;
}

/* The games that have puzzles take turns by the day, and within a game the puzzles do: the page
 * counts alike. NULL if no game has any. */
static const struct tb_game *daily(int *index)
{
    int64_t day = (int64_t)time(NULL) / SECONDS_A_DAY;
    int games = 0, wanted;

    for (int i = 0; i < tb_game_count(); i++)
        games += find_puzzles(tb_game_at(i)) != NULL;
    if (games == 0)
        return NULL;
    *index = (int)(day / games % INT32_MAX);
    wanted = (int)(day % games);
    for (int i = 0; i < tb_game_count(); i++)
        if (find_puzzles(tb_game_at(i)) && wanted-- == 0)
            return tb_game_at(i);
    return NULL;
}

/* The next puzzle of the list that is wanted, from `index` on and round; negative if none is. */
static int next_wanted(const struct args *args, const struct puzzle_list *list, int index)
{
    const struct puzzle *named = args->id ? puzzle_list_find(list, args->id) : NULL;

    if (args->id)
        return named ? (int)(named - list->puzzles) : -1;
    return puzzle_list_next(list, index, (int)args->grade);
}

/* ---- One puzzle -------------------------------------------------------------------------- */

struct session {
    const struct args *args;
    struct line_reader *reader;
    struct engine *engine;
    const struct puzzle *puzzle;
    struct puzzle_attempt at;
};

/* The board, and the task under it. */
static void show_board(const struct session *s)
{
    char drawing[TB_DRAWING_TEXT], task[256];
    struct tb_style style = terminal_style(&s->args->style);
    struct text text = text_into(task, sizeof task);

    style.bare = true; /* the task says whose turn it is */
    position_draw(&s->at.position, &style, drawing, sizeof drawing);
    puzzle_attempt_task(s->puzzle, &s->at, &(struct tb_viewer){.lang = style.lang}, &text);
    putchar('\n');
    wrap_print(drawing, terminal_wrap(), 0, 0);
    fputs(style.rows > 0 ? "" : "\n", stdout);
    print_sentence(task);
}

/* The moves that the computer expects from a position on; false if the game is over. */
static bool think(struct session *s, const struct tb_position *position, struct search_info *info)
{
    struct search_task task = {
        .game = position->setup.game,
        .state = &position->state,
        .limits = {.nodes = REPLY_NODES},
    };

    if (tb_position_result(position).over)
        return false;
    engine_arm(s->engine);
    engine_think(s->engine, &task, info);
    return true;
}

static void add_move(void *out, const char *move)
{
    text_add(out, " %s", move);
}

/* How the game may go on, as a sentence; nothing if it is over. A proven win is played out by its
 * proof, anything else as the computer sees it. */
static void add_rest(struct session *s, const struct puzzle_attempt *at, struct text *out)
{
    struct search_info info = {0};
    struct search_line line = {0};

    line.length = puzzle_line(s->puzzle, at, line.pv, LINE_MOVES);
    if (line.length == 0) {
        if (!think(s, &at->position, &info))
            return;
        line = info.lines[0];
        line.length = line.length < LINE_MOVES ? line.length : LINE_MOVES;
        line.exact = false; /* its moves alone, not all that a table knows */
    }
    text_add(out, "%s", tr(" It may go on"));
    variation_each(&at->position, &line, add_move, out);
    text_char(out, '.');
}

/* Says why the wrong move that led here fails, and what may follow. */
static void show_refutation(struct session *s, const struct puzzle_attempt *wrong,
                            const char *spelling)
{
    char sentence[512], reply[TB_MOVE_TEXT];
    struct text text = text_into(sentence, sizeof sentence);
    struct puzzle_attempt after = *wrong;
    tb_move move;
    bool refuted = puzzle_refute(s->puzzle, wrong, &move);

    if (refuted) {
        tb_move_text(&after.position, move, reply, sizeof reply);
        tb_play(&after.position, move, NULL);
        after.plies = plies_after(after.plies);
    }
    puzzle_attempt_fault(s->puzzle, wrong, spelling, refuted ? reply : NULL, terminal_lang(),
                         &text);
    if (refuted)
        add_rest(s, &after, &text);
    text_add(&text, "%s", tr(" Try again."));
    print_sentence(sentence);
}

/* The computer's move, with its spelling; false if the game is over. */
static bool find_reply(struct session *s, char text[TB_MOVE_TEXT])
{
    struct search_info info = {0};

    return think(s, &s->at.position, &info) &&
           tb_move_text(&s->at.position, info.lines[0].pv[0], text, TB_MOVE_TEXT) >= 0;
}

static void try_move(struct session *s, const char *typed)
{
    char text[TB_MOVE_TEXT], words[TB_MESSAGE_TEXT];
    struct puzzle_attempt next = s->at;
    struct tb_reason reason;

    position_why(&s->at.position, typed, &reason);
    if (!reason.legal) {
        reason_text(&reason, &(struct tb_viewer){.lang = terminal_lang()}, words, sizeof words);
        print_sentence(words);
        return;
    }
    tb_move_text(&s->at.position, reason.move, text, sizeof text);
    puzzle_attempt_play(&next, text, NULL);
    if (next.wrong) {
        show_refutation(s, &next, text);
        return;
    }
    s->at = next;
    if (!s->at.tree || !find_reply(s, text))
        return;
    puzzle_attempt_play(&s->at, text, NULL);
    print_out("Right. The reply is {move}.\n", arg_text("move", text));
    show_board(s);
}

/* Plays the solution out, with the replies that the computer finds best. */
static void show_solution(struct session *s)
{
    char sentence[512], move[TB_MOVE_TEXT];
    struct text text = text_into(sentence, sizeof sentence);

    text_add(&text, "%s", tr("The solution:"));
    while (s->at.tree && puzzle_answer(s->at.tree, move)) {
        text_add(&text, " %s", move);
        if (puzzle_attempt_play(&s->at, move, NULL) || !s->at.tree || !find_reply(s, move))
            break;
        text_add(&text, " %s", move);
        puzzle_attempt_play(&s->at, move, NULL);
    }
    text_char(&text, '.');
    add_rest(s, &s->at, &text);
    print_sentence(sentence);
}

static void show_hint(const struct session *s)
{
    const struct theme *themes = game_themes(s->at.position.setup.game);
    char answer[TB_MOVE_TEXT];

    for (int i = 0; themes[i].name; i++)
        if (s->puzzle->themes >> i & 1)
            print_out("Theme: {theme}.\n", arg_term("theme", themes[i].text));
    puzzle_answer(s->at.tree, answer);
    print_out("The move begins with {start}.\n", arg_text("start", (char[]){(char)(answer[0]), 0}));
}

static void show_commands(void)
{
    print_sentence(tr("Type a move, or: hint, solution, board, skip, quit."));
}

/* True if the line is the command, by its English name or that in the user's language. */
static bool is(const char *line, const char *name)
{
    return strcmp(line, name) == 0 ||
           same_word(line, strlen(line), translate_as(terminal_lang(), "command", name));
}

/* Obeys one line; true if it ends the puzzle. */
static bool obey(struct session *s, const char *line)
{
    if (is(line, NC_("command", "hint")))
        show_hint(s);
    else if (is(line, NC_("command", "board")))
        show_board(s);
    else if (is(line, NC_("command", "help")) || strcmp(line, "?") == 0)
        show_commands();
    else if (is(line, NC_("command", "solution")))
        show_solution(s);
    else if (*line && !is(line, NC_("command", "skip")))
        try_move(s, line);
    return is(line, NC_("command", "skip")) || is(line, NC_("command", "solution"));
}

/* Returns false if the user quits. */
static bool solve_one(struct session *s)
{
    const struct puzzle *puzzle = s->puzzle;
    char sentence[256];
    struct text text = text_into(sentence, sizeof sentence);

    s->at = puzzle_attempt_start(puzzle);
    print_out("\nPuzzle {id}, difficulty {grade} of {max}.\n", arg_text("id", puzzle->id),
              arg_count("grade", puzzle->grade), arg_count("max", PUZZLE_GRADES));
    show_board(s);
    show_commands();
    while (s->at.tree) {
        const char *line = line_read(s->reader, "> ", NULL);

        if (!line || is(line, NC_("command", "quit")))
            return false;
        if (obey(s, line))
            return true;
    }
    text_add(&text, "%s", tr("Solved!"));
    add_rest(s, &s->at, &text);
    print_sentence(sentence);
    return true;
}

/* ---- All of them ------------------------------------------------------------------------- */

static json_t *puzzle_json(const struct puzzle *puzzle)
{
    const struct theme *all = game_themes(puzzle->position.setup.game);
    json_t *object = position_json_encode(&puzzle->position), *themes = json_array();
    char task[256], answer[TB_MOVE_TEXT];
    struct text text = text_into(task, sizeof task);
    bool any = puzzle->plies == PLIES_ANY;

    puzzle_task_text(puzzle, &(struct tb_viewer){.lang = terminal_lang()}, &text);
    puzzle_answer(puzzle->tree, answer);
    for (int i = 0; all[i].name; i++)
        if (puzzle->themes >> i & 1)
            json_array_append_new(themes, json_string(all[i].name));
    json_object_update_new(object,
                           json_pack("{s:s, s:i, s:s, s:s, s:o, s:o, s:s, s:i, s:s}", "id",
                                     puzzle->id, "grade", puzzle->grade, "task", task, "goal",
                                     puzzle->goal == PUZZLE_WIN ? "win"
                                     : puzzle->draw             ? "draw"
                                                                : "hold",
                                     "plies", any ? json_null() : json_integer(puzzle->plies),
                                     "themes", themes, "answer", answer, "moves",
                                     puzzle_moves(puzzle->tree), "tree", puzzle->tree));
    return object;
}

static int no_puzzle(const struct args *args)
{
    if (args->id)
        return failure("There is no puzzle ''{id}'' of that game; without --id you get one.",
                       arg_text("id", quote(args->id).text));
    return failure("There is no puzzle of that grade.");
}

/* Prints the puzzle that would be shown first. */
static int print_puzzle(const struct args *args, const struct puzzle_list *list, int index)
{
    int at = next_wanted(args, list, index);

    if (at < 0)
        return no_puzzle(args);
    json_write(puzzle_json(&list->puzzles[at]), JSON_COMPACT, stdout);
    return STATUS_OK;
}

static int solve_list(struct session *s, const struct puzzle_list *list, int index)
{
    bool more = true;

    while (more) {
        struct tb_error error;
        int at = next_wanted(s->args, list, index);

        if (at < 0)
            return no_puzzle(s->args);
        s->puzzle = &list->puzzles[at];
        s->engine = engine_new(&s->puzzle->position.setup, &(struct engine_options){0}, &error);
        if (!s->engine)
            return failure_of(NULL, &error);
        more = solve_one(s) && !s->args->id && !s->args->daily;
        engine_free(s->engine);
        index = at + 1;
    }
    return STATUS_OK;
}

static int solve_game(const struct args *args, const struct tb_game *game, int index)
{
    struct puzzle_list list = {0};
    struct session session = {.args = args};
    int status = load(game, &list);

    if (status != GO_ON)
        return status;
    if (list.count == 0)
        return failure("There are no puzzles of {game} in this build.",
                       arg_text("game", tb_game_title(game)));
    if (index < 0)
        index = (int)((uint64_t)time(NULL) % (uint64_t)list.count);
    index %= list.count;
    if (args->json) {
        status = print_puzzle(args, &list, index);
    } else {
        session.reader = line_open();
        interrupt_catch();
        status = session.reader ? solve_list(&session, &list, index) : out_of_memory();
        line_close(session.reader);
    }
    puzzle_list_release(&list);
    return status;
}

static int run(void *values, char **words)
{
    const struct args *args = values;
    const struct tb_game *game = NULL;
    int index = -1;

    if (!words[0] && args->id)
        return usage_error("--id: Name the game too: tablier puzzle GAME --id {id}.",
                           arg_text("id", quote(args->id).text));
    if (!words[0] || args->daily)
        game = daily(&index);
    if (words[0] && !(game = game_by_name(words[0])))
        return STATUS_USAGE;
    if (!game)
        return failure("There are no puzzles in this build.");
    return solve_game(args, game, index);
}

const struct command cmd_puzzle = {
    .name = "puzzle",
    .words = "[GAME]",
    .summary = N_("Solve the built-in puzzles."),
    ARGS(struct args),
};
