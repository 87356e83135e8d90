/* settings.c - options from the environment and from files. */
#include "cli/settings.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "core/message.h"
#include "core/windows.h"
#include "file/file.h"

static bool is_one_of(const char *value, const char *const *words)
{
    for (; *words; words++)
        if (strcmp(value, *words) == 0)
            return true;
    return false;
}

/* Takes a value, which replaces that of a weaker source even if it means "no" or "none"; `where`
 * names its place in an error message. */
static int take(const struct option *option, void *values, const char *value, const char *where)
{
    static const char *const yes[] = {"1", "yes", "on", "true", NULL};
    static const char *const no[] = {"0", "no", "off", "false", "", NULL};
    void *target = (char *)values + option->offset;
    struct tb_error error;

    if (option->take == take_flag && is_one_of(value, no)) {
        *(bool *)target = false;
        return GO_ON;
    }
    if (option->take == take_text && !*value) {
        *(const char **)target = NULL;
        return GO_ON;
    }
    if (!option->argument && !is_one_of(value, yes))
        return usage_error("{where}: ''{value}'' is neither yes nor no.", arg_text("where", where),
                           arg_text("value", quote(value).text));
    if (option->take(target, value, &error))
        return usage_error_of(where, &error);
    return GO_ON;
}

static int read_environment(const struct command *command, void *values, uint64_t *given)
{
    for (const struct option *option = command->options; option->name; option++) {
        char name[64];
        struct text text = text_into(name, sizeof name);

        text_add(&text, "TABLIER_");
        for (const char *at = option->name; *at; at++)
            text_char(&text, *at == '-' ? '_' : (char)toupper((unsigned char)*at));
        const char *value = getenv(name);
        uint64_t bit = UINT64_C(1) << (option - command->options);
        int status = value && !(*given & bit) ? take(option, values, value, name) : GO_ON;

        if (status != GO_ON)
            return status;
        *given |= value ? bit : 0;
    }
    return GO_ON;
}

/* Takes the blanks off both ends, in place. */
static char *trim(char *text)
{
    char *end = text + strlen(text);

    while (isspace((unsigned char)*text))
        text++;
    while (end > text && isspace((unsigned char)end[-1]))
        *--end = '\0';
    return text;
}

static int take_line(const struct command *command, void *values, uint64_t given, char *line,
                     const char *where)
{
    char *equals = strchr(line, '=');

    line = trim(line);
    if (*line == '\0' || *line == '#')
        return GO_ON;
    if (!equals)
        return usage_error("{where}: A line must look like port = 8080.", arg_text("where", where));
    *equals = '\0';
    const char *name = trim(line);

    for (const struct option *option = command->options; option->name; option++)
        if (strcmp(option->name, name) == 0 && strcmp(name, "config") != 0)
            return given >> (option - command->options) & 1
                       ? GO_ON
                       : take(option, values, trim(equals + 1), where);
    return usage_error("{where}: There is no setting ''{name}''; see tablier {command} --help.",
                       arg_text("where", where), arg_text("name", quote(name).text),
                       arg_text("command", command->name));
}

static int read_file(const struct command *command, void *values, uint64_t given,
                     const char *path, char **text)
{
    char where[320], *rest;
    struct tb_error error;
    int status = GO_ON, number = 0;

    *text = file_read(path, &error);
    if (!*text)
        return failure_of(NULL, &error);
    rest = *text;
    for (char *line; status == GO_ON && (line = strsep(&rest, "\n"));) {
        struct text place = text_into(where, sizeof where);

        text_message(&place, terminal_lang(), "{path}, line {line}", arg_text("path", path),
                     arg_count("line", ++number));
        status = take_line(command, values, given, line, where);
    }
    return status;
}

int settings_read(const struct command *command, void *values, uint64_t given, char **text)
{
    int status = read_environment(command, values, &given);

    for (const struct option *option = command->options; option->name; option++) {
        const char *path = strcmp(option->name, "config") == 0
                               ? *(const char **)((char *)values + option->offset)
                               : NULL;

        if (path && status == GO_ON)
            status = read_file(command, values, given, path, text);
    }
    return status;
}
