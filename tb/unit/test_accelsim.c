// SPDX-License-Identifier: Apache-2.0
// Do Accel-Sim traces of every version come out as warps, instructions and addresses, block by block in fixed memory,
// and is what is wrong refused by its place?
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include <malloc.h>
#include <sys/stat.h>

#include "cmodel/trace/rh_accelsim.h"
#include "packed_file.h"

#define BASES                                                                                                          \
    "-shmem base_addr = 0x0000700000000000\n"                                                                          \
    "-local mem base_addr = 0x0000700002000000\n"
#define VERSION(n)                 "-accelsim tracer version = " #n "\n"
#define FORMAT                     "#traces format = PC mask dest_num ...\n\n"
#define ONE_WARP                   "-kernel name = one\n-grid dim = (1,1,1)\n-block dim = (32,1,1)\n"
#define BLOCK(place, warps)        "\n#BEGIN_TB\n\nthread block = " place "\n\n" warps "\n#END_TB\n"
#define WARP(number, count, lines) "warp = " number "\ninsts = " count "\n" lines

static char said[8192];
static size_t length;

__attribute__((format(printf, 1, 2))) static void say(const char *format, ...) {
    va_list list;
    va_start(list, format);
    length += (size_t)vsnprintf(said + length, sizeof said - length, format, list);
    va_end(list);
}

/* "@first +4*3 -8": the first active lane's address and the steps from lane to lane, equal ones counted. */
static void say_addresses(const struct rh_warp_instruction *i) {
    uint64_t last = 0;
    int64_t step = 0;
    unsigned same = 0, lanes = 0;
    for (unsigned k = 0; k < RH_WARP_LANES; k++) {
        if ((i->active >> k & 1) == 0)
            continue;
        int64_t next = (int64_t)(i->address[k] - last);
        if (lanes++ == 0) {
            say(" @%llx", (unsigned long long)i->address[k]);
        } else if (same > 0 && next == step) {
            same++;
        } else {
            say(same == 0 ? "" : " %+lld*%u", (long long)step, same);
            step = next;
            same = 1;
        }
        last = i->address[k];
    }
    say(same == 0 ? "" : " %+lld*%u", (long long)step, same);
}

/* A warp's stream in words: "0: load global 4 @1000 +4*31 -> 5 <- 3". */
static const char *stream_of(struct rh_warp_source *source, struct rh_warp_cta *cta, uint32_t warp) {
    struct rh_warp_instruction i;
    struct rh_error error = {""};
    length = 0;
    said[0] = '\0';
    while (source->next(source, cta, warp, &i, &error) == 1) {
        assert_int_equal(i.count, 1);
        say("%s%llx: %s", length == 0 ? "" : "; ", (unsigned long long)i.pc, rh_warp_op_name(i.op));
        if (rh_warp_op_accesses(i.op))
            say(" %s %u", rh_warp_space_name(i.space), i.bytes);
        if (i.active != 0xffffffff)
            say(" of %x", i.active);
        assert_int_equal(i.address != NULL, rh_warp_op_accesses(i.op));
        if (i.address != NULL)
            say_addresses(&i);
        if (i.writes != 0)
            say(" -> %u", i.writes);
        for (unsigned k = 0; k < i.reads; k++)
            say(" <- %u", i.read[k]);
    }
    assert_string_equal(error.text, "");
    return said;
}

static struct rh_warp_source *open_file(const char *file) {
    struct rh_error error = {""};
    struct rh_warp_source *source = rh_accelsim_open(file, &error);
    assert_string_equal(error.text, "");
    assert_non_null(source);
    return source;
}

static struct rh_kernel_launch launch_of(struct rh_warp_source *source) {
    struct rh_kernel_launch launch;
    struct rh_error error = {""};
    int status = source->next_kernel(source, &launch, &error);
    assert_string_equal(error.text, "");
    assert_int_equal(status, 1);
    return launch;
}

static struct rh_warp_cta *cta_of(struct rh_warp_source *source, uint64_t number, uint32_t warps) {
    uint32_t found = 0;
    struct rh_error error = {""};
    struct rh_warp_cta *cta = source->open_cta(source, number, &found, &error);
    assert_string_equal(error.text, "");
    assert_non_null(cta);
    assert_int_equal(found, warps);
    return cta;
}

/* Warp 0 of CTA 0 of a file. */
static const char *first_warp(const char *file) {
    struct rh_warp_source *source = open_file(file);
    (void)launch_of(source);
    struct rh_warp_cta *cta = cta_of(source, 0, 1);
    const char *words = stream_of(source, cta, 0);
    source->close_cta(source, cta);
    source->close(source);
    return words;
}

/* The only warp of a file with these lines of the head and one instruction. */
static const char *only_line(const char *head, const char *line) {
    char text[2048];
    snprintf(text, sizeof text, ONE_WARP "%s" FORMAT BLOCK("0,0,0", WARP("0", "1", "%s\n")), head, line);
    return first_warp(put_text("line.traceg", text));
}

static void lines_of_every_tracer_are_read(void **state) {
    (void)state;
    static const char *const placed[] = {"", VERSION(1), VERSION(2)};
    for (unsigned i = 0; i < 3; i++)
        assert_string_equal(only_line(placed[i], "0 0 0 0 0290 ffff0000 1 R8 LDG.E.SYS 1 R2 4 1 0x00007fe033702880 4 "),
                            "290: load global 4 of ffff0000 @7fe033702880 +4*15 -> 9 <- 3");
    assert_string_equal(only_line(VERSION(3), "0010 ffffffff 1 R1 IMAD.MOV.U32 2 R255 R255 0 "), "10: integer -> 2");
    assert_string_equal(only_line(VERSION(4), "00a0 ffffffff 1 R12 LDG.E.128.SYS 1 R2 16 1 0x7f580face400 16 0 "),
                        "a0: load global 16 @7f580face400 +16*31 -> 13 <- 3");
    assert_string_equal(only_line(VERSION(5), "01e0 ffffffff 0 STG.E.128.SYS 2 R8 R12 16 1 0x7f580fb3c400 16 -1 "),
                        "1e0: store global 16 @7f580fb3c400 +16*31 <- 9 <- 13");
    assert_string_equal(only_line(VERSION(5), "0050 00000001 0 BRA 0 0 528 "), "50: integer of 1");
    assert_string_equal(only_line(VERSION(5) "-enable lineinfo = 1\n", "77 0050 ffffffff 0 BAR.SYNC 0 0 -1"),
                        "50: barrier");
    assert_string_equal(only_line("-enable lineinfo = 1\n", "0 0 0 0 12 0050 ffffffff 0 EXIT 0 0"), "50: integer");
    assert_string_equal(only_line(VERSION(5) "-enable lineinfo = 0\n-new key\n-other (1,2)\n",
                                  "\t0050  ffffffff\t0  NOP 0   0 18446744073709551615"),
                        "50: integer");
}

static void addresses_are_those_of_each_mode(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"0 ffffffff 0 LDG 0 4 0 0x1 0x2 0x3 0x4 0x5 0x6 0x7 0x8 0x9 0xa 0xb 0xc 0xd 0xe 0xf 0x10 0x11 0x12 0x13 0x14 "
         "0x15 0x16 0x17 0x18 0x19 0x1a 0x1b 0x1c 0x1d 0x1e 0x1f 0xffffffffffffff20",
         "0: load global 4 @1 +1*30 -255*1"},
        {"0 80000101 0 LDG 0 4 0 0x00007fe033702880 0x00007fe033702884 0x0000000000000010",
         "0: load global 4 of 80000101 @7fe033702880 +4*1 -140600912390260*1"},
        {"0 000000f0 0 LDG 0 1 1 0x1000 -1", "0: load global 1 of f0 @1000 -1*3"},
        {"0 ffffffff 0 LDG 0 8 1 0x1000 0", "0: load global 8 @1000 +0*31"},
        {"0 80000000 0 LDG 0 8 1 0x1000 0", "0: load global 8 of 80000000 @1000"},
        {"0 80000000 0 LDG 0 8 2 0x1000", "0: load global 8 of 80000000 @1000"},
        {"0 00011011 0 LDG 0 8 2 0xe8d4a51000 4 4 -1000000000000",
         "0: load global 8 of 11011 @e8d4a51000 +4*2 -1000000000000*1"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        assert_string_equal(only_line(VERSION(3), rows[i][0]), rows[i][1]);
        char line[1024];
        snprintf(line, sizeof line, "%s 7", rows[i][0]);
        assert_string_equal(only_line(VERSION(4), line), rows[i][1]);
    }
}

static void opcodes_have_classes_and_spaces(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"LDG.E.U8", "load global"},      {"LDGSTS.E.BYPASS.128", "load global"},
        {"STG.E", "store global"},        {"RED.E.ADD", "atomic global"},
        {"ATOMG.E.CAS", "atomic global"}, {"LDL.64", "load local"},
        {"STL", "store local"},           {"LDS.U.128", "load shared"},
        {"LDSM.16.M88.4", "load shared"}, {"STS.64", "store shared"},
        {"ATOMS.ADD", "atomic shared"},   {"LDC.64", "load constant"},
        {"ULDC.64", "load constant"},     {"TEX.SCR.LL", "load texture"},
        {"TLD.LZ", "load texture"},       {"TLD4.SCR", "load texture"},
        {"TXD", "load texture"},          {"LD.E", "load global"},
        {"ST.E", "store global"},         {"ATOM.E.ADD", "atomic global"},
        {"SULD.D.BA", "load global"},
    };
    static const char *const others[][2] = {
        {"FADD.FTZ", "single"},
        {"FFMA", "single"},
        {"FMUL32I", "single"},
        {"HADD2_32I", "single"},
        {"HFMA2.MMA", "single"},
        {"DADD", "double"},
        {"DFMA.RZ", "double"},
        {"MUFU.RSQ", "special"},
        {"BAR.SYNC", "barrier"},
        {"BAR", "barrier"},
        {"BARX", "integer"},
        {"IADD3.X", "integer"},
        {"REDUX.SUM", "integer"},
        {"F", "integer"},
        {"FADD32IFADD32I", "integer"},
        {"EXIT", "integer"},
        {"TEX.SCR", "integer"},
        {"LDC", "integer"},
        {"WARPSYNC.EXCLUSIVE", "integer"},
    };
    char line[256], expected[256];
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        snprintf(line, sizeof line, "0 1 0 %s 1 R254 2 0 0x10000 0", rows[i][0]);
        snprintf(expected, sizeof expected, "0: %s 2 of 1 @10000 <- 255", rows[i][1]);
        assert_string_equal(only_line(VERSION(5) BASES, line), expected);
    }
    for (unsigned i = 0; i < sizeof others / sizeof others[0]; i++) {
        snprintf(line, sizeof line, "0 1 0 %s 0 0 0", others[i][0]);
        snprintf(expected, sizeof expected, "0: %s of 1", others[i][1]);
        assert_string_equal(only_line(VERSION(5), line), expected);
    }
    // An address, but no access.
    assert_string_equal(only_line(VERSION(5), "0 3 0 CCTL.IVALL 0 4 1 0x40 4 0"), "0: integer of 3");
}

static void generic_accesses_are_where_their_address_is(void **state) {
    (void)state;
    static const char *const rows[][2] = {
        {"LD.E 0 4 1 0x700000000000 4", "load shared 4 of 3 @0 +4*1"},
        {"ST.E 0 4 0 0x700000fffffc 0x700000000010", "store shared 4 of 3 @fffffc -16777196*1"},
        {"LD.E 0 4 1 0x700001000000 4", "load global 4 of 3 @700001000000 +4*1"},
        {"LD.E 0 4 2 0x6ffffffffffc 4", "load global 4 of 3 @6ffffffffffc +4*1"},
        {"ST.E 0 4 2 0x700002fffff8 4", "store local 4 of 3 @fffff8 +4*1"},
        {"ATOM.E.ADD 0 4 2 0x700003000000 4", "atomic global 4 of 3 @700003000000 +4*1"},
        {"LDG.E 0 4 1 0x700000000000 4", "load global 4 of 3 @700000000000 +4*1"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char line[256], expected[256];
        snprintf(line, sizeof line, "0 3 0 %s", rows[i][0]);
        snprintf(expected, sizeof expected, "0: %s", rows[i][1]);
        assert_string_equal(only_line(VERSION(3) BASES, line), expected);
    }
    // Without bases in the head all of them are global.
    assert_string_equal(only_line(VERSION(3), "0 1 0 LD.E 0 4 0 0x10"), "0: load global 4 of 1 @10");
}

static void what_is_predicated_off_issues_and_does_nothing_else(void **state) {
    (void)state;
    static const char *const lines[] = {
        "0 00000000 1 R4 LDG.E.SYS 1 R2 4 1 0x7f5800000007 -52 0",
        "0 00000000 1 R4 LDG.E.SYS 1 R2 4 2 0x10 0",
        "0 00000000 1 R4 LDG.E.SYS 1 R2 4 0 0",
        "0 00000000 1 R4 LDNEW 1 R2 4 2 0x10 7 7 7 0",
        "0 00000000 1 R4 BAR.SYNC 1 R2 0 0",
        "0 00000000 1 R4 DADD 1 R2 0 0",
    };
    for (unsigned i = 0; i < sizeof lines / sizeof lines[0]; i++)
        assert_string_equal(only_line(VERSION(5), lines[i]), "0: integer of 0 -> 5 <- 3");
}

#define NOP(pc) pc " ffffffff 0 NOP 0 0\n"

static void ctas_are_the_blocks_of_the_file_in_its_order(void **state) {
    (void)state;
    struct rh_error error = {""};
    uint32_t warps;
    struct rh_warp_source *source = open_file(put_text(
        "blocks.traceg",
        "\n-kernel name = void f<int, 2>(x = 3)\n-kernel id = 7\n-grid dim = (3,2,1)\n"
        "-block dim = (16,4,1)\n-shmem = 4096\n-nregs = 40\n" VERSION(3) FORMAT
            /* warps in any order, one that is empty, and one that the file does not have */
            BLOCK("2,1,0", WARP("1", "2", NOP("10") "\n" NOP("18")) WARP("0", "0", "")) BLOCK(
                "0,0,0", WARP("0", "1", NOP("20"))) "\r\n#BEGIN_TB\r\nthread block = 1,0,0\r\nwarp = 0\r\ninsts = 1\r\n"
                                                    "30 ffffffff 0 NOP 0 0\r\n#END_TB\r\n" BLOCK(
                                                        "0,1,0", WARP("1", "1", NOP("40")))
                                                        BLOCK("1,1,0", WARP("0", "1", NOP("50")))
                                                            BLOCK("2,0,0", WARP("0", "1", NOP("60"))) "\n\n"));
    for (unsigned round = 0; round < 2; round++) {
        struct rh_kernel_launch launch = launch_of(source);
        assert_string_equal(launch.name, "void f<int, 2>(x = 3)");
        assert_int_equal(launch.ctas, 6);
        assert_int_equal(launch.cta_warps, 2);
        assert_int_equal(launch.registers, 40);
        assert_int_equal(launch.shared, 4096);
        assert_int_equal(launch.resident, 0);
        struct rh_warp_cta *zero = cta_of(source, 0, 2), *one = cta_of(source, 1, 2);
        assert_string_equal(stream_of(source, zero, 1), "10: integer; 18: integer");
        assert_string_equal(stream_of(source, one, 0), "20: integer");
        source->close_cta(source, zero);
        assert_string_equal(stream_of(source, one, 1), "");
        source->close_cta(source, one);
        struct rh_warp_cta *three = cta_of(source, 3, 2); // the block of CTA 2 is passed over
        assert_string_equal(stream_of(source, three, 0), "");
        assert_string_equal(stream_of(source, three, 1), "40: integer");
        source->close_cta(source, three);
        assert_null(source->open_cta(source, 2, &warps, &error));
        assert_error(&error, trace_path("blocks.traceg"),
                     ": found CTA 2, expected one from 4 to 5, in ascending order");
        struct rh_warp_cta *five = cta_of(source, 5, 2);
        assert_string_equal(stream_of(source, five, 0), "60: integer");
        source->close_cta(source, five);
        assert_int_equal(source->next_kernel(source, &launch, &error), 0);
        assert_int_equal(source->notes.absent, 0);
        assert_true(source->rewind(source, &error));
    }
    source->close(source);
}

#define SCATTER SCATTER_OF("(2,1,1)")
#define SCATTER_OF(grid)                                                                                               \
    "-kernel name = scatter\n-grid dim = " grid "\n-block dim = (32,1,1)\n" VERSION(5)                                 \
        FORMAT BLOCK("0,0,0", WARP("0", "2",                                                                           \
                                   "0080 ffffffff 1 R0 LDG.E.64 1 R10 8 1 0x9000 8 0 \n"                               \
                                   "0090 00000031 0 STG.E.64 2 R12 R0 8 0 0xb000 0xb100 0xa000 0 \n"))
#define SCATTERED "80: load global 8 @9000 +8*31 -> 1 <- 11; 90: store global 8 of 31 @b000 +256*1 -4352*1 <- 13 <- 1"

static void lists_name_copies_and_kernels(void **state) {
    (void)state;
    static const char *const filters[] = {"xz", "zstd", "gzip"}, *const suffixes[] = {".xz", ".zst", ".gz"};
    struct rh_error error = {""};
    struct rh_kernel_launch launch;
    char name[64];
    (void)put_text("kernel-1.traceg", SCATTER);
    for (unsigned i = 0; i < 3; i++) {
        snprintf(name, sizeof name, "kernel-%u.traceg%s", i + 2, suffixes[i]);
        (void)put_packed(name, filters[i], SCATTER, strlen(SCATTER));
    }
    struct rh_warp_source *source =
        open_file(put_text("kernelslist.g", "ncclCommInitAll\nMemcpyHtoD,0x0000000000010000,128\nkernel-1.traceg\n\n"
                                            "kernel-2.traceg \nMemcpyDtoH,0x0000000000010000,128\n"
                                            "MemcpyHtoD,0x7f5800000000,5000000000\nkernel-3.traceg\n"
                                            "kernel-4.traceg.gz\n"));
    struct rh_warp_source_notes notes = source->notes;
    assert_int_equal(notes.copies, 2);
    assert_int_equal(notes.bytes, 5000000128);
    for (unsigned round = 0; round < 2; round++) {
        for (unsigned k = 0; k < 4; k++) {
            launch = launch_of(source);
            assert_string_equal(launch.name, "scatter");
            assert_int_equal(launch.ctas, 2);
            struct rh_warp_cta *cta = cta_of(source, 0, 1);
            assert_string_equal(stream_of(source, cta, 0), SCATTERED);
            source->close_cta(source, cta);
        }
        assert_int_equal(source->next_kernel(source, &launch, &error), 0);
        assert_true(source->rewind(source, &error));
    }
    source->close(source);
    assert_string_equal(first_warp(trace_path("kernel-2.traceg.xz")), SCATTERED);
}

static void a_trace_may_come_through_a_pipe(void **state) {
    (void)state;
    char pipe[160], command[512];
    snprintf(pipe, sizeof pipe, "%s", trace_path("pipe"));
    assert_int_equal(mkfifo(pipe, 0600), 0);
    snprintf(command, sizeof command, "cat '%s' >'%s' &", put_text("scatter.traceg", SCATTER), pipe);
    assert_int_equal(system(command), 0);
    assert_string_equal(first_warp(pipe), SCATTERED);
}

static void a_grid_may_have_blocks_that_nobody_traced(void **state) {
    (void)state;
    struct rh_warp_source *source = open_file(put_text("few.traceg", SCATTER_OF("(5,1,1)")));
    (void)launch_of(source);
    struct rh_warp_cta *cta = cta_of(source, 0, 1), *absent = cta_of(source, 1, 1);
    assert_string_equal(stream_of(source, absent, 0), "");
    assert_string_equal(stream_of(source, cta, 0), SCATTERED);
    assert_int_equal(source->notes.absent, 4); /* none of them need be opened */
    assert_true(source->notes.ended);
    source->close_cta(source, cta);
    source->close_cta(source, absent);
    struct rh_error error = {""};
    assert_true(source->rewind(source, &error));
    assert_int_equal(source->notes.absent, 0);
    source->close(source);
}

/* 20,000 blocks of 4 warps, of which two are open at any time, take what two blocks take. */
static void a_grid_of_any_size_takes_the_memory_of_its_open_ctas(void **state) {
    (void)state;
    enum { BLOCKS = 20000, WARPS = 4 };
    char *text = malloc((size_t)BLOCKS * 400), *at = text;
    at += sprintf(at, "-grid dim = (%d,1,1)\n-block dim = (128,1,1)\n" VERSION(3) FORMAT, BLOCKS);
    for (int b = 0; b < BLOCKS; b++) {
        at += sprintf(at, "#BEGIN_TB\nthread block = %d,0,0\n", b);
        for (int w = 0; w < WARPS; w++)
            at += sprintf(at, "warp = %d\ninsts = 1\n%x ffffffff 1 R4 LDG.E 1 R2 4 1 0x%x 4\n", w, w, b);
        at += sprintf(at, "#END_TB\n");
    }
    const char *path = put_bytes("many.traceg", text, (size_t)(at - text));
    free(text);
    struct rh_warp_source *source = open_file(path);
    (void)launch_of(source);
    size_t first = 0, most = 0;
    struct rh_warp_cta *before = cta_of(source, 0, WARPS);
    for (uint64_t b = 1; b < BLOCKS; b++) {
        struct rh_warp_cta *cta = cta_of(source, b, WARPS);
        size_t used = mallinfo2().uordblks;
        first = b == 1 ? used : first;
        most = used > most ? used : most;
        source->close_cta(source, before);
        before = cta;
    }
    assert_string_equal(stream_of(source, before, 3), "3: load global 4 @4e1f +4*31 -> 5 <- 3");
    source->close_cta(source, before);
    source->close(source);
    assert_in_range(most, first, first + 4096);
}

/* Opens the file, its kernels and their CTAs until something is refused. */
static struct rh_error refusal_of(const char *path) {
    struct rh_error error = {""};
    struct rh_kernel_launch launch;
    struct rh_warp_source *source = rh_accelsim_open(path, &error);
    if (source == NULL)
        return error;
    while (error.text[0] == '\0' && source->next_kernel(source, &launch, &error) == 1)
        for (uint64_t c = 0; error.text[0] == '\0' && c < launch.ctas; c++) {
            uint32_t warps;
            struct rh_warp_cta *cta = source->open_cta(source, c, &warps, &error);
            if (cta != NULL)
                source->close_cta(source, cta);
        }
    source->close(source);
    return error;
}

static void wrong_lines_are_named_by_their_place(void **state) {
    (void)state;
    static const struct {
        const char *head, *line, *error;
    } rows[] = {
        {VERSION(3), "", ":11:1: found '#END_TB', expected an instruction, for 'insts =' says so"},
        {VERSION(3), "0 f 0 NOP 0 0\n0 f 0 NOP 0 0",
         ":11:1: found '0', expected 'warp =' or #END_TB, for 'insts =' says so"},
        {VERSION(3), "warp = 1", ":10:1: found 'warp', expected an instruction, for 'insts =' says so"},
        {VERSION(3), "x f 0 NOP 0 0", ":10:1: found 'x', expected a PC (a number from 0 to 4294967295, hexadecimal)"},
        {VERSION(3), "0 fffg 0 NOP 0 0",
         ":10:3: found 'fffg', expected a mask of lanes (a number from 0 to 4294967295, hexadecimal)"},
        {VERSION(3), "0 fffffffff 0 NOP 0 0",
         ":10:3: found 'fffffffff', expected a mask of lanes (a number from 0 to 4294967295, hexadecimal)"},
        {VERSION(3), "0 f 2 R1 R2 NOP 0 0",
         ":10:5: found '2', expected a number of destinations (a number from 0 to 1, decimal)"},
        {VERSION(3), "0 f 1 NOP 0 0", ":10:7: found 'NOP', expected a register, R0 to R255"},
        {VERSION(3), "0 f 1 R256 NOP 0 0", ":10:7: found 'R256', expected a register, R0 to R255"},
        {VERSION(3), "0 f 0 4 0 0", ":10:7: found '4', expected an opcode"},
        {VERSION(3), "0 f 0 NOP 33 0",
         ":10:11: found '33', expected a number of sources (a number from 0 to 32, decimal)"},
        {VERSION(3), "0 f 0 NOP 1 0", ":10:13: found '0', expected a register, R0 to R255"},
        {VERSION(3), "0 f 0 NOP 0",
         ":10:12: found the end of the line, expected bytes a lane (a number from 0 to 255, decimal)"},
        {VERSION(3), "0 f 0 NOP 0 0 0", ":10:15: found '0', expected the end of the line"},
        {VERSION(5), "0 f 0 NOP 0 0",
         ":10:14: found the end of the line, expected an immediate (a number below 2^64, decimal)"},
        {VERSION(5), "0 f 0 NOP 0 0 0x5", ":10:15: found '0x5', expected an immediate (a number below 2^64, decimal)"},
        {VERSION(3), "0 f 0 LDNEW.E 0 4 1 0x0 4",
         ":10:7: found 'LDNEW.E', expected an opcode of tables/sass.def, for this line has addresses"},
        {VERSION(3), "0 f 0 LDG 0 4 3 0x0",
         ":10:15: found '3', expected an address mode: 0 all, 1 base and stride, 2 base and deltas (a number from 0 to "
         "2, decimal)"},
        {VERSION(3), "0 f0f 0 LDG 0 4 1 0x0 4",
         ":10:17: found '1', expected address mode 0 or 2, for a stride needs a mask of contiguous lanes"},
        {VERSION(3), "0 f 0 LDG 0 4 0 0x0 0x4 0x8",
         ":10:28: found the end of the line, expected an address that begins with 0x"},
        {VERSION(5), "0 f 0 LDG 0 4 0 0x0 0x4 0x8 0", ":10:29: found '0', expected an address that begins with 0x"},
        {VERSION(3), "0 f 0 LDG 0 4 0 0x0 0xg",
         ":10:23: found 'g', expected an address (a number below 2^64, hexadecimal)"},
        {VERSION(3), "0 f 0 LDG 0 4 1 0x0 -x", ":10:22: found 'x', expected a stride (a number below 2^64, decimal)"},
        {VERSION(3), "0 f 0 LDG 0 4 2 0x0 4 4",
         ":10:24: found the end of the line, expected a delta for each further lane (a number below 2^64, decimal)"},
        {VERSION(3), "0 f 0 LDG 0 4 2 0x0 4 4 4 4", ":10:27: found '4', expected the end of the line"},
        {VERSION(2), "0 1 0 0 0 f 0 NOP 0 0",
         ":10:3: found '1', expected the block and the warp that the lines above name"},
        {VERSION(6), "", ":4:28: found '6', expected a version of the tracer (a number from 0 to 5, decimal)"},
        {"-shmem =\n", "",
         ":4:9: found the end of the line, expected bytes of shared memory (a number from 0 to "
         "4294967295, decimal)"},
        {"-grid dim 4\n", "", ":4:12: found the end of the line, expected '=' and a value"},
        {"-grid dim = 4,1,1\n", "", ":4:13: found '4', expected '('"},
        {"-grid dim = (4,1)\n", "", ":4:17: found ')', expected ','"},
        {"-grid dim = (4,1,0)\n", "", ":4:18: found '0)', expected blocks (a number from 1 to 2147483647, decimal)"},
        {"-block dim = (32,33,1)\n", "",
         ":5: found a grid of 1,1,1 blocks of 1056 threads before this line, expected at most 2147483647,65535,65535 "
         "blocks of 1024"},
        {VERSION(3), "0 3 0 LDG 0 4 1 0xfffffffffffffffc 4",
         ":10:15: found '1', expected addresses of which no lane's goes below 0 or beyond 64 bits"},
        {VERSION(3), "0 3 0 LDG 0 4 1 0x10 -20",
         ":10:15: found '1', expected addresses of which no lane's goes below 0 or beyond 64 bits"},
        {VERSION(3), "0 3 0 LDG 0 4 0 0x10 0xfffffffffffffffd",
         ":10:15: found '0', expected addresses of which no lane's goes below 0 or beyond 64 bits"},
        {VERSION(3), "0 7 0 LDG 0 4 2 0x8 4 -13",
         ":10:15: found '2', expected addresses of which no lane's goes below 0 or beyond 64 bits"},
        {"-block dim = (8,1,1)\n" VERSION(3), "0 1ff 0 NOP 0 0",
         ":11:3: found '1ff', expected a mask of lanes that the block has threads for"},
        {"-grid dim = (2,1,1)\n" VERSION(3), "0 f 0 NOP 0 0\n#END_TB\n\n#BEGIN_TB\nthread block = 0,0,0\nwarp = 0",
         ":15:16: found '0', expected each block of a grid once"},
        {"grid\n", "", ":4:1: found 'grid', expected a line '-KEY = VALUE', or '#traces format' behind the last one"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        char text[1024];
        snprintf(text, sizeof text,
                 ONE_WARP "%s#traces format\n#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 1\n%s\n#END_TB\n",
                 rows[i].head, rows[i].line);
        const char *path = put_text("bad.traceg", text);
        struct rh_error error = refusal_of(path);
        char shifted[512];
        snprintf(shifted, sizeof shifted, "%s", rows[i].error);
        assert_error(&error, path, shifted);
    }
}

static void wrong_files_are_named_by_their_place(void **state) {
    (void)state;
    static const struct {
        const char *text, *error;
    } rows[] = {
        {"", ":1:1: found the end of the line, expected '-kernel name =' of an Accel-Sim trace, or a list with a line "
             "'kernel-'"},
        {"0000 ffffffff 1 R4 LDG.E.SYS 1 R2 4 1 0x10000 4 0\n",
         ":1:1: found '0000', expected '-kernel name =' of an Accel-Sim trace, or a list with a line 'kernel-'"},
        {"MemcpyHtoD,0x10;5\n", ":1:12: found '0x10;5', expected the address of a copy (a number below 2^64, "
                                "hexadecimal)"},
        {"MemcpyHtoD\n", ":1:11: found the end of the line, expected ','"},
        {"MemcpyHtoD,0x10\n", ":1:16: found the end of the line, expected ','"},
        {"MemcpyHtoD,0x10,5\nkernel-none.traceg\n",
         ":2:1: found 'kernel-none.traceg', expected a file beside the list that can be read, perhaps with .xz, .gz or "
         ".zst behind its name"},
        {"-kernel name = x\n",
         ":1: found the end of the file, expected a line '-KEY = VALUE', or '#traces format' behind the last one"},
        {"-kernel name = x\n#BEGIN_TB\n",
         ":2:10: found the end of the line, expected a line '-KEY = VALUE', or '#traces format' behind the last one"},
        {"-block dim = (1,1,1)\n#traces format\n", ":2: found no line '-grid dim =' before this one, expected it"},
        {"-grid dim = (1,1,1)\n#traces format\n", ":2: found no line '-block dim =' before this one, expected it"},
        {ONE_WARP FORMAT "thread block = 0,0,0\n", ":6:1: found 'thread', expected #BEGIN_TB"},
        {ONE_WARP FORMAT "#BEGIN_TB\nwarp = 0\n", ":7:1: found 'warp', expected 'thread block ='"},
        {ONE_WARP FORMAT "#BEGIN_TB\nthread block = 0,1,0\n",
         ":7:18: found '1', expected a block of the grid (a number from 0 to 0, decimal)"},
        {ONE_WARP FORMAT "#BEGIN_TB\nthread block = 0,0,0\nwarp = 1\n",
         ":8:8: found '1', expected a warp of the block (a number from 0 to 0, decimal)"},
        {ONE_WARP FORMAT "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\nwarp = 0\n",
         ":9:1: found 'warp', expected 'insts ='"},
        {ONE_WARP FORMAT "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 0\nwarp = 0\n",
         ":10:1: found 'warp', expected each warp of a block once"},
        {ONE_WARP FORMAT "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 0\n\n",
         ":10: found the end of the file, expected 'warp =' or #END_TB, for 'insts =' says so"},
        {ONE_WARP FORMAT "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 0\n#BEGIN_TB\n",
         ":10:1: found '#BEGIN_TB', expected 'warp =' or #END_TB, for 'insts =' says so"},
        {ONE_WARP FORMAT BLOCK("0,0,0", "") BLOCK("0,0,0", ""),
         ":14:1: found '#BEGIN_TB', expected the end of the file, for its grid has no more blocks"},
    };
    for (unsigned i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        const char *path = put_text("bad.traceg", rows[i].text);
        struct rh_error error = refusal_of(path);
        assert_error(&error, path, rows[i].error);
    }
    static const char nul[] = ONE_WARP VERSION(3) FORMAT "#BEGIN_TB\nthread block = 0,0,0\nwarp = 0\ninsts = 1\n"
                                                         "0 f 0 NOP 0 0\0 1\n#END_TB\n";
    const char *path = put_bytes("nul.traceg", nul, sizeof nul - 1);
    struct rh_error error = refusal_of(path);
    assert_error(&error, path, ":11:14: found a NUL byte, expected text");
    path = put_packed("cut.traceg.gz", "gzip", SCATTER, strlen(SCATTER));
    assert_int_equal(truncate(path, 150), 0);
    error = refusal_of(path);
    assert_non_null(
        strstr(error.text, "found damaged or truncated data (truncated gzip input), expected a whole file"));
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(lines_of_every_tracer_are_read),
        cmocka_unit_test(addresses_are_those_of_each_mode),
        cmocka_unit_test(opcodes_have_classes_and_spaces),
        cmocka_unit_test(generic_accesses_are_where_their_address_is),
        cmocka_unit_test(what_is_predicated_off_issues_and_does_nothing_else),
        cmocka_unit_test(ctas_are_the_blocks_of_the_file_in_its_order),
        cmocka_unit_test(lists_name_copies_and_kernels),
        cmocka_unit_test(a_trace_may_come_through_a_pipe),
        cmocka_unit_test(a_grid_may_have_blocks_that_nobody_traced),
        cmocka_unit_test(a_grid_of_any_size_takes_the_memory_of_its_open_ctas),
        cmocka_unit_test(wrong_lines_are_named_by_their_place),
        cmocka_unit_test(wrong_files_are_named_by_their_place),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
