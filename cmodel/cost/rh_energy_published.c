// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cost/rh_energy_published.h"

#include <stddef.h>
#include <string.h>

#include "rowhold/rh_energy.h"

static const double ATOM = 256, NONE = -1;

#define RH_ENERGY_PUBLISHED(name, value, unit, source) static const double name = value;
#include "tables/energy_published.def"

/* One function a formula, so that its text and its value are the same expression. */
#define RH_ENERGY_IMPLIED(name, unit, published, expression, meaning)                                                  \
    static double name(void) {                                                                                         \
        const struct rh_energy *const hbm2 = rh_energy_find("hbm2"), *const qb_hbm = rh_energy_find("qb_hbm"),         \
                                      *const fgdram = rh_energy_find("fgdram"),                                        \
                                      *const qb_hbm_salp_sc = rh_energy_find("qb_hbm_salp_sc");                        \
        (void)hbm2, (void)qb_hbm, (void)fgdram, (void)qb_hbm_salp_sc;                                                  \
        return expression;                                                                                             \
    }
#include "tables/energy_published.def"

static const struct rh_energy_published published_rows[] = {
#define RH_ENERGY_PUBLISHED(name, value, unit, source) {#name, unit, source, value},
#include "tables/energy_published.def"
};

static const struct {
    const char *name, *unit, *formula, *meaning;
    const double *published;
    double (*value)(void);
} implied_rows[] = {
#define RH_ENERGY_IMPLIED(name, unit, published, expression, meaning)                                                  \
    {#name, unit, #expression, meaning, &published, name},
#include "tables/energy_published.def"
};

bool rh_energy_published(unsigned index, struct rh_energy_published *row) {
    if (index >= sizeof published_rows / sizeof published_rows[0])
        return false;
    *row = published_rows[index];
    return true;
}

bool rh_energy_implied(unsigned index, struct rh_energy_implied *row) {
    if (index >= sizeof implied_rows / sizeof implied_rows[0])
        return false;
    double published = *implied_rows[index].published;
    *row = (struct rh_energy_implied){
        .name = implied_rows[index].name,
        .unit = implied_rows[index].unit,
        .formula = implied_rows[index].formula,
        .meaning = implied_rows[index].meaning,
        .value = implied_rows[index].value(),
        .compared = published != NONE,
        .published = published,
    };
    return true;
}

double rh_energy_published_total(const char *kind) {
#define RH_ENERGY_TOTAL(name, expression)                                                                              \
    if (strcmp(kind, #name) == 0)                                                                                      \
        return expression;
#include "tables/energy_published.def"
    return 0;
}
