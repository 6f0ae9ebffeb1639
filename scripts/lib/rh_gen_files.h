// SPDX-License-Identifier: Apache-2.0
// What the generators scripts/lib/rh_gen.c and scripts/lib/rh_gen_results.c share: text in memory, and files that are
// brought up to date or called stale.
#ifndef RH_GEN_FILES_H
#define RH_GEN_FILES_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/** Text in memory; write to `to` between open and close. */
struct text {
    char *bytes;
    size_t length;
    FILE *to;
};

static void text_open(struct text *text) {
    *text = (struct text){0};
    text->to = open_memstream(&text->bytes, &text->length);
    if (text->to == NULL) {
        perror("rh_gen");
        exit(2);
    }
}

/** The text, which the caller frees. */
static char *text_close(struct text *text) {
    if (fclose(text->to) != 0) {
        perror("rh_gen");
        exit(2);
    }
    return text->bytes;
}

/** A text as printf makes it, which the caller frees. */
__attribute__((format(printf, 1, 2))) static char *text_of(const char *format, ...) {
    va_list arguments;
    struct text text;
    text_open(&text);
    va_start(arguments, format);
    vfprintf(text.to, format, arguments);
    va_end(arguments);
    return text_close(&text);
}

struct output {
    const char *path;
    void (*print)(FILE *to);
};

/** --write or --check, and where: the paths of files are those in the tree at `root`. */
struct run {
    const char *root;
    bool write;
    int result; /* 0: all fresh or written; 1: stale; 2: a file can't be used */
};

/** A file's text, as a string; NULL: it can't be read. */
static char *file_read(const struct run *run, const char *path) {
    char whole[4096], part[4096];
    struct text text;
    size_t n;
    snprintf(whole, sizeof whole, "%s/%s", run->root, path);
    FILE *file = fopen(whole, "rb");
    if (file == NULL)
        return NULL;
    text_open(&text);
    while ((n = fread(part, 1, sizeof part, file)) > 0)
        fwrite(part, 1, n, text.to);
    bool good = ferror(file) == 0;
    fclose(file);
    text_close(&text);
    if (good && strlen(text.bytes) == text.length)
        return text.bytes;
    free(text.bytes);
    return NULL;
}

/** Whole or absent: written beside, then renamed. */
static bool file_replace(const struct run *run, const char *path, const struct text *text) {
    char whole[4096], beside[4200];
    snprintf(whole, sizeof whole, "%s/%s", run->root, path);
    snprintf(beside, sizeof beside, "%s.new", whole);
    FILE *file = fopen(beside, "wb");
    bool written = file != NULL && fwrite(text->bytes, 1, text->length, file) == text->length;
    if (file != NULL)
        written = fclose(file) == 0 && written;
    if (written && rename(beside, whole) == 0)
        return true;
    perror(whole);
    remove(beside);
    return false;
}

static void worse(struct run *run, int result) {
    run->result = result > run->result ? result : run->result;
}

/** Brings a file to this text, or tells that it is not; frees the text. */
static void write(struct run *run, const char *path, struct text *text) {
    char *old = file_read(run, path);
    if (old == NULL || strcmp(old, text->bytes) != 0) {
        printf("%s: %s\n", path, run->write ? "written" : "stale or missing; `scripts/build generate` rewrites it");
        worse(run, !run->write ? 1 : file_replace(run, path, text) ? 0 : 2);
    }
    free(old);
    free(text->bytes);
}

/** The same for a text that is still open, and a path to free. */
static void write_as(struct run *run, struct text *text, char *path) {
    text_close(text);
    write(run, path, text);
    free(path);
}

/** The same for a text that is printed now. */
static void write_output(struct run *run, const struct output *output) {
    struct text text;
    text_open(&text);
    output->print(text.to);
    write_as(run, &text, text_of("%s", output->path));
}

/** The command line; else it is refused. */
static struct run run_of(int argc, char **argv) {
    struct run run = {.root = argv[argc - 1], .write = argc == 3 && strcmp(argv[1], "--write") == 0};
    if (!run.write && !(argc == 3 && strcmp(argv[1], "--check") == 0)) {
        fprintf(stderr, "%s: expected --write ROOT or --check ROOT\n", argv[0]);
        exit(2);
    }
    return run;
}

#endif
