#include "core/nn/recycled_memory.h"

#include <torch/torch.h>

#include <QtTest>

#include <thread>

class RecycledMemoryTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { core::releaseRecycledMemory(); }
    void cleanup() { core::releaseRecycledMemory(); }

    void memoryOfATensorThatIsGoneServesTheNext()
    {
        torch::Tensor first = core::recycledTensor({1000, 700});
        const void* memory = first.data_ptr();
        torch::Tensor view = first.narrow(0, 10, 5);
        first.reset();
        QCOMPARE(core::recycledBytes(), int64_t{0}); // the view still uses it
        view.reset();
        QVERIFY(core::recycledBytes() >= 1000 * 700 * 4);
        const torch::Tensor second = core::recycledTensor({690, 1000});
        QCOMPARE(second.data_ptr(), memory);
        QCOMPARE(second.sizes(), at::IntArrayRef({690, 1000}));
        QCOMPARE(core::recycledBytes(), int64_t{0});
    }

    void blocksThatAreFarTooLargeAreLeftAlone()
    {
        core::recycledTensor({5000, 5000});
        const int64_t held = core::recycledBytes();
        const torch::Tensor small = core::recycledTensor({1000, 1000});
        QCOMPARE(core::recycledBytes(), held);
    }

    void smallTensorsAreOrdinaryOnes()
    {
        core::recycledTensor({10, 10});
        QCOMPARE(core::recycledBytes(), int64_t{0});
    }

    void releasedMemoryIsGivenBack()
    {
        core::recycledTensor({2000, 1000});
        QVERIFY(core::recycledBytes() > 0);
        core::releaseRecycledMemory();
        QCOMPARE(core::recycledBytes(), int64_t{0});
    }

    void oneGigabyteIsHeldAtMost()
    {
        {
            std::vector<torch::Tensor> many; // never touched, so they cost no memory
            for (int i = 0; i < 5; ++i)
                many.push_back(core::recycledTensor({80, 1000, 1000}));
        }
        QVERIFY(core::recycledBytes() <= int64_t{1} << 30);
        QVERIFY(core::recycledBytes() >= int64_t{3} * 320'000'000);
    }

    void threadsMayShareThePool()
    {
        const auto work = [] {
            for (int i = 0; i < 200; ++i) {
                const torch::Tensor tensor = core::recycledTensor({300 + i % 7, 1000});
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
