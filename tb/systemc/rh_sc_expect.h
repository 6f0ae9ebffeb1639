// SPDX-License-Identifier: Apache-2.0
/** What the tests of the SystemC face share: expectations, refusals, and a list of tests by name. SystemC is elaborated
 * once a process, so a program runs one test: `PROGRAM NAME`; `PROGRAM --list` names them.
 */
#ifndef RH_SC_EXPECT_H
#define RH_SC_EXPECT_H

#include <functional>
#include <iostream>
#include <string>

#include <systemc>

namespace rh_sc {

inline int failures;

template <class type> void expect(const char *what, const type &found, const type &expected) {
    if (found == expected)
        return;
    std::cerr << "FAIL: " << what << ": found " << found << ", expected " << expected << "\n";
    failures++;
}

/** The line with which SystemC's error was reported, or "nothing". */
inline std::string refusal_of(const std::function<void()> &deed) {
    try {
        deed();
    } catch (const sc_core::sc_report &said) {
        return said.get_msg();
    }
    return "nothing";
}

struct named_test {
    const char *name;
    void (*run)();
};
#define RH_SC_TEST(name)                                                                                               \
    { #name, name }

/** 0: passed, 1: failed, 2: no such test. */
template <std::size_t count> int run_test(int argc, char **argv, const named_test (&tests)[count]) {
    std::string wanted = argc == 2 ? argv[1] : "--list";
    for (const named_test &test : tests) {
        if (wanted == "--list")
            std::cout << test.name << "\n";
        if (wanted != test.name)
            continue;
        test.run();
        return failures == 0 ? 0 : 1;
    }
    return wanted == "--list" ? 0 : 2;
}

} // namespace rh_sc

#endif
