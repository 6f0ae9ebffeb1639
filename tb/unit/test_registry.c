// SPDX-License-Identifier: Apache-2.0
// The registry and the port tables: what every controller shares.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "rowhold/rh_controller.h"
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

static void kinds_are_told_apart(void **state) {
    (void)state;
    assert_int_equal(rh_kind_find("controller"), RH_KIND_controller);
    assert_int_equal(rh_kind_find("allocator"), RH_KIND_allocator);
    assert_int_equal(rh_kind_find("router"), RH_KINDS);
    assert_string_equal(rh_kind_of(RH_KIND_allocator)->folder, "network");
    assert_string_equal(rh_variant_at(RH_KIND_allocator, 0)->name, "pim");
    assert_non_null(rh_variant_find(RH_KIND_allocator, "wavefront"));
    assert_null(rh_variant_find(RH_KIND_controller, "wavefront"));
    assert_null(rh_controller_find("wavefront"));
}

static void every_row_is_complete_and_its_name_its_own(void **state) {
    (void)state;
    for (size_t i = 0; i < rh_controller_count(); i++) {
        const struct rh_controller_ops *ops = rh_controller_at(i);
        assert_non_null(ops->reset);
        assert_non_null(ops->step);
        assert_true(ops->field_count > 0);
        assert_ptr_equal(rh_controller_find(ops->name), ops);
    }
}

static void every_field_lies_inside_its_state(void **state) {
    (void)state;
    const struct rh_geometry large = {64, 16, 4, 2, 20, 12, 12, 64, 8};
    for (size_t i = 0; i < rh_controller_count(); i++) {
        const struct rh_controller_ops *ops = rh_controller_at(i);
        for (size_t f = 0; f < ops->field_count; f++) {
            const struct rh_field *field = &ops->fields[f];
            unsigned count = rh_dim(&large, field->count), width = rh_dim(&large, field->width);
            assert_in_range(count, 1, 64);
            assert_in_range(width, 1, 8U * field->size);
            assert_true(field->offset + (size_t)count * field->size <= ops->state_size);
            for (size_t other = 0; other < f; other++)
                assert_string_not_equal(field->name, ops->fields[other].name);
        }
    }
}

static void port_tables_follow_the_port_list(void **state) {
    (void)state;
    assert_int_equal(rh_controller_in_field_count, 8);
    assert_int_equal(rh_controller_out_field_count, 20);
    const struct rh_field *row = &rh_controller_in_fields[3];
    assert_string_equal(row->name, "req_row");
    assert_int_equal(row->offset, offsetof(struct rh_controller_in, req_row));
    assert_int_equal(row->size, 4);
    assert_int_equal(row->width, RH_D_ROW);
    assert_null(row->enum_name);
    assert_string_equal(rh_controller_out_fields[0].name, "req_ready");
    assert_string_equal(rh_controller_out_fields[4].enum_name, "rh_command");
    assert_string_equal(rh_controller_out_fields[17].name, "cause");
    assert_string_equal(rh_controller_out_fields[17].enum_name, "rh_cause");
}

static void ports_have_the_widths_of_the_geometry(void **state) {
    (void)state;
    const struct rh_geometry geometry = {8, 4, 2, 2, 12, 5, 8, 4, 8};
    /* valid 1, write 1, bank 2, row 12, column 5, extra 3, tag 8, rsp_ready 1 */
    assert_int_equal(rh_fields_bits(rh_controller_in_fields, rh_controller_in_field_count, &geometry), 33);
    /* 1+1+8+1; column command 3+2+5+8+1+3; row command 3+2+12+1+3; active, booked 1+1, cause 4, timers 1, occupancy 4 */
    assert_int_equal(rh_fields_bits(rh_controller_out_fields, rh_controller_out_field_count, &geometry), 65);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(first_row_is_found_by_index_and_name),
        cmocka_unit_test(unknown_names_and_indices_are_null),
        cmocka_unit_test(kinds_are_told_apart),
        cmocka_unit_test(every_row_is_complete_and_its_name_its_own),
        cmocka_unit_test(every_field_lies_inside_its_state),
        cmocka_unit_test(port_tables_follow_the_port_list),
        cmocka_unit_test(ports_have_the_widths_of_the_geometry),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
