// SPDX-License-Identifier: Apache-2.0
// Lays out a GTKWave save file from a block's layouts and its kind's groups, so that a new variant has its view.
#include "cmodel/wave/rh_wave_view.h"

#include <errno.h>
#include <fcntl.h>
#include <inttypes.h>
#include <math.h>
#include <stdlib.h>
#include <string.h>
#include <sys/wait.h>
#include <unistd.h>

#include "cmodel/wave/rh_wave_format.h"

/* Starts GTKWave on a wave, with the view beside it. */

static const char program[] = "gtkwave";

static bool in_path(void) {
    const char *path = getenv("PATH");
    char file[4096];
    while (path != NULL && *path != '\0') {
        size_t n = strcspn(path, ":");
        int length = snprintf(file, sizeof file, "%.*s/%s", (int)n, path, program);
        if (length > 0 && (size_t)length < sizeof file && access(file, X_OK) == 0)
            return true;
        path += n + (path[n] == ':');
    }
    return false;
}

bool rh_wave_view_ready(struct rh_error *error) {
    if (!in_path())
        return rh_error_field(error, "view",
                              "found no gtkwave in PATH, expected GTKWave (Debian package gtkwave; "
                              "scripts/setup waves installs it)");
    const char *x = getenv("DISPLAY"), *wayland = getenv("WAYLAND_DISPLAY");
    if ((x == NULL || *x == '\0') && (wayland == NULL || *wayland == '\0'))
        return rh_error_field(error, "view",
                              "found no display (DISPLAY is not set), expected one for GTKWave; --wave alone "
                              "writes the view, too");
    return true;
}

bool rh_wave_view_fits(const char *wave_file, struct rh_error *error) {
    return (rh_wave_fst.names && rh_wave_format_is(&rh_wave_fst, wave_file)) ||
           rh_error_set(error,
                        "--view: found --wave %s, expected a name that ends in .fst, which carries names of values",
                        wave_file);
}

/* Forked twice, so that nobody has to wait for the window; its chatter goes nowhere. */
static void start(const char *wave_file, const char *view_file) {
    pid_t child = fork();
    if (child > 0)
        (void)waitpid(child, NULL, 0);
    if (child != 0)
        return;
    if (fork() == 0) {
        (void)setsid();
        int nowhere = open("/dev/null", O_RDWR);
        for (int fd = 0; nowhere >= 0 && fd < 3; fd++)
            (void)dup2(nowhere, fd);
        (void)execlp(program, program, "--dump", wave_file, "--save", view_file, (char *)NULL);
    }
    _exit(0);
}

bool rh_wave_view_start(const char *wave_file, struct rh_error *error) {
    if (!rh_wave_view_ready(error))
        return false;
    char *view_file = rh_wave_view_name(wave_file);
    if (view_file == NULL)
        return rh_error_field(error, "view", "found no memory, expected enough");
    start(wave_file, view_file);
    free(view_file);
    return true;
}

/* Format flags of a trace line, in hexadecimal: right justified and binary, decimal, hexadecimal, by the wave's names;
 * group begin and end, open or closed. */
static const char flag_binary[] = "@28", flag_decimal[] = "@24", flag_hexadecimal[] = "@22", flag_enum[] = "@100000028",
                  flag_blank[] = "@200";
static const char group_open[] = "@800200", group_end[] = "@1000200";
static const char group_closed[] = "@c00200", closed_end[] = "@1401200";

/* The window, in pixels: its wave area, a letter of a name, and what a value needs besides its letters. */
enum { WIDTH = 1600, HEIGHT = 1000, NAMES = 340, AREA = 1150, LETTER = 7, AROUND = 10 };
enum { MOST_BINARY = 16 /* bits of a set; a longer one is hexadecimal */, BEHIND = 3 /* clocks behind the marker */ };
enum { OVERVIEW = 8 /* elements of a group that an overview shows, as there are banks */ };

/** What is being printed. */
struct page {
    const struct rh_wave_view *view;
    bool folded; /* all but what differs and the choice */
    FILE *to;
    const char **flags; /* of the line before, which hold on */
};

/* A line has the flags that stand before it, or those of the line before: GTKWave writes them where they change. */
static void mark(const struct page *page, const char *flags) {
    if (*page->flags != flags)
        fprintf(page->to, "%s\n", flags);
    *page->flags = flags;
}

static void heading(const struct page *page, const char *flags, const char *text) {
    mark(page, flags);
    fprintf(page->to, "-%s\n", text);
}

static void begin(const struct page *page, const char *title, bool open) {
    heading(page, open && !page->folded ? group_open : group_closed, title);
}

static void end(const struct page *page, const char *title, bool open) {
    heading(page, open && !page->folded ? group_end : closed_end, title);
}

static bool is_set(const struct rh_block *block, const struct rh_field *field) {
    const char *const *width = block->kind->set_widths;
    while (width != NULL && *width != NULL && strcmp(*width, field->width_text) != 0)
        width++;
    return width != NULL && *width != NULL;
}

static const char *bits_flag(unsigned width) {
    return width <= MOST_BINARY ? flag_binary : flag_hexadecimal;
}

static const char *flag_of(const struct page *page, const char *scope, const struct rh_field *field) {
    return strcmp(scope, "diff") == 0                              ? bits_flag(field->width)
           : field->enum_name != NULL                              ? flag_enum
           : field->width == 1 || is_set(page->view->block, field) ? bits_flag(field->width)
           : field->width <= 64                                    ? flag_decimal
                                                                   : flag_hexadecimal;
}

static void flag(const struct page *page, const char *text, unsigned colour) {
    if (colour != RH_PLAIN)
        fprintf(page->to, "[color] %u\n", colour);
    mark(page, text);
}

/* Writes one signal to the view; `side` stands before its name, if there is one. */
static void put_as(const struct page *page, const char *side, const char *scope, const struct rh_field *field,
                   unsigned index, unsigned colour) {
    char name[96];
    rh_wave_element_name(page->view->block, field, index, name, sizeof name);
    flag(page, flag_of(page, scope, field), colour);
    if (side != NULL)
        fprintf(page->to, "+{%s %s} ", side, name);
    fprintf(page->to, "rh_%s.%s.%s", page->view->block->ops->name, scope, name);
    if (field->width > 1)
        fprintf(page->to, "[%u:0]", field->width - 1);
    fputc('\n', page->to);
}

static void put(const struct page *page, const char *scope, const struct rh_field *field, unsigned index,
                unsigned colour) {
    put_as(page, NULL, scope, field, index, colour);
}

/* One bit of a set of states, by its name. */
static void put_bit(const struct page *page, const char *scope, const struct rh_field *field, unsigned bit) {
    flag(page, flag_enum, RH_PLAIN);
    fprintf(page->to, "rh_%s.%s.%s[%u][%d:0]\n", page->view->block->ops->name, scope, rh_wave_bit_name(field), bit,
            RH_WAVE_BIT_WIDTH - 1);
}

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

static void put_all(const struct page *page, const char *scope, const struct rh_field *field, unsigned colour) {
    for (unsigned e = 0; e < field->count; e++)
        put(page, scope, field, e, colour);
}

/* The group that shows a port: the first whose start its name has. */
static const struct rh_port_group *port_group(const struct rh_kind *kind, const char *name) {
    const struct rh_port_group *group = kind->port_groups;
    while (!starts_with(name, group->start))
        group++;
    return group;
}

static void ports(const struct page *page, const char *scope, const struct rh_layout *layout,
                  const struct rh_port_group *group, unsigned colour) {
    for (unsigned i = 0; i < layout->count; i++)
        if (port_group(page->view->block->kind, layout->fields[i].name) == group)
            put_all(page, scope, &layout->fields[i], colour);
}

static void title(const struct page *page, const char *text) {
    if (page->folded)
        begin(page, text, false);
    else
        heading(page, flag_blank, text);
}

/* Writes the derived signals, as bars below those of the commands. */
static void put_derived(const struct page *page) {
    const struct rh_block *block = page->view->block;
    if (block->kind->derived == NULL)
        return;
    title(page, block->kind->derived->title);
    for (unsigned i = 0; i < block->derived.count; i++)
        put_all(page, "derived", &block->derived.fields[i], RH_VIOLET);
    if (page->folded)
        end(page, block->kind->derived->title, false);
}

static void put_ports(const struct page *page, const char *scope, bool inputs) {
    const struct rh_block *block = page->view->block;
    const struct rh_port_group *group = block->kind->port_groups, *last;
    do {
        last = group;
        if (inputs && group->outputs_first)
            put_derived(page);
        title(page, group->title);
        if (inputs && !group->outputs_first)
            ports(page, "in", &block->in, group, RH_YELLOW);
        ports(page, scope, &block->out, group, group->colour);
        if (inputs && group->outputs_first)
            ports(page, "in", &block->in, group, RH_YELLOW);
        if (page->folded)
            end(page, group->title, false);
        group++;
    } while (last->start[0] != '\0');
}

static bool in_group(const struct rh_field *field, const struct rh_register_group *group) {
    return strcmp(field->count_text, group->count) == 0 ||
           (group->other != NULL && strcmp(field->count_text, group->other) == 0);
}

/* A set whose bits are states of the group's elements. */
static bool has_states(const struct rh_field *field, const struct rh_register_group *group) {
    return field->bit_enum != NULL && strcmp(field->width_text, group->count) == 0;
}

static void put_element(const struct page *page, const char *scope, const struct rh_register_group *group, unsigned e,
                        bool open) {
    const struct rh_layout *state = &page->view->block->state;
    char heading[64];
    (void)snprintf(heading, sizeof heading, "%s %u", group->one, e);
    begin(page, heading, open);
    for (unsigned i = 0; i < state->count; i++)
        if (has_states(&state->fields[i], group))
            put_bit(page, scope, &state->fields[i], e);
    for (unsigned i = 0; i < state->count; i++)
        if (in_group(&state->fields[i], group) && e < state->fields[i].count)
            put(page, scope, &state->fields[i], e, RH_PLAIN);
    end(page, heading, open);
}

/* Registers of a group: a heading, then a closed group an element. */
static void put_elements(const struct page *page, const char *scope, const struct rh_register_group *group) {
    const struct rh_layout *state = &page->view->block->state;
    unsigned most = 0;
    for (unsigned i = 0; i < state->count; i++)
        if (in_group(&state->fields[i], group) && state->fields[i].count > most)
            most = state->fields[i].count;
    if (most == 0 || (page->view->overview && most > OVERVIEW))
        return;
    begin(page, group->title, group->open);
    for (unsigned e = 0; e < most; e++)
        put_element(page, scope, group, e, false);
    end(page, group->title, group->open);
}

static bool has_elements_group(const struct rh_kind *kind, const struct rh_field *field) {
    for (unsigned g = 0; g < kind->register_group_count; g++)
        if (in_group(field, &kind->register_groups[g]))
            return true;
    return false;
}

static void put_state(const struct page *page, const char *scope) {
    const struct rh_block *block = page->view->block;
    for (unsigned g = 0; g < block->kind->register_group_count; g++)
        put_elements(page, scope, &block->kind->register_groups[g]);
    begin(page, "other registers", false);
    for (unsigned i = 0; i < block->state.count; i++)
        if (!has_elements_group(block->kind, &block->state.fields[i]) &&
            !(page->view->overview && block->state.fields[i].count > OVERVIEW))
            put_all(page, scope, &block->state.fields[i], RH_PLAIN);
    end(page, "other registers", false);
}

static void put_differences(const struct page *page) {
    const struct rh_block *block = page->view->block;
    begin(page, "differences", false);
    for (unsigned i = 0; i < block->out.count; i++)
        put_all(page, "diff", &block->out.fields[i], RH_RED);
    for (unsigned i = 0; i < block->state.count; i++)
        put_all(page, "diff", &block->state.fields[i], RH_RED);
    end(page, "differences", false);
}

static const struct rh_field *field_of(const struct rh_block *block, const struct rh_wave_element *element) {
    return &(element->out ? &block->out : &block->state)->fields[element->field];
}

static unsigned named(const struct rh_wave_difference *difference) {
    return difference->count < RH_WAVE_DIFFERENCES ? difference->count : RH_WAVE_DIFFERENCES;
}

/* What differs first: a group of the three sides, an element at a time. */
static void put_first_difference(const struct page *page, const struct rh_wave_difference *difference) {
    const struct rh_block *block = page->view->block;
    char text[96];
    unsigned shown = named(difference);
    (void)snprintf(text, sizeof text, "differs at cycle %" PRIu64, difference->cycle);
    begin(page, text, true);
    for (unsigned i = 0; i < shown; i++) {
        const struct rh_wave_element *element = &difference->element[i];
        const struct rh_field *field = field_of(block, element);
        put_as(page, "rtl", "rtl", field, element->index, RH_GREEN);
        put_as(page, "model", "model", field, element->index, RH_YELLOW);
        put_as(page, "difference", "diff", field, element->index, RH_RED);
    }
    if (difference->count > shown) {
        mark(page, flag_blank);
        fprintf(page->to, "-and %u more: see differences\n", difference->count - shown);
    }
    end(page, text, true);
}

/* The first register that differs, with those of the same entry, bank, ... */
static void put_neighbours(const struct page *page, const struct rh_wave_difference *difference) {
    const struct rh_block *block = page->view->block;
    for (unsigned i = 0; i < named(difference); i++)
        for (unsigned g = 0; !difference->element[i].out && g < block->kind->register_group_count; g++)
            if (in_group(field_of(block, &difference->element[i]), &block->kind->register_groups[g])) {
                put_element(page, "rtl", &block->kind->register_groups[g], difference->element[i].index, true);
                return;
            }
}

static bool differs(const struct rh_block *block, const struct rh_wave_difference *difference,
                    const struct rh_field *field, unsigned index) {
    for (unsigned i = 0; i < named(difference); i++)
        if (field_of(block, &difference->element[i]) == field && difference->element[i].index == index)
            return true;
    return false;
}

static const struct rh_field *find(const struct rh_layout *layout, const char *name) {
    for (unsigned i = 0; i < layout->count; i++)
        if (layout->fields[i].count != 0 && strcmp(layout->fields[i].name, name) == 0)
            return &layout->fields[i];
    return NULL;
}

/* Outputs of both sides beside each other, registers of the RTL; what differs stands above. */
static void put_choice(const struct page *page, const struct rh_wave_difference *difference) {
    const struct rh_block *block = page->view->block;
    static const char heading[] = "choice and its reasons";
    const struct rh_field *field;
    if (block->kind->choice == NULL)
        return;
    begin(page, heading, true);
    for (const char *const *name = block->kind->choice; *name != NULL; name++) {
        if ((field = find(&block->in, *name)) != NULL)
            put_all(page, "in", field, RH_YELLOW);
        if ((field = find(&block->out, *name)) != NULL)
            for (unsigned e = 0; e < field->count; e++)
                if (!differs(block, difference, field, e)) {
                    put_as(page, "rtl", "rtl", field, e, RH_GREEN);
                    put_as(page, "model", "model", field, e, RH_YELLOW);
                }
        if ((field = find(&block->state, *name)) == NULL)
            continue;
        for (unsigned e = 0; field->bit_enum == NULL && e < field->count; e++)
            if (!differs(block, difference, field, e))
                put_as(page, "rtl", "rtl", field, e, RH_PLAIN);
        for (unsigned bit = 0; field->bit_enum != NULL && bit < field->width; bit++)
            put_bit(page, "rtl", field, bit);
    }
    end(page, heading, true);
}

static unsigned most(unsigned a, unsigned b) {
    return a > b ? a : b;
}

/* Letters of the longest value of a field. */
static unsigned letters(const struct rh_block *block, const struct rh_field *field) {
    unsigned longest = 0;
    for (uint64_t value = 0; field->enum_name != NULL && value <= rh_mask(field->width); value++) {
        const char *name = rh_enum_name(field->enum_name, value);
        longest = most(longest, name != NULL ? (unsigned)strlen(name) : 0);
    }
    if (field->enum_name != NULL)
        return longest;
    if (is_set(block, field) && field->width <= MOST_BINARY)
        return field->width;
    return is_set(block, field) || field->width > 64 ? (field->width + 3U) / 4 : 1 + field->width * 3U / 10;
}

unsigned rh_wave_view_clocks(const struct rh_block *block) {
    const struct rh_layout *const ports[] = {&block->in, &block->out};
    unsigned longest = 4; /* of a clock's number */
    for (unsigned l = 0; l < sizeof ports / sizeof ports[0]; l++)
        for (unsigned i = 0; i < ports[l]->count; i++)
            longest = most(longest, letters(block, &ports[l]->fields[i]));
    return most(1, AREA / (longest * LETTER + AROUND));
}

/* GTKWave's zoom is minus the logarithm to base 2 of the time that 200 pixels show. */
static double zoom(uint64_t window_ps) {
    return -log2((double)window_ps * 200 / AREA);
}

/* The window: the wave's first clocks, or those up to the marked one and a few behind it. */
static void put_window(const struct rh_wave_view *view, const struct rh_wave_difference *marked, FILE *to) {
    uint64_t clocks = rh_wave_view_clocks(view->block), from = view->from;
    if (marked != NULL && marked->cycle + BEHIND > from + clocks)
        from = marked->cycle + BEHIND - clocks;
    fprintf(to, "[timestart] %" PRIu64 "\n[size] %d %d\n[pos] -1 -1\n*%.6f", from * view->period_ps, WIDTH, HEIGHT,
            zoom(clocks * view->period_ps));
    if (marked != NULL)
        fprintf(to, " %" PRIu64, marked->cycle * view->period_ps);
    else
        fputs(" -1", to);
    for (unsigned marker = 0; marker < 26; marker++) /* A to Z: none set */
        fputs(" -1", to);
    fputc('\n', to);
}

char *rh_wave_view_name(const char *wave_file) {
    char *name;
    return asprintf(&name, "%s.gtkw", wave_file) >= 0 ? name : NULL;
}

void rh_wave_view_print(const struct rh_wave_view *view, FILE *to) {
    const char *flags = NULL;
    struct page page = {view, false, to, &flags};
    char name[64];
    const char *side = view->rtl ? "rtl" : "model";
    const struct rh_wave_difference *marked = view->difference;
    if (marked != NULL && marked->count == 0)
        marked = NULL;
    (void)snprintf(name, sizeof name, "rh_%s", view->block->ops->name);
    fprintf(to, "[*] %s: %s\n", name, view->rtl ? "RTL and model" : "model");
    put_window(view, marked, to);
    fprintf(to, "[treeopen] %s.\n[sst_width] 40\n[signals_width] %d\n[sst_expanded] 0\n", name, NAMES);
    flag(&page, flag_binary, RH_PLAIN);
    fprintf(to, "%s.in.clk\n", name);
    flag(&page, flag_decimal, RH_PLAIN);
    fprintf(to, "%s.in.cycle[31:0]\n", name);
    if (view->rtl) {
        flag(&page, flag_binary, RH_RED);
        fprintf(to, "%s.diff.differs\n", name);
    }
    if (marked != NULL) {
        put_first_difference(&page, marked);
        put_neighbours(&page, marked);
        put_choice(&page, marked);
        page.folded = true;
    }
    put_ports(&page, side, true);
    put_state(&page, side);
    if (!view->rtl || view->overview)
        return;
    heading(&page, flag_blank, "");
    begin(&page, "the same in the model", false);
    put_ports(&page, "model", false);
    put_state(&page, "model");
    end(&page, "the same in the model", false);
    put_differences(&page);
}

void rh_wave_view_filter(const char *enum_name, FILE *to) {
    for (uint64_t value = 0; value < 64; value++) {
        const char *name = rh_enum_name(enum_name, value);
        if (name != NULL)
            fprintf(to, "%" PRIu64 " %s\n", value, name);
    }
}
