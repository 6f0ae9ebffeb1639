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

enum {
    /** Bytes of the timers below: 7 a bank, 3 a group, the window, 6 of the channel; whole words of 16 for the decrement. */
    RH_BACKEND_TIMERS = (7 * RH_MAX_BANKS + 3 * RH_MAX_GROUPS + RH_MAX_WINDOW + 6 + 15) / 16 * 16
};

/** Registers. Timers count down to 0; a timer that is not 0 forbids its command in this clock. */
struct rh_backend {
    union {
        uint8_t timers[RH_BACKEND_TIMERS]; /**< all of the below as one array, for the decrement */
        struct {
            uint8_t rcd_rd[RH_MAX_BANKS], rcd_wr[RH_MAX_BANKS];                       /**< since ACT: to RD, to WR */
            uint8_t ras[RH_MAX_BANKS], rc[RH_MAX_BANKS];                              /**< since ACT: to PRE, to ACT */
            uint8_t rp[RH_MAX_BANKS];                                                 /**< since PRE: to ACT */
            uint8_t rtp[RH_MAX_BANKS], wtp[RH_MAX_BANKS];                             /**< since RD, since WR: to PRE */
            uint8_t rrd_l[RH_MAX_GROUPS], ccd_l[RH_MAX_GROUPS], wtr_l[RH_MAX_GROUPS]; /**< in the bank group */
            uint8_t window[RH_MAX_WINDOW];    /**< since each of the last N activates */
            uint8_t rrd_s, ccd_s, wtr_s, rtw; /**< in the channel */
            uint8_t burst;                    /**< clocks the data bus stays booked */
            uint8_t act_bus;                  /**< the second clock of an ACT */
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

/** Bank group of a flat bank number. */
static inline unsigned rh_backend_group(const struct rh_geometry *geometry, unsigned bank) {
    return bank * geometry->groups / geometry->banks;
}

/** A column command to the bank's open row is legal in this clock (the caller knows that the row is the right one). */
static inline bool rh_backend_column_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                        const struct rh_view *view, unsigned bank, bool write) {
    unsigned group = rh_backend_group(geometry, bank);
    if (!(s->open >> bank & 1) || (view->blocked >> bank & 1) || s->ccd_l[group])
        return false;
    return write ? view->wr && !s->rcd_wr[bank] : view->rd && !s->rcd_rd[bank] && !s->wtr_l[group];
}

/** ACT to a closed bank is legal. */
static inline bool rh_backend_act_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                     const struct rh_view *view, unsigned bank) {
    return view->act && !(s->open >> bank & 1) && !(view->blocked >> bank & 1) && !s->rp[bank] && !s->rc[bank] &&
           !s->rrd_l[rh_backend_group(geometry, bank)];
}

/** PRE of an open bank is legal. */
static inline bool rh_backend_pre_ok(const struct rh_backend *s, const struct rh_view *view, unsigned bank) {
    return view->pre && (s->open >> bank & 1) && !(view->blocked >> bank & 1) && !s->ras[bank] && !s->rtp[bank] &&
           !s->wtp[bank];
}

/** The row command that would bring `row` of `bank` nearer: ACT when closed, PRE when open; is it legal? */
static inline bool rh_backend_row_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                     const struct rh_view *view, unsigned bank) {
    return (s->open >> bank & 1) ? rh_backend_pre_ok(s, view, bank) : rh_backend_act_ok(s, geometry, view, bank);
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
