// SPDX-License-Identifier: Apache-2.0
// Ramulator 2's YAML. Names and sums as in its DDR3.cpp and HBM2.cpp (1fb94b80) and DDR4.cpp (525d045f). It is read
// with values in the place of its presets' names, or as Ramulator 2.1 (c5b1c3a4) exports it, which lists the values by
// the order of the device's levels and timings.
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/presets/rh_peer.h"
#include "cmodel/cli/presets/rh_ramulator2_names.h"

/* Megabits of a chip as its check counts them; of HBM2 those of a channel, whose columns are two beats wide. */
static unsigned density(const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    return (unsigned)((uint64_t)p->banks * p->rows * p->row_bytes * 8 >> 20);
}

/* It makes the clock 10^6 / (rate / 2) ps, rounded down. */
static unsigned rate(const struct rh_export *export) {
    return 1000000U / export->preset->tck_ps * 2;
}

/* Beats of a burst: it knows one length a device. */
static unsigned prefetch(const struct rh_export *export) {
    return export->device == RH_PEER_HBM2 ? 2 : 8;
}

/* So a request is one column command. */
static unsigned width(const struct rh_export *export) {
    return 8U * export->preset->bus_bytes * export->preset->burst_length / prefetch(export);
}

static unsigned channel_width(const struct rh_export *export) {
    return export->preset->chips * width(export);
}

static unsigned group_banks(const struct rh_export *export) {
    return export->preset->banks / export->preset->groups;
}

static unsigned columns(const struct rh_export *export) {
    return 8U * export->preset->row_bytes / width(export);
}

static unsigned refisb(const struct rh_export *export) {
    return export->preset->timing.tREFI / export->preset->banks;
}

static unsigned two(const struct rh_export *export) {
    (void)export;
    return 2;
}

enum {
    READ = 0,
    ALL = RH_PEER_IN_ALL,
    DDR3 = RH_PEER_IN_DDR3,
    HBM2 = RH_PEER_IN_HBM2,
    DDR = ALL & ~HBM2,
    GROUPS = ALL & ~DDR3
};
static const char org[] = "org", timing[] = "timing";
static const struct rh_peer_key keys[] = {{org, "channel_width", NULL, channel_width, ALL, RH_PEER_NEEDED},
                                          {org, "dq", NULL, width, ALL, RH_PEER_NEEDED},
                                          {org, "density", NULL, density, ALL, 0},
                                          {org, "channel", "channels", NULL, ALL, 1},
                                          {org, "pseudochannel", NULL, rh_export_one, HBM2, 1},
                                          {org, "rank", NULL, rh_export_one, DDR, 1},
                                          {org, "bankgroup", "groups", NULL, GROUPS, 1},
                                          {org, "bank", NULL, group_banks, ALL, RH_PEER_NEEDED},
                                          {org, "row", "rows", NULL, ALL, RH_PEER_NEEDED},
                                          {org, "column", NULL, columns, ALL, RH_PEER_NEEDED},
                                          {timing, "rate", NULL, rate, ALL, 0},
                                          {timing, "nBL", "tBURST", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "nCL", "CL", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "nCWL", "WL", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "nRP", "tRP", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "nRAS", "tRAS", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "nRC", "tRC", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "nWR", "tWR", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "nFAW", "tFAW", rh_export_faw, ALL, RH_PEER_NEEDED},
                                          {timing, "nRFC", "tRFC", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "nREFI", NULL, rh_export_refi, ALL, RH_PEER_NEEDED},
                                          {timing, "nCCDS", "tCCD_S", NULL, GROUPS, RH_PEER_NEEDED},
                                          {timing, "nCCDL", "tCCD_L", NULL, GROUPS, RH_PEER_NEEDED},
                                          {timing, "nRRDS", "tRRD_S", NULL, GROUPS, RH_PEER_NEEDED},
                                          {timing, "nRRDL", "tRRD_L", NULL, GROUPS, RH_PEER_NEEDED},
                                          {timing, "nWTRS", "tWTR_S", NULL, GROUPS, RH_PEER_NEEDED},
                                          {timing, "nWTRL", "tWTR_L", NULL, GROUPS, RH_PEER_NEEDED},
                                          {timing, "nCCD", "tCCD_S", NULL, DDR3, RH_PEER_NEEDED},
                                          {timing, "nRRD", "tRRD_S", NULL, DDR3, RH_PEER_NEEDED},
                                          {timing, "nWTR", "tWTR_S", NULL, DDR3, RH_PEER_NEEDED},
                                          {timing, "nRCD", NULL, rh_export_rcd, DDR, RH_PEER_NEEDED},
                                          {timing, "nRTP", "tRTP", NULL, DDR, RH_PEER_OPTIONAL},
                                          {timing, "nCS", NULL, two, DDR, 0},
                                          {timing, "nRCDRD", "tRCDRD", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "nRCDWR", "tRCDWR", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "nRTPS", "tRTP", NULL, HBM2, RH_PEER_OPTIONAL},
                                          {timing, "nRTPL", "tRTP", NULL, HBM2, RH_PEER_OPTIONAL},
                                          {timing, "nRTW", "tRTW", NULL, HBM2, RH_PEER_OPTIONAL},
                                          {timing, "nRFCSB", "tRFCpb", NULL, HBM2, RH_PEER_OPTIONAL},
                                          {timing, "nREFISB", NULL, refisb, HBM2, 0},
                                          {timing, "nRREFD", "tRREFD", NULL, HBM2, RH_PEER_OPTIONAL},
                                          {timing, "nRFCpb", "tRFCpb", NULL, READ, RH_PEER_OPTIONAL},
                                          {timing, "nPPD", "tPPD", NULL, READ, RH_PEER_OPTIONAL},
                                          {timing, "nRFMab", "tRFM", NULL, READ, RH_PEER_OPTIONAL},
                                          {timing, "nRFMpb", "tRFMpb", NULL, READ, RH_PEER_OPTIONAL},
                                          {NULL, NULL, NULL, NULL, 0, 0}};

/* From a preset. */

static bool is_known(unsigned megabits, enum rh_peer_device device) {
    unsigned least = device == RH_PEER_DDR3 ? 1024 : 2048;
    return megabits >= least && megabits <= 8 * least && (megabits & (megabits - 1)) == 0;
}

static void notes(struct rh_export *export) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    unsigned beats = prefetch(export), turn = t->CL + t->tBURST + 2U - t->WL;
    unsigned megabits = density(export);
    rh_export_note_window(export, "nFAW");
    rh_export_note_rows(export);
    rh_export_note_burst(export, beats);
    if (t->tRTW != turn)
        rh_peer_note(&export->notes, "RD to WR %u can't be expressed: it is nCL + nBL + 2 - nCWL = %u", t->tRTW, turn);
    if (1000000U / (rate(export) / 2) != preset->tck_ps)
        rh_peer_note(&export->notes, "a clock of %u ps: rate %u makes it %u", (unsigned)preset->tck_ps, rate(export),
                     1000000U / (rate(export) / 2));
    if (export->device == RH_PEER_HBM2 && t->act_clocks != 2)
        rh_peer_note(&export->notes, "an ACT of %u clock: in HBM2 it is two", t->act_clocks);
    if (export->device == RH_PEER_HBM2)
        rh_peer_note(&export->notes, "a controller sends one command a clock, not one on each bus");
    if (!is_known(megabits, export->device))
        rh_peer_note(&export->notes, "it looks nRFC up by density before it takes ours, and has none for %u Mb",
                     megabits);
    if (export->device == RH_PEER_HBM2 && preset->refresh != RH_REFRESH_OFF)
        rh_peer_note(&export->notes,
                     "it never refreshes: AllBank does so rank by rank, and its HBM2 has no level rank");
    else if (preset->refresh == RH_REFRESH_OFF && export->device != RH_PEER_HBM2)
        rh_peer_note(&export->notes, "refresh can't be off: nREFI is %u clocks", rh_export_refi(export));
    else if (preset->refresh >= RH_REFRESH_PER_BANK)
        rh_peer_note(&export->notes, "%s refresh: AllBank stands in its place, with nRFC and nREFI of all banks",
                     preset->refresh == RH_REFRESH_PER_BANK ? "one-bank" : "same-bank");
}

static bool write(FILE *to, const struct rh_export *export) {
    static const char *const devices[] = {"DDR3", "DDR4", "HBM2"};
    fprintf(to,
            "Frontend:\n  impl: LoadStoreTrace\n  clock_ratio: 1\n  path: requests.trace\n\n"
            "MemorySystem:\n  impl: GenericDRAM\n  clock_ratio: 1\n\n  DRAM:\n    impl: %s\n    org:\n",
            devices[export->device]);
    rh_peer_put(to, export, keys, org, "      ", ": ", "");
    fprintf(to, "    timing:\n");
    rh_peer_put(to, export, keys, timing, "      ", ": ", "");
    fprintf(to,
            "\n  Controller:\n    impl: Generic\n    Scheduler:\n      impl: FRFCFS\n    RefreshManager:\n"
            "      impl: AllBank\n    RowPolicy:\n      impl: OpenRowPolicy\n    plugins:\n    - ControllerPlugin:\n"
            "        impl: TraceRecorder\n        path: ./commands.trace\n\n  AddrMapper:\n    impl: RoBaRaCoCh\n");
    return true;
}

/* Into a preset. */

/* 2.1's devices: beats of a column, and the names of its levels and timings in their order. */
static const struct device {
    const char *name;
    unsigned beats;
    const char *levels, *timings;
} devices_21[] = {
    {"DDR3", 8, "channel rank bank row column",
     "rate nBL nCL nRCD nRP nRAS nRC nWR nRTP nCWL nCCD nRRD nWTR nFAW nRFC nREFI nCS tCK_ps"},
    {"DDR4", 8, "channel rank bankgroup bank row column",
     "rate nBL nCL nRCD nRP nRAS nRC nWR nRTP nCWL nCCDS nCCDL nRRDS nRRDL nWTRS nWTRL nFAW nRFC nREFI nCS tCK_ps"},
    {"DDR5", 16, "channel rank bankgroup bank row column",
     "rate nBL nCL nRCD nRP nRAS nRC nWR nRTP nCWL nPPD nCCDS nCCDL nCCDS_WR nCCDL_WR nRRDS nRRDL nWTRS nWTRL nFAW "
     "nRFC "
     "nREFI nCS tCK_ps"},
    {"GDDR6", 16, "channel bankgroup bank row column",
     "rate nBL nCL nRCDRD nRCDWR nRP nRAS nRC nWR nRTP nCWL nCCDS nCCDL nRRDS nRRDL nWTRS nWTRL nFAW nRFCpb nRREFD "
     "nREFI tCK_ps nRFC nPPD"},
    {"HBM1", 2, "channel bankgroup bank row column",
     "rate nBL nCL nRCDRD nRCDWR nRP nRAS nRC nWR nRTPL nCWL nCCDS nCCDL nRRDS nRRDL nWTRS nWTRL nFAW nRFC nRFCpb "
     "nRREFD nREFI nREFIpb tCK_ps"},
    {"HBM2", 4, "channel pseudochannel bankgroup bank row column",
     "rate nBL nCL nRCDRD nRCDWR nRP nRAS nRC nWR nRTPL nCWL nCCDS nCCDL nRRDS nRRDL nWTRS nWTRL nFAW nRFC nRFCpb "
     "nRREFD nREFI nREFIpb tCK_ps"},
    {"HBM3", 8, "channel pseudochannel sid bankgroup bank row column",
     "rate nBL nCL nRCDRD nRCDWR nRP nRAS nRC nWR nRTP nCWL nCCDS nCCDL nCCDR nRRDS nRRDL nWTRS nWTRL nRTW nFAW nPPD "
     "nRFC nRFCpb nRFMab nRFMpb nRREFD nREFI nREFIpb tCK_ps"},
    {"HBM4", 8, "channel pseudochannel sid bankgroup bank row column",
     "rate nBL nCL nRCDRD nRCDWR nRP nRAS nRC nWR nRTP nCWL nCCDS nCCDL nCCDR nRRDS nRRDL nWTRS nWTRL nRTW nFAW nPPD "
     "nRFC nRFCpb nRFMab nRFMpb nRREFD nREFI nREFIpb tCK_ps"},
    {"LPDDR5", 16, "channel rank bankgroup bank row column",
     "rate nBL nBL_max nCL nRCD nRP nRPab nRAS nRC nWR nRTP nCWL nPPD nCCDS nCCDL nCCDS_WR nCCDL_WR nRRDS nRRDL nWTRS "
     "nWTRL nFAW nRFC nRFCpb nREFI nREFIpb nWCKPST nCAS nAAD nCS tCK_ps nPBR2PBR nRREFD"}};
enum { DEVICES_21 = sizeof devices_21 / sizeof devices_21[0] };

/* The word of a list with this index; false behind the last. */
static bool word_at(const char *list, unsigned long index, char *word, size_t size) {
    for (; index > 0 && *list != '\0'; index--) {
        list += strcspn(list, " ");
        list += *list == ' ';
    }
    (void)snprintf(word, size, "%.*s", (int)strcspn(list, " "), list);
    return word[0] != '\0';
}

/* A path that begins with `from` begins with `to`. */
static bool rename_from(struct rh_import_entry *entry, const char *from, const char *to) {
    char rest[RH_IMPORT_PATH];
    if (strncmp(entry->path, from, strlen(from)) != 0)
        return false;
    (void)snprintf(rest, sizeof rest, "%s", entry->path + strlen(from));
    (void)snprintf(entry->path, sizeof entry->path, "%s%s", to, rest);
    return true;
}

/* "timing.7" becomes "timing.nWR", "org.count.4" becomes "org.row". */
static void name_entry(struct rh_import_entry *entry, const struct device *device) {
    char word[32];
    const char *names = device->timings, *section = timing;
    char *number = entry->path + strlen("timing.");
    if (strncmp(entry->path, "org.count.", strlen("org.count.")) == 0) {
        number = entry->path + strlen("org.count.");
        names = device->levels;
        section = org;
    } else if (strncmp(entry->path, "timing.", strlen("timing.")) != 0)
        return;
    if (isdigit((unsigned char)*number) && word_at(names, strtoul(number, NULL, 10), word, sizeof word))
        (void)snprintf(entry->path, sizeof entry->path, "%s.%s", section, word);
}

/* HBM3 and HBM4 count half clocks, for some of their row commands take no more: whole ones, no fewer than they take, or
 * of tREFI no more. */
static bool is_halved(const struct device *device) {
    return strcmp(device->name, "HBM3") == 0 || strcmp(device->name, "HBM4") == 0;
}

static void halve(struct rh_import_entry *entry) {
    char *end;
    unsigned long ticks = strtoul(entry->text, &end, 10);
    bool other = strcmp(entry->path, "timing.rate") == 0 || strcmp(entry->path, "timing.tCK_ps") == 0;
    bool down = strncmp(entry->path, "timing.nREFI", strlen("timing.nREFI")) == 0;
    if (strncmp(entry->path, "timing.", strlen("timing.")) == 0 && !other && *end == '\0')
        (void)snprintf(entry->text, sizeof entry->text, "%lu", (ticks + !down) / 2);
}

/* Clocks, or half ones, of a command besides its first. */
static int rest_of(struct rh_import *import, unsigned command) {
    char path[RH_IMPORT_PATH];
    (void)snprintf(path, sizeof path, "command_cycles.%u", command);
    return (int)rh_import_number(import, path, 1) - 1;
}

/* 2.1 takes its timings between the last clocks of commands, and counts commands from their first, as we do: so has its
 * timing_constraints. LPDDR5 has two commands for its ACT instead. */
static void count_from_first(struct rh_import *import) {
    const int act = rest_of(import, 0), pre = rest_of(import, 1), rd = rest_of(import, 3), wr = rest_of(import, 4),
              ref = rest_of(import, 7);
    const struct {
        const char *path;
        int more;
    } timings[] = {{"timing.nRP", pre - act},    {"timing.nRAS", act - pre},  {"timing.nRCD", act - rd},
                   {"timing.nRCDRD", act - rd},  {"timing.nRCDWR", act - wr}, {"timing.nRTP", rd - pre},
                   {"timing.nRTPL", rd - pre},   {"timing.nWR", wr - pre},    {"timing.nRFC", ref - act},
                   {"timing.nRFCpb", ref - act}, {"timing.nRREFD", ref - act}};
    bool moved = false;
    for (unsigned i = 0; i < sizeof timings / sizeof timings[0]; i++) {
        struct rh_import_entry *entry = rh_import_find(import, timings[i].path);
        if (entry == NULL || timings[i].more == 0)
            continue;
        long clocks = (long)rh_import_number(import, timings[i].path, 0) + timings[i].more;
        (void)snprintf(entry->text, sizeof entry->text, "%ld", clocks < 0 ? 0 : clocks);
        moved = true;
    }
    if (moved)
        rh_peer_note(&import->notes,
                     "distances count from the first clock of a command, as in timing_constraints: nRP, "
                     "nRAS, nRCD, nRTP, nWR and nRFC are less or more by the further clocks of their "
                     "commands");
}

/* Both versions' paths as those of the table, and the device; how many controllers 2.1 has. */
static const struct device *name_paths(struct rh_import *import, unsigned *controllers) {
    static const char first[] = "memory_system.controllers.0.";
    const struct device *device = NULL;
    *controllers = 0;
    for (unsigned i = 0; i < import->count; i++) {
        struct rh_import_entry *entry = &import->entries[i];
        unsigned long number = 0;
        if (rename_from(entry, "MemorySystem.DRAM.", "") ||
            rename_from(entry, "MemorySystem.Controller.", "controller.") ||
            rename_from(entry, "MemorySystem.AddrMapper.", "controller.addr_mapper."))
            continue;
        if (strncmp(entry->path, first, strlen(first) - 2) == 0)
            number = strtoul(entry->path + strlen(first) - 2, NULL, 10);
        if (number + 1 > *controllers && strncmp(entry->path, first, strlen(first) - 2) == 0)
            *controllers = (unsigned)number + 1;
        if (!rename_from(entry, "memory_system.controllers.0.dram.", ""))
            (void)rename_from(entry, first, "controller.");
        (void)(rename_from(entry, "channel_width", "org.channel_width"));
    }
    const struct rh_import_entry *impl = rh_import_find(import, "impl");
    const char *name = impl == NULL ? "" : impl->text;
    for (unsigned i = 0; i < DEVICES_21; i++)
        if (strcmp(devices_21[i].name, name) == 0)
            device = &devices_21[i];
    if (device == NULL)
        rh_import_fail(import, impl,
                       "found '%.40s', expected DDR3, DDR4, DDR5, GDDR6, HBM1, HBM2, HBM3, HBM4 or LPDDR5", name);
    if (device == NULL || *controllers == 0)
        return device;
    for (unsigned i = 0; i < import->count; i++)
        name_entry(&import->entries[i], device);
    if (strcmp(device->name, "LPDDR5") != 0)
        count_from_first(import);
    for (unsigned i = 0; is_halved(device) && i < import->count; i++)
        halve(&import->entries[i]);
    return device;
}

static bool has(struct rh_import *import, const char *path) {
    return rh_import_find(import, path) != NULL;
}

/* Ranks, pseudochannels and stacks of levels, banks and groups of a channel. A pseudochannel is a channel here. */
static void read_levels(struct rh_import *import, const struct device *device, unsigned controllers, unsigned beats) {
    unsigned ranks = rh_import_key(import, keys, "rank"), groups = rh_import_key(import, keys, "bankgroup");
    unsigned parts = rh_import_key(import, keys, "pseudochannel"), stacks = rh_import_number(import, "org.sid", 1);
    unsigned channels = rh_import_key(import, keys, "channel") * (controllers == 0 ? 1 : controllers) * parts;
    unsigned dq = rh_import_key(import, keys, "dq"), bits = rh_import_key(import, keys, "channel_width");
    unsigned folded = dq < 8 ? 8 : dq;
    bool hbm = device->name[0] == 'H', old = controllers == 0;
    if (dq == 0 || bits / folded == 0)
        rh_import_fail(import, rh_import_find(import, "org.dq"),
                       "found devices of %u bits in a channel of %u, expected "
                       "whole ones",
                       dq, bits);
    if (import->failed)
        return;
    rh_import_set(import, "channels", channels, "org.channel", parts > 1 ? "channels x pseudochannels" : "channel");
    rh_import_set(import, "ranks", ranks, "org.rank", "rank");
    rh_import_set(import, "banks", rh_import_key(import, keys, "bank") * groups * stacks * ranks, "org.bank",
                  "bank x bankgroup%s%s", stacks > 1 ? " x sid" : "", ranks > 1 ? " x rank" : "");
    rh_import_set(import, "groups", groups * stacks * ranks, "org.bankgroup", "bankgroup%s%s",
                  stacks > 1 ? " x sid" : "", ranks > 1 ? " x rank" : "");
    rh_import_set(import, "row_bytes", rh_import_key(import, keys, "column") * folded / 8, "org.column",
                  "column of %u bits", dq);
    rh_import_set(import, "bus_bytes", folded / 8, "org.dq", dq < 8 ? "dq, several chips as one" : "dq");
    rh_import_set(import, "chips", bits / folded, "org.channel_width", "channel_width / dq");
    rh_import_set(import, "burst_length", beats, NULL, "a column of %s", device->name);
    rh_import_set(import, "buses", hbm ? 2 : 1, NULL, hbm ? "row and column commands of HBM" : "one command bus");
    rh_import_set(import, "auto_precharge", 1, NULL, "RDA, WRA");
    unsigned ticks = is_halved(device) ? 2 : 1,
             cycles = rh_import_thousandths(import, "command_cycles.0", 1000) / ticks;
    unsigned act = old ? (hbm ? 2 : 1) : device->name[0] == 'L' ? 2 : (cycles + 999) / 1000; /* ACT1 and ACT2 */
    rh_import_set(import, "act_clocks", act, NULL, "an ACT of %s", device->name);
}

static void read_sums(struct rh_import *import, const struct device *device, unsigned beats) {
    const struct rh_timing *t = &import->preset.timing;
    unsigned two_ranks = import->preset.ranks;
    if (has(import, "timing.nRCD")) {
        rh_import_set(import, "tRCDRD", rh_import_key(import, keys, "nRCD"), "timing.nRCD", "nRCD");
        rh_import_set(import, "tRCDWR", rh_import_key(import, keys, "nRCD"), "timing.nRCD", "nRCD");
    }
    if (strcmp(device->name, "DDR3") == 0) {
        rh_import_set(import, "tCCD_L", t->tCCD_S, "timing.nCCD", "nCCD");
        rh_import_set(import, "tRRD_L", t->tRRD_S, "timing.nRRD", "nRRD");
        rh_import_set(import, "tWTR_L", t->tWTR_S, "timing.nWTR", "nWTR");
    }
    bool gddr6 = strcmp(device->name, "GDDR6") == 0;
    unsigned more = strcmp(device->name, "DDR5") == 0 ? 4 : 2;
    if (!has(import, "timing.nRTW"))
        rh_import_set(import, "tRTW", (unsigned)(gddr6 ? t->CL + 1 : t->CL + t->tBURST + (int)more - t->WL),
                      "timing.nCL", gddr6 ? "nCL + 1" : "nCL + nBL + %u - nCWL", more);
    unsigned row = (unsigned)t->tRAS + t->tRP;
    rh_import_set(import, "tRC", t->tRC > row ? t->tRC : row, "timing.nRC", "nRC, at least nRAS + nRP");
    rh_import_set(import, "activates", 4, NULL, "activates in nFAW");
    rh_import_set(import, "data_rate", t->tBURST == 0 ? 0 : beats / t->tBURST, "timing.nBL",
                  "a column of %u beats / nBL", beats);
    rh_import_set(import, "tRTRS", two_ranks > 1 ? rh_import_key(import, keys, "nCS") : 0, "timing.nCS",
                  two_ranks > 1 ? "nCS" : "one rank");
    if (!has(import, "timing.nRFCpb") && !has(import, "timing.nRFCSB"))
        rh_import_set(import, "tRFCpb", t->tRFC, "timing.nRFC", "no one-bank refresh: as nRFC");
}

static void read_refresh(struct rh_import *import) {
    const struct rh_import_entry *manager = rh_import_find(import, "controller.refresh_manager.impl");
    if (manager == NULL)
        manager = rh_import_find(import, "controller.RefreshManager.impl");
    const char *name = manager == NULL ? "NoRefresh" : manager->text;
    unsigned refi = rh_import_key(import, keys, "nREFI");
    bool none = strncmp(name, "No", 2) == 0 || refi >= RH_PEER_NEVER, one = strstr(name, "PerBank") != NULL;
    if (!none && !one && strcmp(name, "AllBank") != 0)
        rh_import_fail(import, manager, "found '%.40s', expected AllBank, PerBank or NoRefresh", name);
    rh_import_set(import, "refresh",
                  none  ? RH_REFRESH_OFF
                  : one ? RH_REFRESH_PER_BANK
                        : RH_REFRESH_ALL_BANK,
                  NULL, "RefreshManager %s", name);
    unsigned one_bank = rh_import_key(import, keys, "nREFISB") * import->preset.banks;
    if (refi < RH_PEER_NEVER)
        rh_import_set(import, "tREFI", refi, "timing.nREFI", "nREFI");
    else if (one_bank != 0)
        rh_import_set(import, "tREFI", one_bank, "timing.nREFISB", "nREFISB x banks, for refresh is off");
    else
        rh_import_set(import, "tREFI", 65535, NULL, "the longest, for refresh is off");
}

static void read(struct rh_import *import) {
    unsigned controllers;
    const struct device *device = name_paths(import, &controllers);
    if (!import->failed && controllers == 0)
        rh_ramulator2_names(import);
    if (import->failed)
        return;
    bool hbm2 = strcmp(device->name, "HBM2") == 0, ddr3 = strcmp(device->name, "DDR3") == 0;
    unsigned beats = controllers == 0 && hbm2 ? 2 : device->beats, rate = rh_import_key(import, keys, "rate");
    import->devices = ddr3 ? RH_PEER_IN_DDR3 : device->name[0] == 'H' ? RH_PEER_IN_HBM2 : RH_PEER_IN_DDR4;
    unsigned tck = rh_import_number(import, "timing.tCK_ps", rate < 2 ? 1 : (int)(1000000U / (rate / 2)));
    import->preset.tck_ps = is_halved(device) && rate != 0 ? 4000000U / rate : tck;
    rh_import_keys(import, keys);
    read_levels(import, device, controllers, beats);
    read_sums(import, device, beats);
    read_refresh(import);
    const struct rh_import_entry *map = rh_import_find(import, "controller.addr_mapper.impl");
    if (map != NULL && import->preset.channels > 1 && controllers > 0)
        rh_peer_note(&import->notes, "the address map is left out: its channels are a mapper's of their own");
    else if (map != NULL)
        (void)snprintf(import->preset.map, sizeof import->preset.map, "%s", map->text);
}

static const struct rh_import_reason reasons[] = {
    {"frontend", "what stands before the memory"},
    {"timing_constraints", "it follows from the timings"},
    {"command_cycles", "it follows from the device"},
    {"read_latency", "it follows from the timings"},
    {"timing.nREFI", "refreshes of one bank come tREFI / banks apart here"},
    {"timing.nCS", "there is one rank"},
    {"timing.", "can't be expressed"},
    {"org.density", "it follows from banks, rows and columns"},
    {"memory_system.controllers", "a further controller, which is taken to be like the first"},
    {NULL, NULL}};

const struct rh_peer rh_peer_ramulator2 = {.name = "ramulator2",
                                           .title = "Ramulator 2",
                                           .comment = "#",
                                           .notes = notes,
                                           .write = write,
                                           .parse = rh_import_yaml,
                                           .read = read,
                                           .reasons = reasons,
                                           .others = "of the controller or the system, not of the DRAM"};
