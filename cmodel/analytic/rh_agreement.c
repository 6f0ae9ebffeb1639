// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_agreement.h"

#include <math.h>

void rh_agreement_add(struct rh_agreement *agreement, double predicted, double measured) {
    const double value[2] = {predicted, measured};
    double before[2], error = predicted - measured;
    agreement->count++;
    agreement->error += error;
    agreement->absolute += fabs(error);
    agreement->worst = fmax(agreement->worst, fabs(error));
    for (unsigned i = 0; i < 2; i++) {
        before[i] = value[i] - agreement->mean[i];
        agreement->mean[i] += before[i] / (double)agreement->count;
        agreement->squares[i] += before[i] * (value[i] - agreement->mean[i]);
    }
    agreement->product += before[0] * (measured - agreement->mean[1]);
}

double rh_agreement_mean_absolute_error(const struct rh_agreement *agreement) {
    return agreement->count == 0 ? 0 : agreement->absolute / (double)agreement->count;
}

bool rh_agreement_correlation(const struct rh_agreement *agreement, double *correlation) {
    if (!(agreement->squares[0] > 0 && agreement->squares[1] > 0))
        return false;
    *correlation = agreement->product / sqrt(agreement->squares[0] * agreement->squares[1]);
    return true;
}

bool rh_agreement_polarity(const struct rh_agreement *agreement, double *polarity) {
    if (!(agreement->absolute > 0))
        return false;
    *polarity = agreement->error / agreement->absolute;
    return true;
}
