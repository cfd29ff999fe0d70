#include "core/nn/kernels/recurrent_kernels.h"

#include "core/base/error.h"
#include "core/nn/kernels/instruction_set.h"

#include <algorithm>
#include <cstdlib>
#include <string>

namespace core {

extern const RecurrentKernels kBaseRecurrentKernels;
#ifdef UNROLL_X86_KERNELS
extern const RecurrentKernels kAvx2RecurrentKernels;
extern const RecurrentKernels kAvx512RecurrentKernels;
#endif

const std::vector<const RecurrentKernels*>& supportedKernels()
{
    static const std::vector<const RecurrentKernels*> supported = [] {
        std::vector<const RecurrentKernels*> all{&kBaseRecurrentKernels};
#ifdef UNROLL_X86_KERNELS
        __builtin_cpu_init();
        if (!__builtin_cpu_supports("avx2") || !__builtin_cpu_supports("fma"))
            return all;
        all.push_back(&kAvx2RecurrentKernels);
        if (__builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512vl")
            && __builtin_cpu_supports("avx512dq") && __builtin_cpu_supports("avx512bw"))
            all.push_back(&kAvx512RecurrentKernels);
#endif
        return all;
    }();
    return supported;
}

const RecurrentKernels& kernelsOf(std::string_view name)
{
    const auto& supported = supportedKernels();
    if (name.empty())
        return *supported.back();
    const auto found = std::find_if(supported.begin(), supported.end(),
                                    [&](const auto* kernels) { return kernels->name == name; });
    if (found != supported.end())
        return **found;
    std::string names;
    for (const RecurrentKernels* kernels : supported)
        names.append(names.empty() ? "" : ", ").append(kernels->name);
    throw Error(ErrorCode::BadSetting,
                {"UNROLL_INSTRUCTION_SET is \"%1\", but this processor supports %2.",
                 {std::string(name), names}},
                {"Unset the variable to use the fastest set, or name a supported one.", {}});
}

const RecurrentKernels& recurrentKernels()
{
    static const RecurrentKernels& chosen = [&]() -> const RecurrentKernels& {
        const char* name = std::getenv("UNROLL_INSTRUCTION_SET");
        return kernelsOf(name == nullptr ? "" : name);
    }();
    return chosen;
}

} // namespace core
