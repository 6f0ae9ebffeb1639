// SPDX-License-Identifier: Apache-2.0
/** What `rowhold trace info` tells of a trace: counts, mix, row locality, histogram by channel and bank.
 *
 * Row locality is requests per row change: a request changes the row when the one before it on the same channel and
 * bank (in the order of the file) asked for another row, or there was none. It is what a controller without reordering
 * would see, once for each record of the file, before any splitting.
 */
#ifndef RH_TRACE_SURVEY_H
#define RH_TRACE_SURVEY_H

#include "cmodel/trace/rh_folds.h"
#include "cmodel/trace/rh_trace.h"
#include "rowhold/rh_map.h"

enum { RH_SURVEY_BANKS = 256 };

struct rh_survey_bank {
    uint64_t requests, row_changes;
    uint32_t row; /**< of the last request */
};

struct rh_survey {
    uint64_t requests, reads, writes, bytes;  /**< bytes: 0 where the file has none */
    uint64_t bubbles;                         /**< instructions without memory access; 0 where the file has none */
    uint64_t first_cycle, last_cycle;         /**< 0 without cycles */
    uint64_t least_address, greatest_address; /**< of address traces */
    uint64_t row_changes;
    uint32_t channels, banks; /**< 1 + the greatest seen */
    uint32_t channels_used;
    struct rh_folds *folds;       /**< of a map that wraps; else NULL */
    struct rh_survey_bank **bank; /**< by channel, then flat bank; NULL for a channel without requests */
};

/** Read the whole trace. Addresses are placed by `map`, which may be NULL with coordinates. False with an error; free
 * it anyway. */
bool rh_survey_read(struct rh_survey *survey, struct rh_trace *trace, const struct rh_map *map, struct rh_error *error);
void rh_survey_free(struct rh_survey *survey);

#endif
