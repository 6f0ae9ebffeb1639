// SPDX-License-Identifier: Apache-2.0
/** How often a test draws anew. With ROWHOLD_THOROUGH set, as scripts/evidence does, tests take all rounds and
 * combinations that they know of, else a part of them that is spread over all. */
#ifndef TB_UNIT_ROUNDS_H
#define TB_UNIT_ROUNDS_H

#include <stdbool.h>
#include <stdlib.h>

static inline bool is_thorough(void) {
    return getenv("ROWHOLD_THOROUGH") != NULL;
}

/** `all` rounds, or a part of them. */
static inline unsigned rounds(unsigned part, unsigned all) {
    return is_thorough() ? all : part;
}

/** Is the combination of this number, which counts on, one to take? Every fifth is: the loops' counts are no multiples
 * of five. */
static inline bool is_taken(unsigned *number) {
    return is_thorough() || (*number)++ % 5 == 0;
}

#endif
