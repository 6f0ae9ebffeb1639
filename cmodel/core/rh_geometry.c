// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_geometry.h"

/** One field's range. */
struct range {
    const char *name;
    unsigned value, least, most;
    bool power; /* of two */
};

static bool range_check(const struct range *range, struct rh_error *error) {
    bool power = (range->value & (range->value - 1)) == 0;
    if (range->value >= range->least && range->value <= range->most && (power || !range->power))
        return true;
    return rh_error_set(error, "geometry: found %s %u, expected %s%u to %u", range->name, range->value,
                        range->power ? "a power of two from " : "", range->least, range->most);
}

bool rh_geometry_check(const struct rh_geometry *g, struct rh_error *error) {
    const struct range ranges[] = {
#define RH_GEOMETRY(name, parameter, least, greatest, power, smallest, meaning)                                        \
    {#name, g->name, least, greatest, power},
#define RH_INNER(parameter, smallest, greatest, power, meaning)
#include "tables/geometry.def"
#undef RH_GEOMETRY
#undef RH_INNER
    };
    for (unsigned i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (!range_check(&ranges[i], error))
            return false;
    if (g->groups > g->banks / 2)
        return rh_error_set(error, "geometry: found groups %u with banks %u, expected at most banks / 2 = %u",
                            (unsigned)g->groups, (unsigned)g->banks, g->banks / 2U);
    return true;
}

unsigned rh_geometry_bank_depth(const struct rh_geometry *g) {
    return g->queue > g->banks ? (unsigned)g->queue / g->banks : 1;
}

unsigned rh_log2_up(unsigned n) {
    if (n <= 2)
        return 1;
    unsigned bits = 0;
    while (bits < 32 && ((n - 1) >> bits) != 0)
        bits++;
    return bits;
}
