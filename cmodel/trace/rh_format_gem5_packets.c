// SPDX-License-Identifier: Apache-2.0
// gem5's packet trace as its MemTraceProbe and CommMonitor write it: the bytes `gem5`, then messages of
// src/proto/packet.proto, each behind its length; the first one is the header. Of protobuf this takes numbers and
// lengths alone, which is less code than a library would need around it, for neither libprotobuf-c nor the C++ one
// knows the frame that gem5 puts around its messages, and both bring a compiler of their own to the build.
#include <inttypes.h>
#include <stdlib.h>
#include <string.h>

#include "cmodel/trace/rh_format.h"
#include "cmodel/trace/rh_line_window.h"
#include "rowhold/rh_hash.h"

enum { MOST = 1 << 16 /* bytes of a message */, LENGTH = 10 /* of the longest number */ };
static const uint64_t SECOND = UINT64_C(1000000000000000); /* fs */

struct packets {
    uint64_t hash, count; /* packets given out */
    size_t at, filled;
    const char *fault; /* why the file ended early */
    unsigned char bytes[MOST + LENGTH];
};

/* What is taken out of a message: its fields of numbers 1 to FIELDS - 1 that are numbers. */
enum { TICK = 1, CMD, ADDR, SIZE, TICK_FREQ = 3, FIELDS = 8 };
struct message {
    uint64_t value[FIELDS];
    bool has[FIELDS];
};

/* Commands as src/mem/packet.hh counts them since version 20; of what follows the number depends on the version. */
enum kind { NEITHER, READ, WRITE };
static const struct {
    const char *name;
    enum kind kind;
} commands[] = {{"InvalidCmd", NEITHER},
                {"ReadReq", READ},
                {"ReadResp", NEITHER},
                {"ReadRespWithInvalidate", NEITHER},
                {"WriteReq", WRITE},
                {"WriteResp", NEITHER},
                {"WriteCompleteResp", NEITHER},
                {"WritebackDirty", WRITE},
                {"WritebackClean", WRITE},
                {"WriteClean", WRITE},
                {"CleanEvict", NEITHER},
                {"SoftPFReq", READ},
                {"SoftPFExReq", READ},
                {"HardPFReq", READ},
                {"SoftPFResp", NEITHER},
                {"HardPFResp", NEITHER},
                {"WriteLineReq", WRITE},
                {"UpgradeReq", NEITHER},
                {"SCUpgradeReq", NEITHER},
                {"UpgradeResp", NEITHER},
                {"SCUpgradeFailReq", NEITHER},
                {"UpgradeFailResp", NEITHER},
                {"ReadExReq", READ},
                {"ReadExResp", NEITHER},
                {"ReadCleanReq", READ},
                {"ReadSharedReq", READ},
                {"LoadLockedReq", READ},
                {"StoreCondReq", WRITE},
                {"StoreCondFailReq", NEITHER},
                {"StoreCondResp", NEITHER}};
enum { COMMANDS = sizeof commands / sizeof commands[0] };

/* A base 128 number before `end`: behind it; NULL when it does not end, or has more than 64 bits. */
static const unsigned char *read_varint(const unsigned char *at, const unsigned char *end, uint64_t *value) {
    *value = 0;
    for (unsigned shift = 0; at < end && shift < 64; shift += 7) {
        uint64_t digits = *at & 0x7fU;
        if (shift == 63 && digits > 1)
            return NULL;
        *value |= digits << shift;
        if ((*at++ & 0x80U) == 0)
            return at;
    }
    return NULL;
}

/* Its fields; false where this is no message. */
static bool read_message(const unsigned char *at, const unsigned char *end, struct message *message) {
    memset(message, 0, sizeof *message);
    while (at != NULL && at < end) {
        uint64_t key, value, skip = 0;
        at = read_varint(at, end, &key);
        if (at == NULL)
            return false;
        switch (key & 7) {
        case 0:
            at = read_varint(at, end, &value);
            if (key >> 3 < FIELDS) {
                message->value[key >> 3] = value;
                message->has[key >> 3] = true;
            }
            break;
        case 1:
            skip = 8;
            break;
        case 2:
            at = read_varint(at, end, &skip);
            break;
        case 5:
            skip = 4;
            break;
        default: /* groups, which gem5 has none of */
            return false;
        }
        if (at == NULL || skip > (uint64_t)(end - at))
            return false;
        at += skip;
    }
    return at != NULL;
}

/* So many bytes to read, or fewer at the end of the file. */
static size_t fill(struct rh_trace *trace, size_t wanted) {
    struct packets *p = trace->bytes;
    if (p->filled - p->at < wanted) {
        memmove(p->bytes, p->bytes + p->at, p->filled - p->at);
        p->filled -= p->at;
        p->at = 0;
        p->filled += rh_line_reader_bytes(trace->lines, p->bytes + p->filled, sizeof p->bytes - p->filled, &p->fault);
    }
    return p->filled - p->at;
}

static bool fail(const struct rh_trace *trace, const char *text, struct rh_error *error) {
    return rh_error_set(error, "%s: request %" PRIu64 ": %s", trace->file,
                        ((const struct packets *)trace->bytes)->count + 1, text);
}

/* The next message: 1, 0 at the end of the file, -1 with an error. */
static int next_message(struct rh_trace *trace, struct message *message, struct rh_error *error) {
    struct packets *p = trace->bytes;
    size_t room = fill(trace, LENGTH);
    if (room == 0 && p->fault == NULL)
        return 0;
    uint64_t length = 0;
    const unsigned char *first = p->bytes + p->at, *begin = read_varint(first, first + room, &length);
    if (begin != NULL && length > MOST) {
        fail(trace, "found a message of over 65536 bytes, expected a packet of gem5", error);
        return -1;
    }
    size_t whole = (size_t)(begin == NULL ? LENGTH : begin - first) + (size_t)length;
    room = fill(trace, whole);
    if (room < whole) {
        if (p->fault != NULL)
            rh_error_set(error, "%s: found damaged or truncated data (%s), expected a whole file", trace->file,
                         p->fault);
        else
            fail(trace, "found the end of the file, expected the rest of the packet", error);
        return -1;
    }
    first = p->bytes + p->at;
    begin = read_varint(first, first + room, &length);
    if (begin == NULL || !read_message(begin, first + whole, message)) {
        fail(trace, "found no message of protobuf, expected one of gem5's packet.proto", error);
        return -1;
    }
    p->hash = rh_hash(p->hash, (const char *)first, whole);
    p->at += whole;
    return 1;
}

static bool open(struct rh_trace *trace, const char *first, uint64_t number, struct rh_error *error) {
    (void)first, (void)number;
    if (!rh_format_begins(trace, &rh_format_gem5_packets))
        return rh_error_set(error, "%s: found another beginning, expected 'gem5', that of gem5's packet traces",
                            trace->file);
    struct packets *p = trace->bytes = calloc(1, sizeof *p);
    if (p == NULL)
        return rh_error_set(error, "%s: found no memory, expected enough", trace->file);
    p->hash = RH_HASH_START;
    fill(trace, strlen(rh_format_gem5_packets.magic));
    p->at = strlen(rh_format_gem5_packets.magic);
    struct message header = {.value = {0}};
    int status = next_message(trace, &header, error);
    if (status < 0)
        return false;
    uint64_t rate = header.value[TICK_FREQ], clock = rate == 0 ? 0 : (SECOND + rate / 2) / rate;
    if (clock < 1000 || clock > SECOND / 1000)
        return rh_error_set(
            error, "%s: found a header with tick_freq %" PRIu64 ", expected ticks a second, from 1000 to 1000000000000",
            trace->file, rate);
    trace->clock = clock;
    trace->fields = trace->format->holds;
    return true;
}

/* A field of a packet, in its limits. */
static bool take(const struct rh_trace *trace, const struct message *packet, unsigned number, enum rh_trace_field field,
                 const char *what, struct rh_trace_record *record, struct rh_error *error) {
    const struct rh_trace_field_row *row = rh_trace_field_row(field);
    char text[160];
    if (packet->has[number] && packet->value[number] >= row->least && packet->value[number] <= row->greatest) {
        rh_trace_field_set_number(record, field, packet->value[number]);
        return true;
    }
    if (packet->has[number])
        snprintf(text, sizeof text, "found %s %" PRIu64 ", expected a number from %" PRIu64 " to %" PRIu64, what,
                 packet->value[number], row->least, row->greatest);
    else
        snprintf(text, sizeof text, "found no %s, expected tick, cmd, addr and size", what);
    return fail(trace, text, error);
}

static bool take_command(const struct rh_trace *trace, const struct message *packet, struct rh_trace_record *record,
                         struct rh_error *error) {
    char text[160];
    uint64_t command = packet->value[CMD];
    if (!packet->has[CMD])
        return fail(trace, "found no cmd, expected tick, cmd, addr and size", error);
    const char *name = command < COMMANDS ? commands[command].name : "another command";
    if (command < COMMANDS && commands[command].kind != NEITHER) {
        record->write = commands[command].kind == WRITE;
        return true;
    }
    snprintf(text, sizeof text, "found cmd %" PRIu64 " (%s), expected a packet that asks for a read or a write",
             command, name);
    return fail(trace, text, error);
}

static int next(struct rh_trace *trace, struct rh_trace_record *record, struct rh_error *error) {
    struct packets *p = trace->bytes;
    struct message packet;
    int status = next_message(trace, &packet, error);
    if (status == 0 && p->count == 0) {
        rh_error_set(error, "%s: found a header alone, expected a packet", trace->file);
        return -1;
    }
    if (status <= 0)
        return status;
    if (!take_command(trace, &packet, record, error) ||
        !take(trace, &packet, TICK, RH_TRACE_CYCLE, "tick", record, error) ||
        !take(trace, &packet, ADDR, RH_TRACE_ADDRESS, "addr", record, error) ||
        !take(trace, &packet, SIZE, RH_TRACE_BYTES, "size", record, error))
        return -1;
    record->line = ++p->count;
    return 1;
}

static uint64_t hash(const struct rh_trace *trace) {
    return ((const struct packets *)trace->bytes)->hash;
}

const struct rh_trace_format rh_format_gem5_packets = {
    .name = "gem5_packets",
    .meaning = "gem5's packet trace, of which `gem5` is the text",
    .extension = "",
    .holds = 1U << RH_TRACE_ADDRESS | 1U << RH_TRACE_OP | 1U << RH_TRACE_CYCLE | 1U << RH_TRACE_BYTES,
    .looks = rh_format_looks_never,
    .open = open,
    .magic = "gem5",
    .next = next,
    .hash = hash,
    .close = free,
};
