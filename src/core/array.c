/* array.c - see array.h. */
#include "core/array.h"

#include <stdint.h>
#include <stdlib.h>
#include <string.h>

enum { FIRST_CAPACITY = 16 };

bool array_grow(void *array, size_t *capacity, size_t count, size_t more, size_t size)
{
    size_t max = SIZE_MAX / size, wanted = *capacity ? 2 * *capacity : FIRST_CAPACITY;
    void *old;

    if (count > max || more > max - count)
        return false;
    if (wanted > max || wanted < count + more)
        wanted = count + more;
    memcpy(&old, array, sizeof old); /* a pointer of any type */
    void *grown = realloc(old, wanted * size);

    if (!grown)
        return false;
    memcpy(array, &grown, sizeof grown);
    *capacity = wanted;
    return true;
}
