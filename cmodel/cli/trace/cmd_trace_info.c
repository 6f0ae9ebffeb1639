// SPDX-License-Identifier: Apache-2.0
// `rowhold trace info`: what is in a trace.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/trace/cmd_trace.h"
#include "cmodel/trace/rh_trace_survey.h"

struct info {
    const char *file;
    struct rh_trace *trace;
    struct rh_preset preset; /* name empty: none used */
    struct rh_map map;
    bool mapped;
    struct rh_survey survey;
};

static double ratio(uint64_t a, uint64_t b) {
    return b == 0 ? 0 : (double)a / (double)b;
}

/* Requests and row changes of one channel, or of one bank over all channels. */
static struct rh_survey_bank sum(const struct rh_survey *s, uint32_t index, bool by_channel) {
    struct rh_survey_bank total = {0, 0, 0};
    for (uint32_t other = 0; other < (by_channel ? s->banks : s->channels); other++) {
        const struct rh_survey_bank *banks = s->bank[by_channel ? index : other];
        if (banks == NULL)
            continue;
        total.requests += banks[by_channel ? other : index].requests;
        total.row_changes += banks[by_channel ? other : index].row_changes;
    }
    return total;
}

#define SHARE "of all requests"
static const struct rh_column histogram[] = {
    {.name = "index", .kind = RH_CELL_COUNT},
    {.name = "requests", .kind = RH_CELL_COUNT},
    {.name = "share", .heading = "share %", .kind = RH_CELL_REAL, .digits = 1, .scale = 100},
    {.name = "locality", .heading = "requests a\nrow change", .kind = RH_CELL_REAL, .digits = 2},
    {.name = "bar", .heading = "", .kind = RH_CELL_BAR},
};

/* By channel, or by bank over all channels. */
static bool put_histogram(const struct rh_survey *s, bool by_channel) {
    struct rh_column columns[sizeof histogram / sizeof histogram[0]];
    uint32_t n = by_channel ? s->channels : s->banks;
    uint64_t most = 0;
    memcpy(columns, histogram, sizeof columns);
    columns[0].heading = by_channel ? "channel" : "bank";
    struct rh_table *table = rh_table_open(columns, sizeof columns / sizeof columns[0]);
    bool good = table != NULL;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t requests = sum(s, i, by_channel).requests;
        most = requests > most ? requests : most;
    }
    for (uint32_t i = 0; good && i < n; i++) {
        struct rh_survey_bank total = sum(s, i, by_channel);
        good = rh_table_count(table, i) && rh_table_count(table, total.requests) &&
               rh_table_real(table, ratio(total.requests, s->requests)) &&
               rh_table_real(table, ratio(total.requests, total.row_changes)) &&
               rh_table_real(table, ratio(total.requests, most));
    }
    if (good) {
        putchar('\n');
        rh_table_print(table, "  ", stdout);
    }
    rh_table_close(table);
    return good;
}

static const struct rh_column configuration[] = {
    {.name = "content", .kind = RH_CELL_TEXT, .meaning = "hash of the trace's lines"},
    {.name = "format", .kind = RH_CELL_TEXT},
    {.name = "preset", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "that places the requests"},
    {.name = "values", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "hash of the preset's values, chips included"},
    {.name = "map", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of addresses"},
    {.name = "wrap", .kind = RH_CELL_FLAG, .meaning = "addresses are folded into the memory"},
};
static const struct rh_column members[] = {
    {.name = "file", .kind = RH_CELL_TEXT},
    {.name = "requests", .kind = RH_CELL_COUNT},
    {.name = "reads", .kind = RH_CELL_COUNT},
    {.name = "writes", .kind = RH_CELL_COUNT},
    {.name = "bytes", .kind = RH_CELL_COUNT, .maybe = true},
    {.name = "bubbles", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "instructions without memory access"},
    {.name = "first_cycle", .kind = RH_CELL_COUNT, .maybe = true},
    {.name = "last_cycle", .kind = RH_CELL_COUNT, .maybe = true},
    {.name = "clock_ns",
     .kind = RH_CELL_REAL,
     .digits = 6,
     .maybe = true,
     .meaning = "that the cycles count, where it is said"},
    {.name = "offered_gb_per_s",
     .kind = RH_CELL_REAL,
     .digits = 3,
     .maybe = true,
     .meaning = "mean bytes of a request / mean time between two"},
    {.name = "least_address", .kind = RH_CELL_COUNT, .maybe = true},
    {.name = "greatest_address", .kind = RH_CELL_COUNT, .maybe = true},
    {.name = "folded", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "with --wrap: requests beyond the memory"},
    {.name = "folded_together",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "with --wrap: requests at a place that another address had first"},
    {.name = "channels_used", .kind = RH_CELL_COUNT},
    {.name = "row_changes", .kind = RH_CELL_COUNT},
    {.name = "row_locality", .kind = RH_CELL_REAL, .meaning = "requests a row change"},
};
static const struct rh_column rows[] = {
    {.name = "channel", .kind = RH_CELL_COUNT},
    {.name = "bank", .kind = RH_CELL_COUNT},
    {.name = "requests", .kind = RH_CELL_COUNT},
    {.name = "share", .heading = "share %", .kind = RH_CELL_REAL, .digits = 1, .scale = 100, .meaning = SHARE},
    {.name = "row_changes", .heading = "row changes", .kind = RH_CELL_COUNT},
    {.name = "row_locality", .heading = "requests a row change", .kind = RH_CELL_REAL, .digits = 2},
};

const struct rh_form rh_form_trace_info = {
    .name = "trace-info",
    .command = "rowhold trace info --json",
    .configuration =
        RH_FORM_PART("configuration", configuration, "the trace's content, and how it is placed in memory"),
    .members = RH_FORM_PART("members", members, NULL),
    .rows = RH_FORM_PART("rows", rows, "a bank of a channel that has requests"),
};

static bool add_configuration(struct rh_table *table, const struct info *info) {
    char map[RH_MAP_TEXT];
    bool preset = info->preset.name[0] != '\0';
    if (info->mapped)
        rh_map_print(&info->map, map);
    return rh_table_hash(table, rh_trace_hash(info->trace)) &&
           rh_table_text(table, rh_trace_format_name(rh_trace_format_of(info->trace))) &&
           rh_table_text(table, preset ? info->preset.name : NULL) &&
           (preset ? rh_options_preset_hash(&info->preset, table) : rh_table_none(table)) &&
           rh_table_text(table, info->mapped ? map : NULL) && rh_table_count(table, info->mapped && info->map.wrap);
}

static bool add_if(struct rh_table *table, bool there, uint64_t value) {
    return there ? rh_table_count(table, value) : rh_table_none(table);
}

/* GB/s that the trace asks for: 0 where its clock, or the bytes of its requests, are not known. */
static double offered(const struct info *info) {
    const struct rh_survey *s = &info->survey;
    rh_trace_set needed = 1U << RH_TRACE_CYCLE | 1U << RH_TRACE_BYTES;
    uint64_t clock = (rh_trace_fields(info->trace) & needed) == needed ? rh_trace_clock(info->trace) : 0;
    double fs = (double)clock * (double)(s->last_cycle - s->first_cycle);
    return fs == 0 ? 0 : (double)s->bytes * (double)(s->requests - 1) / (double)s->requests * 1e6 / fs;
}

static bool add_clock(struct rh_table *table, const struct info *info) {
    uint64_t clock = rh_trace_clock(info->trace);
    double load = offered(info);
    return rh_table_maybe(table, clock != 0, (double)clock / 1e6) && rh_table_maybe(table, load > 0, load);
}

static bool add_members(struct rh_table *table, const struct info *info) {
    const struct rh_survey *s = &info->survey;
    rh_trace_set fields = rh_trace_fields(info->trace);
    bool timed = (fields & 1U << RH_TRACE_CYCLE) != 0;
    const struct rh_fold_count folds = s->folds != NULL ? rh_folds_count(s->folds) : (struct rh_fold_count){0};
    return rh_table_text(table, info->file) && rh_table_count(table, s->requests) && rh_table_count(table, s->reads) &&
           rh_table_count(table, s->writes) && add_if(table, (fields & 1U << RH_TRACE_BYTES) != 0, s->bytes) &&
           add_if(table, (fields & 1U << RH_TRACE_BUBBLES) != 0, s->bubbles) && add_if(table, timed, s->first_cycle) &&
           add_if(table, timed, s->last_cycle) && add_clock(table, info) &&
           add_if(table, info->mapped, s->least_address) && add_if(table, info->mapped, s->greatest_address) &&
           add_if(table, s->folds != NULL, folds.folded) && add_if(table, s->folds != NULL, folds.together) &&
           rh_table_count(table, s->channels_used) && rh_table_count(table, s->row_changes) &&
           rh_table_real(table, ratio(s->requests, s->row_changes));
}

static bool add_rows(struct rh_table *table, const struct rh_survey *s) {
    bool good = true;
    for (uint32_t channel = 0; channel < s->channels; channel++)
        for (uint32_t bank = 0; good && s->bank[channel] != NULL && bank < s->banks; bank++) {
            const struct rh_survey_bank *b = &s->bank[channel][bank];
            good = rh_table_count(table, channel) && rh_table_count(table, bank) &&
                   rh_table_count(table, b->requests) && rh_table_real(table, ratio(b->requests, s->requests)) &&
                   rh_table_count(table, b->row_changes) && rh_table_real(table, ratio(b->requests, b->row_changes));
        }
    return good;
}

static bool put_text(const struct info *info) {
    const struct rh_survey *s = &info->survey;
    const struct rh_trace_geometry *g = rh_trace_geometry(info->trace);
    rh_trace_set fields = rh_trace_fields(info->trace);
    const struct rh_trace_format *format = rh_trace_format_of(info->trace);
    printf("file          %s\n", info->file);
    printf("format        %s (%s)\n", rh_trace_format_name(format), rh_trace_format_meaning(format));
    if (g != NULL)
        printf("geometry      %" PRIu32 " channel%s, %" PRIu32 " banks, %" PRIu32 " rows, %" PRIu32
               " columns of %" PRIu32 " bytes\n",
               g->channels, g->channels == 1 ? "" : "s", g->banks, g->rows, g->columns, g->column_bytes);
    if (info->mapped) {
        char text[RH_MAP_TEXT];
        rh_map_print(&info->map, text);
        printf("mapped        %s, %s\n", info->preset.name, text);
        printf("addresses     0x%" PRIx64 " to 0x%" PRIx64 "\n", s->least_address, s->greatest_address);
    }
    if (s->folds != NULL) {
        const struct rh_fold_count folds = rh_folds_count(s->folds);
        char text[RH_FOLDS_TEXT];
        rh_folds_text(&folds, text);
        printf("folded        %s\n", text);
    }
    printf("requests      %" PRIu64 "\n", s->requests);
    printf("reads         %" PRIu64 " (%.1f %%)\n", s->reads, 100 * ratio(s->reads, s->requests));
    printf("writes        %" PRIu64 " (%.1f %%)\n", s->writes, 100 * ratio(s->writes, s->requests));
    if ((fields & 1U << RH_TRACE_BYTES) != 0)
        printf("bytes         %" PRIu64 " (%.1f a request)\n", s->bytes, ratio(s->bytes, s->requests));
    if ((fields & 1U << RH_TRACE_BUBBLES) != 0)
        printf("bubbles       %" PRIu64 " instructions without memory access (%.1f a request)\n", s->bubbles,
               ratio(s->bubbles, s->requests));
    if ((fields & 1U << RH_TRACE_CYCLE) != 0)
        printf("cycles        %" PRIu64 " to %" PRIu64 " (a request every %.2f)\n", s->first_cycle, s->last_cycle,
               ratio(s->last_cycle - s->first_cycle, s->requests));
    if (rh_trace_clock(info->trace) != 0) {
        char clock[RH_TRACE_CLOCK_TEXT];
        printf("clock         %s a cycle\n", rh_trace_clock_text(rh_trace_clock(info->trace), clock));
    }
    if (offered(info) > 0)
        printf("offered       %.3f GB/s\n", offered(info));
    printf("channels      %" PRIu32 " used\n", s->channels_used);
    printf("row locality  %.3f requests a row change (%" PRIu64 " row changes)\n", ratio(s->requests, s->row_changes),
           s->row_changes);
    if (rh_trace_note(info->trace)[0] != '\0')
        printf("note          %s\n", rh_trace_note(info->trace));
    return put_histogram(s, true) && put_histogram(s, false);
}

static bool report(const struct info *info, const struct rh_table_options *options, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_trace_info, error))
        return false;
    bool good = add_configuration(result.configuration, info) && add_members(result.members, info) &&
                add_rows(result.rows, &info->survey);
    good = good ? rh_table_write(&result, options, error) : rh_table_no_memory(&rh_form_trace_info, error);
    if (good && !rh_table_options_stdout(options))
        good = put_text(info) || rh_table_no_memory(&rh_form_trace_info, error);
    rh_table_result_close(&result);
    return good;
}

/* A preset is needed for addresses, and for banks in groups that the file does not count. */
static bool prepare(struct info *info, const char *preset, unsigned chips, const char *map, bool wrap,
                    struct rh_error *error) {
    rh_trace_set fields = rh_trace_fields(info->trace);
    const struct rh_trace_geometry *g = rh_trace_geometry(info->trace);
    info->mapped = (fields & 1U << RH_TRACE_ADDRESS) != 0;
    bool grouped = (fields & 1U << RH_TRACE_BANK_GROUP) != 0 && (g == NULL || g->bank_groups == 0);
    if (!info->mapped && map != NULL)
        return rh_error_set(error, "--map: found a trace of coordinates, expected one of addresses");
    if (!info->mapped && wrap)
        return rh_error_set(error, "--wrap: found a trace of coordinates, expected one of addresses");
    if (grouped && preset == NULL)
        return rh_error_set(error, "%s: found bank groups, expected bank_groups=N in '# geometry:', or --preset",
                            info->file);
    if (!info->mapped && preset == NULL && chips == 0)
        return true;
    if (!rh_options_preset(preset != NULL ? preset : "gddr3", chips, NULL, &info->preset, error))
        return false;
    struct rh_map_shape shape = rh_map_shape_of(&info->preset, 0);
    if (info->mapped) {
        if (!rh_map_parse(&info->map, rh_map_text(map, &info->preset), &shape, error))
            return false;
        info->map.memory = info->preset.name;
        info->map.wrap = wrap;
        return true;
    }
    const struct rh_trace_geometry geometry = {shape.channels, shape.banks,   shape.groups,
                                               shape.rows,     shape.columns, shape.command_bytes};
    return rh_trace_set_geometry(info->trace, &geometry, error);
}

struct texts {
    unsigned chips; /* 0: the preset's */
    const char *files[1];
    const char *format, *preset, *map;
    bool wrap;
    struct rh_table_options table;
};

static int run_command(int argc, char **argv) {
    struct texts t = {.format = NULL};
    int status = rh_cli_parse(&rh_cli_trace_info, argc, argv, &t);
    if (status != 0)
        return status == 1 ? 0 : 2;
    struct rh_error error = {""};
    struct info info = {.file = t.files[0]};
    const struct rh_file_use uses[] = {{"FILE", t.files[0], false},
                                       {"--preset", rh_options_preset_file(t.preset), false}};
    if (!rh_table_options_apart(&t.table, uses, 2, &error))
        return rh_cli_fail(&error);
    info.trace = rh_trace_open(t.files[0], t.format, &error);
    bool good = info.trace != NULL && prepare(&info, t.preset, t.chips, t.map, t.wrap, &error) &&
                rh_survey_read(&info.survey, info.trace, &info.map, &error) && report(&info, &t.table, &error);
    rh_survey_free(&info.survey);
    rh_trace_close(info.trace);
    return good ? 0 : rh_cli_fail(&error);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct texts, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(INPUT, "FILE", NULL, files[0], .argument = true, .needed = true, .help = "the trace"),
    ROW(TEXT, "format", "NAME", format, .word = rh_format_word, .help = "trace format, where the file does not tell"),
    ROW(INPUT, "preset", "NAME|FILE", preset, .word = rh_preset_word, .others = true,
        .help = "DRAM preset that addresses are mapped to (default gddr3)"),
    RH_OPTION_CHIPS(struct texts),
    ROW(TEXT, "map", "MAP", map, .help = "address map (default: 256 bytes to a channel before the next)"),
    ROW(FLAG, "wrap", NULL, wrap, .help = "fold addresses beyond the memory back into it"),
};

const struct rh_cli rh_cli_trace_info = {
    .name = "trace info",
    .meaning = "counts, mix, row locality, histogram by bank, time span",
    .about = "Counts, read and write mix, time span, row locality (requests per row "
             "change of a bank), histograms by channel and bank. Coordinates are taken as "
             "they stand; addresses are mapped to a preset's memory.",
    .examples = "trace info my.csv.gz\n"
                "trace info ls.trace --preset ddr4_2400 --map row:bank:column --json -",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct texts, table))},
    .run = run_command,
};
