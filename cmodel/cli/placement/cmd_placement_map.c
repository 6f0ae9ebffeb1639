// SPDX-License-Identifier: Apache-2.0
// `rowhold placement map`: an address map found from the latencies of the C model, beside the true one.
#include <inttypes.h>
#include <limits.h>
#include <malloc.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_bits.h"
#include "rowhold/rh_default.h"
#include "rowhold/rh_map_detect.h"
#include "rowhold/rh_memory_probe.h"

struct arguments {
    const char *preset_name, *controller, *refresh, *map_text, *expect;
    unsigned chips, repeats; /* 0: the preset's; by its refresh */
    uint64_t pairs;          /* 0: those of rh_map_detect */
    bool alone;
    struct rh_table_options table;
    struct rh_preset preset;
    struct rh_map map, expected_map;
    struct rh_map_detect found;
    struct rh_map_spaces expected; /* as far as `found` knows levels */
    bool decided;
    char why[sizeof(struct rh_error)]; /* it is not */
    unsigned different;                /* bits and functions */
};

enum { FUNCTION_TEXT = 4 * RH_GF2_BITS, IN_TEXT = 12 * RH_GF2_BITS, REPEATS_UNDER_REFRESH = 8 };

static const struct rh_column configuration[] = {
    {.name = "preset", .kind = RH_CELL_TEXT},
    {.name = "values", .kind = RH_CELL_TEXT, .meaning = "hash of the preset's values, chips and refresh included"},
    {.name = "controller", .kind = RH_CELL_TEXT},
    {.name = "map", .kind = RH_CELL_TEXT, .meaning = "of the memory"},
    {.name = "expect", .kind = RH_CELL_TEXT, .meaning = "map that the found one is compared with"},
    {.name = "repeats", .kind = RH_CELL_COUNT, .meaning = "of a pair of addresses"},
    {.name = "pairs", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "at most, where the option was given"},
    {.name = "alone", .kind = RH_CELL_FLAG, .meaning = "no two reads are sent at once"},
};
#define CLUSTER(name_, what)                                                                                           \
    {.name = name_ "_least", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "clocks: " what}, {                      \
        .name = name_ "_greatest", .kind = RH_CELL_COUNT, .maybe = true, .meaning = "clocks: " what                    \
    }
#define TRIED(name_)                                                                                                   \
    {.name = "tried_" name_, .kind = RH_CELL_COUNT, .meaning = "flips in the greatest sets that were tried"}, {        \
        .name = "whole_" name_, .kind = RH_CELL_FLAG, .meaning = "all sets were: no relation is missing"               \
    }
static const struct rh_column members[] = {
    {.name = "bits", .kind = RH_CELL_COUNT, .meaning = "of an address"},
    {.name = "decided", .kind = RH_CELL_FLAG},
    {.name = "why", .kind = RH_CELL_TEXT, .maybe = true, .meaning = "it is not decided"},
    {.name = "different",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "bits and functions that are not those expected"},
    {.name = "pairs_measured", .kind = RH_CELL_COUNT},
    {.name = "probes", .kind = RH_CELL_COUNT, .meaning = "measurements"},
    {.name = "spread", .kind = RH_CELL_COUNT, .meaning = "clocks between a pair and its reverse, at most: the noise"},
    CLUSTER("hit", "the second read of one row"),
    CLUSTER("miss", "of two banks"),
    CLUSTER("conflict", "of two rows of a bank"),
    CLUSTER("apart", "two reads sent together to two groups of a channel"),
    CLUSTER("near", "to two banks of a group, or of a channel without groups"),
    {.name = "channels_known", .kind = RH_CELL_FLAG, .meaning = "else they count as banks"},
    {.name = "groups_known", .kind = RH_CELL_FLAG, .meaning = "else they count as banks"},
    TRIED("channel"),
    TRIED("group"),
    TRIED("bank"),
    TRIED("row"),
};
static const struct rh_column bits[] = {
    {.name = "bit", .kind = RH_CELL_COUNT, .meaning = "of the address"},
    {.name = "found",
     .kind = RH_CELL_TEXT,
     .maybe = true,
     .meaning = "what it changes first: channel, group, bank, row, column"},
    {.name = "expected", .kind = RH_CELL_TEXT},
    {.name = "found_in", .kind = RH_CELL_TEXT, .maybe = true, .wrap = 16, .meaning = "functions that it is in"},
    {.name = "expected_in", .kind = RH_CELL_TEXT, .wrap = 16, .meaning = "functions that it is in"},
    {.name = "same", .kind = RH_CELL_FLAG, .maybe = true},
};
static const struct rh_column functions[] = {
    {.name = "level", .kind = RH_CELL_TEXT, .meaning = "channel, group, bank or row"},
    {.name = "function", .kind = RH_CELL_COUNT, .meaning = "of the level's reduced basis"},
    {.name = "found", .kind = RH_CELL_TEXT, .maybe = true, .wrap = 16, .meaning = "address bits whose XOR it is"},
    {.name = "expected", .kind = RH_CELL_TEXT, .maybe = true, .wrap = 16, .meaning = "address bits whose XOR it is"},
    {.name = "same", .kind = RH_CELL_FLAG, .maybe = true},
};

const struct rh_form rh_form_placement_map = {
    .name = "placement-map",
    .command = "rowhold placement map --json",
    .configuration = RH_FORM_PART("configuration", configuration, "the memory, its map, and how it is measured"),
    .members = RH_FORM_PART("members", members, NULL),
    .rows = RH_FORM_PART("rows", bits, "an address bit"),
    .more = RH_FORM_PART("functions", functions, "an XOR of address bits"),
};

/* "3^14^17" */
static const char *function_text(uint64_t function, char text[FUNCTION_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    for (; function != 0; function &= function - 1)
        used += (size_t)snprintf(text + used, FUNCTION_TEXT - used, "%s%d", used == 0 ? "" : "^",
                                 __builtin_ctzll(function));
    return text;
}

/* "channel0 row3": the functions that a bit is in. */
static const char *in_text(const struct rh_map_spaces *spaces, unsigned bit, char text[IN_TEXT]) {
    size_t used = 0;
    text[0] = '\0';
    for (unsigned level = 0; level < RH_MAP_LEVELS; level++)
        for (unsigned i = 0; i < spaces->level[level].rank; i++)
            if ((spaces->level[level].row[i] & rh_bit(bit)) != 0)
                used += (size_t)snprintf(text + used, IN_TEXT - used, "%s%s%u", used == 0 ? "" : " ",
                                         rh_map_level_name((enum rh_map_level)level), i);
    return text;
}

static bool same_in(const struct arguments *a, unsigned bit) {
    char found[IN_TEXT], expected[IN_TEXT];
    return a->found.level[bit] == rh_map_spaces_level(&a->expected, rh_bit(bit)) &&
           strcmp(in_text(&a->found.spaces, bit, found), in_text(&a->expected, bit, expected)) == 0;
}

/* Function `i` of a level; 0 where there are fewer. */
static uint64_t function_of(const struct rh_map_spaces *spaces, unsigned level, unsigned i) {
    return i < spaces->level[level].rank ? spaces->level[level].row[i] : 0;
}

static unsigned functions_of(const struct arguments *a, unsigned level) {
    return rh_max(a->decided ? a->found.spaces.level[level].rank : 0, a->expected.level[level].rank);
}

static void count_different(struct arguments *a) {
    for (unsigned bit = 0; bit < a->map.bits; bit++)
        a->different += !same_in(a, bit);
    for (unsigned level = 0; level < RH_MAP_LEVELS; level++)
        for (unsigned i = 0; i < functions_of(a, level); i++)
            a->different += function_of(&a->found.spaces, level, i) != function_of(&a->expected, level, i);
}

static bool add_bits(struct rh_table *table, const struct arguments *a) {
    bool good = true;
    for (unsigned bit = a->map.bits; good && bit-- > 0;) {
        char found[IN_TEXT], expected[IN_TEXT];
        enum rh_map_level level = rh_map_spaces_level(&a->expected, rh_bit(bit));
        const char *seen = a->found.levels_known ? rh_map_level_name((enum rh_map_level)a->found.level[bit]) : NULL;
        good = rh_table_count(table, bit) && rh_table_text(table, seen) &&
               rh_table_text(table, rh_map_level_name(level)) &&
               rh_table_text(table, a->decided ? in_text(&a->found.spaces, bit, found) : NULL) &&
               rh_table_text(table, in_text(&a->expected, bit, expected)) &&
               (a->decided ? rh_table_count(table, same_in(a, bit)) : rh_table_none(table));
    }
    return good;
}

static bool add_functions(struct rh_table *table, const struct arguments *a) {
    bool good = true;
    for (unsigned level = 0; level < RH_MAP_LEVELS; level++)
        for (unsigned i = 0; good && i < functions_of(a, level); i++) {
            char one[FUNCTION_TEXT], other[FUNCTION_TEXT];
            uint64_t found = a->decided ? function_of(&a->found.spaces, level, i) : 0;
            uint64_t expected = function_of(&a->expected, level, i);
            good = rh_table_text(table, rh_map_level_name((enum rh_map_level)level)) && rh_table_count(table, i) &&
                   rh_table_text(table, found != 0 ? function_text(found, one) : NULL) &&
                   rh_table_text(table, expected != 0 ? function_text(expected, other) : NULL) &&
                   (a->decided ? rh_table_count(table, found == expected) : rh_table_none(table));
        }
    return good;
}

static bool add_configuration(struct rh_table *table, const struct arguments *a) {
    char map[RH_MAP_TEXT], expected[RH_MAP_TEXT];
    rh_map_print(&a->map, map);
    rh_map_print(&a->expected_map, expected);
    return rh_table_text(table, a->preset.name) && rh_options_preset_hash(&a->preset, table) &&
           rh_table_text(table, a->controller) && rh_table_text(table, map) && rh_table_text(table, expected) &&
           rh_table_count(table, a->repeats) &&
           (a->pairs != 0 ? rh_table_count(table, a->pairs) : rh_table_none(table)) && rh_table_count(table, a->alone);
}

static bool add_cluster(struct rh_table *table, const struct rh_cluster *cluster, bool known) {
    return rh_table_known(table, known ? (int64_t)cluster->least : -1) &&
           rh_table_known(table, known ? (int64_t)cluster->greatest : -1);
}

/* Without groups the only wait is that of two banks of a channel. */
static bool add_clusters(struct rh_table *table, const struct rh_map_detect *found) {
    const bool one = found->together_count == 1, two = found->groups_known;
    bool good = true;
    for (unsigned i = 0; good && i < RH_MAP_LATENCIES; i++)
        good = add_cluster(table, &found->alone[i], found->alone_count == RH_MAP_LATENCIES);
    return good && add_cluster(table, &found->together[RH_MAP_APART], two) &&
           add_cluster(table, &found->together[one ? 0 : RH_MAP_NEAR], one || two);
}

static bool add_members(struct rh_table *table, const struct arguments *a) {
    const struct rh_map_detect *found = &a->found;
    bool good = rh_table_count(table, a->map.bits) && rh_table_count(table, a->decided) &&
                rh_table_text(table, a->decided ? NULL : a->why) &&
                (a->decided ? rh_table_count(table, a->different) : rh_table_none(table)) &&
                rh_table_count(table, found->pairs) && rh_table_count(table, found->probes) &&
                rh_table_count(table, found->spread) && add_clusters(table, found) &&
                rh_table_count(table, found->channels_known) && rh_table_count(table, found->groups_known);
    for (unsigned level = 0; good && level < RH_MAP_LEVELS; level++)
        good = rh_table_count(table, found->tried[level]) && rh_table_count(table, found->whole[level]);
    return good;
}

static const struct rh_column latencies[] = {
    {.name = "reads", .heading = "two reads of", .kind = RH_CELL_TEXT},
    {.name = "least", .heading = "clocks", .kind = RH_CELL_COUNT},
    {.name = "greatest", .heading = "to", .kind = RH_CELL_COUNT},
    {.name = "pairs", .kind = RH_CELL_COUNT},
};

static bool add_latency(struct rh_table *table, const char *reads, const struct rh_cluster *cluster) {
    return rh_table_text(table, reads) && rh_table_count(table, cluster->least) &&
           rh_table_count(table, cluster->greatest) && rh_table_count(table, cluster->count);
}

static bool print_latencies(const struct rh_map_detect *found) {
    static const char *const alone[] = {"one row", "two banks", "two rows of a bank"};
    static const char *const together[] = {"two groups of a channel, at once", "two banks of a group, at once"};
    struct rh_table *table = rh_table_open(latencies, sizeof latencies / sizeof latencies[0]);
    bool good = table != NULL;
    for (unsigned i = 0; good && i < found->alone_count && i < RH_MAP_LATENCIES; i++)
        good = add_latency(table, found->alone_count == RH_MAP_LATENCIES ? alone[i] : "not known", &found->alone[i]);
    if (good && found->together_count == 1)
        good = add_latency(table, "two banks of a channel, at once", &found->together[0]);
    for (unsigned i = 0; good && i < RH_MAP_WAITS && found->groups_known; i++)
        good = add_latency(table, together[i], &found->together[i]);
    if (good)
        rh_table_print(table, "  ", stdout);
    rh_table_close(table);
    return good;
}

/* What the latencies of this memory can't show. */
static void print_limits(const struct arguments *a) {
    const struct rh_map_detect *found = &a->found;
    if (a->alone)
        printf("Channels and bank groups count as banks: no two reads were sent at once.\n");
    else if (found->levels_known && !found->groups_known && a->map.shape.groups > 1)
        printf(a->preset.ranks > 1 ? "Bank groups count as banks: ranks wait, too, and look like them.\n"
                                   : "Bank groups count as banks: no latency shows them.\n");
    for (unsigned level = 0; level < RH_MAP_LEVELS; level++)
        if (found->tried[level] != 0 && !found->whole[level])
            printf("Relations of more than %u bits were not tried: %s.\n", found->tried[level],
                   rh_map_level_name((enum rh_map_level)level));
}

static bool print_verdict(const struct arguments *a) {
    static const struct rh_column columns[] = {
        {.name = "why", .heading = "Not decided:", .kind = RH_CELL_TEXT, .wrap = 24}};
    if (a->decided && a->different == 0)
        printf("Found as expected.\n");
    else if (a->decided)
        printf("%u bits and XORs are not those expected.\n", a->different);
    if (a->decided)
        return true;
    struct rh_table *table = rh_table_open(columns, 1);
    bool good = table != NULL && rh_table_text(table, a->why);
    if (good)
        rh_table_print(table, "", stdout);
    rh_table_close(table);
    return good;
}

static bool print_text(const struct arguments *a, const struct rh_table_result *result) {
    char map[RH_MAP_TEXT];
    rh_map_print(&a->map, map);
    printf("%s, %s\n%s\n\n", a->preset.name, a->controller, map);
    if (!print_latencies(&a->found))
        return false;
    printf("\n%" PRIu64 " pairs of addresses in %" PRIu64 " probes, noise of %" PRIu64 " clocks\n\n", a->found.pairs,
           a->found.probes, a->found.spread);
    rh_table_print(result->rows, "  ", stdout);
    printf("\nXORs of address bits\n\n");
    rh_table_print(result->more, "  ", stdout);
    putchar('\n');
    print_limits(a);
    return print_verdict(a);
}

static bool report(const struct arguments *a, struct rh_error *error) {
    struct rh_table_result result;
    if (!rh_table_result_open(&result, &rh_form_placement_map, error))
        return false;
    bool good = add_configuration(result.configuration, a) && add_members(result.members, a) &&
                add_bits(result.rows, a) && add_functions(result.more, a);
    good = good ? rh_table_write(&result, &a->table, error) : rh_table_no_memory(&rh_form_placement_map, error);
    if (good && !rh_table_options_stdout(&a->table))
        good = print_text(a, &result) || rh_table_no_memory(&rh_form_placement_map, error);
    rh_table_result_close(&result);
    return good;
}

static bool resolve(struct arguments *a, struct rh_error *error) {
    const struct rh_file_use uses[] = {{"--preset", rh_options_preset_file(a->preset_name), false}};
    if (!rh_table_options_apart(&a->table, uses, 1, error) ||
        !rh_options_preset(a->preset_name, a->chips, a->refresh, &a->preset, error))
        return false;
    const struct rh_map_shape shape = rh_map_shape_of(&a->preset, 0);
    if (!rh_map_parse(&a->map, rh_map_text(a->map_text, &a->preset), &shape, error))
        return false;
    a->expected_map = a->map;
    if (a->expect != NULL && !rh_map_parse(&a->expected_map, a->expect, &shape, error)) {
        const struct rh_error fault = *error;
        rh_error_set(error, "expect%s", fault.text + rh_error_member(&fault));
        return rh_error_set_member(error, (unsigned)strlen("expect"));
    }
    if (a->repeats == 0)
        a->repeats = a->preset.refresh == RH_REFRESH_OFF ? 1 : REPEATS_UNDER_REFRESH;
    return true;
}

/* False: nothing can be measured. */
static bool detect(struct arguments *a, struct rh_error *error) {
    struct rh_memory_probe probe;
    struct rh_error fault = {""};
    char map[RH_MAP_TEXT];
    rh_map_print(&a->map, map);
    const struct rh_memory_setup memory = {.own = &a->preset, .controller = a->controller, .map = map};
    if (!rh_memory_probe_start(&probe, &memory, error))
        return false;
    const struct rh_map_detect_setup setup = {.bits = probe.bits,
                                              .alone = rh_memory_probe_alone,
                                              .together = a->alone ? NULL : rh_memory_probe_together,
                                              .user = &probe,
                                              .repeats = a->repeats,
                                              .pairs = a->pairs};
    a->decided = rh_map_detect(&setup, &a->found, &fault);
    if (probe.error.text[0] != '\0') {
        *error = probe.error;
        return false;
    }
    const unsigned member = rh_error_member(&fault);
    (void)snprintf(a->why, sizeof a->why, "%s", fault.text + (member == 0 ? 0 : member + strlen(": ")));
    rh_map_spaces_of(&a->expected, &a->expected_map, a->found.channels_known, a->found.groups_known);
    if (a->decided)
        count_different(a);
    return true;
}

static int run_command(int argc, char **argv) {
    struct arguments a = {.controller = RH_DEFAULT_CONTROLLER, .preset_name = RH_DEFAULT_PRESET};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_placement_map, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    (void)mallopt(M_MMAP_THRESHOLD, 1 << 25); /* each probe has a memory of its own: keep its pages for the next */
    (void)mallopt(M_TRIM_THRESHOLD, INT_MAX);
    if (!resolve(&a, &error) || !detect(&a, &error) || !report(&a, &error))
        return rh_cli_fail(&error);
    return a.decided && a.different == 0 ? 0 : 1;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(INPUT, "preset", "NAME|FILE", preset_name, .group = "memory", .word = rh_preset_word, .others = true,
        .help = "DRAM preset, or a YAML file with one (default gddr3)"),
    RH_OPTION_CHIPS(struct arguments),
    ROW(TEXT, "refresh", "MODE", refresh, .word = rh_refresh_word, .help = "default: the preset's"),
    ROW(TEXT, "controller", "NAME", controller, .word = rh_controller_word,
        .help = "memory controller (default fr_fcfs)"),
    ROW(TEXT, "map", "MAP", map_text, .help = "its address map (default: 256 bytes to a channel before the next)"),
    ROW(TEXT, "expect", "MAP", expect, .group = "detection", .help = "the map to find (default: that of --map)"),
    ROW(NUMBER, "repeats", "N", repeats, .least = 1, .most = 1000,
        .help = "measure each pair N times, the least counts (default 1; 8 under refresh)"),
    ROW(FLAG, "alone", NULL, alone, .help = "never send two reads at once: channels and bank groups count as banks"),
    ROW(NUMBER, "pairs", "N", pairs, .least = 1, .most = 1 << 24,
        .help = "pairs of addresses at most (default: bits squared plus 8 times the bits)"),
};

const struct rh_cli rh_cli_placement_map = {
    .name = "placement map",
    .meaning = "an address map found from latencies alone, beside the true one",
    .about = "Find which address bits, and which XORs of them, are channel, bank group, bank, row and column, from the "
             "latencies of pairs of reads in the C model alone (Algorithm 1 of Huang and Li 2017, and hashes), and "
             "compare it bit by bit with the map that the memory has.",
    .examples = "placement map\n"
                "placement map --preset hbm2 --map row:bank:column:channel,bank^=row[3:0],channel^=row[7:4]\n"
                "placement map --preset ddr4_2400 --refresh all_bank --repeats 16 --json -\n"
                "placement map --expect row:bank:column:channel",
    .exits = "0 found as expected, 1 another map or not decided, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
