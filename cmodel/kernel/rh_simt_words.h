// SPDX-License-Identifier: Apache-2.0
/** The words in which kernels are written (rh_simt.h). They act on the CTA that is named `k`.
 *
 *     CODE(name);         in front of the function of kernel `name` and of those that it alone calls
 *     I(7) F(0.5F)        immediates
 *     VAR(v)              a variable that begins as v;  SET(variable, v)
 *     LOAD(array, i)      element i; PART(v, j) is word j of one that has several
 *     LOAD_2D(array, x, y)  of a texture: clamped to its border
 *     STORE(array, i, v)
 *     AT(i)               index i made an address once, for accesses to OFFSET(at, 3) of arrays of equal elements
 *     IF(v) { ... }       for lanes where v isn't 0;  OTHERWISE() { ... } directly behind it
 *     WHILE(v) { ... }    v is computed anew in each round
 *     LOOP(j, n) { ... }  n rounds of all lanes, each with the two instructions of a loop's end
 *     ROUND()             these two, where steps of the kernel are the rounds
 *     UNROLL(j, n) { ... }  the same without them
 *     BARRIER()
 *
 * A block's registers are free behind it, so what leaves a block is SET in a variable from outside. No `break`,
 * `continue` or `return` leads out of a block.
 */
#ifndef RH_SIMT_WORDS_H
#define RH_SIMT_WORDS_H

#include <stdbool.h>

#include "cmodel/kernel/rh_simt.h"

#define SITE       ((uint32_t)__COUNTER__)
#define CODE(name) enum { name##_code = __COUNTER__ + 1 }

static inline rh_value rh_simt_integer(uint32_t value) {
    return (rh_value){.bits = value};
}
static inline rh_value rh_simt_offset(rh_value at, uint32_t elements) {
    at.bits += elements;
    return at;
}
static inline rh_value rh_simt_part(rh_value value, unsigned word) {
    value.row = (uint16_t)(value.row + word);
    return value;
}
#define I(value)            rh_simt_integer((uint32_t)(value))
#define F(value)            rh_simt_integer(rh_simt_float_bits(value))
#define OFFSET(at, count)   rh_simt_offset(at, (uint32_t)(count))
#define PART(value, number) rh_simt_part(value, number)

#define RH_ONE(op, a)    (rh_simt_push(k, a), rh_simt_op(k, SITE, RH_LANE_##op))
#define RH_TWO(op, a, b) (rh_simt_push(k, a), rh_simt_push(k, b), rh_simt_op(k, SITE, RH_LANE_##op))
#define RH_THREE(op, a, b, c)                                                                                          \
    (rh_simt_push(k, a), rh_simt_push(k, b), rh_simt_push(k, c), rh_simt_op(k, SITE, RH_LANE_##op))
#define IADD(a, b)    RH_TWO(IADD, a, b)
#define ISUB(a, b)    RH_TWO(ISUB, a, b)
#define IMUL(a, b)    RH_TWO(IMUL, a, b)
#define IMAD(a, b, c) RH_THREE(IMAD, a, b, c)
#define AND(a, b)     RH_TWO(AND, a, b)
#define OR(a, b)      RH_TWO(OR, a, b)
#define XOR(a, b)     RH_TWO(XOR, a, b)
#define NOT(a)        RH_ONE(NOT, a)
#define SHL(a, b)     RH_TWO(SHL, a, b)
#define SHR(a, b)     RH_TWO(SHR, a, b)
#define IMIN(a, b)    RH_TWO(IMIN, a, b)
#define IMAX(a, b)    RH_TWO(IMAX, a, b)
#define ILT(a, b)     RH_TWO(ILT, a, b)
#define ILE(a, b)     RH_TWO(ILE, a, b)
#define IEQ(a, b)     RH_TWO(IEQ, a, b)
#define INE(a, b)     RH_TWO(INE, a, b)
#define SEL(a, b, c)  RH_THREE(SEL, a, b, c)
#define FADD(a, b)    RH_TWO(FADD, a, b)
#define FSUB(a, b)    RH_TWO(FSUB, a, b)
#define FMUL(a, b)    RH_TWO(FMUL, a, b)
#define FMAD(a, b, c) RH_THREE(FMAD, a, b, c)
#define FMIN(a, b)    RH_TWO(FMIN, a, b)
#define FMAX(a, b)    RH_TWO(FMAX, a, b)
#define FLT(a, b)     RH_TWO(FLT, a, b)
#define FLE(a, b)     RH_TWO(FLE, a, b)
#define I2F(a)        RH_ONE(I2F, a)
#define F2I(a)        RH_ONE(F2I, a)
#define RCP(a)        RH_ONE(RCP, a)
#define SQRT(a)       RH_ONE(SQRT, a)
#define RSQRT(a)      RH_ONE(RSQRT, a)
#define EX2(a)        RH_ONE(EX2, a)
#define LG2(a)        RH_ONE(LG2, a)

#define VAR(value)                 (rh_simt_push(k, value), rh_simt_variable(k, SITE))
#define SET(variable, value)       (rh_simt_push(k, value), rh_simt_set(k, SITE, variable))
#define AT(index)                  (rh_simt_push(k, index), rh_simt_at(k, SITE))
#define LOAD(array, index)         (rh_simt_push(k, index), rh_simt_load(k, SITE, SITE, array))
#define LOAD_2D(array, x, y)       (rh_simt_push(k, x), rh_simt_push(k, y), rh_simt_load_2d(k, SITE, array))
#define STORE(array, index, value) (rh_simt_push(k, index), rh_simt_push(k, value), rh_simt_store(k, SITE, SITE, array))
#define BARRIER()                  rh_simt_barrier(k, SITE)

#define RH_PASTE(a, b)           a##b
#define RH_UNIQUE(a, b)          RH_PASTE(a, b)
#define RH_BLOCK(begin)          RH_BLOCK_OF(RH_UNIQUE(rh_inside_, __LINE__), begin)
#define RH_BLOCK_OF(name, begin) for (bool name = (begin); name; name = rh_simt_end(k))
#define IF(value)                RH_BLOCK((rh_simt_push(k, value), rh_simt_if(k, SITE)))
#define OTHERWISE()              RH_BLOCK(rh_simt_otherwise(k))
#define WHILE(value)             for (rh_simt_loop(k); rh_simt_push(k, value), rh_simt_while(k, SITE); rh_simt_again(k))
#define LOOP(j, n)                                                                                                     \
    for (uint32_t j = 0, j##_mark = rh_simt_mark(k); j < (n); rh_simt_round(k, j##_mark, SITE, SITE), j++)
#define ROUND()      rh_simt_round(k, rh_simt_mark(k), SITE, SITE)
#define UNROLL(j, n) for (uint32_t j = 0, j##_mark = rh_simt_mark(k); j < (n); rh_simt_release(k, j##_mark), j++)

#endif
