// SPDX-License-Identifier: Apache-2.0
/* The closed loop in the JSON of a run. */
#ifndef RH_LOOP_JSON_H
#define RH_LOOP_JSON_H

#include <stdio.h>

#include "cmodel/run/rh_run_report.h"

/* "network": {...}, a member of the configuration. */
void rh_loop_json_configuration(FILE *file, const struct rh_run_network *network);
/* The same of the total, and of a channel; the lists of the cores and of the links behind the channels. */
void rh_loop_json_total(FILE *file, const char *indent, const struct rh_run_network *network);
void rh_loop_json_channel(FILE *file, const char *indent, const struct rh_run_network *network, unsigned channel);
void rh_loop_json_links(FILE *file, const struct rh_run_network *network);
void rh_loop_json_cores(FILE *file, const struct rh_run_report *report);

#endif
