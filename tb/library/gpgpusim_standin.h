// SPDX-License-Identifier: Apache-2.0
// A stand-in for what GPGPU-Sim's dram.cc sees of the simulator around it: the test gives it to the adapter under the
// names of GPGPU-Sim's headers.
#ifndef GPGPUSIM_STANDIN_H
#define GPGPUSIM_STANDIN_H

#include <cstdio>
#include <vector>

typedef unsigned long long new_addr_type;
enum mem_access_type { GLOBAL_ACC_R, GLOBAL_ACC_W, L1_WRBK_ACC, L2_WRBK_ACC };
enum mem_fetch_status { IN_PARTITION_MC_INTERFACE_QUEUE, IN_PARTITION_MC_RETURNQ };
enum dram_ctrl_t { DRAM_FIFO = 0, DRAM_FRFCFS = 1 };

template <class T> class fifo_pipeline {};
class Stats {
  public:
    explicit Stats(int most) : most(most) {}
    int most;
};
inline Stats *StatCreate(const char *, double, int most) {
    return new Stats(most);
}

struct addrdec_t {
    unsigned chip, bk, row, col, burst, sub_partition;
};

class memory_config {
  public:
    unsigned nbk, nbkgrp, tCCD, tCCDL, tRRD, tRCD, tRAS, tRP, tRC, tCDLR, tWR, tRTPL, tRTW, CL, WL, BL, busW;
    unsigned gpu_n_mem_per_ctrlr, data_command_freq_ratio, dram_atom_size;
    unsigned dram_bnk_indexing_policy, dram_bnkgrp_indexing_policy;
    bool dual_bus_interface, elimnate_rw_turnaround, seperate_write_queue_enabled;
    dram_ctrl_t scheduler_type;
    unsigned gpgpu_frfcfs_dram_sched_queue_size, gpgpu_dram_return_queue_size, gpgpu_frfcfs_dram_write_queue_size;
    unsigned write_high_watermark, write_low_watermark;
};

class gpgpu_sim {
  public:
    unsigned long long gpu_sim_cycle, gpu_tot_sim_cycle;
};

class mem_fetch {
  public:
    mem_fetch(const addrdec_t &place, mem_access_type type, bool write, unsigned bytes)
        : place_(place), type_(type), write_(write), bytes_(bytes) {}
    const addrdec_t &get_tlx_addr() const {
        return place_;
    }
    mem_access_type get_access_type() const {
        return type_;
    }
    bool get_is_write() const {
        return write_;
    }
    unsigned get_data_size() const {
        return bytes_;
    }
    void set_status(mem_fetch_status status, unsigned long long) {
        status_ = status;
    }
    mem_fetch_status status() const {
        return status_;
    }
    void set_reply() {
        reply_ = true;
    }
    bool is_reply() const {
        return reply_;
    }

  private:
    addrdec_t place_;
    mem_access_type type_;
    bool write_, reply_ = false;
    unsigned bytes_;
    mem_fetch_status status_ = IN_PARTITION_MC_INTERFACE_QUEUE;
};

class memory_partition_unit {
  public:
    void set_done(mem_fetch *) {
        written_back++;
    }
    unsigned written_back = 0;
};

class memory_stats_t {
  public:
    explicit memory_stats_t(unsigned banks)
        : activates(banks), accesses(banks), num_activates(&activates_of), row_access(&accesses_of) {
        activates_of = activates.data();
        accesses_of = accesses.data();
    }
    void memlatstat_dram_access(mem_fetch *) {
        noted++;
    }

    std::vector<unsigned> activates, accesses;
    unsigned *activates_of, *accesses_of;
    unsigned **num_activates, **row_access;
    unsigned total_n_access = 0, total_n_reads = 0, total_n_writes = 0, noted = 0;
};

inline unsigned bitwise_hash_function(new_addr_type row, unsigned bank, unsigned banks) {
    return (bank ^ static_cast<unsigned>(row)) % banks;
}
inline unsigned ipoly_hash_function(new_addr_type row, unsigned bank, unsigned banks) {
    return (bank ^ static_cast<unsigned>(row >> 1)) % banks;
}

#endif
