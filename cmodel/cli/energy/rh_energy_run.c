// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/energy/rh_energy_run.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/run/rh_run_report.h"
#include "rowhold/rh_command_trace.h"
#include "rowhold/rh_energy_data.h"
#include "rowhold/rh_hash.h"
#include "rowhold/rh_system.h"

enum { ATOM_BITS = 256 };

const struct rh_energy *rh_energy_choose(const struct rh_energy_options *options, const char *preset,
                                         struct rh_error *error) {
    const struct rh_energy *energy = rh_energy_find(options->kind != NULL ? options->kind : preset);
    char names[256] = "";
    for (unsigned i = 0, used = 0; energy == NULL && rh_energy_at(i) != NULL; i++)
        used +=
            (unsigned)snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "" : ", ", rh_energy_at(i)->name);
    if (energy == NULL)
        rh_error_set(error, "--preset: found '%.64s', which has no energies, expected --kind with one of %s", preset,
                     names);
    return energy;
}

/* Counts and activity are known: the rest follows. */
static void settle(struct rh_energy_row *row, const struct rh_preset *preset, uint64_t cycles) {
    const struct rh_energy_counts counts = rh_energy_counts_of(preset, row->activates, row->column_commands);
    row->counted = true;
    (void)snprintf(row->preset, sizeof row->preset, "%s", preset->name);
    row->accesses = row->activates == 0 ? 0 : (double)row->column_commands / (double)row->activates;
    row->gb_per_s = cycles == 0 ? 0 : (double)counts.bits * 125 / ((double)cycles * preset->tck_ps);
    rh_energy_per_bit(row->energy, &counts, &row->activity, row->pj);
}

/* A stream that hands the payloads of its writes on. */
struct tee {
    struct rh_stream stream;
    struct rh_stream *from;
    struct rh_energy_data *data;
    uint8_t *bytes; /* of a column command */
};

static int next_tee(struct rh_stream *stream, struct rh_request *request, struct rh_error *error) {
    struct tee *tee = (struct tee *)stream;
    int got = tee->from->next(tee->from, request, error);
    for (unsigned i = 0; got > 0 && request->write && i < request->commands; i++)
        rh_energy_data_write(tee->data, request, i, rh_stream_payload(tee->from, i, tee->bytes) ? tee->bytes : NULL);
    return got;
}

struct run {
    struct rh_options options;
    struct rh_setup setup;
    struct rh_stream *stream;
    struct rh_system *system;
    struct tee tee; /* with data alone */
    unsigned channels;
};

static void close_run(struct run *run) {
    rh_system_close(run->system);
    rh_energy_data_close(run->tee.data);
    free(run->tee.bytes);
    if (run->stream != NULL)
        run->stream->close(run->stream);
}

/* The stream, and what keeps its payloads where it may have some. */
static bool open_run(struct run *run, const struct rh_energy_options *energy, struct rh_energy_row *row,
                     struct rh_error *error) {
    struct rh_options *options = &run->options;
    if (!rh_options_files(options, NULL, 0, error) || !rh_options_resolve(options, &run->setup, error))
        return false;
    const struct rh_preset *preset = &run->setup.preset;
    row->energy = rh_energy_choose(energy, preset->name, error);
    if (row->energy == NULL || !rh_options_stream(options, &run->setup, &run->stream, &run->channels, error))
        return false;
    bool data = rh_stream_has_payload(&options->stream, run->stream);
    if (data) {
        run->tee = (struct tee){.stream = *run->stream, .from = run->stream};
        run->tee.stream.next = next_tee;
        run->tee.bytes = malloc(rh_preset_command_bytes(preset));
        run->tee.data = rh_energy_data_open(row->energy, run->channels, preset->banks, rh_preset_command_bytes(preset));
        if (run->tee.bytes == NULL || run->tee.data == NULL)
            return rh_error_set(error, "energy: found no memory, expected enough");
    }
    const struct rh_system_setup setup = {
        .preset = preset,
        .ops = run->setup.ops,
        .geometry = run->setup.geometry,
        .gaps = run->setup.gaps,
        .channels = run->channels, /* in one thread: the payloads of all channels are kept in one place */
        .judge = true,
        .sink = data ? rh_energy_data_command : NULL,
        .sink_user = run->tee.data,
    };
    run->system = rh_system_open(&setup, error);
    return run->system != NULL;
}

static bool hash_run(const struct run *run, struct rh_energy_row *row, struct rh_error *error) {
    const struct rh_run_report report = {
        .stream = &run->options.stream,
        .setup = &run->setup,
        .channels = run->channels,
        .content_hash = rh_stream_content_hash(&run->options.stream, run->stream),
        .timed = run->stream->timed,
    };
    char *text = NULL;
    size_t size = 0;
    FILE *memory = open_memstream(&text, &size);
    if (memory != NULL)
        rh_run_configuration(memory, &report);
    bool good = memory != NULL && fclose(memory) == 0;
    if (good)
        (void)snprintf(row->hash, sizeof row->hash, "fnv1a64:%016llx",
                       (unsigned long long)rh_hash(RH_HASH_START, text, size));
    free(text);
    return good || rh_error_set(error, "energy: found no memory, expected enough");
}

static int finish(const struct run *run, const struct rh_energy_options *energy, struct rh_energy_row *row,
                  struct rh_error *error) {
    const struct rh_stats *total = rh_system_total(run->system);
    const struct rh_energy_data *data = run->tee.data;
    if (total->requests == 0) {
        rh_error_set(error, "--stream %s: found no request, expected at least one", run->options.stream.stream);
        return 2;
    }
    if (data != NULL && !rh_energy_data_good(data)) {
        rh_error_set(error, "energy: found no memory for the data, expected enough");
        return 2;
    }
    row->activates = total->activates;
    row->column_commands = total->column_commands;
    row->activity = rh_energy_stated(row->energy, energy->toggle_rate, energy->ones_share, energy->inverted);
    row->known = 0;
    if (data != NULL) {
        const struct rh_bus_activity_counts io = rh_energy_data_io(data);
        row->known = (double)io.known / (double)io.bits;
        row->activity = rh_energy_data_activity(data, energy->toggle_rate, energy->ones_share, energy->inverted);
    }
    settle(row, &run->setup.preset, total->cycles);
    return hash_run(run, row, error) ? 0 : 2;
}

int rh_energy_run(const struct rh_options *options, const struct rh_energy_options *energy, bool note,
                  struct rh_energy_row *row, struct rh_error *error) {
    struct run run = {.options = *options};
    int code = 2;
    *row = (struct rh_energy_row){.energy = NULL};
    run.options.quiet = !note;
    if (open_run(&run, energy, row, error)) {
        rh_options_notes(&run.options, &run.setup, run.stream->note);
        enum rh_system_end end = rh_system_run(run.system, run.tee.data != NULL ? &run.tee.stream : run.stream, error);
        code = end == RH_SYSTEM_DONE ? finish(&run, energy, row, error) : end == RH_SYSTEM_ERROR ? 2 : 1;
    }
    close_run(&run);
    return code;
}

struct count {
    struct rh_energy_row *row;
    uint64_t first, last;
    unsigned burst;
};

static bool count_command(void *user, uint64_t line, const struct rh_command_record *record, struct rh_error *error) {
    struct count *count = user;
    (void)line;
    (void)error;
    uint8_t command = record->command;
    bool column = command == RH_RD || command == RH_RDA || command == RH_WR || command == RH_WRA;
    uint64_t end = record->cycle + (column ? count->burst : 1);
    count->row->activates += command == RH_ACT;
    count->row->column_commands += column;
    if (record->cycle < count->first)
        count->first = record->cycle;
    if (end > count->last)
        count->last = end;
    return true;
}

bool rh_energy_trace(const struct rh_options *options, const struct rh_energy_options *energy, const char *file,
                     struct rh_energy_row *row, struct rh_error *error) {
    struct rh_options own = *options;
    struct rh_setup setup;
    const struct rh_file_use use = {"--commands-from", file, false};
    *row = (struct rh_energy_row){.energy = NULL};
    if (!rh_options_files(&own, &use, 1, error) || !rh_options_resolve(&own, &setup, error))
        return false;
    row->energy = rh_energy_choose(energy, setup.preset.name, error);
    struct count count = {row, UINT64_MAX, 0, setup.preset.timing.tBURST};
    const struct rh_command_trace trace = {.preset = &setup.preset};
    if (row->energy == NULL || !rh_command_trace_read(file, &trace, count_command, &count, error))
        return false;
    if (row->column_commands == 0)
        return rh_error_set(error, "%s: found no column command, expected at least one", file);
    row->activity = rh_energy_stated(row->energy, energy->toggle_rate, energy->ones_share, energy->inverted);
    settle(row, &setup.preset, count.last - count.first);
    return true;
}

void rh_energy_state(const struct rh_energy *kind, const struct rh_energy_options *energy, double accesses,
                     struct rh_energy_row *row) {
    const struct rh_energy_counts counts = {1, kind->row_bytes / accesses, ATOM_BITS};
    *row = (struct rh_energy_row){
        .energy = kind,
        .accesses = accesses,
        .activity = rh_energy_stated(kind, energy->toggle_rate, energy->ones_share, energy->inverted),
    };
    rh_energy_per_bit(kind, &counts, &row->activity, row->pj);
}
