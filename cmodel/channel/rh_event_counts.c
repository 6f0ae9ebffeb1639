// SPDX-License-Identifier: Apache-2.0
// From the counts of an event-driven run to the statistics, and the command register, which holds back the last clock
// of both.
#include "cmodel/channel/rh_event_show.h"

#include "cmodel/channel/rh_event_loop.h"

static uint64_t booked_of(const struct rh_event_mark *mark) {
    return mark->counts.booked - (mark->burst > mark->at ? mark->burst - mark->at : 0);
}

static uint64_t occupancy_of(const struct rh_event_mark *mark) {
    return mark->counts.occupancy + mark->queued * mark->at;
}

/* Each clock between was idle or active, active and booked or stalled. */
static void add_counts(const struct rh_event_mark *from, const struct rh_event_mark *to, struct rh_stats *stats) {
    const struct rh_event_counts *a = &from->counts, *b = &to->counts;
    uint64_t clocks = to->at - from->at, active = clocks - (b->idle - a->idle);
    stats->cycles += clocks;
    stats->active_cycles += active;
    stats->active_or_timers_cycles += active + (b->idle_timers - a->idle_timers);
    stats->data_bus_busy_cycles += booked_of(to) - booked_of(from);
    stats->occupancy_sum += occupancy_of(to) - occupancy_of(from);
#define RH_STAT_COMMAND(name, counts, meaning) stats->name += b->name - a->name;
#include "tables/stats.def"
    for (unsigned i = 0; i < RH_CAUSES; i++)
        stats->stall_cycles[i] += b->stalls[i] - a->stalls[i];
}

/* The commands of the clock before, and what the ledger said of it. */
static void load_register(struct rh_event_run *l) {
    const struct rh_command_register *r = &l->backend->command;
    struct rh_event_late *late = &l->late;
    struct rh_event_counts *counts = &l->counts;
    late->at = l->now - 1;
    late->column = (struct rh_event_column_command){r->col_cmd, r->col_bank, r->col_last, r->col_column, r->col_tag};
    late->row = (struct rh_event_row_command){r->row_cmd, r->row_bank, r->row_all, r->row_reason, r->row_row};
    late->begun = (struct rh_event_mark){.counts.occupancy = -(r->occupancy * late->at),
                                         .at = late->at,
                                         .burst = late->at,
                                         .queued = r->occupancy,
                                         .shown = late->at + r->timers};
    l->added = late->begun;
    counts->booked += r->booked;
    counts->occupancy += r->occupancy;
    rh_event_count_command(counts, r->col_cmd);
    rh_event_count_command(counts, r->row_cmd);
    counts->idle = !r->active;
    counts->idle_timers = !r->active && r->timers;
    counts->stalls[r->cause] = r->active && !r->booked;
}

static void store_ledger(const struct rh_event_run *l, struct rh_command_register *r) {
    const struct rh_event_mark *begun = &l->late.begun;
    r->active = l->counts.idle == begun->counts.idle;
    r->booked = r->active;
    r->cause = 0;
    for (uint8_t i = 0; i < RH_CAUSES; i++)
        if (l->counts.stalls[i] != begun->counts.stalls[i]) {
            r->booked = 0;
            r->cause = i;
        }
    r->timers = (int64_t)begun->shown > (int64_t)begun->at;
    r->occupancy = (uint8_t)begun->queued;
}

void rh_event_store_register(struct rh_event_run *l) {
    struct rh_command_register *r = &l->backend->command;
    const struct rh_event_column_command none = {.command = RH_NOP};
    const struct rh_event_row_command no_row = {.command = RH_NOP};
    bool chosen = l->late.at + 1 == l->now;
    const struct rh_event_column_command *column = chosen ? &l->late.column : &none;
    const struct rh_event_row_command *row = chosen ? &l->late.row : &no_row;
    rh_event_account(l, l->now);
    *r = (struct rh_command_register){.col_cmd = column->command,
                                      .col_bank = column->bank,
                                      .col_column = column->number,
                                      .col_tag = column->tag,
                                      .col_last = column->last,
                                      .col_reason = column->command != RH_NOP ? RH_REASON_HIT : RH_REASON_NONE,
                                      .row_cmd = row->command,
                                      .row_bank = row->bank,
                                      .row_row = row->row,
                                      .row_all = row->all,
                                      .row_reason = row->reason};
    store_ledger(l, r);
}

void rh_event_begin_counts(struct rh_event_run *l) {
    l->accounted = l->now;
    l->counts = (struct rh_event_counts){.booked = l->burst - l->now, .occupancy = -(l->count * l->now)};
    l->added = rh_event_mark_of(l, l->now);
    if (l->delay != 0)
        load_register(l);
}

void rh_event_count(struct rh_event_run *l) {
    struct rh_event_mark to;
    if (l->delay != 0) {
        rh_event_mark_clock(l, l->now - 1);
        to = l->late.begun;
    } else {
        rh_event_account(l, l->now);
        to = rh_event_mark_of(l, l->now);
    }
    if (l->counted)
        add_counts(&l->added, &to, l->stats);
    l->added = to;
}
