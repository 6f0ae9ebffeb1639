// SPDX-License-Identifier: Apache-2.0
/** Linear algebra over GF(2). A vector is a word, its coordinates are the bits; addition is XOR.
 *
 * A space is kept as its only reduced basis: each row's lowest set bit is its pivot, pivots rise, and no other row has
 * a pivot's bit. So two spaces are equal exactly when their rows are.
 */
#ifndef RH_GF2_H
#define RH_GF2_H

#include <stdbool.h>
#include <stdint.h>

#ifdef __cplusplus
extern "C" {
#endif

enum { RH_GF2_BITS = 64 };

/** All zero is the space of the null vector alone. */
struct rh_gf2_space {
    unsigned rank;
    uint64_t row[RH_GF2_BITS]; /**< the first `rank` count */
};

/** The product of two vectors: 1 when they share an odd number of bits. */
static inline unsigned rh_gf2_dot(uint64_t a, uint64_t b) {
    return (unsigned)__builtin_parityll(a & b);
}

/** What is left of a vector without the pivots' bits; 0: it lies in the space. */
uint64_t rh_gf2_reduce(const struct rh_gf2_space *space, uint64_t vector);
/** Span it, too. False: it lay in the space already. */
bool rh_gf2_add(struct rh_gf2_space *space, uint64_t vector);
/** All vectors of so many bits whose product with every vector of the space is 0. The space has no bits above. */
void rh_gf2_dual(const struct rh_gf2_space *space, unsigned bits, struct rh_gf2_space *dual);
bool rh_gf2_equal(const struct rh_gf2_space *a, const struct rh_gf2_space *b);

#ifdef __cplusplus
}
#endif

#endif
