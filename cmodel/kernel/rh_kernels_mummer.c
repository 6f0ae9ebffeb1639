// SPDX-License-Identifier: Apache-2.0
// Strings in a suffix tree (Schatz et al. 2007): how long each suffix of a query matches somewhere in a reference, for
// suffixes of 20 letters and more. The tree, built here by Ukkonen's algorithm (1995), and the reference lie in
// textures of two dimensions.
#include <stdlib.h>

#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_simt_words.h"

enum { QUERIES, NODES, CHILDREN, REFERENCE, LENGTHS };
enum {
    LETTERS = 4,
    QUERY = 25,
    LEAST = 20,
    MATCHES = QUERY - LEAST + 1, /* of a query */
    WIDTH_BITS = 9,              /* textures have lines of 512 */
    WIDTH = 1 << WIDTH_BITS,
    OF_CTA = 64,
    ROOT = 0
};

/* A node and the edge to it: letters of the reference from `start` on. Of a leaf `length` is that to the end. */
struct node {
    uint32_t start, length, link, child[LETTERS]; /* 0: none, for nobody's child is the root */
};

struct tree {
    struct node *node;
    uint8_t *letter;
    uint32_t count, length, queries;
};

/* Where Ukkonen's algorithm stands: `length` letters from number `edge` on below `node`, in so many suffixes. */
struct active {
    uint32_t node, edge, length, remain, unlinked;
};

static uint32_t new_node(struct tree *t, uint32_t start, uint32_t length) {
    t->node[t->count] = (struct node){.start = start, .length = length};
    return t->count++;
}

static void link_to(struct tree *t, struct active *a, uint32_t node) {
    if (a->unlinked != 0)
        t->node[a->unlinked].link = node;
    a->unlinked = node;
}

/* The letter at the end of the active point's edge does not go on with letter `at`: the edge is split there. */
static uint32_t split(struct tree *t, const struct active *a, uint32_t child, uint32_t at) {
    uint32_t middle = new_node(t, t->node[child].start, a->length);
    t->node[a->node].child[t->letter[a->edge]] = middle;
    t->node[child].start += a->length;
    t->node[child].length -= a->length;
    t->node[middle].child[t->letter[t->node[child].start]] = child;
    t->node[middle].child[t->letter[at]] = new_node(t, at, t->length - at);
    return middle;
}

/* Adds letter number `at` to all suffixes. A leaf's edge goes to the end of the reference from the beginning on: what
 * lies behind `at` is never looked at before it is added. */
static void add_letter(struct tree *t, struct active *a, uint32_t at) {
    a->remain++;
    a->unlinked = 0;
    while (a->remain > 0) {
        if (a->length == 0)
            a->edge = at;
        uint32_t child = t->node[a->node].child[t->letter[a->edge]];
        if (child == 0) {
            t->node[a->node].child[t->letter[a->edge]] = new_node(t, at, t->length - at);
            link_to(t, a, a->node);
        } else if (a->length >= t->node[child].length) {
            a->edge += t->node[child].length;
            a->length -= t->node[child].length;
            a->node = child;
            continue;
        } else if (t->letter[t->node[child].start + a->length] == t->letter[at]) {
            a->length++;
            link_to(t, a, a->node);
            return;
        } else {
            link_to(t, a, split(t, a, child, at));
        }
        a->remain--;
        if (a->node == ROOT && a->length > 0) {
            a->length--;
            a->edge = at - a->remain + 1;
        } else
            a->node = t->node[a->node].link;
    }
}

/* Numbers the nodes anew, level by level, so that those that are visited together lie together. */
static bool number_nodes(struct tree *t) {
    uint32_t *order = calloc(t->count, sizeof *order), *place = calloc(t->count, sizeof *place), tail = 1;
    struct node *sorted = calloc(t->count, sizeof *sorted);
    bool good = order != NULL && place != NULL && sorted != NULL;
    for (uint32_t head = 0; good && head < tail; head++)
        for (unsigned c = 0; c < LETTERS; c++)
            if (t->node[order[head]].child[c] != 0) {
                place[t->node[order[head]].child[c]] = tail;
                order[tail++] = t->node[order[head]].child[c];
            }
    for (uint32_t n = 0; good && n < t->count; n++) {
        sorted[n] = t->node[order[n]];
        sorted[n].link = place[sorted[n].link];
        for (unsigned c = 0; c < LETTERS; c++)
            sorted[n].child[c] = place[sorted[n].child[c]];
    }
    free(order);
    free(place);
    free(good ? t->node : sorted);
    t->node = good ? sorted : t->node;
    return good;
}

static bool make_tree(const struct rh_simt_run *run) {
    struct tree *t = run->data;
    struct active active = {.node = ROOT};
    t->node = calloc(2 * (size_t)t->length + 1, sizeof *t->node);
    t->letter = calloc(t->length, 1);
    if (t->node == NULL || t->letter == NULL)
        return false;
    (void)new_node(t, 0, 0);
    for (uint32_t i = 0; i < t->length; i++)
        t->letter[i] = (uint8_t)(rh_simt_bits(run, REFERENCE, i) % LETTERS);
    for (uint32_t i = 0; i < t->length; i++)
        add_letter(t, &active, i);
    return number_nodes(t);
}

/* A query is a piece of the reference, with a letter in 16 that is any. Letter j of all queries lie side by side. */
static uint32_t query_letter(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    const struct tree *t = run->data;
    uint64_t query = index % t->queries, j = index / t->queries;
    uint32_t from = (uint32_t)((uint64_t)rh_simt_bits(run, array, query) * (t->length - QUERY + 1) >> 32);
    uint32_t other = rh_simt_bits(run, array + 16, index);
    return other % 16 == 0 ? other >> 4 & 3 : t->letter[from + j];
}

static uint32_t node_word(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    const struct tree *t = run->data;
    if (index / 4 >= t->count)
        return 0;
    const struct node *node = &t->node[index / 4];
    if (array == CHILDREN)
        return node->child[index % 4];
    return index % 4 == 0 ? node->start : index % 4 == 1 ? node->length : index % 4 == 2 ? node->link : 0;
}

static uint32_t reference_letter(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    const struct tree *t = run->data;
    (void)array;
    return index < t->length ? t->letter[index] : 0;
}

static void tree_close(struct rh_simt_run *run) {
    struct tree *t = run->data;
    free(t->node);
    free(t->letter);
}

/* The default's 782 CTAs have 50000 queries; other grids leave as many threads idle in proportion. */
static bool mummer_open(struct rh_simt_run *run, struct rh_error *error) {
    struct tree *t = run->data;
    uint64_t queries = (uint64_t)run->grid[0] * OF_CTA - (uint64_t)run->grid[0] * 48 / 782;
    if (run->grid[1] != 1 || run->grid[2] != 1 || queries * QUERY > INT32_MAX)
        return rh_error_field(error, "grid",
                              "found a grid of %u x %u x %u, expected one dimension and less than 2^31 "
                              "letters",
                              run->grid[0], run->grid[1], run->grid[2]);
    if (run->size < QUERY || run->size > 10000000)
        return rh_error_field(error, "size", "found %u letters of the reference, expected %d to 10000000", run->size,
                              QUERY);
    t->queries = (uint32_t)queries;
    t->length = run->size;
    if (!make_tree(run))
        return rh_error_set(error, "kernel mummer: found no memory for its tree, expected enough");
    uint32_t lines = (t->count + WIDTH - 1) / WIDTH;
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "queries", 1, queries * QUERY, query_letter);
    rh_simt_texture(run, "nodes", 16, WIDTH, lines, node_word);
    rh_simt_texture(run, "children", 16, WIDTH, lines, node_word);
    rh_simt_texture(run, "reference", 1, WIDTH, (t->length + WIDTH - 1) / WIDTH, reference_letter);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "lengths", 4, queries * MATCHES, NULL);
    return true;
}

CODE(mummer);

/* An element of a texture by its number. */
static rh_value fetch(struct rh_simt *k, unsigned texture, rh_value number) {
    return LOAD_2D(texture, AND(number, I(WIDTH - 1)), SHR(number, I(WIDTH_BITS)));
}

/* Where a thread stands: the match of the query's letters from `first` up to `next` ends below `node`, `inside` letters
 * on an edge to `child`. */
struct walk {
    rh_value query, first, next, node, child, inside, start, length, depth, going;
};

/* From a node: the edge of the next letter. */
static void leave_node(struct rh_simt *k, const struct walk *w, rh_value letter) {
    rh_value children = fetch(k, CHILDREN, w->node);
    rh_value low = SEL(AND(letter, I(1)), PART(children, 1), PART(children, 0));
    rh_value high = SEL(AND(letter, I(1)), PART(children, 3), PART(children, 2));
    SET(w->child, SEL(AND(letter, I(2)), high, low));
    IF (IEQ(w->child, I(0)))
        SET(w->going, I(0));
    OTHERWISE () {
        rh_value edge = fetch(k, NODES, w->child);
        SET(w->start, PART(edge, 0));
        SET(w->length, PART(edge, 1));
        SET(w->inside, I(1));
        SET(w->next, IADD(w->next, I(1)));
    }
}

/* On an edge: the next letter is the reference's, or the match ends. */
static void follow_edge(struct rh_simt *k, const struct walk *w, rh_value letter) {
    rh_value there = fetch(k, REFERENCE, IADD(w->start, w->inside));
    IF (INE(there, letter))
        SET(w->going, I(0));
    OTHERWISE () {
        SET(w->inside, IADD(w->inside, I(1)));
        SET(w->next, IADD(w->next, I(1)));
    }
}

static void match(struct rh_simt *k, const struct walk *w, uint32_t queries) {
    SET(w->going, ILT(w->next, I(QUERY)));
    WHILE (w->going) {
        rh_value letter = LOAD(QUERIES, IMAD(w->next, I(queries), w->query));
        IF (IEQ(w->inside, I(0)))
            leave_node(k, w, letter);
        OTHERWISE ()
            follow_edge(k, w, letter);
        IF (AND(w->going, IEQ(w->inside, w->length))) { /* the edge ends at its node */
            SET(w->node, w->child);
            SET(w->inside, I(0));
            SET(w->depth, ISUB(w->next, w->first));
        }
        SET(w->going, AND(w->going, ILT(w->next, I(QUERY))));
    }
}

/* The next suffix: by the node's link, below which the letters of the edge are matched again. */
static void next_suffix(struct rh_simt *k, const struct walk *w) {
    SET(w->first, IADD(w->first, I(1)));
    SET(w->inside, I(0));
    SET(w->depth, IMAX(ISUB(w->depth, I(1)), I(0)));
    SET(w->next, IADD(w->first, w->depth));
    IF (INE(w->node, I(ROOT)))
        SET(w->node, PART(fetch(k, NODES, w->node), 2));
}

static bool mummer(struct rh_simt *k, uint32_t step) {
    const struct tree *t = k->data;
    struct walk w = {.query = IMAD(I(k->cta[0]), I(OF_CTA), k->t)};
    (void)step;
    w.first = VAR(I(0));
    w.next = VAR(I(0));
    w.node = VAR(I(ROOT));
    w.child = VAR(I(ROOT));
    w.inside = VAR(I(0));
    w.start = VAR(I(0));
    w.length = VAR(I(0));
    w.depth = VAR(I(0));
    w.going = VAR(I(0));
    IF (ILT(w.query, I(t->queries))) {
        LOOP (n, MATCHES) {
            match(k, &w, t->queries);
            STORE(LENGTHS, IADD(w.query, I(n * t->queries)), ISUB(w.next, w.first));
            if (n + 1 < MATCHES)
                next_suffix(k, &w);
        }
    }
    return false;
}
RH_SIMT_ONLY_KERNEL(mummer, 70, 0)
const struct rh_simt_program rh_program_mummer = {
    .name = "mummer",
    .meaning = "queries matched along a suffix tree in textures of two dimensions",
    .source = "thesis 2.1, MUM",
    .grid = {782},
    .cta = {OF_CTA, 1},
    .size = 140000,
    .size_is = "letters of the reference",
    .data = sizeof(struct tree),
    .open = mummer_open,
    .kernel = mummer_kernel,
    .close = tree_close,
};
