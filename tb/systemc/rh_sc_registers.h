// SPDX-License-Identifier: Apache-2.0
// Every configuration register of RH_SC_KIND, once: RH_SC_REGISTER(name, width). Included by rh_sc_kind.h, several
// times.
#define RH_CONSTRAINT(name, ...)         RH_SC_REGISTER(name, p->timer_bits)
#define RH_SETTING(name, bits, ...)      RH_SC_REGISTER(name, bits)
#define RH_CONFIG(name, type, bits, ...) RH_SC_REGISTER(name, bits)
#include RH_SC_CONFIG_TABLE
#undef RH_CONSTRAINT
#undef RH_SETTING
#undef RH_CONFIG
#undef RH_SC_REGISTER
