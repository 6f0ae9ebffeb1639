// SPDX-License-Identifier: Apache-2.0
/** The project's C headers for C++. */
#ifndef RH_SC_HEADERS_H
#define RH_SC_HEADERS_H

// Those of C that they include come first, for C++'s own hold templates.
#include <cstddef>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <cstring>

// In C a function may have the name of a struct.
#pragma GCC diagnostic push
#pragma GCC diagnostic ignored "-Wshadow"
extern "C" {
#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/trace/rh_stream.h"
#include "cmodel/wave/rh_wave.h"
#include "rowhold/rh_allocator.h"
#include "rowhold/rh_block.h"
#include "rowhold/rh_channel.h"
#include "rowhold/rh_closed_loop.h"
#include "rowhold/rh_contract.h"
#include "rowhold/rh_controller.h"
#include "rowhold/rh_gpu.h"
#include "rowhold/rh_map.h"
#include "rowhold/rh_model.h"
#include "rowhold/rh_observer.h"
#include "rowhold/rh_preset.h"
#include "rowhold/rh_random.h"
#include "rowhold/rh_stats.h"
#include "rowhold/rh_synthetic.h"
#include "rowhold/rh_unit.h"
#include "rowhold/rh_variant.h"
#include "tb/lockstep/rh_bench.h"
#include "tb/systemc/rh_sc_face.h"
}
#pragma GCC diagnostic pop

#endif
