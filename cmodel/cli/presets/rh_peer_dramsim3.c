// SPDX-License-Identifier: Apache-2.0
// DRAMsim3's ini. Names, defaults and sums as in its configuration.cc (000abef7) and timing.cc.
#include <string.h>
#include <strings.h>

#include "cmodel/cli/presets/rh_peer.h"

/* GDDR5 moves 4 beats a clock, GDDR5X 8; its GDDR6 would be 16. */
static bool is_gddr(const struct rh_export *export) {
    return export->device != RH_PEER_HBM2 && (export->preset->data_rate == 4 || export->preset->data_rate == 8);
}

/* Elsewhere two beats a clock have to hold all of ours. */
static unsigned rate_of(const struct rh_export *export) {
    return is_gddr(export) ? 2 : export->preset->data_rate;
}

static unsigned width_of(const struct rh_export *export) {
    return 8U * export->preset->bus_bytes * rate_of(export) / 2;
}

static unsigned burst_of(const struct rh_export *export) {
    return export->preset->burst_length * 2U / rate_of(export);
}

static unsigned bus_width_of(const struct rh_export *export) {
    return export->preset->chips * width_of(export);
}

static unsigned columns_of(const struct rh_export *export) {
    unsigned beats = export->device == RH_PEER_HBM2 ? 2 : is_gddr(export) ? burst_of(export) : 1; /* of a column */
    return 8U * export->preset->row_bytes / width_of(export) / beats;
}

static unsigned group_banks_of(const struct rh_export *export) {
    return export->preset->banks / export->preset->groups;
}

static unsigned megabytes_of(const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    return (unsigned)((uint64_t)p->chips * p->row_bytes * p->rows * p->banks >> 20);
}

static unsigned refib_of(const struct rh_export *export) {
    return rh_export_refi(export) / export->preset->banks;
}

/* It sums RD to WR up as CL + burst - CWL + tRTRS, of which no preset has less than the first three; tRPRE is read and
 * in no sum. */
static unsigned turn_of(const struct rh_export *export) {
    const struct rh_timing *t = &export->preset->timing;
    return (unsigned)(t->tRTW + t->WL - t->CL - t->tBURST);
}

static unsigned rcd_to_rd(const struct rh_export *export) {
    return export->two_rcd ? export->preset->timing.tRCDRD : rh_export_rcd(export);
}

static unsigned rcd_to_wr(const struct rh_export *export) {
    return export->two_rcd ? export->preset->timing.tRCDWR : rh_export_rcd(export);
}

static unsigned window_of_32(const struct rh_export *export) {
    return 32U * export->preset->timing.tRRD_S;
}

enum { ALL = RH_PEER_IN_ALL };
static const char structure[] = "dram_structure", timing[] = "timing", setup[] = "system";
static const struct rh_peer_key keys[] = {{structure, "bankgroups", "groups", NULL, ALL, 2},
                                          {structure, "banks_per_group", NULL, group_banks_of, ALL, 2},
                                          {structure, "rows", "rows", NULL, ALL, 65536},
                                          {structure, "columns", NULL, columns_of, ALL, 1024},
                                          {structure, "device_width", NULL, width_of, ALL, 8},
                                          {structure, "BL", NULL, burst_of, ALL, 8},
                                          {timing, "AL", NULL, rh_export_zero, ALL, 0},
                                          {timing, "CL", "CL", NULL, ALL, 12},
                                          {timing, "CWL", "WL", NULL, ALL, 12},
                                          {timing, "tRCD", NULL, rh_export_rcd, ALL, 10},
                                          {timing, "tRCDRD", "tRCDRD", rcd_to_rd, ALL, 24},
                                          {timing, "tRCDWR", "tRCDWR", rcd_to_wr, ALL, 20},
                                          {timing, "tRP", "tRP", NULL, ALL, 10},
                                          {timing, "tRAS", "tRAS", NULL, ALL, 24},
                                          {timing, "tRFC", "tRFC", NULL, ALL, 74},
                                          {timing, "tREFI", NULL, rh_export_refi, ALL, 7800},
                                          {timing, "tRFCb", "tRFCpb", NULL, ALL, 20},
                                          {timing, "tREFIb", NULL, refib_of, ALL, 1950},
                                          {timing, "tRPRE", NULL, rh_export_one, ALL, 1},
                                          {timing, "tWPRE", NULL, rh_export_one, ALL, 1},
                                          {timing, "tRTRS", NULL, turn_of, ALL, 2},
                                          {timing, "tRRD_S", "tRRD_S", NULL, ALL, 4},
                                          {timing, "tRRD_L", "tRRD_L", NULL, ALL, 4},
                                          {timing, "tWTR_S", "tWTR_S", NULL, ALL, 5},
                                          {timing, "tWTR_L", "tWTR_L", NULL, ALL, 5},
                                          {timing, "tFAW", "tFAW", rh_export_faw, ALL, 50},
                                          {timing, "t32AW", NULL, window_of_32, ALL, 330},
                                          {timing, "tWR", "tWR", NULL, ALL, 10},
                                          {timing, "tRTP", "tRTP", NULL, ALL, 5},
                                          {timing, "tCCD_S", "tCCD_S", NULL, ALL, 4},
                                          {timing, "tCCD_L", "tCCD_L", NULL, ALL, 6},
                                          {timing, "tPPD", NULL, NULL, 0, 0},
                                          {setup, "channel_size", NULL, megabytes_of, ALL, 1024},
                                          {setup, "channels", "channels", NULL, ALL, 1},
                                          {setup, "bus_width", NULL, bus_width_of, ALL, 64},
                                          {NULL, NULL, NULL, NULL, 0, 0}};

/* From a preset. */

static const char *protocol(const struct rh_export *export) {
    static const char *const devices[] = {"DDR3", "DDR4", "HBM2"};
    if (!is_gddr(export))
        return devices[export->device];
    return export->preset->data_rate == 4 ? "GDDR5" : "GDDR5X";
}

static void notes(struct rh_export *export) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    export->two_rcd |= is_gddr(export);
    rh_export_note_window(export, "tFAW");
    rh_export_note_rows(export);
    if (t->tRC != t->tRAS + t->tRP)
        rh_peer_note(&export->notes, "tRC %u can't be expressed: it is tRAS + tRP = %u", t->tRC, t->tRAS + t->tRP);
    if (preset->data_rate != 2 && !is_gddr(export))
        rh_peer_note(&export->notes,
                     "%u beats a clock: two of them there, %u / 2 times as wide, for a burst takes BL / 2 clocks",
                     preset->data_rate, preset->data_rate);
    rh_peer_note(&export->notes, "after read_p the bank waits tRTP + burst + tRP, not tRTP + tRP = %u",
                 t->tRTP + t->tRP);
    if (preset->refresh == RH_REFRESH_OFF)
        rh_peer_note(&export->notes, "refresh can't be off: tREFI is %u clocks", rh_export_refi(export));
    if (preset->refresh == RH_REFRESH_SAME_BANK)
        rh_peer_note(&export->notes, "refresh of one bank of every group can't be expressed: all banks in its place");
    if (preset->refresh == RH_REFRESH_PER_BANK)
        rh_peer_note(&export->notes,
                     "refresh of one bank: all banks in its place, for BANK_LEVEL_STAGGERED falls behind and "
                     "stalls");
    if (export->device == RH_PEER_HBM2 && t->act_clocks != 1)
        rh_peer_note(&export->notes, "an ACT of %u clocks can't be expressed: it takes one", t->act_clocks);
    rh_peer_note(&export->notes, "power down and currents are not written: tCKE, tXP, tXS and [power] are left out");
}

static bool write(FILE *to, const struct rh_export *export) {
    fprintf(to, "[dram_structure]\nprotocol = %s\n", protocol(export));
    rh_peer_put(to, export, keys, structure, "", " = ", "");
    if (export->device == RH_PEER_HBM2)
        fprintf(to, "hbm_dual_cmd = true\n");
    fprintf(to, "\n[timing]\ntCK = %.3f\n", export->preset->tck_ps / 1000.0);
    rh_peer_put(to, export, keys, timing, "", " = ", "");
    fprintf(to, "\n[system]\n");
    rh_peer_put(to, export, keys, setup, "", " = ", "");
    fprintf(to,
            "address_mapping = rochrabgbaco\nqueue_structure = PER_BANK\nrow_buf_policy = OPEN_PAGE\n"
            "refresh_policy = RANK_LEVEL_STAGGERED\nunified_queue = true\ncmd_queue_size = 1\ntrans_queue_size = 32\n\n"
            "[other]\nepoch_period = 1000000\noutput_level = 1\noutput_prefix = dramsim3\n");
    return true;
}

/* Into a preset. */

static const struct protocol {
    const char *name;
    unsigned beats; /* a clock */
    bool gddr, hbm;
} protocols[] = {{"DDR3", 2, false, false},   {"DDR4", 2, false, false},   {"GDDR5", 4, true, false},
                 {"GDDR5X", 8, true, false},  {"GDDR6", 16, true, false},  {"LPDDR", 2, false, false},
                 {"LPDDR3", 2, false, false}, {"LPDDR4", 2, false, false}, {"HBM", 2, false, true},
                 {"HBM2", 2, false, true}};
enum { PROTOCOLS = sizeof protocols / sizeof protocols[0] };

static const struct protocol *read_protocol(struct rh_import *import) {
    const struct rh_import_entry *entry = rh_import_find(import, "dram_structure.protocol");
    const char *name = entry == NULL ? protocols[0].name : entry->text;
    for (unsigned i = 0; i < PROTOCOLS; i++)
        if (strcmp(protocols[i].name, name) == 0)
            return &protocols[i];
    rh_import_fail(import, entry,
                   "found '%.40s', expected DDR3, DDR4, GDDR5, GDDR5X, GDDR6, LPDDR, LPDDR3, LPDDR4, HBM "
                   "or HBM2 (HMC's links are no DRAM channel)",
                   name);
    return &protocols[0];
}

/* Chips of less than a byte count together: two of x4 are one of x8. */
static void read_structure(struct rh_import *import, const struct protocol *protocol) {
    unsigned groups = rh_import_key(import, keys, "bankgroups"), banks = rh_import_key(import, keys, "banks_per_group");
    unsigned beats = rh_import_key(import, keys, "BL"), width = rh_import_key(import, keys, "device_width");
    unsigned columns = rh_import_key(import, keys, "columns"), bus = rh_import_key(import, keys, "bus_width");
    if (!rh_import_flag(import, "dram_structure.bankgroup_enable", true)) {
        banks *= groups;
        groups = 1;
    }
    if (beats == 0 || width == 0 || bus / width == 0 || groups == 0 || banks == 0) {
        rh_import_fail(import, rh_import_find(import, beats == 0 ? "dram_structure.BL" : "dram_structure.device_width"),
                       "found BL %u and a device of %u on a bus of %u bits, expected bursts on a bus of whole devices",
                       beats, width, bus);
        return;
    }
    columns *= protocol->gddr ? beats : protocol->hbm ? 2 : 1;
    unsigned folded = width < 8 ? 8 : width;
    uint64_t page = (uint64_t)columns * folded / 8, bits = (uint64_t)columns * width;
    uint64_t rank = bits * rh_import_key(import, keys, "rows") / 8 * groups * banks * (bus / width);
    uint64_t channel = (uint64_t)rh_import_key(import, keys, "channel_size") << 20;
    unsigned ranks = rank == 0 || channel / rank == 0 ? 1 : (unsigned)(channel / rank);
    rh_import_set(import, "ranks", ranks, "system.channel_size", "channel_size / size of a rank");
    rh_import_set(import, "banks", groups * banks * ranks, "dram_structure.banks_per_group",
                  "bankgroups x banks_per_group x ranks");
    rh_import_set(import, "groups", groups * ranks, "dram_structure.bankgroups", "bankgroups x ranks");
    rh_import_set(import, "row_bytes", page > UINT32_MAX ? UINT32_MAX : (unsigned)page, "dram_structure.columns",
                  "columns of %u bits",
                  width * (unsigned)(protocol->gddr  ? beats
                                     : protocol->hbm ? 2
                                                     : 1));
    rh_import_set(import, "bus_bytes", folded / 8, "dram_structure.device_width",
                  width < 8 ? "device_width, several chips as one" : "device_width");
    rh_import_set(import, "chips", bus / folded, "system.bus_width", "bus_width / device_width");
    rh_import_set(import, "burst_length", beats, "dram_structure.BL", "BL");
    rh_import_set(import, "data_rate", protocol->beats, "dram_structure.protocol", "beats a clock of %s",
                  protocol->name);
    rh_import_set(import, "tBURST", beats / protocol->beats, "dram_structure.BL", "BL / %u", protocol->beats);
    rh_import_set(import, "buses", protocol->hbm && rh_import_flag(import, "dram_structure.hbm_dual_cmd", true) ? 2 : 1,
                  NULL, protocol->hbm ? "hbm_dual_cmd" : "one command bus");
    rh_import_set(import, "auto_precharge", 1, NULL, "read_p, write_p");
}

static unsigned most(unsigned a, unsigned b) {
    return a > b ? a : b;
}

/* The sums of timing.cc, where they are not the key's value alone. */
static void read_sums(struct rh_import *import, const struct protocol *protocol) {
    const struct rh_timing *t = &import->preset.timing;
    unsigned al = rh_import_key(import, keys, "AL"), rcd = rh_import_key(import, keys, "tRCD");
    unsigned turn = rh_import_key(import, keys, "tRTRS");
    if (!protocol->gddr && !protocol->hbm) {
        rh_import_set(import, "tRCDRD", rcd - al, "timing.tRCD", "tRCD - AL");
        rh_import_set(import, "tRCDWR", rcd - al, "timing.tRCD", "tRCD - AL");
    }
    if (al != 0) {
        rh_import_set(import, "CL", t->CL + al, "timing.CL", "AL + CL");
        rh_import_set(import, "WL", t->WL + al, "timing.CWL", "AL + CWL");
        rh_import_set(import, "tRTP", t->tRTP + al, "timing.tRTP", "AL + tRTP");
    }
    bool grouped = import->preset.groups > import->preset.ranks;
    if (!grouped) {
        rh_import_set(import, "tRRD_L", t->tRRD_S, "timing.tRRD_S", "tRRD_S, without bank groups");
        rh_import_set(import, "tWTR_L", t->tWTR_S, "timing.tWTR_S", "tWTR_S, without bank groups");
        rh_import_set(import, "tCCD_L", t->tCCD_S, "timing.tCCD_S", "tCCD_S, without bank groups");
    }
    if (t->tCCD_S < t->tBURST || t->tCCD_L < t->tBURST) {
        rh_import_set(import, "tCCD_S", most(t->tCCD_S, t->tBURST), "timing.tCCD_S", "tCCD_S, at least the burst");
        rh_import_set(import, "tCCD_L", most(t->tCCD_L, t->tBURST), "timing.tCCD_L", "tCCD_L, at least the burst");
    }
    rh_import_set(import, "tRC", t->tRAS + t->tRP, "timing.tRAS", "tRAS + tRP");
    rh_import_set(import, "tRTW", (unsigned)(t->CL + t->tBURST + turn - t->WL), "timing.tRTRS",
                  "CL + burst - CWL + tRTRS");
    rh_import_set(import, "activates", 4, NULL, "activates in tFAW");
    bool alone = import->preset.ranks <= 1;
    rh_import_set(import, "tRTRS", alone ? 0 : turn, alone ? NULL : "timing.tRTRS", alone ? "one rank" : "tRTRS");
    if (protocol->gddr && rh_import_key(import, keys, "t32AW") > 8U * most(t->tFAW, 4U * t->tRRD_S))
        rh_peer_note(&import->notes, "t32AW can't be expressed: a window of 32 activates beside that of 4");
    if (import->preset.ranks > 1)
        rh_peer_note(&import->notes, "WR to WR of another rank is the burst there, and here tRTRS more");
    bool spaced = protocol->gddr || strcmp(protocol->name, "LPDDR4") == 0;
    if (spaced && rh_import_find(import, "timing.tPPD") != NULL)
        rh_import_set(import, "tPPD", rh_import_key(import, keys, "tPPD"), "timing.tPPD", "tPPD");
}

static bool any(struct rh_import *import, const char *one, const char *other) {
    return rh_import_find(import, one) != NULL || rh_import_find(import, other) != NULL;
}

/* What only the judge of foreign traces reads, where the file has it; its defaults are those of a DDR3. */
static void read_sleep(struct rh_import *import) {
    if (any(import, "timing.tXP", "timing.tCKE")) {
        rh_import_set(import, "tXP", rh_import_number(import, "timing.tXP", 8), "timing.tXP", "tXP");
        rh_import_set(import, "tCKE", rh_import_number(import, "timing.tCKE", 6), "timing.tCKE", "tCKE");
        rh_import_set(import, "tPDEN", 1, NULL, "not there: the next clock");
    }
    if (any(import, "timing.tXS", "timing.tCKESR")) {
        unsigned exit = rh_import_number(import, "timing.tXS", 432);
        rh_import_set(import, "tXS", exit, "timing.tXS", "tXS");
        rh_import_set(import, "tXSDLL", exit, NULL, "not there: as tXS");
        rh_import_set(import, "tCKESR", rh_import_number(import, "timing.tCKESR", 12), "timing.tCKESR", "tCKESR");
    }
}

static void read_refresh(struct rh_import *import) {
    const struct rh_import_entry *policy = rh_import_find(import, "system.refresh_policy");
    unsigned refi = rh_import_key(import, keys, "tREFI"), one = rh_import_key(import, keys, "tREFIb");
    bool staggered = policy != NULL && strcmp(policy->text, "BANK_LEVEL_STAGGERED") == 0;
    if (policy != NULL && !staggered && strncmp(policy->text, "RANK_LEVEL_S", strlen("RANK_LEVEL_S")) != 0)
        rh_import_fail(import, policy,
                       "found '%.40s', expected RANK_LEVEL_SIMULTANEOUS, RANK_LEVEL_STAGGERED or "
                       "BANK_LEVEL_STAGGERED",
                       policy->text);
    if (!staggered && refi >= RH_PEER_NEVER) {
        rh_import_set(import, "refresh", RH_REFRESH_OFF, "timing.tREFI", "tREFI, which never comes");
        rh_import_set(import, "tREFI", 65535, NULL, "the longest, for refresh is off");
    } else {
        rh_import_set(import, "refresh", staggered ? RH_REFRESH_PER_BANK : RH_REFRESH_ALL_BANK, "system.refresh_policy",
                      "refresh_policy");
        rh_import_set(import, "tREFI", staggered ? one * import->preset.banks : refi,
                      staggered ? "timing.tREFIb" : "timing.tREFI", staggered ? "tREFIb x banks" : "tREFI");
    }
    if (!staggered && rh_import_find(import, "timing.tRFCb") == NULL)
        rh_import_set(import, "tRFCpb", import->preset.timing.tRFC, "timing.tRFC", "no one-bank refresh: as tRFC");
}

static void read(struct rh_import *import) {
    const struct protocol *protocol = read_protocol(import);
    import->preset.tck_ps = rh_import_thousandths(import, "timing.tCK", 1000);
    if (rh_import_find(import, "timing.tCK") == NULL)
        rh_peer_note(&import->notes, "tCK is left out: 1 ns, as DRAMsim3 has it then");
    rh_import_keys(import, keys);
    read_structure(import, protocol);
    read_sums(import, protocol);
    read_refresh(import);
    read_sleep(import);
    const struct rh_import_entry *map = rh_import_find(import, "system.address_mapping");
    if (map == NULL)
        rh_peer_note(&import->notes, "address_mapping is left out: chrobabgraco, as DRAMsim3 has it then");
    (void)snprintf(import->preset.map, sizeof import->preset.map, "%s", map == NULL ? "chrobabgraco" : map->text);
}

static const struct rh_import_reason reasons[] = {
    {"power.", "currents are not in a preset (rowhold energy)"},
    {"thermal.", "temperature is not modelled"},
    {"other.", "an output of DRAMsim3 alone"},
    {"hmc.", "HMC is not modelled"},
    {"system.trans_queue_size", "of the controller, not of the DRAM: --queue N"},
    {"system.cmd_queue_size", "of the controller, not of the DRAM: --queue N"},
    {"system.unified_queue", "of the controller, not of the DRAM: --write-queue N where reads and writes are apart"},
    {"system.write_buf_size", "of the controller, not of the DRAM: --write-queue N where reads and writes are apart"},
    {"system.row_buf_policy", "of the controller, not of the DRAM: --page"},
    {"system.queue_structure", "of the controller, not of the DRAM: its queue serves all banks"},
    {"timing.tRPRE", "in none of DRAMsim3's sums"},
    {"timing.tWPRE", "in none of DRAMsim3's sums"},
    {"timing.t32AW", "only GDDR has it"},
    {"timing.", "DRAMsim3 does not read it"},
    {"dram_structure.num_dies", "temperature is not modelled"},
    {"dram_structure.", "DRAMsim3 does not read it"},
    {"system.enable_self_refresh", "self refresh is not modelled"},
    {"system.sref", "self refresh is not modelled"},
    {NULL, NULL}};

const struct rh_peer rh_peer_dramsim3 = {.name = "dramsim3",
                                         .title = "DRAMsim3",
                                         .comment = ";",
                                         .notes = notes,
                                         .write = write,
                                         .parse = rh_import_ini,
                                         .read = read,
                                         .reasons = reasons,
                                         .defaults = true};
