// SPDX-License-Identifier: Apache-2.0
#include "cmodel/system/rh_partition.h"

#include <stdlib.h>

#include "rowhold/rh_bits.h"

static bool open_queue(struct rh_partition_queue *queue, unsigned entries) {
    queue->room = 1U << rh_log2_up(entries);
    queue->entry = calloc(queue->room, sizeof *queue->entry);
    return queue->entry != NULL;
}

bool rh_partition_open(struct rh_partition *partition, const struct rh_partition_setup *setup, unsigned requests) {
    partition->setup = *setup;
    return open_queue(&partition->port, setup->port) && open_queue(&partition->arrived, requests) &&
           open_queue(&partition->queued, setup->queue) && open_queue(&partition->to_dram, setup->queue) &&
           open_queue(&partition->leaving, setup->most) && open_queue(&partition->from_dram, setup->queue) &&
           open_queue(&partition->to_network, setup->queue);
}

bool rh_partition_open_l2(struct rh_partition *partition, const struct rh_l2_slice *l2, unsigned blocks, unsigned own,
                          unsigned requests) {
    const struct rh_partition_setup *s = &partition->setup;
    const struct rh_cache_setup cache = {s->l2_lines, s->l2_ways, blocks, s->l2_misses, s->l2_merges, false};
    partition->l2 = *l2;
    partition->l2.frees = own;
    for (unsigned k = 0; k < own; k++)
        partition->l2.free[k] = (uint16_t)k;
    partition->l2.left = calloc(l2->tags, 1);
    return partition->l2.left != NULL && rh_cache_open(&partition->l2.cache, &cache) &&
           open_queue(&partition->hits, requests) && open_queue(&partition->filled, requests);
}

void rh_partition_close(struct rh_partition *partition) {
    rh_cache_close(&partition->l2.cache);
    free(partition->l2.left);
    free(partition->hits.entry);
    free(partition->filled.entry);
    free(partition->port.entry);
    free(partition->arrived.entry);
    free(partition->queued.entry);
    free(partition->to_dram.entry);
    free(partition->leaving.entry);
    free(partition->from_dram.entry);
    free(partition->to_network.entry);
}

static void push(struct rh_partition_queue *queue, struct rh_partition_entry entry) {
    queue->entry[(queue->first + queue->count++) & (queue->room - 1)] = entry;
}

static const struct rh_partition_entry *front(const struct rh_partition_queue *queue) {
    return queue->count != 0 ? &queue->entry[queue->first] : NULL;
}

static struct rh_partition_entry pop(struct rh_partition_queue *queue) {
    struct rh_partition_entry entry = queue->entry[queue->first];
    queue->first = (queue->first + 1) & (queue->room - 1);
    queue->count--;
    return entry;
}

static bool is_due(const struct rh_partition_queue *queue, uint64_t core_cycle) {
    return queue->count != 0 && front(queue)->due <= core_cycle;
}

bool rh_partition_is_open(const struct rh_partition *partition) {
    return partition->port.count < partition->setup.port;
}

void rh_partition_arrive(struct rh_partition *partition, uint16_t tag) {
    push(&partition->port, (struct rh_partition_entry){.tag = tag});
}

const struct rh_partition_entry *rh_partition_reply(const struct rh_partition *partition) {
    return front(&partition->to_network);
}

void rh_partition_replied(struct rh_partition *partition) {
    (void)pop(&partition->to_network);
}

/* The slice asks the memory for a block, or writes it there. */
static void send_own(struct rh_partition *p, uint64_t block, bool write) {
    struct rh_l2_slice *l2 = &p->l2;
    unsigned k = l2->free[--l2->frees];
    l2->block[k] = block;
    *p->request(p->user, l2->tag[k]) = (struct rh_request){.channel = l2->channel,
                                                           .bank = (uint8_t)(block / l2->columns % l2->banks),
                                                           .write = write,
                                                           .row = (uint32_t)(block / l2->columns / l2->banks),
                                                           .column = (uint16_t)(block % l2->columns),
                                                           .commands = 1,
                                                           .core = UINT16_MAX,
                                                           .warp = UINT16_MAX};
    push(&p->to_dram, (struct rh_partition_entry){.tag = l2->tag[k]});
    p->passed++;
}

/* Looks a block of a request up; it may ask the memory for it. False: it has to wait. */
static bool look_up(struct rh_partition *p, const struct rh_request *r, uint64_t block, uint16_t tag) {
    struct rh_l2_slice *l2 = &p->l2;
    if (r->write)
        return rh_cache_write(&l2->cache, block, &l2->victim);
    enum rh_cache_answer answer = rh_cache_read(&l2->cache, block, tag, &l2->victim);
    if (answer == RH_CACHE_MISS || answer == RH_CACHE_MERGED)
        l2->left[tag % l2->tags]++;
    if (answer == RH_CACHE_MISS)
        send_own(p, block, false);
    if (answer != RH_CACHE_FULL && r->atomic)
        rh_cache_mark(&l2->cache, block);
    return answer != RH_CACHE_FULL;
}

/* The slice writes a block of a line that made room, or looks up the next one of the request in front. */
static void clock_l2(struct rh_partition *p, uint64_t core_cycle) {
    struct rh_l2_slice *l2 = &p->l2;
    if (p->to_dram.count >= p->setup.queue || l2->frees == 0)
        return;
    if (l2->victim.dirty != 0) {
        send_own(p, l2->victim.line * l2->cache.setup.blocks + (unsigned)__builtin_ctz(l2->victim.dirty), true);
        l2->victim.dirty &= (uint8_t)(l2->victim.dirty - 1);
        return;
    }
    if (p->queued.count == 0)
        return;
    uint16_t tag = front(&p->queued)->tag;
    const struct rh_request *r = p->request(p->user, tag);
    uint8_t *left = &l2->left[tag % l2->tags];
    *left = l2->looked == 0 ? 1 : *left;
    uint64_t first = ((uint64_t)r->row * l2->banks + r->bank) * l2->columns + r->column;
    if (!look_up(p, r, first + l2->looked, tag) || ++l2->looked < r->commands)
        return;
    l2->looked = 0;
    p->passed--;
    (void)pop(&p->queued);
    if (--*left == 0)
        push(&p->hits, (struct rh_partition_entry){core_cycle + p->setup.l2_hit, tag, r->write});
}

/* A response of the memory to the slice. */
static void fill_l2(struct rh_partition *p) {
    struct rh_l2_slice *l2 = &p->l2;
    const struct rh_partition_entry entry = pop(&p->from_dram);
    uint32_t who[RH_CACHE_MERGES];
    struct rh_cache_victim none;
    unsigned k = 0;
    while (l2->tag[k] != entry.tag)
        k++;
    l2->free[l2->frees++] = (uint16_t)k;
    unsigned waiting = entry.write ? 0 : rh_cache_fill(&l2->cache, l2->block[k], who, &none);
    for (unsigned w = 0; w < waiting; w++)
        if (--l2->left[who[w] % l2->tags] == 0)
            push(&p->filled, (struct rh_partition_entry){.tag = (uint16_t)who[w]});
}

static bool is_atomic(const struct rh_partition *p, uint16_t tag) {
    return p->request != NULL && p->request(p->user, tag)->atomic;
}

/* The first response of the memory: an atomic's read goes back as a write, others go on. */
static void pass_response(struct rh_partition *p, uint64_t core_cycle) {
    struct rh_partition_entry entry = *front(&p->from_dram);
    bool atomic = is_atomic(p, entry.tag);
    if (atomic && !entry.write) {
        (void)pop(&p->from_dram);
        p->request(p->user, entry.tag)->write = true;
        entry.due = core_cycle + p->setup.dram_delay;
        push(&p->leaving, entry);
        p->passed++;
    } else if (p->to_network.count < p->setup.queue) {
        (void)pop(&p->from_dram);
        entry.write = entry.write && !atomic;
        push(&p->to_network, entry);
    }
}

/* One clock of the networks between the first queue and the reply's, with a slice there. */
static void clock_through_l2(struct rh_partition *p, uint64_t core_cycle) {
    if (p->to_network.count < p->setup.queue && p->filled.count != 0)
        push(&p->to_network, pop(&p->filled));
    else if (p->to_network.count < p->setup.queue && is_due(&p->hits, core_cycle))
        push(&p->to_network, pop(&p->hits));
    if (p->from_dram.count != 0)
        fill_l2(p);
    clock_l2(p, core_cycle);
}

void rh_partition_network_clock(struct rh_partition *partition, uint64_t core_cycle) {
    struct rh_partition *p = partition;
    bool sliced = p->setup.l2_lines != 0;
    if (sliced)
        clock_through_l2(p, core_cycle);
    if (!sliced && p->from_dram.count != 0)
        pass_response(p, core_cycle);
    if (!sliced && p->queued.count != 0 && p->to_dram.count < p->setup.queue)
        push(&p->to_dram, pop(&p->queued));
    if (is_due(&p->arrived, core_cycle) && p->queued.count < p->setup.queue)
        push(&p->queued, pop(&p->arrived));
    if (p->port.count != 0 && p->queued.count < p->setup.accept) {
        struct rh_partition_entry entry = pop(&p->port);
        entry.due = core_cycle + p->setup.delay;
        push(&p->arrived, entry);
    }
}

const struct rh_partition_entry *rh_partition_offer(const struct rh_partition *partition, uint64_t core_cycle) {
    return is_due(&partition->leaving, core_cycle) ? front(&partition->leaving) : NULL;
}

const struct rh_partition_entry *rh_partition_nearest(const struct rh_partition *partition) {
    const struct rh_partition *p = partition;
    const struct rh_partition_queue *const queue[] = {&p->leaving, &p->to_dram, &p->queued, &p->arrived, &p->port};
    unsigned k = 0;
    while (k + 1 < sizeof queue / sizeof queue[0] && queue[k]->count == 0)
        k++;
    return front(queue[k]);
}

void rh_partition_accepted(struct rh_partition *partition) {
    (void)pop(&partition->leaving);
}

void rh_partition_respond(struct rh_partition *partition, uint16_t tag, bool write) {
    push(&partition->from_dram, (struct rh_partition_entry){0, tag, write});
    partition->inside -= write || !is_atomic(partition, tag) || partition->setup.l2_lines != 0;
}

void rh_partition_memory_clock(struct rh_partition *partition, uint64_t core_cycle, bool stopped) {
    struct rh_partition *p = partition;
    if (stopped || p->to_dram.count == 0 || p->inside >= p->setup.most || !rh_partition_takes_response(p))
        return;
    struct rh_partition_entry entry = pop(&p->to_dram);
    entry.due = core_cycle + p->setup.dram_delay;
    push(&p->leaving, entry);
    p->inside++;
}
