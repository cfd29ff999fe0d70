#include "core/base/json.h"
#include "core/baseline/logistic_regression.h"
#include "core/baseline/naive_bayes.h"
#include "tests/parity/python.h"
#include "tests/support/test_case.h"

#include <fstream>
#include <random>

using core::Json;

namespace {

/// Texts of tokens whose frequencies depend on the class.
struct ParityTexts {
    std::string name;
    int64_t classes = 2, columns = 30;
    size_t train = 60, test = 20;
};

const std::vector<ParityTexts> kParityTexts{{"two_classes", 2, 30, 60, 20},
                                            {"four_classes", 4, 50, 120, 30},
                                            {"more_words_than_texts", 3, 400, 40, 15},
                                            {"long_texts", 2, 80, 300, 50}};

struct DrawnTexts {
    std::vector<std::vector<int32_t>> ids;
    std::vector<int32_t> labels;
    std::vector<double> numbers;

    DrawnTexts(const ParityTexts& like, size_t count, uint32_t seed)
    {
        std::mt19937 random(seed);
        for (size_t row = 0; row < count; ++row) {
            labels.push_back(static_cast<int32_t>(row) % static_cast<int32_t>(like.classes));
            numbers.push_back(labels.back() + double(random() % 100) / 100.0);
            std::vector<int32_t>& text = ids.emplace_back();
            const size_t length
                = row == 3 ? 0 : 2 + random() % (like.name == "long_texts" ? 120 : 12);
            while (text.size() < length) {
                const auto columns = uint32_t(like.columns);
                const uint32_t token = std::min(random() % columns, random() % columns);
                text.push_back(random() % 3 == 0
                                   ? int32_t(token / 4 * 4 + uint32_t(labels.back()) % 4)
                                       % int32_t(columns)
                                   : int32_t(token));
            }
        }
    }
    core::SparseRows counts(int64_t columns) const
    {
        core::TokenRowCounter counter(columns, 0);
        for (const std::vector<int32_t>& text : ids)
            counter.add(text);
        return counter.finished();
    }
};

/// What our methods say of the test texts.
Json answersOn(const core::SparseRows& train, const core::SparseRows& test, const DrawnTexts& texts,
               int64_t classes)
{
    const core::NaiveBayes bayes(train, texts.labels, classes);
    const core::LogisticRegression regression(train, texts.labels, classes, core::Monitor());
    const core::RidgeRegression ridge(train, texts.numbers, core::Monitor());
    Json answers;
    for (int64_t row = 0; row < test.count(); ++row) {
        answers["bayes"].push_back(bayes.logProbabilities(test, row));
        answers["regression"].push_back(regression.logProbabilities(test, row));
        answers["ridge"].push_back(ridge.predicted(test, row));
    }
    for (int64_t label = 0; label < classes; ++label) {
        const auto logs = bayes.logLikelihoods(label);
        answers["words"].push_back(std::vector<double>(logs.begin(), logs.end()));
    }
    return answers;
}

Json dense(const core::SparseRows& rows)
{
    Json all = Json::array();
    for (int64_t row = 0; row < rows.count(); ++row) {
        std::vector<double> values(size_t(rows.columnCount));
        rows.addRow(row, 1.0, values);
        all.push_back(values);
    }
    return all;
}

} // namespace

class BaselineParityTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void agreesWithScikitLearn()
    {
        parity::compareInPython(
            UNROLL_PARITY_SCRIPTS "/baseline_parity.py", kParityTexts,
            [](const ParityTexts& each, const std::filesystem::path& path) {
                const DrawnTexts train(each, each.train, 1), test(each, each.test, 2);
                const core::SparseRows counts = train.counts(each.columns);
                const core::SparseRows testCounts = test.counts(each.columns);
                const std::vector<double> idf = core::inverseDocumentFrequencies(counts);
                const core::SparseRows weighted = core::tfIdf(counts, idf);
                const core::SparseRows testWeighted = core::tfIdf(testCounts, idf);
                std::ofstream(path)
                    << Json{{"columns", each.columns},
                            {"train", train.ids},
                            {"test", test.ids},
                            {"labels", train.labels},
                            {"numbers", train.numbers},
                            {"tf_idf_values", dense(testWeighted)},
                            {"counts", answersOn(counts, testCounts, train, each.classes)},
                            {"tf_idf", answersOn(weighted, testWeighted, train, each.classes)}};
            },
            u"sklearn"_s);
    }
};

UNROLL_TEST(BaselineParityTest, QCoreApplication)
#include "baseline_parity_test.moc"
