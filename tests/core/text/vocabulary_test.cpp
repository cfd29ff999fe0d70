#include "core/base/error.h"
#include "core/text/text_files.h"
#include "core/text/tokens/vocabulary.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

using core::Vocabulary;

namespace {

std::vector<core::TokenCount> counts(const std::vector<std::pair<std::string_view, int64_t>>& all)
{
    std::vector<core::TokenCount> result;
    for (const auto& [token, count] : all)
        result.push_back({token, count});
    return result;
}

} // namespace

class VocabularyTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void frequentTokensComeFirstAndTiesInByteOrder()
    {
        const auto vocabulary = Vocabulary::mostFrequent(
            counts({{"b", 3}, {"é", 3}, {"a", 3}, {"rare", 1}, {"top", 9}, {"B", 3}}), 100, 2);
        QCOMPARE(vocabulary.tokens(),
                 (Strings{"<pad>", "<unk>", "<bos>", "<eos>", "top", "B", "a", "b", "é"}));
        QCOMPARE(vocabulary.id("a"), int64_t{6});
        QCOMPARE(vocabulary.id("rare"), int64_t{1});
        QCOMPARE(vocabulary.id("<pad>"), int64_t{1}); // the word, which is unknown
        QCOMPARE(vocabulary.id(""), int64_t{1});
    }

    void theMaximumCountsTheSpecialTokens()
    {
        const auto all = counts({{"a", 1}, {"b", 2}, {"c", 3}, {"d", 3}});
        QCOMPARE(Vocabulary::mostFrequent(all, 6, 1).tokens().back(), "d"s);
        QCOMPARE(Vocabulary::mostFrequent(all, 6, 1).size(), int64_t{6});
        QCOMPARE(Vocabulary::mostFrequent(all, 4, 1).size(), int64_t{4});
    }

    void aCountedTokenThatReadsLikeASpecialOneIsAnUnknownWord()
    {
        const auto vocabulary
            = Vocabulary::mostFrequent(counts({{"<unk>", 50}, {"<pad>", 9}, {"x", 1}}), 5, 1);
        QCOMPARE(vocabulary.size(), int64_t{5});
        QCOMPARE(vocabulary.id("x"), int64_t{4});
        for (const char* special : {"<pad>", "<unk>", "<bos>", "<eos>"})
            QCOMPARE(vocabulary.id(special), int64_t{1});
    }

    void wrongSpecialTokensAndDoubleTokensAreRefused()
    {
        for (const Strings& tokens : {Strings{"<pad>", "<unk>", "<eos>", "<bos>"}, Strings{"<pad>"},
                                      Strings{"<pad>", "<unk>", "<bos>", "<eos>", "a", "<eos>"},
                                      Strings{"<pad>", "<unk>", "<bos>", "<eos>", "a", "a"}}) {
            QCOMPARE(support::failureOf([&] { Vocabulary::fromTokens(tokens); }).code,
                     core::ErrorCode::FileMalformed);
        }
    }

    void manyTokensAreCountedAsAMapWould()
    {
        core::TokenCounter counter;
        std::map<std::string, int64_t> expected;
        uint64_t state = 3;
        for (int i = 0; i < 200'000; ++i) {
            state = state * 6364136223846793005ULL + 1442695040888963407ULL;
            const std::string token = std::to_string((state >> 40) % 60'000);
            counter.add(token);
            ++expected[token];
        }
        QCOMPARE(counter.counts().size(), expected.size());
        for (const core::TokenCount& each : counter.counts())
            QCOMPARE(each.count, expected.at(std::string(each.token)));
    }

    void longAndEmptyTokensAreCounted()
    {
        core::TokenCounter counter;
        const std::string huge(1'000'000, 'x');
        counter.add("");
        counter.add(huge);
        counter.add("y");
        counter.add(huge);
        counter.add("");
        QCOMPARE(counter.counts().size(), size_t{3});
        QCOMPARE(counter.counts()[0].count, int64_t{2});
        QCOMPARE(counter.counts()[1].token.size(), huge.size());
        QCOMPARE(counter.counts()[1].count, int64_t{2});
        QCOMPARE(counter.counts()[2].token, std::string_view("y"));
    }

    void tokensSurviveTheirLine()
    {
        for (const std::string token : {"plain", "\n", "\r\n", "a\tb", "\\n", "\\", "é\\"}) {
            const std::string line = core::escapedToken(token);
            QVERIFY(line.find_first_of("\n\r\t") == std::string::npos);
            QCOMPARE(core::unescapedToken(line), token);
        }
        QCOMPARE(core::escapedToken("a\n\\"), "a\\n\\\\"s);
        QVERIFY(!core::unescapedToken("cut\\"));
        QVERIFY(!core::unescapedToken("\\x"));
    }
};

UNROLL_TEST(VocabularyTest, QCoreApplication)
#include "vocabulary_test.moc"
