#include "core/probe/classification/classification_questions.h"
#include "core/train/run_folder.h"
#include "tests/support/laboratory_program.h"
#include "tests/support/test_case.h"
#include "ui/decoding/decoding_view.h"
#include "ui/epochs/epochs_view.h"
#include "ui/results/number_results_view.h"
#include "ui/results/translation_results_view.h"
#include "ui/runs/runs_panel.h"
#include "ui/sentence/sentence_view.h"
#include "ui/sentence/translation_view.h"
#include "ui/start/start_view.h"
#include "ui/views.h"
#include "ui/widgets/empty_state.h"
#include "ui/widgets/message_bar.h"
#include "ui/widgets/option_field.h"
#include "ui/widgets/probability_bars.h"
#include "ui/widgets/settings.h"

using support::Home;
using support::kLongMs;
using support::Program;

/// The whole program: what is trained is opened and looked into.
class LaboratoryTest : public QObject {
    Q_OBJECT
private:
    static void typedInOneViewIsShownInTheOther(Program& program)
    {
        auto& sentence = viewIn<ui::TranslationView>(program.window, "sentence");
        sentence.setTexts(u"1 2 3"_s, u"3 2 1"_s);
        auto& decoding = viewIn<ui::DecodingView>(program.window, "decoding");
        QCOMPARE(decoding.text(), u"1 2 3"_s);
        const auto* results = decoding.findChild<QWidget*>(u"searchColumn0"_s)
                                  ->findChild<QTableView*>(u"resultTable"_s);
        QTRY_VERIFY_WITH_TIMEOUT(results->model()->rowCount() > 0, kLongMs);
        program.window.showView(u"sentence"_s); // back to what was compared
        QCOMPARE(sentence.reference(), u"3 2 1"_s);
        program.window.showView(u"decoding"_s);
        decoding.setText(u"4 5"_s);
        program.window.showView(u"sentence"_s);
        QCOMPARE(sentence.text(), u"4 5"_s);
        QVERIFY(sentence.reference().isEmpty()); // it was another sentence's
        const auto* words = sentence.findChild<QPlainTextEdit*>(u"wordsEdit"_s);
        sentence.findChild<QToolButton*>(u"asTextButton"_s)->setChecked(true);
        QTRY_VERIFY_WITH_TIMEOUT(words->toPlainText().contains(u"Source tokens: 4 5"_s), kLongMs);
    }

    /// The text of a view without content.
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
                 u"No network yet"_s);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QVERIFY(started.wait(kLongMs));
        QCOMPARE(emptyTitle(viewIn<ui::TranslationResultsView>(program.window, "results")),
                 u"No results yet"_s);
        QVERIFY(ended.count() > 0 || ended.wait(kLongMs));
        QCOMPARE(ended.first().first().value<core::EndReport>().state, core::RunState::Completed);
        auto& sentence = viewIn<ui::TranslationView>(program.window, "sentence");
        QVERIFY(sentence.isVisible());
        const auto* tabs = program.window.findChild<QTabBar*>(u"views"_s);
        QCOMPARE(tabs->tabText(2), u"Decoding"_s);
        QVERIFY(tabs->isTabEnabled(2));
        // A sentence of the data was pinned, because none had been pinned by hand.
        QVERIFY(program.window.pinned().text().contains(QRegularExpression(u"^[0-9]"_s)));
        QCOMPARE(sentence.text(), program.window.pinned().text());
        examplesComeFromTheData(program);
        typedInOneViewIsShownInTheOther(program);
        auto& results = viewIn<ui::TranslationResultsView>(program.window, "results");
        QVERIFY(results.isVisible());
        const auto* table = results.findChild<QAbstractItemView*>(u"translationTable"_s);
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
        QVERIFY(other.window.pinned().text().startsWith(u"The film"_s));
        other.laboratory.open({run});
        const QRegularExpression numbers(u"^[0-9]"_s);
        QTRY_VERIFY_WITH_TIMEOUT(other.window.pinned().text().contains(numbers), kLongMs);
        auto& sentence = viewIn<ui::TranslationView>(other.window, "sentence");
        QCOMPARE(sentence.text(), other.window.pinned().text());
        const QString settings = other.folder.filePath(u"settings.json"_s);
        const auto kept = [&settings] {
            const ui::Settings now(settings);
            for (const QString& key : now.all().keys())
                if (key.startsWith(u"pinned/"_s))
                    return now.value(key).toStringList();
            return QStringList();
        };
        QVERIFY(kept().isEmpty()); // It was not chosen by hand.
        const QString suggested = other.window.pinned().text();
        sentence.setText(u"7 8 9"_s);
        sentence.findChild<QToolButton*>(u"pinButton"_s)->click();
        QCOMPARE(kept(), QStringList({suggested, u"7 8 9"_s}));
        QCOMPARE(other.window.pinned().text(), u"7 8 9"_s);
        other.laboratory.open({run});
        QTest::qWait(200);
        QCOMPARE(other.window.pinned().text(), u"7 8 9"_s); // a person's own stays
    }

    /// What the menu of the pinned sentences offers: of the data, one of them predicted wrongly.
    static void examplesComeFromTheData(Program& program)
    {
        auto* button = program.window.findChild<QToolButton*>(u"pinnedButton"_s);
        Q_EMIT button->menu()->aboutToShow();
        QMenu* examples = button->menu()->actions().last()->menu();
        const auto offered = [examples] {
            return examples->actions().size() > 1 && examples->actions().first()->isEnabled();
        };
        QTRY_VERIFY_WITH_TIMEOUT(offered(), kLongMs);
        QVERIFY(examples->actions().first()->text().startsWith(u"Short"_s));
        const int before = int(program.window.pinned().texts().size());
        examples->actions().first()->trigger();
        QCOMPARE(program.window.pinned().texts().size(), before + 1);
        // Each is asked after each epoch.
        auto& epochs = viewIn<ui::EpochsView>(program.window, "epochs");
        const auto* table = epochs.findChild<QAbstractItemView*>(u"epochsTable"_s);
        QCOMPARE(table->model()->columnCount(), before + 2);
        const auto whole = [table] {
            const QAbstractItemModel& model = *table->model();
            for (int row = 0; row < model.rowCount(); ++row) {
                for (int column = 1; column < model.columnCount(); ++column) {
                    if (model.index(row, column).data().toString() == QChar(0x2026))
                        return false;
                }
            }
            return model.rowCount() > 0;
        };
        QTRY_VERIFY_WITH_TIMEOUT(whole(), kLongMs);
    }

    /// Settings on the open step without a name that is seen, such as "Optimiser" before "Adam".
    static QStringList namelessSettings(ui::SetupPanel& setup)
    {
        QStringList found;
        const auto labels = setup.findChildren<QLabel*>();
        for (const auto* field : setup.findChildren<ui::OptionField*>()) {
            const QWidget* control = field->control();
            if (!control->isVisible() || qobject_cast<const QCheckBox*>(control) != nullptr)
                continue;
            const auto isName = [&](const QLabel* label) {
                const QString text = label->text().remove(u'&');
                return label->buddy() == control && label->isVisible() && !text.isEmpty()
                    && label->height() >= label->fontMetrics().height()
                    && label->width()
                    > label->fontMetrics().horizontalAdvance(text.section(u' ', 0, 0))
                    && control->accessibleName().startsWith(text);
            };
            if (std::none_of(labels.begin(), labels.end(), isName))
                found << QString::fromStdString(field->path());
        }
        return found;
    }

private Q_SLOTS:
    void everySettingHasANameThatIsSeen()
    {
        Program program;
        program.window.resize(1280, 800);
        program.window.show();
        program.laboratory.begin();
        ui::SetupPanel& setup = program.window.setup();
        for (const core::KindDescription& task : core::taskKinds()) {
            setup.chooseTask(task.id);
            for (const auto step : {ui::SetupStep::Data, ui::SetupStep::Text, ui::SetupStep::Model,
                                    ui::SetupStep::Training}) {
                setup.setStep(step);
                for (auto* fold : setup.findChildren<QToolButton*>())
                    if (fold->isVisible() && fold->objectName().endsWith(u".more"_s))
                        fold->setChecked(true);
                QTest::qWait(1); // The layout follows.
                const QStringList nameless = namelessSettings(setup);
                QVERIFY2(
                    nameless.isEmpty(),
                    qPrintable(QString::fromStdString(task.id) + u": "_s + nameless.join(u", "_s)));
            }
        }
    }

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

    /// The first start trains an example and offers the tour; the set-up stays as it is.
    void theFirstStartShowsAnExample()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        program.laboratory.showExample();
        QCOMPARE(program.window.view(), u"unrolled"_s);
        QVERIFY(ended.wait(kLongMs));
        const core::EndReport report = ended.first().first().value<core::EndReport>();
        QCOMPARE(report.state, core::RunState::Completed);
        const auto& runs = program.laboratory.runs().rows();
        QCOMPARE(runs.size(), size_t{1});
        QCOMPARE(runs.front().summary.spec.name, core::findPreset("first-word").spec.name);
        QVERIFY(program.says(u"has just learned"_s));
        QCOMPARE(program.window.setup().spec()["name"].get<std::string>(),
                 core::presets().front().spec.name);
        program.laboratory.showExample(); // There is a run.
        QVERIFY(!program.laboratory.training().active());
        program.laboratory.open({program.tinySpec("1")}); // Another training is none.
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QVERIFY(ended.wait(kLongMs));
        QVERIFY(!program.says(u"has just learned"_s));
    }

    /// An example of the page of shapes is set up, but not under a training.
    void shapesLeadToTheirPresets()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.window.showView(u"start"_s);
        const auto* shapes = program.window.findChild<ui::StartView*>();
        QVERIFY(shapes != nullptr);
        for (const QPushButton* button : shapes->findChildren<QPushButton*>())
            QVERIFY(!core::findPreset(button->objectName().toStdString()).needsData);
        const auto press = [&](const char* preset) {
            auto* button = program.window.findChild<QPushButton*>(QLatin1String(preset));
            QVERIFY(button != nullptr);
            button->click();
        };
        const auto name = [&] { return program.window.setup().spec()["name"].get<std::string>(); };
        press("entities");
        QCOMPARE(name(), core::findPreset("entities").spec.name);
        QCOMPARE(program.window.view(), u"unrolled"_s);
        program.laboratory.open({program.tinySpec("50")});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        const std::string trained = name();
        program.window.showView(u"start"_s);
        press("reverse");
        QCOMPARE(name(), trained);
        QCOMPARE(program.window.view(), u"start"_s);
        QVERIFY(program.says(u"Stop the running training first"_s));
    }

    void theBundledSampleIsReadyToStartAndLearns()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.tinySpec("2")});
        QSignalSpy ended(&program.laboratory.training(), &app::TrainingController::ended);
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
        QCOMPARE(program.window.view(), u"curves"_s);
        QVERIFY(ended.wait(kLongMs));
        const auto report = ended.first().first().value<core::EndReport>();
        QCOMPARE(report.state, core::RunState::Completed);
        QCOMPARE(program.laboratory.runs().rows().size(), size_t{1});
        const QString run = program.laboratory.runs().rows().front().id;
        QVERIFY(program.curves().knows(run));
    }

    /// Naive Bayes is right about all texts of this table, and the network learns too slowly to be.
    void theEndOfATrainingSaysThatABaselineIsAsGood()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        program.laboratory.open({program.write(u"spam.csv"_s, support::labelledTable(120))});
        QTRY_VERIFY_WITH_TIMEOUT(!program.window.setup().spec()["data"]["train"].empty(), kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        core::Json spec = program.window.setup().spec();
        spec["training"]["epochs"] = 1;
        spec["training"]["optimiser"]["learning_rate"] = 1e-9;
        program.window.setup().takeSpec(spec);
        Q_EMIT program.window.setup().specChanged(spec);
        QVERIFY(program.startable());
        QTRY_VERIFY_WITH_TIMEOUT(program.says(u"Best was epoch 1"_s), kLongMs);
        QTRY_VERIFY_WITH_TIMEOUT(program.says(u"The network does not beat the baseline"_s),
                                 kLongMs);
        QVERIFY(program.says(u"Best was epoch 1"_s)); // In one notice.
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
        program.laboratory.runs().setShown({run}, false);
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
        program.window.showView(u"sentence"_s);
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
        const QString run = elsewhere.filePath(u"run"_s);
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
        program.window.showView(u"preview"_s);
        program.window.setup().setStep(ui::SetupStep::Model);
        const auto* start = program.window.setup().preview()->findChild<QLabel*>("startLabel");
        QTRY_VERIFY_WITH_TIMEOUT(
            start->text().contains(source) && start->text().contains(u"encoder.rnn"_s), kLongMs);
        trained(spec);
        auto& results = viewIn<ui::NumberResultsView>(program.window, "results");
        QVERIFY(results.isVisible());
        const auto* table = results.findChild<QAbstractItemView*>(u"numberTable"_s);
        QTRY_COMPARE_WITH_TIMEOUT(table->model()->rowCount(), 50, kLongMs);
        auto& sentence = viewIn<ui::SentenceView>(program.window, "sentence");
        sentence.setText(u"The plot is superb."_s);
        const auto* bars = sentence.findChild<ui::ProbabilityBars*>();
        QTRY_COMPARE_WITH_TIMEOUT(bars->accessibleName(), u"predicted number"_s, kLongMs);
    }

    void beforeTheFirstRunTheSentenceSuitsTheData()
    {
        Program program;
        program.laboratory.begin();
        const auto pinned = [&] { return program.window.pinned().text(); };
        QVERIFY(pinned().startsWith(u"The film"_s));
        program.laboratory.open({program.tinyTranslation("1")});
        const QRegularExpression numbers(u"^[0-9 ]+$"_s);
        QTRY_VERIFY_WITH_TIMEOUT(pinned().contains(numbers), kLongMs);
        const QString suggested = pinned();
        program.window.pinned().pin(u"7 8 9"_s);
        program.laboratory.open({program.written("names", {})});
        const QRegularExpression oneWord(u"^\\w+$"_s);
        QTRY_VERIFY_WITH_TIMEOUT(pinned().contains(oneWord), kLongMs);
        // What is pinned belongs to its data, and comes back with them.
        program.laboratory.open({program.tinyTranslation("1")});
        const QStringList own{suggested, u"7 8 9"_s};
        QTRY_COMPARE_WITH_TIMEOUT(program.window.pinned().texts(), own, kLongMs);
        QCOMPARE(pinned(), u"7 8 9"_s);
        program.laboratory.open({program.tinySpec("1")});
        QTRY_VERIFY_WITH_TIMEOUT(pinned().startsWith(u"The film"_s), kLongMs);
    }
};

UNROLL_TEST(LaboratoryTest, QApplication)
#include "laboratory_test.moc"
