// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_assembly.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct part {
    const struct rh_kind *kind;
    const struct rh_block_ops *ops;
    void *params, *config; /* copies */
    struct rh_block block;
    struct rh_model model;
    char name[RH_ASSEMBLY_NAME];
};

struct wire {
    char from[RH_ASSEMBLY_NAME], to[RH_ASSEMBLY_NAME];
};

struct rh_assembly {
    struct part **parts; /* each on its own: blocks and models stay in place */
    struct wire **wires;
    unsigned part_count, wire_count;
    struct rh_error error; /* of the first that went wrong */
};

struct rh_assembly *rh_assembly_open(void) {
    return calloc(1, sizeof(struct rh_assembly));
}

void rh_assembly_close(struct rh_assembly *assembly) {
    if (assembly == NULL)
        return;
    for (unsigned i = 0; i < assembly->part_count; i++) {
        struct part *part = assembly->parts[i];
        rh_model_close(&part->model);
        free(part->params);
        free(part->config);
        free(part);
    }
    for (unsigned i = 0; i < assembly->wire_count; i++)
        free(assembly->wires[i]);
    free(assembly->parts);
    free(assembly->wires);
    free(assembly);
}

static void fail(struct rh_assembly *assembly, const char *text) {
    if (assembly->error.text[0] == '\0')
        rh_error_set(&assembly->error, "assembly: %s", text);
}

/* Room for one more at the end of a list of pointers, whose length doubles at each power of two. */
static bool grow(struct rh_assembly *assembly, void *list, unsigned count, void *item) {
    void **old = *(void ***)list, **more = old;
    if ((count & (count - 1)) == 0)
        more = realloc(old, (count == 0 ? 1 : 2U * count) * sizeof(void *));
    if (more == NULL || item == NULL) {
        if (more != NULL)
            *(void ***)list = more;
        free(item);
        fail(assembly, "no memory");
        return false;
    }
    *(void ***)list = more;
    more[count] = item;
    return true;
}

static void *copy_of(const void *from, size_t size) {
    void *copy = malloc(size);
    return copy != NULL ? memcpy(copy, from, size) : NULL;
}

unsigned rh_assembly_part(struct rh_assembly *assembly, const struct rh_kind *kind, const struct rh_block_ops *ops,
                          const void *params, const void *config, const char *name, unsigned number) {
    struct part *part = calloc(1, sizeof *part);
    if (!grow(assembly, &assembly->parts, assembly->part_count, part))
        return assembly->part_count;
    part->kind = kind;
    part->ops = ops;
    part->params = copy_of(params, kind->params_size);
    part->config = copy_of(config, kind->config_size);
    if (part->params == NULL || part->config == NULL)
        fail(assembly, "no memory");
    snprintf(part->name, sizeof part->name, name, number);
    struct rh_error error;
    if (kind->check != NULL && part->params != NULL && !kind->check(part->params, &error))
        fail(assembly, error.text);
    return assembly->part_count++;
}

void rh_assembly_wire(struct rh_assembly *assembly, const char *from, unsigned from_part, unsigned from_element,
                      const char *to, unsigned to_part, unsigned to_element) {
    struct wire *wire = calloc(1, sizeof *wire);
    if (!grow(assembly, &assembly->wires, assembly->wire_count, wire))
        return;
    snprintf(wire->from, sizeof wire->from, from, from_part, from_element);
    snprintf(wire->to, sizeof wire->to, to, to_part, to_element);
    assembly->wire_count++;
}

unsigned rh_assembly_parts(const struct rh_assembly *assembly) {
    return assembly->part_count;
}

unsigned rh_assembly_wires(const struct rh_assembly *assembly) {
    return assembly->wire_count;
}

const char *rh_assembly_name(const struct rh_assembly *assembly, unsigned part) {
    return assembly->parts[part]->name;
}

const struct rh_model *rh_assembly_model(const struct rh_assembly *assembly, unsigned part) {
    return &assembly->parts[part]->model;
}

static struct rh_unit model_of(struct part *part, struct rh_error *error) {
    if (rh_model_open(&part->model, part->kind, part->ops, part->params, part->config))
        return rh_model_unit(&part->model);
    rh_error_set(error, "assembly: %s: no memory", part->name);
    return (struct rh_unit){.cycle = NULL};
}

/* The lists that rh_machine_open takes; it copies what it keeps. */
static bool list(struct rh_assembly *assembly, rh_assembly_unit_fn *maker, void *user, struct rh_machine_part *parts,
                 struct rh_machine_wire *wires, struct rh_error *error) {
    for (unsigned i = 0; i < assembly->part_count; i++) {
        struct part *part = assembly->parts[i];
        rh_block_make(&part->block, part->kind, part->ops, part->params);
        struct rh_unit unit =
            maker != NULL ? maker(user, part->name, &part->block, part->config, error) : model_of(part, error);
        if (unit.cycle == NULL)
            return false;
        parts[i] = (struct rh_machine_part){part->name, &part->block, unit};
    }
    for (unsigned i = 0; i < assembly->wire_count; i++)
        wires[i] = (struct rh_machine_wire){assembly->wires[i]->from, assembly->wires[i]->to};
    return true;
}

struct rh_machine *rh_assembly_build(struct rh_assembly *assembly, rh_assembly_unit_fn *maker, void *maker_user,
                                     uint64_t (*drive)(void *user, struct rh_machine *machine), void *drive_user,
                                     struct rh_error *error) {
    if (assembly->error.text[0] != '\0') {
        rh_error_set(error, "%s", assembly->error.text);
        return NULL;
    }
    struct rh_machine_part *parts = calloc(assembly->part_count + 1U, sizeof *parts);
    struct rh_machine_wire *wires = calloc(assembly->wire_count + 1U, sizeof *wires);
    struct rh_machine *machine = NULL;
    if (parts == NULL || wires == NULL)
        rh_error_set(error, "assembly: no memory");
    else if (list(assembly, maker, maker_user, parts, wires, error))
        machine = rh_machine_open(&(struct rh_machine_setup){.parts = parts,
                                                             .part_count = assembly->part_count,
                                                             .wires = wires,
                                                             .wire_count = assembly->wire_count,
                                                             .drive = drive,
                                                             .drive_user = drive_user},
                                  error);
    free(parts);
    free(wires);
    return machine;
}
