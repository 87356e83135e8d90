/*
 * fuzz.h - declarations shared by the fuzz targets. Inputs are text, so that the seeds in
 * corpus/ can be read and written by hand.
 */
#ifndef TABLIER_TESTS_FUZZ_H
#define TABLIER_TESTS_FUZZ_H

#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "core/position.h"

/* libFuzzer calls this with every input it makes up. */
int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

/* Something that must hold whatever the input. */
#define REQUIRE(truth)                                                                             \
    do {                                                                                           \
        if (!(truth)) {                                                                            \
            fprintf(stderr, "%s:%d: %s\n", __FILE__, __LINE__, #truth);                            \
            abort();                                                                               \
        }                                                                                          \
    } while (0)

/* The input as a string in memory of just its size, which the caller frees. */
static inline char *fuzz_string(const uint8_t *data, size_t size)
{
    char *text = malloc(size + 1);

    REQUIRE(text);
    memcpy(text, data, size);
    text[size] = '\0';
    return text;
}

/* Reads "GAME POSITION"; an empty position means the start. */
static inline bool fuzz_position(char *text, struct tb_position *position)
{
    char *space = strchr(text, ' ');
    struct tb_setup setup;
    struct tb_error error = {.text = ""};

    if (space)
        *space = '\0';
    const struct tb_game *game = tb_game_find(text);

    if (!game)
        return false;
    tb_setup_init(&setup, game, 0, NULL);
    if (!space) {
        tb_position_start(position, &setup, NULL);
        return true;
    }
    int code = tb_position_parse(position, &setup, space + 1, &error);

    REQUIRE((code == TB_OK) == (error.text[0] == '\0'));
    return code == TB_OK;
}

#endif
