#include "core/base/error.h"
#include "core/data/cells/numbers.h"
#include "data_files.h"
#include "pair_files.h"
#include "task_columns.h"
#include "tests/support/test_case.h"
#include "tests/support/texts.h"

using Values = std::vector<double>;
using Kind = core::NumberCell::Kind;
using support::contains;

namespace {

/// Rows of a long text and what `number` makes of their index, between semicolons.
template <class Number>
std::string numberTable(int rows, Number number, const std::string& name = "age")
{
    std::string text = "text;" + name + "\n";
    for (int i = 0; i < rows; ++i)
        text += "a story of " + std::to_string(i) + " words and more;" + number(i) + "\n";
    return text;
}

core::DataSpec numberSpec(const std::string& path)
{
    core::DataSpec spec;
    spec.train = {path};
    spec.validFraction = 0.0;
    return spec;
}

core::DataPreview numberPreview(const std::string& path)
{
    return core::previewData(tasks::kNumbers, numberSpec(path), {});
}

tasks::Loaded load(const core::DataSpec& spec)
{
    return tasks::load(spec, tasks::kNumbers);
}

} // namespace

/// A column of numbers is recognised, read, previewed and split, though no task asks for one yet.
class NumberColumnTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void cellsAreReadAsPeopleWriteThem_data()
    {
        addColumns<QString, double, double>("cell", "value", "withComma");
        const auto row = [](const char* cell, double value, double withComma) {
            addRow("%s", cell) << QString::fromUtf8(cell) << value << withComma;
        };
        const std::pair<const char*, double> cells[] = {{"5", 5.0},
                                                        {"-3", -3.0},
                                                        {"+7", 7.0},
                                                        {" 4.5 ", 4.5},
                                                        {"4,5", 4.5},
                                                        {".5", 0.5},
                                                        {"-0,25", -0.25},
                                                        {"0,125", 0.125},
                                                        {"1e-3", 0.001},
                                                        {"1.5E2", 150.0},
                                                        {"1,234.50", 1234.5},
                                                        {"1.234,50", 1234.5},
                                                        {"1,234,567", 1234567.0},
                                                        {"1.234.567", 1234567.0},
                                                        {"1 234,5", 1234.5},
                                                        {"1\u202F234\u202F567", 1234567.0},
                                                        {"1'234.5", 1234.5},
                                                        {"\u22122", -2.0}};
        for (const auto& [cell, value] : cells)
            row(cell, value, value);
        row("1,234", 1234.0, 1.234);
        row("1.234", 1.234, 1234.0);
    }
    void cellsAreReadAsPeopleWriteThem()
    {
        QFETCH(QString, cell);
        QFETCH(double, value);
        QFETCH(double, withComma);
        const auto number = core::readNumber(cell.toStdString());
        QVERIFY(number.kind == Kind::Number);
        QCOMPARE(number.value, value);
        QCOMPARE(number.withComma.value_or(number.value), withComma);
    }

    void whatIsNoNumberIsRefused()
    {
        for (const char* cell : {"five", "5 stars", "1,23,4", "12,34,567", "1.2.3", "1e", "e5",
                                 "0x1F", "inf", "1e999", "--1", "1-2", "2024-01-01", "12:30", ","})
            QVERIFY2(core::readNumber(cell).kind == Kind::NoNumber, cell);
        QVERIFY(core::readNumber(std::string(100, '1')).kind == Kind::NoNumber);
        for (const char* cell : {"", "  ", "NA", "n/a", "NaN", "null", "None", "-", "?"})
            QVERIFY2(core::readNumber(cell).kind == Kind::Missing, cell);
        QCOMPARE(core::numberFault("five").plain(), "\"five\" is not a number."s);
        QCOMPARE(core::numberFault("NA").plain(), "Its number is missing."s);
        QVERIFY(core::numberFault("5").empty());
    }

    /// "1.234" alone may be either; the other cells of the column tell.
    void theWholeColumnTellsWhatACommaIs()
    {
        const DataFiles files;
        const auto numbersOf = [&](const std::string& first, const std::string& second) {
            const auto data = load(numberSpec(
                files.file("t.csv", numberTable(2, [&](int i) { return i ? second : first; }))));
            return data.train.numbers;
        };
        QCOMPARE(numbersOf("1.234", "2.5"), (Values{1.234, 2.5}));
        QCOMPARE(numbersOf("1.234", "2,5"), (Values{1234.0, 2.5}));
        QCOMPARE(numbersOf("1,234", "2,5"), (Values{1.234, 2.5}));
        QCOMPARE(numbersOf("1,234", "7"), (Values{1234.0, 7.0}));
        QCOMPARE(numbersOf("1,234", "2.5"), (Values{1234.0, 2.5}));
        // Also what stands in another file: training and test are one corpus.
        core::DataSpec spec = numberSpec(
            files.file("t.csv", numberTable(2, [](int i) { return i ? "1.500"s : "3"s; })));
        spec.test = {files.file("u.csv", numberTable(2, [](int) { return "0,5"s; }))};
        const auto data = load(spec);
        QCOMPARE(data.train.numbers, (Values{3.0, 1500.0}));
        QCOMPARE(data.test.numbers, (Values{0.5, 0.5}));
    }

    void scoresOfTwoWordsAreForBoth()
    {
        const DataFiles files;
        const auto notes = [&](const char* name, const std::string& rows) {
            return support::plain(numberPreview(files.file(name, rows)).notes);
        };
        const std::string pairs = notes("pairs.txt",
                                        "gem\tjewel\t3.94\ncord\tsmile\t0.02\n"
                                        "noon\tstring\t0.04\nfruit\tfurnace\t0.05\n");
        QVERIFY2(contains(pairs, "the text in \"column 1 + column 2\"."), pairs.c_str());
        const std::string texts = notes("texts.txt",
                                        "gem\ta fine jewel\t3.94\ncord\ta smile\t0.02\n"
                                        "noon\ta string\t0.04\nfruit\ta furnace\t0.05\n");
        QVERIFY2(contains(texts, "the text in \"column 2\"."), texts.c_str());
    }

    void theColumnIsRecognised()
    {
        const DataFiles files;
        std::string csv = "id,text,pages,score\n";
        std::string lines;
        for (int i = 0; i < 60; ++i) {
            const std::string text = "story number " + std::to_string(i) + " is long enough",
                              score = std::to_string(i * 7 % 50) + ".5";
            csv += std::to_string(i + 1) + "," + text + ",12," + score + "\n";
            lines
                += core::Json{{"id", i}, {"body", text}, {"stars", i * 7 % 50 + 0.5}}.dump() + "\n";
        }
        auto preview = numberPreview(files.file("t.csv", csv));
        QCOMPARE(support::plain(preview.problems), ""s);
        QCOMPARE(preview.labelColumn, int64_t{3});
        QCOMPARE(preview.textColumns, std::vector<int64_t>{1});
        QVERIFY(contains(support::plain(preview.notes), "the number is in \"score\""));
        preview = numberPreview(files.file("t.jsonl", lines));
        QCOMPARE(support::plain(preview.problems), ""s);
        QCOMPARE(preview.columns[size_t(preview.labelColumn)], "stars"s);
        // Decimals behind commas, without a name that says anything.
        preview = numberPreview(
            files.file("d.csv",
                       numberTable(
                           40, [](int i) { return std::to_string(i * 3 % 11) + ",5"; }, "wert")));
        QCOMPARE(support::plain(preview.problems), ""s);
        QCOMPARE(preview.columns, (std::vector{"text"s, "wert"s}));
        QVERIFY(contains(support::plain(preview.notes), "comma before decimals"));
        QCOMPARE(preview.numbers.greatest, 10.5);
    }

    /// Essays with the scores of two raters and the resolved one, stories with a year: the name of
    /// a column decides, and identifiers, years and dates are never the answer.
    void theNamedScoreIsTheNumber()
    {
        const DataFiles files;
        std::string essays
            = "essay_id,essay_set,essay,rater1_domain1,rater2_domain1,domain1_score\n",
            films = "title,year,genre,text,votes,rating\n", several = "text,width,height\n",
            years = "text,year,film_id\n";
        for (int i = 0; i < 60; ++i) {
            const std::string text
                = "story number " + std::to_string(i) + " is long enough to read",
                year = std::to_string(1950 + i * 7 % 60), number = std::to_string(i * 7 % 11);
            essays += std::to_string(5000 + i * 3) + ",1," + text + "," + number + ","
                + std::to_string(i * 5 % 11) + "," + std::to_string(i * 12 % 21) + "\n";
            films += "Film " + std::to_string(i) + "," + year + (i % 2 ? ",drama," : ",comedy,")
                + text + "," + std::to_string(i * 31 % 977) + "," + number + ".5\n";
            several += text + "," + number + ".5," + std::to_string(i * 3 % 17) + ".25\n";
            years += text + "," + year + "," + std::to_string(90 + i * 17 % 71) + "\n";
        }
        const auto columnOf = [](const core::DataPreview& preview) {
            return preview.labelColumn < 0 ? ""s : preview.columns[size_t(preview.labelColumn)];
        };
        const auto essay = numberPreview(files.file("essays.csv", essays));
        QCOMPARE(columnOf(essay), "domain1_score"s);
        QCOMPARE(essay.columns[size_t(essay.textColumns.front())], "essay"s);
        const std::string filmPath = files.file("films.csv", films);
        QCOMPARE(columnOf(numberPreview(filmPath)), "rating"s);
        const auto both = numberPreview(files.file("several.csv", several));
        QVERIFY(contains(support::plain(both.notes), "could be the answer: width, height."));
        QVERIFY(contains(support::plain(numberPreview(files.file("years.csv", years)).problems),
                         "No column looks like numbers"));
        // A named score beside a category is what is to be learnt, whatever was chosen before.
        const std::vector<core::TaskColumns> all{tasks::kLabelled, tasks::kPairs, tasks::kNumbers};
        QCOMPARE(core::recogniseData({filmPath}, "classification", all, {}).task, "regression"s);
        const std::string labelled = files.file(
            "l.csv", "text,votes,label\n" + [] {
                std::string rows;
                for (int i = 0; i < 60; ++i)
                    rows += "a story of number " + std::to_string(i) + ","
                        + std::to_string(i * 31 % 97) + (i % 2 ? ",pos\n" : ",neg\n");
                return rows;
            }());
        for (const char* chosen : {"classification", "regression"})
            QCOMPARE(core::recogniseData({labelled}, chosen, all, {}).task, "classification"s);
    }

    /// Five stars are five classes or a number: what is asked for decides.
    void theTaskDecidesWhatStarsAre()
    {
        const DataFiles files;
        const std::string path
            = files.file("t.csv",
                         numberTable(
                             100, [](int i) { return std::to_string(1 + i % 5); }, "stars"));
        core::DataSpec spec = numberSpec(path);
        const auto classes = core::previewData(tasks::kLabelled, spec, {});
        QCOMPARE(classes.classes.size(), size_t{5});
        QVERIFY(classes.numbers.counts.empty());
        const auto numbers = core::previewData(tasks::kNumbers, spec, {});
        QCOMPARE(numbers.labelColumn, classes.labelColumn);
        QVERIFY(numbers.classes.empty());
        QCOMPARE(numbers.numbers.upperBounds, (Values{1, 2, 3, 4, 5}));
        QCOMPARE(numbers.numbers.counts, (std::vector<int64_t>{20, 20, 20, 20, 20}));
        QCOMPARE(numbers.numbers.least, 1.0);
        QCOMPARE(numbers.numbers.greatest, 5.0);
        QCOMPARE(numbers.numbers.median, 3.0);
        QVERIFY(std::abs(numbers.numbers.mean - 3.0) < 1e-9);
        QCOMPARE(load(spec).train.numbers.size(), size_t{100});
        QVERIFY(load(spec).classes.empty());

        const std::vector<core::TaskColumns> all{tasks::kLabelled, tasks::kPairs, tasks::kNumbers};
        for (const core::TaskColumns& columns : {tasks::kLabelled, tasks::kNumbers})
            QCOMPARE(core::recogniseData({path}, columns.task, all, {}).task, columns.task);
        // What has no classes at all is for the other task.
        const std::string measured = files.file(
            "m.csv",
            numberTable(
                100, [](int i) { return std::to_string(i * 37 % 101) + ".25"; }, "score"));
        QCOMPARE(core::recogniseData({measured}, tasks::kLabelled.task, all, {}).task,
                 tasks::kNumbers.task);
        QCOMPARE(core::recogniseData({measured}, tasks::kLabelled.task, tasks::kBoth, {}).task,
                 tasks::kLabelled.task);
    }

    void missingValuesAreBadRows()
    {
        const DataFiles files;
        const auto number = [](int i) {
            return i == 3 ? ""s : i == 7 ? "NA"s : i == 9 ? "many"s : std::to_string(i);
        };
        core::DataSpec spec = numberSpec(files.file("t.csv", numberTable(20, number)));
        auto preview = core::previewData(tasks::kNumbers, spec, {});
        QCOMPARE(preview.badRowCount, int64_t{3});
        QCOMPARE(preview.badRows[0].line, int64_t{5});
        QCOMPARE(preview.badRows[0].reason.plain(), "Its number is missing."s);
        QCOMPARE(preview.badRows[2].reason.plain(), "\"many\" is not a number."s);
        QCOMPARE(preview.numbers.counts.size(), size_t{17});
        const auto failure = pairs::failureOf([&] { load(spec); });
        QCOMPARE(failure.what.plain(), "t.csv, line 5: Its number is missing."s);
        spec.skipBadRows = true;
        const auto data = load(spec);
        QCOMPARE(data.skippedRows, int64_t{3});
        QCOMPARE(data.train.numbers.size(), size_t{17});
        QCOMPARE(data.train.numbers[3], 4.0);
        QCOMPARE(data.train.texts[3], "a story of 4 words and more"s);
    }

    void rowsAreHeldOutBySeed()
    {
        const DataFiles files;
        core::DataSpec spec = numberSpec(files.file(
            "t.csv", numberTable(100, [](int i) { return std::to_string(2 * i) + ".5"; })));
        spec.validFraction = 0.2;
        spec.testFraction = 0.1;
        const auto data = load(spec), again = load(spec);
        QCOMPARE(data.train.size(), size_t{70});
        QCOMPARE(data.valid.size(), size_t{20});
        QCOMPARE(data.test.size(), size_t{10});
        QCOMPARE(again.valid.numbers, data.valid.numbers);
        for (const tasks::Rows* rows : {&data.train, &data.valid, &data.test})
            for (size_t i = 0; i < rows->size(); ++i)
                QCOMPARE("a story of " + std::to_string(int(rows->numbers[i]) / 2)
                             + " words and more",
                         rows->texts[i]);
        spec.splitSeed = 2;
        QVERIFY(load(spec).valid.numbers != data.valid.numbers);
        const auto preview = core::previewData(tasks::kNumbers, spec, {});
        QCOMPARE(preview.trainRows, int64_t{70});
        QCOMPARE(preview.validRows, int64_t{20});
        QCOMPARE(preview.testRows, int64_t{10});
    }

    void withoutNumbersAProblemSaysSo()
    {
        const DataFiles files;
        const std::string path
            = files.file("t.csv",
                         numberTable(
                             50, [](int i) { return i % 2 ? "pos"s : "neg"s; }, "label"));
        QVERIFY(contains(support::plain(numberPreview(path).problems),
                         "No column looks like numbers. Choose the column of the number"));
        QCOMPARE(pairs::failureOf([&] { load(numberSpec(path)); }).code, core::ErrorCode::BadData);
        core::DataSpec spec = numberSpec(path);
        spec.format = {"delimited", core::Json{{"label_column", "label"}}};
        QCOMPARE(core::previewData(tasks::kNumbers, spec, {}).badRowCount, int64_t{50});
        const std::string same = files.file("s.csv", numberTable(50, [](int) { return "3"s; }));
        QVERIFY(contains(support::plain(numberPreview(same).problems),
                         "All texts have the same number, 3, so there is nothing to learn."));
    }

    /// A language model asks for texts and nothing else.
    void textsAloneNeedNoAnswer()
    {
        const DataFiles files;
        core::DataSpec spec = numberSpec(
            files.file("t.csv", numberTable(30, [](int i) { return std::to_string(i); })));
        const auto preview = core::previewData(tasks::kTexts, spec, {});
        QCOMPARE(support::plain(preview.problems), ""s);
        QCOMPARE(preview.trainRows, int64_t{30});
        QCOMPARE(preview.labelColumn, int64_t{-1});
        const core::Corpus data = core::loadCorpus(spec, tasks::kTexts, {});
        QCOMPARE(data.train.columns.size(), size_t{1});
        QCOMPARE(data.train.texts().size(), size_t{30});
    }
};

UNROLL_TEST(NumberColumnTest, QCoreApplication)
#include "number_column_test.moc"
