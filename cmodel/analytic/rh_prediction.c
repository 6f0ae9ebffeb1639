// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_prediction.h"

#include <stdlib.h>
#include <string.h>

#define PART(name) (1U << RH_PREDICTION_PART_##name)

enum { WINDOWS = RH_PREDICTION_PART_TIMELINE };
_Static_assert((int)RH_PREDICTION_PART_NO_OVERLAP == (int)RH_PROFILE_NO_OVERLAP &&
                   (int)RH_PREDICTION_PART_FULL_OVERLAP == (int)RH_PROFILE_FULL_OVERLAP &&
                   (int)RH_PREDICTION_PART_MOST_PENDING == (int)RH_PROFILE_MOST_PENDING,
               "a window's part is its rule");

/* Fewer requests a row opened than this: the switch takes the full overlap. */
static const uint64_t SWITCH = 2;

static const struct {
    const char *name, *heading, *meaning;
    unsigned parts;
} models[] = {
#define RH_PREDICTION(name, heading, parts, meaning) {#name, heading, meaning, parts},
#include "tables/predictions.def"
};

/* Sums and statistics: by channel, then of all. */
struct rh_prediction {
    struct rh_prediction_setup setup;
    unsigned runs; /* parts */
    struct rh_profile *profile[WINDOWS];
    struct rh_profile_sums total[WINDOWS];
    struct rh_timeline *timeline; /* of PART(TIMELINE) one of these two */
    struct rh_grain_lines *grains;
    struct rh_stats all;
};

const char *rh_prediction_name(unsigned model) {
    return model < RH_PREDICTIONS ? models[model].name : NULL;
}

const char *rh_prediction_heading(unsigned model) {
    return models[model].heading;
}

const char *rh_prediction_meaning(unsigned model) {
    return models[model].meaning;
}

unsigned rh_prediction_parts(unsigned model) {
    return models[model].parts;
}

/* Parts that there are for the controller as it is configured. */
static unsigned known_parts(const struct rh_prediction_setup *setup) {
    const struct rh_geometry *g = &setup->geometry;
    bool whole = g->grain_bits + g->rank_bits + g->subarray_group_bits == 0; /* one set of banks that share all */
    const struct rh_traits *traits = rh_controller_traits(setup->controller);
    bool hits = traits != NULL && traits->merges && !traits->searches && !traits->in_turn && !traits->hit_cap &&
                !traits->ranks_sources;
    bool lines = rh_timeline_covers(setup->controller, &setup->geometry, &setup->constraints) ||
                 rh_grain_lines_covers(setup->controller, &setup->geometry, &setup->constraints);
    return (whole && hits && setup->constraints.age_cap == 0 && g->write_drain == 0 && g->closes == 0
                ? PART(NO_OVERLAP) | PART(FULL_OVERLAP) | PART(MOST_PENDING)
                : 0U) |
           (lines ? PART(TIMELINE) : 0U);
}

static void start(struct rh_prediction *p, unsigned channel) {
    const struct rh_prediction_setup *setup = &p->setup;
    const struct rh_timeline_setup lines = {.policy = rh_timeline_find(setup->controller),
                                            .geometry = setup->geometry,
                                            .constraints = setup->constraints,
                                            .timed = setup->timed};
    for (unsigned part = 0; part < WINDOWS; part++) {
        const struct rh_profile_setup window = {.rule = (enum rh_profile_rule)part,
                                                .window = setup->geometry.queue,
                                                .banks = setup->geometry.banks,
                                                .rc = setup->timing.tRC,
                                                .rp_rcd = setup->timing.tRP + (unsigned)setup->timing.tRCDRD};
        if (p->profile[part] != NULL)
            rh_profile_start(&p->profile[part][channel], &window);
    }
    if (p->timeline != NULL)
        rh_timeline_start(&p->timeline[channel], &lines);
    if (p->grains != NULL)
        rh_grain_lines_start(&p->grains[channel], &(struct rh_grain_lines_setup){.controller = setup->controller,
                                                                                 .geometry = setup->geometry,
                                                                                 .constraints = setup->constraints,
                                                                                 .timed = setup->timed});
}

static bool open_lines(struct rh_prediction *p) {
    const struct rh_prediction_setup *setup = &p->setup;
    if (rh_timeline_covers(setup->controller, &setup->geometry, &setup->constraints))
        p->timeline = calloc(setup->channels, sizeof *p->timeline);
    else
        p->grains = calloc(setup->channels, sizeof *p->grains);
    return p->timeline != NULL || p->grains != NULL;
}

struct rh_prediction *rh_prediction_open(const struct rh_prediction_setup *setup, struct rh_error *error) {
    struct rh_prediction *p = calloc(1, sizeof *p);
    bool good = p != NULL;
    for (unsigned model = 0; good && model < RH_PREDICTIONS; model++)
        p->runs |= (setup->models >> model & 1U) != 0 ? models[model].parts : 0U;
    if (good)
        p->setup = *setup, p->runs &= known_parts(setup);
    for (unsigned part = 0; good && part < WINDOWS; part++)
        if ((p->runs >> part & 1U) != 0)
            good = (p->profile[part] = calloc(setup->channels, sizeof *p->profile[part])) != NULL;
    if (good && (p->runs & PART(TIMELINE)) != 0)
        good = open_lines(p);
    for (unsigned i = 0; good && i < setup->channels; i++)
        start(p, i);
    if (good)
        return p;
    rh_prediction_close(p);
    rh_error_field(error, "channels", "found no memory for the models of %u channels, expected enough",
                   setup->channels);
    return NULL;
}

void rh_prediction_close(struct rh_prediction *p) {
    if (p == NULL)
        return;
    for (unsigned part = 0; part < WINDOWS; part++)
        free(p->profile[part]);
    free(p->timeline);
    free(p->grains);
    free(p);
}

bool rh_prediction_runs(const struct rh_prediction *p, enum rh_prediction_part part) {
    return (p->runs >> part & 1U) != 0;
}

void rh_prediction_requests(struct rh_prediction *p, enum rh_prediction_part part, const struct rh_request *requests,
                            size_t count) {
    if (!rh_prediction_runs(p, part))
        return;
    for (size_t i = 0; i < count; i++) {
        const struct rh_request *request = &requests[i];
        if (part == RH_PREDICTION_PART_TIMELINE && p->grains != NULL)
            rh_grain_lines_request(&p->grains[request->channel], request);
        else if (part == RH_PREDICTION_PART_TIMELINE)
            rh_timeline_request(&p->timeline[request->channel], request);
        else
            rh_profile_request(&p->profile[part][request->channel], request->bank, request->row,
                               (unsigned)request->commands * p->setup.timing.tBURST);
    }
}

static void end_window(struct rh_prediction *p, unsigned part) {
    struct rh_profile_sums *total = &p->total[part];
    for (unsigned i = 0; i < p->setup.channels; i++) {
        const struct rh_profile_sums *sums = &p->profile[part][i].sums;
        rh_profile_end(&p->profile[part][i]);
        total->requests += sums->requests;
        total->rows += sums->rows;
        total->moving += sums->moving;
        total->lasting += sums->lasting;
    }
}

static struct rh_stats *stats_of(struct rh_prediction *p, unsigned channel) {
    return p->grains != NULL ? &p->grains[channel].stats : &p->timeline[channel].stats;
}

/* Channels run side by side: one that drained early idles on. */
static void end_timeline(struct rh_prediction *p) {
    for (unsigned i = 0; i < p->setup.channels; i++) {
        if (p->grains != NULL)
            rh_grain_lines_end(&p->grains[i]);
        else
            rh_timeline_end(&p->timeline[i]);
        rh_stats_merge(&p->all, stats_of(p, i));
    }
    p->all.idle_cycles = 0;
    for (unsigned i = 0; i < p->setup.channels; i++) {
        rh_stats_finish(stats_of(p, i), p->all.cycles);
        p->all.idle_cycles += stats_of(p, i)->idle_cycles;
    }
}

void rh_prediction_end(struct rh_prediction *p) {
    for (unsigned part = 0; part < WINDOWS; part++)
        if (p->profile[part] != NULL)
            end_window(p, part);
    if (p->timeline != NULL || p->grains != NULL)
        end_timeline(p);
}

const struct rh_profile_sums *rh_prediction_sums(const struct rh_prediction *p, enum rh_prediction_part part,
                                                 unsigned channel) {
    if (part >= RH_PREDICTION_PART_TIMELINE || p->profile[part] == NULL)
        return NULL;
    return channel == p->setup.channels ? &p->total[part] : &p->profile[part][channel].sums;
}

const struct rh_stats *rh_prediction_stats(const struct rh_prediction *p, unsigned channel) {
    if (channel == p->setup.channels)
        return p->timeline != NULL || p->grains != NULL ? &p->all : NULL;
    if (p->grains != NULL)
        return &p->grains[channel].stats;
    return p->timeline != NULL ? &p->timeline[channel].stats : NULL;
}

static double window_efficiency(const struct rh_prediction *p, unsigned model, unsigned channel) {
    const struct rh_profile_sums *none = rh_prediction_sums(p, RH_PREDICTION_PART_NO_OVERLAP, channel);
    const struct rh_profile_sums *full = rh_prediction_sums(p, RH_PREDICTION_PART_FULL_OVERLAP, channel);
    switch ((enum rh_prediction_model)model) {
    case RH_PREDICTION_averaged:
        return (rh_profile_efficiency(none) + rh_profile_efficiency(full)) / 2;
    case RH_PREDICTION_locality_switched:
        return rh_profile_efficiency(none->requests < SWITCH * none->rows ? full : none);
    case RH_PREDICTION_full_activate_overlap:
        return rh_profile_efficiency(full);
    case RH_PREDICTION_most_pending:
        return rh_profile_efficiency(rh_prediction_sums(p, RH_PREDICTION_PART_MOST_PENDING, channel));
    case RH_PREDICTION_no_activate_overlap:
    case RH_PREDICTION_rowhold:
    case RH_PREDICTIONS:
        break;
    }
    return rh_profile_efficiency(none);
}

bool rh_prediction_efficiency(const struct rh_prediction *p, unsigned model, unsigned channel, double *efficiency) {
    if ((p->setup.models >> model & 1U) == 0 || (p->runs & models[model].parts) != models[model].parts)
        return false;
    if (model == RH_PREDICTION_rowhold) {
        const struct rh_stats *s = rh_prediction_stats(p, channel);
        *efficiency = rh_stats_figure(RH_FIGURE_dram_efficiency, s, &(struct rh_stats_scale){.channels = 1});
    } else
        *efficiency = window_efficiency(p, model, channel);
    return true;
}
