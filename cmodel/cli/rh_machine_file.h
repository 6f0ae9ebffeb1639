// SPDX-License-Identifier: Apache-2.0
/** A GPU as a YAML file: a machine that is known by name, and the values that differ.
 *
 *     base: gt200            # quadro_fx5800 without
 *     cores: 16
 *     data_lines: 128        # any value of tables/machines.def
 *     memory: hbm2           # a built-in preset
 *     network: mesh
 *     allocator: islip
 */
#ifndef RH_MACHINE_FILE_H
#define RH_MACHINE_FILE_H

#include <stdbool.h>

#include "rowhold/rh_error.h"
#include "rowhold/rh_gpu.h"

/** Is it no name of a machine, but one of a file: with .yaml or .yml at its end? */
bool rh_machine_is_file(const char *name_or_file);
/** Loads it; its name is `file`, which the caller keeps. False with an error: FILE:LINE:COLUMN, what was found, what
 * was expected. */
bool rh_machine_file_load(const char *file, struct rh_gpu_preset *machine, struct rh_error *error);

#endif
