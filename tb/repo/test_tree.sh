#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# The source tree keeps the rules that scripts/check states.
exec scripts/check
