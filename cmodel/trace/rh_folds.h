// SPDX-License-Identifier: Apache-2.0
/** Addresses that a map folds into its memory: how many lie beyond it, and how many of them all come to stand where
 * another address stood first, so that what was apart becomes one place. */
#ifndef RH_FOLDS_H
#define RH_FOLDS_H

#include "rowhold/rh_map.h"

enum { RH_FOLDS_TEXT = 160 };

struct rh_folds;

/** NULL without memory. */
struct rh_folds *rh_folds_open(void);
void rh_folds_close(struct rh_folds *folds); /**< NULL is harmless */
/** A request to the column command that begins at `address`, by a map that wraps. */
void rh_folds_take(struct rh_folds *folds, const struct rh_map *map, uint64_t address);
struct rh_fold_count rh_folds_count(const struct rh_folds *folds);
/** "2 requests lie beyond the memory, 1 of all at a place that another address had first" */
void rh_folds_text(const struct rh_fold_count *count, char text[RH_FOLDS_TEXT]);

#endif
