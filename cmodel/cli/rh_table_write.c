// SPDX-License-Identifier: Apache-2.0
// The results that commands write: --csv, --json, --markdown.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_table_inside.h"
#include "cmodel/run/rh_result.h"
#include "rowhold/rh_hash.h"
#include "rowhold/rh_output.h"

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_table_options, kind, spelling, __VA_ARGS__)
const struct rh_option rh_table_options_rows[RH_TABLE_OPTIONS_ROWS] = {
    ROW(OUTPUT, "csv", "FILE", csv, .group = "output", .help = "write the rows as CSV; - is standard output"),
    ROW(OUTPUT, "json", "FILE", json, .help = "write the rows as JSON; - is standard output"),
    ROW(OUTPUT, "markdown", "FILE", markdown, .help = "write the table as Markdown; - is standard output"),
};

bool rh_table_no_memory(const struct rh_form *form, struct rh_error *error) {
    return rh_error_set(error, "%s: found no memory, expected enough", form->name);
}

static bool open_part(struct rh_table **table, const struct rh_form_part *part) {
    if (part->columns != NULL)
        *table = rh_table_open(part->columns, part->count);
    return part->columns == NULL || *table != NULL;
}

bool rh_table_result_open(struct rh_table_result *result, const struct rh_form *form, struct rh_error *error) {
    *result = (struct rh_table_result){.form = form};
    if (open_part(&result->configuration, &form->configuration) && open_part(&result->members, &form->members) &&
        open_part(&result->rows, &form->rows) && open_part(&result->more, &form->more))
        return true;
    rh_table_result_close(result);
    return rh_table_no_memory(form, error);
}

void rh_table_result_close(struct rh_table_result *result) {
    rh_table_close(result->configuration);
    rh_table_close(result->members);
    rh_table_close(result->rows);
    rh_table_close(result->more);
    *result = (struct rh_table_result){.form = result->form};
}

/* The configuration's text, which its hash covers; the caller frees it. NULL without memory. */
static char *configuration(const struct rh_table_result *result) {
    char *text = NULL;
    size_t size;
    if (result->configuration_text != NULL)
        return strdup(result->configuration_text);
    FILE *memory = open_memstream(&text, &size);
    if (memory == NULL)
        return NULL;
    fputc('{', memory);
    if (result->configuration != NULL)
        rh_table_json_row(result->configuration, 0, ", ", memory);
    fputc('}', memory);
    return fclose(memory) == 0 ? text : NULL;
}

bool rh_table_result_hash(const struct rh_table_result *result, char hash[32]) {
    char *text = configuration(result);
    if (text != NULL)
        (void)snprintf(hash, 32, "fnv1a64:%016" PRIx64, rh_hash(RH_HASH_START, text, strlen(text)));
    free(text);
    return text != NULL;
}

static bool put_json(const struct rh_table_result *result, FILE *to, struct rh_error *error) {
    char *text = configuration(result);
    if (text == NULL)
        return rh_table_no_memory(result->form, error);
    rh_result_head(to, result->form->name);
    rh_result_configuration(to, text, strlen(text));
    free(text);
    if (result->members != NULL) {
        fputs("  ", to);
        rh_table_json_row(result->members, 0, ",\n  ", to);
        fputs(",\n", to);
    }
    fprintf(to, "  \"%s\": ", result->form->rows.name);
    rh_table_json(result->rows, "  ", to);
    if (result->more != NULL) {
        fprintf(to, ",\n  \"%s\": ", result->form->more.name);
        rh_table_json(result->more, "  ", to);
    }
    if (result->json != NULL)
        result->json(result, to);
    fprintf(to, "\n}\n");
    return true;
}

enum spelling { CSV, JSON, MARKDOWN, SPELLINGS };

static bool put(const struct rh_table_result *result, enum spelling spelling, FILE *to, struct rh_error *error) {
    if (spelling == JSON)
        return put_json(result, to, error);
    if (spelling == CSV)
        rh_table_csv(result->rows, to);
    else if (result->markdown != NULL)
        result->markdown(result, to);
    else
        rh_table_markdown(result->rows, to);
    return true;
}

bool rh_table_write(const struct rh_table_result *result, const struct rh_table_options *options,
                    struct rh_error *error) {
    const char *const files[SPELLINGS] = {options->csv, options->json, options->markdown};
    for (enum spelling i = CSV; i < SPELLINGS; i++) {
        struct rh_output output;
        if (files[i] == NULL)
            continue;
        if (!rh_output_open(&output, files[i], error))
            return false;
        if (!put(result, i, output.file, error)) {
            rh_output_drop(&output);
            return false;
        }
        if (!rh_output_commit(&output, error))
            return false;
    }
    return true;
}

bool rh_table_options_apart(const struct rh_table_options *options, const struct rh_file_use *others, unsigned count,
                            struct rh_error *error) {
    enum { MOST = 8 };
    struct rh_file_use uses[MOST + SPELLINGS];
    count = count < MOST ? count : MOST;
    for (unsigned i = 0; i < count; i++)
        uses[i] = others[i];
    uses[count] = (struct rh_file_use){"--csv", options->csv, true};
    uses[count + 1] = (struct rh_file_use){"--json", options->json, true};
    uses[count + 2] = (struct rh_file_use){"--markdown", options->markdown, true};
    return rh_files_apart(uses, count + SPELLINGS, error);
}

bool rh_table_options_stdout(const struct rh_table_options *options) {
    return rh_output_is_stdout(options->csv) || rh_output_is_stdout(options->json) ||
           rh_output_is_stdout(options->markdown);
}
