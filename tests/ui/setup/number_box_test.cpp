#include "tests/support/test_case.h"
#include "tests/support/ui_fixture.h"
#include "ui/widgets/number_box.h"
#include "ui/widgets/theme.h"

#include <array>

using ui::NumberBox;

class NumberBoxTest : public QObject {
    Q_OBJECT
private:
    ui::Theme m_theme;

    static void type(NumberBox& box, const QString& text)
    {
        box.selectAll();
        keyClicks(&box, text);
    }

private Q_SLOTS:
    void cleanup() { QLocale::setDefault(QLocale::c()); }

    void numbersAreShownAsTheyCanBeTypedBack_data()
    {
        addColumns<double, QString>("number", "text");
        newRow("tenth", 0.1, u"0.1"_s);
        newRow("no trailing zeros", 1.0, u"1"_s);
        newRow("small", 1e-05, u"1e-05"_s);
        newRow("thousandth", 0.001, u"0.001"_s);
        newRow("large", 20000.0, u"20000"_s);
        newRow("all digits", 0.123456789, u"0.123456789"_s);
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
        QCOMPARE(real.parsed(u"1e-5"_s).value(), 1e-5);
        QCOMPARE(real.parsed(u"0,5"_s).value(), 0.5);
        QCOMPARE(real.parsed(u" +.25 "_s).value(), 0.25);
        QVERIFY(!real.parsed(u"1e"_s).has_value());
        QVERIFY(!real.parsed(u"nan"_s).has_value());
        QVERIFY(!real.parsed(u""_s).has_value());
        const NumberBox whole(fixture::integer("n", "N", 1, 1, 1e6));
        QCOMPARE(whole.parsed(u"20,000"_s).value(), 20000.0);
        QCOMPARE(whole.parsed(u"20 000"_s).value(), 20000.0);
        QVERIFY(!whole.parsed(u"1.5"_s).has_value());
    }

    void whatIsTypedInAnyLocaleNeverBecomesAnotherNumber_data()
    {
        addColumns<QString, QString>("locale", "text");
        addColumn<double>("whole"); // not a number: refused
        addColumn<double>("real");
        const double none = std::numeric_limits<double>::quiet_NaN();
        const auto row = [](const char* locale, const char* text, double whole, double real) {
            addRow("%s in %s", text, locale)
                << QString::fromUtf8(locale) << QString::fromUtf8(text) << whole << real;
        };
        row("de_DE", "20.000", 20000.0, 20000.0);
        row("en_US", "20.000", 20000.0, 20.0);
        row("de_DE", "20,000", 20000.0, 20.0);
        row("en_US", "20,000", 20000.0, 20000.0);
        for (const char* locale : {"de_DE", "en_US", "fr_FR", "de_CH", "C"}) {
            row(locale, "0,001", none, 0.001);
            row(locale, "0.001", none, 0.001);
            row(locale, "20,5", none, 20.5);
            row(locale, "20.5", none, 20.5);
            row(locale, "1.234.567", 1234567.0, 1234567.0);
            row(locale, "1,234,567.25", none, 1234567.25);
            row(locale, "1.234.567,25", none, 1234567.25);
            row(locale, "1 234,5", none, 1234.5);
            row(locale, "1'000", 1000.0, 1000.0);
            row(locale, "1,2,3", none, none);
            row(locale, "20,00,0", none, none);
            row(locale, "1.5e3", 1500.0, 1500.0);
            row(locale, "\u22125", -5.0, -5.0);
            row(locale, "2 0", none, none);
        }
    }

    void whatIsTypedInAnyLocaleNeverBecomesAnotherNumber()
    {
        QFETCH(QString, locale);
        QFETCH(QString, text);
        QFETCH(double, whole);
        QFETCH(double, real);
        QLocale::setDefault(QLocale(locale));
        const double none = std::numeric_limits<double>::quiet_NaN();
        const NumberBox wholes(fixture::integer("n", "N", 1, -1e9, 1e9));
        QCOMPARE(wholes.parsed(text).value_or(none), whole);
        const NumberBox reals(fixture::real("x", "X", 0.0, -1e9, 1e9));
        QCOMPARE(reals.parsed(text).value_or(none), real);
        if (std::isfinite(real))
            QCOMPARE(reals.parsed(NumberBox::numberText(real)).value_or(none), real);
    }

    void ofTwoReadingsTheOneInRangeCounts()
    {
        QLocale::setDefault(QLocale(u"de_DE"_s));
        NumberBox rate(fixture::real("lr", "Learning rate", 0.001, 0.0, 10.0));
        type(rate, u"1.125"_s);
        keyClick(&rate, Qt::Key_Return);
        QCOMPARE(rate.value(), 1.125);
        QCOMPARE(rate.text(), u"1,125"_s);
    }

    void germanThousandsAreTypedKeyByKey()
    {
        QLocale::setDefault(QLocale(u"de_DE"_s));
        NumberBox box(fixture::integer("n", "N", 64, 1, 1e6));
        type(box, u"20.000"_s);
        keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.value(), 20000.0);
    }

    void typingTakesEachNumberInRangeAndWhatIsRefusedIsSaid()
    {
        NumberBox box(fixture::integer("n", "N", 64, 8, 128));
        box.setValue(64);
        QSignalSpy refused(&box, &NumberBox::refused);
        QSignalSpy edited(&box, &NumberBox::edited);
        type(box, u"96"_s);
        QCOMPARE(box.value(), 96.0); // After "9" and after "96".
        QCOMPARE(edited.count(), 2);
        keyClick(&box, Qt::Key_Return);
        type(box, u"500"_s);
        QCOMPARE(box.value(), 50.0); // "50" was in range, "500" is not.
        keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.value(), 96.0); // As it was before the number that is refused.
        QCOMPARE(box.text(), u"96"_s);
        QCOMPARE(refused.last().first().toString(),
                 u"500 is too large: the maximum is 128. 96 is kept."_s);
        type(box, u"7e"_s);
        keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.value(), 96.0);
        QCOMPARE(refused.last().first().toString(),
                 u"\u201c7e\u201d is not a number here. 96 is kept."_s);
        for (const char* text : {"abc", "-5", ""}) { // Left by Tab, as most fields are.
            type(box, QLatin1String(text));
            if (*text == '\0')
                keyClick(&box, Qt::Key_Delete);
            QCOMPARE(refused.last().first().toString(), QString()); // It was about the last text.
            Q_EMIT box.editingFinished();
            QVERIFY2(refused.last().first().toString().contains(u"96 is kept."_s), text);
        }
        type(box, u"20"_s);
        QCOMPARE(refused.last().first().toString(), QString()); // That one is taken.
        QCOMPARE(box.value(), 20.0);
    }

    /// It is said beside the field that is used next, and would cover another one later.
    void whatIsRefusedIsForgottenTwoFieldsOn()
    {
        QWidget form;
        auto* const column = new QVBoxLayout(&form);
        std::array<NumberBox*, 3> boxes{};
        for (NumberBox*& box : boxes)
            column->addWidget(box = new NumberBox(fixture::integer("n", "N", 64, 8, 128)));
        form.show();
        form.activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(&form));
        QSignalSpy refused(boxes[0], &NumberBox::refused);
        boxes[0]->setFocus();
        type(*boxes[0], u"5"_s);
        boxes[1]->setFocus();
        QCOMPARE(refused.last().first().toString(),
                 u"5 is too small: the minimum is 8. 8 is kept."_s);
        boxes[2]->setFocus();
        QCOMPARE(refused.last().first().toString(), QString());
    }

    /// While a network learns, a rate of 0 would be as harmful as it is silent.
    void aNegativeRateNeverBecomesZero()
    {
        NumberBox rate(fixture::real("lr", "Learning rate", 0.001, 0.0, 10.0));
        rate.setValue(0.001);
        QSignalSpy edited(&rate, &NumberBox::edited), refused(&rate, &NumberBox::refused);
        type(rate, u"-5"_s);
        keyClick(&rate, Qt::Key_Return);
        QCOMPARE(rate.value(), 0.001);
        QCOMPARE(edited.count(), 0);
        QCOMPARE(refused.last().first().toString(),
                 u"-5 is too small: the minimum is 0. 0.001 is kept."_s);
    }

    void anEmptyBoxHasNoNumberUntilOneIsGiven()
    {
        NumberBox box(fixture::integer("n", "N", 1, 1, 1e12));
        box.setEmpty();
        QCOMPARE(box.text(), QString());
        QSignalSpy edited(&box, &NumberBox::edited);
        keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.text(), QString());
        keyClicks(&box, u"1"_s);
        QCOMPARE(edited.count(), 1);
        box.setEmpty();
        box.setValue(1);
        QCOMPARE(box.text(), u"1"_s);
    }

    void smallScientificNumbersCanBeTyped()
    {
        NumberBox box(fixture::real("lr", "Learning rate", 0.001, 0.0, 100.0));
        type(box, u"1e-05"_s);
        keyClick(&box, Qt::Key_Return);
        QCOMPARE(box.value(), 1e-05);
        QCOMPARE(box.text(), u"1e-05"_s);
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
        QCOMPARE(box.text(), u"64 texts"_s);
        QCOMPARE(box.parsed(box.text()).value(), 64.0);
        box.setValue(1);
        QCOMPARE(box.text(), u"1 text"_s);
        QCOMPARE(box.parsed(box.text()).value(), 1.0);
        box.setValue(20000);
        QCOMPARE(box.text(), u"20,000 texts"_s);
        QCOMPARE(box.parsed(box.text()).value(), 20000.0);
        QSignalSpy edited(&box, &NumberBox::edited);
        box.setValue(32);
        QCOMPARE(edited.count(), 0);
    }
};

UNROLL_TEST(NumberBoxTest, QApplication)
#include "number_box_test.moc"
