// SPDX-License-Identifier: Apache-2.0
/** The forms of the commands' results, each beside the code that fills it. */
#ifndef RH_FORMS_H
#define RH_FORMS_H

#include "cmodel/cli/rh_table.h"

#define RH_FORMS(FORM)                                                                                                 \
    FORM(area)                                                                                                         \
    FORM(area_dram)                                                                                                    \
    FORM(area_ice40)                                                                                                   \
    FORM(area_system)                                                                                                  \
    FORM(compare)                                                                                                      \
    FORM(complexity)                                                                                                   \
    FORM(cosim)                                                                                                        \
    FORM(energy)                                                                                                       \
    FORM(energy_published)                                                                                             \
    FORM(help)                                                                                                         \
    FORM(kernel)                                                                                                       \
    FORM(kernel_fit)                                                                                                   \
    FORM(kernel_program)                                                                                               \
    FORM(kernels)                                                                                                      \
    FORM(list)                                                                                                         \
    FORM(placement_fit)                                                                                                \
    FORM(placement_map)                                                                                                \
    FORM(placement_predict)                                                                                            \
    FORM(placement_queue)                                                                                              \
    FORM(predict)                                                                                                      \
    FORM(predict_network)                                                                                              \
    FORM(preset)                                                                                                       \
    FORM(presets)                                                                                                      \
    FORM(protection)                                                                                                   \
    FORM(report)                                                                                                       \
    FORM(sweep)                                                                                                        \
    FORM(switch)                                                                                                       \
    FORM(switch_network)                                                                                               \
    FORM(trace_commands)                                                                                               \
    FORM(trace_info)                                                                                                   \
    FORM(trace_judge)

#define RH_FORM_DECLARE(name) extern const struct rh_form rh_form_##name;
RH_FORMS(RH_FORM_DECLARE)
#undef RH_FORM_DECLARE

/** Of a list of them all: `{RH_FORMS(RH_FORM_ADDRESS)}`. */
#define RH_FORM_ADDRESS(name) &rh_form_##name,

#endif
