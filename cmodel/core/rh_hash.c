// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_hash.h"

uint64_t rh_hash(uint64_t hash, const void *bytes, size_t length) {
    return rh_hash_inline(hash, bytes, length);
}
