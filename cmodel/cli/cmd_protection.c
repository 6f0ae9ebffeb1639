// SPDX-License-Identifier: Apache-2.0
// `rowhold protection`: what each protection of the data pins finds of every error of a class, and what it costs.
#include <stddef.h>
#include <stdio.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "rowhold/rh_crc.h"
#include "rowhold/rh_protection.h"

static const double PAYLOAD_GBPS = 8;

struct arguments {
    struct rh_table_options table;
};

static const struct rh_column rows[] = {
    {.name = "protection", .kind = RH_CELL_TEXT},
    {.name = "errors", .kind = RH_CELL_TEXT, .meaning = "class: a secded word's 72 places, a transfer's with its CRC"},
    {.name = "patterns", .kind = RH_CELL_COUNT, .meaning = "errors of the class, each tried"},
    {.name = "corrected", .kind = RH_CELL_COUNT, .meaning = "delivered right"},
    {.name = "detected", .kind = RH_CELL_COUNT, .meaning = "flagged, or sent again"},
    {.name = "missed", .kind = RH_CELL_COUNT, .meaning = "delivered wrong without a flag"},
    {.name = "missed_share",
     .heading = "missed %",
     .kind = RH_CELL_REAL,
     .digits = 4,
     .scale = 100,
     .meaning = "missed / patterns"},
};

#define CLOCKS "clocks of the C model: "
static const struct rh_column costs[] = {
    {.name = "protection", .kind = RH_CELL_TEXT},
    {.name = "variant", .kind = RH_CELL_TEXT, .meaning = "of kind link"},
    {.name = "data_bits", .kind = RH_CELL_COUNT, .meaning = "of a transfer"},
    {.name = "check_bits", .kind = RH_CELL_COUNT, .meaning = "sent beside them"},
    {.name = "gbps", .heading = "Gb/s", .kind = RH_CELL_REAL, .digits = 4, .meaning = "of a pin that has 8 of data"},
    {.name = "overhead",
     .heading = "more %",
     .kind = RH_CELL_REAL,
     .digits = 4,
     .scale = 100,
     .meaning = "check bits / data bits"},
    {.name = "latency", .kind = RH_CELL_COUNT, .meaning = CLOCKS "from the sender to the receiver"},
    {.name = "retry", .kind = RH_CELL_COUNT, .meaning = CLOCKS "what one error adds"},
    {.name = "generator", .kind = RH_CELL_TEXT, .hidden = true, .maybe = true, .meaning = "of the CRC"},
};

const struct rh_form rh_form_protection = {
    .name = "protection",
    .command = "rowhold protection --json",
    .configuration = {.name = "configuration", .meaning = "nothing: the protections are the program's"},
    .rows = RH_FORM_PART("rows", rows, "a protection and a class of errors"),
    .more = RH_FORM_PART("costs", costs, "what a protection takes on the pins, and how long"),
};

static bool add_row(struct rh_table *table, const struct rh_protection *protection, enum rh_error_class errors) {
    struct rh_protection_count count = rh_protection_count(protection, errors);
    return rh_table_text(table, protection->name) && rh_table_text(table, rh_error_class_name(errors)) &&
           rh_table_count(table, count.patterns) && rh_table_count(table, count.corrected) &&
           rh_table_count(table, count.detected) && rh_table_count(table, count.missed) &&
           rh_table_real(table, (double)count.missed / (double)count.patterns);
}

static bool add_cost(struct rh_table *table, const struct rh_protection *protection) {
    unsigned latency, retry;
    return rh_protection_latency(protection, &latency, &retry) && rh_table_text(table, protection->name) &&
           rh_table_text(table, protection->variant) && rh_table_count(table, protection->data_bits) &&
           rh_table_count(table, protection->check_bits) &&
           rh_table_real(table, rh_protection_rate(protection, PAYLOAD_GBPS)) &&
           rh_table_real(table, (double)protection->check_bits / protection->data_bits) &&
           rh_table_count(table, latency) && rh_table_count(table, retry) &&
           rh_table_text(table, rh_crc_generator(protection->crc_bits));
}

static bool fill(struct rh_table_result *result) {
    const struct rh_protection *protection;
    bool good = true;
    for (unsigned k = 0; good && (protection = rh_protection_at(k)) != NULL; k++) {
        for (unsigned e = 0; good && e < RH_ERROR_CLASSES; e++)
            good = add_row(result->rows, protection, (enum rh_error_class)e);
        good = good && add_cost(result->more, protection);
    }
    return good;
}

static void print_text(const struct rh_table_result *result) {
    printf("Errors of each class, every one tried. Data do not matter: the codes are linear.\n\n");
    rh_table_print(result->rows, "", stdout);
    printf("\nsecded: in a word of 64 bits and its 8 check bits; crc_4, crc_10: in a transfer\n"
           "of 256 bits and its CRC. missed: delivered wrong without a flag.\n\n");
    rh_table_print(result->more, "", stdout);
    printf("\nGb/s: of a pin that carries 8 of data. latency: clocks from the sender to the\n"
           "receiver; retry: what one error adds where the transfer is sent again.\n"
           "The FGDRAM paper says that 4 bits detect every error of 3 bits or fewer. They\n"
           "can't: 260 places share 15 syndromes. The rows of crc_4 count what it misses.\n");
}

static int run_command(int argc, char **argv) {
    struct arguments a = {0};
    struct rh_error error = {""};
    struct rh_table_result result;
    int parsed = rh_cli_parse(&rh_cli_protection, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    if (!rh_table_options_apart(&a.table, NULL, 0, &error) ||
        !rh_table_result_open(&result, &rh_form_protection, &error))
        return rh_cli_fail(&error);
    bool good =
        fill(&result) ? rh_table_write(&result, &a.table, &error) : rh_table_no_memory(&rh_form_protection, &error);
    if (good && !rh_table_options_stdout(&a.table))
        print_text(&result);
    rh_table_result_close(&result);
    return good ? 0 : rh_cli_fail(&error);
}

const struct rh_cli rh_cli_protection = {
    .name = "protection",
    .meaning = "codes on the data pins: what they miss of every error, what they cost",
    .about =
        "Protections of the data pins, SECDED made by the host and a CRC a transfer: of every error of one, two and "
        "three bits and of every burst, how many are corrected, detected and missed; what the pins must carry "
        "more; how long it takes.",
    .examples = "protection\n"
                "protection --csv protection.csv",
    .exits = "0 done, 2 usage error",
    .tables = {RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
