// SPDX-License-Identifier: Apache-2.0
#include "cmodel/files/rh_output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmodel/files/rh_archive.h"
#include "cmodel/files/rh_console_streams.h"

/* Compressed output: a file name's ending is believed. */

static const struct {
    const char *ending, *filter;
} filters[] = {{".gz", "gzip"}, {".zst", "zstd"}, {".xz", "xz"}, {".bz2", "bzip2"}, {".lz4", "lz4"}};
enum { FILTERS = sizeof filters / sizeof filters[0] };

static bool ends_in(const char *path, const char *ending) {
    size_t length = strlen(path), n = strlen(ending);
    return length > n && strcasecmp(path + length - n, ending) == 0;
}

static unsigned find(const char *path) {
    unsigned i = 0;
    while (i < FILTERS && !ends_in(path, filters[i].ending))
        i++;
    return i;
}

/* Does the ending of `path` ask for compression (.gz, .zst, .xz, .bz2, .lz4)? */
static bool pack_wanted(const char *path) {
    return find(path) < FILTERS;
}

#define SINGLE "one of a single file (.gz, .zst, .xz, .bz2, .lz4 compress)"
#define PACKED ".gz, .zst, .xz, .bz2 or .lz4, which compress"
#define WAVE   "another: waves are written by --wave alone"

/* An ending that says what the file can't be (an archive, an unknown compression, a wave), and what was expected
 * instead; NULL: none. */
static const char *pack_refused(const char *path, const char **expected) {
    static const struct {
        const char *ending, *expected;
    } rows[] = {{".zip", SINGLE},    {".tar", SINGLE},     {".tar.gz", SINGLE},  {".tar.zst", SINGLE},
                {".tar.xz", SINGLE}, {".tar.bz2", SINGLE}, {".tar.lz4", SINGLE}, {".tgz", SINGLE},
                {".txz", SINGLE},    {".tbz2", SINGLE},    {".7z", SINGLE},      {".rar", SINGLE},
                {".lzma", PACKED},   {".Z", PACKED},       {".lz", PACKED},      {".br", PACKED},
                {".vcd", WAVE},      {".fst", WAVE}};
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (ends_in(path, rows[i].ending)) {
            *expected = rows[i].expected;
            return rows[i].ending;
        }
    return NULL;
}

struct pack {
    const struct rh_archive_calls *calls;
    struct archive *archive;
    int descriptor;
};

/* libarchive's errno, or this one where it says none. */
static int reason_of(const struct rh_archive_calls *calls, struct archive *archive, int other) {
    int reason = calls->archive_errno(archive);
    return reason > 0 ? reason : other;
}

static ssize_t pack_write(void *cookie, const char *bytes, size_t count) {
    struct pack *pack = cookie;
    la_ssize_t written = pack->calls->archive_write_data(pack->archive, bytes, count);
    if (written >= 0)
        return written;
    errno = reason_of(pack->calls, pack->archive, EIO);
    return 0; /* what fopencookie takes for an error */
}

static int pack_close(void *cookie) {
    struct pack *pack = cookie;
    int code = pack->calls->archive_write_close(pack->archive) == ARCHIVE_OK ? 0 : EOF;
    int reason = code == 0 ? 0 : reason_of(pack->calls, pack->archive, EIO);
    pack->calls->archive_write_free(pack->archive);
    if (close(pack->descriptor) != 0 && code == 0) {
        code = EOF;
        reason = errno;
    }
    free(pack);
    errno = reason;
    return code;
}

static bool start(const struct rh_archive_calls *calls, struct archive *archive, int descriptor, unsigned filter) {
    struct archive_entry *entry = calls->archive_entry_new();
    if (entry == NULL)
        return false;
    calls->archive_entry_set_filetype(entry, AE_IFREG);
    bool good = calls->archive_write_add_filter_by_name(archive, filters[filter].filter) == ARCHIVE_OK &&
                calls->archive_write_set_format_raw(archive) == ARCHIVE_OK;
    if (good && strcmp(filters[filter].filter, "gzip") == 0) /* no time of day in the file */
        good = calls->archive_write_set_filter_option(archive, "gzip", "timestamp", NULL) == ARCHIVE_OK;
    good = good && calls->archive_write_open_fd(archive, descriptor) == ARCHIVE_OK &&
           calls->archive_write_header(archive, entry) == ARCHIVE_OK;
    calls->archive_entry_free(entry);
    return good;
}

/* A stream that compresses what is written into `descriptor` as the ending of `path` says. The same bytes give the
 * same file. Closing it closes the descriptor. NULL: errno says why, and the descriptor is open still. */
static FILE *pack_open(int descriptor, const char *path) {
    static const cookie_io_functions_t functions = {.write = pack_write, .close = pack_close};
    const struct rh_archive_calls *calls = rh_archive_calls();
    struct pack *pack = calloc(1, sizeof *pack);
    struct archive *archive = calls != NULL ? calls->archive_write_new() : NULL;
    if (pack != NULL && archive != NULL && start(calls, archive, descriptor, find(path))) {
        *pack = (struct pack){calls, archive, descriptor};
        FILE *file = fopencookie(pack, "w", functions);
        if (file != NULL)
            return file;
    }
    int reason = archive != NULL ? reason_of(calls, archive, ENOTSUP) : calls != NULL ? ENOMEM : ELIBACC;
    if (archive != NULL)
        calls->archive_write_free(archive);
    free(pack);
    errno = reason;
    return NULL;
}

static void forget(struct rh_output *output) {
    rh_temporary_drop(&output->temporary);
    free(output->path);
    memset(output, 0, sizeof *output);
}

static bool refuse(struct rh_output *output, const char *path, const char *reason, struct rh_error *error) {
    rh_error_set(error, "%s: found %s, expected a file that can be written", path, reason);
    forget(output);
    return false;
}

bool rh_output_open(struct rh_output *output, const char *path, struct rh_error *error) {
    memset(output, 0, sizeof *output);
    if (rh_output_is_stdout(path)) {
        output->file = stdout;
        output->path = strdup("standard output");
        return output->path != NULL || rh_error_set(error, "%s: found no memory, expected enough", path);
    }
    struct stat status;
    if (path[0] == '\0')
        return rh_error_set(error, "output: found an empty file name, expected a name");
    bool exists = stat(path, &status) == 0;
    const char *expected, *ending = pack_refused(path, &expected);
    if (ending != NULL)
        return rh_error_set(error, "%s: found the ending %s, expected %s", path, ending, expected);
    if (exists && S_ISDIR(status.st_mode))
        return rh_error_set(error, "%s: found a folder, expected a file that can be written", path);
    output->path = strdup(path);
    if (output->path == NULL)
        return rh_error_set(error, "%s: found no memory, expected enough", path);
    // A device or pipe can't be replaced by a rename: it is written in place.
    if (exists && !S_ISREG(status.st_mode)) {
        output->file = fopen(path, "w");
    } else {
        if (!rh_temporary_open(&output->temporary, path, error)) {
            forget(output);
            return false;
        }
        int descriptor = open(output->temporary.name, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        output->file = descriptor < 0      ? NULL
                       : pack_wanted(path) ? pack_open(descriptor, path)
                                           : fdopen(descriptor, "w");
        if (output->file == NULL && descriptor >= 0)
            close(descriptor);
    }
    return output->file != NULL || refuse(output, path, strerror(errno), error);
}

bool rh_output_commit(struct rh_output *output, struct rh_error *error) {
    bool good = fflush(output->file) == 0 && !ferror(output->file);
    int reason = errno;
    if (output->file != stdout && fclose(output->file) != 0 && good) {
        good = false;
        reason = errno;
    }
    output->file = NULL;
    if (good && output->temporary.path != NULL && !rh_temporary_commit(&output->temporary)) {
        good = false;
        reason = errno;
    }
    if (!good)
        return refuse(output, output->path, strerror(reason), error);
    forget(output);
    return true;
}

void rh_output_drop(struct rh_output *output) {
    if (output->file != NULL && output->file != stdout)
        fclose(output->file);
    forget(output);
}

bool rh_output_is_stdout(const char *path) {
    return path != NULL && strcmp(path, "-") == 0;
}
