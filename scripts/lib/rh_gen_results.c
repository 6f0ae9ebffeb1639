// SPDX-License-Identifier: Apache-2.0
// Prints the JSON schemas of the results, docs/schemas/*.schema.json, from the columns of the commands' tables and the
// rows of the statistics.
//   rh_gen_results --write ROOT   writes the files whose text changed
//   rh_gen_results --check ROOT   exit 1 and one line for each file that is stale
// Exit 2: a file can't be read or written; one line.
#include "rh_gen_files.h"
#include "rh_gen_stats.h"

int main(int argc, char **argv) {
    struct run run = run_of(argc, argv);
    settle_output(&run, &(struct output){"docs/schemas/simulate.schema.json", print_stats_schema});
    for (size_t i = 0; rh_forms[i] != NULL; i++) {
        struct text text;
        text_open(&text);
        print_result_schema(text.to, rh_forms[i]);
        settle_as(&run, &text, text_of("docs/schemas/%s.schema.json", rh_forms[i]->name));
    }
    return run.result;
}
