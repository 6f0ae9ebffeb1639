// SPDX-License-Identifier: Apache-2.0
#include "cmodel/cli/rh_settings.h"

#include <inttypes.h>
#include <stdio.h>
#include <string.h>

#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_controller.h"

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

/* What a parameter is where nobody says it. */
static unsigned usual(const struct rh_param *param, const struct rh_kind *kind, const char *variant) {
    const struct rh_block_ops *ops =
        kind == &rh_controller_kind && variant != NULL ? rh_controller_find(variant) : NULL;
    return ops != NULL && param->offset == offsetof(struct rh_geometry, source_bits) ? rh_controller_source_bits(ops)
                                                                                     : param->defaults;
}

bool rh_settings_params(const char *option, const char *text, const struct rh_kind *kind, const char *variant,
                        void *params, struct rh_error *error) {
    char name[64];
    uint64_t value;
    memset(params, 0, kind->params_size);
    for (unsigned i = 0; i < kind->param_count; i++)
        rh_param_set(&kind->params[i], params, usual(&kind->params[i], kind, variant));
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

void rh_settings_text(const struct rh_kind *kind, const char *variant, const void *params, char *text, size_t size) {
    size_t used = 0;
    text[0] = '\0';
    for (unsigned i = 0; i < kind->param_count && used < size; i++) {
        unsigned value = rh_param_get(&kind->params[i], params);
        if (value != usual(&kind->params[i], kind, variant))
            used += (size_t)snprintf(text + used, size - used, "%s%s=%u", used == 0 ? "" : " ", kind->params[i].name,
                                     value);
    }
}
