/* markdown.h - the project's pages on a terminal. */
#ifndef TABLIER_CLI_MARKDOWN_H
#define TABLIER_CLI_MARKDOWN_H

#include <stdbool.h>
#include <stdio.h>

/* Prints a page of Markdown for people: headings, lists and emphasis in bold
 * and colour if it is `styled`, paragraphs filled to `width` columns. Knows what our pages use:
 * headings, paragraphs, lists, code, tables, emphasis, links. */
void markdown_print(const char *text, int width, bool styled, FILE *out);

#endif
