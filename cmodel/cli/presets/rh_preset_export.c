// SPDX-License-Identifier: Apache-2.0
// Presets as other simulators read them: what they have in common. Each of them has a file rh_peer_<name>.c.
#include "cmodel/cli/presets/rh_preset_export.h"

#include <stdarg.h>
#include <string.h>

#include "cmodel/cli/presets/rh_peer.h"

static const struct rh_peer *const peers[] = {&rh_peer_ramulator2, &rh_peer_ramulator21, &rh_peer_dramsim3,
                                              &rh_peer_dramsys, &rh_peer_gpgpusim};
enum { PEERS = sizeof peers / sizeof peers[0] };

const struct rh_peer *rh_peer_at(unsigned index) {
    return index < PEERS ? peers[index] : NULL;
}

void rh_peer_note(struct rh_peer_notes *notes, const char *format, ...) {
    va_list arguments;
    if (notes->count == RH_PEER_NOTES)
        return;
    va_start(arguments, format);
    (void)vsnprintf(notes->text[notes->count++], RH_PEER_TEXT, format, arguments);
    va_end(arguments);
}

unsigned rh_peer_value(const struct rh_peer_key *key, const struct rh_export *export) {
    return key->value != NULL ? key->value(export)
                              : rh_preset_field_get(export->preset, rh_preset_field_find(key->field));
}

void rh_peer_put(FILE *to, const struct rh_export *export, const struct rh_peer_key *keys, const char *section,
                 const char *indent, const char *between, const char *behind) {
    for (; keys->name != NULL; keys++)
        if (strcmp(keys->section, section) == 0 && (keys->devices & 1U << export->device) != 0)
            fprintf(to, "%s%s%s%u%s\n", indent, keys->name, between, rh_peer_value(keys, export), behind);
}

unsigned rh_export_zero(const struct rh_export *export) {
    (void)export;
    return 0;
}

unsigned rh_export_one(const struct rh_export *export) {
    (void)export;
    return 1;
}

unsigned rh_export_refi(const struct rh_export *export) {
    return export->preset->refresh == RH_REFRESH_OFF ? (unsigned)RH_PEER_NEVER : export->preset->timing.tREFI;
}

unsigned rh_export_faw(const struct rh_export *export) {
    const struct rh_timing *t = &export->preset->timing;
    return t->activates == 4 ? t->tFAW : 4U * t->tRRD_S;
}

unsigned rh_export_rcd(const struct rh_export *export) {
    const struct rh_timing *t = &export->preset->timing;
    return t->tRCDRD > t->tRCDWR ? t->tRCDRD : t->tRCDWR;
}

void rh_export_note_window(struct rh_export *export, const char *faw) {
    const struct rh_preset *preset = export->preset;
    const struct rh_timing *t = &preset->timing;
    static const char *const devices[] = {"DDR3", "DDR4", "HBM2", "GDDR6"};
    rh_peer_note(&export->notes, "the nearest device is %s: %u banks in %u group%s, %u command bus%s",
                 devices[export->device], preset->banks, preset->groups, preset->groups == 1 ? "" : "s", preset->buses,
                 preset->buses == 1 ? "" : "es");
    if (t->activates != 4)
        rh_peer_note(&export->notes,
                     "%u activates in tFAW %u can't be expressed: the window is one of 4, so %s is %u and never "
                     "binds",
                     t->activates, t->tFAW, faw, rh_export_faw(export));
    if (!export->two_rcd && t->tRCDRD != t->tRCDWR)
        rh_peer_note(&export->notes, "ACT to RD %u and to WR %u can't differ: both are %u", t->tRCDRD, t->tRCDWR,
                     rh_export_rcd(export));
    if (export->device != RH_PEER_HBM2 && t->act_clocks != 1)
        rh_peer_note(&export->notes, "an ACT of %u clocks can't be expressed: it takes one", t->act_clocks);
    if (export->device == RH_PEER_DDR3 && (t->tCCD_L != t->tCCD_S || t->tRRD_L != t->tRRD_S || t->tWTR_L != t->tWTR_S))
        rh_peer_note(&export->notes, "without bank groups the short values of tCCD, tRRD and tWTR count alone");
}

void rh_export_note_rows(struct rh_export *export) {
    unsigned rows = export->preset->rows, reached = 1U << (31 - __builtin_clz(rows));
    if (rows != reached)
        rh_peer_note(&export->notes, "%u rows are no power of two: addresses reach the first %u", rows, reached);
}

void rh_export_note_burst(struct rh_export *export, unsigned beats) {
    unsigned burst = export->preset->burst_length;
    if (burst != beats)
        rh_peer_note(&export->notes, "a burst of %u: %u beats there, %u / %u times as wide; nBL is ours", burst, beats,
                     burst, beats);
}

bool rh_preset_export(const char *format, const struct rh_preset *preset, FILE *to, FILE *notes,
                      struct rh_error *error) {
    struct rh_export export = {.preset = preset};
    export.device = preset->groups == 1 && preset->buses == 1 ? RH_PEER_DDR3
                    : preset->buses == 1                      ? RH_PEER_DDR4
                                                              : RH_PEER_HBM2;
    unsigned i = 0;
    while (i < PEERS && (peers[i]->write == NULL || strcmp(peers[i]->name, format) != 0))
        i++;
    if (i == PEERS)
        return rh_error_set(error, "--to: found '%s', expected ramulator2, ramulator21, dramsim3 or dramsys", format);
    if (preset->grains > 1 || preset->subarray_group > 1) /* their banks are free of each other, but for one data bus */
        return rh_error_set(error,
                            "--to: found %s of %s, expected a preset without grains and shared subarrays, which %s "
                            "does not have",
                            preset->grains > 1 ? "the grains" : "the shared subarrays", preset->name, format);
    if (preset->ranks > 1)
        return rh_error_set(error,
                            "--to: found %u ranks of %s, expected a preset of one rank: how %s has several is not "
                            "translated",
                            preset->ranks, preset->name, format);
    export.two_rcd = export.device == RH_PEER_HBM2;
    peers[i]->notes(&export);
    if (peers[i]->comment != NULL)
        fprintf(to, "%s %s: %s\n", peers[i]->comment, preset->name, preset->source);
    for (unsigned n = 0; n < export.notes.count; n++) {
        if (peers[i]->comment != NULL)
            fprintf(to, "%s %s\n", peers[i]->comment, export.notes.text[n]);
        fprintf(notes, "note: %s\n", export.notes.text[n]);
    }
    return peers[i]->write(to, &export) || ferror(to) != 0 ||
           rh_error_set(error, "--to: found no memory, expected enough");
}
