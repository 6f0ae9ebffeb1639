// SPDX-License-Identifier: Apache-2.0
/** Numbers of the controller `row_sorter` that model and RTL share; rtl/rh_pkg.sv is generated from them.
 *
 * A request is compared with the rows of its own bank's lists alone, once, in the clock after it came. It joins the
 * list of its row, or begins one; where neither can be, it waits, and the port with it. Each bank serves its lists in
 * the order in which they began.
 */
#ifndef RH_ROW_SORTER_H
#define RH_ROW_SORTER_H

/** Row lists a bank. */
#define RH_ROW_LISTS 4

/** Requests that may join the list that its bank serves while another list of the bank waits; then its row begins a
 * list anew. */
#define RH_ROW_JOINS      16
#define RH_ROW_JOINS_BITS 5

#endif
