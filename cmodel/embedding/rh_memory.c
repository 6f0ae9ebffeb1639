// SPDX-License-Identifier: Apache-2.0
#include "rowhold/rh_memory.h"

#include <stdlib.h>
#include <string.h>

#include "cmodel/channel/rh_channel_state.h"
#include "cmodel/embedding/rh_memory_state.h"
#include "cmodel/embedding/rh_run_report.h"
#include "rowhold/rh_default.h"

enum { PARTS = RH_MEMORY_MOST_COMMANDS };

static bool end_run(struct rh_memory *memory) {
    memory->ended = true;
    return false;
}

/* The controller has taken the first of a port's parts under this tag. */
static void on_taken(void *user, uint16_t tag) {
    struct rh_memory_port *port = user;
    uint32_t number = port->part[port->first].outstanding;
    port->outstanding_of[tag] = number;
    port->first = port->first + 1 == port->memory->room ? 0 : port->first + 1;
    if (--port->count == 0 || port->part[port->first].outstanding != number)
        port->requests--;
}

static void on_answered(void *user, uint16_t tag, uint64_t cycle) {
    struct rh_memory_port *port = user;
    struct rh_memory *memory = port->memory;
    uint32_t number = port->outstanding_of[tag];
    struct rh_memory_outstanding *outstanding = &memory->outstanding[number];
    if (--outstanding->left != 0)
        return;
    outstanding->done.done = cycle;
    memory->finished[memory->finished_count++] = number;
}

/* Connects a worker's channel with its port, before the channel's first clock. */
static bool join_port(void *user, struct rh_channel_setup *channel, struct rh_model *model, struct rh_error *error) {
    struct rh_memory *memory = user;
    (void)model;
    (void)error;
    channel->taken = on_taken;
    channel->answered = on_answered;
    channel->answer_user = &memory->port[channel->number];
    channel->closed_loop = true;
    return true;
}

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

static bool find_parts(struct rh_memory *memory, const struct rh_memory_setup *setup, struct rh_error *error) {
    struct rh_setup *mine = &memory->setup;
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
    if (setup->waiting > RH_MEMORY_MOST_WAITING)
        return rh_error_field(error, "waiting", "found %u, expected at most %u", setup->waiting,
                              (unsigned)RH_MEMORY_MOST_WAITING);
    memory->waiting = setup->waiting != 0 ? setup->waiting : 1;
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
    return rh_controller_take_page(mine->ops, &mine->preset, &mine->constraints, &mine->geometry, error) &&
           rh_write_drain_settle(mine->ops, &mine->geometry, &mine->constraints, "write_high", "write_queue", error);
}

static bool find_map(struct rh_memory *memory, const struct rh_memory_setup *setup, struct rh_error *error) {
    const struct rh_preset *preset = &memory->setup.preset;
    const struct rh_map_shape shape = rh_map_shape_of(preset, memory->system.channels);
    memory->command_bytes = shape.command_bytes;
    memory->request_bytes = setup->request_bytes != 0 ? setup->request_bytes : 64;
    if (memory->request_bytes > PARTS * shape.command_bytes)
        return rh_error_field(error, "request_bytes", "found %u, expected at most %u column commands of %u bytes",
                              setup->request_bytes, (unsigned)PARTS, (unsigned)shape.command_bytes);
    if (setup->map != NULL)
        return rh_map_parse(&memory->map, setup->map, &shape, error);
    if (!rh_map_parse(&memory->map, rh_map_text(NULL, preset), &shape,
                      &memory->no_map)) /* no powers of two: then placed requests alone */
        memory->map.shape = shape;
    return true;
}

/* Column commands of a request by its address. */
static uint32_t commands_of(const struct rh_memory *memory) {
    return (memory->request_bytes + memory->command_bytes - 1) / memory->command_bytes;
}

static bool allocate(struct rh_memory *memory) {
    memory->room = memory->waiting * commands_of(memory);
    unsigned channels = memory->system.channels;
    uint32_t tags = UINT32_C(1) << memory->setup.geometry.tag_bits, outstanding = channels * (tags + memory->room);
    memory->worker = calloc(channels, sizeof *memory->worker);
    memory->port = calloc(channels, sizeof *memory->port);
    memory->wake = calloc(channels, sizeof *memory->wake);
    memory->finished = calloc(channels, sizeof *memory->finished);
    memory->outstanding = calloc(outstanding, sizeof *memory->outstanding);
    memory->locality = rh_locality_open(channels, memory->setup.geometry.banks);
    memory->cores = rh_cores_open(channels);
    if (memory->worker == NULL || memory->port == NULL || memory->wake == NULL || memory->finished == NULL ||
        memory->outstanding == NULL || memory->locality == NULL || memory->cores == NULL)
        return false;
    for (uint32_t i = 0; i < outstanding; i++)
        memory->outstanding[i].left = i + 1;
    memory->next = UINT64_MAX;
    for (unsigned i = 0; i < channels; i++) {
        memory->wake[i] = UINT64_MAX;
        memory->worker[i].setup = &memory->system;
        memory->worker[i].number = i;
        memory->worker[i].timed = true;
        memory->worker[i].cores = memory->cores;
        memory->port[i].memory = memory;
        memory->port[i].outstanding_of = calloc(tags, sizeof *memory->port[i].outstanding_of);
        memory->port[i].part = calloc(memory->room, sizeof *memory->port[i].part);
        if (memory->port[i].outstanding_of == NULL || memory->port[i].part == NULL)
            return false;
    }
    return true;
}

static bool open_all(struct rh_memory *memory, const struct rh_memory_setup *setup, struct rh_error *error) {
    if (!find_parts(memory, setup, error))
        return false;
    memory->done = setup->done;
    memory->self = setup->self;
    memory->system = (struct rh_system_setup){.type = &rh_model_worker,
                                              .preset = &memory->setup.preset,
                                              .ops = memory->setup.ops,
                                              .geometry = memory->setup.geometry,
                                              .constraints = memory->setup.constraints,
                                              .channels = setup->channels,
                                              .judge = !setup->no_judge,
                                              .cycle_by_cycle = setup->cycle_by_cycle,
                                              .sink = setup->sink,
                                              .sink_user = setup->sink_user,
                                              .watch = join_port,
                                              .watch_user = memory};
    if (setup->channels == 0)
        memory->system.channels = memory->setup.preset.channels;
    if (memory->system.channels > UINT16_MAX)
        return rh_error_field(error, "channels", "found %u, expected 1 to %u", setup->channels, (unsigned)UINT16_MAX);
    if (!find_map(memory, setup, error))
        return false;
    if (!allocate(memory))
        return rh_error_field(error, "channels", "found no memory for %u channels, expected enough",
                              memory->system.channels);
    for (unsigned i = 0; i < memory->system.channels; i++)
        if (!rh_channel_worker_open(&memory->worker[i], error))
            return false;
    return true;
}

struct rh_memory *rh_memory_open(const struct rh_memory_setup *setup, struct rh_error *error) {
    if (setup == NULL) {
        rh_error_field(error, "setup", "found NULL, expected one (all zero is the usual)");
        return NULL;
    }
    struct rh_memory *memory = calloc(1, sizeof *memory);
    if (memory == NULL) {
        rh_error_set(error, "memory: found no memory, expected enough");
        return NULL;
    }
    if (open_all(memory, setup, error))
        return memory;
    rh_memory_close(memory);
    return NULL;
}

void rh_memory_close(struct rh_memory *memory) {
    if (memory == NULL)
        return;
    for (unsigned i = 0; memory->worker != NULL && i < memory->system.channels; i++)
        rh_channel_worker_close(&memory->worker[i]);
    for (unsigned i = 0; memory->port != NULL && i < memory->system.channels; i++) {
        free(memory->port[i].outstanding_of);
        free(memory->port[i].part);
    }
    rh_locality_close(memory->locality);
    rh_cores_close(memory->cores);
    free(memory->worker);
    free(memory->port);
    free(memory->wake);
    free(memory->finished);
    free(memory->outstanding);
    free(memory);
}

/* Cut the bytes from `address` on into parts, each of one row and of at most so many commands as a request may have.
 * Their number; 0 outside the memory. */
static unsigned cut(const struct rh_memory *memory, uint64_t address, bool write, struct rh_request part[PARTS]) {
    uint64_t unit = address / memory->command_bytes;
    unsigned parts = 0;
    for (uint32_t i = 0; i < commands_of(memory); i++) {
        struct rh_map_place place;
        if (unit + i > UINT64_MAX / memory->command_bytes ||
            !rh_map_place(&memory->map, (unit + i) * memory->command_bytes, &place))
            return 0;
        struct rh_request *last = &part[parts == 0 ? 0 : parts - 1];
        if (parts != 0 && last->channel == place.channel && last->bank == place.bank && last->row == place.row &&
            (uint32_t)last->column + last->commands == place.column && last->commands < RH_MAX_COMMANDS) {
            last->commands++;
            continue;
        }
        part[parts++] = (struct rh_request){.cycle = memory->cycle,
                                            .channel = (uint16_t)place.channel,
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

static bool have_room(const struct rh_memory *memory, const struct rh_request *part, unsigned parts) {
    for (unsigned i = 0; i < parts; i++)
        if (memory->port[part[i].channel].requests >= memory->waiting)
            return false;
    return true;
}

static bool send_parts(struct rh_memory *memory, const struct rh_request *part, unsigned parts, uint64_t address,
                       void *user) {
    for (unsigned i = 0; i < parts; i++)
        if (!rh_locality_add(memory->locality, &part[i]) || !rh_cores_add(memory->cores, &part[i])) {
            rh_error_set(&memory->text, "memory: found no memory for core %u, expected enough", part[i].core);
            return end_run(memory);
        }
    uint32_t number = memory->next_free;
    struct rh_memory_outstanding *outstanding = &memory->outstanding[number];
    memory->next_free = outstanding->left;
    memory->in_flight++;
    outstanding->left = parts;
    outstanding->done =
        (struct rh_memory_done){.user = user, .address = address, .sent = memory->cycle, .write = part[0].write != 0};
    for (unsigned i = 0; i < parts; i++) {
        struct rh_memory_port *port = &memory->port[part[i].channel];
        uint32_t behind = port->first + port->count, last = (behind + memory->room - 1) % memory->room;
        if (port->count++ == 0 || port->part[last].outstanding != number)
            port->requests++;
        port->part[behind % memory->room] = (struct rh_memory_part){part[i], number};
        port->part[behind % memory->room].request.cycle = memory->cycle;
        memory->wake[part[i].channel] = memory->next = memory->cycle;
    }
    return true;
}

bool rh_memory_send(struct rh_memory *memory, uint64_t address, bool write, void *user) {
    struct rh_request part[PARTS];
    if (memory->ended)
        return false;
    if (memory->no_map.text[0] != '\0') {
        memory->text = memory->no_map;
        return end_run(memory);
    }
    unsigned parts = cut(memory, address, write, part);
    if (parts == 0) {
        rh_error_set(&memory->text, "address: found 0x%llx with %u bytes, expected them inside the %llu of the memory",
                     (unsigned long long)address, (unsigned)memory->request_bytes,
                     (unsigned long long)rh_memory_bytes(memory));
        return end_run(memory);
    }
    return have_room(memory, part, parts) && send_parts(memory, part, parts, address, user);
}

bool rh_memory_send_placed(struct rh_memory *memory, const struct rh_request *request, void *user) {
    if (memory->ended)
        return false;
    if (request->channel >= memory->system.channels) {
        rh_error_field(&memory->text, "request", "found channel %u, expected a channel below %u", request->channel,
                       memory->system.channels);
        return end_run(memory);
    }
    if (!rh_default_request(request, &memory->setup.preset, &memory->setup.geometry, &memory->text))
        return end_run(memory);
    return have_room(memory, request, 1) && send_parts(memory, request, 1, 0, user);
}

bool rh_memory_can_send(const struct rh_memory *memory, uint64_t address) {
    struct rh_request part[PARTS];
    bool mapped = !memory->ended && memory->no_map.text[0] == '\0';
    unsigned parts = mapped ? cut(memory, address, false, part) : 0;
    return parts != 0 && have_room(memory, part, parts);
}

unsigned rh_memory_places(const struct rh_memory *memory, unsigned channel) {
    bool taking = !memory->ended && channel < memory->system.channels;
    return taking ? memory->waiting - memory->port[channel].requests : 0;
}

/* Runs a channel up to the memory's clock. A channel without work is left behind. */
static bool run_channel(struct rh_memory *memory, unsigned channel, uint64_t until) {
    struct rh_channel_worker *worker = &memory->worker[channel];
    const struct rh_memory_port *port = &memory->port[channel];
    rh_channel_limit(worker->channel, until);
    worker->end = rh_channel_run(worker->channel, &port->part[port->first].request, port->count != 0, true, true);
    bool busy = port->count != 0 || rh_channel_outstanding(worker->channel) != 0;
    memory->wake[channel] = !busy ? UINT64_MAX
                            : port->count != 0 && rh_channel_taken(worker->channel) != 0
                                ? until /* the run did not know of the part behind */
                                : rh_channel_wake(worker->channel);
    if (rh_channel_worker_check(worker, worker->channel, worker->end) == RH_SYSTEM_DONE)
        return true;
    memory->text = worker->error;
    return end_run(memory);
}

/* Channels in which nothing happens lag behind; to who looks it is the same. */
static void catch_up(const struct rh_memory *memory, unsigned channel) {
    struct rh_memory *own = (struct rh_memory *)memory;
    if (own->ended || own->wake[channel] == UINT64_MAX || rh_channel_cycle(own->worker[channel].channel) >= own->cycle)
        return;
    (void)run_channel(own, channel, own->cycle);
    if (own->wake[channel] < own->next)
        own->next = own->wake[channel];
}

/* Runs one clock of all channels in which something happens. */
static bool tick_channels(struct rh_memory *memory) {
    uint64_t next = UINT64_MAX;
    for (unsigned i = 0; i < memory->system.channels; i++) {
        if (memory->wake[i] <= memory->cycle && !run_channel(memory, i, memory->cycle + 1))
            return false;
        next = memory->wake[i] < next ? memory->wake[i] : next;
    }
    memory->next = next;
    return true;
}

/* After the clock, so that what a callback sends meets every channel at the same time. */
static void call_back(struct rh_memory *memory) {
    unsigned count = memory->finished_count;
    memory->finished_count = 0;
    memory->calling = true;
    for (unsigned i = 0; i < count; i++) {
        struct rh_memory_outstanding *outstanding = &memory->outstanding[memory->finished[i]];
        const struct rh_memory_done done = outstanding->done;
        outstanding->left = memory->next_free;
        memory->next_free = memory->finished[i];
        memory->in_flight--;
        if (memory->done != NULL)
            memory->done(memory->self, &done);
    }
    memory->calling = false;
}

/* A tick would overwrite what is still to be called back. */
static bool may_tick(struct rh_memory *memory) {
    if (memory->calling && !memory->ended) {
        rh_error_field(&memory->text, "tick",
                       "found one inside a callback, expected it after the tick that calls back");
        return end_run(memory);
    }
    return !memory->ended;
}

bool rh_memory_tick(struct rh_memory *memory) {
    if (!may_tick(memory))
        return false;
    if (memory->next <= memory->cycle && !tick_channels(memory))
        return false;
    memory->cycle++;
    if (memory->finished_count != 0)
        call_back(memory);
    return !memory->ended;
}

bool rh_memory_tick_until(struct rh_memory *memory, uint64_t cycle) {
    if (!may_tick(memory))
        return false;
    if (cycle > INT64_MAX) {
        rh_error_field(&memory->text, "cycle", "found %llu, expected at most %lld", (unsigned long long)cycle,
                       (long long)INT64_MAX);
        return end_run(memory);
    }
    while (memory->cycle < cycle) {
        if (memory->next > memory->cycle)
            memory->cycle = memory->next < cycle ? memory->next : cycle;
        else if (!rh_memory_tick(memory))
            return false;
    }
    return !memory->ended;
}

/* What a memory says of itself and of its run. */

bool rh_memory_idle(const struct rh_memory *memory) {
    return memory->in_flight == 0;
}

const char *rh_memory_text(const struct rh_memory *memory) {
    return memory->text.text;
}

uint64_t rh_memory_cycle(const struct rh_memory *memory) {
    return memory->cycle;
}

uint32_t rh_memory_tck_ps(const struct rh_memory *memory) {
    return memory->setup.preset.tck_ps;
}

uint64_t rh_memory_bytes(const struct rh_memory *memory) {
    const struct rh_map_shape *shape = &memory->map.shape;
    return (uint64_t)shape->channels * shape->banks * shape->rows * shape->columns * shape->command_bytes;
}

unsigned rh_memory_channels(const struct rh_memory *memory) {
    return memory->system.channels;
}

const struct rh_preset *rh_memory_preset(const struct rh_memory *memory) {
    return &memory->setup.preset;
}

static void finish_channel(struct rh_memory *memory, unsigned channel) {
    struct rh_channel_worker *worker = &memory->worker[channel];
    catch_up(memory, channel);
    if (memory->ended)
        return;
    if (!rh_channel_finish_self_check(worker->channel)) {
        (void)rh_channel_worker_check(worker, worker->channel, RH_CHANNEL_BROKEN);
        memory->text = worker->error;
        memory->ended = true;
        return;
    }
    rh_channel_worker_judge_end(worker);
}

bool rh_memory_finish(struct rh_memory *memory, struct rh_error *error) {
    for (unsigned i = 0; i < memory->system.channels && !memory->ended; i++)
        finish_channel(memory, i);
    memory->ended = true;
    if (memory->text.text[0] == '\0')
        (void)rh_channel_workers_verdict(memory->worker, memory->system.channels, &memory->text);
    if (memory->text.text[0] != '\0' && error != NULL)
        *error = memory->text;
    return memory->text.text[0] == '\0';
}

bool rh_memory_stats(const struct rh_memory *memory, unsigned channel, struct rh_stats *stats) {
    if (channel >= memory->system.channels) {
        *stats = (struct rh_stats){0};
        return false;
    }
    catch_up(memory, channel);
    *stats = *rh_channel_stats(memory->worker[channel].channel);
    rh_stats_finish(stats, memory->cycle);
    return memory->text.text[0] == '\0';
}

void rh_memory_total(const struct rh_memory *memory, struct rh_stats *stats) {
    *stats = (struct rh_stats){.cycles = memory->cycle};
    for (unsigned i = 0; i < memory->system.channels; i++) {
        catch_up(memory, i);
        const struct rh_stats *channel = rh_channel_stats(memory->worker[i].channel);
        rh_stats_merge(stats, channel);
        stats->idle_cycles += memory->cycle - channel->active_cycles;
    }
}

unsigned rh_memory_cores(const struct rh_memory *memory, struct rh_core *cores, unsigned room) {
    return rh_locality_has_cores(memory->locality) ? rh_cores_list(memory->cores, cores, room) : 0;
}

/* Room for the statistics of the channels, and of all behind them. */
static bool put_json(const struct rh_memory *memory, struct rh_stats *stats, struct rh_run_figures *channel,
                     struct rh_core *core, FILE *file) {
    unsigned channels = memory->system.channels;
    for (unsigned i = 0; i < channels; i++) {
        (void)rh_memory_stats(memory, i, &stats[i]);
        channel[i] = (struct rh_run_figures){&stats[i], rh_locality_channel(memory->locality, i), 1};
    }
    rh_memory_total(memory, &stats[channels]);
    struct rh_run_report report = {
        .setup = &memory->setup,
        .channels = channels,
        .cores = rh_locality_has_cores(memory->locality),
        .judged = memory->system.judge,
        .total = {&stats[channels], rh_locality_total(memory->locality), channels},
        .channel = channel,
        .core = core,
        .core_count = rh_memory_cores(memory, core, RH_MOST_CORES),
        .rules_broken = rh_channel_workers_rules_broken(memory->worker, channels),
    };
    report.judge_commands = rh_channel_workers_judged(memory->worker, channels, &report.judge_checks);
    return rh_run_json(file, &report);
}

bool rh_memory_json(const struct rh_memory *memory, FILE *file) {
    unsigned channels = memory->system.channels;
    struct rh_stats *stats = malloc((channels + 1) * sizeof *stats);
    struct rh_run_figures *figures = malloc(channels * sizeof *figures);
    struct rh_core *cores = malloc((rh_memory_cores(memory, NULL, 0) + 1) * sizeof *cores);
    bool good = stats != NULL && figures != NULL && cores != NULL && put_json(memory, stats, figures, cores, file);
    free(cores);
    free(stats);
    free(figures);
    return good;
}
