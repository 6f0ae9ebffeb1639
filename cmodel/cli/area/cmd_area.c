// SPDX-License-Identifier: Apache-2.0
// `rowhold area`: the tables of scripts/area, and what the script asks.
#include <errno.h>
#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmodel/cli/area/rh_area_choice.h"
#include "cmodel/cli/area/rh_area_print.h"
#include "cmodel/cli/area/rh_area_system.h"
#include "cmodel/cli/energy/rh_energy_table.h"
#include "cmodel/cli/rh_cli.h"
#include "cmodel/cli/rh_commands.h"
#include "cmodel/cli/rh_forms.h"
#include "cmodel/cli/rh_option.h"
#include "cmodel/cli/rh_options.h"
#include "cmodel/cost/rh_area.h"
#include "cmodel/files/rh_source.h"
#include "cmodel/files/rh_temporary.h"
#include "cmodel/netlist/rh_netlist.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_variant.h"

struct area_jobs {
    const char *netlist, *parameters;
    bool designs, elsewhere, whole, presets, parts, roles, libraries;
};
enum { RH_AREA_JOBS_ROWS = 9 };

/* What scripts ask of `rowhold area`, each alone: the netlist counter, and the tables that say what is measured. */

/* Is one of them asked for, and none that goes without another one? `others`: is anything else? */
static bool area_jobs_check(const struct area_jobs *jobs, bool others, struct rh_error *error) {
    const char *alone = jobs->netlist != NULL ? "--netlist"
                        : jobs->designs       ? "--designs"
                        : jobs->libraries     ? "--libraries"
                        : jobs->roles         ? "--roles"
                        : jobs->parts         ? "--parts"
                                              : "--parameters";
    unsigned count = (jobs->netlist != NULL) + (unsigned)jobs->designs + (unsigned)jobs->libraries +
                     (unsigned)jobs->roles + (jobs->parts && jobs->netlist == NULL) + (jobs->parameters != NULL);
    if (count > 1 || (count == 1 && others))
        return rh_option_conflict(error, alone, "other options", NULL, "it alone");
    if ((jobs->elsewhere || jobs->whole || jobs->presets) && !jobs->designs)
        return rh_option_lacks(error,
                               jobs->elsewhere ? "--elsewhere"
                               : jobs->whole   ? "--whole"
                                               : "--presets",
                               "--designs");
    return true;
}

/* The built-in presets that a controller can be before, each geometry once; not that which the other rows have. */
static int print_presets(struct rh_error *error) {
    for (size_t v = 0; v < rh_controller_count(); v++)
        for (unsigned i = 0; rh_preset_name(i) != NULL; i++) {
            struct rh_area_preset of, before;
            struct rh_error ignored;
            bool seen = false;
            if (!rh_area_preset_open(&of, rh_preset_name(i), NULL, error))
                return rh_cli_fail(error);
            for (unsigned k = 0; k < i && !seen; k++)
                seen = rh_area_preset_open(&before, rh_preset_name(k), NULL, &ignored) &&
                       strcmp(before.dram, of.dram) == 0 &&
                       rh_controller_for(rh_controller_at(v)->name, &before.preset, &ignored) != NULL;
            if (!seen && of.dram[0] != '\0' &&
                rh_controller_for(rh_controller_at(v)->name, &of.preset, &ignored) != NULL)
                printf("%s %s %s\n", rh_controller_kind.name, rh_controller_at(v)->name, of.settings);
        }
    return 0;
}

/* The sizes of a kind or of a joint, of each variant; `joint`: what its designs' names begin with. */
static void print_sizes(const struct area_jobs *jobs, const char *of, const char *joint, enum rh_kind_code code) {
    const char *kind, *settings;
    enum rh_area_how how;
    for (size_t v = 0; v < rh_variant_count(code); v++)
        for (unsigned i = 0; rh_area_size(i, &kind, &settings, &how); i++)
            if (strcmp(kind, of) == 0 && (how == RH_AREA_every || !jobs->elsewhere) &&
                (how == RH_AREA_whole || !jobs->whole))
                printf("%s %s%s%s %s\n", kind, joint, joint[0] != '\0' ? "_" : "", rh_variant_at(code, v)->name,
                       settings);
}

static int print_designs(const struct area_jobs *jobs) {
    struct rh_area_joint joint;
    for (enum rh_kind_code code = 0; code < RH_KINDS; code++)
        print_sizes(jobs, rh_kind_of(code)->kind->name, "", code);
    for (unsigned i = 0; rh_area_joint(i, &joint); i++)
        print_sizes(jobs, joint.name, joint.name, joint.kind);
    return 0;
}

static int print_parameters(const char *name, const char *settings, struct rh_error *error) {
    struct rh_area_choice choice;
    if (!rh_area_choice_open(&choice, "--parameters", name, settings, error))
        return rh_cli_fail(error);
    const struct rh_kind *kind = rh_kind_of(choice.variant->kind)->kind;
    for (unsigned i = 0; i < kind->param_count; i++)
        printf("%s=%u%s", kind->params[i].parameter, rh_param_get(&kind->params[i], choice.params),
               i + 1 < kind->param_count ? " " : "\n");
    rh_area_choice_close(&choice);
    return 0;
}

/* Of each line `NAME SETTINGS` of standard input; hundreds of them cost one process. */
static int print_all_parameters(struct rh_error *error) {
    char *line = NULL;
    size_t room = 0;
    int code = 0;
    while (code == 0 && getline(&line, &room, stdin) >= 0) {
        char *settings = line + strcspn(line, " \n");
        if (*settings == ' ')
            *settings++ = '\0';
        settings[strcspn(settings, "\n")] = '\0';
        code = print_parameters(line, settings, error);
    }
    free(line);
    return code;
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

/* Do the one that is asked for, into *code the program's exit status; false: none is. `settings`: of --parameters. */
static bool area_jobs_run(const struct area_jobs *jobs, const char *settings, int *code, struct rh_error *error) {
    if (jobs->netlist != NULL)
        *code = count_netlist(jobs->netlist, jobs->parts, error);
    else if (jobs->parameters != NULL)
        *code = strcmp(jobs->parameters, "-") == 0 ? print_all_parameters(error)
                                                   : print_parameters(jobs->parameters, settings, error);
    else if (jobs->designs)
        *code = jobs->presets ? print_presets(error) : print_designs(jobs);
    else if (jobs->libraries)
        *code = print_libraries();
    else if (jobs->roles)
        *code = print_roles();
    else if (jobs->parts)
        *code = print_part_names();
    else
        return false;
    return true;
}

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct area_jobs, kind, spelling, __VA_ARGS__)
static const struct rh_option area_jobs_rows[RH_AREA_JOBS_ROWS] = {
    ROW(INPUT, "netlist", "FILE.json", netlist, .group = "for scripts, each alone",
        .help = "count the comparators of a netlist that Yosys wrote before mapping, place by place"),
    ROW(FLAG, "designs", NULL, designs, .help = "what is measured, one a line: kind, name, settings"),
    ROW(FLAG, "elsewhere", NULL, elsewhere, .help = "with --designs: those alone that every cell library is asked for"),
    ROW(FLAG, "whole", NULL, whole, .help = "with --designs: those alone that are not mapped part by part"),
    ROW(FLAG, "presets", NULL, presets,
        .help = "with --designs: the controllers before the DRAM of each preset instead"),
    ROW(FLAG, "libraries", NULL, libraries,
        .help = "cell libraries, one a line: name|library|title|file|package|cells to avoid"),
    ROW(FLAG, "parts", NULL, parts,
        .help = "the parts of an area, one a line; with --netlist the part that each cell belongs to"),
    ROW(FLAG, "roles", NULL, roles, .help = "which part the instances of a module belong to, one a line"),
    ROW(TEXT, "parameters", "NAME", parameters,
        .help = "the module parameters of a design; `-`: of each line `NAME SETTINGS` of standard input"),
};

struct arguments {
    const char *file, *design, *settings, *liberty, *preset;
    struct rh_area_preset of; /* with a preset */
    struct rh_table_options table;
    struct area_jobs alone;
    unsigned jobs; /* 0: not given */
    bool run, system, ice40, dram;
};

static bool check(const struct arguments *a, struct rh_error *error) {
    bool written = a->table.csv != NULL || a->table.json != NULL || a->table.markdown != NULL;
    bool table = a->run || written || a->file != NULL || a->jobs != 0 || a->design != NULL || a->liberty != NULL ||
                 a->system || a->ice40 || a->preset != NULL;
    if (!area_jobs_check(&a->alone, table || a->dram, error))
        return false;
    if (a->dram && (a->run || a->file != NULL || a->jobs != 0 || a->design != NULL || a->liberty != NULL || a->system ||
                    a->ice40 || a->settings != NULL || a->preset != NULL))
        return rh_option_conflict(error, "--dram", "other options", NULL, "none but --csv, --json and --markdown");
    const char *other = a->liberty != NULL ? "--liberty" : a->ice40 ? "--ice40" : a->system ? "--system" : NULL;
    if (a->preset != NULL && other != NULL)
        return rh_option_excludes(error, "--preset", other);
    if (a->ice40 && (a->liberty != NULL || a->system))
        return rh_option_excludes(error, "--ice40", a->liberty != NULL ? "--liberty" : "--system");
    if (a->liberty != NULL && a->file != NULL)
        return rh_option_excludes(error, "--liberty", "--file");
    if (a->alone.parameters == NULL && a->design == NULL && !a->system && a->settings != NULL)
        return rh_error_set(error,
                            "area: found argument '%s' alone, expected --design NAME, --parameters NAME or --system "
                            "beside it",
                            a->settings);
    if (a->system && a->design != NULL)
        return rh_option_excludes(error, "--system", "--design");
    if (a->run && (a->design != NULL || a->preset != NULL) && a->file != NULL)
        return rh_option_conflict(error, "--file", a->design != NULL ? "--run and --design" : "--run and --preset",
                                  NULL, "no file to read");
    return a->jobs == 0 || a->run || rh_option_lacks(error, "--jobs", "--run");
}

/* Run scripts/area to its end; its own messages say what is wrong. The rows go into the file `rows` as well. */
static int run_script(const struct arguments *a, const char *rows, struct rh_error *error) {
    char script[RH_SOURCE_PATH + 32], source[RH_SOURCE_PATH], number[16];
    (void)snprintf(number, sizeof number, "%u", a->jobs == 0 ? 2 : a->jobs);
    (void)snprintf(script, sizeof script, "%s/scripts/area", rh_source_folder(source));
    (void)fflush(NULL);
    char self[RH_SOURCE_PATH];
    if (!rh_source_again("--run", self, error))
        return rh_cli_fail(error);
    pid_t child = fork();
    if (child == 0) {
        (void)setenv("ROWHOLD", self, 1);                   /* the script counts comparators with this very program */
        const char *words[11] = {script, "--jobs", number}; /* ends at the first NULL */
        unsigned count = 3;
        if (a->ice40)
            words[count++] = "--ice40";
        if (a->preset != NULL && a->of.dram[0] != '\0') /* else its rows are among the others */
            words[count++] = "--presets";
        if (a->liberty != NULL) {
            words[count++] = "--liberty";
            words[count++] = a->liberty;
        }
        if (rows != NULL) {
            words[count++] = "--rows";
            words[count++] = rows;
        }
        if (a->design != NULL) {
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
 * without a hold rule, from which what it adds is reckoned; of a preset those of its controllers. Where there is none,
 * an error. */
static bool keep(const struct arguments *a, struct rh_area_table *table, struct rh_error *error) {
    struct rh_area_choice choice = {.design = NULL};
    if (a->design != NULL && !rh_area_choice_open(&choice, "--design", a->design, a->settings, error))
        return false;
    bool *kept = calloc(table->count, sizeof *kept), found = false;
    for (unsigned i = 0; kept != NULL && i < table->count; i++) {
        const struct rh_area_row *row = &table->rows[i];
        if ((a->design != NULL && !rh_area_choice_has(&choice, row->design, row->settings)) ||
            (a->preset != NULL && !rh_area_preset_has(&a->of, row)))
            continue;
        const struct rh_area_row *bare = rh_area_unheld(table, row);
        kept[bare != NULL ? (size_t)(bare - table->rows) : i] = kept[i] = found = true;
    }
    unsigned count = 0;
    for (unsigned i = 0; found && i < table->count; i++)
        if (kept[i])
            table->rows[count++] = table->rows[i];
    table->count = count;
    if (!found && a->preset != NULL)
        rh_error_set(error, "--preset: found '%s', expected one that the table has rows of, or --run to measure them",
                     a->preset);
    else if (!found)
        rh_area_choice_missed(&choice, error);
    rh_area_choice_close(&choice);
    free(kept);
    return found;
}

static bool report(const struct arguments *a, const struct rh_area_table *table, struct rh_error *error) {
    struct rh_table_result result;
    const struct rh_area_view view = {table, a->preset, a->design, a->settings};
    if (!rh_table_result_open(&result, &rh_form_area, error))
        return false;
    bool good = rh_area_result(&result, &view) ? rh_table_write(&result, &a->table, error)
                                               : rh_table_no_memory(&rh_form_area, error);
    if (good && !rh_table_options_stdout(&a->table))
        rh_area_print(stdout, &view);
    rh_table_result_close(&result);
    return good;
}

/* The table of docs/tables that is asked for into `path`, and its error where nobody has measured it. */
static bool find_table(const struct arguments *a, char *path, size_t size, struct rh_error *error) {
    char source[RH_SOURCE_PATH];
    struct rh_area_library first = {.name = ""};
    bool other = a->liberty != NULL && rh_area_library(0, &first) && strcmp(a->liberty, first.name) != 0;
    const char *name = a->ice40 ? "ice40" : other ? a->liberty : "";
    if (strchr(name, '/') != NULL || strstr(name, ".lib") != NULL)
        return rh_error_set(error,
                            "--liberty: found '%.100s', expected the name of a table (docs/tables/area_NAME.csv), or "
                            "--run with a file",
                            name);
    (void)snprintf(path, size, "%s/docs/tables/area%s%.64s.csv", rh_source_folder(source), name[0] != '\0' ? "_" : "",
                   name);
    return access(path, F_OK) == 0 || errno != ENOENT ||
           rh_error_set(error, "%s: found no such file, expected the table that `rowhold area%s%s --run` measures",
                        path,
                        a->ice40 ? " --ice40"
                        : other  ? " --liberty "
                                 : "",
                        other ? a->liberty : "");
}

static bool print_cells(const struct arguments *a, const char *file, struct rh_error *error) {
    struct rh_area_table table = {0};
    bool good = (file == NULL ? rh_area_load_own(&table, error) : rh_area_load(file, &table, error)) &&
                ((a->design == NULL && a->preset == NULL) || keep(a, &table, error)) &&
                (a->system ? rh_area_system_write(&table, a->settings, &a->table, error) : report(a, &table, error));
    rh_area_close(&table);
    return good;
}

static int print_table(const struct arguments *a, struct rh_error *error) {
    char path[RH_SOURCE_PATH + 128];
    bool all = a->file == NULL && (a->preset != NULL || (a->system && a->liberty == NULL));
    if (a->file == NULL && !all && !find_table(a, path, sizeof path, error))
        return rh_cli_fail(error);
    const char *file = a->file != NULL ? a->file : all ? NULL : path;
    const struct rh_file_use use = {"--file", file, false};
    bool good =
        rh_table_options_apart(&a->table, &use, 1, error) &&
        (a->ice40 ? rh_area_ice40_write(file, a->design, a->settings, &a->table, error) : print_cells(a, file, error));
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

/* Measure the controllers before the DRAM of a preset, or one of them, and print their rows. */
static int run_preset(const struct arguments *a, struct rh_error *error) {
    struct rh_area_table all = {0}, more = {0};
    struct arguments one = *a;
    int code = 0;
    char *rows = make_rows(error);
    if (rows == NULL)
        return rh_cli_fail(error);
    int slot = rh_temporary_watch(rows);
    one.settings = a->of.settings;
    for (unsigned i = 0; code == 0 && i < rh_controller_count(); i++) {
        struct rh_error ignored;
        one.design = rh_controller_at(i)->name;
        if ((a->design != NULL && strcmp(a->design, one.design) != 0) ||
            (a->design == NULL && rh_controller_for(one.design, &a->of.preset, &ignored) == NULL))
            continue;
        code = run_script(&one, rows, error);
        if (code == 0 &&
            !(rh_area_load(rows, &more, error) && keep(&one, &more, error) && rh_area_join(&all, &more, error)))
            code = rh_cli_fail(error);
        rh_area_close(&more);
    }
    if (code == 0 && !report(a, &all, error))
        code = rh_cli_fail(error);
    rh_area_close(&all);
    (void)unlink(rows);
    rh_temporary_unwatch(slot);
    free(rows);
    return code;
}

/* A library that has no name here: the script alone knows where its table goes. */
static bool is_unnamed(const char *liberty) {
    struct rh_area_library library;
    for (unsigned i = 0; liberty != NULL && rh_area_library(i, &library); i++)
        if (strcmp(liberty, library.name) == 0)
            return false;
    return liberty != NULL;
}

/* Measure one design, or all on a library of one's own, and print the rows. */
static int run_and_print(const struct arguments *a, struct rh_error *error) {
    struct arguments one = *a;
    struct rh_area_choice choice;
    if (a->design != NULL) {
        if (!rh_area_choice_open(&choice, "--design", a->design, a->settings, error))
            return rh_cli_fail(error);
        rh_area_choice_close(&choice);
    }
    char *rows = make_rows(error);
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
    if (a.dram)
        return rh_dram_area_write(&a.table, &error) ? 0 : rh_cli_fail(&error);
    int code;
    if (area_jobs_run(&a.alone, a.settings, &code, &error))
        return code;
    if (a.preset != NULL && !rh_area_preset_open(&a.of, a.preset, a.settings, &error))
        return rh_cli_fail(&error);
    if (a.preset != NULL && a.design != NULL && rh_controller_find(a.design) == NULL) {
        rh_error_set(&error, "--design: found '%s' with --preset, expected a controller", a.design);
        return rh_cli_fail(&error);
    }
    if (a.preset != NULL && a.settings != NULL)
        a.settings = a.of.settings;
    if (a.run && a.preset != NULL)
        return run_preset(&a, &error);
    if (a.run && (a.design != NULL || is_unnamed(a.liberty)))
        return run_and_print(&a, &error);
    code = a.run ? run_script(&a, NULL, &error) : 0;
    return code != 0 ? code : print_table(&a, &error);
}

#undef ROW
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
    ROW(INPUT, "preset", "NAME|FILE", preset, .word = rh_preset_word, .others = true,
        .help = "the controllers before the DRAM of a preset of `rowhold presets` (docs/tables/area_presets.csv), or "
                "with --design one of them; SETTINGS: what the preset does not say"),
    ROW(FLAG, "ice40", NULL, ice40,
        .help = "LUTs, flops and Fmax on a Lattice iCE40 instead (docs/tables/area_ice40.csv; with --run: Yosys, "
                "nextpnr)"),
    ROW(FLAG, "system", NULL, system,
        .help = "whole memory systems instead: simple controllers behind a network that holds grants beside fr_fcfs; "
                "SETTINGS: of the controllers"),
    ROW(FLAG, "dram", NULL, dram,
        .help = "instead: areas of DRAM dies over HBM2, by part, as the FGDRAM paper has them"),
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
                "area --preset ddr4_2400\n"
                "area --run --preset hbm2 --design fr_fcfs queue=16\n"
                "area --system queue=16\n"
                "area --ice40 --run --design fifo queue=16\n"
                "area --dram\n"
                "area --parameters islip 'inputs=28 outputs=8 hold=1'\n"
                "area --netlist fr_fcfs.json",
    .exits = "0 done, 1 a design did not pass, 2 usage or input error",
    .tables = {RH_OPTION_TABLE(own, 0), RH_OPTION_TABLE(area_jobs_rows, offsetof(struct arguments, alone)),
               RH_OPTION_TABLE(rh_table_options_rows, offsetof(struct arguments, table))},
    .run = run_command,
};
