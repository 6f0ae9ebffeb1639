// SPDX-License-Identifier: Apache-2.0
/** What a finished run tells: figures, and a JSON file for programs. */
#ifndef RH_RUN_REPORT_H
#define RH_RUN_REPORT_H

#include <stdio.h>

#include "cmodel/channel/rh_setup.h"
#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_cores.h"
#include "rowhold/rh_energy.h"
#include "rowhold/rh_gpu.h"
#include "rowhold/rh_locality.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_stats.h"
#include "rowhold/rh_synthetic.h"
#include "rowhold/rh_system.h"

/** One channel, or all of them together. */
struct rh_run_figures {
    const struct rh_stats *stats;
    struct rh_locality_count locality;
    unsigned channels;
};

/** How a bench pressed a run; all 0: not at all. */
struct rh_run_bench {
    uint64_t cycles;         /* clocks after which each channel was stopped */
    uint64_t bursts;         /* requests came in bursts of 1 to so many */
    uint64_t response_ready; /* responses were taken in one clock of so many */
    uint64_t reset_at;       /* clock of a reset */
};

/** A program that runs on a GPU. */
struct rh_run_program {
    const char *name, *machine;
    uint32_t grid[3], size; /**< of a kernel that ships, as they are where nothing was asked for, too */
    uint64_t content_hash;  /**< of a file; 0: there is none */
    bool seeded;
    uint64_t seed;
    unsigned ctas;   /**< resident on a core, at most; 0: as many as there is room for */
    uint64_t cycles; /**< of the cores, after which it ends; 0: its own end */
};

/** A run in closed loop. */
struct rh_run_network {
    const struct rh_loop *loop; /**< NULL: a GPU in front of a perfect memory */
    unsigned memory_latency;    /**< of that, in core clocks */
    bool paced;
    struct rh_gpu *gpu; /**< whose cores ran; NULL: streams did */
    struct rh_run_program program;
};

struct rh_run_report {
    const struct rh_stream_setup *stream; /* resolved; NULL: requests were sent one by one */
    const struct rh_setup *setup;
    unsigned channels;
    uint64_t content_hash;            /* rh_stream_content_hash at the end of the run */
    bool timed;                       /* latency_from_arrival means something */
    const struct rh_offered *offered; /* of a stream with arrivals; NULL, or no request: of none */
    bool cores;                       /* locality before and after the network means something */
    bool judged;
    uint64_t warmup; /* clocks that the statistics leave out */
    struct rh_run_bench bench;
    uint64_t judge_commands, judge_checks, rules_broken;
    struct rh_run_figures total;
    const struct rh_run_figures *channel; /* by channel */
    const struct rh_core *core; /* in order; unless `slowdown`, none was run alone. Of a network: round trips */
    unsigned core_count;        /* 0: not every request names its core */
    bool slowdown;
    const struct rh_run_network *network; /* NULL: requests came by themselves */
    const double *percentile;             /* those that were asked for, 0 to 100; NULL: none */
    unsigned percentiles;
    const struct rh_fold_count *folds; /* NULL: nothing could be folded */
};

/** What the figures of a channel, or of all, are measured against. */
struct rh_stats_scale rh_run_scale(const struct rh_run_report *report, const struct rh_run_figures *figures);
/** GB/s that the requests asked for: mean bytes of a request / mean time between two arrivals. False where there are no
 * arrivals, or all in one clock. */
bool rh_run_offered(const struct rh_run_report *report, double *gb_per_s);
/** Requests a row change of a stream; 0 when there is none. */
double rh_run_locality(uint64_t requests, uint64_t changes);

/** All that the results depend on, and nothing else, as a JSON object: no threads, no file names of outputs. Of the
 * report it needs what was run, not what came out. */
void rh_run_configuration(FILE *file, const struct rh_run_report *report);
/** The file of --stats: docs/rh_stats.md lists its keys. Write errors stay with the file (ferror); false without
 * memory. */
bool rh_run_json(FILE *file, const struct rh_run_report *report);

/** The version of the schemas in docs/schemas, which all results share. */
enum { RH_RESULT_SCHEMA = 2 };

/** The version of the program, and the commit it was built from ("unknown" outside a git tree; "-changed" behind it
 * when files differed from it). */
const char *rh_result_version(void);
const char *rh_result_commit(void);

#endif
