/* error.c - describing failures, and rendering the description for a viewer. */
#include "core/error.h"

#include <errno.h>
#include <stdio.h>
#include <string.h>

#include "core/catalog.h"

/* Renders the English text of an encoded message, as much as fits. */
static void write_english(char *out, size_t size, const char *encoded)
{
    struct text text = text_into(out, size);

    message_render_encoded(&text, encoded, NULL);
    text_end_whole(out);
}

int error_set_encoded(struct tb_error *error, int code, const char *encoded)
{
    if (error) {
        error->code = code;
        snprintf(error->message, sizeof error->message, "%s", encoded);
        text_end_whole(error->message);
        write_english(error->text, sizeof error->text, error->message);
    }
    return code;
}

int error_set_message(struct tb_error *error, int code, const struct phrase *message)
{
    char encoded[TB_MESSAGE_TEXT];
    struct text text = text_into(encoded, sizeof encoded);

    message_encode(&text, message);
    return error_set_encoded(error, code, encoded);
}

int error_copy(struct tb_error *error, const struct tb_error *from)
{
    if (error && error != from)
        *error = *from;
    return from->code;
}

int error_memory(struct tb_error *error)
{
    return error_set(error, TB_ERR_MEMORY, "There is not enough memory.");
}

bool error_is_internal(int code)
{
    return code == TB_ERR_MEMORY || code == TB_ERR_SYSTEM || code == TB_ERR_INTERNAL;
}

/* strerror() returns English as long as the program sets no LC_MESSAGES; the rows are what
 * people meet. */
static const char *errno_text(int reason)
{
    static const struct {
        int reason;
        const char *text;
    } known[] = {
        {ENOENT, N_("No such file or directory")},
        {EACCES, N_("Permission denied")},
        {EPERM, N_("Operation not permitted")},
        {EISDIR, N_("Is a directory")},
        {ENOTDIR, N_("Not a directory")},
        {EEXIST, N_("File exists")},
        {ENOSPC, N_("No space left on device")},
        {EROFS, N_("Read-only file system")},
        {ENAMETOOLONG, N_("File name too long")},
        {EMFILE, N_("Too many open files")},
        {ENFILE, N_("Too many open files in system")},
        {EIO, N_("Input/output error")},
        {EPIPE, N_("Broken pipe")},
        {ENOMEM, N_("Cannot allocate memory")},
        {ENOEXEC, N_("Exec format error")},
        {EAGAIN, N_("Resource temporarily unavailable")},
        {EFBIG, N_("File too large")},
        {ELOOP, N_("Too many levels of symbolic links")},
    };

    for (size_t i = 0; i < sizeof known / sizeof *known; i++)
        if (known[i].reason == reason)
            return known[i].text;
    return strerror(reason);
}

const char *system_error_text(int reason, const char *lang)
{
    return translate(lang, errno_text(reason));
}

int error_system_message(struct tb_error *error, int code, int reason, const struct phrase *message)
{
    char encoded[TB_MESSAGE_TEXT];
    struct text text = text_into(encoded, sizeof encoded);

    message_encode(&text, message);
    return error_set(error, code, "{problem}: {reason}.", arg_message("problem", encoded),
                     arg_term("reason", errno_text(reason)));
}

void error_prefix_message(struct tb_error *error, const struct phrase *place)
{
    char encoded[TB_MESSAGE_TEXT];
    struct text text = text_into(encoded, sizeof encoded);

    if (!error)
        return;
    message_encode(&text, place);
    error_set(error, error->code, "{place}{problem}", arg_message("place", encoded),
              arg_message("problem", error->message));
}

int error_text(const struct tb_error *error, const struct tb_viewer *viewer, char *out, size_t size)
{
    if (!error || (!out && size > 0))
        return TB_ERR_ARGUMENT;
    struct text text = text_into(out, size);

    message_render_encoded(&text, error->message, viewer);
    return (int)text.used;
}

int reason_text(const struct tb_reason *reason, const struct tb_viewer *viewer, char *out,
                size_t size)
{
    if (!reason || (!out && size > 0))
        return TB_ERR_ARGUMENT;
    struct text text = text_into(out, size);

    message_render_encoded(&text, reason->message, viewer);
    return (int)text.used;
}

/* ---- Languages ------------------------------------------------------------------------ */

int tb_language_count(void)
{
    int count = 1;

    for (const struct catalog *one = catalogs(); one->tag; one++)
        count++;
    return count;
}

const char *tb_language_at(int index)
{
    if (index < 0 || index >= tb_language_count())
        return NULL;
    return index == 0 ? "en" : catalogs()[index - 1].tag;
}

const char *tb_language_name(const char *lang)
{
    const struct catalog *catalog = catalog_for(lang);

    /* Each catalogue translates this with its own name. */
    if (catalog)
        return translate(catalog->tag, "English");
    return lang && strncmp(lang, "en", 2) == 0 ? N_("English") : NULL;
}
