// SPDX-License-Identifier: Apache-2.0
// judge_ramulator21 CONFIGURATION COMMANDS: what Ramulator 2.1's device says of a command trace of ours (`rowhold
// simulate --commands`): of each command whether its bank's state allows it and whether its time has come
// (docs/accuracy.md says how it is built). Exit 1 where it refuses one.
#include <algorithm>
#include <cstdio>
#include <fstream>
#include <map>
#include <sstream>
#include <string>
#include <vector>

#include "ramulator/base/config.h"
#include "ramulator/dram/device.h"

static std::vector<std::string> cells(const std::string &line) {
    std::vector<std::string> found;
    std::stringstream text(line + ",");
    for (std::string cell; std::getline(text, cell, ',');)
        found.push_back(cell);
    return found;
}

/* Ours to theirs; of all banks where none is named. */
static std::string name_of(const std::string &command, bool one_bank) {
    return command != "PRE" && command != "REF" ? command : command + (one_bank ? "pb" : "ab");
}

int main(int argc, char **argv) {
    if (argc != 3) {
        std::fprintf(stderr, "usage: %s CONFIGURATION COMMANDS\n", argv[0]);
        return 2;
    }
    auto config = Ramulator::Config::parse_config_file(argv[1]);
    auto dram = config["memory_system"]["controllers"].seq().at(0)["dram"];
    Ramulator::DRAMDevice device;
    device.init(Ramulator::DRAMSpec::create(dram["impl"].as<std::string>(),
                                            Ramulator::ConfigNode(Ramulator::ConfigNode::Map{{"dram", dram}})));
    device.set_channel_id(0);
    const auto &spec = *device.m_spec;

    std::ifstream file(argv[2]);
    std::string line;
    std::getline(file, line);
    const auto head = cells(line);
    auto column = [&head](const char *name) {
        return static_cast<std::size_t>(std::find(head.begin(), head.end(), name) - head.begin());
    };
    const std::size_t cycle = column("cycle"), command = column("command"), bank = column("bank");
    const std::map<std::string, std::size_t> levels = {
        {"BankGroup", column("bank_group")}, {"Bank", bank}, {"Row", column("row")}, {"Column", column("column")}};
    unsigned long commands = 0, states = 0, times = 0;
    for (; std::getline(file, line); commands++) {
        const auto row = cells(line);
        Ramulator::AddrVec_t place(static_cast<std::size_t>(spec.level_count), -1);
        place[0] = 0;
        for (const char *level : {"Rank", "PseudoChannel"})
            if (spec.has_level(level))
                place[static_cast<std::size_t>(spec.get_level_id(level))] = 0;
        for (const auto &[level, at] : levels)
            if (at < row.size() && !row[at].empty())
                place[static_cast<std::size_t>(spec.get_level_id(level))] = std::stoi(row[at]);
        const int id = spec.get_command_id(name_of(row[command], !row[bank].empty()));
        const Ramulator::Clk_t clock = std::stol(row[cycle]);
        const bool state = device.get_preq_command(id, place, clock) == id,
                   time = device.check_timing(id, place, clock);
        if ((!state || !time) && states + times < 5)
            std::printf("refused (%s): %s\n", state ? "too soon" : "the bank's state", line.c_str());
        states += !state;
        times += !time;
        device.issue_command(id, place, clock);
    }
    std::printf("%lu commands, %lu refused for the bank's state, %lu for their time\n", commands, states, times);
    return states + times > 0;
}
