// SPDX-License-Identifier: Apache-2.0
/** Geometry: the parameters with which one controller is elaborated, in C and in SystemVerilog alike. */
#ifndef RH_GEOMETRY_H
#define RH_GEOMETRY_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_bits.h"
#include "rowhold/rh_error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** RH_LEAST_QUEUE, RH_MAX_QUEUE, RH_DEFAULT_QUEUE, ...: the range of each field below, and what it is unless chosen. */
enum {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning)                      \
    RH_LEAST_##parameter = least, RH_MAX_##parameter = greatest, RH_DEFAULT_##parameter = defaults,
#include "tables/controller_params.def"
    RH_MAX_GRAINS = 8, /**< grains, and data buses, of a command channel */
    RH_MAX_RANKS = 1 << RH_MAX_RANK_BITS,
    RH_MAX_WINDOW = 8,  /**< activates in the activate window */
    RH_MAX_COMMANDS = 8 /**< column commands of one request */
};

/** SystemVerilog has the parameters in capitals; ranges and meaning: tables/controller_params.def. */
struct rh_geometry {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning) type name;
#include "tables/controller_params.def"
};

/** A set of banks, with one bit for each bank. */
typedef uint64_t rh_bank_set;

/** True when every field is inside its range; otherwise false with an error that names the field. */
bool rh_geometry_check(const struct rh_geometry *geometry, struct rh_error *error);

/** The number of entries of each bank's queue in `banked_fifo`: max(1, queue / banks). */
unsigned rh_geometry_bank_depth(const struct rh_geometry *geometry);

/** The number of entries that the banks of `fgdram_channel` share, beside one of each bank: the rest of the queue, at
 * least one. */
unsigned rh_geometry_pool(const struct rh_geometry *geometry);

/** The number of entries of each bank's queue in `sms`, where half of the queue lies before them: at least one. */
unsigned rh_geometry_staged_depth(const struct rh_geometry *geometry);

/** True when a read of an address with a waiting write is answered from the queue: `write_drain` 2. */
static inline bool rh_geometry_forwards(const struct rh_geometry *geometry) {
    return geometry->write_drain > 1;
}

/** The functions that give rh_block_ops the number of requests that a controller queues: `queue`; banks x bank depth;
 * banks + pool; what the FIFOs of sources and banks have. */
unsigned rh_geometry_queue(const void *geometry);
unsigned rh_geometry_banked(const void *geometry);
unsigned rh_geometry_pooled(const void *geometry);
unsigned rh_geometry_staged(const void *geometry);

#ifdef __cplusplus
}
#endif

#endif
