// SPDX-License-Identifier: Apache-2.0
// Writes binary traces: collects a block of records by columns, and gives each column the shortest form.
#include <stdlib.h>

#include "cmodel/trace/rh_binary.h"
#include "cmodel/trace/rh_format.h"
#include "rowhold/rh_hash.h"

enum { MOST_WORDS = RH_BINARY_TEXT + RH_LINE_MOST };
_Static_assert(RH_TRACE_FIELDS *(RH_BINARY_COLUMN + RH_BINARY_RECORDS * 8) + 2 * (MOST_WORDS + 8) <= RH_BINARY_BYTES,
               "the columns of numbers and both of words fit a block");

struct column {
    unsigned field;
    uint64_t value[RH_BINARY_RECORDS]; /* of words: their lengths */
    char *text;                        /* of words, one behind the other */
    size_t length;
};

struct rh_binary_writer {
    FILE *to;
    uint64_t offset, records, hash; /* bytes and records in the file; hash of what is being written */
    unsigned columns, n;            /* records in the block */
    struct rh_binary_index index;
    unsigned char out[RH_BINARY_BLOCK + RH_BINARY_BYTES];
    struct column column[RH_TRACE_FIELDS];
};

static void put(struct rh_binary_writer *writer, const void *bytes, size_t length) {
    fwrite(bytes, 1, length, writer->to); // errors stay with the file
    writer->hash = rh_hash_words(writer->hash, bytes, length);
    writer->offset += length;
}

/* What was put since the last time is whole. */
static void put_hash(struct rh_binary_writer *writer) {
    unsigned char hash[8];
    rh_binary_put_64(hash, writer->hash);
    put(writer, hash, sizeof hash);
    writer->hash = RH_HASH_START;
}

/* The text is what native CSV has before its first record. Blanks fill it up to whole words. */
static bool put_head(struct rh_binary_writer *writer, const struct rh_trace_head *head) {
    char *text = NULL;
    size_t length = 0;
    FILE *file = open_memstream(&text, &length);
    if (file == NULL)
        return false;
    rh_format_native.write_head(file, head);
    for (long at = ftell(file); at % 8 != 0; at++)
        fputc('\n', file);
    if (fclose(file) != 0)
        return false;
    unsigned char start[RH_BINARY_HEAD] = RH_BINARY_MAGIC;
    rh_binary_put_32(start + 8, RH_BINARY_VERSION);
    rh_binary_put_32(start + 12, (uint32_t)length);
    put(writer, start, sizeof start);
    put(writer, text, length);
    put_hash(writer);
    free(text);
    return true;
}

void rh_binary_writer_free(struct rh_binary_writer *writer) {
    for (unsigned i = 0; writer != NULL && i < writer->columns; i++)
        free(writer->column[i].text);
    free(writer);
}

struct rh_binary_writer *rh_binary_writer_new(FILE *to, const struct rh_trace_head *head) {
    struct rh_binary_writer *writer = calloc(1, sizeof *writer);
    bool good = writer != NULL;
    for (unsigned field = 0; good && field < RH_TRACE_FIELDS; field++) {
        if ((head->fields & 1U << field) == 0)
            continue;
        struct column *column = &writer->column[writer->columns++];
        column->field = field;
        if (rh_trace_field_row(field)->form == RH_TRACE_WORD)
            good = (column->text = malloc(MOST_WORDS)) != NULL;
    }
    if (good) {
        writer->to = to;
        writer->hash = RH_HASH_START;
        if (put_head(writer, head))
            return writer;
    }
    rh_binary_writer_free(writer);
    return NULL;
}

static unsigned width_of(uint64_t value) {
    return value == 0 ? 0 : value < 1U << 8 ? 1 : value < 1U << 16 ? 2 : value <= UINT32_MAX ? 4 : 8;
}

/* A column's head and values; its text, if any, is behind them. */
static size_t lay_out(unsigned char *out, const struct column *column, unsigned n) {
    uint64_t least = column->value[0], greatest = least, step = 0;
    bool rises = true, words = column->text != NULL;
    for (unsigned i = 1; i < n; i++) {
        uint64_t value = column->value[i], before = column->value[i - 1];
        rises &= value >= before;
        step = rises && value - before > step ? value - before : step;
        least = value < least ? value : least;
        greatest = value > greatest ? value : greatest;
    }
    unsigned width = width_of(words ? greatest : greatest - least);
    bool sums = !words && rises && width_of(step) < width && step <= UINT32_MAX;
    if (sums)
        width = width_of(step);
    memset(out, 0, RH_BINARY_COLUMN);
    out[0] = words ? RH_BINARY_WORDS : sums ? RH_BINARY_SUMS : RH_BINARY_OFFSETS;
    out[1] = (unsigned char)width;
    rh_binary_put_64(out + 8, words ? column->length : least);
    unsigned char *to = out + RH_BINARY_COLUMN;
    for (unsigned i = 0; i < n; i++, to += width) {
        uint64_t base = words ? 0 : sums && i > 0 ? column->value[i - 1] : least;
        uint64_t word = htole64(column->value[i] - base);
        memcpy(to, &word, width);
    }
    return RH_BINARY_COLUMN + (size_t)n * width;
}

/* The whole column, up to a multiple of eight bytes. */
static size_t put_column(unsigned char *out, const struct column *column, unsigned n) {
    size_t length = lay_out(out, column, n);
    if (column->length > 0)
        memcpy(out + length, column->text, column->length);
    length += column->length;
    for (; length % 8 != 0; length++)
        out[length] = 0;
    return length;
}

static void put_block(struct rh_binary_writer *writer) {
    size_t length = RH_BINARY_BLOCK;
    if (writer->n == 0)
        return;
    for (unsigned i = 0; i < writer->columns; i++) {
        length += put_column(writer->out + length, &writer->column[i], writer->n);
        writer->column[i].length = 0;
    }
    rh_binary_put_32(writer->out, writer->n);
    rh_binary_put_32(writer->out + 4, (uint32_t)(length - RH_BINARY_BLOCK));
    rh_binary_put_64(writer->out + 8, writer->records);
    rh_binary_index_add(&writer->index, writer->offset, writer->records);
    put(writer, writer->out, length);
    put_hash(writer);
    writer->records += writer->n;
    writer->n = 0;
}

void rh_binary_writer_put(struct rh_binary_writer *writer, const struct rh_trace_record *record) {
    bool full = writer->n + 1 == RH_BINARY_RECORDS;
    for (unsigned i = 0; i < writer->columns; i++) {
        struct column *column = &writer->column[i];
        if (column->text != NULL) {
            struct rh_trace_word word = rh_trace_field_word(record, column->field);
            column->value[writer->n] = word.length;
            if (word.length > 0)
                memcpy(column->text + column->length, word.text, word.length);
            column->length += word.length;
            full |= column->length > RH_BINARY_TEXT;
        } else
            column->value[writer->n] =
                column->field == RH_TRACE_OP ? record->write : rh_trace_field_number(record, column->field);
    }
    writer->n++;
    if (full)
        put_block(writer);
}

void rh_binary_writer_end(struct rh_binary_writer *writer) {
    put_block(writer);
    uint64_t offset = writer->offset;
    unsigned char entry[16];
    const struct rh_binary_index *index = &writer->index;
    rh_binary_put_32(entry, 0);
    rh_binary_put_32(entry + 4, 16 * index->n);
    rh_binary_put_64(entry + 8, writer->records);
    put(writer, entry, sizeof entry);
    for (unsigned i = 0; i < index->n; i++) {
        rh_binary_put_64(entry, index->offset[i]);
        rh_binary_put_64(entry + 8, index->record[i]);
        put(writer, entry, sizeof entry);
    }
    put_hash(writer);
    rh_binary_put_64(entry, offset);
    memcpy(entry + 8, RH_BINARY_END, 8);
    put(writer, entry, sizeof entry);
    rh_binary_writer_free(writer);
}
