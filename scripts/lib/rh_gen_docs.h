// SPDX-License-Identifier: Apache-2.0
// A part of scripts/lib/rh_gen.c: the tables of docs/tables.
#ifndef RH_GEN_DOCS_H
#define RH_GEN_DOCS_H

#include "rh_gen_text.h"
#include "rh_gen_timing.h"
#include "rowhold/rh_command.h"

/** A width for readers: log2(banks), row_bits. */
static void print_width(FILE *to, const char *text, unsigned worth) {
    if (strstr(text, "p->") == NULL) {
        fprintf(to, "%u", worth);
        return;
    }
    for (; *text != '\0'; text++) {
        if (strncmp(text, "p->", 3) == 0)
            text += 2;
        else if (strncmp(text, "rh_log2_up", 10) == 0) {
            fputs("log2", to);
            text += 9;
        } else if (strncmp(text, "rh_max", 6) == 0 || strncmp(text, "rh_min", 6) == 0) {
            fprintf(to, "%.3s", text + 3);
            text += 5;
        } else
            fputc(*text, to);
    }
}

static void print_commands(FILE *to) {
    print_head(to, "Commands", "commands.def", " command | code | bus | meaning ");
#define RH_COMMAND(name, code, bus, meaning)                                                                           \
    fprintf(to, "| %s | %u | %s | %s |\n", #name, (unsigned)code, #bus, meaning);
#define RH_COMMAND_FOREIGN(name, code, bus, meaning)                                                                   \
    fprintf(to, "| %s | %u | %s | %s (in traces of others) |\n", #name, (unsigned)code, #bus, meaning);
#include "tables/commands.def"
#undef RH_COMMAND
}

static void print_reasons(FILE *to) {
    print_head(to, "Reasons of a command's choice", "reasons.def", " reason | code | meaning ");
#define RH_REASON(name, code, key, meaning) fprintf(to, "| `%s` | %u | %s |\n", #key, (unsigned)code, meaning);
#include "tables/reasons.def"
#undef RH_REASON
}

static void print_causes(FILE *to) {
    print_head(to, "Stall causes, in order of attribution", "causes.def", " cause | code | meaning ");
#define RH_CAUSE(name, code, key, meaning) fprintf(to, "| `%s` | %u | %s |\n", #key, (unsigned)code, meaning);
#include "tables/causes.def"
#undef RH_CAUSE
}

static void print_loop(FILE *to) {
    print_head(to, "Statistics of a closed loop", "loop.def", " key | unit | meaning ");
#define RH_LOOP(name, unit, meaning) fprintf(to, "| `%s` | %s | %s |\n", #name, unit, meaning);
#include "tables/loop.def"
#define RH_LOOP_PART(name, meaning) fprintf(to, "| `latency_%s_mean` | DRAM clocks | %s |\n", #name, meaning);
#include "tables/loop.def"
#define RH_LOOP_FIGURE(name, unit, meaning, value) fprintf(to, "| `%s` | %s | %s |\n", #name, unit, meaning);
#include "tables/loop.def"
    fputs("\nOf each core:\n\n| key | unit | meaning |\n| --- | --- | --- |\n", to);
#define RH_LOOP_CORE(name, unit, meaning) fprintf(to, "| `%s` | %s | %s |\n", #name, unit, meaning);
#include "tables/loop.def"
    fputs("\nOf each core with `--slowdown`:\n\n| key | unit | meaning |\n| --- | --- | --- |\n", to);
#define RH_LOOP_CORE_FIGURE(name, unit, meaning) fprintf(to, "| `%s` | %s | %s |\n", #name, unit, meaning);
#include "tables/loop.def"
    fputs("\nWhat a controller without work waits for (`waits`), in DRAM clocks:\n\n| key | meaning |\n| --- | --- |\n",
          to);
#define RH_LOOP_WAIT(name, meaning) fprintf(to, "| `%s` | %s |\n", #name, meaning);
#include "tables/loop.def"
}

static void print_port(FILE *to, const struct rh_field *port, const char *direction, const char *meaning) {
    bool plain = port->enum_name == NULL;
    fprintf(to, "| `%s_%c` | %s | ", port->name, direction[0], direction);
    print_width(to, port->width_text, port->width);
    fprintf(to, " | %s%s%s | %s |\n", plain ? "" : "`", plain ? "" : port->enum_name, plain ? "" : "`", meaning);
}

static void print_ports(FILE *to) {
    struct rh_geometry geometry;
    struct rh_layout in, out;
    unsigned i = 0, o = 0;
    rh_params_default(&rh_controller_kind, &geometry);
    rh_layout_make(&in, rh_controller_kind.list_in, &geometry);
    rh_layout_make(&out, rh_controller_kind.list_out, &geometry);
    print_head(to, "Ports of every controller", "controller_ports.def", " port | direction | bits | values | meaning ");
#define RH_IN(name, type, count, width, enumeration, meaning)  print_port(to, &in.fields[i++], "in", meaning);
#define RH_OUT(name, type, count, width, enumeration, meaning) print_port(to, &out.fields[o++], "out", meaning);
#include "tables/controller_ports.def"
    fputs("\nWithin a clock an output depends on the state alone, but for:\n\n| output | input |\n| --- | --- |\n", to);
#define RH_PATH(output, input) fputs("| `" #output "_o` | `" #input "_i` |\n", to);
#include "tables/controller_ports.def"
}

static void print_timing(FILE *to) {
    print_head(to, "Timing parameters of a preset", "timing.def",
               " parameter | least | greatest | meaning, in command clocks ");
#define RH_TIMING(name, least, greatest, meaning)                                                                      \
    fprintf(to, "| %s | %u | %u | %s |\n", #name, (unsigned)least, (unsigned)greatest, meaning);
#define RH_TIMING_DEVICE RH_TIMING
#include "tables/timing.def"
#undef RH_TIMING
}

/** One value of a preset; ns below 0: not a time, or not given in ns. */
static void print_value(FILE *to, const char *field, double ns, unsigned value, const char *rounding,
                        const char *source) {
    char text[24] = "";
    if (ns >= 0)
        snprintf(text, sizeof text, "%.6g", ns);
    fprintf(to, "| %s | %s | %u | %s | %s |\n", field, text, value, rounding, source);
}

static void print_presets(FILE *to) {
    fprintf(to, "<!-- SPDX-License-Identifier: Apache-2.0. Generated by scripts/lib/rh_gen.c from "
                "include/tables/presets.def. -->\n"
                "# DRAM presets\n\nTimes are in command clocks; ns stands where the source gives ns.\n");
#define RH_PRESET(name, tck_ps, source)                                                                                \
    fprintf(to,                                                                                                        \
            "\n## %s\n\n%s. Command clock %.6g ns.\n\n| value | ns | number | rounding | source |\n"                   \
            "| --- | --- | --- | --- | --- |\n",                                                                       \
            #name, source, tck_ps / 1000.0);
#define RH_PRESET_LIKE(name, base, tck_ps, source)                                                                     \
    fprintf(to,                                                                                                        \
            "\n## %s\n\n%s. The values of %s, but for these.\n\n| value | ns | number | rounding | source |\n"         \
            "| --- | --- | --- | --- | --- |\n",                                                                       \
            #name, source, #base);
#define RH_PRESET_MAP(preset, map, source)              fprintf(to, "| map | | `%s` | | %s |\n", map, source);
#define RH_PRESET_COUNT(preset, field, value, source)   print_value(to, #field, -1, value, "", source);
#define RH_PRESET_CLOCKS(preset, field, clocks, source) print_value(to, #field, -1, clocks, "", source);
#define RH_PRESET_NS(preset, field, ns, clocks, rounding, source)                                                      \
    print_value(to, #field, ns, clocks, #rounding, source);
#include "tables/presets.def"
#include "tables/presets_grains.def"
#include "tables/presets_modern.def"
#undef RH_PRESET
#undef RH_PRESET_LIKE
#undef RH_PRESET_MAP
#undef RH_PRESET_COUNT
#undef RH_PRESET_CLOCKS
#undef RH_PRESET_NS
}

static void print_rule(FILE *to, const char *key, const char *from, const char *later, const char *scope,
                       const char *clocks, const char *meaning) {
    fprintf(to, "| `%s` | ", key);
    print_spelled(to, from);
    print_spelled(to, later);
    print_spelled(to, scope);
    print_spelled(to, clocks);
    fprintf(to, "%s |\n", meaning);
}

static void print_rules(FILE *to) {
    print_head(to, "Rules of the judge, in the order in which it reports", "rules.def",
               " rule | from | to | scope | clocks | meaning ");
#define RH_RULE_CHECK(key, meaning) print_rule(to, #key, "", "", "", "", meaning);
#define RH_RULE_CONSTRAINT(key, from, to_, scope, clocks, meaning)                                                     \
    print_rule(to, #key, #from, #to_, #scope, #clocks, meaning);
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT
}

/** A row of the registry, with its page, once that is written, and the files of its kind's folder. A controller has a
 * formula of what it compares; of the other kinds an allocator's belong to the hold rules. */
static void print_variant(FILE *to, const struct run *run, enum rh_kind_code kind, const char *name,
                          const char *meaning) {
    const struct rh_kind_row *row = rh_kind_of(kind);
    const char *folder = row->folder, *compared = "";
#define RH_COMPLEXITY_CONTROLLER(controller, bits, source) compared = strcmp(name, #controller) == 0 ? #bits : compared;
#include "tables/complexity.def"
#undef RH_COMPLEXITY_CONTROLLER
    char *path = text_of("docs/rh_%s.md", name);
    char *page = file_read(run, path);
    if (page != NULL)
        fprintf(to, "| %s | [`%s`](../rh_%s.md)", row->name, name, name);
    else
        fprintf(to, "| %s | `%s`", row->name, name);
    fprintf(to, " | %s | %s | [C](../../cmodel/%s/rh_%s.c), [SV](../../rtl/%s/rh_%s.sv) |\n", meaning, compared, folder,
            name, folder, name);
    free(page);
    free(path);
}

static void print_variants(FILE *to, const struct run *run) {
    print_head(to, "Variants", "variants.def", " kind | name | what it does | address bits compared a clock | source ");
#define RH_VARIANT(kind, name, ...)                                                                                    \
    print_variant(to, run, RH_KIND_##kind, #name, ((const struct rh_variant_text){.meaning = __VA_ARGS__}).meaning);
#include "tables/variants.def"
#undef RH_VARIANT
    fprintf(to, "\nIn the formulas");
    const char *between = "";
#define RH_COMPLEXITY_SYMBOL(symbol, meaning) fprintf(to, "%s " #symbol ": " meaning, between), between = ";";
#include "tables/complexity.def"
#undef RH_COMPLEXITY_SYMBOL
    fprintf(to, ".\n");
}

static void put_core_figure(FILE *to, const char *name, const char *needs, const char *unit, const char *meaning) {
    fprintf(to, "| `%s` |%s | %s | %s |\n", name, strcmp(needs, "ALONE") == 0 ? " ALONE" : "", unit, meaning);
}

static void print_stats(FILE *to) {
    print_head(to, "Statistics of a channel, and of all", "stats.def", " key | unit | meaning ");
#define RH_STAT(name, merge, unit, meaning)   fprintf(to, "| `%s` | %s | %s |\n", #name, unit, meaning);
#define RH_FIGURE(name, unit, meaning, value) fprintf(to, "| `%s` | %s | %s |\n", #name, unit, meaning);
#include "tables/stats.def"
    fprintf(to, "\nHistograms, in clocks. Each has the keys `_mean`, `_max`");
#define RH_PERCENTILE(name, share, meaning) fprintf(to, ", `_%s` (%s)", #name, meaning);
#include "tables/stats.def"
    fprintf(to, ".\n\n| key | meaning |\n| --- | --- |\n| `latency` | reads and writes together |\n");
#define RH_LATENCY(name, meaning) fprintf(to, "| `latency_%s` | %s |\n", #name, meaning);
#include "tables/stats.def"
    fprintf(to, "\nOf each core, where every request names its core; a figure that needs ALONE is there with "
                "`--slowdown`.\n\n| key | needs | unit | meaning |\n| --- | --- | --- | --- |\n");
#define RH_CORE(name, merge, when, unit, meaning)         fprintf(to, "| `%s` | | %s | %s |\n", #name, unit, meaning);
#define RH_CORE_FIGURE(name, needs, unit, meaning, value) put_core_figure(to, #name, #needs, unit, meaning);
#include "tables/stats.def"
    fprintf(to, "\nOf all cores together, with `--slowdown`.\n\n| key | unit | meaning |\n| --- | --- | --- |\n");
#define RH_FAIRNESS(name, unit, meaning, value) fprintf(to, "| `%s` | %s | %s |\n", #name, unit, meaning);
#include "tables/stats.def"
}

static void print_currents(FILE *to) {
    print_head(to, "Currents of DRAMs, in mA, and their supplies, in V", "energy.def",
               " kind | supply | value | number | source ");
#define RH_CURRENT(kind, supply, value, number, source)                                                                \
    fprintf(to, "| `%s` | %s | `%s` | %g | %s |\n", #kind, #supply, #value, (double)(number), source);
#include "tables/energy.def"
    fprintf(to, "\nPresets that have no energies:\n\n| preset | why |\n| --- | --- |\n");
#define RH_ENERGY_NONE(preset, reason) fprintf(to, "| `%s` | %s |\n", #preset, reason);
#include "tables/energy.def"
}

#endif
