// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_ink.h"

static const struct rh_ink parts[] = {
    {"#2a78d6", "#5b9ce6"}, {"#7a5c3e", "#a98663"}, {"#b0639b", "#d9a3c7"}, {"#dd6b12", "#ee9d5f"},
    {"#5e6300", "#e2e29a"}, {"#d0402f", "#e0503c"}, {"#b08a00", "#f3c766"}, {"#4c9a2a", "#6fbf57"},
    {"#1f8f86", "#3fb8b8"}, {"#7a56b8", "#a584e0"}, {"#c43e94", "#e060b0"}, {"#33414f", "#d5dbe2"},
    {"#7a1f08", "#a8622f"}, {"#1a2f8f", "#4a6fa5"}, {"#8d959d", "#737b83"},
};
_Static_assert(sizeof parts / sizeof parts[0] == RH_INK_PARTS, "a colour each");

struct rh_ink rh_ink_part(unsigned part) {
    return parts[part];
}
