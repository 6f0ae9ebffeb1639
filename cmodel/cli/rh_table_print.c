// SPDX-License-Identifier: Apache-2.0
// A table as aligned text: columns as wide as what is in them, texts broken where a line would leave the screen.
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "cmodel/cli/rh_table_inside.h"

enum { GAP = 2 };

struct layout {
    const struct rh_table *table;
    const char *indent;
    size_t *widths;    /* of each column; 0: not shown */
    size_t *cells;     /* of each column without its heading */
    char **headings;   /* of each column; a line end breaks it */
    const char **left; /* what of each cell is still to be printed */
    size_t screen;     /* letters of a line */
    unsigned bar;      /* letters of a whole bar */
    FILE *to;
};

/* A terminal says how wide it is; files and pipes always get the same lines. */
static size_t screen_width(FILE *to) {
    struct winsize size;
    int file = fileno(to);
    return file >= 0 && ioctl(file, TIOCGWINSZ, &size) == 0 && size.ws_col > 0 ? size.ws_col : RH_TABLE_WIDTH;
}

static const char *shown(const struct layout *l, unsigned row, unsigned column, char buffer[RH_TABLE_BUFFER]) {
    const struct rh_cell *cell = rh_table_cell(l->table, row, column);
    return l->table->columns[column].kind == RH_CELL_BAR && !cell->none ? rh_table_bar(cell->real, l->bar, buffer)
                                                                        : rh_table_shown(l->table, row, column, buffer);
}

static size_t longer(size_t a, size_t b) {
    return a > b ? a : b;
}

/* The longest line of a heading. */
static size_t heading_width(const char *heading) {
    size_t width = 0;
    for (; *heading != '\0'; heading += *heading == '\n') {
        size_t length = strcspn(heading, "\n");
        width = longer(width, length);
        heading += length;
    }
    return width;
}

/* Widths from headings and cells. Returns that of a line. */
static size_t line_width(struct layout *l) {
    size_t all = strlen(l->indent);
    for (unsigned c = 0; c < l->table->count; c++) {
        if (l->table->columns[c].hidden)
            continue;
        l->widths[c] = longer(longer(1, l->cells[c]), heading_width(l->headings[c]));
        all += l->widths[c] + GAP;
    }
    return all > GAP ? all - GAP : 0;
}

/* Headings that are wider than their cells are broken behind an underscore. */
static void break_headings(struct layout *l) {
    for (unsigned c = 0; c < l->table->count; c++) {
        char *at = strrchr(l->headings[c], '_');
        if (at == NULL || strchr(l->headings[c], '\n') != NULL || strlen(l->headings[c]) <= l->cells[c])
            continue;
        memmove(at + 2, at + 1, strlen(at)); /* there is room for it */
        at[1] = '\n';
    }
}

static void break_texts(struct layout *l, size_t all) {
    for (unsigned c = l->table->count; c-- > 0 && all > l->screen;) {
        unsigned wrap = l->table->columns[c].wrap;
        size_t least = longer(wrap, heading_width(l->headings[c]));
        if (l->widths[c] == 0 || wrap == 0 || l->widths[c] <= least)
            continue;
        size_t spare = l->widths[c] - least, cut = all - l->screen;
        cut = cut < spare ? cut : spare;
        l->widths[c] -= cut;
        all -= cut;
    }
}

static void measure_cells(struct layout *l) {
    char buffer[RH_TABLE_BUFFER];
    for (unsigned c = 0; c < l->table->count; c++) {
        l->cells[c] = 0;
        for (unsigned r = 0; r < rh_table_rows(l->table); r++)
            l->cells[c] = longer(l->cells[c], strlen(shown(l, r, c, buffer)));
    }
}

/* Room that is left over goes to the bars. */
static size_t stretch_bars(struct layout *l, size_t all) {
    size_t spare = l->screen - all, most = RH_TABLE_LONG_BAR - RH_TABLE_BAR;
    l->bar = RH_TABLE_BAR + (unsigned)(spare < most ? spare : most);
    measure_cells(l);
    return line_width(l);
}

static void measure(struct layout *l) {
    measure_cells(l);
    size_t all = line_width(l);
    if (all > l->screen) {
        break_headings(l);
        all = line_width(l);
    } else if (l->screen > RH_TABLE_WIDTH)
        all = stretch_bars(l, all);
    break_texts(l, all);
}

/* Copies, with room for a line end. */
static bool copy_headings(struct layout *l) {
    for (unsigned c = 0; c < l->table->count; c++) {
        size_t length = strlen(l->table->columns[c].heading);
        l->headings[c] = calloc(length + 2, 1);
        if (l->headings[c] == NULL)
            return false;
        memcpy(l->headings[c], l->table->columns[c].heading, length);
    }
    return true;
}

/* Length of the text's next line: to its end, to a line end, behind the last space or plus sign that fits, or what fits
 * of a long word. */
static size_t next_line(const char *text, size_t width) {
    size_t length = strcspn(text, "\n");
    if (length <= width)
        return length;
    for (length = width; length > 0; length--)
        if (text[length] == ' ' || text[length - 1] == '+')
            return length;
    return width;
}

static bool is_left(const struct rh_column *column) {
    return column->kind == RH_CELL_TEXT || column->kind == RH_CELL_BAR;
}

/* One line of one cell; the columns before it may have ended and left blanks to make up for. */
static void put_part(struct layout *l, unsigned c, size_t *blanks) {
    const char *text = l->left[c];
    size_t length = next_line(text, l->widths[c]), pad = l->widths[c] - length;
    bool left = is_left(&l->table->columns[c]);
    *blanks += left ? 0 : pad;
    if (length > 0) {
        fprintf(l->to, "%*s%.*s", (int)*blanks, "", (int)length, text);
        *blanks = 0;
    }
    *blanks += left ? pad : 0;
    l->left[c] = text + length + strspn(text + length, " \n");
}

/* One line of what is in `left`. Is there more of it? */
static bool put_line(struct layout *l) {
    size_t blanks = strlen(l->indent);
    bool more = false;
    for (unsigned c = 0; c < l->table->count; c++) {
        if (l->widths[c] == 0)
            continue;
        put_part(l, c, &blanks);
        blanks += GAP;
        more = more || l->left[c][0] != '\0';
    }
    fputc('\n', l->to);
    return more;
}

static unsigned count_lines(const char *heading) {
    unsigned lines = 1;
    for (; *heading != '\0'; heading++)
        lines += *heading == '\n';
    return lines;
}

/* Line of a heading, counted from its last one. */
static const char *heading_line(const char *heading, unsigned line) {
    unsigned lines = count_lines(heading);
    for (unsigned i = line + 1; i < lines; i++)
        heading += strcspn(heading, "\n") + 1;
    return line < lines ? heading : "";
}

static void put_head(struct layout *l) {
    unsigned lines = 1;
    for (unsigned c = 0; c < l->table->count; c++) {
        unsigned n = count_lines(l->headings[c]);
        lines = l->widths[c] != 0 && n > lines ? n : lines;
    }
    while (lines-- > 0) {
        for (unsigned c = 0; c < l->table->count; c++)
            l->left[c] = heading_line(l->headings[c], lines);
        (void)put_line(l);
    }
}

void rh_table_print(const struct rh_table *table, const char *indent, FILE *to) {
    char(*buffers)[RH_TABLE_BUFFER] = calloc(table->count, sizeof *buffers);
    struct layout l = {.table = table,
                       .indent = indent,
                       .widths = calloc(table->count, sizeof *l.widths),
                       .cells = calloc(table->count, sizeof *l.cells),
                       .headings = calloc(table->count, sizeof *l.headings),
                       .left = calloc(table->count, sizeof *l.left),
                       .screen = screen_width(to),
                       .bar = RH_TABLE_BAR,
                       .to = to};
    bool good = buffers != NULL && l.widths != NULL && l.cells != NULL && l.headings != NULL && l.left != NULL;
    if (good && copy_headings(&l)) {
        measure(&l);
        put_head(&l);
        for (unsigned r = 0; r < rh_table_rows(table); r++) {
            for (unsigned c = 0; c < table->count; c++)
                l.left[c] = shown(&l, r, c, buffers[c]);
            while (put_line(&l)) {
            }
        }
    }
    for (unsigned c = 0; l.headings != NULL && c < table->count; c++)
        free(l.headings[c]);
    free(buffers);
    free(l.widths);
    free(l.cells);
    free(l.headings);
    free(l.left);
}
