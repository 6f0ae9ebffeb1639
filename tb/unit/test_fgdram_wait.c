// SPDX-License-Identifier: Apache-2.0
// Does every request of `fgdram_channel` leave within the bound of docs/rh_fgdram_channel.md, and how near to it can a
// stream come that is made to delay one?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/controller/rh_fgdram_grain.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_random.h"

enum {
    BANKS = 16,
    DEPTH = 4,   /* requests that the adversary gives a bank at a time */
    MOST = 49,   /* that a bank may have: its head, and all the pool */
    UPPER = 8192 /* rows from here on: other subarrays */
};

static unsigned most(unsigned a, unsigned b) {
    return a > b ? a : b;
}

/* Clocks in which the head of a bank leaves, with `commands` column commands a request: mon_head_wait's `service`. */
static unsigned service(const struct rh_geometry *geometry, const struct rh_constraints *g, unsigned commands) {
    unsigned grains = 1U << geometry->grain_bits, lose = grains - 1, rcd = most(g->rcd_rd, g->rcd_wr);
    unsigned step = g->ccd_l + lose, turnaround = most(g->ccd_l, most(g->rtw, g->wtr_l)) + lose;
    unsigned column = most(rcd + lose, turnaround) + RH_FGDRAM_TURN * step + turnaround;
    unsigned close = most(g->ras, most(g->rtp, g->wtp)), row_turn = geometry->banks * g->act_bus - 1U;
    unsigned activate = grains * g->act_bus - 1U + g->rrd_l + row_turn;
    return most(close + row_turn + g->rp, g->rc) + activate + rcd + commands * column;
}

/* A channel of preset fgdram, and what waits in it: of each bank, the oldest first. */
struct bench {
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    const struct rh_block_ops *ops;
    void *state;
    unsigned clock, service, longest; /* the longest wait of a request that was its bank's only one */
    unsigned count[BANKS], accepted[BANKS][MOST], place[BANKS][MOST];
    unsigned taken[BANKS]; /* requests that a bank has taken */
};

static void start(struct bench *b, unsigned commands) {
    struct rh_preset preset;
    memset(b, 0, sizeof *b);
    assert_true(rh_preset_find("fgdram", &preset, NULL));
    b->geometry = rh_preset_geometry(&preset, BANKS * DEPTH);
    b->geometry.responses = 32;
    b->constraints = rh_preset_constraints(&preset);
    b->service = service(&b->geometry, &b->constraints, commands);
    b->ops = rh_controller_find("fgdram_channel");
    b->state = calloc(1, b->ops->state_size);
    assert_non_null(b->state);
    b->ops->reset(b->state, &b->geometry);
}

/* One clock. True when the request is taken; each one that leaves does so in time. */
static bool clock_of(struct bench *b, const struct rh_controller_in *in, struct rh_controller_out *out) {
    b->ops->cycle(b->state, &b->geometry, &b->constraints, in, out);
    if (out->col_last) {
        unsigned bank = out->col_bank, waited = b->clock - b->accepted[bank][0];
        assert_in_range(waited, 1, b->place[bank][0] * b->service);
        if (b->place[bank][0] == 1)
            b->longest = most(b->longest, waited);
        b->count[bank]--;
        memmove(&b->accepted[bank][0], &b->accepted[bank][1], sizeof b->accepted[bank] - sizeof b->accepted[bank][0]);
        memmove(&b->place[bank][0], &b->place[bank][1], sizeof b->place[bank] - sizeof b->place[bank][0]);
    }
    for (unsigned k = 0; k < BANKS; k++) /* nobody waits beyond it unseen */
        assert_true(!b->count[k] || b->clock - b->accepted[k][0] < b->place[k][0] * b->service);
    bool taken = in->req_valid && out->req_ready;
    if (taken) {
        unsigned bank = in->req_bank, at = b->count[bank]++;
        b->accepted[bank][at] = b->clock;
        b->place[bank][at] = at + 1;
        b->taken[bank]++;
    }
    b->clock++;
    return taken;
}

/* Who delays a read. Its bank has just written to another row, so it waits for tWR, then for its turn of the row bus;
 * the other grains' banks all want a new row each time. When its row is open its neighbour is about to write, and does
 * so eight times; then a read of the neighbour closes its row and goes first. */
struct adversary {
    unsigned bank;        /* the one that waits; its neighbour is bank + 1 */
    unsigned at;          /* the write comes at this clock, */
    unsigned lag;         /* the read so many clocks after it has gone */
    unsigned from;        /* the neighbour comes from this clock on, */
    unsigned writes;      /* with so many writes to one row, a read, eight writes, a read; then to other rows */
    unsigned step, depth; /* the others' banks, in such steps, so many requests a bank */
};
enum { ENDLESS = 100000 };

/* The next request of the neighbour. */
static void neighbour(const struct bench *b, const struct adversary *a, struct rh_controller_in *in) {
    unsigned bank = a->bank + 1, k = b->taken[bank], second = a->writes + 1 + RH_FGDRAM_TURN;
    in->req_bank = (uint8_t)bank;
    in->req_row = UPPER + (k > second ? k : 0);
    in->req_write = k != a->writes && k < second;
}

/* And of the others; false when all are full. */
static bool other(const struct bench *b, const struct adversary *a, unsigned *next, struct rh_controller_in *in) {
    for (unsigned tries = 0; tries < BANKS; tries++, *next = (*next + a->step) % BANKS)
        if (*next / 2 != a->bank / 2 && b->count[*next] < a->depth) {
            in->req_bank = (uint8_t)*next;
            in->req_row = (*next & 1 ? UPPER : 0) + b->taken[*next] % UPPER;
            return true;
        }
    return false;
}

/* Clocks that the read waits. */
static unsigned delay(const struct adversary *a) {
    enum { BEFORE, WRITTEN, GONE, READ } phase = BEFORE;
    struct bench b;
    unsigned next = 0, gone = 0, waited = 0;
    start(&b, 1);
    while (waited == 0) {
        struct rh_controller_in in = {.rsp_ready = 1, .req_valid = 1};
        struct rh_controller_out out;
        bool its = (phase == BEFORE && b.clock >= a->at) || (phase == GONE && b.clock >= gone + a->lag);
        bool others = false;
        if (its) {
            in.req_bank = (uint8_t)a->bank;
            in.req_row = phase == BEFORE ? 1 : 2;
            in.req_write = phase == BEFORE;
        } else if (b.clock >= a->from && b.count[a->bank + 1] < DEPTH) {
            neighbour(&b, a, &in);
        } else {
            others = other(&b, a, &next, &in);
            in.req_valid = others;
        }
        unsigned accepted = b.accepted[a->bank][0];
        bool taken = clock_of(&b, &in, &out);
        if (out.col_last && out.col_bank == a->bank) {
            gone = b.clock - 1;
            waited = phase == READ ? gone - accepted : 0;
            phase = GONE;
        }
        if (its && taken)
            phase = phase == BEFORE ? WRITTEN : READ;
        if (others && taken)
            next = (next + a->step) % BANKS;
    }
    free(b.state);
    return waited;
}

/* The arithmetic of docs/rh_fgdram_channel.md, and what it assumes. */
static void the_bound_of_the_preset(void **state) {
    (void)state;
    struct bench b;
    start(&b, 1);
    assert_int_equal(b.service, 277);
    assert_int_equal(service(&b.geometry, &b.constraints, 2), 441);
    const struct rh_constraints *g = &b.constraints;
    int grains = 8, step = g->ccd_l + grains - 1;
    assert_true(g->ccd_l >= grains);
    assert_true(g->rtp + g->rp + g->rcd_rd > step && g->wtp + g->rp + g->rcd_wr > step);
    assert_true(g->rc >= g->rrd_l + grains * g->act_bus);
    assert_true(g->faw <= g->faw_n * g->act_bus);
    assert_true(b.geometry.responses > most(g->rd_done, g->wr_done) + 1);
    free(b.state);
}

/* The worst of half a million of them. */
static void a_stream_that_delays_one_read(void **state) {
    (void)state;
    static const struct adversary worst = {
        .bank = 4, .at = 128, .lag = 0, .from = 100, .writes = 13, .step = 15, .depth = 3};
    assert_int_equal(delay(&worst), 164);
}

/* The neighbour writes for ever, and is passed after eight. */
static void a_neighbour_that_never_ends(void **state) {
    (void)state;
    static const struct adversary endless = {
        .bank = 4, .at = 128, .lag = 0, .from = 100, .writes = ENDLESS, .step = 15, .depth = 3};
    assert_in_range(delay(&endless), 100, 277);
}

/* What the bound leaves out: a neighbour whose open row is in the same subarray is kept for as long as it hits. */
static void a_neighbour_in_the_same_subarray(void **state) {
    (void)state;
    struct bench b;
    struct rh_controller_out out;
    start(&b, 1);
    b.service = 100000;
    while (b.clock < 3000) {
        const struct rh_controller_in in = {
            .rsp_ready = 1, .req_valid = b.clock < 2000, .req_bank = b.clock != 100, .req_row = b.clock == 100 ? 2 : 1};
        (void)clock_of(&b, &in, &out);
    }
    assert_int_equal(b.count[0], 0);
    assert_in_range(b.longest, 2200, 2400); /* 48 are stored when they end */
    free(b.state);
}

static void streams_like_it(void **state) {
    (void)state;
    uint64_t dice = rh_random_start(3, 0);
    unsigned longest = 0;
    for (unsigned k = 0; k < 300; k++) {
        const struct adversary a = {.bank = 2 * rh_random_below(&dice, 8),
                                    .at = 100 + rh_random_below(&dice, 60),
                                    .lag = rh_random_below(&dice, 24),
                                    .from = 60 + rh_random_below(&dice, 60),
                                    .writes = rh_random_below(&dice, 24),
                                    .step = 1 + 2 * rh_random_below(&dice, 8),
                                    .depth = 1 + rh_random_below(&dice, DEPTH)};
        longest = most(longest, delay(&a));
    }
    assert_in_range(longest, 120, 277);
}

/* Requests of any bank, direction and length: `rows` rows a bank, of which it keeps to one half of the subarrays. */
static void any_stream(void **state) {
    (void)state;
    static const struct {
        unsigned rows, writes, commands, load; /* writes and load: of 8 */
    } kinds[] = {{1, 4, 1, 8}, {2, 4, 1, 8}, {4, 2, 1, 7}, {1000, 4, 1, 8}, {3, 4, 8, 8}, {2, 1, 2, 4}};
    uint64_t dice = rh_random_start(4, 0);
    for (unsigned k = 0; k < sizeof kinds / sizeof kinds[0]; k++) {
        struct bench b;
        struct rh_controller_out out;
        start(&b, kinds[k].commands);
        while (b.clock < 20000) {
            unsigned bank = rh_random_below(&dice, BANKS), row = rh_random_below(&dice, kinds[k].rows);
            const struct rh_controller_in in = {.rsp_ready = 1,
                                                .req_valid = rh_random_below(&dice, 8) < kinds[k].load,
                                                .req_bank = (uint8_t)bank,
                                                .req_row = (bank & 1 ? UPPER : 0) + row,
                                                .req_write = rh_random_below(&dice, 8) < kinds[k].writes,
                                                .req_len = (uint8_t)rh_random_below(&dice, kinds[k].commands)};
            (void)clock_of(&b, &in, &out);
        }
        free(b.state);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_bound_of_the_preset),
        cmocka_unit_test(a_stream_that_delays_one_read),
        cmocka_unit_test(a_neighbour_that_never_ends),
        cmocka_unit_test(a_neighbour_in_the_same_subarray),
        cmocka_unit_test(streams_like_it),
        cmocka_unit_test(any_stream),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
