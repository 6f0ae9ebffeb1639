// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cost/rh_energy_data.h"

#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_hash.h"

enum { BYTE = 8, ROOM = 1024 /* lists of places at first; they grow */ };

/* The bytes of one write. */
struct payload {
    struct payload *next;
    bool known;
    uint8_t bytes[];
};

/* A column of a row: writes on their way, the oldest first, and behind them all what was written last. */
struct place {
    struct place *next;
    uint64_t at;
    uint16_t channel;
    struct payload *first, *last, *content;
};

struct list {
    struct place *first;
};

struct path {
    struct rh_bus_activity internal, io;
};

struct rh_energy_data {
    const struct rh_energy *energy;
    unsigned channels, command_bytes;
    unsigned bus_banks, buses; /* banks of a bus; buses of a channel */
    bool lost;
    struct list *lists; /* of places, by hash */
    size_t room, used;  /* lists; places */
    struct path path[]; /* a bus each, channel by channel */
};

/* Whole bytes of a beat. */
static unsigned bytes_of(unsigned bits) {
    unsigned bytes = bits < BYTE ? 1 : bits / BYTE;
    return bytes < RH_BUS_ACTIVITY_BYTES ? bytes : RH_BUS_ACTIVITY_BYTES;
}

struct rh_energy_data *rh_energy_data_open(const struct rh_energy *energy, unsigned channels, unsigned banks,
                                           unsigned command_bytes) {
    unsigned bus_banks = energy->bus_banks != 0 ? energy->bus_banks : banks, buses = (banks - 1) / bus_banks + 1;
    size_t paths = (size_t)channels * buses;
    struct rh_energy_data *data = calloc(1, sizeof *data + paths * sizeof data->path[0]);
    struct list *lists = calloc(ROOM, sizeof *lists);
    if (data == NULL || lists == NULL) {
        free(data);
        free(lists);
        return NULL;
    }
    data->energy = energy;
    data->channels = channels;
    data->bus_banks = bus_banks;
    data->buses = buses;
    data->command_bytes = command_bytes;
    data->lists = lists;
    data->room = ROOM;
    for (size_t i = 0; i < paths; i++)
        data->path[i] = (struct path){rh_bus_activity_start(bytes_of(energy->bus_bits)),
                                      rh_bus_activity_start(bytes_of(energy->io_bits))};
    return data;
}

static void close_place(struct place *place) {
    struct payload *next;
    for (struct payload *payload = place->first; payload != NULL; payload = next) {
        next = payload->next;
        free(payload);
    }
    free(place->content);
    free(place);
}

void rh_energy_data_close(struct rh_energy_data *data) {
    if (data == NULL)
        return;
    for (size_t i = 0; i < data->room; i++)
        while (data->lists[i].first != NULL) {
            struct place *place = data->lists[i].first;
            data->lists[i].first = place->next;
            close_place(place);
        }
    free(data->lists);
    free(data);
}

static uint64_t at_of(unsigned bank, uint32_t row, unsigned column) {
    return (uint64_t)bank << 48 | (uint64_t)row << 16 | column;
}

static size_t list_of(size_t room, unsigned channel, uint64_t at) {
    const uint64_t key[] = {channel, at};
    return (size_t)(rh_hash(RH_HASH_START, key, sizeof key) % room);
}

static struct place *find(const struct rh_energy_data *data, unsigned channel, uint64_t at) {
    struct place *place = data->lists[list_of(data->room, channel, at)].first;
    while (place != NULL && (place->at != at || place->channel != channel))
        place = place->next;
    return place;
}

static void put_first(struct list *lists, size_t room, struct place *place) {
    struct list *list = &lists[list_of(room, place->channel, place->at)];
    place->next = list->first;
    list->first = place;
}

/* Twice as many lists; as many as before where there is no memory for it. */
static void grow(struct rh_energy_data *data) {
    size_t room = 2 * data->room;
    struct list *lists = calloc(room, sizeof *lists);
    if (lists == NULL)
        return;
    for (size_t i = 0; i < data->room; i++)
        while (data->lists[i].first != NULL) {
            struct place *place = data->lists[i].first;
            data->lists[i].first = place->next;
            put_first(lists, room, place);
        }
    free(data->lists);
    data->lists = lists;
    data->room = room;
}

static struct place *make(struct rh_energy_data *data, unsigned channel, uint64_t at) {
    struct place *place = calloc(1, sizeof *place);
    if (place == NULL)
        return NULL;
    if (data->used++ == data->room)
        grow(data);
    place->at = at;
    place->channel = (uint16_t)channel;
    put_first(data->lists, data->room, place);
    return place;
}

void rh_energy_data_write(struct rh_energy_data *data, const struct rh_request *request, unsigned command,
                          const uint8_t *bytes) {
    uint64_t at = at_of(request->bank, request->row, request->column + command);
    struct place *place = find(data, request->channel, at);
    if (place == NULL)
        place = make(data, request->channel, at);
    struct payload *payload = calloc(1, sizeof *payload + data->command_bytes);
    if (place == NULL || payload == NULL) {
        free(payload);
        data->lost = true;
        return;
    }
    payload->known = bytes != NULL;
    if (bytes != NULL)
        memcpy(payload->bytes, bytes, data->command_bytes);
    if (place->first == NULL)
        place->first = payload;
    else
        place->last->next = payload;
    place->last = payload;
}

/* The write on its way is there: its payload is what the place holds now. */
static void arrive(struct place *place) {
    struct payload *payload = place->first;
    if (payload == NULL)
        return;
    free(place->content);
    place->first = payload->next;
    place->content = payload;
}

void rh_energy_data_command(void *user, const struct rh_command_record *record) {
    struct rh_energy_data *data = user;
    bool write = record->command == RH_WR || record->command == RH_WRA;
    if (!write && record->command != RH_RD && record->command != RH_RDA)
        return;
    struct path *path = &data->path[record->channel * data->buses + record->bank / data->bus_banks];
    struct place *place = find(data, record->channel, at_of(record->bank, record->row, record->column));
    if (write && place != NULL)
        arrive(place);
    bool known = place != NULL && place->content != NULL && place->content->known;
    const uint8_t *bytes = known ? place->content->bytes : NULL;
    rh_bus_activity_burst(&path->internal, bytes, data->command_bytes);
    rh_bus_activity_burst(&path->io, bytes, data->command_bytes);
}

bool rh_energy_data_good(const struct rh_energy_data *data) {
    return !data->lost;
}

struct rh_bus_activity_counts rh_energy_data_internal(const struct rh_energy_data *data) {
    struct rh_bus_activity_counts all = {0};
    for (unsigned i = 0; i < data->channels * data->buses; i++)
        rh_bus_activity_add(&all, &data->path[i].internal.counts);
    return all;
}

struct rh_bus_activity_counts rh_energy_data_io(const struct rh_energy_data *data) {
    struct rh_bus_activity_counts all = {0};
    for (unsigned i = 0; i < data->channels * data->buses; i++)
        rh_bus_activity_add(&all, &data->path[i].io.counts);
    return all;
}

/* `counted` of `known` bits, and the stated share of the others. */
static double share_of(uint64_t counted, uint64_t known, uint64_t bits, double stated) {
    return bits == 0 ? stated : ((double)counted + stated * (double)(bits - known)) / (double)bits;
}

struct rh_energy_activity rh_energy_data_activity(const struct rh_energy_data *data, double toggle_rate,
                                                  double ones_share, bool inverted) {
    const struct rh_energy_activity stated = rh_energy_stated(data->energy, toggle_rate, ones_share, inverted);
    const struct rh_bus_activity_counts internal = rh_energy_data_internal(data), io = rh_energy_data_io(data);
    double pins = data->energy->io_ones
                      ? share_of(inverted ? io.inverted_ones : io.ones, io.known, io.bits, stated.io)
                      : share_of(inverted ? io.inverted_toggles : io.toggles, io.toggle_bits, io.bits, stated.io);
    return (struct rh_energy_activity){
        .toggles = share_of(internal.toggles, internal.toggle_bits, internal.bits, stated.toggles),
        .io = pins,
    };
}
