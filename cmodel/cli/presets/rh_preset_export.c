// SPDX-License-Identifier: Apache-2.0
// Presets as other simulators read them: DRAMsim3's .ini, DRAMSys' JSON, Ramulator 2's YAML.
#include "cmodel/cli/presets/rh_preset_export.h"

#include <stdarg.h>
#include <string.h>

#include "cmodel/cli/rh_json.h"

enum { EXPORT_NOTES = 24, EXPORT_TEXT = 240 };

/* Which of their devices comes nearest. */
enum export_device { EXPORT_DDR3, EXPORT_DDR4, EXPORT_HBM2 };

struct rh_export {
    const struct rh_preset *preset;
    enum export_device device;
    bool two_rcd; /* ACT to RD and to WR may differ */
    unsigned notes;
    char note[EXPORT_NOTES][EXPORT_TEXT];
};

/* A row of a file: a name of theirs, and a number; `name` NULL ends a list. */
struct export_row {
    const char *name;
    unsigned value;
};

static void export_note(struct rh_export *export, const char *format, ...) __attribute__((format(printf, 2, 3)));
static void export_note(struct rh_export *export, const char *format, ...) {
    va_list arguments;
    if (export->notes == EXPORT_NOTES)
        return;
    va_start(arguments, format);
    (void)vsnprintf(export->note[export->notes++], EXPORT_TEXT, format, arguments);
    va_end(arguments);
}

/* tREFI, for those that always refresh: so long that it never falls due where ours does not. */
static unsigned export_refi(const struct rh_preset *preset) {
    return preset->refresh == RH_REFRESH_OFF ? 2000000000U : preset->timing.tREFI;
}

/* tFAW where their window is one of 4 activates: so long that it never binds where ours has another N. */
static unsigned export_faw(const struct rh_preset *preset) {
    return preset->timing.activates == 4 ? preset->timing.tFAW : 4U * preset->timing.tRRD_S;
}

static unsigned export_rcd(const struct rh_preset *preset) {
    const struct rh_timing *t = &preset->timing;
    return t->tRCDRD > t->tRCDWR ? t->tRCDRD : t->tRCDWR;
}

/* What all three have in common: N of the activate window, ACT to RD and WR, refresh. */
static void export_note_window(struct rh_export *export, const char *faw) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    static const char *const devices[] = {"DDR3", "DDR4", "HBM2"};
    export_note(export, "the nearest device is %s: %u banks in %u group%s, %u command bus%s", devices[export->device],
                preset->banks, preset->groups, preset->groups == 1 ? "" : "s", preset->buses,
                preset->buses == 1 ? "" : "es");
    if (t->activates != 4)
        export_note(export,
                    "%u activates in tFAW %u can't be expressed: the window is one of 4, so %s is %u and never "
                    "binds",
                    t->activates, t->tFAW, faw, export_faw(preset));
    if (!export->two_rcd && t->tRCDRD != t->tRCDWR)
        export_note(export, "ACT to RD %u and to WR %u can't differ: both are %u", t->tRCDRD, t->tRCDWR,
                    export_rcd(preset));
    if (export->device != EXPORT_HBM2 && t->act_clocks != 1)
        export_note(export, "an ACT of %u clocks can't be expressed: it takes one", t->act_clocks);
    if (export->device == EXPORT_DDR3 && (t->tCCD_L != t->tCCD_S || t->tRRD_L != t->tRRD_S || t->tWTR_L != t->tWTR_S))
        export_note(export, "without bank groups the short values of tCCD, tRRD and tWTR count alone");
}

/* Where addresses are cut into bits of rows, and so into the first power of two of them alone. */
static void export_note_rows(struct rh_export *export) {
    unsigned rows = export->preset->rows, reached = 1U << (31 - __builtin_clz(rows));
    if (rows != reached)
        export_note(export, "%u rows are no power of two: addresses reach the first %u", rows, reached);
}

static void export_rows(FILE *to, const char *indent, const struct export_row *rows, const char *between,
                        const char *behind) {
    for (; rows->name != NULL; rows++)
        fprintf(to, "%s%s%s%u%s", indent, rows->name, between, rows->value, behind);
}

/* A preset as DRAMsim3's ini. Names and sums as in its configuration.cc (000abef7) and timing.cc. */

/* GDDR5 moves 4 beats a clock, GDDR5X 8; its GDDR6 would be 16. */
static bool is_gddr(const struct rh_export *export) {
    return export->device != EXPORT_HBM2 && (export->preset->data_rate == 4 || export->preset->data_rate == 8);
}

static const char *protocol(const struct rh_export *export) {
    static const char *const devices[] = {"DDR3", "DDR4", "HBM2"};
    if (!is_gddr(export))
        return devices[export->device];
    return export->preset->data_rate == 4 ? "GDDR5" : "GDDR5X";
}

static void export_dramsim3_notes(struct rh_export *export) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    export->two_rcd |= is_gddr(export);
    export_note_window(export, "tFAW");
    export_note_rows(export);
    if (t->tRC != t->tRAS + t->tRP)
        export_note(export, "tRC %u can't be expressed: it is tRAS + tRP = %u", t->tRC, t->tRAS + t->tRP);
    if (preset->data_rate != 2 && !is_gddr(export))
        export_note(export,
                    "%u beats a clock: two of them there, %u / 2 times as wide, for a burst takes BL / 2 clocks",
                    preset->data_rate, preset->data_rate);
    export_note(export, "after read_p the bank waits tRTP + burst + tRP, not tRTP + tRP = %u", t->tRTP + t->tRP);
    if (preset->refresh == RH_REFRESH_OFF)
        export_note(export, "refresh can't be off: tREFI is %u clocks", export_refi(preset));
    if (preset->refresh == RH_REFRESH_SAME_BANK)
        export_note(export, "refresh of one bank of every group can't be expressed: all banks in its place");
    if (preset->refresh == RH_REFRESH_PER_BANK)
        export_note(export, "refresh of one bank: all banks in its place, for BANK_LEVEL_STAGGERED falls behind and "
                            "stalls");
    if (export->device == EXPORT_HBM2 && t->act_clocks != 1)
        export_note(export, "an ACT of %u clocks can't be expressed: it takes one", t->act_clocks);
    export_note(export, "power down and currents are not in a preset: tCKE, tXP, tXS and [power] are left out");
}

static void write_dramsim3_timing(FILE *to, const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    const struct rh_timing *t = &p->timing;
    unsigned refresh = export_refi(p);
    /* It sums RD to WR up as CL + burst - CWL + tRTRS, of which no preset has less than the first three; tRPRE is read
     * and in no sum. */
    unsigned turn = (unsigned)(t->tRTW + t->WL - t->CL - t->tBURST);
    const struct export_row rows[] = {{"AL", 0},
                                      {"CL", t->CL},
                                      {"CWL", t->WL},
                                      {"tRCD", export_rcd(p)},
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
                                      {"tFAW", export_faw(p)},
                                      {"t32AW", 32U * t->tRRD_S},
                                      {"tWR", t->tWR},
                                      {"tRTP", t->tRTP},
                                      {"tCCD_S", t->tCCD_S},
                                      {"tCCD_L", t->tCCD_L},
                                      {NULL, 0}};
    fprintf(to, "\n[timing]\ntCK = %.3f\n", p->tck_ps / 1000.0);
    export_rows(to, "", rows, " = ", "\n");
}

static bool export_dramsim3(FILE *to, const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    unsigned rate = is_gddr(export) ? 2 : p->data_rate; /* elsewhere two beats a clock have to hold all of ours */
    unsigned width = 8U * p->bus_bytes * rate / 2, burst = p->burst_length * 2U / rate;
    unsigned beats = export->device == EXPORT_HBM2 ? 2 : is_gddr(export) ? burst : 1; /* of a column */
    const struct export_row rows[] = {{"bankgroups", p->groups},
                                      {"banks_per_group", p->banks / p->groups},
                                      {"rows", p->rows},
                                      {"columns", 8U * p->row_bytes / width / beats},
                                      {"device_width", width},
                                      {"BL", burst},
                                      {NULL, 0}};
    const struct export_row system[] = {
        {"channel_size", (unsigned)((uint64_t)p->chips * p->row_bytes * p->rows * p->banks >> 20)},
        {"channels", p->channels},
        {"bus_width", p->chips * width},
        {NULL, 0}};
    fprintf(to, "[dram_structure]\nprotocol = %s\n", protocol(export));
    export_rows(to, "", rows, " = ", "\n");
    if (export->device == EXPORT_HBM2)
        fprintf(to, "hbm_dual_cmd = true\n");
    write_dramsim3_timing(to, export);
    fprintf(to, "\n[system]\n");
    export_rows(to, "", system, " = ", "\n");
    fprintf(to,
            "address_mapping = rochrabgbaco\nqueue_structure = PER_BANK\nrow_buf_policy = OPEN_PAGE\n"
            "refresh_policy = RANK_LEVEL_STAGGERED\nunified_queue = true\ncmd_queue_size = 1\ntrans_queue_size = 32\n\n"
            "[other]\nepoch_period = 1000000\noutput_level = 1\noutput_prefix = dramsim3\n");
    return true;
}

/* A preset as DRAMSys's memspec (JSON). Names as in its JEDEC_4Gb_DDR4-2400_8bit_A.json (3ff9a995), HBM2.json
 * (1e56835b) and MICRON_1Gb_DDR3-1600_8bit_G.json (ad73531e); JSON has no comments, so the notes go to the caller
 * alone. */

static void export_dramsys_notes(struct rh_export *export) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    unsigned turn = t->CL + t->tBURST + 2U - t->WL;
    export_note_window(export, "FAW");
    if (export->device != EXPORT_HBM2 && t->tRTW != turn)
        export_note(export, "RD to WR %u can't be expressed: it is RL + burst + 2 - WL = %u", t->tRTW, turn);
    if (export->device != EXPORT_HBM2 && preset->refresh >= RH_REFRESH_PER_BANK)
        export_note(export, "one-bank refresh can't be expressed: the memspec has RFC and REFI of all banks");
    if (preset->refresh == RH_REFRESH_OFF)
        export_note(export, "refresh is off: set RefreshPolicy to NoRefresh in the mcconfig; REFI is as published");
    if (export->device == EXPORT_HBM2)
        export_note(export, "one channel here is one pseudochannel: nbrOfPseudoChannels is 1");
    export_note(export, "power down and self refresh are not in a preset: CKE, XP, XS, ... are 1");
    export_note(export,
                "currents are not in a preset: mempowerspec is 0, so energies are; memimpedancespec is left out");
}

static void set(json_t **object, const struct export_row *rows) {
    for (; rows->name != NULL; rows++)
        rh_json_set(object, rows->name, json_integer(rows->value));
}

static json_t *organisation(const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    bool hbm = export->device == EXPORT_HBM2;
    json_t *object = json_object();
    const struct export_row rows[] = {{"burstLength", p->burst_length},
                                      {"maxBurstLength", p->burst_length},
                                      {"dataRate", p->data_rate},
                                      {"nbrOfBanks", p->banks},
                                      {"nbrOfColumns", p->row_bytes / p->bus_bytes},
                                      {"nbrOfRows", p->rows},
                                      {"width", 8U * p->bus_bytes},
                                      {"nbrOfDevices", p->chips},
                                      {"nbrOfChannels", p->channels},
                                      {NULL, 0}};
    const struct export_row group[] = {{"nbrOfBankGroups", p->groups}, {NULL, 0}};
    const struct export_row stack[] = {{"nbrOfPseudoChannels", 1}, {"nbrOfStacks", 1}, {NULL, 0}};
    const struct export_row rank[] = {{"nbrOfRanks", 1}, {NULL, 0}}, mode[] = {{"RefMode", 1}, {NULL, 0}};
    set(&object, rows);
    if (export->device != EXPORT_DDR3)
        set(&object, group);
    set(&object, hbm ? stack : rank);
    if (export->device == EXPORT_DDR4)
        set(&object, mode);
    return object;
}

static json_t *timing(const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    const struct rh_timing *t = &p->timing;
    json_t *object = json_object();
    const struct export_row common[] = {{"RAS", t->tRAS}, {"RC", t->tRC}, {"RP", t->tRP}, {"RTP", t->tRTP},
                                        {"WR", t->tWR},   {"RL", t->CL},  {"WL", t->WL},  {"FAW", export_faw(p)},
                                        {"CKE", 1},       {"XP", 1},      {"XS", 1},      {"REFI", t->tREFI},
                                        {NULL, 0}};
    const struct export_row ddr[] = {{"AL", 0},    {"CL", t->CL}, {"RCD", export_rcd(p)}, {"DQSCK", 0},  {"CKESR", 1},
                                     {"XPDLL", 1}, {"XSDLL", 1},  {"ACTPDEN", 1},         {"PRPDEN", 1}, {"REFPDEN", 1},
                                     {"RTRS", 1},  {NULL, 0}};
    const struct export_row ddr3[] = {
        {"CCD", t->tCCD_S}, {"RRD", t->tRRD_S}, {"WTR", t->tWTR_S}, {"RFC", t->tRFC}, {NULL, 0}};
    const struct export_row ddr4[] = {{"CCD_S", t->tCCD_S},
                                      {"CCD_L", t->tCCD_L},
                                      {"RRD_S", t->tRRD_S},
                                      {"RRD_L", t->tRRD_L},
                                      {"WTR_S", t->tWTR_S},
                                      {"WTR_L", t->tWTR_L},
                                      {"RFC1", t->tRFC},
                                      {"RFC2", t->tRFC},
                                      {"RFC4", t->tRFC},
                                      {"REFM", 1},
                                      {"RPRE", 1},
                                      {"WPRE", 1},
                                      {NULL, 0}};
    const struct export_row hbm[] = {{"CCDS", t->tCCD_S},
                                     {"CCDL", t->tCCD_L},
                                     {"CCDR", t->tCCD_S},
                                     {"RRDS", t->tRRD_S},
                                     {"RRDL", t->tRRD_L},
                                     {"WTRS", t->tWTR_S},
                                     {"WTRL", t->tWTR_L},
                                     {"RCDRD", t->tRCDRD},
                                     {"RCDWR", t->tRCDWR},
                                     {"RFC", t->tRFC},
                                     {"RFCSB", t->tRFCpb},
                                     {"REFISB", t->tREFI / p->banks},
                                     {"RREFD", t->tRREFD},
                                     {"RTW", t->tRTW},
                                     {"DQSCK", 0},
                                     {"PL", 0},
                                     {NULL, 0}};
    rh_json_set(&object, "tCK", json_real(p->tck_ps * 1e-12));
    set(&object, common);
    if (export->device != EXPORT_HBM2)
        set(&object, ddr);
    set(&object, export->device == EXPORT_DDR3 ? ddr3 : export->device == EXPORT_DDR4 ? ddr4 : hbm);
    return object;
}

static json_t *power(enum export_device device) {
    static const char *const ddr3[] = {"vdd",    "idd0",  "idd2n", "idd2p0", "idd2p1", "idd3n", "idd3p0",
                                       "idd3p1", "idd4r", "idd4w", "idd5",   "idd6",   NULL};
    static const char *const ddr4[] = {"vdd",    "idd0",   "idd2n",  "idd3n", "idd4r", "idd4w", "idd6n",
                                       "idd2p",  "idd3p",  "vpp",    "ipp0",  "ipp2n", "ipp3n", "ipp4r",
                                       "ipp4w",  "ipp6n",  "ipp2p",  "ipp3p", "idd5B", "ipp5B", "idd5F2",
                                       "ipp5F2", "idd5F4", "ipp5F4", "vddq",  NULL};
    static const char *const hbm2[] = {"vdd",   "idd0",  "idd2n", "idd3n",   "idd4r", "idd4w",   "idd6n", "idd2p",
                                       "idd3p", "vpp",   "ipp0",  "ipp2n",   "ipp3n", "ipp4r",   "ipp4w", "ipp6n",
                                       "ipp2p", "ipp3p", "idd5b", "idd5bpb", "ipp5b", "ipp5bpb", "vddq",  NULL};
    const char *const *names = device == EXPORT_DDR3 ? ddr3 : device == EXPORT_DDR4 ? ddr4 : hbm2;
    json_t *object = json_object();
    for (; *names != NULL; names++)
        rh_json_set(&object, *names, json_integer(0));
    return object;
}

static bool export_dramsys(FILE *to, const struct rh_export *export) {
    static const char *const devices[] = {"DDR3", "DDR4", "HBM2"};
    json_t *spec = json_pack("{s:{s:o, s:s, s:o, s:o, s:o}}", "memspec", "memoryId", rh_json_text(export->preset->name),
                             "memoryType", devices[export->device], "memarchitecturespec", organisation(export),
                             "memtimingspec", timing(export), "mempowerspec", power(export->device));
    bool good = json_dumpf(spec, to, JSON_INDENT(4) | JSON_REAL_PRECISION(15)) == 0;
    fputc('\n', to);
    json_decref(spec);
    return good;
}

/* A preset as Ramulator 2's YAML. Names and sums as in its DDR3.cpp and HBM2.cpp (1fb94b80) and DDR4.cpp (525d045f). */

/* Megabits of a chip as its check counts them; of HBM2 those of a channel, whose columns are two beats wide. */
static unsigned density(const struct rh_preset *preset) {
    return (unsigned)((uint64_t)preset->banks * preset->rows * preset->row_bytes * 8 >> 20);
}

static bool is_known(unsigned megabits, enum export_device device) {
    unsigned least = device == EXPORT_DDR3 ? 1024 : 2048;
    return megabits >= least && megabits <= 8 * least && (megabits & (megabits - 1)) == 0;
}

/* It makes the clock 10^6 / (rate / 2) ps, rounded down. */
static unsigned rate(const struct rh_preset *preset) {
    return 1000000U / preset->tck_ps * 2;
}

/* Beats of a burst: it knows one length a device. */
static unsigned prefetch(const struct rh_export *export) {
    return export->device == EXPORT_HBM2 ? 2 : 8;
}

static void export_ramulator2_notes(struct rh_export *export) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    unsigned beats = prefetch(export), turn = t->CL + t->tBURST + 2U - t->WL;
    unsigned megabits = density(preset);
    export_note_window(export, "nFAW");
    export_note_rows(export);
    if (preset->burst_length != beats)
        export_note(export, "a burst of %u: %u beats there, %u / %u times as wide; nBL is ours", preset->burst_length,
                    beats, preset->burst_length, beats);
    if (t->tRTW != turn)
        export_note(export, "RD to WR %u can't be expressed: it is nCL + nBL + 2 - nCWL = %u", t->tRTW, turn);
    if (1000000U / (rate(preset) / 2) != preset->tck_ps)
        export_note(export, "a clock of %u ps: rate %u makes it %u", (unsigned)preset->tck_ps, rate(preset),
                    1000000U / (rate(preset) / 2));
    if (export->device == EXPORT_HBM2 && t->act_clocks != 2)
        export_note(export, "an ACT of %u clock: in HBM2 it is two", t->act_clocks);
    if (export->device == EXPORT_HBM2)
        export_note(export, "a controller sends one command a clock, not one on each bus");
    if (!is_known(megabits, export->device))
        export_note(export, "it looks nRFC up by density before it takes ours, and has none for %u Mb", megabits);
    if (export->device == EXPORT_HBM2 && preset->refresh != RH_REFRESH_OFF)
        export_note(export, "it never refreshes: AllBank does so rank by rank, and its HBM2 has no level rank");
    else if (preset->refresh == RH_REFRESH_OFF && export->device != EXPORT_HBM2)
        export_note(export, "refresh can't be off: nREFI is %u clocks", export_refi(preset));
    else if (preset->refresh >= RH_REFRESH_PER_BANK)
        export_note(export, "%s refresh: AllBank stands in its place, with nRFC and nREFI of all banks",
                    preset->refresh == RH_REFRESH_PER_BANK ? "one-bank" : "same-bank");
}

static void write_ramulator2_timing(FILE *to, const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    const struct rh_timing *t = &p->timing;
    bool hbm = export->device == EXPORT_HBM2, ddr3 = export->device == EXPORT_DDR3;
    const struct export_row common[] = {{"rate", rate(p)}, {"nBL", t->tBURST},        {"nCL", t->CL},
                                        {"nCWL", t->WL},   {"nRP", t->tRP},           {"nRAS", t->tRAS},
                                        {"nRC", t->tRC},   {"nWR", t->tWR},           {"nFAW", export_faw(p)},
                                        {"nRFC", t->tRFC}, {"nREFI", export_refi(p)}, {NULL, 0}};
    const struct export_row groups[] = {{"nCCDS", t->tCCD_S},
                                        {"nCCDL", t->tCCD_L},
                                        {"nRRDS", t->tRRD_S},
                                        {"nRRDL", t->tRRD_L},
                                        {"nWTRS", t->tWTR_S},
                                        {"nWTRL", t->tWTR_L},
                                        {NULL, 0}};
    const struct export_row flat[] = {{"nCCD", t->tCCD_S}, {"nRRD", t->tRRD_S}, {"nWTR", t->tWTR_S}, {NULL, 0}};
    const struct export_row ddr[] = {{"nRCD", export_rcd(p)}, {"nRTP", t->tRTP}, {"nCS", 2}, {NULL, 0}};
    const struct export_row stack[] = {{"nRCDRD", t->tRCDRD},
                                       {"nRCDWR", t->tRCDWR},
                                       {"nRTPS", t->tRTP},
                                       {"nRTPL", t->tRTP},
                                       {"nRTW", t->tRTW},
                                       {"nRFCSB", t->tRFCpb},
                                       {"nREFISB", t->tREFI / p->banks},
                                       {"nRREFD", t->tRREFD},
                                       {NULL, 0}};
    fprintf(to, "    timing:\n");
    export_rows(to, "      ", common, ": ", "\n");
    export_rows(to, "      ", ddr3 ? flat : groups, ": ", "\n");
    export_rows(to, "      ", hbm ? stack : ddr, ": ", "\n");
}

static bool export_ramulator2(FILE *to, const struct rh_export *export) {
    static const char *const devices[] = {"DDR3", "DDR4", "HBM2"};
    const struct rh_preset *p = export->preset;
    bool hbm = export->device == EXPORT_HBM2;
    unsigned width = 8U * p->bus_bytes * p->burst_length / prefetch(export); /* so a request is one column command */
    const struct export_row first[] = {
        {"channel_width", p->chips * width}, {"dq", width}, {"density", density(p)}, {"channel", p->channels},
        {hbm ? "pseudochannel" : "rank", 1}, {NULL, 0}};
    const struct export_row group[] = {{"bankgroup", p->groups}, {NULL, 0}};
    const struct export_row last[] = {
        {"bank", p->banks / p->groups}, {"row", p->rows}, {"column", 8U * p->row_bytes / width}, {NULL, 0}};
    fprintf(to,
            "Frontend:\n  impl: LoadStoreTrace\n  clock_ratio: 1\n  path: requests.trace\n\n"
            "MemorySystem:\n  impl: GenericDRAM\n  clock_ratio: 1\n\n  DRAM:\n    impl: %s\n    org:\n",
            devices[export->device]);
    export_rows(to, "      ", first, ": ", "\n");
    if (export->device != EXPORT_DDR3)
        export_rows(to, "      ", group, ": ", "\n");
    export_rows(to, "      ", last, ": ", "\n");
    write_ramulator2_timing(to, export);
    fprintf(to,
            "\n  Controller:\n    impl: Generic\n    Scheduler:\n      impl: FRFCFS\n    RefreshManager:\n"
            "      impl: AllBank\n    RowPolicy:\n      impl: OpenRowPolicy\n    plugins:\n    - ControllerPlugin:\n"
            "        impl: TraceRecorder\n        path: ./commands.trace\n\n  AddrMapper:\n    impl: RoBaRaCoCh\n");
    return true;
}

static const struct {
    const char *name, *comment; /* what begins a comment; NULL: the file has none */
    void (*notes)(struct rh_export *export);
    bool (*write)(FILE *to, const struct rh_export *export);
} formats[] = {{"ramulator2", "#", export_ramulator2_notes, export_ramulator2},
               {"dramsim3", ";", export_dramsim3_notes, export_dramsim3},
               {"dramsys", NULL, export_dramsys_notes, export_dramsys}};
enum { FORMATS = sizeof formats / sizeof formats[0] };

bool rh_preset_export(const char *format, const struct rh_preset *preset, FILE *to, FILE *notes,
                      struct rh_error *error) {
    struct rh_export export = {.preset = preset};
    export.device = preset->groups == 1 && preset->buses == 1 ? EXPORT_DDR3
                    : preset->buses == 1                      ? EXPORT_DDR4
                                                              : EXPORT_HBM2;
    size_t i = 0;
    while (i < FORMATS && strcmp(formats[i].name, format) != 0)
        i++;
    if (i == FORMATS)
        return rh_error_set(error, "--to: found '%s', expected ramulator2, dramsim3 or dramsys", format);
    if (preset->grains > 1 || preset->subarray_group > 1) /* their banks are free of each other, but for one data bus */
        return rh_error_set(error,
                            "--to: found %s of %s, expected a preset without grains and shared subarrays, which %s "
                            "does not have",
                            preset->grains > 1 ? "the grains" : "the shared subarrays", preset->name, format);
    if (preset->ranks > 1)
        return rh_error_set(error,
                            "--to: found %u ranks of %s, expected a preset of one rank: how %s has several is not "
                            "translated",
                            preset->ranks, preset->name, format);
    export.two_rcd = export.device == EXPORT_HBM2;
    formats[i].notes(&export);
    if (formats[i].comment != NULL)
        fprintf(to, "%s %s: %s\n", formats[i].comment, preset->name, preset->source);
    for (unsigned n = 0; n < export.notes; n++) {
        if (formats[i].comment != NULL)
            fprintf(to, "%s %s\n", formats[i].comment, export.note[n]);
        fprintf(notes, "note: %s\n", export.note[n]);
    }
    return formats[i].write(to, &export) || ferror(to) != 0 ||
           rh_error_set(error, "--to: found no memory, expected enough");
}
