// SPDX-License-Identifier: Apache-2.0
/* Small files for the tests of traces. Included after cmocka.h. */
#ifndef TRACE_FILE_H
#define TRACE_FILE_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "rowhold/rh_error.h"

/* A folder of this test's own; files in it are named by trace_path. */
static char trace_folder[64];

static int make_trace_folder(void **state) {
    (void)state;
    strcpy(trace_folder, "/tmp/rowhold-test-XXXXXX");
    return mkdtemp(trace_folder) == NULL;
}

static int remove_trace_folder(void **state) {
    (void)state;
    char command[128];
    snprintf(command, sizeof command, "rm -r '%s'", trace_folder);
    return system(command) != 0;
}

static __attribute__((unused)) const char *trace_path(const char *name) {
    static char path[2][160];
    static unsigned turn;
    turn ^= 1;
    snprintf(path[turn], sizeof path[turn], "%s/%s", trace_folder, name);
    return path[turn];
}

static __attribute__((unused)) const char *put_bytes(const char *name, const char *bytes, size_t length) {
    const char *path = trace_path(name);
    FILE *file = fopen(path, "wb");
    assert_non_null(file);
    assert_int_equal(fwrite(bytes, 1, length, file), length);
    assert_int_equal(fclose(file), 0);
    return path;
}

static __attribute__((unused)) const char *put_text(const char *name, const char *text) {
    return put_bytes(name, text, strlen(text));
}

/* The error, its file name cut off. */
static __attribute__((unused)) void assert_error(const struct rh_error *error, const char *path, const char *expected) {
    size_t length = strlen(path);
    assert_int_equal(strncmp(error->text, path, length), 0);
    assert_string_equal(error->text + length, expected);
}

#endif
