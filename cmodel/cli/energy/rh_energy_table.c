// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/energy/rh_energy_table.h"

#include <string.h>

#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/simulate/rh_run_summary.h"
#include "rowhold/rh_energy_published.h"

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define HIDDEN(name_, kind_, ...)                                                                                      \
    { .name = name_, .kind = RH_CELL_##kind_, .hidden = true, __VA_ARGS__ }

static const struct rh_column columns[] = {
    HIDDEN("preset", TEXT, .maybe = true),
    {.name = "kind", .kind = RH_CELL_TEXT, .meaning = "whose energies count"},
    HIDDEN("configuration_hash", TEXT, .maybe = true, .meaning = "of the run, as `rowhold simulate --stats` has it"),
    HIDDEN("activates", COUNT, .maybe = true),
    HIDDEN("column_commands", COUNT, .maybe = true),
    {.name = "accesses",
     .heading = "accesses\nan ACT",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .maybe = true,
     .meaning = "column commands an activate; none without an activate"},
    HIDDEN("known", REAL, .meaning = "share of the bits whose data the trace gives"),
    {.name = "toggles",
     .heading = "toggles\n%",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .scale = 100,
     .meaning = "lines of the internal bus that toggle, a bit"},
    {.name = "io_activity",
     .heading = "pins\n%",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .scale = 100,
     .meaning = "toggles of the pins (HBM2) or ones on them a bit, the line of data-bus inversion included"},
#define RH_ENERGY_COMPONENT(name_, meaning_)                                                                           \
    {.name = #name_, .kind = RH_CELL_REAL, .digits = 2, .meaning = "pJ/b: " meaning_},
#include "tables/energy.def"
    {.name = "total", .kind = RH_CELL_REAL, .digits = 2, .meaning = "pJ/b"},
    HIDDEN("published_total", REAL, .meaning = "pJ/b: the paper's mean of this kind"),
    HIDDEN("gb_per_s", REAL, .maybe = true, .meaning = "moved in the run"),
    HIDDEN("power_w", REAL, .maybe = true, .meaning = "of these"),
    HIDDEN("peak_gb_per_s", REAL, .meaning = "of all stacks together"),
    HIDDEN("peak_power_w", REAL, .meaning = "at that"),
    HIDDEN("limit_gb_per_s", REAL, .meaning = "that the power limit allows"),
    HIDDEN("published_limit_gb_per_s", REAL, .meaning = "that it allows at the published mean"),
};

static const struct rh_column configuration[] = {
    {.name = "source", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "stream or command trace"},
    {.name = "accesses", .kind = RH_CELL_REAL, .maybe = true, .meaning = "of --accesses"},
    {.name = "kind", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of --kind"},
    {.name = "toggle_rate", .kind = RH_CELL_REAL},
    {.name = "ones_share", .kind = RH_CELL_REAL},
    {.name = "dbi", .kind = RH_CELL_FLAG},
    {.name = "power_limit_w", .kind = RH_CELL_REAL},
    {.name = "stacks", .kind = RH_CELL_COUNT},
};

const struct rh_form rh_form_energy = {
    .name = "energy",
    .command = "rowhold energy --json",
    .configuration = RH_FORM_PART("configuration", configuration,
                                  "activity of the data, power and stacks; a row's run has a hash of its own"),
    .rows = RH_FORM_PART("rows", columns, "a preset, or a kind with --accesses"),
};

static bool maybe_text(struct rh_table *table, const char *text) {
    return rh_table_text(table, text[0] != '\0' ? text : NULL);
}

static bool maybe_real(struct rh_table *table, bool there, double value) {
    return there ? rh_table_real(table, value) : rh_table_none(table);
}

static double peak(const struct rh_energy_view *view, const struct rh_energy_row *row) {
    return view->stacks * row->energy->stack_gb_per_s;
}

static bool add_row(struct rh_table *table, const struct rh_energy_view *view, const struct rh_energy_row *row) {
    double total = rh_energy_total(row->pj), published = rh_energy_published_total(row->energy->name);
    bool good = maybe_text(table, row->preset) && rh_table_text(table, row->energy->name) &&
                maybe_text(table, row->hash) && rh_table_known(table, row->counted ? (int64_t)row->activates : -1) &&
                rh_table_known(table, row->counted ? (int64_t)row->column_commands : -1) &&
                maybe_real(table, row->accesses > 0, row->accesses) && rh_table_real(table, row->known) &&
                rh_table_real(table, row->activity.toggles) && rh_table_real(table, row->activity.io);
    for (unsigned i = 0; good && i < RH_ENERGY_COMPONENTS; i++)
        good = rh_table_real(table, row->pj[i]);
    return good && rh_table_real(table, total) && rh_table_real(table, published) &&
           maybe_real(table, row->counted, row->gb_per_s) &&
           maybe_real(table, row->counted, rh_energy_power(total, row->gb_per_s)) &&
           rh_table_real(table, peak(view, row)) && rh_table_real(table, rh_energy_power(total, peak(view, row))) &&
           rh_table_real(table, rh_energy_bandwidth(total, view->power)) &&
           rh_table_real(table, rh_energy_bandwidth(published, view->power));
}

static const struct rh_column limits[] = {
    {.name = "kind", .kind = RH_CELL_TEXT},
    {.name = "pj", .heading = "pJ/b", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "limit", .heading = "allows\nGB/s", .kind = RH_CELL_REAL},
    {.name = "published", .heading = "published\npJ/b", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "published_limit", .heading = "allows then\nGB/s", .kind = RH_CELL_REAL},
    {.name = "peak", .heading = "peak\nGB/s", .kind = RH_CELL_REAL},
    {.name = "needs", .heading = "needs\nW", .kind = RH_CELL_REAL, .digits = 1},
    {.name = "published_needs", .heading = "needs then\nW", .kind = RH_CELL_REAL, .digits = 1},
};

/* NULL without memory. */
static struct rh_table *make_limits(const struct rh_energy_view *view) {
    struct rh_table *table = rh_table_open(limits, COUNT(limits));
    bool good = table != NULL;
    for (unsigned i = 0; good && i < view->count; i++) {
        const struct rh_energy_row *row = &view->rows[i];
        double total = rh_energy_total(row->pj), published = rh_energy_published_total(row->energy->name);
        good = rh_table_text(table, row->energy->name) && rh_table_real(table, total) &&
               rh_table_real(table, rh_energy_bandwidth(total, view->power)) && rh_table_real(table, published) &&
               rh_table_real(table, rh_energy_bandwidth(published, view->power)) &&
               rh_table_real(table, peak(view, row)) && rh_table_real(table, rh_energy_power(total, peak(view, row))) &&
               rh_table_real(table, rh_energy_power(published, peak(view, row)));
    }
    if (good)
        return table;
    rh_table_close(table);
    return NULL;
}

bool rh_energy_fill(struct rh_table_result *result, const struct rh_energy_view *view) {
    const struct rh_energy_options *options = view->options;
    struct rh_table *table = result->configuration;
    bool good = rh_table_text(table, view->source) && maybe_real(table, view->source == NULL, view->accesses) &&
                rh_table_text(table, options->kind) && rh_table_real(table, options->toggle_rate) &&
                rh_table_real(table, options->ones_share) && rh_table_count(table, options->inverted) &&
                rh_table_real(table, view->power) && rh_table_count(table, view->stacks);
    for (unsigned i = 0; good && i < view->count; i++)
        good = add_row(result->rows, view, &view->rows[i]);
    return good;
}

void rh_energy_print(FILE *to, const struct rh_energy_view *view, const struct rh_table_result *result) {
    const struct rh_energy_options *options = view->options;
    double known = 0;
    for (unsigned i = 0; i < view->count; i++)
        known = view->rows[i].known > known ? view->rows[i].known : known;
    if (view->source != NULL)
        fprintf(to, "%s\n", view->source);
    else
        fprintf(to, "%.6g accesses of 32 bytes an activate\n", view->accesses);
    if (known < 1)
        fprintf(to, "data%s: %.4g %% of the lines toggle, %.4g %% are ones\n", known > 0 ? " that are not known" : "",
                100 * options->toggle_rate, 100 * options->ones_share);
    if (known > 0)
        fprintf(to, "data of the trace: up to %.4g %% of the bits\n", 100 * known);
    if (options->inverted)
        fputs("data-bus inversion on the pins: at most four of nine lines cost energy\n", to);
    fputs("\npJ/b by component:\n\n", to);
    rh_table_print(result->rows, "", to);
    if (!view->limited)
        return;
    fprintf(to, "\nWhat %.6g W allow, and what the peak of %u stack%s needs:\n\n", view->power, view->stacks,
            view->stacks == 1 ? "" : "s");
    struct rh_table *table = make_limits(view);
    rh_run_summary_table(to, table, table != NULL);
}

bool rh_energy_plot(const struct rh_energy_view *view, const char *file, struct rh_error *error) {
    struct rh_plot plot;
    if (!rh_plot_open(&plot, file, error))
        return false;
    FILE *to = plot.script;
    fprintf(to,
            "set xlabel 'bandwidth, GB/s'\nset ylabel 'energy of DRAM, pJ/b'\nset logscale xy 2\nset grid\n"
            "set xrange [128:16384<*]\nset yrange [0.5:32<*]\nset key right top noenhanced\n"
            "set title '%.6g W, and each kind at the peak of %u stack%s'\n"
            "plot %.6g / x with lines linewidth 2 linecolor rgb 'black' title 'allowed at %.6g W'",
            view->power, view->stacks, view->stacks == 1 ? "" : "s", rh_energy_bandwidth(1, view->power), view->power);
    for (unsigned i = 0; i < view->count; i++)
        fprintf(to,
                ", '-' using 1:2 with points linecolor %u pointtype 7 pointsize 1.2 title '%s'"
                ", '-' using 1:2 with points linecolor %u pointtype 6 pointsize 1.6 title '%s, published'",
                i + 1, view->rows[i].energy->title, i + 1, view->rows[i].energy->title);
    fputc('\n', to);
    for (unsigned i = 0; i < view->count; i++) {
        const struct rh_energy_row *row = &view->rows[i];
        fprintf(to, "%.6g %.6f\ne\n%.6g %.6f\ne\n", peak(view, row), rh_energy_total(row->pj), peak(view, row),
                rh_energy_published_total(row->energy->name));
    }
    return rh_plot_commit(&plot, error);
}
