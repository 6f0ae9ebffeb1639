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

#ifdef __cplusplus
}
#endif

#endif
