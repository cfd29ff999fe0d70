#include "app/lab/laboratory.h"

#include "ui/curves/curves_view.h"
#include "ui/decoding/decoding_view.h"
#include "ui/results/number_results_view.h"
#include "ui/results/results_view.h"
#include "ui/results/translation_results_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/sentence/sentence_view.h"
#include "ui/sentence/translation_view.h"
#include "ui/views.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/theme.h"

#include "core/catalogue/presets.h"
#include "core/catalogue/spec_json.h"
#include "core/task/classification/classification_questions.h"
#include "core/train/run_folder.h"
#include "tests/support/test_case.h"
#include "tests/ui/exported.h"
#include "tests/ui/fake_context.h"

#include <QAbstractItemView>
#include <QAction>
#include <QDir>
#include <QFile>
#include <QLabel>
#include <QPlainTextEdit>
#include <QPushButton>
#include <QRegularExpression>
#include <QSettings>
#include <QSignalSpy>
#include <QTabBar>
#include <QTableView>
#include <QTemporaryDir>
#include <QToolButton>

#include <sys/stat.h>

#include <algorithm>
#include <filesystem>
#include <memory>

namespace {

constexpr int kLongMs = 120000;

/// A folder for all that the program keeps.
struct Home {
    QTemporaryDir folder;
};

/// The whole program in a folder of its own or, as after a restart, in one that there is.
struct Program {
    explicit Program(std::shared_ptr<Home> place = std::make_shared<Home>())
        : home(std::move(place))
    {
    }

    std::shared_ptr<Home> home;
    const QTemporaryDir& folder = home->folder;
    ui::Theme theme;
    ui::MainWindow window{app::knowledge()};
    app::Laboratory laboratory{window,
                               {folder.filePath(QStringLiteral("runs")),
                                folder.filePath(QStringLiteral("session.unroll")),
                                folder.filePath(QStringLiteral("unroll.ini"))}};

    QString write(const QString& name, const QByteArray& content) const
    {
        QFile file(folder.filePath(name));
        if (file.open(QIODevice::WriteOnly))
            file.write(content);
        return file.fileName();
    }

    /// A small bundled sample for a few seconds of training, as a spec file.
    QString tinySpec(const char* epochs) const
    {
        return written(
            "reviews",
            {{"data.sample.texts", "400"}, {"training.epochs", epochs}, {"training.threads", "1"}});
    }

    /// Numbers to be written backwards, as a spec file.
    QString tinyTranslation(const char* epochs) const
    {
        return written("reverse",
                       {{"data.sample.pairs", "300"},
                        {"training.epochs", epochs},
                        {"training.threads", "1"},
                        {"task.decoding.validation_sentences", "5"}});
    }

    QString written(const char* preset,
                    const std::vector<std::pair<const char*, const char*>>& values) const
    {
        core::ExperimentSpec spec = core::findPreset(preset).spec;
        for (const auto& [path, value] : values)
            spec = core::withValue(spec, path, value);
        const QString path = folder.filePath(QStringLiteral("tiny.unroll"));
        core::writeSpec(spec, path.toStdString());
        return path;
    }

    /// Lets the training go on for so many updates, then stops it.
    void stopAfter(int updates)
    {
        QSignalSpy ended(&laboratory.training(), &app::TrainingController::ended);
        int seen = 0;
        const auto counting
            = QObject::connect(&laboratory.training(), &app::TrainingController::updated,
                               &laboratory, [&](const std::vector<core::UpdateReport>& reports) {
                                   seen += int(reports.size());
                                   if (seen >= updates)
                                       Q_EMIT window.stopRequested();
                               });
        QVERIFY(ended.wait(kLongMs));
        QObject::disconnect(counting);
    }

    /// The curves of no run are known any more, as when the program begins.
    void forgetCurves()
    {
        curves().setRuns({});
        curves().setRuns(laboratory.runs().rows());
    }

    /// Updates in the table that the curves' export writes.
    int drawnUpdates()
    {
        return int(exported(curves(), "curves", ui::FigureFormat::Csv).count(",update,"));
    }

    ui::CurvesView& curves() { return viewIn<ui::CurvesView>(window, "curves"); }

    bool canStart() const
    {
        return window.findChild<QAction*>(QStringLiteral("startAction"))->isEnabled();
    }

    QPushButton* visibleRepeatButton() const
    {
        for (auto* button : window.setup().preview()->findChildren<QPushButton*>(
                 QStringLiteral("repeatPreviewButton"))) {
            if (button->isVisible())
                return button;
        }
        return nullptr;
    }

    /// Whether some visible banner or label names `text`.
    bool says(const QString& text) const
    {
        const auto labels = window.findChildren<QLabel*>();
        return std::any_of(labels.begin(), labels.end(), [&](const QLabel* label) {
            return label->isVisible() && label->text().contains(text);
        });
    }

    bool startable()
    {
        Q_EMIT window.startRequested();
        return laboratory.training().active();
    }
};

} // namespace

class LaboratoryTest : public QObject {
    Q_OBJECT
private:
    static void typedInOneViewIsShownInTheOther(Program& program)
    {
        auto& sentence = viewIn<ui::TranslationView>(program.window, "sentence");
        sentence.setTexts(QStringLiteral("1 2 3"), QStringLiteral("3 2 1"));
        auto& decoding = viewIn<ui::DecodingView>(program.window, "decoding");
        QCOMPARE(decoding.text(), QStringLiteral("1 2 3"));
        const auto* results = decoding.findChild<QWidget*>(QStringLiteral("searchColumn0"))
                                  ->findChild<QTableView*>(QStringLiteral("resultTable"));
        QTRY_VERIFY_WITH_TIMEOUT(results->model()->rowCount() > 0, kLongMs);
        program.window.showView(QStringLiteral("sentence")); // back to what was compared
        QCOMPARE(sentence.reference(), QStringLiteral("3 2 1"));
        program.window.showView(QStringLiteral("decoding"));
        decoding.setText(QStringLiteral("4 5"));
        program.window.showView(QStringLiteral("sentence"));
        QCOMPARE(sentence.text(), QStringLiteral("4 5"));
        QVERIFY(sentence.reference().isEmpty()); // it was another sentence's
        const auto* words = sentence.findChild<QPlainTextEdit*>(QStringLiteral("wordsEdit"));
        sentence.findChild<QToolButton*>(QStringLiteral("asTextButton"))->setChecked(true);
        QTRY_VERIFY_WITH_TIMEOUT(
            words->toPlainText().contains(QStringLiteral("Source tokens: 4 5")), kLongMs);
    }

    /// What a view without content says instead.
    static QString emptyTitle(const QWidget& view)
    {
        const auto* empty = view.findChild<ui::EmptyState*>();
        return empty == nullptr ? QString() : empty->findChild<QLabel*>("emptyTitle")->text();
    }

    /// @param copied  where its run is copied to.
    static void trainOpenAndDecodeATranslator(const QString& copied)
    {
        Program program;
        program.window.resize(1280, 800);
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.tinyTranslation("2")});
        QSignalSpy started(&program.laboratory.training(), &app::TrainingController::started);
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        QCOMPARE(emptyTitle(viewIn<ui::TranslationResultsView>(program.window, "results")),
                 QStringLiteral("No network yet"));
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QVERIFY(started.wait(kLongMs));
        QCOMPARE(emptyTitle(viewIn<ui::TranslationResultsView>(program.window, "results")),
                 QStringLiteral("No results yet"));
        QVERIFY(ended.count() > 0 || ended.wait(kLongMs));
        QCOMPARE(ended.first().first().value<core::EndReport>().state, core::RunState::Completed);
        auto& sentence = viewIn<ui::TranslationView>(program.window, "sentence");
        QVERIFY(sentence.isVisible());
        const auto* tabs = program.window.findChild<QTabBar*>(QStringLiteral("views"));
        QCOMPARE(tabs->tabText(1), QStringLiteral("Decoding"));
        QVERIFY(tabs->isTabEnabled(1));
        // A sentence of the data was pinned, since nobody had pinned one.
        QVERIFY(program.window.pinnedText().contains(QRegularExpression(QStringLiteral("^[0-9]"))));
        QCOMPARE(sentence.text(), program.window.pinnedText());
        typedInOneViewIsShownInTheOther(program);
        auto& results = viewIn<ui::TranslationResultsView>(program.window, "results");
        QVERIFY(results.isVisible());
        const auto* table = results.findChild<QAbstractItemView*>();
        QTRY_VERIFY_WITH_TIMEOUT(table->model()->rowCount() > 0, kLongMs);
        for (const auto* bar : program.window.findChildren<ui::MessageBar*>())
            QVERIFY2(bar->kind() != ui::MessageBar::Kind::Failure || bar->text().isEmpty(),
                     qPrintable(bar->text()));
        std::filesystem::copy(program.laboratory.runs().rows().front().id.toStdString(),
                              copied.toStdString(), std::filesystem::copy_options::recursive);
    }

    static void openedElsewhereItPinsASentenceOfItsOwn(const QString& run)
    {
        Program other;
        other.laboratory.begin();
        QVERIFY(other.window.pinnedText().startsWith(QStringLiteral("The film")));
        other.laboratory.open({run});
        const QRegularExpression numbers(QStringLiteral("^[0-9]"));
        QTRY_VERIFY_WITH_TIMEOUT(other.window.pinnedText().contains(numbers), kLongMs);
        auto& sentence = viewIn<ui::TranslationView>(other.window, "sentence");
        QCOMPARE(sentence.text(), other.window.pinnedText());
        const QString settings = other.folder.filePath(QStringLiteral("unroll.ini"));
        const auto kept = [&settings] {
            return QSettings(settings, QSettings::IniFormat).value(QStringLiteral("pinned"));
        };
        QVERIFY(!kept().isValid()); // nobody has chosen it
        sentence.setText(QStringLiteral("7 8 9"));
        sentence.findChild<QToolButton*>(QStringLiteral("pinButton"))->click();
        QCOMPARE(kept().toString(), QStringLiteral("7 8 9"));
        QCOMPARE(other.window.pinnedText(), QStringLiteral("7 8 9"));
        other.laboratory.open({run});
        QTest::qWait(200);
        QCOMPARE(other.window.pinnedText(), QStringLiteral("7 8 9")); // a person's own stays
    }

private Q_SLOTS:
    void everyViewIsThereForSomeTask()
    {
        const ui::Knowledge known = app::knowledge();
        QVERIFY(known.questions.size() > 1);
        for (const ui::ViewEntry& entry : ui::views()) {
            const bool fits = std::any_of(
                known.questions.begin(), known.questions.end(), [&](const auto& task) {
                    return std::all_of(
                        entry.questions.begin(), entry.questions.end(),
                        [&](const std::string& each) { return task.second.contains(each); });
                });
            QVERIFY2(fits, entry.id);
        }
    }

    void theBundledSampleIsReadyToStartAndLearns()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.tinySpec("2")});
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QCOMPARE(program.window.view(), QStringLiteral("curves"));
        QVERIFY(ended.wait(kLongMs));
        const auto report = ended.first().first().value<core::EndReport>();
        QCOMPARE(report.state, core::RunState::Completed);
        QCOMPARE(program.laboratory.runs().rows().size(), size_t{1});
        const QString run = program.laboratory.runs().rows().front().id;
        QVERIFY(program.curves().knows(run));
    }

    void anUntickedRunIsResumedWithAllItsHistory()
    {
        const auto home = std::make_shared<Home>();
        {
            Program program(home);
            program.laboratory.begin();
            program.laboratory.open({program.tinySpec("100000")});
            QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
            program.stopAfter(20);
        }
        Program program(home);
        program.window.show();
        program.laboratory.begin();
        QTRY_COMPARE_WITH_TIMEOUT(program.laboratory.runs().rows().size(), size_t{1}, kLongMs);
        const QString run = program.laboratory.runs().rows().front().id;
        QTRY_VERIFY_WITH_TIMEOUT(program.curves().knows(run), kLongMs);
        program.laboratory.runs().setShown(run, false);
        program.forgetCurves(); // As those of runs that were not ticked when the program began.
        Q_EMIT program.window.runs().resumeRequested(run);
        program.stopAfter(20);
        QVERIFY(program.laboratory.runs().find(run)->shown);
        const core::RunHistory history = core::readRunHistory(run.toStdString());
        QVERIFY(!history.resumedAt.empty());
        QTRY_COMPARE(program.drawnUpdates(), int(history.updates.size()));
    }

    void theSentenceIsAnsweredWhileTrainingRuns()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.tinySpec("100000")});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        program.window.showView(QStringLiteral("sentence"));
        std::vector<int64_t> steps;
        QSignalSpy updated(&program.laboratory.training(), &app::TrainingController::updated);
        QVERIFY(updated.wait(kLongMs));
        std::atomic<int> answers{0};
        QVERIFY(program.laboratory.training().ask([&](core::LiveModel& model) {
            const core::AskInspection question{"the film was not bad"};
            answers += model.ask(question).tokens.size() == 5;
        }));
        QTRY_COMPARE(answers.load(), 1);
        QVERIFY(program.laboratory.training().active());
    }

    void aTranslatorIsTrainedOpenedAndDecoded()
    {
        const QTemporaryDir elsewhere;
        const QString run = elsewhere.filePath(QStringLiteral("run"));
        trainOpenAndDecodeATranslator(run);
        if (!QTest::currentTestFailed())
            openedElsewhereItPinsASentenceOfItsOwn(run);
    }

    /// A classifier, then a regressor of the same encoder that starts from it.
    void aRegressorStartsFromAClassifier()
    {
        Program program;
        program.window.resize(1280, 800);
        program.window.show();
        program.laboratory.begin();
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        const auto trained = [&](const QString& spec) {
            ended.clear();
            program.laboratory.open({spec});
            QVERIFY(QTest::qWaitFor([&] { return program.startable(); }, kLongMs));
            QVERIFY(ended.count() > 0 || ended.wait(kLongMs));
            QCOMPARE(ended.first().first().value<core::EndReport>().state,
                     core::RunState::Completed);
        };
        trained(program.tinySpec("1"));
        const QString source = program.laboratory.runs().rows().front().id;
        const std::string from = source.toStdString();
        const QString spec = program.written("ratings",
                                             {{"data.sample.texts", "400"},
                                              {"training.epochs", "1"},
                                              {"training.threads", "1"},
                                              {"model.embedding.dimension", "100"},
                                              {"model.start.from", from.c_str()}});
        program.laboratory.open({spec});
        program.window.showView(QStringLiteral("preview"));
        program.window.setup().setStep(ui::SetupStep::Model);
        const auto* start = program.window.setup().preview()->findChild<QLabel*>("startLabel");
        QTRY_VERIFY_WITH_TIMEOUT(start->text().contains(source)
                                     && start->text().contains(QStringLiteral("encoder.rnn")),
                                 kLongMs);
        trained(spec);
        auto& results = viewIn<ui::NumberResultsView>(program.window, "results");
        QVERIFY(results.isVisible());
        const auto* table = results.findChild<QAbstractItemView*>(QStringLiteral("numberTable"));
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 50, kLongMs);
        auto& sentence = viewIn<ui::SentenceView>(program.window, "sentence");
        sentence.setText(QStringLiteral("The plot is superb."));
        const auto* bars = sentence.findChild<ui::ProbabilityBars*>();
        QTRY_COMPARE_WITH_TIMEOUT(bars->accessibleName(), QStringLiteral("predicted number"),
                                  kLongMs);
    }

    void beforeTheFirstRunTheSentenceSuitsTheData()
    {
        Program program;
        program.laboratory.begin();
        const auto pinned = [&] { return program.window.pinnedText(); };
        QVERIFY(pinned().startsWith(QStringLiteral("The film")));
        program.laboratory.open({program.tinyTranslation("1")});
        const QRegularExpression numbers(QStringLiteral("^[0-9 ]+$"));
        QTRY_VERIFY_WITH_TIMEOUT(pinned().contains(numbers), kLongMs);
        program.laboratory.open({program.written("names", {})});
        const QRegularExpression oneWord(QStringLiteral("^\\w+$"));
        QTRY_VERIFY_WITH_TIMEOUT(pinned().contains(oneWord), kLongMs);
        program.laboratory.open({program.tinySpec("1")});
        QTRY_VERIFY_WITH_TIMEOUT(pinned().startsWith(QStringLiteral("The film")), kLongMs);
    }

    void theModelStepSaysWhyItHasNoVocabulary()
    {
        Program program;
        program.window.resize(1280, 800);
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.written(
            "reviews",
            {{"text.tokeniser", "sentencepiece_bpe"}, {"text.vocabulary_size", "200000"}})});
        program.window.setup().setStep(ui::SetupStep::Model);
        const auto said = [&] {
            QString all;
            for (const auto* bar :
                 program.window.setup().preview()->findChildren<ui::MessageBar*>())
                all += bar->isVisible() ? bar->text() : QString();
            return all;
        };
        QTRY_VERIFY_WITH_TIMEOUT(said().contains(QStringLiteral("200000"))
                                     || said().contains(QStringLiteral("200,000")),
                                 kLongMs);
    }

    void aCancelledPreviewIsBegunAgain_data()
    {
        QTest::addColumn<ui::SetupStep>("step");
        QTest::newRow("data") << ui::SetupStep::Data;
        QTest::newRow("text") << ui::SetupStep::Text;
        QTest::newRow("model") << ui::SetupStep::Model; // It waits for the vocabulary.
    }

    void aCancelledPreviewIsBegunAgain()
    {
        QFETCH(ui::SetupStep, step);
        Program program;
        program.window.show();
        program.window.showView(QStringLiteral("preview"));
        program.laboratory.begin();
        const ui::SetupPanel& setup = program.window.setup();
        if (step == ui::SetupStep::Data)
            program.laboratory.open({program.written("names", {})});
        else
            QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        program.window.setup().setStep(step);
        const char* answer = step == ui::SetupStep::Data ? "rowsTable"
            : step == ui::SetupStep::Text                ? "vocabularyTable"
                                                         : "layersTable";
        const auto* table = setup.preview()->findChild<QAbstractItemView*>(answer);
        QVERIFY(table != nullptr);
        const auto isAnswered
            = [&] { return table->isVisible() && table->model()->rowCount() > 0; };
        QPushButton* repeat = nullptr;
        for (int attempt = 0; repeat == nullptr && attempt < 50; ++attempt) {
            if (attempt > 0) // The answer was there before the request to stop was heard.
                Q_EMIT program.window.setup().repeatRequested(step);
            Q_EMIT program.window.setup().cancelRequested(step);
            QTest::qWait(50); // What an earlier answer shows is no answer.
            QTRY_VERIFY_WITH_TIMEOUT(
                (repeat = program.visibleRepeatButton()) != nullptr || isAnswered(), kLongMs);
        }
        QVERIFY(repeat != nullptr);
        QCOMPARE(program.canStart(), step != ui::SetupStep::Data);
        repeat->click();
        QVERIFY(!repeat->isVisible());
        QTRY_VERIFY_WITH_TIMEOUT(isAnswered(), kLongMs);
        QVERIFY(program.visibleRepeatButton() == nullptr);
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
    }

    void parallelFilesAreDroppedOneAfterTheOther()
    {
        Program program;
        program.laboratory.begin();
        QByteArray source, target;
        for (int i = 0; i < 60; ++i) {
            const QByteArray number = QByteArray::number(i);
            source += "eins zwei drei " + number + "\n";
            target += "one two three " + number + "\n";
        }
        const QString from = program.write(QStringLiteral("train.de"), source);
        const QString to = program.write(QStringLiteral("train.en"), target);
        const auto data = [&](const char* name) {
            return program.window.setup().spec()["data"].value(name, core::Json::array());
        };
        program.window.setup().chooseTask("translation");
        program.laboratory.open({from});
        QTRY_COMPARE_WITH_TIMEOUT(data("train").size(), size_t{1}, kLongMs);
        program.laboratory.open({to});
        QTRY_COMPARE_WITH_TIMEOUT(data("train_target").size(), size_t{1}, kLongMs);
        QCOMPARE(data("train").size(), size_t{1});
        const core::Json before = program.window.setup().spec();
        QCOMPARE(before["data"]["source_language"].get<std::string>(), std::string("de"));
        QTRY_VERIFY_WITH_TIMEOUT(program.window.setup()
                                     .preview()
                                     ->findChild<QPushButton*>("exchangeSidesButton")
                                     ->isVisibleTo(program.window.setup().preview()),
                                 kLongMs);
        Q_EMIT program.window.setup().exchangeSidesRequested();
        const core::Json after = program.window.setup().spec();
        QCOMPARE(after["data"]["train"].dump(), before["data"]["train_target"].dump());
        QCOMPARE(after["data"]["source_language"].get<std::string>(), std::string("en"));
    }

    void whatIsLeftOutOfTheDroppedIsNoted()
    {
        Program program;
        program.laboratory.begin();
        QStringList paths;
        for (const char* name : {"train.de", "train.en", "extra.de"})
            paths << program.write(QString::fromLatin1(name), QByteArray("a b c\n").repeated(30));
        program.laboratory.open(paths);
        const auto isNoted = [&] {
            const auto labels = program.window.setup().preview()->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->text().contains(QStringLiteral("no file is their other side"));
            });
        };
        QTRY_VERIFY_WITH_TIMEOUT(isNoted(), kLongMs);
        program.laboratory.open({program.tinySpec("1")});
        QTRY_VERIFY_WITH_TIMEOUT(!isNoted(), kLongMs);
    }

    void openTakesDataAndSettingsByAnyName()
    {
        Program program;
        program.laboratory.begin();
        QByteArray rows = "label,text\n";
        for (int i = 0; i < 40; ++i)
            rows += (i % 2 ? "yes,good thing number " : "no,bad thing number ")
                + QByteArray::number(i) + "\n";
        Q_EMIT program.window.openRequested({program.write(QStringLiteral("my.csv"), rows)});
        QTRY_VERIFY_WITH_TIMEOUT(
            program.window.setup().spec()["data"]["train"].dump().find("my.csv")
                    != std::string::npos
                && program.canStart(),
            kLongMs);
        QFile settings(program.written("names", {}));
        const QString json = program.folder.filePath(QStringLiteral("settings.json"));
        QVERIFY(settings.rename(json));
        Q_EMIT program.window.openRequested({json});
        QCOMPARE(program.window.setup().spec()["name"].get<std::string>(), std::string("names"));
        QByteArray lines;
        for (int i = 0; i < 40; ++i)
            lines += QByteArrayLiteral("{\"label\": \"") + (i % 2 ? "yes" : "no")
                + "\", \"text\": \"thing number " + QByteArray::number(i) + "\"}\n";
        const QString data = program.write(QStringLiteral("data.json"), lines);
        Q_EMIT program.window.openRequested({data});
        QTRY_VERIFY_WITH_TIMEOUT(
            program.window.setup().spec()["data"]["train"].dump().find("data.json")
                    != std::string::npos
                && program.canStart(),
            kLongMs);
    }

    void droppedDataReplacesTheSample()
    {
        Program program;
        program.laboratory.begin();
        QByteArray rows = "label\ttext\n";
        for (int i = 0; i < 40; ++i)
            rows += (i % 2 ? "yes\tgood thing number " : "no\tbad thing number ")
                + QByteArray::number(i) + "\n";
        program.laboratory.open({program.write(QStringLiteral("my.tsv"), rows)});
        QTRY_COMPARE_WITH_TIMEOUT(
            program.window.setup().spec()["data"]["sample"]["kind"].get<std::string>(),
            std::string("none"), kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
    }

    void badFilesAreSaidAndNothingBreaks_data()
    {
        QTest::addColumn<QString>("name");
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QString>("said");
        QTest::newRow("empty") << QStringLiteral("empty.csv") << QByteArray()
                               << QStringLiteral("empty.csv");
        QTest::newRow("binary") << QStringLiteral("cells.csv") << QByteArray(3000, '\0')
                                << QStringLiteral("cells.csv");
        QTest::newRow("no spec") << QStringLiteral("bad.unroll") << QByteArray("{")
                                 << QStringLiteral("bad.unroll");
        QTest::newRow("missing") << QStringLiteral("nowhere/all.csv") << QByteArray()
                                 << QStringLiteral("all.csv");
    }
    void badFilesAreSaidAndNothingBreaks()
    {
        QFETCH(QString, name);
        QFETCH(QByteArray, content);
        QFETCH(QString, said);
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.write(name, content)});
        QTRY_VERIFY_WITH_TIMEOUT(program.says(said), kLongMs);
        if (name == QStringLiteral("bad.unroll")) // the set-up stays as it was
            QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        else
            QVERIFY(!program.startable());
        program.laboratory.training().stop();
        QTRY_VERIFY_WITH_TIMEOUT(!program.laboratory.training().active(), kLongMs);
        program.laboratory.open({program.tinySpec("1")});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
    }

    /// Each of these ended the program at every start, or kept its window waiting for ever.
    void pipesAndDeepTextsHoldNothingUp()
    {
        Program program;
        const auto run = [&](const char* name) {
            const QString folder
                = program.folder.filePath(QStringLiteral("runs/") + QString::fromUtf8(name));
            QDir().mkpath(folder);
            return folder;
        };
        const QString deep = program.write(QStringLiteral("deep"), QByteArray(1'000'000, '['));
        QVERIFY(QFile::copy(deep, run("deep") + QStringLiteral("/spec.json")));
        QVERIFY(QFile::copy(deep, program.folder.filePath(QStringLiteral("session.unroll"))));
        const QString pipe = program.folder.filePath(QStringLiteral("pipe.unroll"));
        const QString spec = program.tinySpec("1");
        for (const QString& path :
             {pipe, run("spec") + QStringLiteral("/spec.json"),
              run("summary") + QStringLiteral("/summary.json"),
              run("events") + QStringLiteral("/events.jsonl"),
              run("lock") + QStringLiteral("/run.lock"), run("name") + QStringLiteral("/name.txt")})
            QCOMPARE(::mkfifo(qPrintable(path), 0600), 0);
        for (const char* name : {"summary", "events", "lock", "name"})
            QVERIFY(QFile::copy(spec, run(name) + QStringLiteral("/spec.json")));

        program.laboratory.begin();
        const auto* list = program.window.runs().findChild<QAbstractItemView*>();
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 6, kLongMs);
        program.laboratory.open({pipe});
        const auto* message = program.window.findChild<ui::MessageBar*>();
        QVERIFY2(message->text().contains(QStringLiteral("pipe.unroll is not a file")),
                 qPrintable(message->text()));
        program.laboratory.open({spec});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
    }

    void theSetupIsFoundAgainAsItWasLeft()
    {
        QTemporaryDir folder;
        const app::Places places{folder.filePath(QStringLiteral("runs")),
                                 folder.filePath(QStringLiteral("session.unroll")),
                                 folder.filePath(QStringLiteral("unroll.ini"))};
        const ui::Theme theme;
        const auto withWindow = [&](auto&& use) {
            ui::MainWindow window(app::knowledge());
            app::Laboratory laboratory(window, places);
            laboratory.begin();
            use(window, laboratory);
        };
        withWindow([](ui::MainWindow& window, app::Laboratory&) {
            Q_EMIT window.presetChosen(QStringLiteral("names"));
        });
        withWindow([](ui::MainWindow& window, app::Laboratory&) {
            QCOMPARE(window.setup().spec()["name"].get<std::string>(), std::string("names"));
        });
    }
};
UNROLL_TEST(LaboratoryTest, QApplication)
#include "laboratory_test.moc"
