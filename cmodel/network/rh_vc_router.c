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

/* The channels that each output can give. */
static void query_outputs(const struct rh_vc_router *s, const struct rh_vc_router_fronts *f,
                          const struct rh_router_params *p, struct rh_vc_router_view *view) {
    const unsigned vcs = p->vcs, outputs = p->outputs, all = (1U << vcs) - 1;
    unsigned end[OUTPUTS]; /* sets: the tail of the packet that has the channel stands at its front */
    for (unsigned o = 0; o < outputs; o++)
        end[o] = 0;
    for (uint64_t busy = f->busy; busy != 0; busy &= busy - 1) {
        unsigned i = (unsigned)__builtin_ctzll(busy);
        for (unsigned set = s->turn[i] & s->ends[i]; set; set &= set - 1) {
            unsigned c = i * vcs + (unsigned)__builtin_ctz(set);
            end[rh_vc_router_output(s, c)] |= 1U << s->out_vc[c];
        }
    }
    uint64_t ready = 0;
    for (unsigned o = 0; o < outputs; o++) {
        unsigned gives = ((unsigned)~s->taken[o] | (end[o] & (unsigned)~s->heir[o])) & all;
        view->gives[o] = (uint8_t)gives;
        ready |= (uint64_t)(gives != 0) << o;
    }
    view->ready = ready;
}

/* The values that the looks of all packets of a clock share. */
struct looks {
    const struct rh_router_params *p;
    const struct rh_router_config *classes; /* NULL: there is one */
    unsigned half;                          /* channels of a class */
    unsigned vcs, depth;
};

/* The channels that a packet may get which arrived in virtual channel `v` of input `i`. */
static unsigned candidate_vcs_of(const struct looks *l, unsigned i, unsigned v, unsigned to, unsigned output) {
    unsigned from = l->classes != NULL && rh_router_is_upper(l->classes, i, v >= l->half, output) ? l->half : 0;
    return l->p->static_vcs ? 1U << (from + (to & (l->half - 1))) : ((1U << l->half) - 1) << from;
}

/* The packets that input `i` asks for; false: none. Of a channel that its packet has, the one behind asks with the
 * tail, for the same channel and once: not before the tail is at the front, and not when it was given already. */
static bool query_input(const struct rh_vc_router *s, const struct rh_vc_router_fronts *f, const struct looks *l,
                        struct rh_vc_router_view *view, unsigned i) {
    struct rh_vc_router_ask *const ask = &view->ask[i * l->vcs];
    uint64_t request = 0;
    unsigned asks = 0, again = 0;
    for (unsigned set = f->filled[i]; set; set &= set - 1) {
        unsigned v = (unsigned)__builtin_ctz(set), c = i * l->vcs + v;
        bool is_own = s->active[i] >> v & 1;
        if (!(view->ready & s->asked[c]))
            continue;
        unsigned place = c * l->depth + rh_ring_add(s->first[c], is_own, l->depth), to = s->to[place];
        unsigned output = (unsigned)__builtin_ctzll(s->asked[c]);
        unsigned candidate_vcs = candidate_vcs_of(l, i, v, to, output) & view->gives[output];
        candidate_vcs &= is_own ? 1U << s->out_vc[c] : candidate_vcs;
        if (candidate_vcs == 0)
            continue;
        ask[v] = (struct rh_vc_router_ask){.output = (uint8_t)output,
                                           .candidate_vcs = (uint8_t)candidate_vcs,
                                           .own = is_own,
                                           .place = (uint16_t)place};
        request |= rh_bit(output);
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
    view->request[i] = one ? rh_bit(ask[first].output) : request;
    return true;
}

/* The look at an input where each link has one channel, so that an input has or asks for that one alone. */
static bool query_only(const struct rh_vc_router *s, const struct looks *l, struct rh_vc_router_view *view,
                       unsigned i) {
    uint64_t request = s->asked[i] & view->ready;
    if (request == 0)
        return false;
    bool own = s->active[i];
    view->ask[i] = (struct rh_vc_router_ask){.output = (uint8_t)__builtin_ctzll(request),
                                             .candidate_vcs = 1,
                                             .own = own,
                                             .place = (uint16_t)rh_vc_router_place(s, l->p, i, own)};
    view->first[i] = 0;
    view->channels[i] = 1;
    view->request[i] = request;
    return true;
}

/* The flits that leave, input first. */
static void query_sends(const struct rh_vc_router *s, const struct rh_vc_router_fronts *f,
                        const struct rh_router_params *p, struct rh_vc_router_view *view) {
    const unsigned vcs = p->vcs;
    uint64_t wants[OUTPUTS], any = 0, sends = 0;
    for (uint64_t busy = f->busy; busy != 0; busy &= busy - 1) {
        unsigned i = (unsigned)__builtin_ctzll(busy), set = 0;
        for (unsigned turns = s->turn[i] & f->filled[i]; turns; turns &= turns - 1) {
            unsigned v = (unsigned)__builtin_ctz(turns), c = i * vcs + v;
            set |= (unsigned)(s->credits[rh_vc_router_output(s, c) * vcs + s->out_vc[c]] != 0) << v;
        }
        if (set == 0)
            continue;
        unsigned v = rh_first_from(set, s->send_vc[i]), o = rh_vc_router_output(s, i * vcs + v);
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

static struct looks looks_of(const struct rh_router_params *params, const struct rh_router_config *config) {
    bool two = params->classes == 2;
    return (struct looks){.p = params,
                          .classes = two ? config : NULL,
                          .half = two ? params->vcs / 2U : params->vcs,
                          .vcs = params->vcs,
                          .depth = params->depth};
}

unsigned rh_vc_router_candidate_vcs(const struct rh_router_params *params, const struct rh_router_config *config,
                                    unsigned input, unsigned v, unsigned to, unsigned output) {
    const struct looks looks = looks_of(params, config);
    return candidate_vcs_of(&looks, input, v, to, output);
}

void rh_vc_router_query(const struct rh_vc_router *s, const struct rh_vc_router_fronts *fronts,
                        const struct rh_router_params *params, const struct rh_router_config *config,
                        struct rh_vc_router_view *view) {
    const struct looks looks = looks_of(params, config);
    query_outputs(s, fronts, params, view);
    view->asks = view->stays = 0;
    for (uint64_t busy = fronts->busy; busy != 0; busy &= busy - 1) {
        unsigned i = (unsigned)__builtin_ctzll(busy);
        bool asks = params->vcs == 1 ? query_only(s, &looks, view, i) : query_input(s, fronts, &looks, view, i);
        view->asks |= (uint64_t)asks << i;
    }
    query_sends(s, fronts, params, view);
}

static void show(const struct rh_vc_router *s, const struct rh_router_params *p, const struct rh_vc_router_view *view,
                 bool enable, struct rh_router_out *out) {
    memset(out, 0, sizeof *out);
    for (uint64_t set = enable ? view->asks : 0; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set), place = view->ask[i * p->vcs + view->first[i]].place;
        out->request[i] = view->request[i];
        out->destination[i] = s->to[place];
        out->bank[i] = s->bank[place];
        out->row[i] = s->row[place];
    }
    out->ready = enable ? view->ready : 0;
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
static uint8_t granted_vc(const struct rh_vc_router *s, const struct rh_router_params *p,
                          const struct rh_vc_router_view *view, unsigned i, unsigned output) {
    unsigned asks = 0;
    for (unsigned set = view->channels[i]; set; set &= set - 1) {
        unsigned v = (unsigned)__builtin_ctz(set);
        asks |= (unsigned)(view->ask[i * p->vcs + v].output == output) << v;
    }
    return (uint8_t)rh_first_from(asks, s->ask_vc[i]);
}

/* The packet in channel `v` of input `i` was granted what it asked for. A turn is over with the packet that had it. */
static void give(struct rh_vc_router *s, const struct rh_router_params *p, const struct rh_vc_router_view *view,
                 unsigned i, unsigned v) {
    const struct rh_vc_router_ask *ask = &view->ask[i * p->vcs + v];
    unsigned c = i * p->vcs + v, free = ask->candidate_vcs & ~(unsigned)s->taken[ask->output];
    uint8_t out_vc = (uint8_t)__builtin_ctz(free != 0 ? free : ask->candidate_vcs), bit = (uint8_t)(1U << v);
    bool stays = view->stays >> i & 1;
    s->last[i] = ask->output;
    s->stayed[i] = stays ? (uint8_t)(s->stayed[i] + 1) : 0;
    if (!stays && v == view->first[i])
        s->ask_vc[i] = (uint8_t)rh_next_of(v, p->vcs);
    if (free == 0) /* it waits for a tail, or is behind it */
        s->heir[ask->output] |= (uint8_t)(1U << out_vc);
    if (ask->own) {
        s->next[i] |= bit;
        return;
    }
    s->output[c] = rh_bit(ask->output);
    s->out_vc[c] = out_vc;
    s->active[i] |= bit;
    if (free == 0)
        return;
    s->turn[i] |= bit;
    s->taken[ask->output] |= (uint8_t)(1U << out_vc);
}

/* It is the turn of who waits for a channel of an output; one does. */
static void begin_turn(struct rh_vc_router *s, const struct rh_vc_router_fronts *f, unsigned vcs, unsigned output,
                       unsigned out_vc) {
    for (uint64_t busy = f->busy; busy != 0; busy &= busy - 1) {
        unsigned i = (unsigned)__builtin_ctzll(busy);
        for (unsigned set = s->active[i] & ~(unsigned)s->turn[i]; set; set &= set - 1) {
            unsigned v = (unsigned)__builtin_ctz(set), c = i * vcs + v;
            if (s->output[c] != rh_bit(output) || s->out_vc[c] != out_vc)
                continue;
            s->turn[i] |= (uint8_t)(1U << v);
            return;
        }
    }
}

/* The tail of a packet leaves: its channel goes to who waits for it, or is free. */
static void pass_on(struct rh_vc_router *s, const struct rh_vc_router_fronts *f, const struct rh_router_params *p,
                    unsigned i, unsigned v) {
    unsigned c = i * p->vcs + v, o = rh_vc_router_output(s, c), out_vc = s->out_vc[c];
    uint8_t bit = (uint8_t)(1U << v);
    bool waits = s->heir[o] >> out_vc & 1;
    s->heir[o] &= (uint8_t) ~(1U << out_vc);
    if (s->next[i] & bit) {
        s->next[i] &= (uint8_t)~bit;
        return;
    }
    s->active[i] &= (uint8_t)~bit;
    s->turn[i] &= (uint8_t)~bit;
    if (waits)
        begin_turn(s, f, p->vcs, o, out_vc);
    else
        s->taken[o] &= (uint8_t) ~(1U << out_vc);
}

/* The flit at the front of this virtual channel of input `i` leaves. */
static void leave(struct rh_vc_router *s, struct rh_vc_router_fronts *f, const struct rh_router_params *p,
                  const uint8_t *route, unsigned i, unsigned v) {
    unsigned c = i * p->vcs + v, o = rh_vc_router_output(s, c), place = rh_vc_router_place(s, p, c, 0);
    s->leave_valid |= rh_bit(o);
    s->leave_tail |= (uint64_t)s->tail[place] << o;
    s->leave_vc[o] = s->out_vc[c];
    s->leave_destination[o] = s->to[place];
    s->leave_bank[o] = s->bank[place];
    s->leave_row[o] = s->row[place];
    s->leave_payload[o] = s->payload[place];
    s->back_valid |= rh_bit(i);
    s->back_vc[i] = (uint8_t)v;
    s->credits[o * p->vcs + s->out_vc[c]]--;
    s->first[c] = (uint8_t)rh_next_of(s->first[c], p->depth);
    s->count[c]--;
    if (s->tail[place])
        pass_on(s, f, p, i, v);
    rh_vc_router_goes(s, f, p, i, v, c * p->depth + s->first[c]);
    rh_vc_router_look(s, p, route, i, v);
}

/* The same of the one that was chosen in its turn. Returns its output. */
static unsigned send(struct rh_vc_router *s, struct rh_vc_router_fronts *f, const struct rh_router_params *p,
                     const uint8_t *route, unsigned i, unsigned v) {
    unsigned o = rh_vc_router_output(s, i * p->vcs + v);
    s->send_vc[i] = (uint8_t)rh_next_of(v, p->vcs);
    s->send_input[o] = (uint8_t)rh_next_of(i, p->inputs);
    leave(s, f, p, route, i, v);
    return o;
}

/* The packet in channel `v` of input `i`, which was given one, may leave in this very clock: it begins, and has a
 * credit. */
static bool leaves_at_once(const struct rh_vc_router *s, const struct rh_router_params *p,
                           const struct rh_vc_router_view *view, unsigned i, unsigned v) {
    unsigned c = i * p->vcs + v;
    if (view->ask[c].own || !(s->turn[i] >> v & 1))
        return false;
    return s->credits[rh_vc_router_output(s, c) * p->vcs + s->out_vc[c]] != 0;
}

static void arrive(struct rh_vc_router *s, struct rh_vc_router_fronts *f, const struct rh_router_params *p,
                   const struct rh_router_in *in) {
    for (uint64_t set = in->arrive_valid & rh_mask(p->inputs); set; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set), v = in->arrive_vc[i] & (p->vcs - 1U), c = i * p->vcs + v;
        unsigned place = rh_vc_router_place(s, p, c, s->count[c]);
        if (s->count[c] == p->depth) /* nobody had a credit for it: out of the contract */
            continue;
        s->tail[place] = in->arrive_tail >> i & 1;
        s->to[place] = in->arrive_destination[i];
        s->bank[place] = in->arrive_bank[i];
        s->row[place] = in->arrive_row[i];
        s->payload[place] = in->arrive_payload[i];
        s->count[c]++;
        rh_vc_router_comes(s, f, p, in->route, i, v, place);
    }
    for (uint64_t set = in->credit_valid & rh_mask(p->outputs); set; set &= set - 1) {
        unsigned o = (unsigned)__builtin_ctzll(set);
        s->credits[o * p->vcs + (in->credit_vc[o] & (p->vcs - 1U))]++;
    }
}

void rh_vc_router_move(struct rh_vc_router *s, struct rh_vc_router_fronts *fronts,
                       const struct rh_router_params *params, const struct rh_router_in *in,
                       struct rh_vc_router_view *view) {
    uint64_t at_once = 0, used = 0; /* inputs; outputs */
    for (uint64_t set = view->asks; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        uint64_t grant = in->grant[i] & view->request[i];
        if (grant == 0)
            continue;
        unsigned v = view->given[i] = granted_vc(s, params, view, i, (unsigned)__builtin_ctzll(grant));
        give(s, params, view, i, v);
        rh_vc_router_look(s, params, in->route, i, v);
        if (params->speculative && leaves_at_once(s, params, view, i, v))
            at_once |= rh_bit(i);
    }
    s->leave_valid = s->leave_tail = s->back_valid = 0;
    for (uint64_t set = view->sends; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set);
        used |= rh_bit(send(s, fronts, params, in->route, i, view->send[i]));
    }
    for (uint64_t set = at_once & ~view->sends; set != 0; set &= set - 1) {
        unsigned i = (unsigned)__builtin_ctzll(set), v = view->given[i];
        if (!(used >> view->ask[i * params->vcs + v].output & 1))
            leave(s, fronts, params, in->route, i, v);
    }
    arrive(s, fronts, params, in);
}

static void cycle(struct rh_vc_router *s, const struct rh_router_params *params, const struct rh_router_config *config,
                  const struct rh_router_in *in, struct rh_router_out *out) {
    struct rh_vc_router_fronts fronts;
    struct rh_vc_router_view view;
    rh_vc_router_query_fronts(s, params, &fronts);
    rh_vc_router_query(s, &fronts, params, config, &view);
    show(s, params, &view, in->enable, out);
    if (in->enable)
        rh_vc_router_move(s, &fronts, params, in, &view);
}

RH_BLOCK_OPS(vc_router, struct rh_vc_router, rh_vc_router_list, NULL, rh_vc_router_reset, cycle);
