// SPDX-License-Identifier: Apache-2.0
// The colours of a report, as the style of its page. Each stands out from the page in light and in dark.
#include <stddef.h>

#include "cmodel/cli/rh_plot.h"
#include "cmodel/report/rh_report.h"

/* By controller. */
static const struct rh_ink controllers[] = {
    {"#2a78d6", "#6aa9f0"}, {"#d2571b", "#f0895a"}, {"#12855a", "#4cc493"}, {"#8a4fc7", "#bd92ec"},
    {"#b8860b", "#e0b64a"}, {"#c2347a", "#ee7fb2"}, {"#0e8a9a", "#4fc3d1"}, {"#666e78", "#a9b1bb"},
};
_Static_assert(sizeof controllers / sizeof controllers[0] == RH_REPORT_COLOURS, "a colour each");

_Static_assert((int)RH_NETLIST_PARTS <= (int)RH_INK_PARTS, "parts of an area have the first of these colours");

static struct rh_ink ink_of(char kind, unsigned i) {
    return kind == 'c' ? controllers[i] : rh_ink_part(i);
}

static void put_values(unsigned count, char kind, bool dark, FILE *to) {
    for (unsigned i = 0; i < count; i++)
        fprintf(to, " --%c%u: %s;", kind, i, dark ? ink_of(kind, i).dark : ink_of(kind, i).light);
}

static void put_root(bool dark, FILE *to) {
    fputs(":root {", to);
    put_values(RH_REPORT_COLOURS, 'c', dark, to);
    put_values(RH_INK_PARTS, 's', dark, to);
    fputs(" }\n", to);
}

static void put_rules(unsigned count, char kind, FILE *to) {
    for (unsigned i = 0; i < count; i++)
        fprintf(to, ".%c%u { fill: var(--%c%u); background: var(--%c%u); }\n", kind, i, kind, i, kind, i);
}

void rh_report_palette(FILE *to) {
    put_root(false, to);
    fputs("@media (prefers-color-scheme: dark) { ", to);
    put_root(true, to);
    fputs("}\n", to);
    put_rules(RH_REPORT_COLOURS, 'c', to);
    put_rules(RH_INK_PARTS, 's', to);
    for (unsigned i = 0; i < RH_REPORT_COLOURS; i++)
        fprintf(to, ".l%u { stroke: var(--c%u); }\n", i, i);
}
