// SPDX-License-Identifier: Apache-2.0
/** Numbers of the controller `row_sorter` that model and RTL share; rtl/rh_pkg.sv is generated from them.
 *
 * Each bank serves one request at a time, which it holds in registers of its own; the others wait in order of age. The
 * row that a bank serves is compared with theirs when it begins, a part of them a clock, and with that of each request
 * that comes. A bank takes the oldest request of its row next, and where there is none the oldest of all.
 */
#ifndef RH_ROW_SORTER_H
#define RH_ROW_SORTER_H

/** Clocks in which the requests that wait are compared with a row that begins. */
#define RH_ROW_PARTS 7

/** Requests of the row that a bank serves that may pass a request to another row of the bank. */
#define RH_ROW_JOINS      16
#define RH_ROW_JOINS_BITS 5

/** Banks for which one of the oldest requests that wait, a part in so many of the places, go first in every second
 * command. */
#define RH_ROW_AGED 4

#endif
