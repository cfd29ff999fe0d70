#include "tests/support/test_case.h"
#include "ui/widgets/formula_label.h"
#include "ui/widgets/formula_sheet.h"
#include "ui/widgets/theme.h"

namespace {

QString fileText(const QString& path)
{
    QFile file(path);
    return file.open(QIODevice::ReadOnly) ? QString::fromUtf8(file.readAll()) : QString();
}

/// Every formula in the sources, by the hash that names its picture.
QMap<QString, QString> formulasInSources()
{
    static const QRegularExpression literal(u"R\"tex\\((.*?)\\)tex\""_s,
                                            QRegularExpression::DotMatchesEverythingOption);
    QMap<QString, QString> found;
    for (const char* room : {"core", "ui"}) {
        QDirIterator files(QStringLiteral(UNROLL_SOURCE_DIR "/") + QLatin1String(room),
                           {u"*.cpp"_s}, QDir::Files, QDirIterator::Subdirectories);
        while (files.hasNext()) {
            const QString source = fileText(files.next());
            for (auto each = literal.globalMatch(source); each.hasNext();) {
                const QString latex = each.next().captured(1);
                const auto hash
                    = QCryptographicHash::hash(latex.toUtf8(), QCryptographicHash::Sha256);
                found[u'f' + QString::fromLatin1(hash.toHex().left(16))] = latex;
            }
        }
    }
    return found;
}

const core::Formula kFraction{"a = b / c", R"(s = \frac1T \sum_{t=1}^{T} h_t)", {}};

/// A picture of a label; its corner has the colour of the ground.
QImage drawn(QWidget& widget, const QSize& size, double ratio = 1.0)
{
    widget.resize(size);
    QImage image(size * ratio, QImage::Format_RGB32);
    image.setDevicePixelRatio(ratio);
    image.fill(ui::Theme::instance().base());
    widget.render(&image, {}, {}, QWidget::DrawChildren);
    return image;
}

/// The colour of `image` that is farthest from the ground.
QColor ink(const QImage& image)
{
    const QColor ground = ui::Theme::instance().base();
    QColor darkest = ground;
    for (int y = 0; y < image.height(); ++y) {
        for (int x = 0; x < image.width(); ++x) {
            const QColor colour = image.pixelColor(x, y);
            if (ui::Theme::contrast(colour, ground) > ui::Theme::contrast(darkest, ground))
                darkest = colour;
        }
    }
    return darkest;
}

/// The lowest row of `columns` that is not ground.
int lowestInk(const QImage& image, int from, int to)
{
    for (int y = image.height() - 1; y >= 0; --y) {
        for (int x = from; x < to; ++x) {
            if (ui::Theme::contrast(image.pixelColor(x, y), image.pixelColor(0, 0)) > 3.0)
                return y;
        }
    }
    return -1;
}

} // namespace

class FormulasTest : public QObject {
    Q_OBJECT

    ui::Theme m_theme;

private Q_SLOTS:
    void init()
    {
        m_theme.setScheme(ui::ColourScheme::Light);
        m_theme.setPresentation(false);
    }

    void everyFormulaHasItsPictureAndNoPictureIsLeftOver()
    {
        const QMap<QString, QString> formulas = formulasInSources();
        QVERIFY(formulas.size() > 50);
        for (const QString& latex : formulas)
            QVERIFY2(ui::isTypeset(latex.toStdString()),
                     qPrintable(latex
                                + u"\nhas no picture: run "
                                  "resources/make_formulas.py"_s));
        static const QRegularExpression name(u"id=\"(f[0-9a-f]{16})\""_s);
        const QString sheet = fileText(QStringLiteral(UNROLL_SOURCE_DIR "/resources/formulas.svg"));
        int pictures = 0;
        for (auto each = name.globalMatch(sheet); each.hasNext(); ++pictures) {
            const QString found = each.next().captured(1);
            QVERIFY2(formulas.contains(found),
                     qPrintable(found
                                + u" is of no formula: run "
                                  "resources/make_formulas.py"_s));
        }
        QCOMPARE(pictures, int(formulas.size()));
    }

    void aPictureHasTheColourOfTheText_data()
    {
        addColumn<bool>("dark");
        newRow("light", false);
        newRow("dark", true);
    }

    void aPictureHasTheColourOfTheText()
    {
        QFETCH(bool, dark);
        m_theme.setScheme(dark ? ui::ColourScheme::Dark : ui::ColourScheme::Light);
        ui::FormulaLabel label;
        label.setFormula(kFraction);
        const QImage image = drawn(label, label.sizeHint(), 4.0);
        const QColor shown = ink(image);
        QVERIFY2(ui::Theme::contrast(shown, m_theme.text()) < 1.3, qPrintable(shown.name()));
    }

    void aPictureIsAsLargeAsTheTextAndFitsItsWidth()
    {
        ui::FormulaLabel label;
        label.setFormula(kFraction);
        const QSize normal = label.sizeHint();
        QVERIFY(normal.height() > QFontMetrics(label.font()).height());
        QCOMPARE(label.heightForWidth(10 * normal.width()), normal.height());
        const int narrow = label.heightForWidth(normal.width() / 2);
        QVERIFY(narrow < normal.height());
        QFont large = label.font();
        large.setPointSizeF(2.0 * large.pointSizeF());
        label.setFont(large);
        const int doubled = label.sizeHint().width();
        QVERIFY2(std::abs(doubled - 2 * normal.width()) < normal.width() / 8,
                 qPrintable(u"%1, %2"_s.arg(normal.width()).arg(doubled)));
    }

    void aPictureStandsOnTheBaseLineOfItsText()
    {
        ui::FormulaLabel label;
        QFont large = label.font();
        large.setPixelSize(60);
        label.setFont(large);
        const core::Formula noTail{"U = I", R"(U^\top U = I)", {}}; // Nothing hangs below.
        label.setHtml(u"H "_s + ui::formulaHtml(noTail), u"H U = I"_s);
        const QImage image = drawn(label, label.sizeHint());
        const int letter = QFontMetrics(large).horizontalAdvance(u"H"_s);
        const int text = lowestInk(image, 0, letter);
        const int formula = lowestInk(image, letter + 10, image.width());
        QVERIFY2(std::abs(text - formula) <= 2, qPrintable(u"%1, %2"_s.arg(text).arg(formula)));
    }

    void withoutPictureTheTextIsShown()
    {
        const core::Formula odd{"a < b", R"(\text{no picture of this})", "d = 2"};
        QVERIFY(!ui::isTypeset(odd.latex));
        QCOMPARE(ui::formulaHtml(odd), u"a &lt; b, <i>d</i> = 2"_s);
        QCOMPARE(ui::formulaText(odd), u"a < b, d = 2"_s);
        QCOMPARE(ui::formulaText(odd, u"3"_s), u"a < b = 3, d = 2"_s);
    }

    void screenReadersAndTheClipboardGetText()
    {
        ui::FormulaLabel label;
        label.setFormula(kFraction);
        QCOMPARE(label.accessibleName(), u"a = b / c"_s);
        label.actions().at(0)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), u"a = b / c"_s);
        label.actions().at(1)->trigger();
        QCOMPARE(QGuiApplication::clipboard()->text(), QString::fromStdString(kFraction.latex));
    }

    void aKindShowsItsFormulaOrItsExample()
    {
        QWidget parent;
        ui::FormulaLabel label(&parent);
        core::KindDescription kind{.id = "x", .title = "X", .summary = {}};
        label.setKind(&kind);
        QVERIFY(label.isHidden());
        kind.example = "Well, no! \u2192 Well  no";
        label.setKind(&kind);
        QVERIFY(!label.isHidden());
        QCOMPARE(label.accessibleName(), u"Well, no! \u2192 Well  no"_s);
        kind.formula = kFraction;
        label.setKind(&kind);
        QCOMPARE(label.accessibleName(), u"a = b / c"_s);
        label.setKind(nullptr);
        QVERIFY(label.isHidden());
    }
};

UNROLL_TEST(FormulasTest, QApplication)
#include "formulas_test.moc"
