// SPDX-License-Identifier: Apache-2.0
#include "cmodel/files/rh_source.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

/* The library that holds this code; NULL: the program itself. */
static const char *library(void) {
    static const char here = 0;
    Dl_info info;
    struct link_map *map = NULL;
    return dladdr1(&here, &info, (void **)&map, RTLD_DL_LINKMAP) != 0 && map != NULL && map->l_name[0] != '\0'
               ? map->l_name
               : NULL;
}

const char *rh_source_program(char path[RH_SOURCE_PATH]) {
    const char *name = library();
    ssize_t n = name != NULL ? snprintf(path, RH_SOURCE_PATH, "%s", name)
                             : readlink("/proc/self/exe", path, RH_SOURCE_PATH - 1);
    path[n < 0 || n >= RH_SOURCE_PATH ? 0 : n] = '\0';
    return path;
}

bool rh_source_again(const char *what, char path[RH_SOURCE_PATH], struct rh_error *error) {
    return (library() == NULL && rh_source_program(path)[0] != '\0') ||
           rh_error_set(error, "%s: found no program that could be started once more, expected rowhold itself", what);
}

static bool beside(const char *file, char path[RH_SOURCE_PATH]) {
    char program[RH_SOURCE_PATH];
    char *slash = strrchr(rh_source_program(program), '/');
    if (slash == NULL)
        return false;
    *slash = '\0';
    int written = snprintf(path, RH_SOURCE_PATH, "%s/%s", program, file);
    return written > 0 && written < RH_SOURCE_PATH && access(path, R_OK) == 0;
}

const char *rh_source_folder(char path[RH_SOURCE_PATH]) {
    const char *named = getenv("ROWHOLD_SOURCE");
    if (named != NULL)
        (void)snprintf(path, RH_SOURCE_PATH, "%s", named);
    else if (!beside("../share/rowhold", path) && !beside("share/rowhold", path))
        (void)snprintf(path, RH_SOURCE_PATH, "%s", RH_SOURCE_DIR);
    return path;
}
