// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_request_csv.h"

#include <inttypes.h>

enum { NO_CORE = 0xffff };

/* A comma before each name. */
#define RH_REQUEST_COLUMN(name, meaning) "," #name
static const char head[] =
#include "tables/csv_columns.def"
    "\n";

void rh_request_csv_head(FILE *file) {
    fputs(head + 1, file);
}

void rh_request_csv_line(FILE *file, const struct rh_observed *r, bool timed) {
    fprintf(file, "%u,%" PRIu64 ",", r->channel, r->number);
    if (r->core != NO_CORE)
        fprintf(file, "%u", r->core);
    fprintf(file, ",%c,%u,%" PRIu32 ",%u,%u,%u,", r->write ? 'W' : 'R', r->bank, r->row, r->column, r->commands,
            r->row_hit);
    if (timed)
        fprintf(file, "%" PRIu64, r->arrival);
    fprintf(file, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, r->accepted, r->first, r->last, r->done);
    fprintf(file, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", r->done - r->accepted, r->first - r->accepted,
            r->last - r->first, r->done - r->last);
}
