// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/energy/rh_energy_table.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_interrupt.h"
#include "cmodel/cli/rh_plot.h"
#include "cmodel/cli/simulate/rh_run_summary.h"
#include "cmodel/cost/rh_dram_area.h"
#include "cmodel/cost/rh_energy_data.h"
#include "cmodel/cost/rh_energy_published.h"
#include "cmodel/embedding/rh_run_report.h"
#include "cmodel/stats/rh_standby.h"
#include "cmodel/trace/rh_command_trace.h"
#include "rowhold/rh_hash.h"
#include "rowhold/rh_system.h"

/*  */

enum { ATOM_BITS = 256 };

/* "hbm2, qb_hbm, ...": all kinds, or those whose energies hang on the data. */
static const char *kind_names(bool of_data, char *names, size_t size) {
    names[0] = '\0';
    for (unsigned i = 0, used = 0; rh_energy_at(i) != NULL && used < size; i++)
        if (!of_data || !rh_energy_by_currents(rh_energy_at(i)))
            used += (unsigned)snprintf(names + used, size - used, "%s%s", used == 0 ? "" : ", ", rh_energy_at(i)->name);
    return names;
}

const struct rh_energy *rh_energy_choose(const struct rh_energy_options *options, const char *name, const char *device,
                                         struct rh_error *error) {
    const struct rh_energy *energy = rh_energy_find(options->kind != NULL ? options->kind : device);
    char names[256];
    if (energy == NULL) {
        const char *reason = rh_energy_none(device);
        rh_error_set(error, "--preset: found '%.64s', which has no energies%s%s, expected --kind with one of %s", name,
                     reason != NULL ? ": " : "", reason != NULL ? reason : "", kind_names(false, names, sizeof names));
        return NULL;
    }
    if (rh_energy_by_currents(energy) && options->stated) {
        rh_error_set(error,
                     "--toggle-rate, --ones-share, --dbi: found %s, whose currents are those of a data sheet's "
                     "data, expected one of %s",
                     energy->name, kind_names(true, names, sizeof names));
        return NULL;
    }
    return energy;
}

/* Counts and activity are known: the rest follows. `slept`: of RH_STANDBY_SLEEPS; NULL: no rank ever does. */
static void complete(struct rh_energy_row *row, const struct rh_preset *preset, const struct rh_stats *stats,
                     unsigned channels, const uint64_t *slept) {
    struct rh_energy_counts counts = rh_energy_counts_of(preset, stats, channels);
    if (slept != NULL)
        memcpy(counts.slept, slept, sizeof counts.slept);
    row->counted = true;
    (void)snprintf(row->preset, sizeof row->preset, "%s", preset->name);
    row->activates = stats->activates;
    row->column_commands = stats->column_commands;
    row->open_clocks = counts.open_clocks;
    row->clocks = counts.clocks;
    row->accesses = row->activates == 0 ? 0 : (double)row->column_commands / (double)row->activates;
    row->gb_per_s = stats->cycles == 0 ? 0 : (double)counts.bits * 125 / ((double)stats->cycles * preset->tck_ps);
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
    row->energy = rh_energy_choose(energy, preset->name, preset->device, error);
    if (row->energy == NULL || !rh_options_stream(options, &run->setup, &run->stream, &run->channels, error))
        return false;
    bool data = !rh_energy_by_currents(row->energy) && rh_stream_has_payload(&options->stream, run->stream);
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
        .constraints = run->setup.constraints,
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
    row->activity = rh_energy_stated(row->energy, energy->toggle_rate, energy->ones_share, energy->inverted);
    row->known = 0;
    if (data != NULL) {
        const struct rh_bus_activity_counts io = rh_energy_data_io(data);
        row->known = (double)io.known / (double)io.bits;
        row->activity = rh_energy_data_activity(data, energy->toggle_rate, energy->ones_share, energy->inverted);
    }
    complete(row, &run->setup.preset, total, run->channels, NULL);
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
        struct rh_interrupt_gate gate;
        rh_interrupt_gate(&gate, run.tee.data != NULL ? &run.tee.stream : run.stream);
        enum rh_system_end end = rh_system_run(run.system, &gate.stream, error);
        code = end == RH_SYSTEM_DONE ? finish(&run, energy, row, error) : end == RH_SYSTEM_ERROR ? 2 : 1;
    }
    close_run(&run);
    return code;
}

/* A channel of a command trace. */
struct counted_channel {
    bool seen;
    struct rh_standby standby;
};

struct count {
    const struct rh_setup *setup;
    struct rh_stats stats;
    uint64_t first, last;
    struct counted_channel *channel; /* by number */
    size_t room;
    unsigned channels; /* with a command */
};

/* The channel's standby; NULL without memory. */
static struct rh_standby *standby_of(struct count *count, unsigned number) {
    if (number >= count->room) {
        size_t room = 2 * (size_t)number + 2;
        struct counted_channel *channel = realloc(count->channel, room * sizeof *channel);
        if (channel == NULL)
            return NULL;
        memset(channel + count->room, 0, (room - count->room) * sizeof *channel);
        count->channel = channel;
        count->room = room;
    }
    struct counted_channel *channel = &count->channel[number];
    count->channels += !channel->seen;
    channel->seen = true;
    channel->standby.stats = &count->stats;
    return &channel->standby;
}

static bool count_command(void *user, uint64_t line, const struct rh_command_record *record, struct rh_error *error) {
    struct count *count = user;
    (void)line;
    const struct rh_setup *setup = count->setup;
    uint8_t command = record->command;
    bool column = rh_command_is_column(command);
    uint64_t end = record->cycle + (column ? setup->preset.timing.tBURST : 1);
    struct rh_standby *standby = standby_of(count, record->channel);
    if (standby == NULL)
        return rh_error_set(error, "energy: found no memory, expected enough");
    rh_stats_command(&count->stats, command);
    if (rh_command_is_power(command))
        rh_standby_power(standby, &setup->geometry, record->cycle, command, record->bank);
    else if (column)
        rh_standby_column(standby, &setup->geometry, &setup->constraints, record->cycle, command, record->bank);
    else
        rh_standby_row(standby, &setup->geometry, record->cycle, command, record->bank, record->all);
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
    row->energy = rh_energy_choose(energy, setup.preset.name, setup.preset.device, error);
    struct count count = {.setup = &setup, .first = UINT64_MAX};
    const struct rh_command_trace trace = {.preset = &setup.preset};
    bool good = row->energy != NULL && rh_command_trace_read(file, &trace, count_command, &count, error);
    uint64_t slept[RH_STANDBY_SLEEPS] = {0};
    for (size_t i = 0; good && i < count.room; i++) {
        rh_standby_count(&count.channel[i].standby, &setup.geometry, count.last);
        for (unsigned k = 0; k < RH_STANDBY_SLEEPS; k++)
            slept[k] += count.channel[i].standby.slept[k];
    }
    free(count.channel);
    if (!good)
        return false;
    if (count.stats.column_commands == 0)
        return rh_error_set(error, "%s: found no column command, expected at least one", file);
    count.stats.cycles = count.last - count.first;
    row->activity = rh_energy_stated(row->energy, energy->toggle_rate, energy->ones_share, energy->inverted);
    complete(row, &setup.preset, &count.stats, count.channels, slept);
    return true;
}

void rh_energy_state(const struct rh_energy *kind, const struct rh_energy_options *energy, double accesses,
                     struct rh_energy_row *row) {
    const struct rh_energy_counts counts = {.activates = 1, .row_bytes = kind->row_bytes / accesses, .bits = ATOM_BITS};
    *row = (struct rh_energy_row){
        .energy = kind,
        .accesses = accesses,
        .activity = rh_energy_stated(kind, energy->toggle_rate, energy->ones_share, energy->inverted),
    };
    rh_energy_per_bit(kind, &counts, &row->activity, row->pj);
}

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))
#define HIDDEN(name_, kind_, ...)                                                                                      \
    { .name = name_, .kind = RH_CELL_##kind_, .hidden = true, __VA_ARGS__ }

static const struct rh_column columns[] = {
    HIDDEN("preset", TEXT, .maybe = true),
    {.name = "kind", .kind = RH_CELL_TEXT, .meaning = "whose energies count"},
    HIDDEN("configuration_hash", TEXT, .maybe = true, .meaning = "of the run, as `rowhold simulate --stats` has it"),
    HIDDEN("activates", COUNT, .maybe = true),
    HIDDEN("column_commands", COUNT, .maybe = true),
    {.name = "accesses",
     .heading = "accesses\nan ACT",
     .kind = RH_CELL_REAL,
     .digits = 2,
     .maybe = true,
     .meaning = "column commands an activate; none without an activate"},
    HIDDEN("open_cycles", COUNT, .maybe = true,
           .meaning = "clocks in which a bank of the rank is open, summed over ranks and channels"),
    HIDDEN("all_cycles", COUNT, .maybe = true, .meaning = "all of them, summed in the same way"),
    HIDDEN("known", REAL, .meaning = "share of the bits whose data the trace gives"),
    {.name = "toggles",
     .heading = "toggles\n%",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .scale = 100,
     .maybe = true,
     .sparse = true,
     .meaning = "lines of the internal bus that toggle, a bit"},
    {.name = "io_activity",
     .heading = "pins\n%",
     .kind = RH_CELL_REAL,
     .digits = 1,
     .scale = 100,
     .maybe = true,
     .sparse = true,
     .meaning = "toggles of the pins (HBM2) or ones on them a bit, the line of data-bus inversion included"},
#define RH_ENERGY_COMPONENT(name_, of, meaning_)                                                                       \
    {.name = #name_, .kind = RH_CELL_REAL, .digits = 2, .maybe = true, .sparse = true, .meaning = "pJ/b: " meaning_},
#include "tables/energy.def"
    {.name = "total", .kind = RH_CELL_REAL, .digits = 2, .meaning = "pJ/b"},
    HIDDEN("published_total", REAL, .maybe = true, .meaning = "pJ/b: the paper's mean of this kind"),
    HIDDEN("gb_per_s", REAL, .maybe = true, .meaning = "moved in the run"),
    HIDDEN("power_w", REAL, .maybe = true, .meaning = "of these"),
    HIDDEN("peak_gb_per_s", REAL, .maybe = true, .meaning = "of all stacks together"),
    HIDDEN("peak_power_w", REAL, .maybe = true, .meaning = "at that"),
    HIDDEN("limit_gb_per_s", REAL, .meaning = "that the power limit allows"),
    HIDDEN("published_limit_gb_per_s", REAL, .maybe = true, .meaning = "that it allows at the published mean"),
};

static const struct rh_column configuration[] = {
    {.name = "source", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "stream or command trace"},
    {.name = "accesses", .kind = RH_CELL_REAL, .maybe = true, .meaning = "of --accesses"},
    {.name = "kind", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of --kind"},
    {.name = "toggle_rate", .kind = RH_CELL_REAL},
    {.name = "ones_share", .kind = RH_CELL_REAL},
    {.name = "dbi", .kind = RH_CELL_FLAG},
    {.name = "power_limit_w", .kind = RH_CELL_REAL},
    {.name = "stacks", .kind = RH_CELL_COUNT},
};

const struct rh_form rh_form_energy = {
    .name = "energy",
    .command = "rowhold energy --json",
    .configuration = RH_FORM_PART("configuration", configuration,
                                  "activity of the data, power and stacks; a row's run has a hash of its own"),
    .rows = RH_FORM_PART("rows", columns, "a preset, or a kind with --accesses"),
};

static bool maybe_text(struct rh_table *table, const char *text) {
    return rh_table_text(table, text[0] != '\0' ? text : NULL);
}

static double peak(const struct rh_energy_view *view, const struct rh_energy_row *row) {
    return view->stacks * row->energy->stack_gb_per_s;
}

/* What only a kind of the paper has: a published mean, and the peak of its stacks. */
static bool add_paper(struct rh_table *table, const struct rh_energy_view *view, const struct rh_energy_row *row) {
    double total = rh_energy_total(row->pj), published = rh_energy_published_total(row->energy->name);
    bool stacks = row->energy->stack_gb_per_s > 0;
    return rh_table_maybe(table, published > 0, published) && rh_table_maybe(table, row->counted, row->gb_per_s) &&
           rh_table_maybe(table, row->counted, rh_energy_power(total, row->gb_per_s)) &&
           rh_table_maybe(table, stacks, peak(view, row)) &&
           rh_table_maybe(table, stacks, rh_energy_power(total, peak(view, row))) &&
           rh_table_real(table, rh_energy_bandwidth(total, view->power)) &&
           rh_table_maybe(table, published > 0, rh_energy_bandwidth(published, view->power));
}

static bool add_row(struct rh_table *table, const struct rh_energy_view *view, const struct rh_energy_row *row) {
    bool data = !rh_energy_by_currents(row->energy);
    bool good = maybe_text(table, row->preset) && rh_table_text(table, row->energy->name) &&
                maybe_text(table, row->hash) && rh_table_known(table, row->counted ? (int64_t)row->activates : -1) &&
                rh_table_known(table, row->counted ? (int64_t)row->column_commands : -1) &&
                rh_table_maybe(table, row->accesses > 0, row->accesses) &&
                rh_table_known(table, row->counted ? (int64_t)row->open_clocks : -1) &&
                rh_table_known(table, row->counted ? (int64_t)row->clocks : -1) && rh_table_real(table, row->known) &&
                rh_table_maybe(table, data, row->activity.toggles) && rh_table_maybe(table, data, row->activity.io);
    for (unsigned i = 0; good && i < RH_ENERGY_COMPONENTS; i++) {
        bool sleeps = i == RH_ENERGY_power_down || i == RH_ENERGY_self_refresh; /* in some command traces alone */
        good = rh_table_maybe(table, rh_energy_has(row->energy, i) && (!sleeps || row->pj[i] > 0), row->pj[i]);
    }
    return good && rh_table_real(table, rh_energy_total(row->pj)) && add_paper(table, view, row);
}

static const struct rh_column limits[] = {
    {.name = "kind", .kind = RH_CELL_TEXT},
    {.name = "pj", .heading = "pJ/b", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "limit", .heading = "allows\nGB/s", .kind = RH_CELL_REAL},
    {.name = "published", .heading = "published\npJ/b", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "published_limit", .heading = "allows then\nGB/s", .kind = RH_CELL_REAL},
    {.name = "peak", .heading = "peak\nGB/s", .kind = RH_CELL_REAL},
    {.name = "needs", .heading = "needs\nW", .kind = RH_CELL_REAL, .digits = 1},
    {.name = "published_needs", .heading = "needs then\nW", .kind = RH_CELL_REAL, .digits = 1},
};

/* NULL without memory. */
static struct rh_table *make_limits(const struct rh_energy_view *view) {
    struct rh_table *table = rh_table_open(limits, COUNT(limits));
    bool good = table != NULL;
    for (unsigned i = 0; good && i < view->count; i++) {
        const struct rh_energy_row *row = &view->rows[i];
        if (row->energy->stack_gb_per_s <= 0)
            continue;
        double total = rh_energy_total(row->pj), published = rh_energy_published_total(row->energy->name);
        good = rh_table_text(table, row->energy->name) && rh_table_real(table, total) &&
               rh_table_real(table, rh_energy_bandwidth(total, view->power)) && rh_table_real(table, published) &&
               rh_table_real(table, rh_energy_bandwidth(published, view->power)) &&
               rh_table_real(table, peak(view, row)) && rh_table_real(table, rh_energy_power(total, peak(view, row))) &&
               rh_table_real(table, rh_energy_power(published, peak(view, row)));
    }
    if (good)
        return table;
    rh_table_close(table);
    return NULL;
}

bool rh_energy_fill(struct rh_table_result *result, const struct rh_energy_view *view) {
    const struct rh_energy_options *options = view->options;
    struct rh_table *table = result->configuration;
    bool good = rh_table_text(table, view->source) && rh_table_maybe(table, view->source == NULL, view->accesses) &&
                rh_table_text(table, options->kind) && rh_table_real(table, options->toggle_rate) &&
                rh_table_real(table, options->ones_share) && rh_table_count(table, options->inverted) &&
                rh_table_real(table, view->power) && rh_table_count(table, view->stacks);
    for (unsigned i = 0; good && i < view->count; i++)
        good = add_row(result->rows, view, &view->rows[i]);
    return good;
}

/* The rows of the kinds by currents, or of the others: they have other components. */
static void print_rows(FILE *to, const struct rh_energy_view *view, bool currents) {
    struct rh_table *table = rh_table_open(columns, COUNT(columns));
    bool good = table != NULL;
    for (unsigned i = 0; good && i < view->count; i++)
        if (rh_energy_by_currents(view->rows[i].energy) == currents)
            good = add_row(table, view, &view->rows[i]);
    if (!good)
        fputs("found no memory for this table, expected enough\n", to);
    else if (rh_table_rows(table) > 0)
        rh_table_print(table, "", to);
    rh_table_close(table);
}

void rh_energy_print(FILE *to, const struct rh_energy_view *view) {
    const struct rh_energy_options *options = view->options;
    double known = 0;
    unsigned of_data = 0;
    for (unsigned i = 0; i < view->count; i++) {
        known = view->rows[i].known > known ? view->rows[i].known : known;
        of_data += !rh_energy_by_currents(view->rows[i].energy);
    }
    if (view->source != NULL)
        fprintf(to, "%s\n", view->source);
    else
        fprintf(to, "%.6g accesses of 32 bytes an activate\n", view->accesses);
    if (of_data > 0 && known < 1)
        fprintf(to, "data%s: %.4g %% of the lines toggle, %.4g %% are ones\n", known > 0 ? " that are not known" : "",
                100 * options->toggle_rate, 100 * options->ones_share);
    if (known > 0)
        fprintf(to, "data of the trace: up to %.4g %% of the bits\n", 100 * known);
    if (options->inverted)
        fputs("data-bus inversion on the pins: at most four of nine lines cost energy\n", to);
    fputs("\npJ/b by component:\n\n", to);
    print_rows(to, view, false);
    if (of_data > 0 && of_data < view->count)
        fputc('\n', to);
    print_rows(to, view, true);
    if (!view->limited || of_data == 0)
        return;
    fprintf(to, "\nWhat %.6g W allow, and what the peak of %u stack%s needs:\n\n", view->power, view->stacks,
            view->stacks == 1 ? "" : "s");
    struct rh_table *table = make_limits(view);
    rh_run_summary_table(to, table, table != NULL);
}

bool rh_energy_plot(const struct rh_energy_view *view, const char *file, struct rh_error *error) {
    struct rh_plot plot;
    if (!rh_plot_open(&plot, file, error))
        return false;
    FILE *to = plot.script;
    fprintf(to,
            "set xlabel 'bandwidth, GB/s'\nset ylabel 'energy of DRAM, pJ/b'\nset logscale xy 2\nset grid\n"
            "set xrange [128:16384<*]\nset yrange [0.5:32<*]\nset key right top noenhanced\n"
            "set title '%.6g W, and each kind at the peak of %u stack%s'\n"
            "plot %.6g / x with lines linewidth 2 linecolor rgb 'black' title 'allowed at %.6g W'",
            view->power, view->stacks, view->stacks == 1 ? "" : "s", rh_energy_bandwidth(1, view->power), view->power);
    for (unsigned i = 0; i < view->count; i++)
        if (view->rows[i].energy->stack_gb_per_s > 0)
            fprintf(to,
                    ", '-' using 1:2 with points linecolor %u pointtype 7 pointsize 1.2 title '%s'"
                    ", '-' using 1:2 with points linecolor %u pointtype 6 pointsize 1.6 title '%s, published'",
                    i + 1, view->rows[i].energy->title, i + 1, view->rows[i].energy->title);
    fputc('\n', to);
    for (unsigned i = 0; i < view->count; i++) {
        const struct rh_energy_row *row = &view->rows[i];
        if (row->energy->stack_gb_per_s <= 0)
            continue;
        fprintf(to, "%.6g %.6f\ne\n%.6g %.6f\ne\n", peak(view, row), rh_energy_total(row->pj), peak(view, row),
                rh_energy_published_total(row->energy->name));
    }
    return rh_plot_commit(&plot, error);
}

/* The paper's numbers beside what follows from them: energies, areas. */

static const struct rh_column means[] = {
    {.name = "name", .kind = RH_CELL_TEXT, .hidden = true},
    {.name = "published", .kind = RH_CELL_REAL, .digits = 2, .maybe = true, .meaning = "what the paper says it is"},
    {.name = "implied", .kind = RH_CELL_REAL, .digits = 3, .maybe = true, .meaning = "what follows from the others"},
    {.name = "difference", .kind = RH_CELL_REAL, .digits = 3, .maybe = true, .meaning = "implied less published"},
    {.name = "unit", .kind = RH_CELL_TEXT},
    {.name = "meaning", .heading = "what", .kind = RH_CELL_TEXT, .wrap = 24},
    {.name = "formula", .kind = RH_CELL_TEXT, .hidden = true, .maybe = true},
};

const struct rh_form rh_form_energy_published = {
    .name = "energy_published",
    .command = "rowhold energy --published --json",
    .configuration = {.name = "configuration", .meaning = "nothing: the tables are the program's"},
    .rows = RH_FORM_PART("rows", means, "a mean of the paper, or what its means imply"),
};

/* Where nothing but rounding is left of it, it has no sign either. */
static bool add_difference(struct rh_table *table, double found, double expected) {
    double difference = found - expected;
    return rh_table_real(table, fabs(difference) < 0.5e-6 ? 0 : difference);
}

static bool add_mean(struct rh_table *table, const struct rh_energy_published *row) {
    return rh_table_text(table, row->name) && rh_table_real(table, row->value) && rh_table_none(table) &&
           rh_table_none(table) && rh_table_text(table, row->unit) && rh_table_text(table, row->source) &&
           rh_table_none(table);
}

static bool add_implied(struct rh_table *table, const struct rh_energy_implied *row) {
    return rh_table_text(table, row->name) && rh_table_maybe(table, row->compared, row->published) &&
           rh_table_real(table, row->value) &&
           (row->compared ? add_difference(table, row->value, row->published) : rh_table_none(table)) &&
           rh_table_text(table, row->unit) && rh_table_text(table, row->meaning) && rh_table_text(table, row->formula);
}

static bool write_result(struct rh_table_result *result, bool filled, const struct rh_table_options *options,
                         const char *head, struct rh_error *error) {
    bool good = filled ? rh_table_write(result, options, error) : rh_table_no_memory(result->form, error);
    if (good && !rh_table_options_stdout(options)) {
        printf("%s\n\n", head);
        rh_table_print(result->rows, "", stdout);
    }
    rh_table_result_close(result);
    return good;
}

bool rh_energy_published_write(const struct rh_table_options *options, struct rh_error *error) {
    struct rh_table_result result;
    struct rh_energy_published mean;
    struct rh_energy_implied row;
    if (!rh_table_options_apart(options, NULL, 0, error) ||
        !rh_table_result_open(&result, &rh_form_energy_published, error))
        return false;
    bool good = true;
    for (unsigned i = 0; good && rh_energy_published(i, &mean); i++)
        good = add_mean(result.rows, &mean);
    for (unsigned i = 0; good && rh_energy_implied(i, &row); i++)
        good = add_implied(result.rows, &row);
    return write_result(&result, good, options,
                        "Means that the FGDRAM paper (O'Connor et al., MICRO 2017) publishes, and what\n"
                        "they imply with its table 3:",
                        error);
}

static const struct rh_column areas[] = {
    {.name = "kind", .kind = RH_CELL_TEXT},
    {.name = "over", .kind = RH_CELL_TEXT, .meaning = "the kind that it is compared with"},
    {.name = "part", .kind = RH_CELL_TEXT, .meaning = "of the difference; all: the sum"},
    {.name = "more_tsvs", .heading = "more\nTSVs", .kind = RH_CELL_FLAG, .meaning = "TSVs are not driven faster"},
    {.name = "percent", .heading = "% more", .kind = RH_CELL_REAL, .digits = 2, .meaning = "from the parts"},
    {.name = "published", .kind = RH_CELL_REAL, .digits = 2, .maybe = true},
    {.name = "difference", .kind = RH_CELL_REAL, .digits = 3, .maybe = true, .meaning = "percent less published"},
    {.name = "meaning", .kind = RH_CELL_TEXT, .hidden = true, .maybe = true, .meaning = "what the part is for"},
    {.name = "source", .kind = RH_CELL_TEXT, .hidden = true, .meaning = "place in the FGDRAM paper"},
};

const struct rh_form rh_form_area_dram = {
    .name = "area_dram",
    .command = "rowhold area --dram --json",
    .configuration = {.name = "configuration", .meaning = "nothing: the tables are the program's"},
    .rows = RH_FORM_PART("rows", areas, "a kind's area over another one's, or a part of it"),
};

static bool add_sum(struct rh_table *table, const struct rh_dram_area_sum *sum) {
    return rh_table_text(table, sum->kind) && rh_table_text(table, sum->over) && rh_table_text(table, "all") &&
           rh_table_count(table, sum->more_tsvs) && rh_table_real(table, sum->computed) &&
           rh_table_real(table, sum->published) && add_difference(table, sum->computed, sum->published) &&
           rh_table_none(table) && rh_table_text(table, sum->source);
}

static bool add_part(struct rh_table *table, const struct rh_dram_area_part *part) {
    return rh_table_text(table, part->kind) && rh_table_text(table, "hbm2") && rh_table_text(table, part->part) &&
           rh_table_count(table, part->tsvs) && rh_table_real(table, part->percent) && rh_table_none(table) &&
           rh_table_none(table) && rh_table_text(table, part->meaning) && rh_table_text(table, part->source);
}

bool rh_dram_area_write(const struct rh_table_options *options, struct rh_error *error) {
    struct rh_table_result result;
    struct rh_dram_area_part part;
    struct rh_dram_area_sum sum;
    if (!rh_table_options_apart(options, NULL, 0, error) || !rh_table_result_open(&result, &rh_form_area_dram, error))
        return false;
    bool good = true;
    for (unsigned i = 0; good && rh_dram_area_sum(i, &sum); i++)
        good = add_sum(result.rows, &sum);
    for (unsigned i = 0; good && rh_dram_area_part(i, &part); i++)
        good = add_part(result.rows, &part);
    return write_result(&result, good, options,
                        "Areas of DRAM dies by part (FGDRAM paper, O'Connor et al., MICRO 2017):", error);
}
