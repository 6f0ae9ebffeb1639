// SPDX-License-Identifier: Apache-2.0
// `rowhold trace`: dispatch, and what its subcommands share.
#include "cmodel/cli/cmd_trace.h"

#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_options.h"

static const char usage[] =
    "usage: rowhold trace info|convert|generate|judge|commands|pins ...\n"
    "Look at, convert and make traces of memory requests; judge and translate traces of DRAM commands.\n\n"
    "  info FILE                  counts, mix, row locality, histogram by bank, time span\n"
    "  convert IN OUT --to FORMAT read one format, write another\n"
    "  generate [NAME [OUT]]      write a synthetic stream as a native trace\n"
    "  judge FILE --preset P      check a command trace against the DRAM rules\n"
    "  commands IN OUT --to FORMAT  a command trace in the format of DRAMsim3, Ramulator 2 or DRAMPower, or back\n"
    "  pins IN OUT --to KIND      a command trace as the pins of a DDR3 or DDR4 chip\n\n"
    "examples:\n"
    "  rowhold trace generate\n"
    "  rowhold trace info phases.csv\n"
    "  rowhold trace convert phases.csv phases.stl --to stl --map row:bank:column:channel\n"
    "  rowhold simulate --stream phases.csv --commands commands.csv && rowhold trace judge "
    "commands.csv --preset gddr3\n\n"
    "`rowhold trace NAME --help` tells the options of a subcommand.\n"
    "exit: 0 done, 1 a rule is broken, 2 usage or input error\n";

static void print_options(const struct trace_option *options, unsigned count) {
    printf("\noptions:\n");
    for (unsigned i = 0; i < count; i++) {
        int length = options[i].flag ? 0 : (int)strcspn(options[i].help, " ");
        const char *meaning = options[i].help + length + strspn(options[i].help + length, " ");
        char left[64];
        snprintf(left, sizeof left, "--%s %.*s", options[i].name, length, options[i].help);
        printf("  %-24s %s\n", left, meaning);
    }
    printf("  %-24s %s\n", "--help", "this text");
}

/* The option at argv[*i], its value taken; *i moves to its last word. */
static bool take_option(int argc, char **argv, int *i, const struct trace_option *options, unsigned count,
                        struct rh_error *error) {
    const char *text = argv[*i] + 2;
    size_t length = strcspn(text, "=");
    for (unsigned k = 0; k < count; k++) {
        const struct trace_option *option = &options[k];
        if (strlen(option->name) != length || strncmp(option->name, text, length) != 0)
            continue;
        if (*option->value != NULL)
            return rh_error_set(error, "--%s: found it again, expected it once", option->name);
        if (option->flag) {
            *option->value = "1";
            return text[length] == '\0' ||
                   rh_error_set(error, "--%s: found value '%s', expected none", option->name, text + length + 1);
        }
        if (text[length] == '=')
            *option->value = text + length + 1;
        else if (*i + 1 < argc && strncmp(argv[*i + 1], "--", 2) != 0)
            *option->value = argv[++*i];
        if (*option->value == NULL || **option->value == '\0')
            return rh_error_set(error, "--%s: found nothing, expected a value", option->name);
        return true;
    }
    return rh_error_set(error, "--%.*s: found an unknown option, expected one that `rowhold trace %s --help` lists",
                        (int)length, text, argv[0]);
}

int trace_parse(int argc, char **argv, const char *head, const struct trace_option *options, unsigned count,
                const char **files, unsigned least, unsigned most) {
    struct rh_error error = {""};
    unsigned found = 0;
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            fputs(head, stdout);
            print_options(options, count);
            return 1;
        }
    for (int i = 1; i < argc; i++) {
        if (strncmp(argv[i], "--", 2) == 0) {
            if (!take_option(argc, argv, &i, options, count, &error))
                return rh_cli_fail(&error);
        } else if (found < most) {
            files[found++] = argv[i];
        } else {
            rh_error_set(&error, "trace %s: found argument '%s', expected at most %u", argv[0], argv[i], most);
            return rh_cli_fail(&error);
        }
    }
    if (found < least) {
        rh_error_set(&error, "trace %s: found %u file names, expected %u", argv[0], found, least);
        return rh_cli_fail(&error);
    }
    return 0;
}

bool trace_preset(const char *name, const char *chips, const char *refresh, struct rh_preset *preset,
                  struct rh_error *error) {
    uint64_t number;
    if (!rh_preset_load(name, preset, error))
        return false;
    if (chips != NULL) {
        if (!rh_option_number("--chips", chips, 1, 64, &number, error))
            return false;
        if ((number & (number - 1)) != 0)
            return rh_error_set(error, "--chips: found '%s', expected a power of two from 1 to 64", chips);
        preset->chips = (uint16_t)number;
    }
    if (refresh != NULL && !rh_refresh_find(refresh, &preset->refresh))
        return rh_error_set(error, "--refresh: found '%s', expected off, all_bank or per_bank", refresh);
    return rh_preset_check(preset, error);
}

const char *trace_preset_file(const char *name) {
    return name != NULL && rh_preset_is_file(name) ? name : NULL;
}

struct rh_map_shape trace_shape(const struct rh_preset *preset) {
    return (struct rh_map_shape){.channels = preset->channels,
                                 .banks = preset->banks,
                                 .groups = preset->groups,
                                 .rows = preset->rows,
                                 .columns = rh_preset_columns(preset),
                                 .command_bytes = rh_preset_command_bytes(preset)};
}

bool trace_map(const char *text, const struct rh_map_shape *shape, struct rh_map *map, struct rh_error *error) {
    return text != NULL ? rh_map_parse(map, text, shape, error) : rh_map_default(map, shape, error);
}

bool trace_commands_set_up(struct rh_command_trace *trace, const char *format, const char *pseudochannels,
                           const struct rh_preset *preset, struct rh_error *error) {
    uint64_t number = 1;
    if (format != NULL && rh_command_format_find(format) == NULL)
        return rh_error_set(error, "--format: found '%s', expected one of %s", format, rh_command_format_names());
    if (pseudochannels != NULL && !rh_option_number("--pseudochannels", pseudochannels, 1, 256, &number, error))
        return false;
    *trace = (struct rh_command_trace){format, preset, (unsigned)number};
    return true;
}

static int run_command(int argc, char **argv) {
    static const struct {
        const char *name;
        int (*run)(int argc, char **argv);
    } commands[] = {{"info", trace_info},   {"convert", trace_convert},   {"generate", trace_generate},
                    {"judge", trace_judge}, {"commands", trace_commands}, {"pins", trace_pins}};
    if (argc >= 2 && (strcmp(argv[1], "--help") == 0 || strcmp(argv[1], "-h") == 0)) {
        fputs(usage, stdout);
        return 0;
    }
    for (size_t i = 0; argc >= 2 && i < sizeof commands / sizeof commands[0]; i++)
        if (strcmp(argv[1], commands[i].name) == 0)
            return commands[i].run(argc - 1, argv + 1);
    struct rh_error error;
    rh_error_set(&error, "trace: found %s%s%s, expected info, convert, generate, judge, commands or pins",
                 argc >= 2 ? "'" : "", argc >= 2 ? argv[1] : "nothing", argc >= 2 ? "'" : "");
    return rh_cli_fail(&error);
}

const struct rh_cli rh_cli_trace = {
    .name = "trace",
    .meaning = "info, convert, generate and judge trace files",
    .run = run_command,
};
