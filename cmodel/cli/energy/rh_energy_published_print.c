// SPDX-License-Identifier: Apache-2.0
// The paper's numbers beside what follows from them: energies, areas.
#include <math.h>

#include "cmodel/cli/energy/rh_energy_table.h"
#include "cmodel/cli/rh_forms.h"
#include "rowhold/rh_dram_area.h"
#include "rowhold/rh_energy_published.h"

static const struct rh_column means[] = {
    {.name = "name", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "published", .kind = RH_CELL_REAL, .digits = 2, .maybe = true, .meaning = "what the paper says it is"},
    {.name = "implied", .kind = RH_CELL_REAL, .digits = 3, .maybe = true, .meaning = "what follows from the others"},
    {.name = "difference", .kind = RH_CELL_REAL, .digits = 3, .maybe = true, .meaning = "implied less published"},
    {.name = "unit", .kind = RH_CELL_TEXT},
    {.name = "meaning", .heading = "what", .kind = RH_CELL_TEXT, .wrap = 24},
    {.name = "formula", .kind = RH_CELL_TEXT, .hidden = true, .maybe = true},
};

const struct rh_form rh_form_energy_published = {
    .name = "energy_published",
    .command = "rowhold energy --published --json",
    .configuration = {.name = "configuration", .meaning = "nothing: the tables are the program's"},
    .rows = RH_FORM_PART("rows", means, "a mean of the paper, or what its means imply"),
};

/* Where nothing but rounding is left of it, it has no sign either. */
static bool add_difference(struct rh_table *table, double found, double expected) {
    double difference = found - expected;
    return rh_table_real(table, fabs(difference) < 0.5e-6 ? 0 : difference);
}

static bool add_mean(struct rh_table *table, const struct rh_energy_published *row) {
    return rh_table_text(table, row->name) && rh_table_real(table, row->value) && rh_table_none(table) &&
           rh_table_none(table) && rh_table_text(table, row->unit) && rh_table_text(table, row->source) &&
           rh_table_none(table);
}

static bool add_implied(struct rh_table *table, const struct rh_energy_implied *row) {
    return rh_table_text(table, row->name) &&
           (row->compared ? rh_table_real(table, row->published) : rh_table_none(table)) &&
           rh_table_real(table, row->value) &&
           (row->compared ? add_difference(table, row->value, row->published) : rh_table_none(table)) &&
           rh_table_text(table, row->unit) && rh_table_text(table, row->meaning) && rh_table_text(table, row->formula);
}

static bool write_result(struct rh_table_result *result, bool filled, const struct rh_table_options *options,
                         const char *head, struct rh_error *error) {
    bool good = filled ? rh_table_write(result, options, error) : rh_table_no_memory(result->form, error);
    if (good && !rh_table_options_stdout(options)) {
        printf("%s\n\n", head);
        rh_table_print(result->rows, "", stdout);
    }
    rh_table_result_close(result);
    return good;
}

bool rh_energy_published_write(const struct rh_table_options *options, struct rh_error *error) {
    struct rh_table_result result;
    struct rh_energy_published mean;
    struct rh_energy_implied row;
    if (!rh_table_options_apart(options, NULL, 0, error) ||
        !rh_table_result_open(&result, &rh_form_energy_published, error))
        return false;
    bool good = true;
    for (unsigned i = 0; good && rh_energy_published(i, &mean); i++)
        good = add_mean(result.rows, &mean);
    for (unsigned i = 0; good && rh_energy_implied(i, &row); i++)
        good = add_implied(result.rows, &row);
    return write_result(&result, good, options,
                        "Means that the FGDRAM paper (O'Connor et al., MICRO 2017) publishes, and what\n"
                        "they imply with its table 3:",
                        error);
}

static const struct rh_column areas[] = {
    {.name = "kind", .kind = RH_CELL_TEXT},
    {.name = "over", .kind = RH_CELL_TEXT, .meaning = "the kind that it is compared with"},
    {.name = "part", .kind = RH_CELL_TEXT, .meaning = "of the difference; all: the sum"},
    {.name = "more_tsvs", .heading = "more\nTSVs", .kind = RH_CELL_FLAG, .meaning = "TSVs are not driven faster"},
    {.name = "percent", .heading = "% more", .kind = RH_CELL_REAL, .digits = 2, .meaning = "from the parts"},
    {.name = "published", .kind = RH_CELL_REAL, .digits = 2, .maybe = true},
    {.name = "difference", .kind = RH_CELL_REAL, .digits = 3, .maybe = true, .meaning = "percent less published"},
    {.name = "meaning", .kind = RH_CELL_TEXT, .hidden = true, .maybe = true, .meaning = "what the part is for"},
    {.name = "source", .kind = RH_CELL_TEXT, .hidden = true, .meaning = "place in the FGDRAM paper"},
};

const struct rh_form rh_form_area_dram = {
    .name = "area_dram",
    .command = "rowhold area --dram --json",
    .configuration = {.name = "configuration", .meaning = "nothing: the tables are the program's"},
    .rows = RH_FORM_PART("rows", areas, "a kind's area over another one's, or a part of it"),
};

static bool add_sum(struct rh_table *table, const struct rh_dram_area_sum *sum) {
    return rh_table_text(table, sum->kind) && rh_table_text(table, sum->over) && rh_table_text(table, "all") &&
           rh_table_count(table, sum->more_tsvs) && rh_table_real(table, sum->computed) &&
           rh_table_real(table, sum->published) && add_difference(table, sum->computed, sum->published) &&
           rh_table_none(table) && rh_table_text(table, sum->source);
}

static bool add_part(struct rh_table *table, const struct rh_dram_area_part *part) {
    return rh_table_text(table, part->kind) && rh_table_text(table, "hbm2") && rh_table_text(table, part->part) &&
           rh_table_count(table, part->tsvs) && rh_table_real(table, part->percent) && rh_table_none(table) &&
           rh_table_none(table) && rh_table_text(table, part->meaning) && rh_table_text(table, part->source);
}

bool rh_dram_area_write(const struct rh_table_options *options, struct rh_error *error) {
    struct rh_table_result result;
    struct rh_dram_area_part part;
    struct rh_dram_area_sum sum;
    if (!rh_table_options_apart(options, NULL, 0, error) || !rh_table_result_open(&result, &rh_form_area_dram, error))
        return false;
    bool good = true;
    for (unsigned i = 0; good && rh_dram_area_sum(i, &sum); i++)
        good = add_sum(result.rows, &sum);
    for (unsigned i = 0; good && rh_dram_area_part(i, &part); i++)
        good = add_part(result.rows, &part);
    return write_result(&result, good, options,
                        "Areas of DRAM dies by part (FGDRAM paper, O'Connor et al., MICRO 2017):", error);
}
