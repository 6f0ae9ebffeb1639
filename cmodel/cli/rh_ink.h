// SPDX-License-Identifier: Apache-2.0
/** The colours of what a data bus did, the same in every picture. Each stands out from a white and from a dark page. */
#ifndef RH_INK_H
#define RH_INK_H

#include "rowhold/rh_command.h"

struct rh_ink {
    const char *light, *dark; /**< "#rrggbb", on a light page and on a dark one */
};

enum { RH_INK_PARTS = RH_CAUSES + 2 };

/** By part: 0 is data, then the causes in their order, the last is a clock without a request. */
struct rh_ink rh_ink_part(unsigned part);

#endif
