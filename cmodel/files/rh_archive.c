// SPDX-License-Identifier: Apache-2.0
#include "cmodel/files/rh_archive.h"

#include <dlfcn.h>
#include <pthread.h>
#include <stdbool.h>

static struct rh_archive_calls calls;
static bool loaded;

static void load(void) {
    void *library = dlopen(RH_ARCHIVE_FILE, RTLD_NOW | RTLD_LOCAL); /* stays to the end of the program */
    loaded = library != NULL;
#define CALL(name) loaded = loaded && (*(void **)&calls.name = dlsym(library, #name)) != NULL;
    RH_ARCHIVE_CALLS(CALL)
#undef CALL
}

const struct rh_archive_calls *rh_archive_calls(void) {
    static pthread_once_t once = PTHREAD_ONCE_INIT;
    (void)pthread_once(&once, load);
    return loaded ? &calls : NULL;
}
