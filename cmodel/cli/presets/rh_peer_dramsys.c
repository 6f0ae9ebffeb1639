// SPDX-License-Identifier: Apache-2.0
// DRAMSys's memspec (JSON). Names as in its JEDEC_4Gb_DDR4-2400_8bit_A.json (3ff9a995), HBM2.json (1e56835b) and
// MICRON_1Gb_DDR3-1600_8bit_G.json (ad73531e); JSON has no comments, so the notes go to the caller alone.
#include <string.h>

#include "cmodel/cli/presets/rh_peer.h"
#include "cmodel/cli/rh_json.h"

static unsigned columns(const struct rh_export *export) {
    return export->preset->row_bytes / export->preset->bus_bytes;
}

static unsigned width(const struct rh_export *export) {
    return 8U * export->preset->bus_bytes;
}

static unsigned refisb(const struct rh_export *export) {
    return export->preset->timing.tREFI / export->preset->banks;
}

static unsigned burst(const struct rh_export *export) {
    return export->preset->burst_length;
}

static unsigned cl(const struct rh_export *export) {
    return export->preset->timing.CL;
}

static unsigned rfc(const struct rh_export *export) {
    return export->preset->timing.tRFC;
}

static unsigned ccdr(const struct rh_export *export) {
    return export->preset->timing.tCCD_S;
}

enum {
    ALL = RH_PEER_IN_ALL,
    DDR3 = RH_PEER_IN_DDR3,
    DDR4 = RH_PEER_IN_DDR4,
    HBM2 = RH_PEER_IN_HBM2,
    DDR = DDR3 | DDR4
};
static const char architecture[] = "memspec.memarchitecturespec", timing[] = "memspec.memtimingspec";
static const struct rh_peer_key keys[] = {{architecture, "burstLength", "burst_length", NULL, ALL, RH_PEER_NEEDED},
                                          {architecture, "maxBurstLength", NULL, burst, ALL, 0},
                                          {architecture, "dataRate", "data_rate", NULL, ALL, RH_PEER_NEEDED},
                                          {architecture, "nbrOfBanks", "banks", NULL, ALL, RH_PEER_NEEDED},
                                          {architecture, "nbrOfColumns", NULL, columns, ALL, RH_PEER_NEEDED},
                                          {architecture, "nbrOfRows", "rows", NULL, ALL, RH_PEER_NEEDED},
                                          {architecture, "width", NULL, width, ALL, RH_PEER_NEEDED},
                                          {architecture, "nbrOfDevices", "chips", NULL, ALL, 1},
                                          {architecture, "nbrOfChannels", "channels", NULL, ALL, 1},
                                          {architecture, "nbrOfBankGroups", "groups", NULL, DDR4 | HBM2, 1},
                                          {architecture, "nbrOfPseudoChannels", NULL, rh_export_one, HBM2, 1},
                                          {architecture, "nbrOfStacks", NULL, rh_export_one, HBM2, 1},
                                          {architecture, "nbrOfRanks", NULL, rh_export_one, DDR, 1},
                                          {architecture, "RefMode", NULL, rh_export_one, DDR4, 1},
                                          {timing, "RAS", "tRAS", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "RC", "tRC", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "RP", "tRP", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "RTP", "tRTP", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "WR", "tWR", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "RL", "CL", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "WL", "WL", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "FAW", "tFAW", rh_export_faw, ALL, RH_PEER_NEEDED},
                                          {timing, "CKE", NULL, rh_export_one, ALL, 0},
                                          {timing, "XP", NULL, rh_export_one, ALL, 0},
                                          {timing, "XS", NULL, rh_export_one, ALL, 0},
                                          {timing, "REFI", "tREFI", NULL, ALL, RH_PEER_NEEDED},
                                          {timing, "AL", NULL, rh_export_zero, DDR, 0},
                                          {timing, "CL", NULL, cl, DDR, 0},
                                          {timing, "RCD", NULL, rh_export_rcd, DDR, RH_PEER_NEEDED},
                                          {timing, "DQSCK", NULL, rh_export_zero, DDR, 0},
                                          {timing, "CKESR", NULL, rh_export_one, DDR, 0},
                                          {timing, "XPDLL", NULL, rh_export_one, DDR, 0},
                                          {timing, "XSDLL", NULL, rh_export_one, DDR, 0},
                                          {timing, "ACTPDEN", NULL, rh_export_one, DDR, 0},
                                          {timing, "PRPDEN", NULL, rh_export_one, DDR, 0},
                                          {timing, "REFPDEN", NULL, rh_export_one, DDR, 0},
                                          {timing, "RTRS", NULL, rh_export_one, DDR, 0},
                                          {timing, "CCD", "tCCD_S", NULL, DDR3, RH_PEER_NEEDED},
                                          {timing, "RRD", "tRRD_S", NULL, DDR3, RH_PEER_NEEDED},
                                          {timing, "WTR", "tWTR_S", NULL, DDR3, RH_PEER_NEEDED},
                                          {timing, "RFC", "tRFC", NULL, DDR3, RH_PEER_NEEDED},
                                          {timing, "CCD_S", "tCCD_S", NULL, DDR4, RH_PEER_NEEDED},
                                          {timing, "CCD_L", "tCCD_L", NULL, DDR4, RH_PEER_NEEDED},
                                          {timing, "RRD_S", "tRRD_S", NULL, DDR4, RH_PEER_NEEDED},
                                          {timing, "RRD_L", "tRRD_L", NULL, DDR4, RH_PEER_NEEDED},
                                          {timing, "WTR_S", "tWTR_S", NULL, DDR4, RH_PEER_NEEDED},
                                          {timing, "WTR_L", "tWTR_L", NULL, DDR4, RH_PEER_NEEDED},
                                          {timing, "RFC1", "tRFC", NULL, DDR4, RH_PEER_NEEDED},
                                          {timing, "RFC2", NULL, rfc, DDR4, 0},
                                          {timing, "RFC4", NULL, rfc, DDR4, 0},
                                          {timing, "REFM", NULL, rh_export_one, DDR4, 1},
                                          {timing, "RPRE", NULL, rh_export_one, DDR4, 0},
                                          {timing, "WPRE", NULL, rh_export_one, DDR4, 0},
                                          {timing, "CCDS", "tCCD_S", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "CCDL", "tCCD_L", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "CCDR", NULL, ccdr, HBM2, 0},
                                          {timing, "RRDS", "tRRD_S", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "RRDL", "tRRD_L", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "WTRS", "tWTR_S", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "WTRL", "tWTR_L", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "RCDRD", "tRCDRD", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "RCDWR", "tRCDWR", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "RFC", "tRFC", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "RFCSB", "tRFCpb", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "REFISB", NULL, refisb, HBM2, 0},
                                          {timing, "RREFD", "tRREFD", NULL, HBM2, 1},
                                          {timing, "RTW", "tRTW", NULL, HBM2, RH_PEER_NEEDED},
                                          {timing, "DQSCK", NULL, rh_export_zero, HBM2, 0},
                                          {timing, "PL", NULL, rh_export_zero, HBM2, 0},
                                          {NULL, NULL, NULL, NULL, 0, 0}};

/* From a preset. */

static void notes(struct rh_export *export) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    unsigned turn = t->CL + t->tBURST + 2U - t->WL;
    rh_export_note_window(export, "FAW");
    if (export->device != RH_PEER_HBM2 && t->tRTW != turn)
        rh_peer_note(&export->notes, "RD to WR %u can't be expressed: it is RL + burst + 2 - WL = %u", t->tRTW, turn);
    if (export->device != RH_PEER_HBM2 && preset->refresh >= RH_REFRESH_PER_BANK)
        rh_peer_note(&export->notes, "one-bank refresh can't be expressed: the memspec has RFC and REFI of all banks");
    if (preset->refresh == RH_REFRESH_OFF)
        rh_peer_note(&export->notes,
                     "refresh is off: set RefreshPolicy to NoRefresh in the mcconfig; REFI is as published");
    if (export->device == RH_PEER_HBM2)
        rh_peer_note(&export->notes, "one channel here is one pseudochannel: nbrOfPseudoChannels is 1");
    rh_peer_note(&export->notes, "power down and self refresh are not in a preset: CKE, XP, XS, ... are 1");
    rh_peer_note(&export->notes,
                 "currents are not in a preset: mempowerspec is 0, so energies are; memimpedancespec is left out");
}

static void set(json_t **object, const struct rh_export *export, const char *section) {
    for (const struct rh_peer_key *key = keys; key->name != NULL; key++)
        if (key->section == section && (key->devices & 1U << export->device) != 0)
            rh_json_set(object, key->name, json_integer(rh_peer_value(key, export)));
}

static json_t *section_of(const struct rh_export *export, const char *section) {
    json_t *object = json_object();
    if (section == timing)
        rh_json_set(&object, "tCK", json_real(export->preset->tck_ps * 1e-12));
    set(&object, export, section);
    return object;
}

static json_t *power(enum rh_peer_device device) {
    static const char *const ddr3[] = {"vdd",    "idd0",  "idd2n", "idd2p0", "idd2p1", "idd3n", "idd3p0",
                                       "idd3p1", "idd4r", "idd4w", "idd5",   "idd6",   NULL};
    static const char *const ddr4[] = {"vdd",    "idd0",   "idd2n",  "idd3n", "idd4r", "idd4w", "idd6n",
                                       "idd2p",  "idd3p",  "vpp",    "ipp0",  "ipp2n", "ipp3n", "ipp4r",
                                       "ipp4w",  "ipp6n",  "ipp2p",  "ipp3p", "idd5B", "ipp5B", "idd5F2",
                                       "ipp5F2", "idd5F4", "ipp5F4", "vddq",  NULL};
    static const char *const hbm2[] = {"vdd",   "idd0",  "idd2n", "idd3n",   "idd4r", "idd4w",   "idd6n", "idd2p",
                                       "idd3p", "vpp",   "ipp0",  "ipp2n",   "ipp3n", "ipp4r",   "ipp4w", "ipp6n",
                                       "ipp2p", "ipp3p", "idd5b", "idd5bpb", "ipp5b", "ipp5bpb", "vddq",  NULL};
    const char *const *names = device == RH_PEER_DDR3 ? ddr3 : device == RH_PEER_DDR4 ? ddr4 : hbm2;
    json_t *object = json_object();
    for (; *names != NULL; names++)
        rh_json_set(&object, *names, json_integer(0));
    return object;
}

static bool write(FILE *to, const struct rh_export *export) {
    static const char *const devices[] = {"DDR3", "DDR4", "HBM2"};
    json_t *spec =
        json_pack("{s:{s:o, s:s, s:o, s:o, s:o}}", "memspec", "memoryId", rh_json_text(export->preset->name),
                  "memoryType", devices[export->device], "memarchitecturespec", section_of(export, architecture),
                  "memtimingspec", section_of(export, timing), "mempowerspec", power(export->device));
    bool good = json_dumpf(spec, to, JSON_INDENT(4) | JSON_REAL_PRECISION(15)) == 0;
    fputc('\n', to);
    json_decref(spec);
    return good;
}

const struct rh_peer rh_peer_dramsys = {.name = "dramsys", .title = "DRAMSys", .notes = notes, .write = write};
