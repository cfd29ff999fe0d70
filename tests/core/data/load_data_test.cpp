#include "core/data/preview.h"
#include "core/data/sample.h"
#include "data_files.h"
#include "task_columns.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using Lines = Strings;
using Labels = std::vector<int32_t>;
using support::contains;
using support::failureOf;

namespace {

std::string table(int rows)
{
    std::string csv = "text,label\n";
    for (int i = 0; i < rows; ++i)
        csv += "a quiet film number " + std::to_string(i) + "," + (i % 4 ? "neg" : "pos") + "\n";
    return csv;
}

} // namespace

class LoadDataTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void classesAreSortedAndOrderIsKept()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.train
            = {files.file("train.csv", "text,label\nfirst text,z\nsecond text,a\nthird text,z\n")};
        spec.valid = {files.file("valid.csv", "text,label\nfourth text,a\n")};
        spec.test = {files.file("test.csv", "text,label\nfifth text,z\n")};
        const tasks::Loaded data = tasks::loadData(spec, {});
        QCOMPARE(data.classes, (Lines{"a", "z"}));
        QCOMPARE(data.train.texts, (Lines{"first text", "second text", "third text"}));
        QCOMPARE(data.train.labels, (Labels{1, 0, 1}));
        QCOMPARE(data.valid.texts, Lines{"fourth text"});
        QCOMPARE(data.valid.labels, Labels{0});
        QCOMPARE(data.test.labels, Labels{1});
        QCOMPARE(data.skippedRows, int64_t{0});
    }

    void whatIsNotGivenIsHeldOut()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.train = {files.file("t.csv", table(200))};
        spec.validFraction = 0.1;
        spec.testFraction = 0.2;
        const tasks::Loaded data = tasks::loadData(spec, {});
        QCOMPARE(data.train.size(), size_t{140});
        QCOMPARE(data.valid.size(), size_t{20});
        QCOMPARE(data.test.size(), size_t{40});
        QCOMPARE(std::count(data.valid.labels.begin(), data.valid.labels.end(), 1), 5);
        QCOMPARE(std::count(data.test.labels.begin(), data.test.labels.end(), 1), 10);
        const auto number = [](const std::string& text) { return std::stoi(text.substr(20)); };
        for (size_t i = 1; i < data.train.size(); ++i)
            QVERIFY(number(data.train.texts[i - 1]) < number(data.train.texts[i]));

        const tasks::Loaded again = tasks::loadData(spec, {});
        QCOMPARE(again.valid.texts, data.valid.texts);
        spec.splitSeed = 2;
        QVERIFY(tasks::loadData(spec, {}).valid.texts != data.valid.texts);

        const core::DataPreview preview = core::previewData(tasks::kLabelled, spec, {});
        QCOMPARE(preview.trainRows, int64_t{140});
        QCOMPARE(preview.testRows, int64_t{40});
    }

    void aBadRowEndsLoadingUnlessSkipped()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.train = {files.file("t.csv", table(20) + "one,two,three\n")};
        const auto failure = failureOf([&] { tasks::loadData(spec, {}); });
        QCOMPARE(failure.code, core::ErrorCode::FileMalformed);
        QCOMPARE(failure.what.plain(), "t.csv, line 22: Number of columns: 3 instead of 2."s);
        QVERIFY(contains(failure.advice.plain(), "skip bad rows"));
        spec.skipBadRows = true;
        spec.validFraction = 0.0;
        const tasks::Loaded data = tasks::loadData(spec, {});
        QCOMPARE(data.skippedRows, int64_t{1});
        QCOMPARE(data.train.size(), size_t{20});
    }

    void dataThatCannotBeTrainedOnIsRefused()
    {
        const DataFiles files;
        core::DataSpec spec;
        const auto load = [&] { tasks::loadData(spec, {}); };
        QCOMPARE(failureOf(load).code, core::ErrorCode::BadData);
        spec.train = {files.file("one.csv", "text,label\na b c,pos\nd e f,pos\n")};
        QVERIFY(contains(failureOf(load).what.plain(), "same label, \"pos\""));
        spec.train = {files.file("empty.csv", "")};
        QVERIFY(contains(failureOf(load).what.plain(), "empty.csv is empty"));
        spec.train = {files.file("t.csv", table(20))};
        spec.format = {"delimited", core::Json{{"label_column", "mood"}}};
        const auto missing = failureOf(load);
        QCOMPARE(missing.code, core::ErrorCode::BadData);
        QCOMPARE(missing.what.plain(), "There is no column \"mood\"; there are: text, label."s);
        spec.format = {"delimited", core::Json{{"header", "perhaps"}}};
        QCOMPARE(failureOf(load).code, core::ErrorCode::BadSetting);
        spec.format = {"parquet", core::Json::object()};
        QCOMPARE(failureOf(load).code, core::ErrorCode::BadSetting);
    }

    void aFileWithOnlyAHeaderIsRefused()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.train = {files.file("header.csv", "text,label\n")};
        const auto failure = failureOf([&] { tasks::loadData(spec, {}); });
        QCOMPARE(failure.code, core::ErrorCode::BadData);
        QVERIFY(contains(failure.what.plain(), "only one row"));
        QVERIFY(contains(failure.advice.plain(), "the header of a table"));
    }

    void whatTheUserShouldKnowIsNoted()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.train = {files.file("t.csv", table(20) + "a caf\xe9 film,rare\none,two,three\n")};
        spec.skipBadRows = true;
        std::string notes;
        for (const core::Message& note : tasks::loadData(spec, {}).notes)
            notes += note.plain() + "\n";
        QVERIFY2(contains(notes, "t.csv is not UTF-8; it is read as Latin-1"), notes.c_str());
        QVERIFY2(contains(notes, "Bad rows, skipped: 1."), notes.c_str());
        QVERIFY2(contains(notes, "single text, which cannot be learned: 1 (\"rare\")"),
                 notes.c_str());
    }

    void aTestLabelThatTrainDoesNotKnowIsABadRow()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.train = {files.file("train.csv", table(20))};
        spec.test = {files.file("test.csv", "text,label\na good film,positive\n")};
        const auto failure = failureOf([&] { tasks::loadData(spec, {}); });
        QVERIFY(contains(failure.what.plain(), "test.csv, line 2: Its label \"positive\""));
    }

    void partsOfOneArchiveAreReadApart()
    {
        const DataFiles files;
        std::vector<DataFiles::Member> members;
        for (const std::string split : {"test", "train"})
            for (const std::string label : {"neg", "pos"})
                for (int i = 0; i < (split == "train" ? 6 : 3); ++i)
                    members.push_back(
                        {"c/" + split + "/" + label + "/" + std::to_string(i) + ".txt",
                         split + " text in " + label + " number " + std::to_string(i)});
        members.push_back({"c/train/unsup/0.txt", "without a label"});
        const std::string path = files.tarGz("c.tar.gz", members);
        core::DataSpec spec = core::dataSpecFromPaths({path}, {});
        spec.validFraction = 0.0;
        const tasks::Loaded data = tasks::loadData(spec, {});
        QCOMPARE(data.classes, (Lines{"neg", "pos"}));
        QCOMPARE(data.train.size(), size_t{12});
        QCOMPARE(data.test.size(), size_t{6});
        for (const std::string& text : data.test.texts)
            QVERIFY(text.starts_with("test"));
        for (const std::string& text : data.train.texts)
            QVERIFY(text.starts_with("train"));
    }

    void textsForEvaluationKeepTheModelsClasses()
    {
        const DataFiles files;
        core::DataSpec spec;
        const std::string path
            = files.file("t.csv", "text,label\na good film,pos\na bad film,neg\nthe end,pos\n");
        const auto texts = tasks::loadTexts(spec, {path}, {"neg", "neutral", "pos"}, {});
        QCOMPARE(texts.labels, (Labels{2, 0, 2}));
        QCOMPARE(texts.texts[1], "a bad film"s);
        const auto failure = failureOf([&] {
            tasks::loadTexts(spec, {path}, {"neg", "positive"}, {});
        });
        QCOMPARE(failure.code, core::ErrorCode::BadData);
        QCOMPARE(failure.what.plain(), "t.csv, line 2: the model has no class \"pos\"."s);
        QVERIFY(contains(failure.advice.plain(), "neg, positive"));
    }

    /// A test file alone may look as if its first row named the columns, or have other ones.
    void textsForEvaluationAreReadAsTheTrainingTexts()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.train = {files.file("train.tsv", [] {
            std::string rows;
            for (int i = 0; i < 40; ++i)
                rows += std::to_string(i) + "\t" + (i % 2 ? "pos" : "neg") + "\ta film number "
                    + std::to_string(i) + "\n";
            return rows;
        }())};
        const std::string path = files.file(
            "test.tsv", "text\tpos\ta joy it was\n7\tneg\tthe dull end of it\n8\tneg\tnot again\n");
        const auto texts = tasks::loadTexts(spec, {path}, {"neg", "pos"}, {});
        QCOMPARE(texts.labels, (Labels{1, 0, 0}));
        QCOMPARE(texts.texts[0], "a joy it was"s);
        // Without the training files the test file speaks for itself.
        const std::string table
            = files.file("t.csv", "text,label\na good film,pos\na bad film,neg\n");
        spec.train = {files.path("gone.csv")};
        QCOMPARE(tasks::loadTexts(spec, {table}, {"neg", "pos"}, {}).labels, (Labels{1, 0}));
        // A test file of another kind as well.
        for (int i = 0; i < 4; ++i)
            for (const char* name : {"c/neg/", "c/pos/"})
                files.file(name + std::to_string(i) + ".txt", "a text");
        spec.train = {files.path("c")};
        QCOMPARE(tasks::loadTexts(spec, {table}, {"neg", "pos"}, {}).labels, (Labels{1, 0}));
    }

    /// A file on which a model is tested is read as a test set of its training is.
    void scoredFilesAreReadAsTestSets()
    {
        const DataFiles files;
        std::string train = "sentence\tlabel\tid\n", test = "text,label,id\n", same;
        for (int i = 0; i < 40; ++i) {
            const std::string number = std::to_string(i);
            train += "a film of number " + number + "\t" + (i % 2 ? "pos" : "neg") + "\t" + number
                + "\n";
            test += "\"no, a film of number " + number + "\"," + (i % 2 ? "neg" : "pos") + ","
                + number + "\n";
        }
        core::DataSpec spec;
        spec.validFraction = 0.0;
        spec.train = {files.file("train.tsv", train)};
        spec.test = {files.file("test.csv", test)}; // Other names, another delimiter.
        const auto preview = core::previewData(tasks::kLabelled, spec, {});
        QCOMPARE(preview.badRowCount, int64_t{0});
        QCOMPARE(preview.testRows, int64_t{40});
        const auto loaded = tasks::loadData(spec, {});
        for (const core::Selection& format : {spec.format, preview.spec.format}) {
            core::DataSpec scored = spec;
            scored.format = format;
            scored.test.clear();
            const auto rows = tasks::loadTexts(scored, spec.test, {"neg", "pos"}, {});
            QCOMPARE(rows.texts, loaded.test.texts);
            QCOMPARE(rows.labels, loaded.test.labels);
        }
        QCOMPARE(loaded.test.texts[3], "no, a film of number 3"s);
        // Without training files, as the settings say.
        core::DataSpec alone;
        alone.format = {"delimited", core::Json{{"label_column", "2"}, {"text_columns", {"3"}}}};
        QCOMPARE(tasks::loadTexts(alone, spec.test, {"neg", "pos"}, {}).texts[3], "3"s);
    }

    void bundledSamplesLoad()
    {
        core::DataSpec spec;
        spec.sample.kind = "reviews";
        for (const core::KindDescription& kind : core::sampleKinds(tasks::kBoth))
            if (kind.id == spec.sample.kind)
                for (const core::OptionDescription& option : kind.options)
                    spec.sample.options[option.name] = option.defaultValue;
        const core::DataPreview preview = core::previewData(tasks::kLabelled, spec, {});
        const tasks::Loaded data = tasks::loadData(spec, {});
        QCOMPARE(static_cast<int64_t>(data.train.size()), preview.trainRows);
        QCOMPARE(static_cast<int64_t>(data.valid.size()), preview.validRows);
        QCOMPARE(static_cast<int64_t>(data.test.size()), preview.testRows);
        QVERIFY(std::is_sorted(data.classes.begin(), data.classes.end()));
    }
};

UNROLL_TEST(LoadDataTest, QCoreApplication)
#include "load_data_test.moc"
