// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_table.h"

#include <inttypes.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>

#include "cmodel/cli/rh_json.h"
#include "cmodel/embedding/rh_run_report.h"
#include "cmodel/files/rh_output.h"
#include "rowhold/rh_hash.h"

static bool copy_columns(struct rh_table *table, const struct rh_column *columns, unsigned count) {
    table->columns = calloc(count, sizeof *table->columns);
    for (; table->columns != NULL && table->count < count; table->count++) {
        struct rh_column *to = &table->columns[table->count];
        const struct rh_column *from = &columns[table->count];
        *to = *from;
        to->name = strdup(from->name);
        to->heading = strdup(from->heading != NULL ? from->heading : from->name);
        if (to->name == NULL || to->heading == NULL) {
            table->count++;
            return false;
        }
    }
    return table->columns != NULL;
}

/* Two columns of one name can't be kept apart. */
static bool is_clear(const struct rh_table *table) {
    for (unsigned i = 0; i < table->count; i++)
        for (unsigned k = 0; k < i; k++) {
            const struct rh_column *a = &table->columns[i], *b = &table->columns[k];
            bool shown = !a->hidden && !b->hidden;
            if (strcmp(a->name, b->name) == 0 || (shown && strcmp(a->heading, b->heading) == 0))
                return false;
        }
    return true;
}

struct rh_table *rh_table_open(const struct rh_column *columns, unsigned count) {
    struct rh_table *table = calloc(1, sizeof *table);
    if (table != NULL && copy_columns(table, columns, count) && is_clear(table))
        return table;
    rh_table_close(table);
    return NULL;
}

void rh_table_close(struct rh_table *table) {
    if (table == NULL)
        return;
    for (size_t i = 0; i < table->used; i++)
        free(table->cells[i].text);
    for (unsigned i = 0; table->columns != NULL && i < table->count; i++) {
        free((char *)table->columns[i].name);
        free((char *)table->columns[i].heading);
    }
    free(table->columns);
    free(table->cells);
    free(table);
}

static bool add(struct rh_table *table, struct rh_cell cell) {
    if (table->used == table->room) {
        size_t room = table->room == 0 ? 256 : 2 * table->room;
        struct rh_cell *cells = realloc(table->cells, room * sizeof *cells);
        if (cells == NULL)
            return false;
        table->cells = cells;
        table->room = room;
    }
    table->cells[table->used++] = cell;
    return true;
}

bool rh_table_text(struct rh_table *table, const char *text) {
    if (text == NULL)
        return rh_table_none(table);
    struct rh_cell cell = {.text = strdup(text)};
    if (cell.text != NULL && add(table, cell))
        return true;
    free(cell.text);
    return false;
}

bool rh_table_count(struct rh_table *table, uint64_t value) {
    return add(table, (struct rh_cell){.count = value});
}

bool rh_table_counts(struct rh_table *table, const uint64_t *values, size_t count) {
    bool good = true;
    for (size_t i = 0; good && i < count; i++)
        good = rh_table_count(table, values[i]);
    return good;
}

bool rh_table_real(struct rh_table *table, double value) {
    return add(table, (struct rh_cell){.real = value});
}

bool rh_table_whole(struct rh_table *table, double value) {
    return add(table, (struct rh_cell){.real = value, .whole = true});
}

bool rh_table_none(struct rh_table *table) {
    return add(table, (struct rh_cell){.none = true});
}

bool rh_table_maybe(struct rh_table *table, bool there, double value) {
    return there ? rh_table_real(table, value) : rh_table_none(table);
}

bool rh_table_known(struct rh_table *table, int64_t value) {
    return value < 0 ? rh_table_none(table) : rh_table_count(table, (uint64_t)value);
}

bool rh_table_hash(struct rh_table *table, uint64_t hash) {
    char text[32];
    (void)snprintf(text, sizeof text, "fnv1a64:%016" PRIx64, hash);
    return rh_table_text(table, text);
}

unsigned rh_table_rows(const struct rh_table *table) {
    return (unsigned)(table->used / table->count);
}

const struct rh_cell *rh_table_cell(const struct rh_table *table, unsigned row, unsigned column) {
    return &table->cells[(size_t)row * table->count + column];
}

/* Something is drawn where there is something, however little. */
/* A share as a bar of which the whole has `whole` letters. */
static const char *table_bar(double share, unsigned whole, char buffer[RH_TABLE_BUFFER]) {
    unsigned length = (unsigned)(share * whole + 0.5);
    length = length > whole ? whole : length;
    (void)memset(buffer, '#', whole);
    buffer[length > 0 ? length : share > 0] = '\0';
    return buffer;
}

const char *rh_table_shown(const struct rh_table *table, unsigned row, unsigned column, char buffer[RH_TABLE_BUFFER]) {
    const struct rh_column *c = &table->columns[column];
    const struct rh_cell *cell = rh_table_cell(table, row, column);
    if (cell->none)
        return "-";
    switch (c->kind) {
    case RH_CELL_TEXT:
        return cell->text;
    case RH_CELL_BAR:
        return table_bar(cell->real, RH_TABLE_BAR, buffer);
    case RH_CELL_FLAG:
        return cell->count != 0 ? "yes" : "no";
    case RH_CELL_COUNT:
        (void)snprintf(buffer, RH_TABLE_BUFFER, "%" PRIu64, cell->count);
        break;
    case RH_CELL_REAL:
        (void)snprintf(buffer, RH_TABLE_BUFFER, "%.*f", cell->whole ? 0 : c->digits,
                       cell->real * (c->scale > 0 ? c->scale : 1));
        break;
    default:
        return "-";
    }
    return buffer;
}

/* In text and Markdown. */
static bool is_shown(const struct rh_table *table, unsigned column) {
    const struct rh_column *c = &table->columns[column];
    bool there = !c->sparse || table->used == 0;
    for (unsigned r = 0; !there && r < rh_table_rows(table); r++)
        there = !rh_table_cell(table, r, column)->none;
    return there && !c->hidden;
}

static bool in_markdown(const struct rh_table *table, unsigned column) {
    return is_shown(table, column) && table->columns[column].kind != RH_CELL_BAR;
}

/* A heading's lines become one; a bar would end the cell. */
static void put_markdown(const char *text, FILE *to) {
    fputc(' ', to);
    for (; *text != '\0'; text++)
        if (*text == '|')
            fputs("\\|", to);
        else
            fputc(*text == '\n' ? ' ' : *text, to);
    fputs(" |", to);
}

void rh_table_markdown(const struct rh_table *table, FILE *to) {
    char buffer[RH_TABLE_BUFFER];
    for (int r = -2; r < (int)rh_table_rows(table); r++) {
        fputc('|', to);
        for (unsigned c = 0; c < table->count; c++)
            if (in_markdown(table, c))
                put_markdown(r == -2                                  ? table->columns[c].heading
                             : r >= 0                                 ? rh_table_shown(table, (unsigned)r, c, buffer)
                             : table->columns[c].kind == RH_CELL_TEXT ? "---"
                                                                      : "---:",
                             to);
        fputc('\n', to);
    }
}

/* RFC 4180: quotes around what has a comma, a quote or a line end in it. */
static void put_csv_text(const char *text, FILE *to) {
    if (strpbrk(text, ",\"\n\r") == NULL) {
        fputs(text, to);
        return;
    }
    fputc('"', to);
    for (; *text != '\0'; text++)
        fprintf(to, *text == '"' ? "\"\"" : "%c", *text);
    fputc('"', to);
}

static void put_number(const struct rh_column *column, const struct rh_cell *cell, FILE *to) {
    if (column->kind == RH_CELL_REAL)
        fprintf(to, "%.*f", cell->whole ? 0 : 6, cell->real);
    else
        fprintf(to, "%" PRIu64, cell->count);
}

void rh_table_csv(const struct rh_table *table, FILE *to) {
    for (unsigned r = 0; r <= rh_table_rows(table); r++) {
        const char *comma = "";
        for (unsigned c = 0; c < table->count; c++) {
            const struct rh_cell *cell = r == 0 ? NULL : rh_table_cell(table, r - 1, c);
            if (table->columns[c].kind == RH_CELL_BAR)
                continue;
            fputs(comma, to);
            comma = ",";
            if (cell == NULL)
                fputs(table->columns[c].name, to);
            else if (!cell->none && table->columns[c].kind == RH_CELL_TEXT)
                put_csv_text(cell->text, to);
            else if (!cell->none)
                put_number(&table->columns[c], cell, to);
        }
        fputc('\n', to);
    }
}

static json_t *cell_json(const struct rh_column *column, const struct rh_cell *cell) {
    if (cell->none)
        return json_null();
    if (column->kind == RH_CELL_TEXT)
        return rh_json_text(cell->text);
    if (column->kind == RH_CELL_FLAG)
        return json_boolean(cell->count != 0);
    if (column->kind == RH_CELL_COUNT)
        return rh_json_count(cell->count);
    return cell->whole ? json_integer((json_int_t)cell->real) : rh_json_real(cell->real);
}

/* A row as an object; NULL without memory. */
static json_t *row_json(const struct rh_table *table, unsigned row) {
    json_t *object = json_object();
    for (unsigned c = 0; c < table->count; c++)
        if (table->columns[c].kind != RH_CELL_BAR)
            rh_json_set(&object, table->columns[c].name, cell_json(&table->columns[c], rh_table_cell(table, row, c)));
    return object;
}

/* A row at a time: a tree of all rows of a large table would take its memory many times. */
bool rh_table_json(const struct rh_table *table, const char *indent, FILE *to) {
    bool good = true;
    fputc('[', to);
    for (unsigned r = 0; good && r < rh_table_rows(table); r++) {
        fprintf(to, "%s\n%s  ", r == 0 ? "" : ",", indent);
        good = rh_json_put(row_json(table, r), to);
    }
    fprintf(to, "\n%s]", indent);
    return good;
}

/* A table as aligned text: columns as wide as what is in them, texts broken where a line would leave the screen. */

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
    return l->table->columns[column].kind == RH_CELL_BAR && !cell->none ? table_bar(cell->real, l->bar, buffer)
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
        if (!is_shown(l->table, c))
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

/* The results that commands write: --csv, --json, --markdown. */

#define ROW(kind, spelling, ...) RH_OPTION_ROW(struct rh_table_options, kind, spelling, __VA_ARGS__)
const struct rh_option rh_table_options_rows[RH_TABLE_OPTIONS_ROWS] = {
    ROW(OUTPUT, "csv", "FILE", csv, .group = "output", .help = "write the rows as CSV; - is standard output"),
    ROW(OUTPUT, "json", "FILE", json, .help = "write the rows as JSON; - is standard output"),
    ROW(OUTPUT, "markdown", "FILE", markdown, .help = "write the table as Markdown; - is standard output"),
};

bool rh_table_no_memory(const struct rh_form *form, struct rh_error *error) {
    return rh_error_set(error, "%s: found no memory, expected enough", form->name);
}

static bool open_part(struct rh_table **table, const struct rh_form_part *part) {
    if (part->columns != NULL)
        *table = rh_table_open(part->columns, part->count);
    return part->columns == NULL || *table != NULL;
}

bool rh_table_result_open(struct rh_table_result *result, const struct rh_form *form, struct rh_error *error) {
    *result = (struct rh_table_result){.form = form};
    if (open_part(&result->configuration, &form->configuration) && open_part(&result->members, &form->members) &&
        open_part(&result->rows, &form->rows) && open_part(&result->more, &form->more))
        return true;
    rh_table_result_close(result);
    return rh_table_no_memory(form, error);
}

void rh_table_result_close(struct rh_table_result *result) {
    rh_table_close(result->configuration);
    rh_table_close(result->members);
    rh_table_close(result->rows);
    rh_table_close(result->more);
    *result = (struct rh_table_result){.form = result->form};
}

/* The configuration's text, which its hash covers; the caller frees it. NULL without memory. */
static char *configuration(const struct rh_table_result *result) {
    if (result->configuration_text != NULL)
        return strdup(result->configuration_text);
    json_t *object = result->configuration != NULL ? row_json(result->configuration, 0) : json_object();
    char *text = rh_json_line(object);
    json_decref(object);
    return text;
}

bool rh_table_result_hash(const struct rh_table_result *result, char hash[32]) {
    char *text = configuration(result);
    if (text != NULL)
        (void)snprintf(hash, 32, "fnv1a64:%016" PRIx64, rh_hash(RH_HASH_START, text, strlen(text)));
    free(text);
    return text != NULL;
}

static bool put_array(const json_t *array, FILE *to) {
    size_t index;
    json_t *element;
    bool good = true;
    json_array_foreach(array, index, element) {
        fputs(index == 0 ? "[\n    " : ",\n    ", to);
        good = rh_json_put(json_incref(element), to) && good;
    }
    fputs(index == 0 ? "[]" : "\n  ]", to);
    return good;
}

/* Members of the result, one a line, and elements of lists; they are taken. */
static bool put_members(json_t *members, FILE *to) {
    const char *key;
    json_t *value;
    bool good = members != NULL;
    json_object_foreach(members, key, value) {
        fprintf(to, ",\n  \"%s\": ", key);
        good = (json_is_array(value) ? put_array(value, to) : rh_json_put(json_incref(value), to)) && good;
    }
    json_decref(members);
    return good;
}

static bool put_list(const struct rh_form_part *part, const struct rh_table *table, FILE *to) {
    fprintf(to, ",\n  \"%s\": ", part->name);
    return rh_table_json(table, "  ", to);
}

static bool put_json(const struct rh_table_result *result, FILE *to, struct rh_error *error) {
    char *text = configuration(result), hash[32];
    bool good = text != NULL && rh_table_result_hash(result, hash);
    if (good)
        fprintf(to, "{\n  \"schema\": \"rowhold-%s\"", result->form->name);
    good = good && put_members(json_pack("{s:i, s:{s:s, s:s}}", "schema_version", RH_RESULT_SCHEMA, "program",
                                         "version", rh_result_version(), "commit", rh_result_commit()),
                               to);
    if (good)
        fprintf(to, ",\n  \"configuration\": %s,\n  \"configuration_hash\": \"%s\"", text, hash);
    free(text);
    good = good && (result->members == NULL || put_members(row_json(result->members, 0), to)) &&
           put_list(&result->form->rows, result->rows, to) &&
           (result->more == NULL || put_list(&result->form->more, result->more, to)) &&
           (result->json == NULL || put_members(result->json(result), to));
    fputs("\n}\n", to);
    return good || ferror(to) != 0 || rh_table_no_memory(result->form, error);
}

enum spelling { CSV, JSON, MARKDOWN, SPELLINGS };

static bool put(const struct rh_table_result *result, enum spelling spelling, FILE *to, struct rh_error *error) {
    if (spelling == JSON)
        return put_json(result, to, error);
    if (spelling == CSV)
        rh_table_csv(result->rows, to);
    else if (result->markdown != NULL)
        result->markdown(result, to);
    else
        rh_table_markdown(result->rows, to);
    return true;
}

bool rh_table_write(const struct rh_table_result *result, const struct rh_table_options *options,
                    struct rh_error *error) {
    const char *const files[SPELLINGS] = {options->csv, options->json, options->markdown};
    for (enum spelling i = CSV; i < SPELLINGS; i++) {
        struct rh_output output;
        if (files[i] == NULL)
            continue;
        if (!rh_output_open(&output, files[i], error))
            return false;
        if (!put(result, i, output.file, error)) {
            rh_output_drop(&output);
            return false;
        }
        if (!rh_output_commit(&output, error))
            return false;
    }
    return true;
}

bool rh_table_options_apart(const struct rh_table_options *options, const struct rh_file_use *others, unsigned count,
                            struct rh_error *error) {
    enum { MOST = 8 };
    struct rh_file_use uses[MOST + SPELLINGS];
    count = count < MOST ? count : MOST;
    for (unsigned i = 0; i < count; i++)
        uses[i] = others[i];
    uses[count] = (struct rh_file_use){"--csv", options->csv, true};
    uses[count + 1] = (struct rh_file_use){"--json", options->json, true};
    uses[count + 2] = (struct rh_file_use){"--markdown", options->markdown, true};
    return rh_files_apart(uses, count + SPELLINGS, error);
}

bool rh_table_options_stdout(const struct rh_table_options *options) {
    return rh_output_is_stdout(options->csv) || rh_output_is_stdout(options->json) ||
           rh_output_is_stdout(options->markdown);
}
