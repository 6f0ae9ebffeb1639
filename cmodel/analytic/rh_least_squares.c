// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_least_squares.h"

#include <math.h>

enum { MOST = RH_LEAST_SQUARES_MOST };
static const double NOTHING_NEW = 1e-9; /* of a column's square: it is made up of those before it */

void rh_least_squares_add(struct rh_least_squares *sums, const double *row, double value, double weight) {
    double square = weight * weight;
    sums->rows++;
    for (unsigned i = 0; i < sums->columns; i++) {
        for (unsigned j = 0; j < sums->columns; j++)
            sums->product[i][j] += square * row[i] * row[j];
        sums->value[i] += square * row[i] * value;
    }
}

/* Cholesky: product = L L^T. A row of L for a column with nothing new is 0. */
static void decompose(const struct rh_least_squares *sums, double lower[MOST][MOST]) {
    for (unsigned i = 0; i < sums->columns; i++)
        for (unsigned j = 0; j <= i; j++) {
            double left = sums->product[i][j];
            for (unsigned k = 0; k < j; k++)
                left -= lower[i][k] * lower[j][k];
            if (i == j)
                lower[i][i] = left > NOTHING_NEW * sums->product[i][i] ? sqrt(left) : 0;
            else
                lower[i][j] = lower[j][j] > 0 ? left / lower[j][j] : 0;
        }
}

void rh_least_squares_solve(const struct rh_least_squares *sums, double *coefficients) {
    double lower[MOST][MOST] = {{0}}, middle[MOST];
    decompose(sums, lower);
    for (unsigned i = 0; i < sums->columns; i++) {
        double left = sums->value[i];
        for (unsigned k = 0; k < i; k++)
            left -= lower[i][k] * middle[k];
        middle[i] = lower[i][i] > 0 ? left / lower[i][i] : 0;
    }
    for (unsigned i = sums->columns; i-- > 0;) {
        double left = middle[i];
        for (unsigned k = i + 1; k < sums->columns; k++)
            left -= lower[k][i] * coefficients[k];
        coefficients[i] = lower[i][i] > 0 ? left / lower[i][i] : 0;
    }
}
