/*
 * copy.c - memcpy() and memset() for small sizes.
 *
 * For the instructions that copy and fill memory a browser calls a function outside of the module,
 * which takes longer than to copy a position. So all sources but this one are compiled without them
 * (cmake/web.cmake) and call these functions, which use them for what is large. This source is
 * compiled so that it does not call itself.
 */
#include <stddef.h>
#include <string.h>
#include <wasm_simd128.h>

enum { VECTOR = 16, LARGE = 1024 };

void *memcpy(void *restrict to, const void *restrict from, size_t size)
{
    unsigned char *out = to;
    const unsigned char *in = from;

    if (size >= LARGE)
        return __builtin_memcpy(to, from, size);
    for (; size >= VECTOR; size -= VECTOR, in += VECTOR, out += VECTOR)
        wasm_v128_store(out, wasm_v128_load(in));
    for (; size >= 4; size -= 4, in += 4, out += 4)
        *(int *)(void *)out = *(const int *)(const void *)in;
    for (; size > 0; size--)
        *out++ = *in++;
    return to;
}

void *memset(void *to, int byte, size_t size)
{
    unsigned char *out = to;
    v128_t bytes = wasm_i8x16_splat((int8_t)byte);

    if (size >= LARGE)
        return __builtin_memset(to, byte, size);
    for (; size >= VECTOR; size -= VECTOR, out += VECTOR)
        wasm_v128_store(out, bytes);
    for (; size > 0; size--)
        *out++ = (unsigned char)byte;
    return to;
}
