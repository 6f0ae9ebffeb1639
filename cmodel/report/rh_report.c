// SPDX-License-Identifier: Apache-2.0
// The plan of a report: its designs and streams, the jobs that fill it, and where their results are kept.
#include "cmodel/report/rh_report.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/simulate/rh_simulate.h"
#include "cmodel/trace/rh_stream.h"
#include "rowhold/rh_hash.h"
#include "rowhold/rh_synthetic.h"

enum { PUBLISHED_QUEUE = 32 };

/* The row of an option of a run. */
static const struct rh_option *row_of(const char *name) {
    const struct {
        const struct rh_option *rows;
        unsigned count;
    } tables[] = {{rh_options_rows, RH_OPTIONS_ROWS},
                  {rh_run_options_rows, RH_RUN_OPTIONS_ROWS},
                  {rh_loop_options_rows, RH_LOOP_OPTIONS_ROWS}};
    for (unsigned t = 0; t < sizeof tables / sizeof tables[0]; t++)
        for (unsigned i = 0; i < tables[t].count; i++)
            if (!tables[t].rows[i].argument && strcmp(tables[t].rows[i].name, name) == 0)
                return &tables[t].rows[i];
    return NULL;
}

/* The list that the user gave, else the usual one. */
static bool resolve(struct rh_axes *axes, const char *name, const char *defaults, unsigned *place,
                    struct rh_error *error) {
    if (!rh_axes_have(axes, name) && !rh_axis_store(row_of(name), name, defaults, axes, error))
        return false;
    *place = rh_axes_find(axes, name, name, error);
    return true;
}

static bool resolve_axes(struct rh_report *report, struct rh_error *error) {
    struct rh_axes *axes = &report->sweep.axes;
    if (!resolve(axes, "controller", "all", &report->controllers, error) ||
        !resolve(axes, "queue", "8,16,32,64", &report->queues, error) ||
        !resolve(axes, "stream", "rand1,rand2,rand3,one_bank,stream,strided,hot_rows,mixed,random,phases",
                 &report->streams, error))
        return false;
    for (unsigned i = 0; i < axes->count; i++)
        if (axes->axis[i].count > 1 && i != report->controllers && i != report->queues && i != report->streams) {
            char spelling[64];
            (void)rh_option_spelling(axes->axis[i].option, spelling);
            return rh_error_set(error,
                                "%s: found %u values, expected one: a report has lists of controllers, queues "
                                "and streams",
                                spelling, axes->axis[i].count);
        }
    return true;
}

uint64_t rh_report_point(const struct rh_report *report, unsigned design, unsigned stream) {
    const struct rh_axes *axes = &report->sweep.axes;
    unsigned queues = axes->axis[report->queues].count;
    return design / queues * rh_axes_stride(axes, report->controllers) +
           design % queues * rh_axes_stride(axes, report->queues) + stream * rh_axes_stride(axes, report->streams);
}

const char *rh_report_stream(const struct rh_report *report, unsigned stream) {
    return report->sweep.axes.axis[report->streams].values[stream];
}

unsigned rh_report_queue(const struct rh_report *report) {
    unsigned best = report->design[0].queue;
    for (unsigned i = 0; i < report->design_count; i++) {
        unsigned queue = report->design[i].queue;
        if (abs((int)queue - PUBLISHED_QUEUE) < abs((int)best - PUBLISHED_QUEUE))
            best = queue;
    }
    return best;
}

const struct rh_report_design *rh_report_shown(const struct rh_report *report, const char *controller) {
    for (unsigned i = 0; i < report->design_count; i++)
        if (report->design[i].queue == rh_report_queue(report) && strcmp(report->design[i].controller, controller) == 0)
            return &report->design[i];
    return NULL;
}

const char *rh_report_name(const struct rh_report_design *design, bool size, char name[RH_REPORT_NAME]) {
    char queue[32] = "", stored[48] = "";
    if (size)
        (void)snprintf(queue, sizeof queue, ", queue %u", design->queue);
    if (design->stored >= 0 && design->stored != design->queue)
        (void)snprintf(stored, sizeof stored, " (stores %" PRId64 ")", design->stored);
    (void)snprintf(name, RH_REPORT_NAME, "%s%s%s", design->controller, queue, stored);
    return name;
}

/* Writes a word, in quotes where a shell would take some of its characters as its own. */
static void put_word(FILE *to, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=.,:/@%";
    if (word[0] != '\0' && word[strspn(word, plain)] == '\0') {
        fputs(word, to);
        return;
    }
    fputc('\'', to);
    for (; *word != '\0'; word++)
        fputs(*word == '\'' ? "'\\''" : (const char[]){*word, '\0'}, to);
    fputc('\'', to);
}

/* An option with `count` values as it is typed; a flag that is off is not. False without memory. */
static bool put_option(FILE *to, const struct rh_option *option, const char *const *values, unsigned count) {
    char spelling[64], *list = NULL;
    size_t size;
    if (option->kind == RH_OPTION_FLAG && strcmp(values[0], "true") != 0)
        return true;
    fprintf(to, " %s", rh_option_spelling(option, spelling));
    if (option->kind == RH_OPTION_FLAG)
        return true;
    FILE *word = open_memstream(&list, &size);
    for (unsigned i = 0; word != NULL && i < count; i++)
        fprintf(word, "%s%s", i == 0 ? "" : ",", values[i]);
    bool good = word != NULL && fclose(word) == 0;
    if (good) {
        fputc(' ', to);
        put_word(to, list);
    }
    free(list);
    return good;
}

char *rh_report_options(const struct rh_report *report, bool shown) {
    const struct rh_axes *axes = &report->sweep.axes;
    char *text = NULL, queue[16];
    const char *const one = queue;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    bool good = to != NULL;
    (void)snprintf(queue, sizeof queue, "%u", shown ? rh_report_queue(report) : 0);
    for (unsigned i = 0; good && i < axes->count; i++) {
        const struct rh_axis *axis = &axes->axis[i];
        good = shown && i == report->queues
                   ? put_option(to, axis->option, &one, 1)
                   : put_option(to, axis->option, (const char *const *)axis->values, axis->count);
    }
    if (to != NULL && fclose(to) == 0 && good)
        return text;
    free(text);
    return NULL;
}

char *rh_report_sweep_options(const struct rh_sweep *sweep) {
    const struct rh_axes *axes = &sweep->axes;
    char *text = NULL;
    size_t size;
    FILE *to = open_memstream(&text, &size);
    bool good = to != NULL;
    for (unsigned i = 0; good && i < axes->count; i++)
        good = put_option(to, axes->axis[i].option, (const char *const *)axes->axis[i].values, axes->axis[i].count);
    if (to != NULL && fclose(to) == 0 && good)
        return text;
    free(text);
    return NULL;
}

/* An option of the report's streams that their programs have, too: the memory, and what drives it. */
static bool is_of_programs(const struct rh_option *option) {
    static const char *const shared[] = {"map", "channels"};
    const size_t stream = offsetof(struct rh_options, stream);
    for (unsigned k = 0; k < sizeof shared / sizeof shared[0]; k++)
        if (strcmp(option->name, shared[k]) == 0)
            return true;
    return option->at < stream || option->at >= stream + sizeof(struct rh_stream_setup);
}

/* Opens a sweep beside that of the streams: behind its own axes what the streams have, of controllers all and of queues
 * the one that charts show. */
static bool open_beside(struct rh_report *report, struct rh_sweep *sweep, struct rh_error *error) {
    const struct rh_axes *streams = &report->sweep.axes;
    struct rh_axes *axes = &sweep->axes;
    char queue[16];
    for (unsigned i = 0; i < streams->count; i++) {
        const struct rh_axis *axis = &streams->axis[i];
        for (unsigned v = 0;
             i != report->controllers && i != report->queues && is_of_programs(axis->option) && v < axis->count; v++)
            if (!rh_axis_append(axes, axis->option, "report", axis->values[v], error))
                return false;
    }
    const struct rh_axis *controllers = &streams->axis[report->controllers];
    (void)snprintf(queue, sizeof queue, "%u", rh_report_queue(report));
    for (unsigned v = 0; v < controllers->count; v++)
        if (!rh_axis_append(axes, controllers->option, "report", controllers->values[v], error))
            return false;
    sweep->part = sweep->parts = 1;
    sweep->cache = report->sweep.cache;
    return rh_axis_append(axes, streams->axis[report->queues].option, "report", queue, error) &&
           rh_sweep_open(sweep, error);
}

/* --kernel and what belongs to it. */
static bool open_programs(struct rh_report *report, struct rh_error *error) {
    const struct rh_axes *axes = &report->programs.axes;
    char spelling[64];
    if (axes->count == 0)
        return true;
    if (!rh_axes_have(axes, "kernel"))
        return rh_option_lacks(error, rh_option_spelling(axes->axis[0].option, spelling), "--kernel");
    return open_beside(report, &report->programs, error);
}

/* Of several controllers, as a network needs them; long enough for the cores to meet. */
enum { SHARED_CHANNELS = 8, SHARED_REQUESTS = 20000 };

static const struct rh_axis *given_axis(const struct rh_axes *axes, const char *name) {
    for (unsigned i = 0; i < axes->count; i++)
        if (strcmp(axes->axis[i].option->name, name) == 0)
            return &axes->axis[i];
    return NULL;
}

/* --slowdown: these streams behind a crossbar, each core alone, too; what is said of all streams holds here. */
static bool open_shared(struct rh_report *report, struct rh_error *error) {
    const struct rh_axes *streams = &report->sweep.axes;
    struct rh_axes *axes = &report->shared.axes;
    char channels[16], requests[16];
    if (report->slowdown == NULL)
        return true;
    (void)snprintf(channels, sizeof channels, "%u", SHARED_CHANNELS);
    (void)snprintf(requests, sizeof requests, "%u", SHARED_REQUESTS);
    const struct {
        const char *name, *value;
    } own[] = {{"stream", report->slowdown},
               {"network", "crossbar"},
               {"slowdown", "true"},
               {"channels", channels},
               {"requests", requests}};
    for (unsigned i = 0; i < sizeof own / sizeof own[0]; i++) {
        const struct rh_axis *given = i != 0 ? given_axis(streams, own[i].name) : NULL;
        if (given != NULL && is_of_programs(given->option))
            continue; /* it comes with the others */
        if (!rh_axis_store(row_of(own[i].name), "--slowdown", given != NULL ? given->values[0] : own[i].value, axes,
                           error))
            return false;
    }
    return open_beside(report, &report->shared, error);
}

/* The folder of the results and a name in it. */
static char *file_of(const struct rh_report *report, uint64_t point, const char *ending) {
    const char *measured = report->sweep.files[point];
    char *file = NULL;
    return asprintf(&file, "%.*s%s", (int)(strlen(measured) - strlen(".json")), measured, ending) < 0 ? NULL : file;
}

/* Co-simulations of one design differ by their length alone. */
static char *evidence_of(const struct rh_report *report, unsigned design) {
    char ending[64];
    (void)snprintf(ending, sizeof ending, ".cosim%" PRIu64 ".json", report->lockstep);
    return file_of(report, rh_report_point(report, design, 0), ending);
}

static bool make_designs(struct rh_report *report) {
    const struct rh_axes *axes = &report->sweep.axes;
    unsigned queues = axes->axis[report->queues].count;
    report->stream_count = axes->axis[report->streams].count;
    report->design_count = axes->axis[report->controllers].count * queues;
    report->design = calloc(report->design_count, sizeof *report->design);
    report->evidence = calloc(report->design_count, sizeof *report->evidence);
    report->prediction = calloc(report->sweep.count, sizeof *report->prediction);
    bool good = report->design != NULL && report->evidence != NULL && report->prediction != NULL;
    for (unsigned i = 0; good && i < report->design_count; i++) {
        struct rh_report_design *design = &report->design[i];
        design->controller = axes->axis[report->controllers].values[i / queues];
        design->queue = (unsigned)strtoul(axes->axis[report->queues].values[i % queues], NULL, 0);
        design->run = calloc(report->stream_count, sizeof *design->run);
        report->evidence[i] = evidence_of(report, i);
        good = design->run != NULL && report->evidence[i] != NULL;
    }
    for (uint64_t i = 0; good && i < report->sweep.count; i++)
        good = (report->prediction[i] = file_of(report, i, ".predict.json")) != NULL;
    return good;
}

/* Channels of the memory that a stream runs on; false where it can't be read, which its run says. */
static bool count_channels(const struct rh_report *report, unsigned stream, unsigned *channels) {
    struct rh_sweep_point point;
    struct rh_setup setup;
    struct rh_stream *opened = NULL;
    struct rh_error none;
    bool good = rh_sweep_options(&report->sweep, rh_report_point(report, 0, stream), &point, &none);
    point.options.stream.synthetic = rh_synthetic_find(point.options.stream.stream);
    good = good && rh_options_resolve(&point.options, &setup, &none) &&
           rh_options_stream(&point.options, &setup, &opened, channels, &none);
    if (opened != NULL)
        opened->close(opened);
    return good;
}

/* A mean over streams is of one memory. */
static bool check_channels(struct rh_report *report, struct rh_error *error) {
    unsigned first = 0, channels;
    for (unsigned s = 0; s < report->stream_count; s++) {
        if (!count_channels(report, s, &channels))
            continue;
        if (report->channels != 0 && report->channels != channels)
            return rh_error_set(error,
                                "report: found %u channel%s with %s and %u with %s, expected one memory for all "
                                "streams (--channels, or a report each)",
                                report->channels, report->channels == 1 ? "" : "s", rh_report_stream(report, first),
                                channels, rh_report_stream(report, s));
        first = report->channels == 0 ? s : first;
        report->channels = channels;
    }
    return true;
}

bool rh_report_open(struct rh_report *report, struct rh_error *error) {
    report->sweep.part = report->sweep.parts = 1;
    if (!resolve_axes(report, error) || !rh_sweep_open(&report->sweep, error))
        return false;
    char *options = rh_report_options(report, false), *of_programs = rh_report_sweep_options(&report->programs);
    if (options == NULL || of_programs == NULL ||
        asprintf(&report->command, "rowhold report%s%s%s%s", options, of_programs,
                 report->slowdown != NULL ? " --slowdown " : "", report->slowdown != NULL ? report->slowdown : "") < 0)
        report->command = NULL;
    free(options);
    free(of_programs);
    if (report->command == NULL || !make_designs(report))
        return rh_error_set(error, "report: found no memory, expected enough");
    return check_channels(report, error) && open_programs(report, error) && open_shared(report, error);
}

void rh_report_close(struct rh_report *report) {
    for (unsigned i = 0; report->design != NULL && i < report->design_count; i++) {
        free(report->design[i].run);
        if (report->evidence != NULL)
            free(report->evidence[i]);
    }
    for (uint64_t i = 0; report->prediction != NULL && i < report->sweep.count; i++)
        free(report->prediction[i]);
    free(report->design);
    free(report->evidence);
    free(report->prediction);
    free(report->command);
    rh_area_close(&report->area);
    rh_sweep_close(&report->sweep);
    rh_sweep_close(&report->programs);
    rh_sweep_close(&report->shared);
}

/* Which co-simulation is it? Only designs of the size that charts show: another size has to be built first. */
static bool cosimulated(const struct rh_report *report, uint64_t job, unsigned *design) {
    uint64_t left = job - 2 * report->sweep.count;
    for (unsigned i = 0; i < report->design_count; i++)
        if (report->design[i].queue == rh_report_queue(report) && left-- == 0) {
            *design = i;
            return true;
        }
    return false;
}

/* Those of the streams. */
static uint64_t stream_jobs(const struct rh_report *report) {
    unsigned design;
    uint64_t jobs = 2 * report->sweep.count;
    while (report->lockstep != 0 && cosimulated(report, jobs, &design))
        jobs++;
    return jobs;
}

uint64_t rh_report_jobs(const struct rh_report *report) {
    return stream_jobs(report) + report->programs.count + report->shared.count;
}

enum job { SIMULATE, PREDICT, COSIM, BESIDE };

static enum job kind_of(const struct rh_report *report, uint64_t job) {
    return job < report->sweep.count       ? SIMULATE
           : job < 2 * report->sweep.count ? PREDICT
           : job < stream_jobs(report)     ? COSIM
                                           : BESIDE;
}

/* The sweep beside that of the streams that a job belongs to, and its point there. */
static const struct rh_sweep *beside_of(const struct rh_report *report, uint64_t job, uint64_t *point) {
    *point = job - stream_jobs(report);
    if (*point < report->programs.count)
        return &report->programs;
    *point -= report->programs.count;
    return &report->shared;
}

static const char *result_of(const struct rh_report *report, uint64_t job) {
    const struct rh_sweep *sweep;
    unsigned design = 0;
    uint64_t point;
    switch (kind_of(report, job)) {
    case SIMULATE:
        return report->sweep.files[job];
    case PREDICT:
        return report->prediction[job - report->sweep.count];
    case COSIM:
        return cosimulated(report, job, &design) ? report->evidence[design] : "";
    case BESIDE:
        sweep = beside_of(report, job, &point);
        return sweep->files[point];
    }
    return "";
}

bool rh_report_job_done(const struct rh_report *report, uint64_t job) {
    return access(result_of(report, job), R_OK) == 0 && kind_of(report, job) != COSIM; /* its RTL may have changed */
}

/* Makes one word of an option and its value; NULL: the option is not needed. The memory is freed with the process. */
static bool say_option(const struct rh_option *option, const char *value, char **word) {
    char spelling[64];
    bool flag = option->kind == RH_OPTION_FLAG;
    *word = NULL;
    return (flag && strcmp(value, "true") != 0) ||
           asprintf(word, "%s%s%s", rh_option_spelling(option, spelling), flag ? "" : "=", flag ? "" : value) >= 0;
}

/* In the child: become another command of this program on the options of a point. */
static int become(const struct rh_report *report, uint64_t point, const char *const *own) {
    const struct rh_axes *axes = &report->sweep.axes;
    unsigned count = 0;
    while (own[count] != NULL)
        count++;
    const char **argv = calloc(count + axes->count + 1, sizeof *argv);
    bool good = argv != NULL;
    for (unsigned i = 0; good && i < count; i++)
        argv[i] = own[i];
    for (unsigned i = 0; good && i < axes->count; i++) {
        char *word;
        if (strcmp(own[1], "cosim") == 0 && strcmp(axes->axis[i].option->name, "requests") == 0)
            continue; /* it has a number of its own */
        good = say_option(axes->axis[i].option, rh_axis_value(axes, i, point), &word);
        if (good && word != NULL)
            argv[count++] = word;
    }
    if (good)
        (void)execv("/proc/self/exe", (char *const *)argv);
    fprintf(stderr, "rowhold: report: found no way to run %s\n", own[1]);
    return 2;
}

int rh_report_job_run(const struct rh_report *report, uint64_t job) {
    const struct rh_sweep *sweep = &report->sweep;
    struct rh_error error = {""};
    unsigned design = 0;
    uint64_t point = job;
    char requests[32];
    (void)snprintf(requests, sizeof requests, "--requests=%" PRIu64, report->lockstep);
    switch (kind_of(report, job)) {
    case PREDICT:
        return become(report, job - report->sweep.count,
                      (const char *const[]){"rowhold", "predict", "--no-measure", "--quiet", "--json",
                                            result_of(report, job), NULL});
    case COSIM:
        (void)cosimulated(report, job, &design);
        return become(
            report, rh_report_point(report, design, 0),
            (const char *const[]){"rowhold", "cosim", "--quiet", requests, "--evidence", result_of(report, job), NULL});
    case BESIDE:
        sweep = beside_of(report, job, &point);
        break;
    case SIMULATE:
        break;
    }
    int code = rh_sweep_run(sweep, point, &error);
    return code == 0 ? 0 : (rh_cli_fail(&error), code);
}

bool rh_report_job_failed(struct rh_report *report, uint64_t job, int status, const char *text) {
    unsigned design = 0;
    (void)unlink(result_of(report, job)); /* an older run's */
    if (kind_of(report, job) != COSIM || !cosimulated(report, job, &design))
        return false;
    report->design[design].lockstep = status == 1 ? RH_REPORT_DIFFERED : RH_REPORT_REFUSED;
    (void)snprintf(report->design[design].why, sizeof report->design[design].why, "%s", text);
    return status > 0;
}

bool rh_report_differed(const struct rh_report *report) {
    bool differed = false;
    for (unsigned i = 0; i < report->design_count; i++)
        differed = differed || report->design[i].lockstep == RH_REPORT_DIFFERED;
    return differed;
}

void rh_report_job_text(const struct rh_report *report, uint64_t job, char *text, size_t size) {
    static const char *const names[] = {"simulate", "predict", "cosim", "simulate"};
    enum job kind = kind_of(report, job);
    unsigned design = 0;
    int used = snprintf(text, size, "%s ", names[kind]);
    if (kind == COSIM)
        (void)cosimulated(report, job, &design);
    uint64_t point;
    if (kind == BESIDE && used > 0 && (size_t)used < size) {
        const struct rh_sweep *sweep = beside_of(report, job, &point);
        rh_sweep_text(sweep, point, text + used, size - (size_t)used);
        return;
    }
    point = kind == COSIM ? rh_report_point(report, design, 0) : job % report->sweep.count;
    if (used > 0 && (size_t)used < size)
        rh_sweep_text(&report->sweep, point, text + used, size - (size_t)used);
}
