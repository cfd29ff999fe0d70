#include "pair_files.h"
#include "task_columns.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <numeric>
#include <stop_token>

using pairs::Texts;
using support::contains;

/// Two files that translate each other line by line.
class ParallelFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void linesBesideEachOtherArePairs()
    {
        const DataFiles files;
        core::DataSpec spec
            = pairs::specOf({files.file("train.de", "Ein Hund .\nZwei\u2028Katzen .\n")},
                            {files.file("train.en", "A dog .\nTwo cats .\n")});
        spec.valid = {files.file("val.de", "Ein Haus .")};
        spec.validTarget = {files.file("val.en", "A house .")};
        const tasks::Loaded data = tasks::loadPairs(spec, {});
        QCOMPARE(data.train.source, (Texts{"Ein Hund .", "Zwei\u2028Katzen ."}));
        QCOMPARE(data.train.target, (Texts{"A dog .", "Two cats ."}));
        QCOMPARE(data.valid.source, Texts{"Ein Haus ."});
        QCOMPARE(data.valid.target, Texts{"A house ."});
        QCOMPARE(data.test.size(), size_t{0});
    }

    void severalFilesGoTogetherInOrder()
    {
        const DataFiles files;
        const auto spec
            = pairs::specOf({files.file("a.de", "eins\n"), files.file("b.de", "zwei\ndrei\n")},
                            {files.file("a.en", "one\n"), files.file("b.en", "two\nthree\n")});
        const tasks::Loaded data = tasks::loadPairs(spec, {});
        QCOMPARE(data.train.source, (Texts{"eins", "zwei", "drei"}));
        QCOMPARE(data.train.target, (Texts{"one", "two", "three"}));
    }

    /// Each side may be packed, encoded and ended in its own way.
    void sidesMayDifferInForm()
    {
        const DataFiles files;
        const std::string source = "Der erste Satz .\r\nDer zweite Satz .\r\n";
        const Texts targets{"La premi\u00E8re phrase .", "La deuxi\u00E8me phrase ."};
        const std::string latin = "La premi\xE8re phrase .\nLa deuxi\xE8me phrase .\n";
        const Strings sources{files.file("a.de", source),
                              files.gzip("b.de.gz", source),
                              files.file("c.de", support::utf16(source)),
                              files.file("d.de", "\xEF\xBB\xBF" + source),
                              files.zip("e.zip", {{"x/readme.md", "hello"}, {"x/e.de", source}})
                                  + "/x/e.de",
                              files.zip("f.de.zip", {{"f.de", source}})};
        for (const std::string& path : sources) {
            const auto data
                = tasks::loadPairs(pairs::specOf({path}, {files.file("t.fr", latin)}), {});
            QCOMPARE(data.train.source, (Texts{"Der erste Satz .", "Der zweite Satz ."}));
            QCOMPARE(data.train.target, targets);
        }
    }

    void bothSidesOfOneArchiveAreRead()
    {
        const DataFiles files;
        const std::string tar = files.tarGz(
            "c.tar.gz", {{"c/train.en", "one\ntwo\n"}, {"c/train.de", "eins\nzwei\n"}});
        const auto data
            = tasks::loadPairs(pairs::specOf({tar + "/c/train.de"}, {tar + "/c/train.en"}), {});
        QCOMPARE(data.train.source, (Texts{"eins", "zwei"}));
        QCOMPARE(data.train.target, (Texts{"one", "two"}));
        const auto failure = pairs::failureOf([&] {
            tasks::loadPairs(pairs::specOf({tar + "/c/gone.de"}, {tar + "/c/train.en"}), {});
        });
        QCOMPARE(failure.code, core::ErrorCode::FileMissing);
        QVERIFY(contains(failure.what.plain(), "no file c/gone.de in"));
    }

    void anEmptySideIsABadRowOfItsFile()
    {
        const DataFiles files;
        auto spec = pairs::specOf({files.file("t.de", "a\n\nc\n \nd\n")},
                                  {files.file("t.en", "A\nB\n\t\n\nD\n\n\n")});
        const auto preview = pairs::preview(spec);
        QCOMPARE(preview.badRowCount, int64_t{2}); // Line 4 is blank in both: no pair at all.
        QCOMPARE(preview.badRows[0].file, "t.de"s);
        QCOMPARE(preview.badRows[0].line, int64_t{2});
        QVERIFY(contains(preview.badRows[0].reason.plain(), "the same line of t.en is not"));
        QCOMPARE(preview.badRows[1].file, "t.en"s);
        QCOMPARE(preview.badRows[1].line, int64_t{3});
        QCOMPARE(preview.trainRows, int64_t{2});
        QVERIFY(contains(support::plain(preview.problems), "Rows that cannot be used: 2."));

        const auto failure = pairs::failureOf([&] { tasks::loadPairs(spec, {}); });
        QCOMPARE(failure.code, core::ErrorCode::FileMalformed);
        QVERIFY(contains(failure.what.plain(), "t.de, line 2: It is empty"));
        spec.skipBadRows = true;
        const tasks::Loaded data = tasks::loadPairs(spec, {});
        QCOMPARE(data.skippedRows, int64_t{2});
        QCOMPARE(data.train.target, (Texts{"A", "D"}));
    }

    void damagedLinesAreBadRows()
    {
        const DataFiles files;
        std::string target = "one\ntwo\nthr";
        target += '\xFF';
        target += "ee\nfour \u00E9\u00E9\u00E9\n";
        auto spec = pairs::specOf({files.file("t.de", "eins\nzw\0ei\ndrei\nvier\n"s)},
                                  {files.file("t.en", target)});
        spec.encoding = "utf-8";
        const auto preview = pairs::preview(spec);
        QCOMPARE(preview.badRowCount, int64_t{2});
        QVERIFY(contains(preview.badRows[0].reason.plain(), "NUL"));
        QCOMPARE(preview.badRows[1].file, "t.en"s);
        QCOMPARE(preview.badRows[1].line, int64_t{3});
    }

    void differentLengthSaysByHowMuchAndWhere()
    {
        const DataFiles files;
        auto [source, target] = pairs::sentences(300);
        target.erase(target.begin() + 119); // Line 120.
        const auto spec = pairs::specOf({files.file("t.de", pairs::lines(source))},
                                        {files.file("t.en", pairs::lines(target))});
        const auto failure = pairs::failureOf([&] { tasks::loadPairs(spec, {}); });
        QCOMPARE(failure.code, core::ErrorCode::BadData);
        const std::string sentence = failure.what.plain();
        QVERIFY2(contains(sentence, "t.de has 300 lines, t.en has 299: 1 more. From about line "),
                 sentence.c_str());
        const int line = std::stoi(sentence.substr(sentence.find("line ") + 5));
        QVERIFY2(std::abs(line - 120) <= 5, sentence.c_str());
        QVERIFY(contains(failure.advice.plain(), "t.en lacks a line, or t.de has one too many"));
        const auto preview = pairs::preview(spec);
        QVERIFY(contains(support::plain(preview.problems), sentence));
        QCOMPARE(preview.rows.size(), size_t{50});
    }

    void linesTooManyAtTheEndAreSaidToBeThere()
    {
        const DataFiles files;
        auto [source, target] = pairs::sentences(200);
        source.resize(190);
        const auto spec = pairs::specOf({files.file("t.de", pairs::lines(source))},
                                        {files.file("t.en", pairs::lines(target) + "\n\n")});
        const auto failure = pairs::failureOf([&] { tasks::loadPairs(spec, {}); });
        QVERIFY2(contains(failure.what.plain(), "t.en has 200 lines, t.de has 190: 10 more."),
                 failure.what.plain().c_str());
        QVERIFY2(contains(failure.what.plain(), "the lines at the end of t.en are probably those"),
                 failure.what.plain().c_str());
    }

    void aMissingSideIsAskedFor()
    {
        const DataFiles files;
        const std::string path = files.file("train.de", pairs::lines(pairs::sentences(30).first));
        auto spec = pairs::specOf({path});
        const auto preview = pairs::preview(spec);
        QCOMPARE(preview.spec.format.kind, "parallel"s);
        QCOMPARE(preview.labelColumn, int64_t{-1});
        QCOMPARE(preview.rows.size(), size_t{30});
        QCOMPARE(preview.badRowCount, int64_t{0});
        QVERIFY(preview.lengthRatios.counts.empty() && preview.targetLengths.counts.empty());
        QVERIFY(contains(support::plain(preview.problems),
                         "train.de is read as the source side of a translation. Drop the other"));
        QVERIFY(!pairs::failureOf([&] { tasks::loadPairs(spec, {}); }).what.empty());

        spec.trainTarget = {files.file("train.en", pairs::lines(pairs::sentences(30).second))};
        spec.test = {path};
        QVERIFY(
            contains(support::plain(pairs::preview(spec).problems),
                     "One side of the test files is missing (source files: 1, target files: 0)"));
    }

    void badSidesAreSaid()
    {
        const DataFiles files;
        const std::string good = files.file("train.de", "eins\nzwei\n");
        files.file("two/a.en", "one\n");
        files.file("two/b.en", "two\n");
        const auto problems = [&](const std::string& target) {
            return support::plain(pairs::preview(pairs::specOf({good}, {target})).problems);
        };
        QVERIFY(contains(problems(files.path("two")), "holds several files"));
        QVERIFY(contains(problems(files.file("e.en", "")), "e.en is empty"));
        QVERIFY(contains(problems(files.file("p.en", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s)),
                         "p.en is a picture"));
        QVERIFY(!problems(files.zip("bad.zip", {})).empty());
        const auto gone = pairs::failureOf([&] { problems(files.path("gone.en")); });
        QCOMPARE(gone.code, core::ErrorCode::FileMissing);
    }

    void previewCountsBothSides()
    {
        const DataFiles files;
        auto spec = pairs::specOf({files.file("train.de", "a b\nc d e f\na b\nx\n")},
                                  {files.file("train.en", "A B C\nC D E F\nA B C\nX Y Z U V W\n")});
        spec.test = {files.file("test.de", "c d e f\na b\n")};
        spec.testTarget = {files.file("test.en", "C D E F\nother\n")};
        const auto preview = pairs::preview(spec);
        QCOMPARE(preview.read.task, "translation"s);
        QCOMPARE(preview.columns, (Texts{"source", "target"}));
        QCOMPARE(preview.textColumns, std::vector<int64_t>{0});
        QCOMPARE(preview.labelColumn, int64_t{1});
        QCOMPARE(preview.rows[1], (Texts{"c d e f", "C D E F"}));
        QCOMPARE(preview.trainRows, int64_t{4});
        QCOMPARE(preview.testRows, int64_t{2});
        QCOMPARE(preview.duplicateRows, int64_t{1});
        QCOMPARE(preview.overlapRows, int64_t{1}); // "a b" is translated otherwise in the test.
        QCOMPARE(preview.lengths.longest, int64_t{4});
        QCOMPARE(preview.targetLengths.longest, int64_t{6});
        QCOMPARE(preview.targetLengths.median, int64_t{3});
        QCOMPARE(preview.sampleTexts, (Texts{"a b", "c d e f", "a b", "x"}));
        QCOMPARE(preview.sampleLabels[3], "X Y Z U V W"s);
        // Ratios 1.5, 1, 1.5, 6, 1, 0.5.
        const core::RatioHistogram& ratios = preview.lengthRatios;
        QCOMPARE(ratios.median, 1.0);
        QCOMPARE(ratios.upperBounds.size(), size_t{31});
        QCOMPARE(ratios.upperBounds.back(), 6.0);
        QCOMPARE(ratios.counts[4], int64_t{1}); // Up to 0.5.
        QCOMPARE(ratios.counts[9], int64_t{2}); // Up to 1.
        QCOMPARE(ratios.counts[14], int64_t{2});
        QCOMPARE(ratios.counts[30], int64_t{1});
        QCOMPARE(std::accumulate(ratios.counts.begin(), ratios.counts.end(), int64_t{0}),
                 int64_t{6});
        QVERIFY(preview.classes.empty());
        QCOMPARE(preview.spec.sourceLanguage, "de"s);
        QCOMPARE(preview.spec.targetLanguage, "en"s);
        QVERIFY(contains(support::plain(preview.notes), "translation is from de to en"));
        QCOMPARE(support::plain(preview.problems), ""s);
    }

    void pairsAreDividedByRatioAndSeed()
    {
        const DataFiles files;
        const auto [source, target] = pairs::sentences(200);
        core::DataSpec spec = pairs::specOf({files.file("t.de", pairs::lines(source))},
                                            {files.file("t.en", pairs::lines(target))});
        spec.validFraction = 0.1;
        spec.testFraction = 0.25;
        const tasks::Loaded data = tasks::loadPairs(spec, {});
        QCOMPARE(data.train.size(), size_t{130});
        QCOMPARE(data.valid.size(), size_t{20});
        QCOMPARE(data.test.size(), size_t{50});
        for (const auto* part : {&data.train, &data.valid, &data.test})
            for (size_t i = 0; i < part->size(); ++i) {
                const auto at = std::find(source.begin(), source.end(), part->source[i]);
                QCOMPARE(target[static_cast<size_t>(at - source.begin())], part->target[i]);
            }
        QCOMPARE(tasks::loadPairs(spec, {}).valid.source, data.valid.source);
        const auto preview = pairs::preview(spec);
        QCOMPARE(preview.trainRows, int64_t{130});
        QCOMPARE(preview.validRows, int64_t{20});
        spec.splitSeed = 2;
        QVERIFY(tasks::loadPairs(spec, {}).valid.source != data.valid.source);
    }

    void readingCanBeStopped()
    {
        const DataFiles files;
        std::stop_source stop;
        stop.request_stop();
        const core::Monitor monitor(stop.get_token(), {});
        const auto spec = pairs::specOf({files.file("t.de", "a\n")}, {files.file("t.en", "b\n")});
        QCOMPARE(pairs::failureOf([&] { tasks::loadPairs(spec, monitor); }).code,
                 core::ErrorCode::Cancelled);
        QCOMPARE(pairs::failureOf([&] { core::previewData(tasks::kPairs, spec, monitor); }).code,
                 core::ErrorCode::Cancelled);
    }

    void pairsForEvaluationAreRead()
    {
        const DataFiles files;
        const auto spec = pairs::specOf({"/not/looked/at.de"}, {"/not/looked/at.en"});
        const std::string source = files.file("t.de", "eins\nzwei\n");
        const auto sides = tasks::readPairs(spec, {source}, {files.file("t.en", "one\ntwo\n")}, {});
        QCOMPARE(sides.target, (Texts{"one", "two"}));
        core::DataSpec parallel = spec;
        parallel.format.kind = "parallel";
        const auto table = tasks::readPairs(
            parallel, {files.file("t.tsv", "Guten Tag .\tGood day .\nBis bald .\tSee you .\n")}, {},
            {});
        QCOMPARE(table.source, (Texts{"Guten Tag .", "Bis bald ."}));
        const auto failure = pairs::failureOf(
            [&] { tasks::readPairs(spec, {source}, {files.file("l.en", "one\n")}, {}); });
        QVERIFY(contains(failure.what.plain(), "t.de has 2 lines, l.en has 1: 1 more"));
    }
};

UNROLL_TEST(ParallelFilesTest, QCoreApplication)
#include "parallel_files_test.moc"
