// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_request_csv.h"

#include <inttypes.h>

enum { NO_CORE = 0xffff };

/* A comma before each name. */
#define RH_REQUEST_COLUMN(name, meaning) "," #name
static const char head[] =
#include "tables/csv_columns.def"
    ;
#define RH_TRIP_COLUMN(name, meaning) "," #name
static const char trip_head[] =
#include "tables/csv_columns.def"
    ;

void rh_request_csv_head(FILE *file, bool looped) {
    fprintf(file, "%s%s\n", head + 1, looped ? trip_head : "");
}

static void put(FILE *file, const struct rh_observed *r, bool timed) {
    fprintf(file, "%u,%" PRIu64 ",", r->channel, r->number);
    if (r->core != NO_CORE)
        fprintf(file, "%u", r->core);
    fprintf(file, ",%c,%u,%" PRIu32 ",%u,%u,%u,", r->write ? 'W' : 'R', r->bank, r->row, r->column, r->commands,
            r->row_hit);
    if (timed)
        fprintf(file, "%" PRIu64, r->arrival);
    fprintf(file, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, r->accepted, r->first, r->last, r->done);
    fprintf(file, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, r->done - r->accepted, r->first - r->accepted,
            r->last - r->first, r->done - r->last);
}

void rh_request_csv_line(FILE *file, const struct rh_observed *request, bool timed) {
    put(file, request, timed);
    fputc('\n', file);
}

void rh_request_csv_trip(FILE *file, const struct rh_loop_trip *t) {
    put(file, &t->seen, true);
    fprintf(file, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, t->left, t->replied, t->replied - t->issued);
    fprintf(file, ",%" PRIu64 ",%" PRIu64 ",%" PRIu64 "\n", t->left - t->issued, t->seen.accepted - t->left,
            t->replied - t->seen.done);
}
