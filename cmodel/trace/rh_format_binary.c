// SPDX-License-Identifier: Apache-2.0
// The binary format's row in the registry; rh_binary_reader.c and rh_binary_writer.c do the work.
#include <inttypes.h>
#include <stdlib.h>

#include "cmodel/trace/rh_binary.h"
#include "cmodel/trace/rh_format.h"
#include "cmodel/trace/rh_line_window.h"
#include "rowhold/rh_hash.h"

/* Reads binary traces block by block. A block is looked through before its first record is given out, so that a record
 * costs no more than fetching it. */

enum { SLACK = 8 /* a value is loaded as eight bytes */ };
enum store { STORE_4, STORE_8, STORE_1, STORE_WORD, STORES };

struct column {
    const unsigned char *at;   /* next value */
    uint64_t mask, base, sums; /* of its bytes; sums: all ones where a value is added to the base */
    const char *text;          /* of words: the next one */
    uint16_t offset;           /* in the record */
    uint8_t width, store, field;
    bool is_signed; /* of an array: what was below 0 is beyond INT64_MAX */
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
    const struct rh_trace_array *array; /* in memory, in place of a file; NULL: a file */
};

static struct rh_binary_reader *reader_of(const struct rh_trace *trace) {
    return trace->bytes;
}

/* Exactly so many bytes behind those that are there. */
static bool get(struct rh_trace *trace, size_t at, size_t length, struct rh_error *error) {
    struct rh_binary_reader *reader = trace->bytes;
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
    struct rh_binary_reader *reader = trace->bytes;
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

static bool open(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error) {
    (void)first, (void)number;
    if (!rh_format_begins(trace, &rh_format_binary))
        return rh_error_set(error, "%s: found another beginning, expected that of a binary trace", trace->file);
    struct rh_binary_reader *reader = trace->bytes = calloc(1, sizeof *reader);
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

static void close_reader(void *bytes) {
    free(((struct rh_binary_reader *)bytes)->bytes);
    free(bytes);
}

/* Of the head and the blocks read so far. */
static uint64_t hash(const struct rh_trace *trace) {
    return reader_of(trace)->hash;
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
    if (column->is_signed && greatest > INT64_MAX)
        greatest = INT64_MAX;
    unsigned bad = find_bad(column, n, least, greatest, &value);
    if (bad == n)
        return true;
    bool below = column->is_signed && value > INT64_MAX;
    return rh_error_set(
        error, "%s: request %" PRIu64 ": found %s %s%" PRIu64 ", expected a number from %" PRIu64 " to %" PRIu64,
        trace->file, reader_of(trace)->given + bad + 1, rh_trace_field_row(column->field)->name, below ? "-" : "",
        below ? 0 - value : value, least, greatest);
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
                                trace->file, reader_of(trace)->given + i + 1, name, one, (int)RH_LINE_MOST);
        sum += one;
    }
    if (sum != length)
        return rh_error_set(error, "%s: block %" PRIu64 ": found %" PRIu64 " bytes of column %s, expected %" PRIu64,
                            trace->file, reader_of(trace)->block, length, name, sum);
    for (uint64_t i = 0; i < length; i++)
        if ((unsigned char)column->text[i] <= ' ' || column->text[i] == ',')
            return rh_error_set(error, "%s: block %" PRIu64 ": found byte %u in column %s, expected words", trace->file,
                                reader_of(trace)->block, (unsigned char)column->text[i], name);
    return true;
}

/* One column, of which *at is the first byte; moves it behind the column. */
static bool begin_column(struct rh_trace *trace, struct column *column, unsigned n, const unsigned char **at,
                         const unsigned char *behind, struct rh_error *error) {
    const unsigned char *head = *at;
    const char *name = rh_trace_field_row(column->field)->name;
    uint64_t block = reader_of(trace)->block;
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

/* Reads the part behind the last block: the number of records, and where the blocks begin. */
static bool read_end(struct rh_trace *trace, uint64_t at, struct rh_error *error) {
    struct rh_binary_reader *reader = trace->bytes;
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
    struct rh_binary_reader *reader = trace->bytes;
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

/* The next records of an array, as a block of columns that are eight bytes wide. */
static bool read_array(struct rh_trace *trace, struct rh_error *error) {
    struct rh_binary_reader *reader = trace->bytes;
    const struct rh_trace_array *array = reader->array;
    uint64_t left = array->records - reader->given;
    unsigned n = left < RH_BINARY_RECORDS ? (unsigned)left : RH_BINARY_RECORDS;
    reader->ended = left == n;
    for (unsigned i = 0; i < array->columns; i++) {
        struct column *column = &reader->column[reader->order[i]];
        uint64_t *values = (uint64_t *)(void *)reader->bytes + (size_t)i * RH_BINARY_RECORDS;
        rh_trace_column_take(&array->column[i], reader->given, n, values);
        reader->hash = rh_hash_words(reader->hash, values, n * sizeof *values);
        column->at = (const unsigned char *)values;
        if (!check_numbers(trace, column, n, error))
            return false;
    }
    reader->left = n;
    return true;
}

bool rh_binary_open_array(struct rh_trace *trace, const struct rh_trace_array *array, struct rh_error *error) {
    struct rh_binary_reader *reader = trace->bytes = calloc(1, sizeof *reader);
    if (reader != NULL)
        reader->bytes = malloc(array->columns * RH_BINARY_RECORDS * sizeof(uint64_t));
    if (reader == NULL || reader->bytes == NULL)
        return rh_error_set(error, "%s: found no memory, expected enough", trace->file);
    trace->columns = array->columns;
    for (unsigned i = 0; i < array->columns; i++) {
        trace->column[i] = (uint8_t)array->column[i].field;
        trace->fields |= 1U << array->column[i].field;
    }
    bool placed = (trace->fields & RH_TRACE_PLACE) == RH_TRACE_PLACE;
    bool addressed = (trace->fields & 1U << RH_TRACE_ADDRESS) != 0;
    if (placed == addressed || array->records == 0)
        return rh_error_set(error, "%s: found %s, expected %s", trace->file,
                            array->records == 0 ? "no request"
                            : placed            ? "addresses and places"
                                                : "neither addresses nor places",
                            array->records == 0 ? "some" : "address, or channel, bank, row and column");
    describe(reader, trace);
    for (unsigned i = 0; i < array->columns; i++) {
        struct column *column = &reader->column[reader->order[i]];
        column->width = 8;
        column->mask = UINT64_MAX;
        column->is_signed = array->column[i].is_signed;
    }
    reader->array = array;
    reader->hash = RH_HASH_START;
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

static int next(struct rh_trace *trace, struct rh_trace_record *record, struct rh_error *error) {
    struct rh_binary_reader *reader = trace->bytes;
    if (reader->left == 0 && !reader->ended && !(reader->array != NULL ? read_array : read_block)(trace, error))
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

/* Writes binary traces: collects a block of records by columns, and gives each column the shortest form. */

enum { MOST_WORDS = RH_BINARY_TEXT + RH_LINE_MOST };
_Static_assert(RH_TRACE_FIELDS *(RH_BINARY_COLUMN + RH_BINARY_RECORDS * 8) + 2 * (MOST_WORDS + 8) <= RH_BINARY_BYTES,
               "the columns of numbers and both of words fit a block");

struct written_column {
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
    struct written_column column[RH_TRACE_FIELDS];
};

static void put(struct rh_binary_writer *writer, const void *bytes, size_t length) {
    fwrite(bytes, 1, length, writer->to); // errors stay with the file
    writer->hash = rh_hash_words(writer->hash, bytes, length);
    writer->offset += length;
}

/* Writes the hash of everything that was put since the last hash. */
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

static void rh_binary_writer_free(struct rh_binary_writer *writer) {
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
        struct written_column *column = &writer->column[writer->columns++];
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
static size_t lay_out(unsigned char *out, const struct written_column *column, unsigned n) {
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
static size_t put_column(unsigned char *out, const struct written_column *column, unsigned n) {
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
        struct written_column *column = &writer->column[i];
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

const struct rh_trace_format rh_format_binary = {
    .name = "binary",
    .meaning = "the native fields in blocks of columns, hashed",
    .extension = ".rht",
    .holds = (1U << RH_TRACE_FIELDS) - 1,
    .needs = 1U << RH_TRACE_OP,
    .looks = rh_format_looks_never,
    .open = open,
    .magic = RH_BINARY_MAGIC,
    .next = next,
    .hash = hash,
    .close = close_reader,
    .blocks = true,
};
