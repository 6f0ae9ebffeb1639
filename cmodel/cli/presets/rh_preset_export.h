// SPDX-License-Identifier: Apache-2.0
/* A preset as a configuration of another simulator, with notes of what that can't express. */
#ifndef RH_PRESET_EXPORT_H
#define RH_PRESET_EXPORT_H

#include <stdio.h>

#include "rowhold/rh_preset.h"

/* Write the file with its notes as comments where it can have them, and the notes to `notes`; false for an unknown
 * format: "--to: found ..., expected ...". */
bool rh_preset_export(const char *format, const struct rh_preset *preset, FILE *to, FILE *notes,
                      struct rh_error *error);

#endif
