// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cost/rh_bus_activity.h"

#include <string.h>

#include "rowhold/rh_energy.h"

enum { BYTE = 8 };

static unsigned ones_of(uint8_t byte) {
    unsigned ones = 0;
    for (; byte != 0; byte &= (uint8_t)(byte - 1))
        ones++;
    return ones;
}

struct rh_bus_activity rh_bus_activity_start(unsigned bytes) {
    return (struct rh_bus_activity){.bytes = bytes};
}

static void put_byte(struct rh_bus_activity *bus, unsigned lane, uint8_t byte, bool after_known) {
    struct rh_bus_activity_counts *counts = &bus->counts;
    unsigned ones = ones_of(byte), toggles = ones_of(byte ^ bus->last[lane]);
    counts->known += BYTE;
    counts->ones += ones;
    counts->inverted_ones += rh_energy_inverted(ones);
    if (after_known) {
        counts->toggle_bits += BYTE;
        counts->toggles += toggles;
        counts->inverted_toggles += rh_energy_inverted(toggles);
    }
    bus->last[lane] = byte;
}

void rh_bus_activity_burst(struct rh_bus_activity *bus, const uint8_t *data, unsigned size) {
    bus->counts.bits += (uint64_t)BYTE * size;
    for (unsigned i = 0; data != NULL && i < size; i++)
        put_byte(bus, i % bus->bytes, data[i], !bus->lost || i >= bus->bytes);
    bus->lost = data == NULL;
}

void rh_bus_activity_add(struct rh_bus_activity_counts *to, const struct rh_bus_activity_counts *from) {
    to->bits += from->bits;
    to->known += from->known;
    to->ones += from->ones;
    to->inverted_ones += from->inverted_ones;
    to->toggle_bits += from->toggle_bits;
    to->toggles += from->toggles;
    to->inverted_toggles += from->inverted_toggles;
}
