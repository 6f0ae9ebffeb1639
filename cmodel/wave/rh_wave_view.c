// SPDX-License-Identifier: Apache-2.0
// Lays out a GTKWave save file from a block's layouts and its kind's groups, so that a new variant has its view.
#include "rowhold/rh_wave_view.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/* Format flags of a trace line, in hexadecimal: right justified and binary, decimal, hexadecimal, by the wave's names;
 * group begin and end, open or closed. */
static const char flag_binary[] = "@28", flag_decimal[] = "@24", flag_hexadecimal[] = "@22", flag_enum[] = "@100000028",
                  flag_blank[] = "@200";
static const char group_open[] = "@800200", group_end[] = "@1000200";
static const char group_closed[] = "@c00200", closed_end[] = "@1401200";

/** What is being printed. */
struct page {
    const struct rh_wave_view *view;
    FILE *to;
};

static void begin(const struct page *page, const char *title, bool open) {
    fprintf(page->to, "%s\n-%s\n", open ? group_open : group_closed, title);
}

static void end(const struct page *page, const char *title, bool open) {
    fprintf(page->to, "%s\n-%s\n", open ? group_end : closed_end, title);
}

static bool is_set(const struct page *page, const struct rh_field *field) {
    const char *const *width = page->view->block->kind->set_widths;
    while (width != NULL && *width != NULL && strcmp(*width, field->width_text) != 0)
        width++;
    return width != NULL && *width != NULL;
}

static unsigned shown(const struct page *page, const struct rh_field *field) {
    return page->view->most != 0 && field->count > page->view->most ? page->view->most : field->count;
}

/* One signal. */
static void put(const struct page *page, const char *scope, const struct rh_field *field, unsigned index,
                unsigned colour) {
    unsigned width = field->width;
    bool filter = field->enum_name != NULL && page->view->filters != NULL;
    if (colour != RH_PLAIN)
        fprintf(page->to, "[color] %u\n", colour);
    if (filter)
        fprintf(page->to, "@2024\n^1 %s/%s.txt\n", page->view->filters, field->enum_name);
    else
        fprintf(page->to, "%s\n",
                field->enum_name != NULL            ? flag_enum
                : width == 1 || is_set(page, field) ? flag_binary
                : width <= 64                       ? flag_decimal
                                                    : flag_hexadecimal);
    fprintf(page->to, "rh_%s.%s.%s", page->view->block->ops->name, scope, field->name);
    if (field->array)
        fprintf(page->to, "[%u]", index);
    if (width > 1)
        fprintf(page->to, "[%u:0]", width - 1);
    fputc('\n', page->to);
}

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* Every element of a field, as far as it is shown. */
static void put_all(const struct page *page, const char *scope, const struct rh_field *field, unsigned colour) {
    for (unsigned e = 0; e < shown(page, field); e++)
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
    fprintf(page->to, "%s\n-%s\n", flag_blank, text);
}

static void put_ports(const struct page *page, const char *scope, bool inputs) {
    const struct rh_block *block = page->view->block;
    const struct rh_port_group *group = block->kind->port_groups, *last;
    do {
        last = group;
        title(page, group->title);
        if (inputs && !group->outputs_first)
            ports(page, "in", &block->in, group, RH_YELLOW);
        ports(page, scope, &block->out, group, group->colour);
        if (inputs && group->outputs_first)
            ports(page, "in", &block->in, group, RH_YELLOW);
        group++;
    } while (last->start[0] != '\0');
}

static bool in_group(const struct rh_field *field, const struct rh_register_group *group) {
    return strcmp(field->count_text, group->count) == 0 ||
           (group->other != NULL && strcmp(field->count_text, group->other) == 0);
}

/* Registers of a group: a heading, then a closed group an element. */
static void put_elements(const struct page *page, const char *scope, const struct rh_register_group *group) {
    const struct rh_layout *state = &page->view->block->state;
    unsigned most = 0;
    for (unsigned i = 0; i < state->count; i++)
        if (in_group(&state->fields[i], group) && shown(page, &state->fields[i]) > most)
            most = shown(page, &state->fields[i]);
    if (most == 0)
        return;
    begin(page, group->title, group->open);
    for (unsigned e = 0; e < most; e++) {
        char heading[64];
        (void)snprintf(heading, sizeof heading, "%s %u", group->one, e);
        begin(page, heading, false);
        for (unsigned i = 0; i < state->count; i++)
            if (in_group(&state->fields[i], group) && e < shown(page, &state->fields[i]))
                put(page, scope, &state->fields[i], e, RH_PLAIN);
        end(page, heading, false);
    }
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
        if (!has_elements_group(block->kind, &block->state.fields[i]))
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

/* GTKWave's zoom is minus the logarithm to base 2 of the time that 200 pixels show. */
static double zoom(uint64_t window_ps) {
    const double pixels = 1150; /* of the wave area in a window of 1600 */
    return -log2((double)window_ps * 200 / pixels);
}

void rh_wave_view_print(const struct rh_wave_view *view, FILE *to) {
    struct page page = {view, to};
    char name[64];
    const char *side = view->rtl ? "rtl" : "model";
    (void)snprintf(name, sizeof name, "rh_%s", view->block->ops->name);
    fprintf(to, "[*] %s: %s\n[timestart] %" PRIu64 "\n[size] 1600 1000\n[pos] -1 -1\n", name,
            view->rtl ? "RTL and model" : "model", view->from_ps);
    if (view->window_ps != 0) {
        fprintf(to, "*%.6f %" PRIu64, zoom(view->window_ps), view->from_ps);
        for (unsigned marker = 0; marker < 26; marker++) /* A to Z: none set */
            fputs(" -1", to);
        fputc('\n', to);
    }
    fprintf(to, "[treeopen] %s.\n[sst_width] 180\n[signals_width] 340\n[sst_expanded] 0\n", name);
    fprintf(to, "%s\n%s.in.clk\n%s\n%s.in.cycle[31:0]\n", flag_binary, name, flag_decimal, name);
    if (view->rtl)
        fprintf(to, "[color] %d\n%s\n%s.diff.differs\n", RH_RED, flag_binary, name);
    put_ports(&page, side, true);
    put_state(&page, side);
    if (!view->rtl)
        return;
    fprintf(to, "%s\n-\n", flag_blank);
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
