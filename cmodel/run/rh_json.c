// SPDX-License-Identifier: Apache-2.0
#include "cmodel/run/rh_json.h"

/* Length of the UTF-8 sequence at `text`, 0 when it is none: JSON has no other bytes. */
static unsigned utf8(const unsigned char *text) {
    unsigned n = text[0] < 0x80 ? 1 : text[0] >= 0xc2 && text[0] < 0xe0 ? 2 : (text[0] & 0xf0) == 0xe0 ? 3 : 4;
    if (n == 4 && (text[0] < 0xf0 || text[0] > 0xf4))
        return 0;
    for (unsigned i = 1; i < n; i++)
        if ((text[i] & 0xc0) != 0x80)
            return 0;
    if ((text[0] == 0xe0 && text[1] < 0xa0) || (text[0] == 0xed && text[1] > 0x9f) ||
        (text[0] == 0xf0 && text[1] < 0x90) || (text[0] == 0xf4 && text[1] > 0x8f))
        return 0;
    return n;
}

void rh_json_string(FILE *file, const char *text) {
    fputc('"', file);
    for (const unsigned char *c = (const unsigned char *)text; *c != 0;) {
        unsigned n = utf8(c);
        if (n == 0)
            fputs("\\ufffd", file);
        else if (*c == '"' || *c == '\\')
            fprintf(file, "\\%c", *c);
        else if (*c < 0x20)
            fprintf(file, "\\u%04x", *c);
        else
            fwrite(c, n, 1, file);
        c += n == 0 ? 1 : n;
    }
    fputc('"', file);
}
