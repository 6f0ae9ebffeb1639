// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_hash.h"

#include <endian.h>
#include <string.h>

uint64_t rh_hash(uint64_t hash, const void *bytes, size_t length) {
    return rh_hash_inline(hash, bytes, length);
}

uint64_t rh_hash_words(uint64_t hash, const void *bytes, size_t length) {
    const unsigned char *at = bytes;
    for (; length >= 8; length -= 8, at += 8) {
        uint64_t word;
        memcpy(&word, at, sizeof word);
        hash = (hash ^ le64toh(word)) * UINT64_C(1099511628211);
        hash ^= hash >> 32;
    }
    return rh_hash(hash, at, length);
}
