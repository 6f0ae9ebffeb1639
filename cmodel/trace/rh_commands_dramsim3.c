// SPDX-License-Identifier: Apache-2.0
// DRAMsim3's command trace (CMD_TRACE): blanks between the columns, row and column hexadecimal. A refresh of a rank has
// -1 for channel, bank group, bank, row and column, as self-refresh has; so have its precharges for channel, row and
// column.
#include <inttypes.h>
#include <string.h>

#include "cmodel/trace/rh_command_format.h"

static const struct rh_command_word words[] = {{"read", RH_RD, false},
                                               {"read_p", RH_RDA, false},
                                               {"write", RH_WR, false},
                                               {"write_p", RH_WRA, false},
                                               {"activate", RH_ACT, false},
                                               {"precharge", RH_PRE, false},
                                               {"refresh", RH_REF, true},
                                               {"refresh_bank", RH_REF, false},
                                               {"self_refresh_enter", RH_SRE, true},
                                               {"self_refresh_exit", RH_SRX, true}};
enum { WORDS = sizeof words / sizeof words[0] };

static bool looks(const char *text) {
    text += strspn(text, " \t");
    size_t digits = strspn(text, "0123456789");
    return digits > 0 && (text[digits] == ' ' || text[digits] == '\t') &&
           text[digits + strspn(text + digits, " \t")] >= 'a';
}

static int parse(struct rh_command_reader *reader, struct rh_scan *scan, struct rh_command_record *record,
                 struct rh_error *error) {
    struct rh_command_place place;
    if (!rh_scan_number(scan, 10, "a cycle", 0, INT64_MAX, &record->cycle, error))
        return -1;
    const struct rh_command_word *word = rh_command_word(
        scan, words, WORDS,
        "read, read_p, write, write_p, activate, precharge, refresh, refresh_bank, self_refresh_enter or "
        "self_refresh_exit",
        error);
    if (word == NULL)
        return -1;
    const struct {
        const char *what;
        int base;
        uint64_t most;
        int64_t *value;
    } levels[] = {{"channel", 10, RH_COMMAND_CHANNELS - 1, &place.channel},
                  {"rank", 10, 255, &place.rank},
                  {"bankgroup", 10, reader->rank_groups - 1, &place.group},
                  {"bank", 10, reader->group_banks - 1, &place.bank},
                  {"row", 16, RH_ROW_UNKNOWN - 1, &place.row},
                  {"column", 16, 65535, &place.column}};
    for (unsigned i = 0; i < sizeof levels / sizeof levels[0]; i++) {
        rh_scan_blanks(scan);
        place.at[i] = scan->at;
        if (!rh_command_level(scan, levels[i].base, levels[i].what, levels[i].most, levels[i].value, error))
            return -1;
    }
    return rh_scan_end(scan, error) && rh_command_finish(reader, scan, word, &place, record, error) ? 1 : -1;
}

static void put_hexadecimal(FILE *to, int64_t value) {
    char text[24];
    snprintf(text, sizeof text, value < 0 ? "-0x%" PRIx64 : "0x%" PRIx64, (uint64_t)(value < 0 ? -value : value));
    fprintf(to, " %8s", text);
}

static const char *put(struct rh_command_writer *writer, const struct rh_command_record *record) {
    const struct rh_command_place place = rh_command_place_of(writer, record);
    const char *word = rh_command_word_of(record, words, WORDS);
    if (word == NULL)
        return "a command of one bank, for DRAMsim3 has no precharge of all, no refresh management and no power-down";
    if (rh_command_is_same_bank(writer, record))
        return "a refresh of all banks or of one, for DRAMsim3 has none of one bank of every group";
    fprintf(writer->to, "%-18" PRIu64 " %-20s %3d %3d %3d %3d", record->cycle, word, (int)place.channel,
            (int)place.rank, (int)place.group, (int)place.bank);
    put_hexadecimal(writer->to, place.row);
    put_hexadecimal(writer->to, place.column);
    fputc('\n', writer->to);
    return NULL;
}

const struct rh_command_format rh_commands_dramsim3 = {.name = "dramsim3", .looks = looks, .parse = parse, .put = put};
