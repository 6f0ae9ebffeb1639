// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_energy.h"

#include <stddef.h>
#include <string.h>

enum { BYTE = 8 };

static const struct {
    const char *name, *meaning;
} components[] = {
#define RH_ENERGY_COMPONENT(name, meaning) {#name, meaning},
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
#define RH_ENERGY(kind, value, number, source) [KIND_##kind].value = (number),
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

struct rh_energy_counts rh_energy_counts_of(const struct rh_preset *preset, uint64_t activates,
                                            uint64_t column_commands) {
    return (struct rh_energy_counts){
        .activates = activates,
        .row_bytes = (double)preset->chips * preset->row_bytes,
        .bits = column_commands * rh_preset_command_bytes(preset) * BYTE,
    };
}

void rh_energy_per_bit(const struct rh_energy *energy, const struct rh_energy_counts *counts,
                       const struct rh_energy_activity *activity, double pj[RH_ENERGY_COMPONENTS]) {
    memset(pj, 0, RH_ENERGY_COMPONENTS * sizeof pj[0]);
    if (counts->bits == 0)
        return;
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
