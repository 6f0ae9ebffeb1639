// SPDX-License-Identifier: Apache-2.0
// The picture of a run over time: the ledger as stacked steps, the efficiency as a line over them.
#include <inttypes.h>

#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/simulate/rh_epochs.h"

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

void rh_epochs_draw_start(struct rh_epochs_picture *picture, const struct rh_run_report *report, uint64_t count) {
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

void rh_epochs_draw(struct rh_epochs_picture *picture, const struct rh_run_report *report, const struct rh_epoch *epoch,
                    uint64_t from) {
    picture->end = from + epoch->counters[RH_STAT_cycles];
    rh_epoch_merge(&picture->step, epoch);
    if (++picture->step.number == picture->epochs)
        put_step(picture, report);
}

bool rh_epochs_draw_end(struct rh_epochs_picture *picture, const struct rh_run_report *report, struct rh_error *error) {
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
