// SPDX-License-Identifier: Apache-2.0
// Walks layouts once to declare the signals, and again each clock to write what changed.
#include "rowhold/rh_wave.h"

#ifdef RH_HAVE_FST

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <fstapi.h>

#include "rowhold/rh_temporary.h"

/** One element of a field, on one side. */
struct signal {
    const struct rh_field *field;
    fstHandle handle;
    uint16_t index, width;
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

enum { IN, MODEL_OUT, MODEL_STATE, RTL_OUT, RTL_STATE, DIFF_OUT, DIFF_STATE, TABLES };
enum { ENUMS = 8 };

struct rh_wave {
    void *fst;
    char *file, *hierarchy; /* final name as given; what fstapi writes beside the temporary */
    struct rh_temporary temporary;
    int hierarchy_slot;
    struct rh_block block;
    uint64_t period_ps, clocks;
    bool rtl, any_known;
    fstHandle clk, cycle, any;
    uint64_t any_value;
    struct table tables[TABLES];
    const char *enum_name[ENUMS];
    fstEnumHandle enum_handle[ENUMS];
};

static void binary(char *text, rh_wide value, unsigned width) {
    for (unsigned i = 0; i < width; i++)
        text[i] = rh_wide_has(value, width - 1 - i) ? '1' : '0';
    text[width] = '\0';
}

/* The FST table of an enumeration, made on first use. */
static fstEnumHandle enum_table(struct rh_wave *wave, const char *name, unsigned width) {
    unsigned at = 0;
    while (at < ENUMS - 1 && wave->enum_name[at] != NULL && strcmp(wave->enum_name[at], name) != 0)
        at++;
    if (wave->enum_name[at] != NULL)
        return wave->enum_handle[at];
    const char *literal[64], *code[64];
    char text[64][8];
    uint32_t n = 0;
    for (uint64_t value = 0; value <= rh_mask(width) && value < 64; value++) {
        const char *meaning = rh_enum_name(name, value);
        if (meaning == NULL)
            continue;
        binary(text[n], value, width < 7 ? width : 7);
        literal[n] = meaning;
        code[n] = text[n];
        n++;
    }
    wave->enum_name[at] = name;
    wave->enum_handle[at] = fstWriterCreateEnumTable(wave->fst, name, n, width, literal, code);
    return wave->enum_handle[at];
}

static void declare(struct rh_wave *wave, struct signal *signal, enum fstVarDir direction) {
    char name[96];
    const struct rh_field *field = signal->field;
    if (field->array)
        (void)snprintf(name, sizeof name, "%s[%u]", field->name, signal->index);
    else
        (void)snprintf(name, sizeof name, "%s", field->name);
    if (field->enum_name != NULL)
        fstWriterEmitEnumTableRef(wave->fst, enum_table(wave, field->enum_name, signal->width));
    signal->handle = fstWriterCreateVar(wave->fst, FST_VT_SV_LOGIC, direction, signal->width, name, 0);
}

static bool declare_table(struct rh_wave *wave, struct table *table, const struct rh_layout *layout,
                          enum fstVarDir direction) {
    size_t elements = 0;
    for (size_t i = 0; i < layout->count; i++)
        elements += layout->fields[i].count;
    table->layout = layout;
    table->live = calloc(layout->mask_words + 1, sizeof *table->live);
    table->signals = calloc(elements + 1, sizeof *table->signals);
    if (table->signals == NULL || table->live == NULL)
        return false;
    for (size_t i = 0; i < layout->count; i++) {
        const struct rh_field *field = &layout->fields[i];
        for (unsigned e = 0; e < field->count; e++) {
            struct signal *signal = &table->signals[table->count++];
            *signal = (struct signal){field, 0, (uint16_t)e, (uint16_t)field->width, false, false, 0};
            declare(wave, signal, direction);
        }
    }
    return true;
}

static bool declare_side(struct rh_wave *wave, const char *scope, unsigned out, unsigned state) {
    const struct rh_block *block = &wave->block;
    fstWriterSetScope(wave->fst, FST_ST_VCD_MODULE, scope, "");
    if (out == DIFF_OUT)
        wave->any = fstWriterCreateVar(wave->fst, FST_VT_SV_LOGIC, FST_VD_IMPLICIT, 1, "differs", 0);
    bool made = declare_table(wave, &wave->tables[out], &block->out, FST_VD_OUTPUT) &&
                declare_table(wave, &wave->tables[state], &block->state, FST_VD_IMPLICIT);
    fstWriterSetUpscope(wave->fst);
    return made;
}

static bool declare_all(struct rh_wave *wave) {
    const struct rh_block *block = &wave->block;
    char name[64];
    (void)snprintf(name, sizeof name, "rh_%s", block->ops->name);
    fstWriterSetScope(wave->fst, FST_ST_VCD_MODULE, name, "");
    fstWriterSetScope(wave->fst, FST_ST_VCD_MODULE, "in", "");
    wave->clk = fstWriterCreateVar(wave->fst, FST_VT_SV_LOGIC, FST_VD_INPUT, 1, "clk", 0);
    wave->cycle = fstWriterCreateVar(wave->fst, FST_VT_SV_LOGIC, FST_VD_IMPLICIT, 32, "cycle", 0);
    bool made = declare_table(wave, &wave->tables[IN], &block->in, FST_VD_INPUT);
    fstWriterSetUpscope(wave->fst);
    if (wave->rtl)
        made = made && declare_side(wave, "rtl", RTL_OUT, RTL_STATE);
    made = made && declare_side(wave, "model", MODEL_OUT, MODEL_STATE);
    if (wave->rtl)
        made = made && declare_side(wave, "diff", DIFF_OUT, DIFF_STATE);
    fstWriterSetUpscope(wave->fst);
    return made;
}

static void release(struct rh_wave *wave) {
    for (unsigned i = 0; i < TABLES; i++) {
        free(wave->tables[i].signals);
        free(wave->tables[i].live);
    }
    rh_temporary_unwatch(wave->hierarchy_slot);
    rh_temporary_drop(&wave->temporary);
    free(wave->hierarchy);
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

static bool create(struct rh_wave *wave, const char *file, struct rh_error *error) {
    static const char ending[] = ".hier";
    if (!is_writable(file, error) || !rh_temporary_open(&wave->temporary, file, error))
        return false;
    size_t size = strlen(wave->temporary.name) + sizeof ending;
    wave->hierarchy = malloc(size);
    wave->file = strdup(file);
    if (wave->hierarchy == NULL || wave->file == NULL)
        return rh_error_set(error, "%s: found no memory for the wave, expected enough", file);
    (void)snprintf(wave->hierarchy, size, "%s%s", wave->temporary.name, ending);
    wave->hierarchy_slot = rh_temporary_watch(wave->hierarchy);
    wave->fst = fstWriterCreate(wave->temporary.name, 1);
    return wave->fst != NULL ||
           rh_error_set(error, "%s: found no way to write here, expected a file name in a writable folder", file);
}

struct rh_wave *rh_wave_open(const char *file, const struct rh_block *block, uint32_t period_ps, bool rtl,
                             struct rh_error *error) {
    struct rh_wave *wave = calloc(1, sizeof *wave);
    if (wave == NULL) {
        rh_error_set(error, "%s: found no memory for the wave, expected enough", file);
        return NULL;
    }
    wave->hierarchy_slot = -1;
    wave->block = *block;
    wave->period_ps = period_ps;
    wave->rtl = rtl;
    if (!create(wave, file, error)) {
        rh_wave_discard(wave);
        return NULL;
    }
    fstWriterSetTimescale(wave->fst, -12);
    fstWriterSetDate(wave->fst, ""); /* no date: the same run gives the same bytes */
    fstWriterSetVersion(wave->fst, "rowhold");
    if (!declare_all(wave)) {
        rh_error_set(error, "%s: found no memory for the wave, expected enough", file);
        rh_wave_discard(wave);
        return NULL;
    }
    return wave;
}

static void emit(struct rh_wave *wave, struct signal *signal, rh_wide value, bool dead) {
    static const char nothing[] = "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz"
                                  "zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz";
    char digits[8 * sizeof value + 1];
    if (signal->known && signal->dead == dead && (dead || signal->value == value))
        return;
    signal->known = true;
    signal->dead = dead;
    signal->value = value;
    if (dead)
        fstWriterEmitValueChange(wave->fst, signal->handle, nothing);
    else if (signal->width > 64) { /* fstWriterEmitValueChangeVec64 of Verilator 5.006 cuts words to 32 bits */
        binary(digits, value, signal->width);
        fstWriterEmitValueChange(wave->fst, signal->handle, digits);
    } else
        fstWriterEmitValueChange64(wave->fst, signal->handle, signal->width, (uint64_t)value);
}

/* With `masks`, what holds no meaning is z. */
static void emit_table(struct rh_wave *wave, struct table *table, const void *base, bool masks) {
    if (masks)
        rh_layout_live(table->layout, base, table->live);
    for (size_t i = 0; i < table->count; i++) {
        struct signal *signal = &table->signals[i];
        bool dead = masks && !rh_field_is_live(signal->field, table->live, signal->index);
        emit(wave, signal, dead ? 0 : rh_field_get_wide(signal->field, base, signal->index), dead);
    }
}

/* Returns whether anything differs. */
static bool emit_difference(struct rh_wave *wave, struct table *table, const void *model, const void *rtl,
                            const uint64_t *live) {
    bool any = false;
    for (size_t i = 0; i < table->count; i++) {
        struct signal *signal = &table->signals[i];
        rh_wide bits = 0;
        if (rh_field_is_live(signal->field, live, signal->index))
            bits = rh_field_get_wide(signal->field, model, signal->index) ^
                   rh_field_get_wide(signal->field, rtl, signal->index);
        any |= bits != 0;
        emit(wave, signal, bits, false);
    }
    return any;
}

void rh_wave_clock(struct rh_wave *wave, uint64_t cycle, const void *in, const struct rh_wave_side *model,
                   const struct rh_wave_side *rtl) {
    fstWriterEmitTimeChange(wave->fst, cycle * wave->period_ps);
    fstWriterEmitValueChange32(wave->fst, wave->clk, 1, 1);
    fstWriterEmitValueChange32(wave->fst, wave->cycle, 32, (uint32_t)cycle);
    emit_table(wave, &wave->tables[IN], in, false);
    emit_table(wave, &wave->tables[MODEL_OUT], model->out, true);
    emit_table(wave, &wave->tables[MODEL_STATE], model->state, true);
    if (wave->rtl && rtl != NULL) {
        const uint64_t *live_out = wave->tables[MODEL_OUT].live, *live_state = wave->tables[MODEL_STATE].live;
        emit_table(wave, &wave->tables[RTL_OUT], rtl->out, true);
        emit_table(wave, &wave->tables[RTL_STATE], rtl->state, false);
        bool out = emit_difference(wave, &wave->tables[DIFF_OUT], model->out, rtl->out, live_out);
        bool any = emit_difference(wave, &wave->tables[DIFF_STATE], model->state, rtl->state, live_state) || out;
        fstWriterEmitValueChange32(wave->fst, wave->any, 1, any);
    }
    fstWriterEmitTimeChange(wave->fst, cycle * wave->period_ps + wave->period_ps / 2);
    fstWriterEmitValueChange32(wave->fst, wave->clk, 1, 0);
    fstWriterEmitTimeChange(wave->fst, (cycle + 1) * wave->period_ps); /* so that the last clock has its width */
    wave->clocks++;
}

uint64_t rh_wave_clocks(const struct rh_wave *wave) {
    return wave->clocks;
}

bool rh_wave_close(struct rh_wave *wave, struct rh_error *error) {
    bool failed = fstWriterGetFseekFailed(wave->fst) != 0;
    fstWriterClose(wave->fst);
    if (failed || !rh_temporary_commit(&wave->temporary)) {
        rh_error_set(error, "%s: the wave could not be written to its end, expected room on the disk", wave->file);
        failed = true;
    }
    release(wave);
    return !failed;
}

void rh_wave_discard(struct rh_wave *wave) {
    if (wave == NULL)
        return;
    if (wave->fst != NULL)
        fstWriterClose(wave->fst);
    release(wave);
}

#else

typedef int rh_wave_is_absent; /* rh_wave_absent.c has it then; ISO C wants something in every file */

#endif
