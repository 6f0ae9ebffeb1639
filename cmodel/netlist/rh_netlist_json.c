// SPDX-License-Identifier: Apache-2.0
// The JSON that Yosys' write_json writes: modules.NAME.ports and .cells; a bit is a net's number from 2, or "0", "1",
// "x", "z".
#include <errno.h>
#include <limits.h>
#include <stdio.h>
#include <string.h>
#include <unistd.h>

#include <jansson.h>
#include <zlib.h>

#include "cmodel/netlist/rh_netlist_cells.h"

/* What a message names: a port or a cell of the file. */
struct place {
    const char *path, *what, *name, *top; /* top: the module */
    struct rh_error *error;
};

static bool refuse(const struct place *place, const char *found, const char *expected) {
    return rh_error_set(place->error, "%s: %s '%.100s': found %s, expected %s", place->path, place->what, place->name,
                        found, expected);
}

static bool read_bits(struct rh_netlist_cells *cells, struct rh_netlist_span *span, const json_t *bits,
                      const struct place *place) {
    size_t i;
    json_t *bit;
    if (!json_is_array(bits))
        return refuse(place, "no list of bits", "one");
    json_array_foreach(bits, i, bit) {
        json_int_t net = json_is_string(bit) ? RH_NETLIST_CONSTANT : json_integer_value(bit);
        if (!json_is_string(bit) && (net < 2 || net > RH_NETLIST_LAST_NET))
            return refuse(place, "a bit that is no net", "its number from 2 to 16777215, or a constant");
        if (!rh_netlist_add_net(cells, span, (uint32_t)net))
            return rh_error_set(place->error, "%s: found no memory, expected enough", place->path);
    }
    return true;
}

/* Yosys names an operator's cell after its place: ...$eq$rtl/dram/rh_bank.sv:35$2448. (`src` holds the instances,
 * too.) */
static void read_where(struct rh_netlist_cell *cell, const char *name) {
    char lead[sizeof cell->kind + 1];
    (void)snprintf(lead, sizeof lead, "%s$", cell->kind);
    const char *where = strstr(name, lead);
    if (where == NULL)
        return;
    where += strlen(lead);
    (void)snprintf(cell->where, sizeof cell->where, "%.*s", (int)strcspn(where, "$"), where);
}

static struct rh_netlist_span *span_of(struct rh_netlist_cell *cell, const char *pin) {
    if (pin[0] == '\0' || pin[1] != '\0')
        return NULL;
    switch (pin[0]) {
    case 'A':
    case 'D':
        return &cell->a;
    case 'B':
        return &cell->b;
    case 'Y':
    case 'Q':
        return &cell->y;
    default:
        return NULL;
    }
}

/* Name and role are for the parts of an area. */
static bool read_origin(struct rh_netlist_cells *cells, struct rh_netlist_cell *cell, const json_t *object,
                        const struct place *place) {
    const char *src = json_string_value(json_object_get(json_object_get(object, "attributes"), "src"));
    cell->name = strdup(place->name);
    cell->role = rh_netlist_role(src == NULL ? "" : src, place->top, cells->stranger);
    return cell->name != NULL;
}

static bool read_cell(struct rh_netlist_cells *cells, json_t *object, const struct place *place) {
    const char *kind = json_string_value(json_object_get(object, "type")), *pin;
    json_t *connections = json_object_get(object, "connections"), *bits;
    if (kind == NULL || !json_is_object(connections))
        return refuse(place, "no type or no connections", "both");
    struct rh_netlist_cell *cell = rh_netlist_add_cell(cells, kind);
    if (cell == NULL || !read_origin(cells, cell, object, place))
        return rh_error_set(place->error, "%s: found no memory, expected enough", place->path);
    read_where(cell, place->name);
    json_object_foreach(connections, pin, bits) {
        struct rh_netlist_span *span = span_of(cell, pin);
        if (span != NULL && !read_bits(cells, span, bits, place))
            return false;
    }
    return true;
}

/* Ports whose bits a design stores with a request. */
static bool is_entry(const char *port) {
    static const char *const ports[] = {"req_row_i", "req_bank_i", "req_column_i", "req_extra_i",
                                        "req_tag_i", "row_i",      "bank_i",       "destination_i"};
    for (size_t i = 0; i < sizeof ports / sizeof ports[0]; i++)
        if (strcmp(port, ports[i]) == 0)
            return true;
    return false;
}

static bool read_entries(struct rh_netlist_cells *cells, const json_t *ports, struct place *place) {
    const char *name;
    json_t *object;
    place->what = "port";
    json_object_foreach((json_t *)ports, name, object) {
        place->name = name;
        if (is_entry(name) && !read_bits(cells, &cells->entries, json_object_get(object, "bits"), place))
            return false;
    }
    return true;
}

static bool read_module(struct rh_netlist_cells *cells, const char *top, const json_t *module, const char *path,
                        struct rh_error *error) {
    json_t *ports = json_object_get(module, "ports"), *objects = json_object_get(module, "cells");
    json_t *wires = json_object_get(module, "netnames"), *object;
    struct place place = {path, "port", "", top, error};
    if (!json_is_object(ports) || !json_is_object(objects))
        return rh_error_set(error, "%s: found a module without ports or without cells, expected both", path);
    json_object_foreach(ports, place.name, object) {
        struct rh_netlist_span *span = strcmp(place.name, "req_row_i") == 0    ? &cells->rows
                                       : strcmp(place.name, "req_bank_i") == 0 ? &cells->banks
                                       : strcmp(place.name, "request_i") == 0  ? &cells->requests
                                                                               : NULL;
        if (span != NULL && !read_bits(cells, span, json_object_get(object, "bits"), &place))
            return false;
    }
    json_object_foreach(wires, place.name, object) {
        struct rh_netlist_name *name;
        if (json_integer_value(json_object_get(object, "hide_name")) != 0)
            continue;
        if ((name = rh_netlist_add_name(cells, place.name)) == NULL)
            return rh_error_set(error, "%s: found no memory, expected enough", path);
        if (!read_bits(cells, &name->bits, json_object_get(object, "bits"), &place))
            return false;
    }
    if (!read_entries(cells, ports, &place))
        return false;
    place.what = "cell";
    json_object_foreach(objects, place.name, object) if (!read_cell(cells, object, &place)) return false;
    return true;
}

static size_t read_some(void *text, size_t room, void *from) {
    int got = gzread(from, text, (unsigned)(room < INT_MAX ? room : INT_MAX));
    return got < 0 ? (size_t)-1 : (size_t)got;
}

/* The file may be gzipped. */
static json_t *load(const char *path, struct rh_error *error) {
    gzFile file = strcmp(path, "-") == 0 ? gzdopen(dup(STDIN_FILENO), "r") : gzopen(path, "r");
    if (file == NULL) {
        rh_error_set(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    json_error_t fault;
    int trouble;
    json_t *root = json_load_callback(read_some, file, JSON_REJECT_DUPLICATES, &fault);
    const char *text = gzerror(file, &trouble);
    if (root == NULL && trouble != Z_OK && trouble != Z_STREAM_END)
        rh_error_set(error, "%s: %s", path, trouble == Z_ERRNO ? strerror(errno) : text);
    else if (root == NULL)
        rh_error_set(error, "%s:%d:%d: found %s, expected JSON of Yosys' write_json", path, fault.line, fault.column,
                     fault.text);
    (void)gzclose(file);
    return root;
}

bool rh_netlist_read(struct rh_netlist_cells *cells, const char *path, struct rh_error *error) {
    json_t *root = load(path, error);
    if (root == NULL)
        return false;
    json_t *modules = json_object_get(root, "modules");
    bool good;
    if (json_object_size(modules) == 1)
        good = read_module(cells, json_object_iter_key(json_object_iter(modules)),
                           json_object_iter_value(json_object_iter(modules)), path, error);
    else
        good = rh_error_set(error, "%s: found %zu modules, expected one flat module of Yosys' write_json", path,
                            json_object_size(modules));
    json_decref(root);
    return good;
}
