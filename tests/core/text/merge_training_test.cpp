#include "core/text/pieces/merge_training.h"
#include "tests/support/test_case.h"

#include <map>
#include <random>

using core::CountedWord;
using core::PiecePair;

namespace {

std::string together(const std::string& left, const std::string& right)
{
    return left + right;
}

/// Counts all pairs anew for each merge, which is slow and plain.
std::vector<PiecePair> mergesByCounting(std::vector<CountedWord> words,
                                        std::vector<std::string>& pieces, size_t largest)
{
    std::vector<PiecePair> merges;
    while (pieces.size() < largest) {
        std::map<PiecePair, int64_t> counts;
        for (const CountedWord& word : words)
            for (size_t i = 0; i + 1 < word.pieces.size(); ++i)
                counts[{word.pieces[i], word.pieces[i + 1]}] += word.count;
        PiecePair best;
        int64_t most = 0;
        for (const auto& [pair, count] : counts)
            if (count > most) {
                best = pair;
                most = count;
            }
        if (most == 0)
            break;
        const std::string text = together(pieces[size_t(best.first)], pieces[size_t(best.second)]);
        const auto known = std::find(pieces.begin(), pieces.end(), text);
        const auto id = static_cast<int32_t>(known - pieces.begin());
        if (known == pieces.end())
            pieces.push_back(text);
        for (CountedWord& word : words)
            for (size_t i = 0; i + 1 < word.pieces.size(); ++i)
                if (PiecePair(word.pieces[i], word.pieces[i + 1]) == best) {
                    word.pieces[i] = id;
                    word.pieces.erase(word.pieces.begin() + std::ptrdiff_t(i) + 1);
                }
        merges.push_back(best);
    }
    return merges;
}

} // namespace

/// The quick way to learn merges against the plain one.
class MergeTrainingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void mergesAreThoseOfPlainCounting()
    {
        std::mt19937 random(5);
        const auto below = [&](int end) { return static_cast<int>(random() % unsigned(end)); };
        for (int round = 0; round < 60; ++round) {
            const std::vector<std::string> alphabet = {"a", "b", "c", "d"};
            std::vector<CountedWord> words;
            for (int i = 0; i < 25; ++i) {
                CountedWord& word = words.emplace_back();
                word.count = 1 + below(6);
                for (int length = 1 + below(12); length > 0; --length)
                    word.pieces.push_back(below(2 + round % 3));
            }
            std::vector<std::string> ours = alphabet, theirs = alphabet;
            const auto merges = core::learnMerges(words, ours, {60, 1}, together, {});
            QCOMPARE(merges, mergesByCounting(words, theirs, 60));
            QCOMPARE(ours, theirs);
            QVERIFY(merges.size() > 5);
        }
    }
};

UNROLL_TEST(MergeTrainingTest, QCoreApplication)
#include "merge_training_test.moc"
