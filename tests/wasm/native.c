/*
 * native.c - answers the page's requests natively, so that tests can hold its
 * answers against those of the WebAssembly module.
 *
 * Standard input: for each request its size in bytes, a newline, and the bytes.
 * Standard output: each answer, one line of JSON.
 */
#include <stdio.h>
#include <stdlib.h>

#include "wasm/calls.h"
#include "wasm/tables.h"

/* Natively, tables are embedded. */
const struct module_table module_tables[1];

void calls_report(const char *text, size_t size)
{
    (void)text;
    (void)size;
}

int main(void)
{
    struct json_writer answer = {0};
    size_t size;

    while (scanf("%zu%*1[\n]", &size) == 1) {
        char *fields = malloc(size + 1);

        if (!fields || fread(fields, 1, size, stdin) != size)
            return EXIT_FAILURE;
        const struct request request = {fields, size};

        calls_answer(&request, &answer);
        puts(writer_text(&answer));
        free(fields);
    }
    writer_release(&answer);
    return EXIT_SUCCESS;
}
