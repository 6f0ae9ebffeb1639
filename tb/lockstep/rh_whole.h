// SPDX-License-Identifier: Apache-2.0
/** A top of many blocks in lockstep: the Verilated RTL of a whole network or request system beside the C models of its
 * blocks, which the caller steps. In each clock every output is compared, and every register of every block.
 *
 *     rh_whole_before      with the inputs in `in`: the RTL's clock; registers as the last edge left them
 *     ...                  the caller steps the models, and leaves what they show in `model`
 *     rh_whole_behind      the outputs
 */
#ifndef RH_WHOLE_H
#define RH_WHOLE_H

#include <stdio.h>

#include "cmodel/wave/rh_wave.h"
#include "tb/lockstep/rh_rtl.h"

struct rh_whole;

/** What a top brings: a kind with ports alone, and as `ops` its name and the signals that a wave shows of registers. */
struct rh_whole_top {
    const struct rh_kind *kind;
    const struct rh_block_ops *ops;
    /** Those of one side. */
    void (*signals)(void *signals, const struct rh_whole *whole, bool rtl);
    /** Outputs of the RTL that hold no meaning in this clock become the model's; NULL: the port table says it all. */
    void (*forget)(const void *user, const void *model, void *rtl);
};

struct rh_whole_part;

struct rh_whole {
    const struct rh_whole_top *top;
    struct rh_block block;
    struct rh_rtl plugin;
    const struct rh_rtl_api *rtl; /**< that one's */
    void *instance;               /**< of it */
    void *user;                   /* the caller's */
    void *in, *model, *out;       /**< of the kind: inputs, outputs of the models, of the RTL */
    void *signals[2];             /* of the model, of the RTL */
    uint32_t *observation;        /* the RTL's registers before its edge */
    struct rh_whole_part *parts;  /* the blocks */
    unsigned count, room;         /* of them */
    unsigned words, bits;         /**< of all registers, with gaps and without */
    struct rh_wave *wave;         /**< the caller's, or NULL */
    uint64_t compare_state;       /**< registers are compared in each clock that it divides; 1: in every clock */
    uint64_t compared;            /**< so often */
    uint64_t clock;               /**< that comes next, or in which they differ */
    bool waved;                   /* this clock is in the wave */
    char difference[512];         /**< the first, in a line that begins with MISMATCH or CONTRACT; "": none */
};

/** The RTL of a top with these parameters, as rh_rtl_load finds it, and an instance of it. */
bool rh_whole_load(struct rh_whole *whole, const struct rh_whole_top *top, const void *params, const char *file,
                   bool quiet, uint64_t seed, struct rh_error *error);
void rh_whole_close(struct rh_whole *whole); /**< of zeros: harmless */
/** Other models beside the same RTL, which comes from where it was; so far without a block. `params` and `user` stay
 * where they are until the next ones begin, as the states of the blocks do. False without memory. */
bool rh_whole_begin(struct rh_whole *whole, const void *params, void *user);
/** One more block, in the order of the RTL's observation, where each begins at a word of 32 bits. The name is copied.
 * False without memory. */
bool rh_whole_add(struct rh_whole *whole, const char *name, const struct rh_block *block, const void *state);
/** Behind the last block: the RTL's configuration, and a clock of reset with the inputs in `in`. False with an error
 * that says that it has other registers. */
bool rh_whole_reset(struct rh_whole *whole, const void *config, struct rh_error *error);

void rh_whole_before(struct rh_whole *whole);
/** False at a difference, also at one of the registers before. */
bool rh_whole_behind(struct rh_whole *whole);
/** Behind the last clock: the registers once more; the RTL makes a clock too many. False at a difference. */
bool rh_whole_finish(struct rh_whole *whole);

/** The struct of a block by its place in the order of rh_whole_add: as the model has it, or, in a clock of a wave, the
 * RTL before its edge. */
const void *rh_whole_registers(const struct rh_whole *whole, unsigned place, bool rtl);
/** The blocks whose registers differ by now, in a few lines. */
void rh_whole_tell(struct rh_whole *whole, FILE *to);

/** CPU seconds of this process. */
double rh_whole_seconds(void);

#endif
