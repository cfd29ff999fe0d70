#include "core/nn/recycled_memory.h"

#include "core/nn/torch_compatibility.h"

#include <c10/core/CPUAllocator.h>

#include <cstdlib>
#include <limits>
#include <map>
#include <memory>
#include <mutex>
#include <new>

#if defined(__linux__)
#include <sys/mman.h>
#endif

namespace core {
namespace {

constexpr size_t kSmallest = size_t{256} << 10; ///< Below, the C library keeps memory by itself.
constexpr size_t kPage = size_t{4} << 10;
constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kMostHeld = size_t{1} << 30;

struct Block {
    void* memory = nullptr;
    size_t bytes = 0;
};

/// Blocks that nobody uses.
class Pool {
public:
    /// The smallest of at least `bytes`, if it is not much larger; else null.
    Block take(size_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_unused.lower_bound({bytes, 0});
        if (found == m_unused.end() || found->first.bytes > bytes + bytes / 2)
            return {};
        const Block block{found->second, found->first.bytes};
        m_unused.erase(found);
        m_bytes -= block.bytes;
        return block;
    }

    void give(Block block)
    {
        const std::lock_guard lock(m_mutex);
        m_unused.emplace(Key{block.bytes, ++m_given}, block.memory);
        m_bytes += block.bytes;
        while (m_bytes > kMostHeld)
            dropOldest();
    }

    void clear()
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [key, memory] : m_unused)
            std::free(memory);
        m_unused.clear();
        m_bytes = 0;
    }

    size_t bytes() const
    {
        const std::lock_guard lock(m_mutex);
        return m_bytes;
    }

private:
    struct Key {
        size_t bytes;
        uint64_t given; ///< When: the how manieth.
        auto operator<=>(const Key&) const = default;
    };

    void dropOldest()
    {
        auto oldest = m_unused.begin();
        for (auto each = m_unused.begin(); each != m_unused.end(); ++each)
            if (each->first.given < oldest->first.given)
                oldest = each;
        m_bytes -= oldest->first.bytes;
        std::free(oldest->second);
        m_unused.erase(oldest);
    }

    mutable std::mutex m_mutex;
    std::map<Key, void*> m_unused;
    uint64_t m_given = 0;
    size_t m_bytes = 0;
};

Pool& pool()
{
    static Pool* const only = new Pool; // never destroyed: tensors may outlive static objects
    return *only;
}

/// Sizes in steps of a sixteenth to an eighth, so that batches of nearly equal lengths share
/// blocks.
size_t roundedUp(size_t bytes)
{
    size_t step = bytes < 4 * kHugePage ? kPage : kHugePage;
    while (step * 16 < bytes)
        step *= 2;
    return (bytes + step - 1) / step * step;
}

Block allocate(size_t bytes)
{
    const size_t alignment = bytes < 4 * kHugePage ? kPage : kHugePage;
    Block block{std::aligned_alloc(alignment, bytes), bytes};
    if (block.memory == nullptr) {
        pool().clear();
        block.memory = std::aligned_alloc(alignment, bytes);
    }
    if (block.memory == nullptr)
        throw std::bad_alloc();
#if defined(__linux__)
    if (alignment == kHugePage)
        madvise(block.memory, bytes, MADV_HUGEPAGE); // fewer faults and misses; only a hint
#endif
    return block;
}

/// Small tensors are left to LibTorch's own allocator.
class RecyclingAllocator : public MemoryAllocator {
public:
    at::DataPtr take(size_t bytes) const override
    {
        if (bytes < kSmallest || bytes > std::numeric_limits<size_t>::max() / 2)
            return c10::GetDefaultCPUAllocator()->allocate(bytes);
        const size_t wanted = roundedUp(bytes);
        Block block = pool().take(wanted);
        if (block.memory == nullptr)
            block = core::allocate(wanted);
        auto context = std::make_unique<Block>(block);
        return {block.memory, context.release(), &recycle, at::Device(at::DeviceType::CPU)};
    }

private:
    static void recycle(void* context)
    {
        const std::unique_ptr<Block> block(static_cast<Block*>(context));
        pool().give(*block);
    }
};

} // namespace

void useRecycledMemory()
{
    static RecyclingAllocator* const only = [] {
        auto* allocator = new RecyclingAllocator; // tensors may outlive static objects
        c10::SetCPUAllocator(allocator, 1);
        return allocator;
    }();
    static_cast<void>(only);
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
