#define UNROLL_KERNEL_TABLE kAvx2RecurrentKernels
#define UNROLL_KERNEL_NAME "avx2"
#include "core/nn/recurrent_kernels_body.inc"
