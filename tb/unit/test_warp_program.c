// SPDX-License-Identifier: Apache-2.0
// Does a user's kernel come out as the instructions that its text says, and is a wrong text refused where it is wrong?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cmodel/kernel/rh_warp_program.h"

/* Two dimensions of CTAs of 8 x 5 threads: a second warp of 8 lanes. */
static struct rh_warp_program_setup setup = {.name = "tried", .grid = {3, 2, 1}, .cta = {8, 5, 1}, .seed = 1};

static const struct rh_warp_program_array arrays[] = {
    {.name = "a", .space = RH_WARP_SPACE_GLOBAL, .bytes = 4, .elements = 1000},
    {.name = "wide", .space = RH_WARP_SPACE_GLOBAL, .bytes = 16, .elements = 64},
    {.name = "own", .space = RH_WARP_SPACE_LOCAL, .bytes = 4, .elements = 2},
    {.name = "line", .space = RH_WARP_SPACE_TEXTURE, .bytes = 4, .elements = 64},
    {.name = "picture", .space = RH_WARP_SPACE_TEXTURE, .bytes = 4, .elements = 60, .columns = 10},
    {.name = "fixed", .space = RH_WARP_SPACE_CONSTANT, .bytes = 4, .elements = 64},
    {.name = "left", .space = RH_WARP_SPACE_SHARED, .bytes = 4, .elements = 64},
    {.name = "right", .space = RH_WARP_SPACE_SHARED, .bytes = 8, .elements = 64},
};

/* One stands at the depth of its blanks; a colon opens a block. */
static struct rh_warp_source *opened(const char *const *lines, struct rh_error *error) {
    struct rh_warp_program *p = rh_warp_program_open(&setup, error);
    assert_non_null(p);
    for (unsigned a = 0; a < sizeof arrays / sizeof arrays[0]; a++)
        assert_true(rh_warp_program_array(p, &arrays[a], error));
    for (unsigned n = 0; lines[n] != NULL; n++) {
        char text[256];
        unsigned depth = (unsigned)strspn(lines[n], " ");
        size_t length = strlen(lines[n] + depth);
        bool opens = lines[n][depth + length - 1] == ':';
        const struct rh_warp_program_place place = {"k.yaml", n + 1, depth + 1};
        (void)snprintf(text, sizeof text, "%.*s", (int)(length - opens), lines[n] + depth);
        if (!rh_warp_program_add(p, text, depth + 1, opens, &place, error)) {
            rh_warp_program_close(p);
            return NULL;
        }
    }
    return rh_warp_program_source(p, error);
}

static int put(char *text, size_t room, const struct rh_warp_instruction *i) {
    int n = snprintf(text, room, "%llu %s", (unsigned long long)i->pc / RH_WARP_CODE_BYTES, rh_warp_op_name(i->op));
    if (i->count != 1)
        n += snprintf(text + n, room - (size_t)n, " x%u", i->count);
    if (i->active != UINT32_MAX)
        n += snprintf(text + n, room - (size_t)n, " of %x", i->active);
    if (i->address != NULL)
        n += snprintf(text + n, room - (size_t)n, " %c%u", rh_warp_space_letter(i->space), i->bytes);
    for (unsigned l = 0, shown = 0; l < 32 && i->address != NULL && shown < 3; l++)
        if ((i->active >> l & 1U) != 0)
            n += snprintf(text + n, room - (size_t)n, "%c%llx", shown++ == 0 ? ' ' : ',',
                          (unsigned long long)i->address[l]);
    if (i->writes != 0)
        n += snprintf(text + n, room - (size_t)n, " r%u", i->writes);
    for (unsigned k = 0; k < i->reads; k++)
        n += snprintf(text + n, room - (size_t)n, "%s%u", k == 0 ? " (" : ",", i->read[k]);
    return n + snprintf(text + n, room - (size_t)n, "%s; ", i->reads != 0 ? ")" : "");
}

/* The stream of a warp, or the error. */
static const char *stream_of(struct rh_warp_source *source, uint64_t number, uint32_t warp, struct rh_error *error) {
    static char text[8192];
    struct rh_kernel_launch launch;
    struct rh_warp_instruction i;
    uint32_t warps;
    int n = 0, status = 1;
    text[0] = '\0';
    if (source == NULL)
        return error->text;
    assert_int_equal(source->next_kernel(source, &launch, error), 1);
    struct rh_warp_cta *cta = source->open_cta(source, number, &warps, error);
    assert_non_null(cta);
    assert_true(warp < warps);
    while ((status = source->next(source, cta, warp, &i, error)) == 1)
        n += put(text + n, sizeof text - (size_t)n, &i);
    source->close_cta(source, cta);
    assert_int_equal(source->next_kernel(source, &launch, error), 0);
    source->close(source);
    return status < 0 ? error->text : text;
}

#define TRIED(cta, warp, ...) stream_of(opened((const char *const[]){__VA_ARGS__, NULL}, &error), cta, warp, &error)

/* Arrays off-chip: a at 0, wide at 1000 (of 4000 bytes), own at 1400 (2 words of 32 lanes, 2 warps, 6 CTAs: c00), line
 * at 2000, picture (3 x 2 blocks of 64 bytes) at 2100, fixed at 2300. Of CTA 4, (1, 1), thread 0 of warp 1 is (0, 4),
 * number 192 of the grid. */
static void addresses_are_those_of_the_expressions(void **state) {
    struct rh_error error = {""};
    (void)state;
    assert_string_equal(TRIED(4, 1, "load a[thread]", "load a[100*cta_x + 10*cta_y + x + y]", "load wide[t]",
                              "load a[999 - t*t/(x + 1)%7]"),
                        "0 load of ff G4 300,304,308 r1; 1 load of ff G4 1c8,1cc,1d0 r2; "
                        "2 load of ff G16 1200,1210,1220 r3; 3 load of ff G4 f94,f88,f9c r4; ");
    assert_string_equal(TRIED(4, 1, "store own[1]", "load line[x]", "load picture[x - 1, 7]", "load fixed[3]",
                              "load left[t]", "load right[y]"),
                        "0 store of ff L4 1d80,1d84,1d88; 1 load of ff T4 2000,2004,2008 r1; "
                        "2 load of ff T4 21d0,21d0,21d4 r2; 3 load of ff C4 230c,230c,230c r3; "
                        "4 load of ff S4 80,84,88 r4; 5 load of ff S8 120,120,120 r5; ");
}

/* Rounds repeat the same code. Threads 0 to 3 go one way, the others the other; a thread goes as many rounds as its own
 * count says; who has none executes nothing. */
static void blocks_repeat_and_narrow(void **state) {
    struct rh_error error = {""};
    (void)state;
    assert_string_equal(TRIED(0, 1, "loop k 2:", " loop m k + 1:", "  load a[10*k + m]", "barrier"),
                        "0 load of ff G4 0,0,0 r1; 0 load of ff G4 28,28,28 r1; 0 load of ff G4 2c,2c,2c r1; "
                        "1 barrier of ff; ");
    assert_string_equal(
        TRIED(0, 1, "if x < 4:", " if x >= 2:", "  integer ()", "else:", " loop k x - 5:", "  single ()", "double ()"),
        "0 integer of c r1; 1 single of c0 r2; 1 single of 80 r2; 2 double of ff r3; ");
    assert_string_equal(TRIED(0, 0, "if 0 - 1:", " integer ()"), "0 integer r1; ");
    assert_string_equal(TRIED(0, 0, "if t > 40:", " integer ()", "if t <= 31:", " integer ()", "else:", " integer ()",
                              "if t != 3:", " special ()", "if t == 3:", " special ()"),
                        "1 integer r2; 3 special of fffffff7 r4; 4 special of 8 r5; ");
}

/* Without brackets: a load waits for the computation before it, the others also for loads that nobody waited for. */
static void results_are_waited_for(void **state) {
    struct rh_error error = {""};
    (void)state;
    assert_string_equal(TRIED(0, 0, "integer 3", "load a[t]", "load a[t]", "single 2", "store a[t]"),
                        "0 integer x3 r1; 3 load G4 0,4,8 r2 (1); 4 load G4 0,4,8 r3 (1); 5 single x2 r4 (1,3,2); "
                        "7 store G4 0,4,8 (4); ");
    assert_string_equal(TRIED(0, 0, "s = integer ()", "loop k 2:", " v = load a[k] ()", " w = load a[k + 9] ()",
                              " s = single (v, s)", "store a[0] (s)", "atomic a[1]"),
                        "0 integer r1; 1 load G4 0,0,0 r2; 2 load G4 24,24,24 r3; 3 single r1 (2,1); "
                        "1 load G4 4,4,4 r2; 2 load G4 28,28,28 r3; 3 single r1 (2,1); 4 store G4 0,0,0 (1); "
                        "5 atomic G4 4,4,4 r4 (1,3); ");
}

/* The same number for the same seed, place, thread and round, another for another of these. */
static void random_numbers_hang_on_seed_place_thread_and_round(void **state) {
    struct rh_error error = {""};
    char first[256];
    (void)state;
#define DRAWN(cta, ...) TRIED(cta, 1, __VA_ARGS__)
    (void)snprintf(first, sizeof first, "%s", DRAWN(0, "load a[random(1000)]"));
    assert_string_equal(first, "0 load of ff G4 ecc,48c,a98 r1; ");
    assert_string_equal(DRAWN(0, "load a[random(1000)]"), first);
    assert_string_not_equal(DRAWN(1, "load a[random(1000)]"), first);
    assert_string_not_equal(DRAWN(0, "load a[0 + random(1000)]"), first);
    (void)snprintf(first, sizeof first, "%s", DRAWN(0, "loop k 2:", " load a[random(1000)]"));
    const char *second = strstr(first, "; ") + 2;
    assert_memory_not_equal(first, second, (size_t)(second - first));
    setup.seed = 2;
    assert_string_not_equal(DRAWN(0, "load a[random(1000)]"), "0 load of ff G4 ecc,48c,a98 r1; ");
    setup.seed = 1;
}

static void wrong_texts_are_refused_at_their_place(void **state) {
    struct rh_error error = {""};
    (void)state;
    assert_string_equal(
        TRIED(0, 0, "integer", "lod a[t]"),
        "k.yaml:2:1: found 'lod', expected integer, divide, single, double, special, load, store, atomic, "
        "barrier, loop, if or else");
    assert_string_equal(TRIED(0, 0, "load b[t]"), "k.yaml:1:6: found 'b', expected the name of an array");
    assert_string_equal(TRIED(0, 0, "load a"), "k.yaml:1:7: found the end, expected [");
    assert_string_equal(TRIED(0, 0, "load a[t"), "k.yaml:1:9: found the end, expected ]");
    assert_string_equal(TRIED(0, 0, "load a[2*(t + 1]"), "k.yaml:1:16: found ']', expected )");
    assert_string_equal(TRIED(0, 0, "load a[k]"), "k.yaml:1:8: found 'k', expected a number, (, random, t, x, y, z, "
                                                  "thread, cta, cta_x, cta_y, cta_z or the name of a loop");
    assert_string_equal(TRIED(0, 0, "loop k 2:", " integer", "load a[k]"),
                        "k.yaml:3:8: found 'k', expected a number, (, random, t, x, y, z, thread, cta, cta_x, cta_y, "
                        "cta_z or the name of a loop");
    assert_string_equal(TRIED(0, 0, "load picture[t]"),
                        "k.yaml:1:15: found ']', expected , and a row, for it has two dimensions");
    char deep[200], *end = deep;
    end += sprintf(end, "load a[");
    memset(end, '(', 65);
    (void)sprintf(end + 65, "0");
    assert_string_equal(TRIED(0, 0, deep), "k.yaml:1:73: found '0', expected at most 64 parentheses one in the other");
    assert_string_equal(TRIED(0, 0, "store fixed[t]"),
                        "k.yaml:1:7: found 'fixed', expected an array in memory that a kernel can write");
    assert_string_equal(TRIED(0, 0, "x = load a[t]"),
                        "k.yaml:1:1: found 'x', expected a name of 1 to 31 letters that means nothing else");
    assert_string_equal(TRIED(0, 0, "v = store a[t]"),
                        "k.yaml:1:5: found 'store', expected an instruction with a "
                        "result: integer, divide, single, double, special, load or atomic");
    assert_string_equal(TRIED(0, 0, "single 2 (v)"),
                        "k.yaml:1:11: found 'v', expected the name of a result from above");
    assert_string_equal(TRIED(0, 0, "integer 0"),
                        "k.yaml:1:9: found '0', expected a number of instructions from 1 to 1000000000");
    assert_string_equal(TRIED(0, 0, "integer 2 2"), "k.yaml:1:11: found '2', expected the end of the instruction");
    assert_string_equal(TRIED(0, 0, "if t < 4:", " barrier"),
                        "k.yaml:2:2: found 'barrier', expected a barrier outside of what only some threads do");
    assert_string_equal(TRIED(0, 0, "loop k t:", " barrier"),
                        "k.yaml:2:2: found 'barrier', expected a barrier outside of what only some threads do");
    assert_string_equal(TRIED(0, 0, "integer", "else:", " integer"),
                        "k.yaml:2:1: found 'else', expected else directly behind an if");
    assert_string_equal(TRIED(0, 0, "if t < 4:", " integer", "else:", " integer", "else:", " integer"),
                        "k.yaml:5:1: found 'else', expected else directly behind an if");
    assert_string_equal(TRIED(0, 0, "loop k 2:", " loop k 2:", "  integer"),
                        "k.yaml:2:7: found 'k', expected a name that no loop around it has");
    assert_string_equal(TRIED(0, 0, "loop k 2"),
                        "k.yaml:1:1: found 'loop', expected a colon behind it and a list of instructions below");
    assert_string_equal(TRIED(0, 0, "barrier:"),
                        "k.yaml:1:1: found 'barrier', expected loop, if or else in front of a list of instructions");
}

static void what_only_a_run_shows_is_refused_at_its_place(void **state) {
    struct rh_error error = {""};
    (void)state;
    assert_string_equal(TRIED(4, 1, "integer", "load a[thread + 808]"),
                        "k.yaml:2:1: found a: element 1000 of CTA 4, thread 32, expected 0 to 999");
    assert_string_equal(TRIED(0, 0, "load a[9223372036854775807*2]"),
                        "k.yaml:1:1: found a result of more than 64 bits, one side 2 of CTA 0, thread 0, expected one "
                        "that fits");
    assert_string_equal(TRIED(0, 0, "loop k 9000000:", " if 0:", "  integer", "integer"),
                        "k.yaml:2:2: found 16777216 of CTA 0, thread 0, expected an instruction before so many blocks "
                        "begin or end");
}

/* A stream of a kernel of data placement: 32 threads a block, an array of 40 elements that wraps. */
static const char *of_kernel(const struct rh_kernel *kernel, const char *letters, uint64_t cta, uint32_t warp) {
    static struct rh_error error;
    rh_placement_of place = {0};
    for (unsigned a = 0; a < kernel->arrays; a++)
        while (rh_space_letter((enum rh_space)place[a]) != letters[a])
            place[a]++;
    return stream_of(rh_warp_program_of_kernel("tried", kernel, place, &error), cta, warp, &error);
}

/* Global loads have two instructions for their address, textures none, constants one. Only the loads are waited for;
 * what is loaded in the first step alone, and stored in the last, is missing in the others. */
static void steps_are_loads_computation_stores(void **state) {
    struct rh_kernel kernel = rh_kernel_default();
    (void)state;
    kernel.threads = 32;
    kernel.blocks = 4;
    kernel.steps = 2;
    kernel.computation = 3;
    kernel.arrays = 3;
    for (unsigned a = 0; a < 3; a++) {
        kernel.array[a] = rh_kernel_array_default();
        kernel.array[a].elements = 100;
    }
    kernel.array[0].step = 10;
    kernel.array[1].when = RH_KERNEL_FIRST;
    kernel.array[2].when = RH_KERNEL_LAST;
    kernel.array[2].store = true;
    /* Block 3: threads 96 to 127, of which the fifth wraps. Arrays at 0, 512, 1024. */
    assert_string_equal(of_kernel(&kernel, "GTG", 3, 0),
                        "0 integer x2 r2; 2 load G4 180,184,188 r3 (2); 3 load T4 380,384,388 r5; "
                        "4 single x3 r240 (3,5); 0 integer x2 r2; 2 load G4 18,1c,20 r3 (2); 4 single x3 r240 (3,5); "
                        "7 integer x2 r6; 9 store G4 580,584,588 (240,6); ");
    kernel.steps = 1;
    kernel.ilp = 2;
    kernel.array[2].store = false;
    assert_string_equal(of_kernel(&kernel, "CTG", 0, 0),
                        "0 integer r2; 1 load C4 0,4,8 r3 (2); 2 load T4 200,204,208 r5; 3 integer x2 r6; "
                        "5 load G4 400,404,408 r7 (6); 6 single r240 (3,5,7); 7 single r241 (3,5,7); "
                        "8 single r240 (3,5,7); ");
    kernel.special = 5;
    assert_string_equal(of_kernel(&kernel, "CTG", 0, 0), "special: found 5, expected 0: a run takes what its "
                                                         "instructions take, and a `program` can have these");
}

/* A tile of 80 words, 320 bytes, is three lines: warp 0 copies two of them, warp 1 one, and both meet at a barrier. */
static void tiles_are_filled_first(void **state) {
    struct rh_kernel kernel = rh_kernel_default();
    (void)state;
    kernel.threads = 64;
    kernel.blocks = 4;
    kernel.arrays = 1;
    kernel.array[0] = rh_kernel_array_default();
    kernel.array[0].elements = 320;
    kernel.array[0].tile = 80;
    assert_string_equal(of_kernel(&kernel, "S", 2, 0),
                        "0 integer x2 r1; 2 load G4 280,284,288 r480 (1); 0 integer x2 r1; "
                        "2 load G4 380,384,388 r481 (1); 3 integer r1; 4 store S4 0,4,8 (480); 3 integer r1; "
                        "4 store S4 100,104,108 (481); 5 barrier; 6 integer r2; 7 load S4 c0,c4,c8 r3 (2); ");
    assert_string_equal(of_kernel(&kernel, "S", 2, 1),
                        "0 integer x2 r1; 2 load G4 300,304,308 r480 (1); 3 integer r1; 4 store S4 80,84,88 (480); "
                        "5 barrier; 6 integer r2; 7 load S4 0,4,8 r3 (2); ");
}

/* The last CTA of 2^31 - 1 is opened as the first one is. */
static void a_grid_takes_no_memory(void **state) {
    struct rh_error error = {""};
    const struct rh_warp_program_setup kept = setup;
    (void)state;
    setup = (struct rh_warp_program_setup){.name = "wide", .grid = {INT32_MAX, 1, 1}, .cta = {32, 1, 1}};
    assert_string_equal(TRIED(INT32_MAX - 1, 0, "load a[cta % 1000]"), "0 load G4 a18,a18,a18 r1; ");
    setup = kept;
}

static void wrong_setups_are_refused(void **state) {
    struct rh_error error = {""};
    struct rh_warp_program_setup wrong = setup;
    (void)state;
    wrong.cta[1] = 200;
    assert_null(rh_warp_program_open(&wrong, &error));
    assert_string_equal(error.text, "cta: found 1600 threads, expected at most 1024");
    wrong = setup;
    wrong.grid[1] = INT32_MAX;
    assert_null(rh_warp_program_open(&wrong, &error));
    assert_string_equal(error.text, "grid: found 6442450941 CTAs, expected at most 2147483647");
    struct rh_warp_program *p = rh_warp_program_open(&setup, &error);
    assert_false(rh_warp_program_array(
        p, &(struct rh_warp_program_array){.name = "odd", .space = RH_WARP_SPACE_GLOBAL, .bytes = 12, .elements = 1},
        &error));
    assert_string_equal(error.text, "odd: found bytes 12, expected 1, 2, 4, 8 or 16");
    assert_false(rh_warp_program_array(
        p,
        &(struct rh_warp_program_array){
            .name = "flat", .space = RH_WARP_SPACE_GLOBAL, .bytes = 4, .elements = 8, .columns = 4},
        &error));
    assert_string_equal(error.text, "flat: found columns 4, expected none but of a texture of whole rows");
    rh_warp_program_close(p);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(addresses_are_those_of_the_expressions),
        cmocka_unit_test(blocks_repeat_and_narrow),
        cmocka_unit_test(results_are_waited_for),
        cmocka_unit_test(random_numbers_hang_on_seed_place_thread_and_round),
        cmocka_unit_test(wrong_texts_are_refused_at_their_place),
        cmocka_unit_test(what_only_a_run_shows_is_refused_at_its_place),
        cmocka_unit_test(steps_are_loads_computation_stores),
        cmocka_unit_test(tiles_are_filled_first),
        cmocka_unit_test(a_grid_takes_no_memory),
        cmocka_unit_test(wrong_setups_are_refused),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
