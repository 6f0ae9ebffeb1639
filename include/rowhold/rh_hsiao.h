// SPDX-License-Identifier: Apache-2.0
/** The SECDED code of a 64-bit word: 8 check bits; one error is corrected, two are detected. tables/hsiao.def has the
 * matrix. RTL: rh_hsiao_encoder, rh_hsiao_decoder.
 *
 * The syndrome is the sum (XOR) of the columns of all bits that are wrong. One error gives that bit's column, of odd
 * weight. Two errors give a sum of two columns: of even weight and not 0, so it is no column. So are the sums of any
 * even number of errors, where they are not 0; of three and more errors some look like one error elsewhere.
 */
#ifndef RH_HSIAO_H
#define RH_HSIAO_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RH_HSIAO_DATA = 64, RH_HSIAO_CHECKS = 8, RH_HSIAO_BITS = RH_HSIAO_DATA + RH_HSIAO_CHECKS };

/** The check bits of a word. */
uint8_t rh_hsiao_encode(uint64_t data);

/** The column of a bit: 0 to 63 the data, 64 to 71 the check bits. */
uint8_t rh_hsiao_column(unsigned bit);

struct rh_hsiao_word {
    uint64_t data;    /**< as sent, where at most one bit was wrong */
    uint8_t syndrome; /**< 0: nothing was found wrong */
    bool corrected;   /**< the syndrome is the column of a bit, which was inverted */
    bool failed;      /**< it is neither 0 nor a column: at least two bits are wrong */
};
struct rh_hsiao_word rh_hsiao_decode(uint64_t data, uint8_t check);

#ifdef __cplusplus
}
#endif

#endif
