// SPDX-License-Identifier: Apache-2.0
/** The row access locality of a request stream: requests for each row change of an ideal in-order bank.
 *
 * A row change is a request to another row than the one before it in the same bank. After the network all requests of a
 * bank are one sequence, in order of arrival at the controller. Before the network each core's requests to a bank are a
 * sequence of their own, since a network keeps the order of what one core sends to one controller; a core is measured
 * as if it were alone. Preservation = after / before. The controller's own figure (requests / activates) may be higher
 * than "after", because a scheduler reorders.
 */
#ifndef RH_LOCALITY_H
#define RH_LOCALITY_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_request.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_locality;

/** The counts of one channel, or of all channels. */
struct rh_locality_count {
    uint64_t requests;
    uint64_t changes_before; /**< row changes of each core's sequence, summed */
    uint64_t changes_after;  /**< row changes in order of arrival */
};

struct rh_locality *rh_locality_open(unsigned channels, unsigned banks); /**< NULL without memory */
void rh_locality_close(struct rh_locality *locality);
/** Takes the next request, in order of arrival. False without memory. */
bool rh_locality_add(struct rh_locality *locality, const struct rh_request *request);
/** Takes several requests at once. *cores is set when some of them name their core. */
bool rh_locality_add_all(struct rh_locality *locality, const struct rh_request *requests, size_t n, bool *cores);
/** True when there were requests and all of them named their core. Only then the locality before the network has a
 * meaning. */
bool rh_locality_has_cores(const struct rh_locality *locality);
struct rh_locality_count rh_locality_channel(const struct rh_locality *locality, unsigned channel);
struct rh_locality_count rh_locality_total(const struct rh_locality *locality);

#ifdef __cplusplus
}
#endif

#endif
