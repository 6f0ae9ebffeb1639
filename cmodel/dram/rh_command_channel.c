// SPDX-License-Identifier: Apache-2.0
#include "cmodel/dram/rh_command_channel.h"

void rh_command_channel_list_data(struct rh_layout *layout, size_t base, const void *params) {
    const struct rh_geometry *p = params;
    unsigned data_buses = rh_power(p->grain_bits);
    rh_layout_add(layout, &(struct rh_field){.name = "burst",
                                             .count_text = "rh_power(p->grain_bits)",
                                             .width_text = "p->timer_bits",
                                             .offset = (uint32_t)(base + offsetof(struct rh_command_channel, burst)),
                                             .part = (uint32_t)base,
                                             .count = (uint16_t)data_buses,
                                             .width = p->timer_bits,
                                             .size = 1,
                                             .array = data_buses > 1});
    RH_ROW(struct rh_command_channel, rank, 1, rh_log2_up(rh_power(p->rank_bits)), NULL);
    RH_ROW(struct rh_command_channel, rank_rd, 1, p->timer_bits, NULL);
    RH_ROW(struct rh_command_channel, rank_wr, 1, p->timer_bits, NULL);
}

void rh_command_channel_list_row(struct rh_layout *layout, size_t base, const void *params) {
    (void)params;
    RH_ROW(struct rh_command_channel, act_bus, 1, 1, NULL);
}

void rh_command_channel_drive(unsigned buses, const struct rh_refresh_command *refresh, uint64_t open,
                              const struct rh_choice *choice, struct rh_controller_out *out) {
    static const uint8_t commands[2][2] = {{RH_RD, RH_RDA}, {RH_WR, RH_WRA}};
    out->col_cmd = choice->column ? commands[choice->write][choice->close] : RH_NOP;
    out->col_bank = choice->column ? choice->column_bank : 0;
    out->col_column = choice->column ? choice->column_number : 0;
    out->col_tag = choice->column ? choice->tag : 0;
    out->col_last = choice->column && choice->last;
    out->col_reason = choice->column ? RH_REASON_HIT : RH_REASON_NONE;
    out->row_cmd = RH_NOP;
    out->row_bank = 0;
    out->row_row = 0;
    out->row_all = 0;
    out->row_reason = RH_REASON_NONE;
    if (refresh->cmd != RH_NOP) {
        out->row_cmd = refresh->cmd;
        out->row_bank = refresh->bank;
        out->row_all = refresh->all;
        out->row_reason = RH_REASON_REFRESH;
    } else if (choice->row && (buses == 2 || !choice->column)) {
        bool closes = open >> choice->row_bank & 1;
        out->row_cmd = closes ? RH_PRE : RH_ACT;
        out->row_bank = choice->row_bank;
        out->row_row = closes ? 0 : choice->row_number;
        out->row_reason = choice->idle ? RH_REASON_IDLE : closes ? RH_REASON_CONFLICT : RH_REASON_OPEN;
    }
}
