#include "core/data/corpus.h"
#include "core/task/task_kinds.h"
#include "tests/support/laboratory_program.h"
#include "tests/support/test_case.h"
#include "ui/runs/runs_panel.h"
#include "ui/widgets/message_bar.h"

#include <sys/stat.h>

using support::kLongMs;
using support::Program;

/// The whole program: what is dropped and set up, before anything is trained.
class LaboratoryDataTest : public QObject {
    Q_OBJECT
private:
    static QByteArray labelled()
    {
        QByteArray rows = "label,text\n";
        for (int i = 0; i < 60; ++i)
            rows += (i % 2 ? "spam,win a prize number " : "ham,see you at number ")
                + QByteArray::number(i) + "\n";
        return rows;
    }
    static std::vector<std::string> filesOf(const Program& program)
    {
        return program.window.setup()
            .spec()["data"]
            .value("train", core::Json::array())
            .get<std::vector<std::string>>();
    }

private Q_SLOTS:
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

    void lengthsAreThoseOfTheChosenTokeniser()
    {
        Program program;
        program.window.show();
        program.laboratory.begin();
        const auto setTokeniser = [&](const char* kind) {
            program.laboratory.open({program.written("names", {{"text.tokeniser", kind}})});
        };
        auto* label
            = program.window.setup().preview()->findChild<QLabel*>(QStringLiteral("lengthLabel"));
        const auto says
            = [&](const char* part) { return label->text().contains(QLatin1String(part)); };
        setTokeniser("character");
        QTRY_VERIFY2_WITH_TIMEOUT(says(": Character, counted"), qPrintable(label->text()), kLongMs);
        QVERIFY(says("counted in 1,000 texts") || says("counted in 1000 texts"));
        const QString characters = label->text();
        setTokeniser("white_space");
        QTRY_VERIFY2_WITH_TIMEOUT(says(": White space, counted"), qPrintable(label->text()),
                                  kLongMs);
        QVERIFY(label->text().section(u':', 0, 0) != characters.section(u':', 0, 0));
        setTokeniser("sentencepiece_bpe");
        QTRY_VERIFY2_WITH_TIMEOUT(says("has to be trained"), qPrintable(label->text()), kLongMs);
        QVERIFY(says("words between white space"));
        program.window.setup().setStep(ui::SetupStep::Text);
        QTRY_VERIFY2_WITH_TIMEOUT(says("counted in all training texts"), qPrintable(label->text()),
                                  kLongMs);
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
                return label->text().contains(QStringLiteral("the file with their other side"));
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
        const QString json = program.folder.filePath(QStringLiteral("mine.json"));
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

    /// Whatever was set up for other files: the same file begins with the same settings.
    void aDropBeginsFromAPresetOfItsTask()
    {
        const auto settings = [](const Program& program) {
            core::Json spec = program.window.setup().spec();
            spec.erase("data");
            spec.erase("name");
            return spec;
        };
        const auto drop = [](Program& program, const char* name) {
            const QString path = program.write(QLatin1String(name), labelled());
            program.laboratory.open({path});
            QTRY_COMPARE_WITH_TIMEOUT(filesOf(program),
                                      std::vector<std::string>{path.toStdString()}, kLongMs);
            QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
        };
        core::Json fresh;
        {
            Program program;
            program.laboratory.begin();
            drop(program, "second.csv");
            fresh = settings(program);
        }
        Program program;
        program.window.show();
        program.laboratory.begin();
        drop(program, "first.csv");
        core::Json edited = program.window.setup().spec();
        edited["training"]["epochs"] = 77;
        program.window.setup().takeSpec(edited);
        Q_EMIT program.window.setup().specChanged(edited);
        const core::Json before = settings(program);
        drop(program, "second.csv");
        QCOMPARE(settings(program).dump(), fresh.dump());
        // What was set up before is offered: nothing is lost.
        const auto* bar = program.window.centralWidget()->findChild<ui::MessageBar*>(
            QStringLiteral("messageBar"), Qt::FindDirectChildrenOnly);
        QVERIFY(bar != nullptr && bar->isVisible());
        auto* offer = bar->findChild<QPushButton*>(QStringLiteral("messageOfferButton"));
        QVERIFY(offer->isVisible());
        offer->click();
        QCOMPARE(settings(program).dump(), before.dump());
        QVERIFY(filesOf(program).front().ends_with("second.csv"));
        // A file that belongs to them changes nothing.
        program.laboratory.open({program.write(QStringLiteral("second.test.csv"), labelled())});
        QTRY_COMPARE_WITH_TIMEOUT(program.window.setup().spec()["data"]["test"].size(), size_t{1},
                                  kLongMs);
        QCOMPARE(settings(program).dump(), before.dump());
    }

    void aSampleOfAnotherTaskSaysNothingAboutADrop()
    {
        Program program;
        program.laboratory.begin();
        Q_EMIT program.window.presetChosen(QStringLiteral("reverse"));
        const QString path = program.write(
            QStringLiteral("few.csv"), "label,text\npos,a fine film\nneg,a dull film\npos,fine\n");
        program.laboratory.open({path});
        QTRY_COMPARE_WITH_TIMEOUT(filesOf(program), std::vector<std::string>{path.toStdString()},
                                  kLongMs);
        QCOMPARE(program.window.setup().spec()["task"]["kind"].get<std::string>(),
                 std::string("classification"));
    }

    void aPresetIsSuitedToFewDataAndUndoTakesItBack()
    {
        for (const char* preset : {"", "tweets"}) { // Begun by the drop; waiting for data.
            Program program;
            program.window.show();
            program.window.showView(QStringLiteral("preview"));
            program.laboratory.begin();
            if (*preset != '\0')
                Q_EMIT program.window.presetChosen(QLatin1String(preset));
            program.laboratory.open({program.write(QStringLiteral("mine.csv"), labelled())});
            QTRY_VERIFY_WITH_TIMEOUT(!filesOf(program).empty() && program.canStart(), kLongMs);
            const core::Json suited = program.window.setup().spec()["training"];
            QCOMPARE(suited["batch_size"].get<int>(), 8); // 54 texts: 7 updates in an epoch.
            QCOMPARE(suited["epochs"].get<int>(), 72);
            QCOMPARE(suited["patience"].get<int>(), 29);
            QCOMPARE(suited["monitor"].get<std::string>(), std::string("valid_loss"));
            QTRY_VERIFY_WITH_TIMEOUT(
                program.says(QStringLiteral("would have only 1 update with the settings")),
                kLongMs);
            QCOMPARE(program.window.setup().history().undoText(),
                     QStringLiteral("settings for so few data"));
            program.window.setup().history().undo();
            const core::Json written = program.window.setup().spec()["training"];
            QCOMPARE(written["batch_size"].get<int>(), 64);
            QCOMPARE(written["epochs"].get<int>(), 12);
            QCOMPARE(written["monitor"].get<std::string>(), std::string("valid_accuracy"));
            QVERIFY(filesOf(program).front().ends_with("mine.csv"));
            // A test set that belongs to the data leaves alone what was chosen.
            program.laboratory.open({program.write(QStringLiteral("mine.test.csv"), labelled())});
            QTRY_COMPARE_WITH_TIMEOUT(program.window.setup().spec()["data"]["test"].size(),
                                      size_t{1}, kLongMs);
            QTRY_VERIFY_WITH_TIMEOUT(program.canStart(), kLongMs);
            QCOMPARE(program.window.setup().spec()["training"].dump(), written.dump());
        }
    }

    void aPresetThatWaitsForDataKeepsWhatWasSet()
    {
        Program program;
        program.laboratory.begin();
        Q_EMIT program.window.presetChosen(QStringLiteral("tweets"));
        core::Json before = program.window.setup().spec();
        before["training"]["epochs"] = 5;
        before["model"]["embedding"]["dimension"] = 20;
        program.window.setup().takeSpec(before);
        Q_EMIT program.window.setup().specChanged(before);
        program.laboratory.open({program.write(QStringLiteral("mine.csv"), labelled())});
        QTRY_VERIFY_WITH_TIMEOUT(!filesOf(program).empty() && program.canStart(), kLongMs);
        before["training"]["batch_size"] = 8;
        before["training"]["patience"] = 5; // All epochs: there are no more.
        before["training"]["monitor"] = "valid_loss"; // 6 texts.
        for (const char* section : {"text", "model", "training", "task"})
            QCOMPARE(program.window.setup().spec()[section].dump(), before[section].dump());
    }

    void settingsOfAFileMeetFewDataAsTheyAre()
    {
        Program program;
        program.laboratory.begin();
        program.laboratory.open({program.written("tweets", {})});
        const core::Json before = program.window.setup().spec();
        program.laboratory.open({program.write(QStringLiteral("mine.csv"), labelled())});
        QTRY_VERIFY_WITH_TIMEOUT(!filesOf(program).empty() && program.canStart(), kLongMs);
        for (const char* section : {"text", "model", "training", "task"})
            QCOMPARE(program.window.setup().spec()[section].dump(), before[section].dump());
    }

    void theFirstSentenceOfASampleIsOfItsWords()
    {
        for (const char* preset : {"reviews", "ratings"}) {
            Program program;
            program.laboratory.begin();
            Q_EMIT program.window.presetChosen(QLatin1String(preset));
            const core::ExperimentSpec& spec = core::findPreset(preset).spec;
            const QString sentence = program.window.pinnedText();
            QVERIFY(!sentence.isEmpty());
            const core::Corpus data
                = core::loadCorpus(spec.data, core::columnsOfTask(spec.task.kind), {});
            const auto wordsOf = [](const QString& text) {
                return text.toLower().split(QRegularExpression(QStringLiteral("\\W+")),
                                            Qt::SkipEmptyParts);
            };
            std::set<QString> known;
            for (size_t i = 0; i < data.train.size(); ++i)
                for (const QString& word :
                     wordsOf(QString::fromStdString(std::string(data.train.texts()[i]))))
                    known.insert(word);
            for (const QString& word : wordsOf(sentence))
                QVERIFY2(known.contains(word), qPrintable(word));
        }
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
                                 folder.filePath(QStringLiteral("settings.json"))};
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

UNROLL_TEST(LaboratoryDataTest, QApplication)
#include "laboratory_data_test.moc"
