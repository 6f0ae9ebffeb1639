// SPDX-License-Identifier: Apache-2.0
// Does a kernel written in C come out as the instructions that its words promise, and is a wrong one refused?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/kernel/rh_simt.h"
#include "cmodel/kernel/rh_simt_words.h"

enum { NUMBERS, PICTURE, SCRATCH, FIXED };

static uint32_t own_index(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    (void)run, (void)array;
    return (uint32_t)index;
}

static bool open_arrays(struct rh_simt_run *run, struct rh_error *error) {
    (void)error;
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "numbers", 4, 100, own_index);
    rh_simt_texture(run, "picture", 4, 10, 6, own_index);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "scratch", 4, 64, NULL);
    rh_simt_array(run, RH_WARP_SPACE_CONSTANT, "fixed", 16, 4, own_index);
    return true;
}

/* The function that the test runs, as the only kernel of a program of one CTA of `threads`. */
static bool (*function)(struct rh_simt *k, uint32_t step);
static uint32_t threads, code;

static bool kernel_of(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    (void)run;
    kernel->run = function;
    kernel->code = code;
    kernel->cta[0] = threads;
    kernel->kept = sizeof(rh_value);
    return number == 0;
}

static const struct rh_simt_program program = {
    .name = "tried",
    .grid = {1},
    .cta = {32, 1},
    .open = open_arrays,
    .kernel = kernel_of,
};

/* The stream of warp 0 of 40 threads in words, or the error. */
static const char *tried(bool (*run)(struct rh_simt *k, uint32_t step), uint32_t first) {
    static char text[4096];
    struct rh_error error = {""};
    struct rh_kernel_launch launch;
    struct rh_warp_instruction i;
    uint32_t warps;
    int n = 0;
    function = run;
    code = first;
    threads = 40;
    struct rh_warp_source *source = rh_simt_open(&program, NULL, &error);
    assert_non_null(source);
    assert_int_equal(source->next_kernel(source, &launch, &error), 1);
    struct rh_warp_cta *cta = source->open_cta(source, 0, &warps, &error);
    text[0] = '\0';
    while (cta != NULL && source->next(source, cta, 0, &i, &error) == 1) {
        n += snprintf(text + n, sizeof text - (size_t)n, "%s%llu %s", n == 0 ? "" : "; ",
                      (unsigned long long)i.pc / RH_WARP_CODE_BYTES, rh_warp_op_name(i.op));
        if (i.active != UINT32_MAX)
            n += snprintf(text + n, sizeof text - (size_t)n, " of %x", i.active);
        if (i.address != NULL)
            n += snprintf(text + n, sizeof text - (size_t)n, " %llx", (unsigned long long)i.address[0]);
        for (unsigned l = 1; l < 3 && i.address != NULL; l++)
            n += snprintf(text + n, sizeof text - (size_t)n, ",%llx", (unsigned long long)i.address[l]);
    }
    if (cta != NULL)
        source->close_cta(source, cta);
    source->close(source);
    return error.text[0] != '\0' ? strcpy(text, error.text) : text;
}

/* Lanes 0 to 3 go one way, 4 to 31 the other; lanes 1 to 3 of them go round once to three times. Places are those of
 * the source text, and each round of a loop has the same; the two instructions of a loop's end stand in front of it.
 * SET has a place of its own, which nobody uses where it takes over the result before it. */
CODE(ways);
static bool ways(struct rh_simt *k, uint32_t step) {
    rh_value n = VAR(I(0));
    (void)step;
    IF (ILT(k->t, I(4))) {
        WHILE (ILT(n, k->t))
            SET(n, IADD(n, I(1)));
    }
    OTHERWISE ()
        SET(n, SHL(n, I(1)));
    LOOP (j, 2)
        SET(n, FADD(n, n));
    return false;
}

static void blocks_narrow_the_active_lanes(void **state) {
    (void)state;
    assert_string_equal(
        tried(ways, ways_code),
        "0 integer; 1 integer; 2 integer; "
        "3 integer of f; 4 integer of f; 5 integer of e; 3 integer of e; 4 integer of e; 5 integer of c; "
        "3 integer of c; 4 integer of c; 5 integer of 8; 3 integer of 8; 4 integer of 8; "
        "7 integer of fffffff0; "
        "11 single; 9 integer; 10 integer; 11 single; 9 integer; 10 integer");
}

/* Blocks of 16 texels, 4 x 4, three in a row, behind 400 bytes of numbers, on address 512: texel (0, 0) at 200, (1, 0)
 * at 204; outside it is clamped, so column -1 is column 0 and line 7 is line 5, whose block is the fourth. */
CODE(texels);
static bool texels(struct rh_simt *k, uint32_t step) {
    (void)step;
    rh_value at = LOAD_2D(PICTURE, ISUB(k->t, I(1)), I(7)), next = LOAD_2D(PICTURE, k->t, I(0));
    STORE(NUMBERS, I(0), IADD(at, next));
    return false;
}

static void texels_lie_in_square_blocks_and_are_clamped(void **state) {
    (void)state;
    assert_string_equal(tried(texels, texels_code), "0 integer; 1 load 2d0,2d0,2d4; 2 load 200,204,208; 3 integer; "
                                                    "5 store 0,0,0");
}

/* An address that is made once; word 2 of an element of four, number 3 of an array behind six blocks of texels, on
 * address 400; scattered words of shared memory. */
CODE(words);
static bool words(struct rh_simt *k, uint32_t step) {
    rh_value at = AT(IADD(AND(k->t, I(7)), I(20))), four = LOAD(FIXED, I(3));
    (void)step;
    STORE(NUMBERS, OFFSET(at, -20), LOAD(NUMBERS, OFFSET(at, 30)));
    STORE(SCRATCH, AND(IMUL(k->t, k->t), I(63)), PART(four, 2));
    return false;
}

static void an_address_is_made_once(void **state) {
    (void)state;
    assert_string_equal(tried(words, words_code),
                        "0 integer; 1 integer; 2 integer; 4 load 430,430,430; 6 load c8,cc,d0; 8 store 0,4,8; "
                        "9 integer; 10 integer; 11 integer; 12 store 0,4,10");
}

/* Three steps: the variable of the first is there in the others, which have the same places. */
CODE(steps);
static bool steps(struct rh_simt *k, uint32_t step) {
    rh_value *sum = k->kept;
    if (step == 0)
        *sum = VAR(I(5));
    else
        SET(*sum, IADD(*sum, k->t));
    if (step == 2)
        STORE(NUMBERS, *sum, I(0));
    return step < 2;
}

static void steps_go_on_where_the_last_one_ended(void **state) {
    (void)state;
    /* Lane t has 5 + 2 t in the end. */
    assert_string_equal(tried(steps, steps_code), "0 integer; 1 integer; 1 integer; 3 integer; 4 store 14,1c,24");
}

CODE(wrong);
static bool outside(struct rh_simt *k, uint32_t step) {
    (void)step;
    STORE(NUMBERS, IADD(k->t, I(62)), I(0));
    return false;
}
static bool barrier_of_some(struct rh_simt *k, uint32_t step) {
    (void)step;
    IF (ILT(k->t, I(4)))
        BARRIER();
    return false;
}
static bool writes_a_constant(struct rh_simt *k, uint32_t step) {
    (void)step;
    STORE(FIXED, I(0), I(0));
    return false;
}
static bool no_such_array(struct rh_simt *k, uint32_t step) {
    (void)step;
    LOAD(17, k->t);
    return false;
}
static bool flat_texture(struct rh_simt *k, uint32_t step) {
    (void)step;
    LOAD_2D(NUMBERS, k->t, k->t);
    return false;
}
static bool leaves_a_block(struct rh_simt *k, uint32_t step) {
    (void)step;
    IF (ILT(k->t, I(4)))
        return false;
    return false;
}
static bool never_free(struct rh_simt *k, uint32_t step) {
    (void)step;
    for (unsigned n = 0; n < 600; n++)
        (void)IADD(k->t, I(n));
    return false;
}

static void wrong_kernels_are_refused(void **state) {
    static const struct {
        bool (*run)(struct rh_simt *k, uint32_t step);
        const char *says;
    } row[] = {
        {outside, "numbers: found element 100 of thread 38, expected one of 100"},
        {barrier_of_some, "found a barrier in a block of some lanes, expected all lanes at it"},
        {writes_a_constant, "fixed: found a store, expected an array of words in a space that kernels write to"},
        {no_such_array, "found array 17, expected one of the program's 4"},
        {flat_texture, "numbers: found no width, expected that of a texture of two dimensions"},
        {leaves_a_block, "found an end in a block or an operation, expected one behind them"},
        {never_free, "found more registers at once, expected at most 511"},
    };
    (void)state;
    for (unsigned n = 0; n < sizeof row / sizeof row[0]; n++) {
        char text[256];
        snprintf(text, sizeof text, "kernel tried: CTA 0,0,0: %s", row[n].says);
        assert_string_equal(tried(row[n].run, wrong_code), text);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(blocks_narrow_the_active_lanes), cmocka_unit_test(texels_lie_in_square_blocks_and_are_clamped),
        cmocka_unit_test(an_address_is_made_once),        cmocka_unit_test(steps_go_on_where_the_last_one_ended),
        cmocka_unit_test(wrong_kernels_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
