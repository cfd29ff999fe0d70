#include "core/nn/threads/compute_threads.h"

#include "core/base/error.h"
#include "core/nn/memory/recycled_memory.h"
#include "core/nn/threads/parallel_tasks.h"

#include <ATen/Context.h>
#include <ATen/Parallel.h>
#include <ATen/ops/full.h>
#include <ATen/ops/mm.h>
#include <c10/core/GradMode.h>

#include <dlfcn.h>
#include <sys/mman.h>

#include <algorithm>
#include <filesystem>
#include <latch>
#include <system_error>
#include <thread>
#include <vector>

namespace core {

namespace {

/// The address of a symbol in any loaded library.
void* symbolNamed(const char* name)
{
    return dlsym(RTLD_DEFAULT, name);
}

/// OpenBLAS maps 128 MiB for each thread that multiplies and keeps it. If the system refuses, it
/// tries again forever.
void requireRoomForOpenBlas()
{
    constexpr size_t kBytes = size_t{144} << 20;
    void* memory = ::mmap(nullptr, kBytes, PROT_READ | PROT_WRITE,
                          MAP_PRIVATE | MAP_ANONYMOUS | MAP_NORESERVE, -1, 0);
    if (memory == MAP_FAILED)
        throw Error(ErrorCode::OutOfMemory,
                    {"There is not enough memory: matrix products need %1 MB of addresses, and a "
                     "limit on this process refuses them.",
                     {std::to_string((kBytes + 999'999) / 1'000'000)}},
                    {"Raise the limit (ulimit -v, ulimit -d), or use a machine without one.", {}});
    ::munmap(memory, kBytes);
}

bool takeOpenBlasMemory()
{
    if (symbolNamed("openblas_get_config") == nullptr)
        return true;
    requireRoomForOpenBlas();
    constexpr int64_t kSide = 256; // Small products need no such memory.
    const c10::AutoGradMode noGradient(false);
    const at::Tensor matrix = at::full({kSide, kSide}, 0.01F);
    at::mm(matrix, matrix);
    return true;
}

/// OpenMP ends the program if a thread cannot be started; LibTorch's pool, which
/// at::set_num_threads() creates with a thread for each core, waits for the thread forever.
void requireThreads(int count)
{
    std::latch end(1);
    std::vector<std::jthread> others;
    const auto release = [&] { end.count_down(); };
    try {
        while (static_cast<int>(others.size()) + 1 < count)
            others.emplace_back([&end] { end.wait(); });
    } catch (const std::system_error&) {
        release();
        throw Error(ErrorCode::BadSetting,
                    {"Out of %1 threads, only %2 could be started.",
                     {std::to_string(count), std::to_string(others.size() + 1)}},
                    {"Lower the number of threads, or raise the limit of this process (ulimit -u, "
                     "ulimit -v).",
                     {}});
    }
    release();
}

/// LibTorch's default number of threads, read before it is changed for the first time.
int standardThreads()
{
    static const int count = at::get_num_threads();
    return count;
}

thread_local int threadsSet = 0;

} // namespace

void setComputeThreads(int count)
{
    standardThreads();
    useRecycledMemory();
    // LibTorch is linked to whichever BLAS the system chose; only OpenBLAS has this function.
    using SetThreads = void (*)(int);
    if (void* symbol = symbolNamed("openblas_set_num_threads"))
        reinterpret_cast<SetThreads>(symbol)(1);
    static const bool ready = [] { // repeated after an exception
        requireThreads(static_cast<int>(std::max(1U, std::thread::hardware_concurrency())));
        return takeOpenBlasMemory();
    }();
    static_cast<void>(ready);
    at::set_num_threads(1);
    at::globalContext().setFlushDenormal(true);
    setTaskThreads(count);
    threadsSet = count;
}

void prepareToCompute()
{
    if (threadsSet == 0)
        setComputeThreads(standardThreads());
}

int computeThreads()
{
    return threadsSet > 0 ? taskThreads() : at::get_num_threads();
}

void useLibraryThreads()
{
    prepareToCompute();
    if (at::get_num_threads() == threadsSet)
        return;
    requireThreads(threadsSet);
    at::set_num_threads(threadsSet);
}

BlasLibrary blasLibrary()
{
    BlasLibrary library;
    Dl_info found{};
    void* product = symbolNamed("sgemm_");
    if (product == nullptr || ::dladdr(product, &found) == 0 || found.dli_fname == nullptr)
        return library;
    std::error_code error;
    const auto file = std::filesystem::canonical(found.dli_fname, error);
    library.file = error ? found.dli_fname : file.string();
    constexpr const char* kOptimised[]{"openblas_get_config", "MKL_Get_Version",
                                       "bli_info_get_version_str", "ATL_buildinfo"};
    // Asked of this library and those that it needs: LAPACK may bring another BLAS along.
    void* handle = ::dlopen(found.dli_fname, RTLD_LAZY | RTLD_NOLOAD);
    library.isOptimised
        = std::any_of(std::begin(kOptimised), std::end(kOptimised), [&](const char* name) {
              return handle != nullptr && ::dlsym(handle, name) != nullptr;
          });
    if (handle != nullptr)
        ::dlclose(handle);
    return library;
}

} // namespace core
