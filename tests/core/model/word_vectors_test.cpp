#include "core/model/word_vectors.h"
#include "core/model/word_vectors/cooccurrences.h"
#include "core/model/word_vectors/word_sampler.h"
#include "core/nn/threads/compute_threads.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <array>
#include <cmath>
#include <map>

using namespace core;

namespace {

constexpr int64_t kWordDimension = 19; // No multiple of a vector's lanes.

/// Four special tokens, then words of different length.
const Strings& words()
{
    static const Strings all{"<pad>", "<unk>", "<bos>", "<eos>", "an",   "island",
                             "is",    "in",    "the",   "sea",   "seas", "landing"};
    return all;
}

/// Three passages in which every word occurs.
Passages passages()
{
    static const std::vector<int32_t> ids{4, 5, 6, 7, 8, 9, 10, 11, 8, 5, 6, 4, 4, 9, 8, 7, 11, 5};
    Passages text;
    text.ids = ids;
    for (const int32_t length : {7, 6, 5}) {
        text.lengths.push_back(length);
        text.offsets.push_back(text.offsets.back() + length);
    }
    return text;
}

std::vector<int64_t> counts()
{
    std::vector<int64_t> all(words().size());
    for (const int32_t id : passages().ids)
        ++all[size_t(id)];
    return all;
}

std::shared_ptr<WordVectorNetwork> madeVectors(const Json& network)
{
    static const std::vector<int64_t> all = counts();
    torch::manual_seed(5);
    ModelSpec spec;
    spec.network = selectionFromJson(network);
    WordVectorContext context;
    context.vocabularySize = int64_t(words().size());
    context.dimension = spec.embedding.dimension = kWordDimension;
    context.word = [](int64_t id) { return std::string_view(words()[size_t(id)]); };
    context.counts = all;
    if (network.at("kind") == "glove")
        context.cooccurrences = std::make_shared<const Cooccurrences>(
            passages(), int64_t(words().size()), 3, 1, Monitor());
    auto vectors = makeWordVectors(spec, context);
    const torch::NoGradGuard noGradient;
    if (network.at("kind") == "glove")
        return vectors;
    vectors->named_parameters()["output"].uniform_(-0.5, 0.5);
    vectors->named_parameters()["input"].mul_(8.0);
    return vectors;
}

const std::vector<int32_t> kItems{0, 1, 2};

double loss(WordVectorNetwork& vectors)
{
    return vectors.measure(passages(), 7, Monitor()).nats;
}

} // namespace

class WordVectorsTest : public QObject {
    Q_OBJECT

private Q_SLOTS:
    void cleanup() { setComputeThreads(1); }

    /// Words that occur 4, 16 and 80 times among 100: p = √(t/f) + t/f with t = 0.01.
    void frequentWordsAreLeftOut()
    {
        const auto keep = keepProbabilities(std::vector<int64_t>{4, 16, 80}, 0.01);
        QCOMPARE(keep[0], 0.75F); // √0.25 + 0.25
        QCOMPARE(keep[1], 0.3125F); // √0.0625 + 0.0625
        QVERIFY(std::abs(double(keep[2]) - (std::sqrt(0.0125) + 0.0125)) < 1e-7);
        QCOMPARE(keepProbabilities(std::vector<int64_t>{1, 9}, 0.0),
                 (std::vector<float>{1.0F, 1.0F}));
    }

    /// Counts 1, 4, 9 and the exponent 0.5 give shares of 1, 2 and 3 sixths.
    void negativesFollowThePowerOfTheirCounts()
    {
        const WordSampler sampler(std::vector<int64_t>{0, 1, 4, 0, 9}, 0.5);
        std::array<int64_t, 5> drawn{};
        SeededNumbers numbers(3);
        constexpr int64_t kDraws = 600000;
        for (int64_t i = 0; i < kDraws; ++i)
            ++drawn[size_t(sampler.draw(numbers))];
        QCOMPARE(drawn[0] + drawn[3], int64_t{0});
        const std::array<std::pair<size_t, double>, 3> expected{{{1, 1e5}, {2, 2e5}, {4, 3e5}}};
        for (const auto& [word, count] : expected) // Five standard deviations.
            QVERIFY(std::abs(double(drawn[word]) - count) < 5.0 * std::sqrt(count));
    }

    void anUpdateFollowsTheGradientOfTheLoss_data()
    {
        addColumn<QString>("kind");
        addColumn<int>("longest");
        addColumn<QString>("table");
        for (const char* kind : {"skip_gram", "cbow"})
            for (const char* table : {"input", "output"})
                for (const int longest : {0, 4})
                    newRow((kind + std::string(table) + std::to_string(longest)).c_str(),
                           QString(kind), longest, QString(table));
    }

    /// The loss of a seed is a function of the tables; its derivatives are measured by central
    /// differences. Input rows get the gradient of their mean undivided, as in fastText, where the
    /// words that share a mean are as many as its rows.
    void anUpdateFollowsTheGradientOfTheLoss()
    {
        QFETCH(QString, kind);
        QFETCH(int, longest);
        QFETCH(QString, table);
        const auto vectors = madeVectors({{"kind", kind.toStdString()},
                                          {"window", 1},
                                          {"negatives", 3},
                                          {"threshold", 0.0},
                                          {"minimum_ngram", 2},
                                          {"maximum_ngram", longest},
                                          {"buckets", 50}});
        torch::Tensor values = vectors->named_parameters()[table.toStdString()];
        const torch::Tensor before = values.clone();
        const torch::Tensor other
            = vectors->named_parameters()[table == "input" ? "output" : "input"].clone();
        constexpr double kRate = 1e-3, kStep = 0.02;
        vectors->learn(passages(), kItems, 7, kRate);
        const torch::Tensor moved = (values - before).to(torch::kDouble);
        const torch::NoGradGuard noGradient;
        vectors->named_parameters()[table == "input" ? "output" : "input"].copy_(other);
        values.copy_(before);
        const bool divided = table == "input" && (longest > 0 || kind == "cbow");
        double greatest = 0.0, along = 0.0, squares = 0.0, slopes = 0.0;
        for (const int64_t row : {5, 8, 9, 11})
            for (int64_t column = 0; column < kWordDimension; column += 3) {
                const auto at = [&](double change) {
                    values.copy_(before);
                    values[row][column] += change;
                    return loss(*vectors);
                };
                const double slope = (at(kStep) - at(-kStep)) / (2.0 * kStep);
                const double step = moved[row][column].item<double>() / -kRate;
                greatest = std::max(greatest, std::abs(slope - step));
                along += slope * step;
                squares += step * step;
                slopes += slope * slope;
            }
        QVERIFY(squares > 0.01);
        if (!divided) {
            QVERIFY2(greatest < 5e-3, qPrintable(QString::number(greatest)));
            return;
        }
        // Each part of a row's step is its part of the gradient times the rows of a mean.
        QVERIFY2(along / std::sqrt(squares * slopes) > 0.9, qPrintable(QString::number(along)));
        QVERIFY(squares > 1.2 * slopes);
    }

    /// "a b a c" within two words: ab at distances 1 and 1, aa at 2, counted in both orders, ac at
    /// 1, bc at 2.
    void pairsCountByTheInverseOfTheirDistance()
    {
        const std::vector<int32_t> ids{4, 5, 4, 6};
        Passages text;
        text.ids = ids;
        text.lengths = {4};
        text.offsets = {0, 4};
        const Cooccurrences pairs(text, 7, 2, 3, Monitor());
        std::map<std::pair<int32_t, int32_t>, float> found;
        for (const Cooccurrence& each : pairs.block(0))
            found[{each.first, each.second}] = each.weight;
        const std::map<std::pair<int32_t, int32_t>, float> expected{
            {{4, 4}, 1.0F}, {{4, 5}, 2.0F}, {{4, 6}, 1.0F}, {{5, 6}, 0.5F}};
        QCOMPARE(found, expected);
        QCOMPARE(pairs.lengths(), (std::vector<int32_t>{4}));
    }

    /// Pairs of rare words are sorted and summed up in parts, which must not show.
    void countsDoNotDependOnHowTheyAreSummedUp()
    {
        std::vector<int32_t> ids;
        for (int32_t i = 0; i < 3000; ++i)
            ids.push_back(2040 + (i * 7 + i / 11) % 20); // On both sides of the square's border.
        Passages text;
        text.ids = ids;
        text.lengths = {3000};
        text.offsets = {0, 3000};
        std::map<std::pair<int32_t, int32_t>, double> expected;
        for (size_t place = 0; place < ids.size(); ++place)
            for (size_t distance = 1; distance <= std::min<size_t>(place, 4); ++distance) {
                const auto pair = std::minmax(ids[place], ids[place - distance]);
                expected[pair] += (pair.first == pair.second ? 2.0 : 1.0) / double(distance);
            }
        const Cooccurrences pairs(text, 2100, 4, 3, Monitor());
        QCOMPARE(pairs.count(), int64_t(expected.size()));
        for (const Cooccurrence& each : pairs.block(0))
            QVERIFY(std::abs(double(each.weight) / expected.at({each.first, each.second}) - 1.0)
                    < 1e-5);
    }

    /// One update against the equations of the paper and of the reference program in double
    /// precision: all gradients from the rows as they were, then AdaGrad pair by pair.
    void gloveFollowsItsEquations()
    {
        const auto vectors = madeVectors({{"kind", "glove"}, {"maximum_count", 2.0}});
        const auto table = [&](const char* name) {
            return vectors->named_parameters()[name].to(torch::kDouble).clone();
        };
        torch::Tensor input = table("input"), output = table("output");
        const torch::Tensor inputBefore = input.clone(), outputBefore = output.clone();
        torch::Tensor inputSquares = torch::ones_like(input),
                      outputSquares = torch::ones_like(input);
        const Cooccurrences pairs(passages(), int64_t(words().size()), 3, 1, Monitor());
        constexpr double kRate = 0.05;
        double loss = 0.0;
        for (const Cooccurrence& pair : pairs.block(0))
            for (const auto& [row, column] :
                 {std::pair(pair.first, pair.second), std::pair(pair.second, pair.first)}) {
                const torch::Tensor w = inputBefore[row], c = outputBefore[column];
                const auto size = kWordDimension;
                const double error = w.slice(0, 0, size).dot(c.slice(0, 0, size)).item<double>()
                    + w[size].item<double>() + c[size].item<double>() - std::log(pair.weight);
                const double weight = std::min(1.0, std::pow(double(pair.weight) / 2.0, 0.75));
                loss += 0.5 * weight * error * error;
                const auto step = [&](torch::Tensor& values, torch::Tensor& squares, int64_t at,
                                      const torch::Tensor& other) {
                    torch::Tensor gradient = weight * error * other;
                    gradient[size] = weight * error;
                    values[at] -= kRate * gradient / squares[at].sqrt();
                    squares[at] += gradient * gradient;
                };
                step(input, inputSquares, row, c);
                step(output, outputSquares, column, w);
            }
        const PredictionSums sums = vectors->learn(passages(), std::vector<int32_t>{0}, 1, kRate);
        QCOMPARE(sums.predictions, 2 * pairs.count());
        QVERIFY(std::abs(sums.nats / loss - 1.0) < 1e-5);
        QVERIFY(torch::allclose(table("input"), input, 1e-5, 1e-6));
        QVERIFY(torch::allclose(table("output"), output, 1e-5, 1e-6));
        QVERIFY(torch::allclose(vectors->state()[0].second.to(torch::kDouble), inputSquares, 1e-5,
                                1e-6));
        QVERIFY(torch::allclose(vectors->vectors().to(torch::kDouble),
                                (input + output).slice(1, 0, kWordDimension), 1e-4, 1e-6));
    }

    void theNumberOfThreadsChangesNothing_data()
    {
        addColumn<QString>("kind");
        newRow("skip-gram", QStringLiteral("skip_gram"));
        newRow("CBOW", QStringLiteral("cbow"));
        newRow("GloVe", QStringLiteral("glove"));
    }

    void theNumberOfThreadsChangesNothing()
    {
        QFETCH(QString, kind);
        // Passages of more words than are predicted together.
        std::vector<int32_t> ids;
        for (int32_t i = 0; i < 1500; ++i)
            ids.push_back(4 + (i * i + i / 7) % 8);
        Passages text;
        text.ids = ids;
        for (const int32_t length : {700, 500, 300}) {
            text.lengths.push_back(length);
            text.offsets.push_back(text.offsets.back() + length);
        }
        const auto learnt = [&](int threads) {
            setComputeThreads(threads);
            Json network = {{"kind", kind.toStdString()}};
            if (kind != u"glove")
                network["buckets"] = 100;
            const auto vectors = madeVectors(network);
            PredictionSums sums;
            for (uint64_t seed = 1; seed < 4; ++seed)
                sums = vectors->learn(text, kind == u"glove" ? std::vector<int32_t>{0} : kItems,
                                      seed, 0.05);
            return std::pair(sums.nats, vectors->vectors().clone());
        };
        const auto [nats, alone] = learnt(1);
        QVERIFY(std::isfinite(nats));
        for (const int threads : {2, 3, 5}) {
            const auto [others, together] = learnt(threads);
            QCOMPARE(others, nats);
            QVERIFY(torch::equal(together, alone));
        }
    }

    void anUnseenWordHasTheMeanOfItsKnownParts()
    {
        const auto vectors = madeVectors({{"kind", "skip_gram"},
                                          {"minimum_ngram", 4},
                                          {"maximum_ngram", 4},
                                          {"buckets", 100000}});
        // Parts of "islands": <isl isla slan land ands nds>; of "island": <isl isla slan land and>;
        // of "landing": <lan land andi ndin ding ing>.
        const torch::Tensor input = vectors->named_parameters()["input"];
        const torch::Tensor island = vectors->vectors()[5]; // Mean of its row and of 5 parts.
        const torch::Tensor unseen = vectors->unseenVector("islands"); // It has 4 of those parts.
        QVERIFY(unseen.defined());
        const int64_t first = int64_t(words().size());
        const torch::Tensor parts = input.slice(0, first + 1, first + 6); // Behind <an>.
        QVERIFY(torch::allclose(parts.slice(0, 0, 4).mean(0), unseen, 1e-5, 1e-6));
        QVERIFY(torch::allclose((parts.sum(0) + input[5]) / 6, island, 1e-5, 1e-6));
        QVERIFY(!vectors->unseenVector("xyz").defined());
        QVERIFY(!madeVectors({{"kind", "cbow"}, {"maximum_ngram", 0}})
                     ->unseenVector("islands")
                     .defined());
    }

    void repeatedUpdatesLowerTheLoss()
    {
        for (const char* kind : {"skip_gram", "cbow"}) {
            const auto vectors
                = madeVectors({{"kind", kind}, {"threshold", 0.0}, {"buckets", 100}});
            const double before = loss(*vectors);
            for (uint64_t seed = 100; seed < 160; ++seed)
                vectors->learn(passages(), kItems, seed, 0.05);
            QVERIFY(loss(*vectors) < 0.9 * before);
        }
    }

    void wrongSizesOfPartsAreRefused()
    {
        const Failure failure = support::failureOf([] {
            madeVectors({{"kind", "cbow"}, {"minimum_ngram", 5}, {"maximum_ngram", 3}});
        });
        QCOMPARE(failure.code, ErrorCode::BadSetting);
        QVERIFY(failure.sentence().find("maximum_ngram") != std::string::npos);
    }
};

UNROLL_TEST(WordVectorsTest, QCoreApplication)
#include "word_vectors_test.moc"
