// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/presets/rh_preset_import.h"

#include <ctype.h>
#include <stdarg.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

#include "cmodel/files/rh_slurp.h"
#include "rowhold/rh_map.h"

enum { MOST_BYTES = 1 << 20, MOST_NUMBER = 2147483647 };

/* What a reader takes out of the entries. */

struct rh_import_entry *rh_import_find(struct rh_import *import, const char *path) {
    struct rh_import_entry *found = NULL;
    for (unsigned i = 0; i < import->count; i++)
        if (strcasecmp(import->entries[i].path, path) == 0) {
            import->entries[i].used = true;
            found = &import->entries[i]; /* the last one counts */
        }
    return found;
}

void rh_import_fail(struct rh_import *import, const struct rh_import_entry *entry, const char *format, ...) {
    char text[RH_PEER_TEXT];
    va_list arguments;
    if (import->failed)
        return;
    va_start(arguments, format);
    (void)vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    import->failed = true;
    if (entry == NULL)
        (void)rh_error_set(import->error, "%s: %s", import->file, text);
    else
        (void)rh_error_set(import->error, "%s:%u:%u: %s: %s", entry->file != NULL ? entry->file : import->file,
                           entry->line, entry->column, entry->path, text);
}

static void fail_found(struct rh_import *import, const struct rh_import_entry *entry, const char *expected) {
    rh_import_fail(import, entry, "found '%.60s', expected %s", entry->text, expected);
}

/* The entry, or what stands for it in *value; NULL then. */
static const struct rh_import_entry *entry_or(struct rh_import *import, const char *path, int otherwise,
                                              unsigned *value) {
    const struct rh_import_entry *entry = rh_import_find(import, path);
    *value = otherwise < 0 ? 0 : (unsigned)otherwise;
    if (entry == NULL && otherwise == RH_PEER_NEEDED)
        rh_import_fail(import, NULL, "found no %s, expected it", path);
    return entry;
}

unsigned rh_import_number(struct rh_import *import, const char *path, int otherwise) {
    unsigned value;
    const struct rh_import_entry *entry = entry_or(import, path, otherwise, &value);
    if (entry == NULL)
        return value;
    char *end; /* what stands behind a blank is passed over, as they do */
    unsigned long number = strtoul(entry->text, &end, 10);
    if (isdigit((unsigned char)entry->text[0]) && (*end == '\0' || *end == ' ') && number <= MOST_NUMBER)
        return (unsigned)number;
    fail_found(import, entry, "a whole number");
    return value;
}

unsigned rh_import_thousandths(struct rh_import *import, const char *path, int otherwise) {
    unsigned value;
    const struct rh_import_entry *entry = entry_or(import, path, otherwise, &value);
    if (entry == NULL)
        return value;
    char *end;
    double number = strtod(entry->text, &end);
    if (isdigit((unsigned char)entry->text[0]) && (*end == '\0' || *end == ' ') && number >= 0.001 && number < 1e6)
        return (unsigned)(number * 1000 + 0.5);
    fail_found(import, entry, "a number, with decimals or without");
    return value;
}

bool rh_import_flag(struct rh_import *import, const char *path, bool otherwise) {
    static const char *const words[] = {"false", "true", "no", "yes", "off", "on", "0", "1"};
    const struct rh_import_entry *entry = rh_import_find(import, path);
    if (entry == NULL)
        return otherwise;
    for (unsigned i = 0; i < sizeof words / sizeof words[0]; i++)
        if (strcasecmp(entry->text, words[i]) == 0)
            return i % 2 != 0;
    fail_found(import, entry, "true or false");
    return otherwise;
}

void rh_import_set(struct rh_import *import, const char *name, unsigned value, const char *path, const char *format,
                   ...) {
    const struct rh_preset_field *field = rh_preset_field_find(name);
    size_t i = (size_t)(field - rh_preset_fields);
    const struct rh_import_entry *entry = path == NULL ? NULL : rh_import_find(import, path);
    va_list arguments;
    va_start(arguments, format);
    (void)vsnprintf(import->source[i], RH_IMPORT_SOURCE, format, arguments);
    va_end(arguments);
    import->origin[i] = entry;
    import->defaults[i] = path != NULL && entry == NULL;
    import->values[i] = (struct rh_preset_value){field->name, -1.0, value, "count", import->source[i]};
    if (rh_preset_field_is_time(field)) {
        import->values[i].ns = value * (import->preset.tck_ps / 1000.0);
        import->values[i].rounding = "given in clocks";
    }
    if (value < field->least || value > field->greatest || (field->power && (value & (value - 1)) != 0))
        rh_import_fail(import, entry, "found %u as %s (%s), expected %s%u to %u", value, name, import->source[i],
                       field->power ? "a power of two from " : "", field->least, field->greatest);
    else
        rh_preset_field_set(&import->preset, field, value);
}

void rh_import_map_bit(struct rh_import *import, const char *field) {
    char *map = import->preset.map;
    size_t used = strlen(map);
    if (import->piece_bits != 0 && (field == NULL || strcmp(field, import->piece) != 0)) {
        (void)snprintf(map + used, sizeof import->preset.map - used, "%s%s[%u]", used == 0 ? "" : ":", import->piece,
                       import->piece_bits);
        import->piece_bits = 0;
    }
    import->piece = field;
    import->piece_bits += field != NULL;
}

static void path_of(const struct rh_peer_key *key, char path[RH_IMPORT_PATH]) {
    (void)snprintf(path, RH_IMPORT_PATH, "%s.%s", key->section, key->name);
}

unsigned rh_import_key(struct rh_import *import, const struct rh_peer_key *keys, const char *name) {
    char path[RH_IMPORT_PATH];
    while (strcmp(keys->name, name) != 0)
        keys++;
    path_of(keys, path);
    return rh_import_number(import, path, keys->otherwise);
}

void rh_import_keys(struct rh_import *import, const struct rh_peer_key *keys) {
    for (size_t i = 0; i < rh_preset_field_count; i++) {
        rh_preset_field_set(&import->preset, &rh_preset_fields[i], rh_preset_fields[i].least);
        import->values[i] = rh_preset_left_out(&import->preset, &rh_preset_fields[i]);
    }
    for (; keys->name != NULL; keys++) {
        char path[RH_IMPORT_PATH];
        if (keys->field == NULL)
            continue;
        path_of(keys, path);
        bool given = rh_import_find(import, path) != NULL;
        bool ours = keys->devices == 0 || (keys->devices & import->devices) != 0;
        if (!given && (!ours || keys->otherwise == RH_PEER_OPTIONAL))
            continue;
        rh_import_set(import, keys->field, rh_import_number(import, path, keys->otherwise), path, "%s%s", keys->name,
                      given ? "" : ", by default");
    }
}

/* What is left when all is read. */

static const char *reason_of(const struct rh_peer *peer, const char *path) {
    for (const struct rh_import_reason *reason = peer->reasons; reason->begins != NULL; reason++)
        if (strncasecmp(path, reason->begins, strlen(reason->begins)) == 0)
            return reason->why;
    return peer->others != NULL ? peer->others : "not used";
}

/* Length of a path up to the first number in it, which counts in a list. */
static size_t base_of(const char *path) {
    size_t length = 0;
    while (path[length] != '\0' && !(path[length] == '.' && isdigit((unsigned char)path[length + 1])))
        length++;
    return length;
}

/* Adds the base of a path to names, unless it is the last of them, and without its section where that one's is the
 * same; false where there is no more room. */
static bool add_name(char names[160], const char *path, char last[RH_IMPORT_PATH]) {
    size_t length = strlen(names), base = base_of(path), section = 0;
    if (strlen(last) == base && strncmp(last, path, base) == 0)
        return true;
    for (size_t i = 0; i < base; i++)
        section = path[i] == '.' ? i + 1 : section;
    if (length == 0 || strncmp(last, path, section) != 0 || strchr(last + section, '.') != NULL)
        section = 0;
    if (length != 0 && length + base - section + 3 > 160)
        return false;
    (void)snprintf(last, RH_IMPORT_PATH, "%.*s", (int)base, path);
    (void)snprintf(names + length, 160 - length, "%s%s", length == 0 ? "" : ", ", last + section);
    return true;
}

/* Names every entry that was not used, those of one reason together, and a list once. */
static void note_unused(struct rh_import *import, const struct rh_peer *peer) {
    for (unsigned first = 0; first < import->count; first++) {
        if (import->entries[first].used)
            continue;
        const char *why = reason_of(peer, import->entries[first].path);
        char names[160] = "", last[RH_IMPORT_PATH] = "";
        for (unsigned i = first; i < import->count; i++) {
            struct rh_import_entry *entry = &import->entries[i];
            if (entry->used || strcmp(reason_of(peer, entry->path), why) != 0)
                continue;
            if (!add_name(names, entry->path, last))
                break;
            entry->used = true;
        }
        rh_peer_note(&import->notes, "%s: %s", names, why);
    }
}

/* Values of keys that the file leaves out: a misspelt one shows itself so. */
static void note_defaults(struct rh_import *import, const struct rh_peer *peer) {
    static const char format[] = "left out, and as %s has it then: %s";
    char names[160] = "";
    for (size_t i = 0; i < rh_preset_field_count; i++) {
        const struct rh_preset_field *field = &rh_preset_fields[i];
        size_t length = strlen(names);
        if (!import->defaults[i])
            continue;
        if (length > sizeof names - 40) {
            rh_peer_note(&import->notes, format, peer->title, names);
            length = 0;
        }
        length +=
            (size_t)snprintf(names + length, sizeof names - length, "%s%s ", length == 0 ? "" : ", ", field->name);
        if (strcmp(field->name, "refresh") == 0)
            (void)snprintf(names + length, sizeof names - length, "%s", rh_refresh_name(import->preset.refresh));
        else
            (void)snprintf(names + length, sizeof names - length, "%u", rh_preset_field_get(&import->preset, field));
    }
    if (names[0] != '\0')
        rh_peer_note(&import->notes, format, peer->title, names);
}

/* The name of the file, as a preset may have it. */
static void name_preset(struct rh_import *import) {
    const char *slash = strrchr(import->file, '/'), *base = slash == NULL ? import->file : slash + 1;
    char *name = import->preset.name;
    size_t length = strcspn(base, ".");
    (void)snprintf(name, sizeof import->preset.name, "%.*s", (int)(length > 56 ? 56 : length), base);
    for (char *c = name; *c != '\0'; c++)
        if (!isalnum((unsigned char)*c) && *c != '_' && *c != '-')
            *c = '_';
    if (name[0] == '\0' || rh_preset_is_built_in(name)) {
        char text[sizeof import->preset.name];
        (void)snprintf(text, sizeof text, "my_%.56s", name);
        (void)snprintf(name, sizeof import->preset.name, "%s", text);
    }
}

/* The map must fit the organisation. */
static void check_map(struct rh_import *import) {
    struct rh_map map;
    struct rh_error why = {""};
    if (import->failed || import->preset.map[0] == '\0')
        return;
    const struct rh_map_shape shape = rh_map_shape_of(&import->preset, import->preset.channels);
    if (!rh_map_parse(&map, import->preset.map, &shape, &why)) {
        rh_peer_note(&import->notes, "the address map is left out: %.160s", why.text);
        import->preset.map[0] = '\0';
    }
}

/* The values against each other, and the fault at the place of the key that it names. */
static void check(struct rh_import *import) {
    struct rh_error why = {""};
    char name[32];
    for (size_t i = 0; i < rh_preset_field_count && !import->failed; i++)
        if (!rh_preset_fields[i].rule && strcmp(import->values[i].rounding, "left out") == 0)
            rh_import_fail(import, NULL, "found nothing that says %s (%s), expected it", rh_preset_fields[i].name,
                           rh_preset_fields[i].meaning);
    if (import->failed || rh_preset_check(&import->preset, &why))
        return;
    (void)snprintf(name, sizeof name, "%.*s", (int)strcspn(why.text, ":"), why.text);
    const struct rh_preset_field *field = rh_preset_field_find(name);
    const struct rh_import_entry *entry = field == NULL ? NULL : import->origin[field - rh_preset_fields];
    rh_import_fail(import, entry, "%s", why.text);
}

/* A file's text into entries. */
static bool read_file(struct rh_import *import, const char *file, bool (*parse)(struct rh_import *, char *)) {
    static const char mark[] = "\xef\xbb\xbf"; /* of byte order, which some editors begin a file with */
    const size_t length = sizeof mark - 1;
    unsigned char *bytes;
    size_t size;
    if (!rh_slurp(file, MOST_BYTES, "a configuration", &bytes, &size, import->error)) {
        import->failed = true;
        return false;
    }
    char *text = malloc(size + 1);
    if (text != NULL) {
        memcpy(text, bytes, size);
        text[size] = '\0';
    }
    free(bytes);
    if (text == NULL)
        rh_import_fail(import, NULL, "found no memory to read it, expected enough");
    else if (strlen(text) != size)
        rh_import_fail(import, NULL, "found a NUL byte, expected text");
    if (!import->failed && !parse(import, strncmp(text, mark, length) == 0 ? text + length : text))
        import->failed = true;
    free(text);
    return !import->failed;
}

bool rh_import_further(struct rh_import *import, const struct rh_import_entry *name) {
    const char *slash = strrchr(import->file, '/');
    if (import->furthers == RH_IMPORT_FILES) {
        rh_import_fail(import, name, "found a fifth file, expected at most four beside this one");
        return false;
    }
    char *path = import->further[import->furthers++];
    int folder = name->text[0] == '/' || slash == NULL ? 0 : (int)(slash - import->file) + 1;
    if (snprintf(path, RH_IMPORT_VALUE, "%.*s%s", folder, import->file, name->text) >= RH_IMPORT_VALUE) {
        rh_import_fail(import, name, "found a path of over 255 letters, expected a shorter one");
        return false;
    }
    import->reading = path;
    bool good = read_file(import, path, rh_import_yaml);
    import->reading = NULL;
    return good;
}

struct rh_import *rh_import_open(const struct rh_peer *peer, const char *file, struct rh_error *error) {
    struct rh_import *import = calloc(1, sizeof *import);
    if (import == NULL) {
        rh_error_set(error, "%s: found no memory to read it, expected enough", file);
        return NULL;
    }
    import->file = file;
    import->error = error;
    import->devices = RH_PEER_IN_ALL;
    name_preset(import);
    (void)snprintf(import->preset.source, sizeof import->preset.source, "%.180s of %s", file, peer->title);
    if (read_file(import, file, peer->parse) && import->count == 0)
        rh_import_fail(import, NULL, "found no key, expected a configuration of %s", peer->title);
    if (!import->failed)
        return import;
    free(import);
    return NULL;
}

bool rh_import_finish(struct rh_import *import, const struct rh_peer *peer) {
    if (peer->defaults)
        note_defaults(import, peer);
    note_unused(import, peer);
    return !import->failed;
}

struct rh_import *rh_preset_import(const char *format, const char *file, struct rh_error *error) {
    const struct rh_peer *peer = NULL;
    for (unsigned i = 0; (peer = rh_peer_at(i)) != NULL; i++)
        if (peer->parse != NULL && strcmp(peer->name, format) == 0)
            break;
    if (peer == NULL) {
        rh_error_set(error, "--from: found '%.60s', expected another simulator's name", format);
        return NULL;
    }
    struct rh_import *import = rh_import_open(peer, file, error);
    if (import == NULL)
        return NULL;
    peer->read(import);
    check(import);
    check_map(import);
    if (rh_import_finish(import, peer))
        return import;
    free(import);
    return NULL;
}
