// SPDX-License-Identifier: Apache-2.0
// Does the wave say what the clock was? Files are written from a table made for the test and read back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "cmodel/wave/rh_wave.h"
#include "cmodel/wave/rh_wave_view.h"
#include "tb/unit/wave_file.h"

#ifdef RH_HAVE_FST

struct ports {
    uint8_t valid;
    uint16_t number;
};

struct registers {
    uint8_t some;
    uint8_t command;
    uint16_t slot[4];
    rh_wide set[2]; /* the second holds no meaning */
};

static void live_slots(const void *part, const void *params, uint64_t *mask) {
    (void)params;
    mask[0] = ((const struct registers *)part)->some;
}

static void live_sets(const void *part, const void *params, uint64_t *mask) {
    (void)part;
    (void)params;
    mask[0] = 1;
}

static void list_ports(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW(struct ports, valid, 1, 1, NULL);
    RH_ROW(struct ports, number, 1, 9, NULL);
}

static void list_registers(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW(struct registers, some, 1, 4, NULL);
    RH_ROW_ENUM(struct registers, command, 1, 3, "rh_command", NULL);
    RH_ROW(struct registers, slot, 4, 12, live_slots);
    RH_ROW(struct registers, set, 2, 101, live_sets);
}

/* What number the clock before had. */
struct memory {
    uint16_t earlier, now;
};

static void list_memory(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW(struct memory, earlier, 1, 9, NULL);
}

static void remember(void *derived, const void *params, const void *config, uint64_t cycle, const void *out) {
    struct memory *memory = derived;
    (void)params, (void)config, (void)cycle;
    memory->earlier = memory->now;
    memory->now = ((const struct ports *)out)->number;
}

static const struct rh_derived derived = {
    .title = "earlier", .size = sizeof(struct memory), .reach = 1, .list = list_memory, .clock = remember};
static const struct rh_port_group port_groups[] = {{"", "ports", RH_GREEN, false}};
static const struct rh_register_group register_groups[] = {{"4", NULL, "slots", "slot", true}};
static const struct rh_kind kind = {.name = "toy",
                                    .list_config = list_ports,
                                    .list_in = list_ports,
                                    .list_out = list_ports,
                                    .port_groups = port_groups,
                                    .register_groups = register_groups,
                                    .register_group_count = 1,
                                    .derived = &derived};
static const struct rh_block_ops toy = {.name = "toy", .list = list_registers};
static struct rh_block block;

static struct rh_wave *open_wave(bool rtl) {
    struct rh_error error;
    struct rh_wave *wave = rh_wave_open(file, &block, 1000, rtl, &error);
    assert_non_null(wave);
    return wave;
}

/* Clocks 5 and 6: the RTL's slot 2 differs by 0x30 in the second; slot 3 holds no meaning in the model. */
static void write_two_clocks(struct rh_wave *wave) {
    struct ports in = {1, 300}, out = {0, 17};
    struct registers model = {7, 1, {10, 20, 30, 40}, {0}}, rtl = {7, 1, {10, 20, 30, 99}, {0}};
    struct rh_wave_side model_side = {&out, &model}, rtl_side = {&out, &rtl};
    rh_wave_clock(wave, 5, &in, &model_side, &rtl_side);
    model.command = rtl.command = 3;
    rtl.slot[2] = 30 ^ 0x30;
    rh_wave_clock(wave, 6, &in, &model_side, &rtl_side);
}

static void both_sides_and_their_difference_are_shown(void **state) {
    (void)state;
    struct rh_wave *wave = open_wave(true);
    write_two_clocks(wave);
    assert_int_equal(rh_wave_clocks(wave), 2);
    assert_int_equal(access(file, F_OK), -1); /* not there before it is whole */
    struct rh_error error;
    assert_true(rh_wave_close(wave, &error));
    expect("rh_toy.in.number", 5000, "100101100");
    expect("rh_toy.in.cycle", 6400, "00000000000000000000000000000110");
    expect("rh_toy.rtl.valid", 5000, "0");
    expect("rh_toy.model.command", 5000, "001");
    expect("rh_toy.model.command", 6000, "011");
    expect("rh_toy.rtl.slot[2]", 6000, "000000101110");
    expect("rh_toy.model.slot[2]", 6000, "000000011110");
    expect("rh_toy.diff.slot[2]", 5000, "000000000000");
    expect("rh_toy.diff.slot[2]", 6000, "000000110000");
    expect("rh_toy.diff.differs", 5999, "0");
    expect("rh_toy.diff.differs", 6000, "1");
    remove_the_file();
}

/* Members 0, 64 and 100 in the model; the RTL lacks 64. */
static void sets_of_more_than_64_are_shown_whole(void **state) {
    (void)state;
    struct rh_wave *wave = open_wave(true);
    struct ports none = {0, 0};
    struct registers model = {.set = {rh_wide_bit(100) | rh_wide_bit(64) | 1}}, rtl = model;
    rtl.set[0] ^= rh_wide_bit(64);
    struct rh_wave_side model_side = {&none, &model}, rtl_side = {&none, &rtl};
    rh_wave_clock(wave, 5, &none, &model_side, &rtl_side);
    struct rh_error error;
    assert_true(rh_wave_close(wave, &error));
#define ZEROS_35 "00000000000000000000000000000000000"
#define ZEROS_63 "000000000000000000000000000000000000000000000000000000000000000"
    expect("rh_toy.model.set[0]", 5000, "1" ZEROS_35 "1" ZEROS_63 "1");
    expect("rh_toy.rtl.set[0]", 5000, "1" ZEROS_35 "0" ZEROS_63 "1");
    expect("rh_toy.diff.set[0]", 5000, "0" ZEROS_35 "1" ZEROS_63 "0");
    expect("rh_toy.diff.differs", 5000, "1");
    char text[256];
    value_at("rh_toy.model.set[1]", 5000, text);
    assert_int_equal(strspn(text, "z"), 101);
    assert_int_equal(strlen(text), 101);
    remove_the_file();
}

static void what_holds_no_meaning_is_z_and_no_difference(void **state) {
    (void)state;
    struct rh_wave *wave = open_wave(true);
    write_two_clocks(wave);
    struct rh_error error;
    assert_true(rh_wave_close(wave, &error));
    expect("rh_toy.model.slot[3]", 5000, "zzzzzzzzzzzz");
    expect("rh_toy.rtl.slot[3]", 5000, "zzzzzzzzzzzz");
    expect("rh_toy.diff.slot[3]", 5000, "000000000000");
    remove_the_file();
}

/* The RTL holds slot 3, which the model does not; the model holds slot 0, which the RTL does not. */
static void each_side_shows_what_it_holds_and_what_is_compared(void **state) {
    (void)state;
    struct rh_wave *wave = open_wave(true);
    struct ports none = {0, 0};
    struct registers model = {.some = 1, .slot = {10, 0, 0, 40}}, rtl = {.some = 8, .slot = {11, 0, 0, 99}};
    struct rh_wave_side model_side = {&none, &model}, rtl_side = {&none, &rtl};
    rh_wave_clock(wave, 5, &none, &model_side, &rtl_side);
    struct rh_error error;
    assert_true(rh_wave_close(wave, &error));
    expect("rh_toy.model.slot[0]", 5000, "000000001010");
    expect("rh_toy.rtl.slot[0]", 5000, "000000001011");
    expect("rh_toy.diff.slot[0]", 5000, "000000000001");
    expect("rh_toy.model.slot[3]", 5000, "zzzzzzzzzzzz");
    expect("rh_toy.rtl.slot[3]", 5000, "000001100011");
    expect("rh_toy.rtl.slot[1]", 5000, "zzzzzzzzzzzz");
    remove_the_file();
}

/* What comes behind the clock that differs is not known; the first such clock and its elements are. */
static void a_wave_knows_its_first_difference(void **state) {
    (void)state;
    struct rh_wave *wave = open_wave(true);
    assert_int_equal(rh_wave_difference(wave)->count, 0);
    write_two_clocks(wave);
    const struct rh_wave_difference *difference = rh_wave_difference(wave);
    assert_int_equal(difference->cycle, 6);
    assert_int_equal(difference->count, 1);
    assert_false(difference->element[0].out);
    assert_string_equal(block.state.fields[difference->element[0].field].name, "slot");
    assert_int_equal(difference->element[0].index, 2);
    struct rh_error error;
    assert_true(rh_wave_close(wave, &error));
    expect("rh_toy.rtl.slot[2]", 6999, "000000101110");
    expect("rh_toy.rtl.slot[2]", 7000, "zzzzzzzzzzzz");
    expect("rh_toy.in.clk", 23000, "z");
    remove_the_file();
}

/* Clock 6 of three is written; what the ports showed in clock 5 is derived in it. */
static void a_window_shows_what_follows_from_clocks_before_it(void **state) {
    (void)state;
    struct rh_wave *wave = open_wave(false);
    struct ports in = {0, 0};
    struct registers model = {0};
    rh_wave_config(wave, &in);
    rh_wave_window(wave, 6, 1);
    for (uint16_t cycle = 5; cycle < 8; cycle++) {
        const struct ports out = {1, cycle};
        assert_int_equal(rh_wave_shows(wave, cycle), cycle == 6);
        rh_wave_clock(wave, cycle, &in, &(struct rh_wave_side){&out, &model}, NULL);
    }
    assert_int_equal(rh_wave_clocks(wave), 1);
    struct rh_error error;
    assert_true(rh_wave_close(wave, &error));
    expect("rh_toy.derived.earlier", 6000, "000000101");
    expect("rh_toy.model.number", 6999, "000000110");
    expect("rh_toy.in.cycle", 6999, "00000000000000000000000000000110");
    remove_the_file();
    assert_false(rh_wave_shows(NULL, 6));
    assert_int_equal(rh_wave_since(&kind, 6), 5);
    assert_int_equal(rh_wave_since(&kind, 0), 0);
}

/* Is this line in the view beside the file? */
static bool view_has(const char *line) {
    char view[sizeof file + sizeof ".gtkw"], text[256];
    (void)snprintf(view, sizeof view, "%s.gtkw", file);
    FILE *from = fopen(view, "r");
    bool found = false;
    while (from != NULL && !found && fgets(text, sizeof text, from) != NULL) {
        text[strcspn(text, "\n")] = '\0';
        found = strcmp(text, line) == 0;
    }
    if (from != NULL)
        fclose(from);
    return found;
}

/* It begins with the wave; after a difference the last clocks before that are seen. */
static void a_view_that_fits_lies_beside_each_wave(void **state) {
    (void)state;
    struct rh_error error;
    struct rh_wave *wave = open_wave(false);
    struct ports in = {0, 0}, out = {1, 7};
    struct registers model = {0};
    rh_wave_clock(wave, 40, &in, &(struct rh_wave_side){&out, &model}, NULL);
    assert_false(view_has("[timestart] 40000"));
    assert_true(rh_wave_close(wave, &error));
    assert_true(view_has("[timestart] 40000"));
    assert_true(view_has("rh_toy.model.number[8:0]"));
    assert_false(view_has("-differs at cycle 6"));
    wave = open_wave(true);
    write_two_clocks(wave);
    assert_true(rh_wave_close(wave, &error));
    assert_true(view_has("[timestart] 5000"));
    assert_true(view_has("-differs at cycle 6"));
    remove_the_file();
}

static void a_view_that_can_not_be_written_is_named(void **state) {
    (void)state;
    char view[sizeof file + sizeof ".gtkw"], expected[256];
    (void)snprintf(view, sizeof view, "%s.gtkw", file);
    (void)snprintf(expected, sizeof expected, "%s: found a folder, expected a file that can be written", view);
    assert_int_equal(mkdir(view, 0700), 0);
    struct rh_error error = {""};
    assert_null(rh_wave_open(file, &block, 1000, false, &error));
    assert_string_equal(error.text, expected);
    assert_int_equal(rmdir(view), 0);
    assert_int_equal(access(file, F_OK), -1);
}

static void clock_rises_where_a_clock_begins(void **state) {
    (void)state;
    struct rh_wave *wave = open_wave(true);
    write_two_clocks(wave);
    struct rh_error error;
    assert_true(rh_wave_close(wave, &error));
    expect("rh_toy.in.clk", 5000, "1");
    expect("rh_toy.in.clk", 5499, "1");
    expect("rh_toy.in.clk", 5500, "0");
    expect("rh_toy.in.clk", 6000, "1");
    remove_the_file();
}

static void a_discarded_wave_leaves_nothing(void **state) {
    (void)state;
    struct rh_wave *wave = open_wave(false);
    char part[96], hierarchy[128], view[96];
    (void)snprintf(part, sizeof part, "%s.part.%ld", file, (long)getpid());
    (void)snprintf(view, sizeof view, "%s.gtkw.part.%ld", file, (long)getpid());
    (void)snprintf(hierarchy, sizeof hierarchy, "%s.hier", part);
    assert_int_equal(access(part, F_OK), 0);
    assert_int_equal(access(hierarchy, F_OK), 0);
    assert_int_equal(access(view, F_OK), 0);
    rh_wave_discard(wave);
    assert_int_equal(access(part, F_OK), -1);
    assert_int_equal(access(hierarchy, F_OK), -1);
    assert_int_equal(access(view, F_OK), -1);
    assert_int_equal(access(file, F_OK), -1);
    rh_wave_discard(NULL);
}

static void a_folder_that_is_not_there_is_named(void **state) {
    (void)state;
    struct rh_error error = {""};
    assert_null(rh_wave_open("/nowhere/w.fst", &block, 1000, false, &error));
    assert_non_null(strstr(error.text, "/nowhere/w.fst: found"));
}

static void another_ending_is_refused(void **state) {
    (void)state;
    struct rh_error error = {""};
    assert_null(rh_wave_open("/tmp/w.gz", &block, 1000, false, &error));
    assert_string_equal(error.text, "/tmp/w.gz: found another ending, expected .fst or .vcd, the formats of waves");
    assert_null(rh_wave_open("/tmp/fst", &block, 1000, false, &error));
    assert_string_equal(error.text, "/tmp/fst: found another ending, expected .fst or .vcd, the formats of waves");
}

static void a_device_or_a_folder_is_not_replaced(void **state) {
    (void)state;
    struct rh_error error = {""};
    assert_null(rh_wave_open("/dev/null", &block, 1000, false, &error));
    assert_string_equal(error.text, "/dev/null: found a device or pipe, expected a plain file");
    assert_null(rh_wave_open("/tmp", &block, 1000, false, &error));
    assert_string_equal(error.text, "/tmp: found a folder, expected a plain file");
}

static void a_link_leads_to_the_wave(void **state) {
    (void)state;
    char link[64];
    (void)snprintf(link, sizeof link, "%s.link.fst", file);
    assert_int_equal(symlink(file, link), 0);
    struct rh_error error;
    struct rh_wave *wave = rh_wave_open(link, &block, 1000, false, &error);
    assert_non_null(wave);
    assert_true(rh_wave_close(wave, &error));
    assert_int_equal(access(file, F_OK), 0);
    assert_int_equal(readlink(link, (char[64]){0}, 64), (ssize_t)strlen(file));
    char view[80];
    (void)snprintf(view, sizeof view, "%s.gtkw", link); /* beside the name that was given */
    assert_int_equal(unlink(view), 0);
    (void)unlink(link);
    (void)unlink(file);
}

static int make_block(void **state) {
    (void)state;
    rh_block_make(&block, &kind, &toy, NULL);
    return 0;
}

#endif

static void a_filter_has_a_line_for_every_name(void **state) {
    (void)state;
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    assert_non_null(to);
    rh_wave_view_filter("rh_command", to);
    fclose(to);
    assert_string_equal(text, "0 NOP\n1 ACT\n2 PRE\n3 RD\n4 WR\n5 REF\n6 RDA\n7 WRA\n");
    free(text);
}

int main(void) {
    const struct CMUnitTest tests[] = {
#ifdef RH_HAVE_FST
        cmocka_unit_test(both_sides_and_their_difference_are_shown),
        cmocka_unit_test(sets_of_more_than_64_are_shown_whole),
        cmocka_unit_test(what_holds_no_meaning_is_z_and_no_difference),
        cmocka_unit_test(each_side_shows_what_it_holds_and_what_is_compared),
        cmocka_unit_test(a_wave_knows_its_first_difference),
        cmocka_unit_test(a_window_shows_what_follows_from_clocks_before_it),
        cmocka_unit_test(a_view_that_fits_lies_beside_each_wave),
        cmocka_unit_test(a_view_that_can_not_be_written_is_named),
        cmocka_unit_test(clock_rises_where_a_clock_begins),
        cmocka_unit_test(a_discarded_wave_leaves_nothing),
        cmocka_unit_test(a_folder_that_is_not_there_is_named),
        cmocka_unit_test(another_ending_is_refused),
        cmocka_unit_test(a_device_or_a_folder_is_not_replaced),
        cmocka_unit_test(a_link_leads_to_the_wave),
#endif
        cmocka_unit_test(a_filter_has_a_line_for_every_name),
    };
#ifdef RH_HAVE_FST
    return name_the_file() ? cmocka_run_group_tests(tests, make_block, NULL) : 1;
#else
    return cmocka_run_group_tests(tests, NULL, NULL);
#endif
}
