#include "core/nn/memory/recycled_memory.h"
#include "core/nn/tensors.h"
#include "tests/support/test_case.h"

#include <c10/core/CPUAllocator.h>

#include <deque>
#include <thread>

class RecycledMemoryTest : public QObject {
    Q_OBJECT

    static constexpr int64_t kLarge = 5'000'000;
    void* m_older = nullptr; ///< Memory of LibTorch's own allocator.

private Q_SLOTS:
    void initTestCase()
    {
        m_older = c10::GetCPUAllocator()->raw_allocate(kLarge);
        core::useRecycledMemory();
    }
    void init() { core::releaseRecycledMemory(); }
    void cleanup() { core::releaseRecycledMemory(); }

    void memoryOfATensorThatIsGoneServesTheNext()
    {
        torch::Tensor first = torch::empty({1000, 700});
        const void* memory = first.data_ptr();
        torch::Tensor view = first.narrow(0, 10, 5);
        first.reset();
        QCOMPARE(core::recycledBytes(), int64_t{0}); // the view still uses it
        view.reset();
        QVERIFY(core::recycledBytes() >= 1000 * 700 * 4);
        const torch::Tensor second = torch::empty({690, 1000});
        QCOMPARE(second.data_ptr(), memory);
        QCOMPARE(second.sizes(), at::IntArrayRef({690, 1000}));
        QCOMPARE(core::recycledBytes(), int64_t{0});
    }

    void tensorsOfLibTorchItselfShareIt()
    {
        const torch::Tensor ones = torch::ones({1000, 700});
        torch::Tensor sum = ones + ones;
        const void* memory = sum.data_ptr();
        sum.reset();
        const torch::Tensor product = ones * 3.0;
        QCOMPARE(product.data_ptr(), memory);
        QCOMPARE(product.sum().item<double>(), 2100000.0);
    }

    void blocksThatAreFarTooLargeAreLeftAlone()
    {
        torch::empty({5000, 5000});
        const int64_t held = core::recycledBytes();
        const torch::Tensor small = torch::empty({1000, 1000});
        QCOMPARE(core::recycledBytes(), held);
    }

    void smallTensorsAreOrdinaryOnes()
    {
        torch::empty({10, 10});
        QCOMPARE(core::recycledBytes(), int64_t{0});
    }

    void releasedMemoryIsGivenBack()
    {
        torch::empty({2000, 1000});
        QVERIFY(core::recycledBytes() > 0);
        core::releaseRecycledMemory();
        QCOMPARE(core::recycledBytes(), int64_t{0});
    }

    void oneGigabyteIsHeldAtMost()
    {
        {
            std::vector<torch::Tensor> many; // never touched, so they cost no memory
            for (int i = 0; i < 5; ++i)
                many.push_back(torch::empty({80, 1000, 1000}));
        }
        QVERIFY(core::recycledBytes() <= int64_t{1} << 30);
        QVERIFY(core::recycledBytes() >= int64_t{3} * 320'000'000);
    }

    /// oneDNN does so, which computes convolutions.
    void memoryMayBeGivenBackByItsAddressAlone()
    {
        c10::Allocator& allocator = *c10::GetCPUAllocator();
        void* const large = allocator.raw_allocate(kLarge);
        allocator.raw_deallocate(large);
        QVERIFY(core::recycledBytes() >= kLarge);
        QCOMPARE(torch::empty({kLarge}, torch::kUInt8).data_ptr(), large);
        const int64_t held = core::recycledBytes();
        allocator.raw_deallocate(allocator.raw_allocate(1000));
        allocator.raw_deallocate(allocator.raw_allocate(0));
        allocator.raw_deallocate(m_older);
        QCOMPARE(core::recycledBytes(), held);
    }

    void convolutionsComputeAndLearn()
    {
        const torch::Tensor texts = torch::randn({16, 50, 400});
        const torch::Tensor filters = torch::randn({20, 50, 3}).requires_grad_();
        for (int update = 0; update < 3; ++update)
            torch::conv1d(texts, filters).sum().backward();
        const torch::Tensor whole = texts.sum(0); // [50, 400]
        const double expected = 3.0 * whole[7].narrow(0, 1, 398).sum().item<double>();
        QVERIFY(std::abs(filters.grad()[3][7][1].item<double>() - expected)
                < 1e-3 * (1.0 + std::abs(expected)));
    }

    /// Blocks that two threads take and give back at once are never in two hands.
    void threadsMayShareThePool()
    {
        const auto work = [](float own, int& wrong) {
            std::deque<torch::Tensor> held;
            for (int i = 0; i < 400; ++i) {
                held.push_back(torch::full({300 + i % 7, 300}, own));
                if (held.size() <= 4)
                    continue;
                const torch::Tensor oldest = held.front();
                held.pop_front();
                wrong += oldest.eq(own).all().item<bool>() ? 0 : 1;
            }
        };
        int wrongHere = 0, wrongThere = 0;
        std::thread other(work, 2.0F, std::ref(wrongThere));
        work(1.0F, wrongHere);
        other.join();
        QCOMPARE(wrongHere, 0);
        QCOMPARE(wrongThere, 0);
        QVERIFY(core::recycledBytes() > 0);
    }
};

UNROLL_TEST(RecycledMemoryTest, QCoreApplication)
#include "recycled_memory_test.moc"
