// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/area/rh_area_system.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_settings.h"
#include "cmodel/cost/rh_complexity.h"
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_variant.h"

/* The comparison of the thesis: a controller that searches its queue, and one that does not. */
#define SEARCHING "fr_fcfs"
#define SIMPLE    "banked_fifo"

static const struct rh_column columns[] = {
    {.name = "network", .kind = RH_CELL_TEXT, .meaning = "crossbar: one allocator; mesh: a router a node"},
    {.name = "allocator", .kind = RH_CELL_TEXT},
    {.name = "design", .kind = RH_CELL_TEXT, .wrap = 21, .meaning = "as in table 4.1: controller+hold rule"},
    {.name = "controller", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "hold", .kind = RH_CELL_TEXT, .hidden = true, .meaning = "hold rule of the network's allocators"},
    {.name = "controllers", .kind = RH_CELL_COUNT, .hidden = true},
    {.name = "allocators", .kind = RH_CELL_COUNT, .hidden = true},
    {.name = "area_um2", .kind = RH_CELL_REAL, .hidden = true},
    {.name = "area_mm2", .heading = "area\nmm2", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "network_um2", .kind = RH_CELL_REAL, .hidden = true, .meaning = "of it the network's allocators"},
    {.name = "critical_ns",
     .heading = "path\nns",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .maybe = true,
     .meaning = "the longest of the joined blocks; none where the table lacks one"},
    {.name = "critical_in",
     .kind = RH_CELL_TEXT,
     .maybe = true,
     .hidden = true,
     .meaning = "node: allocator and router; arrival: controller and ejector; reply: controller and injector"},
    {.name = "area_more",
     .heading = "area\n%",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .scale = 100,
     .maybe = true,
     .meaning = "more than " SEARCHING " behind the same allocator without a hold rule, as a share"},
    {.name = "path_more",
     .heading = "path\n%",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .scale = 100,
     .maybe = true,
     .meaning = "longer than there, as a share"},
    {.name = "area_more_than_controllers",
     .heading = "alone\n%",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .scale = 100,
     .meaning = "more area than the controllers " SEARCHING " alone, without any network, as a share"},
};
static const struct rh_column configuration[] = {
    {.name = "table", .kind = RH_CELL_TEXT, .meaning = "hash of the lines of scripts/area's table"},
    {.name = "settings", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of the controllers"},
};

const struct rh_form rh_form_area_system = {
    .name = "area_system",
    .command = "rowhold area --system --json",
    .configuration = RH_FORM_PART("configuration", configuration, "the table that was read, and the controllers"),
    .rows = RH_FORM_PART("rows", columns, "a memory system"),
};

/* How the systems of the table compare. */
struct tally {
    unsigned systems, smaller, faster, both, unknown; /* unknown: without a path */
};

struct work {
    const struct rh_area_table *table;
    struct rh_table *rows;
    struct rh_geometry geometry; /* of the controllers */
    const struct rh_area_row *searching, *simple;
    struct tally tally;
};

/* A row with these parameters of a controller, however its settings are written. */
static const struct rh_area_row *controller_row(const struct rh_area_table *table, const char *name,
                                                const struct rh_geometry *wanted) {
    struct rh_geometry geometry;
    struct rh_error ignored;
    for (unsigned i = 0; i < table->count; i++)
        if (strcmp(table->rows[i].design, name) == 0 &&
            rh_settings_params("area", table->rows[i].settings, &rh_controller_kind, name, &geometry, &ignored) &&
            memcmp(&geometry, wanted, sizeof geometry) == 0)
            return &table->rows[i];
    return NULL;
}

/* What network an allocator makes, and of how many: one with an output a destination is a whole crossbar; one of as
 * many ports as a router of the mesh stands at every node. NULL: none. */
static const char *network_of(const struct rh_allocator_params *p, uint64_t *allocators) {
    const struct rh_complexity_system thesis = rh_complexity_thesis();
    *allocators = 1;
    if (p->outputs == p->destinations)
        return "crossbar";
    *allocators = (uint64_t)thesis.cores + p->destinations;
    return p->inputs == thesis.mesh_ports && p->outputs == thesis.mesh_ports ? "mesh" : NULL;
}

/* Is it the allocator before these controllers? A rule that matches rows keeps them, of every bank. */
static bool fits(const struct rh_allocator_params *p, const struct rh_geometry *controller) {
    return p->hold == RH_HOLD_none || p->hold == RH_HOLD_hold_grant ||
           (p->banks == controller->banks && p->row_bits == controller->row_bits);
}

/* The longest path of a system, and which joined blocks it is in; 0 and NULL where the table lacks one of them. */
struct path {
    double ns;
    const char *in;
};

/* A controller meets the network at an ejector and an injector, an allocator its router. */
static struct path path_of(const struct work *w, const char *controller, const struct rh_area_row *allocator) {
    struct path path = {0, NULL};
    struct rh_area_joint joint;
    for (unsigned i = 0; rh_area_joint(i, &joint); i++) {
        bool meets = joint.kind == RH_KIND_controller;
        char name[96];
        (void)snprintf(name, sizeof name, "%s_%s", joint.name, meets ? controller : allocator->design);
        const struct rh_area_row *row =
            meets ? controller_row(w->table, name, &w->geometry) : rh_area_find(w->table, name, allocator->settings);
        if (row == NULL)
            return (struct path){0, NULL};
        if (row->critical_ns > path.ns)
            path = (struct path){row->critical_ns, joint.name};
    }
    return path;
}

/* One system; `bare`: the allocator that the searching controllers stand behind. */
static bool add_system(struct work *w, const struct rh_area_row *controller, const struct rh_area_row *allocator,
                       const struct rh_area_row *bare) {
    struct rh_allocator_params p;
    struct rh_error ignored;
    uint64_t count;
    if (!rh_settings_params("area", allocator->settings, &rh_allocator_kind, NULL, &p, &ignored))
        return true;
    const char *network = network_of(&p, &count);
    double network_um2 = (double)count * allocator->area_um2, m = p.destinations;
    double area = m * controller->area_um2 + network_um2;
    double other_area = m * w->searching->area_um2 + (double)count * bare->area_um2;
    struct path path = path_of(w, controller->design, allocator), other = path_of(w, SEARCHING, bare);
    bool reference = controller == w->searching, holds = p.hold != RH_HOLD_none;
    bool comparable = !reference && path.in != NULL && other.in != NULL, faster = comparable && path.ns < other.ns;
    char design[96];
    (void)snprintf(design, sizeof design, "%s%s%s", controller->design, holds ? "+" : "",
                   holds ? rh_hold_rule_name(p.hold) : "");
    w->tally.systems += holds;
    w->tally.smaller += holds && area < other_area;
    w->tally.faster += holds && faster;
    w->tally.unknown += holds && !comparable;
    w->tally.both += holds && area < other_area && faster;
    return rh_table_text(w->rows, network) && rh_table_text(w->rows, allocator->design) &&
           rh_table_text(w->rows, design) && rh_table_text(w->rows, controller->design) &&
           rh_table_text(w->rows, rh_hold_rule_name(p.hold)) && rh_table_count(w->rows, p.destinations) &&
           rh_table_count(w->rows, count) && rh_table_real(w->rows, area) && rh_table_real(w->rows, area / 1e6) &&
           rh_table_real(w->rows, network_um2) &&
           (path.in == NULL ? rh_table_none(w->rows) : rh_table_real(w->rows, path.ns)) &&
           rh_table_text(w->rows, path.in) &&
           (reference ? rh_table_none(w->rows) : rh_table_real(w->rows, area / other_area - 1)) &&
           (comparable ? rh_table_real(w->rows, path.ns / other.ns - 1) : rh_table_none(w->rows)) &&
           rh_table_real(w->rows, area / (m * w->searching->area_um2) - 1);
}

/* Every network of this name in the table, for destinations like the controllers: the searching ones behind the bare
 * allocator, then the simple ones behind it and behind each that holds. */
static bool add_networks(struct work *w, const char *wanted) {
    struct rh_allocator_params p;
    struct rh_error ignored;
    const char *network;
    uint64_t count;
    bool good = true;
    for (unsigned i = 0; good && i < w->table->count; i++) {
        const struct rh_area_row *row = &w->table->rows[i], *bare = rh_area_unheld(w->table, row);
        if (rh_kind_find(row->kind) != RH_KIND_allocator ||
            !rh_settings_params("area", row->settings, &rh_allocator_kind, NULL, &p, &ignored) ||
            (network = network_of(&p, &count)) == NULL || strcmp(network, wanted) != 0 || !fits(&p, &w->geometry))
            continue;
        if (p.hold == RH_HOLD_none)
            good = add_system(w, w->searching, row, row) && add_system(w, w->simple, row, row);
        else if (bare != NULL)
            good = add_system(w, w->simple, row, bare);
    }
    return good;
}

static void print_text(const struct work *w) {
    const struct tally *t = &w->tally;
    printf("%sWhole systems: the controllers and the allocators of their request network.\n\n",
           w->table->notes == NULL ? "" : w->table->notes);
    rh_table_print(w->rows, "", stdout);
    printf("\narea %%, path %%: more than " SEARCHING " behind the same allocator without a hold rule.\n"
           "alone %%: more area than the controllers " SEARCHING " alone, without any network.\n"
           "path: the longest of the blocks that feed each other within a clock, joined;\n"
           "--csv says which, critical_in.\n"
           "Of %u systems of " SIMPLE " whose network holds grants, %u are smaller than\n" SEARCHING
           " behind the same allocator, %u faster, %u both",
           t->systems, t->smaller, t->faster, t->both);
    if (t->unknown != 0)
        printf(";\nof %u the table has no path", t->unknown);
    puts(".");
}

/* Fill the rows of `w`; false with an error. */
static bool fill(struct work *w, const char *settings, struct rh_error *error) {
    if (!rh_settings_params("--system", settings, &rh_controller_kind, NULL, &w->geometry, error))
        return false;
    w->searching = controller_row(w->table, SEARCHING, &w->geometry);
    w->simple = controller_row(w->table, SIMPLE, &w->geometry);
    if (w->searching == NULL || w->simple == NULL)
        return rh_error_set(error, "--system: found no row of %s with '%s', expected " SEARCHING " and " SIMPLE,
                            w->searching == NULL ? SEARCHING : SIMPLE, settings != NULL ? settings : "");
    return (add_networks(w, "crossbar") && add_networks(w, "mesh")) || rh_table_no_memory(&rh_form_area_system, error);
}

struct rh_table *rh_area_system_table(const struct rh_area_table *table, const char *settings, struct rh_error *error) {
    struct work w = {.table = table, .rows = rh_table_open(columns, sizeof columns / sizeof columns[0])};
    if (w.rows == NULL)
        rh_table_no_memory(&rh_form_area_system, error);
    else if (fill(&w, settings, error))
        return w.rows;
    rh_table_close(w.rows);
    return NULL;
}

bool rh_area_system_write(const struct rh_area_table *table, const char *settings,
                          const struct rh_table_options *options, struct rh_error *error) {
    struct rh_table_result result;
    struct work w = {.table = table};
    if (!rh_table_result_open(&result, &rh_form_area_system, error))
        return false;
    w.rows = result.rows;
    bool good = fill(&w, settings, error);
    if (good && !(rh_table_hash(result.configuration, table->hash) && rh_table_text(result.configuration, settings)))
        good = rh_table_no_memory(&rh_form_area_system, error);
    good = good && rh_table_write(&result, options, error);
    if (good && !rh_table_options_stdout(options))
        print_text(&w);
    rh_table_result_close(&result);
    return good;
}
