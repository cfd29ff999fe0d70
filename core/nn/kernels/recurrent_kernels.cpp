#include "core/nn/kernels/recurrent_kernels.h"

namespace core {

extern const RecurrentKernels kPortableRecurrentKernels;
#ifdef UNROLL_X86_KERNELS
extern const RecurrentKernels kAvx2RecurrentKernels;
extern const RecurrentKernels kAvx512RecurrentKernels;
#endif

const RecurrentKernels& recurrentKernels()
{
#ifdef UNROLL_X86_KERNELS
    static const RecurrentKernels& chosen = [&]() -> const RecurrentKernels& {
        __builtin_cpu_init();
        const bool avx2 = __builtin_cpu_supports("avx2") && __builtin_cpu_supports("fma");
        if (avx2 && __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
            && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"))
            return kAvx512RecurrentKernels;
        return avx2 ? kAvx2RecurrentKernels : kPortableRecurrentKernels;
    }();
    return chosen;
#else
    return kPortableRecurrentKernels;
#endif
}

} // namespace core
