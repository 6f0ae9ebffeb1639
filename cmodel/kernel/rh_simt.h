// SPDX-License-Identifier: Apache-2.0
/** GPU kernels written in C: a source of warp streams whose instructions are computed while they are made.
 *
 * A kernel is a C function over a CTA. What it calls acts on all threads of the CTA at once: a value is a register of
 * every thread, an operation gives each warp with an active lane one instruction and each active lane its result. So
 * control flow, masks and addresses are those of the algorithm on its data. The words of rh_simt_words.h make a kernel
 * short:
 *
 *     CODE(scale);
 *     static bool scale(struct rh_simt *k, uint32_t step) {
 *         rh_value i = IMAD(I(k->cta[0]), I(k->threads), k->t);
 *         IF(ILT(i, I(k->run->size))) {
 *             STORE(B, i, FMUL(F(3.0F), LOAD(A, i)));
 *         }
 *         return false;
 *     }
 *
 * What an instruction is: an operation one (tables/lane_ops.def); an access one, and one integer instruction more that
 * makes a byte address of an index in a register, but of a texture and of an AT; IF and WHILE a branch; a round of LOOP
 * two. Immediates, indices of threads and CTAs and arguments are there without one. All copies of an instruction have
 * the same place in the program, which its place in the source text gives.
 *
 * Data. Shared and local memory hold what was stored. Global, texture and constant memory hold what the program says
 * (`content`), whatever a kernel stores: what a kernel reads that an earlier one has written is worked out by the
 * program. So CTAs may be opened in any order, and arrays need no memory.
 */
#ifndef RH_SIMT_H
#define RH_SIMT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_error.h"
#include "rowhold/rh_warp_source.h"

enum { RH_SIMT_WARPS = 32, RH_SIMT_ARRAYS = 32, RH_SIMT_OPERANDS = 32, RH_SIMT_DEPTH = 16 };

enum rh_lane_op {
#define RH_LANE_OP(NAME, class, operands, in, out, expression) RH_LANE_##NAME,
#include "tables/lane_ops.def"
    RH_LANE_OPS
};

/** A register of every thread of a CTA, or an immediate. */
typedef struct {
    uint16_t reg;  /**< 0: an immediate */
    uint16_t row;  /**< of a register: where its values are kept */
    bool address;  /**< it was made by AT: an access needs no instruction for it */
    uint32_t bits; /**< an immediate's; of a register: what an access adds to it */
} rh_value;

struct rh_simt_run;

/** What an array holds in word `index` (an element of 4 bytes and more has bytes / 4 of them), or in this byte. */
typedef uint32_t (*rh_simt_content)(const struct rh_simt_run *run, unsigned array, uint64_t index);

/** An array of a program, in one of the memory spaces. */
struct rh_simt_array {
    const char *name;
    enum rh_warp_space space;
    uint32_t bytes;    /**< of an element: 1, or words of 4 */
    uint64_t elements; /**< of local memory: of a thread */
    uint32_t width;    /**< elements of a row of a texture of two dimensions; else 0 */
    rh_simt_content content;
    uint64_t base; /**< byte address */
};

struct rh_simt_options {
    uint32_t grid[3]; /**< CTAs in x, y and z of the first kernel; 0: the default */
    double scale;     /**< of the default grid's last dimension; 0: 1 */
    uint32_t size;    /**< of what the grid does not give (a board, atoms, ...); 0: the default */
    uint64_t seed;
    /** Called for each element that a lane stores to global memory, where it isn't NULL. */
    void (*stored)(void *user, const char *array, uint64_t index, uint32_t bits);
    void *user;
};

/** A program as it runs. */
struct rh_simt_run {
    const struct rh_simt_program *program;
    struct rh_simt_options options;
    uint32_t grid[3]; /**< asked for, or the default */
    uint32_t size;
    unsigned number; /**< of the kernel that runs */
    void *data;      /**< the program's own */
    struct rh_simt_array array[RH_SIMT_ARRAYS];
    unsigned arrays;
    uint64_t end; /**< behind the arrays */
};

struct rh_simt;

/** A kernel of a program. It begins with the program's name, grid and CTA. */
struct rh_simt_kernel {
    const char *name;
    /** Runs a CTA. True: this was step `step` of several, and the next one is asked for when a warp has executed its
     * part: long kernels stay small in memory so. Registers of step 0 are there in all others. */
    bool (*run)(struct rh_simt *k, uint32_t step);
    uint32_t code;            /**< name_code, by CODE(name) */
    uint32_t grid[3], cta[2]; /**< CTAs, threads */
    uint32_t registers;       /**< of a thread */
    uint32_t shared;          /**< bytes of a CTA */
    size_t kept;              /**< bytes at k->kept, zero at first */
};

/** Of a program of one kernel, which has its name: the function `name_kernel`. */
#define RH_SIMT_ONLY_KERNEL(name_, registers_, shared_)                                                                \
    static bool name_##_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {              \
        (void)run;                                                                                                     \
        kernel->run = name_;                                                                                           \
        kernel->code = name_##_code;                                                                                   \
        kernel->registers = registers_;                                                                                \
        kernel->shared = shared_;                                                                                      \
        return number == 0;                                                                                            \
    }

struct rh_simt_program {
    const char *name, *meaning;
    const char *source;       /**< the table that the default grid is from, or what else */
    uint32_t grid[3], cta[2]; /**< of the first kernel, by default */
    uint32_t size;            /**< by default */
    const char *size_is;      /**< what `size` counts; NULL: nothing */
    size_t data;              /**< bytes of run->data, zero at first */
    bool (*open)(struct rh_simt_run *run, struct rh_error *error); /**< names the arrays, makes the input */
    bool (*kernel)(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel); /**< false: none */
    void (*close)(struct rh_simt_run *run); /**< NULL: nothing to free */
};

/** A CTA as it runs; what a kernel reads. */
struct rh_simt {
    const struct rh_simt_run *run;
    const void *data; /**< run->data */
    void *kept;
    uint32_t cta[3]; /**< its index */
    uint32_t threads;
    rh_value t, x, y; /**< a thread's index in the CTA, linear and in both dimensions */
    struct rh_simt_inside *inside;
};

/** Opens a program. NULL with an error. */
struct rh_warp_source *rh_simt_open(const struct rh_simt_program *program, const struct rh_simt_options *options,
                                    struct rh_error *error);
/** The run of a source that rh_simt_open has made, and the kernel that `next_kernel` has named last. */
const struct rh_simt_run *rh_simt_run_of(const struct rh_warp_source *source);
const struct rh_simt_kernel *rh_simt_kernel_of(const struct rh_warp_source *source);

/** For a program's open: a further array; the first one is number 0. Off-chip arrays lie one behind the other, each on
 * an address that 256 divides; shared ones in the CTA's shared memory. No content: what was stored, or any bits, by the
 * seed. */
void rh_simt_array(struct rh_simt_run *run, enum rh_warp_space space, const char *name, uint32_t bytes,
                   uint64_t elements, rh_simt_content content);
/** A texture of two dimensions. */
void rh_simt_texture(struct rh_simt_run *run, const char *name, uint32_t bytes, uint32_t width, uint32_t height,
                     rh_simt_content content);
/** Random bits of index `index` of the stream `which` of the run's seed. */
uint32_t rh_simt_bits(const struct rh_simt_run *run, unsigned which, uint64_t index);
/** The same as a number from 0 up to, not with, 1. */
float rh_simt_unit(const struct rh_simt_run *run, unsigned which, uint64_t index);
uint32_t rh_simt_float_bits(float value);

/* What the words of rh_simt_words.h stand for. `site`: the instruction's place in the source text. Operands are pushed,
 * so that they are evaluated from left to right. */
void rh_simt_push(struct rh_simt *k, rh_value operand);
rh_value rh_simt_op(struct rh_simt *k, uint32_t site, enum rh_lane_op op);
rh_value rh_simt_at(struct rh_simt *k, uint32_t site);
rh_value rh_simt_load(struct rh_simt *k, uint32_t address_site, uint32_t site, unsigned number);
rh_value rh_simt_load_2d(struct rh_simt *k, uint32_t site, unsigned number);
void rh_simt_store(struct rh_simt *k, uint32_t address_site, uint32_t site, unsigned number);
rh_value rh_simt_variable(struct rh_simt *k, uint32_t site);
void rh_simt_set(struct rh_simt *k, uint32_t site, rh_value variable);
void rh_simt_barrier(struct rh_simt *k, uint32_t site);
bool rh_simt_if(struct rh_simt *k, uint32_t site);
bool rh_simt_end(struct rh_simt *k);
bool rh_simt_otherwise(struct rh_simt *k);
void rh_simt_loop(struct rh_simt *k);
bool rh_simt_while(struct rh_simt *k, uint32_t site);
void rh_simt_again(struct rh_simt *k);
uint32_t rh_simt_mark(const struct rh_simt *k);
void rh_simt_release(struct rh_simt *k, uint32_t mark);
void rh_simt_round(struct rh_simt *k, uint32_t mark, uint32_t site, uint32_t next_site);

#endif
