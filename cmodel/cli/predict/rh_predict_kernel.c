// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/predict/rh_predict_kernel.h"

#include <stdio.h>
#include <stdlib.h>

/* The functional run of a program. */
struct made {
    struct rh_stream stream; /* first: reads what follows */
    struct rh_run_kernel program;
    struct rh_stream *requests;
    unsigned cores; /* of a cluster */
};

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct made *made = (struct made *)stream;
    int status = made->requests->next(made->requests, request, error);
    if (status == 1) {
        request->core = (uint16_t)(request->core / made->cores);
        request->created++; /* one of clock 0 would be one without a clock */
    }
    return status;
}

static void close_made(struct rh_stream *stream) {
    struct made *made = (struct made *)stream;
    if (made->requests != NULL)
        made->requests->close(made->requests);
    rh_run_kernel_close(&made->program);
    free(made);
}

struct rh_stream *rh_predict_kernel_stream(const struct rh_predict_run *run, struct rh_error *error) {
    const struct rh_run_kernel *program = &run->loop.kernel;
    struct made *made = calloc(1, sizeof *made);
    if (made == NULL) {
        rh_error_set(error, "predict: found no memory, expected enough");
        return NULL;
    }
    made->program = (struct rh_run_kernel){.preset = program->preset, .machine = program->machine};
    made->cores = program->machine.cores / program->machine.clusters;
    struct rh_gpu_functional *functional = rh_run_kernel_functional(
        &made->program, &run->kernel, &run->options, &run->setup.preset, program->machine.controllers, error);
    if (functional == NULL) {
        close_made(&made->stream);
        return NULL;
    }
    made->requests = rh_gpu_functional_stream(functional);
    made->stream = *made->requests;
    made->stream.next = next;
    made->stream.close = close_made;
    return &made->stream;
}

bool rh_predict_kernel_open(struct rh_predict_run *run, struct rh_error *error) {
    const struct rh_loop_setup unwatched = {.unwatched = true};
    struct rh_gpu_machine *machine = &run->loop.kernel.machine;
    if (run->options.stream.channels != 0)
        machine->controllers = run->options.stream.channels;
    run->channels = machine->controllers;
    if (machine->l2_lines != 0 && !run->options.quiet)
        fprintf(stderr, "note: --machine: the models look at the requests in front of its L2\n");
    if (!rh_run_network_open(&run->loop, &run->options, &run->kernel, &run->setup, NULL, run->channels, &unwatched,
                             error))
        return false;
    run->setup.geometry = rh_loop_setup_of(run->loop.loop)->geometry; /* tags are the loop's */
    return true;
}

bool rh_predict_kernel_divide(struct rh_predict_run *run, struct rh_error *error) {
    struct rh_stream *made = rh_predict_kernel_stream(run, error);
    if (made == NULL)
        return false;
    run->loop.streams = rh_core_streams_open(made, rh_loop_setup_of(run->loop.loop)->cores, 0, true, error);
    return run->loop.streams != NULL &&
           (rh_core_streams_total(run->loop.streams) != 0 ||
            rh_error_set(error, "--kernel %s: found no request, expected at least one", run->kernel.kernel));
}
