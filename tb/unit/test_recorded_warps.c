// SPDX-License-Identifier: Apache-2.0
// Do recorded warp streams come out as they stand in the file, with their dependences as registers, and is what is
// wrong refused by its place?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/trace/rh_recorded_warps.h"
#include "trace_file.h"

#define HEAD "kernel,cta,warp,core,seq,space,op,active,gap,barriers,shared,special,after,use,transactions\n"

static char said[4096];
static size_t length;

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    length += (size_t)vsnprintf(said + length, sizeof said - length, format, list);
    va_end(list);
}

/* What computations write and all read, for each depends on the one before. */
enum { COMPUTED = 511 };

/* A warp's stream in words, without that register: "3 integer; load global a/32 -> 1; integer <- 1". */
static const char *stream_of(struct rh_warp_source *source, struct rh_warp_cta *cta, uint32_t warp) {
    struct rh_warp_instruction i;
    struct rh_error error = {""};
    length = 0;
    said[0] = '\0';
    while (source->next(source, cta, warp, &i, &error) == 1) {
        say(length == 0 ? "" : "; ");
        if (i.count != 1)
            say("%u ", i.count);
        say("%s", rh_warp_op_name(i.op));
        if (rh_warp_op_accesses(i.op))
            say(" %s", rh_warp_space_name(i.space));
        for (uint32_t t = 0; t < i.transactions; t++)
            say(" %llx/%u", (unsigned long long)i.transaction[t].address, i.transaction[t].bytes);
        if (i.active != 0xffffffff)
            say(" of %x", i.active);
        bool computes = !rh_warp_op_accesses(i.op) && i.op != RH_WARP_BARRIER;
        unsigned computed = 0;
        assert_int_equal(i.writes == COMPUTED, computes);
        if (i.writes != 0 && !computes)
            say(" -> %u", i.writes);
        for (unsigned k = 0; k < i.reads; k++) {
            computed += i.read[k] == COMPUTED;
            if (i.read[k] != COMPUTED)
                say(" <- %u", i.read[k]);
        }
        assert_int_equal(computed, 1);
    }
    assert_string_equal(error.text, "");
    return said;
}

/* The places of a warp's instructions: "0 8 16". */
static const char *places_of(struct rh_warp_source *source, struct rh_warp_cta *cta, uint32_t warp) {
    struct rh_warp_instruction i;
    struct rh_error error = {""};
    length = 0;
    said[0] = '\0';
    while (source->next(source, cta, warp, &i, &error) == 1)
        say(length == 0 ? "%llu" : " %llu", (unsigned long long)i.pc);
    return said;
}

static struct rh_warp_source *open_text(const char *text) {
    struct rh_error error = {""};
    struct rh_warp_source *source = rh_recorded_warps_open(put_text("warps.csv", text), &error);
    assert_string_equal(error.text, "");
    assert_non_null(source);
    return source;
}

/* The only warp of the only CTA of a file of these lines. */
static const char *only_warp(const char *rows) {
    char text[2048];
    snprintf(text, sizeof text, "# warp streams: kernels=1 ctas=1 warps=1 resident=4\n" HEAD "%s", rows);
    struct rh_warp_source *source = open_text(text);
    struct rh_kernel_launch launch;
    struct rh_error error = {""};
    uint32_t warps;
    assert_int_equal(source->next_kernel(source, &launch, &error), 1);
    struct rh_warp_cta *cta = source->open_cta(source, 0, &warps, &error);
    assert_int_equal(warps, 1);
    const char *words = stream_of(source, cta, 0);
    source->close_cta(source, cta);
    source->close(source);
    return words;
}

static void loads_write_registers_that_their_uses_read(void **state) {
    (void)state;
    /* Vector addition: the sum behind both loads needs both, the store waits for the later one by `after`, too. */
    assert_string_equal(
        only_warp("1,0,0,0,0,G,R,32,15,0,0,0,-1,2,c0080040/64 c0080000/64\n"
                  "1,0,0,0,1,G,R,32,0,0,0,0,-1,1,c0000040/64 c0000000/64\n"
                  "1,0,0,0,2,G,W,32,3,0,0,0,1,-1,c0100040/64 c0100000/64\n"
                  "1,0,0,0,3,-,X,32,1,,,,,,\n"),
        "15 integer; load global c0080040/64 c0080000/64 -> 1; load global c0000040/64 c0000000/64 -> 2; "
        "3 integer <- 1 <- 2; store global c0100040/64 c0100000/64 <- 2; integer");
    /* The use lies in the middle of a gap, which is cut there; a load that nobody needs writes nothing. */
    assert_string_equal(only_warp("1,0,0,7,0,L,R,5,0,0,0,0,-1,3,40/32\n"
                                  "1,0,0,7,1,T,R,5,6,0,0,0,-1,-1,\n"
                                  "1,0,0,7,2,-,X,32,2,,,,,,\n"),
                        "load local 40/32 of 1f -> 1; 2 integer of 1f; 4 integer of 1f <- 1; load texture of 1f; "
                        "2 integer");
    /* Without a use: `after` alone makes a register, which is free again behind its reader. */
    assert_string_equal(only_warp("1,0,0,0,0,C,R,32,0,0,0,0,-1,-1,0/64\n"
                                  "1,0,0,0,1,G,R,32,0,0,0,0,0,1,100/32\n"
                                  "1,0,0,0,2,G,R,32,0,0,0,0,1,-1,200/32\n"
                                  "1,0,0,0,3,-,X,32,0,,,,,,\n"),
                        "load constant 0/64 -> 1; load global 100/32 -> 1 <- 1; load global 200/32 <- 1 <- 1");
}

/* Two iterations of a loop (a gap of 2, a load), a store and an end; a constant that missed in the second warp alone
 * does not move its code. The second warp's store has two instructions before it, and reaches into the code behind the
 * first one's. The second kernel is of the same program. */
static void what_is_alike_is_the_same_code(void **state) {
    (void)state;
    struct rh_warp_source *source =
        open_text("# warp streams: kernels=2 ctas=2 warps=3 resident=2\n" HEAD "1,0,0,0,0,G,R,32,2,0,0,0,-1,-1,0/32\n"
                  "1,0,0,0,1,G,R,32,2,0,0,0,-1,-1,80/32\n"
                  "1,0,0,0,2,G,W,32,1,0,0,0,-1,-1,0/32\n"
                  "1,0,0,0,3,-,X,32,1,,,,,,\n"
                  "1,0,1,0,0,C,R,32,1,0,0,0,-1,-1,40/64\n"
                  "1,0,1,0,1,G,R,32,0,0,0,0,-1,-1,100/32\n"
                  "1,0,1,0,2,G,W,32,2,0,0,0,-1,-1,0/32\n"
                  "1,0,1,0,3,-,X,32,1,,,,,,\n"
                  "2,0,0,0,0,G,W,32,0,0,0,0,-1,-1,0/32\n"
                  "2,0,0,0,1,-,X,32,0,,,,,,\n");
    struct rh_kernel_launch launch;
    struct rh_error error = {""};
    uint32_t warps;
    assert_int_equal(source->next_kernel(source, &launch, &error), 1);
    struct rh_warp_cta *cta = source->open_cta(source, 0, &warps, &error);
    assert_string_equal(places_of(source, cta, 0), "0 16 0 16 24 32 40");
    assert_string_equal(places_of(source, cta, 1), "0 8 16 24 40 40");
    source->close_cta(source, cta);
    assert_int_equal(source->next_kernel(source, &launch, &error), 1);
    cta = source->open_cta(source, 0, &warps, &error);
    assert_true(launch.same_program);
    assert_string_equal(places_of(source, cta, 0), "24");
    source->close_cta(source, cta);
    source->close(source);
}

/* A gap of six with two barriers, and a store: a loop of 7 / 3 + 1 instructions, whatever the number of its rounds. The
 * second warp has an instruction less. The end of a warp stands behind the loop. */
static void barriers_stand_in_a_loop(void **state) {
    (void)state;
    struct rh_warp_source *source =
        open_text("# warp streams: kernels=1 ctas=1 warps=2 resident=2\n" HEAD "1,0,0,0,0,G,W,32,6,2,0,0,-1,-1,0/32\n"
                  "1,0,0,0,1,-,X,32,1,,,,,,\n"
                  "1,0,1,0,0,G,W,32,5,2,0,0,-1,-1,0/32\n"
                  "1,0,1,0,1,-,X,32,1,,,,,,\n");
    struct rh_kernel_launch launch;
    struct rh_error error = {""};
    uint32_t warps;
    assert_int_equal(source->next_kernel(source, &launch, &error), 1);
    assert_false(launch.same_program);
    struct rh_warp_cta *cta = source->open_cta(source, 0, &warps, &error);
    assert_string_equal(places_of(source, cta, 0), "0 16 0 16 0 24");
    assert_string_equal(places_of(source, cta, 1), "0 16 0 8 16 24");
    source->close_cta(source, cta);
    source->close(source);
}

static void barriers_and_the_like_are_spread_over_their_gap(void **state) {
    (void)state;
    assert_string_equal(only_warp("1,0,0,0,0,G,W,32,8,1,2,1,-1,-1,0/128\n"
                                  "1,0,0,0,1,-,X,32,2,2,0,0,,,\n"),
                        "integer; load shared; integer; load shared; integer; special; integer; barrier; "
                        "store global 0/128; barrier; barrier");
}

/* In front of a warp's first load there are no data for a special function; behind it, and where a store is first,
 * there may be. */
static void special_functions_before_the_first_load_are_divisions(void **state) {
    (void)state;
    assert_string_equal(only_warp("1,0,0,0,0,P,R,32,1,0,0,1,-1,-1,0/64\n"
                                  "1,0,0,0,1,T,R,32,1,0,0,1,-1,-1,\n"
                                  "1,0,0,0,2,G,R,32,1,0,0,1,-1,-1,0/128\n"
                                  "1,0,0,0,3,-,X,32,1,,,1,,,\n"),
                        "divide; load parameter 0/64; divide; load texture; special; load global 0/128; special");
    assert_string_equal(only_warp("1,0,0,0,0,G,W,32,1,0,0,1,-1,-1,0/128\n"
                                  "1,0,0,0,1,G,R,32,1,0,0,1,-1,-1,0/128\n"
                                  "1,0,0,0,2,-,X,32,0,,,,,,\n"),
                        "special; store global 0/128; special; load global 0/128");
}

/* Warp 0 has three barriers, warp 1 names one in front of its load: its end has the other two. */
static void a_warp_comes_to_all_barriers_of_its_cta(void **state) {
    (void)state;
    struct rh_warp_source *source =
        open_text("# warp streams: kernels=1 ctas=1 warps=2 resident=2\n" HEAD "1,0,0,0,0,G,W,32,3,3,0,0,-1,-1,0/32\n"
                  "1,0,0,0,1,-,X,32,0,,,,,,\n"
                  "1,0,1,0,0,G,R,32,1,1,0,0,-1,-1,0/32\n"
                  "1,0,1,0,1,-,X,32,6,,,,,,\n");
    struct rh_kernel_launch launch;
    struct rh_error error = {""};
    uint32_t warps;
    assert_int_equal(source->next_kernel(source, &launch, &error), 1);
    struct rh_warp_cta *cta = source->open_cta(source, 0, &warps, &error);
    assert_string_equal(stream_of(source, cta, 1), "barrier; load global 0/32; 2 integer; barrier; 2 integer; barrier");
    source->close_cta(source, cta);
    source->close(source);
}

/* A kernel one of whose warps missed a parameter: all of its warps load four, those of the next kernel none. */
static void warps_begin_with_their_parameters(void **state) {
    (void)state;
    struct rh_warp_source *source =
        open_text("# warp streams: kernels=2 ctas=2 warps=4 resident=2\n" HEAD "1,0,0,0,0,P,R,32,0,0,0,0,-1,5,0/64\n"
                  "1,0,0,0,1,G,W,32,5,0,0,0,-1,-1,0/32\n"
                  "1,0,0,0,2,-,X,32,0,,,,,,\n"
                  "1,0,1,0,0,G,W,32,6,0,0,0,-1,-1,0/32\n"
                  "1,0,1,0,1,-,X,32,0,,,,,,\n"
                  "1,0,2,0,0,G,W,32,3,0,0,1,-1,-1,0/32\n"
                  "1,0,2,0,1,-,X,32,1,,,,,,\n"
                  "2,0,0,0,0,-,X,32,3,,,,,,\n");
    struct rh_kernel_launch launch;
    struct rh_error error = {""};
    uint32_t warps;
#define LOAD "load parameter; "
    assert_int_equal(source->next_kernel(source, &launch, &error), 1);
    struct rh_warp_cta *cta = source->open_cta(source, 0, &warps, &error);
    assert_string_equal(stream_of(source, cta, 0),
                        "load parameter 0/64 -> 1; " LOAD LOAD LOAD "integer; integer <- 1; store global 0/32");
    assert_string_equal(stream_of(source, cta, 1), LOAD LOAD LOAD LOAD "2 integer; store global 0/32");
    assert_string_equal(stream_of(source, cta, 2), LOAD LOAD "special; store global 0/32; integer");
    source->close_cta(source, cta);
    assert_int_equal(source->next_kernel(source, &launch, &error), 1);
    cta = source->open_cta(source, 0, &warps, &error);
    assert_string_equal(stream_of(source, cta, 0), "3 integer");
    source->close_cta(source, cta);
    source->close(source);
#undef LOAD
}

static void kernels_hand_out_ctas_in_any_order(void **state) {
    (void)state;
    struct rh_warp_source *source =
        open_text("# warp streams: kernels=2 ctas=3 warps=4 resident=2\n" HEAD "2,5,0,0,0,-,X,32,3,,,,,,\n"
                  "1,1,1,9,0,-,X,32,2,,,,,,\n"
                  "1,0,0,0,0,G,R,32,0,0,0,0,-1,-1,20/32\n"
                  "1,1,0,9,0,-,X,32,1,,,,,,\n"
                  "1,0,0,0,1,-,X,32,4,,,,,,\n");
    struct rh_kernel_launch launch;
    struct rh_error error = {""};
    uint32_t warps;
    for (unsigned round = 0; round < 2; round++) {
        assert_int_equal(source->next_kernel(source, &launch, &error), 1);
        assert_string_equal(launch.name, "kernel 1");
        assert_int_equal(launch.ctas, 2);
        assert_int_equal(launch.cta_warps, 2);
        assert_int_equal(launch.resident, 2);
        struct rh_warp_cta *one = source->open_cta(source, 1, &warps, &error);
        assert_int_equal(warps, 2);
        struct rh_warp_cta *zero = source->open_cta(source, 0, &warps, &error);
        assert_int_equal(warps, 1);
        assert_string_equal(stream_of(source, one, 1), "2 integer");
        assert_string_equal(stream_of(source, zero, 0), "load global 20/32; 4 integer");
        assert_string_equal(stream_of(source, one, 0), "integer");
        source->close_cta(source, one);
        source->close_cta(source, zero);
        assert_int_equal(source->next_kernel(source, &launch, &error), 1);
        assert_string_equal(launch.name, "kernel 2");
        assert_int_equal(launch.ctas, 1);
        assert_int_equal(source->next_kernel(source, &launch, &error), 0);
        assert_true(source->rewind(source, &error));
    }
    source->close(source);
}

static void what_is_wrong_is_named_by_its_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"# warp streams: kernels=1 ctas=1 warps=1 resident=1\n",
         ":1: found no names of columns, expected recorded warp streams"},
        {"kernel\n", ":1:1: found 'kernel', expected '# warp streams: kernels= ctas= warps= resident='"},
        {"# warp streams: kernels=1 ctas=x\n",
         ":1:32: found 'x', expected a count (a number from 1 to 4294967295, decimal)"},
        {"# warp streams: kernels=1 ctas=1 warps=1 resident=1\nkernel,cta\n", ":2:1: found 'kernel', expected " HEAD},
        {"\0"
         "1,0,,0,0,G,R,32,0,0,0,0,-1,1,0/32\n",
         ":3:5: found ',', expected a warp of the CTA (a number from 0 to 1023, decimal)"},
        {"\0"
         "1,0,0,0,0,G,R,32,0,,0,0,-1,1,0/32\n",
         ":3:20: found ',', expected barriers (a number from 0 to 1073741824, decimal)"},
        {"\0"
         "1,0,0,0,0,G,R,32,0,0,0,0,,1,0/32\n",
         ":3:26: found ',', expected the seq of a load (a number from 0 to 1073741824, decimal)"},
        {"\0"
         "1,0,0,0,0,Q,R,32,0,0,0,0,-1,1,0/32\n",
         ":3:11: found 'Q', expected a memory space: G, L, T, C or P, and - at the end of a warp"},
        {"\0"
         "1,0,0,0,0,C,W,32,0,0,0,0,-1,1,0/32\n",
         ":3:13: found 'W', expected R, for nobody writes to this space"},
        {"\0"
         "1,0,0,0,0,G,X,32,0,0,0,0,-1,1,0/32\n",
         ":3:13: found 'X', expected R or W"},
        {"\0"
         "1,0,0,0,0,G,R,33,0,0,0,0,-1,1,0/32\n",
         ":3:15: found '33', expected active lanes (a number from 1 to 32, decimal)"},
        {"\0"
         "1,0,0,0,0,G,R,32,1,1,1,0,-1,1,0/32\n",
         ":3:18: found '1', expected a gap that holds its barriers, shared accesses and special functions"},
        {"\0"
         "1,0,0,0,0,G,R,32,0,0,0,0,0,1,0/32\n",
         ":3:26: found '0', expected the seq of an earlier load"},
        {"\0"
         "1,0,0,0,0,G,R,32,0,0,0,0,-1,0,0/32\n",
         ":3:29: found '0', expected a use behind the load: 1 and more, or -1"},
        {"\0"
         "1,0,0,0,0,G,R,32,0,0,0,0,-1,1,0:32\n",
         ":3:32: found ':32', expected '/' and the bytes"},
        {"\0"
         "1,0,0,0,0,G,R,32,0,0,0,0,-1,1,0/32\n",
         ":3: found seq 0 of warp 0 of CTA 0 of kernel 1, expected a line X behind it"},
        {"\0"
         "1,0,0,0,1,-,X,32,0,,,,,,\n",
         ":3: found seq 1 of warp 0 of CTA 0 of kernel 1, expected ascending numbers from 0 on"},
        {"\0"
         "1,0,0,0,0,-,X,32,0,,,,,,\n1,0,1,0,0,-,X,32,0,,,,,,\n",
         ": found 2 warps, expected 1 as its first line says"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1024], expected[512];
        bool whole = rows[i].text[0] != '\0';
        snprintf(text, sizeof text, "%s%s", whole ? "" : "# warp streams: kernels=1 ctas=1 warps=1 resident=1\n" HEAD,
                 rows[i].text + !whole);
        struct rh_error error = {""};
        const char *path = put_text("bad.csv", text);
        assert_null(rh_recorded_warps_open(path, &error));
        snprintf(expected, sizeof expected, "%s", rows[i].error);
        if (expected[strlen(expected) - 1] == '\n')
            expected[strlen(expected) - 1] = '\0';
        assert_error(&error, path, expected);
    }
    struct rh_error error = {""};
    const char *path = put_text("empty.csv", "");
    assert_null(rh_recorded_warps_open(path, &error));
    assert_error(&error, path, ":1: found no line, expected recorded warp streams");
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(loads_write_registers_that_their_uses_read),
        cmocka_unit_test(what_is_alike_is_the_same_code),
        cmocka_unit_test(barriers_stand_in_a_loop),
        cmocka_unit_test(barriers_and_the_like_are_spread_over_their_gap),
        cmocka_unit_test(special_functions_before_the_first_load_are_divisions),
        cmocka_unit_test(a_warp_comes_to_all_barriers_of_its_cta),
        cmocka_unit_test(warps_begin_with_their_parameters),
        cmocka_unit_test(kernels_hand_out_ctas_in_any_order),
        cmocka_unit_test(what_is_wrong_is_named_by_its_place),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
