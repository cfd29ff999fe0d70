#include "core/probe/evaluation/evaluation_question.h"
#include "core/report/html.h"
#include "core/report/line_chart.h"
#include "core/report/report.h"
#include "core/train/ask_run.h"
#include "core/train/open_run.h"
#include "core/train/run_record.h"
#include "tests/core/train/small_tasks.h"
#include "tests/support/failure.h"
#include "tests/support/test_case.h"

#include <QXmlStreamReader>

#include <limits>
#include <set>

using namespace core;

namespace {

namespace fs = std::filesystem;

const ReportSection* sectionOf(const Report& report, const std::string& title)
{
    for (const ReportSection& section : report.sections)
        if (section.title == title)
            return &section;
    return nullptr;
}

Json contentOf(const Report& report, const std::string& title)
{
    const ReportSection* const section = sectionOf(report, title);
    return section == nullptr ? Json() : toJson(section->content);
}

Report reportOn(const std::vector<fs::path>& runs, const ReportSettings& settings = {})
{
    return reportOf(runs, settings, Monitor());
}

/// The texts of the elements of a name; empty when the document is not well-formed.
QStringList elements(const std::string& html, const QString& name)
{
    QXmlStreamReader reader(QString::fromStdString(html));
    QStringList found;
    while (!reader.atEnd())
        if (reader.readNext() == QXmlStreamReader::StartElement && reader.name() == name)
            found << reader.readElementText(QXmlStreamReader::IncludeChildElements);
    return reader.hasError() ? QStringList() : found;
}

} // namespace

class ReportTest : public QObject, public small::RunFolders {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase()
    {
        begin();
        m_spec = small::spec(root());
        QVERIFY(small::train(m_spec, run()).state == RunState::Completed);
        ExperimentSpec other = m_spec;
        other.training.seed = 7;
        other.training.optimiser.options["learning_rate"] = 0.02;
        QVERIFY(small::train(other, whole()).state == RunState::Completed);
    }

    void aRunIsDescribedByItsDataSettingsScoresAndPredictions()
    {
        const Report report = reportOn({run()}, {.examples = 3, .version = "unroll 9"});
        QCOMPARE(report.title, "Report on run"s);
        const Json data = contentOf(report, "Data");
        QCOMPARE(data.at("train_texts"), 120);
        QCOMPARE(data.at("test_texts"), 20);
        QCOMPARE(data.at("files").size(), size_t{3});
        QCOMPARE(data.at("files")[0].at("bytes"), fs::file_size(root() / "train.csv"));
        QCOMPARE(data.at("files")[0].at("hash").get<std::string>().size(), size_t{32});
        QVERIFY(data.at("files")[0].at("hash") != data.at("files")[1].at("hash"));
        const Json settings = contentOf(report, "Settings");
        bool named = false;
        for (const Json& each : settings.at("differences"))
            named = named
                || (each.at("setting").get<std::string>().ends_with(" (model.network.hidden_size)")
                    && each.at("run") == "5");
        QVERIFY(named);

        // The scores are those that the question about them gives.
        const auto model = openRun(run(), "best");
        AskEvaluation question;
        question.split = "test";
        const auto evaluation
            = answerOf(*model, run(), AnyQuestion(question), Monitor()).to<AskEvaluation>();
        const Json scores = contentOf(report, "Scores on the test data");
        QCOMPARE(scores.at("accuracy").get<double>(), evaluation.interval.value);
        QVERIFY(evaluation.interval.low < evaluation.interval.value);
        QVERIFY(evaluation.interval.high > evaluation.interval.value
                || evaluation.interval.value == 1.0);
        // And so are those of the baselines.
        const Json baselines = contentOf(report, "Baselines").at("baselines");
        QVERIFY(baselines.size() >= 2);
        for (const Json& each : baselines) {
            QCOMPARE(each.at("network").get<double>(), evaluation.interval.value);
            QCOMPARE(each.at("difference").get<double>(),
                     each.at("network").get<double>() - each.at("value").get<double>());
        }
        const Json predictions = contentOf(report, "Predictions");
        QCOMPARE(predictions.at("best").size(), size_t{3});
        for (const Json& each : predictions.at("best"))
            QCOMPARE(each.at("truth"), each.at("class"));
        for (const Json& each : predictions.at("worst"))
            QVERIFY(each.at("truth") != each.at("class"));
        QCOMPARE(contentOf(report, "To repeat it").at("version"), "unroll 9");
    }

    /// The settings in a report make the same run again.
    void aReportHasTheSettingsThatRepeatIt()
    {
        const Report report = reportOn({run()});
        const ReportSection* const section = sectionOf(report, "To repeat it");
        QVERIFY(section != nullptr);
        const ExperimentSpec again = specFromJson(Json::parse(section->listing));
        QVERIFY(small::train(again, root() / "again").state == RunState::Completed);
        const RunHistory first = readRunHistory(run()), second = readRunHistory(root() / "again");
        QCOMPARE(second.epochs.back().validLoss, first.epochs.back().validLoss);
        QCOMPARE(second.epochs.size(), first.epochs.size());
    }

    void severalRunsAreComparedOnTheSameRows()
    {
        const Report report = reportOn({run(), whole()});
        const Json comparison = contentOf(report, "Comparison");
        QCOMPARE(comparison.at("runs").size(), size_t{2});
        const Json& row = comparison.at("comparison")[0];
        QCOMPARE(comparison.at("comparison").size(), size_t{1});
        QCOMPARE(row.at("run"), "whole");
        QCOMPARE(row.at("difference").get<double>(),
                 row.at("value").get<double>() - row.at("first").get<double>());
        QCOMPARE(row.at("value"), comparison.at("runs")[1].at("value"));
        QCOMPARE(comparison.at("settings").size(), size_t{2});
        QCOMPARE(comparison.at("settings")[0].at("setting"),
                 "Learning rate (training.optimiser.learning_rate)");
        QCOMPARE(comparison.at("settings")[0].at(whole().string()), "0.02");
        QVERIFY(sectionOf(report, "Comparison")->figures.size() >= 1);
    }

    void runsOnOtherRowsAreNotCompared()
    {
        ExperimentSpec other = m_spec;
        other.data.test = other.data.valid;
        QVERIFY(small::train(other, root() / "rows").state == RunState::Completed);
        const Report report = reportOn({run(), root() / "rows"});
        QVERIFY(contentOf(report, "Comparison").at("comparison").empty());
        const std::vector<std::string>& said = sectionOf(report, "Comparison")->paragraphs;
        QVERIFY(said.size() == 1 && said[0].find("the same rows") != std::string::npos);
    }

    /// A run that was handed in without its data still has a report, which says what is missing.
    void missingDataAreNamed()
    {
        const fs::path moved = root() / "moved";
        fs::copy(run(), moved, fs::copy_options::recursive);
        fs::rename(root() / "test.csv", root() / "away.csv");
        const Report report = reportOn({moved});
        const Report several = reportOn({moved, run()});
        fs::rename(root() / "away.csv", root() / "test.csv");
        const std::vector<std::string>& compared = sectionOf(several, "Comparison")->paragraphs;
        QCOMPARE(compared.size(), size_t{2});
        QCOMPARE(compared[0],
                 "moved has no scores for each row: it cannot be compared row by row."s);
        QVERIFY(sectionOf(report, "Scores on the test data") == nullptr);
        const std::vector<std::string>& said = sectionOf(report, "Overview")->paragraphs;
        QVERIFY(said.size() == 1 && said[0].find("test.csv") != std::string::npos);
        QVERIFY(sectionOf(report, "Curves")->figures.size() >= 1);
    }

    /// Without data and without settings that could repeat it.
    void anImportedNetworkHasItsLayersAlone()
    {
        const fs::path imported = root() / "imported";
        fs::copy(run(), imported, fs::copy_options::recursive);
        fs::remove(imported / "events.jsonl");
        RunRecord record;
        record.state = RunState::Completed;
        writeRunRecord(FilePlace(imported), record);
        const Report report = reportOn({imported});
        QCOMPARE(report.sections.size(), size_t{1});
        const std::string html = toHtml(report);
        QVERIFY(html.find("encoder.embedding") != std::string::npos);
        QVERIFY(html.find("nan") == std::string::npos);
    }

    void whatIsNoRunIsRefused()
    {
        QVERIFY(!support::sentenceOf([&] { reportOn({root()}); }).empty());
        const std::string twice = support::sentenceOf([&] {
            reportOn({run(), root() / "." / "run"});
        });
        QVERIFY2(twice.find("named twice") != std::string::npos, twice.c_str());
    }

    /// A text that is in the data many times takes one line, and the lists have different texts.
    void aTextIsListedOnce()
    {
        std::ifstream file(root() / "test.csv");
        const std::string header = "text,label\n", all{std::istreambuf_iterator<char>(file), {}};
        std::ofstream(root() / "repeated.csv")
            << all << all.substr(header.size()) << all.substr(header.size());
        ExperimentSpec spec = m_spec;
        spec.data.test = {(root() / "repeated.csv").string()};
        QVERIFY(small::train(spec, root() / "repeated").state == RunState::Completed);
        const Json lists
            = contentOf(reportOn({root() / "repeated"}, {.examples = 30}), "Predictions");
        std::multiset<std::string> texts;
        for (const char* list : {"best", "worst"})
            for (const Json& each : lists.value(list, Json::array()))
                texts.insert(each.at("text").get<std::string>());
        QCOMPARE(texts.size(), size_t{20});
        QCOMPARE(std::set<std::string>(texts.begin(), texts.end()).size(), texts.size());
    }

    /// The rows of a language model do not have the perplexity by which they are ranked.
    void theScoreThatRanksRowsIsListed()
    {
        const fs::path folder = root() / "stream";
        fs::create_directories(folder);
        ExperimentSpec spec = small::ofTask("stream", folder);
        spec.training.monitor = "valid_loss";
        QVERIFY(small::train(completedSpec(spec), root() / "language").state
                == RunState::Completed);
        const Report report = reportOn({root() / "language"}, {.examples = 4});
        const Json lists = contentOf(report, "Predictions");
        double last = 0.0;
        QVERIFY(lists.at("best").size() > 1);
        for (const Json& each : lists.at("best")) {
            QVERIFY(each.at("perplexity").get<double>() >= last);
            last = each.at("perplexity").get<double>();
        }
        QVERIFY(last < lists.at("worst")[0].at("perplexity").get<double>());
        // Beside the loss, which it watches, the curve of its score.
        std::vector<std::string> titles;
        for (const ReportFigure& each : sectionOf(report, "Curves")->figures)
            titles.push_back(each.title);
        QCOMPARE(titles,
                 (std::vector<std::string>{"Loss of each epoch", "Accuracy of each epoch"}));
    }

    /// Tasks without scores of single rows show what the network has learned by an example.
    void anExampleStandsInPlaceOfScores()
    {
        const fs::path folder = root() / "masked";
        fs::create_directories(folder);
        QVERIFY(small::train(small::ofTask("masked", folder), root() / "hidden").state
                == RunState::Completed);
        const Report report = reportOn({root() / "hidden"});
        QVERIFY(sectionOf(report, "Predictions") == nullptr);
        const ReportSection* const example = sectionOf(report, "Fill in");
        QVERIFY(example != nullptr);
        QVERIFY(example->paragraphs.at(0).starts_with("A text of the data: "));
        const Json content = toJson(example->content);
        QVERIFY(content.at("places").size() > 1);
        QVERIFY(!content.contains("predictions"));
    }

    void howTheDataWereReadIsListed()
    {
        QVERIFY(contentOf(reportOn({run()}), "Data").value("reading", Json::array()).empty());
        ExperimentSpec spec = m_spec;
        spec.data.skipBadRows = true;
        QVERIFY(small::train(spec, root() / "skipping").state == RunState::Completed);
        const Json reading = contentOf(reportOn({root() / "skipping"}), "Data").at("reading");
        QCOMPARE(reading.size(), size_t{1});
        QVERIFY(reading[0].at("setting").get<std::string>().ends_with("(data.skip_bad_rows)"));
        QCOMPARE(reading[0].at("value"), "yes");
    }

    /// Well-formed, with headings in their order, and with what texts contain as text.
    void theHtmlIsWellFormedAndSafe()
    {
        Report report = reportOn({run(), whole()});
        report.title = "<script>alert(1)</script> & \"more\"";
        report.sections[0].paragraphs.push_back("a < b");
        const std::string html = toHtml(report);
        QCOMPARE(elements(html, u"h1"_s), QStringList{QString::fromStdString(report.title)});
        QVERIFY(elements(html, u"h2"_s).contains(u"Comparison"_s));
        QVERIFY(elements(html, u"script"_s).isEmpty());
        QVERIFY(elements(html, u"p"_s).contains(u"a < b"_s));
        QVERIFY(!elements(html, u"svg"_s).isEmpty());
        QCOMPARE(elements(html, u"figcaption"_s).size(), elements(html, u"svg"_s).size());
        QVERIFY(html.find("http") == html.find("http://www.w3.org/2000/svg"));
        QVERIFY(html.size() < 2'000'000);
    }

    void aChartSaysWhereItsLinesBeginAndEnd()
    {
        const double gap = std::numeric_limits<double>::quiet_NaN();
        const LineChart chart{
            "Loss <&>", "epoch", "loss", {{"valid", {1, 2, 3, 4}, {2, gap, 0.5, 1}}}};
        QCOMPARE(wordsOf(chart), "valid: from 2 to 1, least 0.5 at epoch 3, most 2 at epoch 1."s);
        QVERIFY((LineChart{{}, {}, {}, {{"none", {1}, {gap}}}}.isEmpty()));
        const std::string svg = svgOf(chart);
        QCOMPARE(elements(svg, u"title"_s), QStringList{u"Loss <&>"_s});
        // Ticks 0.5, 1, 1.5, 2 and no other.
        const QStringList texts = elements(svg, u"text"_s);
        for (const QString& tick : {u"0.5"_s, u"1.5"_s, u"2"_s})
            QVERIFY2(texts.contains(tick), qPrintable(texts.join(u' ')));
        QVERIFY(!texts.contains(u"2.5"_s));
    }

private:
    ExperimentSpec m_spec;
};

UNROLL_TEST(ReportTest, QCoreApplication)
#include "report_test.moc"
