// SPDX-License-Identifier: Apache-2.0
/** The request log: one line a request, in order of their last column commands over all channels.
 *
 * channel,request,core,op,bank,row,column,commands,row_hit,arrival,accepted,first_command,last_command,done,latency,
 *     queue,bank_time,bus
 *
 * `request` numbers the requests of a channel in order of acceptance; `core` and `arrival` are empty where the stream
 * has none. Times are clocks of the channel; latency = done - accepted = queue + bank_time + bus (rh_observer.h).
 */
#ifndef RH_REQUEST_CSV_H
#define RH_REQUEST_CSV_H

#include <stdio.h>

#include "rowhold/rh_observer.h"

/** The line that names the columns. Write errors stay with the file (ferror). */
void rh_request_csv_head(FILE *file);
void rh_request_csv_line(FILE *file, const struct rh_observed *request, bool timed);

#endif
