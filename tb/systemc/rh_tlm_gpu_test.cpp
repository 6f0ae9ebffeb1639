// SPDX-License-Identifier: Apache-2.0
// Tests of a GPU before the TLM target of the closed loop: a program whose accesses are counted by hand runs to its
// end, where the figures of loop and cores agree, and is cut short.
#include "tb/systemc/rh_tlm_gpu.h"
#include "tb/systemc/rh_tlm_scene.h"

namespace {

using rh_sc::expect;

struct closing {
    void operator()(rh_warp_source *source) const {
        source->close(source);
    }
};

rh_gpu_machine machine_of(const char *name, unsigned clusters) {
    rh_error error = {};
    rh_gpu_machine machine = rh_gpu_preset_find(name, &error)->machine;
    machine.cores = machine.clusters = clusters;
    return machine;
}

/* stream_copy of 4 CTAs: 8 warps each, a load and a store of 128 bytes a warp, two requests of 64 bytes each by rule
 * 1.0. `core_cycles` 0: to its end. */
void run(unsigned clusters, std::uint64_t core_cycles) {
    rh_error error = {};
    rh_simt_options options = {};
    options.grid[0] = 4;
    std::unique_ptr<rh_warp_source, closing> source(rh_kernels_open("stream_copy", &options, &error));
    rh_sc::network_setup network;
    network.loop.cores = static_cast<std::uint8_t>(clusters);
    network.loop.controllers = 2;
    network.loop.judge = true;
    network.refresh = false;
    rh_sc::network_target to("network", network);
    rh_preset preset = {};
    expect("preset", rh_preset_find("gddr3", &preset, &error), true);
    rh_sc::gpu_setup setup;
    setup.machine = machine_of("gt200", clusters);
    setup.source = source.get();
    setup.map = to.map();
    setup.command_bytes = rh_preset_command_bytes(&preset);
    setup.core_cycles = core_cycles;
    rh_sc::gpu gpu("gpu", setup);
    for (unsigned k = 0; k < clusters; k++)
        gpu.socket(k).bind(to.socket(k));
    sc_core::sc_start();
    const rh_gpu_stats &cores = gpu.stats();
    expect("done", gpu.done(), true);
    if (core_cycles != 0) {
        expect<std::uint64_t>("core clocks", cores.count.core_cycles, core_cycles);
        return;
    }
    const rh_loop_stats &loop = to.finish(); // the judge has nothing to say
    expect<std::uint64_t>("CTAs", cores.count.ctas, 4);
    expect<std::uint64_t>("loads", cores.instructions[RH_WARP_LOAD], 32);
    expect<std::uint64_t>("stores", cores.instructions[RH_WARP_STORE], 32);
    expect<std::uint64_t>("requests", cores.count.transactions, 128);
    expect<std::uint64_t>("reads that came back", cores.count.read_requests, 64);
    expect<std::uint64_t>("requests of the loop", loop.count.issued, 128);
    expect<std::uint64_t>("answers of the loop", loop.count.answered, 128);
    expect<std::size_t>("payloads that are still held", gpu.away(), 0);
    std::uint64_t clocks = cores.count.warp_instructions;
    for (const std::uint64_t stall : cores.stall)
        clocks += stall;
    expect("clocks of the schedulers", clocks, clusters * cores.count.core_cycles);
    /* Of a read: at least tRCD, CL and a burst of the memory, and the networks' seven clocks each way. */
    expect("a read takes longer than its way", rh_gpu_figure(RH_GPU_FIGURE_read_latency_mean, &cores) > 16.0, true);
}

void a_program_runs_to_its_end_before_the_closed_loop() {
    run(4, 0);
}

void a_program_on_two_clusters() {
    run(2, 0);
}

void a_program_is_cut_short() {
    run(4, 40);
}

const rh_sc::named_test tests[] = {
    RH_SC_TEST(a_program_runs_to_its_end_before_the_closed_loop),
    RH_SC_TEST(a_program_on_two_clusters),
    RH_SC_TEST(a_program_is_cut_short),
};

} // namespace

int sc_main(int argc, char **argv) {
    return rh_sc::run_test(argc, argv, tests);
}
