// SPDX-License-Identifier: Apache-2.0
/** The CRC of a transfer: tables/crc.def has the generators. RTL: rh_crc.
 *
 * With r bits and a generator g(x), the transfer and its CRC are a multiple of g(x). An error goes unnoticed exactly if
 * it is a multiple, too. No burst of up to r bits is one. With 4 bits two errors 15 places apart are, since x^15 = 1:
 * of 260 bits many pairs lie so. With 10 bits (x + 1) finds every odd number of errors, the other factor every two that
 * are less than 511 places apart, so all errors of up to three bits in 266 are found.
 */
#ifndef RH_CRC_H
#define RH_CRC_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** The generator without its highest term; 0: there is none of so many bits. */
unsigned rh_crc_polynomial(unsigned bits);
/** The generator in words, with its factors; NULL: there is none. */
const char *rh_crc_generator(unsigned bits);

/** The CRC of so many data words. */
unsigned rh_crc_of(const uint64_t *data, unsigned words, unsigned bits);

#ifdef __cplusplus
}
#endif

#endif
