#include "core/exchange/vectors.h"

#include "core/base/atomic_file.h"
#include "tests/core/data/data_files.h"
#include "tests/support/binary_vectors.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <sys/stat.h>

#include <random>

using namespace core;
namespace {

using Words = Strings;

} // namespace

class VectorsTest : public QObject {
    Q_OBJECT

    DataFiles m_files;
    std::filesystem::path path(const char* name = "v.txt") const { return m_files.path(name); }

    VectorTable tableOf(const std::string& content, const Words& words, int64_t dimension) const
    {
        writeFileAtomically(path(), content);
        return loadVectors(path(), words, dimension, Monitor());
    }

    Failure failureOf(const std::string& content, int64_t dimension) const
    {
        return support::failureOf([&] { tableOf(content, {"the"}, dimension); });
    }

private Q_SLOTS:
    void aFileOfVectorsIsRecognisedByItsFirstLines_data()
    {
        addColumns<QString, int>("content", "dimension");
        const QString numbers = u" 0.5"_s.repeated(20), vector = u"the"_s + numbers + u'\n';
        newRow("GloVe", vector.repeated(5), 20);
        newRow("a word with blanks", vector.repeated(4) + u". . ."_s + numbers + u'\n', 20);
        newRow("a mark of UTF-8", u"\uFEFF"_s + vector.repeated(5), 20);
        newRow("header", u"9 3\nthe 1 2e-3 -3\nof +1 2 3\n"_s, 3);
        newRow("header of other vectors", u"9 4\nthe 1 2 3\nof 1 2 3\n"_s, 0);
        newRow("too few lines", vector.repeated(4), 0);
        newRow("too few numbers", (u"the"_s + u" 1"_s.repeated(19) + u'\n').repeated(9), 0);
        newRow("a line of text", vector.repeated(9) + u"It was the best of times.\n"_s, 0);
        newRow("no word", (u"1 "_s.repeated(20).trimmed() + u'\n').repeated(9), 0);
        newRow("text", u"It was the best of times.\n"_s.repeated(9), 0);
        newRow("nothing", QString(), 0);
    }
    void aFileOfVectorsIsRecognisedByItsFirstLines()
    {
        QFETCH(QString, content);
        QFETCH(int, dimension);
        writeFileAtomically(path("any.name"), content.toStdString());
        QCOMPARE(vectorDimension(path("any.name")).value_or(0), int64_t{dimension});
        m_files.gzip("packed", content.toStdString());
        QCOMPARE(vectorDimension(path("packed")).value_or(0), int64_t{dimension});
        QVERIFY(!vectorDimension(path("missing")));
        QVERIFY(!vectorDimension(m_files.path()));
    }

    void gloveRowsGoToTheirWords()
    {
        const auto table = tableOf("the 0.5 -1e-2 +3\nof 4 5 6\nrare 7 8 9\n",
                                   {"<pad>", "of", "missing", "the"}, 3);
        const std::vector<float> expected{0, 0, 0, 4, 5, 6, 0, 0, 0, 0.5F, -0.01F, 3};
        QCOMPARE(table.values, expected);
        QCOMPARE(table.covered, (std::vector<bool>{false, true, false, true}));
        QCOMPARE(table.coveredCount, 2);
        QCOMPARE(table.fileWords, 3);
        QCOMPARE(table.skippedLines, 0);
    }

    void headerTrailingSpacesTabsAndWindowsLineEndsAreRead()
    {
        const auto table = tableOf("2 3\r\nthe 1 2 3 \r\nof\t4\t5\t6\r\n", {"the", "of"}, 3);
        QCOMPARE(table.values, (std::vector<float>{1, 2, 3, 4, 5, 6}));
        QCOMPARE(table.fileWords, 2);
        QCOMPARE(table.skippedLines, 0);
    }

    void aNumberMayBeAWord()
    {
        // No header: three fields.
        const auto table = tableOf("2000 1 2\n1999 3 4", {"1999", "2000"}, 2);
        QCOMPARE(table.values, (std::vector<float>{3, 4, 1, 2}));
    }

    void wordsMayHoldSpacesAndBrokenEncoding()
    {
        const auto table
            = tableOf("the 1 2 3\n. . . 4 5 6\n\xff\xc3(x 7 8 9\n", {". . .", "\xff\xc3(x"}, 3);
        QCOMPARE(table.values, (std::vector<float>{4, 5, 6, 7, 8, 9}));
        QCOMPARE(table.fileWords, 3);
        QCOMPARE(table.skippedLines, 0);
    }

    void raggedAndBrokenLinesAreCounted()
    {
        const auto table = tableOf("the 1 2 3\nshort 1 2\nlong 1 2 3 4\nword 1 x 3\nnan 1 nan 3\n"
                                   "\nof 4 5 6\n",
                                   {"the", "short", "long", "word", "nan", "of"}, 3);
        QCOMPARE(table.skippedLines, 4);
        QCOMPARE(table.fileWords, 2);
        QCOMPARE(table.coveredCount, 2);
        QCOMPARE(table.values[4 * 3], 0.0F); // a half-read row is zero again
    }

    void theFirstOfTwoRowsOfAWordCounts()
    {
        QCOMPARE(tableOf("a 1 2\na 3 4\n", {"a"}, 2).values, (std::vector<float>{1, 2}));
    }

    void tinyNumbersAreNearlyZero()
    {
        QCOMPARE(tableOf("a 1e-60 2\n", {"a"}, 2).values, (std::vector<float>{0, 2}));
    }

    void theWrongDimensionNamesBoth()
    {
        for (const std::string content : {"the 1 2 3\nof 4 5 6\n", "2 3\nthe 1 2 3\n"}) {
            const Failure failure = failureOf(content, 100);
            QVERIFY(failure.code == ErrorCode::BadSetting);
            const std::string sentence = failure.sentence();
            QVERIFY2(sentence.find("3 dimensions") != std::string::npos, sentence.c_str());
            QVERIFY2(sentence.find("has 100") != std::string::npos, sentence.c_str());
            QVERIFY2(sentence.find("dimension to 3") != std::string::npos, sentence.c_str());
        }
    }

    void filesWithoutVectorsAreRefused()
    {
        for (const std::string& content :
             {""s, "\n\n"s, "hello\nworld\n"s, "PK\3\4 zip"s, "2 3\n\1\2\3\4\5\6\n"s})
            QVERIFY(failureOf(content, 3).code == ErrorCode::FileMalformed);
        QVERIFY(failureOf(std::string(size_t{5} << 20, 'x'), 3).code == ErrorCode::FileMalformed);
        QVERIFY_THROWS_EXCEPTION(Error, loadVectors(path("none"), {}, 3, Monitor()));
    }

    void aTextIsToldFromVectorsByTheLineThatIsNone()
    {
        std::string text = "# Notes\n\n";
        for (int i = 0; i < 9; ++i)
            text += "these are the notes of a project and each of its lines has as many words\n";
        writeFileAtomically(path(), text);
        const std::string said
            = support::failureOf([&] { loadVectors(path(), {"the"}, 50, {}); }).sentence();
        QVERIFY2(said.find("line 1 is no word with its numbers, but \"# Notes\"")
                     != std::string::npos,
                 said.c_str());
        writeFileAtomically(path(), "the 1 2 3\nof 1 2 3\na b c d\ne f g h\ni k l m\n");
        const std::string half
            = support::failureOf([&] { loadVectors(path(), {"the"}, 3, {}); }).sentence();
        QVERIFY2(half.find("line 3") != std::string::npos, half.c_str());
    }

    void aGzipFileLongerThanABlockIsRead()
    {
        std::string content;
        Words words;
        for (int i = 0; i < 30000; ++i) {
            words.push_back("w" + std::to_string(i));
            content += words.back() + " " + std::to_string(i) + " 0.25\n";
        }
        m_files.gzip("v.gz", content);
        const VectorTable table = loadVectors(path("v.gz"), words, 2, Monitor());
        QCOMPARE(table.coveredCount, 30000);
        for (size_t i = 0; i < 30000; ++i)
            QCOMPARE(table.values[2 * i], float(i));

        const std::string whole = readFile(path("v.gz"));
        writeFileAtomically(path("cut.gz"), whole.substr(0, whole.size() / 2));
        QVERIFY(support::failureOf([&] { loadVectors(path("cut.gz"), words, 2, Monitor()); }).code
                == ErrorCode::FileMalformed);
    }

    void onlyFiltersOfTheLibraryItselfUnpack()
    {
        // grzip has no code in the library: it would start a program of that name.
        const std::filesystem::path log = path("started");
        const std::filesystem::path program = path("grzip");
        writeFileAtomically(program, "#!/bin/sh\ntouch " + log.string() + "\ncat\n");
        std::filesystem::permissions(program, std::filesystem::perms::owner_all);
        const QByteArray before = qgetenv("PATH");
        qputenv("PATH", QByteArray::fromStdString(m_files.path()) + ":" + before);
        writeFileAtomically(path("v.grz"), "GRZipII\0\2\4:)the 1 2 3\n"s);
        loadVectors(path("v.grz"), {"the"}, 3, Monitor()); // A strange word, but a vector.
        qputenv("PATH", before);
        QVERIFY(!std::filesystem::exists(log));
    }

    void whatUnpacksToFarMoreThanItHoldsIsRefused()
    {
        m_files.gzip("bomb.gz", "the 1 2 3\n" + std::string(size_t{100} << 20, '\n'));
        QVERIFY(std::filesystem::file_size(path("bomb.gz")) < 200'000);
        QCOMPARE(
            support::failureOf([&] { loadVectors(path("bomb.gz"), {"the"}, 3, Monitor()); }).code,
            ErrorCode::FileMalformed);
    }

    void whatIsNoFileIsASentence()
    {
        QCOMPARE(::mkfifo(path("pipe").c_str(), 0600), 0);
        for (const std::filesystem::path& wrong : {path("pipe"), path("."), path("none")})
            QVERIFY_THROWS_EXCEPTION(Error, loadVectors(wrong, {"the"}, 3, Monitor()));
    }

    void theWholeFileIsReadInItsOrder()
    {
        std::string content;
        for (int i = 0; i < 9000; ++i) // more than there is room for at first
            content += "w" + std::to_string(i) + " " + std::to_string(i) + " 0.1 -3e-7\n";
        writeFileAtomically(path(), content + "broken 1 x 2\nw0 1 2 3\n");
        const WordVectors all = readVectors(path(), Monitor());
        QCOMPARE(all.dimension, int64_t{3});
        QCOMPARE(all.words.size(), size_t{9001}); // and w0 again
        QCOMPARE(all.values.size(), size_t{3 * 9001});
        QCOMPARE(all.words[8999], "w8999"s);
        QCOMPARE(all.values[3 * 8999], 8999.0F);
        QCOMPARE(all.values[3 * 8999 + 1], 0.1F);
        QCOMPARE(all.values[3 * 8999 + 2], -3e-7F);
        QVERIFY(support::failureOf([&] { readVectors(path("none"), Monitor()); }).code
                == ErrorCode::FileMissing);
    }

    void theFormsKeepEveryBit_data()
    {
        addColumns<QByteArray, int>("name", "form");
        newRow("word2vec", QByteArray("a.vec"), int(VectorForm::Text));
        newRow("word2vec, compressed", QByteArray("a.vec.gz"), int(VectorForm::Text));
        newRow("GloVe", QByteArray("a.txt"), int(VectorForm::Glove));
        newRow("GloVe, compressed", QByteArray("a.txt.gz"), int(VectorForm::Glove));
        newRow("binary", QByteArray("a.bin"), int(VectorForm::Binary));
        newRow("binary is never compressed", QByteArray("a.gz"), int(VectorForm::Binary));
    }
    void theFormsKeepEveryBit()
    {
        QFETCH(QByteArray, name);
        QFETCH(int, form);
        WordVectors vectors{3, {}, {}};
        std::mt19937 random(5);
        while (vectors.words.size() < 30000) { // more than is written at once
            vectors.words.push_back("w\xff" + std::to_string(vectors.words.size()));
            while (vectors.values.size() < 3 * vectors.words.size())
                if (const auto value = std::bit_cast<float>(uint32_t(random()));
                    std::isfinite(value))
                    vectors.values.push_back(value);
        }
        vectors.words[1] = " ";
        vectors.words[2] = "New\tYork\n";
        vectors.words[3] = "";
        writeVectors(path(name), vectors, VectorForm(form));
        const WordVectors read = readVectors(path(name), Monitor());
        QCOMPARE(read.dimension, int64_t{3});
        QVERIFY(std::memcmp(read.values.data(), vectors.values.data(), 4 * 90000) == 0);
        QCOMPARE(read.words.size(), size_t{30000});
        QCOMPARE(read.words[0], vectors.words[0]);
        QCOMPARE(read.words[1], "\u2420"s);
        QCOMPARE(read.words[2], "New\u2409York\u240A"s);
        QCOMPARE(read.words[3], "\u2400"s);
        QCOMPARE(read.words.back(), vectors.words.back());
        QCOMPARE(readFile(path(name)).starts_with("\x1f\x8b"),
                 name.endsWith(".gz") && form != int(VectorForm::Binary));
    }

    void theTextFormsAreThoseOfTheirPrograms()
    {
        const WordVectors vectors{2, {"the", "of"}, {0.1F, -1e-10F, 3, 0.25F}};
        writeVectors(path(), vectors, VectorForm::Text);
        QCOMPARE(readFile(path()), "2 2\nthe 0.1 -1e-10\nof 3 0.25\n"s);
        writeVectors(path(), vectors, VectorForm::Glove);
        QCOMPARE(readFile(path()), "the 0.1 -1e-10\nof 3 0.25\n"s);
        writeVectors(path(), vectors, VectorForm::Binary);
        QCOMPARE(readFile(path()),
                 support::word2vecBytes({{"the", {0.1F, -1e-10F}}, {"of", {3, 0.25F}}}, "\n"));
        QCOMPARE(support::failureOf([&] {
                     writeVectors(path("none/v"), vectors, VectorForm::Text);
                 }).code,
                 ErrorCode::FileUnwritable);
    }

    void stopAndProgressAreHeard()
    {
        std::string content;
        for (int i = 0; i < 20000; ++i)
            content += "w" + std::to_string(i) + " 1 2\n";
        writeFileAtomically(path(), content);
        std::stop_source stop;
        double last = 0.0;
        const Monitor monitor(stop.get_token(), [&](const Progress& progress) {
            QVERIFY(progress.fraction >= last && progress.fraction <= 1.0);
            last = progress.fraction;
            stop.request_stop();
        });
        QVERIFY(support::failureOf([&] { loadVectors(path(), {}, 2, monitor); }).code
                == ErrorCode::Cancelled);
        QVERIFY(last > 0.0);
    }
};

UNROLL_TEST(VectorsTest, QCoreApplication)
#include "vectors_test.moc"
