// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_line_reader.h"

#include <errno.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>
#include <zlib.h>

#include "cmodel/files/rh_archive.h"
#include "cmodel/files/rh_console.h"
#include "cmodel/trace/rh_line_window.h"
#include "rowhold/rh_error.h"
#include "rowhold/rh_hash.h"

/* A gzip file as bytes: every byte before a fault is given out, and the checksums are verified. */

struct rh_gzip {
    z_stream stream;
    FILE *file;
    bool inside; /* a member has begun and not ended */
    unsigned char input[1 << 16];
};

/* NULL when the file can't be read, or without memory. */
static struct rh_gzip *gzip_open(const char *file) {
    struct rh_gzip *gzip = calloc(1, sizeof *gzip);
    if (gzip == NULL)
        return NULL;
    gzip->file = fopen(file, "rb");
    if (gzip->file != NULL && inflateInit2(&gzip->stream, 16 + MAX_WBITS) == Z_OK)
        return gzip;
    if (gzip->file != NULL)
        fclose(gzip->file);
    free(gzip);
    return NULL;
}

static void gzip_close(struct rh_gzip *gzip) {
    inflateEnd(&gzip->stream);
    fclose(gzip->file);
    free(gzip);
}

/* Up to `room` bytes; 0 at the end, or with *fault set to what is wrong with the data. */
static size_t gzip_read(struct rh_gzip *gzip, char *to, size_t room, const char **fault) {
    z_stream *z = &gzip->stream;
    z->next_out = (unsigned char *)to;
    z->avail_out = (unsigned)room;
    *fault = NULL;
    while (z->avail_out > 0) {
        if (z->avail_in == 0) {
            z->next_in = gzip->input;
            z->avail_in = (unsigned)fread(gzip->input, 1, sizeof gzip->input, gzip->file);
        }
        if (z->avail_in == 0) {
            *fault = gzip->inside ? "truncated gzip input" : NULL;
            break;
        }
        if (!gzip->inside) // members may follow one another
            inflateReset(z);
        gzip->inside = true;
        int status = inflate(z, Z_NO_FLUSH);
        if (status == Z_STREAM_END) {
            gzip->inside = false;
        } else if (status != Z_OK && status != Z_BUF_ERROR) {
            *fault = z->msg != NULL ? z->msg : "not gzip";
            break;
        }
    }
    size_t got = room - z->avail_out;
    if (got > 0) // the fault comes again with the next call
        *fault = NULL;
    return got;
}

/* The bytes of a file, plain or compressed: what rh_line_reader takes its lines from. */

enum { INPUT = 1 << 17 /* read from the file at once */ };

struct rh_block_reader {
    const struct rh_archive_calls *calls;
    struct archive *archive;
    struct rh_gzip *gzip; /* in its place for gzip files, whose checksum libarchive passes over */
    FILE *text;           /* and for files that are not compressed */
    char *file;
    const char *block; /* decompressed bytes that libarchive lends until its next call */
    size_t block_left;
    bool standard; /* it is standard input */
    bool ended;
    char failure[160];
};

static struct archive *new_archive(const struct rh_archive_calls *calls) {
    struct archive *archive = calls->archive_read_new();
    if (archive == NULL)
        return NULL;
    // By name: "all" would also start external programs for rare formats.
    calls->archive_read_support_filter_gzip(archive);
    calls->archive_read_support_filter_zstd(archive);
    calls->archive_read_support_filter_xz(archive);
    calls->archive_read_support_filter_lzma(archive);
    calls->archive_read_support_filter_bzip2(archive);
    calls->archive_read_support_filter_lz4(archive);
    calls->archive_read_support_format_raw(archive);
    calls->archive_read_support_format_empty(archive);
    return archive;
}

static void fail(struct rh_block_reader *reader, const char *text) {
    snprintf(reader->failure, sizeof reader->failure, "%s", text == NULL ? "unreadable data" : text);
    reader->ended = true;
}

enum form { ANY, GZIP, TEXT };

/* What the first bytes say. Those of every compression that libarchive reads, bzip2 aside, are not all printable. */
static enum form form_of(const unsigned char *first, size_t n) {
    if (n >= 2 && first[0] == 0x1f && first[1] == 0x8b)
        return GZIP;
    for (size_t i = 0; i < n; i++)
        if ((first[i] < ' ' || first[i] > '~') && first[i] != '\n' && first[i] != '\r' && first[i] != '\t')
            return ANY;
    return n < 3 || memcmp(first, "BZh", 3) == 0 ? ANY : TEXT;
}

/* NULL when it can be read. */
static const char *find_fault(const char *file, enum form *form) {
    struct stat status;
    unsigned char first[16];
    *form = ANY;
    if (stat(file, &status) != 0)
        return strerror(errno);
    if (S_ISDIR(status.st_mode))
        return "a folder";
    if (!S_ISREG(status.st_mode)) // a pipe can't be looked into twice
        return access(file, R_OK) != 0 ? strerror(errno) : NULL;
    FILE *start = fopen(file, "rb");
    if (start == NULL)
        return strerror(errno);
    *form = form_of(first, fread(first, 1, sizeof first, start));
    fclose(start);
    return NULL;
}

static bool open_source(struct rh_block_reader *reader, enum form form) {
    if (form == GZIP) {
        reader->gzip = gzip_open(reader->file);
        return reader->gzip != NULL;
    }
    if (form == TEXT) {
        reader->text = fopen(reader->file, "rb");
        return reader->text != NULL;
    }
    const struct rh_archive_calls *calls = reader->calls = rh_archive_calls();
    reader->archive = new_archive(calls);
    if (reader->archive == NULL)
        return false;
    // libarchive decompresses a first block here, so a short damaged file fails already now.
    struct archive_entry *entry;
    int status = reader->standard ? calls->archive_read_open_fd(reader->archive, STDIN_FILENO, INPUT)
                                  : calls->archive_read_open_filename(reader->archive, reader->file, INPUT);
    if (status == ARCHIVE_OK)
        status = calls->archive_read_next_header(reader->archive, &entry);
    if (status == ARCHIVE_EOF)
        reader->ended = true;
    else if (status != ARCHIVE_OK)
        fail(reader, calls->archive_error_string(reader->archive));
    return true;
}

/* NULL is harmless */
static void block_reader_close(struct rh_block_reader *reader) {
    if (reader == NULL)
        return;
    if (reader->gzip != NULL)
        gzip_close(reader->gzip);
    if (reader->text != NULL)
        fclose(reader->text);
    if (reader->archive != NULL)
        reader->calls->archive_read_free(reader->archive);
    free(reader->file);
    free(reader);
}

/* NULL with an error that names the file; `-` is standard input. */
static struct rh_block_reader *block_reader_open(const char *file, struct rh_error *error) {
    bool standard = strcmp(file, "-") == 0;
    enum form form = ANY;
    const char *fault = standard ? NULL : find_fault(file, &form);
    if (fault != NULL) {
        rh_error_set(error, "%s: found %s, expected a file that can be read", file, fault);
        return NULL;
    }
    if (form == ANY && rh_archive_calls() == NULL) {
        rh_error_set(error, "%s: found no %s, expected it installed (Debian package libarchive13)", file,
                     RH_ARCHIVE_FILE);
        return NULL;
    }
    struct rh_block_reader *reader = calloc(1, sizeof *reader);
    if (reader != NULL) {
        reader->standard = standard;
        reader->file = strdup(standard ? "standard input" : file);
        if (reader->file != NULL && open_source(reader, form))
            return reader;
    }
    block_reader_close(reader);
    rh_error_set(error, "%s: found no memory, expected enough", file);
    return NULL;
}

static size_t read_gzip(struct rh_block_reader *reader, char *to, size_t room) {
    const char *fault;
    size_t n = gzip_read(reader->gzip, to, room, &fault);
    if (fault != NULL)
        fail(reader, fault);
    else if (n == 0)
        reader->ended = true;
    return n;
}

static size_t read_text(struct rh_block_reader *reader, char *to, size_t room) {
    size_t n = fread(to, 1, room, reader->text);
    if (n < room && ferror(reader->text))
        fail(reader, strerror(errno));
    else if (n == 0)
        reader->ended = true;
    return n;
}

/* Some bytes, or none at the end. */
static size_t read_archive(struct rh_block_reader *reader, char *to, size_t room) {
    while (reader->block_left == 0) {
        const void *block;
        int64_t offset;
        int status = reader->calls->archive_read_data_block(reader->archive, &block, &reader->block_left, &offset);
        reader->block = block;
        if (status == ARCHIVE_EOF)
            reader->ended = true;
        else if (status != ARCHIVE_OK)
            fail(reader, reader->calls->archive_error_string(reader->archive));
        if (reader->ended) {
            reader->block_left = 0;
            return 0;
        }
    }
    size_t n = reader->block_left < room ? reader->block_left : room;
    memcpy(to, reader->block, n);
    reader->block += n;
    reader->block_left -= n;
    return n;
}

/* Up to `room` bytes, fewer only at the end of the file or before damage. */
static size_t block_reader_read(struct rh_block_reader *reader, char *to, size_t room) {
    size_t got = 0;
    if (rh_console_stopped())
        fail(reader, "an interrupt");
    while (!reader->ended && got < room)
        got += reader->gzip != NULL   ? read_gzip(reader, to + got, room - got)
               : reader->text != NULL ? read_text(reader, to + got, room - got)
                                      : read_archive(reader, to + got, room - got);
    return got;
}

/* Nothing follows. */
static bool block_reader_ended(const struct rh_block_reader *reader) {
    return reader->ended;
}

/* Why it ended; NULL: with the end of the file. */
static const char *block_reader_failure(const struct rh_block_reader *reader) {
    return reader->failure[0] != '\0' ? reader->failure : NULL;
}

/* Name as given at open, "standard input" for `-`. */
static const char *block_reader_file(const struct rh_block_reader *reader) {
    return reader->file;
}

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
    struct rh_block_reader *blocks = block_reader_open(file, error);
    if (blocks == NULL)
        return NULL;
    struct rh_line_reader *reader = malloc(sizeof *reader);
    if (reader == NULL) {
        block_reader_close(blocks);
        rh_error_set(error, "%s: found no memory, expected enough", file);
        return NULL;
    }
    memset(reader, 0, offsetof(struct rh_line_reader, buffer));
    memset(reader->buffer + BUFFER, 0, RH_LINE_SLACK);
    reader->window = (struct rh_line_window){reader->buffer, reader->buffer, 0, RH_HASH_START};
    reader->filled = reader->buffer;
    reader->blocks = blocks;
    reader->file = block_reader_file(blocks);
    return reader;
}

void rh_line_reader_close(struct rh_line_reader *reader) {
    if (reader == NULL)
        return;
    block_reader_close(reader->blocks);
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
    reader->filled += block_reader_read(reader->blocks, reader->filled, BUFFER - left);
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
    if (window->at == window->end && !block_reader_ended(reader->blocks))
        fill(reader);
    if (window->at != window->end) {
        const char *end = memchr(window->at, '\n', (size_t)(window->end - window->at));
        size_t length = (size_t)(end - window->at);
        return deliver(reader, length, length + 1, line, error);
    }
    size_t left = unread(reader);
    unsigned long long number = window->lines + 1;
    if (!block_reader_ended(reader->blocks)) { // the buffer is full
        rh_error_set(error, "%s:%llu: found a line of over %zu bytes, expected at most %d", reader->file, number, left,
                     (int)RH_LINE_MOST);
        return -1;
    }
    const char *failure = block_reader_failure(reader->blocks);
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
        got += block_reader_read(reader->blocks, (char *)to + got, size - got);
    *fault = got < size ? block_reader_failure(reader->blocks) : NULL;
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
