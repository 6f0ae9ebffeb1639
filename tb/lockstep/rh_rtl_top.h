// SPDX-License-Identifier: Apache-2.0
/** A Verilated top of many blocks: its instance, reset and clock. The program's only .cpp file includes it. */
#ifndef RH_RTL_TOP_H
#define RH_RTL_TOP_H

#include <cstdlib>
#include <memory>
#include <new>

#include "Vrh_rtl.h"
#include "rh_rtl_bits.h"
#include "rh_rtl_said.h"

namespace rh_rtl_top {

struct instance {
    std::unique_ptr<VerilatedContext> context;
    std::unique_ptr<Vrh_rtl> top;
};

inline Vrh_rtl &top_of(void *rtl) {
    return *static_cast<instance *>(rtl)->top;
}
inline const Vrh_rtl &top_of(const void *rtl) {
    return *static_cast<const instance *>(rtl)->top;
}

/** Its registers at random; null without memory. */
inline void *open(std::uint64_t seed) {
    try {
        auto self = std::make_unique<instance>();
        self->context = std::make_unique<VerilatedContext>();
        self->context->randReset(2);
        self->context->fatalOnError(false);                               // after a broken contract it is asked
        self->context->randSeed(static_cast<int>(seed % 0x7fffffff) + 1); // 0 would seed from the clock
        self->top = std::make_unique<Vrh_rtl>(self->context.get());
        self->top->clk_i = 0;
        self->top->rst_ni = 1;
        return self.release();
    } catch (const std::bad_alloc &) {
        return nullptr;
    }
}

inline void close(void *rtl) {
    if (rtl == nullptr)
        return;
    Verilated::threadContextp(static_cast<instance *>(rtl)->context.get()); // or the scopes go to that of another one
    top_of(rtl).final();
    delete static_cast<instance *>(rtl);
}

/** The first half of a clock, the second. A broken contract of a port (rtl/core/rh_contract_*.sv) ends the program. */
inline void settle(void *rtl) {
    top_of(rtl).clk_i = 0;
    top_of(rtl).eval();
}
inline void edge(void *rtl) {
    VerilatedContext &context = *static_cast<instance *>(rtl)->context;
    Verilated::threadContextp(&context);
    top_of(rtl).clk_i = 1;
    top_of(rtl).eval();
    context.timeInc(1);
    if (!context.gotFinish())
        return;
    const char *text = rh_rtl_said::take();
    std::fflush(stdout);
    std::fprintf(stderr, "CONTRACT: clock %llu: %s\n", static_cast<unsigned long long>(context.time() - 1),
                 text != nullptr ? text : "the RTL ended the run");
    std::exit(1);
}

/** One clock of reset. */
inline void reset(void *rtl) {
    top_of(rtl).rst_ni = 0;
    settle(rtl);
    edge(rtl);
    top_of(rtl).rst_ni = 1;
}

template <std::size_t words> const std::uint32_t *words_of(const VlWide<words> &port) {
    return port.m_storage;
}

constexpr unsigned log2_up(unsigned n) {
    unsigned bits = 1;
    while (1U << bits < n)
        bits++;
    return bits;
}

} // namespace rh_rtl_top

#endif
