// SPDX-License-Identifier: Apache-2.0
// GPGPU-Sim's gpgpusim.config, only read. Names, defaults and sums as in its gpu-sim.h, dram.cc and addrdec.cc
// (90ec3399).
#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/presets/rh_peer.h"

static const char opt[] = "gpgpu_dram_timing_opt";
static const struct rh_peer_key keys[] = {{opt, "nbk", "banks", NULL, 0, RH_PEER_NEEDED},
                                          {opt, "CCD", "tCCD_S", NULL, 0, RH_PEER_NEEDED},
                                          {opt, "RRD", "tRRD_S", NULL, 0, RH_PEER_NEEDED},
                                          {opt, "RCD", "tRCDRD", NULL, 0, RH_PEER_NEEDED},
                                          {opt, "RAS", "tRAS", NULL, 0, RH_PEER_NEEDED},
                                          {opt, "RP", "tRP", NULL, 0, RH_PEER_NEEDED},
                                          {opt, "RC", "tRC", NULL, 0, RH_PEER_NEEDED},
                                          {opt, "CL", "CL", NULL, 0, RH_PEER_NEEDED},
                                          {opt, "WL", "WL", NULL, 0, RH_PEER_NEEDED},
                                          {opt, "CDLR", "tWTR_S", NULL, 0, RH_PEER_NEEDED},
                                          {opt, "WR", "tWR", NULL, 0, RH_PEER_NEEDED},
                                          {opt, "nbkgrp", "groups", NULL, 0, 1},
                                          {opt, "CCDL", NULL, NULL, 0, 0},
                                          {opt, "RTPL", NULL, NULL, 0, 0},
                                          {NULL, NULL, NULL, NULL, 0, 0}};

/* One value of a list, as an entry of its own: name and text without their ends. */
static void add_part(struct rh_import *import, const struct rh_import_entry *whole, const char *name, size_t length,
                     const char *text, size_t size) {
    if (import->count == RH_IMPORT_ENTRIES || length > 24 || size >= RH_IMPORT_VALUE) {
        rh_import_fail(import, whole, "found '%.*s', expected NAME=NUMBER with : between", (int)length, name);
        return;
    }
    struct rh_import_entry *part = &import->entries[import->count++];
    *part = (struct rh_import_entry){.line = whole->line, .column = whole->column};
    (void)snprintf(part->path, sizeof part->path, "%.60s.%.*s", whole->path, (int)length, name);
    (void)snprintf(part->text, sizeof part->text, "%.*s", (int)size, text);
}

/* "nbk=16:CCD=2:..." by names, or, as in old files, "16:2:..." in the order of the keys. */
static void split_timing(struct rh_import *import) {
    const struct rh_import_entry *whole = rh_import_find(import, opt);
    if (whole == NULL) {
        rh_import_fail(import, NULL, "found no -%s, expected it", opt);
        return;
    }
    const struct rh_peer_key *key = keys;
    for (const char *at = whole->text; *at != '\0' && !import->failed; key += key->name != NULL) {
        size_t length = strcspn(at, ":;"), name = strcspn(at, "=:;");
        if (name < length)
            add_part(import, whole, at, name, at + name + 1, length - name - 1);
        else if (key->name != NULL)
            add_part(import, whole, key->name, strlen(key->name), at, length);
        else
            rh_import_fail(import, whole, "found more than 14 values, expected as many as there are names");
        at += length + (at[length] != '\0');
    }
}

/* The part of "1132.0:1132.0:1132.0:850.0" with this index, in MHz; the clock has its thousandths. */
static double clock_of(struct rh_import *import, unsigned index) {
    const struct rh_import_entry *entry = rh_import_find(import, "gpgpu_clock_domains");
    const char *at = entry == NULL ? "500.0:2000.0:2000.0:2000.0" : entry->text;
    for (; index > 0 && at != NULL; index--) {
        at = strchr(at, ':');
        at += at != NULL;
    }
    char *end = NULL;
    double mhz = at == NULL || !isdigit((unsigned char)*at) ? 0 : strtod(at, &end);
    if (!(mhz >= 10 && mhz <= 10000) || (*end != ':' && *end != '\0'))
        rh_import_fail(import, entry,
                       "found '%.60s', expected four clocks from 10 to 10000 MHz: core, network, L2, DRAM",
                       entry == NULL ? "" : entry->text);
    else if (entry == NULL)
        rh_peer_note(&import->notes,
                     "gpgpu_clock_domains is left out: the DRAM has 2000 MHz, as GPGPU-Sim has it then");
    return import->failed ? 10000 : mhz;
}

/* The letters of the mapping from bit 63 down; what is passed over is a dot. */
struct mapping {
    char bit[64];
    int channel; /* lowest bit of the channel; -1: it has letters */
};

static bool read_letters(struct rh_import *import, struct mapping *mapping) {
    const struct rh_import_entry *entry = rh_import_find(import, "gpgpu_mem_addr_mapping");
    if (entry == NULL) {
        rh_import_fail(import, NULL,
                       "found no -gpgpu_mem_addr_mapping, expected it (of -gpgpu_mem_address_mask alone rows and "
                       "columns are not translated)");
        return false;
    }
    const char *at = entry->text, *semicolon = strchr(at, ';');
    mapping->channel = -1;
    bool named = strncmp(at, "dramid@", 7) == 0;
    size_t digits = named ? strspn(at + 7, "0123456789") : 0;
    if (digits == 1 || digits == 2)
        mapping->channel = (int)strtol(at + 7, NULL, 10);
    bool wrong = named && (mapping->channel < 0 || mapping->channel > 40 || at + 7 + digits != semicolon);
    int bit = 63;
    for (at = semicolon == NULL ? at : semicolon + 1; *at != '\0' && bit >= -1; at++) {
        char letter = (char)toupper((unsigned char)*at);
        if (letter == '.' || letter == '|')
            continue;
        if (strchr("0DBRCS", letter) == NULL || bit < 0)
            break;
        mapping->bit[bit--] = letter == '0' ? '.' : letter;
    }
    if (*at != '\0' || bit != -1 || wrong)
        rh_import_fail(import, entry, "found '%.90s', expected dramid@BIT; and 64 letters of 0, D, R, B, C and S",
                       entry->text);
    return !import->failed;
}

static unsigned count_of(const struct mapping *mapping, const char *letters) {
    unsigned count = 0;
    for (unsigned i = 0; i < 64; i++)
        count += mapping->bit[i] != '.' && mapping->bit[i] != '\0' && strchr(letters, mapping->bit[i]) != NULL;
    return count;
}

static unsigned log_of(unsigned value) {
    unsigned log = 0;
    while (1U << log < value)
        log++;
    return log;
}

/* Which field a letter's bit is: of the banks' bits, those of the group are the lowest or the highest; of the columns'
 * the lowest are bytes of a command. `rank` counts the letter's bits below it. */
static const char *field_of(const struct rh_import *import, char letter, unsigned rank, bool low_groups) {
    unsigned groups = log_of(import->preset.groups), banks = log_of(import->preset.banks);
    if (letter == 'R')
        return "row";
    if (letter == 'D')
        return "channel";
    if (letter == 'B')
        return groups == 0 || (low_groups ? rank >= groups : rank < banks - groups) ? "bank" : "bank_group";
    return rank < log_of(rh_preset_command_bytes(&import->preset)) ? "byte" : "column";
}

static void put_map(struct rh_import *import, const struct mapping *mapping, bool low_groups) {
    unsigned channels = import->preset.channels, rank[3] = {0};
    for (int bit = 63; bit >= 0; bit--) {
        char letter = mapping->bit[bit];
        bool column = letter == 'C' || letter == 'S';
        unsigned kind = column ? 0 : letter == 'B' ? 1 : 2;
        static const char *const letters[] = {"CS", "B", "RD"};
        if (letter != '.') {
            unsigned below = count_of(mapping, letters[kind]) - ++rank[kind];
            rh_import_map_bit(import, field_of(import, letter, below, low_groups));
        }
        if (bit == mapping->channel && channels > 1) {
            rh_import_map_bit(import, NULL);
            size_t used = strlen(import->preset.map); /* its bits are those of the channels, whatever their number */
            (void)snprintf(import->preset.map + used, sizeof import->preset.map - used, ":channel");
        }
    }
    rh_import_map_bit(import, NULL);
}

/* XOR of the bank with the row's lowest bits. */
static void put_hash(struct rh_import *import, bool low_groups) {
    unsigned groups = log_of(import->preset.groups), banks = log_of(import->preset.banks);
    unsigned low = low_groups ? groups : banks - groups; /* bits of the field that has the bank's lowest */
    size_t used = strlen(import->preset.map);
    char *to = import->preset.map + used;
    if (groups == 0 || groups == banks)
        (void)snprintf(to, 256 - used, ",%s^=row[%u:0]", groups == 0 ? "bank" : "bank_group", banks - 1);
    else
        (void)snprintf(to, 256 - used, ",%s^=row[%u:0],%s^=row[%u:%u]", low_groups ? "bank_group" : "bank", low - 1,
                       low_groups ? "bank" : "bank_group", banks - 1, low);
}

static void read_mapping(struct rh_import *import) {
    struct mapping mapping = {.bit = {0}};
    unsigned policy = rh_import_number(import, "dram_bnk_indexing_policy", 0);
    bool low_groups = rh_import_number(import, "dram_bnkgrp_indexing_policy", 0) == 1;
    (void)rh_import_find(import, "gpgpu_mem_address_mask"); /* the mapping takes its place */
    if (!read_letters(import, &mapping))
        return;
    unsigned columns = count_of(&mapping, "CS"), chips = import->preset.chips;
    static const char path[] = "gpgpu_mem_addr_mapping";
    rh_import_set(import, "rows", 1U << (count_of(&mapping, "R") & 31), path, "bits R of the mapping");
    rh_import_set(import, "row_bytes", (1U << (columns & 31)) / (chips == 0 ? 1 : chips), path,
                  "bits C and S of the mapping, over the chips");
    if (count_of(&mapping, "B") != log_of(import->preset.banks))
        rh_import_fail(import, rh_import_find(import, path), "found %u bits B, expected %u for %u banks",
                       count_of(&mapping, "B"), log_of(import->preset.banks), import->preset.banks);
    if (import->failed)
        return;
    put_map(import, &mapping, low_groups);
    if (policy == 1)
        put_hash(import, low_groups);
    else if (policy != 0)
        rh_peer_note(&import->notes, "dram_bnk_indexing_policy %u can't be expressed: the map is without it", policy);
    unsigned partitions = rh_import_number(import, "gpgpu_memory_partition_indexing", 0);
    if (partitions != 0)
        rh_peer_note(&import->notes, "gpgpu_memory_partition_indexing %u can't be expressed: the map is without it",
                     partitions);
}

static unsigned most(unsigned a, unsigned b) {
    return a > b ? a : b;
}

static void read_sums(struct rh_import *import, unsigned burst) {
    const struct rh_timing *t = &import->preset.timing;
    static const char rcd[] = "gpgpu_dram_timing_opt.RCD", cl[] = "gpgpu_dram_timing_opt.CL";
    unsigned ccdl = rh_import_key(import, keys, "CCDL"), rtpl = rh_import_key(import, keys, "RTPL");
    rh_import_set(import, "tRC", most(t->tRC, (unsigned)t->tRAS + t->tRP), "gpgpu_dram_timing_opt.RC",
                  "RC, at least RAS + RP");
    rh_import_set(import, "tRCDWR", (unsigned)(t->tRCDRD - t->WL - 1), rcd, "RCD - WL - 1");
    rh_import_set(import, "tRTW", (unsigned)(t->CL + burst + 2U - t->WL), cl, "CL + burst + 2 - WL");
    rh_import_set(import, "tCCD_L", most(ccdl, t->tCCD_S), "gpgpu_dram_timing_opt.CCDL",
                  ccdl > t->tCCD_S ? "CCDL" : "CCD");
    rh_import_set(import, "tRTP", most(rtpl, burst), "gpgpu_dram_timing_opt.RTPL", rtpl > burst ? "RTPL" : "the burst");
    rh_import_set(import, "tRRD_L", t->tRRD_S, NULL, "RRD");
    rh_import_set(import, "tWTR_L", t->tWTR_S, NULL, "CDLR");
    rh_import_set(import, "activates", 4, NULL, "no window: see tFAW");
    rh_import_set(import, "tFAW", 4U * t->tRRD_S, NULL, "no window: 4 x RRD, which never binds");
    rh_import_set(import, "refresh", RH_REFRESH_OFF, NULL, "not modelled there");
    rh_import_set(import, "tREFI", 65535, NULL, "the longest, for refresh is off");
    rh_import_set(import, "tRFC", t->tRC, NULL, "as tRC, for refresh is off");
    rh_import_set(import, "tRFCpb", t->tRC, NULL, "as tRC, for refresh is off");
}

static void read(struct rh_import *import) {
    split_timing(import);
    if (import->failed)
        return;
    import->preset.tck_ps = (uint32_t)(1e6 / clock_of(import, 3) + 0.5);
    rh_import_keys(import, keys);
    unsigned beats = rh_import_number(import, "gpgpu_dram_burst_length", 4);
    unsigned rate = rh_import_number(import, "dram_data_command_freq_ratio", 2);
    unsigned burst = rate == 0 ? 0 : beats / rate;
    rh_import_set(import, "channels", rh_import_number(import, "gpgpu_n_mem", 8), "gpgpu_n_mem", "gpgpu_n_mem");
    rh_import_set(import, "chips", rh_import_number(import, "gpgpu_n_mem_per_ctrlr", 1), "gpgpu_n_mem_per_ctrlr",
                  "gpgpu_n_mem_per_ctrlr");
    rh_import_set(import, "bus_bytes", rh_import_number(import, "gpgpu_dram_buswidth", 4), "gpgpu_dram_buswidth",
                  "gpgpu_dram_buswidth");
    rh_import_set(import, "burst_length", beats, "gpgpu_dram_burst_length", "gpgpu_dram_burst_length");
    rh_import_set(import, "data_rate", rate, "dram_data_command_freq_ratio", "dram_data_command_freq_ratio");
    rh_import_set(import, "tBURST", burst, "gpgpu_dram_burst_length", "burst length / data_command_freq_ratio");
    rh_import_set(import, "buses", rh_import_flag(import, "dram_dual_bus_interface", false) ? 2 : 1,
                  "dram_dual_bus_interface", "dram_dual_bus_interface");
    rh_import_set(import, "auto_precharge", 0, NULL, "not modelled there");
    read_sums(import, burst);
    if (!import->failed)
        read_mapping(import);
}

static const struct rh_import_reason reasons[] = {
    {"gpgpu_frfcfs_dram_sched_queue_size", "of the controller, not of the DRAM: --queue N"},
    {"gpgpu_dram_scheduler", "of the controller, not of the DRAM: --controller fifo (0) or fr_fcfs (1)"},
    {"dram_seperate_write_queue_enable", "of the controller, not of the DRAM: --write-queue N, --write-drain HIGH:LOW"},
    {"dram_write_queue_size", "of the controller, not of the DRAM: --write-queue N, --write-drain HIGH:LOW"},
    {"dram_elimnate_rw_turnaround", "can't be expressed: reads and writes always turn the bus"},
    {"gpgpu_dram_timing_opt", "not a timing of GPGPU-Sim"},
    {NULL, NULL}};

const struct rh_peer rh_peer_gpgpusim = {.name = "gpgpusim",
                                         .title = "GPGPU-Sim",
                                         .parse = rh_import_options,
                                         .read = read,
                                         .reasons = reasons,
                                         .defaults = true,
                                         .others = "of the GPU, not of the DRAM (a machine's, --machine FILE)"};
