/* markdown_html.c - a rule page as HTML, for the page: markdown_html IN OUT. Part of the build. */
#include <md4c-html.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>

enum { TEXT_MAX = 1 << 20 };

static void put(const MD_CHAR *text, MD_SIZE size, void *out)
{
    fwrite(text, 1, size, out);
}

int main(int argc, char **argv)
{
    static char text[TEXT_MAX];
    FILE *in = argc == 3 ? fopen(argv[1], "rb") : NULL;
    FILE *out = in ? fopen(argv[2], "wb") : NULL;

    if (!out) {
        fprintf(stderr, "usage: markdown_html IN OUT, two files that can be opened\n");
        return EXIT_FAILURE;
    }
    size_t size = fread(text, 1, sizeof text, in);
    bool whole = feof(in) && !ferror(in);
    bool good = whole && md_html(text, (MD_SIZE)size, put, out, MD_DIALECT_COMMONMARK, 0) == 0;

    fclose(in);
    if (fclose(out) || !good) {
        fprintf(stderr, "markdown_html: %s cannot be converted\n", argv[1]);
        return EXIT_FAILURE;
    }
    return EXIT_SUCCESS;
}
