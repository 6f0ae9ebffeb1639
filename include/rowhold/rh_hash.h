// SPDX-License-Identifier: Apache-2.0
/** 64-bit FNV-1a (constants: Fowler, Noll, Vo): tells configurations and traces apart; no protection against intent. */
#ifndef RH_HASH_H
#define RH_HASH_H

#include <stddef.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

#define RH_HASH_START UINT64_C(14695981039346656037)

/** The hash of what was hashed before (RH_HASH_START: nothing) and these bytes behind it. */
uint64_t rh_hash(uint64_t hash, const void *bytes, size_t length);

/** Another hash, eight bytes at a time, for long binary data: of each word of eight bytes, the first one lowest,
 * FNV-1a's step and then hash ^= hash >> 32, so that all bits of a word reach all of the hash; of bytes that are left,
 * rh_hash. */
uint64_t rh_hash_words(uint64_t hash, const void *bytes, size_t length);

/** The same as rh_hash without a call, for who hashes few bytes at a time and many times. */
static inline uint64_t rh_hash_inline(uint64_t hash, const void *bytes, size_t length) {
    const uint64_t prime = UINT64_C(1099511628211);
    const unsigned char *byte = (const unsigned char *)bytes, *behind = byte + length;
    for (; behind - byte >= 4; byte += 4) {
        hash = (hash ^ byte[0]) * prime;
        hash = (hash ^ byte[1]) * prime;
        hash = (hash ^ byte[2]) * prime;
        hash = (hash ^ byte[3]) * prime;
    }
    for (; byte < behind; byte++)
        hash = (hash ^ *byte) * prime;
    return hash;
}

#ifdef __cplusplus
}
#endif

#endif
