// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_random_timing.h"

#include <stdio.h>

enum { TRIES = 1000 };

static uint16_t between(uint64_t *random, unsigned least, unsigned most) {
    return (uint16_t)(most <= least ? least : least + rh_random_draw(random) % (most - least + 1));
}

/* `most` bounds single values, so that their sums have a good chance to fit the timers. */
static void draw_values(uint64_t *random, const struct rh_geometry *geometry, unsigned most, unsigned longest,
                        struct rh_timing *t) {
    rh_random_timing_begin(t);
    t->tBURST = between(random, 1, most < 8 ? most : 8);
    t->CL = between(random, 1, most);
    t->WL = between(random, 0, most);
    t->tRCDRD = between(random, 2, most);
    t->tRCDWR = between(random, 2, most);
    t->tRP = between(random, 1, most);
    t->tRAS = between(random, 2, 2 * most);
    t->tRC = (uint16_t)(t->tRAS + t->tRP + between(random, 0, most / 2));
    t->tRRD_S = between(random, 1, most);
    t->tRRD_L = (uint16_t)(t->tRRD_S + between(random, 0, most / 2));
    t->tFAW = between(random, 1, longest);
    t->activates = between(random, 1, 8);
    t->tCCD_S = (uint16_t)(t->tBURST + between(random, 0, rh_random_draw(random) % 2 ? most / 2 : 0));
    t->tCCD_L = (uint16_t)(t->tCCD_S + between(random, 0, most / 2));
    t->tWTR_S = between(random, 0, most);
    t->tWTR_L = (uint16_t)(t->tWTR_S + between(random, 0, most / 2));
    int turn = t->CL - t->WL + t->tBURST;
    unsigned floor = turn > t->tCCD_S ? (unsigned)turn : t->tCCD_S;
    t->tRTW = (uint16_t)(floor + between(random, 0, most / 2));
    t->tWR = between(random, 0, most);
    t->tRTP = between(random, 1, most);
    t->tRTRS = geometry->rank_bits ? between(random, 0, 4) : 0;
    t->act_clocks = between(random, 1, t->tRRD_S < 2 ? 1 : 2);
    t->tRFC = t->tRFCpb = t->tRREFD = t->tREFI = 1; /* draw_refresh_times */
    rh_random_timing_rest(random, most, t);
}

/* Refreshes close enough to each other that a short run meets many. */
static void draw_refresh_times(uint64_t *random, const struct rh_geometry *geometry, unsigned longest,
                               enum rh_refresh refresh, struct rh_timing *t) {
    t->tRFC = between(random, 1, 300);
    t->tRFCpb = between(random, 1, 150);
    t->tRREFD = between(random, 1, rh_random_draw(random) % 2 ? 1 : longest < t->tRFCpb ? longest : t->tRFCpb);
    unsigned share = rh_refresh_turns(refresh, geometry);
    unsigned least = (refresh >= RH_REFRESH_PER_BANK ? t->tRFCpb : t->tRFC) + 4U * geometry->banks;
    unsigned refi = share * between(random, least, least + 1500);
    t->tREFI = (uint16_t)(refi < 65535 ? refi : 65535);
}

bool rh_random_timing(uint64_t seed, const struct rh_geometry *geometry, bool draw_refresh, struct rh_timing *timing,
                      enum rh_refresh *refresh, struct rh_error *error) {
    uint64_t random = seed;
    unsigned longest = (1U << geometry->timer_bits) - 1;
    if (longest > 255)
        longest = 255;
    for (unsigned i = 0; i < TRIES; i++) {
        unsigned most = between(&random, 2, longest / 4 < 3 ? 3 : longest / 4);
        if (draw_refresh)
            *refresh = (enum rh_refresh)(rh_random_draw(&random) % RH_REFRESHES);
        draw_values(&random, geometry, most, longest, timing);
        draw_refresh_times(&random, geometry, longest, *refresh, timing);
        if (rh_timing_lint(timing, *refresh, geometry, NULL, 0, error))
            return true;
    }
    return false;
}

static uint32_t draw_setting(uint64_t *random, unsigned greatest) {
    switch (rh_random_draw(random) % 8) {
    case 0:
    case 1:
        return 0;
    case 2:
        return greatest;
    case 3:
    case 4:
        return between(random, 1, greatest < 8 ? greatest : 8);
    default:
        return between(random, 1, greatest < 400 ? greatest : 400);
    }
}

void rh_random_drain(uint64_t seed, const struct rh_geometry *geometry, struct rh_constraints *constraints) {
    uint64_t random = ~seed + RH_POLICIES;
    unsigned queue = geometry->queue;
    constraints->write_queue = rh_random_draw(&random) % 3 == 0 ? between(&random, 1, queue - 1U) : 0;
    unsigned most = constraints->write_queue != 0 ? constraints->write_queue : queue;
    constraints->write_high = rh_random_draw(&random) % 8 == 0 ? 0 : between(&random, 1, most);
    constraints->write_low = constraints->write_high != 0 ? between(&random, 0, constraints->write_high - 1U) : 0;
}

void rh_random_policy(uint64_t seed, struct rh_constraints *constraints) {
    for (unsigned i = 0; i < RH_POLICIES; i++) {
        uint64_t random = ~seed + i; /* apart from the draws of the timing */
        const struct rh_policy_setting *row = &rh_policy_settings[i];
        if (row->word == NULL) /* what has names needs parameters: it is given, not drawn */
            *rh_policy_value(constraints, row) = row->drain ? 0 : draw_setting(&random, row->greatest);
    }
}

/* Settings of parts that a design has with a parameter alone, and that are off: nobody reads them. */
static bool is_off(const struct rh_policy_setting *row, const struct rh_constraints *constraints) {
    bool page = row == &rh_policy_settings[RH_POLICY_page] || row == &rh_policy_settings[RH_POLICY_page_timeout];
    struct rh_constraints own = *constraints;
    return (row->drain && *rh_policy_value(&own, row) == 0) || (page && constraints->page == 0);
}

size_t rh_random_policy_text(const struct rh_block_ops *ops, const struct rh_constraints *constraints, char *text,
                             size_t size) {
    struct rh_constraints own = *constraints;
    size_t at = 0;
    text[0] = '\0';
    for (const struct rh_policy_setting *row = rh_policy_settings; row < rh_policy_settings + RH_POLICIES; row++) {
        if (!rh_controller_reads(ops, row) || is_off(row, constraints))
            continue;
        int n = snprintf(text + at, size - at, " %s=%u", row->name, *rh_policy_value(&own, row));
        at += n > 0 && (size_t)n < size - at ? (size_t)n : 0;
    }
    return at;
}

size_t rh_random_timing_text(const struct rh_timing *timing, enum rh_refresh refresh, char *text, size_t size) {
    size_t at = 0;
    int n;
#define RH_TIMING(name, least, greatest, meaning)                                                                      \
    n = snprintf(text + at, size - at, #name "=%u ", timing->name);                                                    \
    at += n > 0 && (size_t)n < size - at ? (size_t)n : 0;
#include "tables/timing.def"
#undef RH_TIMING
    n = snprintf(text + at, size - at, "refresh=%s", rh_refresh_name(refresh));
    return at + (n > 0 && (size_t)n < size - at ? (size_t)n : 0);
}
