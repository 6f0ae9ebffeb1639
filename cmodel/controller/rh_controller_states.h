// SPDX-License-Identifier: Apache-2.0
/* Registers of the controllers, for who moves them in another way than clock by clock (rh_leap.h). */
#ifndef RH_CONTROLLER_STATES_H
#define RH_CONTROLLER_STATES_H

#include "rowhold/rh_age_queue.h"
#include "rowhold/rh_fgdram_grain.h"
#include "rowhold/rh_row_sorter.h"

struct rh_fifo_state {
    struct rh_backend backend;
    uint8_t write[RH_MAX_QUEUE], bank[RH_MAX_QUEUE];
    uint32_t row[RH_MAX_QUEUE];
    uint16_t column[RH_MAX_QUEUE];
    uint8_t extra[RH_MAX_QUEUE]; /* column commands minus one */
    uint16_t tag[RH_MAX_QUEUE];
    rh_wide head, tail; /* sets of one: the oldest entry, and where the next request goes */
    uint8_t count;
    uint8_t done; /* column commands that the head has had */
};

struct rh_banked_fifo_state {
    struct rh_backend backend;
    /* entry i of bank b's ring stands at b x bank depth + i */
    uint8_t write[RH_MAX_QUEUE];
    uint32_t row[RH_MAX_QUEUE];
    uint16_t column[RH_MAX_QUEUE];
    uint8_t extra[RH_MAX_QUEUE]; /* column commands minus one */
    uint16_t tag[RH_MAX_QUEUE];
    /* sets of one entry of the bank: its oldest, and where its next request goes */
    uint64_t head[RH_MAX_BANKS], tail[RH_MAX_BANKS];
    uint8_t count[RH_MAX_BANKS];
    uint8_t done[RH_MAX_BANKS];    /* column commands that the bank's head has had */
    uint8_t column_next, row_next; /* banks at which the round robins start */
};

struct rh_fr_fcfs_state {
    struct rh_backend backend;
    struct rh_age_queue queue;
};

struct rh_fr_fcfs_serial_state {
    struct rh_backend backend;
    struct rh_age_queue queue;
    uint8_t at; /* part of the entries that is compared in this clock, from the lowest on; then around */
    uint8_t left[RH_MAX_BANKS]; /* clocks until the bank's search is over */
};

struct rh_most_pending_state {
    struct rh_backend backend;
    struct rh_age_queue queue;
    uint8_t pending[RH_MAX_QUEUE]; /* requests queued to the entry's row, itself included */
};

struct rh_row_sorter_state {
    struct rh_backend backend;
    rh_wide valid; /* entries with a request */
    uint8_t write[RH_MAX_QUEUE];
    uint16_t column[RH_MAX_QUEUE];
    uint8_t extra[RH_MAX_QUEUE]; /* column commands minus one */
    uint16_t tag[RH_MAX_QUEUE];
    uint8_t next[RH_MAX_QUEUE]; /* the entry behind it in its list */
    /* the request that arrived last, while it is in no list: its row is compared one clock after it came */
    uint8_t fresh, fresh_bank, fresh_entry;
    uint32_t fresh_row;
    /* list i of bank b stands at b x RH_ROW_LISTS + i: its row, its first and its last entry */
    uint32_t row[RH_MAX_BANKS * RH_ROW_LISTS];
    uint8_t head[RH_MAX_BANKS * RH_ROW_LISTS], tail[RH_MAX_BANKS * RH_ROW_LISTS];
    uint8_t used[RH_MAX_BANKS];    /* the bank's lists that hold a request: a run in the ring of its lists */
    uint8_t oldest[RH_MAX_BANKS];  /* set of one: where that run begins, the list that is served */
    uint8_t joined[RH_MAX_BANKS];  /* requests that joined that list while another waited */
    uint8_t done[RH_MAX_BANKS];    /* column commands that its first request has had */
    rh_bank_set fits;              /* banks whose last ACT was for the row of that list */
    uint8_t column_next, row_next; /* banks at which the round robins start */
};

struct rh_fgdram_channel_state {
    struct rh_backend backend;
    struct rh_fgdram_grains grains;
    uint8_t grain_next; /* grain at which the turn of the column bus starts */
    uint8_t row_next;   /* place in the turn of the row bus at which it starts */
};

#endif
