// SPDX-License-Identifier: Apache-2.0
// The other name under which DRAMsim3's users include its interface.
#include "dramsim3.h"
