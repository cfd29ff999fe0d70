#include "core/base/atomic_file.h"
#include "core/exchange/fasttext_model.h"
#include "core/exchange/vectors.h"
#include "tests/core/data/data_files.h"
#include "tests/support/binary_vectors.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

using namespace core;
using support::FastTextParts;

class BinaryVectorsTest : public QObject {
    Q_OBJECT

    DataFiles m_files;

    std::string file(const std::string& content) const { return m_files.file("any.name", content); }
    std::string sentenceOf(const std::string& content) const
    {
        const auto failure = support::failureOf([&] { readVectors(file(content), {}); });
        return failure.code == ErrorCode::FileMalformed ? failure.sentence() : std::string();
    }

private Q_SLOTS:
    void word2vecIsReadWithAndWithoutLineBreaks_data()
    {
        addColumn<QByteArray>("end");
        newRow("original program", QByteArray("\n"));
        newRow("gensim", QByteArray(""));
    }
    void word2vecIsReadWithAndWithoutLineBreaks()
    {
        QFETCH(QByteArray, end);
        // The numbers' bytes hold a blank (0x20) and a line break (0x0A).
        const float odd = std::bit_cast<float>(0x3F200A0AU);
        const std::string content = support::word2vecBytes(
            {{"the", {0.1F, odd, -3}}, {"\xff\xc3", {4, 5, 6}}, {"北京", {-0.0F, 1e-30F, 7}}},
            end.toStdString());
        const WordVectors all = readVectors(file(content), Monitor());
        QCOMPARE(all.words, (Strings{"the", "\xff\xc3", "北京"}));
        QCOMPARE(all.dimension, int64_t{3});
        QCOMPARE(all.values, (std::vector<float>{0.1F, odd, -3, 4, 5, 6, -0.0F, 1e-30F, 7}));
        QCOMPARE(vectorDimension(file(content)).value_or(0), int64_t{3});

        const VectorTable table = loadVectors(file(content), {"none", "北京", "the"}, 3, Monitor());
        QCOMPARE(table.values, (std::vector<float>{0, 0, 0, -0.0F, 1e-30F, 7, 0.1F, odd, -3}));
        QCOMPARE(table.coveredCount, int64_t{2});
        QCOMPARE(table.composedCount, int64_t{0});
        QCOMPARE(vectorWords(file(content), 3, 2, Monitor()), (Strings{"the", "\xff\xc3"}));

        const std::string packed = m_files.gzip("packed", content);
        QCOMPARE(readVectors(packed, Monitor()).values, all.values);
        QCOMPARE(vectorDimension(packed).value_or(0), int64_t{3});
    }

    void aWordWithoutFiniteNumbersIsSkipped()
    {
        const float wrong = std::numeric_limits<float>::quiet_NaN();
        const auto path = file(support::word2vecBytes({{"a", {1, wrong}}, {"b", {2, 3}}}, "\n"));
        const VectorTable table = loadVectors(path, {"a", "b"}, 2, Monitor());
        QCOMPARE(table.values, (std::vector<float>{0, 0, 2, 3}));
        QCOMPARE(table.skippedLines, int64_t{1});
        QCOMPARE(readVectors(path, Monitor()).words, (Strings{"b"}));
    }

    void aCutOrForgedWord2vecFileIsASentence()
    {
        const std::string whole
            = support::word2vecBytes({{"the", {1, 2, 3}}, {"of", {4, 5, 6}}}, "\n");
        QVERIFY(
            support::contains(sentenceOf(whole.substr(0, whole.size() - 5)), "ends after 1 of 2"));
        for (const std::string head : {"9223372036854775807 3\n", "20 3\n"}) {
            const std::string forged = head + whole.substr(4);
            QVERIFY(support::contains(sentenceOf(forged), "too short"));
            QVERIFY(support::contains(support::sentenceOf([&] { vectorDimension(file(forged)); }),
                                      "any.name"));
        }
        QVERIFY(!sentenceOf("2 3\n" + std::string(9000, '\1')).empty());
    }

    void fastTextAddsNgramsToItsWords()
    {
        // Rows of buckets begin at 3. "a": <a 4, <a> 2, a> 3; the byte E9 is no UTF-8.
        const WordVectors all = readVectors(file(FastTextParts().joined()), Monitor());
        QCOMPARE(all.words, (Strings{"</s>", "a", "\xE9"}));
        QCOMPARE(all.dimension, int64_t{2});
        QCOMPARE(all.values[0], 0.0F); // the end of a line has no n-grams
        QCOMPARE(all.values[1], 0.5F);
        QCOMPARE(all.values[2], (1.0F + 7 + 5 + 6) / 4);
        QCOMPARE(all.values[3], (1.0F + 7 + 5 + 6) / 4 + 0.5F);
        QCOMPARE(vectorDimension(file(FastTextParts().joined())).value_or(0), int64_t{2});
    }

    void aWordThatFastTextLacksIsMadeFromItsNgrams()
    {
        const auto path = file(FastTextParts().joined());
        const VectorTable table
            = loadVectors(path, {"<unk>", "a", "sea", "é", "</s>"}, 2, Monitor(), 1);
        QCOMPARE(table.coveredCount, int64_t{2}); // a, </s>
        QCOMPARE(table.composedCount, int64_t{2});
        QCOMPARE(table.covered, (std::vector<bool>{false, true, true, true, true}));
        QCOMPARE(table.values[0], 0.0F);
        // <s 5, <se 1, se 2, sea 4, ea 6, ea> 6, a> 3; and <é 3, <é> 0, é> 0.
        QCOMPARE(table.values[4], 3 + (5 + 1 + 2 + 4 + 6 + 6 + 3) * (1 / 7.0F));
        QCOMPARE(table.values[6], 3 + 3 * (1 / 3.0F));
    }

    void withoutNgramsNoWordIsMade()
    {
        FastTextParts parts;
        parts.arguments = support::bytesOf(2, 5, 1, 1, 5, 1, 2, 2, 0, 0, 0, 100, 1e-4);
        parts.input = std::string(1, '\0') + support::bytesOf(int64_t{3}, int64_t{2})
            + support::bytesOf({1, 2, 3, 4, 5, 6});
        const VectorTable table = loadVectors(file(parts.joined()), {"a", "sea"}, 2, Monitor());
        QCOMPARE(table.values, (std::vector<float>{3, 4, 0, 0}));
        QCOMPARE(table.composedCount, int64_t{0});
    }

    void theHashIsThatOfFastText()
    {
        QCOMPARE(fastTextHash(""), 2166136261U);
        QCOMPARE(fastTextHash("<a"), 1761008750U);
        QCOMPARE(fastTextHash("é"), 1023043777U); // of signed bytes
        FastTextArguments arguments;
        arguments.buckets = 7;
        arguments.shortestNgram = 1;
        arguments.longestNgram = 1;
        std::vector<int64_t> rows;
        appendNgramRows("é", arguments, 100, rows); // neither < nor > alone
        QCOMPARE(rows, (std::vector<int64_t>{100 + 1023043777 % 7}));
    }

    void damagedModelsAreSentences_data()
    {
        addColumns<QByteArray, QByteArray>("content", "part");
        using support::bytesOf;
        const auto row = [](const char* name, auto damage, const char* part) {
            FastTextParts parts;
            damage(parts);
            newRow(name, QByteArray::fromStdString(parts.joined()), QByteArray(part));
        };
        const int64_t huge = int64_t{1} << 61;
        row(
            "version", [](auto& p) { p.magic = bytesOf(793712314, 11); }, "version 11");
        row(
            "quantised", [](auto& p) { p.input[0] = 1; }, "quantised");
        row(
            "quantised output", [](auto& p) { p.output[0] = 1; }, "quantised");
        row(
            "pruned", [](auto& p) { p.sizes = bytesOf(3, 3, 0, int64_t{9}, int64_t{0}); },
            "quantisation");
        row(
            "dimension", [](auto& p) { p.arguments.replace(0, 4, bytesOf(0)); }, "dimension");
        row(
            "other dimension", [](auto& p) { p.arguments.replace(0, 4, bytesOf(3)); },
            "another dimension");
        row(
            "buckets", [](auto& p) { p.arguments.replace(32, 4, bytesOf(8)); }, "each bucket");
        row(
            "n-grams", [](auto& p) { p.arguments.replace(40, 4, bytesOf(1 << 30)); }, "too long");
        row(
            "many words",
            [](auto& p) { p.sizes = bytesOf(1 << 30, 1 << 30, 0, int64_t{9}, int64_t{-1}); },
            "dictionary");
        row(
            "labels among words", [](auto& p) { p.words.back() = 1; }, "mixed");
        row(
            "huge matrix", [&](auto& p) { p.input.replace(1, 8, bytesOf(huge)); }, "too short");
        row(
            "cut", [](auto& p) { p.output.pop_back(); }, "too short");
        row(
            "only the head",
            [](auto& p) { p.arguments = p.sizes = p.words = p.input = p.output = ""; },
            "ends early");
    }
    void damagedModelsAreSentences()
    {
        QFETCH(QByteArray, content);
        QFETCH(QByteArray, part);
        const std::string sentence = sentenceOf(content.toStdString());
        QVERIFY2(support::contains(sentence, part.data()), sentence.c_str());
        QVERIFY(support::contains(sentence, "any.name"));
        QVERIFY(support::contains(
            support::sentenceOf([&] { vectorDimension(file(content.toStdString())); }),
            part.data()));
    }

    void aPackedModelIsASentence()
    {
        const std::string packed = m_files.gzip("packed", FastTextParts().joined());
        QVERIFY(support::contains(support::sentenceOf([&] { readVectors(packed, {}); }), "Unpack"));
    }

    void aModelIsWrittenAsItWasRead()
    {
        FastTextParts parts;
        const std::string bytes = parts.joined();
        const FastTextModel model = readFastText(file(bytes));
        QCOMPARE(model.arguments.buckets, 7);
        QCOMPARE(model.arguments.sampling, 1e-4);
        QCOMPARE(model.tokens, int64_t{9});
        QCOMPARE(model.words[2].text, "\xE9"s);
        QCOMPARE(model.words[2].count, int64_t{2});
        QCOMPARE(model.input[19], 9.5F);
        QCOMPARE(model.output, (std::vector<float>{-1, -2, -3, -4, -5, -6}));
        const std::string copy = m_files.path("copy");
        writeFastText(copy, model);
        QVERIFY(readFile(copy) == bytes);
        QCOMPARE(wordVectors(model).values, readVectors(copy, Monitor()).values);
    }

    void aWordThatAModelCannotHoldIsRefused()
    {
        FastTextModel model = readFastText(file(FastTextParts().joined()));
        model.words[1].text = "a\0b"s;
        const std::string path = m_files.path("zero");
        QCOMPARE(support::failureOf([&] { writeFastText(path, model); }).code, ErrorCode::BadData);
        model.words.pop_back();
        QCOMPARE(support::failureOf([&] { writeFastText(path, model); }).code, ErrorCode::Internal);
        QVERIFY(!std::filesystem::exists(path));
    }
};

UNROLL_TEST(BinaryVectorsTest, QCoreApplication)
#include "binary_vectors_test.moc"
