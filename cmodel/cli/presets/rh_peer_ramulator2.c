// SPDX-License-Identifier: Apache-2.0
// Ramulator 2's YAML. Names and sums as in its DDR3.cpp and HBM2.cpp (1fb94b80) and DDR4.cpp (525d045f).
#include <string.h>

#include "cmodel/cli/presets/rh_peer.h"

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

enum { ALL = RH_PEER_IN_ALL, DDR3 = RH_PEER_IN_DDR3, HBM2 = RH_PEER_IN_HBM2, DDR = ALL & ~HBM2, GROUPS = ALL & ~DDR3 };
static const char org[] = "MemorySystem.DRAM.org", timing[] = "MemorySystem.DRAM.timing";
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
                                          {timing, "nRTP", "tRTP", NULL, DDR, RH_PEER_NEEDED},
                                          {timing, "nCS", NULL, two, DDR, 0},
                                          {timing, "nRCDRD", "tRCDRD", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "nRCDWR", "tRCDWR", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "nRTPS", "tRTP", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "nRTPL", "tRTP", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "nRTW", "tRTW", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "nRFCSB", "tRFCpb", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "nREFISB", NULL, refisb, HBM2, 0},
                                          {timing, "nRREFD", "tRREFD", NULL, HBM2, 1},
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
    if (preset->burst_length != beats)
        rh_peer_note(&export->notes, "a burst of %u: %u beats there, %u / %u times as wide; nBL is ours",
                     preset->burst_length, beats, preset->burst_length, beats);
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
    rh_peer_put(to, export, keys, org, "      ", ": ");
    fprintf(to, "    timing:\n");
    rh_peer_put(to, export, keys, timing, "      ", ": ");
    fprintf(to,
            "\n  Controller:\n    impl: Generic\n    Scheduler:\n      impl: FRFCFS\n    RefreshManager:\n"
            "      impl: AllBank\n    RowPolicy:\n      impl: OpenRowPolicy\n    plugins:\n    - ControllerPlugin:\n"
            "        impl: TraceRecorder\n        path: ./commands.trace\n\n  AddrMapper:\n    impl: RoBaRaCoCh\n");
    return true;
}

const struct rh_peer rh_peer_ramulator2 = {
    .name = "ramulator2", .title = "Ramulator 2", .comment = "#", .notes = notes, .write = write};
