// SPDX-License-Identifier: Apache-2.0
// Images: a convolutional network that reads digits (after Simard et al. 2003), and ray tracing of spheres (Whitted
// 1980).
#include <math.h>
#include <stdlib.h>

#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_simt_words.h"

/* The network's first two layers. Layer 1 makes 6 maps of 13 x 13 of an image of 29 x 29, layer 2 makes 50 maps of 5 x
 * 5 of these, each neuron of windows of 5 x 5 that lie two apart. A map a CTA, a neuron a thread. */
enum {
    IMAGE_SIDE = 29,
    FIRST_SIDE = 13,
    SECOND_SIDE = 5,
    FIRST_MAPS = 6,
    SECOND_MAPS = 50,
    WINDOW = 5,
    FIRST_SIZE = FIRST_SIDE * FIRST_SIDE,
    SECOND_SIZE = SECOND_SIDE * SECOND_SIDE,
    TAPS = WINDOW * WINDOW
};
enum { IMAGES, FIRST_WEIGHTS, FIRST_LAYER, SECOND_WEIGHTS, SECOND_LAYER };

struct network {
    float *first; /* values of layer 1 */
};

static float network_number(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    float value = rh_simt_unit(run, array, index);
    return array == IMAGES ? value : (value - 0.5F) * 0.5F;
}

static uint32_t network_content(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    const struct network *n = run->data;
    return rh_simt_float_bits(array == FIRST_LAYER ? n->first[index] : network_number(run, array, index));
}

/* What layer 1 of the kernels makes of the images: the same operations in the same order. */
static float first_neuron(const struct rh_simt_run *run, uint64_t index) {
    uint64_t neuron = index % FIRST_SIZE, map = index / FIRST_SIZE % FIRST_MAPS,
             image = index / FIRST_SIZE / FIRST_MAPS;
    uint64_t corner = image * IMAGE_SIDE * IMAGE_SIDE + neuron / FIRST_SIDE * 2 * IMAGE_SIDE + neuron % FIRST_SIDE * 2;
    float sum = network_number(run, FIRST_WEIGHTS, map * (TAPS + 1));
    for (unsigned tap = 0; tap < TAPS; tap++)
        sum = network_number(run, IMAGES, corner + (uint64_t)tap / WINDOW * IMAGE_SIDE + tap % WINDOW) *
                  network_number(run, FIRST_WEIGHTS, map * (TAPS + 1) + 1 + tap) +
              sum;
    return 1.0F / (exp2f(sum * 1.92359339F) + 1) * -3.4318F + 1.7159F;
}

static void network_close(struct rh_simt_run *run) {
    free(((struct network *)run->data)->first);
}

static bool neural_network_open(struct rh_simt_run *run, struct rh_error *error) {
    struct network *n = run->data;
    uint64_t images = run->grid[1], neurons = images * FIRST_MAPS * FIRST_SIZE;
    if (run->grid[0] != FIRST_MAPS || run->grid[2] != 1)
        return rh_error_field(error, "grid",
                              "found a grid of %u x %u x %u, expected %d, a map each, in x and the "
                              "digits in y",
                              run->grid[0], run->grid[1], run->grid[2], FIRST_MAPS);
    if ((n->first = calloc(neurons, sizeof *n->first)) == NULL)
        return rh_error_set(error, "kernel neural_network: found no memory for a layer, expected enough");
    for (uint64_t i = 0; i < neurons; i++)
        n->first[i] = first_neuron(run, i);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "images", 4, images * IMAGE_SIDE * IMAGE_SIDE, network_content);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "first weights", 4, (uint64_t)FIRST_MAPS * (TAPS + 1), network_content);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "first layer", 4, neurons, network_content);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "second weights", 4, (uint64_t)SECOND_MAPS * (FIRST_MAPS * TAPS + 1),
                  network_content);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "second layer", 4, images * SECOND_MAPS * SECOND_SIZE, NULL);
    return true;
}

CODE(network);

/* Adds a window of `pitch` an input line, which begins at `corner`, times the weights from number `weight` on. */
static void add_window(struct rh_simt *k, rh_value sum, unsigned from, rh_value corner, uint32_t pitch,
                       unsigned weights, uint32_t weight) {
    for (uint32_t line = 0; line < WINDOW; line++)
        UNROLL (column, WINDOW) {
            rh_value input = LOAD(from, OFFSET(corner, line * pitch + column));
            SET(sum, FMAD(input, LOAD(weights, I(weight + line * WINDOW + column)), sum));
        }
}

/* 1.7159 tanh(2/3 sum) */
static rh_value activation(struct rh_simt *k, rh_value sum) {
    return FMAD(RCP(FADD(EX2(FMUL(sum, F(1.92359339F))), F(1))), F(-3.4318F), F(1.7159F));
}

static bool first_layer(struct rh_simt *k, uint32_t step) {
    uint32_t map = k->cta[0], image = k->cta[1];
    rh_value corner = AT(IMAD(k->y, I(2 * IMAGE_SIDE), IMAD(k->x, I(2), I(image * IMAGE_SIDE * IMAGE_SIDE))));
    rh_value sum = VAR(LOAD(FIRST_WEIGHTS, I(map * (TAPS + 1))));
    (void)step;
    add_window(k, sum, IMAGES, corner, IMAGE_SIDE, FIRST_WEIGHTS, map * (TAPS + 1) + 1);
    rh_value out = activation(k, sum);
    STORE(FIRST_LAYER, IADD(k->t, I((image * FIRST_MAPS + map) * FIRST_SIZE)), out);
    return false;
}

static bool second_layer(struct rh_simt *k, uint32_t step) {
    uint32_t map = k->cta[0], image = k->cta[1], weight = map * (FIRST_MAPS * TAPS + 1);
    rh_value corner = AT(IMAD(k->y, I(2 * FIRST_SIDE), IMAD(k->x, I(2), I(image * FIRST_MAPS * FIRST_SIZE))));
    rh_value sum = VAR(LOAD(SECOND_WEIGHTS, I(weight)));
    (void)step;
    LOOP (n, FIRST_MAPS)
        add_window(k, sum, FIRST_LAYER, OFFSET(corner, n * FIRST_SIZE), FIRST_SIDE, SECOND_WEIGHTS,
                   weight + 1 + n * TAPS);
    rh_value out = activation(k, sum);
    STORE(SECOND_LAYER, IADD(k->t, I((image * SECOND_MAPS + map) * SECOND_SIZE)), out);
    return false;
}

static bool neural_network_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    (void)run;
    kernel->name = number == 0 ? "first_layer" : "second_layer";
    kernel->run = number == 0 ? first_layer : second_layer;
    kernel->code = network_code;
    kernel->registers = 17;
    if (number == 1) {
        kernel->grid[0] = SECOND_MAPS;
        kernel->cta[0] = kernel->cta[1] = SECOND_SIDE;
    }
    return number < 2;
}

const struct rh_simt_program rh_program_neural_network = {
    .name = "neural_network",
    .meaning = "two layers of a convolutional network on digits",
    .source = "thesis 2.1, NEU",
    .grid = {FIRST_MAPS, 28},
    .cta = {FIRST_SIDE, FIRST_SIDE},
    .data = sizeof(struct network),
    .open = neural_network_open,
    .kernel = neural_network_kernel,
    .close = network_close,
};

/* Ray tracing: a pixel a thread. A ray that hits a sphere is lit by a lamp, unless another sphere lies between, and is
 * reflected, up to five times; what each hit adds lies in local memory until the colours are added up from the last hit
 * to the first. */
enum { SPHERES, MATERIALS, PICTURE, LIGHTS, MIRRORS, BOUNCES = 5, TILE_WIDE = 16, TILE_HIGH = 8 };
static const float far_away = 1e30F, just_off = 1e-3F;

/* Centre and radius squared; colours (brightness of one) and what is reflected. The first one is the ground. */
static uint32_t scene(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    static const float ground[4] = {0, -1002, 4, 1e6F};
    static const struct {
        float least, more;
    } sphere[4] = {{-3, 6}, {-1.5F, 3.5F}, {3, 5}, {0.25F, 0.9F}},
      material[4] = {{0.2F, 0.8F}, {0, 0}, {0, 0}, {0.1F, 0.6F}};
    unsigned part = (unsigned)(index % 4);
    float unit = rh_simt_unit(run, array, index);
    if (array == SPHERES)
        return rh_simt_float_bits(index < 4 ? ground[part] : sphere[part].least + sphere[part].more * unit);
    return rh_simt_float_bits(material[part].least + material[part].more * unit);
}

static bool ray_tracing_open(struct rh_simt_run *run, struct rh_error *error) {
    uint64_t pixels = (uint64_t)run->grid[0] * run->grid[1] * TILE_WIDE * TILE_HIGH;
    if (run->grid[2] != 1 || pixels > INT32_MAX)
        return rh_error_field(error, "grid",
                              "found a grid of %u x %u x %u, expected two dimensions and less than 2^31 "
                              "pixels",
                              run->grid[0], run->grid[1], run->grid[2]);
    if (run->size < 1 || run->size > 1024)
        return rh_error_field(error, "size", "found %u spheres, expected 1 to 1024, which fit in constant memory",
                              run->size);
    rh_simt_array(run, RH_WARP_SPACE_CONSTANT, "spheres", 16, run->size, scene);
    rh_simt_array(run, RH_WARP_SPACE_CONSTANT, "materials", 16, run->size, scene);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "picture", 4, pixels, NULL);
    rh_simt_array(run, RH_WARP_SPACE_LOCAL, "lights", 4, BOUNCES, NULL);
    rh_simt_array(run, RH_WARP_SPACE_LOCAL, "mirrors", 4, BOUNCES, NULL);
    return true;
}

CODE(ray_tracing);

struct vector {
    rh_value x, y, z;
};

static rh_value dot(struct rh_simt *k, struct vector a, struct vector b) {
    return FMAD(a.z, b.z, FMAD(a.y, b.y, FMUL(a.x, b.x)));
}
static struct vector difference(struct rh_simt *k, struct vector a, struct vector b) {
    struct vector result = {.x = FSUB(a.x, b.x)};
    result.y = FSUB(a.y, b.y);
    result.z = FSUB(a.z, b.z);
    return result;
}
/* a + b times `times` */
static struct vector along(struct rh_simt *k, struct vector a, struct vector b, rh_value times) {
    struct vector result = {.x = FMAD(b.x, times, a.x)};
    result.y = FMAD(b.y, times, a.y);
    result.z = FMAD(b.z, times, a.z);
    return result;
}
static struct vector scaled(struct rh_simt *k, struct vector a, rh_value by) {
    struct vector result = {.x = FMUL(a.x, by)};
    result.y = FMUL(a.y, by);
    result.z = FMUL(a.z, by);
    return result;
}
static struct vector variables(struct rh_simt *k, float x, float y, float z) {
    struct vector result = {.x = VAR(F(x))};
    result.y = VAR(F(y));
    result.z = VAR(F(z));
    return result;
}
static void set_vector(struct rh_simt *k, struct vector to, struct vector from) {
    SET(to.x, from.x);
    SET(to.y, from.y);
    SET(to.z, from.z);
}
static struct vector centre(rh_value sphere) {
    return (struct vector){PART(sphere, 0), PART(sphere, 1), PART(sphere, 2)};
}

/* The sphere that a ray hits first, and how far away. */
static void find_hit(struct rh_simt *k, struct vector from, struct vector way, rh_value distance, rh_value which) {
    SET(distance, F(far_away));
    SET(which, I(-1));
    LOOP (n, k->run->size) {
        rh_value sphere = LOAD(SPHERES, I(n));
        struct vector apart = difference(k, from, centre(sphere));
        rh_value half = dot(k, apart, way), rest = FSUB(dot(k, apart, apart), PART(sphere, 3));
        rh_value square = FSUB(FMUL(half, half), rest);
        IF (FLT(F(0), square)) {
            rh_value near = FSUB(FSUB(F(0), half), SQRT(square));
            IF (AND(FLT(F(just_off), near), FLT(near, distance))) {
                SET(distance, near);
                SET(which, I(n));
            }
        }
    }
}

/* Is there a sphere on the way to the lamp? Lanes that have found one leave the search. */
static void find_shadow(struct rh_simt *k, struct vector from, struct vector way, rh_value shadow) {
    rh_value n = VAR(I(0));
    SET(shadow, I(0));
    WHILE (AND(ILT(n, I(k->run->size)), IEQ(shadow, I(0)))) {
        rh_value sphere = LOAD(SPHERES, n);
        struct vector apart = difference(k, from, centre(sphere));
        rh_value half = dot(k, apart, way), rest = FSUB(dot(k, apart, apart), PART(sphere, 3));
        SET(shadow, AND(FLT(half, F(0)), FLT(rest, FMUL(half, half))));
        SET(n, IADD(n, I(1)));
    }
}

struct ray {
    struct vector from, way;
    rh_value bounces, alive, distance, which, shadow;
};

/* A hit: what the lamp gives, and the ray that is reflected. */
static void reflect(struct rh_simt *k, const struct ray *ray) {
    struct vector lamp = {F(0.48F), F(0.80F), F(-0.36F)};
    rh_value sphere = LOAD(SPHERES, ray->which), material = LOAD(MATERIALS, ray->which);
    struct vector hit = along(k, ray->from, ray->way, ray->distance);
    struct vector normal = scaled(k, difference(k, hit, centre(sphere)), RSQRT(PART(sphere, 3)));
    struct vector off = along(k, hit, normal, F(just_off));
    find_shadow(k, off, lamp, ray->shadow);
    rh_value light = VAR(FMUL(PART(material, 0), F(0.2F)));
    IF (IEQ(ray->shadow, I(0)))
        SET(light, FMAD(FMAX(dot(k, normal, lamp), F(0)), PART(material, 0), light));
    rh_value at = AT(ray->bounces);
    STORE(LIGHTS, at, light);
    STORE(MIRRORS, at, PART(material, 3));
    struct vector way = along(k, ray->way, normal, FMUL(dot(k, ray->way, normal), F(-2)));
    set_vector(k, ray->from, off);
    set_vector(k, ray->way, way);
}

static void trace(struct rh_simt *k, const struct ray *ray) {
    WHILE (AND(ray->alive, ILT(ray->bounces, I(BOUNCES)))) {
        find_hit(k, ray->from, ray->way, ray->distance, ray->which);
        IF (ILE(I(0), ray->which))
            reflect(k, ray);
        OTHERWISE () {
            rh_value at = AT(ray->bounces); /* the sky */
            STORE(LIGHTS, at, FMAD(ray->way.y, F(0.5F), F(0.5F)));
            STORE(MIRRORS, at, F(0));
            SET(ray->alive, I(0));
        }
        SET(ray->bounces, IADD(ray->bounces, I(1)));
    }
}

static bool ray_tracing(struct rh_simt *k, uint32_t step) {
    uint32_t wide = k->run->grid[0] * TILE_WIDE, high = k->run->grid[1] * TILE_HIGH;
    rh_value x = IADD(k->x, I(k->cta[0] * TILE_WIDE)), y = IADD(k->y, I(k->cta[1] * TILE_HIGH));
    struct ray ray = {.from = variables(k, 0, 0, -2)};
    rh_value right = FMAD(I2F(x), F(2.0F / (float)wide), F(-1)), up = FMAD(I2F(y), F(-2.0F / (float)high), F(1));
    struct vector straight = {right, up, F(1.5F)};
    ray.way = variables(k, 0, 0, 0);
    set_vector(k, ray.way, scaled(k, straight, RSQRT(dot(k, straight, straight))));
    ray.bounces = VAR(I(0));
    ray.alive = VAR(I(1));
    ray.distance = VAR(F(0));
    ray.which = VAR(I(0));
    ray.shadow = VAR(I(0));
    (void)step;
    trace(k, &ray);
    rh_value colour = VAR(F(0));
    WHILE (ILT(I(0), ray.bounces)) {
        SET(ray.bounces, ISUB(ray.bounces, I(1)));
        rh_value at = AT(ray.bounces), light = LOAD(LIGHTS, at);
        SET(colour, FMAD(colour, LOAD(MIRRORS, at), light));
    }
    BARRIER(); /* the CTA's pixels are written together */
    STORE(PICTURE, IMAD(y, I(wide), x), F2I(FMUL(FMIN(colour, F(1)), F(255))));
    return false;
}
RH_SIMT_ONLY_KERNEL(ray_tracing, 40, 0)
const struct rh_simt_program rh_program_ray_tracing = {
    .name = "ray_tracing",
    .meaning = "a picture of spheres by rays that are reflected up to five times",
    .source = "thesis 2.1, RAY",
    .grid = {16, 32},
    .cta = {TILE_WIDE, TILE_HIGH},
    .size = 9,
    .size_is = "spheres",
    .open = ray_tracing_open,
    .kernel = ray_tracing_kernel,
};
