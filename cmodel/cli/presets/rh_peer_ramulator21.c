// SPDX-License-Identifier: Apache-2.0
// Ramulator 2.1 (c5b1c3a4), which is set up in Python: a script that runs there, whose device is one of its own with
// every value given anew. Its export is read by rh_peer_ramulator2.c.
#include "cmodel/cli/presets/rh_peer.h"

enum {
    DDR3 = RH_PEER_IN_DDR3,
    DDR4 = RH_PEER_IN_DDR4,
    HBM2 = RH_PEER_IN_HBM2,
    GDDR6 = 1 << RH_PEER_GDDR6,
    ALL = DDR3 | DDR4 | HBM2 | GDDR6,
    RANKS = DDR3 | DDR4,
    GROUPS = ALL & ~DDR3
};

static const struct {
    const char *name, *org, *timing, *controller;
    unsigned beats, dq; /* of a column command, and of the device `org` */
} devices[] = {[RH_PEER_DDR3] = {"DDR3", "DDR3_8Gb_x8", "DDR3_1600K", "GenericDDR", 8, 8},
               [RH_PEER_DDR4] = {"DDR4", "DDR4_8Gb_x8", "DDR4_2400R", "GenericDDR", 8, 8},
               [RH_PEER_HBM2] = {"HBM2", "HBM2_8Gb", "HBM2_2000Mbps", "HBM12", 4, 64},
               [RH_PEER_GDDR6] = {"GDDR6", "GDDR6_8Gb_x16", "GDDR6_14000_1350mV_quad", "GenericDDR", 16, 16}};

/* So a request is one column command. */
static unsigned channel_width(const struct rh_export *export) {
    const struct rh_preset *p = export->preset;
    return 8U * p->bus_bytes * p->chips * p->burst_length / devices[export->device].beats;
}

static unsigned group_banks(const struct rh_export *export) {
    return export->preset->banks / export->preset->groups;
}

static unsigned columns(const struct rh_export *export) {
    return 8U * export->preset->row_bytes * export->preset->chips / channel_width(export);
}

static unsigned rate(const struct rh_export *export) {
    return 1000000U / export->preset->tck_ps * export->preset->data_rate;
}

static unsigned tck(const struct rh_export *export) {
    return export->preset->tck_ps;
}

static unsigned refipb(const struct rh_export *export) {
    return export->preset->timing.tREFI / export->preset->banks;
}

static unsigned two(const struct rh_export *export) {
    (void)export;
    return 2;
}

/* It takes these between the last clocks of their commands, and an ACT of HBM2 has one clock more. */
static unsigned rest(const struct rh_export *export) {
    return export->device == RH_PEER_HBM2 ? 1 : 0;
}

static unsigned rp(const struct rh_export *export) {
    return export->preset->timing.tRP + rest(export);
}

static unsigned ras(const struct rh_export *export) {
    return export->preset->timing.tRAS - rest(export);
}

static unsigned rcdrd(const struct rh_export *export) {
    return export->preset->timing.tRCDRD - rest(export);
}

static unsigned rcdwr(const struct rh_export *export) {
    return export->preset->timing.tRCDWR - rest(export);
}

static unsigned rfc(const struct rh_export *export) {
    return export->preset->timing.tRFC + rest(export);
}

static unsigned rfcpb(const struct rh_export *export) {
    return export->preset->timing.tRFCpb + rest(export);
}

static unsigned rrefd(const struct rh_export *export) {
    return export->preset->timing.tRREFD + rest(export);
}

/* It has no device without the rule; a distance of one clock is none. */
static unsigned ppd(const struct rh_export *export) {
    const struct rh_timing *t = &export->preset->timing;
    return t->tPPD > 1 ? t->tPPD : 1;
}

static const char org[] = "org", timing[] = "timing";
static const struct rh_peer_key keys[] = {{org, "channel_width", NULL, channel_width, ALL, 0},
                                          {org, "pseudochannel", NULL, rh_export_one, HBM2, 0},
                                          {org, "rank", NULL, rh_export_one, RANKS, 0},
                                          {org, "bankgroup", "groups", NULL, GROUPS, 0},
                                          {org, "bank", NULL, group_banks, ALL, 0},
                                          {org, "row", "rows", NULL, ALL, 0},
                                          {org, "column", NULL, columns, ALL, 0},
                                          {timing, "rate", NULL, rate, ALL, 0},
                                          {timing, "tCK_ps", NULL, tck, ALL, 0},
                                          {timing, "nBL", "tBURST", NULL, ALL, 0},
                                          {timing, "nCL", "CL", NULL, ALL, 0},
                                          {timing, "nCWL", "WL", NULL, ALL, 0},
                                          {timing, "nRCD", NULL, rh_export_rcd, RANKS, 0},
                                          {timing, "nRCDRD", NULL, rcdrd, HBM2 | GDDR6, 0},
                                          {timing, "nRCDWR", NULL, rcdwr, HBM2 | GDDR6, 0},
                                          {timing, "nRP", NULL, rp, ALL, 0},
                                          {timing, "nRAS", NULL, ras, ALL, 0},
                                          {timing, "nRC", "tRC", NULL, ALL, 0},
                                          {timing, "nWR", "tWR", NULL, ALL, 0},
                                          {timing, "nRTP", "tRTP", NULL, ALL & ~HBM2, 0},
                                          {timing, "nRTPL", "tRTP", NULL, HBM2, 0},
                                          {timing, "nCCD", "tCCD_S", NULL, DDR3, 0},
                                          {timing, "nRRD", "tRRD_S", NULL, DDR3, 0},
                                          {timing, "nWTR", "tWTR_S", NULL, DDR3, 0},
                                          {timing, "nCCDS", "tCCD_S", NULL, GROUPS, 0},
                                          {timing, "nCCDL", "tCCD_L", NULL, GROUPS, 0},
                                          {timing, "nRRDS", "tRRD_S", NULL, GROUPS, 0},
                                          {timing, "nRRDL", "tRRD_L", NULL, GROUPS, 0},
                                          {timing, "nWTRS", "tWTR_S", NULL, GROUPS, 0},
                                          {timing, "nWTRL", "tWTR_L", NULL, GROUPS, 0},
                                          {timing, "nFAW", NULL, rh_export_faw, ALL, 0},
                                          {timing, "nRFC", NULL, rfc, ALL & ~GDDR6, 0},
                                          {timing, "nRFCab", NULL, rfc, GDDR6, 0},
                                          {timing, "nRFCpb", NULL, rfcpb, HBM2 | GDDR6, 0},
                                          {timing, "nRREFD", NULL, rrefd, HBM2 | GDDR6, 0},
                                          {timing, "nREFI", NULL, rh_export_refi, ALL, 0},
                                          {timing, "nREFIpb", NULL, refipb, HBM2, 0},
                                          {timing, "nPPD", NULL, ppd, GDDR6, 0},
                                          {timing, "nCS", NULL, two, RANKS, 0},
                                          {NULL, NULL, NULL, NULL, 0, 0}};

static bool refreshes_one(const struct rh_export *export) {
    return export->preset->refresh == RH_REFRESH_PER_BANK && export->device == RH_PEER_HBM2;
}

static void notes(struct rh_export *export) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    if (export->device == RH_PEER_DDR4 && t->tRCDRD != t->tRCDWR)
        export->device = RH_PEER_GDDR6;
    const bool gddr6 = export->device == RH_PEER_GDDR6;
    const unsigned beats = devices[export->device].beats;
    const unsigned turn = gddr6 ? t->CL + 1U : t->CL + t->tBURST + 2U - t->WL;
    export->two_rcd = gddr6 || export->device == RH_PEER_HBM2;
    rh_export_note_window(export, "nFAW");
    rh_export_note_rows(export);
    rh_export_note_burst(export, beats);
    if (t->tRTW != turn)
        rh_peer_note(&export->notes, "RD to WR %u can't be expressed: it is %s = %u", t->tRTW,
                     gddr6 ? "nCL + 1" : "nCL + nBL + 2 - nCWL", turn);
    if (!gddr6 && t->tPPD > 1)
        rh_peer_note(&export->notes, "PRE to PRE of %u clocks (tPPD) can't be expressed: it is one", t->tPPD);
    if (export->device == RH_PEER_HBM2 && t->act_clocks != 2)
        rh_peer_note(&export->notes, "an ACT of %u clock: in HBM2 it is two", t->act_clocks);
    if (channel_width(export) % devices[export->device].dq != 0)
        rh_peer_note(&export->notes, "a channel of %u bits: it takes those of %u and more alone", channel_width(export),
                     devices[export->device].dq);
    if (preset->refresh >= RH_REFRESH_PER_BANK && !refreshes_one(export))
        rh_peer_note(&export->notes, "%s refresh: AllBank stands in its place, with nRFC and nREFI of all banks",
                     preset->refresh == RH_REFRESH_PER_BANK ? "one-bank" : "same-bank");
}

static bool write(FILE *to, const struct rh_export *export) {
    const char *refresh = export->preset->refresh == RH_REFRESH_OFF ? "NoRefresh"
                          : refreshes_one(export)                   ? "PerBank"
                                                                    : "AllBank";
    fprintf(to,
            "import ramulator\n\n"
            "dram = ramulator.dram.%s(\n    org_preset=\"%s\",\n    timing_preset=\"%s\",\n",
            devices[export->device].name, devices[export->device].org, devices[export->device].timing);
    rh_peer_put(to, export, keys, org, "    ", "=", ",");
    rh_peer_put(to, export, keys, timing, "    ", "=", ",");
    fprintf(to,
            ")\ncontroller = ramulator.controller.%s(\n    dram=dram,\n"
            "    scheduler=ramulator.scheduler.FRFCFS(),\n    refresh_manager=ramulator.refresh_manager.%s(),\n"
            "    row_policy=ramulator.row_policy.Open(),\n    addr_mapper=ramulator.addr_mapper.RoBaRaCoCh(),\n"
            "    controller_plugins=[ramulator.controller_plugin.CmdTraceRecorder(path=\"commands.trace\")],\n)\n"
            "memory = ramulator.memory_system.GenericDRAM(\n    clock_ratio=1,\n    controllers=[controller] * %u,\n"
            "    channel_mapper=ramulator.channel_mapper.CacheLineInterleave(),\n)\n"
            "simulation = ramulator.Simulation(ramulator.frontend.LoadStoreTrace(clock_ratio=1, "
            "path=\"requests.trace\"), memory)\n"
            "simulation.run()\n"
            "if simulation.stats:\n    print(simulation.stats_yaml)\n    simulation.finalize()\n",
            devices[export->device].controller, refresh, export->preset->channels);
    return true;
}

const struct rh_peer rh_peer_ramulator21 = {
    .name = "ramulator21", .title = "Ramulator 2.1", .comment = "#", .notes = notes, .write = write};
