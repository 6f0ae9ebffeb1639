// SPDX-License-Identifier: Apache-2.0
#include "cmodel/embedding/rh_memory_queue.h"

#include <stdlib.h>

bool rh_memory_queue_open(struct rh_memory_queue *queue, unsigned ports, uint32_t room, uint32_t tags) {
    size_t count = (size_t)ports * (tags + room);
    *queue = (struct rh_memory_queue){.ports = ports, .room = room};
    queue->port = calloc(ports, sizeof *queue->port);
    queue->finished = calloc(count, sizeof *queue->finished);
    queue->outstanding = calloc(count, sizeof *queue->outstanding);
    if (queue->port == NULL || queue->finished == NULL || queue->outstanding == NULL)
        return false;
    for (uint32_t i = 0; i < count; i++)
        queue->outstanding[i].left = i + 1;
    for (unsigned i = 0; i < ports; i++) {
        queue->port[i].queue = queue;
        queue->port[i].outstanding_of = calloc(tags, sizeof *queue->port[i].outstanding_of);
        queue->port[i].part = calloc(room, sizeof *queue->port[i].part);
        if (queue->port[i].outstanding_of == NULL || queue->port[i].part == NULL)
            return false;
    }
    return true;
}

void rh_memory_queue_close(struct rh_memory_queue *queue) {
    for (unsigned i = 0; queue->port != NULL && i < queue->ports; i++) {
        free(queue->port[i].outstanding_of);
        free(queue->port[i].part);
    }
    free(queue->port);
    free(queue->finished);
    free(queue->outstanding);
}

uint32_t rh_memory_queue_enter(struct rh_memory_queue *queue, unsigned parts, const struct rh_memory_done *done) {
    uint32_t number = queue->next_free;
    struct rh_memory_outstanding *outstanding = &queue->outstanding[number];
    queue->next_free = outstanding->left;
    queue->in_flight++;
    *outstanding = (struct rh_memory_outstanding){.done = *done, .left = parts};
    return number;
}

void rh_memory_port_put(struct rh_memory_port *port, const struct rh_request *part, uint32_t number) {
    uint32_t room = port->queue->room, behind = port->first + port->count, last = (behind + room - 1) % room;
    if (port->count++ == 0 || port->part[last].outstanding != number)
        port->requests++;
    port->part[behind % room] = (struct rh_memory_part){*part, number};
}

void rh_memory_port_take(struct rh_memory_port *port, unsigned tag) {
    uint32_t number = port->part[port->first].outstanding;
    port->outstanding_of[tag] = number;
    port->first = port->first + 1 == port->queue->room ? 0 : port->first + 1;
    if (--port->count == 0 || port->part[port->first].outstanding != number)
        port->requests--;
}

void rh_memory_port_answer(struct rh_memory_port *port, unsigned tag, uint64_t cycle) {
    struct rh_memory_queue *queue = port->queue;
    uint32_t number = port->outstanding_of[tag];
    struct rh_memory_outstanding *outstanding = &queue->outstanding[number];
    if (--outstanding->left != 0)
        return;
    outstanding->done.done = cycle;
    queue->finished[queue->finished_count++] = number;
}

void rh_memory_queue_call_back(struct rh_memory_queue *queue, rh_memory_callback *callback, void *self) {
    uint32_t count = queue->finished_count;
    queue->finished_count = 0;
    queue->calling = true;
    for (uint32_t i = 0; i < count; i++) {
        struct rh_memory_outstanding *outstanding = &queue->outstanding[queue->finished[i]];
        const struct rh_memory_done done = outstanding->done;
        outstanding->left = queue->next_free;
        queue->next_free = queue->finished[i];
        queue->in_flight--;
        if (callback != NULL)
            callback(self, &done);
    }
    queue->calling = false;
}
