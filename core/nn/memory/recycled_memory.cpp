#include "core/nn/memory/recycled_memory.h"

#include "core/base/main_memory.h"
#include "core/nn/torch_compatibility.h"

#include <c10/core/CPUAllocator.h>

#include <cstdlib>
#include <limits>
#include <map>
#include <mutex>
#include <new>
#include <unordered_map>
#include <utility>

#if defined(__linux__)
#include <algorithm>
#include <chrono>
#include <cstdint>
#include <optional>
#include <sys/mman.h>
#endif

namespace core {
namespace {

constexpr size_t kSmallest = size_t{256} << 10; ///< Below, the C library keeps memory by itself.
constexpr size_t kPage = size_t{4} << 10;
constexpr size_t kHugePage = size_t{2} << 20;
constexpr size_t kMostHeld = size_t{1} << 30;

constexpr std::chrono::milliseconds kLongestUnseen{200};
constexpr int64_t kUnseenShare = 8; ///< 1 / share of the free memory that is granted unchecked.

/// The memory of the system that tensors may use. Linux overcommits memory, so allocations must be
/// granted here first.
///
/// The free memory is read from time to time rather than for each block, so that a grant costs
/// nothing. The system reports granted blocks as free until they are written to; they are counted
/// here. All functions: any thread.
class MemoryBudget {
public:
    /// Grants `bytes`. @throws Error{OutOfMemory} if they are not available.
    void take(int64_t bytes);
    /// Notes that bytes of an earlier take() were returned to the system.
    void give(int64_t bytes);
    /// Limits all granted bytes together instead of the free memory; none: the free memory.
    void limit(std::optional<int64_t> bytes);

private:
    void lookFor(int64_t bytes);

    std::mutex m_mutex;
    int64_t m_taken = 0;
    std::optional<int64_t> m_limit;
    int64_t m_unseen = 0; ///< Bytes that can be granted without reading the free memory again.
    std::chrono::steady_clock::time_point m_looked;
};

void MemoryBudget::take(int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    if (m_limit) {
        if (m_taken + bytes > *m_limit)
            throwOutOfMemory(bytes, *m_limit - m_taken);
    } else if (bytes > m_unseen || std::chrono::steady_clock::now() - m_looked > kLongestUnseen) {
        lookFor(bytes);
    }
    m_unseen -= bytes;
    m_taken += bytes;
}

void MemoryBudget::give(int64_t bytes)
{
    const std::lock_guard lock(m_mutex);
    m_taken -= bytes;
}

void MemoryBudget::limit(std::optional<int64_t> bytes)
{
    const std::lock_guard lock(m_mutex);
    m_limit = bytes;
}

void MemoryBudget::lookFor(int64_t bytes)
{
    const auto left = freeMemoryBytes();
    if (!left) {
        m_unseen = bytes;
        return;
    }
    const int64_t untouched = std::max<int64_t>(0, m_taken - ownMemoryBytes());
    const int64_t rest = *left - untouched;
    if (bytes > rest)
        throwOutOfMemory(bytes, rest);
    m_unseen = std::max(bytes, rest / kUnseenShare);
    m_looked = std::chrono::steady_clock::now();
}

MemoryBudget& budget()
{
    static MemoryBudget* const only = new MemoryBudget; // as the pool
    return *only;
}

void freeBlock(void* memory, size_t bytes)
{
    std::free(memory);
    budget().give(static_cast<int64_t>(bytes));
}

/// All allocated blocks of memory, in use by tensors or unused.
class Pool {
public:
    /// Takes the smallest unused block of at least `bytes`, unless it is much larger; else null.
    void* take(size_t bytes)
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_unused.lower_bound({bytes, 0});
        if (found == m_unused.end() || found->first.bytes > bytes + bytes / 2)
            return nullptr;
        void* const memory = found->second;
        const auto place = m_used.try_emplace(memory).first;
        m_bytes -= found->first.bytes;
        place->second = m_unused.extract(found);
        return memory;
    }

    /// Adds a new block that is in use.
    void add(void* memory, size_t bytes)
    {
        Unused one;
        one.emplace(Key{bytes, 0}, memory);
        const std::lock_guard lock(m_mutex);
        m_used[memory] = one.extract(one.begin());
    }

    /// Marks a block as unused; false if the block is not from this pool. It runs in destructors,
    /// so everything that it needs is allocated together with the block.
    bool give(void* memory) noexcept
    {
        const std::lock_guard lock(m_mutex);
        const auto found = m_used.find(memory);
        if (found == m_used.end())
            return false;
        Unused::node_type block = std::move(found->second);
        m_used.erase(found);
        block.key().given = ++m_given;
        m_bytes += block.key().bytes;
        m_unused.insert(std::move(block));
        while (m_bytes > kMostHeld)
            dropOldest();
        return true;
    }

    void clear()
    {
        const std::lock_guard lock(m_mutex);
        for (const auto& [key, memory] : m_unused)
            freeBlock(memory, key.bytes);
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
        uint64_t given; ///< Number of returns up to the one of this block.
        auto operator<=>(const Key&) const = default;
    };
    using Unused = std::map<Key, void*>;

    void dropOldest()
    {
        auto oldest = m_unused.begin();
        for (auto each = m_unused.begin(); each != m_unused.end(); ++each)
            if (each->first.given < oldest->first.given)
                oldest = each;
        m_bytes -= oldest->first.bytes;
        freeBlock(oldest->second, oldest->first.bytes);
        m_unused.erase(oldest);
    }

    mutable std::mutex m_mutex;
    Unused m_unused;
    std::unordered_map<void*, Unused::node_type> m_used;
    uint64_t m_given = 0;
    size_t m_bytes = 0; ///< Size of all unused blocks.
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

void* allocated(size_t alignment, size_t bytes)
{
    budget().take(static_cast<int64_t>(bytes));
    void* const memory = std::aligned_alloc(alignment, bytes);
    if (memory != nullptr)
        return memory;
    budget().give(static_cast<int64_t>(bytes));
    throw std::bad_alloc();
}

/// @throws Error{OutOfMemory} or std::bad_alloc when unused blocks are gone, too.
void* newBlock(size_t bytes)
{
    const size_t alignment = bytes < 4 * kHugePage ? kPage : kHugePage;
    void* memory = nullptr;
    try {
        memory = allocated(alignment, bytes);
    } catch (const std::exception&) {
        pool().clear();
        memory = allocated(alignment, bytes);
    }
#if defined(__linux__)
    if (alignment == kHugePage)
        madvise(memory, bytes, MADV_HUGEPAGE); // fewer faults and misses; only a hint
#endif
    try {
        pool().add(memory, bytes);
    } catch (...) {
        freeBlock(memory, bytes);
        throw;
    }
    return memory;
}

void giveBack(void* memory)
{
    // Blocks begin at a page; most other tensors do not, and need not wait for the pool.
    const bool mayBeBlock = reinterpret_cast<uintptr_t>(memory) % kPage == 0;
    if (!mayBeBlock || !pool().give(memory))
        c10::GetDefaultCPUAllocator()->raw_deallocate(memory);
}

thread_local TensorAllowance* currentAllowance = nullptr;

/// Small tensors get their memory from LibTorch's own allocator.
class RecyclingAllocator : public MemoryAllocator {
public:
    at::DataPtr take(size_t bytes) const override
    {
        void* const memory = memoryFor(bytes);
        return {memory, memory, &giveBack, at::Device(at::DeviceType::CPU)};
    }

    /// oneDNN takes memory without the tensor's handle and gives it back by its address alone. It
    /// may be older than this allocator.
    c10::DeleterFnPtr raw_deleter() const override { return &giveBack; }

private:
    static void* memoryFor(size_t bytes)
    {
        if (bytes < kSmallest || bytes > std::numeric_limits<size_t>::max() / 2)
            return c10::GetDefaultCPUAllocator()->raw_allocate(bytes);
        if (currentAllowance != nullptr)
            currentAllowance->spend(bytes);
        const size_t wanted = roundedUp(bytes);
        void* const memory = pool().take(wanted);
        return memory != nullptr ? memory : newBlock(wanted);
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

void limitTensorMemory(std::optional<int64_t> bytes)
{
    budget().limit(bytes);
}

void releaseRecycledMemory()
{
    pool().clear();
}

int64_t recycledBytes()
{
    return static_cast<int64_t>(pool().bytes());
}

TensorAllowance::TensorAllowance(int64_t bytes, const Error& excess)
    : m_left(static_cast<size_t>(bytes)), m_excess(excess), m_outer(currentAllowance)
{
    useRecycledMemory();
    currentAllowance = this;
}

TensorAllowance::~TensorAllowance()
{
    currentAllowance = m_outer;
}

void TensorAllowance::spend(size_t bytes)
{
    if (bytes > m_left)
        throw Error(m_excess);
    m_left -= bytes;
}

} // namespace core
