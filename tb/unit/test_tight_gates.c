// SPDX-License-Identifier: Apache-2.0
// Is every rule exact? Rules with code of their own, and timing constraints for which a literal helps (all of them are
// in test_judge_sets.c), have a stream that is legal and one that is illegal by a hair: for rules of time the last
// command comes one clock earlier. The cycle numbers are worked out by hand from the presets' tables.
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>

#include <cmocka.h>

#include "judge_stream.h"

struct gate {
    const char *key, *preset, *changes;
    const char *legal, *illegal;
};

#define BURST "refresh=1 tREFI=1000 tRFC=40 tRFCpb=40 refresh_burst=2"

/* A device with refresh management, and three ACTs of bank 0 as close as tRC allows. */
#define RFM   "managed=1 refresh=0 RAAIMT=2 RAAMMT=3 RAADEC=1 tRFM=300 tRFMpb=100"
#define THREE "0 ACT 0 7; 39 PRE 0; 55 ACT 0 7; 94 PRE 0; 110 ACT 0 7; 149 PRE 0; "

/* Power-down and self-refresh as ddr4_2400 has them, and no refresh falls due. */
#define SLEEP "refresh=0 tXP=8 tCKE=6 tPDEN=2 tXS=432 tXSDLL=768 tCKESR=7"

/* gddr3: 4 banks, one bus. ddr4_2400: 4 groups of 4 banks, all-bank refresh. hbm2: 4 groups of 4 banks, two buses. */
static const struct gate gates[] = {
    {"command", "gddr3", NULL, "5 ACT 0 7", "5 NOP 0 7"},
    {"command", "gddr3", "explicit_precharge=1", "5 ACT 0 7; 17 RD 0 7", "5 ACT 0 7; 17 RDA 0 7"},
    {"command", "gddr3", NULL, "5 REF all", "5 RFM all"},
    {"command", "gddr3", NULL, "5 REF all", "5 PDE all"},
    {"command", "gddr3", NULL, "5 REF all", "5 SRE all"},
    {"range", "gddr3", NULL, "5 ACT 3 4095", "5 ACT 4 4095"},
    {"range", "gddr3", NULL, "5 ACT 3 4095", "5 ACT 3 4096"},
    {"range", "gddr3", NULL, "5 ACT 3 9; 17 RD 3 9 255", "5 ACT 3 9; 17 RD 3 9 256"},
    {"order", "gddr3", NULL, "10 ACT 0 7; 18 ACT 1 7", "10 ACT 0 7; 9 ACT 1 7"},
    {"command_bus", "gddr3", NULL, "0 ACT 0 7; 12 RD 0 7; 13 ACT 1 7", "0 ACT 0 7; 12 RD 0 7; 12 ACT 1 7"},
    {"command_bus", "hbm2", NULL, "0 ACT 0 7; 2 ACT 4 7; 40 PRE 0; 41 PRE 4",
     "0 ACT 0 7; 2 ACT 4 7; 40 PRE 0; 40 PRE 4"},
    /* an ACT takes two clocks of the row bus; with one bus it keeps column commands off too */
    {"command_bus", "hbm2", NULL, "0 ACT 0 7; 40 ACT 4 7; 42 PRE 0", "0 ACT 0 7; 40 ACT 4 7; 41 PRE 0"},
    {"command_bus", "hbm2", "refresh=2 tRREFD=1", "242 ACT 4 7; 244 REF 0", "242 ACT 4 7; 243 REF 0"},
    {"command_bus", "gddr3", "act_clocks=2", "0 ACT 0 7; 20 ACT 1 7; 22 RD 0 7", "0 ACT 0 7; 20 ACT 1 7; 21 RD 0 7"},
    /* and so does a RD or WR of two; row commands have a bus of their own where there are two */
    {"command_bus", "gddr3", "column_clocks=2", "0 ACT 0 7; 12 RD 0 7; 14 ACT 1 7", "0 ACT 0 7; 12 RD 0 7; 13 ACT 1 7"},
    {"command_bus", "gddr3", "column_clocks=2", "0 ACT 0 7; 12 WRA 0 7; 14 ACT 1 7",
     "0 ACT 0 7; 12 WRA 0 7; 13 ACT 1 7"},
    {"command_bus", "hbm2", "column_clocks=3 tCCD_S=2 tBURST=1",
     "0 ACT 0 7; 2 ACT 4 7; 18 RD 0 7; 19 ACT 8 7; 21 RD 4 7",
     "0 ACT 0 7; 2 ACT 4 7; 18 RD 0 7; 19 ACT 8 7; 20 RD 4 7"},
    {"act_open", "gddr3", NULL, "0 ACT 0 7; 21 PRE 0; 40 ACT 0 9", "0 ACT 0 7; 40 ACT 0 9"},
    {"bank_closed", "gddr3", NULL, "0 ACT 0 7; 12 RD 0 7", "0 ACT 0 7; 12 RD 1 7"},
    {"bank_closed", "gddr3", NULL, "0 ACT 0 7; 21 RD 0 7; 30 WR 0 7", "0 ACT 0 7; 21 RDA 0 7; 30 WR 0 7"},
    {"wrong_row", "gddr3", NULL, "0 ACT 0 7; 12 WR 0 7", "0 ACT 0 7; 12 WR 0 6"},
    {"pre_closed", "gddr3", NULL, "0 ACT 0 7; 21 PRE 0", "0 ACT 0 7; 21 PRE 1"},
    {"refresh_open", "ddr4_2400", NULL, "0 ACT 0 7; 39 PRE 0; 55 REF all", "0 ACT 0 7; 55 REF all"},
    {"refresh_open", "hbm2", "refresh=2", "0 ACT 1 7; 243 REF 0", "0 ACT 0 7; 243 REF 0"},
    {"refresh_kind", "ddr4_2400", NULL, "9360 REF all", "9360 REF 0"},
    {"refresh_kind", "hbm2", "refresh=2", "243 REF 0", "243 REF all"},
    {"refresh_turn", "hbm2", "refresh=2", "243 REF 0; 486 REF 1", "243 REF 0; 486 REF 2"},
    /* one bank of every group: bank 5 is bank 1 of its group */
    {"refresh_turn", "ddr5_4800", NULL, "1170 REF 0; 2340 REF 5", "1170 REF 0; 2340 REF 4"},
    {"refresh_kind", "ddr5_4800", NULL, "1170 REF 0", "1170 REF all"},
    {"refresh_open", "ddr5_4800", NULL, "1000 ACT 5 7; 1170 REF 0", "1000 ACT 4 7; 1170 REF 0"},
    {"tRP", "ddr5_4800", NULL, "1000 ACT 4 7; 1140 PRE 4; 1174 REF 0", "1000 ACT 4 7; 1140 PRE 4; 1173 REF 0"},
    {"tRFCpb", "ddr5_4800", NULL, "1170 REF 0; 1483 ACT 28 7", "1170 REF 0; 1482 ACT 28 7"},
    {"tRREFD", "ddr5_4800", NULL, "1170 REF 0; 1243 ACT 5 8", "1170 REF 0; 1242 ACT 5 8"},
    {"tRRD_REF_L", "ddr5_4800", NULL, "1159 ACT 5 8; 1171 REF 0", "1159 ACT 5 8; 1170 REF 0"},
    {"refresh_blocked", "ddr5_4800", NULL, "1170 ACT 5 8", "1170 ACT 4 8"},
    {"refresh_late", "ddr5_4800", NULL, "1323 REF 0", "1324 REF 0"},
    /* two refreshes in 2 tREFI = 2000 clocks, and none counts ahead of its time; one bank at a time, two of each
     * bank */
    {"refresh_burst", "gddr3", BURST, "100 REF all; 900 REF all; 2100 REF all",
     "100 REF all; 900 REF all; 2099 REF all"},
    {"refresh_burst", "gddr3", BURST " refresh=2",
     "9 REF 0; 109 REF 1; 209 REF 2; 309 REF 3; 409 REF 0; 509 REF 1; 609 REF 2; 709 REF 3; 2009 REF 0",
     "9 REF 0; 109 REF 1; 209 REF 2; 309 REF 3; 409 REF 0; 509 REF 1; 609 REF 2; 709 REF 3; 2008 REF 0"},
    {"refresh_burst", "gddr3", BURST " rank_bits=1 refresh=1",
     "9 REF all; 109 REF all2; 209 REF all; 309 REF all2; 2009 REF all",
     "9 REF all; 109 REF all2; 209 REF all; 309 REF all2; 2008 REF all"},
    {"tPPD", "ddr4_2400", "tPPD=4", "0 ACT 0 7; 20 ACT 5 7; 60 PRE 0; 64 PRE 5",
     "0 ACT 0 7; 20 ACT 5 7; 60 PRE 0; 63 PRE 5"},
    {"tPPD", "ddr4_2400", "tPPD=4", "0 ACT 0 7; 20 ACT 5 7; 60 PRE 0; 64 PRE all",
     "0 ACT 0 7; 20 ACT 5 7; 60 PRE 0; 63 PRE all"},
    {"tPPD", "ddr4_2400", "tPPD=4", "60 PRE all; 64 PRE all", "60 PRE all; 63 PRE all"},
    /* what a rank in power-down and self-refresh takes */
    {"power_down", "ddr4_2400", SLEEP, "10 PDE all; 16 PDX all; 24 ACT 0 7", "10 PDE all; 24 ACT 0 7"},
    {"power_down", "ddr4_2400", SLEEP, "10 PDE all; 30 PDX all", "10 PDE all; 30 PDE all"},
    {"power_down", "ddr4_2400", SLEEP, "10 SRE all; 30 SRX all", "10 SRE all; 30 PDX all"},
    {"power_down", "ddr4_2400", SLEEP, "10 SRE all; 30 SRX all", "10 SRE all; 500 REF all"},
    {"power_down", "ddr4_2400", SLEEP, "10 PDE all; 30 PDX all", "30 PDX all"},
    {"power_down", "ddr4_2400", SLEEP, "10 SRE all; 30 SRX all", "30 SRX all"},
    {"power_down", "ddr4_2400", SLEEP " rank_bits=1", "10 PDE all; 12 ACT 8 7", "10 PDE all8; 12 ACT 8 7"},
    {"power_down", "ddr4_2400", SLEEP, "10 PDE all; 16 PDX all; 24 PRE all", "10 PDE all; 24 PRE all"},
    {"tPDEN", "ddr4_2400", SLEEP, "0 ACT 0 7; 2 PDE all", "0 ACT 0 7; 1 PDE all"},
    {"tPDEN", "ddr4_2400", SLEEP, "0 ACT 0 7; 39 PRE 0; 41 PDE all", "0 ACT 0 7; 39 PRE 0; 40 PDE all"},
    {"tPDEN", "ddr4_2400", SLEEP, "5 REF all; 7 PDE all", "5 REF all; 6 PDE all"},
    {"tRDPDEN", "ddr4_2400", SLEEP, "0 ACT 0 7; 16 RD 0 7; 37 PDE all", "0 ACT 0 7; 16 RD 0 7; 36 PDE all"},
    {"tWRPDEN", "ddr4_2400", SLEEP, "0 ACT 0 7; 16 WR 0 7; 50 PDE all", "0 ACT 0 7; 16 WR 0 7; 49 PDE all"},
    {"tWRAPDEN", "ddr4_2400", SLEEP, "0 ACT 0 7; 16 WRA 0 7; 51 PDE all", "0 ACT 0 7; 16 WRA 0 7; 50 PDE all"},
    {"tPD", "ddr4_2400", SLEEP, "10 PDE all; 16 PDX all", "10 PDE all; 15 PDX all"},
    {"tCKE", "ddr4_2400", SLEEP, "10 PDE all; 16 PDX all; 22 PDE all", "10 PDE all; 16 PDX all; 21 PDE all"},
    {"tXP", "ddr4_2400", SLEEP, "10 PDE all; 16 PDX all; 24 ACT 0 7", "10 PDE all; 16 PDX all; 23 ACT 0 7"},
    {"tXP", "ddr4_2400", SLEEP, "0 ACT 0 7; 10 PDE all; 20 PDX all; 28 RD 0 7",
     "0 ACT 0 7; 10 PDE all; 20 PDX all; 27 RD 0 7"},
    {"tRP", "ddr4_2400", SLEEP, "0 ACT 0 7; 60 PRE 0; 76 SRE all", "0 ACT 0 7; 60 PRE 0; 75 SRE all"},
    /* what a row that auto-precharge closes needs holds for a PRE of all banks, too */
    {"tRAS", "ddr4_2400", NULL, "0 ACT 0 7; 16 RDA 0 7; 39 PRE all", "0 ACT 0 7; 16 RDA 0 7; 38 PRE all"},
    {"tRTP", "ddr4_2400", NULL, "0 ACT 0 7; 40 RDA 0 7; 49 PRE all", "0 ACT 0 7; 40 RDA 0 7; 48 PRE all"},
    {"tRTP", "ddr4_2400", "tRTP=40", "0 ACT 0 7; 20 RD 0 7; 30 RDA 0 7; 70 PRE all",
     "0 ACT 0 7; 20 RD 0 7; 30 RDA 0 7; 69 PRE all"},
    {"tWR", "ddr4_2400", NULL, "0 ACT 0 7; 16 WRA 0 7; 50 PRE all", "0 ACT 0 7; 16 WRA 0 7; 49 PRE all"},
    {"tWR", "ddr4_2400", "tRTP=8", "0 ACT 0 7; 16 WR 0 7; 41 RDA 0 7; 50 PRE all",
     "0 ACT 0 7; 16 WR 0 7; 41 RDA 0 7; 49 PRE all"},
    {"tRFC", "ddr4_2400", SLEEP, "5 REF all; 425 SRE all", "5 REF all; 424 SRE all"},
    {"refresh_open", "ddr4_2400", SLEEP, "0 ACT 0 7; 39 PRE 0; 76 SRE all", "0 ACT 0 7; 76 SRE all"},
    {"command_bus", "ddr4_2400", SLEEP " rank_bits=1", "10 ACT 8 7; 11 SRE all", "10 ACT 8 7; 10 SRE all"},
    {"tCKESR", "ddr4_2400", SLEEP, "10 SRE all; 17 SRX all", "10 SRE all; 16 SRX all"},
    {"tXS", "ddr4_2400", SLEEP, "10 SRE all; 17 SRX all; 449 ACT 0 7", "10 SRE all; 17 SRX all; 448 ACT 0 7"},
    {"tXSDLL", "ddr4_2400", SLEEP, "10 SRE all; 17 SRX all; 600 ACT 0 7; 785 RD 0 7",
     "10 SRE all; 17 SRX all; 600 ACT 0 7; 784 RD 0 7"},
    {"extra_refresh", "ddr4_2400", SLEEP, "10 SRE all; 17 SRX all; 449 REF all; 869 SRE all",
     "10 SRE all; 17 SRX all; 869 SRE all"},
    /* refresh management: an RFM needs what a REF does, and is over after its own time */
    {"refresh_open", "ddr4_2400", RFM, "0 ACT 1 7; 60 RFM 0", "0 ACT 0 7; 60 RFM 0"},
    {"refresh_open", "ddr4_2400", RFM, "0 ACT 1 7; 39 PRE 1; 60 RFM all", "0 ACT 1 7; 60 RFM all"},
    {"tRP", "ddr4_2400", RFM, "0 ACT 0 7; 60 PRE 0; 76 RFM all", "0 ACT 0 7; 60 PRE 0; 75 RFM all"},
    {"tRFM", "ddr4_2400", RFM, "5 RFM all; 305 ACT 0 7", "5 RFM all; 304 ACT 0 7"},
    {"tRFM", "ddr4_2400", RFM, "5 RFM all; 305 RFM 3", "5 RFM all; 304 RFM 3"},
    {"tRFMpb", "ddr4_2400", RFM, "5 RFM 3; 105 ACT 3 7", "5 RFM 3; 104 ACT 3 7"},
    {"tRFMpb", "ddr4_2400", RFM, "5 RFM 3; 105 REF all", "5 RFM 3; 104 REF all"},
    {"tRFMpb", "ddr5_4800", RFM " refresh=3", "5 RFM 1; 105 ACT 29 7", "5 RFM 1; 104 ACT 29 7"},
    {"tRREFD", "ddr5_4800", RFM " refresh=3", "5 RFM 0; 78 ACT 5 8", "5 RFM 0; 77 ACT 5 8"},
    {"tRRD_REF_L", "ddr5_4800", RFM " refresh=3", "5 ACT 5 8; 17 RFM 0", "5 ACT 5 8; 16 RFM 0"},
    /* three ACTs are all that a bank takes; an RFM takes two off its count, a REF one, and those of others none */
    {"RAAMMT", "ddr4_2400", RFM, THREE "165 RFM all; 465 ACT 0 7", THREE "165 ACT 0 7"},
    {"RAAMMT", "ddr4_2400", RFM, THREE "165 RFM 0; 265 ACT 0 7", THREE "165 RFM 1; 265 ACT 0 7"},
    {"RAAMMT", "ddr4_2400", RFM, THREE "165 REF all; 585 ACT 0 7",
     THREE "165 REF all; 585 ACT 0 7; 624 PRE 0; 640 ACT 0 7"},
    {"RAAMMT", "ddr4_2400", RFM, THREE "165 ACT 1 7", THREE "165 ACT 0 7"},
    /* bank 5 is bank 1 of its group */
    {"RAAMMT", "ddr5_4800", "managed=1 RAAIMT=2 RAAMMT=2 tRFMpb=313",
     "0 ACT 5 7; 77 PRE 5; 111 ACT 5 7; 188 PRE 5; 222 RFM 1; 535 ACT 5 7",
     "0 ACT 5 7; 77 PRE 5; 111 ACT 5 7; 188 PRE 5; 222 RFM 0; 535 ACT 5 7"},
    {"tRCDRD", "gddr3", NULL, "0 ACT 0 7; 12 RD 0 7", "0 ACT 0 7; 11 RD 0 7"},
    {"tRCDRD", "hbm2", NULL, "0 ACT 0 7; 16 RDA 0 7", "0 ACT 0 7; 15 RDA 0 7"},
    {"tRCDWR", "gddr3_k4j52324qh", NULL, "0 ACT 0 7; 4 WR 0 7", "0 ACT 0 7; 3 WR 0 7"},
    {"tRAS", "gddr3", NULL, "0 ACT 0 7; 21 PRE 0", "0 ACT 0 7; 20 PRE 0"},
    {"tRP", "gddr3", NULL, "0 ACT 0 7; 22 PRE 0; 35 ACT 0 8", "0 ACT 0 7; 22 PRE 0; 34 ACT 0 8"},
    {"tRP", "ddr4_2400", NULL, "0 ACT 0 7; 60 PRE 0; 76 REF all", "0 ACT 0 7; 60 PRE 0; 75 REF all"},
    /* every built-in preset has tRC = tRAS + tRP, so tRC binds alone only in a slower one */
    {"tRC", "gddr3", "tRC=40", "0 ACT 0 7; 21 PRE 0; 40 ACT 0 8", "0 ACT 0 7; 21 PRE 0; 39 ACT 0 8"},
    {"tRC", "ddr4_2400", "tRC=60", "0 ACT 0 7; 39 PRE 0; 60 REF all", "0 ACT 0 7; 39 PRE 0; 59 REF all"},
    {"tRRD_S", "ddr4_2400", NULL, "0 ACT 0 7; 4 ACT 4 7", "0 ACT 0 7; 3 ACT 4 7"},
    {"tRRD_L", "ddr4_2400", NULL, "0 ACT 0 7; 6 ACT 1 7", "0 ACT 0 7; 5 ACT 1 7"},
    {"tRRD_L", "gddr3", NULL, "0 ACT 0 7; 8 ACT 3 7", "0 ACT 0 7; 7 ACT 3 7"},
    /* banks 0 and 1 share 32 subarrays of 512 rows; more gates in test_judge_grains.c */
    {"subarray", "fgdram", NULL, "0 ACT 0 7; 8 RDA 0 7; 16 ACT 1 8", "0 ACT 0 7; 8 RDA 0 7; 15 ACT 1 8"},
    {"tFAW", "ddr4_2400", NULL, "0 ACT 0 7; 4 ACT 4 7; 8 ACT 8 7; 12 ACT 12 7; 26 ACT 1 7",
     "0 ACT 0 7; 4 ACT 4 7; 8 ACT 8 7; 12 ACT 12 7; 25 ACT 1 7"},
    /* tBURST is as long as tCCD_S in every built-in preset; a longer tCCD_S shows the rule alone */
    {"tCCD_S", "ddr4_2400", "tCCD_S=5", "0 ACT 0 7; 4 ACT 4 7; 20 RD 0 7; 25 RD 4 7",
     "0 ACT 0 7; 4 ACT 4 7; 20 RD 0 7; 24 RD 4 7"},
    {"tCCD_L", "ddr4_2400", NULL, "0 ACT 0 7; 6 ACT 1 7; 22 RD 0 7; 28 RD 1 7",
     "0 ACT 0 7; 6 ACT 1 7; 22 RD 0 7; 27 RD 1 7"},
    {"tCCD_L", "hbm2", NULL, "0 ACT 0 7; 16 WR 0 7; 20 WR 0 7 1", "0 ACT 0 7; 16 WR 0 7; 19 WR 0 7 1"},
    {"tRTW", "gddr3", NULL, "0 ACT 0 7; 12 RD 0 7; 21 WR 0 7", "0 ACT 0 7; 12 RD 0 7; 20 WR 0 7"},
    {"tRTW", "gddr3_k4j52324qh", NULL, "0 ACT 0 7; 12 RD 0 7; 19 WR 0 7", "0 ACT 0 7; 12 RD 0 7; 18 WR 0 7"},
    {"tRTW", "hbm2", NULL, "0 ACT 0 7; 2 ACT 4 7; 18 RD 0 7; 36 WR 4 7", "0 ACT 0 7; 2 ACT 4 7; 18 RD 0 7; 35 WR 4 7"},
    {"tWTR_S", "ddr4_2400", NULL, "0 ACT 0 7; 4 ACT 4 7; 20 WR 0 7; 39 RD 4 7",
     "0 ACT 0 7; 4 ACT 4 7; 20 WR 0 7; 38 RD 4 7"},
    {"tWTR_S", "qb_hbm", NULL, "0 ACT 0 7; 2 ACT 2 7; 18 WR 0 7; 25 RD 2 7",
     "0 ACT 0 7; 2 ACT 2 7; 18 WR 0 7; 24 RD 2 7"},
    {"tWTR_L", "gddr3", NULL, "0 ACT 0 7; 12 WR 0 7; 23 RD 0 7", "0 ACT 0 7; 12 WR 0 7; 22 RD 0 7"},
    {"tWTR_L", "gddr3_k4j52324qh", NULL, "0 ACT 0 7; 4 WR 0 7; 19 RD 0 7", "0 ACT 0 7; 4 WR 0 7; 18 RD 0 7"},
    {"tWTR_L", "hbm2", NULL, "0 ACT 0 7; 16 WR 0 7; 28 RD 0 7", "0 ACT 0 7; 16 WR 0 7; 27 RD 0 7"},
    /* the lint keeps tRTW and tCCD_S long enough for the data bus; without them the bus itself must hold */
    {"data_bus", "gddr3", "tRTW=1", "0 ACT 0 7; 12 RD 0 7; 19 WR 0 7", "0 ACT 0 7; 12 RD 0 7; 18 WR 0 7"},
    {"data_bus", "ddr4_2400", "tCCD_S=1", "0 ACT 0 7; 4 ACT 4 7; 20 RD 0 7; 24 RD 4 7",
     "0 ACT 0 7; 4 ACT 4 7; 20 RD 0 7; 23 RD 4 7"},
    {"rank_switch", "ddr4_2400", "rank_bits=1 tRTRS=2", "0 ACT 0 7; 1 ACT 8 7; 20 RD 0 7; 26 RD 8 7",
     "0 ACT 0 7; 1 ACT 8 7; 20 RD 0 7; 25 RD 8 7"}, /* more of ranks: test_judge_grains.c */
    {"tWR", "gddr3", NULL, "0 ACT 0 7; 12 WR 0 7; 31 PRE 0", "0 ACT 0 7; 12 WR 0 7; 30 PRE 0"},
    {"tWR", "gddr3_k4j52324qh", NULL, "0 ACT 0 7; 6 WR 0 7; 26 PRE 0", "0 ACT 0 7; 6 WR 0 7; 25 PRE 0"},
    {"tRTP", "ddr4_2400", NULL, "0 ACT 0 7; 40 RD 0 7; 49 PRE 0", "0 ACT 0 7; 40 RD 0 7; 48 PRE 0"},
    {"tRDA", "ddr4_2400", NULL, "0 ACT 0 7; 40 RDA 0 7; 65 ACT 0 8", "0 ACT 0 7; 40 RDA 0 7; 64 ACT 0 8"},
    {"tRDA", "ddr4_2400", NULL, "0 ACT 0 7; 40 RDA 0 7; 65 REF all", "0 ACT 0 7; 40 RDA 0 7; 64 REF all"},
    {"tWRA", "ddr4_2400", NULL, "0 ACT 0 7; 16 WRA 0 7; 66 ACT 0 8", "0 ACT 0 7; 16 WRA 0 7; 65 ACT 0 8"},
    /* the bank closes by an auto-precharge of its own, shorter recovery: RD, then WRA; WR, then RDA */
    {"tRTP_tRP", "gddr3", "tRTP=60", "0 ACT 0 7; 21 RD 0 7; 30 WRA 0 7; 94 ACT 0 8",
     "0 ACT 0 7; 21 RD 0 7; 30 WRA 0 7; 93 ACT 0 8"},
    {"tRTP_tRP", "gddr3", "refresh=1 tREFI=94 tRTP=60", "0 ACT 0 7; 21 RD 0 7; 30 WRA 0 7; 94 REF all",
     "0 ACT 0 7; 21 RD 0 7; 30 WRA 0 7; 93 REF all"},
    {"tWR_tRP", "gddr3", NULL, "0 ACT 0 7; 12 WR 0 7; 23 RDA 0 7; 44 ACT 0 8",
     "0 ACT 0 7; 12 WR 0 7; 23 RDA 0 7; 43 ACT 0 8"},
    {"tWR_tRP", "gddr3", "refresh=2", "0 ACT 0 7; 12 WR 0 7; 23 RDA 0 7; 44 REF 0",
     "0 ACT 0 7; 12 WR 0 7; 23 RDA 0 7; 43 REF 0"},
    {"tRFC", "ddr4_2400", NULL, "9360 REF all; 9780 ACT 3 8", "9360 REF all; 9779 ACT 3 8"},
    {"tRFC", "gddr3", "refresh=1", "6240 REF all; 6280 REF all", "6240 REF all; 6279 REF all"},
    {"tRFCpb", "hbm2", "refresh=2", "243 REF 0; 403 ACT 0 8", "243 REF 0; 402 ACT 0 8"},
    {"tRREFD", "hbm2", "refresh=2", "243 REF 0; 251 ACT 1 8", "243 REF 0; 250 ACT 1 8"},
    {"tRREFD", "hbm2", "refresh=2 tREFI=96 tRFCpb=1", "6 REF 0; 14 REF 1", "6 REF 0; 13 REF 1"},
    {"tRRD_REF_S", "hbm2", "refresh=2 tRRD_S=3 tRRD_L=5", "241 ACT 4 7; 244 REF 0", "241 ACT 4 7; 243 REF 0"},
    {"tRRD_REF_L", "hbm2", "refresh=2 tRRD_S=3 tRRD_L=5", "240 ACT 1 7; 245 REF 0", "240 ACT 1 7; 244 REF 0"},
    /* from the due clock: tRAS 39, less the clock before, 15 more PREs, tRP 16 */
    {"refresh_late", "ddr4_2400", NULL, "9429 REF all", "9430 REF all"},
    {"refresh_late", "gddr3", "refresh=1", "6276 REF all", "6277 REF all"},
    {"refresh_late", "gddr3", "refresh=1 tWR=40", "6301 REF all", "6302 REF all"},
    {"refresh_late", "gddr3", "refresh=1 tRTP=30", "6285 REF all", "6286 REF all"},
    {"refresh_late", "gddr3", "refresh=1 tRC=80", "6319 REF all", "6320 REF all"},
    {"refresh_late", "gddr3", "refresh=1 tREFI=30", "59 REF all", "60 REF all"},
    {"refresh_blocked", "ddr4_2400", NULL, "9359 ACT 0 1", "9360 ACT 0 1"},
    {"refresh_blocked", "gddr3", "refresh=1", "6227 ACT 0 1; 6239 RD 0 1", "6227 ACT 0 1; 6240 RD 0 1"},
    {"refresh_blocked", "hbm2", "refresh=2", "243 ACT 1 8", "243 ACT 0 8"},
    {"refresh_blocked", "hbm2", "refresh=2", "243 REF 0; 485 ACT 1 8", "243 REF 0; 486 ACT 1 8"},
    /* 486, less the clock before, tRAS 29, a clock for an ACT's second, tRP 16, tRRD less one: 1 */
    {"refresh_late", "hbm2", "refresh=2", "243 REF 0; 532 REF 1", "243 REF 0; 533 REF 1"},
    /* no tRREFD: the REF waits for an ACT's second clock only */
    {"refresh_late", "hbm2", "refresh=2 tRREFD=1 tRRD_L=6", "243 REF 0; 532 REF 1", "243 REF 0; 533 REF 1"},
    {"refresh_late", "hbm2", "refresh=2 tRREFD=1 act_clocks=1", "243 REF 0; 530 REF 1", "243 REF 0; 531 REF 1"},
    /* an ACT of the same group in the clock before, one of another group 5 clocks later: 6 + 4 - 2 = 8 */
    {"refresh_late", "hbm2", "refresh=2 tRRD_S=4 tRRD_L=6", "243 REF 0; 539 REF 1", "243 REF 0; 540 REF 1"},
    /* and then the second clock of an ACT of another rank */
    {"refresh_late", "hbm2", "refresh=2 rank_bits=1 tRRD_S=4 tRRD_L=6", "243 REF 0; 540 REF 1", "243 REF 0; 541 REF 1"},
};
enum { GATES = sizeof gates / sizeof gates[0] };

/* Rules of time: legal and illegal differ by one clock of the last command. */
static const char *const timed_checks[] = {"command_bus", "subarray",     "tFAW",         "data_bus",
                                           "rank_switch", "refresh_late", "refresh_burst"};

#define RH_RULE_CHECK(key, meaning)                            {#key, false},
#define RH_RULE_CONSTRAINT(key, from, to, scope, sum, meaning) {#key, true},
static const struct {
    const char *key;
    bool constraint;
} rows[] = {
#include "tables/rules.def"
};
#undef RH_RULE_CHECK
#undef RH_RULE_CONSTRAINT
enum { ROWS = sizeof rows / sizeof rows[0] };

static bool is_timed(const char *key) {
    for (unsigned i = 0; i < ROWS; i++)
        if (rows[i].constraint && strcmp(rows[i].key, key) == 0)
            return true;
    for (unsigned i = 0; i < sizeof timed_checks / sizeof timed_checks[0]; i++)
        if (strcmp(timed_checks[i], key) == 0)
            return true;
    return false;
}

static bool same(const struct rh_command_record *a, const struct rh_command_record *b) {
    return a->cycle == b->cycle && a->command == b->command && a->bank == b->bank && a->all == b->all &&
           a->row == b->row && a->column == b->column;
}

static void legal_at_t(void **state) {
    (void)state;
    for (unsigned i = 0; i < GATES; i++) {
        struct rh_judge *judge = stream_judge(gates[i].preset, gates[i].changes);
        struct stream stream = stream_parse(gates[i].legal);
        struct rh_verdict first = {.text = ""};
        unsigned broken = stream_run(judge, &stream, &first);
        if (broken != 0)
            print_error("%s on %s: '%s' should be legal: %s\n", gates[i].key, gates[i].preset, gates[i].legal,
                        first.text);
        assert_int_equal(broken, 0);
        assert_true(rh_judge_checks(judge) > 0);
        rh_judge_close(judge);
    }
}

/* Exactly one rule breaks, the last command breaks it, and the judge names it. */
static void illegal_by_a_hair(void **state) {
    (void)state;
    for (unsigned i = 0; i < GATES; i++) {
        struct rh_judge *judge = stream_judge(gates[i].preset, gates[i].changes);
        struct stream stream = stream_parse(gates[i].illegal);
        struct rh_verdict first = {.text = "nothing broken", .rule = ""};
        unsigned broken = stream_run(judge, &stream, &first);
        if (broken != 1 || strcmp(first.rule, gates[i].key) != 0)
            print_error("%s on %s: '%s': %u broken, %s\n", gates[i].key, gates[i].preset, gates[i].illegal, broken,
                        first.text);
        assert_string_equal(first.rule, gates[i].key);
        assert_int_equal(broken, 1);
        assert_true(same(&first.command, &stream.commands[stream.count - 1]));
        rh_judge_close(judge);
    }
}

static void timed_gates_are_one_clock_wide(void **state) {
    (void)state;
    for (unsigned i = 0; i < GATES; i++) {
        if (!is_timed(gates[i].key))
            continue;
        struct stream legal = stream_parse(gates[i].legal), illegal = stream_parse(gates[i].illegal);
        assert_int_equal(legal.count, illegal.count);
        struct rh_command_record *a = &legal.commands[legal.count - 1], *b = &illegal.commands[illegal.count - 1];
        bool late = strcmp(gates[i].key, "refresh_late") == 0;
        assert_int_equal(a->cycle, late ? b->cycle - 1 : b->cycle + 1);
        b->cycle = a->cycle;
        for (unsigned k = 0; k < legal.count; k++)
            assert_true(same(&legal.commands[k], &illegal.commands[k]));
    }
}

static void every_rule_with_code_of_its_own_has_a_gate(void **state) {
    (void)state;
    for (unsigned r = 0; r < ROWS; r++) {
        unsigned found = 0;
        for (unsigned i = 0; i < GATES; i++)
            found += strcmp(gates[i].key, rows[r].key) == 0;
        if (found == 0 && !rows[r].constraint)
            print_error("rule %s has no tight gate\n", rows[r].key);
        assert_true(found > 0 || rows[r].constraint);
    }
}

int main(void) {
    const struct CMUnitTest tests[] = {
        cmocka_unit_test(legal_at_t),
        cmocka_unit_test(illegal_by_a_hair),
        cmocka_unit_test(timed_gates_are_one_clock_wide),
        cmocka_unit_test(every_rule_with_code_of_its_own_has_a_gate),
    };
    return cmocka_run_group_tests(tests, NULL, NULL);
}
