// SPDX-License-Identifier: Apache-2.0
/** Accel-Sim traces: a source of warps (rh_warp_source.h) from what the tracer of Accel-Sim (Khairy et al., ISCA 2020)
 * recorded of a program on a GPU and its post-processor sorted by thread blocks.
 *
 *     -kernel name = scatter                              kernelslist.g:
 *     -grid dim = (2,1,1)
 *     -block dim = (32,1,1)                                   MemcpyHtoD,0x0000000000009000,256
 *     -accelsim tracer version = 5                            kernel-1.traceg
 *     #traces format = [line_num] PC mask ...
 *     #BEGIN_TB
 *     thread block = 0,0,0
 *     warp = 0
 *     insts = 2
 *     0080 ffffffff 1 R0 LDG.E.64 1 R10 8 1 0x9000 8 0
 *     0090 00000031 0 STG.E.64 2 R12 R0 8 0 0xb000 0xb100 0xa000 0
 *     #END_TB
 *
 * A kernel's file, or a list of them and of copies to the GPU; the files lie beside the list, plain or compressed,
 * under the name in the list or with .xz, .gz or .zst behind it. What else is in a list is passed over. Tracers of
 * versions 0 to 5 are read: below 3, a line begins with the block and the warp; from 4 on, it ends with an immediate.
 *
 * **Order.** A trace is read once, from its front to its back. CTA k of a kernel is the k-th block of its file,
 * wherever that lies in the grid, and CTAs are opened in ascending order: open_cta reads on to the end of the block and
 * keeps its instructions until close_cta (16 bytes each, 1 a register, 8 an address, base, stride or delta). A CTA
 * behind which the file has been read can't be opened. Errors of the file come up as it is read, by open_cta and
 * next_kernel; next has none. A grid may have more blocks than the file, as when not all of it was traced: the CTAs
 * that are left have no instructions, and `notes` of the source counts them. A file with more blocks than its grid, or
 * with a block twice (below 2^24 blocks of a grid), is refused.
 *
 * **Instructions.** `count` is always 1. `pc` is that of the trace, whose instructions are 8 or 16 bytes apart, as the
 * GPU has them. Register R<n> is n + 1; RZ, which is R255, is none. Of a wide load the trace names the first register
 * alone. Classes and spaces are rows of tables/sass.def by the opcode up to its first dot; EXIT and what has no row is
 * `integer`. A line has addresses where its width is not 0; without them no opcode is an access (texture fetches have
 * none), and with them an opcode must have a row. The width is that of the line, because the numbers in an opcode are
 * not always widths (LDSM.16.M88.4). A generic access is one to shared or local memory if the address of its lowest
 * active lane lies within 16 MiB from the base that the head of the file has for that; its addresses then count from
 * that base, as those of LDS and LDL do. A line of mask 0 was predicated off: it issues as an `integer` instruction of
 * no lane, with its registers, whatever its opcode; what it has as addresses is passed over.
 */
#ifndef RH_ACCELSIM_H
#define RH_ACCELSIM_H

#include "rowhold/rh_warp_source.h"

/** NULL with an error: FILE:LINE:COLUMN, what was found, what was expected. Of a list, all files must be there. */
struct rh_warp_source *rh_accelsim_open(const char *file, struct rh_error *error);

#endif
