// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_sm_run.h"

#include <inttypes.h>
#include <stdlib.h>

#include "rowhold/rh_lru.h"
#include "rowhold/rh_memory.h"

enum { WARPS = 64, CHAINS = 256, LINES = RH_SM_RUN_LINES };
static const uint64_t MOST_CLOCKS = UINT64_C(1000000000);

/* A line that is on its way from memory, or a free place for one. */
struct asked {
    uint64_t line, sent, warps; /* warps: a bit each that wait for it */
    struct asked *next;         /* of the same chain; of a free one: the next free one */
};

/* A line that waits to leave the SM. */
struct leaving {
    uint64_t line;
    struct asked *asked; /* NULL: a store */
};

enum phase { FILL_LOAD, FILL_WAIT, FILL_STORE, LOAD, WAIT, COMPUTE, STORE, ENDED };

struct warp {
    uint64_t number, block; /* in the grid */
    uint64_t step, at;      /* at: next line to copy, or array, or instruction of the computation */
    enum phase phase;
    unsigned address;     /* instructions of the next load's or store's address that are left */
    uint64_t ready;       /* may issue from then on */
    uint64_t group;       /* issue of the first of `grouped` instructions */
    unsigned grouped;     /* that may go before the first one's result is there */
    unsigned outstanding; /* lines */
    uint64_t data;        /* its loads' data are there from then on */
};

struct sm {
    const struct rh_sm_run_setup *setup;
    struct rh_sm_run_result *result;
    struct rh_memory *memory;
    struct rh_caches caches;
    uint64_t now, port; /* the issue port is free from then on */
    unsigned warps, block_warps, last;
    uint64_t next_block, blocks; /* of this SM */
    uint64_t fill_lines;
    struct leaving leaving[LINES];
    unsigned first, count;
    struct asked *chain[CHAINS], *free;
    struct warp warp[WARPS];
};

static void done(void *self, const struct rh_memory_done *d) {
    struct sm *sm = self;
    struct asked *asked = d->user, **link;
    if (asked == NULL)
        return;
    sm->result->read_clocks += d->done - asked->sent;
    for (unsigned w = 0; w < sm->warps; w++)
        if ((asked->warps >> w & 1U) != 0) {
            uint64_t there = d->done + sm->setup->sm->hit;
            sm->warp[w].outstanding--;
            sm->warp[w].data = there > sm->warp[w].data ? there : sm->warp[w].data;
        }
    for (link = &sm->chain[asked->line % CHAINS]; *link != asked; link = &(*link)->next)
        ;
    *link = asked->next;
    asked->next = sm->free;
    sm->free = asked;
}

static void leave(struct sm *sm, uint64_t line, struct asked *asked) {
    sm->leaving[(sm->first + sm->count++) % LINES] = (struct leaving){line, asked};
}

/* Sends the first waiting line, if the memory takes it; at most one goes in a clock. */
static void send(struct sm *sm) {
    struct leaving *head = &sm->leaving[sm->first];
    if (sm->count == 0 || !rh_memory_send(sm->memory, head->line * RH_WARP_LINE, head->asked == NULL, head->asked))
        return;
    sm->first = (sm->first + 1) % LINES;
    sm->count--;
    *(head->asked == NULL ? &sm->result->dram_writes : &sm->result->dram_reads) += 1;
}

static struct asked *find(struct sm *sm, uint64_t line) {
    struct asked *asked = sm->chain[line % CHAINS];
    while (asked != NULL && asked->line != line)
        asked = asked->next;
    return asked;
}

/* A line from off-chip; false without memory. */
static bool ask(struct sm *sm, uint64_t line, unsigned w) {
    struct asked *asked = sm->free != NULL ? sm->free : calloc(1, sizeof *asked);
    if (asked == NULL)
        return false;
    sm->free = asked->next;
    *asked = (struct asked){.line = line, .sent = sm->now, .warps = UINT64_C(1) << w, .next = sm->chain[line % CHAINS]};
    sm->chain[line % CHAINS] = asked;
    sm->warp[w].outstanding++;
    leave(sm, line, asked);
    return true;
}

/* Look up the lines of a load; the number of misses of the constant cache, each a replay. Below 0: no memory. */
static int load(struct sm *sm, unsigned w, enum rh_space space, const struct rh_warp_access *access) {
    const struct rh_sm *values = sm->setup->sm;
    struct warp *warp = &sm->warp[w];
    uint64_t there = sm->now + (space == RH_SPACE_SHARED ? values->shared : values->hit);
    int missed = 0;
    warp->data = there > warp->data ? there : warp->data;
    for (unsigned i = 0; i < access->lines; i++) {
        unsigned misses = rh_caches_load(&sm->caches, space, access->line[i]);
        struct asked *asked = find(sm, access->line[i]);
        missed += space == RH_SPACE_CONSTANT && (misses & RH_CACHES_MISS) != 0;
        if (asked != NULL) {
            warp->outstanding += (asked->warps >> w & 1U) == 0;
            asked->warps |= UINT64_C(1) << w;
        } else if ((misses & RH_CACHES_DRAM) != 0 && !ask(sm, access->line[i], w)) {
            return -1;
        }
    }
    return missed;
}

/* The next array of the step that is loaded, or stored, from `at` on. */
static bool next_array(const struct sm *sm, struct warp *warp, bool store) {
    const struct rh_kernel *kernel = sm->setup->kernel;
    while (warp->at < kernel->arrays &&
           (kernel->array[warp->at].store != store || !rh_kernel_at(kernel, (unsigned)warp->at, warp->step)))
        warp->at++;
    return warp->at < kernel->arrays;
}

static bool waits(const struct sm *sm, const struct warp *warp) {
    return warp->outstanding > 0 || warp->data > sm->now;
}

static void enter(struct warp *warp, enum phase phase, uint64_t at) {
    warp->phase = phase;
    warp->at = at;
}

/* Go on to what the warp issues next, through phases that have nothing. False: it waits, or has ended. */
static bool finish(const struct sm *sm, struct warp *warp) {
    const struct rh_kernel *kernel = sm->setup->kernel;
    for (;;)
        switch (warp->phase) {
        case FILL_LOAD:
        case FILL_STORE:
            if (warp->at < sm->fill_lines)
                return true;
            if (warp->phase == FILL_LOAD)
                enter(warp, FILL_WAIT, 0);
            else
                enter(warp, LOAD, 0);
            break;
        case FILL_WAIT:
            if (waits(sm, warp))
                return false;
            enter(warp, FILL_STORE, warp->number % sm->block_warps);
            break;
        case LOAD:
            if (next_array(sm, warp, false))
                return true;
            enter(warp, WAIT, 0);
            break;
        case WAIT:
            if (waits(sm, warp))
                return false;
            enter(warp, COMPUTE, 0);
            break;
        case COMPUTE:
            if (warp->at < kernel->computation + kernel->replays)
                return true;
            enter(warp, STORE, 0);
            break;
        case STORE:
            if (next_array(sm, warp, true))
                return true;
            enter(warp, ++warp->step < kernel->steps ? LOAD : ENDED, 0);
            break;
        case ENDED:
            return false;
        }
}

static void start_warp(struct sm *sm, unsigned w, uint64_t block) {
    struct warp *warp = &sm->warp[w];
    uint64_t number = block * sm->setup->sm->sms * sm->block_warps + w % sm->block_warps;
    *warp = (struct warp){.number = number, .block = block * sm->setup->sm->sms, .ready = sm->now};
    enter(warp, FILL_LOAD, w % sm->block_warps);
    warp->data = sm->now;
}

static enum rh_space space_of(const struct sm *sm, const struct warp *warp) {
    return warp->phase == FILL_LOAD    ? RH_SPACE_GLOBAL
           : warp->phase == FILL_STORE ? RH_SPACE_SHARED
                                       : (enum rh_space)sm->setup->place[warp->at];
}

static struct rh_warp_access access_of(const struct sm *sm, const struct warp *warp, enum rh_space space) {
    const struct rh_kernel *kernel = sm->setup->kernel;
    struct rh_warp_access access = {.transactions = 1};
    if (warp->phase != FILL_LOAD && warp->phase != FILL_STORE)
        return rh_kernel_access(kernel, (unsigned)warp->at, space, warp->number, warp->step);
    if (warp->phase == FILL_LOAD)
        access.line[access.lines++] = rh_kernel_fill_line(kernel, sm->setup->place, warp->block, warp->at);
    return access;
}

/* A load or store goes; its replays, or below 0 without memory. */
static int issue_access(struct sm *sm, unsigned w) {
    struct warp *warp = &sm->warp[w];
    enum rh_space space = space_of(sm, warp);
    const struct rh_warp_access access = access_of(sm, warp, space);
    int missed = 0;
    if (warp->phase == LOAD || warp->phase == FILL_LOAD)
        missed = load(sm, w, space, &access);
    else
        for (unsigned i = 0; i < access.lines; i++)
            leave(sm, access.line[i], NULL);
    warp->at += warp->phase == FILL_LOAD || warp->phase == FILL_STORE ? sm->block_warps : 1;
    return missed < 0 ? missed : missed + (int)access.replays;
}

/* One instruction of a warp that has one. False without memory. */
static bool issue(struct sm *sm, unsigned w) {
    struct warp *warp = &sm->warp[w];
    int replays = 0;
    if (warp->phase == COMPUTE) {
        warp->at++;
    } else if (warp->address < rh_space_address(space_of(sm, warp))) {
        warp->address++;
    } else {
        warp->address = 0;
        replays = issue_access(sm, w);
    }
    if (replays < 0)
        return false;
    sm->port = sm->now + (1 + (uint64_t)replays) * sm->setup->sm->issue;
    sm->result->issued += 1 + (uint64_t)replays;
    warp->group = warp->grouped == 0 ? sm->now : warp->group;
    warp->ready = sm->port;
    if (++warp->grouped == sm->setup->kernel->ilp) {
        warp->grouped = 0;
        warp->ready = warp->group + sm->setup->sm->latency;
    }
    return true;
}

static bool can_issue(const struct sm *sm, struct warp *warp) {
    if (warp->ready > sm->now || !finish(sm, warp))
        return false;
    return warp->phase == COMPUTE || sm->count + RH_WARP_WORDS <= LINES;
}

/* A block whose warps have all ended makes room for the next. False: none is left, and all have ended. */
static bool follow(struct sm *sm) {
    bool runs = false;
    for (unsigned first = 0; first < sm->warps; first += sm->block_warps) {
        unsigned ended = 0;
        for (unsigned w = first; w < first + sm->block_warps; w++)
            ended += !finish(sm, &sm->warp[w]) && sm->warp[w].phase == ENDED;
        bool all = ended == sm->block_warps;
        for (unsigned w = first; all && sm->next_block < sm->blocks && w < first + sm->block_warps; w++)
            start_warp(sm, w, sm->next_block);
        runs = runs || !all || sm->next_block < sm->blocks;
        sm->next_block += all && sm->next_block < sm->blocks;
    }
    return runs;
}

static bool step(struct sm *sm, struct rh_error *error) {
    for (unsigned i = 1; sm->port <= sm->now && i <= sm->warps; i++) {
        unsigned w = (sm->last + i) % sm->warps;
        if (!can_issue(sm, &sm->warp[w]))
            continue;
        sm->last = w;
        if (!issue(sm, w))
            return rh_error_set(error, "placement: found no memory for the run, expected enough");
    }
    send(sm);
    if (!rh_memory_tick(sm->memory))
        return rh_error_set(error, "%s", rh_memory_text(sm->memory));
    sm->now++;
    return sm->now < MOST_CLOCKS ||
           rh_error_set(error, "placement: found a run of %" PRIu64 " clocks, expected fewer", sm->now);
}

static bool run(struct sm *sm, struct rh_error *error) {
    for (unsigned w = 0; w < sm->warps; w++)
        start_warp(sm, w, w / sm->block_warps);
    sm->next_block = sm->warps / sm->block_warps;
    while (follow(sm))
        if (!step(sm, error))
            return false;
    sm->result->clocks = sm->now;
    while (sm->count > 0 || !rh_memory_idle(sm->memory))
        if (!step(sm, error))
            return false;
    return rh_memory_finish(sm->memory, error);
}

bool rh_sm_run(const struct rh_sm_run_setup *setup, struct rh_sm_run_result *result, struct rh_error *error) {
    struct sm *sm = calloc(1, sizeof *sm);
    *result = (struct rh_sm_run_result){.clocks = 0};
    if (sm == NULL)
        return rh_error_set(error, "placement: found no memory for the run, expected enough");
    const struct rh_memory_setup memory = {.own = setup->preset,
                                           .controller = setup->controller,
                                           .map = setup->map,
                                           .queue = setup->queue,
                                           .channels = setup->channels,
                                           .request_bytes = RH_WARP_LINE,
                                           .done = done,
                                           .self = sm};
    sm->setup = setup;
    sm->result = result;
    sm->block_warps = rh_kernel_block_warps(setup->kernel);
    sm->warps = rh_kernel_active(setup->kernel, setup->sm, setup->place) * sm->block_warps;
    sm->blocks = rh_kernel_sm_blocks(setup->kernel, setup->sm);
    sm->fill_lines = rh_kernel_fill_lines(setup->kernel, setup->place);
    rh_caches_start(&sm->caches, setup->sm);
    sm->memory = rh_memory_open(&memory, error);
    bool good = sm->memory != NULL && run(sm, error);
    rh_memory_close(sm->memory);
    for (unsigned c = 0; c < CHAINS; c++)
        for (struct asked *asked = sm->chain[c], *next; asked != NULL; asked = next) {
            next = asked->next;
            free(asked);
        }
    for (struct asked *asked = sm->free, *next; asked != NULL; asked = next) {
        next = asked->next;
        free(asked);
    }
    free(sm);
    return good;
}
