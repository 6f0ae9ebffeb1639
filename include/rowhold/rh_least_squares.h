// SPDX-License-Identifier: Apache-2.0
/** Linear regression: coefficients x that make the sum of weight^2 (row . x - value)^2 smallest, by the normal
 * equations. A column that the ones before it make up gets 0. */
#ifndef RH_LEAST_SQUARES_H
#define RH_LEAST_SQUARES_H

#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RH_LEAST_SQUARES_MOST = 16 };

struct rh_least_squares {
    unsigned columns; /**< up to RH_LEAST_SQUARES_MOST; the rest zero to begin with */
    uint64_t rows;
    double product[RH_LEAST_SQUARES_MOST][RH_LEAST_SQUARES_MOST]; /**< of column with column, summed over the rows */
    double value[RH_LEAST_SQUARES_MOST];                          /**< of column with value */
};

void rh_least_squares_add(struct rh_least_squares *sums, const double *row, double value, double weight);
void rh_least_squares_solve(const struct rh_least_squares *sums, double *coefficients);

#ifdef __cplusplus
}
#endif

#endif
