// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_contract.h"

#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>

#include "cmodel/dram/rh_scope.h"

enum { NONE = 0xffff };

enum stage { FREE, QUEUED, ISSUED };

/* An outstanding request, by tag. While QUEUED it is in its bank's list, which runs from the oldest to the youngest. */
struct outstanding {
    uint64_t done; /* end of the last data beat, once ISSUED */
    uint32_t row;
    uint16_t column; /* of its next column command */
    uint16_t older, younger;
    uint16_t successor; /* the next request that has to wait for it */
    uint16_t forwarded; /* of a read that is answered from the queue: the write whose data it gets; else NONE */
    uint16_t readers;   /* such reads of its data, not answered yet */
    uint8_t stage;
    uint8_t left; /* column commands to come */
    uint8_t commands;
    uint8_t bank;
    uint8_t write;
    uint8_t source;
    uint8_t waiting; /* an older request that goes before it is still queued */
};

struct bank {
    uint32_t row;
    uint8_t open;
    uint16_t youngest;
};

struct rh_contract {
    struct rh_geometry geometry;
    struct rh_constraints constraints;
    unsigned outstanding, queued, issued;
    unsigned arrived;      /* accepted in the clock before */
    uint64_t booked_until; /* first clock in which the data bus is free again */
    bool by_source;        /* a source's requests to a bank have an order, else those to a row */
    bool held;             /* the last clock's response was not taken */
    uint16_t held_tag;
    char text[256];
    struct bank bank[RH_MAX_BANKS];
    struct outstanding request[]; /* by tag */
};

static unsigned tags(const struct rh_contract *contract) {
    return 1U << contract->geometry.tag_bits;
}

struct rh_contract *rh_contract_open(const struct rh_geometry *geometry, const struct rh_constraints *constraints) {
    size_t size = sizeof(struct rh_contract) + (sizeof(struct outstanding) << geometry->tag_bits);
    struct rh_contract *contract = calloc(1, size);
    if (contract == NULL)
        return NULL;
    contract->geometry = *geometry;
    contract->constraints = *constraints;
    rh_contract_flush(contract);
    return contract;
}

void rh_contract_close(struct rh_contract *contract) {
    free(contract);
}

void rh_contract_flush(struct rh_contract *contract) {
    for (unsigned i = 0; i < tags(contract); i++)
        contract->request[i].stage = FREE;
    for (unsigned i = 0; i < RH_MAX_BANKS; i++)
        contract->bank[i] = (struct bank){.youngest = NONE};
    contract->outstanding = contract->queued = contract->issued = contract->arrived = 0;
    contract->booked_until = 0;
    contract->held = false;
}

void rh_contract_order_sources(struct rh_contract *contract, bool sources) {
    contract->by_source = sources;
}

const char *rh_contract_text(const struct rh_contract *contract) {
    return contract->text;
}

static bool __attribute__((cold, format(printf, 3, 4)))
broken(struct rh_contract *contract, uint64_t cycle, const char *format, ...) {
    int n = snprintf(contract->text, sizeof contract->text, "cycle %llu: ", (unsigned long long)cycle);
    va_list arguments;
    va_start(arguments, format);
    vsnprintf(contract->text + n, sizeof contract->text - (size_t)n, format, arguments);
    va_end(arguments);
    return false;
}

static bool check_response(struct rh_contract *contract, uint64_t cycle, bool taken, unsigned tag, unsigned write) {
    if (contract->held && tag != contract->held_tag)
        return broken(contract, cycle, "response changed from tag %u to %u before it was taken", contract->held_tag,
                      tag);
    if (tag >= tags(contract) || contract->request[tag].stage == FREE)
        return broken(contract, cycle, "response with tag %u, which is not in flight", tag);
    struct outstanding *outstanding = &contract->request[tag];
    if (outstanding->stage == QUEUED)
        return broken(contract, cycle, "response with tag %u, which still has %u column commands to issue", tag,
                      outstanding->left);
    if (write != outstanding->write)
        return broken(contract, cycle, "response with tag %u says %s, expected %s", tag, write ? "write" : "read",
                      outstanding->write ? "write" : "read");
    if (cycle < outstanding->done)
        return broken(contract, cycle, "response with tag %u, expected not before cycle %llu, when its data ends", tag,
                      (unsigned long long)outstanding->done);
    if (outstanding->readers != 0)
        return broken(contract, cycle, "response with tag %u, whose data %u reads are still to get", tag,
                      outstanding->readers);
    contract->held = !taken;
    contract->held_tag = (uint16_t)tag;
    if (taken) {
        if (outstanding->forwarded != NONE)
            contract->request[outstanding->forwarded].readers--;
        outstanding->stage = FREE;
        contract->outstanding--;
        contract->issued--;
    }
    return true;
}

/* Of a row, `many` columns from `a` on and `others` from `b` on: is one among both? */
static bool meet(const struct rh_contract *contract, unsigned a, unsigned many, unsigned b, unsigned others) {
    unsigned mask = (1U << contract->geometry.column_bits) - 1;
    return ((a - b) & mask) < others || ((b - a) & mask) < many;
}

/* Where reads and writes are served in turn it is not the row that keeps its order, but each column of it: is there an
 * older request with a command to come for one of this request's columns? */
static bool passes_column(const struct rh_contract *contract, const struct outstanding *outstanding) {
    for (uint16_t tag = outstanding->older; tag != NONE; tag = contract->request[tag].older) {
        const struct outstanding *older = &contract->request[tag];
        if (older->row == outstanding->row &&
            meet(contract, older->column, older->left, outstanding->column, outstanding->left))
            return true;
    }
    return false;
}

/* A request has issued everything: out of its bank's list, and the next of its row may go. */
static void leave_queue(struct rh_contract *contract, struct outstanding *outstanding) {
    if (outstanding->younger == NONE)
        contract->bank[outstanding->bank].youngest = outstanding->older;
    else
        contract->request[outstanding->younger].older = outstanding->older;
    if (outstanding->older != NONE)
        contract->request[outstanding->older].younger = outstanding->younger;
    if (outstanding->successor != NONE)
        contract->request[outstanding->successor].waiting = 0;
    outstanding->stage = ISSUED;
    contract->queued--;
    contract->issued++;
}

static bool check_places(struct rh_contract *contract, uint64_t cycle) {
    return contract->issued <= contract->geometry.responses ||
           broken(contract, cycle, "%u requests await their response, expected at most %u", contract->issued,
                  contract->geometry.responses);
}

static bool check_column_fields(struct rh_contract *contract, uint64_t cycle, const struct rh_controller_out *out) {
    const char *name = rh_command_name(out->col_cmd);
    bool read = out->col_cmd == RH_RD || out->col_cmd == RH_RDA;
    if (!read && out->col_cmd != RH_WR && out->col_cmd != RH_WRA)
        return broken(contract, cycle, "column command port carries %s (%u)", name, out->col_cmd);
    if (out->col_tag >= tags(contract) || contract->request[out->col_tag].stage != QUEUED)
        return broken(contract, cycle, "%s with tag %u, which has no column command to issue", name, out->col_tag);
    const struct outstanding *outstanding = &contract->request[out->col_tag];
    const struct bank *bank = &contract->bank[outstanding->bank];
    if (read == (outstanding->write != 0))
        return broken(contract, cycle, "%s with tag %u, which is a %s", name, out->col_tag, read ? "write" : "read");
    if (out->col_bank != outstanding->bank)
        return broken(contract, cycle, "%s with tag %u to bank %u, expected bank %u", name, out->col_tag, out->col_bank,
                      outstanding->bank);
    if (!bank->open)
        return broken(contract, cycle, "%s with tag %u to bank %u, which is closed; expected row %u open", name,
                      out->col_tag, out->col_bank, outstanding->row);
    if (bank->row != outstanding->row)
        return broken(contract, cycle, "%s with tag %u to bank %u with row %u open, expected row %u", name,
                      out->col_tag, out->col_bank, bank->row, outstanding->row);
    if (out->col_column != outstanding->column)
        return broken(contract, cycle, "%s with tag %u to column %u, expected column %u", name, out->col_tag,
                      out->col_column, outstanding->column);
    if (contract->geometry.write_drain && passes_column(contract, outstanding))
        return broken(contract, cycle, "%s with tag %u overtakes an older request to column %u of bank %u row %u", name,
                      out->col_tag, outstanding->column, outstanding->bank, outstanding->row);
    if (outstanding->waiting && contract->by_source)
        return broken(contract, cycle, "%s with tag %u overtakes an older request of source %u to bank %u", name,
                      out->col_tag, outstanding->source, outstanding->bank);
    if (outstanding->waiting)
        return broken(contract, cycle, "%s with tag %u overtakes an older request to bank %u row %u", name,
                      out->col_tag, outstanding->bank, outstanding->row);
    if (out->col_last != (outstanding->left == 1))
        return broken(contract, cycle, "%s with tag %u has col_last %u with %u column commands to issue", name,
                      out->col_tag, out->col_last, outstanding->left);
    return true;
}

static bool check_column(struct rh_contract *contract, uint64_t cycle, const struct rh_controller_out *out) {
    if (!check_column_fields(contract, cycle, out))
        return false;
    struct outstanding *outstanding = &contract->request[out->col_tag];
    struct bank *bank = &contract->bank[outstanding->bank];
    if (out->col_cmd == RH_RDA || out->col_cmd == RH_WRA)
        bank->open = 0;
    /* of several data buses: a column command a clock is all that they take */
    contract->booked_until = cycle + (contract->geometry.grain_bits ? 1 : contract->constraints.burst);
    outstanding->column = (uint16_t)((outstanding->column + 1U) & ((1U << contract->geometry.column_bits) - 1U));
    if (--outstanding->left != 0)
        return true;
    outstanding->done = cycle + (outstanding->write ? contract->constraints.wr_done : contract->constraints.rd_done);
    leave_queue(contract, outstanding);
    return check_places(contract, cycle);
}

static bool check_row(struct rh_contract *contract, uint64_t cycle, const struct rh_controller_out *out) {
    if (out->row_bank >= contract->geometry.banks)
        return broken(contract, cycle, "%s to bank %u of %u", rh_command_name(out->row_cmd), out->row_bank,
                      contract->geometry.banks);
    struct bank *bank = &contract->bank[out->row_bank];
    if (out->row_cmd == RH_ACT) {
        bank->row = out->row_row;
        bank->open = 1;
    } else if (out->row_cmd == RH_PRE) {
        bank->open = 0;
    } else if (out->row_cmd == RH_REF) {
        for (unsigned i = 0; i < contract->geometry.banks; i++)
            if (out->row_all ? rh_rank_of(&contract->geometry, i) == rh_rank_of(&contract->geometry, out->row_bank)
                             : i == out->row_bank)
                contract->bank[i].open = 0;
    } else {
        return broken(contract, cycle, "row command port carries %s (%u)", rh_command_name(out->row_cmd), out->row_cmd);
    }
    return true;
}

static bool accept(struct rh_contract *contract, uint64_t cycle, const struct rh_controller_in *in) {
    struct outstanding *outstanding = &contract->request[in->req_tag];
    struct bank *bank = &contract->bank[in->req_bank];
    if (outstanding->stage != FREE)
        return broken(contract, cycle, "request offered with tag %u, which is in flight", in->req_tag);
    *outstanding = (struct outstanding){.row = in->req_row,
                                        .column = in->req_column,
                                        .older = bank->youngest,
                                        .younger = NONE,
                                        .successor = NONE,
                                        .forwarded = NONE,
                                        .stage = QUEUED,
                                        .left = (uint8_t)(in->req_len + 1),
                                        .commands = (uint8_t)(in->req_len + 1),
                                        .bank = in->req_bank,
                                        .write = in->req_write,
                                        .source = in->req_source};
    uint16_t youngest = contract->geometry.write_drain ? NONE : bank->youngest;
    for (uint16_t tag = youngest; tag != NONE; tag = contract->request[tag].older) {
        const struct outstanding *older = &contract->request[tag];
        if (contract->by_source ? older->source == in->req_source : older->row == in->req_row) {
            contract->request[tag].successor = in->req_tag;
            outstanding->waiting = 1;
            break;
        }
    }
    if (bank->youngest != NONE)
        contract->request[bank->youngest].younger = in->req_tag;
    bank->youngest = in->req_tag;
    contract->queued++;
    contract->outstanding++;
    return true;
}

/* A read may be answered from the queue with the data of the youngest write that waits and has a column of it, if that
 * one has all of them. */
static bool check_forward(struct rh_contract *contract, uint64_t cycle, const struct rh_controller_in *in,
                          const struct rh_controller_out *out) {
    unsigned many = in->req_len + 1U, mask = (1U << contract->geometry.column_bits) - 1;
    if (!in->req_valid || in->req_write || !rh_geometry_forwards(&contract->geometry))
        return broken(contract, cycle, "forward is 1, expected 0: %s",
                      !in->req_valid  ? "no request is offered"
                      : in->req_write ? "a write is offered"
                                      : "every read goes to the DRAM");
    uint16_t tag = contract->bank[in->req_bank].youngest;
    for (; tag != NONE; tag = contract->request[tag].older) {
        const struct outstanding *older = &contract->request[tag];
        unsigned first = (unsigned)older->column - (older->commands - older->left);
        if (!older->write || older->row != in->req_row || !meet(contract, first, older->commands, in->req_column, many))
            continue;
        if (tag == out->forward_tag && ((in->req_column - first) & mask) + many <= older->commands)
            return true;
        break;
    }
    if (tag == NONE)
        return broken(contract, cycle, "read with tag %u is given the data of tag %u, expected those of the DRAM",
                      in->req_tag, out->forward_tag);
    return broken(contract, cycle, "read with tag %u is given the data of tag %u, expected those of tag %u or the DRAM",
                  in->req_tag, out->forward_tag, tag);
}

/* A read that is answered from the queue: nothing but its response is to come. */
static bool answer(struct rh_contract *contract, uint64_t cycle, const struct rh_controller_in *in,
                   uint16_t forward_tag) {
    struct outstanding *outstanding = &contract->request[in->req_tag];
    if (outstanding->stage != FREE)
        return broken(contract, cycle, "request offered with tag %u, which is in flight", in->req_tag);
    *outstanding = (struct outstanding){.done = cycle + 1, .forwarded = forward_tag, .stage = ISSUED};
    contract->request[forward_tag].readers++;
    contract->outstanding++;
    contract->issued++;
    return check_places(contract, cycle);
}

/* `queued`: at the start of the clock that the observation ports speak of. The data bus is booked from the clock of the
 * column command itself on. */
static bool check_observation(struct rh_contract *contract, uint64_t cycle, const struct rh_controller_out *out,
                              unsigned queued) {
    unsigned booked = cycle < contract->booked_until;
    unsigned active = booked || queued != 0;
    if (out->occupancy != queued)
        return broken(contract, cycle, "occupancy is %u, expected %u", out->occupancy, queued);
    if (out->booked != booked)
        return broken(contract, cycle, "booked is %u, expected %u", out->booked, booked);
    if (out->active != active)
        return broken(contract, cycle, "active is %u, expected %u", out->active, active);
    if (out->cause >= RH_CAUSES)
        return broken(contract, cycle, "cause is %u, expected less than %u", out->cause, (unsigned)RH_CAUSES);
    if (out->cause != 0 && (booked || !active))
        return broken(contract, cycle, "cause is %u in a clock that is %s, expected 0", out->cause,
                      booked ? "booked" : "not active");
    return true;
}

bool rh_contract_clock(struct rh_contract *contract, uint64_t cycle, const struct rh_controller_in *in,
                       const struct rh_controller_out *out) {
    unsigned queued = contract->queued - (contract->geometry.registered ? contract->arrived : 0);
    if (out->rsp_valid) {
        if (!check_response(contract, cycle, in->rsp_ready, out->rsp_tag, out->rsp_write))
            return false;
    } else if (contract->held) {
        return broken(contract, cycle, "response with tag %u withdrawn before it was taken", contract->held_tag);
    }
    if (out->forward && !check_forward(contract, cycle, in, out)) /* what waits as the clock begins */
        return false;
    if (out->col_cmd != RH_NOP) {
        if (out->row_cmd != RH_NOP && contract->geometry.buses == 1)
            return broken(contract, cycle, "%s and %s on one command bus", rh_command_name(out->col_cmd),
                          rh_command_name(out->row_cmd));
        if (!check_column(contract, cycle, out))
            return false;
    }
    if (out->row_cmd != RH_NOP && !check_row(contract, cycle, out))
        return false;
    bool taken = in->req_valid && out->req_ready;
    contract->arrived = taken && !out->forward;
    if (taken && !(out->forward ? answer(contract, cycle, in, out->forward_tag) : accept(contract, cycle, in)))
        return false;
    return check_observation(contract, cycle, out, queued);
}
