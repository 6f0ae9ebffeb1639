// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cost/rh_dram_area.h"

#include <string.h>

enum {
#define RH_DRAM_AREA_PART(name, meaning) PART_##name,
#include "tables/dram_area.def"
    PARTS
};

static const struct {
    const char *name, *meaning;
} names[PARTS] = {
#define RH_DRAM_AREA_PART(name, meaning) {#name, meaning},
#include "tables/dram_area.def"
};

static const struct {
    const char *kind, *source;
    unsigned part;
    double percent;
} parts[] = {
#define RH_DRAM_AREA(kind, part, percent, source) {#kind, source, PART_##part, percent},
#include "tables/dram_area.def"
};
enum { ROWS = sizeof parts / sizeof parts[0] };

static const struct rh_dram_area_sum sums[] = {
#define RH_DRAM_AREA_PUBLISHED(kind, over, tsvs, percent, source) {#kind, #over, source, tsvs, percent, 0},
#include "tables/dram_area.def"
};

bool rh_dram_area_part(unsigned index, struct rh_dram_area_part *part) {
    if (index >= ROWS)
        return false;
    unsigned name = parts[index].part;
    *part = (struct rh_dram_area_part){.kind = parts[index].kind,
                                       .part = names[name].name,
                                       .meaning = names[name].meaning,
                                       .source = parts[index].source,
                                       .percent = parts[index].percent,
                                       .tsvs = name == PART_tsvs};
    return true;
}

/* That of HBM2 is 100. */
static double area_of(const char *kind, bool more_tsvs) {
    double area = 100;
    for (unsigned i = 0; i < ROWS; i++)
        if (strcmp(parts[i].kind, kind) == 0 && (more_tsvs || parts[i].part != PART_tsvs))
            area += parts[i].percent;
    return area;
}

double rh_dram_area_over(const char *kind, const char *over, bool more_tsvs) {
    /* HBM2 has the TSVs that it needs */
    return 100 * (area_of(kind, more_tsvs) / area_of(over, more_tsvs) - 1);
}

bool rh_dram_area_sum(unsigned index, struct rh_dram_area_sum *sum) {
    if (index >= sizeof sums / sizeof sums[0])
        return false;
    *sum = sums[index];
    sum->computed = rh_dram_area_over(sum->kind, sum->over, sum->more_tsvs);
    return true;
}
