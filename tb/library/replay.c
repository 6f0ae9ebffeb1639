// SPDX-License-Identifier: Apache-2.0
// Sends a stream to an embedded memory, each channel as fast as it takes requests, and prints the memory's JSON: what
// `rowhold simulate` prints of the same stream.
//
//   replay STREAM PRESET CONTROLLER CHANNELS REFRESH REQUESTS   a synthetic stream, as requests that are placed
//   replay --addresses PRESET CONTROLLER CHANNELS REFRESH       lines `ADDRESS R|W` of standard input
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rowhold.h"

struct item {
    struct rh_request request;
    uint64_t address;
};

struct queue {
    struct item *item;
    size_t count, room, sent;
};

static bool put(struct queue *queue, struct item item) {
    if (queue->count == queue->room) {
        queue->room = queue->room == 0 ? 1024 : 2 * queue->room;
        struct item *grown = realloc(queue->item, queue->room * sizeof *grown);
        if (grown == NULL)
            return false;
        queue->item = grown;
    }
    queue->item[queue->count++] = item;
    return true;
}

static int fail(const char *text) {
    fprintf(stderr, "replay: %s\n", text);
    return 2;
}

static bool read_synthetic(char **argv, const struct rh_preset *preset, unsigned channels, struct queue *queue) {
    struct rh_error error;
    const struct rh_stream_setup setup = {
        .stream = argv[1], .requests = strtoull(argv[6], NULL, 10), .channels = (uint16_t)channels, .seed = 1};
    struct rh_stream *stream = rh_synthetic_open(&setup, preset, &error);
    if (stream == NULL)
        return fail(error.text) == 0;
    struct item item = {.address = 0};
    bool good = true;
    while (good && stream->next(stream, &item.request, &error) == 1)
        good = put(&queue[item.request.channel], item);
    stream->close(stream);
    return good;
}

/* The default map puts 256 bytes into a channel before the next. */
static bool read_addresses(unsigned channels, struct queue *queue) {
    struct item item = {.address = 0};
    char kind;
    while (scanf("%" SCNu64 " %c", &item.address, &kind) == 2) {
        item.request.write = kind == 'W';
        if (!put(&queue[item.address / 256 % channels], item))
            return false;
    }
    return true;
}

static bool send(struct rh_memory *memory, const struct item *item, bool addresses) {
    return addresses ? rh_memory_send(memory, item->address, item->request.write != 0, NULL)
                     : rh_memory_send_placed(memory, &item->request, NULL);
}

static int run(struct rh_memory *memory, struct queue *queue, unsigned channels, bool addresses) {
    struct rh_error error;
    for (bool more = true; more || !rh_memory_idle(memory);) {
        more = false;
        for (unsigned i = 0; i < channels; i++) {
            struct queue *q = &queue[i];
            q->sent += q->sent < q->count && send(memory, &q->item[q->sent], addresses);
            more = more || q->sent < q->count;
        }
        if (!rh_memory_tick(memory))
            return fail(rh_memory_text(memory));
    }
    if (!rh_memory_finish(memory, &error))
        return fail(error.text);
    return rh_memory_json(memory, stdout) ? 0 : fail("found no memory for the JSON, expected enough");
}

int main(int argc, char **argv) {
    bool addresses = argc == 6 && strcmp(argv[1], "--addresses") == 0;
    if (!addresses && argc != 7)
        return fail("found other arguments, expected those that its first lines list");
    struct rh_memory_setup setup = {
        .preset = argv[2], .controller = argv[3], .channels = (unsigned)strtoul(argv[4], NULL, 10), .refresh = argv[5]};
    struct rh_error error;
    struct rh_memory *memory = rh_memory_open(&setup, &error);
    if (memory == NULL)
        return fail(error.text);
    unsigned channels = rh_memory_channels(memory);
    struct queue *queue = calloc(channels, sizeof *queue);
    int code = 2;
    if (queue != NULL &&
        (addresses ? read_addresses(channels, queue) : read_synthetic(argv, rh_memory_preset(memory), channels, queue)))
        code = run(memory, queue, channels, addresses);
    for (unsigned i = 0; queue != NULL && i < channels; i++)
        free(queue[i].item);
    free(queue);
    rh_memory_close(memory);
    return code;
}
