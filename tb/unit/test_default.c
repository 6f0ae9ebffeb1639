// SPDX-License-Identifier: Apache-2.0
// Is a zeroed setup the usual run, and is what can't be refused where it is asked for?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "rowhold/rh_default.h"
#include "rowhold/rh_judge.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_switch.h"
#include "rowhold/rh_synthetic.h"
#include "rowhold/rh_system.h"

static struct rh_preset preset;

static int load(void **state) {
    (void)state;
    struct rh_error error;
    return rh_preset_find(NULL, &preset, &error) ? 0 : -1;
}

static struct rh_stream *synthetic(const struct rh_stream_setup *setup) {
    struct rh_error error = {""};
    struct rh_stream *stream = rh_synthetic_open(setup, &preset, &error);
    assert_string_equal(error.text, "");
    assert_non_null(stream);
    return stream;
}

/* The numbers are those of `rowhold simulate --seed 0 --requests 5000`. */
static void a_zeroed_system_runs_a_zeroed_stream(void **state) {
    (void)state;
    const struct rh_system_setup setup = {0};
    struct rh_stream *stream = synthetic(&(struct rh_stream_setup){.requests = 5000});
    struct rh_error error = {""};
    struct rh_system *system = rh_system_open(&setup, &error);
    assert_non_null(system);
    assert_int_equal(rh_system_run(system, stream, &error), RH_SYSTEM_DONE);
    const struct rh_stats *total = rh_system_total(system);
    assert_int_equal(total->requests, 5000);
    assert_int_equal(total->reads, 5000);
    assert_int_equal(total->cycles, 24415);
    rh_system_close(system);
    stream->close(stream);
}

static void a_zeroed_channel_drives_the_usual_controller(void **state) {
    (void)state;
    const struct rh_channel_setup setup = {0};
    struct rh_error error = {""};
    struct rh_channel *channel = rh_channel_open(&setup, &error);
    assert_non_null(channel);
    const struct rh_request request = {.bank = 1, .row = 2, .commands = 2};
    assert_int_equal(rh_channel_run(channel, &request, 1, false, true), RH_CHANNEL_DRAINED);
    /* taken in clock 0, ACT in 1, RD tRCD 12 and another tCCD 2 later, the end of the data CL 9 + tBURST 2 behind */
    assert_int_equal(rh_channel_stats(channel)->read.greatest, 26);
    rh_channel_close(channel);
}

static void a_request_of_either_kind_comes_from_a_zeroed_share(void **state) {
    (void)state;
    static const struct {
        const char *name;
        double share;
        bool all_writes;
        unsigned least, most; /* reads of 1000 */
    } rows[] = {{"rand2", 0, false, 1000, 1000}, {"mixed", 0, false, 430, 570},    {"mixed", 0, true, 0, 0},
                {"rand2", 0, true, 0, 0},        {"rand2", 0.25, false, 200, 300}, {"rand2", -1, false, 1000, 1000}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rh_stream *stream = synthetic(&(struct rh_stream_setup){
            .stream = rows[i].name, .requests = 1000, .read_share = rows[i].share, .all_writes = rows[i].all_writes});
        struct rh_request request;
        struct rh_error error;
        unsigned reads = 0;
        while (stream->next(stream, &request, &error) == 1)
            reads += !request.write;
        assert_in_range(reads, rows[i].least, rows[i].most);
        stream->close(stream);
    }
}

static void names_that_nobody_has_are_refused(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_preset other;
    assert_false(rh_preset_find("gddr9", &other, &error));
    assert_memory_equal(error.text, "preset: found 'gddr9', expected one of gddr3, ", 46);
    assert_int_equal(rh_error_member(&error), 6);
    assert_null(rh_synthetic_open(&(struct rh_stream_setup){.stream = "rand9"}, &preset, &error));
    assert_memory_equal(error.text, "stream: found 'rand9', expected rand1, rand2, ", 46);
    assert_null(rh_controller_find("fr_fcf"));
}

static void other_zeroed_setups_are_default_too(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_judge *judge = rh_judge_open(&(struct rh_judge_setup){0});
    assert_non_null(judge);
    const struct rh_command_record act = {.command = RH_ACT, .bank = 3},
                                   read = {.cycle = 11, .command = RH_RD, .bank = 3};
    struct rh_verdict verdict;
    assert_int_equal(rh_judge_command(judge, &act, &verdict), 0);
    assert_int_equal(rh_judge_command(judge, &read, &verdict), 1); /* gddr3: tRCDRD 12 */
    assert_string_equal(verdict.rule, "tRCDRD");
    rh_judge_close(judge);
    struct rh_switch_result result;
    assert_true(rh_switch_run(&(struct rh_switch_setup){.load = 0.5}, &result, &error));
    assert_int_equal(result.clocks, 75000);
    assert_in_range(result.delivered, 75000 * 4 * 49 / 100, 75000 * 4 * 51 / 100);
    assert_false(rh_switch_run(&(struct rh_switch_setup){.load = 1.5}, &result, &error));
    assert_string_equal(error.text, "load: found 1.5, expected 0 to 1");
    assert_false(rh_switch_run(&(struct rh_switch_setup){.params = {.inputs = 70}}, &result, &error));
    assert_string_equal(error.text, "allocator: found inputs 70, expected 2 to 64");
    struct rh_stream *stream = rh_synthetic_open(&(struct rh_stream_setup){0}, NULL, &error);
    assert_non_null(stream);
    stream->close(stream);
    assert_null(rh_synthetic_open(&(struct rh_stream_setup){0}, &(struct rh_preset){.name = "none"}, &error));
    assert_string_equal(error.text, "preset: found no banks, rows or columns, expected what rh_preset_find gives");
}

/* A system with one thing that can't be. */
static void sizes_that_no_model_has_are_refused(void **state) {
    (void)state;
    static const struct {
        struct rh_system_setup setup;
        const char *text;
    } rows[] = {
        {{.geometry = {.queue = 200}}, "geometry: found queue 200, expected 2 to 128"},
        {{.geometry = {.banks = 12}}, "geometry: found banks 12, expected a power of two from 4 to 64"},
        {{.geometry = {.banks = 64}}, "geometry: found 64 banks in 1 groups, expected the 4 in 1 of gddr3"},
        {{.geometry = {.tag_bits = 17}}, "geometry: found tag_bits 17, expected 4 to 16"},
        {{.geometry = {.row_bits = 31}}, "geometry: found row_bits 31, expected 1 to 20"},
        {{.constraints = {.rcd_rd = 12}}, "constraints: found rcd_wr 0, expected 1 to 255 (8 timer bits)"},
        {{.channels = 70000}, "channels: found 70000, expected 1 to 65535"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct rh_error error = {""};
        assert_null(rh_system_open(&rows[i].setup, &error));
        assert_string_equal(error.text, rows[i].text);
    }
    struct rh_error error = {""};
    const struct rh_channel_setup channel = {.geometry = {.responses = 65}};
    assert_null(rh_channel_open(&channel, &error));
    assert_string_equal(error.text, "geometry: found responses 65, expected 4 to 64");
    struct rh_model model;
    const struct rh_geometry wide = {.queue = 200};
    assert_false(rh_model_open(&model, &rh_controller_kind, rh_controller_find("fifo"), &wide, NULL));
    assert_false(rh_model_open(&model, &rh_controller_kind, NULL, &wide, NULL));
}

struct one {
    struct rh_stream base;
    struct rh_request request;
    bool given;
};

static int next_one(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    (void)error;
    struct one *one = (struct one *)stream;
    *request = one->request;
    return one->given ? 0 : (one->given = true);
}

static void requests_outside_the_memory_are_refused(void **state) {
    (void)state;
    static const struct {
        struct rh_request request;
        const char *text;
    } rows[] = {
        {{.bank = 4, .commands = 1}, "request: found bank 4, expected a bank below 4"},
        {{.row = 4096, .commands = 1}, "request: found row 4096, expected a row below 4096"},
        {{.column = 256, .commands = 1}, "request: found column 256, expected a column of 8 bits"},
        {{.commands = 0}, "request: found 0 column commands, expected 1 to 8"},
        {{.commands = 9}, "request: found 9 column commands, expected 1 to 8"},
        {{.channel = 1, .commands = 1}, "channels: found a request to channel 1, expected channels below 1"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct one one = {.base = {.next = next_one}, .request = rows[i].request};
        struct rh_error error = {""};
        struct rh_system *system = rh_system_open(&(struct rh_system_setup){0}, &error);
        assert_non_null(system);
        assert_int_equal(rh_system_run(system, &one.base, &error), RH_SYSTEM_ERROR);
        assert_string_equal(error.text, rows[i].text);
        rh_system_close(system);
    }
}

/* Twelve bits count 4096 rows, a bank has 3072. */
static void rows_end_where_the_preset_says(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rh_preset odd = preset;
    odd.rows = 3072;
    for (unsigned beyond = 0; beyond < 2; beyond++) {
        struct one one = {.base = {.next = next_one}, .request = {.row = 3071 + beyond, .commands = 1}};
        struct rh_system *system = rh_system_open(&(struct rh_system_setup){.preset = &odd}, &error);
        assert_non_null(system);
        assert_int_equal(rh_system_run(system, &one.base, &error), beyond ? RH_SYSTEM_ERROR : RH_SYSTEM_DONE);
        rh_system_close(system);
    }
    assert_string_equal(error.text, "request: found row 3072, expected a row below 3072");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_zeroed_system_runs_a_zeroed_stream),
        cmocka_unit_test(a_zeroed_channel_drives_the_usual_controller),
        cmocka_unit_test(a_request_of_either_kind_comes_from_a_zeroed_share),
        cmocka_unit_test(other_zeroed_setups_are_default_too),
        cmocka_unit_test(names_that_nobody_has_are_refused),
        cmocka_unit_test(sizes_that_no_model_has_are_refused),
        cmocka_unit_test(requests_outside_the_memory_are_refused),
        cmocka_unit_test(rows_end_where_the_preset_says),
    };
    return cmocka_run_group_tests(tests, load, NULL);
}
