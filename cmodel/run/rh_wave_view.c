// SPDX-License-Identifier: Apache-2.0
// Lays out a GTKWave save file from field tables: groups by the dimension of a field, so that a new controller has its view.
#include "rowhold/rh_wave_view.h"

#include <inttypes.h>
#include <math.h>
#include <string.h>

/** Colours as GTKWave numbers them. */
enum { PLAIN = 0, RED = 1, ORANGE = 2, YELLOW = 3, GREEN = 4, VIOLET = 7 };

/* Format flags of a trace line, in hexadecimal: right justified and binary, decimal, by the wave's names; group begin and end, open or closed. */
static const char flag_binary[] = "@28", flag_decimal[] = "@24", flag_enum[] = "@100000028", flag_blank[] = "@200";
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

static unsigned shown(const struct page *page, const struct rh_field *field) {
    unsigned count = rh_dim(&page->view->block.geometry, field->count);
    return page->view->most != 0 && count > page->view->most ? page->view->most : count;
}

/* One signal. */
static void put(const struct page *page, const char *scope, const struct rh_field *field, unsigned index,
                unsigned colour) {
    unsigned width = rh_dim(&page->view->block.geometry, field->width);
    bool filter = field->enum_name != NULL && page->view->filters != NULL;
    if (colour != PLAIN)
        fprintf(page->to, "[color] %u\n", colour);
    if (filter)
        fprintf(page->to, "@2024\n^1 %s/%s.txt\n", page->view->filters, field->enum_name);
    else
        fprintf(page->to, "%s\n", field->enum_name != NULL ? flag_enum : width == 1 ? flag_binary : flag_decimal);
    fprintf(page->to, "%s.%s.%s", page->view->block.name, scope, field->name);
    if (field->count != 1)
        fprintf(page->to, "[%u]", index);
    if (width > 1)
        fprintf(page->to, "[%u:0]", width - 1);
    fputc('\n', page->to);
}

static bool starts_with(const char *text, const char *start) {
    return strncmp(text, start, strlen(start)) == 0;
}

/* The ports whose name starts so, in table order. */
static void ports(const struct page *page, const char *scope, const struct rh_field *fields, size_t n,
                  const char *start, unsigned colour) {
    for (size_t i = 0; i < n; i++)
        if (starts_with(fields[i].name, start))
            put(page, scope, &fields[i], 0, colour);
}

static bool is_named_port(const char *name) {
    return starts_with(name, "req_") || starts_with(name, "rsp_") || starts_with(name, "col_") ||
           starts_with(name, "row_");
}

static void title(const struct page *page, const char *text) {
    fprintf(page->to, "%s\n-%s\n", flag_blank, text);
}

static void put_ports(const struct page *page, const char *scope, bool inputs) {
    const struct rh_wave_block *block = &page->view->block;
    title(page, "request port");
    if (inputs)
        ports(page, "in", block->in, block->in_count, "req_", YELLOW);
    ports(page, scope, block->out, block->out_count, "req_", GREEN);
    title(page, "column command");
    ports(page, scope, block->out, block->out_count, "col_", GREEN);
    title(page, "row command");
    ports(page, scope, block->out, block->out_count, "row_", ORANGE);
    title(page, "response port");
    ports(page, scope, block->out, block->out_count, "rsp_", GREEN);
    if (inputs)
        ports(page, "in", block->in, block->in_count, "rsp_", YELLOW);
    title(page, "data bus and stall ledger");
    for (size_t i = 0; i < block->out_count; i++)
        if (!is_named_port(block->out[i].name))
            put(page, scope, &block->out[i], 0, VIOLET);
}

/* Registers with one element a `dim`: a heading, then a closed group an element. */
static void put_elements(const struct page *page, const char *scope, const char *title, const char *one, unsigned dim,
                         unsigned other_dim, bool open) {
    const struct rh_wave_block *block = &page->view->block;
    unsigned most = 0;
    for (size_t i = 0; i < block->state_count; i++)
        if ((block->state[i].count == dim || block->state[i].count == other_dim) &&
            shown(page, &block->state[i]) > most)
            most = shown(page, &block->state[i]);
    if (most == 0)
        return;
    begin(page, title, open);
    for (unsigned e = 0; e < most; e++) {
        char heading[64];
        (void)snprintf(heading, sizeof heading, "%s %u", one, e);
        begin(page, heading, false);
        for (size_t i = 0; i < block->state_count; i++)
            if ((block->state[i].count == dim || block->state[i].count == other_dim) &&
                e < shown(page, &block->state[i]))
                put(page, scope, &block->state[i], e, PLAIN);
        end(page, heading, false);
    }
    end(page, title, open);
}

static bool has_elements_group(const struct rh_field *field) {
    return field->count == RH_D_QUEUE || field->count == RH_D_BANKED || field->count == RH_D_BANKS ||
           field->count == RH_D_RESPONSES;
}

static void put_state(const struct page *page, const char *scope) {
    const struct rh_wave_block *block = &page->view->block;
    put_elements(page, scope, "queue", "entry", RH_D_QUEUE, RH_D_BANKED, true);
    put_elements(page, scope, "bank timers and rows", "bank", RH_D_BANKS, RH_D_BANKS, true);
    put_elements(page, scope, "response FIFO", "slot", RH_D_RESPONSES, RH_D_RESPONSES, false);
    begin(page, "other registers", false);
    for (size_t i = 0; i < block->state_count; i++)
        if (!has_elements_group(&block->state[i]))
            for (unsigned e = 0; e < shown(page, &block->state[i]); e++)
                put(page, scope, &block->state[i], e, PLAIN);
    end(page, "other registers", false);
}

static void put_differences(const struct page *page) {
    const struct rh_wave_block *block = &page->view->block;
    begin(page, "differences", false);
    for (size_t i = 0; i < block->out_count; i++)
        put(page, "diff", &block->out[i], 0, RED);
    for (size_t i = 0; i < block->state_count; i++)
        for (unsigned e = 0; e < shown(page, &block->state[i]); e++)
            put(page, "diff", &block->state[i], e, RED);
    end(page, "differences", false);
}

/* GTKWave's zoom is minus the logarithm to base 2 of the time that 200 pixels show. */
static double zoom(uint64_t window_ps) {
    const double pixels = 1150; /* of the wave area in a window of 1600 */
    return -log2((double)window_ps * 200 / pixels);
}

void rh_wave_view_print(const struct rh_wave_view *view, FILE *to) {
    struct page page = {view, to};
    const char *side = view->rtl ? "rtl" : "model", *name = view->block.name;
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
        fprintf(to, "[color] %d\n%s\n%s.diff.differs\n", RED, flag_binary, name);
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
