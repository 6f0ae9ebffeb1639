// SPDX-License-Identifier: Apache-2.0
/** Ports of a Verilated top. Verilator's type of a port depends on its width: an integer, or words of 32 bits. */
#ifndef RH_RTL_BITS_H
#define RH_RTL_BITS_H

#include <cstdint>
#include <cstring>

#include "verilated.h"

namespace rh_rtl_bits {

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

} // namespace rh_rtl_bits

#endif
