// SPDX-License-Identifier: Apache-2.0
/** Lists of values for options: the axes of a design space.
 *
 *     8,16,32     several values              all         every word that the option takes
 *     1:5         1 2 3 4 5                   'a*.gz'     files, in the order of their names
 *     8:32:8      8 16 24 32                  1:64        of a power of two: 1 2 4 8 16 32 64
 */
#ifndef RH_AXIS_H
#define RH_AXIS_H

#include "cmodel/cli/rh_option.h"

enum { RH_AXES = 32, RH_AXIS_VALUES = 10000 };

struct rh_axis {
    const struct rh_option *option;
    char **values;
    unsigned count;
};

struct rh_axes {
    struct rh_axis axis[RH_AXES];
    unsigned count;
};

/** The values of `option`, each checked and none twice; a second list replaces the first. A `store` of struct
 * rh_option_table: `into` is a struct rh_axes. */
bool rh_axis_store(const struct rh_option *option, const char *place, const char *text, void *into,
                   struct rh_error *error);
/** One value more, as it stands: no list, no range. A new axis becomes the last one. */
bool rh_axis_append(struct rh_axes *axes, const struct rh_option *option, const char *place, const char *text,
                    struct rh_error *error);
void rh_axes_free(struct rh_axes *axes);

/** The axis of this name (dashes or underscores); axes->count: none, and an error that begins with `place` and names
 * near ones. */
unsigned rh_axes_find(const struct rh_axes *axes, const char *place, const char *name, struct rh_error *error);
/** Is there an axis that is called so in results? */
bool rh_axes_have(const struct rh_axes *axes, const char *name);

/** Points of the space: all combinations, the last axis fastest. */
uint64_t rh_axes_points(const struct rh_axes *axes);
/** Points from one value of an axis to its next. */
uint64_t rh_axes_stride(const struct rh_axes *axes, unsigned axis);
/** Which value an axis has in a point. */
const char *rh_axis_value(const struct rh_axes *axes, unsigned axis, uint64_t point);
/** "controller=fifo queue=8" */
void rh_axes_text(const struct rh_axes *axes, uint64_t point, char *text, size_t size);
/** Set the options of a point in the struct that their rows are of; it comes with the defaults. */
bool rh_axes_apply(const struct rh_axes *axes, uint64_t point, void *into, struct rh_error *error);

/** {"option": ["value", ...], ...}, which the caller frees; NULL without memory. */
char *rh_axes_json(const struct rh_axes *axes);

#endif
