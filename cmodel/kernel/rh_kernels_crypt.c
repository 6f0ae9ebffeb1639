// SPDX-License-Identifier: Apache-2.0
// Ciphers and hashes: AES with 128-bit keys by tables (FIPS 197; Daemen and Rijmen 1999), MD5 of a sliding window (RFC
// 1321).
#include <string.h>

#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_simt_words.h"

enum { THREADS_OF_AES = 256, KEY_WORDS = 44, ROUNDS = 10 };
enum { PLAIN, CIPHER, KEY, TABLE_0, TABLE_1, TABLE_2, TABLE_3, BOX, STATE };

/* What the cipher looks up: its box, the table that does box and mixing of a column in one, and the round keys. */
struct aes {
    uint8_t box[256];
    uint32_t table[256], key[KEY_WORDS];
};

static uint32_t rotated(uint32_t word, unsigned bits) {
    return bits == 0 ? word : word << bits | word >> (32 - bits);
}
static uint8_t doubled(uint8_t byte) {
    return (uint8_t)((unsigned)byte << 1 ^ (byte >> 7) * 0x1bU);
}

/* Goes through all powers of 3 and their inverses, powers of 1/3; the box is the inverse and an affine map. */
static void make_box(uint8_t box[256]) {
    uint8_t power = 1, inverse = 1;
    do {
        power = (uint8_t)(power ^ doubled(power));
        inverse = (uint8_t)(inverse ^ inverse << 1);
        inverse = (uint8_t)(inverse ^ inverse << 2);
        inverse = (uint8_t)(inverse ^ inverse << 4);
        inverse = (uint8_t)(inverse ^ (inverse >> 7) * 0x09U);
        uint32_t twice = inverse * 0x0101U;
        box[power] = (uint8_t)(inverse ^ twice >> 7 ^ twice >> 6 ^ twice >> 5 ^ twice >> 4 ^ 0x63U);
    } while (power != 1);
    box[0] = 0x63;
}

static void make_tables(struct aes *aes) {
    uint8_t power = 1;
    make_box(aes->box);
    for (unsigned i = 0; i < 256; i++) {
        uint8_t once = aes->box[i], twice = doubled(once);
        aes->table[i] = (uint32_t)twice << 24 | (uint32_t)once << 16 | (uint32_t)once << 8 | (uint32_t)(twice ^ once);
    }
    for (unsigned i = 0; i < 4; i++) /* the key of the standard's example, 00 01 02 ... 0f */
        aes->key[i] = 0x00010203U + i * 0x04040404U;
    for (unsigned i = 4; i < KEY_WORDS; i++) {
        uint32_t word = aes->key[i - 1];
        if (i % 4 == 0) {
            word = rotated(word, 8);
            word = (uint32_t)aes->box[word >> 24] << 24 | (uint32_t)aes->box[word >> 16 & 255] << 16 |
                   (uint32_t)aes->box[word >> 8 & 255] << 8 | aes->box[word & 255];
            word ^= (uint32_t)power << 24;
            power = doubled(power);
        }
        aes->key[i] = aes->key[i - 4] ^ word;
    }
}

static uint32_t aes_content(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    const struct aes *aes = run->data;
    if (array == KEY)
        return aes->key[index];
    return array == BOX ? aes->box[index] : rotated(aes->table[index], (32 - 8 * (array - TABLE_0)) % 32);
}

/* The first block is that of the standard's example, 00 11 22 ... ff. */
static uint32_t plain(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    return index < 4 ? 0x00112233U + (uint32_t)index * 0x44444444U : rh_simt_bits(run, array, index);
}

/* A picture of 256 KB behind a head of 54 bytes, in whole blocks, takes 257 CTAs; other grids are full. */
static bool aes_open(struct rh_simt_run *run, struct rh_error *error) {
    uint64_t words = run->grid[0] == 257 ? 65552 : (uint64_t)run->grid[0] * THREADS_OF_AES;
    if (run->grid[1] != 1 || run->grid[2] != 1 || words > INT32_MAX)
        return rh_error_field(error, "grid",
                              "found a grid of %u x %u x %u, expected one dimension and less than 2^31 "
                              "words",
                              run->grid[0], run->grid[1], run->grid[2]);
    make_tables(run->data);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "plain", 4, words, plain);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "cipher", 4, words, NULL);
    rh_simt_array(run, RH_WARP_SPACE_TEXTURE, "key", 4, KEY_WORDS, aes_content);
    rh_simt_array(run, RH_WARP_SPACE_CONSTANT, "table 0", 4, 256, aes_content);
    rh_simt_array(run, RH_WARP_SPACE_CONSTANT, "table 1", 4, 256, aes_content);
    rh_simt_array(run, RH_WARP_SPACE_CONSTANT, "table 2", 4, 256, aes_content);
    rh_simt_array(run, RH_WARP_SPACE_CONSTANT, "table 3", 4, 256, aes_content);
    rh_simt_array(run, RH_WARP_SPACE_CONSTANT, "box", 4, 256, aes_content);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "state", 4, (uint64_t)2 * THREADS_OF_AES, NULL);
    return true;
}

CODE(aes);

/* Byte `place` of a word, 0 the highest. */
static rh_value byte_of(struct rh_simt *k, rh_value word, unsigned place) {
    if (place == 0)
        return SHR(word, I(24));
    return AND(place == 3 ? word : SHR(word, I(24 - 8 * place)), I(255));
}

/* A word of a block a thread; a round reads the four words of the block in one half of the state and writes to the
 * other one. */
static bool aes(struct rh_simt *k, uint32_t step) {
    uint32_t words = (uint32_t)k->run->array[PLAIN].elements;
    rh_value i = IMAD(I(k->cta[0]), I(THREADS_OF_AES), k->t), at = AT(i), there = ILT(i, I(words));
    rh_value column = AND(k->t, I(3)), block = ISUB(k->t, column), own = AT(k->t), word[4];
    rh_value value = VAR(I(0));
    (void)step;
    for (unsigned n = 0; n < 4; n++)
        word[n] = AT(IADD(block, AND(IADD(column, I(n)), I(3))));
    IF (there) {
        SET(value, XOR(LOAD(PLAIN, at), LOAD(KEY, column)));
        STORE(STATE, own, value);
    }
    BARRIER();
    LOOP (round, ROUNDS) {
        uint32_t from = round % 2 * THREADS_OF_AES, to = THREADS_OF_AES - from;
        IF (there) {
            SET(value, LOAD(KEY, IADD(column, I(4 * (round + 1)))));
            UNROLL (n, 4) {
                rh_value byte = byte_of(k, LOAD(STATE, OFFSET(word[n], from)), n);
                if (round + 1 < ROUNDS)
                    SET(value, XOR(value, LOAD(TABLE_0 + n, byte)));
                else
                    SET(value, XOR(value, SHL(LOAD(BOX, byte), I(24 - 8 * n))));
            }
            if (round + 1 < ROUNDS)
                STORE(STATE, OFFSET(own, to), value);
        }
        if (round + 1 < ROUNDS)
            BARRIER();
    }
    IF (there)
        STORE(CIPHER, at, value);
    return false;
}

static bool aes_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    (void)run;
    kernel->run = aes;
    kernel->code = aes_code;
    kernel->registers = 24;
    kernel->shared = 2 * THREADS_OF_AES * 4;
    return number == 0;
}

const struct rh_simt_program rh_program_aes = {
    .name = "aes",
    .meaning = "AES of a picture, with tables in constant memory and the key in a texture",
    .source = "thesis 2.1, AES",
    .grid = {257},
    .cta = {THREADS_OF_AES, 1},
    .data = sizeof(struct aes),
    .open = aes_open,
    .kernel = aes_kernel,
};

/* MD5 of windows of `size` blocks of 64 bytes, of which each begins a word behind the one before; a window a thread,
 * which copies a block at a time to shared memory of its own. */
enum { INPUT, DIGEST, STAGE, HASHERS = 128, WORDS = 16, STRIDE = WORDS + 1 /* a bank of its own for each thread */ };

static bool store_gpu_open(struct rh_simt_run *run, struct rh_error *error) {
    uint64_t windows = (uint64_t)run->grid[0] * HASHERS;
    if (run->grid[1] != 1 || run->grid[2] != 1 || windows * 4 > INT32_MAX)
        return rh_error_field(error, "grid",
                              "found a grid of %u x %u x %u, expected one dimension and less than 2^29 "
                              "windows",
                              run->grid[0], run->grid[1], run->grid[2]);
    if (run->size < 1 || run->size > 65536)
        return rh_error_field(error, "size", "found %u blocks of a window, expected 1 to 65536", run->size);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "input", 4, windows + (uint64_t)run->size * WORDS, NULL);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "digest", 4, 4 * windows, NULL);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "blocks", 4, (uint64_t)HASHERS * STRIDE, NULL);
    return true;
}

CODE(store_gpu);

struct digest {
    rh_value window, stage, word[4];
};

/* The function of a step, and which word of the block it takes. */
static rh_value mix(struct rh_simt *k, unsigned step, const rh_value v[4], unsigned *word) {
    switch (step / 16) {
    case 0:
        *word = step;
        return XOR(v[3], AND(v[1], XOR(v[2], v[3])));
    case 1:
        *word = (5 * step + 1) % 16;
        return XOR(v[2], AND(v[3], XOR(v[1], v[2])));
    case 2:
        *word = (3 * step + 5) % 16;
        return XOR(XOR(v[1], v[2]), v[3]);
    default:
        *word = 7 * step % 16;
        return XOR(v[2], OR(v[1], NOT(v[3])));
    }
}

static void hash_block(struct rh_simt *k, const struct digest *d) {
    static const uint8_t shift[4][4] = {{7, 12, 17, 22}, {5, 9, 14, 20}, {4, 11, 16, 23}, {6, 10, 15, 21}};
    static const uint32_t sine[64] = {
        0xd76aa478, 0xe8c7b756, 0x242070db, 0xc1bdceee, 0xf57c0faf, 0x4787c62a, 0xa8304613, 0xfd469501,
        0x698098d8, 0x8b44f7af, 0xffff5bb1, 0x895cd7be, 0x6b901122, 0xfd987193, 0xa679438e, 0x49b40821,
        0xf61e2562, 0xc040b340, 0x265e5a51, 0xe9b6c7aa, 0xd62f105d, 0x02441453, 0xd8a1e681, 0xe7d3fbc8,
        0x21e1cde6, 0xc33707d6, 0xf4d50d87, 0x455a14ed, 0xa9e3e905, 0xfcefa3f8, 0x676f02d9, 0x8d2a4c8a,
        0xfffa3942, 0x8771f681, 0x6d9d6122, 0xfde5380c, 0xa4beea44, 0x4bdecfa9, 0xf6bb4b60, 0xbebfbc70,
        0x289b7ec6, 0xeaa127fa, 0xd4ef3085, 0x04881d05, 0xd9d4d039, 0xe6db99e5, 0x1fa27cf8, 0xc4ac5665,
        0xf4292244, 0x432aff97, 0xab9423a7, 0xfc93a039, 0x655b59c3, 0x8f0ccc92, 0xffeff47d, 0x85845dd1,
        0x6fa87e4f, 0xfe2ce6e0, 0xa3014314, 0x4e0811a1, 0xf7537e82, 0xbd3af235, 0x2ad7d2bb, 0xeb86d391};
    rh_value v[4];
    for (unsigned n = 0; n < 4; n++)
        v[n] = VAR(d->word[n]);
    UNROLL (s, 64) {
        unsigned word, bits = shift[s / 16][s % 4];
        rh_value sum = IADD(v[0], mix(k, s, v, &word)), first = v[0];
        sum = IADD(IADD(sum, LOAD(STAGE, OFFSET(d->stage, word))), I(sine[s]));
        SET(first, IADD(OR(SHL(sum, I(bits)), SHR(sum, I(32 - bits))), v[1]));
        v[0] = v[3];
        v[3] = v[2];
        v[2] = v[1];
        v[1] = first;
    }
    for (unsigned n = 0; n < 4; n++)
        SET(d->word[n], IADD(d->word[n], v[n]));
}

/* A block of the window, or what is behind them: a bit and the length. */
static void stage_block(struct rh_simt *k, const struct digest *d, uint32_t block) {
    uint32_t bits = k->run->size * WORDS * 32;
    if (block < k->run->size) {
        UNROLL (n, WORDS)
            STORE(STAGE, OFFSET(d->stage, n), LOAD(INPUT, OFFSET(d->window, block * WORDS + n)));
        return;
    }
    UNROLL (n, WORDS)
        STORE(STAGE, OFFSET(d->stage, n), I(n == 0 ? 0x80 : n == 14 ? bits : 0));
}

static bool store_gpu(struct rh_simt *k, uint32_t step) {
    static const uint32_t start[4] = {0x67452301, 0xefcdab89, 0x98badcfe, 0x10325476};
    struct digest *d = k->kept;
    if (step == 0) {
        d->window = AT(IMAD(I(k->cta[0]), I(HASHERS), k->t));
        d->stage = AT(IMUL(k->t, I(STRIDE)));
        for (unsigned n = 0; n < 4; n++)
            d->word[n] = VAR(I(start[n]));
        return true;
    }
    stage_block(k, d, step - 1);
    hash_block(k, d);
    ROUND();
    if (step <= k->run->size)
        return true;
    rh_value at = AT(IMUL(d->window, I(4)));
    for (unsigned n = 0; n < 4; n++)
        STORE(DIGEST, OFFSET(at, n), d->word[n]);
    return false;
}

static bool store_gpu_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    (void)run;
    kernel->run = store_gpu;
    kernel->code = store_gpu_code;
    kernel->registers = 20;
    kernel->shared = HASHERS * STRIDE * 4;
    kernel->kept = sizeof(struct digest);
    return number == 0;
}

const struct rh_simt_program rh_program_store_gpu = {
    .name = "store_gpu",
    .meaning = "MD5 of a window that slides over a file",
    .source = "thesis 2.1, STO",
    .grid = {384},
    .cta = {HASHERS, 1},
    .size = 3,
    .size_is = "blocks of 64 bytes of a window",
    .open = store_gpu_open,
    .kernel = store_gpu_kernel,
};
