// SPDX-License-Identifier: Apache-2.0
/** Output files that are whole or absent: written beside their final name, then renamed.
 *
 * `-` is standard output and is written as it comes. A file that is never committed leaves nothing behind, so a failed
 * command can return at any point after rh_output_drop; nor does a run that a signal ends (see rh_temporary.h). Written
 * through a symbolic link, the file it leads to changes and the link stays. A device or pipe is written in place. A
 * name that ends in .gz, .zst, .xz, .bz2 or .lz4 is compressed so; an archive's ending is refused.
 */
#ifndef RH_OUTPUT_H
#define RH_OUTPUT_H

#include <stdbool.h>
#include <stdio.h>

#include "cmodel/files/rh_temporary.h"
#include "rowhold/rh_error.h"

struct rh_output {
    FILE *file;                    /**< write here; NULL when not open */
    char *path;                    /**< final name as given */
    struct rh_temporary temporary; /**< not open for standard output, devices and pipes */
};

/** Create the temporary; an error names `path` when its folder does not exist or can't be written. */
bool rh_output_open(struct rh_output *output, const char *path, struct rh_error *error);
/** Flushes, closes and renames: afterwards the file is whole, or absent with an error (disk full, for example). */
bool rh_output_commit(struct rh_output *output, struct rh_error *error);
/** Close and remove the temporary; harmless when nothing is open. */
void rh_output_drop(struct rh_output *output);
/** True when the name is `-`; false for NULL. */
bool rh_output_is_stdout(const char *path);

#endif
