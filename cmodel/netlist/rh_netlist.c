// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_netlist.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/netlist/rh_netlist_inside.h"

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

bool rh_netlist_is_register(const char *kind) {
    static const char *const kinds[] = {"$dff", "$dffe", "$adff", "$adffe", "$sdff", "$sdffe", "$sdffce", NULL};
    return is_one_of(kind, kinds);
}

static bool is_latch(const char *kind) {
    static const char *const kinds[] = {"$dlatch", "$adlatch", "$dlatchsr", "$sr", NULL};
    return is_one_of(kind, kinds);
}

/* How a cell hands an address on: which output bits may be which input bits. */
static enum flow flow_of(const char *kind) {
    static const char *const by_bit[] = {"$mux", "$pmux", "$and", "$or", "$not", "$pos", NULL};
    static const char *const selects[] = {"$shiftx", "$shift", "$shr", "$shl", "$sshr", "$sshl", "$bmux", NULL};
    if (rh_netlist_is_register(kind) || is_latch(kind) || is_one_of(kind, by_bit))
        return BIT_BY_BIT;
    return is_one_of(kind, selects) ? SELECTS : STOPS;
}

bool rh_netlist_grow(void **array, size_t *room, size_t used, size_t size) {
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

struct rh_netlist_cell *rh_netlist_add_cell(struct rh_netlist_cells *cells, const char *kind) {
    if (!rh_netlist_grow((void **)&cells->cells, &cells->cells_room, cells->cells_used, sizeof *cells->cells))
        return NULL;
    struct rh_netlist_cell *cell = &cells->cells[cells->cells_used++];
    *cell = (struct rh_netlist_cell){.where = "?"};
    (void)snprintf(cell->kind, sizeof cell->kind, "%s", kind);
    return cell;
}

bool rh_netlist_add_net(struct rh_netlist_cells *cells, struct rh_netlist_span *span, uint32_t net) {
    if (!rh_netlist_grow((void **)&cells->nets, &cells->nets_room, cells->nets_used, sizeof *cells->nets))
        return false;
    if (span->count++ == 0)
        span->at = (uint32_t)cells->nets_used;
    cells->nets[cells->nets_used++] = net;
    if (net > cells->last_net)
        cells->last_net = net;
    return true;
}

/* Net `i` of a span. */
static uint32_t net_of(const struct rh_netlist *n, const struct rh_netlist_span *span, uint32_t i) {
    return n->list.nets[span->at + i];
}

static bool is_constant(const struct rh_netlist *n, const struct rh_netlist_span *span, uint32_t i) {
    return net_of(n, span, i) == RH_NETLIST_CONSTANT;
}

static bool carries(const struct rh_netlist *n, const struct rh_netlist_span *span, uint32_t i) {
    return n->carries[net_of(n, span, i)];
}

/* From a cell's inputs to its outputs: `carry` is one a net. */
bool rh_netlist_spread(const struct rh_netlist *n, const struct rh_netlist_cell *cell, bool *carry) {
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
static bool *follow(const struct rh_netlist *n, const struct rh_netlist_span *const *ports, size_t count,
                    bool through_registers) {
    bool *carry = calloc((size_t)n->list.last_net + 1, sizeof *carry);
    for (size_t p = 0; carry != NULL && p < count; p++)
        for (uint32_t i = 0; i < ports[p]->count; i++)
            carry[net_of(n, ports[p], i)] = true;
    for (bool changed = carry != NULL; changed;) {
        changed = false;
        for (size_t i = 0; i < n->list.cells_used; i++)
            if (through_registers || !rh_netlist_is_register(n->list.cells[i].kind))
                changed = rh_netlist_spread(n, &n->list.cells[i], carry) || changed;
    }
    return carry;
}

static bool follow_all(struct rh_netlist *n) {
    const struct rh_netlist_span *const addresses[] = {&n->list.rows, &n->list.banks};
    const struct rh_netlist_span *const requests[] = {&n->list.requests};
    n->carries = follow(n, addresses, 2, true);
    n->requests = follow(n, requests, 1, false);
    n->stored = calloc((size_t)n->list.last_net + 1, sizeof *n->stored);
    for (size_t i = 0; n->stored != NULL && i < n->list.cells_used; i++)
        for (uint32_t k = 0; rh_netlist_is_register(n->list.cells[i].kind) && k < n->list.cells[i].y.count; k++)
            n->stored[net_of(n, &n->list.cells[i].y, k)] = true;
    return n->carries != NULL && n->requests != NULL && n->stored != NULL;
}

static struct rh_netlist_place *place_of(struct rh_netlist *n, const struct rh_netlist_cell *cell) {
    for (size_t i = 0; i < n->places_used; i++)
        if (strcmp(n->places[i].where, cell->where) == 0 && strcmp(n->places[i].kind, cell->kind) == 0)
            return &n->places[i];
    struct rh_netlist_place *place = &n->places[n->places_used++];
    *place = (struct rh_netlist_place){0};
    memcpy(place->where, cell->where, sizeof place->where);
    memcpy(place->kind, cell->kind, sizeof place->kind);
    return place;
}

static uint32_t pairs_of(const struct rh_netlist *n, const struct rh_netlist_cell *cell) {
    uint32_t pairs = 0;
    for (uint32_t i = 0; i < cell->a.count && i < cell->b.count; i++) {
        uint32_t a = net_of(n, &cell->a, i), b = net_of(n, &cell->b, i);
        pairs += (n->stored[a] && n->requests[b]) || (n->stored[b] && n->requests[a]);
    }
    return pairs;
}

struct rh_netlist_compared rh_netlist_compares(const struct rh_netlist *n, const struct rh_netlist_cell *cell) {
    struct rh_netlist_compared c = {0};
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

static void count_cell(struct rh_netlist *n, const struct rh_netlist_cell *cell) {
    if (rh_netlist_is_register(cell->kind))
        n->counts.flops += cell->y.count;
    n->counts.latches += is_latch(cell->kind);
    struct rh_netlist_compared c = rh_netlist_compares(n, cell);
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

static bool count(struct rh_netlist *n) {
    n->places = calloc(n->list.cells_used + 1, sizeof *n->places);
    if (n->places == NULL || !follow_all(n) || !rh_netlist_count_registers(&n->list, &n->registers, &n->registers_used))
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
    bool good = rh_netlist_read(&n->list, path, error);
    if (good && !count(n))
        good = rh_error_set(error, "%s: found no memory, expected enough", path);
    if (good)
        return n;
    rh_netlist_close(n);
    return NULL;
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
