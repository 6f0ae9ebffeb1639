// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_recorded_warps.h"

#include <inttypes.h>
#include <search.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/trace/rh_line_reader.h"
#include "cmodel/workload/rh_scan.h"
#include "rowhold/rh_bits.h"
#include "rowhold/rh_coalescer.h"

static const char head[] =
    "kernel,cta,warp,core,seq,space,op,active,gap,barriers,shared,special,after,use,transactions";
static const char title[] = "# warp streams:";
enum { MOST_KERNEL = 1 << 16, MOST_WARP = 1024, MOST_GAP = 1 << 30, NOWHERE = -1 };
/* What computations write and read: each depends on the one before, for the file does not say which do. */
enum { COMPUTED = RH_WARP_REGISTERS - 1 };
/* Instructions at a warp's beginning that load parameters of a kernel which is seen to load one. */
enum { PARAMETERS = 4 };
#define NEVER UINT64_MAX

/* A line: an access, or the end of its warp. */
struct row {
    uint64_t line, cta, index; /* `index`: of the access in the warp's stream */
    uint64_t due;              /* index of the instruction that needs the data of this load; NEVER */
    uint64_t last;             /* index of the last one that does; 0: nobody */
    uint64_t transaction;      /* its first */
    uint64_t code, stretch;    /* byte address of the stretch that it lies in; index of the first instruction there */
    uint64_t loop;             /* instructions of the loop that the stretch is; 0: none */
    uint32_t kernel, warp, seq, gap, barriers, shared, special, transactions;
    int32_t after;
    uint16_t reg;                          /* that this load writes; 0: nobody needs its data */
    uint8_t op, space, active, parameters; /* that its warp begins with */
    bool end, divides;                     /* divides: its special functions are integer divisions */
};

struct extent {
    size_t first, count;
};

/* A stretch of a program: what it has, 0 or 1 each, and the access at its end. */
struct stretch {
    uint64_t barriers, shared, special, what, instructions, code;
};

/* Registers whose loads are on their way, of an open warp. */
struct waiting {
    uint64_t due;
    uint16_t reg;
};

struct reader {
    const struct row *row;
    uint64_t at; /* index of the next instruction */
    unsigned waits;
    uint16_t read[RH_WARP_REGISTERS];
    struct waiting waiting[RH_WARP_REGISTERS];
};

struct rh_warp_cta {
    uint32_t warps;
    struct reader reader[];
};

struct recorded {
    struct rh_warp_source source;
    struct row *rows;
    struct rh_warp_transaction *transaction;
    size_t row_count, row_room, transaction_count, transaction_room;
    struct extent *warp, *cta, *kernel; /* of rows, warps and CTAs */
    size_t warps, ctas, kernels;
    uint64_t said[4]; /* by the head: kernels, CTAs, warps, resident CTAs */
    void *stretches;  /* a tree (tsearch) */
    uint64_t code;    /* behind them */
    size_t next_kernel, current;
};

/* Reading. */

static bool grow(void *array, size_t *room, size_t need, size_t size) {
    void *more, *old;
    if (need <= *room)
        return true;
    size_t wanted = *room == 0 ? 1024 : 2 * *room;
    memcpy(&old, array, sizeof old);
    more = realloc(old, wanted * size);
    if (more == NULL)
        return false;
    memcpy(array, &more, sizeof more);
    *room = wanted;
    return true;
}

static bool read_title(struct recorded *r, struct rh_scan *scan, struct rh_error *error) {
    static const char *const names[] = {"kernels=", "ctas=", "warps=", "resident="};
    if (strncmp(scan->text, title, sizeof title - 1) != 0)
        return rh_scan_fail(scan, "'# warp streams: kernels= ctas= warps= resident='", error);
    scan->at += sizeof title - 1;
    for (unsigned i = 0; i < 4; i++) {
        rh_scan_blanks(scan);
        if (strncmp(scan->at, names[i], strlen(names[i])) != 0)
            return rh_scan_fail(scan, names[i], error);
        scan->at += strlen(names[i]);
        if (!rh_scan_number(scan, 10, "a count", i < 3, UINT32_MAX, &r->said[i], error))
            return false;
    }
    return rh_scan_end(scan, error);
}

static bool comma(struct rh_scan *scan, struct rh_error *error) {
    if (*scan->at != ',')
        return rh_scan_fail(scan, "','", error);
    scan->at++;
    return true;
}

/* A number and the comma behind it. */
static bool number(struct rh_scan *scan, const char *what, uint64_t least, uint64_t most, uint32_t *value,
                   struct rh_error *error) {
    uint64_t found;
    if (!rh_scan_number(scan, 10, what, least, most, &found, error))
        return false;
    *value = (uint32_t)found;
    return comma(scan, error);
}

/* The same of a column that is empty at the end of a warp, where it counts nothing. */
static bool number_inside(struct rh_scan *scan, const struct row *row, const char *what, uint32_t *value,
                          struct rh_error *error) {
    *value = 0;
    return row->end && *scan->at == ',' ? comma(scan, error) : number(scan, what, 0, MOST_GAP, value, error);
}

/* Of one that may be -1, none; so may be the end of a warp, by an empty column. */
static bool number_or_none(struct rh_scan *scan, const struct row *row, const char *what, int32_t *value,
                           struct rh_error *error) {
    uint32_t found;
    *value = NOWHERE;
    if (row->end && *scan->at == ',')
        return comma(scan, error);
    if (strncmp(scan->at, "-1,", 3) == 0) {
        scan->at += 3;
        return true;
    }
    if (!number(scan, what, 0, MOST_GAP, &found, error))
        return false;
    *value = (int32_t)found;
    return true;
}

static bool letters(struct rh_scan *scan, struct row *row, struct rh_error *error) {
    row->space = (uint8_t)rh_warp_space_of(*scan->at);
    if ((row->space == RH_WARP_SPACES || row->space == RH_WARP_SPACE_SHARED) && *scan->at != '-')
        return rh_scan_fail(scan, "a memory space: G, L, T, C or P, and - at the end of a warp", error);
    bool none = *scan->at++ == '-';
    if (!comma(scan, error))
        return false;
    row->end = *scan->at == 'X';
    row->op = *scan->at == 'W' ? RH_WARP_STORE : RH_WARP_LOAD;
    if (strchr("RWX", *scan->at) == NULL || *scan->at == '\0' || row->end != none)
        return rh_scan_fail(scan, none ? "X, which ends the warp" : "R or W", error);
    if (row->op == RH_WARP_STORE && !rh_warp_space_stores((enum rh_warp_space)row->space))
        return rh_scan_fail(scan, "R, for nobody writes to this space", error);
    scan->at++;
    return comma(scan, error);
}

static bool transactions(struct recorded *r, struct rh_scan *scan, struct row *row, struct rh_error *error) {
    row->transaction = r->transaction_count;
    for (rh_scan_blanks(scan); *scan->at != '\0'; rh_scan_blanks(scan)) {
        struct rh_warp_transaction t = {.sectors = 0};
        uint64_t bytes;
        if (row->end)
            return rh_scan_fail(scan, "nothing, for a warp's end has no transactions", error);
        if (!rh_scan_number(scan, 16, "an address", 0, UINT64_MAX >> 1, &t.address, error))
            return false;
        if (*scan->at != '/')
            return rh_scan_fail(scan, "'/' and the bytes", error);
        scan->at++;
        if (!rh_scan_number(scan, 10, "bytes", 1, 4096, &bytes, error))
            return false;
        t.bytes = (uint32_t)bytes;
        if (row->transactions == RH_COALESCER_MOST)
            return rh_scan_fail(scan, "at most 128 transactions an access", error);
        if (!grow(&r->transaction, &r->transaction_room, r->transaction_count + 1, sizeof t))
            return rh_error_set(error, "%s: found no memory for more transactions, expected enough", scan->file);
        r->transaction[r->transaction_count++] = t;
        row->transactions++;
    }
    return true;
}

static bool counts(struct rh_scan *scan, struct row *row, struct rh_error *error) {
    uint32_t active;
    int32_t use;
    const char *at;
    if (!number(scan, "active lanes", 1, RH_WARP_LANES, &active, error))
        return false;
    at = scan->at;
    if (!number(scan, "a gap", 0, MOST_GAP, &row->gap, error) ||
        !number_inside(scan, row, "barriers", &row->barriers, error) ||
        !number_inside(scan, row, "shared accesses", &row->shared, error) ||
        !number_inside(scan, row, "special functions", &row->special, error))
        return false;
    row->active = (uint8_t)active;
    if ((uint64_t)row->barriers + row->shared + row->special > row->gap) {
        scan->at = at;
        return rh_scan_fail(scan, "a gap that holds its barriers, shared accesses and special functions", error);
    }
    at = scan->at;
    if (!number_or_none(scan, row, "the seq of a load", &row->after, error))
        return false;
    if (row->after >= (int64_t)row->seq) {
        scan->at = at;
        return rh_scan_fail(scan, "the seq of an earlier load", error);
    }
    at = scan->at;
    if (!number_or_none(scan, row, "a use", &use, error))
        return false;
    if (use == 0) {
        scan->at = at;
        return rh_scan_fail(scan, "a use behind the load: 1 and more, or -1", error);
    }
    row->due = row->op == RH_WARP_LOAD && use != NOWHERE ? (uint64_t)use : NEVER;
    return true;
}

static bool read_row(struct recorded *r, struct rh_scan *scan, struct rh_error *error) {
    struct row row = {.line = scan->line};
    uint32_t core;
    uint64_t cta;
    if (!number(scan, "a kernel", 1, MOST_KERNEL, &row.kernel, error) ||
        !rh_scan_number(scan, 10, "a CTA", 0, UINT32_MAX, &cta, error) || !comma(scan, error) ||
        !number(scan, "a warp of the CTA", 0, MOST_WARP - 1, &row.warp, error) ||
        !number(scan, "a core", 0, UINT16_MAX, &core, error) || !number(scan, "a seq", 0, INT32_MAX, &row.seq, error) ||
        !letters(scan, &row, error) || !counts(scan, &row, error) || !transactions(r, scan, &row, error))
        return false;
    row.cta = cta;
    if (!grow(&r->rows, &r->row_room, r->row_count + 1, sizeof row))
        return rh_error_set(error, "%s: found no memory for more lines, expected enough", scan->file);
    r->rows[r->row_count++] = row;
    return true;
}

static bool read_lines(struct recorded *r, struct rh_line_reader *lines, struct rh_error *error) {
    struct rh_line line;
    unsigned heads = 0; /* title, names of the columns */
    int status;
    while ((status = rh_line_reader_next(lines, &line, error)) > 0) {
        struct rh_scan scan = {rh_line_reader_file(lines), line.number, line.text, line.text};
        bool good = true;
        if (heads == 0)
            good = read_title(r, &scan, error);
        else if (line.text[0] == '#' || line.length == 0)
            continue;
        else if (heads == 1)
            good = strcmp(line.text, head) == 0 || rh_scan_fail(&scan, head, error);
        else
            good = read_row(r, &scan, error);
        heads += heads < 2;
        if (!good)
            return false;
    }
    return status == 0 &&
           (heads == 2 || rh_error_set(error, "%s:1: found no %s, expected recorded warp streams",
                                       rh_line_reader_file(lines), heads == 0 ? "line" : "names of columns"));
}

/* What belongs together. */

static int in_order(const void *a, const void *b) {
    const struct row *x = a, *y = b;
#define BY(member)                                                                                                     \
    if (x->member != y->member)                                                                                        \
    return x->member < y->member ? -1 : 1
    BY(kernel);
    BY(cta);
    BY(warp);
    BY(line);
#undef BY
    return 0;
}

static bool refuse(const char *file, const struct row *row, struct rh_error *error, const char *expected) {
    return rh_error_set(error,
                        "%s:%" PRIu64 ": found seq %" PRIu32 " of warp %" PRIu32 " of CTA %" PRIu64
                        " of kernel %" PRIu32 ", expected %s",
                        file, row->line, row->seq, row->warp, row->cta, row->kernel, expected);
}

/* A register for each load whose data somebody needs, free again once the last who does has issued. */
static bool give_registers(const char *file, struct row *row, size_t count, struct rh_error *error) {
    uint64_t busy_to[RH_WARP_REGISTERS] = {0};
    for (size_t i = 0; i < count; i++) {
        struct row *load = row[i].after != NOWHERE ? &row[row[i].after] : NULL;
        row[i].last = row[i].due != NEVER ? row[i].due : 0;
        if (load != NULL && load->last < row[i].index)
            load->last = row[i].index;
    }
    for (size_t i = 0; i < count; i++) {
        unsigned reg = 1;
        if (row[i].last == 0)
            continue;
        while (reg < COMPUTED && busy_to[reg] > row[i].index)
            reg++;
        if (reg == COMPUTED)
            return refuse(file, &row[i], error, "at most 510 loads of a warp whose data are due");
        busy_to[reg] = row[i].last;
        row[i].reg = (uint16_t)reg;
    }
    return true;
}

static int by_contents(const void *a, const void *b) {
    return memcmp(a, b, offsetof(struct stretch, instructions));
}

/* A stretch that is new, behind the others; NULL without memory. */
static struct stretch *const *add_stretch(struct recorded *r, const struct stretch *stretch) {
    struct stretch *own = malloc(sizeof *own), *const * found;
    if (own == NULL)
        return NULL;
    *own = *stretch;
    own->code = r->code;
    if ((found = tsearch(own, &r->stretches, by_contents)) == NULL)
        free(own);
    else
        r->code += own->instructions * RH_WARP_CODE_BYTES;
    return found;
}

/* Gives each stretch of a warp its place in the program: that of one that is alike, or the next one. Barriers stand in
 * a loop, whose iterations share their code. */
static bool place_code(struct recorded *r, const char *file, struct row *row, size_t count, struct rh_error *error) {
    struct stretch s = {0};
    uint64_t begin = 0;
    for (size_t i = 0, first = 0; i < count; i++) {
        s.barriers += row[i].barriers;
        s.shared += row[i].shared;
        s.special += row[i].special;
        if (!row[i].end && row[i].space != RH_WARP_SPACE_GLOBAL && row[i].space != RH_WARP_SPACE_LOCAL)
            continue;
        s.instructions = row[i].index + 1 - begin;
        uint64_t loop = s.barriers != 0 ? s.instructions / (s.barriers + 1) + 1 : 0;
        s.instructions = loop != 0 ? loop : s.instructions;
        s.barriers = s.barriers != 0;
        s.shared = s.shared != 0;
        s.special = s.special != 0;
        s.what = row[i].end ? RH_WARP_OPS : (uint64_t)row[i].op << 8 | row[i].space;
        struct stretch *const *found = tfind(&s, &r->stretches, by_contents);
        if (found == NULL && (found = add_stretch(r, &s)) == NULL)
            return rh_error_set(error, "%s: found no memory for its code, expected enough", file);
        for (; first <= i; first++) {
            row[first].code = (*found)->code;
            row[first].stretch = begin;
            row[first].loop = loop;
        }
        begin = row[i].index + 1;
        s = (struct stretch){0};
    }
    return true;
}

static void forget_code(struct recorded *r) {
    while (r->stretches != NULL) {
        struct stretch *one = *(struct stretch **)r->stretches;
        (void)tdelete(one, &r->stretches, by_contents);
        free(one);
    }
}

/* In front of its first load a warp has no numbers but its own, of which it makes the address: special functions there
 * are integer divisions. */
static void find_divisions(struct row *row, size_t count) {
    size_t first = 0;
    while (first + 1 < count && row[first].space == RH_WARP_SPACE_PARAMETER)
        first++;
    for (size_t i = 0; i <= first && !row[first].end && row[first].op == RH_WARP_LOAD; i++)
        row[i].divides = true;
}

static bool check_warp(const char *file, struct row *row, size_t count, struct rh_error *error) {
    uint64_t index = 0;
    for (size_t i = 0; i < count; i++) {
        if (row[i].seq != i)
            return refuse(file, &row[i], error, "ascending numbers from 0 on");
        if (row[i].end != (i + 1 == count))
            return refuse(file, &row[i], error, row[i].end ? "no line behind the end of a warp" : "a line X behind it");
        if (row[i].after != NOWHERE && row[row[i].after].op != RH_WARP_LOAD)
            return refuse(file, &row[i], error, "a load as `after`");
        index += row[i].gap;
        row[i].index = index++;
        if (row[i].due != NEVER)
            row[i].due += row[i].index;
    }
    find_divisions(row, count);
    return give_registers(file, row, count, error);
}

static bool is_same_cta(const struct row *a, const struct row *b) {
    return a->kernel == b->kernel && a->cta == b->cta;
}

/* All warps of a CTA come to each of its barriers, but a warp's last line names none: there stand those that the warp
 * lacks of what another one has. */
static void add_last_barriers(struct row *row, size_t count) {
    uint64_t most = 0, own = 0;
    for (size_t i = 0; i < count; i++) {
        own += row[i].barriers;
        most = own > most ? own : most;
        own = row[i].end ? 0 : own;
    }
    for (size_t i = 0; i < count; i++) {
        own += row[i].barriers;
        if (!row[i].end)
            continue;
        if (row[i].barriers == 0)
            row[i].barriers = (uint32_t)(most - own < row[i].gap ? most - own : row[i].gap);
        own = 0;
    }
}

/* What lines say of others: of their CTA's, and of their kernel's. */
static void tell_others(struct recorded *r) {
    struct row *row = r->rows;
    for (size_t i = 0, next; i < r->row_count; i = next) {
        for (next = i + 1; next < r->row_count && is_same_cta(&row[next], &row[i]);)
            next++;
        add_last_barriers(&row[i], next - i);
    }
    for (size_t i = 0, next; i < r->row_count; i = next) {
        bool loads = false;
        for (next = i; next < r->row_count && row[next].kernel == row[i].kernel; next++)
            loads |= !row[next].end && row[next].space == RH_WARP_SPACE_PARAMETER;
        for (size_t k = i; k < next; k++)
            row[k].parameters = loads ? PARAMETERS : 0;
    }
}

static bool cut(struct recorded *r, const char *file, struct rh_error *error) {
    size_t warp_room = 0, cta_room = 0, kernel_room = 0;
    bool good = true;
    qsort(r->rows, r->row_count, sizeof r->rows[0], in_order);
    tell_others(r);
    for (size_t i = 0; good && i < r->row_count;) {
        const struct row *first = &r->rows[i], *before = i > 0 ? first - 1 : NULL;
        size_t count = 1;
        while (i + count < r->row_count && first[count].kernel == first->kernel && first[count].cta == first->cta &&
               first[count].warp == first->warp)
            count++;
        if (before == NULL || before->kernel != first->kernel) {
            good = grow(&r->kernel, &kernel_room, r->kernels + 1, sizeof r->kernel[0]);
            if (good)
                r->kernel[r->kernels++] = (struct extent){r->ctas, 0};
        }
        if (good && (before == NULL || !is_same_cta(before, first))) {
            good = grow(&r->cta, &cta_room, r->ctas + 1, sizeof r->cta[0]);
            if (good)
                r->cta[r->ctas++] = (struct extent){r->warps, 0};
            r->kernel[r->kernels - 1].count++;
        }
        good = good && grow(&r->warp, &warp_room, r->warps + 1, sizeof r->warp[0]);
        if (!good)
            return rh_error_set(error, "%s: found no memory for its warps, expected enough", file);
        r->warp[r->warps++] = (struct extent){i, count};
        r->cta[r->ctas - 1].count++;
        good = check_warp(file, &r->rows[i], count, error) && place_code(r, file, &r->rows[i], count, error);
        i += count;
    }
    forget_code(r);
    return good;
}

static bool check_counts(const struct recorded *r, const char *file, struct rh_error *error) {
    static const char *const names[] = {"kernels", "ctas", "warps"};
    const uint64_t found[] = {r->kernels, r->ctas, r->warps};
    for (unsigned i = 0; i < 3; i++)
        if (found[i] != r->said[i])
            return rh_error_set(error, "%s: found %" PRIu64 " %s, expected %" PRIu64 " as its first line says", file,
                                found[i], names[i], r->said[i]);
    return true;
}

/* The source. */

static int next_kernel(struct rh_warp_source *source, struct rh_kernel_launch *launch, struct rh_error *error) {
    struct recorded *r = (struct recorded *)source;
    (void)error;
    if (r->next_kernel == r->kernels)
        return 0;
    r->current = r->next_kernel++;
    const struct extent *kernel = &r->kernel[r->current];
    *launch = (struct rh_kernel_launch){
        .ctas = kernel->count, .resident = (uint32_t)r->said[3], .same_program = r->current != 0};
    const struct row *first = &r->rows[r->warp[r->cta[kernel->first].first].first];
    snprintf(launch->name, sizeof launch->name, "kernel %" PRIu32, first->kernel);
    for (size_t c = 0; c < kernel->count; c++)
        if (r->cta[kernel->first + c].count > launch->cta_warps)
            launch->cta_warps = (uint32_t)r->cta[kernel->first + c].count;
    return 1;
}

static struct rh_warp_cta *open_cta(struct rh_warp_source *source, uint64_t number, uint32_t *warps,
                                    struct rh_error *error) {
    struct recorded *r = (struct recorded *)source;
    const struct extent *cta = &r->cta[r->kernel[r->current].first + number];
    struct rh_warp_cta *opened = malloc(sizeof *opened + cta->count * sizeof opened->reader[0]);
    if (opened == NULL) {
        rh_error_set(error, "warp streams: found no memory for a CTA, expected enough");
        return NULL;
    }
    opened->warps = *warps = (uint32_t)cta->count;
    for (size_t w = 0; w < cta->count; w++) {
        opened->reader[w].row = &r->rows[r->warp[cta->first + w].first];
        opened->reader[w].at = 0;
        opened->reader[w].waits = 0;
    }
    return opened;
}

/* Moves the registers that instruction `at` needs out of those that wait; returns when the next one is needed. */
static uint64_t take_due(struct reader *reader, struct rh_warp_instruction *instruction) {
    uint64_t next = NEVER;
    unsigned kept = 0;
    for (unsigned i = 0; i < reader->waits; i++) {
        struct waiting one = reader->waiting[i];
        if (one.due == reader->at) {
            reader->read[instruction->reads++] = one.reg;
            continue;
        }
        reader->waiting[kept++] = one;
        next = one.due < next ? one.due : next;
    }
    reader->waits = kept;
    return next;
}

/* Where a gap's barriers, shared accesses and special functions stand: spread evenly, barriers among the others, too.
 */
static void take_gap(const struct row *row, uint64_t place, uint64_t most, struct rh_warp_instruction *instruction) {
    uint64_t gap = row->gap, marks = (uint64_t)row->barriers + row->shared + row->special, left = gap - place;
    if (marks != 0) {
        uint64_t before = place * marks / gap, mark = ((before + 1) * gap + marks - 1) / marks - 1;
        left = mark - place;
        if (left == 0) {
            uint64_t others = marks - row->barriers, other = before - before * row->barriers / marks;
            if ((before + 1) * row->barriers / marks > before * row->barriers / marks)
                instruction->op = RH_WARP_BARRIER;
            else if ((other + 1) * row->special / others > other * row->special / others)
                instruction->op = row->divides ? RH_WARP_DIVIDE : RH_WARP_SPECIAL;
            else {
                instruction->op = RH_WARP_LOAD;
                instruction->space = RH_WARP_SPACE_SHARED;
            }
            instruction->count = 1;
            return;
        }
    }
    instruction->op = RH_WARP_INTEGER;
    instruction->count = (uint32_t)(left < most ? left : most);
}

/* A place in the gap in front of the warp's parameters' last one is a load of one. */
static void take_parameter(struct rh_warp_instruction *instruction) {
    if (instruction->op != RH_WARP_INTEGER)
        return;
    instruction->op = RH_WARP_LOAD;
    instruction->space = RH_WARP_SPACE_PARAMETER;
    instruction->count = 1;
}

static void take_access(const struct recorded *r, struct reader *reader, struct rh_warp_instruction *instruction) {
    const struct row *row = reader->row;
    instruction->op = (enum rh_warp_op)row->op;
    instruction->space = (enum rh_warp_space)row->space;
    instruction->count = 1;
    instruction->transaction = &r->transaction[row->transaction];
    instruction->transactions = row->transactions;
    if (row->after != NOWHERE)
        reader->read[instruction->reads++] = row[row->after - (int32_t)row->seq].reg;
    instruction->writes = row->reg;
    if (row->reg != 0 && row->due != NEVER)
        reader->waiting[reader->waits++] = (struct waiting){row->due, row->reg};
    reader->row++;
}

static int next(struct rh_warp_source *source, struct rh_warp_cta *cta, uint32_t warp,
                struct rh_warp_instruction *instruction, struct rh_error *error) {
    const struct recorded *r = (const struct recorded *)source;
    struct reader *reader = &cta->reader[warp];
    const struct row *row = reader->row;
    (void)error;
    if (row->end && reader->at == row->index)
        return 0;
    *instruction = (struct rh_warp_instruction){.active = (uint32_t)rh_mask(row->active), .read = reader->read};
    uint64_t place = reader->at - row->stretch;
    instruction->pc = row->code + (row->loop != 0 ? place % row->loop : place) * RH_WARP_CODE_BYTES;
    uint64_t due = take_due(reader, instruction);
    reader->read[instruction->reads++] = COMPUTED;
    if (reader->at == row->index)
        take_access(r, reader, instruction);
    else
        take_gap(row, reader->at - (row->index - row->gap), due - reader->at, instruction);
    if (reader->at < row->parameters)
        take_parameter(instruction);
    if (!rh_warp_op_accesses(instruction->op) && instruction->op != RH_WARP_BARRIER)
        instruction->writes = COMPUTED;
    reader->at += instruction->count;
    return 1;
}

static void close_cta(struct rh_warp_source *source, struct rh_warp_cta *cta) {
    (void)source;
    free(cta);
}

static bool rewind_source(struct rh_warp_source *source, struct rh_error *error) {
    (void)error;
    ((struct recorded *)source)->next_kernel = 0;
    return true;
}

static void close_source(struct rh_warp_source *source) {
    struct recorded *r = (struct recorded *)source;
    if (r == NULL)
        return;
    free(r->rows);
    free(r->transaction);
    free(r->warp);
    free(r->cta);
    free(r->kernel);
    free(r);
}

struct rh_warp_source *rh_recorded_warps_open(const char *file, struct rh_error *error) {
    struct recorded *r = NULL;
    struct rh_line_reader *lines = rh_line_reader_open(file, error);
    if (lines == NULL)
        return NULL;
    if ((r = calloc(1, sizeof *r)) == NULL)
        rh_error_set(error, "%s: found no memory, expected enough", file);
    else
        r->source = (struct rh_warp_source){next_kernel, open_cta, next, close_cta, rewind_source, close_source, {0}};
    bool good = r != NULL && read_lines(r, lines, error);
    rh_line_reader_close(lines);
    if (good && cut(r, file, error) && check_counts(r, file, error))
        return &r->source;
    close_source((struct rh_warp_source *)r);
    return NULL;
}
