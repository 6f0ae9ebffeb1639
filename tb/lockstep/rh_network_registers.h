// SPDX-License-Identifier: Apache-2.0
/** Registers of many blocks, C models against one observation vector: each block's words of 32 bits behind those of the
 * one before, as rh_request_network and rh_request_system
 * have them. From clock to clock few words change, and only those are unpacked. */
#ifndef RH_NETWORK_REGISTERS_H
#define RH_NETWORK_REGISTERS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_block.h"

struct rh_network_registers;

/** The first register that differs. */
struct rh_network_difference {
    const char *part;
    const struct rh_field *field;
    unsigned index;
    uint64_t model, rtl;
};

struct rh_network_registers *rh_network_registers_open(void); /**< NULL without memory */
void rh_network_registers_close(struct rh_network_registers *registers);
/** One more block; all must live as long. False without memory. */
bool rh_network_registers_add(struct rh_network_registers *registers, const char *part, const struct rh_block *block,
                              const void *state);
unsigned rh_network_registers_words(const struct rh_network_registers *registers); /**< of all */
unsigned rh_network_registers_bits(const struct rh_network_registers *registers);  /**< of all, without gaps */
/** Every register that holds meaning, as the models have them now; false at a difference. */
bool rh_network_registers_equal(struct rh_network_registers *registers, const uint32_t *observation,
                                struct rh_network_difference *difference);
/** Takes the observation, for rh_network_registers_of. */
void rh_network_registers_update(struct rh_network_registers *registers, const uint32_t *observation);
/** The struct of a block, by its place in the order of rh_network_registers_add: as the model has it, or the RTL when
 * the observation was last taken. */
const void *rh_network_registers_of(const struct rh_network_registers *registers, unsigned place, bool rtl);
/** The first difference of each block that has one, `most` at most; returns how many blocks have one. */
unsigned rh_network_registers_differences(struct rh_network_registers *registers, const uint32_t *observation,
                                          struct rh_network_difference *differences, unsigned most);
/** A difference in a line that begins with MISMATCH. */
void rh_network_difference_text(const struct rh_network_difference *d, uint64_t clock, char *text, size_t size);
/** rh_network_registers_equal, and a difference is printed. */
bool rh_network_registers_compare(struct rh_network_registers *registers, const uint32_t *observation, uint64_t clock);

#endif
