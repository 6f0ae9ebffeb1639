// SPDX-License-Identifier: Apache-2.0
// The formats of command traces, and what those of other simulators share.
#include "cmodel/trace/rh_command_trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/trace/rh_command_format.h"
#include "cmodel/trace/rh_line_reader.h"

static const struct rh_command_format *const formats[] = {
#define RH_COMMAND_FORMAT(name) &rh_commands_##name,
#include "tables/command_formats.def"
#undef RH_COMMAND_FORMAT
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

const struct rh_command_format *rh_command_format_find(const char *name) {
    for (size_t i = 0; i < FORMATS; i++)
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    return NULL;
}

const char *rh_command_format_name(const struct rh_command_format *format) {
    return format->name;
}

#define RH_COMMAND_FORMAT(name) " " #name
static const char format_names[] =
#include "tables/command_formats.def"
    ;
#undef RH_COMMAND_FORMAT

const char *rh_command_format_names(void) {
    return format_names + 1;
}

/* Chooses a format by its name, or without a name by the first line. NULL with an error. */
static const struct rh_command_format *choose(const char *name, struct rh_line_reader *lines, const char **why,
                                              struct rh_error *error) {
    char first[512], quoted[64];
    uint64_t number;
    *why = "by --format";
    if (name != NULL) {
        const struct rh_command_format *format = rh_command_format_find(name);
        if (format == NULL)
            rh_error_set(error, "--format: found '%s', expected one of %s", name, rh_command_format_names());
        return format;
    }
    *why = "by its first line";
    rh_line_reader_peek(lines, first, sizeof first, &number);
    for (size_t i = 0; i < FORMATS; i++)
        if (number == 0 || formats[i]->looks(first))
            return formats[i];
    rh_error_set(error, "%s:%" PRIu64 ":1: found '%s', expected a line of one of the formats %s (or --format)",
                 rh_line_reader_file(lines), number, rh_scan_quote(quoted, first, strlen(first)),
                 rh_command_format_names());
    return NULL;
}

static int read_line(const struct rh_command_format *format, const char *why, struct rh_command_reader *reader,
                     const struct rh_line *line, struct rh_command_record *record, struct rh_error *error) {
    struct rh_scan scan = {reader->file, line->number, line->text, line->text};
    rh_scan_blanks(&scan);
    if (*scan.at == '\0' || *scan.at == '#')
        return 0;
    int status = format->parse(reader, &scan, record, error);
    reader->begun = true;
    if (status < 0) {
        char text[sizeof error->text];
        snprintf(text, sizeof text, "%s", error->text);
        rh_error_set(error, "%s; taken for %s commands %s", text, format->name, why);
    }
    return status;
}

/* Commands of no channel at the start of a file: whose they are, is said later. */
struct held {
    size_t count, room;
    struct held_line {
        uint64_t line;
        struct rh_command_record record;
    } * lines;
};

static bool hold(struct held *held, const char *file, uint64_t line, const struct rh_command_record *record,
                 struct rh_error *error) {
    if (held->count == held->room) {
        size_t room = 2 * held->room + 64;
        struct held_line *lines = realloc(held->lines, room * sizeof *lines);
        if (lines == NULL)
            return rh_error_set(error, "%s: found no memory, expected enough", file);
        held->lines = lines;
        held->room = room;
    }
    held->lines[held->count++] = (struct held_line){line, *record};
    return true;
}

static bool release(struct held *held, const struct rh_command_reader *reader, rh_command_take *take, void *user,
                    struct rh_error *error) {
    bool good = true;
    for (size_t i = 0; good && i < held->count; i++) {
        struct held_line *line = &held->lines[i];
        line->record.channel = (uint16_t)(line->record.channel + reader->channel * reader->pseudochannels);
        good = take(user, line->line, &line->record, error);
    }
    held->count = 0;
    return good;
}

static unsigned ranks_of(const struct rh_preset *preset) {
    return preset->ranks > 1 ? preset->ranks : 1;
}

bool rh_command_trace_read(const char *file, const struct rh_command_trace *trace, rh_command_take *take, void *user,
                           struct rh_error *error) {
    const struct rh_preset *preset = trace->preset;
    struct rh_command_reader reader = {.file = file,
                                       .preset = preset,
                                       .groups = preset->groups,
                                       .group_banks = (unsigned)preset->banks / preset->groups,
                                       .ranks = ranks_of(preset),
                                       .rank_groups = preset->groups / ranks_of(preset),
                                       .pseudochannels = trace->pseudochannels == 0 ? 1 : trace->pseudochannels};
    struct rh_line line;
    const char *why = NULL;
    struct rh_line_reader *lines = rh_line_reader_open(file, error);
    const struct rh_command_format *format = lines == NULL ? NULL : choose(trace->format, lines, &why, error);
    struct held held = {0, 0, NULL};
    if (lines != NULL)
        reader.file = file = rh_line_reader_file(lines);
    int status = format == NULL ? -1 : 1;
    while (status > 0 && (status = rh_line_reader_next(lines, &line, error)) > 0) {
        struct rh_command_record record = {0};
        int found = read_line(format, why, &reader, &line, &record, error);
        if (found == 0)
            continue;
        bool good = found > 0 && (reader.waits ? hold(&held, file, line.number, &record, error)
                                               : release(&held, &reader, take, user, error) &&
                                                     take(user, line.number, &record, error));
        status = good ? 1 : -1;
    }
    if (status == 0 && !release(&held, &reader, take, user, error))
        status = -1;
    if (status == 0 && !reader.begun)
        status = rh_error_set(error, "%s: found no command, expected a command trace", file) ? 0 : -1;
    if (status == 0 && trace->hash != NULL)
        *trace->hash = rh_line_reader_hash(lines);
    if (status == 0 && trace->found != NULL)
        *trace->found = rh_command_format_name(format);
    rh_line_reader_close(lines);
    free(held.lines);
    return status == 0;
}

const struct rh_command_word *rh_command_word(struct rh_scan *scan, const struct rh_command_word *words, size_t count,
                                              const char *expected, struct rh_error *error) {
    rh_scan_blanks(scan);
    size_t length = rh_scan_token(scan, ',');
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i].word) == length && strncmp(scan->at, words[i].word, length) == 0) {
            scan->at += length;
            return &words[i];
        }
    (void)rh_scan_fail(scan, expected, error);
    return NULL;
}

bool rh_command_level(struct rh_scan *scan, int base, const char *what, uint64_t most, int64_t *value,
                      struct rh_error *error) {
    uint64_t number;
    rh_scan_blanks(scan);
    size_t length = rh_scan_token(scan, ',');
    if ((length == 2 && strncmp(scan->at, "-1", 2) == 0) || (length == 4 && strncmp(scan->at, "-0x1", 4) == 0)) {
        scan->at += length;
        *value = -1;
        return true;
    }
    if (!rh_scan_number(scan, base, what, 0, most, &number, error))
        return false;
    *value = (int64_t)number;
    return true;
}

bool rh_command_comma(struct rh_scan *scan, const char *expected, struct rh_error *error) {
    rh_scan_blanks(scan);
    if (*scan->at != ',')
        return rh_scan_fail(scan, expected, error);
    scan->at++;
    rh_scan_blanks(scan);
    return true;
}

/* A rank that the preset has, or a pseudochannel. */
static bool finish_channel(struct rh_command_reader *reader, struct rh_scan *scan, const struct rh_command_place *place,
                           struct rh_command_record *record, struct rh_error *error) {
    unsigned parts = reader->pseudochannels, most = parts > 1 ? parts : reader->ranks;
    if (place->channel >= 0) {
        reader->channel = (unsigned)place->channel;
        reader->named = true;
    }
    reader->waits = !reader->named;
    scan->at = place->at[1];
    if (place->rank < 0 && reader->ranks > 1)
        return rh_scan_fail(scan, "a rank, for the preset has several", error);
    if (place->rank >= most)
        return rh_scan_fail(scan,
                            parts == 1 ? "a rank that the preset has (--pseudochannels takes it for one)"
                                       : "a pseudochannel below --pseudochannels",
                            error);
    uint64_t first = (uint64_t)reader->channel * parts;
    scan->at = place->at[0];
    if (first + parts > RH_COMMAND_CHANNELS)
        return rh_scan_fail(scan, "a channel below 65536", error);
    record->channel = (uint16_t)(first + (parts == 1 || place->rank < 0 ? 0 : (uint64_t)place->rank));
    return true;
}

bool rh_command_finish(struct rh_command_reader *reader, struct rh_scan *scan, const struct rh_command_word *word,
                       const struct rh_command_place *place, struct rh_command_record *record, struct rh_error *error) {
    bool act = word->command == RH_ACT, column = !act && word->command != RH_PRE && word->command != RH_REF;
    const struct {
        int64_t value;
        const char *at, *expected;
    } needs[] = {{word->all ? 0 : place->group, place->at[2], "a bank group, for the command has one bank"},
                 {word->all ? 0 : place->bank, place->at[3], "a bank, for the command has one"},
                 {act ? place->row : 0, place->at[4], "a row, for the command opens one"},
                 {column ? place->column : 0, place->at[5], "a column, for the command has one"}};
    if (!finish_channel(reader, scan, place, record, error))
        return false;
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++)
        if (needs[i].value < 0) {
            scan->at = needs[i].at;
            return rh_scan_fail(scan, needs[i].expected, error);
        }
    record->command = word->command;
    record->all = word->all;
    unsigned rank = reader->pseudochannels > 1 || place->rank < 0 ? 0 : (unsigned)place->rank;
    unsigned group = rank * reader->rank_groups + (word->all ? 0 : (unsigned)place->group);
    record->bank = (uint8_t)(group * reader->group_banks + (word->all ? 0 : (unsigned)place->bank));
    record->row = (act || column) && place->row >= 0 ? (uint32_t)place->row : RH_ROW_UNKNOWN;
    record->column = column ? (uint16_t)place->column : 0;
    return true;
}

struct rh_command_place rh_command_place_of(const struct rh_command_writer *writer,
                                            const struct rh_command_record *record) {
    const struct rh_preset *preset = writer->trace.preset;
    unsigned parts = writer->trace.pseudochannels, banks = (unsigned)preset->banks / preset->groups;
    unsigned groups = preset->groups / ranks_of(preset);
    bool all = record->all,
         column = record->command != RH_ACT && record->command != RH_PRE && record->command != RH_REF;
    bool row = !all && record->command != RH_REF && record->row != RH_ROW_UNKNOWN;
    return (struct rh_command_place){.channel = record->channel / parts,
                                     .rank = parts > 1 ? record->channel % parts : record->bank / banks / groups,
                                     .group = all ? -1 : (int64_t)(record->bank / banks % groups),
                                     .bank = all ? -1 : (int64_t)(record->bank % banks),
                                     .row = row ? (int64_t)record->row : -1,
                                     .column = column ? (int64_t)record->column : -1};
}

const char *rh_command_word_of(const struct rh_command_record *record, const struct rh_command_word *words,
                               size_t count) {
    for (size_t i = 0; i < count; i++)
        if (words[i].command == record->command && words[i].all == (record->all != 0))
            return words[i].word;
    return NULL;
}

void rh_command_writer_begin(struct rh_command_writer *writer, FILE *to, const struct rh_command_format *format,
                             const struct rh_command_trace *trace) {
    *writer = (struct rh_command_writer){.to = to, .format = format, .trace = *trace};
    writer->trace.pseudochannels += trace->pseudochannels == 0;
}

const char *rh_command_writer_put(struct rh_command_writer *writer, const struct rh_command_record *record) {
    if (writer->written == 0 && writer->format->begin != NULL)
        writer->format->begin(writer);
    const char *expected = writer->format->put(writer, record);
    if (expected != NULL)
        return expected;
    writer->written++;
    writer->last_cycle = record->cycle;
    writer->channel = record->channel;
    return NULL;
}

void rh_command_writer_end(struct rh_command_writer *writer) {
    if (writer->format->end != NULL)
        writer->format->end(writer);
}
