// SPDX-License-Identifier: Apache-2.0
// A program's text, line by line, becomes nodes.
#include "cmodel/kernel/rh_warp_program.h"

#include <ctype.h>
#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/kernel/rh_warp_program_state.h"
#include "rowhold/rh_coalescer.h"

enum {
    ALIGNED = 256,
    BLOCK = 64, /* bytes of a block of a texture of two dimensions: a line of the caches */
    COUNT_MOST = 1000000000,
    NESTED_MOST = 64 /* parentheses, one in the other */
};
static const char *const variables[RH_VARIABLES] = {"t", "x", "y", "z", "thread", "cta", "cta_x", "cta_y", "cta_z"};

/* A list of anything that grows. */
static bool grow(void **list, size_t need, size_t size, size_t *room) {
    if (need <= *room)
        return true;
    void *more = realloc(*list, 2 * need * size);
    if (more == NULL)
        return false;
    *list = more;
    *room = 2 * need;
    return true;
}

bool rh_warp_program_no_memory(struct rh_error *error) {
    return rh_error_set(error, "kernel: found no memory for its program, expected enough");
}

/* The text of an instruction, as it is read. */
struct text {
    struct rh_warp_program *p;
    const struct rh_warp_program_place *place;
    const char *all;
    size_t at;
    bool varies;              /* what was read of an expression is not the same for all threads of a CTA */
    unsigned waiting, nested; /* values that wait for others, parentheses that are open */
    struct rh_error *error;
};

static void skip(struct text *t) {
    while (t->all[t->at] == ' ')
        t->at++;
}

static bool is_letter(char c) {
    return isalpha((unsigned char)c) || c == '_';
}

/* Letters of the word, or of the number, that comes next; 0: a sign, or the end. */
static size_t word_length(const char *text) {
    size_t n = 0;
    while (is_letter(text[n]) || isdigit((unsigned char)text[n]))
        n++;
    return n;
}

static bool fail_at(const struct text *t, size_t at, const char *expected) {
    const char *rest = t->all + at;
    size_t length = word_length(rest);
    length += length == 0 && rest[0] != '\0';
    unsigned column = t->place->column + (unsigned)at;
    if (length == 0)
        return rh_error_set(t->error, "%s:%u:%u: found the end, expected %s", t->place->file, t->place->line, column,
                            expected);
    return rh_error_set(t->error, "%s:%u:%u: found '%.*s', expected %s", t->place->file, t->place->line, column,
                        (int)length, rest, expected);
}

static bool fail(struct text *t, const char *expected) {
    skip(t);
    return fail_at(t, t->at, expected);
}

/* Takes a sign, or a word, if it comes next. */
static bool take(struct text *t, const char *sign) {
    size_t length = strlen(sign);
    skip(t);
    if (strncmp(t->all + t->at, sign, length) != 0 || (is_letter(sign[0]) && word_length(t->all + t->at) != length))
        return false;
    t->at += length;
    return true;
}

static bool take_number(struct text *t, uint64_t most, uint64_t *number) {
    skip(t);
    const char *digits = t->all + t->at;
    size_t length = word_length(digits);
    *number = 0;
    if (length == 0 || strspn(digits, "0123456789") != length)
        return false;
    for (size_t n = 0; n < length; n++) {
        *number = *number * 10 + (uint64_t)(digits[n] - '0');
        if (*number > most)
            return false;
    }
    t->at += length;
    return true;
}

/* Expressions. */

static bool put_word(struct text *t, enum rh_word_op op, int64_t value) {
    struct rh_warp_program *p = t->p;
    void *list = p->word;
    if (!grow(&list, p->words + 1, sizeof *p->word, &p->word_room))
        return rh_warp_program_no_memory(t->error);
    p->word = list;
    p->word[p->words++] = (struct rh_program_word){op, value};
    if (op >= RH_WORD_ADD)
        t->waiting--;
    else if (op != RH_WORD_RANDOM && ++t->waiting > RH_PROGRAM_STACK)
        return fail(t, "an expression with fewer values that wait for others");
    return true;
}

static bool read_sum(struct text *t);

static const struct rh_program_name *find_name(const struct rh_warp_program *p, const char *word, size_t length,
                                               bool loop) {
    for (unsigned n = p->names; n-- > 0;)
        if (p->name[n].loop == loop && strlen(p->name[n].text) == length && strncmp(p->name[n].text, word, length) == 0)
            return &p->name[n];
    return NULL;
}

static bool read_variable(struct text *t) {
    const char *word = t->all + t->at;
    size_t length = word_length(word);
    const struct rh_program_name *loop = find_name(t->p, word, length, true);
    unsigned v = 0;
    while (loop == NULL && v < RH_VARIABLES &&
           (strlen(variables[v]) != length || strncmp(variables[v], word, length) != 0))
        v++;
    if (v == RH_VARIABLES)
        return fail(t, "a number, (, random, t, x, y, z, thread, cta, cta_x, cta_y, cta_z or the name of a loop");
    t->at += length;
    t->varies |= loop == NULL && v < RH_VARIABLE_CTA;
    return loop != NULL ? put_word(t, RH_WORD_ROUND, loop->number) : put_word(t, RH_WORD_VARIABLE, v);
}

static bool read_value(struct text *t) {
    uint64_t number;
    if (take_number(t, INT64_MAX, &number))
        return put_word(t, RH_WORD_NUMBER, (int64_t)number);
    if (take(t, "-"))
        return put_word(t, RH_WORD_NUMBER, 0) && read_value(t) && put_word(t, RH_WORD_SUB, 0);
    bool random = take(t, "random");
    t->varies |= random;
    if (!take(t, "("))
        return random ? fail(t, "(") : read_variable(t);
    if (++t->nested > NESTED_MOST)
        return fail(t, "at most 64 parentheses one in the other");
    if (!read_sum(t) || !(take(t, ")") || fail(t, ")")))
        return false;
    t->nested--;
    return !random || put_word(t, RH_WORD_RANDOM, (int64_t)t->p->words);
}

static bool read_product(struct text *t) {
    if (!read_value(t))
        return false;
    for (;;) {
        enum rh_word_op op = take(t, "*")   ? RH_WORD_MUL
                             : take(t, "/") ? RH_WORD_DIV
                             : take(t, "%") ? RH_WORD_MOD
                                            : RH_WORD_NUMBER;
        if (op == RH_WORD_NUMBER)
            return true;
        if (!read_value(t) || !put_word(t, op, 0))
            return false;
    }
}

static bool read_sum(struct text *t) {
    if (!read_product(t))
        return false;
    for (;;) {
        enum rh_word_op op = take(t, "+") ? RH_WORD_ADD : take(t, "-") ? RH_WORD_SUB : RH_WORD_NUMBER;
        if (op == RH_WORD_NUMBER)
            return true;
        if (!read_product(t) || !put_word(t, op, 0))
            return false;
    }
}

/* An expression; its first word's place. One above another is one below it the other way round. */
static bool read_expression(struct text *t, size_t *first) {
    *first = t->p->words;
    t->varies = false;
    t->waiting = t->nested = 0;
    if (!read_sum(t))
        return false;
    static const struct {
        const char *sign;
        enum rh_word_op op;
        bool turned;
    } compare[] = {{"<=", RH_WORD_LE, false}, {">=", RH_WORD_LT, true}, {"==", RH_WORD_EQ, false},
                   {"!=", RH_WORD_NE, false}, {"<", RH_WORD_LT, false}, {">", RH_WORD_LE, true}};
    for (unsigned k = 0; k < sizeof compare / sizeof compare[0]; k++) {
        if (!take(t, compare[k].sign))
            continue;
        if (!read_sum(t) || !put_word(t, compare[k].op, 0))
            return false;
        /* a >= b is not a < b. */
        if (compare[k].turned && (!put_word(t, RH_WORD_NUMBER, 0) || !put_word(t, RH_WORD_EQ, 0)))
            return false;
        break;
    }
    return put_word(t, RH_WORD_NUMBER, 0) && put_word(t, RH_WORD_ADD, 1); /* 1: the expression ends here */
}

/* Registers. */

static uint16_t new_register(struct text *t) {
    if (t->p->registers < RH_PROGRAM_VALUES)
        return ++t->p->registers;
    (void)fail_at(t, 0, "a program of at most 480 results");
    return 0;
}

static bool put_name(struct text *t, const char *word, size_t length, unsigned number, bool loop) {
    struct rh_warp_program *p = t->p;
    void *list = p->name;
    if (!grow(&list, p->names + 1, sizeof *p->name, &p->name_room))
        return rh_warp_program_no_memory(t->error);
    p->name = list;
    struct rh_program_name *name = &p->name[p->names++];
    *name = (struct rh_program_name){.number = number, .loop = loop};
    memcpy(name->text, word, length);
    return true;
}

/* A new name at `at`, no word of the language's. */
static bool is_new_name(struct text *t, size_t at, size_t length) {
    static const char *const taken[] = {"load", "store", "atomic", "barrier", "loop", "if", "else", "random"};
    const char *word = t->all + at;
    bool good = length > 0 && length < RH_WARP_PROGRAM_NAME && is_letter(word[0]);
    for (unsigned k = 0; good && k < sizeof taken / sizeof taken[0]; k++)
        good = strlen(taken[k]) != length || strncmp(taken[k], word, length) != 0;
    for (unsigned k = 0; good && k < RH_VARIABLES; k++)
        good = strlen(variables[k]) != length || strncmp(variables[k], word, length) != 0;
    for (unsigned k = 0; good && k <= RH_WARP_SPECIAL; k++)
        good = strlen(rh_warp_op_name((enum rh_warp_op)k)) != length ||
               strncmp(rh_warp_op_name((enum rh_warp_op)k), word, length) != 0;
    return good || fail_at(t, at, "a name of 1 to 31 letters that means nothing else");
}

/* The register of a name that a result has: the same each time. */
static bool named_register(struct text *t, size_t at, size_t length, uint16_t *number) {
    const struct rh_program_name *name = find_name(t->p, t->all + at, length, false);
    if (name != NULL) {
        *number = (uint16_t)name->number;
        return true;
    }
    *number = is_new_name(t, at, length) ? new_register(t) : 0;
    if (*number == 0)
        return false;
    /* A result's name is known from here to the end, whichever block it stands in. */
    return put_name(t, t->all + at, length, *number, false);
}

static void mark_read(struct rh_warp_program *p, unsigned number) {
    for (unsigned n = 0; n < p->unreads; n++)
        if (p->unread[n] == number) {
            memmove(&p->unread[n], &p->unread[n + 1], (p->unreads - n - 1) * sizeof p->unread[0]);
            p->unreads--;
            return;
        }
}

/* "(a, b)", or what goes without saying. */
static bool read_waits(struct text *t, struct rh_program_node *node) {
    struct rh_warp_program *p = t->p;
    if (!take(t, "(")) {
        if (p->latest != 0)
            node->read[node->reads++] = p->latest;
        for (; node->op != RH_WARP_LOAD && p->unreads > 0 && node->reads < RH_NODE_READS; p->unreads--)
            node->read[node->reads++] = p->unread[p->unreads - 1];
        return true;
    }
    for (bool first = true; !take(t, ")"); first = false) {
        if (!first && !take(t, ","))
            return fail(t, ", or )");
        skip(t);
        size_t length = word_length(t->all + t->at);
        const struct rh_program_name *name = find_name(p, t->all + t->at, length, false);
        if (name == NULL)
            return fail(t, "the name of a result from above");
        if (node->reads == RH_NODE_READS)
            return fail(t, "at most 16 results");
        t->at += length;
        node->read[node->reads++] = (uint16_t)name->number;
        mark_read(p, name->number);
    }
    return true;
}

/* The program. */

struct rh_program_node *rh_warp_program_put(struct rh_warp_program *p, struct rh_program_node node,
                                            struct rh_error *error) {
    void *list = p->node;
    if (!grow(&list, p->nodes + 1, sizeof *p->node, &p->node_room)) {
        (void)rh_warp_program_no_memory(error);
        return NULL;
    }
    p->node = list;
    node.pc = p->code;
    node.depth = p->blocks;
    p->code += node.kind == RH_NODE_COMPUTE                                  ? (uint64_t)node.count * RH_WARP_CODE_BYTES
               : node.kind == RH_NODE_ACCESS || node.kind == RH_NODE_BARRIER ? RH_WARP_CODE_BYTES
                                                                             : 0;
    p->node[p->nodes] = node;
    return &p->node[p->nodes++];
}

static struct rh_program_node placed(const struct text *t, enum rh_node_kind kind) {
    return (struct rh_program_node){.kind = kind, .line = t->place->line, .column = t->place->column};
}

/* A computation's result, or an access's, in the register of its name, where it has one. */
static bool give_result(struct text *t, struct rh_program_node *node, uint16_t named) {
    struct rh_warp_program *p = t->p;
    node->writes = named != 0 ? named : new_register(t);
    if (node->writes == 0)
        return false;
    if (node->kind == RH_NODE_COMPUTE) {
        p->latest = node->writes;
        return true;
    }
    mark_read(p, node->writes);
    if (p->unreads == RH_NODE_READS)
        return fail_at(t, 0, "an instruction that waits for some of the 16 loads above");
    p->unread[p->unreads++] = node->writes;
    return true;
}

static bool read_computation(struct text *t, enum rh_warp_op op, uint16_t named) {
    struct rh_program_node node = placed(t, RH_NODE_COMPUTE);
    uint64_t count = 1;
    skip(t);
    size_t at = t->at;
    if (isdigit((unsigned char)t->all[at]) && (!take_number(t, COUNT_MOST, &count) || count == 0))
        return fail_at(t, at, "a number of instructions from 1 to 1000000000");
    node.op = op;
    node.count = (uint32_t)count;
    node.turns = 1;
    return read_waits(t, &node) && give_result(t, &node, named) && rh_warp_program_put(t->p, node, t->error) != NULL;
}

static bool find_array(struct text *t, struct rh_program_node *node) {
    skip(t);
    const char *word = t->all + t->at;
    size_t length = word_length(word);
    for (node->array = 0; node->array < t->p->arrays; node->array++) {
        const char *name = t->p->array[node->array].is.name;
        if (strlen(name) == length && strncmp(name, word, length) == 0) {
            t->at += length;
            return true;
        }
    }
    return fail(t, "the name of an array");
}

static bool read_access(struct text *t, enum rh_warp_op op, uint16_t named) {
    struct rh_program_node node = placed(t, RH_NODE_ACCESS);
    skip(t);
    size_t at = t->at;
    if (!find_array(t, &node))
        return false;
    const struct rh_warp_program_array *array = &t->p->array[node.array].is;
    node.op = op;
    node.space = array->space;
    if (op != RH_WARP_LOAD && !rh_warp_space_stores(array->space))
        return fail_at(t, at, "an array in memory that a kernel can write");
    if (!take(t, "[") || !read_expression(t, &node.index[0]))
        return t->error->text[0] != '\0' ? false : fail(t, "[");
    if (array->columns != 0 && (!take(t, ",") || !read_expression(t, &node.index[1])))
        return t->error->text[0] != '\0' ? false : fail(t, ", and a row, for it has two dimensions");
    if (!take(t, "]"))
        return fail(t, "]");
    return read_waits(t, &node) && (op == RH_WARP_STORE || give_result(t, &node, named)) &&
           rh_warp_program_put(t->p, node, t->error) != NULL;
}

static bool read_barrier(struct text *t) {
    for (unsigned b = 0; b < t->p->blocks; b++)
        if (t->p->block[b].varies)
            return fail_at(t, 0, "a barrier outside of what only some threads do");
    struct rh_program_node node = placed(t, RH_NODE_BARRIER);
    node.op = RH_WARP_BARRIER;
    return rh_warp_program_put(t->p, node, t->error) != NULL;
}

static bool open_block(struct text *t, struct rh_program_node node, bool varies) {
    struct rh_warp_program *p = t->p;
    if (p->blocks == RH_WARP_PROGRAM_DEPTH)
        return fail_at(t, 0, "at most 8 blocks one in the other");
    unsigned names = p->names;
    if (rh_warp_program_put(p, node, t->error) == NULL)
        return false;
    p->block[p->blocks++] = (struct rh_program_block){.node = p->nodes - 1, .names = names, .varies = varies};
    return true;
}

static bool read_loop(struct text *t) {
    struct rh_program_node node = placed(t, RH_NODE_LOOP);
    skip(t);
    size_t at = t->at, length = word_length(t->all + at);
    if (!is_new_name(t, at, length))
        return false;
    if (find_name(t->p, t->all + at, length, true) != NULL)
        return fail_at(t, at, "a name that no loop around it has");
    t->at += length;
    unsigned depth = t->p->blocks;
    return read_expression(t, &node.index[0]) && open_block(t, node, t->varies) &&
           put_name(t, t->all + at, length, depth, true);
}

static bool read_if(struct text *t) {
    struct rh_program_node node = placed(t, RH_NODE_IF);
    return read_expression(t, &node.index[0]) && open_block(t, node, true);
}

static bool read_else(struct text *t) {
    struct rh_warp_program *p = t->p;
    struct rh_program_block *block = &p->block[p->blocks - 1];
    p->blocks--;
    struct rh_program_node *node = rh_warp_program_put(p, placed(t, RH_NODE_ELSE), t->error);
    p->blocks++;
    if (node == NULL)
        return false;
    p->node[block->node].other = p->nodes - 1;
    block->node = p->nodes - 1;
    return true;
}

bool rh_warp_program_close_block(struct rh_warp_program *p, struct rh_error *error) {
    struct rh_program_block *block = &p->block[--p->blocks];
    bool loop = p->node[block->node].kind == RH_NODE_LOOP;
    struct rh_program_node node = {.kind = loop ? RH_NODE_END_LOOP : RH_NODE_END_IF, .other = block->node};
    if (rh_warp_program_put(p, node, error) == NULL)
        return false;
    p->node[block->node].other = p->nodes - 1;
    /* A loop's name ends with it. */
    for (unsigned n = block->names; loop && n < p->names; n++)
        if (p->name[n].loop && p->name[n].number == p->blocks) {
            memmove(&p->name[n], &p->name[n + 1], (p->names - n - 1) * sizeof p->name[0]);
            p->names--;
        }
    return true;
}

static bool read_instruction(struct text *t, bool *opens) {
    uint16_t named = 0;
    skip(t);
    size_t at = t->at, length = word_length(t->all + at), behind = at + length;
    while (t->all[behind] == ' ')
        behind++;
    if (t->all[behind] == '=') {
        if (!named_register(t, at, length, &named))
            return false;
        t->at = behind + 1;
        skip(t);
        at = t->at;
    }
    for (unsigned op = RH_WARP_INTEGER; op <= RH_WARP_SPECIAL; op++)
        if (take(t, rh_warp_op_name((enum rh_warp_op)op)))
            return read_computation(t, (enum rh_warp_op)op, named);
    if (take(t, "load"))
        return read_access(t, RH_WARP_LOAD, named);
    if (take(t, "atomic"))
        return read_access(t, RH_WARP_ATOMIC, named);
    if (named != 0)
        return fail_at(t, at, "an instruction with a result: integer, divide, single, double, special, load or atomic");
    if (take(t, "store"))
        return read_access(t, RH_WARP_STORE, 0);
    if (take(t, "barrier"))
        return read_barrier(t);
    *opens = true;
    if (take(t, "loop"))
        return read_loop(t);
    return take(t, "if")
               ? read_if(t)
               : fail(t, "integer, divide, single, double, special, load, store, atomic, barrier, loop, if or else");
}

bool rh_warp_program_add(struct rh_warp_program *program, const char *text, unsigned depth, bool opens,
                         const struct rh_warp_program_place *place, struct rh_error *error) {
    struct text t = {.p = program, .place = place, .all = text, .error = error};
    (void)snprintf(program->file, sizeof program->file, "%s", place->file);
    error->text[0] = '\0';
    bool block = false, otherwise = take(&t, "else");
    while (program->blocks >= depth + otherwise)
        if (!rh_warp_program_close_block(program, error))
            return false;
    if (otherwise) {
        const struct rh_program_block *last = program->blocks == depth ? &program->block[depth - 1] : NULL;
        if (last == NULL || program->node[last->node].kind != RH_NODE_IF)
            return fail_at(&t, 0, "else directly behind an if");
        block = true;
        if (!read_else(&t))
            return false;
    } else if (!read_instruction(&t, &block))
        return false;
    skip(&t);
    if (t.all[t.at] != '\0')
        return fail(&t, "the end of the instruction");
    return block == opens || fail_at(&t, 0,
                                     block ? "a colon behind it and a list of instructions below"
                                           : "loop, if or else in front of a list of instructions");
}

/* Opening. */

static bool check_setup(const struct rh_warp_program_setup *setup, struct rh_error *error) {
    uint64_t threads = 1, ctas = 1;
    for (unsigned d = 0; d < 3; d++) {
        if (setup->grid[d] == 0 || setup->grid[d] > INT32_MAX || setup->cta[d] == 0 || setup->cta[d] > 1024)
            return rh_error_field(error, setup->cta[d] == 0 || setup->cta[d] > 1024 ? "cta" : "grid",
                                  "found %" PRIu32 " CTAs of %" PRIu32 " threads in dimension %u, expected 1 to "
                                  "2147483647 of 1 to 1024",
                                  setup->grid[d], setup->cta[d], d + 1);
        threads *= setup->cta[d];
        ctas *= setup->grid[d];
        if (ctas > INT32_MAX)
            return rh_error_field(error, "grid", "found %" PRIu64 " CTAs, expected at most 2147483647", ctas);
    }
    return threads <= 1024 || rh_error_field(error, "cta", "found %" PRIu64 " threads, expected at most 1024", threads);
}

static int next_kernel(struct rh_warp_source *source, struct rh_kernel_launch *launch, struct rh_error *error) {
    struct rh_warp_program *p = (struct rh_warp_program *)source;
    (void)error;
    if (p->started)
        return 0;
    p->started = true;
    *launch = (struct rh_kernel_launch){.ctas = p->ctas,
                                        .cta_warps = p->warps,
                                        .registers = p->setup.registers,
                                        .shared = p->shared,
                                        .resident = p->setup.resident};
    memcpy(launch->name, p->setup.name, sizeof launch->name);
    return 1;
}

static bool rewind_source(struct rh_warp_source *source, struct rh_error *error) {
    (void)error;
    ((struct rh_warp_program *)source)->started = false;
    return true;
}

static void close_source(struct rh_warp_source *source) {
    rh_warp_program_close((struct rh_warp_program *)source);
}

struct rh_warp_program *rh_warp_program_open(const struct rh_warp_program_setup *setup, struct rh_error *error) {
    if (!check_setup(setup, error))
        return NULL;
    struct rh_warp_program *p = calloc(1, sizeof *p);
    if (p == NULL) {
        (void)rh_warp_program_no_memory(error);
        return NULL;
    }
    p->source = (struct rh_warp_source){.next_kernel = next_kernel,
                                        .open_cta = rh_warp_program_open_cta,
                                        .next = rh_warp_program_next,
                                        .close_cta = rh_warp_program_close_cta,
                                        .rewind = rewind_source,
                                        .close = close_source};
    p->setup = *setup;
    p->threads = setup->cta[0] * setup->cta[1] * setup->cta[2];
    p->warps = (p->threads + RH_WARP_LANES - 1) / RH_WARP_LANES;
    p->ctas = (uint64_t)setup->grid[0] * setup->grid[1] * setup->grid[2];
    return p;
}

void rh_warp_program_close(struct rh_warp_program *program) {
    if (program == NULL)
        return;
    free(program->node);
    free(program->word);
    free(program->name);
    free(program);
}

struct rh_texture rh_program_texture(const struct rh_program_array *array) {
    return (struct rh_texture){.base = array->base,
                               .width = array->is.columns,
                               .height = (uint32_t)(array->is.elements / array->is.columns),
                               .bytes = array->is.bytes,
                               .block = BLOCK};
}

uint64_t rh_program_local_words(const struct rh_warp_program_array *array) {
    return (array->elements * array->bytes + RH_COALESCER_WORD - 1) / RH_COALESCER_WORD;
}

bool rh_warp_program_array(struct rh_warp_program *p, const struct rh_warp_program_array *array,
                           struct rh_error *error) {
    struct rh_program_array one = {.is = *array, .base = p->end};
    uint64_t bytes = array->elements * array->bytes;
    if (p->arrays == RH_WARP_PROGRAM_ARRAYS)
        return rh_error_field(error, array->name, "found more arrays, expected at most %d", RH_WARP_PROGRAM_ARRAYS);
    if (array->bytes == 0 || array->bytes > 16 || (array->bytes & (array->bytes - 1)) != 0)
        return rh_error_field(error, array->name, "found bytes %" PRIu32 ", expected 1, 2, 4, 8 or 16", array->bytes);
    if (array->columns != 0 && (array->space != RH_WARP_SPACE_TEXTURE || array->elements % array->columns != 0))
        return rh_error_field(error, array->name,
                              "found columns %" PRIu32 ", expected none but of a texture of whole rows",
                              array->columns);
    if (array->space == RH_WARP_SPACE_SHARED) {
        one.base = p->shared;
        if (bytes > INT32_MAX - p->shared)
            return rh_error_field(error, array->name, "found more than 2^31 bytes of shared memory, expected fewer");
        p->shared += (uint32_t)bytes;
    } else {
        if (array->space == RH_WARP_SPACE_LOCAL)
            bytes = rh_program_local_words(array) * RH_LOCAL_STRIDE * p->warps * p->ctas;
        if (array->columns != 0) {
            const struct rh_texture texture = rh_program_texture(&one);
            bytes = rh_texture_bytes(&texture);
        }
        p->end += (bytes + ALIGNED - 1) / ALIGNED * ALIGNED;
    }
    p->array[p->arrays++] = one;
    return true;
}

struct rh_warp_source *rh_warp_program_source(struct rh_warp_program *p, struct rh_error *error) {
    bool good = true;
    while (good && p->blocks > 0)
        good = rh_warp_program_close_block(p, error);
    if (good && rh_warp_program_put(p, (struct rh_program_node){.kind = RH_NODE_END}, error) != NULL)
        return &p->source;
    rh_warp_program_close(p);
    return NULL;
}
