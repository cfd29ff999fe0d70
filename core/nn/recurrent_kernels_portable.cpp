#define UNROLL_KERNEL_TABLE kPortableRecurrentKernels
#define UNROLL_KERNEL_NAME "portable"
#include "core/nn/recurrent_kernels_body.inc"
