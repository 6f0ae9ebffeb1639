// SPDX-License-Identifier: Apache-2.0
#include "cmodel/run/rh_result.h"

#include <inttypes.h>

#include "rowhold/rh_commit.h" /* made by each build: scripts/cmake/rh_commit.cmake */
#include "rowhold/rh_hash.h"

const char *rh_result_version(void) {
    return RH_VERSION;
}

const char *rh_result_commit(void) {
    return RH_COMMIT;
}

void rh_result_head(FILE *file, const char *name) {
    fprintf(file,
            "{\n  \"schema\": \"rowhold-%s\",\n  \"schema_version\": %d,\n  \"program\": {\"version\": \"%s\", "
            "\"commit\": \"%s\"},\n",
            name, RH_RESULT_SCHEMA, rh_result_version(), rh_result_commit());
}

void rh_result_configuration(FILE *file, const char *text, size_t size) {
    fprintf(file, "  \"configuration\": %s,\n  \"configuration_hash\": \"fnv1a64:%016" PRIx64 "\",\n", text,
            rh_hash(RH_HASH_START, text, size));
}
