// SPDX-License-Identifier: Apache-2.0
// Is the view what a reader wants to see first? The text of small views, and the room of names.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/wave/rh_wave_view.h"
#include "rowhold/rh_allocator.h"

struct ports {
    uint8_t command;
};

struct registers {
    uint64_t wide;
    uint8_t open;
    uint8_t slot[2];
};

static void list_ports(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW_ENUM(struct ports, command, 1, 3, "rh_command", NULL);
}

static void list_none(struct rh_layout *layout, size_t base, const void *params) {
    (void)layout;
    (void)base;
    (void)params;
}

static void list_registers(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW(struct registers, wide, 1, 20, NULL);
    RH_ROW_STATES(struct registers, open, 2, "rh_bank_state");
    RH_ROW(struct registers, slot, 2, 7, NULL);
}

static const struct rh_port_group port_groups[] = {{"", "ports", RH_GREEN, false}};
static const struct rh_register_group register_groups[] = {{"2", NULL, "slots", "slot", true}};
static const char *const set_widths[] = {"20", NULL};
static const char *const choice[] = {"command", "slot", "wide", "open", "absent", NULL};
static const struct rh_kind kind = {.name = "toy",
                                    .list_config = list_none,
                                    .list_in = list_none,
                                    .list_out = list_ports,
                                    .port_groups = port_groups,
                                    .register_groups = register_groups,
                                    .register_group_count = 1,
                                    .set_widths = set_widths,
                                    .choice = choice};
static const struct rh_block_ops toy = {.name = "toy", .list = list_registers};

static char *print(const struct rh_wave_difference *difference) {
    struct rh_block block;
    rh_block_make(&block, &kind, &toy, NULL);
    struct rh_wave_view view = {.block = &block, .rtl = true, .period_ps = 1000, .from = 500, .difference = difference};
    char *text = NULL;
    size_t length;
    FILE *to = open_memstream(&text, &length);
    assert_non_null(to);
    rh_wave_view_print(&view, to);
    fclose(to);
    return text;
}

static void starts_with(const char *text, const char *start) {
    char head[2048];
    (void)snprintf(head, sizeof head, "%.*s", (int)strlen(start), text);
    assert_string_equal(head, start);
}

/* 1150 pixels, 7 a letter and 10 around: a clock's number of 4 digits needs 38, so 30 clocks; the marker at 600. */
static void what_differs_is_on_top_with_the_marker_on_it(void **state) {
    (void)state;
    struct rh_wave_difference difference = {.cycle = 600, .count = 2, .element = {{true, 0, 0}, {false, 2, 1}}};
    char *text = print(&difference);
    starts_with(text, "[*] rh_toy: RTL and model\n"
                      "[timestart] 573000\n"
                      "[size] 1600 1000\n"
                      "[pos] -1 -1\n"
                      "*-12.349113 600000 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 -1 "
                      "-1\n"
                      "[treeopen] rh_toy.\n"
                      "[sst_width] 40\n"
                      "[signals_width] 340\n"
                      "[sst_expanded] 0\n"
                      "@28\nrh_toy.in.clk\n"
                      "@24\nrh_toy.in.cycle[31:0]\n"
                      "[color] 1\n@28\nrh_toy.diff.differs\n"
                      "@800200\n-differs at cycle 600\n"
                      "[color] 4\n@100000028\n+{rtl command} rh_toy.rtl.command[2:0]\n"
                      "[color] 3\n+{model command} rh_toy.model.command[2:0]\n"
                      "[color] 1\n@28\n+{difference command} rh_toy.diff.command[2:0]\n"
                      "[color] 4\n@24\n+{rtl slot[1]} rh_toy.rtl.slot[1][6:0]\n"
                      "[color] 3\n+{model slot[1]} rh_toy.model.slot[1][6:0]\n"
                      "[color] 1\n@28\n+{difference slot[1]} rh_toy.diff.slot[1][6:0]\n"
                      "@1000200\n-differs at cycle 600\n"
                      "@800200\n-slot 1\n"
                      "@100000028\nrh_toy.rtl.bank_state[1][1:0]\n"
                      "@24\nrh_toy.rtl.slot[1][6:0]\n"
                      "@1000200\n-slot 1\n"
                      "@800200\n-choice and its reasons\n"
                      "@24\n+{rtl slot[0]} rh_toy.rtl.slot[0][6:0]\n"
                      "@22\n+{rtl wide} rh_toy.rtl.wide[19:0]\n"
                      "@100000028\nrh_toy.rtl.bank_state[0][1:0]\n"
                      "rh_toy.rtl.bank_state[1][1:0]\n"
                      "@1000200\n-choice and its reasons\n"
                      "@c00200\n-ports\n"
                      "[color] 4\n@100000028\nrh_toy.rtl.command[2:0]\n"
                      "@1401200\n-ports\n"
                      "@c00200\n-slots\n"
                      "-slot 0\n");
    free(text);
}

/* The first clocks, no marker, groups as the kind has them. */
static void without_a_difference_the_view_begins_where_the_wave_does(void **state) {
    (void)state;
    const struct rh_wave_difference none = {.count = 0};
    char *text = print(&none);
    starts_with(text, "[*] rh_toy: RTL and model\n"
                      "[timestart] 500000\n"
                      "[size] 1600 1000\n"
                      "[pos] -1 -1\n"
                      "*-12.349113 -1 -1");
    assert_null(strstr(text, "differs at"));
    assert_null(strstr(text, "+{"));
    assert_non_null(strstr(text, "@200\n-ports\n[color] 4\n@100000028\nrh_toy.rtl.command[2:0]\n@800200\n-slots\n"));
    free(text);
}

/* Early in the wave there is nothing to the left of it. */
static void the_window_does_not_begin_before_the_wave(void **state) {
    (void)state;
    const struct rh_wave_difference early = {.cycle = 503, .count = 1, .element = {{true, 0, 0}}};
    char *text = print(&early);
    assert_non_null(strstr(text, "\n[timestart] 500000\n"));
    assert_non_null(strstr(text, " 503000 -1"));
    free(text);
}

static void more_than_fits_is_counted(void **state) {
    (void)state;
    struct rh_wave_difference many = {.cycle = 600, .count = 40};
    for (unsigned i = 0; i < RH_WAVE_DIFFERENCES; i++)
        many.element[i] = (struct rh_wave_element){true, 0, 0};
    char *text = print(&many);
    assert_non_null(strstr(text, "\n@200\n-and 28 more: see differences\n@1000200\n-differs at cycle 600\n"));
    free(text);
}

/* A controller's longest name is activate_window: 15 letters of 7 pixels and 10 around them in a tenth of 1150. */
static void the_window_leaves_room_for_the_longest_name(void **state) {
    (void)state;
    struct rh_geometry geometry;
    struct rh_block block;
    rh_params_default(&rh_controller_kind, &geometry);
    rh_block_make(&block, &rh_controller_kind, rh_controller_find("fifo"), &geometry);
    assert_int_equal(rh_wave_view_clocks(&block), 10);
    struct rh_allocator_params params = rh_allocator_router(); /* sets of 5, numbers of 4 digits: rows of 12 bits */
    rh_block_make(&block, &rh_allocator_kind, rh_allocator_find("pim"), &params);
    assert_int_equal(rh_wave_view_clocks(&block), 25);
    params.outputs = 36; /* 9 hexadecimal digits */
    rh_block_make(&block, &rh_allocator_kind, rh_allocator_find("pim"), &params);
    assert_int_equal(rh_wave_view_clocks(&block), 15);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(what_differs_is_on_top_with_the_marker_on_it),
        cmocka_unit_test(without_a_difference_the_view_begins_where_the_wave_does),
        cmocka_unit_test(the_window_does_not_begin_before_the_wave),
        cmocka_unit_test(more_than_fits_is_counted),
        cmocka_unit_test(the_window_leaves_room_for_the_longest_name),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
