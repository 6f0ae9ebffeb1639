// SPDX-License-Identifier: Apache-2.0
/** `simulate --kernel`: a GPU program in front of the closed loop, in place of a request stream. */
#ifndef RH_RUN_KERNEL_H
#define RH_RUN_KERNEL_H

#include "cmodel/cli/rh_axis.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/embedding/rh_run_report.h"
#include "cmodel/kernel/rh_simt.h"
#include "rowhold/rh_gpu.h"

struct rh_run_kernel_options {
    const char *kernel;  /**< --kernel NAME|FILE; NULL: none, a stream of requests runs */
    const char *machine; /**< --machine NAME|FILE.yaml; NULL: the first one */
    const char *grid;    /**< --grid X[,Y[,Z]], or NULL */
    double scale;        /**< --scale F */
    bool scale_given;
    uint64_t size;           /**< --size N; 0: not given */
    uint64_t core_cycles;    /**< --core-cycles N; 0: to the kernel's end */
    unsigned ctas;           /**< --ctas N; 0: as many as there is room for */
    unsigned resources;      /**< --resources PERCENT; 0: the machine's */
    const char *coalesce;    /**< --coalesce RULE; NULL: the machine's */
    const char *scheduler;   /**< --warp-scheduler NAME; NULL: the machine's */
    unsigned memory_latency; /**< --memory-latency N, with --network none */
    bool latency_given;
};
/** The first nine are of every run of a program, the tenth of those with clocks, the last of a perfect memory. */
enum { RH_RUN_KERNEL_ROWS = 11, RH_RUN_KERNEL_PROGRAM_ROWS = 9, RH_RUN_KERNEL_LOOP_ROWS = 10 };
/** Parts of them for a command that runs programs another way: --machine; --grid --scale --size; --core-cycles; --ctas
 * --resources --coalesce. */
enum {
    RH_RUN_KERNEL_MACHINE_AT = 1,
    RH_RUN_KERNEL_GRID_AT = 2,
    RH_RUN_KERNEL_CYCLES_AT = 5,
    RH_RUN_KERNEL_CTAS_AT = 6,
    RH_RUN_KERNEL_COALESCE_AT = 8
};
extern const struct rh_option rh_run_kernel_rows[RH_RUN_KERNEL_ROWS];

/** Sets the options of a point of a design space: those of programs, and all others. Both come with the defaults. */
bool rh_run_kernel_apply(const struct rh_axes *axes, uint64_t point, struct rh_run_kernel_options *options,
                         struct rh_options *common, struct rh_error *error);
/** The kernels that ship, by their places; NULL behind the last. */
const char *rh_run_kernel_word(unsigned index);
/** What --grid, --scale and --size make of a kernel that ships; a seed is the caller's. */
bool rh_run_kernel_shape(const struct rh_run_kernel_options *options, struct rh_simt_options *simt,
                         struct rh_error *error);

/** A program that runs. */
struct rh_run_kernel {
    const struct rh_gpu_preset *preset; /**< NULL: none */
    struct rh_gpu_preset of_file;       /**< of a machine's file: what `preset` points to */
    struct rh_gpu_machine machine;
    struct rh_warp_source *source;
    struct rh_gpu *gpu;
};

/** The machine of --machine, as --resources and --coalesce change it. */
bool rh_run_kernel_machine(struct rh_run_kernel *run, const struct rh_run_kernel_options *options,
                           struct rh_error *error);
/** Without --kernel: none of its options. With it: no option of a stream; the machine's memory and network where none
 * was given. */
bool rh_run_kernel_check(struct rh_run_kernel *run, const struct rh_run_kernel_options *options,
                         struct rh_options *common, struct rh_error *error);
/** The clock of the machine's memory, where no other memory was given. */
void rh_run_kernel_memory(const struct rh_run_kernel *run, const struct rh_options *common, struct rh_preset *memory);
/** --network none: the cores alone, in front of a perfect memory? */
bool rh_run_kernel_is_alone(const struct rh_run_kernel_options *options, const struct rh_options *common);
/** What the loop has to be for the machine, where the options do not say it. */
void rh_run_kernel_fill(const struct rh_run_kernel *run, struct rh_loop_setup *loop);
/** Opens the program in front of a memory of so many controllers, whose packets have such flits. */
bool rh_run_kernel_open(struct rh_run_kernel *run, const struct rh_run_kernel_options *options,
                        const struct rh_options *common, const struct rh_preset *preset, unsigned controllers,
                        unsigned flit_bytes, struct rh_error *error);
/** Opens its functional run in place of that; closed by its stream, before the kernel. */
struct rh_gpu_functional *rh_run_kernel_functional(struct rh_run_kernel *run,
                                                   const struct rh_run_kernel_options *options,
                                                   const struct rh_options *common, const struct rh_preset *preset,
                                                   unsigned controllers, struct rh_error *error);
/** Of a program that is open: what its results depend on. False with an error: a file that can't be read. */
bool rh_run_kernel_describe(const struct rh_run_kernel *run, const struct rh_run_kernel_options *options,
                            const struct rh_options *common, struct rh_run_program *program, struct rh_error *error);
/** The hash of a program's file; of a list of Accel-Sim traces of the files that it names, too. `hash_of` gives that of
 * a file. 0 with an error. */
uint64_t rh_run_kernel_hash(const char *path, uint64_t (*hash_of)(void *user, const char *path, struct rh_error *error),
                            void *user, struct rh_error *error);
void rh_run_kernel_close(struct rh_run_kernel *run);
/** A stream without requests. */
struct rh_stream *rh_run_kernel_stream(void);

#endif
