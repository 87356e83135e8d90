/* frame.c - WebSocket frames. */
#define OPENSSL_SUPPRESS_DEPRECATED /* what came after SHA1_Init() allocates, and so can fail */
#include "server/connection/frame.h"

#include <openssl/evp.h>
#include <openssl/sha.h>
#include <stdlib.h>
#include <string.h>

#include "core/text.h"

enum { FINAL = 0x80, RESERVED = 0x70, MASKED = 0x80, CONTROL = 8, KEY_LENGTH = 24 };

static enum frame_event broken(struct frame_reader *reader, enum frame_code code)
{
    reader->code = code;
    return FRAME_BROKEN;
}

/* ---- Heads ----------------------------------------------------------------------- */

/* How long the head is, as far as its first two bytes tell. */
static unsigned header_length(const struct frame_reader *reader)
{
    unsigned small = reader->header_length < 2 ? 0 : reader->head[1] & 0x7f;

    return reader->header_length < 2 ? 2 : small == 127 ? 14 : small == 126 ? 8 : 6;
}

/* True if a frame with this opcode may follow the frames read so far. */
static bool fits(const struct frame_reader *reader, unsigned opcode)
{
    if (opcode == FRAME_CONTINUATION)
        return reader->in_message;
    if (opcode == FRAME_TEXT || opcode == FRAME_BINARY)
        return !reader->in_message;
    return opcode == FRAME_CLOSE || opcode == FRAME_PING || opcode == FRAME_PONG;
}

/* Checks the first two bytes, so that an invalid frame is refused before the rest arrives. */
static enum frame_event check_beginning(struct frame_reader *reader)
{
    unsigned opcode = reader->head[0] & 0x0f, small = reader->head[1] & 0x7f;

    if (reader->head[0] & RESERVED || !(reader->head[1] & MASKED) || !fits(reader, opcode))
        return broken(reader, FRAME_PROTOCOL_ERROR);
    if (opcode & CONTROL && (small > FRAME_CONTROL_MAX || !(reader->head[0] & FINAL)))
        return broken(reader, FRAME_PROTOCOL_ERROR);
    if (opcode == FRAME_BINARY)
        return broken(reader, FRAME_UNSUPPORTED);
    return FRAME_NOTHING;
}

static enum frame_event begin_payload(struct frame_reader *reader)
{
    unsigned small = reader->head[1] & 0x7f, wide = small == 127 ? 8 : small == 126 ? 2 : 0;
    uint64_t length = wide ? 0 : small;

    for (unsigned i = 0; i < wide; i++)
        length = length << 8 | reader->head[2 + i];
    if ((wide == 2 && length < 126) || (wide == 8 && (length <= 0xffff || length >> 63)))
        return broken(reader, FRAME_PROTOCOL_ERROR); /* not the shortest way to say it */
    reader->opcode = reader->head[0] & 0x0f;
    reader->final = reader->head[0] & FINAL;
    reader->left = length;
    reader->mask_at = 0;
    reader->in_payload = true;
    if (reader->opcode & CONTROL) {
        reader->control_length = 0;
        return FRAME_NOTHING;
    }
    reader->pieces = reader->opcode == FRAME_CONTINUATION ? reader->pieces + 1 : 1;
    if (reader->length + length > FRAME_MESSAGE_MAX || reader->pieces > FRAME_PIECES_MAX)
        return broken(reader, FRAME_TOO_BIG);
    char *message = realloc(reader->message, reader->length + (size_t)length + 1);

    if (!message)
        return broken(reader, FRAME_TOO_BIG);
    reader->message = message;
    return FRAME_NOTHING;
}

static enum frame_event read_head(struct frame_reader *reader, const char **data, const char *end)
{
    while (*data < end && reader->header_length < header_length(reader)) {
        reader->head[reader->header_length++] = (unsigned char)*(*data)++;
        if (reader->header_length == 2 && check_beginning(reader) == FRAME_BROKEN)
            return FRAME_BROKEN;
    }
    if (reader->header_length < header_length(reader))
        return FRAME_NOTHING;
    return begin_payload(reader);
}

/* ---- Payloads --------------------------------------------------------------------- */

static void read_payload(struct frame_reader *reader, const char **data, const char *end)
{
    const unsigned char *mask = reader->head + header_length(reader) - 4;
    char *out = reader->opcode & CONTROL ? reader->control : reader->message;
    size_t *length = reader->opcode & CONTROL ? &reader->control_length : &reader->length;

    while (reader->left > 0 && *data < end) {
        out[(*length)++] = (char)((unsigned char)*(*data)++ ^ mask[reader->mask_at++ % 4]);
        reader->left--;
    }
}

/* A close frame has no reason, or a code that may be sent, and perhaps a text. */
static enum frame_event check_close(struct frame_reader *reader)
{
    if (reader->control_length == 0)
        return FRAME_CLOSED;
    unsigned code = reader->control_length < 2 ? 0
                                               : (unsigned)(unsigned char)reader->control[0] << 8 |
                                                     (unsigned char)reader->control[1];
    bool known = (code >= 1000 && code <= 1014 && code != 1004 && code != 1005 && code != 1006) ||
                 (code >= 3000 && code <= 4999);

    if (!known)
        return broken(reader, FRAME_PROTOCOL_ERROR);
    reader->control[reader->control_length] = '\0';
    return text_is_utf8(reader->control + 2, reader->control_length - 2)
               ? FRAME_CLOSED
               : broken(reader, FRAME_NOT_UTF8);
}

static enum frame_event end_frame(struct frame_reader *reader)
{
    reader->in_payload = false;
    reader->header_length = 0;
    switch (reader->opcode) {
    case FRAME_CLOSE:
        return check_close(reader);
    case FRAME_PING:
        return FRAME_PINGED;
    case FRAME_PONG:
        return FRAME_PONGED;
    }
    reader->in_message = !reader->final;
    if (!reader->final)
        return FRAME_NOTHING;
    reader->message[reader->length] = '\0';
    if (!text_is_utf8(reader->message, reader->length))
        return broken(reader, FRAME_NOT_UTF8);
    reader->whole = true;
    return FRAME_MESSAGE;
}

enum frame_event frame_read(struct frame_reader *reader, const char **data, const char *end)
{
    enum frame_event event = FRAME_NOTHING;

    if (reader->whole)
        frame_reader_release(reader);
    while (event == FRAME_NOTHING && *data < end) {
        if (!reader->in_payload)
            event = read_head(reader, data, end);
        if (event == FRAME_NOTHING && reader->in_payload) {
            read_payload(reader, data, end);
            if (reader->left == 0)
                event = end_frame(reader);
        }
    }
    return event;
}

void frame_reader_release(struct frame_reader *reader)
{
    free(reader->message);
    reader->message = NULL;
    reader->length = 0;
    reader->whole = false;
}

/* ---- Writing ------------------------------------------------------------------------ */

size_t frame_head(unsigned char *payload, enum frame_opcode opcode, size_t length)
{
    unsigned wide = length < 126 ? 0 : length <= 0xffff ? 2 : 8;
    unsigned char *head = payload - 2 - wide;

    head[0] = (unsigned char)(FINAL | (unsigned)opcode);
    head[1] = (unsigned char)(wide == 0 ? length : wide == 2 ? 126 : 127);
    for (unsigned i = 0; i < wide; i++)
        head[2 + i] = (unsigned char)((uint64_t)length >> 8 * (wide - 1 - i));
    return 2 + wide;
}

bool frame_accept(const char *key, char out[FRAME_ACCEPT_SIZE])
{
    static const char guid[] = "258EAFA5-E914-47DA-95CA-C5AB0DC85B11"; /* RFC 6455, 1.3 */
    unsigned char decoded[KEY_LENGTH], hash[SHA_DIGEST_LENGTH];
    SHA_CTX context;

    if (strlen(key) != KEY_LENGTH || key[KEY_LENGTH - 1] != '=' || key[KEY_LENGTH - 2] != '=' ||
        key[KEY_LENGTH - 3] == '=' ||
        EVP_DecodeBlock(decoded, (const unsigned char *)key, KEY_LENGTH) < 0)
        return false;
    SHA1_Init(&context);
    SHA1_Update(&context, key, KEY_LENGTH);
    SHA1_Update(&context, guid, sizeof guid - 1);
    SHA1_Final(hash, &context);
    return EVP_EncodeBlock((unsigned char *)out, hash, sizeof hash) == FRAME_ACCEPT_SIZE - 1;
}
