// SPDX-License-Identifier: Apache-2.0
// Whatever stands in a file, and whatever a map says: requests inside the memory, or one line that names the place. No
// crash, no hang.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "cmodel/trace/rh_command_trace.h"
#include "cmodel/trace/rh_stream.h"
#include "rounds.h"
#include "rowhold/rh_judge.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_random.h"
#include "trace_file.h"
#include "trace_preset.h"

static const char *const seeds[] = {
    "# geometry: channels=2 banks=4 rows=16 columns=16 column_bytes=32\ncycle,op,channel,bank,row,column,bytes\n"
    "1,R,0,1,2,3,64\n9,W,1,3,15,15,32\n",
    "# geometry: channels=4 banks=8 bank_groups=2 rows=8 columns=8 column_bytes=64\n"
    "op,channel,bank_group,bank,row,column,data,space\nW,3,1,2,5,7,beef,global\nR,0,0,0,0,0,,\n",
    "cycle,op,address,bytes,core,warp,created,colour\n1,R,0x40,128,1,2,3,red\n5,W,0x2000,4,1,2,3,\n",
    "0x40 READ 1\n0x1fe0 WRITE 7\n",
    "0x40 R\n0x1fe0 W\n",
    "LD 0x40\nST 8160\n",
    "3 64\n0 0x40 8160\n1 96 W\n",
    "R 0,0,1,2,3\nW 1,0,3,15,15\n",
    "R 0,0,0,1,2,3\nW 1,0,0,3,15,15\n",
    "5: read 0x40\n6: (4) write 0x80 0xdeadbeef\n",
    "r,64,64,2,500\nw,8160,32,0,1500\n",
    "gem5\x05\x0a\x01m\x18\x7d\x08\x08\x05\x10\x01\x18\x40\x20\x40\x08\x08\x09\x10\x04\x18\x60\x20\x20",
};
static const char *const maps[] = {"row:bank:column:channel",
                                   "row[4]:bank[2]:column[4]:channel[1]:byte[5],bank^=row[1:0]",
                                   "row:bank_group:bank:column[2]:channel:column,channel^=row[3]"};
static const char spice[] = "0123456789abcdefxRWLDST,:()[]^=# \t\n-.\r\"\x01\xff";

/* Change, remove, repeat or insert a few bytes. */
static size_t mangle(char *text, size_t length, size_t room, uint64_t *random) {
    unsigned changes = (unsigned)(rh_random_draw(random) % 4);
    for (unsigned i = 0; i < changes && length > 1; i++) {
        size_t at = rh_random_draw(random) % length;
        char byte = spice[rh_random_draw(random) % (sizeof spice - 1)];
        switch (rh_random_draw(random) % 4) {
        case 0:
            text[at] = byte;
            break;
        case 1:
            memmove(text + at, text + at + 1, --length - at);
            break;
        case 2:
            length = at + 1;
            break;
        default:
            if (length + 8 < room) {
                size_t n = 1 + rh_random_draw(random) % 7;
                memmove(text + at + n, text + at, length - at);
                memset(text + at, byte, n);
                length += n;
            }
        }
    }
    return length;
}

static void assert_one_line(const struct rh_error *error) {
    assert_int_not_equal(error->text[0], '\0');
    assert_null(strchr(error->text, '\n'));
    assert_non_null(strstr(error->text, ": found "));
    assert_non_null(strstr(error->text, ", expected "));
}

static void files(void **state) {
    (void)state;
    const struct rh_preset preset = small_preset();
    uint64_t random = 11, good = 0, refused = 0;
    for (unsigned round = 0; round < rounds(1500, 6000); round++) {
        char text[1024];
        const char *seed = seeds[round % (sizeof seeds / sizeof seeds[0])];
        size_t length = strlen(seed);
        memcpy(text, seed, length);
        length = mangle(text, length, sizeof text, &random);
        const struct rh_stream_setup setup = {.stream = put_bytes("t", text, length), .read_share = -1};
        struct rh_error error = {""};
        struct rh_stream *stream = rh_stream_open(&setup, &preset, &error);
        int status = stream == NULL ? -1 : 1;
        uint64_t requests = 0;
        while (status > 0) {
            struct rh_request r;
            status = stream->next(stream, &r, &error);
            if (status <= 0)
                break;
            requests++;
            assert_true(r.channel < stream->channels && r.bank < 4 && r.row < 16);
            assert_true(r.commands >= 1 && r.commands <= 8 && r.column + r.commands <= 16);
        }
        if (status < 0) {
            assert_one_line(&error);
            refused++;
        } else {
            assert_true(requests > 0);
            good++;
        }
        if (stream != NULL)
            stream->close(stream);
    }
    assert_true(good > 250 && refused > 250); // else the mangling tells nothing
}

static const char *const command_seeds[] = {
    "cycle,channel,command,bank_group,bank,row,column\n0,0,ACT,0,1,7,\n12,0,RD,0,1,,5\n40,0,PRE,,,,\n99,0,REF,,,,\n",
    "9 refresh -1 0 -1 -1 -0x1 -0x1\n20 activate 0 0 0 1 0x7 0x4\n40 write_p 0 0 0 1 0x7 0x4\n",
    "1, ACT, 0, 0, 1, 7, 4\n17, RD, 0, 0, 1, 7, 4\n61, PREA, 0, 0, -1, -1, -1\n77, REFab, 0, 0, -1, -1, -1\n",
    "clock,command,Channel,Rank,BankGroup,Bank,Row,Column,type,source\n1,ACT,0,0,0,1,7,4,0,0\n17,RD,0,0,0,1,7,4,0,0\n",
    "6,ACT,3\n10,ACT,2\n22,RD,3\n1560,PREA\n1576,REF\n",
    "0 ,ACT,0,0,1,7,0\n16,RD,0,0,1,7,4,00\n39,PRE,0,0,1,7,0\n59,END,0,0,0,0,0\n",
};

static bool count_command(void *user, uint64_t line, const struct rh_command_record *record, struct rh_error *error) {
    struct rh_judge *judge = user;
    struct rh_verdict verdict;
    (void)error;
    assert_true(line > 0 && (record->all || record->bank < 4));
    (void)rh_judge_command(judge, record, &verdict);
    return true;
}

static void command_files(void **state) {
    (void)state;
    const struct rh_preset preset = small_preset();
    const struct rh_command_trace trace = {.preset = &preset};
    struct rh_judge_setup setup = rh_judge_setup_from_preset(&preset);
    uint64_t random = 13, good = 0, refused = 0;
    for (unsigned round = 0; round < rounds(1500, 6000); round++) {
        char text[1024];
        const char *seed = command_seeds[round % (sizeof command_seeds / sizeof command_seeds[0])];
        size_t length = strlen(seed);
        memcpy(text, seed, length);
        length = mangle(text, length, sizeof text, &random);
        struct rh_error error = {""};
        struct rh_judge *judge = rh_judge_open(&setup);
        const char *path = put_bytes("c", text, length);
        if (rh_command_trace_read(path, &trace, count_command, judge, &error))
            good++;
        else {
            assert_one_line(&error);
            refused++;
        }
        rh_judge_close(judge);
    }
    assert_true(good > 250 && refused > 250);
}

static void address_maps(void **state) {
    (void)state;
    static const struct rh_map_shape shape = {2, 4, 2, 16, 16, 32, 1};
    uint64_t random = 12, good = 0, refused = 0;
    for (unsigned round = 0; round < rounds(10000, 60000); round++) {
        char text[256];
        const char *seed = maps[round % (sizeof maps / sizeof maps[0])];
        size_t length = strlen(seed);
        memcpy(text, seed, length);
        length = mangle(text, length, sizeof text, &random);
        text[length] = '\0';
        struct rh_map map;
        struct rh_error error = {""};
        if (!rh_map_parse(&map, text, &shape, &error)) {
            assert_one_line(&error);
            refused++;
            continue;
        }
        good++;
        struct rh_map_place place;
        uint64_t address = rh_random_draw(&random) % 65536 / 32 * 32;
        assert_true(rh_map_place(&map, address, &place));
        assert_true(place.channel < 2 && place.bank < 4 && place.row < 16 && place.column < 16);
        assert_int_equal(rh_map_address(&map, &place), address);
    }
    assert_true(good > 1500 && refused > 1500);
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(files),
        cmocka_unit_test(command_files),
        cmocka_unit_test(address_maps),
    };
    return cmocka_run_group_tests(tests, make_trace_folder, remove_trace_folder);
}
