#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A wave can be looked at without a screen; the picture is a GTKWave window with waves in it.
set -euo pipefail
for tool in gtkwave Xvfb import verilator; do
    command -v $tool >/dev/null || { echo "skipped: no $tool" && exit 77; }
done
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
ROWHOLD=$ROWHOLD scripts/figures wave "$work/wave.png" fifo 100 40
green=$(convert "$work/wave.png" -fill black +opaque '#008000' -fill white -opaque '#008000' \
    -format '%[fx:int(mean*w*h)]' info:)
[[ $(identify -format '%wx%h' "$work/wave.png") == 1600x896 ]] || { echo "FAIL: not a window" >&2 && exit 1; }
[[ $green -gt 500 ]] || { echo "FAIL: $green green points, expected waves" >&2 && exit 1; }
echo "a picture with $green points of filled waves"
