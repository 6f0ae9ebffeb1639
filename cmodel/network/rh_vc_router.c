// SPDX-License-Identifier: Apache-2.0
// `vc_router`: input queues of virtual channels (include/rowhold/rh_router.h says what it does).
//
// A flit that is written at the end of clock t is seen from clock t + 1 on: then its packet asks for a channel; from
// t + 2 on it may leave, into the register of its output, whose link shows it in the clock after. The flits that leave
// are chosen input first: of an input's virtual channels that may send, the next in turn; of the inputs that so want an
// output, the next in turn. With `speculative` the first flit of a packet also leaves in t + 1, with the grant, where
// none of these takes its input or its output: an allocator grants one packet an input and one an output, so that the
// grants need no second choice.
#include "rowhold/rh_vc_router.h"

#include <string.h>

#include "cmodel/network/rh_vc_router_fronts.h"

enum { OUTPUTS = RH_ROUTER_MOST_outputs };

static void live_slots(const void *part, const void *params, uint64_t *mask) {
    const struct rh_vc_router *s = part;
    const struct rh_router_params *p = params;
    for (unsigned c = 0; c < p->inputs * p->vcs; c++)
        for (unsigned k = 0; k < s->count[c] && k < p->depth; k++) {
            unsigned place = c * p->depth + (s->first[c] + k) % p->depth;
            mask[place / 64] |= rh_bit(place % 64);
        }
}

static void live_given(const void *part, const void *params, uint64_t *mask) {
    const struct rh_vc_router *s = part;
    const struct rh_router_params *p = params;
    for (unsigned i = 0; i < p->inputs; i++)
        for (unsigned v = 0; v < p->vcs; v++)
            mask[(i * p->vcs + v) / 64] |= (uint64_t)(s->active[i] >> v & 1) << (i * p->vcs + v) % 64;
}

static void live_leave(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_vc_router *)part)->leave_valid;
}

static void live_back(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct rh_vc_router *)part)->back_valid;
}

void rh_vc_router_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_router_params *p = params;
#define ROW(m, count, width, live) RH_ROW(struct rh_vc_router, m, count, width, live)
    ROW(tail, p->inputs * p->vcs * p->depth, 1, live_slots);
    ROW(to, p->inputs * p->vcs * p->depth, rh_log2_up(p->destinations), live_slots);
    ROW(bank, p->inputs * p->vcs * p->depth, rh_log2_up(p->banks), live_slots);
    ROW(row, p->inputs * p->vcs * p->depth, p->row_bits, live_slots);
    ROW(payload, p->inputs * p->vcs * p->depth, p->payload_bits, live_slots);
    ROW(first, p->inputs * p->vcs, rh_log2_up(p->depth), NULL);
    ROW(count, p->inputs * p->vcs, rh_log2_up(p->depth + 1), NULL);
    ROW(output, p->inputs * p->vcs, p->outputs, live_given);
    ROW(out_vc, p->inputs * p->vcs, rh_log2_up(p->vcs), live_given);
    ROW(asked, p->inputs * p->vcs, p->outputs, NULL);
    ROW(ends, p->inputs, p->vcs, NULL);
    ROW(active, p->inputs, p->vcs, NULL);
    ROW(turn, p->inputs, p->vcs, NULL);
    ROW(next, p->inputs, p->vcs, NULL);
    ROW(last, p->inputs, rh_log2_up(p->outputs), NULL);
    ROW(ask_vc, p->inputs, rh_log2_up(p->vcs), NULL);
    ROW(stayed, p->inputs, 4, NULL);
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

void rh_vc_router_reset(struct rh_vc_router *s, const struct rh_router_params *params) {
    memset(s, 0, sizeof *s);
    memset(s->credits, params->depth, (size_t)(params->outputs * params->vcs));
}

void rh_vc_router_query_fronts(const struct rh_vc_router *s, const struct rh_router_params *params,
                               struct rh_vc_router_fronts *f) {
    const unsigned vcs = params->vcs;
    memset(f, 0, sizeof *f);
    for (unsigned o = 0; o < params->outputs; o++)
        f->gives[o] = (uint8_t)~s->taken[o] & (uint8_t)rh_mask(vcs);
    for (unsigned i = 0; i < params->inputs; i++)
        for (unsigned v = 0; v < vcs; v++) {
            const unsigned c = i * vcs + v;
            const struct rh_vc_router_channel channel = {(uint8_t)i, (uint8_t)v};
            rh_vc_router_put(f->asking, &f->askers, vcs, i, v, s->asked[c] != 0);
            if (!(s->active[i] >> v & 1))
                continue;
            unsigned o = rh_vc_router_output(s, c), out = o * vcs + s->out_vc[c];
            if (s->turn[i] >> v & 1) {
                f->holder[out] = channel;
                rh_vc_router_begin(s, f, params, i, v, o, s->out_vc[c]);
            } else
                f->waiter[out] = channel;
        }
}

static inline struct rh_router_params with_vcs(const struct rh_router_params *params, unsigned vcs) {
    struct rh_router_params p = *params;
    p.vcs = (uint8_t)vcs;
    return p;
}

/* The values that the looks of all packets of a clock share. */
struct looks {
    const struct rh_router_params *p;
    const struct rh_router_config *classes; /* NULL: there is one */
    unsigned half;                          /* channels of a class */
};

/* The channels that a packet may get which arrived in virtual channel `v` of input `i`. */
RH_EACH unsigned candidate_vcs_of(const struct looks *l, unsigned i, unsigned v, unsigned to, unsigned output) {
    unsigned from = l->classes != NULL && rh_router_is_upper(l->classes, i, v >= l->half, output) ? l->half : 0;
    return l->p->static_vcs ? 1U << (from + (to & (l->half - 1))) : ((1U << l->half) - 1) << from;
}

/* The packets that input `i` asks for; false: none. Of a channel that its packet has, the one behind asks with the
 * tail, for the same channel and once: not before the tail is at the front, and not when it was given already. */
RH_EACH bool query_input(const struct rh_vc_router *s, const struct rh_vc_router_fronts *f, const struct looks *l,
                         struct rh_vc_router_view *view, uint64_t *requests, unsigned i) {
    const unsigned vcs = l->p->vcs;
    uint64_t request = 0;
    unsigned asks = 0, again = 0;
    for (unsigned set = f->asking[i]; set; set &= set - 1) {
        unsigned v = (unsigned)__builtin_ctz(set), c = i * vcs + v;
        unsigned output = (unsigned)__builtin_ctzll(s->asked[c]), candidate_vcs = f->gives[output];
        if (candidate_vcs == 0)
            continue;
        if (s->active[i] >> v & 1)
            candidate_vcs &= 1U << s->out_vc[c];
        else
            candidate_vcs &= candidate_vcs_of(l, i, v, s->to[rh_vc_router_place(s, l->p, c, 0)], output);
        if (candidate_vcs == 0)
            continue;
        view->candidate_vcs[c] = (uint8_t)candidate_vcs;
        request |= s->asked[c];
        asks |= 1U << v;
        again |= (unsigned)(output == s->last[i]) << v;
    }
    if (asks == 0)
        return false;
    bool stays = again != 0 && again != asks && s->stayed[i] < l->p->stays;
    unsigned first = rh_first_from(stays ? again : asks, s->ask_vc[i]);
    bool one = l->p->stays != 0;
    view->stays |= (uint64_t)stays << i;
    view->first[i] = (uint8_t)first;
    view->channels[i] = (uint8_t)(one ? 1U << first : asks);
    requests[i] = one ? s->asked[i * vcs + first] : request;
    return true;
}

/* The look at an input where each link has one channel, so that an input has or asks for that one alone. */
RH_EACH bool query_only(const struct rh_vc_router *s, const struct rh_vc_router_fronts *f, uint64_t *requests,
                        unsigned i) {
    requests[i] = s->asked[i];
    return f->gives[__builtin_ctzll(s->asked[i])] != 0;
}

/* The flits that leave, input first. */
RH_EACH void query_sends(const struct rh_vc_router *s, const struct rh_vc_router_fronts *f,
                         const struct rh_router_params *p, struct rh_vc_router_view *view) {
    uint64_t wants[OUTPUTS], any = 0, sends = 0;
    for (uint64_t senders = f->senders; senders != 0; senders &= senders - 1) {
        unsigned i = (unsigned)__builtin_ctzll(senders);
        unsigned v = p->vcs == 1 ? 0 : rh_first_from(f->sending[i], s->send_vc[i]);
        unsigned o = rh_vc_router_output(s, i * p->vcs + v);
        view->send[i] = (uint8_t)v;
        wants[o] = (any >> o & 1 ? wants[o] : 0) | rh_bit(i);
        any |= rh_bit(o);
    }
    for (; any != 0; any &= any - 1) {
        unsigned o = (unsigned)__builtin_ctzll(any);
        sends |= rh_bit(rh_first_from(wants[o], s->send_input[o]));
    }
    view->sends = sends;
}

RH_EACH struct looks looks_of(const struct rh_router_params *params, const struct rh_router_config *config) {
    bool two = params->classes == 2;
    return (struct looks){.p = params, .classes = two ? config : NULL, .half = two ? params->vcs / 2U : params->vcs};
}

unsigned rh_vc_router_candidate_vcs(const struct rh_router_params *params, const struct rh_router_config *config,
                                    unsigned input, unsigned v, unsigned to, unsigned output) {
    const struct looks looks = looks_of(params, config);
    return candidate_vcs_of(&looks, input, v, to, output);
}

RH_EACH void query(const struct rh_vc_router *s, struct rh_vc_router_fronts *fronts, struct rh_router_params own,
                   const struct rh_router_config *config, struct rh_vc_router_view *view, uint64_t *request) {
    const struct rh_router_params *const params = &own;
    const struct looks looks = looks_of(params, config);
    for (; fronts->freshened != 0; fronts->freshened &= fronts->freshened - 1)
        fronts->fresh[__builtin_ctzll(fronts->freshened)] = 0;
    uint64_t asks = 0;
    view->stays = 0;
    for (uint64_t askers = fronts->askers; askers != 0; askers &= askers - 1) {
        unsigned i = (unsigned)__builtin_ctzll(askers);
        bool any =
            params->vcs == 1 ? query_only(s, fronts, request, i) : query_input(s, fronts, &looks, view, request, i);
        asks |= (uint64_t)any << i;
    }
    view->asks = asks;
    query_sends(s, fronts, params, view);
}

void rh_vc_router_query(const struct rh_vc_router *s, struct rh_vc_router_fronts *fronts,
                        const struct rh_router_params *params, const struct rh_router_config *config,
                        struct rh_vc_router_view *view, uint64_t *request) {
    switch (params->vcs) {
    case 1:
        query(s, fronts, with_vcs(params, 1), config, view, request);
        break;
    case 2:
        query(s, fronts, with_vcs(params, 2), config, view, request);
        break;
    default:
        query(s, fronts, with_vcs(params, 4), config, view, request);
        break;
    }
}

uint64_t rh_vc_router_ready(const struct rh_vc_router_fronts *fronts, const struct rh_router_params *params) {
    uint64_t ready = 0;
    for (unsigned o = 0; o < params->outputs; o++)
        ready |= (uint64_t)(fronts->gives[o] != 0) << o;
    return ready;
}

unsigned rh_vc_router_asking(const struct rh_vc_router *s, const struct rh_router_params *params,
                             const struct rh_vc_router_view *view, unsigned input) {
    unsigned v = params->vcs == 1 ? 0 : view->first[input];
    return rh_vc_router_place(s, params, input * params->vcs + v, s->active[input] >> v & 1);
}

static void show(const struct rh_vc_router *s, const struct rh_router_params *p, const struct rh_vc_router_view *view,
                 const uint64_t *request, uint64_t ready, bool enable, struct rh_router_out *out) {
    memset(out, 0, sizeof *out);
    for (uint64_t set = enable ? view->asks : 0; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set), place = rh_vc_router_asking(s, p, view, i);
        out->request[i] = request[i];
        out->destination[i] = s->to[place];
        out->bank[i] = s->bank[place];
        out->row[i] = s->row[place];
    }
    out->ready = enable ? ready : 0;
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

/* The channel of input `i` whose packet is given this output: of those that ask for it the next in turn. The turn
 * itself waits for the packet that has it, so that every packet is given what it asks for. */
RH_EACH uint8_t granted_vc(const struct rh_vc_router *s, const struct rh_router_params *p,
                           const struct rh_vc_router_view *view, unsigned i, unsigned output) {
    unsigned asks = 0;
    if (p->vcs == 1)
        return 0;
    for (unsigned set = view->channels[i]; set; set &= set - 1) {
        unsigned v = (unsigned)__builtin_ctz(set);
        asks |= (unsigned)(s->asked[i * p->vcs + v] >> output & 1) << v;
    }
    return (uint8_t)rh_first_from(asks, s->ask_vc[i]);
}

/* The packet in channel `v` of input `i` was granted the output. A turn is over with the packet that had it. True when
 * its first flit may leave in this very clock, on speculation: it begins, and has a credit. */
RH_EACH bool give(struct rh_vc_router *s, struct rh_vc_router_fronts *f, const struct rh_router_params *p,
                  const struct rh_vc_router_view *view, unsigned i, unsigned v, unsigned output) {
    unsigned c = i * p->vcs + v, candidate_vcs = p->vcs == 1 ? 1 : view->candidate_vcs[c];
    unsigned free = candidate_vcs & ~s->taken[output];
    uint8_t out_vc = (uint8_t)__builtin_ctz(free != 0 ? free : candidate_vcs), bit = (uint8_t)(1U << v);
    const struct rh_vc_router_channel channel = {(uint8_t)i, (uint8_t)v};
    bool stays = view->stays >> i & 1;
    s->last[i] = (uint8_t)output;
    s->stayed[i] = stays ? (uint8_t)(s->stayed[i] + 1) : 0;
    if (p->vcs != 1 && !stays && v == view->first[i])
        s->ask_vc[i] = (uint8_t)rh_next_of(v, p->vcs);
    if (free == 0) { /* it waits for a tail, or is behind it */
        s->heir[output] |= (uint8_t)(1U << out_vc);
        f->gives[output] &= (uint8_t) ~(1U << out_vc);
    }
    if (s->active[i] & bit) {
        s->next[i] |= bit;
        return false;
    }
    s->output[c] = rh_bit(output);
    s->out_vc[c] = out_vc;
    s->active[i] |= bit;
    if (free == 0) {
        f->waiter[output * p->vcs + out_vc] = channel;
        return false;
    }
    s->turn[i] |= bit;
    s->taken[output] |= (uint8_t)(1U << out_vc);
    f->holder[output * p->vcs + out_vc] = channel;
    rh_vc_router_begin(s, f, p, i, v, output, out_vc);
    return p->speculative && s->credits[output * p->vcs + out_vc] != 0 && !(f->fresh[output] >> out_vc & 1);
}

/* The tail of a packet leaves: its channel goes to who waits for it, or is free. */
RH_EACH void pass_on(struct rh_vc_router *s, struct rh_vc_router_fronts *f, const struct rh_router_params *p,
                     unsigned i, unsigned v, unsigned o, unsigned out_vc) {
    uint8_t bit = (uint8_t)(1U << v), out_bit = (uint8_t)(1U << out_vc);
    bool waits = s->heir[o] & out_bit;
    s->heir[o] &= (uint8_t)~out_bit;
    if (s->next[i] & bit) {
        s->next[i] &= (uint8_t)~bit;
        return;
    }
    s->active[i] &= (uint8_t)~bit;
    s->turn[i] &= (uint8_t)~bit;
    rh_vc_router_put(f->sending, &f->senders, p->vcs, i, v, false);
    if (!waits) {
        s->taken[o] &= (uint8_t)~out_bit;
        f->gives[o] |= out_bit;
        return;
    }
    const struct rh_vc_router_channel heir = f->waiter[o * p->vcs + out_vc];
    s->turn[heir.input] |= (uint8_t)(1U << heir.vc);
    f->holder[o * p->vcs + out_vc] = heir;
    rh_vc_router_begin(s, f, p, heir.input, heir.vc, o, out_vc);
}

/* The flit at the front of this virtual channel of input `i` leaves by output `o`. */
RH_EACH void leave(struct rh_vc_router *s, struct rh_vc_router_fronts *f, const struct rh_router_params *p,
                   const uint8_t *route, unsigned i, unsigned v, unsigned o) {
    unsigned c = i * p->vcs + v, place = rh_vc_router_place(s, p, c, 0), out_vc = s->out_vc[c];
    bool tail = s->tail[place];
    s->leave_valid |= rh_bit(o);
    s->leave_tail |= (uint64_t)tail << o;
    s->leave_vc[o] = (uint8_t)out_vc;
    s->leave_destination[o] = s->to[place];
    s->leave_bank[o] = s->bank[place];
    s->leave_row[o] = s->row[place];
    s->leave_payload[o] = s->payload[place];
    s->back_valid |= rh_bit(i);
    s->back_vc[i] = (uint8_t)v;
    s->credits[o * p->vcs + out_vc]--;
    s->first[c] = (uint8_t)rh_next_of(s->first[c], p->depth);
    s->count[c]--;
    bool ends = s->count[c] != 0 && s->tail[c * p->depth + s->first[c]];
    s->ends[i] = (uint8_t)((s->ends[i] & ~(1U << v)) | (unsigned)ends << v);
    if (tail)
        pass_on(s, f, p, i, v, o, out_vc);
    if (s->turn[i] >> v & 1)
        rh_vc_router_begin(s, f, p, i, v, o, out_vc);
    rh_vc_router_look(s, f, p, route, i, v);
}

RH_EACH void move(struct rh_vc_router *s, struct rh_vc_router_fronts *fronts, struct rh_router_params own,
                  const uint8_t *route, const uint64_t *grant, uint64_t granted, struct rh_vc_router_view *view) {
    const struct rh_router_params *const params = &own;
    uint64_t at_once = 0, used = 0; /* inputs; outputs */
    for (uint64_t set = granted; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set), output = (unsigned)__builtin_ctzll(grant[i]);
        unsigned v = view->given[i] = granted_vc(s, params, view, i, output);
        at_once |= (uint64_t)give(s, fronts, params, view, i, v, output) << i;
        rh_vc_router_look(s, fronts, params, route, i, v);
    }
    s->leave_valid = s->leave_tail = s->back_valid = 0;
    for (uint64_t set = view->sends; set != 0; set &= set - 1) { /* those that were chosen in their turn */
        unsigned i = (unsigned)__builtin_ctzll(set), v = view->send[i], o = rh_vc_router_output(s, i * params->vcs + v);
        s->send_vc[i] = (uint8_t)rh_next_of(v, params->vcs);
        s->send_input[o] = (uint8_t)rh_next_of(i, params->inputs);
        leave(s, fronts, params, route, i, v, o);
        used |= rh_bit(o);
    }
    for (uint64_t set = at_once & ~view->sends; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set), o = (unsigned)__builtin_ctzll(grant[i]);
        if (!(used >> o & 1))
            leave(s, fronts, params, route, i, view->given[i], o);
    }
}

void rh_vc_router_move(struct rh_vc_router *s, struct rh_vc_router_fronts *fronts,
                       const struct rh_router_params *params, const uint8_t *route, const uint64_t *grant,
                       uint64_t granted, struct rh_vc_router_view *view) {
    switch (params->vcs) {
    case 1:
        move(s, fronts, with_vcs(params, 1), route, grant, granted, view);
        break;
    case 2:
        move(s, fronts, with_vcs(params, 2), route, grant, granted, view);
        break;
    default:
        move(s, fronts, with_vcs(params, 4), route, grant, granted, view);
        break;
    }
}

static void arrive(struct rh_vc_router *s, struct rh_vc_router_fronts *f, const struct rh_router_params *p,
                   const struct rh_router_in *in) {
    for (uint64_t set = in->arrive_valid & rh_mask(p->inputs); set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        rh_vc_router_arrive(s, f, p, in->route, i, in->arrive_vc[i] & (p->vcs - 1U), in->arrive_tail >> i & 1,
                            in->arrive_destination[i], in->arrive_bank[i], in->arrive_row[i], in->arrive_payload[i]);
    }
    for (uint64_t set = in->credit_valid & rh_mask(p->outputs); set != 0; set &= set - 1) {
        unsigned o = (unsigned)__builtin_ctzll(set);
        rh_vc_router_credit(s, f, p, o, in->credit_vc[o] & (p->vcs - 1U));
    }
}

static void cycle(struct rh_vc_router *s, const struct rh_router_params *params, const struct rh_router_config *config,
                  const struct rh_router_in *in, struct rh_router_out *out) {
    struct rh_vc_router_fronts fronts;
    struct rh_vc_router_view view;
    uint64_t request[RH_ROUTER_MOST_inputs], granted = 0;
    rh_vc_router_query_fronts(s, params, &fronts);
    rh_vc_router_query(s, &fronts, params, config, &view, request);
    show(s, params, &view, request, rh_vc_router_ready(&fronts, params), in->enable, out);
    if (!in->enable)
        return;
    for (uint64_t set = view.asks; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        request[i] &= in->grant[i];
        granted |= (uint64_t)(request[i] != 0) << i;
    }
    rh_vc_router_move(s, &fronts, params, in->route, request, granted, &view);
    arrive(s, &fronts, params, in);
}

RH_BLOCK_OPS(vc_router, struct rh_vc_router, rh_vc_router_list, NULL, rh_vc_router_reset, cycle);
