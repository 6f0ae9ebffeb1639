// SPDX-License-Identifier: Apache-2.0
// `rowhold presets`: the list, or one preset as YAML with the history of its values.
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/presets/rh_import_machine.h"
#include "cmodel/cli/presets/rh_preset_export.h"
#include "cmodel/cli/presets/rh_preset_import.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/dram/rh_preset_field.h"
#include "rowhold/rh_hash.h"

struct arguments {
    const char *name, *to, *from;
    bool machine;
    struct rh_table_options table;
};

static const struct rh_column named[] = {
    {.name = "preset", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "a name or a file; null: all built-in ones"},
};
static const struct rh_column presets[] = {
    {.name = "name", .kind = RH_CELL_TEXT},
    {.name = "tck_ps", .heading = "clock ps", .kind = RH_CELL_COUNT, .hidden = true, .meaning = "of the commands"},
    {.name = "channels", .kind = RH_CELL_COUNT, .hidden = true},
    {.name = "banks", .kind = RH_CELL_COUNT, .meaning = "of a channel"},
    {.name = "peak_gb_per_s", .heading = "GB/s", .kind = RH_CELL_REAL, .digits = 1, .meaning = "of a channel"},
    {.name = "source", .kind = RH_CELL_TEXT, .wrap = 24},
};
const struct rh_form rh_form_presets = {
    .name = "presets",
    .command = "rowhold presets --json",
    .configuration = RH_FORM_PART("configuration", named, "which presets are listed"),
    .rows = RH_FORM_PART("rows", presets, "a preset"),
};

static const struct rh_column preset_members[] = {
    {.name = "name", .kind = RH_CELL_TEXT},
    {.name = "source", .kind = RH_CELL_TEXT},
    {.name = "tck_ps", .kind = RH_CELL_COUNT, .meaning = "command clock"},
    {.name = "map", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "address map that it is made for; null: the usual"},
};
static const struct rh_column preset_values[] = {
    {.name = "part", .kind = RH_CELL_TEXT, .meaning = "organisation or timing"},
    {.name = "name", .kind = RH_CELL_TEXT},
    {.name = "value", .kind = RH_CELL_COUNT, .meaning = "a number, or command clocks"},
    {.name = "ns", .kind = RH_CELL_REAL, .digits = 3, .maybe = true, .meaning = "where it is known in ns"},
    {.name = "rounding", .kind = RH_CELL_TEXT, .meaning = "how ns became clocks"},
    {.name = "source", .kind = RH_CELL_TEXT, .wrap = 24},
};
static const struct rh_column preset_configuration[] = {
    {.name = "preset", .kind = RH_CELL_TEXT},
    {.name = "values", .kind = RH_CELL_TEXT, .meaning = "hash of the preset as `rowhold presets` prints it"},
};
const struct rh_form rh_form_preset = {
    .name = "preset",
    .command = "rowhold presets NAME --json",
    .configuration = RH_FORM_PART("configuration", preset_configuration, "the preset with all its values"),
    .members = RH_FORM_PART("members", preset_members, NULL),
    .rows = RH_FORM_PART("rows", preset_values, "a value"),
};

static bool add_preset(struct rh_table *table, const char *name, struct rh_error *error) {
    struct rh_preset preset;
    if (!rh_preset_load(name, &preset, error))
        return false;
    return (rh_table_text(table, preset.name) && rh_table_count(table, preset.tck_ps) &&
            rh_table_count(table, preset.channels) && rh_table_count(table, preset.banks) &&
            rh_table_real(table, rh_preset_peak_gb_per_s(&preset)) && rh_table_text(table, preset.source)) ||
           rh_table_no_memory(&rh_form_presets, error);
}

static bool report_list(const struct arguments *a, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_presets, error))
        return false;
    bool good = rh_table_none(result.configuration) || rh_table_no_memory(&rh_form_presets, error);
    for (unsigned i = 0; good && i < rh_preset_count(); i++)
        good = add_preset(result.rows, rh_preset_name(i), error);
    good = good && rh_table_write(&result, &a->table, error);
    if (good && !rh_table_options_stdout(&a->table))
        rh_table_print(result.rows, "", stdout);
    rh_table_result_close(&result);
    return good;
}

/* What people ask first, as comments. */
static void print_summary(const struct rh_preset *preset, FILE *to) {
    uint32_t command_bytes = rh_preset_command_bytes(preset);
    fprintf(to, "# %s: %s\n#\n", preset->name, preset->source);
    fprintf(to, "# command clock  %u.%03u ns (%u.%u MHz)\n", preset->tck_ps / 1000, preset->tck_ps % 1000,
            1000000 / preset->tck_ps, 10000000 / preset->tck_ps % 10);
    fprintf(to, "# a channel      %u banks in %u bank group%s, %u rows of %u bytes, %u command bus%s\n", preset->banks,
            preset->groups, preset->groups == 1 ? "" : "s", (unsigned)preset->rows,
            (unsigned)(preset->chips * preset->row_bytes), preset->buses, preset->buses == 1 ? "" : "es");
    fprintf(to, "# a command      %u bytes (%u chip%s x %u bytes x burst %u), %u columns a row\n",
            (unsigned)command_bytes, preset->chips, preset->chips == 1 ? "" : "s", preset->bus_bytes,
            preset->burst_length, (unsigned)rh_preset_columns(preset));
    if (preset->ranks > 1)
        fprintf(to,
                "# a rank         %u banks in %u bank groups, %u ranks a channel; %u clocks between bursts of two\n",
                preset->banks / preset->ranks, preset->groups / preset->ranks, preset->ranks, preset->timing.tRTRS);
    if (preset->grains > 1)
        fprintf(to, "# a grain        %u banks with a data bus of their own, %u grains a channel\n",
                preset->banks / preset->grains, preset->grains);
    if (preset->subarray_group > 1)
        fprintf(to, "# subarrays      %u of %u rows a bank; %u banks %s share them\n", preset->subarrays,
                (unsigned)preset->rows / preset->subarrays, preset->subarray_group,
                preset->stacked ? "one on the other" : "side by side");
    fprintf(to, "# peak           %.6g GB/s a channel, %u channel%s\n", rh_preset_peak_gb_per_s(preset),
            preset->channels, preset->channels == 1 ? "" : "s");
    if (preset->grains <= 1 && rh_timing_window_is_vacuous(&preset->timing))
        fprintf(to, "# tFAW           never binds: %u activates at tRRD_S %u already take %u\n",
                preset->timing.activates, preset->timing.tRRD_S,
                (unsigned)preset->timing.activates * preset->timing.tRRD_S);
    if (rh_preset_is_built_in(preset->name))
        fprintf(to, "#\n# A start for your own: `rowhold presets %s > my.yaml`, edit, `--preset my.yaml`.\n",
                preset->name);
    char notes[512];
    struct rh_error error;
    const struct rh_geometry geometry = rh_preset_geometry(preset, 32);
    if (rh_timing_lint(&preset->timing, preset->refresh, &geometry, notes, sizeof notes, &error))
        for (const char *line = notes; *line != '\0'; line += strcspn(line, "\n") + 1)
            fprintf(to, "# note: %.*s\n", (int)strcspn(line, "\n"), line);
}

/* Whether the ns of a value say more than its clocks, so that the file should have them. */
static bool is_in_ns(const struct rh_preset_value *value) {
    return strncmp(value->rounding, "ceil", 4) == 0 || strcmp(value->rounding, "floor") == 0;
}

/* "  tRC: 45 ns        #      45      45  ceil             source" */
static void print_value(const struct rh_preset *preset, const struct rh_preset_field *field,
                        const struct rh_preset_value *value, FILE *to) {
    unsigned number = rh_preset_field_get(preset, field);
    char text[64], ns[24] = "-";
    if (value->ns >= 0)
        snprintf(ns, sizeof ns, "%.8g", value->ns);
    if (is_in_ns(value))
        snprintf(text, sizeof text, "%s: %s ns", field->name, ns);
    else if (strcmp(field->name, "refresh") == 0)
        snprintf(text, sizeof text, "%s: %s", field->name, rh_refresh_name(preset->refresh));
    else if (rh_preset_field_is_flag(field))
        snprintf(text, sizeof text, "%s: %s", field->name, number != 0 ? "true" : "false");
    else
        snprintf(text, sizeof text, "%s: %u", field->name, number);
    fprintf(to, "  %-22s # %7u %8s  %-15s  %s\n", text, number, ns, value->rounding, value->source);
}

/* YAML that --preset loads, and a table to read: every value with ns, clocks, rounding and source. */
static void print_preset(const char *argument, const struct rh_preset *preset, const struct rh_preset_value *values,
                         FILE *to) {
    print_summary(preset, to);
    fprintf(to, "name: %s%s\nsource: \"", rh_preset_is_built_in(argument) ? "my_" : "", preset->name);
    for (const char *c = preset->source; *c != '\0'; c++)
        fprintf(to, *c == '"' || *c == '\\' ? "\\%c" : "%c", *c);
    fprintf(to, "\"\ntck_ps: %u\n", (unsigned)preset->tck_ps);
    if (preset->map[0] != '\0')
        fprintf(to, "map: \"%s\"\n", preset->map);
    for (unsigned timing = 0; timing < 2; timing++) {
        fprintf(to, "%-24s # %7s %8s  %-15s  %s\n", timing ? "timing:" : "organisation:", timing ? "clocks" : "number",
                "ns", "rounding", "source");
        for (size_t i = 0; i < rh_preset_field_count; i++)
            if (rh_preset_fields[i].timing == (timing != 0))
                print_value(preset, &rh_preset_fields[i], &values[i], to);
    }
}

/* Of the text, so that every value and its source counts. */
static bool add_hash(struct rh_table *table, const char *argument, const struct rh_preset *preset,
                     const struct rh_preset_value *values) {
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL)
        return false;
    print_preset(argument, preset, values, memory);
    bool good = fclose(memory) == 0 && rh_table_hash(table, rh_hash(RH_HASH_START, text, size));
    free(text);
    return good;
}

static bool add_values(struct rh_table *table, const struct rh_preset *preset, const struct rh_preset_value *values) {
    bool good = true;
    for (size_t i = 0; good && i < rh_preset_field_count; i++)
        good = rh_table_text(table, rh_preset_fields[i].timing ? "timing" : "organisation") &&
               rh_table_text(table, rh_preset_fields[i].name) &&
               rh_table_count(table, rh_preset_field_get(preset, &rh_preset_fields[i])) &&
               rh_table_maybe(table, values[i].ns >= 0, values[i].ns) && rh_table_text(table, values[i].rounding) &&
               rh_table_text(table, values[i].source);
    return good;
}

static bool report_preset(const struct arguments *a, const struct rh_preset *preset,
                          const struct rh_preset_value *values, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_preset, error))
        return false;
    bool good = rh_table_text(result.configuration, a->name) &&
                add_hash(result.configuration, a->name, preset, values) &&
                rh_table_text(result.members, preset->name) && rh_table_text(result.members, preset->source) &&
                rh_table_count(result.members, preset->tck_ps) &&
                (preset->map[0] != '\0' ? rh_table_text(result.members, preset->map) : rh_table_none(result.members)) &&
                add_values(result.rows, preset, values);
    good = good ? rh_table_write(&result, &a->table, error) : rh_table_no_memory(&rh_form_preset, error);
    if (good && !rh_table_options_stdout(&a->table))
        print_preset(a->name, preset, values, stdout);
    rh_table_result_close(&result);
    return good;
}

/* The preset of another simulator's configuration, its notes before it as comments, and on standard error. */
static bool report_import(const struct arguments *a, struct rh_error *error) {
    struct rh_import *import = rh_preset_import(a->from, a->name, error);
    if (import == NULL)
        return false;
    for (unsigned i = 0; i < import->notes.count; i++) {
        fprintf(stderr, "note: %s\n", import->notes.text[i]);
        if (a->to == NULL && !rh_table_options_stdout(&a->table))
            printf("# %s\n", import->notes.text[i]);
    }
    bool good = a->to == NULL ? report_preset(a, &import->preset, import->values, error)
                              : rh_preset_export(a->to, &import->preset, stdout, stderr, error);
    free(import);
    return good;
}

static bool report_named(const struct arguments *a, struct rh_error *error) {
    struct rh_preset preset;
    struct rh_preset_value values[RH_PRESET_VALUES];
    unsigned count;
    if (!rh_preset_load_values(a->name, &preset, values, &count, error))
        return false;
    return a->to == NULL ? report_preset(a, &preset, values, error)
                         : rh_preset_export(a->to, &preset, stdout, stderr, error);
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.name = NULL};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_presets, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    const struct rh_file_use file = {"NAME", a.from != NULL ? a.name : rh_options_preset_file(a.name), false};
    if (!rh_table_options_apart(&a.table, &file, 1, &error))
        return rh_cli_fail(&error);
    if (a.name == NULL && a.to == NULL && a.from == NULL)
        return report_list(&a, &error) ? 0 : rh_cli_fail(&error);
    if (a.name == NULL) {
        rh_error_set(&error, "presets: found --%s alone, expected %s with it", a.to != NULL ? "to" : "from",
                     a.from == NULL ? "the name or file of a preset" : "a file");
        return rh_cli_fail(&error);
    }
    if (a.to != NULL && (a.table.csv != NULL || a.table.json != NULL || a.table.markdown != NULL)) {
        rh_option_excludes(&error, "--to", "--csv, --json or --markdown");
        return rh_cli_fail(&error);
    }
    if (a.machine && (a.from == NULL || strcmp(a.from, rh_peer_gpgpusim.name) != 0 || a.to != NULL)) {
        rh_error_set(&error, "--machine: found it without --from gpgpusim%s, expected a GPU's configuration alone",
                     a.to != NULL ? ", or with --to" : "");
        return rh_cli_fail(&error);
    }
    if (a.machine)
        return rh_import_machine(a.name, stdout, stderr, &error) ? 0 : rh_cli_fail(&error);
    return (a.from != NULL ? report_import(&a, &error) : report_named(&a, &error)) ? 0 : rh_cli_fail(&error);
}

static const char *peer_word(unsigned index, bool reads) {
    const struct rh_peer *peer;
    for (unsigned i = 0; (peer = rh_peer_at(i)) != NULL; i++)
        if ((reads ? peer->parse != NULL : peer->write != NULL) && index-- == 0)
            return peer->name;
    return NULL;
}

static const char *export_word(unsigned index) {
    return peer_word(index, false);
}

static const char *import_word(unsigned index) {
    return peer_word(index, true);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(INPUT, "NAME|FILE.yaml", NULL, name, .argument = true, .word = rh_preset_word, .others = true,
        .help = "one preset: every value in clocks and ns, with its source, as a file that loads again"),
    ROW(TEXT, "to", "FORMAT", to, .group = "options", .word = export_word,
        .help = "its configuration for another simulator; notes say what that can't express"),
    ROW(TEXT, "from", "FORMAT", from, .group = "options", .word = import_word,
        .help = "FILE is another simulator's configuration; notes say which keys are not in the preset"),
    ROW(FLAG, "machine", NULL, machine, .group = "options",
        .help = "with --from gpgpusim: its GPU, as a file for `simulate --machine`, in place of its DRAM"),
};

const struct rh_cli rh_cli_presets = {
    .name = "presets",
    .meaning = "list the DRAM presets, or print one value by value",
    .about = "The DRAM presets, or one of them: every value in ns and command clocks, with its source. What is printed "
             "is a YAML file to start from.",
    .examples = "presets\n"
                "presets gddr3\n"
                "presets gddr3 --csv gddr3_values.csv\n"
                "presets gddr3 > my_dram.yaml\n"
                "presets my_dram.yaml\n"
                "presets hbm2 --to ramulator2 > hbm2.yaml\n"
                "presets --from dramsim3 DDR4_8Gb_x8_2400.ini > ddr4.yaml",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
