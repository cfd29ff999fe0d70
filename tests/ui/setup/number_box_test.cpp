#include "tests/support/ui_fixture.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/theme.h"

#include <QLineEdit>
#include <QLocale>
#include <QSignalSpy>
#include <QTest>

using ui::NumberBox;

class NumberBoxTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    static void type(NumberBox& box, const QString& text)
    {
        box.selectAll();
        QTest::keyClicks(&box, text);
    }

private Q_SLOTS:
    void numbersAreShownAsTheyCanBeTypedBack_data()
    {
        QTest::addColumn<double>("number");
        QTest::addColumn<QString>("text");
        QTest::newRow("tenth") << 0.1 << QStringLiteral("0.1");
        QTest::newRow("no trailing zeros") << 1.0 << QStringLiteral("1");
        QTest::newRow("small") << 1e-05 << QStringLiteral("1e-05");
        QTest::newRow("thousandth") << 0.001 << QStringLiteral("0.001");
        QTest::newRow("large") << 20000.0 << QStringLiteral("20000");
        QTest::newRow("all digits") << 0.123456789 << QStringLiteral("0.123456789");
    }

    void numbersAreShownAsTheyCanBeTypedBack()
    {
        QFETCH(double, number);
        QTEST(NumberBox::numberText(number), "text");
        const NumberBox box(fixture::real("x", "X", 0.0, -1e9, 1e9));
        QCOMPARE(box.parsed(NumberBox::numberText(number)).value(), number);
    }

    void whatPeopleTypeIsUnderstood()
    {
        const NumberBox real(fixture::real("x", "X", 0.0, 0.0, 10.0));
        QCOMPARE(real.parsed(QStringLiteral("1e-5")).value(), 1e-5);
        QCOMPARE(real.parsed(QStringLiteral("0,5")).value(), 0.5);
        QCOMPARE(real.parsed(QStringLiteral(" +.25 ")).value(), 0.25);
        QVERIFY(!real.parsed(QStringLiteral("1e")).has_value());
        QVERIFY(!real.parsed(QStringLiteral("nan")).has_value());
        QVERIFY(!real.parsed(QStringLiteral("")).has_value());
        const NumberBox whole(fixture::integer("n", "N", 1, 1, 1e6));
        QCOMPARE(whole.parsed(QStringLiteral("20,000")).value(), 20000.0);
        QCOMPARE(whole.parsed(QStringLiteral("20 000")).value(), 20000.0);
        QVERIFY(!whole.parsed(QStringLiteral("1.5")).has_value());
    }

    void typingTakesEachNumberInRangeAndLeavingTheNearest()
    {
        NumberBox box(fixture::integer("n", "N", 64, 8, 128));
        box.setValue(64);
        QSignalSpy edited(&box, &NumberBox::edited);
        type(box, QStringLiteral("96"));
        QCOMPARE(box.value(), 96.0); // After "9" and after "96".
        QCOMPARE(edited.count(), 2);
        type(box, QStringLiteral("500"));
        QCOMPARE(box.value(), 50.0); // "50" was in range, "500" is not.
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.value(), 128.0);
        QCOMPARE(box.text(), QStringLiteral("128"));
        type(box, QStringLiteral("abc"));
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.value(), 128.0);
    }

    void smallScientificNumbersCanBeTyped()
    {
        NumberBox box(fixture::real("lr", "Learning rate", 0.001, 0.0, 100.0));
        type(box, QStringLiteral("1e-05"));
        QTest::keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.value(), 1e-05);
        QCOMPARE(box.text(), QStringLiteral("1e-05"));
    }

    void logarithmicStepsGoOneTwoFive()
    {
        core::OptionDescription rate = fixture::real("lr", "Learning rate", 0.001, 0.0, 100.0);
        rate.logarithmic = true;
        NumberBox box(rate);
        box.setValue(0.001);
        for (const double expected : {0.002, 0.005, 0.01, 0.02}) {
            box.stepBy(1);
            QCOMPARE(box.value(), expected);
        }
        box.setValue(0.0013);
        box.stepBy(-1);
        QCOMPARE(box.value(), 0.001);
        box.stepBy(-1);
        QCOMPARE(box.value(), 0.0005);
        core::OptionDescription size = fixture::integer("n", "N", 64, 1, 100);
        size.logarithmic = true;
        NumberBox whole(size);
        whole.setValue(32);
        whole.stepBy(1);
        QCOMPARE(whole.value(), 64.0);
        whole.stepBy(1);
        QCOMPARE(whole.value(), 100.0); // Not beyond the range.
    }

    void linearStepsStayOnTheGrid()
    {
        NumberBox share(fixture::real("s", "Share", 0.1, 0.0, 0.9));
        share.setValue(0.1);
        share.stepBy(1);
        QCOMPARE(share.value(), 0.15);
        share.setValue(0.12);
        share.stepBy(1);
        QCOMPARE(share.value(), 0.15);
        share.stepBy(-4);
        QCOMPARE(share.value(), 0.0);
    }

    void theUnitStandsBehindTheNumberAndIsNoPartOfIt()
    {
        core::OptionDescription option = fixture::integer("n", "N", 64, 1, 100000);
        option.unit = "texts";
        QLocale::setDefault(QLocale(QLocale::English, QLocale::UnitedStates));
        NumberBox box(option);
        box.setValue(64);
        QCOMPARE(box.text(), QStringLiteral("64 texts"));
        QCOMPARE(box.parsed(box.text()).value(), 64.0);
        box.setValue(1);
        QCOMPARE(box.text(), QStringLiteral("1 text"));
        QCOMPARE(box.parsed(box.text()).value(), 1.0);
        box.setValue(20000);
        QCOMPARE(box.text(), QStringLiteral("20,000 texts"));
        QCOMPARE(box.parsed(box.text()).value(), 20000.0);
        QSignalSpy edited(&box, &NumberBox::edited);
        box.setValue(32);
        QCOMPARE(edited.count(), 0);
    }
};

QTEST_MAIN(NumberBoxTest)
#include "number_box_test.moc"
