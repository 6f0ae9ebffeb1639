// SPDX-License-Identifier: Apache-2.0
/** Blocks and wires collected for a machine (rh_machine.h) whose size follows from numbers: a network, a system.
 *
 *     struct rh_assembly *a = rh_assembly_open();
 *     unsigned r = rh_assembly_part(a, &rh_router_kind, ops, &params, &config, "router%u", 3);
 *     rh_assembly_wire(a, "router%u.request", 3, "channels%u.request", 3);
 *     struct rh_machine *machine = rh_assembly_build(a, NULL, NULL, NULL, NULL, &error);
 *
 * Parameters and configurations are copied. What goes wrong on the way (no memory, a parameter that does not fit) is
 * said by rh_assembly_build.
 */
#ifndef RH_ASSEMBLY_H
#define RH_ASSEMBLY_H

#include "rowhold/rh_machine.h"
#include "rowhold/rh_model.h"

#ifdef __cplusplus
extern "C" {
#endif

enum { RH_ASSEMBLY_NAME = 48 /**< bytes of the name of a part, or of an end of a wire, with the 0 */ };

struct rh_assembly;

struct rh_assembly *rh_assembly_open(void); /**< NULL without memory */
/** Frees the models, too; the machine must be closed before. NULL is harmless. */
void rh_assembly_close(struct rh_assembly *assembly);

/** One more block; `name` has a %u for `number`. Its place among the parts. */
unsigned rh_assembly_part(struct rh_assembly *assembly, const struct rh_kind *kind, const struct rh_block_ops *ops,
                          const void *params, const void *config, const char *name, unsigned number);
/** One more wire; each end is a printf text with up to two %u: the number of its part, an element. */
void rh_assembly_wire(struct rh_assembly *assembly, const char *from, unsigned from_part, unsigned from_element,
                      const char *to, unsigned to_part, unsigned to_element);

unsigned rh_assembly_parts(const struct rh_assembly *assembly);
unsigned rh_assembly_wires(const struct rh_assembly *assembly);
/** Part `part` as it was added; its block is made by rh_assembly_build. */
const char *rh_assembly_name(const struct rh_assembly *assembly, unsigned part);

/** Its C model, once the machine was built of C models; to look at. */
const struct rh_model *rh_assembly_model(const struct rh_assembly *assembly, unsigned part);

/** How a part runs: a unit with `cycle`, `reset`, and `peek` where a ring needs it; `cycle` NULL: it fails, `error`
 * says why. */
typedef struct rh_unit rh_assembly_unit_fn(void *user, const char *name, const struct rh_block *block,
                                           const void *config, struct rh_error *error);

/** The machine; once. `maker` NULL: every part is its C model, which the assembly owns. `drive` as in
 * rh_machine_setup. NULL with an error. */
struct rh_machine *rh_assembly_build(struct rh_assembly *assembly, rh_assembly_unit_fn *maker, void *maker_user,
                                     uint64_t (*drive)(void *user, struct rh_machine *machine), void *drive_user,
                                     struct rh_error *error);

#ifdef __cplusplus
}
#endif

#endif
