// SPDX-License-Identifier: Apache-2.0
/** The folder in which the program finds RTL, the script that verilates it, and measured tables. */
#ifndef RH_SOURCE_H
#define RH_SOURCE_H

enum { RH_SOURCE_PATH = 4096 };

/** The folder that ROWHOLD_SOURCE names; else ../share/rowhold, seen from the running program, where it is installed;
 * else the sources that it was built from. Fills and returns `path`. */
const char *rh_source_folder(char path[RH_SOURCE_PATH]);

#endif
