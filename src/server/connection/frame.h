/*
 * frame.h - WebSocket frames (RFC 6455), as a server reads and writes them.
 *
 * A client's frames are masked; one that is not ends the connection, as does
 * whatever else the standard forbids. Messages come whole, up to a bound.
 */
#ifndef TABLIER_SERVER_FRAME_H
#define TABLIER_SERVER_FRAME_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum {
    FRAME_MESSAGE_MAX = 4096,
    FRAME_PIECES_MAX = 256, /* of a message: empty ones would never end */
    FRAME_CONTROL_MAX = 125,
    FRAME_HEAD_MAX = 10, /* of a server's frame */
    FRAME_ACCEPT_SIZE = 29,
};

/* The status in a close frame. */
enum frame_code {
    FRAME_NORMAL = 1000,
    FRAME_GOING_AWAY = 1001,
    FRAME_PROTOCOL_ERROR = 1002,
    FRAME_UNSUPPORTED = 1003, /* binary messages */
    FRAME_NOT_UTF8 = 1007,
    FRAME_POLICY = 1008,
    FRAME_TOO_BIG = 1009,
};

enum frame_opcode {
    FRAME_CONTINUATION = 0,
    FRAME_TEXT = 1,
    FRAME_BINARY = 2,
    FRAME_CLOSE = 8,
    FRAME_PING = 9,
    FRAME_PONG = 10,
};

enum frame_event {
    FRAME_NOTHING, /* all bytes are read */
    FRAME_MESSAGE, /* text, in `message` and `length` until the next call */
    FRAME_PINGED,  /* its bytes in `control` and `control_length` */
    FRAME_PONGED,
    FRAME_CLOSED, /* the client wants to close */
    FRAME_BROKEN, /* `code` says how the standard, or a bound, was broken; read no more */
};

/* Zero-initialised. */
struct frame_reader {
    unsigned char head[14];
    unsigned header_length; /* read so far */
    bool in_payload, final;
    unsigned opcode;
    uint64_t left; /* of the payload */
    unsigned mask_at;
    char *message; /* NULL or on the heap */
    size_t length;
    bool in_message; /* more of it follows in further frames */
    unsigned pieces; /* that it has come in so far */
    bool whole;      /* the message was handed out */
    char control[FRAME_CONTROL_MAX + 1];
    size_t control_length;
    enum frame_code code;
};

/* Reads on from *data, which moves, as far as the next event. */
enum frame_event frame_read(struct frame_reader *reader, const char **data, const char *end);
void frame_reader_release(struct frame_reader *reader);

/* Writes the head of a whole, unmasked frame so that it ends before `payload`; returns its length,
 * at most FRAME_HEAD_MAX. */
size_t frame_head(unsigned char *payload, enum frame_opcode opcode, size_t length);

/* What a server answers to Sec-WebSocket-Key; false if that is not 16 bytes in base64. */
bool frame_accept(const char *key, char out[FRAME_ACCEPT_SIZE]);

#endif
