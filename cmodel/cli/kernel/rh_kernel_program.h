// SPDX-License-Identifier: Apache-2.0
/** `rowhold kernel --kernel`: a GPU program's run time by the model of warp parallelism, with constants for its memory
 * and with this project's model of the memory, beside that of the closed loop. */
#ifndef RH_KERNEL_PROGRAM_H
#define RH_KERNEL_PROGRAM_H

#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/rh_table.h"
#include "cmodel/cli/simulate/rh_run_kernel.h"
#include "rowhold/rh_coupled.h"

struct rh_kernel_program_options {
    struct rh_options common; /**< --preset --controller --queue --seed */
    struct rh_run_kernel_options run;
    uint64_t most; /**< --most N: requests of a kernel that the memory's model looks at; 0: RH_KERNEL_MOST */
    bool no_measure;
    bool perfect; /**< --memory-latency N of a fit: in place of network and DRAM a memory that always takes so long */
    unsigned memory_latency;
};
#define RH_KERNEL_MOST 262144
enum { RH_KERNEL_PROGRAM_ROWS = 6 };
extern const struct rh_option rh_kernel_program_rows[RH_KERNEL_PROGRAM_ROWS];

/** What is predicted and measured of a program. */
enum rh_kernel_way { RH_KERNEL_CONSTANT, RH_KERNEL_COUPLED, RH_KERNEL_MEASURED, RH_KERNEL_WAYS };
struct rh_kernel_program {
    uint64_t kernels, ctas, warps, instructions, barriers, uncoalesced, coalesced, requests;
    struct rh_kernel_figures {
        bool there;
        double clocks, cpi;  /**< cpi: of the machine's cores together, a clock a core and instruction of a warp */
        double instructions; /**< of warps; measured alone */
        struct rh_coupled_memory memory; /**< means over kernels, weighted by their clocks; measured: latency alone */
        double mwp, cwp;
    } way[RH_KERNEL_WAYS];
    unsigned rounds; /**< the most of a kernel */
    unsigned open;   /**< kernels without a fixed point */
};

/** Counts, predicts and, unless that is not wanted, measures. `constant`: the memory by constants. */
bool rh_kernel_program(const struct rh_kernel_program_options *options, const struct rh_coupled_memory *constant,
                       struct rh_kernel_program *result, struct rh_error *error);
/** Of the first kernel of a program: what the warp model takes of it, its machine, and the machine's memory as its own
 * latencies have it: idle, and departures at its busiest part. */
bool rh_kernel_first(const struct rh_kernel_program_options *options, struct rh_warp_machine *machine,
                     struct rh_warp_kernel *kernel, struct rh_coupled_memory *own, struct rh_error *error);
/** The closed loop's figures. */
bool rh_kernel_measure(const struct rh_kernel_program_options *options, struct rh_kernel_figures *figures,
                       struct rh_error *error);
/** Its tables, and on the screen. */
bool rh_kernel_program_report(const struct rh_kernel_program_options *options, const struct rh_coupled_memory *constant,
                              const struct rh_table_options *tables, struct rh_error *error);

#endif
