// SPDX-License-Identifier: Apache-2.0
/** The means that the FGDRAM paper publishes, and the activity that they imply with its own table of energies
 * (tables/energy_published.def). */
#ifndef RH_ENERGY_PUBLISHED_H
#define RH_ENERGY_PUBLISHED_H

#include <stdbool.h>

struct rh_energy_published {
    const char *name, *unit, *source;
    double value;
};
/** By index; false past the last. */
bool rh_energy_published(unsigned index, struct rh_energy_published *row);

struct rh_energy_implied {
    const char *name, *unit, *formula, *meaning;
    double value;
    bool compared;    /**< the paper publishes a value for it */
    double published; /**< then this */
};
bool rh_energy_implied(unsigned index, struct rh_energy_implied *row);

/** The mean in pJ/b that the paper publishes of a kind, or that follows from its percentages; 0: it has none. */
double rh_energy_published_total(const char *kind);

#endif
