# SPDX-License-Identifier: Apache-2.0
"""The head of an RTL module, read from its text: its parameters and its ports."""
import re

from tree import Refusal

# Observation (docs/cycle_contract.md) has no place in what is built.
BLIND = {"OBSERVE": "1'b0", "LOAD": "1'b0"}
UNSEEN = {"load_i": "1'b0", "load_state_i": "'0", "obs_o": ""}


class Header:
    """A module's parameters and ports, each a line of its own as the generator prints them."""

    def __init__(self, name, text):
        whole = re.search(rf"^module rh_{name} #\(\n(.*?)^\) \(\n(.*?)^\);\n", text, re.S | re.M)
        if whole is None:
            raise Refusal(f"rh_{name}: found no list of parameters and ports, expected both")
        self.text = whole.group(0)
        self.parameters = whole.group(1)
        ports = re.findall(r"^ +(input|output) +logic +(\[.*?\] )? *(\w+),? *(?://(.*))?$", whole.group(2), re.M)
        self.ports = [(way, width.replace("[ ", "[").replace("  ", ""), *rest) for way, width, *rest in ports]

    def without(self, dropped):
        return [port for port in self.ports if port[2] not in dropped]


def declarations(header, values, dropped):
    """What the ports that stay need: every parameter with its value, each localparam that a width or another uses."""
    code = re.sub(r" *//[^\n]*", "", header.parameters)
    used = " ".join(port[1] for port in header.without(dropped))
    kept = []
    for statement in reversed(re.split(r",\s*(?=parameter|localparam)", code.strip())):
        kind, sort, name, value = re.fullmatch(r"(\w+) (.*?) ?(\w+) = (.*)", " ".join(statement.split())).groups()
        if name not in BLIND and (kind == "parameter" or re.search(rf"\b{name}\b", used)):
            used += " " + value
            kept.insert(0, (kind, sort, name, values.get(name, value)))
    return kept
