# SPDX-License-Identifier: Apache-2.0
# Writes the bytes of FROM as the inside of a C array, a 0 behind them, into TO.
file(READ ${FROM} hex HEX)
string(REGEX REPLACE "([0-9a-f][0-9a-f])" "0x\\1," bytes "${hex}")
file(WRITE ${TO} "${bytes}0\n")
