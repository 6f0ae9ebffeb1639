// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cost/rh_complexity.h"

#include <stddef.h>
#include <string.h>

#include "rowhold/rh_geometry.h"

typedef uint64_t (*formula_fn)(const struct rh_complexity_variables *v);

/* One function a formula, so that its text and its value are the same expression. */
#define BIND                                                                                                           \
    const uint64_t C = v->C, M = v->M, Q = v->Q, nR = v->nR, nB = v->nB, r = v->r, b = v->b, h = v->h, P = v->P,       \
                   I = v->I, O = v->O, D = v->D, S = v->S, W = v->W, c = v->c;                                         \
    (void)C, (void)M, (void)Q, (void)nR, (void)nB, (void)r, (void)b, (void)h, (void)P, (void)I, (void)O, (void)D,      \
        (void)S, (void)W, (void)c;
#define JOIN2(a, line) a##line
#define JOIN(a, line)  JOIN2(a, line)
#define FUNCTION(name, expression)                                                                                     \
    static uint64_t JOIN(name, __LINE__)(const struct rh_complexity_variables *v) {                                    \
        BIND return (expression);                                                                                      \
    }
#define RH_COMPLEXITY(design, network, stored, compared_network, compared_controllers, ps, pc, note, disagreement)     \
    FUNCTION(stored_, stored)                                                                                          \
    FUNCTION(network_, compared_network)                                                                               \
    FUNCTION(controllers_, compared_controllers)
#define RH_COMPLEXITY_CONTROLLER(name, bits, source) FUNCTION(bits_, bits)
#define RH_COMPLEXITY_HOLD(rule, stored, compared)   FUNCTION(held_, stored) FUNCTION(matched_, compared)
#define RH_COMPLEXITY_ROLE(design, quantity, file, text, formula, netlist, meaning)                                    \
    FUNCTION(thesis_, formula)                                                                                         \
    FUNCTION(counted_, netlist)
#include "tables/complexity.def"

static const struct {
    const char *name, *meaning;
} symbols[] = {
#define RH_COMPLEXITY_SYMBOL(symbol, meaning) {#symbol, meaning},
#include "tables/complexity.def"
};

static const struct row {
    struct rh_complexity text;
    formula_fn stored, network, controllers;
} rows[] = {
#define RH_COMPLEXITY(design, network, stored, compared_network, compared_controllers, ps, pc, note, disagreement)     \
    {{#design, #network, #stored, #compared_network, #compared_controllers, 0, 0, 0, ps, pc, note, disagreement},      \
     JOIN(stored_, __LINE__),                                                                                          \
     JOIN(network_, __LINE__),                                                                                         \
     JOIN(controllers_, __LINE__)},
#include "tables/complexity.def"
};

static const struct {
    const char *name, *formula, *source;
    formula_fn bits;
} controllers[] = {
#define RH_COMPLEXITY_CONTROLLER(name, bits, source) {#name, #bits, source, JOIN(bits_, __LINE__)},
#include "tables/complexity.def"
};

static const struct {
    const char *rule, *stored_formula, *compared_formula;
    formula_fn stored, compared;
} holds[] = {
#define RH_COMPLEXITY_HOLD(rule, stored, compared)                                                                     \
    {#rule, #stored, #compared, JOIN(held_, __LINE__), JOIN(matched_, __LINE__)},
#include "tables/complexity.def"
};

enum quantity { compared, stored };
static const struct {
    const char *design;
    enum quantity quantity;
    const char *file, *text, *formula, *meaning;
    formula_fn thesis, counted;
} roles[] = {
#define RH_COMPLEXITY_ROLE(design, quantity, file, text, formula, netlist, meaning)                                    \
    {#design, quantity, #file, text, #formula, meaning, JOIN(thesis_, __LINE__), JOIN(counted_, __LINE__)},
#include "tables/complexity.def"
};

struct rh_complexity_system rh_complexity_thesis(void) {
    return (struct rh_complexity_system){.cores = 28,
                                         .controllers = 8,
                                         .queue = 32,
                                         .rows = 4096,
                                         .banks = 4,
                                         .column_bits = RH_DEFAULT_COLUMN_BITS,
                                         .hash_bits = 4,
                                         .mesh_ports = 5,
                                         .ring_ports = 3};
}

bool rh_complexity_check(const struct rh_complexity_system *s, struct rh_error *error) {
    const struct {
        const char *name;
        uint32_t value, least, most;
    } ranges[] = {
        {"cores", s->cores, 1, 65535},
        {"controllers", s->controllers, 1, 65535},
        {"queue", s->queue, 1, 65535},
        {"rows", s->rows, 2, 1 << 20},
        {"banks", s->banks, 2, 65535},
        {"hash_bits", s->hash_bits, 1, 64},
        {"mesh_ports", s->mesh_ports, 2, 64},
        {"ring_ports", s->ring_ports, 2, 64},
        {"shared", s->shared, 0, 1},
        {"write_drain", s->write_drain, 0, 2},
        {"column_bits", s->column_bits, 1, 16},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (ranges[i].value < ranges[i].least || ranges[i].value > ranges[i].most)
            return rh_error_set(error, "complexity: found %s %u, expected %u to %u", ranges[i].name,
                                (unsigned)ranges[i].value, (unsigned)ranges[i].least, (unsigned)ranges[i].most);
    return true;
}

struct rh_complexity_variables rh_complexity_variables(const struct rh_complexity_system *s) {
    return (struct rh_complexity_variables){.C = s->cores,
                                            .M = s->controllers,
                                            .Q = s->queue,
                                            .nR = s->rows,
                                            .nB = s->banks,
                                            .r = rh_log2_up(s->rows),
                                            .b = rh_log2_up(s->banks),
                                            .h = s->hash_bits,
                                            .P = s->mesh_ports,
                                            .I = s->cores,
                                            .O = s->controllers,
                                            .D = s->controllers,
                                            .S = s->shared,
                                            .W = s->write_drain != 0,
                                            .c = s->column_bits};
}

bool rh_complexity_symbol(unsigned index, const char **symbol, const char **meaning) {
    if (index >= sizeof symbols / sizeof symbols[0])
        return false;
    *symbol = symbols[index].name;
    *meaning = symbols[index].meaning;
    return true;
}

bool rh_complexity_row(unsigned index, const struct rh_complexity_system *system, struct rh_complexity *row) {
    if (index >= sizeof rows / sizeof rows[0])
        return false;
    struct rh_complexity_variables v = rh_complexity_variables(system);
    *row = rows[index].text;
    if (strcmp(row->network, "ring") == 0)
        v.P = system->ring_ports;
    row->stored = rows[index].stored(&v);
    row->compared_network = rows[index].network(&v);
    row->compared_controllers = rows[index].controllers(&v);
    return true;
}

bool rh_complexity_controller(const char *name, const struct rh_complexity_system *system,
                              struct rh_complexity_controller *controller) {
    struct rh_complexity_variables v = rh_complexity_variables(system);
    for (size_t i = 0; i < sizeof controllers / sizeof controllers[0]; i++) {
        if (strcmp(controllers[i].name, name) != 0)
            continue;
        *controller =
            (struct rh_complexity_controller){controllers[i].formula, controllers[i].source, controllers[i].bits(&v)};
        return true;
    }
    return false;
}

bool rh_complexity_rule(const char *rule, const struct rh_complexity_variables *v, struct rh_complexity_hold *hold) {
    for (size_t i = 0; i < sizeof holds / sizeof holds[0]; i++)
        if (strcmp(holds[i].rule, rule) == 0) {
            *hold = (struct rh_complexity_hold){holds[i].stored_formula, holds[i].compared_formula, holds[i].stored(v),
                                                holds[i].compared(v)};
            return true;
        }
    return false;
}

bool rh_complexity_hold(const char *rule, const struct rh_allocator_params *p, struct rh_complexity_hold *hold) {
    const struct rh_complexity_variables v = {
        .I = p->inputs, .O = p->outputs, .D = p->destinations, .nB = p->banks, .r = p->row_bits, .h = p->hash_bits};
    return rh_complexity_rule(rule, &v, hold);
}

bool rh_complexity_role(unsigned index, const struct rh_complexity_variables *v, struct rh_complexity_role *role) {
    if (index >= sizeof roles / sizeof roles[0])
        return false;
    *role = (struct rh_complexity_role){.design = roles[index].design,
                                        .stored = roles[index].quantity == stored,
                                        .file = roles[index].file,
                                        .text = roles[index].text,
                                        .formula = roles[index].formula,
                                        .meaning = roles[index].meaning,
                                        .formula_bits = roles[index].thesis(v),
                                        .netlist_bits = roles[index].counted(v)};
    return true;
}
