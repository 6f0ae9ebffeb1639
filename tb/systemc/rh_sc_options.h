// SPDX-License-Identifier: Apache-2.0
/** Options of the SystemC programs: --NAME VALUE or --NAME=VALUE. */
#ifndef RH_SC_OPTIONS_H
#define RH_SC_OPTIONS_H

#include <cstdint>
#include <map>
#include <string>
#include <utility>
#include <vector>

namespace rh_sc {

/** Thrown by whatever refuses a command line: one line, exit 2. */
struct refusal {
    std::string text;
};

class options {
  public:
    /** `values`: every option with its default, and no other is taken. */
    options(int argc, char **argv, std::map<std::string, std::string> values);
    const std::string &text(const std::string &name) const {
        return values_.at(name);
    }
    std::uint64_t number(const std::string &name) const;
    /** NAME=VALUE,... */
    std::vector<std::pair<std::string, std::uint64_t>> settings(const std::string &name) const;
    bool help = false;

  private:
    std::map<std::string, std::string> values_;
};

/** Runs `body` with what every program shares: --help prints `usage`; a refusal or an error of SystemC is one line
 * "rowhold: ..." and exit 2. */
int run_program(int argc, char **argv, const char *usage, const std::map<std::string, std::string> &values,
                int (*body)(const options &));

} // namespace rh_sc

#endif
