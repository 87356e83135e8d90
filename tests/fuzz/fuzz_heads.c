/* fuzz_heads.c - any bytes as the head of a request to the server. */
#include "fuzz.h"
#include "server/connection/http_header.h"
#include "server/store/store_search.h"

static void check_head(const struct http_header *head, int length, size_t size)
{
    char value[64];

    REQUIRE((size_t)length <= size && length <= HEAD_MAX + 2);
    REQUIRE(head->path[0] == '/' && strlen(head->path) <= HEAD_TARGET_MAX);
    REQUIRE(head->field_count <= HEAD_FIELDS_MAX);
    for (const char *at = head->path; *at; at++)
        REQUIRE((unsigned char)*at >= ' ' && *at != 0x7f);
    for (int i = 0; i < head->field_count; i++) {
        REQUIRE(*head->fields[i].name);
        REQUIRE(!strpbrk(head->fields[i].value, "\r\n"));
    }
    header_lists(head, "connection", "upgrade");
    if (header_argument(head, "list", value, sizeof value))
        REQUIRE(memchr(value, '\0', sizeof value));
    struct list_query query;

    if (header_argument(head, "name", query.name, sizeof query.name)) {
        struct name_search search = name_search_of(query.name);

        REQUIRE(strcmp(search.low, search.high) < 0);
    }
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    static struct http_header head;
    char *text = malloc(size); /* of just its size */

    REQUIRE(text || size == 0);
    if (size > 0)
        memcpy(text, data, size);
    int length = header_parse(&head, text, size);

    if (length > 0) {
        check_head(&head, length, size);
        /* The same bytes mean the same, whatever comes after them. */
        REQUIRE(header_parse(&head, text, (size_t)length) == length);
        REQUIRE(header_parse(&head, text, (size_t)length - 1) == HEAD_INCOMPLETE);
    } else {
        REQUIRE(length == HEAD_INCOMPLETE || (length <= -400 && length > -600));
    }
    free(text);
    return 0;
}
