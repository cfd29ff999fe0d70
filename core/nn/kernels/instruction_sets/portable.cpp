#define UNROLL_KERNEL_TABLE kPortableRecurrentKernels
#define UNROLL_KERNEL_NAME "portable"
#include "core/nn/kernels/instruction_sets/body.inc"
