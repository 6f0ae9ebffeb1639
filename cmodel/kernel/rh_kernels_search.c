// SPDX-License-Identifier: Apache-2.0
// Searches, whose branches and addresses the data decide: nearest neighbours, queens on a board, a graph breadth first
// (Harish and Narayanan 2007), strings in a suffix tree (Schatz et al. 2007).
#include <stdlib.h>
#include <string.h>

#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_simt_words.h"

/* Distances of places, one a record of text of 49 bytes, to one place. The records of the default are 42764, which
 * takes three kernels of its grid. */
enum { RECORDS, DISTANCE, RECORD_BYTES = 49, NEAR_THREADS = 16 };

/* Latitude dd.d and longitude ddd.d of a record stand from bytes 28 and 33 on; letters around them. */
static uint32_t record_byte(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    uint32_t place = (uint32_t)(index % RECORD_BYTES), bits = rh_simt_bits(run, array, index);
    if (place == 30 || place == 36)
        return '.';
    if (place == 33)
        return '0' + bits % 3;
    return (place >= 28 && place <= 31) || (place >= 33 && place <= 37) ? '0' + bits % 10 : 'A' + bits % 26;
}

static bool nearest_neighbor_open(struct rh_simt_run *run, struct rh_error *error) {
    uint64_t records = run->size != 0 ? run->size : ((uint64_t)run->grid[0] * 42764 + 469) / 938;
    if (run->grid[1] != 1 || run->grid[2] != 1 || records * RECORD_BYTES > INT32_MAX)
        return rh_error_field(error, "size",
                              "found %u records and a grid of %u x %u x %u, expected less than 2^31 "
                              "bytes and one dimension",
                              run->size, run->grid[0], run->grid[1], run->grid[2]);
    run->size = (uint32_t)records;
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "records", 1, records * RECORD_BYTES, record_byte);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "distance", 4, records, NULL);
    return true;
}

CODE(nearest_neighbor);

/* The number of digits of a record from `place` on, of which the last one stands behind a point. */
static rh_value number_of(struct rh_simt *k, rh_value record, uint32_t place, uint32_t digits) {
    rh_value number = VAR(I(0));
    UNROLL (n, digits) {
        rh_value digit = ISUB(LOAD(RECORDS, OFFSET(record, place + n + (n + 1 == digits))), I('0'));
        SET(number, IMAD(number, I(10), digit));
    }
    return FMUL(I2F(number), F(0.1F));
}

static bool nearest_neighbor(struct rh_simt *k, uint32_t step) {
    uint32_t first = (k->run->number - 1) * k->run->grid[0] * NEAR_THREADS + k->cta[0] * NEAR_THREADS;
    rh_value i = IADD(k->t, I(first));
    (void)step;
    IF (ILT(i, I(k->run->size))) {
        rh_value record = AT(IMUL(i, I(RECORD_BYTES)));
        rh_value north = FSUB(number_of(k, record, 28, 3), F(30)), east = FSUB(number_of(k, record, 33, 4), F(90));
        STORE(DISTANCE, i, SQRT(FMAD(north, north, FMUL(east, east))));
    }
    return false;
}

static bool nearest_neighbor_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    kernel->run = nearest_neighbor;
    kernel->code = nearest_neighbor_code;
    kernel->registers = 10;
    return (uint64_t)number * run->grid[0] * NEAR_THREADS < run->size;
}

const struct rh_simt_program rh_program_nearest_neighbor = {
    .name = "nearest_neighbor",
    .meaning = "distances of places, whose coordinates stand in records of text, to one place",
    .source = "thesis 2.1, NN",
    .grid = {938},
    .cta = {NEAR_THREADS, 1},
    .size_is = "records",
    .open = nearest_neighbor_open,
    .kernel = nearest_neighbor_kernel,
};

/* Queens: as many as a board of `size` x `size` has lines, of which none attacks another. The host places the first
 * ones; a thread tries all ways to go on from such a board, one after the other if there are more boards than threads,
 * with the boards of each line in shared memory. A CTA adds up what its threads find. */
enum { BOARD_COLUMNS, BOARD_LEFT, BOARD_RIGHT, SOLUTIONS, FREE, TAKEN, LEFT, RIGHT };
enum { QUEENS = 96, MOST_LINES = 10, MOST_BOARD = 13 };

struct boards {
    uint32_t (*board)[3]; /* columns taken, squares attacked to the left and to the right in the next line */
    uint32_t count, room, placed;
};

static bool add_board(struct boards *b, uint32_t taken, uint32_t left, uint32_t right) {
    if (b->count == b->room) {
        uint32_t room = b->room == 0 ? 1024 : 2 * b->room;
        void *more = realloc(b->board, room * sizeof *b->board);
        if (more == NULL)
            return false;
        b->board = more;
        b->room = room;
    }
    b->board[b->count][0] = taken;
    b->board[b->count][1] = left;
    b->board[b->count++][2] = right;
    return true;
}

/* All ways to place `lines` queens behind a board. */
static bool place_queens(struct boards *b, uint32_t size, uint32_t lines, uint32_t taken, uint32_t left,
                         uint32_t right) {
    uint32_t board = (1U << size) - 1;
    if (lines == 0)
        return add_board(b, taken, left, right);
    for (uint32_t open = board & ~(taken | left | right); open != 0; open &= open - 1) {
        uint32_t queen = open & (~open + 1);
        if (!place_queens(b, size, lines - 1, taken | queen, (left | queen) << 1, (right | queen) >> 1))
            return false;
    }
    return true;
}

static uint32_t board_content(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    const struct boards *b = run->data;
    return b->board[index][array];
}

static void boards_close(struct rh_simt_run *run) {
    free(((struct boards *)run->data)->board);
}

/* The host places queens until an eighth of the threads have work, but leaves four lines at least. */
static bool n_queens_open(struct rh_simt_run *run, struct rh_error *error) {
    struct boards *b = run->data;
    if (run->grid[1] != 1 || run->grid[2] != 1)
        return rh_error_field(error, "grid", "found a grid of %u x %u x %u, expected one dimension", run->grid[0],
                              run->grid[1], run->grid[2]);
    if (run->size < 5 || run->size > MOST_BOARD)
        return rh_error_field(error, "size", "found a board of %u lines, expected 5 to %d", run->size, MOST_BOARD);
    do {
        b->count = 0;
        b->placed++;
        if (!place_queens(b, run->size, b->placed, 0, 0, 0))
            return rh_error_set(error, "kernel n_queens: found no memory for boards, expected enough");
    } while ((b->count < (uint64_t)run->grid[0] * QUEENS / 8 && b->placed + 4 < run->size) ||
             run->size - b->placed > MOST_LINES);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "columns", 4, b->count, board_content);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "left", 4, b->count, board_content);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "right", 4, b->count, board_content);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "solutions", 4, run->grid[0], NULL);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "squares to try", 4, (uint64_t)MOST_LINES * QUEENS, NULL);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "columns of lines", 4, (uint64_t)MOST_LINES * QUEENS, NULL);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "left of lines", 4, (uint64_t)MOST_LINES * QUEENS, NULL);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "right of lines", 4, (uint64_t)MOST_LINES * QUEENS, NULL);
    return true;
}

CODE(n_queens);

/* A line's squares to try, and what the queens before it attack. */
static void begin_line(struct rh_simt *k, rh_value at, rh_value taken, rh_value left, rh_value right) {
    STORE(TAKEN, at, taken);
    STORE(LEFT, at, left);
    STORE(RIGHT, at, right);
    rh_value attacked = OR(OR(taken, left), right);
    STORE(FREE, at, AND(NOT(attacked), I((1U << k->run->size) - 1)));
}

/* Tries a square of the line that is at hand, or goes back a line where none is left. */
static void try_square(struct rh_simt *k, rh_value line, rh_value found, uint32_t lines) {
    rh_value at = AT(IMAD(line, I(QUEENS), k->t)), squares = LOAD(FREE, at);
    IF (IEQ(squares, I(0)))
        SET(line, ISUB(line, I(1)));
    OTHERWISE () {
        rh_value queen = AND(squares, ISUB(I(0), squares));
        STORE(FREE, at, XOR(squares, queen));
        IF (IEQ(line, I(lines - 1)))
            SET(found, IADD(found, I(1)));
        OTHERWISE () {
            rh_value taken = OR(LOAD(TAKEN, at), queen), left = SHL(OR(LOAD(LEFT, at), queen), I(1));
            rh_value right = SHR(OR(LOAD(RIGHT, at), queen), I(1));
            SET(line, IADD(line, I(1)));
            begin_line(k, OFFSET(at, QUEENS), taken, left, right);
        }
    }
}

static bool n_queens(struct rh_simt *k, uint32_t step) {
    const struct boards *b = k->data;
    uint32_t lines = k->run->size - b->placed, threads = k->run->grid[0] * QUEENS;
    rh_value board = VAR(IMAD(I(k->cta[0]), I(QUEENS), k->t)), found = VAR(I(0)), own = AT(k->t);
    (void)step;
    WHILE (ILT(board, I(b->count))) {
        rh_value at = AT(board), line = VAR(I(0));
        rh_value taken = LOAD(BOARD_COLUMNS, at), left = LOAD(BOARD_LEFT, at), right = LOAD(BOARD_RIGHT, at);
        begin_line(k, own, taken, left, right);
        WHILE (ILE(I(0), line))
            try_square(k, line, found, lines);
        SET(board, IADD(board, I(threads)));
    }
    BARRIER();
    STORE(FREE, own, found);
    for (uint32_t half = 64; half > 0; half /= 2) {
        BARRIER();
        IF (ILT(k->t, I(half == 64 ? QUEENS - 64 : half))) {
            SET(found, IADD(found, LOAD(FREE, OFFSET(own, half))));
            STORE(FREE, own, found);
        }
    }
    IF (IEQ(k->t, I(0)))
        STORE(SOLUTIONS, I(k->cta[0]), found);
    return false;
}
RH_SIMT_ONLY_KERNEL(n_queens, 16, 4 * MOST_LINES * QUEENS * 4)
const struct rh_simt_program rh_program_n_queens = {
    .name = "n_queens",
    .meaning = "ways to place queens on a board, by trying",
    .source = "thesis 2.1, NQ",
    .grid = {223},
    .cta = {QUEENS, 1},
    .size = 10,
    .size_is = "lines of the board",
    .data = sizeof(struct boards),
    .open = n_queens_open,
    .kernel = n_queens_kernel,
    .close = boards_close,
};

/* Breadth first: a node a thread, a kernel a level. A node of the frontier gives each neighbour that has no cost yet
 * its own and 1, and puts it in the next frontier. Where two find the same neighbour, both write the same. */
enum { FIRST_EDGE, EDGES, COST, FRONTIER_EVEN, FRONTIER_ODD, NODES_OF_CTA = 512, MOST_EDGES = 11, NO_COST = -1 };

struct graph {
    uint32_t nodes, levels;
    uint32_t *edge; /* the first of each node, and one behind the last node's */
    int32_t *cost;  /* of each node in the end */
};

static uint32_t neighbour(const struct rh_simt_run *run, uint64_t edge) {
    const struct graph *g = run->data;
    return (uint32_t)((uint64_t)rh_simt_bits(run, EDGES, edge) * g->nodes >> 32);
}

/* What the kernel of a level finds: costs up to this level, and the frontier of it. */
static uint32_t graph_content(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    const struct graph *g = run->data;
    int32_t level = (int32_t)run->number - 1;
    switch (array) {
    case FIRST_EDGE:
        return g->edge[index];
    case EDGES:
        return neighbour(run, index);
    case COST:
        return (uint32_t)(g->cost[index] <= level ? g->cost[index] : NO_COST);
    default:
        return g->cost[index] == level && (level % 2 != 0) == (array == FRONTIER_ODD);
    }
}

/* All costs, by a queue. */
static bool find_costs(const struct rh_simt_run *run) {
    struct graph *g = run->data;
    uint32_t *queue = calloc(g->nodes, sizeof *queue), head = 0, tail = 1;
    if (queue == NULL)
        return false;
    for (uint32_t i = 0; i < g->nodes; i++)
        g->cost[i] = i == 0 ? 0 : NO_COST;
    for (; head < tail; head++)
        for (uint32_t e = g->edge[queue[head]]; e < g->edge[queue[head] + 1]; e++) {
            uint32_t to = neighbour(run, e);
            if (g->cost[to] != NO_COST)
                continue;
            g->cost[to] = g->cost[queue[head]] + 1;
            queue[tail++] = to;
        }
    g->levels = (uint32_t)g->cost[queue[tail - 1]] + 1;
    for (uint32_t i = 0; i < g->nodes; i++) /* what can't be reached is behind all levels */
        g->cost[i] = g->cost[i] == NO_COST ? INT32_MAX : g->cost[i];
    free(queue);
    return true;
}

static void graph_close(struct rh_simt_run *run) {
    struct graph *g = run->data;
    free(g->edge);
    free(g->cost);
}

static bool bfs_open(struct rh_simt_run *run, struct rh_error *error) {
    struct graph *g = run->data;
    if (run->grid[1] != 1 || run->grid[2] != 1 || run->grid[0] > 100000)
        return rh_error_field(error, "grid",
                              "found a grid of %u x %u x %u, expected one dimension and at most 100000 "
                              "CTAs",
                              run->grid[0], run->grid[1], run->grid[2]);
    g->nodes = run->grid[0] * NODES_OF_CTA;
    g->edge = calloc((size_t)g->nodes + 1, sizeof *g->edge);
    g->cost = calloc(g->nodes, sizeof *g->cost);
    if (g->edge == NULL || g->cost == NULL)
        return rh_error_set(error, "kernel bfs: found no memory for its graph, expected enough");
    for (uint32_t i = 0; i < g->nodes; i++) /* 1 to 11 edges a node: 6 on average */
        g->edge[i + 1] = g->edge[i] + 1 + rh_simt_bits(run, FIRST_EDGE, i) % MOST_EDGES;
    if (!find_costs(run))
        return rh_error_set(error, "kernel bfs: found no memory for its costs, expected enough");
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "first edges", 4, (uint64_t)g->nodes + 1, graph_content);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "edges", 4, g->edge[g->nodes], graph_content);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "cost", 4, g->nodes, graph_content);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "even frontier", 4, g->nodes, graph_content);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "odd frontier", 4, g->nodes, graph_content);
    return true;
}

CODE(bfs);
static bool bfs(struct rh_simt *k, uint32_t step) {
    uint32_t level = k->run->number - 1;
    unsigned frontier = level % 2 == 0 ? FRONTIER_EVEN : FRONTIER_ODD, next = FRONTIER_EVEN + FRONTIER_ODD - frontier;
    rh_value node = IMAD(I(k->cta[0]), I(NODES_OF_CTA), k->t), at = AT(node);
    (void)step;
    IF (INE(LOAD(frontier, at), I(0))) {
        STORE(frontier, at, I(0));
        rh_value cost = IADD(LOAD(COST, at), I(1));
        rh_value edge = VAR(LOAD(FIRST_EDGE, at)), behind = LOAD(FIRST_EDGE, OFFSET(at, 1));
        WHILE (ILT(edge, behind)) {
            rh_value to = AT(LOAD(EDGES, edge));
            IF (IEQ(LOAD(COST, to), I(NO_COST))) {
                STORE(COST, to, cost);
                STORE(next, to, I(1));
            }
            SET(edge, IADD(edge, I(1)));
        }
    }
    return false;
}

static bool bfs_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    const struct graph *g = run->data;
    kernel->run = bfs;
    kernel->code = bfs_code;
    kernel->registers = 10;
    return number < g->levels;
}

const struct rh_simt_program rh_program_bfs = {
    .name = "bfs",
    .meaning = "breadth-first search of a random graph with 6 edges a node, a kernel a level",
    .source = "thesis 2.1, BFS",
    .grid = {128},
    .cta = {NODES_OF_CTA, 1},
    .data = sizeof(struct graph),
    .open = bfs_open,
    .kernel = bfs_kernel,
    .close = graph_close,
};
