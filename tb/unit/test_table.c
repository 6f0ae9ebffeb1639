// SPDX-License-Identifier: Apache-2.0
// The table writer: one table in its four spellings, to the letter; and the forms of the commands' results.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/cli/rh_forms.h"

static const struct rh_form *const rh_forms[] = {RH_FORMS(RH_FORM_ADDRESS) NULL};

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

static const struct rh_column columns[] = {
    {.name = "name", .kind = RH_CELL_TEXT},
    {.name = "key", .kind = RH_CELL_COUNT, .hidden = true},
    {.name = "share", .heading = "share\n%", .kind = RH_CELL_REAL, .digits = 1, .scale = 100},
    {.name = "even", .kind = RH_CELL_FLAG},
    {.name = "bar", .heading = "", .kind = RH_CELL_BAR},
};

static struct rh_table *small_table(void) {
    struct rh_table *table = rh_table_open(columns, COUNT(columns));
    assert_non_null(table);
    assert_true(rh_table_text(table, "a, \"b\" | c") && rh_table_count(table, 7) && rh_table_real(table, 0.25) &&
                rh_table_count(table, 1) && rh_table_real(table, 0.1));
    assert_true(rh_table_text(table, NULL) && rh_table_known(table, -1) && rh_table_none(table) &&
                rh_table_count(table, 0) && rh_table_real(table, 0.001));
    assert_int_equal(rh_table_rows(table), 2);
    return table;
}

static void print_text(const struct rh_table *table, FILE *to) {
    rh_table_print(table, "  ", to);
}

static void print_json(const struct rh_table *table, FILE *to) {
    rh_table_json(table, "", to);
}

static void expect(const struct rh_table *table, void (*print)(const struct rh_table *, FILE *), const char *text) {
    char *found = NULL;
    size_t size;
    FILE *memory = open_memstream(&found, &size);
    assert_non_null(memory);
    print(table, memory);
    assert_int_equal(fclose(memory), 0);
    assert_string_equal(found, text);
    free(found);
}

static void one_table_in_four_spellings(void **state) {
    (void)state;
    struct rh_table *table = small_table();
    expect(table, print_text,
           "              share\n"
           "  name            %  even\n"
           "  a, \"b\" | c   25.0   yes  ###\n"
           "  -               -    no  #\n");
    expect(table, rh_table_csv, "name,key,share,even\n\"a, \"\"b\"\" | c\",7,0.250000,1\n,,,0\n");
    expect(table, rh_table_markdown,
           "| name | share % | even |\n| --- | ---: | ---: |\n| a, \"b\" \\| c | 25.0 | yes |\n| - | - | no |\n");
    expect(table, print_json,
           "[\n  {\"name\": \"a, \\\"b\\\" | c\", \"key\": 7, \"share\": 0.25, \"even\": true},\n"
           "  {\"name\": null, \"key\": null, \"share\": null, \"even\": false}\n]");
    rh_table_close(table);
}

static void a_table_without_rows_is_its_head(void **state) {
    (void)state;
    struct rh_table *table = rh_table_open(columns, COUNT(columns));
    expect(table, print_text, "        share\n  name      %  even\n");
    expect(table, rh_table_csv, "name,key,share,even\n");
    expect(table, print_json, "[\n]");
    rh_table_close(table);
}

/* Only texts that may be are broken, at spaces and behind plus signs, and a word longer than its column anywhere. */
static void long_texts_are_broken_at_the_edge_of_the_screen(void **state) {
    (void)state;
    static const struct rh_column wide[] = {
        {.name = "rule", .kind = RH_CELL_TEXT, .wrap = 9},
        {.name = "file", .kind = RH_CELL_TEXT},
        {.name = "text", .kind = RH_CELL_TEXT, .wrap = 10},
    };
    struct rh_table *table = rh_table_open(wide, COUNT(wide));
    assert_true(rh_table_text(table, "one+three") && rh_table_text(table, "f") && rh_table_text(table, "short"));
    assert_true(rh_table_text(table, "one+twothree") &&
                rh_table_text(table, "0123456789012345678901234567890123456789012345678901234567890123456789") &&
                rh_table_text(table, "as far as abcdefghijkl"));
    expect(table, print_text,
           "  rule       file                                                                    text\n"
           "  one+three  f                                                                       short\n"
           "  one+       0123456789012345678901234567890123456789012345678901234567890123456789  as far as\n"
           "  twothree                                                                           abcdefghij\n"
           "                                                                                     kl\n");
    rh_table_close(table);
}

static void long_headings_are_broken_behind_an_underscore(void **state) {
    (void)state;
    static const struct rh_column wide[] = {
        {.name = "seventy_letters_0123456789_0123456789_0123456789_0123456789_0123456789", .kind = RH_CELL_COUNT},
        {.name = "long_enough", .kind = RH_CELL_COUNT},
        {.name = "fits_it", .kind = RH_CELL_TEXT},
    };
    struct rh_table *table = rh_table_open(wide, COUNT(wide));
    assert_true(rh_table_count(table, 1) && rh_table_count(table, 2) && rh_table_text(table, "fits_it"));
    expect(table, print_text,
           "  seventy_letters_0123456789_0123456789_0123456789_0123456789_   long_\n"
           "                                                    0123456789  enough  fits_it\n"
           "                                                             1       2  fits_it\n");
    expect(table, rh_table_csv,
           "seventy_letters_0123456789_0123456789_0123456789_0123456789_0123456789,long_enough,fits_it\n"
           "1,2,fits_it\n");
    rh_table_close(table);
}

/* No more than the screen asks for: of 2 + 28 + 2 + 59 letters 11 are too many, and 17 of the 28 are left. */
static void a_text_is_broken_no_narrower_than_needed(void **state) {
    (void)state;
    static const struct rh_column wide[] = {{.name = "text", .kind = RH_CELL_TEXT, .wrap = 4},
                                            {.name = "name", .heading = "a_name\nof_it", .kind = RH_CELL_TEXT}};
    struct rh_table *table = rh_table_open(wide, COUNT(wide));
    assert_true(rh_table_text(table, "eight letters are ten too ma") && rh_table_text(table, "x"));
    assert_true(rh_table_text(table, "two\nlines") &&
                rh_table_text(table, "01234567890123456789012345678901234567890123456789012345678"));
    expect(table, print_text,
           "                     a_name\n"
           "  text               of_it\n"
           "  eight letters are  x\n"
           "  ten too ma\n"
           "  two                01234567890123456789012345678901234567890123456789012345678\n"
           "  lines\n");
    rh_table_close(table);
}

/* A heading with a line end of its own is broken nowhere else; a bar is as long as the whole at most. */
static void headings_and_bars_have_their_bounds(void **state) {
    (void)state;
    static const struct rh_column wide[] = {{.name = "n", .heading = "of_a\nrow_b", .kind = RH_CELL_COUNT},
                                            {.name = "bar", .heading = "", .kind = RH_CELL_BAR},
                                            {.name = "text", .kind = RH_CELL_TEXT}};
    struct rh_table *table = rh_table_open(wide, COUNT(wide));
    assert_true(rh_table_count(table, 1) && rh_table_real(table, 1.5) &&
                rh_table_text(table, "01234567890123456789012345678901234567890123456789"));
    expect(table, print_text,
           "   of_a\n"
           "  row_b                                    text\n"
           "      1  ################################  01234567890123456789012345678901234567890123456789\n");
    rh_table_close(table);
}

static void what_would_end_a_cell_is_quoted(void **state) {
    (void)state;
    static const struct rh_column odd[] = {{.name = "text", .kind = RH_CELL_TEXT},
                                           {.name = "bar", .heading = "", .kind = RH_CELL_BAR}};
    struct rh_table *table = rh_table_open(odd, COUNT(odd));
    assert_true(rh_table_text(table, "a\nb") && rh_table_real(table, 1.5));
    assert_true(rh_table_text(table, "a\rb") && rh_table_real(table, 0));
    assert_true(rh_table_text(table, "a\"b\\\t\x01\xff") && rh_table_real(table, 0));
    expect(table, rh_table_csv, "text\n\"a\nb\"\n\"a\rb\"\n\"a\"\"b\\\t\x01\xff\"\n");
    expect(table, print_json,
           "[\n  {\"text\": \"a\\nb\"},\n  {\"text\": \"a\\rb\"},\n"
           "  {\"text\": \"a\\\"b\\\\\\t\\u0001\xef\xbf\xbd\"}\n]");
    rh_table_close(table);
}

static void a_count_of_63_bits_is_whole(void **state) {
    (void)state;
    static const struct rh_column one[] = {{.name = "n", .kind = RH_CELL_COUNT}};
    struct rh_table *table = rh_table_open(one, 1);
    assert_true(rh_table_count(table, (UINT64_C(1) << 53) + 1) && rh_table_count(table, INT64_MAX));
    expect(table, rh_table_csv, "n\n9007199254740993\n9223372036854775807\n");
    expect(table, print_json, "[\n  {\"n\": 9007199254740993},\n  {\"n\": 9223372036854775807}\n]");
    rh_table_close(table);
    table = rh_table_open(one, 1);
    FILE *to = tmpfile();
    assert_true(to != NULL && rh_table_count(table, UINT64_MAX));
    assert_false(rh_table_json(table, "", to));
    (void)fclose(to);
    rh_table_close(table);
}

static void two_columns_of_one_name_are_refused(void **state) {
    (void)state;
    struct rh_column twice[] = {{.name = "a", .kind = RH_CELL_TEXT}, {.name = "a", .kind = RH_CELL_TEXT}};
    assert_null(rh_table_open(twice, 2));
    twice[1].name = "b";
    twice[1].heading = "a";
    assert_null(rh_table_open(twice, 2));
    twice[1].hidden = true;
    struct rh_table *table = rh_table_open(twice, 2);
    assert_non_null(table);
    rh_table_close(table);
}

static void check_part(const struct rh_form_part *part) {
    if (part->columns == NULL)
        return;
    struct rh_table *table = rh_table_open(part->columns, part->count);
    assert_non_null(table);
    rh_table_close(table);
    for (unsigned i = 0; i < part->count; i++)
        for (const char *c = part->columns[i].name; *c != '\0'; c++)
            assert_non_null(strchr("abcdefghijklmnopqrstuvwxyz0123456789_", *c));
}

/* Every form can be opened, has a name of its own and says what its hash covers. */
static void forms_are_clear(void **state) {
    (void)state;
    unsigned count = 0;
    for (; rh_forms[count] != NULL; count++) {
        const struct rh_form *form = rh_forms[count];
        for (unsigned k = 0; k < count; k++)
            assert_string_not_equal(form->name, rh_forms[k]->name);
        assert_non_null(form->configuration.meaning);
        check_part(&form->configuration);
        check_part(&form->members);
        check_part(&form->rows);
        check_part(&form->more);
    }
    assert_int_equal(count, 31);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_table_in_four_spellings),
        cmocka_unit_test(a_table_without_rows_is_its_head),
        cmocka_unit_test(long_texts_are_broken_at_the_edge_of_the_screen),
        cmocka_unit_test(long_headings_are_broken_behind_an_underscore),
        cmocka_unit_test(a_text_is_broken_no_narrower_than_needed),
        cmocka_unit_test(headings_and_bars_have_their_bounds),
        cmocka_unit_test(what_would_end_a_cell_is_quoted),
        cmocka_unit_test(a_count_of_63_bits_is_whole),
        cmocka_unit_test(two_columns_of_one_name_are_refused),
        cmocka_unit_test(forms_are_clear),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
