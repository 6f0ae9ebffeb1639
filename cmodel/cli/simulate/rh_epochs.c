// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/simulate/rh_epochs.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdlib.h>

#include "cmodel/cli/rh_option.h"
#include "cmodel/cli/rh_plot.h"

/* The picture of a run over time: the ledger as stacked steps, the efficiency as a line over them. */

enum { STEPS = 400, ROWS = RH_INK_PARTS };

/* Rows of the ledger from the bottom up: data, the causes, no request. */
static uint64_t ledger(const struct rh_stats *s, unsigned row) {
    if (row == 0)
        return s->data_bus_busy_cycles;
    return row == ROWS - 1 ? s->idle_cycles : s->stall_cycles[row - 1];
}

static const char *title(unsigned row) {
    if (row == 0)
        return "data";
    return row == ROWS - 1 ? "no_request" : rh_cause_key(row - 1);
}

/* Before the first one, of so many. */
static void epochs_draw_start(struct rh_epochs_picture *picture, const struct rh_run_report *report, uint64_t count) {
    const struct rh_stats *total = report->total.stats;
    FILE *to = picture->plot.script;
    picture->epochs = (count + STEPS - 1) / STEPS;
    picture->begin = picture->end = report->warmup;
    fprintf(to, "set xlabel 'clock'\nset ylabel 'share of the clocks of all channels'\nset yrange [0:1]\n");
    fprintf(to, "set xrange [%" PRIu64 ":%" PRIu64 "]\n", report->warmup, report->warmup + total->cycles);
    fprintf(to, "set key outside invert noenhanced\nset style fill solid noborder\nset format x '%%.0f'\n"
                "set xtics rotate by -30\n$steps << EOD\n");
}

/* Where it begins and where it ends: upper edges of the rows, then the efficiency. */
static void put_step(struct rh_epochs_picture *picture, const struct rh_run_report *report) {
    struct rh_stats *stats = picture->stats;
    FILE *to = picture->plot.script;
    rh_epoch_stats(&picture->step, stats);
    const struct rh_stats_scale scale = rh_run_scale(report, &report->total);
    for (unsigned edge = 0; edge < 2; edge++) {
        double sum = 0, clocks = (double)(picture->end - picture->begin) * report->channels;
        fprintf(to, "%" PRIu64, edge == 0 ? picture->begin : picture->end);
        for (unsigned row = 0; row < ROWS; row++) {
            sum += (double)ledger(stats, row);
            fprintf(to, " %.6f", sum / clocks);
        }
        fprintf(to, " %.6f\n", rh_stats_figure(RH_FIGURE_dram_efficiency, stats, &scale));
    }
    picture->step = (struct rh_epoch){.number = 0};
    picture->begin = picture->end;
}

/* The next epoch of all channels, `from` its first clock; the caller says what is merged in it. */
static void epochs_draw(struct rh_epochs_picture *picture, const struct rh_run_report *report,
                        const struct rh_epoch *epoch, uint64_t from) {
    picture->end = from + epoch->counters[RH_STAT_cycles];
    rh_epoch_merge(&picture->step, epoch);
    if (++picture->step.number == picture->epochs)
        put_step(picture, report);
}

/* Behind the last one. */
static bool epochs_draw_end(struct rh_epochs_picture *picture, const struct rh_run_report *report,
                            struct rh_error *error) {
    FILE *to = picture->plot.script;
    if (picture->step.number != 0)
        put_step(picture, report);
    fprintf(to, "EOD\nplot ");
    for (unsigned row = 0; row < ROWS; row++) {
        if (ledger(report->total.stats, row) == 0)
            continue;
        char lower[8];
        (void)snprintf(lower, sizeof lower, "%u", row + 1);
        fprintf(to, "$steps using 1:%s:%u with filledcurves linecolor rgb '%s' title '%s', ", row == 0 ? "(0)" : lower,
                row + 2, rh_ink_part(row).light, title(row));
    }
    fprintf(to, "$steps using 1:%d with lines linewidth 1.5 linecolor rgb 'black' title 'efficiency'\n", ROWS + 2);
    return rh_plot_commit(&picture->plot, error);
}

bool rh_epochs_check(struct rh_epochs_options *options, struct rh_error *error) {
    enum { USUAL = 10000 };
    bool wanted = options->csv != NULL || options->plot != NULL;
    if (options->epoch != 0 && !wanted)
        return rh_option_lacks(error, "--epoch", "--epochs or --plot");
    if (wanted && options->epoch == 0)
        options->epoch = USUAL;
    return true;
}

/* What the spool keeps, in the order of `number`: those of channels, then, behind them, that of a loop. */
struct record {
    uint64_t number;
    bool of_loop;
    union {
        struct rh_epoch channel;
        struct loop_epoch {
            struct rh_loop_epoch network;
            struct rh_gpu_ctas ctas; /* of the epoch */
        } loop;
    } epoch;
};

bool rh_epochs_open(struct rh_epochs *epochs, const struct rh_epochs_options *options, unsigned channels, bool looped,
                    struct rh_error *error) {
    epochs->options = *options;
    epochs->channels = channels;
    if (options->epoch == 0)
        return true;
    if (options->csv != NULL && !rh_output_open(&epochs->csv, options->csv, error))
        return false;
    if (options->plot != NULL && !rh_plot_open(&epochs->picture.plot, options->plot, error))
        return false;
    epochs->spool = rh_spool_open_of(
        "epochs", channels + looped,
        (unsigned)(looped ? sizeof(struct record) : offsetof(struct record, epoch) + sizeof(struct rh_epoch)), error);
    return epochs->spool != NULL;
}

void rh_epochs_drop(struct rh_epochs *epochs) {
    rh_output_drop(&epochs->csv);
    rh_plot_drop(&epochs->picture.plot);
    rh_spool_close(epochs->spool);
}

void rh_epochs_keep(void *user, const struct rh_epoch *epoch) {
    const struct rh_epochs *epochs = user;
    const struct record record = {.number = epoch->number, .epoch.channel = *epoch};
    rh_spool_put(epochs->spool, epoch->channel, &record);
}

void rh_epochs_keep_loop(void *user, const struct rh_loop_epoch *epoch) {
    struct rh_epochs *epochs = user;
    struct record record = {.number = epoch->number, .of_loop = true, .epoch.loop.network = *epoch};
    if (epochs->gpu != NULL) {
        const struct rh_gpu_ctas now = rh_gpu_ctas_of(epochs->gpu), before = epochs->ctas;
        epochs->ctas = now;
        record.epoch.loop.ctas = (struct rh_gpu_ctas){.launched = now.launched - before.launched,
                                                      .finished = now.finished - before.finished,
                                                      .resident_cycles = now.resident_cycles - before.resident_cycles,
                                                      .cycles = now.cycles - before.cycles};
    }
    rh_spool_put(epochs->spool, epochs->channels, &record);
}

/* Through the epochs of the run, in order. */
struct walk {
    struct rh_epochs *epochs;
    const struct rh_run_report *report;
    struct rh_stats *stats; /* of one line */
    struct rh_epoch *row;   /* by channel, all of them behind; zeroed before an epoch */
    struct loop_epoch loop;
    uint64_t number, cycles; /* of this epoch; of the run */
};

/* A comma before each name. */
#define RH_EPOCH_COLUMN(name, meaning) "," #name
static const char head[] =
#include "tables/csv_columns.def"
    ;

static void put_head(FILE *to, bool looped, bool programmed) {
    fputs(head + 1, to);
    for (unsigned i = 0; i < RH_STATS; i++)
        fprintf(to, ",%s", rh_stats_name(i));
    for (unsigned i = 0; i < RH_FIGURES; i++)
        fprintf(to, ",%s", rh_stats_figure_name(i));
    fputs(",latency_mean", to);
    for (unsigned i = 0; i < RH_LATENCIES; i++)
        fprintf(to, ",latency_%s_mean", rh_stats_latency_name(i));
    for (unsigned i = 0; i < RH_CAUSES; i++)
        fprintf(to, ",stall_%s", rh_cause_key(i));
    for (unsigned i = 0; looped && i < RH_LOOP_COUNTS; i++)
        fprintf(to, ",network_%s", rh_loop_count_name(i));
    if (looped)
        fputs(",network_throughput,network_latency_mean", to);
    for (unsigned i = 0; looped && i < RH_LOOP_PARTS; i++)
        fprintf(to, ",network_latency_%s_mean", rh_loop_part_name(i));
    for (unsigned i = 0; looped && i < RH_LOOP_WAITS; i++)
        fprintf(to, ",wait_%s", rh_loop_wait_name(i));
    fputs(programmed ? ",kernel_ctas_launched,kernel_ctas_finished,kernel_ctas_resident\n" : "\n", to);
}

static void put_mean(FILE *to, uint64_t sum, uint64_t count) {
    fputc(',', to);
    if (count != 0)
        fprintf(to, "%.6f", (double)sum / (double)count);
}

/* Behind the three columns that say which. */
static void put_line(const struct walk *walk, const struct rh_epoch *epoch, unsigned channels) {
    FILE *to = walk->epochs->csv.file;
    struct rh_stats *s = walk->stats;
    const struct rh_run_figures figures = {.stats = s, .channels = channels};
    const struct rh_stats_scale scale = rh_run_scale(walk->report, &figures);
    rh_epoch_stats(epoch, s);
    for (unsigned i = 0; i < RH_STATS; i++)
        fprintf(to, ",%" PRIu64, rh_stats_count(s, i));
    for (unsigned i = 0; i < RH_FIGURES; i++)
        fprintf(to, ",%.6f", rh_stats_figure(i, s, &scale));
    put_mean(to, s->read.sum + s->write.sum, s->read.count + s->write.count);
    for (unsigned i = 0; i < RH_LATENCIES; i++)
        put_mean(to, epoch->latency[i].sum, epoch->latency[i].count);
    for (unsigned i = 0; i < RH_CAUSES; i++)
        fprintf(to, ",%" PRIu64, s->stall_cycles[i]);
}

/* The rest of a line of all channels. */
static void put_loop(FILE *to, const struct rh_loop_epoch *epoch) {
    const struct rh_loop_stats stats = {.cycles = epoch->cycles, .count = epoch->count};
    for (unsigned i = 0; i < RH_LOOP_COUNTS; i++)
        fprintf(to, ",%" PRIu64, rh_loop_count(&stats, i));
    fprintf(to, ",%.6f", rh_loop_figure(RH_LOOP_FIGURE_throughput, &stats));
    put_mean(to, epoch->round_trip.sum, epoch->round_trip.count);
    for (unsigned i = 0; i < RH_LOOP_PARTS; i++)
        put_mean(to, epoch->part[i], epoch->round_trip.count);
    for (unsigned i = 0; i < RH_LOOP_WAITS; i++)
        fprintf(to, ",%" PRIu64, epoch->wait[i]);
}

static void put_ctas(FILE *to, const struct rh_gpu_ctas *ctas) {
    fprintf(to, ",%" PRIu64 ",%" PRIu64, ctas->launched, ctas->finished);
    put_mean(to, ctas->resident_cycles, ctas->cycles);
}

/* The end of a channel's line: it has no network of its own. */
static void put_none(FILE *to, bool looped, bool programmed) {
    enum { COLUMNS = RH_LOOP_COUNTS + 2 + RH_LOOP_PARTS + RH_LOOP_WAITS };
    for (unsigned i = 0; looped && i < COLUMNS; i++)
        fputc(',', to);
    fputs(programmed ? ",,," : "", to);
    fputc('\n', to);
}

/* The epoch is complete: its lines, the channels settled as rh_stats_finish does it for the run. */
static void put_epoch(struct walk *walk) {
    const struct rh_epochs *epochs = walk->epochs;
    uint64_t length = epochs->options.epoch, start = walk->number * length, from = walk->report->warmup + start;
    struct rh_epoch *all = &walk->row[epochs->channels];
    bool looped = walk->report->network != NULL, programmed = epochs->gpu != NULL;
    if (length > walk->cycles - start)
        length = walk->cycles - start;
    for (unsigned i = 0; i < epochs->channels; i++) {
        uint64_t *counters = walk->row[i].counters;
        counters[RH_STAT_cycles] = length;
        counters[RH_STAT_idle_cycles] = length - counters[RH_STAT_active_cycles];
        rh_epoch_merge(all, &walk->row[i]);
        if (epochs->csv.file == NULL)
            continue;
        fprintf(epochs->csv.file, "%" PRIu64 ",%" PRIu64 ",%u", walk->number, from, i);
        put_line(walk, &walk->row[i], 1);
        put_none(epochs->csv.file, looped, programmed);
    }
    if (epochs->csv.file != NULL) {
        fprintf(epochs->csv.file, "%" PRIu64 ",%" PRIu64 ",all", walk->number, from);
        put_line(walk, all, epochs->channels);
        if (looped)
            put_loop(epochs->csv.file, &walk->loop.network);
        if (programmed)
            put_ctas(epochs->csv.file, &walk->loop.ctas);
        fputc('\n', epochs->csv.file);
    }
    if (epochs->options.plot != NULL)
        epochs_draw(&walk->epochs->picture, walk->report, all, from);
    for (unsigned i = 0; i <= epochs->channels; i++)
        walk->row[i] = (struct rh_epoch){.number = 0};
    walk->number++;
}

static void see_epoch(void *user, const void *kept) {
    struct walk *walk = user;
    const struct record *record = kept;
    while (walk->number < record->number)
        put_epoch(walk);
    if (record->of_loop)
        walk->loop = record->epoch.loop;
    else
        walk->row[record->epoch.channel.channel] = record->epoch.channel;
}

static bool walk_all(struct walk *walk, struct rh_error *error) {
    uint64_t length = walk->epochs->options.epoch;
    if (walk->epochs->options.plot != NULL)
        epochs_draw_start(&walk->epochs->picture, walk->report, (walk->cycles + length - 1) / length);
    if (walk->epochs->csv.file != NULL)
        put_head(walk->epochs->csv.file, walk->report->network != NULL, walk->epochs->gpu != NULL);
    if (!rh_spool_each(walk->epochs->spool, see_epoch, walk, error))
        return false;
    while (walk->number < (walk->cycles + length - 1) / length)
        put_epoch(walk);
    return true;
}

bool rh_epochs_write(struct rh_epochs *epochs, const struct rh_run_report *report, struct rh_error *error) {
    if (epochs->spool == NULL)
        return true;
    struct walk walk = {.epochs = epochs,
                        .report = report,
                        .stats = calloc(1, sizeof *walk.stats),
                        .row = calloc(epochs->channels + 1U, sizeof *walk.row),
                        .cycles = report->total.stats->cycles};
    epochs->picture.stats = walk.stats;
    bool good =
        (walk.stats != NULL && walk.row != NULL) || rh_error_set(error, "--epochs: found no memory, expected enough");
    good = good && walk_all(&walk, error) && (epochs->csv.file == NULL || rh_output_commit(&epochs->csv, error)) &&
           (epochs->options.plot == NULL || epochs_draw_end(&epochs->picture, report, error));
    free(walk.stats);
    free(walk.row);
    return good;
}
