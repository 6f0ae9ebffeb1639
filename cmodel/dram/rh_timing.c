// SPDX-License-Identifier: Apache-2.0
// Timing: the sums of JEDEC values that are configured, formed once, and the lint.
#include "rowhold/rh_timing.h"

#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/dram/rh_bank_array.h"

const char *rh_refresh_name(enum rh_refresh refresh) {
    static const char *const names[] = {"off", "all_bank", "per_bank", "same_bank"};
    return (unsigned)refresh < sizeof names / sizeof names[0] ? names[refresh] : "?";
}

bool rh_refresh_find(const char *name, enum rh_refresh *refresh) {
    for (enum rh_refresh mode = RH_REFRESH_OFF; mode < RH_REFRESHES; mode++)
        if (strcmp(name, rh_refresh_name(mode)) == 0) {
            *refresh = mode;
            return true;
        }
    return false;
}

const char *rh_page_name(unsigned page) {
    static const char *const names[] = {"open", "closed", "timeout", "adaptive"};
    return page < sizeof names / sizeof names[0] ? names[page] : NULL;
}

unsigned rh_refresh_mask(enum rh_refresh refresh, const struct rh_geometry *p) {
    unsigned per_rank = p->banks >> p->rank_bits, ranks = p->banks - per_rank; /* bits of a bank that say its rank */
    if (refresh == RH_REFRESH_PER_BANK)
        return p->banks - 1U;
    return refresh == RH_REFRESH_SAME_BANK ? ranks | (p->banks / p->groups - 1U) : ranks;
}

unsigned rh_refresh_turns(enum rh_refresh refresh, const struct rh_geometry *p) {
    if (refresh == RH_REFRESH_PER_BANK)
        return p->banks;
    unsigned ranks = 1U << p->rank_bits;
    return refresh == RH_REFRESH_SAME_BANK ? p->banks / p->groups * ranks : ranks;
}

rh_bank_set rh_refresh_banks(unsigned mask, unsigned banks, unsigned bank) {
    rh_bank_set set = rh_bit(bank & mask);
    for (unsigned step = 1; step < banks; step *= 2)
        if (!(mask & step))
            set |= set << step;
    return set;
}

struct rh_constraints rh_constraints_from_timing(const struct rh_timing *t, enum rh_refresh refresh,
                                                 const struct rh_geometry *geometry) {
    bool part = refresh >= RH_REFRESH_PER_BANK;
    unsigned turns = rh_refresh_turns(refresh, geometry);
    return (struct rh_constraints){
#define RH_CONSTRAINT(name, clocks, attributed_to, meaning) .name = (uint16_t)(clocks),
#define RH_SETTING(name, bits, value, meaning)              .name = (uint16_t)(value),
#define RH_POLICY(name, bits, value, meaning)               .name = (value),
#include "tables/controller_config.def"
    };
}

bool rh_timing_window_is_vacuous(const struct rh_timing *t) {
    return (unsigned)t->activates * t->tRRD_S >= t->tFAW;
}

static bool lint_ranges(const struct rh_timing *t, struct rh_error *error) {
    static const struct {
        const char *name;
        size_t offset;
        unsigned least, greatest;
    } rows[] = {
#define RH_TIMING(name, least, greatest, meaning)        {#name, offsetof(struct rh_timing, name), least, greatest},
#define RH_TIMING_DEVICE(name, least, greatest, meaning) RH_TIMING(name, least, greatest, meaning)
#include "tables/timing.def"
#undef RH_TIMING
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        unsigned value = *(const uint16_t *)((const char *)t + rows[i].offset);
        if (value < rows[i].least || value > rows[i].greatest)
            return rh_error_set(error, "%s: found %u, expected %u to %u", rows[i].name, value, rows[i].least,
                                rows[i].greatest);
    }
    return true;
}

/** `found` of `name` must reach `least`, which is the sum that `rule` spells. */
struct floor_rule {
    const char *name;
    int found, least;
    const char *rule;
};
static bool lint_floors(const struct rh_timing *t, struct rh_error *error) {
    const struct floor_rule rules[] = {
#define RH_TIMING(name, least, greatest, meaning)
#define RH_TIMING_FLOOR(name, least) {#name, t->name, least, #least},
#include "tables/timing.def"
#undef RH_TIMING
    };
    for (size_t i = 0; i < sizeof rules / sizeof rules[0]; i++)
        if (rules[i].found < rules[i].least) {
            char rule[RH_TIMING_TEXT];
            return rh_error_set(error, "%s: found %d, expected at least %s = %d", rules[i].name, rules[i].found,
                                rh_timing_spell(rules[i].rule, rule), rules[i].least);
        }
    return true;
}

/** A response is found to be due one clock after its slot is taken at the earliest: a distance of 1 would be seen a
 * whole turn of the clock counter late. CL of 1 or more sees to it for reads. */
static bool lint_responses(const struct rh_constraints *g, struct rh_error *error) {
    if (g->wr_done >= 2)
        return true;
    return rh_error_set(error, "WL: found WL + tBURST = %u, expected at least 2", (unsigned)g->wr_done);
}

/* Eight ACTs are all that the window remembers. */
static bool lint_window(const struct rh_timing *t, struct rh_error *error) {
    if (t->activates <= RH_MAX_WINDOW || RH_MAX_WINDOW * t->act_clocks >= t->tFAW)
        return true;
    return rh_error_set(error,
                        "activates: found %u, expected at most %u where as many x act_clocks = %u are less than tFAW",
                        (unsigned)t->activates, (unsigned)RH_MAX_WINDOW, (unsigned)RH_MAX_WINDOW * t->act_clocks);
}

/* Checks that each row blames a JEDEC value and that a sum's text fits a message. */
#define RH_CONSTRAINT(name, clocks, attributed_to, meaning)                                                            \
    _Static_assert(sizeof((struct rh_timing *)0)->attributed_to && sizeof #clocks <= RH_TIMING_TEXT, #name);
#include "tables/controller_config.def"

/** Each constraint is 1 to 2^timer_bits - 1. A row whose expression may be 0 is refused here. */
static bool lint_widths(const struct rh_constraints *g, unsigned timer_bits, struct rh_error *error) {
    const struct {
        const char *name, *sum;
        unsigned clocks;
    } rows[] = {
#define RH_CONSTRAINT(name, clocks, attributed_to, meaning) {#attributed_to, #clocks, g->name},
#include "tables/controller_config.def"
    };
    unsigned most = (1U << timer_bits) - 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].clocks < 1 || rows[i].clocks > most) {
            char sum[RH_TIMING_TEXT];
            return rh_error_set(error, "%s: found %s = %u, expected 1 to %u (%u timer bits)", rows[i].name,
                                rh_timing_spell(rows[i].sum, sum), rows[i].clocks, most, timer_bits);
        }
    return true;
}

static unsigned greater(unsigned a, unsigned b) {
    return a > b ? a : b;
}

/** The longest timer of a bank from the commands `from` to the commands `to`. */
static unsigned longest(const struct rh_constraints *g, unsigned from, unsigned to) {
    unsigned most = 0;
#define RH_TIMER(name, scope, loaded_by, forbids, cause, shown)                                                        \
    if (RH_SCOPE_##scope == RH_SCOPE_bank && ((loaded_by)&from) && ((forbids)&to))                                     \
        most = greater(most, g->name);
#include "tables/timers.def"
    return most;
}

/** Clocks from the one before a refresh falls due to its REF, the PREs of other banks left out: a REF also keeps tRC
 * from the bank's last ACT; where it is for a part of the banks, ACTs of others may stand before its PRE and before its
 * REF. */
static unsigned closing(const struct rh_constraints *g, const struct rh_geometry *p) {
    bool others = g->refresh >= RH_REFRESH_PER_BANK || p->rank_bits != 0; /* banks that the REF is not for */
    enum { ROW_OPEN = RH_SET_ACT | RH_SET_RD | RH_SET_WR };
    unsigned close = longest(g, ROW_OPEN, RH_SET_PRE), rest = g->act_bus - 1U;
    unsigned precharged = longest(g, RH_SET_PRE, RH_SET_REF);
    unsigned held = others ? rest : 0;
    close += held;
    if (g->refresh == RH_REFRESH_SAME_BANK && g->rrefd > 1) /* no ACT of the rank from the last PRE on */
        precharged = greater(precharged, g->rrd_l - 1U);
    if (g->refresh == RH_REFRESH_PER_BANK && g->rrefd > 1)
        held = (g->rrd_l > g->rrd_s ? g->rrd_l + g->rrd_s - 2U : g->rrd_l - 1U) + (p->rank_bits != 0 ? rest : 0);
    if (g->refresh == RH_REFRESH_SAME_BANK && p->rank_bits == 0)
        held = 0;
    return greater(close + precharged, longest(g, ROW_OPEN, RH_SET_REF)) + held;
}

/* Words of the lint's lines: they are about refreshes of all banks, of one, or of one a group. */
struct refresh_words {
    const char *interval, *of_part, *rfc, *banks;
};
static struct refresh_words refresh_words(const struct rh_constraints *g, const struct rh_geometry *p) {
    static const struct refresh_words words[RH_REFRESHES] = {
        [RH_REFRESH_ALL_BANK] = {"", "", "tRFC", "4 x banks"},
        [RH_REFRESH_PER_BANK] = {" (tREFI / banks)", " of a bank", "tRFCpb", "4"},
        [RH_REFRESH_SAME_BANK] = {" (tREFI / banks of a group)", " of a bank", "tRFCpb", "4 x groups"},
    };
    static const struct refresh_words of_ranks[RH_REFRESHES] = {
        [RH_REFRESH_ALL_BANK] = {" (tREFI / ranks)", " of a rank", "tRFC", "4 x banks of a rank"},
        [RH_REFRESH_PER_BANK] = {" (tREFI / banks)", " of a bank", "tRFCpb", "4"},
        [RH_REFRESH_SAME_BANK] = {" (tREFI / ranks / banks of a group)", " of a bank", "tRFCpb",
                                  "4 x groups of a rank"},
    };
    return p->rank_bits != 0 ? of_ranks[g->refresh] : words[g->refresh];
}

/** Between two refreshes the banks must close, one command at a time, and the refresh itself must fit. */
static bool lint_refresh(const struct rh_constraints *g, const struct rh_geometry *p, struct rh_error *error) {
    if (g->refresh == RH_REFRESH_OFF)
        return true;
    unsigned turns = rh_refresh_turns((enum rh_refresh)g->refresh, p);
    unsigned need = g->rfc + closing(g, p) + 4 * (p->banks / turns);
    if (g->refi >= need)
        return true;
    struct refresh_words words = refresh_words(g, p);
    return rh_error_set(error, "tREFI: found %u clocks between refreshes%s, expected at least %s + closing + %s = %u",
                        (unsigned)g->refi, words.interval, words.rfc, words.banks, need);
}

/** Between two refreshes of a bank an ACT and a column command must fit behind it, or nothing moves. After the last ACT
 * before one falls due, in the clock before, comes the REF (closing; every bank needs a PRE), then tRFC; tRRD_L and
 * tFAW count from that ACT too. With refreshes of a part of the banks, other banks' ACTs, and REFs with theirs, go on
 * meanwhile: the ACT may find tRRD_L, tFAW or tRREFD just begun, and before each of the two commands there is time for
 * the PREs and the REF of another part. */
static bool lint_progress(const struct rh_constraints *g, const struct rh_geometry *p, struct rh_error *error) {
    if (g->refresh == RH_REFRESH_OFF)
        return true;
    unsigned turns = rh_refresh_turns((enum rh_refresh)g->refresh, p), members = p->banks / turns;
    unsigned column = greater(g->rcd_rd, g->rcd_wr) + g->act_bus - 1U, spacing = greater(g->rrd_l, g->faw);
    unsigned start = g->rfc;
    if (turns == 1)
        start = greater(start + greater(closing(g, p), members + g->rp), spacing);
    else
        start += closing(g, p) + members - 1 + greater(spacing, g->rrefd) + 2 * (members + 1);
    unsigned found = g->refi * turns;
    if (found >= start + column)
        return true;
    struct refresh_words words = refresh_words(g, p);
    return rh_error_set(error,
                        "tREFI: found %u clocks between refreshes%s, expected at least %u + %u = %u: %u until an ACT "
                        "(%s + closing, tRRD, tFAW), then tRCD before its bank is blocked",
                        found, words.of_part, start, column, start + column, start, words.rfc);
}

bool rh_timing_lint(const struct rh_timing *t, enum rh_refresh refresh, const struct rh_geometry *geometry, char *notes,
                    unsigned notes_size, struct rh_error *error) {
    if (notes != NULL && notes_size > 0)
        notes[0] = '\0';
    if (!lint_ranges(t, error) || !lint_floors(t, error) || !lint_window(t, error))
        return false;
    struct rh_constraints constraints = rh_constraints_from_timing(t, refresh, geometry);
    if (!lint_responses(&constraints, error) || !lint_widths(&constraints, geometry->timer_bits, error) ||
        !lint_refresh(&constraints, geometry, error) || !lint_progress(&constraints, geometry, error))
        return false;
    /* between grains there is no tRRD */
    if (notes != NULL && notes_size > 0 && geometry->grain_bits == 0 && rh_timing_window_is_vacuous(t))
        (void)snprintf(notes, notes_size, "tFAW %u never binds: %u activates at tRRD_S %u already take %u\n",
                       (unsigned)t->tFAW, (unsigned)t->activates, (unsigned)t->tRRD_S,
                       (unsigned)t->activates * t->tRRD_S);
    return true;
}
