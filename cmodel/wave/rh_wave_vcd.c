// SPDX-License-Identifier: Apache-2.0
// VCD, the text format of IEEE 1364 (18.2): what every viewer reads. It has no names for values.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/wave/rh_wave_format.h"

struct writer {
    FILE *file;
    uint32_t variables;
    uint64_t ps, written; /* time of the next changes; the last in the file */
    bool started, timed;
};

static void *create(const char *file) {
    struct writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    writer->file = fopen(file, "w");
    if (writer->file == NULL) {
        free(writer);
        return NULL;
    }
    fputs("$version rowhold $end\n$timescale 1ps $end\n", writer->file); /* no date: same run, same bytes */
    return writer;
}

static void scope(void *self, const char *name) {
    fprintf(((struct writer *)self)->file, "$scope module %s $end\n", name);
}

static void upscope(void *self) {
    fputs("$upscope $end\n", ((struct writer *)self)->file);
}

/* The short name of a signal: its number in the printable characters. */
static const char *code(uint32_t handle, char text[8]) {
    enum { FIRST = '!', SIGNS = '~' - '!' + 1 };
    unsigned n = 0;
    for (; handle > 0; handle /= SIGNS)
        text[n++] = (char)(FIRST + handle % SIGNS);
    text[n] = '\0';
    return text;
}

static uint32_t variable(void *self, const struct rh_wave_variable *of) {
    struct writer *writer = self;
    char text[8];
    uint32_t handle = ++writer->variables;
    fprintf(writer->file, "$var wire %u %s %s", of->width, code(handle, text), of->name);
    if (of->width > 1)
        fprintf(writer->file, " [%u:0]", of->width - 1);
    fputs(" $end\n", writer->file);
    return handle;
}

static void put_time(struct writer *writer) {
    if (!writer->started)
        fputs("$enddefinitions $end\n", writer->file);
    if (!writer->timed || writer->written != writer->ps)
        fprintf(writer->file, "#%" PRIu64 "\n", writer->ps);
    writer->started = writer->timed = true;
    writer->written = writer->ps;
}

static void move_to(void *self, uint64_t ps) {
    ((struct writer *)self)->ps = ps;
}

/* Leading zeros are left out, and all of a value that is nothing but z. */
static void change(void *self, uint32_t handle, unsigned width, const char *digits) {
    struct writer *writer = self;
    char text[8];
    put_time(writer);
    if (width == 1) {
        fprintf(writer->file, "%c%s\n", digits[0], code(handle, text));
        return;
    }
    const char *from = digits + (digits[0] == 'z' ? width - 1 : strspn(digits, "0"));
    fprintf(writer->file, "b%s %s\n", *from == '\0' ? "0" : from, code(handle, text));
}

static bool finish(void *self) {
    struct writer *writer = self;
    put_time(writer); /* the last clock has its width, and a wave of nothing its end of definitions */
    bool whole = ferror(writer->file) == 0;
    whole = fclose(writer->file) == 0 && whole;
    free(writer);
    return whole;
}

const struct rh_wave_format rh_wave_vcd = {
    .ending = ".vcd",
    .create = create,
    .scope = scope,
    .upscope = upscope,
    .variable = variable,
    .time = move_to,
    .change = change,
    .close = finish,
};
