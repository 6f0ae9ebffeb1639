// SPDX-License-Identifier: Apache-2.0
// Ramulator 2's TraceRecorder and Ramulator 2.1's CmdTraceRecorder: clock, command, then one number a level of the
// device's hierarchy. A refresh of a rank has -1 below it. 2.1 leaves the blanks out, adds the type and the source of
// the request, and begins with a header that names the levels.
#include <inttypes.h>
#include <string.h>

#include "cmodel/trace/rh_command_format.h"

/* 2.0's names first, which are written. ACT1 begins the ACT of LPDDR, and its timings count from there; ACT2 and what
 * goes before a burst on the same bus are passed over. */
static const struct rh_command_word words[] = {
    {"ACT", RH_ACT, false},     {"PRE", RH_PRE, false},   {"PREA", RH_PRE, true},    {"RD", RH_RD, false},
    {"WR", RH_WR, false},       {"RDA", RH_RDA, false},   {"WRA", RH_WRA, false},    {"REFab", RH_REF, true},
    {"REFsb", RH_REF, false},   {"REFpb", RH_REF, false}, {"PREpb", RH_PRE, false},  {"PREab", RH_PRE, true},
    {"ACT1", RH_ACT, false},    {"ACT2", RH_NOP, false},  {"CAS_RD", RH_NOP, false}, {"CAS_WR", RH_NOP, false},
    {"RCKSTRT", RH_NOP, false}, {"RFMab", RH_RFM, true},  {"RFMsb", RH_RFM, false},  {"RFMpb", RH_RFM, false}};
enum { WORDS = sizeof words / sizeof words[0] };

/* Places of struct rh_command_place, then what only some devices have, and what is no place. */
enum { CHANNEL, RANK, GROUP, BANK, ROW, COLUMN, SID, NONE, PLACES };
enum { SID_GROUPS = 4 /* bank groups of a stack ID, in HBM3 and HBM4 */ };

static const struct {
    const char *name;
    uint8_t place;
} levels[] = {{"Channel", CHANNEL}, {"Rank", RANK}, {"PseudoChannel", RANK}, {"Sid", SID},   {"BankGroup", GROUP},
              {"Bank", BANK},       {"Row", ROW},   {"Column", COLUMN},      {"type", NONE}, {"source", NONE}};
enum { LEVELS = sizeof levels / sizeof levels[0] };

static const char header[] = "clock,command,Channel";

static unsigned count_commas(const char *text) {
    unsigned count = 0;
    for (; *text != '\0'; text++)
        count += *text == ',';
    return count;
}

/* Without blanks, a line is DRAMPower's too, but for what no command of it has: six levels or more behind a command
 * without data, or 2.1's names. */
static bool looks_packed(const char *command) {
    size_t length = strcspn(command, ",");
    bool column = length >= 2 && length <= 3 && (strncmp(command, "RD", 2) == 0 || strncmp(command, "WR", 2) == 0);
    return (!column && count_commas(command) >= 6 && command[strlen(command) - 1] != ',') || count_commas(command) >= 8;
}

static bool looks(const char *text) {
    text += strspn(text, " \t");
    if (strncmp(text, header, sizeof header - 1) == 0)
        return true;
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && text[digits] == ',' && (text[digits + 1] == ' ' || looks_packed(text + digits + 1));
}

/* Which level each number is, outermost first: indices into struct rh_command_place. Where there are several, the rank
 * is not left out. */
static const uint8_t *levels_of(const struct rh_command_reader *reader, unsigned count) {
    static const uint8_t eight[] = {0, 1, 2, 3, 4, 5, NONE, NONE}, no_groups[] = {0, 1, 3, 4, 5},
                         no_ranks[] = {0, 2, 3, 4, 5};
    if (reader->levels != 0)
        return count == reader->levels ? reader->level : NULL;
    if (count == 6 || count == 8)
        return eight;
    if (count != 5 || (reader->ranks > 1 && reader->rank_groups > 1))
        return NULL;
    return reader->rank_groups > 1 ? no_ranks : no_groups;
}

/* 2.1's header. A pseudochannel is half a channel, where the option does not say another share. */
static bool read_header(struct rh_command_reader *reader, struct rh_scan *scan, struct rh_error *error) {
    unsigned seen = 0;
    scan->at += strlen("clock,command");
    while (*scan->at == ',') {
        scan->at++;
        size_t length = rh_scan_token(scan, ','), i = 0;
        while (i < LEVELS && (strlen(levels[i].name) != length || strncmp(levels[i].name, scan->at, length) != 0))
            i++;
        if (i == LEVELS || (seen & 1U << levels[i].place & ~(1U << NONE)) != 0 || reader->levels == RH_COMMAND_LEVELS)
            return rh_scan_fail(scan,
                                "Channel, Rank or PseudoChannel, Sid, BankGroup, Bank, Row, Column, type, source, each "
                                "once",
                                error);
        seen |= 1U << levels[i].place;
        reader->level[reader->levels++] = levels[i].place;
        if (levels[i].name[0] == 'P' && reader->pseudochannels == 1)
            reader->pseudochannels = 2;
        reader->halves |= levels[i].place == SID; /* of HBM3 and HBM4, whose row commands take half clocks */
        scan->at += length;
    }
    const unsigned needed = 1U << CHANNEL | 1U << BANK | 1U << ROW | 1U << COLUMN;
    return (seen & needed) == needed ? rh_scan_end(scan, error)
                                     : rh_scan_fail(scan, "Channel, Bank, Row and Column in the header", error);
}

/* The stack ID of HBM3 counts the bank groups on. */
static bool add_stack(const struct rh_command_reader *reader, struct rh_scan *scan, int64_t sid, const char *at,
                      struct rh_command_place *place, struct rh_error *error) {
    scan->at = at;
    if (sid > 0 && place->group < 0)
        return rh_scan_fail(scan, "stack 0, for a command to all banks of another one is not modelled", error);
    if (sid > 0 && (uint64_t)(sid * SID_GROUPS + place->group) >= reader->rank_groups)
        return rh_scan_fail(scan, "a stack that the preset has, whose bank groups count on, 4 a stack", error);
    place->group += sid > 0 ? sid * SID_GROUPS : 0;
    return true;
}

static bool parse_levels(struct rh_command_reader *reader, struct rh_scan *scan, struct rh_command_place *place,
                         struct rh_error *error) {
    static const char *const names[PLACES] = {"channel", "rank",   "bankgroup", "bank",
                                              "row",     "column", "stack ID",  "a type and a source"};
    const uint64_t most[PLACES] = {RH_COMMAND_CHANNELS - 1,
                                   255,
                                   reader->rank_groups - 1,
                                   reader->group_banks - 1,
                                   RH_ROW_UNKNOWN - 1,
                                   65535,
                                   255,
                                   INT32_MAX};
    int64_t sid = 0, none = 0;
    int64_t *const values[PLACES] = {&place->channel, &place->rank,   &place->group, &place->bank,
                                     &place->row,     &place->column, &sid,          &none};
    const char *sid_at = scan->at;
    unsigned count = count_commas(scan->at);
    const uint8_t *numbers = levels_of(reader, count);
    if (numbers == NULL)
        return rh_scan_fail(scan,
                            reader->levels != 0 ? "as many numbers as the header has names"
                            : reader->ranks > 1 ? "channel, rank, bankgroup, bank, row, column"
                                                : "channel, rank, bankgroup, bank, row, column, or five of them",
                            error);
    for (unsigned i = 0; i <= COLUMN; i++) {
        place->at[i] = scan->at;
        *values[i] = 0;
    }
    for (unsigned i = 0; i < count; i++) {
        unsigned number = numbers[i];
        if (!rh_command_comma(scan, "a comma and the next level", error))
            return false;
        *(number <= COLUMN ? &place->at[number] : &sid_at) = scan->at;
        if (!rh_command_level(scan, 10, names[number], most[number], values[number], error))
            return false;
    }
    return rh_scan_end(scan, error) && add_stack(reader, scan, sid, sid_at, place, error);
}

static int parse(struct rh_command_reader *reader, struct rh_scan *scan, struct rh_command_record *record,
                 struct rh_error *error) {
    struct rh_command_place place;
    if (!reader->begun && *scan->at == header[0])
        return read_header(reader, scan, error) ? 0 : -1;
    if (!rh_scan_number(scan, 10, "a cycle", 0, INT64_MAX, &record->cycle, error) ||
        !rh_command_comma(scan, "a comma and a command", error))
        return -1;
    const struct rh_command_word *word = rh_command_word(
        scan, words, WORDS,
        "ACT, PRE, PREA, RD, WR, RDA, WRA, REFab, REFsb, REFpb, RFMab, RFMsb, RFMpb, or 2.1's name of one", error);
    if (word == NULL)
        return -1;
    if (word->command == RH_NOP)
        return 0;
    if (!parse_levels(reader, scan, &place, error))
        return -1;
    record->cycle /= reader->halves ? 2 : 1;
    return rh_command_finish(reader, scan, word, &place, record, error) ? 1 : -1;
}

static const char *put(struct rh_command_writer *writer, const struct rh_command_record *record) {
    const struct rh_command_place place = rh_command_place_of(writer, record);
    const char *word = rh_command_word_of(record, words, WORDS);
    if (word == NULL)
        return "another command, for Ramulator 2 has no power-down";
    fprintf(writer->to, "%" PRIu64 ", %s, %d, %d", record->cycle, word, (int)place.channel, (int)place.rank);
    if (writer->trace.preset->groups > rh_max(1, writer->trace.preset->ranks))
        fprintf(writer->to, ", %d", (int)place.group);
    fprintf(writer->to, ", %d, %" PRId64 ", %" PRId64 "\n", (int)place.bank, place.row, place.column);
    return NULL;
}

const struct rh_command_format rh_commands_ramulator2 = {
    .name = "ramulator2", .looks = looks, .parse = parse, .put = put};
