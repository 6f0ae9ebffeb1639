// SPDX-License-Identifier: Apache-2.0
/** The design that `rowhold area` is asked for, by the name of its variant and its settings. */
#ifndef RH_AREA_CHOICE_H
#define RH_AREA_CHOICE_H

#include "rowhold/rh_block.h"
#include "rowhold/rh_error.h"

struct rh_area_choice {
    const char *design, *settings; /**< settings NULL: every size */
    const struct rh_kind *kind;
    void *params; /**< of these settings; of the usual ones where there are none */
};

/** An error names `option`. To be closed when it was opened. */
bool rh_area_choice_open(struct rh_area_choice *choice, const char *option, const char *design, const char *settings,
                         struct rh_error *error);
void rh_area_choice_close(struct rh_area_choice *choice);

/** Is a row of this design and these settings asked for, however the settings are written? */
bool rh_area_choice_has(const struct rh_area_choice *choice, const char *design, const char *settings);

/** The error that no row is asked for; always false. */
bool rh_area_choice_missed(const struct rh_area_choice *choice, struct rh_error *error);

#endif
