// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_area.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/cost/rh_area_file.h"
#include "rowhold/rh_hash.h"

static const struct rh_area_column columns[] = {
#define COLUMN(name, cell) RH_AREA_COLUMN(struct rh_area_row, name, RH_AREA_##cell)
    COLUMN(kind, TEXT),
    COLUMN(design, TEXT),
    COLUMN(settings, TEXT),
    COLUMN(cells, COUNT),
    COLUMN(flops, COUNT),
    COLUMN(area_um2, MEASURE),
    COLUMN(sequential_um2, MEASURE),
    COLUMN(critical_ns, MEASURE),
    COLUMN(critical_from, TEXT),
    COLUMN(critical_to, TEXT),
    COLUMN(levels, COUNT),
#define RH_AREA_PART(part, heading, meaning)                                                                           \
    {#part "_um2", RH_AREA_MEASURE, offsetof(struct rh_area_row, part_um2[RH_NETLIST_##part]), sizeof(double)},
#include "tables/area_parts.def"
#undef RH_AREA_PART
    COLUMN(split_um2, MEASURE),
    COLUMN(address_bits, COUNT),
    COLUMN(pair_bits, COUNT),
    COLUMN(compared_bits, COUNT),
    COLUMN(decoded_bits, COUNT),
    COLUMN(key, TEXT),
#undef COLUMN
};

bool rh_area_load(const char *path, struct rh_area_table *table, struct rh_error *error) {
    static const struct rh_area_format format = {columns, sizeof columns / sizeof columns[0],
                                                 sizeof(struct rh_area_row), "scripts/area"};
    struct rh_area_file file;
    bool good = rh_area_file_load(path, &format, &file, error);
    *table = (struct rh_area_table){file.notes, file.rows, file.count, file.hash};
    return good;
}

void rh_area_close(struct rh_area_table *table) {
    free(table->notes);
    free(table->rows);
    *table = (struct rh_area_table){0};
}

bool rh_area_join(struct rh_area_table *into, struct rh_area_table *from, struct rh_error *error) {
    size_t count = (size_t)into->count + from->count;
    uint64_t hash = into->rows == NULL ? from->hash : rh_hash(into->hash, &from->hash, sizeof from->hash);
    struct rh_area_row *rows = realloc(into->rows, (count == 0 ? 1 : count) * sizeof *rows);
    if (rows == NULL)
        return rh_error_set(error, "area: found no memory, expected enough");
    into->rows = rows;
    if (from->count != 0)
        memcpy(rows + into->count, from->rows, from->count * sizeof *rows);
    into->count = (unsigned)count;
    into->hash = hash;
    if (into->notes == NULL) {
        into->notes = from->notes;
        from->notes = NULL;
    }
    rh_area_close(from);
    return true;
}

const struct rh_area_row *rh_area_find(const struct rh_area_table *table, const char *design, const char *settings) {
    for (unsigned i = 0; i < table->count; i++)
        if (strcmp(table->rows[i].design, design) == 0 && strcmp(table->rows[i].settings, settings) == 0)
            return &table->rows[i];
    return NULL;
}

const struct rh_area_row *rh_area_unheld(const struct rh_area_table *table, const struct rh_area_row *row) {
    struct rh_area_row bare = *row;
    char *hold = strstr(bare.settings, "hold=");
    if (hold == NULL || hold[5] == '0')
        return NULL;
    hold[5] = '0';
    return rh_area_find(table, row->design, bare.settings);
}

int64_t rh_area_policy_bits(const struct rh_area_table *table, const struct rh_area_row *row) {
    if (strcmp(row->kind, "controller") == 0)
        return row->address_bits;
    const struct rh_area_row *bare = strcmp(row->kind, "allocator") == 0 ? rh_area_unheld(table, row) : NULL;
    return bare == NULL ? -1 : (int64_t)row->pair_bits + row->compared_bits - bare->compared_bits;
}

bool rh_area_library(unsigned index, struct rh_area_library *library) {
    static const struct rh_area_library libraries[] = {
#define RH_LIBRARY(name, library, title, file, package, avoid) {#name, library, title, file, package, avoid},
#include "tables/libraries.def"
#undef RH_LIBRARY
    };
    if (index >= sizeof libraries / sizeof libraries[0])
        return false;
    *library = libraries[index];
    return true;
}

bool rh_area_joint(unsigned index, struct rh_area_joint *joint) {
    static const struct rh_area_joint joints[] = {
#define RH_JOINT(joint, kind, other, meaning) {#joint, RH_KIND_##kind, #other, meaning},
#include "tables/joints.def"
    };
    if (index >= sizeof joints / sizeof joints[0])
        return false;
    *joint = joints[index];
    return true;
}

const struct rh_variant *rh_area_variant(const char *design) {
    const struct rh_variant *variant = NULL;
    struct rh_area_joint joint;
    for (enum rh_kind_code code = 0; code < RH_KINDS && variant == NULL; code++)
        variant = rh_variant_find(code, design);
    for (unsigned i = 0; variant == NULL && rh_area_joint(i, &joint); i++) {
        size_t length = strlen(joint.name);
        if (strncmp(design, joint.name, length) == 0 && design[length] == '_')
            variant = rh_variant_find(joint.kind, design + length + 1);
    }
    return variant;
}

bool rh_area_size(unsigned index, const char **kind, const char **settings, enum rh_area_how *how) {
    static const struct {
        const char *kind, *settings;
        enum rh_area_how how;
    } sizes[] = {
#define RH_AREA(kind, settings, how) {#kind, settings, RH_AREA_##how},
#include "tables/area.def"
#undef RH_AREA
    };
    if (index >= sizeof sizes / sizeof sizes[0])
        return false;
    *kind = sizes[index].kind;
    *settings = sizes[index].settings;
    *how = sizes[index].how;
    return true;
}
