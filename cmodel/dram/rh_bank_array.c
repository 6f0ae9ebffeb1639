// SPDX-License-Identifier: Apache-2.0
#include "cmodel/dram/rh_bank_array.h"

/* An all-bank REF would have to load the timers of every bank. */
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    _Static_assert(((loaded_by)&RH_SET_REF) == 0, "no timer of the table counts from a REF: " #name);
#define RH_TIMER_ALSO(name, scope, loaded_by, constraint) RH_TIMER(name, scope, loaded_by, 0, , )
#include "tables/timers.def"

static void live_rows(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_bank_array *)part)->open;
}

/* The timers of one scope. */
static void list_timers(struct rh_layout *layout, size_t base, const struct rh_geometry *p, enum rh_scope scope) {
    static const char *const count_text[] = {
#define RH_SCOPE(name, NAME, instances, most, instance, meaning) #instances,
#include "tables/scopes.def"
    };
    unsigned count = rh_scope_instances(p, scope);
#define RH_TIMER(timer, timer_scope, loaded_by, forbids, cause, shown)                                                 \
    if (RH_SCOPE_##timer_scope == scope)                                                                               \
        rh_layout_add(layout, &(struct rh_field){.name = #timer,                                                       \
                                                 .count_text = count_text[scope],                                      \
                                                 .width_text = "p->timer_bits",                                        \
                                                 .offset = (uint32_t)(base + offsetof(struct rh_bank_array, timer)),   \
                                                 .part = (uint32_t)base,                                               \
                                                 .count = (uint16_t)count,                                             \
                                                 .width = p->timer_bits,                                               \
                                                 .size = 1,                                                            \
                                                 .array = count > 1});
#include "tables/timers.def"
}

#define ROW(m, count, width, live) RH_ROW(struct rh_bank_array, m, count, width, live)
void rh_bank_array_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    list_timers(layout, base, p, RH_SCOPE_bank);
    RH_ROW_STATES(struct rh_bank_array, open, p->banks, "rh_bank_state");
    ROW(closing, 1, p->banks, NULL);
    ROW(open_row, p->banks, p->row_bits, live_rows);
    for (enum rh_scope scope = RH_SCOPE_bank + 1; scope < RH_SCOPES; scope++)
        list_timers(layout, base, p, scope);
}

void rh_bank_array_list_window(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    _Static_assert(RH_MAX_WINDOW == 8, "the timers of a window");
    ROW(window, rh_power(p->rank_bits) * 8, p->timer_bits, NULL);
    ROW(window_next, rh_power(p->rank_bits), 3, NULL);
}
#undef ROW

/* Load what a command of `set` loads at its bank's place, of `scopes` alone; both are known when this is compiled. */
static inline void load(struct rh_bank_array *a, const struct rh_constraints *constraints, struct rh_place at,
                        unsigned set, unsigned scopes) {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    if (((loaded_by)&set) && (scopes >> RH_SCOPE_##scope & 1))                                                         \
        a->name[at.scope] = rh_timing_load(constraints->name);
#define RH_TIMER_ALSO(name, scope, loaded_by, constraint)                                                              \
    if (((loaded_by)&set) && (scopes >> RH_SCOPE_##scope & 1))                                                         \
        a->name[at.scope] = rh_timing_load(constraints->constraint);
#include "tables/timers.def"
}

void rh_bank_array_column(struct rh_bank_array *a, const struct rh_constraints *constraints, struct rh_place at,
                          bool write, bool close) {
    if (close)
        a->closing |= rh_bit(at.bank);
    if (write)
        load(a, constraints, at, RH_SET_WR, RH_OF_ALL);
    else
        load(a, constraints, at, RH_SET_RD, RH_OF_ALL);
}

void rh_bank_array_activate(struct rh_bank_array *a, const struct rh_constraints *constraints, struct rh_place at,
                            unsigned rank, uint32_t row) {
    uint8_t *next = &a->window_next[rank];
    load(a, constraints, at, RH_SET_ACT, RH_OF_ALL);
    a->open |= rh_bit(at.bank);
    a->open_row[at.bank] = row;
    a->window[rank * RH_MAX_WINDOW + *next] = rh_timing_load(constraints->faw);
    *next = rh_bank_array_window_turn(*next, constraints->faw_n);
}

static void close_row(struct rh_bank_array *a, unsigned bank) {
    a->open &= ~rh_bit(bank);
    a->closing &= ~rh_bit(bank);
}

void rh_bank_array_precharge(struct rh_bank_array *a, const struct rh_constraints *constraints, struct rh_place at) {
    load(a, constraints, at, RH_SET_PRE, RH_OF_ALL);
    close_row(a, at.bank);
}

void rh_bank_array_auto_precharge(struct rh_bank_array *a, const struct rh_constraints *constraints,
                                  struct rh_place at) {
    load(a, constraints, at, RH_SET_PRE, RH_OF_OWN);
    close_row(a, at.bank);
}

rh_bank_set rh_bank_array_auto_precharged(const struct rh_bank_array *a, const struct rh_geometry *p) {
    rh_bank_set auto_precharged = 0;
    for (rh_bank_set rest = a->closing; rest; rest &= rest - 1) {
        unsigned bank = rh_first_from(rest, 0);
        if (!rh_bank_array_waits(a, rh_place_of(p, bank), RH_SET_PRE, RH_OF_OWN))
            auto_precharged |= rh_bit(bank);
    }
    return auto_precharged;
}

void rh_bank_array_refresh_apart(struct rh_bank_array *a, const struct rh_constraints *constraints,
                                 struct rh_place at) {
    load(a, constraints, at, RH_SET_REF_APART, RH_OF_ALL);
}
