#define UNROLL_KERNEL_TABLE kAvx512RecurrentKernels
#define UNROLL_KERNEL_NAME "avx512"
#include "core/nn/kernels/instruction_sets/body.inc"
