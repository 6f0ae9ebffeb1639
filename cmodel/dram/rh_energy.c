// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_energy.h"

#include <stddef.h>
#include <string.h>

enum { BYTE = 8 };

enum { PAPER = 1, CURRENTS = 2, ALL = PAPER | CURRENTS };

static const struct {
    const char *name, *meaning;
    unsigned of;
} components[] = {
#define RH_ENERGY_COMPONENT(name, of, meaning) {#name, meaning, of},
#include "tables/energy.def"
};

enum {
#define RH_ENERGY_KIND(name, title, io_ones) KIND_##name,
#include "tables/energy.def"
    KINDS
};

/* A row for each value: the kinds first, with what their own row says. */
static const struct rh_energy kinds[KINDS] = {
#define RH_ENERGY_KIND(kind, title_, ones)                                                                             \
    [KIND_##kind].name = #kind, [KIND_##kind].title = title_, [KIND_##kind].io_ones = (ones),
#define RH_ENERGY(kind, value, number, source)         [KIND_##kind].value = (number),
#define RH_CURRENT(kind, which, value, number, source) [KIND_##kind].supply[RH_ENERGY_##which].value = (number),
#include "tables/energy.def"
};

static const struct {
    const char *preset, *reason;
} nones[] = {
#define RH_ENERGY_NONE(preset, reason) {#preset, reason},
#include "tables/energy.def"
};

const char *rh_energy_component(unsigned component) {
    return components[component].name;
}

const char *rh_energy_meaning(unsigned component) {
    return components[component].meaning;
}

const struct rh_energy *rh_energy_at(unsigned index) {
    return index < KINDS ? &kinds[index] : NULL;
}

const struct rh_energy *rh_energy_find(const char *name) {
    for (unsigned i = 0; i < KINDS; i++)
        if (strcmp(kinds[i].name, name) == 0)
            return &kinds[i];
    return NULL;
}

const struct rh_energy *rh_energy_of(const struct rh_preset *preset) {
    return rh_energy_find(preset->device);
}

const char *rh_energy_none(const char *preset) {
    for (unsigned i = 0; i < sizeof nones / sizeof nones[0]; i++)
        if (strcmp(nones[i].preset, preset) == 0)
            return nones[i].reason;
    return NULL;
}

bool rh_energy_by_currents(const struct rh_energy *energy) {
    return energy->devices > 0;
}

bool rh_energy_has(const struct rh_energy *energy, unsigned component) {
    return components[component].of & (rh_energy_by_currents(energy) ? CURRENTS : PAPER);
}

unsigned rh_energy_inverted(unsigned costly) {
    return costly <= BYTE / 2 ? costly : BYTE + 1 - costly;
}

double rh_energy_inverted_share(double share) {
    double expected = 0, ways = 1; /* BYTE over k */
    for (unsigned k = 0; k <= BYTE; k++) {
        double chance = ways;
        for (unsigned i = 0; i < BYTE; i++)
            chance *= i < k ? share : 1 - share;
        expected += chance * rh_energy_inverted(k);
        ways = ways * (BYTE - k) / (k + 1);
    }
    return expected / BYTE;
}

struct rh_energy_activity rh_energy_stated(const struct rh_energy *energy, double toggle_rate, double ones_share,
                                           bool inverted) {
    double io = energy->io_ones ? ones_share : toggle_rate;
    return (struct rh_energy_activity){.toggles = toggle_rate, .io = inverted ? rh_energy_inverted_share(io) : io};
}

struct rh_energy_counts rh_energy_counts_of(const struct rh_preset *preset, const struct rh_stats *stats,
                                            unsigned channels) {
    return (struct rh_energy_counts){
        .activates = stats->activates,
        .row_bytes = (double)preset->chips * preset->row_bytes,
        .bits = stats->column_commands * rh_preset_command_bytes(preset) * BYTE,
        .read_commands = stats->read_commands,
        .write_commands = stats->column_commands - stats->read_commands,
        .refreshes = stats->refreshes,
        .open_clocks = stats->open_cycles,
        .open_bank_clocks = stats->open_bank_cycles,
        .clocks = stats->cycles * channels * preset->ranks,
        .preset = preset,
    };
}

/* mA x clocks of a REF, above precharge standby. */
static double refresh_charge(const struct rh_energy_supply *supply, const struct rh_preset *preset) {
    const struct rh_timing *t = &preset->timing;
    bool all = preset->refresh == RH_REFRESH_ALL_BANK || preset->refresh == RH_REFRESH_OFF;
    unsigned parts =
        preset->refresh == RH_REFRESH_PER_BANK ? preset->banks / preset->ranks : preset->banks / preset->groups;
    if (!all && supply->i5_one > 0)
        return (supply->i5_one - supply->i2n) * t->tRFCpb;
    return (supply->i5 - supply->i2n) * t->tRFC / (all ? 1 : parts);
}

/* Adds V x mA x clocks of a device. */
static void add_supply(const struct rh_energy *energy, const struct rh_energy_supply *s,
                       const struct rh_energy_counts *counts, double sums[RH_ENERGY_COMPONENTS]) {
    const struct rh_preset *preset = counts->preset;
    const struct rh_timing *t = &preset->timing;
    double first = s->i2n + energy->rho * (s->i3n - s->i2n); /* with the first bank, and more with each of them */
    double each = (s->i3n - first) * preset->ranks / preset->banks;
    double activation = s->i0 * t->tRC - (first + each) * t->tRAS - s->i2n * (t->tRC - t->tRAS);
    double active = first * (double)counts->open_clocks + each * (double)counts->open_bank_clocks;
    sums[RH_ENERGY_activation] += s->volts * activation * (double)counts->activates;
    sums[RH_ENERGY_read] += s->volts * (s->i4r - s->i3n) * t->tBURST * (double)counts->read_commands;
    sums[RH_ENERGY_write] += s->volts * (s->i4w - s->i3n) * t->tBURST * (double)counts->write_commands;
    sums[RH_ENERGY_refresh] += s->volts * refresh_charge(s, preset) * (double)counts->refreshes;
    sums[RH_ENERGY_act_standby] += s->volts * active;
    uint64_t slept = 0;
    for (unsigned i = 0; i < RH_STANDBY_SLEEPS; i++)
        slept += counts->slept[i];
    sums[RH_ENERGY_pre_standby] += s->volts * s->i2n * (double)(counts->clocks - counts->open_clocks - slept);
    sums[RH_ENERGY_power_down] += s->volts * (s->i3p * (double)counts->slept[RH_STANDBY_ACT_DOWN] +
                                              s->i2p * (double)counts->slept[RH_STANDBY_PRE_DOWN]);
    sums[RH_ENERGY_self_refresh] += s->volts * s->i6 * (double)counts->slept[RH_STANDBY_SELF_REFRESH];
}

/* V x mA x ns are pJ. */
static void currents_per_bit(const struct rh_energy *energy, const struct rh_energy_counts *counts,
                             double pj[RH_ENERGY_COMPONENTS]) {
    double ns = counts->preset->tck_ps / 1000.0, devices = energy->devices * counts->preset->chips;
    for (unsigned i = 0; i < RH_ENERGY_SUPPLIES; i++)
        add_supply(energy, &energy->supply[i], counts, pj);
    for (unsigned i = 0; i < RH_ENERGY_COMPONENTS; i++)
        pj[i] *= ns * devices / (double)counts->bits;
}

void rh_energy_per_bit(const struct rh_energy *energy, const struct rh_energy_counts *counts,
                       const struct rh_energy_activity *activity, double pj[RH_ENERGY_COMPONENTS]) {
    memset(pj, 0, RH_ENERGY_COMPONENTS * sizeof pj[0]);
    if (counts->bits == 0)
        return;
    if (rh_energy_by_currents(energy)) {
        currents_per_bit(energy, counts, pj);
        return;
    }
    double activates = (double)counts->activates * counts->row_bytes / energy->row_bytes;
    pj[RH_ENERGY_activation] = energy->activation_pj * activates / (double)counts->bits;
    pj[RH_ENERGY_pre_gsa] = energy->pre_gsa_pj;
    pj[RH_ENERGY_post_gsa] = energy->post_gsa_pj * activity->toggles / RH_ENERGY_DEFAULT_ACTIVITY;
    pj[RH_ENERGY_io] = energy->io_pj * activity->io / RH_ENERGY_DEFAULT_ACTIVITY;
}

double rh_energy_total(const double pj[RH_ENERGY_COMPONENTS]) {
    double total = 0;
    for (unsigned i = 0; i < RH_ENERGY_COMPONENTS; i++)
        total += pj[i];
    return total;
}

double rh_energy_power(double pj_per_bit, double gb_per_s) {
    return pj_per_bit * gb_per_s * BYTE / 1000;
}

double rh_energy_bandwidth(double pj_per_bit, double watts) {
    return pj_per_bit > 0 ? watts * 1000 / (BYTE * pj_per_bit) : 0;
}

double rh_energy_allowed(double watts, double gb_per_s) {
    return rh_energy_bandwidth(gb_per_s, watts); /* the two change places */
}
