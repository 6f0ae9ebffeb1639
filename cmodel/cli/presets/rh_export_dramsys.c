// SPDX-License-Identifier: Apache-2.0
// A preset as DRAMSys's memspec (JSON). Names as in its JEDEC_4Gb_DDR4-2400_8bit_A.json (3ff9a995), HBM2.json
// (1e56835b) and MICRON_1Gb_DDR3-1600_8bit_G.json (ad73531e); JSON has no comments, so the notes go to the caller
// alone.
#include "cmodel/cli/presets/rh_preset_export.h"
#include "cmodel/run/rh_json.h"

void rh_export_dramsys_notes(struct rh_export *export) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    unsigned turn = t->CL + t->tBURST + 2U - t->WL;
    rh_export_note_window(export, "FAW");
    if (export->device != RH_EXPORT_HBM2 && t->tRTW != turn)
        rh_export_note(export, "RD to WR %u can't be expressed: it is RL + burst + 2 - WL = %u", t->tRTW, turn);
    if (export->device != RH_EXPORT_HBM2 && preset->refresh >= RH_REFRESH_PER_BANK)
        rh_export_note(export, "one-bank refresh can't be expressed: the memspec has RFC and REFI of all banks");
    if (preset->refresh == RH_REFRESH_OFF)
        rh_export_note(export, "refresh is off: set RefreshPolicy to NoRefresh in the mcconfig; REFI is as published");
    if (export->device == RH_EXPORT_HBM2)
        rh_export_note(export, "one channel here is one pseudochannel: nbrOfPseudoChannels is 1");
    rh_export_note(export, "power down and self refresh are not in a preset: CKE, XP, XS, ... are 1");
    rh_export_note(export,
                   "currents are not in a preset: mempowerspec is 0, so energies are; memimpedancespec is left out");
}

/* "name": value, ... with a comma between all. */
static void put(FILE *to, const struct rh_export_row *rows, const char **comma) {
    for (; rows->name != NULL; rows++) {
        fprintf(to, "%s\n            \"%s\": %u", *comma, rows->name, rows->value);
        *comma = ",";
    }
}

static void write_organisation(FILE *to, const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    bool hbm = export->device == RH_EXPORT_HBM2;
    const char *comma = "";
    const struct rh_export_row rows[] = {{"burstLength", p->burst_length},
                                         {"maxBurstLength", p->burst_length},
                                         {"dataRate", p->data_rate},
                                         {"nbrOfBanks", p->banks},
                                         {"nbrOfColumns", p->row_bytes / p->bus_bytes},
                                         {"nbrOfRows", p->rows},
                                         {"width", 8U * p->bus_bytes},
                                         {"nbrOfDevices", p->chips},
                                         {"nbrOfChannels", p->channels},
                                         {NULL, 0}};
    const struct rh_export_row group[] = {{"nbrOfBankGroups", p->groups}, {NULL, 0}};
    const struct rh_export_row stack[] = {{"nbrOfPseudoChannels", 1}, {"nbrOfStacks", 1}, {NULL, 0}};
    const struct rh_export_row rank[] = {{"nbrOfRanks", 1}, {NULL, 0}}, mode[] = {{"RefMode", 1}, {NULL, 0}};
    fprintf(to, "        \"memarchitecturespec\": {");
    put(to, rows, &comma);
    if (export->device != RH_EXPORT_DDR3)
        put(to, group, &comma);
    put(to, hbm ? stack : rank, &comma);
    if (export->device == RH_EXPORT_DDR4)
        put(to, mode, &comma);
    fprintf(to, "\n        },\n");
}

static void write_timing(FILE *to, const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    const struct rh_timing *t = &p->timing;
    const char *comma = "";
    const struct rh_export_row common[] = {{"RAS", t->tRAS}, {"RC", t->tRC}, {"RP", t->tRP}, {"RTP", t->tRTP},
                                           {"WR", t->tWR},   {"RL", t->CL},  {"WL", t->WL},  {"FAW", rh_export_faw(p)},
                                           {"CKE", 1},       {"XP", 1},      {"XS", 1},      {"REFI", t->tREFI},
                                           {NULL, 0}};
    const struct rh_export_row ddr[] = {{"AL", 0},      {"CL", t->CL},  {"RCD", rh_export_rcd(p)},
                                        {"DQSCK", 0},   {"CKESR", 1},   {"XPDLL", 1},
                                        {"XSDLL", 1},   {"ACTPDEN", 1}, {"PRPDEN", 1},
                                        {"REFPDEN", 1}, {"RTRS", 1},    {NULL, 0}};
    const struct rh_export_row ddr3[] = {
        {"CCD", t->tCCD_S}, {"RRD", t->tRRD_S}, {"WTR", t->tWTR_S}, {"RFC", t->tRFC}, {NULL, 0}};
    const struct rh_export_row ddr4[] = {{"CCD_S", t->tCCD_S},
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
    const struct rh_export_row hbm[] = {{"CCDS", t->tCCD_S},
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
    fprintf(to, "        \"memtimingspec\": {\n            \"tCK\": %ue-12", (unsigned)p->tck_ps);
    comma = ",";
    put(to, common, &comma);
    if (export->device != RH_EXPORT_HBM2)
        put(to, ddr, &comma);
    put(to, export->device == RH_EXPORT_DDR3 ? ddr3 : export->device == RH_EXPORT_DDR4 ? ddr4 : hbm, &comma);
    fprintf(to, "\n        },\n");
}

static void write_power(FILE *to, enum rh_export_device device) {
    static const char *const ddr3[] = {"vdd",    "idd0",  "idd2n", "idd2p0", "idd2p1", "idd3n", "idd3p0",
                                       "idd3p1", "idd4r", "idd4w", "idd5",   "idd6",   NULL};
    static const char *const ddr4[] = {"vdd",    "idd0",   "idd2n",  "idd3n", "idd4r", "idd4w", "idd6n",
                                       "idd2p",  "idd3p",  "vpp",    "ipp0",  "ipp2n", "ipp3n", "ipp4r",
                                       "ipp4w",  "ipp6n",  "ipp2p",  "ipp3p", "idd5B", "ipp5B", "idd5F2",
                                       "ipp5F2", "idd5F4", "ipp5F4", "vddq",  NULL};
    static const char *const hbm2[] = {"vdd",   "idd0",  "idd2n", "idd3n",   "idd4r", "idd4w",   "idd6n", "idd2p",
                                       "idd3p", "vpp",   "ipp0",  "ipp2n",   "ipp3n", "ipp4r",   "ipp4w", "ipp6n",
                                       "ipp2p", "ipp3p", "idd5b", "idd5bpb", "ipp5b", "ipp5bpb", "vddq",  NULL};
    const char *const *names = device == RH_EXPORT_DDR3 ? ddr3 : device == RH_EXPORT_DDR4 ? ddr4 : hbm2;
    const char *comma = "";
    fprintf(to, "        \"mempowerspec\": {");
    for (; *names != NULL; names++, comma = ",")
        fprintf(to, "%s\n            \"%s\": 0", comma, *names);
    fprintf(to, "\n        }\n");
}

void rh_export_dramsys(FILE *to, const struct rh_export *export) {
    static const char *const devices[] = {"DDR3", "DDR4", "HBM2"};
    fprintf(to, "{\n    \"memspec\": {\n        \"memoryId\": ");
    rh_json_string(to, export->preset->name);
    fprintf(to, ",\n        \"memoryType\": \"%s\",\n", devices[export->device]);
    write_organisation(to, export);
    write_timing(to, export);
    write_power(to, export->device);
    fprintf(to, "    }\n}\n");
}
