// SPDX-License-Identifier: Apache-2.0
// The formats of command traces; files of them read and written.
#include "cmodel/trace/rh_command_trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/trace/rh_command_format.h"
#include "cmodel/trace/rh_line_reader.h"
#include "cmodel/trace/rh_unread.h"

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
    char first[512];
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
    (void)rh_unread_refuse(rh_line_reader_file(lines), number, first, rh_command_format_names(), error);
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

bool rh_command_trace_read(const char *file, const struct rh_command_trace *trace, rh_command_take *take, void *user,
                           struct rh_error *error) {
    const struct rh_preset *preset = trace->preset;
    struct rh_command_reader reader = {.file = file,
                                       .preset = preset,
                                       .groups = preset->groups,
                                       .group_banks = (unsigned)preset->banks / preset->groups,
                                       .ranks = rh_max(1, preset->ranks),
                                       .rank_groups = preset->groups / rh_max(1, preset->ranks),
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

void rh_command_writer_begin(struct rh_command_writer *writer, FILE *to, const struct rh_command_format *format,
                             const struct rh_command_trace *trace) {
    *writer = (struct rh_command_writer){.to = to, .format = format, .trace = *trace};
    writer->trace.pseudochannels += trace->pseudochannels == 0;
}

/* A bank is open from its ACT until something closes it. */
static void follow_banks(struct rh_command_writer *writer, const struct rh_command_record *record) {
    const struct rh_preset *preset = writer->trace.preset;
    unsigned in_rank = preset->banks / (preset->ranks > 1 ? preset->ranks : 1U),
             first = record->bank / in_rank * in_rank;
    bool closes = record->command == RH_PRE || record->command == RH_RDA || record->command == RH_WRA;
    if (record->command == RH_ACT)
        writer->open |= UINT64_C(1) << record->bank % 64;
    for (unsigned bank = first; closes && bank < first + in_rank; bank++)
        if (record->all || bank == record->bank)
            writer->open &= ~(UINT64_C(1) << bank % 64);
}

const char *rh_command_writer_put(struct rh_command_writer *writer, const struct rh_command_record *record) {
    if (record->command == RH_ACT && record->row == RH_ROW_UNKNOWN)
        return "one with its row, which this trace does not tell: it can be judged, and not be written";
    if (writer->written == 0 && writer->format->begin != NULL)
        writer->format->begin(writer);
    const char *expected = writer->format->put(writer, record);
    if (expected != NULL)
        return expected;
    follow_banks(writer, record);
    writer->written++;
    writer->last_cycle = record->cycle;
    writer->channel = record->channel;
    return NULL;
}

void rh_command_writer_end(struct rh_command_writer *writer) {
    if (writer->format->end != NULL)
        writer->format->end(writer);
}
