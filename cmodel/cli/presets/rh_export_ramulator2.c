// SPDX-License-Identifier: Apache-2.0
// A preset as Ramulator 2's YAML. Names and sums as in its DDR3.cpp and HBM2.cpp (1fb94b80) and DDR4.cpp (525d045f).
#include "cmodel/cli/presets/rh_preset_export.h"

/* Megabits of a chip as its check counts them; of HBM2 those of a channel, whose columns are two beats wide. */
static unsigned density(const struct rh_preset *preset) {
    return (unsigned)((uint64_t)preset->banks * preset->rows * preset->row_bytes * 8 >> 20);
}

static bool is_known(unsigned megabits, enum rh_export_device device) {
    unsigned least = device == RH_EXPORT_DDR3 ? 1024 : 2048;
    return megabits >= least && megabits <= 8 * least && (megabits & (megabits - 1)) == 0;
}

/* It makes the clock 10^6 / (rate / 2) ps, rounded down. */
static unsigned rate(const struct rh_preset *preset) {
    return 1000000U / preset->tck_ps * 2;
}

/* Beats of a burst: it knows one length a device. */
static unsigned prefetch(const struct rh_export *export) {
    return export->device == RH_EXPORT_HBM2 ? 2 : 8;
}

void rh_export_ramulator2_notes(struct rh_export *export) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    unsigned beats = prefetch(export), turn = t->CL + t->tBURST + 2U - t->WL;
    unsigned megabits = density(preset);
    rh_export_note_window(export, "nFAW");
    rh_export_note_rows(export);
    if (preset->burst_length != beats)
        rh_export_note(export, "a burst of %u: %u beats there, %u / %u times as wide; nBL is ours",
                       preset->burst_length, beats, preset->burst_length, beats);
    if (t->tRTW != turn)
        rh_export_note(export, "RD to WR %u can't be expressed: it is nCL + nBL + 2 - nCWL = %u", t->tRTW, turn);
    if (1000000U / (rate(preset) / 2) != preset->tck_ps)
        rh_export_note(export, "a clock of %u ps: rate %u makes it %u", (unsigned)preset->tck_ps, rate(preset),
                       1000000U / (rate(preset) / 2));
    if (export->device == RH_EXPORT_HBM2 && t->act_clocks != 2)
        rh_export_note(export, "an ACT of %u clock: in HBM2 it is two", t->act_clocks);
    if (export->device == RH_EXPORT_HBM2)
        rh_export_note(export, "a controller sends one command a clock, not one on each bus");
    if (!is_known(megabits, export->device))
        rh_export_note(export, "it looks nRFC up by density before it takes ours, and has none for %u Mb", megabits);
    if (export->device == RH_EXPORT_HBM2 && preset->refresh != RH_REFRESH_OFF)
        rh_export_note(export, "it never refreshes: AllBank does so rank by rank, and its HBM2 has no level rank");
    else if (preset->refresh == RH_REFRESH_OFF && export->device != RH_EXPORT_HBM2)
        rh_export_note(export, "refresh can't be off: nREFI is %u clocks", rh_export_refi(preset));
    else if (preset->refresh >= RH_REFRESH_PER_BANK)
        rh_export_note(export, "%s refresh: AllBank stands in its place, with nRFC and nREFI of all banks",
                       preset->refresh == RH_REFRESH_PER_BANK ? "one-bank" : "same-bank");
}

static void write_timing(FILE *to, const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    const struct rh_timing *t = &p->timing;
    bool hbm = export->device == RH_EXPORT_HBM2, ddr3 = export->device == RH_EXPORT_DDR3;
    const struct rh_export_row common[] = {{"rate", rate(p)},
                                           {"nBL", t->tBURST},
                                           {"nCL", t->CL},
                                           {"nCWL", t->WL},
                                           {"nRP", t->tRP},
                                           {"nRAS", t->tRAS},
                                           {"nRC", t->tRC},
                                           {"nWR", t->tWR},
                                           {"nFAW", rh_export_faw(p)},
                                           {"nRFC", t->tRFC},
                                           {"nREFI", rh_export_refi(p)},
                                           {NULL, 0}};
    const struct rh_export_row groups[] = {{"nCCDS", t->tCCD_S},
                                           {"nCCDL", t->tCCD_L},
                                           {"nRRDS", t->tRRD_S},
                                           {"nRRDL", t->tRRD_L},
                                           {"nWTRS", t->tWTR_S},
                                           {"nWTRL", t->tWTR_L},
                                           {NULL, 0}};
    const struct rh_export_row flat[] = {{"nCCD", t->tCCD_S}, {"nRRD", t->tRRD_S}, {"nWTR", t->tWTR_S}, {NULL, 0}};
    const struct rh_export_row ddr[] = {{"nRCD", rh_export_rcd(p)}, {"nRTP", t->tRTP}, {"nCS", 2}, {NULL, 0}};
    const struct rh_export_row stack[] = {{"nRCDRD", t->tRCDRD},
                                          {"nRCDWR", t->tRCDWR},
                                          {"nRTPS", t->tRTP},
                                          {"nRTPL", t->tRTP},
                                          {"nRTW", t->tRTW},
                                          {"nRFCSB", t->tRFCpb},
                                          {"nREFISB", t->tREFI / p->banks},
                                          {"nRREFD", t->tRREFD},
                                          {NULL, 0}};
    fprintf(to, "    timing:\n");
    rh_export_rows(to, "      ", common, ": ", "\n");
    rh_export_rows(to, "      ", ddr3 ? flat : groups, ": ", "\n");
    rh_export_rows(to, "      ", hbm ? stack : ddr, ": ", "\n");
}

void rh_export_ramulator2(FILE *to, const struct rh_export *export) {
    static const char *const devices[] = {"DDR3", "DDR4", "HBM2"};
    const struct rh_preset *p = export->preset;
    bool hbm = export->device == RH_EXPORT_HBM2;
    unsigned width = 8U * p->bus_bytes * p->burst_length / prefetch(export); /* so a request is one column command */
    const struct rh_export_row first[] = {
        {"channel_width", p->chips * width}, {"dq", width}, {"density", density(p)}, {"channel", p->channels},
        {hbm ? "pseudochannel" : "rank", 1}, {NULL, 0}};
    const struct rh_export_row group[] = {{"bankgroup", p->groups}, {NULL, 0}};
    const struct rh_export_row last[] = {
        {"bank", p->banks / p->groups}, {"row", p->rows}, {"column", 8U * p->row_bytes / width}, {NULL, 0}};
    fprintf(to,
            "Frontend:\n  impl: LoadStoreTrace\n  clock_ratio: 1\n  path: requests.trace\n\n"
            "MemorySystem:\n  impl: GenericDRAM\n  clock_ratio: 1\n\n  DRAM:\n    impl: %s\n    org:\n",
            devices[export->device]);
    rh_export_rows(to, "      ", first, ": ", "\n");
    if (export->device != RH_EXPORT_DDR3)
        rh_export_rows(to, "      ", group, ": ", "\n");
    rh_export_rows(to, "      ", last, ": ", "\n");
    write_timing(to, export);
    fprintf(to,
            "\n  Controller:\n    impl: Generic\n    Scheduler:\n      impl: FRFCFS\n    RefreshManager:\n"
            "      impl: AllBank\n    RowPolicy:\n      impl: OpenRowPolicy\n    plugins:\n    - ControllerPlugin:\n"
            "        impl: TraceRecorder\n        path: ./commands.trace\n\n  AddrMapper:\n    impl: RoBaRaCoCh\n");
}
