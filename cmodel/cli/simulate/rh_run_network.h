// SPDX-License-Identifier: Apache-2.0
/** `simulate --network`: the part of a run that is the closed loop's. */
#ifndef RH_RUN_NETWORK_H
#define RH_RUN_NETWORK_H

#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/simulate/rh_run_kernel.h"
#include "cmodel/embedding/rh_run_report.h"

struct rh_run_loop {
    struct rh_core_streams *streams;
    struct rh_loop *loop;           /**< NULL: no network */
    struct rh_run_network reported; /**< for the report */
    struct rh_run_kernel kernel;    /**< no preset: streams run */
};

/** With --network: nothing that a closed loop does not have was asked for. Without: none of its options. */
bool rh_run_network_check(const struct rh_options *options, struct rh_error *error);
/** Read the stream, which stays the caller's, and open the loop. `setup` brings sinks and judge. With a kernel there is
 * none, and the program is opened in front of the loop. */
bool rh_run_network_open(struct rh_run_loop *run, const struct rh_options *options,
                         const struct rh_run_kernel_options *kernel, const struct rh_setup *setup,
                         struct rh_stream *stream, unsigned channels, const struct rh_loop_setup *sinks,
                         struct rh_error *error);
/** Opens the program alone, in front of a memory of such a preset and so many channels. */
bool rh_run_kernel_start(struct rh_run_loop *run, const struct rh_options *options,
                         const struct rh_run_kernel_options *kernel, const struct rh_preset *preset, unsigned channels,
                         unsigned flit_bytes, struct rh_error *error);
void rh_run_network_close(struct rh_run_loop *run);
/** Of a run over a system or, where that is not NULL, a loop: a channel, all, the judge's part of a report. */
struct rh_run_figures rh_run_of_channel(const struct rh_system *system, const struct rh_loop *loop, unsigned channel);
struct rh_run_figures rh_run_of_all(const struct rh_system *system, const struct rh_loop *loop, unsigned channels);
void rh_run_of_judge(const struct rh_system *system, const struct rh_loop *loop, struct rh_run_report *report);

#endif
