// SPDX-License-Identifier: Apache-2.0
// A part of scripts/lib/rh_gen.c: the head of a variant's module, between marker comments in its file: parameters,
// derived parameters, the bits of its observation vector, ports, limits. And the module that holds limits and contracts
// of a kind whose ports have some: rtl/core/rh_KIND_contract.sv.
#ifndef RH_GEN_HEAD_H
#define RH_GEN_HEAD_H

#include "rh_gen_layout.h"
#include "rh_gen_limits.h"

enum pin_role { PIN_CLOCK, PIN_CONFIG, PIN_IN, PIN_OUT };

/** A port of a module. */
struct pin {
    enum pin_role role;
    const char *name, *end, *meaning; /* end of the name: _i, _o, _ni */
    char *range;                      /* as it is printed; empty: one bit */
};

/** The ports of a kind's modules, in order, without the observation vector. */
struct pins {
    unsigned count;
    struct pin pin[64];
};

static void pin_add(struct pins *pins, enum pin_role role, const char *name, const char *meaning, const char *bits) {
    if (pins->count == sizeof pins->pin / sizeof pins->pin[0]) {
        fputs("rh_gen: found more ports than there is room for\n", stderr);
        exit(2);
    }
    struct pin *pin = &pins->pin[pins->count++];
    pin->role = role;
    pin->name = name;
    pin->end = role == PIN_OUT ? "_o" : strcmp(name, "rst") == 0 ? "_ni" : "_i"; /* the reset is active low */
    pin->meaning = meaning;
    pin->range = range_of(bits);
}

static void pins_make(struct pins *pins, enum rh_kind_code code, struct spelling spelling) {
    const struct rh_kind *kind = rh_kind_of(code)->kind;
    rh_list_fn *lists[] = {kind->list_config, kind->list_in, kind->list_out};
    static const enum pin_role roles[] = {PIN_CONFIG, PIN_IN, PIN_OUT};
    struct rh_layout layouts[3];
    union values values;
    bool packed = false;
    for (unsigned i = 0; i < 3; i++)
        layout_of(&layouts[i], &values, code, lists[i]);
    pins->count = 0;
    pin_add(pins, PIN_CLOCK, "clk", NULL, "1");
    pin_add(pins, PIN_CLOCK, "rst", NULL, "1");
    for (unsigned list = 0; list < 3; list++)
        for (unsigned i = 0; i < layouts[list].count; i++) {
            const struct rh_field *field = &layouts[list].fields[i];
            if (field->packed && !packed)
                pin_add(pins, PIN_CONFIG, "constraints", "c at [rh_pkg::T_c * TIMER_BITS +: TIMER_BITS]",
                        "rh_pkg::T_COUNT * TIMER_BITS");
            packed = packed || field->packed;
            if (field->packed)
                continue;
            char *bits = field_bits(field, spelling);
            pin_add(pins, roles[list], field->name, field->meaning, bits);
            free(bits);
        }
}

/** The setting of a policy that a pin of a controller carries; NULL: it carries none. */
static const struct rh_policy_setting *policy_of(const struct pin *pin) {
    const struct rh_policy_setting *row = rh_policy_settings, *end = row + RH_POLICIES;
    while (row < end && (pin->role != PIN_CONFIG || strcmp(row->name, pin->name) != 0))
        row++;
    return row < end ? row : NULL;
}

/** Is the pin there for policies that ask for sources? */
static bool is_source(const struct pin *pin) {
    return strstr(pin->range, "SOURCE_BITS") != NULL;
}

/** Those of a variant's module: a controller has no setting that its policy does not read, and no source. */
static void pins_make_of(struct pins *pins, const struct rh_variant *variant, struct spelling spelling) {
    unsigned kept = 0;
    pins_make(pins, variant->kind, spelling);
    if (variant->kind != RH_KIND_controller)
        return;
    for (unsigned i = 0; i < pins->count; i++) {
        const struct rh_policy_setting *setting = policy_of(&pins->pin[i]);
        bool read = setting != NULL            ? rh_controller_reads(variant->ops, setting)
                    : is_source(&pins->pin[i]) ? variant->traits.sources
                                               : true;
        if (read)
            pins->pin[kept++] = pins->pin[i];
        else
            free(pins->pin[i].range);
    }
    pins->count = kept;
}

static void pins_free(struct pins *pins) {
    for (unsigned i = 0; i < pins->count; i++)
        free(pins->pin[i].range);
}

/** Does a port's range have this name? */
static bool pins_ask(const struct pins *pins, const char *name) {
    for (unsigned i = 0; i < pins->count; i++)
        for (const char *at = strstr(pins->pin[i].range, name); at != NULL; at = strstr(at + 1, name))
            if (begins(at, name) && (at == pins->pin[i].range || !is_word(at[-1])))
                return true;
    return false;
}

/** A parameter that is a bit, of a module and not of its kind. */
struct own_parameter {
    const char *name, *meaning;
};
static const struct own_parameter LOAD[] = {{"LOAD", "1: the registers can be loaded; 0: load_i is ignored"},
                                            {NULL, NULL}};

/** Parameters, their defaults, those of its own, up to one without a name, and the names of what ports are made
 * of. */
static void print_module_parameters(FILE *to, enum rh_kind_code code, const struct pins *pins,
                                    const struct own_parameter *own) {
    const struct rh_kind *kind = rh_kind_of(code)->kind;
    struct lines lines = {0};
    for (unsigned i = 0; i < kind->param_count; i++)
        fprintf(line_add(&lines, kind->params[i].meaning), "    parameter int unsigned %s = %u,",
                kind->params[i].parameter, kind->params[i].defaults);
    fprintf(line_add(&lines, "0: without what is for observation alone"), "    parameter bit OBSERVE = 1'b0,");
    for (; own->name != NULL; own++)
        fprintf(line_add(&lines, own->meaning), "    parameter bit %s = 1'b0,", own->name);
    print_lines(to, &lines);
    for (const struct rh_dim *dim = kind->dims; dim->name != NULL; dim++) {
        if (!pins_ask(pins, dim->name))
            continue;
        FILE *line = line_add(&lines, dim->meaning);
        fprintf(line, "    localparam int unsigned %s = ", dim->name);
        print_expression(line, dim->text, (struct spelling){RH_KINDS, false});
        fputc(',', line);
    }
    print_lines(to, &lines);
}

/** The parts' bits by name, then the sum of all: the last parameter. `when`: the bit that says whether the others, the
 * block's own, are there. */
static void print_module_bits(FILE *to, const struct rh_variant *variant, const char *when) {
    union values values;
    struct rh_layout layout;
    struct lines lines = {0};
    struct text sum, own;
    unsigned count = 0, others = 0;
    layout_of(&layout, &values, variant->kind, variant->ops->list);
    text_open(&sum);
    text_open(&own);
    for (unsigned i = 0; i < layout.count; i += count) {
        const struct part *part = part_at(&layout, i, variant->kind, &count);
        if (part != NULL) {
            print_part_parameter(to, part, "    ", ',');
            fputs(i == 0 ? " " : " + ", sum.to);
            print_upper(sum.to, part->name);
            fputs("_BITS", sum.to);
        } else {
            count = 1;
            char *bits = field_bits(&layout.fields[i], (struct spelling){variant->kind, false});
            fprintf(own.to, "%s%s", others++ == 0 ? "" : " + ", bits);
            if (when == NULL)
                fprintf(line_add(&lines, layout.fields[i].name), "        %s %s", i == 0 ? " " : "+", bits);
            free(bits);
        }
    }
    fprintf(to, "    localparam int unsigned OBS_BITS =%s", text_close(&sum));
    fprintf(to, when == NULL ? "\n" : " + (%s ? %s : 0)\n", when, text_close(&own));
    print_lines(to, &lines);
    free(sum.bytes);
    free(own.bytes);
}

/** `end`: behind the last one. */
static void print_module_ports(FILE *to, const struct pins *pins, const char *end) {
    static const char obs[] = "OBS_BITS-1:0";
    struct lines lines = {0};
    int widest = (int)strlen(obs);
    for (unsigned i = 0; i < pins->count; i++)
        if ((int)strlen(pins->pin[i].range) > widest)
            widest = (int)strlen(pins->pin[i].range);
    for (unsigned i = 0; i < pins->count; i++) {
        const struct pin *pin = &pins->pin[i];
        bool out = pin->role == PIN_OUT, bit = pin->range[0] == '\0';
        fprintf(line_add(&lines, pin->meaning), "    %s logic %c%*s%c %s%s,", out ? "output" : "input ",
                bit ? ' ' : '[', widest, pin->range, bit ? ' ' : ']', pin->name, pin->end);
    }
    fprintf(line_add(&lines, "the registers take load_state_i at the edge"), "    input  logic  %*s  load_i,", widest,
            "");
    fprintf(line_add(&lines, "as obs_o"), "    input  logic [%*s] load_state_i,", widest, obs);
    fprintf(line_add(&lines, "the registers, the first of the sum lowest"), "    output logic [%*s] obs_o%s", widest,
            obs, end);
    print_lines(to, &lines);
}

/** Is it the pin of this part of a port: valid of req? NULL: of any part. */
static bool is_part(const struct pin *pin, const char *port, const char *part) {
    size_t length = strlen(port);
    return strncmp(pin->name, port, length) == 0 && pin->name[length] == '_' &&
           (part == NULL || strcmp(pin->name + length + 1, part) == 0);
}

/** Has a port of the kind a contract? */
static bool has_contract(enum rh_kind_code code) {
    return rh_kind_of(code)->kind->handshakes->port != NULL;
}

/** The clock, the reset, and the pins of ports that have a contract. */
static void pins_watched(struct pins *pins, enum rh_kind_code code) {
    pins_make(pins, code, (struct spelling){RH_KINDS, false});
    unsigned kept = 0;
    for (unsigned i = 0; i < pins->count; i++) {
        bool watched = pins->pin[i].role == PIN_CLOCK;
        for (const struct rh_handshake *row = rh_kind_of(code)->kind->handshakes; row->port != NULL; row++)
            watched = watched || (is_part(&pins->pin[i], row->port, NULL) && !is_source(&pins->pin[i]));
        if (watched)
            pins->pin[kept++] = pins->pin[i];
        else
            free(pins->pin[i].range);
    }
    pins->count = kept;
}

static void print_part_connection(struct connections *c, const struct pins *pins, const char *port, const char *part) {
    for (unsigned i = 0; i < pins->count; i++)
        if (is_part(&pins->pin[i], port, part)) {
            char *to = text_of("%s_i", part), *from = text_of("%s%s", pins->pin[i].name, pins->pin[i].end);
            print_connection(c, to, from);
            free(to);
            free(from);
        }
}

/** That of one port: what is offered are the pins that go the way of its valid. */
static void print_offer(FILE *to, const struct pins *pins, const char *port, bool stays) {
    struct connections c = {to, 6, 0};
    enum pin_role role = PIN_IN;
    struct text offer;
    for (unsigned i = 0; i < pins->count; i++)
        if (is_part(&pins->pin[i], port, "valid"))
            role = pins->pin[i].role;
    text_open(&offer);
    for (unsigned i = 0, n = 0; i < pins->count; i++) {
        const struct pin *pin = &pins->pin[i];
        if (pin->role == role && is_part(pin, port, NULL) && !is_part(pin, port, "valid"))
            fprintf(offer.to, "%s%s%s", n++ == 0 ? "{" : ", ", pin->name, pin->end);
    }
    fputc('}', offer.to);
    text_close(&offer);
    fprintf(to, "  rh_contract_offer #(\n      .W($bits(%s)), .STAYS(1'b%d)\n  ) u_%s (\n", offer.bytes, stays, port);
    print_connection(&c, "clk_i", "clk_i");
    print_connection(&c, "rst_ni", "rst_ni");
    print_connection(&c, "forget_i", "forget_i");
    print_part_connection(&c, pins, port, "valid");
    print_part_connection(&c, pins, port, "ready");
    print_connection(&c, "offer_i", offer.bytes);
    fprintf(to, "\n  );\n");
    free(offer.bytes);
}

/** rtl/core/rh_KIND_contract.sv. */
static void print_contract_module(FILE *to, enum rh_kind_code code) {
    const struct rh_kind *kind = rh_kind_of(code)->kind;
    struct pins pins;
    struct lines lines = {0};
    int widest = 0;
    pins_watched(&pins, code);
    for (unsigned i = 0; i < pins.count; i++)
        if ((int)strlen(pins.pin[i].range) > widest)
            widest = (int)strlen(pins.pin[i].range);
    fprintf(to,
            "// SPDX-License-Identifier: Apache-2.0\n"
            "// Generated by scripts/lib/rh_gen.c; `scripts/build generate` rewrites it.\n"
            "// What every module of this kind asks of who instantiates it: parameters within their limits and, in "
            "simulation,\n"
            "// the contracts of its ports. Inputs have the names of the ports that they watch. No logic.\n"
            "module rh_%s_contract #(\n",
            rh_kind_of(code)->name);
    for (unsigned i = 0; i < kind->param_count; i++)
        fprintf(to, "    parameter int unsigned %s = %u%s\n", kind->params[i].parameter, kind->params[i].smallest,
                i + 1 < kind->param_count ? "," : "");
    fprintf(to, ") (\n");
    for (unsigned i = 0; i < pins.count; i++)
        fprintf(line_add(&lines, NULL), "    input logic %c%*s%c %s%s,", pins.pin[i].range[0] == '\0' ? ' ' : '[',
                widest, pins.pin[i].range, pins.pin[i].range[0] == '\0' ? ' ' : ']', pins.pin[i].name, pins.pin[i].end);
    fprintf(line_add(&lines, "the registers are loaded"), "    input logic  %*s  forget_i", widest, "");
    print_lines(to, &lines);
    fprintf(to, ");\n");
    print_limits_instance(to, code);
    fputs("`ifndef SYNTHESIS\n", to);
    for (const struct rh_handshake *row = kind->handshakes; row->port != NULL; row++)
        print_offer(to, &pins, row->port, row->stays);
    fputs("`endif\nendmodule\n", to);
    pins_free(&pins);
}

static void print_contract_instance(FILE *to, enum rh_kind_code code) {
    struct connections c = {to, 6, 0};
    fprintf(to, "  rh_%s_contract #(\n", rh_kind_of(code)->name);
    print_parameters(&c, rh_kind_of(code)->kind);
    fprintf(to, "\n  ) u_contract (.forget_i(loads), .*);\n");
}

#define HEAD_BEGIN                                                                                                     \
    "// begin generated: by `scripts/build generate`, from include/tables and the registers that the model lists"
#define HEAD_END "// end generated"

/** That of a variant's file. */
static void print_head_of(FILE *to, const struct rh_variant *variant) {
    struct pins pins;
    pins_make_of(&pins, variant, (struct spelling){variant->kind, false});
    fprintf(to, "%s\nmodule rh_%s #(\n", HEAD_BEGIN, variant->name);
    print_module_parameters(to, variant->kind, &pins, LOAD);
    print_module_bits(to, variant, NULL);
    fprintf(to, ") (\n");
    print_module_ports(to, &pins, "");
    fprintf(to, ");\n");
    if (!has_contract(variant->kind))
        print_limits_instance(to, variant->kind);
    fputs("  logic loads;  // the registers take load_state_i at this clock's edge\n  assign loads = LOAD & load_i;\n",
          to);
    if (has_contract(variant->kind))
        print_contract_instance(to, variant->kind);
    pins_free(&pins);
    fprintf(to, "%s\n", HEAD_END);
}

/** That of a module which is all of some controllers but their policy; its own ports follow. It has the settings that
 * the plainest of them reads. */
static void print_shell_head(FILE *to, const char *name, const char *plainest, const struct own_parameter *bits,
                             void print_bits(FILE *to)) {
    struct pins pins;
    pins_make_of(&pins, rh_variant_find(RH_KIND_controller, plainest), (struct spelling){RH_KIND_controller, false});
    fprintf(to, "%s\nmodule %s #(\n", HEAD_BEGIN, name);
    print_module_parameters(to, RH_KIND_controller, &pins, bits);
    print_bits(to);
    fprintf(to, ") (\n");
    print_module_ports(to, &pins, ",");
    pins_free(&pins);
    fprintf(to, "%s\n", HEAD_END);
}

/** The registers beyond the parts' are those of a search. */
static void print_age_bits(FILE *to) {
    print_module_bits(to, rh_variant_find(RH_KIND_controller, "fr_fcfs_serial"), "SERIAL");
}

static void print_age_head(FILE *to, const struct rh_variant *none) {
    (void)none;
    static const struct own_parameter bits[] = {{"SERIAL", "1: rows are compared part by part"},
                                                {"CLASSES", "1: upper_i counts"},
                                                {"ORDERED", "1: later_i counts"},
                                                {NULL, NULL}};
    print_shell_head(to, "rh_age_controller", "fr_fcfs", bits, print_age_bits);
}

/** The registers of `fifo`, or those of a FIFO a bank but its turns. */
static void print_fifo_bits(FILE *to) {
    print_part_parameter(to, &parts[PART_BACKEND], "    ", ',');
    print_part_parameter(to, &parts[PART_PAGE_POLICY], "    ", ',');
    fputs("    localparam int unsigned FIFOS = BANKED ? BANKS : 1,\n"
          "    localparam int unsigned DEPTH =  // of each\n"
          "        BANKED ? rh_pkg::max(1, QUEUE / (STAGED ? 2 : 1) / BANKS) : QUEUE,\n"
          "    localparam int unsigned COUNT_BITS = rh_pkg::log2_up(DEPTH + 1),\n"
          "    localparam int unsigned OBS_BITS = BACKEND_BITS + PAGE_POLICY_BITS + FIFOS * (COUNT_BITS + 3\n"
          "        + DEPTH * (1 + (BANKED ? 0 : BANK_BITS) + ROW_BITS + COLUMN_BITS + 3 + TAG_BITS + 2\n"
          "        + (CLOSES != 0 ? 1 : 0)))\n",
          to);
}

static void print_fifo_head(FILE *to, const struct rh_variant *none) {
    (void)none;
    static const struct own_parameter bits[] = {{"BANKED", "1: a FIFO a bank; 0: one of all"},
                                                {"STAGED", "1: half of the queue lies before them"},
                                                {NULL, NULL}};
    print_shell_head(to, "rh_fifo_controller", "fifo", bits, print_fifo_bits);
}

/** Where the line `line` of `text` begins; NULL: there is none, or more than one. */
static const char *only_line(const char *text, const char *line) {
    const char *found = NULL;
    size_t length = strlen(line);
    for (const char *at = text; at != NULL && *at != '\0';) {
        if (strncmp(at, line, length) == 0 && at[length] == '\n') {
            if (found != NULL)
                return NULL;
            found = at;
        }
        at = strchr(at, '\n');
        at = at == NULL ? NULL : at + 1;
    }
    return found;
}

/** Prints what stands between the marker comments of a file, and they. */
typedef void print_head_fn(FILE *to, const struct rh_variant *variant);

/** The text of a file with its head renewed; false: the marker that is missing, or not alone, or in the wrong
 * place. */
static bool renew_head(struct text *renewed, const char *old, print_head_fn *print, const struct rh_variant *variant,
                       const char **marker) {
    const char *begin = only_line(old, HEAD_BEGIN), *end = only_line(old, HEAD_END);
    *marker = begin == NULL ? HEAD_BEGIN : HEAD_END;
    if (begin == NULL || end == NULL || end < begin)
        return false;
    text_open(renewed);
    fwrite(old, 1, (size_t)(begin - old), renewed->to);
    print(renewed->to, variant);
    fputs(end + strlen(HEAD_END "\n"), renewed->to);
    text_close(renewed);
    return true;
}

#endif
