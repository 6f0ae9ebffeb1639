// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_line_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdbool.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmodel/trace/rh_gzip.h"
#include "rowhold/rh_hash.h"

enum { BUFFER = 4 * RH_LINE_MOST };

struct rh_line_reader {
    struct archive *archive;
    struct rh_gzip *gzip; /* in its place for gzip files, whose checksum libarchive passes over */
    char *file;
    const char *block; /* decompressed bytes that libarchive lends until its next call */
    size_t block_left;
    size_t at, filled; /* unread bytes: buffer[at .. filled) */
    uint64_t lines;    /* delivered */
    uint64_t hash;     /* of them */
    bool standard;     /* it is standard input */
    bool begun;        /* the buffer was filled */
    bool ended;        /* nothing follows the buffer */
    char failure[160]; /* why it ended, if not by the end of the file */
    char buffer[BUFFER + 1];
};

static struct archive *new_archive(void) {
    struct archive *archive = archive_read_new();
    if (archive == NULL)
        return NULL;
    // By name: "all" would also start external programs for rare formats.
    archive_read_support_filter_gzip(archive);
    archive_read_support_filter_zstd(archive);
    archive_read_support_filter_xz(archive);
    archive_read_support_filter_lzma(archive);
    archive_read_support_filter_bzip2(archive);
    archive_read_support_filter_lz4(archive);
    archive_read_support_format_raw(archive);
    archive_read_support_format_empty(archive);
    return archive;
}

static void fail(struct rh_line_reader *reader, const char *text) {
    snprintf(reader->failure, sizeof reader->failure, "%s", text == NULL ? "unreadable data" : text);
    reader->ended = true;
}

/* NULL when it can be read. */
static const char *find_fault(const char *file, bool *gzip) {
    struct stat status;
    unsigned char magic[2] = {0, 0};
    *gzip = false;
    if (stat(file, &status) != 0)
        return strerror(errno);
    if (S_ISDIR(status.st_mode))
        return "a folder";
    if (!S_ISREG(status.st_mode)) // a pipe can't be looked into twice
        return access(file, R_OK) != 0 ? strerror(errno) : NULL;
    FILE *start = fopen(file, "rb");
    if (start == NULL)
        return strerror(errno);
    *gzip = fread(magic, 1, 2, start) == 2 && magic[0] == 0x1f && magic[1] == 0x8b;
    fclose(start);
    return NULL;
}

static bool open_source(struct rh_line_reader *reader, bool gzip) {
    if (gzip) {
        reader->gzip = rh_gzip_open(reader->file);
        return reader->gzip != NULL;
    }
    reader->archive = new_archive();
    if (reader->archive == NULL)
        return false;
    // libarchive decompresses a first block here, so a short damaged file fails already now.
    struct archive_entry *entry;
    int status = reader->standard ? archive_read_open_fd(reader->archive, STDIN_FILENO, 1 << 16)
                                  : archive_read_open_filename(reader->archive, reader->file, 1 << 16);
    if (status == ARCHIVE_OK)
        status = archive_read_next_header(reader->archive, &entry);
    if (status == ARCHIVE_EOF)
        reader->ended = true;
    else if (status != ARCHIVE_OK)
        fail(reader, archive_error_string(reader->archive));
    return true;
}

struct rh_line_reader *rh_line_reader_open(const char *file, struct rh_error *error) {
    bool gzip = false, standard = strcmp(file, "-") == 0;
    const char *fault = standard ? NULL : find_fault(file, &gzip);
    if (fault != NULL) {
        rh_error_set(error, "%s: found %s, expected a file that can be read", file, fault);
        return NULL;
    }
    struct rh_line_reader *reader = malloc(sizeof *reader);
    if (reader != NULL) {
        memset(reader, 0, offsetof(struct rh_line_reader, buffer));
        reader->hash = RH_HASH_START;
        reader->standard = standard;
        reader->file = strdup(standard ? "standard input" : file);
        if (reader->file != NULL && open_source(reader, gzip))
            return reader;
    }
    rh_line_reader_close(reader);
    rh_error_set(error, "%s: found no memory, expected enough", file);
    return NULL;
}

void rh_line_reader_close(struct rh_line_reader *reader) {
    if (reader == NULL)
        return;
    if (reader->gzip != NULL)
        rh_gzip_close(reader->gzip);
    if (reader->archive != NULL)
        archive_read_free(reader->archive);
    free(reader->file);
    free(reader);
}

const char *rh_line_reader_file(const struct rh_line_reader *reader) {
    return reader->file;
}

uint64_t rh_line_reader_hash(const struct rh_line_reader *reader) {
    return reader->hash;
}

static void fill_from_gzip(struct rh_line_reader *reader) {
    const char *fault;
    size_t n = rh_gzip_read(reader->gzip, reader->buffer + reader->filled, BUFFER - reader->filled, &fault);
    reader->filled += n;
    if (fault != NULL)
        fail(reader, fault);
    else if (n == 0)
        reader->ended = true;
}

/* A byte order mark is no part of the first line. */
static void begin(struct rh_line_reader *reader) {
    static const char mark[] = "\xef\xbb\xbf";
    size_t length = sizeof mark - 1;
    if (!reader->begun && reader->filled >= length && memcmp(reader->buffer, mark, length) == 0)
        reader->at = length;
    reader->begun = true;
}

/* Move the unread bytes to the front and append what fits. */
static void fill(struct rh_line_reader *reader) {
    memmove(reader->buffer, reader->buffer + reader->at, reader->filled - reader->at);
    reader->filled -= reader->at;
    reader->at = 0;
    while (!reader->ended && reader->filled < BUFFER) {
        if (reader->gzip != NULL) {
            fill_from_gzip(reader);
            continue;
        }
        if (reader->block_left == 0) {
            const void *block;
            int64_t offset;
            int status = archive_read_data_block(reader->archive, &block, &reader->block_left, &offset);
            reader->block = block;
            if (status == ARCHIVE_EOF)
                reader->ended = true;
            else if (status != ARCHIVE_OK)
                fail(reader, archive_error_string(reader->archive));
            if (reader->ended)
                break;
        }
        size_t room = BUFFER - reader->filled;
        size_t n = reader->block_left < room ? reader->block_left : room;
        memcpy(reader->buffer + reader->filled, reader->block, n);
        reader->filled += n;
        reader->block += n;
        reader->block_left -= n;
    }
    begin(reader);
}

static int deliver(struct rh_line_reader *reader, size_t length, size_t consumed, struct rh_line *line,
                   struct rh_error *error) {
    line->text = reader->buffer + reader->at;
    line->number = ++reader->lines;
    reader->at += consumed;
    if (length > 0 && line->text[length - 1] == '\r')
        length--;
    line->length = length;
    reader->hash = rh_hash(rh_hash(reader->hash, line->text, length), "\n", 1);
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
    char *end = memchr(reader->buffer + reader->at, '\n', reader->filled - reader->at);
    if (end == NULL && !reader->ended) {
        fill(reader);
        end = memchr(reader->buffer, '\n', reader->filled);
    }
    if (end != NULL) {
        size_t length = (size_t)(end - reader->buffer) - reader->at;
        return deliver(reader, length, length + 1, line, error);
    }
    size_t left = reader->filled - reader->at;
    if (!reader->ended) { // the buffer is full
        rh_error_set(error, "%s:%llu: found a line of over %zu bytes, expected at most %d", reader->file,
                     (unsigned long long)reader->lines + 1, left, (int)RH_LINE_MOST);
        return -1;
    }
    if (reader->failure[0] != '\0') {
        rh_error_set(error, "%s:%llu: found damaged or truncated data (%s), expected a whole file", reader->file,
                     (unsigned long long)reader->lines + 1, reader->failure);
        return -1;
    }
    if (left == 0)
        return 0;
    return deliver(reader, left, left, line, error);
}

void rh_line_reader_peek(struct rh_line_reader *reader, char *text, size_t size, uint64_t *number) {
    if (reader->filled - reader->at < RH_LINE_MOST)
        fill(reader);
    const char *at = reader->buffer + reader->at, *last = reader->buffer + reader->filled;
    *number = reader->lines;
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
