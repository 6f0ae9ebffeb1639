// SPDX-License-Identifier: Apache-2.0
/** Warp streams: what the warps of a GPU program execute, one instruction after the other, handed out CTA by CTA.
 *
 * Everything that stands in front of the caches of a GPU is a source: a program that runs in C, a recorded trace. A
 * source has kernels, one after the other; a kernel has CTAs, which may be opened side by side; an open CTA has warps,
 * each with a stream of its own. A CTA's streams exist while it is open, so a grid of any size takes the memory of the
 * CTAs that are resident. They are opened in ascending order, because a source may read its file as it goes.
 *
 * Instructions name the registers that they write and read. A warp issues in order, and an instruction waits until no
 * register that it reads or writes has a result due; so what depends on a load waits, and what does not goes on.
 *
 * Deterministic: a source gives the same instructions however CTAs and warps are interleaved.
 */
#ifndef RH_WARP_SOURCE_H
#define RH_WARP_SOURCE_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

#ifdef __cplusplus
extern "C" {
#endif

enum {
    RH_WARP_LANES = 32,
    RH_WARP_REGISTERS = 512, /**< of a thread; number 0 is none */
    RH_WARP_CODE_BYTES = 8,  /**< of an instruction */
    RH_KERNEL_TITLE = 64
};

enum rh_warp_op {
#define RH_WARP_OP(NAME, name, meaning) RH_WARP_##NAME,
#include "tables/warps.def"
    RH_WARP_OPS
};
enum rh_warp_space {
#define RH_WARP_SPACE(NAME, name, letter, stores, meaning) RH_WARP_SPACE_##NAME,
#include "tables/warps.def"
    RH_WARP_SPACES
};
const char *rh_warp_op_name(enum rh_warp_op op);
const char *rh_warp_space_name(enum rh_warp_space space);
/** The space of a letter; RH_WARP_SPACES: none has it. */
enum rh_warp_space rh_warp_space_of(char letter);
char rh_warp_space_letter(enum rh_warp_space space);
/** True where a kernel may write to it. */
bool rh_warp_space_stores(enum rh_warp_space space);
/** True for a load, a store and an atomic. */
static inline bool rh_warp_op_accesses(enum rh_warp_op op) {
    return op == RH_WARP_LOAD || op == RH_WARP_STORE || op == RH_WARP_ATOMIC;
}

/** What one access of a warp puts on the way to the memory. */
struct rh_warp_transaction {
    uint64_t address;
    uint32_t bytes;   /**< that are moved */
    uint32_t sectors; /**< 0: those from `address` on; else bit k: the 32 from `address` + 32 k on, of a line */
};

/** An instruction of a warp; of computation, several that are alike and depend on nothing in between. */
struct rh_warp_instruction {
    enum rh_warp_op op;
    enum rh_warp_space space; /**< of an access */
    uint32_t count;           /**< so many of these, one behind the other; of accesses and barriers 1 */
    uint32_t active;          /**< bit k: lane k takes part */
    uint64_t pc;              /**< byte address of the first one, from the kernel's first instruction on */
    uint16_t writes;          /**< the register that gets the result; 0: none */
    uint16_t reads;           /**< the number of registers that it reads */
    const uint16_t *read;     /**< these; valid until the next call for this warp, as the members below are */
    uint8_t bytes;            /**< of an access: of each lane */
    /** Of an access: the byte addresses of the 32 lanes, of which those of active ones count. NULL: the source was
     * recorded behind the coalescer and the caches, and `transaction` says what left them. */
    const uint64_t *address;
    const struct rh_warp_transaction *transaction;
    uint32_t transactions;
};

/** A kernel that is about to run. */
struct rh_kernel_launch {
    char name[RH_KERNEL_TITLE];
    uint64_t ctas;
    uint32_t cta_warps; /**< the most of a CTA; some CTAs may have fewer */
    uint32_t registers; /**< of a thread; 0: not known */
    uint32_t shared;    /**< bytes of shared memory of a CTA */
    uint32_t resident;  /**< the most CTAs on a core at once, where the source says so; 0: what the core has room for */
    bool same_program;  /**< its code lies in one program with that of the kernels before it */
};

struct rh_warp_cta; /* an open CTA; each source has its own */

/** A source of warp streams. Whoever has one holds it and calls these functions. */
struct rh_warp_source {
    /** 1: *launch is the next kernel; 0: there is none; -1: an error. All CTAs of the former one are closed. */
    int (*next_kernel)(struct rh_warp_source *source, struct rh_kernel_launch *launch, struct rh_error *error);
    /** Opens CTA `number` (from 0) of the kernel; *warps is the number of its warps. NULL with an error. */
    struct rh_warp_cta *(*open_cta)(struct rh_warp_source *source, uint64_t number, uint32_t *warps,
                                    struct rh_error *error);
    /** 1 with the next instruction of a warp, 0 behind its last one, -1 with an error. */
    int (*next)(struct rh_warp_source *source, struct rh_warp_cta *cta, uint32_t warp,
                struct rh_warp_instruction *instruction, struct rh_error *error);
    void (*close_cta)(struct rh_warp_source *source, struct rh_warp_cta *cta);
    /** Starts again in front of the first kernel. False with an error. */
    bool (*rewind)(struct rh_warp_source *source, struct rh_error *error);
    void (*close)(struct rh_warp_source *source);
    struct rh_warp_source_notes {
        uint64_t copies, bytes; /**< copies to the GPU that a list of kernels names, and what they copy */
        uint64_t absent;        /**< CTAs of the grids so far that the source has no instructions of */
        bool ended;             /**< it has none of all CTAs of the kernel that were not opened: none need be */
    } notes;
};

#ifdef __cplusplus
}
#endif

#endif
