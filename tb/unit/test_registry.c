// SPDX-License-Identifier: Apache-2.0
// The registry and the port tables: what every controller shares.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_channel.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_default.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_variant.h"

static void first_row_is_found_by_index_and_name(void **state) {
    (void)state;
    assert_true(rh_controller_count() >= 1);
    assert_string_equal(rh_controller_at(0)->name, "fifo");
    assert_string_equal(rh_variant_at(RH_KIND_controller, 0)->meaning,
                        "one queue; only the oldest request may issue a command");
    assert_ptr_equal(rh_controller_find("fifo"), rh_controller_at(0));
}

static void unknown_names_and_indices_are_null(void **state) {
    (void)state;
    assert_null(rh_controller_find("first_come"));
    assert_null(rh_controller_find(""));
    assert_null(rh_controller_find("FIFO"));
    assert_null(rh_controller_at(rh_controller_count()));
    assert_null(rh_variant_at(RH_KIND_controller, rh_controller_count()));
}

static void kinds_are_kept_apart(void **state) {
    (void)state;
    assert_int_equal(rh_kind_find("controller"), RH_KIND_controller);
    assert_int_equal(rh_kind_find("allocator"), RH_KIND_allocator);
    assert_int_equal(rh_kind_find("ejector"), RH_KIND_ejector);
    assert_int_equal(rh_kind_find("network"), RH_KINDS);
    assert_string_equal(rh_kind_of(RH_KIND_allocator)->folder, "network");
    assert_string_equal(rh_variant_at(RH_KIND_allocator, 0)->name, "pim");
    assert_non_null(rh_variant_find(RH_KIND_allocator, "wavefront"));
    assert_null(rh_variant_find(RH_KIND_controller, "wavefront"));
    assert_null(rh_controller_find("wavefront"));
}

static void every_row_is_complete_and_its_name_its_own(void **state) {
    (void)state;
    for (size_t i = 0; i < rh_controller_count(); i++) {
        const struct rh_block_ops *ops = rh_controller_at(i);
        assert_non_null(ops->reset);
        assert_non_null(ops->cycle);
        assert_non_null(ops->list);
        assert_ptr_equal(rh_controller_find(ops->name), ops);
    }
}

/* Each controller has one way of serving, by which others know it. */
static void traits_stand_in_the_row(void **state) {
    (void)state;
    for (size_t i = 0; i < rh_controller_count(); i++) {
        const struct rh_traits *t = rh_controller_traits(rh_controller_at(i)->name);
        assert_non_null(t);
        assert_ptr_equal(t, &rh_variant_at(RH_KIND_controller, i)->traits);
        assert_int_equal(t->one_at_a_time + t->banked + t->merges + t->grains + t->staged, 1);
        assert_true(t->banked || !t->slots);
        assert_true(t->sources || !t->staged);
        assert_true(t->merges || !(t->most_pending || t->in_turn || t->searches));
        assert_int_equal(rh_controller_closes_rows(rh_controller_at(i)), t->closes_rows);
    }
    assert_true(rh_controller_traits("fr_fcfs_serial")->searches);
    assert_true(rh_controller_traits("fgdram_channel")->closes_rows);
    assert_null(rh_controller_traits("wavefront"));
}

/* The greatest parameters of a kind; where one must fit another, they do. */
static void greatest(const struct rh_kind *kind, void *params) {
    rh_params_default(kind, params);
    for (unsigned i = 0; i < kind->param_count; i++)
        rh_param_set(&kind->params[i], params, kind->params[i].most);
}

static void every_field_lies_inside_its_state(void **state) {
    (void)state;
    for (unsigned k = 0; k < RH_KINDS; k++) {
        const struct rh_kind *kind = rh_kind_of((enum rh_kind_code)k)->kind;
        for (size_t i = 0; i < rh_variant_count((enum rh_kind_code)k); i++) {
            const struct rh_block_ops *ops = rh_variant_at((enum rh_kind_code)k, i)->ops;
            struct rh_block block;
            uint64_t params[64];
            assert_true(kind->params_size <= sizeof params);
            greatest(kind, params);
            rh_block_make(&block, kind, ops, params);
            assert_true(block.state.count > 0);
            for (unsigned f = 0; f < block.state.count; f++) {
                const struct rh_field *field = &block.state.fields[f];
                assert_in_range(field->width, 1, 8U * field->size);
                assert_true(field->offset + (size_t)field->count * field->size <= ops->state_size);
                for (unsigned other = 0; other < f; other++)
                    assert_string_not_equal(field->name, block.state.fields[other].name);
            }
        }
    }
}

static void a_kind_checks_every_parameter(void **state) {
    (void)state;
    for (unsigned k = 0; k < RH_KINDS; k++) {
        const struct rh_kind *kind = rh_kind_of((enum rh_kind_code)k)->kind;
        assert_string_equal(kind->name, rh_kind_of((enum rh_kind_code)k)->name);
        for (unsigned i = 0; i < kind->param_count; i++) {
            uint64_t params[64];
            struct rh_error error;
            rh_params_default(kind, params);
            assert_true(kind->check(params, &error));
            rh_param_set(&kind->params[i], params, kind->params[i].most + 1);
            assert_false(kind->check(params, &error));
            assert_non_null(strstr(error.text, kind->params[i].name));
        }
    }
}

static void port_tables_follow_the_port_list(void **state) {
    (void)state;
    const struct rh_geometry geometry = {8, 4, 2, 2, 12, 5, 8, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct rh_block fifo;
    rh_block_make(&fifo, &rh_controller_kind, rh_controller_find("fifo"), &geometry);
    assert_int_equal(fifo.in.count, 9);
    assert_int_equal(fifo.out.count, 22);
    const struct rh_field *row = &fifo.in.fields[3];
    assert_string_equal(row->name, "req_row");
    assert_int_equal(row->offset, offsetof(struct rh_controller_in, req_row));
    assert_int_equal(row->size, 4);
    assert_int_equal(row->width, 12);
    assert_string_equal(row->width_text, "p->row_bits");
    assert_false(row->array);
    assert_null(row->enum_name);
    assert_string_equal(fifo.out.fields[0].name, "req_ready");
    assert_string_equal(fifo.out.fields[6].enum_name, "rh_command");
    assert_string_equal(fifo.out.fields[19].name, "cause");
    assert_string_equal(fifo.out.fields[19].enum_name, "rh_cause");
    /* valid 1, write 1, bank 2, row 12, column 5, len 3, tag 8, source 1 of none, rsp_ready 1 */
    assert_int_equal(fifo.in.bits, 34);
    /* 1+1+8+1; forward 1+8; column command 3+2+5+8+1+3; row command 3+2+12+1+3; active, booked 1+1, cause 4, timers 1,
     * occupancy 4 */
    assert_int_equal(fifo.out.bits, 74);
    assert_string_equal(fifo.config.fields[0].name, "rcd_rd");
    assert_int_equal(fifo.config.fields[0].width, 8);
}

static void a_source_is_the_core_in_the_bits_there_are(void **state) {
    (void)state;
    static const struct {
        uint16_t core;
        uint8_t bits, source;
    } rows[] = {{27, 5, 27}, {33, 5, 1}, {33, 8, 33}, {256, 8, 0}, {7, 0, 0}, {UINT16_MAX, 5, 0}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct rh_geometry geometry = {.source_bits = rows[k].bits};
        const struct rh_request request = {
            .write = 1, .bank = 3, .row = 77, .column = 9, .commands = 8, .core = rows[k].core};
        struct rh_controller_in in = {.rsp_ready = 1};
        rh_controller_offer(&in, &request, 513, &geometry, false);
        assert_int_equal(in.req_source, rows[k].source);
        assert_int_equal(in.req_valid && in.req_write && in.rsp_ready, 1);
        assert_int_equal(in.req_bank, 3);
        assert_int_equal(in.req_row, 77);
        assert_int_equal(in.req_column, 9);
        assert_int_equal(in.req_len, 7);
        assert_int_equal(in.req_tag, 513);
    }
}

/* Of five bits the core begins two bits higher than its warp, of eight three; a warp's upper bits are folded in. The
 * highest bit says that more follow. */
static void a_source_is_core_and_warp_where_warps_are_known(void **state) {
    (void)state;
    static const struct {
        uint16_t core, warp;
        uint8_t more, bits, source;
    } rows[] = {{3, 1, 0, 5, 13},    {3, 1, 1, 5, 29},         {3, 1, 0, 8, 25},         {1, 37, 0, 8, 44},
                {27, 64, 1, 8, 154}, {3, UINT16_MAX, 1, 5, 3}, {UINT16_MAX, 6, 0, 5, 6}, {9, 2000, 0, 8, 38},
                {1, 1, 1, 1, 1},     {7, 9, 1, 0, 0}};
    for (size_t k = 0; k < sizeof rows / sizeof rows[0]; k++) {
        const struct rh_geometry geometry = {.source_bits = rows[k].bits};
        const struct rh_request request = {.core = rows[k].core, .warp = rows[k].warp, .more = rows[k].more};
        assert_int_equal(rh_controller_source(&request, &geometry, true), rows[k].source);
    }
    const struct rh_block_ops *warps = rh_controller_find("warp_group"), *cores = rh_controller_find("bliss");
    assert_true(rh_controller_asks_warps(warps) && !rh_controller_asks_warps(cores));
    assert_int_equal(rh_controller_source_bits(warps), 8);
    assert_int_equal(rh_controller_source_bits(cores), 5);
}

/* 0 is a number of source bits, left out or not. */
static void a_geometry_with_a_queue_says_its_source_bits(void **state) {
    (void)state;
    struct rh_preset preset;
    struct rh_error error;
    assert_true(rh_preset_find("gddr3", &preset, &error));
    struct rh_geometry one = {.queue = 8}, all = {0};
    struct rh_constraints constraints = {0};
    assert_true(rh_default_fill(&preset, &one, &constraints, &error) &&
                rh_default_fill(&preset, &all, &constraints, &error));
    assert_int_equal(one.source_bits, 0);
    assert_int_equal(one.responses, 16);
    assert_int_equal(all.source_bits, 5);
}

static void outputs_without_meaning_are_not_live(void **state) {
    (void)state;
    const struct rh_geometry geometry = {8, 4, 2, 2, 12, 5, 8, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct rh_layout out;
    uint64_t live[RH_LAYOUT_MASKS];
    rh_layout_make(&out, rh_controller_kind.list_out, &geometry);
    rh_layout_live(&out, &(struct rh_controller_out){.active = 1, .booked = 1}, live);
    for (unsigned i = 0; i < out.count; i++) {
        const char *name = out.fields[i].name;
        bool silent = strcmp(name, "rsp_tag") == 0 || strcmp(name, "rsp_write") == 0 || strcmp(name, "cause") == 0 ||
                      strcmp(name, "forward_tag") == 0;
        assert_int_equal(rh_field_is_live(&out.fields[i], live, 0), !silent);
    }
    rh_layout_live(&out, &(struct rh_controller_out){.active = 1, .rsp_valid = 1, .forward = 1}, live);
    for (unsigned i = 0; i < out.count; i++)
        assert_true(rh_field_is_live(&out.fields[i], live, 0));
}

/* As many requests to a bank as responses are never taken, then to all banks in turn, then to any that has room: sooner
 * or later every entry is in use, and never more. */
static void a_controller_queues_as_many_requests_as_its_row_says(void **state) {
    (void)state;
    const struct rh_geometry geometry = {8, 16, 1, 2, 12, 5, 10, 4, 8, 0, 0, 0, 0, 0, 0, 0, 0, 0};
    struct rh_preset preset;
    struct rh_error error = {""};
    assert_true(rh_preset_load("gddr3", &preset, &error));
    const struct rh_constraints constraints = rh_constraints_from_timing(&preset.timing, RH_REFRESH_OFF, &geometry);
    for (size_t i = 0; i < rh_controller_count(); i++) {
        struct rh_model model;
        assert_true(rh_model_open(&model, &rh_controller_kind, rh_controller_at(i), &geometry, &constraints));
        struct rh_unit unit = rh_model_unit(&model);
        struct rh_controller_in in = {.req_valid = 1};
        unsigned most = 0, taken = 0;
        for (unsigned clock = 0; clock < 1000; clock++) {
            struct rh_controller_out out;
            in.req_bank = (clock < 500 ? rh_max(taken, geometry.responses) - geometry.responses : clock) % 16;
            in.req_tag = (uint16_t)clock;
            assert_true(unit.cycle(unit.self, &in, &out));
            taken += out.req_ready;
            most = out.occupancy > most ? out.occupancy : most;
        }
        rh_model_close(&model);
        assert_int_equal(most, rh_controller_at(i)->entries(&geometry));
    }
    assert_int_equal(rh_controller_find("fr_fcfs")->entries(&geometry), 8);
    assert_int_equal(rh_controller_find("banked_fifo")->entries(&geometry), 16); /* one a bank */
    assert_int_equal(rh_controller_find("slot_fifo")->entries(&geometry), 24);   /* and one a bank */
    assert_int_equal(rh_controller_find("sms")->entries(&geometry), 20);         /* half of the queue, and one a bank */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_row_is_found_by_index_and_name),
        cmocka_unit_test(unknown_names_and_indices_are_null),
        cmocka_unit_test(kinds_are_kept_apart),
        cmocka_unit_test(every_row_is_complete_and_its_name_its_own),
        cmocka_unit_test(traits_stand_in_the_row),
        cmocka_unit_test(every_field_lies_inside_its_state),
        cmocka_unit_test(a_kind_checks_every_parameter),
        cmocka_unit_test(port_tables_follow_the_port_list),
        cmocka_unit_test(a_source_is_the_core_in_the_bits_there_are),
        cmocka_unit_test(a_source_is_core_and_warp_where_warps_are_known),
        cmocka_unit_test(a_geometry_with_a_queue_says_its_source_bits),
        cmocka_unit_test(outputs_without_meaning_are_not_live),
        cmocka_unit_test(a_controller_queues_as_many_requests_as_its_row_says),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
