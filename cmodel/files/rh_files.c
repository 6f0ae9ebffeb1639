// SPDX-License-Identifier: Apache-2.0
#include "cmodel/files/rh_files.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmodel/files/rh_console.h"
#include "cmodel/files/rh_output.h"
#include "rowhold/rh_hash.h"

/* Where a file that does not exist yet would lie: its folder without links and dots, and its name. */
struct place {
    char *folder;
    const char *name;
};

static struct place place_of(char *path) {
    char *slash = strrchr(path, '/');
    struct place place = {NULL, slash == NULL ? path : slash + 1};
    if (slash == NULL) {
        place.folder = realpath(".", NULL);
    } else {
        *slash = '\0';
        place.folder = realpath(path[0] == '\0' ? "/" : path, NULL);
    }
    return place;
}

static bool same_place(const char *a, const char *b) {
    char *path[2] = {rh_temporary_target(a), rh_temporary_target(b)};
    bool same = false;
    if (path[0] != NULL && path[1] != NULL) {
        struct place first = place_of(path[0]), second = place_of(path[1]);
        same = first.folder != NULL && second.folder != NULL && strcmp(first.folder, second.folder) == 0 &&
               strcmp(first.name, second.name) == 0;
        free(first.folder);
        free(second.folder);
    }
    free(path[0]);
    free(path[1]);
    return same;
}

static bool look(const struct rh_file_use *file, struct stat *status) {
    if (rh_output_is_stdout(file->path)) /* of an input, "-" is standard input */
        return (!file->output || rh_console() == NULL) &&
               fstat(file->output ? STDOUT_FILENO : STDIN_FILENO, status) == 0;
    return stat(file->path, status) == 0;
}

static bool same(const struct rh_file_use *a, const struct rh_file_use *b) {
    struct stat first, second;
    if (a->output && b->output && rh_output_is_stdout(a->path) && rh_output_is_stdout(b->path))
        return true;
    bool found_first = look(a, &first), found_second = look(b, &second);
    if (found_first && found_second)
        return first.st_dev == second.st_dev && first.st_ino == second.st_ino && !S_ISCHR(first.st_mode);
    return !found_first && !found_second && same_place(a->path, b->path);
}

bool rh_files_apart(const struct rh_file_use *files, size_t count, struct rh_error *error) {
    for (size_t i = 0; i < count; i++)
        for (size_t k = 0; k < count; k++) {
            if (!files[i].output || files[i].path == NULL || files[k].path == NULL || k == i ||
                (files[k].output && k > i) || !same(&files[i], &files[k]))
                continue;
            return rh_error_set(error, "%s: found %s %s, expected a file of its own", files[i].option,
                                rh_output_is_stdout(files[i].path) ? "standard output, which belongs to"
                                                                   : "the file of",
                                files[k].option);
        }
    return true;
}

uint64_t rh_files_hash(const char *path, struct rh_error *error) {
    char buffer[1 << 14];
    uint64_t hash = RH_HASH_START;
    FILE *file = fopen(path, "rb");
    for (size_t n; file != NULL && (n = fread(buffer, 1, sizeof buffer, file)) > 0;)
        hash = rh_hash(hash, buffer, n);
    bool good = file != NULL && ferror(file) == 0;
    if (file != NULL)
        (void)fclose(file);
    if (good)
        return hash;
    rh_error_set(error, "%s: found no readable file (%s), expected one", path, strerror(errno));
    return 0;
}
