// SPDX-License-Identifier: Apache-2.0
// From options to a checked setup: files, preset, controller, geometry, gaps.
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>

#include "cmodel/cli/rh_options.h"
#include "rowhold/rh_files.h"
#include "rowhold/rh_output.h"
#include "rowhold/rh_synthetic.h"

/* What a trace file settles by itself may not be asked for beside it. */
static bool fits_trace(const struct rh_stream_setup *stream, struct rh_error *error) {
    if (stream->synthetic != NULL)
        return true;
    const char *option = stream->banks_used != 0                        ? "--banks-used"
                         : stream->read_share > 0 || stream->all_writes ? "--read-share"
                         : stream->stride != 0                          ? "--stride"
                         : stream->stream_cores != 0                    ? "--stream-cores"
                                                                        : NULL;
    return option == NULL || rh_option_beside(error, option, "--stream", stream->stream, "a synthetic stream");
}

bool rh_options_files(struct rh_options *options, const struct rh_file_use *own, size_t count, struct rh_error *error) {
    enum { SHARED = 5, MOST_OWN = 8, WAVE = 2 };
    char *view;
    options->stream.synthetic = rh_synthetic_find(options->stream.stream);
    options->stream.all_writes = options->stream.read_share == 0;
    if (options->wave.file == NULL && !options->wave.view && options->channel_chosen)
        return rh_option_lacks(error, "--wave-channel", "--wave");
    if (!rh_wave_options_check(&options->wave, &view, error))
        return false;
    struct rh_file_use files[SHARED + MOST_OWN + WAVE] = {
        {"--stream", options->stream.synthetic != NULL ? NULL : options->stream.stream, false},
        {"--preset", rh_preset_is_file(options->preset) ? options->preset : NULL, false},
        {"--config", options->config, false},
        {"--stats", options->stats, true},
        {"--commands", options->commands, true},
    };
    for (size_t i = 0; i < count && i < MOST_OWN; i++)
        files[SHARED + i] = own[i];
    files[SHARED + MOST_OWN] = (struct rh_file_use){"--wave", options->wave.file, true};
    files[SHARED + MOST_OWN + 1] = (struct rh_file_use){"the view of --wave", view, true};
    bool apart = rh_files_apart(files, sizeof files / sizeof files[0], error);
    free(view);
    return apart && rh_wave_options_ready(&options->wave, error);
}

bool rh_options_again(const char *path, struct rh_error *error) {
    struct stat status;
    bool standard = strcmp(path, "-") == 0;
    if (!standard && (stat(path, &status) != 0 || S_ISREG(status.st_mode)))
        return true;
    return rh_error_set(error, "%s: found %s, expected a file that can be read again for each point", path,
                        standard                  ? "standard input"
                        : S_ISDIR(status.st_mode) ? "a folder"
                                                  : "no regular file");
}

bool rh_options_channels(const struct rh_options *options, const struct rh_stream *stream, unsigned *channels,
                         struct rh_error *error) {
    *channels = rh_stream_channels(stream);
    return *channels <= RH_RUN_CHANNELS || rh_error_set(error, "%s: found %u channels, expected at most %u",
                                                        options->stream.stream, *channels, RH_RUN_CHANNELS);
}

bool rh_options_stream(struct rh_options *options, const struct rh_setup *setup, struct rh_stream **stream,
                       unsigned *channels, struct rh_error *error) {
    if (options->seeded && options->stream.synthetic == NULL) /* cosim draws more than the stream from it */
        return rh_option_beside(error, "--seed", "--stream", options->stream.stream, "a synthetic stream");
    *stream = rh_stream_open(&options->stream, &setup->preset, error);
    if (*stream == NULL)
        return false;
    rh_stream_resolve(&options->stream, &setup->preset, *stream);
    if (!rh_options_channels(options, *stream, channels, error))
        return false;
    if (setup->gaps.refresh != RH_REFRESH_OFF) /* each REF brings some checks, in far more clocks */
        rh_stream_limit(*stream, INT64_MAX / *channels,
                        "2^63 / channels, for refreshes and checks are counted in 64 bits");
    return true;
}

void rh_options_notes(const struct rh_options *options, const struct rh_setup *setup, const char *stream_note) {
    bool capped = options->age_cap != RH_AGE_CAP_NOT_GIVEN && options->age_cap != 0;
    if (options->quiet)
        return;
    if (capped && !rh_controller_ages(setup->ops, &setup->geometry))
        fprintf(stderr, "note: --age-cap %u changes nothing: %s has no age cap\n", options->age_cap, setup->ops->name);
    if (stream_note != NULL)
        fprintf(stderr, "note: %s\n", stream_note);
}

FILE *rh_options_talk(const struct rh_options *options) {
    return rh_output_is_stdout(options->stats) || rh_output_is_stdout(options->commands) ? stderr : stdout;
}

bool rh_options_refresh(const char *refresh, struct rh_preset *preset, struct rh_error *error) {
    struct rh_preset own = *preset;
    if (refresh != NULL && !rh_refresh_find(refresh, &preset->refresh))
        return rh_error_set(error, "--refresh: found '%s', expected off, all_bank, per_bank or same_bank", refresh);
    if (rh_preset_check(preset, error))
        return true;
    if (refresh == NULL || !rh_preset_check(&own, NULL))
        return false;
    struct rh_error why = *error;
    return rh_error_set(error, "--refresh: found %s, expected a mode that %s can take: %s", refresh, preset->name,
                        why.text);
}

bool rh_options_resolve(const struct rh_options *options, struct rh_setup *setup, struct rh_error *error) {
    memset(setup, 0, sizeof *setup);
    if (!rh_preset_load(options->preset, &setup->preset, error))
        return false;
    if (options->chips != 0)
        setup->preset.chips = (uint16_t)options->chips;
    if (!rh_options_refresh(options->refresh, &setup->preset, error))
        return false;
    if (!fits_trace(&options->stream, error))
        return false;
    if (options->stream.banks_used > setup->preset.banks)
        return rh_error_set(error, "--banks-used: found '%u', expected at most the %u banks of %s",
                            (unsigned)options->stream.banks_used, (unsigned)setup->preset.banks, setup->preset.name);
    setup->ops = rh_controller_for(options->controller, &setup->preset, error);
    if (setup->ops == NULL)
        return false;
    setup->geometry = rh_preset_geometry(&setup->preset, options->queue);
    setup->geometry.responses = (uint8_t)options->responses;
    setup->geometry.registered = options->registered;
    if (!rh_geometry_check(&setup->geometry, error))
        return false;
    setup->gaps = rh_preset_gaps(&setup->preset);
    if (options->age_cap != RH_AGE_CAP_NOT_GIVEN)
        setup->gaps.age_cap = (uint16_t)options->age_cap;
    return rh_timing_lint(&setup->preset.timing, setup->preset.refresh, &setup->geometry, setup->notes,
                          sizeof setup->notes, error);
}
