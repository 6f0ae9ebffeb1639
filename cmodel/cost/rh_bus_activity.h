// SPDX-License-Identifier: Apache-2.0
/** How busy a data bus is: toggles and ones of the bursts that it carries, in their order, exactly.
 *
 * A burst goes in beats of `bytes` bytes, its first byte on lane 0 of the first beat. The bus holds its last beat until
 * the next burst, whichever direction that has; at first it is all zeros. Behind a burst whose data are not known the
 * next beat's toggles are not known either: `toggle_bits` leaves those out.
 */
#ifndef RH_BUS_ACTIVITY_H
#define RH_BUS_ACTIVITY_H

#include <stdbool.h>
#include <stdint.h>

enum { RH_BUS_ACTIVITY_BYTES = 32 /**< of a beat at most */ };

struct rh_bus_activity_counts {
    uint64_t bits;             /**< carried, known or not */
    uint64_t known;            /**< of which the data are known */
    uint64_t ones;             /**< of these */
    uint64_t inverted_ones;    /**< with data-bus inversion by ones, its own line included (rh_energy.h) */
    uint64_t toggle_bits;      /**< bits that are known with the beat before */
    uint64_t toggles;          /**< of these */
    uint64_t inverted_toggles; /**< with data-bus inversion by toggles, its own line included */
};

struct rh_bus_activity {
    struct rh_bus_activity_counts counts;
    unsigned bytes; /**< of a beat */
    bool lost;      /**< what it holds is not known */
    uint8_t last[RH_BUS_ACTIVITY_BYTES];
};

/** Empty, all lines 0; `bytes`: 1 to RH_BUS_ACTIVITY_BYTES. */
struct rh_bus_activity rh_bus_activity_start(unsigned bytes);
/** One burst of `size` bytes, a multiple of a beat's; `data` NULL: not known. */
void rh_bus_activity_burst(struct rh_bus_activity *bus, const uint8_t *data, unsigned size);
void rh_bus_activity_add(struct rh_bus_activity_counts *to, const struct rh_bus_activity_counts *from);

#endif
