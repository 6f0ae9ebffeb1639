// SPDX-License-Identifier: Apache-2.0
// FST, by GTKWave's own writer; a build without that says so.
#ifdef RH_HAVE_FST

#include <stdlib.h>
#include <string.h>

#include <fstapi.h>

#include "cmodel/wave/rh_wave_format.h"
#include "rowhold/rh_bits.h"
#include "rowhold/rh_field.h"

enum { ENUMS = 8, NAMES = 64 /* values of an enumeration, at most */ };

struct writer {
    void *fst;
    const char *enum_name[ENUMS];
    fstEnumHandle enum_handle[ENUMS];
};

static void *create(const char *file) {
    struct writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->fst = fstWriterCreate(file, 1);
    if (writer->fst == NULL) {
        free(writer);
        return NULL;
    }
    fstWriterSetTimescale(writer->fst, -12);
    fstWriterSetDate(writer->fst, ""); /* no date: the same run gives the same bytes */
    fstWriterSetVersion(writer->fst, "rowhold");
    return writer;
}

static void scope(void *self, const char *name) {
    fstWriterSetScope(((struct writer *)self)->fst, FST_ST_VCD_MODULE, name, "");
}

static void upscope(void *self) {
    fstWriterSetUpscope(((struct writer *)self)->fst);
}

/* The FST table of an enumeration, made on first use. */
static fstEnumHandle enum_table(struct writer *writer, const char *name, unsigned width) {
    unsigned at = 0;
    while (at < ENUMS - 1 && writer->enum_name[at] != NULL && strcmp(writer->enum_name[at], name) != 0)
        at++;
    if (writer->enum_name[at] != NULL)
        return writer->enum_handle[at];
    const char *literal[NAMES], *code[NAMES];
    char text[NAMES][8];
    uint32_t n = 0;
    for (uint64_t value = 0; value <= rh_mask(width) && value < NAMES; value++) {
        literal[n] = rh_enum_name(name, value);
        if (literal[n] == NULL)
            continue;
        unsigned digits = width < 7 ? width : 7;
        for (unsigned i = 0; i < digits; i++)
            text[n][i] = (value >> (digits - 1 - i) & 1) != 0 ? '1' : '0';
        text[n][digits] = '\0';
        code[n] = text[n];
        n++;
    }
    writer->enum_name[at] = name;
    writer->enum_handle[at] = fstWriterCreateEnumTable(writer->fst, name, n, width, literal, code);
    return writer->enum_handle[at];
}

static uint32_t variable(void *self, const struct rh_wave_variable *of) {
    static const enum fstVarDir direction[] = {
        [RH_WAVE_IN] = FST_VD_INPUT, [RH_WAVE_OUT] = FST_VD_OUTPUT, [RH_WAVE_INSIDE] = FST_VD_IMPLICIT};
    struct writer *writer = self;
    if (of->enum_name != NULL)
        fstWriterEmitEnumTableRef(writer->fst, enum_table(writer, of->enum_name, of->width));
    return fstWriterCreateVar(writer->fst, FST_VT_SV_LOGIC, direction[of->direction], of->width, of->name, 0);
}

static void move_to(void *self, uint64_t ps) {
    fstWriterEmitTimeChange(((struct writer *)self)->fst, ps);
}

static void change(void *self, uint32_t handle, unsigned width, const char *digits) {
    (void)width;
    fstWriterEmitValueChange(((struct writer *)self)->fst, handle, digits);
}

static bool finish(void *self) {
    struct writer *writer = self;
    bool whole = fstWriterGetFseekFailed(writer->fst) == 0;
    fstWriterClose(writer->fst);
    free(writer);
    return whole;
}

const struct rh_wave_format rh_wave_fst = {
    .ending = ".fst",
    .beside = ".hier",
    .names = true,
    .create = create,
    .scope = scope,
    .upscope = upscope,
    .variable = variable,
    .time = move_to,
    .change = change,
    .close = finish,
};

#else

#include "cmodel/wave/rh_wave_format.h"

const struct rh_wave_format rh_wave_fst = {
    .ending = ".fst",
    .lacks = "no FST writer, expected Verilator's sources (Debian package verilator) when it was configured, or a name "
             "that ends in .vcd",
    .names = true,
};

#endif
