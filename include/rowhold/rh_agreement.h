// SPDX-License-Identifier: Apache-2.0
/** The agreement of predictions with measured values over a suite of runs: mean and worst absolute error, correlation,
 * and polarity, which says on which side the errors lie (Yuan and Aamodt 2008, section 5.1). */
#ifndef RH_AGREEMENT_H
#define RH_AGREEMENT_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

/** All 0: no run yet. The means and sums of squares are carried along, so near values lose no digits. */
struct rh_agreement {
    uint64_t count;
    double error, absolute; /**< sums of predicted - measured, and without its sign */
    double worst;           /**< largest absolute error */
    double mean[2];         /**< of what was predicted, measured */
    double squares[2];      /**< of the distances from the mean, summed */
    double product;         /**< of both distances, summed */
};

void rh_agreement_add(struct rh_agreement *agreement, double predicted, double measured);

/** The mean absolute error, in the unit of the values; 0 without a run. */
double rh_agreement_mean_absolute_error(const struct rh_agreement *agreement);
/** Pearson's correlation, -1 to 1. False where it has no meaning because one side never changes. */
bool rh_agreement_correlation(const struct rh_agreement *agreement, double *correlation);
/** Sum of the errors / sum of the absolute errors: -1 where every prediction is too low, 1 where every one is too high.
 * False where no prediction is wrong. */
bool rh_agreement_polarity(const struct rh_agreement *agreement, double *polarity);

#ifdef __cplusplus
}
#endif

#endif
