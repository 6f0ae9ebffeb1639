// SPDX-License-Identifier: Apache-2.0
// `rowhold trace convert`: one format to another, whole or not at all.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/trace/cmd_trace.h"
#include "cmodel/files/rh_files.h"
#include "cmodel/files/rh_output.h"
#include "cmodel/trace/rh_trace.h"

struct texts {
    const char *to, *format, *preset, *map, *drop, *as;
    bool wrap;
};

struct conversion {
    unsigned chips; /* 0: the preset's */
    const char *files[2];
    const char *in;
    struct texts texts;
    struct rh_trace *trace;
    const struct rh_trace_format *to;
    struct rh_trace_writer *writer;
    struct rh_trace_head head;
    struct rh_map map;
    bool to_address, to_place;
    rh_trace_set drop;
    uint32_t tck_ps; /* of --preset; 0: none */
    uint64_t clock;  /* fs: of cycles that become those of the preset; 0: they stay what they are */
    bool steps;      /* --cycle-step is given */
    uint64_t step;
    uint64_t read, written;
};

static bool read_drop(const char *text, rh_trace_set *drop, struct rh_error *error) {
    while (text != NULL && *text != '\0') {
        size_t length = strcspn(text, ",");
        unsigned field = rh_trace_field_find(text, length);
        if (field == RH_TRACE_FIELDS || !rh_trace_field_row(field)->drop) {
            char names[RH_TRACE_FIELD_TEXT];
            return rh_error_set(error, "--drop: found '%.*s', expected %s", (int)length, text,
                                rh_trace_field_droppable(names));
        }
        *drop |= 1U << field;
        text += length;
        text += *text == ',';
    }
    return true;
}

/* --cycle-step adds what the file lacks, and only where it can be held. */
static bool set_up_steps(struct conversion *c, rh_trace_set *fields, struct rh_error *error) {
    if (!c->steps)
        return true;
    if ((*fields & 1U << RH_TRACE_CYCLE) != 0)
        return rh_error_set(error, "--cycle-step: found a file with cycles, expected one without, or --drop cycle");
    if ((rh_trace_format_holds(c->to) & 1U << RH_TRACE_CYCLE) == 0)
        return rh_error_set(error, "--cycle-step: found format %s, expected one that holds cycles", c->texts.to);
    *fields |= 1U << RH_TRACE_CYCLE;
    return true;
}

/* stl tells its fields only line by line: read it once before. */
static bool survey_fields(const struct conversion *c, rh_trace_set *fields, struct rh_error *error) {
    struct rh_trace_record record;
    struct rh_trace *trace = rh_trace_open(c->in, c->texts.format, error);
    int status = trace == NULL ? -1 : 1;
    while (status > 0)
        status = rh_trace_next(trace, &record, error);
    if (trace != NULL)
        *fields = rh_trace_fields(trace);
    rh_trace_close(trace);
    return status == 0;
}

/* Which way places go: by --as, by what the format needs, else as they are. */
static bool choose_places(struct conversion *c, rh_trace_set fields, rh_trace_set holds, struct rh_error *error) {
    bool address = (fields & 1U << RH_TRACE_ADDRESS) != 0;
    const char *as = c->texts.as;
    if (as != NULL && strcmp(as, "address") != 0 && strcmp(as, "coordinates") != 0)
        return rh_error_set(error, "--as: found '%s', expected address or coordinates", as);
    bool want_address = as != NULL ? strcmp(as, "address") == 0 : address;
    if ((holds & 1U << RH_TRACE_ADDRESS) == 0 || (holds & RH_TRACE_PLACE) == 0) {
        bool only_address = (holds & 1U << RH_TRACE_ADDRESS) != 0;
        if (as != NULL && want_address != only_address)
            return rh_error_set(error, "--as: found '%s', expected %s, for %s holds nothing else", as,
                                only_address ? "address" : "coordinates", c->texts.to);
        want_address = only_address;
    }
    c->to_address = want_address && !address;
    c->to_place = !want_address && address;
    return true;
}

/* The memory that the map covers: the file's geometry, completed or replaced by the preset's. */
static bool set_up_memory(struct conversion *c, struct rh_error *error) {
    const struct texts *t = &c->texts;
    const struct rh_trace_geometry *g;
    bool moves = c->to_address || c->to_place;
    if (t->map != NULL && !moves)
        return rh_error_set(error,
                            "--map: found no addresses that become coordinates or back, expected some (see --as)");
    if (t->wrap && !c->to_place)
        return rh_error_set(error, "--wrap: found no addresses that become coordinates, expected some (see --as)");
    struct rh_preset preset = {.map = ""};
    if (t->preset != NULL || c->chips != 0) {
        if (!rh_options_preset(t->preset != NULL ? t->preset : "gddr3", c->chips, NULL, &preset, error))
            return false;
        c->tck_ps = t->preset != NULL ? preset.tck_ps : 0;
        struct rh_map_shape shape = rh_map_shape_of(&preset, 0);
        const struct rh_trace_geometry geometry = {shape.channels, shape.banks,   shape.groups,
                                                   shape.rows,     shape.columns, shape.command_bytes};
        if (!rh_trace_set_geometry(c->trace, &geometry, error))
            return false;
    }
    g = rh_trace_geometry(c->trace);
    if (g != NULL)
        c->head.geometry = *g;
    if (!moves)
        return true;
    if (g == NULL)
        return rh_error_set(error, "%s: found no geometry, expected --preset, to turn %s", c->in,
                            c->to_place ? "addresses into coordinates" : "coordinates into addresses");
    if ((rh_trace_fields(c->trace) & 1U << RH_TRACE_BANK_GROUP) != 0 && g->bank_groups == 0)
        return rh_error_set(error, "%s: found bank groups, expected bank_groups=N in '# geometry:', or --preset",
                            c->in);
    struct rh_map_shape shape = {.channels = g->channels,
                                 .banks = g->banks,
                                 .groups = g->bank_groups == 0 ? 1 : g->bank_groups,
                                 .rows = g->rows,
                                 .columns = g->columns,
                                 .command_bytes = g->column_bytes};
    if (!rh_map_parse(&c->map, rh_map_text(t->map, &preset), &shape, error))
        return false;
    c->map.memory = "the memory that is mapped";
    c->map.wrap = t->wrap;
    return true;
}

/* A format that can't say a clock has cycles of the preset's, where one is named. */
static void set_up_clock(struct conversion *c) {
    uint64_t clock = rh_trace_clock(c->trace);
    if (rh_trace_format_has_head(c->to))
        c->head.clock = clock;
    else if (c->tck_ps != 0)
        c->clock = clock;
}

static bool set_up(struct conversion *c, struct rh_error *error) {
    if (c->texts.to == NULL)
        return rh_error_set(error, "--to: found nothing, expected one of %s", rh_trace_format_names());
    c->to = rh_trace_format_find(c->texts.to);
    if (c->to == NULL)
        return rh_error_set(error, "--to: found '%s', expected one of %s", c->texts.to, rh_trace_format_names());
    if (!rh_trace_format_writes(c->to))
        return rh_error_set(error, "--to: found '%s', which is only read, expected another of %s", c->texts.to,
                            rh_trace_format_names());
    if (!read_drop(c->texts.drop, &c->drop, error))
        return false;
    c->trace = rh_trace_open(c->in, c->texts.format, error);
    if (c->trace == NULL)
        return false;
    rh_trace_set fields = rh_trace_fields(c->trace);
    if (rh_trace_varies(c->trace) && !survey_fields(c, &fields, error))
        return false;
    if (!choose_places(c, fields, rh_trace_format_holds(c->to), error) || !set_up_memory(c, error))
        return false;
    fields &= ~c->drop;
    if ((fields & 1U << RH_TRACE_CYCLE) != 0)
        set_up_clock(c);
    if (!set_up_steps(c, &fields, error))
        return false;
    if (c->to_address)
        fields = (fields & ~(rh_trace_set)RH_TRACE_PLACES) | 1U << RH_TRACE_ADDRESS;
    if (c->to_place) {
        fields = (fields & ~(1U << RH_TRACE_ADDRESS)) | RH_TRACE_PLACE;
        if (c->head.geometry.bank_groups > 1)
            fields |= 1U << RH_TRACE_BANK_GROUP;
    }
    if ((fields & RH_TRACE_PLACE) == 0)
        c->head.geometry = (struct rh_trace_geometry){0};
    else if ((fields & 1U << RH_TRACE_BANK_GROUP) == 0)
        c->head.geometry.bank_groups = 0;
    c->head.fields = fields;
    return rh_trace_can_write(c->to, fields, c->in, error);
}

/* Place of the record's column command `i`, both ways at once. */
static bool locate(const struct conversion *c, const struct rh_trace_record *r, uint32_t i, uint64_t *address,
                   struct rh_map_place *place, struct rh_error *error) {
    uint32_t unit = c->map.shape.command_bytes;
    if (c->to_place) {
        *address = r->address + (uint64_t)i * unit;
        if (r->address % unit != 0) {
            char expected[64];
            snprintf(expected, sizeof expected, "a multiple of the %" PRIu32 " bytes of a column", unit);
            return rh_trace_refuse(c->trace, r, RH_TRACE_ADDRESS, expected, error);
        }
        return (*address >= r->address && rh_map_place(&c->map, *address, place)) ||
               rh_trace_refuse_outside(c->trace, r, RH_TRACE_ADDRESS, &c->map, error);
    }
    *place = (struct rh_map_place){r->channel, rh_trace_bank(c->trace, r), r->row, r->column + i};
    if (place->column >= c->map.shape.columns)
        return rh_trace_refuse(c->trace, r, RH_TRACE_COLUMN, "a request that ends inside its row", error);
    *address = rh_map_address(&c->map, place);
    return true;
}

static void put(struct conversion *c, struct rh_trace_record *r, uint64_t address, const struct rh_map_place *place) {
    uint32_t groups = c->head.geometry.bank_groups;
    bool grouped = (c->head.fields & 1U << RH_TRACE_BANK_GROUP) != 0;
    r->address = address;
    r->channel = place->channel;
    r->bank_group = grouped ? place->bank / (c->head.geometry.banks / groups) : 0;
    r->bank = grouped ? place->bank % (c->head.geometry.banks / groups) : place->bank;
    r->row = place->row;
    r->column = place->column;
    rh_trace_writer_put(c->writer, r);
    c->written++;
}

/* Write a record whose place changes its form, in as few pieces as the map allows. */
static bool put_moved(struct conversion *c, const struct rh_trace_record *r, struct rh_error *error) {
    uint32_t unit = c->map.shape.command_bytes;
    uint32_t bytes = (rh_trace_fields(c->trace) & 1U << RH_TRACE_BYTES) != 0 ? r->bytes : 0;
    uint32_t total = bytes == 0 ? 1 : (bytes + unit - 1) / unit;
    uint64_t address = 0, next_address = 0;
    struct rh_map_place place, next_place;
    for (uint32_t i = 0, n; i < total; i += n) {
        if (!locate(c, r, i, &address, &place, error))
            return false;
        for (n = 1; i + n < total; n++) {
            if (!locate(c, r, i + n, &next_address, &next_place, error))
                return false;
            if (next_address != address + (uint64_t)n * unit || next_place.channel != place.channel ||
                next_place.bank != place.bank || next_place.row != place.row || next_place.column != place.column + n)
                break;
        }
        struct rh_trace_record piece = *r;
        if (n < total && r->data.length > 0 && (c->head.fields & 1U << RH_TRACE_DATA) != 0)
            return rh_trace_refuse(c->trace, r, RH_TRACE_BYTES, "data that the map keeps together, or --drop data",
                                   error);
        if (n < total && (c->head.fields & 1U << RH_TRACE_BYTES) == 0)
            return rh_trace_refuse(c->trace, r, RH_TRACE_BYTES,
                                   "bytes that the map keeps together when they are dropped", error);
        if (bytes != 0)
            piece.bytes = i + n == total ? bytes - i * unit : n * unit;
        put(c, &piece, address, &place);
    }
    return true;
}

static bool convert(struct conversion *c, struct rh_error *error) {
    struct rh_trace_record record = {0};
    int status;
    while ((status = rh_trace_next(c->trace, &record, error)) > 0) {
        if (c->steps && c->step != 0 && c->read > INT64_MAX / c->step)
            return rh_error_set(error, "--cycle-step: found %" PRIu64 ", expected a step that keeps cycles below 2^63",
                                c->step);
        if (c->steps)
            record.cycle = c->read * c->step;
        if (c->clock != 0 && !rh_trace_clock_convert(c->clock, c->tck_ps, record.cycle, &record.cycle))
            return rh_trace_refuse(c->trace, &record, RH_TRACE_CYCLE, "one before clock 2^63 of the preset", error);
        c->read++;
        if (record.bytes == 0 && (c->head.fields & 1U << RH_TRACE_BYTES) != 0 && !rh_trace_format_varies(c->to))
            return rh_trace_refuse(c->trace, &record, RH_TRACE_BYTES, "(bytes) in every request, or --drop bytes",
                                   error);
        if (c->to_address || c->to_place) {
            if (!put_moved(c, &record, error))
                return false;
        } else {
            rh_trace_writer_put(c->writer, &record);
            c->written++;
        }
    }
    return status == 0;
}

static bool write_all(struct conversion *c, FILE *to, struct rh_error *error) {
    c->writer = rh_trace_writer_open(c->to, to, &c->head);
    if (c->writer == NULL)
        return rh_error_set(error, "%s: found no memory, expected enough", c->in);
    bool good = convert(c, error);
    rh_trace_writer_close(c->writer);
    return good;
}

/* A clock that is not said any more. */
static void note_clock(const struct conversion *c) {
    char text[RH_TRACE_CLOCK_TEXT], tck[RH_TRACE_CLOCK_TEXT];
    uint64_t clock = rh_trace_clock(c->trace);
    if (clock == 0 || c->head.clock != 0 || c->steps || (c->head.fields & 1U << RH_TRACE_CYCLE) == 0)
        return;
    (void)rh_trace_clock_text(clock, text);
    if (c->clock != 0)
        fprintf(stderr, "note: cycles of %s became cycles of %s\n", text,
                rh_trace_clock_text((uint64_t)c->tck_ps * 1000, tck));
    else
        fprintf(stderr, "note: cycles stay cycles of %s, which %s does not say (--preset NAME makes them its clocks)\n",
                text, c->texts.to);
}

static int run_command(int argc, char **argv) {
    struct conversion c = {0};
    int status = rh_cli_parse(&rh_cli_trace_convert, argc, argv, &c);
    if (status != 0)
        return status == 1 ? 0 : 2;
    struct rh_error error = {""};
    struct rh_output output;
    c.in = c.files[0];
    const struct rh_file_use uses[] = {
        {"OUT", c.files[1], true}, {"IN", c.in, false}, {"--preset", rh_options_preset_file(c.texts.preset), false}};
    bool good = rh_files_apart(uses, 3, &error) && set_up(&c, &error) && rh_output_open(&output, c.files[1], &error);
    if (good) {
        good = write_all(&c, output.file, &error);
        if (good)
            good = rh_output_commit(&output, &error);
        else
            rh_output_drop(&output);
    }
    if (good && !rh_output_is_stdout(c.files[1]))
        printf("%s: %" PRIu64 " requests from %" PRIu64 " (%s to %s)\n", c.files[1], c.written, c.read,
               rh_trace_format_name(rh_trace_format_of(c.trace)), c.texts.to);
    if (good && rh_trace_note(c.trace)[0] != '\0')
        fprintf(stderr, "note: %s\n", rh_trace_note(c.trace));
    if (good)
        note_clock(&c);
    rh_trace_close(c.trace);
    return good ? 0 : rh_cli_fail(&error);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct conversion, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(INPUT, "IN", NULL, files[0], .argument = true, .needed = true, .help = "the file to read"),
    ROW(OUTPUT, "OUT", NULL, files[1], .argument = true, .needed = true,
        .help = "the file to write; - is standard output"),
    ROW(TEXT, "to", "FORMAT", texts.to, .help = "format to write"),
    ROW(TEXT, "format", "NAME", texts.format, .word = rh_format_word,
        .help = "format to read, where the file does not tell"),
    ROW(INPUT, "preset", "NAME|FILE", texts.preset, .word = rh_preset_word, .others = true,
        .help = "memory of a file without geometry; its clock, where the format can't say the file's"),
    RH_OPTION_CHIPS(struct conversion),
    ROW(TEXT, "map", "MAP", texts.map, .help = "address map (default: the preset's)"),
    ROW(FLAG, "wrap", NULL, texts.wrap, .help = "fold addresses beyond the memory back into it"),
    ROW(TEXT, "as", "address|coordinates", texts.as, .help = "what to write, where the format can hold both"),
    ROW(TEXT, "drop", "FIELD,...", texts.drop, .help = "fields to leave out"),
    ROW(NUMBER, "cycle_step", "N", step, .most = UINT32_MAX, .given = offsetof(struct conversion, steps),
        .help = "of a file without cycles: request i arrives in cycle i x N"),
};

const struct rh_cli rh_cli_trace_convert = {
    .name = "trace convert",
    .meaning = "read a trace in one format, write it in another",
    .about = "Read a trace in one format and write it in another: native, dramsim3, "
             "ramulator1, ramulator2, ramulator2_vector, stl. A field that the other "
             "format can't hold is an error, unless --drop names it. Addresses and "
             "coordinates are converted by --map; the memory is the file's own geometry, "
             "else the preset's. A request whose bytes the map does not keep together "
             "becomes several. A file without cycles gets them by --cycle-step.",
    .examples = "trace convert in.csv.gz out.stl --to stl --map row:bank:column:channel --drop core,warp\n"
                "trace convert ls.trace out.csv --to native --as coordinates --preset ddr4_2400\n"
                "trace convert untimed.csv out.trace --to dramsim3 --cycle-step 10 --drop bytes",
    .exits = "0 done, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
