// SPDX-License-Identifier: Apache-2.0
/** Commands of the program: what each is called, takes and does. Parsing, `--help`, `rowhold help`, man pages and shell
 * completion all come from these rows. */
#ifndef RH_CLI_H
#define RH_CLI_H

#include <stdio.h>

#include "cmodel/cli/rh_option.h"

/** Rows whose members lie in one struct, at `at` of the command's own. */
struct rh_option_table {
    const struct rh_option *rows;
    unsigned count;
    size_t at;
    /** Takes the values in place of rh_option_store, and only rows that rh_option_swept takes count; NULL:
     * rh_option_store. */
    bool (*store)(const struct rh_option *option, const char *place, const char *text, void *into,
                  struct rh_error *error);
    unsigned forms;    /**< of the command that take them, a bit each; 0: all */
    const char *group; /**< heading in help, where the first row that counts has none of its own */
};
/** `at`: of its struct in the command's; the second takes lists of values by `store`; the third are
 * `count` rows, of some forms of the command. */
#define RH_OPTION_TABLE(rows, at)                                                                                      \
    { rows, sizeof(rows) / sizeof((rows)[0]), at, NULL, 0, NULL }
#define RH_OPTION_LISTS(rows, at, store)                                                                               \
    { rows, sizeof(rows) / sizeof((rows)[0]), at, store, 0, NULL }
#define RH_OPTION_PART(rows, count, at, forms, group)                                                                  \
    { rows, count, at, NULL, forms, group }

/** One of the runs that a command can be: what was given chooses it, and options of the others are refused. */
struct rh_cli_form {
    const char *option; /**< a TEXT option: it chooses this form, before those that follow; NULL: the last, without */
    const char *name;   /**< of the last, as help names it: "a controller" */
};

enum { RH_CLI_TABLES = 10, RH_CLI_HEADING = 128 };

struct rh_cli {
    const char *name;     /**< as it is typed behind `rowhold`: "simulate", "trace judge", "placement map" */
    const char *meaning;  /**< one line, for lists */
    const char *about;    /**< sentences of --help; NULL: none */
    const char *examples; /**< one a line, without "rowhold "; NULL: none */
    const char *exits;    /**< "0 done, 2 usage or input error" */
    /** Its options. Where two rows have one name the first counts. */
    struct rh_option_table tables[RH_CLI_TABLES];
    const struct rh_cli_form *forms;   /**< as bits of rows and tables count them; NULL: it has one */
    const struct rh_cli *const *parts; /**< commands behind its name, NULL behind the last; NULL: none */
    int (*run)(int argc, char **argv); /**< argv[0] is its last word; returns the exit code */
};

/** The commands of the program, NULL behind the last. */
extern const struct rh_cli *const rh_clis[];

/** Read argv into the command's struct, which holds the defaults. 0: go on; 1: help or version was printed; 2: an
 * error was printed. */
int rh_cli_parse(const struct rh_cli *cli, int argc, char **argv, void *into);
/** Free what the last command of this thread has read: its configuration file. */
void rh_cli_forget(void);

/** Which of its forms the command's struct has by now, from 0. */
unsigned rh_cli_form(const struct rh_cli *cli, const void *into);

/** Run the part that argv[1] names, of a command that has parts alone; returns the exit code. */
int rh_cli_part(const struct rh_cli *cli, int argc, char **argv);

/** The row of an option by its name, as a user may write it; of an argument, by its place from 0. NULL: none. `table`:
 * where it stands. */
const struct rh_option *rh_cli_option(const struct rh_cli *cli, const char *word, size_t length,
                                      const struct rh_option_table **table);
const struct rh_option *rh_cli_argument(const struct rh_cli *cli, unsigned place, const struct rh_option_table **table);
/** Every option that counts, in order; NULL past the last. */
const struct rh_option *rh_cli_row(const struct rh_cli *cli, unsigned index);
/** The heading before it, with the forms of the command that take what follows; NULL: none. */
const char *rh_cli_heading(const struct rh_cli *cli, unsigned index, char text[RH_CLI_HEADING]);
void rh_cli_help(const struct rh_cli *cli, FILE *to);

/** Name, version and commit. */
void rh_cli_version(FILE *to);

/** "rowhold: TEXT" on stderr; returns 2, the exit code of a usage or input error. */
int rh_cli_fail(const struct rh_error *error);

#endif
