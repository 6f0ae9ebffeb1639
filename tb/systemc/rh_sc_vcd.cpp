// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_sc_vcd.h"

#include <cmath>
#include <fstream>

#include "tb/systemc/rh_sc_block.h"

namespace rh_sc {

vcd::vcd(const std::string &file, std::uint32_t period_ps) : path_(file) {
    std::size_t stem = file.size() < 5 ? 0 : file.size() - 4;
    if (stem == 0 || file.substr(stem) != ".vcd")
        refuse("--vcd: found '" + file + "', expected a file name that ends in .vcd");
    if (!std::ofstream(file) || !std::ofstream(file + ".gtkw"))
        refuse(file + ": found no way to write here, expected a file name in a writable folder");
    file_ = sc_core::sc_create_vcd_trace_file(file.substr(0, stem).c_str());
    file_->set_time_unit(1, sc_core::SC_PS);
    // GTKWave's zoom is minus the logarithm to base 2 of the time in 200 pixels; some 1230 are seen.
    double zoom = -std::log2(40.0 * period_ps * 200 / 1230);
    view_ = "[timestart] 0\n[size] 1600 1000\n[pos] -1 -1\n*" + std::to_string(zoom) +
            " 0\n[treeopen] SystemC.\n[sst_width] 180\n[signals_width] 260\n[sst_expanded] 0\n";
}

vcd::~vcd() {
    sc_core::sc_close_vcd_trace_file(file_);
    std::ofstream(path_ + ".gtkw") << view_;
}

void vcd::begin(const std::string &title, bool folded) {
    title_ = title;
    folded_ = folded;
    view_ += (folded ? "@c00200\n-" : "@800200\n-") + title + "\n";
}

void vcd::end() {
    view_ += (folded_ ? "@1401200\n-" : "@1000200\n-") + title_ + "\n";
}

void vcd::show(const std::string &name, unsigned width, const char *enumeration, bool set) {
    if (enumeration[0] != '0') // translated by a file of waves/
        view_ += "@2024\n^1 " RH_SOURCE_DIR "/waves/" + std::string(enumeration) + ".txt\n";
    else
        view_ += width == 1 || set ? "@28\n" : "@24\n";
    view_ += "SystemC." + name + (width == 1 ? "" : "[" + std::to_string(width - 1) + ":0]") + "\n";
}

} // namespace rh_sc
