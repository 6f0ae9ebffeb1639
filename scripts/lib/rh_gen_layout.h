// SPDX-License-Identifier: Apache-2.0
// A part of scripts/lib/rh_gen.c: observation vectors, from the lists of the C models: what they are made of, and their
// bits.
#ifndef RH_GEN_LAYOUT_H
#define RH_GEN_LAYOUT_H

#include "cmodel/controller/rh_age_queue.h"
#include "cmodel/controller/rh_page_policy.h"
#include "cmodel/dram/rh_backend.h"
#include "rh_gen_text.h"
#include "rowhold/rh_hold.h"

/** A block that others are made of, under its own name. */
struct part {
    const char *name;
    enum rh_kind_code kind; /* whose parameters it has */
    rh_list_fn *list;
};

static const struct part parts[] = {
    {"backend", RH_KIND_controller, rh_backend_list},
    {"age_queue", RH_KIND_controller, rh_age_queue_list},
    {"page_policy", RH_KIND_controller, rh_page_policy_list},
    {"hold", RH_KIND_allocator, rh_hold_list},
};
enum { PART_BACKEND, PART_PAGE_POLICY = 2, PARTS = sizeof parts / sizeof parts[0] };

/** Parameters of any kind, by their SystemVerilog defaults. */
union values {
    uint64_t words[64];
};

static void layout_of(struct rh_layout *layout, union values *values, enum rh_kind_code kind, rh_list_fn *list) {
    rh_params_default(rh_kind_of(kind)->kind, values);
    rh_layout_make(layout, list, values);
}

/** Are these fields from `at` on? */
static bool layout_has(const struct rh_layout *layout, unsigned at, const struct rh_layout *fields) {
    if (at + fields->count > layout->count)
        return false;
    for (unsigned i = 0; i < fields->count; i++) {
        const struct rh_field *a = &layout->fields[at + i], *b = &fields->fields[i];
        if (strcmp(a->name, b->name) != 0 || strcmp(a->count_text, b->count_text) != 0 ||
            strcmp(a->width_text, b->width_text) != 0)
            return false;
    }
    return true;
}

/** The part whose fields stand at `at`, and how many they are; NULL: the field there is the block's own. */
static const struct part *part_at(const struct rh_layout *layout, unsigned at, enum rh_kind_code kind,
                                  unsigned *fields) {
    for (unsigned i = 0; i < PARTS; i++) {
        union values values;
        struct rh_layout one;
        if (parts[i].kind != kind)
            continue;
        layout_of(&one, &values, kind, parts[i].list);
        *fields = one.count;
        if (layout_has(layout, at, &one))
            return &parts[i];
    }
    return NULL;
}

/** Does a text name this parameter? */
static bool mentions(const char *text, const char *name) {
    for (const char *at = strstr(text, "p->"); at != NULL; at = strstr(at + 3, "p->"))
        if (begins(at + 3, name))
            return true;
    return false;
}

/** Do the part's fields depend on the parameter? */
static bool part_asks(const struct part *part, const char *parameter) {
    union values values;
    struct rh_layout layout;
    layout_of(&layout, &values, part->kind, part->list);
    for (unsigned i = 0; i < layout.count; i++)
        if (mentions(layout.fields[i].count_text, parameter) || mentions(layout.fields[i].width_text, parameter))
            return true;
    return false;
}

/** function NAME_bits(the parameters that its fields depend on, in the order of the kind's table). */
static void print_part_function(FILE *to, const struct part *part) {
    static const struct spelling in_package = {.package = true};
    const struct rh_kind *kind = rh_kind_of(part->kind)->kind;
    union values values;
    struct rh_layout layout;
    struct lines lines = {0};
    layout_of(&layout, &values, part->kind, part->list);
    fprintf(to,
            "\n  // Bits of rh_%s's observation vector, field by field.\n  function automatic int unsigned %s_bits(",
            part->name, part->name);
    const char *comma = "";
    for (unsigned i = 0; i < kind->param_count; i++)
        if (part_asks(part, kind->params[i].name)) {
            fprintf(to, "%s\n      input int unsigned %s", comma, kind->params[i].name);
            comma = ",";
        }
    fprintf(to, ");\n    %s_bits =\n", part->name);
    for (unsigned i = 0; i < layout.count; i++) {
        char *bits = field_bits(&layout.fields[i], in_package);
        fprintf(line_add(&lines, layout.fields[i].name), "        %s %s%s", i == 0 ? " " : "+", bits,
                i + 1 == layout.count ? ";" : "");
        free(bits);
    }
    print_lines(to, &lines);
    fprintf(to, "  endfunction\n");
}

/** rh_pkg::NAME_bits(PARAMETERS): the bits of a part in a module. */
static void print_part_bits(FILE *to, const struct part *part) {
    const struct rh_kind *kind = rh_kind_of(part->kind)->kind;
    const char *comma = "";
    fprintf(to, "rh_pkg::%s_bits(", part->name);
    for (unsigned i = 0; i < kind->param_count; i++)
        if (part_asks(part, kind->params[i].name)) {
            fprintf(to, "%s%s", comma, kind->params[i].parameter);
            comma = ", ";
        }
    fputc(')', to);
}

/** localparam NAME_BITS = rh_pkg::NAME_bits(...), the end on a line of its own where it is too long. */
static void print_part_parameter(FILE *to, const struct part *part, const char *indent, char end) {
    char *name = upper_of(part->name);
    struct text bits;
    text_open(&bits);
    print_part_bits(bits.to, part);
    text_close(&bits);
    int column = fprintf(to, "%slocalparam int unsigned %s_BITS =", indent, name);
    bool fits = (size_t)column + bits.length + strlen(" ,") <= COLUMNS;
    size_t room = COLUMNS - strlen(indent) - strlen("    ,");
    if (!fits && bits.length > room) { /* its last parameters on one more line */
        char *cut = bits.bytes + room;
        while (*cut != ' ')
            cut--;
        *cut = '\0';
        fprintf(to, "\n    %s%s\n        %s%s%c\n", indent, bits.bytes, indent, cut + 1, end);
    } else {
        fprintf(to, "%s%s%s%c\n", fits ? " " : "\n    ", fits ? "" : indent, bits.bytes, end);
    }
    free(name);
    free(bits.bytes);
}

/** What SystemVerilog and C share, under one name: rh_bits.h, and the bits of the blocks that others are made of. */
static void print_functions(FILE *to) {
    fprintf(
        to,
        "\n  // ceil(log2 n), at least 1: the bits that count 0 .. n-1.\n"
        "  function automatic int unsigned log2_up(input int unsigned n);\n"
        "    log2_up = (n > 2) ? $clog2(n) : 1;\n  endfunction\n"
        "\n  function automatic int unsigned power(input int unsigned n);\n    power = 32'd1 << n;\n  endfunction\n"
        "\n  function automatic int unsigned max(input int unsigned a, input int unsigned b);\n"
        "    max = (a > b) ? a : b;\n  endfunction\n"
        "\n  function automatic int unsigned min(input int unsigned a, input int unsigned b);\n"
        "    min = (a < b) ? a : b;\n  endfunction\n"
        "\n  // FIFOs of sources of `sms`, and the entries of each.\n"
        "  function automatic int unsigned source_fifos(input int unsigned queue, input int unsigned source_bits);\n"
        "    source_fifos = power(min(source_bits, log2_up(queue / 4 + 1) - 1));\n  endfunction\n"
        "\n  function automatic int unsigned source_depth(input int unsigned queue, input int unsigned source_bits);\n"
        "    source_depth = max(1, queue / 2 / source_fifos(queue, source_bits));\n  endfunction\n");
    for (unsigned i = 0; i < PARTS; i++)
        print_part_function(to, &parts[i]);
}

#endif
