// SPDX-License-Identifier: Apache-2.0
// `vc_router`: input queues of virtual channels (include/rowhold/rh_router.h says what it does).
//
// A flit that is written at the end of clock t is seen from clock t + 1 on: then its packet asks for a channel; from
// t + 2 on it may leave, into the register of its output, whose link shows it in the clock after. The flits that leave
// are chosen input first: of an input's virtual channels that may send, the next in turn; of the inputs that so want an
// output, the next in turn.
#include <string.h>

#include "rowhold/rh_router.h"

enum {
    INPUTS = RH_ROUTER_MOST_inputs,
    OUTPUTS = RH_ROUTER_MOST_outputs,
    VCS = RH_ROUTER_MOST_vcs,
    SLOTS = INPUTS * VCS * RH_ROUTER_MOST_depth
};

struct rh_vc_router_state {
    /* Flits: place k of virtual channel v of input i at (i * vcs + v) * depth + k. */
    uint8_t tail[SLOTS], to[SLOTS], bank[SLOTS];
    uint32_t row[SLOTS], payload[SLOTS];
    /* Virtual channels of inputs. */
    uint8_t first[INPUTS * VCS], count[INPUTS * VCS];
    uint8_t output[INPUTS * VCS], lane[INPUTS * VCS]; /* that the packet at the front was given */
    uint8_t active[INPUTS];                           /* sets: it was given one, */
    uint8_t turn[INPUTS];                             /* it is this packet's turn there, */
    uint8_t next[INPUTS];                             /* the packet behind it has the same one */
    uint8_t last[INPUTS];                             /* output that the input was last granted */
    uint8_t ask_vc[INPUTS], send_vc[INPUTS];          /* whose turn it is to ask, to send */
    /* Virtual channels of outputs. */
    uint8_t taken[OUTPUTS], heir[OUTPUTS]; /* sets: a packet has it; one waits for that packet's tail */
    uint8_t credits[OUTPUTS * VCS];
    uint8_t send_input[OUTPUTS];
    /* Registers of the links. */
    uint64_t leave_valid, leave_tail, back_valid;
    uint8_t leave_vc[OUTPUTS], leave_destination[OUTPUTS], leave_bank[OUTPUTS];
    uint32_t leave_row[OUTPUTS], leave_payload[OUTPUTS];
    uint8_t back_vc[INPUTS];
};

static void live_slots(const void *part, const void *params, uint64_t *mask) {
    const struct rh_vc_router_state *s = part;
    const struct rh_router_params *p = params;
    for (unsigned c = 0; c < p->inputs * p->vcs; c++)
        for (unsigned k = 0; k < s->count[c] && k < p->depth; k++) {
            unsigned place = c * p->depth + (s->first[c] + k) % p->depth;
            mask[place / 64] |= rh_bit(place % 64);
        }
}

static void live_given(const void *part, const void *params, uint64_t *mask) {
    const struct rh_vc_router_state *s = part;
    const struct rh_router_params *p = params;
    for (unsigned i = 0; i < p->inputs; i++)
        for (unsigned v = 0; v < p->vcs; v++)
            mask[(i * p->vcs + v) / 64] |= (uint64_t)(s->active[i] >> v & 1) << (i * p->vcs + v) % 64;
}

static void live_leave(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_vc_router_state *)part)->leave_valid;
}

static void live_back(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_vc_router_state *)part)->back_valid;
}

static void list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_router_params *p = params;
#define ROW(m, count, width, live) RH_ROW(struct rh_vc_router_state, m, count, width, live)
    ROW(tail, p->inputs * p->vcs * p->depth, 1, live_slots);
    ROW(to, p->inputs * p->vcs * p->depth, rh_log2_up(p->destinations), live_slots);
    ROW(bank, p->inputs * p->vcs * p->depth, rh_log2_up(p->banks), live_slots);
    ROW(row, p->inputs * p->vcs * p->depth, p->row_bits, live_slots);
    ROW(payload, p->inputs * p->vcs * p->depth, p->payload_bits, live_slots);
    ROW(first, p->inputs * p->vcs, rh_log2_up(p->depth), NULL);
    ROW(count, p->inputs * p->vcs, rh_log2_up(p->depth + 1), NULL);
    ROW(output, p->inputs * p->vcs, rh_log2_up(p->outputs), live_given);
    ROW(lane, p->inputs * p->vcs, rh_log2_up(p->vcs), live_given);
    ROW(active, p->inputs, p->vcs, NULL);
    ROW(turn, p->inputs, p->vcs, NULL);
    ROW(next, p->inputs, p->vcs, NULL);
    ROW(last, p->inputs, rh_log2_up(p->outputs), NULL);
    ROW(ask_vc, p->inputs, rh_log2_up(p->vcs), NULL);
    ROW(send_vc, p->inputs, rh_log2_up(p->vcs), NULL);
    ROW(taken, p->outputs, p->vcs, NULL);
    ROW(heir, p->outputs, p->vcs, NULL);
    ROW(credits, p->outputs * p->vcs, rh_log2_up(p->depth + 1), NULL);
    ROW(send_input, p->outputs, rh_log2_up(p->inputs), NULL);
    ROW(leave_valid, 1, p->outputs, NULL);
    ROW(leave_tail, 1, p->outputs, NULL);
    ROW(leave_vc, p->outputs, rh_log2_up(p->vcs), live_leave);
    ROW(leave_destination, p->outputs, rh_log2_up(p->destinations), live_leave);
    ROW(leave_bank, p->outputs, rh_log2_up(p->banks), live_leave);
    ROW(leave_row, p->outputs, p->row_bits, live_leave);
    ROW(leave_payload, p->outputs, p->payload_bits, live_leave);
    ROW(back_valid, 1, p->inputs, NULL);
    ROW(back_vc, p->inputs, rh_log2_up(p->vcs), live_back);
#undef ROW
}

static void reset(struct rh_vc_router_state *s, const struct rh_router_params *params) {
    memset(s, 0, sizeof *s);
    memset(s->credits, params->depth, (size_t)(params->outputs * params->vcs));
}

/* Of one clock, from the state before it. */
struct view {
    uint8_t ends[OUTPUTS];  /* sets: the tail of the packet that has the channel stands at its front */
    uint8_t gives[OUTPUTS]; /* sets: channels that can be given */
    struct ask {
        uint8_t vc, output, lanes; /* lanes: it may get one of these */
        bool asks, own;            /* own: the packet behind the one at the front */
        unsigned place;            /* of its first flit */
    } ask[INPUTS];
    uint64_t sends;       /* inputs */
    uint8_t send[INPUTS]; /* their virtual channel */
};

/* Place `k` of a channel's buffer, from the front on. */
static unsigned place_of(const struct rh_vc_router_state *s, const struct rh_router_params *p, unsigned c, unsigned k) {
    return c * p->depth + rh_ring_add(s->first[c], k, p->depth);
}

static bool ends(const struct rh_vc_router_state *s, const struct rh_router_params *p, unsigned c) {
    return s->count[c] != 0 && s->tail[place_of(s, p, c, 0)];
}

static void look_outputs(const struct rh_vc_router_state *s, const struct rh_router_params *p, struct view *view) {
    memset(view->ends, 0, p->outputs);
    for (unsigned i = 0; i < p->inputs; i++)
        for (unsigned set = s->turn[i]; set; set &= set - 1) {
            unsigned c = i * p->vcs + (unsigned)__builtin_ctz(set);
            if (ends(s, p, c))
                view->ends[s->output[c]] |= (uint8_t)(1U << s->lane[c]);
        }
    for (unsigned o = 0; o < p->outputs; o++)
        view->gives[o] = (uint8_t)((~s->taken[o] | (view->ends[o] & ~s->heir[o])) & rh_mask(p->vcs));
}

/* The channels that a packet may get which arrived in virtual channel `v`. */
static unsigned lanes_of(const struct rh_router_params *p, const struct rh_router_config *config, unsigned v,
                         unsigned to, unsigned output) {
    unsigned half = p->vcs / p->classes;
    unsigned from = p->classes == 2 && (v >= half || (config->crosses >> output & 1)) ? half : 0;
    return p->static_vcs ? 1U << (from + to % half) : (unsigned)rh_mask(half) << from;
}

/* May virtual channel `v` of input `i` ask, and for what? The packet behind a tail: its channel can be given while that
 * tail stands at the front and nobody waits. */
static struct ask ask_of(const struct rh_vc_router_state *s, const struct rh_router_params *p,
                         const struct rh_router_config *config, const struct rh_router_in *in, const struct view *view,
                         unsigned i, unsigned v) {
    unsigned c = i * p->vcs + v;
    bool own = s->active[i] >> v & 1;
    struct ask ask = {.vc = (uint8_t)v, .own = own};
    if (s->count[c] <= own)
        return ask;
    ask.place = place_of(s, p, c, own);
    unsigned to = s->to[ask.place];
    ask.output = to < p->destinations ? in->route[to] : p->outputs;
    if (ask.output >= p->outputs || (own && ask.output != s->output[c]))
        return ask;
    ask.lanes = (uint8_t)(lanes_of(p, config, v, to, ask.output) & view->gives[ask.output]);
    if (own)
        ask.lanes &= (uint8_t)(1U << s->lane[c]);
    ask.asks = ask.lanes != 0;
    return ask;
}

static void look_inputs(const struct rh_vc_router_state *s, const struct rh_router_params *p,
                        const struct rh_router_config *config, const struct rh_router_in *in, struct view *view) {
    for (unsigned i = 0; i < p->inputs; i++) {
        struct ask of[VCS];
        unsigned asks = 0, again = 0;
        for (unsigned v = 0; v < p->vcs; v++) {
            of[v] = ask_of(s, p, config, in, view, i, v);
            asks |= (unsigned)of[v].asks << v;
            again |= (unsigned)(of[v].asks && of[v].output == s->last[i]) << v;
        }
        unsigned set = again != 0 ? again : asks;
        view->ask[i] = of[set != 0 ? rh_first_from(set, s->ask_vc[i]) : 0];
    }
}

/* The flits that leave, input first. */
static void look_sends(const struct rh_vc_router_state *s, const struct rh_router_params *p, struct view *view) {
    uint64_t wants[OUTPUTS] = {0};
    for (unsigned i = 0; i < p->inputs; i++) {
        unsigned set = 0;
        for (unsigned turns = s->turn[i]; turns; turns &= turns - 1) {
            unsigned v = (unsigned)__builtin_ctz(turns), c = i * p->vcs + v;
            set |= (unsigned)(s->count[c] != 0 && s->credits[s->output[c] * p->vcs + s->lane[c]] != 0) << v;
        }
        if (set == 0)
            continue;
        view->send[i] = (uint8_t)rh_first_from(set, s->send_vc[i]);
        wants[s->output[i * p->vcs + view->send[i]]] |= rh_bit(i);
    }
    view->sends = 0;
    for (unsigned o = 0; o < p->outputs; o++)
        if (wants[o] != 0)
            view->sends |= rh_bit(rh_first_from(wants[o], s->send_input[o]));
}

static void show(const struct rh_vc_router_state *s, const struct rh_router_params *p, const struct rh_router_in *in,
                 const struct view *view, struct rh_router_out *out) {
    memset(out, 0, sizeof *out);
    for (unsigned i = 0; i < p->inputs && in->enable; i++) {
        const struct ask *ask = &view->ask[i];
        if (!ask->asks)
            continue;
        out->request[i] = rh_bit(ask->output);
        out->destination[i] = s->to[ask->place];
        out->bank[i] = s->bank[ask->place];
        out->row[i] = s->row[ask->place];
    }
    for (unsigned o = 0; o < p->outputs && in->enable; o++)
        out->ready |= (uint64_t)(view->gives[o] != 0) << o;
    out->leave_valid = s->leave_valid;
    out->leave_tail = s->leave_tail;
    memcpy(out->leave_vc, s->leave_vc, sizeof out->leave_vc);
    memcpy(out->leave_destination, s->leave_destination, sizeof out->leave_destination);
    memcpy(out->leave_bank, s->leave_bank, sizeof out->leave_bank);
    memcpy(out->leave_row, s->leave_row, sizeof out->leave_row);
    memcpy(out->leave_payload, s->leave_payload, sizeof out->leave_payload);
    out->back_valid = s->back_valid;
    memcpy(out->back_vc, s->back_vc, sizeof out->back_vc);
}

/* Input `i` was granted what it asked for. */
static void give(struct rh_vc_router_state *s, const struct rh_router_params *p, const struct ask *ask, unsigned i) {
    unsigned c = i * p->vcs + ask->vc, free = ask->lanes & ~(unsigned)s->taken[ask->output];
    uint8_t lane = (uint8_t)__builtin_ctz(free != 0 ? free : ask->lanes), bit = (uint8_t)(1U << ask->vc);
    s->last[i] = ask->output;
    s->ask_vc[i] = (uint8_t)rh_next_of(ask->vc, p->vcs);
    if (free == 0) /* it waits for a tail, or is behind it */
        s->heir[ask->output] |= (uint8_t)(1U << lane);
    if (ask->own) {
        s->next[i] |= bit;
        return;
    }
    s->output[c] = ask->output;
    s->lane[c] = lane;
    s->active[i] |= bit;
    if (free == 0)
        return;
    s->turn[i] |= bit;
    s->taken[ask->output] |= (uint8_t)(1U << lane);
}

/* The tail of a packet leaves: its channel goes to who waits for it, or is free. */
static void pass_on(struct rh_vc_router_state *s, const struct rh_router_params *p, unsigned i, unsigned v) {
    unsigned c = i * p->vcs + v, o = s->output[c], lane = s->lane[c];
    uint8_t bit = (uint8_t)(1U << v);
    bool waits = s->heir[o] >> lane & 1;
    s->heir[o] &= (uint8_t) ~(1U << lane);
    if (s->next[i] & bit) {
        s->next[i] &= (uint8_t)~bit;
        return;
    }
    s->active[i] &= (uint8_t)~bit;
    s->turn[i] &= (uint8_t)~bit;
    if (!waits)
        s->taken[o] &= (uint8_t) ~(1U << lane);
    for (unsigned k = 0; k < p->inputs && waits; k++)
        for (unsigned set = s->active[k] & ~(unsigned)s->turn[k]; set; set &= set - 1) {
            unsigned u = (unsigned)__builtin_ctz(set), d = k * p->vcs + u;
            if (s->output[d] == o && s->lane[d] == lane)
                s->turn[k] |= (uint8_t)(1U << u);
        }
}

/* The flit at the front of the chosen virtual channel of input `i` leaves. */
static void send(struct rh_vc_router_state *s, const struct rh_router_params *p, unsigned i, unsigned v) {
    unsigned c = i * p->vcs + v, o = s->output[c], place = place_of(s, p, c, 0);
    s->leave_valid |= rh_bit(o);
    s->leave_tail |= (uint64_t)s->tail[place] << o;
    s->leave_vc[o] = s->lane[c];
    s->leave_destination[o] = s->to[place];
    s->leave_bank[o] = s->bank[place];
    s->leave_row[o] = s->row[place];
    s->leave_payload[o] = s->payload[place];
    s->back_valid |= rh_bit(i);
    s->back_vc[i] = (uint8_t)v;
    s->credits[o * p->vcs + s->lane[c]]--;
    s->first[c] = (uint8_t)rh_next_of(s->first[c], p->depth);
    s->count[c]--;
    s->send_vc[i] = (uint8_t)rh_next_of(v, p->vcs);
    s->send_input[o] = (uint8_t)rh_next_of(i, p->inputs);
    if (s->tail[place])
        pass_on(s, p, i, v);
}

static void arrive(struct rh_vc_router_state *s, const struct rh_router_params *p, const struct rh_router_in *in) {
    for (uint64_t set = in->arrive_valid & rh_mask(p->inputs); set; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set), c = i * p->vcs + (in->arrive_vc[i] & (p->vcs - 1U));
        unsigned place = place_of(s, p, c, s->count[c]);
        if (s->count[c] == p->depth) /* nobody had a credit for it: out of the contract */
            continue;
        s->tail[place] = in->arrive_tail >> i & 1;
        s->to[place] = in->arrive_destination[i];
        s->bank[place] = in->arrive_bank[i];
        s->row[place] = in->arrive_row[i];
        s->payload[place] = in->arrive_payload[i];
        s->count[c]++;
    }
    for (uint64_t set = in->credit_valid & rh_mask(p->outputs); set; set &= set - 1) {
        unsigned o = (unsigned)__builtin_ctzll(set);
        s->credits[o * p->vcs + (in->credit_vc[o] & (p->vcs - 1U))]++;
    }
}

static void step(struct rh_vc_router_state *s, const struct rh_router_params *params,
                 const struct rh_router_config *config, const struct rh_router_in *in, struct rh_router_out *out) {
    struct view view;
    look_outputs(s, params, &view);
    look_inputs(s, params, config, in, &view);
    look_sends(s, params, &view);
    show(s, params, in, &view, out);
    if (!in->enable)
        return;
    for (unsigned i = 0; i < params->inputs; i++)
        if (view.ask[i].asks && (in->grant[i] >> view.ask[i].output & 1))
            give(s, params, &view.ask[i], i);
    s->leave_valid = s->leave_tail = s->back_valid = 0;
    for (uint64_t set = view.sends; set; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        send(s, params, i, view.send[i]);
    }
    arrive(s, params, in);
}

RH_BLOCK_OPS(vc_router, struct rh_vc_router_state, list, NULL, reset, step);
