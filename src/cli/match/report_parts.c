/* report_parts.c - the titles and labels that the reports of matches and tournaments share. */
#include <string.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/match/match_report.h"
#include "cli/terminal.h"
#include "cli/wrap.h"
#include "core/game.h"
#include "core/message.h"

enum { LABEL_MIN = 8 };

void report_add_terms(const struct match_session *session, struct text *out)
{
    const struct match_limits *limits = &session->plan.limits;

    if (limits->clocked)
        text_add(out, "%g min + %g s", (double)limits->base_ms / 60000,
                 (double)limits->increment_ms / 1000);
    else if (limits->move_ms)
        text_message(out, terminal_lang(), "{milliseconds} ms per move",
                     arg_count("milliseconds", limits->move_ms));
    else if (limits->nodes)
        text_message(out, terminal_lang(), "{nodes} nodes per move",
                     arg_unsigned("nodes", limits->nodes));
    else
        text_add(out, "%s", tr("limits of their own"));
    text_add(out, ", %s", session->openings_text);
}

void report_add_setup(const struct match_session *session, struct text *out)
{
    const struct tb_setup *setup = &session->plan.terms.setup;

    text_message(out, terminal_lang(), "{game}, {players} players",
                 arg_text("game", tb_game_title(setup->game)),
                 arg_count("players", setup->players));
    setup_options_text(setup, ", ", "", out);
}

void report_print_title(const char *title, FILE *out)
{
    char wrapped[640];
    struct text lines = text_into(wrapped, sizeof wrapped);

    wrap_text(title, isatty(fileno(out)) ? terminal_width() : 0, 2, &lines);
    fprintf(out, "%s\n\n", wrapped);
}

int report_label_width(const struct match_session *session, const int *entrants, int count)
{
    int width = LABEL_MIN;

    for (int i = 0; i < count; i++) {
        const char *label = session->specs[entrants[i]].label;
        int its = wrap_width(label, strlen(label));

        width = its > width ? its : width;
    }
    return width;
}

void report_print_label(const struct match_session *session, int entrant, int width, FILE *out)
{
    const char *label = session->specs[entrant].label;

    fprintf(out, "%s%*s", label, width - wrap_width(label, strlen(label)), "");
}
