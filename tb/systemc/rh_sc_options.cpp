// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_sc_options.h"

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <cstring>
#include <exception>

#include <systemc>

namespace rh_sc {

options::options(int argc, char **argv, std::map<std::string, std::string> values) : values_(std::move(values)) {
    for (int i = 1; i < argc; i++) {
        std::string name = argv[i], value;
        if (name == "--help" || name == "-h") {
            help = true;
            continue;
        }
        std::size_t equals = name.find('=');
        bool joined = equals != std::string::npos;
        if (joined) {
            value = name.substr(equals + 1);
            name.resize(equals);
        }
        if (name.rfind("--", 0) != 0 || values_.count(name.substr(2)) == 0)
            throw refusal{"systemc: found '" + name + "', expected an option of --help"};
        if (!joined && ++i == argc)
            throw refusal{name + ": found nothing, expected a value"};
        values_[name.substr(2)] = joined ? value : argv[i];
    }
}

static std::uint64_t number_of(const std::string &name, const std::string &value) {
    if (value.empty() || value.size() > 18 || value.find_first_not_of("0123456789") != std::string::npos)
        throw refusal{"--" + name + ": found '" + value + "', expected a number"};
    return std::strtoull(value.c_str(), nullptr, 10);
}

std::uint64_t options::number(const std::string &name) const {
    return number_of(name, text(name));
}

std::vector<std::pair<std::string, std::uint64_t>> options::settings(const std::string &name) const {
    std::vector<std::pair<std::string, std::uint64_t>> all;
    const std::string &list = text(name);
    for (std::size_t at = 0, end; at < list.size(); at = end + 1) {
        end = std::min(list.find(',', at), list.size());
        std::size_t equals = list.find('=', at);
        if (equals >= end)
            throw refusal{"--" + name + ": found '" + list.substr(at, end - at) + "', expected NAME=VALUE,..."};
        all.emplace_back(list.substr(at, equals - at), number_of(name, list.substr(equals + 1, end - equals - 1)));
    }
    return all;
}

int run_program(int argc, char **argv, const char *usage, const std::map<std::string, std::string> &values,
                int (*body)(const options &)) {
    try {
        options given(argc, argv, values);
        sc_core::sc_report_handler::set_actions(sc_core::SC_INFO, sc_core::SC_DO_NOTHING);
        if (given.help) {
            std::fputs(usage, stdout);
            return 0;
        }
        return body(given);
    } catch (const refusal &said) {
        std::fprintf(stderr, "rowhold: %s\n", said.text.c_str());
    } catch (const sc_core::sc_report &said) {
        bool own = std::strcmp(said.get_msg_type(), "/rowhold") == 0;
        std::fprintf(stderr, "rowhold: %s%s%s\n", own ? "" : said.get_msg_type(), own ? "" : ": ", said.get_msg());
    } catch (const std::exception &said) {
        std::fprintf(stderr, "rowhold: systemc: %s\n", said.what());
    }
    return 2;
}

} // namespace rh_sc
