// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/complexity/rh_counter.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/cli/rh_settings.h"
#include "rowhold/rh_source.h"

struct rh_counter_netlist {
    char name[64], settings[RH_AREA_SETTINGS];
    struct rh_netlist *netlist;
};

/* The path that scripts/lib/elaborated prints, or '!' and what is wrong. */
static bool elaborate(const struct rh_counter_part *part, const char *settings, char path[RH_SOURCE_PATH],
                      struct rh_error *error) {
    char source[RH_SOURCE_PATH], command[RH_SOURCE_PATH + 512], self[1024];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    if (length > 0) {
        self[length] = '\0';
        (void)setenv("ROWHOLD", self, 1);
    }
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

static bool open_netlist(struct rh_counter *c, const struct rh_counter_part *part, const char *settings,
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
static bool without_rule(const struct rh_counter_part *part, char settings[RH_AREA_SETTINGS]) {
    (void)snprintf(settings, RH_AREA_SETTINGS, "%s", part->settings);
    char *hold = strstr(settings, " hold=");
    if (hold == NULL)
        return false;
    (void)snprintf(hold, sizeof " hold=0", " hold=0");
    return true;
}

static struct rh_breakdown_unit unit_of(const struct rh_counter_part *part) {
    return (struct rh_breakdown_unit){
        .count = part->count, .design = part->design, .formula = part->formula, .block = part->block};
}

static bool add_netlist(struct rh_counter *c, const struct rh_counter_part *part, struct rh_breakdown *b,
                        struct rh_error *error) {
    char bare[RH_AREA_SETTINGS], source[RH_SOURCE_PATH];
    struct rh_breakdown_unit unit = unit_of(part);
    if (!open_netlist(c, part, part->settings, &unit.netlist, error))
        return false;
    if (without_rule(part, bare) && !open_netlist(c, part, bare, &unit.bare, error))
        return false;
    return rh_breakdown_add(b, &unit, rh_source_folder(source), error);
}

/* The row of the same parameters, however its settings are written; NULL where there is none. */
static const struct rh_area_row *find_row(const struct rh_area_table *table, const struct rh_counter_part *part,
                                          const void *params) {
    const struct rh_area_row *found = NULL;
    void *other = calloc(1, part->kind->params_size);
    struct rh_error ignored;
    for (unsigned i = 0; other != NULL && found == NULL && i < table->count; i++) {
        const struct rh_area_row *row = &table->rows[i];
        if (strcmp(row->design, part->variant) == 0 &&
            rh_settings_params("area", row->settings, part->kind, other, &ignored) &&
            memcmp(other, params, part->kind->params_size) == 0)
            found = row;
    }
    free(other);
    return found;
}

static bool add_row(const struct rh_area_table *table, const struct rh_counter_part *part, const void *params,
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

bool rh_counter_sum(struct rh_counter *c, const struct rh_counter_part *parts, unsigned count,
                    struct rh_counted *counted, struct rh_error *error) {
    *counted = (struct rh_counted){.why = ""};
    bool good = true, known = true;
    for (unsigned i = 0; good && known && i < count; i++) {
        struct rh_error unfit = {""};
        void *params = calloc(1, parts[i].kind->params_size);
        if (params == NULL)
            good = rh_error_set(error, "complexity: found no memory, expected enough");
        else if (!rh_settings_params("RTL", parts[i].settings, parts[i].kind, params, &unfit))
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
        const struct rh_breakdown_unit unit = unit_of(&parts[i]);
        good = rh_breakdown_formula(&counted->breakdown, &unit, error);
    }
    return good;
}

void rh_counter_close(struct rh_counter *c) {
    for (unsigned i = 0; i < c->used; i++)
        rh_netlist_close(c->netlists[i].netlist);
    free(c->netlists);
}
