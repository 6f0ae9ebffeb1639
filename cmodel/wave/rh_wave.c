// SPDX-License-Identifier: Apache-2.0
// Walks layouts once to declare the signals, and again each clock to write what changed.
#include "cmodel/wave/rh_wave.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmodel/files/rh_output.h"
#include "cmodel/wave/rh_wave_format.h"
#include "cmodel/wave/rh_wave_view.h"

/** One element of a field, or one bit of a set, on one side. */
struct signal {
    const struct rh_field *field;
    const struct rh_shown *shown; /* NULL: whatever the other ports say */
    uint32_t handle;
    uint16_t index, width;
    bool bit;         /* bit `index` of the field's one element */
    bool known, dead; /* what was last written */
    rh_wide value;
};

/** The signals of one table on one side. */
struct table {
    const struct rh_layout *layout;
    uint64_t *live; /* its live masks in this clock */
    struct signal *signals;
    size_t count;
};

enum { IN, MODEL_OUT, MODEL_STATE, RTL_OUT, RTL_STATE, DIFF_OUT, DIFF_STATE, DERIVED, TABLES };

struct rh_wave {
    const struct rh_wave_format *format;
    void *writer;
    char *file, *beside; /* final name as given; what the format writes beside the temporary */
    struct rh_temporary temporary;
    int beside_slot;
    struct rh_output view;
    struct rh_block block;
    uint64_t from, most;                /* the window: its first clock, and how many are written */
    uint64_t period_ps, clocks, end_ps; /* of a clock; written, until here */
    uint64_t first;                     /* clock that is written */
    bool rtl;
    struct signal clk, cycle, any;
    struct table tables[TABLES];
    struct rh_wave_difference difference;
    const void *config; /* NULL: not known, so nothing is derived */
    void *derived;
};

enum {
    MOST_DIGITS = 8 * sizeof(rh_wide) /* of the widest signal */,
    TAIL = 16 /* clocks of nothing behind a mismatch */
};

static void emit(struct rh_wave *wave, struct signal *signal, rh_wide value, bool dead) {
    char digits[MOST_DIGITS + 1];
    if (signal->known && signal->dead == dead && (dead || signal->value == value))
        return;
    signal->known = true;
    signal->dead = dead;
    signal->value = value;
    for (unsigned i = 0; i < signal->width; i++)
        digits[i] = dead ? 'z' : rh_wide_has(value, signal->width - 1U - i) ? '1' : '0';
    digits[signal->width] = '\0';
    wave->format->change(wave->writer, signal->handle, signal->width, digits);
}

static struct signal declare(struct rh_wave *wave, const char *name, const char *enum_name, unsigned width,
                             enum rh_wave_direction direction) {
    const struct rh_wave_variable variable = {name, enum_name, direction, width};
    return (struct signal){.width = (uint16_t)width, .handle = wave->format->variable(wave->writer, &variable)};
}

static bool has(const struct rh_layout *layout, const struct rh_field *field, const char *name) {
    for (size_t i = 0; i < layout->count; i++)
        if (&layout->fields[i] == field ||
            (name != NULL && layout->fields[i].count != 0 && strcmp(layout->fields[i].name, name) == 0))
            return true;
    return false;
}

void rh_wave_element_name(const struct rh_block *block, const struct rh_field *field, unsigned index, char *text,
                          size_t size) {
    bool hidden = has(&block->state, field, NULL) && has(&block->out, NULL, field->name);
    int length = snprintf(text, size, "%s%s", field->name, hidden ? "_q" : "");
    if (field->array && length > 0 && (size_t)length < size)
        (void)snprintf(text + length, size - (size_t)length, "[%u]", index);
}

/* Bits that differ are no value of an enumeration. */
static struct signal declare_element(struct rh_wave *wave, const struct rh_field *field, unsigned index,
                                     enum rh_wave_direction direction, bool difference) {
    char name[96];
    rh_wave_element_name(&wave->block, field, index, name, sizeof name);
    struct signal signal = declare(wave, name, difference ? NULL : field->enum_name, field->width, direction);
    signal.field = field;
    signal.index = (uint16_t)index;
    return signal;
}

static struct signal declare_bit(struct rh_wave *wave, const struct rh_field *field, unsigned bit) {
    char name[96];
    (void)snprintf(name, sizeof name, "%s[%u]", rh_wave_bit_name(field), bit);
    struct signal signal = declare(wave, name, field->bit_enum, RH_WAVE_BIT_WIDTH, RH_WAVE_INSIDE);
    signal.field = field;
    signal.index = (uint16_t)bit;
    signal.bit = true;
    return signal;
}

static const struct rh_shown *shown_of(const struct rh_kind *kind, const struct rh_field *field) {
    const struct rh_shown *shown = kind->shown;
    while (shown != NULL && shown->port != NULL && strcmp(shown->port, field->name) != 0)
        shown++;
    return shown != NULL && shown->port != NULL ? shown : NULL;
}

static bool declare_table(struct rh_wave *wave, struct table *table, const struct rh_layout *layout,
                          enum rh_wave_direction direction, bool difference) {
    bool ports = direction != RH_WAVE_INSIDE;
    size_t most = 0;
    for (size_t i = 0; i < layout->count; i++)
        most += layout->fields[i].count + (layout->fields[i].bit_enum != NULL ? layout->fields[i].width : 0U);
    table->layout = layout;
    table->live = calloc(layout->mask_words + 1, sizeof *table->live);
    table->signals = calloc(most + 1, sizeof *table->signals);
    if (table->signals == NULL || table->live == NULL)
        return false;
    for (size_t i = 0; i < layout->count; i++) {
        const struct rh_field *field = &layout->fields[i];
        for (unsigned e = 0; e < field->count; e++) {
            table->signals[table->count] = declare_element(wave, field, e, direction, difference);
            table->signals[table->count++].shown = ports ? shown_of(wave->block.kind, field) : NULL;
        }
        for (unsigned b = 0; !difference && field->bit_enum != NULL && b < field->width; b++)
            table->signals[table->count++] = declare_bit(wave, field, b);
    }
    return true;
}

static bool declare_side(struct rh_wave *wave, const char *scope, unsigned out, unsigned state) {
    const struct rh_block *block = &wave->block;
    bool difference = out == DIFF_OUT;
    wave->format->scope(wave->writer, scope);
    if (difference)
        wave->any = declare(wave, "differs", NULL, 1, RH_WAVE_INSIDE);
    bool made = declare_table(wave, &wave->tables[out], &block->out, RH_WAVE_OUT, difference) &&
                declare_table(wave, &wave->tables[state], &block->state, RH_WAVE_INSIDE, difference);
    wave->format->upscope(wave->writer);
    return made;
}

static bool declare_derived(struct rh_wave *wave) {
    const struct rh_block *block = &wave->block;
    wave->derived = calloc(1, block->kind->derived->size);
    wave->format->scope(wave->writer, "derived");
    bool made = declare_table(wave, &wave->tables[DERIVED], &block->derived, RH_WAVE_INSIDE, false);
    wave->format->upscope(wave->writer);
    return made && wave->derived != NULL;
}

static bool declare_all(struct rh_wave *wave) {
    const struct rh_block *block = &wave->block;
    char name[64];
    (void)snprintf(name, sizeof name, "rh_%s", block->ops->name);
    wave->format->scope(wave->writer, name);
    wave->format->scope(wave->writer, "in");
    wave->clk = declare(wave, "clk", NULL, 1, RH_WAVE_IN);
    wave->cycle = declare(wave, "cycle", NULL, 32, RH_WAVE_INSIDE);
    bool made = declare_table(wave, &wave->tables[IN], &block->in, RH_WAVE_IN, false);
    wave->format->upscope(wave->writer);
    if (wave->rtl)
        made = made && declare_side(wave, "rtl", RTL_OUT, RTL_STATE);
    made = made && declare_side(wave, "model", MODEL_OUT, MODEL_STATE);
    if (wave->rtl)
        made = made && declare_side(wave, "diff", DIFF_OUT, DIFF_STATE);
    if (block->kind->derived != NULL)
        made = made && declare_derived(wave);
    wave->format->upscope(wave->writer);
    return made;
}

static void release(struct rh_wave *wave) {
    for (unsigned i = 0; i < TABLES; i++) {
        free(wave->tables[i].signals);
        free(wave->tables[i].live);
    }
    rh_temporary_unwatch(wave->beside_slot);
    rh_temporary_drop(&wave->temporary);
    rh_output_drop(&wave->view);
    free(wave->derived);
    free(wave->beside);
    free(wave->file);
    free(wave);
}

/* A file that is renamed must not take the place of a device or a folder. */
static bool is_writable(const char *file, struct rh_error *error) {
    struct stat status;
    if (stat(file, &status) != 0 || S_ISREG(status.st_mode))
        return true;
    return rh_error_set(error, "%s: found a %s, expected a plain file", file,
                        S_ISDIR(status.st_mode) ? "folder" : "device or pipe");
}

static const struct rh_wave_format *format_of(const char *file, struct rh_error *error) {
    static const struct rh_wave_format *const formats[] = {&rh_wave_fst, &rh_wave_vcd};
    for (unsigned i = 0; i < sizeof formats / sizeof formats[0]; i++)
        if (rh_wave_format_is(formats[i], file)) {
            if (formats[i]->lacks == NULL)
                return formats[i];
            rh_error_set(error, "%s: this build has %s", file, formats[i]->lacks);
            return NULL;
        }
    rh_error_set(error, "%s: found another ending, expected .fst or .vcd, the formats of waves", file);
    return NULL;
}

bool rh_wave_check(const char *file, struct rh_error *error) {
    return is_writable(file, error) && format_of(file, error) != NULL;
}

static bool no_memory(const char *file, struct rh_error *error) {
    return rh_error_set(error, "%s: found no memory for the wave, expected enough", file);
}

static bool open_view(struct rh_wave *wave, const char *file, struct rh_error *error) {
    char *name = rh_wave_view_name(file);
    bool opened = name != NULL ? rh_output_open(&wave->view, name, error) : no_memory(file, error);
    free(name);
    return opened;
}

static bool create(struct rh_wave *wave, const char *file, struct rh_error *error) {
    if (!is_writable(file, error) || (wave->format = format_of(file, error)) == NULL ||
        !rh_temporary_open(&wave->temporary, file, error))
        return false;
    wave->file = strdup(file);
    if (wave->file == NULL)
        return no_memory(file, error);
    if (wave->format->beside != NULL) {
        if (asprintf(&wave->beside, "%s%s", wave->temporary.name, wave->format->beside) < 0) {
            wave->beside = NULL;
            return no_memory(file, error);
        }
        wave->beside_slot = rh_temporary_watch(wave->beside);
    }
    wave->writer = wave->format->create(wave->temporary.name);
    if (wave->writer == NULL)
        return rh_error_set(error, "%s: found no way to write here, expected a file name in a writable folder", file);
    return declare_all(wave) ? open_view(wave, file, error) : no_memory(file, error);
}

struct rh_wave *rh_wave_open(const char *file, const struct rh_block *block, uint32_t period_ps, bool rtl,
                             struct rh_error *error) {
    struct rh_wave *wave = calloc(1, sizeof *wave);
    if (wave == NULL) {
        no_memory(file, error);
        return NULL;
    }
    wave->beside_slot = -1;
    wave->block = *block;
    wave->period_ps = period_ps;
    wave->rtl = rtl;
    rh_wave_window(wave, 0, 0);
    if (create(wave, file, error))
        return wave;
    rh_wave_discard(wave);
    return NULL;
}

void rh_wave_config(struct rh_wave *wave, const void *config) {
    wave->config = config;
}

void rh_wave_window(struct rh_wave *wave, uint64_t from, uint64_t clocks) {
    wave->from = from;
    wave->most = clocks != 0 ? clocks : UINT64_MAX;
}

bool rh_wave_shows(const struct rh_wave *wave, uint64_t cycle) {
    return wave != NULL && cycle >= wave->from && cycle - wave->from < wave->most;
}

uint64_t rh_wave_since(const struct rh_kind *kind, uint64_t cycle) {
    uint64_t reach = kind->derived != NULL ? kind->derived->reach : 0;
    return cycle > reach ? cycle - reach : 0;
}

static rh_wide value_of(const struct signal *signal, const void *base) {
    if (signal->bit)
        return rh_wide_has(rh_field_get_wide(signal->field, base, 0), signal->index);
    return rh_field_get_wide(signal->field, base, signal->index);
}

/* What holds no meaning, neither by its own side's state nor by the model's (`model_live`, NULL on its own side), is z.
 * An output that has nothing to say is 0, and z; any other value is a fault to look at. */
static void emit_table(struct rh_wave *wave, struct table *table, const void *base, const uint64_t *model_live,
                       const void *in, const void *out) {
    bool is_in = base == in;
    rh_layout_live(table->layout, base, table->live);
    for (unsigned i = 0; model_live != NULL && i < table->layout->mask_words; i++)
        table->live[i] |= model_live[i];
    for (size_t i = 0; i < table->count; i++) {
        struct signal *signal = &table->signals[i];
        rh_wide value = value_of(signal, base);
        bool dead = !signal->bit && !rh_field_is_live(signal->field, table->live, signal->index);
        if (!dead && signal->shown != NULL && (is_in || value == 0))
            dead = !signal->shown->says(in, out, signal->index);
        emit(wave, signal, value, dead);
    }
}

/* Remember an element of the first clock that differs. */
static void add_difference(struct rh_wave *wave, const struct signal *signal, bool is_out) {
    struct rh_wave_difference *to = &wave->difference;
    const struct rh_layout *layout = is_out ? &wave->block.out : &wave->block.state;
    if (to->count < RH_WAVE_DIFFERENCES)
        to->element[to->count] =
            (struct rh_wave_element){is_out, (uint8_t)(signal->field - layout->fields), signal->index};
    to->count++;
}

/* Returns whether anything differs. */
static bool emit_difference(struct rh_wave *wave, struct table *table, const void *model, const void *rtl,
                            const uint64_t *live, bool first) {
    bool any = false;
    for (size_t i = 0; i < table->count; i++) {
        struct signal *signal = &table->signals[i];
        rh_wide bits = 0;
        if (rh_field_is_live(signal->field, live, signal->index))
            bits = value_of(signal, model) ^ value_of(signal, rtl);
        if (bits != 0 && first)
            add_difference(wave, signal, table == &wave->tables[DIFF_OUT]);
        any |= bits != 0;
        emit(wave, signal, bits, false);
    }
    return any;
}

static void emit_rtl(struct rh_wave *wave, uint64_t cycle, const void *in, const struct rh_wave_side *model,
                     const struct rh_wave_side *rtl) {
    struct table *tables = wave->tables;
    bool first = wave->difference.count == 0;
    const uint64_t *out_live = tables[MODEL_OUT].live, *state_live = tables[MODEL_STATE].live;
    emit_table(wave, &tables[RTL_OUT], rtl->out, out_live, in, rtl->out);
    emit_table(wave, &tables[RTL_STATE], rtl->state, state_live, in, rtl->out);
    bool out = emit_difference(wave, &tables[DIFF_OUT], model->out, rtl->out, out_live, first);
    bool state = emit_difference(wave, &tables[DIFF_STATE], model->state, rtl->state, state_live, first);
    emit(wave, &wave->any, out || state, false);
    if (first)
        wave->difference.cycle = cycle;
}

/* Returns whether there is something to show. */
static bool derive(struct rh_wave *wave, uint64_t cycle, const void *out) {
    const struct rh_derived *derived = wave->block.kind->derived;
    if (derived == NULL || wave->config == NULL)
        return false;
    derived->clock(wave->derived, wave->block.params, wave->config, cycle, out);
    return true;
}

void rh_wave_clock(struct rh_wave *wave, uint64_t cycle, const void *in, const struct rh_wave_side *model,
                   const struct rh_wave_side *rtl) {
    bool derived = derive(wave, cycle, model->out);
    if (!rh_wave_shows(wave, cycle))
        return;
    wave->format->time(wave->writer, cycle * wave->period_ps);
    emit(wave, &wave->clk, 1, false);
    emit(wave, &wave->cycle, (uint32_t)cycle, false);
    emit_table(wave, &wave->tables[IN], in, NULL, in, model->out);
    emit_table(wave, &wave->tables[MODEL_OUT], model->out, NULL, in, model->out);
    emit_table(wave, &wave->tables[MODEL_STATE], model->state, NULL, in, model->out);
    if (wave->rtl && rtl != NULL)
        emit_rtl(wave, cycle, in, model, rtl);
    if (derived)
        emit_table(wave, &wave->tables[DERIVED], wave->derived, NULL, in, model->out);
    wave->format->time(wave->writer, cycle * wave->period_ps + wave->period_ps / 2);
    emit(wave, &wave->clk, 0, false);
    wave->end_ps = (cycle + 1) * wave->period_ps;
    wave->format->time(wave->writer, wave->end_ps); /* so that the last clock has its width */
    if (wave->clocks++ == 0)
        wave->first = cycle;
}

uint64_t rh_wave_clocks(const struct rh_wave *wave) {
    return wave->clocks;
}

const struct rh_wave_difference *rh_wave_difference(const struct rh_wave *wave) {
    return &wave->difference;
}

/* A run ends where its sides differ. What comes then is not known, and takes some room: GTKWave shows no window that
 * reaches beyond the last time of a file. */
static void put_tail(struct rh_wave *wave) {
    struct signal *const own[] = {&wave->clk, &wave->cycle, &wave->any};
    for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++)
        emit(wave, own[i], 0, true);
    for (unsigned t = 0; t < TABLES; t++)
        for (size_t i = 0; i < wave->tables[t].count; i++)
            emit(wave, &wave->tables[t].signals[i], 0, true);
    wave->format->time(wave->writer, wave->end_ps + TAIL * wave->period_ps);
}

static bool write_view(struct rh_wave *wave, struct rh_error *error) {
    const struct rh_wave_view view = {.block = &wave->block,
                                      .rtl = wave->rtl,
                                      .period_ps = (uint32_t)wave->period_ps,
                                      .from = wave->first,
                                      .difference = &wave->difference};
    rh_wave_view_print(&view, wave->view.file);
    return rh_output_commit(&wave->view, error);
}

bool rh_wave_close(struct rh_wave *wave, struct rh_error *error) {
    if (wave->difference.count != 0)
        put_tail(wave);
    bool whole = wave->format->close(wave->writer);
    if (!whole || !rh_temporary_commit(&wave->temporary)) {
        rh_error_set(error, "%s: the wave could not be written to its end, expected room on the disk", wave->file);
        whole = false;
    }
    whole = whole && write_view(wave, error);
    release(wave);
    return whole;
}

void rh_wave_discard(struct rh_wave *wave) {
    if (wave == NULL)
        return;
    if (wave->writer != NULL)
        (void)wave->format->close(wave->writer);
    release(wave);
}

/* The watch that writes a model's wave. */

static void show(void *user, const void *before, const void *in, const void *out) {
    struct rh_wave_tap *tap = user;
    rh_wave_clock(tap->wave, tap->cycle++, in, &(struct rh_wave_side){out, before}, NULL);
}

void rh_wave_tap_watch(struct rh_wave_tap *tap, struct rh_model *model) {
    model->watch = show;
    model->watch_user = tap;
}
