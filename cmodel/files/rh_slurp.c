// SPDX-License-Identifier: Apache-2.0
#include "cmodel/files/rh_slurp.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

bool rh_slurp(const char *file, size_t most, const char *expected, unsigned char **bytes, size_t *size,
              struct rh_error *error) {
    FILE *stream = fopen(file, "rb");
    if (stream == NULL)
        return rh_error_set(error, "%s: found no readable file (%s), expected %s", file, strerror(errno), expected);
    *bytes = malloc(most + 1);
    *size = *bytes == NULL ? 0 : fread(*bytes, 1, most + 1, stream);
    bool bad = *bytes == NULL || ferror(stream) != 0;
    int reason = errno;
    (void)fclose(stream);
    if (!bad && *size <= most)
        return true;
    free(*bytes);
    if (bad)
        return rh_error_set(error, "%s: found no readable file (%s), expected %s", file, strerror(reason), expected);
    return rh_error_set(error, "%s: found more than %zu bytes, expected %s", file, most, expected);
}
