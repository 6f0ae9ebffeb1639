// SPDX-License-Identifier: Apache-2.0
/* Names that other simulators have for address maps; which ones: rh_map.h. */
#ifndef RH_MAP_NAME_H
#define RH_MAP_NAME_H

#include <stdbool.h>
#include <stddef.h>

struct rh_map_name {
    size_t length;       /* of the name: a map's hashes may follow */
    bool hashes_columns; /* bits of the column go into all that stands above it */
    char fields[80];     /* the fields that it stands for, as rh_map_parse takes them */
};

/* Does the text begin with such a name, up to its end or a comma? */
bool rh_map_name_find(const char *text, struct rh_map_name *name);

#endif
