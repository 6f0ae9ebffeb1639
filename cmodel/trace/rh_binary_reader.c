// SPDX-License-Identifier: Apache-2.0
// Reads binary traces block by block. A block is looked through before its first record is given out, so that a record
// costs no more than fetching it.
#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/trace/rh_binary.h"
#include "cmodel/trace/rh_format.h"
#include "cmodel/trace/rh_line_window.h"

enum { SLACK = 8 /* a value is loaded as eight bytes */ };
enum store { STORE_4, STORE_8, STORE_1, STORE_WORD, STORES };

struct column {
    const unsigned char *at;   /* next value */
    uint64_t mask, base, sums; /* of its bytes; sums: all ones where a value is added to the base */
    const char *text;          /* of words: the next one */
    uint16_t offset;           /* in the record */
    uint8_t width, store, field;
};

struct rh_binary_reader {
    uint64_t hash;            /* of the hashes so far */
    uint64_t offset, records; /* of the file, read so far */
    uint64_t block;           /* number of the one in memory, from 1 */
    uint64_t given;           /* records given out */
    unsigned left;            /* of the block */
    bool ended;
    unsigned columns;
    struct column column[RH_TRACE_FIELDS]; /* by store */
    struct column *behind[STORES];         /* the last one of a store */
    uint8_t order[RH_TRACE_FIELDS];        /* which of them is the first, second, ... of the file */
    struct rh_binary_index index;
    unsigned char *bytes; /* the block's, and SLACK */
    size_t room;
};

bool rh_binary_begins(struct rh_trace *trace) {
    return rh_line_reader_begins(trace->lines, RH_BINARY_MAGIC, 8);
}

/* Exactly so many bytes behind those that are there. */
static bool get(struct rh_trace *trace, size_t at, size_t length, struct rh_error *error) {
    struct rh_binary_reader *reader = trace->binary;
    if (at + length + SLACK > reader->room) {
        size_t room = 2 * (at + length + SLACK);
        unsigned char *bytes = realloc(reader->bytes, room);
        if (bytes == NULL)
            return rh_error_set(error, "%s: found no memory, expected enough", trace->file);
        reader->bytes = bytes;
        reader->room = room;
    }
    const char *fault;
    size_t got = rh_line_reader_bytes(trace->lines, reader->bytes + at, length, &fault);
    reader->offset += got;
    if (got == length)
        return true;
    if (fault != NULL)
        return rh_error_set(error, "%s: found damaged or truncated data (%s), expected a whole file", trace->file,
                            fault);
    return rh_error_set(error, "%s: found the end of the file at byte %" PRIu64 ", expected a whole binary trace",
                        trace->file, reader->offset);
}

/* The hash behind the first `length` bytes. */
static bool check_hash(struct rh_trace *trace, size_t length, const char *what, struct rh_error *error) {
    struct rh_binary_reader *reader = trace->binary;
    uint64_t found = rh_hash_words(RH_HASH_START, reader->bytes, length);
    uint64_t expected = rh_binary_64(reader->bytes + length);
    if (found != expected)
        return rh_error_set(
            error, "%s: found a damaged %s before byte %" PRIu64 " (hash %016" PRIx64 "), expected hash %016" PRIx64,
            trace->file, what, reader->offset, found, expected);
    reader->hash = rh_hash_inline(reader->hash, reader->bytes + length, 8);
    return true;
}

/* The lines of the head's text are those before the first record of native CSV. */
static bool read_text(struct rh_trace *trace, char *text, struct rh_error *error) {
    int status = 0;
    char *rest = text;
    for (uint64_t number = 1; status == 0 && rest != NULL; number++) {
        char *line = strsep(&rest, "\n");
        struct rh_scan scan = {trace->file, number, line, line};
        status = rh_format_head(trace, &scan, error);
    }
    if (status < 0)
        return false;
    if (status == 0)
        return rh_error_set(error, "%s: found no line of columns in its head, expected one", trace->file);
    if (trace->note[0] != '\0')
        return rh_error_set(error, "%s: found a reader that %s, expected columns of a native trace", trace->file,
                            trace->note);
    return true;
}

static enum store store_of(unsigned field) {
    const struct rh_trace_field_row *row = rh_trace_field_row(field);
    return row->form == RH_TRACE_WORD        ? STORE_WORD
           : row->form == RH_TRACE_DIRECTION ? STORE_1
           : row->size == sizeof(uint64_t)   ? STORE_8
                                             : STORE_4;
}

/* The file's columns, those of one store together. */
static void describe(struct rh_binary_reader *reader, const struct rh_trace *trace) {
    for (unsigned store = 0; store < STORES; store++) {
        for (unsigned i = 0; i < trace->columns; i++) {
            unsigned field = trace->column[i];
            if (store_of(field) != store)
                continue;
            reader->order[i] = (uint8_t)reader->columns;
            reader->column[reader->columns++] = (struct column){.field = (uint8_t)field,
                                                                .offset = (uint16_t)rh_trace_field_row(field)->offset,
                                                                .store = (uint8_t)store};
        }
        reader->behind[store] = reader->column + reader->columns;
    }
}

bool rh_binary_open(struct rh_trace *trace, struct rh_error *error) {
    if (!rh_binary_begins(trace))
        return rh_error_set(error, "%s: found another beginning, expected that of a binary trace", trace->file);
    struct rh_binary_reader *reader = trace->binary = calloc(1, sizeof *reader);
    if (reader == NULL)
        return rh_error_set(error, "%s: found no memory, expected enough", trace->file);
    reader->hash = RH_HASH_START;
    if (!get(trace, 0, RH_BINARY_HEAD, error))
        return false;
    uint32_t version = rh_binary_32(reader->bytes + 8), length = rh_binary_32(reader->bytes + 12);
    if (version != RH_BINARY_VERSION)
        return rh_error_set(error, "%s: found version %" PRIu32 " of a binary trace, expected version %d", trace->file,
                            version, RH_BINARY_VERSION);
    if (length == 0 || length > RH_BINARY_HEAD_TEXT || length % 8 != 0)
        return rh_error_set(error, "%s: found a head with %" PRIu32 " bytes of text, expected a multiple of 8 up to %d",
                            trace->file, length, RH_BINARY_HEAD_TEXT);
    if (!get(trace, RH_BINARY_HEAD, length + 8, error) || !check_hash(trace, RH_BINARY_HEAD + length, "head", error))
        return false;
    reader->bytes[RH_BINARY_HEAD + length] = '\0';
    if (!read_text(trace, (char *)reader->bytes + RH_BINARY_HEAD, error))
        return false;
    describe(reader, trace);
    return true;
}

void rh_binary_close(struct rh_binary_reader *reader) {
    if (reader != NULL)
        free(reader->bytes);
    free(reader);
}

uint64_t rh_binary_hash(const struct rh_binary_reader *reader) {
    return reader->hash;
}

static uint64_t load(const struct column *column, const unsigned char *at) {
    return rh_binary_64(at) & column->mask;
}

/* The first of `n` values that is no good, else n; sets *value to it. */
static unsigned find_bad(const struct column *column, unsigned n, uint64_t least, uint64_t greatest, uint64_t *value) {
    *value = column->base;
    if (column->base < least || column->base > greatest)
        return 0;
    uint64_t room = greatest - column->base;
    if (column->mask <= (column->sums != 0 ? room / n : room)) // no value can be beyond
        return n;
    const unsigned char *at = column->at;
    for (unsigned i = 0; i < n; i++, at += column->width) {
        uint64_t step = load(column, at);
        if (step > room) {
            *value = greatest - room + step; // as it is, but for what 64 bits can't hold
            return i;
        }
        room -= step & column->sums;
    }
    return n;
}

static bool check_numbers(const struct rh_trace *trace, const struct column *column, unsigned n,
                          struct rh_error *error) {
    uint64_t value, least = rh_trace_field_row(column->field)->least;
    uint64_t greatest = rh_format_greatest(trace, column->field);
    unsigned bad = find_bad(column, n, least, greatest, &value);
    if (bad == n)
        return true;
    return rh_error_set(
        error, "%s: request %" PRIu64 ": found %s %" PRIu64 ", expected a number from %" PRIu64 " to %" PRIu64,
        trace->file, trace->binary->given + bad + 1, rh_trace_field_row(column->field)->name, value, least, greatest);
}

/* Words of their lengths, one behind the other, of characters that native CSV can hold. */
static bool check_words(const struct rh_trace *trace, const struct column *column, unsigned n, uint64_t length,
                        struct rh_error *error) {
    const unsigned char *at = column->at;
    const char *name = rh_trace_field_row(column->field)->name;
    uint64_t sum = 0;
    for (unsigned i = 0; i < n; i++, at += column->width) {
        uint64_t one = load(column, at);
        if (one > RH_LINE_MOST)
            return rh_error_set(error, "%s: request %" PRIu64 ": found %s of %" PRIu64 " bytes, expected at most %d",
                                trace->file, trace->binary->given + i + 1, name, one, (int)RH_LINE_MOST);
        sum += one;
    }
    if (sum != length)
        return rh_error_set(error, "%s: block %" PRIu64 ": found %" PRIu64 " bytes of column %s, expected %" PRIu64,
                            trace->file, trace->binary->block, length, name, sum);
    for (uint64_t i = 0; i < length; i++)
        if ((unsigned char)column->text[i] <= ' ' || column->text[i] == ',')
            return rh_error_set(error, "%s: block %" PRIu64 ": found byte %u in column %s, expected words", trace->file,
                                trace->binary->block, (unsigned char)column->text[i], name);
    return true;
}

/* One column, of which *at is the first byte; moves it behind the column. */
static bool begin_column(struct rh_trace *trace, struct column *column, unsigned n, const unsigned char **at,
                         const unsigned char *behind, struct rh_error *error) {
    const unsigned char *head = *at;
    const char *name = rh_trace_field_row(column->field)->name;
    uint64_t block = trace->binary->block;
    bool words = column->store == STORE_WORD;
    if (behind - head < RH_BINARY_COLUMN)
        return rh_error_set(error, "%s: block %" PRIu64 ": found its end, expected column %s", trace->file, block,
                            name);
    unsigned coding = head[0], width = head[1];
    if (coding > RH_BINARY_WORDS || (coding == RH_BINARY_WORDS) != words || rh_binary_64(head) >> 16 != 0 ||
        (width & (width - 1)) != 0 || width > (coding == RH_BINARY_OFFSETS ? 8 : 4))
        return rh_error_set(
            error, "%s: block %" PRIu64 ": found coding %u of %u bytes for column %s, expected one of version %d",
            trace->file, block, coding, width, name, RH_BINARY_VERSION);
    uint64_t base = rh_binary_64(head + 8), length = words ? base : 0;
    size_t values = RH_BINARY_COLUMN + (size_t)n * width, left = (size_t)(behind - head);
    if (values > left || length > left - values)
        return rh_error_set(error, "%s: block %" PRIu64 ": found its end, expected more of column %s", trace->file,
                            block, name);
    column->at = head + RH_BINARY_COLUMN;
    column->width = (uint8_t)width;
    column->mask = width == 8 ? UINT64_MAX : (UINT64_C(1) << 8 * width) - 1;
    column->base = base;
    column->sums = coding == RH_BINARY_SUMS ? UINT64_MAX : 0;
    column->text = (const char *)head + values;
    *at = head + (values + length + 7) / 8 * 8; // the block's length is a multiple of 8, too
    return words ? check_words(trace, column, n, length, error) : check_numbers(trace, column, n, error);
}

/* Behind the last block: how many records there are, and where blocks begin. */
static bool read_end(struct rh_trace *trace, uint64_t at, struct rh_error *error) {
    struct rh_binary_reader *reader = trace->binary;
    const struct rh_binary_index *index = &reader->index;
    uint32_t length = rh_binary_32(reader->bytes + 4);
    uint64_t records = rh_binary_64(reader->bytes + 8);
    if (length != 16 * index->n)
        return rh_error_set(error, "%s: found an index of %" PRIu32 " bytes, expected %u", trace->file, length,
                            16 * index->n);
    if (!get(trace, RH_BINARY_BLOCK, length + 8, error) || !check_hash(trace, RH_BINARY_BLOCK + length, "index", error))
        return false;
    if (records != reader->records)
        return rh_error_set(error, "%s: found %" PRIu64 " requests, expected the %" PRIu64 " that its end tells",
                            trace->file, reader->records, records);
    const unsigned char *entry = reader->bytes + RH_BINARY_BLOCK;
    for (unsigned i = 0; i < index->n; i++, entry += 16)
        if (rh_binary_64(entry) != index->offset[i] || rh_binary_64(entry + 8) != index->record[i])
            return rh_error_set(error, "%s: found entry %u of the index wrong, expected block at byte %" PRIu64,
                                trace->file, i, index->offset[i]);
    if (!get(trace, 0, 16, error))
        return false;
    if (rh_binary_64(reader->bytes) != at || memcmp(reader->bytes + 8, RH_BINARY_END, 8) != 0)
        return rh_error_set(error, "%s: found another ending, expected that of a binary trace", trace->file);
    const char *fault;
    if (rh_line_reader_bytes(trace->lines, reader->bytes, 1, &fault) != 0)
        return rh_error_set(error, "%s: found more behind byte %" PRIu64 ", expected the end of the file", trace->file,
                            reader->offset);
    if (fault != NULL)
        return rh_error_set(error, "%s: found damaged or truncated data (%s), expected a whole file", trace->file,
                            fault);
    reader->ended = true;
    return records != 0 || rh_error_set(error, "%s: found no request, expected some", trace->file);
}

static bool read_block(struct rh_trace *trace, struct rh_error *error) {
    struct rh_binary_reader *reader = trace->binary;
    uint64_t offset = reader->offset;
    if (!get(trace, 0, RH_BINARY_BLOCK, error))
        return false;
    uint32_t n = rh_binary_32(reader->bytes), length = rh_binary_32(reader->bytes + 4);
    uint64_t first = rh_binary_64(reader->bytes + 8);
    if (n == 0)
        return read_end(trace, offset, error);
    reader->block++;
    if (n > RH_BINARY_RECORDS || length > RH_BINARY_BYTES || length % 8 != 0)
        return rh_error_set(error,
                            "%s: block %" PRIu64 ": found %" PRIu32 " requests in %" PRIu32
                            " bytes, expected at most %d in a multiple of 8 bytes up to %d",
                            trace->file, reader->block, n, length, RH_BINARY_RECORDS, RH_BINARY_BYTES);
    if (!get(trace, RH_BINARY_BLOCK, length + 8, error) || !check_hash(trace, RH_BINARY_BLOCK + length, "block", error))
        return false;
    if (first != reader->records)
        return rh_error_set(error, "%s: block %" PRIu64 ": found first request %" PRIu64 ", expected %" PRIu64,
                            trace->file, reader->block, first, reader->records);
    const unsigned char *at = reader->bytes + RH_BINARY_BLOCK, *behind = at + length;
    for (unsigned i = 0; i < reader->columns; i++)
        if (!begin_column(trace, &reader->column[reader->order[i]], n, &at, behind, error))
            return false;
    if (at != behind)
        return rh_error_set(error, "%s: block %" PRIu64 ": found %zu bytes behind its columns, expected none",
                            trace->file, reader->block, (size_t)(behind - at));
    rh_binary_index_add(&reader->index, offset, reader->records);
    reader->records += n;
    reader->left = n;
    return true;
}

/* The column's next value. */
static inline uint64_t take_value(struct column *column) {
    uint64_t step = load(column, column->at), value = column->base + step;
    column->at += column->width;
    column->base += step & column->sums;
    return value;
}

/* All fields of a record, one loop for each kind: nothing is decided for each field anew. */
static void fetch(struct rh_binary_reader *reader, struct rh_trace_record *record) {
    char *to = (char *)record;
    struct column *column = reader->column, *const *behind = reader->behind;
    for (; column < behind[STORE_4]; column++)
        *(uint32_t *)(void *)(to + column->offset) = (uint32_t)take_value(column);
    for (; column < behind[STORE_8]; column++)
        *(uint64_t *)(void *)(to + column->offset) = take_value(column);
    for (; column < behind[STORE_1]; column++)
        *(bool *)(void *)(to + column->offset) = take_value(column) != 0;
    for (; column < behind[STORE_WORD]; column++) {
        size_t length = (size_t)load(column, column->at);
        column->at += column->width;
        *(struct rh_trace_word *)(void *)(to + column->offset) = (struct rh_trace_word){column->text, length};
        column->text += length;
    }
}

int rh_binary_next(struct rh_trace *trace, struct rh_trace_record *record, struct rh_error *error) {
    struct rh_binary_reader *reader = trace->binary;
    if (reader->left == 0 && !reader->ended && !read_block(trace, error))
        return -1;
    if (reader->left == 0)
        return 0;
    reader->left--;
    record->line = ++reader->given;
    record->data.length = record->space.length = 0;
    fetch(reader, record);
    char expected[RH_FORMAT_DATA_TEXT];
    if (record->data.length == 0 || rh_format_data_good(trace->fields, record, expected))
        return 1;
    rh_trace_refuse(trace, record, RH_TRACE_DATA, expected, error);
    return -1;
}
