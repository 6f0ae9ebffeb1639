// SPDX-License-Identifier: Apache-2.0
/* A wave file of a test: its name, and its values read back. */
#ifndef WAVE_FILE_H
#define WAVE_FILE_H

#ifdef RH_HAVE_FST

#include <setjmp.h>
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include <cmocka.h>
#include <fstapi.h>

static char file[] = "/tmp/rh_wave_XXXXXX.fst";

/* A name that nothing has. */
static bool name_the_file(void) {
    int made = mkstemps(file, (int)strlen(".fst"));
    return made >= 0 && close(made) == 0 && unlink(file) == 0;
}

/* The wave and the view beside it go. */
static void remove_the_file(void) {
    char view[sizeof file + sizeof ".gtkw"];
    (void)snprintf(view, sizeof view, "%s.gtkw", file);
    assert_int_equal(unlink(view), 0);
    assert_int_equal(unlink(file), 0);
}

/* Value of a signal at a time, as binary digits, from the file. */
static void value_at(const char *name, uint64_t time, char *text) {
    void *fst = fstReaderOpen(file);
    struct fstHier *item;
    fstHandle handle = 0;
    assert_non_null(fst);
    while ((item = fstReaderIterateHier(fst)) != NULL) {
        char full[256];
        if (item->htyp == FST_HT_SCOPE)
            (void)fstReaderPushScope(fst, item->u.scope.name, NULL);
        else if (item->htyp == FST_HT_UPSCOPE)
            (void)fstReaderPopScope(fst);
        else if (item->htyp == FST_HT_VAR) {
            (void)snprintf(full, sizeof full, "%s.%s", fstReaderGetCurrentFlatScope(fst), item->u.var.name);
            if (strcmp(full, name) == 0)
                handle = item->u.var.handle;
        }
    }
    if (handle == 0)
        fail_msg("no signal %s", name);
    char *found = fstReaderGetValueFromHandleAtTime(fst, time, handle, text);
    assert_non_null(found);
    if (found != text)
        strcpy(text, found);
    fstReaderClose(fst);
}

static void expect(const char *name, uint64_t time, const char *digits) {
    char text[256];
    value_at(name, time, text);
    assert_string_equal(text, digits);
}

#endif

#endif
