// SPDX-License-Identifier: Apache-2.0
// What the names of Ramulator 2.0's DDR4 stand for, as its DDR4.cpp has them (v2.0a, be93be77): JESD79-4C's speed bins,
// and what follows from speed, width and density.
#include "cmodel/cli/presets/rh_ramulator2_names.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

enum { WIDTHS = 3, COLUMNS = 1024, BANKS = 4 /* of a group */, TREFI_NS = 7800 };

static const struct {
    const char *name;
    unsigned cl; /* and nRCD, and nRP */
} bins[] = {{"1600J", 10}, {"1600K", 11}, {"1600L", 12},  {"1866L", 12}, {"1866M", 13},  {"1866N", 14},
            {"2133N", 14}, {"2133P", 15}, {"2133R", 16},  {"2400P", 15}, {"2400R", 16},  {"2400U", 17},
            {"2400T", 18}, {"2666T", 17}, {"2666U", 18},  {"2666V", 19}, {"2666W", 20},  {"2933V", 19},
            {"2933W", 20}, {"2933Y", 21}, {"2933AA", 22}, {"3200W", 20}, {"3200AA", 22}, {"3200AC", 24}};
enum { BINS = sizeof bins / sizeof bins[0] };

static const struct {
    unsigned rate, ras, wr, rtp, cwl, ccdl, wtrs, wtrl;
    unsigned rrds[WIDTHS], rrdl[WIDTHS], faw[WIDTHS]; /* x4, x8, x16 */
} speeds[] = {{1600, 28, 12, 6, 9, 5, 2, 6, {4, 4, 5}, {5, 5, 6}, {16, 20, 28}},
              {1866, 32, 14, 7, 10, 5, 3, 7, {4, 4, 5}, {5, 5, 6}, {16, 22, 28}},
              {2133, 36, 16, 8, 11, 6, 3, 8, {4, 4, 6}, {6, 6, 7}, {16, 23, 32}},
              {2400, 39, 18, 9, 12, 6, 3, 9, {4, 4, 7}, {6, 6, 8}, {16, 26, 36}},
              {2666, 43, 20, 10, 14, 7, 4, 10, {4, 4, 8}, {7, 7, 9}, {16, 28, 40}},
              {2933, 47, 22, 11, 16, 8, 4, 11, {4, 4, 8}, {8, 8, 10}, {16, 31, 44}},
              {3200, 52, 24, 12, 16, 8, 4, 12, {4, 4, 9}, {8, 8, 11}, {16, 34, 48}}};
enum { SPEEDS = sizeof speeds / sizeof speeds[0] };

/* A value that a name stands for, unless the file has its own; it stands where the name does. */
static void add(struct rh_import *import, const struct rh_import_entry *name, const char *path, unsigned value) {
    if (rh_import_find(import, path) != NULL || import->count == RH_IMPORT_ENTRIES)
        return;
    struct rh_import_entry *entry = &import->entries[import->count++];
    *entry = (struct rh_import_entry){.line = name->line, .column = name->column, .file = name->file};
    (void)snprintf(entry->path, sizeof entry->path, "%s", path);
    (void)snprintf(entry->text, sizeof entry->text, "%u", value);
}

static void refuse(struct rh_import *import, const struct rh_import_entry *name) {
    rh_import_fail(import, name,
                   "found '%.40s', expected one of DDR4 like DDR4_8Gb_x8 and DDR4_2400R, or the values that it stands "
                   "for, as Ramulator 2.1 exports them",
                   name->text);
}

/* "DDR4_8Gb_x8" */
static void name_organisation(struct rh_import *import) {
    const struct rh_import_entry *name = rh_import_find(import, "org.preset");
    unsigned gigabits, width;
    char again[32];
    if (name == NULL)
        return;
    if (sscanf(name->text, "DDR4_%2uGb_x%2u", &gigabits, &width) != 2 || gigabits > 16 || gigabits < 2 ||
        (gigabits & (gigabits - 1)) != 0 || (width != 4 && width != 8 && width != 16) ||
        (snprintf(again, sizeof again, "DDR4_%uGb_x%u", gigabits, width), strcmp(again, name->text)) != 0) {
        refuse(import, name);
        return;
    }
    unsigned groups = width == 16 ? 2 : 4;
    add(import, name, "org.dq", width);
    add(import, name, "org.density", gigabits << 10);
    add(import, name, "org.bankgroup", groups);
    add(import, name, "org.bank", BANKS);
    add(import, name, "org.row", (unsigned)(((uint64_t)gigabits << 30) / (width * groups * BANKS * COLUMNS)));
    add(import, name, "org.column", COLUMNS);
}

/* "DDR4_2400R" */
static void name_bin(struct rh_import *import) {
    const struct rh_import_entry *name = rh_import_find(import, "timing.preset");
    unsigned bin = 0, speed = 0;
    if (name == NULL || import->failed)
        return;
    bool ddr4 = strncmp(name->text, "DDR4_", strlen("DDR4_")) == 0;
    while (bin < BINS && (!ddr4 || strcmp(name->text + strlen("DDR4_"), bins[bin].name) != 0))
        bin++;
    if (bin == BINS) {
        refuse(import, name);
        return;
    }
    while (speeds[speed].rate != strtoul(bins[bin].name, NULL, 10))
        speed++;
    const unsigned cl = bins[bin].cl, dq = rh_import_number(import, "org.dq", 8);
    const unsigned width = dq == 4 ? 0 : dq == 8 ? 1 : 2;
    const struct {
        const char *path;
        unsigned value;
    } values[] = {{"timing.rate", speeds[speed].rate},
                  {"timing.nBL", 4},
                  {"timing.nCL", cl},
                  {"timing.nRCD", cl},
                  {"timing.nRP", cl},
                  {"timing.nRAS", speeds[speed].ras},
                  {"timing.nRC", speeds[speed].ras + cl},
                  {"timing.nWR", speeds[speed].wr},
                  {"timing.nRTP", speeds[speed].rtp},
                  {"timing.nCWL", speeds[speed].cwl},
                  {"timing.nCCDS", 4},
                  {"timing.nCCDL", speeds[speed].ccdl},
                  {"timing.nRRDS", speeds[speed].rrds[width]},
                  {"timing.nRRDL", speeds[speed].rrdl[width]},
                  {"timing.nWTRS", speeds[speed].wtrs},
                  {"timing.nWTRL", speeds[speed].wtrl},
                  {"timing.nFAW", speeds[speed].faw[width]},
                  {"timing.nCS", 2}};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
        add(import, name, values[i].path, values[i].value);
}

/* JEDEC's rounding: a clock is not begun for its last 2.6 %. */
static unsigned clocks_of(double ns, unsigned tck_ps) {
    return (unsigned)(((uint64_t)(ns * 1000 + 0.5) * 1000 / tck_ps + 974) / 1000);
}

/* `tRCD: 13.75` is nRCD in ns. */
static void round_times(struct rh_import *import, unsigned tck_ps) {
    for (unsigned i = 0; i < import->count; i++) {
        struct rh_import_entry *entry = &import->entries[i];
        if (strncmp(entry->path, "timing.t", strlen("timing.t")) != 0 || strcmp(entry->path, "timing.tCK_ps") == 0)
            continue;
        unsigned thousandths = rh_import_thousandths(import, entry->path, 0);
        entry->path[strlen("timing.")] = 'n';
        entry->used = false;
        (void)snprintf(entry->text, sizeof entry->text, "%u", clocks_of(thousandths / 1000.0, tck_ps));
    }
}

void rh_ramulator2_names(struct rh_import *import) {
    static const struct {
        unsigned megabits, rfc_ns;
    } refreshes[] = {{2048, 160}, {4096, 260}, {8192, 360}, {16384, 550}};
    const struct rh_import_entry *impl = rh_import_find(import, "impl");
    name_organisation(import);
    const struct rh_import_entry *bin = rh_import_find(import, "timing.preset");
    if (bin != NULL && rh_import_find(import, "timing.rate") != NULL)
        rh_import_fail(import, rh_import_find(import, "timing.rate"), "found it beside a preset, expected one of them");
    const char *digits = bin == NULL ? NULL : strchr(bin->text, '_');
    const unsigned rate = bin == NULL ? rh_import_number(import, "timing.rate", 0)
                                      : (unsigned)strtoul(digits == NULL ? "" : digits + 1, NULL, 10);
    if (rate >= 2)
        round_times(import, 1000000 / (rate / 2));
    name_bin(import);
    if (import->failed || impl == NULL || strcmp(impl->text, "DDR4") != 0)
        return;
    add(import, impl, "org.channel_width", 64);
    const unsigned density = rh_import_number(import, "org.density", 0);
    for (unsigned i = 0; i < 4 && rate >= 2; i++)
        if (refreshes[i].megabits == density) {
            add(import, impl, "timing.nRFC", clocks_of(refreshes[i].rfc_ns, 1000000 / (rate / 2)));
            add(import, impl, "timing.nREFI", clocks_of(TREFI_NS, 1000000 / (rate / 2)));
        }
}
