// SPDX-License-Identifier: Apache-2.0
/** Options of the program: one row each, from which the command line and the configuration file are read and help, man
 * pages and shell completion are made. */
#ifndef RH_OPTION_H
#define RH_OPTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

enum rh_option_kind {
    RH_OPTION_FLAG,   /**< bool */
    RH_OPTION_TEXT,   /**< const char *, not empty */
    RH_OPTION_INPUT,  /**< const char *, a file to read */
    RH_OPTION_OUTPUT, /**< const char *, a file to write, or `-` */
    RH_OPTION_FILE,   /**< const char *, a file to write that can't be standard output */
    RH_OPTION_CONFIG, /**< const char *, a file of options: it is read before the command line, which wins */
    RH_OPTION_NUMBER, /**< uint8_t to uint64_t, by its size */
    RH_OPTION_SHARE,  /**< double from 0 to 1 */
    RH_OPTION_REAL    /**< double, not negative; its range is the command's business */
};

struct rh_option {
    const char *name;  /**< without dashes; a `_` is spelled `-`. Of an argument without dashes: as help shows it */
    const char *value; /**< as help shows it: "N", "FILE"; NULL for a flag and for an argument */
    enum rh_option_kind kind;
    size_t at, size; /**< of its member in the command's struct */
    const char *help;
    const char *group; /**< heading in help; NULL: that of the row before */
    uint64_t least, most;
    bool power;                          /**< of two */
    bool once;                           /**< refused the second time; else the last one counts */
    bool argument, needed;               /**< an argument without a name, in order of the rows; it must be there */
    const char *(*word)(unsigned index); /**< the words it takes, NULL behind the last; NULL: any */
    bool others;                         /**< words are proposals: others are taken, too */
    bool unswept;                        /**< how a run is done or shown: see rh_option_swept */
    const char *formerly;                /**< an earlier name, which is refused with a word of this one; NULL: none */
    size_t given;                        /**< offset of a bool that is set when the option is given; 0: none */
    unsigned forms;                      /**< of the command that take it, a bit each (rh_cli.h); 0: its table's */
};

/** A row: RH_OPTION_ROW(struct arguments, NUMBER, "queue", "N", queue, .least = 1, .most = 64, .help = "..."). A flag
 * and an argument have no value: NULL. */
#define RH_OPTION_ROW(type, kind_, spelling, shown, member, ...)                                                       \
    {                                                                                                                  \
        .name = spelling, .value = shown, .kind = RH_OPTION_##kind_, .at = offsetof(type, member),                     \
        .size = sizeof(((type *)0)->member), __VA_ARGS__                                                               \
    }

/** "--row-bits" for "row_bits"; the name itself for an argument. Into `text`, which is returned. */
const char *rh_option_spelling(const struct rh_option *option, char text[64]);
/** Is `word`, up to `length`, the option's name? `-` and `_` are the same. */
bool rh_option_is(const struct rh_option *option, const char *word, size_t length);

/** Does `rowhold sweep` take a list of values for it? For every option that can change a result: not for a file that is
 * written or holds options, nor where the row says `unswept`. */
bool rh_option_swept(const struct rh_option *option);

/** Check a value and store it in `into`. `place`: how the user wrote the option, for errors: "--queue", or
 * "run.yaml:3:8: queue". A flag takes "true" and "false". */
bool rh_option_store(const struct rh_option *option, const char *place, const char *text, void *into,
                     struct rh_error *error);

/** One of the words that the option takes? */
bool rh_option_word(const struct rh_option *option, const char *place, const char *text, struct rh_error *error);

/** Text to number with range; "OPTION: found 'x', expected a whole number from ..." else. Digits alone, 0x and
 * hexadecimal digits, or a power of ten as in 1e6 and 2.5e6. */
bool rh_option_number(const char *place, const char *text, uint64_t least, uint64_t most, uint64_t *value,
                      struct rh_error *error);
/** The same for a number from 0 to 1. */
bool rh_option_share(const char *place, const char *text, double *value, struct rh_error *error);
/** And for any number that is not negative: 12, 0.5, 4e6. */
bool rh_option_real(const char *place, const char *text, double *value, struct rh_error *error);

/** Refusals of an option by what stands beside it, each as it is typed; always false.
 * "OPTION: found no OTHER beside it, expected one" */
bool rh_option_lacks(struct rh_error *error, const char *option, const char *other);
/** "OPTION: found OTHER beside it, expected only one of them" */
bool rh_option_excludes(struct rh_error *error, const char *option, const char *other);
/** "OPTION: found OTHER VALUE beside it, expected EXPECTED"; value NULL: OTHER alone. */
bool rh_option_conflict(struct rh_error *error, const char *option, const char *other, const char *value,
                        const char *expected);

#endif
