/* net.c - see net.h. */
#include "net/net.h"

#include <stdlib.h>
#include <string.h>

#include "core/checksum.h"
#include "core/error.h"
#include "core/features.h"

enum { NAME_SIZE = 16, HEADER = 8 + NAME_SIZE + 4 * 4 + 8, VALUE_UNIT = 127 * 16 };

static const char magic[8] = "TBNET01\n";

struct net {
    const struct features *features;
    const struct net_kernels *kernels;
    int inputs, hidden, logits, buckets;
    int16_t *bias, *weight;          /* the first layer */
    int32_t *logit_bias;
    int8_t *logit_weight;
    int32_t *second_bias;            /* [bucket][unit] */
    int8_t *second_weight;
    int32_t *value_bias;
    int16_t *value_weight;
    void *memory;
    uint16_t every[NET_LOGITS_MAX]; /* 0, 1, 2... */
};

/* ---- Reading ---------------------------------------------------------------------------- */

static uint64_t little(const unsigned char *bytes, int count)
{
    uint64_t value = 0;

    while (count-- > 0)
        value = value << 8 | bytes[count];
    return value;
}

/* One array of the file and where it goes. */
struct part {
    void **array;
    size_t count;
    int width; /* bytes of an element */
};

enum { PARTS = 8 };

static void list_parts(struct net *net, struct part *parts)
{
    size_t hidden = (size_t)net->hidden, logits = (size_t)net->logits;
    size_t buckets = (size_t)net->buckets;

    const struct part list[PARTS] = {
        {(void **)&net->bias, hidden, 2},
        {(void **)&net->weight, (size_t)net->inputs * hidden, 2},
        {(void **)&net->logit_bias, logits, 4},
        {(void **)&net->logit_weight, logits * hidden, 1},
        {(void **)&net->second_bias, buckets * NET_SECOND, 4},
        {(void **)&net->second_weight, buckets * NET_SECOND * hidden, 1},
        {(void **)&net->value_bias, buckets, 4},
        {(void **)&net->value_weight, buckets * NET_SECOND, 2},
    };

    memcpy(parts, list, sizeof list);
}

static size_t padded(size_t size)
{
    return (size + 63) / 64 * 64;
}

/* Copies an array of whole numbers out of the file. */
static void read_part(const struct part *part, const unsigned char *from)
{
    for (size_t i = 0; i < part->count; i++, from += part->width) {
        uint64_t value = little(from, part->width);

        if (part->width == 1)
            ((int8_t *)*part->array)[i] = (int8_t)value;
        else if (part->width == 2)
            ((int16_t *)*part->array)[i] = (int16_t)value;
        else
            ((int32_t *)*part->array)[i] = (int32_t)value;
    }
}

static bool read_parts(struct net *net, const unsigned char *bytes)
{
    struct part parts[PARTS];
    size_t capacity = 64;

    list_parts(net, parts);
    for (int i = 0; i < PARTS; i++)
        capacity += padded(parts[i].count * (size_t)parts[i].width);
    net->memory = malloc(capacity);
    if (!net->memory)
        return false;
    char *to = (char *)padded((uintptr_t)net->memory);

    for (int i = 0; i < PARTS; i++) {
        *parts[i].array = to;
        read_part(&parts[i], bytes);
        bytes += parts[i].count * (size_t)parts[i].width;
        to += padded(parts[i].count * (size_t)parts[i].width);
    }
    return true;
}

static bool is_net_file(const unsigned char *bytes, size_t size)
{
    return size >= HEADER && memcmp(bytes, magic, sizeof magic) == 0;
}

static bool names(const unsigned char *bytes, const struct features *features)
{
    char name[NAME_SIZE] = {0};

    memcpy(name, features->name, strnlen(features->name, NAME_SIZE));
    return memcmp(bytes + sizeof magic, name, NAME_SIZE) == 0;
}

/* The features that a network file names, and their game; NULL if there are none. */
static const struct features *named_features(const unsigned char *bytes,
                                             const struct tb_game **game)
{
    for (int i = 0; (*game = game_table[i]) != NULL; i++)
        for (const struct features *f = (*game)->features; f; f = f->next)
            if (names(bytes, f))
                return f;
    return NULL;
}

static int warn_no_net(struct tb_error *error)
{
    return error_set(error, TB_ERR_SYNTAX, "This is not a network file.");
}

/* Takes the sizes from the header, if they are those of the features. */
static int read_header(struct net *net, const struct tb_game *game, const struct features *features,
                       const unsigned char *bytes, size_t size, struct tb_error *error)
{
    if (!is_net_file(bytes, size))
        return warn_no_net(error);
    const struct tb_game *named;

    if (!names(bytes, features) && named_features(bytes, &named) && named == game)
        return error_set(error, TB_ERR_SYNTAX, "The network is for another number of players.");
    if (!names(bytes, features))
        return error_set(error, TB_ERR_SYNTAX, "The network is for another game than {game}.",
                         arg_text("game", game->title));
    const unsigned char *sizes = bytes + 8 + NAME_SIZE;

    net->features = features;
    net->inputs = (int)little(sizes, 4);
    net->hidden = (int)little(sizes + 4, 4);
    net->logits = (int)little(sizes + 8, 4);
    net->buckets = (int)little(sizes + 12, 4);
    if (net->inputs != features->inputs || net->logits != features->logits ||
        net->buckets != features->buckets || net->logits > NET_LOGITS_MAX ||
        net->hidden <= 0 || net->hidden > NET_HIDDEN_MAX || net->hidden % 32 != 0)
        return error_set(error, TB_ERR_SYNTAX,
                         "The network was made for another version of the program.");
    return TB_OK;
}

static int check_body(struct net *net, const unsigned char *bytes, size_t size,
                      struct tb_error *error)
{
    struct part parts[PARTS];
    size_t needed = HEADER;

    list_parts(net, parts);
    for (int i = 0; i < PARTS; i++)
        needed += parts[i].count * (size_t)parts[i].width;
    if (size != needed)
        return error_set(error, TB_ERR_SYNTAX,
                         "The network file does not have the right length: it is damaged.");
    if (checksum_add(CHECKSUM_START, bytes + HEADER, size - HEADER) !=
        little(bytes + HEADER - 8, 8))
        return error_set(error, TB_ERR_SYNTAX,
                         "The network file is damaged: its checksum is wrong.");
    return TB_OK;
}

struct net *net_new(const struct tb_game *game, const struct features *features,
                    const unsigned char *bytes, size_t size, struct tb_error *error)
{
    struct net *net = calloc(1, sizeof *net);

    if (!net) {
        error_set(error, TB_ERR_MEMORY, "Out of memory.");
        return NULL;
    }
    if (read_header(net, game, features, bytes, size, error) == TB_OK &&
        check_body(net, bytes, size, error) == TB_OK) {
        net->kernels = net_kernels_all()[0];
        for (int i = 0; i < NET_LOGITS_MAX; i++)
            net->every[i] = (uint16_t)i;
        if (read_parts(net, bytes + HEADER))
            return net;
        error_set(error, TB_ERR_MEMORY, "Out of memory.");
    }
    net_free(net);
    return NULL;
}

struct net *net_new_any(const unsigned char *bytes, size_t size, const struct tb_game **game,
                        struct tb_error *error)
{
    const struct features *features;

    *game = NULL;
    if (!is_net_file(bytes, size))
        warn_no_net(error);
    else if ((features = named_features(bytes, game)) != NULL)
        return net_new(*game, features, bytes, size, error);
    else
        error_set(error, TB_ERR_GAME, "The network is for another game than those with networks.");
    return NULL;
}

void net_free(struct net *net)
{
    if (!net)
        return;
    free(net->memory);
    free(net);
}

const struct features *net_features(const struct net *net)
{
    return net->features;
}

void net_use(struct net *net, const struct net_kernels *kernels)
{
    net->kernels = kernels;
}

/* ---- Evaluation --------------------------------------------------------------------------- */

void net_look(const struct net *net, const struct net_input *input, struct net_hidden *out)
{
    net->kernels->look(net->bias, net->weight, input, 0, net->hidden, out);
}

void net_follow(const struct net *net, const struct net_input *input, struct net_hidden *out)
{
    net->kernels->look(input->changes ? out->sum : net->bias, net->weight, input,
                       input->gone_count, net->hidden, out);
}

int net_value(const struct net *net, const struct net_input *input, const struct net_hidden *hidden)
{
    size_t at = (size_t)input->bucket * NET_SECOND;
    int sums[NET_SECOND], value = net->value_bias[input->bucket];

    net->kernels->dot(hidden->unit, net->second_weight + at * (size_t)net->hidden,
                      net->second_bias + at, net->every, NET_SECOND, net->hidden, sums);
    for (int i = 0; i < NET_SECOND; i++) {
        int unit = sums[i] < 0 ? 0 : sums[i] > NET_LOGIT_UNIT ? 127 : sums[i] >> 6;

        value += unit * net->value_weight[at + (size_t)i];
    }
    return input->base + value / VALUE_UNIT;
}

void net_logits(const struct net *net, const struct net_hidden *hidden, const uint16_t *asked,
                int count, int *logits)
{
    int sums[NET_LOGITS_MAX];

    net->kernels->dot(hidden->unit, net->logit_weight, net->logit_bias, asked, count, net->hidden,
                      sums);
    for (int i = 0; i < count; i++)
        logits[asked[i]] = sums[i];
}

void net_logits_all(const struct net *net, const struct net_hidden *hidden, int *logits)
{
    net->kernels->dot(hidden->unit, net->logit_weight, net->logit_bias, net->every, net->logits,
                      net->hidden, logits);
}
