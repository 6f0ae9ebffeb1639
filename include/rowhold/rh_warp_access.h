// SPDX-License-Identifier: Apache-2.0
/** What a load or store of a warp costs in a memory, counted on its threads' addresses (Huang and Li 2017, section
 * III.B, replays (1), (3) and (4)).
 *
 *     memory      transactions                                       replays
 *     global      lines that the threads touch                       transactions - 1
 *     texture     lines                                              none
 *     constant    words of four bytes: each is broadcast             transactions - 1
 *     shared      most words that lie in one of the banks            transactions - 1
 */
#ifndef RH_WARP_ACCESS_H
#define RH_WARP_ACCESS_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** A warp, bytes of a line (of global memory: of a transaction), and banks of shared memory, a word wide. */
enum { RH_WARP_THREADS = 32, RH_WARP_LINE = 128, RH_WARP_BANKS = 32 };

enum rh_space {
#define RH_SPACE(NAME, name, letter, address, stores, meaning) RH_SPACE_##NAME,
#include "tables/placement.def"
    RH_SPACES
};
/** A memory's name, its letter, and the instructions that work out an address in it. */
const char *rh_space_name(enum rh_space space);
char rh_space_letter(enum rh_space space);
unsigned rh_space_address(enum rh_space space);
/** 1 where a kernel may write to it. */
unsigned rh_space_stores(enum rh_space space);

enum { RH_WARP_WORDS = RH_WARP_THREADS * 4 /**< that a warp touches at most: 16 bytes a thread */ };
struct rh_warp_access {
    unsigned transactions, replays;
    unsigned lines; /**< off-chip: those in `line`, byte address / RH_WARP_LINE, in order of the threads */
    uint64_t line[RH_WARP_WORDS];
};

/** Of all threads; `bytes` (4, 8 or 16) from each address on, which is a multiple of it. */
struct rh_warp_access rh_warp_access(enum rh_space space, const uint64_t address[RH_WARP_THREADS], unsigned bytes);

#ifdef __cplusplus
}
#endif

#endif
