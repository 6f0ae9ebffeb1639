// SPDX-License-Identifier: Apache-2.0
/** The C model of a block of any kind as a unit that can peek and skip.
 *
 * Whether clocks can be skipped is found by trial: one is run on a copy of the state. If it moved
 * nothing but the counters that its kind names (struct rh_idle), then so will the next ones, up to where one of those
 * counters does something.
 */
#ifndef RH_MODEL_H
#define RH_MODEL_H

#include "rowhold/rh_block.h"
#include "rowhold/rh_unit.h"

#ifdef __cplusplus
extern "C" {
#endif

/** Called after each clock of a model: its state before the edge, what went in and came out. */
typedef void rh_model_watch(void *user, const void *before, const void *in, const void *out);

/** Its states lie behind the struct: rh_model_open allocates, rh_model_close frees. */
struct rh_model {
    const struct rh_kind *kind;
    const struct rh_block_ops *ops;
    const void *params, *config; /**< the caller's; must live as long as the model */
    void *state;
    void *begin;           /**< where an idle round began */
    void *trial, *moved;   /**< room for two more states */
    rh_model_watch *watch; /**< NULL; or set before rh_model_unit: sees every clock, so none is skipped */
    void *watch_user;
};
/** After reset; false without memory, without `ops`, or with parameters that kind->check refuses. */
bool rh_model_open(struct rh_model *model, const struct rh_kind *kind, const struct rh_block_ops *ops,
                   const void *params, const void *config);
void rh_model_close(struct rh_model *model);
void rh_model_reset(struct rh_model *model);
struct rh_unit rh_model_unit(struct rh_model *model);

#ifdef __cplusplus
}
#endif

#endif
