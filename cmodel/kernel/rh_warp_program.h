// SPDX-License-Identifier: Apache-2.0
/** A GPU kernel of a user as a source of warps: loops, computation, and accesses whose elements are expressions.
 *
 *     i = integer 3                          three instructions, each reads the result of the one before
 *     loop k 64                              64 times what stands in it
 *         a0 = load a[64*thread + k] (i)     reads i; its result is a0
 *         sum = single 2 (a0, sum)
 *     if thread < 1000                       for these lanes;  else  for the others
 *         store c[thread]
 *     barrier
 *
 * What stands there is all that a warp executes: loops and conditions have no instructions of their own, nor have
 * addresses. A warp without an active lane executes nothing.
 *
 * Instructions: integer, divide, single, double, special, each with a count (1); load, store, atomic; barrier, outside
 * of what only some threads do. A result has the name in front of `=`, and a name that comes again is the same
 * register. An instruction waits for the results in brackets, or, where it has no brackets, for that of the computation
 * before it and, but for a load, those of all loads that nothing has waited for yet. So `()` waits for nothing.
 *
 * Expressions: whole numbers of 64 bits; + - * / % ( ) and comparisons, which are 0 or 1; random(N), a number below N
 * by seed, place in the text, thread and rounds; a loop's name, its round; and
 *
 *     t, x, y, z                     the thread in its CTA, linear and by dimension
 *     cta, cta_x, cta_y, cta_z       the CTA in the grid
 *     thread                         cta times the threads of a CTA + t
 *
 * A loop's count may differ from lane to lane: a lane goes as many rounds as its own count says.
 *
 * A warp's stream is worked out as it is asked for, so an open CTA takes the memory of its warps' places in the
 * program. Off-chip arrays lie one behind the other, each on an address that 256 divides; shared ones in the CTA's
 * shared memory, one behind the other.
 *
 * The kernels of data placement (rh_kernel.h), too, run as such a program: rh_warp_program_of_kernel.
 */
#ifndef RH_WARP_PROGRAM_H
#define RH_WARP_PROGRAM_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"
#include "rowhold/rh_kernel.h"
#include "rowhold/rh_warp_source.h"

enum { RH_WARP_PROGRAM_ARRAYS = 32, RH_WARP_PROGRAM_NAME = 32, RH_WARP_PROGRAM_DEPTH = 8 };

struct rh_warp_program_setup {
    char name[RH_KERNEL_TITLE];
    uint32_t grid[3], cta[3]; /**< CTAs, threads; each at least 1, at most 1024 threads */
    uint32_t registers;       /**< of a thread; 0: not known */
    uint32_t resident;        /**< CTAs on a core at once, at most; 0: as many as there is room for */
    uint64_t seed;            /**< of random numbers */
};

struct rh_warp_program_array {
    char name[RH_WARP_PROGRAM_NAME];
    enum rh_warp_space space;
    uint32_t bytes;    /**< of an element: 1, 2, 4, 8 or 16 */
    uint64_t elements; /**< of local memory: of a thread */
    uint32_t columns;  /**< of a texture of two dimensions, load NAME[x, y], clamped outside; else 0 */
};

/** Where a piece of text stands; lines and columns from 1. */
struct rh_warp_program_place {
    const char *file;
    unsigned line, column;
};

struct rh_warp_program;

/** NULL with an error, which begins with the member's name. */
struct rh_warp_program *rh_warp_program_open(const struct rh_warp_program_setup *setup, struct rh_error *error);
/** A further array, in front of all instructions. */
bool rh_warp_program_array(struct rh_warp_program *program, const struct rh_warp_program_array *array,
                           struct rh_error *error);
/** A further instruction, or the head of a block (loop, if, else), which `opens` a block of instructions `depth` + 1.
 * Those of the program itself have depth 1. The error names file, line and column. */
bool rh_warp_program_add(struct rh_warp_program *program, const char *text, unsigned depth, bool opens,
                         const struct rh_warp_program_place *place, struct rh_error *error);
/** Behind the last instruction. The source closes the program; NULL with an error: it is closed already. */
struct rh_warp_source *rh_warp_program_source(struct rh_warp_program *program, struct rh_error *error);
/** For who gives it up before. NULL is harmless. */
void rh_warp_program_close(struct rh_warp_program *program);

/** A kernel of data placement whose arrays lie as `place` says. Its steps are a loop: loads, each behind the integer
 * instructions of its address; single-precision computation, `ilp` chains of it, which waits for the loads; stores.
 * Arrays in shared memory are filled first, as rh_kernel.h says, up to a barrier. NULL with an error: clocks and
 * replays that a kernel names without instructions can't run. */
struct rh_warp_source *rh_warp_program_of_kernel(const char *name, const struct rh_kernel *kernel,
                                                 const rh_placement_of place, struct rh_error *error);

#endif
