// SPDX-License-Identifier: Apache-2.0
// The shell around one Verilated block of any kind: ports and configuration by walking the kind's tables, everything
// else is rh_rtl.h. scripts/verilate compiles it together with the generated code, the kind's header and, as RH_P_*,
// the kind, the name, the parameters, the tables and the width of the observation vector.
#include "Vrh_rtl.h"
#include "verilated.h"

#include "rh_rtl.h"
#include "rh_rtl_bits.h"
#include "rh_rtl_said.h"

#include <memory>
#include <new>
#include <type_traits>

namespace {

using namespace rh_rtl_bits;

using params_type = RH_P_TYPE(params);
using config_type = RH_P_TYPE(config);
using in_type = RH_P_TYPE(in);
using out_type = RH_P_TYPE(out);

constexpr params_type params = {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning) RH_P_##parameter,
#include RH_P_PARAMS_TABLE
};
constexpr const params_type *p = &params; // as the tables name it

struct instance {
    std::unique_ptr<VerilatedContext> context;
    std::unique_ptr<Vrh_rtl> top;
};

// A port is a number in the struct, or an array of `count` elements of `width` bits.
template <class port_type, class member_type>
void put(port_type &port, const member_type &member, unsigned count, unsigned width) {
    if constexpr (std::is_array_v<member_type>) {
        for (unsigned e = 0; e < count; e++)
            set_bits(port, e * width, width, member[e]);
    } else {
        port = static_cast<port_type>(member);
    }
}
template <class port_type, class member_type>
void get(const port_type &port, member_type &member, unsigned count, unsigned width) {
    if constexpr (std::is_array_v<member_type>) {
        for (unsigned e = 0; e < count; e++)
            member[e] = static_cast<std::remove_extent_t<member_type>>(get_bits(port, e * width, width));
    } else {
        member = static_cast<member_type>(port);
    }
}

void *open_instance(std::uint64_t seed) {
    try {
        auto self = std::make_unique<instance>();
        self->context = std::make_unique<VerilatedContext>();
        self->context->randReset(2);
        self->context->fatalOnError(false);                               // after a broken contract it is asked
        self->context->randSeed(static_cast<int>(seed % 0x7fffffff) + 1); // 0 would seed from the clock
        self->top = std::make_unique<Vrh_rtl>(self->context.get());
        self->top->load_i = 0; // an input, too, starts at random
        return self.release();
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void close_instance(void *self) {
    auto *rtl = static_cast<instance *>(self);
    Verilated::threadContextp(rtl->context.get()); // or the scopes go to that of another instance
    rtl->top->final();
    delete rtl;
}

// A template, so that a port is named only where there is one.
template <class top_type> void drive_config(top_type &top, const config_type *config) {
    [[maybe_unused]] unsigned gap = 0;
    // The gaps share one vector, in order; each other register is a port of its own.
#define RH_GAP(name, ...) set_bits(top.gaps_i, params.timer_bits *gap++, params.timer_bits, config->name);
#define RH_SETTING(name, bits, value, meaning)                                                                         \
    top.name##_i = static_cast<std::remove_reference_t<decltype(top.name##_i)>>(config->name);
#define RH_CONFIG(name, type, bits, meaning) top.name##_i = config->name;
#include RH_P_CONFIG_TABLE
}

void configure(void *self, const void *config) {
    drive_config(*static_cast<instance *>(self)->top, static_cast<const config_type *>(config));
}

void drive(Vrh_rtl &top, const void *from) {
    const auto *in = static_cast<const in_type *>(from);
#define RH_IN(name, type, count, width, enumeration, meaning) put(top.name##_i, in->name, count, width);
#include RH_P_PORTS_TABLE
}

void sample(const Vrh_rtl &top, void *to) {
    auto *out = static_cast<out_type *>(to);
#define RH_OUT(name, type, count, width, enumeration, meaning) get(top.name##_o, out->name, count, width);
#include RH_P_PORTS_TABLE
}

void peek(void *self, const void *in, void *out) {
    Vrh_rtl &top = *static_cast<instance *>(self)->top;
    top.rst_ni = 1;
    top.clk_i = 0;
    drive(top, in);
    top.eval();
    sample(top, out);
}

void step(void *self, const void *in, void *out, std::uint32_t *observation) {
    peek(self, in, out);
    Vrh_rtl &top = *static_cast<instance *>(self)->top;
    if (observation != nullptr)
        copy_words(top.obs_o, observation);
    Verilated::threadContextp(static_cast<instance *>(self)->context.get()); // who is asked whether a contract broke
    top.clk_i = 1;
    top.eval();
}

void reset(void *self, const void *in) {
    Vrh_rtl &top = *static_cast<instance *>(self)->top;
    top.rst_ni = 0;
    top.clk_i = 0;
    drive(top, in);
    top.eval();
    top.clk_i = 1;
    top.eval();
}

void load(void *self, const std::uint32_t *state) {
    Vrh_rtl &top = *static_cast<instance *>(self)->top;
    const in_type none = {};
    top.rst_ni = 1;
    top.clk_i = 0;
    top.load_i = 1;
    put_words(top.load_state_i, state);
    drive(top, &none);
    top.eval();
    top.clk_i = 1;
    top.eval();
    top.load_i = 0;
}

const char *broken(void *self) {
    return static_cast<instance *>(self)->context->gotFinish() ? rh_rtl_said::take() : nullptr;
}

const rh_rtl_api api = {
    RH_RTL_ABI,
    sizeof(params_type),
    sizeof(config_type),
    sizeof(in_type),
    sizeof(out_type),
    RH_P_KIND,
    RH_P_NAME,
    &params,
    RH_P_OBS_BITS,
    open_instance,
    close_instance,
    configure,
    reset,
    step,
    peek,
    RH_P_OBS_BITS != 0 ? load : nullptr,
    broken,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const rh_rtl_api *rh_rtl_plugin(void) {
    return &api;
}
