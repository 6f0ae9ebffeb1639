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
 * Fields: row, bank, bank_group, rank, column, channel, byte. A width in brackets may be left out where the shape
 * decides it. A field may be cut into pieces, the first being the most significant; then at most one of them goes
 * without a width, or two of column: the lower of these has 256 bytes of a row (or one column command, or the row).
 * The widths of a field must add up to what the shape needs. row, bank and column must be there (a field of no bits may
 * be left out: channel, when there is one channel). byte is the place inside a column command, always lowest, and may
 * be left out. The flat bank number is the rank, then the bank group, then the bank: where a map names rank or
 * bank_group, bank counts within it; where it does not, bank or bank_group has those bits, too, as its high ones.
 *
 * Names that others have for their maps are taken in place of the fields, in any case of letters:
 *
 *  - two letters a field, the most significant first, each at most once: ro, ba, bg (bank group), ra (rank), co, ch, as
 *    in RoBaRaCoCh of Ramulator, RoRaBaChCo of gem5, rochrababgco of DRAMsim3. Without bg the bank group stands right
 *    below the bank, as there;
 *  - ChRaBaRoCo of Ramulator has the bank group above the bank;
 *  - MOP4CLXOR of Ramulator: row:column:bank:bank_group:rank:channel:column[2], and channel, rank, bank group, bank and
 *    row are hashed with the column, each with the next of its bits from the lowest on.
 *
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
#include "rowhold/rh_preset.h"

#ifdef __cplusplus
extern "C" {
#endif

/** The map where neither a user nor a preset names one: 256 bytes to a channel before the next. */
#define RH_DEFAULT_MAP "row:bank:column:channel:column"

/** What is addressed. All but channels and rows must be powers of two, or the map is refused. Where rows are none, so
 * is a map that does not have the row on top of the address. Where channels are none, so is one that has the channel in
 * pieces or hashes it: what stands above the channel's lowest bit is divided by them; the remainder is the channel. */
struct rh_map_shape {
    uint32_t channels, banks, groups; /**< banks of a channel; bank groups of a channel, 1 without */
    uint32_t rows, columns, command_bytes;
    uint32_t ranks; /**< of a channel; 0 or 1: there is one */
};

/** Coordinates of one column command. */
struct rh_map_place {
    uint32_t channel, bank; /**< flat bank */
    uint32_t row, column;   /**< column in column commands */
};

enum rh_map_field {
    RH_MAP_ROW,
    RH_MAP_BANK,
    RH_MAP_GROUP,
    RH_MAP_RANK,
    RH_MAP_COLUMN,
    RH_MAP_CHANNEL,
    RH_MAP_BYTE,
    RH_MAP_FIELDS
};
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
    unsigned pieces, hashes, bits; /**< bits: of an address, or of what cutting the channel out by a division leaves */
    unsigned channel_low;          /**< lowest bit of the channel, where channels are no power of two */
    unsigned width[RH_MAP_FIELDS];
    const char *memory; /**< whose it is, for messages, or NULL; the caller sets it, as wrap, after parsing */
    bool wrap;          /**< addresses beyond the memory are folded back into it: modulo 2^bits, rows modulo rows */
    struct rh_map_piece piece[RH_MAP_PIECES];
    struct rh_map_hash hash[RH_MAP_HASHES];
};

/** What a map that wraps has done to a stream. */
struct rh_fold_count {
    uint64_t folded;   /**< requests beyond the memory */
    uint64_t together; /**< requests at a column command's place that another address had first */
    bool least;        /**< there were more places than are kept: `together` is at least so many */
};

/** Parse for a shape. Errors are `map:COLUMN: ...`. */
bool rh_map_parse(struct rh_map *map, const char *text, const struct rh_map_shape *shape, struct rh_error *error);
/** The text to parse: `given`, or NULL: the preset's own (preset NULL: there is none), or RH_DEFAULT_MAP. */
const char *rh_map_text(const char *given, const struct rh_preset *preset);
/** What a preset's memory of so many channels (0: its own number) addresses. */
struct rh_map_shape rh_map_shape_of(const struct rh_preset *preset, uint32_t channels);
/** Print with all widths; rh_map_parse gives the same map back. */
void rh_map_print(const struct rh_map *map, char text[RH_MAP_TEXT]);
/** Bytes of all channels. */
uint64_t rh_map_bytes(const struct rh_map *map);
/** Coordinates of the command that holds a byte address; false when it lies beyond the last row and does not wrap. */
bool rh_map_place(const struct rh_map *map, uint64_t address, struct rh_map_place *place);
/** How many of `most` column commands from column command `first` of the memory on stand one behind another in a row of
 * a bank, where `place` is the first one's; at least 1. */
uint32_t rh_map_run(const struct rh_map *map, uint64_t first, uint32_t most, struct rh_map_place *place);
/** First byte address of a command; inverse of rh_map_place. The place must lie inside the shape. */
uint64_t rh_map_address(const struct rh_map *map, const struct rh_map_place *place);

#ifdef __cplusplus
}
#endif

#endif
