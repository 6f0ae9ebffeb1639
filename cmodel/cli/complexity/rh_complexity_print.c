// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/complexity/rh_complexity_print.h"

#include <inttypes.h>
#include <string.h>

#include "cmodel/cli/rh_forms.h"

#define PUBLISHED "bits that the thesis prints, which are those of C 28, M 8, Q 32, nB 4, 4096 rows and 4 hash bits"
#define PART      "system: a design of table 4.1, the whole chip; controller: one; allocator: what a rule adds to one"
static const struct rh_column columns[] = {
    {.name = "part", .kind = RH_CELL_TEXT, .hidden = true, .meaning = PART},
    {.name = "design", .kind = RH_CELL_TEXT, .wrap = 20},
    {.name = "network", .kind = RH_CELL_TEXT, .maybe = true},
    {.name = "stored_formula", .kind = RH_CELL_TEXT, .hidden = true, .maybe = true},
    {.name = "stored", .heading = "stored\nformula", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "bits"},
    {.name = "published_stored",
     .heading = "stored\nthesis",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = PUBLISHED},
    {.name = "netlist_stored",
     .heading = "stored\nRTL",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "flops that the hold rule adds"},
    {.name = "network_formula", .kind = RH_CELL_TEXT, .hidden = true, .maybe = true},
    {.name = "compared_network",
     .kind = RH_CELL_COUNT,
     .hidden = true,
     .maybe = true,
     .meaning = "bits a clock in the network"},
    {.name = "controller_formula", .kind = RH_CELL_TEXT, .hidden = true, .maybe = true},
    {.name = "compared_controllers",
     .kind = RH_CELL_COUNT,
     .hidden = true,
     .maybe = true,
     .meaning = "bits a clock in controllers"},
    {.name = "compared",
     .heading = "comp.\nformula",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "bits a clock in both"},
    {.name = "published_compared",
     .heading = "comp.\nthesis",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = PUBLISHED},
    {.name = "netlist_compared",
     .heading = "comp.\nRTL",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "bits of comparators of addresses, pairs, rows and hashes in the netlist"},
    {.name = "flops",
     .kind = RH_CELL_COUNT,
     .hidden = true,
     .maybe = true,
     .meaning = "all flops of these blocks in the netlist, storage of the queues included"},
    {.name = "unexplained",
     .kind = RH_CELL_COUNT,
     .hidden = true,
     .maybe = true,
     .meaning = "with --count: bits of gates that no role of tables/complexity.def explains"},
    {.name = "disagreement",
     .kind = RH_CELL_TEXT,
     .hidden = true,
     .maybe = true,
     .meaning = "where the thesis disagrees with itself"},
    {.name = "note", .kind = RH_CELL_TEXT, .hidden = true, .maybe = true},
    {.name = "source", .kind = RH_CELL_TEXT, .hidden = true, .maybe = true, .meaning = "of a controller's formula"},
    {.name = "not_counted", .kind = RH_CELL_TEXT, .hidden = true, .maybe = true, .meaning = "why there is no netlist"},
};
static const struct rh_column breakdown[] = {
    {.name = "part", .kind = RH_CELL_TEXT, .hidden = true, .meaning = PART},
    {.name = "design", .kind = RH_CELL_TEXT, .wrap = 18},
    {.name = "network", .kind = RH_CELL_TEXT, .maybe = true, .wrap = 6},
    {.name = "bits", .kind = RH_CELL_TEXT, .meaning = "stored or compared"},
    {.name = "gates",
     .kind = RH_CELL_TEXT,
     .wrap = 18,
     .meaning = "what they are there for; or the place, where no role says it"},
    {.name = "formula", .kind = RH_CELL_COUNT, .meaning = "bits that the formula has for them"},
    {.name = "netlist",
     .kind = RH_CELL_REAL,
     .maybe = true,
     .meaning = "bits counted, with --count; of an unexplained term beyond what is expected, also fewer"},
    {.name = "difference", .kind = RH_CELL_REAL, .maybe = true, .meaning = "netlist - formula"},
    {.name = "explained",
     .kind = RH_CELL_FLAG,
     .hidden = true,
     .meaning = "false: no role says what they are there for"},
};
static const struct rh_column configuration[] = {
    {.name = "cores", .kind = RH_CELL_COUNT, .meaning = "C, cores; I of the crossbar"},
    {.name = "controllers", .kind = RH_CELL_COUNT, .meaning = "M, memory controllers; O and D of the crossbar"},
    {.name = "queue", .kind = RH_CELL_COUNT, .meaning = "Q, entries of a controller's queue"},
    {.name = "rows", .kind = RH_CELL_COUNT, .meaning = "nR, rows of a bank; r bits"},
    {.name = "banks", .kind = RH_CELL_COUNT, .meaning = "nB, banks of a channel; b bits"},
    {.name = "hash_bits", .kind = RH_CELL_COUNT, .meaning = "h, bits of a row's hash"},
    {.name = "mesh_ports", .kind = RH_CELL_COUNT, .meaning = "P, ports of a router of the mesh"},
    {.name = "ring_ports", .kind = RH_CELL_COUNT, .meaning = "P, ports of a router of the ring"},
    {.name = "preset", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "whose rows and banks these are"},
    {.name = "counted", .kind = RH_CELL_FLAG, .meaning = "netlists were elaborated for this; else from the table"},
    {.name = "area",
     .kind = RH_CELL_TEXT,
     .maybe = true,
     .meaning = "hash of the rows of the table with the netlists' counts"},
};

const struct rh_form rh_form_complexity = {
    .name = "complexity",
    .command = "rowhold complexity --json",
    .configuration = RH_FORM_PART("configuration", configuration,
                                  "the memory system's sizes and the table of netlists: all that the rows depend on"),
    .rows = RH_FORM_PART("rows", columns, "a design on a network, a controller, or an allocator under a hold rule"),
    .more = RH_FORM_PART("breakdown", breakdown, "gates of one kind that a design has"),
};

static bool add_line(struct rh_table *table, const struct rh_complexity_line *line) {
    const struct rh_complexity *f = &line->formula;
    const struct rh_counted *c = &line->counted;
    bool network = line->modelled && line->part != RH_COMPLEXITY_ONE_CONTROLLER;
    bool controllers = line->modelled && line->part != RH_COMPLEXITY_ONE_ALLOCATOR;
    bool rule = strchr(line->design, '+') != NULL;
    const char *const texts[] = {f->disagreement, f->note, line->source, c->why};
    bool good = rh_table_text(table, rh_complexity_part_name(line->part)) && rh_table_text(table, line->design) &&
                rh_table_text(table, line->network[0] != '\0' ? line->network : NULL) &&
                rh_table_text(table, network ? f->stored_formula : NULL) &&
                rh_table_known(table, network ? (int64_t)f->stored : -1) &&
                rh_table_known(table, f->published_stored) && rh_table_known(table, rule ? c->stored : -1) &&
                rh_table_text(table, network ? f->network_formula : NULL) &&
                rh_table_known(table, network ? (int64_t)f->compared_network : -1) &&
                rh_table_text(table, controllers ? f->controller_formula : NULL) &&
                rh_table_known(table, controllers ? (int64_t)f->compared_controllers : -1) &&
                rh_table_known(table, rh_complexity_compared(line)) && rh_table_known(table, f->published_compared) &&
                rh_table_known(table, c->compared) && rh_table_known(table, c->flops) &&
                rh_table_known(table, c->breakdown.counted ? c->breakdown.unexplained : -1);
    for (size_t i = 0; good && i < sizeof texts / sizeof texts[0]; i++)
        good = rh_table_text(table, texts[i][0] != '\0' ? texts[i] : NULL);
    return good;
}

static bool add_terms(struct rh_table *table, const struct rh_complexity_line *line) {
    const struct rh_breakdown *b = &line->counted.breakdown;
    bool good = true;
    for (unsigned i = 0; good && i < b->count; i++) {
        const struct rh_breakdown_term *t = &b->term[i];
        good = rh_table_text(table, rh_complexity_part_name(line->part)) && rh_table_text(table, line->design) &&
               rh_table_text(table, line->network[0] != '\0' ? line->network : NULL) &&
               rh_table_text(table, t->stored ? "stored" : "compared") && rh_table_text(table, t->meaning) &&
               rh_table_count(table, (uint64_t)t->formula) &&
               (b->counted ? rh_table_whole(table, (double)t->netlist) : rh_table_none(table)) &&
               (b->counted ? rh_table_whole(table, (double)(t->netlist - t->formula)) : rh_table_none(table)) &&
               rh_table_count(table, t->unexplained ? 0 : 1);
    }
    return good;
}

static bool add_configuration(struct rh_table *table, const struct rh_complexity_view *v) {
    const struct rh_complexity_system *s = v->system;
    return rh_table_count(table, s->cores) && rh_table_count(table, s->controllers) &&
           rh_table_count(table, s->queue) && rh_table_count(table, s->rows) && rh_table_count(table, s->banks) &&
           rh_table_count(table, s->hash_bits) && rh_table_count(table, s->mesh_ports) &&
           rh_table_count(table, s->ring_ports) && rh_table_text(table, v->preset) &&
           rh_table_count(table, v->counted) &&
           (v->table->rows != NULL ? rh_table_hash(table, v->table->hash) : rh_table_none(table));
}

/* The lines of one part, as a table of its own. */
static void print_part(const struct rh_complexity_view *v, enum rh_complexity_part part, const char *title) {
    struct rh_column shown[sizeof columns / sizeof columns[0]];
    memcpy(shown, columns, sizeof columns);
    for (size_t i = 0; part == RH_COMPLEXITY_ONE_CONTROLLER && i < sizeof shown / sizeof shown[0]; i++) {
        bool no = strstr(shown[i].name, "stored") != NULL || strcmp(shown[i].name, "network") == 0 ||
                  strncmp(shown[i].name, "published", 9) == 0;
        bool more = strcmp(shown[i].name, "flops") == 0 || strcmp(shown[i].name, "source") == 0;
        shown[i].hidden = no || (shown[i].hidden && !more);
        shown[i].wrap = more ? 20 : shown[i].wrap;
    }
    for (size_t i = 0; part == RH_COMPLEXITY_ONE_ALLOCATOR && i < sizeof shown / sizeof shown[0]; i++)
        shown[i].hidden = shown[i].hidden || strncmp(shown[i].name, "published", 9) == 0;
    struct rh_table *table = rh_table_open(shown, sizeof shown / sizeof shown[0]);
    bool good = table != NULL;
    for (unsigned i = 0; good && i < v->lines->count; i++)
        good = v->lines->line[i].part != part || add_line(table, &v->lines->line[i]);
    if (good && rh_table_rows(table) > 0) {
        printf("\n%s\n\n", title);
        rh_table_print(table, "", stdout);
    }
    rh_table_close(table);
}

static void print_formulas(const struct rh_complexity_view *v) {
    static const struct rh_column formulas[] = {
        {.name = "design", .kind = RH_CELL_TEXT, .wrap = 21},
        {.name = "network", .kind = RH_CELL_TEXT, .maybe = true},
        {.name = "stored", .kind = RH_CELL_TEXT, .wrap = 14},
        {.name = "network_formula", .heading = "compared in\nthe network", .kind = RH_CELL_TEXT, .wrap = 14},
        {.name = "controller_formula", .heading = "compared in\ncontrollers", .kind = RH_CELL_TEXT, .wrap = 12},
    };
    struct rh_table *table = rh_table_open(formulas, sizeof formulas / sizeof formulas[0]);
    bool good = table != NULL;
    const char *first = NULL; /* rules are the same for every allocator */
    for (unsigned i = 0; good && i < v->lines->count; i++) {
        const struct rh_complexity_line *l = &v->lines->line[i];
        size_t name = strcspn(l->design, "+");
        if (!l->modelled)
            continue;
        if (l->part == RH_COMPLEXITY_ONE_ALLOCATOR) {
            if (first != NULL && strncmp(first, l->design, name + 1) != 0)
                continue;
            first = l->design;
        }
        good = rh_table_text(table, l->part == RH_COMPLEXITY_ONE_ALLOCATOR ? l->design + name + 1 : l->design) &&
               rh_table_text(table, l->part == RH_COMPLEXITY_SYSTEM ? l->network : "one") &&
               rh_table_text(table, l->formula.stored_formula != NULL ? l->formula.stored_formula : "0") &&
               rh_table_text(table, l->formula.network_formula != NULL ? l->formula.network_formula : "0") &&
               rh_table_text(table, l->formula.controller_formula != NULL ? l->formula.controller_formula : "0");
    }
    if (good)
        rh_table_print(table, "", stdout);
    rh_table_close(table);
}

/* Remarks on single lines, wrapped as a table. */
static void print_remarks(const struct rh_complexity_view *v, bool disagreements, const char *title) {
    static const struct rh_column remarks[] = {
        {.name = "design", .kind = RH_CELL_TEXT, .wrap = 23},
        {.name = "network", .kind = RH_CELL_TEXT, .maybe = true},
        {.name = "note", .kind = RH_CELL_TEXT, .wrap = 24},
    };
    struct rh_table *table = rh_table_open(remarks, sizeof remarks / sizeof remarks[0]);
    bool good = table != NULL;
    for (unsigned i = 0; good && i < v->lines->count; i++) {
        const struct rh_complexity_line *l = &v->lines->line[i];
        const char *text = disagreements ? l->formula.disagreement : l->formula.note;
        good = text[0] == '\0' ||
               (rh_table_text(table, l->design) && rh_table_text(table, l->network[0] != '\0' ? l->network : NULL) &&
                rh_table_text(table, text));
    }
    if (good && rh_table_rows(table) > 0) {
        printf("\n%s\n\n", title);
        rh_table_print(table, "", stdout);
    }
    rh_table_close(table);
}

/* Why lines have no number of the RTL, each reason once. */
static void print_reasons(const struct rh_complexity_view *v) {
    const struct rh_complexity_line *line = v->lines->line;
    bool first = true;
    for (unsigned i = 0; i < v->lines->count; i++) {
        unsigned before = 0, same = 0;
        for (unsigned k = 0; k < v->lines->count; k++)
            if (strcmp(line[k].counted.why, line[i].counted.why) == 0) {
                before += k < i;
                same++;
            }
        if (line[i].counted.why[0] == '\0' || before != 0)
            continue;
        printf("%s  %u of %u: %s\n", first ? "\nLines without a number of the RTL:\n\n" : "", same, v->lines->count,
               line[i].counted.why);
        first = false;
    }
}

/* What formula and netlist have one for one is left out, and so are the allocators, which the crossbar's lines show. */
static void print_breakdown(const struct rh_complexity_view *v) {
    static const struct rh_column differing[] = {
        {.name = "design", .kind = RH_CELL_TEXT, .wrap = 20},
        {.name = "network", .kind = RH_CELL_TEXT, .maybe = true},
        {.name = "bits", .kind = RH_CELL_TEXT},
        {.name = "more", .heading = "more\nin RTL", .kind = RH_CELL_REAL},
        {.name = "gates", .kind = RH_CELL_TEXT, .wrap = 24},
    };
    struct rh_table *table = rh_table_open(differing, sizeof differing / sizeof differing[0]);
    bool good = table != NULL;
    for (unsigned i = 0; good && i < v->lines->count; i++) {
        const struct rh_complexity_line *l = &v->lines->line[i];
        bool wanted = l->counted.breakdown.counted &&
                      (l->part != RH_COMPLEXITY_ONE_ALLOCATOR || l->counted.breakdown.unexplained != 0);
        for (unsigned k = 0; good && wanted && k < l->counted.breakdown.count; k++) {
            const struct rh_breakdown_term *t = &l->counted.breakdown.term[k];
            char text[256];
            (void)snprintf(text, sizeof text, "%s%s", t->unexplained ? "UNEXPLAINED: " : "", t->meaning);
            good =
                t->formula == t->netlist ||
                (rh_table_text(table, l->design) && rh_table_text(table, l->network[0] != '\0' ? l->network : "one") &&
                 rh_table_text(table, t->stored ? "stored" : "compared") &&
                 rh_table_whole(table, (double)(t->netlist - t->formula)) && rh_table_text(table, text));
        }
    }
    if (good && rh_table_rows(table) > 0) {
        printf("\nThe gates that the formula leaves out, or has too many of, in bits; all others\n"
               "are counted as the formula has them:\n\n");
        rh_table_print(table, "", stdout);
    }
    rh_table_close(table);
    if (rh_complexity_unexplained(v->lines) != 0)
        printf("UNEXPLAINED: %" PRId64 " bits have no row in tables/complexity.def.\n",
               rh_complexity_unexplained(v->lines));
}

static void print_legend(const struct rh_complexity_view *v) {
    const struct rh_complexity_variables x = rh_complexity_variables(v->system);
    const struct {
        const char *symbol;
        uint64_t value;
    } values[] = {{"C", x.C}, {"M", x.M}, {"Q", x.Q}, {"nR", x.nR}, {"nB", x.nB}, {"r", x.r}, {"b", x.b}, {"h", x.h},
                  {"P", x.P}, {"I", x.I}, {"O", x.O}, {"D", x.D},   {"S", x.S},   {"W", x.W}, {"c", x.c}};
    const char *symbol, *meaning;
    printf("\nSymbols:\n\n");
    for (unsigned i = 0; rh_complexity_symbol(i, &symbol, &meaning); i++)
        for (size_t k = 0; k < sizeof values / sizeof values[0]; k++)
            if (strcmp(symbol, values[k].symbol) == 0 && strcmp(symbol, "P") == 0)
                printf("  %-2s %6" PRIu32 ", %" PRIu32 "  %s\n", symbol, v->system->mesh_ports, v->system->ring_ports,
                       meaning);
            else if (strcmp(symbol, values[k].symbol) == 0)
                printf("  %-2s %9" PRIu64 "  %s\n", symbol, values[k].value, meaning);
    printf("\nstored: bits, of the hold rule; the queues' own storage is in flops alone.\n"
           "comp.: bits compared in a DRAM command clock.\n"
           "formula: by the thesis, an upper bound.\n"
           "thesis: as printed, for C 28, M 8, Q 32, nB 4, nR 4096, h 4.\nRTL: %s\n",
           v->counted ? "counted in its netlist of these sizes, before mapping."
                      : "counted in its netlist (docs/tables/area.csv); --count counts any size,\n"
                        "and says which gates differ.");
}

static void print_text(const struct rh_complexity_view *v) {
    printf("C = %" PRIu32 " cores, M = %" PRIu32 " controllers of Q = %" PRIu32 " entries,\nnB = %" PRIu32
           " banks of nR = %" PRIu32 " rows.\n",
           v->system->cores, v->system->controllers, v->system->queue, v->system->banks, v->system->rows);
    print_part(v, RH_COMPLEXITY_SYSTEM, "The whole chip, bits stored and bits compared a clock:");
    print_part(v, RH_COMPLEXITY_ONE_CONTROLLER, "One controller:");
    print_part(v, RH_COMPLEXITY_ONE_ALLOCATOR, "What a hold rule adds to one allocator, the whole crossbar:");
    print_breakdown(v);
    printf("\nThe formulas, in bits:\n\n");
    print_formulas(v);
    print_remarks(v, false, "Notes:");
    print_remarks(v, true, "Where the thesis disagrees with itself (!):");
    print_reasons(v);
    print_legend(v);
}

struct rh_table *rh_complexity_table(const struct rh_complexity_lines *lines) {
    struct rh_table *table = rh_table_open(columns, sizeof columns / sizeof columns[0]);
    bool good = table != NULL;
    for (unsigned i = 0; good && i < lines->count; i++)
        good = add_line(table, &lines->line[i]);
    if (good)
        return table;
    rh_table_close(table);
    return NULL;
}

bool rh_complexity_write(const struct rh_complexity_view *v, const struct rh_table_options *options,
                         struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_complexity, error))
        return false;
    bool good = add_configuration(result.configuration, v);
    for (unsigned i = 0; good && i < v->lines->count; i++)
        good = add_line(result.rows, &v->lines->line[i]) && add_terms(result.more, &v->lines->line[i]);
    good = good ? rh_table_write(&result, options, error) : rh_table_no_memory(&rh_form_complexity, error);
    if (good && !rh_table_options_stdout(options))
        print_text(v);
    rh_table_result_close(&result);
    return good;
}
