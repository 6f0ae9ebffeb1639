// SPDX-License-Identifier: Apache-2.0
// DRAMSys's memspec (JSON). Names as in its JEDEC_4Gb_DDR4-2400_8bit_A.json (3ff9a995), HBM2.json (1e56835b) and
// MICRON_1Gb_DDR3-1600_8bit_G.json (ad73531e); JSON has no comments, so the notes go to the caller alone.
#include <stdlib.h>
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
    rh_peer_note(&export->notes, "power down and self refresh are not written: CKE, XP, XS, ... are 1");
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

/* Into a preset. */

enum { BITS = 64 };

/* What is in this file or in those that it names, by the paths of a memspec's own file. */
static void gather(struct rh_import *import) {
    static const char *const parts[] = {"simulation.memspec", "simulation.addressmapping", "simulation.mcconfig"};
    for (unsigned i = 0; i < 3; i++) {
        const struct rh_import_entry *named = rh_import_find(import, parts[i]);
        if (named != NULL && !rh_import_further(import, named))
            return;
    }
    for (unsigned i = 0; i < import->count; i++)
        for (unsigned k = 0; k < 3; k++) {
            struct rh_import_entry *entry = &import->entries[i];
            size_t length = strlen(parts[k]), cut = strlen("simulation.");
            if (strncmp(entry->path, parts[k], length) == 0 && entry->path[length] == '.')
                memmove(entry->path, entry->path + cut, strlen(entry->path + cut) + 1);
        }
}

/* In seconds. */
static void read_clock(struct rh_import *import) {
    const struct rh_import_entry *entry = rh_import_find(import, "memspec.memtimingspec.tCK");
    double picoseconds = entry == NULL ? 0 : strtod(entry->text, NULL) * 1e12;
    if (picoseconds < 100 || picoseconds > 100000)
        rh_import_fail(import, entry, "found %s%.40s%s, expected a clock from 1e-10 to 1e-7 seconds",
                       entry == NULL ? "no memspec.memtimingspec.tCK" : "'", entry == NULL ? "" : entry->text,
                       entry == NULL ? "" : "'");
    else
        import->preset.tck_ps = (uint32_t)(picoseconds + 0.5);
}

/* Columns of HBM2 are bursts since version 5.2; before, beats, and a row of those has at least its kilobyte. */
static void read_structure(struct rh_import *import, bool hbm) {
    unsigned ranks = rh_import_key(import, keys, "nbrOfRanks"),
             parts = rh_import_key(import, keys, "nbrOfPseudoChannels");
    unsigned bits = rh_import_key(import, keys, "width"), devices = rh_import_key(import, keys, "nbrOfDevices");
    unsigned fold = bits == 4 ? 2 : 1, beats = import->preset.burst_length;
    unsigned bytes = rh_import_key(import, keys, "nbrOfColumns") * (bits * fold) / 8;
    bool bursts = hbm && bytes < 1024;
    rh_import_set(import, "ranks", ranks, "memspec.memarchitecturespec.nbrOfRanks", "nbrOfRanks");
    rh_import_set(import, "banks", rh_import_key(import, keys, "nbrOfBanks") * ranks,
                  "memspec.memarchitecturespec.nbrOfBanks", "nbrOfBanks%s", ranks > 1 ? " x nbrOfRanks" : "");
    rh_import_set(import, "groups", rh_import_key(import, keys, "nbrOfBankGroups") * ranks,
                  "memspec.memarchitecturespec.nbrOfBankGroups", "nbrOfBankGroups%s", ranks > 1 ? " x nbrOfRanks" : "");
    rh_import_set(import, "channels", rh_import_key(import, keys, "nbrOfChannels") * parts,
                  "memspec.memarchitecturespec.nbrOfChannels", "nbrOfChannels%s",
                  parts > 1 ? " x nbrOfPseudoChannels" : "");
    rh_import_set(import, "row_bytes", bursts ? bytes * beats : bytes, "memspec.memarchitecturespec.nbrOfColumns",
                  bursts ? "nbrOfColumns bursts" : "nbrOfColumns");
    rh_import_set(import, "bus_bytes", bits * fold / 8, "memspec.memarchitecturespec.width",
                  fold > 1 ? "width, two chips as one" : "width");
    rh_import_set(import, "chips", devices / fold, "memspec.memarchitecturespec.nbrOfDevices", "nbrOfDevices");
    rh_import_set(import, "buses", hbm ? 2 : 1, NULL, hbm ? "row and column commands of HBM2" : "one command bus");
    rh_import_set(import, "auto_precharge", 1, NULL, "RDA, WRA");
    rh_import_set(import, "act_clocks", 1, NULL, "one clock there");
    unsigned rate = import->preset.data_rate == 0 ? 1 : import->preset.data_rate;
    rh_import_set(import, "tBURST", beats / rate, "memspec.memarchitecturespec.burstLength", "burstLength / dataRate");
}

static void read_sums(struct rh_import *import, enum rh_peer_device device) {
    const struct rh_timing *t = &import->preset.timing;
    unsigned rcd = device == RH_PEER_HBM2 ? 0 : rh_import_key(import, keys, "RCD");
    unsigned turn = device == RH_PEER_DDR4 ? 1 + rh_import_number(import, "memspec.memtimingspec.WPRE", 1) : 2;
    if (device != RH_PEER_HBM2) {
        rh_import_set(import, "tRCDRD", rcd, "memspec.memtimingspec.RCD", "RCD");
        rh_import_set(import, "tRCDWR", rcd, "memspec.memtimingspec.RCD", "RCD");
        rh_import_set(import, "tRTW", (unsigned)(t->CL + t->tBURST + (int)turn - t->WL), "memspec.memtimingspec.RL",
                      device == RH_PEER_DDR4 ? "RL + burst + 1 + WPRE - WL" : "RL + burst + 2 - WL");
        rh_import_set(import, "tRFCpb", t->tRFC, NULL, "no one-bank refresh: as RFC");
    }
    if (device == RH_PEER_DDR3) {
        rh_import_set(import, "tCCD_L", t->tCCD_S, "memspec.memtimingspec.CCD", "CCD");
        rh_import_set(import, "tRRD_L", t->tRRD_S, "memspec.memtimingspec.RRD", "RRD");
        rh_import_set(import, "tWTR_L", t->tWTR_S, "memspec.memtimingspec.WTR", "WTR");
    }
    unsigned row = (unsigned)t->tRAS + t->tRP;
    rh_import_set(import, "tRC", t->tRC > row ? t->tRC : row, "memspec.memtimingspec.RC", "RC, at least RAS + RP");
    rh_import_set(import, "activates", 4, NULL, "activates in FAW");
    unsigned ranks = import->preset.ranks;
    rh_import_set(import, "tRTRS", ranks > 1 ? rh_import_number(import, "memspec.memtimingspec.RTRS", 1) : 0, NULL,
                  ranks > 1 ? "RTRS" : "one rank");
}

static void read_refresh(struct rh_import *import) {
    static const struct {
        const char *name;
        enum rh_refresh mode;
    } policies[] = {{"AllBank", RH_REFRESH_ALL_BANK},
                    {"NoRefresh", RH_REFRESH_OFF},
                    {"PerBank", RH_REFRESH_PER_BANK},
                    {"SameBank", RH_REFRESH_SAME_BANK}};
    const struct rh_import_entry *policy = rh_import_find(import, "mcconfig.RefreshPolicy");
    const char *name = policy == NULL ? policies[0].name : policy->text;
    unsigned i = 0;
    while (i < 4 && strcmp(policies[i].name, name) != 0)
        i++;
    if (i == 4)
        rh_import_fail(import, policy, "found '%.40s', expected AllBank, PerBank, SameBank or NoRefresh", name);
    else
        rh_import_set(import, "refresh", (unsigned)policies[i].mode, policy == NULL ? NULL : "mcconfig.RefreshPolicy",
                      policy == NULL ? "RefreshPolicy, by default" : "RefreshPolicy");
}

/* The field of each bit of an address, by the lists of the mapping, whose first number is the field's lowest bit. A
 * bit that is a list is the XOR of several, and can't be said in one line. */
static bool read_bits(struct rh_import *import, const char *field[BITS]) {
    static const struct {
        const char *name, *field;
    } lists[] = {{"BYTE_BIT", "byte"},        {"BURST_BIT", "byte"}, {"COLUMN_BIT", "column"},
                 {"BANK_BIT", "bank"},        {"ROW_BIT", "row"},    {"BANKGROUP_BIT", "bank_group"},
                 {"STACK_BIT", "bank_group"}, {"RANK_BIT", "rank"},  {"PSEUDOCHANNEL_BIT", "channel"},
                 {"CHANNEL_BIT", "channel"}};
    bool any = false;
    for (unsigned i = 0; i < sizeof lists / sizeof lists[0]; i++) {
        int below = -1;
        for (unsigned k = 0; k < BITS; k++) {
            char path[RH_IMPORT_PATH];
            (void)snprintf(path, sizeof path, "addressmapping.%s.%u", lists[i].name, k);
            if (rh_import_find(import, path) == NULL)
                break;
            unsigned bit = rh_import_number(import, path, 0);
            if (bit >= BITS || field[bit] != NULL || (int)bit < below) {
                rh_import_fail(import, rh_import_find(import, path),
                               "found bit %u, expected one from %d to 63 that no other field has", bit, below + 1);
                return false;
            }
            field[bit] = lists[i].field;
            below = (int)bit;
            any = true;
        }
    }
    return any;
}

/* The columns of a burst are bytes of a command here. */
static void read_map(struct rh_import *import) {
    const char *field[BITS] = {NULL};
    if (!read_bits(import, field))
        return;
    unsigned command = rh_preset_command_bytes(&import->preset);
    for (unsigned bit = 0; bit < BITS && 1U << bit < command; bit++)
        if (field[bit] != NULL && strcmp(field[bit], "column") == 0)
            field[bit] = "byte";
    for (unsigned bit = BITS; bit-- > 0;)
        if (field[bit] != NULL)
            rh_import_map_bit(import, field[bit]);
    rh_import_map_bit(import, NULL);
}

static void read(struct rh_import *import) {
    static const char *const names[] = {"DDR3", "DDR4", "HBM2"};
    gather(import);
    const struct rh_import_entry *type = rh_import_find(import, "memspec.memoryType");
    unsigned device = 0;
    while (!import->failed && device < 3 && (type == NULL || strcmp(type->text, names[device]) != 0))
        device++;
    if (device == 3)
        rh_import_fail(import, type, "found %s%.40s%s, expected DDR3, DDR4 or HBM2",
                       type == NULL ? "no memspec.memoryType" : "'", type == NULL ? "" : type->text,
                       type == NULL ? "" : "'");
    if (import->failed)
        return;
    import->devices = 1U << device;
    read_clock(import);
    rh_import_keys(import, keys);
    read_structure(import, device == RH_PEER_HBM2);
    read_sums(import, (enum rh_peer_device)device);
    read_refresh(import);
    if (!import->failed)
        read_map(import);
}

static const struct rh_import_reason reasons[] = {
    {"memspec.mempowerspec", "currents are not in a preset (rowhold energy)"},
    {"memspec.memimpedancespec", "currents are not in a preset (rowhold energy)"},
    {"memspec.bankwisespec", "currents are not in a preset (rowhold energy)"},
    {"memspec.memoryId", "a name"},
    {"memspec.memarchitecturespec.maxBurstLength", "bursts are of burstLength"},
    {"memspec.memarchitecturespec.nbrOfStacks", "its banks and groups are counted already"},
    {"memspec.memarchitecturespec.RefMode", "refreshes are all alike: RFC1 and REFI"},
    {"memspec.memtimingspec.RFC", "refreshes are all alike: RFC1 and REFI"},
    {"memspec.memtimingspec.REFISB", "refreshes of one bank come tREFI / banks apart here"},
    {"memspec.memtimingspec.REFM", "refreshes are all alike: RFC1 and REFI"},
    {"memspec.memtimingspec.AL", "in none of the sums that are taken"},
    {"memspec.memtimingspec.CL", "RL has it"},
    {"memspec.memtimingspec.RTRS", "there is one rank"},
    {"memspec.memtimingspec.", "of preambles, or of power down and self refresh, of which a preset has tXP, tXS, ..."},
    {"addressmapping.", "a bit of several can't be expressed"},
    {"mcconfig.", "of the controller, not of the DRAM"},
    {NULL, NULL}};

const struct rh_peer rh_peer_dramsys = {.name = "dramsys",
                                        .title = "DRAMSys",
                                        .notes = notes,
                                        .write = write,
                                        .parse = rh_import_yaml,
                                        .read = read,
                                        .reasons = reasons,
                                        .others = "of the simulation, not of the DRAM"};
