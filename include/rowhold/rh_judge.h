// SPDX-License-Identifier: Apache-2.0
/** The judge: checks a command stream against the rule table, by a quick look where that is sure, else rule by rule.
 *
 * It knows nothing of any controller and shares no code with the bank timers: it keeps the recent commands of a channel
 * and, for each new one, walks the rules of tables/rules.def that concern it over them, back to where no gap reaches.
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
    char text[320];                   /**< one line: rule, both commands, gap found and expected */
    const char *rule;                 /**< key of the rule, e.g. "tRCDRD", "bank_closed" */
    struct rh_command_record command; /**< the offender */
    uint64_t earlier;                 /**< the command that it came too soon after, or that opened or closed its bank:
                                           its place in the stream, from 0; RH_JUDGE_NONE */
};
#define RH_JUDGE_NONE UINT64_MAX

/** What is judged against: JEDEC values, never the derived gaps. Without banks, groups and rows:
 * RH_DEFAULT_PRESET. */
struct rh_judge_setup {
    struct rh_timing timing;
    enum rh_refresh refresh;
    uint16_t banks, groups;
    uint8_t grain_bits, rank_bits, part_bits, subarray_bits, stacked; /**< as in rh_geometry */
    uint8_t explicit_precharge;                                       /**< 1: the device has no RDA and WRA */
    uint8_t buses;
    uint8_t registered; /**< 1: commands come a clock after their choice, so refreshes fall due one clock later */
    uint8_t postponed; /**< refreshes that may wait at once (JEDEC: up to 8 in DDR4); 0: each comes as soon as it can */
    uint8_t from_first_refresh; /**< 1: refreshes fall due from the first REF on, which is not judged itself */
    uint32_t rows, columns;
    uint64_t refresh_from; /**< else the clock from which they are counted: REFs before it count for nothing. A trace
                                that was cut, or whose device was booted first, has another one than 0 */
};
struct rh_judge_setup rh_judge_setup_from_preset(const struct rh_preset *preset);

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
/** The same; each broken rule in its order goes to `verdicts`, as far as there is `room`. */
unsigned rh_judge_verdicts(struct rh_judge *judge, const struct rh_command_record *command, struct rh_verdict *verdicts,
                           unsigned room);
/** End of the stream at `cycle`: checks that refreshes were honoured up to it. Same return. */
unsigned rh_judge_finish(struct rh_judge *judge, uint64_t cycle, struct rh_verdict *first);
/** Idle rounds. With `rounds` 0 one begins in `cycle`. Else it ends there, and is judged to come `rounds` times more,
 * each as many clocks later as it lasted: true when it held all its refreshes and nothing else, and left the memory of
 * commands as it was, the clocks aside, so that every further one would get the same verdicts. False: judge them one by
 * one. */
bool rh_judge_round(struct rh_judge *judge, uint64_t cycle, uint64_t rounds);
/** Commands seen, and rule checks made (one rule with one earlier command, or with the state of the banks): a run that
 * checked nothing must be able to fail. */
uint64_t rh_judge_commands(const struct rh_judge *judge);
uint64_t rh_judge_checks(const struct rh_judge *judge);

#ifdef __cplusplus
}
#endif

#endif
