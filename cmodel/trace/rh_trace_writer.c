// SPDX-License-Identifier: Apache-2.0
#include <stdlib.h>

#include "cmodel/trace/rh_format.h"

bool rh_trace_can_write(const struct rh_trace_format *format, rh_trace_set fields, const char *file,
                        struct rh_error *error) {
    for (unsigned field = 0; field < RH_TRACE_FIELDS; field++) {
        rh_trace_set bit = 1U << field;
        const char *name = rh_trace_field_row(field)->name;
        if ((fields & bit) != 0 && (format->holds & bit) == 0)
            return rh_error_set(error, "%s: found field '%s', which %s can't hold, expected --drop %s to lose it", file,
                                name, format->name, name);
        if ((fields & bit) == 0 && (format->needs & bit) != 0)
            return rh_error_set(error, "%s: found no field '%s', expected it%s, because %s can't do without", file,
                                name, field == RH_TRACE_CYCLE ? ", or --cycle-step" : "", format->name);
    }
    return true;
}

struct rh_trace_writer {
    const struct rh_trace_format *format;
    FILE *to;
    struct rh_trace_head head;
    struct rh_binary_writer *binary; /* of a format that is no text */
};

struct rh_trace_writer *rh_trace_writer_open(const struct rh_trace_format *format, FILE *to,
                                             const struct rh_trace_head *head) {
    struct rh_trace_writer *writer = calloc(1, sizeof *writer);
    if (writer == NULL)
        return NULL;
    *writer = (struct rh_trace_writer){.format = format, .to = to, .head = *head};
    if (format->blocks) {
        writer->binary = rh_binary_writer_new(to, head);
        if (writer->binary == NULL) {
            free(writer);
            return NULL;
        }
    } else if (format->write_head != NULL)
        format->write_head(to, head);
    return writer;
}

void rh_trace_writer_put(struct rh_trace_writer *writer, const struct rh_trace_record *record) {
    if (writer->binary != NULL)
        rh_binary_writer_put(writer->binary, record);
    else
        writer->format->write(writer->to, &writer->head, record);
}

void rh_trace_writer_close(struct rh_trace_writer *writer) {
    if (writer != NULL && writer->binary != NULL)
        rh_binary_writer_end(writer->binary);
    free(writer);
}
