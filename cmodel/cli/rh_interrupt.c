// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_interrupt.h"

#include <signal.h>
#include <stddef.h>
#include <stdio.h>

#include "cmodel/files/rh_console.h"

static volatile sig_atomic_t came;
static struct sigaction before;

static void note(int number) {
    came = 1;
    (void)sigaction(number, &before, NULL);
}

void rh_interrupt_catch(void) {
    struct sigaction action = {.sa_flags = SA_RESTART};
    action.sa_handler = note;
    if (rh_console() == NULL && sigaction(SIGINT, NULL, &before) == 0 && before.sa_handler != SIG_IGN)
        (void)sigaction(SIGINT, &action, NULL);
}

bool rh_interrupt_came(void) {
    return came != 0 || rh_console_stopped();
}

bool rh_interrupt_stop(void *user) {
    (void)user;
    return rh_interrupt_came();
}

void rh_interrupt_end(void) {
    if (came == 0)
        return;
    (void)fflush(NULL);
    (void)raise(SIGINT); /* `before` removes temporaries and ends the program */
}

static int next(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct rh_interrupt_gate *gate = (struct rh_interrupt_gate *)stream;
    return rh_interrupt_came() ? 0 : gate->from->next(gate->from, request, error);
}

static int fill(struct rh_stream *stream, struct rh_request *requests, size_t room, size_t *n, struct rh_error *error) {
    struct rh_interrupt_gate *gate = (struct rh_interrupt_gate *)stream;
    *n = 0;
    return rh_interrupt_came() ? 0 : rh_request_fill(gate->from, requests, room, n, error);
}

void rh_interrupt_gate(struct rh_interrupt_gate *gate, struct rh_stream *from) {
    gate->from = from;
    gate->stream = *from;
    gate->stream.next = gate->stream.fills_for = next;
    gate->stream.fill = fill;
}
