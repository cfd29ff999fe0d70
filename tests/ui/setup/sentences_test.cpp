#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "ui/text/sentences.h"
#include "ui/text/setting_names.h"
#include "ui/widgets/facts_row.h"

class SentencesTest : public QObject {
    Q_OBJECT
private Q_SLOTS:
    void initTestCase() { QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates)); }

    void marksAreFilledOnceAndMarksInsideArgumentsStay()
    {
        const core::Message message{"%2 before %1, 100 %", {"one %2", "two"}};
        QCOMPARE(ui::sentence(message), QStringLiteral("two before one %2, 100 %"));
        QCOMPARE(ui::sentence(core::Message{"%1 and %3", {"a"}}), QStringLiteral("a and "));
    }

    void countsTakeTheFormThatFits()
    {
        const core::Message ending{"No improvement for %1 {epoch|epochs}.", {"1"}};
        QCOMPARE(ui::sentence(ending), QStringLiteral("No improvement for 1 epoch."));
        const core::Message reading{"Reading %1 {text|texts}", {"1"}};
        QCOMPARE(ui::progressText({reading, 0.5, 12.0}),
                 QStringLiteral("Reading 1 text, 12 s left"));
        const QString text = QStringLiteral("%1 of %2 {text|texts} of \u201c%3\u201d");
        QCOMPARE(ui::filled(text, {ui::count(1), ui::count(1), QStringLiteral("{a|b}")}),
                 QStringLiteral("1 of 1 text of \u201c{a|b}\u201d"));
        QCOMPARE(ui::filled(text, {ui::count(1), ui::count(1200), QStringLiteral("%1")}),
                 QStringLiteral("1 of 1,200 texts of \u201c%1\u201d"));
        QCOMPARE(ui::captionOf({ui::count(1), QStringLiteral("training {text|texts}"), {}}),
                 QStringLiteral("training text"));
        QCOMPARE(ui::captionOf({ui::count(0), QStringLiteral("training {text|texts}"), {}}),
                 QStringLiteral("training texts"));
    }

    void aFailureSaysWhatAndThenWhatToDo()
    {
        core::Failure failure;
        failure.what = {"%1 cannot be read.", {"a.csv"}};
        QCOMPARE(ui::sentence(failure), QStringLiteral("a.csv cannot be read."));
        failure.advice = {"Check the path.", {}};
        QCOMPARE(ui::sentence(failure), QStringLiteral("a.csv cannot be read. Check the path."));
        QVERIFY(!ui::sentence(core::Failure()).isEmpty());
    }

    void settingsAreCalledAsTheFormsCallThem_data()
    {
        QTest::addColumn<QString>("text");
        QTest::addColumn<QString>("said");
        const auto row = [](const char* text, const char* said) {
            QTest::newRow(text) << QString::fromUtf8(text) << QString::fromUtf8(said);
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
                 QStringLiteral("Learning rate: 0.001 \u2192 0.01"));
        QCOMPARE(said("training.optimiser.kind", "adam", "sgd"),
                 QStringLiteral("Optimiser: Adam \u2192 SGD"));
        QCOMPARE(said("training.monitor", "valid_loss", "valid_accuracy"),
                 QStringLiteral("Best by: Validation loss \u2192 Validation accuracy"));
        QCOMPARE(said("data.skip_bad_rows", "false", "true"),
                 QStringLiteral("Skip bad rows: off \u2192 on"));
        QCOMPARE(said("text.cleaning", R"([{"kind":"lower_case"},{"kind":"html"}])", "[]"),
                 QStringLiteral("Cleaning: Lower case, HTML \u2192 nothing"));
        QCOMPARE(said("data.train", R"(["/a/b.csv"])", R"(["/a/c.csv","/a/d.csv"])"),
                 QStringLiteral("Training files: b.csv \u2192 c.csv, d.csv"));
        QCOMPARE(ui::differenceText(QStringLiteral("training.epochs"), QStringLiteral("3"),
                                    QStringLiteral("5"), ui::SettingPlace::Said),
                 QStringLiteral("Epochs (Training): 3 \u2192 5"));
        QCOMPARE(said("model.no.such_setting", "1", "[2"),
                 QStringLiteral("such_setting: 1 \u2192 [2"));
        ui::setSettingNames({});
        QCOMPARE(said("model.network.kind", "lstm", ""),
                 QStringLiteral("network: lstm \u2192 nothing"));
    }

    void numbersAreToldAsTheFormsShowThem()
    {
        ui::setSettingNames(ui::SettingNames(fixture::catalogue(), fixture::specOptions()));
        const auto said = [](const char* path, const char* before, const char* after) {
            return ui::differenceText(QString::fromUtf8(path), QString::fromUtf8(before),
                                      QString::fromUtf8(after), ui::SettingPlace::Known);
        };
        const char* const rate = "training.optimiser.learning_rate";
        QCOMPARE(said(rate, "0.002", "1000000000.0"),
                 QStringLiteral("Learning rate: 0.002 \u2192 1000000000"));
        const QLocale before;
        QLocale::setDefault(QLocale(QLocale::German));
        QCOMPARE(said(rate, "0.1421", "1e-05"),
                 QStringLiteral("Learning rate: 0,1421 \u2192 1e-05"));
        QCOMPARE(said("data.train", R"(["/a/b.csv"])", R"(["/a/1.5"])"),
                 QStringLiteral("Training files: b.csv \u2192 1.5"));
        QLocale::setDefault(before);
        ui::setSettingNames({});
    }

    void progressSaysTheTimeThatIsLeft()
    {
        const core::Message stage{"Reading %1", {"a.csv"}};
        QCOMPARE(ui::progressText({stage, 0.5, 12.0}), QStringLiteral("Reading a.csv, 12 s left"));
        QCOMPARE(ui::progressText({stage, 0.5, -1.0}), QStringLiteral("Reading a.csv"));
        QCOMPARE(ui::progressText({stage, 1.0, 0.0}), QStringLiteral("Reading a.csv"));
        QCOMPARE(ui::progressText({stage, 0.999, 0.04}), QStringLiteral("Reading a.csv"));
    }

    void durations_data()
    {
        QTest::addColumn<double>("seconds");
        QTest::addColumn<QString>("text");
        QTest::newRow("short") << 3.24 << QStringLiteral("3.2 s");
        QTest::newRow("seconds") << 59.4 << QStringLiteral("59 s");
        QTest::newRow("rounds up to a minute") << 59.6 << QStringLiteral("1 min 0 s");
        QTest::newRow("minutes") << 80.0 << QStringLiteral("1 min 20 s");
        QTest::newRow("hours") << 11100.0 << QStringLiteral("3 h 5 min");
        QTest::newRow("days") << 200000.0 << QStringLiteral("2 d 7 h");
        QTest::newRow("unknown") << -1.0 << QStringLiteral("\u2013");
        QTest::newRow("nan") << std::nan("") << QStringLiteral("\u2013");
    }

    void durations()
    {
        QFETCH(double, seconds);
        QTEST(ui::duration(seconds), "text");
    }

    void numbers()
    {
        QCOMPARE(ui::count(12400), QStringLiteral("12,400"));
        QCOMPARE(ui::value(0.43118), QStringLiteral("0.4312"));
        QCOMPARE(ui::value(0.000012), QStringLiteral("1.2e-05"));
        QCOMPARE(ui::value(-0.27), QStringLiteral("\u22120.27"));
        QCOMPARE(ui::value(12345.6), QStringLiteral("12,346"));
        QCOMPARE(ui::value(std::nan("")), QStringLiteral("\u2013"));
        QCOMPARE(ui::value(-std::numeric_limits<double>::infinity()),
                 QStringLiteral("\u2212\u221E"));
        QCOMPARE(ui::percent(0.9312), QStringLiteral("93.1 %"));
        QCOMPARE(ui::percent(std::nan("")), QStringLiteral("\u2013"));
    }

    void shortNumbersHaveThreeDigits()
    {
        QCOMPARE(ui::compact(812.4), QStringLiteral("812"));
        QCOMPARE(ui::compact(999.6), QStringLiteral("1.00k"));
        QCOMPARE(ui::compact(98772), QStringLiteral("98.8k"));
        QCOMPARE(ui::compact(1234567), QStringLiteral("1.23M"));
        QCOMPARE(ui::compact(std::nan("")), QStringLiteral("\u2013"));
    }

    void sizesCountInThousands()
    {
        QCOMPARE(ui::dataSize(0), QStringLiteral("0 B"));
        QCOMPARE(ui::dataSize(812), QStringLiteral("812 B"));
        QCOMPARE(ui::dataSize(996086), QStringLiteral("996 kB"));
        QCOMPARE(ui::dataSize(20269000), QStringLiteral("20.3 MB"));
        QCOMPARE(ui::dataSize(9995000000LL), QStringLiteral("10.0 GB"));
    }

    void oneThingHasNoPlural()
    {
        QCOMPARE(ui::unitOf(1, "layers"), QStringLiteral("layer"));
        QCOMPARE(ui::unitOf(1, "batches"), QStringLiteral("batch"));
        QCOMPARE(ui::unitOf(2, "layers"), QStringLiteral("layers"));
        QCOMPARE(ui::unitOf(1, "share"), QStringLiteral("share"));
        QCOMPARE(ui::unitOf(1, ""), QString());
    }
};

UNROLL_TEST(SentencesTest, QApplication)
#include "sentences_test.moc"
