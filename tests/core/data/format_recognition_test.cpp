#include "core/base/schema.h"
#include "core/data/formats/format.h"
#include "core/data/preview.h"
#include "data_files.h"
#include "pair_files.h"
#include "preview_agreement.h"
#include "task_columns.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using core::Json;
using Names = Strings;
using Columns = std::vector<int64_t>;
using support::contains;
using support::plain;

namespace {

core::DataPreview previewAs(const Strings& paths,
                            const core::Selection& format = {"auto", Json::object()})
{
    core::DataSpec spec;
    spec.train = paths;
    spec.format = format;
    spec.validFraction = 0.0;
    return agreedPreview(spec);
}

Names classNames(const core::DataPreview& preview)
{
    Names names;
    for (const core::ClassCount& entry : preview.classes)
        names.push_back(entry.name);
    return names;
}

/// A recognised option as JSON text, without the quotes of a string.
std::string recognisedOption(const core::DataPreview& preview, const std::string& name)
{
    const Json& value = preview.spec.format.options.at(name);
    return value.is_string() ? value.get<std::string>() : value.dump();
}

const char* const kFilmTexts[] = {"the film was a joy from start to end",
                                  "a dull plot and wooden acting, sadly",
                                  "I would watch it again, and I did",
                                  "nobody laughed in the whole theatre",
                                  "what a cast, what a score",
                                  "two hours that I want back"};

/// Rows of label, delimiter and text; every text is different.
std::string delimited(const std::string& delimiter, int rows, const std::string& header = {})
{
    const std::string quote = delimiter == "," ? "\"" : "";
    std::string text = header;
    for (int i = 0; i < rows; ++i)
        text += std::string(i % 2 ? "neg" : "pos") + delimiter + quote + "No " + std::to_string(i)
            + " " + kFilmTexts[i % 6] + quote + "\n";
    return text;
}

} // namespace

class FormatRecognitionTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void headerDelimiterAndColumnsAreRecognised()
    {
        const DataFiles files;
        std::string csv = "id;review;sentiment\n";
        for (int i = 0; i < 40; ++i)
            csv += std::to_string(1000 + i) + ";" + kFilmTexts[i % 6] + ", number "
                + std::to_string(i) + ";" + (i % 3 ? "good" : "bad") + "\n";
        const auto preview = previewAs({files.file("a.csv", csv)});
        QCOMPARE(preview.columns, (Names{"id", "review", "sentiment"}));
        QCOMPARE(preview.textColumns, Columns{1});
        QCOMPARE(preview.labelColumn, int64_t{2});
        QCOMPARE(classNames(preview), (Names{"bad", "good"}));
        QCOMPARE(preview.trainRows, int64_t{40});
        QCOMPARE(preview.formatTitle, "Semicolon-separated values"s);
        QCOMPARE(preview.spec.format.kind, "delimited"s);
        QCOMPARE(recognisedOption(preview, "delimiter"), "semicolon"s);
        QCOMPARE(recognisedOption(preview, "header"), "yes"s);
        QCOMPARE(recognisedOption(preview, "text_columns"), "[\"review\"]"s);
        QCOMPARE(recognisedOption(preview, "label_column"), "sentiment"s);
        QCOMPARE(preview.encoding, "utf-8"s);
        QVERIFY(preview.problems.empty());
    }

    void aHeaderWithEmptyCellsIsAHeader_data()
    {
        addColumns<QByteArray, bool>("header", "spills");
        newRow("names", "Type,Message,,,"_ba, false);
        newRow("names, texts spill over", "Type,Message,,,"_ba, true);
        newRow("numbers", "v1,v2,,,"_ba, false);
        newRow("numbers, texts spill over", "v1,v2,,,"_ba, true);
    }

    /// Like the collection of text messages: columns that were used once have no name.
    void aHeaderWithEmptyCellsIsAHeader()
    {
        QFETCH(QByteArray, header);
        QFETCH(bool, spills);
        const DataFiles files;
        std::string csv = header.toStdString() + "\n";
        for (int i = 0; i < 100; ++i)
            csv += std::string(i % 5 ? "ham" : "spam") + ",\"see you at " + std::to_string(i)
                + "\"," + (spills && i % 10 == 0 ? "\"or later\",,\n" : ",,\n");
        const auto preview = previewAs({files.file("spam.csv", csv)});
        QCOMPARE(preview.trainRows, int64_t{100});
        QCOMPARE(classNames(preview), (Names{"ham", "spam"}));
        QCOMPARE(preview.columns[0], header.split(',')[0].toStdString());
        QCOMPARE(preview.textColumns, Columns{1});
    }

    void aFirstRowOfOneWordIsNoHeader()
    {
        const DataFiles files;
        std::string csv = "spam,hello\n";
        for (int i = 0; i < 60; ++i)
            csv += std::string(i % 5 ? "ham" : "spam") + ",see you at " + std::to_string(i) + "\n";
        const auto preview = previewAs({files.file("messages.csv", csv)});
        QCOMPARE(preview.trainRows, int64_t{61});
        QCOMPARE(recognisedOption(preview, "header"), "no"s);
    }

    /// Like AG News: no header, all cells in quotes, title and description.
    void severalTextColumnsAreJoined()
    {
        const DataFiles files;
        std::string csv;
        for (int i = 0; i < 60; ++i)
            csv += "\"" + std::to_string(i % 4 + 1) + "\",\"Title " + kFilmTexts[i % 6] + " "
                + std::to_string(i) + "\",\"" + kFilmTexts[(i + 1) % 6] + " and then "
                + kFilmTexts[(i + 2) % 6] + std::to_string(i) + "\"\n";
        const auto preview = previewAs({files.file("ag.csv", csv)});
        QCOMPARE(preview.columns, (Names{"column 1", "column 2", "column 3"}));
        QCOMPARE(preview.textColumns, (Columns{1, 2}));
        QCOMPARE(preview.labelColumn, int64_t{0});
        QCOMPARE(classNames(preview), (Names{"1", "2", "3", "4"}));
        QCOMPARE(preview.trainRows, int64_t{60});
        QCOMPARE(preview.sampleTexts[0],
                 "Title " + std::string(kFilmTexts[0]) + " 0 " + kFilmTexts[1] + " and then "
                     + kFilmTexts[2] + "0");
    }

    /// Like the SemEval tweets: id, label, text between tabs, quotes that do not match.
    void unbalancedQuotesMeanNoQuoting()
    {
        const DataFiles files;
        std::string tsv;
        for (int i = 0; i < 60; ++i)
            tsv += std::to_string(628949369883000832 + i) + "\t" + (i % 3 ? "neutral" : "positive")
                + "\t" + (i % 4 ? "" : "\"") + kFilmTexts[i % 6] + " #" + std::to_string(i) + "\n";
        const auto preview = previewAs({files.file("tweets.tsv", tsv)});
        QCOMPARE(recognisedOption(preview, "quoting"), "none"s);
        QCOMPARE(recognisedOption(preview, "header"), "no"s);
        QCOMPARE(preview.textColumns, Columns{2});
        QCOMPARE(preview.labelColumn, int64_t{1});
        QCOMPARE(preview.trainRows, int64_t{60});
        QCOMPARE(preview.sampleTexts[0].front(), '"');
    }

    void anEmptyLastColumnIsTolerated()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.train = {files.file("train.tsv", delimited("\t", 20))};
        std::string test;
        for (int i = 0; i < 10; ++i)
            test += "pos\tanother text " + std::to_string(i) + "\t" + (i == 7 ? "a date" : "")
                + "\n";
        spec.test = {files.file("test.tsv", test)};
        const auto preview = core::previewData(tasks::kLabelled, spec, {});
        QCOMPARE(preview.columns.size(), size_t{2});
        QCOMPARE(preview.testRows, int64_t{10});
        QCOMPARE(preview.badRowCount, int64_t{0});
    }

    void labelsSortedByClassAreStillLabels()
    {
        const DataFiles files;
        std::string csv = "review,sentiment\n";
        for (int i = 0; i < 5000; ++i)
            csv += "\"" + std::string(kFilmTexts[i % 6]) + " " + std::to_string(i) + " "
                + std::string(100, 'x') + "\"," + (i < 2500 ? "positive" : "negative") + "\n";
        const auto preview = previewAs({files.file("sorted.csv", csv)});
        QCOMPARE(preview.labelColumn, int64_t{1});
        QCOMPARE(preview.textColumns, Columns{0});
        QCOMPARE(classNames(preview), (Names{"negative", "positive"}));
        QVERIFY(contains(plain(preview.notes), "sorted by class"));
    }

    void aHeaderIsNotTakenForDataNorDataForAHeader()
    {
        const DataFiles files;
        const auto with = previewAs({files.file(
            "w.csv", delimited(",", 0, "kind,remark\n") + [] {
                std::string rows;
                for (int i = 0; i < 30; ++i)
                    rows += std::string(i % 2 ? "a" : "b") + ",\"" + kFilmTexts[i % 6]
                        + " and much more of this kind " + std::to_string(i) + "\"\n";
                return rows;
            }())});
        QCOMPARE(with.columns, (Names{"kind", "remark"}));
        QCOMPARE(with.trainRows, int64_t{30});
        const auto without = previewAs({files.file("o.tsv", delimited("\t", 30))});
        QCOMPARE(without.trainRows, int64_t{30});
        QCOMPARE(recognisedOption(without, "header"), "no"s);
    }

    void whatTheUserChoosesHolds()
    {
        const DataFiles files;
        std::string csv = "a,b,c\n";
        for (int i = 0; i < 12; ++i)
            csv += std::string(i % 2 ? "x" : "y") + ",text number " + std::to_string(i) + ","
                + (i % 3 ? "u" : "v") + "\n";
        const std::string path = files.file("t.csv", csv);
        const auto preview = previewAs(
            {path},
            {"delimited",
             Json{{"label_column", "3"}, {"text_columns", {"b", "a"}}, {"header", "yes"}}});
        QCOMPARE(preview.labelColumn, int64_t{2});
        QCOMPARE(preview.textColumns, (Columns{1, 0}));
        QCOMPARE(classNames(preview), (Names{"u", "v"}));
        QCOMPARE(preview.sampleTexts[0], "text number 0 y"s);
        const auto missing = previewAs({path}, {"delimited", Json{{"label_column", "mood"}}});
        QVERIFY(
            contains(plain(missing.problems), "There is no column \"mood\"; there are: a, b, c."));
    }

    void filesMayOrderTheirColumnsOtherwise()
    {
        const DataFiles files;
        core::DataSpec spec;
        spec.train = {files.file("train.csv",
                                 delimited(",", 0, "label,text\n")
                                     + "pos,\"what a joy, really\"\nneg,dull and grey today\n")};
        spec.test = {files.file("test.csv", "number,text,label\n1,\"a joy it was\",pos\n")};
        spec.validFraction = 0.0;
        const auto preview = core::previewData(tasks::kLabelled, spec, {});
        QCOMPARE(plain(preview.problems), ""s);
        QCOMPARE(preview.testRows, int64_t{1});
        QCOMPARE(preview.classes[1].name, "pos"s);
        QCOMPARE(preview.classes[1].test, int64_t{1});
        spec.test = {files.file("test2.csv", "text,mood\nx y z,pos\n")};
        QVERIFY(contains(plain(core::previewData(tasks::kLabelled, spec, {}).problems),
                         "test2.csv has no column \"label\"; it has: text, mood."));
    }

    void jsonLinesAreRecognised()
    {
        const DataFiles files;
        std::string lines;
        for (int i = 0; i < 20; ++i)
            lines += "{\"id\": " + std::to_string(i) + ", \"text\": \"caf\\u00e9 "
                + kFilmTexts[i % 6] + "\", \"label\": " + std::to_string(i % 2) + "}\n";
        const auto preview = previewAs({files.file("a.jsonl", lines + "{broken\n{\"id\": 5}\n")});
        QCOMPARE(preview.spec.format.kind, "json_lines"s);
        QCOMPARE(recognisedOption(preview, "text_field"), "text"s);
        QCOMPARE(recognisedOption(preview, "label_field"), "label"s);
        QCOMPARE(classNames(preview), (Names{"0", "1"}));
        QCOMPARE(preview.sampleTexts[0], "caf\u00e9 " + std::string(kFilmTexts[0]));
        QCOMPARE(preview.badRowCount, int64_t{2});
        QCOMPARE(preview.badRows[0].line, int64_t{21});
        QVERIFY(contains(preview.badRows[1].reason.plain(), "no field"));
    }

    void foldersAreClasses()
    {
        const DataFiles files;
        for (int i = 0; i < 5; ++i)
            for (const char* folder :
                 {"c/train/pos/", "c/train/neg/", "c/train/unsup/", "c/test/pos/", "c/test/neg/"})
                files.file(folder + std::to_string(i) + ".txt",
                           std::string(folder) + " a text\nof two lines " + std::to_string(i));
        files.file("c/README", "about this corpus");
        files.file("c/train/urls.txt", "http://x");
        core::DataSpec spec;
        spec.train = spec.test = {files.path("c")};
        spec.validFraction = 0.0;
        const auto preview = core::previewData(tasks::kLabelled, spec, {});
        QCOMPARE(preview.spec.format.kind, "class_folders"s);
        QCOMPARE(classNames(preview), (Names{"neg", "pos"}));
        QCOMPARE(preview.trainRows, int64_t{10});
        QCOMPARE(preview.testRows, int64_t{10});
        QCOMPARE(preview.badRowCount, int64_t{0});
        QCOMPARE(plain(preview.problems), ""s);
    }

    void namesOfFilesAreClasses()
    {
        const DataFiles files;
        const auto archive = files.tarGz("names.tar.gz",
                                         {{"names/Arabic.txt", "Khoury\nNahas\n\nDaher"},
                                          {"names/Irish.txt", "O'Neal\nDoyle\n"},
                                          {"names/Polish.txt", "\u0141ach\n"}});
        const auto preview = previewAs({archive});
        QCOMPARE(preview.spec.format.kind, "class_files"s);
        QCOMPARE(classNames(preview), (Names{"Arabic", "Irish", "Polish"}));
        QCOMPARE(preview.trainRows, int64_t{6});
        const auto lone = previewAs(
            {files.file("polarity.pos", "good one\n"), files.file("polarity.neg", "bad one\n")});
        QCOMPARE(classNames(lone), (Names{"neg", "pos"}));
    }

    void aLabelMayStandFirst()
    {
        const DataFiles files;
        const auto fastText = previewAs(
            {files.file("cooking.txt",
                        "__label__sauce how much salt, please\n__label__bread a loaf of rye\n"
                        "__label__a __label__b two labels\n__label__alone\n")});
        QCOMPARE(fastText.spec.format.kind, "label_first"s);
        QCOMPARE(classNames(fastText), (Names{"bread", "sauce"}));
        QCOMPARE(fastText.badRowCount, int64_t{2});
        QVERIFY(contains(fastText.badRows[0].reason.plain(), "more than one label"));
        const auto plain = previewAs({files.file("plain.txt", delimited(" ", 60))});
        QCOMPARE(plain.spec.format.kind, "label_first"s);
        QCOMPARE(classNames(plain), (Names{"neg", "pos"}));
    }

    void proseIsNoLabelledText()
    {
        const DataFiles files;
        std::string prose;
        for (int i = 0; i < 80; ++i)
            prose += "Word" + std::to_string(i % 37) + " begins, " + kFilmTexts[i % 6] + "\n";
        const auto preview = previewAs({files.file("novel.txt", prose)});
        QCOMPARE(preview.spec.format.kind, "auto"s);
        QVERIFY(
            contains(plain(preview.problems), "novel.txt looks like running text without labels"));
        QCOMPARE(preview.rows[0][0].substr(0, 5), "Word0"s);
    }

    /// Sentences are for a language model; a list of words, a table without labels and what a
    /// translation waits for stay with the chosen task.
    void runningTextIsForALanguageModel()
    {
        const DataFiles files;
        std::string prose, words, table = "id,text\n";
        for (int i = 0; i < 80; ++i) {
            prose += "Word" + std::to_string(i % 37) + " begins, " + kFilmTexts[i % 6] + "\n\n";
            words += "word" + std::to_string(i) + "\n";
            table
                += std::to_string(i) + ",\"" + kFilmTexts[i % 6] + " " + std::to_string(i) + "\"\n";
        }
        const std::vector<core::TaskColumns> all{tasks::kLabelled, tasks::kNumbers, tasks::kTagged,
                                                 tasks::kPairs, tasks::kTexts};
        const auto taskOf = [&](const std::string& path, const core::TaskColumns& chosen) {
            return core::recogniseData({path}, chosen.task, all, {}).task;
        };
        const std::string novel = files.file("novel.txt", prose);
        for (const core::TaskColumns& chosen : {tasks::kLabelled, tasks::kNumbers, tasks::kTagged})
            QCOMPARE(taskOf(novel, chosen), tasks::kTexts.task);
        QCOMPARE(taskOf(novel, tasks::kPairs), tasks::kPairs.task);
        QCOMPARE(taskOf(novel, tasks::kTexts), tasks::kTexts.task);
        // Words with tags are no running text, though any text can be read as that.
        std::string tagged;
        for (int i = 0; i < 40; ++i)
            tagged += "Anna NNP B-PER\nsleeps VBZ O\n\n";
        QCOMPARE(taskOf(files.file("names.conll", tagged), tasks::kTexts), tasks::kTagged.task);
        QCOMPARE(taskOf(files.file("list.txt", words), tasks::kLabelled), tasks::kLabelled.task);
        QCOMPARE(taskOf(files.file("table.csv", table), tasks::kLabelled), tasks::kLabelled.task);
        QCOMPARE(core::recogniseData({novel}, "classification", {tasks::kLabelled}, {}).task,
                 tasks::kLabelled.task);
    }

    void tablesInAnArchiveAreReadWithoutTheirReadme()
    {
        const DataFiles files;
        const auto zip = files.zip("set.zip",
                                   {{"set/README.md", "Read me, please, with care\n"},
                                    {"set/test.csv", delimited(",", 6, "label,text\n")},
                                    {"set/train.csv", delimited(",", 30, "label,text\n")}});
        core::DataSpec spec;
        spec.train = spec.test = {zip};
        spec.validFraction = 0.0;
        const auto preview = core::previewData(tasks::kLabelled, spec, {});
        QCOMPARE(preview.spec.format.kind, "delimited"s);
        QCOMPARE(preview.trainRows, int64_t{30});
        QCOMPARE(preview.testRows, int64_t{6});
        QCOMPARE(preview.badRowCount, int64_t{0});
    }

    void aColumnNamedLabelMayHaveThousandsOfClasses()
    {
        const DataFiles files;
        std::string csv = "text,label\n";
        for (int i = 0; i < 3000; ++i)
            csv += "word" + std::to_string(i) + " and more,class" + std::to_string(i % 1000) + "\n";
        const auto preview = previewAs({files.file("many.csv", csv)});
        QCOMPARE(recognisedOption(preview, "label_column"), "label"s);
        QCOMPARE(preview.classes.size(), size_t{1000});
        QCOMPARE(plain(preview.problems), ""s);
    }

    /// Training refuses what the preview refuses: a file for each letter is no class.
    void asManyClassesAsTextsAreRefused()
    {
        const DataFiles files;
        std::vector<DataFiles::Member> members;
        for (int i = 0; i < 300; ++i)
            members.push_back({"letters/" + std::to_string(i) + ".txt", "x\n"});
        core::DataSpec spec;
        spec.train = {files.zip("letters.zip", members)};
        const std::string problem = "The labels have 300 different values in 300 rows.";
        QVERIFY(contains(plain(core::previewData(tasks::kLabelled, spec, {}).problems), problem));
        const auto failure = pairs::failureOf([&] { tasks::loadData(spec, {}); });
        QVERIFY2(contains(failure.what.plain(), problem), failure.what.plain().c_str());
    }

    /// Excel writes the delimiter into a line of its own.
    void aStatedDelimiterIsNoRow()
    {
        const DataFiles files;
        std::string rows = "text;label\n";
        for (int i = 0; i < 30; ++i)
            rows += "No " + std::to_string(i) + ", " + kFilmTexts[i % 6]
                + (i % 2 ? ";neg\n" : ";pos\n");
        for (const std::string first : {"sep=;\n", "SEP=;\r\n", "\"sep=;\"\n"}) {
            const auto preview = previewAs({files.file("excel.csv", first + rows)});
            QCOMPARE(preview.columns, (Names{"text", "label"}));
            QCOMPARE(preview.trainRows, int64_t{30});
            QCOMPARE(preview.badRowCount, int64_t{0});
            QCOMPARE(recognisedOption(preview, "delimiter"), "semicolon"s);
        }
    }

    /// Several columns may be the answer: the preview says which ones and by which rule one is
    /// used.
    void severalCandidatesAreListed()
    {
        const DataFiles files;
        std::string plainNames = "text,mood,place\n", named = "text,mood,label,place\n",
                    both = "text,sentiment,topic\n";
        for (int i = 0; i < 60; ++i) {
            const std::string text = "\"No "s + std::to_string(i) + " " + kFilmTexts[i % 6] + "\","
                + (i % 2 ? "glad" : "sad");
            const std::string other = i % 3 ? ",here" : ",there";
            plainNames += text + other + "\n";
            named += text + (i % 4 ? ",a" : ",b") + other + "\n";
            both += text + other + "\n";
        }
        auto preview = previewAs({files.file("plain.csv", plainNames)});
        QCOMPARE(recognisedOption(preview, "label_column"), "mood"s);
        QVERIFY(
            contains(plain(preview.notes), "could be the answer: mood, place. \"mood\" is used"));
        QVERIFY(contains(plain(preview.notes), "choose the label column"));
        preview = previewAs({files.file("named.csv", named)});
        QCOMPARE(recognisedOption(preview, "label_column"), "label"s);
        QVERIFY(!contains(plain(preview.notes), "could be the answer"));
        preview = previewAs({files.file("both.csv", both)});
        QVERIFY(contains(plain(preview.notes), "could be the answer: sentiment, topic."));
        // What was chosen is not asked again.
        preview = previewAs({files.file("plain.csv", plainNames)},
                            {"delimited", Json{{"label_column", "place"}}});
        QVERIFY(!contains(plain(preview.notes), "could be the answer"));
    }

    /// Like lists of addresses: the page about an address is none of them.
    void theAddressIsTheTextNotThePageAboutIt()
    {
        const DataFiles files;
        std::string csv = "entry_id,url,entry_detail_url,submission_time,verified,target\n";
        for (int i = 0; i < 60; ++i) {
            const std::string number = std::to_string(7000 + i * 13);
            csv += number + ",http://www.site" + std::to_string(i * 37 % 91)
                + ".org/login,http://www.collection.org/entry_detail.php?entry_id=" + number
                + ",2020-01-0" + std::to_string(1 + i % 9) + ",yes," + (i % 3 ? "Bank" : "Shop")
                + "\n";
        }
        const auto preview = previewAs({files.file("addresses.csv", csv)});
        QCOMPARE(recognisedOption(preview, "text_columns"), "[\"url\"]"s);
        QCOMPARE(recognisedOption(preview, "label_column"), "target"s);
    }

    void aTableWithoutALabelColumnSaysSo()
    {
        const DataFiles files;
        std::string csv = "a,b,c\n";
        for (int i = 0; i < 90; ++i)
            csv += "some long text number " + std::to_string(i) + " here," + std::to_string(i * 37)
                + "," + std::to_string(i * 11) + ".5\n";
        const auto preview = previewAs({files.file("t.csv", csv)});
        QVERIFY(contains(plain(preview.problems), "No column looks like a label"));
        QVERIFY(contains(plain(preview.problems), "a, b, c"));
    }

    void everyFormatIsDescribed()
    {
        QCOMPARE(core::formatKinds(tasks::kBoth).size(), size_t{9});
        const auto kinds = core::formatKinds({tasks::kLabelled, tasks::kPairs, tasks::kTagged});
        QCOMPARE(kinds.front().id, "auto"s);
        QCOMPARE(kinds.size(), size_t{12});
        QCOMPARE(kinds.back().tasks, Names{"tagging"});
        for (const core::KindDescription& kind : kinds) {
            QVERIFY(!kind.title.empty());
            QVERIFY(!kind.summary.empty());
            for (const core::OptionDescription& option : kind.options)
                QVERIFY2(!option.label.empty() && !option.help.empty(), option.name.c_str());
        }
    }
};

UNROLL_TEST(FormatRecognitionTest, QCoreApplication)
#include "format_recognition_test.moc"
