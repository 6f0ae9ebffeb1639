// SPDX-License-Identifier: Apache-2.0
#include "cmodel/netlist/rh_netlist.h"

#include <errno.h>
#include <jansson.h>
#include <limits.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>
#include <zlib.h>

/* Nets of one port of a cell, lowest bit first: `count` of them at nets[at]. */
struct netlist_span {
    uint32_t at, count;
};
/* The properties of a cell that counting needs. A register's D stands in `a`, its Q in `y`. */
struct netlist_cell {
    char kind[16];
    char where[160]; /* FILE:LINE, or "?" */
    char *name;
    unsigned role; /* of netlist_role */
    struct netlist_span a, b, y;
};
/* A wire of the source. */
struct netlist_name {
    char name[160];
    struct netlist_span bits;
};
enum {
    RH_NETLIST_CONSTANT = 0,       /* the net of every 0, 1, x and z */
    RH_NETLIST_LAST_NET = 0xffffff /* a netlist of 2^24 nets is none of a block */
};
/* The cells, nets and names of a netlist, an array each. No number of a net is above `last_net`. */
struct netlist_cells {
    struct netlist_cell *cells;
    size_t cells_used, cells_room;
    uint32_t *nets;
    size_t nets_used, nets_room;
    uint32_t last_net;
    struct netlist_span rows, banks, columns; /* ports req_row_i, req_bank_i, req_column_i */
    struct netlist_span requests;             /* port request_i */
    struct netlist_name *names;
    size_t names_used, names_room;
    struct netlist_span entries; /* ports whose bits are stored for a request: address and tag */
    char stranger[96];           /* a module without a role, where there is one */
};
struct rh_netlist {
    struct netlist_cells list;
    bool *carries;  /* one a net: it carries a bit of an address */
    bool *requests; /* ... of a request, since the last register */
    bool *stored;   /* ... it is a register's output */
    bool *entries;  /* ... of what is stored with a request; NULL before the parts are asked for */
    struct rh_netlist_place *places;
    size_t places_used;
    struct rh_netlist_register *registers;
    size_t registers_used;
    struct rh_netlist_counts counts;
};
/* Bit positions that a cell compares, and of them those of addresses; those of an AND are pairs. */
struct netlist_compared {
    uint32_t bits, addresses, decoded, pairs;
};

enum flow { STOPS, BIT_BY_BIT, SELECTS };

static bool is_one_of(const char *kind, const char *const *kinds) {
    for (; *kinds != NULL; kinds++)
        if (strcmp(kind, *kinds) == 0)
            return true;
    return false;
}

static bool is_comparator(const char *kind) {
    static const char *const kinds[] = {"$eq", "$ne", "$eqx", "$nex", "$lt", "$le", "$gt", "$ge", NULL};
    return is_one_of(kind, kinds);
}

static bool is_xor(const char *kind) {
    return strcmp(kind, "$xor") == 0 || strcmp(kind, "$xnor") == 0;
}

static bool netlist_is_register(const char *kind) {
    static const char *const kinds[] = {"$dff", "$dffe", "$adff", "$adffe", "$sdff", "$sdffe", "$sdffce", NULL};
    return is_one_of(kind, kinds);
}

static bool is_latch(const char *kind) {
    static const char *const kinds[] = {"$dlatch", "$adlatch", "$dlatchsr", "$sr", NULL};
    return is_one_of(kind, kinds);
}

/* How a cell hands an address on: which output bits may be which input bits. */
static enum flow flow_of(const char *kind) {
    static const char *const by_bit[] = {"$mux", "$pmux", "$and", "$or", "$not", "$pos", "$add", NULL};
    static const char *const selects[] = {"$shiftx", "$shift", "$shr", "$shl", "$sshr", "$sshl", "$bmux", NULL};
    if (netlist_is_register(kind) || is_latch(kind) || is_one_of(kind, by_bit))
        return BIT_BY_BIT;
    return is_one_of(kind, selects) ? SELECTS : STOPS;
}

/* A request that was stored, or counted, is none any more. */
static bool stops_requests(const char *kind) {
    return netlist_is_register(kind) || strcmp(kind, "$add") == 0;
}

/* Room for one element more; false without memory. */
static bool netlist_grow(void **array, size_t *room, size_t used, size_t size) {
    if (used < *room)
        return true;
    size_t wanted = *room == 0 ? 1024 : *room * 2;
    void *moved = realloc(*array, wanted * size);
    if (moved == NULL)
        return false;
    *array = moved;
    *room = wanted;
    return true;
}

/* A new cell of this kind; a new name, cut where it is too long; a net more at the end of the last span begun. NULL and
 * false: no memory. */
static struct netlist_cell *netlist_add_cell(struct netlist_cells *cells, const char *kind) {
    if (!netlist_grow((void **)&cells->cells, &cells->cells_room, cells->cells_used, sizeof *cells->cells))
        return NULL;
    struct netlist_cell *cell = &cells->cells[cells->cells_used++];
    *cell = (struct netlist_cell){.where = "?"};
    (void)snprintf(cell->kind, sizeof cell->kind, "%s", kind);
    return cell;
}

static bool netlist_add_net(struct netlist_cells *cells, struct netlist_span *span, uint32_t net) {
    if (!netlist_grow((void **)&cells->nets, &cells->nets_room, cells->nets_used, sizeof *cells->nets))
        return false;
    if (span->count++ == 0)
        span->at = (uint32_t)cells->nets_used;
    cells->nets[cells->nets_used++] = net;
    if (net > cells->last_net)
        cells->last_net = net;
    return true;
}

/* Net `i` of a span. */
static uint32_t net_of(const struct rh_netlist *n, const struct netlist_span *span, uint32_t i) {
    return n->list.nets[span->at + i];
}

static bool is_constant(const struct rh_netlist *n, const struct netlist_span *span, uint32_t i) {
    return net_of(n, span, i) == RH_NETLIST_CONSTANT;
}

static bool carries(const struct rh_netlist *n, const struct netlist_span *span, uint32_t i) {
    return n->carries[net_of(n, span, i)];
}

/* Carry marked nets from a cell's inputs to its outputs, `carry` is one a net; true where a net was marked anew. */
static bool netlist_spread(const struct rh_netlist *n, const struct netlist_cell *cell, bool *carry) {
    enum flow flow = flow_of(cell->kind);
    bool changed = false, any = false;
    if (flow == STOPS)
        return false;
    for (uint32_t i = 0; i < cell->a.count; i++)
        any = any || carry[net_of(n, &cell->a, i)];
    for (uint32_t i = 0; i < cell->y.count; i++) {
        bool *to = &carry[net_of(n, &cell->y, i)];
        bool bit = flow == SELECTS ? any : i < cell->a.count && carry[net_of(n, &cell->a, i)];
        /* a $pmux has several words in B */
        for (uint32_t k = i; flow == BIT_BY_BIT && k < cell->b.count; k += cell->y.count)
            bit = bit || carry[net_of(n, &cell->b, k)];
        bit = bit && !is_constant(n, &cell->y, i);
        changed = changed || (bit && !*to);
        *to = *to || bit;
    }
    return changed;
}

/* Which nets carry a bit of a port; NULL without memory. */
static bool *follow(const struct rh_netlist *n, const struct netlist_span *const *ports, size_t count,
                    bool through_all) {
    bool *carry = calloc((size_t)n->list.last_net + 1, sizeof *carry);
    for (size_t p = 0; carry != NULL && p < count; p++)
        for (uint32_t i = 0; i < ports[p]->count; i++)
            carry[net_of(n, ports[p], i)] = true;
    for (bool changed = carry != NULL; changed;) {
        changed = false;
        for (size_t i = 0; i < n->list.cells_used; i++)
            if (through_all || !stops_requests(n->list.cells[i].kind))
                changed = netlist_spread(n, &n->list.cells[i], carry) || changed;
    }
    return carry;
}

static bool follow_all(struct rh_netlist *n) {
    const struct netlist_span *const addresses[] = {&n->list.rows, &n->list.banks, &n->list.columns};
    const struct netlist_span *const requests[] = {&n->list.requests};
    n->carries = follow(n, addresses, 3, true);
    n->requests = follow(n, requests, 1, false);
    n->stored = calloc((size_t)n->list.last_net + 1, sizeof *n->stored);
    for (size_t i = 0; n->stored != NULL && i < n->list.cells_used; i++)
        for (uint32_t k = 0; netlist_is_register(n->list.cells[i].kind) && k < n->list.cells[i].y.count; k++)
            n->stored[net_of(n, &n->list.cells[i].y, k)] = true;
    return n->carries != NULL && n->requests != NULL && n->stored != NULL;
}

static struct rh_netlist_place *place_of(struct rh_netlist *n, const struct netlist_cell *cell) {
    for (size_t i = 0; i < n->places_used; i++)
        if (strcmp(n->places[i].where, cell->where) == 0 && strcmp(n->places[i].kind, cell->kind) == 0)
            return &n->places[i];
    struct rh_netlist_place *place = &n->places[n->places_used++];
    *place = (struct rh_netlist_place){0};
    memcpy(place->where, cell->where, sizeof place->where);
    memcpy(place->kind, cell->kind, sizeof place->kind);
    return place;
}

static uint32_t pairs_of(const struct rh_netlist *n, const struct netlist_cell *cell) {
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < cell->a.count && i < cell->b.count; i++) {
        uint32_t a = net_of(n, &cell->a, i), b = net_of(n, &cell->b, i);
        pairs += (n->stored[a] && n->requests[b]) || (n->stored[b] && n->requests[a]);
    }
    return pairs;
}

static struct netlist_compared netlist_compares(const struct rh_netlist *n, const struct netlist_cell *cell) {
    struct netlist_compared c = {0};
    if (strcmp(cell->kind, "$and") == 0)
        c.pairs = pairs_of(n, cell);
    bool by_hand = is_xor(cell->kind);
    if (!by_hand && !is_comparator(cell->kind))
        return c;
    for (uint32_t i = 0; i < cell->a.count || i < cell->b.count; i++) {
        bool both =
            i < cell->a.count && i < cell->b.count && !is_constant(n, &cell->a, i) && !is_constant(n, &cell->b, i);
        bool a = both && carries(n, &cell->a, i), b = both && carries(n, &cell->b, i);
        c.bits += by_hand ? (a && b) : both;
        c.addresses += by_hand ? (a && b) : (a || b);
        c.decoded += !by_hand && !both;
    }
    return c;
}

static void count_cell(struct rh_netlist *n, const struct netlist_cell *cell) {
    if (netlist_is_register(cell->kind))
        n->counts.flops += cell->y.count;
    n->counts.latches += is_latch(cell->kind);
    struct netlist_compared c = netlist_compares(n, cell);
    n->counts.pairs += c.pairs;
    n->counts.compared += c.bits;
    n->counts.addresses += c.addresses;
    n->counts.decoded += c.decoded;
    if (c.bits == 0 && c.pairs == 0)
        return;
    struct rh_netlist_place *place = place_of(n, cell);
    place->cells++;
    place->bits += c.bits;
    place->address_bits += c.addresses;
    place->pair_bits += c.pairs;
}

static int by_place(const void *x, const void *y) {
    const struct rh_netlist_place *a = x, *b = y;
    int order = strverscmp(a->where, b->where);
    return order != 0 ? order : strcmp(a->kind, b->kind);
}

void rh_netlist_close(struct rh_netlist *n) {
    if (n == NULL)
        return;
    for (size_t i = 0; i < n->list.cells_used; i++)
        free(n->list.cells[i].name);
    free(n->list.nets);
    free(n->list.cells);
    free(n->carries);
    free(n->requests);
    free(n->stored);
    free(n->entries);
    free(n->places);
    free(n->list.names);
    free(n->registers);
    free(n);
}

struct rh_netlist_counts rh_netlist_counts(const struct rh_netlist *n) {
    return n->counts;
}

const struct rh_netlist_register *rh_netlist_register(const struct rh_netlist *n, unsigned index) {
    return index < n->registers_used ? &n->registers[index] : NULL;
}

const struct rh_netlist_place *rh_netlist_place(const struct rh_netlist *n, unsigned index) {
    return index < n->places_used ? &n->places[index] : NULL;
}

enum role {
#define RH_AREA_PART(part, heading, meaning) ROLE_##part,
#include "tables/area_parts.def"
#undef RH_AREA_PART
    ROLE_inside,
    ROLE_queue,
    ROLE_hold
};

static const struct {
    const char *module, *name;
    enum role role;
} roles[] = {
#define RH_AREA_ROLE(module, role) {#module, #role, ROLE_##role},
#include "tables/area_roles.def"
#undef RH_AREA_ROLE
};
enum { ROLES = sizeof roles / sizeof roles[0] };

static const struct {
    const char *name, *meaning;
} parts[] = {
#define RH_AREA_PART(part, heading, meaning) {#part, meaning},
#include "tables/area_parts.def"
#undef RH_AREA_PART
};

const char *rh_netlist_part_name(enum rh_netlist_part part) {
    return parts[part].name;
}

const char *rh_netlist_part_meaning(enum rh_netlist_part part) {
    return parts[part].meaning;
}

bool rh_netlist_role_row(unsigned index, const char **module, const char **role) {
    if (index >= ROLES)
        return false;
    *module = roles[index].module;
    *role = roles[index].name;
    return true;
}

/* The row of a module; ROLES: none. */
static unsigned row_of(const char *module, size_t length) {
    for (unsigned r = 0; r < ROLES; r++)
        if (strlen(roles[r].module) == length && strncmp(roles[r].module, module, length) == 0)
            return r;
    return ROLES;
}

static bool is_variant(const char *module, size_t length) {
    static const char *const variants[] = {
#define RH_VARIANT(kind, name, ...) "rh_" #name,
#include "tables/variants.def"
#undef RH_VARIANT
    };
    for (size_t i = 0; i < sizeof variants / sizeof variants[0]; i++)
        if (strlen(variants[i]) == length && strncmp(variants[i], module, length) == 0)
            return true;
    return false;
}

/* The role of a cell by the modules that hold it, `src` of Yosys: FILE:PLACE|FILE:PLACE... without order. A module that
 * has none and is not `top` goes into `stranger`. */
static unsigned netlist_role(const char *src, const char *top, char stranger[96]) {
    unsigned found = ROLES; /* the last row that is no `inside` */
    while (*src != '\0') {
        size_t file = strcspn(src, ":|"), all = strcspn(src, "|");
        const char *stem = src + file, *end = src + file;
        while (stem > src && stem[-1] != '/')
            stem--;
        if (end - stem > 3 && strncmp(end - 3, ".sv", 3) == 0) { /* else a file of Yosys' own */
            size_t length = (size_t)(end - stem) - 3;
            unsigned row = row_of(stem, length);
            if (row == ROLES && !is_variant(stem, length) && (strlen(top) != length || strncmp(top, stem, length) != 0))
                (void)snprintf(stranger, 96, "%.*s", (int)length, stem);
            if (row < ROLES && roles[row].role != ROLE_inside && (found == ROLES || row > found))
                found = row;
        }
        src += all + (src[all] == '|');
    }
    return found == ROLES ? ROLE_queue : roles[found].role;
}

static bool is_split(const struct netlist_cell *cell) {
    return cell->role == ROLE_queue || cell->role == ROLE_hold;
}

/* Marks the nets that the bits of an entry reach within queue and allocator. */
static bool follow_entries(struct rh_netlist *n) {
    bool *carry = calloc((size_t)n->list.last_net + 1, sizeof *carry);
    free(n->entries);
    n->entries = carry;
    for (uint32_t i = 0; carry != NULL && i < n->list.entries.count; i++)
        carry[n->list.nets[n->list.entries.at + i]] = true;
    for (bool changed = carry != NULL; changed;) {
        changed = false;
        for (size_t i = 0; i < n->list.cells_used; i++)
            if (is_split(&n->list.cells[i]))
                changed = netlist_spread(n, &n->list.cells[i], carry) || changed;
    }
    return carry != NULL;
}

bool rh_netlist_find_parts(struct rh_netlist *n, const char *path, struct rh_error *error) {
    if (n->list.stranger[0] != '\0')
        return rh_error_set(error, "%s: found an instance of %s, expected modules of include/tables/area_roles.def",
                            path, n->list.stranger);
    return follow_entries(n) || rh_error_set(error, "%s: found no memory, expected enough", path);
}

static bool stores(const struct rh_netlist *n, const struct netlist_cell *cell) {
    uint32_t carried = 0;
    for (uint32_t i = 0; i < cell->y.count; i++)
        carried += n->entries[n->list.nets[cell->y.at + i]];
    return 2 * carried > cell->y.count || (cell->role == ROLE_hold && netlist_is_register(cell->kind));
}

const char *rh_netlist_cell_part(const struct rh_netlist *n, unsigned index, enum rh_netlist_part *part) {
    if (index >= n->list.cells_used)
        return NULL;
    const struct netlist_cell *cell = &n->list.cells[index];
    if (!is_split(cell)) {
        *part = (enum rh_netlist_part)cell->role;
        return cell->name;
    }
    struct netlist_compared c = netlist_compares(n, cell);
    *part = c.bits > 0 || c.pairs > 0 ? RH_NETLIST_comparators
            : stores(n, cell)         ? RH_NETLIST_storage
                                      : RH_NETLIST_scheduler;
    return cell->name;
}

/* Register bits by the names that the source gives them. */

static struct netlist_name *netlist_add_name(struct netlist_cells *cells, const char *name) {
    if (!netlist_grow((void **)&cells->names, &cells->names_room, cells->names_used, sizeof *cells->names))
        return NULL;
    struct netlist_name *added = &cells->names[cells->names_used++];
    *added = (struct netlist_name){0};
    (void)snprintf(added->name, sizeof added->name, "%s", name);
    return added;
}

/* Of several names of one wire a register's own is the best, then the shortest. */
static bool is_better(const char *name, const char *than) {
    bool own = strlen(name) > 2 && strcmp(name + strlen(name) - 2, "_q") == 0;
    bool other = strlen(than) > 2 && strcmp(than + strlen(than) - 2, "_q") == 0;
    return own != other ? own : strlen(name) < strlen(than);
}

/* The name of each net: 1 more than its index in names; 0: none. NULL without memory. */
static uint32_t *name_nets(const struct netlist_cells *list) {
    uint32_t *name_of = calloc((size_t)list->last_net + 1, sizeof *name_of);
    for (uint32_t i = 0; name_of != NULL && i < list->names_used; i++) {
        const struct netlist_span *bits = &list->names[i].bits;
        for (uint32_t k = 0; k < bits->count; k++) {
            uint32_t *at = &name_of[list->nets[bits->at + k]];
            if (*at == 0 || is_better(list->names[i].name, list->names[*at - 1].name))
                *at = i + 1;
        }
    }
    return name_of;
}

/* The register of this name, without what stands in brackets. */
static struct rh_netlist_register *register_of(struct rh_netlist_register *registers, size_t *used, const char *name) {
    struct rh_netlist_register plain = {0};
    size_t length = 0;
    for (bool inside = false; *name != '\0' && length + 1 < sizeof plain.name; name++) {
        inside = inside ? *name != ']' : *name == '[';
        if (!inside && *name != ']')
            plain.name[length++] = *name;
    }
    for (size_t i = 0; i < *used; i++)
        if (strcmp(registers[i].name, plain.name) == 0)
            return &registers[i];
    registers[*used] = plain;
    return &registers[(*used)++];
}

static int by_name(const void *x, const void *y) {
    return strcmp(((const struct rh_netlist_register *)x)->name, ((const struct rh_netlist_register *)y)->name);
}

/* Registers by the names of their outputs, sorted, to be freed; false without memory. */
static bool netlist_count_registers(const struct netlist_cells *list, struct rh_netlist_register **registers,
                                    size_t *used) {
    uint32_t *name_of = name_nets(list);
    *used = 0;
    *registers = calloc(list->names_used + 1, sizeof **registers);
    bool good = name_of != NULL && *registers != NULL;
    for (size_t i = 0; good && i < list->cells_used; i++) {
        const struct netlist_cell *cell = &list->cells[i];
        for (uint32_t k = 0; netlist_is_register(cell->kind) && k < cell->y.count; k++) {
            uint32_t name = name_of[list->nets[cell->y.at + k]];
            register_of(*registers, used, name == 0 ? "?" : list->names[name - 1].name)->bits++;
        }
    }
    free(name_of);
    if (good)
        qsort(*registers, *used, sizeof **registers, by_name);
    return good;
}

/* The JSON that Yosys' write_json writes: modules.NAME.ports and .cells; a bit is a net's number from 2, or "0", "1",
 * "x", "z". */

/* What a message names: a port or a cell of the file. */
struct place {
    const char *path, *what, *name, *top; /* top: the module */
    struct rh_error *error;
};

static bool refuse(const struct place *place, const char *found, const char *expected) {
    return rh_error_set(place->error, "%s: %s '%.100s': found %s, expected %s", place->path, place->what, place->name,
                        found, expected);
}

static bool read_bits(struct netlist_cells *cells, struct netlist_span *span, const json_t *bits,
                      const struct place *place) {
    size_t i;
    json_t *bit;
    if (!json_is_array(bits))
        return refuse(place, "no list of bits", "one");
    json_array_foreach(bits, i, bit) {
        json_int_t net = json_is_string(bit) ? RH_NETLIST_CONSTANT : json_integer_value(bit);
        if (!json_is_string(bit) && (net < 2 || net > RH_NETLIST_LAST_NET))
            return refuse(place, "a bit that is no net", "its number from 2 to 16777215, or a constant");
        if (!netlist_add_net(cells, span, (uint32_t)net))
            return rh_error_set(place->error, "%s: found no memory, expected enough", place->path);
    }
    return true;
}

/* Yosys names an operator's cell after its place: ...$eq$rtl/dram/rh_bank.sv:35$2448. (`src` holds the instances,
 * too.) */
static void read_where(struct netlist_cell *cell, const char *name) {
    char lead[sizeof cell->kind + 1];
    (void)snprintf(lead, sizeof lead, "%s$", cell->kind);
    const char *where = strstr(name, lead);
    if (where == NULL)
        return;
    where += strlen(lead);
    (void)snprintf(cell->where, sizeof cell->where, "%.*s", (int)strcspn(where, "$"), where);
}

static struct netlist_span *span_of(struct netlist_cell *cell, const char *pin) {
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
static bool read_origin(struct netlist_cells *cells, struct netlist_cell *cell, const json_t *object,
                        const struct place *place) {
    const char *src = json_string_value(json_object_get(json_object_get(object, "attributes"), "src"));
    cell->name = strdup(place->name);
    cell->role = netlist_role(src == NULL ? "" : src, place->top, cells->stranger);
    return cell->name != NULL;
}

static bool read_cell(struct netlist_cells *cells, json_t *object, const struct place *place) {
    const char *kind = json_string_value(json_object_get(object, "type")), *pin;
    json_t *connections = json_object_get(object, "connections"), *bits;
    if (kind == NULL || !json_is_object(connections))
        return refuse(place, "no type or no connections", "both");
    struct netlist_cell *cell = netlist_add_cell(cells, kind);
    if (cell == NULL || !read_origin(cells, cell, object, place))
        return rh_error_set(place->error, "%s: found no memory, expected enough", place->path);
    read_where(cell, place->name);
    json_object_foreach(connections, pin, bits) {
        struct netlist_span *span = span_of(cell, pin);
        if (span != NULL && !read_bits(cells, span, bits, place))
            return false;
    }
    return true;
}

/* Ports whose bits a design stores with a request. */
static bool is_entry(const char *port) {
    static const char *const ports[] = {"req_row_i", "req_bank_i", "req_column_i", "req_len_i",
                                        "req_tag_i", "row_i",      "bank_i",       "destination_i"};
    for (size_t i = 0; i < sizeof ports / sizeof ports[0]; i++)
        if (strcmp(port, ports[i]) == 0)
            return true;
    return false;
}

static bool read_entries(struct netlist_cells *cells, const json_t *ports, struct place *place) {
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

static bool read_module(struct netlist_cells *cells, const char *top, const json_t *module, const char *path,
                        struct rh_error *error) {
    json_t *ports = json_object_get(module, "ports"), *objects = json_object_get(module, "cells");
    json_t *wires = json_object_get(module, "netnames"), *object;
    struct place place = {path, "port", "", top, error};
    if (!json_is_object(ports) || !json_is_object(objects))
        return rh_error_set(error, "%s: found a module without ports or without cells, expected both", path);
    json_object_foreach(ports, place.name, object) {
        struct netlist_span *span = strcmp(place.name, "req_row_i") == 0      ? &cells->rows
                                    : strcmp(place.name, "req_bank_i") == 0   ? &cells->banks
                                    : strcmp(place.name, "req_column_i") == 0 ? &cells->columns
                                    : strcmp(place.name, "request_i") == 0    ? &cells->requests
                                                                              : NULL;
        if (span != NULL && !read_bits(cells, span, json_object_get(object, "bits"), &place))
            return false;
    }
    json_object_foreach(wires, place.name, object) {
        struct netlist_name *name;
        if (json_integer_value(json_object_get(object, "hide_name")) != 0)
            continue;
        if ((name = netlist_add_name(cells, place.name)) == NULL)
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

/* Fill in the cells of the JSON file (`-`: standard input); false with an error. */
static bool netlist_read(struct netlist_cells *cells, const char *path, struct rh_error *error) {
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

static bool count(struct rh_netlist *n) {
    n->places = calloc(n->list.cells_used + 1, sizeof *n->places);
    if (n->places == NULL || !follow_all(n) || !netlist_count_registers(&n->list, &n->registers, &n->registers_used))
        return false;
    for (size_t i = 0; i < n->list.cells_used; i++)
        count_cell(n, &n->list.cells[i]);
    qsort(n->places, n->places_used, sizeof *n->places, by_place);
    return true;
}

struct rh_netlist *rh_netlist_open(const char *path, struct rh_error *error) {
    struct rh_netlist *n = calloc(1, sizeof *n);
    if (n == NULL) {
        rh_error_set(error, "%s: found no memory, expected enough", path);
        return NULL;
    }
    bool good = netlist_read(&n->list, path, error);
    if (good && !count(n))
        good = rh_error_set(error, "%s: found no memory, expected enough", path);
    if (good)
        return n;
    rh_netlist_close(n);
    return NULL;
}
