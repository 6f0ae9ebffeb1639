// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_hash.h"

uint64_t rh_hash(uint64_t hash, const void *bytes, size_t length) {
    const unsigned char *byte = bytes;
    for (size_t i = 0; i < length; i++)
        hash = (hash ^ byte[i]) * UINT64_C(1099511628211);
    return hash;
}
