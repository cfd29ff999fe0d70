#include "ui/text/sentences.h"

#include <QLocale>
#include <QTest>

#include <limits>

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

    void aFailureSaysWhatAndThenWhatToDo()
    {
        core::Failure failure;
        failure.what = {"%1 cannot be read.", {"a.csv"}};
        QCOMPARE(ui::sentence(failure), QStringLiteral("a.csv cannot be read."));
        failure.advice = {"Check the path.", {}};
        QCOMPARE(ui::sentence(failure), QStringLiteral("a.csv cannot be read. Check the path."));
        QVERIFY(!ui::sentence(core::Failure()).isEmpty());
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
        QCOMPARE(ui::value(12345.6), QStringLiteral("12,346"));
        QCOMPARE(ui::value(std::nan("")), QStringLiteral("\u2013"));
        QCOMPARE(ui::value(-std::numeric_limits<double>::infinity()),
                 QStringLiteral("\u2212\u221E"));
        QCOMPARE(ui::percent(0.9312), QStringLiteral("93.1 %"));
        QCOMPARE(ui::percent(std::nan("")), QStringLiteral("\u2013"));
    }
};

QTEST_MAIN(SentencesTest)
#include "sentences_test.moc"
