#include "core/nn/compute_threads.h"

#include "core/nn/recycled_memory.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>

#include <dlfcn.h>

namespace core {

void setComputeThreads(int count)
{
    useRecycledMemory();
    at::set_num_threads(count);
    // LibTorch is linked to whichever BLAS the system chose; only OpenBLAS has this function. Its
    // pool and OpenMP's wait for work by spinning, each on the cores that the other one needs.
    using SetThreads = void (*)(int);
    if (void* symbol = dlsym(RTLD_DEFAULT, "openblas_set_num_threads"))
        reinterpret_cast<SetThreads>(symbol)(1);
    at::globalContext().setFlushDenormal(true);
}

int computeThreads()
{
    return at::get_num_threads();
}

} // namespace core
