// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/complexity/rh_complexity_lines.h"

#include <errno.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_settings.h"
#include "cmodel/files/rh_source.h"
#include "rowhold/rh_bits.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_hold.h"

/** So many of one block. */
struct breakdown_unit {
    uint64_t count;
    const char *design;                      /**< controller, or hold rule */
    const struct rh_netlist *netlist, *bare; /**< bare: of an allocator, the same without a rule; else NULL */
    struct rh_complexity_variables formula;  /**< what the formula takes it for */
    struct rh_complexity_variables block;    /**< what it is */
};

/** So many of one block of a system. */
struct counter_part {
    uint64_t count;
    const struct rh_kind *kind;
    const char *variant, *design;    /**< design: whose roles it has, the variant itself or the hold rule */
    char settings[RH_AREA_SETTINGS]; /**< of the variant; of an allocator "hold=N" comes last */
    struct rh_complexity_variables formula, block; /**< as in struct breakdown_unit */
};

/*  */

/* What is being taken apart. */
struct work {
    struct rh_breakdown *b;
    const struct breakdown_unit *unit;
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

/* Add what the formula has for a block; its netlist is not looked at. */
static bool breakdown_formula(struct rh_breakdown *b, const struct breakdown_unit *unit, struct rh_error *error) {
    struct work w = {.b = b, .unit = unit, .error = error};
    return add_roles(&w);
}

/* Take a block apart and add it. `source` is the folder above rtl/. False with an error where a source line that a
 * place names can't be read, or there are too many terms. */
static bool breakdown_add(struct rh_breakdown *b, const struct breakdown_unit *unit, const char *source,
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

/*  */

struct rh_counter_netlist {
    char name[64], settings[RH_AREA_SETTINGS];
    struct rh_netlist *netlist;
};

/* The path that scripts/lib/elaborated prints, or '!' and what is wrong. */
static bool elaborate(const struct counter_part *part, const char *settings, char path[RH_SOURCE_PATH],
                      struct rh_error *error) {
    char source[RH_SOURCE_PATH], command[RH_SOURCE_PATH + 512], self[RH_SOURCE_PATH];
    if (!rh_source_again("--count", self, error))
        return false;
    (void)setenv("ROWHOLD", self, 1);
    (void)snprintf(path, RH_SOURCE_PATH, "%s/scripts/lib/elaborated", rh_source_folder(source));
    if (strchr(path, '\'') != NULL || access(path, X_OK) != 0)
        return rh_error_set(error, "%s: found no such script, expected it in the source folder (ROWHOLD_SOURCE)", path);
    (void)snprintf(command, sizeof command, "'%s' %s %s '%s'", path, part->kind->name, part->variant, settings);
    (void)fflush(NULL);
    FILE *from = popen(command, "r");
    char *got = from == NULL ? NULL : fgets(path, RH_SOURCE_PATH, from);
    if (from == NULL || pclose(from) != 0 || got == NULL)
        return rh_error_set(error, "complexity: scripts/lib/elaborated was cut off");
    path[strcspn(path, "\n")] = '\0';
    const char *lead = "!rowhold: ";
    if (path[0] == '!')
        return rh_error_set(error, "%s", path + (strncmp(path, lead, strlen(lead)) == 0 ? strlen(lead) : 1));
    return true;
}

static bool open_netlist(struct rh_counter *c, const struct counter_part *part, const char *settings,
                         const struct rh_netlist **netlist, struct rh_error *error) {
    char path[RH_SOURCE_PATH];
    for (unsigned i = 0; i < c->used; i++)
        if (strcmp(c->netlists[i].name, part->variant) == 0 && strcmp(c->netlists[i].settings, settings) == 0) {
            *netlist = c->netlists[i].netlist;
            return true;
        }
    struct rh_counter_netlist *more = realloc(c->netlists, (c->used + 1) * sizeof *more);
    if (more == NULL)
        return rh_error_set(error, "complexity: found no memory, expected enough");
    c->netlists = more;
    struct rh_counter_netlist *added = &more[c->used];
    *added = (struct rh_counter_netlist){.netlist = NULL};
    if (!elaborate(part, settings, path, error) || (added->netlist = rh_netlist_open(path, error)) == NULL)
        return false;
    (void)snprintf(added->name, sizeof added->name, "%s", part->variant);
    (void)snprintf(added->settings, sizeof added->settings, "%s", settings);
    *netlist = added->netlist;
    c->used++;
    return true;
}

/* The same settings without a hold rule; false where there is none of these. */
static bool without_rule(const struct counter_part *part, char settings[RH_AREA_SETTINGS]) {
    (void)snprintf(settings, RH_AREA_SETTINGS, "%s", part->settings);
    char *hold = strstr(settings, " hold=");
    if (hold == NULL)
        return false;
    (void)snprintf(hold, sizeof " hold=0", " hold=0");
    return true;
}

static struct breakdown_unit unit_of(const struct counter_part *part) {
    return (struct breakdown_unit){
        .count = part->count, .design = part->design, .formula = part->formula, .block = part->block};
}

static bool add_netlist(struct rh_counter *c, const struct counter_part *part, struct rh_breakdown *b,
                        struct rh_error *error) {
    char bare[RH_AREA_SETTINGS], source[RH_SOURCE_PATH];
    struct breakdown_unit unit = unit_of(part);
    if (!open_netlist(c, part, part->settings, &unit.netlist, error))
        return false;
    if (without_rule(part, bare) && !open_netlist(c, part, bare, &unit.bare, error))
        return false;
    return breakdown_add(b, &unit, rh_source_folder(source), error);
}

/* The row of the same parameters, however its settings are written; NULL where there is none. */
static const struct rh_area_row *find_row(const struct rh_area_table *table, const struct counter_part *part,
                                          const void *params) {
    const struct rh_area_row *found = NULL;
    void *other = calloc(1, part->kind->params_size);
    struct rh_error ignored;
    for (unsigned i = 0; other != NULL && found == NULL && i < table->count; i++) {
        const struct rh_area_row *row = &table->rows[i];
        if (strcmp(row->design, part->variant) == 0 &&
            rh_settings_params("area", row->settings, part->kind, part->variant, other, &ignored) &&
            memcmp(other, params, part->kind->params_size) == 0)
            found = row;
    }
    free(other);
    return found;
}

static bool add_row(const struct rh_area_table *table, const struct counter_part *part, const void *params,
                    struct rh_counted *counted) {
    const struct rh_area_row *row = find_row(table, part, params);
    const struct rh_area_row *bare = row == NULL ? NULL : rh_area_unheld(table, row);
    int64_t bits = row == NULL ? -1 : rh_area_policy_bits(table, row), times = (int64_t)part->count;
    if (bits < 0)
        return false;
    counted->compared += bits * times;
    counted->flops += (int64_t)row->flops * times;
    if (bare != NULL)
        counted->stored += ((int64_t)row->flops - bare->flops) * times;
    return true;
}

/* Sum over the parts. What can't be built, or has no row, is not known, which is no error; a tool that is missing
 * is. */
static bool counter_sum(struct rh_counter *c, const struct counter_part *parts, unsigned count,
                        struct rh_counted *counted, struct rh_error *error) {
    *counted = (struct rh_counted){.why = ""};
    bool good = true, known = true;
    for (unsigned i = 0; good && known && i < count; i++) {
        struct rh_error unfit = {""};
        void *params = calloc(1, parts[i].kind->params_size);
        if (params == NULL)
            good = rh_error_set(error, "complexity: found no memory, expected enough");
        else if (!rh_settings_params("RTL", parts[i].settings, parts[i].kind, parts[i].variant, params, &unfit))
            known = false;
        else if (c->table == NULL)
            good = add_netlist(c, &parts[i], &counted->breakdown, error);
        else
            known = add_row(c->table, &parts[i], params, counted);
        if (!known)
            (void)snprintf(counted->why, sizeof counted->why, "%.127s",
                           unfit.text[0] != '\0' ? unfit.text : "not measured: --count elaborates it now (Yosys)");
        free(params);
    }
    if (c->table == NULL) {
        counted->compared = counted->breakdown.compared;
        counted->stored = counted->breakdown.stored;
        counted->flops = counted->breakdown.flops;
    }
    if (!known)
        counted->compared = counted->stored = counted->flops = -1;
    for (unsigned i = 0; good && !counted->breakdown.counted && i < count; i++) {
        const struct breakdown_unit unit = unit_of(&parts[i]);
        good = breakdown_formula(&counted->breakdown, &unit, error);
    }
    return good;
}

void rh_counter_close(struct rh_counter *c) {
    for (unsigned i = 0; i < c->used; i++)
        rh_netlist_close(c->netlists[i].netlist);
    free(c->netlists);
}

/* What every line is made for. */
struct line_work {
    struct rh_complexity_lines *lines;
    const struct rh_complexity_system *system;
    const char *only;     /* NULL: all designs */
    const char *settings; /* more of the controllers, or NULL */
    struct rh_counter *counter;
    struct rh_error *error;
};

static bool is_wanted(const struct line_work *w, const char *design) {
    return w->only == NULL || strcmp(w->only, design) == 0;
}

static struct rh_complexity_line *new_line(const struct line_work *w, enum rh_complexity_part part) {
    struct rh_complexity_lines *l = w->lines;
    struct rh_complexity_line *more = realloc(l->line, (l->count + 1) * sizeof *more);
    if (more == NULL) {
        rh_error_set(w->error, "complexity: found no memory, expected enough");
        return NULL;
    }
    l->line = more;
    more[l->count] = (struct rh_complexity_line){.part = part, .source = ""};
    return &more[l->count++];
}

static struct counter_part controller_of(const struct line_work *w, const char *name, uint64_t count) {
    const struct rh_complexity_system *s = w->system;
    struct counter_part part = {.count = count, .kind = &rh_controller_kind, .variant = name, .design = name};
    part.formula = part.block = rh_complexity_variables(s);
    (void)snprintf(part.settings, sizeof part.settings, "queue=%" PRIu32 " banks=%" PRIu32 " row_bits=%u%s%s", s->queue,
                   s->banks, rh_log2_up(s->rows), w->settings != NULL ? " " : "",
                   w->settings != NULL ? w->settings : "");
    return part;
}

/* So many allocators of I x O under a rule. */
static struct counter_part allocator_of(const struct line_work *w, const char *name, uint8_t hold, uint64_t count,
                                        uint32_t inputs, uint32_t outputs) {
    const struct rh_complexity_system *s = w->system;
    struct counter_part part = {
        .count = count, .kind = &rh_allocator_kind, .variant = name, .design = rh_hold_rule_name(hold)};
    part.block = rh_complexity_variables(s);
    part.block.I = inputs;
    part.block.O = outputs;
    part.formula = part.block;
    (void)snprintf(part.settings, sizeof part.settings,
                   "inputs=%" PRIu32 " outputs=%" PRIu32 " destinations=%" PRIu32 " banks=%" PRIu32
                   " row_bits=%u hash_bits=%" PRIu32 " hold=%u",
                   inputs, outputs, s->controllers, s->banks, rh_log2_up(s->rows), s->hash_bits, (unsigned)hold);
    return part;
}

/* A network's routers. Requests never leave at a core nor come in at a controller, so the router of a core has an
 * output fewer and that of a controller an input fewer; the thesis counts P outputs for all. */
static unsigned routers_of(const struct line_work *w, const char *network, uint8_t hold, struct counter_part parts[2]) {
    const struct rh_complexity_system *s = w->system;
    const char *any = rh_allocator_at(0)->name; /* what a rule adds is the same for all */
    if (strcmp(network, "crossbar") == 0) {
        parts[0] = allocator_of(w, any, hold, 1, s->cores, s->controllers);
        return 1;
    }
    uint32_t ports = strcmp(network, "ring") == 0 ? s->ring_ports : s->mesh_ports;
    parts[0] = allocator_of(w, any, hold, s->cores, ports, ports - 1);
    parts[1] = allocator_of(w, any, hold, s->controllers, ports - 1, ports);
    for (unsigned i = 0; i < 2; i++) {
        parts[i].formula.I = ports - 1;
        parts[i].formula.O = ports;
    }
    return 2;
}

static bool add_system(const struct line_work *w, unsigned index) {
    struct rh_complexity_line *line = new_line(w, RH_COMPLEXITY_SYSTEM);
    struct counter_part parts[2];
    if (line == NULL)
        return false;
    (void)rh_complexity_row(index, w->system, &line->formula);
    line->modelled = true;
    (void)snprintf(line->design, sizeof line->design, "%s", line->formula.design);
    (void)snprintf(line->network, sizeof line->network, "%s", line->formula.network);
    const char *rule = strchr(line->formula.design, '+');
    uint8_t hold = 0;
    unsigned count = 1;
    if (rule == NULL)
        parts[0] = controller_of(w, line->formula.design, w->system->controllers);
    else if (rh_hold_rule_find(rule + 1, &hold))
        count = routers_of(w, line->formula.network, hold, parts);
    return counter_sum(w->counter, parts, count, &line->counted, w->error);
}

static bool add_controller(const struct line_work *w, const char *name) {
    struct rh_complexity_line *line = new_line(w, RH_COMPLEXITY_ONE_CONTROLLER);
    struct rh_complexity_controller model = {NULL, "", 0};
    if (line == NULL)
        return false;
    line->modelled = rh_complexity_controller(name, w->system, &model);
    line->formula = (struct rh_complexity){.controller_formula = model.formula,
                                           .compared_controllers = model.bits,
                                           .published_stored = -1,
                                           .published_compared = -1,
                                           .note = "",
                                           .disagreement = ""};
    line->source = model.source;
    (void)snprintf(line->design, sizeof line->design, "%s", name);
    struct counter_part part = controller_of(w, name, 1);
    return counter_sum(w->counter, &part, 1, &line->counted, w->error);
}

static bool add_allocator(const struct line_work *w, const char *name, uint8_t hold) {
    const struct rh_complexity_system *s = w->system;
    char design[80];
    (void)snprintf(design, sizeof design, "%s+%s", name, rh_hold_rule_name(hold));
    if (!is_wanted(w, design))
        return true;
    struct rh_complexity_line *line = new_line(w, RH_COMPLEXITY_ONE_ALLOCATOR);
    /* a formula is there for more than can be built */
    struct rh_complexity_variables v = rh_complexity_variables(s);
    struct rh_complexity_hold model = {NULL, NULL, 0, 0};
    if (line == NULL)
        return false;
    line->modelled = rh_complexity_rule(rh_hold_rule_name(hold), &v, &model);
    line->formula = (struct rh_complexity){.stored_formula = model.stored_formula,
                                           .network_formula = model.compared_formula,
                                           .stored = model.stored,
                                           .compared_network = model.compared,
                                           .published_stored = -1,
                                           .published_compared = -1,
                                           .note = "",
                                           .disagreement = ""};
    memcpy(line->design, design, sizeof line->design);
    (void)snprintf(line->network, sizeof line->network, "%" PRIu32 " x %" PRIu32, s->cores, s->controllers);
    struct counter_part part = allocator_of(w, name, hold, 1, s->cores, s->controllers);
    return counter_sum(w->counter, &part, 1, &line->counted, w->error);
}

bool rh_complexity_lines_make(struct rh_complexity_lines *lines, const struct rh_complexity_system *system,
                              const char *only, const char *settings, struct rh_counter *counter,
                              struct rh_error *error) {
    const struct line_work w = {lines, system, only, settings, counter, error};
    struct rh_complexity row;
    *lines = (struct rh_complexity_lines){NULL, 0};
    bool good = true;
    for (unsigned i = 0; good && rh_complexity_row(i, system, &row); i++)
        good = !is_wanted(&w, row.design) || add_system(&w, i);
    for (unsigned i = 0; good && i < rh_controller_count(); i++)
        good = !is_wanted(&w, rh_controller_at(i)->name) || add_controller(&w, rh_controller_at(i)->name);
    for (unsigned i = 0; good && i < rh_allocator_count(); i++)
        for (uint8_t hold = 0; good && rh_hold_rule_name(hold) != NULL; hold++)
            good = hold == RH_HOLD_none || add_allocator(&w, rh_allocator_at(i)->name, hold);
    if (good && lines->count == 0)
        return rh_error_set(error, "--design: found '%s', expected one that `rowhold complexity` lists", only);
    return good;
}

void rh_complexity_lines_close(struct rh_complexity_lines *lines) {
    free(lines->line);
}

const char *rh_complexity_part_name(enum rh_complexity_part part) {
    static const char *const names[] = {"system", "controller", "allocator"};
    return names[part];
}

int64_t rh_complexity_compared(const struct rh_complexity_line *line) {
    return line->modelled ? (int64_t)(line->formula.compared_network + line->formula.compared_controllers) : -1;
}

int64_t rh_complexity_unexplained(const struct rh_complexity_lines *lines) {
    int64_t bits = 0;
    for (unsigned i = 0; i < lines->count; i++)
        bits += lines->line[i].counted.breakdown.unexplained;
    return bits;
}
