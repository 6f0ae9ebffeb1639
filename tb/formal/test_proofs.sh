#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The fast proofs: every block, the greater geometries left to scripts/prove.
set -euo pipefail
exec scripts/prove --fast --jobs 2
