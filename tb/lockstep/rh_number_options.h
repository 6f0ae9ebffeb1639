// SPDX-License-Identifier: Apache-2.0
/** Options of the programs that scripts/lib builds around Verilated tops: names with a number each. */
#ifndef RH_NUMBER_OPTIONS_H
#define RH_NUMBER_OPTIONS_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

struct rh_number_option {
    const char *name; /**< "--clocks" */
    uint64_t *value;  /**< its usual value before */
    uint64_t least, most;
};

/** Takes the words of a command line; false with an error that names the one that is wrong. */
bool rh_number_options(const struct rh_number_option *options, unsigned count, int argc, char **argv,
                       struct rh_error *error);

/** Takes option `name` and its word out of a command line; `word` stays as it is where there is none. */
bool rh_number_word(const char *name, int *argc, char **argv, const char **word, struct rh_error *error);

/** CPU seconds of this process. */
double rh_number_seconds(void);

#endif
