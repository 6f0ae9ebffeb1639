// SPDX-License-Identifier: Apache-2.0
/** Random lockstep of a whole top (rh_whole.h): what rh_random_top.c, the program of scripts/lib/random_top, asks
 * of one. */
#ifndef RH_RANDOM_TOP_H
#define RH_RANDOM_TOP_H

#include "rowhold/rh_random.h"
#include "tb/lockstep/rh_whole.h"

/** Stimulus stays of a kind for some time, a phase: one of these numbers. */
static inline unsigned rh_random_one_of(uint64_t *random, unsigned a, unsigned b, unsigned c, unsigned d) {
    const unsigned numbers[] = {a, b, c, d};
    return numbers[rh_random_below(random, 4)];
}

struct rh_random_setup {
    uint64_t clocks, seed;
    uint64_t
        timing; /**< of a system: seed of timing values at random; 0: those of RH_DEFAULT_PRESET, without refresh */
    uint16_t core_mhz, network_mhz; /**< of a system, as in rh_loop_setup */
    uint8_t hold_limit, outstanding_limit;
};

struct rh_random_top {
    const struct rh_whole_top *top;
    uint32_t period_ps;        /**< of a clock in waves */
    uint8_t outstanding_limit; /**< the usual one */
    /** The models beside the RTL that was loaded; all live as long. NULL with an error. */
    void *(*open)(const struct rh_random_setup *setup, struct rh_whole *whole, struct rh_error *error);
    void (*close)(void *self);
    /** Both sides, at the beginning and later. False with an error. */
    bool (*reset)(void *self, struct rh_error *error);
    /** Before a clock: the inputs of both sides. */
    void (*drive)(void *self);
    /** The models' clock, and what they show. False with an error. */
    bool (*cycle)(void *self, struct rh_error *error);
    /** What happened, behind the numbers of a run that matched; in lines of their own. Either may be NULL. */
    void (*said)(void *self, FILE *to);
    void (*events)(void *self, FILE *to);
};

extern const struct rh_random_top rh_random_network, rh_random_system;

#endif
