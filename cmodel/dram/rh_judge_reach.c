// SPDX-License-Identifier: Apache-2.0
#include "cmodel/dram/rh_judge_reach.h"

static const uint8_t class_of[RH_JUDGE_BITS] = {
    [BIT_ACT] = RH_JUDGE_ACT,         [BIT_PRE] = RH_JUDGE_PRE,         [BIT_RD] = RH_JUDGE_RD,
    [BIT_RDA] = RH_JUDGE_RD,          [BIT_WR] = RH_JUDGE_WR,           [BIT_WRA] = RH_JUDGE_WR,
    [BIT_REF_ALL] = RH_JUDGE_CLASSES, [BIT_REF_ONE] = RH_JUDGE_CLASSES,
};

/* A gap to another instance is kept by all of the grain; to another bank, too. */
void rh_judge_reach_gap(struct rh_judge_reach *reach, unsigned from, unsigned to, unsigned scope, uint32_t gap) {
    for (unsigned bit = 0; bit < RH_JUDGE_BITS; bit++)
        for (unsigned next = 0; next < RH_JUDGE_BITS; next++) {
            if ((from >> bit & 1) == 0 || (to >> next & 1) == 0 || class_of[next] == RH_JUDGE_CLASSES)
                continue;
            uint32_t *longest = &reach->gap[bit][class_of[next]][scope];
            *longest = *longest > gap ? *longest : gap;
        }
}

void rh_judge_reach_ready(struct rh_judge_reach *reach) {
    for (unsigned bit = 0; bit < RH_JUDGE_BITS; bit++)
        for (unsigned class = 0; class < RH_JUDGE_CLASSES; class ++)
            for (unsigned scope = 0; scope < RH_SCOPES; scope++)
                if (reach->gap[bit][class][scope] != 0)
                    reach->hold[bit][reach->holds[bit]++] =
                        (struct rh_judge_hold){reach->gap[bit][class][scope], (uint8_t) class, (uint8_t)scope};
}

unsigned rh_judge_reach_cursor(struct rh_judge_reach *reach, unsigned kind, uint32_t gap) {
    unsigned i = 0;
    while (i < reach->cursors && (reach->cursor[i].kind != kind || reach->cursor[i].gap != gap))
        i++;
    if (i == reach->cursors)
        reach->cursor[reach->cursors++] = (struct rh_judge_cursor){.gap = gap, .kind = (uint8_t)kind};
    return i;
}

bool rh_judge_reach_keeps(const struct rh_judge *judge, const struct rh_judge_item *command) {
    const struct rh_judge_reach *reach = judge->reach;
    unsigned class = class_of[command->bit];
    if (judge->plain || class == RH_JUDGE_CLASSES)
        return false;
    for (unsigned scope = 0; scope < RH_SCOPES; scope++)
        if (command->record.cycle < reach->free[class][scope][command->place[scope]])
            return false;
    return true;
}

static void extend(uint64_t *free, uint64_t until) {
    if (until > *free)
        *free = until;
}

/* A REF may touch every bank: all are held, and those that it does not touch are judged rule by rule for a while. */
static void hold_all(struct rh_judge *judge, const struct rh_judge_item *command) {
    struct rh_judge_reach *reach = judge->reach;
    for (unsigned class = 0; class < RH_JUDGE_CLASSES; class ++)
        for (unsigned scope = 0; scope < RH_SCOPES; scope++)
            for (unsigned i = 0; i < judge->setup.banks; i++)
                extend(&reach->free[class][scope][i], command->record.cycle + reach->gap[command->bit][class][scope]);
}

void rh_judge_reach_record(struct rh_judge *judge, const struct rh_judge_item *command) {
    struct rh_judge_reach *reach = judge->reach;
    uint64_t cycle = command->record.cycle;
    if (command->set == 0)
        return;
    reach->seen |= command->set;
    if (class_of[command->bit] == RH_JUDGE_CLASSES) {
        hold_all(judge, command);
        return;
    }
    for (unsigned i = 0; i < reach->holds[command->bit]; i++) {
        const struct rh_judge_hold *hold = &reach->hold[command->bit][i];
        extend(&reach->free[hold->class][hold->scope][command->place[hold->scope]], cycle + hold->gap);
    }
    if ((command->set & COLUMN) == 0)
        return;
    const struct rh_timing *t = &judge->setup.timing;
    uint64_t end = cycle + ((command->set & ANY_RD) ? t->CL : t->WL) + t->tBURST;
    extend(&reach->data[judge->setup.grain_bits == 0 ? 0 : command->place[RH_SCOPE_grain]], end);
}

bool rh_judge_reach_data(struct rh_judge *judge, const struct rh_judge_item *command) {
    const struct rh_judge_history *h = &judge->history[RH_JUDGE_COLUMNS];
    struct rh_judge_reach *reach = judge->reach;
    bool read = (command->set & ANY_RD) != 0;
    uint64_t from = command->record.cycle + (read ? judge->setup.timing.CL : judge->setup.timing.WL);
    unsigned grain = judge->setup.grain_bits == 0 ? 0 : command->place[RH_SCOPE_grain],
             cursor = reach->data_cursor[!read];
    if (from < reach->data[grain])
        return false;
    /* a search looks at each burst from the newest on, and ends at the first that is over */
    bool ends = rh_judge_reach_end(judge, cursor, command->record.cycle) != NULL;
    judge->checks += h->gone + h->count - reach->cursor[cursor].at + ends;
    return true;
}
