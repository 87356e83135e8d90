/*
 * kernels.c - the network's two inner loops, for each instruction set. All of them compute the
 * same numbers: sums wrap around modulo 2^16 in the first, and cannot overflow in the second,
 * where units are 0 to 127 and weights -127 to 127.
 */
#include <string.h>

#include "net/net.h"

#if defined(__x86_64__) && (defined(__GNUC__) || defined(__clang__))
#include <immintrin.h>
#elif defined(__aarch64__)
#include <arm_neon.h>
#if defined(__linux__)
#include <sys/auxv.h>
#endif
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

/* ---- Plain C --------------------------------------------------------------------------- */

static int8_t activate(int16_t sum)
{
    int clipped = sum < 0 ? 0 : sum > NET_ONE ? NET_ONE : sum;

    return (int8_t)(clipped * clipped >> 9);
}

static void look_plain(const int16_t *from, const int16_t *weights, const struct net_input *input,
                       int gone, int width, struct net_hidden *out)
{
    memmove(out->sum, from, (size_t)width * sizeof *from);
    for (int r = 0; r < input->count; r++) {
        const int16_t *row = weights + (size_t)input->active[r] * (size_t)width;

        for (int i = 0; i < width; i++)
            out->sum[i] = (int16_t)(uint16_t)(out->sum[i] + row[i]);
    }
    for (int r = 0; r < gone; r++) {
        const int16_t *row = weights + (size_t)input->gone[r] * (size_t)width;

        for (int i = 0; i < width; i++)
            out->sum[i] = (int16_t)(uint16_t)(out->sum[i] - row[i]);
    }
    for (int i = 0; i < width; i++)
        out->unit[i] = activate(out->sum[i]);
}

static void dot_plain(const int8_t *units, const int8_t *weights, const int32_t *bias,
                      const uint16_t *rows, int count, int width, int *out)
{
    for (int r = 0; r < count; r++) {
        const int8_t *row = weights + (size_t)rows[r] * (size_t)width;
        int sum = 0;

        for (int i = 0; i < width; i++)
            sum += units[i] * row[i];
        out[r] = bias[rows[r]] + sum;
    }
}

static const struct net_kernels plain = {"plain", look_plain, dot_plain};

#if defined(__x86_64__) || defined(__aarch64__)
/* Where four rows begin, from `from` on, and the sums that theirs are added to. After the last row
 * it stands again. */
static inline void choose_rows(const int8_t *weights, const int32_t *bias, const uint16_t *rows,
                               int from, int count, int width, const int8_t *row[4], int begin[4])
{
    for (int r = 0; r < 4; r++) {
        int number = rows[from + r < count ? from + r : count - 1];

        row[r] = weights + (size_t)number * (size_t)width;
        begin[r] = bias[number];
    }
}
#endif

/* ---- AVX2 ------------------------------------------------------------------------------- */

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
#define GROUP 4 /* vectors of sums held in registers at once */

/* 16 * vectors columns from `at` on. */
AVX2 static inline void look_group(const int16_t *from, const int16_t *weights,
                                   const struct net_input *input, int gone, int width, int at,
                                   struct net_hidden *out, const int vectors)
{
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(NET_ONE);
    __m256i sum[GROUP];

    for (int g = 0; g < vectors; g++)
        sum[g] = _mm256_loadu_si256((const __m256i *)(from + at + 16 * g));
    for (int r = 0; r < input->count; r++) {
        const int16_t *row = weights + (size_t)input->active[r] * (size_t)width + at;

        for (int g = 0; g < vectors; g++)
            sum[g] = _mm256_add_epi16(sum[g],
                                      _mm256_loadu_si256((const __m256i *)(row + 16 * g)));
    }
    for (int r = 0; r < gone; r++) {
        const int16_t *row = weights + (size_t)input->gone[r] * (size_t)width + at;

        for (int g = 0; g < vectors; g++)
            sum[g] = _mm256_sub_epi16(sum[g],
                                      _mm256_loadu_si256((const __m256i *)(row + 16 * g)));
    }
    for (int g = 0; g < vectors; g++) {
        __m256i clipped = _mm256_min_epi16(_mm256_max_epi16(sum[g], zero), one);

        _mm256_storeu_si256((__m256i *)(out->sum + at + 16 * g), sum[g]);
        sum[g] = _mm256_srli_epi16(_mm256_mullo_epi16(clipped, clipped), 9);
    }
    for (int g = 0; g < vectors; g += 2) {
        __m256i packed = _mm256_packs_epi16(sum[g], sum[g + 1]);

        packed = _mm256_permute4x64_epi64(packed, 0xd8);
        _mm256_storeu_si256((__m256i *)(out->unit + at + 16 * g), packed);
    }
}

AVX2 static void look_avx2(const int16_t *from, const int16_t *weights,
                           const struct net_input *input, int gone, int width,
                           struct net_hidden *out)
{
    int i = 0;

    for (; i + 16 * GROUP <= width; i += 16 * GROUP)
        look_group(from, weights, input, gone, width, i, out, GROUP);
    if (i < width)
        look_group(from, weights, input, gone, width, i, out, 2);
}

/* The products of four rows, in eight sums each. */
AVX2 static inline void four_rows(const int8_t *units, const int8_t *const row[4], int width,
                                  __m256i sum[4])
{
    const __m256i ones = _mm256_set1_epi16(1);

    for (int r = 0; r < 4; r++)
        sum[r] = _mm256_setzero_si256();
    for (int i = 0; i < width; i += 32) {
        __m256i u = _mm256_loadu_si256((const __m256i *)(units + i));

        for (int r = 0; r < 4; r++) {
            __m256i w = _mm256_loadu_si256((const __m256i *)(row[r] + i));

            sum[r] = _mm256_add_epi32(sum[r], _mm256_madd_epi16(_mm256_maddubs_epi16(u, w), ones));
        }
    }
}

/* The lanes of each added up. */
AVX2 static inline __m128i add_lanes(const __m256i sum[4])
{
    __m256i four = _mm256_hadd_epi32(_mm256_hadd_epi32(sum[0], sum[1]),
                                     _mm256_hadd_epi32(sum[2], sum[3]));

    return _mm_add_epi32(_mm256_castsi256_si128(four), _mm256_extracti128_si256(four, 1));
}

/* Stores the sums of four rows. (Four numbers that were stored one by one are slow to load as a vector.) */
AVX2 static inline void store_rows(const __m256i sum[4], const int begin[4], int *out)
{
    __m128i from = _mm_setr_epi32(begin[0], begin[1], begin[2], begin[3]);

    _mm_storeu_si128((__m128i *)out, _mm_add_epi32(add_lanes(sum), from));
}

/* Four rows at a time: adding up the lanes of one costs as much as its products. */
AVX2 static void dot_avx2(const int8_t *units, const int8_t *weights, const int32_t *bias,
                          const uint16_t *rows, int count, int width, int *out)
{
    for (int from = 0; from < count; from += 4) {
        const int8_t *row[4];
        int begin[4];
        __m256i sum[4];

        choose_rows(weights, bias, rows, from, count, width, row, begin);
        four_rows(units, row, width, sum);
        store_rows(sum, begin, out + from);
    }
}

static const struct net_kernels avx2 = {"avx2", look_avx2, dot_avx2};

/* ---- AVX-512 with products of bytes (VNNI) ------------------------------------------------ */

#define VNNI __attribute__((target("avx512f,avx512bw,avx512vl,avx512vnni")))

/* 32 * vectors columns from `at` on. */
VNNI static inline void look_columns(const int16_t *from, const int16_t *weights,
                                     const struct net_input *input, int gone, int width, int at,
                                     struct net_hidden *out, const int vectors)
{
    const __m512i zero = _mm512_setzero_si512(), one = _mm512_set1_epi16(NET_ONE);
    __m512i sum[4];

    for (int g = 0; g < vectors; g++)
        sum[g] = _mm512_loadu_si512(from + at + 32 * g);
    for (int r = 0; r < input->count; r++) {
        const int16_t *row = weights + (size_t)input->active[r] * (size_t)width + at;

        for (int g = 0; g < vectors; g++)
            sum[g] = _mm512_add_epi16(sum[g], _mm512_loadu_si512(row + 32 * g));
    }
    for (int r = 0; r < gone; r++) {
        const int16_t *row = weights + (size_t)input->gone[r] * (size_t)width + at;

        for (int g = 0; g < vectors; g++)
            sum[g] = _mm512_sub_epi16(sum[g], _mm512_loadu_si512(row + 32 * g));
    }
    for (int g = 0; g < vectors; g++) {
        __m512i clipped = _mm512_min_epi16(_mm512_max_epi16(sum[g], zero), one);
        __m512i square = _mm512_srli_epi16(_mm512_mullo_epi16(clipped, clipped), 9);

        _mm512_storeu_si512(out->sum + at + 32 * g, sum[g]);
        _mm256_storeu_si256((__m256i *)(out->unit + at + 32 * g), _mm512_cvtepi16_epi8(square));
    }
}

VNNI static void look_vnni(const int16_t *from, const int16_t *weights,
                           const struct net_input *input, int gone, int width,
                           struct net_hidden *out)
{
    int i = 0;

    for (; i + 128 <= width; i += 128)
        look_columns(from, weights, input, gone, width, i, out, 4);
    for (; i + 64 <= width; i += 64)
        look_columns(from, weights, input, gone, width, i, out, 2);
    if (i < width)
        look_columns(from, weights, input, gone, width, i, out, 1);
}

/* The products of four rows, in eight sums each. */
VNNI static inline void four_rows_vnni(const int8_t *units, const int8_t *const row[4], int width,
                                       __m256i sum[4])
{
    __m512i wide[4];
    int i = 0;

    for (int r = 0; r < 4; r++)
        wide[r] = _mm512_setzero_si512();
    for (; i + 64 <= width; i += 64) {
        __m512i u = _mm512_loadu_si512(units + i);

        for (int r = 0; r < 4; r++)
            wide[r] = _mm512_dpbusd_epi32(wide[r], u, _mm512_loadu_si512(row[r] + i));
    }
    for (int r = 0; r < 4; r++)
        sum[r] = _mm256_add_epi32(_mm512_castsi512_si256(wide[r]),
                                  _mm512_extracti64x4_epi64(wide[r], 1));
    if (i < width) {
        __m256i u = _mm256_loadu_si256((const __m256i *)(units + i));

        for (int r = 0; r < 4; r++)
            sum[r] = _mm256_dpbusd_epi32(sum[r], u,
                                         _mm256_loadu_si256((const __m256i *)(row[r] + i)));
    }
}

VNNI static void dot_vnni(const int8_t *units, const int8_t *weights, const int32_t *bias,
                          const uint16_t *rows, int count, int width, int *out)
{
    for (int from = 0; from < count; from += 4) {
        const int8_t *row[4];
        int begin[4];
        __m256i sum[4];

        choose_rows(weights, bias, rows, from, count, width, row, begin);
        four_rows_vnni(units, row, width, sum);
        store_rows(sum, begin, out + from);
    }
}

static const struct net_kernels vnni = {"avx512 vnni", look_vnni, dot_vnni};

static bool has_vnni(void)
{
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512bw") &&
           __builtin_cpu_supports("avx512vl") && __builtin_cpu_supports("avx512vnni");
}
#endif

/* ---- NEON -------------------------------------------------------------------------------- */

#if defined(__aarch64__)
/* 8 * vectors columns from `at` on. */
static inline void look_columns(const int16_t *from, const int16_t *weights,
                                const struct net_input *input, int gone, int width, int at,
                                struct net_hidden *out, const int vectors)
{
    const int16x8_t zero = vdupq_n_s16(0), one = vdupq_n_s16(NET_ONE);
    int16x8_t sum[8];

    for (int g = 0; g < vectors; g++)
        sum[g] = vld1q_s16(from + at + 8 * g);
    for (int r = 0; r < input->count; r++) {
        const int16_t *row = weights + (size_t)input->active[r] * (size_t)width + at;

        for (int g = 0; g < vectors; g++)
            sum[g] = vaddq_s16(sum[g], vld1q_s16(row + 8 * g));
    }
    for (int r = 0; r < gone; r++) {
        const int16_t *row = weights + (size_t)input->gone[r] * (size_t)width + at;

        for (int g = 0; g < vectors; g++)
            sum[g] = vsubq_s16(sum[g], vld1q_s16(row + 8 * g));
    }
    for (int g = 0; g < vectors; g++) {
        uint16x8_t clipped = vreinterpretq_u16_s16(vminq_s16(vmaxq_s16(sum[g], zero), one));
        uint16x8_t square = vshrq_n_u16(vmulq_u16(clipped, clipped), 9);

        vst1q_s16(out->sum + at + 8 * g, sum[g]);
        vst1_s8(out->unit + at + 8 * g, vreinterpret_s8_u8(vmovn_u16(square)));
    }
}

static void look_neon(const int16_t *from, const int16_t *weights, const struct net_input *input,
                      int gone, int width, struct net_hidden *out)
{
    int i = 0;

    for (; i + 64 <= width; i += 64)
        look_columns(from, weights, input, gone, width, i, out, 8);
    if (i < width)
        look_columns(from, weights, input, gone, width, i, out, 4);
}

/* The products of four rows, in four sums each. */
static inline void four_rows(const int8_t *units, const int8_t *const row[4], int width,
                             int32x4_t sum[4])
{
    for (int i = 0; i < width; i += 16) {
        int8x16_t u = vld1q_s8(units + i);

        for (int r = 0; r < 4; r++) {
            int8x16_t w = vld1q_s8(row[r] + i);
            int16x8_t low = vmull_s8(vget_low_s8(u), vget_low_s8(w));

            sum[r] = vpadalq_s16(sum[r], vmlal_high_s8(low, u, w));
        }
    }
}

static inline void store_rows(const int32x4_t sum[4], const int begin[4], int *out)
{
    int32x4_t four = vpaddq_s32(vpaddq_s32(sum[0], sum[1]), vpaddq_s32(sum[2], sum[3]));

    vst1q_s32(out, vaddq_s32(four, vld1q_s32(begin)));
}

static void dot_neon(const int8_t *units, const int8_t *weights, const int32_t *bias,
                     const uint16_t *rows, int count, int width, int *out)
{
    for (int from = 0; from < count; from += 4) {
        const int8_t *row[4];
        int begin[4];
        int32x4_t sum[4] = {0};

        choose_rows(weights, bias, rows, from, count, width, row, begin);
        four_rows(units, row, width, sum);
        store_rows(sum, begin, out + from);
    }
}

static const struct net_kernels neon = {"neon", look_neon, dot_neon};

/* ---- NEON with products of bytes, where processor and compiler have them ----------------- */

#if defined(__ARM_FEATURE_DOTPROD)
#define SDOT
static bool has_sdot(void)
{
    return true;
}
#elif defined(__linux__) && defined(__GNUC__) && !defined(__clang__)
#define SDOT __attribute__((target("arch=armv8.2-a+dotprod")))
static bool has_sdot(void)
{
    return getauxval(AT_HWCAP) & HWCAP_ASIMDDP;
}
#endif

#if defined(SDOT)
SDOT static inline void four_rows_sdot(const int8_t *units, const int8_t *const row[4], int width,
                                       int32x4_t sum[4])
{
    for (int i = 0; i < width; i += 32) {
        int8x16_t u = vld1q_s8(units + i), v = vld1q_s8(units + i + 16);

        for (int r = 0; r < 4; r++) {
            sum[r] = vdotq_s32(sum[r], u, vld1q_s8(row[r] + i));
            sum[r] = vdotq_s32(sum[r], v, vld1q_s8(row[r] + i + 16));
        }
    }
}

SDOT static void dot_sdot(const int8_t *units, const int8_t *weights, const int32_t *bias,
                          const uint16_t *rows, int count, int width, int *out)
{
    for (int from = 0; from < count; from += 4) {
        const int8_t *row[4];
        int begin[4];
        int32x4_t sum[4] = {0};

        choose_rows(weights, bias, rows, from, count, width, row, begin);
        four_rows_sdot(units, row, width, sum);
        store_rows(sum, begin, out + from);
    }
}

static const struct net_kernels sdot = {"neon dotprod", look_neon, dot_sdot};
#endif
#endif

/* ---- WebAssembly ---------------------------------------------------------------------------- */

#if defined(__wasm_simd128__)
/* 8 * vectors columns from `at` on. */
static inline void look_columns(const int16_t *from, const int16_t *weights,
                                const struct net_input *input, int gone, int width, int at,
                                struct net_hidden *out, const int vectors)
{
    const v128_t zero = wasm_i16x8_splat(0), one = wasm_i16x8_splat(NET_ONE);
    v128_t sum[8];

    for (int g = 0; g < vectors; g++)
        sum[g] = wasm_v128_load(from + at + 8 * g);
    for (int r = 0; r < input->count; r++) {
        const int16_t *row = weights + input->active[r] * width + at;

        for (int g = 0; g < vectors; g++)
            sum[g] = wasm_i16x8_add(sum[g], wasm_v128_load(row + 8 * g));
    }
    for (int r = 0; r < gone; r++) {
        const int16_t *row = weights + input->gone[r] * width + at;

        for (int g = 0; g < vectors; g++)
            sum[g] = wasm_i16x8_sub(sum[g], wasm_v128_load(row + 8 * g));
    }
    for (int g = 0; g < vectors; g++) {
        v128_t clipped = wasm_i16x8_min(wasm_i16x8_max(sum[g], zero), one);

        wasm_v128_store(out->sum + at + 8 * g, sum[g]);
        sum[g] = wasm_u16x8_shr(wasm_i16x8_mul(clipped, clipped), 9);
    }
    for (int g = 0; g < vectors; g += 2)
        wasm_v128_store(out->unit + at + 8 * g, wasm_u8x16_narrow_i16x8(sum[g], sum[g + 1]));
}

static void look_wasm(const int16_t *from, const int16_t *weights, const struct net_input *input,
                      int gone, int width, struct net_hidden *out)
{
    int i = 0;

    for (; i + 64 <= width; i += 64)
        look_columns(from, weights, input, gone, width, i, out, 8);
    if (i < width)
        look_columns(from, weights, input, gone, width, i, out, 4);
}

/*
 * Four rows at once, in four sums each. The units are 16 bits wide already: extending weights as
 * they are loaded is one instruction, extending half of a vector several on x86.
 */
static inline void four_rows(const int16_t *units, const int8_t *const row[4], int width,
                             v128_t sum[4])
{
    for (int i = 0; i < width; i += 16) {
        v128_t low = wasm_v128_load(units + i), high = wasm_v128_load(units + i + 8);

        for (int r = 0; r < 4; r++) {
            v128_t first = wasm_i16x8_mul(low, wasm_i16x8_load8x8(row[r] + i));
            v128_t second = wasm_i16x8_mul(high, wasm_i16x8_load8x8(row[r] + i + 8));
            v128_t pairs = wasm_i32x4_extadd_pairwise_i16x8(wasm_i16x8_add(first, second));

            sum[r] = wasm_i32x4_add(sum[r], pairs);
        }
    }
}

/* The lanes of each added up. */
static inline v128_t add_lanes(const v128_t sum[4])
{
    v128_t ab = wasm_i32x4_add(wasm_i32x4_shuffle(sum[0], sum[1], 0, 4, 1, 5),
                               wasm_i32x4_shuffle(sum[0], sum[1], 2, 6, 3, 7));
    v128_t cd = wasm_i32x4_add(wasm_i32x4_shuffle(sum[2], sum[3], 0, 4, 1, 5),
                               wasm_i32x4_shuffle(sum[2], sum[3], 2, 6, 3, 7));

    return wasm_i32x4_add(wasm_i64x2_shuffle(ab, cd, 0, 2), wasm_i64x2_shuffle(ab, cd, 1, 3));
}

static void dot_wasm(const int8_t *units, const int8_t *weights, const int32_t *bias,
                     const uint16_t *rows, int count, int width, int *out)
{
    _Alignas(16) int16_t wide[NET_HIDDEN_MAX];

    for (int i = 0; i < width; i += 8)
        wasm_v128_store(wide + i, wasm_i16x8_load8x8(units + i));
    for (int from = 0; from < count; from += 4) {
        const int8_t *row[4];
        v128_t sum[4];

        for (int r = 0; r < 4; r++) {
            int number = rows[from + r < count ? from + r : count - 1];

            row[r] = weights + number * width;
            sum[r] = wasm_i32x4_make(bias[number], 0, 0, 0);
        }
        four_rows(wide, row, width, sum);
        wasm_v128_store(out + from, add_lanes(sum));
    }
}

static const struct net_kernels wasm = {"wasm simd", look_wasm, dot_wasm};
#endif

/* ---- Choice --------------------------------------------------------------------------------- */

const struct net_kernels *const *net_kernels_all(void)
{
#if defined(__x86_64__)
    static const struct net_kernels *const list[] = {&vnni, &avx2, &plain, NULL};

    return list + (has_vnni() ? 0 : __builtin_cpu_supports("avx2") ? 1 : 2);
#elif defined(__aarch64__)
#if defined(SDOT)
    static const struct net_kernels *const list[] = {&sdot, &neon, &plain, NULL};

    return list + (has_sdot() ? 0 : 1);
#else
    static const struct net_kernels *const list[] = {&neon, &plain, NULL};

    return list;
#endif
#elif defined(__wasm_simd128__)
    static const struct net_kernels *const list[] = {&wasm, &plain, NULL};

    return list;
#else
    static const struct net_kernels *const list[] = {&plain, NULL};

    return list;
#endif
}
