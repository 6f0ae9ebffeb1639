// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_area_ice40.h"

#include <stdlib.h>

#include "cmodel/cost/rh_area_file.h"

static const struct rh_area_column columns[] = {
#define COLUMN(name, cell) RH_AREA_COLUMN(struct rh_area_ice40_row, name, RH_AREA_##cell)
    COLUMN(kind, TEXT),         COLUMN(design, TEXT),    COLUMN(settings, TEXT),
    COLUMN(luts, COUNT),        COLUMN(flops, COUNT),    COLUMN(carries, COUNT),
    COLUMN(logic_cells, COUNT), COLUMN(fmax_mhz, MAYBE), COLUMN(key, TEXT),
#undef COLUMN
};

bool rh_area_ice40_load(const char *path, struct rh_area_ice40_table *table, struct rh_error *error) {
    static const struct rh_area_format format = {columns, sizeof columns / sizeof columns[0],
                                                 sizeof(struct rh_area_ice40_row), "scripts/area --ice40"};
    struct rh_area_file file;
    bool good = rh_area_file_load(path, &format, &file, error);
    *table = (struct rh_area_ice40_table){file.notes, file.rows, file.count, file.hash};
    return good;
}

void rh_area_ice40_close(struct rh_area_ice40_table *table) {
    free(table->notes);
    free(table->rows);
    *table = (struct rh_area_ice40_table){0};
}
