// SPDX-License-Identifier: Apache-2.0
// Drives the adapter's dram_t as GPGPU-Sim's memory_partition_unit::dram_cycle does: what has returned is popped, the
// DRAM has its clock, one request goes in where it is not full.
//
//   gpgpusim_user fifo|frfcfs|drain|groups REQUESTS   exit 1 where a count is not what was sent
#include <cstdlib>
#include <cstring>

#include "dram.h"
#include "gpu-sim.h"
#include "l2cache.h"
#include "mem_fetch.h"
#include "mem_latency_stat.h"

static void expect(bool good, const char *what) {
    if (good)
        return;
    std::fprintf(stderr, "gpgpusim_user: expected %s\n", what);
    std::exit(1);
}

void dram_t::dram_log(int) { // GPGPU-Sim has it in gpu-sim.cc
    expect(mrqq_Dist != nullptr && que_length() <= 1000, "a place for samples of the queue");
}

// The GDDR3 of quadro_fx5800.
static memory_config config_of(const char *kind) {
    memory_config c = memory_config();
    c.nbk = 8, c.nbkgrp = 1, c.tCCD = 2, c.tRRD = 8, c.tRCD = 12, c.tRAS = 25, c.tRP = 10, c.tRC = 35, c.tCDLR = 6;
    c.tWR = 11, c.CL = 10, c.WL = 7, c.BL = 4, c.busW = 4, c.gpu_n_mem_per_ctrlr = 2, c.data_command_freq_ratio = 2;
    c.tRTW = c.CL + c.BL / 2 + 2 - c.WL, c.dram_atom_size = c.BL * c.busW * c.gpu_n_mem_per_ctrlr;
    c.scheduler_type = std::strcmp(kind, "fifo") == 0 ? DRAM_FIFO : DRAM_FRFCFS;
    c.gpgpu_frfcfs_dram_sched_queue_size = 32;
    if (std::strcmp(kind, "drain") == 0) {
        c.seperate_write_queue_enabled = true, c.gpgpu_frfcfs_dram_write_queue_size = 32;
        c.write_high_watermark = 28, c.write_low_watermark = 16;
    }
    if (std::strcmp(kind, "groups") == 0) {
        c.nbk = 16, c.nbkgrp = 4, c.tCCDL = 3, c.dual_bus_interface = true, c.elimnate_rw_turnaround = true;
        c.dram_bnk_indexing_policy = 2, c.dram_bnkgrp_indexing_policy = 1;
    }
    return c;
}

int main(int argc, char **argv) {
    expect(argc == 3, "KIND REQUESTS");
    const unsigned requests = static_cast<unsigned>(std::atoi(argv[2]));
    const memory_config config = config_of(argv[1]);
    gpgpu_sim gpu = gpgpu_sim();
    memory_partition_unit partition;
    memory_stats_t stats(config.nbk);
    dram_t dram(0, &config, &stats, &partition, &gpu);

    unsigned sent = 0, reads = 0, written_back = 0, returned = 0, commands = 0, refused = 0;
    unsigned long long random = 1;
    addrdec_t place = addrdec_t();
    while (returned + partition.written_back < requests) {
        if (mem_fetch *data = dram.return_queue_top()) {
            expect(data == dram.return_queue_pop() && data->is_reply(), "a reply, popped as it was seen");
            expect(data->status() == IN_PARTITION_MC_RETURNQ, "the status of the return queue");
            returned++;
            delete data;
        }
        dram.cycle();
        dram.dram_log(0);
        if (sent < requests && dram.full(false))
            refused++;
        if (sent < requests && !dram.full(false)) {
            random = random * 6364136223846793005U + 1442695040888963407U;
            if (random >> 62 == 0) // a new row now and then
                place.row = (random >> 40) % 4096, place.bk = (random >> 56) % config.nbk;
            const bool write = (random >> 33) % 4 == 0, back = write && (random >> 37) % 2 == 0;
            const unsigned bytes = 32U << (random >> 50) % 3;
            place.col = (random >> 45) % 64;
            dram.push(new mem_fetch(place, back ? L2_WRBK_ACC : write ? GLOBAL_ACC_W : GLOBAL_ACC_R, write, bytes));
            sent++, reads += !write, written_back += back, commands += bytes / 32;
        }
        expect(++gpu.gpu_sim_cycle < UINT64_C(1000) * requests, "an end");
    }
    expect(partition.written_back == written_back, "write-backs to end in the partition");
    expect(stats.noted == requests && stats.total_n_reads == reads, "each request in mem_latency_stat");
    unsigned activates = 0, accesses = 0;
    for (unsigned bank = 0; bank < config.nbk; bank++)
        activates += stats.activates[bank], accesses += stats.accesses[bank];
    unsigned cmd, activity, nop, act, pre, rd, wr, req;
    dram.set_dram_power_stats(cmd, activity, nop, act, pre, rd, wr, req);
    expect(req == requests && rd + wr == commands && accesses == commands, "a column command for every 32 bytes");
    expect(act == activates && act > 0 && act < requests && cmd == gpu.gpu_sim_cycle, "some activates and every clock");
    expect(cmd >= activity && activity >= 2 * commands && nop < cmd, "clocks of activity");
    expect(refused > 0 && dram.que_length() == 0 && !dram.returnq_full(), "a queue that was full and is empty");
    dram.print(stdout);
    dram.print_stat(stdout);
    dram.visualize();
    gzFile none = gzopen("visualizer.gz", "wb");
    dram.visualizer_print(none);
    gzclose(none);
}
