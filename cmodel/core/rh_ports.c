// SPDX-License-Identifier: Apache-2.0
// Field tables of a controller's ports, from tables/ports.def.
#include "rowhold/rh_controller.h"

/* The table says 0 for a plain number, else the name of an enumeration. */
#define ENUM_NAME(enumeration) ENUM_NAME_##enumeration
#define ENUM_NAME_0            NULL
#define ENUM_NAME_rh_command   "rh_command"
#define ENUM_NAME_rh_reason    "rh_reason"
#define ENUM_NAME_rh_cause     "rh_cause"

#define PORT(struct_name, name, type, width, enumeration, live)                                                        \
    {#name, (uint32_t)offsetof(struct struct_name, name), (uint8_t)sizeof(type), 1, width, ENUM_NAME(enumeration),     \
     (live)},

/* The response's members mean nothing while there is none, the cause while nothing idles. */
static uint64_t live_response(const void *out, const struct rh_geometry *geometry) {
    (void)geometry;
    return ((const struct rh_controller_out *)out)->rsp_valid;
}

static uint64_t live_cause(const void *out, const struct rh_geometry *geometry) {
    const struct rh_controller_out *o = out;
    (void)geometry;
    return o->active && !o->booked;
}

#define IS(name, member) (offsetof(struct rh_controller_out, name) == offsetof(struct rh_controller_out, member))
#define OUT_LIVE(name)   (IS(name, rsp_tag) || IS(name, rsp_write) ? live_response : IS(name, cause) ? live_cause : NULL)

const struct rh_field rh_controller_in_fields[] = {
#define RH_IN(name, type, width, enumeration, meaning) PORT(rh_controller_in, name, type, width, enumeration, NULL)
#define RH_OUT(name, type, width, enumeration, meaning)
#include "tables/ports.def"
#undef RH_IN
#undef RH_OUT
};
const size_t rh_controller_in_field_count = sizeof rh_controller_in_fields / sizeof rh_controller_in_fields[0];

const struct rh_field rh_controller_out_fields[] = {
#define RH_IN(name, type, width, enumeration, meaning)
#define RH_OUT(name, type, width, enumeration, meaning)                                                                \
    PORT(rh_controller_out, name, type, width, enumeration, OUT_LIVE(name))
#include "tables/ports.def"
#undef RH_IN
#undef RH_OUT
};
const size_t rh_controller_out_field_count = sizeof rh_controller_out_fields / sizeof rh_controller_out_fields[0];
