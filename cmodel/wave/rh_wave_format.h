// SPDX-License-Identifier: Apache-2.0
/* What writes the signals of a wave into a file of some format. Signals are declared first, scope by scope; then times
 * ascend, and what changes at each is written. */
#ifndef RH_WAVE_FORMAT_H
#define RH_WAVE_FORMAT_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

enum rh_wave_direction { RH_WAVE_IN, RH_WAVE_OUT, RH_WAVE_INSIDE };

/** A signal as it is declared. */
struct rh_wave_variable {
    const char *name, *enum_name; /**< the enumeration whose names its values have, or NULL */
    enum rh_wave_direction direction;
    unsigned width;
};

struct rh_wave_format {
    const char *ending;                /**< of its files: ".fst" */
    const char *beside;                /**< ending of what is written beside a file until it is whole, or NULL */
    const char *lacks;                 /**< NULL, or why this build can't write it, for an error */
    bool names;                        /**< the file carries the names of enumerations */
    void *(*create)(const char *file); /**< NULL: no way to write it */
    void (*scope)(void *writer, const char *name);
    void (*upscope)(void *writer);
    uint32_t (*variable)(void *writer, const struct rh_wave_variable *variable); /**< a handle */
    void (*time)(void *writer, uint64_t ps);
    /** `digits`: `width` of 0, 1, z, the highest first, ended by a zero byte. */
    void (*change)(void *writer, uint32_t handle, unsigned width, const char *digits);
    /** Frees the writer in any case; false: not all of it could be written. */
    bool (*close)(void *writer);
};

extern const struct rh_wave_format rh_wave_fst, rh_wave_vcd;

/* The name of a file says its format. */
static inline bool rh_wave_format_is(const struct rh_wave_format *format, const char *file) {
    size_t length = strlen(file), n = strlen(format->ending);
    return length >= n && strcmp(file + length - n, format->ending) == 0;
}

#endif
