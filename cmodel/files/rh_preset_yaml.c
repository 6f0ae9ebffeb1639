// SPDX-License-Identifier: Apache-2.0
// YAML to preset. libyaml's document tree keeps the place of every node, so each message names where its fault stands;
// reading goes on behind a fault, and all are reported in the order of their places.
#include "cmodel/files/rh_preset_yaml.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/files/rh_preset_reader.h"
#include "cmodel/files/rh_slurp.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_near.h"

enum { MOST_BYTES = 1 << 16 };

/** A key of the top level or of a section. */
struct key {
    const char *name;
    yaml_node_t *value; /* NULL: not in the file */
};

/* A value with text in it, else NULL; a zero byte inside would hide the rest. */
static const char *scalar(const yaml_node_t *node) {
    if (node->type != YAML_SCALAR_NODE)
        return NULL;
    const char *text = (const char *)node->data.scalar.value;
    return strlen(text) == node->data.scalar.length ? text : NULL;
}

static bool read_field(struct rh_preset_reader *r, const struct rh_preset_field *field, const yaml_node_t *node) {
    char expected[96];
    rh_preset_expectation(field, expected, sizeof expected);
    unsigned long value = 0;
    const char *text = scalar(node);
    struct rh_preset_value *history = &r->values[field - rh_preset_fields];
    r->given[field - rh_preset_fields] = true; /* a faulty one does not lack */
    r->place[field - rh_preset_fields] = node->start_mark;
    if (text == NULL || !rh_preset_parse(field, text, r->preset->tck_ps, &value, history) || value < field->least ||
        value > field->greatest || (field->power && (value & (value - 1)) != 0))
        return rh_preset_fail_found(r, node, field->name, expected);
    rh_preset_field_set(r->preset, field, (unsigned)value);
    return true;
}

static bool is_twice(const struct rh_preset_reader *r, const yaml_node_t *map, const yaml_node_pair_t *pair,
                     const char *name) {
    for (const yaml_node_pair_t *before = map->data.mapping.pairs.start; before < pair; before++) {
        const char *other = scalar(yaml_document_get_node(r->document, before->key));
        if (other != NULL && strcmp(other, name) == 0)
            return true;
    }
    return false;
}

/* The pair's key as text, once; NULL with an error. */
static const char *pair_key(struct rh_preset_reader *r, const yaml_node_t *map, const yaml_node_pair_t *pair) {
    const yaml_node_t *key = yaml_document_get_node(r->document, pair->key);
    const char *name = scalar(key);
    if (name == NULL)
        (void)rh_preset_fail_found(r, key, "key", "a word");
    else if (is_twice(r, map, pair, name))
        (void)rh_preset_fail_found(r, key, "key", "each key once");
    else
        return name;
    return NULL;
}

/* A key that the section does not have: where it belongs, or what it may have been meant for. */
static void fail_key(struct rh_preset_reader *r, const yaml_node_t *key, const char *section, bool timing) {
    const char *name = scalar(key);
    const struct rh_preset_field *other = rh_preset_field_find(name);
    struct rh_near near = {.word = name};
    char text[RH_NEAR_TEXT], expected[RH_NEAR_TEXT + 64];
    for (size_t i = 0; i < rh_preset_field_count && other == NULL; i++)
        if (rh_preset_fields[i].timing == timing)
            rh_near_offer(&near, rh_preset_fields[i].name);
    if (other != NULL)
        (void)snprintf(expected, sizeof expected, "it under %s", other->timing ? "timing" : "organisation");
    else
        (void)snprintf(expected, sizeof expected, "%s%s",
                       timing ? "a timing parameter such as tRCDRD" : "a part of the organisation such as banks",
                       rh_near_text(&near, text));
    (void)rh_preset_fail_found(r, key, section, expected);
}

/* What neither the file nor a base gives, in one fault. */
static void require_fields(struct rh_preset_reader *r, const yaml_node_t *map, const char *section, bool timing) {
    char names[RH_NEAR_TEXT] = "", text[RH_NEAR_TEXT + 128];
    unsigned lacking = 0;
    for (size_t i = 0; i < rh_preset_field_count && !r->based; i++) {
        const struct rh_preset_field *field = &rh_preset_fields[i];
        if (field->timing != timing || r->given[i] || rh_preset_is_spared(r, field))
            continue;
        if (field->rule) {
            rh_preset_field_set(r->preset, field, field->least);
            r->values[i] = rh_preset_left_out(r->preset, field);
            continue;
        }
        size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, "%s%s", lacking++ == 0 ? "" : ", ", field->name);
    }
    if (lacking == 0)
        return;
    (void)snprintf(text, sizeof text, "%s: found no %s, expected %s, or a base that gives %s", section, names,
                   lacking == 1 ? "it" : "them", lacking == 1 ? "it" : "them");
    (void)rh_preset_fail(r, map->start_mark, text);
}

static bool read_section(struct rh_preset_reader *r, const yaml_node_t *map, const char *section, bool timing) {
    if (map->type != YAML_MAPPING_NODE)
        return rh_preset_fail_found(r, map, section, "a mapping of names to values");
    for (const yaml_node_pair_t *p = map->data.mapping.pairs.start; p < map->data.mapping.pairs.top; p++) {
        const char *name = pair_key(r, map, p);
        if (name == NULL)
            continue;
        const struct rh_preset_field *field = rh_preset_field_find(name);
        if (field == NULL || field->timing != timing)
            fail_key(r, yaml_document_get_node(r->document, p->key), section, timing);
        else
            (void)read_field(r, field, yaml_document_get_node(r->document, p->value));
    }
    require_fields(r, map, section, timing);
    return true;
}

static bool read_name(struct rh_preset_reader *r, const yaml_node_t *node) {
    const char *text = scalar(node);
    size_t length = text == NULL ? 0 : strlen(text);
    bool good = length > 0 && length < sizeof r->preset->name;
    for (size_t i = 0; good && i < length; i++)
        good = isalnum((unsigned char)text[i]) || strchr("_-.", text[i]) != NULL;
    if (!good)
        return rh_preset_fail_found(r, node, "name", "1 to 63 letters, digits, '_', '-' or '.'");
    for (unsigned i = 0; i < rh_preset_count(); i++) /* statistics and tables would take one for the other */
        if (strcmp(text, rh_preset_name(i)) == 0)
            return rh_preset_fail_found(r, node, "name", "a name that no built-in preset has");
    (void)snprintf(r->preset->name, sizeof r->preset->name, "%s", text);
    return true;
}

static bool read_source(struct rh_preset_reader *r, const yaml_node_t *node) {
    const char *text = scalar(node);
    if (text == NULL || strlen(text) >= sizeof r->preset->source)
        return rh_preset_fail_found(r, node, "source", "a text of up to 255 bytes");
    (void)snprintf(r->preset->source, sizeof r->preset->source, "%s", text);
    return true;
}

/* The base's values and their histories. */
static bool read_base(struct rh_preset_reader *r, const yaml_node_t *node) {
    const char *text = scalar(node);
    char names[160] = "", expected[RH_NEAR_TEXT + sizeof names];
    struct rh_near near = {.word = text != NULL ? text : ""};
    r->based = true; /* also of an unknown one: what it gives does not lack */
    for (unsigned i = 0; i < rh_preset_count(); i++) {
        const char *name = rh_preset_name(i);
        if (text != NULL && strcmp(name, text) == 0) {
            unsigned count;
            bool good = rh_preset_load_values(name, r->preset, r->values, &count, r->error);
            r->base_tck_ps = r->preset->tck_ps;
            return good;
        }
        rh_near_offer(&near, name);
        size_t used = strlen(names);
        (void)snprintf(names + used, sizeof names - used, "%s%s", i == 0 ? "one of " : ", ", name);
    }
    (void)snprintf(expected, sizeof expected, "%s%s", names, rh_near_text(&near, (char[RH_NEAR_TEXT]){""}));
    return rh_preset_fail_found(r, node, "base", expected);
}

/* Of a file; whether it fits the organisation is seen when that is known. */
static bool read_map(struct rh_preset_reader *r, const yaml_node_t *node) {
    const char *text = scalar(node);
    if (text == NULL || text[0] == '\0' || strlen(text) >= sizeof r->preset->map)
        return rh_preset_fail_found(r, node, "map", "an address map of up to 255 letters");
    (void)snprintf(r->preset->map, sizeof r->preset->map, "%s", text);
    return true;
}

/* The map must fit the organisation. One of a base that does not is left behind with the base's organisation. */
static bool check_map(struct rh_preset_reader *r, const yaml_node_t *node) {
    uint32_t channels = r->preset->channels;
    const struct rh_map_shape shape = rh_map_shape_of(r->preset, (channels & (channels - 1)) == 0 ? channels : 1);
    struct rh_map map;
    struct rh_error why = {""};
    char text[sizeof r->fault[0].text];
    if (r->preset->map[0] == '\0' || rh_map_parse(&map, r->preset->map, &shape, &why))
        return true;
    if (node == NULL) {
        r->preset->map[0] = '\0';
        return true;
    }
    (void)snprintf(text, sizeof text, "%.*s", (int)sizeof text - 1, why.text);
    return rh_preset_fail(r, node->start_mark, text);
}

static bool read_tck(struct rh_preset_reader *r, const yaml_node_t *node) {
    unsigned long value = 0;
    const char *text = scalar(node);
    if (text == NULL || !rh_preset_whole(text, &value) || value < 100 || value > 100000)
        return rh_preset_fail_found(r, node, "tck_ps", "100 to 100000 picoseconds");
    r->preset->tck_ps = (uint32_t)value;
    return true;
}

/* A key of the organisation or timing, named where it stands; what `base` gave, at the section. */
static bool fail_check(struct rh_preset_reader *r, const char *text, const struct key *organisation,
                       const struct key *timing, yaml_mark_t root) {
    char name[32];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    const struct rh_preset_field *field = rh_preset_field_find(name);
    if (field == NULL)
        return rh_preset_fail(r, root, text);
    if (r->given[field - rh_preset_fields])
        return rh_preset_fail(r, r->place[field - rh_preset_fields], text);
    const yaml_node_t *section = field->timing ? timing->value : organisation->value;
    return rh_preset_fail(r, section == NULL ? root : section->start_mark, text);
}

static bool check_atom(struct rh_preset_reader *r, const yaml_node_t *node) {
    unsigned long value = 0;
    unsigned atom = (unsigned)r->preset->bus_bytes * r->preset->burst_length;
    const char *text = scalar(node);
    char expected[64];
    (void)snprintf(expected, sizeof expected, "bus_bytes x burst_length = %u", atom);
    return (text != NULL && rh_preset_whole(text, &value) && value == atom) ||
           rh_preset_fail_found(r, node, "atom_bytes", expected);
}

enum { NAME, SOURCE, BASE, TCK, MAP, ATOM, ORGANISATION, TIMING, KEYS };

static void find_keys(struct rh_preset_reader *r, const yaml_node_t *root, struct key *keys) {
    for (const yaml_node_pair_t *p = root->data.mapping.pairs.start; p < root->data.mapping.pairs.top; p++) {
        const char *name = pair_key(r, root, p);
        if (name == NULL)
            continue;
        struct rh_near near = {.word = name};
        char text[RH_NEAR_TEXT], expected[RH_NEAR_TEXT + 96];
        unsigned k = 0;
        while (k < KEYS && strcmp(keys[k].name, name) != 0)
            rh_near_offer(&near, keys[k++].name);
        if (k < KEYS) {
            keys[k].value = yaml_document_get_node(r->document, p->value);
            continue;
        }
        (void)snprintf(expected, sizeof expected,
                       "name, source, base, tck_ps, map, atom_bytes, organisation or timing%s",
                       rh_near_text(&near, text));
        (void)rh_preset_fail_found(r, yaml_document_get_node(r->document, p->key), "key", expected);
    }
}

static void require(struct rh_preset_reader *r, const struct key *keys, yaml_mark_t root) {
    static const unsigned needed[] = {NAME, TCK, ORGANISATION, TIMING};
    for (unsigned i = 0; i < (r->based ? 1 : 4); i++) {
        char text[96];
        const struct key *key = &keys[needed[i]];
        if (key->value != NULL)
            continue;
        (void)snprintf(text, sizeof text, "found no key %s, expected %s", key->name,
                       needed[i] == NAME ? "the preset's name" : "it, or a base that gives it");
        (void)rh_preset_fail(r, root, text);
    }
}

static bool read_document(struct rh_preset_reader *r) {
    struct key keys[KEYS] = {{"name", NULL}, {"source", NULL},     {"base", NULL},         {"tck_ps", NULL},
                             {"map", NULL},  {"atom_bytes", NULL}, {"organisation", NULL}, {"timing", NULL}};
    const yaml_node_t *root = yaml_document_get_root_node(r->document);
    if (root == NULL)
        return rh_error_set(r->error, "%s:1:1: found no content, expected a mapping with the key name", r->file);
    if (root->type != YAML_MAPPING_NODE)
        return rh_preset_fail_found(r, root, "preset", "a mapping with the key name");
    find_keys(r, root, keys);
    if (keys[BASE].value != NULL)
        (void)read_base(r, keys[BASE].value);
    require(r, keys, root->start_mark);
    (void)snprintf(r->preset->source, sizeof r->preset->source, "%s", r->file);
    if (keys[NAME].value != NULL)
        (void)read_name(r, keys[NAME].value);
    if (keys[SOURCE].value != NULL)
        (void)read_source(r, keys[SOURCE].value);
    if (keys[TCK].value != NULL)
        (void)read_tck(r, keys[TCK].value);
    if (keys[MAP].value != NULL)
        (void)read_map(r, keys[MAP].value);
    if (keys[ORGANISATION].value != NULL)
        (void)read_section(r, keys[ORGANISATION].value, "organisation", false);
    if (keys[TIMING].value != NULL)
        (void)read_section(r, keys[TIMING].value, "timing", true);
    if (keys[ATOM].value != NULL && r->faults == 0)
        (void)check_atom(r, keys[ATOM].value);
    if (r->faults > 0)
        return false;
    rh_preset_settle(r, keys[TCK].value != NULL ? keys[TCK].value->start_mark : root->start_mark);
    if (r->faults > 0)
        return false;
    struct rh_error inner = {""};
    if (!rh_preset_check(r->preset, &inner))
        return fail_check(r, inner.text, &keys[ORGANISATION], &keys[TIMING], root->start_mark);
    return check_map(r, keys[MAP].value);
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

static bool read_stream(struct rh_preset_reader *r, yaml_parser_t *parser) {
    yaml_document_t document, second;
    if (!yaml_parser_load(parser, &document))
        return fail_syntax(r->file, parser, r->error);
    r->document = &document;
    bool good = read_document(r);
    yaml_document_delete(&document);
    r->document = NULL;
    if (!rh_preset_report(r) || !good)
        return false;
    if (!yaml_parser_load(parser, &second))
        return fail_syntax(r->file, parser, r->error);
    yaml_node_t *more = yaml_document_get_root_node(&second);
    if (more != NULL)
        (void)rh_preset_fail(r, more->start_mark, "found a second document, expected one preset a file");
    yaml_document_delete(&second);
    return rh_preset_report(r);
}

bool rh_preset_yaml_load(const char *file, struct rh_preset *preset, struct rh_preset_value values[RH_PRESET_VALUES],
                         struct rh_error *error) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    yaml_parser_t parser;
    struct rh_preset_reader reader = {.file = file, .preset = preset, .error = error, .values = values};
    memset(preset, 0, sizeof *preset);
    for (size_t i = 0; i < rh_preset_field_count; i++)
        values[i] = (struct rh_preset_value){rh_preset_fields[i].name, -1.0, 0, "count", ""};
    error->text[0] = '\0';
    if (!rh_slurp(file, MOST_BYTES, "a preset in YAML", &bytes, &size, error))
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
