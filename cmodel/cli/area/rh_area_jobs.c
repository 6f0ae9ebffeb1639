// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/area/rh_area_jobs.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/area/rh_area_choice.h"
#include "cmodel/cli/rh_cli.h"
#include "rowhold/rh_area.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_netlist.h"
#include "rowhold/rh_variant.h"

bool rh_area_jobs_check(const struct rh_area_jobs *jobs, bool others, struct rh_error *error) {
    const char *alone = jobs->netlist != NULL ? "--netlist"
                        : jobs->designs       ? "--designs"
                        : jobs->libraries     ? "--libraries"
                        : jobs->roles         ? "--roles"
                        : jobs->parts         ? "--parts"
                                              : "--parameters";
    unsigned count = (jobs->netlist != NULL) + (unsigned)jobs->designs + (unsigned)jobs->libraries +
                     (unsigned)jobs->roles + (jobs->parts && jobs->netlist == NULL) + (jobs->parameters != NULL);
    if (count > 1 || (count == 1 && others))
        return rh_option_beside(error, alone, "other options", NULL, "it alone");
    if ((jobs->elsewhere || jobs->whole || jobs->presets) && !jobs->designs)
        return rh_option_lacks(error,
                               jobs->elsewhere ? "--elsewhere"
                               : jobs->whole   ? "--whole"
                                               : "--presets",
                               "--designs");
    return true;
}

/* The built-in presets that a controller can be before, each geometry once; not that which the other rows have. */
static int print_presets(struct rh_error *error) {
    for (size_t v = 0; v < rh_controller_count(); v++)
        for (unsigned i = 0; rh_preset_name(i) != NULL; i++) {
            struct rh_area_preset of, before;
            struct rh_error ignored;
            bool seen = false;
            if (!rh_area_preset_open(&of, rh_preset_name(i), NULL, error))
                return rh_cli_fail(error);
            for (unsigned k = 0; k < i && !seen; k++)
                seen = rh_area_preset_open(&before, rh_preset_name(k), NULL, &ignored) &&
                       strcmp(before.dram, of.dram) == 0 &&
                       rh_controller_for(rh_controller_at(v)->name, &before.preset, &ignored) != NULL;
            if (!seen && of.dram[0] != '\0' &&
                rh_controller_for(rh_controller_at(v)->name, &of.preset, &ignored) != NULL)
                printf("%s %s %s\n", rh_controller_kind.name, rh_controller_at(v)->name, of.settings);
        }
    return 0;
}

/* The sizes of a kind or of a joint, of each variant; `joint`: what its designs' names begin with. */
static void print_sizes(const struct rh_area_jobs *jobs, const char *of, const char *joint, enum rh_kind_code code) {
    const char *kind, *settings;
    enum rh_area_how how;
    for (size_t v = 0; v < rh_variant_count(code); v++)
        for (unsigned i = 0; rh_area_size(i, &kind, &settings, &how); i++)
            if (strcmp(kind, of) == 0 && (how == RH_AREA_every || !jobs->elsewhere) &&
                (how == RH_AREA_whole || !jobs->whole))
                printf("%s %s%s%s %s\n", kind, joint, joint[0] != '\0' ? "_" : "", rh_variant_at(code, v)->name,
                       settings);
}

static int print_designs(const struct rh_area_jobs *jobs) {
    struct rh_area_joint joint;
    for (enum rh_kind_code code = 0; code < RH_KINDS; code++)
        print_sizes(jobs, rh_kind_of(code)->kind->name, "", code);
    for (unsigned i = 0; rh_area_joint(i, &joint); i++)
        print_sizes(jobs, joint.name, joint.name, joint.kind);
    return 0;
}

static int print_parameters(const char *name, const char *settings, struct rh_error *error) {
    struct rh_area_choice choice;
    if (!rh_area_choice_open(&choice, "--parameters", name, settings, error))
        return rh_cli_fail(error);
    for (unsigned i = 0; i < choice.kind->param_count; i++)
        printf("%s=%u%s", choice.kind->params[i].parameter, rh_param_get(&choice.kind->params[i], choice.params),
               i + 1 < choice.kind->param_count ? " " : "\n");
    rh_area_choice_close(&choice);
    return 0;
}

/* Every cell and its part, for the synthesis that maps part by part. */
static int print_parts(struct rh_netlist *netlist, const char *path, struct rh_error *error) {
    enum rh_netlist_part part;
    const char *name;
    if (!rh_netlist_find_parts(netlist, path, error))
        return rh_cli_fail(error);
    for (unsigned i = 0; (name = rh_netlist_cell_part(netlist, i, &part)) != NULL; i++)
        printf("%s %s\n", rh_netlist_part_name(part), name);
    return 0;
}

static int print_part_names(void) {
    for (enum rh_netlist_part part = 0; part < RH_NETLIST_PARTS; part++)
        puts(rh_netlist_part_name(part));
    return 0;
}

static int print_roles(void) {
    const char *module, *role;
    for (unsigned i = 0; rh_netlist_role_row(i, &module, &role); i++)
        printf("%s %s\n", module, role);
    return 0;
}

static int print_libraries(void) {
    struct rh_area_library l;
    for (unsigned i = 0; rh_area_library(i, &l); i++)
        printf("%s|%s|%s|%s|%s|%s\n", l.name, l.library, l.title, l.file, l.package, l.avoid);
    return 0;
}

static int count_netlist(const char *path, bool parts, struct rh_error *error) {
    struct rh_netlist *netlist = rh_netlist_open(path, error);
    if (netlist == NULL)
        return rh_cli_fail(error);
    if (parts) {
        int code = print_parts(netlist, path, error);
        rh_netlist_close(netlist);
        return code;
    }
    struct rh_netlist_counts c = rh_netlist_counts(netlist);
    printf("address_bits %" PRIu64 "\ncompared_bits %" PRIu64 "\ndecoded_bits %" PRIu64 "\nflop_bits %" PRIu64
           "\nlatches %" PRIu64 "\npair_bits %" PRIu64 "\n",
           c.addresses, c.compared, c.decoded, c.flops, c.latches, c.pairs);
    for (unsigned i = 0; rh_netlist_place(netlist, i) != NULL; i++) {
        const struct rh_netlist_place *place = rh_netlist_place(netlist, i);
        if (place->pair_bits != 0)
            printf("%s %s: %u cells, %u bits of pairs\n", place->where, place->kind, (unsigned)place->cells,
                   (unsigned)place->pair_bits);
        else
            printf("%s %s: %u cells, %u bits, %u of addresses\n", place->where, place->kind, (unsigned)place->cells,
                   (unsigned)place->bits, (unsigned)place->address_bits);
    }
    for (unsigned i = 0; rh_netlist_register(netlist, i) != NULL; i++) {
        const struct rh_netlist_register *flops = rh_netlist_register(netlist, i);
        printf("%s: %u flops\n", flops->name, (unsigned)flops->bits);
    }
    rh_netlist_close(netlist);
    return c.latches == 0 ? 0 : 1;
}

bool rh_area_jobs_run(const struct rh_area_jobs *jobs, const char *settings, int *code, struct rh_error *error) {
    if (jobs->netlist != NULL)
        *code = count_netlist(jobs->netlist, jobs->parts, error);
    else if (jobs->parameters != NULL)
        *code = print_parameters(jobs->parameters, settings, error);
    else if (jobs->designs)
        *code = jobs->presets ? print_presets(error) : print_designs(jobs);
    else if (jobs->libraries)
        *code = print_libraries();
    else if (jobs->roles)
        *code = print_roles();
    else if (jobs->parts)
        *code = print_part_names();
    else
        return false;
    return true;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_area_jobs, kind, spelling, __VA_ARGS__)
const struct rh_option rh_area_jobs_rows[RH_AREA_JOBS_ROWS] = {
    ROW(INPUT, "netlist", "FILE.json", netlist, .group = "for scripts, each alone",
        .help = "count the comparators of a netlist that Yosys wrote before mapping, place by place"),
    ROW(FLAG, "designs", NULL, designs, .help = "what is measured, one a line: kind, name, settings"),
    ROW(FLAG, "elsewhere", NULL, elsewhere, .help = "with --designs: those alone that every cell library is asked for"),
    ROW(FLAG, "whole", NULL, whole, .help = "with --designs: those alone that are not mapped part by part"),
    ROW(FLAG, "presets", NULL, presets,
        .help = "with --designs: the controllers before the DRAM of each preset instead"),
    ROW(FLAG, "libraries", NULL, libraries,
        .help = "cell libraries, one a line: name|library|title|file|package|cells to avoid"),
    ROW(FLAG, "parts", NULL, parts,
        .help = "the parts of an area, one a line; with --netlist the part that each cell belongs to"),
    ROW(FLAG, "roles", NULL, roles, .help = "which part the instances of a module belong to, one a line"),
    ROW(TEXT, "parameters", "NAME", parameters, .help = "the module parameters of a design"),
};
