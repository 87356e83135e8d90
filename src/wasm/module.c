/*
 * module.c - the module as JavaScript sees it.
 *
 * To ask something: module_room(size), write the request there, then
 * module_call(size). The answer is JSON text at the address it returns, of
 * module_answer_size() bytes, until the next call; 0 if memory ran out.
 */
#include <stdlib.h>

#include "wasm/calls.h"

#define EXPORT(name) __attribute__((export_name(name)))

EXPORT("room") char *module_room(size_t size);
EXPORT("call") const char *module_call(size_t size);
EXPORT("answerSize") size_t module_answer_size(void);

__attribute__((import_module("tablier"), import_name("report"))) extern void
module_report(const char *text, size_t size);

static struct {
    char *request;
    struct answer answer;
} module;

/* Where a request of so many bytes may be written, 0 if memory runs out. */
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
    return answer_text(&module.answer);
}

size_t module_answer_size(void)
{
    return module.answer.used;
}

void calls_report(const char *text, size_t size)
{
    module_report(text, size);
}
