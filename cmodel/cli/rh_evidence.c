// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_evidence.h"

#include <jansson.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_forms.h"

static const struct rh_column configuration[] = {
    {.name = "kind", .kind = RH_CELL_TEXT},
    {.name = "design", .kind = RH_CELL_TEXT},
    {.name = "parameters", .kind = RH_CELL_TEXT, .meaning = "of the module"},
    {.name = "run", .kind = RH_CELL_TEXT, .meaning = "stream, timing and bench, in words"},
    {.name = "rtl_hash",
     .kind = RH_CELL_TEXT,
     .maybe = true,
     .meaning = "SHA-256 of the sources that the design reaches, its parameters and the recipe of the build; null: the "
                "plug-in does not say it"},
};
static const struct rh_column rows[] = {
    {.name = "clocks", .kind = RH_CELL_COUNT, .meaning = "in which RTL and C model were equal"},
    {.name = "output_bits", .kind = RH_CELL_COUNT, .meaning = "compared, of outputs with meaning"},
    {.name = "register_clocks", .kind = RH_CELL_COUNT, .meaning = "in which registers were compared"},
    {.name = "register_bits", .kind = RH_CELL_COUNT, .meaning = "compared, of registers with meaning"},
    {.name = "resets", .kind = RH_CELL_COUNT, .meaning = "the first included"},
};

const struct rh_form rh_form_cosim = {
    .name = "cosim",
    .command = "rowhold cosim --evidence",
    .configuration = RH_FORM_PART("configuration", configuration, "the design, its RTL and the run"),
    .rows = RH_FORM_PART("compared", rows, "the run, which matched"),
};

bool rh_evidence_write(const char *path, const struct rh_evidence *e, struct rh_error *error) {
    struct rh_table_result result;
    const struct rh_table_options files = {.json = path};
    if (!rh_table_result_open(&result, &rh_form_cosim, error))
        return false;
    struct rh_table *c = result.configuration;
    bool good = rh_table_text(c, e->kind) && rh_table_text(c, e->design) && rh_table_text(c, e->parameters) &&
                rh_table_text(c, e->run) && rh_table_text(c, e->rtl_hash[0] != '\0' ? e->rtl_hash : NULL);
    const uint64_t counts[] = {e->clocks, e->output_bits, e->state_clocks, e->state_bits, e->resets};
    for (unsigned i = 0; good && i < sizeof counts / sizeof counts[0]; i++)
        good = rh_table_count(result.rows, counts[i]);
    good = good ? rh_table_write(&result, &files, error) : rh_table_no_memory(&rh_form_cosim, error);
    rh_table_result_close(&result);
    return good;
}

static void copy_text(const json_t *object, const char *key, char *to, size_t size) {
    const char *text = json_string_value(json_object_get(object, key));
    (void)snprintf(to, size, "%s", text != NULL ? text : "");
}

static uint64_t count_of(const json_t *object, const char *key) {
    json_int_t value = json_integer_value(json_object_get(object, key));
    return value > 0 ? (uint64_t)value : 0;
}

bool rh_evidence_read(const char *path, struct rh_evidence *e, struct rh_error *error) {
    json_error_t fault;
    json_t *root = json_load_file(path, 0, &fault);
    const json_t *c = json_object_get(root, "configuration");
    const json_t *row = json_array_get(json_object_get(root, rh_form_cosim.rows.name), 0);
    const char *schema = json_string_value(json_object_get(root, "schema"));
    *e = (struct rh_evidence){.clocks = 0};
    if (schema == NULL || strcmp(schema, "rowhold-cosim") != 0 || row == NULL) {
        rh_error_set(error, "%s:%d: found %s, expected a file of `rowhold cosim --evidence`", path,
                     root == NULL ? fault.line : 1, root == NULL ? fault.text : "another JSON file");
        json_decref(root);
        return false;
    }
    copy_text(c, "kind", e->kind, sizeof e->kind);
    copy_text(c, "design", e->design, sizeof e->design);
    copy_text(c, "parameters", e->parameters, sizeof e->parameters);
    copy_text(c, "run", e->run, sizeof e->run);
    copy_text(c, "rtl_hash", e->rtl_hash, sizeof e->rtl_hash);
    e->clocks = count_of(row, "clocks");
    e->output_bits = count_of(row, "output_bits");
    e->state_clocks = count_of(row, "register_clocks");
    e->state_bits = count_of(row, "register_bits");
    e->resets = count_of(row, "resets");
    json_decref(root);
    return true;
}
