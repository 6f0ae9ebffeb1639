// SPDX-License-Identifier: Apache-2.0
/** Keeps the records of all channels until they can be written in order of cycles.
 *
 * One unnamed file holds them all, in the folder that TMPDIR names, else in /tmp; nothing is left of it, however the
 * run ends. Memory stays the same for any number of commands: 4 KiB a channel.
 */
#ifndef RH_SPOOL_H
#define RH_SPOOL_H

#include <stdbool.h>
#include <stdio.h>

#include "rowhold/rh_command.h"
#include "rowhold/rh_error.h"

struct rh_spool;

/** For records of `size` bytes, whose first member is a uint64_t that orders them. `what`: the member of a setup that
 * errors name. NULL with an error that names the folder and the cause. */
struct rh_spool *rh_spool_open_of(const char *what, unsigned channels, unsigned size, struct rh_error *error);
/** Takes one record. The records of a channel come in order; calls for different channels may overlap. A failure is
 * kept for rh_spool_each. */
void rh_spool_put(struct rh_spool *spool, unsigned channel, const void *record);
/** Gives all records out in order, those of equal keys in order of channels; called once. False with an error when the
 * temporary file could not be written or read. */
bool rh_spool_each(struct rh_spool *spool, void (*each)(void *user, const void *record), void *user,
                   struct rh_error *error);

/** Gives out the records of one channel instead, once: after the last one was put, rewind the channel, then take one
 * record after the other. Returns 1 with a record, 0 at the end, -1 with an error. */
bool rh_spool_rewind(struct rh_spool *spool, unsigned channel, struct rh_error *error);
int rh_spool_next(struct rh_spool *spool, unsigned channel, void *record, struct rh_error *error);

/** The same for commands. */
struct rh_spool *rh_spool_open(unsigned channels, struct rh_error *error);
void rh_spool_close(struct rh_spool *spool); /**< NULL is harmless */
/** Takes one command; the function is a rh_command_sink whose `user` is the spool. The commands of a channel come in
 * order of cycles; calls for different channels may overlap. A failure is kept for rh_spool_write. */
void rh_spool_sink(void *user, const struct rh_command_record *record);
/** Write the command trace (rh_command_csv.h), once; `group_banks` and `ranks` as there. False with an error when the
 * temporary file could not be written or read. */
bool rh_spool_write(struct rh_spool *spool, unsigned group_banks, unsigned ranks, FILE *to, struct rh_error *error);

#endif
