// SPDX-License-Identifier: Apache-2.0
/** The contract of every link. A link is the data pins of a memory channel with the logic at both ends that protects
 * them.
 *
 * A transfer of `words` data words goes in at the sender (send_*), with valid and ready, crosses the pins, where errors
 * may invert bits (error_*), and comes out at the receiver (receive_*), with valid and ready. The pins have a register
 * at the sender; the errors of a clock hit what that register holds. One clock is one call of `cycle`, as in
 * docs/cycle_contract.md. One transfer a clock: what the logic can do; a burst on real pins takes longer.
 *
 * Promises (each has a proof in tb/formal and a unit test):
 *  - what is taken from the sender is delivered, in order, each transfer once, whatever the errors are;
 *  - what is delivered was sent so, as long as the errors are of the variant's class: for `secded` one error in a word
 *    and its check bits, or two, and then the word is flagged in `failed`; for `io_crc` those that its CRC detects;
 *  - while no error hits and the receiver is ready, transfers are delivered without a pause: soon after the last error.
 *
 * Errors hit neither valid and ready, nor the mark of a transfer that is sent again, nor the receiver's answers: on a
 * DRAM these are commands and an alert pin, which have a protection of their own. */
#ifndef RH_LINK_H
#define RH_LINK_H

#include <stdint.h>

#include "rowhold/rh_block.h"

#ifdef __cplusplus
extern "C" {
#endif

/** RH_LEAST_words, RH_MOST_words, ...: the range of each parameter. */
enum {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning)                      \
    RH_LEAST_##name = (least), RH_MOST_##name = (greatest),
#include "tables/link_params.def"
};

/** Parameters; SystemVerilog has them in capitals. */
struct rh_link_params {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning) type name;
#include "tables/link_params.def"
};

/** Configuration registers: they do not change between resets. */
struct rh_link_config {
#define RH_CONFIG(name, type, bits, meaning) type name;
#include "tables/link_config.def"
};

/** Ports with one element a word are arrays for the greatest parameter. */
typedef uint64_t rh_words_u64[RH_MOST_words];
typedef uint8_t rh_words_u8[RH_MOST_words];

/** Inputs of one clock; elements at and beyond `words` are not looked at. */
struct rh_link_in {
#define RH_IN(name, type, count, width, enumeration, meaning) type name;
#include "tables/link_ports.def"
};

/** Outputs of one clock. */
struct rh_link_out {
#define RH_OUT(name, type, count, width, enumeration, meaning) type name;
#include "tables/link_ports.def"
};

extern const struct rh_kind rh_link_kind;

#ifdef __cplusplus
}
#endif

#endif
