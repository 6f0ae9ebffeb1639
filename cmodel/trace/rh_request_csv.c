// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_request_csv.h"

#include <inttypes.h>

enum { NO_CORE = 0xffff };

void rh_request_csv_head(FILE *file) {
    fputs("channel,request,core,op,bank,row,column,commands,row_hit,arrival,accepted,first_command,last_command,done,"
          "latency,queue,bank_time,bus\n",
          file);
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
