#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# Every fault planted in a block of the fast proofs breaks the assertion that it names.
set -euo pipefail
exec scripts/prove --faults --fast --jobs 2
