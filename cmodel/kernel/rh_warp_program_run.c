// SPDX-License-Identifier: Apache-2.0
// Warps go through a program's nodes.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/kernel/rh_warp_program_state.h"
#include "rowhold/rh_coalescer.h"
#include "rowhold/rh_random.h"

enum { PASSED_MOST = 1 << 24 /* nodes that a warp passes without an instruction */ };

struct frame {
    uint32_t outer, others; /* active lanes around the block; those that are left for else */
    int64_t round, most[RH_WARP_LANES];
};

struct warp {
    unsigned at;           /* node */
    uint32_t active, done; /* done: of the node's count */
    struct frame frame[RH_WARP_PROGRAM_DEPTH];
    uint64_t address[RH_WARP_LANES];
    uint16_t read[RH_NODE_READS];
};

struct rh_warp_cta {
    uint64_t number;
    struct warp warp[];
};

/* What an expression is worked out for. */
struct scene {
    const struct rh_warp_program *p;
    const struct rh_warp_cta *cta;
    const struct warp *warp;
    uint32_t first; /* thread of lane 0 in the CTA */
    const struct rh_program_node *node;
    struct rh_error *error;
};

static int64_t variable(const struct scene *s, enum rh_program_variable v, uint32_t t) {
    const uint32_t *cta = s->p->setup.cta, *grid = s->p->setup.grid;
    uint64_t number = s->cta->number;
    switch (v) {
    case RH_VARIABLE_T:
        return t;
    case RH_VARIABLE_X:
        return t % cta[0];
    case RH_VARIABLE_Y:
        return t / cta[0] % cta[1];
    case RH_VARIABLE_Z:
        return t / cta[0] / cta[1];
    case RH_VARIABLE_THREAD:
        return (int64_t)(number * s->p->threads + t);
    case RH_VARIABLE_CTA_X:
        return (int64_t)(number % grid[0]);
    case RH_VARIABLE_CTA_Y:
        return (int64_t)(number / grid[0] % grid[1]);
    case RH_VARIABLE_CTA_Z:
        return (int64_t)(number / grid[0] / grid[1]);
    case RH_VARIABLE_CTA:
    case RH_VARIABLES:
    default:
        return (int64_t)number;
    }
}

/* A random number by the place in the text, the thread and the rounds of the loops around. */
static int64_t random_below(const struct scene *s, int64_t place, uint32_t t, int64_t below) {
    uint64_t which = (uint64_t)place;
    for (unsigned d = 0; d < s->node->depth; d++)
        which = which * RH_RANDOM_STEP + (uint64_t)s->warp->frame[d].round + 1;
    uint64_t state = rh_random_start(s->p->setup.seed, which ^ (s->cta->number * s->p->threads + t) << 24);
    return rh_random_below(&state, (uint32_t)below);
}

static bool fault(const struct scene *s, uint32_t t, const char *what, int64_t found, const char *expected) {
    return rh_error_set(s->error, "%s:%u:%u: found %s%" PRId64 " of CTA %" PRIu64 ", thread %" PRIu32 ", expected %s",
                        s->p->file, s->node->line, s->node->column, what, found, s->cta->number, t, expected);
}

/* False: the result has more than 64 bits. */
static bool calculate(enum rh_word_op op, int64_t a, int64_t b, int64_t *result) {
    switch (op) {
    case RH_WORD_ADD:
        return !__builtin_add_overflow(a, b, result);
    case RH_WORD_SUB:
        return !__builtin_sub_overflow(a, b, result);
    case RH_WORD_MUL:
        return !__builtin_mul_overflow(a, b, result);
    case RH_WORD_DIV:
        *result = a / b;
        return true;
    case RH_WORD_MOD:
        *result = a % b;
        return true;
    case RH_WORD_LT:
        *result = a < b;
        return true;
    case RH_WORD_LE:
        *result = a <= b;
        return true;
    case RH_WORD_EQ:
        *result = a == b;
        return true;
    case RH_WORD_NE:
    case RH_WORD_NUMBER:
    case RH_WORD_VARIABLE:
    case RH_WORD_ROUND:
    case RH_WORD_RANDOM:
    default:
        *result = a != b;
        return true;
    }
}

static bool evaluate_lane(const struct scene *s, size_t first, unsigned lane, int64_t *value) {
    int64_t stack[RH_PROGRAM_STACK + 1] = {0};
    unsigned depth = 0;
    uint32_t t = s->first + lane;
    for (const struct rh_program_word *w = &s->p->word[first]; w->op != RH_WORD_ADD || w->value == 0; w++) {
        int64_t *top = &stack[depth];
        if (w->op == RH_WORD_NUMBER)
            stack[depth++] = w->value;
        else if (w->op == RH_WORD_VARIABLE)
            stack[depth++] = variable(s, (enum rh_program_variable)w->value, t);
        else if (w->op == RH_WORD_ROUND)
            stack[depth++] = s->warp->frame[w->value].round;
        else if (w->op == RH_WORD_RANDOM) {
            if (top[-1] < 1 || top[-1] > UINT32_MAX)
                return fault(s, t, "random of ", top[-1], "1 to 4294967295");
            top[-1] = random_below(s, w->value, t, top[-1]);
        } else {
            if ((w->op == RH_WORD_DIV || w->op == RH_WORD_MOD) && top[-1] <= 0)
                return fault(s, t, "a division by ", top[-1], "one by a number above 0");
            if (!calculate(w->op, top[-2], top[-1], &top[-2]))
                return fault(s, t, "a result of more than 64 bits, one side ", top[-1], "one that fits");
            depth--;
        }
    }
    *value = stack[0];
    return true;
}

static bool evaluate(const struct scene *s, size_t first, int64_t value[RH_WARP_LANES]) {
    for (unsigned l = 0; l < RH_WARP_LANES; l++)
        if ((s->warp->active >> l & 1U) != 0 && !evaluate_lane(s, first, l, &value[l]))
            return false;
    return true;
}

static int64_t clamped(int64_t at, int64_t count) {
    return at < 0 ? 0 : at < count ? at : count - 1;
}

/* The element of each active lane, and its address. */
static bool place_elements(const struct scene *s, uint64_t address[RH_WARP_LANES]) {
    const struct rh_program_array *array = &s->p->array[s->node->array];
    const struct rh_warp_program_array *is = &array->is;
    int64_t index[RH_WARP_LANES], row[RH_WARP_LANES];
    if (!evaluate(s, s->node->index[0], index) || (is->columns != 0 && !evaluate(s, s->node->index[1], row)))
        return false;
    for (unsigned l = 0; l < RH_WARP_LANES; l++) {
        if ((s->warp->active >> l & 1U) == 0)
            continue;
        if (is->columns != 0) {
            const struct rh_texture texture = rh_program_texture(array);
            address[l] =
                rh_texture_address(&texture, clamped(index[l], texture.width), clamped(row[l], texture.height));
            continue;
        }
        if (index[l] < 0 || (uint64_t)index[l] >= is->elements) {
            char what[64], expected[64];
            (void)snprintf(what, sizeof what, "%s: element ", is->name);
            (void)snprintf(expected, sizeof expected, "0 to %" PRIu64, is->elements - 1);
            return fault(s, s->first + l, what, index[l], expected);
        }
        uint64_t at = (uint64_t)index[l] * is->bytes, warp = s->cta->number * s->p->warps + s->first / RH_WARP_LANES;
        address[l] = is->space == RH_WARP_SPACE_LOCAL
                         ? rh_local_address(array->base + warp * rh_program_local_words(is) * RH_LOCAL_STRIDE, l, at)
                         : array->base + at;
    }
    return true;
}

/* Of a kernel of data placement: the line of a warp's round of a fill. */
static uint64_t fill_index(const struct scene *s) {
    return (uint64_t)s->warp->frame[0].round * s->p->warps + s->first / RH_WARP_LANES;
}

static bool place_lanes(const struct scene *s, uint64_t address[RH_WARP_LANES]) {
    const struct rh_warp_program *p = s->p;
    uint64_t line = 0;
    switch (s->node->origin) {
    case RH_ORIGIN_OF_KERNEL:
        rh_kernel_addresses(&p->kernel, s->node->array, (enum rh_space)p->place[s->node->array],
                            s->cta->number * p->warps + s->first / RH_WARP_LANES, (uint64_t)s->warp->frame[0].round,
                            address);
        return true;
    case RH_ORIGIN_FILL_LOAD:
        line = rh_kernel_fill_line(&p->kernel, p->place, s->cta->number, fill_index(s));
        break;
    case RH_ORIGIN_FILL_STORE:
        line = fill_index(s);
        break;
    case RH_ORIGIN_WRITTEN:
    case RH_ORIGIN_FILL_LINES:
    default:
        return place_elements(s, address);
    }
    for (unsigned l = 0; l < RH_WARP_LANES; l++)
        address[l] = line * RH_WARP_LINE + l * (RH_WARP_LINE / RH_WARP_LANES);
    return true;
}

static uint32_t lanes_above(const struct frame *f) {
    uint32_t set = 0;
    for (unsigned l = 0; l < RH_WARP_LANES; l++)
        set |= (uint32_t)((f->outer >> l & 1U) != 0 && f->most[l] > f->round) << l;
    return set;
}

static bool enter_loop(const struct scene *s, struct warp *w) {
    struct frame *f = &w->frame[s->node->depth];
    f->outer = w->active;
    f->round = 0;
    if (s->node->origin == RH_ORIGIN_FILL_LINES) {
        uint64_t lines = rh_kernel_fill_lines(&s->p->kernel, s->p->place), warp = s->first / RH_WARP_LANES;
        uint64_t rounds = lines > warp ? (lines - warp + s->p->warps - 1) / s->p->warps : 0;
        for (unsigned l = 0; l < RH_WARP_LANES; l++)
            f->most[l] = (int64_t)rounds;
    } else if (s->node->origin == RH_ORIGIN_OF_KERNEL) {
        for (unsigned l = 0; l < RH_WARP_LANES; l++)
            f->most[l] = (int64_t)s->p->kernel.steps;
    } else if (!evaluate(s, s->node->index[0], f->most))
        return false;
    w->active = lanes_above(f);
    w->at = w->active != 0 ? w->at + 1 : s->node->other + 1;
    w->active = w->active != 0 ? w->active : f->outer;
    return true;
}

static void end_round(const struct scene *s, struct warp *w) {
    struct frame *f = &w->frame[s->node->depth];
    f->round++;
    w->active = lanes_above(f);
    w->at = w->active != 0 ? s->node->other + 1 : w->at + 1;
    w->active = w->active != 0 ? w->active : f->outer;
}

static bool enter_if(const struct scene *s, struct warp *w) {
    struct frame *f = &w->frame[s->node->depth];
    int64_t value[RH_WARP_LANES];
    if (!evaluate(s, s->node->index[0], value))
        return false;
    f->outer = w->active;
    f->round = 0;
    for (unsigned l = 0; l < RH_WARP_LANES; l++)
        if ((f->outer >> l & 1U) != 0 && value[l] == 0)
            w->active &= ~(1U << l);
    f->others = f->outer & ~w->active;
    w->at = w->active != 0 ? w->at + 1 : s->node->other;
    return true;
}

static void change_lanes(const struct scene *s, struct warp *w) {
    const struct frame *f = &w->frame[s->node->depth];
    w->active = s->node->kind == RH_NODE_ELSE ? f->others : f->outer;
    w->at = w->active != 0 ? w->at + 1 : s->node->other;
}

/* An instruction of the node at which a warp stands. */
static bool give(const struct scene *s, struct warp *w, struct rh_warp_instruction *i) {
    const struct rh_program_node *n = s->node;
    uint32_t turn = n->turns <= 1                ? 0
                    : n->kind == RH_NODE_COMPUTE ? w->done % n->turns
                                                 : (uint32_t)w->frame[0].round % n->turns;
    *i = (struct rh_warp_instruction){
        .op = n->op, .count = 1, .active = w->active, .pc = n->pc, .reads = n->reads, .read = w->read};
    memcpy(w->read, n->read, sizeof w->read);
    if (n->writes != 0)
        i->writes = (uint16_t)(n->writes + turn);
    if (n->origin == RH_ORIGIN_FILL_STORE)
        w->read[0] = (uint16_t)(w->read[0] + turn);
    w->at++;
    if (n->kind == RH_NODE_COMPUTE && n->turns > 1) {
        i->pc += (uint64_t)w->done * RH_WARP_CODE_BYTES;
        w->at -= ++w->done < n->count;
        w->done = w->done < n->count ? w->done : 0;
    } else if (n->kind == RH_NODE_COMPUTE)
        i->count = n->count;
    if (n->kind != RH_NODE_ACCESS)
        return true;
    i->space = n->space;
    i->bytes = (uint8_t)(n->origin == RH_ORIGIN_OF_KERNEL ? s->p->kernel.array[n->array].bytes
                         : n->origin == RH_ORIGIN_WRITTEN ? s->p->array[n->array].is.bytes
                                                          : RH_WARP_LINE / RH_WARP_LANES);
    i->address = w->address;
    return place_lanes(s, w->address);
}

static bool is_skipped(const struct scene *s) {
    return s->node->when != 0 && !rh_kernel_at(&s->p->kernel, s->node->when - 1, (uint64_t)s->warp->frame[0].round);
}

int rh_warp_program_next(struct rh_warp_source *source, struct rh_warp_cta *cta, uint32_t warp,
                         struct rh_warp_instruction *instruction, struct rh_error *error) {
    const struct rh_warp_program *p = (const struct rh_warp_program *)source;
    struct warp *w = &cta->warp[warp];
    struct scene s = {.p = p, .cta = cta, .warp = w, .first = warp * RH_WARP_LANES, .error = error};
    for (unsigned passed = 0;; passed++) {
        s.node = &p->node[w->at];
        if (passed == PASSED_MOST) {
            (void)fault(&s, s.first, "", passed, "an instruction before so many blocks begin or end");
            return -1;
        }
        switch (s.node->kind) {
        case RH_NODE_COMPUTE:
        case RH_NODE_ACCESS:
        case RH_NODE_BARRIER:
            if (!is_skipped(&s))
                return give(&s, w, instruction) ? 1 : -1;
            w->at++;
            break;
        case RH_NODE_LOOP:
            if (!enter_loop(&s, w))
                return -1;
            break;
        case RH_NODE_END_LOOP:
            end_round(&s, w);
            break;
        case RH_NODE_IF:
            if (!enter_if(&s, w))
                return -1;
            break;
        case RH_NODE_ELSE:
        case RH_NODE_END_IF:
            change_lanes(&s, w);
            break;
        case RH_NODE_END:
        default:
            return 0;
        }
    }
}

struct rh_warp_cta *rh_warp_program_open_cta(struct rh_warp_source *source, uint64_t number, uint32_t *warps,
                                             struct rh_error *error) {
    const struct rh_warp_program *p = (const struct rh_warp_program *)source;
    struct rh_warp_cta *cta = calloc(1, sizeof *cta + p->warps * sizeof cta->warp[0]);
    if (cta == NULL) {
        (void)rh_warp_program_no_memory(error);
        return NULL;
    }
    cta->number = number;
    *warps = p->warps;
    for (uint32_t w = 0; w < p->warps; w++) {
        uint32_t threads = p->threads - w * RH_WARP_LANES;
        cta->warp[w].active = threads < RH_WARP_LANES ? (1U << threads) - 1 : UINT32_MAX;
    }
    return cta;
}

void rh_warp_program_close_cta(struct rh_warp_source *source, struct rh_warp_cta *cta) {
    (void)source;
    free(cta);
}
