// SPDX-License-Identifier: Apache-2.0
/** Pins and signals of a row of a port table: one for a number, a vector of them for an array, bool for a single bit,
 * else the C type of the row.
 */
#ifndef RH_SC_PINS_H
#define RH_SC_PINS_H

#include <string>
#include <type_traits>

#include <systemc>

#include "tb/systemc/rh_sc_headers.h"

namespace rh_sc {

/** Is a count or a width, as it is written in a table, 1 whatever the parameters? */
constexpr bool is_one(const char *text) {
    return text[0] == '1' && text[1] == '\0';
}

/** Is a number of this width, as it is written in a table, a set, to be looked at bit by bit? */
inline bool is_set(const rh_kind &kind, const char *width) {
    for (const char *const *one = kind.set_widths; one != nullptr && *one != nullptr; one++)
        if (std::strcmp(*one, width) == 0)
            return true;
    return false;
}

template <class member, bool bit> using element = std::conditional_t<bit, bool, std::remove_all_extents_t<member>>;

/** `wire`: sc_core::sc_in, sc_out or sc_signal. */
template <template <class> class wire, class member, bool bit>
using one_or_many = std::conditional_t<std::is_array_v<member>, sc_core::sc_vector<wire<element<member, bit>>>,
                                       wire<element<member, bit>>>;
template <class type> using plain_signal = sc_core::sc_signal<type>;
template <class type> using plain_in = sc_core::sc_in<type>;
template <class type> using plain_out = sc_core::sc_out<type>;

/** As many as these parameters have. */
template <class wire> void resize(wire &, unsigned) {}
template <class wire> void resize(sc_core::sc_vector<wire> &wires, unsigned count) {
    wires.init(count);
}

template <class wire, class member> void read(const wire &from, member &to) {
    to = static_cast<member>(from.read());
}
template <class wire, class member, std::size_t most>
void read(const sc_core::sc_vector<wire> &from, member (&to)[most]) {
    for (unsigned e = 0; e < from.size(); e++)
        read(from[e], to[e]);
}

template <class wire, class member> void write(wire &to, const member &from) {
    to.write(static_cast<std::decay_t<decltype(to.read())>>(from));
}
template <class wire, class member, std::size_t most>
void write(sc_core::sc_vector<wire> &to, const member (&from)[most]) {
    for (unsigned e = 0; e < to.size(); e++)
        write(to[e], from[e]);
}

template <class pin, class signal> void join(pin &to, signal &with) {
    to.bind(with);
}
template <class pin, class signal> void join(sc_core::sc_vector<pin> &to, sc_core::sc_vector<signal> &with) {
    to.bind(with);
}

} // namespace rh_sc

#endif
