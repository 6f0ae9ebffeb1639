// SPDX-License-Identifier: Apache-2.0
// Prices of options: the formula of Black and Scholes (1973), and the LIBOR market model by Monte Carlo with
// sensitivities by adjoints (Giles and Glasserman 2006).
#include "cmodel/kernel/rh_kernels.h"
#include "cmodel/kernel/rh_simt_words.h"

static const float log2_e = 1.44269504F;

/* A number between two by the seed. */
static uint32_t between(const struct rh_simt_run *run, unsigned array, uint64_t index, float low, float high) {
    return rh_simt_float_bits(low + (high - low) * rh_simt_unit(run, array, index));
}

/* Black-Scholes: `size` options, as many rounds over all threads as these need. */
enum { PRICE, STRIKE, YEARS, CALL, PUT };
static const float riskless = 0.02F, volatility = 0.3F;

static uint32_t option_input(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    return array == PRICE    ? between(run, array, index, 5, 30)
           : array == STRIKE ? between(run, array, index, 1, 100)
                             : between(run, array, index, 0.25F, 10);
}

static bool black_scholes_open(struct rh_simt_run *run, struct rh_error *error) {
    enum { OPTIONS_A_CTA = 15625 }; /* 4,000,000 of the default grid */
    uint64_t options = run->size != 0 ? run->size : (uint64_t)run->grid[0] * OPTIONS_A_CTA;
    if (run->grid[1] != 1 || run->grid[2] != 1 || options > INT32_MAX)
        return rh_error_field(error, "grid",
                              "found a grid of %u x %u x %u, expected one dimension and less than 2^31 "
                              "options",
                              run->grid[0], run->grid[1], run->grid[2]);
    run->size = (uint32_t)options;
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "price", 4, options, option_input);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "strike", 4, options, option_input);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "years", 4, options, option_input);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "call", 4, options, NULL);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "put", 4, options, NULL);
    return true;
}

CODE(black_scholes);

static rh_value exponential(struct rh_simt *k, rh_value x) {
    return EX2(FMUL(x, F(log2_e)));
}

/* The normal distribution, by a polynomial (Abramowitz and Stegun 26.2.17). */
static rh_value normal(struct rh_simt *k, rh_value d) {
    static const float factor[] = {1.330274429F, -1.821255978F, 1.781477937F, -0.356563782F, 0.319381530F};
    rh_value size = FMAX(d, FSUB(F(0), d)), term = RCP(FMAD(size, F(0.2316419F), F(1)));
    rh_value sum = FMAD(term, F(factor[0]), F(factor[1]));
    for (unsigned n = 2; n < 5; n++)
        sum = FMAD(term, sum, F(factor[n]));
    rh_value density = FMUL(exponential(k, FMUL(FMUL(d, d), F(-0.5F))), F(0.39894228F));
    rh_value tail = FMUL(FMUL(density, term), sum);
    return SEL(FLT(F(0), d), FSUB(F(1), tail), tail);
}

static void price_options(struct rh_simt *k, rh_value i) {
    rh_value at = AT(i), price = LOAD(PRICE, at), strike = LOAD(STRIKE, at), years = LOAD(YEARS, at);
    rh_value spread = FMUL(SQRT(years), F(volatility));
    rh_value ratio = FMUL(LG2(FMUL(price, RCP(strike))), F(1 / log2_e));
    rh_value drift = FMAD(years, F(riskless + volatility * volatility / 2), ratio);
    rh_value d1 = FMUL(drift, RCP(spread)), d2 = FSUB(d1, spread);
    rh_value n1 = normal(k, d1), n2 = normal(k, d2);
    rh_value worth = FMUL(strike, exponential(k, FMUL(years, F(-riskless))));
    STORE(CALL, at, FSUB(FMUL(price, n1), FMUL(worth, n2)));
    STORE(PUT, at, FSUB(FMUL(worth, FSUB(F(1), n2)), FMUL(price, FSUB(F(1), n1))));
}

static bool black_scholes(struct rh_simt *k, uint32_t step) {
    rh_value *i = k->kept;
    uint32_t threads = k->run->grid[0] * k->threads, rounds = (k->run->size + threads - 1) / threads;
    if (step == 0)
        *i = IMAD(I(k->cta[0]), I(k->threads), k->t);
    else {
        IF (ILT(*i, I(k->run->size)))
            price_options(k, *i);
        SET(*i, IADD(*i, I(threads)));
        ROUND();
    }
    return step < rounds;
}

static bool black_scholes_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    (void)run;
    kernel->run = black_scholes;
    kernel->code = black_scholes_code;
    kernel->registers = 20;
    kernel->kept = sizeof(rh_value);
    return number == 0;
}

const struct rh_simt_program rh_program_black_scholes = {
    .name = "black_scholes",
    .meaning = "prices of options by a formula",
    .source = "thesis 2.1, BLK",
    .grid = {256},
    .cta = {256, 1},
    .size_is = "options",
    .open = black_scholes_open,
    .kernel = black_scholes_kernel,
};

/* LIBOR: a path a thread. 40 steps move those of 80 forward rates that are not yet fixed; then 15 options on swaps are
 * worth something or not. The first kernel also goes all steps backwards, for the sensitivity to the last rate. Rates
 * of a path lie in local memory, what all paths share in constant memory. */
enum {
    RATES = 80,
    FIXED = 40, /* steps of a path */
    SWAPS = 15,
    STEP_RATES = (FIXED + 1) * RATES
};
enum {
    NOISE,
    LAMBDA,
    MATURITY,
    SWAP_RATE,
    VALUE,
    SENSITIVITY,
    FORWARD,
    BOND,
    ANNUITY,
    ADJOINT,
    BOND_ADJOINT,
    ANNUITY_ADJOINT
};
static const float accrual = 0.25F;

/* Close to normal: three uniform numbers of the seed, less their mean, of variance one. */
static uint32_t noise(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    float sum = 0;
    for (unsigned n = 0; n < 3; n++)
        sum += rh_simt_unit(run, array, 3 * index + n);
    return rh_simt_float_bits(2 * (sum - 1.5F));
}
static uint32_t lambda(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    (void)run, (void)array, (void)index;
    return rh_simt_float_bits(0.2F);
}
static uint32_t maturity(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    static const uint32_t years[] = {4, 8, 20, 28, 40};
    (void)run, (void)array;
    return years[index / 3];
}
static uint32_t swap_rate(const struct rh_simt_run *run, unsigned array, uint64_t index) {
    static const float rate[] = {0.045F, 0.05F, 0.055F};
    (void)run, (void)array;
    return rh_simt_float_bits(rate[index % 3]);
}

static bool libor_open(struct rh_simt_run *run, struct rh_error *error) {
    uint64_t paths = (uint64_t)run->grid[0] * run->program->cta[0];
    if (run->grid[1] != 1 || run->grid[2] != 1 || paths * FIXED > INT32_MAX)
        return rh_error_field(error, "grid",
                              "found a grid of %u x %u x %u, expected one dimension and less than 2^31 "
                              "random numbers",
                              run->grid[0], run->grid[1], run->grid[2]);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "noise", 4, paths * FIXED, noise);
    rh_simt_array(run, RH_WARP_SPACE_CONSTANT, "lambda", 4, RATES, lambda);
    rh_simt_array(run, RH_WARP_SPACE_CONSTANT, "maturity", 4, SWAPS, maturity);
    rh_simt_array(run, RH_WARP_SPACE_CONSTANT, "swap rate", 4, SWAPS, swap_rate);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "value", 4, paths, NULL);
    rh_simt_array(run, RH_WARP_SPACE_GLOBAL, "sensitivity", 4, paths, NULL);
    rh_simt_array(run, RH_WARP_SPACE_LOCAL, "forward", 4, STEP_RATES, NULL);
    rh_simt_array(run, RH_WARP_SPACE_LOCAL, "bond", 4, RATES - FIXED, NULL);
    rh_simt_array(run, RH_WARP_SPACE_LOCAL, "annuity", 4, RATES - FIXED, NULL);
    rh_simt_array(run, RH_WARP_SPACE_LOCAL, "adjoint", 4, RATES, NULL);
    rh_simt_array(run, RH_WARP_SPACE_LOCAL, "bond adjoint", 4, RATES - FIXED, NULL);
    rh_simt_array(run, RH_WARP_SPACE_LOCAL, "annuity adjoint", 4, RATES - FIXED, NULL);
    return true;
}

CODE(libor);

/* Where the rates behind `steps` steps lie: the adjoints need them all, the value alone only the latest. */
static uint32_t rates_of(bool adjoint, uint32_t steps) {
    return adjoint ? steps * RATES : 0;
}

static rh_value discount(struct rh_simt *k, rh_value rate) {
    return RCP(FMAD(rate, F(accrual), F(1)));
}

/* Step n of a path: rates from n + 1 on move; where all are kept, the others are copied. */
static void move_rates(struct rh_simt *k, rh_value path, uint32_t n, bool adjoint) {
    uint32_t from = rates_of(adjoint, n), to = rates_of(adjoint, n + 1);
    uint32_t paths = k->run->grid[0] * k->threads;
    rh_value shock = FMUL(LOAD(NOISE, IADD(path, I(n * paths))), F(0.5F)), drift = VAR(F(0)); /* 0.5: root of 0.25 */
    if (adjoint)
        LOOP (i, n + 1)
            STORE(FORWARD, I(to + i), LOAD(FORWARD, I(from + i)));
    LOOP (m, RATES - 1 - n) {
        uint32_t i = n + 1 + m;
        rh_value factor = LOAD(LAMBDA, I(m)), scaled = FMUL(factor, F(accrual)), rate = LOAD(FORWARD, I(from + i));
        SET(drift, FMAD(FMUL(scaled, rate), discount(k, rate), drift));
        rh_value random = FMUL(factor, FMAD(scaled, F(-0.5F), shock));
        rh_value growth = EX2(FMUL(FMAD(scaled, drift, random), F(log2_e)));
        STORE(FORWARD, I(to + i), FMUL(rate, growth));
    }
}

/* What the swaps are worth: bonds and annuities behind the last step, and each option where it is in the money. Into
 * `value`, before it is discounted. */
static void price_swaps(struct rh_simt *k, uint32_t rates, rh_value value, bool adjoint) {
    rh_value bond = VAR(F(1)), annuity = VAR(F(0));
    LOOP (n, RATES - FIXED) {
        SET(bond, FMUL(bond, discount(k, LOAD(FORWARD, I(rates + FIXED + n)))));
        SET(annuity, FMAD(bond, F(accrual), annuity));
        STORE(BOND, I(n), bond);
        STORE(ANNUITY, I(n), annuity);
        if (adjoint) {
            STORE(BOND_ADJOINT, I(n), F(0));
            STORE(ANNUITY_ADJOINT, I(n), F(0));
        }
    }
    LOOP (n, SWAPS) {
        rh_value last = AT(ISUB(LOAD(MATURITY, I(n)), I(1))), fixed = LOAD(SWAP_RATE, I(n));
        rh_value worth = FSUB(FMAD(fixed, LOAD(ANNUITY, last), LOAD(BOND, last)), F(1));
        IF (FLT(worth, F(0))) {
            SET(value, FMAD(worth, F(-100), value));
            if (adjoint) {
                STORE(ANNUITY_ADJOINT, last, FMAD(fixed, F(-100), LOAD(ANNUITY_ADJOINT, last)));
                STORE(BOND_ADJOINT, last, FADD(LOAD(BOND_ADJOINT, last), F(-100)));
            }
        }
    }
}

/* Discounts the value over the rates that are fixed. */
static void discount_value(struct rh_simt *k, uint32_t rates, rh_value value) {
    LOOP (n, FIXED)
        SET(value, FMUL(value, discount(k, LOAD(FORWARD, I(rates + n)))));
}

/* The adjoints of the rates behind the last step. `value` is discounted. */
static void begin_adjoints(struct rh_simt *k, uint32_t rates, rh_value value) {
    rh_value factor = VAR(F(1)), of_bond = VAR(F(0)), of_annuity = VAR(F(0));
    LOOP (n, FIXED) {
        rh_value one = discount(k, LOAD(FORWARD, I(rates + n)));
        SET(factor, FMUL(factor, one));
        STORE(ADJOINT, I(n), FMUL(FMUL(value, one), F(-accrual)));
    }
    LOOP (m, RATES - FIXED) {
        uint32_t n = RATES - FIXED - 1 - m;
        rh_value one = discount(k, LOAD(FORWARD, I(rates + FIXED + n)));
        SET(of_annuity, FADD(of_annuity, LOAD(ANNUITY_ADJOINT, I(n))));
        SET(of_bond, FADD(of_bond, FMAD(of_annuity, F(accrual), LOAD(BOND_ADJOINT, I(n)))));
        rh_value of_rate = FMUL(FMUL(of_bond, LOAD(BOND, I(n))), FMUL(one, F(-accrual)));
        STORE(ADJOINT, I(FIXED + n), FMUL(of_rate, factor));
        SET(of_bond, FMUL(of_bond, one));
    }
}

/* Step n backwards: adjoints of the rates before it from those behind it. */
static void move_adjoints(struct rh_simt *k, uint32_t n) {
    uint32_t before = rates_of(true, n), behind = rates_of(true, n + 1);
    rh_value sum = VAR(F(0));
    LOOP (m, RATES - 1 - n) {
        uint32_t i = RATES - 1 - m;
        rh_value factor = LOAD(LAMBDA, I(i - n - 1)), rate = LOAD(FORWARD, I(before + i));
        rh_value moved = LOAD(FORWARD, I(behind + i)), adjoint = LOAD(ADJOINT, I(i));
        SET(sum, FMAD(FMUL(factor, moved), adjoint, sum));
        rh_value slope = FMUL(discount(k, rate), F(accrual));
        rh_value more = FMUL(FMUL(sum, factor), FMUL(slope, slope));
        STORE(ADJOINT, I(i), FMAD(FMUL(adjoint, moved), RCP(rate), more));
    }
}

struct path {
    rh_value number, value;
};

/* A step of a path, then all that is there in between, then the steps back. */
static bool run_path(struct rh_simt *k, uint32_t step, bool adjoint) {
    struct path *path = k->kept;
    uint32_t rates = rates_of(adjoint, FIXED);
    if (step == 0) {
        path->number = IMAD(I(k->cta[0]), I(k->threads), k->t);
        path->value = VAR(F(0));
        LOOP (i, RATES)
            STORE(FORWARD, I(i), F(0.05F));
    } else if (step <= FIXED) {
        move_rates(k, path->number, step - 1, adjoint);
    } else if (step == FIXED + 1) {
        price_swaps(k, rates, path->value, adjoint);
        discount_value(k, rates, path->value);
        STORE(VALUE, path->number, path->value);
        if (adjoint)
            begin_adjoints(k, rates, path->value);
    } else {
        move_adjoints(k, 2 * FIXED + 1 - step);
        if (step == 2 * FIXED + 1)
            STORE(SENSITIVITY, path->number, LOAD(ADJOINT, I(RATES - 1)));
    }
    return step < (adjoint ? 2 * FIXED + 1 : FIXED + 1);
}

static bool with_adjoint(struct rh_simt *k, uint32_t step) {
    return run_path(k, step, true);
}
static bool value_alone(struct rh_simt *k, uint32_t step) {
    return run_path(k, step, false);
}

static bool libor_kernel(struct rh_simt_run *run, unsigned number, struct rh_simt_kernel *kernel) {
    (void)run;
    kernel->name = number == 0 ? "libor_sensitivity" : "libor_value";
    kernel->run = number == 0 ? with_adjoint : value_alone;
    kernel->code = libor_code;
    kernel->registers = 28;
    kernel->kept = sizeof(struct path);
    return number < 2;
}

const struct rh_simt_program rh_program_libor = {
    .name = "libor",
    .meaning = "interest rates along random paths and what options on swaps are worth, with sensitivities",
    .source = "thesis 2.1, LIB",
    .grid = {64},
    .cta = {64, 1},
    .open = libor_open,
    .kernel = libor_kernel,
};
