// SPDX-License-Identifier: Apache-2.0
/** What a command prints goes to the console of its thread. The build includes this before every file of the commands
 * (scripts/cmake/rh_libraries.cmake); no file includes it by itself but rh_output.c, which writes their results. */
#ifndef RH_CONSOLE_STREAMS_H
#define RH_CONSOLE_STREAMS_H

#include <stdio.h>

#include "cmodel/files/rh_console.h"

#undef stdout
#undef stderr
#undef puts
#undef putchar
#define stdout          rh_console_out()
#define stderr          rh_console_err()
#define printf(...)     fprintf(rh_console_out(), __VA_ARGS__)
#define puts(text)      fprintf(rh_console_out(), "%s\n", text)
#define putchar(letter) fputc(letter, rh_console_out())

#endif
