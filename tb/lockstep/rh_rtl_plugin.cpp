// SPDX-License-Identifier: Apache-2.0
// The shell around one Verilated controller: ports by walking tables/ports.def and tables/gaps.def, everything else is
// rh_rtl.h. scripts/verilate compiles it together with the generated code and the RH_P_* definitions of the geometry.
#include "Vrh_rtl.h"
#include "verilated.h"

#include "rh_rtl.h"

#include <cstring>
#include <memory>
#include <new>

namespace {

struct instance {
    std::unique_ptr<VerilatedContext> context;
    std::unique_ptr<Vrh_rtl> top;
};

/* A port of any width as 32-bit words: Verilator's type depends on the width. */
template <std::size_t words> void copy_words(const VlWide<words> &port, std::uint32_t *to) {
    std::memcpy(to, port.m_storage, words * sizeof(std::uint32_t));
}
void copy_words(QData port, std::uint32_t *to) {
    to[0] = static_cast<std::uint32_t>(port);
    to[1] = static_cast<std::uint32_t>(port >> 32);
}

template <std::size_t words> void set_bits(VlWide<words> &port, unsigned at, unsigned width, std::uint32_t value) {
    for (unsigned bit = 0; bit < width; bit++) {
        std::uint32_t mask = UINT32_C(1) << ((at + bit) % 32);
        std::uint32_t &word = port.m_storage[(at + bit) / 32];
        word = value >> bit & 1 ? word | mask : word & ~mask;
    }
}

void *open_instance(std::uint64_t seed) {
    try {
        auto self = std::make_unique<instance>();
        self->context = std::make_unique<VerilatedContext>();
        self->context->randReset(2);
        self->context->randSeed(static_cast<int>(seed % 0x7fffffff) + 1); // 0 would seed from the clock
        self->top = std::make_unique<Vrh_rtl>(self->context.get());
        return self.release();
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

void close_instance(void *self) {
    auto *rtl = static_cast<instance *>(self);
    rtl->top->final();
    delete rtl;
}

void configure(void *self, const rh_gaps *gaps) {
    Vrh_rtl &top = *static_cast<instance *>(self)->top;
    unsigned gap = 0;
    // A row with its own width is a port of its own (below); the others share the vector, in order.
#define RH_GAP(name, bits, meaning)                                                                                    \
    if (bits == 0)                                                                                                     \
        set_bits(top.gaps_i, RH_P_TIMER_BITS *gap++, RH_P_TIMER_BITS, gaps->name);
#include "tables/gaps.def"
#undef RH_GAP
    top.faw_n_i = static_cast<CData>(gaps->faw_n);
    top.refresh_i = static_cast<CData>(gaps->refresh);
    top.refi_i = gaps->refi;
    top.rfc_i = gaps->rfc;
}

void drive(Vrh_rtl &top, const rh_controller_in *in) {
#define RH_IN(name, type, width, enumeration, meaning) top.name##_i = in->name;
#define RH_OUT(name, type, width, enumeration, meaning)
#include "tables/ports.def"
#undef RH_IN
#undef RH_OUT
}

void sample(const Vrh_rtl &top, rh_controller_out *out) {
#define RH_IN(name, type, width, enumeration, meaning)
#define RH_OUT(name, type, width, enumeration, meaning) out->name = top.name##_o;
#include "tables/ports.def"
#undef RH_IN
#undef RH_OUT
}

void step(void *self, const rh_controller_in *in, rh_controller_out *out, std::uint32_t *observation) {
    Vrh_rtl &top = *static_cast<instance *>(self)->top;
    top.rst_ni = 1;
    top.clk_i = 0;
    drive(top, in);
    top.eval();
    sample(top, out);
    if (observation != nullptr)
        copy_words(top.obs_o, observation);
    top.clk_i = 1;
    top.eval();
}

void reset(void *self, const rh_controller_in *in) {
    Vrh_rtl &top = *static_cast<instance *>(self)->top;
    top.rst_ni = 0;
    top.clk_i = 0;
    drive(top, in);
    top.eval();
    top.clk_i = 1;
    top.eval();
}

const rh_rtl_api api = {
    RH_RTL_ABI,
    sizeof(rh_controller_in),
    sizeof(rh_controller_out),
    RH_P_CONTROLLER,
    {RH_P_QUEUE, RH_P_BANKS, RH_P_GROUPS, RH_P_BUSES, RH_P_ROW_BITS, RH_P_COLUMN_BITS, RH_P_TAG_BITS, RH_P_RESPONSES,
     RH_P_TIMER_BITS},
    RH_P_OBS_BITS,
    open_instance,
    close_instance,
    configure,
    reset,
    step,
};

} // namespace

extern "C" __attribute__((visibility("default"))) const rh_rtl_api *rh_rtl_plugin(void) {
    return &api;
}
