// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_sc_face.h"

#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_model.h"
#include "rowhold/rh_variant.h"
#include "tb/lockstep/rh_bench.h"
#include "tb/lockstep/rh_lockstep.h"
#include "tb/lockstep/rh_mismatch.h"
#include "tb/lockstep/rh_rtl.h"

struct rh_sc_face {
    enum rh_kind_code kind;
    struct rh_block block;
    void *params, *config;
    struct rh_model model; /* these as `how` says */
    struct rh_rtl rtl;
    struct rh_rtl_alone *alone;
    struct rh_lockstep *lockstep;
    struct rh_wave *wave;
    struct rh_unit unit;
};

static bool refuse_memory(struct rh_error *error) {
    return rh_error_set(error, "systemc: found no memory for a block, expected enough");
}

/* The block with its own copy of the parameters. */
static bool make_block(struct rh_sc_face *face, const struct rh_sc_face_setup *setup, struct rh_error *error) {
    face->kind = rh_kind_find(setup->kind);
    if (face->kind == RH_KINDS)
        return rh_error_set(error, "systemc: found kind '%s', expected one of kinds.def", setup->kind);
    const struct rh_variant *variant = rh_variant_find(face->kind, setup->variant);
    if (variant == NULL)
        return rh_error_set(error, "systemc: found '%s', expected a variant of kind %s (rowhold list)", setup->variant,
                            setup->kind);
    const struct rh_kind *kind = rh_kind_of(face->kind)->kind;
    if (!kind->check(setup->params, error))
        return false;
    face->params = calloc(1, kind->params_size);
    face->config = calloc(1, kind->config_size);
    if (face->params == NULL || face->config == NULL)
        return refuse_memory(error);
    memcpy(face->params, setup->params, kind->params_size);
    rh_block_make(&face->block, kind, variant->ops, face->params);
    return true;
}

static bool open_model(struct rh_sc_face *face, struct rh_error *error) {
    const struct rh_block *block = &face->block;
    if (!rh_model_open(&face->model, block->kind, block->ops, face->params, face->config))
        return refuse_memory(error);
    face->unit = rh_model_unit(&face->model);
    return true;
}

static bool open_rtl(struct rh_sc_face *face, const struct rh_sc_face_setup *setup, struct rh_error *error) {
    if (!rh_rtl_load(&face->rtl, &face->block, setup->plugin, false, error))
        return false;
    if (setup->how == RH_SC_RTL) {
        face->alone = rh_rtl_alone_open(face->rtl.api, &face->block, face->config, setup->seed);
        if (face->alone == NULL)
            return refuse_memory(error);
        face->unit = rh_rtl_alone_unit(face->alone);
        return true;
    }
    if (setup->wave != NULL &&
        (face->wave = rh_wave_open(setup->wave, &face->block, setup->period_ps, true, error)) == NULL)
        return false;
    if (face->wave != NULL)
        rh_wave_config(face->wave, face->config);
    struct rh_lockstep_setup pair = {.block = &face->block,
                                     .config = face->config,
                                     .rtl = face->rtl.api,
                                     .seed = setup->seed,
                                     .compare_state = 1,
                                     .wave = face->wave};
    face->lockstep = rh_lockstep_open(&pair, error);
    if (face->lockstep == NULL)
        return false;
    face->unit = rh_lockstep_unit(face->lockstep);
    return true;
}

static void release(struct rh_sc_face *face) {
    rh_lockstep_close(face->lockstep);
    rh_rtl_alone_close(face->alone);
    rh_rtl_unload(&face->rtl);
    rh_model_close(&face->model);
    free(face->config);
    free(face->params);
    free(face);
}

struct rh_sc_face *rh_sc_face_open(const struct rh_sc_face_setup *setup, struct rh_error *error) {
    struct rh_sc_face *face = calloc(1, sizeof *face);
    if (face == NULL) {
        (void)refuse_memory(error);
        return NULL;
    }
    if (make_block(face, setup, error) &&
        (setup->how == RH_SC_MODEL ? open_model(face, error) : open_rtl(face, setup, error)))
        return face;
    rh_wave_discard(face->wave);
    release(face);
    return NULL;
}

bool rh_sc_face_close(struct rh_sc_face *face, struct rh_error *error) {
    if (face == NULL)
        return true;
    bool ok = face->wave == NULL || rh_wave_close(face->wave, error);
    release(face);
    return ok;
}

const struct rh_block *rh_sc_face_block(const struct rh_sc_face *face) {
    return &face->block;
}

void rh_sc_face_configure(struct rh_sc_face *face, const void *config) {
    memcpy(face->config, config, face->block.kind->config_size);
}

struct rh_unit rh_sc_face_unit(struct rh_sc_face *face) {
    return face->unit;
}

void rh_sc_face_report(const struct rh_sc_face *face, FILE *to) {
    if (face->lockstep == NULL || !rh_lockstep_differs(face->lockstep))
        return;
    char configuration[512];
    (void)rh_rtl_parameters(face->block.kind, face->params, configuration, sizeof configuration);
    const struct rh_bench_kind *bench = rh_bench_kind_of(face->kind);
    struct rh_mismatch_context context = {.configuration = configuration,
                                          .repeat = "run it again with a wave of the lockstep (rh_sc_pins --fst FILE)",
                                          .place = ", behind the pins of an sc_module",
                                          .past = bench->past != NULL ? bench->past : rh_random_bench.past};
    rh_mismatch_print(face->lockstep, &context, to);
}

uint64_t rh_sc_face_state_bits(const struct rh_sc_face *face) {
    return face->lockstep == NULL ? 0 : rh_lockstep_tally_of(face->lockstep)->state_bits;
}
