// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_options.h"

bool rh_settings_next(const char *option, const char **text, char name[64], uint64_t *value, struct rh_error *error) {
    size_t length = strcspn(*text, ", "), equals = strcspn(*text, "=");
    char number[32] = "";
    if (equals < length && equals < 64 && length - equals - 1 < sizeof number)
        memcpy(number, *text + equals + 1, length - equals - 1);
    if (number[0] == '\0')
        return rh_error_set(error, "%s: found '%.*s', expected NAME=VALUE,...", option, (int)length, *text);
    memcpy(name, *text, equals);
    name[equals] = '\0';
    *text += length + ((*text)[length] != '\0');
    return rh_option_number(option, number, 0, UINT32_MAX, value, error);
}

bool rh_settings_params(const char *option, const char *text, const struct rh_kind *kind, void *params,
                        struct rh_error *error) {
    char name[64];
    uint64_t value;
    rh_params_default(kind, params);
    while (text != NULL && *text != '\0') {
        if (!rh_settings_next(option, &text, name, &value, error))
            return false;
        const struct rh_param *param = kind->params, *behind = param + kind->param_count;
        while (param < behind && strcmp(param->name, name) != 0)
            param++;
        if (param == behind)
            return rh_error_set(error, "%s: found '%s', expected a parameter of kind %s", option, name, kind->name);
        if (value > param->most) /* it might not fit the struct */
            return rh_error_set(error, "%s: found %s=%" PRIu64 ", expected at most %u", option, name, value,
                                param->most);
        rh_param_set(param, params, (unsigned)value);
    }
    return kind->check(params, error);
}

void rh_settings_text(const struct rh_kind *kind, const void *params, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < kind->param_count && used < size; i++) {
        unsigned value = rh_param_get(&kind->params[i], params);
        if (value != kind->params[i].defaults)
            used += (size_t)snprintf(text + used, size - used, "%s%s=%u", used == 0 ? "" : " ", kind->params[i].name,
                                     value);
    }
}
