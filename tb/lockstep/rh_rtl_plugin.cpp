// SPDX-License-Identifier: Apache-2.0
// The shell around one Verilated block of any kind, or a top of many (RH_P_TOP): ports and configuration by walking the
// kind's tables, everything else is rh_rtl.h. scripts/verilate compiles it together with the generated code, the kind's
// header and, as RH_P_*, the kind, the name, the parameters, the tables and the width of the observation vector. A top
// of controllers (RH_P_OF_CONTROLLERS) has their configuration, too, and of each its outputs.
#include "Vrh_rtl.h"
#include "verilated.h"

#include "rh_rtl.h"

#include <cstdarg>
#include <cstdio>
#include <cstring>
#include <memory>
#include <new>
#include <type_traits>

namespace {

// Verilator's type of a port depends on its width: an integer, or words of 32 bits.
template <std::size_t words> void copy_words(const VlWide<words> &port, std::uint32_t *to) {
    std::memcpy(to, port.m_storage, words * sizeof(std::uint32_t));
}
template <class port_type> void copy_words(port_type port, std::uint32_t *to) {
    to[0] = static_cast<std::uint32_t>(port);
    if constexpr (sizeof port > sizeof to[0])
        to[1] = static_cast<std::uint32_t>(port >> 32);
}

template <std::size_t words> void put_words(VlWide<words> &port, const std::uint32_t *from) {
    std::memcpy(port.m_storage, from, words * sizeof(std::uint32_t));
}
template <class port_type> void put_words(port_type &port, const std::uint32_t *from) {
    std::uint64_t value = from[0];
    if constexpr (sizeof port > sizeof from[0])
        value |= static_cast<std::uint64_t>(from[1]) << 32;
    port = static_cast<port_type>(value);
}

constexpr std::uint64_t mask_of(unsigned width) {
    return width >= 64 ? ~UINT64_C(0) : (UINT64_C(1) << width) - 1;
}

template <std::size_t words> void set_bits(VlWide<words> &port, unsigned at, unsigned width, std::uint64_t value) {
    for (unsigned done = 0; done < width;) {
        unsigned bit = (at + done) % 32, n = width - done < 32 - bit ? width - done : 32 - bit;
        std::uint32_t mask = static_cast<std::uint32_t>(mask_of(n)) << bit;
        std::uint32_t &word = port.m_storage[(at + done) / 32];
        word = (word & ~mask) | (static_cast<std::uint32_t>(value >> done) << bit & mask);
        done += n;
    }
}
template <class port_type> void set_bits(port_type &port, unsigned at, unsigned width, std::uint64_t value) {
    std::uint64_t mask = mask_of(width) << at;
    port = static_cast<port_type>((port & ~mask) | (value << at & mask));
}

template <std::size_t words> std::uint64_t get_bits(const VlWide<words> &port, unsigned at, unsigned width) {
    std::uint64_t value = 0;
    for (unsigned done = 0; done < width;) {
        unsigned bit = (at + done) % 32, n = width - done < 32 - bit ? width - done : 32 - bit;
        std::uint64_t part = port.m_storage[(at + done) / 32] >> bit & mask_of(n);
        value |= part << done;
        done += n;
    }
    return value;
}
template <class port_type> std::uint64_t get_bits(port_type port, unsigned at, unsigned width) {
    return static_cast<std::uint64_t>(port) >> at & mask_of(width);
}

// What the RTL says, the contract of a port that was broken: scripts/verilate compiles the runtime so that it prints
// here.
/** The first line since it was last taken, by this thread's RTL. */
thread_local char said[512] = "";

/** That line, without what the simulator puts around it; NULL: nothing was said. It lasts until the next. */
const char *take() {
    static thread_local char taken[sizeof said];
    if (said[0] == '\0')
        return nullptr;
    const char *assertion = std::strstr(said, " failed in ");
    const char *text = assertion != nullptr ? assertion + std::strlen(" failed in ") : said;
    std::snprintf(taken, sizeof taken, "%.*s", static_cast<int>(std::strcspn(text, "\n")), text);
    said[0] = '\0';
    return taken;
}

using params_type = RH_P_TYPE(params);
using config_type = RH_P_TYPE(config);
using in_type = RH_P_TYPE(in);
using out_type = RH_P_TYPE(out);

constexpr params_type module_params = {
#define RH_PARAM(name, parameter, key, type, defaults, least, greatest, power, smallest, meaning) RH_P_##parameter,
#include RH_P_PARAMS_TABLE
};
#ifdef RH_P_TOP
const params_type params = [] {
    params_type made = module_params;
    RH_P_TOP(&made); // what follows from them
    return made;
}();
#else
constexpr params_type params = module_params;
#endif
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
#ifndef RH_P_TOP
        self->top->load_i = 0; // an input, too, starts at random
#endif
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

// A policy's setting, and the source of a request, is a port of the designs that read it.
#define RH_PORT_IN(name)                                                                                               \
    template <class top_type, class = void> constexpr bool has_##name = false;                                         \
    template <class top_type>                                                                                          \
    constexpr bool has_##name<top_type, std::void_t<decltype(std::declval<top_type &>().name##_i)>> = true;
#define RH_POLICY(name, bits, value, meaning) RH_PORT_IN(name)
#include "tables/controller_config.def"
#define RH_IN(name, type, count, width, enumeration, meaning) RH_PORT_IN(name)
#include RH_P_PORTS_TABLE

// A template, so that a port is named only where there is one.
template <class top_type> void drive_config(top_type &top, const config_type *config) {
    [[maybe_unused]] unsigned constraint = 0;
    // The timing constraints share one vector, in order; each other register is a port of its own.
#ifdef RH_P_OF_CONTROLLERS
#define T_COUNT config->constraints
#else
#define T_COUNT (*config)
#endif
#define RH_CONSTRAINT(name, ...)                                                                                       \
    set_bits(top.constraints_i, params.timer_bits *constraint++, params.timer_bits, T_COUNT.name);
#define RH_SETTING(name, bits, value, meaning)                                                                         \
    top.name##_i = static_cast<std::remove_reference_t<decltype(top.name##_i)>>(T_COUNT.name);
#define RH_POLICY(name, bits, value, meaning)                                                                          \
    if constexpr (has_##name<top_type>)                                                                                \
        top.name##_i = static_cast<std::remove_reference_t<decltype(top.name##_i)>>(T_COUNT.name);
#define RH_CONFIG(name, type, bits, meaning) top.name##_i = config->name;
#include RH_P_CONFIG_TABLE
#ifdef RH_P_OF_CONTROLLERS
#include "tables/controller_config.def"
#endif
}

void configure(void *self, const void *config) {
    drive_config(*static_cast<instance *>(self)->top, static_cast<const config_type *>(config));
}

template <class top_type> void drive(top_type &top, const void *from) {
    const auto *in = static_cast<const in_type *>(from);
#define RH_IN(name, type, count, width, enumeration, meaning)                                                          \
    if constexpr (has_##name<top_type>)                                                                                \
        put(top.name##_i, in->name, count, width);
#include RH_P_PORTS_TABLE
}

void sample(const Vrh_rtl &top, void *to) {
    auto *out = static_cast<out_type *>(to);
#define RH_OUT(name, type, count, width, enumeration, meaning) get(top.name##_o, out->name, count, width);
#include RH_P_PORTS_TABLE
#ifdef RH_P_OF_CONTROLLERS
#define RH_OUT(name, type, count, width, enumeration, meaning) get(top.name##_o, out->name, params.controllers, width);
#include "tables/controller_ports.def"
#endif
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

#ifdef RH_P_TOP
constexpr auto load = nullptr;
#else
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
#endif

const char *broken(void *self) {
    return static_cast<instance *>(self)->context->gotFinish() ? take() : nullptr;
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

/** In place of printf in Verilator's runtime. */
extern "C" int rh_rtl_print(const char *format, ...) {
    std::va_list arguments;
    va_start(arguments, format);
    int length = said[0] != '\0' ? 0 : std::vsnprintf(said, sizeof said, format, arguments);
    va_end(arguments);
    return length;
}

extern "C" __attribute__((visibility("default"))) const rh_rtl_api *rh_rtl_plugin(void) {
    return &api;
}
