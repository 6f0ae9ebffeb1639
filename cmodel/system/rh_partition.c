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

void rh_partition_close(struct rh_partition *partition) {
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

void rh_partition_network_clock(struct rh_partition *partition, uint64_t core_cycle) {
    struct rh_partition *p = partition;
    if (p->from_dram.count != 0 && p->to_network.count < p->setup.queue)
        push(&p->to_network, pop(&p->from_dram));
    if (p->queued.count != 0 && p->to_dram.count < p->setup.queue)
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
    partition->inside--;
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
