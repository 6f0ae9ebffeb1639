// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/complexity/rh_breakdown.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* What is being taken apart. */
struct work {
    struct rh_breakdown *b;
    const struct rh_breakdown_unit *unit;
    const char *source;
    struct rh_error *error;
    int64_t expected[2]; /* bits that the roles account for: compared, stored */
    int64_t named[2];    /* bits of terms that name an unexplained place */
};

static bool add_term(const struct work *w, bool stored, bool unexplained, const char *meaning, int64_t formula,
                     int64_t netlist) {
    struct rh_breakdown *b = w->b;
    int64_t times = (int64_t)w->unit->count;
    if (unexplained)
        b->unexplained += llabs(netlist) * times;
    for (unsigned i = 0; i < b->count; i++)
        if (b->term[i].stored == stored && b->term[i].unexplained == unexplained &&
            strcmp(b->term[i].meaning, meaning) == 0) {
            b->term[i].formula += formula * times;
            b->term[i].netlist += netlist * times;
            return true;
        }
    if (b->count == RH_BREAKDOWN_TERMS)
        return rh_error_set(w->error, "complexity: found more than %d kinds of gates in %s, expected fewer",
                            (int)RH_BREAKDOWN_TERMS, w->unit->design);
    struct rh_breakdown_term *term = &b->term[b->count++];
    *term = (struct rh_breakdown_term){stored, unexplained, "", formula * times, netlist * times};
    (void)snprintf(term->meaning, sizeof term->meaning, "%s", meaning);
    return true;
}

/* The line of the source that a place names, FILE:LINE. */
static bool read_line(const struct work *w, const char *where, char line[512]) {
    char path[4096];
    const char *colon = strrchr(where, ':');
    if (colon == NULL)
        return rh_error_set(w->error, "complexity: found a comparator at '%s', expected FILE:LINE", where);
    (void)snprintf(path, sizeof path, "%s/%.*s", w->source, (int)(colon - where), where);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return rh_error_set(w->error, "%s: %s", path, strerror(errno));
    char *text = NULL;
    size_t room = 0;
    bool found = true;
    for (long left = strtol(colon + 1, NULL, 10); found && left > 0; left--)
        found = getline(&text, &room, file) >= 0;
    (void)snprintf(line, 512, "%s", found && text != NULL ? text : "");
    free(text);
    (void)fclose(file);
    return found || rh_error_set(w->error, "%s: found no line %s, expected the netlist's sources", path, colon + 1);
}

/* Is the comparator at this place there for the role? */
static bool plays(const struct rh_complexity_role *role, const char *where, const char *line) {
    char file[80];
    (void)snprintf(file, sizeof file, "/%s.sv:", role->file);
    return !role->stored && role->text[0] != '\0' && strstr(where, file) != NULL && strstr(line, role->text) != NULL;
}

/* Is the register the one of the role? One of an allocator's rule stands in its instance. */
static bool is_of_rule(const char *name) {
    return strncmp(name, "u_hold.", strlen("u_hold.")) == 0;
}
static bool holds(const struct rh_complexity_role *role, const char *name) {
    const char *last = strrchr(name, '.');
    return role->stored && is_of_rule(name) && last != NULL && strcmp(last + 1, role->text) == 0;
}

/* Bits of a place that are the policy's or the rule's. */
static int64_t bits_of(const struct work *w, const struct rh_netlist_place *place) {
    if (w->unit->bare == NULL)
        return place->address_bits;
    return (int64_t)place->bits + place->pair_bits;
}

/* A comparator of the bare allocator is not the rule's. */
static bool is_bare(const struct work *w, const struct rh_netlist_place *place) {
    const struct rh_netlist_place *other;
    for (unsigned i = 0; w->unit->bare != NULL && (other = rh_netlist_place(w->unit->bare, i)) != NULL; i++)
        if (strcmp(other->where, place->where) == 0 && strcmp(other->kind, place->kind) == 0 &&
            other->bits == place->bits)
            return true;
    return false;
}

/* What the netlist has for a role. */
static bool counted_for(const struct work *w, const struct rh_complexity_role *role, int64_t *bits) {
    const struct rh_netlist_place *place;
    const struct rh_netlist_register *flops;
    char line[512];
    *bits = 0;
    for (unsigned i = 0; !role->stored && (place = rh_netlist_place(w->unit->netlist, i)) != NULL; i++) {
        if (bits_of(w, place) == 0 || is_bare(w, place))
            continue;
        if (!read_line(w, place->where, line))
            return false;
        *bits += plays(role, place->where, line) ? bits_of(w, place) : 0;
    }
    for (unsigned i = 0; role->stored && (flops = rh_netlist_register(w->unit->netlist, i)) != NULL; i++)
        *bits += holds(role, flops->name) ? flops->bits : 0;
    return true;
}

/* The thesis takes all routers for the greatest: what it counts and this block does not have. */
static bool add_shape(struct work *w, const struct rh_complexity_role *role, unsigned index) {
    struct rh_complexity_role full;
    (void)rh_complexity_role(index, &w->unit->formula, &full);
    return full.formula_bits == role->formula_bits ||
           add_term(w, role->stored, false, "an output fewer at the router of each core",
                    (int64_t)full.formula_bits - (int64_t)role->formula_bits, 0);
}

/* What is counted for a role beyond what is expected, or less. */
static bool add_surplus(struct work *w, const struct rh_complexity_role *role) {
    int64_t found, expected = (int64_t)role->netlist_bits;
    char text[200];
    if (!counted_for(w, role, &found))
        return false;
    w->expected[role->stored] += expected;
    w->named[role->stored] += found - expected;
    (void)snprintf(text, sizeof text, "found %" PRId64 " bits, expected %" PRId64 ": %s", found, expected,
                   role->meaning);
    return found == expected || add_term(w, role->stored, true, text, 0, found - expected);
}

static bool add_roles(struct work *w) {
    struct rh_complexity_role role;
    for (unsigned i = 0; rh_complexity_role(i, &w->unit->block, &role); i++) {
        bool counted = w->unit->netlist != NULL;
        if (strcmp(role.design, w->unit->design) != 0)
            continue;
        if (!add_term(w, role.stored, false, role.meaning, (int64_t)role.formula_bits,
                      counted ? (int64_t)role.netlist_bits : 0) ||
            !add_shape(w, &role, i) || (counted && !add_surplus(w, &role)))
            return false;
    }
    return true;
}

static bool name_stranger(struct work *w, bool stored, const char *where, const char *kind, int64_t bits) {
    char text[200];
    (void)snprintf(text, sizeof text, "%.150s %s", where, kind);
    w->named[stored] += bits;
    return add_term(w, stored, true, text, 0, bits);
}

/* Places and registers that no role takes. */
static bool add_strangers(struct work *w) {
    const struct rh_netlist_place *place;
    const struct rh_netlist_register *flops;
    struct rh_complexity_role role;
    char line[512];
    for (unsigned i = 0; (place = rh_netlist_place(w->unit->netlist, i)) != NULL; i++) {
        bool taken = false;
        if (bits_of(w, place) == 0 || is_bare(w, place))
            continue;
        if (!read_line(w, place->where, line))
            return false;
        for (unsigned k = 0; !taken && rh_complexity_role(k, &w->unit->block, &role); k++)
            taken = strcmp(role.design, w->unit->design) == 0 && plays(&role, place->where, line);
        if (!taken && !name_stranger(w, false, place->where, place->kind, bits_of(w, place)))
            return false;
    }
    for (unsigned i = 0; w->unit->bare != NULL && (flops = rh_netlist_register(w->unit->netlist, i)) != NULL; i++) {
        bool taken = !is_of_rule(flops->name);
        for (unsigned k = 0; !taken && rh_complexity_role(k, &w->unit->block, &role); k++)
            taken = strcmp(role.design, w->unit->design) == 0 && holds(&role, flops->name);
        if (!taken && !name_stranger(w, true, flops->name, "", flops->bits))
            return false;
    }
    return true;
}

bool rh_breakdown_formula(struct rh_breakdown *b, const struct rh_breakdown_unit *unit, struct rh_error *error) {
    struct work w = {.b = b, .unit = unit, .error = error};
    return add_roles(&w);
}

bool rh_breakdown_add(struct rh_breakdown *b, const struct rh_breakdown_unit *unit, const char *source,
                      struct rh_error *error) {
    struct work w = {.b = b, .unit = unit, .source = source, .error = error};
    struct rh_netlist_counts all = rh_netlist_counts(unit->netlist), bare = {0};
    int64_t total[2] = {(int64_t)all.addresses, 0};
    if (unit->bare != NULL) {
        bare = rh_netlist_counts(unit->bare);
        total[0] = (int64_t)(all.pairs + all.compared) - (int64_t)(bare.pairs + bare.compared);
        total[1] = (int64_t)all.flops - (int64_t)bare.flops;
    }
    if (!add_roles(&w) || !add_strangers(&w))
        return false;
    for (unsigned stored = 0; stored < 2; stored++) {
        int64_t rest = total[stored] - w.expected[stored] - w.named[stored];
        if (rest != 0 && !add_term(&w, stored, true, "elsewhere, beyond the allocator without a rule", 0, rest))
            return false;
    }
    b->counted = true;
    b->compared += total[0] * (int64_t)unit->count;
    b->stored += total[1] * (int64_t)unit->count;
    b->flops += (int64_t)(all.flops * unit->count);
    return true;
}
