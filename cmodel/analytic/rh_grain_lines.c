// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_grain_lines.h"

#include <string.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_variant.h"

static inline uint64_t rh_grain_later(uint64_t a, uint64_t b) {
    return a > b ? a : b;
}
/* How far `place` lies behind the place at which a round robin over `places` starts. */
static inline unsigned rh_grain_behind(unsigned place, unsigned start, unsigned places) {
    return (place - start) & (places - 1); /* a power of two */
}
static inline struct rh_grain_line *rh_grain_of(struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    return &t->grain[bank->grain];
}
static inline struct rh_grain_line *rh_group_of(struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    return &t->group[bank->group];
}
/* Is a row open in clock `at`, or not yet gone? Then it is `*row`. */
static inline bool rh_grain_row_at(const struct rh_grain_bank *bank, uint64_t at, uint32_t *row) {
    *row = bank->open != RH_GRAIN_NO_ROW ? bank->open : bank->closed;
    return bank->open != RH_GRAIN_NO_ROW || at < bank->gone;
}
/* Sets of banks: a bit each. */
static inline unsigned rh_grain_first(uint64_t set) {
    return (unsigned)__builtin_ctzll(set);
}
static inline uint64_t rh_grain_bit(const struct rh_grain_bank *bank) {
    return UINT64_C(1) << bank->number;
}
static inline uint64_t rh_grain_banks(const struct rh_grain_lines *t, unsigned grain) {
    return (UINT64_MAX >> (64 - t->grain_banks)) << grain * t->grain_banks;
}
/* The next request that hits: of those that wait for the open row the oldest, or the head alone. */
static inline void rh_grain_find_hit(struct rh_grain_lines *t, struct rh_grain_bank *bank) {
    struct rh_grain_request **link = &bank->first;
    bank->hit = NULL;
    t->hits &= ~rh_grain_bit(bank);
    if (bank->open == RH_GRAIN_NO_ROW)
        return;
    if (t->policy == RH_GRAIN_MERGES)
        while (*link != NULL && (*link)->row != bank->open)
            link = &(*link)->next;
    if (*link == NULL || (*link)->row != bank->open)
        return;
    bank->hit = link;
    t->hits |= rh_grain_bit(bank);
    t->hit_writes = (*link)->write ? t->hit_writes | rh_grain_bit(bank) : t->hit_writes & ~rh_grain_bit(bank);
}
/* Its last column command, and the request behind it wants another row: fgdram_channel closes the row with it. */
static inline bool rh_grain_finishes(const struct rh_grain_bank *bank) {
    const struct rh_grain_request *head = bank->first;
    return head->left == 1 && head->next != NULL && head->next->row != head->row;
}

/* Which bank's column command, and which bank's PRE or ACT, goes next. */

/* fgdram_channel: a grain turns when no head of its direction hits, or when enough have passed one of the other. */
static void finish(struct rh_grain_lines *t, unsigned number) {
    struct rh_grain_line *grain = &t->grain[number];
    uint64_t own = t->hits & rh_grain_banks(t, number), writes = own & t->hit_writes;
    bool hits[2] = {own != writes, writes != 0};
    bool turns = hits[!grain->writes] && (!hits[grain->writes] || grain->passed == RH_GRAIN_TURN);
    if (turns)
        grain->writes = !grain->writes;
    if (turns || !hits[!grain->writes])
        grain->passed = 0;
}

/* The earliest clock of the column command of a bank that has a hit. */
static uint64_t grain_column_at(struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    const struct rh_constraints *constraints = &t->setup.constraints;
    unsigned write = (*bank->hit)->write;
    uint64_t at = rh_grain_later(bank->from, bank->act + (write ? constraints->rcd_wr : constraints->rcd_rd));
    at = rh_grain_later(at, rh_grain_of(t, bank)->bus[write]);
    at = rh_grain_later(at, rh_group_of(t, bank)->bus[write]);
    return rh_grain_later(at, t->column_bus);
}

/* Less goes first: age, or turns. */
static uint64_t column_rank(const struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    unsigned banks = t->setup.geometry.banks;
    if (t->policy == RH_GRAIN_MERGES)
        return (*bank->hit)->age;
    if (t->policy == RH_GRAIN_BANKED)
        return rh_grain_behind(bank->number, t->bank_turn, banks);
    unsigned own = bank->number & (t->grain_banks - 1);
    unsigned turn = rh_grain_behind(bank->grain, t->grain_turn, t->grains) * t->grain_banks +
                    rh_grain_behind(own, t->grain[bank->grain].turn, t->grain_banks);
    return turn + (rh_grain_finishes(bank) ? 0 : banks);
}

/* Find `column` and `next_column`; `row` and `next_row`. */
static void grain_find_column(struct rh_grain_lines *t) {
    uint64_t best = UINT64_MAX;
    t->columns_changed = false;
    t->next_column = UINT64_MAX;
    for (unsigned g = 0; t->policy == RH_GRAIN_CHANNEL && g < t->grains; g++)
        finish(t, g);
    for (uint64_t rest = t->hits; rest != 0; rest &= rest - 1) {
        struct rh_grain_bank *bank = &t->bank[rh_grain_first(rest)];
        if (t->policy == RH_GRAIN_CHANNEL && (*bank->hit)->write != rh_grain_of(t, bank)->writes)
            continue;
        uint64_t at = grain_column_at(t, bank);
        if (at > t->next_column)
            continue;
        uint64_t rank = column_rank(t, bank);
        if (at == t->next_column && rank >= best)
            continue;
        t->next_column = at;
        t->column = bank;
        best = rank;
    }
}

/* PRE of the open row, or ACT. */
static uint64_t row_command_at(struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    uint64_t at = rh_grain_later(bank->from, t->row_bus);
    if (bank->open != RH_GRAIN_NO_ROW)
        return rh_grain_later(at, bank->may_pre);
    at = rh_grain_later(at, bank->may_act);
    at = rh_grain_later(at, rh_grain_of(t, bank)->act);
    at = rh_grain_later(at, rh_group_of(t, bank)->act);
    return rh_grain_later(at, t->window[t->window_next]);
}

static uint64_t row_rank(const struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    if (t->policy == RH_GRAIN_MERGES)
        return bank->first->age;
    return rh_grain_behind(bank->place, t->row_turn, t->setup.geometry.banks);
}

static void grain_find_row(struct rh_grain_lines *t) {
    uint64_t best = UINT64_MAX, stuck = t->stuck != NULL ? row_rank(t, t->stuck) : 0;
    t->rows_changed = false;
    t->next_row = UINT64_MAX;
    for (uint64_t rest = t->waits & ~t->hits; rest != 0; rest &= rest - 1) {
        struct rh_grain_bank *bank = &t->bank[rh_grain_first(rest)];
        uint64_t at = row_command_at(t, bank);
        if (at > t->next_row)
            continue;
        uint64_t rank = row_rank(t, bank);
        if (t->stuck != NULL && rank > stuck) {
            at = rh_grain_later(at, t->stuck_until);
            if (at > t->next_row)
                continue;
        }
        if (at == t->next_row && rank >= best)
            continue;
        t->next_row = at;
        t->row = bank;
        best = rank;
    }
}

/* The bank whose row forbids an ACT of `row` in clock `at`; NULL: none. Two rows of one subarray of neighbours that lie
 * side by side, or rows of adjacent subarrays of parts that lie one on the other. */
static struct rh_grain_bank *grain_forbids(struct rh_grain_lines *t, const struct rh_grain_bank *bank, uint32_t row,
                                           uint64_t at) {
    const struct rh_geometry *p = &t->setup.geometry;
    unsigned shift = p->row_bits - p->subarray_bits, top = (1U << p->subarray_bits) - 1,
             parts = 1U << p->subarray_group_bits;
    unsigned part = bank->number % parts, subarray = row >> shift;
    uint32_t other;
    if (parts == 1)
        return NULL;
    if (!p->stacked) {
        struct rh_grain_bank *beside = &t->bank[bank->number ^ 1U];
        return rh_grain_row_at(beside, at, &other) && other != row && other >> shift == subarray ? beside : NULL;
    }
    struct rh_grain_bank *below = &t->bank[bank->number - (part != 0)], *above = &t->bank[bank->number + 1U];
    if (subarray == 0 && part != 0 && rh_grain_row_at(below, at, &other) && other >> shift == top)
        return below;
    if (subarray == top && part + 1 != parts && rh_grain_row_at(above, at, &other) && other >> shift == 0)
        return above;
    return NULL;
}

/* What happens on the time lines: a column command, a PRE or an ACT, a refresh. */

/* The row closes in clock `at`. */
static void close(struct rh_grain_lines *t, struct rh_grain_bank *bank, uint64_t at) {
    bank->closed = bank->open;
    bank->open = RH_GRAIN_NO_ROW;
    bank->gone = at + 1;
    bank->pre = at;
    bank->may_act = rh_grain_later(bank->may_act, at + t->setup.constraints.rp);
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
static void attribute(struct rh_grain_lines *t, const struct rh_grain_bank *bank, unsigned write, uint64_t to) {
    const struct rh_constraints *constraints = &t->setup.constraints;
    uint64_t ready = bank->act + (write ? constraints->rcd_wr : constraints->rcd_rd);
    bool turned = rh_grain_of(t, bank)->bus[write] > rh_grain_of(t, bank)->bus[!write];
    book(t, ready, &to, turned ? RH_CAUSE_TURNAROUND : RH_CAUSE_TCCD);
    book(t, bank->act, &to, RH_CAUSE_TRCD);
    book(t, bank->pre + constraints->rp, &to, RH_CAUSE_BUS);
    book(t, bank->pre, &to, RH_CAUSE_TRP);
    book(t, 0, &to, RH_CAUSE_TWR_TRTP);
}

/* The response FIFO: a slot from the last column command to the answer, which come in order. */
static void answer(struct rh_grain_lines *t, unsigned write, uint64_t at) {
    const struct rh_constraints *constraints = &t->setup.constraints;
    uint64_t data = write ? constraints->wr_done : constraints->rd_done;
    if (t->grains > 1)
        data = rh_grain_later(constraints->wr_done, constraints->rd_done);
    t->answer = rh_grain_later(t->answer + 1, at + data + t->setup.geometry.registered);
    t->slot[t->slot_next] = t->answer + 1;
    t->slot_next = t->slot_next + 1 == t->setup.geometry.responses ? 0 : t->slot_next + 1;
}

/* What a column command in clock `at` holds back. */
static void hold_back(struct rh_grain_lines *t, struct rh_grain_bank *bank, unsigned write, uint64_t at) {
    const struct rh_constraints *constraints = &t->setup.constraints;
    struct rh_grain_line *grain = rh_grain_of(t, bank), *group = rh_group_of(t, bank);
    for (unsigned next = 0; next < 2; next++) {
        grain->bus[next] = rh_grain_later(grain->bus[next], at + constraints->ccd_s);
        group->bus[next] = rh_grain_later(group->bus[next], at + constraints->ccd_l);
    }
    if (write) {
        grain->bus[0] = rh_grain_later(grain->bus[0], at + constraints->wtr_s);
        group->bus[0] = rh_grain_later(group->bus[0], at + constraints->wtr_l);
    } else
        grain->bus[1] = rh_grain_later(grain->bus[1], at + constraints->rtw);
    bank->may_pre = rh_grain_later(bank->may_pre, at + (write ? constraints->wtp : constraints->rtp));
    t->last[write] = at;
    t->busy = at + (t->grains > 1 ? 1 : constraints->burst);
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
        attribute(t, bank, write, at);
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
    return bank->hit != NULL ? grain_column_at(t, bank) + 1 : bank->may_pre;
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
    const struct rh_constraints *constraints = &t->setup.constraints;
    bank->open = bank->first->row;
    bank->act = at;
    bank->may_pre = at + constraints->ras;
    bank->may_act = at + constraints->rc;
    rh_grain_of(t, bank)->act = at + constraints->rrd_s;
    rh_group_of(t, bank)->act = at + constraints->rrd_l;
    t->window[t->window_next] = at + constraints->faw;
    t->window_next = t->window_next + 1 == constraints->faw_n ? 0 : t->window_next + 1;
    t->stats.activates++;
    rh_grain_find_hit(t, bank);
}

static void issue_row(struct rh_grain_lines *t) {
    struct rh_grain_bank *bank = t->row;
    uint64_t at = t->next_row;
    bool closes = bank->open != RH_GRAIN_NO_ROW;
    t->stuck = t->stuck == bank ? NULL : t->stuck;
    struct rh_grain_bank *neighbour = closes ? NULL : grain_forbids(t, bank, bank->first->row, at);
    if (neighbour != NULL) {
        give_way(t, bank, neighbour, at);
        return;
    }
    if (closes)
        close(t, bank, at);
    else
        activate(t, bank, at);
    take_row_bus(t, at, closes ? 1 : t->setup.constraints.act_bus);
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
    const struct rh_constraints *constraints = &t->setup.constraints;
    const struct rh_geometry *geometry = &t->setup.geometry;
    unsigned turns = rh_refresh_turns((enum rh_refresh)constraints->refresh, geometry);
    unsigned first = t->refresh_bank;
    uint64_t at = close_all(t, first, turns);
    for (unsigned b = first; b < geometry->banks; b += turns)
        t->bank[b].may_act = at + constraints->rfc;
    t->refresh_bank = (first + 1) % turns;
    t->refresh += constraints->refi;
    t->stats.refreshes++;
    t->columns_changed = t->rows_changed = true;
}

/* Let the next thing happen, if it does until clock `until`. What a grain turns to is asked when all of a clock, its
 * ACT and the request that joins included, has happened. */
/* Let the next thing happen, if it does until clock `until`. */
static bool grain_step(struct rh_grain_lines *t, uint64_t until) {
    if (t->rows_changed)
        grain_find_row(t);
    bool rest = t->next_row <= t->clock && t->next_row <= until; /* of this clock */
    if (t->columns_changed && !rest) {
        if (until <= t->clock)
            return false;
        grain_find_column(t);
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

static enum rh_grain_policy policy_of(const char *controller) {
    const struct rh_traits *traits = rh_controller_traits(controller);
    if (traits == NULL || traits->slots || traits->most_pending || traits->searches || traits->in_turn ||
        traits->hit_cap || traits->sources)
        return RH_GRAIN_POLICIES;
    return traits->grains   ? RH_GRAIN_CHANNEL
           : traits->banked ? RH_GRAIN_BANKED
           : traits->merges ? RH_GRAIN_MERGES
                            : RH_GRAIN_POLICIES;
}

bool rh_grain_lines_covers(const char *controller, const struct rh_geometry *geometry,
                           const struct rh_constraints *constraints) {
    enum rh_grain_policy policy = policy_of(controller);
    bool grains = geometry->grain_bits != 0 || geometry->subarray_group_bits != 0;
    if (geometry->rank_bits != 0 || geometry->write_drain != 0)
        return false;
    return policy == RH_GRAIN_CHANNEL || (grains && policy == RH_GRAIN_BANKED) ||
           (grains && policy == RH_GRAIN_MERGES && constraints->age_cap == 0 && geometry->closes == 0);
}

static void start_banks(struct rh_grain_lines *t) {
    const struct rh_geometry *geometry = &t->setup.geometry;
    bool channel = t->policy == RH_GRAIN_CHANNEL;
    for (unsigned b = 0; b < geometry->banks; b++) {
        struct rh_grain_bank *bank = &t->bank[b];
        bank->end = &bank->first;
        bank->open = RH_GRAIN_NO_ROW;
        bank->number = (uint8_t)b;
        bank->place = (uint8_t)(channel ? b % t->grain_banks * t->grains + b / t->grain_banks : b);
        bank->grain = (uint8_t)(b / t->grain_banks);
        bank->group = (uint8_t)(b / (geometry->banks / geometry->groups));
    }
    unsigned entries = channel                        ? rh_geometry_pooled(geometry)
                       : t->policy == RH_GRAIN_MERGES ? t->depth
                                                      : t->depth * geometry->banks;
    for (unsigned i = 0; i < entries; i++)
        t->request[i].next = i + 1 < entries ? &t->request[i + 1] : NULL;
    t->free = t->request;
}

void rh_grain_lines_start(struct rh_grain_lines *t, const struct rh_grain_lines_setup *setup) {
    memset(t, 0, sizeof *t);
    t->setup = *setup;
    t->policy = policy_of(setup->controller);
    t->depth = t->policy == RH_GRAIN_CHANNEL  ? rh_geometry_pool(&setup->geometry)
               : t->policy == RH_GRAIN_MERGES ? setup->geometry.queue
                                              : rh_geometry_bank_depth(&setup->geometry);
    t->grains = 1U << setup->geometry.grain_bits;
    t->grain_banks = setup->geometry.banks / t->grains;
    t->refresh = setup->constraints.refresh != RH_REFRESH_OFF ? setup->constraints.refi : UINT64_MAX;
    t->columns_changed = t->rows_changed = true;
    start_banks(t);
}

/* Refreshes of a pause are all the same: jump to the last ones, which come to every bank once more. */
static void skip_refreshes(struct rh_grain_lines *t, uint64_t to) {
    uint64_t banks = t->setup.geometry.banks, refi = t->setup.constraints.refi;
    if (t->refresh == UINT64_MAX || t->waiting != 0 || t->refresh + (2 * banks + 2) * refi >= to)
        return;
    uint64_t n = (to - t->refresh) / refi - banks - 2;
    n -= n % banks;
    t->refresh += n * refi;
    t->stats.refreshes += n;
}

/* The request is accepted in clock `at`. */
static void join(struct rh_grain_lines *t, const struct rh_request *request, uint64_t at) {
    struct rh_grain_bank *bank = &t->bank[request->bank];
    struct rh_grain_request *entry = t->free;
    if (t->waiting == 0 && at + 1 > t->busy) {
        t->stats.idle_cycles += at + 1 - t->busy;
        t->busy = at + 1;
    }
    t->free = entry->next;
    *entry = (struct rh_grain_request){
        .age = t->age++, .row = request->row, .left = request->commands, .write = request->write};
    bool looks = bank->hit == NULL; /* else what is next stays next */
    if (bank->first == NULL || (looks && request->row == bank->open))
        bank->from = rh_grain_later(bank->from, at + 1);
    *bank->end = entry;
    bank->end = &entry->next;
    bank->count++;
    t->waiting++;
    t->waits |= rh_grain_bit(bank);
    if (looks)
        rh_grain_find_hit(t, bank);
    t->rows_changed |= looks;
    t->columns_changed |= looks || t->policy == RH_GRAIN_CHANNEL; /* the head may finish its row now */
    t->port = at + 1;
    t->clock = rh_grain_later(t->clock, at);
    t->entered[request->write] += at;
    t->writes += request->write;
    t->commands += request->commands;
}

/* There is no entry for a request of the bank. In fgdram_channel the oldest of each bank stands beside the pool. */
static bool full(const struct rh_grain_lines *t, const struct rh_grain_bank *bank) {
    if (t->policy == RH_GRAIN_BANKED)
        return bank->count >= t->depth;
    if (t->policy == RH_GRAIN_MERGES)
        return t->waiting >= t->depth;
    return bank->first != NULL && t->waiting - (unsigned)__builtin_popcountll(t->waits) >= t->depth;
}

void rh_grain_lines_request(struct rh_grain_lines *t, const struct rh_request *request) {
    const struct rh_grain_bank *bank = &t->bank[request->bank];
    uint64_t at = t->port, step = UINT64_MAX;
    if (t->setup.timed) {
        at = rh_grain_later(at, request->cycle);
        t->arrived += request->cycle;
    }
    while (full(t, bank)) {
        (void)grain_step(t, UINT64_MAX);
        step = rh_grain_later(t->last[0], t->last[1]) + (t->policy == RH_GRAIN_CHANNEL);
    }
    at = step != UINT64_MAX ? rh_grain_later(at, step) : at;
    do
        skip_refreshes(t, at);
    while (grain_step(t, at));
    join(t, request, at);
}

static void end_latencies(struct rh_grain_lines *t) {
    struct rh_stats *stats = &t->stats;
    const struct rh_constraints *constraints = &t->setup.constraints;
    uint64_t sum = 0;
    for (unsigned write = 0; write < 2; write++) {
        struct rh_latency *latency = write ? &stats->write : &stats->read;
        uint64_t data = (uint64_t)(write ? constraints->wr_done : constraints->rd_done) + t->setup.geometry.registered;
        latency->count = write ? t->writes : t->age - t->writes;
        latency->sum = t->left[write] + latency->count * data - t->entered[write];
        sum += t->left[write] + latency->count * data;
    }
    if (t->setup.timed) {
        stats->from_arrival.count = t->age;
        stats->from_arrival.sum = sum - t->arrived;
    }
}

void rh_grain_lines_end(struct rh_grain_lines *t) {
    struct rh_stats *stats = &t->stats;
    while (t->waiting != 0)
        (void)grain_step(t, UINT64_MAX);
    end_latencies(t);
    stats->reads = stats->read.count;
    stats->writes = stats->write.count;
    stats->requests = t->age;
    stats->occupancy_sum = t->left[0] + t->left[1] - t->entered[0] - t->entered[1];
    stats->precharges = stats->activates;
    for (unsigned b = 0; b < t->setup.geometry.banks; b++)
        stats->precharges -= t->bank[b].open != RH_GRAIN_NO_ROW;
    stats->column_commands = t->commands;
    stats->data_bus_busy_cycles = t->commands * (t->grains > 1 ? 1 : t->setup.constraints.burst);
    stats->cycles = t->answer + 1;
    stats->active_cycles = t->busy - stats->idle_cycles;
    stats->idle_cycles = stats->cycles - stats->active_cycles;
    stats->row_hits = stats->requests - stats->activates;
}
