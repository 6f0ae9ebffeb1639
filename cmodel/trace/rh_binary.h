// SPDX-License-Identifier: Apache-2.0
/* The layout of binary traces (docs/rh_trace.md has it byte by byte): what their reader and their writer share. */
#ifndef RH_BINARY_H
#define RH_BINARY_H

#include <endian.h>
#include <stdint.h>
#include <string.h>

#define RH_BINARY_MAGIC "\x89RHT\r\n\x1a\n"
#define RH_BINARY_END   "\x89RHTEND\n"
enum {
    RH_BINARY_VERSION = 1,
    RH_BINARY_HEAD = 16,        /* bytes before the text */
    RH_BINARY_HEAD_TEXT = 4096, /* most */
    RH_BINARY_BLOCK = 16,       /* bytes of a block, or of the end, before its columns, or its index */
    RH_BINARY_COLUMN = 16,      /* of a column before its values */
    RH_BINARY_RECORDS = 4096,   /* most in a block */
    RH_BINARY_TEXT = 1 << 20,   /* a block whose words are longer is ended */
    RH_BINARY_BYTES = 1 << 22,  /* most of a block's columns */
    RH_BINARY_INDEX = 1024      /* most entries */
};

/* How a column holds its values. */
enum { RH_BINARY_OFFSETS = 0, RH_BINARY_SUMS = 1, RH_BINARY_WORDS = 2 };

/* Places of blocks, as many as fit into a fixed room: every block's at first; when the room is full, every other one
 * is forgotten, and from then on only each second, fourth, ... block is noted. */
struct rh_binary_index {
    uint64_t offset[RH_BINARY_INDEX], record[RH_BINARY_INDEX];
    uint64_t blocks, step; /* seen; from one noted to the next */
    unsigned n;
};

static inline void rh_binary_index_add(struct rh_binary_index *index, uint64_t offset, uint64_t record) {
    if (index->step == 0)
        index->step = 1;
    if (index->blocks++ % index->step != 0)
        return;
    if (index->n == RH_BINARY_INDEX) {
        for (unsigned i = 0; i < RH_BINARY_INDEX / 2; i++) {
            index->offset[i] = index->offset[2 * i];
            index->record[i] = index->record[2 * i];
        }
        index->n /= 2;
        index->step *= 2; // this block's number is a multiple of it, too
    }
    index->offset[index->n] = offset;
    index->record[index->n++] = record;
}

static inline uint32_t rh_binary_32(const void *at) {
    uint32_t value;
    memcpy(&value, at, sizeof value);
    return le32toh(value);
}

static inline uint64_t rh_binary_64(const void *at) {
    uint64_t value;
    memcpy(&value, at, sizeof value);
    return le64toh(value);
}

static inline void rh_binary_put_32(void *at, uint32_t value) {
    value = htole32(value);
    memcpy(at, &value, sizeof value);
}

static inline void rh_binary_put_64(void *at, uint64_t value) {
    value = htole64(value);
    memcpy(at, &value, sizeof value);
}

#endif
