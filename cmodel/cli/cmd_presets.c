// SPDX-License-Identifier: Apache-2.0
// `rowhold presets`: the list, or one preset as YAML with the history of its values.
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/rh_preset_export.h"
#include "cmodel/dram/rh_preset_field.h"

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

/* What people ask first, as comments. */
static void print_summary(const struct rh_preset *preset) {
    uint32_t command_bytes = rh_preset_command_bytes(preset);
    printf("# %s: %s\n#\n", preset->name, preset->source);
    printf("# command clock  %u.%03u ns (%u.%u MHz)\n", preset->tck_ps / 1000, preset->tck_ps % 1000,
           1000000 / preset->tck_ps, 10000000 / preset->tck_ps % 10);
    printf("# a channel      %u banks in %u bank group%s, %u rows of %u bytes, %u command bus%s\n", preset->banks,
           preset->groups, preset->groups == 1 ? "" : "s", (unsigned)preset->rows,
           (unsigned)(preset->chips * preset->row_bytes), preset->buses, preset->buses == 1 ? "" : "es");
    printf("# a command      %u bytes (%u chip%s x %u bytes x burst %u), %u columns a row\n", (unsigned)command_bytes,
           preset->chips, preset->chips == 1 ? "" : "s", preset->bus_bytes, preset->burst_length,
           (unsigned)rh_preset_columns(preset));
    printf("# peak           %.6g GB/s a channel, %u channel%s\n", rh_preset_peak_gb_per_s(preset), preset->channels,
           preset->channels == 1 ? "" : "s");
    if (rh_timing_window_is_vacuous(&preset->timing))
        printf("# tFAW           never binds: %u activates at tRRD_S %u already take %u\n", preset->timing.activates,
               preset->timing.tRRD_S, (unsigned)preset->timing.activates * preset->timing.tRRD_S);
    printf("#\n# A start for your own: `rowhold presets %s > my.yaml`, edit, `--preset my.yaml`.\n", preset->name);
    char notes[512];
    struct rh_error error;
    const struct rh_geometry geometry = rh_preset_geometry(preset, 32);
    if (rh_timing_lint(&preset->timing, preset->refresh, &geometry, notes, sizeof notes, &error))
        for (const char *line = notes; *line != '\0'; line += strcspn(line, "\n") + 1)
            printf("# note: %.*s\n", (int)strcspn(line, "\n"), line);
}

/* Whether the ns of a value say more than its clocks, so that the file should have them. */
static bool is_in_ns(const struct rh_preset_value *value) {
    return strncmp(value->rounding, "ceil", 4) == 0 || strcmp(value->rounding, "floor") == 0;
}

/* "  tRC: 45 ns        #      45      45  ceil             source" */
static void print_value(const struct rh_preset *preset, const struct rh_preset_field *field,
                        const struct rh_preset_value *value) {
    unsigned number = rh_preset_field_get(preset, field);
    char text[64], ns[24] = "-";
    if (value->ns >= 0)
        snprintf(ns, sizeof ns, "%.8g", value->ns);
    if (is_in_ns(value))
        snprintf(text, sizeof text, "%s: %s ns", field->name, ns);
    else if (strcmp(field->name, "refresh") == 0)
        snprintf(text, sizeof text, "%s: %s", field->name, rh_refresh_name(preset->refresh));
    else if (strcmp(field->name, "auto_precharge") == 0)
        snprintf(text, sizeof text, "%s: %s", field->name, number != 0 ? "true" : "false");
    else
        snprintf(text, sizeof text, "%s: %u", field->name, number);
    printf("  %-22s # %7u %8s  %-15s  %s\n", text, number, ns, value->rounding, value->source);
}

/* YAML that --preset loads, and a table to read: every value with ns, clocks, rounding and source. */
static void print_preset(const char *argument, const struct rh_preset *preset, const struct rh_preset_value *values) {
    print_summary(preset);
    printf("name: %s%s\nsource: \"", rh_preset_is_file(argument) ? "" : "my_", preset->name);
    for (const char *c = preset->source; *c != '\0'; c++)
        printf(*c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    printf("\"\ntck_ps: %u\n", (unsigned)preset->tck_ps);
    for (unsigned timing = 0; timing < 2; timing++) {
        printf("%-24s # %7s %8s  %-15s  %s\n", timing ? "timing:" : "organisation:", timing ? "clocks" : "number", "ns",
               "rounding", "source");
        for (size_t i = 0; i < rh_preset_field_count; i++)
            if (rh_preset_fields[i].timing == (timing != 0))
                print_value(preset, &rh_preset_fields[i], &values[i]);
    }
}

struct arguments {
    const char *name, *to;
};

static int run_command(int argc, char **argv) {
    struct arguments a = {.name = NULL};
    struct rh_preset preset;
    struct rh_preset_value values[RH_PRESET_VALUES];
    unsigned count;
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_presets, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    if (a.name == NULL && a.to == NULL)
        return print_list();
    if (a.name == NULL) {
        rh_error_set(&error, "presets: found --to alone, expected the name or file of a preset with it");
        return rh_cli_fail(&error);
    }
    if (!rh_preset_load_values(a.name, &preset, values, &count, &error))
        return rh_cli_fail(&error);
    if (a.to == NULL)
        print_preset(a.name, &preset, values);
    else if (!rh_preset_export(a.to, &preset, stdout, stderr, &error))
        return rh_cli_fail(&error);
    return 0;
}

static const char *export_word(unsigned index) {
    static const char *const words[] = {"ramulator2", "dramsim3", "dramsys"};
    return index < 3 ? words[index] : NULL;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(INPUT, "NAME|FILE.yaml", NULL, name, .argument = true, .word = rh_preset_word, .others = true,
        .help = "one preset: every value in clocks and ns, with its source, as a file that loads again"),
    ROW(TEXT, "to", "FORMAT", to, .group = "options", .word = export_word,
        .help = "its configuration for another simulator; notes say what that can't express"),
};

const struct rh_cli rh_cli_presets = {
    .name = "presets",
    .meaning = "list the DRAM presets, or print one value by value",
    .about = "The DRAM presets, or one of them: every value in ns and command clocks, with its source. What is printed "
             "is a YAML file to start from.",
    .examples = "presets\n"
                "presets gddr3\n"
                "presets gddr3 > my_dram.yaml\n"
                "presets my_dram.yaml\n"
                "presets hbm2 --to ramulator2 > hbm2.yaml",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
