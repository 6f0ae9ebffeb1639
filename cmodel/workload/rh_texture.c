// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_texture.h"

/* The coordinate inside of 0 .. size - 1 that this one stands for. */
static uint64_t inside(enum rh_texture_outside outside, int64_t at, uint32_t size) {
    int64_t most = (int64_t)size - 1;
    if (outside == RH_TEXTURE_WRAP)
        return (uint64_t)((at % size + size) % size);
    return (uint64_t)(at < 0 ? 0 : at > most ? most : at);
}

/* Of a block: log2 of its texels in a row and of its rows; both 0 without blocks. */
struct tile {
    unsigned across, down;
};

static struct tile tile_of(const struct rh_texture *texture) {
    unsigned texels = texture->block > 0 ? (unsigned)__builtin_ctz(texture->block / texture->bytes) : 0;
    return (struct tile){.across = (texels + 1) / 2, .down = texels / 2};
}

/* Tiles of 2^bits that hold `size`. */
static uint64_t tiles(uint32_t size, unsigned bits) {
    return ((uint64_t)size + (UINT64_C(1) << bits) - 1) >> bits;
}

uint64_t rh_texture_address(const struct rh_texture *texture, int64_t x, int64_t y) {
    const struct tile tile = tile_of(texture);
    uint64_t column = inside(texture->outside, x, texture->width), row = inside(texture->outside, y, texture->height);
    uint64_t block = (row >> tile.down) * tiles(texture->width, tile.across) + (column >> tile.across);
    uint64_t in_row = column & ((UINT64_C(1) << tile.across) - 1), in_column = row & ((UINT64_C(1) << tile.down) - 1);
    uint64_t texel = (block << tile.down | in_column) << tile.across | in_row;
    return texture->base + texel * texture->bytes;
}

uint64_t rh_texture_bytes(const struct rh_texture *texture) {
    const struct tile tile = tile_of(texture);
    uint64_t blocks = tiles(texture->width, tile.across) * tiles(texture->height, tile.down);
    return (blocks << (tile.across + tile.down)) * texture->bytes;
}
