// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_config.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <yaml.h>

#include "cmodel/files/rh_slurp.h"

enum { MOST_BYTES = 1 << 20, MOST_KEYS = 1000 };

static unsigned from_one(size_t position) {
    return (unsigned)position + 1;
}

/** Keys are compared as options are spelled: with dashes. */
static void spell_with_dashes(char *key) {
    for (; *key != '\0'; key++)
        if (*key == '_')
            *key = '-';
}

static const char *kind_of(const yaml_node_t *node) {
    return node->type == YAML_SEQUENCE_NODE ? "a list" : "a mapping";
}

/** A scalar's text, or NULL when it holds a zero byte. */
static char *scalar_text(const yaml_node_t *node) {
    const char *text = (const char *)node->data.scalar.value;
    return strlen(text) == node->data.scalar.length ? strdup(text) : NULL;
}

static bool expect_scalar(const char *file, const yaml_node_t *node, const char *what, struct rh_error *error) {
    unsigned line = from_one(node->start_mark.line), column = from_one(node->start_mark.column);
    if (node->type != YAML_SCALAR_NODE)
        return rh_error_set(error, "%s:%u:%u: found %s, expected %s", file, line, column, kind_of(node), what);
    if (node->data.scalar.length == 0)
        return rh_error_set(error, "%s:%u:%u: found nothing, expected %s", file, line, column, what);
    return true;
}

/* A list's values with commas between them; NULL: one is no plain value. */
static char *list_text(yaml_document_t *document, const yaml_node_t *list) {
    char *text = NULL;
    size_t size;
    FILE *memory = open_memstream(&text, &size);
    bool good = memory != NULL;
    for (const yaml_node_item_t *item = list->data.sequence.items.start; good && item < list->data.sequence.items.top;
         item++) {
        const yaml_node_t *node = yaml_document_get_node(document, *item);
        char *value = node->type == YAML_SCALAR_NODE && node->data.scalar.length > 0 ? scalar_text(node) : NULL;
        good = value != NULL;
        fprintf(memory, "%s%s", item == list->data.sequence.items.start ? "" : ",", good ? value : "");
        free(value);
    }
    if (memory != NULL && fclose(memory) == 0 && good)
        return text;
    free(text);
    return NULL;
}

static bool prepend(const char *prefix, char **key) {
    char *path = NULL;
    if (asprintf(&path, "%s%s", prefix, *key) < 0)
        return false;
    free(*key);
    *key = path;
    return true;
}

static bool add_pairs(const char *file, yaml_document_t *document, const yaml_node_t *map, const char *prefix,
                      struct rh_config *config, struct rh_error *error);

static bool has_room(const char *file, const struct rh_config *config, struct rh_error *error) {
    return config->count < MOST_KEYS ||
           rh_error_set(error, "%s: found more than %d keys, expected at most so many", file, MOST_KEYS);
}

static bool add_items(const char *file, yaml_document_t *document, const yaml_node_t *list, unsigned depth,
                      struct rh_config *config, struct rh_error *error);

/* An item of a list; `inside`: its own items, or NULL. */
static bool add_item(const char *file, yaml_document_t *document, const yaml_node_t *text, const yaml_node_t *inside,
                     unsigned depth, struct rh_config *config, struct rh_error *error) {
    if (!expect_scalar(file, text, "an instruction, or one and a colon in front of a list", error) ||
        !has_room(file, config, error))
        return false;
    struct rh_config_entry *entry = &config->entries[config->count++];
    entry->value_line = entry->line = from_one(text->start_mark.line);
    entry->value_column = entry->column =
        from_one(text->start_mark.column) + (text->data.scalar.style != YAML_PLAIN_SCALAR_STYLE);
    entry->key = strdup(config->items);
    entry->value = scalar_text(text);
    entry->list = inside != NULL;
    entry->depth = depth;
    if (entry->key == NULL || entry->value == NULL)
        return rh_error_set(error, "%s:%u:%u: found a zero byte, expected text", file, entry->line, entry->column);
    return inside == NULL || add_items(file, document, inside, depth + 1, config, error);
}

static bool add_items(const char *file, yaml_document_t *document, const yaml_node_t *list, unsigned depth,
                      struct rh_config *config, struct rh_error *error) {
    if (list->type != YAML_SEQUENCE_NODE || list->data.sequence.items.start == list->data.sequence.items.top)
        return rh_error_set(error, "%s:%u:%u: found %s, expected a list of instructions", file,
                            from_one(list->start_mark.line), from_one(list->start_mark.column),
                            list->type == YAML_SCALAR_NODE    ? "a single value"
                            : list->type == YAML_MAPPING_NODE ? "a mapping"
                                                              : "an empty list");
    for (const yaml_node_item_t *item = list->data.sequence.items.start; item < list->data.sequence.items.top; item++) {
        const yaml_node_t *node = yaml_document_get_node(document, *item);
        if (node->type != YAML_MAPPING_NODE) {
            if (!add_item(file, document, node, NULL, depth, config, error))
                return false;
            continue;
        }
        for (const yaml_node_pair_t *pair = node->data.mapping.pairs.start; pair < node->data.mapping.pairs.top; pair++)
            if (!add_item(file, document, yaml_document_get_node(document, pair->key),
                          yaml_document_get_node(document, pair->value), depth, config, error))
                return false;
    }
    return true;
}

/* A mapping in the mapping: its keys with this one and a point before them. */
static bool add_inside(const char *file, yaml_document_t *document, const yaml_node_t *key, const yaml_node_t *map,
                       const char *prefix, struct rh_config *config, struct rh_error *error) {
    char *name = scalar_text(key), *path = NULL;
    bool good = name != NULL && asprintf(&path, "%s%s.", prefix, name) >= 0;
    free(name);
    good = good ? add_pairs(file, document, map, path, config, error)
                : rh_error_set(error, "%s:%u:%u: found a zero byte, expected text", file,
                               from_one(key->start_mark.line), from_one(key->start_mark.column));
    free(path);
    return good;
}

/* `prefix` NULL: no mapping in the mapping. */
static bool add_pair(const char *file, yaml_document_t *document, const yaml_node_t *key, const yaml_node_t *value,
                     const char *prefix, struct rh_config *config, struct rh_error *error) {
    bool list = value->type == YAML_SEQUENCE_NODE;
    if (!expect_scalar(file, key, "the name of an option", error))
        return false;
    bool items = config->items != NULL && prefix != NULL && prefix[0] == '\0' &&
                 strcmp((const char *)key->data.scalar.value, config->items) == 0;
    for (size_t i = 0; items && i < config->count; i++)
        if (config->entries[i].depth != 0)
            return rh_error_set(error, "%s:%u:%u: found key '%s' again, expected it once", file,
                                from_one(key->start_mark.line), from_one(key->start_mark.column), config->items);
    if (items)
        return add_items(file, document, value, 1, config, error);
    if (prefix != NULL && value->type == YAML_MAPPING_NODE)
        return add_inside(file, document, key, value, prefix, config, error);
    if (!list && !expect_scalar(file, value, "one value", error))
        return false;
    if (!has_room(file, config, error))
        return false;
    struct rh_config_entry *entry = &config->entries[config->count];
    entry->line = from_one(key->start_mark.line);
    entry->column = from_one(key->start_mark.column);
    entry->value_line = from_one(value->start_mark.line);
    entry->value_column = from_one(value->start_mark.column);
    entry->key = scalar_text(key);
    entry->list = list;
    entry->value = list ? list_text(document, value) : scalar_text(value);
    config->count++; /* from here on rh_config_free knows it */
    if (list && entry->value == NULL)
        return rh_error_set(error, "%s:%u:%u: found a list in the list, or nothing, expected plain values", file,
                            entry->value_line, entry->value_column);
    if (entry->key == NULL || entry->value == NULL)
        return rh_error_set(error, "%s:%u:%u: found a zero byte, expected text", file, entry->line, entry->column);
    if (prefix == NULL)
        spell_with_dashes(entry->key);
    else if (!prepend(prefix, &entry->key))
        return rh_error_set(error, "%s: found no memory to read it, expected enough", file);
    for (size_t i = 0; i + 1 < config->count; i++)
        if (strcmp(config->entries[i].key, entry->key) == 0)
            return rh_error_set(error, "%s:%u:%u: found key '%s' again, expected it once (line %u has it)", file,
                                entry->line, entry->column, entry->key, config->entries[i].line);
    return true;
}

static bool add_pairs(const char *file, yaml_document_t *document, const yaml_node_t *map, const char *prefix,
                      struct rh_config *config, struct rh_error *error) {
    for (const yaml_node_pair_t *pair = map->data.mapping.pairs.start; pair < map->data.mapping.pairs.top; pair++)
        if (!add_pair(file, document, yaml_document_get_node(document, pair->key),
                      yaml_document_get_node(document, pair->value), prefix, config, error))
            return false;
    return true;
}

static bool take_document(const char *file, yaml_document_t *document, const char *prefix, struct rh_config *config,
                          struct rh_error *error) {
    const yaml_node_t *root = yaml_document_get_root_node(document);
    if (root == NULL)
        return rh_error_set(error, "%s: found nothing, expected lines of `option: value`", file);
    if (root->type != YAML_MAPPING_NODE)
        return rh_error_set(error, "%s:%u:%u: found %s, expected lines of `option: value`", file,
                            from_one(root->start_mark.line), from_one(root->start_mark.column),
                            root->type == YAML_SCALAR_NODE ? "a single value" : "a list");
    size_t pairs = (size_t)(root->data.mapping.pairs.top - root->data.mapping.pairs.start);
    if (pairs > MOST_KEYS)
        return rh_error_set(error, "%s: found %zu keys, expected at most %d", file, pairs, MOST_KEYS);
    config->entries = calloc(MOST_KEYS + 1, sizeof *config->entries);
    if (config->entries == NULL)
        return rh_error_set(error, "%s: found no memory to read it, expected enough", file);
    return add_pairs(file, document, root, prefix, config, error);
}

static bool syntax_error(const char *file, const yaml_parser_t *parser, struct rh_error *error) {
    const char *problem = parser->problem != NULL ? parser->problem : "unreadable text";
    if (parser->error == YAML_READER_ERROR)
        return rh_error_set(error, "%s: found %s at byte %zu, expected YAML", file, problem, parser->problem_offset);
    return rh_error_set(error, "%s:%u:%u: found a YAML error (%s), expected lines of `option: value`", file,
                        from_one(parser->problem_mark.line), from_one(parser->problem_mark.column), problem);
}

/** Exactly one document. */
static bool parse(const char *file, yaml_parser_t *parser, const char *prefix, struct rh_config *config,
                  struct rh_error *error) {
    yaml_document_t document;
    if (!yaml_parser_load(parser, &document))
        return syntax_error(file, parser, error);
    bool good = take_document(file, &document, prefix, config, error);
    yaml_document_delete(&document);
    if (!good)
        return false;
    if (!yaml_parser_load(parser, &document))
        return syntax_error(file, parser, error);
    const yaml_node_t *second = yaml_document_get_root_node(&document);
    if (second != NULL)
        rh_error_set(error, "%s:%u:%u: found a second document, expected one", file, from_one(second->start_mark.line),
                     from_one(second->start_mark.column));
    yaml_document_delete(&document);
    return second == NULL;
}

static bool load(const char *file, const char *prefix, const char *items, struct rh_config *config,
                 struct rh_error *error) {
    unsigned char *bytes = NULL;
    size_t size = 0;
    *config = (struct rh_config){.items = items};
    if (!rh_slurp(file, MOST_BYTES, "YAML", &bytes, &size, error))
        return false;
    yaml_parser_t parser;
    bool good = yaml_parser_initialize(&parser) != 0;
    if (good) {
        yaml_parser_set_input_string(&parser, bytes, size);
        good = parse(file, &parser, prefix, config, error);
        yaml_parser_delete(&parser);
    } else {
        rh_error_set(error, "%s: found no memory to read it, expected enough", file);
    }
    free(bytes);
    if (!good)
        rh_config_free(config);
    return good;
}

bool rh_config_load(const char *file, struct rh_config *config, struct rh_error *error) {
    return load(file, NULL, NULL, config, error);
}

bool rh_config_load_tree(const char *file, struct rh_config *config, struct rh_error *error) {
    return load(file, "", NULL, config, error);
}

bool rh_config_load_items(const char *file, const char *key, struct rh_config *config, struct rh_error *error) {
    return load(file, "", key, config, error);
}

void rh_config_free(struct rh_config *config) {
    for (size_t i = 0; i < config->count; i++) {
        free(config->entries[i].key);
        free(config->entries[i].value);
    }
    free(config->entries);
    *config = (struct rh_config){.count = 0};
}
