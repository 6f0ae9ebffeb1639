// SPDX-License-Identifier: Apache-2.0
/** Settings of a block as they are written: NAME=VALUE, more of them behind a comma or a space. */
#ifndef RH_SETTINGS_H
#define RH_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_block.h"
#include "rowhold/rh_error.h"

/** The first setting of `text`, which moves behind it. An error names `option`. */
bool rh_settings_next(const char *option, const char **text, char name[64], uint64_t *value, struct rh_error *error);

/** Parameters of a block of `kind`: the usual ones of its variant (rh_variant.h; NULL: those of the kind) but for
 * `text` (NULL or "": none), and checked. `params` has the kind's params_size. */
bool rh_settings_params(const char *option, const char *text, const struct rh_kind *kind, const char *variant,
                        void *params, struct rh_error *error);

/** The other way: "queue=8 banks=16", the parameters of `params` that are not the usual ones of the variant. */
void rh_settings_text(const struct rh_kind *kind, const char *variant, const void *params, char *text, size_t size);

#endif
