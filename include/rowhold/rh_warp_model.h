// SPDX-License-Identifier: Apache-2.0
/** Run time of a GPU kernel from its parallelism: memory warp parallelism (MWP) and computation warp parallelism (CWP)
 * (Hong and Kim 2009, equations 1 to 27). Times are in clocks of a processor core (SM). */
#ifndef RH_WARP_MODEL_H
#define RH_WARP_MODEL_H

#include <stdbool.h>

#include "rowhold/rh_error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The machine: the rows RH_MACHINE of tables/warp_model.def. */
struct rh_warp_machine {
#define RH_MACHINE(name, unit, least, most, meaning) double name;
#include "tables/warp_model.def"
};
/** The kernel on it: the rows RH_KERNEL. */
struct rh_warp_kernel {
#define RH_KERNEL(name, unit, least, most, defaults, meaning) double name;
#include "tables/warp_model.def"
};
/** What comes out: the rows RH_RUN. */
struct rh_warp_run {
#define RH_RUN(name, shown, unit, meaning) double name;
#include "tables/warp_model.def"
    char which; /**< the case of the run time: 'e' equal, 'm' memory bound, 'c' computation bound */
};

/** The built-in machines: "8800gtx", ...; NULL past the last. The numbers are those of tables 3 and 6 there. */
const char *rh_warp_machine_name(unsigned index);
bool rh_warp_machine_find(const char *name, struct rh_warp_machine *machine, struct rh_error *error);

/** What a kernel leaves out: the rows' usual values. */
struct rh_warp_kernel rh_warp_kernel_default(void);

/** The kernel's run. MWP is rounded to `digits` decimals where that is not negative, as a calculation by hand does.
 * False with an error that names the member: a value outside its row's range; more warps on an SM than it holds; blocks
 * that no SM would get; no memory instruction. */
bool rh_warp_model(const struct rh_warp_machine *machine, const struct rh_warp_kernel *kernel, int digits,
                   struct rh_warp_run *run, struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
