// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_events.h"

#include <inttypes.h>

static const char *const kind_names[] = {
#define NAME(name) #name,
    RH_EVENT_COMMANDS(NAME)
#undef NAME
};
static const char *const relations[] = {"same", "other"};

static uint8_t row_kind(const struct rh_gaps *gaps, const struct rh_controller_out *out) {
    bool one = gaps->refresh >= RH_REFRESH_PER_BANK;
    if (out->row_cmd == RH_ACT)
        return RH_EVENT_ACT;
    if (out->row_cmd == RH_REF)
        return one ? RH_EVENT_REF_ONE : RH_EVENT_REF_ALL;
    if (out->row_reason != RH_REASON_REFRESH)
        return RH_EVENT_PRE;
    return one ? RH_EVENT_PRE_ONE : RH_EVENT_PRE_ALL;
}

static uint8_t column_kind(const struct rh_controller_out *out) {
    switch (out->col_cmd) {
    case RH_WR:
        return RH_EVENT_WR;
    case RH_RDA:
        return RH_EVENT_RDA;
    case RH_WRA:
        return RH_EVENT_WRA;
    default:
        return RH_EVENT_RD;
    }
}

static unsigned another_bank(const struct rh_event_at *a, const struct rh_event_at *b) {
    return a->bank != b->bank && !a->all && !b->all;
}

static void count_commands(struct rh_events *events, struct rh_events_past *past, const struct rh_gaps *gaps,
                           const struct rh_controller_out *out) {
    struct rh_events_past now = {0};
    if (out->row_cmd != RH_NOP)
        now.command[now.commands++] = (struct rh_event_at){row_kind(gaps, out), out->row_bank, out->row_all};
    if (out->col_cmd != RH_NOP)
        now.command[now.commands++] = (struct rh_event_at){column_kind(out), out->col_bank, 0};
    if (now.commands == 0)
        return;
    for (unsigned i = 0; i < past->commands; i++)
        for (unsigned j = 0; j < now.commands; j++) {
            const struct rh_event_at *a = &past->command[i], *b = &now.command[j];
            events->pair[a->kind][b->kind][another_bank(a, b)]++;
        }
    if (now.commands == 2) {
        const struct rh_event_at *row = &now.command[0], *column = &now.command[1];
        events->together[row->kind][column->kind][another_bank(row, column)]++;
    }
    *past = now;
}

void rh_events_clock(struct rh_events *events, struct rh_events_past *past, const struct rh_gaps *gaps,
                     const struct rh_controller_out *out, unsigned responses) {
    if (out->active && !out->booked)
        events->cause[out->cause]++;
    events->occupancy[out->occupancy]++;
    events->responses[responses]++;
    count_commands(events, past, gaps, out);
}

/** One event of the list that a geometry knows. */
struct event {
    const char *event, *first, *second, *relation;
    uint64_t count;
};
typedef void event_fn(void *user, const struct event *event);

static void each_level(const char *event, const uint64_t *count, unsigned most, event_fn *visit, void *user) {
    for (unsigned level = 0; level <= most; level++) {
        char text[16];
        (void)snprintf(text, sizeof text, "%u", level);
        visit(user, &(struct event){event, text, "", "", count[level]});
    }
}

static void each_pair(const char *event, const uint64_t count[RH_EVENT_KINDS][RH_EVENT_KINDS][2], unsigned firsts,
                      unsigned second, event_fn *visit, void *user) {
    for (unsigned a = 0; a < firsts; a++)
        for (unsigned b = second; b < RH_EVENT_KINDS; b++)
            for (unsigned r = 0; r < 2; r++)
                visit(user, &(struct event){event, kind_names[a], kind_names[b], relations[r], count[a][b][r]});
}

static void each(const struct rh_events *events, const struct rh_geometry *geometry, event_fn *visit, void *user) {
    for (unsigned cause = 0; cause < RH_CAUSES; cause++)
        visit(user, &(struct event){"cause", rh_cause_key(cause), "", "", events->cause[cause]});
    each_level("occupancy", events->occupancy, geometry->queue, visit, user);
    each_level("responses", events->responses, geometry->responses, visit, user);
    each_pair("pair", events->pair, RH_EVENT_KINDS, 0, visit, user);
    each_pair("together", events->together, RH_EVENT_FIRST_COLUMN, RH_EVENT_FIRST_COLUMN, visit, user);
}

struct tally {
    unsigned known, seen;
};

static void add(void *user, const struct event *event) {
    struct tally *tally = user;
    tally->known++;
    tally->seen += event->count != 0;
}

void rh_events_seen(const struct rh_events *events, const struct rh_geometry *geometry, unsigned *known,
                    unsigned *seen) {
    struct tally tally = {0};
    each(events, geometry, add, &tally);
    *known = tally.known;
    *seen = tally.seen;
}

struct table {
    const char *controller;
    unsigned buses;
    FILE *to;
};

static void print(void *user, const struct event *e) {
    const struct table *table = user;
    fprintf(table->to, "%s,%u,%s,%s,%s,%s,%" PRIu64 "\n", table->controller, table->buses, e->event, e->first,
            e->second, e->relation, e->count);
}

static void print_register(void *user, const char *event, const char *name, const char *what, uint64_t count) {
    print(user, &(struct event){event, name, what, "", count});
}

void rh_events_csv(const struct rh_events *events, const char *controller, const struct rh_geometry *geometry,
                   const struct rh_layout *layout, FILE *to) {
    struct table table = {controller, geometry->buses, to};
    fprintf(to, "controller,buses,event,first,second,relation,count\n");
    each(events, geometry, print, &table);
    rh_register_events_each(&events->registers, layout, print_register, &table);
}
