// SPDX-License-Identifier: Apache-2.0
// The page: page.html with its places filled.
#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/rh_table.h"
#include "cmodel/report/rh_report.h"
#include "cmodel/report/rh_svg.h"
#include "cmodel/system/rh_run_report.h"

/* The colours of a report, as the style of its page. Each stands out from the page in light and in dark. */

/* The colours of the controllers, for a light and a dark page. */
static const struct rh_ink controllers[] = {
    {"#2a78d6", "#6aa9f0"}, {"#d2571b", "#f0895a"}, {"#12855a", "#4cc493"}, {"#8a4fc7", "#bd92ec"},
    {"#b8860b", "#e0b64a"}, {"#c2347a", "#ee7fb2"}, {"#0e8a9a", "#4fc3d1"}, {"#666e78", "#a9b1bb"},
};
_Static_assert(sizeof controllers / sizeof controllers[0] == RH_REPORT_COLOURS, "a colour each");

_Static_assert((int)RH_NETLIST_PARTS <= (int)RH_INK_PARTS, "parts of an area have the first of these colours");

static struct rh_ink ink_of(char kind, unsigned i) {
    return kind == 'c' ? controllers[i] : rh_ink_part(i);
}

static void put_values(unsigned count, char kind, bool dark, FILE *to) {
    for (unsigned i = 0; i < count; i++)
        fprintf(to, " --%c%u: %s;", kind, i, dark ? ink_of(kind, i).dark : ink_of(kind, i).light);
}

static void put_root(bool dark, FILE *to) {
    fputs(":root {", to);
    put_values(RH_REPORT_COLOURS, 'c', dark, to);
    put_values(RH_INK_PARTS, 's', dark, to);
    fputs(" }\n", to);
}

static void put_rules(unsigned count, char kind, FILE *to) {
    for (unsigned i = 0; i < count; i++)
        fprintf(to, ".%c%u { fill: var(--%c%u); background: var(--%c%u); }\n", kind, i, kind, i, kind, i);
}

void rh_report_palette(FILE *to) {
    put_root(false, to);
    fputs("@media (prefers-color-scheme: dark) { ", to);
    put_root(true, to);
    fputs("}\n", to);
    put_rules(RH_REPORT_COLOURS, 'c', to);
    put_rules(RH_INK_PARTS, 's', to);
    for (unsigned i = 0; i < RH_REPORT_COLOURS; i++)
        fprintf(to, ".l%u { stroke: var(--c%u); }\n", i, i);
}

static const char page_html[] = {
#include "cmodel/report/rh_page_html.inc"
};
static const char page_css[] = {
#include "cmodel/report/rh_page_css.inc"
};
static const char page_js[] = {
#include "cmodel/report/rh_page_js.inc"
};

static bool is_text(const struct rh_column *column) {
    return column->kind == RH_CELL_TEXT;
}

static void put_head(const struct rh_column *column, FILE *to) {
    fprintf(to, "<th scope=\"col\"%s", is_text(column) ? " class=\"text\"" : "");
    if (column->meaning != NULL) {
        fputs(" title=\"", to);
        rh_svg_escape(to, column->meaning);
        fputc('"', to);
    }
    fputs("><button type=\"button\">", to);
    rh_svg_escape(to, column->heading);
    fputs("</button></th>", to);
}

/* The cell as people read it, and beside it the value that it is sorted by. */
static void put_cell(const struct rh_table *table, unsigned row, unsigned column, FILE *to) {
    char buffer[RH_TABLE_BUFFER];
    const struct rh_column *c = &table->columns[column];
    const struct rh_cell *cell = rh_table_cell(table, row, column);
    const char *shown = rh_table_shown(table, row, column, buffer);
    bool bad = is_text(c) && !cell->none && strcmp(cell->text, "DIFFERED") == 0;
    fprintf(to, "<td%s", bad ? " class=\"text bad\"" : is_text(c) ? " class=\"text\"" : "");
    if (!cell->none) {
        fputs(" data-value=\"", to);
        if (is_text(c))
            rh_svg_escape(to, cell->text);
        else if (c->kind == RH_CELL_REAL)
            fprintf(to, "%.6f", cell->real);
        else
            fprintf(to, "%" PRIu64, cell->count);
        fputc('"', to);
    }
    fputc('>', to);
    for (const char *part = shown; *part != '\0';) { /* a long name is broken behind its joints */
        size_t length = strcspn(part, "+/");
        length += part[length] != '\0';
        char text[256];
        (void)snprintf(text, sizeof text, "%.*s", (int)length, part);
        rh_svg_escape(to, text);
        part += strlen(text);
        fputs(*part != '\0' ? "<wbr>" : "", to);
    }
    fputs("</td>", to);
}

static bool is_shown(const struct rh_column *column, const char *columns) {
    if (columns == NULL)
        return !column->hidden;
    size_t length = strlen(column->name);
    for (const char *at = columns; *at != '\0'; at += strcspn(at, ","), at += *at == ',')
        if (strcspn(at, ",") == length && strncmp(at, column->name, length) == 0)
            return true;
    return false;
}

static bool has_size(const struct rh_table *table, unsigned row, unsigned queue) {
    for (unsigned c = 0; queue != 0 && c < table->count; c++)
        if (strcmp(table->columns[c].name, "queue") == 0)
            return rh_table_cell(table, row, c)->count == queue;
    return true;
}

void rh_report_html(const struct rh_table *table, const char *columns, unsigned queue, FILE *to) {
    fputs("<div class=\"scroll\" tabindex=\"0\"><table class=\"sortable\">\n<thead><tr>", to);
    for (unsigned c = 0; c < table->count; c++)
        if (is_shown(&table->columns[c], columns))
            put_head(&table->columns[c], to);
    fputs("</tr></thead>\n<tbody>\n", to);
    for (unsigned row = 0; row < rh_table_rows(table); row++) {
        if (!has_size(table, row, queue))
            continue;
        fputs("<tr>", to);
        for (unsigned c = 0; c < table->count; c++)
            if (is_shown(&table->columns[c], columns))
                put_cell(table, row, c, to);
        fputs("</tr>\n", to);
    }
    fputs("</tbody>\n</table></div>\n", to);
}

void rh_report_command(const struct rh_report *report, const char *command, bool shown, const char *rest, FILE *to) {
    char *options = rh_report_options(report, shown);
    fprintf(to, "<p class=\"made\"><code>rowhold %s", command);
    rh_svg_escape(to, options != NULL ? options : "");
    fprintf(to, "%s</code></p>\n", rest);
    free(options);
}

struct page {
    const struct rh_report *report;
    const struct rh_table_result *result;
    FILE *to;
};

/* What a design keeps of fr_fcfs, and what it saves: the question of the thesis. */
static void put_answer(const struct page *page, const char *controller) {
    const struct rh_report_design *design = rh_report_shown(page->report, controller);
    const struct rh_report_design *associative = rh_report_shown(page->report, "fr_fcfs");
    if (design == NULL || associative == NULL || design->relative <= 0)
        return;
    fprintf(page->to,
            "<li>With a queue of %u, <code>%s</code> reaches %.1f %% of the throughput of "
            "<code>fr_fcfs</code>",
            design->queue, controller, 100 * design->relative);
    if (design->stored >= 0 && design->stored != associative->stored)
        fprintf(page->to, ", storing %" PRId64 " requests where that stores %" PRId64, design->stored,
                associative->stored);
    if (design->area != NULL && associative->area != NULL)
        fprintf(page->to,
                ", with %.1f %% of its compared address bits, %.1f %% of its area and %.1f %% of its critical "
                "path",
                100.0 * design->area->address_bits / associative->area->address_bits,
                100 * design->area->area_um2 / associative->area->area_um2,
                100 * design->area->critical_ns / associative->area->critical_ns);
    fputs(".</li>\n", page->to);
}

static void put_checks(const struct page *page) {
    const struct rh_report *report = page->report;
    double error = 0, worst = 0;
    unsigned runs = 0, matched = 0, differed = 0;
    uint64_t clocks = 0;
    for (unsigned d = 0; d < report->design_count; d++) {
        const struct rh_report_design *design = &report->design[d];
        matched += design->lockstep == RH_REPORT_MATCHED;
        differed += design->lockstep == RH_REPORT_DIFFERED;
        clocks += design->lockstep == RH_REPORT_MATCHED ? design->evidence.clocks : 0;
        for (unsigned s = 0; s < report->stream_count; s++) {
            const struct rh_report_run *run = &design->run[s];
            double points = 100 * (run->predicted_efficiency - run->efficiency);
            if (!run->measured || !run->predicted)
                continue;
            points = points < 0 ? -points : points;
            error += points;
            worst = points > worst ? points : worst;
            runs++;
        }
    }
    if (runs > 0)
        fprintf(page->to,
                "<li>The analytic model is off by %.2f points of DRAM efficiency in the mean of %u runs, by "
                "%.2f at worst.</li>\n",
                error / runs, runs, worst);
    if (matched > 0)
        fprintf(page->to, "<li>RTL and C model were equal in all %" PRIu64 " clocks of %u co-simulations.</li>\n",
                clocks, matched);
    if (differed > 0)
        fprintf(page->to, "<li>RTL and C model <strong>differed</strong> in %u co-simulation%s.</li>\n", differed,
                differed == 1 ? "" : "s");
}

static void put_facts(const struct page *page) {
    fputs("<ul class=\"facts\">\n", page->to);
    put_answer(page, "banked_fifo");
    put_answer(page, "fr_fcfs_serial");
    put_checks(page);
    fputs("</ul>\n", page->to);
}

static void put_hash(const struct page *page) {
    char hash[32];
    if (rh_table_result_hash(page->result, hash))
        fputs(hash, page->to);
}

static void put_designs(const struct page *page) {
    rh_report_html(page->result->rows,
                   "controller,queue,queue_stored,dram_efficiency,predicted_dram_efficiency,prediction_error_points,"
                   "throughput_over_fr_fcfs,latency_mean,latency_p99",
                   0, page->to);
    rh_report_command(page->report, "report", false, " --csv -", page->to);
}

static void put_runs(const struct page *page) {
    rh_report_html(page->result->more, NULL, 0, page->to);
    rh_report_command(page->report, "predict", false, " --model rowhold", page->to);
}

/* One place of the template. False: it has no such place. */
static bool put_place(const struct page *page, const char *name) {
    const struct rh_report *r = page->report;
    FILE *to = page->to;
    if (strcmp(name, "css") == 0) {
        fputs(page_css, to);
        rh_report_palette(to);
    } else if (strcmp(name, "js") == 0)
        fputs(page_js, to);
    else if (strcmp(name, "version") == 0)
        rh_svg_escape(to, rh_result_version());
    else if (strcmp(name, "commit") == 0)
        rh_svg_escape(to, rh_result_commit());
    else if (strcmp(name, "hash") == 0)
        put_hash(page);
    else if (strcmp(name, "command") == 0)
        rh_svg_escape(to, r->command);
    else if (strcmp(name, "facts") == 0)
        put_facts(page);
    else if (strcmp(name, "streams") == 0)
        fprintf(to, "%u stream%s", r->stream_count, r->stream_count == 1 ? "" : "s");
    else if (strcmp(name, "queue") == 0)
        fprintf(to, "%u", rh_report_queue(r));
    else if (strcmp(name, "designs") == 0)
        put_designs(page);
    else if (strcmp(name, "costs") == 0)
        rh_report_html(page->result->rows,
                       "controller,queue,queue_stored,dram_efficiency,compared_formula,compared_published,"
                       "compared_netlist,flops,area_um2,critical_ns",
                       0, to);
    else if (strcmp(name, "checks") == 0)
        rh_report_html(page->result->rows, "controller,lockstep,lockstep_clocks,proofs,proofs_held,proofs_stale",
                       rh_report_queue(r), to);
    else if (strcmp(name, "runs") == 0)
        put_runs(page);
    else if (strcmp(name, "machine") == 0)
        rh_svg_escape(to, r->dram);
    else if (strcmp(name, "pareto") == 0)
        rh_report_pareto(r, to);
    else if (strcmp(name, "stalls") == 0)
        rh_report_stalls(r, to);
    else if (strcmp(name, "locality") == 0)
        rh_report_locality(r, to);
    else if (strcmp(name, "errors") == 0)
        rh_report_errors(r, to);
    else if (strcmp(name, "parts") == 0)
        rh_report_parts(r, to);
    else if (strcmp(name, "bits") == 0)
        return rh_report_bits(r, to);
    else if (strcmp(name, "systems") == 0)
        rh_report_systems(r, to);
    else
        return false;
    return true;
}

bool rh_report_page(const struct rh_report *report, const struct rh_table_result *result, FILE *to) {
    const struct page page = {report, result, to};
    const char *rest = page_html;
    for (const char *open; (open = strstr(rest, "{{")) != NULL;) {
        char name[32];
        const char *close = strstr(open, "}}");
        (void)snprintf(name, sizeof name, "%.*s", (int)(close - open - 2), open + 2);
        (void)fwrite(rest, 1, (size_t)(open - rest), to);
        if (!put_place(&page, name))
            return false;
        rest = close + 2;
    }
    fputs(rest, to);
    return true;
}
