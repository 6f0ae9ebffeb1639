// SPDX-License-Identifier: Apache-2.0
#include "cmodel/embedding/rh_memory_space.h"

#include "cmodel/channel/rh_setup.h"
#include "rowhold/rh_default.h"

enum { PARTS = RH_MEMORY_MOST_COMMANDS };

static bool take_setting(struct rh_setup *mine, const struct rh_policy_setting *setting, uint32_t value,
                         struct rh_error *error) {
    *rh_policy_value(&mine->constraints, setting) = value;
    if (value > setting->greatest)
        return rh_error_field(error, setting->name, "found %u, expected at most %u", value, setting->greatest);
    return rh_controller_reads(mine->ops, setting) ||
           rh_error_field(error, setting->name, "found %u with %s, expected 0, for it does not read it", value,
                          mine->ops->name);
}

static bool take_word(struct rh_setup *mine, const struct rh_policy_setting *setting, const char *word,
                      struct rh_error *error) {
    uint32_t value;
    if (!rh_policy_find(setting, word, &value, error))
        return false;
    *rh_policy_value(&mine->constraints, setting) = value;
    return value == setting->defaults || rh_controller_reads(mine->ops, setting) ||
           rh_error_field(error, setting->name, "found %s with %s, expected %s, for it does not read it", word,
                          mine->ops->name, setting->word(setting->defaults));
}

bool rh_memory_settle(const struct rh_memory_setup *setup, struct rh_setup *mine, struct rh_error *error) {
    if (setup->own != NULL)
        mine->preset = *setup->own;
    else if (!rh_preset_find(setup->preset, &mine->preset, error))
        return false;
    if (setup->chips > UINT16_MAX) /* rh_preset_check knows the rest */
        return rh_error_field(error, "chips", "found %u, expected a power of two from 1 to 64", setup->chips);
    if (setup->chips != 0)
        mine->preset.chips = (uint16_t)setup->chips;
    if (setup->refresh != NULL && !rh_refresh_find(setup->refresh, &mine->preset.refresh))
        return rh_error_field(error, "refresh", "found '%.40s', expected off, all_bank, per_bank or same_bank",
                              setup->refresh);
    mine->ops = rh_controller_for(setup->controller, &mine->preset, error);
    if (mine->ops == NULL)
        return false;
    if (setup->queue > RH_MAX_QUEUE)
        return rh_error_field(error, "queue", "found %u, expected at most %u", setup->queue, (unsigned)RH_MAX_QUEUE);
    if (setup->responses > RH_MAX_RESPONSES)
        return rh_error_field(error, "responses", "found %u, expected at most %u", setup->responses,
                              (unsigned)RH_MAX_RESPONSES);
    mine->geometry.queue = (uint8_t)setup->queue;
    mine->geometry.responses = (uint8_t)setup->responses;
    mine->geometry.registered = setup->registered;
    mine->geometry.source_bits = (uint8_t)rh_controller_source_bits(mine->ops);
    if (!rh_preset_check(&mine->preset, error) ||
        !rh_default_fill(&mine->preset, &mine->geometry, &mine->constraints, error))
        return false;
#define RH_POLICY(name, bits, value, meaning)                                                                          \
    if (setup->name != 0 && !take_setting(mine, &rh_policy_settings[RH_POLICY_##name], setup->name, error))            \
        return false;
#define RH_POLICY_WORD(name, bits, value, names, meaning)                                                              \
    if (setup->name != NULL && !take_word(mine, &rh_policy_settings[RH_POLICY_##name], setup->name, error))            \
        return false;
#include "tables/controller_config.def"
    if (setup->forward && !rh_controller_reads(mine->ops, &rh_policy_settings[RH_POLICY_write_high]))
        return rh_error_field(error, "forward", "found true with %s, expected false, for it does not read it",
                              mine->ops->name);
    return rh_controller_take_page(mine->ops, &mine->preset, &mine->constraints, &mine->geometry, error) &&
           rh_write_drain_settle(mine->ops, &mine->geometry, &mine->constraints, setup->forward, "write_high",
                                 "write_queue", error);
}

bool rh_memory_space_open(struct rh_memory_space *space, const struct rh_memory_setup *setup,
                          const struct rh_preset *preset, unsigned channels, struct rh_error *error) {
    const struct rh_map_shape shape = rh_map_shape_of(preset, channels);
    *space = (struct rh_memory_space){.request_bytes = setup->request_bytes != 0 ? setup->request_bytes : 64,
                                      .command_bytes = shape.command_bytes,
                                      .waiting = setup->waiting != 0 ? setup->waiting : 1};
    if (setup->waiting > RH_MEMORY_MOST_WAITING)
        return rh_error_field(error, "waiting", "found %u, expected at most %u", setup->waiting,
                              (unsigned)RH_MEMORY_MOST_WAITING);
    if (space->request_bytes > PARTS * shape.command_bytes)
        return rh_error_field(error, "request_bytes", "found %u, expected at most %u column commands of %u bytes",
                              setup->request_bytes, (unsigned)PARTS, (unsigned)shape.command_bytes);
    if (setup->map != NULL)
        return rh_map_parse(&space->map, setup->map, &shape, error);
    if (!rh_map_parse(&space->map, rh_map_text(NULL, preset), &shape,
                      &space->no_map)) /* no powers of two: then placed requests alone */
        space->map.shape = shape;
    return true;
}

uint64_t rh_memory_space_bytes(const struct rh_memory_space *space) {
    const struct rh_map_shape *shape = &space->map.shape;
    return (uint64_t)shape->channels * shape->banks * shape->rows * shape->columns * shape->command_bytes;
}

/* Column commands of a request. */
static uint32_t commands_of(const struct rh_memory_space *space) {
    return (space->request_bytes + space->command_bytes - 1) / space->command_bytes;
}

uint32_t rh_memory_space_room(const struct rh_memory_space *space) {
    return space->waiting * commands_of(space);
}

static unsigned cut(const struct rh_memory_space *space, uint64_t address, bool write, struct rh_request part[PARTS]) {
    uint64_t unit = address / space->command_bytes;
    unsigned parts = 0;
    for (uint32_t i = 0; i < commands_of(space); i++) {
        struct rh_map_place place;
        if (unit + i > UINT64_MAX / space->command_bytes ||
            !rh_map_place(&space->map, (unit + i) * space->command_bytes, &place))
            return 0;
        struct rh_request *last = &part[parts == 0 ? 0 : parts - 1];
        if (parts != 0 && last->channel == place.channel && last->bank == place.bank && last->row == place.row &&
            (uint32_t)last->column + last->commands == place.column && last->commands < RH_MAX_COMMANDS) {
            last->commands++;
            continue;
        }
        part[parts++] = (struct rh_request){.channel = (uint16_t)place.channel,
                                            .bank = (uint8_t)place.bank,
                                            .write = write,
                                            .row = place.row,
                                            .column = (uint16_t)place.column,
                                            .commands = 1,
                                            .core = 0xffff,
                                            .warp = 0xffff};
    }
    return parts;
}

unsigned rh_memory_space_cut(const struct rh_memory_space *space, uint64_t address, bool write,
                             struct rh_request part[RH_MEMORY_MOST_COMMANDS], struct rh_error *error) {
    bool mapped = space->no_map.text[0] == '\0';
    unsigned parts = mapped ? cut(space, address, write, part) : 0;
    if (parts == 0 && error != NULL && !mapped)
        *error = space->no_map;
    else if (parts == 0 && error != NULL)
        rh_error_set(error, "address: found 0x%llx with %u bytes, expected them inside the %llu of the memory",
                     (unsigned long long)address, (unsigned)space->request_bytes,
                     (unsigned long long)rh_memory_space_bytes(space));
    return parts;
}
