// SPDX-License-Identifier: Apache-2.0
#include "cmodel/kernel/rh_kernels.h"

#include <string.h>

#include "cmodel/core/rh_near.h"

static const struct rh_simt_program *const programs[] = {
#define RH_SHIPPED_KERNEL(name) &rh_program_##name,
#include "tables/kernels.def"
};
enum { PROGRAMS = sizeof programs / sizeof programs[0] };

const struct rh_simt_program *rh_kernels_at(unsigned index) {
    return index < PROGRAMS ? programs[index] : NULL;
}

const struct rh_simt_program *rh_kernels_find(const char *name) {
    for (unsigned i = 0; i < PROGRAMS; i++)
        if (strcmp(programs[i]->name, name) == 0)
            return programs[i];
    return NULL;
}

struct rh_warp_source *rh_kernels_open(const char *name, const struct rh_simt_options *options,
                                       struct rh_error *error) {
    const struct rh_simt_program *program = rh_kernels_find(name);
    struct rh_near near = {.word = name};
    char text[RH_NEAR_TEXT];
    if (program != NULL)
        return rh_simt_open(program, options, error);
    for (unsigned i = 0; i < PROGRAMS; i++)
        rh_near_offer(&near, programs[i]->name);
    rh_error_field(error, "kernel", "found '%s', expected a kernel that ships%s", name, rh_near_text(&near, text));
    return NULL;
}
