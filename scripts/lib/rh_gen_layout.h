// SPDX-License-Identifier: Apache-2.0
// A part of scripts/lib/rh_gen.c: SystemVerilog and documentation text of counts and widths, from the lists of the C models.
#ifndef RH_GEN_LAYOUT_H
#define RH_GEN_LAYOUT_H

#include <stdbool.h>
#include <stdio.h>
#include <string.h>

#include "rowhold/rh_age_queue.h"
#include "rowhold/rh_backend.h"
#include "rowhold/rh_hold.h"
#include "rowhold/rh_variant.h"

/** Behind the bracket that closes the one at `text`. */
static const char *behind_bracket(const char *text) {
    unsigned depth = 0;
    do {
        depth += *text == '(';
        depth -= *text == ')';
        text++;
    } while (depth > 0 && *text != '\0');
    return text;
}

/** Where the first argument in brackets ends: at a comma, or at the closing bracket. */
static const char *argument_end(const char *text) {
    while (*text != ',' && *text != ')' && *text != '\0')
        text = *text == '(' ? behind_bracket(text) : text + 1;
    return text;
}

/** C text as SystemVerilog: p->name is `name`, rh_log2_up and rh_max are written out. */
static void print_expression(FILE *to, const char *text, const char *end) {
    static const char log2_up[] = "rh_log2_up(", max[] = "rh_max(";
    while (text < end) {
        if (strncmp(text, "p->", 3) == 0) {
            text += 3;
        } else if (strncmp(text, log2_up, sizeof log2_up - 1) == 0) {
            const char *in = text + sizeof log2_up - 1, *stop = argument_end(in);
            fputc('(', to);
            print_expression(to, in, stop);
            fputs(" > 2 ? $clog2(", to);
            print_expression(to, in, stop);
            fputs(") : 1)", to);
            text = stop + 1;
        } else if (strncmp(text, max, sizeof max - 1) == 0) {
            const char *a = text + sizeof max - 1, *comma = argument_end(a), *b = comma + 2, *stop = argument_end(b);
            fputc('(', to);
            print_expression(to, a, comma);
            fputs(" > ", to);
            print_expression(to, b, stop);
            fputs(" ? ", to);
            print_expression(to, a, comma);
            fputs(" : ", to);
            print_expression(to, b, stop);
            fputc(')', to);
            text = stop + 1;
        } else {
            fputc(*text++, to);
        }
    }
}

/** A count or a width: one that depends on no parameter is printed as its number. */
static void print_dimension(FILE *to, const char *text, unsigned worth) {
    if (strstr(text, "p->") == NULL)
        fprintf(to, "%u", worth);
    else if (strchr(text, '?') != NULL || strstr(text, " * ") != NULL) {
        fputc('(', to);
        print_expression(to, text, text + strlen(text));
        fputc(')', to);
    } else {
        print_expression(to, text, text + strlen(text));
    }
}

/** Does a text name this parameter? */
static bool mentions(const char *text, const char *name) {
    size_t length = strlen(name);
    for (const char *at = strstr(text, "p->"); at != NULL; at = strstr(at + 3, "p->"))
        if (strncmp(at + 3, name, length) == 0 && strcspn(at + 3, " ,)*/+-?:;=!<>") == length)
            return true;
    return false;
}

static bool layout_mentions(const struct rh_layout *layout, const char *name) {
    for (unsigned i = 0; i < layout->count; i++)
        if (mentions(layout->fields[i].count_text, name) || mentions(layout->fields[i].width_text, name))
            return true;
    return false;
}

/** function NAME_bits(the parameters that its fields depend on, in the order of the kind's table). */
static void print_layout_bits(FILE *to, const char *name, const struct rh_kind *kind, rh_list_fn *list) {
    uint64_t params[64]; /* of any kind */
    struct rh_layout layout;
    rh_params_usual(kind, params);
    rh_layout_make(&layout, list, params);
    fprintf(to,
            "\n  // Bits of rh_%s's observation vector, field by field.\n  function automatic int unsigned %s_bits(",
            name, name);
    const char *comma = "";
    for (unsigned i = 0; i < kind->param_count; i++)
        if (layout_mentions(&layout, kind->params[i].name)) {
            fprintf(to, "%s\n      input int unsigned %s", comma, kind->params[i].name);
            comma = ",";
        }
    fprintf(to, ");\n    %s_bits =\n", name);
    for (unsigned i = 0; i < layout.count; i++) {
        const struct rh_field *field = &layout.fields[i];
        fprintf(to, "        %s ", i == 0 ? " " : "+");
        print_dimension(to, field->count_text, field->count);
        fputs(" * ", to);
        print_dimension(to, field->width_text, field->width);
        fprintf(to, "  // %s\n", field->name);
    }
    fprintf(to, "        ;\n  endfunction\n");
}

/** The blocks that others are made of. */
static void print_observation_bits(FILE *to) {
    print_layout_bits(to, "backend", &rh_controller_kind, rh_backend_list);
    print_layout_bits(to, "age_queue", &rh_controller_kind, rh_age_queue_list);
    print_layout_bits(to, "hold", &rh_allocator_kind, rh_hold_list);
}

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
        } else if (strncmp(text, "rh_max", 6) == 0) {
            fputs("max", to);
            text += 5;
        } else
            fputc(*text, to);
    }
}

#endif
