// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_core_streams.h"

#include <inttypes.h>
#include <stdlib.h>

#include "rowhold/rh_cores.h"

enum { BLOCK = 256 };

struct entry {
    struct rh_request request;
    uint32_t core;  /* after joining */
    uint32_t place; /* in the stream: decides between equal times */
};

/* The entries of a core, in the order in which it makes them. */
struct worker {
    size_t first, next, end;
};

struct rh_core_streams {
    struct entry *entries; /* core by core */
    size_t count, room;
    unsigned cores, most_cores;
    unsigned only; /* core; RH_CORE_STREAMS_ALL: all */
    bool paced;
    struct worker worker[];
};

static bool make_room(struct rh_core_streams *streams, struct rh_error *error) {
    size_t room = streams->room == 0 ? BLOCK : 2 * streams->room;
    struct entry *more = NULL;
    if (streams->count + BLOCK <= streams->room)
        return true;
    if (room < UINT32_MAX)
        more = realloc(streams->entries, room * sizeof *more);
    if (more == NULL)
        return rh_error_field(error, "requests", "found no memory for more than %zu, expected enough for all",
                              streams->count);
    streams->entries = more;
    streams->room = room;
    return true;
}

static bool add(struct rh_core_streams *streams, const struct rh_request *request, struct rh_error *error) {
    if (request->core == RH_NO_CORE)
        return rh_error_field(error, "stream",
                              "found a request that names no core (number %zu), expected a stream whose requests "
                              "all do",
                              streams->count + 1);
    streams->entries[streams->count] =
        (struct entry){*request, request->core % streams->cores, (uint32_t)streams->count};
    streams->count++;
    if (request->core >= streams->most_cores)
        streams->most_cores = request->core + 1U;
    return true;
}

static bool read_all(struct rh_core_streams *streams, struct rh_stream *from, uint64_t most, struct rh_error *error) {
    struct rh_request block[BLOCK];
    for (int status = 1; status > 0 && streams->count != most;) {
        uint64_t left = most - streams->count;
        size_t n;
        status = rh_request_fill(from, block, left < BLOCK ? (size_t)left : BLOCK, &n, error);
        if (!make_room(streams, error))
            return false;
        for (size_t i = 0; i < n; i++)
            if (!add(streams, &block[i], error))
                return false;
        if (status < 0)
            return false;
    }
    return true;
}

static int in_order(const void *a, const void *b) {
    const struct entry *x = a, *y = b;
    if (x->core != y->core)
        return x->core < y->core ? -1 : 1;
    if (x->request.created != y->request.created)
        return x->request.created < y->request.created ? -1 : 1;
    return x->place < y->place ? -1 : 1;
}

/* Order the entries, and tell each core which are its own. */
static void cut(struct rh_core_streams *streams) {
    size_t at = 0;
    if (streams->count != 0)
        qsort(streams->entries, streams->count, sizeof streams->entries[0], in_order);
    for (unsigned core = 0; core < streams->cores; core++) {
        size_t first = at;
        while (at < streams->count && streams->entries[at].core == core)
            at++;
        streams->worker[core] = (struct worker){first, first, at};
    }
}

static bool has_times(const struct rh_core_streams *streams) {
    for (size_t i = 0; i < streams->count; i++)
        if (streams->entries[i].request.created != 0)
            return true;
    return streams->count == 0;
}

static bool set_up(struct rh_core_streams *streams, struct rh_stream *from, uint64_t most, struct rh_error *error) {
    if (!read_all(streams, from, most == 0 ? UINT64_MAX : most, error))
        return false;
    if (streams->paced && !has_times(streams))
        return rh_error_field(error, "paced",
                              "found a stream without times, expected one whose requests say when their core made "
                              "them (created)");
    cut(streams);
    return true;
}

struct rh_core_streams *rh_core_streams_open(struct rh_stream *from, unsigned cores, uint64_t most, bool paced,
                                             struct rh_error *error) {
    struct rh_core_streams *streams = NULL;
    if (cores == 0)
        rh_error_field(error, "cores", "found 0, expected at least 1");
    else if ((streams = calloc(1, sizeof *streams + cores * sizeof streams->worker[0])) == NULL)
        rh_error_field(error, "cores", "found no memory for %u, expected enough", cores);
    if (streams != NULL) {
        streams->cores = cores;
        streams->paced = paced;
        streams->only = RH_CORE_STREAMS_ALL;
        if (!set_up(streams, from, most, error)) {
            rh_core_streams_close(streams);
            streams = NULL;
        }
    }
    from->close(from);
    return streams;
}

void rh_core_streams_close(struct rh_core_streams *streams) {
    if (streams != NULL)
        free(streams->entries);
    free(streams);
}

const struct rh_request *rh_core_streams_front(const struct rh_core_streams *streams, unsigned core, uint64_t *gap) {
    const struct worker *worker = &streams->worker[core];
    *gap = 0;
    if (worker->next == worker->end)
        return NULL;
    const struct rh_request *front = &streams->entries[worker->next].request;
    if (streams->paced)
        *gap =
            front->created - (worker->next == worker->first ? 0 : streams->entries[worker->next - 1].request.created);
    return front;
}

void rh_core_streams_take(struct rh_core_streams *streams, unsigned core) {
    streams->worker[core].next++;
}

void rh_core_streams_rewind(struct rh_core_streams *streams) {
    for (unsigned core = 0; core < streams->cores; core++)
        streams->worker[core].next = streams->worker[core].first;
    for (unsigned core = 0; streams->only != RH_CORE_STREAMS_ALL && core < streams->cores; core++)
        if (core != streams->only)
            streams->worker[core].next = streams->worker[core].end;
}

void rh_core_streams_only(struct rh_core_streams *streams, unsigned core) {
    streams->only = core;
}

uint64_t rh_core_streams_count(const struct rh_core_streams *streams, unsigned core) {
    return streams->worker[core].end - streams->worker[core].first;
}

uint64_t rh_core_streams_total(const struct rh_core_streams *streams) {
    return streams->count;
}

unsigned rh_core_streams_most_cores(const struct rh_core_streams *streams) {
    return streams->most_cores;
}
