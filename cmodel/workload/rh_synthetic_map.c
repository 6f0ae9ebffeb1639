// SPDX-License-Identifier: Apache-2.0
// Walks as addresses: a request's place in the order row : bank : column : channel is its number in the memory, and a
// map says where that lies.
#include <stdio.h>

#include "cmodel/workload/rh_synthetic_inside.h"

bool rh_synthetic_set_map(struct rh_synthetic_stream *s, const struct rh_stream_setup *setup,
                          const struct rh_preset *preset, struct rh_error *error) {
    bool asked = setup->map != NULL, part = s->banks < preset->banks;
    const struct rh_map_shape shape = rh_map_shape_of(preset, s->base.channels);
    if (!asked && (s->row->unmapped != NULL || preset->map[0] == '\0' || part))
        return true;
    if (s->row->unmapped != NULL) {
        s->base.note = s->row->unmapped;
        return rh_map_parse(&s->map, setup->map, &shape, error);
    }
    if (asked && part)
        return rh_error_field(error, "banks_used", "found %u with a map, expected all %u banks of %s with it", s->banks,
                              preset->banks, preset->name);
    struct rh_error why = {""};
    s->mapped = rh_map_parse(&s->map, rh_map_text(setup->map, preset), &shape, asked ? error : &why);
    if (s->mapped)
        rh_map_print(&s->map, s->map_text);
    else if (!asked) {
        (void)snprintf(s->note, sizeof s->note, "the map of %s is not used: %s", preset->name,
                       why.text + rh_error_member(&why));
        s->base.note = s->note;
    }
    return s->mapped || !asked;
}

const char *rh_synthetic_map(const struct rh_stream *stream) {
    const struct rh_synthetic_stream *s = (const struct rh_synthetic_stream *)stream;
    return s->mapped ? s->map_text : NULL;
}

void rh_synthetic_take_apart(struct rh_synthetic_stream *s, const struct rh_request *r) {
    uint64_t n = ((uint64_t)r->row * s->banks + r->bank) * rh_synthetic_slots(s) + r->column / s->commands;
    s->unit = (n * s->base.channels + r->channel) * s->commands;
    s->rest = s->commands;
    s->whole = *r;
}

void rh_synthetic_piece(struct rh_synthetic_stream *s, struct rh_request *r) {
    struct rh_map_place place;
    uint32_t n = rh_map_run(&s->map, s->unit, s->rest, &place);
    *r = s->whole;
    r->channel = (uint16_t)place.channel;
    r->bank = (uint8_t)place.bank;
    r->row = place.row;
    r->column = (uint16_t)place.column;
    r->commands = (uint8_t)n;
    s->unit += n;
    s->rest -= n;
}
