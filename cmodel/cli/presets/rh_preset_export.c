// SPDX-License-Identifier: Apache-2.0
// Presets for other simulators: what the three have in common.
#include "cmodel/cli/presets/rh_preset_export.h"

#include <stdarg.h>
#include <string.h>

static const struct {
    const char *name, *comment; /* what begins a comment; NULL: the file has none */
    void (*notes)(struct rh_export *export);
    void (*write)(FILE *to, const struct rh_export *export);
} formats[] = {{"ramulator2", "#", rh_export_ramulator2_notes, rh_export_ramulator2},
               {"dramsim3", ";", rh_export_dramsim3_notes, rh_export_dramsim3},
               {"dramsys", NULL, rh_export_dramsys_notes, rh_export_dramsys}};
enum { FORMATS = sizeof formats / sizeof formats[0] };

void rh_export_note(struct rh_export *export, const char *format, ...) {
    va_list arguments;
    if (export->notes == RH_EXPORT_NOTES)
        return;
    va_start(arguments, format);
    (void)vsnprintf(export->note[export->notes++], RH_EXPORT_TEXT, format, arguments);
    va_end(arguments);
}

unsigned rh_export_refi(const struct rh_preset *preset) {
    return preset->refresh == RH_REFRESH_OFF ? 2000000000U : preset->timing.tREFI;
}

unsigned rh_export_faw(const struct rh_preset *preset) {
    return preset->timing.activates == 4 ? preset->timing.tFAW : 4U * preset->timing.tRRD_S;
}

unsigned rh_export_rcd(const struct rh_preset *preset) {
    const struct rh_timing *t = &preset->timing;
    return t->tRCDRD > t->tRCDWR ? t->tRCDRD : t->tRCDWR;
}

void rh_export_note_window(struct rh_export *export, const char *faw) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    static const char *const devices[] = {"DDR3", "DDR4", "HBM2"};
    rh_export_note(export, "the nearest device is %s: %u banks in %u group%s, %u command bus%s",
                   devices[export->device], preset->banks, preset->groups, preset->groups == 1 ? "" : "s",
                   preset->buses, preset->buses == 1 ? "" : "es");
    if (t->activates != 4)
        rh_export_note(export,
                       "%u activates in tFAW %u can't be expressed: the window is one of 4, so %s is %u and never "
                       "binds",
                       t->activates, t->tFAW, faw, rh_export_faw(preset));
    if (!export->two_rcd && t->tRCDRD != t->tRCDWR)
        rh_export_note(export, "ACT to RD %u and to WR %u can't differ: both are %u", t->tRCDRD, t->tRCDWR,
                       rh_export_rcd(preset));
    if (export->device != RH_EXPORT_HBM2 && t->act_clocks != 1)
        rh_export_note(export, "an ACT of %u clocks can't be expressed: it takes one", t->act_clocks);
    if (export->device == RH_EXPORT_DDR3 &&
        (t->tCCD_L != t->tCCD_S || t->tRRD_L != t->tRRD_S || t->tWTR_L != t->tWTR_S))
        rh_export_note(export, "without bank groups the short values of tCCD, tRRD and tWTR count alone");
}

void rh_export_note_rows(struct rh_export *export) {
    unsigned rows = export->preset->rows, reached = 1U << (31 - __builtin_clz(rows));
    if (rows != reached)
        rh_export_note(export, "%u rows are no power of two: addresses reach the first %u", rows, reached);
}

void rh_export_rows(FILE *to, const char *indent, const struct rh_export_row *rows, const char *between,
                    const char *behind) {
    for (; rows->name != NULL; rows++)
        fprintf(to, "%s%s%s%u%s", indent, rows->name, between, rows->value, behind);
}

bool rh_preset_export(const char *format, const struct rh_preset *preset, FILE *to, FILE *notes,
                      struct rh_error *error) {
    struct rh_export export = {.preset = preset};
    export.device = preset->groups == 1 && preset->buses == 1 ? RH_EXPORT_DDR3
                    : preset->buses == 1                      ? RH_EXPORT_DDR4
                                                              : RH_EXPORT_HBM2;
    size_t i = 0;
    while (i < FORMATS && strcmp(formats[i].name, format) != 0)
        i++;
    if (i == FORMATS)
        return rh_error_set(error, "--to: found '%s', expected ramulator2, dramsim3 or dramsys", format);
    if (preset->grains > 1 || preset->parts > 1) /* their banks are free of each other, but for one data bus */
        return rh_error_set(error,
                            "--to: found %s of %s, expected a preset without grains and shared subarrays, which %s "
                            "does not have",
                            preset->grains > 1 ? "the grains" : "the shared subarrays", preset->name, format);
    if (preset->ranks > 1)
        return rh_error_set(error,
                            "--to: found %u ranks of %s, expected a preset of one rank: how %s has several is not "
                            "translated",
                            preset->ranks, preset->name, format);
    export.two_rcd = export.device == RH_EXPORT_HBM2;
    formats[i].notes(&export);
    if (formats[i].comment != NULL)
        fprintf(to, "%s %s: %s\n", formats[i].comment, preset->name, preset->source);
    for (unsigned n = 0; n < export.notes; n++) {
        if (formats[i].comment != NULL)
            fprintf(to, "%s %s\n", formats[i].comment, export.note[n]);
        fprintf(notes, "note: %s\n", export.note[n]);
    }
    formats[i].write(to, &export);
    return true;
}
