#include "core/nn/parallel_tasks.h"

#include <atomic>
#include <exception>

#if defined(_OPENMP)
#include <omp.h>
#endif
#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace core {

namespace {

int64_t ownThread()
{
#if defined(_OPENMP)
    return omp_get_thread_num();
#else
    return 0;
#endif
}

} // namespace

void runTasks(int64_t count, const std::function<void(int64_t, int64_t)>& task)
{
#if defined(__SSE__)
    const unsigned int callersMode = _mm_getcsr(); // holds flush-to-zero, a flag of the thread
#endif
    std::exception_ptr failure;
    std::atomic_flag failed; // an exception that left the region would end the program
#pragma omp parallel for schedule(dynamic, 1) if (count > 1)
    for (int64_t index = 0; index < count; ++index) {
        if (failed.test(std::memory_order_relaxed))
            continue;
#if defined(__SSE__)
        _mm_setcsr(callersMode);
#endif
        try {
            task(index, ownThread());
        } catch (...) {
            if (!failed.test_and_set())
                failure = std::current_exception();
        }
    }
    if (failure)
        std::rethrow_exception(failure);
}

void runTasks(int64_t count, const std::function<void(int64_t)>& task)
{
    runTasks(count, [&task](int64_t index, int64_t) { task(index); });
}

} // namespace core
