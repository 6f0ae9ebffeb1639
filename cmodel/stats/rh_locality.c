// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_locality.h"

#include <stdlib.h>

enum { NO_CORE = 0xffff };
static const uint32_t no_row = UINT32_MAX;

struct rh_locality {
    unsigned channels, banks;
    bool coreless;
    unsigned cores;          /* none from here on was seen: most of the pointers lie in pages that are never touched */
    uint32_t *core[NO_CORE]; /* last row of each bank of all channels, for cores that were seen */
    uint32_t *after;
    struct rh_locality_count count[]; /* by channel */
};

static uint32_t *new_rows(const struct rh_locality *locality) {
    size_t n = (size_t)locality->channels * locality->banks;
    uint32_t *rows = malloc(n * sizeof *rows);
    for (size_t i = 0; rows != NULL && i < n; i++)
        rows[i] = no_row;
    return rows;
}

struct rh_locality *rh_locality_open(unsigned channels, unsigned banks) {
    struct rh_locality *locality = calloc(1, sizeof *locality + channels * sizeof locality->count[0]);
    if (locality == NULL)
        return NULL;
    locality->channels = channels;
    locality->banks = banks;
    locality->after = new_rows(locality);
    if (locality->after == NULL) {
        free(locality);
        return NULL;
    }
    return locality;
}

void rh_locality_close(struct rh_locality *locality) {
    if (locality == NULL)
        return;
    for (unsigned i = 0; i < locality->cores; i++)
        free(locality->core[i]);
    free(locality->after);
    free(locality);
}

static bool changes(uint32_t *last, uint32_t row) {
    bool changed = *last != row;
    *last = row;
    return changed;
}

bool rh_locality_add(struct rh_locality *locality, const struct rh_request *request) {
    struct rh_locality_count *count = &locality->count[request->channel];
    size_t bank = (size_t)request->channel * locality->banks + request->bank;
    count->requests++;
    count->changes_after += changes(&locality->after[bank], request->row);
    if (request->core == NO_CORE) {
        locality->coreless = true;
        return true;
    }
    uint32_t **rows = &locality->core[request->core];
    if (*rows == NULL) {
        *rows = new_rows(locality);
        if (*rows == NULL)
            return false;
        if (request->core >= locality->cores)
            locality->cores = request->core + 1U;
    }
    count->changes_before += changes(&(*rows)[bank], request->row);
    return true;
}

/* Requests to one channel, up to the first that names its core. */
static size_t add_coreless(struct rh_locality *locality, const struct rh_request *requests, size_t n) {
    uint16_t channel = requests[0].channel;
    uint32_t *after = &locality->after[(size_t)channel * locality->banks];
    size_t i = 0, changed = 0;
    if (locality->channels == 1) {
        for (; i < n && requests[i].core == NO_CORE; i++)
            changed += changes(&after[requests[i].bank], requests[i].row);
    } else {
        for (; i < n && requests[i].core == NO_CORE && requests[i].channel == channel; i++)
            changed += changes(&after[requests[i].bank], requests[i].row);
    }
    locality->count[channel].requests += i;
    locality->count[channel].changes_after += changed;
    locality->coreless |= i != 0;
    return i;
}

bool rh_locality_add_all(struct rh_locality *locality, const struct rh_request *requests, size_t n, bool *cores) {
    for (size_t i = 0; i < n;) {
        i += add_coreless(locality, requests + i, n - i);
        for (; i < n && requests[i].core != NO_CORE; i++) {
            *cores = true;
            if (!rh_locality_add(locality, &requests[i]))
                return false;
        }
    }
    return true;
}

bool rh_locality_has_cores(const struct rh_locality *locality) {
    return !locality->coreless && rh_locality_total(locality).requests != 0;
}

struct rh_locality_count rh_locality_channel(const struct rh_locality *locality, unsigned channel) {
    return locality->count[channel];
}

struct rh_locality_count rh_locality_total(const struct rh_locality *locality) {
    struct rh_locality_count total = {0};
    for (unsigned i = 0; i < locality->channels; i++) {
        total.requests += locality->count[i].requests;
        total.changes_before += locality->count[i].changes_before;
        total.changes_after += locality->count[i].changes_after;
    }
    return total;
}
