// SPDX-License-Identifier: Apache-2.0
/** What a memory instruction of a warp puts on the way to the memory, and the clocks that it takes on the chip.
 *
 *     space                 transactions                              clocks
 *     global                by the machine's rule (rh_coalescing)
 *     local                 as global, a word of every lane at a time
 *     texture               the lines of its cache
 *     constant, parameter   the lines of their cache                  distinct words: rh_constant_clocks
 *     shared                none                                      bank conflicts: rh_shared_clocks
 *
 * Transactions come in the order of the first active lane that needs them; a half-warp's come before those of the next,
 * where the rule looks at half-warps. A word is four bytes.
 *
 * Of an instruction the members `space`, `active`, `bytes` and `address` count. `bytes` is 1, 2, 4, 8 or 16, and the
 * addresses are multiples of it, as CUDA demands. (A lane with another address counts where its first byte lies.)
 */
#ifndef RH_COALESCER_H
#define RH_COALESCER_H

#include "rowhold/rh_warp_source.h"

#ifdef __cplusplus
extern "C" {
#endif

enum rh_coalescing {
#define RH_COALESCING(NAME, name, meaning, source) RH_COALESCING_##NAME,
#include "tables/warps.def"
    RH_COALESCINGS
};
const char *rh_coalescing_name(enum rh_coalescing rule);
/** The rule of a name; RH_COALESCINGS: none has it. */
enum rh_coalescing rh_coalescing_of(const char *name);

enum {
    RH_COALESCER_WORD = 4,
    RH_COALESCER_SECTOR = 32,
    RH_COALESCER_LINE_MOST = 1024, /**< bytes of a line: a sector mask has 32 bits */
    RH_COALESCER_MOST = 128,       /**< transactions of an instruction: of local memory, 32 lanes of 16 bytes */
    RH_LOCAL_STRIDE = 128          /**< bytes from a lane's word in local memory to its next: a word of every lane */
};

/** The transactions of an instruction; returns their number. `line_bytes`, a power of two from RH_COALESCER_SECTOR to
 * RH_COALESCER_LINE_MOST: of the L1, or of the texture or constant cache, which every machine asks for lines. The rules
 * `1.0` and `1.2` don't use it. */
unsigned rh_coalesce(enum rh_coalescing rule, uint32_t line_bytes, const struct rh_warp_instruction *instruction,
                     struct rh_warp_transaction out[RH_COALESCER_MOST]);

/** Clocks of an access to shared memory: of each request the most words that lie in one of the banks. A request is what
 * fits the banks: with 16 banks a word of each lane of a half-warp (compute capability 1.x), with 32 banks a warp, of
 * words of 8 bytes a half-warp, of 16 bytes a quarter (2.x and later). A word counts once, however many lanes ask for
 * it. */
unsigned rh_shared_clocks(unsigned banks, const struct rh_warp_instruction *instruction);

/** The same where all that the warp asks for is one request. */
unsigned rh_bank_clocks(unsigned banks, const struct rh_warp_instruction *instruction);

/** Clocks of an access to constant memory: its distinct words. */
unsigned rh_constant_clocks(const struct rh_warp_instruction *instruction);

/** Where byte `offset` of a lane's local memory lies; `base`, a multiple of 128, is that of its warp. */
static inline uint64_t rh_local_address(uint64_t base, unsigned lane, uint64_t offset) {
    return base + offset / RH_COALESCER_WORD * RH_LOCAL_STRIDE + lane * RH_COALESCER_WORD + offset % RH_COALESCER_WORD;
}

#ifdef __cplusplus
}
#endif

#endif
