// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_queueing.h"

#include <math.h>
#include <stddef.h>
#include <string.h>

const char *rh_queueing_form_name(unsigned form) {
    static const char *const names[RH_QUEUEING_FORMS] = {"kingman", "printed"};
    return form < RH_QUEUEING_FORMS ? names[form] : NULL;
}

void rh_queueing_start(struct rh_queueing *queueing, const struct rh_queueing_setup *setup) {
    memset(queueing, 0, sizeof *queueing);
    queueing->setup = *setup;
}

static unsigned rcd(const struct rh_constraints *constraints, const struct rh_request *request) {
    return request->write ? constraints->rcd_wr : constraints->rcd_rd;
}

unsigned rh_queueing_access(const struct rh_constraints *constraints, const struct rh_request *request,
                            enum rh_queueing_row row) {
    unsigned clocks = 1 + (request->commands - 1U) * constraints->ccd_l +
                      (request->write ? constraints->wr_done : constraints->rd_done);
    if (row != RH_QUEUEING_HIT)
        clocks += rcd(constraints, request);
    return row == RH_QUEUEING_CONFLICT ? clocks + constraints->rp : clocks;
}

/* Clocks that the bank is kept for. */
static unsigned kept(const struct rh_constraints *constraints, const struct rh_request *request,
                     enum rh_queueing_row row, unsigned recovery) {
    unsigned clocks = request->commands * (unsigned)constraints->ccd_l;
    if (row != RH_QUEUEING_HIT)
        clocks += rcd(constraints, request);
    if (row == RH_QUEUEING_CONFLICT)
        clocks += recovery + constraints->rp;
    return row == RH_QUEUEING_CONFLICT && clocks < constraints->rc ? constraints->rc : clocks;
}

/* How the bank is found; a row that has to open is the newest from now on. */
static enum rh_queueing_row find(struct rh_queueing *queueing, struct rh_queueing_bank *bank, uint32_t row) {
    unsigned place = bank->newest;
    uint64_t number = ++queueing->number;
    bool closed = bank->opened[place].number == 0;
    if (!closed && bank->opened[place].row == row)
        return RH_QUEUEING_HIT;
    for (unsigned i = 0; i < RH_QUEUEING_OPENED; i++, place = (place + RH_QUEUEING_OPENED - 1) % RH_QUEUEING_OPENED) {
        if (bank->opened[place].number == 0 || number - bank->opened[place].number >= queueing->setup.window)
            break;
        if (bank->opened[place].row == row)
            return RH_QUEUEING_HIT;
    }
    bank->newest = (bank->newest + 1) % RH_QUEUEING_OPENED;
    bank->opened[bank->newest].number = number;
    bank->opened[bank->newest].row = row;
    return closed ? RH_QUEUEING_MISS : RH_QUEUEING_CONFLICT;
}

void rh_queueing_request(struct rh_queueing *queueing, const struct rh_request *request) {
    const struct rh_constraints *constraints = &queueing->setup.constraints;
    struct rh_queueing_bank *bank = &queueing->bank[request->bank];
    unsigned closing = request->write ? constraints->wtp : constraints->rtp;
    enum rh_queueing_row row = find(queueing, bank, request->row);
    unsigned access = rh_queueing_access(constraints, request, row);
    unsigned service =
        queueing->setup.server == RH_QUEUEING_ACCESS ? access : kept(constraints, request, row, bank->recovery);
    if (bank->requests++ == 0)
        bank->first = request->cycle;
    else
        rh_moments_add(&bank->between, (double)(request->cycle - bank->last));
    rh_moments_add(&bank->service, service);
    bank->rows[row]++;
    bank->access += access;
    bank->last = request->cycle;
    bank->recovery = closing > constraints->ccd_l ? closing - constraints->ccd_l : 0;
    queueing->bus += (uint64_t)request->commands * constraints->burst;
}

void rh_queueing_wrap(struct rh_queueing *queueing, uint64_t clocks) {
    for (unsigned b = 0; b < queueing->setup.banks; b++) {
        struct rh_queueing_bank *bank = &queueing->bank[b];
        if (bank->requests > 0)
            rh_moments_add(&bank->between, (double)(clocks - bank->last) + (double)bank->first);
    }
}

bool rh_queueing_of(const struct rh_queueing *queueing, unsigned index, double stretch, struct rh_queueing_sum *sum,
                    struct rh_error *error) {
    const struct rh_queueing_bank *bank = &queueing->bank[index];
    double between = bank->between.mean * stretch;
    double arrivals = rh_moments_variation_squared(&bank->between);
    double services = rh_moments_variation_squared(&bank->service);
    *sum = (struct rh_queueing_sum){.requests = bank->requests,
                                    .arrivals = sqrt(arrivals),
                                    .services = sqrt(services),
                                    .service = bank->service.mean,
                                    .access = bank->requests > 0 ? (double)bank->access / (double)bank->requests : 0};
    memcpy(sum->rows, bank->rows, sizeof sum->rows);
    if (bank->between.count == 0)
        return true;
    if (bank->service.mean >= between)
        return rh_error_set(error,
                            "bank %u: found rho %.3f, a request every %.2f clocks that takes %.2f, expected rho below "
                            "1: what waits for it grows without end",
                            index, between > 0 ? bank->service.mean / between : INFINITY, between, bank->service.mean);
    sum->rate = 1 / between;
    sum->rho = bank->service.mean / between;
    double crowd = sum->rho / (1 - sum->rho) / 2;
    sum->delay[RH_QUEUEING_KINGMAN] = (arrivals + services) * crowd * sum->service;
    sum->delay[RH_QUEUEING_PRINTED] = (sum->arrivals + sum->services) * crowd * between;
    return true;
}

static void add(struct rh_queueing_sum *sum, const struct rh_queueing_sum *bank) {
    double requests = (double)bank->requests;
    sum->requests += bank->requests;
    for (unsigned row = 0; row < RH_QUEUEING_ROWS; row++)
        sum->rows[row] += bank->rows[row];
    sum->rate += bank->rate;
    sum->arrivals += requests * bank->arrivals;
    sum->services += requests * bank->services;
    sum->service += requests * bank->service;
    sum->access += requests * bank->access;
    sum->rho = bank->rho > sum->rho ? bank->rho : sum->rho;
    for (unsigned form = 0; form < RH_QUEUEING_FORMS; form++)
        sum->delay[form] += requests * bank->delay[form];
}

bool rh_queueing_total(const struct rh_queueing *channels, unsigned count, double stretch, struct rh_queueing_sum *sum,
                       struct rh_error *error) {
    *sum = (struct rh_queueing_sum){.requests = 0};
    for (unsigned c = 0; c < count; c++)
        for (unsigned b = 0; b < channels[c].setup.banks; b++) {
            struct rh_queueing_sum bank;
            struct rh_error fault;
            if (!rh_queueing_of(&channels[c], b, stretch, &bank, &fault))
                return rh_error_set(error, "channel %u, %s", c, fault.text);
            add(sum, &bank);
        }
    double requests = sum->requests > 0 ? (double)sum->requests : 1;
    sum->arrivals /= requests;
    sum->services /= requests;
    sum->service /= requests;
    sum->access /= requests;
    for (unsigned form = 0; form < RH_QUEUEING_FORMS; form++)
        sum->delay[form] /= requests;
    return true;
}

double rh_queueing_busiest(const struct rh_queueing *channels, unsigned count) {
    double most = 0;
    for (unsigned c = 0; c < count; c++) {
        most = (double)channels[c].bus > most ? (double)channels[c].bus : most;
        for (unsigned b = 0; b < channels[c].setup.banks; b++) {
            const struct rh_moments *service = &channels[c].bank[b].service;
            double clocks = service->mean * (double)service->count;
            most = clocks > most ? clocks : most;
        }
    }
    return most;
}
