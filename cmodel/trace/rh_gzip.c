// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_gzip.h"

#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

struct rh_gzip {
    z_stream stream;
    FILE *file;
    bool inside; /* a member has begun and not ended */
    unsigned char input[1 << 16];
};

struct rh_gzip *rh_gzip_open(const char *file) {
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

void rh_gzip_close(struct rh_gzip *gzip) {
    inflateEnd(&gzip->stream);
    fclose(gzip->file);
    free(gzip);
}

size_t rh_gzip_read(struct rh_gzip *gzip, char *to, size_t room, const char **fault) {
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
