// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_block_reader.h"

#include <archive.h>
#include <archive_entry.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmodel/trace/rh_gzip.h"

enum { INPUT = 1 << 17 /* read from the file at once */ };

struct rh_block_reader {
    struct archive *archive;
    struct rh_gzip *gzip; /* in its place for gzip files, whose checksum libarchive passes over */
    char *file;
    const char *block; /* decompressed bytes that libarchive lends until its next call */
    size_t block_left;
    bool standard; /* it is standard input */
    bool ended;
    char failure[160];
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

static void fail(struct rh_block_reader *reader, const char *text) {
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

static bool open_source(struct rh_block_reader *reader, bool gzip) {
    if (gzip) {
        reader->gzip = rh_gzip_open(reader->file);
        return reader->gzip != NULL;
    }
    reader->archive = new_archive();
    if (reader->archive == NULL)
        return false;
    // libarchive decompresses a first block here, so a short damaged file fails already now.
    struct archive_entry *entry;
    int status = reader->standard ? archive_read_open_fd(reader->archive, STDIN_FILENO, INPUT)
                                  : archive_read_open_filename(reader->archive, reader->file, INPUT);
    if (status == ARCHIVE_OK)
        status = archive_read_next_header(reader->archive, &entry);
    if (status == ARCHIVE_EOF)
        reader->ended = true;
    else if (status != ARCHIVE_OK)
        fail(reader, archive_error_string(reader->archive));
    return true;
}

struct rh_block_reader *rh_block_reader_open(const char *file, struct rh_error *error) {
    bool gzip = false, standard = strcmp(file, "-") == 0;
    const char *fault = standard ? NULL : find_fault(file, &gzip);
    if (fault != NULL) {
        rh_error_set(error, "%s: found %s, expected a file that can be read", file, fault);
        return NULL;
    }
    struct rh_block_reader *reader = calloc(1, sizeof *reader);
    if (reader != NULL) {
        reader->standard = standard;
        reader->file = strdup(standard ? "standard input" : file);
        if (reader->file != NULL && open_source(reader, gzip))
            return reader;
    }
    rh_block_reader_close(reader);
    rh_error_set(error, "%s: found no memory, expected enough", file);
    return NULL;
}

void rh_block_reader_close(struct rh_block_reader *reader) {
    if (reader == NULL)
        return;
    if (reader->gzip != NULL)
        rh_gzip_close(reader->gzip);
    if (reader->archive != NULL)
        archive_read_free(reader->archive);
    free(reader->file);
    free(reader);
}

static size_t read_gzip(struct rh_block_reader *reader, char *to, size_t room) {
    const char *fault;
    size_t n = rh_gzip_read(reader->gzip, to, room, &fault);
    if (fault != NULL)
        fail(reader, fault);
    else if (n == 0)
        reader->ended = true;
    return n;
}

/* Some bytes, or none at the end. */
static size_t read_archive(struct rh_block_reader *reader, char *to, size_t room) {
    while (reader->block_left == 0) {
        const void *block;
        int64_t offset;
        int status = archive_read_data_block(reader->archive, &block, &reader->block_left, &offset);
        reader->block = block;
        if (status == ARCHIVE_EOF)
            reader->ended = true;
        else if (status != ARCHIVE_OK)
            fail(reader, archive_error_string(reader->archive));
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

size_t rh_block_reader_read(struct rh_block_reader *reader, char *to, size_t room) {
    size_t got = 0;
    while (!reader->ended && got < room)
        got +=
            reader->gzip != NULL ? read_gzip(reader, to + got, room - got) : read_archive(reader, to + got, room - got);
    return got;
}

bool rh_block_reader_ended(const struct rh_block_reader *reader) {
    return reader->ended;
}

const char *rh_block_reader_failure(const struct rh_block_reader *reader) {
    return reader->failure[0] != '\0' ? reader->failure : NULL;
}

const char *rh_block_reader_file(const struct rh_block_reader *reader) {
    return reader->file;
}
