// SPDX-License-Identifier: Apache-2.0
/** Address maps: which bits of a byte address are the channel, the bank, the row, the column.
 *
 * A map is a list of fields from the most to the least significant bit, with `:` between them, and any number of XOR
 * hashes behind commas:
 *
 *     row:bank:column:channel
 *     row[14]:bank[3]:column[6]:channel[3]:byte[5]
 *     row:bank:column:channel:column[3],bank^=row[2:0],channel[1:0]^=row[4:3]
 *
 * Fields: row, bank, bank_group, column, channel, byte. A width in brackets may be left out where the shape decides it.
 * A field may be cut into pieces, the first being the most significant; then at most one of them goes without a width.
 * The widths of a field must add up to what the shape needs. row, bank and column must be there (a field of no bits may
 * be left out: channel, when there is one channel). byte is the place inside a column command, always lowest, and may
 * be left out. Without bank_group, bank is the flat bank number, whose high bits are the bank group; with it, bank
 * counts within the group.
 * A hash XORs bits of one field into another's, in the order written, after the fields have been cut out; the bits have
 * the form [HIGH:LOW] or [BIT], and without brackets a target means its lowest bits. Since source and target are
 * different fields, every map has an inverse.
 */
#ifndef RH_MAP_H
#define RH_MAP_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** What is addressed. All but rows must be powers of two, or the map is refused. */
struct rh_map_shape {
    uint32_t channels, banks, groups; /**< banks of a channel; bank groups, 1 without */
    uint32_t rows, columns, command_bytes;
};

/** Coordinates of one column command. */
struct rh_map_place {
    uint32_t channel, bank; /**< flat bank */
    uint32_t row, column;   /**< column in column commands */
};

enum rh_map_field { RH_MAP_ROW, RH_MAP_BANK, RH_MAP_GROUP, RH_MAP_COLUMN, RH_MAP_CHANNEL, RH_MAP_BYTE, RH_MAP_FIELDS };
enum { RH_MAP_PIECES = 24, RH_MAP_HASHES = 16, RH_MAP_TEXT = 1024 };

struct rh_map_piece {
    uint8_t field, width, shift, to; /**< address bits shift .. shift+width-1 are the field's bits to .. */
};
struct rh_map_hash {
    uint8_t target, target_low, source, source_low, width;
};

/** A map for one shape; plain data, may be copied. Pieces run from the most significant. */
struct rh_map {
    struct rh_map_shape shape;
    unsigned pieces, hashes, bits; /**< bits: of an address */
    unsigned width[RH_MAP_FIELDS];
    const char *memory; /**< whose it is, for messages, or NULL; the caller sets it, as wrap, after parsing */
    bool wrap;          /**< addresses beyond the memory are folded back into it: modulo 2^bits, rows modulo rows */
    struct rh_map_piece piece[RH_MAP_PIECES];
    struct rh_map_hash hash[RH_MAP_HASHES];
};

/** Parse for a shape. Errors are `map:COLUMN: ...`. */
bool rh_map_parse(struct rh_map *map, const char *text, const struct rh_map_shape *shape, struct rh_error *error);
/** The default: row:bank:column:channel:column, 256 bytes (or a column command, or a row) to a channel before the
 * next. */
bool rh_map_default(struct rh_map *map, const struct rh_map_shape *shape, struct rh_error *error);
/** Print with all widths; rh_map_parse gives the same map back. */
void rh_map_print(const struct rh_map *map, char text[RH_MAP_TEXT]);
/** Bytes of all channels. */
uint64_t rh_map_bytes(const struct rh_map *map);
/** Coordinates of the command that holds a byte address; false when it lies beyond the last row and does not wrap. */
bool rh_map_place(const struct rh_map *map, uint64_t address, struct rh_map_place *place);
/** First byte address of a command; inverse of rh_map_place. The place must lie inside the shape. */
uint64_t rh_map_address(const struct rh_map *map, const struct rh_map_place *place);

#ifdef __cplusplus
}
#endif

#endif
