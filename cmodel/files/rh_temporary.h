// SPDX-License-Identifier: Apache-2.0
/** Temporary files beside the final name: where an output is written until it is whole.
 *
 * The temporary of `DIR/out.csv` is `DIR/out.csv.part.PID` (with `.2` and so on behind it where a killed run left one),
 * so runs side by side do not meet. A symbolic link stays: the temporary lies beside the file that it leads to (which
 * need not exist yet), and takes that file's place. A program that asked for it (rh_temporary_guard) and is ended by a
 * signal removes its temporaries first. Use from one thread at a time.
 */
#ifndef RH_TEMPORARY_H
#define RH_TEMPORARY_H

#include <stdbool.h>

#include "rowhold/rh_error.h"

enum { RH_TEMPORARIES = 16 /**< names that can be watched at the same time */ };

struct rh_temporary {
    char *path; /**< final name, links followed; NULL: none open */
    char *name; /**< of the temporary */
    int slot;   /**< of the watched name */
};

/** The file that `path` leads to: links followed, also where nothing is at their end. NULL with errno; to be freed. */
char *rh_temporary_target(const char *path);
/** Watch the temporary of `path`, before it is created. False with an error that names `path`: a link that leads in a
 * circle, no memory, too many at a time. */
bool rh_temporary_open(struct rh_temporary *temporary, const char *path, struct rh_error *error);
/** Give the temporary its final name; where that fails it is removed. False with errno. */
bool rh_temporary_commit(struct rh_temporary *temporary);
/** Remove the temporary; harmless when none is open. */
void rh_temporary_drop(struct rh_temporary *temporary);

/** For programs, once at their start; the library leaves signals alone. From now on SIGHUP, SIGINT, SIGQUIT, SIGPIPE,
 * SIGTERM, SIGXCPU and SIGXFSZ remove the temporaries and then end the run by that signal, unless the signal was being
 * ignored or handled already; further signals meanwhile change nothing. */
void rh_temporary_guard(void);

/** Watch a further name, such as what a library writes beside its file. A slot for rh_temporary_unwatch, or -1: all
 * taken. `name` must live until then. */
int rh_temporary_watch(const char *name);
void rh_temporary_unwatch(int slot); /**< -1 is harmless */

#endif
