// SPDX-License-Identifier: Apache-2.0
// `rowhold trace info`: what is in a trace.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/cmd_trace.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/run/rh_json.h"
#include "rowhold/rh_trace_survey.h"

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

static void put_bar(uint32_t index, uint64_t n, uint64_t most, uint64_t all, uint64_t changes) {
    static const char bar[] = "########################################";
    int length = most == 0 ? 0 : (int)(n * (sizeof bar - 1) / most);
    if (length == 0 && n > 0)
        length = 1;
    printf("      %3" PRIu32 " %12" PRIu64 " %5.1f %%  %7.2f  %.*s\n", index, n, 100 * ratio(n, all), ratio(n, changes),
           length, bar);
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

static void put_histogram(const struct rh_survey *s, bool by_channel) {
    uint32_t n = by_channel ? s->channels : s->banks;
    uint64_t most = 0;
    for (uint32_t i = 0; i < n; i++) {
        uint64_t requests = sum(s, i, by_channel).requests;
        most = requests > most ? requests : most;
    }
    printf("\n  %-7s       requests   share  a row change\n", by_channel ? "channel" : "bank");
    for (uint32_t i = 0; i < n; i++) {
        struct rh_survey_bank total = sum(s, i, by_channel);
        put_bar(i, total.requests, most, s->requests, total.row_changes);
    }
}

static void put_text(const struct info *info) {
    const struct rh_survey *s = &info->survey;
    const struct rh_trace_geometry *g = rh_trace_geometry(info->trace);
    rh_trace_set fields = rh_trace_fields(info->trace);
    const struct rh_trace_format *format = rh_trace_format_of(info->trace);
    printf("file          %s\n", info->file);
    printf("format        %s (%s)\n", rh_trace_format_name(format), rh_trace_format_meaning(format));
    if (g != NULL)
        printf("geometry      %" PRIu32 " channels, %" PRIu32 " banks, %" PRIu32 " rows, %" PRIu32
               " columns of %" PRIu32 " bytes\n",
               g->channels, g->banks, g->rows, g->columns, g->column_bytes);
    if (info->mapped) {
        char text[RH_MAP_TEXT];
        rh_map_print(&info->map, text);
        printf("mapped        %s, %s\n", info->preset.name, text);
        printf("addresses     0x%" PRIx64 " to 0x%" PRIx64 "\n", s->least_address, s->greatest_address);
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
    printf("channels      %" PRIu32 " used\n", s->channels_used);
    printf("row locality  %.3f requests a row change (%" PRIu64 " row changes)\n", ratio(s->requests, s->row_changes),
           s->row_changes);
    if (rh_trace_note(info->trace)[0] != '\0')
        printf("note          %s\n", rh_trace_note(info->trace));
    put_histogram(s, true);
    put_histogram(s, false);
}

static void put_json(const struct info *info) {
    const struct rh_survey *s = &info->survey;
    rh_trace_set fields = rh_trace_fields(info->trace);
    printf("{\n  \"schema\": 1,\n  \"file\": ");
    rh_json_string(stdout, info->file);
    printf(",\n  \"format\": \"%s\",\n", rh_trace_format_name(rh_trace_format_of(info->trace)));
    if (info->mapped) {
        char text[RH_MAP_TEXT];
        rh_map_print(&info->map, text);
        printf("  \"preset\": ");
        rh_json_string(stdout, info->preset.name);
        printf(",\n  \"map\": \"%s\",\n", text);
    }
    printf("  \"requests\": %" PRIu64 ",\n  \"reads\": %" PRIu64 ",\n  \"writes\": %" PRIu64 ",\n", s->requests,
           s->reads, s->writes);
    if ((fields & 1U << RH_TRACE_BYTES) != 0)
        printf("  \"bytes\": %" PRIu64 ",\n", s->bytes);
    if ((fields & 1U << RH_TRACE_BUBBLES) != 0)
        printf("  \"bubbles\": %" PRIu64 ",\n", s->bubbles);
    if ((fields & 1U << RH_TRACE_CYCLE) != 0)
        printf("  \"first_cycle\": %" PRIu64 ",\n  \"last_cycle\": %" PRIu64 ",\n", s->first_cycle, s->last_cycle);
    printf("  \"row_changes\": %" PRIu64 ",\n  \"row_locality\": %.6f,\n  \"channels\": [", s->row_changes,
           ratio(s->requests, s->row_changes));
    const char *comma = "";
    for (uint32_t channel = 0; channel < s->channels; channel++) {
        if (s->bank[channel] == NULL)
            continue;
        printf("%s\n    {\"channel\": %" PRIu32 ", \"banks\": [", comma, channel);
        comma = ",";
        for (uint32_t bank = 0; bank < s->banks; bank++)
            printf("%s{\"requests\": %" PRIu64 ", \"row_changes\": %" PRIu64 "}", bank == 0 ? "" : ", ",
                   s->bank[channel][bank].requests, s->bank[channel][bank].row_changes);
        printf("]}");
    }
    printf("\n  ]\n}\n");
}

/* A preset is needed for addresses, and for banks in groups that the file does not count. */
static bool prepare(struct info *info, const char *preset, unsigned chips, const char *map, bool wrap,
                    struct rh_error *error) {
    rh_trace_set fields = rh_trace_fields(info->trace);
    const struct rh_trace_geometry *g = rh_trace_geometry(info->trace);
    info->mapped = (fields & 1U << RH_TRACE_ADDRESS) != 0;
    bool grouped = (fields & 1U << RH_TRACE_BANK_GROUP) != 0 && (g == NULL || g->bank_groups == 0);
    if (!info->mapped && map != NULL)
        return rh_error_set(error, "--map: found it with a trace of coordinates, expected one of addresses");
    if (!info->mapped && wrap)
        return rh_error_set(error, "--wrap: found it with a trace of coordinates, expected one of addresses");
    if (grouped && preset == NULL)
        return rh_error_set(error, "%s: found bank groups, expected bank_groups=N in '# geometry:', or --preset",
                            info->file);
    if (!info->mapped && preset == NULL && chips == 0)
        return true;
    if (!trace_preset(preset != NULL ? preset : "gddr3", chips, NULL, &info->preset, error))
        return false;
    struct rh_map_shape shape = trace_shape(&info->preset);
    if (info->mapped) {
        if (!trace_map(map, &shape, &info->map, error))
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
    bool wrap, json;
};

static int run_command(int argc, char **argv) {
    struct texts t = {.format = NULL};
    int status = rh_cli_parse(&rh_cli_trace_info, argc, argv, &t);
    if (status != 0)
        return status == 1 ? 0 : 2;
    struct rh_error error = {""};
    struct info info = {.file = t.files[0]};
    info.trace = rh_trace_open(t.files[0], t.format, &error);
    bool good = info.trace != NULL && prepare(&info, t.preset, t.chips, t.map, t.wrap, &error) &&
                rh_survey_read(&info.survey, info.trace, &info.map, &error);
    if (good && t.json)
        put_json(&info);
    else if (good)
        put_text(&info);
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
    TRACE_CHIPS(struct texts),
    ROW(TEXT, "map", "MAP", map, .help = "address map (default: 256 bytes to a channel before the next)"),
    ROW(FLAG, "wrap", NULL, wrap, .help = "fold addresses beyond the memory back into it"),
    ROW(FLAG, "json", NULL, json, .help = "print JSON"),
};

const struct rh_cli rh_cli_trace_info = {
    .name = "trace info",
    .meaning = "counts, mix, row locality, histogram by bank, time span",
    .about = "Counts, read and write mix, time span, row locality (requests per row "
             "change of a bank), histograms by channel and bank. Coordinates are taken as "
             "they stand; addresses are mapped to a preset's memory.",
    .examples = "trace info my.csv.gz\n"
                "trace info ls.trace --preset ddr4_2400 --map row:bank:column --json",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
