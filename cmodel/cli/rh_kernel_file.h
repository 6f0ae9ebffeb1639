// SPDX-License-Identifier: Apache-2.0
/** A kernel of a user in a YAML file, in one of two forms, either of which is a source of warps.
 *
 * Steps around accesses to arrays, as data placement predicts it (rh_kernel.h, tables/placement.def). An array also
 * takes `store` (true: it is written, not read), `when` (every, first, last step) and `memory`: one or several it may
 * lie in.
 *
 *     threads: 128
 *     blocks: 16
 *     computation: 4
 *     arrays:
 *       a: {elements: 2048}
 *       sum: {elements: 2048, store: true, memory: [global, shared]}
 *
 * A program (rh_warp_program.h, tables/warp_program.def), whose arrays lie in one memory each:
 *
 *     grid: 16
 *     cta: [32, 4]
 *     arrays:
 *       a: {elements: 2048}
 *     program:
 *       - loop k 4:
 *         - load a[thread]
 *         - single 2
 */
#ifndef RH_KERNEL_FILE_H
#define RH_KERNEL_FILE_H

#include <stddef.h>

#include "cmodel/cli/rh_config.h"
#include "cmodel/core/rh_near.h"
#include "cmodel/kernel/rh_warp_program.h"

struct rh_kernel_file {
    char name[RH_KERNEL_NAME];       /**< the file's, without folder and suffix */
    struct rh_kernel kernel;         /**< where there is no program */
    struct rh_warp_program *program; /**< NULL: steps and arrays */
    unsigned line, column;           /**< of the program */
};

/** Read and checked; an error names file, and line and column where there is one. `seed`: in place of the file's, of a
 * program and of gathers; NULL: the file's. */
bool rh_kernel_file_load(const char *file, const uint64_t *seed, struct rh_kernel_file *kernel, struct rh_error *error);
/** As a source of warps. Arrays of a kernel of steps lie each in the first of global, texture, constant and shared
 * memory that it may lie in. NULL with an error. */
struct rh_warp_source *rh_kernel_file_open(const char *file, const uint64_t *seed, struct rh_error *error);

/** A number of a struct that a file gives by name. */
struct rh_file_value {
    const char *name;
    uint64_t least, most;
    size_t at;
};
#define RH_FILE_VALUE(type, name_, least_, most_)                                                                      \
    { .name = #name_, .least = least_, .most = most_, .at = offsetof(type, name_) }
struct rh_file_reader {
    const char *file;
    const struct rh_config_entry *entry;
    struct rh_error *error;
};
/** A number by name, of values up to one without a name: 1 read, 0 no such name (`near` has been offered them), -1 an
 * error. */
int rh_file_value(const struct rh_file_reader *reader, const struct rh_file_value *values, const char *name, void *into,
                  struct rh_near *near);
/** "FILE:LINE:COLUMN: found 'KEY', expected ..." */
bool rh_file_fail_key(const struct rh_file_reader *reader, const struct rh_near *near, const char *expected);

#endif
