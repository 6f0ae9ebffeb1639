// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_accelsim.h"

#include <inttypes.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "cmodel/trace/rh_digits.h"
#include "cmodel/trace/rh_line_window.h"
#include "cmodel/workload/rh_scan.h"

enum {
    NEWEST = 5,          /* version of the tracer */
    PLACED_TO = 2,       /* lines up to this version begin with block and warp, */
    IMMEDIATE_FROM = 4,  /* from this one on they end with an immediate */
    MOST_THREADS = 1024, /* of a block */
    MOST_READS = 32,     /* registers of an instruction */
    SEEN_MOST = 1 << 24, /* blocks of a grid that are watched for one that comes twice */
    NO_REGISTER = 255,   /* RZ, which is always 0 */
    WINDOW = 1 << 24,    /* bytes of generic addresses that are shared or local memory */
    GENERIC = RH_WARP_SPACES,
    SLOTS = 256
};

/* How the addresses of a line are written, by number. */
enum mode { LIST, STRIDE, DELTAS, MODES };

/* Opcodes. */

struct opcode {
    const char *name;
    uint8_t op, space;
};
static const struct opcode opcodes[] = {
    {"", RH_WARP_INTEGER, 0}, // what has no row
#define RH_SASS(name, OP)               {#name, RH_WARP_##OP, 0},
#define RH_SASS_ACCESS(name, OP, SPACE) {#name, RH_WARP_##OP, RH_WARP_SPACE_##SPACE},
#define RH_SASS_GENERIC(name, OP)       {#name, RH_WARP_##OP, GENERIC},
#include "tables/sass.def"
};
enum { OPCODES = sizeof opcodes / sizeof opcodes[0] };
#define SHORT(name)                     _Static_assert(sizeof #name <= sizeof(uint64_t), "at most seven characters");
#define RH_SASS(name, OP)               SHORT(name)
#define RH_SASS_ACCESS(name, OP, SPACE) SHORT(name)
#define RH_SASS_GENERIC(name, OP)       SHORT(name)
#include "tables/sass.def"

/* The head of a kernel's file. */
struct head {
    char name[RH_KERNEL_TITLE];
    uint64_t grid[3], block[3], shared, registers, shared_base, local_base, version, line_numbers;
};

/* The keys that matter, by their first two words; `numbers` 0: text. */
static const struct {
    const char *word[2], *what;
    uint64_t least, most;
    size_t member;
    int base;
    unsigned numbers;
} keys[] = {
    {{"kernel", "name"}, "a name", 0, 0, offsetof(struct head, name), 0, 0},
    {{"grid", "dim"}, "blocks", 1, INT32_MAX, offsetof(struct head, grid), 10, 3},
    {{"block", "dim"}, "threads", 1, MOST_THREADS, offsetof(struct head, block), 10, 3},
    {{"shmem", "="}, "bytes of shared memory", 0, UINT32_MAX, offsetof(struct head, shared), 10, 1},
    {{"nregs", "="}, "registers", 0, RH_WARP_REGISTERS, offsetof(struct head, registers), 10, 1},
    {{"shmem", "base_addr"}, "an address", 0, UINT64_MAX, offsetof(struct head, shared_base), 16, 1},
    {{"local", "mem"}, "an address", 0, UINT64_MAX, offsetof(struct head, local_base), 16, 1},
    {{"accelsim", "tracer"}, "a version of the tracer", 0, NEWEST, offsetof(struct head, version), 10, 1},
    {{"enable", "lineinfo"}, "0 or 1", 0, 1, offsetof(struct head, line_numbers), 10, 1},
};

/* An instruction as a CTA keeps it; behind it its registers, a byte each, and eight bytes for the first address and
 * each further one, delta or stride. */
struct packed {
    uint32_t pc, active;
    uint8_t op, space, bytes, mode, writes, reads, values, unused;
};
enum { MOST_PACKED = sizeof(struct packed) + MOST_READS + RH_WARP_LANES * sizeof(uint64_t) };

/* A warp of an open CTA. */
struct reader {
    size_t at, end; /* its instructions */
    bool seen;      /* the file has it */
    uint16_t read[MOST_READS];
    uint64_t address[RH_WARP_LANES];
};

struct rh_warp_cta {
    unsigned char *packed;
    size_t used, room;
    struct reader reader[];
};

struct accelsim {
    struct rh_warp_source source;
    char **kernel; /* the file of each */
    size_t kernels, kernel_room, next_kernel;
    uint64_t *seen;               /* a bit a block of the kernel, up to SEEN_MOST blocks: it has been read */
    struct rh_line_reader *lines; /* of the kernel that runs, or of the first one before it does; NULL: of none */
    struct rh_line_window *window;
    struct rh_scan scan;  /* the line at which it is */
    const char *line_end; /* the NUL behind it */
    struct head head;
    uint64_t ctas, passed; /* of the kernel; those that were opened or passed over */
    uint32_t warps;        /* of a CTA */
    struct slot {
        uint64_t key;
        unsigned row; /* of opcodes; 0: the slot is free */
    } slot[SLOTS];
};
_Static_assert(OPCODES < SLOTS / 2, "few opcodes share a slot");

/* Lines. */

/* 1: a->scan is at the first character of the next line that is not blank; 0: there is none; -1: an error. A line that
 * lies in the window is taken out of it without a hash, which nobody asks for. */
static int next_line(struct accelsim *a, struct rh_error *error) {
    struct rh_line_window *window = a->window;
    do {
        struct rh_line line;
        if (window->at < window->end) {
            line.text = window->at;
            char *end = memchr(window->at, '\n', (size_t)(window->end - window->at));
            window->at = end + 1;
            line.number = ++window->lines;
            if (end > line.text && end[-1] == '\r')
                end--;
            *end = '\0';
            line.length = (size_t)(end - line.text);
        } else {
            int status = rh_line_reader_next(a->lines, &line, error);
            if (status <= 0)
                return status;
        }
        a->scan.line = line.number;
        a->scan.text = a->scan.at = line.text;
        a->line_end = line.text + line.length;
        rh_scan_blanks(&a->scan);
    } while (a->scan.at == a->line_end);
    return 1;
}

/* True with the next line, which must follow. */
static bool need_line(struct accelsim *a, const char *expected, struct rh_error *error) {
    int status = next_line(a, error);
    if (status == 0)
        rh_error_set(error, "%s:%" PRIu64 ": found the end of the file, expected %s", a->scan.file, a->window->lines,
                     expected);
    return status > 0;
}

/* Only blanks are left; the text ends where the line does. */
static bool at_end(struct accelsim *a, struct rh_error *error) {
    return rh_scan_end(&a->scan, error) &&
           (a->scan.at == a->line_end || rh_error_set(error, "%s:%" PRIu64 ":%u: found a NUL byte, expected text",
                                                      a->scan.file, a->scan.line, rh_scan_column(&a->scan)));
}

static bool take_character(struct rh_scan *scan, char c, struct rh_error *error) {
    const char expected[] = {'\'', c, '\'', '\0'};
    if (*scan->at != c)
        return rh_scan_fail(scan, expected, error);
    scan->at++;
    return true;
}

/* Three numbers with commas between them; most[i]: of each. */
static bool take_triple(struct rh_scan *scan, const char *what, uint64_t least, const uint64_t most[3],
                        uint64_t value[3], struct rh_error *error) {
    for (unsigned i = 0; i < 3; i++)
        if ((i > 0 && !take_character(scan, ',', error)) ||
            !rh_scan_number(scan, 10, what, least, most[i], &value[i], error))
            return false;
    return true;
}

/* `WORD = NUMBER`. */
static bool take_setting(struct accelsim *a, const char *word, const char *expected, const char *what, uint64_t most,
                         uint64_t *value, struct rh_error *error) {
    if (!rh_scan_word(&a->scan, word) || !rh_scan_word(&a->scan, "="))
        return rh_scan_fail(&a->scan, expected, error);
    rh_scan_blanks(&a->scan);
    return rh_scan_number(&a->scan, 10, what, 0, most, value, error) && at_end(a, error);
}

/* The head of a kernel's file. */

/* A line `-KEY = VALUE`, where `k` is the key. */
static bool read_value(struct accelsim *a, unsigned k, struct rh_error *error) {
    struct rh_scan *scan = &a->scan;
    char *member = (char *)&a->head + keys[k].member;
    scan->at = strchr(scan->at, '=');
    if (scan->at == NULL) {
        scan->at = a->line_end;
        return rh_scan_fail(scan, "'=' and a value", error);
    }
    scan->at++;
    rh_scan_blanks(scan);
    if (keys[k].numbers == 0) {
        snprintf(member, RH_KERNEL_TITLE, "%s", scan->at);
        return true;
    }
    uint64_t *value = (uint64_t *)member;
    if (keys[k].numbers == 1)
        return rh_scan_number(scan, keys[k].base, keys[k].what, keys[k].least, keys[k].most, value, error) &&
               at_end(a, error);
    const uint64_t most[3] = {keys[k].most, keys[k].most, keys[k].most};
    return take_character(scan, '(', error) && take_triple(scan, keys[k].what, keys[k].least, most, value, error) &&
           take_character(scan, ')', error) && at_end(a, error);
}

static bool read_key(struct accelsim *a, struct rh_error *error) {
    for (unsigned k = 0; k < sizeof keys / sizeof keys[0]; k++) {
        struct rh_scan words = a->scan;
        words.at++;
        if (rh_scan_word(&words, keys[k].word[0]) && rh_scan_word(&words, keys[k].word[1]))
            return read_value(a, k, error);
    }
    return true;
}

static bool read_head(struct accelsim *a, struct rh_error *error) {
    static const char *const first = "a line '-KEY = VALUE', or '#traces format' behind the last one";
    bool more;
    a->head = (struct head){.name = ""};
    while ((more = need_line(a, first, error)) && *a->scan.at == '-')
        if (!read_key(a, error))
            return false;
    if (!more)
        return false;
    if (*a->scan.at != '#' || rh_scan_word(&a->scan, "#BEGIN_TB"))
        return rh_scan_fail(&a->scan, first, error);
    const uint64_t *grid = a->head.grid, *block = a->head.block;
    if (grid[0] == 0 || block[0] == 0)
        return rh_error_set(error, "%s:%" PRIu64 ": found no line '-%s dim =' before this one, expected it",
                            a->scan.file, a->scan.line, grid[0] == 0 ? "grid" : "block");
    uint64_t threads = block[0] * block[1] * block[2];
    if (threads > MOST_THREADS || grid[1] > UINT16_MAX || grid[2] > UINT16_MAX)
        return rh_error_set(error,
                            "%s:%" PRIu64 ": found a grid of %" PRIu64 ",%" PRIu64 ",%" PRIu64 " blocks of %" PRIu64
                            " threads before this line, expected at most 2147483647,65535,65535 blocks of %d",
                            a->scan.file, a->scan.line, grid[0], grid[1], grid[2], threads, (int)MOST_THREADS);
    a->ctas = grid[0] * grid[1] * grid[2];
    a->warps = (uint32_t)((threads + RH_WARP_LANES - 1) / RH_WARP_LANES);
    return true;
}

/* Fields of an instruction: the usual spelling at once, and all others, wrong ones among them, by rh_scan.h. */

static inline bool is_field_end(char c) {
    return c == ' ' || c == '\0';
}

static inline void skip_blanks(struct rh_scan *scan) {
    if (*scan->at == ' ')
        scan->at++;
    if (*scan->at == ' ' || *scan->at == '\t')
        rh_scan_blanks(scan);
}

static inline bool decimal(struct rh_scan *scan, const char *what, uint64_t most, uint64_t *value,
                           struct rh_error *error) {
    unsigned digits = rh_digits_decimal(scan->at, value);
    if (digits == 0 || !is_field_end(scan->at[digits]) || *value > most)
        return rh_scan_number(scan, 10, what, 0, most, value, error);
    scan->at += digits;
    return true;
}

static inline bool take_decimal(struct rh_scan *scan, const char *what, uint64_t most, uint64_t *value,
                                struct rh_error *error) {
    skip_blanks(scan);
    return decimal(scan, what, most, value, error);
}

static inline bool take_hexadecimal(struct rh_scan *scan, const char *what, uint64_t most, uint64_t *value,
                                    struct rh_error *error) {
    skip_blanks(scan);
    unsigned digits = rh_digits_hexadecimal(scan->at, value);
    if (digits == 0 || !is_field_end(scan->at[digits]) || *value > most)
        return rh_scan_number(scan, 16, what, 0, most, value, error);
    scan->at += digits;
    return true;
}

/* A number that may be negative: a stride, a delta, an immediate. */
static inline bool take_signed(struct rh_scan *scan, const char *what, uint64_t *value, struct rh_error *error) {
    skip_blanks(scan);
    bool negative = *scan->at == '-';
    scan->at += negative;
    if (!decimal(scan, what, UINT64_MAX, value, error))
        return false;
    if (negative)
        *value = -*value;
    return true;
}

static inline bool take_address(struct rh_scan *scan, uint64_t *value, struct rh_error *error) {
    skip_blanks(scan);
    if (scan->at[0] != '0' || scan->at[1] != 'x')
        return rh_scan_fail(scan, "an address that begins with 0x", error);
    scan->at += 2;
    while (scan->at[0] == '0' && !is_field_end(scan->at[1])) // a list has 16 digits, of which few matter
        scan->at++;
    unsigned digits = rh_digits_hexadecimal(scan->at, value);
    if (digits == 0 || !is_field_end(scan->at[digits]))
        return rh_scan_number(scan, 16, "an address", 0, UINT64_MAX, value, error);
    scan->at += digits;
    return true;
}

/* A count and as many registers; each is put into a byte of `to`, its number plus 1, 0 for RZ. */
static inline bool take_registers(struct rh_scan *scan, const char *what, uint64_t most, uint8_t *to, uint8_t *count,
                                  struct rh_error *error) {
    uint64_t registers, number;
    if (!take_decimal(scan, what, most, &registers, error))
        return false;
    for (uint64_t i = 0; i < registers; i++) {
        skip_blanks(scan);
        unsigned digits = *scan->at == 'R' ? rh_digits_decimal(scan->at + 1, &number) : 0;
        if (digits == 0 || !is_field_end(scan->at[1 + digits]) || number > NO_REGISTER)
            return rh_scan_fail(scan, "a register, R0 to R255", error);
        scan->at += 1 + digits;
        if (number != NO_REGISTER)
            to[(*count)++] = (uint8_t)(number + 1);
    }
    return true;
}

/* Opcodes by hash. A row's name has at most seven characters, so no longer name has its key. */

static inline unsigned slot_of(uint64_t key) {
    return (unsigned)(key * UINT64_C(0x9e3779b97f4a7c15) >> 56);
}

/* The last eight of the letters and digits at *at, which is moved behind them. */
static inline uint64_t opcode_key(const char **at) {
    uint64_t key = 0;
    for (; (**at >= 'A' && **at <= 'Z') || (**at >= '0' && **at <= '9'); ++*at)
        key = key << 8 | (unsigned char)**at;
    return key;
}

static void fill_slots(struct accelsim *a) {
    for (unsigned k = 1; k < OPCODES; k++) {
        const char *at = opcodes[k].name;
        uint64_t key = opcode_key(&at);
        unsigned slot = slot_of(key);
        while (a->slot[slot].row != 0)
            slot = (slot + 1) % SLOTS;
        a->slot[slot] = (struct slot){key, k};
    }
}

/* Its row, which is row 0 where it has none; NULL with an error. */
static inline const struct opcode *take_opcode(struct accelsim *a, struct rh_error *error) {
    struct rh_scan *scan = &a->scan;
    if (*scan->at < 'A' || *scan->at > 'Z') {
        rh_scan_fail(scan, "an opcode", error);
        return NULL;
    }
    uint64_t key = opcode_key(&scan->at);
    while (!is_field_end(*scan->at))
        scan->at++;
    unsigned slot = slot_of(key);
    while (a->slot[slot].row != 0 && a->slot[slot].key != key)
        slot = (slot + 1) % SLOTS;
    return &opcodes[a->slot[slot].row];
}

/* Instructions. */

static inline bool is_contiguous(uint32_t mask) {
    uint32_t from_0 = mask >> __builtin_ctz(mask);
    return (from_0 & (from_0 + 1)) == 0;
}

/* How the addresses are written, and they themselves, into `value`. */
static inline bool take_addresses(struct rh_scan *scan, struct packed *p, uint64_t *value, struct rh_error *error) {
    uint64_t mode;
    skip_blanks(scan);
    const char *mode_at = scan->at;
    if (!decimal(scan, "an address mode: 0 all, 1 base and stride, 2 base and deltas", MODES - 1, &mode, error))
        return false;
    if (mode == STRIDE && !is_contiguous(p->active)) {
        scan->at = mode_at;
        return rh_scan_fail(scan, "address mode 0 or 2, for a stride needs a mask of contiguous lanes", error);
    }
    p->mode = (uint8_t)mode;
    p->values = (uint8_t)(mode == STRIDE ? 2 : __builtin_popcount(p->active));
    if (!take_address(scan, &value[0], error))
        return false;
    const char *what = mode == STRIDE ? "a stride" : "a delta for each further lane";
    for (unsigned i = 1; i < p->values; i++)
        if (mode == LIST ? !take_address(scan, &value[i], error) : !take_signed(scan, what, &value[i], error))
            return false;
    return true;
}

/* Do all bytes of all lanes lie within 64 bits of address? */
static inline bool fits_64_bits(const struct packed *p, const uint64_t *value, uint64_t bytes) {
    const unsigned lanes = (unsigned)__builtin_popcount(p->active);
    uint64_t at = value[0], end;
    bool fits = !__builtin_add_overflow(at, bytes - 1, &end);
    for (unsigned k = 1; k < lanes && fits; k++) {
        int64_t step = p->mode == STRIDE ? (int64_t)value[1] : (int64_t)value[k];
        if (p->mode == LIST)
            at = value[k];
        else
            fits = !__builtin_add_overflow(at, step, &at);
        fits = fits && !__builtin_add_overflow(at, bytes - 1, &end);
    }
    return fits;
}

static inline bool is_within(uint64_t address, uint64_t base) {
    return base != 0 && address - base < WINDOW;
}

/* The space of a generic access, by its lowest active lane, whose address is `value[0]`. */
static void resolve(const struct head *head, struct packed *p, uint64_t *value) {
    uint64_t base = 0;
    p->space = RH_WARP_SPACE_GLOBAL;
    if (is_within(value[0], head->shared_base)) {
        p->space = RH_WARP_SPACE_SHARED;
        base = head->shared_base;
    } else if (is_within(value[0], head->local_base)) {
        p->space = RH_WARP_SPACE_LOCAL;
        base = head->local_base;
    }
    for (unsigned i = 0; i < (p->mode == LIST ? p->values : 1U); i++)
        value[i] -= base;
}

/* The addresses of a line that has some. `opcode_at`: where its opcode stands. */
static inline bool take_access(struct accelsim *a, const struct opcode *opcode, const char *opcode_at, struct packed *p,
                               uint64_t bytes, uint64_t *value, struct rh_error *error) {
    if (opcode == &opcodes[0]) {
        a->scan.at = opcode_at;
        return rh_scan_fail(&a->scan, "an opcode of tables/sass.def, for this line has addresses", error);
    }
    skip_blanks(&a->scan);
    const char *at = a->scan.at;
    if (!take_addresses(&a->scan, p, value, error))
        return false;
    if (!fits_64_bits(p, value, bytes)) {
        a->scan.at = at;
        return rh_scan_fail(&a->scan, "addresses of which no lane's goes below 0 or beyond 64 bits", error);
    }
    p->space = opcode->space;
    if (!rh_warp_op_accesses((enum rh_warp_op)opcode->op))
        p->values = 0;
    else if (p->space == GENERIC)
        resolve(&a->head, p, value);
    return true;
}

/* The line behind its source registers: width, addresses, immediate. */
static inline bool take_rest(struct accelsim *a, const struct opcode *opcode, const char *opcode_at, struct packed *p,
                             uint64_t *value, struct rh_error *error) {
    uint64_t bytes, immediate;
    if (!take_decimal(&a->scan, "bytes a lane", UINT8_MAX, &bytes, error))
        return false;
    bool accesses = bytes > 0 && p->active != 0;
    p->op = opcode->op;
    if (p->active == 0 || (!accesses && rh_warp_op_accesses((enum rh_warp_op)p->op)))
        p->op = RH_WARP_INTEGER;
    if (bytes > 0 && !accesses) { // whatever it has
        a->scan.at = a->line_end;
        return true;
    }
    if (accesses && !take_access(a, opcode, opcode_at, p, bytes, value, error))
        return false;
    p->bytes = (uint8_t)bytes;
    return (a->head.version < IMMEDIATE_FROM || take_signed(&a->scan, "an immediate", &immediate, error)) &&
           at_end(a, error);
}

/* What lines of old tracers begin with; it is that of the heads above them. */
static bool take_place(struct accelsim *a, const uint64_t *block, uint64_t warp, struct rh_error *error) {
    const uint64_t place[] = {block[0], block[1], block[2], warp};
    for (unsigned i = 0; i < 4; i++) {
        uint64_t found;
        skip_blanks(&a->scan);
        const char *at = a->scan.at;
        if (!take_decimal(&a->scan, "block and warp", INT32_MAX, &found, error))
            return false;
        if (found != place[i]) {
            a->scan.at = at;
            return rh_scan_fail(&a->scan, "the block and the warp that the lines above name", error);
        }
    }
    return true;
}

/* The line at which the scan is, behind the instructions that the CTA has. */
static bool read_instruction(struct accelsim *a, struct rh_warp_cta *cta, const uint64_t *block, uint64_t warp,
                             struct rh_error *error) {
    struct rh_scan *scan = &a->scan;
    struct packed p = {.pc = 0};
    uint8_t reads[MOST_READS], writes = 0, written = 0;
    uint64_t pc, mask, unused, value[RH_WARP_LANES];
    if (a->head.version <= PLACED_TO && !take_place(a, block, warp, error))
        return false;
    if (a->head.line_numbers != 0 && !take_decimal(scan, "a line number", UINT32_MAX, &unused, error))
        return false;
    const uint64_t *dim = a->head.block, threads = dim[0] * dim[1] * dim[2] - warp * RH_WARP_LANES;
    const uint64_t lanes = threads < RH_WARP_LANES ? (UINT64_C(1) << threads) - 1 : UINT32_MAX;
    if (!take_hexadecimal(scan, "a PC", UINT32_MAX, &pc, error))
        return false;
    skip_blanks(scan);
    const char *mask_at = scan->at;
    if (!take_hexadecimal(scan, "a mask of lanes", UINT32_MAX, &mask, error))
        return false;
    if ((mask & ~lanes) != 0) {
        scan->at = mask_at;
        return rh_scan_fail(scan, "a mask of lanes that the block has threads for", error);
    }
    if (!take_registers(scan, "a number of destinations", 1, &written, &writes, error))
        return false;
    p.pc = (uint32_t)pc;
    p.active = (uint32_t)mask;
    p.writes = writes == 0 ? 0 : written;
    skip_blanks(scan);
    const char *opcode_at = scan->at;
    const struct opcode *opcode = take_opcode(a, error);
    if (opcode == NULL || !take_registers(scan, "a number of sources", MOST_READS, reads, &p.reads, error) ||
        !take_rest(a, opcode, opcode_at, &p, value, error))
        return false;
    unsigned char *to = cta->packed + cta->used;
    memcpy(to, &p, sizeof p);
    memcpy(to + sizeof p, reads, p.reads);
    memcpy(to + sizeof p + p.reads, value, p.values * sizeof value[0]);
    cta->used += sizeof p + p.reads + p.values * sizeof value[0];
    return true;
}

/* Blocks. */

static bool make_room(struct rh_warp_cta *cta) {
    if (cta->room - cta->used >= MOST_PACKED)
        return true;
    size_t room = cta->room + cta->room / 2 + (size_t)8 * MOST_PACKED;
    unsigned char *more = realloc(cta->packed, room);
    if (more == NULL)
        return false;
    cta->packed = more;
    cta->room = room;
    return true;
}

#define INSTRUCTION "an instruction, for 'insts =' says so"

/* The lines behind `warp = `. */
static bool read_warp(struct accelsim *a, struct rh_warp_cta *cta, const uint64_t *block, uint64_t warp,
                      struct rh_error *error) {
    struct reader *reader = &cta->reader[warp];
    uint64_t count;
    if (!need_line(a, "'insts ='", error) ||
        !take_setting(a, "insts", "'insts ='", "a number of instructions", UINT32_MAX, &count, error))
        return false;
    reader->seen = true;
    reader->at = cta->used;
    for (uint64_t i = 0; i < count; i++) {
        if (!need_line(a, INSTRUCTION, error))
            return false;
        if (*a->scan.at == '#' || *a->scan.at == 'w')
            return rh_scan_fail(&a->scan, INSTRUCTION, error);
        if (!make_room(cta))
            return rh_error_set(error, "%s: found no memory for a block, expected enough", a->scan.file);
        if (!read_instruction(a, cta, block, warp, error))
            return false;
    }
    reader->end = cta->used;
    return true;
}

/* Has the block been read before? Now it has. */
static bool is_seen(struct accelsim *a, uint64_t block) {
    if (block >= SEEN_MOST)
        return false;
    bool seen = a->seen[block / 64] >> block % 64 & 1;
    a->seen[block / 64] |= UINT64_C(1) << block % 64;
    return seen;
}

/* The next block of the file into `cta`; *found says whether there is one, else its warps are empty. */
static bool read_block(struct accelsim *a, struct rh_warp_cta *cta, bool *found, struct rh_error *error) {
    static const char next[] = "'warp =' or #END_TB, for 'insts =' says so", head[] = "'thread block ='";
    const uint64_t most[3] = {a->head.grid[0] - 1, a->head.grid[1] - 1, a->head.grid[2] - 1};
    struct rh_scan *scan = &a->scan;
    uint64_t block[3], warp;
    cta->used = 0;
    memset(cta->reader, 0, a->warps * sizeof cta->reader[0]);
    int status = next_line(a, error);
    *found = status > 0;
    if (status <= 0)
        return status == 0;
    if (!rh_scan_word(scan, "#BEGIN_TB"))
        return rh_scan_fail(scan, "#BEGIN_TB", error);
    if (!at_end(a, error) || !need_line(a, head, error))
        return false;
    if (!rh_scan_word(scan, "thread") || !rh_scan_word(scan, "block") || !rh_scan_word(scan, "="))
        return rh_scan_fail(scan, head, error);
    rh_scan_blanks(scan);
    const char *number = scan->at;
    if (!take_triple(scan, "a block of the grid", 0, most, block, error) || !at_end(a, error))
        return false;
    if (is_seen(a, (block[2] * a->head.grid[1] + block[1]) * a->head.grid[0] + block[0])) {
        scan->at = number;
        return rh_scan_fail(scan, "each block of a grid once", error);
    }
    for (;;) {
        if (!need_line(a, next, error))
            return false;
        if (rh_scan_word(scan, "#END_TB"))
            return at_end(a, error);
        if (!take_setting(a, "warp", next, "a warp of the block", a->warps - 1, &warp, error))
            return false;
        if (cta->reader[warp].seen) {
            scan->at = scan->text;
            return rh_scan_fail(scan, "each warp of a block once", error);
        }
        if (!read_warp(a, cta, block, warp, error))
            return false;
    }
}

/* The source. */

static void end_kernel(struct accelsim *a) {
    rh_line_reader_close(a->lines);
    a->lines = NULL;
}

static int next_kernel(struct rh_warp_source *source, struct rh_kernel_launch *launch, struct rh_error *error) {
    struct accelsim *a = (struct accelsim *)source;
    if (a->next_kernel > 0 || a->lines == NULL) {
        end_kernel(a);
        if (a->next_kernel == a->kernels)
            return 0;
        if ((a->lines = rh_line_reader_open(a->kernel[a->next_kernel], error)) == NULL)
            return -1;
    }
    a->next_kernel++;
    a->window = rh_line_reader_window(a->lines);
    a->scan = (struct rh_scan){.file = rh_line_reader_file(a->lines)};
    a->passed = 0;
    a->source.notes.ended = false;
    if (!read_head(a, error))
        return -1;
    memset(a->seen, 0, SEEN_MOST / 8);
    *launch = (struct rh_kernel_launch){.ctas = a->ctas,
                                        .cta_warps = a->warps,
                                        .registers = (uint32_t)a->head.registers,
                                        .shared = (uint32_t)a->head.shared};
    memcpy(launch->name, a->head.name, sizeof launch->name);
    return 1;
}

static void close_cta(struct rh_warp_source *source, struct rh_warp_cta *cta) {
    (void)source;
    free(cta->packed);
    free(cta);
}

/* Reads on to block `number`, which is then in `cta`. */
static bool read_to(struct accelsim *a, uint64_t number, struct rh_warp_cta *cta, struct rh_error *error) {
    while (a->passed <= number) {
        bool found;
        if (!read_block(a, cta, &found, error))
            return false;
        if (!found && !a->source.notes.ended) {
            a->source.notes.ended = true;
            a->source.notes.absent += a->ctas - a->passed;
        }
        a->passed++;
    }
    if (a->passed < a->ctas)
        return true;
    int more = next_line(a, error);
    if (more > 0)
        return rh_scan_fail(&a->scan, "the end of the file, for its grid has no more blocks", error);
    return more == 0;
}

static struct rh_warp_cta *open_cta(struct rh_warp_source *source, uint64_t number, uint32_t *warps,
                                    struct rh_error *error) {
    struct accelsim *a = (struct accelsim *)source;
    if (number < a->passed || number >= a->ctas) {
        rh_error_set(error,
                     "%s: found CTA %" PRIu64 ", expected one from %" PRIu64 " to %" PRIu64 ", in ascending order",
                     a->scan.file, number, a->passed, a->ctas - 1);
        return NULL;
    }
    struct rh_warp_cta *cta = malloc(sizeof *cta + a->warps * sizeof cta->reader[0]);
    if (cta == NULL) {
        rh_error_set(error, "%s: found no memory for a block, expected enough", a->scan.file);
        return NULL;
    }
    *cta = (struct rh_warp_cta){.packed = NULL};
    *warps = a->warps;
    if (read_to(a, number, cta, error))
        return cta;
    close_cta(source, cta);
    return NULL;
}

/* The addresses of the active lanes. */
static void unpack_addresses(const struct packed *p, const unsigned char *at, uint64_t address[RH_WARP_LANES]) {
    uint64_t value = 0, last = 0;
    unsigned taken = 0;
    for (uint32_t left = p->active; left != 0; left &= left - 1) {
        if (taken < p->values) {
            memcpy(&value, at + taken * sizeof value, sizeof value);
            taken++;
        }
        last = p->mode == LIST ? value : last + value;
        address[__builtin_ctz(left)] = last;
    }
}

static int next(struct rh_warp_source *source, struct rh_warp_cta *cta, uint32_t warp,
                struct rh_warp_instruction *instruction, struct rh_error *error) {
    struct reader *reader = &cta->reader[warp];
    struct packed p;
    (void)source;
    (void)error;
    if (reader->at == reader->end)
        return 0;
    const unsigned char *at = cta->packed + reader->at;
    memcpy(&p, at, sizeof p);
    at += sizeof p;
    for (unsigned i = 0; i < p.reads; i++)
        reader->read[i] = at[i];
    at += p.reads;
    *instruction = (struct rh_warp_instruction){.op = (enum rh_warp_op)p.op,
                                                .space = (enum rh_warp_space)p.space,
                                                .count = 1,
                                                .active = p.active,
                                                .pc = p.pc,
                                                .writes = p.writes,
                                                .reads = p.reads,
                                                .read = reader->read,
                                                .bytes = p.bytes};
    if (p.values > 0) {
        unpack_addresses(&p, at, reader->address);
        instruction->address = reader->address;
    }
    reader->at = (size_t)(at - cta->packed) + p.values * sizeof(uint64_t);
    return 1;
}

static bool rewind_source(struct rh_warp_source *source, struct rh_error *error) {
    struct accelsim *a = (struct accelsim *)source;
    (void)error;
    end_kernel(a);
    a->next_kernel = 0;
    a->source.notes.absent = 0;
    return true;
}

static void close_source(struct rh_warp_source *source) {
    struct accelsim *a = (struct accelsim *)source;
    if (a == NULL)
        return;
    end_kernel(a);
    for (size_t k = 0; k < a->kernels; k++)
        free(a->kernel[k]);
    free(a->kernel);
    free(a->seen);
    free(a);
}

/* Lists. */

static bool add_kernel(struct accelsim *a, const char *file, struct rh_error *error) {
    if (a->kernels == a->kernel_room) {
        size_t room = 2 * a->kernel_room + 16;
        char **more = realloc(a->kernel, room * sizeof *more);
        if (more == NULL)
            return rh_error_set(error, "%s: found no memory for its name, expected enough", file);
        a->kernel = more;
        a->kernel_room = room;
    }
    if ((a->kernel[a->kernels] = strdup(file)) == NULL)
        return rh_error_set(error, "%s: found no memory for its name, expected enough", file);
    a->kernels++;
    return true;
}

/* `list`: the name of the file that has the line. */
static bool list_kernel(struct accelsim *a, struct rh_scan *scan, const char *list, struct rh_error *error) {
    static const char *const suffixes[] = {"", ".xz", ".gz", ".zst"};
    const char *slash = strrchr(list, '/');
    char file[4096];
    int folder = slash == NULL ? 0 : (int)(slash + 1 - list);
    for (unsigned s = 0; s < sizeof suffixes / sizeof suffixes[0]; s++) {
        int length = snprintf(file, sizeof file, "%.*s%.*s%s", folder, list, (int)rh_scan_token(scan, '\0'), scan->at,
                              suffixes[s]);
        if (length < (int)sizeof file && access(file, R_OK) == 0)
            return add_kernel(a, file, error);
    }
    return rh_scan_fail(scan, "a file beside the list that can be read, perhaps with .xz, .gz or .zst behind its name",
                        error);
}

static bool list_copy(struct accelsim *a, struct rh_scan *scan, struct rh_error *error) {
    uint64_t address, bytes;
    scan->at += strlen("MemcpyHtoD");
    if (!take_character(scan, ',', error) ||
        !rh_scan_number(scan, 16, "the address of a copy", 0, UINT64_MAX, &address, error) ||
        !take_character(scan, ',', error) ||
        !rh_scan_number(scan, 10, "the bytes of a copy", 0, INT64_MAX, &bytes, error))
        return false;
    a->source.notes.copies++;
    a->source.notes.bytes += bytes;
    return rh_scan_end(scan, error);
}

static bool read_list(struct accelsim *a, struct rh_line_reader *lines, const char *file, struct rh_error *error) {
    struct rh_line line;
    int status;
    while ((status = rh_line_reader_next(lines, &line, error)) > 0) {
        struct rh_scan scan = {rh_line_reader_file(lines), line.number, line.text, line.text};
        bool good = true;
        if (strncmp(line.text, "kernel", strlen("kernel")) == 0)
            good = list_kernel(a, &scan, file, error);
        else if (strncmp(line.text, "MemcpyHtoD", strlen("MemcpyHtoD")) == 0)
            good = list_copy(a, &scan, error);
        if (!good)
            return false;
    }
    return status == 0;
}

/* A kernel's file by its first character, which then is open already, so that it may be a pipe; else a list. */
static bool find_kernels(struct accelsim *a, const char *file, struct rh_error *error) {
    char first[64];
    uint64_t number;
    struct rh_line_reader *lines = rh_line_reader_open(file, error);
    if (lines == NULL)
        return false;
    rh_line_reader_peek(lines, first, sizeof first, &number);
    if (first[0] == '-') {
        a->lines = lines;
        return add_kernel(a, file, error);
    }
    bool good = read_list(a, lines, file, error);
    rh_line_reader_close(lines);
    if (good && a->kernels == 0) {
        const struct rh_scan scan = {file, number == 0 ? 1 : number, first, first};
        good = rh_scan_fail(&scan, "'-kernel name =' of an Accel-Sim trace, or a list with a line 'kernel-'", error);
    }
    return good;
}

struct rh_warp_source *rh_accelsim_open(const char *file, struct rh_error *error) {
    struct accelsim *a = calloc(1, sizeof *a);
    if (a == NULL || (a->seen = calloc(SEEN_MOST / 64, sizeof a->seen[0])) == NULL) {
        free(a);
        rh_error_set(error, "%s: found no memory, expected enough", file);
        return NULL;
    }
    a->source = (struct rh_warp_source){next_kernel, open_cta, next, close_cta, rewind_source, close_source, {0}};
    fill_slots(a);
    if (find_kernels(a, file, error))
        return &a->source;
    close_source(&a->source);
    return NULL;
}
