// SPDX-License-Identifier: Apache-2.0
/** Recorded warp streams: a source of warps (rh_warp_source.h) from a CSV file, plain or compressed, of what another
 * simulator recorded behind its coalescer and its caches.
 *
 *     # warp streams: kernels=1 ctas=512 warps=4096 resident=4
 *     kernel,cta,warp,core,seq,space,op,active,gap,barriers,shared,special,after,use,transactions
 *     1,0,0,0,0,G,R,32,15,0,0,0,-1,2,c0080040/64 c0080000/64
 *     1,0,0,0,1,-,X,32,1,,,,,,
 *
 * A line is an access of a warp; the lines of a warp come in the order of `seq` (from 0), those of different warps in
 * any. `space` is a letter of tables/warps.def; `op` R, W, or X at a warp's end; `active` the number of lanes (at X: of
 * threads). Before the access the warp executes `gap` instructions, of which `barriers`, `shared` and `special` are
 * barriers, accesses to shared memory and special functions. `after`: the `seq` of the last load that the access needs;
 * `use`: so many instructions behind this load its data are needed; -1: none, never. `transactions`: what left the
 * core, hexadecimal address and bytes. Kernels are numbered from 1 and run one after the other.
 *
 * The file does not say where in a gap its barriers, shared accesses and special functions stand: they are spread
 * evenly. The last line of a warp names no barriers, but all warps of a CTA come to each: those that the warp lacks
 * stand there. Integer divisions are counted among the special functions: those in front of a warp's first load are
 * taken for such, since no data have come that a special function could work on. Nor does it say for how many lanes a
 * gap's instructions go: they go for those of the line behind them.
 *
 * Nor does it say where the program's instructions lie. The stretches of the streams that end with an access to global
 * or local memory, or with the warp, get places one behind the other as they come up, and stretches that are alike
 * (which of barriers, shared accesses and special functions they have, up to the same kind of access) get the same
 * place: so a loop's iterations, the warps and the kernels share their code, whatever way they took through its
 * branches. Barriers stand in a loop: of a stretch with n of them, one part in n + 1 is code, and its rounds share it.
 * One that is longer than the first of its like reaches into the code behind it. Accesses behind caches do not end a
 * stretch, since a file may leave out the ones that hit.
 *
 * A parameter that was in the constant cache has no line, though its load went through the load/store unit. Where any
 * line of a kernel loads one, each of its warps begins with four such loads, as far as its first instructions stand in
 * a gap: compiled kernels begin with them, and those of the common suites have three to seven.
 *
 * Each computation reads what the one before it in its warp has written, and so does each access: the file does not say
 * which of them depend on which.
 *
 * The whole file is kept in memory, 120 bytes a line and 16 a transaction.
 */
#ifndef RH_RECORDED_WARPS_H
#define RH_RECORDED_WARPS_H

#include "rowhold/rh_warp_source.h"

/** NULL with an error: FILE:LINE:COLUMN, what was found, what was expected. */
struct rh_warp_source *rh_recorded_warps_open(const char *file, struct rh_error *error);

#endif
