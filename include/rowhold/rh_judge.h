// SPDX-License-Identifier: Apache-2.0
/** The judge checks the command stream of a channel against the rules of tables/rules.def, which are stated in JEDEC
 * values.
 *
 * It contains nothing of any controller and shares no code with the bank timers. It keeps the recent commands of a
 * channel. A quick look acquits a command that keeps every rule for sure; any other command is compared with the
 * earlier ones, rule by rule, back to where no timing constraint reaches. docs/rh_judge.md explains both.
 */
#ifndef RH_JUDGE_H
#define RH_JUDGE_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_command.h"
#include "rowhold/rh_preset.h"

#ifdef __cplusplus
extern "C" {
#endif

struct rh_judge; /* one channel */

/** A broken rule. */
struct rh_verdict {
    char text[320];                   /**< one line: rule, both commands, distance found and expected */
    const char *rule;                 /**< key of the rule, e.g. "tRCDRD", "bank_closed" */
    struct rh_command_record command; /**< the offender */
    /** Place in the stream, from 0, of the command that it followed too soon or that opened or closed its bank;
     * RH_JUDGE_NONE: there is none. */
    uint64_t earlier;
};
#define RH_JUDGE_NONE UINT64_MAX

/** What commands are judged against: JEDEC values in clocks, never the timing constraints of the controllers. When
 * banks, groups and rows are all 0, the setup is that of RH_DEFAULT_PRESET. */
struct rh_judge_setup {
    struct rh_timing timing;
    enum rh_refresh refresh;
    uint16_t banks, groups;
    uint8_t grain_bits, rank_bits, subarray_group_bits, subarray_bits, stacked; /**< as in rh_geometry */
    uint8_t explicit_precharge;                                                 /**< 1: the device has no RDA and WRA */
    uint8_t buses;
    uint8_t registered; /**< 1: commands show one clock after their choice, so refreshes fall due one clock later */
    uint8_t postponed;  /**< refreshes that may wait at once; 0: each comes as soon as it can */
    uint8_t managed;    /**< 1: the device asks for refresh management: RAAMMT bounds the activates of a bank */
    uint8_t from_first_refresh; /**< 1: refreshes fall due from the first REF on, which is not judged itself */
    uint32_t rows, columns;
    /** Otherwise the clock from which refreshes are counted; REFs before it do not count. It is not 0 for a trace that
     * was cut or that begins with the start of its device. */
    uint64_t refresh_from;
};
/** What the controllers here are held to: rows of tables/timing.def that they know nothing of are left out, and so are
 * the commands of these. And all that a device asks, for traces of others. */
struct rh_judge_setup rh_judge_setup_from_preset(const struct rh_preset *preset);
struct rh_judge_setup rh_judge_setup_of_device(const struct rh_preset *preset);

/** REFs until every bank has had one; with ranks, of all ranks. */
unsigned rh_judge_refreshes_a_round(const struct rh_judge_setup *setup);

/** A new judge with all banks closed at cycle 0; NULL without memory, or when the setup has no bank groups, fewer banks
 * than groups, more than 256 banks, or a refresh interval of 0. */
struct rh_judge *rh_judge_open(const struct rh_judge_setup *setup);
void rh_judge_close(struct rh_judge *judge);

/** Check one command; commands come in order of cycles. A PRE of all banks is judged as a PRE of each bank that is open
 * and takes one clock of the bus; tRP of those that are closed begins anew, and a refresh must be over. Returns the
 * number of rules it broke (0 = legal); the first, in the order of tables/rules.def, goes to `first`, which may be
 * NULL. The command is then taken in as if it had been legal, so that one fault is reported once; only an unknown
 * command, a coordinate out of range or a cycle that goes back is left out. */
unsigned rh_judge_command(struct rh_judge *judge, const struct rh_command_record *command, struct rh_verdict *first);
/** The same as rh_judge_command; the first `room` broken rules go to `verdicts`, in the order of tables/rules.def.
 * Returns the number of all broken rules. */
unsigned rh_judge_verdicts(struct rh_judge *judge, const struct rh_command_record *command, struct rh_verdict *verdicts,
                           unsigned room);
/** Ends the stream at `cycle` and checks that no refresh is missing up to it. Returns the number of broken rules, as
 * rh_judge_command does. */
unsigned rh_judge_finish(struct rh_judge *judge, uint64_t cycle, struct rh_verdict *first);
/** Judges repeated rounds of refreshes of an idle channel at once. With `rounds` 0, a round begins in `cycle`.
 * Otherwise the round ends in `cycle` and is taken to repeat `rounds` times, each time later by its own length. True
 * when the round held all its refreshes and nothing else and left the judge's memory as it was (clocks aside), so that
 * every repetition gets the same verdicts. False: the caller has to judge the repetitions one by one. */
bool rh_judge_round(struct rh_judge *judge, uint64_t cycle, uint64_t rounds);
/** The number of commands seen, and of rule checks made (one rule with one earlier command, or with the state of the
 * banks). A run that checked nothing can fail by this number. */
uint64_t rh_judge_commands(const struct rh_judge *judge);
uint64_t rh_judge_checks(const struct rh_judge *judge);

#ifdef __cplusplus
}
#endif

#endif
