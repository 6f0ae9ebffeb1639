// SPDX-License-Identifier: Apache-2.0
// What a finished run tells. Its JSON is written by hand, and by no other file: others embed this library
// (rh_memory_json) and link nothing else but threads. What only the program writes is made with Jansson
// (cmodel/cli/rh_json.h).
#include "cmodel/embedding/rh_run_report.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "rowhold/rh_commit.h" /* made by each build: scripts/cmake/rh_commit.cmake */
#include "rowhold/rh_hash.h"

/* What summary and JSON of a run work out alike. */

/* Entries that one channel's controller stores. */
static unsigned run_capacity(const struct rh_run_report *report) {
    return report->setup->ops->entries(&report->setup->geometry);
}

struct rh_stats_scale rh_run_scale(const struct rh_run_report *report, const struct rh_run_figures *figures) {
    const struct rh_preset *preset = &report->setup->preset;
    return (struct rh_stats_scale){.channels = figures->channels,
                                   .entries = run_capacity(report),
                                   .command_bytes = rh_preset_command_bytes(preset),
                                   .burst = preset->timing.tBURST,
                                   .data_buses = preset->grains,
                                   .tck_ps = preset->tck_ps};
}

bool rh_run_offered(const struct rh_run_report *report, double *gb_per_s) {
    const struct rh_offered *o = report->offered;
    const struct rh_preset *preset = &report->setup->preset;
    if (o == NULL || o->last == o->first)
        return false;
    double bytes = (double)o->column_commands * rh_preset_command_bytes(preset) / (double)o->requests;
    double ps = (double)(o->last - o->first) * preset->tck_ps / (double)(o->requests - 1);
    *gb_per_s = bytes * 1000 / ps;
    return true;
}

/* pJ/b by component of a channel or of all, at the usual activity of data (rh_energy.h); NULL where the preset has no
 * energies. */
static const struct rh_energy *run_energy(const struct rh_run_report *report, const struct rh_run_figures *figures,
                                          double pj[RH_ENERGY_COMPONENTS]) {
    const struct rh_preset *preset = &report->setup->preset;
    const struct rh_energy *energy = rh_energy_of(preset);
    if (energy == NULL)
        return NULL;
    const struct rh_energy_counts counts = rh_energy_counts_of(preset, figures->stats, figures->channels);
    const struct rh_energy_activity activity =
        rh_energy_stated(energy, RH_ENERGY_DEFAULT_ACTIVITY, RH_ENERGY_DEFAULT_ACTIVITY, false);
    rh_energy_per_bit(energy, &counts, &activity, pj);
    return energy;
}

double rh_run_locality(uint64_t requests, uint64_t changes) {
    return changes == 0 ? 0.0 : (double)requests / (double)changes;
}

/* What every JSON output shares. */

/* Length of the UTF-8 sequence at `text`, 0 when it is none: JSON has no other bytes. */
static unsigned utf8(const unsigned char *text) {
    unsigned n = text[0] < 0x80 ? 1 : text[0] >= 0xc2 && text[0] < 0xe0 ? 2 : (text[0] & 0xf0) == 0xe0 ? 3 : 4;
    if (n == 4 && (text[0] < 0xf0 || text[0] > 0xf4))
        return 0;
    for (unsigned i = 1; i < n; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
        (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f))
        return 0;
    return n;
}

/* `text` in quotes, escaped; a byte that is no UTF-8 becomes U+FFFD. */
static void json_string(FILE *file, const char *text) {
    fputc('"', file);
    for (const unsigned char *c = (const unsigned char *)text; *c != 0;) {
        unsigned n = utf8(c);
        if (n == 0)
            fputs("\\ufffd", file);
        else if (*c == '"' || *c == '\\')
            fprintf(file, "\\%c", *c);
        else if (*c < 0x20)
            fprintf(file, "\\u%04x", *c);
        else
            fwrite(c, n, 1, file);
        c += n == 0 ? 1 : n;
    }
    fputc('"', file);
}

/* The closed loop in the JSON of a run. */

/* "network": {...}, a member of the configuration. */
static void loop_json_configuration(FILE *file, const struct rh_run_network *network) {
    const struct rh_loop_setup *s = rh_loop_setup_of(network->loop);
    struct rh_network_blocks p;
    rh_network_blocks_of(&s->network, &p);
    fprintf(file, "\"network\": {\"topology\": \"%s\", \"load\": \"%s\", \"cores\": %u, ",
            rh_topology_name(s->topology),
            network->gpu != NULL ? "kernel"
            : network->paced     ? "paced"
                                 : "saturated",
            s->cores);
    if (s->network.topology.columns != 0)
        fprintf(file, "\"columns\": %u, ", s->network.topology.columns);
    fprintf(file, "\"allocator\": \"%s\", \"hold\": \"%s\", ",
            s->network.allocator != NULL ? s->network.allocator->name : RH_DEFAULT_ALLOCATOR,
            rh_hold_rule_name(s->network.hold));
    if (s->network.hold_limit != 0)
        fprintf(file, "\"hold_limit\": %u, ", s->network.hold_limit);
    if (s->network.hold == RH_HOLD_hash_match_hold_grant)
        fprintf(file, "\"hash_bits\": %u, ", p.channels.hash_bits);
    if (p.ejector.row_affine != 0)
        fprintf(file, "\"row_affine\": %u, ", p.ejector.row_affine);
    if (s->cta_warps > 1)
        fprintf(file, "\"cta_warps\": %u, ", s->cta_warps);
    fprintf(file,
            "\"iterations\": %u, \"vcs\": %u, \"static_vcs\": %u, \"speculative\": %u, \"stays\": %u, "
            "\"depth\": %u, \"injection_queue\": %u, "
            "\"outstanding\": %u, \"flit_bytes\": %u, \"core_mhz\": %u, \"network_mhz\": %u}, ",
            p.channels.iterations, p.router.vcs, p.router.static_vcs, p.router.speculative, p.router.stays,
            p.router.depth, p.injector.queue, s->outstanding, s->flit_bytes, s->core_mhz, s->network_mhz);
}

/* What the cores of a GPU did, a member of the total. */
static void kernel_json_total(FILE *file, const char *comma, const char *indent, const struct rh_run_network *network) {
    const struct rh_gpu_stats *stats = rh_gpu_stats_of(network->gpu);
    fprintf(file, "%s\n%s\"kernel\": {", comma, indent);
    for (unsigned k = 0; k < RH_GPU_COUNTS; k++)
        fprintf(file, "\"%s\": %" PRIu64 ", ", rh_gpu_count_name(k), rh_gpu_count(stats, k));
    for (unsigned k = 0; k < RH_GPU_FIGURES; k++)
        fprintf(file, "\"%s\": %.6f, ", rh_gpu_figure_name(k), rh_gpu_figure(k, stats));
    for (unsigned k = 0; k < RH_WARP_OPS; k++)
        fprintf(file, "\"%s_instructions\": %" PRIu64 ", ", rh_warp_op_name((enum rh_warp_op)k),
                stats->instructions[k]);
    for (unsigned k = 0; k < RH_WARP_SPACES; k++)
        fprintf(file, "\"%s_accesses\": %" PRIu64 ", ", rh_warp_space_name((enum rh_warp_space)k), stats->accesses[k]);
    fprintf(file, "\"limit\": \"%s\", \"room\": {", rh_gpu_limit_name(stats->limit));
    for (unsigned k = 0; k < RH_GPU_LIMITS; k++)
        fprintf(file, stats->room[k] == UINT32_MAX ? "%s\"%s\": null" : "%s\"%s\": %u", k == 0 ? "" : ", ",
                rh_gpu_limit_name((enum rh_gpu_limit)k), stats->room[k]);
    fputs("}, \"stalls\": {", file);
    for (unsigned k = 0; k < RH_GPU_STALLS; k++)
        fprintf(file, "%s\"%s\": %" PRIu64, k == 0 ? "" : ", ", rh_gpu_stall_name(k), stats->stall[k]);
    fputs("}}", file);
}

static void put_waits(FILE *file, const uint64_t *wait) {
    fputs("\"waits\": {", file);
    for (unsigned k = 0; k < RH_LOOP_WAITS; k++)
        fprintf(file, "%s\"%s\": %" PRIu64, k == 0 ? "" : ", ", rh_loop_wait_name(k), wait[k]);
    fputc('}', file);
}

/* The same of the total, and of a channel; the lists of the cores and of the links behind the channels. */
static void loop_json_total(FILE *file, const char *indent, const struct rh_run_network *network) {
    const struct rh_loop_stats *stats = rh_loop_stats_of(network->loop);
    double answered = (double)stats->count.answered;
    fprintf(file, ",\n%s\"network\": {", indent);
    for (unsigned k = 0; k < RH_LOOP_COUNTS; k++)
        fprintf(file, "\"%s\": %" PRIu64 ", ", rh_loop_count_name(k), rh_loop_count(stats, k));
    for (unsigned k = 0; k < RH_LOOP_PARTS; k++)
        fprintf(file, "\"latency_%s_mean\": %.6f, ", rh_loop_part_name(k),
                answered == 0 ? 0 : (double)stats->part[k] / answered);
    for (unsigned k = 0; k < RH_LOOP_FIGURES; k++)
        fprintf(file, "%s\"%s\": %.6f", k == 0 ? "" : ", ", rh_loop_figure_name(k), rh_loop_figure(k, stats));
    fputs(", ", file);
    put_waits(file, stats->wait);
    fputc('}', file);
}

static void loop_json_channel(FILE *file, const char *indent, const struct rh_run_network *network, unsigned channel) {
    fprintf(file, ",\n%s\"network\": {", indent);
    put_waits(file, rh_loop_waits(network->loop, channel));
    fputc('}', file);
}

static void loop_json_links(FILE *file, const struct rh_run_network *network) {
    const struct rh_topology *t = rh_loop_topology(network->loop);
    const char *comma = "";
    fputs(",\n  \"network_links\": [", file);
    for (unsigned r = 0; r < t->routers; r++)
        for (unsigned o = 0; o < t->outputs; o++) {
            uint64_t waits = rh_loop_link_waits(network->loop, r, o);
            if (waits == 0)
                continue;
            fprintf(file, "%s\n    {\"router\": %u, \"output\": %u, \"awaited\": %" PRIu64 "}", comma, r, o, waits);
            comma = ",";
        }
    fputs("\n  ]", file);
}

static void put_alone(FILE *file, const struct rh_core *core) {
#define RH_LOOP_CORE_FIGURE(name, unit, meaning)                                                                       \
    fprintf(file, ", \"%s\": %.6f", #name, rh_core_figure(RH_CORE_FIGURE_##name, core));
#include "tables/loop.def"
}

static void loop_json_cores(FILE *file, const struct rh_run_report *report) {
    const struct rh_loop *loop = report->network->loop;
    const struct rh_loop_setup *s = rh_loop_setup_of(loop);
    unsigned alone = 0;
    fputs(",\n  \"network_cores\": [", file);
    for (unsigned c = 0; c < s->cores; c++) {
        const struct rh_loop_core *core = rh_loop_core_of(loop, c);
        fprintf(file, "%s\n    {\"core\": %u", c == 0 ? "" : ",", c);
        for (unsigned k = 0; k < RH_LOOP_CORE_COUNTS; k++)
            fprintf(file, ", \"%s\": %" PRIu64, rh_loop_core_name(k), rh_loop_core_count(core, k));
        if (report->slowdown && alone < report->core_count && report->core[alone].core == c)
            put_alone(file, &report->core[alone++]);
        fputc('}', file);
    }
    fputs("\n  ]", file);
}

/*  */

const char *rh_result_version(void) {
    return RH_VERSION;
}

const char *rh_result_commit(void) {
    return RH_COMMIT;
}

/* Opens a JSON result: its brace, `schema` ("rowhold-NAME"), `schema_version` and `program`; the members follow, the
 * first one without a comma before it. */
static void result_head(FILE *file, const char *name) {
    fprintf(file,
            "{\n  \"schema\": \"rowhold-%s\",\n  \"schema_version\": %d,\n  \"program\": {\"version\": \"%s\", "
            "\"commit\": \"%s\"},\n",
            name, RH_RESULT_SCHEMA, rh_result_version(), rh_result_commit());
}

/* "configuration": TEXT, "configuration_hash": the 64-bit FNV-1a of the text. */
static void result_configuration(FILE *file, const char *text, size_t size) {
    fprintf(file, "  \"configuration\": %s,\n  \"configuration_hash\": \"fnv1a64:%016" PRIx64 "\",\n", text,
            rh_hash(RH_HASH_START, text, size));
}

static void put_text(FILE *file, const char *key, const char *text) {
    if (text == NULL)
        return;
    fprintf(file, "\"%s\": ", key);
    json_string(file, text);
    fputs(", ", file);
}

static void put_count(FILE *file, const char *key, uint64_t value) {
    fprintf(file, "\"%s\": %llu, ", key, (unsigned long long)value);
}

static void put_hash(FILE *file, const char *key, uint64_t hash) {
    fprintf(file, "\"%s\": \"fnv1a64:%016llx\", ", key, (unsigned long long)hash);
}

static void put_timing(FILE *file, const struct rh_timing *timing) {
    fputs("\"timing\": {", file);
    const char *comma = "";
#define RH_TIMING(name, least, greatest, meaning)                                                                      \
    fprintf(file, "%s\"" #name "\": %u", comma, timing->name);                                                         \
    comma = ", ";
#include "tables/timing.def"
#undef RH_TIMING
    fputs("}, ", file);
}

/* Writes a number unless it is 0: a value that the trace decides, or that is not used, is absent. */
static void put_given(FILE *file, const char *key, uint64_t value) {
    if (value != 0)
        put_count(file, key, value);
}

/* "kernel": {...}, a member of the configuration: the program, and every value of its machine. */
static void kernel_json_configuration(FILE *file, const struct rh_run_network *network) {
    const struct rh_gpu_stats *stats = rh_gpu_stats_of(network->gpu);
    const struct rh_run_program *p = &network->program;
    fputs("\"kernel\": {", file);
    put_text(file, "name", p->name);
    if (p->grid[0] != 0)
        fprintf(file, "\"grid\": [%u, %u, %u], ", p->grid[0], p->grid[1], p->grid[2]);
    put_given(file, "size", p->size);
    if (p->seeded)
        put_count(file, "seed", p->seed);
    if (p->content_hash != 0)
        put_hash(file, "content_hash", p->content_hash);
    put_given(file, "ctas_most", p->ctas);
    put_given(file, "core_cycles", p->cycles);
    fprintf(file, "\"machine\": \"%s\"", p->machine);
#define RH_MACHINE_VALUE(name, unit, least, most, meaning) fprintf(file, ", \"" #name "\": %u", stats->machine.name);
#include "tables/machines.def"
    fputs("}, ", file);
}

static void put_stream(FILE *file, const struct rh_run_report *report) {
    const struct rh_stream_setup *stream = report->stream;
    if (stream == NULL) {
        fputs("\"stream\": null", file);
        return;
    }
    bool synthetic = stream->synthetic != NULL;
    fputs("\"stream\": {", file);
    put_text(file, "format", stream->format);
    put_text(file, "map", stream->map);
    put_given(file, "requests", stream->requests);
    put_given(file, "channels", stream->channels);
    put_given(file, "banks_used", stream->banks_used);
    put_given(file, "request_bytes", stream->request_bytes);
    put_given(file, "bubbles_per_clock", stream->bubbles_per_clock);
    put_text(file, "trace_clock", stream->trace_clock);
    put_given(file, "wrap", stream->wrap);
    put_given(file, "stride", stream->stride);
    put_given(file, "stream_cores", stream->stream_cores);
    if (stream->read_share > 0 || stream->all_writes)
        fprintf(file, "\"read_share\": %.6f, ", stream->read_share);
    if (synthetic || report->bench.bursts != 0 || report->bench.response_ready > 1) /* the bench draws, too */
        put_count(file, "seed", stream->seed);
    if (!synthetic)
        put_hash(file, "content_hash", report->content_hash);
    fputs("\"name\": ", file);
    json_string(file, stream->stream);
    fputc('}', file);
}

/* What a test bench did to the controller; absent in a plain run. */
static void put_bench(FILE *file, const struct rh_run_bench *bench) {
    put_given(file, "cycles_run", bench->cycles);
    put_given(file, "bursts", bench->bursts);
    put_given(file, "response_ready", bench->response_ready > 1 ? bench->response_ready : 0);
    put_given(file, "reset_at", bench->reset_at);
}

static void put_setting(FILE *file, const struct rh_policy_setting *row, unsigned value) {
    if (row->word != NULL)
        put_text(file, row->name, row->word(value));
    else
        put_count(file, row->name, value);
}

static void put_policy(FILE *file, const struct rh_setup *setup) {
    struct rh_constraints constraints = setup->constraints;
    for (const struct rh_policy_setting *row = rh_policy_settings; row < rh_policy_settings + RH_POLICIES; row++)
        if (rh_controller_reads(setup->ops, row) && (*rh_policy_value(&constraints, row) != 0 || row->defaults != 0))
            put_setting(file, row, *rh_policy_value(&constraints, row));
}

void rh_run_configuration(FILE *file, const struct rh_run_report *report) {
    const struct rh_preset *preset = &report->setup->preset;
    const struct rh_geometry *geometry = &report->setup->geometry;
    fputc('{', file);
    put_text(file, "controller", report->setup->ops->name);
    put_text(file, "preset", preset->name);
    put_text(file, "refresh", rh_refresh_name(preset->refresh));
    put_count(file, "channels", report->channels);
    put_count(file, "chips", preset->chips);
    put_count(file, "queue", geometry->queue);
    put_count(file, "queue_stored", run_capacity(report));
    put_policy(file, report->setup);
    put_given(file, "forward", rh_geometry_forwards(geometry));
    if (rh_controller_asks_sources(report->setup->ops))
        put_count(file, "source_bits", geometry->source_bits);
    put_count(file, "responses", geometry->responses);
    put_count(file, "registered", geometry->registered);
    put_count(file, "tag_bits", geometry->tag_bits);
    put_count(file, "banks", geometry->banks);
    put_count(file, "bank_groups", geometry->groups);
    put_count(file, "command_buses", geometry->buses);
    put_given(file, "ranks", preset->ranks > 1 ? preset->ranks : 0);
    put_given(file, "grains", preset->grains > 1 ? preset->grains : 0);
    if (preset->subarray_group > 1) {
        put_count(file, "subarray_group", preset->subarray_group);
        put_count(file, "subarrays", preset->subarrays);
        put_count(file, "stacked", preset->stacked);
    }
    put_count(file, "rows", preset->rows);
    put_count(file, "columns", rh_preset_columns(preset));
    put_count(file, "column_bytes", rh_preset_command_bytes(preset));
    put_count(file, "tck_ps", preset->tck_ps);
    put_timing(file, &preset->timing);
    put_given(file, "warmup", report->warmup);
    put_bench(file, &report->bench);
    if (report->network != NULL)
        loop_json_configuration(file, report->network);
    if (report->network != NULL && report->network->gpu != NULL)
        kernel_json_configuration(file, report->network);
    put_stream(file, report);
    fputc('}', file);
}

static void put_ratio(FILE *file, const char *indent, const char *key, double value) {
    fprintf(file, ",\n%s\"%s\": %.6f", indent, key, value);
}

static void put_latency(FILE *file, const char *indent, const char *key, const struct rh_latency *latency) {
    fprintf(file, ",\n%s\"%s_mean\": %.6f", indent, key, rh_latency_mean(latency));
    for (unsigned i = 0; i < RH_PERCENTILES; i++)
        fprintf(file, ", \"%s_%s\": %llu", key, rh_percentile_name(i), (unsigned long long)rh_percentile(i, latency));
    fprintf(file, ", \"%s_max\": %llu", key, (unsigned long long)latency->greatest);
}

static void put_latencies(FILE *file, const char *indent, const struct rh_run_report *report,
                          const struct rh_stats *stats) {
    struct rh_latency both = stats->read;
    rh_latency_merge(&both, &stats->write);
    put_latency(file, indent, "latency", &both);
    put_latency(file, indent, "latency_read", &stats->read);
    put_latency(file, indent, "latency_write", &stats->write);
    if (report->timed)
        put_latency(file, indent, "latency_from_arrival", &stats->from_arrival);
}

/* Writes the figures of fairness, which exist for the whole run alone. */
static void put_fairness(FILE *file, const struct rh_run_report *report) {
    for (unsigned i = 0; report->slowdown && i < RH_FAIRNESS_FIGURES; i++)
        put_ratio(file, "    ", rh_fairness_name(i), rh_fairness(i, report->core, report->core_count));
}

static void put_cores(FILE *file, const struct rh_run_report *report) {
    if (report->core_count == 0)
        return;
    fputs(",\n  \"cores\": [", file);
    for (unsigned c = 0; c < report->core_count; c++) {
        const struct rh_core *core = &report->core[c];
        fprintf(file, "%s\n    {\"core\": %u", c == 0 ? "" : ",", core->core);
        bool needs_times, needs_alone;
        for (unsigned i = 0; i < RH_CORE_STATS; i++) {
            const char *name = rh_core_name(i, &needs_times);
            if (!needs_times || report->timed)
                fprintf(file, ", \"%s\": %llu", name, (unsigned long long)rh_core_count(&core->shared, i));
        }
        for (unsigned i = 0; i < RH_CORE_FIGURES; i++) {
            const char *name = rh_core_figure_name(i, &needs_alone);
            if (!needs_alone || report->slowdown)
                fprintf(file, ", \"%s\": %.6f", name, rh_core_figure(i, core));
        }
        fputc('}', file);
    }
    fputs("\n  ]", file);
}

/* Where the preset has energies: what was counted, at the usual activity of data, which are not known here. */
static void put_energy(FILE *file, const char *indent, const struct rh_run_report *report,
                       const struct rh_run_figures *figures) {
    double pj[RH_ENERGY_COMPONENTS];
    const struct rh_energy *energy = run_energy(report, figures, pj);
    if (energy == NULL)
        return;
    fprintf(file, ",\n%s\"energy_pj_per_bit\": {", indent);
    for (unsigned i = 0; i < RH_ENERGY_COMPONENTS; i++)
        if (rh_energy_has(energy, i))
            fprintf(file, "\"%s\": %.6f, ", rh_energy_component(i), pj[i]);
    fprintf(file, "\"total\": %.6f}", rh_energy_total(pj));
}

static void put_figures(FILE *file, const char *indent, const struct rh_run_report *report,
                        const struct rh_run_figures *figures) {
    const struct rh_stats *s = figures->stats;
    const struct rh_stats_scale scale = rh_run_scale(report, figures);
    for (unsigned i = 0; i < RH_STATS; i++)
        fprintf(file, "%s\n%s\"%s\": %llu", i == 0 ? "" : ",", indent, rh_stats_name(i),
                (unsigned long long)rh_stats_count(s, i));
    for (unsigned i = 0; i < RH_FIGURES; i++)
        put_ratio(file, indent, rh_stats_figure_name(i), rh_stats_figure(i, s, &scale));
    if (report->cores) {
        const struct rh_locality_count *l = &figures->locality;
        put_ratio(file, indent, "row_access_locality_before_network", rh_run_locality(l->requests, l->changes_before));
        put_ratio(file, indent, "row_access_locality_after_network", rh_run_locality(l->requests, l->changes_after));
    }
    double offered;
    if (figures == &report->total && rh_run_offered(report, &offered))
        put_ratio(file, indent, "offered_gb_per_s", offered);
    put_latencies(file, indent, report, s);
    fprintf(file, ",\n%s\"stall_cycles\": {", indent);
    for (unsigned i = 0; i < RH_CAUSES; i++)
        fprintf(file, "%s\"%s\": %llu", i == 0 ? "" : ", ", rh_cause_key(i), (unsigned long long)s->stall_cycles[i]);
    fputc('}', file);
    put_energy(file, indent, report, figures);
}

/* The percentiles that were asked for, of all channels. */
static void put_percentiles(FILE *file, const struct rh_run_report *report) {
    if (report->percentiles == 0)
        return;
    const struct rh_stats *s = report->total.stats;
    struct rh_latency both = s->read;
    rh_latency_merge(&both, &s->write);
    fputs(",\n  \"latency_percentiles\": [", file);
    for (unsigned i = 0; i < report->percentiles; i++) {
        double share = report->percentile[i] / 100;
        fprintf(file, "%s\n    {\"percent\": %.10g, \"all\": %llu, \"read\": %llu, \"write\": %llu", i == 0 ? "" : ",",
                report->percentile[i], (unsigned long long)rh_latency_percentile(&both, share),
                (unsigned long long)rh_latency_percentile(&s->read, share),
                (unsigned long long)rh_latency_percentile(&s->write, share));
        if (report->timed)
            fprintf(file, ", \"from_arrival\": %llu",
                    (unsigned long long)rh_latency_percentile(&s->from_arrival, share));
        if (report->network != NULL)
            fprintf(
                file, ", \"round_trip\": %llu",
                (unsigned long long)rh_latency_percentile(&rh_loop_stats_of(report->network->loop)->round_trip, share));
        fputc('}', file);
    }
    fputs("\n  ]", file);
}

/* A GPU in front of a perfect memory: there are no channels. */
static void perfect_configuration(FILE *file, const struct rh_run_report *report) {
    const struct rh_preset *preset = &report->setup->preset;
    fputs("{\"network\": null, ", file);
    put_count(file, "memory_latency", report->network->memory_latency);
    put_text(file, "preset", preset->name);
    put_count(file, "channels", report->channels);
    put_count(file, "chips", preset->chips);
    put_count(file, "rows", preset->rows);
    put_count(file, "columns", rh_preset_columns(preset));
    put_count(file, "column_bytes", rh_preset_command_bytes(preset));
    kernel_json_configuration(file, report->network);
    fputs("\"stream\": null}", file);
}

static void perfect_json(FILE *file, const struct rh_run_report *report) {
    fputs("  \"total\": {", file);
    kernel_json_total(file, "", "    ", report->network);
    fputs("\n  }\n}\n", file);
}

bool rh_run_json(FILE *file, const struct rh_run_report *report) {
    const bool perfect = report->network != NULL && report->network->loop == NULL;
    char *configuration = NULL;
    size_t size;
    FILE *memory = open_memstream(&configuration, &size);
    if (memory != NULL)
        (perfect ? perfect_configuration : rh_run_configuration)(memory, report);
    if (memory == NULL || fclose(memory) != 0)
        return false;
    result_head(file, perfect ? "simulate_cores" : "simulate");
    result_configuration(file, configuration, size);
    free(configuration);
    if (perfect) {
        perfect_json(file, report);
        return true;
    }
    if (report->judged)
        fprintf(file, "  \"judge\": {\"commands\": %llu, \"checks\": %llu, \"rules_broken\": %llu},\n",
                (unsigned long long)report->judge_commands, (unsigned long long)report->judge_checks,
                (unsigned long long)report->rules_broken);
    fputs("  \"total\": {", file);
    put_figures(file, "    ", report, &report->total);
    put_fairness(file, report);
    if (report->network != NULL)
        loop_json_total(file, "    ", report->network);
    if (report->network != NULL && report->network->gpu != NULL)
        kernel_json_total(file, ",", "    ", report->network);
    fputs("\n  },\n  \"channels\": [", file);
    for (unsigned i = 0; i < report->channels; i++) {
        fprintf(file, "%s\n    {\n      \"channel\": %u,", i == 0 ? "" : ",", i);
        put_figures(file, "      ", report, &report->channel[i]);
        if (report->network != NULL)
            loop_json_channel(file, "      ", report->network, i);
        fputs("\n    }", file);
    }
    fputs("\n  ]", file);
    if (report->folds != NULL)
        fprintf(file, ",\n  \"folded\": {\"requests\": %llu, \"together\": %llu, \"at_least\": %d}",
                (unsigned long long)report->folds->folded, (unsigned long long)report->folds->together,
                report->folds->least);
    put_percentiles(file, report);
    if (report->network == NULL) {
        put_cores(file, report);
    } else {
        loop_json_cores(file, report);
        loop_json_links(file, report->network);
    }
    fputs("\n}\n", file);
    return true;
}
