// SPDX-License-Identifier: Apache-2.0
/** The command channel of one or more bank arrays: who gets its command buses and data buses, and the commands that go
 * out.
 *
 * Refresh goes before all else; on one bus for all commands a column command goes before the policy's row command. It
 * knows no gap between commands (rh_bank_array.h does). The RTL twin is rtl/dram/rh_command_channel.sv.
 */
#ifndef RH_COMMAND_CHANNEL_H
#define RH_COMMAND_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_controller.h"

/** A policy's choice: legal commands only. With one command bus the row command gives way to the column command. */
struct rh_choice {
    bool column; /**< issue a column command */
    bool write, last;
    bool close; /**< with auto-precharge: RDA or WRA */
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
    rh_bank_set kept;  /**< banks whose row another bank's ACT may not have closed (rh_subarray.h); else unread */
};

/** What a due refresh asks for in this clock; only while no ACT holds the row bus. */
struct rh_refresh_command {
    uint8_t cmd; /**< NOP, PRE or REF */
    uint8_t bank;
    bool all; /**< a REF of all banks */
};

/** Registers. */
struct rh_command_channel {
    uint8_t burst[RH_MAX_GRAINS]; /**< clocks that each data bus stays booked */
    uint8_t rank;                 /**< of the last column command */
    uint8_t rank_rd, rank_wr;     /**< clocks until another rank's RD, WR may follow it */
    uint8_t act_bus;              /**< the second clock of an ACT */
};

/** Its fields: those of the data buses, one a grain; the row bus. */
rh_list_fn rh_command_channel_list_data, rh_command_channel_list_row;

/** A row command of the policy may go out. */
static inline bool rh_command_channel_row_free(const struct rh_command_channel *c,
                                               const struct rh_refresh_command *refresh) {
    return refresh->cmd == RH_NOP && !c->act_bus;
}
/** A column command may go out that takes this data bus; `buses`: command buses, 1 or 2. */
static inline bool rh_command_channel_column_free(const struct rh_command_channel *c,
                                                  const struct rh_refresh_command *refresh, unsigned buses,
                                                  unsigned data_bus) {
    return (buses == 2 || rh_command_channel_row_free(c, refresh)) && !c->burst[data_bus];
}
/** The data of a read or write of this rank would come too soon behind another rank's. */
static inline bool rh_command_channel_turns(const struct rh_command_channel *c, unsigned rank, bool write) {
    return rank != c->rank && (write ? c->rank_wr : c->rank_rd) != 0;
}
/** The data bus is booked in this clock, by a command before or by this clock's. Of several data buses each column
 * command takes one for as many clocks as there are data buses, or longer: a column command in each clock is all that
 * they can take, and a clock without one is one that they miss. */
static inline bool rh_command_channel_booked(const struct rh_command_channel *c, unsigned data_buses,
                                             const struct rh_choice *choice) {
    return choice->column || (data_buses == 1 && c->burst[0]);
}

/** Who gets the buses: drives the command outputs. `open`: banks with an open row, which a row command closes. */
void rh_command_channel_drive(unsigned buses, const struct rh_refresh_command *refresh, uint64_t open,
                              const struct rh_choice *choice, struct rh_controller_out *out);
/** The edge: the buses count down, and the commands of `out` take theirs; `data_bus` and `rank` are those of the column
 * command. */
static inline void rh_command_channel_clock(struct rh_command_channel *c, const struct rh_gaps *gaps,
                                            unsigned data_buses, unsigned data_bus, unsigned ranks, unsigned rank,
                                            const struct rh_controller_out *out) {
    bool write = out->col_cmd == RH_WR || out->col_cmd == RH_WRA;
    for (unsigned d = 0; d < data_buses; d++)
        c->burst[d] = (uint8_t)(c->burst[d] - (c->burst[d] != 0));
    c->rank_rd = (uint8_t)(c->rank_rd - (c->rank_rd != 0));
    c->rank_wr = (uint8_t)(c->rank_wr - (c->rank_wr != 0));
    if (out->col_cmd != RH_NOP)
        c->burst[data_bus] = rh_timing_load(gaps->burst);
    if (out->col_cmd != RH_NOP && ranks > 1) {
        c->rank = (uint8_t)rank;
        c->rank_rd = rh_timing_load(write ? gaps->rank_wtr : gaps->rank_rd);
        c->rank_wr = rh_timing_load(write ? gaps->rank_wr : gaps->rank_rtw);
    }
    c->act_bus = out->row_cmd == RH_ACT ? rh_timing_load(gaps->act_bus) : 0; /* two clocks at most */
}

#endif
