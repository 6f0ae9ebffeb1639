// SPDX-License-Identifier: Apache-2.0
// What happens on the time lines: a column command, a PRE or an ACT, a refresh.
#include "cmodel/analytic/rh_grain_lines_inside.h"

/* The row closes in clock `at`. */
static void close(struct rh_grain_lines *t, struct rh_grain_bank *bank, uint64_t at) {
    bank->closed = bank->open;
    bank->open = RH_GRAIN_NO_ROW;
    bank->gone = at + 1;
    bank->pre = at;
    bank->may_act = rh_grain_later(bank->may_act, at + t->setup.gaps.rp);
    bank->hit = NULL;
    t->hits &= ~rh_grain_bit(bank);
}

/* The clocks from `part` to the end are for `cause`; the end moves there. */
static void book(struct rh_grain_lines *t, uint64_t part, uint64_t *to, unsigned cause) {
    part = rh_grain_later(part, t->busy);
    if (*to <= part)
        return;
    t->stats.stall_cycles[cause] += *to - part;
    *to = part;
}

/* The data buses took no command from clock `busy` to `to`: the wait of the bank whose command comes now. */
static void blame(struct rh_grain_lines *t, const struct rh_grain_bank *bank, unsigned write, uint64_t to) {
    const struct rh_gaps *gaps = &t->setup.gaps;
    uint64_t ready = bank->act + (write ? gaps->rcd_wr : gaps->rcd_rd);
    bool turned = rh_grain_of(t, bank)->bus[write] > rh_grain_of(t, bank)->bus[!write];
    book(t, ready, &to, turned ? RH_CAUSE_TURNAROUND : RH_CAUSE_TCCD);
    book(t, bank->act, &to, RH_CAUSE_TRCD);
    book(t, bank->pre + gaps->rp, &to, RH_CAUSE_BUS);
    book(t, bank->pre, &to, RH_CAUSE_TRP);
    book(t, 0, &to, RH_CAUSE_TWR_TRTP);
}

/* The response FIFO: a slot from the last column command to the answer, which come in order. */
static void answer(struct rh_grain_lines *t, unsigned write, uint64_t at) {
    const struct rh_gaps *gaps = &t->setup.gaps;
    uint64_t data = write ? gaps->wr_done : gaps->rd_done;
    if (t->grains > 1)
        data = rh_grain_later(gaps->wr_done, gaps->rd_done);
    t->answer = rh_grain_later(t->answer + 1, at + data + t->setup.geometry.registered);
    t->slot[t->slot_next] = t->answer + 1;
    t->slot_next = t->slot_next + 1 == t->setup.geometry.responses ? 0 : t->slot_next + 1;
}

/* What a column command in clock `at` holds back. */
static void hold_back(struct rh_grain_lines *t, struct rh_grain_bank *bank, unsigned write, uint64_t at) {
    const struct rh_gaps *gaps = &t->setup.gaps;
    struct rh_grain_line *grain = rh_grain_of(t, bank), *group = rh_group_of(t, bank);
    for (unsigned next = 0; next < 2; next++) {
        grain->bus[next] = rh_grain_later(grain->bus[next], at + gaps->ccd_s);
        group->bus[next] = rh_grain_later(group->bus[next], at + gaps->ccd_l);
    }
    if (write) {
        grain->bus[0] = rh_grain_later(grain->bus[0], at + gaps->wtr_s);
        group->bus[0] = rh_grain_later(group->bus[0], at + gaps->wtr_l);
    } else
        grain->bus[1] = rh_grain_later(grain->bus[1], at + gaps->rtw);
    bank->may_pre = rh_grain_later(bank->may_pre, at + (write ? gaps->wtp : gaps->rtp));
    t->last[write] = at;
    t->busy = at + (t->grains > 1 ? 1 : gaps->burst);
    t->column_bus = rh_grain_later(at + 1, t->slot[t->slot_next]);
    if (t->setup.geometry.buses == 1)
        t->row_bus = rh_grain_later(t->row_bus, at + 1);
    struct rh_grain_line *turn = rh_grain_of(t, bank);
    turn->turn = (uint8_t)((bank->number + 1U) % t->grain_banks);
    t->grain_turn = (bank->grain + 1U) % t->grains;
    t->bank_turn = (bank->number + 1U) % t->setup.geometry.banks;
}

/* The request that hits has had its last column command. */
static void leave(struct rh_grain_lines *t, struct rh_grain_bank *bank, uint64_t at) {
    struct rh_grain_request *request = *bank->hit;
    if (bank->end == &request->next)
        bank->end = bank->hit;
    *bank->hit = request->next;
    t->left[request->write] += at;
    request->next = t->free;
    t->free = request;
    bank->count--;
    t->waiting--;
    if (bank->first == NULL)
        t->waits &= ~rh_grain_bit(bank);
}

/* Does a head of the other direction hit in its grain? */
static bool passes(const struct rh_grain_lines *t, const struct rh_grain_bank *bank, unsigned write) {
    uint64_t own = t->hits & rh_grain_banks(t, bank->grain);
    return (own & (write ? ~t->hit_writes : t->hit_writes)) != 0;
}

static void issue_column(struct rh_grain_lines *t) {
    struct rh_grain_bank *bank = t->column;
    struct rh_grain_request *request = *bank->hit;
    uint64_t at = t->next_column;
    unsigned write = request->write;
    bool last = request->left == 1, closes = t->policy == RH_GRAIN_CHANNEL && rh_grain_finishes(bank);
    if (at > t->busy)
        blame(t, bank, write, at);
    if (last)
        answer(t, write, at);
    hold_back(t, bank, write, at);
    struct rh_grain_line *grain = rh_grain_of(t, bank);
    grain->passed = passes(t, bank, write) ? (uint8_t)(grain->passed + 1) : 0;
    t->columns_changed = true;
    if (t->setup.geometry.buses == 1)
        t->rows_changed = true;
    request->left--;
    if (!last)
        return;
    leave(t, bank, at);
    if (closes)
        close(t, bank, bank->may_pre);
    rh_grain_find_hit(t, bank);
    if (bank->hit == NULL && bank->first != NULL) {
        bank->from = rh_grain_later(bank->from, at + 1);
        t->rows_changed = true;
    }
}

/* The row bus is taken for `clocks`; one bus for all keeps column commands away, too. */
static void take_row_bus(struct rh_grain_lines *t, uint64_t at, unsigned clocks) {
    t->row_bus = at + clocks;
    t->rows_changed = t->columns_changed = true;
    if (t->setup.geometry.buses == 1)
        t->column_bus = rh_grain_later(t->column_bus, at + clocks);
}

/* The clock in which a row that is in the way may have closed. */
static uint64_t may_have_closed(struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    if (bank->open == RH_GRAIN_NO_ROW)
        return bank->gone;
    return bank->hit != NULL ? rh_grain_column_at(t, bank) + 1 : bank->may_pre;
}

/* The ACT in clock `at` is forbidden by a neighbour's row: that one closes, if it may, else the bank waits; in
 * fgdram_channel until its next turn. */
static void give_way(struct rh_grain_lines *t, struct rh_grain_bank *bank, struct rh_grain_bank *neighbour,
                     uint64_t at) {
    bank->from = at + 1;
    if (neighbour->open != RH_GRAIN_NO_ROW && neighbour->hit == NULL && neighbour->may_pre <= at)
        close(t, neighbour, at);
    else if (t->policy != RH_GRAIN_CHANNEL)
        bank->from = rh_grain_later(at + 1, may_have_closed(t, neighbour));
    take_row_bus(t, at, 1);
    if (t->policy == RH_GRAIN_CHANNEL)
        t->row_turn = (bank->place + 1U) % t->setup.geometry.banks;
    else {
        t->stuck = bank;
        t->stuck_until = bank->from;
    }
}

static void activate(struct rh_grain_lines *t, struct rh_grain_bank *bank, uint64_t at) {
    const struct rh_gaps *gaps = &t->setup.gaps;
    bank->open = bank->first->row;
    bank->act = at;
    bank->may_pre = at + gaps->ras;
    bank->may_act = at + gaps->rc;
    rh_grain_of(t, bank)->act = at + gaps->rrd_s;
    rh_group_of(t, bank)->act = at + gaps->rrd_l;
    t->window[t->window_next] = at + gaps->faw;
    t->window_next = t->window_next + 1 == gaps->faw_n ? 0 : t->window_next + 1;
    t->stats.activates++;
    rh_grain_find_hit(t, bank);
}

static void issue_row(struct rh_grain_lines *t) {
    struct rh_grain_bank *bank = t->row;
    uint64_t at = t->next_row;
    bool closes = bank->open != RH_GRAIN_NO_ROW;
    t->stuck = t->stuck == bank ? NULL : t->stuck;
    struct rh_grain_bank *neighbour = closes ? NULL : rh_grain_forbids(t, bank, bank->first->row, at);
    if (neighbour != NULL) {
        give_way(t, bank, neighbour, at);
        return;
    }
    if (closes)
        close(t, bank, at);
    else
        activate(t, bank, at);
    take_row_bus(t, at, closes ? 1 : t->setup.gaps.act_bus);
    t->row_turn = (bank->place + 1U) % t->setup.geometry.banks;
}

/* The open banks of those that are to be refreshed close one after the other, as soon as each may; the lowest of equals
 * first. Returns the clock from which on all of them may take the REF. */
static uint64_t close_all(struct rh_grain_lines *t, unsigned first, unsigned turns) {
    unsigned banks = t->setup.geometry.banks;
    uint64_t at = t->refresh, bus = rh_grain_later(t->refresh, t->row_bus);
    for (;;) {
        struct rh_grain_bank *next = NULL;
        for (unsigned b = first; b < banks; b += turns) {
            struct rh_grain_bank *bank = &t->bank[b];
            if (bank->open != RH_GRAIN_NO_ROW &&
                (next == NULL || rh_grain_later(bus, bank->may_pre) < rh_grain_later(bus, next->may_pre)))
                next = bank;
        }
        if (next == NULL)
            break;
        close(t, next, rh_grain_later(bus, next->may_pre));
        bus = next->pre + 1;
    }
    for (unsigned b = first; b < banks; b += turns)
        at = rh_grain_later(at, t->bank[b].may_act);
    return at;
}

/* The refresh that is due: its banks close, and rest. */
static void issue_refresh(struct rh_grain_lines *t) {
    const struct rh_gaps *gaps = &t->setup.gaps;
    const struct rh_geometry *geometry = &t->setup.geometry;
    unsigned turns = rh_refresh_turns((enum rh_refresh)gaps->refresh, geometry);
    unsigned first = t->refresh_bank;
    uint64_t at = close_all(t, first, turns);
    for (unsigned b = first; b < geometry->banks; b += turns)
        t->bank[b].may_act = at + gaps->rfc;
    t->refresh_bank = (first + 1) % turns;
    t->refresh += gaps->refi;
    t->stats.refreshes++;
    t->columns_changed = t->rows_changed = true;
}

/* Let the next thing happen, if it does until clock `until`. What a grain turns to is asked when all of a clock, its
 * ACT and the request that joins included, has happened. */
bool rh_grain_step(struct rh_grain_lines *t, uint64_t until) {
    if (t->rows_changed)
        rh_grain_find_row(t);
    bool rest = t->next_row <= t->clock && t->next_row <= until; /* of this clock */
    if (t->columns_changed && !rest) {
        if (until <= t->clock)
            return false;
        rh_grain_find_column(t);
    }
    uint64_t column = t->columns_changed ? UINT64_MAX : t->next_column;
    uint64_t at = column < t->next_row ? column : t->next_row;
    if ((at < t->refresh ? at : t->refresh) > until)
        return false;
    if (t->refresh <= at) {
        t->clock = rh_grain_later(t->clock, t->refresh);
        issue_refresh(t);
        return true;
    }
    t->clock = at;
    if (column <= t->next_row)
        issue_column(t);
    else
        issue_row(t);
    return true;
}
