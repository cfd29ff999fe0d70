#include "core/nn/layers/crf.h"

#include "core/base/error.h"
#include "core/nn/tensors.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/support/rounding.h"
#include "tests/support/test_case.h"

namespace {

constexpr float kInfinite = std::numeric_limits<float>::infinity();
constexpr int64_t kTags = 3;

/// Texts of 1, 4, 2, 5 and 3 tokens with random scores of some size.
struct Example {
    explicit Example(double size = 1.0, torch::ScalarType type = torch::kFloat32)
        : emissions(torch::randn({15, kTags}, type) * size)
        , labels(torch::randint(kTags, {15}, torch::kInt64))
        , scores{torch::randn({kTags, kTags}, type) * size, torch::randn({kTags}, type) * size,
                 torch::randn({kTags}, type) * size}
    {
    }

    std::vector<torch::Tensor*> all()
    {
        return {&emissions, &scores.transitions, &scores.start, &scores.end};
    }

    std::vector<int64_t> offsets{0, 1, 5, 7, 12, 15};
    torch::Tensor emissions, labels;
    core::CrfScores scores;
};

using Path = std::pair<double, std::vector<int64_t>>;

/// Every path through one text with its score, best first.
std::vector<Path> allPaths(const Example& example, size_t text)
{
    const core::PlainCrf crf(example.scores);
    const int64_t first = example.offsets[text], tokens = example.offsets[text + 1] - first;
    const float* emissions = example.emissions.data_ptr<float>() + first * kTags;
    std::vector<Path> paths;
    for (int64_t number = 0; number < std::lround(std::pow(kTags, tokens)); ++number) {
        std::vector<int64_t> tags;
        for (int64_t rest = number; static_cast<int64_t>(tags.size()) < tokens; rest /= kTags)
            tags.push_back(rest % kTags);
        paths.emplace_back(core::crfPathScore(crf.weights(), emissions, tags.data(), tokens), tags);
    }
    std::sort(paths.rbegin(), paths.rend());
    return paths;
}

double logSum(const std::vector<Path>& paths)
{
    double sum = 0.0;
    for (const Path& path : paths)
        sum += std::exp(path.first - paths.front().first);
    return paths.front().first + std::log(sum);
}

torch::Tensor crfLoss(const Example& example)
{
    return core::crfLoss(example.emissions, example.labels, example.offsets, example.scores);
}

} // namespace

/// The linear-chain CRF beside the enumeration of all paths, and its gradients beside LibTorch's.
class CrfTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void init() { torch::manual_seed(5); }
    void cleanup() { core::setComputeThreads(1); }

    void lossIsThatOfAllPaths()
    {
        const Example example;
        const core::PlainCrf crf(example.scores);
        double expected = 0.0;
        for (size_t text = 0; text < 5; ++text) {
            const int64_t first = example.offsets[text];
            expected += logSum(allPaths(example, text))
                - core::crfPathScore(crf.weights(),
                                     example.emissions.data_ptr<float>() + first * kTags,
                                     example.labels.data_ptr<int64_t>() + first,
                                     example.offsets[text + 1] - first);
        }
        QVERIFY(std::abs(crfLoss(example).item<double>() - expected) < 1e-5);
        torch::NoGradGuard none;
        QVERIFY(std::abs(crfLoss(example).item<double>() - expected) < 1e-5);
    }

    void valuesAndGradientsAreThoseOfLibTorch_data()
    {
        addColumns<double, int>("size", "threads");
        newRow("small", 0.5, 1);
        newRow("large", 20.0, 1);
        newRow("two threads", 2.0, 2);
    }
    void valuesAndGradientsAreThoseOfLibTorch()
    {
        QFETCH(double, size);
        QFETCH(int, threads);
        core::setComputeThreads(threads);
        Example quick(size), exact = quick;
        for (torch::Tensor* tensor : exact.all())
            *tensor = tensor->detach().to(torch::kFloat64).set_requires_grad(true);
        for (torch::Tensor* tensor : quick.all())
            tensor->set_requires_grad(true);
        const torch::Tensor loss = crfLoss(quick);
        (loss * 0.25).backward();
        const torch::Tensor expected = crfLoss(exact);
        (expected * 0.25).backward();
        QVERIFY(rounding::agree(loss, expected, rounding::kLayer));
        for (size_t i = 0; i < 4; ++i)
            QVERIFY(
                rounding::agree(quick.all()[i]->grad(), exact.all()[i]->grad(), rounding::kSum));
    }

    void theEquationsHaveTheGradientsOfFiniteDifferences()
    {
        Example example(1.0, torch::kFloat64);
        for (torch::Tensor* tensor : example.all())
            tensor->set_requires_grad(true);
        crfLoss(example).backward();
        torch::NoGradGuard none;
        constexpr double kStep = 1e-5;
        for (torch::Tensor* tensor : example.all())
            for (int64_t i = 0; i < tensor->numel(); ++i) {
                double* value = tensor->data_ptr<double>() + i;
                const double before = *value;
                *value = before + kStep;
                const double more = crfLoss(example).item<double>();
                *value = before - kStep;
                const double less = crfLoss(example).item<double>();
                *value = before;
                const double slope = tensor->grad().flatten()[i].item<double>();
                QVERIFY(std::abs((more - less) / (2 * kStep) - slope) < 1e-7);
            }
    }

    void marginalsAreThoseOfAllPaths()
    {
        const Example example(2.0);
        const torch::Tensor marginals
            = core::crfMarginals(example.emissions, example.offsets, example.scores);
        for (size_t text = 0; text < 5; ++text) {
            const std::vector<Path> paths = allPaths(example, text);
            const double total = logSum(paths);
            const int64_t first = example.offsets[text];
            torch::Tensor expected
                = torch::zeros({example.offsets[text + 1] - first, kTags}, torch::kFloat64);
            for (const auto& [score, tags] : paths)
                for (size_t token = 0; token < tags.size(); ++token)
                    expected[static_cast<int64_t>(token)][tags[token]] += std::exp(score - total);
            QVERIFY(rounding::agree(marginals.slice(0, first, example.offsets[text + 1]), expected,
                                    rounding::kSum));
        }
    }

    void bestPathsAreTheFirstOfAll()
    {
        const Example example;
        const core::PlainCrf crf(example.scores);
        const torch::Tensor best
            = core::crfBestTags(example.emissions, example.offsets, example.scores);
        for (size_t text = 0; text < 5; ++text) {
            const std::vector<Path> paths = allPaths(example, text);
            const int64_t first = example.offsets[text], tokens = example.offsets[text + 1] - first;
            for (int64_t token = 0; token < tokens; ++token)
                QCOMPARE(best[first + token].item<int64_t>(),
                         paths[0].second[static_cast<size_t>(token)]);
            const core::CrfPaths found = core::crfPaths(
                crf.weights(), example.emissions.data_ptr<float>() + first * kTags, tokens, 7);
            QCOMPARE(found.best.size(), std::min<size_t>(7, paths.size()));
            for (size_t rank = 0; rank < found.best.size(); ++rank) {
                QVERIFY(std::abs(found.best[rank].score - paths[rank].first) < 1e-5);
                QVERIFY(std::equal(found.best[rank].tags.begin(), found.best[rank].tags.end(),
                                   paths[rank].second.begin(), paths[rank].second.end()));
            }
            QCOMPARE(found.backPointers[0], -1);
            QCOMPARE(found.scores.size(), static_cast<size_t>(tokens * kTags));
        }
    }

    void forbiddenMovesAreNeverTakenAndGetNoGradient()
    {
        Example example;
        example.labels.zero_();
        const auto forbidden = torch::zeros({kTags, kTags}, torch::kBool);
        forbidden[1][2] = true;
        forbidden[2][2] = true;
        torch::Tensor learned = example.scores.transitions.clone().set_requires_grad(true);
        example.emissions.select(1, 2).add_(5.0); // Tag 2 would be taken everywhere.
        example.scores.transitions = learned.masked_fill(forbidden, -kInfinite);
        const torch::Tensor best
            = core::crfBestTags(example.emissions, example.offsets, example.scores);
        for (size_t text = 0; text < 5; ++text)
            for (int64_t row = example.offsets[text] + 1; row < example.offsets[text + 1]; ++row)
                QVERIFY(!forbidden[best[row - 1].item<int64_t>()][best[row].item<int64_t>()]
                             .item<bool>());
        const torch::Tensor loss = crfLoss(example);
        QVERIFY(std::isfinite(loss.item<double>()));
        loss.backward();
        QVERIFY(learned.grad().isfinite().all().item<bool>());
        QCOMPARE(learned.grad()[1][2].item<float>(), 0.0F);
        QVERIFY(learned.grad()[0][2].item<float>() > 0.0F);
        example.labels.fill_(2);
        QCOMPARE(crfLoss(example).item<float>(), kInfinite);
    }

    void farApartScoresStayFinite()
    {
        Example example(200.0);
        for (torch::Tensor* tensor : example.all())
            tensor->set_requires_grad(true);
        const torch::Tensor loss = crfLoss(example);
        loss.backward();
        QVERIFY(std::isfinite(loss.item<double>()) && loss.item<double>() > 0.0);
        for (torch::Tensor* tensor : example.all())
            QVERIFY(tensor->grad().isfinite().all().item<bool>());
    }

    void notANumberStaysOne()
    {
        Example example;
        example.emissions[3][1] = std::numeric_limits<float>::quiet_NaN();
        QVERIFY(std::isnan(crfLoss(example).item<float>()));
    }

    void labelsThatAreNoTagsAreRefused()
    {
        Example example;
        example.labels[4] = kTags;
        QVERIFY_EXCEPTION_THROWN(crfLoss(example), core::Error);
    }
};

UNROLL_TEST(CrfTest, QCoreApplication)
#include "crf_test.moc"
