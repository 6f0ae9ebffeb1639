// SPDX-License-Identifier: Apache-2.0
// What the formats of command traces of other simulators share.
#include <string.h>

#include "cmodel/trace/rh_command_format.h"

const struct rh_command_word *rh_command_word(struct rh_scan *scan, const struct rh_command_word *words, size_t count,
                                              const char *expected, struct rh_error *error) {
    rh_scan_blanks(scan);
    size_t length = rh_scan_token(scan, ',');
    for (size_t i = 0; i < count; i++)
        if (strlen(words[i].word) == length && strncmp(scan->at, words[i].word, length) == 0) {
            scan->at += length;
            return &words[i];
        }
    (void)rh_scan_fail(scan, expected, error);
    return NULL;
}

bool rh_command_level(struct rh_scan *scan, int base, const char *what, uint64_t most, int64_t *value,
                      struct rh_error *error) {
    uint64_t number;
    rh_scan_blanks(scan);
    size_t length = rh_scan_token(scan, ',');
    if ((length == 2 && strncmp(scan->at, "-1", 2) == 0) || (length == 4 && strncmp(scan->at, "-0x1", 4) == 0)) {
        scan->at += length;
        *value = -1;
        return true;
    }
    if (!rh_scan_number(scan, base, what, 0, most, &number, error))
        return false;
    *value = (int64_t)number;
    return true;
}

bool rh_command_comma(struct rh_scan *scan, const char *expected, struct rh_error *error) {
    rh_scan_blanks(scan);
    if (*scan->at != ',')
        return rh_scan_fail(scan, expected, error);
    scan->at++;
    rh_scan_blanks(scan);
    return true;
}

/* A rank that the preset has, or a pseudochannel. */
static bool finish_channel(struct rh_command_reader *reader, struct rh_scan *scan, const struct rh_command_place *place,
                           struct rh_command_record *record, struct rh_error *error) {
    unsigned parts = reader->pseudochannels, most = parts > 1 ? parts : reader->ranks;
    if (place->channel >= 0) {
        reader->channel = (unsigned)place->channel;
        reader->named = true;
    }
    reader->waits = !reader->named;
    scan->at = place->at[1];
    if (place->rank < 0 && reader->ranks > 1)
        return rh_scan_fail(scan, "a rank, for the preset has several", error);
    if (place->rank >= most)
        return rh_scan_fail(scan,
                            parts == 1 ? "a rank that the preset has (--pseudochannels takes it for one)"
                                       : "a pseudochannel below --pseudochannels",
                            error);
    uint64_t first = (uint64_t)reader->channel * parts;
    scan->at = place->at[0];
    if (first + parts > RH_COMMAND_CHANNELS)
        return rh_scan_fail(scan, "a channel below 65536", error);
    record->channel = (uint16_t)(first + (parts == 1 || place->rank < 0 ? 0 : (uint64_t)place->rank));
    return true;
}

bool rh_command_finish(struct rh_command_reader *reader, struct rh_scan *scan, const struct rh_command_word *word,
                       const struct rh_command_place *place, struct rh_command_record *record, struct rh_error *error) {
    bool act = word->command == RH_ACT, column = rh_command_is_column(word->command);
    const struct {
        int64_t value;
        const char *at, *expected;
    } needs[] = {{word->all ? 0 : place->group, place->at[2], "a bank group, for the command has one bank"},
                 {word->all ? 0 : place->bank, place->at[3], "a bank, for the command has one"},
                 {act ? place->row : 0, place->at[4], "a row, for the command opens one"},
                 {column ? place->column : 0, place->at[5], "a column, for the command has one"}};
    if (!finish_channel(reader, scan, place, record, error))
        return false;
    for (size_t i = 0; i < sizeof needs / sizeof needs[0]; i++)
        if (needs[i].value < 0) {
            scan->at = needs[i].at;
            return rh_scan_fail(scan, needs[i].expected, error);
        }
    record->command = word->command;
    record->all = word->all;
    unsigned rank = reader->pseudochannels > 1 || place->rank < 0 ? 0 : (unsigned)place->rank;
    unsigned group = rank * reader->rank_groups + (word->all ? 0 : (unsigned)place->group);
    record->bank = (uint8_t)(group * reader->group_banks + (word->all ? 0 : (unsigned)place->bank));
    record->row = (act || column) && place->row >= 0 ? (uint32_t)place->row : RH_ROW_UNKNOWN;
    record->column = column ? (uint16_t)place->column : 0;
    return true;
}

struct rh_command_place rh_command_place_of(const struct rh_command_writer *writer,
                                            const struct rh_command_record *record) {
    const struct rh_preset *preset = writer->trace.preset;
    unsigned parts = writer->trace.pseudochannels, banks = (unsigned)preset->banks / preset->groups;
    unsigned groups = preset->groups / rh_max(1, preset->ranks);
    bool all = record->all, column = rh_command_is_column(record->command);
    bool row =
        (column || record->command == RH_ACT || (record->command == RH_PRE && !all)) && record->row != RH_ROW_UNKNOWN;
    return (struct rh_command_place){.channel = record->channel / parts,
                                     .rank = parts > 1 ? record->channel % parts : record->bank / banks / groups,
                                     .group = all ? -1 : (int64_t)(record->bank / banks % groups),
                                     .bank = all ? -1 : (int64_t)(record->bank % banks),
                                     .row = row ? (int64_t)record->row : -1,
                                     .column = column ? (int64_t)record->column : -1};
}

const char *rh_command_word_of(const struct rh_command_record *record, const struct rh_command_word *words,
                               size_t count) {
    for (size_t i = 0; i < count; i++)
        if (words[i].command == record->command && words[i].all == (record->all != 0))
            return words[i].word;
    return NULL;
}
