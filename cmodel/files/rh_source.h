// SPDX-License-Identifier: Apache-2.0
/** The folder in which the program finds RTL, the script that verilates it, and measured tables. */
#ifndef RH_SOURCE_H
#define RH_SOURCE_H

#include <stdbool.h>

#include "rowhold/rh_error.h"

enum { RH_SOURCE_PATH = 4096 };

/** The file of this code: the running program, or the library that holds it. Fills and returns `path`; "" where the
 * system does not say it. */
const char *rh_source_program(char path[RH_SOURCE_PATH]);
/** The same for who starts the program once more. False with an error in a library, which can't be started; `what` asks
 * for it. */
bool rh_source_again(const char *what, char path[RH_SOURCE_PATH], struct rh_error *error);

/** The folder that ROWHOLD_SOURCE names; else ../share/rowhold or share/rowhold, seen from the program or library,
 * where it is installed; else the sources that it was built from. Fills and returns `path`. */
const char *rh_source_folder(char path[RH_SOURCE_PATH]);

#endif
