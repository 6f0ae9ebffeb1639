// SPDX-License-Identifier: Apache-2.0
// Are reads served before writes until enough writes wait, then writes until few are left, in every controller on the
// age queue; do addresses keep their order, and nobody else's; are places kept apart; are reads answered from the queue
// where they can be, and nowhere else?
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

/* --- reads that are answered from the queue --- */

enum { DRAM = ASCII_REQUESTS };

static void forward(struct ascii_wave *wave, const struct rh_geometry *geometry,
                    const struct rh_constraints *constraints, const struct script_request *script, unsigned n,
                    const char *commands) {
    ascii_run(wave, "fr_fcfs", geometry, constraints, script, n, (unsigned)strlen(commands), "");
    assert_string_equal(wave->commands, commands);
    assert_int_equal(wave->responded, n);
}

static struct rh_geometry forwards(void) {
    struct rh_geometry geometry = drains();
    geometry.write_drain = 2;
    return geometry;
}

/* Where each request of a script gets its data. */
static void check_from(const struct script_request *script, unsigned n, const unsigned *from, const char *commands) {
    const struct rh_geometry geometry = forwards();
    const struct rh_constraints alike = with(0, 0, 0);
    struct ascii_wave wave;
    forward(&wave, &geometry, &alike, script, n, commands);
    assert_memory_equal(wave.from, from, n * sizeof from[0]);
}

/* Each read has its response five clocks later, as if a RD had gone; each write, too, since a WR takes no less. The
 * second read gets the data of the second write, although the first one waits, too. */
static void a_read_is_answered_with_the_data_of_the_youngest_write(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 1, 0, 1, 1, 1}, {1, 0, 0, 1, 1, 1}, {2, 1, 0, 1, 1, 1}, {3, 0, 0, 1, 1, 1}};
    static const unsigned from[] = {DRAM, 0, DRAM, 2}, responses[] = {1, 3, 0, 2}, at[] = {9, 6, 11, 8};
    const struct rh_geometry geometry = forwards(), by_the_dram = drains();
    const struct rh_constraints alike = with(0, 0, 0);
    struct ascii_wave wave;
    forward(&wave, &by_the_dram, &alike, script, 4, ".A..W.....R....W.....R......");
    forward(&wave, &geometry, &alike, script, 4, ".A..W.W.....................");
    assert_memory_equal(wave.from, from, sizeof from);
    assert_memory_equal(wave.responses, responses, sizeof responses);
    assert_memory_equal(wave.responded_at, at, sizeof at);
    assert_int_equal(wave.ordered, 2);
}

/* Not of another column, bank or row; not where the read has another number of commands, or both are no block. */
static void other_reads_go_to_the_dram(void **state) {
    (void)state;
    static const unsigned none[] = {DRAM, DRAM, DRAM, DRAM}, first[] = {DRAM, 0};
    static const struct script_request elsewhere[] = {
        {0, 1, 0, 1, 1, 1}, {1, 0, 0, 1, 2, 1}, {2, 0, 1, 1, 1, 1}, {3, 0, 0, 2, 1, 1}};
    check_from(elsewhere, 4, none, ".A.AW.....R.RP..A...R......");
    static const struct script_request longer[] = {{0, 1, 0, 1, 1, 1}, {1, 0, 0, 1, 0, 2}};
    check_from(longer, 2, none, ".A..W.....R.R.....");
    static const struct script_request shorter[] = {{0, 1, 0, 1, 0, 2}, {1, 0, 0, 1, 1, 1}};
    check_from(shorter, 2, none, ".A..W.W.....R.....");
    static const struct script_request no_block[] = {{0, 1, 0, 1, 1, 2}, {1, 0, 0, 1, 1, 2}};
    check_from(no_block, 2, none, ".A..W.W.....R.R.....");
    static const struct script_request block[] = {{0, 1, 0, 1, 2, 2}, {1, 0, 0, 1, 2, 2}};
    check_from(block, 2, first, ".A..W.W.........");
}

/* The youngest write of the address decides, whether its data will do or not. */
static void an_older_write_is_not_asked(void **state) {
    (void)state;
    static const unsigned none[] = {DRAM, DRAM, DRAM};
    static const struct script_request longer[] = {{0, 1, 0, 1, 0, 1}, {1, 1, 0, 1, 0, 2}, {2, 0, 0, 1, 0, 1}};
    check_from(longer, 3, none, ".A..W.W.W.....R.....");
    static const struct script_request whole_row[] = {{0, 1, 0, 1, 0, 1}, {1, 1, 0, 1, 7, 2}, {2, 0, 0, 1, 0, 1}};
    check_from(whole_row, 3, none, ".A..W.W.W.....R.....");
}

/* Of the write of columns 0 and 1 column 1 is left in clock 5. */
static void of_a_write_under_way_the_rest_is_there(void **state) {
    (void)state;
    static const unsigned none[] = {DRAM, DRAM}, first[] = {DRAM, 0};
    static const struct script_request rest[] = {{0, 1, 0, 1, 0, 2}, {5, 0, 0, 1, 1, 1}};
    check_from(rest, 2, first, ".A..W.W.........");
    static const struct script_request begun[] = {{0, 1, 0, 1, 0, 2}, {5, 0, 0, 1, 0, 1}};
    check_from(begun, 2, none, ".A..W.W.....R.....");
    static const struct script_request both[] = {{0, 1, 0, 1, 0, 2}, {5, 0, 0, 1, 0, 2}};
    check_from(both, 2, none, ".A..W.W.....R.R.....");
}

/* A read that is answered while the first of a longer write's commands goes has a read's response, not that write's. */
static void who_is_answered_is_a_read_whatever_goes(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 1, 0, 1, 0, 2}, {1, 1, 0, 1, 5, 1}, {4, 0, 0, 1, 5, 1}};
    static const unsigned from[] = {DRAM, DRAM, 1};
    static const bool writes[] = {true, true, false};
    const struct rh_geometry geometry = forwards();
    const struct rh_constraints alike = with(0, 0, 0);
    struct ascii_wave wave;
    forward(&wave, &geometry, &alike, script, 3, ".A..W.W.W...............");
    assert_memory_equal(wave.from, from, sizeof from);
    assert_memory_equal(wave.write_responds, writes, sizeof writes);
}

/* In the clock of a request's last command its response has the slot. Read 1 waits for a clock, and its write has left;
 * read 2 of the second script waits, too, and its write is the next. */
static void a_last_column_command_goes_before(void **state) {
    (void)state;
    static const unsigned left[] = {0, 5}, next[] = {0, 1, 5}, from[] = {DRAM, DRAM, 1};
    static const struct script_request script[] = {{0, 1, 0, 1, 1, 1}, {4, 0, 0, 1, 1, 1}},
                                       two[] = {{0, 1, 0, 1, 0, 1}, {1, 1, 0, 1, 1, 1}, {4, 0, 0, 1, 1, 1}};
    const struct rh_geometry geometry = forwards();
    const struct rh_constraints alike = with(0, 0, 0);
    struct ascii_wave wave;
    forward(&wave, &geometry, &alike, script, 2, ".A..W.....R.....");
    assert_memory_equal(wave.accepted_at, left, sizeof left);
    assert_int_equal(wave.from[1], DRAM);
    forward(&wave, &geometry, &alike, two, 3, ".A..W.W.....");
    assert_memory_equal(wave.accepted_at, next, sizeof next);
    assert_memory_equal(wave.from, from, sizeof from);
}

/* Two slots: both are taken in clock 2, and the first is free in clock 7. That is the write's, whose WR waits for it as
 * read 3 does. */
static void it_waits_for_a_response_slot(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 1, 0, 1, 1, 1}, {1, 0, 0, 1, 1, 1}, {2, 0, 0, 1, 1, 1}, {3, 0, 0, 1, 1, 1}};
    static const unsigned accepted[] = {0, 1, 2, 8}, from[] = {DRAM, 0, 0, DRAM};
    struct rh_geometry geometry = forwards();
    const struct rh_constraints alike = with(0, 0, 0);
    struct ascii_wave wave;
    geometry.responses = 2;
    forward(&wave, &geometry, &alike, script, 4, ".A.....W.....R.....");
    assert_memory_equal(wave.accepted_at, accepted, sizeof accepted);
    assert_memory_equal(wave.from, from, sizeof from);
}

/* Request 1 has the only place for reads, up to clock 6. Request 2 needs none; request 3 does. */
static void it_takes_no_place(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 1, 0, 1, 1, 1}, {0, 0, 1, 1, 0, 1}, {0, 0, 0, 1, 1, 1}, {0, 0, 2, 1, 0, 1}};
    static const unsigned accepted[] = {0, 1, 2, 10}, from[] = {DRAM, DRAM, 0, DRAM};
    const struct rh_geometry geometry = forwards();
    const struct rh_constraints constraints = with(0, 0, 7);
    struct ascii_wave wave;
    forward(&wave, &geometry, &constraints, script, 4, ".A.AW.....RA...R.....");
    assert_memory_equal(wave.accepted_at, accepted, sizeof accepted);
    assert_memory_equal(wave.from, from, sizeof from);
}

/* --- every controller, beside what the test counts --- */

/* What the test knows of a controller: the requests that it has, in order of age, and what it serves. */
enum { MOST = 8, CLOCKS = 6000 };
struct beside {
    struct rh_controller_in queue[MOST]; /* with the commands to come */
    bool hazard[MOST];                   /* when it came, one of its address was there that it may not pass */
    unsigned count, waiting[2], reads_taken, writes_taken, others, passes, answering, forwarded;
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

/* The place of the write that a read gets its data of: the youngest of its address, if it has the same columns to
 * write, a whole block of them; else MOST. */
static unsigned source_of(const struct beside *b, const struct rh_controller_in *in) {
    unsigned i = b->count;
    while (i-- > 0) {
        const struct rh_controller_in *older = &b->queue[i];
        if (older->req_write && one_row(older, in) && one_block(older, in))
            return !in->req_write && size_of(in) != 0 && older->req_column == in->req_column &&
                           older->req_len == in->req_len
                       ? i
                       : MOST;
    }
    return MOST;
}

static void move(struct beside *b, const struct rh_constraints *constraints, const struct rh_controller_in *in,
                 const struct rh_controller_out *out) {
    bool taken = in->req_valid && out->req_ready, arrives = taken && !out->forward,
         hazard = arrives && has_hazard(b, in);
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
    b->forwarded += taken && out->forward;
    b->answering += (taken && out->forward) || (out->col_cmd != RH_NOP && out->col_last);
    b->answering -= out->rsp_valid;
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

/* Is the request taken? One that is answered from the queue where a response slot is free, and no other one leaves. */
static bool is_taken(const struct beside *b, const struct rh_geometry *geometry,
                     const struct rh_constraints *constraints, const struct rh_controller_in *in,
                     const struct rh_controller_out *out) {
    unsigned source = rh_geometry_forwards(geometry) ? source_of(b, in) : MOST;
    assert_int_equal(out->forward, source != MOST);
    if (!out->forward)
        return has_room(b, constraints, in, out);
    assert_int_equal(out->forward_tag, b->queue[source].req_tag);
    return b->answering < geometry->responses && !(out->col_cmd != RH_NOP && out->col_last);
}

static void run_beside(struct beside *b, const char *controller, const struct rh_geometry *geometry,
                       const struct rh_constraints *constraints, uint64_t seed, unsigned reads) {
    const struct rh_block_ops *ops = rh_controller_find(controller);
    void *state = calloc(1, ops->state_size);
    struct rh_controller_in in = draw_request(&seed, 0, reads);
    unsigned tag = 0;
    memset(b, 0, sizeof *b);
    ops->reset(state, geometry);
    for (unsigned t = 0; t < CLOCKS; t++) {
        struct rh_controller_out out;
        ops->cycle(state, geometry, constraints, &in, &out);
        assert_int_equal(out.req_ready, is_taken(b, geometry, constraints, &in, &out));
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
    unsigned others = 0, passes = 0, forwarded = 0;
    for (unsigned i = 0; i < ALL; i++)
        for (unsigned high = 0; high <= MOST; high++)
            for (unsigned low = 0; low == 0 || low < high; low++) {
                const struct rh_geometry geometry = (high + low) % 2 ? forwards() : drains();
                struct rh_constraints constraints = with(high, low, low == 1 && high < MOST ? high : 0);
                struct beside beside;
                constraints.hit_cap = 2;
                constraints.blacklist_threshold = 2;
                constraints.clearing_interval = 200;
                constraints.marking_cap = 2;
                constraints.quantum = 300;
                constraints.service_history = 3;
                constraints.waiting_threshold = 400;
                run_beside(&beside, all[i], &geometry, &constraints, high * 16 + low, 1 + (high + low) % 7);
                assert_true(beside.reads_taken > 40 && beside.writes_taken > 40);
                others += beside.others;
                passes += beside.passes;
                forwarded += beside.forwarded;
            }
    assert_true(others > 500 && passes > 500 && forwarded > 500);
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

/* Request 2 goes before request 1, which wants another row and is served: with a cap of 1 the bank is request 1's from
 * clock 6 on. In 7, before its PRE is legal, the write goes alone, and its row is open: the cap does not hold it. */
static void a_cap_does_not_hold_who_goes_alone(void **state) {
    (void)state;
    static const struct script_request script[] = {
        {0, 1, 0, 1, 0, 1}, {1, 0, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1}, {3, 0, 0, 1, 2, 1}};
    static const unsigned order[] = {2, 0, 1, 3};
    const struct rh_geometry geometry = drains();
    struct rh_constraints constraints = with(3, 1, 0);
    struct ascii_wave wave;
    constraints.hit_cap = 1;
    constraints.age_cap = 6;
    ascii_run(&wave, "fr_fcfs_cap", &geometry, &constraints, script, 4, 43, "");
    assert_string_equal(wave.commands, ".A...R....W.......P..A...R..P...A...R......");
    ascii_in_order(&wave, order, 4);
}

/* The write to row 2 is held, so that it is no pass to go before it: the two hits before request 4 are free, and with a
 * cap of 2 two more go behind it. */
static void a_cap_counts_no_passes_of_who_is_held(void **state) {
    (void)state;
    static const struct script_request script[] = {{0, 0, 0, 1, 0, 1}, {1, 1, 0, 2, 0, 1}, {2, 0, 0, 1, 1, 1},
                                                   {3, 0, 0, 1, 2, 1}, {6, 0, 0, 2, 1, 1}, {7, 0, 0, 1, 3, 1},
                                                   {8, 0, 0, 1, 4, 1}};
    static const unsigned order[] = {0, 2, 3, 5, 6, 4, 1};
    const struct rh_geometry geometry = drains();
    struct rh_constraints constraints = with(3, 1, 0);
    struct ascii_wave wave;
    constraints.hit_cap = 2;
    ascii_run(&wave, "fr_fcfs_cap", &geometry, &constraints, script, 7, 32, "");
    assert_string_equal(wave.commands, ".A...R.R.R.R.R.P..A...R....W....");
    ascii_in_order(&wave, order, 7);
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
        cmocka_unit_test(a_read_is_answered_with_the_data_of_the_youngest_write),
        cmocka_unit_test(other_reads_go_to_the_dram),
        cmocka_unit_test(an_older_write_is_not_asked),
        cmocka_unit_test(of_a_write_under_way_the_rest_is_there),
        cmocka_unit_test(who_is_answered_is_a_read_whatever_goes),
        cmocka_unit_test(a_last_column_command_goes_before),
        cmocka_unit_test(it_waits_for_a_response_slot),
        cmocka_unit_test(it_takes_no_place),
        cmocka_unit_test(every_controller_serves_the_kinds_in_turn),
        cmocka_unit_test(without_a_mark_it_is_the_controller_without_it),
        cmocka_unit_test(a_cap_holds_nobody_while_no_other_row_is_served),
        cmocka_unit_test(a_cap_does_not_hold_who_goes_alone),
        cmocka_unit_test(a_cap_counts_no_passes_of_who_is_held),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
