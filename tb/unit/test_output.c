// SPDX-License-Identifier: Apache-2.0
// Is an output file whole or absent, whatever happens on the way?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <dirent.h>

#include "cmodel/files/rh_output.h"
#include "trace_file.h"

static unsigned files_in_folder(void) {
    unsigned n = 0;
    DIR *folder = opendir(trace_folder);
    assert_non_null(folder);
    for (struct dirent *entry; (entry = readdir(folder)) != NULL;)
        n += entry->d_name[0] != '.';
    closedir(folder);
    return n;
}

static void assert_holds(const char *path, const char *text) {
    char found[64] = "";
    FILE *file = fopen(path, "r");
    assert_non_null(file);
    found[fread(found, 1, sizeof found - 1, file)] = '\0';
    fclose(file);
    assert_string_equal(found, text);
}

static void the_name_appears_with_the_last_byte(void **state) {
    (void)state;
    struct rh_output output;
    struct rh_error error = {""};
    const char *path = trace_path("out");
    assert_true(rh_output_open(&output, path, &error));
    fputs("whole\n", output.file);
    assert_int_equal(access(path, F_OK), -1);
    assert_true(rh_output_commit(&output, &error));
    assert_holds(path, "whole\n");
    assert_int_equal(files_in_folder(), 1);
    // an older file stays until the new one is whole
    assert_true(rh_output_open(&output, path, &error));
    fputs("newer\n", output.file);
    fflush(output.file);
    assert_holds(path, "whole\n");
    rh_output_drop(&output);
    rh_output_drop(&output);
    assert_holds(path, "whole\n");
    assert_int_equal(files_in_folder(), 1);
    unlink(path);
}

static void names_that_cannot_be_written_are_refused(void **state) {
    (void)state;
    struct rh_output output;
    struct rh_error error = {""};
    assert_false(rh_output_open(&output, "/nowhere/out", &error));
    assert_string_equal(error.text,
                        "/nowhere/out: found No such file or directory, expected a file that can be written");
    assert_false(rh_output_open(&output, trace_folder, &error));
    assert_error(&error, trace_folder, ": found a folder, expected a file that can be written");
    assert_false(rh_output_open(&output, "", &error));
    assert_string_equal(error.text, "output: found an empty file name, expected a name");
}

static void a_full_disk_is_an_error_at_the_end(void **state) {
    (void)state;
    struct rh_output output;
    struct rh_error error = {""};
    assert_true(rh_output_open(&output, "/dev/full", &error));
    fputs("lost\n", output.file);
    assert_false(rh_output_commit(&output, &error));
    assert_string_equal(error.text, "/dev/full: found No space left on device, expected a file that can be written");
}

static void a_link_stays_and_what_it_leads_to_changes(void **state) {
    (void)state;
    struct rh_output output;
    struct rh_error error = {""};
    char target[160], text[160] = "";
    (void)snprintf(target, sizeof target, "%s", trace_path("target"));
    const char *link = trace_path("link");
    for (unsigned i = 0; i < 2; i++) { /* to a file that is not there yet, then to one that is */
        if (i == 0)
            assert_int_equal(symlink("target", link), 0);
        assert_true(rh_output_open(&output, link, &error));
        fputs(i == 0 ? "first\n" : "second\n", output.file);
        assert_true(rh_output_commit(&output, &error));
        assert_int_equal(readlink(link, text, sizeof text), 6);
        assert_string_equal(text, "target");
        assert_holds(target, i == 0 ? "first\n" : "second\n");
    }
    assert_int_equal(files_in_folder(), 2);
    unlink(link);
    unlink(target);
}

static void a_circle_of_links_is_refused(void **state) {
    (void)state;
    struct rh_output output;
    struct rh_error error = {""};
    const char *link = trace_path("circle");
    assert_int_equal(symlink("circle", link), 0);
    assert_false(rh_output_open(&output, link, &error));
    assert_error(&error, link, ": found Too many levels of symbolic links, expected a file that can be written");
    unlink(link);
    assert_int_equal(files_in_folder(), 0);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(the_name_appears_with_the_last_byte),
        cmocka_unit_test(names_that_cannot_be_written_are_refused),
        cmocka_unit_test(a_full_disk_is_an_error_at_the_end),
        cmocka_unit_test(a_link_stays_and_what_it_leads_to_changes),
        cmocka_unit_test(a_circle_of_links_is_refused),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
