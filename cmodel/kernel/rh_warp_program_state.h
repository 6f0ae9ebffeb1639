// SPDX-License-Identifier: Apache-2.0
/* What the text of a program becomes (rh_warp_program.h), for the files that make it and run it. */
#ifndef RH_WARP_PROGRAM_STATE_H
#define RH_WARP_PROGRAM_STATE_H

#include "cmodel/kernel/rh_warp_program.h"
#include "rowhold/rh_texture.h"

enum {
    RH_PROGRAM_STACK = 16, /* values of an expression that wait */
    RH_NODE_READS = 16,    /* results that an instruction waits for */
    RH_PROGRAM_VALUES =
        480, /* registers with a name, or of an instruction; those behind them: chains of computation and fills */
};

/* Expressions, in postfix order. */
enum rh_word_op {
    RH_WORD_NUMBER,
    RH_WORD_VARIABLE,
    RH_WORD_ROUND, /* of the loop at this depth */
    RH_WORD_RANDOM,
    RH_WORD_ADD,
    RH_WORD_SUB,
    RH_WORD_MUL,
    RH_WORD_DIV,
    RH_WORD_MOD,
    RH_WORD_LT,
    RH_WORD_LE,
    RH_WORD_EQ,
    RH_WORD_NE
};
struct rh_program_word {
    enum rh_word_op op;
    int64_t value;
};
enum rh_program_variable {
    RH_VARIABLE_T,
    RH_VARIABLE_X,
    RH_VARIABLE_Y,
    RH_VARIABLE_Z,
    RH_VARIABLE_THREAD,
    RH_VARIABLE_CTA,
    RH_VARIABLE_CTA_X,
    RH_VARIABLE_CTA_Y,
    RH_VARIABLE_CTA_Z,
    RH_VARIABLES
};

enum rh_node_kind {
    RH_NODE_COMPUTE,
    RH_NODE_ACCESS,
    RH_NODE_BARRIER,
    RH_NODE_LOOP,
    RH_NODE_END_LOOP,
    RH_NODE_IF,
    RH_NODE_ELSE,
    RH_NODE_END_IF,
    RH_NODE_END
};

/* What the addresses of an access, or the rounds of a loop, come from. */
enum rh_node_origin {
    RH_ORIGIN_WRITTEN,    /* expressions */
    RH_ORIGIN_OF_KERNEL,  /* a kernel of data placement */
    RH_ORIGIN_FILL_LOAD,  /* a line that its blocks copy to shared memory */
    RH_ORIGIN_FILL_STORE, /* the same there */
    RH_ORIGIN_FILL_LINES  /* a warp's part of these lines */
};

struct rh_program_node {
    enum rh_node_kind kind;
    enum rh_warp_op op;
    enum rh_warp_space space; /* of an access */
    enum rh_node_origin origin;
    uint32_t count, turns; /* of computation; registers that instructions, or rounds, write in turn */
    unsigned array;
    unsigned when; /* array of the kernel whose steps this one has, + 1; 0: every step */
    size_t index[2];
    unsigned other; /* the block's next ELSE or end; of an end: the block's last head */
    unsigned depth;
    uint64_t pc;
    uint16_t writes, reads, read[RH_NODE_READS];
    unsigned line, column;
};

struct rh_program_array {
    struct rh_warp_program_array is;
    uint64_t base;
};

struct rh_program_name {
    char text[RH_WARP_PROGRAM_NAME];
    unsigned number; /* register, or depth of a loop that is open */
    bool loop;
};

/* A block that is not yet closed. */
struct rh_program_block {
    unsigned node, names; /* its last head; names in front of it */
    bool varies;          /* only some threads may be in it */
};

struct rh_warp_program {
    struct rh_warp_source source;
    struct rh_warp_program_setup setup;
    char file[256];
    uint32_t threads, warps;
    uint64_t ctas, end; /* end: behind the arrays off-chip */
    uint32_t shared;
    struct rh_program_array array[RH_WARP_PROGRAM_ARRAYS];
    unsigned arrays;
    struct rh_program_node *node;
    unsigned nodes;
    size_t node_room;
    struct rh_program_word *word;
    size_t words, word_room;
    struct rh_program_name *name;
    unsigned names;
    size_t name_room;
    struct rh_program_block block[RH_WARP_PROGRAM_DEPTH];
    unsigned blocks;
    uint16_t registers, latest;     /* latest: of the computation before; 0: none */
    uint16_t unread[RH_NODE_READS]; /* of loads */
    unsigned unreads;
    uint64_t code;           /* bytes */
    bool started;            /* the kernel has been named */
    struct rh_kernel kernel; /* of data placement, where it is one */
    rh_placement_of place;
};

/* Puts a node behind the others, at its depth and place in the code. NULL with an error. */
struct rh_program_node *rh_warp_program_put(struct rh_warp_program *program, struct rh_program_node node,
                                            struct rh_error *error);
/* Puts the end of the innermost block. */
bool rh_warp_program_close_block(struct rh_warp_program *program, struct rh_error *error);
/* Always false. */
bool rh_warp_program_no_memory(struct rh_error *error);
struct rh_texture rh_program_texture(const struct rh_program_array *array);
/* Words that a thread has of an array in local memory. */
uint64_t rh_program_local_words(const struct rh_warp_program_array *array);

/* The source's functions that run it. */
struct rh_warp_cta *rh_warp_program_open_cta(struct rh_warp_source *source, uint64_t number, uint32_t *warps,
                                             struct rh_error *error);
int rh_warp_program_next(struct rh_warp_source *source, struct rh_warp_cta *cta, uint32_t warp,
                         struct rh_warp_instruction *instruction, struct rh_error *error);
void rh_warp_program_close_cta(struct rh_warp_source *source, struct rh_warp_cta *cta);

#endif
