// SPDX-License-Identifier: Apache-2.0
/* What a format of command traces provides to the registry in rh_command_trace.c. */
#ifndef RH_COMMAND_FORMAT_H
#define RH_COMMAND_FORMAT_H

#include "cmodel/trace/rh_command_trace.h"
#include "cmodel/workload/rh_scan.h"

enum { RH_COMMAND_COLUMNS = 7, RH_COMMAND_LEVELS = 12 };

/* The open file, as formats see it. */
struct rh_command_reader {
    const char *file;
    const struct rh_preset *preset;
    unsigned groups, group_banks, pseudochannels;
    unsigned ranks, rank_groups;        /* bank groups of a rank */
    unsigned order[RH_COMMAND_COLUMNS]; /* native: which value stands in which column */
    uint8_t level[RH_COMMAND_LEVELS];   /* ramulator2: which place each number of a line is, as its header says */
    unsigned levels;                    /* of them; 0: there was no header */
    bool halves;                        /* the clocks of a line are half ones */
    bool begun;                         /* the first line was read */
    unsigned channel;                   /* of the last line that named one */
    bool named, waits;                  /* a line has named one; this one waits for it */
};

struct rh_command_format {
    const char *name;
    /* Could `text` be the first line that is no comment? */
    bool (*looks)(const char *text);
    /* A line that is neither blank nor a comment: 1 with a record, 0 where it is none, -1 with an error. */
    int (*parse)(struct rh_command_reader *reader, struct rh_scan *scan, struct rh_command_record *record,
                 struct rh_error *error);
    void (*begin)(struct rh_command_writer *writer); /* before the first command; may be NULL, as `end` */
    const char *(*put)(struct rh_command_writer *writer, const struct rh_command_record *record);
    void (*end)(struct rh_command_writer *writer);
};

#define RH_COMMAND_FORMAT(name) extern const struct rh_command_format rh_commands_##name;
#include "tables/command_formats.def"
#undef RH_COMMAND_FORMAT

/* Another simulator's name of a command. */
struct rh_command_word {
    const char *word;
    uint8_t command;
    bool all;
};

/* A REF of one bank of every group (DDR5's REFsb), by the preset's refresh; few formats have it. */
static inline bool rh_command_is_same_bank(const struct rh_command_writer *writer,
                                           const struct rh_command_record *record) {
    return record->command == RH_REF && !record->all && writer->trace.preset->refresh == RH_REFRESH_SAME_BANK;
}

/* Coordinates of a line as they stand there; -1: none. */
struct rh_command_place {
    int64_t channel, rank, group, bank, row, column;
    const char *at[RH_COMMAND_COLUMNS]; /* where each stands, in this order, for messages */
};

/* The word up to a blank or comma among `words`; NULL with an error that says `expected`. */
const struct rh_command_word *rh_command_word(struct rh_scan *scan, const struct rh_command_word *words, size_t count,
                                              const char *expected, struct rh_error *error);
/* A number from 0 to `most`, or -1 (also -0x1) for none. */
bool rh_command_level(struct rh_scan *scan, int base, const char *what, uint64_t most, int64_t *value,
                      struct rh_error *error);
/* A comma with blanks around it. */
bool rh_command_comma(struct rh_scan *scan, const char *expected, struct rh_error *error);
/* Check what the command needs, and fill in the record. */
bool rh_command_finish(struct rh_command_reader *reader, struct rh_scan *scan, const struct rh_command_word *word,
                       const struct rh_command_place *place, struct rh_command_record *record, struct rh_error *error);
/* Channel, and rank or pseudochannel, of a record; bank group and bank in it. */
struct rh_command_place rh_command_place_of(const struct rh_command_writer *writer,
                                            const struct rh_command_record *record);
/* The word of a command in `words`. */
const char *rh_command_word_of(const struct rh_command_record *record, const struct rh_command_word *words,
                               size_t count);

#endif
