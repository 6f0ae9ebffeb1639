// SPDX-License-Identifier: Apache-2.0
// The GPU of a gpgpusim.config as a machine's file: the values of tables/machines.def that it says, over a base for all
// others.
#include "cmodel/cli/presets/rh_import_machine.h"

#include <ctype.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_gpu.h"
#include "rowhold/rh_topology.h"

static const char base[] = "quadro_fx5800";

struct machine {
    struct rh_import *import;
    struct rh_gpu_machine values;
    const char *from[RH_GPU_VALUES]; /* the key that says it; NULL: the base does */
};

static void set(struct machine *m, const char *name, double value, const char *path) {
    unsigned n = 0;
    while (strcmp(rh_gpu_values[n].name, name) != 0)
        n++;
    const struct rh_import_entry *entry = rh_import_find(m->import, path);
    if (value < rh_gpu_values[n].least) {
        rh_import_fail(m->import, entry, "found %.0f as %s, expected %u to %u", value, name,
                       (unsigned)rh_gpu_values[n].least, (unsigned)rh_gpu_values[n].most);
        return;
    }
    if (value > rh_gpu_values[n].most) {
        rh_peer_note(&m->import->notes, "%s: %s is at most %u, and not %.0f", path, name,
                     (unsigned)rh_gpu_values[n].most, value);
        value = rh_gpu_values[n].most;
    }
    uint32_t number = (uint32_t)value;
    memcpy((char *)&m->values + n * sizeof number, &number, sizeof number);
    m->from[n] = path;
}

/* The number with this index in a list whose parts stand between any of the separators; -1 when there is none. */
static double part_of(struct rh_import *import, const char *path, unsigned index) {
    const struct rh_import_entry *entry = rh_import_find(import, path);
    const char *at = entry == NULL ? "" : entry->text;
    for (; index > 0 && *at != '\0'; index--) {
        at += strcspn(at, ":,");
        at += *at != '\0';
    }
    char *end = NULL;
    double value = isdigit((unsigned char)*at) ? strtod(at, &end) : -1;
    return value < 0 || (*end != '\0' && strchr(":,", *end) == NULL) ? -1 : value;
}

static const struct {
    const char *value, *path;
    unsigned part;
    int more; /* that is added */
} parts[] = {{"ctas", "gpgpu_shader_cta", 0, 0},
             {"threads", "gpgpu_shader_core_pipeline", 0, 0},
             {"registers", "gpgpu_shader_registers", 0, 0},
             {"shared_bytes", "gpgpu_shmem_size", 0, 0},
             {"shared_banks", "gpgpu_shmem_num_banks", 0, 0},
             {"schedulers", "gpgpu_num_sched_per_core", 0, 0},
             {"integer", "ptx_opcode_latency_int", 0, 2}, /* two stages of its pipeline stand before the unit */
             {"single", "ptx_opcode_latency_fp", 0, 2},
             {"double_", "ptx_opcode_latency_dp", 0, 2},
             {"double_interval", "ptx_opcode_initiation_dp", 0, 0},
             {"special", "ptx_opcode_latency_sfu", 0, 2},
             {"special_interval", "ptx_opcode_initiation_sfu", 0, 0},
             {"controllers", "gpgpu_n_mem", 0, 0},
             {"core_mhz", "gpgpu_clock_domains", 0, 0},
             {"network_mhz", "gpgpu_clock_domains", 1, 0},
             {"memory_mhz", "gpgpu_clock_domains", 3, 0},
             {"partition_queue", "gpgpu_dram_partition_queues", 0, 0},
             {"partition_delay", "gpgpu_l2_rop_latency", 0, 0},
             {"dram_delay", "dram_latency", 0, 0}};

static void read_parts(struct machine *m) {
    for (unsigned i = 0; i < sizeof parts / sizeof parts[0]; i++) {
        double value = part_of(m->import, parts[i].path, parts[i].part);
        if (value >= 0)
            set(m, parts[i].value, value + parts[i].more, parts[i].path);
        else if (rh_import_find(m->import, parts[i].path) != NULL)
            rh_import_fail(m->import, rh_import_find(m->import, parts[i].path), "found no number there, expected one");
    }
    if (part_of(m->import, "gpgpu_shader_core_pipeline", 0) >= 0)
        set(m, "warps", part_of(m->import, "gpgpu_shader_core_pipeline", 0) / 32, "gpgpu_shader_core_pipeline");
}

/* As many clusters share a port as a crossbar's ports need. */
static void read_cores(struct machine *m) {
    static const char clusters[] = "gpgpu_n_clusters";
    enum { PORTS = RH_TOPOLOGY_MOST_NODES };
    unsigned n = rh_import_number(m->import, clusters, 10), shared = 1;
    unsigned cores = n * rh_import_number(m->import, "gpgpu_n_cores_per_cluster", 3);
    while (n / shared > PORTS && n % (2 * shared) == 0)
        shared *= 2;
    if (shared > 1)
        rh_peer_note(&m->import->notes, "%u clusters share a port, for a crossbar has at most %d: clusters is %u",
                     shared, PORTS, n / shared);
    set(m, "cores", cores, clusters);
    set(m, "clusters", n / shared, clusters);
    const struct rh_import_entry *order = rh_import_find(m->import, "gpgpu_scheduler");
    bool greedy = order == NULL || strcmp(order->text, "gto") == 0;
    if (!greedy && strcmp(order->text, "lrr") != 0)
        rh_peer_note(&m->import->notes, "gpgpu_scheduler %.60s can't be expressed: gto stands in its place",
                     order->text);
    set(m, "greedy", order == NULL || greedy || strcmp(order->text, "lrr") != 0, "gpgpu_scheduler");
}

/* "S:32:128:24,L:B:m:L:P,A:192:4,32:0,32": kind, sets, bytes of a line, ways; behind the second comma miss registers
 * and what merges into one. */
struct cache {
    bool given, none, sectors;
    double lines, ways, line, misses, merges;
};

static struct cache read_cache(struct rh_import *import, const char *path) {
    struct cache cache = {.given = false};
    const struct rh_import_entry *entry = rh_import_find(import, path);
    if (entry == NULL)
        return cache;
    const char *text = entry->text, *comma = strchr(text, ','), *third = comma == NULL ? NULL : strchr(comma + 1, ',');
    unsigned sets, line, ways, misses, merges;
    cache.given = true;
    cache.none = strcmp(text, "none") == 0;
    cache.sectors = text[0] == 'S';
    if (cache.none)
        return cache;
    text += text[0] == 'S' || text[0] == 'N' ? 2 : 0; /* old files have no kind */
    if (third == NULL || strchr(text, '-') != NULL || sscanf(text, "%8u:%8u:%8u", &sets, &line, &ways) != 3 ||
        sscanf(third + 2, ":%8u:%8u", &misses, &merges) != 2)
        rh_import_fail(import, entry, "found '%.60s', expected none or KIND:SETS:BYTES:WAYS,...,KIND:MISSES:MERGES,...",
                       entry->text);
    else
        cache = (struct cache){true, false, cache.sectors, (double)sets * ways, ways, line, misses, merges};
    return cache;
}

/* The values of one cache by the beginning of their names. */
static void set_cache(struct machine *m, const char *name, const struct cache *cache, const char *path, bool line,
                      bool misses) {
    const struct {
        const char *what;
        double value;
        bool has;
    } values[] = {{"lines", cache->lines, true},
                  {"ways", cache->ways, true},
                  {"line", cache->line, line},
                  {"misses", cache->misses, misses},
                  {"merges", cache->merges, misses}};
    for (unsigned i = 0; i < 5; i++) {
        char full[32];
        (void)snprintf(full, sizeof full, "%s_%s", name, values[i].what);
        if (values[i].has)
            set(m, full, values[i].value, path);
    }
}

static void read_caches(struct machine *m) {
    static const char l1[] = "gpgpu_cache:dl1", l2[] = "gpgpu_cache:dl2", code[] = "gpgpu_cache:il1",
                      texture[] = "gpgpu_tex_cache:l1", constant[] = "gpgpu_const_cache:l1";
    struct cache cache = read_cache(m->import, l1);
    bool skips = rh_import_flag(m->import, "gpgpu_gmem_skip_L1D", false);
    if (cache.given) {
        set_cache(m, "data", &cache, l1, false, true);
        set(m, "data_sectors", cache.sectors, l1);
        set(m, "data_global", !cache.none && !skips, l1);
        if (!cache.none)
            set(m, "line", cache.line, l1);
    }
    cache = read_cache(m->import, l2);
    bool textures = rh_import_flag(m->import, "gpgpu_cache:dl2_texture_only", false);
    if (textures && !cache.none)
        rh_peer_note(&m->import->notes, "an L2 of textures alone can't be expressed: there is none");
    cache.lines *= textures ? 0 : rh_import_number(m->import, "gpgpu_n_sub_partition_per_mchannel", 1);
    if (cache.given)
        set_cache(m, "l2", &cache, l2, false, true);
    cache = read_cache(m->import, code);
    if (cache.given && !cache.none)
        set_cache(m, "code", &cache, code, true, false);
    cache = read_cache(m->import, texture);
    if (cache.given && !cache.none)
        set_cache(m, "texture", &cache, texture, true, true);
    cache = read_cache(m->import, constant);
    if (cache.given && !cache.none)
        set_cache(m, "constant", &cache, constant, true, true);
}

static const struct rh_import_reason reasons[] = {
    {"gpgpu_dram", "of the DRAM: `--from gpgpusim` without --machine"},
    {"gpgpu_mem_a", "of the DRAM: `--from gpgpusim` without --machine"},
    {"dram_", "of the DRAM: `--from gpgpusim` without --machine"},
    {"gpgpu_n_mem_per_ctrlr", "of the DRAM: `--from gpgpusim` without --machine"},
    {"gpgpu_memory_partition", "of the DRAM: `--from gpgpusim` without --machine"},
    {"gpgpu_frfcfs", "of the controller: --queue N"},
    {"network_mode", "the network is the base's, unless --network says another"},
    {"inter_config_file", "the network is the base's, unless --network says another"},
    {"icnt_", "the network is the base's, unless --network says another"},
    {NULL, NULL}};
static const struct rh_peer peer = {.name = "gpgpusim", .reasons = reasons, .others = "no value of a machine"};

bool rh_import_machine(const char *file, FILE *to, FILE *notes, struct rh_error *error) {
    struct rh_import *import = rh_import_open(&rh_peer_gpgpusim, file, error);
    if (import == NULL)
        return false;
    struct machine m = {.import = import, .values = rh_gpu_preset_find(base, error)->machine};
    read_cores(&m);
    read_parts(&m);
    read_caches(&m);
    set(&m, "clusters_first", 1, "gpgpu_n_clusters");
    set(&m, "outstanding", rh_loop_most_outstanding(m.values.clusters, m.values.l2_lines != 0), "gpgpu_n_clusters");
    struct rh_error why;
    if (!import->failed && !rh_gpu_machine_check(&m.values, &why))
        rh_import_fail(import, NULL, "%s", why.text);
    bool good = rh_import_finish(import, &peer);
    for (unsigned i = 0; good && i < import->notes.count; i++) {
        fprintf(notes, "note: %s\n", import->notes.text[i]);
        fprintf(to, "# %s\n", import->notes.text[i]);
    }
    if (good)
        fprintf(to, "# %s of GPGPU-Sim\nbase: %s\n", file, base);
    for (unsigned n = 0; good && n < RH_GPU_VALUES; n++) {
        uint32_t value;
        memcpy(&value, (const char *)&m.values + n * sizeof value, sizeof value);
        char text[64];
        (void)snprintf(text, sizeof text, "%s: %u", rh_gpu_values[n].name, (unsigned)value);
        if (m.from[n] != NULL)
            fprintf(to, "%-24s # %s\n", text, m.from[n]);
    }
    free(import);
    return good;
}
