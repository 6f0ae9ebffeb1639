// SPDX-License-Identifier: Apache-2.0
// A part of scripts/lib/rh_gen.c: the functions of rtl/rh_pkg.sv that follow from include/tables/topologies.def. They
// are those of cmodel/network/rh_topology.c; of rows whose conditions hold together the first one counts.
#ifndef RH_GEN_TOPOLOGY_H
#define RH_GEN_TOPOLOGY_H

#include <stdio.h>
#include <string.h>

#include "rowhold/rh_topology.h"

static void print_topology_head(FILE *to, const char *type, const char *name, const char *inputs, const char *value) {
    fprintf(to, "  function automatic %s topology_%s(input int unsigned topology%s);\n    topology_%s = %s;\n", type,
            name, inputs, name, value);
}

/** A row's condition; "1" is no expression of one bit to SystemVerilog. */
static void print_topology_link(FILE *to, enum rh_topology_kind kind, int output, const char *where) {
    fprintf(to, "    if (topology == %d && at_port == %d", kind, output);
    if (strcmp(where, "1") != 0)
        fprintf(to, " && %s", where);
    fputc(')', to);
}

#define GEN_TOPOLOGY_INPUTS                                                                                            \
    ", input int unsigned routers,\n      input int unsigned columns, input int unsigned router, input int unsigned "

static void print_topology_traits(FILE *to) {
    print_topology_head(to, "int unsigned", "ports", "", "0");
#define RH_TOPOLOGY(name, ports, ...)                                                                                  \
    fprintf(to, "    if (topology == %d) topology_ports = %d;\n", RH_TOPOLOGY_##name, ports);
#include "tables/topologies.def"
    fputs("  endfunction\n", to);
    print_topology_head(to, "bit", "columns", "", "1'b0");
#define RH_TOPOLOGY(name, ports, columns, ...)                                                                         \
    fprintf(to, "    if (topology == %d) topology_columns = 1'b%d;\n", RH_TOPOLOGY_##name, columns);
#include "tables/topologies.def"
    fputs("  endfunction\n", to);
    print_topology_head(to, "int unsigned", "classes", "", "0");
#define RH_TOPOLOGY(name, ports, columns, classes, ...)                                                                \
    fprintf(to, "    if (topology == %d) topology_classes = %d;\n", RH_TOPOLOGY_##name, classes);
#include "tables/topologies.def"
    fputs("  endfunction\n", to);
    print_topology_head(to, "int unsigned", "routers", ",\n      input int unsigned nodes, input int unsigned columns",
                        "0");
#define RH_TOPOLOGY(name, ports, grid, classes, flit_bytes, routers, meaning)                                          \
    fprintf(to, "    if (topology == %d) topology_routers = %s;\n", RH_TOPOLOGY_##name, #routers);
#include "tables/topologies.def"
    fputs("  endfunction\n", to);
}

static void print_topologies(FILE *to) {
    fprintf(to, "\n  // Topologies of the request network by number: include/tables/topologies.def, rh_topology.h.\n");
    for (unsigned kind = 0; kind < RH_TOPOLOGIES; kind++)
        fprintf(to, "  // %u: %s\n", kind, rh_topology_name(kind));
    fprintf(to, "  localparam int unsigned TOPOLOGIES = %d;\n  localparam int unsigned NO_PORT = %d;\n", RH_TOPOLOGIES,
            RH_TOPOLOGY_NONE);
    fputs("  // The columns of a grid that is no higher than wide.\n"
          "  function automatic int unsigned topology_width(input int unsigned nodes);\n"
          "    topology_width = 2;\n"
          "    for (int unsigned k = 2; k < nodes; k = k + 1) if (k * k < nodes) topology_width = k + 1;\n"
          "  endfunction\n",
          to);
    print_topology_traits(to);

    fputs("  // The input behind an output's link, as router * ports + input; NO_PORT: there is none.\n", to);
    print_topology_head(to, "int unsigned", "behind", GEN_TOPOLOGY_INPUTS "at_port", "NO_PORT");
#define RH_TOPOLOGY_LINK(name, output, input, where, behind, closes)                                                   \
    print_topology_link(to, RH_TOPOLOGY_##name, output, #where);                                                       \
    fprintf(to, "\n      topology_behind = (%s) * topology_ports(topology) + %d;\n", #behind, input);
#include "tables/topologies.def"
    fputs("  endfunction\n  // The node of a controller that would be at `spread`, were all in equal distances.\n", to);
    print_topology_head(
        to, "int unsigned", "place",
        ", input int unsigned nodes,\n      input int unsigned controllers, input int unsigned columns, "
        "input int unsigned spread",
        "spread");
    const char *further = "";
#define RH_TOPOLOGY_PLACE(name, when, node)                                                                            \
    fprintf(to, "    %sif (topology == %d &&\n        %s)\n      topology_place = %s;\n", further, RH_TOPOLOGY_##name, \
            #when, #node);                                                                                             \
    further = "else ";
#include "tables/topologies.def"
    fputs("  endfunction\n  // Whether an output's link closes a ring.\n", to);
    print_topology_head(to, "bit", "closes", GEN_TOPOLOGY_INPUTS "at_port", "1'b0");
#define RH_TOPOLOGY_LINK(name, output, input, where, behind, closes)                                                   \
    if (strcmp(#closes, "0") != 0) {                                                                                   \
        print_topology_link(to, RH_TOPOLOGY_##name, output, #closes);                                                  \
        fputs(" topology_closes = 1'b1;\n", to);                                                                       \
    }
#include "tables/topologies.def"
    fputs("  endfunction\n  // Whether a port is of the second dimension of a grid of rings.\n", to);
    print_topology_head(to, "bit", "second", ", input int unsigned at_port", "1'b0");
#define RH_TOPOLOGY_SECOND(name, port)                                                                                 \
    fprintf(to, "    if (topology == %d && at_port == %d) topology_second = 1'b1;\n", RH_TOPOLOGY_##name, port);
#include "tables/topologies.def"
    fputs("  endfunction\n  // The output by which packets to the node `goal` leave a router.\n", to);
    print_topology_head(to, "int unsigned", "route", GEN_TOPOLOGY_INPUTS "goal", "0");
    const char *otherwise = "";
#define RH_TOPOLOGY_ROUTE(name, output, when)                                                                          \
    fprintf(to, "    %sif (topology == %d && %s)\n      topology_route = %d;\n", otherwise, RH_TOPOLOGY_##name, #when, \
            output);                                                                                                   \
    otherwise = "else ";
#include "tables/topologies.def"
    fputs("  endfunction\n", to);
}

#endif
