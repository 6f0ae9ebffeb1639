// SPDX-License-Identifier: Apache-2.0
// Are reads served before writes until enough writes wait, then writes until few are left, in every controller on the
// age queue; do addresses keep their order, and nobody else's; are places kept apart?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "ascii_wave.h"
#include "cmodel/controller/rh_write_drain.h"
#include "rowhold/rh_random.h"

static const char *const all[] = {"fr_fcfs",     "fr_fcfs_serial", "most_pending", "bliss",
                                  "fr_fcfs_cap", "par_bs",         "atlas",        "warp_group"};
enum { ALL = sizeof all / sizeof all[0] };

static struct rh_geometry drains(void) {
    struct rh_geometry geometry = ascii_geometry;
    geometry.write_drain = 1;
    geometry.source_bits = 2;
    return geometry;
}

static struct rh_constraints with(unsigned high, unsigned low, unsigned queue) {
    struct rh_constraints constraints = ascii_constraints;
    constraints.write_high = high;
    constraints.write_low = low;
    constraints.write_queue = queue;
    return constraints;
}

static void check(const struct rh_constraints *constraints, const struct script_request *script, unsigned n,
                  const char *commands, const char *banks, const unsigned *order) {
    const struct rh_geometry geometry = drains();
    struct ascii_wave wave;
    ascii_run(&wave, "fr_fcfs", &geometry, constraints, script, n, (unsigned)strlen(commands), "");
    assert_string_equal(wave.commands, commands);
    assert_string_equal(wave.banks, banks);
    ascii_in_order(&wave, order, n);
}

/* The write of bank 1 could have its ACT in clock 3, and has it in that of the last read's RD: a clock later nobody
 * reads. */
static void a_write_waits_as_long_as_a_read_does(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 1, 1, 1, 0, 1}, {2, 0, 0, 1, 1, 1}, {3, 0, 0, 1, 2, 1}};
    static const unsigned order[] = {0, 2, 3, 1};
    const struct rh_constraints held = with(3, 1, 0), alike = with(0, 0, 0);
    check(&held, script, 4, ".A...R.R.RA...W.....", ".0...0.0.01...1.....", order);
    check(&alike, script, 4, ".A.A.R.R.R....W.....", ".0.1.0.0.0....1.....", order);
}

/* Three writes wait from clock 5 on, in which the first RD could go: they drain until one is left, or none. */
static const struct script_request many[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 1, 1, 1, 0, 1},
                                             {3, 1, 1, 1, 1, 1}, {4, 1, 1, 1, 2, 1}, {5, 0, 0, 1, 2, 1},
                                             {6, 0, 0, 1, 3, 1}};

static void writes_drain_from_the_high_mark_to_the_low_one(void **state) {
    (void)state;
    static const unsigned one[] = {2, 3, 0, 1, 5, 6, 4}, none[] = {2, 3, 4, 0, 1, 5, 6}, last[] = {0, 1, 5, 6, 2, 3, 4};
    struct rh_constraints constraints = with(3, 1, 0);
    check(&constraints, many, 7, ".A...A..W.W.....R.R.R.R....W......", ".0...1..1.1.....0.0.0.0....1......", one);
    constraints = with(3, 0, 0);
    check(&constraints, many, 7, ".A...A..W.W.W.....R.R.R.R.........", ".0...1..1.1.1.....0.0.0.0.........", none);
    constraints = with(4, 1, 0); /* never so many: all reads first */
    check(&constraints, many, 7, ".A...R.R.R.RA...W.W.W.............", ".0...0.0.0.01...1.1.1.............", last);
}

/* Requests 1 and 2 want column 0 of row 1 of bank 0: the write is held, and goes because the read behind it is served.
 * Request 3, of another row, waits until the last read has left in clock 18. */
static void a_read_lets_the_older_write_to_its_address_go_first(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 1, 1, 0, 1}, {1, 1, 0, 1, 0, 1}, {2, 0, 0, 1, 0, 1}, {3, 1, 0, 2, 0, 1}, {4, 0, 1, 1, 1, 1}};
    static const unsigned order[] = {0, 4, 1, 2, 3};
    const struct rh_constraints constraints = with(3, 1, 0);
    check(&constraints, script, 5, ".A.A.R.R....W.....R.P..A..W.......", ".1.0.1.1....0.....0.0..0..0.......", order);
}

/* All want row 1 of bank 0; request 4 reads what request 1 writes. The other reads pass the writes, and request 4, too.
 * Then no read is left that has no older write of its address, and the row goes on in order. */
static const struct script_request in_one_row[] = {{0, 0, 0, 1, 0, 1}, {1, 1, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1},
                                                   {3, 1, 0, 1, 3, 1}, {4, 0, 0, 1, 1, 1}, {5, 0, 0, 1, 4, 1}};

static void reads_pass_the_writes_of_their_row_but_not_of_their_address(void **state) {
    (void)state;
    static const unsigned passed[] = {0, 2, 5, 1, 3, 4}, in_order[] = {0, 1, 2, 3, 4, 5};
    const struct rh_constraints held = with(3, 1, 0), alike = with(0, 0, 0);
    check(&held, in_one_row, 6, ".A...R.R.R....W.W.....R............", ".0...0.0.0....0.0.....0............", passed);
    check(&alike, in_one_row, 6, ".A...R....W.....R....W.....R.R.....", ".0...0....0.....0....0.....0.0.....",
          in_order);
}

/* Three writes drain from clock 4 on, in which tRCD of a write has passed. Request 2 writes what request 0 reads. */
static void writes_pass_the_reads_of_their_row_but_not_of_their_address(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 0, 0, 1, 0, 1}, {1, 1, 0, 1, 1, 1}, {2, 1, 0, 1, 0, 1}, {3, 1, 0, 1, 2, 1}};
    static const unsigned order[] = {1, 3, 0, 2};
    const struct rh_constraints constraints = with(3, 0, 0);
    check(&constraints, script, 4, ".A..W.W.....R....W......", ".0..0.0.....0....0......", order);
}

/* Request 1 reads what request 0 writes, and may not go before clock 10. Request 2 comes behind the write, and reads
 * the same: it stays behind request 1, which has a hazard, while request 3 passes both. */
static void reads_of_one_address_keep_their_order(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 1, 0, 1, 1, 1}, {1, 0, 0, 1, 1, 1}, {5, 0, 0, 1, 1, 1}, {6, 0, 0, 1, 2, 1}};
    static const unsigned order[] = {0, 3, 1, 2};
    const struct rh_constraints constraints = with(3, 1, 0);
    check(&constraints, script, 4, ".A..W.....R.R.R.....", ".0..0.....0.0.0.....", order);
}

/* The least aligned block of 1, 2, 4 or 8 columns, by the bits that are not compared, or the whole row. */
static void a_burst_has_the_address_of_its_block(void **state) {
    (void)state;
    assert_int_equal(rh_write_drain_block(3, 0), 0);
    assert_int_equal(rh_write_drain_block(3, 1), 1);   /* columns 2 and 3 */
    assert_int_equal(rh_write_drain_block(2, 1), ~0U); /* 1 and 2 */
    assert_int_equal(rh_write_drain_block(11, 3), 3);  /* 8 to 11 */
    assert_int_equal(rh_write_drain_block(11, 2), 3);  /* 9 to 11 */
    assert_int_equal(rh_write_drain_block(10, 2), ~0U);
    assert_int_equal(rh_write_drain_block(15, 7), 7); /* 8 to 15 */
    assert_int_equal(rh_write_drain_block(15, 4), 7);
    assert_int_equal(rh_write_drain_block(14, 4), ~0U);
    assert_int_equal(rh_write_drain_block(8, 1), ~0U); /* 7 and 8 */
    assert_int_equal(rh_write_drain_block(6, 7), ~0U); /* 7 columns of the block before it */
}

/* Two of eight places are for writes: the third waits for the first to leave, in clock 4, and who is behind it, too. */
static void a_kind_has_its_places_and_no_others(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 1, 0, 1, 0, 1}, {0, 1, 0, 1, 1, 1}, {0, 1, 0, 1, 2, 1}, {0, 0, 1, 1, 0, 1}, {0, 0, 1, 1, 1, 1}};
    static const unsigned accepted[] = {0, 1, 4, 5, 6};
    const struct rh_geometry geometry = drains();
    const struct rh_constraints constraints = with(0, 0, 2);
    struct ascii_wave wave;
    ascii_run(&wave, "fr_fcfs", &geometry, &constraints, script, 5, 30, "");
    assert_string_equal(wave.commands, ".A..W.WAW.....R.R.............");
    assert_memory_equal(wave.accepted_at, accepted, sizeof accepted);
}

/* The write is the oldest from clock 6 on, and goes alone from clock 12 on, reads or not. */
static void the_age_cap_knows_no_kinds(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 1, 1, 1, 0, 1}, {2, 0, 0, 1, 1, 1},
                                                   {3, 0, 0, 1, 2, 1}, {4, 0, 0, 1, 3, 1}, {5, 0, 0, 1, 4, 1},
                                                   {6, 0, 0, 1, 5, 1}, {7, 0, 0, 1, 6, 1}};
    static const unsigned order[] = {0, 2, 3, 4, 1, 5, 6, 7};
    struct rh_constraints constraints = with(3, 1, 0);
    constraints.age_cap = 6;
    check(&constraints, script, 8, ".A...R.R.R.RA...W.....R.R.R.....", ".0...0.0.0.01...1.....0.0.0.....", order);
}

/* The write is the oldest from clock 1 on, and goes alone from clock 7 on: no read of its row passes it any more. */
static void nobody_passes_who_goes_alone(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 1, 0, 1, 0, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 2, 1}, {3, 0, 0, 1, 3, 1}};
    static const unsigned order[] = {1, 0, 2, 3};
    struct rh_constraints constraints = with(3, 1, 0);
    constraints.age_cap = 6;
    check(&constraints, script, 4, ".A...R....W.....R.R.....", ".0...0....0.....0.0.....", order);
}

/* What the test knows of a controller: the requests that it has, in order of age, and what it serves. */
enum { MOST = 8, CLOCKS = 6000 };
struct beside {
    struct rh_controller_in queue[MOST]; /* with the commands to come */
    bool hazard[MOST];                   /* when it came, one of its address was there that it may not pass */
    unsigned count, waiting[2], reads_taken, writes_taken, others, passes;
    bool draining, open[4];
    uint32_t open_row[4];
};

static bool is_served(const struct beside *b, const struct rh_constraints *constraints, unsigned write) {
    if (constraints->write_high == 0)
        return true;
    return write ? b->draining || b->waiting[0] == 0 : !b->draining;
}

static unsigned of_tag(const struct beside *b, unsigned tag) {
    unsigned k = 0;
    while (k < b->count && b->queue[k].req_tag != tag)
        k++;
    assert_true(k < b->count);
    return k;
}

/* The least of 1, 2, 4, 8 that is no less than the number of commands to come, if they end with an aligned block of so
 * many columns; else 0. */
static unsigned size_of(const struct rh_controller_in *r) {
    unsigned size = r->req_len < 1 ? 1 : r->req_len < 2 ? 2 : r->req_len < 4 ? 4 : 8;
    return (r->req_column + r->req_len + 1U) % size == 0 ? size : 0;
}

static bool one_row(const struct rh_controller_in *r, const struct rh_controller_in *s) {
    return r->req_bank == s->req_bank && r->req_row == s->req_row;
}

static bool one_block(const struct rh_controller_in *r, const struct rh_controller_in *s) {
    unsigned mine = size_of(r), others = size_of(s), size = mine > others ? mine : others;
    return mine == 0 || others == 0 || r->req_column / size == s->req_column / size;
}

static bool share_column(const struct rh_controller_in *r, const struct rh_controller_in *s) {
    return ((s->req_column - r->req_column) & 15) <= r->req_len || ((r->req_column - s->req_column) & 15) <= s->req_len;
}

/* A row that somebody wants who is served goes on with the oldest of these that have no hazard, where a kind is held;
 * if there is none, with its oldest. */
static void check_column(struct beside *b, const struct rh_constraints *constraints,
                         const struct rh_controller_out *out) {
    unsigned k = of_tag(b, out->col_tag), oldest = MOST, passing = MOST;
    const struct rh_controller_in *r = &b->queue[k];
    bool alike = is_served(b, constraints, 0) && is_served(b, constraints, 1), wanted = false;
    for (unsigned i = b->count; i-- > 0;) {
        const struct rh_controller_in *other = &b->queue[i];
        if (!one_row(other, r))
            continue;
        assert_false(i < k && share_column(other, r)); /* a column keeps its order */
        bool serves = is_served(b, constraints, other->req_write);
        wanted = wanted || serves;
        oldest = i;
        passing = serves && !alike && !b->hazard[i] ? i : passing;
    }
    assert_true(wanted);
    assert_int_equal(k, passing != MOST ? passing : oldest);
    b->others += !is_served(b, constraints, r->req_write);
    b->passes += k != oldest;
}

/* A row command is for a request that is served and wants another row than the open one. */
static void check_row(struct beside *b, const struct rh_constraints *constraints, const struct rh_controller_out *out) {
    unsigned bank = out->row_bank;
    bool wanted = false;
    for (unsigned i = 0; i < b->count; i++) {
        const struct rh_controller_in *r = &b->queue[i];
        wanted = wanted || (r->req_bank == bank && is_served(b, constraints, r->req_write) &&
                            (out->row_cmd == RH_ACT ? r->req_row == out->row_row : r->req_row != b->open_row[bank]));
    }
    assert_true(wanted);
    b->open[bank] = out->row_cmd == RH_ACT;
    if (out->row_cmd == RH_ACT)
        b->open_row[bank] = out->row_row;
}

/* Who leaves in the clock in which the request comes counts. */
static bool has_hazard(const struct beside *b, const struct rh_controller_in *in) {
    bool hazard = false;
    for (unsigned i = 0; i < b->count; i++)
        hazard = hazard || (one_row(&b->queue[i], in) && one_block(&b->queue[i], in) &&
                            (b->queue[i].req_write != in->req_write || b->hazard[i]));
    return hazard;
}

static void move(struct beside *b, const struct rh_constraints *constraints, const struct rh_controller_in *in,
                 const struct rh_controller_out *out) {
    bool arrives = in->req_valid && out->req_ready, hazard = arrives && has_hazard(b, in);
    if (out->col_cmd != RH_NOP) {
        unsigned k = of_tag(b, out->col_tag);
        b->queue[k].req_column = (b->queue[k].req_column + 1) & 15;
        b->queue[k].req_len = (uint8_t)(b->queue[k].req_len - 1);
        if (out->col_last) {
            b->waiting[b->queue[k].req_write]--;
            b->count--;
            memmove(b->queue + k, b->queue + k + 1, (b->count - k) * sizeof b->queue[0]);
            memmove(b->hazard + k, b->hazard + k + 1, (b->count - k) * sizeof b->hazard[0]);
        }
    }
    if (arrives) {
        b->waiting[in->req_write]++;
        b->hazard[b->count] = hazard;
        b->queue[b->count++] = *in;
    }
    b->draining = constraints->write_high != 0 &&
                  (b->draining ? b->waiting[1] > constraints->write_low : b->waiting[1] >= constraints->write_high);
}

static struct rh_controller_in draw_request(uint64_t *seed, unsigned tag, unsigned reads) {
    unsigned len = rh_random_below(seed, 4) == 0 ? (unsigned)rh_random_below(seed, 8) : 0;
    return (struct rh_controller_in){.req_valid = 1,
                                     .rsp_ready = 1,
                                     .req_write = rh_random_below(seed, 8) >= reads,
                                     .req_bank = (uint8_t)rh_random_below(seed, 4),
                                     .req_row = (uint32_t)rh_random_below(seed, 2),
                                     .req_column = (uint16_t)rh_random_below(seed, 16),
                                     .req_len = (uint8_t)len,
                                     .req_source = (uint8_t)rh_random_below(seed, 4),
                                     .req_tag = (uint16_t)tag};
}

/* A tag of no request that is queued: some wait for long. */
static unsigned free_tag(const struct beside *b, unsigned *tag) {
    for (unsigned k = 0; k < b->count; k++)
        if (b->queue[k].req_tag == *tag) {
            *tag = (*tag + 1) % 64;
            return free_tag(b, tag);
        }
    return *tag;
}

/* A kind is refused when its places, or all places, are taken, and none gets free in the clock. */
static bool has_room(const struct beside *b, const struct rh_constraints *constraints,
                     const struct rh_controller_in *in, const struct rh_controller_out *out) {
    bool leaves = out->col_cmd != RH_NOP && out->col_last;
    unsigned own = constraints->write_queue, write = in->req_write;
    unsigned places = own == 0 ? MOST : write ? own : MOST - own;
    if (own == 0)
        return b->count < MOST || leaves;
    return b->waiting[write] < places || (leaves && b->queue[of_tag(b, out->col_tag)].req_write == write);
}

static void run_beside(struct beside *b, const char *controller, const struct rh_constraints *constraints,
                       uint64_t seed, unsigned reads) {
    const struct rh_block_ops *ops = rh_controller_find(controller);
    const struct rh_geometry geometry = drains();
    void *state = calloc(1, ops->state_size);
    struct rh_controller_in in = draw_request(&seed, 0, reads);
    unsigned tag = 0;
    memset(b, 0, sizeof *b);
    ops->reset(state, &geometry);
    for (unsigned t = 0; t < CLOCKS; t++) {
        struct rh_controller_out out;
        ops->cycle(state, &geometry, constraints, &in, &out);
        assert_int_equal(out.req_ready, has_room(b, constraints, &in, &out));
        if (out.col_cmd != RH_NOP)
            check_column(b, constraints, &out);
        if (out.row_cmd != RH_NOP)
            check_row(b, constraints, &out);
        move(b, constraints, &in, &out);
        if (out.req_ready) {
            b->reads_taken += !in.req_write;
            b->writes_taken += in.req_write;
            tag = (tag + 1) % 64;
            in = draw_request(&seed, free_tag(b, &tag), reads);
        }
    }
    free(state);
}

/* Random requests to few rows, with every pair of marks: who is served is counted beside the controller. */
static void every_controller_serves_the_kinds_in_turn(void **state) {
    (void)state;
    unsigned others = 0, passes = 0;
    for (unsigned i = 0; i < ALL; i++)
        for (unsigned high = 0; high <= MOST; high++)
            for (unsigned low = 0; low == 0 || low < high; low++) {
                struct rh_constraints constraints = with(high, low, low == 1 && high < MOST ? high : 0);
                struct beside beside;
                constraints.hit_cap = 2;
                constraints.blacklist_threshold = 2;
                constraints.clearing_interval = 200;
                constraints.marking_cap = 2;
                constraints.quantum = 300;
                constraints.service_history = 3;
                constraints.waiting_threshold = 400;
                run_beside(&beside, all[i], &constraints, high * 16 + low, 1 + (high + low) % 7);
                assert_true(beside.reads_taken > 40 && beside.writes_taken > 40);
                others += beside.others;
                passes += beside.passes;
            }
    assert_true(others > 500 && passes > 500);
}

/* With a high mark of 0 nobody is held, and the parameter changes nothing. */
static void without_a_mark_it_is_the_controller_without_it(void **state) {
    (void)state;
    for (unsigned i = 0; i < ALL; i++) {
        const struct rh_block_ops *ops = rh_controller_find(all[i]);
        struct rh_geometry geometry[2] = {drains(), drains()};
        const struct rh_constraints constraints = with(0, 0, 0);
        void *state_of[2] = {calloc(1, ops->state_size), calloc(1, ops->state_size)};
        uint64_t seed = 5;
        struct rh_controller_in in = draw_request(&seed, 0, 5);
        geometry[1].write_drain = 0;
        for (unsigned k = 0; k < 2; k++)
            ops->reset(state_of[k], &geometry[k]);
        for (unsigned t = 0, made = 1; t < CLOCKS; t++) {
            struct rh_controller_out out[2];
            memset(out, 0, sizeof out);
            for (unsigned k = 0; k < 2; k++)
                ops->cycle(state_of[k], &geometry[k], &constraints, &in, &out[k]);
            assert_memory_equal(&out[0], &out[1], sizeof out[0]);
            if (out[0].req_ready)
                in = draw_request(&seed, made++ % 64, 5);
        }
        free(state_of[0]);
        free(state_of[1]);
    }
}

/* Reads 0 and 2 are of one row, read 1 of another row of their bank; the cap of 1 makes the bank's next row that of
 * request 1. Then three writes, all to the open row, have to drain: the cap holds none of them. */
static void a_cap_holds_nobody_while_no_other_row_is_served(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1},
                                                   {3, 0, 0, 1, 2, 1}, {5, 1, 0, 1, 3, 1}, {6, 1, 0, 1, 4, 1}};
    const struct rh_geometry geometry = drains();
    struct rh_constraints constraints = with(2, 0, 0);
    struct ascii_wave wave;
    constraints.hit_cap = 1;
    ascii_run(&wave, "fr_fcfs_cap", &geometry, &constraints, script, 6, 60, "");
    assert_int_equal(wave.ordered, 6);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_write_waits_as_long_as_a_read_does),
        cmocka_unit_test(writes_drain_from_the_high_mark_to_the_low_one),
        cmocka_unit_test(a_read_lets_the_older_write_to_its_address_go_first),
        cmocka_unit_test(reads_pass_the_writes_of_their_row_but_not_of_their_address),
        cmocka_unit_test(writes_pass_the_reads_of_their_row_but_not_of_their_address),
        cmocka_unit_test(reads_of_one_address_keep_their_order),
        cmocka_unit_test(a_burst_has_the_address_of_its_block),
        cmocka_unit_test(a_kind_has_its_places_and_no_others),
        cmocka_unit_test(the_age_cap_knows_no_kinds),
        cmocka_unit_test(nobody_passes_who_goes_alone),
        cmocka_unit_test(every_controller_serves_the_kinds_in_turn),
        cmocka_unit_test(without_a_mark_it_is_the_controller_without_it),
        cmocka_unit_test(a_cap_holds_nobody_while_no_other_row_is_served),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
