// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_complexity.h"

#include <stddef.h>
#include <string.h>

#include "rowhold/rh_geometry.h"

/* The variables of a formula, under the names that the table uses. */
struct variables {
    uint64_t C, M, Q, nB, r, b, I, O, D, h;
};

typedef uint64_t (*formula_fn)(const struct variables *v);

/* One function a formula, so that its text and its value are the same expression. */
#define BIND                                                                                                           \
    const uint64_t C = v->C, M = v->M, Q = v->Q, nB = v->nB, r = v->r, b = v->b, I = v->I, O = v->O, D = v->D,         \
                   h = v->h;                                                                                           \
    (void)C, (void)M, (void)Q, (void)nB, (void)r, (void)b, (void)I, (void)O, (void)D, (void)h;
#define JOIN2(a, line) a##line
#define JOIN(a, line)  JOIN2(a, line)
#define RH_COMPLEXITY(design, network, stored, compared_network, compared_controllers, ps, pc, note, disagreement)     \
    static uint64_t JOIN(stored_, __LINE__)(const struct variables *v) {                                               \
        BIND return (stored);                                                                                          \
    }                                                                                                                  \
    static uint64_t JOIN(network_, __LINE__)(const struct variables *v) {                                              \
        BIND return (compared_network);                                                                                \
    }                                                                                                                  \
    static uint64_t JOIN(controllers_, __LINE__)(const struct variables *v) {                                          \
        BIND return (compared_controllers);                                                                            \
    }
#define RH_COMPLEXITY_CONTROLLER(name, bits, source)                                                                   \
    static uint64_t JOIN(bits_, __LINE__)(const struct variables *v) {                                                 \
        BIND return (bits);                                                                                            \
    }
#define RH_COMPLEXITY_HOLD(rule, stored, compared)                                                                     \
    static uint64_t JOIN(held_, __LINE__)(const struct variables *v) {                                                 \
        BIND return (stored);                                                                                          \
    }                                                                                                                  \
    static uint64_t JOIN(matched_, __LINE__)(const struct variables *v) {                                              \
        BIND return (compared);                                                                                        \
    }
#include "tables/complexity.def"
#undef RH_COMPLEXITY
#undef RH_COMPLEXITY_CONTROLLER
#undef RH_COMPLEXITY_HOLD

struct row {
    struct rh_complexity text;
    formula_fn stored, network, controllers;
};

static const struct row rows[] = {
#define RH_COMPLEXITY(design, network, stored, compared_network, compared_controllers, ps, pc, note, disagreement)     \
    {{#design, #network, #stored, #compared_network, #compared_controllers, 0, 0, 0, ps, pc, note, disagreement},      \
     JOIN(stored_, __LINE__),                                                                                          \
     JOIN(network_, __LINE__),                                                                                         \
     JOIN(controllers_, __LINE__)},
#define RH_COMPLEXITY_CONTROLLER(name, bits, source)
#define RH_COMPLEXITY_HOLD(rule, stored, compared)
#include "tables/complexity.def"
#undef RH_COMPLEXITY
#undef RH_COMPLEXITY_CONTROLLER
#undef RH_COMPLEXITY_HOLD
};

static const struct {
    const char *name, *formula, *source;
    formula_fn bits;
} controllers[] = {
#define RH_COMPLEXITY(design, network, stored, compared_network, compared_controllers, ps, pc, note, disagreement)
#define RH_COMPLEXITY_CONTROLLER(name, bits, source) {#name, #bits, source, JOIN(bits_, __LINE__)},
#define RH_COMPLEXITY_HOLD(rule, stored, compared)
#include "tables/complexity.def"
#undef RH_COMPLEXITY
#undef RH_COMPLEXITY_CONTROLLER
#undef RH_COMPLEXITY_HOLD
};

static const struct {
    const char *rule, *stored_formula, *compared_formula;
    formula_fn stored, compared;
} holds[] = {
#define RH_COMPLEXITY(design, network, stored, compared_network, compared_controllers, ps, pc, note, disagreement)
#define RH_COMPLEXITY_CONTROLLER(name, bits, source)
#define RH_COMPLEXITY_HOLD(rule, stored, compared)                                                                     \
    {#rule, #stored, #compared, JOIN(held_, __LINE__), JOIN(matched_, __LINE__)},
#include "tables/complexity.def"
#undef RH_COMPLEXITY
#undef RH_COMPLEXITY_CONTROLLER
#undef RH_COMPLEXITY_HOLD
};

struct rh_complexity_system rh_complexity_thesis(void) {
    return (struct rh_complexity_system){.cores = 28, .controllers = 8, .queue = 32, .rows = 4096, .banks = 4};
}

bool rh_complexity_check(const struct rh_complexity_system *s, struct rh_error *error) {
    const struct {
        const char *name;
        uint32_t value, least, most;
    } ranges[] = {
        {"cores", s->cores, 1, 65535}, {"controllers", s->controllers, 1, 65535},
        {"queue", s->queue, 1, 65535}, {"rows", s->rows, 2, 1 << 20},
        {"banks", s->banks, 2, 65535},
    };
    for (size_t i = 0; i < sizeof ranges / sizeof ranges[0]; i++)
        if (ranges[i].value < ranges[i].least || ranges[i].value > ranges[i].most)
            return rh_error_set(error, "complexity: found %s %u, expected %u to %u", ranges[i].name,
                                (unsigned)ranges[i].value, (unsigned)ranges[i].least, (unsigned)ranges[i].most);
    return true;
}

static struct variables variables_of(const struct rh_complexity_system *s) {
    return (struct variables){.C = s->cores,
                              .M = s->controllers,
                              .Q = s->queue,
                              .nB = s->banks,
                              .r = rh_log2_up(s->rows),
                              .b = rh_log2_up(s->banks)};
}

bool rh_complexity_row(unsigned index, const struct rh_complexity_system *system, struct rh_complexity *row) {
    if (index >= sizeof rows / sizeof rows[0])
        return false;
    struct variables v = variables_of(system);
    *row = rows[index].text;
    row->stored = rows[index].stored(&v);
    row->compared_network = rows[index].network(&v);
    row->compared_controllers = rows[index].controllers(&v);
    return true;
}

bool rh_complexity_controller(const char *name, const struct rh_complexity_system *system,
                              struct rh_complexity_controller *controller) {
    struct variables v = variables_of(system);
    for (size_t i = 0; i < sizeof controllers / sizeof controllers[0]; i++) {
        if (strcmp(controllers[i].name, name) != 0)
            continue;
        *controller =
            (struct rh_complexity_controller){controllers[i].formula, controllers[i].source, controllers[i].bits(&v)};
        return true;
    }
    return false;
}

bool rh_complexity_hold(const char *rule, const struct rh_allocator_params *p, struct rh_complexity_hold *hold) {
    const struct variables v = {
        .I = p->inputs, .O = p->outputs, .D = p->destinations, .nB = p->banks, .r = p->row_bits, .h = p->hash_bits};
    for (size_t i = 0; i < sizeof holds / sizeof holds[0]; i++)
        if (strcmp(holds[i].rule, rule) == 0) {
            *hold = (struct rh_complexity_hold){holds[i].stored_formula, holds[i].compared_formula, holds[i].stored(&v),
                                                holds[i].compared(&v)};
            return true;
        }
    return false;
}
