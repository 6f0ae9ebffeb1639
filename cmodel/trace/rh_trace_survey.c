// SPDX-License-Identifier: Apache-2.0
#include "cmodel/trace/rh_trace_survey.h"

#include <stdlib.h>
#include <string.h>

enum { CHANNELS = 65536 };

static bool count(struct rh_survey *survey, const struct rh_map_place *place) {
    struct rh_survey_bank **banks = &survey->bank[place->channel];
    if (*banks == NULL) {
        *banks = calloc(RH_SURVEY_BANKS, sizeof **banks);
        if (*banks == NULL)
            return false;
        survey->channels_used++;
    }
    struct rh_survey_bank *bank = &(*banks)[place->bank];
    if (bank->requests == 0 || bank->row != place->row) {
        bank->row_changes++;
        survey->row_changes++;
    }
    bank->row = place->row;
    bank->requests++;
    if (place->channel >= survey->channels)
        survey->channels = place->channel + 1;
    if (place->bank >= survey->banks)
        survey->banks = place->bank + 1;
    return true;
}

static bool find_place(const struct rh_trace *trace, const struct rh_trace_record *record, const struct rh_map *map,
                       struct rh_map_place *place, struct rh_error *error) {
    if ((rh_trace_fields(trace) & 1U << RH_TRACE_ADDRESS) != 0)
        return rh_map_place(map, record->address, place) ||
               rh_trace_refuse_outside(trace, record, RH_TRACE_ADDRESS, map, error);
    *place = (struct rh_map_place){record->channel, rh_trace_bank(trace, record), record->row, record->column};
    return place->bank < RH_SURVEY_BANKS ||
           rh_trace_refuse(trace, record, RH_TRACE_BANK, "a flat bank number below 256", error);
}

bool rh_survey_read(struct rh_survey *survey, struct rh_trace *trace, const struct rh_map *map,
                    struct rh_error *error) {
    struct rh_trace_record record;
    struct rh_map_place place;
    int status;
    memset(survey, 0, sizeof *survey);
    survey->bank = calloc(CHANNELS, sizeof(struct rh_survey_bank *));
    if (map != NULL && map->wrap)
        survey->folds = rh_folds_open();
    if (survey->bank == NULL || (map != NULL && map->wrap && survey->folds == NULL))
        return rh_error_set(error, "%s: found no memory, expected enough", rh_trace_file(trace));
    while ((status = rh_trace_next(trace, &record, error)) > 0) {
        rh_trace_set fields = rh_trace_fields(trace);
        if (!find_place(trace, &record, map, &place, error))
            return false;
        if (survey->folds != NULL)
            rh_folds_take(survey->folds, map, record.address - record.address % map->shape.command_bytes);
        if (!count(survey, &place))
            return rh_error_set(error, "%s: found no memory, expected enough", rh_trace_file(trace));
        if ((fields & 1U << RH_TRACE_BYTES) != 0)
            survey->bytes += record.bytes;
        if ((fields & 1U << RH_TRACE_BUBBLES) != 0)
            survey->bubbles += record.bubbles;
        if ((fields & 1U << RH_TRACE_CYCLE) != 0) {
            if (survey->requests == 0)
                survey->first_cycle = record.cycle;
            survey->last_cycle = record.cycle;
        }
        if ((fields & 1U << RH_TRACE_ADDRESS) != 0) {
            if (survey->requests == 0 || record.address < survey->least_address)
                survey->least_address = record.address;
            if (record.address > survey->greatest_address)
                survey->greatest_address = record.address;
        }
        survey->requests++;
        *(record.write ? &survey->writes : &survey->reads) += 1;
    }
    return status == 0;
}

void rh_survey_free(struct rh_survey *survey) {
    for (unsigned channel = 0; survey->bank != NULL && channel < CHANNELS; channel++)
        free(survey->bank[channel]);
    free(survey->bank);
    rh_folds_close(survey->folds);
    survey->folds = NULL;
    survey->bank = NULL;
}
