// SPDX-License-Identifier: Apache-2.0
// `rowhold placement`: dispatch.
#include "cmodel/cli/rh_commands.h"

static const struct rh_cli *const parts[] = {&rh_cli_placement_map, &rh_cli_placement_queue, &rh_cli_placement_predict,
                                             &rh_cli_placement_fit, NULL};

static int run_command(int argc, char **argv) {
    return rh_cli_part(&rh_cli_placement, argc, argv);
}

const struct rh_cli rh_cli_placement = {
    .name = "placement",
    .meaning = "where data lie, and should: address maps, queues of banks, run time by placement",
    .about = "Models of data placement on a GPU (Huang and Li 2017): which bits of an address are "
             "its bank, found from latencies; what requests wait for a bank; what a kernel takes by the memories "
             "that its arrays lie in.",
    .examples = "placement map --preset hbm2\n"
                "placement queue --stream rand1 --load 0.5\n"
                "placement queue --stream rand2 --load 0.1:0.9:0.1 --csv loads.csv\n"
                "placement predict docs/examples/kernels/convolution.yaml",
    .exits = "0 done, 1 another map or not decided, 2 usage or input error",
    .parts = parts,
    .run = run_command,
};
