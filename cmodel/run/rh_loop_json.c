// SPDX-License-Identifier: Apache-2.0
#include "cmodel/run/rh_loop_json.h"

#include <inttypes.h>

void rh_loop_json_configuration(FILE *file, const struct rh_run_network *network) {
    const struct rh_loop_setup *s = rh_loop_setup_of(network->loop);
    struct rh_network_blocks p;
    rh_network_blocks_of(&s->network, &p);
    fprintf(file, "\"network\": {\"topology\": \"%s\", \"load\": \"%s\", \"cores\": %u, ",
            rh_topology_name(s->topology), network->paced ? "paced" : "saturated", s->cores);
    if (s->topology == RH_TOPOLOGY_mesh)
        fprintf(file, "\"columns\": %u, ", s->network.topology.columns);
    fprintf(file, "\"allocator\": \"%s\", \"hold\": \"%s\", ",
            s->network.allocator != NULL ? s->network.allocator->name : RH_DEFAULT_ALLOCATOR,
            rh_hold_rule_name(s->network.hold));
    if (s->network.hold_limit != 0)
        fprintf(file, "\"hold_limit\": %u, ", s->network.hold_limit);
    if (s->network.hold == RH_HOLD_hash_match_hold_grant)
        fprintf(file, "\"hash_bits\": %u, ", p.channels.hash_bits);
    if (p.ejector.stay != 0)
        fprintf(file, "\"stay\": %u, ", p.ejector.stay);
    if (s->cta_warps > 1)
        fprintf(file, "\"cta_warps\": %u, ", s->cta_warps);
    fprintf(file,
            "\"iterations\": %u, \"vcs\": %u, \"static_vcs\": %u, \"depth\": %u, \"injection_queue\": %u, "
            "\"outstanding\": %u, \"flit_bytes\": %u, \"core_mhz\": %u, \"network_mhz\": %u}, ",
            p.channels.iterations, p.router.vcs, p.router.static_vcs, p.router.depth, p.injector.queue, s->outstanding,
            s->flit_bytes, s->core_mhz, s->network_mhz);
}

static void put_waits(FILE *file, const uint64_t *wait) {
    fputs("\"waits\": {", file);
    for (unsigned k = 0; k < RH_LOOP_WAITS; k++)
        fprintf(file, "%s\"%s\": %" PRIu64, k == 0 ? "" : ", ", rh_loop_wait_name(k), wait[k]);
    fputc('}', file);
}

void rh_loop_json_total(FILE *file, const char *indent, const struct rh_run_network *network) {
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

void rh_loop_json_channel(FILE *file, const char *indent, const struct rh_run_network *network, unsigned channel) {
    fprintf(file, ",\n%s\"network\": {", indent);
    put_waits(file, rh_loop_waits(network->loop, channel));
    fputc('}', file);
}

void rh_loop_json_links(FILE *file, const struct rh_run_network *network) {
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

void rh_loop_json_cores(FILE *file, const struct rh_run_report *report) {
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
