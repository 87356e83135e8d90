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
#elif defined(__wasm_simd128__)
#include <wasm_simd128.h>
#endif

/* ---- Plain C --------------------------------------------------------------------------- */

static int8_t activate(int16_t sum)
{
    int clipped = sum < 0 ? 0 : sum > NET_ONE ? NET_ONE : sum;

    return (int8_t)(clipped * clipped >> 9);
}

static void look_plain(const int16_t *bias, const int16_t *weights, const uint16_t *rows,
                       int count, int width, int8_t *units)
{
    uint16_t sums[NET_HIDDEN_MAX];

    memcpy(sums, bias, (size_t)width * sizeof *sums);
    for (int r = 0; r < count; r++) {
        const int16_t *row = weights + (size_t)rows[r] * (size_t)width;

        for (int i = 0; i < width; i++)
            sums[i] = (uint16_t)(sums[i] + (uint16_t)row[i]);
    }
    for (int i = 0; i < width; i++)
        units[i] = activate((int16_t)sums[i]);
}

static void dot_plain(const int8_t *units, const int8_t *weights, const int32_t *bias, int rows,
                      int width, int *out)
{
    for (int r = 0; r < rows; r++) {
        const int8_t *row = weights + (size_t)r * (size_t)width;
        int sum = 0;

        for (int i = 0; i < width; i++)
            sum += units[i] * row[i];
        out[r] = bias[r] + sum;
    }
}

static const struct net_kernels plain = {"plain", look_plain, dot_plain};

/* ---- AVX2 ------------------------------------------------------------------------------- */

#if defined(__x86_64__)
#define AVX2 __attribute__((target("avx2")))
#define GROUP 4 /* vectors of sums held in registers at once */

AVX2 static void look_group(const int16_t *bias, const int16_t *weights, const uint16_t *rows,
                            int count, int width, int8_t *units)
{
    const __m256i zero = _mm256_setzero_si256(), one = _mm256_set1_epi16(NET_ONE);
    __m256i sum[GROUP];

    for (int g = 0; g < GROUP; g++)
        sum[g] = _mm256_loadu_si256((const __m256i *)(bias + 16 * g));
    for (int r = 0; r < count; r++) {
        const int16_t *row = weights + (size_t)rows[r] * (size_t)width;

        for (int g = 0; g < GROUP; g++)
            sum[g] = _mm256_add_epi16(sum[g],
                                      _mm256_loadu_si256((const __m256i *)(row + 16 * g)));
    }
    for (int g = 0; g < GROUP; g++) {
        __m256i clipped = _mm256_min_epi16(_mm256_max_epi16(sum[g], zero), one);

        sum[g] = _mm256_srli_epi16(_mm256_mullo_epi16(clipped, clipped), 9);
    }
    for (int g = 0; g < GROUP; g += 2) {
        __m256i packed = _mm256_packs_epi16(sum[g], sum[g + 1]);

        packed = _mm256_permute4x64_epi64(packed, 0xd8);
        _mm256_storeu_si256((__m256i *)(units + 16 * g), packed);
    }
}

AVX2 static void look_avx2(const int16_t *bias, const int16_t *weights, const uint16_t *rows,
                           int count, int width, int8_t *units)
{
    int i = 0;

    for (; i + 16 * GROUP <= width; i += 16 * GROUP)
        look_group(bias + i, weights + i, rows, count, width, units + i);
    for (; i < width; i++) {
        uint16_t sum = (uint16_t)bias[i];

        for (int r = 0; r < count; r++)
            sum = (uint16_t)(sum + (uint16_t)weights[(size_t)rows[r] * (size_t)width + (size_t)i]);
        units[i] = activate((int16_t)sum);
    }
}

AVX2 static inline int add_lanes(__m256i v)
{
    __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(v), _mm256_extracti128_si256(v, 1));

    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0x4e));
    sum = _mm_add_epi32(sum, _mm_shuffle_epi32(sum, 0xb1));
    return _mm_cvtsi128_si32(sum);
}

/* The products of one row, in eight sums. */
AVX2 static inline __m256i row_sums(const int8_t *units, const int8_t *row, int width)
{
    const __m256i ones = _mm256_set1_epi16(1);
    __m256i sum = _mm256_setzero_si256();

    for (int i = 0; i < width; i += 32) {
        __m256i u = _mm256_loadu_si256((const __m256i *)(units + i));
        __m256i w = _mm256_loadu_si256((const __m256i *)(row + i));

        sum = _mm256_add_epi32(sum, _mm256_madd_epi16(_mm256_maddubs_epi16(u, w), ones));
    }
    return sum;
}

/* Four rows at a time: adding up the lanes of one costs as much as its products. */
AVX2 static void dot_avx2(const int8_t *units, const int8_t *weights, const int32_t *bias,
                          int rows, int width, int *out)
{
    const int8_t *row = weights;
    int r = 0;

    for (; r + 4 <= rows; r += 4, row += 4 * (size_t)width) {
        __m256i a = row_sums(units, row, width), b = row_sums(units, row + width, width);
        __m256i c = row_sums(units, row + 2 * (size_t)width, width);
        __m256i d = row_sums(units, row + 3 * (size_t)width, width);
        __m256i four = _mm256_hadd_epi32(_mm256_hadd_epi32(a, b), _mm256_hadd_epi32(c, d));
        __m128i sum = _mm_add_epi32(_mm256_castsi256_si128(four),
                                    _mm256_extracti128_si256(four, 1));

        sum = _mm_add_epi32(sum, _mm_loadu_si128((const __m128i *)(bias + r)));
        _mm_storeu_si128((__m128i *)(out + r), sum);
    }
    for (; r < rows; r++, row += width)
        out[r] = bias[r] + add_lanes(row_sums(units, row, width));
}

static const struct net_kernels avx2 = {"avx2", look_avx2, dot_avx2};
#endif

/* ---- NEON -------------------------------------------------------------------------------- */

#if defined(__aarch64__)
static void look_neon(const int16_t *bias, const int16_t *weights, const uint16_t *rows,
                      int count, int width, int8_t *units)
{
    const int16x8_t zero = vdupq_n_s16(0), one = vdupq_n_s16(NET_ONE);

    for (int i = 0; i < width; i += 32) {
        int16x8_t sum[4];

        for (int g = 0; g < 4; g++)
            sum[g] = vld1q_s16(bias + i + 8 * g);
        for (int r = 0; r < count; r++) {
            const int16_t *row = weights + (size_t)rows[r] * (size_t)width + i;

            for (int g = 0; g < 4; g++)
                sum[g] = vaddq_s16(sum[g], vld1q_s16(row + 8 * g));
        }
        for (int g = 0; g < 4; g++) {
            uint16x8_t clipped = vreinterpretq_u16_s16(vminq_s16(vmaxq_s16(sum[g], zero), one));
            uint16x8_t square = vshrq_n_u16(vmulq_u16(clipped, clipped), 9);

            vst1_s8(units + i + 8 * g, vreinterpret_s8_u8(vmovn_u16(square)));
        }
    }
}

static void dot_neon(const int8_t *units, const int8_t *weights, const int32_t *bias, int rows,
                     int width, int *out)
{
    for (int r = 0; r < rows; r++) {
        const int8_t *row = weights + (size_t)r * (size_t)width;
        int32x4_t sum = vdupq_n_s32(0);

        for (int i = 0; i < width; i += 16) {
            int8x16_t u = vld1q_s8(units + i), w = vld1q_s8(row + i);
            int16x8_t low = vmull_s8(vget_low_s8(u), vget_low_s8(w));

            sum = vpadalq_s16(sum, vmlal_high_s8(low, u, w));
        }
        out[r] = bias[r] + vaddvq_s32(sum);
    }
}

static const struct net_kernels neon = {"neon", look_neon, dot_neon};
#endif

/* ---- WebAssembly ---------------------------------------------------------------------------- */

#if defined(__wasm_simd128__)
static void look_wasm(const int16_t *bias, const int16_t *weights, const uint16_t *rows,
                      int count, int width, int8_t *units)
{
    const v128_t zero = wasm_i16x8_splat(0), one = wasm_i16x8_splat(NET_ONE);

    for (int i = 0; i < width; i += 32) {
        v128_t sum[4];

        for (int g = 0; g < 4; g++)
            sum[g] = wasm_v128_load(bias + i + 8 * g);
        for (int r = 0; r < count; r++) {
            const int16_t *row = weights + (size_t)rows[r] * (size_t)width + i;

            for (int g = 0; g < 4; g++)
                sum[g] = wasm_i16x8_add(sum[g], wasm_v128_load(row + 8 * g));
        }
        for (int g = 0; g < 4; g++) {
            v128_t clipped = wasm_i16x8_min(wasm_i16x8_max(sum[g], zero), one);

            sum[g] = wasm_u16x8_shr(wasm_i16x8_mul(clipped, clipped), 9);
        }
        wasm_v128_store(units + i, wasm_u8x16_narrow_i16x8(sum[0], sum[1]));
        wasm_v128_store(units + i + 16, wasm_u8x16_narrow_i16x8(sum[2], sum[3]));
    }
}

static void dot_wasm(const int8_t *units, const int8_t *weights, const int32_t *bias, int rows,
                     int width, int *out)
{
    const v128_t ones = wasm_i16x8_splat(1);

    for (int r = 0; r < rows; r++) {
        const int8_t *row = weights + (size_t)r * (size_t)width;
        v128_t sum = wasm_i32x4_splat(0);

        for (int i = 0; i < width; i += 16) {
            v128_t u = wasm_v128_load(units + i), w = wasm_v128_load(row + i);
            v128_t product = wasm_i16x8_add(wasm_i16x8_extmul_low_i8x16(u, w),
                                            wasm_i16x8_extmul_high_i8x16(u, w));

            sum = wasm_i32x4_add(sum, wasm_i32x4_dot_i16x8(product, ones));
        }
        out[r] = bias[r] + wasm_i32x4_extract_lane(sum, 0) + wasm_i32x4_extract_lane(sum, 1) +
                 wasm_i32x4_extract_lane(sum, 2) + wasm_i32x4_extract_lane(sum, 3);
    }
}

static const struct net_kernels wasm = {"wasm simd", look_wasm, dot_wasm};
#endif

/* ---- Which ------------------------------------------------------------------------------------ */

const struct net_kernels *const *net_kernels_all(void)
{
#if defined(__x86_64__)
    static const struct net_kernels *const list[] = {&avx2, &plain, NULL};

    return __builtin_cpu_supports("avx2") ? list : list + 1;
#elif defined(__aarch64__)
    static const struct net_kernels *const list[] = {&neon, &plain, NULL};

    return list;
#elif defined(__wasm_simd128__)
    static const struct net_kernels *const list[] = {&wasm, &plain, NULL};

    return list;
#else
    static const struct net_kernels *const list[] = {&plain, NULL};

    return list;
#endif
}
