// SPDX-License-Identifier: Apache-2.0
#include "tb/lockstep/rh_cosim_commands.h"

#include <stdlib.h>

#include "rowhold/rh_command_csv.h"

/** One channel's commands, and the next of them while they are merged. */
struct spool {
    FILE *file;
    struct rh_command_record front;
    bool there;
};

struct rh_cosim_commands {
    unsigned channels;
    struct spool spool[];
};

struct rh_cosim_commands *rh_cosim_commands_open(unsigned channels, struct rh_error *error) {
    struct rh_cosim_commands *commands = calloc(1, sizeof *commands + channels * sizeof commands->spool[0]);
    bool ok = commands != NULL || rh_error_set(error, "--commands: found no memory for %u channels", channels);
    for (unsigned i = 0; ok && i < channels; i++) {
        commands->channels = i + 1;
        commands->spool[i].file = tmpfile();
        ok = commands->spool[i].file != NULL ||
             rh_error_set(error, "--commands: can't create a temporary file for channel %u", i);
    }
    if (ok)
        return commands;
    rh_cosim_commands_close(commands);
    return NULL;
}

void rh_cosim_commands_close(struct rh_cosim_commands *commands) {
    for (unsigned i = 0; commands != NULL && i < commands->channels; i++)
        if (commands->spool[i].file != NULL)
            (void)fclose(commands->spool[i].file);
    free(commands);
}

void rh_cosim_commands_sink(void *user, const struct rh_command_record *record) {
    struct rh_cosim_commands *commands = user;
    (void)fwrite(record, sizeof *record, 1, commands->spool[record->channel].file); /* a failure shows when read back */
}

static bool advance(struct spool *spool, struct rh_error *error) {
    spool->there = fread(&spool->front, sizeof spool->front, 1, spool->file) == 1;
    return !ferror(spool->file) || rh_error_set(error, "--commands: reading back a temporary file failed");
}

bool rh_cosim_commands_write(struct rh_cosim_commands *commands, unsigned group_banks, FILE *to,
                             struct rh_error *error) {
    rh_command_csv_head(to);
    for (unsigned i = 0; i < commands->channels; i++) {
        FILE *file = commands->spool[i].file;
        if (fflush(file) != 0 || ferror(file) || fseek(file, 0, SEEK_SET) != 0)
            return rh_error_set(error, "--commands: writing a temporary file failed, expected room on the disk");
        if (!advance(&commands->spool[i], error))
            return false;
    }
    for (;;) {
        struct spool *next = NULL;
        for (unsigned i = 0; i < commands->channels; i++) {
            struct spool *spool = &commands->spool[i];
            if (spool->there && (next == NULL || spool->front.cycle < next->front.cycle))
                next = spool;
        }
        if (next == NULL)
            return true;
        rh_command_csv_line(to, &next->front, group_banks);
        if (!advance(next, error))
            return false;
    }
}
