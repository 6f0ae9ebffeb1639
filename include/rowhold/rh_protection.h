// SPDX-License-Identifier: Apache-2.0
/** The errors that a protection of the data pins finds, and its cost on the pins. Every error of a class is tried.
 *
 * The codes are linear: what becomes of an error does not depend on the data, so one word stands for all. Errors of
 * `secded` lie in one word and its check bits (72 places), errors of a CRC in the transfer and its CRC (256 + r).
 * Places of a burst: those of the data in order; in front of them the CRC's, as tables/crc.def says; behind them the
 * check bits. */
#ifndef RH_PROTECTION_H
#define RH_PROTECTION_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_link.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rh_error_class {
    RH_ERRORS_ONE,      /**< one bit */
    RH_ERRORS_TWO,      /**< two bits */
    RH_ERRORS_THREE,    /**< three bits */
    RH_ERRORS_BURST_4,  /**< any bits within four places in a row */
    RH_ERRORS_BURST_10, /**< within ten */
    RH_ERROR_CLASSES
};
const char *rh_error_class_name(enum rh_error_class errors);

/** patterns = corrected + detected + missed. */
struct rh_protection_count {
    uint64_t patterns;  /**< errors of the class */
    uint64_t corrected; /**< the data are right, and an error is reported */
    uint64_t detected;  /**< flagged, or sent again */
    uint64_t missed;    /**< delivered wrong without a flag: not seen, or taken for another error */
};

/** A protection with its sizes. */
struct rh_protection {
    const char *name;               /**< "secded", "crc_4", "crc_10" */
    const char *variant;            /**< of kind `link` */
    unsigned crc_bits;              /**< 0: secded */
    unsigned data_bits, check_bits; /**< of a transfer of four words */
};
enum { RH_PROTECTIONS = 3 };
const struct rh_protection *rh_protection_at(unsigned index); /**< NULL: there are no more */

struct rh_protection_count rh_protection_count(const struct rh_protection *protection, enum rh_error_class errors);

/** The rate that each pin must carry where the data alone take `payload` (in Gb/s: 8 in a stack of 8 Gb/s pins). */
double rh_protection_rate(const struct rh_protection *protection, double payload);

/** Clocks of the C model from the sender's taking a transfer to its delivery; how many more after one error that
 * makes the receiver ask again. False without memory. */
bool rh_protection_latency(const struct rh_protection *protection, unsigned *clocks, unsigned *retry);

#ifdef __cplusplus
}
#endif

#endif
