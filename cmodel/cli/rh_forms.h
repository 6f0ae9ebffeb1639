// SPDX-License-Identifier: Apache-2.0
/** The forms of the commands' results, each beside the code that fills it. */
#ifndef RH_FORMS_H
#define RH_FORMS_H

#include "cmodel/cli/rh_table.h"

extern const struct rh_form rh_form_area, rh_form_compare, rh_form_complexity, rh_form_cosim, rh_form_kernel,
    rh_form_list, rh_form_preset, rh_form_presets, rh_form_sweep, rh_form_switch, rh_form_trace_commands,
    rh_form_trace_info, rh_form_trace_judge;

#endif
