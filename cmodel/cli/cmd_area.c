// SPDX-License-Identifier: Apache-2.0
// `rowhold area`: the table of scripts/area beside the formulas; the netlist counter and parameters that the script
// uses.
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmodel/cli/rh_area_print.h"
#include "cmodel/cli/rh_area_system.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_settings.h"
#include "rowhold/rh_near.h"
#include "rowhold/rh_netlist.h"
#include "rowhold/rh_source.h"
#include "rowhold/rh_temporary.h"
#include "rowhold/rh_variant.h"

struct arguments {
    const char *file, *design, *netlist, *parameters, *settings, *liberty;
    struct rh_table_options table;
    unsigned jobs; /* 0: not given */
    bool run, designs, system, elsewhere, whole, parts, roles, libraries;
};

static bool check(const struct arguments *a, struct rh_error *error) {
    const char *alone = a->netlist != NULL ? "--netlist"
                        : a->designs       ? "--designs"
                        : a->libraries     ? "--libraries"
                        : a->roles         ? "--roles"
                        : a->parts         ? "--parts"
                                           : "--parameters";
    unsigned jobs_of_its_own = (a->netlist != NULL) + (unsigned)a->designs + (unsigned)a->libraries +
                               (unsigned)a->roles + (a->parts && a->netlist == NULL) + (a->parameters != NULL);
    bool written = a->table.csv != NULL || a->table.json != NULL || a->table.markdown != NULL;
    bool table =
        a->run || written || a->file != NULL || a->jobs != 0 || a->design != NULL || a->liberty != NULL || a->system;
    if (jobs_of_its_own > 1 || (jobs_of_its_own == 1 && table))
        return rh_error_set(error, "%s: found other options beside it, expected it alone", alone);
    if (a->liberty != NULL && a->file != NULL)
        return rh_error_set(error, "--liberty: found with --file, expected one of them");
    if ((a->elsewhere || a->whole) && !a->designs)
        return rh_error_set(error, "%s: found without --designs, expected both",
                            a->elsewhere ? "--elsewhere" : "--whole");
    if (a->parameters == NULL && a->design == NULL && !a->system && a->settings != NULL)
        return rh_error_set(error,
                            "area: found argument '%s', expected it with --design NAME, --parameters NAME or --system",
                            a->settings);
    if (a->system && a->design != NULL)
        return rh_error_set(error, "--system: found with --design, expected one of them");
    if (a->run && a->design != NULL && a->file != NULL)
        return rh_error_set(error, "--file: found with --run and --design, expected no file to read");
    return a->jobs == 0 || a->run || rh_error_set(error, "--jobs: found without --run, expected both");
}

static int print_designs(const struct arguments *a) {
    const char *kind, *settings;
    enum rh_area_how how;
    for (enum rh_kind_code code = 0; code < RH_KINDS; code++)
        for (size_t v = 0; v < rh_variant_count(code); v++)
            for (unsigned i = 0; rh_area_size(i, &kind, &settings, &how); i++)
                if (rh_kind_find(kind) == code && (how == RH_AREA_every || !a->elsewhere) &&
                    (how == RH_AREA_whole || !a->whole))
                    printf("%s %s %s\n", kind, rh_variant_at(code, v)->name, settings);
    return 0;
}

/* The kind of a variant; NULL with an error when there is none of this name. */
static const struct rh_kind *kind_of(const char *option, const char *name, struct rh_error *error) {
    char text[RH_NEAR_TEXT];
    struct rh_near near = {.word = name};
    for (enum rh_kind_code code = 0; code < RH_KINDS; code++) {
        if (rh_variant_find(code, name) != NULL)
            return rh_kind_of(code)->kind;
        for (size_t v = 0; v < rh_variant_count(code); v++)
            rh_near_offer(&near, rh_variant_at(code, v)->name);
    }
    rh_error_set(error, "%s: found '%s', expected a variant of `rowhold list`%s", option, name,
                 rh_near_text(&near, text));
    return NULL;
}

/* Parameters of a variant, to be freed; NULL with an error. */
static void *params_of(const char *option, const struct rh_kind *kind, const char *settings, struct rh_error *error) {
    void *params = calloc(1, kind->params_size);
    if (params == NULL)
        rh_error_set(error, "area: found no memory, expected enough");
    else if (rh_settings_params(option, settings, kind, params, error))
        return params;
    free(params);
    return NULL;
}

static int print_parameters(const char *name, const char *settings, struct rh_error *error) {
    const struct rh_kind *kind = kind_of("--parameters", name, error);
    void *params = kind == NULL ? NULL : params_of("--parameters", kind, settings, error);
    for (unsigned i = 0; params != NULL && i < kind->param_count; i++)
        printf("%s=%u%s", kind->params[i].parameter, rh_param_get(&kind->params[i], params),
               i + 1 < kind->param_count ? " " : "\n");
    free(params);
    return params != NULL ? 0 : rh_cli_fail(error);
}

/* Every cell and its part, for the synthesis that maps part by part. */
static int print_parts(struct rh_netlist *netlist, const char *path, struct rh_error *error) {
    enum rh_netlist_part part;
    const char *name;
    if (!rh_netlist_find_parts(netlist, path, error))
        return rh_cli_fail(error);
    for (unsigned i = 0; (name = rh_netlist_cell_part(netlist, i, &part)) != NULL; i++)
        printf("%s %s\n", rh_netlist_part_name(part), name);
    return 0;
}

static int print_part_names(void) {
    for (enum rh_netlist_part part = 0; part < RH_NETLIST_PARTS; part++)
        puts(rh_netlist_part_name(part));
    return 0;
}

static int print_roles(void) {
    const char *module, *role;
    for (unsigned i = 0; rh_netlist_role_row(i, &module, &role); i++)
        printf("%s %s\n", module, role);
    return 0;
}

static int print_libraries(void) {
    struct rh_area_library l;
    for (unsigned i = 0; rh_area_library(i, &l); i++)
        printf("%s|%s|%s|%s|%s|%s\n", l.name, l.library, l.title, l.file, l.package, l.avoid);
    return 0;
}

static int count_netlist(const char *path, bool parts, struct rh_error *error) {
    struct rh_netlist *netlist = rh_netlist_open(path, error);
    if (netlist == NULL)
        return rh_cli_fail(error);
    if (parts) {
        int code = print_parts(netlist, path, error);
        rh_netlist_close(netlist);
        return code;
    }
    struct rh_netlist_counts c = rh_netlist_counts(netlist);
    printf("address_bits %" PRIu64 "\ncompared_bits %" PRIu64 "\ndecoded_bits %" PRIu64 "\nflop_bits %" PRIu64
           "\nlatches %" PRIu64 "\npair_bits %" PRIu64 "\n",
           c.addresses, c.compared, c.decoded, c.flops, c.latches, c.pairs);
    for (unsigned i = 0; rh_netlist_place(netlist, i) != NULL; i++) {
        const struct rh_netlist_place *place = rh_netlist_place(netlist, i);
        if (place->pair_bits != 0)
            printf("%s %s: %u cells, %u bits of pairs\n", place->where, place->kind, (unsigned)place->cells,
                   (unsigned)place->pair_bits);
        else
            printf("%s %s: %u cells, %u bits, %u of addresses\n", place->where, place->kind, (unsigned)place->cells,
                   (unsigned)place->bits, (unsigned)place->address_bits);
    }
    for (unsigned i = 0; rh_netlist_register(netlist, i) != NULL; i++) {
        const struct rh_netlist_register *flops = rh_netlist_register(netlist, i);
        printf("%s: %u flops\n", flops->name, (unsigned)flops->bits);
    }
    rh_netlist_close(netlist);
    return c.latches == 0 ? 0 : 1;
}

/* Run scripts/area to its end; its own messages say what is wrong. Of one design: its rows go into the file `rows`. */
static int run_script(const struct arguments *a, const char *rows, struct rh_error *error) {
    char script[RH_SOURCE_PATH + 32], source[RH_SOURCE_PATH], number[16];
    (void)snprintf(number, sizeof number, "%u", a->jobs == 0 ? 2 : a->jobs);
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
        const char *words[10] = {script, "--jobs", number}; /* ends at the first NULL */
        unsigned count = 3;
        if (a->liberty != NULL) {
            words[count++] = "--liberty";
            words[count++] = a->liberty;
        }
        if (rows != NULL) {
            words[count++] = "--rows";
            words[count++] = rows;
            words[count++] = a->design;
            words[count++] = a->settings;
        }
        (void)execv(script, (char *const *)words);
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

/* Leave the rows of the design with these settings, however they are written, and beside them the same allocator
 * without a hold rule, from which what it adds is reckoned. Where there is none, an error. */
static bool keep(const struct arguments *a, struct rh_area_table *table, struct rh_error *error) {
    const struct rh_kind *kind = kind_of("--design", a->design, error);
    void *wanted = kind == NULL ? NULL : params_of("--design", kind, a->settings, error), *params;
    bool *kept = calloc(table->count, sizeof *kept);
    unsigned found = 0, count = 0;
    for (unsigned i = 0; wanted != NULL && kept != NULL && i < table->count; i++) {
        const struct rh_area_row *row = &table->rows[i];
        if (strcmp(row->design, a->design) != 0 || (params = params_of("--design", kind, row->settings, error)) == NULL)
            continue;
        if (a->settings == NULL || memcmp(params, wanted, kind->params_size) == 0) {
            const struct rh_area_row *bare = rh_area_unheld(table, row);
            kept[bare != NULL ? (size_t)(bare - table->rows) : i] = kept[i] = true;
            found++;
        }
        free(params);
    }
    for (unsigned i = 0; found > 0 && i < table->count; i++)
        if (kept[i])
            table->rows[count++] = table->rows[i];
    table->count = count;
    if (wanted != NULL && found == 0)
        rh_error_set(error, "--design: found '%s%s%s', expected a row of the table, or --run to measure it", a->design,
                     a->settings != NULL ? " " : "", a->settings != NULL ? a->settings : "");
    free(wanted);
    free(kept);
    return found > 0;
}

static bool report(const struct arguments *a, const struct rh_area_table *table, struct rh_error *error) {
    struct rh_table_result result;
    const struct rh_area_view view = {table, a->design, a->settings};
    if (!rh_table_result_open(&result, &rh_form_area, error))
        return false;
    bool good = rh_area_result(&result, &view) ? rh_table_write(&result, &a->table, error)
                                               : rh_table_no_memory(&rh_form_area, error);
    if (good && !rh_table_options_stdout(&a->table))
        rh_area_print(stdout, &view);
    rh_table_result_close(&result);
    return good;
}

static int print_table(const struct arguments *a, struct rh_error *error) {
    char path[RH_SOURCE_PATH + 128], source[RH_SOURCE_PATH];
    struct rh_area_table table = {0};
    struct rh_area_library first = {.name = ""};
    bool other = a->liberty != NULL && rh_area_library(0, &first) && strcmp(a->liberty, first.name) != 0;
    (void)snprintf(path, sizeof path, "%s/docs/tables/area%s%.64s.csv", rh_source_folder(source), other ? "_" : "",
                   other ? a->liberty : "");
    const char *file = a->file != NULL ? a->file : path;
    const struct rh_file_use use = {"--file", file, false};
    bool good = rh_table_options_apart(&a->table, &use, 1, error) && rh_area_load(file, &table, error) &&
                (a->design == NULL || keep(a, &table, error)) &&
                (a->system ? rh_area_system_write(&table, a->settings, &a->table, error) : report(a, &table, error));
    rh_area_close(&table);
    return good ? 0 : rh_cli_fail(error);
}

/* A file of its own for the rows of one design, where temporary files go; the caller frees its name. */
static char *make_rows(struct rh_error *error) {
    const char *folder = getenv("TMPDIR");
    char *rows = NULL;
    if (asprintf(&rows, "%s/rowhold_area.XXXXXX", folder != NULL && folder[0] != '\0' ? folder : "/tmp") < 0) {
        rh_error_set(error, "area: found no memory, expected enough");
        return NULL;
    }
    int file = mkstemp(rows);
    if (file >= 0) {
        (void)close(file);
        return rows;
    }
    rh_error_set(error, "%s: found no place for a file (%s), expected one (TMPDIR)", rows, strerror(errno));
    free(rows);
    return NULL;
}

/* Measure one design and print its rows. */
static int run_one(const struct arguments *a, struct rh_error *error) {
    struct arguments one = *a;
    const struct rh_kind *kind = kind_of("--design", a->design, error);
    void *params = kind == NULL ? NULL : params_of("--design", kind, a->settings, error);
    free(params);
    char *rows = params == NULL ? NULL : make_rows(error);
    if (rows == NULL)
        return rh_cli_fail(error);
    int slot = rh_temporary_watch(rows);
    one.file = rows;
    int code = run_script(a, rows, error);
    code = code != 0 ? code : print_table(&one, error);
    (void)unlink(rows);
    rh_temporary_unwatch(slot);
    free(rows);
    return code;
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
        return count_netlist(a.netlist, a.parts, &error);
    if (a.parameters != NULL)
        return print_parameters(a.parameters, a.settings, &error);
    if (a.designs)
        return print_designs(&a);
    if (a.libraries)
        return print_libraries();
    if (a.roles)
        return print_roles();
    if (a.parts)
        return print_part_names();
    if (a.run && a.design != NULL)
        return run_one(&a, &error);
    int code = a.run ? run_script(&a, NULL, &error) : 0;
    return code != 0 ? code : print_table(&a, &error);
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct arguments, kind, spelling, __VA_ARGS__)
static const struct rh_option own[] = {
    ROW(TEXT, "SETTINGS", NULL, settings, .argument = true,
        .help = "with --design, --parameters or --system: the parameters that are not the usual ones"),
    ROW(FLAG, "run", NULL, run, .group = "the table",
        .help = "measure first what has changed (scripts/area: Yosys, OpenSTA); with --design, of it alone"),
    ROW(NUMBER, "jobs", "N", jobs, .least = 1, .most = 256,
        .help = "synthesize N designs at a time (default 2); with --run"),
    ROW(INPUT, "file", "FILE.csv", file, .help = "table to print (default docs/tables/area.csv of the source folder)"),
    ROW(TEXT, "liberty", "NAME", liberty,
        .help = "another cell library of --libraries; with --run any, by its file (default: the first)"),
    ROW(TEXT, "design", "NAME", design,
        .help = "the rows of one design alone; with SETTINGS the row of these, any with --run"),
    ROW(FLAG, "system", NULL, system,
        .help = "whole memory systems instead: simple controllers behind a network that holds grants beside fr_fcfs; "
                "SETTINGS: of the controllers"),
    ROW(INPUT, "netlist", "FILE.json", netlist, .group = "for scripts, each alone",
        .help = "count the comparators of a netlist that Yosys wrote before mapping, place by place"),
    ROW(FLAG, "designs", NULL, designs, .help = "what is measured, one a line: kind, name, settings"),
    ROW(FLAG, "elsewhere", NULL, elsewhere, .help = "with --designs: those alone that every cell library is asked for"),
    ROW(FLAG, "whole", NULL, whole, .help = "with --designs: those alone that are not mapped part by part"),
    ROW(FLAG, "libraries", NULL, libraries,
        .help = "cell libraries, one a line: name|library|title|file|package|cells to avoid"),
    ROW(FLAG, "parts", NULL, parts,
        .help = "the parts of an area, one a line; with --netlist the part that each cell belongs to"),
    ROW(FLAG, "roles", NULL, roles, .help = "which part the instances of a module belong to, one a line"),
    ROW(TEXT, "parameters", "NAME", parameters, .help = "the module parameters of a design"),
};

const struct rh_cli rh_cli_area = {
    .name = "area",
    .meaning = "synthesis: cells, flops, area, critical path",
    .about = "What each design costs: cells, um2, critical path, bits of comparators.",
    .examples = "area\n"
                "area --run --jobs 4\n"
                "area --run --design banked_fifo queue=16\n"
                "area --run --liberty osu035 --design fifo\n"
                "area --design islip --csv islip.csv\n"
                "area --system queue=16\n"
                "area --parameters islip 'inputs=28 outputs=8 hold=1'\n"
                "area --netlist fr_fcfs.json",
    .exits = "0 done, 1 a design did not pass, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
