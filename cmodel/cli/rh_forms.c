// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_forms.h"

#include <stddef.h>

const struct rh_form *const rh_forms[] = {
    &rh_form_area,       &rh_form_compare,     &rh_form_complexity,     &rh_form_cosim, &rh_form_kernel,
    &rh_form_list,       &rh_form_preset,      &rh_form_presets,        &rh_form_sweep, &rh_form_switch,
    &rh_form_trace_info, &rh_form_trace_judge, &rh_form_trace_commands, NULL,
};
