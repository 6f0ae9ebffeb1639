// SPDX-License-Identifier: Apache-2.0
#include "cmodel/files/rh_console.h"

#include <unistd.h>

static _Thread_local struct rh_console *mine;

void rh_console_use(struct rh_console *console) {
    mine = console;
}

struct rh_console *rh_console(void) {
    return mine;
}

FILE *rh_console_out(void) {
    return mine != NULL ? mine->out : stdout;
}

FILE *rh_console_err(void) {
    return mine != NULL ? mine->err : stderr;
}

bool rh_console_stopped(void) {
    return mine != NULL && atomic_load_explicit(&mine->stop, memory_order_relaxed);
}

bool rh_console_watched(void) {
    return mine != NULL || isatty(STDERR_FILENO);
}

bool rh_console_count(uint64_t done, uint64_t all) {
    if (mine == NULL)
        return false;
    atomic_store_explicit(&mine->all, all, memory_order_relaxed);
    atomic_store_explicit(&mine->done, done, memory_order_relaxed);
    return true;
}

void rh_console_clear(int width) {
    if (mine == NULL)
        fprintf(stderr, "\r%*s\r", width, "");
}
