// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_output.h"

#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

static void forget(struct rh_output *output) {
    free(output->path);
    free(output->temporary);
    memset(output, 0, sizeof *output);
}

static bool refuse(struct rh_output *output, const char *path, const char *reason, struct rh_error *error) {
    rh_error_set(error, "%s: found %s, expected a file that can be written", path, reason);
    forget(output);
    return false;
}

bool rh_output_open(struct rh_output *output, const char *path, struct rh_error *error) {
    memset(output, 0, sizeof *output);
    if (strcmp(path, "-") == 0) {
        output->file = stdout;
        output->path = strdup("standard output");
        return output->path != NULL || rh_error_set(error, "%s: out of memory", path);
    }
    struct stat status;
    if (path[0] == '\0')
        return rh_error_set(error, "output: found an empty file name, expected a name");
    bool exists = stat(path, &status) == 0;
    if (exists && S_ISDIR(status.st_mode))
        return rh_error_set(error, "%s: found a folder, expected a file that can be written", path);
    size_t size = strlen(path) + 32;
    output->path = strdup(path);
    output->temporary = malloc(size);
    if (output->path == NULL || output->temporary == NULL)
        return refuse(output, path, "no memory", error);
    // A device or pipe can't be replaced by a rename: it is written in place.
    if (exists && !S_ISREG(status.st_mode)) {
        free(output->temporary);
        output->temporary = NULL;
        output->file = fopen(path, "w");
    } else {
        snprintf(output->temporary, size, "%s.part.%ld", path, (long)getpid());
        int descriptor = open(output->temporary, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0666);
        output->file = descriptor < 0 ? NULL : fdopen(descriptor, "w");
        if (output->file == NULL && descriptor >= 0)
            close(descriptor);
    }
    return output->file != NULL || refuse(output, path, strerror(errno), error);
}

bool rh_output_commit(struct rh_output *output, struct rh_error *error) {
    bool good = fflush(output->file) == 0 && !ferror(output->file);
    int reason = errno;
    if (output->temporary == NULL) {
        if (output->file != stdout && fclose(output->file) != 0)
            good = false;
    } else {
        if (fclose(output->file) != 0 && good) {
            good = false;
            reason = errno;
        }
        if (good && rename(output->temporary, output->path) != 0) {
            good = false;
            reason = errno;
        }
        if (!good)
            unlink(output->temporary);
    }
    output->file = NULL;
    if (!good)
        return refuse(output, output->path, strerror(reason), error);
    forget(output);
    return true;
}

void rh_output_drop(struct rh_output *output) {
    if (output->file != NULL && output->file != stdout)
        fclose(output->file);
    if (output->temporary != NULL)
        unlink(output->temporary);
    forget(output);
}
