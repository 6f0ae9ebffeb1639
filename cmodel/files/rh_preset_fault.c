// SPDX-License-Identifier: Apache-2.0
// Faults of a preset's file: all of them, in the order of their places.
#include <stdio.h>

#include "cmodel/files/rh_preset_reader.h"

bool rh_preset_fail(struct rh_preset_reader *r, yaml_mark_t mark, const char *text) {
    if (r->faults < RH_PRESET_FAULTS) {
        struct rh_preset_fault *fault = &r->fault[r->faults];
        fault->place = mark;
        (void)snprintf(fault->text, sizeof fault->text, "%s", text);
    }
    r->faults++;
    return false;
}

static bool is_before(yaml_mark_t a, yaml_mark_t b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

bool rh_preset_report(struct rh_preset_reader *r) {
    bool done[RH_PRESET_FAULTS] = {false};
    unsigned count = r->faults < RH_PRESET_FAULTS ? r->faults : RH_PRESET_FAULTS;
    for (unsigned n = 0; n < count; n++) {
        unsigned first = count;
        for (unsigned i = 0; i < count; i++)
            if (!done[i] && (first == count || is_before(r->fault[i].place, r->fault[first].place)))
                first = i;
        done[first] = true;
        const struct rh_preset_fault *fault = &r->fault[first];
        rh_error_add(r->error, "%s:%zu:%zu: %s", r->file, fault->place.line + 1, fault->place.column + 1, fault->text);
    }
    return count == 0;
}

bool rh_preset_fail_found(struct rh_preset_reader *r, const yaml_node_t *node, const char *name, const char *expected) {
    char text[sizeof r->fault[0].text], value[48] = "a mapping";
    if (node->type == YAML_SCALAR_NODE)
        (void)snprintf(value, sizeof value, "'%.40s'", (const char *)node->data.scalar.value);
    else if (node->type == YAML_SEQUENCE_NODE)
        (void)snprintf(value, sizeof value, "a list");
    (void)snprintf(text, sizeof text, "%s: found %s, expected %s", name, value, expected);
    return rh_preset_fail(r, node->start_mark, text);
}
