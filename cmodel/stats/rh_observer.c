// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_observer.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/dram/rh_scope.h"
#include "cmodel/stats/rh_observer_outstanding.h"

struct rh_observer *rh_observer_open(const struct rh_observer_setup *setup) {
    unsigned tags = 1U << setup->geometry.tag_bits;
    struct rh_observer *observer = calloc(1, sizeof *observer + tags * sizeof observer->outstanding[0]);
    if (observer == NULL)
        return NULL;
    observer->setup = *setup;
    observer->tags = tags;
    observer->standby.stats = setup->standby;
    observer->standby.at = setup->warmup;
    return observer;
}

void rh_observer_close(struct rh_observer *observer) {
    free(observer);
}

void rh_observer_flush(struct rh_observer *observer) {
    memset(observer->bank, 0, sizeof observer->bank);
    rh_standby_flush(&observer->standby);
    memset(observer->outstanding, 0, observer->tags * sizeof observer->outstanding[0]);
}

void rh_observer_settle(struct rh_observer *observer, uint64_t cycle) {
    rh_standby_count(&observer->standby, &observer->setup.geometry, cycle);
}

void rh_observer_offer(struct rh_observer *observer, unsigned tag, const struct rh_request *request) {
    struct rh_observer_outstanding *outstanding = &observer->outstanding[tag & (observer->tags - 1)];
    outstanding->seen.arrival = request->cycle;
    outstanding->seen.core = request->core;
}

static void accept(struct rh_observer *observer, uint64_t cycle, const struct rh_controller_in *in,
                   struct rh_stats *stats) {
    const struct rh_request request = {.row = in->req_row,
                                       .bank = in->req_bank,
                                       .write = in->req_write,
                                       .column = in->req_column,
                                       .commands = (uint8_t)(in->req_len + 1)};
    rh_observer_accept(observer, cycle, &request, in->req_tag & (observer->tags - 1), stats);
}

void rh_observer_events(struct rh_observer *observer, uint64_t cycle, const struct rh_controller_in *in,
                        const struct rh_controller_out *out, bool timed, struct rh_stats *stats) {
    if (out->col_cmd != RH_NOP)
        rh_observer_column(observer, cycle, out->col_cmd, out->col_tag & (observer->tags - 1),
                           out->col_bank % RH_MAX_BANKS, out->col_last, timed, stats);
    if (out->row_cmd != RH_NOP)
        rh_observer_row_command(observer, cycle, out->row_cmd, out->row_bank % RH_MAX_BANKS, out->row_row,
                                out->row_all);
    if (!in->req_valid || !out->req_ready)
        return;
    accept(observer, cycle, in, stats);
    if (out->forward)
        rh_observer_forward(observer, cycle, in->req_tag & (observer->tags - 1), timed, stats);
}

uint32_t rh_observer_row(const struct rh_observer *observer, unsigned bank) {
    return observer->bank[bank % RH_MAX_BANKS].row;
}

unsigned rh_observer_commands(const struct rh_observer *observer, uint64_t cycle, const struct rh_controller_out *out,
                              struct rh_command_record record[2]) {
    unsigned n = 0;
    if (out->col_cmd != RH_NOP)
        record[n++] = (struct rh_command_record){.cycle = cycle,
                                                 .channel = observer->setup.channel,
                                                 .command = out->col_cmd,
                                                 .bank = out->col_bank,
                                                 .column = out->col_column,
                                                 .row = rh_observer_row(observer, out->col_bank)};
    if (out->row_cmd != RH_NOP)
        record[n++] = (struct rh_command_record){
            .cycle = cycle,
            .channel = observer->setup.channel,
            .command = out->row_cmd,
            .bank = out->row_bank,
            .all = out->row_all,
            .row = out->row_cmd == RH_PRE ? rh_observer_row(observer, out->row_bank) /* the row it closed */
                                          : out->row_row};
    return n;
}
