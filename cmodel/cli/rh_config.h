// SPDX-License-Identifier: Apache-2.0
/** A configuration file: one YAML mapping of option names to single values, each with its place in the file. */
#ifndef RH_CONFIG_H
#define RH_CONFIG_H

#include <stdbool.h>
#include <stddef.h>

#include "rowhold/rh_error.h"

struct rh_config_entry {
    char *key, *value;     /* of a list: its values with commas between */
    bool list;             /* of an item: it has items of its own */
    unsigned depth;        /* 0: a pair of the mapping; else an item of a list, or of one in it, counted from 1 */
    unsigned line, column; /* of the key, from 1 */
    unsigned value_line, value_column; /* of the value */
};

struct rh_config {
    struct rh_config_entry *entries;
    size_t count;
    const char *items; /* the key whose list is taken item by item; NULL: none */
};

/** Load FILE; errors by FILE:LINE:COLUMN. Refused: what is not YAML, no or several documents, anything but a mapping of
 * plain keys to values and lists of values, an empty value, a key given twice (`-` and `_` are the same in a key). */
bool rh_config_load(const char *file, struct rh_config *config, struct rh_error *error);
/** The same where a value may be a mapping again: its keys are "outer.inner". Keys stay as they are written. */
bool rh_config_load_tree(const char *file, struct rh_config *config, struct rh_error *error);
/** The same where the list of one key has an entry an item: a plain value, or `value: [items]`, whose items come behind
 * it, one deeper. Their key is that key, and their place that of the value. */
bool rh_config_load_items(const char *file, const char *key, struct rh_config *config, struct rh_error *error);
void rh_config_free(struct rh_config *config);

#endif
