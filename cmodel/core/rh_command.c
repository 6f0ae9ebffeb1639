// SPDX-License-Identifier: Apache-2.0
// Names of commands, reasons and causes, from their tables, and of a bank's states.
#include "rowhold/rh_command.h"

#include <stddef.h>
#include <string.h>

#include "rowhold/rh_field.h"

static const char *const command_names[] = {
#define RH_COMMAND(name, code, bus, meaning) [code] = #name,
#define RH_COMMAND_FOREIGN                   RH_COMMAND
#include "tables/commands.def"
#undef RH_COMMAND
};

static const char *const reason_keys[] = {
#define RH_REASON(name, code, key, meaning) [code] = #key,
#include "tables/reasons.def"
#undef RH_REASON
};

static const char *const cause_keys[] = {
#define RH_CAUSE(name, code, key, meaning) [code] = #key,
#include "tables/causes.def"
#undef RH_CAUSE
};

static const char *const bank_states[] = {"closed", "open"};

/** The name, or NULL outside the table. */
static const char *look_up(const char *const *names, size_t count, uint64_t value) {
    return value < count ? names[value] : NULL;
}

static const char *or_unknown(const char *name) {
    return name != NULL ? name : "?";
}

const char *rh_command_name(unsigned command) {
    return or_unknown(look_up(command_names, sizeof command_names / sizeof command_names[0], command));
}

const char *rh_reason_name(unsigned reason) {
    return or_unknown(rh_enum_name("rh_reason", reason));
}

const char *rh_cause_key(unsigned cause) {
    return or_unknown(rh_enum_name("rh_cause", cause));
}

const char *rh_enum_name(const char *enum_name, uint64_t value) {
    if (enum_name == NULL)
        return NULL;
    if (strcmp(enum_name, "rh_command") == 0) /* of a field: no controller sends those of other traces */
        return value < RH_COMMANDS ? command_names[value] : NULL;
    if (strcmp(enum_name, "rh_reason") == 0)
        return look_up(reason_keys, sizeof reason_keys / sizeof reason_keys[0], value);
    if (strcmp(enum_name, "rh_cause") == 0)
        return look_up(cause_keys, sizeof cause_keys / sizeof cause_keys[0], value);
    if (strcmp(enum_name, "rh_bank_state") == 0)
        return look_up(bank_states, sizeof bank_states / sizeof bank_states[0], value);
    return NULL;
}
