// SPDX-License-Identifier: Apache-2.0
// A command's words and configuration file, read by its rows; its help from the same rows; its errors in the words of
// its options.
#include "cmodel/cli/rh_cli.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_config.h"
#include "cmodel/core/rh_near.h"
#include "cmodel/embedding/rh_run_report.h"

static bool takes(const struct rh_option_table *table, const struct rh_option *option) {
    return table->store == NULL || rh_option_swept(option);
}

/* The row at `index` of all tables, and its table; NULL past the last. */
static const struct rh_option *any_row(const struct rh_cli *cli, unsigned index, const struct rh_option_table **table) {
    for (unsigned t = 0; t < RH_CLI_TABLES; t++) {
        *table = &cli->tables[t];
        for (unsigned i = 0; i < (*table)->count; i++)
            if (takes(*table, &(*table)->rows[i]) && index-- == 0)
                return &(*table)->rows[i];
    }
    return NULL;
}

const struct rh_option *rh_cli_option(const struct rh_cli *cli, const char *word, size_t length,
                                      const struct rh_option_table **table) {
    for (unsigned t = 0; t < RH_CLI_TABLES; t++) {
        *table = &cli->tables[t];
        for (unsigned i = 0; i < (*table)->count; i++) {
            const struct rh_option *option = &(*table)->rows[i];
            if (!option->argument && rh_option_is(option, word, length) && takes(*table, option))
                return option;
        }
    }
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

/* Those that count, with their tables. */
static const struct rh_option *row_of(const struct rh_cli *cli, unsigned index, const struct rh_option_table **table) {
    const struct rh_option *option;
    const struct rh_option_table *first;
    for (unsigned i = 0; (option = any_row(cli, i, table)) != NULL; i++) {
        bool counts = option->argument ||
                      (rh_cli_option(cli, option->name, strlen(option->name), &first) == option && first == *table);
        if (counts && index-- == 0)
            return option;
    }
    return NULL;
}

const struct rh_option *rh_cli_row(const struct rh_cli *cli, unsigned index) {
    const struct rh_option_table *table;
    return row_of(cli, index, &table);
}

/* Forms. */

unsigned rh_cli_form(const struct rh_cli *cli, const void *into) {
    unsigned form = 0;
    for (const char *name; (name = cli->forms[form].option) != NULL; form++) {
        const struct rh_option_table *table;
        const struct rh_option *option = rh_cli_option(cli, name, strlen(name), &table);
        if (*(const char *const *)((const char *)into + table->at + option->at) != NULL)
            break;
    }
    return form;
}

static unsigned forms_of(const struct rh_option *option, const struct rh_option_table *table) {
    return option->forms != 0 ? option->forms : table->forms;
}

/* "--allocator", or "a controller" */
static const char *form_name(const struct rh_cli_form *form, char text[64]) {
    const struct rh_option option = {.name = form->option};
    return form->option != NULL ? rh_option_spelling(&option, text) : form->name;
}

/* Does the option belong to the form that was chosen? `place`: how it was written; NULL: it is the argument `value`. */
static bool fits_form(const struct rh_cli *cli, unsigned form, const struct rh_option *option,
                      const struct rh_option_table *table, const char *place, const char *value,
                      struct rh_error *error) {
    unsigned forms = cli->forms != NULL ? forms_of(option, table) : 0;
    char chosen[64];
    if (forms == 0 || (forms >> form & 1) != 0)
        return true;
    bool chooses = cli->forms[form].option != NULL;
    (void)form_name(&cli->forms[chooses ? form : (unsigned)__builtin_ctz(forms)], chosen);
    if (place == NULL)
        return rh_error_set(error, "%s: found argument '%s' beside %s, expected an option", cli->name, value, chosen);
    return chooses ? rh_option_excludes(error, place, chosen) : rh_option_lacks(error, place, chosen);
}

const char *rh_cli_heading(const struct rh_cli *cli, unsigned index, char text[RH_CLI_HEADING]) {
    const struct rh_option_table *table, *before = NULL;
    const struct rh_option *option = row_of(cli, index, &table);
    const struct rh_option *last = index != 0 ? row_of(cli, index - 1, &before) : NULL;
    bool begins = option->group != NULL || (table != before && table->group != NULL) || last == NULL ||
                  last->argument != option->argument;
    if (!begins)
        return NULL;
    unsigned forms = cli->forms != NULL ? forms_of(option, table) : 0;
    int used = snprintf(text, RH_CLI_HEADING, "%s",
                        option->group != NULL  ? option->group
                        : option->argument     ? "arguments"
                        : table->group != NULL ? table->group
                                               : "options");
    for (unsigned form = 0; forms >> form != 0; form++) {
        char name[64];
        bool first = (forms & ((1U << form) - 1)) == 0;
        if ((forms >> form & 1) != 0)
            used += snprintf(text + used, RH_CLI_HEADING - (size_t)used, "%s%s", first ? " (" : ", ",
                             form_name(&cli->forms[form], name));
    }
    if (forms != 0)
        (void)snprintf(text + used, RH_CLI_HEADING - (size_t)used, ")");
    return text;
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
    enum { MOST = 128 };
    const struct rh_option *option;
    char spellings[MOST][64];
    struct rh_near near = {.word = word};
    for (unsigned i = 0; i < MOST && (option = rh_cli_row(cli, i)) != NULL; i++)
        if (!option->argument)
            rh_near_offer(&near, rh_option_spelling(option, spellings[i]) + dashes);
    return rh_near_text(&near, nearest);
}

/* The option that had this name; NULL: none. */
static const struct rh_option *renamed_option(const struct rh_cli *cli, const char *word, size_t length) {
    const struct rh_option *option;
    for (unsigned i = 0; (option = rh_cli_row(cli, i)) != NULL; i++) {
        const struct rh_option before = {.name = option->formerly};
        if (before.name != NULL && rh_option_is(&before, word, length))
            return option;
    }
    return NULL;
}

static bool unknown_option(const struct rh_cli *cli, const char *text, struct rh_error *error) {
    char word[64], nearest[RH_NEAR_TEXT];
    const char *name = text + strspn(text, "-");
    const struct rh_option *renamed = renamed_option(cli, name, strcspn(name, "="));
    if (renamed != NULL)
        return rh_error_set(error, "%s: found '%s', expected its name of today, %s", cli->name, text,
                            rh_option_spelling(renamed, word));
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

static bool store(const struct rh_cli *cli, const struct rh_option_table *table, const struct rh_option *option,
                  const char *place, const char *text, void *into, struct rh_error *error) {
    if ((table->store != NULL ? table->store : rh_option_store)(option, place, text, (char *)into + table->at, error))
        return true;
    const struct rh_option *renamed = renamed_option(cli, option->name, strlen(option->name));
    char word[64];
    struct rh_error fault = *error;
    return renamed != NULL &&
           rh_error_set(error, "%s (what had this name is %s today)", fault.text, rh_option_spelling(renamed, word));
}

/* The first pass looks for the configuration file alone, so that the second can override what it says; the third, once
 * all is known, asks whether options belong together. */
enum pass { CONFIG, VALUES, FORMS };

static bool apply_words(const struct rh_cli *cli, int argc, char **argv, void *into, enum pass pass,
                        struct rh_error *error) {
    unsigned places = 0, form = pass == FORMS ? rh_cli_form(cli, into) : 0;
    const struct rh_option_table *table;
    for (int i = 1; i < argc;) {
        struct item item;
        bool named = argv[i][0] == '-' && argv[i][1] != '\0';
        if (named ? !take_option(cli, argc, argv, &i, &item, error)
                  : !take_argument(cli, argv[i++], places++, &item, error))
            return false;
        if (pass == FORMS ? !fits_form(cli, form, item.option, item.table, named ? item.place : NULL, item.value, error)
                          : (pass == CONFIG) == (item.option->kind == RH_OPTION_CONFIG) &&
                                !store(cli, item.table, item.option, item.place, item.value, into, error))
            return false;
    }
    const struct rh_option *next = rh_cli_argument(cli, places, &table);
    return pass != VALUES || next == NULL || !next->needed ||
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
        const struct rh_option *renamed = option == NULL ? renamed_option(cli, entry->key, strlen(entry->key)) : NULL;
        if (renamed != NULL)
            return rh_error_set(error, "%s:%u:%u: found key '%s', expected its name of today, %s", file, entry->line,
                                entry->column, entry->key, renamed->name);
        if (option == NULL || option->kind == RH_OPTION_CONFIG)
            return rh_error_set(error, "%s:%u:%u: found key '%s', expected an option that --help lists%s", file,
                                entry->line, entry->column, entry->key,
                                option == NULL ? near_options(cli, entry->key, 2, nearest) : "");
        if (entry->list && table->store == NULL)
            return rh_error_set(error, "%s:%u:%u: found a list, expected one value", file, entry->value_line,
                                entry->value_column);
        (void)snprintf(place, sizeof place, "%s:%u:%u: %s", file, entry->value_line, entry->value_column, entry->key);
        if (!store(cli, table, option, place, entry->value, into, error))
            return false;
    }
    return true;
}

/* The keys of a configuration file that apply_config has taken. */
static bool config_fits(const struct rh_cli *cli, const char *file, const struct rh_config *config, const void *into,
                        struct rh_error *error) {
    bool good = true;
    for (size_t i = 0; i < config->count && good; i++) {
        const struct rh_config_entry *entry = &config->entries[i];
        const struct rh_option_table *table;
        const struct rh_option *option = rh_cli_option(cli, entry->key, strlen(entry->key), &table);
        char place[512];
        (void)snprintf(place, sizeof place, "%s:%u:%u: %s", file, entry->line, entry->column, entry->key);
        good = fits_form(cli, rh_cli_form(cli, into), option, table, place, NULL, error);
    }
    return good;
}

static _Thread_local struct rh_config config; /* of the command: its texts are the options' values */

void rh_cli_forget(void) {
    rh_config_free(&config);
}

int rh_cli_parse(const struct rh_cli *cli, int argc, char **argv, void *into) {
    struct rh_error error = {""};
    rh_cli_forget();
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
    bool good = apply_words(cli, argc, argv, into, CONFIG, &error) &&
                apply_config(cli, config_file(cli, into), &config, into, &error) &&
                apply_words(cli, argc, argv, into, VALUES, &error);
    if (good && cli->forms != NULL)
        good = apply_words(cli, argc, argv, into, FORMS, &error) &&
               config_fits(cli, config_file(cli, into), &config, into, &error);
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

/* Help, from the rows. */

enum { WIDTH = 100, LEFT = 28 };

/* Words from column `column` on; lines that follow begin at `left`. */
static void put_wrapped(FILE *to, const char *text, int column, int left) {
    for (bool first = true; *text != '\0'; first = false) {
        int length = (int)strcspn(text, " \n");
        bool wraps = !first && column + 1 + length > WIDTH;
        if (wraps)
            column = fprintf(to, "\n%*s", left, "") - 1;
        else if (!first && column > left)
            column += fprintf(to, " ");
        column += fprintf(to, "%.*s", length, text);
        text += length;
        if (*text == '\n')
            column = fprintf(to, "\n%*s", left, "") - 1;
        text += *text != '\0';
    }
    fputc('\n', to);
}

static void put_words(FILE *to, const struct rh_option *option) {
    char *list = NULL;
    size_t size;
    FILE *memory = option->word != NULL ? open_memstream(&list, &size) : NULL;
    if (memory == NULL)
        return;
    for (unsigned i = 0; option->word(i) != NULL; i++)
        fprintf(memory, "%s%s", i == 0 ? "" : ", ", option->word(i));
    if (fclose(memory) == 0) {
        fprintf(to, "%*s", LEFT, "");
        put_wrapped(to, list, LEFT, LEFT);
    }
    free(list);
}

static void put_row(FILE *to, const struct rh_option *option) {
    char spelling[64];
    const char *value = option->value != NULL && !option->argument ? option->value : "";
    int width = fprintf(to, "  %s%s%s", rh_option_spelling(option, spelling), *value != '\0' ? " " : "", value);
    if (width + 2 > LEFT)
        fprintf(to, "\n%*s", LEFT, "");
    else
        fprintf(to, "%*s", LEFT - width, "");
    put_wrapped(to, option->help, LEFT, LEFT);
    put_words(to, option);
}

static void put_usage(const struct rh_cli *cli, FILE *to) {
    const struct rh_option *option;
    const struct rh_option_table *table;
    fprintf(to, "usage: rowhold %s", cli->name);
    if (cli->parts != NULL && cli->tables[0].count == 0)
        fprintf(to, " COMMAND");
    for (unsigned i = 0; (option = rh_cli_argument(cli, i, &table)) != NULL; i++)
        fprintf(to, option->needed ? " %s" : " [%s]", option->name);
    fprintf(to, " [OPTION]...\n");
    put_wrapped(to, cli->about != NULL ? cli->about : cli->meaning, 0, 0);
}

static void put_parts(const struct rh_cli *cli, FILE *to) {
    if (cli->parts == NULL)
        return;
    fprintf(to, "\ncommands, each with its own --help\n");
    for (const struct rh_cli *const *part = cli->parts; *part != NULL; part++) {
        int width = fprintf(to, "  %s", (*part)->name);
        fprintf(to, "%*s", width < LEFT ? LEFT - width : 1, "");
        put_wrapped(to, (*part)->meaning, LEFT, LEFT);
    }
}

static void put_examples(const struct rh_cli *cli, FILE *to) {
    if (cli->examples == NULL)
        return;
    fprintf(to, "\nexamples\n");
    for (const char *line = cli->examples; *line != '\0';) {
        size_t length = strcspn(line, "\n");
        fprintf(to, "  rowhold %.*s\n", (int)length, line);
        line += length + (line[length] == '\n');
    }
}

void rh_cli_help(const struct rh_cli *cli, FILE *to) {
    static const struct rh_option help = {.name = "help", .help = "this text; also -h"};
    const struct rh_option *option;
    put_usage(cli, to);
    put_parts(cli, to);
    char heading[RH_CLI_HEADING];
    for (unsigned i = 0; (option = rh_cli_row(cli, i)) != NULL; i++) {
        if (rh_cli_heading(cli, i, heading) != NULL)
            fprintf(to, "\n%s\n", heading);
        put_row(to, option);
    }
    if (rh_cli_row(cli, 0) == NULL)
        fputc('\n', to);
    put_row(to, &help);
    put_examples(cli, to);
    if (cli->exits != NULL)
        fprintf(to, "\nexit: %s\n", cli->exits);
}

/* The library names a member of a setup; the user knows an option. */

/* Where an option has another name than its member. */
static const struct {
    const char *field, *option;
} renamed[] = {{"request_bytes", "bytes"}, {"all_writes", "read-share"}};

int rh_cli_fail(const struct rh_error *error) {
    size_t length = rh_error_member(error);
    if (length == 0) {
        const char *line = error->text;
        for (size_t n; (n = strcspn(line, "\n")) > 0; line += n + (line[n] == '\n'))
            fprintf(stderr, "rowhold: %.*s\n", (int)n, line);
        return 2;
    }
    const char *option = error->text, *end = error->text + length;
    for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++)
        if (strlen(renamed[i].field) == length && strncmp(renamed[i].field, error->text, length) == 0) {
            option = renamed[i].option;
            end = option + strlen(option);
        }
    fputs("rowhold: --", stderr);
    for (const char *c = option; c < end; c++)
        fputc(*c == '_' ? '-' : *c, stderr);
    fprintf(stderr, "%s\n", error->text + length);
    return 2;
}
