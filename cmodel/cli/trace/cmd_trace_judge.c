// SPDX-License-Identifier: Apache-2.0
// `rowhold trace judge`: a command trace against the DRAM rules.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cli/trace/cmd_trace.h"
#include "cmodel/trace/rh_command_trace.h"
#include "rowhold/rh_judge.h"

enum {
    MOST = 20,    /* broken rules printed unless --most says otherwise */
    RULES = 64,   /* more than there are */
    LINES = 4096, /* commands of a channel whose lines are known: more than lie within reach of a rule */
    VERDICTS = 16 /* of one command: more than rules can be broken at once */
};

struct bench {
    struct rh_judge *judge; /* NULL where nothing was seen */
    uint64_t last_cycle, last_line;
    struct {
        uint64_t line;
        uint8_t command;
    } recent[LINES]; /* by their number in the channel's stream */
};

struct court {
    const char *file;
    struct rh_judge_setup setup;
    struct bench **benches; /* by channel, NULL where nothing was seen */
    uint64_t most, commands, broken, hash;
    const char *format;            /* that was read */
    struct rh_table_result result; /* `more`: the verdicts so far */
    bool silent, lost;             /* verdicts are not printed; one found no memory */
    uint64_t guilty, ends;         /* commands that broke a rule; channels at whose end one was broken */
    struct {
        const char *key;
        uint64_t count;
    } rules[RULES];
};

static void count_rule(struct court *court, const char *key) {
    unsigned i = 0;
    while (i + 1 < RULES && court->rules[i].key != NULL && strcmp(court->rules[i].key, key) != 0)
        i++;
    court->rules[i].key = key;
    court->rules[i].count++;
    court->broken++;
}

/* "FILE:LINE: RULE: ..., expected ... (ACT in line 7)" */
static void tell(struct court *court, const struct bench *bench, unsigned channel, uint64_t line,
                 const struct rh_verdict *verdict) {
    struct rh_table *verdicts = court->result.more;
    count_rule(court, verdict->rule);
    if (court->broken > court->most)
        return;
    bool known = verdict->earlier != RH_JUDGE_NONE && rh_judge_commands(bench->judge) - verdict->earlier <= LINES;
    uint64_t earlier = known ? bench->recent[verdict->earlier % LINES].line : 0;
    bool kept = rh_table_count(verdicts, line) && rh_table_count(verdicts, channel) &&
                rh_table_text(verdicts, verdict->rule) && rh_table_text(verdicts, verdict->text) &&
                (known ? rh_table_count(verdicts, earlier) : rh_table_none(verdicts));
    court->lost = court->lost || !kept;
    if (court->silent)
        return;
    printf("%s:%" PRIu64 ": %s", court->file, line, verdict->text);
    if (known)
        printf(" (%s in line %" PRIu64 ")", rh_command_name(bench->recent[verdict->earlier % LINES].command), earlier);
    putchar('\n');
}

static struct bench *bench_of(struct court *court, unsigned channel, struct rh_error *error) {
    struct bench **bench = &court->benches[channel];
    if (*bench == NULL && (*bench = calloc(1, sizeof **bench)) != NULL)
        (*bench)->judge = rh_judge_open(&court->setup);
    if (*bench != NULL && (*bench)->judge != NULL)
        return *bench;
    rh_error_set(error, "%s: found no memory, expected enough", court->file);
    return NULL;
}

static bool judge_line(void *user, uint64_t line, const struct rh_command_record *record, struct rh_error *error) {
    struct court *court = user;
    struct rh_verdict verdicts[VERDICTS];
    struct bench *bench = bench_of(court, record->channel, error);
    if (bench == NULL)
        return false;
    uint64_t number = rh_judge_commands(bench->judge) % LINES;
    bench->recent[number].line = line;
    bench->recent[number].command = record->command;
    unsigned broken = rh_judge_verdicts(bench->judge, record, verdicts, VERDICTS);
    for (unsigned i = 0; i < broken && i < VERDICTS; i++)
        tell(court, bench, record->channel, line, &verdicts[i]);
    court->guilty += broken > 0;
    court->commands++;
    bench->last_line = line;
    if (record->cycle > bench->last_cycle)
        bench->last_cycle = record->cycle;
    return true;
}

/* Each channel's refreshes up to its own last command: a run is over in one channel before it is in another, and
 * refreshes no more. */
static void judge_ends(struct court *court) {
    for (unsigned channel = 0; channel < RH_COMMAND_CHANNELS; channel++) {
        const struct bench *bench = court->benches[channel];
        struct rh_verdict verdict;
        if (bench == NULL || rh_judge_finish(bench->judge, bench->last_cycle, &verdict) == 0)
            continue;
        tell(court, bench, channel, bench->last_line, &verdict);
        court->ends++;
    }
}

static const char *many(uint64_t n) {
    return n == 1 ? "" : "s";
}

static const struct rh_column configuration[] = {
    {.name = "content", .kind = RH_CELL_TEXT, .meaning = "hash of the trace's lines"},
    {.name = "format", .kind = RH_CELL_TEXT},
    {.name = "preset", .kind = RH_CELL_TEXT},
    {.name = "values", .kind = RH_CELL_TEXT, .meaning = "hash of the preset's values, chips and refresh included"},
    {.name = "pseudochannels", .kind = RH_CELL_COUNT},
    {.name = "postponed", .kind = RH_CELL_COUNT},
    {.name = "registered", .kind = RH_CELL_FLAG},
    {.name = "own", .kind = RH_CELL_FLAG, .meaning = "the rules are those of a run"},
    {.name = "rfm", .kind = RH_CELL_FLAG, .meaning = "the device asks for refresh management"},
    {.name = "refresh_from", .kind = RH_CELL_TEXT, .meaning = "clock that refreshes are counted from, or `first`"},
    {.name = "most", .kind = RH_CELL_COUNT, .meaning = "verdicts that are listed"},
};
static const struct rh_column members[] = {
    {.name = "file", .kind = RH_CELL_TEXT},
    {.name = "commands", .kind = RH_CELL_COUNT},
    {.name = "channels", .kind = RH_CELL_COUNT},
    {.name = "checks", .kind = RH_CELL_COUNT, .meaning = "comparisons of a command with an earlier one or a bank"},
    {.name = "broken", .kind = RH_CELL_COUNT, .meaning = "rules, each time they were"},
    {.name = "broken_commands", .kind = RH_CELL_COUNT, .meaning = "that broke a rule"},
    {.name = "broken_ends", .kind = RH_CELL_COUNT, .meaning = "channels at whose end a rule was broken"},
};
static const struct rh_column rows[] = {
    {.name = "rule", .kind = RH_CELL_TEXT, .meaning = "docs/tables/rules.md"},
    {.name = "broken", .heading = "times broken", .kind = RH_CELL_COUNT},
};
static const struct rh_column verdicts[] = {
    {.name = "line", .kind = RH_CELL_COUNT},
    {.name = "channel", .kind = RH_CELL_COUNT},
    {.name = "rule", .kind = RH_CELL_TEXT},
    {.name = "text", .kind = RH_CELL_TEXT},
    {.name = "earlier_line",
     .kind = RH_CELL_COUNT,
     .maybe = true,
     .meaning = "of the command that it came too soon after"},
};

const struct rh_form rh_form_trace_judge = {
    .name = "trace-judge",
    .command = "rowhold trace judge --json",
    .configuration = RH_FORM_PART("configuration", configuration, "the trace's content and the rules it is held to"),
    .members = RH_FORM_PART("members", members, NULL),
    .rows = RH_FORM_PART("rows", rows, "a rule that was broken"),
    .more = RH_FORM_PART("verdicts", verdicts, "each broken rule, the first --most of them"),
};

struct texts {
    unsigned chips; /* 0: the preset's */
    const char *files[1];
    const char *name, *format, *refresh, *refresh_from;
    uint64_t most;
    uint16_t pseudochannels;
    uint8_t postponed;
    bool registered, managed, own;
    struct rh_table_options table;
};

static bool write_result(struct court *court, const struct texts *t, const struct rh_command_trace *trace,
                         uint64_t checks, uint64_t channels, struct rh_error *error) {
    struct rh_table *c = court->result.configuration, *m = court->result.members;
    bool good = !court->lost && rh_table_hash(c, court->hash) && rh_table_text(c, court->format) &&
                rh_table_text(c, trace->preset->name) && rh_options_preset_hash(trace->preset, c) &&
                rh_table_count(c, trace->pseudochannels) && rh_table_count(c, court->setup.postponed) &&
                rh_table_count(c, court->setup.registered) && rh_table_count(c, t->own) &&
                rh_table_count(c, court->setup.managed) &&
                rh_table_text(c, t->refresh_from == NULL ? "0" : t->refresh_from) && rh_table_count(c, court->most) &&
                rh_table_text(m, court->file) && rh_table_count(m, court->commands) && rh_table_count(m, channels) &&
                rh_table_count(m, checks) && rh_table_count(m, court->broken) && rh_table_count(m, court->guilty) &&
                rh_table_count(m, court->ends);
    for (unsigned i = 0; good && i < RULES && court->rules[i].key != NULL; i++)
        good = rh_table_text(court->result.rows, court->rules[i].key) &&
               rh_table_count(court->result.rows, court->rules[i].count);
    return good ? rh_table_write(&court->result, &t->table, error) : rh_table_no_memory(&rh_form_trace_judge, error);
}

/* What was looked at, what was found by rule, and how much of it was printed. */
static void print_sum(const struct court *court, uint64_t checks, uint64_t channels) {
    if (court->commands == 0) {
        printf("%s: found no command, expected at least one to judge\n", court->file);
        return;
    }
    if (court->broken > court->most)
        printf("%s: %" PRIu64 " more broken rule%s not printed; --most %" PRIu64 " prints all\n", court->file,
               court->broken - court->most, court->broken - court->most == 1 ? " was" : "s were", court->broken);
    printf("%s: %" PRIu64 " command%s on %" PRIu64 " channel%s, %" PRIu64
           " comparisons of a command with an earlier one or a bank, %" PRIu64 " broken rule%s",
           court->file, court->commands, many(court->commands), channels, many(channels), checks, court->broken,
           many(court->broken));
    if (court->guilty > 0)
        printf(" at %" PRIu64 " command%s", court->guilty, many(court->guilty));
    if (court->ends > 0)
        printf("%s at the end of %" PRIu64 " channel%s", court->guilty > 0 ? " and" : "", court->ends,
               many(court->ends));
    putchar('\n');
    if (rh_table_rows(court->result.rows) > 0) {
        putchar('\n');
        rh_table_print(court->result.rows, "  ", stdout);
    }
}

static int sum_up(struct court *court, const struct texts *t, const struct rh_command_trace *trace,
                  struct rh_error *error) {
    uint64_t checks = 0, channels = 0;
    for (unsigned channel = 0; channel < RH_COMMAND_CHANNELS; channel++)
        if (court->benches[channel] != NULL) {
            checks += rh_judge_checks(court->benches[channel]->judge);
            channels++;
        }
    if (!write_result(court, t, trace, checks, channels, error))
        return rh_cli_fail(error);
    if (!court->silent)
        print_sum(court, checks, channels);
    return court->broken > 0 || court->commands == 0;
}

static void dismiss(struct court *court) {
    for (unsigned channel = 0; court->benches != NULL && channel < RH_COMMAND_CHANNELS; channel++)
        if (court->benches[channel] != NULL) {
            rh_judge_close(court->benches[channel]->judge);
            free(court->benches[channel]);
        }
    free(court->benches);
    rh_table_result_close(&court->result);
}

static bool resolve_refresh_from(const char *text, struct rh_judge_setup *setup, struct rh_error *error) {
    setup->from_first_refresh = text != NULL && strcmp(text, "first") == 0;
    return text == NULL || setup->from_first_refresh ||
           rh_option_number("--refresh-from", text, 0, INT64_MAX, &setup->refresh_from, error) ||
           rh_error_set(error, "--refresh-from: found '%s', expected a clock or `first`", text);
}

/* JEDEC bounds the refreshes that wait, one bank at a time as many rounds of them. */
static bool allows_postponed(const struct rh_judge_setup *setup, struct rh_error *error) {
    unsigned most = setup->timing.postponed * rh_judge_refreshes_a_round(setup);
    return setup->timing.postponed == 0 || setup->postponed <= most ||
           rh_error_set(error, "--postponed: found %u, expected at most %u, as the preset's device allows",
                        (unsigned)setup->postponed, most);
}

static int run_command(int argc, char **argv) {
    struct texts t = {.most = MOST, .pseudochannels = 1};
    int status = rh_cli_parse(&rh_cli_trace_judge, argc, argv, &t);
    if (status != 0)
        return status == 1 ? 0 : 2;
    struct rh_error error = {""};
    struct rh_preset preset;
    struct rh_command_trace trace;
    struct court court = {.file = strcmp(t.files[0], "-") == 0 ? "standard input" : t.files[0], .most = t.most};
    if (t.name == NULL) {
        rh_error_set(&error, "--preset: found nothing, expected the preset that the commands were made for");
        return rh_cli_fail(&error);
    }
    const struct rh_file_use uses[] = {{"FILE", t.files[0], false},
                                       {"--preset", rh_options_preset_file(t.name), false}};
    if (!rh_table_options_apart(&t.table, uses, 2, &error))
        return rh_cli_fail(&error);
    if (!rh_options_preset(t.name, t.chips, t.refresh, &preset, &error))
        return rh_cli_fail(&error);
    court.setup = t.own ? rh_judge_setup_from_preset(&preset) : rh_judge_setup_of_device(&preset);
    court.setup.managed = t.managed;
    if (t.managed && t.own)
        rh_error_set(&error, "--rfm: found with --own, expected a trace of others: no controller here sends RFM");
    else if (t.managed && preset.timing.RAAMMT == 0)
        rh_error_set(&error, "--rfm: found a preset without RAAMMT, expected one that says it");
    if (error.text[0] != '\0')
        return rh_cli_fail(&error);
    court.setup.registered = t.registered;
    court.setup.postponed = t.postponed;
    if (!allows_postponed(&court.setup, &error))
        return rh_cli_fail(&error);
    if (!resolve_refresh_from(t.refresh_from, &court.setup, &error) ||
        !trace_commands_set_up(&trace, t.format, t.pseudochannels, &preset, &error))
        return rh_cli_fail(&error);
    court.benches = calloc(RH_COMMAND_CHANNELS, sizeof(struct bench *));
    court.silent = rh_table_options_stdout(&t.table);
    trace.hash = &court.hash;
    trace.found = &court.format;
    bool good = rh_table_result_open(&court.result, &rh_form_trace_judge, &error);
    good = good && (court.benches != NULL || rh_error_set(&error, "%s: found no memory, expected enough", t.files[0]));
    good = good && rh_command_trace_read(t.files[0], &trace, judge_line, &court, &error);
    if (good)
        judge_ends(&court);
    int exit_code = good ? sum_up(&court, &t, &trace, &error) : rh_cli_fail(&error);
    dismiss(&court);
    return exit_code;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct texts, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(INPUT, "FILE", NULL, files[0], .argument = true, .needed = true, .help = "the trace"),
    ROW(INPUT, "preset", "NAME|FILE", name, .word = rh_preset_word, .others = true,
        .help = "DRAM preset whose rules count"),
    ROW(TEXT, "format", "NAME", format,
        .help = "native, dramsim3, ramulator2, ramulator1 or drampower (default: by the first line)"),
    ROW(NUMBER, "pseudochannels", "N", pseudochannels, .least = 1, .most = 256,
        .help = "the rank of a line is one of N pseudochannels (default: no ranks)"),
    ROW(NUMBER, "postponed", "N", postponed, .most = 255,
        .help = "refreshes that may wait at once (default 0; DDR4 allows 8, DDR5 4)"),
    RH_OPTION_CHIPS(struct texts),
    ROW(TEXT, "refresh", "MODE", refresh, .word = rh_refresh_word, .help = "default: the preset's"),
    ROW(TEXT, "refresh_from", "CYCLE", refresh_from,
        .help = "clock that refreshes are counted from, or `first`: the first REF's (default 0)"),
    ROW(NUMBER, "most", "N", most, .most = UINT64_MAX,
        .help = "broken rules that are printed, all are counted (default 20)"),
    ROW(FLAG, "registered", NULL, registered,
        .help = "the commands came out of flip-flops: refreshes fall due one clock later"),
    ROW(FLAG, "own", NULL, own,
        .help = "the commands are of a controller here: what these know nothing of is left out, as in a run"),
    ROW(FLAG, "rfm", NULL, managed,
        .help = "the device asks for refresh management: RAAMMT bounds the activates of a bank"),
};

const struct rh_cli rh_cli_trace_judge = {
    .name = "trace judge",
    .meaning = "check a command trace against the DRAM rules",
    .about = "Check a command trace against every DRAM rule of a preset: one of `simulate "
             "--commands` (CSV: cycle,channel,command,bank_group,bank,row,column, in any "
             "order), or one that DRAMsim3 (CMD_TRACE), Ramulator 2 (TraceRecorder, of 2.1 "
             "CmdTraceRecorder), Ramulator 1 (record_cmd_trace, which tells no rows) or a "
             "generator for DRAMPower wrote; the first line says which. A refresh of all "
             "banks has no bank_group and bank; row and column may be empty where a "
             "command has none. Prints each broken rule with its line and that of the "
             "earlier command, the first --most of them. A trace that was cut, or "
             "that begins with the start of its device, is counted --refresh-from its first "
             "refresh. Exit 1 if there is one, or when "
             "the file holds no command.",
    .examples = "trace judge commands.csv --preset gddr3\n"
                "trace judge dramsim3ch_0cmd.trace --preset ddr4_2400 --postponed 1\n"
                "trace judge cut.csv --preset ddr4_2400 --refresh all_bank --refresh-from first\n"
                "trace judge hbm2.trace.ch0 --preset my_hbm2.yaml --refresh off --pseudochannels 2 --most 100",
    .exits = "0 no broken rule, 1 a broken rule, or no command in the file, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct texts, table))},
    .run = run_command,
};
