#include "core/nn/recycled_memory.h"

#include <torch/torch.h>

#include <algorithm>
#include <cstdlib>
#include <iterator>
#include <list>
#include <mutex>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace core {
namespace {

constexpr size_t kSmallest = size_t{1} << 20; ///< Below, the C library keeps memory by itself.
constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kMostHeld = size_t{1} << 30;

struct Block {
    void* memory = nullptr;
    size_t bytes = 0;
};

/// Blocks that nobody uses, oldest first. A few dozen at most.
class Pool {
public:
    /// One of at least `bytes`, and not much larger; null when there is none.
    Block take(size_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        auto best = m_blocks.end();
        for (auto block = m_blocks.begin(); block != m_blocks.end(); ++block)
            if (block->bytes >= bytes && block->bytes <= bytes + bytes / 2
                && (best == m_blocks.end() || block->bytes < best->bytes))
                best = block;
        if (best == m_blocks.end())
            return {};
        const Block found = *best;
        m_blocks.erase(best);
        m_bytes -= found.bytes;
        return found;
    }

    void give(Block block)
    {
        const std::lock_guard lock(m_mutex);
        m_blocks.push_back(block);
        m_bytes += block.bytes;
        shrink(kMostHeld);
    }

    void clear()
    {
        const std::lock_guard lock(m_mutex);
        shrink(0);
    }

    size_t bytes() const
    {
        const std::lock_guard lock(m_mutex);
        return m_bytes;
    }

private:
    void shrink(size_t most)
    {
        while (m_bytes > most) {
            m_bytes -= m_blocks.front().bytes;
            std::free(m_blocks.front().memory);
            m_blocks.pop_front();
        }
    }

    mutable std::mutex m_mutex;
    std::list<Block> m_blocks;
    size_t m_bytes = 0;
};

Pool& pool()
{
    static Pool* const only = new Pool; // never destroyed: tensors may outlive static objects
    return *only;
}

/// Sizes in steps of an eighth, so that batches of nearly equal lengths share blocks.
size_t roundedUp(size_t bytes)
{
    size_t step = kHugePage;
    while (step * 16 < bytes)
        step *= 2;
    return (bytes + step - 1) / step * step;
}

Block allocate(size_t bytes)
{
    Block block{std::aligned_alloc(kHugePage, bytes), bytes};
    if (block.memory == nullptr) {
        pool().clear();
        block.memory = std::aligned_alloc(kHugePage, bytes);
    }
    if (block.memory == nullptr)
        throw std::bad_alloc();
#if defined(__linux__)
    madvise(block.memory, bytes, MADV_HUGEPAGE); // fewer faults and misses; only a hint
#endif
    return block;
}

} // namespace

torch::Tensor recycledTensor(at::IntArrayRef sizes)
{
    size_t bytes = sizeof(float);
    for (const int64_t size : sizes)
        bytes *= static_cast<size_t>(size);
    if (bytes < kSmallest)
        return torch::empty(sizes, torch::kFloat32);
    const size_t wanted = roundedUp(bytes);
    Block block = pool().take(wanted);
    if (block.memory == nullptr)
        block = allocate(wanted);
    return torch::from_blob(
        block.memory, sizes, [block](void*) { pool().give(block); }, torch::kFloat32);
}

void releaseRecycledMemory()
{
    pool().clear();
}

int64_t recycledBytes()
{
    return static_cast<int64_t>(pool().bytes());
}

} // namespace core
