// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_cli.h"

#include <string.h>

#include "cmodel/cli/rh_config.h"
#include "cmodel/run/rh_result.h"
#include "rowhold/rh_near.h"

/* The row at `index` of all tables, and its table; NULL past the last. */
static const struct rh_option *any_row(const struct rh_cli *cli, unsigned index, const struct rh_option_table **table) {
    for (unsigned t = 0; t < RH_CLI_TABLES; t++) {
        *table = &cli->tables[t];
        for (unsigned i = 0; i < (*table)->count; i++)
            if (((*table)->store == NULL || rh_option_swept(&(*table)->rows[i])) && index-- == 0)
                return &(*table)->rows[i];
    }
    return NULL;
}

const struct rh_option *rh_cli_option(const struct rh_cli *cli, const char *word, size_t length,
                                      const struct rh_option_table **table) {
    const struct rh_option *option;
    for (unsigned i = 0; (option = any_row(cli, i, table)) != NULL; i++)
        if (!option->argument && rh_option_is(option, word, length))
            return option;
    return NULL;
}

const struct rh_option *rh_cli_argument(const struct rh_cli *cli, unsigned place,
                                        const struct rh_option_table **table) {
    const struct rh_option *option;
    for (unsigned i = 0; (option = any_row(cli, i, table)) != NULL; i++)
        if (option->argument && place-- == 0)
            return option;
    return NULL;
}

const struct rh_option *rh_cli_row(const struct rh_cli *cli, unsigned index) {
    const struct rh_option *option;
    const struct rh_option_table *table;
    for (unsigned i = 0; (option = any_row(cli, i, &table)) != NULL; i++) {
        bool first = option->argument || rh_cli_option(cli, option->name, strlen(option->name), &table) == option;
        if (first && index-- == 0)
            return option;
    }
    return NULL;
}

void rh_cli_version(FILE *to) {
    fprintf(to, "rowhold %s (commit %s)\n", rh_result_version(), rh_result_commit());
}

/** One option of the command line with its value. */
struct item {
    const struct rh_option *option;
    const struct rh_option_table *table;
    char place[80]; /* how it was written */
    const char *value;
};

/** Options whose names are near to `word`, without their first `dashes` letters. */
static const char *near_options(const struct rh_cli *cli, const char *word, unsigned dashes,
                                char nearest[RH_NEAR_TEXT]) {
    enum { MOST = 64 };
    const struct rh_option *option;
    char spellings[MOST][64];
    struct rh_near near = {.word = word};
    for (unsigned i = 0; i < MOST && (option = rh_cli_row(cli, i)) != NULL; i++)
        if (!option->argument)
            rh_near_offer(&near, rh_option_spelling(option, spellings[i]) + dashes);
    return rh_near_text(&near, nearest);
}

static bool unknown_option(const struct rh_cli *cli, const char *text, struct rh_error *error) {
    char word[64], nearest[RH_NEAR_TEXT];
    (void)snprintf(word, sizeof word, "%.*s", (int)strcspn(text, "="), text);
    return rh_error_set(error, "%s: found '%s', expected an option of `rowhold %s --help`%s", cli->name, text,
                        cli->name, near_options(cli, word, 0, nearest));
}

static bool take_argument(const struct rh_cli *cli, const char *text, unsigned place, struct item *item,
                          struct rh_error *error) {
    const struct rh_option_table *table;
    item->option = rh_cli_argument(cli, place, &item->table);
    if (item->option == NULL && rh_cli_argument(cli, 0, &table) == NULL)
        return rh_error_set(error, "%s: found argument '%s', expected an option", cli->name, text);
    if (item->option == NULL)
        return rh_error_set(error, "%s: found argument '%s', expected at most %u", cli->name, text, place);
    item->value = text;
    (void)snprintf(item->place, sizeof item->place, "%s", cli->name);
    return true;
}

/* The option at argv[*i], with its value; *i moves behind both. */
static bool take_option(const struct rh_cli *cli, int argc, char **argv, int *i, struct item *item,
                        struct rh_error *error) {
    const char *text = argv[(*i)++], *equals = strchr(text, '=');
    item->option =
        strncmp(text, "--", 2) == 0 ? rh_cli_option(cli, text + 2, strcspn(text + 2, "="), &item->table) : NULL;
    if (item->option == NULL)
        return unknown_option(cli, text, error);
    (void)rh_option_spelling(item->option, item->place);
    item->value = equals != NULL ? equals + 1 : "true";
    if (item->option->kind == RH_OPTION_FLAG)
        return equals == NULL || rh_error_set(error, "%s: found value '%s', expected none", item->place, equals + 1);
    if (equals != NULL)
        return true;
    if (*i == argc || strncmp(argv[*i], "--", 2) == 0)
        return rh_error_set(error, "%s: found %s%s%s, expected a value", item->place,
                            *i == argc ? "nothing" : "option '", *i == argc ? "" : argv[*i], *i == argc ? "" : "'");
    item->value = argv[(*i)++];
    return true;
}

static bool store(const struct rh_option_table *table, const struct rh_option *option, const char *place,
                  const char *text, void *into, struct rh_error *error) {
    return (table->store != NULL ? table->store : rh_option_store)(option, place, text, (char *)into + table->at,
                                                                   error);
}

/* The first pass looks for the configuration file alone, so that the second can override what it says. */
static bool apply_words(const struct rh_cli *cli, int argc, char **argv, void *into, bool config_only,
                        struct rh_error *error) {
    unsigned places = 0;
    const struct rh_option_table *table;
    for (int i = 1; i < argc;) {
        struct item item;
        bool named = argv[i][0] == '-' && argv[i][1] != '\0';
        if (named ? !take_option(cli, argc, argv, &i, &item, error)
                  : !take_argument(cli, argv[i++], places++, &item, error))
            return false;
        if (config_only == (item.option->kind == RH_OPTION_CONFIG) &&
            !store(item.table, item.option, item.place, item.value, into, error))
            return false;
    }
    const struct rh_option *next = rh_cli_argument(cli, places, &table);
    return config_only || next == NULL || !next->needed ||
           rh_error_set(error, "%s: found nothing, expected %s", cli->name, next->name);
}

static const char *config_file(const struct rh_cli *cli, const void *into) {
    const struct rh_option *option;
    const struct rh_option_table *table;
    for (unsigned i = 0; (option = any_row(cli, i, &table)) != NULL; i++)
        if (option->kind == RH_OPTION_CONFIG)
            return *(const char *const *)((const char *)into + table->at + option->at);
    return NULL;
}

static bool apply_config(const struct rh_cli *cli, const char *file, struct rh_config *config, void *into,
                         struct rh_error *error) {
    if (file == NULL)
        return true;
    if (!rh_config_load(file, config, error))
        return false;
    for (size_t i = 0; i < config->count; i++) {
        const struct rh_config_entry *entry = &config->entries[i];
        const struct rh_option_table *table;
        const struct rh_option *option = rh_cli_option(cli, entry->key, strlen(entry->key), &table);
        char place[512], nearest[RH_NEAR_TEXT];
        if (option == NULL || option->kind == RH_OPTION_CONFIG)
            return rh_error_set(error, "%s:%u:%u: found key '%s', expected an option that --help lists%s", file,
                                entry->line, entry->column, entry->key,
                                option == NULL ? near_options(cli, entry->key, 2, nearest) : "");
        if (entry->list && table->store == NULL)
            return rh_error_set(error, "%s:%u:%u: found a list, expected one value", file, entry->value_line,
                                entry->value_column);
        (void)snprintf(place, sizeof place, "%s:%u:%u: %s", file, entry->value_line, entry->value_column, entry->key);
        if (!store(table, option, place, entry->value, into, error))
            return false;
    }
    return true;
}

int rh_cli_parse(const struct rh_cli *cli, int argc, char **argv, void *into) {
    static struct rh_config config; /* its texts are the options' values: they live until the next call */
    struct rh_error error = {""};
    rh_config_free(&config);
    for (int i = 1; i < argc; i++) {
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0) {
            rh_cli_help(cli, stdout);
            return 1;
        }
        if (strcmp(argv[i], "--version") == 0) {
            rh_cli_version(stdout);
            return 1;
        }
    }
    bool good = apply_words(cli, argc, argv, into, true, &error) &&
                apply_config(cli, config_file(cli, into), &config, into, &error) &&
                apply_words(cli, argc, argv, into, false, &error);
    return good ? 0 : rh_cli_fail(&error);
}

/* "info, convert or judge" */
static const char *part_names(const struct rh_cli *cli, size_t prefix, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (const struct rh_cli *const *part = cli->parts; *part != NULL && used < size; part++)
        used += (size_t)snprintf(text + used, size - used, "%s%s",
                                 part == cli->parts ? ""
                                 : part[1] == NULL  ? " or "
                                                    : ", ",
                                 (*part)->name + prefix);
    return text;
}

int rh_cli_part(const struct rh_cli *cli, int argc, char **argv) {
    struct rh_error error;
    char names[RH_NEAR_TEXT], text[RH_NEAR_TEXT];
    const size_t prefix = strlen(cli->name) + 1;
    part_names(cli, prefix, names, sizeof names);
    if (argc < 2) {
        rh_error_set(&error, "%s: found nothing, expected %s", cli->name, names);
        return rh_cli_fail(&error);
    }
    struct rh_near near = {.word = argv[1]};
    for (const struct rh_cli *const *part = cli->parts; *part != NULL; part++) {
        if (strcmp((*part)->name + prefix, argv[1]) == 0)
            return (*part)->run(argc - 1, argv + 1);
        rh_near_offer(&near, (*part)->name + prefix);
    }
    if (argv[1][0] == '-')
        return rh_cli_parse(cli, argc, argv, names) == 1 ? 0 : 2; /* it has no options: nothing is stored */
    rh_error_set(&error, "%s: found '%s', expected %s%s", cli->name, argv[1], names, rh_near_text(&near, text));
    return rh_cli_fail(&error);
}
