// SPDX-License-Identifier: Apache-2.0
// One core: its clock goes from the replies over the load/store unit and the schedulers to the fetch.
#include "cmodel/gpu/rh_gpu_state.h"
#include "rowhold/rh_bits.h"

static const struct rh_gpu_machine *machine_of(const struct rh_gpu_core *core) {
    return &core->gpu->setup.machine;
}

static uint64_t now_of(const struct rh_gpu_core *core) {
    return core->gpu->cycle;
}

/* Warps. */

/* Looks whether the registers of a warp's next instruction are ready. */
static void query_registers(struct rh_gpu_core *core, unsigned w) {
    const struct rh_gpu_warp *warp = &core->warp[w];
    const struct rh_warp_instruction *front = &warp->front;
    uint64_t bit = rh_bit(w);
    uint32_t pending = warp->pending[front->writes];
    for (unsigned k = 0; pending == 0 && k < front->reads; k++)
        pending = warp->pending[front->read[k]];
    core->ready = pending == 0 ? core->ready | bit : core->ready & ~bit;
    core->on_memory = (pending & ~RH_GPU_COMPUTED) != 0 ? core->on_memory | bit : core->on_memory & ~bit;
}

static uint64_t put(uint64_t set, unsigned w, bool in) {
    return in ? set | rh_bit(w) : set & ~rh_bit(w);
}

/* A warp without an instruction left ends when nothing is due to it and it is not at a barrier. */
static void query_end(struct rh_gpu_core *core, unsigned w) {
    if (core->ended & ~core->barrier & rh_bit(w) && core->warp[w].due == 0)
        core->finished |= rh_bit(w);
}

/* Gets a warp's next instruction from the source. */
static bool take_next(struct rh_gpu_core *core, unsigned w, struct rh_error *error) {
    struct rh_gpu_warp *warp = &core->warp[w];
    struct rh_warp_source *source = core->gpu->setup.source;
    int status = source->next(source, warp->cta, warp->number, &warp->front, error);
    if (status < 0)
        return false;
    if (status == 0) {
        core->ended |= rh_bit(w);
        core->ready &= ~rh_bit(w);
        core->on_memory = put(core->on_memory, w, warp->due != 0);
        query_end(core, w);
        return true;
    }
    warp->left = warp->front.count;
    core->access = put(core->access, w, rh_warp_op_accesses(warp->front.op));
    core->doubles = put(core->doubles, w, warp->front.op == RH_WARP_DOUBLE);
    core->specials = put(core->specials, w, warp->front.op == RH_WARP_SPECIAL || warp->front.op == RH_WARP_DIVIDE);
    query_registers(core, w);
    return true;
}

static void release_barrier(struct rh_gpu_core *core, unsigned slot) {
    struct rh_gpu_cta *cta = &core->cta[slot];
    if (cta->waiting == 0 || cta->waiting < cta->warps)
        return;
    cta->waiting = 0;
    for (uint64_t set = core->barrier; set != 0; set &= set - 1) {
        unsigned w = (unsigned)__builtin_ctzll(set);
        if (core->warp[w].slot != slot)
            continue;
        core->barrier &= ~rh_bit(w);
        query_end(core, w);
    }
}

/* A part of a load has come; `due` are, itself included. */
static void count_part(struct rh_gpu_core *core, uint64_t *first, unsigned due) {
    struct rh_gpu_counts *count = &core->gpu->stats.count;
    if (due > 1) {
        *first = *first != 0 ? *first : now_of(core);
    } else if (*first != 0) {
        count->split_loads++;
        count->split_cycles += now_of(core) - *first;
        *first = 0;
    }
}

/* Something that a warp waited for has come, for a register where that is not 0. `what`: of its pending count. */
static void release(struct rh_gpu_core *core, unsigned w, unsigned reg, unsigned what) {
    struct rh_gpu_warp *warp = &core->warp[w];
    warp->due--;
    if (reg != 0) {
        if (what == 1)
            count_part(core, &warp->split[reg], warp->pending[reg] & (RH_GPU_COMPUTED - 1));
        warp->pending[reg] = (uint16_t)(warp->pending[reg] - what);
        if (warp->pending[reg] == 0 && !(core->ended >> w & 1))
            query_registers(core, w);
    }
    query_end(core, w);
}

static void end_warps(struct rh_gpu_core *core) {
    struct rh_warp_source *source = core->gpu->setup.source;
    uint64_t set = core->finished;
    core->finished = 0;
    for (; set != 0; set &= set - 1) {
        unsigned w = (unsigned)__builtin_ctzll(set), slot = core->warp[w].slot;
        struct rh_gpu_cta *cta = &core->cta[slot];
        uint64_t others = ~rh_bit(w);
        core->resident &= others;
        core->ended &= others;
        core->fetched &= machine_of(core)->fetch != 0 ? others : UINT64_MAX;
        core->on_memory &= others;
        core->gpu->warps--;
        cta->warps--;
        release_barrier(core, slot);
        if (cta->warps != 0)
            continue;
        source->close_cta(source, cta->cta);
        cta->cta = NULL;
        (void)rh_gpu_core_account(core);
        core->ctas--;
        core->gpu->running--;
    }
}

bool rh_gpu_core_has_room(const struct rh_gpu_core *core) {
    const struct rh_gpu *gpu = core->gpu;
    unsigned resident = (unsigned)__builtin_popcountll(core->resident);
    return core->ctas < gpu->resident && resident + gpu->launch.cta_warps <= machine_of(core)->warps;
}

bool rh_gpu_core_start_cta(struct rh_gpu_core *core, uint64_t number, struct rh_error *error) {
    struct rh_gpu *gpu = core->gpu;
    struct rh_warp_source *source = gpu->setup.source;
    unsigned slot = 0;
    uint32_t warps;
    while (core->cta[slot].cta != NULL)
        slot++;
    struct rh_warp_cta *cta = source->open_cta(source, number, &warps, error);
    if (cta == NULL)
        return false;
    if (warps == 0 || warps > gpu->launch.cta_warps) {
        source->close_cta(source, cta);
        return rh_error_set(error, "%s: found a CTA of %u warps, expected 1 to %u", gpu->launch.name, warps,
                            gpu->launch.cta_warps);
    }
    (void)rh_gpu_core_account(core);
    core->cta[slot] = (struct rh_gpu_cta){.cta = cta, .number = number, .warps = warps};
    core->ctas++;
    core->wake = 0;
    gpu->running++;
    gpu->warps += warps;
    gpu->stats.count.ctas++;
    for (uint32_t k = 0; k < warps; k++) {
        unsigned w = (unsigned)__builtin_ctzll(~core->resident);
        core->warp[w] = (struct rh_gpu_warp){.cta = cta, .number = k, .slot = (uint8_t)slot, .age = core->ages++};
        core->warp[w].name = (uint16_t)(number % RH_GPU_CTA_NAMES * RH_GPU_CTA_WARPS + k);
        core->resident |= rh_bit(w);
        core->fetching &= ~rh_bit(w);
        if (!take_next(core, w, error))
            return false;
    }
    return true;
}

void rh_gpu_core_start_kernel(struct rh_gpu_core *core) {
    for (unsigned k = 0; k < RH_GPU_CACHES; k++)
        if (core->cache[k].setup.lines != 0 && !(k == RH_GPU_CODE && core->gpu->launch.same_program))
            rh_cache_clear(&core->cache[k]);
}

static unsigned data_blocks(const struct rh_gpu_machine *m) {
    return m->data_sectors ? m->line / RH_COALESCER_SECTOR : 1;
}

bool rh_gpu_core_open_caches(struct rh_gpu_core *core) {
    const struct rh_gpu_machine *m = machine_of(core);
    const struct rh_cache_setup setup[RH_GPU_CACHES] = {
        [RH_GPU_CODE] = {m->code_lines, m->code_ways, 1, RH_GPU_MOST_CODE, 1, true},
        [RH_GPU_TEXTURE] = {m->texture_lines, m->texture_ways, 1, m->texture_misses, m->texture_merges, false},
        [RH_GPU_CONSTANT] = {m->constant_lines, m->constant_ways, 1, m->constant_misses, m->constant_merges, true},
        [RH_GPU_DATA] = {m->data_lines, m->data_ways, data_blocks(m), m->data_misses, m->data_merges, false},
    };
    bool good = true;
    for (unsigned k = 0; good && k < RH_GPU_CACHES; k++)
        good = setup[k].lines == 0 || rh_cache_open(&core->cache[k], &setup[k]);
    return good;
}

void rh_gpu_core_close_caches(struct rh_gpu_core *core) {
    for (unsigned k = 0; k < RH_GPU_CACHES; k++)
        rh_cache_close(&core->cache[k]);
}

/* Results and replies. */

static void push_result(struct rh_gpu_core *core, unsigned latency_class, uint64_t at, unsigned w, unsigned reg) {
    struct rh_gpu_results *r = &core->results[latency_class];
    r->result[(r->first + r->count++) & (r->room - 1)] = (struct rh_gpu_result){at, (uint16_t)reg, (uint8_t)w};
    core->next_result = at < core->next_result ? at : core->next_result;
    core->warp[w].due++;
}

static void take_results(struct rh_gpu_core *core) {
    uint64_t next = UINT64_MAX;
    for (unsigned k = 0; k < RH_GPU_LATENCIES; k++) {
        struct rh_gpu_results *r = &core->results[k];
        for (; r->count != 0 && r->result[r->first].at <= now_of(core); r->count--) {
            const struct rh_gpu_result *one = &r->result[r->first];
            release(core, one->warp, one->reg, k >= RH_GPU_HIT ? 1 : RH_GPU_COMPUTED);
            r->first = (r->first + 1) & (r->room - 1);
        }
        if (r->count != 0 && r->result[r->first].at < next)
            next = r->result[r->first].at;
    }
    core->next_result = next;
}

/* Who waits for a block of a cache: a warp and a register of it. */
static uint32_t waiter(unsigned w, unsigned reg) {
    return reg << 8 | w;
}

/* A reply's blocks are there, for all that wait for them. */
static void take_blocks(struct rh_gpu_core *core, const struct rh_gpu_packet *packet) {
    uint32_t who[RH_CACHE_MERGES];
    struct rh_cache_victim victim;
    for (unsigned b = 0; b < packet->blocks; b++) {
        unsigned waiting = rh_cache_fill(&core->cache[packet->cache], packet->block + b, who, &victim);
        for (unsigned k = 0; k < waiting && packet->cache != RH_GPU_CODE; k++)
            release(core, who[k] & UINT8_MAX, who[k] >> 8, 1);
    }
}

/* Without a memory partition the core performs an atomic: what it has read it writes. */
static void write_atomic(struct rh_gpu_core *core, const struct rh_gpu_packet *read) {
    struct rh_gpu_packet *write = &core->atomic[(core->atomic_first + core->atomics++) % machine_of(core)->outstanding];
    *write = *read;
    write->request.write = true;
    write->atomic = false;
    write->reg = 0;
    write->flits = rh_gpu_flits(core->gpu, &write->request);
    core->warp[read->warp].due++;
}

const struct rh_gpu_account *rh_gpu_core_account(struct rh_gpu_core *core) {
    struct rh_gpu_account *a = &core->account;
    uint64_t clocks = now_of(core) - a->until;
    a->until = now_of(core);
    a->busy += core->ctas != 0 ? clocks : 0;
    a->ctas += core->ctas * clocks;
    a->memory += core->reading != 0 ? clocks : 0;
    a->memory_warps += core->reading * clocks;
    return a;
}

/* A read of a warp has left for the port, or is back. */
static void count_read(struct rh_gpu_core *core, unsigned w, bool left) {
    struct rh_gpu_warp *warp = &core->warp[w];
    if (warp->reads == !left) {
        (void)rh_gpu_core_account(core);
        core->reading = left ? core->reading + 1 : core->reading - 1;
    }
    warp->reads = left ? warp->reads + 1 : warp->reads - 1;
}

/* The data of a load are in the core one clock before its register is. */
static void take_replies(struct rh_gpu_core *core) {
    struct rh_gpu_counts *count = &core->gpu->stats.count;
    if (core->has_taken && core->taken.cache != RH_GPU_CODE) {
        count->read_requests++;
        count->read_cycles += now_of(core) - core->taken.sent;
        count_read(core, core->taken.warp, false);
    }
    if (core->has_taken && core->taken.cache != RH_GPU_CACHES)
        take_blocks(core, &core->taken);
    else if (core->has_taken) {
        if (core->taken.atomic)
            write_atomic(core, &core->taken);
        release(core, core->taken.warp, core->taken.reg, 1);
    }
    core->has_taken = false;
    if (!core->has_reply)
        return;
    struct rh_gpu_packet packet = core->reply;
    core->has_reply = false;
    if (packet.request.write)
        release(core, packet.warp, packet.reg, 1);
    else {
        core->taken = packet;
        core->has_taken = true;
    }
}

/* The load/store unit. */

static struct rh_gpu_port *port_of(const struct rh_gpu_core *core) {
    return &core->gpu->cluster[core->number / core->gpu->per_cluster].port;
}

/* Puts requests for some bytes behind the others of an access. 0: they are too many. */
static unsigned put_bytes(struct rh_gpu_core *core, struct rh_gpu_access *access, bool write, uint64_t at,
                          uint32_t bytes) {
    unsigned before = access->count;
    unsigned count = rh_gpu_requests(core->gpu, at, bytes, write, before, access->request);
    for (unsigned k = before; k < count; k++) {
        access->request[k].core = core->number;
        access->request[k].warp = core->warp[access->warp].name;
        access->request[k].atomic = access->performed;
    }
    access->count = count;
    return count;
}

static uint32_t line_bytes_of(const struct rh_gpu_machine *m, unsigned cache) {
    return cache == RH_GPU_TEXTURE ? m->texture_line : cache == RH_GPU_CONSTANT ? m->constant_line : m->line;
}

static uint32_t line_bytes(const struct rh_gpu_core *core, unsigned cache) {
    return line_bytes_of(machine_of(core), cache);
}

/* Puts requests for blocks that missed, side by side: one, or of each block its own. */
static void put_blocks(struct rh_gpu_core *core, struct rh_gpu_access *access, uint64_t block, unsigned blocks) {
    struct rh_cache *cache = &core->cache[access->cache];
    uint32_t bytes = line_bytes(core, access->cache) / cache->setup.blocks;
    unsigned before = access->count;
    (void)put_bytes(core, access, false, block * bytes, blocks * bytes);
    unsigned parts = access->count - before;
    if (blocks > 1 && parts > 1) {
        access->count = before;
        for (unsigned b = 0; b < blocks; b++)
            put_blocks(core, access, block + b, 1);
        return;
    }
    if (blocks == 1)
        rh_cache_split(cache, block, parts);
    for (unsigned k = before; k < access->count; k++) {
        access->block[k] = block;
        access->blocks[k] = (uint8_t)blocks;
    }
}

static bool refuse_requests(const struct rh_gpu_core *core, struct rh_error *error) {
    return rh_error_set(error, "core %u: found an access of more than %u requests, expected fewer", core->number,
                        (unsigned)RH_GPU_MOST_REQUESTS);
}

/* Looks the blocks of an access's next line up, as far as registers go; what misses becomes requests, behind others.
 * Gets the blocks that are there. */
static unsigned look_up(struct rh_gpu_core *core, struct rh_gpu_access *access) {
    struct rh_cache *cache = &core->cache[access->cache];
    struct rh_warp_transaction *t = &access->transaction[access->line];
    const uint64_t first = t->address / line_bytes(core, access->cache) * cache->setup.blocks;
    uint32_t missed = 0;
    unsigned found = 0;
    for (; t->sectors != 0; t->sectors &= t->sectors - 1) {
        unsigned b = (unsigned)__builtin_ctz(t->sectors);
        struct rh_cache_victim victim;
        enum rh_cache_answer answer = rh_cache_read(cache, first + b, waiter(access->warp, access->reg), &victim);
        if (answer == RH_CACHE_FULL)
            break;
        missed |= (uint32_t)(answer == RH_CACHE_MISS) << b;
        found += answer == RH_CACHE_HIT;
    }
    while (missed != 0) {
        unsigned b = (unsigned)__builtin_ctz(missed), run = (unsigned)__builtin_ctz(~(missed >> b));
        put_blocks(core, access, first + b, run);
        missed &= ~((1U << (b + run)) - 1);
    }
    access->line += t->sectors == 0;
    return found;
}

/* What the unit has found, `spent` clocks behind its first one: it comes `hit` clocks behind the issue of an access
 * that waited for nothing. The warp has counted it already. */
static void push_found(struct rh_gpu_core *core, const struct rh_gpu_access *access, unsigned spent) {
    const unsigned least = machine_of(core)->lsu_delay + spent, hit = machine_of(core)->hit;
    push_result(core, RH_GPU_FOUND, now_of(core) + (hit > least ? hit - least : 1), access->warp, access->reg);
    core->warp[access->warp].due--;
}

/* The requests are those of the line that is looked up now. */
static void look_up_now(struct rh_gpu_core *core, struct rh_gpu_access *access) {
    access->next = access->count = 0;
    for (unsigned found = look_up(core, access); found != 0; found--)
        push_found(core, access, 0);
}

/* The last line is looked up in the access's last clock. */
static bool may_look_up(const struct rh_gpu_access *access) {
    return access->next == access->count && access->line < access->lines &&
           (access->line + 1 < access->lines || access->clocks == 0);
}

/* The writes of atomics go before the unit's requests. */
static void send_atomic(struct rh_gpu_core *core) {
    if (core->atomics == 0 || !rh_gpu_port_put(port_of(core), &core->atomic[core->atomic_first]))
        return;
    core->gpu->stats.count.transactions++;
    core->atomic_first = (core->atomic_first + 1) % machine_of(core)->outstanding;
    core->atomics--;
}

/* A request of an access has left. */
static void count_request(struct rh_gpu_core *core, struct rh_gpu_access *access, const struct rh_request *request) {
    struct rh_gpu_counts *count = &core->gpu->stats.count;
    uint16_t bank = (uint16_t)(request->channel << 8 | request->bank);
    unsigned k = 0;
    while (k < access->banks && access->bank[k] != bank)
        k++;
    count->transactions++;
    count->sending_accesses += access->banks == 0;
    count->banks += k == access->banks;
    if (k == access->banks && k < RH_GPU_MOST_REQUESTS)
        access->bank[access->banks++] = bank;
    if (!request->write)
        count_read(core, access->warp, true);
}

/* Do others of an access follow its next request to the same channel? */
static bool others_follow(const struct rh_gpu_access *access) {
    unsigned k = access->next + 1;
    while (k < access->count && access->request[k].channel != access->request[access->next].channel)
        k++;
    return k < access->count;
}

/* Is the unit empty, or does it wait only for the port? */
static bool clock_lsu(struct rh_gpu_core *core) {
    struct rh_gpu_access *access = &core->lsu[core->lsu_first];
    if (core->lsu_count == 0)
        return true;
    if (access->from > now_of(core))
        return false;
    access->clocks -= access->clocks != 0;
    if (may_look_up(access)) {
        unsigned line = access->line;
        look_up_now(core, access);
        core->gpu->stats.count.lsu_stalls += access->line == line;
    }
    if (access->next < access->count) {
        struct rh_gpu_packet packet = {.request = access->request[access->next],
                                       .block = access->block[access->next],
                                       .core = core->number,
                                       .reg = access->reg,
                                       .warp = access->warp,
                                       .cache = access->cache,
                                       .blocks = access->blocks[access->next],
                                       .atomic = access->atomic,
                                       .flits = rh_gpu_flits(core->gpu, &access->request[access->next])};
        packet.request.more = others_follow(access);
        if (!rh_gpu_port_put(port_of(core), &packet))
            return access->clocks == 0;
        count_request(core, access, &access->request[access->next]);
        access->next++;
    }
    if (access->next == access->count && access->line == access->lines && access->clocks == 0) {
        if (access->on_chip)
            push_found(core, access, machine_of(core)->shared - 1);
        core->lsu_first = (core->lsu_first + 1) % RH_GPU_MOST_LSU;
        core->lsu_count--;
    }
    return false;
}

/* The cache that an instruction looks its lines up in; RH_GPU_CACHES: none. */
static enum rh_gpu_cache cache_of(const struct rh_gpu_machine *m, const struct rh_warp_instruction *front) {
    switch (front->space) {
    case RH_WARP_SPACE_TEXTURE:
        return RH_GPU_TEXTURE;
    case RH_WARP_SPACE_CONSTANT:
    case RH_WARP_SPACE_PARAMETER:
        return RH_GPU_CONSTANT;
    case RH_WARP_SPACE_GLOBAL:
    case RH_WARP_SPACE_LOCAL:
        return m->data_lines != 0 && front->op == RH_WARP_LOAD &&
                       (m->data_global || front->space == RH_WARP_SPACE_LOCAL)
                   ? RH_GPU_DATA
                   : RH_GPU_CACHES;
    case RH_WARP_SPACE_SHARED:
    case RH_WARP_SPACES:
    default:
        return RH_GPU_CACHES;
    }
}

/* Of an atomic's lanes the first of each word; of any other instruction all of them. */
static uint32_t take_round(const struct rh_warp_instruction *front, uint32_t lanes) {
    uint32_t round = lanes;
    for (uint32_t set = front->op == RH_WARP_ATOMIC ? lanes : 0; set != 0; set &= set - 1) {
        unsigned lane = (unsigned)__builtin_ctz(set);
        for (uint32_t later = set & (set - 1); later != 0; later &= later - 1)
            if (front->address[__builtin_ctz(later)] / RH_COALESCER_WORD == front->address[lane] / RH_COALESCER_WORD)
                round &= ~(later & -later);
    }
    return round;
}

/* What an access by lanes' addresses asks of caches or of the memory, and the clocks that it keeps the unit. */
static unsigned take_transactions(const struct rh_gpu_machine *m, const struct rh_warp_instruction *front,
                                  uint32_t line, struct rh_warp_transaction transaction[RH_COALESCER_MOST],
                                  unsigned *clocks) {
    const bool shared = front->space == RH_WARP_SPACE_SHARED;
    bool constant = front->space == RH_WARP_SPACE_CONSTANT || front->space == RH_WARP_SPACE_PARAMETER;
    struct rh_warp_instruction round = *front;
    unsigned count = 0;
    for (uint32_t lanes = front->active; lanes != 0; lanes &= ~round.active) {
        round.active = take_round(front, lanes);
        count += shared ? rh_shared_clocks(m->shared_banks, &round)
                        : rh_coalesce((enum rh_coalescing)m->coalescing, line, &round, transaction + count);
    }
    *clocks = constant ? rh_constant_clocks(front) : 1; /* each line is looked up in a clock of its own besides */
    if (shared)
        *clocks = count > m->shared ? count : m->shared;
    return shared ? 0 : count;
}

unsigned rh_gpu_transactions(const struct rh_gpu_machine *machine, const struct rh_warp_instruction *access) {
    struct rh_warp_transaction transaction[RH_COALESCER_MOST];
    unsigned clocks;
    return take_transactions(machine, access, line_bytes_of(machine, cache_of(machine, access)), transaction, &clocks);
}

/* The blocks of a cache's line that a transaction asks for. */
static uint32_t blocks_of(const struct rh_warp_transaction *t, uint32_t line, unsigned blocks) {
    uint32_t size = line / blocks, at = (uint32_t)(t->address % line);
    if (blocks == 1)
        return 1;
    uint32_t end = at + t->bytes < line ? at + t->bytes : line;
    return t->sectors != 0 ? t->sectors : (uint32_t)(rh_mask((end + size - 1) / size) & ~rh_mask(at / size));
}

/* The transactions become what is looked up in a cache. Gets the blocks. */
static unsigned ask_cache(const struct rh_gpu_core *core, struct rh_gpu_access *access, unsigned transactions) {
    unsigned blocks = 0;
    access->lines = transactions;
    for (unsigned k = 0; k < transactions; k++) {
        struct rh_warp_transaction *t = &access->transaction[k];
        t->sectors = blocks_of(t, line_bytes(core, access->cache), core->cache[access->cache].setup.blocks);
        blocks += (unsigned)__builtin_popcount(t->sectors);
    }
    return blocks;
}

/* The transactions become requests: of bytes, or of sectors side by side. Gets their number; 0: none, or too many. */
static unsigned ask_memory(struct rh_gpu_core *core, struct rh_gpu_access *access, bool write,
                           const struct rh_warp_transaction *transaction, unsigned transactions) {
    for (unsigned k = 0; k < transactions; k++) {
        const struct rh_warp_transaction *t = &transaction[k];
        uint32_t set = t->sectors != 0 ? t->sectors : 1;
        while (set != 0) {
            unsigned s = (unsigned)__builtin_ctz(set), run = (unsigned)__builtin_ctz(~(set >> s));
            uint32_t bytes = t->sectors != 0 ? run * RH_COALESCER_SECTOR : t->bytes;
            if (put_bytes(core, access, write, t->address + (uint64_t)s * RH_COALESCER_SECTOR, bytes) == 0)
                return 0;
            set &= (uint32_t)~rh_mask(s + run);
        }
    }
    return access->count;
}

/* What an access asks for: of a cache, or of the memory, whose requests are there then. Gets how much; 0: nothing. */
static bool begin_access(struct rh_gpu_core *core, const struct rh_warp_instruction *front,
                         struct rh_gpu_access *access, unsigned *due, struct rh_error *error) {
    const struct rh_gpu_machine *machine = machine_of(core);
    bool write = front->op == RH_WARP_STORE, recorded = front->address == NULL;
    access->clocks = front->space == RH_WARP_SPACE_SHARED ? machine->shared : 1;
    access->next = access->count = access->banks = access->line = access->lines = 0;
    access->atomic = front->op == RH_WARP_ATOMIC && machine->partition_queue == 0;
    access->performed = front->op == RH_WARP_ATOMIC && machine->partition_queue != 0;
    access->cache = (uint8_t)(recorded ? RH_GPU_CACHES : cache_of(machine, front));
    const struct rh_warp_transaction *transaction = recorded ? front->transaction : access->transaction;
    unsigned transactions = recorded ? front->transactions
                                     : take_transactions(machine, front, line_bytes(core, access->cache),
                                                         access->transaction, &access->clocks);
    *due = access->cache != RH_GPU_CACHES ? ask_cache(core, access, transactions)
                                          : ask_memory(core, access, write, transaction, transactions);
    return *due != 0 || transactions == 0 || refuse_requests(core, error);
}

/* The requests of an access whose misses are answered at once, and the clocks that it keeps the load/store unit at
 * least; the access's warp names them. False with an error: they are too many. */
static bool requests_of(struct rh_gpu_core *core, const struct rh_warp_instruction *front, struct rh_gpu_access *access,
                        struct rh_error *error) {
    uint32_t who[RH_CACHE_MERGES];
    struct rh_cache_victim victim;
    unsigned due;
    access->reg = 0;
    if (!begin_access(core, front, access, &due, error))
        return false;
    while (access->line < access->lines) {
        unsigned before = access->count;
        (void)look_up(core, access);
        if (access->count < before)
            return refuse_requests(core, error);
        for (unsigned k = before; k < access->count; k++)
            for (unsigned b = 0; b < access->blocks[k]; b++)
                (void)rh_cache_fill(&core->cache[access->cache], access->block[k] + b, who, &victim);
    }
    return true;
}

/* An access goes into the load/store unit. */
static bool issue_access(struct rh_gpu_core *core, unsigned w, struct rh_error *error) {
    const struct rh_gpu_machine *machine = machine_of(core);
    struct rh_gpu_warp *warp = &core->warp[w];
    const struct rh_warp_instruction *front = &warp->front;
    struct rh_gpu_access *access = &core->lsu[(core->lsu_first + core->lsu_count++) % RH_GPU_MOST_LSU];
    unsigned due;
    access->from = now_of(core) + machine->lsu_delay;
    access->reg = front->op == RH_WARP_STORE ? 0 : front->writes;
    access->warp = (uint8_t)w;
    if (!begin_access(core, front, access, &due, error))
        return false;
    warp->due += due;
    access->on_chip = access->reg != 0 && front->space == RH_WARP_SPACE_SHARED && front->address != NULL;
    if (access->reg != 0)
        warp->pending[access->reg] = (uint16_t)(due != 0 ? due : 1);
    if (access->on_chip)
        warp->due++; /* its bank conflicts say when it is there */
    else if (access->reg != 0 && due == 0)
        push_result(core, RH_GPU_HIT, now_of(core) + machine->hit, w, access->reg);
    return true;
}

/* The schedulers. */

unsigned rh_gpu_latency(const struct rh_gpu_machine *machine, enum rh_warp_op op) {
    switch (op) {
    case RH_WARP_DIVIDE:
        return machine->divide != 0 ? machine->divide : machine->special;
    case RH_WARP_SINGLE:
        return machine->single;
    case RH_WARP_DOUBLE:
        return machine->double_;
    case RH_WARP_SPECIAL:
        return machine->special;
    case RH_WARP_INTEGER:
    case RH_WARP_LOAD:
    case RH_WARP_STORE:
    case RH_WARP_ATOMIC:
    case RH_WARP_BARRIER:
    case RH_WARP_OPS:
    default:
        return machine->integer;
    }
}

/* Clocks of a scheduler that an instruction takes. */
static unsigned hold_of(const struct rh_gpu_machine *machine) {
    return (RH_WARP_LANES + machine->simd_width - 1) / machine->simd_width;
}

/* So many of a warp's next instructions are issued. */
static void count_issues(struct rh_gpu_core *core, const struct rh_warp_instruction *front, uint64_t count) {
    struct rh_gpu_stats *stats = &core->gpu->stats;
    uint64_t lanes = (unsigned)__builtin_popcount(front->active) * count;
    stats->count.warp_instructions += count;
    stats->count.thread_instructions += lanes;
    stats->instructions[front->op] += count;
    core->instructions += lanes;
    if (rh_warp_op_accesses(front->op))
        stats->accesses[front->space] += count;
}

static void arrive_at_barrier(struct rh_gpu_core *core, unsigned w) {
    unsigned slot = core->warp[w].slot;
    core->barrier |= rh_bit(w);
    core->cta[slot].waiting++;
    release_barrier(core, slot);
}

static bool issue(struct rh_gpu_core *core, unsigned s, unsigned w, struct rh_error *error) {
    const struct rh_gpu_machine *machine = machine_of(core);
    struct rh_gpu_warp *warp = &core->warp[w];
    const struct rh_warp_instruction *front = &warp->front;
    uint64_t now = now_of(core);
    count_issues(core, front, 1);
    core->last_issue = now;
    core->last[s] = (uint8_t)w;
    core->simd_free[s] = now + hold_of(machine);
    if (front->op == RH_WARP_DOUBLE)
        core->double_free[s] = now + machine->double_interval;
    if (front->op == RH_WARP_SPECIAL)
        core->special_free[s] = now + machine->special_interval;
    if (front->op == RH_WARP_DIVIDE)
        core->special_free[s] = now + (machine->divide != 0 ? machine->divide_interval : machine->special_interval);
    if (rh_warp_op_accesses(front->op)) {
        if (!issue_access(core, w, error))
            return false;
    } else if (front->op == RH_WARP_BARRIER)
        arrive_at_barrier(core, w);
    else if (front->writes != 0) {
        warp->pending[front->writes] = RH_GPU_COMPUTED;
        push_result(core, front->op, now + rh_gpu_latency(machine, front->op), w, front->writes);
    }
    if (machine->fetch != 0 && --warp->fetched == 0)
        core->fetched &= ~rh_bit(w);
    if (--warp->left == 0)
        return take_next(core, w, error);
    query_registers(core, w);
    return true;
}

/* Of warps that can issue: greedy then oldest, or the next in turn. */
static unsigned choose(const struct rh_gpu_core *core, unsigned s, uint64_t set) {
    unsigned last = core->last[s], chosen = (unsigned)__builtin_ctzll(set);
    if (!machine_of(core)->greedy)
        return rh_first_from(set, (last + 1) % RH_GPU_MOST_WARPS);
    if (set >> last & 1)
        return last;
    for (uint64_t rest = set & (set - 1); rest != 0; rest &= rest - 1) {
        unsigned w = (unsigned)__builtin_ctzll(rest);
        chosen = core->warp[w].age < core->warp[chosen].age ? w : chosen;
    }
    return chosen;
}

/* The warps of a scheduler. */
static uint64_t warps_of(const struct rh_gpu_machine *machine, unsigned s) {
    static const uint64_t every[] = {UINT64_MAX, 0x5555555555555555, 0x9249249249249249, 0x1111111111111111};
    return every[machine->schedulers - 1] << s;
}

static enum rh_gpu_stall stall_of(const struct rh_gpu_core *core, uint64_t resident, uint64_t able) {
    uint64_t ready = core->ready & resident & ~core->barrier;
    if (resident == 0)
        return RH_GPU_STALL_no_warp;
    if (able != 0)
        return able & core->access ? RH_GPU_STALL_port : RH_GPU_STALL_unit;
    if (ready != 0)
        return RH_GPU_STALL_fetch;
    if (resident & ~core->ready & ~core->on_memory & ~core->ended & ~core->barrier)
        return RH_GPU_STALL_pipeline;
    return resident & ~core->barrier ? RH_GPU_STALL_memory : RH_GPU_STALL_barrier;
}

static bool clock_scheduler(struct rh_gpu_core *core, unsigned s, struct rh_error *error) {
    const struct rh_gpu_machine *machine = machine_of(core);
    uint64_t now = now_of(core), resident = core->resident & warps_of(machine, s);
    uint64_t able = core->ready & core->fetched & resident & ~core->barrier, set = able;
    if (core->lsu_count >= machine->lsu_queue)
        set &= ~core->access;
    if (core->double_free[s] > now)
        set &= ~core->doubles;
    if (core->special_free[s] > now)
        set &= ~core->specials;
    bool held = core->simd_free[s] > now;
    if (set != 0 && !held) {
        return issue(core, s, choose(core, s, set), error);
    }
    core->stall[s] = (uint8_t)(held ? RH_GPU_STALL_simd : stall_of(core, resident, able));
    core->gpu->stats.stall[core->stall[s]]++;
    return true;
}

/* The fetch. */

/* Sends the next request of the first line of code that has been missed: the address map may cut a line. */
static bool send_code(struct rh_gpu_core *core) {
    const uint64_t line = core->code_missed[0];
    uint32_t bytes = machine_of(core)->code_line;
    struct rh_request request[RH_GPU_MOST_REQUESTS];
    unsigned parts = rh_gpu_requests(core->gpu, RH_GPU_CODE_BASE + line * bytes, bytes, false, 0, request);
    struct rh_gpu_packet packet = {.request = request[core->code_part],
                                   .block = line,
                                   .core = core->number,
                                   .cache = RH_GPU_CODE,
                                   .blocks = 1,
                                   .flits = 1};
    packet.request.core = core->number;
    packet.request.warp = UINT16_MAX;
    if (!rh_gpu_port_put(port_of(core), &packet))
        return false;
    core->gpu->stats.count.code_fetches++;
    if (core->code_part == 0)
        rh_cache_split(&core->cache[RH_GPU_CODE], line, parts);
    if (++core->code_part < parts)
        return true;
    core->code_part = 0;
    core->codes_missed--;
    for (unsigned k = 0; k < core->codes_missed; k++)
        core->code_missed[k] = core->code_missed[k + 1];
    return true;
}

/* Looks a warp's next instruction up. True: the fetch has done its work of this clock. */
static bool fetch(struct rh_gpu_core *core, unsigned w) {
    const struct rh_gpu_machine *machine = machine_of(core);
    const struct rh_warp_instruction *front = &core->warp[w].front;
    uint64_t pc = front->pc + (uint64_t)(front->count - core->warp[w].left) * RH_WARP_CODE_BYTES;
    uint64_t line = pc / machine->code_line;
    unsigned left = (unsigned)((machine->code_line - pc % machine->code_line) / RH_WARP_CODE_BYTES);
    struct rh_cache_victim victim;
    enum rh_cache_answer answer = rh_cache_read(&core->cache[RH_GPU_CODE], line, w, &victim);
    if (answer == RH_CACHE_FULL) /* the line is under way, or too many are */
        return false;
    core->gpu->stats.count.code_hits += answer == RH_CACHE_HIT;
    core->gpu->stats.count.code_misses += answer != RH_CACHE_HIT;
    if (answer == RH_CACHE_HIT) {
        core->fetch_warp = (uint8_t)w;
        core->fetch_count = (uint8_t)(left < machine->fetch ? left : machine->fetch);
        core->fetching |= rh_bit(w);
    } else
        core->code_missed[core->codes_missed++] = line;
    core->fetch_last = (uint8_t)w;
    return true;
}

/* Did it do anything? */
static bool clock_fetch(struct rh_gpu_core *core) {
    bool works = core->codes_missed != 0 && send_code(core);
    if (core->fetch_warp != RH_GPU_NO_WARP) {
        uint64_t bit = rh_bit(core->fetch_warp);
        if (core->fetching & core->resident & bit) {
            core->warp[core->fetch_warp].fetched = core->fetch_count;
            core->fetched |= bit;
        }
        core->fetching &= ~bit;
        core->fetch_warp = RH_GPU_NO_WARP;
        works = true;
    }
    uint64_t set = core->resident & ~core->ended & ~core->fetched & ~core->fetching;
    const uint64_t behind = ~rh_mask(core->fetch_last + 1U);
    for (uint64_t turn = set & behind; turn != 0; turn &= turn - 1)
        if (fetch(core, (unsigned)__builtin_ctzll(turn)))
            return true;
    for (uint64_t turn = set & ~behind; turn != 0; turn &= turn - 1)
        if (fetch(core, (unsigned)__builtin_ctzll(turn)))
            return true;
    return works;
}

/* Of a core in which nothing happened that changes the next clock: that in which a result comes or a unit is free. */
static uint64_t next_event(const struct rh_gpu_core *core) {
    uint64_t now = now_of(core), wake = core->next_result;
    for (unsigned s = 0; s < machine_of(core)->schedulers; s++) {
        const uint64_t free[] = {core->simd_free[s], core->double_free[s], core->special_free[s]};
        for (unsigned k = 0; k < sizeof free / sizeof free[0]; k++)
            wake = free[k] > now && free[k] < wake ? free[k] : wake;
    }
    return wake;
}

bool rh_gpu_core_clock(struct rh_gpu_core *core, struct rh_error *error) {
    const struct rh_gpu_machine *machine = machine_of(core);
    if (core->wake > now_of(core)) {
        for (unsigned s = 0; s < machine->schedulers; s++)
            core->gpu->stats.stall[core->stall[s]]++;
        return true;
    }
    take_replies(core);
    if (core->next_result <= now_of(core))
        take_results(core);
    send_atomic(core);
    bool rests = clock_lsu(core) && !core->has_reply && !core->has_taken && core->atomics == 0;
    for (unsigned s = 0; s < machine->schedulers; s++)
        if (!clock_scheduler(core, s, error))
            return false;
    rests = !(machine->fetch != 0 && clock_fetch(core)) && rests && core->last_issue != now_of(core);
    if (core->finished != 0)
        end_warps(core);
    else if (rests)
        core->wake = next_event(core);
    return true;
}

/* The functional run. */

/* An atomic's writes, behind its reads. */
static bool add_writes(struct rh_gpu_core *core, struct rh_gpu_access *access, struct rh_error *error) {
    const unsigned reads = access->count;
    if (2 * reads > RH_GPU_MOST_REQUESTS)
        return refuse_requests(core, error);
    for (unsigned k = 0; k < reads; k++) {
        access->request[k].atomic = false;
        access->request[access->count] = access->request[k];
        access->request[access->count++].write = true;
    }
    return true;
}

bool rh_gpu_core_has_turn(const struct rh_gpu_core *core) {
    return (core->resident & ~core->barrier) != 0;
}

/* The warp's next instructions, of one kind. */
static bool run_front(struct rh_gpu_core *core, unsigned w, struct rh_gpu_turn *turn, struct rh_error *error) {
    const struct rh_gpu_machine *machine = machine_of(core);
    struct rh_gpu_warp *warp = &core->warp[w];
    const struct rh_warp_instruction *front = &warp->front;
    uint64_t slots = (uint64_t)front->count * hold_of(machine);
    count_issues(core, front, front->count);
    turn->access.count = 0;
    if (rh_warp_op_accesses(front->op)) {
        turn->access.warp = (uint8_t)w;
        if (!requests_of(core, front, &turn->access, error))
            return false;
        turn->reads = turn->access.count;
        if (front->op == RH_WARP_ATOMIC && !add_writes(core, &turn->access, error))
            return false;
        unsigned clocks = turn->access.clocks > turn->access.count ? turn->access.clocks : turn->access.count;
        slots = clocks * machine->schedulers > slots ? clocks * machine->schedulers : slots;
        turn->at = turn->slots;
        turn->stores = front->op == RH_WARP_STORE;
        turn->asked =
            (unsigned)__builtin_popcount(front->active) * (front->bytes != 0 ? front->bytes : RH_COALESCER_WORD);
        turn->space = front->space;
        turn->cta = core->cta[warp->slot].number;
        core->gpu->stats.count.transactions += turn->access.count;
    } else if (front->op == RH_WARP_BARRIER)
        arrive_at_barrier(core, w);
    turn->slots += slots;
    return take_next(core, w, error);
}

bool rh_gpu_core_turn(struct rh_gpu_core *core, struct rh_gpu_turn *turn, struct rh_error *error) {
    unsigned w = rh_first_from(core->resident & ~core->barrier, (core->last[0] + 1U) % RH_GPU_MOST_WARPS);
    turn->slots = turn->access.count = turn->access.next = 0;
    for (bool ends = core->finished != 0; turn->access.count == 0 && !ends;) { /* some end before they begin */
        core->last[0] = (uint8_t)w;
        ends = core->warp[w].front.op == RH_WARP_BARRIER;
        if (!run_front(core, w, turn, error))
            return false;
        ends |= (core->ended >> w & 1) != 0;
    }
    if (core->finished != 0)
        end_warps(core);
    return true;
}
