// SPDX-License-Identifier: Apache-2.0
#include "tb/systemc/rh_sc_request_system.h"

#include <sstream>

namespace rh_sc {

request_system::request_system(sc_core::sc_module_name name, const choice &choice, const network_setup &setup)
    : sc_core::sc_module(name) {
    rh_error error = {};
    const rh_loop_setup loop = loop_setup_of(setup, preset_);
    const rh_sc_system_setup what = {&loop, choice.how, choice.seed,
                                     choice.plugin.empty() ? nullptr : choice.plugin.c_str()};
    system_.reset(rh_sc_system_open(&what, &error));
    if (system_ == nullptr)
        refuse(error.text);
#define RH_SC_CORE(name, type, bits) core_##name##_i.init(cores());
    RH_SC_CORE_PINS
#undef RH_SC_CORE
    core_ready_o.init(cores());
    reply_valid_o.init(cores());
    reply_tag_o.init(cores());
#define RH_OUT(name, type, count, width, enumeration, meaning) name##_o.init(controllers());
#include "tables/controller_ports.def"
    SC_METHOD(edge);
    sensitive << clk_i.pos();
    dont_initialize();
    SC_METHOD(show);
    sensitive << moved_;
    dont_initialize();
}

request_system::~request_system() = default;

namespace {

// An element of an array, a member of a set.
template <class type, std::size_t count, class value_type>
void put(type (&array)[count], unsigned k, value_type value) {
    array[k] = value;
}
void put(std::uint64_t &set, unsigned k, bool there) {
    set = (set & ~(std::uint64_t{1} << k)) | std::uint64_t{there} << k;
}

} // namespace

void request_system::read_offers() {
    for (unsigned k = 0; k < cores(); k++) {
#define RH_SC_CORE(pin, type, bits)                                                                                    \
    {                                                                                                                  \
        const type said = core_##pin##_i[k].read();                                                                    \
        if ((std::uint64_t{said} >> (bits)) != 0)                                                                      \
            refuse(std::string(name()) + ": found " + std::to_string(said) + " on core_" #pin "_i[" +                  \
                   std::to_string(k) + "], expected a number of " #bits " bits");                                      \
        put(in_.core_##pin, k, said);                                                                                  \
    }
        RH_SC_CORE_PINS
#undef RH_SC_CORE
    }
}

void request_system::edge() {
    rh_error error = {};
    bool good = true;
    if (!rst_ni.read()) {
        good = rh_sc_system_reset(system_.get(), &error);
        started_ = true;
    } else if (started_) {
        read_offers();
        good = rh_sc_system_cycle(system_.get(), &in_, &error);
    }
    if (!good)
        refuse(std::string(name()) + ": " + error.text);
    moved_.notify(sc_core::SC_ZERO_TIME);
}

void request_system::show() {
    if (!started_)
        return;
    rh_sc_system_query(system_.get(), &in_, &out_);
    core_tick_o.write(out_.core_tick != 0);
    network_tick_o.write(out_.network_tick != 0);
    memory_tick_o.write(out_.memory_tick != 0);
    for (unsigned k = 0; k < cores(); k++) {
        const bool replies = (out_.reply_valid >> k & 1) != 0;
        core_ready_o[k].write((out_.core_ready >> k & 1) != 0);
        reply_valid_o[k].write(replies);
        reply_tag_o[k].write(replies ? out_.reply_tag[k] : 0);
    }
    for (unsigned k = 0; k < controllers(); k++) {
#define RH_OUT(name, type, count, width, enumeration, meaning) write(name##_o[k], out_.name[k]);
#include "tables/controller_ports.def"
    }
}

request_system_inputs::request_system_inputs(unsigned cores) {
#define RH_SC_CORE(name, type, bits) name.init(cores);
    RH_SC_CORE_PINS
#undef RH_SC_CORE
}

void request_system_inputs::bind(request_system &to) {
    to.clk_i(clk);
    to.rst_ni(rst_n);
#define RH_SC_CORE(name, type, bits) to.core_##name##_i.bind(name);
    RH_SC_CORE_PINS
#undef RH_SC_CORE
}

void request_system_inputs::trace(vcd &to) {
    to.begin("inputs", false);
    to.add(clk, "in.clk_i", 1, "0");
    to.add(rst_n, "in.rst_ni", 1, "0");
#define RH_SC_CORE(name, type, bits) to.add(name, "in.core_" #name "_i", bits, "0");
    RH_SC_CORE_PINS
#undef RH_SC_CORE
    to.end();
}

request_system_outputs::request_system_outputs(std::string scope, unsigned cores, unsigned controllers)
    : scope_(std::move(scope)) {
    core_ready.init(cores);
    reply_valid.init(cores);
    reply_tag.init(cores);
#define RH_OUT(name, type, count, width, enumeration, meaning) name.init(controllers);
#include "tables/controller_ports.def"
}

void request_system_outputs::bind(request_system &to) {
    to.core_tick_o(core_tick);
    to.network_tick_o(network_tick);
    to.memory_tick_o(memory_tick);
    to.core_ready_o.bind(core_ready);
    to.reply_valid_o.bind(reply_valid);
    to.reply_tag_o.bind(reply_tag);
#define RH_OUT(name, type, count, width, enumeration, meaning) to.name##_o.bind(name);
#include "tables/controller_ports.def"
}

void request_system_outputs::trace(vcd &to, const rh_geometry &geometry) {
    const rh_geometry *p = &geometry; // as the table names it
    to.begin("outputs of " + scope_, false);
    to.add(core_tick, scope_ + ".core_tick_o", 1, "0");
    to.add(network_tick, scope_ + ".network_tick_o", 1, "0");
    to.add(memory_tick, scope_ + ".memory_tick_o", 1, "0");
    to.add(core_ready, scope_ + ".core_ready_o", 1, "0");
    to.add(reply_valid, scope_ + ".reply_valid_o", 1, "0");
    to.add(reply_tag, scope_ + ".reply_tag_o", p->tag_bits, "0");
    to.end();
    to.begin("controllers of " + scope_, true);
#define RH_OUT(name, type, count, width, enumeration, meaning)                                                         \
    to.add(name, scope_ + "." #name "_o", width, #enumeration);
#include "tables/controller_ports.def"
    to.end();
}

namespace {

bool is_named(const std::string &name, const char *one, const char *other) {
    return name == one || name == other;
}

template <class type>
bool differs(std::ostream &text, const std::string &name, const sc_core::sc_signal<type> &a,
             const sc_core::sc_signal<type> &b) {
    if (a.read() == b.read())
        return false;
    text << "found " << std::uint64_t{a.read()} << " on " << name << ", expected " << std::uint64_t{b.read()};
    return true;
}

template <class type>
bool differs(std::ostream &text, const std::string &name, const sc_core::sc_vector<sc_core::sc_signal<type>> &a,
             const sc_core::sc_vector<sc_core::sc_signal<type>> &b) {
    for (unsigned k = 0; k < a.size(); k++)
        if (differs(text, name + "[" + std::to_string(k) + "]", a[k], b[k]))
            return true;
    return false;
}

} // namespace

std::string request_system_outputs::difference(const request_system_outputs &other) const {
    std::ostringstream text;
    bool found = differs(text, "core_tick_o", core_tick, other.core_tick) ||
                 differs(text, "network_tick_o", network_tick, other.network_tick) ||
                 differs(text, "memory_tick_o", memory_tick, other.memory_tick) ||
                 differs(text, "core_ready_o", core_ready, other.core_ready) ||
                 differs(text, "reply_valid_o", reply_valid, other.reply_valid) ||
                 differs(text, "reply_tag_o", reply_tag, other.reply_tag);
    for (unsigned k = 0; k < rsp_valid.size() && !found; k++) {
        const bool silent = !rsp_valid[k].read() && !other.rsp_valid[k].read();
#define RH_OUT(name, type, count, width, enumeration, meaning)                                                         \
    found = found || (!(silent && is_named(#name, "rsp_tag", "rsp_write")) && !is_named(#name, "req_ready", "") &&     \
                      differs(text, #name "_o[" + std::to_string(k) + "]", name[k], other.name[k]));
#include "tables/controller_ports.def"
    }
    return text.str();
}

} // namespace rh_sc
