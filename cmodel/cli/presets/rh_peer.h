// SPDX-License-Identifier: Apache-2.0
/* What the configurations of other simulators have in common: their keys in one table each, which is written from and
 * read into presets; one file rh_peer_<name>.c a simulator. */
#ifndef RH_PEER_H
#define RH_PEER_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

#include "cmodel/dram/rh_preset_field.h"
#include "rowhold/rh_error.h"

enum { RH_PEER_NOTES = 48, RH_PEER_TEXT = 240 };

/* Notes of what the other side can't express. */
struct rh_peer_notes {
    unsigned count;
    char text[RH_PEER_NOTES][RH_PEER_TEXT];
};
void rh_peer_note(struct rh_peer_notes *notes, const char *format, ...) __attribute__((format(printf, 2, 3)));

/* Which of their devices comes nearest to a preset. */
enum rh_peer_device { RH_PEER_DDR3, RH_PEER_DDR4, RH_PEER_HBM2, RH_PEER_GDDR6 };

struct rh_export {
    const struct rh_preset *preset;
    enum rh_peer_device device;
    bool two_rcd; /* ACT to RD and to WR may differ */
    struct rh_peer_notes notes;
};

enum {
    RH_PEER_IN_DDR3 = 1 << RH_PEER_DDR3,
    RH_PEER_IN_DDR4 = 1 << RH_PEER_DDR4,
    RH_PEER_IN_HBM2 = 1 << RH_PEER_HBM2,
    RH_PEER_IN_ALL = RH_PEER_IN_DDR3 | RH_PEER_IN_DDR4 | RH_PEER_IN_HBM2,
    RH_PEER_NEEDED = -1,  /* in place of a default */
    RH_PEER_OPTIONAL = -2 /* another key may stand for it */
};

/* A key that holds a whole number, in the order in which it is written. */
struct rh_peer_key {
    const char *section, *name;                        /* theirs */
    const char *field;                                 /* ours that holds the same; NULL: reading has code of its own */
    unsigned (*value)(const struct rh_export *export); /* what is written; NULL: the field */
    unsigned devices;                                  /* with which it is written; 0: it is only read */
    int otherwise;                                     /* what it is where a file leaves it out, or RH_PEER_NEEDED */
};
unsigned rh_peer_value(const struct rh_peer_key *key, const struct rh_export *export);
/* The keys of a section, with text between name and value, and behind. */
void rh_peer_put(FILE *to, const struct rh_export *export, const struct rh_peer_key *keys, const char *section,
                 const char *indent, const char *between, const char *behind);

/* Values that several of them write. */
unsigned rh_export_zero(const struct rh_export *export);
unsigned rh_export_one(const struct rh_export *export);
/* tREFI, for those that always refresh: so long that it never falls due where ours does not. */
unsigned rh_export_refi(const struct rh_export *export);
enum { RH_PEER_NEVER = 2000000000 };
/* tFAW where their window is one of 4 activates: so long that it never binds where ours has another N. */
unsigned rh_export_faw(const struct rh_export *export);
unsigned rh_export_rcd(const struct rh_export *export);
/* What all have in common: N of the activate window, ACT to RD and WR, bank groups. */
void rh_export_note_window(struct rh_export *export, const char *faw);
/* Where addresses are cut into bits of rows, and so into the first power of two of them alone. */
void rh_export_note_rows(struct rh_export *export);
/** Of both Ramulators: a burst of another length than the `beats` of their device. */
void rh_export_note_burst(struct rh_export *export, unsigned beats);

/* A configuration as it is read: a list of its values. */

enum {
    RH_IMPORT_ENTRIES = 4096,
    RH_IMPORT_PATH = 96,
    RH_IMPORT_VALUE = 256,
    RH_IMPORT_SOURCE = 96,
    RH_IMPORT_FILES = 4
};

struct rh_import_entry {
    char path[RH_IMPORT_PATH]; /* "timing.tRCD"; where there are no sections, the key alone */
    char text[RH_IMPORT_VALUE];
    unsigned line, column; /* of the value */
    const char *file;      /* NULL: the one that was named */
    bool used;
};

struct rh_import {
    const char *file;
    struct rh_preset preset;
    struct rh_preset_value values[RH_PRESET_VALUES];
    char source[RH_PRESET_VALUES][RH_IMPORT_SOURCE];        /* of each of them */
    const struct rh_import_entry *origin[RH_PRESET_VALUES]; /* where it stands; NULL: it follows from others */
    bool defaults[RH_PRESET_VALUES];                        /* it would stand somewhere, and does not */
    struct rh_peer_notes notes;
    struct rh_error *error;
    unsigned devices;  /* whose keys are needed: bits of enum rh_peer_device */
    bool failed;       /* the first fault is in `error`; what is read afterwards is not used */
    const char *piece; /* of the address map, which grows */
    unsigned piece_bits;
    char further[RH_IMPORT_FILES][RH_IMPORT_VALUE]; /* names of further files */
    unsigned furthers;
    const char *reading; /* that one of them that is being read; NULL: the file that was named */
    unsigned count;
    struct rh_import_entry entries[RH_IMPORT_ENTRIES];
};

struct rh_peer;

/* Why keys are not used: those whose path begins so. */
struct rh_import_reason {
    const char *begins, *why;
};

/* The values of a file, read by the peer's parser; NULL with an error. The caller frees it. */
struct rh_import *rh_import_open(const struct rh_peer *peer, const char *file, struct rh_error *error);
/* Notes what was not used; false when there was a fault, which the error of `open` has. */
bool rh_import_finish(struct rh_import *import, const struct rh_peer *peer);
/* An entry of that path (any case of letters), which is then used; NULL when there is none. */
struct rh_import_entry *rh_import_find(struct rh_import *import, const char *path);
/* "FILE:LINE:COLUMN: PATH: found 'TEXT', expected EXPECTED"; of NULL "FILE: ...". Only the first fault counts. */
void rh_import_fail(struct rh_import *import, const struct rh_import_entry *entry, const char *format, ...)
    __attribute__((format(printf, 3, 4)));
/* A whole number from 0 to 2^31 - 1, or what it is where it is left out. */
unsigned rh_import_number(struct rh_import *import, const char *path, int otherwise);
/* A time or a rate with decimals, in thousandths. */
unsigned rh_import_thousandths(struct rh_import *import, const char *path, int otherwise);
/* "true", "false" and what goes for them. */
bool rh_import_flag(struct rh_import *import, const char *path, bool otherwise);
/* Our field gets a value that follows from theirs as `format` says; `path`: where it stands, for complaints, or
 * NULL. */
void rh_import_set(struct rh_import *import, const char *field, unsigned value, const char *path, const char *format,
                   ...) __attribute__((format(printf, 5, 6)));
/* Every key with a field of ours; then all rules that it leaves out are those of a device without them. */
void rh_import_keys(struct rh_import *import, const struct rh_peer_key *keys);
/* One more bit of the address map, from the top down: of that field; NULL ends the map. */
void rh_import_map_bit(struct rh_import *import, const char *field);
/* A table's key: its value or what stands for it. */
unsigned rh_import_key(struct rh_import *import, const struct rh_peer_key *keys, const char *name);

/* One simulator. */
struct rh_peer {
    const char *name, *title, *comment;      /* what begins a comment; NULL: the file has none */
    void (*notes)(struct rh_export *export); /* NULL: nothing is written for it */
    bool (*write)(FILE *to, const struct rh_export *export);
    bool (*parse)(struct rh_import *import, char *text); /* the file's text into entries; NULL: nothing is read */
    void (*read)(struct rh_import *import);              /* the preset from them */
    const struct rh_import_reason *reasons;              /* of keys that are not used; ends with a NULL */
    const char *others;                                  /* and of all others; NULL: "not used" */
    bool defaults;                                       /* a value of a key that is left out is noted */
};
extern const struct rh_peer rh_peer_ramulator2, rh_peer_ramulator21, rh_peer_dramsim3, rh_peer_dramsys,
    rh_peer_gpgpusim;
/* By index; NULL behind the last. */
const struct rh_peer *rh_peer_at(unsigned index);

/* Parsers, for `parse`: `[section]` and `name = value`; `-name value`; YAML and JSON, whose lists count from 0. */
bool rh_import_ini(struct rh_import *import, char *text);
bool rh_import_options(struct rh_import *import, char *text);
bool rh_import_yaml(struct rh_import *import, char *text);
/* Reads a further file, whose name counts from the folder of the one that was named; the import keeps the name. */
bool rh_import_further(struct rh_import *import, const struct rh_import_entry *name);

#endif
