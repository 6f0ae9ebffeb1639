// SPDX-License-Identifier: Apache-2.0
/** What Verilated RTL says: the contract of a port that was broken. scripts/verilate compiles the runtime so that it
 * prints here; the program's or plug-in's only .cpp file includes this. */
#ifndef RH_RTL_SAID_H
#define RH_RTL_SAID_H

#include <cstdarg>
#include <cstdio>
#include <cstring>

namespace rh_rtl_said {

/** The first line since it was last taken, by this thread's RTL. */
inline thread_local char first[512] = "";

/** That line, without what the simulator puts around it; NULL: nothing was said. It lasts until the next. */
inline const char *take() {
    static thread_local char taken[sizeof first];
    if (first[0] == '\0')
        return nullptr;
    const char *assertion = std::strstr(first, " failed in ");
    const char *text = assertion != nullptr ? assertion + std::strlen(" failed in ") : first;
    std::snprintf(taken, sizeof taken, "%.*s", static_cast<int>(std::strcspn(text, "\n")), text);
    first[0] = '\0';
    return taken;
}

} // namespace rh_rtl_said

/** In place of printf in Verilator's runtime. */
extern "C" int rh_rtl_print(const char *format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    int length = rh_rtl_said::first[0] != '\0'
                     ? 0
                     : std::vsnprintf(rh_rtl_said::first, sizeof rh_rtl_said::first, format, arguments);
    va_end(arguments);
    return length;
}

#endif
