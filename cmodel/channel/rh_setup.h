// SPDX-License-Identifier: Apache-2.0
/** What one run is of: all checked and linted. */
#ifndef RH_SETUP_H
#define RH_SETUP_H

#include "rowhold/rh_controller.h"
#include "rowhold/rh_preset.h"

struct rh_setup {
    struct rh_preset preset; /* with chips and refresh as asked for */
    const struct rh_block_ops *ops;
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    char notes[512]; /* lint remarks, one a line */
};

#endif
