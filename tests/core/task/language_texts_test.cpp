#include "core/task/language_model/carried_rows.h"
#include "core/task/language_model/language_texts.h"
#include "core/text/text_pipeline.h"
#include "tests/support/rows.h"
#include "tests/support/test_case.h"

#include <numeric>

namespace {

core::LanguageTexts textsOf(const Strings& lines, core::LanguageOptions options,
                            std::optional<core::TextPipeline>& pipeline)
{
    core::TextSpec text;
    text.tokeniser = {"white_space", core::Json::object()};
    text.minimumFrequency = 1;
    pipeline = core::TextPipeline::learn(text, lines, core::Monitor());
    return core::LanguageTexts::encoded(lines, {}, *pipeline, options, core::Monitor());
}

std::vector<int32_t> idsOf(const core::IdRow& row)
{
    return {row.begin(), row.end()};
}

} // namespace

/// The tokens that a language model is fed, their order, and the rows that carry their state on.
class LanguageTextsTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void aStreamHasEveryLineEndAndBlankLine()
    {
        std::optional<core::TextPipeline> pipeline;
        core::LanguageOptions options;
        options.window = 4;
        const auto texts = textsOf({"a b", "", "b c d"}, options, pipeline);
        const auto id = [&](const char* word) { return static_cast<int32_t>(pipeline->id(word)); };
        const int32_t end = core::kEndId;
        QCOMPARE(
            std::vector<int32_t>(texts.ids().begin(), texts.ids().end()),
            (std::vector<int32_t>{id("a"), id("b"), end, end, id("b"), id("c"), id("d"), end}));
        QCOMPARE(texts.count(), 2);
        QCOMPARE(texts.lines(), 3);
        QCOMPARE(texts.characters(), 4 + 1 + 6);
        QCOMPARE(texts.before(0), end); // As if a line had ended.
        QCOMPARE(texts.before(1), end); // The blank line's.
        QCOMPARE(idsOf(texts.predicted(1)), (std::vector<int32_t>{id("b"), id("c"), id("d"), end}));
    }

    void whatIsFedIsOnePlaceEarlierThanWhatIsPredicted()
    {
        std::optional<core::TextPipeline> pipeline;
        core::LanguageOptions options;
        options.reading = "lines";
        const auto texts = textsOf({"a b c", "", "d"}, options, pipeline);
        QCOMPARE(texts.count(), 2); // Blank lines tell nothing where lines are read by themselves.
        const auto batch = core::plainBatch(texts, std::vector<int32_t>{1, 0});
        const auto id = [&](const char* word) { return pipeline->id(word); };
        QCOMPARE(batch.input.ids,
                 (std::vector<int64_t>{core::kBeginId, id("d"), 0, 0, core::kBeginId, id("a"),
                                       id("b"), id("c")}));
        QCOMPARE(batch.labels,
                 (std::vector<int64_t>{id("d"), core::kEndId, -100, -100, id("a"), id("b"), id("c"),
                                       core::kEndId}));
    }

    /// Tokens that are cut off are neither predicted nor among the characters.
    void aCutLineHasTheCharactersOfWhatIsLeft_data()
    {
        addColumn<QString>("tokeniser");
        addColumn<int>("characters"); ///< Of the first three tokens, and of a line end.
        newRow("words", "white_space", 4 + 2 + 2 + 1 + 3 + 1);
        newRow("characters", "character", 3 + 1);
        newRow("bytes", "byte", 3 + 1); // "ä" is two of them.
        newRow("word pieces", "word_piece", 4 + 2 + 2 + 1 + 3 + 1);
        newRow("byte pairs", "byte_bpe", 4 + 2 + 2 + 1); // The first blank is one of them.
    }
    void aCutLineHasTheCharactersOfWhatIsLeft()
    {
        QFETCH(QString, tokeniser);
        QFETCH(int, characters);
        core::TextSpec text;
        text.tokeniser = {tokeniser.toStdString(), core::Json::object()};
        text.minimumFrequency = 1;
        text.maximumLength = 3;
        const Strings lines{tokeniser == "byte" ? "abcdefghijkl" : "\u00e4bcd  ef ghi jkl mno"};
        const auto pipeline = core::TextPipeline::learn(text, lines, core::Monitor());
        core::LanguageOptions options;
        options.reading = "lines";
        const auto texts
            = core::LanguageTexts::encoded(lines, {}, pipeline, options, core::Monitor());
        QCOMPARE(texts.ids().size(), size_t{4});
        QCOMPARE(texts.cutLines(), 1);
        QCOMPARE(texts.characters(), characters);
    }

    /// log2 257 bits for each byte of an unknown token and for its end; "<unk>" is what it says.
    void unknownTokensAreChargedForTheirSpelling()
    {
        core::TextSpec text;
        text.tokeniser = {"white_space", core::Json::object()};
        text.minimumFrequency = 2;
        const Strings lines{"a a z\u00e4 <unk>", "", "a"};
        const auto pipeline = core::TextPipeline::learn(text, lines, core::Monitor());
        const auto texts = core::LanguageTexts::encoded(lines, {}, pipeline,
                                                        core::LanguageOptions(), core::Monitor());
        QCOMPARE(texts.unknownTokens(), 2);
        QCOMPARE(texts.characters(), 12 + 1 + 1 + 2);
        QVERIFY(std::abs(texts.spellingNats() - 4.0 * std::log(257.0)) < 1e-9);
    }

    void rowsOfAStreamFollowOneAnother()
    {
        const std::vector<int32_t> lengths(23, 8);
        const core::BatchPlan plan = core::planStream(lengths, 4);
        std::vector<int32_t> seen;
        for (int64_t i = 0; i < plan.batchCount(); ++i) {
            const auto batch = plan.batch(i);
            seen.insert(seen.end(), batch.begin(), batch.end());
            for (size_t row = 0; i > 0 && row < batch.size(); ++row)
                QCOMPARE(batch[row], plan.batch(i - 1)[row] + 1);
        }
        std::sort(seen.begin(), seen.end());
        std::vector<int32_t> all(23);
        std::iota(all.begin(), all.end(), 0);
        QCOMPARE(seen, all);
        // What is left after two batches goes on in two rows, each item once.
        const core::BatchPlan rest = core::planStreamRest(plan, 2, lengths, 2);
        seen.clear();
        for (int64_t i = 0; i < rest.batchCount(); ++i)
            seen.insert(seen.end(), rest.batch(i).begin(), rest.batch(i).end());
        QVERIFY(std::ranges::equal(rest.batch(1), plan.batch(1)));
        QCOMPARE(rest.batch(2).size(), size_t{2});
        std::sort(seen.begin(), seen.end());
        QCOMPARE(seen, all);
    }

    void aRowThatDoesNotFollowBeginsAnew()
    {
        core::CarriedRows rows;
        QVERIFY(rows.begin(std::vector<int32_t>{0, 5, 10}).isEmpty());
        rows.end({{torch::ones({3, 2})}}, std::vector<int32_t>{0, 5, 10});
        const auto next = rows.begin(std::vector<int32_t>{1, 7});
        QCOMPARE(next.rows(), 2);
        QVERIFY(torch::equal(next.parts[0], torch::tensor({{1.F, 1.F}, {0.F, 0.F}})));
    }
};

UNROLL_TEST(LanguageTextsTest, QCoreApplication)
#include "language_texts_test.moc"
