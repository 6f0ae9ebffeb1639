#!/bin/bash
# SPDX-License-Identifier: Apache-2.0
# A wave can be looked at without a screen; the picture is a GTKWave window with waves in it.
source tb/shell.sh || exit
needs gtkwave Xvfb import verilator
ROWHOLD=$ROWHOLD scripts/figures wave "$work/wave.png" fifo 100 40
green=$(convert "$work/wave.png" -fill black +opaque '#008000' -fill white -opaque '#008000' \
    -format '%[fx:int(mean*w*h)]' info:)
[[ $(identify -format '%wx%h' "$work/wave.png") == 1600x896 ]] || fail "not a window"
[[ $green -gt 500 ]] || fail "$green green points, expected waves"
echo "a picture with $green points of filled waves"
