// SPDX-License-Identifier: Apache-2.0
/** The RTL's registers as the model's struct, kept up to date with the observation vector: from clock to clock few
 * words of it change, and what stands in the others is not unpacked again. */
#ifndef RH_SHADOW_H
#define RH_SHADOW_H

#include "rowhold/rh_field.h"

struct rh_shadow;

/** Keeps `state`, a struct of the layout that was zeroed; both must live as long. NULL without memory. */
struct rh_shadow *rh_shadow_open(const struct rh_layout *layout, void *state);
void rh_shadow_close(struct rh_shadow *shadow); /**< NULL is harmless */

enum { RH_SHADOW_SPARE = 2 /**< words behind the vector that are read, whatever they hold */ };
/** `state` becomes what rh_layout_unpack makes of the words. */
void rh_shadow_update(struct rh_shadow *shadow, const uint32_t *words);

#endif
