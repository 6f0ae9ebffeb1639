# SPDX-License-Identifier: Apache-2.0
# For tests that plant faults from a table of lines A @ B @ ..., to be sourced; `fail` is the test's own.

# The lines of a table as fields that \x01 separates; comments and empty lines are left out.
planted_rows() { sed -e '/^#/d; /^$/d' -e $'s/ @ /\x01/g' "$1"; }

# plant TABLE FILE FROM TO COPY: the file's text with TO in the one place that has FROM, into COPY.
plant() {
    local text rest
    text=$(cat "$2")
    [[ $text == *"$3"* ]] || fail "$2: does not have '$3' ($1 follows it)"
    rest=${text#*"$3"}
    [[ $rest != *"$3"* ]] || fail "$2: has '$3' more than once ($1 needs one place)"
    printf '%s\n' "${text%"$3$rest"}$4$rest" >"$5"
}

# Without the spaces at its ends.
trim() { sed 's/^ *//; s/ *$//' <<<"$1"; }
