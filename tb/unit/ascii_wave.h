// SPDX-License-Identifier: Apache-2.0
// Runs a controller on a short script and draws what it did as text, one character a clock:
//   commands  . none, A ACT, P PRE, R RD, W WR, r RDA, w WRA, F REF (one command bus)
//   banks     the command's bank
//   ledger    - idle, = data bus booked, else the stall cause: f refresh, s response slot, t turnaround, c tCCD,
//             d tRCD, p tRP, a tRAS/tRC, w tWR/tRTP, n activate window, r tRRD, u subarray, b command bus, y policy
//   timers    * while the output `timers` is set
#ifndef ASCII_WAVE_H
#define ASCII_WAVE_H

#include <stdbool.h>
#include <stdlib.h>
#include <string.h>

#include "no_constraints.h"
#include "rowhold/rh_controller.h"

enum { ASCII_CLOCKS = 500, ASCII_REQUESTS = 144 };

static const char ascii_causes[] = "fstcdpawnruby"; /* by code, tables/causes.def */

struct script_request {
    unsigned at; /* offered from this clock on, after those before it */
    bool write;
    unsigned bank, row, column, commands;
};

struct ascii_wave {
    char commands[ASCII_CLOCKS + 1], banks[ASCII_CLOCKS + 1], ledger[ASCII_CLOCKS + 1], timers[ASCII_CLOCKS + 1];
    /* scripted requests in order of their last column command, and of response */
    unsigned order[ASCII_REQUESTS], responses[ASCII_REQUESTS];
    unsigned ordered, responded;
    unsigned accepted_at[ASCII_REQUESTS], responded_at[ASCII_REQUESTS];
    bool write_responds[ASCII_REQUESTS]; /* what its response says it was */
    unsigned from[ASCII_REQUESTS];       /* the request whose data this one was given, ASCII_REQUESTS: the DRAM's */
};

static const struct rh_geometry ascii_geometry = {.queue = 8,
                                                  .banks = 4,
                                                  .groups = 1,
                                                  .buses = 1,
                                                  .row_bits = 4,
                                                  .column_bits = 4,
                                                  .tag_bits = 6,
                                                  .responses = 8,
                                                  .timer_bits = 6};

/* Small numbers, all different where it matters, so that a wave shows which rule it obeyed. */
static const struct rh_constraints ascii_constraints = {
#define RH_CONSTRAINT RH_NO_CONSTRAINT
#include "tables/controller_config.def"
    .rcd_rd = 4,
    .rcd_wr = 3,
    .ras = 7,
    .rc = 11,
    .rp = 3,
    .rtp = 2,
    .wtp = 8,
    .rrd_s = 2,
    .rrd_l = 2,
    .faw = 2,
    .faw_n = 1,
    .ccd_s = 2,
    .ccd_l = 2,
    .rtw = 5,
    .wtr_s = 6,
    .wtr_l = 6,
    .burst = 2,
    .rd_done = 5,
    .wr_done = 4,
    .refresh = RH_REFRESH_OFF,
    .refi = 60,
    .rfc = 9};

/* Runs `clocks` clocks; the response port is ready in the clocks whose character in `ready` is not '.', and past its
 * end. `sources`: who sent each request, or NULL. */
static inline void ascii_run_sources(struct ascii_wave *wave, const char *controller,
                                     const struct rh_geometry *geometry, const struct rh_constraints *constraints,
                                     const struct script_request *script, const uint8_t *sources, unsigned n,
                                     unsigned clocks, const char *ready) {
    const struct rh_block_ops *ops = rh_controller_find(controller);
    void *state = calloc(1, ops->state_size);
    unsigned next = 0;
    memset(wave, 0, sizeof *wave);
    ops->reset(state, geometry);
    for (unsigned t = 0; t < clocks; t++) {
        struct rh_controller_in in = {.rsp_ready = t >= strlen(ready) || ready[t] != '.'};
        struct rh_controller_out out;
        if (next < n && script[next].at <= t) {
            in.req_valid = 1;
            in.req_write = script[next].write;
            in.req_bank = (uint8_t)script[next].bank;
            in.req_row = script[next].row;
            in.req_column = (uint16_t)script[next].column;
            in.req_len = (uint8_t)(script[next].commands - 1);
            in.req_tag = (uint16_t)next;
            in.req_source = sources != NULL ? sources[next] : 0;
        }
        ops->cycle(state, geometry, constraints, &in, &out);
        if (in.req_valid && out.req_ready) {
            wave->from[next] = out.forward ? out.forward_tag : ASCII_REQUESTS;
            wave->accepted_at[next++] = t;
        }
        if (out.col_last)
            wave->order[wave->ordered++] = out.col_tag;
        if (out.rsp_valid && in.rsp_ready) {
            wave->responded_at[out.rsp_tag] = t;
            wave->write_responds[out.rsp_tag] = out.rsp_write;
            wave->responses[wave->responded++] = out.rsp_tag;
        }
        unsigned command = out.col_cmd != RH_NOP ? out.col_cmd : out.row_cmd;
        unsigned bank = out.col_cmd != RH_NOP ? out.col_bank : out.row_bank;
        wave->commands[t] = ".APRWFrw"[command];
        wave->banks[t] = command == RH_NOP ? '.' : "0123456789abcdef"[bank];
        wave->ledger[t] = !out.active ? '-' : out.booked ? '=' : ascii_causes[out.cause];
        wave->timers[t] = out.timers ? '*' : '.';
    }
    free(state);
}

static inline void ascii_run(struct ascii_wave *wave, const char *controller, const struct rh_geometry *geometry,
                             const struct rh_constraints *constraints, const struct script_request *script, unsigned n,
                             unsigned clocks, const char *ready) {
    ascii_run_sources(wave, controller, geometry, constraints, script, NULL, n, clocks, ready);
}

/* The same with a queue of 128 and a tRAS of 200, in which it fills. */
static inline void ascii_run_long(struct ascii_wave *wave, const char *controller, const struct script_request *script,
                                  unsigned n, unsigned clocks) {
    struct rh_geometry geometry = ascii_geometry;
    struct rh_constraints constraints = ascii_constraints;
    geometry.queue = 128;
    geometry.tag_bits = geometry.timer_bits = 8;
    constraints.ras = 200;
    ascii_run(wave, controller, &geometry, &constraints, script, n, clocks, "");
}

/* Requests left, and their responses came, in this order: all of them and no other. A macro, so that a failure names
 * the test's line. */
#define ascii_in_order(wave, expected, n)                                                                              \
    do {                                                                                                               \
        assert_int_equal((wave)->ordered, n);                                                                          \
        assert_memory_equal((wave)->order, expected, (n) * sizeof(expected)[0]);                                       \
        assert_int_equal((wave)->responded, n);                                                                        \
        assert_memory_equal((wave)->responses, expected, (n) * sizeof(expected)[0]);                                   \
    } while (0)

#endif
