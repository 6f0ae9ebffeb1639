// SPDX-License-Identifier: Apache-2.0
/** A FIFO a bank: each bank's head may issue, column commands first, round robin over the banks. `banked_fifo` is this
 * alone, `sms` has stages before it. RTL: rh_fifo_controller.
 */
#ifndef RH_BANK_FIFOS_H
#define RH_BANK_FIFOS_H

#include "cmodel/controller/rh_policy.h"

struct rh_bank_fifos {
    /* entry i of bank b's ring stands at b x depth + i */
    uint8_t write[RH_MAX_QUEUE];
    uint32_t row[RH_MAX_QUEUE];
    uint16_t column[RH_MAX_QUEUE];
    uint8_t len[RH_MAX_QUEUE]; /* column commands minus one */
    uint16_t tag[RH_MAX_QUEUE];
    uint8_t same[RH_MAX_QUEUE]; /* with a page policy, of those behind a head: its row is that of the one before it */
    /* sets of one entry of the bank: its oldest, and where its next request goes */
    uint64_t head[RH_MAX_BANKS], tail[RH_MAX_BANKS];
    uint8_t count[RH_MAX_BANKS];
    uint8_t done[RH_MAX_BANKS];    /* column commands that the bank's head has had */
    uint8_t column_next, row_next; /* banks at which the round robins start */
};

/** Lists them from `base` on, `depth` entries a bank: an expression over the parameters `p`, as in a row of a list;
 * then what a page policy asks for; then the round robins. */
#define RH_BANK_FIFOS_LIST(depth, live)                                                                                \
    do {                                                                                                               \
        RH_BANK_FIFOS_ROW(write, depth * p->banks, 1, live)                                                            \
        RH_BANK_FIFOS_ROW(row, depth * p->banks, p->row_bits, live)                                                    \
        RH_BANK_FIFOS_ROW(column, depth * p->banks, p->column_bits, live)                                              \
        RH_BANK_FIFOS_ROW(len, depth * p->banks, 3, live)                                                              \
        RH_BANK_FIFOS_ROW(tag, depth * p->banks, p->tag_bits, live)                                                    \
        RH_BANK_FIFOS_ROW(head, p->banks, depth, NULL)                                                                 \
        RH_BANK_FIFOS_ROW(tail, p->banks, depth, NULL)                                                                 \
        RH_BANK_FIFOS_ROW(count, p->banks, rh_log2_up(depth + 1), NULL)                                                \
        RH_BANK_FIFOS_ROW(done, p->banks, 3, NULL)                                                                     \
    } while (0)
#define RH_BANK_FIFOS_LIST_SAME(depth, live) RH_BANK_FIFOS_ROW(same, p->closes != 0 ? depth * p->banks : 0, 1, live)
#define RH_BANK_FIFOS_LIST_TURNS()                                                                                     \
    do {                                                                                                               \
        RH_BANK_FIFOS_ROW(column_next, 1, rh_log2_up(p->banks), NULL)                                                  \
        RH_BANK_FIFOS_ROW(row_next, 1, rh_log2_up(p->banks), NULL)                                                     \
    } while (0)
#define RH_BANK_FIFOS_ROW(m, count, width, live) RH_ROW(struct rh_bank_fifos, m, count, width, live);

/** The entries that hold a request; of each bank from the oldest on, or, with `from` 1, those behind it. */
void rh_bank_fifos_live(const struct rh_bank_fifos *fifos, unsigned banks, unsigned depth, unsigned from,
                        uint64_t *mask);

/** Empties them. */
void rh_bank_fifos_reset(struct rh_bank_fifos *fifos, unsigned banks);

/** The place in its ring that a set of one says. */
static inline unsigned rh_bank_fifos_place(uint64_t one) {
    return rh_first_from(one, 0);
}

/** The entry of a bank's head, and the one to which its next request goes. */
static inline unsigned rh_bank_fifos_head(const struct rh_bank_fifos *fifos, unsigned depth, unsigned bank) {
    return bank * depth + rh_bank_fifos_place(fifos->head[bank]);
}
static inline unsigned rh_bank_fifos_tail(const struct rh_bank_fifos *fifos, unsigned depth, unsigned bank) {
    return bank * depth + rh_bank_fifos_place(fifos->tail[bank]);
}

/** As the functions of a policy (rh_policy.h). */
void rh_bank_fifos_query(const struct rh_bank_fifos *fifos, const struct rh_bank_array *array,
                         const struct rh_geometry *geometry, unsigned depth, rh_bank_set banks,
                         struct rh_next_commands *next_commands);
void rh_bank_fifos_choose(const struct rh_bank_fifos *fifos, const struct rh_geometry *geometry, unsigned depth,
                          rh_bank_set column_ok, rh_bank_set row_ok, struct rh_choice *choice);
void rh_bank_fifos_rank(const struct rh_bank_fifos *fifos, unsigned depth, const struct rh_next_commands *next_commands,
                        struct rh_choice *choice);
unsigned rh_bank_fifos_stored(const struct rh_bank_fifos *fifos, unsigned banks);
/** Is the choice the last column command of a request of this bank? */
static inline bool rh_bank_fifos_leaves(const struct rh_choice *choice, unsigned bank) {
    return choice->column && choice->last && choice->column_bank == bank;
}
static inline bool rh_bank_fifos_has_room(const struct rh_bank_fifos *fifos, unsigned depth, unsigned bank,
                                          const struct rh_choice *choice) {
    return fifos->count[bank] < depth || rh_bank_fifos_leaves(choice, bank);
}
/** With a page policy: the request behind a bank's head is there, and of its row. */
static inline bool rh_bank_fifos_has_more(const struct rh_bank_fifos *fifos, unsigned depth, unsigned bank) {
    unsigned behind = bank * depth + rh_ring_add(rh_bank_fifos_place(fifos->head[bank]), 1, depth);
    return fifos->count[bank] > 1 && fifos->same[behind];
}
/** A request that comes to its bank, as it stood at the request port. */
void rh_bank_fifos_push(struct rh_bank_fifos *fifos, const struct rh_geometry *geometry, unsigned depth,
                        const struct rh_controller_in *in);
/** What a clock's commands move. Returns the banks that may want something else now. */
rh_bank_set rh_bank_fifos_advance(struct rh_bank_fifos *fifos, const struct rh_geometry *geometry, unsigned depth,
                                  const struct rh_edge *edge);

#endif
