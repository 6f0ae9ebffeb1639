// SPDX-License-Identifier: Apache-2.0
/** The request log: one line a request, in order of their last column commands over all channels, with the columns of
 * tables/csv_columns.def. Times are clocks of the channel (rh_observer.h). In closed loop (rh_closed_loop.h) the lines
 * are in order of replies, and the arrival is the core's issue. */
#ifndef RH_REQUEST_CSV_H
#define RH_REQUEST_CSV_H

#include <stdio.h>

#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_observer.h"

/** The line that names the columns. Write errors stay with the file (ferror). */
void rh_request_csv_head(FILE *file, bool looped);
void rh_request_csv_line(FILE *file, const struct rh_observed *request, bool timed);
void rh_request_csv_trip(FILE *file, const struct rh_loop_trip *trip);

#endif
