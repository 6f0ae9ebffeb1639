// SPDX-License-Identifier: Apache-2.0
#include "cmodel/kernel/rh_simt.h"

#include <inttypes.h>
#include <math.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_coalescer.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_texture.h"

enum {
    LANES = RH_WARP_LANES,
    ALIGNED = 256,
    BLOCK = 64, /* bytes of a block of a texture of two dimensions: a line of the caches */
    READS = 3,
    ARRAYS = RH_SIMT_ARRAYS
};

union lanes {
    uint32_t u[LANES];
    int32_t i[LANES];
    float f[LANES];
};

/* An instruction of a warp. Its addresses are `base` and `stride` more for each lane, or stand in the pool. */
struct record {
    uint64_t base;
    int32_t stride;
    uint32_t active, pc, scattered; /* `scattered`: its place in the pool + 1; 0: none */
    uint16_t writes, read[READS];
    uint8_t op, space, bytes;
};

/* What a warp executes: records from `at` on are still to be asked for. */
struct stream {
    struct record *record;
    uint64_t (*pool)[LANES];
    size_t at, count, room, pool_count, pool_room;
    uint32_t pool_first; /* the place of pool[0]: those before it are gone */
    uint16_t read[READS];
    uint64_t address[LANES];
};

/* A block of lanes: how it was before, and who was left out. */
struct frame {
    uint32_t outer[RH_SIMT_WARPS], others[RH_SIMT_WARPS];
    uint32_t top;
};

/* The values of an operand of one warp. */
struct operand {
    const union lanes *values;
    union lanes immediate;
};

struct grid {
    struct rh_warp_source source;
    struct rh_simt_run run;
    struct rh_simt_kernel kernel;
    uint64_t ctas;
    uint32_t threads, warps;
};

struct rh_simt_inside {
    struct rh_simt k;
    const struct grid *grid;
    uint64_t number; /* of the CTA */
    uint32_t warps, active[RH_SIMT_WARPS];
    union lanes *row;                    /* of registers: `room` times `warps` */
    uint32_t room, rows, top, of_step_0; /* rows: that have been in use, of those that there is room for */
    rh_value operand[RH_SIMT_OPERANDS];
    unsigned operands, depth;
    struct frame frame[RH_SIMT_DEPTH];
    uint16_t newest; /* the register that the instruction before wrote, while nothing has come between; 0: none */
    uint32_t *own[ARRAYS];
    uint32_t step;
    bool finished;
    struct rh_error fault;
    struct stream *stream; /* by warp */
};

struct rh_warp_cta {
    struct rh_simt_inside inside;
};

/* Faults: the first one is kept, and nothing that comes behind it counts. */

static bool failed(const struct rh_simt_inside *in) {
    return in->fault.text[0] != '\0';
}

__attribute__((format(printf, 2, 3))) static void fault(struct rh_simt_inside *in, const char *format, ...) {
    char text[512];
    va_list list;
    if (failed(in))
        return;
    va_start(list, format);
    (void)vsnprintf(text, sizeof text, format, list);
    va_end(list);
    (void)rh_error_set(&in->fault, "kernel %s: CTA %" PRIu32 ",%" PRIu32 ",%" PRIu32 ": %s", in->grid->kernel.name,
                       in->k.cta[0], in->k.cta[1], in->k.cta[2], text);
}

/* The streams. */

static bool grow(void **array, size_t *room, size_t need, size_t size) {
    if (need <= *room)
        return true;
    size_t wanted = *room == 0 ? 256 : 2 * *room;
    void *more = realloc(*array, wanted * size);
    if (more == NULL)
        return false;
    *array = more;
    *room = wanted;
    return true;
}

/* A record behind the others of a warp, which stands for what `warp`'s active lanes do; NULL with a fault. */
static struct record *emit(struct rh_simt_inside *in, uint32_t warp, uint32_t site, enum rh_warp_op op) {
    struct stream *s = &in->stream[warp];
    void *array = s->record;
    if (!grow(&array, &s->room, s->count + 1, sizeof *s->record)) {
        fault(in, "found no memory for its instructions, expected enough");
        return NULL;
    }
    s->record = array;
    struct record *r = &s->record[s->count++];
    *r = (struct record){.active = in->active[warp], .pc = (site - in->grid->kernel.code) * RH_WARP_CODE_BYTES};
    r->op = (uint8_t)op;
    return r;
}

static void reads(struct record *r, rh_value value) {
    unsigned n = 0;
    while (n < READS && r->read[n] != 0 && r->read[n] != value.reg)
        n++;
    if (n < READS)
        r->read[n] = value.reg;
}

/* An instruction of every warp that has an active lane, which reads `value` and nothing else. */
static void emit_all(struct rh_simt_inside *in, uint32_t site, enum rh_warp_op op, rh_value value) {
    for (uint32_t w = 0; w < in->warps && !failed(in); w++) {
        struct record *r = in->active[w] != 0 ? emit(in, w, site, op) : NULL;
        if (r != NULL)
            reads(r, value);
    }
    in->newest = 0;
}

/* Registers and operands. */

static union lanes *lanes_of(const struct rh_simt_inside *in, uint32_t row, uint32_t warp) {
    return &in->row[(size_t)row * in->warps + warp];
}

/* So many new registers, one behind the other. */
static rh_value allocate(struct rh_simt_inside *in, unsigned words) {
    rh_value value = {.row = (uint16_t)in->top, .reg = (uint16_t)(in->top + 1)};
    if (in->top + words >= RH_WARP_REGISTERS) {
        fault(in, "found more registers at once, expected at most %d", RH_WARP_REGISTERS - 1);
        return (rh_value){.reg = 1};
    }
    in->top += words;
    if (in->top <= in->rows)
        return value;
    if (in->top > in->room) {
        uint32_t room = in->room + 32 > in->top ? in->room + 32 : in->top;
        union lanes *more = realloc(in->row, (size_t)room * in->warps * sizeof *more);
        if (more == NULL) {
            fault(in, "found no memory for its registers, expected enough");
            return (rh_value){.reg = 1};
        }
        in->row = more;
        in->room = room;
    }
    memset(lanes_of(in, in->rows, 0), 0, (size_t)(in->top - in->rows) * in->warps * sizeof *in->row);
    in->rows = in->top;
    return value;
}

void rh_simt_push(struct rh_simt *k, rh_value operand) {
    struct rh_simt_inside *in = k->inside;
    if (in->operands == RH_SIMT_OPERANDS)
        fault(in, "found more operands, expected at most %d", RH_SIMT_OPERANDS);
    else
        in->operand[in->operands++] = operand;
}

static rh_value pop(struct rh_simt_inside *in) {
    return in->operands == 0 ? (rh_value){.bits = 0} : in->operand[--in->operands];
}

static const union lanes *fetch(const struct rh_simt_inside *in, rh_value value, uint32_t warp,
                                struct operand *operand) {
    if (value.reg != 0)
        return lanes_of(in, value.row, warp);
    for (unsigned l = 0; l < LANES; l++)
        operand->immediate.u[l] = value.bits;
    return &operand->immediate;
}

static void keep(union lanes *to, const union lanes *from, uint32_t active) {
    if (active == UINT32_MAX)
        *to = *from;
    else
        for (unsigned l = 0; l < LANES; l++)
            to->u[l] = (active >> l & 1U) != 0 ? from->u[l] : to->u[l];
}

/* Operations. */

typedef uint32_t lane_u;
typedef int32_t lane_i;
typedef float lane_f;

static const struct {
    enum rh_warp_op op;
    unsigned operands;
} operation[] = {
#define RH_LANE_OP(NAME, class, operands, in, out, expression) {RH_WARP_##class, operands},
#include "tables/lane_ops.def"
};

static void compute(enum rh_lane_op op, union lanes *to, const union lanes *first, const union lanes *second,
                    const union lanes *third) {
    switch (op) {
#define RH_LANE_OP(NAME, class, operands, in, out, expression)                                                         \
    case RH_LANE_##NAME:                                                                                               \
        for (unsigned l = 0; l < LANES; l++) {                                                                         \
            const lane_##in a = first->in[l], b = second->in[l], c = third->in[l];                                     \
            (void)b, (void)c;                                                                                          \
            to->out[l] = (lane_##out)(expression);                                                                     \
        }                                                                                                              \
        break;
#include "tables/lane_ops.def"
    case RH_LANE_OPS:
        break;
    }
}

rh_value rh_simt_op(struct rh_simt *k, uint32_t site, enum rh_lane_op op) {
    struct rh_simt_inside *in = k->inside;
    rh_value operand[READS] = {{.bits = 0}};
    unsigned operands = operation[op].operands;
    for (unsigned n = operands; n-- > 0;)
        operand[n] = pop(in);
    rh_value value = allocate(in, 1);
    for (uint32_t w = 0; w < in->warps && !failed(in); w++) {
        struct operand kept[READS];
        union lanes result;
        struct record *r = in->active[w] != 0 ? emit(in, w, site, operation[op].op) : NULL;
        if (r == NULL)
            continue;
        r->writes = value.reg;
        for (unsigned n = 0; n < operands; n++)
            reads(r, operand[n]);
        for (unsigned n = 0; n < READS; n++)
            kept[n].values = fetch(in, operand[n < operands ? n : 0], w, &kept[n]);
        compute(op, &result, kept[0].values, kept[1].values, kept[2].values);
        keep(lanes_of(in, value.row, w), &result, in->active[w]);
    }
    in->newest = value.reg;
    return value;
}

rh_value rh_simt_variable(struct rh_simt *k, uint32_t site) {
    struct rh_simt_inside *in = k->inside;
    if (in->operands == 0 || in->newest == 0 || in->operand[in->operands - 1].reg != in->newest)
        return rh_simt_op(k, site, RH_LANE_MOV);
    in->newest = 0;
    return pop(in);
}

/* The result of the instruction before goes to the variable in place of a register of its own. */
void rh_simt_set(struct rh_simt *k, uint32_t site, rh_value variable) {
    struct rh_simt_inside *in = k->inside;
    rh_value value = in->operands > 0 ? in->operand[in->operands - 1] : variable;
    if (in->newest == 0 || value.reg != in->newest)
        value = rh_simt_op(k, site, RH_LANE_MOV);
    else
        (void)pop(in);
    for (uint32_t w = 0; w < in->warps && !failed(in); w++)
        if (in->active[w] != 0) {
            in->stream[w].record[in->stream[w].count - 1].writes = variable.reg;
            keep(lanes_of(in, variable.row, w), lanes_of(in, value.row, w), in->active[w]);
        }
    in->newest = 0;
}

/* Accesses. */

static uint32_t words_of(const struct rh_simt_array *array) {
    return array->bytes < 4 ? 1 : array->bytes / 4;
}

static bool known(struct rh_simt_inside *in, unsigned array) {
    if (array >= in->grid->run.arrays)
        fault(in, "found array %u, expected one of the program's %u", array, in->grid->run.arrays);
    return !failed(in);
}

/* The words of an array that this CTA has for itself; NULL: it is not one of these, or there is a fault. */
static uint32_t *own_words(struct rh_simt_inside *in, unsigned number) {
    const struct rh_simt_array *array = &in->grid->run.array[number];
    bool local = array->space == RH_WARP_SPACE_LOCAL;
    if ((!local && array->space != RH_WARP_SPACE_SHARED) || in->own[number] != NULL)
        return in->own[number];
    in->own[number] = calloc((size_t)array->elements * words_of(array) * (local ? in->warps * LANES : 1), 4);
    if (in->own[number] == NULL)
        fault(in, "found no memory for %s, expected enough", array->name);
    return in->own[number];
}

static struct rh_texture texture_of(const struct rh_simt_array *array) {
    return (struct rh_texture){.base = array->base,
                               .width = array->width,
                               .height = (uint32_t)(array->elements / array->width),
                               .bytes = array->bytes,
                               .block = BLOCK};
}

/* Byte address of an element that does not lie one behind the other. */
static uint64_t place_of(const struct rh_simt_inside *in, const struct rh_simt_array *array, uint64_t index,
                         uint32_t thread) {
    if (array->space == RH_WARP_SPACE_LOCAL) {
        uint64_t warp = in->number * in->warps + thread / LANES;
        return rh_local_address(array->base + warp * array->elements * RH_LOCAL_STRIDE, thread % LANES,
                                index * RH_COALESCER_WORD);
    }
    const struct rh_texture texture = texture_of(array);
    return rh_texture_address(&texture, (int64_t)(index % array->width), (int64_t)(index / array->width));
}

/* Says in a record where its active lanes' addresses are. The others' go along. */
static void place(struct rh_simt_inside *in, uint32_t warp, struct record *r, uint64_t address[LANES]) {
    struct stream *s = &in->stream[warp];
    const uint32_t others = r->active & (r->active - 1);
    const unsigned first = (unsigned)__builtin_ctz(r->active);
    int64_t stride = 0;
    if (others != 0) {
        unsigned second = (unsigned)__builtin_ctz(others);
        stride = (int64_t)(address[second] - address[first]) / (int64_t)(second - first);
    }
    const uint64_t base = address[first] - (uint64_t)(stride * first);
    for (uint32_t set = ~r->active; set != 0; set &= set - 1) {
        unsigned l = (unsigned)__builtin_ctz(set);
        address[l] = base + (uint64_t)(stride * l);
    }
    uint64_t expected = base, off = stride != (int32_t)stride;
    for (unsigned l = 0; l < LANES; l++, expected += (uint64_t)stride)
        off |= address[l] ^ expected;
    if (off == 0) {
        r->base = base;
        r->stride = (int32_t)stride;
        return;
    }
    void *pool = s->pool;
    if (!grow(&pool, &s->pool_room, s->pool_count + 1, sizeof s->pool[0])) {
        fault(in, "found no memory for its addresses, expected enough");
        return;
    }
    s->pool = pool;
    memcpy(s->pool[s->pool_count], address, sizeof s->pool[0]);
    r->scattered = s->pool_first + (uint32_t)++s->pool_count;
}

/* A warp's access: its record, and the element and the lane of each active thread. */
struct access {
    const struct rh_simt_array *array;
    struct record *record;
    uint32_t index[LANES];
};

static bool has_elements(struct rh_simt_inside *in, uint32_t warp, const struct rh_simt_array *array,
                         const uint32_t index[LANES]) {
    const uint32_t last = (uint32_t)(array->elements - 1);
    uint32_t beyond = array->elements == 0;
    for (unsigned l = 0; l < LANES; l++)
        beyond |= index[l] > last;
    for (uint32_t set = beyond != 0 ? in->active[warp] : 0; set != 0; set &= set - 1) {
        unsigned l = (unsigned)__builtin_ctz(set);
        if (index[l] < array->elements)
            continue;
        fault(in, "%s: found element %" PRIu32 " of thread %" PRIu32 ", expected one of %" PRIu64, array->name,
              index[l], warp * LANES + l, array->elements);
        return false;
    }
    return true;
}

static bool begin_access(struct rh_simt_inside *in, uint32_t warp, uint32_t site, enum rh_warp_op op,
                         const struct rh_simt_array *array, struct access *access) {
    uint64_t address[LANES];
    if (!has_elements(in, warp, array, access->index))
        return false;
    struct record *r = emit(in, warp, site, op);
    if (r == NULL)
        return false;
    for (unsigned l = 0; l < LANES; l++)
        address[l] = array->base + (uint64_t)access->index[l] * array->bytes;
    if (array->space == RH_WARP_SPACE_LOCAL || array->width != 0)
        for (uint32_t set = in->active[warp]; set != 0; set &= set - 1) {
            unsigned l = (unsigned)__builtin_ctz(set);
            address[l] = place_of(in, array, access->index[l], warp * LANES + l);
        }
    r->space = (uint8_t)array->space;
    r->bytes = (uint8_t)array->bytes;
    place(in, warp, r, address);
    access->array = array;
    access->record = r;
    return !failed(in);
}

static void linear_index(const struct rh_simt_inside *in, uint32_t warp, rh_value index, struct access *access) {
    struct operand kept;
    const union lanes *values = fetch(in, index, warp, &kept);
    for (unsigned l = 0; l < LANES; l++) /* an offset may be negative */
        access->index[l] = values->u[l] + (index.reg != 0 ? index.bits : 0);
}

/* Where a thread's word of local or shared memory is kept. */
static uint64_t own_place(const struct rh_simt_inside *in, const struct rh_simt_array *array, uint64_t word,
                          uint32_t thread) {
    return array->space == RH_WARP_SPACE_LOCAL ? word * in->warps * LANES + thread : word;
}

static void take_words(struct rh_simt_inside *in, uint32_t warp, unsigned number, const struct access *access,
                       uint32_t row) {
    const struct rh_simt_run *run = &in->grid->run;
    const struct rh_simt_array *array = access->array;
    const uint32_t *own = own_words(in, number), words = words_of(array);
    for (uint32_t j = 0; j < words && !failed(in); j++) {
        union lanes *to = lanes_of(in, row + j, warp);
        for (uint32_t set = in->active[warp]; set != 0; set &= set - 1) {
            unsigned l = (unsigned)__builtin_ctz(set);
            uint64_t word = (uint64_t)access->index[l] * words + j;
            if (own != NULL)
                to->u[l] = own[own_place(in, array, word, warp * LANES + l)];
            else if (array->content != NULL)
                to->u[l] = array->content(run, number, word);
            else
                to->u[l] = rh_simt_bits(run, number, word);
        }
    }
}

static void put_word(struct rh_simt_inside *in, uint32_t warp, unsigned number, const struct access *access,
                     const union lanes *values) {
    const struct rh_simt_options *options = &in->grid->run.options;
    uint32_t *own = own_words(in, number);
    if (failed(in) || (own == NULL && options->stored == NULL))
        return;
    for (uint32_t set = in->active[warp]; set != 0; set &= set - 1) {
        unsigned l = (unsigned)__builtin_ctz(set);
        if (own != NULL)
            own[own_place(in, access->array, access->index[l], warp * LANES + l)] = values->u[l];
        else
            options->stored(options->user, access->array->name, access->index[l], values->u[l]);
    }
}

rh_value rh_simt_at(struct rh_simt *k, uint32_t site) {
    rh_value value = rh_simt_op(k, site, RH_LANE_MOV);
    value.address = true;
    return value;
}

/* The index of an access: its address is made first, where it lies in a register. */
static rh_value address_of(struct rh_simt_inside *in, uint32_t site, rh_value index) {
    if (index.reg == 0 || index.address)
        return index;
    rh_simt_push(&in->k, index);
    return rh_simt_at(&in->k, site);
}

rh_value rh_simt_load(struct rh_simt *k, uint32_t address_site, uint32_t site, unsigned number) {
    struct rh_simt_inside *in = k->inside;
    rh_value index = pop(in);
    if (!known(in, number))
        return index;
    const struct rh_simt_array *array = &in->grid->run.array[number];
    if (array->space != RH_WARP_SPACE_TEXTURE)
        index = address_of(in, address_site, index);
    rh_value value = allocate(in, words_of(array));
    for (uint32_t w = 0; w < in->warps && !failed(in); w++) {
        struct access access;
        if (in->active[w] == 0)
            continue;
        linear_index(in, w, index, &access);
        if (!begin_access(in, w, site, RH_WARP_LOAD, array, &access))
            break;
        reads(access.record, index);
        access.record->writes = value.reg;
        take_words(in, w, number, &access, value.row);
    }
    in->newest = words_of(array) == 1 ? value.reg : 0;
    return value;
}

static uint32_t clamped(int32_t at, uint32_t count) {
    return at < 0 ? 0 : (uint32_t)at < count ? (uint32_t)at : count - 1;
}

rh_value rh_simt_load_2d(struct rh_simt *k, uint32_t site, unsigned number) {
    struct rh_simt_inside *in = k->inside;
    rh_value y = pop(in), x = pop(in);
    if (!known(in, number))
        return x;
    const struct rh_simt_array *array = &in->grid->run.array[number];
    if (array->width == 0 || array->elements > UINT32_MAX) {
        fault(in, "%s: found no width, expected that of a texture of two dimensions", array->name);
        return x;
    }
    rh_value value = allocate(in, words_of(array));
    const uint32_t height = (uint32_t)(array->elements / array->width);
    for (uint32_t w = 0; w < in->warps && !failed(in); w++) {
        struct operand kept[2];
        struct access access;
        if (in->active[w] == 0)
            continue;
        const union lanes *column = fetch(in, x, w, &kept[0]), *line = fetch(in, y, w, &kept[1]);
        for (unsigned l = 0; l < LANES; l++)
            access.index[l] = clamped(line->i[l], height) * array->width + clamped(column->i[l], array->width);
        if (!begin_access(in, w, site, RH_WARP_LOAD, array, &access))
            break;
        reads(access.record, x);
        reads(access.record, y);
        access.record->writes = value.reg;
        take_words(in, w, number, &access, value.row);
    }
    in->newest = words_of(array) == 1 ? value.reg : 0;
    return value;
}

void rh_simt_store(struct rh_simt *k, uint32_t address_site, uint32_t site, unsigned number) {
    struct rh_simt_inside *in = k->inside;
    rh_value value = pop(in), index = pop(in);
    if (!known(in, number))
        return;
    const struct rh_simt_array *array = &in->grid->run.array[number];
    if (!rh_warp_space_stores(array->space) || words_of(array) != 1)
        fault(in, "%s: found a store, expected an array of words in a space that kernels write to", array->name);
    index = address_of(in, address_site, index);
    for (uint32_t w = 0; w < in->warps && !failed(in); w++) {
        struct operand kept;
        struct access access;
        if (in->active[w] == 0)
            continue;
        linear_index(in, w, index, &access);
        if (!begin_access(in, w, site, RH_WARP_STORE, array, &access))
            break;
        reads(access.record, index);
        reads(access.record, value);
        put_word(in, w, number, &access, fetch(in, value, w, &kept));
    }
    in->newest = 0;
}

/* Control. */

void rh_simt_barrier(struct rh_simt *k, uint32_t site) {
    struct rh_simt_inside *in = k->inside;
    if (in->depth != 0)
        fault(in, "found a barrier in a block of some lanes, expected all lanes at it");
    emit_all(in, site, RH_WARP_BARRIER, (rh_value){.bits = 0});
}

static bool enter(struct rh_simt_inside *in) {
    if (in->depth == RH_SIMT_DEPTH)
        fault(in, "found more blocks one in the other, expected at most %d", RH_SIMT_DEPTH);
    if (failed(in))
        return false;
    struct frame *frame = &in->frame[in->depth++];
    memcpy(frame->outer, in->active, sizeof frame->outer);
    frame->top = in->top;
    return true;
}

static void leave(struct rh_simt_inside *in) {
    if (in->depth == 0)
        return;
    struct frame *frame = &in->frame[--in->depth];
    memcpy(in->active, frame->outer, sizeof frame->outer);
    in->top = frame->top;
    in->newest = 0;
}

/* A branch: lanes where `value` is 0 are left out. True: some are left. */
static bool branch(struct rh_simt_inside *in, uint32_t site, rh_value value) {
    bool any = false;
    emit_all(in, site, RH_WARP_INTEGER, value);
    for (uint32_t w = 0; w < in->warps; w++) {
        struct operand kept;
        uint32_t taken = 0;
        const union lanes *values = fetch(in, value, w, &kept);
        for (unsigned l = 0; l < LANES; l++)
            taken |= (uint32_t)(values->u[l] != 0) << l;
        in->active[w] &= taken;
        any |= in->active[w] != 0;
    }
    return any;
}

bool rh_simt_if(struct rh_simt *k, uint32_t site) {
    struct rh_simt_inside *in = k->inside;
    rh_value value = pop(in);
    if (!enter(in))
        return false;
    bool any = branch(in, site, value) && !failed(in);
    struct frame *frame = &in->frame[in->depth - 1];
    for (uint32_t w = 0; w < in->warps; w++)
        frame->others[w] = frame->outer[w] & ~in->active[w];
    if (!any)
        leave(in);
    return any;
}

bool rh_simt_end(struct rh_simt *k) {
    leave(k->inside);
    return false;
}

bool rh_simt_otherwise(struct rh_simt *k) {
    struct rh_simt_inside *in = k->inside;
    bool any = false;
    if (!enter(in))
        return false;
    for (uint32_t w = 0; w < in->warps; w++)
        any |= (in->active[w] = in->frame[in->depth - 1].others[w]) != 0;
    if (!any)
        leave(in);
    return any;
}

void rh_simt_loop(struct rh_simt *k) {
    (void)enter(k->inside);
}

bool rh_simt_while(struct rh_simt *k, uint32_t site) {
    struct rh_simt_inside *in = k->inside;
    rh_value value = pop(in);
    bool any = !failed(in) && branch(in, site, value) && !failed(in);
    if (!any)
        leave(in);
    return any;
}

void rh_simt_again(struct rh_simt *k) {
    struct rh_simt_inside *in = k->inside;
    if (in->depth > 0)
        in->top = in->frame[in->depth - 1].top;
    in->newest = 0;
}

uint32_t rh_simt_mark(const struct rh_simt *k) {
    return k->inside->top;
}

void rh_simt_release(struct rh_simt *k, uint32_t mark) {
    k->inside->top = mark;
    k->inside->newest = 0;
}

void rh_simt_round(struct rh_simt *k, uint32_t mark, uint32_t site, uint32_t next_site) {
    struct rh_simt_inside *in = k->inside;
    rh_simt_release(k, mark);
    emit_all(in, site, RH_WARP_INTEGER, (rh_value){.bits = 0});
    emit_all(in, next_site, RH_WARP_INTEGER, (rh_value){.bits = 0});
}

/* The program's data. */

uint32_t rh_simt_bits(const struct rh_simt_run *run, unsigned which, uint64_t index) {
    uint64_t state = (run->options.seed + 1) * UINT64_C(0xd1342543de82ef95) + ((uint64_t)which << 56 ^ index);
    return (uint32_t)(rh_random_draw(&state) >> 32);
}

float rh_simt_unit(const struct rh_simt_run *run, unsigned which, uint64_t index) {
    return (float)(rh_simt_bits(run, which, index) >> 8) * 0x1p-24F;
}

uint32_t rh_simt_float_bits(float value) {
    uint32_t bits;
    memcpy(&bits, &value, sizeof bits);
    return bits;
}

static void add_array(struct rh_simt_run *run, struct rh_simt_array array, uint64_t bytes) {
    if (run->arrays == RH_SIMT_ARRAYS)
        return; /* it is refused when it is accessed */
    if (array.space == RH_WARP_SPACE_SHARED) {
        for (unsigned a = 0; a < run->arrays; a++)
            if (run->array[a].space == RH_WARP_SPACE_SHARED)
                array.base += run->array[a].elements * run->array[a].bytes;
    } else {
        array.base = run->end;
        run->end += (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
    }
    run->array[run->arrays++] = array;
}

void rh_simt_array(struct rh_simt_run *run, enum rh_warp_space space, const char *name, uint32_t bytes,
                   uint64_t elements, rh_simt_content content) {
    struct rh_simt_array array = {.name = name, .space = space, .bytes = bytes, .elements = elements};
    uint64_t warps = ((uint64_t)run->program->cta[0] * run->program->cta[1] + LANES - 1) / LANES * run->grid[0] *
                     run->grid[1] * run->grid[2];
    array.content = content;
    add_array(run, array, elements * (space == RH_WARP_SPACE_LOCAL ? RH_LOCAL_STRIDE * warps : bytes));
}

void rh_simt_texture(struct rh_simt_run *run, const char *name, uint32_t bytes, uint32_t width, uint32_t height,
                     rh_simt_content content) {
    struct rh_simt_array array = {.name = name, .space = RH_WARP_SPACE_TEXTURE, .bytes = bytes, .width = width};
    array.elements = (uint64_t)width * height;
    array.content = content;
    const struct rh_texture texture = texture_of(&array);
    add_array(run, array, rh_texture_bytes(&texture));
}

/* The source. */

static int next_kernel(struct rh_warp_source *source, struct rh_kernel_launch *launch, struct rh_error *error) {
    struct grid *grid = (struct grid *)source;
    struct rh_simt_kernel kernel = {.name = grid->run.program->name};
    memcpy(kernel.grid, grid->run.grid, sizeof kernel.grid);
    memcpy(kernel.cta, grid->run.program->cta, sizeof kernel.cta);
    if (!grid->run.program->kernel(&grid->run, grid->run.number, &kernel))
        return 0;
    grid->run.number++;
    grid->kernel = kernel;
    grid->threads = kernel.cta[0] * kernel.cta[1];
    grid->warps = (grid->threads + LANES - 1) / LANES;
    grid->ctas = (uint64_t)kernel.grid[0] * kernel.grid[1] * kernel.grid[2];
    if (grid->threads == 0 || grid->warps > RH_SIMT_WARPS || grid->ctas == 0) {
        rh_error_set(error, "kernel %s: found %" PRIu64 " CTAs of %" PRIu32 " threads, expected CTAs of 1 to %d",
                     kernel.name, grid->ctas, grid->threads, RH_SIMT_WARPS * LANES);
        return -1;
    }
    *launch = (struct rh_kernel_launch){.ctas = grid->ctas, .cta_warps = grid->warps};
    (void)snprintf(launch->name, sizeof launch->name, "%s", kernel.name);
    launch->registers = kernel.registers;
    launch->shared = kernel.shared;
    return 1;
}

/* Forgets what a warp has executed, once that is half of what it keeps. */
static void forget(struct stream *s) {
    uint32_t gone = (uint32_t)s->pool_count;
    if (s->at < s->count - s->at)
        return;
    memmove(s->record, s->record + s->at, (s->count - s->at) * sizeof *s->record);
    s->count -= s->at;
    s->at = 0;
    for (size_t i = 0; i < s->count; i++)
        if (s->record[i].scattered != 0) {
            gone = s->record[i].scattered - 1 - s->pool_first;
            break;
        }
    if (gone > 0)
        memmove(s->pool, s->pool + gone, (s->pool_count - gone) * sizeof *s->pool);
    s->pool_count -= gone;
    s->pool_first += gone;
}

/* Runs a CTA's next step. */
static void run_step(struct rh_simt_inside *in) {
    for (uint32_t w = 0; w < in->warps; w++)
        if (in->stream[w].at > 0)
            forget(&in->stream[w]);
    if (in->step == 1)
        in->of_step_0 = in->top;
    if (in->step > 0)
        rh_simt_release(&in->k, in->of_step_0);
    in->newest = 0;
    in->finished = !in->grid->kernel.run(&in->k, in->step++);
    if (in->depth != 0 || in->operands != 0)
        fault(in, "found an end in a block or an operation, expected one behind them");
}

static void close_cta(struct rh_warp_source *source, struct rh_warp_cta *cta) {
    (void)source;
    if (cta == NULL)
        return;
    for (uint32_t w = 0; w < cta->inside.warps; w++) {
        free(cta->inside.stream[w].record);
        free(cta->inside.stream[w].pool);
    }
    for (unsigned a = 0; a < ARRAYS; a++)
        free(cta->inside.own[a]);
    free(cta->inside.stream);
    free(cta->inside.row);
    free(cta->inside.k.kept);
    free(cta);
}

/* The indices of the threads lie in the first registers. */
static void name_threads(struct rh_simt_inside *in) {
    const struct grid *grid = in->grid;
    in->k.t = allocate(in, 1);
    in->k.x = allocate(in, 1);
    in->k.y = allocate(in, 1);
    for (uint32_t t = 0; t < grid->threads && !failed(in); t++) {
        in->active[t / LANES] |= 1U << t % LANES;
        lanes_of(in, in->k.t.row, t / LANES)->u[t % LANES] = t;
        lanes_of(in, in->k.x.row, t / LANES)->u[t % LANES] = t % grid->kernel.cta[0];
        lanes_of(in, in->k.y.row, t / LANES)->u[t % LANES] = t / grid->kernel.cta[0];
    }
}

static struct rh_warp_cta *open_cta(struct rh_warp_source *source, uint64_t number, uint32_t *warps,
                                    struct rh_error *error) {
    const struct grid *grid = (const struct grid *)source;
    struct rh_warp_cta *cta = calloc(1, sizeof *cta);
    struct stream *stream = calloc(grid->warps, sizeof *stream);
    void *kept = calloc(1, grid->kernel.kept + 1);
    if (cta == NULL || stream == NULL || kept == NULL) {
        rh_error_set(error, "kernel %s: found no memory for a CTA, expected enough", grid->kernel.name);
        free(cta);
        free(stream);
        free(kept);
        return NULL;
    }
    struct rh_simt_inside *in = &cta->inside;
    const uint32_t *size = grid->kernel.grid;
    in->k = (struct rh_simt){.run = &grid->run, .data = grid->run.data, .kept = kept, .inside = in};
    in->k.cta[0] = (uint32_t)(number % size[0]);
    in->k.cta[1] = (uint32_t)(number / size[0] % size[1]);
    in->k.cta[2] = (uint32_t)(number / size[0] / size[1]);
    in->k.threads = grid->threads;
    in->grid = grid;
    in->number = number;
    in->warps = *warps = grid->warps;
    in->stream = stream;
    name_threads(in);
    if (!failed(in))
        run_step(in);
    if (!failed(in))
        return cta;
    *error = in->fault;
    close_cta(source, cta);
    return NULL;
}

static int next(struct rh_warp_source *source, struct rh_warp_cta *cta, uint32_t warp,
                struct rh_warp_instruction *instruction, struct rh_error *error) {
    struct rh_simt_inside *in = &cta->inside;
    struct stream *s = &in->stream[warp];
    (void)source;
    while (s->at == s->count && !in->finished && !failed(in))
        run_step(in);
    if (failed(in)) {
        *error = in->fault;
        return -1;
    }
    if (s->at == s->count)
        return 0;
    const struct record *r = &s->record[s->at++];
    *instruction = (struct rh_warp_instruction){.op = (enum rh_warp_op)r->op,
                                                .space = (enum rh_warp_space)r->space,
                                                .count = 1,
                                                .active = r->active,
                                                .pc = r->pc,
                                                .writes = r->writes,
                                                .read = s->read,
                                                .bytes = r->bytes};
    for (unsigned n = 0; n < READS && r->read[n] != 0; n++)
        s->read[instruction->reads++] = r->read[n];
    if (!rh_warp_op_accesses(instruction->op))
        return 1;
    uint64_t at = r->base;
    if (r->scattered != 0)
        memcpy(s->address, s->pool[r->scattered - 1 - s->pool_first], sizeof s->address);
    else
        for (unsigned l = 0; l < LANES; l++, at += (uint64_t)(int64_t)r->stride)
            s->address[l] = at;
    instruction->address = s->address;
    return 1;
}

static bool rewind_source(struct rh_warp_source *source, struct rh_error *error) {
    (void)error;
    ((struct grid *)source)->run.number = 0;
    return true;
}

static void close_source(struct rh_warp_source *source) {
    struct grid *grid = (struct grid *)source;
    if (grid == NULL)
        return;
    if (grid->run.program->close != NULL && grid->run.data != NULL)
        grid->run.program->close(&grid->run);
    free(grid->run.data);
    free(grid);
}

const struct rh_simt_run *rh_simt_run_of(const struct rh_warp_source *source) {
    return &((const struct grid *)source)->run;
}

const struct rh_simt_kernel *rh_simt_kernel_of(const struct rh_warp_source *source) {
    return &((const struct grid *)source)->kernel;
}

/* The grid that is asked for, or the default one, scaled in its last dimension that is above 1. */
static bool size_grid(struct rh_simt_run *run, struct rh_error *error) {
    const struct rh_simt_options *options = &run->options;
    bool asked = options->grid[0] != 0 || options->grid[1] != 0 || options->grid[2] != 0;
    double scale = options->scale != 0 ? options->scale : 1;
    unsigned last = 2;
    for (unsigned d = 0; d < 3; d++) {
        run->grid[d] = asked ? options->grid[d] : run->program->grid[d];
        run->grid[d] += run->grid[d] == 0;
        if (run->grid[d] > 65535 && d > 0)
            return rh_error_field(error, "grid", "found %" PRIu32 " CTAs, expected 1 to 65535 in y and z",
                                  run->grid[d]);
    }
    if (!(scale > 0 && scale <= 1000))
        return rh_error_field(error, "scale", "found %g, expected a number above 0 up to 1000", scale);
    while (last > 0 && run->grid[last] == 1)
        last--;
    if (!asked)
        run->grid[last] = (uint32_t)fmax(1, floor(run->grid[last] * scale + 0.5));
    run->size = options->size != 0 ? options->size : run->program->size;
    return options->size == 0 || run->program->size_is != NULL ||
           rh_error_field(error, "size", "found %" PRIu32 ", expected none, for the grid of %s says all", options->size,
                          run->program->name);
}

struct rh_warp_source *rh_simt_open(const struct rh_simt_program *program, const struct rh_simt_options *options,
                                    struct rh_error *error) {
    struct grid *grid = calloc(1, sizeof *grid);
    void *data = calloc(1, program->data + 1);
    if (grid == NULL || data == NULL) {
        rh_error_set(error, "kernel %s: found no memory, expected enough", program->name);
        free(grid);
        free(data);
        return NULL;
    }
    grid->source = (struct rh_warp_source){next_kernel, open_cta, next, close_cta, rewind_source, close_source, {0}};
    grid->run = (struct rh_simt_run){.program = program, .data = data};
    if (options != NULL)
        grid->run.options = *options;
    if (size_grid(&grid->run, error) && program->open(&grid->run, error))
        return &grid->source;
    close_source(&grid->source);
    return NULL;
}
