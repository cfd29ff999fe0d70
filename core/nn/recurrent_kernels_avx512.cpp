#define UNROLL_KERNEL_TABLE kAvx512RecurrentKernels
#define UNROLL_KERNEL_NAME "avx512"
#include "core/nn/recurrent_kernels_body.inc"
