#include "core/base/parallel_blocks.h"

#include <algorithm>
#include <atomic>
#include <exception>
#include <mutex>
#include <thread>
#include <vector>

namespace core {

namespace {

constexpr size_t kMostThreads = 8;

/// The blocks that are left, and what went wrong.
class BlockQueue {
public:
    BlockQueue(size_t items, size_t size, const std::function<void(const ItemBlock&)>& work)
        : m_items(items), m_size(size), m_work(work)
    {
    }

    /// Does one block and what comes after it; false when there is none left or something was
    /// thrown.
    bool doNext(size_t thread, const std::function<void(size_t)>& begun = {})
    {
        const size_t first = m_next.fetch_add(m_size);
        if (first >= m_items || m_failed)
            return false;
        try {
            m_work({first, std::min(m_size, m_items - first), thread});
            if (begun)
                begun(std::min(m_next.load(), m_items));
        } catch (...) {
            const std::lock_guard lock(m_mutex);
            m_failure = std::current_exception();
            m_failed = true;
        }
        return true;
    }

    /// @pre all threads have ended.
    void rethrow() const
    {
        if (m_failure)
            std::rethrow_exception(m_failure);
    }

private:
    size_t m_items, m_size;
    const std::function<void(const ItemBlock&)>& m_work;
    std::atomic<size_t> m_next = 0;
    std::atomic<bool> m_failed = false;
    std::mutex m_mutex;
    std::exception_ptr m_failure;
};

} // namespace

size_t threadsFor(size_t blocks)
{
    const size_t all = std::clamp<size_t>(std::thread::hardware_concurrency(), 1, kMostThreads);
    return std::clamp<size_t>(blocks, 1, all);
}

void inBlocks(size_t items, size_t size, size_t threads,
              const std::function<void(const ItemBlock&)>& work,
              const std::function<void(size_t)>& begun)
{
    BlockQueue queue(items, size, work);
    {
        std::vector<std::jthread> others;
        for (size_t thread = 1; thread < threads && thread * size < items; ++thread)
            others.emplace_back([&queue, thread] {
                while (queue.doNext(thread)) { }
            });
        while (queue.doNext(0, begun)) { }
    }
    queue.rethrow();
}

} // namespace core
