// SPDX-License-Identifier: Apache-2.0
// Prints the plug-ins to build ahead, one a line: file name, then what scripts/verilate takes. Every controller of the registry with
// the geometry of every preset (equal ones once) at the default queue, and with the small ones that tests use. With
// --presets, the names of the presets instead.
#include <stdio.h>
#include <string.h>

#include "rowhold/rh_controller.h"
#include "rowhold/rh_preset.h"
#include "tb/lockstep/rh_rtl.h"

enum { QUEUE = 32, SMALL_QUEUE = 8, SMALL_RESPONSES = 4, MOST = 64 };

/* These fill and drain in few clocks; one has bank groups and two command buses, one neither. */
static const char *const small_presets[] = {"qb_hbm", "gddr3"};

static unsigned add(struct rh_geometry *list, unsigned n, const struct rh_geometry *geometry) {
    for (unsigned i = 0; i < n; i++)
        if (memcmp(&list[i], geometry, sizeof *geometry) == 0) /* bytes, no padding */
            return n;
    if (n < MOST)
        list[n++] = *geometry;
    return n;
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
        }
    }
    for (size_t c = 0; !names && c < rh_controller_count(); c++)
        for (unsigned i = 0; i < n; i++) {
            char name[192], parameters[256];
            const char *controller = rh_controller_at(c)->name;
            (void)rh_rtl_name(&rh_controller_kind, controller, &list[i], name, sizeof name);
            (void)rh_rtl_parameters(&rh_controller_kind, &list[i], parameters, sizeof parameters);
            printf("%s --kind %s %s %s\n", name, rh_controller_kind.name, controller, parameters);
        }
    return 0;
}
