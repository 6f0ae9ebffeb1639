// SPDX-License-Identifier: Apache-2.0
// Ramulator 1's command trace (record_cmd_trace): clock, command, then the bank where the command has one; bank groups
// count through. One rank of one channel a file, and no rows: what depends on them is not judged.
#include <string.h>

#include "cmodel/trace/rh_command_format.h"

static const struct rh_command_word words[] = {
    {"ACT", RH_ACT, false}, {"PRE", RH_PRE, false},   {"PREA", RH_PRE, true}, {"PRA", RH_PRE, true},
    {"RD", RH_RD, false},   {"WR", RH_WR, false},     {"RDA", RH_RDA, false}, {"WRA", RH_WRA, false},
    {"REF", RH_REF, true},  {"REFPB", RH_REF, false}, {"PDE", RH_PDE, true},  {"PDX", RH_PDX, true},
    {"SRE", RH_SRE, true},  {"SREF", RH_SRE, true},   {"SRX", RH_SRX, true},  {"SREFX", RH_SRX, true}};
enum { WORDS = sizeof words / sizeof words[0] };

static bool looks(const char *text) {
    text += strspn(text, " \t");
    size_t digits = strspn(text, "0123456789");
    if (digits == 0 || text[digits] != ',' || text[digits + 1] < 'A' || text[digits + 1] > 'Z')
        return false;
    const char *comma = strchr(text + digits + 1, ',');
    return comma == NULL || strchr(comma + 1, ',') == NULL;
}

static int parse(struct rh_command_reader *reader, struct rh_scan *scan, struct rh_command_record *record,
                 struct rh_error *error) {
    struct rh_command_place place = {.row = RH_ROW_UNKNOWN, .group = -1, .bank = -1};
    int64_t bank = -1;
    if (!rh_scan_number(scan, 10, "a cycle", 0, INT64_MAX, &record->cycle, error) ||
        !rh_command_comma(scan, "a comma and a command", error))
        return -1;
    const struct rh_command_word *word = rh_command_word(
        scan, words, WORDS, "ACT, PRE, PREA or PRA, RD, WR, RDA, WRA, REF, REFPB, PDE, PDX, SRE or SREF, SRX or SREFX",
        error);
    if (word == NULL)
        return -1;
    const char *at = scan->at;
    if (*scan->at == ',' &&
        (!rh_command_comma(scan, "a comma and a bank", error) ||
         !rh_command_level(scan, 10, "a bank of a rank", reader->rank_groups * reader->group_banks - 1, &bank, error)))
        return -1;
    for (unsigned i = 0; i < RH_COMMAND_COLUMNS; i++)
        place.at[i] = at;
    if (bank >= 0) {
        place.group = bank / reader->group_banks;
        place.bank = bank % reader->group_banks;
    }
    return rh_scan_end(scan, error) && rh_command_finish(reader, scan, word, &place, record, error) ? 1 : -1;
}

static const char *put(struct rh_command_writer *writer, const struct rh_command_record *record) {
    (void)writer, (void)record;
    return "another --to, for ramulator1 is only read";
}

const struct rh_command_format rh_commands_ramulator1 = {
    .name = "ramulator1", .looks = looks, .parse = parse, .put = put};
