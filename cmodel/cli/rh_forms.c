// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_forms.h"

#include <stddef.h>

#define RH_FORM_ADDRESS(name) &rh_form_##name,
const struct rh_form *const rh_forms[] = {RH_FORMS(RH_FORM_ADDRESS) NULL};
