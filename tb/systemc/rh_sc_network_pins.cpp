// SPDX-License-Identifier: Apache-2.0
// Runs a whole request system behind the pins of three sc_modules, C model, RTL and lockstep, on the same signals under
// requests at random, and compares them in every clock; with a reset amid traffic.
#include <cinttypes>

#include "tb/systemc/rh_sc_network_bench.h"
#include "tb/systemc/rh_sc_options.h"

namespace {

using rh_sc::options;
using rh_sc::refusal;

const char usage[] =
    "usage: rh_sc_network_pins [OPTION]...\n"
    "Run a whole request system as three sc_modules on the same signals: C model, Verilated RTL, both in lockstep. "
    "Every\noutput of every clock must be that of the C model; so behind a reset amid traffic.\n\n"
    "  --network NAME     one of"
#define RH_TOPOLOGY(name, ...) " " #name
#include "tables/topologies.def"
    " (default crossbar)\n"
    "  --cores N          (default 4)\n"
    "  --controllers N    a power of two (default 2)\n"
    "  --controller NAME  a variant of kind controller (default banked_fifo)\n"
    "  --preset NAME|FILE DRAM (default gddr3)\n"
    "  --queue N          requests of a controller (default 8)\n"
    "  --clocks N         clocks of each part, and what is under way then is finished (default 2000)\n"
    "  --seed N           of requests and of the RTL's initial values (default 1)\n"
    "  --plugin FILE      RTL built by scripts/verilate instead of the project's own\n"
    "  --vcd FILE         every pin of the three, by sc_trace, and FILE.gtkw, its view\n\n"
    "exit: 0 all equal, 1 a difference, 2 usage or input error\n";

rh_sc::network_setup setup_of(const options &given) {
    rh_sc::network_setup setup;
    setup.preset = given.text("preset");
    setup.controller = given.text("controller");
    setup.queue = static_cast<unsigned>(given.number("queue"));
    setup.loop.topology = rh_topology_find(given.text("network").c_str());
    if (setup.loop.topology == RH_TOPOLOGIES) {
        char names[RH_TOPOLOGY_NAMES];
        rh_topology_names(names, sizeof names, false);
        throw refusal{"--network: found '" + given.text("network") + "', expected " + names};
    }
    for (const char *option : {"cores", "controllers"})
        if (given.number(option) < 1 || given.number(option) > RH_TOPOLOGY_MOST_NODES)
            throw refusal{std::string("--") + option + ": found " + given.text(option) + ", expected 1 to " +
                          std::to_string(RH_TOPOLOGY_MOST_NODES)};
    setup.loop.cores = static_cast<std::uint8_t>(given.number("cores"));
    setup.loop.controllers = static_cast<std::uint8_t>(given.number("controllers"));
    setup.loop.network.hold = RH_HOLD_hold_grant;
    return setup;
}

bool fail(const std::string &text) {
    std::fprintf(stderr, "MISMATCH: %s\n", text.c_str());
    return false;
}

/* A difference that a lockstep behind its pins finds is an error of SystemC. */
bool clock(rh_sc::network_bench &bench) {
    try {
        bench.clock(false);
    } catch (const sc_core::sc_report &said) {
        const std::string text = said.get_msg(), mark = "MISMATCH: ";
        if (text.find(mark) == std::string::npos)
            throw;
        return fail("lockstep: " + text.substr(text.find(mark) + mark.size()));
    }
    return true;
}

/* False after a difference, which is then printed. */
bool run(rh_sc::network_bench &bench, rh_sc::random_cores &cores, std::uint64_t clocks, bool finish) {
    const std::uint64_t watchdog = clocks + 100000;
    cores.forget();
    bench.clock(true);
    for (std::uint64_t n = 0; n < clocks || (finish && !cores.idle()); n++) {
        const std::string text = bench.difference();
        if (!text.empty() || n == watchdog)
            return fail(text.empty() ? "found requests without a reply" : text);
        cores.drive(n < clocks);
        if (!clock(bench))
            return false;
    }
    return true;
}

int body(const options &given) {
    std::vector<rh_sc::choice> choices(3);
    const rh_sc_how ways[] = {RH_SC_MODEL, RH_SC_RTL, RH_SC_LOCKSTEP};
    for (unsigned k = 0; k < 3; k++) {
        choices[k].how = ways[k];
        choices[k].seed = given.number("seed") + k;
        choices[k].plugin = given.text("plugin");
    }
    rh_sc::network_bench bench(setup_of(given), choices);
    std::unique_ptr<rh_sc::vcd> vcd;
    if (!given.text("vcd").empty()) {
        vcd = std::make_unique<rh_sc::vcd>(given.text("vcd"), bench.dut().setup().preset->tck_ps);
        bench.trace(*vcd);
    }
    rh_sc::random_cores cores(bench, given.number("seed"));
    const std::uint64_t clocks = given.number("clocks");
    bool same = run(bench, cores, clocks, false);
    const std::uint64_t cut = cores.sent() - cores.answered();
    same = same && run(bench, cores, clocks, true);
    if (same && (cut == 0 || cores.sent() == 0 || cores.sent() != cores.answered()))
        throw refusal{
            "--clocks: found too few for requests in flight at the reset and replies behind it, expected more"};
    if (same)
        std::printf("MATCHED: the pins of rh_request_system, as C model, as RTL and as lockstep, were equal in %" PRIu64
                    " clocks; %" PRIu64 " requests forgotten at the reset, %" PRIu64 " answered behind it\n",
                    bench.clocks(), cut, cores.answered());
    return same ? 0 : 1;
}

} // namespace

int sc_main(int argc, char **argv) {
    return rh_sc::run_program(argc, argv, usage,
                              {{"network", "crossbar"},
                               {"cores", "4"},
                               {"controllers", "2"},
                               {"controller", "banked_fifo"},
                               {"preset", "gddr3"},
                               {"queue", "8"},
                               {"clocks", "2000"},
                               {"seed", "1"},
                               {"plugin", ""},
                               {"vcd", ""}},
                              body);
}
