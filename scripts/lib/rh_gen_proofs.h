// SPDX-License-Identifier: Apache-2.0
// A part of scripts/lib/rh_gen.c: what the proofs of tb/formal say of timing constraints, printed into
// tb/formal/timing.svh. The rules that are proven are those of the judge (include/tables/rules.def), and none of the
// controllers' timers is read for them: a rule names the constraint whose clocks are written as its own. Registers, and
// what the ledger says of them, are those of include/tables/timers.def.
#ifndef RH_GEN_PROOFS_H
#define RH_GEN_PROOFS_H

#include "cmodel/dram/rh_judge_rule.h"
#include "rh_gen_observe.h"
#include "rh_gen_timers.h"

/** A command as the proofs watch it, its bit in rules.def, its set in timers.def; `closed`: by a PRE or by itself. */
static const struct gen_event {
    const char *from, *to;
    unsigned rule, timer;
} gen_events[] = {{"act", "act", ACT, RH_SET_ACT},
                  {"closed", "pre", PRE, RH_SET_PRE},
                  {"rd", "rd", RD, RH_SET_RD},
                  {"wr", "wr", WR, RH_SET_WR},
                  {"ref", "ref", REF_ONE, RH_SET_REF_APART}};
enum { GEN_EVENTS = sizeof gen_events / sizeof gen_events[0] };

/** x: the bank that is watched, g: its group, n: its grain or rank. */
static const char *gen_scope_letter(enum rh_scope scope) {
    return scope == RH_SCOPE_bank ? "x" : scope == RH_SCOPE_group ? "g" : "n";
}

struct gen_rule {
    const char *clocks;
    unsigned from, to;
    enum rh_judge_scope scope;
};
/* What two groups keep, all of a grain keep: one group keeps no less (mon_lint). */
static enum rh_scope gen_scope(enum rh_judge_scope scope) {
    return scope == BANK ? RH_SCOPE_bank : scope == GROUP ? RH_SCOPE_group : RH_SCOPE_grain;
}
static const struct gen_rule gen_rules[] = {
#define RH_RULE_CHECK(key, meaning)
#define RH_RULE_CONSTRAINT(key, from, to, scope, clocks, meaning) {#clocks, from, to, scope},
#include "tables/rules.def"
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT
};
enum { GEN_RULES = sizeof gen_rules / sizeof gen_rules[0] };

static const struct gen_constraint {
    const char *name, *clocks;
} gen_constraints[] = {
#define RH_CONSTRAINT(name, clocks, ...) {#name, #clocks},
#include "tables/timers.def"
};
enum { GEN_CONSTRAINTS = sizeof gen_constraints / sizeof gen_constraints[0] };

/** The constraint of a rule; NULL: it is a sum of several, which the proofs state by hand. */
static const char *constraint_of(const struct gen_rule *rule) {
    bool watched = false; /* the proofs see a command that it concerns */
    for (unsigned e = 0; e < GEN_EVENTS; e++)
        watched |= (rule->to & gen_events[e].rule) != 0;
    if (!watched || rule->from & POWER)
        return NULL;
    for (unsigned i = 0; i < GEN_CONSTRAINTS; i++)
        if (strcmp(gen_constraints[i].clocks, rule->clocks) == 0)
            return gen_constraints[i].name;
    return NULL;
}

/** A timer that several constraints load: which of them it holds, the proofs state by hand. */
static bool is_loaded_twice(const char *constraint) {
    for (unsigned i = 0; i < GEN_TIMERS; i++)
        if (gen_timers[i].also &&
            (strcmp(gen_timers[i].name, constraint) == 0 || strcmp(gen_timers[i].constraint, constraint) == 0))
            return true;
    return false;
}

/** The command since which clocks are counted: of reads and writes together `col`. */
static const char *gen_from(unsigned from, bool of_rule) {
    unsigned columns = of_rule ? RD | WR : RH_SET_RD | RH_SET_WR;
    if ((from & columns) == columns)
        return "col";
    for (unsigned e = 0; e < GEN_EVENTS; e++)
        if (from & (of_rule ? gen_events[e].rule : gen_events[e].timer))
            return gen_events[e].from;
    return "";
}

/** Clocks since a command of this scope. */
static void print_age(FILE *to, const char *from, enum rh_scope scope) {
    fprintf(to, "%s_%s_age", from, gen_scope_letter(scope));
}

static void print_rule_age(FILE *to, const struct gen_rule *rule) {
    print_age(to, gen_from(rule->from, true), gen_scope(rule->scope));
}

static void print_timer_age(FILE *to, const struct gen_timer *timer) {
    print_age(to, gen_from(timer->loaded_by, false), timer->scope);
}

static void print_constraint_names(FILE *to) {
    fputs("`ifndef TIMING_LEGAL\n// The constraints by name, of NAMED bits each.\n", to);
    for (unsigned i = 0; i < GEN_CONSTRAINTS; i++) {
        fprintf(to, "logic [NAMED-1:0] %s;\nassign %s = NAMED'(constraints_i[rh_pkg::T_", gen_constraints[i].name,
                gen_constraints[i].name);
        print_upper(to, gen_constraints[i].name);
        fputs("*T+:T]);\n", to);
    }
    fputs("`endif\n", to);
}

/** Whether an earlier rule, or an earlier timer, counts the same clocks. */
static bool is_first_age(unsigned at) {
    for (unsigned i = 0; i < at; i++)
        if (constraint_of(&gen_rules[i]) != NULL && gen_scope(gen_rules[i].scope) == gen_scope(gen_rules[at].scope) &&
            strcmp(gen_from(gen_rules[i].from, true), gen_from(gen_rules[at].from, true)) == 0)
            return false;
    return true;
}

static void print_ages(FILE *to) {
    fputs("\n`ifdef TIMING_AGES\n"
          "// Clocks since the last command of a kind: of the bank (x), of its group (g), of its grain or rank (n).\n",
          to);
    for (unsigned i = 0; i < GEN_RULES; i++) {
        if (constraint_of(&gen_rules[i]) == NULL || !is_first_age(i))
            continue;
        const char *from = gen_from(gen_rules[i].from, true), *scope = gen_scope_letter(gen_scope(gen_rules[i].scope));
        fprintf(to, "logic [T-1:0] %s_%s_age;\n", from, scope);
        fprintf(to, "mon_age #(.W(T)) u_%s_%s (.clk_i(clk_i), .rst_ni(rst_ni), .event_i(%s_%s), .age_o(%s_%s_age));\n",
                from, scope, from, scope, from, scope);
    }
    fputs("`endif\n", to);
}

static void print_rule_assertions(FILE *to) {
    fputs("\n`ifdef TIMING_RULES\nalways_comb begin\n  if (live) begin\n", to);
    for (unsigned i = 0; i < GEN_RULES; i++) {
        const struct gen_rule *rule = &gen_rules[i];
        const char *name = constraint_of(rule), *between = "";
        if (name == NULL)
            continue;
        fprintf(to, "    %s_A: assert (!(", name);
        for (unsigned e = 0; e < GEN_EVENTS; e++)
            if (rule->to & gen_events[e].rule) {
                fprintf(to, "%s%s_%s", between, gen_events[e].to, gen_scope_letter(gen_scope(rule->scope)));
                between = " || ";
            }
        fputs(") || ", to);
        print_rule_age(to, rule);
        fprintf(to, " >= %s);\n", name);
    }
    fputs("  end\n  // the block's timers are what is left of each constraint: this makes the rules inductive\n"
          "  if (started_i) begin\n",
          to);
    for (unsigned i = 0; i < GEN_TIMERS; i++) {
        const struct gen_timer *timer = &gen_timers[i];
        if (is_loaded_twice(timer->name))
            continue;
        fprintf(to, "    inv_%s_A: assert (%s_q[%s*T+:T] == left(%s, ", timer->name, timer->name,
                gen_scope_letter(timer->scope), timer->name);
        print_timer_age(to, timer);
        fputs("));\n", to);
    }
    fputs("  end\nend\n`endif\n", to);
}

/** Which commands the rules leave to bank x, why not, and the timers: for the array of banks. */
static void print_array(FILE *to) {
    fputs("\n`ifdef TIMING_ARRAY\n// No rule forbids the command to bank x; what the ledger says of it.\n", to);
    for (unsigned e = 0; e < GEN_EVENTS; e++) {
        fprintf(to, "logic %s_over;\nassign %s_over = 1'b1", gen_events[e].to, gen_events[e].to);
        for (unsigned i = 0; i < GEN_RULES; i++) {
            const char *name = constraint_of(&gen_rules[i]);
            if (name == NULL || is_loaded_twice(name) || !(gen_rules[i].to & gen_events[e].rule))
                continue;
            fputs("\n    && ", to);
            print_rule_age(to, &gen_rules[i]);
            fprintf(to, " >= %s", name);
        }
        fputs(";\n", to);
    }
    for (unsigned e = 0; e < GEN_EVENTS; e++) {
        if (gen_events[e].rule == REF_ONE)
            continue; /* it is no request's command */
        fprintf(to, "logic [rh_pkg::CAUSES-1:0] %s_causes;\nalways_comb begin\n  %s_causes = '0;\n", gen_events[e].to,
                gen_events[e].to);
        for (unsigned i = 0; i < GEN_TIMERS; i++) {
            const struct gen_timer *timer = &gen_timers[i];
            if (timer->also || is_loaded_twice(timer->name) || !(timer->forbids & gen_events[e].timer))
                continue;
            fprintf(to, "  if (");
            print_timer_age(to, timer);
            fprintf(to, " < %s) %s_causes[rh_pkg::CAUSE_%s] = 1'b1;\n", timer->name, gen_events[e].to, timer->cause);
        }
        fputs("end\n", to);
    }
    fputs("logic shown_over;  // the timers that the output `timers` counts\nassign shown_over = 1'b1", to);
    for (unsigned i = 0; i < GEN_TIMERS; i++)
        if (gen_timers[i].shown && !is_loaded_twice(gen_timers[i].name)) {
            fputs("\n    && ", to);
            print_timer_age(to, &gen_timers[i]);
            fprintf(to, " >= %s", gen_timers[i].name);
        }
    fputs(";\nlogic inv_timers;\nassign inv_timers = 1'b1", to);
    for (unsigned i = 0; i < GEN_TIMERS; i++) {
        const struct gen_timer *timer = &gen_timers[i];
        static const char *const scopes[] = {"bank", "group", "grain"}, *const sizes[] = {"BANKS", "GROUPS", "GRAINS"};
        if (is_loaded_twice(timer->name) || timer->scope >= sizeof scopes / sizeof scopes[0])
            continue; /* the proof knows no part of another scope */
        fprintf(to, "\n    && %s_count[rh_pkg::", scopes[timer->scope]);
        print_timer_place(to, scopes[timer->scope], timer->name);
        fprintf(to, "*%s*T+%s*T+:T] == left(%s, ", sizes[timer->scope], gen_scope_letter(timer->scope), timer->name);
        print_timer_age(to, timer);
        fputc(')', to);
    }
    fputs(";\n`endif\n", to);
}

/** Which commands the registers of the timers leave to every bank. */
static void print_legal(FILE *to) {
    static const char *const at[] = {"b", "b / (BANKS / GROUPS)", "b / (BANKS / 2 ** (GRAIN_BITS + RANK_BITS))"};
    fputs("\n`ifdef TIMING_LEGAL\n// No timer forbids the command to a bank.\n"
          "logic [BANKS-1:0] rd_timed, wr_timed, act_timed, pre_timed;\n"
          "for (genvar b = 0; b < BANKS; b++) begin : g_timed\n",
          to);
    for (unsigned e = 0; e < GEN_EVENTS; e++) {
        if (gen_events[e].rule == REF_ONE)
            continue;
        fprintf(to, "  assign %s_timed[b] = 1'b1", gen_events[e].to);
        for (unsigned i = 0; i < GEN_TIMERS; i++)
            if (!gen_timers[i].also && gen_timers[i].forbids & gen_events[e].timer)
                fprintf(to, "\n      && %s_q[%s*T+:T] == '0", gen_timers[i].name, at[gen_timers[i].scope]);
        fputs(";\n", to);
    }
    fputs("end\n`endif\n", to);
}

static void print_proof_timing(FILE *to) {
    print_licence(to);
    fputs("// Timing constraints in the proofs: the rules are those of include/tables/rules.def.\n", to);
    print_constraint_names(to);
    print_ages(to);
    print_rule_assertions(to);
    print_array(to);
    print_legal(to);
}

#endif
