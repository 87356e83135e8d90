/* test_array.c - growing arrays. */
#include <stdint.h>
#include <stdlib.h>

#include "core/array.h"
#include "test.h"

static void grows_and_keeps_its_elements(void **state)
{
    int *numbers = NULL;
    size_t capacity = 0, before;

    (void)state;
    for (int count = 0; count < 10000; count++) {
        before = capacity;
        assert_true(ARRAY_RESERVE(numbers, capacity, count, 1));
        assert_true(capacity == before || capacity >= 2 * before);
        numbers[count] = count;
    }
    for (int i = 0; i < 10000; i++)
        assert_true(numbers[i] == i);
    assert_true(ARRAY_RESERVE(numbers, capacity, 10000, 90000));
    assert_true(capacity >= 100000);
    free(numbers);
}

static void refuses_more_than_memory_can_hold(void **state)
{
    uint64_t *numbers = NULL, *old;
    size_t capacity = 0;

    (void)state;
    assert_true(ARRAY_RESERVE(numbers, capacity, 3, 1));
    old = numbers;
    assert_true(!ARRAY_RESERVE(numbers, capacity, SIZE_MAX, 1));
    assert_true(!ARRAY_RESERVE(numbers, capacity, 4, SIZE_MAX - 3));
    assert_true(!ARRAY_RESERVE(numbers, capacity, 4, SIZE_MAX / 8 - 3));
    assert_true(numbers == old && capacity == 16);
    free(numbers);
}

int main(int argc, char **argv)
{
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(grows_and_keeps_its_elements),
        cmocka_unit_test(refuses_more_than_memory_can_hold),
    };

    return test_main(argc, argv, tests, COUNT(tests));
}
