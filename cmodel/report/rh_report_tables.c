// SPDX-License-Identifier: Apache-2.0
// The report as tables: a row a design, and a row a design and stream.
#include "cmodel/report/rh_report.h"

static const struct rh_column configuration[] = {
    {.name = "command", .kind = RH_CELL_TEXT, .meaning = "that makes this report"},
};
static const struct rh_column members[] = {
    {.name = "queue_shown", .kind = RH_CELL_COUNT, .meaning = "the designs in charts of one size have this queue"},
};
static const struct rh_column designs[] = {
    {.name = "controller", .kind = RH_CELL_TEXT},
    {.name = "queue", .kind = RH_CELL_COUNT, .meaning = "as it was asked for"},
    {.name = "queue_stored",
     .heading = "stored",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "requests that it stores: a whole number a bank where banks have their own queues"},
    {.name = "dram_efficiency",
     .heading = "DRAM\nefficiency %",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .scale = 100,
     .maybe = true,
     .meaning = "mean over the streams, as the C model measures it"},
    {.name = "predicted_dram_efficiency",
     .heading = "predicted\n%",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .scale = 100,
     .maybe = true,
     .meaning = "the same by the analytic model `rowhold`; null: no model"},
    {.name = "prediction_error_points",
     .heading = "error\npoints",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .maybe = true,
     .meaning = "mean over the streams of |predicted - measured|, in points"},
    {.name = "throughput_over_fr_fcfs",
     .heading = "x fr_fcfs",
     .kind = RH_CELL_REAL,
     .digits = 3,
     .maybe = true,
     .meaning = "throughput over that of fr_fcfs with the same queue: geometric mean over the streams"},
    {.name = "latency_mean",
     .heading = "latency\nmean",
     .kind = RH_CELL_REAL,
     .digits = 0,
     .maybe = true,
     .meaning = "clocks, mean over the streams"},
    {.name = "latency_p99",
     .heading = "latency\np99",
     .kind = RH_CELL_REAL,
     .digits = 0,
     .maybe = true,
     .meaning = "clocks, mean over the streams of the 99th percentile"},
    {.name = "compared_formula",
     .heading = "bits,\nformula",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "address bits that it compares in a clock, by formula"},
    {.name = "compared_published",
     .heading = "bits,\nthesis",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "the same as published; null: not for this size"},
    {.name = "compared_netlist",
     .heading = "bits,\nnetlist",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "the same as counted in the netlist; null: not measured in this size"},
    {.name = "flops", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "bits stored, as counted in the netlist"},
    {.name = "area_um2", .heading = "area\num2", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "standard cells"},
    {.name = "critical_ns",
     .heading = "path\nns",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .maybe = true,
     .meaning = "critical path, unplaced"},
    {.name = "lockstep",
     .kind = RH_CELL_TEXT,
     .meaning = "did RTL and C model match: matched, DIFFERED, not run, or why not"},
    {.name = "lockstep_clocks", .heading = "clocks\nequal", .kind = RH_CELL_COUNT, .maybe = true},
    {.name = "rtl_hash", .kind = RH_CELL_TEXT, .hidden = true, .maybe = true, .meaning = "of the RTL that matched"},
    {.name = "proofs", .kind = RH_CELL_COUNT, .meaning = "configurations of proofs of this block"},
    {.name = "proofs_held", .heading = "held", .kind = RH_CELL_COUNT, .meaning = "held of these sources"},
    {.name = "proofs_stale",
     .heading = "held\nbefore",
     .kind = RH_CELL_COUNT,
     .meaning = "held of other sources: to be proven anew"},
};
static const struct rh_column runs[] = {
    {.name = "controller", .kind = RH_CELL_TEXT},
    {.name = "queue", .kind = RH_CELL_COUNT},
    {.name = "stream", .kind = RH_CELL_TEXT},
    {.name = "configuration_hash",
     .kind = RH_CELL_TEXT,
     .hidden = true,
     .maybe = true,
     .meaning = "of the measurement"},
    {.name = "dram_efficiency",
     .heading = "measured\n%",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .scale = 100,
     .maybe = true},
    {.name = "predicted_dram_efficiency",
     .heading = "predicted\n%",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .scale = 100,
     .maybe = true},
    {.name = "prediction_error_points",
     .heading = "error\npoints",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .maybe = true,
     .meaning = "predicted - measured"},
    {.name = "latency_mean", .heading = "latency\nmean", .kind = RH_CELL_REAL, .digits = 1, .maybe = true},
    {.name = "predicted_latency_mean",
     .heading = "latency\npredicted",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .maybe = true},
    {.name = "latency_p99", .heading = "latency\np99", .kind = RH_CELL_COUNT, .maybe = true},
    {.name = "row_access_locality", .heading = "requests\nan ACT", .kind = RH_CELL_REAL, .digits = 2, .maybe = true},
    {.name = "cycles", .heading = "clocks", .kind = RH_CELL_COUNT, .maybe = true},
};

const struct rh_form rh_form_report = {
    .name = "report",
    .command = "rowhold report --json",
    .configuration = RH_FORM_PART("configuration", configuration, "the command that makes it"),
    .members = RH_FORM_PART("members", members, NULL),
    .rows = RH_FORM_PART("designs", designs, "a controller with a queue of some size"),
    .more = RH_FORM_PART("runs", runs, "a design on one stream"),
};

static const char *lockstep_text(const struct rh_report_design *design) {
    switch (design->lockstep) {
    case RH_REPORT_MATCHED:
        return "matched";
    case RH_REPORT_DIFFERED:
        return "DIFFERED";
    case RH_REPORT_REFUSED:
        return design->why;
    case RH_REPORT_NOT_RUN:
        break;
    }
    return "not run";
}

static bool put_design(struct rh_table *to, const struct rh_report_design *d) {
    bool measured = d->measured > 0, both = d->predicted > 0, matched = d->lockstep == RH_REPORT_MATCHED;
    const struct rh_area_row *area = d->area;
    return rh_table_text(to, d->controller) && rh_table_count(to, d->queue) && rh_table_known(to, d->stored) &&
           rh_table_maybe(to, measured, d->efficiency) && rh_table_maybe(to, both, d->predicted_efficiency) &&
           rh_table_maybe(to, both, d->error) && rh_table_maybe(to, d->relative > 0, d->relative) &&
           rh_table_maybe(to, measured, d->latency_mean) && rh_table_maybe(to, measured, d->latency_p99) &&
           rh_table_known(to, d->formula) && rh_table_known(to, d->published) &&
           rh_table_known(to, area != NULL ? (int64_t)area->address_bits : -1) &&
           rh_table_known(to, area != NULL ? (int64_t)area->flops : -1) &&
           rh_table_known(to, area != NULL ? (int64_t)area->area_um2 : -1) &&
           rh_table_maybe(to, area != NULL, area != NULL ? area->critical_ns : 0) &&
           rh_table_text(to, lockstep_text(d)) && rh_table_known(to, matched ? (int64_t)d->evidence.clocks : -1) &&
           rh_table_text(to, matched && d->evidence.rtl_hash[0] != '\0' ? d->evidence.rtl_hash : NULL) &&
           rh_table_count(to, d->proofs) && rh_table_count(to, d->proofs_fresh) && rh_table_count(to, d->proofs_stale);
}

static bool put_run(struct rh_table *to, const struct rh_report_design *d, const char *stream,
                    const struct rh_report_run *run) {
    bool both = run->measured && run->predicted;
    return rh_table_text(to, d->controller) && rh_table_count(to, d->queue) && rh_table_text(to, stream) &&
           rh_table_text(to, run->measured ? run->hash : NULL) && rh_table_maybe(to, run->measured, run->efficiency) &&
           rh_table_maybe(to, run->predicted, run->predicted_efficiency) &&
           rh_table_maybe(to, both, 100 * (run->predicted_efficiency - run->efficiency)) &&
           rh_table_maybe(to, run->measured, run->latency_mean) &&
           rh_table_maybe(to, run->predicted, run->predicted_latency) &&
           rh_table_known(to, run->measured ? (int64_t)run->latency_p99 : -1) &&
           rh_table_maybe(to, run->measured, run->locality) &&
           rh_table_known(to, run->measured ? (int64_t)run->cycles : -1);
}

bool rh_report_fill(const struct rh_report *report, struct rh_table_result *result) {
    bool good = rh_table_text(result->configuration, report->command) &&
                rh_table_count(result->members, rh_report_queue(report));
    for (unsigned d = 0; good && d < report->design_count; d++) {
        const struct rh_report_design *design = &report->design[d];
        good = put_design(result->rows, design);
        for (unsigned s = 0; good && s < report->stream_count; s++)
            good = put_run(result->more, design, rh_report_stream(report, s), &design->run[s]);
    }
    return good;
}

/* Of the columns above, those that a terminal has room for. */
static const struct rh_column few[] = {
    {.name = "controller", .kind = RH_CELL_TEXT},
    {.name = "queue", .heading = "Q", .kind = RH_CELL_COUNT},
    {.name = "stored", .heading = "sto-\nred", .kind = RH_CELL_COUNT, .maybe = true},
    {.name = "efficiency", .heading = "DRAM\neff. %", .kind = RH_CELL_REAL, .digits = 1, .scale = 100, .maybe = true},
    {.name = "predicted", .heading = "pre-\ndicted", .kind = RH_CELL_REAL, .digits = 1, .scale = 100, .maybe = true},
    {.name = "relative", .heading = "x fr_fcfs", .kind = RH_CELL_REAL, .digits = 3, .maybe = true},
    {.name = "latency", .heading = "lat-\nency", .kind = RH_CELL_REAL, .digits = 0, .maybe = true},
    {.name = "bits", .kind = RH_CELL_COUNT, .maybe = true},
    {.name = "area", .heading = "area\num2", .kind = RH_CELL_COUNT, .maybe = true},
    {.name = "path", .heading = "path\nns", .kind = RH_CELL_REAL, .digits = 2, .maybe = true},
    {.name = "lockstep", .kind = RH_CELL_TEXT, .wrap = 8},
};

bool rh_report_print(const struct rh_report *report, FILE *to) {
    struct rh_table *table = rh_table_open(few, sizeof few / sizeof few[0]);
    bool good = table != NULL;
    for (unsigned i = 0; good && i < report->design_count; i++) {
        const struct rh_report_design *d = &report->design[i];
        const struct rh_area_row *area = d->area;
        good = rh_table_text(table, d->controller) && rh_table_count(table, d->queue) &&
               rh_table_known(table, d->stored) && rh_table_maybe(table, d->measured > 0, d->efficiency) &&
               rh_table_maybe(table, d->predicted > 0, d->predicted_efficiency) &&
               rh_table_maybe(table, d->relative > 0, d->relative) &&
               rh_table_maybe(table, d->measured > 0, d->latency_mean) &&
               rh_table_known(table, area != NULL ? (int64_t)area->address_bits : -1) &&
               rh_table_known(table, area != NULL ? (int64_t)area->area_um2 : -1) &&
               rh_table_maybe(table, area != NULL, area != NULL ? area->critical_ns : 0) &&
               rh_table_text(table, lockstep_text(d));
    }
    if (good)
        rh_table_print(table, "", to);
    rh_table_close(table);
    return good;
}
