// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_option_rows.h"

#include <string.h>

#include "cmodel/cli/rh_options.h"

static bool asks_for_help(int argc, char **argv) {
    for (int i = 1; i < argc; i++)
        if (strcmp(argv[i], "--help") == 0 || strcmp(argv[i], "-h") == 0)
            return true;
    return false;
}

/* The row that `word` names, alone or before '='; NULL: none. */
static const struct rh_option_row *find(const char *word, const struct rh_option_row *rows, size_t count) {
    size_t length = strcspn(word, "=");
    for (size_t k = 0; k < count; k++)
        if (strncmp(word, rows[k].name, length) == 0 && rows[k].name[length] == '\0')
            return &rows[k];
    return NULL;
}

static bool store(const struct rh_option_row *row, const char *value, struct rh_error *error) {
    if (row->text == NULL)
        return rh_option_number(row->name, value, row->least, row->most, row->number, error);
    if (row->list && *row->text != NULL)
        return rh_error_set(error, "%s: found it twice, expected one list: %s,%s", row->name, *row->text, value);
    *row->text = value;
    return true;
}

bool rh_option_rows_parse(int argc, char **argv, const struct rh_option_row *rows, size_t count, const char *usage,
                          bool *help, struct rh_error *error) {
    *help = asks_for_help(argc, argv);
    for (int i = 1; i < argc && !*help; i++) {
        const struct rh_option_row *row = find(argv[i], rows, count);
        const char *value = strchr(argv[i], '=');
        if (row == NULL)
            return rh_error_set(error, "%s: found '%s', expected an option of `rowhold %s --help`", argv[0], argv[i],
                                usage);
        if (row->flag != NULL && value != NULL)
            return rh_error_set(error, "%s: found value '%s', expected none", row->name, value + 1);
        if (row->flag != NULL) {
            *row->flag = true;
            continue;
        }
        if (value == NULL && (i + 1 == argc || strncmp(argv[i + 1], "--", 2) == 0))
            return rh_error_set(error, "%s: found %s%s%s, expected a value", row->name,
                                i + 1 == argc ? "nothing" : "option '", i + 1 == argc ? "" : argv[i + 1],
                                i + 1 == argc ? "" : "'");
        if (!store(row, value != NULL ? value + 1 : argv[++i], error))
            return false;
    }
    return true;
}
