#include "tests/support/test_case.h"
#include "ui/widgets/icons.h"
#include "ui/widgets/quiet_combo_box.h"
#include "ui/widgets/theme.h"

using ui::ColourScheme;
using ui::Theme;

class ThemeTest : public QObject {
    Q_OBJECT
private:
    /// A desktop's colours.
    class DesktopStyle : public QProxyStyle {
    public:
        explicit DesktopStyle(const QColor& window) : m_palette(window) { }
        QPalette standardPalette() const override { return m_palette; }
        void polish(QPalette& palette) override { palette = m_palette; }
        using QProxyStyle::polish;

    private:
        QPalette m_palette;
    };

private Q_SLOTS:
    void theDesktopsColoursAreFollowedWhileTheProgramRuns()
    {
        Theme theme;
        QWidget window;
        window.show();
        QSignalSpy changed(&theme, &Theme::changed);
        for (const bool dark : {true, false, true}) {
            QApplication::setStyle(new DesktopStyle(dark ? QColor(30, 30, 30) : Qt::white));
            QEvent event(QEvent::ThemeChange);
            QApplication::sendEvent(&window, &event);
            QTRY_COMPARE(theme.isDark(), dark);
            QCOMPARE(QApplication::palette().color(QPalette::Window), theme.window());
        }
        QVERIFY(changed.count() >= 3);
        theme.setScheme(ColourScheme::Light); // What a person has chosen stays.
        QEvent event(QEvent::ThemeChange);
        QApplication::sendEvent(&window, &event);
        QTest::qWait(50);
        QVERIFY(!theme.isDark());
    }

    void contrastIsThatOfTheStandard()
    {
        // WCAG 2: black on white is 21, equal colours 1; #777777 on white is 4.48.
        QCOMPARE(Theme::contrast(Qt::black, Qt::white), 21.0);
        QCOMPARE(Theme::contrast(Qt::red, Qt::red), 1.0);
        QVERIFY(std::abs(Theme::contrast(QColor(0x77, 0x77, 0x77), Qt::white) - 4.48) < 0.01);
    }

    void textsAndSeriesAreReadableInBothSchemes_data()
    {
        addColumn<ColourScheme>("scheme");
        newRow("light", ColourScheme::Light);
        newRow("dark", ColourScheme::Dark);
    }

    void textsAndSeriesAreReadableInBothSchemes()
    {
        QFETCH(ColourScheme, scheme);
        Theme theme;
        theme.setScheme(scheme);
        QCOMPARE(theme.isDark(), scheme == ColourScheme::Dark);
        for (const QColor& ground : {theme.base(), theme.window()}) {
            QVERIFY(Theme::contrast(theme.text(), ground) >= 7.0);
            QVERIFY(Theme::contrast(theme.mutedText(), ground) >= 4.5);
            QVERIFY(Theme::contrast(theme.bad(), ground) >= 4.5);
            QVERIFY(Theme::contrast(theme.good(), ground) >= 4.5);
            QVERIFY(Theme::contrast(theme.accent(), ground) >= 4.5);
        }
        for (int i = 0; i < 8; ++i)
            QVERIFY2(Theme::contrast(theme.series(i), theme.base()) >= 3.0,
                     qPrintable(theme.series(i).name()));
        const QPalette palette = QApplication::palette();
        QVERIFY(Theme::contrast(palette.color(QPalette::Highlight),
                                palette.color(QPalette::HighlightedText))
                >= 4.5);
        QVERIFY(Theme::contrast(palette.color(QPalette::Disabled, QPalette::Text),
                                palette.color(QPalette::Base))
                >= 4.5);
    }

    void fortySeriesDifferInColourOrLine()
    {
        Theme theme;
        QSet<QPair<QRgb, int>> seen;
        for (int i = 0; i < 40; ++i)
            seen.insert({theme.seriesPen(i).color().rgb(), int(theme.seriesPen(i).style())});
        QCOMPARE(seen.size(), 40);
    }

    void cividisEndsAreThoseOfThePublishedTable()
    {
        // Nunez et al. 2018: (0, 34, 78) ... (253, 231, 55) within the fit's error; and lighter
        // with every step.
        Theme theme;
        theme.setScheme(ui::ColourScheme::Dark);
        const auto near = [](const QColor& a, const QColor& b) {
            return std::abs(a.red() - b.red()) <= 16 && std::abs(a.green() - b.green()) <= 16
                && std::abs(a.blue() - b.blue()) <= 16;
        };
        QVERIFY(near(theme.weightColour(0.0), QColor(0, 34, 78)));
        QVERIFY(near(theme.weightColour(0.5), QColor(124, 123, 120)));
        QVERIFY(near(theme.weightColour(1.0), QColor(254, 232, 56)));
        QCOMPARE(theme.weightColour(-3.0), theme.weightColour(0.0));
        QCOMPARE(theme.weightColour(std::nan("")), theme.weightColour(0.0));
        double before = -1.0;
        for (int i = 0; i <= 20; ++i) {
            const double light = Theme::contrast(theme.weightColour(i / 20.0), Qt::black);
            QVERIFY(light > before);
            before = light;
        }
    }

    /// In light and in dark themes the colours of large values stand out, those of zero do not.
    void zeroIsLikeTheBackground()
    {
        Theme theme;
        for (const auto scheme : {ui::ColourScheme::Light, ui::ColourScheme::Dark}) {
            theme.setScheme(scheme);
            const auto contrast = [&](ui::ColourMap map, double value) {
                return Theme::contrast(theme.mapColour(map, value), theme.base());
            };
            QVERIFY(contrast(ui::ColourMap::Weights, 0.0) < 1.5);
            QVERIFY(contrast(ui::ColourMap::Signed, 0.0) < 1.2);
            QVERIFY(contrast(ui::ColourMap::Weights, 1.0) > 6.0);
            for (const double sign : {-1.0, 1.0}) {
                double before = 1.0;
                for (int i = 1; i <= 10; ++i) { // Rising with the size of the value.
                    const double now = contrast(ui::ColourMap::Signed, sign * i / 10.0);
                    QVERIFY(now > before);
                    before = now;
                }
                QVERIFY(before > 5.0);
            }
        }
    }

    void presentationEnlargesTypeAndLinesAndComesBack()
    {
        Theme theme;
        QSignalSpy changed(&theme, &Theme::changed);
        const double size = theme.textFont().pointSizeF();
        theme.setPresentation(true);
        QCOMPARE(theme.textFont().pointSizeF(), 1.6 * size);
        QCOMPARE(theme.lineWidth(), 2.5);
        QCOMPARE(QApplication::font().pointSizeF(), 1.6 * size);
        theme.setPresentation(false);
        QCOMPARE(theme.textFont().pointSizeF(), size);
        QCOMPARE(changed.count(), 2);
    }

    void aChoiceTooLongForItsBoxEndsInAnEllipsis()
    {
        Theme theme;
        const auto picture = [](const QString& choice) {
            ui::QuietComboBox box;
            box.addItem(choice);
            box.resize(120, 28);
            return box.grab().toImage();
        };
        const QString whole(60, u'm');
        const QFontMetrics metrics(theme.textFont());
        bool found = false; // It looks like one that ends so by itself and has room.
        for (qsizetype letters = 1; letters < whole.size(); ++letters) {
            const QString cut = whole.left(letters) + QChar(0x2026);
            if (metrics.horizontalAdvance(cut) < 100)
                found = found || picture(whole) == picture(cut);
        }
        QVERIFY(found);
    }

    void tickMarksAreSeenInBothSchemes()
    {
        Theme theme;
        for (const ColourScheme scheme : {ColourScheme::Light, ColourScheme::Dark}) {
            theme.setScheme(scheme);
            QSlider slider(Qt::Horizontal);
            slider.setRange(0, 4);
            slider.setTickPosition(QSlider::TicksBelow);
            slider.setTickInterval(1);
            slider.resize(200, slider.sizeHint().height());
            const QImage picture = slider.grab().toImage();
            int marks = 0; // columns of the lowest quarter that stand out
            for (int x = 0; x < picture.width(); ++x) {
                double most = 1.0;
                for (int y = 3 * picture.height() / 4; y < picture.height(); ++y)
                    most
                        = std::max(most, Theme::contrast(picture.pixelColor(x, y), theme.window()));
                marks += most > 2.0 ? 1 : 0;
            }
            QCOMPARE(marks, 5);
        }
    }

    void numbersStandInColumns()
    {
        Theme theme;
        const QFontMetricsF metrics(theme.numberFont());
        QCOMPARE(metrics.horizontalAdvance(u"111"_s), metrics.horizontalAdvance(u"808"_s));
    }

    void iconsAreDrawnInTheColourAskedFor()
    {
        Theme theme;
        for (const char* name : {"start", "pause", "step", "stop", "warning", "drop", "unroll"}) {
            const QImage picture
                = ui::icon(QString::fromLatin1(name), Qt::red).pixmap(QSize(32, 32)).toImage();
            int drawn = 0, red = 0;
            for (int y = 0; y < picture.height(); ++y) {
                for (int x = 0; x < picture.width(); ++x) {
                    const QColor pixel = picture.pixelColor(x, y);
                    drawn += pixel.alpha() > 128 ? 1 : 0;
                    red += pixel.alpha() > 128 && pixel.red() > 200 && pixel.green() < 60 ? 1 : 0;
                }
            }
            QVERIFY2(drawn > 20, name);
            if (qstrcmp(name, "unroll") != 0) // Has colours of its own.
                QCOMPARE(red, drawn);
        }
    }
};

UNROLL_TEST(ThemeTest, QApplication)
#include "theme_test.moc"
