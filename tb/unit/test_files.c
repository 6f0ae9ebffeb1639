// SPDX-License-Identifier: Apache-2.0
// Is an output that is another of the files found, however it is spelled, and nothing else refused?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <sys/stat.h>

#include "cmodel/files/rh_files.h"
#include "trace_file.h"

enum { IN = 0, OUT = 1 };

/* Two files, a and b of --first and --second, in the test's folder. */
static bool apart(const char *a, bool a_output, const char *b, bool b_output, struct rh_error *error) {
    const struct rh_file_use files[] = {{"--first", a, a_output}, {"--second", b, b_output}};
    *error = (struct rh_error){""};
    return rh_files_apart(files, 2, error);
}

static int enter_folder(void **state) {
    if (make_trace_folder(state) != 0 || chdir(trace_folder) != 0 || mkdir("sub", 0777) != 0)
        return -1;
    fclose(fopen("old", "w"));
    fclose(fopen("other", "w"));
    return symlink("old", "link") != 0 || symlink("sub/../new", "dangling") != 0 || symlink("sub", "folder") != 0 ||
           link("old", "second_name") != 0 || symlink("circle", "circle") != 0;
}

static void one_file_by_any_spelling_is_refused(void **state) {
    (void)state;
    struct rh_error error;
    char absolute[128];
    (void)snprintf(absolute, sizeof absolute, "%s/new", trace_folder);
    const char *const same[][2] = {
        {"old", "old"},      {"old", "./old"},          {"old", "sub/../old"},
        {"old", "link"},     {"old", "second_name"},    {"new", "new"},
        {"new", "./new"},    {"new", "sub//..//new"},   {"new", absolute},
        {"new", "dangling"}, {"sub/new", "folder/new"}, {"folder/../old", "link"},
        {"-", "-"},
    };
    for (size_t i = 0; i < sizeof same / sizeof same[0]; i++) {
        assert_false(apart(same[i][0], OUT, same[i][1], OUT, &error));
        if (i + 1 < sizeof same / sizeof same[0])
            assert_string_equal(error.text, "--second: found the file of --first, expected a file of its own");
        else
            assert_string_equal(error.text,
                                "--second: found standard output, which belongs to --first, expected a file "
                                "of its own");
    }
    assert_false(apart("old", OUT, "link", IN, &error));
    assert_string_equal(error.text, "--first: found the file of --second, expected a file of its own");
    assert_false(apart("second_name", IN, "old", OUT, &error));
    assert_string_equal(error.text, "--second: found the file of --first, expected a file of its own");
}

static void others_are_free(void **state) {
    (void)state;
    struct rh_error error;
    assert_true(apart("old", IN, "old", IN, &error));
    assert_true(apart("old", OUT, "other", OUT, &error));
    assert_true(apart("old", OUT, "new", OUT, &error));
    assert_true(apart("new", OUT, "sub/new", OUT, &error));
    assert_true(apart("nowhere/new", OUT, "nowhere/new2", OUT, &error));
    assert_true(apart("/dev/null", OUT, "/dev/null", OUT, &error));
    assert_true(apart("circle", OUT, "new", OUT, &error));
    assert_true(apart(NULL, OUT, "new", OUT, &error));
    assert_true(apart("-", OUT, NULL, OUT, &error));
    assert_true(apart("-", IN, "-", OUT, &error)); /* an input of that name is a file */
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(one_file_by_any_spelling_is_refused),
        cmocka_unit_test(others_are_free),
    };
    return cmocka_run_group_tests(tests, enter_folder, remove_trace_folder);
}
