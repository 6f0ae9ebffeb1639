// SPDX-License-Identifier: Apache-2.0
/** What every JSON output shares. */
#ifndef RH_JSON_H
#define RH_JSON_H

#include <stdio.h>

/** `text` in quotes, escaped; a byte that is no UTF-8 becomes U+FFFD. */
void rh_json_string(FILE *file, const char *text);

#endif
