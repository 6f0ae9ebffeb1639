// SPDX-License-Identifier: Apache-2.0
/* A controller that says what a script tells it to, clock by clock, and notes what it was offered. */
#ifndef SCRIPTED_UNIT_H
#define SCRIPTED_UNIT_H

#include <string.h>

#include "rowhold/rh_channel.h"

enum { SCRIPT_CLOCKS = 64 };

struct script {
    struct rh_controller_out out[SCRIPT_CLOCKS]; /* behind the last clock: nothing happens, nothing is accepted */
    struct rh_controller_in in[SCRIPT_CLOCKS];
    unsigned clocks; /* so far */
};

static bool script_cycle(void *self, const void *in, void *to) {
    struct script *script = self;
    struct rh_controller_out *out = to;
    memset(out, 0, sizeof *out);
    if (script->clocks < SCRIPT_CLOCKS) {
        script->in[script->clocks] = *(const struct rh_controller_in *)in;
        *out = script->out[script->clocks];
    }
    script->clocks++;
    return true;
}

static const struct rh_geometry script_geometry = {.queue = 8,
                                                   .banks = 4,
                                                   .groups = 1,
                                                   .buses = 1,
                                                   .row_bits = 8,
                                                   .column_bits = 4,
                                                   .tag_bits = 4,
                                                   .responses = 4,
                                                   .timer_bits = 8};
/* Data of a read has ended 5 clocks after its command, of a write 4; a command books two clocks. */
static const struct rh_constraints script_constraints = {.burst = 2, .rd_done = 5, .wr_done = 4, .rcd_rd = 2, .rp = 3};

/* One read of two column commands to bank 1, row 7, columns 3 and 4; accepted in clock 0, answered in clock 10:
 *
 *   clock     0    1    2    3    4    5    6    7    8    9    10
 *   command        ACT       RD        RD
 *   booked                   1    1    1    1
 *   active         1    1    1    1    1    1
 *   response                                                    tag 0
 */
static struct script one_read(void) {
    struct script s = {0};
    s.out[0].req_ready = 1;
    for (unsigned clock = 1; clock <= 5; clock++)
        s.out[clock].occupancy = 1;
    for (unsigned clock = 1; clock <= 6; clock++)
        s.out[clock].active = 1;
    for (unsigned clock = 3; clock <= 6; clock++)
        s.out[clock].booked = 1;
    s.out[1].cause = s.out[2].cause = RH_CAUSE_TRCD;
    s.out[1].row_cmd = RH_ACT;
    s.out[1].row_bank = 1;
    s.out[1].row_row = 7;
    s.out[3].col_cmd = s.out[5].col_cmd = RH_RD;
    s.out[3].col_bank = s.out[5].col_bank = 1;
    s.out[3].col_column = 3;
    s.out[5].col_column = 4;
    s.out[5].col_last = 1;
    s.out[10].rsp_valid = 1;
    return s;
}

static const struct rh_request the_read = {
    .bank = 1, .row = 7, .column = 3, .commands = 2, .core = 0xffff, .warp = 0xffff};

static struct rh_channel *script_channel(struct script *script) {
    struct rh_channel_setup setup = {.unit = {.cycle = script_cycle, .self = script},
                                     .geometry = script_geometry,
                                     .constraints = script_constraints,
                                     .number = 6};
    return rh_channel_open(&setup, NULL);
}

#endif
