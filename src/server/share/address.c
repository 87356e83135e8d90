/* address.c - parsing of shared links. */
#include "server/share/address.h"

#include <stdlib.h>
#include <string.h>

#include "core/json_writer.h"

bool address_read(const char *path, struct share_address *out)
{
    static const struct {
        const char *prefix;
        enum share_kind kind;
    } kinds[] = {
        {"/g/", SHARE_GAME},
        {"/p/", SHARE_PUZZLE},
        {"/study/", SHARE_STUDY},
        {"/embed/", SHARE_EMBED},
    };

    *out = (struct share_address){.kind = SHARE_HOME};
    if (strcmp(path, "/") == 0)
        return true;
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        size_t length = strlen(kinds[i].prefix);

        if (strncmp(path, kinds[i].prefix, length) != 0)
            continue;
        const char *word = path + length;
        size_t size = strspn(word, "abcdefghijklmnopqrstuvwxyz0123456789");

        out->kind = kinds[i].kind;
        out->picture = out->kind != SHARE_EMBED && strcmp(word + size, ".png") == 0;
        if (size == 0 || size >= sizeof out->word || (word[size] && !out->picture))
            return false;
        memcpy(out->word, word, size);
        return out->kind != SHARE_STUDY || tb_game_find(out->word);
    }
    return false;
}

/* ---- Records ---------------------------------------------------------------------------- */

/* Adds an argument of the query under its own name, if it is there. */
static void add_text(struct json_writer *json, const struct http_header *head, const char *name)
{
    char value[HEAD_TARGET_MAX + 1];

    if (header_argument(head, name, value, sizeof value) && *value) {
        writer_key(json, name);
        writer_string(json, value);
    }
}

static void add_number(struct json_writer *json, const struct http_header *head, const char *name)
{
    char value[8];

    if (header_argument(head, name, value, sizeof value) && *value) {
        writer_key(json, name);
        writer_number(json, atoi(value));
    }
}

/* Adds a list of words, or of numbers. */
static void add_list(struct json_writer *json, const struct http_header *head, const char *name,
                     const char *separator, bool numbers)
{
    char value[HEAD_TARGET_MAX + 1], *rest = value, *word;

    if (!header_argument(head, name, value, sizeof value))
        *value = '\0';
    writer_key(json, name);
    writer_open(json, '[');
    while ((word = strtok_r(rest, separator, &rest)))
        if (numbers)
            writer_number(json, atoi(word));
        else
            writer_string(json, word);
    writer_close(json, ']');
}

/* How a game ended that the moves do not show: without winners it is a draw. */
static void add_ending(struct json_writer *json, const struct http_header *head)
{
    char ending[16], result[16];

    if (!header_argument(head, "ending", ending, sizeof ending) || !*ending ||
        !header_argument(head, "result", result, sizeof result))
        return;
    writer_key(json, "ending");
    writer_string(json, ending);
    if (*result) {
        add_list(json, head, "result", ",", true);
    } else {
        writer_key(json, "result");
        writer_string(json, "draw");
    }
}

char *address_record(const char *game, const struct http_header *head)
{
    const struct tb_game *known = tb_game_find(game);
    struct json_writer json = {0};
    char swap[8];

    if (!known)
        return NULL;
    writer_open(&json, '{');
    writer_key(&json, "game");
    writer_string(&json, game);
    add_number(&json, head, "players");
    add_text(&json, head, "position");
    add_number(&json, head, "repetition");
    writer_key(&json, "swap");
    writer_bool(&json, header_argument(head, "swap", swap, sizeof swap) && strcmp(swap, "on") == 0);
    writer_key(&json, "options");
    writer_open(&json, '{');
    for (int i = 0; i < tb_game_option_count(known); i++)
        add_text(&json, head, tb_game_option(known, i)->name);
    writer_close(&json, '}');
    add_list(&json, head, "moves", " ", false);
    add_ending(&json, head);
    writer_close(&json, '}');
    return writer_take(&json);
}

/* ---- Languages --------------------------------------------------------------------------- */

/* True if a tag of `length` bytes ("de", "de-CH") names this language. */
static bool is_language(const char *tag, size_t length, const char *lang)
{
    size_t own = strlen(lang);

    return length >= own && strncmp(tag, lang, own) == 0 && (length == own || tag[own] == '-');
}

void address_language(const struct http_header *head, char out[PREVIEW_LANG])
{
    char wanted[PREVIEW_LANG] = "";
    bool given = header_argument(head, "lang", wanted, sizeof wanted) && *wanted;
    const char *at = given ? wanted : header_field(head, "accept-language");

    strcpy(out, "en");
    while (*at) {
        at += strspn(at, ", ");
        size_t length = strcspn(at, ",; ");

        for (int i = 0; i < tb_language_count(); i++)
            if (is_language(at, length, tb_language_at(i)) &&
                strlen(tb_language_at(i)) < PREVIEW_LANG) {
                strcpy(out, tb_language_at(i));
                return;
            }
        at += strcspn(at, ",");
    }
}
