// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_trace.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/trace/rh_format.h"
#include "cmodel/trace/rh_line_window.h"
#include "cmodel/trace/rh_unread.h"

static const struct rh_trace_format *const formats[] = {
#define RH_TRACE_FORMAT(name) &rh_format_##name,
#include "tables/trace_formats.def"
#undef RH_TRACE_FORMAT
};
enum { FORMATS = sizeof formats / sizeof formats[0] };

const struct rh_trace_format *rh_trace_format_find(const char *name) {
    for (size_t i = 0; i < FORMATS; i++)
        if (strcmp(formats[i]->name, name) == 0)
            return formats[i];
    return NULL;
}

const struct rh_trace_format *rh_trace_format_at(size_t index) {
    return index < FORMATS ? formats[index] : NULL;
}

const char *rh_trace_format_name(const struct rh_trace_format *format) {
    return format->name;
}

const char *rh_trace_format_meaning(const struct rh_trace_format *format) {
    return format->meaning;
}

rh_trace_set rh_trace_format_holds(const struct rh_trace_format *format) {
    return format->holds;
}

bool rh_trace_format_writes(const struct rh_trace_format *format) {
    return format->write != NULL || format->blocks;
}

bool rh_trace_format_varies(const struct rh_trace_format *format) {
    return format->varies;
}

#define RH_TRACE_FORMAT(name) " " #name
static const char format_names[] =
#include "tables/trace_formats.def"
    ;
#undef RH_TRACE_FORMAT

const char *rh_trace_format_names(void) {
    return format_names + 1;
}

bool rh_trace_has_extension(const char *file, const char *extension) {
    static const char *const packed[] = {".gz", ".zst", ".xz", ".bz2", ".lz4", ".lzma"};
    size_t length = strlen(file);
    for (size_t i = 0; i < sizeof packed / sizeof packed[0]; i++) {
        size_t n = strlen(packed[i]);
        if (length > n && strcmp(file + length - n, packed[i]) == 0) {
            length -= n;
            break;
        }
    }
    size_t n = strlen(extension);
    return n > 0 && length > n && strncmp(file + length - n, extension, n) == 0;
}

static bool detect(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error) {
    for (size_t i = 0; i < FORMATS && trace->format == NULL; i++)
        if (formats[i]->looks(first)) {
            trace->format = formats[i];
            trace->why = "by its first line";
        }
    if (trace->format == &rh_format_stl && rh_trace_has_extension(trace->file, rh_format_rstl.extension))
        trace->format = &rh_format_rstl; /* the lines are the same */
    for (size_t i = 0; i < FORMATS && trace->format == NULL; i++)
        if (rh_trace_has_extension(trace->file, formats[i]->extension)) {
            trace->format = formats[i];
            trace->why = "by the ending of its name";
        }
    if (trace->format != NULL)
        return true;
    return rh_unread_refuse(trace->file, number, first, rh_trace_format_names(), error);
}

/* The line of another format looks broken: say which one was assumed, and why. Always false. */
static bool assumed(const struct rh_trace *trace, struct rh_error *error) {
    char text[sizeof error->text];
    snprintf(text, sizeof text, "%s", error->text);
    return rh_error_set(error, "%s; taken for %s %s", text, trace->format->name, trace->why);
}

/* The lines before that one, which are comments, or blank. */
static bool read_comments(struct rh_trace *trace, uint64_t number, struct rh_error *error) {
    struct rh_line line;
    while (trace->line + 1 < number) {
        if (rh_line_reader_next(trace->lines, &line, error) <= 0)
            return false;
        trace->line = line.number;
        struct rh_scan scan = {trace->file, line.number, line.text, line.text};
        rh_scan_blanks(&scan);
        if (*scan.at == '#' && !rh_format_comment(trace, &scan, error))
            return false;
    }
    return true;
}

static bool begin_array(struct rh_trace *trace, const struct rh_trace_array *array, const char *format,
                        struct rh_error *error) {
    trace->file = array->name;
    trace->format = &rh_format_binary;
    if (format != NULL && rh_trace_format_find(format) != trace->format)
        return rh_error_field(error, "format", "found '%s' for an array in memory, expected none", format);
    return rh_binary_open_array(trace, array, error);
}

static bool begin(struct rh_trace *trace, const char *format, struct rh_error *error) {
    char first[512];
    uint64_t number;
    trace->why = "by --format";
    if (format != NULL && (trace->format = rh_trace_format_find(format)) == NULL)
        return rh_error_field(error, "format", "found '%s', expected one of %s", format, rh_trace_format_names());
    for (size_t i = 0; i < FORMATS && trace->format == NULL; i++)
        if (rh_format_begins(trace, formats[i])) {
            trace->format = formats[i];
            trace->why = "by its first bytes";
        }
    if (trace->format == &rh_format_gem5 && rh_format_begins(trace, &rh_format_gem5_packets))
        trace->format = &rh_format_gem5_packets; /* gem5's own file is meant */
    if (trace->format != NULL && trace->format->magic != NULL)
        return trace->format->open(trace, "", 0, error);
    rh_line_reader_peek(trace->lines, first, sizeof first, &number);
    if (number == 0) {
        // Tells damage; else the file holds no more than comments.
        struct rh_line line;
        int status;
        while ((status = rh_line_reader_next(trace->lines, &line, error)) > 0)
            trace->line = line.number;
        return status == 0 && rh_error_set(error, "%s:%" PRIu64 ": found the end of the file, expected a request",
                                           trace->file, trace->line + 1);
    }
    if (trace->format == NULL && !detect(trace, first, number, error))
        return false;
    return (trace->format == &rh_format_native || read_comments(trace, number, error)) &&
           (trace->format->open(trace, first, number, error) || assumed(trace, error));
}

struct rh_trace *rh_trace_open(const char *file, const char *format, struct rh_error *error) {
    struct rh_trace *trace = calloc(1, sizeof *trace);
    if (trace == NULL) {
        rh_error_set(error, "%s: found no memory, expected enough", file);
        return NULL;
    }
    const struct rh_trace_array *array = rh_trace_array_find(file);
    if (array != NULL && begin_array(trace, array, format, error))
        return trace;
    trace->lines = array == NULL ? rh_line_reader_open(file, error) : NULL;
    if (trace->lines != NULL) {
        trace->file = rh_line_reader_file(trace->lines);
        trace->window = rh_line_reader_window(trace->lines);
        if (begin(trace, format, error))
            return trace;
    }
    rh_trace_close(trace);
    return NULL;
}

void rh_trace_close(struct rh_trace *trace) {
    if (trace == NULL)
        return;
    rh_line_reader_close(trace->lines);
    free(trace->plain);
    if (trace->bytes != NULL)
        trace->format->close(trace->bytes);
    free(trace);
}

#undef rh_trace_refuse_outside
bool rh_trace_refuse_outside(const struct rh_trace *trace, const struct rh_trace_record *record,
                             enum rh_trace_field field, const struct rh_map *map, struct rh_error *error) {
    static const char *const units[] = {"bytes", "KiB", "MiB", "GiB", "TiB"};
    uint64_t bytes = rh_map_bytes(map), size = bytes;
    size_t unit = 0;
    for (; unit + 1 < sizeof units / sizeof units[0] && size % 1024 == 0; unit++)
        size /= 1024;
    char expected[256];
    snprintf(expected, sizeof expected,
             "a request inside the %" PRIu64 " %s of %.64s, which end at 0x%" PRIx64
             " (--wrap folds what lies beyond; a larger memory: --preset, --channels, --chips)",
             size, units[unit], map->memory != NULL ? map->memory : "the memory", bytes);
    return rh_trace_refuse(trace, record, field, expected, error);
}

/* Coordinates inside the geometry. */
static bool check_place(const struct rh_trace *trace, const struct rh_trace_record *record, struct rh_error *error) {
    const struct rh_trace_geometry *g = &trace->geometry;
    bool grouped = (trace->fields & 1U << RH_TRACE_BANK_GROUP) != 0;
    bool counted = grouped && g->bank_groups != 0;
    uint32_t groups = counted ? g->bank_groups : 1;
    const struct {
        enum rh_trace_field field;
        uint32_t value, limit;
    } checks[] = {{RH_TRACE_CHANNEL, record->channel, g->channels},
                  {RH_TRACE_BANK_GROUP, counted ? record->bank_group : 0, groups},
                  {RH_TRACE_BANK, record->bank, g->banks / groups},
                  {RH_TRACE_ROW, record->row, g->rows},
                  {RH_TRACE_COLUMN, record->column, g->columns}};
    for (size_t i = 0; i < sizeof checks / sizeof checks[0]; i++)
        if (checks[i].value >= checks[i].limit) {
            char expected[96];
            bool channel = trace->geometry_given && checks[i].field == RH_TRACE_CHANNEL;
            snprintf(expected, sizeof expected, "at most %" PRIu32 " in this geometry%s", checks[i].limit - 1,
                     channel ? " (more channels: --channels, --preset)" : "");
            return rh_trace_refuse(trace, record, checks[i].field, expected, error);
        }
    return true;
}

static bool check_cycle(struct rh_trace *trace, const struct rh_trace_record *record, struct rh_error *error) {
    if ((trace->fields & 1U << RH_TRACE_CYCLE) == 0)
        return true;
    if (record->cycle < trace->cycle) {
        char expected[64];
        snprintf(expected, sizeof expected, "%" PRIu64 " or more, as in the request before it", trace->cycle);
        return rh_trace_refuse(trace, record, RH_TRACE_CYCLE, expected, error);
    }
    trace->cycle = record->cycle;
    return true;
}

/* The next line that is neither blank nor a comment, by the format's own reader. */
static int next_line(struct rh_trace *trace, struct rh_trace_record *record, struct rh_error *error) {
    struct rh_line line;
    for (;;) {
        int status = rh_line_reader_next(trace->lines, &line, error);
        if (status < 0)
            return -1;
        if (status == 0) {
            if (trace->records > 0)
                return 0;
            rh_error_set(error, "%s:%" PRIu64 ": found the end of the file, expected a request", trace->file,
                         trace->line + 1);
            return -1;
        }
        trace->line = line.number;
        struct rh_scan scan = {trace->file, line.number, line.text, line.text};
        rh_scan_blanks(&scan);
        if (*scan.at == '\0')
            continue;
        if (*scan.at == '#') {
            if (!rh_format_comment(trace, &scan, error))
                return -1;
            continue;
        }
        record->line = line.number;
        if (!trace->format->parse(trace, &scan, record, error)) {
            (void)assumed(trace, error);
            return -1;
        }
        bool placed = (trace->fields & RH_TRACE_PLACE) != 0 && trace->geometry.channels != 0;
        return placed && !check_place(trace, record, error) ? -1 : 1;
    }
}

int rh_trace_next(struct rh_trace *trace, struct rh_trace_record *record, struct rh_error *error) {
    if (trace->has_after) {
        trace->has_after = false;
        trace->records++;
        *record = trace->after;
        return 1;
    }
    struct rh_line_window *window = trace->window;
    if (trace->bytes != NULL) {
        int status = trace->format->next(trace, record, error);
        if (status <= 0)
            return status;
    } else if (trace->plain == NULL || window->at == window->end ||
               !rh_native_line_take(trace->plain, window, record)) {
        int status = next_line(trace, record, error);
        if (status <= 0)
            return status;
    }
    if (!check_cycle(trace, record, error))
        return -1;
    trace->records++;
    return 1;
}

uint64_t rh_trace_hash(const struct rh_trace *trace) {
    return trace->bytes != NULL ? trace->format->hash(trace) : rh_line_reader_hash(trace->lines);
}

const struct rh_trace_format *rh_trace_format_of(const struct rh_trace *trace) {
    return trace->format;
}

const char *rh_trace_file(const struct rh_trace *trace) {
    return trace->file;
}

rh_trace_set rh_trace_fields(const struct rh_trace *trace) {
    return trace->fields;
}

bool rh_trace_varies(const struct rh_trace *trace) {
    return trace->format->varies;
}

uint64_t rh_trace_clock(const struct rh_trace *trace) {
    return trace->clock;
}

const struct rh_trace_geometry *rh_trace_geometry(const struct rh_trace *trace) {
    return trace->geometry.channels == 0 ? NULL : &trace->geometry;
}

bool rh_trace_set_geometry(struct rh_trace *trace, const struct rh_trace_geometry *geometry, struct rh_error *error) {
    struct rh_trace_geometry *own = &trace->geometry;
    bool grouped = (trace->fields & 1U << RH_TRACE_BANK_GROUP) != 0;
    trace->geometry_given = own->channels == 0;
    if (trace->geometry_given)
        *own = *geometry;
    else if (own->bank_groups == 0 && grouped) {
        if (own->banks != geometry->banks)
            return rh_error_set(error, "%s: found a bank_group column, expected bank_groups=N in '# geometry:'",
                                trace->file);
        own->bank_groups = geometry->bank_groups;
    }
    if (trace->plain != NULL) { // its lines are to lie inside the geometry
        free(trace->plain);
        trace->plain = rh_native_line_new(trace);
    }
    return true;
}

const char *rh_trace_note(const struct rh_trace *trace) {
    return trace->note;
}

uint32_t rh_trace_bank(const struct rh_trace *trace, const struct rh_trace_record *record) {
    if ((trace->fields & 1U << RH_TRACE_BANK_GROUP) == 0 || trace->geometry.bank_groups == 0)
        return record->bank;
    return record->bank_group * (trace->geometry.banks / trace->geometry.bank_groups) + record->bank;
}
