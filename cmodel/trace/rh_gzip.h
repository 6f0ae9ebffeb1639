// SPDX-License-Identifier: Apache-2.0
/* A gzip file as bytes: every byte before a fault is given out, and the checksums are verified. */
#ifndef RH_GZIP_H
#define RH_GZIP_H

#include <stddef.h>

struct rh_gzip;

/* NULL when the file can't be read, or without memory. */
struct rh_gzip *rh_gzip_open(const char *file);
void rh_gzip_close(struct rh_gzip *gzip);
/* Up to `room` bytes; 0 at the end, or with *fault set to what is wrong with the data. */
size_t rh_gzip_read(struct rh_gzip *gzip, char *to, size_t room, const char **fault);

#endif
