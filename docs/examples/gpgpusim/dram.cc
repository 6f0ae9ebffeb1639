// SPDX-License-Identifier: Apache-2.0
// GPGPU-Sim's dram_t with rowhold behind it: the DRAM and its controller in every memory partition of GPGPU-Sim 4 and
// Accel-Sim. Copy dram.h and this file over those of src/gpgpu-sim, remove dram_sched.h and dram_sched.cc there, and add
//
//   $(pkg-config --cflags rowhold)   to CXXFLAGS in src/gpgpu-sim/Makefile
//   $(pkg-config --libs rowhold)     behind the objects where ./Makefile links libcudart.so
//
// The DRAM is that of gpgpusim.config: -gpgpu_dram_timing_opt, -dram_dual_bus_interface, -dram_bnk_indexing_policy,
// -dram_bnkgrp_indexing_policy, -dram_elimnate_rw_turnaround, -gpgpu_n_mem_per_ctrlr. So is its controller:
// -gpgpu_dram_scheduler 1 is fr_fcfs with the -gpgpu_frfcfs_dram_sched_queue_size, 0 is slot_fifo;
// -dram_seperate_write_queue_enable and its sizes are the write drain. ROWHOLD_CONTROLLER=NAME in the environment takes
// another controller of `rowhold simulate`, ROWHOLD_REFRESH=all_bank or per_bank turns refresh on (tREFI 3900 clocks,
// tRFC 260).
//
// What differs or can't be expressed:
//   - tRTPL holds for the bank that was read, not for its whole group; tRTW is no shorter than the data bus needs.
//   - A queue of 0, without a limit there, has 128 entries.
//   - The return queue takes what comes; only the credits of the partition bound it.
//   - Column numbers serve the judge alone; a request lies within its row.
//   - print() and the visualizer have the counts that a controller of rowhold has: no bank-level parallelism, no reasons
//     for wasted bandwidth in GPGPU-Sim's words. mem_latency_stat gets activates and accesses a bank, no service times.
// Every command is checked against the DRAM's rules; a broken one is named at the end.
#include "dram.h"

#include <algorithm>

#include "gpu-misc.h"
#include "gpu-sim.h"
#include "hashing.h"
#include "l2cache.h"
#include "mem_fetch.h"
#include "mem_latency_stat.h"
#include "rowhold/rh_memory.h"

template class fifo_pipeline<mem_fetch>;

namespace {

enum { ROWS = 1 << 20, COLUMNS = 256, MOST_ENTRIES = 128 };

[[noreturn]] void refuse(const char *text) {
    fprintf(stderr, "dram: %s\n", text);
    exit(2);
}

rh_preset preset_of(const memory_config &c) {
    rh_preset preset = rh_preset();
    snprintf(preset.name, sizeof preset.name, "gpgpusim");
    preset.tck_ps = 1000; // only GB/s would need it
    preset.channels = preset.ranks = preset.grains = preset.subarray_group = preset.subarrays = 1;
    preset.banks = (uint16_t)c.nbk;
    preset.groups = (uint16_t)c.nbkgrp;
    preset.buses = c.dual_bus_interface ? 2 : 1;
    preset.rows = ROWS;
    preset.bus_bytes = (uint16_t)c.busW;
    preset.burst_length = (uint16_t)c.BL;
    preset.chips = (uint16_t)c.gpu_n_mem_per_ctrlr;
    preset.row_bytes = COLUMNS * c.BL * c.busW;
    preset.data_rate = (uint8_t)c.data_command_freq_ratio;

    rh_timing &t = preset.timing;
    t.tBURST = (uint16_t)(c.BL / c.data_command_freq_ratio);
    t.CL = (uint16_t)c.CL;
    t.WL = (uint16_t)c.WL;
    t.tRCDRD = (uint16_t)c.tRCD;
    t.tRCDWR = (uint16_t)std::max(2u, c.tRCD > c.WL + 1 ? c.tRCD - c.WL - 1 : 0u);
    t.tRP = (uint16_t)c.tRP;
    t.tRAS = (uint16_t)c.tRAS;
    t.tRC = (uint16_t)std::max(c.tRC, c.tRAS + c.tRP);
    t.tRRD_S = t.tRRD_L = (uint16_t)std::max(1u, c.tRRD);
    t.tFAW = (uint16_t)(4 * t.tRRD_S); // there is no window
    t.activates = 4;
    t.tCCD_S = (uint16_t)std::max<unsigned>(c.tCCD, t.tBURST);
    t.tCCD_L = (uint16_t)std::max<unsigned>(c.tCCDL, t.tCCD_S);
    t.tWTR_S = t.tWTR_L = (uint16_t)(c.elimnate_rw_turnaround ? 0 : c.tCDLR);
    t.tRTW = (uint16_t)std::max<unsigned>(c.tRTW, std::max<int>(t.tCCD_S, t.CL - t.WL + t.tBURST));
    t.tWR = (uint16_t)c.tWR;
    t.tRTP = (uint16_t)std::max<unsigned>(c.tRTPL, t.tBURST);
    t.tREFI = 3900;
    t.tRFC = t.tRFCpb = 260;
    t.tRREFD = t.act_clocks = t.column_clocks = 1;
    return preset;
}

// Groups are the high bits of rowhold's banks.
unsigned bank_of(const memory_config &c, unsigned bank) {
    if (c.dram_bnkgrp_indexing_policy == LOWER_BITS)
        return bank % c.nbkgrp * (c.nbk / c.nbkgrp) + bank / c.nbkgrp;
    return bank;
}

unsigned hashed(const memory_config &c, const addrdec_t &place) {
    switch (c.dram_bnk_indexing_policy) {
    case LINEAR_BK_INDEX:
        return place.bk;
    case BITWISE_XORING_BK_INDEX:
        return bitwise_hash_function(place.row, place.bk, c.nbk);
    case IPOLY_BK_INDEX:
        return ipoly_hash_function(place.row, place.bk, c.nbk);
    default:
        refuse("-dram_bnk_indexing_policy: found a custom one, expected 0, 1 or 2");
    }
}

} // namespace

struct dram_t::served {
    rh_memory *memory;
    dram_t *owner;
    std::vector<unsigned> bank; // of rowhold's: GPGPU-Sim's
    unsigned pending;           // requests without an answer
    unsigned long long reads, writes, queued;
    unsigned most;

    static void done(void *self, const rh_memory_done *done);
    static void command(void *self, const rh_command_record *record);
};

// As GPGPU-Sim does: what was written back to the DRAM ends here, anything else returns.
void dram_t::served::done(void *self, const rh_memory_done *done) {
    served *served = static_cast<dram_t::served *>(self);
    dram_t *owner = served->owner;
    mem_fetch *data = static_cast<mem_fetch *>(done->user);
    served->pending--;
    data->set_status(IN_PARTITION_MC_RETURNQ, owner->m_gpu->gpu_sim_cycle + owner->m_gpu->gpu_tot_sim_cycle);
    if (data->get_access_type() != L1_WRBK_ACC && data->get_access_type() != L2_WRBK_ACC) {
        data->set_reply();
        owner->m_returned.push_back(data);
    } else {
        owner->m_memory_partition_unit->set_done(data);
        delete data;
    }
}

void dram_t::served::command(void *self, const rh_command_record *record) {
    served *served = static_cast<dram_t::served *>(self);
    const bool read = record->command == RH_RD || record->command == RH_RDA;
    const bool write = record->command == RH_WR || record->command == RH_WRA;
    const unsigned id = served->owner->id, bank = served->bank[record->bank];
    served->reads += read;
    served->writes += write;
    served->owner->m_stats->num_activates[id][bank] += record->command == RH_ACT;
    served->owner->m_stats->row_access[id][bank] += read || write;
}

dram_t::dram_t(unsigned partition_id, const memory_config *config, memory_stats_t *stats,
               memory_partition_unit *partition, gpgpu_sim *gpu)
    : m_memory_partition_unit(partition), m_gpu(gpu), id(partition_id), m_config(config), m_served(new served()),
      m_stats(stats), m_printed() {
    const rh_preset preset = preset_of(*config);
    const bool searched = config->scheduler_type == DRAM_FRFCFS;
    const char *controller = getenv("ROWHOLD_CONTROLLER"), *refresh = getenv("ROWHOLD_REFRESH");
    rh_memory_setup setup = rh_memory_setup();
    setup.own = &preset;
    setup.controller = controller != NULL ? controller : searched ? "fr_fcfs" : "slot_fifo";
    setup.refresh = refresh != NULL ? refresh : "off";
    setup.queue = searched ? config->gpgpu_frfcfs_dram_sched_queue_size : 2;
    if (searched && config->seperate_write_queue_enabled) {
        setup.queue += config->gpgpu_frfcfs_dram_write_queue_size;
        setup.write_queue = config->gpgpu_frfcfs_dram_write_queue_size;
        setup.write_high = config->write_high_watermark;
        setup.write_low = config->write_low_watermark;
    }
    if (setup.queue == 0 || setup.queue > MOST_ENTRIES)
        setup.queue = MOST_ENTRIES;
    setup.self = setup.sink_user = m_served;
    setup.done = served::done;
    setup.sink = served::command;
    rh_error error;
    m_served->owner = this;
    m_served->memory = rh_memory_open(&setup, &error);
    if (m_served->memory == NULL)
        refuse(error.text);
    m_served->bank.resize(config->nbk);
    for (unsigned bank = 0; bank < config->nbk; bank++)
        m_served->bank[bank_of(*config, bank)] = bank;
    mrqq_Dist = StatCreate("mrqq_length", 1, queue_limit() != 0 ? queue_limit() : 64);
}

dram_t::~dram_t() {
    rh_error error;
    if (!rh_memory_finish(m_served->memory, &error))
        fprintf(stderr, "dram: partition %u: %s\n", id, error.text);
    rh_memory_close(m_served->memory);
    delete m_served;
}

bool dram_t::full(bool) const { return rh_memory_places(m_served->memory, 0) == 0; }

void dram_t::push(mem_fetch *data) {
    const addrdec_t &place = data->get_tlx_addr();
    const unsigned atom = m_config->dram_atom_size, commands = std::max(1u, (data->get_data_size() + atom - 1) / atom);
    rh_request request = rh_request();
    request.bank = (uint8_t)bank_of(*m_config, hashed(*m_config, place));
    request.write = data->get_is_write();
    request.row = place.row % ROWS;
    request.column = (uint16_t)std::min(place.col % COLUMNS, COLUMNS - commands);
    request.commands = (uint8_t)commands;
    request.core = request.warp = 0xffff;
    data->set_status(IN_PARTITION_MC_INTERFACE_QUEUE, m_gpu->gpu_sim_cycle + m_gpu->gpu_tot_sim_cycle);
    if (!rh_memory_send_placed(m_served->memory, &request, data))
        refuse(*rh_memory_text(m_served->memory) != '\0' ? rh_memory_text(m_served->memory)
                                                         : "push: found no place, expected a look at full() before");
    m_served->most = std::max(m_served->most, ++m_served->pending);
    m_stats->total_n_access++;
    (data->get_is_write() ? m_stats->total_n_writes : m_stats->total_n_reads)++;
    m_stats->memlatstat_dram_access(data);
}

void dram_t::cycle() {
    m_served->queued += m_served->pending;
    if (!rh_memory_tick(m_served->memory))
        refuse(rh_memory_text(m_served->memory));
}

mem_fetch *dram_t::return_queue_top() { return m_returned.empty() ? NULL : m_returned.front(); }

mem_fetch *dram_t::return_queue_pop() {
    mem_fetch *data = return_queue_top();
    if (data != NULL)
        m_returned.pop_front();
    return data;
}

bool dram_t::returnq_full() const {
    const unsigned most = m_config->gpgpu_dram_return_queue_size;
    return m_returned.size() >= (most == 0 ? 1024 : most);
}

unsigned dram_t::que_length() const { return m_served->pending; }

unsigned dram_t::queue_limit() const { return m_config->gpgpu_frfcfs_dram_sched_queue_size; }

dram_t::counts dram_t::so_far() const {
    rh_stats s;
    (void)rh_memory_stats(m_served->memory, 0, &s);
    counts n;
    n.cmd = s.cycles;
    n.act = s.activates;
    n.pre = s.precharges;
    n.rd = m_served->reads;
    n.wr = m_served->writes;
    n.req = s.requests;
    n.activity = s.active_or_timers_cycles;
    n.busy = s.data_bus_busy_cycles;
    n.nop = n.cmd - std::min(n.cmd, n.act + n.pre + n.rd + n.wr);
    n.queued = m_served->queued;
    return n;
}

void dram_t::print(FILE *file) const {
    const counts n = so_far();
    const memory_config &c = *m_config;
    fprintf(file, "DRAM[%u]: %u bks, busW=%u BL=%u CL=%u, tRRD=%u tCCD=%u, tRCD=%u tRAS=%u tRP=%u tRC=%u\n", id, c.nbk,
            c.busW, c.BL, c.CL, c.tRRD, c.tCCD, c.tRCD, c.tRAS, c.tRP, c.tRC);
    fprintf(file,
            "n_cmd=%llu n_nop=%llu n_act=%llu n_pre=%llu n_req=%llu n_rd=%llu n_write=%llu bw_util=%.4g\n"
            "n_activity=%llu dram_eff=%.4g\n",
            n.cmd, n.nop, n.act, n.pre, n.req, n.rd, n.wr, (double)n.busy / (double)n.cmd, n.activity,
            (double)n.busy / (double)n.activity);
    fprintf(file, "Row_Buffer_Locality = %.6f\n", 1 - (double)n.act / (double)n.req);
    fprintf(file, "mrqq: max=%u avg=%g\n", m_served->most, (double)n.queued / (double)n.cmd);
}

void dram_t::print_stat(FILE *file) {
    const counts n = so_far();
    fprintf(file,
            "DRAM (%u): n_cmd=%llu n_nop=%llu n_act=%llu n_pre=%llu n_req=%llu n_rd=%llu n_write=%llu bw_util=%.4g "
            "mrqq: %u %.4g\n",
            id, n.cmd, n.nop, n.act, n.pre, n.req, n.rd, n.wr, (double)n.busy / (double)n.cmd, m_served->most,
            (double)n.queued / (double)n.cmd);
}

void dram_t::visualize() const { printf("DRAM[%u]: %u requests\n", id, que_length()); }

void dram_t::visualizer_print(gzFile file) {
    const counts n = so_far(), &last = m_printed;
    const unsigned long long cmd = n.cmd - last.cmd, activity = n.activity - last.activity, busy = n.busy - last.busy;
    gzprintf(file, "dramncmd: %u %llu\n", id, cmd);
    gzprintf(file, "dramnop: %u %llu\n", id, n.nop - last.nop);
    gzprintf(file, "dramnact: %u %llu\n", id, n.act - last.act);
    gzprintf(file, "dramnpre: %u %llu\n", id, n.pre - last.pre);
    gzprintf(file, "dramnreq: %u %llu\n", id, n.req - last.req);
    gzprintf(file, "dramavemrqs: %u %llu\n", id, cmd != 0 ? (n.queued - last.queued) / cmd : 0);
    gzprintf(file, "dramutil: %u %llu\n", id, cmd != 0 ? 100 * busy / cmd : 0);
    gzprintf(file, "drameff: %u %llu\n", id, activity != 0 ? 100 * busy / activity : 0);
    m_printed = n;
}

void dram_t::set_dram_power_stats(unsigned &cmd, unsigned &activity, unsigned &nop, unsigned &act, unsigned &pre,
                                  unsigned &rd, unsigned &wr, unsigned &req) const {
    const counts n = so_far();
    cmd = (unsigned)n.cmd;
    activity = (unsigned)n.activity;
    nop = (unsigned)n.nop;
    act = (unsigned)n.act;
    pre = (unsigned)n.pre;
    rd = (unsigned)n.rd;
    wr = (unsigned)n.wr;
    req = (unsigned)n.req;
}
