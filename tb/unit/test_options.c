// SPDX-License-Identifier: Apache-2.0
// Options from the command line and from files; every refusal by its exact line.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>

#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_synthetic.h"

struct run {
    struct rh_options options;
    uint64_t cycles;
    const char *list;
};
static const struct rh_option own[] = {
    RH_OPTION_ROW(struct run, NUMBER, "cycles", "N", cycles, .most = UINT64_MAX, .help = "stop after N clocks",
                  .group = "own"),
    RH_OPTION_ROW(struct run, TEXT, "some_list", "A,B", list, .once = true, .help = "a list"),
};
static const struct rh_cli cli = {
    .name = "simulate",
    .meaning = "a command",
    .examples = "simulate --queue 8",
    .exits = "0 done",
    .tables = {RH_OPTIONS_TABLES(offsetof(struct run, options)), RH_OPTION_TABLE(own, 0)},
};
static struct run run;

/** Parse words separated by spaces ("simulate --queue 8"), catching what goes to stderr and stdout. */
static int parse(const char *line, struct rh_options *options, char *text, size_t size) {
    static char words[512];
    char *argv[16];
    int argc = 0;
    snprintf(words, sizeof words, "%s", line);
    for (char *word = strtok(words, " "); word != NULL && argc < 15; word = strtok(NULL, " "))
        argv[argc++] = word;
    argv[argc] = NULL;
    fflush(NULL);
    FILE *caught = tmpfile();
    int saved[2] = {dup(1), dup(2)};
    dup2(fileno(caught), 1);
    dup2(fileno(caught), 2);
    run = (struct run){.options = rh_options_default()};
    int result = rh_cli_parse(&cli, argc, argv, &run);
    *options = run.options;
    fflush(NULL);
    for (int i = 0; i < 2; i++) {
        dup2(saved[i], i + 1);
        close(saved[i]);
    }
    rewind(caught);
    text[fread(text, 1, size - 1, caught)] = '\0';
    fclose(caught);
    return result;
}

static void defaults_stand_when_nothing_is_said(void **state) {
    (void)state;
    struct rh_options options;
    char text[256];
    assert_int_equal(parse("simulate", &options, text, sizeof text), 0);
    assert_string_equal(text, "");
    assert_string_equal(options.preset, "gddr3");
    assert_string_equal(options.controller, "fr_fcfs");
    assert_int_equal(options.queue, 32);
    assert_false(options.policy.age_cap_given);
    assert_int_equal(options.chips, 0);
    assert_null(options.refresh);
    assert_int_equal(options.responses, 16);
    assert_string_equal(options.stream.stream, "rand2");
    assert_int_equal(options.stream.requests, 0);
    assert_int_equal(options.stream.seed, 1);
    assert_int_equal(options.stream.request_bytes, 0);
    assert_true(options.stream.read_share < 0);
    assert_int_equal(options.threads, 1);
    assert_false(options.quiet);
}

static void every_shared_option_reaches_its_field(void **state) {
    (void)state;
    struct rh_options options;
    char text[256];
    assert_int_equal(parse("simulate --preset a.yaml --controller fifo --queue 8 --chips 4 --refresh per_bank",
                           &options, text, sizeof text),
                     0);
    assert_string_equal(options.preset, "a.yaml");
    assert_string_equal(options.controller, "fifo");
    assert_int_equal(options.queue, 8);
    assert_int_equal(options.chips, 4);
    assert_string_equal(options.refresh, "per_bank");
    assert_int_equal(parse("simulate --write-drain 24:8 --write-queue 30", &options, text, sizeof text), 0);
    assert_string_equal(options.write_drain, "24:8");
    assert_int_equal(options.policy.write_queue, 30);
    assert_false(options.forward);
    assert_int_equal(parse("simulate --forward", &options, text, sizeof text), 0);
    assert_true(options.forward);
    assert_int_equal(parse("simulate --responses=64 --stream s --format stl --map m --requests 0x10 --channels 3",
                           &options, text, 256),
                     0);
    assert_int_equal(options.responses, 64);
    assert_string_equal(options.stream.stream, "s");
    assert_string_equal(options.stream.format, "stl");
    assert_string_equal(options.stream.map, "m");
    assert_int_equal(options.stream.requests, 16);
    assert_int_equal(options.stream.channels, 3);
    assert_int_equal(
        parse("simulate --banks-used 2 --read-share .25 --bytes 32 --seed 7 --stride 256 --stream-cores 30", &options,
              text, 256),
        0);
    assert_int_equal(options.stream.banks_used, 2);
    assert_true(options.stream.read_share == 0.25);
    assert_int_equal(options.stream.request_bytes, 32);
    assert_int_equal(options.stream.seed, 7);
    assert_int_equal(options.stream.stride, 256);
    assert_int_equal(options.stream.stream_cores, 30);
    assert_int_equal(parse("simulate --stats - --commands c --wave w --threads 2 --quiet", &options, text, 256), 0);
    assert_string_equal(options.stats, "-");
    assert_string_equal(options.commands, "c");
    assert_string_equal(options.wave.file, "w");
    assert_int_equal(options.threads, 2);
    assert_true(options.quiet);
}

static void whole_numbers_may_be_powers_of_ten(void **state) {
    (void)state;
    static const struct {
        const char *text;
        uint64_t value;
    } good[] = {{"1e6", 1000000}, {"2.5e6", 2500000}, {"25E3", 25000}, {"1.8446744073709551615e19", UINT64_MAX},
                {"0e0", 0},       {"7e0", 7}};
    static const char *const broken[] = {"1e",   "e6",   "1.5",  "1.25e1", "1e-3", "1e6x",
                                         "1e 6", "1e20", ".5e1", "1e+3",   "-1e3"};
    for (unsigned i = 0; i < sizeof good / sizeof good[0]; i++) {
        uint64_t value = 1;
        struct rh_error error;
        assert_true(rh_option_number("--n", good[i].text, 0, UINT64_MAX, &value, &error));
        assert_true(value == good[i].value);
    }
    for (unsigned i = 0; i < sizeof broken / sizeof broken[0]; i++) {
        uint64_t value;
        struct rh_error error;
        assert_false(rh_option_number("--n", broken[i], 0, UINT64_MAX, &value, &error));
    }
}

static void options_of_one_command_are_handed_over(void **state) {
    (void)state;
    struct rh_options options;
    char text[256];
    assert_int_equal(parse("cosim --cycles 500 --view --some-list a,b", &options, text, sizeof text), 0);
    assert_int_equal(run.cycles, 500);
    assert_true(options.wave.view);
    assert_string_equal(run.list, "a,b");
}

static void an_argument_is_the_stream(void **state) {
    (void)state;
    struct rh_options options;
    char text[256];
    assert_int_equal(parse("simulate my.csv --seed 4", &options, text, sizeof text), 0);
    assert_string_equal(options.stream.stream, "my.csv");
    assert_true(options.seeded);
    assert_int_equal(parse("simulate -", &options, text, sizeof text), 0);
    assert_string_equal(options.stream.stream, "-");
    assert_false(options.seeded);
}

static void the_last_of_two_counts(void **state) {
    (void)state;
    struct rh_options options;
    char text[256];
    assert_int_equal(parse("simulate --queue 8 --queue 64", &options, text, sizeof text), 0);
    assert_int_equal(options.queue, 64);
}

static void broken_command_lines_are_refused_by_name(void **state) {
    (void)state;
    static const char *const cases[][2] = {
        {"simulate --quue 8",
         "simulate: found '--quue', expected an option of `rowhold simulate --help` (near: --queue, --quiet)"},
        {"simulate --que 8",
         "simulate: found '--que', expected an option of `rowhold simulate --help` (near: --queue, --quiet)"},
        {"simulate a.csv b.csv", "simulate: found argument 'b.csv', expected at most 1"},
        {"simulate -q", "simulate: found '-q', expected an option of `rowhold simulate --help`"},
        {"simulate --", "simulate: found '--', expected an option of `rowhold simulate --help`"},
        {"simulate --queue", "--queue: found nothing, expected a value"},
        {"simulate --queue --quiet", "--queue: found option '--quiet', expected a value"},
        {"simulate --queue=", "--queue: found '', expected a whole number from 2 to 128"},
        {"simulate --page close", "--page: found 'close', expected one of: open, closed, timeout, adaptive"},
        {"simulate --page-timeout 65536", "--page-timeout: found '65536', expected a whole number from 0 to 65535"},
        {"simulate --age-cap 65536", "--age-cap: found '65536', expected a whole number from 0 to 65535"},
        {"simulate --queue 8x", "--queue: found '8x', expected a whole number from 2 to 128"},
        {"simulate --queue 1", "--queue: found '1', expected a whole number from 2 to 128"},
        {"simulate --queue 129", "--queue: found '129', expected a whole number from 2 to 128"},
        {"simulate --chips 3", "--chips: found '3', expected a power of two from 1 to 64"},
        {"simulate --threads +2", "--threads: found '+2', expected a whole number from 1 to 256"},
        {"simulate --threads 0x", "--threads: found '0x', expected a whole number from 1 to 256"},
        {"simulate --requests 0", "--requests: found '0', expected a whole number from 1 to 1000000000000"},
        {"simulate --requests 99999999999999999999",
         "--requests: found '99999999999999999999', expected a whole number from 1 to 1000000000000"},
        {"simulate --read-share 1.01", "--read-share: found '1.01', expected a number from 0 to 1"},
        {"simulate --read-share -0.5", "--read-share: found '-0.5', expected a number from 0 to 1"},
        {"simulate --read-share 0.5.5", "--read-share: found '0.5.5', expected a number from 0 to 1"},
        {"simulate --quiet=yes", "--quiet: found value 'yes', expected none"},
        {"simulate --refresh on", "--refresh: found 'on', expected one of: off, all_bank, per_bank, same_bank"},
        {"simulate --controller lifo", "--controller: found 'lifo', expected one of: fifo"},
        {"simulate --format ramulator", "--format: found 'ramulator', expected one of: native"},
        {"simulate --wave -", "--wave: found '-', expected a file name, for it can't go to standard output"},
        {"simulate --some-list a --some-list b", "--some-list: found it twice, expected one list: a,b"},
        {"simulate --stats=", "--stats: found an empty text, expected FILE"},
        {"simulate --config no/such.yaml",
         "no/such.yaml: found no readable file (No such file or directory), expected YAML"},
        {"simulate --config tb/unit", "tb/unit: found no readable file (Is a directory), expected YAML"},
    };
    for (size_t i = 0; i < sizeof cases / sizeof cases[0]; i++) {
        struct rh_options options;
        char text[512], expected[512];
        assert_int_equal(parse(cases[i][0], &options, text, sizeof text), 2);
        int length = snprintf(expected, sizeof expected, "rowhold: %s", cases[i][1]);
        if (strncmp(text, expected, (size_t)length) != 0)
            assert_string_equal(text, expected);
        assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
    }
}

static void write_file(const char *path, const char *text) {
    FILE *file = fopen(path, "w");
    assert_non_null(file);
    fputs(text, file);
    fclose(file);
}

static void the_command_line_wins_over_the_file(void **state) {
    (void)state;
    char path[] = "/tmp/rh_options_XXXXXX", line[128], text[256];
    close(mkstemp(path));
    write_file(path, "# thesis\nqueue: 16\nbanks_used: 3\nread-share: 0.5\nquiet: true\nstream: \"rand3\"\n");
    struct rh_options options;
    snprintf(line, sizeof line, "simulate --queue 8 --config %s", path);
    assert_int_equal(parse(line, &options, text, sizeof text), 0);
    assert_int_equal(options.queue, 8);
    assert_int_equal(options.stream.banks_used, 3);
    assert_true(options.stream.read_share == 0.5);
    assert_string_equal(options.stream.stream, "rand3");
    assert_true(options.quiet);
    remove(path);
}

static void every_broken_file_is_refused_by_line_and_column(void **state) {
    (void)state;
    static const char folder[] = "tb/cli/broken/config/";
    char line[512], name[512];
    snprintf(name, sizeof name, "%smanifest.tsv", folder);
    FILE *manifest = fopen(name, "r");
    assert_non_null(manifest);
    unsigned count = 0;
    while (fgets(line, sizeof line, manifest) != NULL) {
        char *tab = strchr(line, '\t');
        assert_non_null(tab);
        tab[strcspn(tab, "\n")] = '\0';
        struct rh_options options;
        char command[600], text[1024], expected[1100];
        snprintf(command, sizeof command, "simulate --config %s%.*s", folder, (int)(tab - line), line);
        int length = snprintf(expected, sizeof expected, "rowhold: %s%.*s%s", folder, (int)(tab - line), line, tab + 1);
        assert_int_equal(parse(command, &options, text, sizeof text), 2);
        if (strncmp(text, expected, (size_t)length) != 0)
            assert_string_equal(text, expected);
        assert_ptr_equal(strchr(text, '\n'), text + strlen(text) - 1);
        count++;
    }
    fclose(manifest);
    assert_int_equal(count, 31);
}

static void help_lists_every_option_and_succeeds(void **state) {
    (void)state;
    struct rh_options options;
    char text[8192];
    assert_int_equal(parse("simulate --queue 99 --help", &options, text, sizeof text), 1);
    assert_ptr_equal(strstr(text, "usage: rowhold simulate [STREAM] [OPTION]...\n"), text);
    assert_non_null(strstr(text, "\ncommon options\n  --stream NAME|FILE        synthetic stream, or a trace file"));
    assert_non_null(strstr(text, "\n                            gddr3, gddr3_k4j52324qh, hbm2"));
    assert_non_null(strstr(text, "\nown\n  --cycles N                stop after N clocks\n"));
    assert_non_null(strstr(text, "\n  --some-list A,B           a list\n"));
    assert_non_null(strstr(text, "\n  --config FILE "));
    assert_non_null(strstr(text, "\nexamples\n  rowhold simulate --queue 8\n\nexit: 0 done\n"));
    for (const char *line = text; *line != '\0'; line = strchr(line, '\n') + 1) {
        assert_true(strcspn(line, "\n") <= 100);
        assert_true(line[0] == '\n' || line[strcspn(line, "\n") - 1] != ' ');
    }
}

static void numbers_are_decimal_or_hexadecimal_in_their_range(void **state) {
    (void)state;
    struct rh_error error = {""};
    uint64_t value = 5;
    assert_true(rh_option_number("--from", "18446744073709551615", 0, UINT64_MAX, &value, &error));
    assert_true(value == UINT64_MAX);
    assert_true(rh_option_number("--from", "0XfF", 0, 255, &value, &error));
    assert_int_equal(value, 255);
    assert_false(rh_option_number("--from", " 7", 0, 255, &value, &error));
    assert_false(rh_option_number("--from", "", 0, 255, &value, &error));
    assert_false(rh_option_number("--from", "256", 0, 255, &value, &error));
    assert_string_equal(error.text, "--from: found '256', expected a whole number from 0 to 255");
    assert_int_equal(value, 255);
}

/* RH_OPTIONS_RUN_TABLES cuts the rows there. */
static void parts_of_the_options_begin_and_end_at_their_rows(void **state) {
    (void)state;
    assert_string_equal(rh_options_rows[0].name, "STREAM");
    assert_string_equal(rh_options_rows[RH_OPTIONS_RUN_ROWS - 1].name, "requests");
    assert_string_equal(rh_options_rows[RH_OPTIONS_STREAM_AT].name, "chips");
    assert_string_equal(rh_options_rows[RH_OPTIONS_STREAM_AT + RH_OPTIONS_STREAM_ROWS - 1].name, "seed");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(parts_of_the_options_begin_and_end_at_their_rows),
        cmocka_unit_test(defaults_stand_when_nothing_is_said),
        cmocka_unit_test(every_shared_option_reaches_its_field),
        cmocka_unit_test(whole_numbers_may_be_powers_of_ten),
        cmocka_unit_test(options_of_one_command_are_handed_over),
        cmocka_unit_test(an_argument_is_the_stream),
        cmocka_unit_test(the_last_of_two_counts),
        cmocka_unit_test(broken_command_lines_are_refused_by_name),
        cmocka_unit_test(the_command_line_wins_over_the_file),
        cmocka_unit_test(every_broken_file_is_refused_by_line_and_column),
        cmocka_unit_test(help_lists_every_option_and_succeeds),
        cmocka_unit_test(numbers_are_decimal_or_hexadecimal_in_their_range),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
