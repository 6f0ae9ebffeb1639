// SPDX-License-Identifier: Apache-2.0
/** The rows of commands and options as tables: for who makes something else of them than help, such as functions of
 * another language. */
#ifndef RH_HELP_ROWS_H
#define RH_HELP_ROWS_H

#include "cmodel/cli/rh_cli.h"
#include "cmodel/cli/rh_table.h"

/** Write those of the commands of a list, NULL behind the last, and of their parts; `command`: which one was asked for,
 * NULL: all. */
bool rh_help_rows(const char *command, const struct rh_cli *const *list, const struct rh_table_options *options,
                  struct rh_error *error);

#endif
