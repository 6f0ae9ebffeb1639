// SPDX-License-Identifier: Apache-2.0
// The colours of a report, as the style of its page. Each stands out from the page in light and in dark.
#include <stddef.h>

#include "cmodel/report/rh_report.h"

struct ink {
    const char *light, *dark;
};

/* By controller. */
static const struct ink controllers[] = {
    {"#2a78d6", "#6aa9f0"}, {"#d2571b", "#f0895a"}, {"#12855a", "#4cc493"}, {"#8a4fc7", "#bd92ec"},
    {"#b8860b", "#e0b64a"}, {"#c2347a", "#ee7fb2"}, {"#0e8a9a", "#4fc3d1"}, {"#666e78", "#a9b1bb"},
};
_Static_assert(sizeof controllers / sizeof controllers[0] == RH_REPORT_COLOURS, "a colour each");

/* By part of a whole: data, the causes in their order, no work. */
static const struct ink parts[] = {
    {"#2a78d6", "#5b9ce6"}, {"#7a5c3e", "#a98663"}, {"#b0639b", "#d9a3c7"}, {"#dd6b12", "#ee9d5f"},
    {"#5e6300", "#e2e29a"}, {"#d0402f", "#e0503c"}, {"#b08a00", "#f3c766"}, {"#4c9a2a", "#6fbf57"},
    {"#1f8f86", "#3fb8b8"}, {"#7a56b8", "#a584e0"}, {"#c43e94", "#e060b0"}, {"#33414f", "#d5dbe2"},
    {"#7a1f08", "#a8622f"}, {"#1a2f8f", "#4a6fa5"}, {"#8d959d", "#737b83"},
};
_Static_assert(sizeof parts / sizeof parts[0] == RH_REPORT_PARTS, "a colour each");
_Static_assert((int)RH_NETLIST_PARTS <= (int)RH_REPORT_PARTS, "parts of an area have the first of them");

static void put_values(const struct ink *ink, unsigned count, char kind, bool dark, FILE *to) {
    for (unsigned i = 0; i < count; i++)
        fprintf(to, " --%c%u: %s;", kind, i, dark ? ink[i].dark : ink[i].light);
}

static void put_root(bool dark, FILE *to) {
    fputs(":root {", to);
    put_values(controllers, RH_REPORT_COLOURS, 'c', dark, to);
    put_values(parts, RH_REPORT_PARTS, 's', dark, to);
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
    put_rules(RH_REPORT_PARTS, 's', to);
    for (unsigned i = 0; i < RH_REPORT_COLOURS; i++)
        fprintf(to, ".l%u { stroke: var(--c%u); }\n", i, i);
}
