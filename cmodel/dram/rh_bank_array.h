// SPDX-License-Identifier: Apache-2.0
/** A bank array: banks, bank groups and what they share, with every timer of tables/timers.def and the activate window.
 *
 * It says which commands the timing constraints allow, and takes in the commands that go out. It holds no bus: several
 * arrays may stand behind one command channel (rh_command_channel.h). The RTL twin is rtl/dram/rh_bank_array.sv.
 */
#ifndef RH_BANK_ARRAY_H
#define RH_BANK_ARRAY_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "cmodel/dram/rh_scope.h"
#include "rowhold/rh_command.h"
#include "rowhold/rh_field.h"
#include "rowhold/rh_timing.h"

/** Sets of commands, as the rows of tables/timers.def spell them. */
enum rh_command_set {
    RH_SET_ACT = 1 << RH_ACT,
    RH_SET_PRE = 1 << RH_PRE,
    RH_SET_RD = 1 << RH_RD,
    RH_SET_WR = 1 << RH_WR,
    RH_SET_REF = 1 << RH_REF,
    RH_SET_REF_APART = 1 << RH_COMMANDS /**< a one-bank REF that keeps its distance to the ACTs of other banks */
};

/** Registers. Timers count down to 0; a timer that is not 0 forbids its commands in this clock. */
struct rh_bank_array {
    /* a timer of each instance of its scope; 0 beyond the geometry's instances */
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown) uint8_t name[RH_MOST_##scope];
#include "tables/timers.def"
    uint8_t window[RH_MAX_RANKS * RH_MAX_WINDOW]; /**< of each rank: a timer of tFAW for each of the last N activates */
    uint8_t window_next[RH_MAX_RANKS];            /**< of each rank: the place of the oldest activate in `window` */
    rh_bank_set open;                             /**< banks with an open row */
    rh_bank_set closing; /**< open banks that auto-precharge closes as soon as tRAS, tRTP and write recovery allow */
    uint32_t open_row[RH_MAX_BANKS]; /**< the open row; meaningful while the bank is open */
};

/** Lists the array's fields: the timers by scope (those of the banks first), then the open rows; and the fields of the
 * window. */
rh_list_fn rh_bank_array_list, rh_bank_array_list_window;

/* The functions that are called in every clock are inline. `set` and `scopes` are constants where they are called, so
 * the compiler keeps only the timers that matter. */

/** True when a timer that forbids a command of `set` runs at the place `at`. `scopes` has one bit for each scope to be
 * checked. */
static inline bool rh_bank_array_waits(const struct rh_bank_array *a, struct rh_place at, unsigned set,
                                       unsigned scopes) {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    if (((forbids)&set) && (scopes >> RH_SCOPE_##scope & 1) && a->name[at.scope])                                      \
        return true;
#include "tables/timers.def"
    return false;
}
/** Sets of scopes: those whose timers all banks of a grain share, those that must be checked for each bank, the bank
 * alone, and all. */
enum {
    RH_OF_ALL = (1 << RH_SCOPES) - 1,
    RH_OF_GRAIN = 1 << RH_SCOPE_grain,
    RH_OF_BANK = RH_OF_ALL - RH_OF_GRAIN,
    RH_OF_OWN = 1 << RH_SCOPE_bank
};

/** True when N activates of the rank lie in the last tFAW clocks, so that no further one is legal. */
static inline bool rh_bank_array_window_full(const struct rh_bank_array *a, unsigned rank) {
    return a->window[rank * RH_MAX_WINDOW + a->window_next[rank]] != 0;
}
/** The place of the window's timer after place `next`, in a window of `faw_n` activates. */
static inline uint8_t rh_bank_array_window_turn(unsigned next, unsigned faw_n) {
    return (uint8_t)(next + 1U == faw_n ? 0 : (next + 1U) % RH_MAX_WINDOW);
}
static inline bool rh_bank_array_is_open(const struct rh_bank_array *a, unsigned bank) {
    return a->open >> bank & 1;
}
/** True when the bank's row is open and no auto-precharge waits to close it, so that it may take column commands and a
 * PRE. */
static inline bool rh_bank_array_stays_open(const struct rh_bank_array *a, unsigned bank) {
    return (a->open & ~a->closing) >> bank & 1;
}
/** The set of banks that auto-precharge closes in this clock. */
rh_bank_set rh_bank_array_auto_precharged(const struct rh_bank_array *a, const struct rh_geometry *p);

/** The set of causes (one bit each) of the timers that forbid a command of `set` at the place `at`. */
static inline unsigned rh_bank_array_attribution(const struct rh_bank_array *a, struct rh_place at, unsigned set) {
    unsigned held = 0;
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    if (((forbids)&set) && a->name[at.scope])                                                                          \
        held |= 1U << RH_CAUSE_##cause;
#include "tables/timers.def"
    return held;
}
/* The walks over all timers, which run in every clock. The scope and the most instances that it can have are known at
 * compile time. The timers of a scope with many instances are walked in words of 16, up to the geometry's number of
 * instances, so that 64 banks cost more than 4. For a scope with one instance only that instance is visited. */
enum { RH_BANK_ARRAY_WORD = 16 };
static inline uint64_t rh_bank_array_any(const uint8_t *timers, unsigned n) {
    uint64_t any = 0, word;
    if (n % sizeof word != 0)
        for (unsigned i = 0; i < n; i++)
            any |= timers[i];
    else
        for (unsigned i = 0; i < n; i += sizeof word) {
            memcpy(&word, timers + i, sizeof word);
            any |= word;
        }
    return any;
}
static inline void rh_bank_array_count_down(uint8_t *timers, unsigned n) {
    for (unsigned i = 0; i < n; i++)
        timers[i] = timers[i] > 1 ? (uint8_t)(timers[i] - 1) : 0;
}
static inline uint64_t rh_bank_array_any_of(const struct rh_bank_array *a, enum rh_scope of, unsigned used,
                                            unsigned most, bool shown_alone) {
    const unsigned word = most % RH_BANK_ARRAY_WORD == 0 ? RH_BANK_ARRAY_WORD : most;
    uint64_t any = 0;
    if (used == 1) {
#define RH_SHOWN_yes true
#define RH_SHOWN_no  false
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    if (RH_SCOPE_##scope == of && (RH_SHOWN_##shown || !shown_alone))                                                  \
        any |= a->name[0];
#include "tables/timers.def"
#undef RH_SHOWN_yes
#undef RH_SHOWN_no
        return any;
    }
    for (unsigned i = 0; i < used; i += word) {
#define RH_SHOWN_yes true
#define RH_SHOWN_no  false
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    if (RH_SCOPE_##scope == of && (RH_SHOWN_##shown || !shown_alone))                                                  \
        any |= rh_bank_array_any(a->name + i, word);
#include "tables/timers.def"
#undef RH_SHOWN_yes
#undef RH_SHOWN_no
    }
    return any;
}
static inline void rh_bank_array_count_of(struct rh_bank_array *a, enum rh_scope of, unsigned used, unsigned most) {
    const unsigned word = most % RH_BANK_ARRAY_WORD == 0 ? RH_BANK_ARRAY_WORD : most;
    if (used == 1) {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    if (RH_SCOPE_##scope == of)                                                                                        \
        rh_bank_array_count_down(a->name, 1);
#include "tables/timers.def"
        return;
    }
    for (unsigned i = 0; i < used; i += word) {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    if (RH_SCOPE_##scope == of)                                                                                        \
        rh_bank_array_count_down(a->name + i, word);
#include "tables/timers.def"
    }
}

/** True when a timer runs that counts for the output `timers`. */
static inline bool rh_bank_array_shows(const struct rh_bank_array *a, const struct rh_geometry *p) {
    uint64_t any = 0;
    (void)p;
#define RH_SCOPE(name, NAME, instances, most, instance, meaning)                                                       \
    any |= rh_bank_array_any_of(a, RH_SCOPE_##name, instances, most, true);
#include "tables/scopes.def"
    return any != 0;
}
/** True when any timer runs or an auto-precharge waits. */
static inline bool rh_bank_array_runs(const struct rh_bank_array *a, const struct rh_geometry *p) {
    uint64_t any = rh_bank_array_any(a->window, (unsigned)RH_MAX_WINDOW << p->rank_bits) | a->closing;
#define RH_SCOPE(name, NAME, instances, most, instance, meaning)                                                       \
    any |= rh_bank_array_any_of(a, RH_SCOPE_##name, instances, most, false);
#include "tables/scopes.def"
    return any != 0;
}

/** Counts every timer down at the edge. The commands that went out are taken in afterwards, in any order, by the
 * functions below. */
static inline void rh_bank_array_count(struct rh_bank_array *a, const struct rh_geometry *p) {
    (void)p;
#define RH_SCOPE(name, NAME, instances, most, instance, meaning)                                                       \
    rh_bank_array_count_of(a, RH_SCOPE_##name, instances, most);
#include "tables/scopes.def"
    for (unsigned i = 0; i < 1U << p->rank_bits; i++)
        rh_bank_array_count_down(a->window + i * RH_MAX_WINDOW, RH_MAX_WINDOW);
}
/** Takes in a column command; `close`: it was one with auto-precharge (RDA, WRA). */
void rh_bank_array_column(struct rh_bank_array *a, const struct rh_constraints *constraints, struct rh_place at,
                          bool write, bool close);
void rh_bank_array_activate(struct rh_bank_array *a, const struct rh_constraints *constraints, struct rh_place at,
                            unsigned rank, uint32_t row);
/** Closes a bank, after a PRE or by auto-precharge. */
void rh_bank_array_precharge(struct rh_bank_array *a, const struct rh_constraints *constraints, struct rh_place at);
/** Auto-precharge closes the bank: no command goes out, so only the bank's own timers know of it. */
void rh_bank_array_auto_precharge(struct rh_bank_array *a, const struct rh_constraints *constraints,
                                  struct rh_place at);
/** Takes in a REF that keeps its distance to the ACTs of other banks. Other REFs load no timer here; rh_refresh counts
 * tRFC. */
void rh_bank_array_refresh_apart(struct rh_bank_array *a, const struct rh_constraints *constraints, struct rh_place at);

#endif
