#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "ui/text/score_text.h"
#include "ui/text/sentences.h"
#include "ui/text/setting_names.h"
#include "ui/widgets/facts_row.h"

class SentencesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void marksAreFilledOnceAndMarksInsideArgumentsStay()
    {
        const core::Message message{"%2 before %1, 100 %", {"one %2", "two"}};
        QCOMPARE(ui::sentence(message), u"two before one %2, 100 %"_s);
        QCOMPARE(ui::sentence(core::Message{"%1 and %3", {"a"}}), u"a and "_s);
    }

    void theEndOfATrainingInSeveralProcessesTellsHowLongTheyWaited()
    {
        core::EndReport report;
        report.state = core::RunState::Completed;
        const auto said = [&](double share) {
            report.waitedShare = share;
            return ui::endSentence(report, "valid_loss", true);
        };
        QVERIFY(
            said(0.53).contains(u"waited for each other 53 % of the time. With larger batches"_s));
        QVERIFY(said(0.05).endsWith(u"waited for each other 5 % of the time."_s));
        QVERIFY(!said(std::numeric_limits<double>::quiet_NaN()).contains(u"waited"_s));
    }

    void countsTakeTheFormThatFits()
    {
        const core::Message ending{"No improvement for %1 {epoch|epochs}.", {"1"}};
        QCOMPARE(ui::sentence(ending), u"No improvement for 1 epoch."_s);
        const core::Message reading{"Reading %1 {text|texts}", {"1"}};
        QCOMPARE(ui::progressText({reading, 0.5, 12.0}), u"Reading 1 text, 12 s left"_s);
        const QString text = u"%1 of %2 {text|texts} of \u201c%3\u201d"_s;
        QCOMPARE(ui::filled(text, {ui::count(1), ui::count(1), u"{a|b}"_s}),
                 u"1 of 1 text of \u201c{a|b}\u201d"_s);
        QCOMPARE(ui::filled(text, {ui::count(1), ui::count(1200), u"%1"_s}),
                 u"1 of 1,200 texts of \u201c%1\u201d"_s);
        QCOMPARE(ui::captionOf({ui::count(1), u"training {text|texts}"_s, {}}), u"training text"_s);
        QCOMPARE(ui::captionOf({ui::count(0), u"training {text|texts}"_s, {}}),
                 u"training texts"_s);
    }

    void aFailureSaysWhatAndThenWhatToDo()
    {
        core::Failure failure;
        failure.what = {"%1 cannot be read.", {"a.csv"}};
        QCOMPARE(ui::sentence(failure), u"a.csv cannot be read."_s);
        failure.advice = {"Check the path.", {}};
        QCOMPARE(ui::sentence(failure), u"a.csv cannot be read. Check the path."_s);
        QVERIFY(!ui::sentence(core::Failure()).isEmpty());
    }

    void settingsAreCalledAsTheFormsCallThem_data()
    {
        addColumns<QString, QString>("text", "said");
        const auto row = [](const char* text, const char* said) {
            newRow(text, QString::fromUtf8(text), QString::fromUtf8(said));
        };
        row("training.epochs must be at least 1.", "Epochs (Training) must be at least 1.");
        row("Raise training.epochs.", "Raise Epochs (Training).");
        row("training.optimiser is unknown.", "Optimiser (Training) is unknown.");
        row("training.optimiser.kind is unknown.", "Optimiser (Training) is unknown.");
        row("training.optimiser.learning_rate is 20, training.epochs 3.",
            "Learning rate (Training) is 20, Epochs (Training) 3.");
        row("text.cleaning[1].kind is unknown.", "Cleaning, number 2 (Text) is unknown.");
        row("Use --set training.epochs=3.", "Use --set training.epochs=3.");
        row("/home/me/training.epochs is no file.", "/home/me/training.epochs is no file.");
        row("training.epochs.csv is no file.", "training.epochs.csv is no file.");
        row("training.nothing is unknown.", "training.nothing is unknown.");
        row("task.kind is unknown.", "Task is unknown.");
        row("task.nothing is unknown.", "task.nothing is unknown.");
        row("task.target_text.maximum_length is 0.", "Maximum length (Target text) is 0.");
        row("task.teacher_forcing.kind is unknown.", "Teacher forcing is unknown.");
    }

    void settingsAreCalledAsTheFormsCallThem()
    {
        QFETCH(QString, text);
        ui::setSettingNames(ui::SettingNames(fixture::catalogue(), fixture::specOptions()));
        QTEST(ui::sentence(core::Message{text.toStdString(), {}}), "said");
        // A path may come as an argument, too; a stage names files.
        QTEST(ui::sentence(core::Message{"%1", {text.toStdString()}}), "said");
        QCOMPARE(ui::progressText({{"%1", {text.toStdString()}}, -1.0, -1.0}), text);
        ui::setSettingNames({});
        QCOMPARE(ui::sentence(core::Message{text.toStdString(), {}}), text);
    }

    void differencesAreToldAsTheFormsSayThem()
    {
        ui::setSettingNames(ui::SettingNames(fixture::catalogue(), fixture::specOptions()));
        const auto said = [](const char* path, const char* before, const char* after) {
            return ui::differenceText(QString::fromUtf8(path), QString::fromUtf8(before),
                                      QString::fromUtf8(after), ui::SettingPlace::Known);
        };
        QCOMPARE(said("training.optimiser.learning_rate", "0.001", "0.01"),
                 u"Learning rate: 0.001 \u2192 0.01"_s);
        QCOMPARE(said("training.optimiser.kind", "adam", "sgd"), u"Optimiser: Adam \u2192 SGD"_s);
        QCOMPARE(said("training.monitor", "valid_loss", "valid_accuracy"),
                 u"Best by: Validation loss \u2192 Validation accuracy"_s);
        QCOMPARE(said("data.skip_bad_rows", "false", "true"), u"Skip bad rows: off \u2192 on"_s);
        QCOMPARE(said("text.cleaning", R"([{"kind":"lower_case"},{"kind":"html"}])", "[]"),
                 u"Cleaning: Lower case, HTML \u2192 nothing"_s);
        QCOMPARE(said("data.train", R"(["/a/b.csv"])", R"(["/a/c.csv","/a/d.csv"])"),
                 u"Training files: b.csv \u2192 c.csv, d.csv"_s);
        QCOMPARE(ui::differenceText(u"training.epochs"_s, u"3"_s, u"5"_s, ui::SettingPlace::Said),
                 u"Epochs (Training): 3 \u2192 5"_s);
        QCOMPARE(said("model.no.such_setting", "1", "[2"), u"such_setting: 1 \u2192 [2"_s);
        ui::setSettingNames({});
        QCOMPARE(said("model.network.kind", "lstm", ""), u"network: lstm \u2192 nothing"_s);
    }

    void numbersAreToldAsTheFormsShowThem()
    {
        ui::setSettingNames(ui::SettingNames(fixture::catalogue(), fixture::specOptions()));
        const auto said = [](const char* path, const char* before, const char* after) {
            return ui::differenceText(QString::fromUtf8(path), QString::fromUtf8(before),
                                      QString::fromUtf8(after), ui::SettingPlace::Known);
        };
        const char* const rate = "training.optimiser.learning_rate";
        QCOMPARE(said(rate, "0.002", "1000000000.0"), u"Learning rate: 0.002 \u2192 1000000000"_s);
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German));
        QCOMPARE(said(rate, "0.1421", "1e-05"), u"Learning rate: 0,1421 \u2192 1e-05"_s);
        QCOMPARE(said("data.train", R"(["/a/b.csv"])", R"(["/a/1.5"])"),
                 u"Training files: b.csv \u2192 1.5"_s);
        QLocale::setDefault(before);
        ui::setSettingNames({});
    }

    void progressSaysTheTimeThatIsLeft()
    {
        const core::Message stage{"Reading %1", {"a.csv"}};
        QCOMPARE(ui::progressText({stage, 0.5, 12.0}), u"Reading a.csv, 12 s left"_s);
        QCOMPARE(ui::progressText({stage, 0.5, -1.0}), u"Reading a.csv"_s);
        QCOMPARE(ui::progressText({stage, 1.0, 0.0}), u"Reading a.csv"_s);
        QCOMPARE(ui::progressText({stage, 0.999, 0.04}), u"Reading a.csv"_s);
    }

    void durations_data()
    {
        addColumns<double, QString>("seconds", "text");
        newRow("short", 3.24, u"3.2 s"_s);
        newRow("seconds", 59.4, u"59 s"_s);
        newRow("rounds up to a minute", 59.6, u"1 min 0 s"_s);
        newRow("minutes", 80.0, u"1 min 20 s"_s);
        newRow("hours", 11100.0, u"3 h 5 min"_s);
        newRow("days", 200000.0, u"2 d 7 h"_s);
        newRow("unknown", -1.0, u"\u2013"_s);
        newRow("nan", std::nan(""), u"\u2013"_s);
    }

    void durations()
    {
        QFETCH(double, seconds);
        QTEST(ui::duration(seconds), "text");
    }

    void numbers()
    {
        QCOMPARE(ui::count(12400), u"12,400"_s);
        QCOMPARE(ui::value(0.43118), u"0.4312"_s);
        QCOMPARE(ui::value(0.000012), u"1.2e-05"_s);
        QCOMPARE(ui::value(-0.27), u"\u22120.27"_s);
        QCOMPARE(ui::value(12345.6), u"12,346"_s);
        QCOMPARE(ui::value(std::nan("")), u"\u2013"_s);
        QCOMPARE(ui::value(-std::numeric_limits<double>::infinity()), u"\u2212\u221E"_s);
        QCOMPARE(ui::percent(0.9312), u"93.1 %"_s);
        QCOMPARE(ui::percent(std::nan("")), u"\u2013"_s);
    }

    void shortNumbersHaveThreeDigits()
    {
        QCOMPARE(ui::compact(812.4), u"812"_s);
        QCOMPARE(ui::compact(999.6), u"1.00k"_s);
        QCOMPARE(ui::compact(98772), u"98.8k"_s);
        QCOMPARE(ui::compact(1234567), u"1.23M"_s);
        QCOMPARE(ui::compact(std::nan("")), u"\u2013"_s);
    }

    void sizesCountInThousands()
    {
        QCOMPARE(ui::dataSize(0), u"0 B"_s);
        QCOMPARE(ui::dataSize(812), u"812 B"_s);
        QCOMPARE(ui::dataSize(996086), u"996 kB"_s);
        QCOMPARE(ui::dataSize(20269000), u"20.3 MB"_s);
        QCOMPARE(ui::dataSize(9995000000LL), u"10.0 GB"_s);
    }

    void oneThingHasNoPlural()
    {
        QCOMPARE(ui::unitOf(1, "layers"), u"layer"_s);
        QCOMPARE(ui::unitOf(1, "batches"), u"batch"_s);
        QCOMPARE(ui::unitOf(2, "layers"), u"layers"_s);
        QCOMPARE(ui::unitOf(1, "share"), u"share"_s);
        QCOMPARE(ui::unitOf(1, ""), QString());
    }
};

UNROLL_TEST(SentencesTest, QApplication)
#include "sentences_test.moc"
