/*
 * layers.cuh - the positions with the same number of pawns on the board: where each has its value.
 */
#ifndef DORIX_FEW_LAYERS_CUH
#define DORIX_FEW_LAYERS_CUH

#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <vector>

#include "boards.cuh"

enum {
    SYMMETRIC = 8, /* in class_of: the heights are an image of themselves */
    THREADS = 128, /* of a block, on a graphics processor */
};

struct layer {
    int total, own; /* pawns on the board, and those of the player to move */
    uint32_t colours, classes, shapes;
    uint32_t *terms;     /* [square][pawns]: the number of a shape is the sum over its squares */
    uint32_t *pairs;     /* the same, for two squares at once */
    uint64_t *sources;   /* by image: the squares where those of the image come from */
    uint32_t *class_of;  /* by shape: class << 4 | SYMMETRIC | the image that its first shape is */
    uint64_t *shape_of;  /* by class: the ends of its first shape */
    uint16_t *word_of;   /* by colouring */
    uint16_t *colour_of; /* by word */
    uint16_t *values;    /* by class and colouring */
};

/* ---- Memory, of either kind of processor ------------------------------------------------------- */

static void fail(const char *what)
{
    fprintf(stderr, "dorix_few: %s\n", what);
    exit(1);
}

#ifdef __CUDACC__
static void must(cudaError_t status)
{
    if (status != cudaSuccess)
        fail(cudaGetErrorString(status));
}
#endif

static void *reserve(size_t bytes)
{
    void *memory = NULL;
#ifdef __CUDACC__
    must(cudaMalloc(&memory, bytes));
    must(cudaMemset(memory, 0, bytes));
#else
    memory = calloc(bytes, 1);
    if (!memory)
        fail("out of memory");
#endif
    return memory;
}

static void release(void *memory)
{
#ifdef __CUDACC__
    must(cudaFree(memory));
#else
    free(memory);
#endif
}

static void move_in(void *to, const void *from, size_t bytes)
{
#ifdef __CUDACC__
    must(cudaMemcpy(to, from, bytes, cudaMemcpyHostToDevice));
#else
    memcpy(to, from, bytes);
#endif
}

static void move_out(void *to, const void *from, size_t bytes)
{
#ifdef __CUDACC__
    must(cudaMemcpy(to, from, bytes, cudaMemcpyDeviceToHost));
#else
    memcpy(to, from, bytes);
#endif
}

template <class type> BOTH static void add(type *counter, type count)
{
#ifdef __CUDA_ARCH__
    atomicAdd(counter, count);
#else
    *counter += count;
#endif
}

/* ---- Numbers --------------------------------------------------------------------------------- */

BOTH static uint32_t shape_number(const struct layer &layer, uint64_t ends)
{
    uint32_t number = 0;

    for (int i = 0; i < SQUARES / 2; i++, ends >>= 8)
        number += layer.pairs[i << 8 | (int)(ends & 255)];
    return number;
}

BOTH static uint64_t shape_at(const struct layer &layer, uint32_t number)
{
    uint64_t ends = (uint64_t)layer.total << 4 * (SQUARES - 1);
    int end = layer.total;

    for (int square = SQUARES - 2; square >= 0; square--) {
        while (layer.terms[square << 4 | end] > number)
            end--;
        number -= layer.terms[square << 4 | end];
        ends |= (uint64_t)end << 4 * square;
    }
    return ends;
}

/* Turns a board into the first shape of its class; returns the entry of class_of. */
BOTH static uint32_t normalise(const struct layer &layer, struct board *b)
{
    uint32_t entry = layer.class_of[shape_number(layer, b->ends)];

    if (entry & (IMAGES - 1))
        *b = image_of(layer.sources, *b, (int)(entry & (IMAGES - 1)));
    return entry;
}

BOTH static uint16_t *row_of(const struct layer &layer, uint32_t which)
{
    return layer.values + (uint64_t)which * layer.colours;
}

BOTH static int value_of(const struct layer &layer, struct board b)
{
    uint32_t entry = normalise(layer, &b);

    return row_of(layer, entry >> 4)[layer.colour_of[b.own]];
}

/* Sets the value of a position that is in the layer more than once, if it is symmetric. */
BOTH static void settle(const struct layer &layer, struct board b, int value)
{
    uint32_t entry = normalise(layer, &b);
    uint16_t *row = row_of(layer, entry >> 4);

    row[layer.colour_of[b.own]] = (uint16_t)value;
    for (int image = 1; entry & SYMMETRIC && image < IMAGES; image++) {
        struct board other = image_of(layer.sources, b, image);

        if (other.ends == b.ends)
            row[layer.colour_of[other.own]] = (uint16_t)value;
    }
}

/* ---- A layer --------------------------------------------------------------------------------- */

/* The first image of a shape. */
BOTH static int first_image(const struct layer &layer, uint64_t ends, uint32_t *number,
                            bool *symmetric)
{
    int first = 0;

    *number = shape_number(layer, ends);
    *symmetric = false;
    for (int image = 1; image < IMAGES; image++) {
        struct board other = image_of(layer.sources, {ends, 0}, image);
        uint32_t rank = shape_number(layer, other.ends);

        *symmetric = *symmetric || other.ends == ends;
        if (rank < *number) {
            *number = rank;
            first = image;
        }
    }
    return first;
}

/* Marks the first shapes of the classes. */
BOTH static void mark_first(const struct layer &layer, uint32_t *classes, uint32_t shape)
{
    uint32_t number;
    bool symmetric;

    classes[shape] = first_image(layer, shape_at(layer, shape), &number, &symmetric) == 0;
}

BOTH static void join_class(const struct layer &layer, const uint32_t *classes, uint32_t shape)
{
    uint64_t ends = shape_at(layer, shape);
    uint32_t number;
    bool symmetric;
    int image = first_image(layer, ends, &number, &symmetric);

    layer.class_of[shape] = classes[number] << 4 | (symmetric ? SYMMETRIC : 0) | (uint32_t)image;
    if (number == shape)
        layer.shape_of[classes[number]] = ends;
}

#ifdef __CUDACC__
static __global__ void mark_all(struct layer layer, uint32_t *classes)
{
    for (uint32_t i = blockIdx.x * THREADS + threadIdx.x; i < layer.shapes;
         i += gridDim.x * THREADS)
        mark_first(layer, classes, i);
}

static __global__ void join_all(struct layer layer, const uint32_t *classes)
{
    for (uint32_t i = blockIdx.x * THREADS + threadIdx.x; i < layer.shapes;
         i += gridDim.x * THREADS)
        join_class(layer, classes, i);
}
#endif

static uint64_t binomial(int n, int k)
{
    uint64_t result = 1;

    for (int i = 1; i <= k; i++)
        result = result * (uint64_t)(n - k + i) / (uint64_t)i;
    return k > n ? 0 : result;
}

template <class type> static type *moved_in(const std::vector<type> &from)
{
    type *to = (type *)reserve(from.size() * sizeof(type));

    move_in(to, from.data(), from.size() * sizeof(type));
    return to;
}

static void add_tables(struct layer *layer)
{
    std::vector<uint32_t> terms(SQUARES << 4), pairs(SQUARES / 2 << 8);
    std::vector<uint64_t> sources(IMAGES);
    std::vector<uint16_t> words, colours((size_t)1 << layer->total);

    for (int square = 0; square < SQUARES - 1; square++)
        for (int end = 0; end <= layer->total; end++)
            terms[square << 4 | end] = (uint32_t)binomial(end + square, square + 1);
    for (int i = 0; i < SQUARES / 2; i++)
        for (int ends = 0; ends < 256; ends++)
            pairs[i << 8 | ends] =
                terms[2 * i << 4 | (ends & 15)] + terms[(2 * i + 1) << 4 | ends >> 4];
    for (int image = 0; image < IMAGES; image++)
        for (int square = 0; square < SQUARES; square++)
            sources[image] |= (uint64_t)image_source(image, square) << 4 * square;
    for (uint32_t word = 0; word < 1u << layer->total; word++)
        if (bits_in(word) == layer->own) {
            colours[word] = (uint16_t)words.size();
            words.push_back((uint16_t)word);
        }
    layer->colours = (uint32_t)words.size();
    layer->terms = moved_in(terms);
    layer->pairs = moved_in(pairs);
    layer->sources = moved_in(sources);
    layer->word_of = moved_in(words);
    layer->colour_of = moved_in(colours);
}

static void add_classes(struct layer *layer)
{
    layer->shapes = (uint32_t)binomial(layer->total + SQUARES - 1, SQUARES - 1);
    size_t bytes = layer->shapes * sizeof(uint32_t);
    uint32_t *classes = (uint32_t *)reserve(bytes);
    std::vector<uint32_t> here(layer->shapes);

    layer->class_of = (uint32_t *)reserve(bytes);
#ifdef __CUDACC__
    mark_all<<<4096, THREADS>>>(*layer, classes);
#else
    for (uint32_t i = 0; i < layer->shapes; i++)
        mark_first(*layer, classes, i);
#endif
    move_out(here.data(), classes, bytes);
    for (uint32_t i = 0; i < layer->shapes; i++)
        here[i] = here[i] ? layer->classes++ : 0;
    move_in(classes, here.data(), bytes);
    layer->shape_of = (uint64_t *)reserve(layer->classes * sizeof(uint64_t));
#ifdef __CUDACC__
    join_all<<<4096, THREADS>>>(*layer, classes);
    must(cudaDeviceSynchronize());
#else
    for (uint32_t i = 0; i < layer->shapes; i++)
        join_class(*layer, classes, i);
#endif
    release(classes);
}

static struct layer layer_of(int total)
{
    struct layer layer = {};

    layer.total = total;
    layer.own = total / 2;
    add_tables(&layer);
    add_classes(&layer);
    layer.values = (uint16_t *)reserve((size_t)layer.classes * layer.colours * sizeof(uint16_t));
    return layer;
}

static void layer_release(struct layer *layer)
{
    void *parts[] = {layer->terms,    layer->pairs,   layer->sources,   layer->class_of,
                     layer->shape_of, layer->word_of, layer->colour_of, layer->values};

    for (void *part : parts)
        release(part);
}

#endif
