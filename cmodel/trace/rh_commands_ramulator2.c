// SPDX-License-Identifier: Apache-2.0
// Ramulator 2's TraceRecorder: clock, command, then one number a level of the device's hierarchy. A refresh of a rank
// has -1 below it.
#include <inttypes.h>
#include <string.h>

#include "cmodel/trace/rh_command_format.h"

static const struct rh_command_word words[] = {
    {"ACT", RH_ACT, false},   {"PRE", RH_PRE, false},  {"PREA", RH_PRE, true}, {"RD", RH_RD, false},
    {"WR", RH_WR, false},     {"RDA", RH_RDA, false},  {"WRA", RH_WRA, false}, {"REFab", RH_REF, true},
    {"REFsb", RH_REF, false}, {"REFpb", RH_REF, false}};
enum { WORDS = sizeof words / sizeof words[0], MOST = 6 };

static bool looks(const char *text) {
    text += strspn(text, " \t");
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && text[digits] == ',' && text[digits + 1] == ' ';
}

/* Which level each number is, outermost first: indices into struct rh_command_place. Where there are several, the rank
 * is not left out. */
static const uint8_t *levels_of(const struct rh_command_reader *reader, unsigned count) {
    static const uint8_t six[] = {0, 1, 2, 3, 4, 5}, no_groups[] = {0, 1, 3, 4, 5}, no_ranks[] = {0, 2, 3, 4, 5};
    if (count == 6)
        return six;
    if (count != 5 || (reader->ranks > 1 && reader->rank_groups > 1))
        return NULL;
    return reader->rank_groups > 1 ? no_ranks : no_groups;
}

static bool parse_levels(struct rh_command_reader *reader, struct rh_scan *scan, struct rh_command_place *place,
                         struct rh_error *error) {
    static const char *const names[MOST] = {"channel", "rank", "bankgroup", "bank", "row", "column"};
    const uint64_t most[MOST] = {RH_COMMAND_CHANNELS - 1, 255,  reader->rank_groups - 1, reader->group_banks - 1,
                                 RH_ROW_UNKNOWN - 1,      65535};
    int64_t *const values[MOST] = {&place->channel, &place->rank, &place->group,
                                   &place->bank,    &place->row,  &place->column};
    unsigned count = 0;
    for (const char *c = scan->at; *c != '\0'; c++)
        count += *c == ',';
    const uint8_t *levels = levels_of(reader, count);
    if (levels == NULL)
        return rh_scan_fail(scan,
                            reader->ranks > 1 ? "channel, rank, bankgroup, bank, row, column"
                                              : "channel, rank, bankgroup, bank, row, column, or five of them",
                            error);
    for (unsigned i = 0; i < MOST; i++) {
        place->at[i] = scan->at;
        *values[i] = 0;
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned level = levels[i];
        if (!rh_command_comma(scan, "a comma and the next level", error))
            return false;
        place->at[level] = scan->at;
        if (!rh_command_level(scan, 10, names[level], most[level], values[level], error))
            return false;
    }
    return rh_scan_end(scan, error);
}

static int parse(struct rh_command_reader *reader, struct rh_scan *scan, struct rh_command_record *record,
                 struct rh_error *error) {
    struct rh_command_place place;
    if (!rh_scan_number(scan, 10, "a cycle", 0, INT64_MAX, &record->cycle, error) ||
        !rh_command_comma(scan, "a comma and a command", error))
        return -1;
    const struct rh_command_word *word =
        rh_command_word(scan, words, WORDS, "ACT, PRE, PREA, RD, WR, RDA, WRA, REFab, REFsb or REFpb", error);
    if (word == NULL || !parse_levels(reader, scan, &place, error))
        return -1;
    return rh_command_finish(reader, scan, word, &place, record, error) ? 1 : -1;
}

static const char *put(struct rh_command_writer *writer, const struct rh_command_record *record) {
    const struct rh_command_place place = rh_command_place_of(writer, record);
    fprintf(writer->to, "%" PRIu64 ", %s, %d, %d", record->cycle, rh_command_word_of(record, words, WORDS),
            (int)place.channel, (int)place.rank);
    if (writer->trace.preset->groups > rh_max(1, writer->trace.preset->ranks))
        fprintf(writer->to, ", %d", (int)place.group);
    fprintf(writer->to, ", %d, %" PRId64 ", %" PRId64 "\n", (int)place.bank, place.row, place.column);
    return NULL;
}

const struct rh_command_format rh_commands_ramulator2 = {
    .name = "ramulator2", .looks = looks, .parse = parse, .put = put};
