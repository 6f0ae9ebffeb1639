// SPDX-License-Identifier: Apache-2.0
/** The contract of a controller that can be seen at its ports: the watcher checks it clock by clock and names what is
 * broken.
 *
 * The watcher uses nothing of a policy and no timing but that of the data, so the same watcher stands beside the C
 * model, the RTL and a scripted unit. It checks that
 *  - a column command names an outstanding request, of its direction, in its bank, whose row is the open row (from the
 *    ACTs, PREs and REFs seen), with the next column of the request, ascending modulo 2^column_bits; col_last with the
 *    last one and only then;
 *  - requests to one (bank, row) issue in order of acceptance; where reads and writes are served in turn
 *    (`write_drain`) those to one column of it do; of a controller with a queue a source (rh_contract_order_sources)
 *    those of one source to a bank do;
 *  - a read is answered from the queue only where reads may be (`write_drain` 2), and is given the data of the youngest
 *    write that waits and shares a column with it, which has all its columns;
 *  - each accepted tag is answered once, with its direction, not before the end of its last data beat; a response waits
 *    unchanged until it is taken; never more requests await their response than the response FIFO has entries;
 *  - a command port carries only its own commands; with one command bus at most one command a clock;
 *  - occupancy, booked and active are what acceptances and column commands add up to; the cause is in its table and 0
 *    in a clock that is booked or not active. With `registered` commands these ports speak of the clock before, and the
 *    requests queued are those of its start.
 * The judge (rh_judge.h) checks the timing constraints between commands, and the observer (rh_observer.h) counts
 * statistics.
 */
#ifndef RH_CONTRACT_H
#define RH_CONTRACT_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_controller.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_contract;

/** A new watcher without outstanding requests and with all banks closed; NULL without memory. */
struct rh_contract *rh_contract_open(const struct rh_geometry *geometry, const struct rh_constraints *constraints);
void rh_contract_close(struct rh_contract *contract);
/** From now on requests of one source to a bank have an order, whatever their rows, and those of two sources have none:
 * what rh_controller_orders_sources() says of a controller. */
void rh_contract_order_sources(struct rh_contract *contract, bool sources);
/** Forgets all outstanding requests and closes all banks, after a reset of the controller. */
void rh_contract_flush(struct rh_contract *contract);

/** Checks the ports of one clock; clocks come in order. Clocks may be left out in which nothing goes in or out and no
 * request is outstanding. False when the contract is broken; rh_contract_text then says how. */
bool rh_contract_clock(struct rh_contract *contract, uint64_t cycle, const struct rh_controller_in *in,
                       const struct rh_controller_out *out);

/** One line: cycle, what was found, what was expected; empty while nothing is broken. */
const char *rh_contract_text(const struct rh_contract *contract);

#ifdef __cplusplus
}
#endif

#endif
