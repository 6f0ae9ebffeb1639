// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_line_reader.h"

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/trace/rh_block_reader.h"
#include "cmodel/trace/rh_line_window.h"
#include "rowhold/rh_hash.h"

enum { BUFFER = 4 * RH_LINE_MOST };

struct rh_line_reader {
    struct rh_line_window window; /* buffer .. at: delivered; at .. end: whole lines; end .. filled: part of one */
    struct rh_block_reader *blocks;
    const char *file;
    char *filled;
    bool begun; /* the buffer was filled */
    char buffer[BUFFER + RH_LINE_SLACK];
};

struct rh_line_reader *rh_line_reader_open(const char *file, struct rh_error *error) {
    struct rh_block_reader *blocks = rh_block_reader_open(file, error);
    if (blocks == NULL)
        return NULL;
    struct rh_line_reader *reader = malloc(sizeof *reader);
    if (reader == NULL) {
        rh_block_reader_close(blocks);
        rh_error_set(error, "%s: found no memory, expected enough", file);
        return NULL;
    }
    memset(reader, 0, offsetof(struct rh_line_reader, buffer));
    memset(reader->buffer + BUFFER, 0, RH_LINE_SLACK);
    reader->window = (struct rh_line_window){reader->buffer, reader->buffer, 0, RH_HASH_START};
    reader->filled = reader->buffer;
    reader->blocks = blocks;
    reader->file = rh_block_reader_file(blocks);
    return reader;
}

void rh_line_reader_close(struct rh_line_reader *reader) {
    if (reader == NULL)
        return;
    rh_block_reader_close(reader->blocks);
    free(reader);
}

const char *rh_line_reader_file(const struct rh_line_reader *reader) {
    return reader->file;
}

uint64_t rh_line_reader_hash(const struct rh_line_reader *reader) {
    return reader->window.hash;
}

struct rh_line_window *rh_line_reader_window(struct rh_line_reader *reader) {
    return &reader->window;
}

/* A byte order mark is no part of the first line. */
static void begin(struct rh_line_reader *reader) {
    static const char mark[] = "\xef\xbb\xbf";
    size_t length = sizeof mark - 1;
    if (!reader->begun && (size_t)(reader->filled - reader->window.at) >= length &&
        memcmp(reader->window.at, mark, length) == 0)
        reader->window.at += length;
    reader->begun = true;
}

static size_t unread(const struct rh_line_reader *reader) {
    return (size_t)(reader->filled - reader->window.at);
}

/* Move the unread bytes to the front and append what fits. */
static void fill(struct rh_line_reader *reader) {
    size_t left = unread(reader);
    memmove(reader->buffer, reader->window.at, left);
    reader->window.at = reader->buffer;
    reader->filled = reader->buffer + left;
    reader->filled += rh_block_reader_read(reader->blocks, reader->filled, BUFFER - left);
    begin(reader);
    const char *last = memrchr(reader->window.at, '\n', unread(reader));
    reader->window.end = reader->window.at + (last == NULL ? 0 : last - reader->window.at + 1);
}

static int deliver(struct rh_line_reader *reader, size_t length, size_t consumed, struct rh_line *line,
                   struct rh_error *error) {
    struct rh_line_window *window = &reader->window;
    line->text = window->at;
    line->number = ++window->lines;
    window->at += consumed;
    if (window->end < window->at) // a last line without a line break
        window->end = window->at;
    if (length > 0 && line->text[length - 1] == '\r')
        length--;
    line->length = length;
    window->hash = rh_hash(rh_hash(window->hash, line->text, length), "\n", 1);
    line->text[length] = '\0';
    unsigned long long number = line->number;
    const char *nul = memchr(line->text, '\0', length);
    if (nul != NULL) {
        rh_error_set(error, "%s:%llu:%zu: found a NUL byte, expected text", reader->file, number,
                     (size_t)(nul - line->text) + 1);
        return -1;
    }
    if (length > RH_LINE_MOST) {
        rh_error_set(error, "%s:%llu: found a line of %zu bytes, expected at most %d", reader->file, number, length,
                     (int)RH_LINE_MOST);
        return -1;
    }
    return 1;
}

int rh_line_reader_next(struct rh_line_reader *reader, struct rh_line *line, struct rh_error *error) {
    struct rh_line_window *window = &reader->window;
    if (window->at == window->end && !rh_block_reader_ended(reader->blocks))
        fill(reader);
    if (window->at != window->end) {
        const char *end = memchr(window->at, '\n', (size_t)(window->end - window->at));
        size_t length = (size_t)(end - window->at);
        return deliver(reader, length, length + 1, line, error);
    }
    size_t left = unread(reader);
    unsigned long long number = window->lines + 1;
    if (!rh_block_reader_ended(reader->blocks)) { // the buffer is full
        rh_error_set(error, "%s:%llu: found a line of over %zu bytes, expected at most %d", reader->file, number, left,
                     (int)RH_LINE_MOST);
        return -1;
    }
    const char *failure = rh_block_reader_failure(reader->blocks);
    if (failure != NULL) {
        rh_error_set(error, "%s:%llu: found damaged or truncated data (%s), expected a whole file", reader->file,
                     number, failure);
        return -1;
    }
    if (left == 0)
        return 0;
    return deliver(reader, left, left, line, error);
}

size_t rh_line_reader_bytes(struct rh_line_reader *reader, void *to, size_t size, const char **fault) {
    size_t got = unread(reader) < size ? unread(reader) : size;
    memcpy(to, reader->window.at, got);
    reader->window.at += got;
    if (reader->window.end < reader->window.at)
        reader->window.end = reader->window.at;
    if (got < size)
        got += rh_block_reader_read(reader->blocks, (char *)to + got, size - got);
    *fault = got < size ? rh_block_reader_failure(reader->blocks) : NULL;
    return got;
}

bool rh_line_reader_begins(struct rh_line_reader *reader, const char *bytes, size_t size) {
    if (unread(reader) < size)
        fill(reader);
    return unread(reader) >= size && memcmp(reader->window.at, bytes, size) == 0;
}

void rh_line_reader_peek(struct rh_line_reader *reader, char *text, size_t size, uint64_t *number) {
    if (unread(reader) < RH_LINE_MOST)
        fill(reader);
    const char *at = reader->window.at, *last = reader->filled;
    *number = reader->window.lines;
    text[0] = '\0';
    while (at < last) {
        const char *end = memchr(at, '\n', (size_t)(last - at));
        if (end == NULL)
            end = last;
        ++*number;
        const char *first = at;
        while (first < end && (*first == ' ' || *first == '\t' || *first == '\r'))
            first++;
        if (first < end && *first != '#') {
            size_t length = (size_t)(end - at);
            if (length > 0 && at[length - 1] == '\r')
                length--;
            length = length < size ? length : size - 1;
            memcpy(text, at, length);
            text[length] = '\0';
            return;
        }
        at = end + 1;
    }
    *number = 0;
}
