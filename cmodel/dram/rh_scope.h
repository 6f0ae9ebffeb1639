// SPDX-License-Identifier: Apache-2.0
/** Scopes of timing constraints (bank, bank group, channel and so on), which are the rows of tables/scopes.def.
 *
 * A bank lies in one instance of each scope. A new row is a new member of struct rh_place; a timer (tables/timers.def)
 * or a rule of the judge (tables/rules.def) may then name it.
 */
#ifndef RH_SCOPE_H
#define RH_SCOPE_H

#include "rowhold/rh_geometry.h"

/** RH_SCOPE_bank, RH_SCOPE_group, ... */
enum rh_scope {
#define RH_SCOPE(name, NAME, instances, most, instance, meaning) RH_SCOPE_##name,
#include "tables/scopes.def"
    RH_SCOPES
};

/** RH_MOST_bank, ...: instances of a scope at most. */
enum {
#define RH_SCOPE(name, NAME, instances, most, instance, meaning) RH_MOST_##name = (most),
#include "tables/scopes.def"
};

/** The place of a bank: the number of its instance of each scope. */
struct rh_place {
#define RH_SCOPE(name, NAME, instances, most, instance, meaning) unsigned name;
#include "tables/scopes.def"
};
static inline struct rh_place rh_place_of(const struct rh_geometry *p, unsigned bank) {
    (void)p;
    return (struct rh_place){
#define RH_SCOPE(name, NAME, instances, most, instance, meaning) .name = (instance),
#include "tables/scopes.def"
    };
}

/** The data bus of a bank: each grain has its own, ranks share one. */
static inline unsigned rh_data_bus_of(const struct rh_geometry *p, unsigned bank) {
    return p->grain_bits == 0 ? 0 : bank * rh_power(p->grain_bits) / p->banks;
}

/** The rank of a bank. */
static inline unsigned rh_rank_of(const struct rh_geometry *p, unsigned bank) {
    return p->rank_bits == 0 ? 0 : bank * rh_power(p->rank_bits) / p->banks;
}

/** The number of instances of a scope in a geometry. */
static inline unsigned rh_scope_instances(const struct rh_geometry *p, enum rh_scope scope) {
    const unsigned count[RH_SCOPES] = {
#define RH_SCOPE(name, NAME, instances, most, instance, meaning) (instances),
#include "tables/scopes.def"
    };
    return count[scope];
}

#endif
