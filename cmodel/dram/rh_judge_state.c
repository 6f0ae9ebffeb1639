// SPDX-License-Identifier: Apache-2.0
#include "cmodel/dram/rh_judge_state.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/dram/rh_judge_rule.h"

unsigned rh_judge_refreshes_a_round(const struct rh_judge_setup *setup) {
    if (setup->refresh == RH_REFRESH_PER_BANK)
        return setup->banks;
    unsigned ranks = 1U << setup->rank_bits;
    return setup->refresh == RH_REFRESH_SAME_BANK ? ranks * (setup->banks / setup->groups) : ranks;
}

uint64_t rh_judge_refresh_interval(const struct rh_judge_setup *setup) {
    if (setup->refresh == RH_REFRESH_OFF)
        return 0;
    return setup->timing.tREFI / rh_judge_refreshes_a_round(setup);
}

unsigned rh_judge_turn(const struct rh_judge *judge, unsigned bank) {
    unsigned in_rank = judge->setup.refresh == RH_REFRESH_ALL_BANK ? 1 : judge->one_bank;
    return bank / judge->per_rank * in_rank + bank % judge->per_rank % in_rank;
}

unsigned rh_judge_turns_until(const struct rh_judge *judge, unsigned bank) {
    unsigned round = judge->setup.timing.tREFI / (unsigned)judge->interval; /* REFs of one */
    return (rh_judge_turn(judge, bank) + round - judge->turn) % round;
}

/* Clocks that ACTs of other banks may hold back a one-bank REF whose bank is ready: those go on until it may be issued.
 * Where it keeps tRRD, one of its own bank group in the clock before, and behind that one of another group; then, and
 * where it does not, the rest of an ACT that knows nothing of it. */
static uint64_t refresh_held(const struct rh_timing *t, bool ranks) {
    uint64_t rest = t->act_clocks - 1U;
    if (t->tRREFD <= 1)
        return rest;
    uint64_t spaced = t->tRRD_L > t->tRRD_S ? t->tRRD_L + t->tRRD_S - 2U : t->tRRD_L - 1U;
    return spaced + (ranks ? rest : 0);
}

/* The most clocks that rules.def puts between commands `from` and `to` of one bank. */
static uint64_t longest(const struct rh_timing *t, unsigned from_set, unsigned to_set) {
    uint64_t most = 0;
#define RH_RULE_CHECK(key, meaning)
#define RH_RULE_CONSTRAINT(key, from, to, scope, clocks, meaning)                                                      \
    if ((scope) == BANK && ((from)&from_set) && ((to)&to_set))                                                         \
        most = rh_judge_later(most, (uint64_t)(clocks));
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT
    return most;
}

/* The last command that a bank may take comes in the clock before. A running tRFC adds nothing: it is over before the
 * next refresh falls due by more than this, or the one before was late itself. */
uint64_t rh_judge_refresh_grace(const struct rh_judge_setup *setup) {
    const struct rh_timing *t = &setup->timing;
    uint64_t interval = rh_judge_refresh_interval(setup), banks = setup->banks / rh_judge_refreshes_a_round(setup);
    if (interval == 0)
        return 0;
    uint64_t close = longest(t, ACT | RD | WR, PRE);
    bool one = setup->refresh >= RH_REFRESH_PER_BANK || setup->rank_bits != 0;
    if (one) /* another bank's ACT may hold the bus when the bank may be closed */
        close += t->act_clocks - 1U;
    uint64_t precharged = longest(t, PRE, ANY_REF), held = 0;
    if (setup->refresh == RH_REFRESH_SAME_BANK && t->tRREFD > 1) /* an ACT where auto-precharge closes the last bank */
        precharged = rh_judge_later(precharged, t->tRRD_L);
    if (setup->refresh == RH_REFRESH_PER_BANK)
        held = refresh_held(t, setup->rank_bits != 0);
    if (setup->refresh != RH_REFRESH_PER_BANK && setup->rank_bits != 0) /* the second clock of another rank's ACT */
        held = t->act_clocks - 1U;
    uint64_t grace = rh_judge_later(close + banks - 1 + precharged, longest(t, ACT, ANY_REF)) - 1 + held;
    return grace < interval ? grace : interval - 1;
}

/* Clocks that refreshes were counted up to `cycle`. */
static uint64_t counted(const struct rh_judge *judge, uint64_t cycle) {
    return cycle > judge->since ? cycle - judge->since : 0;
}

uint64_t rh_judge_refreshes_missing(const struct rh_judge *judge, uint64_t cycle) {
    cycle = counted(judge, cycle);
    uint64_t grace = judge->grace + judge->setup.registered + judge->setup.postponed * judge->interval;
    if (judge->interval == 0 || cycle <= grace)
        return 0;
    uint64_t needed = (cycle - grace - 1) / judge->interval, done = judge->refreshed + judge->forgiven;
    return needed > done ? needed - done : 0;
}

uint64_t rh_judge_refresh_due(const struct rh_judge *judge) {
    uint64_t next = judge->refreshed + judge->forgiven + 1 + judge->setup.postponed;
    return judge->since + judge->setup.registered + next * judge->interval;
}

/* Refreshes that have fallen due. */
static uint64_t due_by(const struct rh_judge *judge, uint64_t cycle) {
    cycle = counted(judge, cycle);
    return judge->interval == 0 || cycle < judge->interval ? 0 : (cycle - judge->setup.registered) / judge->interval;
}

uint64_t rh_judge_refreshes_waiting(const struct rh_judge *judge, uint64_t cycle) {
    uint64_t due = due_by(judge, cycle), done = judge->refreshed + judge->forgiven + judge->setup.postponed;
    return due > done ? due - done : 0;
}

bool rh_judge_open_refreshes(struct rh_judge *judge) {
    const struct rh_timing *t = &judge->setup.timing;
    judge->turns = rh_judge_refreshes_a_round(&judge->setup);
    judge->ahead = t->pulled_in != 0 ? (uint64_t)t->pulled_in * judge->turns : UINT64_MAX;
    judge->most_refs = judge->interval == 0 ? 0 : t->refresh_burst * judge->turns / judge->ranks;
    for (unsigned rank = 0; judge->most_refs != 0 && rank < judge->ranks; rank++) {
        judge->burst[rank].past = calloc(judge->most_refs, sizeof(struct rh_judge_past));
        if (judge->burst[rank].past == NULL)
            return false;
    }
    return true;
}

void rh_judge_close_refreshes(struct rh_judge *judge) {
    for (unsigned rank = 0; rank < judge->ranks; rank++)
        free(judge->burst[rank].past);
}

void rh_judge_take_power(struct rh_judge *judge, const struct rh_command_record *command) {
    unsigned rank = judge->rank[command->bank];
    bool enters = command->command == RH_PDE || command->command == RH_SRE;
    judge->asleep[rank] = enters ? command->command : 0;
    judge->slept[rank] = judge->commands;
    judge->cut |= command->command == RH_SRX; /* the bank at which one-bank refreshes go on is the device's affair */
    judge->owes[rank] |= command->command == RH_SRX;
    judge->plain = true;
    memset(judge->query, 0, sizeof judge->query);
}

void rh_judge_refresh_self(struct rh_judge *judge, uint64_t cycle) {
    uint64_t due = due_by(judge, cycle), done = judge->refreshed + judge->forgiven;
    unsigned in_rank = judge->turns / judge->ranks, asleep = 0;
    for (unsigned rank = 0; rank < judge->ranks; rank++)
        asleep += judge->asleep[rank] == RH_SRE;
    if (asleep == 0 || done >= due)
        return;
    uint64_t waiting = due - done, own = 0;
    if (asleep == judge->ranks)
        own = waiting;
    while (own < waiting && judge->asleep[(judge->turn + own) % judge->turns / in_rank] == RH_SRE)
        own++;
    judge->refreshed += own;
    judge->turn = (unsigned)((judge->turn + own) % judge->turns);
}

static void take_burst(struct rh_judge *judge, const struct rh_command_record *command) {
    struct rh_judge_burst *burst = rh_judge_burst_of(judge, command->bank);
    if (burst == NULL)
        return;
    burst->past[burst->next] = (struct rh_judge_past){command->cycle, judge->commands, true};
    burst->next = (burst->next + 1) % judge->most_refs;
}

enum { LEAST_ROOM = 64 };

static struct rh_judge_item *make_ring(uint64_t places) {
    struct rh_judge_item *items = calloc(places, sizeof *items);
    if (items != NULL)
        items[0].record.cycle = INT64_MAX;
    return items;
}

bool rh_judge_open_histories(struct rh_judge *judge) {
    bool made = true;
    for (unsigned kind = 0; kind < RH_JUDGE_KINDS; kind++) {
        struct rh_judge_history *h = &judge->history[kind];
        h->items = make_ring(LEAST_ROOM);
        h->mask = LEAST_ROOM - 1;
        h->oldest = INT64_MAX;
        made = made && h->items != NULL;
    }
    return made;
}

/* The first of the history that a rule may reach, between its first and its newest. */
static uint64_t first_in_reach(const struct rh_judge_history *h) {
    uint64_t first = h->first, end = h->end - 1;
    uint64_t newest = rh_judge_item_at(h, end)->record.cycle;
    while (first < end) {
        uint64_t middle = first + (end - first) / 2;
        if (rh_judge_item_at(h, middle)->record.cycle + h->horizon < newest)
            first = middle + 1;
        else
            end = middle;
    }
    return first;
}

void rh_judge_drop_old(struct rh_judge *judge, unsigned kind) {
    struct rh_judge_history *h = &judge->history[kind];
    if (h->first == h->end)
        return;
    uint64_t first = first_in_reach(h);
    if (kind == RH_JUDGE_COLUMNS && judge->ranks > 1)
        for (uint64_t place = h->first; place < first; place++)
            judge->in_rank[judge->rank[rh_judge_item_at(h, place)->record.bank]]--;
    h->first = first;
}

bool rh_judge_make_room(struct rh_judge *judge, unsigned kind) {
    struct rh_judge_history *h = &judge->history[kind];
    rh_judge_drop_old(judge, kind);
    if (h->end - h->first <= h->mask)
        return true;
    uint64_t places = 2 * (h->mask + 1);
    struct rh_judge_item *items = make_ring(places);
    if (items == NULL) {
        judge->lost = judge->plain = true;
        memset(judge->query, 0, sizeof judge->query);
        return false;
    }
    for (uint64_t place = h->first; place < h->end; place++)
        items[place & (places - 1)] = *rh_judge_item_at(h, place);
    free(h->items);
    h->items = items;
    h->mask = places - 1;
    return true;
}

void rh_judge_take_off(struct rh_judge *judge, const struct rh_command_record *command, unsigned off) {
    const struct rh_judge_item item = rh_judge_read(judge, command);
    for (unsigned bank = 0; off != 0 && bank < judge->setup.banks; bank++)
        if (rh_judge_refreshes(judge, &item, bank))
            judge->raa[bank] -= judge->raa[bank] < off ? judge->raa[bank] : off;
}

void rh_judge_take_refresh(struct rh_judge *judge, const struct rh_command_record *command) {
    uint64_t early = judge->refreshed + judge->forgiven, due = due_by(judge, command->cycle);
    early -= early > due ? due : early;
    if (judge->since == RH_JUDGE_NONE)
        judge->since = command->cycle;
    else
        judge->refreshed += command->cycle >= judge->since && early < judge->ahead;
    take_burst(judge, command);
    judge->owes[judge->rank[command->bank]] = false;
    judge->cut = false;
    if (command->all == (judge->setup.refresh == RH_REFRESH_ALL_BANK))
        judge->turn = (rh_judge_turn(judge, command->bank) + 1) % judge->turns;
}
