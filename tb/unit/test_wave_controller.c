// SPDX-License-Identifier: Apache-2.0
// Does the wave of a controller show nothing where a value has no meaning? Written from states made for the test and
// read back.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cmodel/wave/rh_wave.h"
#include "rowhold/rh_command.h"
#include "tb/unit/wave_file.h"

#ifdef RH_HAVE_FST

static void set(const struct rh_layout *layout, const char *name, void *base, unsigned index, uint64_t value) {
    for (unsigned i = 0; i < layout->count; i++)
        if (strcmp(layout->fields[i].name, name) == 0) {
            rh_field_set(&layout->fields[i], base, index, value);
            return;
        }
    fail_msg("no field %s", name);
}

/* Registers of a controller as random values left them, ports without a request and without a command; then what they
 * say. Garbage beside a NOP is a fault, and shown. */
static void a_controller_shows_nothing_before_it_says_something(void **state) {
    (void)state;
    struct rh_geometry geometry;
    rh_params_default(&rh_controller_kind, &geometry);
    struct rh_block of;
    rh_block_make(&of, &rh_controller_kind, rh_controller_find("fr_fcfs"), &geometry);
    void *model = calloc(1, of.ops->state_size), *rtl = calloc(1, of.ops->state_size);
    struct rh_error error;
    struct rh_wave *wave = rh_wave_open(file, &of, 1000, true, &error);
    assert_non_null(wave);
    of.ops->reset(model, &geometry);
    of.ops->reset(rtl, &geometry);
    set(&of.state, "open_row", rtl, 2, 77);
    set(&of.state, "tag", rtl, 3, 9);
    set(&of.state, "response_tag", rtl, 1, 9);
    struct rh_controller_in in = {.req_tag = 5, .req_row = 6, .rsp_ready = 1};
    struct rh_controller_out out = {.req_ready = 1}, odd = out;
    odd.row_bank = 2;
    struct rh_wave_side model_side = {&out, model}, rtl_side = {&odd, rtl};
    rh_wave_clock(wave, 0, &in, &model_side, &rtl_side);
    set(&of.state, "open", rtl, 0, 4);
    set(&of.state, "open", model, 0, 4);
    in.req_valid = 1;
    out.row_cmd = odd.row_cmd = RH_ACT;
    out.row_bank = odd.row_bank = 1;
    rh_wave_clock(wave, 1, &in, &model_side, &rtl_side);
    assert_true(rh_wave_close(wave, &error));
    expect("rh_fr_fcfs.rtl.open_row[2]", 0, "zzzzzzzzzzzz");
    expect("rh_fr_fcfs.rtl.tag[3]", 0, "zzzzzzzz");
    expect("rh_fr_fcfs.rtl.response_tag[1]", 0, "zzzzzzzz");
    expect("rh_fr_fcfs.in.req_tag", 0, "zzzzzzzz");
    expect("rh_fr_fcfs.in.req_row", 0, "zzzzzzzzzzzz");
    expect("rh_fr_fcfs.model.row_bank", 0, "zz");
    expect("rh_fr_fcfs.rtl.row_bank", 0, "10");
    expect("rh_fr_fcfs.rtl.col_bank", 0, "zz");
    expect("rh_fr_fcfs.rtl.row_cmd", 0, "000");
    expect("rh_fr_fcfs.rtl.open_row[2]", 1000, "000001001101");
    expect("rh_fr_fcfs.in.req_tag", 1000, "00000101");
    expect("rh_fr_fcfs.rtl.row_bank", 1000, "01");
    expect("rh_fr_fcfs.rtl.row_row", 1000, "000000000000");
    expect("rh_fr_fcfs.rtl.bank_state[2]", 0, "00");
    expect("rh_fr_fcfs.rtl.bank_state[2]", 1000, "01");
    expect("rh_fr_fcfs.model.bank_state[1]", 1000, "00");
    remove_the_file();
    free(model);
    free(rtl);
}

/* RTL with a bug may say that it holds 300 responses from number 200 on. */
static void numbers_that_no_state_has_are_shown_without_harm(void **state) {
    (void)state;
    struct rh_geometry geometry;
    rh_params_default(&rh_controller_kind, &geometry);
    geometry.queue = 12;
    geometry.responses = 5;
    for (size_t i = 0; i < rh_controller_count(); i++) {
        struct rh_block of;
        rh_block_make(&of, &rh_controller_kind, rh_controller_at(i), &geometry);
        unsigned char *odd = malloc(of.ops->state_size);
        memset(odd, 0xff, of.ops->state_size);
        struct rh_error error;
        struct rh_wave *wave = rh_wave_open(file, &of, 1000, false, &error);
        struct rh_controller_in in = {0};
        struct rh_controller_out out = {0};
        rh_wave_clock(wave, 0, &in, &(struct rh_wave_side){&out, odd}, NULL);
        assert_true(rh_wave_close(wave, &error));
        remove_the_file();
        free(odd);
    }
}

#endif

int main(void) {
#ifdef RH_HAVE_FST
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_controller_shows_nothing_before_it_says_something),
        cmocka_unit_test(numbers_that_no_state_has_are_shown_without_harm),
    };
    return name_the_file() ? cmocka_run_group_tests(tests, NULL, NULL) : 1;
#else
    return 77; /* no FST writer */
#endif
}
