// SPDX-License-Identifier: Apache-2.0
/* A preset as a configuration of another simulator, with notes of what that can't express. */
#ifndef RH_PRESET_EXPORT_H
#define RH_PRESET_EXPORT_H

#include <stdio.h>

#include "rowhold/rh_preset.h"

enum { RH_EXPORT_NOTES = 24, RH_EXPORT_TEXT = 240 };

/* Which of their devices comes nearest. */
enum rh_export_device { RH_EXPORT_DDR3, RH_EXPORT_DDR4, RH_EXPORT_HBM2 };

struct rh_export {
    const struct rh_preset *preset;
    enum rh_export_device device;
    bool two_rcd; /* ACT to RD and to WR may differ */
    unsigned notes;
    char note[RH_EXPORT_NOTES][RH_EXPORT_TEXT];
};

/* A row of a file: a name of theirs, and a number; `name` NULL ends a list. */
struct rh_export_row {
    const char *name;
    unsigned value;
};

void rh_export_note(struct rh_export *export, const char *format, ...) __attribute__((format(printf, 2, 3)));
/* What all three have in common: N of the activate window, ACT to RD and WR, refresh. */
void rh_export_note_window(struct rh_export *export, const char *faw);
/* Where addresses are cut into bits of rows, and so into the first power of two of them alone. */
void rh_export_note_rows(struct rh_export *export);
/* tFAW where their window is one of 4 activates: so long that it never binds where ours has another N. */
unsigned rh_export_faw(const struct rh_preset *preset);
/* tREFI, for those that always refresh: so long that it never falls due where ours does not. */
unsigned rh_export_refi(const struct rh_preset *preset);
unsigned rh_export_rcd(const struct rh_preset *preset);
void rh_export_rows(FILE *to, const char *indent, const struct rh_export_row *rows, const char *between,
                    const char *behind);

void rh_export_ramulator2_notes(struct rh_export *export);
void rh_export_ramulator2(FILE *to, const struct rh_export *export);
void rh_export_dramsim3_notes(struct rh_export *export);
void rh_export_dramsim3(FILE *to, const struct rh_export *export);
void rh_export_dramsys_notes(struct rh_export *export);
void rh_export_dramsys(FILE *to, const struct rh_export *export);

/* Write the file with its notes as comments where it can have them, and the notes to `notes`; false for an unknown
 * format: "--to: found ..., expected ...". */
bool rh_preset_export(const char *format, const struct rh_preset *preset, FILE *to, FILE *notes,
                      struct rh_error *error);

#endif
