// SPDX-License-Identifier: Apache-2.0
// What the jobs left, the table of areas and the record of proofs, brought together by design.
#include <jansson.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/area/rh_area_choice.h"
#include "cmodel/cli/rh_settings.h"
#include "cmodel/cli/sweep/rh_sweep_table.h"
#include "cmodel/cost/rh_complexity.h"
#include "cmodel/files/rh_source.h"
#include "cmodel/report/rh_report.h"
#include "rowhold/rh_stats.h"

/* A figure of a point, or 0. */
static double figure(const struct rh_figures *figures, unsigned row, const char *name) {
    unsigned column = rh_figures_find(figures, name);
    return column < figures->columns ? rh_figures_at(figures, row, column).value : 0;
}

static void read_run(struct rh_report_run *run, const struct rh_figures *figures, unsigned row) {
    run->cycles = figure(figures, row, "cycles");
    run->requests = figure(figures, row, "requests");
    run->idle = figure(figures, row, "idle_cycles");
    run->booked = figure(figures, row, "data_bus_busy_cycles");
    run->stored = figure(figures, row, "queue_stored");
    run->efficiency = figure(figures, row, "dram_efficiency");
    run->latency_mean = figure(figures, row, "latency_mean");
    run->latency_p99 = figure(figures, row, "latency_p99");
    run->locality = figure(figures, row, "row_access_locality");
    for (unsigned i = 0; i < RH_CAUSES; i++) {
        char name[64];
        (void)snprintf(name, sizeof name, "stall_%s", rh_cause_key(i));
        run->stall[i] = figure(figures, row, name);
    }
}

static double model(const json_t *total, const char *name) {
    const json_t *value = json_object_get(json_object_get(total, name), "rowhold");
    return json_is_number(value) ? json_number_value(value) : -1;
}

/* A design without a model has null there; where the job failed there is no file. */
static bool read_prediction(struct rh_report_run *run, const char *file, struct rh_error *error) {
    json_error_t fault;
    if (access(file, F_OK) != 0)
        return true;
    json_t *root = json_load_file(file, JSON_DECODE_INT_AS_REAL, &fault);
    const json_t *total = json_object_get(root, "total");
    bool good = json_object_get(json_object_get(total, "predicted_dram_efficiency"), "rowhold") != NULL ||
                rh_error_set(error, "%s:%d: found %s, expected a result of `rowhold predict --json`", file,
                             root == NULL ? fault.line : 1, root == NULL ? fault.text : "another JSON file");
    run->predicted_efficiency = model(total, "predicted_dram_efficiency");
    run->predicted_latency = model(total, "predicted_latency_mean");
    run->predicted = run->predicted_efficiency >= 0;
    json_decref(root);
    return good;
}

static bool read_runs(struct rh_report *report, struct rh_error *error) {
    struct rh_figures figures = {.rows = 0};
    char(*hashes)[32] = calloc(report->sweep.count, sizeof *hashes);
    if (hashes == NULL)
        return rh_table_no_memory(&rh_form_report, error);
    bool good = rh_sweep_figures(&report->sweep, &figures, hashes, error);
    for (unsigned d = 0; good && d < report->design_count; d++)
        for (unsigned s = 0; s < report->stream_count; s++) {
            struct rh_report_run *run = &report->design[d].run[s];
            uint64_t point = rh_report_point(report, d, s);
            (void)snprintf(run->hash, sizeof run->hash, "%s", hashes[point]);
            run->measured = run->hash[0] != '\0';
            if (run->measured)
                read_run(run, &figures, (unsigned)point);
            good = good && read_prediction(run, report->prediction[point], error);
        }
    rh_figures_close(&figures);
    free(hashes);
    return good;
}

static const struct rh_report_design *find(const struct rh_report *report, const char *controller, unsigned queue) {
    for (unsigned i = 0; i < report->design_count; i++)
        if (report->design[i].queue == queue && strcmp(report->design[i].controller, controller) == 0)
            return &report->design[i];
    return NULL;
}

/* Clocks of fr_fcfs over its own, as a geometric mean over the streams that both ran. */
static double relative(const struct rh_report *report, const struct rh_report_design *design) {
    const struct rh_report_design *base = find(report, "fr_fcfs", design->queue);
    double sum = 0;
    unsigned count = 0;
    for (unsigned s = 0; base != NULL && s < report->stream_count; s++)
        if (design->run[s].measured && base->run[s].measured && design->run[s].cycles > 0 && base->run[s].cycles > 0) {
            sum += log(base->run[s].cycles / design->run[s].cycles);
            count++;
        }
    return count == 0 ? 0 : exp(sum / count);
}

static void reckon(const struct rh_report *report, struct rh_report_design *d) {
    double latency = 0, tail = 0, efficiency = 0, predicted = 0, error = 0;
    d->stored = -1;
    for (unsigned s = 0; s < report->stream_count; s++) {
        const struct rh_report_run *run = &d->run[s];
        if (!run->measured)
            continue;
        d->measured++;
        d->stored = (int64_t)run->stored;
        efficiency += run->efficiency;
        latency += run->latency_mean;
        tail += run->latency_p99;
        if (!run->predicted)
            continue;
        d->predicted++;
        predicted += run->predicted_efficiency;
        error += fabs(run->predicted_efficiency - run->efficiency);
    }
    double runs = d->measured > 0 ? d->measured : 1, both = d->predicted > 0 ? d->predicted : 1;
    d->efficiency = efficiency / runs;
    d->latency_mean = latency / runs;
    d->latency_p99 = tail / runs;
    d->predicted_efficiency = predicted / both;
    d->error = 100 * error / both;
    d->relative = relative(report, d);
}

static bool load_area(struct rh_report *report, struct rh_error *error) {
    return report->area_file != NULL ? rh_area_load(report->area_file, &report->area, error)
                                     : rh_area_load_own(&report->area, error);
}

/* The row of this very geometry, however its settings are written. */
static const struct rh_area_row *area_of(const struct rh_report *report, const struct rh_report_design *design,
                                         const struct rh_geometry *geometry) {
    struct rh_error none;
    for (unsigned i = 0; i < report->area.count; i++) {
        const struct rh_area_row *row = &report->area.rows[i];
        struct rh_geometry params;
        memset(&params, 0, sizeof params);
        if (strcmp(row->design, design->controller) == 0 &&
            rh_settings_params("area", row->settings, &rh_controller_kind, row->design, &params, &none) &&
            memcmp(&params, geometry, sizeof params) == 0)
            return row;
    }
    return NULL;
}

/* What the thesis prints is for its own system; of one controller, that is an eighth. */
static int64_t published(const struct rh_report_design *design, const struct rh_complexity_system *system) {
    const struct rh_complexity_system thesis = rh_complexity_thesis();
    struct rh_complexity row;
    if (memcmp(system, &thesis, sizeof thesis) != 0)
        return -1;
    for (unsigned i = 0; rh_complexity_row(i, &thesis, &row); i++)
        if (strcmp(row.design, design->controller) == 0 && row.published_compared >= 0)
            return row.published_compared / (int64_t)thesis.controllers;
    return -1;
}

/* What every design drives, and what its geometry is called in the table of areas. */
static void keep_machine(struct rh_report *report, const char *controller, const struct rh_complexity_system *system,
                         const struct rh_setup *setup) {
    report->system = *system;
    (void)snprintf(report->dram, sizeof report->dram,
                   "DRAM preset %.64s: %u channel%s of %u chip%s, %u banks of %u rows each, a clock of %u ps.",
                   setup->preset.name, report->channels, report->channels == 1 ? "" : "s", setup->preset.chips,
                   setup->preset.chips == 1 ? "" : "s", setup->geometry.banks, setup->preset.rows,
                   setup->preset.tck_ps);
    rh_settings_text(&rh_controller_kind, controller, &setup->geometry, report->settings, sizeof report->settings);
}

static bool price(struct rh_report *report, unsigned index, struct rh_error *error) {
    struct rh_report_design *design = &report->design[index];
    struct rh_sweep_point point;
    struct rh_setup setup;
    if (!rh_sweep_options(&report->sweep, rh_report_point(report, index, 0), &point, error))
        return false;
    point.options.stream.synthetic = rh_synthetic_find(point.options.stream.stream);
    if (!rh_options_resolve(&point.options, &setup, error))
        return false;
    struct rh_complexity_system system = rh_complexity_thesis();
    struct rh_complexity_controller formula;
    system.queue = design->queue;
    system.rows = setup.preset.rows;
    system.banks = setup.geometry.banks;
    system.shared = rh_preset_shares(&setup.preset);
    if (design->queue == rh_report_queue(report))
        keep_machine(report, design->controller, &system, &setup);
    design->area = area_of(report, design, &setup.geometry);
    design->formula = rh_complexity_controller(design->controller, &system, &formula) ? (int64_t)formula.bits : -1;
    design->published = published(design, &system);
    return true;
}

/* scripts/evidence says what is on record and whether it is of these sources. Where it can't run, nothing is known. */
static void read_proofs(struct rh_report *report) {
    char source[RH_SOURCE_PATH], line[512];
    char *command = NULL;
    if (asprintf(&command, "exec 2>/dev/null; '%s/scripts/evidence' --csv proof", rh_source_folder(source)) < 0)
        return;
    FILE *from = strchr(source, '\'') == NULL ? popen(command, "r") : NULL;
    while (from != NULL && fgets(line, sizeof line, from) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        static const char start[] = "proof,rh_"; /* proof,rh_STEM:CONFIG,...,STATE */
        const char *colon = strchr(line, ':'), *state = strrchr(line, ',');
        if (strncmp(line, start, strlen(start)) != 0 || colon == NULL)
            continue;
        const char *stem = line + strlen(start);
        for (unsigned i = 0; i < report->design_count; i++) {
            struct rh_report_design *design = &report->design[i];
            size_t length = strlen(design->controller);
            bool its = (size_t)(colon - stem) == length && strncmp(stem, design->controller, length) == 0;
            design->proofs += its;
            design->proofs_fresh += its && strcmp(state, ",fresh") == 0;
            design->proofs_stale += its && strcmp(state, ",stale") == 0;
        }
    }
    if (from != NULL)
        (void)pclose(from);
    free(command);
}

bool rh_report_read(struct rh_report *report, struct rh_error *error) {
    struct rh_error none;
    if (!read_runs(report, error) || !load_area(report, error))
        return false;
    for (unsigned i = 0; i < report->design_count; i++) {
        struct rh_report_design *design = &report->design[i];
        if (!price(report, i, error))
            return false;
        reckon(report, design);
        if (report->lockstep != 0 && design->lockstep == RH_REPORT_NOT_RUN &&
            design->queue == rh_report_queue(report) && rh_evidence_read(report->evidence[i], &design->evidence, &none))
            design->lockstep = RH_REPORT_MATCHED;
    }
    read_proofs(report);
    return true;
}
