// SPDX-License-Identifier: Apache-2.0
// A part of scripts/lib/rh_gen_results.c: docs/tables/columns.md, the columns of every CSV file, from the tables and
// forms that write them.
#ifndef RH_GEN_COLUMNS_H
#define RH_GEN_COLUMNS_H

#include <inttypes.h>

#include "cmodel/cli/simulate/rh_run_summary.h"
#include "cmodel/trace/rh_trace_field.h"
#include "rh_gen_files.h"
#include "rh_gen_forms.h"

static void put_section(FILE *to, const char *title, const char *about) {
    fprintf(to, "\n## %s\n\n%s\n\n| column | meaning |\n| --- | --- |\n", title, about);
}

/* A name of two parts, and its meaning. */
static void put_row(FILE *to, const char *before, const char *name, const char *meaning) {
    fprintf(to, "| `%s%s` | %s |\n", before, name, meaning);
}

static void put_form_columns(FILE *to, const struct rh_form_part *part) {
    static const char *const kinds[] = {
        [RH_CELL_TEXT] = "text", [RH_CELL_COUNT] = "count", [RH_CELL_REAL] = "number", [RH_CELL_FLAG] = "0 or 1"};
    for (unsigned i = 0; i < part->count; i++) {
        const struct rh_column *column = &part->columns[i];
        if (column->kind == RH_CELL_BAR)
            continue;
        fprintf(to, "| `%s` | %s%s%s%s |\n", column->name, kinds[column->kind], column->maybe ? " or empty" : "",
                column->meaning != NULL ? ": " : "", column->meaning != NULL ? column->meaning : "");
    }
}

static void put_request_trace(FILE *to) {
    put_section(to, "Request trace",
                "`native` of `rowhold trace`, read by everything that takes a stream. The header names the columns, in "
                "any order; a trace has `op`, and `address` or `channel`, `bank`, `row` and `column`.");
#define RH_TRACE_FIELD(NAME, name, type, member, form, least, greatest, drop, meaning)                                 \
    fprintf(to, "| `%s` | %s", #name, meaning);                                                                        \
    if (RH_TRACE_##form == RH_TRACE_DECIMAL)                                                                           \
        fprintf(to, ", %" PRIu64 " to %" PRIu64, (uint64_t)(least), (uint64_t)(greatest));                             \
    fputs(" |\n", to);
#include "tables/trace_fields.def"
#undef RH_TRACE_FIELD
}

/* The counts, figures and means of a line, in the order in which an epoch has them. */
static void put_counts_and_figures(FILE *to) {
#define RH_STAT(name, merge, unit, meaning)   put_row(to, "", #name, meaning);
#define RH_FIGURE(name, unit, meaning, value) put_row(to, "", #name, meaning);
#include "tables/stats.def"
}

static void put_causes(FILE *to) {
#define RH_CAUSE(name, code, key, meaning) put_row(to, "stall_", #key, "clocks: " meaning);
#include "tables/causes.def"
#undef RH_CAUSE
}

static void put_epoch_columns(FILE *to) {
    put_section(to, "Run over time", "`rowhold simulate --epochs`: a line an epoch and channel, and one for all.");
#define RH_EPOCH_COLUMN(name, meaning) put_row(to, "", #name, meaning);
#include "tables/csv_columns.def"
    put_counts_and_figures(to);
    put_row(to, "", "latency_mean", "clocks; empty where no request was done");
#define RH_LATENCY(name, meaning) put_row(to, "latency_" #name, "_mean", meaning);
#include "tables/stats.def"
    put_causes(to);
}

/* Behind those, of all channels. */
static void put_loop_epoch_columns(FILE *to) {
    put_section(to, "Run over time with --network", "Behind these, in the lines of all channels; else empty.");
#define RH_LOOP(name, unit, meaning) put_row(to, "network_", #name, meaning);
#include "tables/loop.def"
    put_row(to, "network_", "throughput", "requests answered a clock");
    put_row(to, "network_", "latency_mean", "clocks of a round trip; empty where no reply came");
#define RH_LOOP_PART(name, meaning) put_row(to, "network_latency_" #name, "_mean", meaning);
#include "tables/loop.def"
#define RH_LOOP_WAIT(name, meaning) put_row(to, "wait_", #name, "clocks of controllers without work: " meaning);
#include "tables/loop.def"
}

static void put_core_columns(FILE *to) {
    put_section(to, "Cores",
                "`rowhold simulate --core-table`: a line a core. Empty is what the run has no meaning for.");
    put_row(to, "", "core", "number");
#define RH_CORE(name, merge, when, unit, meaning)         put_row(to, "", #name, meaning);
#define RH_CORE_FIGURE(name, needs, unit, meaning, value) put_row(to, "", #name, meaning);
#include "tables/stats.def"
    put_section(to, "Cores with --network",
                "Behind these. First issues, last replies and round trips stand in the place of arrivals, data and "
                "latencies.");
    put_row(to, "", "awaited", "clocks of controllers without work that waited for a request of this core");
}

static void put_latency_columns(FILE *to, const char *name, const char *meaning) {
    put_row(to, name, "_mean", meaning);
#define RH_PERCENTILE(percentile, share, of) put_row(to, name, "_" #percentile, of);
#include "tables/stats.def"
    put_row(to, name, "_max", "the longest");
}

static void put_sweep_columns(FILE *to) {
    const char *name;
    put_section(to, "Sweep",
                "`rowhold sweep --csv`: a row a point, or with `--over` one for all values of that axis. A statistic "
                "whose name is an axis is `counted_NAME`; with `--over` it is the mean, and `NAME_sd`, `NAME_least` "
                "and `NAME_greatest` stand behind it.");
    for (unsigned i = 0; (name = axis_name(i)) != NULL; i++)
        put_row(to, "", name, "an axis, where it has a list: the option of `simulate`");
    put_row(to, "", "configuration_hash", "of the point's result; not with `--over`");
    put_row(to, "", "channels", "memory channels");
    put_counts_and_figures(to);
#define RH_FAIRNESS(name, unit, meaning, value) put_row(to, "", #name, meaning);
#include "tables/stats.def"
    put_row(to, "", "row_access_locality_before_network", "of each core alone, where the stream names cores");
    put_row(to, "", "row_access_locality_after_network", "in order of arrival, where the stream names cores");
    put_row(to, "", "offered_gb_per_s", "what the stream asks for, where it has times");
    put_latency_columns(to, "latency", "clocks from acceptance to the end of the last data beat");
#define RH_LATENCY(name, meaning) put_latency_columns(to, "latency_" #name, meaning);
#include "tables/stats.def"
    put_causes(to);
#define RH_ENERGY_COMPONENT(name, of, meaning) put_row(to, "energy_", #name, "pJ/b: " meaning);
#include "tables/energy.def"
    put_row(to, "energy_", "total", "pJ/b");
#define RH_LOOP(name, unit, meaning)               put_row(to, "network_", #name, meaning);
#define RH_LOOP_PART(name, meaning)                put_row(to, "network_latency_" #name, "_mean", meaning);
#define RH_LOOP_FIGURE(name, unit, meaning, value) put_row(to, "network_", #name, meaning);
#include "tables/loop.def"
#define RH_GPU_COUNT(name, unit, meaning)                  put_row(to, "kernel_", #name, meaning);
#define RH_GPU_FIGURE(name, unit, meaning, value)          put_row(to, "kernel_", #name, meaning);
#define RH_GPU_STALL(name, meaning)                        put_row(to, "kernel_stall_", #name, meaning);
#define RH_WARP_OP(NAME, name, meaning)                    put_row(to, "kernel_", #name "_instructions", meaning);
#define RH_WARP_SPACE(NAME, name, letter, stores, meaning) put_row(to, "kernel_", #name "_accesses", meaning);
#include "tables/gpu.def"
#include "tables/warps.def"
}

static void print_columns(FILE *to) {
    fputs("<!-- SPDX-License-Identifier: Apache-2.0. Generated by scripts/lib/rh_gen_results.c from "
          "include/tables/csv_columns.def, stats.def and the forms of the commands. -->\n"
          "# Columns of every CSV file\n\nThe first line names them. Text that holds a comma, a quote or a line end "
          "stands in quotes, a quote in it twice. Clocks are those of the DRAM commands.\n",
          to);
    put_request_trace(to);
    put_section(to, "Command trace",
                "`rowhold simulate --commands` and `rowhold trace commands`, read by `rowhold trace judge`.");
#define RH_COMMAND_COLUMN(name, meaning) put_row(to, "", #name, meaning);
#include "tables/csv_columns.def"
    put_section(to, "Log of requests", "`rowhold simulate --requests-log`: a line a request.");
#define RH_REQUEST_COLUMN(name, meaning) put_row(to, "", #name, meaning);
#include "tables/csv_columns.def"
    put_section(to, "Log of requests with --network", "Behind these. `arrival` is the core's issue.");
#define RH_TRIP_COLUMN(name, meaning) put_row(to, "", #name, meaning);
#include "tables/csv_columns.def"
    put_section(to, "Histogram", "`rowhold simulate --histogram`: a line a latency that some request had.");
    put_form_columns(to, &rh_histogram_columns);
    put_core_columns(to);
    put_epoch_columns(to);
    put_loop_epoch_columns(to);
    put_section(to, "Links", "`rowhold switch --network NAME --links`: a line a load and link.");
#define RH_LINK_COLUMN(name, meaning) put_row(to, "", #name, meaning);
#include "tables/csv_columns.def"
    put_sweep_columns(to);
    for (size_t i = 0; rh_forms[i] != NULL; i++) {
        const struct rh_form *form = rh_forms[i];
        const char *end = strstr(form->command, " --json");
        if (end == NULL || form->swept)
            continue;
        char *title = text_of("%.*s --csv", (int)(end - form->command), form->command);
        char *about = text_of("A row: %s.", form->rows.meaning);
        put_section(to, title, about);
        put_form_columns(to, &form->rows);
        free(title);
        free(about);
    }
}

#endif
