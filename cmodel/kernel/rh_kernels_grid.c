// SPDX-License-Identifier: Apache-2.0
// Fields on grids: a step of Jacobi's iteration for Laplace's equation (Giles 2008), the potential of charges (Stone et
// al. 2007), the physics of columns of air (after Michalakes and Vachharajani 2008).
#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_simt_words.h"

static uint32_t unit(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    return rh_simt_float_bits(rh_simt_unit(run, array, index));
}

static uint32_t smaller(uint32_t a, uint32_t b) {
    return a < b ? a : b;
}

/* Laplace: `size` planes of at most `size` times `size` points. A CTA has 32 x 4 points of a plane and goes through the
 * planes with three of them in shared memory, each with the points around its own. */
enum {
    WIDE = 32,
    HIGH = 4,
    LINE = WIDE + 2,
    PLANE = LINE * (HIGH + 2),
    HALO = 2 * LINE + 2 * HIGH /* points around: lines above and below, then columns left and right */
};
enum { BEFORE, AFTER, PLANES };

struct laplace {
    uint32_t wide, high, deep, pitch; /* points; of a line in memory */
};

static bool laplace_3d_open(struct rh_simt_run *run, struct rh_error *error) {
    struct laplace *l = run->data;
    l->wide = smaller(run->size, run->grid[0] * WIDE);
    l->high = smaller(run->size, run->grid[1] * HIGH);
    l->deep = run->size;
    l->pitch = (l->wide + WIDE - 1) / WIDE * WIDE;
    uint64_t points = (uint64_t)l->pitch * l->high * l->deep;
    if (run->size < 3 || run->size > 1290 || points > INT32_MAX || run->grid[2] != 1)
        return rh_error_field(error, "size",
                              "found %u planes, expected 3 to 1290, less than 2^31 points and a grid of "
                              "two dimensions",
                              run->size);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "before", 4, points, unit);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "after", 4, points, NULL);
    rh_simt_array(run, RH_WARP_SPACE_SHARED, "planes", 4, (uint64_t)3 * PLANE, NULL);
    return true;
}

CODE(laplace_3d);

struct tile {
    rh_value inside, border,
        halo;               /* its point is one of the field, on its border; the thread has a point around, too */
    rh_value point, around; /* in the plane that is loaded next */
    rh_value own, place;    /* in shared memory: its point's, that of its point around */
};

static void begin_tile(struct rh_simt *k, struct tile *tile) {
    const struct laplace *l = k->data;
    rh_value x = IADD(k->x, I(k->cta[0] * WIDE)), y = IADD(k->y, I(k->cta[1] * HIGH));
    tile->inside = VAR(AND(ILT(x, I(l->wide)), ILT(y, I(l->high))));
    rh_value sides = OR(IEQ(x, I(0)), IEQ(x, I(l->wide - 1)));
    tile->border = VAR(OR(OR(sides, IEQ(y, I(0))), IEQ(y, I(l->high - 1))));
    tile->point = VAR(IMAD(y, I(l->pitch), x));
    tile->own = AT(IADD(IMAD(k->y, I(LINE), k->x), I(LINE + 1)));
    tile->around = VAR(I(0));
    tile->place = VAR(I(0));
    tile->halo = VAR(I(0));
    IF (ILT(k->t, I(HALO))) {
        rh_value column = VAR(k->t), line = VAR(I(0)), rest = ISUB(k->t, I(2 * LINE));
        IF (ILE(I(LINE), k->t)) {
            SET(column, ISUB(k->t, I(LINE)));
            SET(line, I(HIGH + 1));
        }
        IF (ILE(I(2 * LINE), k->t)) {
            rh_value right = ILE(I(HIGH), rest);
            SET(column, SEL(right, I(LINE - 1), I(0)));
            SET(line, IADD(SEL(right, ISUB(rest, I(HIGH)), rest), I(1)));
        }
        rh_value at_x = IADD(column, I(k->cta[0] * WIDE - 1)), at_y = IADD(line, I(k->cta[1] * HIGH - 1));
        rh_value there = AND(ILE(I(0), at_x), ILT(at_x, I(l->wide)));
        SET(tile->halo, AND(there, AND(ILE(I(0), at_y), ILT(at_y, I(l->high)))));
        SET(tile->around, IMAD(at_y, I(l->pitch), at_x));
        SET(tile->place, IMAD(line, I(LINE), column));
    }
}

/* Loads plane `number` and goes on to the next one. */
static void load_plane(struct rh_simt *k, const struct tile *tile, uint32_t number) {
    const struct laplace *l = k->data;
    uint32_t to = number % 3 * PLANE;
    IF (tile->inside)
        STORE(PLANES, OFFSET(tile->own, to), LOAD(BEFORE, tile->point));
    IF (tile->halo)
        STORE(PLANES, OFFSET(AT(tile->place), to), LOAD(BEFORE, tile->around));
    SET(tile->point, IADD(tile->point, I(l->pitch * l->high)));
    SET(tile->around, IADD(tile->around, I(l->pitch * l->high)));
}

/* The mean of the six neighbours; a point of the border stays as it is. */
static void relax(struct rh_simt *k, const struct tile *tile, uint32_t plane) {
    const struct laplace *l = k->data;
    uint32_t here = plane % 3 * PLANE, above = (plane + 1) % 3 * PLANE, below = (plane + 2) % 3 * PLANE;
    uint32_t ahead = plane + 1 < l->deep ? 2 : 1; /* planes that are loaded already */
    rh_value to = ISUB(tile->point, I(ahead * l->pitch * l->high));
    rh_value value = VAR(LOAD(PLANES, OFFSET(tile->own, here)));
    if (plane > 0 && plane + 1 < l->deep)
        IF (IEQ(tile->border, I(0))) {
            rh_value left = LOAD(PLANES, OFFSET(tile->own, here - 1)),
                     right = LOAD(PLANES, OFFSET(tile->own, here + 1));
            rh_value sum = FADD(left, right);
            sum = FADD(sum, LOAD(PLANES, OFFSET(tile->own, here - LINE)));
            sum = FADD(sum, LOAD(PLANES, OFFSET(tile->own, here + LINE)));
            sum = FADD(sum, LOAD(PLANES, OFFSET(tile->own, below)));
            sum = FADD(sum, LOAD(PLANES, OFFSET(tile->own, above)));
            SET(value, FMUL(sum, F(1.0F / 6)));
        }
    STORE(AFTER, to, value);
}

static bool laplace_3d(struct rh_simt *k, uint32_t step) {
    const struct laplace *l = k->data;
    struct tile *tile = k->kept;
    if (step == 0) {
        begin_tile(k, tile);
        load_plane(k, tile, 0);
        return true;
    }
    if (step < l->deep)
        load_plane(k, tile, step);
    BARRIER();
    IF (tile->inside)
        relax(k, tile, step - 1);
    BARRIER();
    ROUND();
    return step < l->deep;
}

static bool laplace_3d_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    (void)run;
    kernel->run = laplace_3d;
    kernel->code = laplace_3d_code;
    kernel->registers = 20;
    kernel->shared = 3 * PLANE * 4;
    kernel->kept = sizeof(struct tile);
    return number == 0;
}

const struct rh_simt_program rh_program_laplace_3d = {
    .name = "laplace_3d",
    .meaning = "an iteration on a field of three dimensions, plane by plane in shared memory",
    .source = "thesis 2.1, LPS",
    .grid = {4, 25},
    .cta = {WIDE, HIGH},
    .size = 100,
    .size_is = "points a side",
    .data = sizeof(struct laplace),
    .open = laplace_3d_open,
    .kernel = laplace_3d_kernel,
};

/* Potential of `size` atoms in constant memory on a plane; a thread has two points, 16 apart, and eight atoms a
 * round. */
enum { ATOMS, POTENTIAL, COLUMNS = 16, ROWS = 8, POINTS = 2, UNROLLED = 8 };

/* x, y, z squared, charge; distances in points of the plane. */
static uint32_t atom(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    float value = rh_simt_unit(run, array, index);
    switch (index % 4) {
    case 0:
        return rh_simt_float_bits(value * (float)(run->grid[0] * COLUMNS * POINTS));
    case 1:
        return rh_simt_float_bits(value * (float)(run->grid[1] * ROWS));
    case 2:
        return rh_simt_float_bits(1 + value * 100);
    default:
        return rh_simt_float_bits(value - 0.5F);
    }
}

static bool coulombic_potential_open(struct rh_simt_run *run, struct rh_error *error) {
    uint64_t points = (uint64_t)run->grid[0] * COLUMNS * POINTS * run->grid[1] * ROWS;
    if (run->size < 1 || run->size > 4096)
        return rh_error_field(error, "size", "found %u atoms, expected 1 to 4096, which fit in constant memory",
                              run->size);
    if (points > INT32_MAX || run->grid[2] != 1)
        return rh_error_field(error, "grid",
                              "found a grid of %u x %u x %u, expected two dimensions and less than 2^31 "
                              "points",
                              run->grid[0], run->grid[1], run->grid[2]);
    rh_simt_array(run, RH_WARP_SPACE_CONSTANT, "atoms", 16, run->size, atom);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "potential", 4, points, NULL);
    return true;
}

CODE(coulombic_potential);

struct points {
    rh_value index, x, y, first, second;
};

static void add_atom(struct rh_simt *k, const struct points *p, uint32_t number) {
    rh_value charge = LOAD(ATOMS, I(number));
    rh_value dy = FSUB(p->y, PART(charge, 1)), rest = FMAD(dy, dy, PART(charge, 2));
    rh_value dx = FSUB(p->x, PART(charge, 0)), further = FADD(dx, F(COLUMNS));
    SET(p->first, FMAD(PART(charge, 3), RSQRT(FMAD(dx, dx, rest)), p->first));
    SET(p->second, FMAD(PART(charge, 3), RSQRT(FMAD(further, further, rest)), p->second));
}

static bool coulombic_potential(struct rh_simt *k, uint32_t step) {
    struct points *p = k->kept;
    uint32_t rounds = (k->run->size + UNROLLED - 1) / UNROLLED, wide = k->run->grid[0] * COLUMNS * POINTS;
    if (step == 0) {
        rh_value x = IADD(k->x, I(k->cta[0] * COLUMNS * POINTS)), y = IADD(k->y, I(k->cta[1] * ROWS));
        p->index = VAR(IMAD(y, I(wide), x));
        p->x = VAR(I2F(x));
        p->y = VAR(I2F(y));
        p->first = VAR(F(0));
        p->second = VAR(F(0));
    } else if (step <= rounds) {
        for (uint32_t n = (step - 1) * UNROLLED; n < smaller(step * UNROLLED, k->run->size); n++)
            add_atom(k, p, n);
        ROUND();
    } else {
        rh_value at = AT(p->index);
        STORE(POTENTIAL, at, p->first);
        STORE(POTENTIAL, OFFSET(at, COLUMNS), p->second);
    }
    return step <= rounds;
}

static bool coulombic_potential_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    (void)run;
    kernel->run = coulombic_potential;
    kernel->code = coulombic_potential_code;
    kernel->registers = 14;
    kernel->kept = sizeof(struct points);
    return number == 0;
}

const struct rh_simt_program rh_program_coulombic_potential = {
    .name = "coulombic_potential",
    .meaning = "the potential of atoms on a plane",
    .source = "thesis 2.1, CP",
    .grid = {8, 32},
    .cta = {COLUMNS, ROWS},
    .size = 200,
    .size_is = "atoms",
    .open = coulombic_potential_open,
    .kernel = coulombic_potential_kernel,
};

/* Weather: a column of `size` levels a thread, in ten kernels, a time step each. In each level vapour condenses or
 * cloud evaporates, cloud turns to rain, and freezes or snow melts; then rain falls from level to level. What a thread
 * knows of its levels in between lies in local memory. */
enum { TIME_STEPS = 10, SIDE = 8 };
enum { TEMPERATURE, VAPOUR, CLOUD, RAIN, ICE, SNOW, PRESSURE, DENSITY, THICKNESS, FALLEN, LEVEL_RAIN, LEVEL_SPEED };

/* What the air holds lies between two values; level 0 is at the ground. */
static uint32_t air(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    static const struct {
        float ground, top, spread;
    } of[] = {{295, 220, 4}, {16e-3F, 1e-4F, 4e-3F}, {0, 0, 2e-3F},      {0, 0, 1e-3F},  {0, 0, 5e-4F},
              {0, 0, 5e-4F}, {1e5F, 2e4F, 1e2F},     {1.2F, 0.3F, 0.1F}, {400, 400, 100}};
    uint64_t columns = (uint64_t)run->grid[0] * run->grid[1] * SIDE * SIDE;
    uint64_t level = index / columns;
    float up = (float)level / (float)run->size;
    return rh_simt_float_bits(of[array].ground + (of[array].top - of[array].ground) * up +
                              of[array].spread * rh_simt_unit(run, array, index));
}

static bool weather_open(struct rh_simt_run *run, struct rh_error *error) {
    static const char *const name[] = {"temperature", "vapour",   "cloud",   "rain",     "ice",
                                       "snow",        "pressure", "density", "thickness"};
    uint64_t columns = (uint64_t)run->grid[0] * run->grid[1] * SIDE * SIDE;
    if (run->size < 1 || run->size > 1000 || columns * run->size > INT32_MAX || run->grid[2] != 1)
        return rh_error_field(error, "size",
                              "found %u levels, expected 1 to 1000, less than 2^31 of all columns and a "
                              "grid of two dimensions",
                              run->size);
    for (unsigned a = TEMPERATURE; a <= THICKNESS; a++)
        rh_simt_array(run, RH_WARP_SPACE_GLOBAL, name[a], 4, columns * run->size, air);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "fallen", 4, columns, NULL);
    rh_simt_array(run, RH_WARP_SPACE_LOCAL, "rain of levels", 4, run->size, NULL);
    rh_simt_array(run, RH_WARP_SPACE_LOCAL, "speed of levels", 4, run->size, NULL);
    return true;
}

CODE(weather);
static const float seconds = 10, latent = 2.5e6F, heat = 1004, melting = 273.15F;

static rh_value power(struct rh_simt *k, rh_value base, float exponent) {
    return EX2(FMUL(LG2(base), F(exponent)));
}

/* Water of a level and its temperature. */
struct level {
    rh_value at, t, vapour, cloud, rain, ice, snow, pressure, density;
};

/* Vapour above what the air can hold condenses; below, cloud evaporates as far as there is some. */
static void condense(struct rh_simt *k, const struct level *v) {
    rh_value warmth = FMUL(FSUB(v->t, F(melting)), RCP(FSUB(v->t, F(29.65F))));
    rh_value most = FMUL(EX2(FMUL(warmth, F(17.67F * 1.44269504F))), F(611.2F)); /* Bolton's formula */
    rh_value holds = FMUL(FMUL(most, F(0.622F)), RCP(FSUB(v->pressure, most)));
    rh_value slope = FMUL(holds, RCP(FMUL(v->t, v->t)));
    rh_value more = FMUL(FSUB(v->vapour, holds), RCP(FMAD(slope, F(latent * latent / (heat * 461.5F)), F(1))));
    rh_value change = VAR(more);
    IF (FLT(more, F(0)))
        SET(change, FMAX(more, FSUB(F(0), v->cloud)));
    SET(v->vapour, FSUB(v->vapour, change));
    SET(v->cloud, FADD(v->cloud, change));
    SET(v->t, FMAD(change, F(latent / heat), v->t));
}

/* Cloud turns to rain, where there is much of it and where rain falls through it. */
static void make_rain(struct rh_simt *k, const struct level *v) {
    IF (FLT(F(1e-3F), v->cloud)) {
        rh_value part = FMUL(FSUB(v->cloud, F(1e-3F)), F(1e-3F * seconds));
        SET(v->cloud, FSUB(v->cloud, part));
        SET(v->rain, FADD(v->rain, part));
    }
    IF (AND(FLT(F(1e-8F), v->rain), FLT(F(0), v->cloud))) {
        rh_value part = FMUL(FMUL(v->cloud, F(2.2F * seconds)), power(k, v->rain, 0.875F));
        part = FMIN(part, v->cloud);
        SET(v->cloud, FSUB(v->cloud, part));
        SET(v->rain, FADD(v->rain, part));
    }
}

/* Below the melting point cloud becomes ice and ice snow; above, snow and ice become rain. */
static void freeze(struct rh_simt *k, const struct level *v) {
    IF (FLT(v->t, F(melting))) {
        rh_value cold = FSUB(F(melting), v->t);
        rh_value part = FMUL(v->cloud, FMIN(FMUL(cold, F(1e-3F * seconds)), F(1)));
        rh_value grown = FMUL(v->ice, F(1e-3F * seconds));
        SET(v->cloud, FSUB(v->cloud, part));
        SET(v->ice, FADD(FSUB(v->ice, grown), part));
        SET(v->snow, FADD(v->snow, grown));
        SET(v->t, FMAD(part, F(334e3F / heat), v->t));
    }
    OTHERWISE () {
        rh_value part = FMIN(FMUL(FSUB(v->t, F(melting)), F(1e-2F * seconds)), F(1));
        rh_value melted = FMUL(FADD(v->snow, v->ice), part);
        rh_value left = FSUB(F(1), part);
        SET(v->snow, FMUL(v->snow, left));
        SET(v->ice, FMUL(v->ice, left));
        SET(v->rain, FADD(v->rain, melted));
        SET(v->t, FMAD(melted, F(-334e3F / heat), v->t));
    }
}

static void work_level(struct rh_simt *k, rh_value column, uint32_t level, uint32_t columns) {
    struct level v = {.at = AT(IADD(column, I(level * columns)))};
    v.t = VAR(LOAD(TEMPERATURE, v.at));
    v.vapour = VAR(LOAD(VAPOUR, v.at));
    v.cloud = VAR(LOAD(CLOUD, v.at));
    v.rain = VAR(LOAD(RAIN, v.at));
    v.ice = VAR(LOAD(ICE, v.at));
    v.snow = VAR(LOAD(SNOW, v.at));
    v.pressure = LOAD(PRESSURE, v.at);
    v.density = LOAD(DENSITY, v.at);
    condense(k, &v);
    make_rain(k, &v);
    freeze(k, &v);
    rh_value speed = VAR(F(0));
    IF (FLT(F(1e-8F), v.rain)) {
        rh_value heavy = power(k, FMUL(FMUL(v.density, v.rain), F(1e-3F)), 0.1346F);
        SET(speed, FMUL(FMUL(heavy, F(36.34F)), SQRT(RCP(v.density))));
    }
    STORE(TEMPERATURE, v.at, v.t);
    STORE(VAPOUR, v.at, v.vapour);
    STORE(CLOUD, v.at, v.cloud);
    STORE(ICE, v.at, v.ice);
    STORE(SNOW, v.at, v.snow);
    STORE(LEVEL_RAIN, I(level), v.rain);
    STORE(LEVEL_SPEED, I(level), speed);
}

/* Rain that comes from above, and what falls out of this level: at most all of it. `flow`: mass of water a square
 * metre. */
static void fall(struct rh_simt *k, rh_value column, rh_value flow, uint32_t level, uint32_t columns) {
    rh_value at = AT(IADD(column, I(level * columns))), mass = FMUL(LOAD(DENSITY, at), LOAD(THICKNESS, at));
    rh_value rain = LOAD(LEVEL_RAIN, I(level)), speed = LOAD(LEVEL_SPEED, I(level));
    rh_value part = FMIN(FMUL(FMUL(speed, F(seconds)), RCP(LOAD(THICKNESS, at))), F(1));
    rh_value out = FMUL(FMUL(rain, mass), part);
    STORE(RAIN, at, FMAD(FSUB(flow, out), RCP(mass), rain));
    SET(flow, out);
}

struct column {
    rh_value number, flow;
};

static bool weather(struct rh_simt *k, uint32_t step) {
    struct column *c = k->kept;
    uint32_t levels = k->run->size, wide = k->run->grid[0] * SIDE, columns = wide * k->run->grid[1] * SIDE;
    if (step == 0) {
        rh_value x = IADD(k->x, I(k->cta[0] * SIDE)), y = IADD(k->y, I(k->cta[1] * SIDE));
        c->number = VAR(IMAD(y, I(wide), x));
        c->flow = VAR(F(0));
    } else if (step <= levels) {
        work_level(k, c->number, step - 1, columns);
        ROUND();
    } else {
        fall(k, c->number, c->flow, 2 * levels - step, columns);
        ROUND();
        if (step == 2 * levels)
            STORE(FALLEN, c->number, c->flow);
    }
    return step < 2 * levels;
}

static bool weather_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    (void)run;
    kernel->run = weather;
    kernel->code = weather_code;
    kernel->registers = 80;
    kernel->kept = sizeof(struct column);
    return number < TIME_STEPS;
}

const struct rh_simt_program rh_program_weather = {
    .name = "weather",
    .meaning = "water in columns of air: condensation, rain, ice, snow",
    .source = "thesis 2.1, WP",
    .grid = {9, 8},
    .cta = {SIDE, SIDE},
    .size = 35,
    .size_is = "levels of a column",
    .open = weather_open,
    .kernel = weather_kernel,
};
