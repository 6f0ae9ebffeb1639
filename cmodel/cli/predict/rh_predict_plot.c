// SPDX-License-Identifier: Apache-2.0
#include <stdio.h>

#include "cmodel/cli/predict/rh_predict.h"
#include "cmodel/cli/rh_plot.h"

static bool is_drawn(const struct rh_predict_suite *suite, unsigned model) {
    bool drawn = false;
    for (unsigned i = 0; i < suite->count; i++)
        drawn = drawn || rh_predict_total(&suite->run[i])->there[model];
    return rh_predict_wants(suite, model) && drawn;
}

static void put_points(const struct rh_predict_suite *suite, unsigned model, FILE *to) {
    for (unsigned i = 0; i < suite->count; i++) {
        const struct rh_predict_scope *all = rh_predict_total(&suite->run[i]);
        if (all->there[model])
            fprintf(to, "%.4f %.4f\n", 100 * all->measured.dram_efficiency, 100 * all->efficiency[model]);
    }
    fprintf(to, "\n\n");
}

bool rh_predict_plot(const struct rh_predict_suite *suite, const char *file, struct rh_error *error) {
    struct rh_plot plot;
    unsigned drawn = 0;
    if (!rh_plot_open(&plot, file, error))
        return false;
    FILE *to = plot.script;
    fprintf(to, "set xlabel 'measured DRAM efficiency, %%'\nset ylabel 'predicted DRAM efficiency, %%'\n"
                "set xrange [0:100]\nset yrange [0:100]\nset size ratio 1\nset key outside noenhanced\nset grid\n"
                "$points << EOD\n");
    for (unsigned model = 0; model < RH_PREDICTIONS; model++)
        if (is_drawn(suite, model))
            put_points(suite, model, to);
    fprintf(to, "EOD\nplot x with lines linecolor rgb 'gray' notitle");
    for (unsigned model = 0; model < RH_PREDICTIONS; model++)
        if (is_drawn(suite, model))
            fprintf(to, ", $points index %u with points pointtype %u title '%s'", drawn++, model + 4,
                    rh_prediction_name(model));
    fprintf(to, "\n");
    return rh_plot_commit(&plot, error);
}
