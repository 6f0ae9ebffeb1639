// SPDX-License-Identifier: Apache-2.0
// The library names a member of a setup; the user knows an option.
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_cli.h"

/* Where an option has another name than its member. */
static const struct {
    const char *field, *option;
} renamed[] = {{"request_bytes", "bytes"}, {"all_writes", "read-share"}};

int rh_cli_fail(const struct rh_error *error) {
    size_t length = rh_error_member(error);
    if (length == 0) {
        const char *line = error->text;
        for (size_t n; (n = strcspn(line, "\n")) > 0; line += n + (line[n] == '\n'))
            fprintf(stderr, "rowhold: %.*s\n", (int)n, line);
        return 2;
    }
    const char *option = error->text, *end = error->text + length;
    for (size_t i = 0; i < sizeof renamed / sizeof renamed[0]; i++)
        if (strlen(renamed[i].field) == length && strncmp(renamed[i].field, error->text, length) == 0) {
            option = renamed[i].option;
            end = option + strlen(option);
        }
    fputs("rowhold: --", stderr);
    for (const char *c = option; c < end; c++)
        fputc(*c == '_' ? '-' : *c, stderr);
    fprintf(stderr, "%s\n", error->text + length);
    return 2;
}
