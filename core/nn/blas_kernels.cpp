#include "core/nn/blas_kernels.h"

#include <dlfcn.h>

#include <cstdlib>
#include <mutex>

namespace core {

namespace {

/// A function of the BLAS in use; null where it has none of that name.
template <class Function> Function* blasFunction(const char* name)
{
    return reinterpret_cast<Function*>(dlsym(RTLD_DEFAULT, name));
}

/// Whether the processor can run kernels that were made for Intel's Skylake-X.
bool hasSkylakeVectors()
{
#if defined(__x86_64__) && defined(__GNUC__)
    return __builtin_cpu_supports("avx512f") && __builtin_cpu_supports("avx512dq")
        && __builtin_cpu_supports("avx512bw") && __builtin_cpu_supports("avx512vl")
        && __builtin_cpu_supports("avx512cd");
#else
    return false;
#endif
}

void chooseAgain()
{
    // What OpenBLAS itself does when it is loaded; DYNAMIC_ARCH builds have both.
    auto* const forget = blasFunction<void()>("gotoblas_dynamic_quit");
    auto* const choose = blasFunction<void()>("gotoblas_dynamic_init");
    if (forget == nullptr || choose == nullptr)
        return;
    constexpr const char* kVariable = "OPENBLAS_CORETYPE";
    ::setenv(kVariable, "SkylakeX", 1);
    forget();
    choose();
    // Programs that are started from here choose for themselves.
    ::unsetenv(kVariable);
}

} // namespace

std::string blasKernels()
{
    auto* const name = blasFunction<char*()>("openblas_get_corename");
    return name != nullptr ? name() : "";
}

void useWidestBlasKernels()
{
    static std::once_flag once;
    std::call_once(once, [] {
        const std::string chosen = blasKernels();
        const bool narrow = chosen == "Haswell" || chosen == "Zen";
        if (narrow && hasSkylakeVectors() && std::getenv("OPENBLAS_CORETYPE") == nullptr)
            chooseAgain();
    });
}

} // namespace core
