#pragma once

// A plain loop over floats, compiled for several instruction sets; the widest that the machine has
// is taken at run time. For loops whose result does not depend on the instruction set.
#if defined(__x86_64__) && defined(__GNUC__) && !defined(__clang__)
#define UNROLL_VECTOR_CLONES __attribute__((target_clones("avx512f", "avx2", "default")))
#else
#define UNROLL_VECTOR_CLONES
#endif
