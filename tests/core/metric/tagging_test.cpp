#include "core/metric/tag_scheme.h"
#include "core/metric/tagging.h"
#include "tests/support/test_case.h"

#include <array>
#include <iterator>
#include <random>
#include <sstream>
#include <tuple>

using core::TagScheme;
using core::TagSpan;
using Tags = Strings;

namespace {

Tags split(const std::string& text)
{
    std::istringstream stream(text);
    return {std::istream_iterator<std::string>(stream), {}};
}
std::vector<std::string_view> views(const Tags& tags)
{
    return {tags.begin(), tags.end()};
}
std::vector<TagSpan> spansOf(const std::string& tags)
{
    return core::tagSpans(views(split(tags)));
}

/// Any sequence of `tags`: most are broken.
std::vector<int32_t> drawn(size_t length, size_t tags, std::mt19937& generator)
{
    std::vector<int32_t> sequence(length);
    for (int32_t& tag : sequence)
        tag = static_cast<int32_t>(generator() % tags);
    return sequence;
}

/// Spans of two types that do not overlap, of any length; many touch.
std::vector<TagSpan> drawnSpans(int64_t length, std::mt19937& generator)
{
    std::vector<TagSpan> spans;
    for (int64_t at = 0; at < length;) {
        const auto size = static_cast<int64_t>(generator() % 3);
        if (size > 0 && at + size <= length)
            spans.push_back({generator() % 2 ? "PER" : "LOC", at, at + size});
        at += size > 0 ? size : 1;
    }
    return spans;
}

/// The loop of conlleval.pl (Tjong Kim Sang, 2000), line by line, for tags with B, I and O: it
/// walks once over both columns and knows no list of spans.
struct Conlleval {
    int64_t correct = 0, gold = 0, guessed = 0;

    static bool ends(char before, char now, const std::string& typeBefore, const std::string& type)
    {
        return (before == 'B' && now == 'B') || (before == 'B' && now == 'O')
            || (before == 'I' && now == 'B') || (before == 'I' && now == 'O')
            || (before != 'O' && typeBefore != type);
    }
    static bool starts(char before, char now, const std::string& typeBefore,
                       const std::string& type)
    {
        return (before == 'B' && now == 'B') || (before == 'I' && now == 'B')
            || (before == 'O' && now == 'B') || (before == 'O' && now == 'I')
            || (now != 'O' && typeBefore != type);
    }

    void add(const Tags& truth, const Tags& predicted)
    {
        char lastTruth = 'O', lastGuess = 'O';
        std::string lastTruthType, lastGuessType;
        bool inCorrect = false;
        for (size_t i = 0; i <= truth.size(); ++i) { // An "O" ends the sentence.
            const std::string right = i < truth.size() ? truth[i] : "O";
            const std::string guess = i < truth.size() ? predicted[i] : "O";
            const std::string rightType = right.size() > 2 ? right.substr(2) : "";
            const std::string guessType = guess.size() > 2 ? guess.substr(2) : "";
            const bool rightEnds = ends(lastTruth, right[0], lastTruthType, rightType);
            const bool guessEnds = ends(lastGuess, guess[0], lastGuessType, guessType);
            if (inCorrect && rightEnds && guessEnds && lastGuessType == lastTruthType) {
                inCorrect = false;
                ++correct;
            } else if (inCorrect && (rightEnds != guessEnds || guessType != rightType)) {
                inCorrect = false;
            }
            const bool rightStarts = starts(lastTruth, right[0], lastTruthType, rightType);
            const bool guessStarts = starts(lastGuess, guess[0], lastGuessType, guessType);
            if (rightStarts && guessStarts && guessType == rightType)
                inCorrect = true;
            gold += rightStarts ? 1 : 0;
            guessed += guessStarts ? 1 : 0;
            std::tie(lastTruth, lastTruthType) = std::tuple(right[0], rightType);
            std::tie(lastGuess, lastGuessType) = std::tuple(guess[0], guessType);
        }
    }
};

} // namespace

class TaggingTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void spansFollowTheRulesOfConlleval()
    {
        QCOMPARE(spansOf("B-PER I-PER O B-LOC"),
                 (std::vector<TagSpan>{{"PER", 0, 2}, {"LOC", 3, 4}}));
        QCOMPARE(spansOf("O I-PER I-PER"), (std::vector<TagSpan>{{"PER", 1, 3}}));
        QCOMPARE(spansOf("B-PER I-LOC"), (std::vector<TagSpan>{{"PER", 0, 1}, {"LOC", 1, 2}}));
        QCOMPARE(spansOf("I-PER B-PER"), (std::vector<TagSpan>{{"PER", 0, 1}, {"PER", 1, 2}}));
        QCOMPARE(spansOf("S-PER S-PER E-PER"),
                 (std::vector<TagSpan>{{"PER", 0, 1}, {"PER", 1, 2}, {"PER", 2, 3}}));
        QCOMPARE(spansOf("B-PER I-PER E-PER I-PER"),
                 (std::vector<TagSpan>{{"PER", 0, 3}, {"PER", 3, 4}}));
        QCOMPARE(spansOf("B I O"), (std::vector<TagSpan>{{"", 0, 2}}));
        QVERIFY(spansOf("NOUN VERB O").empty());
        QVERIFY(spansOf("").empty());
    }

    void everySchemeGivesBackTheSpansThatItMarks()
    {
        std::mt19937 generator(1);
        for (int i = 0; i < 500; ++i) {
            const int64_t length = 1 + static_cast<int64_t>(generator() % 9);
            const std::vector<TagSpan> spans = drawnSpans(length, generator);
            for (const TagScheme scheme : {TagScheme::Iob1, TagScheme::Bio, TagScheme::Bioes}) {
                const Tags tags = core::tagsOfSpans(spans, static_cast<size_t>(length), scheme);
                QCOMPARE(core::tagSpans(views(tags)), spans);
                QVERIFY(core::isLegalMove(scheme, std::nullopt, tags.front()));
                QVERIFY(core::isLegalMove(scheme, tags.back(), std::nullopt));
                for (size_t k = 1; k < tags.size(); ++k)
                    QVERIFY(core::isLegalMove(scheme, tags[k - 1], tags[k]));
            }
        }
    }

    /// In every sequence that conlleval reads as spans, at least one scheme's move is illegal where
    /// its own tags for these spans differ.
    void whatASchemeWouldNotWriteHasAnIllegalMove()
    {
        std::mt19937 generator(2);
        const Tags bio{"O", "B-PER", "I-PER", "B-LOC", "I-LOC"};
        const Tags bioes{"O", "B-A", "I-A", "E-A", "S-A", "B-B", "I-B", "E-B", "S-B"};
        int broken = 0;
        for (const auto& [scheme, names] :
             {std::pair(TagScheme::Bio, bio), std::pair(TagScheme::Bioes, bioes)})
            for (int i = 0; i < 500; ++i) {
                Tags tags;
                for (const int32_t tag : drawn(1 + generator() % 6, names.size(), generator))
                    tags.push_back(names[static_cast<size_t>(tag)]);
                bool legal = core::isLegalMove(scheme, std::nullopt, tags.front())
                    && core::isLegalMove(scheme, tags.back(), std::nullopt);
                for (size_t k = 1; k < tags.size(); ++k)
                    legal = legal && core::isLegalMove(scheme, tags[k - 1], tags[k]);
                const auto spans = core::tagSpans(views(tags));
                QCOMPARE(core::tagsOfSpans(spans, tags.size(), scheme) == tags, legal);
                broken += legal ? 0 : 1;
            }
        QVERIFY(broken > 100 && broken < 1000);
    }

    void schemesAreRecognised_data()
    {
        addColumns<QString, int>("tags", "scheme");
        newRow("none", "NOUN VERB O DET", int(TagScheme::None));
        newRow("nothing marked", "O O O", int(TagScheme::None));
        newRow("IOB1", "I-PER I-PER O I-LOC B-LOC", int(TagScheme::Iob1));
        newRow("BIO", "B-PER I-PER O B-LOC B-LOC", int(TagScheme::Bio));
        newRow("BIO, once broken", "B-PER O B-LOC O I-LOC", int(TagScheme::Bio));
        newRow("BIOES", "S-PER O B-LOC E-LOC", int(TagScheme::Bioes));
        newRow("without types", "B I O", int(TagScheme::Bio));
    }

    void schemesAreRecognised()
    {
        QFETCH(QString, tags);
        QFETCH(int, scheme);
        core::TagSchemeEvidence evidence;
        evidence.add(views(split(tags.toStdString())));
        QCOMPARE(int(evidence.verdict()), scheme);
    }

    void anIob1SequenceBecomesBio()
    {
        const Tags iob1 = split("I-LOC I-LOC B-LOC O I-PER I-LOC");
        QCOMPARE(core::tagsOfSpans(core::tagSpans(views(iob1)), iob1.size(), TagScheme::Bio),
                 split("B-LOC I-LOC B-LOC O B-PER B-LOC"));
    }

    /// Two texts counted on paper. Gold: PER 0-2, LOC 3-4; PER 0-1. Predicted: PER 0-2, PER 3-4;
    /// LOC 1-2 that begins with I-.
    void scoresAreTheHandWorkedOnes()
    {
        core::TaggingCounter counter({"O", "B-PER", "I-PER", "B-LOC", "I-LOC"});
        counter.add(std::array{1, 2, 0, 3}, std::array{1, 2, 0, 1});
        counter.add(std::array{1, 0}, std::array{0, 4}, std::array{0, 0});
        const core::TaggingScores scores = counter.scores(9.0);
        QCOMPARE(scores.tokens, 6);
        QCOMPARE(scores.texts, 2);
        QCOMPARE(scores.loss, 1.5);
        QCOMPARE(scores.accuracy, 0.5);
        QCOMPARE(scores.textAccuracy, 0.0);
        QVERIFY(scores.hasSpans);
        QCOMPARE(scores.spans.gold, 3);
        QCOMPARE(scores.spans.predicted, 3);
        QCOMPARE(scores.spans.correct, 1);
        QCOMPARE(scores.spans.f1, 1.0 / 3.0);
        QCOMPARE(scores.spansByType.size(), size_t{2});
        QCOMPARE(scores.spansByType[0].type, "LOC"s);
        QCOMPARE(scores.spansByType[0].f1, 0.0);
        QCOMPARE(scores.spansByType[1].recall, 0.5);
        QCOMPARE(scores.spansByType[1].precision, 0.5);
        QCOMPARE(scores.confusion[3 * 5 + 1], int64_t{1});
        QCOMPARE(scores.confusion[1 * 5 + 1], int64_t{1});
        QCOMPARE(scores.illegalMoves, 1);
        QCOMPARE(scores.illegalMovesWithoutCrf, 0);
    }

    void tagsWithoutSpansHaveNoSpanScores()
    {
        core::TaggingCounter counter({"ADJ", "NOUN", "VERB"});
        counter.add(std::array{0, 1, 2}, std::array{0, 1, 2});
        const core::TaggingScores scores = counter.scores(0.0);
        QVERIFY(!scores.hasSpans && scores.spansByType.empty());
        QCOMPARE(scores.accuracy, 1.0);
        QCOMPARE(scores.textAccuracy, 1.0);
        QCOMPARE(scores.illegalMoves, 0);
        QCOMPARE(core::TaggingCounter({"A", "B-x"}).scores(0.0).accuracy, 0.0);
    }

    /// On sequences drawn tag by tag, nearly all broken, and on such as differ little.
    void countsAreThoseOfConlleval()
    {
        const Tags names{"O", "B-PER", "I-PER", "B-LOC", "I-LOC"};
        std::mt19937 generator(3);
        for (int round = 0; round < 40; ++round) {
            core::TaggingCounter counter(names);
            Conlleval expected;
            for (int i = 0; i < 25; ++i) {
                const auto truth = drawn(1 + generator() % 12, names.size(), generator);
                auto predicted = truth;
                for (int32_t& tag : predicted)
                    if (generator() % 4 == 0)
                        tag = static_cast<int32_t>(generator() % names.size());
                counter.add(truth, predicted);
                Tags truthNames, predictedNames;
                for (size_t k = 0; k < truth.size(); ++k) {
                    truthNames.push_back(names[static_cast<size_t>(truth[k])]);
                    predictedNames.push_back(names[static_cast<size_t>(predicted[k])]);
                }
                expected.add(truthNames, predictedNames);
            }
            const core::SpanScore spans = counter.scores(0.0).spans;
            QCOMPARE(spans.gold, expected.gold);
            QCOMPARE(spans.predicted, expected.guessed);
            QCOMPARE(spans.correct, expected.correct);
            QVERIFY(spans.correct > 0 && spans.correct < spans.gold);
        }
    }
};

UNROLL_TEST(TaggingTest, QCoreApplication)
#include "tagging_test.moc"
