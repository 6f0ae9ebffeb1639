// SPDX-License-Identifier: Apache-2.0
/** The data of a run's bursts, in the order in which they go over the buses, and how busy these are.
 *
 * Payloads come with the requests, of writes alone; commands come when the controller issues them. A write's burst
 * carries its payload, a read's what the last write left there. Both keep their order at one place of the memory, so
 * which payload belongs to which command is known without a tag. What was never written is not known.
 *
 * Banks share internal buses as the kind says (bus_banks of struct rh_energy), each with data pins of its own; a burst
 * is cut into beats of bus_bits on the one and io_bits on the other. Data pins of less than a byte are counted by
 * bytes, which is exact for ones; only these matter there.
 */
#ifndef RH_ENERGY_DATA_H
#define RH_ENERGY_DATA_H

#include <stdbool.h>
#include <stdint.h>

#include "cmodel/cost/rh_bus_activity.h"
#include "rowhold/rh_command.h"
#include "rowhold/rh_energy.h"
#include "rowhold/rh_request.h"

struct rh_energy_data;

/** NULL without memory. `command_bytes`: of a column command; `banks` of a channel. */
struct rh_energy_data *rh_energy_data_open(const struct rh_energy *energy, unsigned channels, unsigned banks,
                                           unsigned command_bytes);
void rh_energy_data_close(struct rh_energy_data *data); /**< NULL is harmless */

/** A write is on its way: the bytes of its column command number `command`, NULL where they are not known. */
void rh_energy_data_write(struct rh_energy_data *data, const struct rh_request *request, unsigned command,
                          const uint8_t *bytes);
/** A command was issued; a rh_command_sink, `user` is the data. */
void rh_energy_data_command(void *user, const struct rh_command_record *record);

/** False where memory ran out: then the counts mean nothing. */
bool rh_energy_data_good(const struct rh_energy_data *data);
/** Of all channels together: the internal buses, and the data pins. */
struct rh_bus_activity_counts rh_energy_data_internal(const struct rh_energy_data *data);
struct rh_bus_activity_counts rh_energy_data_io(const struct rh_energy_data *data);
/** What these come to; the shares are for what is not known. */
struct rh_energy_activity rh_energy_data_activity(const struct rh_energy_data *data, double toggle_rate,
                                                  double ones_share, bool inverted);

#endif
