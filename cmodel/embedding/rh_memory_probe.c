// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_memory_probe.h"

#include "rowhold/rh_map_detect.h"
#include "rowhold/rh_random.h"

static void note_done(void *self, const struct rh_memory_done *done) {
    (void)self;
    *(uint64_t *)done->user = done->done;
}

bool rh_memory_probe_start(struct rh_memory_probe *probe, const struct rh_memory_setup *setup, struct rh_error *error) {
    *probe = (struct rh_memory_probe){.setup = *setup, .state = 1};
    probe->setup.request_bytes = 1;
    probe->setup.done = note_done;
    probe->setup.self = NULL;
    struct rh_memory *memory = rh_memory_open(&probe->setup, error);
    if (memory == NULL)
        return false;
    if ((setup->channels & (setup->channels - 1)) != 0) {
        rh_memory_close(memory);
        return rh_error_field(error, "channels",
                              "found %u, expected a power of two, so that bits of an address choose one",
                              setup->channels);
    }
    const struct rh_preset *preset = rh_memory_preset(memory);
    probe->interval = preset->refresh == RH_REFRESH_OFF ? 0 : preset->timing.tREFI;
    while (rh_memory_bytes(memory) > UINT64_C(1) << probe->bits)
        probe->bits++;
    bool good = rh_memory_send(memory, 0, false, &probe->state);
    if (!good)
        rh_error_set(error, "%s", rh_memory_text(memory));
    rh_memory_close(memory);
    return good;
}

/* Tick until all is done. */
static bool drain(struct rh_memory *memory) {
    while (!rh_memory_idle(memory))
        if (!rh_memory_tick(memory))
            return false;
    return true;
}

/* False: an address does not exist, or the run has ended. */
static bool run(struct rh_memory *memory, uint64_t first, uint64_t second, bool together, uint64_t *latency) {
    uint64_t first_done = 0, second_done = 0, start;
    if (!rh_memory_send(memory, first, false, &first_done) || (!together && !drain(memory)))
        return false;
    start = rh_memory_cycle(memory);
    while (!rh_memory_send(memory, second, false, &second_done))
        if (!rh_memory_tick(memory))
            return false;
    if (!drain(memory))
        return false;
    *latency = (second_done > first_done ? second_done : first_done) - start; /* alone the second is the last */
    return true;
}

static uint64_t probe_pair(struct rh_memory_probe *probe, uint64_t first, uint64_t second, bool together) {
    struct rh_error error = {""};
    uint64_t latency = RH_MAP_NO_LATENCY;
    struct rh_memory *memory = probe->error.text[0] == '\0' ? rh_memory_open(&probe->setup, &probe->error) : NULL;
    if (memory == NULL)
        return RH_MAP_NO_LATENCY;
    uint64_t start = probe->interval == 0 ? 0 : rh_random_below(&probe->state, probe->interval);
    if (!rh_memory_tick_until(memory, start) || !run(memory, first, second, together, &latency))
        latency = RH_MAP_NO_LATENCY;
    else if (!rh_memory_finish(memory, &error)) {
        probe->error = error;
        latency = RH_MAP_NO_LATENCY;
    }
    rh_memory_close(memory);
    return latency;
}

uint64_t rh_memory_probe_alone(void *user, uint64_t first, uint64_t second) {
    return probe_pair(user, first, second, false);
}

uint64_t rh_memory_probe_together(void *user, uint64_t first, uint64_t second) {
    return probe_pair(user, first, second, true);
}
