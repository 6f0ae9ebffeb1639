// SPDX-License-Identifier: Apache-2.0
// Prints the plug-ins to build ahead, one a line: file name, then what scripts/verilate takes. Every controller of the
// registry with the geometry of every preset (equal ones once) at the default queue, and with the small ones that tests
// use; every allocator as a router has it, and a small one under each other hold rule. With --presets, the names of the
// presets instead.
#include <stdio.h>
#include <string.h>

#include "rowhold/rh_allocator.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_preset.h"
#include "tb/lockstep/rh_rtl.h"

enum { QUEUE = 32, SMALL_QUEUE = 8, SMALL_RESPONSES = 4, MOST = 64 };

/* These fill and drain in few clocks; one has bank groups and two command buses, and comes with registered commands,
 * too; one neither. */
static const char *const small_presets[] = {"qb_hbm", "gddr3"};

static unsigned add(struct rh_geometry *list, unsigned n, const struct rh_geometry *geometry) {
    for (unsigned i = 0; i < n; i++)
        if (memcmp(&list[i], geometry, sizeof *geometry) == 0) /* bytes, no padding */
            return n;
    if (n < MOST)
        list[n++] = *geometry;
    return n;
}

static void print(const struct rh_kind *kind, const struct rh_block_ops *ops, const void *params) {
    char name[192], parameters[256];
    (void)rh_rtl_name(kind, ops->name, params, name, sizeof name);
    (void)rh_rtl_parameters(kind, params, parameters, sizeof parameters);
    printf("%s --kind %s %s %s\n", name, kind->name, ops->name, parameters);
}

/* The hold rules are one block that every allocator shares, so the small ones take turns. */
static void print_allocators(void) {
    struct rh_allocator_params params = rh_allocator_router();
    uint8_t hold = params.hold;
    for (size_t a = 0; a < rh_allocator_count(); a++)
        print(&rh_allocator_kind, rh_allocator_at(a), &params);
    params.inputs = 2;
    params.outputs = params.destinations = 3;
    params.iterations = 2;
    for (params.hold = 0; params.hold < RH_HOLD_RULES; params.hold++)
        if (params.hold != hold)
            print(&rh_allocator_kind, rh_allocator_at(params.hold % rh_allocator_count()), &params);
}

int main(int argc, char **argv) {
    bool names = argc == 2 && strcmp(argv[1], "--presets") == 0;
    struct rh_geometry list[MOST];
    unsigned n = 0;
    struct rh_error error;
    for (unsigned i = 0; i < rh_preset_count(); i++) {
        struct rh_preset preset;
        if (!rh_preset_load(rh_preset_name(i), &preset, &error)) {
            fprintf(stderr, "rowhold: %s\n", error.text);
            return 2;
        }
        if (names)
            printf("%s\n", preset.name);
        struct rh_geometry geometry = rh_preset_geometry(&preset, QUEUE);
        n = add(list, n, &geometry);
        for (unsigned small = 0; small < sizeof small_presets / sizeof small_presets[0]; small++) {
            if (strcmp(preset.name, small_presets[small]) != 0)
                continue;
            geometry = rh_preset_geometry(&preset, SMALL_QUEUE);
            geometry.responses = SMALL_RESPONSES;
            n = add(list, n, &geometry);
            geometry.registered = small == 0;
            n = add(list, n, &geometry);
        }
    }
    for (size_t c = 0; !names && c < rh_controller_count(); c++)
        for (unsigned i = 0; i < n; i++)
            print(&rh_controller_kind, rh_controller_at(c), &list[i]);
    if (!names)
        print_allocators();
    return 0;
}
