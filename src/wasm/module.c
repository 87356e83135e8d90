/*
 * module.c - the module as JavaScript sees it.
 *
 * To ask something: module_room(size), write the request there, then
 * module_call(size). The answer is JSON text at the address it returns, of
 * module_answer_size() bytes, until the next call; 0 if memory ran out.
 *
 * To give it a file: module_room(size), write the file's bytes there, then module_file(size), which
 * answers in the same way: {"value": GAME} for a network or a table, {"value": TAG} for the
 * catalogue of a language, or an error.
 *
 * A match can be kept in the module (handles.h); what is asked of it most often has exports that
 * answer with numbers.
 *
 * module_dot_place() is the index of the network's function for sums of products in the table of
 * functions: JavaScript puts a faster one there if the browser has the instruction for it
 * (bindings/js/dot.js).
 *
 * The interface has a version number, which is in the name of an export that does nothing: scripts
 * that a browser has kept from before an update see that the module is not theirs before they send
 * it a request. A change of fields or answers raises the number, here and in
 * bindings/js/platform.js.
 */
#include <stdlib.h>

#include "net/net.h"
#include "wasm/calls.h"
#include "wasm/handles.h"
#include "wasm/languages.h"
#include "wasm/networks.h"
#include "wasm/tables.h"

#define EXPORT(name) __attribute__((export_name(name)))

EXPORT("room") char *module_room(size_t size);
EXPORT("call") const char *module_call(size_t size);
EXPORT("file") const char *module_file(size_t size);
EXPORT("gameMoves") int module_game_moves(int handle);
EXPORT("gameList") const tb_move *module_game_list(void);
EXPORT("gameText") const char *module_game_text(int handle, int index);
EXPORT("gamePlay") int module_game_play(int handle, int index);
EXPORT("gameUndo") int module_game_undo(int handle);
EXPORT("gameState") int module_game_state(int handle);
EXPORT("answerSize") size_t module_answer_size(void);
EXPORT("dotPlace") size_t module_dot_place(void);
EXPORT("interface4") void module_interface(void);

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

/* Takes over the bytes of a file: *name is that of the game, or the tag of the language. */
static int take_file(unsigned char *bytes, size_t size, const char **name, struct tb_error *error)
{
    const struct tb_game *game = NULL;
    int code;

    if (languages_match(bytes, size)) {
        *name = languages_take(bytes, size);
        return TB_OK;
    }
    if (tables_match(bytes, size)) {
        code = tables_take(bytes, size, &game, error);
        free(bytes);
    } else {
        code = networks_take(bytes, size, &game, error);
    }
    *name = code ? NULL : tb_game_name(game);
    return code;
}

const char *module_file(size_t size)
{
    struct json_writer *answer = &module.answer;
    struct fault fault = {0};
    const char *name;
    int code = take_file((unsigned char *)module.request, size, &name, &fault.error);

    module.request = NULL;
    writer_clear(answer);
    writer_open(answer, '{');
    if (code) {
        writer_key(answer, "error");
        answer_fault(answer, &fault, NULL);
    } else {
        writer_key_string(answer, "value", name);
    }
    writer_close(answer, '}');
    return writer_text(answer);
}

size_t module_answer_size(void)
{
    return module.answer.used;
}

int module_game_moves(int handle)
{
    return handles_moves(handle);
}

const tb_move *module_game_list(void)
{
    return handles_spellings;
}

const char *module_game_text(int handle, int index)
{
    return handles_text(handle, index);
}

int module_game_play(int handle, int index)
{
    return handles_play(handle, index);
}

int module_game_undo(int handle)
{
    return handles_undo(handle);
}

int module_game_state(int handle)
{
    return handles_state(handle);
}

/* The index of a function in the table of functions is its address. */
size_t module_dot_place(void)
{
    return (size_t)net_kernels_all()[0]->dot;
}

void module_interface(void)
{
}

void calls_report(const char *text, size_t size)
{
    module_report(text, size);
}
