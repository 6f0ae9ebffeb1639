// SPDX-License-Identifier: Apache-2.0
/** What every controller has below its policy: bank and bus timers, refresh, response FIFO, stall ledger.
 *
 * A policy's clock: rh_backend_look() shows the state before the edge; the policy asks which commands are legal, makes its
 * choice, and hands it to rh_backend_clock(), which drives the command outputs and moves the state.
 * The RTL twin is rtl/dram/rh_backend.sv; docs/rh_backend.md explains the ledger.
 */
#ifndef RH_BACKEND_H
#define RH_BACKEND_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_scope.h"

/** Sets of commands, as the rows of tables/timers.def spell them. */
enum rh_command_set {
    RH_SET_ACT = 1 << RH_ACT,
    RH_SET_PRE = 1 << RH_PRE,
    RH_SET_RD = 1 << RH_RD,
    RH_SET_WR = 1 << RH_WR,
    RH_SET_REF = 1 << RH_REF,
    RH_SET_REF_APART = 1 << RH_COMMANDS /**< a one-bank REF that keeps its distance to the ACTs of other banks */
};

enum {
    /** Bytes of the timers of the table that the output `timers` shows; they come first, side by side. */
    RH_BACKEND_SHOWN = 0
#define RH_SHOWN_yes(count) +count
#define RH_SHOWN_no(count)
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown) RH_SHOWN_##shown(RH_MOST_##scope)
#include "tables/timers.def"
    ,
    /** Bytes of all timers: those of the table, the window, two of the buses; whole words of 16 for the decrement. */
    RH_BACKEND_TIMERS = (RH_MAX_WINDOW + 2
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown) +RH_MOST_##scope
#include "tables/timers.def"
                         + 15) /
                        16 * 16
};
#undef RH_SHOWN_yes
#undef RH_SHOWN_no

/** Registers. Timers count down to 0; a timer that is not 0 forbids its commands in this clock. */
struct rh_backend {
    union {
        uint8_t timers[RH_BACKEND_TIMERS]; /**< all of the below as one array, for the decrement */
        struct {                           /* of each instance of its scope; those that are shown first */
#define RH_SHOWN_yes(member) member
#define RH_SHOWN_no(member)
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown) RH_SHOWN_##shown(uint8_t name[RH_MOST_##scope];)
#include "tables/timers.def"
#undef RH_SHOWN_yes
#undef RH_SHOWN_no
#define RH_SHOWN_yes(member)
#define RH_SHOWN_no(member)                                     member
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown) RH_SHOWN_##shown(uint8_t name[RH_MOST_##scope];)
#include "tables/timers.def"
#undef RH_SHOWN_yes
#undef RH_SHOWN_no
            uint8_t window[RH_MAX_WINDOW]; /**< since each of the last N activates */
            uint8_t burst;                 /**< clocks the data bus stays booked */
            uint8_t act_bus;               /**< the second clock of an ACT */
        };
    };
    uint8_t window_next;             /**< the oldest of `window` */
    uint16_t open;                   /**< banks with an open row, one bit a bank */
    uint32_t open_row[RH_MAX_BANKS]; /**< the open row; meaningful while the bank is open */
    uint16_t refresh_timer;          /**< clocks since the last refresh fell due */
    uint16_t refresh_busy;           /**< clocks until the banks last refreshed may activate */
    uint8_t refresh_due;             /**< a refresh waits */
    uint8_t refresh_bank;            /**< next bank in one-bank refresh */
    uint16_t response_tag[RH_MAX_RESPONSES];
    uint8_t response_done[RH_MAX_RESPONSES];  /**< value of `now` in the clock before it may be given out */
    uint8_t response_write[RH_MAX_RESPONSES]; /**< it was a write */
    uint8_t response_head;                    /**< oldest slot */
    uint8_t response_count;                   /**< slots taken */
    uint8_t response_mature;                  /**< of these: data over */
    uint8_t now;                              /**< clock counter of timer_bits */
};

/** Its fields: of the bank array first, of the channel, of refresh and responses. */
rh_list_fn rh_backend_list;

/** The state before the edge, as far as every policy needs it. Bank sets have one bit a bank. */
struct rh_view {
    uint32_t blocked;    /**< banks in, or waiting for, a refresh */
    uint8_t refresh_cmd; /**< NOP, or the PRE or REF that a due refresh issues in this clock (it goes first) */
    uint8_t refresh_cmd_bank;
    bool slot;        /**< a response slot is free */
    bool rd, wr, act; /**< legal as far as the channel is concerned; the bank and its group are asked for below */
    bool pre;
};
void rh_backend_look(const struct rh_backend *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                     struct rh_view *view);

/** A timer that forbids a command of `set` runs at `at`; `scopes`: one bit a scope that is asked for. */
static inline bool rh_backend_waits(const struct rh_backend *s, struct rh_place at, unsigned set, unsigned scopes) {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    if (((forbids)&set) && (scopes >> RH_SCOPE_##scope & 1) && s->name[at.scope])                                      \
        return true;
#include "tables/timers.def"
    return false;
}
/** The scopes whose timers are asked for once a clock, in rh_backend_look(), and those asked for with each bank. */
enum { RH_OF_CHANNEL = 1 << RH_SCOPE_channel, RH_OF_BANK = (1 << RH_SCOPES) - 1 - RH_OF_CHANNEL };

/** A column command to the bank's open row is legal in this clock (the caller knows that the row is the right one). */
static inline bool rh_backend_column_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                        const struct rh_view *view, unsigned bank, bool write) {
    if (!(s->open >> bank & 1) || (view->blocked >> bank & 1))
        return false;
    struct rh_place at = rh_place_of(geometry, bank);
    return write ? view->wr && !rh_backend_waits(s, at, RH_SET_WR, RH_OF_BANK)
                 : view->rd && !rh_backend_waits(s, at, RH_SET_RD, RH_OF_BANK);
}

/** ACT to a closed bank is legal. */
static inline bool rh_backend_act_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                     const struct rh_view *view, unsigned bank) {
    return view->act && !(s->open >> bank & 1) && !(view->blocked >> bank & 1) &&
           !rh_backend_waits(s, rh_place_of(geometry, bank), RH_SET_ACT, RH_OF_BANK);
}

/** PRE of an open bank is legal. */
static inline bool rh_backend_pre_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                     const struct rh_view *view, unsigned bank) {
    return view->pre && (s->open >> bank & 1) && !(view->blocked >> bank & 1) &&
           !rh_backend_waits(s, rh_place_of(geometry, bank), RH_SET_PRE, RH_OF_BANK);
}

/** The row command that would bring `row` of `bank` nearer: ACT when closed, PRE when open; is it legal? */
static inline bool rh_backend_row_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                     const struct rh_view *view, unsigned bank) {
    return (s->open >> bank & 1) ? rh_backend_pre_ok(s, geometry, view, bank)
                                 : rh_backend_act_ok(s, geometry, view, bank);
}

/** A policy's choice: legal commands only. With one command bus the row command gives way to the column command. */
struct rh_choice {
    bool column; /**< issue a column command */
    bool write, last;
    uint8_t column_bank;
    uint16_t column_number, tag;
    bool row; /**< issue ACT or PRE, as the bank's state asks */
    uint8_t row_bank;
    uint32_t row_number;
    /* for the ledger: the request that the policy ranks first among those queued at the start of the clock */
    bool first_hit; /**< its next command is a column command */
    bool first_write;
    uint8_t first_bank;
    uint8_t occupancy; /**< requests queued */
};

/** Drive the outputs (all but req_ready) and move the state. Returns true when the row command was issued. */
bool rh_backend_clock(struct rh_backend *backend, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                      const struct rh_view *view, const struct rh_controller_in *in, const struct rh_choice *choice,
                      struct rh_controller_out *out);

/** Low `n` bits set; n up to 64. */
static inline uint64_t rh_mask(unsigned n) {
    return n >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << n) - 1;
}

/** Round robin: the first member of `set` (of `n`) at or after `from`, wrapping; `set` is not empty. RTL: rh_round_robin. */
static inline unsigned rh_round_robin(uint32_t set, unsigned from) {
    uint32_t above = set & ~((UINT32_C(1) << from) - 1);
    return (unsigned)__builtin_ctz(above ? above : set);
}

#endif
