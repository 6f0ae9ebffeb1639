// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_map.h"

#include <inttypes.h>
#include <stdbool.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>
#include <strings.h>

#include "cmodel/workload/rh_scan.h"
#include "rowhold/rh_bits.h"

struct map_name {
    size_t length;       /* of the name: a map's hashes may follow */
    bool hashes_columns; /* bits of the column go into all that stands above it */
    char fields[80];     /* the fields that it stands for, as rh_map_parse takes them */
};

/* Names that other simulators have for address maps; which ones: rh_map.h. */

static bool is_name(const char *text, size_t length, const char *name) {
    return strlen(name) == length && strncasecmp(text, name, length) == 0;
}

/* Two letters a field, each at most once. */
static bool spell_out(const char *text, size_t length, char fields[80]) {
    static const char *const words[][2] = {{"ro", "row"},  {"ba", "bank:bank_group"}, {"bg", "bank_group"},
                                           {"ra", "rank"}, {"co", "column"},          {"ch", "channel"}};
    enum { WORDS = sizeof words / sizeof words[0], GROUP = 2 };
    unsigned taken = 0;
    bool grouped = false;
    for (size_t i = 0; i + 2 <= length; i += 2)
        grouped |= strncasecmp(text + i, words[GROUP][0], 2) == 0;
    fields[0] = '\0';
    for (size_t i = 0; i < length; i += 2) {
        unsigned w = 0;
        while (w < WORDS && (i + 2 > length || strncasecmp(text + i, words[w][0], 2) != 0))
            w++;
        if (w == WORDS || (taken >> w & 1) != 0)
            return false;
        taken |= 1U << w;
        if (i != 0)
            strcat(fields, ":");
        strcat(fields, grouped && w == 1 ? "bank" : words[w][1]);
    }
    return length != 0;
}

/* Does the text begin with such a name, up to its end or a comma? */
static bool map_name_find(const char *text, struct map_name *name) {
    name->length = strcspn(text, ",");
    name->hashes_columns = is_name(text, name->length, "MOP4CLXOR");
    if (name->hashes_columns)
        strcpy(name->fields, "row:column:bank:bank_group:rank:channel:column[2]");
    else if (is_name(text, name->length, "ChRaBaRoCo"))
        strcpy(name->fields, "channel:rank:bank_group:bank:row:column");
    else
        return spell_out(text, name->length, name->fields);
    return true;
}

static const char *const field_names[RH_MAP_FIELDS] = {"row",    "bank",    "bank_group", "rank",
                                                       "column", "channel", "byte"};
enum { AUTO = 255 }; // width of a piece that the shape decides

static unsigned log2_exact(uint32_t n) {
    unsigned bits = 0;
    while ((n >> bits) > 1)
        bits++;
    return bits;
}

static unsigned least(unsigned a, unsigned b) {
    return a < b ? a : b;
}

static unsigned log2_up(uint32_t n) {
    unsigned bits = log2_exact(n);
    return (n & (n - 1)) == 0 ? bits : bits + 1;
}

static bool check_shape(const struct rh_map_shape *shape, struct rh_error *error) {
    const struct {
        const char *name;
        uint32_t value;
    } powers[] = {{"banks", shape->banks},
                  {"bank groups", shape->groups},
                  {"ranks", rh_max(1, shape->ranks)},
                  {"columns", shape->columns},
                  {"bytes a column command", shape->command_bytes}};
    for (size_t i = 0; i < sizeof powers / sizeof powers[0]; i++)
        if (powers[i].value == 0 || (powers[i].value & (powers[i].value - 1)) != 0)
            return rh_error_field(error, "map",
                                  "found %" PRIu32 " %s, expected a power of two, to cut addresses into bits",
                                  powers[i].value, powers[i].name);
    return (shape->rows > 0 && shape->channels > 0) ||
           rh_error_field(error, "map", "found %" PRIu32 " channels and %" PRIu32 " rows, expected at least one each",
                          shape->channels, shape->rows);
}

/* A field's name at the scan: consumed. */
static bool take_field(struct rh_scan *scan, unsigned *field, struct rh_error *error) {
    size_t length = strspn(scan->at, "abcdefghijklmnopqrstuvwxyz_");
    for (*field = 0; *field < RH_MAP_FIELDS; ++*field)
        if (strlen(field_names[*field]) == length && strncmp(scan->at, field_names[*field], length) == 0) {
            scan->at += length;
            return true;
        }
    return rh_scan_fail(scan, "row, bank, bank_group, rank, column, channel or byte", error);
}

static bool take(struct rh_scan *scan, char c, struct rh_error *error) {
    char expected[8];
    if (*scan->at == c) {
        scan->at++;
        return true;
    }
    snprintf(expected, sizeof expected, "'%c'", c);
    return rh_scan_fail(scan, expected, error);
}

static bool parse_piece(struct rh_map *map, struct rh_scan *scan, struct rh_error *error) {
    unsigned field;
    uint64_t width = AUTO;
    if (map->pieces == RH_MAP_PIECES)
        return rh_scan_fail(scan, "at most 24 pieces", error);
    if (map->pieces > 0 && map->piece[map->pieces - 1].field == RH_MAP_BYTE)
        return rh_scan_fail(scan, "nothing after byte, which is lowest", error);
    struct rh_scan start = *scan;
    if (!take_field(scan, &field, error))
        return false;
    if (*scan->at == '[') {
        scan->at++;
        if (!rh_scan_number(scan, 10, "bits", 0, 40, &width, error) || !take(scan, ']', error))
            return false;
    }
    unsigned open = 0;
    for (unsigned i = 0; i < map->pieces; i++)
        open += map->piece[i].field == field && map->piece[i].width == AUTO;
    if (width == AUTO && open == (field == RH_MAP_COLUMN ? 2 : 1))
        return rh_scan_fail(&start,
                            field == RH_MAP_COLUMN ? "at most two pieces of column without a width"
                                                   : "one piece of a field without a width",
                            error);
    map->piece[map->pieces++] = (struct rh_map_piece){.field = (uint8_t)field, .width = (uint8_t)width};
    return true;
}

/* Widths that the shape asks for; bank_group and rank count only where the text has them. */
static void set_widths(struct rh_map *map) {
    const struct rh_map_shape *s = &map->shape;
    bool has[RH_MAP_FIELDS] = {false};
    for (unsigned i = 0; i < map->pieces; i++)
        has[map->piece[i].field] = true;
    map->width[RH_MAP_ROW] = log2_up(s->rows);
    map->width[RH_MAP_RANK] = has[RH_MAP_RANK] ? log2_exact(rh_max(1, s->ranks)) : 0;
    map->width[RH_MAP_GROUP] = has[RH_MAP_GROUP] ? log2_exact(s->groups) - map->width[RH_MAP_RANK] : 0;
    map->width[RH_MAP_BANK] = log2_exact(s->banks) - map->width[RH_MAP_GROUP] - map->width[RH_MAP_RANK];
    map->width[RH_MAP_COLUMN] = log2_exact(s->columns);
    map->width[RH_MAP_CHANNEL] = log2_up(s->channels);
    map->width[RH_MAP_BYTE] = log2_exact(s->command_bytes);
}

/* Column bits of 256 bytes of a row: at least one command, at most the row. */
static unsigned default_columns(const struct rh_map_shape *shape) {
    unsigned bits = 0;
    while (shape->command_bytes << bits < 256 && bits < log2_exact(shape->columns))
        bits++;
    return bits;
}

/* Give each piece its width and place. */
static bool lay_out(struct rh_map *map, const struct rh_scan *scan, const unsigned *column, struct rh_error *error) {
    for (unsigned field = 0; field < RH_MAP_FIELDS; field++) {
        unsigned given = 0, pieces = 0, at = rh_scan_column(scan);
        struct rh_map_piece *open = NULL, *upper = NULL;
        for (unsigned i = 0; i < map->pieces; i++) {
            struct rh_map_piece *piece = &map->piece[i];
            if (piece->field != field)
                continue;
            if (pieces++ == 0)
                at = column[i];
            if (piece->width == AUTO) {
                upper = open;
                open = piece;
            } else
                given += piece->width;
        }
        if (field == RH_MAP_BYTE && pieces == 0) {
            if (map->pieces == RH_MAP_PIECES)
                return rh_scan_fail(scan, "at most 24 pieces", error);
            map->piece[map->pieces++] = (struct rh_map_piece){RH_MAP_BYTE, (uint8_t)map->width[field], 0, 0};
            continue;
        }
        if (given > map->width[field] || (open == NULL && given != map->width[field])) {
            rh_error_set(error, "%s:%u: found %u bits of %s, expected %u, as the memory has", scan->file, at, given,
                         field_names[field], map->width[field]);
            return rh_error_set_member(error, (unsigned)strlen(scan->file));
        }
        if (open == NULL)
            continue;
        open->width = (uint8_t)(map->width[field] - given);
        if (upper == NULL)
            continue;
        open->width = (uint8_t)least(open->width, default_columns(&map->shape));
        upper->width = (uint8_t)(map->width[field] - given - open->width);
    }
    unsigned taken[RH_MAP_FIELDS] = {0};
    map->bits = 0;
    for (unsigned i = map->pieces; i-- > 0;) {
        struct rh_map_piece *piece = &map->piece[i];
        piece->shift = (uint8_t)map->bits;
        piece->to = (uint8_t)taken[piece->field];
        taken[piece->field] += piece->width;
        map->bits += piece->width;
    }
    return map->bits <= 63 || rh_error_field(error, "map", "found %u address bits, expected at most 63", map->bits);
}

/* Where rows are no power of two, the memory must end where they do: the row bits that tell the last row from those
 * that are not there stand on top of the address, in order, and in no hash. */
static bool check_rows(const struct rh_map *map, struct rh_error *error) {
    const uint32_t rows = map->shape.rows;
    const unsigned whole = (unsigned)__builtin_ctz(rows), width = map->width[RH_MAP_ROW];
    bool on_top = true;
    if ((rows & (rows - 1)) == 0)
        return true;
    for (unsigned i = 0; i < map->pieces; i++) {
        const struct rh_map_piece *piece = &map->piece[i];
        on_top &= piece->field != RH_MAP_ROW || piece->to + piece->width <= whole ||
                  piece->shift + width == map->bits + piece->to;
    }
    for (unsigned i = 0; i < map->hashes; i++) {
        const struct rh_map_hash *hash = &map->hash[i];
        on_top &= hash->target != RH_MAP_ROW || hash->target_low + hash->width <= whole;
    }
    return on_top ||
           rh_error_field(error, "map",
                          "found %" PRIu32 " rows, no power of two, below other fields or in a hash, expected "
                          "the row on top of the address",
                          rows);
}

static bool divides(const struct rh_map *map) {
    return (map->shape.channels & (map->shape.channels - 1)) != 0;
}

/* Where channels are no power of two, the channel is a remainder: in one piece, and not hashed. */
static bool check_channels(struct rh_map *map, struct rh_error *error) {
    unsigned pieces = 0, hashes = 0;
    for (unsigned i = 0; i < map->pieces; i++)
        if (map->piece[i].field == RH_MAP_CHANNEL && map->piece[i].width != 0) {
            map->channel_low = map->piece[i].shift;
            pieces++;
        }
    for (unsigned i = 0; i < map->hashes; i++)
        hashes += map->hash[i].target == RH_MAP_CHANNEL;
    return !divides(map) || (pieces == 1 && hashes == 0) ||
           rh_error_field(error, "map",
                          "found %" PRIu32 " channels, no power of two, in %u pieces and %u hashes, expected the "
                          "channel in one piece and not hashed",
                          map->shape.channels, pieces, hashes);
}

/* FIELD, FIELD[BIT] or FIELD[HIGH:LOW]; `high` is the field's top bit without brackets. */
static bool parse_bits(const struct rh_map *map, struct rh_scan *scan, unsigned *field, unsigned *high, unsigned *low,
                       struct rh_error *error) {
    struct rh_scan start = *scan;
    uint64_t top, bottom;
    if (!take_field(scan, field, error))
        return false;
    unsigned width = map->width[*field];
    if (*field == RH_MAP_BYTE || width == 0)
        return rh_scan_fail(&start, "a field that has bits, and not byte", error);
    *low = 0;
    *high = width - 1;
    if (*scan->at != '[')
        return true;
    scan->at++;
    if (!rh_scan_number(scan, 10, "a bit of the field", 0, width - 1, &top, error))
        return false;
    bottom = top;
    if (*scan->at == ':') {
        scan->at++;
        if (!rh_scan_number(scan, 10, "a bit not above the first", 0, top, &bottom, error))
            return false;
    }
    *high = (unsigned)top;
    *low = (unsigned)bottom;
    return take(scan, ']', error);
}

static bool parse_hash(struct rh_map *map, struct rh_scan *scan, struct rh_error *error) {
    unsigned target, target_high, target_low, source, source_high, source_low;
    if (map->hashes == RH_MAP_HASHES)
        return rh_scan_fail(scan, "at most 16 hashes", error);
    if (!parse_bits(map, scan, &target, &target_high, &target_low, error))
        return false;
    bool whole = scan->at[-1] != ']';
    if (!take(scan, '^', error) || !take(scan, '=', error))
        return false;
    struct rh_scan start = *scan;
    if (!parse_bits(map, scan, &source, &source_high, &source_low, error))
        return false;
    if (source == target)
        return rh_scan_fail(&start, "another field than the one hashed", error);
    unsigned width = source_high - source_low + 1, room = target_high - target_low + 1;
    if (width > room || (!whole && width != room)) {
        char expected[64];
        snprintf(expected, sizeof expected, "%s%u bits, not %u", whole ? "at most " : "", room, width);
        return rh_scan_fail(&start, expected, error);
    }
    map->hash[map->hashes++] = (struct rh_map_hash){(uint8_t)target, (uint8_t)target_low, (uint8_t)source,
                                                    (uint8_t)source_low, (uint8_t)width};
    return true;
}

/* MOP4CLXOR: bits of the column, from the lowest on, into the fields from the channel to the row. */
static void hash_columns(struct rh_map *map) {
    static const uint8_t targets[] = {RH_MAP_CHANNEL, RH_MAP_RANK, RH_MAP_GROUP, RH_MAP_BANK, RH_MAP_ROW};
    unsigned low = 0, columns = map->width[RH_MAP_COLUMN];
    for (size_t i = 0; i < sizeof targets && low < columns; i++) {
        unsigned width = least(map->width[targets[i]], columns - low);
        if (width != 0)
            map->hash[map->hashes++] = (struct rh_map_hash){targets[i], 0, RH_MAP_COLUMN, (uint8_t)low, (uint8_t)width};
        low += width;
    }
}

bool rh_map_parse(struct rh_map *map, const char *text, const struct rh_map_shape *shape, struct rh_error *error) {
    struct map_name name;
    const char *hashes = map_name_find(text, &name) ? text + name.length : NULL; /* what stands behind a name */
    const char *fields = hashes != NULL ? name.fields : text;
    struct rh_scan scan = {"map", 0, fields, fields};
    unsigned column[RH_MAP_PIECES];
    memset(map, 0, sizeof *map);
    map->shape = *shape;
    if (!check_shape(shape, error))
        return false;
    do {
        if (*scan.at == ':')
            scan.at++;
        if (map->pieces < RH_MAP_PIECES)
            column[map->pieces] = rh_scan_column(&scan);
        if (!parse_piece(map, &scan, error))
            return false;
    } while (*scan.at == ':');
    if (hashes != NULL)
        scan = (struct rh_scan){"map", 0, text, hashes};
    if (*scan.at != '\0' && *scan.at != ',')
        return rh_scan_fail(&scan, "':' and a field, or ',' and a hash", error);
    set_widths(map);
    if (!lay_out(map, &scan, column, error))
        return false;
    if (hashes != NULL && name.hashes_columns)
        hash_columns(map);
    while (*scan.at == ',') {
        scan.at++;
        if (!parse_hash(map, &scan, error))
            return false;
    }
    return *scan.at == '\0' ? check_rows(map, error) && check_channels(map, error)
                            : rh_scan_fail(&scan, "',' and a hash", error);
}

const char *rh_map_text(const char *given, const struct rh_preset *preset) {
    return given != NULL ? given : preset != NULL && preset->map[0] != '\0' ? preset->map : RH_DEFAULT_MAP;
}

struct rh_map_shape rh_map_shape_of(const struct rh_preset *preset, uint32_t channels) {
    return (struct rh_map_shape){.channels = channels != 0 ? channels : preset->channels,
                                 .banks = preset->banks,
                                 .groups = rh_max(1, preset->groups),
                                 .rows = preset->rows,
                                 .columns = rh_preset_columns(preset),
                                 .command_bytes = rh_preset_command_bytes(preset),
                                 .ranks = preset->ranks};
}

void rh_map_print(const struct rh_map *map, char text[RH_MAP_TEXT]) {
    size_t used = 0;
    for (unsigned i = 0; i < map->pieces; i++)
        used += (size_t)snprintf(text + used, RH_MAP_TEXT - used, "%s%s[%u]", i == 0 ? "" : ":",
                                 field_names[map->piece[i].field], map->piece[i].width);
    for (unsigned i = 0; i < map->hashes; i++) {
        const struct rh_map_hash *h = &map->hash[i];
        used += (size_t)snprintf(text + used, RH_MAP_TEXT - used, ",%s[%d:%u]^=%s[%d:%u]", field_names[h->target],
                                 h->target_low + h->width - 1, h->target_low, field_names[h->source],
                                 h->source_low + h->width - 1, h->source_low);
    }
}

static void apply(const struct rh_map_hash *hash, uint64_t value[RH_MAP_FIELDS]) {
    uint64_t bits = value[hash->source] >> hash->source_low & ((UINT64_C(1) << hash->width) - 1);
    value[hash->target] ^= bits << hash->target_low;
}

uint64_t rh_map_bytes(const struct rh_map *map) {
    const struct rh_map_shape *s = &map->shape;
    return (uint64_t)s->channels * s->banks * s->rows * s->columns * s->command_bytes;
}

/* Rows need not be a power of two: an address of that many bits may still name one that does not exist. */
bool rh_map_place(const struct rh_map *map, uint64_t address, struct rh_map_place *place) {
    uint64_t value[RH_MAP_FIELDS] = {0};
    if (divides(map)) {
        uint64_t above = address >> map->channel_low, channels = map->shape.channels;
        if (!map->wrap && address >= rh_map_bytes(map))
            return false;
        address = above / channels << (map->channel_low + map->width[RH_MAP_CHANNEL]) |
                  above % channels << map->channel_low | (address & rh_mask(map->channel_low));
    }
    if (map->wrap && map->bits < 64)
        address &= (UINT64_C(1) << map->bits) - 1;
    if (address >> map->bits != 0)
        return false;
    for (unsigned i = 0; i < map->pieces; i++) {
        const struct rh_map_piece *piece = &map->piece[i];
        value[piece->field] |= (address >> piece->shift & ((UINT64_C(1) << piece->width) - 1)) << piece->to;
    }
    for (unsigned i = 0; i < map->hashes; i++)
        apply(&map->hash[i], value);
    place->channel = (uint32_t)value[RH_MAP_CHANNEL];
    uint64_t group = value[RH_MAP_RANK] << map->width[RH_MAP_GROUP] | value[RH_MAP_GROUP];
    place->bank = (uint32_t)(group << map->width[RH_MAP_BANK] | value[RH_MAP_BANK]);
    place->row = (uint32_t)value[RH_MAP_ROW];
    place->column = (uint32_t)value[RH_MAP_COLUMN];
    if (map->wrap)
        place->row %= map->shape.rows;
    return place->row < map->shape.rows;
}

uint32_t rh_map_run(const struct rh_map *map, uint64_t first, uint32_t most, struct rh_map_place *place) {
    struct rh_map_place next;
    uint32_t n = 1;
    (void)rh_map_place(map, first * map->shape.command_bytes, place);
    while (n < most && rh_map_place(map, (first + n) * map->shape.command_bytes, &next) &&
           next.channel == place->channel && next.bank == place->bank && next.row == place->row &&
           next.column == place->column + n)
        n++;
    return n;
}

uint64_t rh_map_address(const struct rh_map *map, const struct rh_map_place *place) {
    uint64_t value[RH_MAP_FIELDS] = {0}, address = 0;
    value[RH_MAP_CHANNEL] = place->channel;
    uint64_t group = place->bank >> map->width[RH_MAP_BANK];
    value[RH_MAP_RANK] = group >> map->width[RH_MAP_GROUP];
    value[RH_MAP_GROUP] = group & ((UINT64_C(1) << map->width[RH_MAP_GROUP]) - 1);
    value[RH_MAP_BANK] = place->bank & ((UINT64_C(1) << map->width[RH_MAP_BANK]) - 1);
    value[RH_MAP_ROW] = place->row;
    value[RH_MAP_COLUMN] = place->column;
    for (unsigned i = map->hashes; i-- > 0;)
        apply(&map->hash[i], value);
    for (unsigned i = 0; i < map->pieces; i++) {
        const struct rh_map_piece *piece = &map->piece[i];
        address |= (value[piece->field] >> piece->to & ((UINT64_C(1) << piece->width) - 1)) << piece->shift;
    }
    if (divides(map)) {
        uint64_t above = address >> (map->channel_low + map->width[RH_MAP_CHANNEL]);
        address =
            (above * map->shape.channels + place->channel) << map->channel_low | (address & rh_mask(map->channel_low));
    }
    return address;
}
