/*
 * array.h - growing arrays.
 *
 * An array is a pointer, a count and a capacity, all zero at first. The owner of the three reserves
 * space, writes the elements, adds to the count, and frees the array in the end.
 */
#ifndef TABLIER_CORE_ARRAY_H
#define TABLIER_CORE_ARRAY_H

#include <stdbool.h>
#include <stddef.h>

/* Reserves space for `more` elements after the first `count`. The capacity, a size_t, at least
 * doubles when it grows. False if memory runs out; the array is then unchanged. */
#define ARRAY_RESERVE(array, capacity, count, more)                                                \
    array_reserve(&(array), &(capacity), count, more, sizeof *(array))

/* The functions behind the macro: `array` is the address of the array's pointer, `size` the bytes
 * of an element. */
bool array_grow(void *array, size_t *capacity, size_t count, size_t more, size_t size);

static inline bool array_reserve(void *array, size_t *capacity, size_t count, size_t more,
                                 size_t size)
{
    return (count <= *capacity && more <= *capacity - count) ||
           array_grow(array, capacity, count, more, size);
}

#endif
