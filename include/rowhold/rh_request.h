// SPDX-License-Identifier: Apache-2.0
/** A memory request, and the stream that yields them one after the other. */
#ifndef RH_REQUEST_H
#define RH_REQUEST_H

#include <stdbool.h>
#include <stdint.h>

#include "rowhold/rh_error.h"

#ifdef __cplusplus
extern "C" {
#endif

/** One memory transaction, already placed: 1 to 8 column commands of one row. */
struct rh_request {
    uint64_t cycle;   /**< DRAM clock of arrival at the controller; 0 in a stream without times */
    uint64_t created; /**< core cycle in which it was made; 0 if unknown */
    uint16_t channel;
    uint8_t bank; /**< flat: bank group x banks per group + bank in the group */
    uint8_t write;
    uint32_t row;
    uint16_t column;  /**< first column, in column commands */
    uint8_t commands; /**< column commands, 1 to 8 */
    uint16_t core;    /**< 0xffff if unknown */
    uint16_t warp;    /**< 0xffff if unknown */
};

/** A source of requests. `next` returns 1 with a request, 0 at the end, -1 on an error, which `error` holds. */
struct rh_stream {
    int (*next)(struct rh_stream *stream, struct rh_request *request, struct rh_error *error);
    void (*close)(struct rh_stream *stream); /**< frees it */
    bool timed;                              /**< requests carry arrival cycles; else as fast as accepted */
    uint16_t channels;                       /**< requests name channels 0 .. channels - 1 */
    uint64_t latest;                         /**< arrival cycles above are refused */
    const char *latest_why;                  /**< "for ...", of that refusal */
    const char *note;                        /**< one line for the user (e.g. how coordinates were mapped), or NULL */
};

#ifdef __cplusplus
}
#endif

#endif
