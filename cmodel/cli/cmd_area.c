// SPDX-License-Identifier: Apache-2.0
// `rowhold area`: the table of scripts/area beside the formulas; the netlist counter and parameters that the script
// uses.
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_area.h"
#include "rowhold/rh_netlist.h"
#include "rowhold/rh_preset.h"

static const char usage[] =
    "usage: rowhold area [--run] [--jobs N] [--file FILE.csv] [--markdown]\n"
    "       rowhold area --netlist FILE.json\n"
    "       rowhold area --parameters QUEUE\n"
    "What each controller costs in the thesis' configuration: cells, um2, critical path, bits of comparators.\n\n"
    "  --run               measure first what has changed (scripts/area: Yosys, OpenSTA)\n"
    "  --jobs N            synthesize N designs at a time (default 2); with --run\n"
    "  --file FILE.csv     table to print (default docs/tables/area.csv of the source folder)\n"
    "  --markdown          print as docs/tables/area.md\n"
    "  --netlist FILE      count the comparators of a netlist that Yosys wrote before mapping, place by place\n"
    "  --parameters QUEUE  print the module parameters of the configuration\n\n"
    "examples:\n"
    "  rowhold area\n"
    "  rowhold area --run --jobs 4\n"
    "  rowhold area --netlist build/area/fr_fcfs-32.json\n\n"
    "exit: 0 done, 1 a design did not pass, 2 usage or input error\n";

struct arguments {
    const char *jobs, *file, *netlist, *parameters;
    bool run, markdown, help;
};

static bool parse(int argc, char **argv, struct arguments *a, struct rh_error *error) {
    const struct {
        const char *name;
        const char **value;
        bool *flag;
    } options[] = {
        {"--jobs", &a->jobs, NULL},       {"--file", &a->file, NULL},
        {"--netlist", &a->netlist, NULL}, {"--parameters", &a->parameters, NULL},
        {"--run", NULL, &a->run},         {"--markdown", NULL, &a->markdown},
        {"--help", NULL, &a->help},
    };
    for (int i = 1; i < argc; i++) {
        size_t k = 0, count = sizeof options / sizeof options[0];
        while (k < count && strcmp(argv[i], options[k].name) != 0)
            k++;
        if (k == count)
            return rh_error_set(error, "area: found '%s', expected an option of `rowhold area --help`", argv[i]);
        if (options[k].flag != NULL) {
            *options[k].flag = true;
        } else {
            if (i + 1 == argc)
                return rh_error_set(error, "%s: found nothing, expected a value", argv[i]);
            *options[k].value = argv[++i];
        }
    }
    if ((a->netlist != NULL || a->parameters != NULL) && argc != 3)
        return rh_error_set(error, "%s: found other options beside it, expected it alone",
                            a->netlist != NULL ? "--netlist" : "--parameters");
    if (a->jobs != NULL && !a->run)
        return rh_error_set(error, "--jobs: found without --run, expected both");
    return true;
}

static const char *source_folder(void) {
    const char *source = getenv("ROWHOLD_SOURCE");
    return source != NULL ? source : RH_SOURCE_DIR;
}

static int print_parameters(const char *queue, struct rh_error *error) {
    struct rh_preset preset;
    uint64_t entries = 0;
    if (!rh_option_number("--parameters", queue, RH_LEAST_QUEUE, RH_MAX_QUEUE, &entries, error) ||
        !rh_preset_load("gddr3", &preset, error))
        return rh_options_fail(error);
    struct rh_geometry g = rh_preset_geometry(&preset, (unsigned)entries);
    if (!rh_geometry_check(&g, error))
        return rh_options_fail(error);
    printf("QUEUE=%u BANKS=%u GROUPS=%u BUSES=%u ROW_BITS=%u COLUMN_BITS=%u TAG_BITS=%u RESPONSES=%u TIMER_BITS=%u\n",
           (unsigned)g.queue, (unsigned)g.banks, (unsigned)g.groups, (unsigned)g.buses, (unsigned)g.row_bits,
           (unsigned)g.column_bits, (unsigned)g.tag_bits, (unsigned)g.responses, (unsigned)g.timer_bits);
    return 0;
}

static int count_netlist(const char *path, struct rh_error *error) {
    struct rh_netlist *netlist = rh_netlist_open(path, error);
    if (netlist == NULL)
        return rh_options_fail(error);
    struct rh_netlist_counts c = rh_netlist_counts(netlist);
    printf("address_bits %" PRIu64 "\ncompared_bits %" PRIu64 "\ndecoded_bits %" PRIu64 "\nflop_bits %" PRIu64
           "\nlatches %" PRIu64 "\n",
           c.addresses, c.compared, c.decoded, c.flops, c.latches);
    for (unsigned i = 0; rh_netlist_place(netlist, i) != NULL; i++) {
        const struct rh_netlist_place *place = rh_netlist_place(netlist, i);
        printf("%s %s: %u cells, %u bits, %u of addresses\n", place->where, place->kind, (unsigned)place->cells,
               (unsigned)place->bits, (unsigned)place->address_bits);
    }
    rh_netlist_close(netlist);
    return c.latches == 0 ? 0 : 1;
}

/* Run scripts/area to its end; its own messages say what is wrong. */
static int run_script(const char *jobs, struct rh_error *error) {
    char script[1024];
    uint64_t number = 2;
    if (jobs != NULL && !rh_option_number("--jobs", jobs, 1, 256, &number, error))
        return rh_options_fail(error);
    (void)snprintf(script, sizeof script, "%s/scripts/area", source_folder());
    (void)fflush(NULL);
    char self[1024];
    ssize_t length = readlink("/proc/self/exe", self, sizeof self - 1);
    pid_t child = fork();
    if (child == 0) {
        if (length > 0) { /* the script counts comparators with this very program */
            self[length] = '\0';
            (void)setenv("ROWHOLD", self, 1);
        }
        (void)execl(script, script, "--jobs", jobs == NULL ? "2" : jobs, (char *)NULL);
        fprintf(stderr, "rowhold: %s: found no such script, expected it in the source folder (ROWHOLD_SOURCE)\n",
                script);
        _exit(2);
    }
    int status = 0;
    if (child < 0 || waitpid(child, &status, 0) != child || !WIFEXITED(status)) {
        rh_error_set(error, "area: scripts/area was cut off");
        return rh_options_fail(error);
    }
    return WEXITSTATUS(status);
}

static int print_table(const struct arguments *a, struct rh_error *error) {
    char path[1024];
    struct rh_area_table table;
    (void)snprintf(path, sizeof path, "%s/docs/tables/area.csv", source_folder());
    bool good = rh_area_load(a->file != NULL ? a->file : path, &table, error);
    if (good)
        rh_area_print(stdout, &table, a->markdown);
    rh_area_close(&table);
    return good ? 0 : rh_options_fail(error);
}

int rh_cmd_area(int argc, char **argv) {
    struct arguments a = {0};
    struct rh_error error = {""};
    if (!parse(argc, argv, &a, &error))
        return rh_options_fail(&error);
    if (a.help) {
        printf("%s", usage);
        return 0;
    }
    if (a.netlist != NULL)
        return count_netlist(a.netlist, &error);
    if (a.parameters != NULL)
        return print_parameters(a.parameters, &error);
    int code = a.run ? run_script(a.jobs, &error) : 0;
    return code != 0 ? code : print_table(&a, &error);
}
