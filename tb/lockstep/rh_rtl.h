// SPDX-License-Identifier: Apache-2.0
/** The RTL of one block with its parameters, or of a top of many (rh_whole.h), Verilated into a shared object (a
 * plug-in), and its loader.
 *
 * A plug-in knows nothing of layouts: it moves ports and the raw observation vector. Sampling, reset and random initial
 * values: docs/cycle_contract.md.
 */
#ifndef RH_RTL_H
#define RH_RTL_H

#ifdef __cplusplus
#include <cstddef>
#include <cstdint>
extern "C" {
#else
#include <stddef.h>
#include <stdint.h>
#endif

#ifndef __cplusplus
#include "rowhold/rh_block.h"
#endif

/** Grows with every change of struct rh_rtl_api that a compiled plug-in would not follow. */
enum { RH_RTL_ABI = 5 };

/** What a plug-in exports through `rh_rtl_plugin`. */
struct rh_rtl_api {
    uint32_t abi;                                             /**< RH_RTL_ABI of its build */
    uint32_t params_bytes, config_bytes, in_bytes, out_bytes; /**< sizes of the kind's structs in its build */
    const char *kind, *name;                                  /**< in the registry */
    const void *params;                                       /**< it was elaborated with */
    uint32_t observation_bits;                                /**< OBS_BITS of the module; 0: a netlist of gates */
    /** A new instance; every register starts at a random value drawn from `seed`. NULL without memory. */
    void *(*open)(uint64_t seed);
    void (*close)(void *self);
    /** Drive the configuration inputs from now on. */
    void (*configure)(void *self, const void *config);
    /** One clock with the reset active and these inputs. */
    void (*reset)(void *self, const void *in);
    /** One clock: outputs, and (unless NULL) the registers before the edge, as ceil(observation_bits / 32) words. */
    void (*cycle)(void *self, const void *in, void *out, uint32_t *observation);
    /** The outputs that a clock with these inputs would show; there is no edge. */
    void (*peek)(void *self, const void *in, void *out);
    /** One clock whose edge loads the registers from words such as `cycle` gives; its inputs are all 0. What a loaded
     * state must be: docs/cycle_contract.md. NULL: a netlist of gates, a top of many blocks. */
    void (*load)(void *self, const uint32_t *state);
    /** After a step: the contract of a port that it broke (rtl/core/rh_contract_*.sv), in a line that names the port,
     * or NULL. The member NULL: none is watched. */
    const char *(*broken)(void *self);
};
typedef const struct rh_rtl_api *rh_rtl_plugin_fn(void);

/** A loaded plug-in. */
struct rh_rtl {
    const struct rh_rtl_api *api;
    void *library;
    char hash[72]; /**< "sha256:" and the key that scripts/verilate put beside it; "": there is none */
};

#ifndef __cplusplus
/** "fifo-q32-b4-g1-u1-r12-c8-t8-p16-w8-o0-n0-k0-s0-e5-h0-d0-a0": a block with its parameters in one word, for messages;
 * returns its length. */
size_t rh_rtl_name(const struct rh_kind *kind, const char *variant, const void *params, char *text, size_t size);
/** "QUEUE=32 BANKS=4 ...": the module's parameters as scripts/verilate takes them; returns the length. */
size_t rh_rtl_parameters(const struct rh_kind *kind, const void *params, char *text, size_t size);

/** A netlist of gates (scripts/verilate --gates): its registers can't be seen, and its outputs that are there for
 * observation alone (rh_kind's `observed`) are 0. */
bool rh_rtl_is_gates(const struct rh_rtl_api *api, const struct rh_block *block);

/** Load the plug-in for a block: `file`, as it is, when it is given; else the one that scripts/verilate finds in its
 * cache by the contents of the sources, or builds now (said on stderr unless `quiet`). A top of many blocks is one
 * whose ops have no step; without `params` it may have any.
 * Refused with one line: no such file, another ABI, block, parameters or observation vector, no Verilator, no source
 * folder. */
bool rh_rtl_load(struct rh_rtl *rtl, const struct rh_block *block, const char *file, bool quiet,
                 struct rh_error *error);
void rh_rtl_unload(struct rh_rtl *rtl);

/** The RTL of one block without its model beside it, as a unit (rh_unit.h). */
struct rh_rtl_alone;
struct rh_unit;

/** After one clock of reset; NULL without memory. `seed`: of the registers' initial values. `rtl`, `block` and `config`
 * must live as long. */
struct rh_rtl_alone *rh_rtl_alone_open(const struct rh_rtl_api *rtl, const struct rh_block *block, const void *config,
                                       uint64_t seed);
void rh_rtl_alone_close(struct rh_rtl_alone *alone); /**< NULL is harmless */
/** Its reset drives the configuration as it is by then. It can't skip: nothing tells whether an edge would change a
 * register. */
struct rh_unit rh_rtl_alone_unit(struct rh_rtl_alone *alone);
#endif

#ifdef __cplusplus
}
#endif
#endif
