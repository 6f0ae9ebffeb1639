// SPDX-License-Identifier: Apache-2.0
// Idle rounds: when does a round of refreshes say all that any number of the same would?
#include "cmodel/dram/rh_judge_newest.h"

static bool begin(struct rh_judge *j, uint64_t cycle) {
    struct rh_judge_round *round = &j->round;
    const struct rh_judge_history *refs = &j->history[RH_JUDGE_REFS];
    round->begun = refs->end - refs->first <= RH_JUDGE_ROUND_REFS && j->most_refs == 0;
    if (!round->begun)
        return false;
    round->cycle = cycle;
    round->commands = j->commands;
    round->checks = j->checks;
    round->refreshed = j->refreshed;
    round->forgiven = j->forgiven;
    round->turn = j->turn;
    for (unsigned kind = 0; kind < RH_JUDGE_KINDS; kind++)
        round->count[kind] = j->history[kind].end - j->history[kind].first;
    for (uint64_t i = refs->first; i < refs->end; i++)
        round->ref[i - refs->first] = *rh_judge_item_at(refs, i);
    return true;
}

/* The same REFs, each `length` clocks later. */
static bool moved_on(const struct rh_judge *j, uint64_t length) {
    const struct rh_judge_history *refs = &j->history[RH_JUDGE_REFS];
    for (uint64_t i = refs->first; i < refs->end; i++) {
        const struct rh_command_record *old = &j->round.ref[i - refs->first].record,
                                       *here = &rh_judge_item_at(refs, i)->record;
        if (here->cycle != old->cycle + length || here->command != old->command || here->bank != old->bank ||
            here->all != old->all)
            return false;
    }
    return true;
}

/* Every other command lies so far back, before the round, that no rule reaches it. */
static bool out_of_reach(const struct rh_judge *j, unsigned kind) {
    const struct rh_judge_history *h = &j->history[kind];
    return h->first == h->end || rh_judge_item_at(h, h->end - 1)->record.cycle + h->horizon <= j->round.cycle;
}

static bool comes_again(const struct rh_judge *j, uint64_t length) {
    const struct rh_judge_round *round = &j->round;
    uint64_t refreshes = j->refreshed - round->refreshed;
    if (j->lost || j->interval == 0 || length % j->interval != 0 || refreshes != length / j->interval ||
        j->commands - round->commands != refreshes || j->forgiven != round->forgiven || j->turn != round->turn)
        return false;
    for (unsigned kind = 0; kind < RH_JUDGE_KINDS; kind++)
        if (j->history[kind].end - j->history[kind].first != round->count[kind] ||
            (kind != RH_JUDGE_REFS && !out_of_reach(j, kind)))
            return false;
    return moved_on(j, length);
}

bool rh_judge_round(struct rh_judge *j, uint64_t cycle, uint64_t rounds) {
    struct rh_judge_round *round = &j->round;
    for (unsigned kind = 0; kind < RH_JUDGE_KINDS; kind++)
        rh_judge_drop_old(j, kind);
    if (rounds == 0)
        return begin(j, cycle);
    uint64_t length = cycle - round->cycle;
    if (!round->begun || !comes_again(j, length))
        return false;
    struct rh_judge_history *refs = &j->history[RH_JUDGE_REFS];
    for (uint64_t i = refs->first; i < refs->end; i++)
        rh_judge_item_at(refs, i)->record.cycle += rounds * length;
    j->last_cycle += rounds * length;
    j->refreshed += rounds * (j->refreshed - round->refreshed);
    j->commands += rounds * (j->commands - round->commands);
    j->checks += rounds * (j->checks - round->checks);
    rh_judge_newest_move(j);
    round->begun = false;
    return true;
}
