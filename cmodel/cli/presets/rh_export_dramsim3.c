// SPDX-License-Identifier: Apache-2.0
// A preset as DRAMsim3's ini. Names and sums as in its configuration.cc (000abef7) and timing.cc.
#include "cmodel/cli/presets/rh_preset_export.h"

/* GDDR5 moves 4 beats a clock, GDDR5X 8; its GDDR6 would be 16. */
static bool is_gddr(const struct rh_export *export) {
    return export->device != RH_EXPORT_HBM2 && (export->preset->data_rate == 4 || export->preset->data_rate == 8);
}

static const char *protocol(const struct rh_export *export) {
    static const char *const devices[] = {"DDR3", "DDR4", "HBM2"};
    if (!is_gddr(export))
        return devices[export->device];
    return export->preset->data_rate == 4 ? "GDDR5" : "GDDR5X";
}

void rh_export_dramsim3_notes(struct rh_export *export) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    export->two_rcd |= is_gddr(export);
    rh_export_note_window(export, "tFAW");
    rh_export_note_rows(export);
    if (t->tRC != t->tRAS + t->tRP)
        rh_export_note(export, "tRC %u can't be expressed: it is tRAS + tRP = %u", t->tRC, t->tRAS + t->tRP);
    if (preset->data_rate != 2 && !is_gddr(export))
        rh_export_note(export,
                       "%u beats a clock: two of them there, %u / 2 times as wide, for a burst takes BL / 2 clocks",
                       preset->data_rate, preset->data_rate);
    rh_export_note(export, "after read_p the bank waits tRTP + burst + tRP, not tRTP + tRP = %u", t->tRTP + t->tRP);
    if (preset->refresh == RH_REFRESH_OFF)
        rh_export_note(export, "refresh can't be off: tREFI is %u clocks", rh_export_refi(preset));
    if (preset->refresh == RH_REFRESH_SAME_BANK)
        rh_export_note(export, "refresh of one bank of every group can't be expressed: all banks in its place");
    if (preset->refresh == RH_REFRESH_PER_BANK)
        rh_export_note(export, "refresh of one bank: all banks in its place, for BANK_LEVEL_STAGGERED falls behind and "
                               "stalls");
    if (export->device == RH_EXPORT_HBM2 && t->act_clocks != 1)
        rh_export_note(export, "an ACT of %u clocks can't be expressed: it takes one", t->act_clocks);
    rh_export_note(export, "power down and currents are not in a preset: tCKE, tXP, tXS and [power] are left out");
}

static void write_timing(FILE *to, const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    const struct rh_timing *t = &p->timing;
    unsigned refresh = rh_export_refi(p);
    /* It sums RD to WR up as CL + burst - CWL + tRTRS, of which no preset has less than the first three; tRPRE is read
     * and in no sum. */
    unsigned turn = (unsigned)(t->tRTW + t->WL - t->CL - t->tBURST);
    const struct rh_export_row rows[] = {{"AL", 0},
                                         {"CL", t->CL},
                                         {"CWL", t->WL},
                                         {"tRCD", rh_export_rcd(p)},
                                         {"tRCDRD", t->tRCDRD},
                                         {"tRCDWR", t->tRCDWR},
                                         {"tRP", t->tRP},
                                         {"tRAS", t->tRAS},
                                         {"tRFC", t->tRFC},
                                         {"tREFI", refresh},
                                         {"tRFCb", t->tRFCpb},
                                         {"tREFIb", refresh / p->banks},
                                         {"tRPRE", 1},
                                         {"tWPRE", 1},
                                         {"tRTRS", turn},
                                         {"tRRD_S", t->tRRD_S},
                                         {"tRRD_L", t->tRRD_L},
                                         {"tWTR_S", t->tWTR_S},
                                         {"tWTR_L", t->tWTR_L},
                                         {"tFAW", rh_export_faw(p)},
                                         {"t32AW", 32U * t->tRRD_S},
                                         {"tWR", t->tWR},
                                         {"tRTP", t->tRTP},
                                         {"tCCD_S", t->tCCD_S},
                                         {"tCCD_L", t->tCCD_L},
                                         {NULL, 0}};
    fprintf(to, "\n[timing]\ntCK = %.3f\n", p->tck_ps / 1000.0);
    rh_export_rows(to, "", rows, " = ", "\n");
}

void rh_export_dramsim3(FILE *to, const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    unsigned rate = is_gddr(export) ? 2 : p->data_rate; /* elsewhere two beats a clock have to hold all of ours */
    unsigned width = 8U * p->bus_bytes * rate / 2, burst = p->burst_length * 2U / rate;
    unsigned beats = export->device == RH_EXPORT_HBM2 ? 2 : is_gddr(export) ? burst : 1; /* of a column */
    const struct rh_export_row rows[] = {{"bankgroups", p->groups},
                                         {"banks_per_group", p->banks / p->groups},
                                         {"rows", p->rows},
                                         {"columns", 8U * p->row_bytes / width / beats},
                                         {"device_width", width},
                                         {"BL", burst},
                                         {NULL, 0}};
    const struct rh_export_row system[] = {
        {"channel_size", (unsigned)((uint64_t)p->chips * p->row_bytes * p->rows * p->banks >> 20)},
        {"channels", p->channels},
        {"bus_width", p->chips * width},
        {NULL, 0}};
    fprintf(to, "[dram_structure]\nprotocol = %s\n", protocol(export));
    rh_export_rows(to, "", rows, " = ", "\n");
    if (export->device == RH_EXPORT_HBM2)
        fprintf(to, "hbm_dual_cmd = true\n");
    write_timing(to, export);
    fprintf(to, "\n[system]\n");
    rh_export_rows(to, "", system, " = ", "\n");
    fprintf(to,
            "address_mapping = rochrabgbaco\nqueue_structure = PER_BANK\nrow_buf_policy = OPEN_PAGE\n"
            "refresh_policy = RANK_LEVEL_STAGGERED\nunified_queue = true\ncmd_queue_size = 1\ntrans_queue_size = 32\n\n"
            "[other]\nepoch_period = 1000000\noutput_level = 1\noutput_prefix = dramsim3\n");
}
