// SPDX-License-Identifier: Apache-2.0
/** The part of a controller below its policy: a bank array behind a command channel, refresh, response FIFO and stall
 * ledger.
 *
 * A policy's clock: rh_backend_query() shows the state before the edge; the policy asks which commands are legal, makes
 * its choice, and hands it to rh_backend_clock(), which drives the command outputs and moves the state.
 * The RTL twin is rtl/dram/rh_backend.sv; docs/rh_backend.md explains the ledger.
 */
#ifndef RH_BACKEND_H
#define RH_BACKEND_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/dram/rh_bank_array.h"
#include "cmodel/dram/rh_command_channel.h"
#include "cmodel/dram/rh_command_register.h"
#include "cmodel/dram/rh_subarray.h"

/** The number of data buses of a channel: one for each grain. */
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
    struct rh_command_register command;       /**< changes only where the geometry is `registered` */
};

/** Lists the backend's fields: those of the bank array, of the command channel, of refresh and responses, of the
 * command register. */
rh_list_fn rh_backend_list;

/** The part of the state before the edge that every policy needs. Bank sets have one bit for each bank. Where there is
 * one command bus, a column command is not legal in the clock of a refresh's command. A row command is, for it is
 * dropped afterwards (rh_command_channel_drive); the RTL drops both afterwards. */
struct rh_view {
    rh_bank_set blocked; /**< banks in, or waiting for, a refresh */
    /** Banks of a rank in which a REF of one bank of every group waits and its banks are closed. They take no ACT,
     * because an ACT of any group would delay that REF. */
    rh_bank_set holds;
    struct rh_refresh_command refresh;
    bool slot; /**< a response slot is free */
    /** The constraints that all banks share allow the command. The functions below check those of the bank, its group
     * and its grain. */
    bool rd, wr, act, pre;
};
void rh_backend_query(const struct rh_backend *s, const struct rh_geometry *geometry,
                      const struct rh_constraints *constraints, struct rh_view *view);

/** True where there are grains or ranks, so that a bank's own grain or rank must be checked. */
static inline bool rh_backend_is_split(const struct rh_geometry *geometry) {
    return geometry->grain_bits + geometry->rank_bits != 0;
}
/** Where there are several grains or ranks: true when the data bus of this bank is free for a column command and the
 * timers of its grain or rank allow one. */
static inline bool rh_backend_grain_free(const struct rh_backend *s, const struct rh_geometry *geometry,
                                         struct rh_place at, bool write) {
    return !s->channel.burst[rh_data_bus_of(geometry, at.bank)] &&
           !rh_command_channel_turns(&s->channel, rh_rank_of(geometry, at.bank), write) &&
           !rh_bank_array_waits(&s->array, at, write ? RH_SET_WR : RH_SET_RD, RH_OF_GRAIN);
}

/** True when a column command to the bank's open row is legal in this clock. The caller has checked that the row is the
 * right one. */
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

/** True when an ACT to a closed bank is legal, subarrays aside: rh_backend_clock() checks those for the ACT that was
 * chosen. */
static inline bool rh_backend_act_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                     const struct rh_view *view, unsigned bank) {
    struct rh_place at = rh_place_of(geometry, bank);
    return view->act && !rh_bank_array_is_open(&s->array, bank) && !((view->blocked | view->holds) >> bank & 1) &&
           !(geometry->rank_bits && rh_bank_array_window_full(&s->array, at.grain)) &&
           !(rh_backend_is_split(geometry) && rh_bank_array_waits(&s->array, at, RH_SET_ACT, RH_OF_GRAIN)) &&
           !rh_bank_array_waits(&s->array, at, RH_SET_ACT, RH_OF_BANK);
}

/** True when a PRE of an open bank is legal. */
static inline bool rh_backend_pre_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                     const struct rh_view *view, unsigned bank) {
    struct rh_place at = rh_place_of(geometry, bank);
    return view->pre && rh_bank_array_stays_open(&s->array, bank) && !(view->blocked >> bank & 1) &&
           !(rh_backend_is_split(geometry) && rh_bank_array_waits(&s->array, at, RH_SET_PRE, RH_OF_GRAIN)) &&
           !rh_bank_array_waits(&s->array, at, RH_SET_PRE, RH_OF_BANK);
}

/** True when the row command that a request to another row of `bank` needs is legal: ACT when the bank is closed, PRE
 * when it is open. */
static inline bool rh_backend_row_ok(const struct rh_backend *s, const struct rh_geometry *geometry,
                                     const struct rh_view *view, unsigned bank) {
    return rh_bank_array_is_open(&s->array, bank) ? rh_backend_pre_ok(s, geometry, view, bank)
                                                  : rh_backend_act_ok(s, geometry, view, bank);
}

/** The row command of a clock (the policy's or the refresh's), in the clock in which it is chosen. A policy that moved
 * its state by the ports would be one clock late where the commands are registered. */
struct rh_row_issued {
    bool taken; /**< it is the command that the policy chose, not a neighbour's PRE that took the place of its ACT */
    uint8_t cmd, bank; /**< as on the ports row_cmd and row_bank */
};

/** Drives all outputs but req_ready and forward* and moves the state over the edge. */
struct rh_row_issued rh_backend_clock(struct rh_backend *backend, const struct rh_geometry *geometry,
                                      const struct rh_constraints *constraints, const struct rh_view *view,
                                      const struct rh_controller_in *in, const struct rh_choice *choice,
                                      struct rh_controller_out *out);

#endif
