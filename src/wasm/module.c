/*
 * module.c - the module as JavaScript sees it.
 *
 * To ask something: module_room(size), write the request there, then
 * module_call(size). The answer is JSON text at the address it returns, of
 * module_answer_size() bytes, until the next call; 0 if memory ran out.
 *
 * To give it a network: module_room(size), write the file's bytes there, then
 * module_network(size), which answers in the same way: {"value": GAME}, or an error. A language
 * is given likewise: the bytes of its catalogue, then module_language(size): {"value": TAG}.
 *
 * The interface has a version number, which is in the name of an export that does nothing: scripts
 * that a browser has kept from before an update see that the module is not theirs before they send
 * it a request. A change of fields or answers raises the number, here and in
 * bindings/js/platform.js.
 */
#include <stdlib.h>

#include "wasm/calls.h"
#include "wasm/languages.h"
#include "wasm/networks.h"

#define EXPORT(name) __attribute__((export_name(name)))

EXPORT("room") char *module_room(size_t size);
EXPORT("call") const char *module_call(size_t size);
EXPORT("network") const char *module_network(size_t size);
EXPORT("language") const char *module_language(size_t size);
EXPORT("answerSize") size_t module_answer_size(void);
EXPORT("interface2") void module_interface(void);

__attribute__((import_module("tablier"), import_name("report"))) extern void
module_report(const char *text, size_t size);

static struct {
    char *request;
    struct json_writer answer;
} module;

/* Returns where a request of `size` bytes may be written, 0 if memory runs out. */
char *module_room(size_t size)
{
    free(module.request);
    module.request = malloc(size);
    return module.request;
}

const char *module_call(size_t size)
{
    const struct request request = {module.request, size};

    calls_answer(&request, &module.answer);
    return writer_text(&module.answer);
}

const char *module_network(size_t size)
{
    struct json_writer *answer = &module.answer;
    const struct tb_game *game = NULL;
    struct tb_error error;
    int code = networks_take((unsigned char *)module.request, size, &game, &error);

    module.request = NULL;
    writer_clear(answer);
    writer_open(answer, '{');
    if (code) {
        writer_key_open(answer, "error", '{');
        writer_key_string(answer, "message", error.text);
        writer_key_number(answer, "ply", 0);
        writer_close(answer, '}');
    } else {
        writer_key_string(answer, "value", tb_game_name(game));
    }
    writer_close(answer, '}');
    return writer_text(answer);
}

size_t module_answer_size(void)
{
    return module.answer.used;
}

const char *module_language(size_t size)
{
    struct json_writer *answer = &module.answer;
    const char *tag = languages_take((unsigned char *)module.request, size);

    module.request = NULL;
    writer_clear(answer);
    writer_open(answer, '{');
    writer_key_string(answer, "value", tag);
    writer_close(answer, '}');
    return writer_text(answer);
}

void module_interface(void)
{
}

void calls_report(const char *text, size_t size)
{
    module_report(text, size);
}
