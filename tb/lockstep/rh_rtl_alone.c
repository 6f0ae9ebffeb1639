// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_rtl_alone.h"

#include <stdlib.h>

struct rh_rtl_alone {
    const struct rh_rtl_api *rtl;
    void *self;
    const void *config;
    void *none; /* inputs of a reset */
};

static void reset(void *self) {
    const struct rh_rtl_alone *alone = self;
    alone->rtl->configure(alone->self, alone->config);
    alone->rtl->reset(alone->self, alone->none);
}

struct rh_rtl_alone *rh_rtl_alone_open(const struct rh_rtl_api *rtl, const struct rh_block *block, const void *config,
                                       uint64_t seed) {
    struct rh_rtl_alone *alone = calloc(1, sizeof *alone);
    if (alone == NULL)
        return NULL;
    alone->rtl = rtl;
    alone->config = config;
    alone->self = rtl->open(seed);
    alone->none = calloc(1, block->kind->in_size);
    if (alone->self == NULL || alone->none == NULL) {
        rh_rtl_alone_close(alone);
        return NULL;
    }
    reset(alone);
    return alone;
}

void rh_rtl_alone_close(struct rh_rtl_alone *alone) {
    if (alone == NULL)
        return;
    if (alone->self != NULL)
        alone->rtl->close(alone->self);
    free(alone->none);
    free(alone);
}

static bool step(void *self, const void *in, void *out) {
    const struct rh_rtl_alone *alone = self;
    alone->rtl->step(alone->self, in, out, NULL);
    return alone->rtl->broken == NULL || alone->rtl->broken(alone->self) == NULL;
}

static void peek(void *self, const void *in, void *out) {
    const struct rh_rtl_alone *alone = self;
    alone->rtl->peek(alone->self, in, out);
}

struct rh_unit rh_rtl_alone_unit(struct rh_rtl_alone *alone) {
    return (struct rh_unit){
        .self = alone, .step = step, .peek = alone->rtl->peek != NULL ? peek : NULL, .reset = reset};
}
