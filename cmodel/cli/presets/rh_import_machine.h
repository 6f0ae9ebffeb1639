// SPDX-License-Identifier: Apache-2.0
/* The GPU of another simulator's configuration as a machine's file (rh_machine_file.h). */
#ifndef RH_IMPORT_MACHINE_H
#define RH_IMPORT_MACHINE_H

#include <stdio.h>

#include "cmodel/cli/presets/rh_peer.h"

/* Writes what a gpgpusim.config says of the GPU, its notes as comments, and to `notes`. */
bool rh_import_machine(const char *file, FILE *to, FILE *notes, struct rh_error *error);

#endif
