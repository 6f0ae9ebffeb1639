// SPDX-License-Identifier: Apache-2.0
/** The files of one command, held apart before any is opened: an output may be neither an input nor another output. */
#ifndef RH_FILES_H
#define RH_FILES_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

struct rh_file_use {
    const char *option; /**< as the user knows it: "--stats", "OUT" */
    const char *path;   /**< NULL: not used; `-` as an output is standard output */
    bool output;
};

/** False with an error when an output and another of the files are one: by any spelling, through links, or as two names
 * of one file. Devices such as /dev/null are free for all; standard output is free for one. */
bool rh_files_apart(const struct rh_file_use *files, size_t count, struct rh_error *error);
/** The hash of a file's bytes (rh_hash.h); 0 with an error. */
uint64_t rh_files_hash(const char *path, struct rh_error *error);

#endif
