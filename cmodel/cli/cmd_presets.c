// SPDX-License-Identifier: Apache-2.0
// `rowhold presets`: the list, or one preset value by value.
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"

static const char usage[] =
    "usage: rowhold presets [NAME|FILE.yaml]\n"
    "The DRAM presets, or one of them: every value in ns and command clocks, with its source.\n\n"
    "examples:\n"
    "  rowhold presets\n"
    "  rowhold presets gddr3\n"
    "  rowhold presets my_dram.yaml\n";

static int print_list(void) {
    for (unsigned i = 0; i < rh_preset_count(); i++) {
        struct rh_preset preset;
        struct rh_error error = {""};
        if (!rh_preset_load(rh_preset_name(i), &preset, &error))
            return rh_cli_fail(&error);
        printf("%-18s %s\n", preset.name, preset.source);
    }
    return 0;
}

static void print_organisation(const struct rh_preset *preset) {
    uint32_t command_bytes = rh_preset_command_bytes(preset);
    printf("%s: %s\n\n", preset->name, preset->source);
    printf("command clock  %u.%03u ns (%u.%u MHz)\n", preset->tck_ps / 1000, preset->tck_ps % 1000,
           1000000 / preset->tck_ps, 10000000 / preset->tck_ps % 10);
    printf("a channel      %u banks in %u bank group%s, %u rows of %u bytes, %u command bus%s\n", preset->banks,
           preset->groups, preset->groups == 1 ? "" : "s", (unsigned)preset->rows,
           (unsigned)(preset->chips * preset->row_bytes), preset->buses, preset->buses == 1 ? "" : "es");
    printf("a command      %u bytes (%u chip%s x %u bytes x burst %u), %u columns a row\n", (unsigned)command_bytes,
           preset->chips, preset->chips == 1 ? "" : "s", preset->bus_bytes, preset->burst_length,
           (unsigned)rh_preset_columns(preset));
    printf("peak           %.6g GB/s a channel, %u channel%s\n", rh_preset_peak_gb_per_s(preset), preset->channels,
           preset->channels == 1 ? "" : "s");
}

/** A built-in preset: the values with their history. */
static void print_values(const char *name) {
    struct rh_preset_value value;
    printf("\n%-14s %8s %7s  %-15s %s\n", "value", "ns", "number", "from", "source");
    for (unsigned i = 0; rh_preset_value(name, i, &value); i++) {
        char ns[24] = "-";
        if (value.ns >= 0)
            snprintf(ns, sizeof ns, "%.6g", value.ns);
        printf("%-14s %8s %7u  %-15s %s\n", value.name, ns, value.cycles, value.rounding, value.source);
    }
}

static void print_clock(const char *name, unsigned clocks, uint32_t tck_ps) {
    printf("%-14s %8.6g %7u\n", name, clocks * (tck_ps / 1000.0), clocks);
}

/** A preset from a file: the clocks that were read. */
static void print_clocks(const struct rh_preset *preset) {
    printf("\n%-14s %8s %7s\n", "value", "ns", "number");
#define RH_TIMING(name, least, greatest, meaning) print_clock(#name, preset->timing.name, preset->tck_ps);
#include "tables/timing.def"
#undef RH_TIMING
}

static int run_command(int argc, char **argv) {
    struct rh_preset preset;
    struct rh_preset_value value;
    struct rh_error error = {""};
    if (argc == 1)
        return print_list();
    if (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0) {
        printf("%s", usage);
        return 0;
    }
    if (argc > 2 || argv[1][0] == '-') {
        rh_error_set(&error, "presets: found '%s', expected at most one preset name or file", argv[argc > 2 ? 2 : 1]);
        return rh_cli_fail(&error);
    }
    if (!rh_preset_load(argv[1], &preset, &error))
        return rh_cli_fail(&error);
    print_organisation(&preset);
    if (rh_preset_value(argv[1], 0, &value))
        print_values(argv[1]);
    else
        print_clocks(&preset);
    return 0;
}

const struct rh_cli rh_cli_presets = {
    .name = "presets",
    .meaning = "list the DRAM presets, or print one value by value",
    .run = run_command,
};
