// SPDX-License-Identifier: Apache-2.0
/* Two VCD waves of a test with their views, which must be the same, byte by byte; then they go. Behind setjmp.h,
 * stdarg.h, stddef.h, stdint.h and cmocka.h. */
#ifndef VCD_FILES_H
#define VCD_FILES_H

#include <stdio.h>
#include <unistd.h>

static inline void expect_same_bytes(const char *one, const char *other) {
    FILE *file[2] = {fopen(one, "r"), fopen(other, "r")};
    unsigned bytes = 0;
    int c = 0;
    assert_true(file[0] != NULL && file[1] != NULL);
    for (; c != EOF; bytes++) {
        c = fgetc(file[0]);
        if (c != fgetc(file[1]))
            fail_msg("%s and %s differ from byte %u on", one, other, bytes);
    }
    assert_true(bytes > 100);
    fclose(file[0]);
    fclose(file[1]);
    assert_int_equal(unlink(one), 0);
    assert_int_equal(unlink(other), 0);
}

static inline void expect_same_waves(const char *one, const char *other) {
    char view[2][256];
    (void)snprintf(view[0], sizeof view[0], "%s.gtkw", one);
    (void)snprintf(view[1], sizeof view[1], "%s.gtkw", other);
    expect_same_bytes(one, other);
    expect_same_bytes(view[0], view[1]);
}

#endif
