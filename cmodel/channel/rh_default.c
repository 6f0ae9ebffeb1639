// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_default.h"

#include <string.h>

static const struct rh_constraints no_constraints;

/* A queue left out is that of tables/controller_params.def. */
static struct rh_geometry default_geometry(const struct rh_preset *preset) {
    struct rh_geometry defaults;
    rh_params_default(&rh_controller_kind, &defaults);
    return rh_preset_geometry(preset, defaults.queue);
}

static bool check_constraints(const struct rh_constraints *constraints, unsigned timer_bits, struct rh_error *error) {
    const struct {
        const char *name;
        unsigned clocks;
    } rows[] = {
#define RH_CONSTRAINT(name, clocks, attributed_to, meaning) {#name, constraints->name},
#include "tables/controller_config.def"
    };
    unsigned most = (1U << timer_bits) - 1;
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (rows[i].clocks < 1 || rows[i].clocks > most)
            return rh_error_field(error, "constraints", "found %s %u, expected 1 to %u (%u timer bits)", rows[i].name,
                                  rows[i].clocks, most, timer_bits);
    return true;
}

bool rh_default_fill(const struct rh_preset *preset, struct rh_geometry *geometry, struct rh_constraints *constraints,
                     struct rh_error *error) {
    struct rh_geometry defaults = default_geometry(preset);
    bool all = geometry->queue == 0;
    for (unsigned i = 0; i < rh_controller_kind.param_count; i++) {
        const struct rh_param *param = &rh_controller_kind.params[i];
        bool may_be_none = param->least == 0 && param->defaults != 0;
        if (rh_param_get(param, geometry) == 0 && (all || !may_be_none))
            rh_param_set(param, geometry, rh_param_get(param, &defaults));
    }
    if (!rh_geometry_check(geometry, error))
        return false;
    if (geometry->banks != preset->banks || geometry->groups != defaults.groups)
        return rh_error_field(error, "geometry", "found %u banks in %u groups, expected the %u in %u of %s",
                              geometry->banks, geometry->groups, (unsigned)preset->banks, defaults.groups,
                              preset->name);
    if (memcmp(constraints, &no_constraints, sizeof no_constraints) == 0)
        *constraints = rh_preset_constraints(preset);
    return check_constraints(constraints, geometry->timer_bits, error);
}

uint32_t rh_default_rows(const struct rh_preset *preset, const struct rh_geometry *geometry) {
    uint32_t counted = UINT32_C(1) << geometry->row_bits;
    return preset->rows != 0 && preset->rows < counted ? preset->rows : counted;
}

bool rh_default_request(const struct rh_request *request, const struct rh_preset *preset,
                        const struct rh_geometry *geometry, struct rh_error *error) {
    const uint32_t rows = rh_default_rows(preset, geometry);
    if (request->bank >= geometry->banks)
        return rh_error_field(error, "request", "found bank %u, expected a bank below %u", request->bank,
                              geometry->banks);
    if (request->row >= rows)
        return rh_error_field(error, "request", "found row %u, expected a row below %u", (unsigned)request->row,
                              (unsigned)rows);
    if (request->column >> geometry->column_bits != 0)
        return rh_error_field(error, "request", "found column %u, expected a column of %u bits", request->column,
                              geometry->column_bits);
    if (request->write > 1)
        return rh_error_field(error, "request", "found write %u, expected 0 or 1", request->write);
    if (request->commands == 0 || request->commands > RH_MAX_COMMANDS)
        return rh_error_field(error, "request", "found %u column commands, expected 1 to %u", request->commands,
                              (unsigned)RH_MAX_COMMANDS);
    unsigned columns = 1U << geometry->column_bits;
    return (unsigned)request->column + request->commands <= columns ||
           rh_error_field(error, "request", "found %u column commands from column %u, expected them in a row's %u",
                          request->commands, request->column, columns);
}
