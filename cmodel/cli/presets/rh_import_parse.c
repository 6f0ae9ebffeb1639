// SPDX-License-Identifier: Apache-2.0
// Configurations of other simulators as lists of paths and values, each with its place.
#include <ctype.h>
#include <string.h>
#include <strings.h>
#include <yaml.h>

#include "cmodel/cli/presets/rh_peer.h"

static bool fail_at(struct rh_import *import, size_t line, size_t column, const char *text) {
    import->failed = true;
    return rh_error_set(import->error, "%s:%zu:%zu: %s", import->reading != NULL ? import->reading : import->file, line,
                        column, text);
}

static bool put(struct rh_import *import, const char *path, const char *text, size_t line, size_t column) {
    if (import->count == RH_IMPORT_ENTRIES)
        return fail_at(import, line, column, "found more than 4096 values, expected a configuration of fewer");
    struct rh_import_entry *entry = &import->entries[import->count];
    if (strlen(path) >= sizeof entry->path)
        return fail_at(import, line, column, "found a key of over 95 letters, expected shorter ones");
    if (strlen(text) >= sizeof entry->text)
        return fail_at(import, line, column, "found a value of over 255 letters, expected shorter ones");
    *entry = (struct rh_import_entry){.line = (unsigned)line, .column = (unsigned)column, .file = import->reading};
    strcpy(entry->path, path);
    strcpy(entry->text, text);
    import->count++;
    return true;
}

/* A key whose values differ is refused, for of two some readers take the first and others the last. */
static bool add(struct rh_import *import, const char *path, const char *text, size_t line, size_t column) {
    for (unsigned i = 0; i < import->count; i++) {
        const struct rh_import_entry *other = &import->entries[i];
        if (other->file == import->reading && strcasecmp(other->path, path) == 0 && strcmp(other->text, text) != 0) {
            char what[RH_PEER_TEXT];
            (void)snprintf(what, sizeof what, "%s: found '%.40s', expected it once, and line %u has '%.40s'", path,
                           text, other->line, other->text);
            return fail_at(import, line, column, what);
        }
    }
    return put(import, path, text, line, column);
}

/* Cuts blanks off the end. */
static char *trimmed(char *text) {
    size_t length = strlen(text);
    while (length > 0 && isspace((unsigned char)text[length - 1]))
        text[--length] = '\0';
    return text;
}

static char *skip_blanks(char *text) {
    return text + strspn(text, " \t\r");
}

/* `[section]`, or `name = value`; a comment begins with ; or #, behind a value with a blank before it. */
static bool take_ini_line(struct rh_import *import, char *line, size_t number, char section[RH_IMPORT_PATH]) {
    char *at = skip_blanks(line), path[2 * RH_IMPORT_PATH];
    if (*at == '\0' || *at == ';' || *at == '#')
        return true;
    char *end = strchr(at, *at == '[' ? ']' : '=');
    if (end == NULL)
        return fail_at(import, number, (size_t)(at - line) + 1,
                       *at == '[' ? "found a section without its ], expected one" : "found no =, expected KEY = VALUE");
    *end = '\0';
    if (*at == '[') {
        (void)snprintf(section, RH_IMPORT_PATH, "%.90s", at + 1);
        return true;
    }
    char *value = skip_blanks(end + 1);
    for (char *c = value; *c != '\0'; c++)
        if ((*c == ';' || *c == '#') && (c == value || isspace((unsigned char)c[-1]) || *c == ';'))
            *c-- = '\0';
    (void)snprintf(path, sizeof path, "%s%s%.90s", section, section[0] == '\0' ? "" : ".", trimmed(at));
    return add(import, path, trimmed(value), number, (size_t)(value - line) + 1);
}

bool rh_import_ini(struct rh_import *import, char *text) {
    char section[RH_IMPORT_PATH] = "", *rest = text;
    bool good = true;
    for (size_t number = 1; good && rest != NULL; number++)
        good = take_ini_line(import, strsep(&rest, "\n"), number, section);
    return good;
}

/* Behind the value that begins here: a quoted text, which may go on in further lines, or all up to a blank. */
static char *end_of_value(char *value, size_t *lines) {
    if (*value != '"')
        return value + strcspn(value, " \t\r\n");
    char *end = strchr(value + 1, '"');
    for (const char *c = value; end != NULL && c < end; c++)
        *lines += *c == '\n';
    return end;
}

/* The value without blanks: GPGPU-Sim passes over those in a quoted text. */
static void squeeze(char *to, size_t size, const char *from, const char *end) {
    size_t length = 0;
    for (; from < end; from++)
        if (!isspace((unsigned char)*from) && length + 1 < size)
            to[length++] = *from;
    to[length] = '\0';
}

/* Where the reading of a text with lines stands. */
struct cursor {
    char *at, *line; /* next character, and the first of its line */
    size_t number;
};

static size_t column_of(const struct cursor *c, const char *at) {
    return (size_t)(at - c->line) + 1;
}

/* `-name value`, or a name alone; of several the last counts, as there. */
static bool take_option(struct rh_import *import, struct cursor *c) {
    char value[2 * RH_IMPORT_VALUE], path[2 * RH_IMPORT_PATH], *name = c->at + 1;
    size_t length = strcspn(name, " \t\r\n"), lines = 0;
    char *begin = skip_blanks(name + length), *end = end_of_value(begin, &lines);
    bool quoted = *begin == '"';
    if (length == 0 || length >= RH_IMPORT_PATH || end == NULL)
        return fail_at(import, c->number, column_of(c, c->at),
                       end == NULL ? "found a quotation without an end, expected one"
                                   : "found a name of 0 or of over 95 letters, expected -NAME VALUE");
    squeeze(value, sizeof value, begin + quoted, end);
    (void)snprintf(path, sizeof path, "%.*s", (int)length, name);
    if (!put(import, path, value, c->number, column_of(c, begin)))
        return false;
    c->number += lines;
    c->line = lines > 0 ? end : c->line;
    c->at = skip_blanks(end + quoted);
    return true;
}

bool rh_import_options(struct rh_import *import, char *text) {
    struct cursor c = {text, text, 1};
    while (*c.at != '\0') {
        c.at = skip_blanks(c.at);
        while (*c.at == '-')
            if (!take_option(import, &c))
                return false;
        if (*c.at == '#')
            c.at += strcspn(c.at, "\n");
        if (*c.at != '\0' && *c.at != '\n')
            return fail_at(import, c.number, column_of(&c, c.at), "found text, expected -NAME VALUE");
        c.number += *c.at == '\n';
        c.at += *c.at == '\n';
        c.line = c.at;
    }
    return true;
}

/* YAML: every scalar below a node. */
static bool take_node(struct rh_import *import, yaml_document_t *document, const yaml_node_t *node, const char *path,
                      unsigned depth) {
    char below[2 * RH_IMPORT_PATH];
    size_t line = node->start_mark.line + 1, column = node->start_mark.column + 1;
    if (depth > 16)
        return fail_at(import, line, column, "found more than 16 levels, expected fewer");
    if (node->type == YAML_SCALAR_NODE)
        return add(import, path, (const char *)node->data.scalar.value, line, column);
    if (node->type == YAML_SEQUENCE_NODE) {
        bool good = true;
        for (const yaml_node_item_t *item = node->data.sequence.items.start;
             good && item < node->data.sequence.items.top; item++) {
            (void)snprintf(below, sizeof below, "%.90s.%u", path, (unsigned)(item - node->data.sequence.items.start));
            good = take_node(import, document, yaml_document_get_node(document, *item), below, depth + 1);
        }
        return good;
    }
    bool good = true;
    for (const yaml_node_pair_t *p = node->data.mapping.pairs.start; good && p < node->data.mapping.pairs.top; p++) {
        const yaml_node_t *key = yaml_document_get_node(document, p->key);
        if (key->type != YAML_SCALAR_NODE)
            return fail_at(import, key->start_mark.line + 1, key->start_mark.column + 1,
                           "found a key that is no word, expected one");
        (void)snprintf(below, sizeof below, "%.90s%s%.90s", path, path[0] == '\0' ? "" : ".",
                       (const char *)key->data.scalar.value);
        good = take_node(import, document, yaml_document_get_node(document, p->value), below, depth + 1);
    }
    return good;
}

bool rh_import_yaml(struct rh_import *import, char *text) {
    yaml_parser_t parser;
    yaml_document_t document;
    if (!yaml_parser_initialize(&parser)) {
        rh_import_fail(import, NULL, "found no memory to read it, expected enough");
        return false;
    }
    yaml_parser_set_input_string(&parser, (const unsigned char *)text, strlen(text));
    bool good = yaml_parser_load(&parser, &document) != 0;
    if (!good) {
        char what[160];
        (void)snprintf(what, sizeof what, "found what does not parse (%s), expected keys with values",
                       parser.problem == NULL ? "?" : parser.problem);
        (void)fail_at(import, parser.problem_mark.line + 1, parser.problem_mark.column + 1, what);
    } else {
        yaml_node_t *root = yaml_document_get_root_node(&document);
        good = root == NULL || take_node(import, &document, root, "", 0);
        yaml_document_delete(&document);
    }
    yaml_parser_delete(&parser);
    return good;
}
