// SPDX-License-Identifier: Apache-2.0
/** Where a thread's commands print, and who waits for them.
 *
 * The program's commands print on the standard streams and end by a signal. A library that runs them gives its thread a
 * console: what they print lands in its streams, they count their progress there, and they end soon once it says
 * `stop`. In cmodel/cli, cmodel/report and rh_output.c `stdout`, `stderr`, `printf`, `puts` and `putchar` mean the
 * console, by rh_console_streams.h, which the build includes before each of these files, so that none can forget it.
 */
#ifndef RH_CONSOLE_H
#define RH_CONSOLE_H

#include <stdatomic.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct rh_console {
    FILE *out, *err;
    atomic_bool stop;                      /**< set by who waits, at any time */
    _Atomic(unsigned long long) done, all; /**< of the run so far, and of it; all 0: unknown */
};

/** From now on this thread's commands use it; NULL: the standard streams. */
void rh_console_use(struct rh_console *console);
/** The console of this thread; NULL: the standard streams. */
struct rh_console *rh_console(void);
FILE *rh_console_out(void);
FILE *rh_console_err(void);

/** Should a run end early? Always false without a console: there a signal says so. */
bool rh_console_stopped(void);
/** Does anybody see how far a run is: is there a console, or is standard error a terminal? */
bool rh_console_watched(void);
/** Count `done` of `all` (0: unknown). False without a console: then it is to be printed. */
bool rh_console_count(uint64_t done, uint64_t all);
/** Clear the line in which progress was printed; nothing on a console. */
void rh_console_clear(int width);

#endif
