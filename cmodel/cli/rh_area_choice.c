// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_area_choice.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_settings.h"
#include "rowhold/rh_near.h"
#include "rowhold/rh_variant.h"

/* The kind of a variant; NULL with an error when there is none of this name. */
static const struct rh_kind *kind_of(const char *option, const char *name, struct rh_error *error) {
    char text[RH_NEAR_TEXT];
    struct rh_near near = {.word = name};
    for (enum rh_kind_code code = 0; code < RH_KINDS; code++) {
        if (rh_variant_find(code, name) != NULL)
            return rh_kind_of(code)->kind;
        for (size_t v = 0; v < rh_variant_count(code); v++)
            rh_near_offer(&near, rh_variant_at(code, v)->name);
    }
    rh_error_set(error, "%s: found '%s', expected a variant of `rowhold list`%s", option, name,
                 rh_near_text(&near, text));
    return NULL;
}

/* Parameters of a variant, to be freed; NULL with an error. */
static void *params_of(const char *option, const struct rh_kind *kind, const char *settings, struct rh_error *error) {
    void *params = calloc(1, kind->params_size);
    if (params == NULL)
        rh_error_set(error, "area: found no memory, expected enough");
    else if (rh_settings_params(option, settings, kind, params, error))
        return params;
    free(params);
    return NULL;
}

bool rh_area_choice_open(struct rh_area_choice *choice, const char *option, const char *design, const char *settings,
                         struct rh_error *error) {
    const struct rh_kind *kind = kind_of(option, design, error);
    void *params = kind == NULL ? NULL : params_of(option, kind, settings, error);
    *choice = (struct rh_area_choice){design, settings, kind, params};
    return params != NULL;
}

void rh_area_choice_close(struct rh_area_choice *choice) {
    free(choice->params);
    *choice = (struct rh_area_choice){.design = NULL};
}

bool rh_area_choice_has(const struct rh_area_choice *choice, const char *design, const char *settings) {
    struct rh_error ignored;
    void *params;
    if (strcmp(design, choice->design) != 0 || (params = params_of("area", choice->kind, settings, &ignored)) == NULL)
        return false;
    bool same = choice->settings == NULL || memcmp(params, choice->params, choice->kind->params_size) == 0;
    free(params);
    return same;
}

bool rh_area_choice_missed(const struct rh_area_choice *choice, struct rh_error *error) {
    return rh_error_set(error, "--design: found '%s%s%s', expected a row of the table, or --run to measure it",
                        choice->design, choice->settings != NULL ? " " : "",
                        choice->settings != NULL ? choice->settings : "");
}
