// SPDX-License-Identifier: Apache-2.0
// Runs one block behind the pins of three sc_modules, C model, RTL and lockstep, on the same signals, and compares them
// with a plain C model, clock for clock. Two parts: the second begins with a reset amid traffic and has another
// configuration.
#include <cinttypes>
#include <iostream>
#include <stdexcept>

#include "rh_sc_kinds.h"
#include "tb/systemc/rh_sc_bench.h"
#include "tb/systemc/rh_sc_options.h"

namespace {

using rh_sc::options;
using rh_sc::refusal;

const char usage[] =
    "usage: rh_sc_pins [OPTION]...\n"
    "Run a block as three sc_modules on the same signals: C model, Verilated RTL, both in lockstep. Every output of "
    "every\n"
    "clock must be that of a plain C model; so after a reset amid traffic with another configuration.\n\n"
    "  --block NAME          a variant of any kind (default fr_fcfs; rowhold list)\n"
    "  --preset NAME|FILE    of a controller: its DRAM (default gddr3)\n"
    "  --set NAME=VALUE,...  parameters that are not the preset's, a router's or the kind's usual ones\n"
    "  --configure NAME=VALUE,...  configuration registers that are not the preset's, or drawn\n"
    "  --clocks N            clocks of each part, and what is under way then is finished (default 5000)\n"
    "  --disturb N           in one clock of N inputs change to and fro between two edges; 0: never (default 4)\n"
    "  --seed N              of traffic and of the RTL's initial values (default 1)\n"
    "  --plugin FILE         RTL built by scripts/verilate instead of the project's own\n"
    "  --vcd FILE            every pin of the three, by sc_trace, and FILE.gtkw, its view\n"
    "  --fst FILE            ports and registers of the lockstep, and FILE.gtkw, their view\n\n"
    "exit: 0 all equal, 1 a difference, 2 usage or input error\n";

/* --set over parameters; their kind's check follows. */
void set_params(const options &given, const rh_kind &kind, void *params) {
    for (const auto &[name, value] : given.settings("set")) {
        unsigned i = 0;
        while (i < kind.param_count && name != kind.params[i].name)
            i++;
        if (i == kind.param_count)
            throw refusal{"--set: found '" + name + "', expected a parameter of kind " + kind.name};
        if (value > kind.params[i].most)
            throw refusal{"--set: found " + name + "=" + std::to_string(value) + ", expected at most " +
                          std::to_string(kind.params[i].most)};
        rh_param_set(&kind.params[i], params, static_cast<unsigned>(value));
    }
}

/* --configure over registers. */
void set_registers(const options &given, const rh_block &block, void *config) {
    for (const auto &[name, value] : given.settings("configure")) {
        unsigned i = 0;
        while (i < block.config.count && name != block.config.fields[i].name)
            i++;
        if (i == block.config.count)
            throw refusal{"--configure: found '" + name + "', expected a register of kind " + block.kind->name};
        if (value > rh_mask(block.config.fields[i].width))
            throw refusal{"--configure: found " + name + "=" + std::to_string(value) + ", expected a number of " +
                          std::to_string(unsigned{block.config.fields[i].width}) + " bits"};
        rh_field_set(&block.config.fields[i], config, 0, value);
    }
}

template <class dut> struct job {
    const options &given;
    rh_sc::bench<dut> bench;
    std::unique_ptr<rh_sc::vcd> vcd;

    job(const options &o, const rh_sc::choice &wanted, const typename dut::params_type &params)
        : given(o), bench(wanted, params, o.number("disturb")) {}
    /* False after a difference, which is then printed. */
    bool run_controller(const rh_preset &preset, rh_refresh refresh);
    bool run_any(rh_kind_code kind, unsigned part);
};

bool fail(const std::string &text) {
    std::cerr << "MISMATCH: " << text << "\n";
    return false;
}

/* Requests of a stream that never ends before the clocks do. */
std::vector<rh_request> requests_of(const rh_preset &preset, std::uint64_t seed, std::uint64_t clocks) {
    rh_stream_setup setup = {};
    setup.synthetic = rh_synthetic_find("random");
    setup.stream = "random";
    setup.requests = clocks;
    setup.read_share = -1;
    setup.seed = seed;
    rh_error error = {};
    rh_stream *stream = rh_stream_open(&setup, &preset, &error);
    std::vector<rh_request> all;
    rh_request one;
    while (stream != nullptr && stream->next(stream, &one, &error) == 1)
        all.push_back(one);
    if (stream == nullptr || all.empty())
        throw refusal{error.text};
    stream->close(stream);
    return all;
}

/* The project's channel in front of the pins: it offers, takes responses at random and watches the contract. */
template <class dut> bool job<dut>::run_controller(const rh_preset &preset, rh_refresh refresh) {
    if constexpr (std::is_same_v<typename dut::config_type, rh_constraints>) {
        rh_channel_setup setup = {};
        setup.unit = bench.unit();
        setup.geometry = *static_cast<const rh_geometry *>(bench.block().params);
        setup.constraints = rh_constraints_from_timing(&preset.timing, refresh, &setup.geometry);
        setup.order_sources = rh_controller_orders_sources(bench.block().ops);
        setup.cycle_limit = given.number("clocks");
        setup.ready_mask_seed = 7;
        setup.ready_one_in = 3;
        set_registers(given, bench.block(), &setup.constraints);
        bench.reset(setup.constraints);
        std::vector<rh_request> requests = requests_of(preset, given.number("seed"), setup.cycle_limit);
        rh_error refused = {};
        rh_channel *channel = rh_channel_open(&setup, &refused);
        if (channel == nullptr)
            throw std::runtime_error(refused.text);
        rh_channel_end end = rh_channel_run(channel, requests.data(), requests.size(), true, true);
        std::string text = end == RH_CHANNEL_STOPPED ? bench.broken() : rh_channel_text(channel);
        unsigned flying = rh_channel_outstanding(channel);
        rh_channel_close(channel);
        if (end != RH_CHANNEL_LIMIT)
            return fail(text);
        if (flying == 0)
            throw refusal{"--clocks: found a run that ends with no request in flight, expected another number"};
        return true;
    }
    (void)preset;
    (void)refresh;
    return false;
}

/* A kind under what it brings to the lockstep's bench. */
template <class dut> bool job<dut>::run_any(rh_kind_code kind, unsigned part) {
    const rh_bench_kind *traffic = rh_bench_kind_of(kind);
    typename dut::config_type config{};
    std::uint64_t random = rh_random_start(given.number("seed"), part), clocks = given.number("clocks");
    const rh_layout &registers = bench.layout().config;
    for (unsigned i = 0; part > 0 && i < registers.count; i++)
        rh_field_set(&registers.fields[i], &config, 0, rh_random_draw(&random) >> (64 - registers.fields[i].width));
    set_registers(given, bench.block(), &config);
    bench.reset(config);
    rh_unit unit = bench.unit();
    std::vector<std::uint64_t> state(traffic->state_size / sizeof(std::uint64_t) + 1); // zeros, without padding
    if (!traffic->start(state.data(), &bench.block(), &bench.config(), random))
        throw std::bad_alloc();
    rh_error error = {};
    bool ok = true;
    for (std::uint64_t n = 0;
         ok && (n < clocks || (part > 0 && traffic->waiting != nullptr && traffic->waiting(state.data()) > 0)); n++) {
        typename dut::out_type out{};
        if (n == clocks)
            traffic->drain(state.data());
        const void *in = traffic->inputs(state.data());
        ok = unit.cycle(unit.self, in, &out);
        rh_lockstep_clock clock = {n, in, &out, &out, bench.before(), bench.before(), n == 0, false};
        if (ok && traffic->watch != nullptr && !traffic->watch(state.data(), &clock, &error))
            return fail(error.text);
    }
    if (ok && !rh_bench_shown(traffic, state.data(), &error))
        ok = fail(error.text);
    if (traffic->stop != nullptr)
        traffic->stop(state.data());
    return ok || fail(bench.broken().empty() ? error.text : bench.broken());
}

/* The waves so far are kept whatever happens: they are worth most after a difference. */
template <class dut> int run(const options &given, rh_kind_code code, const rh_sc::choice &wanted) {
    typename dut::params_type params{};
    rh_preset preset{};
    rh_error error = {};
    const rh_kind *kind = rh_kind_of(code)->kind;
    constexpr bool controller = std::is_same_v<typename dut::config_type, rh_constraints>;
    if constexpr (controller) {
        if (!rh_preset_load(given.text("preset").c_str(), &preset, &error))
            throw refusal{error.text};
        params = rh_preset_geometry(&preset, 32);
    } else if constexpr (std::is_same_v<typename dut::params_type, rh_allocator_params>) {
        params = rh_allocator_router();
    } else {
        rh_params_default(kind, &params);
    }
    set_params(given, *kind, &params);
    rh_sc::choice choice = wanted;
    choice.period_ps = controller ? preset.tck_ps : 1000;
    job<dut> work(given, choice, params);
    if (!given.text("vcd").empty()) {
        work.vcd = std::make_unique<rh_sc::vcd>(given.text("vcd"), choice.period_ps);
        work.bench.trace(*work.vcd);
    }
    bool ok = true;
    for (unsigned part = 0; ok && part < 2; part++)
        ok = controller ? work.run_controller(preset, part == 0 ? RH_REFRESH_OFF : RH_REFRESH_ALL_BANK)
                        : work.run_any(code, part);
    std::uint64_t registers = work.bench.state_bits();
    work.bench.finish();
    work.vcd.reset();
    const rh_sc::tally &counts = work.bench.counts();
    if (ok)
        std::printf("MATCHED: the pins of rh_%s, as C model, as RTL and as lockstep, were those of a plain C model in "
                    "%" PRIu64 " clocks, in %" PRIu64 " of them also between two edges: %" PRIu64
                    " output bits each, %" PRIu64 " register bits\n",
                    choice.variant.c_str(), counts.clocks, counts.disturbed, counts.output_bits, registers);
    return ok ? 0 : 1;
}

int body(const options &given) {
    const std::string &name = given.text("block");
    rh_sc::choice wanted;
    wanted.variant = name;
    wanted.seed = given.number("seed");
    wanted.plugin = given.text("plugin");
    wanted.wave = given.text("fst");
#define RH_KIND(kind, folder, bench, meaning)                                                                          \
    if (rh_variant_find(RH_KIND_##kind, name.c_str()) != nullptr)                                                      \
        return run<rh_sc::kind>(given, RH_KIND_##kind, wanted);
#include "tables/kinds.def"
#undef RH_KIND
    throw refusal{"--block: found '" + name + "', expected a variant of `rowhold list`"};
}

} // namespace

int sc_main(int argc, char **argv) {
    return rh_sc::run_program(argc, argv, usage,
                              {{"block", "fr_fcfs"},
                               {"preset", "gddr3"},
                               {"set", ""},
                               {"configure", ""},
                               {"clocks", "5000"},
                               {"disturb", "4"},
                               {"seed", "1"},
                               {"plugin", ""},
                               {"vcd", ""},
                               {"fst", ""}},
                              body);
}
