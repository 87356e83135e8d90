/* cmd_admin.c - tablier admin: acts of the operator on members, games and addresses. */
#include <limits.h>
#include <pwd.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>

#include "cli/command.h"
#include "cli/store_place.h"
#include "core/error.h"
#include "server/common/secret.h"
#include "server/members/acts.h"
#include "server/members/member.h"
#include "server/store/store_visit.h"

struct args {
    const char *store, *until, *reason;
    bool json;
};

static const struct option options[] = {
    {"store", "FILE", N_("the store to change (default: the one that tablier serve uses)"),
     take_text, ARG(store)},
    {"reason", "STRING", N_("why: for the log; a suspended member sees it too"), take_text,
     ARG(reason)},
    {"until", "DATE", N_("last until this day begins (UTC): YYYY-MM-DD (default: for good)"),
     take_text, ARG(until)},
    {"json", NULL, N_("print the log or the list as JSON, one object per line"), take_flag,
     ARG(json)},
    {0},
};

/* ---- Reading the words ---------------------------------------------------------------------- */

static int read_member(struct act *act, const char *word)
{
    snprintf(act->name, sizeof act->name, "%s", word);
    return name_keys_of(act->name, &act->keys) ? GO_ON
                                               : usage_error("There is no member {name}.",
                                                             arg_text("name", word));
}

static int read_new_name(struct act *act, const char *word)
{
    struct refusal refusal;
    struct tb_error error;

    if (member_name_check(word, act->new_name, &act->new_keys, &refusal))
        return GO_ON;
    error_set_encoded(&error, TB_ERR_RANGE, refusal.message);
    return usage_error_of(word, &error);
}

static int read_game(struct act *act, const char *word)
{
    if (!id_valid(word))
        return usage_error("There is no game {game}.", arg_text("game", word));
    strcpy(act->game, word);
    return GO_ON;
}

static int read_seat(struct act *act, const char *word)
{
    if (strlen(word) != 1 || *word < '1' || *word > '0' + TB_PLAYERS_MAX)
        return usage_error("The seat must be a number from 1 to {max}.",
                           arg_count("max", TB_PLAYERS_MAX));
    act->seat = *word - '0';
    return GO_ON;
}

static int read_address(struct act *act, const char *word)
{
    struct network network;

    if (network_parse(word, &network, act->address))
        return GO_ON;
    return usage_error(
        "{word} is not an address or a network: 192.0.2.7, 192.0.2.0/24, 2001:db8::/48; "
        "at least 8 bits, IPv6 16.",
        arg_text("word", word));
}

static int read_until(struct act *act, const char *word)
{
    int year = 0, month = 0, date = 0, length = 0;

    if (!word)
        return GO_ON;
    sscanf(word, "%4d-%2d-%2d%n", &year, &month, &date, &length);
    struct tm parts = {.tm_year = year - 1900, .tm_mon = month - 1, .tm_mday = date};
    time_t day = timegm(&parts);

    /* timegm() makes 1 March of 30 February. */
    if (length == 0 || word[length] || parts.tm_mday != date || parts.tm_mon != month - 1 ||
        day <= time(NULL))
        return usage_error("--until must be a day that is yet to come: YYYY-MM-DD.");
    act->until = (int64_t)day * 1000;
    return GO_ON;
}

/* The user of the system who acts; behind sudo, the one who called it. */
static void name_operator(struct act *act)
{
    const struct passwd *user = getpwuid(getuid());
    const char *caller = getuid() == 0 ? getenv("SUDO_USER") : NULL;
    struct text text = text_into(act->operator, sizeof act->operator);

    if (caller && *caller)
        text_add(&text, "%s", caller);
    else if (user)
        text_add(&text, "%s", user->pw_name);
    else
        text_add(&text, "%ld", (long)getuid());
}

/* ---- The acts ------------------------------------------------------------------------------- */

enum word_kind { WORD_NONE, WORD_MEMBER, WORD_NEW_NAME, WORD_GAME, WORD_SEAT, WORD_ADDRESS };

static const struct deed {
    const char *name, *form; /* of its words, for people */
    enum word_kind words[2];
    db_work *work;
    bool lists; /* it changes nothing */
} deeds[] = {
    {"rename", "NAME NAME", {WORD_MEMBER, WORD_NEW_NAME}, act_rename, false},
    {"suspend", "NAME", {WORD_MEMBER}, act_suspend, false},
    {"restore", "NAME", {WORD_MEMBER}, act_restore, false},
    {"delete", "NAME", {WORD_MEMBER}, act_delete, false},
    {"blank", "NAME | ID N", {WORD_MEMBER}, act_blank_member, false},
    {"blank", "NAME | ID N", {WORD_GAME, WORD_SEAT}, act_blank_seat, false},
    {"remove", "ID", {WORD_GAME}, act_remove, false},
    {"block", "ADDRESS", {WORD_ADDRESS}, act_block, false},
    {"unblock", "ADDRESS", {WORD_ADDRESS}, act_unblock, false},
    {"log", "", {WORD_NONE}, act_log, true},
    {"blocked", "", {WORD_NONE}, act_blocked, true},
};

enum { DEEDS = sizeof deeds / sizeof *deeds };

static int count_words(char **words)
{
    int count = 0;

    while (words[count])
        count++;
    return count;
}

static int words_of(const struct deed *deed)
{
    return (deed->words[0] != WORD_NONE) + (deed->words[1] != WORD_NONE);
}

/* The deed of this name with this number of words. */
static int find_deed(char **words, const struct deed **out)
{
    char form[64];
    struct text text = text_into(form, sizeof form);

    for (int i = 0; i < DEEDS; i++)
        if (strcmp(deeds[i].name, words[0]) == 0) {
            *out = &deeds[i];
            if (words_of(&deeds[i]) == count_words(words + 1))
                return GO_ON;
        }
    if (!*out)
        return usage_error("There is no act {act}; see tablier help admin.",
                           arg_text("act", words[0]));
    placeholder_text((*out)->form, terminal_lang(), &text);
    return usage_error("Usage: tablier admin {act} {words}.", arg_text("act", words[0]),
                       arg_text("words", form));
}

static int read_word(struct act *act, enum word_kind kind, const char *word)
{
    static int (*const readers[])(struct act *, const char *) = {
        [WORD_MEMBER] = read_member,     [WORD_NEW_NAME] = read_new_name,
        [WORD_GAME] = read_game,         [WORD_SEAT] = read_seat,
        [WORD_ADDRESS] = read_address,
    };

    return kind == WORD_NONE ? GO_ON : readers[kind](act, word);
}

static int read_act(const struct args *args, const struct deed *deed, char **words, struct act *act)
{
    int status = GO_ON;

    for (int i = 0; i < words_of(deed) && status == GO_ON; i++)
        status = read_word(act, deed->words[i], words[i + 1]);
    if (status != GO_ON || deed->lists)
        return status;
    if (args->until && deed->work != act_suspend)
        return usage_error("--until is for tablier admin suspend.");
    if (!args->reason || !*args->reason)
        return usage_error("--reason TEXT is required.");
    if (strlen(args->reason) >= sizeof act->reason)
        return usage_error("--reason must be shorter than {max} bytes.",
                           arg_count("max", sizeof act->reason));
    snprintf(act->reason, sizeof act->reason, "%s", args->reason);
    name_operator(act);
    return read_until(act, args->until);
}

static int report(const struct deed *deed, const struct act *act, enum store_answer answer)
{
    bool member = deed->words[0] == WORD_MEMBER;

    if (answer == STORE_MISSING)
        return member ? usage_error("There is no member {name}.", arg_text("name", act->name))
               : deed->words[0] == WORD_GAME
                   ? usage_error("There is no such game or seat: {game}.",
                                 arg_text("game", act->game))
                   : usage_error("{address} is not blocked.", arg_text("address", act->address));
    if (answer == STORE_CONFLICT)
        return member && act->member > 0 && act->member < FIRST_PERSON
                   ? usage_error("{name} is a level of the computer.", arg_text("name", act->name))
               : deed->words[1] == WORD_NEW_NAME
                   ? usage_error("This name is taken, or too much like another.")
               : deed->words[1] == WORD_SEAT
                   ? usage_error("The seat is a member's, or has no name; a member is renamed.")
               : member ? usage_error("{name} is not suspended.", arg_text("name", act->name))
                        : usage_error("{address} is blocked already.",
                                      arg_text("address", act->address));
    print_out("Done. Running servers follow within a few seconds.\n");
    return GO_ON;
}

/* ---- Lists ---------------------------------------------------------------------------------- */

static const char *text_of(const json_t *object, const char *key)
{
    const char *text = json_string_value(json_object_get(object, key));

    return text ? text : "";
}

static void write_time(const json_t *object, const char *key, char out[24])
{
    time_t at = (time_t)(json_integer_value(json_object_get(object, key)) / 1000);
    struct tm parts;

    strftime(out, 24, "%Y-%m-%d %H:%MZ", gmtime_r(&at, &parts));
}

/* Time, user, act, whom, and why, with tabs between them. */
static void print_act(const json_t *act)
{
    char at[24], until[24] = "";
    const char *name = text_of(act, "name"), *word = text_of(act, "act");
    const char *detail = text_of(act, "detail");
    long long member = json_integer_value(json_object_get(act, "member"));

    write_time(act, "at", at);
    printf("%s\t%s\t%s\t", at, text_of(act, "operator"), word);
    if (member > 0 && !*name)
        printf("%lld", member);
    printf("%s%s", name, text_of(act, "game"));
    if (strcmp(word, "suspend") == 0 && strcmp(detail, "0") != 0) {
        json_t *end = json_pack("{sI}", "until", (json_int_t)strtoll(detail, NULL, 10));

        write_time(end, "until", until);
        json_decref(end);
        detail = until;
    }
    printf("%s%s\t%s\n", *detail && (member > 0 || *text_of(act, "game")) ? " " : "", detail,
           text_of(act, "reason"));
}

static void print_list(const json_t *list, bool json)
{
    const json_t *one;
    char since[24];
    size_t i;

    json_array_foreach(list, i, one)
    {
        if (json) {
            json_dumpf(one, stdout, JSON_COMPACT);
            putchar('\n');
        } else if (json_object_get(one, "act")) {
            print_act(one);
        } else {
            write_time(one, "since", since);
            printf("%s\t%s\n", since, text_of(one, "address"));
        }
    }
}

static int run(void *values, char **words)
{
    char place[PATH_MAX];
    struct args *args = values;
    const struct deed *deed = NULL;
    struct act act = {0};
    struct tb_error error;
    int status = find_deed(words, &deed);

    if (status == GO_ON)
        status = read_act(args, deed, words, &act);
    if (status != GO_ON)
        return status;
    args->store = store_place(args->store, place);
    act.list = json_array();
    enum store_answer answer = store_visit(args->store, deed->work, &act.now, &error);

    if (answer == STORE_FAILED)
        status = failure_of(NULL, &error);
    else if (deed->lists)
        print_list(act.list, args->json);
    else
        status = report(deed, &act, answer);
    json_decref(act.list);
    return status;
}

const struct command cmd_admin = {
    .name = "admin",
    .words = "rename|suspend|restore|delete|blank|remove|block|unblock|log|blocked"
             " [NAME|ID|ADDRESS] [NAME|N]",
    .summary = N_("Rename, suspend or delete members, remove games, block addresses."),
    ARGS(struct args),
    .environment = true,
};
