// SPDX-License-Identifier: Apache-2.0
// `rowhold placement queue`: what requests wait for their bank, by G/G/1 queues and by the C model.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_axis.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/rh_plot.h"
#include "rowhold/rh_agreement.h"
#include "rowhold/rh_arrivals.h"
#include "rowhold/rh_queueing.h"
#include "rowhold/rh_system.h"
#include "rowhold/rh_timeline.h"

/** What the C model did with the requests of a bank, or of all. */
struct queue_measured {
    uint64_t requests, latency; /**< from arrival to the end of the data, summed */
    uint64_t access;            /**< access times of the rows as they were found, summed */
};
struct queue_run {
    const struct rh_options *options;
    const struct rh_setup *setup;
    enum rh_queueing_server server;
    unsigned window;                 /**< of rh_queueing.h */
    bool even;                       /**< where the stream has no times: arrivals are even, not random */
    unsigned channels;               /**< here and below: set by queue_run_open */
    bool timed;                      /**< the stream has times of its own */
    uint64_t requests, span;         /**< of the stream; clocks from its first arrival to its last */
    double busiest;                  /**< rh_queueing_busiest */
    struct rh_queueing *model;       /**< a channel each, of the last run */
    struct queue_measured *measured; /**< a bank each, all channels */
    bool *opened;                    /**< a bank each: it has had a row */
};

/* One stream at several loads: the queueing model of its banks beside the C model's run. */

/* Hands requests on; the queueing model sees each. */
struct tap {
    struct rh_stream base;
    struct rh_stream *from;
    struct queue_run *run;
};

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct tap *tap = (struct tap *)stream;
    int got = tap->from->next(tap->from, request, error);
    if (got > 0)
        rh_queueing_request(&tap->run->model[request->channel], request);
    return got;
}

static void close_tap(struct rh_stream *stream) {
    struct tap *tap = (struct tap *)stream;
    tap->from->close(tap->from);
}

/* Nothing was seen yet. */
static void start(struct queue_run *run) {
    const struct rh_queueing_setup setup = {.constraints = run->setup->constraints,
                                            .banks = run->setup->geometry.banks,
                                            .server = run->server,
                                            .window = run->window};
    size_t banks = (size_t)run->channels * setup.banks;
    for (unsigned c = 0; c < run->channels; c++)
        rh_queueing_start(&run->model[c], &setup);
    memset(run->measured, 0, banks * sizeof *run->measured);
    memset(run->opened, 0, banks * sizeof *run->opened);
}

static bool read_all(struct queue_run *run, struct rh_stream *stream, struct rh_error *error) {
    struct tap tap = {.from = stream, .run = run};
    struct rh_request request;
    uint64_t first = 0, last = 0;
    int got;
    for (; (got = next(&tap.base, &request, error)) > 0; last = request.cycle)
        first = run->requests++ == 0 ? request.cycle : first;
    run->span = last - first;
    run->busiest = rh_queueing_busiest(run->model, run->channels);
    return got == 0 && (run->requests > 0 || rh_error_set(error, "--stream %s: found no request, expected at least one",
                                                          run->options->stream.stream));
}

/* Read the stream once. False with an error; close it anyway. */
static bool queue_run_open(struct queue_run *run, struct rh_error *error) {
    struct rh_stream *stream = rh_stream_open(&run->options->stream, &run->setup->preset, error);
    if (stream == NULL)
        return false;
    run->timed = stream->timed;
    bool good = rh_options_channels(run->options, stream, &run->channels, error);
    if (good) {
        size_t banks = (size_t)run->channels * run->setup->geometry.banks;
        run->model = calloc(run->channels, sizeof *run->model);
        run->measured = calloc(banks, sizeof *run->measured);
        run->opened = calloc(banks, sizeof *run->opened);
        good = (run->model != NULL && run->measured != NULL && run->opened != NULL) ||
               rh_error_set(error, "placement: found no memory for %u channels, expected enough", run->channels);
    }
    if (good) {
        start(run);
        good = read_all(run, stream, error);
    }
    stream->close(stream);
    return good;
}

static void queue_run_close(struct queue_run *run) {
    free(run->model);
    free(run->measured);
    free(run->opened);
}

/* A row is found open, closed (its bank's first), or another one is. */
static void observe(void *user, const struct rh_observed *seen) {
    struct queue_run *run = user;
    size_t bank = (size_t)seen->channel * run->setup->geometry.banks + seen->bank;
    const struct rh_request request = {.commands = seen->commands, .write = seen->write};
    enum rh_queueing_row row = seen->row_hit       ? RH_QUEUEING_HIT
                               : run->opened[bank] ? RH_QUEUEING_CONFLICT
                                                   : RH_QUEUEING_MISS;
    run->opened[bank] = true;
    run->measured[bank].requests++;
    run->measured[bank].latency += seen->done - seen->arrival;
    run->measured[bank].access += rh_queueing_access(&run->setup->constraints, &request, row);
}

static bool run_model(struct queue_run *run, struct rh_stream *stream, struct rh_error *error) {
    const struct rh_system_setup setup = {.preset = &run->setup->preset,
                                          .ops = run->setup->ops,
                                          .geometry = run->setup->geometry,
                                          .constraints = run->setup->constraints,
                                          .channels = run->channels,
                                          .judge = true,
                                          .request = observe,
                                          .request_user = run};
    struct tap tap = {.base = *stream, .from = stream, .run = run};
    tap.base.next = next;
    tap.base.close = close_tap;
    struct rh_system *system = rh_system_open(&setup, error);
    bool good = system != NULL && rh_system_run(system, &tap.base, error) == RH_SYSTEM_DONE;
    rh_system_close(system);
    return good;
}

/* Run it so that the busiest bank, or data bus, is busy for `load` of the time; 0: with its own times. */
static bool queue_run_at(struct queue_run *run, double load, struct rh_error *error) {
    struct rh_stream *stream = rh_stream_open(&run->options->stream, &run->setup->preset, error);
    if (stream == NULL)
        return false;
    start(run);
    if (load > 0) {
        double stretched = run->busiest / load;
        const struct rh_arrivals_setup setup = {
            .how = run->timed  ? RH_ARRIVALS_STRETCHED
                   : run->even ? RH_ARRIVALS_EVEN
                               : RH_ARRIVALS_RANDOM,
            .clocks = stretched / (double)(run->timed ? run->span : run->requests),
            .seed = run->options->stream.seed,
        };
        stream = rh_arrivals_open(stream, &setup, error);
    }
    bool good = stream != NULL && run_model(run, stream, error);
    if (stream != NULL)
        stream->close(stream);
    return good;
}

static struct queue_measured queue_run_total(const struct queue_run *run) {
    struct queue_measured total = {0, 0, 0};
    for (size_t b = 0; b < (size_t)run->channels * run->setup->geometry.banks; b++) {
        total.requests += run->measured[b].requests;
        total.latency += run->measured[b].latency;
        total.access += run->measured[b].access;
    }
    return total;
}

static const char default_loads[] = "0.1,0.2,0.3,0.4,0.5,0.6,0.7,0.8,0.9,0.95";

struct arguments {
    struct rh_options options;
    struct rh_axes loads;
    struct rh_table_options table;
    const char *form, *server, *arrivals, *plot;
    struct rh_setup setup;
    struct queue_run run;
    unsigned how; /* enum rh_queueing_form */
    unsigned window;
    bool windowed; /* --window is given */
};

/* One load. */
struct point {
    double load; /* 0: the stream's own times */
    double rho_bus;
    struct rh_queueing_sum sum;
    struct queue_measured measured;
};

static const char *server_word(unsigned index) {
    static const char *const words[] = {"bank", "access"};
    return index < 2 ? words[index] : NULL;
}

static const char *arrivals_word(unsigned index) {
    static const char *const words[] = {"random", "even"};
    return index < 2 ? words[index] : NULL;
}

#define REAL(name_, heading_, digits_, meaning_)                                                                       \
    { .name = name_, .heading = heading_, .kind = RH_CELL_REAL, .digits = digits_, .meaning = meaning_ }
#define SHARED                                                                                                         \
    REAL("rho", "rho", 2, "utilization, tau_s / tau_a; of several banks the busiest one's"),                           \
        REAL("c_a", "c_a", 2, "coefficient of variation of the times between arrivals"),                               \
        REAL("c_s", "c_s", 2, "coefficient of variation of the service times"),                                        \
        REAL("service", "tau_s", 1, "mean service time, clocks"),                                                      \
        REAL("kingman", "wait by\nKingman", 1, "mean wait by Kingman's form, clocks"),                                 \
        REAL("printed", "wait as\nprinted", 1, "mean wait by the form as printed, clocks"),                            \
        REAL("wait", "wait in\nC model", 1, "mean wait in the C model, clocks: latency - access time as found"),       \
        REAL("predicted", "latency\nhere", 1, "mean wait by --form + access time, clocks"),                            \
        REAL("latency", "latency\nC model", 1, "of the C model from arrival to the end of the data, clocks")
#define COUNT(name_, meaning_)                                                                                         \
    { .name = name_, .kind = RH_CELL_COUNT, .hidden = true, .meaning = meaning_ }
#define ROWS_FOUND                                                                                                     \
    COUNT("requests", NULL), COUNT("hits", "requests to the open row, in order of arrival"),                           \
        COUNT("misses", "requests to a closed bank"), COUNT("conflicts", "requests to another row than the open one")
#define LOAD(hidden_)                                                                                                  \
    {                                                                                                                  \
        .name = "load", .kind = RH_CELL_REAL, .digits = 2, .hidden = hidden_, .maybe = true,                           \
        .meaning = "share of time that the busiest bank, or data bus, is busy; none: the stream's own times"           \
    }

static const struct rh_column columns[] = {
    LOAD(false), ROWS_FOUND, REAL("rho_bus", "bus", 2, "utilization of the busiest channel's data bus"), SHARED};
static const struct rh_column banks[] = {LOAD(true),
                                         {.name = "channel", .heading = "ch.", .kind = RH_CELL_COUNT},
                                         {.name = "bank", .kind = RH_CELL_COUNT},
                                         ROWS_FOUND,
                                         SHARED};
static const struct rh_column configuration[] = {
    {.name = "stream", .kind = RH_CELL_TEXT},
    {.name = "requests", .kind = RH_CELL_COUNT},
    {.name = "channels", .kind = RH_CELL_COUNT},
    {.name = "preset", .kind = RH_CELL_TEXT},
    {.name = "values", .kind = RH_CELL_TEXT, .meaning = "hash of the preset's values, chips included"},
    {.name = "controller", .kind = RH_CELL_TEXT},
    {.name = "queue", .kind = RH_CELL_COUNT},
    {.name = "loads", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "with commas between"},
    {.name = "form", .kind = RH_CELL_TEXT, .meaning = "of the predicted latency"},
    {.name = "server", .kind = RH_CELL_TEXT, .meaning = "what the service time is: bank or access"},
    {.name = "window",
     .kind = RH_CELL_COUNT,
     .meaning = "requests for which a row counts as open; 0: order of arrival"},
    {.name = "arrivals", .kind = RH_CELL_TEXT, .meaning = "of a stream without times"},
    {.name = "seed", .kind = RH_CELL_COUNT},
};

const struct rh_form rh_form_placement_queue = {
    .name = "placement-queue",
    .command = "rowhold placement queue --json",
    .configuration = RH_FORM_PART("configuration", configuration, "stream, memory, model"),
    .rows = RH_FORM_PART("rows", columns, "one a load"),
    .more = RH_FORM_PART("banks", banks, "one a load and bank that has requests"),
};

static double per(uint64_t sum, uint64_t count) {
    return count == 0 ? 0 : (double)sum / (double)count;
}

/* Mean wait in the C model. */
static double wait(const struct queue_measured *measured) {
    return per(measured->latency, measured->requests) - per(measured->access, measured->requests);
}

static bool add_sum(struct rh_table *table, const struct arguments *a, const struct rh_queueing_sum *sum,
                    const struct queue_measured *measured) {
    return rh_table_real(table, sum->rho) && rh_table_real(table, sum->arrivals) &&
           rh_table_real(table, sum->services) && rh_table_real(table, sum->service) &&
           rh_table_real(table, sum->delay[RH_QUEUEING_KINGMAN]) &&
           rh_table_real(table, sum->delay[RH_QUEUEING_PRINTED]) && rh_table_real(table, wait(measured)) &&
           rh_table_real(table, sum->delay[a->how] + sum->access) &&
           rh_table_real(table, per(measured->latency, measured->requests));
}

static bool add_found(struct rh_table *table, const struct rh_queueing_sum *sum) {
    bool good = rh_table_count(table, sum->requests);
    for (unsigned row = 0; row < RH_QUEUEING_ROWS; row++)
        good = good && rh_table_count(table, sum->rows[row]);
    return good;
}

static bool add_load(struct rh_table *table, double load) {
    return rh_table_maybe(table, load > 0, load);
}

static bool add_banks(struct rh_table *table, const struct arguments *a, double load) {
    const struct queue_run *run = &a->run;
    bool good = true;
    for (unsigned c = 0; good && c < run->channels; c++)
        for (unsigned b = 0; good && b < run->setup->geometry.banks; b++) {
            struct rh_queueing_sum sum;
            struct rh_error fault; /* rh_queueing_total has looked at each */
            (void)rh_queueing_of(&run->model[c], b, 1, &sum, &fault);
            if (sum.requests > 0)
                good = add_load(table, load) && rh_table_count(table, c) && rh_table_count(table, b) &&
                       add_found(table, &sum) &&
                       add_sum(table, a, &sum, &run->measured[c * (size_t)run->setup->geometry.banks + b]);
        }
    return good;
}

static bool add_row(struct rh_table *table, const struct arguments *a, const struct point *point) {
    return add_load(table, point->load) && add_found(table, &point->sum) && rh_table_real(table, point->rho_bus) &&
           add_sum(table, a, &point->sum, &point->measured);
}

/* How much of the time between its first and last arrival a channel's data bus needs. */
static double bus(const struct queue_run *run, double load) {
    double most = 0, span = load > 0 ? run->busiest / load : (double)run->span;
    for (unsigned c = 0; c < run->channels; c++)
        most = (double)run->model[c].bus > most ? (double)run->model[c].bus : most;
    return span > 0 ? most / span : 0;
}

static bool run_point(struct arguments *a, unsigned index, struct point *point, struct rh_error *error) {
    struct queue_run *run = &a->run;
    point->load = a->loads.count > 0 ? strtod(rh_axis_value(&a->loads, 0, index), NULL) : 0;
    struct rh_error fault;
    if (!queue_run_at(run, point->load, error))
        return false;
    if (!rh_queueing_total(run->model, run->channels, 1, &point->sum, &fault))
        return point->load > 0 ? rh_error_set(error, "--load %g: %s", point->load, fault.text)
                               : rh_error_set(error, "%s: %s", a->options.stream.stream, fault.text);
    point->measured = queue_run_total(run);
    point->rho_bus = bus(run, point->load);
    return true;
}

static bool add_configuration(struct rh_table *table, const struct arguments *a) {
    char loads[1024] = "";
    for (unsigned k = 0, used = 0; a->loads.count > 0 && k < a->loads.axis[0].count && used < sizeof loads; k++)
        used += (unsigned)snprintf(loads + used, sizeof loads - used, "%s%s", k == 0 ? "" : ",",
                                   rh_axis_value(&a->loads, 0, k));
    return rh_table_text(table, a->options.stream.stream) && rh_table_count(table, a->run.requests) &&
           rh_table_count(table, a->run.channels) && rh_table_text(table, a->setup.preset.name) &&
           rh_options_preset_hash(&a->setup.preset, table) && rh_table_text(table, a->setup.ops->name) &&
           rh_table_count(table, a->setup.geometry.queue) && rh_table_text(table, a->loads.count > 0 ? loads : NULL) &&
           rh_table_text(table, a->form) && rh_table_text(table, a->server) && rh_table_count(table, a->window) &&
           rh_table_text(table, a->arrivals) && rh_table_count(table, a->options.stream.seed);
}

static bool draw(const struct arguments *a, const struct point *points, unsigned count, struct rh_error *error) {
    struct rh_plot plot;
    if (a->plot == NULL)
        return true;
    if (!rh_plot_open(&plot, a->plot, error))
        return false;
    fprintf(plot.script,
            "set xlabel 'load: busiest bank or data bus'\nset ylabel 'mean wait, clocks'\nset key left top\n"
            "set xrange [0:1]\nset yrange [0:]\nset title '%s, %s, %s' noenhanced\n$loads << EOD\n",
            a->options.stream.stream, a->setup.preset.name, a->setup.ops->name);
    for (unsigned k = 0; k < count; k++) {
        const struct point *p = &points[k];
        fprintf(plot.script, "%.6g %.6f %.6f %.6f\n", p->load, p->sum.delay[RH_QUEUEING_KINGMAN],
                p->sum.delay[RH_QUEUEING_PRINTED], wait(&p->measured));
    }
    fprintf(plot.script, "EOD\nplot $loads using 1:2 with linespoints title 'Kingman', $loads using 1:3 with "
                         "linespoints title 'as printed', $loads using 1:4 with linespoints title 'C model'\n");
    return rh_plot_commit(&plot, error);
}

/* How near the forms come over the loads. */
static void print_agreement(const struct point *points, unsigned count) {
    printf("\nmean wait over %u loads: errors in clocks; polarity -1: all low, 1: all high\n", count);
    for (unsigned form = 0; form < RH_QUEUEING_FORMS; form++) {
        struct rh_agreement agreement = {.count = 0};
        double correlation = 0, polarity = 0;
        for (unsigned k = 0; k < count; k++)
            rh_agreement_add(&agreement, points[k].sum.delay[form], wait(&points[k].measured));
        (void)rh_agreement_correlation(&agreement, &correlation);
        (void)rh_agreement_polarity(&agreement, &polarity);
        printf("%-8s mean error %.1f, worst %.1f, correlation %.3f, polarity %.2f\n", rh_queueing_form_name(form),
               rh_agreement_mean_absolute_error(&agreement), agreement.worst, correlation, polarity);
    }
}

static void print_text(const struct arguments *a, const struct rh_table_result *result, const struct point *points,
                       unsigned count) {
    printf("%s, %" PRIu64 " requests, %u channel%s of %s, %s with a queue of %u\nservice time: %s\n\n",
           a->options.stream.stream, a->run.requests, a->run.channels, a->run.channels == 1 ? "" : "s",
           a->setup.preset.name, a->setup.ops->name, (unsigned)a->setup.geometry.queue,
           a->run.server == RH_QUEUEING_BANK ? "what a request keeps its bank for" : "a request's access time");
    rh_table_print(result->rows, "", stdout);
    if (count == 1) {
        printf("\nBy bank:\n");
        rh_table_print(result->more, "", stdout);
    }
    printf("\nClocks of %.3f ns; latency here: access time + wait, %s.\n", a->setup.preset.tck_ps * 1e-3,
           a->how == RH_QUEUEING_KINGMAN ? "by Kingman" : "as printed");
    if (count > 1)
        print_agreement(points, count);
}

static bool report(struct arguments *a, struct rh_error *error) {
    struct rh_table_result result;
    unsigned count = a->loads.count > 0 ? a->loads.axis[0].count : 1;
    struct point *points = calloc(count + 1U, sizeof *points);
    if (points == NULL || !rh_table_result_open(&result, &rh_form_placement_queue, error)) {
        free(points);
        return rh_table_no_memory(&rh_form_placement_queue, error);
    }
    bool good = add_configuration(result.configuration, a) || rh_table_no_memory(&rh_form_placement_queue, error);
    for (unsigned k = 0; good && k < count; k++)
        good = run_point(a, k, &points[k], error) &&
               ((add_row(result.rows, a, &points[k]) && add_banks(result.more, a, points[k].load)) ||
                rh_table_no_memory(&rh_form_placement_queue, error));
    good = good && draw(a, points, count, error) && rh_table_write(&result, &a->table, error);
    if (good && !rh_table_options_stdout(&a->table) && !rh_output_is_stdout(a->plot))
        print_text(a, &result, points, count);
    rh_table_result_close(&result);
    free(points);
    return good;
}

/* Which of its words an option has; the first where it is not given. */
static unsigned choose(const char **text, const char *(*word)(unsigned)) {
    unsigned index = 0;
    if (*text == NULL)
        *text = word(0);
    while (strcmp(word(index), *text) != 0)
        index++;
    return index;
}

struct load {
    double load;
};
static const struct rh_option load_rows[] = {
    RH_OPTION_ROW(struct load, REAL, "load", "X", load, .group = "queueing",
                  .help = "share of time that the busiest bank, or data bus, is busy (default: the stream's own "
                          "times; without times 0.1 to 0.95)"),
};

static bool queue(struct arguments *a, struct rh_error *error) {
    const struct rh_file_use uses[] = {
        {"--plot", a->plot, true},
        {"--stream", rh_synthetic_find(a->options.stream.stream) != NULL ? NULL : a->options.stream.stream, false},
        {"--preset", rh_options_preset_file(a->options.preset), false},
    };
    if (!rh_table_options_apart(&a->table, uses, sizeof uses / sizeof uses[0], error) ||
        (a->plot != NULL && !rh_plot_possible(a->plot, error)) || !rh_options_files(&a->options, NULL, 0, error) ||
        !rh_options_resolve(&a->options, &a->setup, error))
        return false;
    if (strcmp(a->options.stream.stream, "-") == 0)
        return rh_error_set(error,
                            "--stream: found standard input, expected a file, for it is read again for each load");
    if (!a->windowed)
        a->window = rh_timeline_window(a->setup.ops->name, a->setup.geometry.queue);
    a->how = choose(&a->form, rh_queueing_form_name);
    a->run = (struct queue_run){.options = &a->options,
                                .setup = &a->setup,
                                .server = (enum rh_queueing_server)choose(&a->server, server_word),
                                .window = a->window,
                                .even = choose(&a->arrivals, arrivals_word) != 0};
    if (!queue_run_open(&a->run, error))
        return false;
    if (a->loads.count == 0 && !a->run.timed &&
        !rh_axis_store(&load_rows[0], "--load", default_loads, &a->loads, error))
        return false;
    if (a->loads.count > 0 && a->run.timed && a->run.span == 0)
        return rh_error_set(error, "--load: found a stream whose requests all arrive in one clock, expected times that "
                                   "can be stretched");
    for (unsigned k = 0; a->loads.count > 0 && k < a->loads.axis[0].count; k++)
        if (strtod(rh_axis_value(&a->loads, 0, k), NULL) <= 0)
            return rh_error_set(error, "--load: found '%s', expected more than 0", rh_axis_value(&a->loads, 0, k));
    return report(a, error);
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.options = rh_options_default()};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_placement_queue, argc, argv, &a);
    int code = parsed == 1 ? 0 : parsed != 0 ? 2 : queue(&a, &error) ? 0 : rh_cli_fail(&error);
    queue_run_close(&a.run);
    rh_axes_free(&a.loads);
    return code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "form", "NAME", form, .word = rh_queueing_form_name,
        .help = "kingman: c squared, times tau_s; printed: as in the paper (default kingman)"),
    ROW(TEXT, "server", "NAME", server, .word = server_word,
        .help = "service time: bank, what a request keeps it for; access, its access time (default bank)"),
    ROW(NUMBER, "window", "N", window, .most = RH_MAX_QUEUE, .given = offsetof(struct arguments, windowed),
        .help = "a row opened fewer than N requests ago still counts as open; 0: order of arrival (default: the queue, "
                "where the controller serves a row's requests together)"),
    ROW(TEXT, "arrivals", "NAME", arrivals, .word = arrivals_word,
        .help = "of a stream without times: random or even (default random)"),
    ROW(OUTPUT, "plot", "FILE.svg", plot, .help = "draw the waits over --load; needs gnuplot"),
};

const struct rh_cli rh_cli_placement_queue = {
    .name = "placement queue",
    .meaning = "queueing delay of a stream's banks, predicted and measured",
    .about = "Each bank as a G/G/1 queue (Huang and Li 2017, equations 6 to 10): utilization, variation, mean wait by "
             "two forms, latency; beside it what the C model measures. Arrivals are stretched, or drawn, so that the "
             "busiest bank or data bus is busy for --load of the time.",
    .examples = "placement queue --stream rand1 --load 0.5\n"
                "placement queue --stream rand2 --preset hbm2 --controller fifo --plot waits.svg\n"
                "placement queue requests.csv --load 0.2,0.4,0.8 --csv loads.csv",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTIONS_RUN_TABLES(offsetof(struct arguments, options)),
               RH_OPTION_LISTS(load_rows, offsetof(struct arguments, loads), rh_axis_store), RH_OPTION_TABLE(own, 0),
               RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
