#define UNROLL_KERNEL_TABLE kBaseRecurrentKernels
#define UNROLL_KERNEL_NAME "base"
#include "core/nn/kernels/instruction_sets/body.inc"
