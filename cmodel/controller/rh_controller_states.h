// SPDX-License-Identifier: Apache-2.0
/* Registers of the controllers. One that has a page policy begins as a struct rh_paged. */
#ifndef RH_CONTROLLER_STATES_H
#define RH_CONTROLLER_STATES_H

#include "cmodel/controller/rh_age_queue.h"
#include "cmodel/controller/rh_bank_fifos.h"
#include "cmodel/controller/rh_fgdram_grain.h"
#include "cmodel/controller/rh_page_policy.h"
#include "cmodel/controller/rh_row_sorter.h"

struct rh_fifo_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    uint8_t write[RH_MAX_QUEUE], bank[RH_MAX_QUEUE];
    uint32_t row[RH_MAX_QUEUE];
    uint16_t column[RH_MAX_QUEUE];
    uint8_t len[RH_MAX_QUEUE]; /* column commands minus one */
    uint16_t tag[RH_MAX_QUEUE];
    uint8_t same[RH_MAX_QUEUE]; /* with a page policy, of those behind the head: its row is that of the one before it */
    rh_wide head, tail;         /* sets of one: the oldest entry, and where the next request goes */
    uint8_t count;
    uint8_t done; /* column commands that the head has had */
};

struct rh_banked_fifo_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    struct rh_bank_fifos fifos;
};

struct rh_slot_fifo_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    /* the queue, as in rh_fifo_state */
    uint8_t write[RH_MAX_QUEUE], bank[RH_MAX_QUEUE];
    uint32_t row[RH_MAX_QUEUE];
    uint16_t column[RH_MAX_QUEUE];
    uint8_t len[RH_MAX_QUEUE]; /* column commands minus one */
    uint16_t tag[RH_MAX_QUEUE];
    rh_wide head, tail; /* sets of one: the oldest entry, and where the next request goes */
    uint8_t count;
    /* the slots: the request that each bank serves */
    rh_bank_set served, served_write;
    uint32_t served_row[RH_MAX_BANKS];
    uint16_t served_column[RH_MAX_BANKS]; /* of its next column command */
    uint8_t served_len[RH_MAX_BANKS];     /* column commands still to issue, minus one */
    uint16_t served_tag[RH_MAX_BANKS];
    uint8_t column_next, row_next; /* banks at which the round robins start */
};

struct rh_fr_fcfs_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    struct rh_age_queue queue;
};

struct rh_fr_fcfs_cap_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    struct rh_age_queue queue;
    uint8_t left[RH_MAX_BANKS]; /* column commands of the open row that may still pass an older request of the bank */
    rh_bank_set capped;         /* no more of them: the bank's oldest request is next */
};

struct rh_bliss_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    struct rh_age_queue queue;
    uint8_t source[RH_MAX_QUEUE];               /* of each entry */
    rh_wide listed;                             /* entries whose source is on the blacklist */
    uint8_t blacklist[1 << RH_MAX_SOURCE_BITS]; /* a bit a source */
    uint8_t served, served_source;              /* a request left in the last clock, and whose it was */
    uint8_t last;                               /* source of the request that left before */
    uint8_t in_a_row;                           /* requests of it that left one behind the other */
    uint16_t clear_left;                        /* clocks until the blacklist is cleared */
};

struct rh_par_bs_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    struct rh_age_queue queue;
    uint8_t source[RH_MAX_QUEUE];       /* of each entry */
    uint8_t ahead[RH_MAX_QUEUE];        /* older requests of the entry's source and bank, and of its kind */
    uint16_t source_rank[RH_MAX_QUEUE]; /* of the entry's source, the first 0; 0 while it has none */
    rh_wide marked;                     /* entries of the batch */
    rh_wide ranked;                     /* entries whose source has a rank */
    /* of the request that left in the last clock, 0 if none did: its bank (a set of one), its source, its `ahead`;
     * with write_drain: it was a write */
    rh_bank_set left_bank;
    uint8_t left_source, left_ahead, left_write;
    /* the source that gets its rank: first its marked requests are counted, then the rank is given */
    uint8_t counts, places, turn;
    uint16_t load; /* the most that any bank has, minus one, then (the lower bits) all */
    /* the sources that have ranks, by rank: whether there is one, and its load */
    rh_wide taken;
    uint16_t loads[RH_MAX_QUEUE];
};

struct rh_atlas_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    struct rh_age_queue queue;
    uint8_t source[RH_MAX_QUEUE]; /* of each entry */
    uint16_t
        entry_rank[RH_MAX_QUEUE];     /* of the entry's source, the least first; above it 1, or 0 of one that is late */
    rh_wide aged;                     /* entries that were there when the period began */
    rh_wide behind;                   /* entries that wait for others of their bank */
    uint16_t bank_rank[RH_MAX_BANKS]; /* the least of each bank */
    /* both are looked at again in these banks, from bank `settle_next` on one in each clock */
    rh_bank_set unsettled;
    uint8_t settle_next;
    uint32_t period_left;  /* clocks of the period that tells who is late */
    uint32_t quantum_left; /* clocks until the sources are ranked; 0 while they are */
    /* the ranking: which source is compared with which; at last each gives up a part of its service */
    uint8_t ranking;
    uint32_t turn;
    uint32_t held;                                /* service of the source that is compared */
    uint8_t lesser;                               /* sources so far that have less */
    uint8_t source_rank[1 << RH_MAX_SOURCE_BITS]; /* a source's: how many were served less when it got it */
    uint32_t service[1 << RH_MAX_SOURCE_BITS];    /* attained, in clocks of banks */
    rh_bank_set opened;                           /* banks without a column command since their ACT */
    /* the column command of the last clock: what it costs, 0 if there was none, and whose it was */
    uint16_t charge;
    uint8_t charge_source;
};

struct rh_warp_group_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    struct rh_age_queue queue;
    uint8_t source[RH_MAX_QUEUE];    /* of each entry: its warp, and above it whether more of its group follow */
    uint8_t remaining[RH_MAX_QUEUE]; /* requests queued of the entry's warp, itself included */
    rh_wide marked;                  /* entries of the group that goes first */
    uint8_t came;                    /* one arrived in the last clock: others of its warp do not yet count it */
    uint8_t gone, gone_warp;         /* a request left in the last clock, and whose it was: it is not yet subtracted */
    rh_bank_set opened;              /* banks without a column command since their ACT */
};

enum { RH_MAX_SOURCE_FIFOS = 32 };
struct rh_sms_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    struct rh_bank_fifos banks;
    uint8_t owner[RH_MAX_QUEUE]; /* of each entry of a bank: the FIFO that it came from */
    /* the FIFOs of sources; entry i of FIFO f's ring stands at f x depth + i */
    uint8_t source_write[RH_MAX_QUEUE], source_bank[RH_MAX_QUEUE];
    uint32_t source_row[RH_MAX_QUEUE];
    uint16_t source_column[RH_MAX_QUEUE];
    uint8_t source_len[RH_MAX_QUEUE]; /* column commands minus one */
    uint16_t source_tag[RH_MAX_QUEUE];
    /* sets of entries of a FIFO: its oldest, where its next request goes, and those that are the last of a batch */
    uint64_t source_head[RH_MAX_SOURCE_FIFOS], source_tail[RH_MAX_SOURCE_FIFOS], ends[RH_MAX_SOURCE_FIFOS];
    uint8_t source_count[RH_MAX_SOURCE_FIFOS];
    uint8_t age_left[RH_MAX_SOURCE_FIFOS]; /* clocks for which its youngest batch still takes requests */
    uint8_t requests[RH_MAX_SOURCE_FIFOS]; /* of its sources, those at banks included */
    uint8_t stored;
    /* the batch scheduler */
    uint32_t drains; /* the FIFO whose batch goes to its bank, as a set of one; 0: none */
    uint8_t turn;    /* FIFO at which the round robin starts */
    uint32_t random;
};

struct rh_fr_fcfs_serial_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    struct rh_age_queue queue;
    uint8_t at; /* part of the entries that is compared in this clock, from the lowest on; then around */
    uint8_t left[RH_MAX_BANKS]; /* clocks until the bank's search is over */
};

struct rh_most_pending_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    struct rh_age_queue queue;
    uint8_t pending[RH_MAX_QUEUE]; /* requests queued to the entry's row, itself included */
};

struct rh_row_sorter_state {
    struct rh_backend backend;
    struct rh_page_policy page;
    /* the requests that wait, in places in order of age, the lowest the oldest; sets have one bit a place */
    rh_wide valid;
    rh_wide same; /* its row is the one that its bank serves */
    rh_wide write;
    rh_wide in_bank[RH_MAX_BANKS];
    uint8_t bank[RH_MAX_QUEUE];
    uint32_t row[RH_MAX_QUEUE];
    uint16_t column[RH_MAX_QUEUE];
    uint8_t len[RH_MAX_QUEUE]; /* column commands minus one */
    uint16_t tag[RH_MAX_QUEUE];
    uint8_t stored;               /* requests, those at their banks included */
    uint8_t joined[RH_MAX_BANKS]; /* requests of the bank's row that came while another row waited */
    uint8_t left[RH_MAX_BANKS];   /* clocks until all rows are compared with the bank's */
    uint8_t at;                   /* part of the places that is compared in this clock, the lowest first */
    /* the request that each bank serves */
    rh_bank_set served, served_write;
    uint32_t served_row[RH_MAX_BANKS];
    uint16_t served_column[RH_MAX_BANKS]; /* of its next column command */
    uint8_t served_len[RH_MAX_BANKS];     /* column commands still to issue, minus one */
    uint16_t served_tag[RH_MAX_BANKS];
    uint8_t column_next, row_next; /* banks at which the round robins start */
    uint8_t column_aged, row_aged; /* the last such command went out of turn, by age */
};

struct rh_fgdram_channel_state {
    struct rh_backend backend;
    struct rh_fgdram_grains grains;
    uint8_t grain_next; /* grain at which the turn of the column bus starts */
    uint8_t row_next;   /* place in the turn of the row bus at which it starts */
};

#endif
