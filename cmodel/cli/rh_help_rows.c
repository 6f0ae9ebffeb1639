// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_help_rows.h"

#include <inttypes.h>
#include <string.h>

#include "cmodel/cli/rh_forms.h"

static const struct rh_column configuration[] = {
    {.name = "command", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "that is asked for"},
};
static const struct rh_column option_columns[] = {
    {.name = "command", .kind = RH_CELL_TEXT},
    {.name = "option", .kind = RH_CELL_TEXT, .meaning = "as a key of --config: without dashes, `_` between words"},
    {.name = "value", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "as help shows it"},
    {.name = "kind",
     .kind = RH_CELL_TEXT,
     .meaning = "flag, text, number, share (from 0 to 1), real; a file: input, output (also -), file, config"},
    {.name = "argument", .kind = RH_CELL_FLAG, .meaning = "given by its place, without a name"},
    {.name = "needed", .kind = RH_CELL_FLAG},
    {.name = "listed", .kind = RH_CELL_FLAG, .meaning = "takes a list of values"},
    {.name = "least", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of a number"},
    {.name = "most", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "of a number"},
    {.name = "words", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "that it takes, with commas between them"},
    {.name = "others", .kind = RH_CELL_FLAG, .meaning = "the words are proposals"},
    {.name = "heading", .kind = RH_CELL_TEXT, .meaning = "of its group in help"},
    {.name = "help", .kind = RH_CELL_TEXT, .wrap = 20},
};
static const struct rh_column command_columns[] = {
    {.name = "command", .kind = RH_CELL_TEXT},
    {.name = "meaning", .kind = RH_CELL_TEXT},
    {.name = "about", .kind = RH_CELL_TEXT, .maybe = true},
    {.name = "examples", .kind = RH_CELL_TEXT, .maybe = true},
    {.name = "exits", .kind = RH_CELL_TEXT, .maybe = true},
};

const struct rh_form rh_form_help = {
    .name = "help",
    .command = "rowhold help --json",
    .configuration = RH_FORM_PART("configuration", configuration, "the command that is asked for"),
    .rows = RH_FORM_PART("options", option_columns, "an option of a command"),
    .more = RH_FORM_PART("commands", command_columns, "a command"),
};

static const char *kind_name(enum rh_option_kind kind) {
    switch (kind) {
    case RH_OPTION_FLAG:
        return "flag";
    case RH_OPTION_TEXT:
        return "text";
    case RH_OPTION_INPUT:
        return "input";
    case RH_OPTION_OUTPUT:
        return "output";
    case RH_OPTION_FILE:
        return "file";
    case RH_OPTION_CONFIG:
        return "config";
    case RH_OPTION_NUMBER:
        return "number";
    case RH_OPTION_SHARE:
        return "share";
    case RH_OPTION_REAL:
        break;
    }
    return "real";
}

static bool add_words(struct rh_table *table, const struct rh_option *option) {
    char text[2048] = "";
    size_t used = 0;
    for (unsigned i = 0; option->word != NULL && option->word(i) != NULL && used < sizeof text; i++)
        used += (size_t)snprintf(text + used, sizeof text - used, "%s%s", i == 0 ? "" : ",", option->word(i));
    return rh_table_text(table, option->word != NULL ? text : NULL);
}

/* Limits as text: some are those of 64 bits, which JSON does not count up to. */
static bool add_limits(struct rh_table *table, const struct rh_option *option) {
    char least[24], most[24];
    bool counts = option->kind == RH_OPTION_NUMBER;
    (void)snprintf(least, sizeof least, "%" PRIu64, option->least);
    (void)snprintf(most, sizeof most, "%" PRIu64, option->most);
    return rh_table_text(table, counts ? least : NULL) && rh_table_text(table, counts ? most : NULL);
}

static bool add_option(struct rh_table *table, const struct rh_cli *cli, unsigned index, char heading[RH_CLI_HEADING]) {
    const struct rh_option *option = rh_cli_row(cli, index);
    const struct rh_option_table *place;
    char name[64];
    (void)snprintf(name, sizeof name, "%s", option->name);
    for (char *c = name; *c != '\0' && !option->argument; c++)
        if (*c == '-')
            *c = '_';
    bool listed = !option->argument && rh_cli_option(cli, option->name, strlen(option->name), &place) == option &&
                  place->store != NULL;
    (void)rh_cli_heading(cli, index, heading);
    return rh_table_text(table, cli->name) && rh_table_text(table, name) && rh_table_text(table, option->value) &&
           rh_table_text(table, kind_name(option->kind)) && rh_table_count(table, option->argument) &&
           rh_table_count(table, option->needed) && rh_table_count(table, listed) && add_limits(table, option) &&
           add_words(table, option) && rh_table_count(table, option->others) && rh_table_text(table, heading) &&
           rh_table_text(table, option->help);
}

/* Those of the list, and their parts. */
static bool add_commands(const struct rh_table_result *result, const struct rh_cli *const *list) {
    bool good = true;
    for (; good && list != NULL && *list != NULL; list++) {
        const struct rh_cli *cli = *list;
        char heading[RH_CLI_HEADING] = "";
        good = rh_table_text(result->more, cli->name) && rh_table_text(result->more, cli->meaning) &&
               rh_table_text(result->more, cli->about) && rh_table_text(result->more, cli->examples) &&
               rh_table_text(result->more, cli->exits);
        for (unsigned i = 0; good && rh_cli_row(cli, i) != NULL; i++)
            good = add_option(result->rows, cli, i, heading);
        good = good && add_commands(result, cli->parts);
    }
    return good;
}

bool rh_help_rows(const char *command, const struct rh_cli *const *list, const struct rh_table_options *options,
                  struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_options_apart(options, NULL, 0, error) || !rh_table_result_open(&result, &rh_form_help, error))
        return false;
    bool good = rh_table_text(result.configuration, command) && add_commands(&result, list)
                    ? rh_table_write(&result, options, error)
                    : rh_table_no_memory(&rh_form_help, error);
    rh_table_result_close(&result);
    return good;
}
