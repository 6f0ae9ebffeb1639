// SPDX-License-Identifier: Apache-2.0
// Makes waves/ from the registry, tables/views.def, the field tables and the signals of whole tops, and checks
// views against waves.
//   rh_views --write ROOT         writes waves/*.gtkw and waves/*.txt
//   rh_views --check ROOT         exit 1 and one line for each of them that is stale
//   rh_views --missing VIEW FST   exit 1 and a line for each signal that VIEW names and FST lacks, or if it names none
//   rh_views --names FST          prints the signals of FST as a view names them
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <fstapi.h>

#include "cmodel/cli/rh_settings.h"
#include "cmodel/files/rh_output.h"
#include "cmodel/wave/rh_wave_view.h"
#include "rowhold/rh_variant.h"
#include "tb/lockstep/rh_request_system.h"

enum { LINE = 512, SYSTEM_PERIOD_PS = 1250, NETWORK_PERIOD_PS = 1000 };

static const struct {
    const char *kind;
    uint32_t period_ps;
    const char *settings;
} rows[] = {
#define RH_VIEW(kind, period_ps, settings) {#kind, period_ps, settings},
#include "tables/views.def"
#undef RH_VIEW
};
enum { ROWS = sizeof rows / sizeof rows[0] };

static int fail(const char *text) {
    fprintf(stderr, "rowhold: rh_views: %s\n", text);
    return 2;
}

/* Variant `index` of all with a row; NULL past the last. */
static const struct rh_variant *variant_at(size_t index, size_t *row) {
    for (*row = 0; *row < ROWS; (*row)++) {
        enum rh_kind_code kind = rh_kind_find(rows[*row].kind);
        if (index < rh_variant_count(kind))
            return rh_variant_at(kind, index);
        index -= rh_variant_count(kind);
    }
    return NULL;
}

/* A view as it is committed: an overview of the first clocks. */
static bool print_view(const struct rh_variant *variant, size_t row, FILE *to, struct rh_error *error) {
    const struct rh_kind *kind = rh_kind_of(variant->kind)->kind;
    void *params = calloc(1, kind->params_size);
    bool ok = params != NULL && rh_settings_params("views.def", rows[row].settings, kind, NULL, params, error);
    if (ok) {
        struct rh_block block;
        rh_block_make(&block, kind, variant->ops, params);
        struct rh_wave_view view = {.block = &block, .rtl = true, .overview = true, .period_ps = rows[row].period_ps};
        rh_wave_view_print(&view, to);
    }
    free(params);
    return ok;
}

static void print_top_view(const struct rh_whole_top *top, const void *params, uint32_t period_ps, FILE *to) {
    struct rh_block block;
    rh_block_make(&block, top->kind, top->ops, params);
    struct rh_wave_view view = {.block = &block, .rtl = true, .overview = true, .period_ps = period_ps};
    rh_wave_view_print(&view, to);
}

/* The same of a request system, of the usual parameters of rh_request_system. */
static bool print_system_view(FILE *to, struct rh_error *error) {
    const struct rh_loop_setup setup = {.cores = 4, .controllers = 2};
    struct rh_system_params params;
    struct rh_loop *loop = rh_loop_open(&setup, error);
    bool ok = loop != NULL && rh_request_system_params_of(loop, &params, error);
    if (ok)
        print_top_view(&rh_system_top, &params, SYSTEM_PERIOD_PS, to);
    rh_loop_close(loop);
    return ok;
}

/* The same of a request network, of the usual parameters of rh_request_network. */
static void print_network_view(FILE *to) {
    static const struct rh_network_params params = {.sources = 4,
                                                    .sinks = 2,
                                                    .routers = 1,
                                                    .inputs = 4,
                                                    .outputs = 2,
                                                    .queue = 8,
                                                    .banks = 4,
                                                    .row_bits = 12,
                                                    .payload_bits = 32,
                                                    .most_flits = 5};
    print_top_view(&rh_network_top, &params, NETWORK_PERIOD_PS, to);
}

/* One file of waves/ as it should be; the caller frees it. NULL past the last, with `name` left alone. */
static char *make_file(size_t index, char *name, size_t size, struct rh_error *error) {
    static const char *const enums[] = {"rh_command", "rh_reason", "rh_cause", "rh_bank_state"};
    size_t row, variants = 0;
    while (variant_at(variants, &row) != NULL)
        variants++;
    char *text = NULL;
    size_t length;
    FILE *to = index < variants + 2 + sizeof enums / sizeof enums[0] ? open_memstream(&text, &length) : NULL;
    if (to == NULL)
        return NULL;
    bool ok = true;
    if (index < variants) {
        const struct rh_variant *variant = variant_at(index, &row);
        (void)snprintf(name, size, "waves/rh_%s.gtkw", variant->name);
        ok = print_view(variant, row, to, error);
    } else if (index == variants) {
        (void)snprintf(name, size, "waves/rh_%s.gtkw", rh_system_top.ops->name);
        ok = print_system_view(to, error);
    } else if (index == variants + 1) {
        (void)snprintf(name, size, "waves/rh_%s.gtkw", rh_network_top.ops->name);
        print_network_view(to);
    } else {
        (void)snprintf(name, size, "waves/%s.txt", enums[index - variants - 2]);
        rh_wave_view_filter(enums[index - variants - 2], to);
    }
    (void)fclose(to);
    if (ok)
        return text;
    free(text);
    return NULL;
}

static bool same_as_file(const char *path, const char *text) {
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return false;
    bool same = true;
    for (; same && *text != '\0'; text++)
        same = fgetc(file) == (unsigned char)*text;
    same = same && fgetc(file) == EOF;
    (void)fclose(file);
    return same;
}

static int write_or_check(const char *root, bool write) {
    struct rh_error error = {""};
    char name[128], path[LINE];
    char *text;
    int code = 0;
    for (size_t i = 0; (text = make_file(i, name, sizeof name, &error)) != NULL; i++) {
        (void)snprintf(path, sizeof path, "%s/%s", root, name);
        if (!same_as_file(path, text)) {
            struct rh_output output;
            if (!write)
                fprintf(stderr, "%s is stale: `ninja -C build views` writes it anew\n", name);
            else if (rh_output_open(&output, path, &error)) {
                fputs(text, output.file);
                (void)rh_output_commit(&output, &error);
            }
            code = write ? code : 1;
        }
        free(text);
    }
    return error.text[0] != '\0' ? fail(error.text) : code;
}

/** The names of a wave. */
struct names {
    char **name;
    size_t count, room;
};

static bool add_name(struct names *names, const char *scope, const char *name, unsigned width) {
    if (names->count == names->room) {
        size_t room = names->room == 0 ? 256 : 2 * names->room;
        char **more = realloc(names->name, room * sizeof *more);
        if (more == NULL)
            return false;
        names->name = more;
        names->room = room;
    }
    char text[LINE];
    if (width > 1)
        (void)snprintf(text, sizeof text, "%s.%s[%u:0]", scope, name, width - 1);
    else
        (void)snprintf(text, sizeof text, "%s.%s", scope, name);
    names->name[names->count] = strdup(text);
    return names->name[names->count++] != NULL;
}

static bool read_names(const char *file, struct names *names) {
    void *fst = fstReaderOpen(file);
    struct fstHier *item;
    bool ok = fst != NULL;
    while (ok && (item = fstReaderIterateHier(fst)) != NULL) {
        if (item->htyp == FST_HT_SCOPE)
            (void)fstReaderPushScope(fst, item->u.scope.name, NULL);
        else if (item->htyp == FST_HT_UPSCOPE)
            (void)fstReaderPopScope(fst);
        else if (item->htyp == FST_HT_VAR)
            ok = add_name(names, fstReaderGetCurrentFlatScope(fst), item->u.var.name, item->u.var.length);
    }
    if (fst != NULL)
        fstReaderClose(fst);
    return ok && names->count > 0;
}

static bool has_name(const struct names *names, const char *name) {
    for (size_t i = 0; i < names->count; i++)
        if (strcmp(names->name[i], name) == 0)
            return true;
    return false;
}

/* In a view a signal stands on a line of its own, behind "+{another name} " where it has one; the other lines begin
 * with a sign. */
static int missing(const char *view, const struct names *names) {
    FILE *file = fopen(view, "r");
    char line[LINE];
    unsigned named = 0, absent = 0;
    if (file == NULL)
        return fail("found no such view, expected a .gtkw file");
    while (fgets(line, sizeof line, file) != NULL) {
        line[strcspn(line, "\n")] = '\0';
        if (line[0] == '\0' || strchr("[*@-^#", line[0]) != NULL)
            continue;
        named++;
        const char *signal = line[0] == '+' && strstr(line, "} ") != NULL ? strstr(line, "} ") + 2 : line;
        if (!has_name(names, signal)) {
            printf("%s: names %s, which the wave does not have\n", view, signal);
            absent++;
        }
    }
    (void)fclose(file);
    if (named == 0)
        printf("%s: names no signal\n", view);
    return named == 0 || absent > 0 ? 1 : 0;
}

int main(int argc, char **argv) {
    struct names names = {NULL, 0, 0};
    if (argc == 3 && (strcmp(argv[1], "--write") == 0 || strcmp(argv[1], "--check") == 0))
        return write_or_check(argv[2], argv[1][2] == 'w');
    bool list = argc == 3 && strcmp(argv[1], "--names") == 0;
    if (!list && !(argc == 4 && strcmp(argv[1], "--missing") == 0))
        return fail("expected --write ROOT, --check ROOT, --missing VIEW FST or --names FST");
    bool known = read_names(argv[argc - 1], &names);
    int code = known ? 0 : fail("found no readable wave, expected an FST file with signals");
    for (size_t i = 0; known && list && i < names.count; i++)
        printf("%s\n", names.name[i]);
    if (known && !list)
        code = missing(argv[2], &names);
    for (size_t i = 0; i < names.count; i++)
        free(names.name[i]);
    free(names.name);
    return code;
}
