// SPDX-License-Identifier: Apache-2.0
// A part of scripts/lib/rh_gen.c: the functions of rtl/rh_pkg.sv that follow from include/tables/timers.def, one set a
// scope.
#ifndef RH_GEN_TIMERS_H
#define RH_GEN_TIMERS_H

#include <stdio.h>

#include "cmodel/dram/rh_backend.h"
#include "rh_gen_text.h"

struct gen_timer {
    const char *name, *constraint, *cause;
    enum rh_scope scope;
    unsigned loaded_by, forbids;
    bool shown, also; /* also: a second load of a timer that has its row */
};
enum { yes = 1, no = 0 };
static const struct gen_timer gen_timers[] = {
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    {#name, #name, #cause, RH_SCOPE_##scope, loaded_by, forbids, shown, false},
#define RH_TIMER_ALSO(name, scope, loaded_by, constraint)                                                              \
    {#name, #constraint, "", RH_SCOPE_##scope, loaded_by, 0, false, true},
#include "tables/timers.def"
};
enum { GEN_TIMERS = sizeof gen_timers / sizeof gen_timers[0] };

static const struct gen_set {
    const char *name;
    unsigned set;
} gen_sets[] = {{"act", RH_SET_ACT}, {"pre", RH_SET_PRE}, {"rd", RH_SET_RD},
                {"wr", RH_SET_WR},   {"ref", RH_SET_REF}, {"ref_apart", RH_SET_REF_APART}};
enum { GEN_SETS = sizeof gen_sets / sizeof gen_sets[0] };

/** BANK_RCD_RD: a timer's place among those of its scope. */
static void print_timer_place(FILE *to, const char *scope, const char *timer) {
    print_upper(to, scope);
    fputc('_', to);
    print_upper(to, timer);
}

/** An OR of terms: what comes before the next one. */
static const char *joined(unsigned terms) {
    return terms == 0 ? " = " : " | ";
}

static void print_function(FILE *to, const char *scope, const char *verb, const char *returned, const char *inputs) {
    fprintf(to, "  function automatic logic [%s-1:0] %s_%s(%s);\n", returned, scope, verb, inputs);
}

static void print_loads(FILE *to, const char *scope, enum rh_scope code, const char *count) {
    print_function(to, scope, "loads", count, "input logic [SETS-1:0] by");
    for (unsigned i = 0; i < GEN_TIMERS; i++) {
        if (gen_timers[i].scope != code || gen_timers[i].also)
            continue;
        fprintf(to, "    %s_loads[", scope);
        print_timer_place(to, scope, gen_timers[i].name);
        fputc(']', to);
        unsigned terms = 0;
        for (unsigned k = i; k < GEN_TIMERS && (k == i || gen_timers[k].also); k++)
            for (unsigned set = 0; set < GEN_SETS; set++)
                if (gen_timers[k].loaded_by & gen_sets[set].set) {
                    fprintf(to, "%sby[SET_", joined(terms++));
                    print_upper(to, gen_sets[set].name);
                    fputc(']', to);
                }
        fputs(";\n", to);
    }
    fputs("  endfunction\n", to);
}

static void print_forbids(FILE *to, const char *scope, enum rh_scope code, const char *count) {
    char inputs[64];
    snprintf(inputs, sizeof inputs, "input logic [%s-1:0] runs", count);
    print_function(to, scope, "forbids", "SETS", inputs);
    fprintf(to, "    %s_forbids = '0;\n", scope);
    for (unsigned set = 0; set < GEN_SETS; set++) {
        unsigned terms = 0;
        for (unsigned i = 0; i < GEN_TIMERS; i++) {
            if (gen_timers[i].scope != code || !(gen_timers[i].forbids & gen_sets[set].set))
                continue;
            if (terms == 0) {
                fprintf(to, "    %s_forbids[SET_", scope);
                print_upper(to, gen_sets[set].name);
                fputc(']', to);
            }
            fprintf(to, "%sruns[", joined(terms++));
            print_timer_place(to, scope, gen_timers[i].name);
            fputc(']', to);
        }
        if (terms > 0)
            fputs(";\n", to);
    }
    fputs("  endfunction\n", to);
}

static void print_attribution(FILE *to, const char *scope, enum rh_scope code, const char *count) {
    char inputs[96];
    snprintf(inputs, sizeof inputs, "input logic [%s-1:0] runs, input logic [SETS-1:0] wanted", count);
    print_function(to, scope, "attribution", "CAUSES", inputs);
    fprintf(to, "    %s_attribution = '0;\n", scope);
    for (unsigned i = 0; i < GEN_TIMERS; i++)
        for (unsigned set = 0; set < GEN_SETS; set++) {
            const struct gen_timer *timer = &gen_timers[i];
            if (timer->scope != code || !(timer->forbids & gen_sets[set].set))
                continue;
            fprintf(to, "    if (runs[");
            print_timer_place(to, scope, timer->name);
            fprintf(to, "] & wanted[SET_");
            print_upper(to, gen_sets[set].name);
            fprintf(to, "]) %s_attribution[rh_pkg::CAUSE_%s] = 1'b1;\n", scope, timer->cause);
        }
    fputs("  endfunction\n", to);
}

static void print_constraint_function(FILE *to, const char *scope, enum rh_scope code) {
    fprintf(to, "  function automatic int unsigned %s_constraint(input int unsigned timer);\n    case (timer)\n",
            scope);
    unsigned left = 0;
    for (unsigned i = 0; i < GEN_TIMERS; i++)
        left += gen_timers[i].scope == code && !gen_timers[i].also;
    for (unsigned i = 0; i < GEN_TIMERS; i++) {
        if (gen_timers[i].scope != code || gen_timers[i].also)
            continue;
        fputs("      ", to);
        if (--left > 0)
            print_timer_place(to, scope, gen_timers[i].name);
        else
            fputs("default", to);
        fprintf(to, ": %s_constraint = T_", scope);
        print_upper(to, gen_timers[i].constraint);
        fputs(";\n", to);
    }
    fputs("    endcase\n  endfunction\n", to);
}

static void print_scope_timers(FILE *to, const char *scope, enum rh_scope code) {
    unsigned place = 0, shown = 0, timers = 0;
    char count[32];
    for (unsigned i = 0; i < GEN_TIMERS; i++)
        timers += gen_timers[i].scope == code;
    if (timers == 0)
        return;
    fprintf(to,
            "\n  // Timers of a %s: their places; which commands `by` load; what those that run forbid;\n"
            "  // what the ledger blames for those that forbid `next`; the constraint, by its place in constraints_i; "
            "which "
            "ones are "
            "shown.\n",
            scope);
    for (unsigned i = 0; i < GEN_TIMERS; i++) {
        if (gen_timers[i].scope != code || gen_timers[i].also)
            continue;
        fputs("  localparam int unsigned ", to);
        print_timer_place(to, scope, gen_timers[i].name);
        fprintf(to, " = %u;\n", place);
        shown |= (unsigned)gen_timers[i].shown << place++;
    }
    unsigned n = 0;
    for (const char *c = scope; *c != '\0'; c++)
        count[n++] = (char)toupper((unsigned char)*c);
    snprintf(count + n, sizeof count - n, "_TIMERS");
    fprintf(to, "  localparam int unsigned %s = %u;\n  localparam logic [%s-1:0] ", count, place, count);
    print_upper(to, scope);
    fprintf(to, "_SHOWN = %u'h%x;\n", place, shown);
    print_loads(to, scope, code, count);
    print_forbids(to, scope, code, count);
    print_attribution(to, scope, code, count);
    print_constraint_function(to, scope, code);
}

static void print_timer_functions(FILE *to) {
    fputs("\n  // Sets of commands, a bit each.\n", to);
    for (unsigned set = 0; set < GEN_SETS; set++) {
        fputs("  localparam int unsigned SET_", to);
        print_upper(to, gen_sets[set].name);
        fprintf(to, " = %u;\n", set);
    }
    fprintf(to, "  localparam int unsigned SETS = %u;\n  localparam int unsigned CAUSES = %u;\n", (unsigned)GEN_SETS,
            (unsigned)RH_CAUSES);
#define RH_SCOPE(name, NAME, instances, most, instance, meaning) print_scope_timers(to, #name, RH_SCOPE_##name);
#include "tables/scopes.def"
}

#endif
