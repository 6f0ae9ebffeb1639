// SPDX-License-Identifier: Apache-2.0
// Do the commands of many channels come out in order, through one file, in the folder of TMPDIR, and is a failure
// named?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <fcntl.h>
#include <signal.h>
#include <sys/resource.h>

#include "cmodel/trace/rh_spool.h"
#include "trace_file.h"

enum { CHANNELS = 1024 };

static void limit(int resource, rlim_t most, struct rlimit *before) {
    assert_int_equal(getrlimit(resource, before), 0);
    assert_int_equal(setrlimit(resource, &(struct rlimit){most, before->rlim_max}), 0);
}

/* An ACT of every channel in turn, `times` round: in cycle i the channel i % channels. */
static void fill(struct rh_spool *spool, unsigned channels, unsigned times) {
    for (unsigned i = 0; i < channels * times; i++) {
        const struct rh_command_record record = {
            .cycle = i, .channel = (uint16_t)(i % channels), .command = RH_ACT, .bank = 5, .row = i / channels};
        rh_spool_sink(spool, &record);
    }
}

/* Line by line: 4 banks a group, so bank 5 is bank 1 of group 1. */
static void assert_filled(FILE *file, unsigned channels, unsigned times) {
    char line[128], expected[128];
    rewind(file);
    assert_non_null(fgets(line, sizeof line, file));
    assert_string_equal(line, "cycle,channel,command,bank_group,bank,row,column\n");
    for (unsigned i = 0; i < channels * times; i++) {
        (void)snprintf(expected, sizeof expected, "%u,%u,ACT,1,1,%u,\n", i, i % channels, i / channels);
        assert_non_null(fgets(line, sizeof line, file));
        assert_string_equal(line, expected);
    }
    assert_null(fgets(line, sizeof line, file));
}

static void a_thousand_channels_need_one_file(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rlimit before;
    FILE *to = fopen(trace_path("commands.csv"), "w+");
    int spare = dup(fileno(to)); /* the lowest free number is the only one that the limit leaves */
    close(spare);
    limit(RLIMIT_NOFILE, (rlim_t)spare + 1, &before);
    struct rh_spool *spool = rh_spool_open(CHANNELS, &error);
    assert_non_null(spool);
    assert_int_equal(open("/", O_RDONLY), -1);
    fill(spool, CHANNELS, 400);
    assert_true(rh_spool_write(spool, 4, 1, to, &error));
    rh_spool_close(spool);
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_filled(to, CHANNELS, 400);
    fclose(to);
}

/* 170 records fill a block: none, less than one, exactly one, one and a bit, two. */
static void any_number_of_commands_comes_back(void **state) {
    (void)state;
    static const unsigned times[] = {0, 1, 169, 170, 171, 340};
    for (unsigned i = 0; i < sizeof times / sizeof times[0]; i++) {
        struct rh_error error = {""};
        FILE *to = fopen(trace_path("some.csv"), "w+");
        struct rh_spool *spool = rh_spool_open(3, &error);
        assert_non_null(spool);
        fill(spool, 3, times[i]);
        assert_true(rh_spool_write(spool, 4, 1, to, &error));
        rh_spool_close(spool);
        assert_filled(to, 3, times[i]);
        fclose(to);
    }
}

static void a_folder_that_takes_no_file_is_named(void **state) {
    (void)state;
    struct rh_error error = {""};
    char expected[300];
    const char *folder = trace_path("nowhere");
    (void)snprintf(expected, sizeof expected,
                   "commands: found no way to make a temporary file in %s (No such file or directory), expected one "
                   "(TMPDIR names the folder)",
                   folder);
    assert_int_equal(setenv("TMPDIR", folder, 1), 0);
    assert_null(rh_spool_open(2, &error));
    assert_string_equal(error.text, expected);
    assert_int_equal(unsetenv("TMPDIR"), 0);
}

static void the_lack_of_descriptors_is_named(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rlimit before;
    limit(RLIMIT_NOFILE, 0, &before);
    assert_null(rh_spool_open(2, &error));
    assert_int_equal(setrlimit(RLIMIT_NOFILE, &before), 0);
    assert_string_equal(error.text,
                        "commands: found no way to make a temporary file in /tmp (Too many open files), expected "
                        "one (TMPDIR names the folder)");
}

/* Two blocks of 4 KiB fit, the third does not. */
static void a_full_disk_is_named(void **state) {
    (void)state;
    struct rh_error error = {""};
    struct rlimit before;
    FILE *to = fopen(trace_path("full.csv"), "w+");
    struct rh_spool *spool = rh_spool_open(1, &error);
    assert_non_null(spool);
    (void)signal(SIGXFSZ, SIG_IGN);
    limit(RLIMIT_FSIZE, 8192, &before);
    fill(spool, 1, 1000);
    assert_false(rh_spool_write(spool, 4, 1, to, &error));
    assert_int_equal(setrlimit(RLIMIT_FSIZE, &before), 0);
    assert_string_equal(error.text,
                        "commands: writing a temporary file in /tmp failed (File too large), expected 16384 bytes "
                        "there");
    rh_spool_close(spool);
    fclose(to);
}

int main(void) {
    (void)unsetenv("TMPDIR");
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(a_thousand_channels_need_one_file),
        cmocka_unit_test(any_number_of_commands_comes_back),
        cmocka_unit_test(a_folder_that_takes_no_file_is_named),
        cmocka_unit_test(the_lack_of_descriptors_is_named),
        cmocka_unit_test(a_full_disk_is_named),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
