#include "core/nn/recycled_memory.h"
#include "core/nn/tensors.h"

#include <QtTest>

#include <thread>

class RecycledMemoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { core::useRecycledMemory(); }
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

    void threadsMayShareThePool()
    {
        const auto work = [] {
            for (int i = 0; i < 200; ++i) {
                const torch::Tensor tensor = torch::empty({300 + i % 7, 1000});
                tensor[0].fill_(i);
            }
        };
        std::thread other(work);
        work();
        other.join();
        QVERIFY(core::recycledBytes() > 0);
    }
};

QTEST_APPLESS_MAIN(RecycledMemoryTest)
#include "recycled_memory_test.moc"
