// SPDX-License-Identifier: Apache-2.0
// Clocks in which a channel waits for its stream.
#include "cmodel/channel/rh_channel_state.h"

static bool ask_sink(const struct rh_channel *channel, uint64_t rounds) {
    const struct rh_channel_setup *setup = &channel->setup;
    return setup->sink == NULL || setup->sink_round(setup->sink_user, channel->cycle, rounds);
}

/* A round that left everything where it was comes again until clock `until`: such rounds are counted, not run.
 * Otherwise a new round starts here. */
static void skip_rounds(struct rh_channel *channel, uint64_t until) {
    struct rh_channel_round *round = &channel->round;
    const struct rh_unit *unit = &channel->setup.unit;
    if (round->begun && channel->cycle - round->start < round->length)
        return;
    uint64_t rounds = (until - channel->cycle) / round->length;
    if (round->begun && rounds != 0 && unit->idle_round(unit->self, false) && ask_sink(channel, rounds)) {
        rh_stats_repeat(&channel->stats, round->counters, rounds);
        unit->skip_rounds(unit->self, rounds * round->length);
        channel->cycle += rounds * round->length;
        rounds = 0;
    }
    round->begun = rounds >= RH_FEWEST_ROUNDS && unit->idle_round(unit->self, true) && ask_sink(channel, 0);
    round->start = channel->cycle;
    rh_observer_settle(channel->observer, channel->cycle); /* in a round that comes again no bank is open */
    rh_stats_counters(&channel->stats, round->counters);
}

/* True when the clock changes no count but that of the clocks. */
static bool is_idle(const struct rh_controller_out *out) {
    return out->col_cmd == RH_NOP && out->row_cmd == RH_NOP && !out->rsp_valid && !out->active && !out->timers;
}

/* The statistics of an idle clock are the clock itself. */
void rh_channel_skip(struct rh_channel *channel, const struct rh_request *request) {
    const struct rh_channel_setup *setup = &channel->setup;
    uint64_t until = request->cycle < channel->stop ? request->cycle : channel->stop;
    if (channel->cycle < setup->warmup && setup->warmup < until)
        until = setup->warmup;
    if (until <= channel->cycle)
        return;
    struct rh_channel_round *round = &channel->round;
    if (channel->cycle == setup->warmup)
        round->begun = false; /* the statistics begin here */
    if (round->length != 0 && (round->begun || until - channel->cycle >= RH_FEWEST_ROUNDS * round->length))
        skip_rounds(channel, until);
    if (round->begun && until - round->start > round->length)
        until = round->start + round->length;
    if (until <= channel->cycle || setup->unit.skip_clocks == NULL)
        return;
    struct rh_controller_out out;
    uint64_t clocks = setup->unit.idle(setup->unit.self, &channel->in, &out);
    if (clocks == 0 || !is_idle(&out))
        return;
    if (clocks > until - channel->cycle)
        clocks = until - channel->cycle;
    setup->unit.skip_clocks(setup->unit.self, clocks);
    channel->cycle += clocks;
    channel->stats.cycles += channel->cycle > setup->warmup ? clocks : 0;
}
