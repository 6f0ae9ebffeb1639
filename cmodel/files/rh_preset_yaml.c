// SPDX-License-Identifier: Apache-2.0
// YAML to preset. libyaml's document tree keeps the place of every node, so each message names where its fault stands.
#include "cmodel/files/rh_preset_yaml.h"

#include <ctype.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "cmodel/dram/rh_preset_field.h"

enum { MOST_FIELDS = 64, MOST_BYTES = 1 << 20 };

struct reader {
    const char *file;
    yaml_document_t *document;
    struct rh_preset *preset;
    struct rh_error *error;
    bool based;                     /* `base` fills what is left out */
    yaml_mark_t place[MOST_FIELDS]; /* of each field's value in the file */
    bool given[MOST_FIELDS];
};

/** A key of the top level or of a section. */
struct key {
    const char *name;
    yaml_node_t *value; /* NULL: not in the file */
};

/* "FILE:LINE:COLUMN: " and the rest. */
static bool fail(const struct reader *r, yaml_mark_t mark, const char *text) {
    return rh_error_set(r->error, "%s:%zu:%zu: %s", r->file, mark.line + 1, mark.column + 1, text);
}

static bool fail_found(const struct reader *r, const yaml_node_t *node, const char *name, const char *expected) {
    char text[256], value[48] = "a mapping";
    if (node->type == YAML_SCALAR_NODE)
        (void)snprintf(value, sizeof value, "'%.40s'", (const char *)node->data.scalar.value);
    else if (node->type == YAML_SEQUENCE_NODE)
        (void)snprintf(value, sizeof value, "a list");
    (void)snprintf(text, sizeof text, "%s: found %s, expected %s", name, value, expected);
    return fail(r, node->start_mark, text);
}

/* A value with text in it, else NULL; a zero byte inside would hide the rest. */
static const char *scalar(const yaml_node_t *node) {
    if (node->type != YAML_SCALAR_NODE)
        return NULL;
    const char *text = (const char *)node->data.scalar.value;
    return strlen(text) == node->data.scalar.length ? text : NULL;
}

/* Digits only, below 2^32. */
static bool whole(const char *text, unsigned long *value) {
    if (!isdigit((unsigned char)text[0]) || strlen(text) > 9)
        return false;
    char *end;
    *value = strtoul(text, &end, 10);
    return *end == '\0';
}

/* "13.75 ns": whole picoseconds, so at most three decimals. */
static bool nanoseconds(const char *text, unsigned long *picoseconds) {
    unsigned long ps = 0, scale = 1000;
    const char *c = text;
    if (!isdigit((unsigned char)*c))
        return false;
    for (; isdigit((unsigned char)*c) && ps < 100000000; c++)
        ps = ps * 10 + (unsigned long)(*c - '0') * 1000;
    if (*c == '.') {
        if (!isdigit((unsigned char)*++c))
            return false;
        for (; isdigit((unsigned char)*c) && scale > 1; c++)
            ps += (unsigned long)(*c - '0') * (scale /= 10);
    }
    *picoseconds = ps;
    return strcmp(c, " ns") == 0 || strcmp(c, "ns") == 0;
}

/* A word of `words` ("off all_bank per_bank") is its index. */
static bool word(const char *text, const char *words, unsigned long *value) {
    size_t length = strlen(text);
    *value = 0;
    for (const char *w = words; length > 0 && *w != '\0'; (*value)++) {
        size_t n = strcspn(w, " ");
        if (n == length && strncmp(w, text, n) == 0)
            return true;
        w += n + (w[n] == ' ');
    }
    return false;
}

static bool read_value(const struct reader *r, const struct rh_preset_field *field, const char *text,
                       unsigned long *value) {
    enum rh_refresh mode;
    if (strcmp(field->name, "refresh") == 0) {
        if (!rh_refresh_find(text, &mode))
            return false;
        *value = (unsigned long)mode;
        return true;
    }
    if (strcmp(field->name, "auto_precharge") == 0)
        return word(text, "false true", value);
    if (whole(text, value))
        return true;
    if (!field->timing || strcmp(field->name, "activates") == 0 || !nanoseconds(text, value))
        return false;
    unsigned long tck = r->preset->tck_ps, up = strcmp(field->name, "tREFI") == 0 ? 0 : tck - 1;
    *value = (*value + up) / tck;
    return true;
}

static void expectation(const struct rh_preset_field *field, char *text, size_t size) {
    if (strcmp(field->name, "refresh") == 0)
        (void)snprintf(text, size, "off, all_bank or per_bank");
    else if (strcmp(field->name, "auto_precharge") == 0)
        (void)snprintf(text, size, "true or false");
    else
        (void)snprintf(text, size, "%s%u to %u%s", field->power ? "a power of two from " : "", field->least,
                       field->greatest,
                       field->timing && strcmp(field->name, "activates") != 0 ? " clocks, or ns as in '13.75 ns'" : "");
}

static bool read_field(struct reader *r, const struct rh_preset_field *field, const yaml_node_t *node) {
    char expected[96];
    expectation(field, expected, sizeof expected);
    unsigned long value = 0;
    const char *text = scalar(node);
    if (text == NULL || !read_value(r, field, text, &value) || value < field->least || value > field->greatest ||
        (field->power && (value & (value - 1)) != 0))
        return fail_found(r, node, field->name, expected);
    rh_preset_field_set(r->preset, field, (unsigned)value);
    r->given[field - rh_preset_fields] = true;
    r->place[field - rh_preset_fields] = node->start_mark;
    return true;
}

static bool is_twice(const struct reader *r, const yaml_node_t *map, const yaml_node_pair_t *pair, const char *name) {
    for (const yaml_node_pair_t *before = map->data.mapping.pairs.start; before < pair; before++) {
        const char *other = scalar(yaml_document_get_node(r->document, before->key));
        if (other != NULL && strcmp(other, name) == 0)
            return true;
    }
    return false;
}

/* The pair's key as text, once; NULL with an error. */
static const char *pair_key(const struct reader *r, const yaml_node_t *map, const yaml_node_pair_t *pair) {
    const yaml_node_t *key = yaml_document_get_node(r->document, pair->key);
    const char *name = scalar(key);
    if (name == NULL)
        (void)fail_found(r, key, "key", "a word");
    else if (is_twice(r, map, pair, name))
        (void)fail_found(r, key, "key", "each key once");
    else
        return name;
    return NULL;
}

static bool read_section(struct reader *r, const yaml_node_t *map, const char *section, bool timing) {
    if (map->type != YAML_MAPPING_NODE)
        return fail_found(r, map, section, "a mapping of names to values");
    for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
        const char *name = pair_key(r, map, p);
        if (name == NULL)
            return false;
        const struct rh_preset_field *field = rh_preset_field_find(name);
        if (field == NULL || field->timing != timing)
            return fail_found(r, yaml_document_get_node(r->document, p->key), section,
                              timing ? "a timing parameter such as tRCDRD"
                                     : "a part of the organisation such as banks");
        if (!read_field(r, field, yaml_document_get_node(r->document, p->value)))
            return false;
    }
    for (size_t i = 0; i < rh_preset_field_count && !r->based; i++) {
        char text[128];
        if (rh_preset_fields[i].timing != timing || r->given[i])
            continue;
        if (rh_preset_fields[i].rule) {
            rh_preset_field_set(r->preset, &rh_preset_fields[i], rh_preset_fields[i].least);
            continue;
        }
        (void)snprintf(text, sizeof text, "%s: found no %s, expected it, or a base that gives it", section,
                       rh_preset_fields[i].name);
        return fail(r, map->start_mark, text);
    }
    return true;
}

static bool read_name(struct reader *r, const yaml_node_t *node) {
    const char *text = scalar(node);
    size_t length = text == NULL ? 0 : strlen(text);
    bool good = length > 0 && length < sizeof r->preset->name;
    for (size_t i = 0; good && i < length; i++)
        good = isalnum((unsigned char)text[i]) || strchr("_-.", text[i]) != NULL;
    if (!good)
        return fail_found(r, node, "name", "1 to 63 letters, digits, '_', '-' or '.'");
    for (unsigned i = 0; i < rh_preset_count(); i++) /* statistics and tables would take one for the other */
        if (strcmp(text, rh_preset_name(i)) == 0)
            return fail_found(r, node, "name", "a name that no built-in preset has");
    (void)snprintf(r->preset->name, sizeof r->preset->name, "%s", text);
    return true;
}

static bool read_source(struct reader *r, const yaml_node_t *node) {
    const char *text = scalar(node);
    if (text == NULL || strlen(text) >= sizeof r->preset->source)
        return fail_found(r, node, "source", "a text of up to 255 bytes");
    (void)snprintf(r->preset->source, sizeof r->preset->source, "%s", text);
    return true;
}

static bool read_base(struct reader *r, const yaml_node_t *node) {
    const char *text = scalar(node);
    char names[160] = "";
    for (unsigned i = 0; i < rh_preset_count(); i++) {
        const char *name = rh_preset_name(i);
        if (text != NULL && strcmp(name, text) == 0) {
            r->based = true;
            return rh_preset_find(name, r->preset, r->error);
        }
        size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "one of " : ", ", name);
    }
    return fail_found(r, node, "base", names);
}

static bool read_tck(struct reader *r, const yaml_node_t *node) {
    unsigned long value = 0;
    const char *text = scalar(node);
    if (text == NULL || !whole(text, &value) || value < 100 || value > 100000)
        return fail_found(r, node, "tck_ps", "100 to 100000 picoseconds");
    r->preset->tck_ps = (uint32_t)value;
    return true;
}

/* A key of the organisation or timing, named where it stands; what `base` gave, at the section. */
static bool fail_check(const struct reader *r, const char *text, const struct key *organisation,
                       const struct key *timing, yaml_mark_t root) {
    char name[32];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    const struct rh_preset_field *field = rh_preset_field_find(name);
    if (field == NULL)
        return fail(r, root, text);
    if (r->given[field - rh_preset_fields])
        return fail(r, r->place[field - rh_preset_fields], text);
    const yaml_node_t *section = field->timing ? timing->value : organisation->value;
    return fail(r, section == NULL ? root : section->start_mark, text);
}

static bool check_atom(const struct reader *r, const yaml_node_t *node) {
    unsigned long value = 0;
    unsigned atom = (unsigned)r->preset->bus_bytes * r->preset->burst_length;
    const char *text = scalar(node);
    char expected[64];
    (void)snprintf(expected, sizeof expected, "bus_bytes x burst_length = %u", atom);
    return (text != NULL && whole(text, &value) && value == atom) || fail_found(r, node, "atom_bytes", expected);
}

enum { NAME, SOURCE, BASE, TCK, ATOM, ORGANISATION, TIMING, KEYS };

static bool find_keys(const struct reader *r, const yaml_node_t *root, struct key *keys) {
    for (const yaml_node_pair_t *p = root->data.mapping.pairs.start; p < root->data.mapping.pairs.top; p++) {
        const char *name = pair_key(r, root, p);
        if (name == NULL)
            return false;
        unsigned k = 0;
        while (k < KEYS && strcmp(keys[k].name, name) != 0)
            k++;
        if (k == KEYS)
            return fail_found(r, yaml_document_get_node(r->document, p->key), "key",
                              "name, source, base, tck_ps, atom_bytes, organisation or timing");
        keys[k].value = yaml_document_get_node(r->document, p->value);
    }
    return true;
}

static bool require(const struct reader *r, const struct key *keys, yaml_mark_t root) {
    static const unsigned needed[] = {NAME, TCK, ORGANISATION, TIMING};
    for (unsigned i = 0; i < (r->based ? 1 : 4); i++) {
        char text[96];
        const struct key *key = &keys[needed[i]];
        if (key->value != NULL)
            continue;
        (void)snprintf(text, sizeof text, "found no key %s, expected %s", key->name,
                       needed[i] == NAME ? "the preset's name" : "it, or a base that gives it");
        return fail(r, root, text);
    }
    return true;
}

static bool read_document(struct reader *r) {
    struct key keys[KEYS] = {{"name", NULL},       {"source", NULL},       {"base", NULL},  {"tck_ps", NULL},
                             {"atom_bytes", NULL}, {"organisation", NULL}, {"timing", NULL}};
    const yaml_node_t *root = yaml_document_get_root_node(r->document);
    if (root == NULL)
        return rh_error_set(r->error, "%s:1:1: found no content, expected a mapping with the key name", r->file);
    if (root->type != YAML_MAPPING_NODE)
        return fail_found(r, root, "preset", "a mapping with the key name");
    if (!find_keys(r, root, keys) || (keys[BASE].value != NULL && !read_base(r, keys[BASE].value)) ||
        !require(r, keys, root->start_mark))
        return false;
    (void)snprintf(r->preset->source, sizeof r->preset->source, "%s", r->file);
    if (!read_name(r, keys[NAME].value) || (keys[SOURCE].value != NULL && !read_source(r, keys[SOURCE].value)) ||
        (keys[TCK].value != NULL && !read_tck(r, keys[TCK].value)) ||
        (keys[ORGANISATION].value != NULL && !read_section(r, keys[ORGANISATION].value, "organisation", false)) ||
        (keys[TIMING].value != NULL && !read_section(r, keys[TIMING].value, "timing", true)) ||
        (keys[ATOM].value != NULL && !check_atom(r, keys[ATOM].value)))
        return false;
    struct rh_error inner = {""};
    return rh_preset_check(r->preset, &inner) ||
           fail_check(r, inner.text, &keys[ORGANISATION], &keys[TIMING], root->start_mark);
}

static bool fail_syntax(const char *file, const yaml_parser_t *parser, struct rh_error *error) {
    if (parser->error == YAML_MEMORY_ERROR)
        return rh_error_set(error, "%s: found no memory to read it, expected enough", file);
    if (parser->error == YAML_READER_ERROR)
        return rh_error_set(error, "%s: found %s at byte %zu, expected UTF-8 text", file, parser->problem,
                            parser->problem_offset + 1);
    return rh_error_set(error, "%s:%zu:%zu: found YAML that does not parse (%s), expected keys with values", file,
                        parser->problem_mark.line + 1, parser->problem_mark.column + 1, parser->problem);
}

static bool read_stream(struct reader *r, yaml_parser_t *parser) {
    yaml_document_t document, second;
    if (!yaml_parser_load(parser, &document))
        return fail_syntax(r->file, parser, r->error);
    r->document = &document;
    bool good = read_document(r);
    yaml_document_delete(&document);
    r->document = NULL;
    if (!good)
        return false;
    if (!yaml_parser_load(parser, &second))
        return fail_syntax(r->file, parser, r->error);
    yaml_node_t *more = yaml_document_get_root_node(&second);
    good = more == NULL || fail(r, more->start_mark, "found a second document, expected one preset a file");
    yaml_document_delete(&second);
    return good;
}

/* The whole file, which is small: a device or an endless pipe must not be read forever. */
static bool slurp(const char *file, unsigned char **bytes, size_t *size, struct rh_error *error) {
    FILE *stream = fopen(file, "rb");
    if (stream == NULL)
        return rh_error_set(error, "%s: found no readable file (%s), expected a preset in YAML", file, strerror(errno));
    *bytes = malloc(MOST_BYTES + 1);
    *size = *bytes == NULL ? 0 : fread(*bytes, 1, MOST_BYTES + 1, stream);
    bool bad = *bytes == NULL || ferror(stream) != 0;
    int reason = errno;
    (void)fclose(stream);
    if (!bad && *size <= MOST_BYTES)
        return true;
    free(*bytes);
    if (bad)
        return rh_error_set(error, "%s: found no readable file (%s), expected a preset in YAML", file,
                            strerror(reason));
    return rh_error_set(error, "%s: found more than %d bytes, expected a preset in YAML", file, MOST_BYTES);
}

bool rh_preset_yaml_load(const char *file, struct rh_preset *preset, struct rh_error *error) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    yaml_parser_t parser;
    struct reader reader = {.file = file, .preset = preset, .error = error};
    memset(preset, 0, sizeof *preset);
    if (!slurp(file, &bytes, &size, error))
        return false;
    if (!yaml_parser_initialize(&parser)) {
        free(bytes);
        return rh_error_set(error, "%s: found no memory to read it, expected enough", file);
    }
    yaml_parser_set_input_string(&parser, bytes, size);
    bool good = read_stream(&reader, &parser);
    yaml_parser_delete(&parser);
    free(bytes);
    return good;
}
