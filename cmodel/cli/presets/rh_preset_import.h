// SPDX-License-Identifier: Apache-2.0
/* A configuration of another simulator as a preset, with notes of what is not in it. */
#ifndef RH_PRESET_IMPORT_H
#define RH_PRESET_IMPORT_H

#include "cmodel/cli/presets/rh_peer.h"

/* Reads `file` as one of `format`; NULL with an error. The preset's values have their origin as sources; notes are in
 * `notes`. The caller frees it. */
struct rh_import *rh_preset_import(const char *format, const char *file, struct rh_error *error);

#endif
