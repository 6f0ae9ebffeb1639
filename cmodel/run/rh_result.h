// SPDX-License-Identifier: Apache-2.0
/** What every result has in common: which schema it follows, which program made it. */
#ifndef RH_RESULT_H
#define RH_RESULT_H

#include <stdio.h>

/** The version of the schemas in docs/schemas, which all results share. */
enum { RH_RESULT_SCHEMA = 2 };

/** The version of the program, and the commit it was built from ("unknown" outside a git tree; "-changed" behind it
 * when files differed from it). */
const char *rh_result_version(void);
const char *rh_result_commit(void);

/** Opens a JSON result: its brace, `schema` ("rowhold-NAME"), `schema_version` and `program`; the members follow, the
 * first one without a comma before it. */
void rh_result_head(FILE *file, const char *name);
/** "configuration": TEXT, "configuration_hash": the 64-bit FNV-1a of the text. */
void rh_result_configuration(FILE *file, const char *text, size_t size);

#endif
