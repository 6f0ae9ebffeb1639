// SPDX-License-Identifier: Apache-2.0
// A part of scripts/lib/rh_gen.c: C text of counts and widths as SystemVerilog, lines with comments behind them.
#ifndef RH_GEN_TEXT_H
#define RH_GEN_TEXT_H

#include <ctype.h>

#include "rh_gen_files.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_variant.h"

enum { COLUMNS = 120 }; /* of a line */

/** Capitals, as SystemVerilog has its names. */
static void print_upper(FILE *to, const char *text) {
    for (; *text != '\0'; text++)
        fputc(toupper((unsigned char)*text), to);
}

/** How C text is spelled in SystemVerilog: in a module, with parameters in capitals and the RH_DIMs of its kind
 * (RH_KINDS: no RH_DIM), or in a function of the package, with arguments as in C. */
struct spelling {
    enum rh_kind_code kind;
    bool package;
};

static bool is_word(char c) {
    return isalnum((unsigned char)c) || c == '_';
}

/** Does `text` begin with `start`, as a whole word? */
static bool begins(const char *text, const char *start) {
    size_t length = strlen(start);
    return strncmp(text, start, length) == 0 && !(is_word(text[length]) && is_word(start[length - 1]));
}

static const struct rh_dim *dim_at(const char *text, struct spelling spelling) {
    if (spelling.package || spelling.kind == RH_KINDS)
        return NULL;
    for (const struct rh_dim *dim = rh_kind_of(spelling.kind)->kind->dims; dim->name != NULL; dim++)
        if (begins(text, dim->text))
            return dim;
    return NULL;
}

/** C text as SystemVerilog. */
static void print_expression(FILE *to, const char *text, struct spelling spelling) {
    while (*text != '\0') {
        const struct rh_dim *dim = dim_at(text, spelling);
        if (dim != NULL) {
            fputs(dim->name, to);
            text += strlen(dim->text);
        } else if (strncmp(text, "p->", 3) == 0) {
            for (text += 3; is_word(*text); text++)
                fputc(spelling.package ? *text : toupper((unsigned char)*text), to);
        } else if (begins(text, "rh_log2_up") || begins(text, "rh_max") || begins(text, "rh_min") ||
                   begins(text, "rh_power") || begins(text, "rh_source_fifos") || begins(text, "rh_source_depth")) {
            fputs("rh_pkg::", to);
            for (text += strlen("rh_"); is_word(*text); text++)
                fputc(*text, to);
        } else if (strncmp(text, "RH_LFSR_", strlen("RH_LFSR_")) == 0) {
            fputs("rh_pkg::", to);
            for (text += strlen("RH_"); is_word(*text); text++)
                fputc(*text, to);
        } else {
            fputc(*text++, to);
        }
    }
}

/** In capitals; the caller frees it. */
static char *upper_of(const char *name) {
    char *upper = text_of("%s", name);
    for (char *c = upper; *c != '\0'; c++)
        *c = (char)toupper((unsigned char)*c);
    return upper;
}

/** A constant is printed as its number; an expression that others are multiplied with, in brackets. */
static void print_factor(FILE *to, const char *text, unsigned worth) {
    if (strstr(text, "p->") == NULL && strncmp(text, "RH_LFSR_", strlen("RH_LFSR_")) != 0)
        fprintf(to, "%u", worth);
    else
        fprintf(to, strchr(text, '?') != NULL ? "(%s)" : "%s", text);
}

/** The bits of a field, all elements together: `count * width` as SystemVerilog; the caller frees it. */
static char *field_bits(const struct rh_field *field, struct spelling spelling) {
    struct text product, bits;
    text_open(&product);
    bool one = strcmp(field->count_text, "1") == 0, bit = strcmp(field->width_text, "1") == 0;
    if (!one)
        print_factor(product.to, field->count_text, field->count);
    if (!one && !bit)
        fputs(" * ", product.to);
    if (one || !bit)
        print_factor(product.to, field->width_text, field->width);
    text_open(&bits);
    print_expression(bits.to, text_close(&product), spelling);
    free(product.bytes);
    return text_close(&bits);
}

/** The range of a vector of so many bits, BITS-1:0, without brackets; empty for one bit. The caller frees it. */
static char *range_of(const char *bits) {
    struct text range;
    char *end;
    unsigned long number = strtoul(bits, &end, 10);
    text_open(&range);
    if (*end == '\0' && number > 1)
        fprintf(range.to, "%lu:0", number - 1);
    for (const char *c = bits; *end != '\0' && *c != '\0'; c++)
        if (*c != ' ')
            fputc(*c, range.to);
    if (*end != '\0')
        fputs("-1:0", range.to);
    return text_close(&range);
}

/** Lines with comments in one column behind them, each where it fits. */
struct lines {
    unsigned count;
    struct {
        struct text code;
        const char *comment; /* or NULL */
    } line[64];
};

/** The next line; its code is printed to what this returns. */
static FILE *line_add(struct lines *lines, const char *comment) {
    if (lines->count == sizeof lines->line / sizeof lines->line[0]) {
        fputs("rh_gen: found more lines in one list than there is room for\n", stderr);
        exit(2);
    }
    text_open(&lines->line[lines->count].code);
    lines->line[lines->count].comment = comment;
    return lines->line[lines->count++].code.to;
}

/** Prints the lines and empties the list. */
static void print_lines(FILE *to, struct lines *lines) {
    size_t column = 0;
    for (unsigned i = 0; i < lines->count; i++) {
        struct text *code = &lines->line[i].code;
        text_close(code);
        if (lines->line[i].comment != NULL && code->length > column)
            column = code->length;
    }
    for (unsigned i = 0; i < lines->count; i++) {
        const struct text *code = &lines->line[i].code;
        const char *comment = lines->line[i].comment;
        fputs(code->bytes, to);
        if (comment != NULL && column + strlen("  // ") + strlen(comment) <= COLUMNS)
            fprintf(to, "%*s  // %s", (int)(column - code->length), "", comment);
        fputc('\n', to);
        free(code->bytes);
    }
    lines->count = 0;
}

#endif
