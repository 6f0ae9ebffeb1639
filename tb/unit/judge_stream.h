// SPDX-License-Identifier: Apache-2.0
/** Command streams as text for the tests of the judge: "0 ACT 0 7; 12 RD 0 7 3; 50 REF all" is cycle, command, bank,
 * row, column; what is left out is 0. And presets with changes: "refresh=2 tRC=40 grain_bits=1". */
#ifndef JUDGE_STREAM_H
#define JUDGE_STREAM_H

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rowhold/rh_judge.h"
#include "rowhold/rh_preset_file.h"

enum { STREAM_MOST = 64 };

struct stream {
    struct rh_command_record commands[STREAM_MOST];
    unsigned count;
};

static inline unsigned stream_command(const char *name) {
    for (unsigned code = 0; code < RH_FOREIGN_COMMANDS; code++)
        if (strcmp(rh_command_name(code), name) == 0)
            return code;
    fprintf(stderr, "unknown command '%s' in a test stream\n", name);
    abort();
}

static inline struct rh_command_record stream_record(const char *text) {
    char name[8], bank[8];
    unsigned long long cycle;
    unsigned row = 0, column = 0;
    if (sscanf(text, "%llu %7s %7[a-z0-9] %u %u", &cycle, name, bank, &row, &column) < 3) {
        fprintf(stderr, "bad command '%s' in a test stream\n", text);
        abort();
    }
    bool all = strncmp(bank, "all", 3) == 0; /* "all8": of the rank of bank 8 */
    return (struct rh_command_record){.cycle = cycle,
                                      .command = (uint8_t)stream_command(name),
                                      .bank = (uint8_t)strtoul(bank + (all ? 3 : 0), NULL, 10),
                                      .all = all,
                                      .row = row,
                                      .column = (uint16_t)column};
}

static inline struct stream stream_parse(const char *text) {
    struct stream stream = {.count = 0};
    char copy[2048];
    (void)snprintf(copy, sizeof copy, "%s", text);
    for (char *save = NULL, *part = strtok_r(copy, ";", &save); part != NULL; part = strtok_r(NULL, ";", &save)) {
        if (stream.count == STREAM_MOST)
            abort();
        stream.commands[stream.count++] = stream_record(part);
    }
    return stream;
}

/* One "name=value" of `changes`. */
static inline void stream_change(struct rh_judge_setup *setup, const char *name, unsigned value) {
    if (strcmp(name, "refresh") == 0) {
        setup->refresh = (enum rh_refresh)value;
        return;
    }
    static const char *const of_geometry[] = {
        "grain_bits", "rank_bits", "subarray_group_bits", "subarray_bits", "stacked", "explicit_precharge", "managed"};
    uint8_t *const values[] = {&setup->grain_bits,    &setup->rank_bits, &setup->subarray_group_bits,
                               &setup->subarray_bits, &setup->stacked,   &setup->explicit_precharge,
                               &setup->managed};
    for (unsigned i = 0; i < sizeof values / sizeof values[0]; i++)
        if (strcmp(name, of_geometry[i]) == 0) {
            *values[i] = (uint8_t)value;
            return;
        }
#define RH_TIMING_DEVICE RH_TIMING
#define RH_TIMING(field, least, greatest, meaning)                                                                     \
    if (strcmp(name, #field) == 0) {                                                                                   \
        setup->timing.field = (uint16_t)value;                                                                         \
        return;                                                                                                        \
    }
#include "tables/timing.def"
#undef RH_TIMING
    fprintf(stderr, "unknown timing '%s' in a test\n", name);
    abort();
}

static inline struct rh_judge_setup stream_setup(const char *preset_name, const char *changes) {
    struct rh_preset preset;
    struct rh_error error = {""};
    if (!rh_preset_load(preset_name, &preset, &error)) {
        fprintf(stderr, "%s\n", error.text);
        abort();
    }
    struct rh_judge_setup setup = rh_judge_setup_from_preset(&preset);
    char copy[2200];
    (void)snprintf(copy, sizeof copy, "%s", changes == NULL ? "" : changes);
    for (char *save = NULL, *part = strtok_r(copy, " ", &save); part != NULL; part = strtok_r(NULL, " ", &save)) {
        char *equals = strchr(part, '=');
        *equals = '\0';
        stream_change(&setup, part, (unsigned)strtoul(equals + 1, NULL, 10));
    }
    return setup;
}

static inline struct rh_judge *stream_judge(const char *preset_name, const char *changes) {
    struct rh_judge_setup setup = stream_setup(preset_name, changes);
    struct rh_judge *judge = rh_judge_open(&setup);
    if (judge == NULL)
        abort();
    return judge;
}

/** Rules broken by the whole stream; `first` is the first verdict. */
static inline unsigned stream_run(struct rh_judge *judge, const struct stream *stream, struct rh_verdict *first) {
    unsigned broken = 0;
    for (unsigned i = 0; i < stream->count; i++) {
        struct rh_verdict verdict;
        unsigned now = rh_judge_command(judge, &stream->commands[i], &verdict);
        if (now > 0 && broken == 0)
            *first = verdict;
        broken += now;
    }
    return broken;
}

#endif
