// SPDX-License-Identifier: Apache-2.0
/** What every controller has below its policy: a bank array behind a command channel, refresh, response FIFO, stall
 * ledger.
 *
 * A policy's clock: rh_backend_look() shows the state before the edge; the policy asks which commands are legal, makes
 * its choice, and hands it to rh_backend_clock(), which drives the command outputs and moves the state.
 * The RTL twin is rtl/dram/rh_backend.sv; docs/rh_backend.md explains the ledger.
 */
#ifndef RH_BACKEND_H
#define RH_BACKEND_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_bank_array.h"
#include "rowhold/rh_command_channel.h"
#include "rowhold/rh_command_register.h"
#include "rowhold/rh_subarray.h"

/** Data buses: one a grain. */
static inline unsigned rh_backend_data_buses(const struct rh_geometry *geometry) {
    return 1U << geometry->grain_bits;
}

/** Registers. */
struct rh_backend {
    struct rh_bank_array array;
    struct rh_command_channel channel;
    uint16_t refresh_timer; /**< clocks since the last refresh fell due */
    uint16_t refresh_busy;  /**< clocks until the banks last refreshed may activate */
    uint8_t refresh_due;    /**< a refresh waits */
    uint8_t refresh_bank;   /**< the first bank of the next refresh: see rh_refresh_mask */
    uint16_t response_tag[RH_MAX_RESPONSES];
    uint8_t response_done[RH_MAX_RESPONSES];  /**< value of `now` in the clock before it may be given out */
    uint8_t response_write[RH_MAX_RESPONSES]; /**< it was a write */
    uint8_t response_head;                    /**< oldest slot */
    uint8_t response_count;                   /**< slots taken */
    uint8_t response_mature;                  /**< of these: data over */
    uint8_t now;                              /**< clock counter of timer_bits */
    struct rh_command_register command;       /**< stands still unless the geometry is `registered` */
};

/** Its fields: of the bank array, of the command channel, of refresh and responses, of the command register. */
rh_list_fn rh_backend_list;

/** The state before the edge, as far as every policy needs it. Bank sets have one bit a bank. What is legal here knows
 * the refresh's command of this clock; in RTL the choice gives way to it afterwards, with the same result. */
struct rh_view {
    rh_bank_set blocked; /**< banks in, or waiting for, a refresh */
    /** Banks of a rank whose REF of one bank of every group waits, those banks closed: an ACT of any group would hold
     * it off. */
    rh_bank_set holds;
    struct rh_refresh_command refresh;
    bool slot;             /**< a response slot is free */
    bool rd, wr, act, pre; /**< legal as far as all banks share it; the bank, its group and its grain, if there are
                                several, are asked for below */
};
void rh_backend_look(const struct rh_backend *s, const struct rh_geometry *geometry, const struct rh_gaps *gaps,
                     struct rh_view *view);

/** Grains or ranks: each bank is asked for the timers of its own. */
static inline bool rh_backend_is_split(const struct rh_geometry *geometry) {
    return geometry->grain_bits + geometry->rank_bits != 0;
}
/** Where there are several grains or ranks: the data bus takes a column command to this bank, and the timers allow
 * it. */
static inline bool rh_backend_grain_free(const struct rh_backend *s, const struct rh_geometry *geometry,
                                         struct rh_place at, bool write) {
    return !s->channel.burst[rh_data_bus_of(geometry, at.bank)] &&
           !rh_command_channel_turns(&s->channel, rh_rank_of(geometry, at.bank), write) &&
           !rh_bank_array_waits(&s->array, at, write ? RH_SET_WR : RH_SET_RD, RH_OF_GRAIN);
}

/** A column command to the bank's open row is legal in this clock (the caller knows that the row is the right one). */
static inline bool rh_backend_column_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                        const struct rh_view *view, unsigned bank, bool write) {
    if (!rh_bank_array_stays_open(&s->array, bank) || (view->blocked >> bank & 1))
        return false;
    struct rh_place at = rh_place_of(geometry, bank);
    if (rh_backend_is_split(geometry) && !rh_backend_grain_free(s, geometry, at, write))
        return false;
    return write ? view->wr && !rh_bank_array_waits(&s->array, at, RH_SET_WR, RH_OF_BANK)
                 : view->rd && !rh_bank_array_waits(&s->array, at, RH_SET_RD, RH_OF_BANK);
}

/** ACT to a closed bank is legal, but for the subarray: that is asked of the ACT that is chosen, in
 * rh_backend_clock(). */
static inline bool rh_backend_act_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                     const struct rh_view *view, unsigned bank) {
    struct rh_place at = rh_place_of(geometry, bank);
    return view->act && !rh_bank_array_is_open(&s->array, bank) && !((view->blocked | view->holds) >> bank & 1) &&
           !(geometry->rank_bits && rh_bank_array_window_full(&s->array, at.grain)) &&
           !(rh_backend_is_split(geometry) && rh_bank_array_waits(&s->array, at, RH_SET_ACT, RH_OF_GRAIN)) &&
           !rh_bank_array_waits(&s->array, at, RH_SET_ACT, RH_OF_BANK);
}

/** PRE of an open bank is legal. */
static inline bool rh_backend_pre_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                     const struct rh_view *view, unsigned bank) {
    return view->pre && rh_bank_array_stays_open(&s->array, bank) && !(view->blocked >> bank & 1) &&
           !rh_bank_array_waits(&s->array, rh_place_of(geometry, bank), RH_SET_PRE, RH_OF_BANK);
}

/** The row command that would bring `row` of `bank` nearer: ACT when closed, PRE when open; is it legal? */
static inline bool rh_backend_row_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                     const struct rh_view *view, unsigned bank) {
    return rh_bank_array_is_open(&s->array, bank) ? rh_backend_pre_ok(s, geometry, view, bank)
                                                  : rh_backend_act_ok(s, geometry, view, bank);
}

/** The row command of a clock, whoever asked for it, in the clock in which it is chosen; a policy that moves by the
 * ports would be a clock late where they are registered. */
struct rh_row_issued {
    bool taken;        /**< it is the policy's, and not the PRE that its ACT had to let go first */
    uint8_t cmd, bank; /**< as on the ports row_cmd and row_bank */
};

/** Drive the outputs (all but req_ready) and move the state. */
struct rh_row_issued rh_backend_clock(struct rh_backend *backend, const struct rh_geometry *geometry,
                                      const struct rh_gaps *gaps, const struct rh_view *view,
                                      const struct rh_controller_in *in, const struct rh_choice *choice,
                                      struct rh_controller_out *out);

#endif
