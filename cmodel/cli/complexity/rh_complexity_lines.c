// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/complexity/rh_complexity_lines.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_bits.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_hold.h"

/* What every line is made for. */
struct work {
    struct rh_complexity_lines *lines;
    const struct rh_complexity_system *system;
    const char *only;     /* NULL: all designs */
    const char *settings; /* more of the controllers, or NULL */
    struct rh_counter *counter;
    struct rh_error *error;
};

static bool is_wanted(const struct work *w, const char *design) {
    return w->only == NULL || strcmp(w->only, design) == 0;
}

static struct rh_complexity_line *new_line(const struct work *w, enum rh_complexity_part part) {
    struct rh_complexity_lines *l = w->lines;
    struct rh_complexity_line *more = realloc(l->line, (l->count + 1) * sizeof *more);
    if (more == NULL) {
        rh_error_set(w->error, "complexity: found no memory, expected enough");
        return NULL;
    }
    l->line = more;
    more[l->count] = (struct rh_complexity_line){.part = part, .source = ""};
    return &more[l->count++];
}

static struct rh_counter_part controller_of(const struct work *w, const char *name, uint64_t count) {
    const struct rh_complexity_system *s = w->system;
    struct rh_counter_part part = {.count = count, .kind = &rh_controller_kind, .variant = name, .design = name};
    part.formula = part.block = rh_complexity_variables(s);
    (void)snprintf(part.settings, sizeof part.settings, "queue=%" PRIu32 " banks=%" PRIu32 " row_bits=%u%s%s", s->queue,
                   s->banks, rh_log2_up(s->rows), w->settings != NULL ? " " : "",
                   w->settings != NULL ? w->settings : "");
    return part;
}

/* So many allocators of I x O under a rule. */
static struct rh_counter_part allocator_of(const struct work *w, const char *name, uint8_t hold, uint64_t count,
                                           uint32_t inputs, uint32_t outputs) {
    const struct rh_complexity_system *s = w->system;
    struct rh_counter_part part = {
        .count = count, .kind = &rh_allocator_kind, .variant = name, .design = rh_hold_rule_name(hold)};
    part.block = rh_complexity_variables(s);
    part.block.I = inputs;
    part.block.O = outputs;
    part.formula = part.block;
    (void)snprintf(part.settings, sizeof part.settings,
                   "inputs=%" PRIu32 " outputs=%" PRIu32 " destinations=%" PRIu32 " banks=%" PRIu32
                   " row_bits=%u hash_bits=%" PRIu32 " hold=%u",
                   inputs, outputs, s->controllers, s->banks, rh_log2_up(s->rows), s->hash_bits, (unsigned)hold);
    return part;
}

/* A network's routers. Requests never leave at a core nor come in at a controller, so the router of a core has an
 * output fewer and that of a controller an input fewer; the thesis counts P outputs for all. */
static unsigned routers_of(const struct work *w, const char *network, uint8_t hold, struct rh_counter_part parts[2]) {
    const struct rh_complexity_system *s = w->system;
    const char *any = rh_allocator_at(0)->name; /* what a rule adds is the same for all */
    if (strcmp(network, "crossbar") == 0) {
        parts[0] = allocator_of(w, any, hold, 1, s->cores, s->controllers);
        return 1;
    }
    uint32_t ports = strcmp(network, "ring") == 0 ? s->ring_ports : s->mesh_ports;
    parts[0] = allocator_of(w, any, hold, s->cores, ports, ports - 1);
    parts[1] = allocator_of(w, any, hold, s->controllers, ports - 1, ports);
    for (unsigned i = 0; i < 2; i++) {
        parts[i].formula.I = ports - 1;
        parts[i].formula.O = ports;
    }
    return 2;
}

static bool add_system(const struct work *w, unsigned index) {
    struct rh_complexity_line *line = new_line(w, RH_COMPLEXITY_SYSTEM);
    struct rh_counter_part parts[2];
    if (line == NULL)
        return false;
    (void)rh_complexity_row(index, w->system, &line->formula);
    line->modelled = true;
    (void)snprintf(line->design, sizeof line->design, "%s", line->formula.design);
    (void)snprintf(line->network, sizeof line->network, "%s", line->formula.network);
    const char *rule = strchr(line->formula.design, '+');
    uint8_t hold = 0;
    unsigned count = 1;
    if (rule == NULL)
        parts[0] = controller_of(w, line->formula.design, w->system->controllers);
    else if (rh_hold_rule_find(rule + 1, &hold))
        count = routers_of(w, line->formula.network, hold, parts);
    return rh_counter_sum(w->counter, parts, count, &line->counted, w->error);
}

static bool add_controller(const struct work *w, const char *name) {
    struct rh_complexity_line *line = new_line(w, RH_COMPLEXITY_ONE_CONTROLLER);
    struct rh_complexity_controller model = {NULL, "", 0};
    if (line == NULL)
        return false;
    line->modelled = rh_complexity_controller(name, w->system, &model);
    line->formula = (struct rh_complexity){.controller_formula = model.formula,
                                           .compared_controllers = model.bits,
                                           .published_stored = -1,
                                           .published_compared = -1,
                                           .note = "",
                                           .disagreement = ""};
    line->source = model.source;
    (void)snprintf(line->design, sizeof line->design, "%s", name);
    struct rh_counter_part part = controller_of(w, name, 1);
    return rh_counter_sum(w->counter, &part, 1, &line->counted, w->error);
}

static bool add_allocator(const struct work *w, const char *name, uint8_t hold) {
    const struct rh_complexity_system *s = w->system;
    char design[80];
    (void)snprintf(design, sizeof design, "%s+%s", name, rh_hold_rule_name(hold));
    if (!is_wanted(w, design))
        return true;
    struct rh_complexity_line *line = new_line(w, RH_COMPLEXITY_ONE_ALLOCATOR);
    /* a formula is there for more than can be built */
    struct rh_complexity_variables v = rh_complexity_variables(s);
    struct rh_complexity_hold model = {NULL, NULL, 0, 0};
    if (line == NULL)
        return false;
    line->modelled = rh_complexity_rule(rh_hold_rule_name(hold), &v, &model);
    line->formula = (struct rh_complexity){.stored_formula = model.stored_formula,
                                           .network_formula = model.compared_formula,
                                           .stored = model.stored,
                                           .compared_network = model.compared,
                                           .published_stored = -1,
                                           .published_compared = -1,
                                           .note = "",
                                           .disagreement = ""};
    memcpy(line->design, design, sizeof line->design);
    (void)snprintf(line->network, sizeof line->network, "%" PRIu32 " x %" PRIu32, s->cores, s->controllers);
    struct rh_counter_part part = allocator_of(w, name, hold, 1, s->cores, s->controllers);
    return rh_counter_sum(w->counter, &part, 1, &line->counted, w->error);
}

bool rh_complexity_lines_make(struct rh_complexity_lines *lines, const struct rh_complexity_system *system,
                              const char *only, const char *settings, struct rh_counter *counter,
                              struct rh_error *error) {
    const struct work w = {lines, system, only, settings, counter, error};
    struct rh_complexity row;
    *lines = (struct rh_complexity_lines){NULL, 0};
    bool good = true;
    for (unsigned i = 0; good && rh_complexity_row(i, system, &row); i++)
        good = !is_wanted(&w, row.design) || add_system(&w, i);
    for (unsigned i = 0; good && i < rh_controller_count(); i++)
        good = !is_wanted(&w, rh_controller_at(i)->name) || add_controller(&w, rh_controller_at(i)->name);
    for (unsigned i = 0; good && i < rh_allocator_count(); i++)
        for (uint8_t hold = 0; good && rh_hold_rule_name(hold) != NULL; hold++)
            good = hold == RH_HOLD_none || add_allocator(&w, rh_allocator_at(i)->name, hold);
    if (good && lines->count == 0)
        return rh_error_set(error, "--design: found '%s', expected one that `rowhold complexity` lists", only);
    return good;
}

void rh_complexity_lines_close(struct rh_complexity_lines *lines) {
    free(lines->line);
}

const char *rh_complexity_part_name(enum rh_complexity_part part) {
    static const char *const names[] = {"system", "controller", "allocator"};
    return names[part];
}

int64_t rh_complexity_compared(const struct rh_complexity_line *line) {
    return line->modelled ? (int64_t)(line->formula.compared_network + line->formula.compared_controllers) : -1;
}
