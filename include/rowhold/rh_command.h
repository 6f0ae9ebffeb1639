// SPDX-License-Identifier: Apache-2.0
/** DRAM commands, the reasons of their choice, stall causes, and one record of a command stream. */
#ifndef RH_COMMAND_H
#define RH_COMMAND_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum rh_command {
#define RH_COMMAND(name, code, bus, meaning) RH_##name = code,
#include "tables/commands.def"
    RH_COMMANDS, /**< of the controllers here */
#undef RH_COMMAND
#define RH_COMMAND(name, code, bus, meaning)
#define RH_COMMAND_FOREIGN(name, code, bus, meaning) RH_##name = code,
#include "tables/commands.def"
#undef RH_COMMAND
    RH_FOREIGN_COMMANDS /**< behind those that traces of others have besides */
};

enum rh_reason {
#define RH_REASON(name, code, key, meaning) RH_REASON_##name = code,
#include "tables/reasons.def"
#undef RH_REASON
    RH_REASONS
};

enum rh_cause {
#define RH_CAUSE(name, code, key, meaning) RH_CAUSE_##name = code,
#include "tables/causes.def"
#undef RH_CAUSE
    RH_CAUSES
};

#define RH_ROW_UNKNOWN UINT32_MAX /* where a trace tells no row */

/** One command of a channel; a row and a column command of one cycle are two records, the column command first. */
struct rh_command_record {
    uint64_t cycle;   /**< command clock */
    uint16_t channel; /**< memory channel */
    uint8_t command;  /**< enum rh_command, never NOP */
    uint8_t bank;     /**< flat bank number; with an all-bank REF the first of its rank */
    uint8_t
        all; /**< REF of all banks of a rank; in traces of others also PRE and RFM of all of them, and of power-down */
    uint16_t column; /**< column of RD, WR, RDA, WRA */
    uint32_t row;    /**< row of ACT, the open row of the others; or RH_ROW_UNKNOWN */
};

/** Does it go to a column? RD, WR, RDA, WRA. */
static inline bool rh_command_is_column(unsigned command) {
    return command == RH_RD || command == RH_WR || command == RH_RDA || command == RH_WRA;
}
/** PDE, PDX, SRE, SRX: of a whole rank. */
static inline bool rh_command_is_power(unsigned command) {
    return command == RH_PDE || command == RH_PDX || command == RH_SRE || command == RH_SRX;
}
/** "ACT" ... ; "?" outside the table. */
const char *rh_command_name(unsigned command);
/** "hit" ... in lower case; "?" outside the table. */
const char *rh_reason_name(unsigned reason);
/** The ledger's key, e.g. "bus_turnaround"; "?" outside the table. */
const char *rh_cause_key(unsigned cause);

#ifdef __cplusplus
}
#endif

#endif
