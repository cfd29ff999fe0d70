#include "core/nn/parallel_tasks.h"

#if defined(__SSE__)
#include <xmmintrin.h>
#endif

namespace core {

void runTasks(int64_t count, const std::function<void(int64_t)>& task)
{
#if defined(__SSE__)
    const unsigned int callersMode = _mm_getcsr(); // holds flush-to-zero, a flag of the thread
#endif
#pragma omp parallel for schedule(dynamic, 1) if (count > 1)
    for (int64_t index = 0; index < count; ++index) {
#if defined(__SSE__)
        _mm_setcsr(callersMode);
#endif
        task(index);
    }
}

} // namespace core
