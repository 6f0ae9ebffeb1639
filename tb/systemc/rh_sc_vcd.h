// SPDX-License-Identifier: Apache-2.0
/** A VCD of sc_trace, and a GTKWave view beside it (FILE.gtkw) that shows what was added, in groups, commands and
 * reasons by name.
 */
#ifndef RH_SC_VCD_H
#define RH_SC_VCD_H

#include <cstdint>
#include <string>

#include <systemc>

#include "tb/systemc/rh_sc_pins.h"

namespace rh_sc {

class vcd {
  public:
    /** FILE ends in .vcd. `period_ps`: of a clock, of which the view shows some 40. */
    vcd(const std::string &file, std::uint32_t period_ps);
    ~vcd();
    vcd(const vcd &) = delete;
    vcd &operator=(const vcd &) = delete;

    /** What is added until `end` stands under a heading, folded if `folded`. */
    void begin(const std::string &title, bool folded);
    void end();
    /** `name` is SCOPE.NAME; `enumeration` "0" or the name of one, as in a port table; a `set` shows bit by bit. */
    template <class type>
    void add(const sc_core::sc_signal<type> &signal, const std::string &name, unsigned width, const char *enumeration,
             bool set = false) {
        if constexpr (std::is_same_v<type, bool>)
            sc_core::sc_trace(file_, signal.read(), name);
        else
            sc_core::sc_trace(file_, signal.read(), name, static_cast<int>(width));
        show(name, width, enumeration, set);
    }
    template <class type>
    void add(const sc_core::sc_vector<sc_core::sc_signal<type>> &signals, const std::string &name, unsigned width,
             const char *enumeration, bool set = false) {
        for (unsigned e = 0; e < signals.size(); e++)
            add(signals[e], name + "(" + std::to_string(e) + ")", width, enumeration, set);
    }

  private:
    void show(const std::string &name, unsigned width, const char *enumeration, bool set);

    sc_core::sc_trace_file *file_;
    std::string path_, view_, title_;
    bool folded_ = false;
};

} // namespace rh_sc

#endif
