// SPDX-License-Identifier: Apache-2.0
/** DRAM timing: JEDEC values of a preset, and the timing constraints that a controller is configured with. */
#ifndef RH_TIMING_H
#define RH_TIMING_H

#include <stdbool.h>
#include <stdint.h>
#include <string.h>

#include "rowhold/rh_error.h"
#include "rowhold/rh_geometry.h"

#ifdef __cplusplus
extern "C" {
#endif

/** JEDEC values in command clocks; the rows of tables/timing.def. */
struct rh_timing {
#define RH_TIMING(name, least, greatest, meaning)        uint16_t name;
#define RH_TIMING_DEVICE(name, least, greatest, meaning) uint16_t name;
#include "tables/timing.def"
#undef RH_TIMING
};

/** Refresh modes, by the banks that one REF refreshes. The REFs go round the banks in turn. */
enum rh_refresh {
    RH_REFRESH_OFF = 0,
    RH_REFRESH_ALL_BANK = 1,  /**< every bank of a rank (JEDEC: REFab) */
    RH_REFRESH_PER_BANK = 2,  /**< one bank (REFpb) */
    RH_REFRESH_SAME_BANK = 3, /**< the bank of one number in every bank group of a rank (DDR5: REFsb) */
    RH_REFRESHES
};
/** The bits of a bank's number that the banks of one REF have in common: none or those of the rank; all; those of the
 * rank and of the bank within its group. A round takes them in order. */
unsigned rh_refresh_mask(enum rh_refresh refresh, const struct rh_geometry *geometry);
/** The bank whose REF comes after the REF of `bank`. */
static inline uint8_t rh_refresh_next(unsigned mask, unsigned bank) {
    return (uint8_t)(((bank | ~mask) + 1U) & mask);
}
/** The number of REFs until each bank has had one: 2 to the number of those bits. */
unsigned rh_refresh_turns(enum rh_refresh refresh, const struct rh_geometry *geometry);
/** The set of banks, out of `banks`, that the REF of `bank` refreshes. */
rh_bank_set rh_refresh_banks(unsigned mask, unsigned banks, unsigned bank);
/** "off", "all_bank", "per_bank", "same_bank"; "?" outside the enumeration. */
const char *rh_refresh_name(enum rh_refresh refresh);
/** Gets the mode of that name; false when there is none. */
bool rh_refresh_find(const char *name, enum rh_refresh *refresh);

/** When a page policy closes a row that no queued request wants (docs/rh_page_policy.md). */
enum rh_page {
    RH_PAGE_OPEN = 0,
    RH_PAGE_CLOSED = 1,   /**< with its last hit: RDA, WRA */
    RH_PAGE_TIMEOUT = 2,  /**< by a PRE, some clocks after its last column command */
    RH_PAGE_ADAPTIVE = 3, /**< with its last hit, where a counter of the bank says so */
    RH_PAGES
};
/** "open", "closed", "timeout", "adaptive"; NULL outside the enumeration. */
const char *rh_page_name(unsigned page);

/** Configuration registers; the rows of tables/controller_config.def. */
struct rh_constraints {
#define RH_CONSTRAINT(name, clocks, attributed_to, meaning) uint16_t name;
#define RH_SETTING(name, bits, value, meaning)              uint16_t name;
#define RH_POLICY(name, bits, value, meaning)               uint32_t name;
#include "tables/controller_config.def"
};

enum { RH_TIMING_TEXT = 128 /**< bytes of an expression of a table as text */ };
/** Writes an expression of JEDEC values without the pointer `t->` and with max() for rh_max_int(). Fills and returns
 * `text`. */
static inline const char *rh_timing_spell(const char *expression, char text[RH_TIMING_TEXT]) {
    unsigned n = 0;
    for (const char *c = expression; *c != '\0' && n + 1 < RH_TIMING_TEXT; c++) {
        if (strncmp(c, "t->", 3) == 0)
            c += 2;
        else if (strncmp(c, "rh_max", 6) == 0)
            c += 2;
        else if (strncmp(c, "_int", 4) == 0)
            c += 3;
        else
            text[n++] = *c;
    }
    text[n] = '\0';
    return text;
}

/** Makes the timing constraints of a set: all sums of JEDEC values are formed here, once. The refreshes of a round
 * share tREFI. */
struct rh_constraints rh_constraints_from_timing(const struct rh_timing *timing, enum rh_refresh refresh,
                                                 const struct rh_geometry *geometry);

/** The value that a timer of so many clocks is loaded with, so that a command in clock t allows the next one in clock
 * t + clocks. */
static inline uint8_t rh_timing_load(uint16_t clocks) {
    return (uint8_t)(clocks - 1U);
}

/** The lint: refuses a set that no controller here can honour, with one line that begins with the
 * parameter (so a reader of files can point at it) and names the rule and both values:
 * each value in its table range; tRC >= tRAS + tRP; tCCD_L >= tCCD_S; tRRD_L >= tRRD_S; tWTR_L >= tWTR_S; tCCD_S >=
 * tBURST; tRRD_S >= act_clocks; tRFCpb >= tRREFD;
 * tRTW >= CL - WL + tBURST and tRTW >= tCCD_S (data of a write behind data of a read); WL + tBURST >= 2;
 * every timing constraint is 1 .. 2^timer_bits - 1;
 * with refresh: tRFC + closing + 4 x banks <= tREFI, closing = max(max(tRAS, WL + tBURST + tWR, tRTP) + tRP, tRC) (per
 * bank: tRFCpb, one bank to close, and tREFI / banks; same bank: tRFCpb, one bank of every group, and tREFI / banks of
 * a group; closing then holds what other banks' ACTs put before the REF);
 * and an ACT with its column command fits between two refreshes of a bank (docs/rh_timing.md).
 * On success `notes` (may be NULL) receives one line a remark, e.g. an activate window that tRRD already enforces. */
bool rh_timing_lint(const struct rh_timing *timing, enum rh_refresh refresh, const struct rh_geometry *geometry,
                    char *notes, unsigned notes_size, struct rh_error *error);

/** True when N activates spaced by tRRD_S already take tFAW: the window never binds (reported, not refused).
 * Of one grain; tRRD does not hold between two. */
bool rh_timing_window_is_vacuous(const struct rh_timing *timing);

#ifdef __cplusplus
}
#endif

#endif
