// SPDX-License-Identifier: Apache-2.0
/** Where a texel lies: textures of one or two dimensions, nearest texel.
 *
 * A two-dimensional texture lies in blocks, row by row of blocks, and each block has a square of it, row by row (4-D
 * blocking: Hakura and Gupta, "The design and analysis of a cache architecture for texture mapping", ISCA 1997). Of 4
 * bytes a texel and blocks of 64 bytes, 4 x 4:
 *
 *     index of a texel    ... block row | block column | y 1..0 | x 1..0
 *
 * Where a block's texels are no square number, it is twice as wide as tall.
 */
#ifndef RH_TEXTURE_H
#define RH_TEXTURE_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** What a coordinate outside of the texture stands for: the nearest inside, or the one that many widths away. */
enum rh_texture_outside { RH_TEXTURE_CLAMP, RH_TEXTURE_WRAP };

struct rh_texture {
    uint64_t base;          /**< address; in blocks: a multiple of `block` */
    uint32_t width, height; /**< texels, at least 1; of one dimension: height 1 */
    uint32_t bytes;         /**< of a texel, a power of two */
    uint32_t block;         /**< bytes, a power of two, at least `bytes`; 0: no blocks, rows one behind the other */
    enum rh_texture_outside outside;
};

/** The address of texel (x, y). */
uint64_t rh_texture_address(const struct rh_texture *texture, int64_t x, int64_t y);
/** Bytes that the texture takes from `base` on, whole blocks. */
uint64_t rh_texture_bytes(const struct rh_texture *texture);

#ifdef __cplusplus
}
#endif

#endif
