#define UNROLL_KERNEL_TABLE kAvx2RecurrentKernels
#define UNROLL_KERNEL_NAME "avx2"
#include "core/nn/kernels/instruction_sets/body.inc"
