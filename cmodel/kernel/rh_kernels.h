// SPDX-License-Identifier: Apache-2.0
/** The GPU kernels that ship (tables/kernels.def), and what one consists of. */
#ifndef RH_KERNELS_H
#define RH_KERNELS_H

#include "cmodel/kernel/rh_simt.h"

#define RH_SHIPPED_KERNEL(name) extern const struct rh_simt_program rh_program_##name;
#include "tables/kernels.def"

/** The program of a place in the table; NULL behind the last. */
const struct rh_simt_program *rh_kernels_at(unsigned index);
/** A program by its name; NULL: none has it. */
const struct rh_simt_program *rh_kernels_find(const char *name);
/** Opens it as a source of warps. An error begins with the member of the options that is wrong, or with `kernel`. */
struct rh_warp_source *rh_kernels_open(const char *name, const struct rh_simt_options *options, struct rh_error *error);

#endif
