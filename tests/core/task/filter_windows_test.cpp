#include "core/base/error.h"
#include "core/probe/windows/filter_windows.h"
#include "tests/core/task/opened_classifier.h"
#include "tests/support/test_case.h"

using namespace core;

namespace {

constexpr int64_t kFilters = 3;
const Json kCnn = {{"kind", "cnn"}, {"widths", {2, 3}}, {"filters", kFilters}, {"dropout", 0.5}};

/// A network of two widths, with numbers to compute by hand from.
class Convolved : public probed::OpenedClassifier {
public:
    explicit Convolved(const Json& options = kCnn) : OpenedClassifier(options) { }

    torch::Tensor value(const std::string& name) const
    {
        return network->named_parameters()[name].detach();
    }
    /// b + W [e_t; ...; e_{t+w-1}] of a filter, one number after another; beyond the text, zeros.
    double response(const std::vector<int32_t>& ids, int64_t filter, size_t first) const
    {
        const std::string name = "encoder.convolutions." + std::to_string(filter / kFilters);
        const torch::Tensor weight = value(name + ".weight")[filter % kFilters]; // [size, width]
        double sum = value(name + ".bias")[filter % kFilters].item<double>();
        for (int64_t j = 0; j < weight.size(1); ++j)
            for (int64_t d = 0; d < weight.size(0); ++d)
                if (const size_t at = first + static_cast<size_t>(j); at < ids.size())
                    sum += weight[d][j].item<double>()
                        * value("encoder.embedding.weight")[ids[at]][d].item<double>();
        return sum;
    }
    /// The place and the value of the best window.
    std::pair<int64_t, double> best(const std::vector<int32_t>& ids, int64_t filter) const
    {
        const size_t width = filter < kFilters ? 2 : 3;
        std::pair<int64_t, double> found{0, response(ids, filter, 0)};
        for (size_t first = 1; first + width <= ids.size(); ++first)
            if (const double now = response(ids, filter, first); now > found.second)
                found = {static_cast<int64_t>(first), now};
        return found;
    }
    std::vector<int32_t> ids(const std::string& text) const
    {
        return pipeline->ids(std::vector{text}, Monitor()).front();
    }
};

} // namespace

class FilterWindowsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void theWindowWithTheLargestValueWins_data()
    {
        addColumn<QString>("text");
        for (const char* text : {"a good film", "good", "a bad bad film and a good story", ""})
            newRow(*text == '\0' ? "nothing" : text, text);
    }
    void theWindowWithTheLargestValueWins()
    {
        QFETCH(QString, text);
        Convolved convolved;
        const FilterWindows found
            = convolved.live.ask(AskFilterWindows{{.text = text.toStdString()}});
        const std::vector<int32_t> ids = convolved.ids(text.toStdString());
        QCOMPARE(found.filters.size(), size_t{2 * kFilters});
        QCOMPARE(found.tokens.size(), ids.size());
        for (const FilterWindow& each : found.filters) {
            const auto [first, value] = convolved.best(ids, each.filter);
            QCOMPARE(each.first, first);
            QCOMPARE(each.width, int64_t{each.filter < kFilters ? 2 : 3});
            QVERIFY(std::abs(each.value - std::max(value, 0.0)) < 1e-5);
        }
        QCOMPARE(found.step, int64_t{41});
    }

    void sharesAddUpToTheOutput()
    {
        Convolved convolved;
        const FilterWindows found
            = convolved.live.ask(AskFilterWindows{{.text = "a good film and a bad story"}});
        QVERIFY(found.exact);
        const std::vector<std::vector<int32_t>> ids{convolved.ids(found.text)};
        const std::vector<size_t> rows{0};
        const SequenceBatch batch = sequenceBatch(ids, rows, torch::kCPU);
        const torch::Tensor scores = convolved.network->forward(batch)[0];
        QCOMPARE(std::ssize(found.outputs), scores.size(0));
        for (int64_t output = 0; output < scores.size(0); ++output) {
            double sum = convolved.value("head.output.bias")[output].item<double>();
            for (const FilterWindow& each : found.filters)
                sum += each.shares[size_t(output)];
            QVERIFY(std::abs(sum - scores[output].item<double>()) < 1e-5);
        }
        QCOMPARE(found.predicted, scores.argmax().item<int64_t>());
    }

    void windowsOfTheDataAreRankedAndCounted()
    {
        Convolved convolved;
        const std::vector<std::string> texts{"a good film", "a bad film", "good", "a good film",
                                             "the story is bad and the film is good"};
        for (int64_t filter = 0; filter < 2 * kFilters; ++filter) {
            AskStrongestWindows question{.filter = filter, .count = 2};
            question.sentences = texts;
            const StrongestWindows found = convolved.live.ask(question);
            std::map<std::string, std::pair<double, int64_t>> expected;
            int64_t silent = 0;
            for (const std::string& text : texts) {
                const auto [first, value] = convolved.best(convolved.ids(text), filter);
                if (value <= 0.0) {
                    ++silent;
                    continue;
                }
                const FilterWindows own = convolved.live.ask(AskFilterWindows{{.text = text}});
                auto& [most, count] = expected[own.words(own.filters[size_t(filter)])];
                most = std::max(most, value);
                ++count;
            }
            QCOMPARE(found.silent, silent);
            QCOMPARE(found.read, std::ssize(texts));
            QCOMPARE(found.windows.size(), std::min(expected.size(), size_t{2}));
            for (const StrongWindow& each : found.windows) {
                QVERIFY(std::abs(each.value - expected.at(each.words).first) < 1e-5);
                QCOMPARE(each.texts, expected.at(each.words).second);
                expected.erase(each.words);
            }
            for (const auto& [words, rest] : expected)
                QVERIFY(rest.first <= found.windows.back().value + 1e-5);
        }
    }

    void otherNetworksAreRefused()
    {
        Convolved recurrent(Json{{"kind", "rnn"}, {"hidden_size", 4}});
        QVERIFY_THROWS_EXCEPTION(Error, recurrent.live.ask(AskFilterWindows{{.text = "good"}}));
        Convolved convolved;
        AskStrongestWindows beyond{.filter = 2 * kFilters};
        beyond.sentences = {"good"};
        QVERIFY_THROWS_EXCEPTION(Error, convolved.live.ask(beyond));
    }
};

UNROLL_TEST(FilterWindowsTest, QCoreApplication)
#include "filter_windows_test.moc"
