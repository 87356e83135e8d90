/* play_advice.c - hints, and the computer's assessment of the game. */
#include <string.h>
#include <unistd.h>

#include "cli/interactive_search.h"
#include "cli/interrupt.h"
#include "cli/play/play.h"
#include "cli/review_print.h"
#include "cli/terminal.h"
#include "core/message.h"

enum {
    HINT_MS = 1000,
    ANALYSE_MS = 3000,
    ANALYSE_LINES = 3,
    REVIEW_MS = 6000, /* for all moves together */
    REVIEW_MOVE_MS = 500,
};

/* The engine that gives advice, made when it is first asked; NULL after an error message. */
static struct engine *adviser(struct play *play)
{
    const struct engine_options full_strength = {0};
    struct tb_error error;

    if (!play->adviser)
        play->adviser =
            engine_new(&tb_match_start(play->record.match)->setup, &full_strength, &error);
    if (!play->adviser)
        play_object(play, "No advice. {error}", arg_message("error", error.message));
    return play->adviser;
}

void play_hint(struct play *play)
{
    const struct tb_match *match = play->record.match;
    const struct search_task task = {.limits.time_ms = HINT_MS};
    struct engine *engine = adviser(play);
    struct search_info info;
    char move[TB_MOVE_TEXT], reason[256];
    struct text out = text_into(reason, sizeof reason);

    if (!engine)
        return;
    interactive_choose(engine, match, &task, move, &info);
    interrupt_forget();
    line_reason(&info.lines[0], tb_match_position(match)->setup.players, play->style.lang, &out);
    play_print(play, "Play {move}. {reason}", arg_text("move", move), arg_text("reason", reason));
    tb_move best;
    char remark[TB_REMARK_TEXT];

    if (tb_move_parse(tb_match_position(match), move, &best, NULL) == TB_OK &&
        position_remark_move(tb_match_position(match), best,
                             &(struct tb_viewer){.lang = play->style.lang}, remark, sizeof remark))
        play_print(play, "{remark}", arg_text("remark", remark));
}

void play_analyse(struct play *play)
{
    const struct tb_match *match = play->record.match;
    bool live = isatty(STDOUT_FILENO);
    struct analysis analysis = {
        .position = *tb_match_position(match),
        .lang = play->style.lang,
        .live = live,
        .width = live ? terminal_width() : 0,
    };
    const struct search_task task = {
        .limits.time_ms = ANALYSE_MS,
        .lines = ANALYSE_LINES,
        .report = analysis_report,
        .context = &analysis,
    };
    struct engine *engine = adviser(play);
    struct search_info info;

    if (!engine)
        return;
    interactive_analyse(engine, match, &task, &info);
    interrupt_forget();
    analysis_finish(&analysis, &info);
}

/* ---- After the game ----------------------------------------------------------------------- */

static bool show_progress(void *context, int done, int count)
{
    const struct play *play = context;

    if (line_is_interactive(play->lines)) {
        printf("\r%d / %d", done, count);
        fflush(stdout);
    }
    return !interrupt_pending();
}

void play_review(struct play *play)
{
    const struct tb_match *match = play->record.match;
    int plies = tb_match_plies(match);
    struct review_options wanted = {.progress = show_progress, .context = play};
    struct review review = {0};
    struct tb_error error;

    if (plies == 0) {
        play_object(play, "No move was played.");
        return;
    }
    wanted.limits.time_ms = REVIEW_MS / plies > REVIEW_MOVE_MS ? REVIEW_MOVE_MS : REVIEW_MS / plies;
    if (wanted.limits.time_ms == 0)
        wanted.limits.time_ms = 1;
    int code = review_make(match, &wanted, &review, &error);

    if (line_is_interactive(play->lines))
        fputs("\r\033[K", stdout);
    if (interrupt_pending())
        interrupt_forget();
    else if (code)
        play_object(play, "{error}", arg_message("error", error.message));
    else
        review_print(&review, match, play->style.lang);
    review_release(&review);
}
