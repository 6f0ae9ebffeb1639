// SPDX-License-Identifier: Apache-2.0
#include "cmodel/files/rh_source.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

static bool beside(const char *file, char path[RH_SOURCE_PATH]) {
    char program[RH_SOURCE_PATH];
    ssize_t n = readlink("/proc/self/exe", program, sizeof program - 1);
    if (n <= 0)
        return false;
    program[n] = '\0';
    char *slash = strrchr(program, '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    int written = snprintf(path, RH_SOURCE_PATH, "%s/../%s", program, file);
    return written > 0 && written < RH_SOURCE_PATH && access(path, R_OK) == 0;
}

const char *rh_source_folder(char path[RH_SOURCE_PATH]) {
    const char *named = getenv("ROWHOLD_SOURCE");
    if (named != NULL)
        (void)snprintf(path, RH_SOURCE_PATH, "%s", named);
    else if (!beside("share/rowhold", path))
        (void)snprintf(path, RH_SOURCE_PATH, "%s", RH_SOURCE_DIR);
    return path;
}
