// SPDX-License-Identifier: Apache-2.0
// Prints what is derived from the fact tables: rtl/rh_pkg.sv and docs/tables/*.md.
//   rh_gen --write ROOT   writes the files whose text changed
//   rh_gen --check ROOT   exit 1 and one line for each file that is stale
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_age_queue.h"
#include "rowhold/rh_backend.h"
#include "rowhold/rh_command.h"
#include "rowhold/rh_field.h"
#include "rh_gen_limits.h"

/** The enumeration whose codes are 0 .. count-1 needs this many bits. */
static unsigned code_bits(unsigned count) {
    unsigned bits = 1;
    while (count > 1U << bits)
        bits++;
    return bits;
}

/** One member of a SystemVerilog enumeration; the comma comes before all but the first. */
static void print_member(FILE *to, const char *prefix, const char *name, unsigned code, unsigned bits) {
    fprintf(to, "%s    %s_", code == 0 ? "" : ",\n", prefix);
    print_upper(to, name);
    fprintf(to, " = %u'd%u", bits, code);
}

static void print_enums(FILE *to) {
    fprintf(to, "  typedef enum logic [%u:0] {\n", code_bits(RH_COMMANDS) - 1);
#define RH_COMMAND(name, code, bus, meaning) print_member(to, "CMD", #name, code, code_bits(RH_COMMANDS));
#include "tables/commands.def"
#undef RH_COMMAND
    fprintf(to, "\n  } rh_command_e;\n\n  typedef enum logic [%u:0] {\n", code_bits(RH_REASONS) - 1);
#define RH_REASON(name, code, key, meaning) print_member(to, "REASON", #name, code, code_bits(RH_REASONS));
#include "tables/reasons.def"
#undef RH_REASON
    fprintf(to, "\n  } rh_reason_e;\n\n  typedef enum logic [%u:0] {\n", code_bits(RH_CAUSES) - 1);
#define RH_CAUSE(name, code, key, meaning) print_member(to, "CAUSE", #name, code, code_bits(RH_CAUSES));
#include "tables/causes.def"
#undef RH_CAUSE
    fprintf(to, "\n  } rh_cause_e;\n");
}

/** A gap of timer_bits gets its place in gaps_i, one of its own width gets that width. */
static void print_gap(FILE *to, const char *name, unsigned bits, const char *meaning, unsigned *place) {
    fprintf(to, "  localparam int unsigned GAP_");
    print_upper(to, name);
    if (bits == 0)
        fprintf(to, " = %u; // %s\n", (*place)++, meaning);
    else
        fprintf(to, "_BITS = %u; // %s\n", bits, meaning);
}

/** A dimension as an expression of the geometry's parameters. */
static const char *dimension_text(unsigned dimension) {
    static char number[16];
    switch (dimension) {
#define TEXT(dim, text)                                                                                                \
    case dim:                                                                                                          \
        return text
        TEXT(RH_D_QUEUE, "queue");
        TEXT(RH_D_BANKS, "banks");
        TEXT(RH_D_GROUPS, "groups");
        TEXT(RH_D_RESPONSES, "responses");
        TEXT(RH_D_ROW, "row_bits");
        TEXT(RH_D_COLUMN, "column_bits");
        TEXT(RH_D_TAG, "tag_bits");
        TEXT(RH_D_TIMER, "timer_bits");
        TEXT(RH_D_BANK, "$clog2(banks)");
        TEXT(RH_D_OCCUPANCY, "$clog2(queue + 1)");
        TEXT(RH_D_RESPONSE_INDEX, "$clog2(responses)");
        TEXT(RH_D_RESPONSE_COUNT, "$clog2(responses + 1)");
#undef TEXT
    default:
        break;
    }
    if (dimension >= RH_D_SYMBOLS) {
        fprintf(stderr, "rh_gen: a field table uses a dimension that has no text in dimension_text()\n");
        exit(2);
    }
    snprintf(number, sizeof number, "%u", dimension);
    return number;
}

/** One field's share of an observation vector. */
static void print_field_bits(FILE *to, bool first, const char *name, unsigned count, unsigned width) {
    fprintf(to, "        %s %s", first ? " " : "+", dimension_text(count));
    fprintf(to, " * %s  // %s\n", dimension_text(width), name);
}

/** Functions for the width of the observation vectors that several blocks share, from the C field tables. */
static void print_observation_bits(FILE *to) {
    bool first = true;
    fprintf(to, "\n  // Bits of rh_backend's observation vector, field by field.\n"
                "  function automatic int unsigned backend_bits(\n"
                "      input int unsigned banks, input int unsigned groups, input int unsigned row_bits, "
                "input int unsigned tag_bits,\n      input int unsigned responses, input int unsigned timer_bits);\n"
                "    backend_bits =\n");
#undef RH_BACKEND_FIELD
#define RH_BACKEND_FIELD(n, element, count, width, live) (print_field_bits(to, first, #n, count, width), first = false)
    RH_BACKEND_FIELDS;
    fprintf(to, "        ;\n  endfunction\n\n  // Bits of rh_age_queue's observation vector, field by field.\n"
                "  function automatic int unsigned age_queue_bits(\n"
                "      input int unsigned queue, input int unsigned banks, input int unsigned row_bits, "
                "input int unsigned column_bits,\n      input int unsigned tag_bits);\n    age_queue_bits =\n");
    first = true;
#undef RH_AGE_QUEUE_FIELD
#define RH_AGE_QUEUE_FIELD(type, m, n, element, count, width, live)                                                    \
    (print_field_bits(to, first, #n, count, width), first = false)
    RH_AGE_QUEUE_FIELDS(, , );
    fprintf(to, "        ;\n  endfunction\n");
}

static void print_package(FILE *to) {
    fprintf(to, "// SPDX-License-Identifier: Apache-2.0\n"
                "// Generated by scripts/rh_gen.c from include/tables/*.def; `scripts/build generate` rewrites it.\n"
                "package rh_pkg;\n\n");
    print_enums(to);
    fprintf(
        to,
        "\n  // Place of each gap in gaps_i, in units of TIMER_BITS; a gap with a port of its own has its width.\n");
    fprintf(to, "  // A block uses only the rows it needs.\n  /* verilator lint_off UNUSEDPARAM */\n");
    unsigned place = 0;
#define RH_GAP(name, bits, meaning) print_gap(to, #name, bits, meaning, &place);
#include "tables/gaps.def"
#undef RH_GAP
    fprintf(to, "  localparam int unsigned GAPS = %u;\n  /* verilator lint_on UNUSEDPARAM */\n", place);
    print_observation_bits(to);
    fprintf(to, "\nendpackage\n");
}

static void print_head(FILE *to, const char *title, const char *table, const char *columns) {
    fprintf(to,
            "<!-- SPDX-License-Identifier: Apache-2.0. Generated by scripts/rh_gen.c from include/tables/%s. -->\n# "
            "%s\n\n|",
            table, title);
    unsigned count = 0;
    for (const char *c = columns; *c != '\0'; c++)
        count += *c == '|';
    fprintf(to, "%s|\n|", columns);
    for (unsigned i = 0; i <= count; i++)
        fprintf(to, " --- |");
    fputc('\n', to);
}

static void print_commands(FILE *to) {
    print_head(to, "Commands", "commands.def", " command | code | bus | meaning ");
#define RH_COMMAND(name, code, bus, meaning)                                                                           \
    fprintf(to, "| %s | %u | %s | %s |\n", #name, (unsigned)code, #bus, meaning);
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
    print_head(to, "Stall causes, in order of blame", "causes.def", " cause | code | meaning ");
#define RH_CAUSE(name, code, key, meaning) fprintf(to, "| `%s` | %u | %s |\n", #key, (unsigned)code, meaning);
#include "tables/causes.def"
#undef RH_CAUSE
}

/** A port's width as a formula of the geometry. */
static const char *width_text(unsigned width) {
    static char number[16];
    switch (width) {
    case RH_D_BANK:
        return "log2(banks)";
    case RH_D_ROW:
        return "row_bits";
    case RH_D_COLUMN:
        return "column_bits";
    case RH_D_TAG:
        return "tag_bits";
    case RH_D_OCCUPANCY:
        return "bits of the entries stored";
    default:
        break;
    }
    if (width >= RH_D_SYMBOLS) {
        fprintf(stderr, "rh_gen: tables/ports.def uses a dimension that has no text in width_text()\n");
        exit(2);
    }
    snprintf(number, sizeof number, "%u", width);
    return number;
}

static void print_port(FILE *to, const char *name, const char *direction, unsigned width, const char *enumeration,
                       const char *meaning) {
    bool plain = strcmp(enumeration, "0") == 0;
    fprintf(to, "| `%s_%c` | %s | %s | %s%s%s | %s |\n", name, direction[0], direction, width_text(width),
            plain ? "" : "`", plain ? "" : enumeration, plain ? "" : "`", meaning);
}

static void print_ports(FILE *to) {
    print_head(to, "Ports of every controller", "ports.def", " port | direction | bits | values | meaning ");
#define RH_IN(name, type, width, enumeration, meaning)  print_port(to, #name, "in", width, #enumeration, meaning);
#define RH_OUT(name, type, width, enumeration, meaning) print_port(to, #name, "out", width, #enumeration, meaning);
#include "tables/ports.def"
#undef RH_IN
#undef RH_OUT
}

static void print_gap_row(FILE *to, const char *name, unsigned bits, const char *meaning) {
    fprintf(to, "| `%s` | ", name);
    if (bits == 0)
        fprintf(to, "timer_bits");
    else
        fprintf(to, "%u", bits);
    fprintf(to, " | %s |\n", meaning);
}

static void print_gaps(FILE *to) {
    print_head(to, "Configuration registers of a controller", "gaps.def",
               " register | bits | meaning, in command clocks ");
#define RH_GAP(name, bits, meaning) print_gap_row(to, #name, bits, meaning);
#include "tables/gaps.def"
#undef RH_GAP
}

static void print_timing(FILE *to) {
    print_head(to, "Timing parameters of a preset", "timing.def",
               " parameter | least | greatest | meaning, in command clocks ");
#define RH_TIMING(name, least, greatest, meaning)                                                                      \
    fprintf(to, "| %s | %u | %u | %s |\n", #name, (unsigned)least, (unsigned)greatest, meaning);
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
    fprintf(
        to,
        "<!-- SPDX-License-Identifier: Apache-2.0. Generated by scripts/rh_gen.c from include/tables/presets.def. -->\n"
        "# DRAM presets\n\nTimes are in command clocks; ns stands where the source gives ns.\n");
#define RH_PRESET(name, tck_ps, source)                                                                                \
    fprintf(to,                                                                                                        \
            "\n## %s\n\n%s. Command clock %.6g ns.\n\n| value | ns | number | rounding | source |\n"                   \
            "| --- | --- | --- | --- | --- |\n",                                                                       \
            #name, source, tck_ps / 1000.0);
#define RH_PRESET_COUNT(preset, field, value, source)   print_value(to, #field, -1, value, "", source);
#define RH_PRESET_CLOCKS(preset, field, clocks, source) print_value(to, #field, -1, clocks, "", source);
#define RH_PRESET_NS(preset, field, ns, clocks, rounding, source)                                                      \
    print_value(to, #field, ns, clocks, #rounding, source);
#include "tables/presets.def"
#undef RH_PRESET
#undef RH_PRESET_COUNT
#undef RH_PRESET_CLOCKS
#undef RH_PRESET_NS
}

/** A row's C spelling made readable: sets by commas, JEDEC names without the pointer. */
static void print_spelled(FILE *to, const char *text) {
    for (const char *c = text; *c != '\0'; c++) {
        if (strncmp(c, " | ", 3) == 0) {
            fputs(", ", to);
            c += 2;
        } else if (strncmp(c, "t->", 3) == 0) {
            c += 2;
        } else {
            fputc(*c, to);
        }
    }
    fputs(" | ", to);
}

static void print_rule(FILE *to, const char *key, const char *from, const char *later, const char *scope,
                       const char *gap, const char *meaning) {
    fprintf(to, "| `%s` | ", key);
    print_spelled(to, from);
    print_spelled(to, later);
    print_spelled(to, scope);
    print_spelled(to, gap);
    fprintf(to, "%s |\n", meaning);
}

static void print_rules(FILE *to) {
    print_head(to, "Rules of the judge, in the order in which it reports", "rules.def",
               " rule | from | to | scope | gap in clocks | meaning ");
#define RH_RULE_CHECK(key, meaning)                      print_rule(to, #key, "", "", "", "", meaning);
#define RH_RULE_GAP(key, from, to_, scope, gap, meaning) print_rule(to, #key, #from, #to_, #scope, #gap, meaning);
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_GAP
}

static void print_variants(FILE *to) {
    print_head(to, "Variants", "variants.def", " kind | variant | what it does | C model | RTL ");
#define RH_VARIANT(kind, name, meaning) print_variant(to, RH_KIND_##kind, #name, meaning);
#include "tables/variants.def"
#undef RH_VARIANT
}

struct output {
    const char *path;
    void (*print)(FILE *to);
};

static const struct output outputs[] = {
    {"rtl/rh_pkg.sv", print_package},
    {"rtl/core/rh_limits.sv", print_limits},
    {"docs/tables/commands.md", print_commands},
    {"docs/tables/reasons.md", print_reasons},
    {"docs/tables/causes.md", print_causes},
    {"docs/tables/ports.md", print_ports},
    {"docs/tables/gaps.md", print_gaps},
    {"docs/tables/timing.md", print_timing},
    {"docs/tables/variants.md", print_variants},
    {"docs/tables/presets.md", print_presets},
    {"docs/tables/rules.md", print_rules},
};

/** Does the file hold exactly this text? */
static bool file_holds(const char *path, const char *text, size_t length) {
    FILE *file = fopen(path, "rb");
    if (file == NULL)
        return false;
    bool same = true;
    for (size_t i = 0; i < length && same; i++)
        same = fgetc(file) == (unsigned char)text[i];
    same = same && fgetc(file) == EOF;
    fclose(file);
    return same;
}

/** Whole or absent: written beside, then renamed. */
static bool file_replace(const char *path, const char *text, size_t length) {
    char beside[4096];
    snprintf(beside, sizeof beside, "%s.new", path);
    FILE *file = fopen(beside, "wb");
    bool written = file != NULL && fwrite(text, 1, length, file) == length;
    if (file != NULL)
        written = fclose(file) == 0 && written;
    if (written && rename(beside, path) == 0)
        return true;
    perror(path);
    remove(beside);
    return false;
}

/** 0: fresh or written; 1: stale; 2: could not be written. */
static int handle(const struct output *output, const char *root, bool write) {
    char *text = NULL, path[4000];
    size_t length = 0;
    FILE *memory = open_memstream(&text, &length);
    if (memory == NULL)
        return 2;
    output->print(memory);
    if (fclose(memory) != 0)
        return 2;
    snprintf(path, sizeof path, "%s/%s", root, output->path);
    int result = 0;
    if (!file_holds(path, text, length)) {
        if (write)
            result = file_replace(path, text, length) ? 0 : 2;
        else
            result = 1;
        printf("%s: %s\n", output->path, write ? "written" : "stale or missing; `scripts/build generate` rewrites it");
    }
    free(text);
    return result;
}

int main(int argc, char **argv) {
    bool write = argc == 3 && strcmp(argv[1], "--write") == 0;
    if (!write && !(argc == 3 && strcmp(argv[1], "--check") == 0)) {
        fprintf(stderr, "rh_gen: expected --write ROOT or --check ROOT\n");
        return 2;
    }
    int result = 0;
    for (size_t i = 0; i < sizeof outputs / sizeof outputs[0]; i++) {
        int one = handle(&outputs[i], argv[2], write);
        result = one > result ? one : result;
    }
    return result;
}
