// SPDX-License-Identifier: Apache-2.0
// `rowhold area`: the table of scripts/area beside the formulas; the netlist counter and parameters that the script
// uses.
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmodel/cli/rh_area_print.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_settings.h"
#include "rowhold/rh_netlist.h"
#include "rowhold/rh_source.h"
#include "rowhold/rh_variant.h"

struct arguments {
    const char *file, *design, *netlist, *parameters, *settings;
    unsigned jobs; /* 0: not given */
    bool run, markdown, designs;
};

static bool check(const struct arguments *a, struct rh_error *error) {
    const char *alone = a->netlist != NULL ? "--netlist" : a->designs ? "--designs" : "--parameters";
    unsigned jobs_of_its_own = (a->netlist != NULL) + (unsigned)a->designs + (a->parameters != NULL);
    bool table = a->run || a->markdown || a->file != NULL || a->jobs != 0 || a->design != NULL;
    if (a->markdown && a->design != NULL)
        return rh_error_set(error, "--design: found with --markdown, expected one of them");
    if (jobs_of_its_own > 1 || (jobs_of_its_own == 1 && table))
        return rh_error_set(error, "%s: found other options beside it, expected it alone", alone);
    if (a->parameters != NULL && a->settings == NULL)
        return rh_error_set(error, "--parameters: found no settings, expected them behind the name");
    if (a->parameters == NULL && a->settings != NULL)
        return rh_error_set(error, "area: found argument '%s', expected it behind --parameters NAME", a->settings);
    return a->jobs == 0 || a->run || rh_error_set(error, "--jobs: found without --run, expected both");
}

static int print_designs(void) {
    const char *kind, *settings;
    for (enum rh_kind_code code = 0; code < RH_KINDS; code++)
        for (size_t v = 0; v < rh_variant_count(code); v++)
            for (unsigned i = 0; rh_area_size(i, &kind, &settings); i++)
                if (rh_kind_find(kind) == code)
                    printf("%s %s %s\n", kind, rh_variant_at(code, v)->name, settings);
    return 0;
}

static int print_parameters(const char *name, const char *settings, struct rh_error *error) {
    const struct rh_variant *variant = NULL;
    for (enum rh_kind_code code = 0; code < RH_KINDS && variant == NULL; code++)
        variant = rh_variant_find(code, name);
    if (variant == NULL) {
        rh_error_set(error, "--parameters: found '%s', expected a variant of `rowhold list`", name);
        return rh_cli_fail(error);
    }
    const struct rh_kind *kind = rh_kind_of(variant->kind)->kind;
    void *params = calloc(1, kind->params_size);
    bool good = params != NULL ? rh_settings_params("--parameters", settings, kind, params, error)
                               : rh_error_set(error, "area: found no memory, expected enough");
    for (unsigned i = 0; good && i < kind->param_count; i++)
        printf("%s=%u%s", kind->params[i].parameter, rh_param_get(&kind->params[i], params),
               i + 1 < kind->param_count ? " " : "\n");
    free(params);
    return good ? 0 : rh_cli_fail(error);
}

static int count_netlist(const char *path, struct rh_error *error) {
    struct rh_netlist *netlist = rh_netlist_open(path, error);
    if (netlist == NULL)
        return rh_cli_fail(error);
    struct rh_netlist_counts c = rh_netlist_counts(netlist);
    printf("address_bits %" PRIu64 "\ncompared_bits %" PRIu64 "\ndecoded_bits %" PRIu64 "\nflop_bits %" PRIu64
           "\nlatches %" PRIu64 "\npair_bits %" PRIu64 "\n",
           c.addresses, c.compared, c.decoded, c.flops, c.latches, c.pairs);
    for (unsigned i = 0; rh_netlist_place(netlist, i) != NULL; i++) {
        const struct rh_netlist_place *place = rh_netlist_place(netlist, i);
        printf("%s %s: %u cells, %u bits, %u of addresses\n", place->where, place->kind, (unsigned)place->cells,
               (unsigned)place->bits, (unsigned)place->address_bits);
    }
    rh_netlist_close(netlist);
    return c.latches == 0 ? 0 : 1;
}

/* Run scripts/area to its end; its own messages say what is wrong. */
static int run_script(unsigned jobs, struct rh_error *error) {
    char script[RH_SOURCE_PATH + 32], source[RH_SOURCE_PATH], number[16];
    (void)snprintf(number, sizeof number, "%u", jobs == 0 ? 2 : jobs);
    (void)snprintf(script, sizeof script, "%s/scripts/area", rh_source_folder(source));
    (void)fflush(NULL);
    char self[1024];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    pid_t child = fork();
    if (child == 0) {
        if (length > 0) { /* the script counts comparators with this very program */
            self[length] = '\0';
            (void)setenv("ROWHOLD", self, 1);
        }
        (void)execl(script, script, "--jobs", number, (char *)NULL);
        fprintf(stderr, "rowhold: %s: found no such script, expected it in the source folder (ROWHOLD_SOURCE)\n",
                script);
        _exit(2);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
        rh_error_set(error, "area: scripts/area was cut off");
        return rh_cli_fail(error);
    }
    return WEXITSTATUS(status);
}

static bool has_design(const struct rh_area_table *table, const char *design) {
    unsigned i = 0;
    while (i < table->count && strcmp(table->rows[i].design, design) != 0)
        i++;
    return i < table->count;
}

static int print_table(const struct arguments *a, struct rh_error *error) {
    char path[RH_SOURCE_PATH + 32], source[RH_SOURCE_PATH];
    struct rh_area_table table;
    (void)snprintf(path, sizeof path, "%s/docs/tables/area.csv", rh_source_folder(source));
    bool good = rh_area_load(a->file != NULL ? a->file : path, &table, error);
    if (good && a->design != NULL && !has_design(&table, a->design))
        good = rh_error_set(error, "--design: found '%s', expected a design of the table", a->design);
    if (good && a->markdown)
        rh_area_print_markdown(stdout, &table);
    else if (good)
        rh_area_print(stdout, &table, a->design);
    rh_area_close(&table);
    return good ? 0 : rh_cli_fail(error);
}

static int run_command(int argc, char **argv) {
    struct arguments a = {0};
    struct rh_error error = {""};
    int parsed = rh_cli_parse(&rh_cli_area, argc, argv, &a);
    if (parsed != 0)
        return parsed == 1 ? 0 : 2;
    if (!check(&a, &error))
        return rh_cli_fail(&error);
    if (a.netlist != NULL)
        return count_netlist(a.netlist, &error);
    if (a.parameters != NULL)
        return print_parameters(a.parameters, a.settings, &error);
    if (a.designs)
        return print_designs();
    int code = a.run ? run_script(a.jobs, &error) : 0;
    return code != 0 ? code : print_table(&a, &error);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "SETTINGS", NULL, settings, .argument = true,
        .help = "behind --parameters NAME: the parameters that are not the usual ones"),
    ROW(FLAG, "run", NULL, run, .group = "the table",
        .help = "measure first what has changed (scripts/area: Yosys, OpenSTA)"),
    ROW(NUMBER, "jobs", "N", jobs, .least = 1, .most = 256,
        .help = "synthesize N designs at a time (default 2); with --run"),
    ROW(INPUT, "file", "FILE.csv", file, .help = "table to print (default docs/tables/area.csv of the source folder)"),
    ROW(TEXT, "design", "NAME", design, .help = "the rows of one design alone"),
    ROW(FLAG, "markdown", NULL, markdown, .help = "print as docs/tables/area.md"),
    ROW(INPUT, "netlist", "FILE.json", netlist, .group = "for scripts, each alone",
        .help = "count the comparators of a netlist that Yosys wrote before mapping, place by place"),
    ROW(FLAG, "designs", NULL, designs, .help = "what is measured, one a line: kind, name, settings"),
    ROW(TEXT, "parameters", "NAME", parameters, .help = "the module parameters of a design"),
};

const struct rh_cli rh_cli_area = {
    .name = "area",
    .meaning = "synthesis: cells, flops, area, critical path",
    .about = "What each design costs: cells, um2, critical path, bits of comparators.",
    .examples = "area\n"
                "area --run --jobs 4\n"
                "area --parameters islip 'inputs=28 outputs=8 hold=1'\n"
                "area --netlist fr_fcfs.json",
    .exits = "0 done, 1 a design did not pass, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0)},
    .run = run_command,
};
