// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_preset_file.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "cmodel/core/rh_near.h"
#include "cmodel/dram/rh_preset_field.h"
#include "cmodel/files/rh_slurp.h"
#include "rowhold/rh_map.h"

enum { RH_PRESET_FAULTS = 64 };
struct preset_fault {
    yaml_mark_t place;
    char text[RH_NEAR_TEXT + 128];
};
struct preset_reader {
    const char *file;
    yaml_document_t *document;
    struct rh_preset *preset;
    struct rh_error *error;
    bool based; /* `base` fills what is left out */
    uint32_t base_tck_ps;
    yaml_mark_t place[RH_PRESET_VALUES]; /* of each field's value in the file */
    bool given[RH_PRESET_VALUES];
    struct rh_preset_value *values; /* of each field: its history */
    unsigned faults;                /* more than RH_PRESET_FAULTS are only counted */
    struct preset_fault fault[RH_PRESET_FAULTS];
};

/* Faults of a preset's file: all of them, in the order of their places. */

/* Note a fault and go on; always false. */
static bool preset_fail(struct preset_reader *r, yaml_mark_t mark, const char *text) {
    if (r->faults < RH_PRESET_FAULTS) {
        struct preset_fault *fault = &r->fault[r->faults];
        fault->place = mark;
        (void)snprintf(fault->text, sizeof fault->text, "%s", text);
    }
    r->faults++;
    return false;
}

static bool is_before(yaml_mark_t a, yaml_mark_t b) {
    return a.line != b.line ? a.line < b.line : a.column < b.column;
}

/* A line for each fault, in the order of the file: "FILE:LINE:COLUMN: " and its text. True when there is none. */
static bool preset_report(struct preset_reader *r) {
    bool done[RH_PRESET_FAULTS] = {false};
    unsigned count = r->faults < RH_PRESET_FAULTS ? r->faults : RH_PRESET_FAULTS;
    for (unsigned n = 0; n < count; n++) {
        unsigned first = count;
        for (unsigned i = 0; i < count; i++)
            if (!done[i] && (first == count || is_before(r->fault[i].place, r->fault[first].place)))
                first = i;
        done[first] = true;
        const struct preset_fault *fault = &r->fault[first];
        rh_error_add(r->error, "%s:%zu:%zu: %s", r->file, fault->place.line + 1, fault->place.column + 1, fault->text);
    }
    return count == 0;
}

/* "NAME: found the node's value, expected EXPECTED" */
static bool preset_fail_found(struct preset_reader *r, const yaml_node_t *node, const char *name,
                              const char *expected) {
    char text[sizeof r->fault[0].text], value[48] = "a mapping";
    if (node->type == YAML_SCALAR_NODE)
        (void)snprintf(value, sizeof value, "'%.40s'", (const char *)node->data.scalar.value);
    else if (node->type == YAML_SEQUENCE_NODE)
        (void)snprintf(value, sizeof value, "a list");
    (void)snprintf(text, sizeof text, "%s: found %s, expected %s", name, value, expected);
    return preset_fail(r, node->start_mark, text);
}

/* Values of a preset's file from their texts. */

/* Digits only, below 2^32. */
static bool preset_whole(const char *text, unsigned long *value) {
    if (!isdigit((unsigned char)text[0]) || strlen(text) > 9)
        return false;
    char *end;
    *value = strtoul(text, &end, 10);
    return *end == '\0';
}

/* "13.75 ns", "7.8 us": whole picoseconds, so at most three decimals of one and six of the other. */
static bool time_of(const char *text, unsigned long *picoseconds) {
    static const char *const units[] = {"ps", "ns", "us"}; /* each 10^3 of the one before */
    const char *c = text;
    unsigned decimals = 0, unit = 0;
    unsigned long number = 0;
    if (!isdigit((unsigned char)*c))
        return false;
    for (; isdigit((unsigned char)*c) && number < 100000000; c++)
        number = number * 10 + (unsigned long)(*c - '0');
    if (*c == '.') {
        if (!isdigit((unsigned char)*++c))
            return false;
        for (; isdigit((unsigned char)*c) && decimals < 6; c++, decimals++)
            number = number * 10 + (unsigned long)(*c - '0');
    }
    c += *c == ' ';
    while (unit < 3 && strcmp(c, units[unit]) != 0)
        unit++;
    if (unit == 3 || decimals > 3 * unit)
        return false;
    for (; decimals < 3 * unit; decimals++)
        number *= 10;
    *picoseconds = number;
    return number < 100000000000; /* 0.1 s */
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

/* Clocks of a time: no fewer than it takes, or `down`, no more. */
static unsigned long preset_clocks(unsigned long picoseconds, uint32_t tck_ps, bool down) {
    return (picoseconds + (down ? 0 : tck_ps - 1)) / tck_ps;
}

/* A field's value from its text, and its history. */
static bool preset_parse(const struct rh_preset_field *field, const char *text, uint32_t tck_ps, unsigned long *value,
                         struct rh_preset_value *history) {
    enum rh_refresh mode;
    *history = (struct rh_preset_value){field->name, -1.0, 0, "count", "this file"};
    if (strcmp(field->name, "refresh") == 0) {
        if (!rh_refresh_find(text, &mode))
            return false;
        *value = (unsigned long)mode;
        return true;
    }
    if (rh_preset_field_is_flag(field))
        return word(text, "false true", value);
    bool time = rh_preset_field_is_time(field), down = strcmp(field->name, "tREFI") == 0;
    uint32_t tck = tck_ps == 0 ? 1000 : tck_ps; /* 0: its own fault */
    if (preset_whole(text, value)) {
        if (time) {
            history->ns = (double)*value * tck / 1000;
            history->rounding = "given in clocks";
        }
        return true;
    }
    if (!time || !time_of(text, value))
        return false;
    history->ns = (double)*value / 1000;
    history->rounding = down ? "floor" : "ceil";
    *value = preset_clocks(*value, tck, down);
    return true;
}

/* What a field's text may be. */
static void preset_expectation(const struct rh_preset_field *field, char *text, size_t size) {
    if (strcmp(field->name, "refresh") == 0)
        (void)snprintf(text, size, "off, all_bank, per_bank or same_bank");
    else if (rh_preset_field_is_flag(field))
        (void)snprintf(text, size, "true or false");
    else
        (void)snprintf(text, size, "%s%u to %u%s", field->power ? "a power of two from " : "", field->least,
                       field->greatest,
                       rh_preset_field_is_time(field) ? " clocks, or a time as in '13.75 ns', '7.8 us'" : "");
}

/* What is done when all values of a preset's file are read. */

static bool is_in_ns(const struct rh_preset_value *value) {
    return strncmp(value->rounding, "ceil", 4) == 0 || strcmp(value->rounding, "floor") == 0;
}

/* Picoseconds of a field: as they were given, else its clocks. */
static int64_t picoseconds(const struct preset_reader *r, const struct rh_preset_field *field) {
    const struct rh_preset_value *value = &r->values[field - rh_preset_fields];
    if (is_in_ns(value))
        return (int64_t)(value->ns * 1000 + 0.5);
    return (int64_t)rh_preset_field_get(r->preset, field) * r->preset->tck_ps;
}

/* What the base gives in ns is as many ns at another clock period; what it gives in clocks, as many clocks. */
static void rescale(struct preset_reader *r, yaml_mark_t place) {
    for (size_t i = 0; i < rh_preset_field_count; i++) {
        struct rh_preset_value *value = &r->values[i];
        if (r->given[i] || !is_in_ns(value))
            continue;
        unsigned long clocks = preset_clocks((unsigned long)(value->ns * 1000 + 0.5), r->preset->tck_ps,
                                             strcmp(value->rounding, "floor") == 0);
        char text[128];
        (void)snprintf(text, sizeof text, "tck_ps: found %s of %lu clocks for the base's %g ns, expected at most %u",
                       rh_preset_fields[i].name, clocks, value->ns, rh_preset_fields[i].greatest);
        if (clocks > rh_preset_fields[i].greatest)
            (void)preset_fail(r, place, text);
        else
            rh_preset_field_set(r->preset, &rh_preset_fields[i], (unsigned)clocks);
    }
}

static bool has_other_clock(const struct preset_reader *r) {
    return r->based && r->base_tck_ps != r->preset->tck_ps && r->preset->tck_ps != 0;
}

/* A field that reaches a sum in ns must not miss it in clocks because each part was rounded up by itself: it is raised
 * to the sum of the clocks. So are a base's clocks, where its times take more of a shorter clock. The lint refuses what
 * does not reach it in ns either. */
static void raise(struct preset_reader *r, const char *name, const char *const *plus, const char *minus,
                  const char *rounding) {
    const struct rh_preset_field *field = rh_preset_field_find(name);
    int64_t clocks = 0, ps = 0;
    for (unsigned i = 0; i < 2; i++) {
        const struct rh_preset_field *part = rh_preset_field_find(plus[i]);
        clocks += rh_preset_field_get(r->preset, part);
        ps += picoseconds(r, part);
    }
    if (minus != NULL) {
        clocks -= rh_preset_field_get(r->preset, rh_preset_field_find(minus));
        ps -= picoseconds(r, rh_preset_field_find(minus));
    }
    bool reaches = picoseconds(r, field) >= ps || (has_other_clock(r) && !r->given[field - rh_preset_fields]);
    if (rh_preset_field_get(r->preset, field) >= clocks || !reaches || clocks > field->greatest)
        return;
    rh_preset_field_set(r->preset, field, (unsigned)clocks);
    struct rh_preset_value *value = &r->values[field - rh_preset_fields];
    value->rounding = is_in_ns(value) ? rounding : rounding + strlen("ceil, ");
}

/* tRFCpb where no refresh is of one bank: a file may leave it out, and it is as tRFC then. */
static bool preset_is_spared(const struct preset_reader *r, const struct rh_preset_field *field) {
    bool whole = r->preset->refresh == RH_REFRESH_OFF || r->preset->refresh == RH_REFRESH_ALL_BANK;
    return whole && !r->based && strcmp(field->name, "tRFCpb") == 0 && !r->given[field - rh_preset_fields];
}

static void spare(struct preset_reader *r) {
    const struct rh_preset_field *one = rh_preset_field_find("tRFCpb"), *all = rh_preset_field_find("tRFC");
    if (!preset_is_spared(r, one))
        return;
    rh_preset_field_set(r->preset, one, rh_preset_field_get(r->preset, all));
    r->values[one - rh_preset_fields] = rh_preset_left_out(r->preset, one);
    r->values[one - rh_preset_fields].source = "no one-bank refresh: as tRFC";
}

/* What is left to say of the histories: their clocks, and clocks of a base that came to another clock period, whose ns
 * are no longer those of its source. Times that such a base gives in ns stay so. Sums that hold in ns hold in clocks;
 * the histories are complete. A time that is too many clocks of that period is a fault at `tck`. */
static void preset_finish(struct preset_reader *r, yaml_mark_t tck) {
    if (has_other_clock(r))
        rescale(r, tck);
    spare(r);
    raise(r, "tRC", (const char *const[]){"tRAS", "tRP"}, NULL, "ceil, raised to tRAS + tRP");
    raise(r, "tRTW", (const char *const[]){"CL", "tBURST"}, "WL", "ceil, raised to CL - WL + tBURST");
    for (size_t i = 0; i < rh_preset_field_count; i++) {
        struct rh_preset_value *value = &r->values[i];
        value->cycles = rh_preset_field_get(r->preset, &rh_preset_fields[i]);
        if (!r->given[i] && has_other_clock(r) && value->ns >= 0 && !is_in_ns(value))
            value->ns = value->cycles * (r->preset->tck_ps / 1000.0);
        if (!r->given[i] && has_other_clock(r) && strcmp(value->rounding, "given in clocks") == 0)
            value->rounding = "given in clocks of the base";
    }
}

/* Presets from YAML files. */

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

static bool read_field(struct preset_reader *r, const struct rh_preset_field *field, const yaml_node_t *node) {
    char expected[96];
    preset_expectation(field, expected, sizeof expected);
    unsigned long value = 0;
    const char *text = scalar(node);
    struct rh_preset_value *history = &r->values[field - rh_preset_fields];
    r->given[field - rh_preset_fields] = true; /* a faulty one does not lack */
    r->place[field - rh_preset_fields] = node->start_mark;
    if (text == NULL || !preset_parse(field, text, r->preset->tck_ps, &value, history) || value < field->least ||
        value > field->greatest || (field->power && (value & (value - 1)) != 0))
        return preset_fail_found(r, node, field->name, expected);
    rh_preset_field_set(r->preset, field, (unsigned)value);
    return true;
}

static bool is_twice(const struct preset_reader *r, const yaml_node_t *map, const yaml_node_pair_t *pair,
                     const char *name) {
    for (const yaml_node_pair_t *before = map->data.mapping.pairs.start; before < pair; before++) {
        const char *other = scalar(yaml_document_get_node(r->document, before->key));
        if (other != NULL && strcmp(other, name) == 0)
            return true;
    }
    return false;
}

/* The pair's key as text, once; NULL with an error. */
static const char *pair_key(struct preset_reader *r, const yaml_node_t *map, const yaml_node_pair_t *pair) {
    const yaml_node_t *key = yaml_document_get_node(r->document, pair->key);
    const char *name = scalar(key);
    if (name == NULL)
        (void)preset_fail_found(r, key, "key", "a word");
    else if (is_twice(r, map, pair, name))
        (void)preset_fail_found(r, key, "key", "each key once");
    else
        return name;
    return NULL;
}

/* A key that the section does not have: where it belongs, or what it may have been meant for. */
static void fail_key(struct preset_reader *r, const yaml_node_t *key, const char *section, bool timing) {
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
    (void)preset_fail_found(r, key, section, expected);
}

/* Reports all values that neither the file nor a base gives, in one error. */
static void require_fields(struct preset_reader *r, const yaml_node_t *map, const char *section, bool timing) {
    char names[RH_NEAR_TEXT] = "", text[RH_NEAR_TEXT + 128];
    unsigned lacking = 0;
    for (size_t i = 0; i < rh_preset_field_count && !r->based; i++) {
        const struct rh_preset_field *field = &rh_preset_fields[i];
        if (field->timing != timing || r->given[i] || preset_is_spared(r, field))
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
    (void)preset_fail(r, map->start_mark, text);
}

static bool read_section(struct preset_reader *r, const yaml_node_t *map, const char *section, bool timing) {
    if (map->type != YAML_MAPPING_NODE)
        return preset_fail_found(r, map, section, "a mapping of names to values");
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

static bool read_name(struct preset_reader *r, const yaml_node_t *node) {
    const char *text = scalar(node);
    size_t length = text == NULL ? 0 : strlen(text);
    bool good = length > 0 && length < sizeof r->preset->name;
    for (size_t i = 0; good && i < length; i++)
        good = isalnum((unsigned char)text[i]) || strchr("_-.", text[i]) != NULL;
    if (!good)
        return preset_fail_found(r, node, "name", "1 to 63 letters, digits, '_', '-' or '.'");
    for (unsigned i = 0; i < rh_preset_count(); i++) /* statistics and tables would take one for the other */
        if (strcmp(text, rh_preset_name(i)) == 0)
            return preset_fail_found(r, node, "name", "a name that no built-in preset has");
    (void)snprintf(r->preset->name, sizeof r->preset->name, "%s", text);
    return true;
}

static bool read_source(struct preset_reader *r, const yaml_node_t *node) {
    const char *text = scalar(node);
    if (text == NULL || strlen(text) >= sizeof r->preset->source)
        return preset_fail_found(r, node, "source", "a text of up to 255 bytes");
    (void)snprintf(r->preset->source, sizeof r->preset->source, "%s", text);
    return true;
}

/* The base's values and their histories. */
static bool read_base(struct preset_reader *r, const yaml_node_t *node) {
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
    return preset_fail_found(r, node, "base", expected);
}

/* Reads the address map of a file. It is checked against the organisation once that is known. */
static bool read_map(struct preset_reader *r, const yaml_node_t *node) {
    const char *text = scalar(node);
    if (text == NULL || text[0] == '\0' || strlen(text) >= sizeof r->preset->map)
        return preset_fail_found(r, node, "map", "an address map of up to 255 letters");
    (void)snprintf(r->preset->map, sizeof r->preset->map, "%s", text);
    return true;
}

/* The map must fit the organisation. One of a base that does not is left behind with the base's organisation. */
static bool check_map(struct preset_reader *r, const yaml_node_t *node) {
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
    return preset_fail(r, node->start_mark, text);
}

static bool read_tck(struct preset_reader *r, const yaml_node_t *node) {
    unsigned long value = 0;
    const char *text = scalar(node);
    if (text == NULL || !preset_whole(text, &value) || value < 100 || value > 100000)
        return preset_fail_found(r, node, "tck_ps", "100 to 100000 picoseconds");
    r->preset->tck_ps = (uint32_t)value;
    return true;
}

/* A key of the organisation or timing, named where it stands; what `base` gave, at the section. */
static bool fail_check(struct preset_reader *r, const char *text, const struct key *organisation,
                       const struct key *timing, yaml_mark_t root) {
    char name[32];
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(text, ":"), text);
    const struct rh_preset_field *field = rh_preset_field_find(name);
    if (field == NULL)
        return preset_fail(r, root, text);
    if (r->given[field - rh_preset_fields])
        return preset_fail(r, r->place[field - rh_preset_fields], text);
    const yaml_node_t *section = field->timing ? timing->value : organisation->value;
    return preset_fail(r, section == NULL ? root : section->start_mark, text);
}

static bool check_atom(struct preset_reader *r, const yaml_node_t *node) {
    unsigned long value = 0;
    unsigned atom = (unsigned)r->preset->bus_bytes * r->preset->burst_length;
    const char *text = scalar(node);
    char expected[64];
    (void)snprintf(expected, sizeof expected, "bus_bytes x burst_length = %u", atom);
    return (text != NULL && preset_whole(text, &value) && value == atom) ||
           preset_fail_found(r, node, "atom_bytes", expected);
}

enum { NAME, SOURCE, BASE, TCK, MAP, ATOM, ORGANISATION, TIMING, KEYS };

static void find_keys(struct preset_reader *r, const yaml_node_t *root, struct key *keys) {
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
        (void)preset_fail_found(r, yaml_document_get_node(r->document, p->key), "key", expected);
    }
}

static void require(struct preset_reader *r, const struct key *keys, yaml_mark_t root) {
    static const unsigned needed[] = {NAME, TCK, ORGANISATION, TIMING};
    for (unsigned i = 0; i < (r->based ? 1 : 4); i++) {
        char text[96];
        const struct key *key = &keys[needed[i]];
        if (key->value != NULL)
            continue;
        (void)snprintf(text, sizeof text, "found no key %s, expected %s", key->name,
                       needed[i] == NAME ? "the preset's name" : "it, or a base that gives it");
        (void)preset_fail(r, root, text);
    }
}

static bool read_document(struct preset_reader *r) {
    struct key keys[KEYS] = {{"name", NULL}, {"source", NULL},     {"base", NULL},         {"tck_ps", NULL},
                             {"map", NULL},  {"atom_bytes", NULL}, {"organisation", NULL}, {"timing", NULL}};
    const yaml_node_t *root = yaml_document_get_root_node(r->document);
    if (root == NULL)
        return rh_error_set(r->error, "%s:1:1: found no content, expected a mapping with the key name", r->file);
    if (root->type != YAML_MAPPING_NODE)
        return preset_fail_found(r, root, "preset", "a mapping with the key name");
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
    preset_finish(r, keys[TCK].value != NULL ? keys[TCK].value->start_mark : root->start_mark);
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

static bool read_stream(struct preset_reader *r, yaml_parser_t *parser) {
    yaml_document_t document, second;
    if (!yaml_parser_load(parser, &document))
        return fail_syntax(r->file, parser, r->error);
    r->document = &document;
    bool good = read_document(r);
    yaml_document_delete(&document);
    r->document = NULL;
    if (!preset_report(r) || !good)
        return false;
    if (!yaml_parser_load(parser, &second))
        return fail_syntax(r->file, parser, r->error);
    yaml_node_t *more = yaml_document_get_root_node(&second);
    if (more != NULL)
        (void)preset_fail(r, more->start_mark, "found a second document, expected one preset a file");
    yaml_document_delete(&second);
    return preset_report(r);
}

/* rh_preset_load_values() of a file; rh_preset.h lists the keys. */
static bool preset_yaml_load(const char *file, struct rh_preset *preset,
                             struct rh_preset_value values[RH_PRESET_VALUES], struct rh_error *error) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    yaml_parser_t parser;
    struct preset_reader reader = {.file = file, .preset = preset, .error = error, .values = values};
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

bool rh_preset_is_file(const char *name) {
    const char *dot = strrchr(name, '.');
    if (rh_preset_is_built_in(name))
        return false;
    return strchr(name, '/') != NULL || (dot != NULL && (strcmp(dot, ".yaml") == 0 || strcmp(dot, ".yml") == 0));
}

bool rh_preset_load(const char *name_or_file, struct rh_preset *preset, struct rh_error *error) {
    struct rh_preset_value values[RH_PRESET_VALUES];
    if (rh_preset_is_file(name_or_file))
        return preset_yaml_load(name_or_file, preset, values, error);
    if (rh_preset_is_built_in(name_or_file))
        return rh_preset_find(name_or_file, preset, error);
    char names[256], text[RH_NEAR_TEXT];
    struct rh_near near = {.word = name_or_file};
    for (unsigned i = 0; i < rh_preset_count(); i++)
        rh_near_offer(&near, rh_preset_name(i));
    rh_preset_names(names, sizeof names);
    return rh_error_field(error, "preset", "found '%.100s', expected one of %s, or a file ending in .yaml or .yml%s",
                          name_or_file, names, rh_near_text(&near, text));
}

bool rh_preset_load_values(const char *name_or_file, struct rh_preset *preset,
                           struct rh_preset_value values[RH_PRESET_VALUES], unsigned *count, struct rh_error *error) {
    struct rh_preset_value value;
    *count = (unsigned)rh_preset_field_count;
    if (rh_preset_is_file(name_or_file))
        return preset_yaml_load(name_or_file, preset, values, error);
    if (!rh_preset_load(name_or_file, preset, error))
        return false;
    for (size_t i = 0; i < rh_preset_field_count; i++) /* those that the preset leaves out */
        values[i] = rh_preset_left_out(preset, &rh_preset_fields[i]);
    for (unsigned i = 0; rh_preset_value(name_or_file, i, &value); i++)
        values[rh_preset_field_find(value.name) - rh_preset_fields] = value;
    return true;
}
