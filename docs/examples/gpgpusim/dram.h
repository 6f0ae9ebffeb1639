// SPDX-License-Identifier: Apache-2.0
// GPGPU-Sim's dram_t, served by rowhold: see dram.cc.
#ifndef DRAM_H
#define DRAM_H

#include <stdio.h>
#include <stdlib.h>
#include <zlib.h>

#include <bitset>
#include <deque>
#include <fstream>
#include <iomanip>
#include <set>
#include <sstream>
#include <string>
#include <vector>

#include "delayqueue.h"

#define READ 'R'
#define WRITE 'W'

enum bank_index_function { LINEAR_BK_INDEX = 0, BITWISE_XORING_BK_INDEX, IPOLY_BK_INDEX, CUSTOM_BK_INDEX };
enum bank_grp_bits_position { HIGHER_BITS = 0, LOWER_BITS };

class mem_fetch;
class memory_config;

class dram_t {
  public:
    dram_t(unsigned partition_id, const memory_config *config, class memory_stats_t *stats,
           class memory_partition_unit *partition, class gpgpu_sim *gpu);
    ~dram_t();
    dram_t(const dram_t &) = delete;
    dram_t &operator=(const dram_t &) = delete;

    bool full(bool is_write) const;
    void push(mem_fetch *data);
    void cycle();
    mem_fetch *return_queue_top();
    mem_fetch *return_queue_pop();
    bool returnq_full() const;
    unsigned que_length() const;
    unsigned queue_limit() const;

    void print(FILE *file) const;
    void print_stat(FILE *file);
    void visualize() const;
    void visualizer_print(gzFile file);
    void dram_log(int task); // in gpu-sim.cc
    void set_dram_power_stats(unsigned &cmd, unsigned &activity, unsigned &nop, unsigned &act, unsigned &pre,
                              unsigned &rd, unsigned &wr, unsigned &req) const;

    class memory_partition_unit *m_memory_partition_unit;
    class gpgpu_sim *m_gpu;
    unsigned id;
    const memory_config *m_config;

  private:
    struct counts {
        unsigned long long cmd, nop, activity, act, pre, rd, wr, req, busy, queued;
    };
    struct served;

    counts so_far() const;

    served *m_served;
    class memory_stats_t *m_stats;
    class Stats *mrqq_Dist; // of dram_log
    std::deque<mem_fetch *> m_returned;
    counts m_printed; // at the last sample of the visualizer
};

#endif
