/* fuzz_messages.c - any bytes as a message from a client of the server. */
#include "fuzz.h"
#include "server/game/client_message.h"

/* Strings end within their fields, numbers are within their bounds. */
static void check_message(const struct client_message *message)
{
    REQUIRE(message->type <= MESSAGE_PING && message->answer <= ANSWER_DECLINE);
    REQUIRE(message->phrase >= 0 && message->phrase < PHRASES);
    REQUIRE(memchr(message->game, '\0', sizeof message->game));
    REQUIRE(memchr(message->secret, '\0', sizeof message->secret));
    REQUIRE(memchr(message->name, '\0', sizeof message->name));
    REQUIRE(memchr(message->move, '\0', sizeof message->move));
    REQUIRE(message->since >= -1 && message->seq >= 0 && message->version >= 0);
    for (const char *at = message->name; *at; at++)
        REQUIRE((unsigned char)*at >= ' ' && *at != 0x7f);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    struct client_message message;
    struct refusal refusal = {.text = ""};

    if (client_message_parse((const char *)data, size, &message, &refusal))
        check_message(&message);
    else
        REQUIRE(refusal.text[0] && refusal_status(refusal.code) >= 400);
    return 0;
}
