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
    static Strings filesOf(const Program& program)
    {
        return program.window.setup()
            .spec()["data"]
            .value("train", core::Json::array())
            .get<Strings>();
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
        QTRY_VERIFY_WITH_TIMEOUT(said().contains(u"200000"_s) || said().contains(u"200,000"_s),
                                 kLongMs);
    }

    void aCancelledPreviewIsBegunAgain_data()
    {
        addColumn<ui::SetupStep>("step");
        newRow("data", ui::SetupStep::Data);
        newRow("text", ui::SetupStep::Text);
        newRow("model", ui::SetupStep::Model); // It waits for the vocabulary.
    }

    void aCancelledPreviewIsBegunAgain()
    {
        QFETCH(ui::SetupStep, step);
        Program program;
        program.window.show();
        program.window.showView(u"preview"_s);
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
                Q_EMIT program.window.setup().pages().repeatRequested(step);
            Q_EMIT program.window.setup().pages().cancelRequested(step);
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
        auto* label = program.window.setup().preview()->findChild<QLabel*>(u"lengthLabel"_s);
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
        const QString from = program.write(u"train.de"_s, source);
        const QString to = program.write(u"train.en"_s, target);
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
        QCOMPARE(before["data"]["source_language"].get<std::string>(), "de"s);
        QTRY_VERIFY_WITH_TIMEOUT(program.window.setup()
                                     .preview()
                                     ->findChild<QPushButton*>("exchangeSidesButton")
                                     ->isVisibleTo(program.window.setup().preview()),
                                 kLongMs);
        Q_EMIT program.window.setup().exchangeSidesRequested();
        const core::Json after = program.window.setup().spec();
        QCOMPARE(after["data"]["train"].dump(), before["data"]["train_target"].dump());
        QCOMPARE(after["data"]["source_language"].get<std::string>(), "en"s);
    }

    void whatIsLeftOutOfTheDroppedIsNoted()
    {
        Program program;
        program.laboratory.begin();
        QStringList paths;
        for (const char* name : {"train.de", "train.en", "extra.de"})
            paths << program.write(QString::fromLatin1(name), "a b c\n"_ba.repeated(30));
        program.laboratory.open(paths);
        const auto isNoted = [&] {
            const auto labels = program.window.setup().preview()->findChildren<QLabel*>();
            return std::any_of(labels.begin(), labels.end(), [](const QLabel* label) {
                return label->text().contains(u"the file with their other side"_s);
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
        Q_EMIT program.window.openRequested({program.write(u"my.csv"_s, rows)});
        QTRY_VERIFY_WITH_TIMEOUT(
            program.window.setup().spec()["data"]["train"].dump().find("my.csv")
                    != std::string::npos
                && program.canStart(),
            kLongMs);
        QFile settings(program.written("names", {}));
        const QString json = program.folder.filePath(u"mine.json"_s);
        QVERIFY(settings.rename(json));
        Q_EMIT program.window.openRequested({json});
        QCOMPARE(program.window.setup().spec()["name"].get<std::string>(), "names"s);
        QByteArray lines;
        for (int i = 0; i < 40; ++i)
            lines += "{\"label\": \""_ba + (i % 2 ? "yes" : "no") + "\", \"text\": \"thing number "
                + QByteArray::number(i) + "\"}\n";
        const QString data = program.write(u"data.json"_s, lines);
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
        program.laboratory.open({program.write(u"my.tsv"_s, rows)});
        QTRY_COMPARE_WITH_TIMEOUT(
            program.window.setup().spec()["data"]["sample"]["kind"].get<std::string>(), "none"s,
            kLongMs);
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
            QTRY_COMPARE_WITH_TIMEOUT(filesOf(program), Strings{path.toStdString()}, kLongMs);
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
            u"messageBar"_s, Qt::FindDirectChildrenOnly);
        QVERIFY(bar != nullptr && bar->isVisible());
        auto* offer = bar->findChild<QPushButton*>(u"messageOfferButton"_s);
        QVERIFY(offer->isVisible());
        offer->click();
        QCOMPARE(settings(program).dump(), before.dump());
        QVERIFY(filesOf(program).front().ends_with("second.csv"));
        // A file that belongs to them changes nothing.
        program.laboratory.open({program.write(u"second.test.csv"_s, labelled())});
        QTRY_COMPARE_WITH_TIMEOUT(program.window.setup().spec()["data"]["test"].size(), size_t{1},
                                  kLongMs);
        QCOMPARE(settings(program).dump(), before.dump());
    }

    void aSampleOfAnotherTaskSaysNothingAboutADrop()
    {
        Program program;
        program.laboratory.begin();
        Q_EMIT program.window.presetChosen(u"reverse"_s);
        const QString path = program.write(
            u"few.csv"_s, "label,text\npos,a fine film\nneg,a dull film\npos,fine\n");
        program.laboratory.open({path});
        QTRY_COMPARE_WITH_TIMEOUT(filesOf(program), Strings{path.toStdString()}, kLongMs);
        QCOMPARE(program.window.setup().spec()["task"]["kind"].get<std::string>(),
                 "classification"s);
    }

    void aPresetIsSuitedToFewDataAndUndoTakesItBack()
    {
        for (const char* preset : {"", "tweets"}) { // Begun by the drop; waiting for data.
            Program program;
            program.window.show();
            program.window.showView(u"preview"_s);
            program.laboratory.begin();
            if (*preset != '\0')
                Q_EMIT program.window.presetChosen(QLatin1String(preset));
            program.laboratory.open({program.write(u"mine.csv"_s, labelled())});
            QTRY_VERIFY_WITH_TIMEOUT(!filesOf(program).empty() && program.canStart(), kLongMs);
            const core::Json suited = program.window.setup().spec()["training"];
            QCOMPARE(suited["batch_size"].get<int>(), 8); // 54 texts: 7 updates in an epoch.
            QCOMPARE(suited["epochs"].get<int>(), 72);
            QCOMPARE(suited["patience"].get<int>(), 29);
            QCOMPARE(suited["monitor"].get<std::string>(), "valid_loss"s);
            QTRY_VERIFY_WITH_TIMEOUT(program.says(u"would have only 1 update with the settings"_s),
                                     kLongMs);
            QCOMPARE(program.window.setup().history().undoText(),
                     *preset == '\0' ? u"settings for these data"_s
                                     : u"settings for so few data"_s);
            program.window.setup().history().undo();
            const core::Json written = program.window.setup().spec()["training"];
            QCOMPARE(written["batch_size"].get<int>(), 64);
            QCOMPARE(written["epochs"].get<int>(), 12);
            QCOMPARE(written["monitor"].get<std::string>(), "valid_accuracy"s);
            QVERIFY(filesOf(program).front().ends_with("mine.csv"));
            // A test set that belongs to the data leaves alone what was chosen.
            program.laboratory.open({program.write(u"mine.test.csv"_s, labelled())});
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
        Q_EMIT program.window.presetChosen(u"tweets"_s);
        core::Json before = program.window.setup().spec();
        before["training"]["epochs"] = 5;
        before["model"]["embedding"]["dimension"] = 20;
        program.window.setup().takeSpec(before);
        Q_EMIT program.window.setup().specChanged(before);
        program.laboratory.open({program.write(u"mine.csv"_s, labelled())});
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
        program.laboratory.open({program.write(u"mine.csv"_s, labelled())});
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
            const QString sentence = program.window.pinned().text();
            QVERIFY(!sentence.isEmpty());
            const core::Corpus data
                = core::loadCorpus(spec.data, core::columnsOfTask(spec.task.kind), {});
            const auto wordsOf = [](const QString& text) {
                return text.toLower().split(QRegularExpression(u"\\W+"_s), Qt::SkipEmptyParts);
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
        addColumns<QString, QByteArray, QString>("name", "content", "said");
        newRow("empty", u"empty.csv"_s, QByteArray(), u"empty.csv"_s);
        newRow("binary", u"cells.csv"_s, QByteArray(3000, '\0'), u"cells.csv"_s);
        newRow("no spec", u"bad.unroll"_s, "{"_ba, u"bad.unroll"_s);
        newRow("missing", u"nowhere/all.csv"_s, QByteArray(), u"all.csv"_s);
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
        if (name == u"bad.unroll"_s) // the set-up stays as it was
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
            const QString folder = program.folder.filePath(u"runs/"_s + QString::fromUtf8(name));
            QDir().mkpath(folder);
            return folder;
        };
        const QString deep = program.write(u"deep"_s, QByteArray(1'000'000, '['));
        QVERIFY(QFile::copy(deep, run("deep") + u"/spec.json"_s));
        QVERIFY(QFile::copy(deep, program.folder.filePath(u"session.unroll"_s)));
        const QString pipe = program.folder.filePath(u"pipe.unroll"_s);
        const QString spec = program.tinySpec("1");
        for (const QString& path :
             {pipe, run("spec") + u"/spec.json"_s, run("summary") + u"/summary.json"_s,
              run("events") + u"/events.jsonl"_s, run("lock") + u"/run.lock"_s,
              run("name") + u"/name.txt"_s})
            QCOMPARE(::mkfifo(qPrintable(path), 0600), 0);
        for (const char* name : {"summary", "events", "lock", "name"})
            QVERIFY(QFile::copy(spec, run(name) + u"/spec.json"_s));

        program.laboratory.begin();
        const auto* list = program.window.runs().findChild<QAbstractItemView*>();
        QTRY_COMPARE_WITH_TIMEOUT(list->model()->rowCount(), 6, kLongMs);
        program.laboratory.open({pipe});
        const auto* message = program.window.findChild<ui::MessageBar*>();
        QVERIFY2(message->text().contains(u"pipe.unroll is not a file"_s),
                 qPrintable(message->text()));
        program.laboratory.open({spec});
        QTRY_VERIFY_WITH_TIMEOUT(program.startable(), kLongMs);
    }

    void theSetupIsFoundAgainAsItWasLeft()
    {
        QTemporaryDir folder;
        const app::Places places{folder.filePath(u"runs"_s), folder.filePath(u"session.unroll"_s),
                                 folder.filePath(u"settings.json"_s)};
        const ui::Theme theme;
        const auto withWindow = [&](auto&& use) {
            ui::MainWindow window(app::knowledge());
            app::Laboratory laboratory(window, places);
            laboratory.begin();
            use(window, laboratory);
        };
        withWindow([](ui::MainWindow& window, app::Laboratory&) {
            Q_EMIT window.presetChosen(u"names"_s);
        });
        withWindow([](ui::MainWindow& window, app::Laboratory&) {
            QCOMPARE(window.setup().spec()["name"].get<std::string>(), "names"s);
        });
    }
};

UNROLL_TEST(LaboratoryDataTest, QApplication)
#include "laboratory_data_test.moc"
