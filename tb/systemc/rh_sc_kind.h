// SPDX-License-Identifier: Apache-2.0
/** The sc_module of one kind, made from its tables: included once a kind (rh_sc_kinds.h), with RH_SC_KIND as its name.
 *
 * Of kind `controller`: rh_sc::controller with the pins clk_i, rst_ni, NAME_i for each row RH_IN and each configuration
 * register, NAME_o for each row RH_OUT; rh_sc::controller_inputs and rh_sc::controller_outputs, bundles of signals that
 * bind to them, take or give the C structs and go into a VCD.
 */
// no include guard: see above
#ifndef RH_SC_KIND
#error "expected RH_SC_KIND, the name of a kind"
#endif

#include "tb/systemc/rh_sc_block.h"
#include "tb/systemc/rh_sc_pins.h"
#include "tb/systemc/rh_sc_vcd.h"

#define RH_SC_PASTE(a, b) a##b
#define RH_SC_JOIN(a, b)  RH_SC_PASTE(a, b)
#define RH_SC_QUOTE(...)  #__VA_ARGS__
#define RH_SC_TEXT(...)   RH_SC_QUOTE(__VA_ARGS__)
#define RH_SC_C(what)     RH_SC_JOIN(RH_SC_JOIN(rh_, RH_SC_KIND), _##what)
// It would put spaces into the paths.
// clang-format off
#define RH_SC_HEADER       RH_SC_TEXT(rowhold/RH_SC_JOIN(rh_, RH_SC_KIND).h)
#define RH_SC_PORTS_TABLE  RH_SC_TEXT(tables/RH_SC_JOIN(RH_SC_KIND, _ports.def))
#define RH_SC_CONFIG_TABLE RH_SC_TEXT(tables/RH_SC_JOIN(RH_SC_KIND, _config.def))
// clang-format on
#define RH_SC_BIT(count, width) (is_one(#count) && is_one(#width))
#define RH_SC_INPUTS            RH_SC_JOIN(RH_SC_KIND, _inputs)
#define RH_SC_OUTPUTS           RH_SC_JOIN(RH_SC_KIND, _outputs)

// In C a function may have the name of a struct.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
extern "C" {
#include RH_SC_HEADER
}
#pragma GCC diagnostic pop

namespace rh_sc {

struct RH_SC_INPUTS;
struct RH_SC_OUTPUTS;

class RH_SC_KIND : public block {
  public:
    using inputs = RH_SC_INPUTS;
    using outputs = RH_SC_OUTPUTS;
    using params_type = RH_SC_C(params);
    using config_type = RH_SC_C(config);
    using in_type = RH_SC_C(in);
    using out_type = RH_SC_C(out);
    static constexpr const char *kind_name = RH_SC_TEXT(RH_SC_KIND);

    // Configuration: a pin a register.
#define RH_SC_REGISTER(name, width) sc_core::sc_in<decltype(config_type::name)> name##_i{#name "_i"};
#include "tb/systemc/rh_sc_registers.h"
#define RH_IN(name, type, count, width, enumeration, meaning)                                                          \
    one_or_many<plain_in, type, RH_SC_BIT(count, width)> name##_i{#name "_i"};
#define RH_OUT(name, type, count, width, enumeration, meaning)                                                         \
    one_or_many<plain_out, type, RH_SC_BIT(count, width)> name##_o{#name "_o"};
#include RH_SC_PORTS_TABLE

    RH_SC_KIND(sc_core::sc_module_name name, const choice &choice, const params_type &params)
        : block(name, kind_name, choice, &params) {
        const params_type *p = &params; // as the tables name it
        (void)p;
#define RH_IN(name, type, count, width, enumeration, meaning)  resize(name##_i, count);
#define RH_OUT(name, type, count, width, enumeration, meaning) resize(name##_o, count);
#include RH_SC_PORTS_TABLE
        // Twice the same input is once: a method is sensitive to a set.
#define RH_PATH(output, input) follow(input##_i);
#include RH_SC_PORTS_TABLE
    }

  protected:
    void read_config(void *to) const override {
        [[maybe_unused]] auto *config = static_cast<config_type *>(to); // a kind may have no register
#define RH_SC_REGISTER(name, width) read(name##_i, config->name);
#include "tb/systemc/rh_sc_registers.h"
    }
    void read_inputs(void *to) const override {
        auto *in = static_cast<in_type *>(to);
#define RH_IN(name, type, count, width, enumeration, meaning) read(name##_i, in->name);
#include RH_SC_PORTS_TABLE
    }
    void write_outputs(const void *from) override {
        const auto *out = static_cast<const out_type *>(from);
#define RH_OUT(name, type, count, width, enumeration, meaning) write(name##_o, out->name);
#include RH_SC_PORTS_TABLE
    }
};

#define RH_SC_NAMED(name)                                                                                              \
    name {                                                                                                             \
        (scope_ + "_" #name).c_str()                                                                                   \
    }

/** Signals of every input pin: clock, reset, configuration, ports. One bundle may drive several modules. */
struct RH_SC_INPUTS {
  private:
    std::string scope_; // the first, for it names the signals

  public:
    using dut = RH_SC_KIND;
    sc_core::sc_signal<bool> RH_SC_NAMED(clk), RH_SC_NAMED(rst_n);
#define RH_SC_REGISTER(name, width) sc_core::sc_signal<decltype(dut::config_type::name)> RH_SC_NAMED(name);
#include "tb/systemc/rh_sc_registers.h"
#define RH_IN(name, type, count, width, enumeration, meaning)                                                          \
    one_or_many<plain_signal, type, RH_SC_BIT(count, width)> RH_SC_NAMED(name);
#include RH_SC_PORTS_TABLE

    RH_SC_INPUTS(const char *scope, const dut::params_type &params) : scope_(scope), params_(params) {
        const dut::params_type *p = &params_;
        (void)p;
#define RH_IN(name, type, count, width, enumeration, meaning) resize(name, count);
#include RH_SC_PORTS_TABLE
    }
    void bind(dut &to) {
        to.clk_i(clk);
        to.rst_ni(rst_n);
#define RH_SC_REGISTER(name, width) join(to.name##_i, name);
#include "tb/systemc/rh_sc_registers.h"
#define RH_IN(name, type, count, width, enumeration, meaning) join(to.name##_i, name);
#include RH_SC_PORTS_TABLE
    }
    void configure([[maybe_unused]] const dut::config_type &config) {
#define RH_SC_REGISTER(name, width) write(name, config.name);
#include "tb/systemc/rh_sc_registers.h"
    }
    void drive(const dut::in_type &in) {
#define RH_IN(name, type, count, width, enumeration, meaning) write(name, in.name);
#include RH_SC_PORTS_TABLE
    }
    /** Into a VCD, in the bundle's scope. */
    void trace(vcd &to) const {
        const dut::params_type *p = &params_;
        (void)p;
        to.begin(scope_, false);
        to.add(clk, scope_ + ".clk_i", 1, "0");
        to.add(rst_n, scope_ + ".rst_ni", 1, "0");
#define RH_IN(name, type, count, width, enumeration, meaning)                                                          \
    to.add(name, scope_ + "." #name "_i", width, #enumeration, is_set(RH_SC_C(kind), #width));
#include RH_SC_PORTS_TABLE
        to.end();
        to.begin("configuration", true);
#define RH_SC_REGISTER(name, width) to.add(name, scope_ + "." #name "_i", width, "0");
#include "tb/systemc/rh_sc_registers.h"
        to.end();
    }

  private:
    dut::params_type params_;
};

/** Signals of every output pin. */
struct RH_SC_OUTPUTS {
  private:
    std::string scope_;

  public:
    using dut = RH_SC_KIND;
#define RH_OUT(name, type, count, width, enumeration, meaning)                                                         \
    one_or_many<plain_signal, type, RH_SC_BIT(count, width)> RH_SC_NAMED(name);
#include RH_SC_PORTS_TABLE

    RH_SC_OUTPUTS(const char *scope, const dut::params_type &params) : scope_(scope), params_(params) {
        const dut::params_type *p = &params_;
        (void)p;
#define RH_OUT(name, type, count, width, enumeration, meaning) resize(name, count);
#include RH_SC_PORTS_TABLE
    }
    void bind(dut &to) {
#define RH_OUT(name, type, count, width, enumeration, meaning) join(to.name##_o, name);
#include RH_SC_PORTS_TABLE
    }
    void sample(dut::out_type &out) const {
#define RH_OUT(name, type, count, width, enumeration, meaning) read(name, out.name);
#include RH_SC_PORTS_TABLE
    }
    /** Into a VCD, in the bundle's scope. */
    void trace(vcd &to) const {
        const dut::params_type *p = &params_;
        (void)p;
        to.begin(scope_, false);
#define RH_OUT(name, type, count, width, enumeration, meaning)                                                         \
    to.add(name, scope_ + "." #name "_o", width, #enumeration, is_set(RH_SC_C(kind), #width));
#include RH_SC_PORTS_TABLE
        to.end();
    }

  private:
    dut::params_type params_;
};

} // namespace rh_sc

#undef RH_SC_PASTE
#undef RH_SC_JOIN
#undef RH_SC_QUOTE
#undef RH_SC_TEXT
#undef RH_SC_C
#undef RH_SC_HEADER
#undef RH_SC_PORTS_TABLE
#undef RH_SC_CONFIG_TABLE
#undef RH_SC_BIT
#undef RH_SC_NAMED
#undef RH_SC_INPUTS
#undef RH_SC_OUTPUTS
#undef RH_SC_KIND
