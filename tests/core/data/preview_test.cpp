#include "core/data/preview.h"
#include "core/data/sample.h"
#include "core/data/source/line_reader.h"
#include "data_files.h"
#include "preview_agreement.h"
#include "task_columns.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

#include <stop_token>

using support::contains;
using support::plain;
using support::utf16;

namespace {

core::DataPreview tablePreview(const std::string& path, double validFraction = 0.0)
{
    core::DataSpec spec;
    spec.train = {path};
    spec.validFraction = validFraction;
    return agreedPreview(spec);
}

/// A table of `rows` rows with two classes in turn, every text different.
std::string filmTable(int rows, const std::string& lineEnd = "\n")
{
    std::string csv = "text,label" + lineEnd;
    for (int i = 0; i < rows; ++i)
        csv += "a quiet film number " + std::to_string(i) + "," + (i % 2 ? "neg" : "pos") + lineEnd;
    return csv;
}

} // namespace

class PreviewTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void blankLinesAreNoDuplicates()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.format = {"lines", core::Json::object()};
        spec.train = {files.file("train.txt", "one two\n\nthree\n\n \n\none two\n")};
        spec.test = {files.file("test.txt", "\nthree\n\nfour\n")};
        spec.validFraction = 0.0;
        const auto preview = core::previewData(tasks::kTexts, spec, {});
        QCOMPARE(preview.trainRows, int64_t{7});
        QCOMPARE(preview.testRows, int64_t{4});
        QCOMPARE(preview.duplicateRows, int64_t{1});
        QCOMPARE(preview.overlapRows, int64_t{1});
    }

    void everythingIsCounted()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.train = {files.file("train.csv",
                                 "text,label\n"
                                 "one two three,a\n"
                                 "four five,b\n"
                                 "one two three,a\n"
                                 "six,a\n"
                                 "one two three,b\n")};
        spec.valid = {files.file("valid.csv", "text,label\nfour five,b\nnew,a\n")};
        spec.test = {files.file("test.csv", "text,label\nsix,a\nother,a\nother,b\nlast,c\n")};
        const auto preview = core::previewData(tasks::kLabelled, spec, {});
        QCOMPARE(preview.trainRows, int64_t{5});
        QCOMPARE(preview.validRows, int64_t{2});
        QCOMPARE(preview.testRows, int64_t{3});
        QCOMPARE(preview.classes.size(), size_t{2});
        QCOMPARE(preview.classes[0].name, "a"s);
        QCOMPARE(preview.classes[0].train, int64_t{3});
        QCOMPARE(preview.classes[0].valid, int64_t{1});
        QCOMPARE(preview.classes[0].test, int64_t{2});
        QCOMPARE(preview.classes[1].train, int64_t{2});
        QCOMPARE(preview.duplicateRows, int64_t{2});
        QCOMPARE(preview.overlapRows, int64_t{2}); // "four five" and "six".
        QCOMPARE(preview.textBytes, int64_t{13 * 3 + 9 + 3 + 9 + 3 + 3 + 5 + 5});
        QCOMPARE(preview.lengths.longest, int64_t{3});
        QCOMPARE(preview.lengths.median, int64_t{1});
        QCOMPARE(preview.badRowCount, int64_t{1});
        QCOMPARE(preview.badRows[0].file, "test.csv"s);
        QCOMPARE(preview.badRows[0].line, int64_t{5});
        QVERIFY(contains(preview.badRows[0].reason.plain(), "\"c\" does not occur"));
        QCOMPARE(preview.rows.size(), size_t{10});
        QCOMPARE(preview.rows[1], (Strings{"four five", "b"}));
        QCOMPARE(preview.sampleTexts.size(), size_t{5});
        QCOMPARE(preview.sampleLabels[3], "a"s);
        QVERIFY(contains(plain(preview.problems), "Rows that cannot be used: 1."));
        spec.skipBadRows = true;
        QCOMPARE(plain(core::previewData(tasks::kLabelled, spec, {}).problems), ""s);
    }

    void countsAreThoseAfterTheSplit()
    {
        const DataFiles files;
        const auto preview = tablePreview(files.file("t.csv", filmTable(100)), 0.1);
        QCOMPARE(preview.trainRows, int64_t{90});
        QCOMPARE(preview.validRows, int64_t{10});
        QCOMPARE(preview.classes[0].valid, int64_t{5});
    }

    void samplesAreSpreadOverTrain()
    {
        const DataFiles files;
        const auto preview = tablePreview(files.file("t.csv", filmTable(5000)));
        QCOMPARE(preview.sampleTexts.size(), size_t{1000});
        QCOMPARE(std::set(preview.sampleTexts.begin(), preview.sampleTexts.end()).size(),
                 size_t{1000});
        QCOMPARE(preview.sampleTexts.front(), "a quiet film number 0"s);
        const int last = std::stoi(preview.sampleTexts.back().substr(20));
        QVERIFY2(last > 4900, std::to_string(last).c_str());
        QCOMPARE(preview.rows.size(), size_t{50});
    }

    void anEmptyFileIsSaid()
    {
        const DataFiles files;
        QVERIFY(contains(plain(tablePreview(files.file("e.csv", "")).problems), "e.csv is empty."));
        QVERIFY(contains(plain(tablePreview(files.gzip("e.csv.gz", "")).problems), "is empty."));
        QVERIFY(!tablePreview(files.file("n.csv", "\n\n\n")).problems.empty());
        QVERIFY(!tablePreview(files.file("h.csv", "text,label\n")).problems.empty());
    }

    void aFolderWithoutTextsIsSaid()
    {
        const DataFiles files;
        std::filesystem::create_directory(files.path("nothing"));
        QVERIFY(
            contains(plain(tablePreview(files.path("nothing")).problems), "There are no files"));
        for (const char* name : {"p/a.png", "p/b.jpg", "p/c"})
            files.file(name, "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s);
        const auto pictures = tablePreview(files.path("p"));
        QVERIFY(contains(plain(pictures.problems), "There are no texts"));
        QVERIFY(contains(plain(pictures.problems), "its 3 files are pictures"));
        const auto one = tablePreview(files.file("c.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s));
        QCOMPARE(plain(one.problems), "c.png is a picture, not a text.\n"s);
    }

    void officeDocumentsAreExplained()
    {
        const DataFiles files;
        const auto path = files.zip(
            "book.xlsx", {{"[Content_Types].xml", "<xml/>"}, {"xl/sheet1.xml", "<xml/>"}});
        QVERIFY(contains(plain(tablePreview(path).problems),
                         "book.xlsx is an Office document. Save it as CSV"));
    }

    void oneClassIsNotEnough()
    {
        const DataFiles files;
        const auto preview
            = tablePreview(files.file("t.csv", "text,label\na fine film,pos\na good film,pos\n"));
        QVERIFY(contains(plain(preview.problems), "All texts have the same label, \"pos\""));
    }

    void noDataIsSaid()
    {
        QVERIFY(contains(plain(core::previewData(tasks::kLabelled, {}, {}).problems),
                         "No data was chosen"));
    }

    void damagedRowsAreListedWithTheirLines()
    {
        const DataFiles files;
        const auto preview = tablePreview(files.file(
            "t.csv",
            filmTable(17) + "\"quoted, rightly\",pos\n\"one, more\",neg\nun caf\u00E9,pos\n"
                + "a NUL \0 inside,pos\n"s + "a b\xE9zier curve,neg\n" + "too,many,cells\n"
                + "only one\n" + ",pos\n" + "no label,\n" + "\"it never closes,pos\n"
                + "the last one,neg"));
        QCOMPARE(preview.trainRows, int64_t{21});
        QCOMPARE(preview.badRowCount, int64_t{7});
        const Strings reasons{
            "NUL",           "not valid UTF-8", "columns: 3 instead of 2", "columns: 1 instead",
            "text is empty", "label is empty",  "quote opens here"};
        for (size_t i = 0; i < reasons.size(); ++i) {
            QCOMPARE(preview.badRows[i].line, static_cast<int64_t>(22 + i));
            QVERIFY2(contains(preview.badRows[i].reason.plain(), reasons[i]), reasons[i].c_str());
        }
    }

    void aLineOf50MegabytesIsOneBadRow()
    {
        const DataFiles files;
        const auto preview = tablePreview(
            files.file("t.csv", filmTable(20) + std::string(50u << 20, 'x') + "\nafter it,pos\n"));
        QCOMPARE(preview.badRowCount, int64_t{1});
        QCOMPARE(preview.badRows[0].line, int64_t{22});
        QVERIFY(contains(preview.badRows[0].reason.plain(), "longer than 10 MB"));
        QCOMPARE(preview.trainRows, int64_t{21});
    }

    void onlyAThousandBadRowsAreKept()
    {
        const DataFiles files;
        std::string csv = filmTable(6000);
        for (int i = 0; i < 1500; ++i)
            csv += "lonely cell\n";
        const auto preview = tablePreview(files.file("t.csv", csv));
        QCOMPARE(preview.badRowCount, int64_t{1500});
        QCOMPARE(preview.badRows.size(), size_t{1000});
    }

    void encodingsAreRecognisedAndSaid()
    {
        const DataFiles files;
        const auto wide = tablePreview(files.file("w.csv", utf16(filmTable(20, "\r\n"))));
        QCOMPARE(wide.trainRows, int64_t{20});
        QCOMPARE(wide.columns[1], "label"s);
        QCOMPARE(wide.encoding, "utf-16"s);
        QVERIFY(contains(plain(wide.notes), "w.csv is read as UTF-16."));

        const auto latin = tablePreview(
            files.file("l.csv", "text,label\nun caf\xE9 cr\xE8me,pos\nd\xE9j\xE0 vu ici,neg\n"));
        QCOMPARE(latin.sampleTexts[0], "un caf\u00E9 cr\u00E8me"s);
        QCOMPARE(latin.encoding, "latin-1"s);
        QVERIFY(contains(plain(latin.notes), "Latin-1"));

        const auto marked = tablePreview(files.file("m.csv", "\xEF\xBB\xBF" + filmTable(20)));
        QCOMPARE(marked.columns[0], "text"s);
        QCOMPARE(marked.encoding, "utf-8"s);
    }

    void theEncodingCanBeChosen()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.train = {files.file("l.csv", "text,label\nun caf\xE9 noir,pos\nun the vert,neg\n")};
        spec.encoding = "utf-8";
        QCOMPARE(core::previewData(tasks::kLabelled, spec, {}).badRowCount, int64_t{1});
        spec.encoding = "latin-1";
        QCOMPARE(core::previewData(tasks::kLabelled, spec, {}).badRowCount, int64_t{0});
    }

    void lineEndsOfWindowsAndUnicodeSeparatorsAreHandled()
    {
        const DataFiles files;
        const auto preview = tablePreview(
            files.file("t.csv", filmTable(20, "\r\n") + "a\u0085line\u2028break,pos"));
        QCOMPARE(preview.trainRows, int64_t{21});
        QCOMPARE(preview.rows[20][0], "a\u0085line\u2028break"s);
        QCOMPARE(preview.classes.size(), size_t{2});
    }

    void missingFilesAreErrors()
    {
        const DataFiles files;
        QCOMPARE(support::failureOf([&] { tablePreview(files.path("gone.csv")); }).code,
                 core::ErrorCode::FileMissing);
    }

    void previewCanBeStopped()
    {
        const DataFiles files;
        std::stop_source stop;
        stop.request_stop();
        core::DataSpec spec;
        spec.train = {files.file("t.csv", filmTable(100))};
        QCOMPARE(support::failureOf([&] {
                     core::previewData(tasks::kLabelled, spec, core::Monitor(stop.get_token(), {}));
                 }).code,
                 core::ErrorCode::Cancelled);
    }

    void previewOfTheRecognisedSpecIsTheSame()
    {
        const DataFiles files;
        const auto first = tablePreview(files.file("t.csv", filmTable(50)));
        const auto second = core::previewData(tasks::kLabelled, first.spec, {});
        QCOMPARE(second.spec, first.spec);
        QCOMPARE(second.rows, first.rows);
        QCOMPARE(second.labelColumn, first.labelColumn);
    }

    void bundledSamplesHaveAPreview()
    {
        std::set<std::string> seen;
        for (const core::KindDescription& kind :
             core::sampleKinds({tasks::kLabelled, tasks::kPairs, tasks::kNumbers})) {
            const bool labelled = core::servesTask(kind.tasks, tasks::kLabelled.task);
            const bool rated = core::servesTask(kind.tasks, tasks::kNumbers.task);
            if (kind.id == "none" || (!labelled && !rated))
                continue;
            const core::TaskColumns& columns = labelled ? tasks::kLabelled : tasks::kNumbers;
            seen.insert(columns.task);
            core::DataSpec spec;
            spec.sample.kind = kind.id;
            for (const core::OptionDescription& option : kind.options)
                spec.sample.options[option.name] = option.defaultValue;
            const auto preview = core::previewData(columns, spec, {});
            QCOMPARE(preview.formatTitle, kind.title);
            QCOMPARE(plain(preview.problems), ""s);
            QVERIFY(preview.trainRows > 0);
            QVERIFY(preview.validRows > 0);
            QCOMPARE(preview.sampleTexts.size(), size_t{1000});
        }
        QCOMPARE(seen.size(), size_t{2});
        for (const core::KindDescription& kind : core::sampleKinds(tasks::kBoth))
            QVERIFY2(kind.id != "ratings", "a sample that serves none of the tasks");
    }
};

UNROLL_TEST(PreviewTest, QCoreApplication)
#include "preview_test.moc"
