// SPDX-License-Identifier: Apache-2.0
#include "cmodel/dram/rh_command_register.h"

void rh_command_register_list(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
#define ROW(m, width) RH_ROW(struct rh_command_register, m, p->registered != 0 ? 1 : 0, width, NULL)
#define ROW_ENUM(m, width, enumeration)                                                                                \
    RH_ROW_ENUM(struct rh_command_register, m, p->registered != 0 ? 1 : 0, width, enumeration, NULL)
    ROW_ENUM(col_cmd, 3, "rh_command");
    ROW(col_bank, rh_log2_up(p->banks));
    ROW(col_column, p->column_bits);
    ROW(col_tag, p->tag_bits);
    ROW(col_last, 1);
    ROW_ENUM(col_reason, 3, "rh_reason");
    ROW_ENUM(row_cmd, 3, "rh_command");
    ROW(row_bank, rh_log2_up(p->banks));
    ROW(row_row, p->row_bits);
    ROW(row_all, 1);
    ROW_ENUM(row_reason, 3, "rh_reason");
    ROW(active, 1);
    ROW(booked, 1);
    ROW_ENUM(cause, 4, "rh_cause");
    ROW(timers, 1);
    ROW(occupancy, rh_log2_up(rh_max(p->queue, p->banks) + 1));
#undef ROW
#undef ROW_ENUM
}

void rh_command_register_clock(struct rh_command_register *r, struct rh_controller_out *out) {
    const struct rh_command_register before = *r;
    r->col_cmd = out->col_cmd;
    r->col_bank = out->col_bank;
    r->col_column = out->col_column;
    r->col_tag = out->col_tag;
    r->col_last = out->col_last;
    r->col_reason = out->col_reason;
    r->row_cmd = out->row_cmd;
    r->row_bank = out->row_bank;
    r->row_row = out->row_row;
    r->row_all = out->row_all;
    r->row_reason = out->row_reason;
    r->active = out->active;
    r->booked = out->booked;
    r->cause = out->cause;
    r->timers = out->timers;
    r->occupancy = out->occupancy;
    out->col_cmd = before.col_cmd;
    out->col_bank = before.col_bank;
    out->col_column = before.col_column;
    out->col_tag = before.col_tag;
    out->col_last = before.col_last;
    out->col_reason = before.col_reason;
    out->row_cmd = before.row_cmd;
    out->row_bank = before.row_bank;
    out->row_row = before.row_row;
    out->row_all = before.row_all;
    out->row_reason = before.row_reason;
    out->active = before.active;
    out->booked = before.booked;
    out->cause = before.cause;
    out->timers = before.timers;
    out->occupancy = before.occupancy;
}
