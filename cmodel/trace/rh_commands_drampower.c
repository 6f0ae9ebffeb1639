// SPDX-License-Identifier: Apache-2.0
// The CSV that DRAMPower 5's command line reads: one channel, no header, columns of the device, data of reads and
// writes, and END, up to which it counts energy. A bank's number is that within its rank: DRAMPower finds the bank by
// it alone, and passes over the bank group.
#include <inttypes.h>
#include <string.h>

#include "cmodel/trace/rh_command_format.h"

static const struct rh_command_word words[] = {
    {"ACT", RH_ACT, false},  {"PRE", RH_PRE, false},   {"PREA", RH_PRE, true},   {"RD", RH_RD, false},
    {"WR", RH_WR, false},    {"RDA", RH_RDA, false},   {"WRA", RH_WRA, false},   {"REFA", RH_REF, true},
    {"REFB", RH_REF, false}, {"PDEP", RH_PDE, true},   {"PDEA", RH_PDE, true},   {"PDXP", RH_PDX, true},
    {"PDXA", RH_PDX, true},  {"SREFEN", RH_SRE, true}, {"SREFEX", RH_SRX, true}, {"END", RH_NOP, false}};
enum { WORDS = sizeof words / sizeof words[0], LEVELS = 5 };

static bool looks(const char *text) {
    text += strspn(text, " \t");
    size_t digits = strspn(text, "0123456789"), blanks = strspn(text + digits, " \t");
    const char *comma = text + digits + blanks;
    return digits > 0 && *comma == ',' && comma[1] != ' ';
}

/* Reads the data behind the column; only a command with a column may have data. */
static bool parse_data(struct rh_scan *scan, bool column, struct rh_error *error) {
    rh_scan_blanks(scan);
    if (*scan->at == '\0')
        return true;
    if (!rh_command_comma(scan, "a comma and data, or the end of the line", error))
        return false;
    if (*scan->at == '\0')
        return true;
    if (!column)
        return rh_scan_fail(scan, "the end of the line, for the command has no data", error);
    size_t prefix = strncmp(scan->at, "0x", 2) == 0 ? 2 : 0;
    size_t digits = strspn(scan->at + prefix, "0123456789abcdefABCDEF");
    if (digits == 0 || digits % 2 != 0 || rh_scan_token(scan, ',') != prefix + digits)
        return rh_scan_fail(scan, "data as pairs of hexadecimal digits", error);
    scan->at += prefix + digits;
    return rh_scan_end(scan, error);
}

/* `one`: the command is of one bank, `column`: it has a column. */
static bool parse_levels(struct rh_command_reader *reader, struct rh_scan *scan, bool one, bool column,
                         struct rh_command_place *place, struct rh_error *error) {
    const struct {
        const char *what;
        uint64_t most;
        int64_t *value;
    } levels[LEVELS] = {{"rank", 255, &place->rank},
                        {"bankgroup", reader->rank_groups - 1, &place->group},
                        {"bank", (uint64_t)reader->rank_groups * reader->group_banks - 1, &place->bank},
                        {"row", RH_ROW_UNKNOWN - 1, &place->row},
                        {"column", UINT64_C(65535) * reader->preset->burst_length, &place->column}};
    place->channel = 0;
    place->at[0] = scan->at;
    for (unsigned i = 0; i < LEVELS; i++) {
        if (!rh_command_comma(scan, "a comma, then rank, bankgroup, bank, row, column", error))
            return false;
        place->at[i + 1] = scan->at;
        if (!rh_command_level(scan, 10, levels[i].what, levels[i].most, levels[i].value, error))
            return false;
    }
    if (one && place->bank >= 0 && place->group >= 0 && place->bank / reader->group_banks != place->group) {
        scan->at = place->at[3];
        return rh_scan_fail(scan, "a bank of its bankgroup, by the number that it has in its rank", error);
    }
    place->bank %= reader->group_banks;
    if (column && place->column % reader->preset->burst_length != 0) {
        scan->at = place->at[LEVELS];
        return rh_scan_fail(scan, "the first column of a burst", error);
    }
    place->column /= reader->preset->burst_length;
    return parse_data(scan, column, error);
}

static int parse(struct rh_command_reader *reader, struct rh_scan *scan, struct rh_command_record *record,
                 struct rh_error *error) {
    struct rh_command_place place;
    if (!rh_scan_number(scan, 10, "a cycle", 0, INT64_MAX, &record->cycle, error) ||
        !rh_command_comma(scan, "a comma and a command", error))
        return -1;
    const struct rh_command_word *word =
        rh_command_word(scan, words, WORDS,
                        "ACT, PRE, PREA, RD, WR, RDA, WRA, REFA, REFB, PDEA, PDEP, PDXA, PDXP, "
                        "SREFEN, SREFEX or END",
                        error);
    if (word == NULL)
        return -1;
    if (word->command == RH_NOP)
        return 0;
    if (!parse_levels(reader, scan, !word->all, rh_command_is_column(word->command), &place, error))
        return -1;
    return rh_command_finish(reader, scan, word, &place, record, error) ? 1 : -1;
}

static uint64_t at_least_0(int64_t value) {
    return value < 0 ? 0 : (uint64_t)value;
}

/* Has the rank of the command a bank open? Its power-down is the active one then, up to its end. */
static bool is_open(const struct rh_command_writer *writer, const struct rh_command_record *record) {
    const struct rh_preset *preset = writer->trace.preset;
    unsigned banks = preset->banks / rh_max(1, preset->ranks), first = record->bank / banks * banks;
    return (writer->open >> first & (banks < 64 ? (UINT64_C(1) << banks) - 1 : UINT64_MAX)) != 0;
}

static const char *put(struct rh_command_writer *writer, const struct rh_command_record *record) {
    const struct rh_preset *preset = writer->trace.preset;
    const struct rh_command_place place = rh_command_place_of(writer, record);
    const uint64_t group_banks = preset->banks / preset->groups;
    const char *word = rh_command_word_of(record, words, WORDS);
    if (rh_command_is_power(record->command) && is_open(writer, record))
        word = record->command == RH_PDE ? "PDEA" : record->command == RH_PDX ? "PDXA" : word;
    if (word == NULL)
        return "another command, for DRAMPower has no refresh management";
    if (writer->written != 0 && record->channel != writer->channel)
        return "a command of one channel, for DRAMPower knows no more (--channel N chooses it)";
    if (rh_command_is_same_bank(writer, record))
        return "a refresh of all banks or of one, for this format has none of one bank of every group";
    fprintf(writer->to, "%" PRIu64 ",%s,%d,%" PRIu64 ",%" PRIu64 ",%" PRIu64 ",%" PRIu64, record->cycle, word,
            (int)place.rank, at_least_0(place.group), at_least_0(place.group) * group_banks + at_least_0(place.bank),
            at_least_0(place.row), at_least_0(place.column) * preset->burst_length);
    if (place.column >= 0) {
        fputc(',', writer->to);
        for (uint32_t i = 0; i < rh_preset_command_bytes(preset); i++)
            fputs("00", writer->to);
    }
    fputc('\n', writer->to);
    return NULL;
}

/* Writes the end of the trace, which is the last beat of the last command. */
static void end(struct rh_command_writer *writer) {
    const struct rh_timing *t = &writer->trace.preset->timing;
    fprintf(writer->to, "%" PRIu64 ",END,0,0,0,0,0\n",
            writer->last_cycle + (t->CL > t->WL ? t->CL : t->WL) + (uint64_t)t->tBURST);
}

const struct rh_command_format rh_commands_drampower = {
    .name = "drampower", .looks = looks, .parse = parse, .put = put, .end = end};
