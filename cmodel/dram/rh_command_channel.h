// SPDX-License-Identifier: Apache-2.0
/** The command channel of one or more bank arrays. It arbitrates their command buses and data buses and drives the
 * commands that go out.
 *
 * Refresh has the highest priority. On one bus for all commands, a column command has priority over the policy's row
 * command. Constraints between commands are those of the bank array (rh_bank_array.h). The RTL twin is
 * rtl/dram/rh_command_channel.sv.
 */
#ifndef RH_COMMAND_CHANNEL_H
#define RH_COMMAND_CHANNEL_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_block.h"
#include "rowhold/rh_controller_ports.h"
#include "rowhold/rh_geometry.h"
#include "rowhold/rh_timing.h"

/** A policy's choice. It holds legal commands only. The row command is dropped in the clock of a refresh's command, and
 * with one command bus when there is a column command. */
struct rh_choice {
    bool column; /**< issue a column command */
    bool write, last;
    bool close;    /**< with auto-precharge: RDA or WRA */
    bool last_hit; /**< the last one of its row that is queued; with a page policy alone */
    uint8_t column_bank;
    uint8_t column_entry; /**< the policy's own: whose command it is */
    uint16_t column_number, tag;
    bool row; /**< issue ACT or PRE, as the bank's state asks */
    uint8_t row_bank;
    uint32_t row_number;
    bool idle;    /**< it is the PRE of a row that nobody wants */
    bool reopens; /**< it is the ACT of the row that the bank had open last */
    bool forward; /**< the read that is offered is answered from the queue: no column command takes a response slot */
    /* for the ledger: the request that the policy ranks first among those queued at the start of the clock */
    bool first_hit; /**< its next command is a column command */
    bool first_write;
    uint8_t first_bank;
    uint8_t occupancy;  /**< requests queued */
    rh_bank_set pinned; /**< banks whose row no other bank's ACT may close; read with shared subarrays alone */
    uint8_t page;       /**< the setting of this name */
};

/** The command that a due refresh asks for in this clock. It asks for none while an ACT holds the row bus. */
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

/** Lists the channel's fields: those of the data buses (one for each grain), and those of the row bus. */
rh_list_fn rh_command_channel_list_data, rh_command_channel_list_row;

/** True when a row command of the policy may go out. */
static inline bool rh_command_channel_row_free(const struct rh_command_channel *c,
                                               const struct rh_refresh_command *refresh) {
    return refresh->cmd == RH_NOP && !c->act_bus;
}
/** True when a column command that uses this data bus may go out. `buses` is the number of command buses, 1 or 2. */
static inline bool rh_command_channel_column_free(const struct rh_command_channel *c,
                                                  const struct rh_refresh_command *refresh, unsigned buses,
                                                  unsigned data_bus) {
    return (buses == 2 || rh_command_channel_row_free(c, refresh)) && !c->burst[data_bus];
}
/** True when the data of a read or write of this rank would follow another rank's data too soon. */
static inline bool rh_command_channel_turns(const struct rh_command_channel *c, unsigned rank, bool write) {
    return rank != c->rank && (write ? c->rank_wr : c->rank_rd) != 0;
}
/** True when the data bus is booked in this clock, by an earlier command or by this clock's. With several data buses,
 * each column command takes one of them for at least as many clocks as there are data buses. So one column command in
 * each clock is their maximum, and only a clock with one counts as booked. */
static inline bool rh_command_channel_booked(const struct rh_command_channel *c, unsigned data_buses,
                                             const struct rh_choice *choice) {
    return choice->column || (data_buses == 1 && c->burst[0]);
}

/** Arbitrates the buses and drives the command outputs. `open` is the set of banks with an open row, for which a row
 * command is a PRE. */
void rh_command_channel_drive(unsigned buses, const struct rh_refresh_command *refresh, uint64_t open,
                              const struct rh_choice *choice, struct rh_controller_out *out);
/** The edge: the booked clocks of the buses count down, and the commands of `out` book theirs. `data_bus` and `rank`
 * are those of the column command. */
static inline void rh_command_channel_clock(struct rh_command_channel *c, const struct rh_constraints *constraints,
                                            unsigned data_buses, unsigned data_bus, unsigned ranks, unsigned rank,
                                            const struct rh_controller_out *out) {
    bool write = out->col_cmd == RH_WR || out->col_cmd == RH_WRA;
    for (unsigned d = 0; d < data_buses; d++)
        c->burst[d] = (uint8_t)(c->burst[d] - (c->burst[d] != 0));
    c->rank_rd = (uint8_t)(c->rank_rd - (c->rank_rd != 0));
    c->rank_wr = (uint8_t)(c->rank_wr - (c->rank_wr != 0));
    if (out->col_cmd != RH_NOP)
        c->burst[data_bus] = rh_timing_load(constraints->burst);
    if (out->col_cmd != RH_NOP && ranks > 1) {
        c->rank = (uint8_t)rank;
        c->rank_rd = rh_timing_load(write ? constraints->rank_wtr : constraints->rank_rd);
        c->rank_wr = rh_timing_load(write ? constraints->rank_wr : constraints->rank_rtw);
    }
    c->act_bus = out->row_cmd == RH_ACT ? rh_timing_load(constraints->act_bus) : 0; /* two clocks at most */
}

#endif
