// SPDX-License-Identifier: Apache-2.0
// Prints the plug-ins to build ahead, one a line: file name, then what scripts/verilate takes. Every controller of the
// registry with the geometry of every preset, unless tables/ahead.def names one alone, and its other rows; equal ones
// once. With --presets, lines CONTROLLER PRESET of the first kind instead.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_settings.h"
#include "rowhold/rh_preset_file.h"
#include "rowhold/rh_variant.h"
#include "tb/lockstep/rh_rtl.h"

enum { QUEUE = 32, MOST = 1024, NAME = 192 };

static const struct {
    const char *kind, *variant, *settings;
} rows[] = {
#define RH_AHEAD(kind, variant, settings) {#kind, #variant, settings},
#define RH_AHEAD_ALONE(preset, variant)
#include "tables/ahead.def"
#undef RH_AHEAD
#undef RH_AHEAD_ALONE
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct {
    const char *preset, *variant;
} alone[] = {
#define RH_AHEAD(kind, variant, settings)
#define RH_AHEAD_ALONE(preset, variant) {#preset, #variant},
#include "tables/ahead.def"
#undef RH_AHEAD
#undef RH_AHEAD_ALONE
};
enum { ALONE = sizeof alone / sizeof alone[0] };

static int fail(const char *text) {
    fprintf(stderr, "rowhold: rh_ahead: %s\n", text);
    return 2;
}

/* Names that are printed: equal parameters have one. */
static struct printed {
    unsigned count;
    char names[MOST][NAME];
} printed;

static bool print(const struct rh_variant *variant, const void *params) {
    const struct rh_kind *kind = rh_kind_of(variant->kind)->kind;
    char name[NAME], parameters[256];
    (void)rh_rtl_name(kind, variant->name, params, name, sizeof name);
    for (unsigned i = 0; i < printed.count; i++)
        if (strcmp(printed.names[i], name) == 0)
            return true;
    if (printed.count == MOST)
        return false;
    strcpy(printed.names[printed.count++], name);
    (void)rh_rtl_parameters(kind, params, parameters, sizeof parameters);
    printf("%s --kind %s %s %s\n", name, kind->name, variant->name, parameters);
    return true;
}

/* A row of ahead.def. */
static bool print_row(unsigned row, struct rh_error *error) {
    enum rh_kind_code code = rh_kind_find(rows[row].kind);
    const struct rh_variant *variant;
    if (code == RH_KINDS)
        return rh_error_set(error, "ahead.def: found kind '%s', expected one of kinds.def", rows[row].kind);
    bool every = strcmp(rows[row].variant, "every") == 0;
    if (!every && rh_variant_find(code, rows[row].variant) == NULL)
        return rh_error_set(error, "ahead.def: found '%s', expected a variant or `every`", rows[row].variant);
    const struct rh_kind *kind = rh_kind_of(code)->kind;
    void *params = calloc(1, kind->params_size);
    bool ok = params != NULL && rh_settings_params("ahead.def", rows[row].settings, kind, params, error);
    for (size_t v = 0; ok && (variant = rh_variant_at(code, v)) != NULL; v++)
        if (every || strcmp(variant->name, rows[row].variant) == 0)
            ok = print(variant, params) ||
                 rh_error_set(error, "plug-ins: found more than %u, expected at most so many", MOST);
    free(params);
    return ok;
}

static bool check_alone(struct rh_error *error) {
    for (unsigned row = 0; row < ALONE; row++)
        if (!rh_preset_is_built_in(alone[row].preset) ||
            rh_variant_find(RH_KIND_controller, alone[row].variant) == NULL)
            return rh_error_set(error, "ahead.def: found %s for %s, expected a controller for a built-in preset",
                                alone[row].variant, alone[row].preset);
    return true;
}

static bool is_ahead(const char *variant, const char *preset) {
    for (unsigned row = 0; row < ALONE; row++)
        if (strcmp(alone[row].preset, preset) == 0)
            return strcmp(alone[row].variant, variant) == 0;
    return true;
}

/* The plug-ins of a preset, or with `pairs` the controllers that have one. */
static bool print_preset(const char *name, bool pairs, struct rh_error *error) {
    const struct rh_variant *variant;
    struct rh_preset preset;
    if (!rh_preset_load(name, &preset, error))
        return false;
    struct rh_geometry geometry = rh_preset_geometry(&preset, QUEUE);
    for (size_t v = 0; (variant = rh_variant_at(RH_KIND_controller, v)) != NULL; v++) {
        if (!is_ahead(variant->name, name))
            continue;
        if (pairs)
            printf("%s %s\n", variant->name, name);
        else if (!print(variant, &geometry))
            return rh_error_set(error, "plug-ins: found more than %u, expected at most so many", MOST);
    }
    return true;
}

static bool print_presets(bool pairs, struct rh_error *error) {
    for (unsigned i = 0; i < rh_preset_count(); i++)
        if (!print_preset(rh_preset_name(i), pairs, error))
            return false;
    return check_alone(error);
}

int main(int argc, char **argv) {
    struct rh_error error = {"found no memory"};
    if (argc == 2 && strcmp(argv[1], "--presets") == 0)
        return print_presets(true, &error) ? 0 : fail(error.text);
    if (!print_presets(false, &error))
        return fail(error.text);
    for (unsigned row = 0; row < ROWS; row++)
        if (!print_row(row, &error))
            return fail(error.text);
    return 0;
}
