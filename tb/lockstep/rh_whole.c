// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_whole.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "tb/lockstep/rh_shadow.h"

enum { MASK_WORDS = 64 /* of live masks, at most */, MOST = 12 /* blocks that are named */ };

struct rh_whole_part {
    char name[32];
    const struct rh_block *block;
    const unsigned char *model;
    unsigned char *rtl; /* the same struct, as the observation has it */
    struct rh_shadow *shadow;
    unsigned word; /* where it begins in the observation */
};

/* The first register of a block that differs. */
struct difference {
    const struct rh_field *field;
    unsigned index;
    uint64_t model, rtl;
};

bool rh_whole_load(struct rh_whole *whole, const struct rh_whole_top *top, const void *params, const char *file,
                   bool quiet, uint64_t seed, struct rh_error *error) {
    *whole = (struct rh_whole){
        .top = top, .block = {.kind = top->kind, .ops = top->ops, .params = params}, .compare_state = 1};
    if (!rh_rtl_load(&whole->plugin, &whole->block, file, quiet, error))
        return false;
    whole->rtl = whole->plugin.api;
    whole->instance = whole->rtl->open(seed);
    return whole->instance != NULL || rh_error_set(error, "%s: found no memory, expected enough", top->ops->name);
}

/* What goes with the models. */
static void drop(struct rh_whole *whole) {
    void *const own[] = {whole->parts,      whole->in,         whole->model,      whole->out,
                         whole->signals[0], whole->signals[1], whole->observation};
    for (unsigned i = 0; i < whole->count; i++) {
        rh_shadow_close(whole->parts[i].shadow);
        free(whole->parts[i].rtl);
    }
    for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++)
        free(own[i]);
}

void rh_whole_close(struct rh_whole *whole) {
    drop(whole);
    if (whole->instance != NULL)
        whole->rtl->close(whole->instance);
    rh_rtl_unload(&whole->plugin);
    *whole = (struct rh_whole){.top = NULL};
}

bool rh_whole_begin(struct rh_whole *whole, const void *params, void *user) {
    const struct rh_whole_top *top = whole->top;
    drop(whole);
    whole->parts = NULL;
    whole->count = whole->room = whole->words = whole->bits = 0;
    whole->user = user;
    rh_block_make(&whole->block, top->kind, top->ops, params);
    whole->in = calloc(1, top->kind->in_size);
    whole->model = calloc(1, top->kind->out_size);
    whole->out = calloc(1, top->kind->out_size);
    whole->signals[0] = calloc(1, top->ops->state_size);
    whole->signals[1] = calloc(1, top->ops->state_size);
    whole->observation = calloc((whole->rtl->observation_bits + 31) / 32 + RH_SHADOW_SPARE, sizeof *whole->observation);
    return whole->in != NULL && whole->model != NULL && whole->out != NULL && whole->signals[0] != NULL &&
           whole->signals[1] != NULL && whole->observation != NULL;
}

bool rh_whole_add(struct rh_whole *whole, const char *name, const struct rh_block *block, const void *state) {
    if (whole->count == whole->room) {
        unsigned room = 2 * whole->room + 8;
        struct rh_whole_part *more = realloc(whole->parts, room * sizeof *more);
        if (more == NULL)
            return false;
        whole->parts = more;
        whole->room = room;
    }
    struct rh_whole_part *part = &whole->parts[whole->count++];
    *part = (struct rh_whole_part){.block = block, .model = state, .word = whole->words};
    snprintf(part->name, sizeof part->name, "%s", name);
    whole->words += (block->state.bits + 31) / 32;
    whole->bits += block->state.bits;
    part->rtl = calloc(1, block->ops->state_size);
    if (part->rtl != NULL)
        part->shadow = rh_shadow_open(&block->state, part->rtl);
    return part->shadow != NULL;
}

bool rh_whole_reset(struct rh_whole *whole, const void *config, struct rh_error *error) {
    if (32 * whole->words != whole->rtl->observation_bits)
        return rh_error_set(error, "%s: found %u bits of observation, expected the C models' %u",
                            whole->block.ops->name, whole->rtl->observation_bits, 32 * whole->words);
    whole->rtl->configure(whole->instance, config);
    whole->rtl->reset(whole->instance, whole->in);
    return true;
}

/* The first element that holds meaning and differs, of a field whose bytes do; its count when there is none. */
static unsigned differs_at(const struct rh_whole_part *part, const struct rh_field *field) {
    const unsigned char *model = part->model + field->offset, *rtl = part->rtl + field->offset;
    uint64_t live[MASK_WORDS];
    unsigned words = (field->count + 63U) / 64;
    memset(live, field->live == NULL ? 0xff : 0, words * sizeof live[0]);
    if (field->live != NULL)
        field->live(part->model + field->part, part->block->params, live);
    for (unsigned w = 0; w < words; w++)
        for (uint64_t set = live[w]; set != 0; set &= set - 1) {
            unsigned e = w * 64 + (unsigned)__builtin_ctzll(set);
            if (e >= field->count)
                break;
            if (memcmp(model + e * field->size, rtl + e * field->size, field->size) != 0)
                return e;
        }
    return field->count;
}

/* As the observation has it now. */
static bool part_equals(const struct rh_whole *whole, const struct rh_whole_part *part, struct difference *difference) {
    const struct rh_layout *layout = &part->block->state;
    rh_shadow_update(part->shadow, whole->observation + part->word);
    for (unsigned i = 0; i < layout->count; i++) {
        const struct rh_field *field = &layout->fields[i];
        size_t bytes = (size_t)field->count * field->size;
        if (memcmp(part->model + field->offset, part->rtl + field->offset, bytes) == 0)
            continue;
        unsigned index = differs_at(part, field);
        if (index == field->count)
            continue;
        *difference = (struct difference){field, index, rh_field_get(field, part->model, index),
                                          rh_field_get(field, part->rtl, index)};
        return false;
    }
    return true;
}

/* "count[2]: C model 0x1, RTL 0x0" */
static void say_register(const struct difference *d, char *text, size_t size) {
    char index[16] = "";
    if (d->field->array)
        snprintf(index, sizeof index, "[%u]", d->index);
    snprintf(text, size, "%s%s: C model 0x%" PRIx64 ", RTL 0x%" PRIx64, d->field->name, index, d->model, d->rtl);
}

static void compare_registers(struct rh_whole *whole) {
    struct difference d;
    char text[160];
    whole->compared++;
    for (unsigned i = 0; i < whole->count; i++) {
        if (part_equals(whole, &whole->parts[i], &d))
            continue;
        say_register(&d, text, sizeof text);
        snprintf(whole->difference, sizeof whole->difference, "MISMATCH: clock %" PRIu64 ", register of %s, %s",
                 whole->clock, whole->parts[i].name, text);
        return;
    }
}

/* What one element of an output, or of a set, is of: "core"; NULL: the output is one. */
static const char *owner_of(const struct rh_kind *kind, const char *count) {
    for (unsigned g = 0; g < kind->register_group_count; g++)
        if (strcmp(kind->register_groups[g].count, count) == 0)
            return kind->register_groups[g].one;
    return NULL;
}

static void say_output(struct rh_whole *whole, unsigned field, unsigned index) {
    const struct rh_field *f = &whole->block.out.fields[field];
    uint64_t model = rh_field_get(f, whole->model, index), rtl = rh_field_get(f, whole->out, index);
    const char *owner = owner_of(whole->block.kind, f->count_text);
    if (owner == NULL && (owner = owner_of(whole->block.kind, f->width_text)) != NULL) {
        index = (unsigned)__builtin_ctzll(model ^ rtl);
        model = model >> index & 1;
        rtl = rtl >> index & 1;
    } else if (owner == NULL) {
        owner = "clock"; /* ticks are the first */
        index = field;
    }
    snprintf(whole->difference, sizeof whole->difference,
             "MISMATCH: clock %" PRIu64 ", output of %s%u, %s: C model 0x%" PRIx64 ", RTL 0x%" PRIx64, whole->clock,
             owner, index, f->name, model, rtl);
}

static void compare_outputs(struct rh_whole *whole) {
    const struct rh_layout *layout = &whole->block.out;
    uint64_t live[MASK_WORDS];
    unsigned field, index;
    if (whole->top->forget != NULL)
        whole->top->forget(whole->user, whole->model, whole->out);
    if (memcmp(whole->model, whole->out, whole->block.kind->out_size) == 0 || whole->difference[0] != '\0')
        return;
    rh_layout_live(layout, whole->model, live);
    if (rh_layout_differs(layout, live, whole->model, whole->out, &field, &index))
        say_output(whole, field, index);
}

void rh_whole_before(struct rh_whole *whole) {
    bool compares = whole->clock % whole->compare_state == 0;
    whole->waved = rh_wave_shows(whole->wave, whole->clock);
    whole->rtl->cycle(whole->instance, whole->in, whole->out, compares || whole->waved ? whole->observation : NULL);
    if (compares)
        compare_registers(whole);
    if (!whole->waved)
        return;
    for (unsigned i = 0; i < whole->count; i++)
        rh_shadow_update(whole->parts[i].shadow, whole->observation + whole->parts[i].word);
    whole->top->signals(whole->signals[0], whole, false);
    whole->top->signals(whole->signals[1], whole, true);
}

bool rh_whole_behind(struct rh_whole *whole) {
    const char *broken = whole->rtl->broken(whole->instance);
    compare_outputs(whole);
    if (whole->waved)
        rh_wave_clock(whole->wave, whole->clock, whole->in, &(struct rh_wave_side){whole->model, whole->signals[0]},
                      &(struct rh_wave_side){whole->out, whole->signals[1]});
    if (broken != NULL && whole->difference[0] == '\0')
        snprintf(whole->difference, sizeof whole->difference, "CONTRACT: clock %" PRIu64 ": %s", whole->clock, broken);
    whole->clock += whole->difference[0] == '\0';
    return whole->difference[0] == '\0';
}

bool rh_whole_finish(struct rh_whole *whole) {
    whole->rtl->cycle(whole->instance, whole->in, whole->out, whole->observation);
    compare_registers(whole);
    return whole->difference[0] == '\0';
}

const void *rh_whole_registers(const struct rh_whole *whole, unsigned place, bool rtl) {
    const struct rh_whole_part *part = &whole->parts[place];
    return rtl ? part->rtl : part->model;
}

void rh_whole_tell(struct rh_whole *whole, FILE *to) {
    struct difference d;
    unsigned found = 0;
    whole->rtl->cycle(whole->instance, whole->in, whole->out, whole->observation);
    for (unsigned i = 0; i < whole->count; i++)
        found += !part_equals(whole, &whole->parts[i], &d);
    fprintf(to, "  registers    they differ in %u of %u blocks%s\n", found, whole->count, found == 0 ? "" : ":");
    for (unsigned i = 0, named = 0; i < whole->count && named < MOST; i++) {
        char text[160];
        if (part_equals(whole, &whole->parts[i], &d))
            continue;
        say_register(&d, text, sizeof text);
        fprintf(to, "    %-24s %s\n", whole->parts[i].name, text);
        named++;
    }
}

double rh_whole_seconds(void) {
    struct timespec now;
    clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
    return (double)now.tv_sec + 1e-9 * (double)now.tv_nsec;
}
