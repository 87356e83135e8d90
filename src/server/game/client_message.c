/* client_message.c - reading messages. */
#include "server/game/client_message.h"

#include <string.h>

#include "core/advice.h"
#include "core/message.h"
#include "server/common/json_field.h"

static const char *const types[] = {
    [MESSAGE_HELLO] = "hello",   [MESSAGE_JOIN] = "join",   [MESSAGE_MOVE] = "move",
    [MESSAGE_RESIGN] = "resign", [MESSAGE_DRAW] = "draw",   [MESSAGE_UNDO] = "undo",
    [MESSAGE_ABORT] = "abort",   [MESSAGE_MOVES] = "moves", [MESSAGE_REMATCH] = "rematch",
    [MESSAGE_SAY] = "say",       [MESSAGE_PING] = "ping",   [MESSAGE_CLAIM] = "claim",
};

static const char *const answers[] = {
    [ANSWER_OFFER] = "offer", [ANSWER_ACCEPT] = "accept", [ANSWER_DECLINE] = "decline"};

static const char *const claims[CLAIMS] = {
    [CLAIM_WIN] = "win", [CLAIM_DRAW] = "draw", [CLAIM_COMPUTER] = "computer"};

static const char *const phrases[PHRASES] = {
    "hello", "good-luck",  "well-played", "nice-move", "thanks",  "sorry",
    "oops",  "one-moment", "no-hurry",    "again",     "must-go", "goodbye",
};

const char *phrase_word(int phrase)
{
    return phrases[phrase];
}

/* The index of a word in a table; -1 if it is not there. */
static int find_word(const char *word, const char *const *words, size_t count)
{
    for (size_t i = 0; i < count; i++)
        if (strcmp(word, words[i]) == 0)
            return (int)i;
    return -1;
}

static bool read_type(const json_t *root, struct client_message *message, struct refusal *refusal)
{
    char word[16] = "";

    if (!field_string(root, "type", word, sizeof word, refusal))
        return false;
    int type = find_word(word, types, sizeof types / sizeof *types);

    if (type < 0)
        return refuse(refusal, REFUSED_SYNTAX, "There is no message of type \"{word}\".",
                      arg_text("word", quote(word).text));
    message->type = (enum message_type)type;
    return true;
}

static bool read_hello(const json_t *root, struct client_message *message, struct refusal *refusal)
{
    /* An impossible id or secret must look like a wrong one. */
    if (!field_number(root, "version", 0, INT32_MAX, &message->version, refusal) ||
        !field_string(root, "game", message->game, sizeof message->game, refusal) ||
        !field_string(root, "secret", message->secret, sizeof message->secret, refusal))
        return refusal->code == REFUSED_SYNTAX && message->version == PROTOCOL_VERSION
                   ? refuse(refusal, REFUSED_UNKNOWN,
                            "There is no such game, or the secret does not open it.")
                   : false;
    return field_number(root, "since", 0, INT64_MAX, &message->since, refusal);
}

static bool read_answer(const json_t *root, struct client_message *message, struct refusal *refusal)
{
    char word[16] = "offer";

    if (!field_string(root, "answer", word, sizeof word, refusal))
        return false;
    int answer = find_word(word, answers, sizeof answers / sizeof *answers);

    if (answer < 0)
        return refuse(refusal, REFUSED_SYNTAX, "\"answer\" must be offer, accept or decline.");
    message->answer = (enum answer)answer;
    return true;
}

static bool read_claim(const json_t *root, struct client_message *message, struct refusal *refusal)
{
    char word[16] = "win";

    if (!field_string(root, "answer", word, sizeof word, refusal) ||
        !field_number(root, "level", 1, LEVEL_MAX, &message->level, refusal))
        return false;
    int claim = find_word(word, claims, CLAIMS);

    if (claim < 0)
        return refuse(refusal, REFUSED_SYNTAX, "\"answer\" must be win, draw or computer.");
    message->claim = (enum claim)claim;
    return claim != CLAIM_COMPUTER || message->level > 0 ||
           refuse(refusal, REFUSED_SYNTAX, "\"level\" must be a number from 1 to {max}.",
                  arg_count("max", LEVEL_MAX));
}

static bool read_phrase(const json_t *root, struct client_message *message, struct refusal *refusal)
{
    char word[24] = "";

    if (!field_string(root, "phrase", word, sizeof word, refusal))
        return false;
    message->phrase = find_word(word, phrases, PHRASES);
    return message->phrase >= 0 || refuse(refusal, REFUSED_SYNTAX, "There is no phrase \"{word}\".",
                                          arg_text("word", quote(word).text));
}

static bool read_move(const json_t *root, struct client_message *message, struct refusal *refusal)
{
    message->seq = -1;
    if (!field_number(root, "seq", 0, INT64_MAX, &message->seq, refusal) ||
        !field_string(root, "move", message->move, sizeof message->move, refusal))
        return false;
    if (message->seq < 0)
        return refuse(refusal, REFUSED_SYNTAX, "A move needs \"seq\": the last number seen.");
    return true;
}

static bool read_fields(const json_t *root, struct client_message *message, struct refusal *refusal)
{
    switch (message->type) {
    case MESSAGE_HELLO:
        return read_hello(root, message, refusal);
    case MESSAGE_JOIN:
        return field_name(root, "name", message->name, sizeof message->name, refusal);
    case MESSAGE_MOVE:
        return read_move(root, message, refusal);
    case MESSAGE_CLAIM:
        return read_claim(root, message, refusal);
    case MESSAGE_SAY:
        return read_phrase(root, message, refusal);
    case MESSAGE_DRAW:
    case MESSAGE_UNDO:
    case MESSAGE_REMATCH:
        return read_answer(root, message, refusal);
    default:
        return true;
    }
}

bool client_message_parse(const char *text, size_t length, struct client_message *message,
                          struct refusal *refusal)
{
    *message = (struct client_message){.since = -1};
    json_t *root = json_object_read(text, length, refusal);

    if (!root)
        return false;
    message->has_id = json_is_integer(json_object_get(root, "id"));
    message->id = json_integer_value(json_object_get(root, "id"));
    bool good = read_type(root, message, refusal) && read_fields(root, message, refusal);

    json_decref(root);
    return good;
}
