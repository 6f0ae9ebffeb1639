// SPDX-License-Identifier: Apache-2.0
#include "cmodel/files/rh_temporary.h"

#include <errno.h>
#include <signal.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

enum { MOST_LINKS = 40, MOST_LEFT = 1000 };

/* Read by the signal handler: one pointer each, put and taken whole. */
static _Atomic(const char *) watched[RH_TEMPORARIES];
static pid_t owner; /* a child that has not yet become another program must not remove its parent's files */

static void clean_up(int signal_number) {
    if (getpid() == owner)
        for (unsigned i = 0; i < RH_TEMPORARIES; i++) {
            const char *name = atomic_load(&watched[i]);
            if (name != NULL)
                (void)unlink(name);
        }
    /* Only now may a signal end the run. With SA_RESETHAND a second one would, before the first has cleaned up. */
    struct sigaction action = {.sa_flags = 0};
    action.sa_handler = SIG_DFL;
    (void)sigaction(signal_number, &action, NULL);
    (void)raise(signal_number); /* it waits until the handler returns */
}

void rh_temporary_guard(void) {
    static const int signals[] = {SIGHUP, SIGINT, SIGQUIT, SIGPIPE, SIGTERM, SIGXCPU, SIGXFSZ};
    struct sigaction action = {.sa_flags = 0}, old;
    action.sa_handler = clean_up;
    (void)sigfillset(&action.sa_mask); /* one at a time: the next signal finds nothing left to remove */
    for (size_t i = 0; i < sizeof signals / sizeof signals[0]; i++)
        if (sigaction(signals[i], NULL, &old) == 0 && old.sa_handler == SIG_DFL)
            (void)sigaction(signals[i], &action, NULL);
}

int rh_temporary_watch(const char *name) {
    if (owner != getpid()) {
        for (unsigned i = 0; i < RH_TEMPORARIES; i++)
            atomic_store(&watched[i], NULL);
        owner = getpid();
    }
    for (int i = 0; i < RH_TEMPORARIES; i++)
        if (atomic_compare_exchange_strong(&watched[i], &(const char *){NULL}, name))
            return i;
    return -1;
}

void rh_temporary_unwatch(int slot) {
    if (slot >= 0)
        atomic_store(&watched[slot], NULL);
}

/* The next name on the way of a link, or NULL with errno. */
static char *step(const char *link, size_t length) {
    const char *slash = strrchr(link, '/');
    size_t folder = slash == NULL ? 0 : (size_t)(slash - link) + 1;
    char *next = malloc(folder + length + 1);
    if (next == NULL)
        return NULL;
    ssize_t got = readlink(link, next + folder, length + 1);
    if (got < 0 || (size_t)got > length) { /* it changed in between */
        errno = got < 0 ? errno : EAGAIN;
        free(next);
        return NULL;
    }
    next[folder + (size_t)got] = '\0';
    if (next[folder] == '/')
        memmove(next, next + folder, (size_t)got + 1);
    else
        memcpy(next, link, folder);
    return next;
}

char *rh_temporary_target(const char *path) {
    struct stat status;
    char *name = strdup(path);
    for (unsigned i = 0; name != NULL && lstat(name, &status) == 0 && S_ISLNK(status.st_mode); i++) {
        char *next = NULL;
        if (i == MOST_LINKS)
            errno = ELOOP;
        else
            next = step(name, status.st_size > 0 ? (size_t)status.st_size : 4096);
        free(name);
        name = next;
    }
    return name;
}

/* A name beside the file that is not there yet: a run that was killed may have left one, and a number of a process
 * comes again. NULL without memory. */
static char *free_name(const char *path) {
    struct stat status;
    size_t size = strlen(path) + 48;
    char *name = malloc(size);
    if (name == NULL)
        return NULL;
    int used = snprintf(name, size, "%s.part.%ld", path, (long)getpid());
    for (unsigned i = 2; used > 0 && i <= MOST_LEFT && lstat(name, &status) == 0; i++)
        (void)snprintf(name + used, size - (size_t)used, ".%u", i);
    return name;
}

bool rh_temporary_open(struct rh_temporary *temporary, const char *path, struct rh_error *error) {
    *temporary = (struct rh_temporary){rh_temporary_target(path), NULL, -1};
    const char *fault = NULL;
    if (temporary->path == NULL) {
        fault = strerror(errno);
    } else {
        temporary->name = free_name(temporary->path);
        if (temporary->name == NULL)
            fault = "no memory";
    }
    if (fault == NULL) {
        temporary->slot = rh_temporary_watch(temporary->name);
        if (temporary->slot >= 0)
            return true;
        fault = "too many unfinished files";
    }
    rh_error_set(error, "%s: found %s, expected a file that can be written", path, fault);
    rh_temporary_drop(temporary);
    return false;
}

static void forget(struct rh_temporary *temporary) {
    rh_temporary_unwatch(temporary->slot);
    free(temporary->path);
    free(temporary->name);
    *temporary = (struct rh_temporary){NULL, NULL, -1};
}

bool rh_temporary_commit(struct rh_temporary *temporary) {
    int reason = 0;
    if (rename(temporary->name, temporary->path) != 0) {
        reason = errno;
        (void)unlink(temporary->name);
    }
    forget(temporary);
    errno = reason;
    return reason == 0;
}

void rh_temporary_drop(struct rh_temporary *temporary) {
    if (temporary->path == NULL)
        return;
    if (temporary->slot >= 0 && temporary->name != NULL)
        (void)unlink(temporary->name);
    forget(temporary);
}
