#include "data_files.h"
#include "task_columns.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using core::DataSpec;
using Paths = Strings;
using support::contains;

/// Files that are no data, or not as their names suggest, are named in problems and notes.
class UnfitFilesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void webPagesAndWordVectorsAreNamed()
    {
        const DataFiles files;
        std::string vectors = "200 12\n";
        for (int i = 0; i < 200; ++i)
            vectors += "word" + std::to_string(i) + " 0.1 -0.2 3 0.4 -5e-3 6 7 8 9 10 11 12\n";
        DataSpec data;
        data.train = {files.file("glove.txt", vectors)};
        const auto notes = support::plain(core::previewData(tasks::kTexts, data, {}).notes);
        QVERIFY2(contains(notes, "looks like a file of word vectors"), notes.c_str());
        data.train = {files.file("page.csv", "<!DOCTYPE html>\n<html><body>\n<p>One, two</p>\n")};
        const auto problems
            = support::plain(core::previewData(tasks::kLabelled, data, {}).problems);
        QVERIFY2(contains(problems, "page.csv looks like a web page"), problems.c_str());
    }

    /// Whatever the task: they would pass for texts with a class each, or for running text.
    void questionsAboutWordsAreNamed()
    {
        const DataFiles files;
        DataSpec data;
        const std::string head = ": capital-common-countries\n";
        data.train = {files.file("questions-words.txt",
                                 head
                                     + "Athens Greece Baghdad Iraq\nAthens Greece Oslo Norway\n"
                                       ": family\nboy girl man woman\n")};
        for (const core::TaskColumns& columns : {tasks::kTexts, tasks::kLabelled, tasks::kPairs}) {
            const auto problems = support::plain(core::previewData(columns, data, {}).problems);
            QVERIFY2(contains(problems, "holds questions about words"), problems.c_str());
            QVERIFY2(contains(problems, "task.questions"), problems.c_str());
        }
        data.train
            = {files.file("a.txt", head + "Athens Greece Baghdad Iraq\nand a line of prose\n")};
        QCOMPARE(support::plain(core::previewData(tasks::kTexts, data, {}).problems), ""s);
    }

    void filesThatAreNoDataAreNamed_data()
    {
        addColumns<QString, QString, QString>("name", "content", "expected");
        newRow("header", u"a.csv"_s, u"review,label\n"_s,
               u"There is only one row to train on: \"review\". If it is the header of a table, "
               "the rows are missing."_s);
        newRow("line", u"a.txt"_s, u"a single line of text"_s,
               u"There is only one row to train on: \"single line of text\"."_s);
        const QString rows = u"[{\"text\":\"a\",\"label\":\"x\"},\n"
                             "{\"text\":\"b\",\"label\":\"y\"},\n"_s;
        newRow("document", u"a.json"_s, rows + u"{\"text\":\"c\" \"label\":\"x\"}]\n"_s,
               u"a.json is not valid JSON (line 3)."_s);
        newRow("cut", u"a.json"_s, rows, u"reading stopped in line 3."_s);
        const QString open = u"<?xml version=\"1.0\" encoding=\"UTF-8\"?>\n<!-- a comment -->\n"
                             "<office:document xmlns:office=\"urn:oasis\" office:mimetype=\""
                             "application/vnd.oasis.opendocument."_s;
        const QString body = u"\"><office:body>a, b</office:body></office:document>\n"_s;
        newRow("flat spreadsheet", u"a.fods"_s, open + u"spreadsheet"_s + body,
               u"a.fods is a flat OpenDocument spreadsheet. Save it as .ods, .xlsx or CSV "
               "(UTF-8)."_s);
        newRow("by another name", u"a.csv"_s, open + u"spreadsheet"_s + body,
               u"a.csv is a flat OpenDocument spreadsheet."_s);
        newRow("flat text", u"a.fodt"_s, open + u"text"_s + body,
               u"a.fodt is a flat OpenDocument file. Save its text as a text file."_s);
        newRow("cut in its line", u"a.json"_s, u"{\"a\":1"_s,
               u"a.json is not valid JSON (line 1)."_s);
        newRow("lines", u"a.jsonl"_s, u"{a:1}\n{a:2}\n"_s,
               u"a.jsonl is not valid JSON (line 1)."_s);
    }
    void filesThatAreNoDataAreNamed()
    {
        QFETCH(QString, name);
        QFETCH(QString, content);
        QFETCH(QString, expected);
        const DataFiles files;
        DataSpec data;
        data.train = {files.file(name.toStdString(), content.toStdString())};
        const auto problems
            = support::plain(core::previewData(tasks::kLabelled, data, {}).problems);
        QVERIFY2(contains(problems, expected.toStdString()), problems.c_str());
    }

    /// A fault in a file comes before the columns that are missing because of it.
    void aFileThatIsCutOffIsTheFirstProblem()
    {
        const DataFiles files;
        DataSpec data;
        data.train = {files.file("a.json", "{\"a\": [1, 2")};
        const auto problems = core::previewData(tasks::kLabelled, data, {}).problems;
        QVERIFY(problems.size() > 1);
        QCOMPARE(problems.front().plain(), "a.json is not a JSON document."s);
    }

    void aPlainFileNamedAsACompressedOneIsReadWithANote()
    {
        const DataFiles files;
        DataSpec data;
        data.train = {files.file("a.csv.gz", "text,label\ngood,pos\nbad,neg\nfine,pos\n")};
        const auto preview = core::previewData(tasks::kLabelled, data, {});
        QCOMPARE(support::plain(preview.problems), ""s);
        const auto notes = support::plain(preview.notes);
        QVERIFY2(contains(notes, "a.csv.gz is not compressed, although its name ends in \".gz\"."),
                 notes.c_str());
        data.train = {files.gzip("b.csv.gz", "text,label\ngood,pos\nbad,neg\nfine,pos\n")};
        const auto packed = support::plain(core::previewData(tasks::kLabelled, data, {}).notes);
        QVERIFY2(!contains(packed, "not compressed"), packed.c_str());
    }

    void whatCannotBeReadIsLeftToThePreview()
    {
        const DataFiles files;
        for (const std::string task : {"classification", "translation"}) {
            const auto gone = tasks::recognised({"/nowhere/at.all"}, task, {});
            QCOMPARE(gone.task, task);
            QCOMPARE(gone.spec.train, Paths{"/nowhere/at.all"});
            files.file("p/a.png", "\x89PNG\r\n\x1a\n\0\0\0\rIHDR"s);
            const auto pictures = tasks::recognised({files.path("p")}, task, {});
            QCOMPARE(pictures.task, task);
            const auto preview = core::previewData(tasks::named(task), pictures.spec, {});
            QVERIFY(contains(support::plain(preview.problems), "There are no texts in"));
        }
    }
};

UNROLL_TEST(UnfitFilesTest, QCoreApplication)
#include "unfit_files_test.moc"
