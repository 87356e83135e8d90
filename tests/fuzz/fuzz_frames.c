/* fuzz_frames.c - any bytes as WebSocket frames: read at once or one by one, they mean the same. */
#include "fuzz.h"
#include "server/connection/frame.h"

/* A sum over everything that was read. */
static uint64_t read_all(const char *data, size_t size, size_t piece)
{
    struct frame_reader reader = {0};
    uint64_t sum = 0;
    bool broken = false;

    for (size_t i = 0; i < size && !broken; i += piece) {
        const char *at = data + i, *end = data + (size - i < piece ? size : i + piece);
        enum frame_event event;

        while (!broken && (event = frame_read(&reader, &at, end)) != FRAME_NOTHING) {
            REQUIRE(at <= end && reader.length <= FRAME_MESSAGE_MAX);
            sum = sum * 31 + (uint64_t)event;
            for (size_t j = 0; event == FRAME_MESSAGE && j < reader.length; j++)
                sum = sum * 31 + (unsigned char)reader.message[j];
            for (size_t j = 0; event == FRAME_PINGED && j < reader.control_length; j++)
                sum = sum * 31 + (unsigned char)reader.control[j];
            broken = event == FRAME_BROKEN;
        }
    }
    sum = sum * 31 + (uint64_t)reader.code;
    frame_reader_release(&reader);
    return sum;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const char *bytes = (const char *)data;

    REQUIRE(read_all(bytes, size, size + 1) == read_all(bytes, size, 1));
    REQUIRE(read_all(bytes, size, size + 1) == read_all(bytes, size, 7));
    return 0;
}
