// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/area/rh_area_choice.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_option.h"
#include "cmodel/cli/rh_settings.h"
#include "cmodel/core/rh_near.h"
#include "cmodel/cost/rh_area.h"
#include "cmodel/cost/rh_complexity.h"
#include "cmodel/files/rh_source.h"
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_hold.h"
#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_variant.h"

/* The variant that has a design's parameters; NULL with an error when there is none of this name. */
static const struct rh_variant *variant_of(const char *option, const char *name, struct rh_error *error) {
    const struct rh_variant *variant = rh_area_variant(name);
    char text[RH_NEAR_TEXT];
    struct rh_near near = {.word = name};
    if (variant != NULL)
        return variant;
    for (enum rh_kind_code code = 0; code < RH_KINDS; code++)
        for (size_t v = 0; v < rh_variant_count(code); v++)
            rh_near_offer(&near, rh_variant_at(code, v)->name);
    rh_error_set(error, "%s: found '%s', expected a variant of `rowhold list`%s", option, name,
                 rh_near_text(&near, text));
    return NULL;
}

/* Parameters of a variant, to be freed; NULL with an error. */
static void *params_of(const char *option, const struct rh_variant *variant, const char *settings,
                       struct rh_error *error) {
    const struct rh_kind *kind = rh_kind_of(variant->kind)->kind;
    void *params = calloc(1, kind->params_size);
    if (params == NULL)
        rh_error_set(error, "area: found no memory, expected enough");
    else if (rh_settings_params(option, settings, kind, variant->name, params, error))
        return params;
    free(params);
    return NULL;
}

bool rh_area_choice_open(struct rh_area_choice *choice, const char *option, const char *design, const char *settings,
                         struct rh_error *error) {
    const struct rh_variant *variant = variant_of(option, design, error);
    void *params = variant == NULL ? NULL : params_of(option, variant, settings, error);
    *choice = (struct rh_area_choice){design, settings, variant, params};
    return params != NULL;
}

void rh_area_choice_close(struct rh_area_choice *choice) {
    free(choice->params);
    *choice = (struct rh_area_choice){.design = NULL};
}

bool rh_area_choice_has(const struct rh_area_choice *choice, const char *design, const char *settings) {
    struct rh_error ignored;
    void *params;
    if (strcmp(design, choice->design) != 0 ||
        (params = params_of("area", choice->variant, settings, &ignored)) == NULL)
        return false;
    bool same = choice->settings == NULL ||
                memcmp(params, choice->params, rh_kind_of(choice->variant->kind)->kind->params_size) == 0;
    free(params);
    return same;
}

bool rh_area_choice_missed(const struct rh_area_choice *choice, struct rh_error *error) {
    return rh_error_set(error, "--design: found '%s%s%s', expected a row of the table, or --run to measure it",
                        choice->design, choice->settings != NULL ? " " : "",
                        choice->settings != NULL ? choice->settings : "");
}

/* Parameters that a preset does not say. */
static const char *const free_params[] = {"queue",      "tag_bits",    "responses",   "timer_bits",
                                          "registered", "source_bits", "write_drain", "closes"};

static const struct rh_param *free_param(const char *name) {
    bool is_free = false;
    for (unsigned i = 0; i < sizeof free_params / sizeof free_params[0]; i++)
        is_free |= strcmp(name, free_params[i]) == 0;
    for (unsigned i = 0; is_free && i < rh_controller_kind.param_count; i++)
        if (strcmp(rh_controller_kind.params[i].name, name) == 0)
            return &rh_controller_kind.params[i];
    return NULL;
}

/* With what a preset does not say as in `from`. */
static void take_free(struct rh_geometry *into, const struct rh_geometry *from) {
    for (unsigned i = 0; i < sizeof free_params / sizeof free_params[0]; i++) {
        const struct rh_param *param = free_param(free_params[i]);
        rh_param_set(param, into, rh_param_get(param, from));
    }
}

bool rh_area_preset_open(struct rh_area_preset *of, const char *name, const char *settings, struct rh_error *error) {
    struct rh_geometry own, defaults, others;
    uint64_t value;
    char param[64], rest[56];
    if (!rh_preset_load(name, &of->preset, error) ||
        !rh_settings_params("SETTINGS", settings, &rh_controller_kind, NULL, &own, error))
        return false;
    for (const char *text = settings; text != NULL && *text != '\0';)
        if (!rh_settings_next("SETTINGS", &text, param, &value, error))
            return false;
        else if (free_param(param) == NULL)
            return rh_option_conflict(error, "--preset", "SETTINGS with", param, "only what it does not say");
    of->geometry = rh_preset_geometry(&of->preset, own.queue);
    rh_params_default(&rh_controller_kind, &defaults);
    take_free(&of->geometry, &defaults);
    rh_settings_text(&rh_controller_kind, NULL, &of->geometry, of->dram, sizeof of->dram);
    take_free(&of->geometry, &own);
    others = defaults;
    take_free(&others, &own);
    others.queue = defaults.queue; /* it comes first in any case */
    rh_settings_text(&rh_controller_kind, NULL, &others, rest, sizeof rest);
    (void)snprintf(of->settings, sizeof of->settings, "queue=%u%s%s%s%s", own.queue, of->dram[0] != '\0' ? " " : "",
                   of->dram, rest[0] != '\0' ? " " : "", rest);
    return rh_geometry_check(&of->geometry, error);
}

bool rh_area_preset_has(const struct rh_area_preset *of, const struct rh_area_row *row) {
    struct rh_geometry geometry;
    struct rh_error ignored;
    memset(&geometry, 0, sizeof geometry);
    if (strcmp(row->kind, rh_controller_kind.name) != 0 ||
        !rh_settings_params("area", row->settings, &rh_controller_kind, NULL, &geometry, &ignored))
        return false;
    take_free(&geometry, &of->geometry);
    return memcmp(&geometry, &of->geometry, sizeof geometry) == 0;
}

bool rh_area_load_own(struct rh_area_table *table, struct rh_error *error) {
    static const char *const names[] = {"area", "area_presets"};
    char path[RH_SOURCE_PATH + 64], source[RH_SOURCE_PATH];
    *table = (struct rh_area_table){.count = 0};
    for (unsigned i = 0; i < sizeof names / sizeof names[0]; i++) {
        struct rh_area_table more = {.count = 0};
        (void)snprintf(path, sizeof path, "%s/docs/tables/%s.csv", rh_source_folder(source), names[i]);
        if (access(path, F_OK) != 0)
            continue;
        bool good = rh_area_load(path, &more, error) && rh_area_join(table, &more, error);
        rh_area_close(&more);
        if (!good)
            return false;
    }
    return true;
}

static void derive_controller(const struct rh_area_row *row, struct rh_area_derived *d) {
    struct rh_geometry geometry;
    struct rh_complexity_controller model;
    struct rh_error error;
    struct rh_complexity_system system = rh_complexity_thesis();
    if (!rh_settings_params("area", row->settings, &rh_controller_kind, row->design, &geometry, &error))
        return;
    system.queue = geometry.queue;
    system.rows = UINT32_C(1) << geometry.row_bits;
    system.banks = geometry.banks;
    if (!rh_complexity_controller(row->design, &system, &model))
        return;
    d->formula = model.formula;
    d->formula_bits = (int64_t)model.bits;
}

static void derive_allocator(const struct rh_area_table *table, const struct rh_area_row *row,
                             struct rh_area_derived *d) {
    struct rh_allocator_params params;
    struct rh_complexity_hold model;
    struct rh_error error;
    const struct rh_area_row *bare = rh_area_unheld(table, row);
    if (!rh_settings_params("area", row->settings, &rh_allocator_kind, NULL, &params, &error))
        return;
    d->rule = rh_hold_rule_name(params.hold);
    if (bare != NULL)
        d->stored = (int64_t)row->flops - bare->flops;
    if (!rh_complexity_hold(d->rule, &params, &model))
        return;
    d->formula = model.compared_formula;
    d->stored_formula = model.stored_formula;
    d->formula_bits = (int64_t)model.compared;
    d->stored_bits = (int64_t)model.stored;
}

struct rh_area_derived rh_area_derive(const struct rh_area_table *table, const struct rh_area_row *row) {
    struct rh_area_derived d = {.policy = rh_area_policy_bits(table, row),
                                .formula_bits = -1,
                                .stored = -1,
                                .stored_bits = -1,
                                .rule = "",
                                .sequential = row->area_um2 > 0 ? row->sequential_um2 / row->area_um2 : 0};
    enum rh_kind_code kind = rh_kind_find(row->kind);
    if (kind == RH_KIND_controller)
        derive_controller(row, &d);
    else if (kind == RH_KIND_allocator)
        derive_allocator(table, row, &d);
    return d;
}
