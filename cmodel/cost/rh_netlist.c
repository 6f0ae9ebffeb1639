// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_netlist.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cost/rh_netlist_nets.h"

/* Nets of one port of a cell, lowest bit first: `count` of them at nets[at]. */
struct span {
    uint32_t at, count;
};

/* A cell as far as it matters here: a register's D stands in `a`, its Q in `y`. */
struct cell {
    char kind[16];
    char where[160];
    struct span a, b, y;
};

struct rh_netlist {
    struct rh_nets *names;
    uint32_t *nets;
    size_t nets_used, nets_room;
    struct cell *cells;
    size_t cells_used, cells_room;
    bool *carries; /* one a net: it carries a bit of an address */
    struct rh_netlist_place *places;
    size_t places_used;
    struct rh_netlist_counts counts;
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

static bool is_register(const char *kind) {
    static const char *const kinds[] = {"$dff", "$dffe", "$adff", "$adffe", "$sdff", "$sdffe", "$sdffce", NULL};
    return is_one_of(kind, kinds);
}

static bool is_latch(const char *kind) {
    static const char *const kinds[] = {"$dlatch", "$adlatch", "$dlatchsr", "$sr", NULL};
    return is_one_of(kind, kinds);
}

/* How a cell hands an address on: which output bits may be which input bits. */
static enum flow flow_of(const char *kind) {
    static const char *const by_bit[] = {"$mux", "$pmux", "$and", "$or", "$not", "$pos", "names", NULL};
    static const char *const selects[] = {"$shiftx", "$shift", "$shr", "$shl", "$sshr", "$sshl", "$bmux", NULL};
    if (is_register(kind) || is_latch(kind) || is_one_of(kind, by_bit))
        return BIT_BY_BIT;
    return is_one_of(kind, selects) ? SELECTS : STOPS;
}

static bool grow(void **array, size_t *room, size_t used, size_t size) {
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

static bool add_net(struct rh_netlist *n, struct span *span, const char *name) {
    uint32_t net = 0;
    if (!grow((void **)&n->nets, &n->nets_room, n->nets_used, sizeof *n->nets) || !rh_nets_number(n->names, name, &net))
        return false;
    if (span->count++ == 0)
        span->at = (uint32_t)n->nets_used;
    n->nets[n->nets_used++] = net;
    return true;
}

static struct cell *add_cell(struct rh_netlist *n, const char *kind) {
    if (!grow((void **)&n->cells, &n->cells_room, n->cells_used, sizeof *n->cells))
        return NULL;
    struct cell *cell = &n->cells[n->cells_used++];
    *cell = (struct cell){.where = "?"};
    (void)snprintf(cell->kind, sizeof cell->kind, "%s", kind);
    return cell;
}

static struct span *port_of(struct cell *cell, const char *pin, size_t length) {
    if (length != 1)
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

/* Outcome of a line: a malformed one is told apart from a lack of memory. */
enum outcome { GOOD, MALFORMED, NO_MEMORY };

static enum outcome take_subckt(struct rh_netlist *n, char *rest) {
    char *save = NULL, *token = strtok_r(rest, " ", &save);
    if (token == NULL)
        return MALFORMED;
    struct cell *cell = add_cell(n, token);
    if (cell == NULL)
        return NO_MEMORY;
    while ((token = strtok_r(NULL, " ", &save)) != NULL) {
        char *net = strchr(token, '=');
        if (net == NULL || net[1] == '\0')
            return MALFORMED;
        struct span *span = port_of(cell, token, strcspn(token, "[="));
        if (span != NULL && !add_net(n, span, net + 1))
            return NO_MEMORY;
    }
    return GOOD;
}

/* `.names from to` is another name of a net; `.names constant` defines one, which needs nothing here. */
static enum outcome take_names(struct rh_netlist *n, char *rest) {
    char *save = NULL, *from = strtok_r(rest, " ", &save), *to = strtok_r(NULL, " ", &save);
    if (from == NULL)
        return MALFORMED;
    if (to == NULL)
        return GOOD;
    if (strtok_r(NULL, " ", &save) != NULL)
        return MALFORMED;
    struct cell *cell = add_cell(n, "names");
    return cell != NULL && add_net(n, &cell->a, from) && add_net(n, &cell->y, to) ? GOOD : NO_MEMORY;
}

/* Yosys names an operator's cell after its place: ...$eq$rtl/dram/rh_bank.sv:35$2448. */
static void take_cname(struct rh_netlist *n, const char *name) {
    if (n->cells_used == 0)
        return;
    struct cell *cell = &n->cells[n->cells_used - 1];
    char lead[sizeof cell->kind + 1];
    (void)snprintf(lead, sizeof lead, "%s$", cell->kind);
    const char *where = strstr(name, lead);
    if (where == NULL)
        return;
    where += strlen(lead);
    (void)snprintf(cell->where, sizeof cell->where, "%.*s", (int)strcspn(where, "$"), where);
}

static enum outcome take_line(struct rh_netlist *n, char *line) {
    size_t word = strcspn(line, " ");
    char *rest = line + word + (line[word] == ' ');
    if (strncmp(line, ".subckt", word) == 0 && word == 7)
        return take_subckt(n, rest);
    if (strncmp(line, ".names", word) == 0 && word == 6)
        return take_names(n, rest);
    if (strncmp(line, ".cname", word) == 0 && word == 6)
        take_cname(n, rest);
    return GOOD;
}

static bool read_lines(struct rh_netlist *n, FILE *file, const char *path, struct rh_error *error) {
    char *line = NULL;
    size_t room = 0;
    ssize_t length;
    unsigned long number = 0, models = 0;
    bool ended = false;
    enum outcome outcome = GOOD;
    while (outcome == GOOD && (length = getline(&line, &room, file)) >= 0) {
        number++;
        while (length > 0 && (line[length - 1] == '\n' || line[length - 1] == '\r'))
            line[--length] = '\0';
        models += strncmp(line, ".model ", 7) == 0;
        ended = ended || strcmp(line, ".end") == 0;
        outcome = take_line(n, line);
    }
    free(line);
    if (outcome == NO_MEMORY)
        return rh_error_set(error, "%s: out of memory", path);
    if (outcome == MALFORMED)
        return rh_error_set(error, "%s:%lu: found a broken cell, expected KIND PORT=NET...", path, number);
    if (ferror(file))
        return rh_error_set(error, "%s: %s", path, strerror(errno));
    if (models != 1 || !ended)
        return rh_error_set(error, "%s:%lu: found %lu modules%s, expected BLIF of one flat module, up to its .end",
                            path, number, models, ended ? "" : " and no .end");
    return true;
}

static bool spread(struct rh_netlist *n, const struct cell *cell) {
    enum flow flow = flow_of(cell->kind);
    bool changed = false, any = false;
    if (flow == STOPS || cell->y.count == 0)
        return false;
    for (uint32_t i = 0; i < cell->a.count; i++)
        any = any || n->carries[n->nets[cell->a.at + i]];
    for (uint32_t i = 0; i < cell->y.count; i++) {
        bool *to = &n->carries[n->nets[cell->y.at + i]];
        bool carries = flow == SELECTS ? any : i < cell->a.count && n->carries[n->nets[cell->a.at + i]];
        /* a $pmux has several words in B */
        for (uint32_t k = i; flow == BIT_BY_BIT && k < cell->b.count; k += cell->y.count)
            carries = carries || n->carries[n->nets[cell->b.at + k]];
        changed = changed || (carries && !*to);
        *to = *to || carries;
    }
    return changed;
}

static bool follow_addresses(struct rh_netlist *n) {
    uint32_t nets = rh_nets_count(n->names);
    n->carries = calloc(nets == 0 ? 1 : nets, sizeof *n->carries);
    if (n->carries == NULL)
        return false;
    for (uint32_t i = 0; i < nets; i++) {
        const char *name = rh_nets_name(n->names, i);
        size_t length = strcspn(name, "[");
        n->carries[i] = (length == 9 && strncmp(name, "req_row_i", 9) == 0) ||
                        (length == 10 && strncmp(name, "req_bank_i", 10) == 0);
    }
    for (bool changed = true; changed;) {
        changed = false;
        for (size_t i = 0; i < n->cells_used; i++)
            changed = spread(n, &n->cells[i]) || changed;
    }
    return true;
}

static struct rh_netlist_place *place_of(struct rh_netlist *n, const struct cell *cell) {
    for (size_t i = 0; i < n->places_used; i++)
        if (strcmp(n->places[i].where, cell->where) == 0 && strcmp(n->places[i].kind, cell->kind) == 0)
            return &n->places[i];
    struct rh_netlist_place *place = &n->places[n->places_used++];
    *place = (struct rh_netlist_place){0};
    memcpy(place->where, cell->where, sizeof place->where);
    memcpy(place->kind, cell->kind, sizeof place->kind);
    return place;
}

static bool is_constant(const struct rh_netlist *n, uint32_t net) {
    return rh_nets_name(n->names, net)[0] == '$' &&
           (strcmp(rh_nets_name(n->names, net), "$true") == 0 || strcmp(rh_nets_name(n->names, net), "$false") == 0 ||
            strcmp(rh_nets_name(n->names, net), "$undef") == 0);
}

static void count_cell(struct rh_netlist *n, const struct cell *cell) {
    if (is_register(cell->kind))
        n->counts.flops += cell->y.count;
    n->counts.latches += is_latch(cell->kind);
    bool by_hand = is_xor(cell->kind);
    if (!by_hand && !is_comparator(cell->kind))
        return;
    uint32_t bits = 0, addresses = 0;
    for (uint32_t i = 0; i < cell->a.count || i < cell->b.count; i++) {
        bool both = i < cell->a.count && i < cell->b.count && !is_constant(n, n->nets[cell->a.at + i]) &&
                    !is_constant(n, n->nets[cell->b.at + i]);
        bool a = both && n->carries[n->nets[cell->a.at + i]], b = both && n->carries[n->nets[cell->b.at + i]];
        bits += by_hand ? (a && b) : both;
        addresses += by_hand ? (a && b) : (a || b);
        n->counts.decoded += !by_hand && !both;
    }
    n->counts.compared += bits;
    n->counts.addresses += addresses;
    if (bits == 0)
        return;
    struct rh_netlist_place *place = place_of(n, cell);
    place->cells++;
    place->bits += bits;
    place->address_bits += addresses;
}

static int by_place(const void *x, const void *y) {
    const struct rh_netlist_place *a = x, *b = y;
    int order = strverscmp(a->where, b->where);
    return order != 0 ? order : strcmp(a->kind, b->kind);
}

static bool count(struct rh_netlist *n) {
    n->places = calloc(n->cells_used + 1, sizeof *n->places);
    if (n->places == NULL || !follow_addresses(n))
        return false;
    for (size_t i = 0; i < n->cells_used; i++)
        count_cell(n, &n->cells[i]);
    qsort(n->places, n->places_used, sizeof *n->places, by_place);
    return true;
}

struct rh_netlist *rh_netlist_open(const char *path, struct rh_error *error) {
    FILE *file = strcmp(path, "-") == 0 ? stdin : fopen(path, "r");
    if (file == NULL) {
        rh_error_set(error, "%s: %s", path, strerror(errno));
        return NULL;
    }
    struct rh_netlist *n = calloc(1, sizeof *n);
    bool good = n != NULL && (n->names = rh_nets_open()) != NULL;
    if (!good)
        rh_error_set(error, "%s: out of memory", path);
    good = good && read_lines(n, file, path, error);
    if (good && !count(n))
        good = rh_error_set(error, "%s: out of memory", path);
    if (file != stdin)
        (void)fclose(file);
    if (good)
        return n;
    rh_netlist_close(n);
    return NULL;
}

void rh_netlist_close(struct rh_netlist *n) {
    if (n == NULL)
        return;
    rh_nets_close(n->names);
    free(n->nets);
    free(n->cells);
    free(n->carries);
    free(n->places);
    free(n);
}

struct rh_netlist_counts rh_netlist_counts(const struct rh_netlist *n) {
    return n->counts;
}

const struct rh_netlist_place *rh_netlist_place(const struct rh_netlist *n, unsigned index) {
    return index < n->places_used ? &n->places[index] : NULL;
}
