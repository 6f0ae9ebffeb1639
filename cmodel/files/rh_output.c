// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "cmodel/files/rh_pack.h"

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
    const char *expected, *ending = rh_pack_refused(path, &expected);
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
        output->file = descriptor < 0         ? NULL
                       : rh_pack_wanted(path) ? rh_pack_open(descriptor, path)
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
