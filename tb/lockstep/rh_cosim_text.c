// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_cosim_text.h"

#include <inttypes.h>
#include <string.h>

size_t rh_cosim_configuration(const struct rh_options *options, const struct rh_setup *setup, const char *kernel,
                              char *text, size_t size) {
    const struct rh_geometry *g = &setup->geometry;
    int n = snprintf(text, size,
                     "%s on %s, %u chip%s, queue %u, %u banks in %u group%s, %u command bus%s, %u responses%s, %s %s, "
                     "seed %" PRIu64,
                     setup->ops->name, setup->preset.name, setup->preset.chips, setup->preset.chips == 1 ? "" : "s",
                     g->queue, g->banks, g->groups, g->groups == 1 ? "" : "s", g->buses, g->buses == 1 ? "" : "es",
                     g->responses, g->registered ? ", registered commands" : "", kernel != NULL ? "kernel" : "stream",
                     kernel != NULL ? kernel : options->stream.stream, options->stream.seed);
    size_t length = n < 0 ? 0 : (size_t)n;
    return length +
           (length < size ? strlen(rh_policy_text(setup->ops, &setup->constraints, text + length, size - length)) : 0);
}

void rh_cosim_evidence(struct rh_evidence *evidence, const struct rh_block *block, const struct rh_rtl *rtl,
                       const struct rh_lockstep_tally *tally, uint64_t from) {
    size_t said = strlen(evidence->run);
    if (from != 0)
        (void)snprintf(evidence->run + said, sizeof evidence->run - said, ", from cycle %" PRIu64 " on", from);
    (void)snprintf(evidence->kind, sizeof evidence->kind, "%s", block->kind->name);
    (void)snprintf(evidence->design, sizeof evidence->design, "%s", block->ops->name);
    (void)snprintf(evidence->rtl_hash, sizeof evidence->rtl_hash, "%s", rtl->hash);
    (void)rh_rtl_parameters(block->kind, block->params, evidence->parameters, sizeof evidence->parameters);
    evidence->clocks = tally->clocks;
    evidence->output_bits = tally->output_bits;
    evidence->state_clocks = tally->state_clocks;
    evidence->state_bits = tally->state_bits;
    evidence->resets = tally->resets;
}

/** A text that is cut when it is full. */
struct writer {
    char *text;
    size_t size, length;
};

static void put(struct writer *w, const char *text) {
    for (; *text != '\0' && w->length + 1 < w->size; text++)
        w->text[w->length++] = *text;
    w->text[w->length] = '\0';
}

static void put_quoted(struct writer *w, const char *word) {
    static const char plain[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-+=./,:@%";
    put(w, " ");
    if (*word != '\0' && word[strspn(word, plain)] == '\0') {
        put(w, word);
        return;
    }
    put(w, "'");
    for (; *word != '\0'; word++) {
        char one[2] = {*word, '\0'};
        put(w, *word == '\'' ? "'\\''" : one);
    }
    put(w, "'");
}

/* Words of this option to leave out: 0, 1 (`--name` or `--name=value`) or 2 (`--name value`). */
static int words_left_out(const char *word) {
    static const char *const flags[] = {"view", "quiet", "whole"};
    static const char *const valued[] = {"wave",     "from",   "for",      "wave-channel", "stats",
                                         "commands", "events", "evidence", "histogram",    "requests-log"};
    if (strncmp(word, "--", 2) != 0)
        return 0;
    for (size_t i = 0; i < sizeof flags / sizeof flags[0]; i++)
        if (strcmp(word + 2, flags[i]) == 0)
            return 1;
    for (size_t i = 0; i < sizeof valued / sizeof valued[0]; i++) {
        size_t n = strlen(valued[i]);
        if (strncmp(word + 2, valued[i], n) == 0 && (word[2 + n] == '\0' || word[2 + n] == '='))
            return word[2 + n] == '=' ? 1 : 2;
    }
    return 0;
}

size_t rh_cosim_repeat(int argc, char *const *argv, const struct rh_cosim_again *again, uint64_t cycle,
                       unsigned channel, char *text, size_t size) {
    struct writer w = {text, size, 0};
    put(&w, "rowhold cosim");
    for (int i = 1; i < argc; i++) {
        int out = words_left_out(argv[i]);
        if (out == 0)
            put_quoted(&w, argv[i]);
        else
            i += out - 1;
    }
    if (again == NULL)
        return w.length;
    char tail[128];
    (void)snprintf(tail, sizeof tail, " --wave mismatch.fst --from %" PRIu64 " --for %" PRIu64, again->from,
                   cycle - again->from + 1);
    put(&w, tail);
    if (again->whole)
        put(&w, " --whole");
    if (channel != 0) {
        (void)snprintf(tail, sizeof tail, " --wave-channel %u", channel);
        put(&w, tail);
    }
    return w.length;
}

void rh_cosim_bits(const struct rh_lockstep_tally *t, uint64_t from, FILE *to) {
    fprintf(to, "  outputs      %" PRIu64 " bits, every clock\n", t->output_bits);
    if (t->state_clocks != 0)
        fprintf(to, "  registers    %" PRIu64 " bits, in %" PRIu64 " clocks\n", t->state_bits, t->state_clocks);
    else
        fprintf(to, "  registers    none: a netlist of gates shows its ports alone\n");
    if (t->loads != 0)
        fprintf(to, "  loads        %" PRIu64 " of the model's registers into the RTL\n", t->loads);
    if (from != 0)
        fprintf(to, "  window       from cycle %" PRIu64 " on; the C model ran alone up to there\n", from);
}

void rh_cosim_compared(const struct rh_cosim_setup *setup, const struct rh_block *block, unsigned channels,
                       const struct rh_cosim_result *result, FILE *to) {
    const struct rh_lockstep_tally *t = &result->tally;
    const struct rh_controller_counts *c = &result->counts;
    fprintf(to, "MATCHED: RTL and C model of rh_%s were equal in %" PRIu64 " clocks\n", block->ops->name, t->clocks);
    rh_cosim_bits(t, setup->from, to);
    fprintf(to, "  requests     %" PRIu64 " accepted, %" PRIu64 " commands issued; %u of %u channels drained\n",
            result->stats.requests, c->commands, result->drained, channels);
    fprintf(to,
            "  pressure     request port held in %" PRIu64 " clocks, response port in %" PRIu64
            "; queue filled %" PRIu64 " times, drained %" PRIu64 " times\n",
            c->requests_held, c->responses_held, c->fills, c->drains);
    unsigned known, seen;
    rh_events_seen(&c->events, block->params, &known, &seen);
    fprintf(to, "  events       %u of %u kinds happened: causes, levels, command pairs\n", seen, known);
    if (setup->reset_at != 0 && rh_cosim_is_behind(setup))
        fprintf(to, "  reset        before cycle %" PRIu64 ", behind the window\n", setup->reset_at);
    else if (setup->reset_at != 0)
        fprintf(to, "  reset        before cycle %" PRIu64 ", with %" PRIu64 " requests in flight%s\n", setup->reset_at,
                result->lost, result->lost == 0 ? ": it met an idle controller, choose another cycle" : "");
    fprintf(to, "  judge        %" PRIu64 " commands, %" PRIu64 " rule checks, none broken\n", result->judged,
            result->rules);
    fprintf(to, "  statistics   equal from both sides\n");
}
