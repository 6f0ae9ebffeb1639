// SPDX-License-Identifier: Apache-2.0
// One table of the shared options serves the command line, the configuration file and --help.
#include "cmodel/cli/rh_options.h"

#include <errno.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_config.h"
#include "rowhold/rh_output.h"
#include "rowhold/rh_synthetic.h"

enum kind { TEXT, PLAIN, FLAG, SHARE, REFRESH, CONTROLLER, U16, U32, U64, UINT };

/** A shared option: where its value goes and what it may be. */
struct row {
    const char *name, *metavariable;
    enum kind kind;
    size_t offset;
    uint64_t least, most;
    bool power; /* of two */
    const char *help;
};

#define AT(member) offsetof(struct rh_options, member)
#define NO_RANGE   0, 0, false
static const struct row rows[] = {
    {"preset", "NAME|FILE", TEXT, AT(preset), NO_RANGE, "DRAM preset, or a YAML file with one (default gddr3)"},
    {"controller", "NAME", CONTROLLER, AT(controller), NO_RANGE, "memory controller (default fr_fcfs)"},
    {"queue", "N", UINT, AT(queue), RH_LEAST_QUEUE, RH_MAX_QUEUE, false, "requests the controller stores (default 32)"},
    {"chips", "N", UINT, AT(chips), 1, 64, true, "chips ganged on a channel (default: the preset's)"},
    {"refresh", "MODE", REFRESH, AT(refresh), NO_RANGE, "off, all_bank or per_bank (default: the preset's)"},
    {"responses", "N", UINT, AT(responses), RH_LEAST_RESPONSES, RH_MAX_RESPONSES, false,
     "entries of the response FIFO (default 16)"},
    {"registered", NULL, FLAG, AT(registered), NO_RANGE, "commands come out of flip-flops, one clock later"},
    {"stream", "NAME|FILE", TEXT, AT(stream.stream), NO_RANGE, "synthetic stream or trace file (default rand2)"},
    {"format", "NAME", TEXT, AT(stream.format), NO_RANGE, "trace format, where the file does not tell"},
    {"map", "MAP", TEXT, AT(stream.map), NO_RANGE, "address map for byte addresses (default: the preset's)"},
    {"requests", "N", U64, AT(stream.requests), 1, UINT64_C(1000000000000), false,
     "requests to run (default: synthetic 100000, trace all)"},
    {"channels", "N", U16, AT(stream.channels), 1, 1024, false,
     "memory channels (default: synthetic 1, trace its own)"},
    {"banks-used", "N", U16, AT(stream.banks_used), 1, RH_MAX_BANKS, false, "synthetic: banks 0 to N-1 (default all)"},
    {"read-share", "X", SHARE, AT(stream.read_share), NO_RANGE,
     "synthetic: share of reads, 0 to 1 (default: the stream's own)"},
    {"bytes", "N", U32, AT(stream.request_bytes), 1, 65536, false,
     "bytes a request, where a trace has none (default 64)"},
    {"stride", "N", U32, AT(stream.stride), 1, UINT32_MAX, false,
     "strided: bytes between requests (default: a row / 4)"},
    {"seed", "N", U64, AT(stream.seed), 0, UINT64_MAX, false, "synthetic: seed of the generator (default 1)"},
    {"stats", "FILE", TEXT, AT(stats), NO_RANGE, "write the statistics as JSON"},
    {"commands", "FILE", TEXT, AT(commands), NO_RANGE, "write the command trace as CSV"},
    {"wave", "FILE", PLAIN, AT(wave), NO_RANGE, "write waves as FST"},
    {"threads", "N", UINT, AT(threads), 1, 256, false, "worker threads; the results do not depend on it (default 1)"},
    {"quiet", NULL, FLAG, AT(quiet), NO_RANGE, "no progress, no summary"},
    {"config", "FILE", TEXT, AT(config), NO_RANGE, "YAML file of `option: value` lines; the command line wins"},
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static const struct row *row_find(const char *name) {
    for (unsigned i = 0; i < ROWS; i++)
        if (strcmp(rows[i].name, name) == 0)
            return &rows[i];
    return NULL;
}

/** Digits alone, or 0x and hexadecimal digits: strtoull's signs and spaces are not numbers here. */
static bool number_parse(const char *text, uint64_t *value) {
    bool hexadecimal = text[0] == '0' && (text[1] == 'x' || text[1] == 'X');
    const char *digits = text + (hexadecimal ? 2 : 0);
    if (*digits == '\0' || digits[strspn(digits, hexadecimal ? "0123456789abcdefABCDEF" : "0123456789")] != '\0')
        return false;
    errno = 0;
    *value = strtoull(digits, NULL, hexadecimal ? 16 : 10);
    return errno == 0;
}

bool rh_option_number(const char *option, const char *text, uint64_t least, uint64_t most, uint64_t *value,
                      struct rh_error *error) {
    uint64_t number = 0;
    if (number_parse(text, &number) && number >= least && number <= most) {
        *value = number;
        return true;
    }
    return rh_error_set(error, "%s: found '%s', expected a whole number from %llu to %llu", option, text,
                        (unsigned long long)least, (unsigned long long)most);
}

bool rh_option_share(const char *option, const char *text, double *value, struct rh_error *error) {
    char *end = NULL;
    size_t digits = strcspn(text, "0123456789");
    if (text[0] != '\0' && text[digits] != '\0' && text[strspn(text, "0123456789.")] == '\0') {
        *value = strtod(text, &end);
        if (*end == '\0' && *value <= 1.0)
            return true;
    }
    return rh_error_set(error, "%s: found '%s', expected a number from 0 to 1", option, text);
}

static bool controller_check(const char *option, const char *text, struct rh_error *error) {
    if (rh_controller_find(text) != NULL)
        return true;
    char list[256] = "";
    for (size_t i = 0, used = 0; i < rh_controller_count() && used < sizeof list; i++)
        used +=
            (size_t)snprintf(list + used, sizeof list - used, "%s%s", i == 0 ? "" : ", ", rh_controller_at(i)->name);
    return rh_error_set(error, "%s: found '%s', expected one of: %s", option, text, list);
}

static bool refresh_check(const char *option, const char *text, struct rh_error *error) {
    enum rh_refresh mode;
    if (rh_refresh_find(text, &mode))
        return true;
    return rh_error_set(error, "%s: found '%s', expected off, all_bank or per_bank", option, text);
}

static bool flag_parse(const char *option, const char *text, bool *value, struct rh_error *error) {
    *value = strcmp(text, "true") == 0;
    if (*value || strcmp(text, "false") == 0)
        return true;
    return rh_error_set(error, "%s: found '%s', expected true or false", option, text);
}

static bool number_store(const struct row *row, const char *option, const char *text, void *at,
                         struct rh_error *error) {
    uint64_t value = 0;
    bool good = rh_option_number(option, text, row->least, row->most, &value, error);
    if (row->power && (!good || (value & (value - 1)) != 0))
        good = rh_error_set(error, "%s: found '%s', expected a power of two from %u to %u", option, text,
                            (unsigned)row->least, (unsigned)row->most);
    if (!good)
        return false;
    if (row->kind == U16)
        *(uint16_t *)at = (uint16_t)value;
    else if (row->kind == U32)
        *(uint32_t *)at = (uint32_t)value;
    else if (row->kind == U64)
        *(uint64_t *)at = value;
    else
        *(unsigned *)at = (unsigned)value;
    return true;
}

/** Check a value's text and store it; `option` is how the user wrote it: --queue, or FILE:LINE:COLUMN: queue. */
static bool store(const struct row *row, const char *option, const char *text, struct rh_options *options,
                  struct rh_error *error) {
    void *at = (char *)options + row->offset;
    options->seeded |= row->offset == AT(stream.seed);
    switch (row->kind) {
    case FLAG:
        return flag_parse(option, text, at, error);
    case SHARE:
        return rh_option_share(option, text, at, error);
    case U16:
    case U32:
    case U64:
    case UINT:
        return number_store(row, option, text, at, error);
    case CONTROLLER:
        if (!controller_check(option, text, error))
            return false;
        break;
    case REFRESH:
        if (!refresh_check(option, text, error))
            return false;
        break;
    case TEXT:
    case PLAIN:
        if (text[0] == '\0')
            return rh_error_set(error, "%s: found an empty text, expected %s", option, row->metavariable);
        if (row->kind == PLAIN && rh_output_is_stdout(text))
            return rh_error_set(error, "%s: found '-', expected a file name, for it can't go to standard output",
                                option);
        break;
    }
    *(const char **)at = text;
    return true;
}

static void print_option(const char *name, const char *metavariable, int length, const char *help) {
    int width = printf("  --%s %.*s", name, length, metavariable);
    printf("%*s %s\n", width < 26 ? 26 - width : 0, "", help);
}

static void print_help(const struct rh_option_extra *extra, unsigned extras, const char *usage) {
    printf("%s\noptions:\n", usage);
    for (unsigned i = 0; i < extras; i++) {
        size_t length = extra[i].flag ? 0 : strcspn(extra[i].help, " ");
        print_option(extra[i].name, extra[i].help, (int)length,
                     extra[i].help + length + strspn(extra[i].help + length, " "));
    }
    for (unsigned i = 0; i < ROWS; i++)
        print_option(rows[i].name, rows[i].metavariable != NULL ? rows[i].metavariable : "", 64, rows[i].help);
    print_option("help", "", 0, "this text");
}

/** One argument pair of the command line: an option and its value; `flag` means that it takes none. */
struct argument {
    char name[64]; /* without dashes */
    const char *value;
    bool flag;
    const struct row *row;
    const struct rh_option_extra *extra;
};

static bool argument_find(struct argument *argument, const char *text, const struct rh_option_extra *extra,
                          unsigned extras, const char *command, struct rh_error *error) {
    if (strncmp(text, "--", 2) != 0 || text[2] == '\0')
        return rh_error_set(error, "%s: found argument '%s', expected an option", command, text);
    snprintf(argument->name, sizeof argument->name, "%.*s", (int)strcspn(text + 2, "="), text + 2);
    argument->extra = NULL;
    argument->row = row_find(argument->name);
    for (unsigned i = 0; i < extras && argument->row == NULL; i++)
        if (strcmp(extra[i].name, argument->name) == 0)
            argument->extra = &extra[i];
    if (argument->row == NULL && argument->extra == NULL)
        return rh_error_set(error, "--%s: found an unknown option, expected one that `rowhold %s --help` lists",
                            argument->name, command);
    argument->flag = argument->row != NULL ? argument->row->kind == FLAG : argument->extra->flag;
    return true;
}

/** Reads the argument at argv[*index] and moves behind its value. */
static bool argument_read(struct argument *argument, int argc, char **argv, int *index,
                          const struct rh_option_extra *extra, unsigned extras, struct rh_error *error) {
    const char *text = argv[*index];
    if (!argument_find(argument, text, extra, extras, argv[0], error))
        return false;
    const char *equals = strchr(text, '=');
    (*index)++;
    if (argument->flag && equals != NULL)
        return rh_error_set(error, "--%s: found value '%s', expected none", argument->name, equals + 1);
    if (argument->flag) {
        argument->value = argument->row != NULL ? "true" : "1";
        return true;
    }
    if (equals != NULL) {
        argument->value = equals + 1;
        return true;
    }
    if (*index >= argc || strncmp(argv[*index], "--", 2) == 0)
        return rh_error_set(error, "--%s: found %s%s%s, expected a value", argument->name,
                            *index < argc ? "option '" : "nothing", *index < argc ? argv[*index] : "",
                            *index < argc ? "'" : "");
    argument->value = argv[(*index)++];
    return true;
}

static bool apply_config(struct rh_options *options, struct rh_config *config, struct rh_error *error) {
    for (size_t i = 0; i < config->count; i++) {
        const struct rh_config_entry *entry = &config->entries[i];
        const struct row *row = row_find(entry->key);
        if (row == NULL || strcmp(row->name, "config") == 0)
            return rh_error_set(error, "%s:%u:%u: found key '%s', expected an option that --help lists",
                                options->config, entry->line, entry->column, entry->key);
        char place[512];
        snprintf(place, sizeof place, "%s:%u:%u: %s", options->config, entry->value_line, entry->value_column,
                 entry->key);
        if (!store(row, place, entry->value, options, error))
            return false;
    }
    return true;
}

/** One pass over the arguments; the first pass looks for --config alone, so that the second can override what it
 * says. */
static bool apply_arguments(struct rh_options *options, int argc, char **argv, const struct rh_option_extra *extra,
                            unsigned extras, bool config_only, struct rh_error *error) {
    struct argument argument = {"", NULL, false, NULL, NULL};
    for (int i = 1; i < argc;) {
        if (!argument_read(&argument, argc, argv, &i, extra, extras, error))
            return false;
        char option[80];
        snprintf(option, sizeof option, "--%s", argument.name);
        bool is_config = argument.row != NULL && strcmp(argument.row->name, "config") == 0;
        if (config_only && !is_config)
            continue;
        if (argument.row == NULL)
            *argument.extra->value = argument.value;
        else if (!store(argument.row, option, argument.value, options, error))
            return false;
    }
    return true;
}

static void set_defaults(struct rh_options *options) {
    *options = (struct rh_options){
        .preset = "gddr3",
        .controller = "fr_fcfs",
        .queue = 32,
        .responses = 16,
        .threads = 1,
        .stream = {.stream = "rand2", .read_share = -1.0, .seed = 1},
    };
}

int rh_options_fail(const struct rh_error *error) {
    fprintf(stderr, "rowhold: %s\n", error->text);
    return 2;
}

int rh_options_parse(struct rh_options *options, int argc, char **argv, const struct rh_option_extra *extra,
                     unsigned extras, const char *usage) {
    static struct rh_config config; /* its texts are the options' values: they live until the next call */
    struct rh_error error = {""};
    rh_config_free(&config);
    set_defaults(options);
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            print_help(extra, extras, usage);
            return 1;
        }
    bool good = apply_arguments(options, argc, argv, extra, extras, true, &error) &&
                (options->config == NULL ||
                 (rh_config_load(options->config, &config, &error) && apply_config(options, &config, &error))) &&
                apply_arguments(options, argc, argv, extra, extras, false, &error);
    options->stream.synthetic = rh_synthetic_find(options->stream.stream);
    return good ? 0 : rh_options_fail(&error);
}
