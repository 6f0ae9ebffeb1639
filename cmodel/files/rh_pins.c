// SPDX-License-Identifier: Apache-2.0
#include "cmodel/files/rh_pins.h"

#include <string.h>

enum { NO_CODE = -1, BURST = 8 };

/* Codes of JESD79-3F and JESD79-4B, by index; 0 marks one that is reserved. CL counts A6 A5 A4 A2, as the tables print
 * it. */
static const uint8_t ddr3_cl[16] = {
    [1] = 12, [2] = 5, [3] = 13, [4] = 6, [5] = 14, [6] = 7, [8] = 8, [10] = 9, [12] = 10, [14] = 11};
static const uint8_t ddr4_cl[16] = {9, 10, 11, 12, 13, 14, 15, 16, 18, 20, 22, 24, 23, 17, 19, 21};
static const uint8_t ddr3_cwl[8] = {5, 6, 7, 8, 9, 10, 11, 12}, ddr4_cwl[8] = {9, 10, 11, 12, 14, 16, 18, 20};
static const uint8_t ddr4_ccd[8] = {4, 5, 6, 7, 8};
static const uint8_t ddr3_wr[8] = {16, 5, 6, 7, 8, 10, 12, 14}, ddr4_wr[8] = {10, 12, 14, 16, 18, 20, 24, 22};

static int code_of(const uint8_t *codes, unsigned count, unsigned value) {
    for (unsigned i = 0; i < count; i++)
        if (codes[i] == value)
            return (int)i;
    return NO_CODE;
}

/* The least write recovery that covers tWR and, in DDR4, whose half covers tRTP. */
static int recovery_code(const struct rh_pins *pins) {
    const struct rh_timing *t = &pins->preset->timing;
    const uint8_t *codes = pins->ddr4 ? ddr4_wr : ddr3_wr;
    int best = NO_CODE;
    for (int i = 0; i < 8; i++)
        if (codes[i] >= t->tWR && (!pins->ddr4 || codes[i] / 2U >= t->tRTP) &&
            (best == NO_CODE || codes[i] < codes[best]))
            best = i;
    return best;
}

static int cl_code(const struct rh_pins *pins) {
    return code_of(pins->ddr4 ? ddr4_cl : ddr3_cl, 16, pins->preset->timing.CL);
}

static int cwl_code(const struct rh_pins *pins) {
    return code_of(pins->ddr4 ? ddr4_cwl : ddr3_cwl, 8, pins->preset->timing.WL);
}

/* Columns of a chip: a column command moves a burst of them. */
static uint32_t chip_columns(const struct rh_preset *preset) {
    return preset->row_bytes / preset->bus_bytes;
}

static bool fits(const char *what, unsigned found, bool good, const char *expected, struct rh_error *error) {
    return good || rh_error_field(error, "preset", "found %s %u, expected %s", what, found, expected);
}

bool rh_pins_open(struct rh_pins *pins, const char *kind, const struct rh_preset *preset, struct rh_error *error) {
    const struct rh_timing *t = &preset->timing;
    bool ddr4 = strcmp(kind, "ddr4") == 0;
    *pins = (struct rh_pins){.ddr4 = ddr4, .preset = preset};
    if (!ddr4 && strcmp(kind, "ddr3") != 0)
        return rh_error_field(error, "to", "found '%s', expected ddr3 or ddr4", kind);
    bool good =
        fits("buses", preset->buses, preset->buses == 1, "one command bus", error) &&
        fits("grains", preset->grains, preset->grains <= 1, "1: a chip has one data bus", error) &&
        fits("ranks", preset->ranks, preset->ranks <= 1, "1: the pins of one rank", error) &&
        fits("subarray_group", preset->subarray_group, preset->subarray_group <= 1, "1: banks that share no subarrays",
             error) &&
        fits("burst_length", preset->burst_length, preset->burst_length == BURST, "a burst of 8", error) &&
        fits("tBURST", t->tBURST, t->tBURST == BURST / 2, "4 clocks for a burst of 8", error) &&
        (ddr4 ? fits("banks", preset->banks, preset->banks == 4 * preset->groups, "4 to a group in ddr4", error) &&
                    fits("groups", preset->groups, preset->groups == 2 || preset->groups == 4, "2 or 4 in ddr4", error)
              : fits("banks", preset->banks, preset->banks == 8, "8 in ddr3", error) &&
                    fits("groups", preset->groups, preset->groups == 1, "1 in ddr3", error)) &&
        fits("rows", preset->rows, preset->rows <= (ddr4 ? 1U << 18 : 1U << 16),
             ddr4 ? "at most 262144" : "at most 65536", error) &&
        fits("row_bytes", preset->row_bytes, chip_columns(preset) <= (ddr4 ? 1024U : 2048U),
             ddr4 ? "at most 1024 columns a chip" : "at most 2048 columns a chip", error) &&
        fits("CL", t->CL, cl_code(pins) != NO_CODE, "one with a code in MR0", error) &&
        fits("WL", t->WL, cwl_code(pins) != NO_CODE, "a CWL with a code in MR2", error) &&
        fits("tWR", t->tWR, recovery_code(pins) != NO_CODE, "one that MR0 covers, together with tRTP", error) &&
        (!ddr4 || fits("tCCD_L", t->tCCD_L, t->tCCD_L >= 4 && t->tCCD_L <= 8, "4 to 8, the codes of MR6", error));
    if (!good)
        return false;
    struct rh_pins_line lines[RH_PINS_START];
    unsigned last = rh_pins_start(pins, lines) - 1; /* ZQCL; MR0 stands before it */
    uint64_t calibrated = lines[last].clock, reset = lines[last - 1].clock;
    uint64_t zq = ddr4 ? 1024 : (640000 + preset->tck_ps - 1) / preset->tck_ps, dll = 512;
    if (ddr4)
        dll = preset->tck_ps >= 1071 ? 597 : preset->tck_ps >= 833 ? 768 : 1024;
    calibrated += zq < 512 ? 512 : zq;
    pins->first = calibrated > reset + dll ? calibrated : reset + dll;
    return true;
}

static uint64_t clocks(const struct rh_pins *pins, uint64_t ps, uint64_t least) {
    uint64_t n = (ps + pins->preset->tck_ps - 1) / pins->preset->tck_ps;
    return n > least ? n : least;
}

static struct rh_pins_line deselect(uint64_t clock, unsigned reset_n, unsigned cke) {
    return (struct rh_pins_line){.clock = clock,
                                 .reset_n = (uint8_t)reset_n,
                                 .cke = (uint8_t)cke,
                                 .cs_n = 1,
                                 .act_n = 1,
                                 .ras_n = 1,
                                 .cas_n = 1,
                                 .we_n = 1};
}

/* A command other than ACT: the three pins as bits RAS_n CAS_n WE_n. */
static struct rh_pins_line command(uint64_t clock, unsigned three, unsigned bg, unsigned ba, uint32_t a) {
    struct rh_pins_line line = deselect(clock, 1, 1);
    line.cs_n = 0;
    line.ras_n = three >> 2 & 1;
    line.cas_n = three >> 1 & 1;
    line.we_n = three & 1;
    line.bg = (uint8_t)bg;
    line.ba = (uint8_t)ba;
    line.a = a;
    return line;
}

enum { MRS = 0, REFRESH = 1, PRECHARGE = 2, WRITE = 4, READ = 5, CALIBRATE = 6 };
enum { A10 = 1 << 10, A12 = 1 << 12, DLL_RESET = 1 << 8 };

static uint32_t mode_register(const struct rh_pins *pins, unsigned number) {
    unsigned cl = (unsigned)cl_code(pins);
    switch (number) {
    case 0:
        return (cl & 1) << 2 | cl >> 1 << 4 | DLL_RESET | (unsigned)recovery_code(pins) << 9;
    case 1:
        return pins->ddr4 ? 1 : 0; /* DLL on: the bit's sense changed */
    case 2:
        return (unsigned)cwl_code(pins) << 3;
    case 6:
        return (unsigned)code_of(ddr4_ccd, 5, pins->preset->timing.tCCD_L) << 10;
    default:
        return 0;
    }
}

unsigned rh_pins_start(const struct rh_pins *pins, struct rh_pins_line lines[RH_PINS_START]) {
    static const uint8_t ddr3[] = {2, 3, 1, 0}, ddr4[] = {3, 6, 5, 4, 2, 1, 0};
    const uint8_t *order = pins->ddr4 ? ddr4 : ddr3;
    unsigned n = 0, registers = pins->ddr4 ? sizeof ddr4 : sizeof ddr3;
    uint64_t clock = 0;
    lines[n++] = deselect(clock, 0, 0);
    lines[n++] = deselect(clock += clocks(pins, 200000000, 0), 1, 0);
    lines[n++] = deselect(clock += clocks(pins, 500000000, 0), 1, 1);
    clock += pins->preset->timing.tRFC + clocks(pins, 10000, 0);
    for (unsigned i = 0; i < registers; i++) {
        unsigned number = order[i];
        clock += i == 0 ? 0 : pins->ddr4 ? 8 : 4;
        lines[n++] = command(clock, MRS, pins->ddr4 ? number >> 2 : 0, pins->ddr4 ? number & 3 : number,
                             mode_register(pins, number));
    }
    lines[n++] = command(clock + clocks(pins, 15000, pins->ddr4 ? 24 : 12), CALIBRATE, 0, 0, A10);
    return n;
}

const char *rh_pins_command(const struct rh_pins *pins, const struct rh_command_record *record,
                            struct rh_pins_line *line) {
    const struct rh_preset *preset = pins->preset;
    uint64_t clock = pins->first + record->cycle;
    unsigned in_group = (unsigned)preset->banks / preset->groups;
    unsigned bg = record->bank / in_group, ba = record->bank % in_group;
    uint32_t column = record->column * (uint32_t)BURST, wide = (column & 0x3ff) | (column >> 10 & 1) << 11 | A12;
    if (record->column >= rh_preset_columns(preset))
        return "a column that the preset has";
    switch ((enum rh_command)record->command) {
    case RH_ACT:
        if (record->row >= preset->rows)
            return "a row that the preset has";
        *line = command(clock, pins->ddr4 ? record->row >> 14 & 7 : 3, bg, ba, record->row);
        line->act_n = pins->ddr4 ? 0 : 1;
        return NULL;
    case RH_PRE:
        *line = command(clock, PRECHARGE, bg, ba, record->all ? A10 : 0);
        return NULL;
    case RH_RD:
    case RH_RDA:
        *line = command(clock, READ, bg, ba, record->command == RH_RDA ? wide | A10 : wide);
        return NULL;
    case RH_WR:
    case RH_WRA:
        *line = command(clock, WRITE, bg, ba, record->command == RH_WRA ? wide | A10 : wide);
        return NULL;
    case RH_REF:
        if (!record->all)
            return "a REF of all banks, for neither ddr3 nor ddr4 refreshes one";
        *line = command(clock, REFRESH, 0, 0, 0);
        return NULL;
    case RH_RFM:
        return "a command of ddr3 or ddr4, which have no refresh management";
    case RH_PDE:
    case RH_PDX:
    case RH_SRE:
    case RH_SRX:
        return "a command without power-down, for the clock enable stays high here";
    case RH_NOP:
    case RH_COMMANDS:
    case RH_FOREIGN_COMMANDS:
        break;
    }
    return "a command";
}
