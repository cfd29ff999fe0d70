#include "ui/widgets/formula_sheet.h"

#include "ui/text/sentences.h"
#include "ui/widgets/theme.h"

#include <QAbstractTextDocumentLayout>
#include <QCryptographicHash>
#include <QFile>
#include <QFontInfo>
#include <QFontMetrics>
#include <QPainter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTextDocument>
#include <QTextObjectInterface>

#include <algorithm>
#include <map>
#include <memory>

namespace ui {

namespace {

constexpr double kSheetLetters = 10.0; ///< Letter size of the sheet, in its points.
constexpr double kLarger = 1.15; ///< Book letters look smaller than those without serifs.

/// The name of a formula's picture on the sheet, as make_formulas.py gives it.
QString pictureName(const std::string& latex)
{
    constexpr qsizetype kDigits = 16;
    const QByteArray source = QByteArray::fromStdString(latex);
    const QByteArray hash = QCryptographicHash::hash(source, QCryptographicHash::Sha256).toHex();
    return u'f' + QString::fromLatin1(hash.left(kDigits));
}

/// "d = 32" with its sign as formulas have it.
QString whereHtml(const std::string& where)
{
    static const QRegularExpression sign(QStringLiteral("^(\\w)(?= =)"));
    return coreText(where).toHtmlEscaped().replace(sign, QStringLiteral("<i>\\1</i>"));
}

QString behind(const QString& number, const QString& where)
{
    return (number.isEmpty() ? QString() : QStringLiteral(" = ") + number)
        + (where.isEmpty() ? QString() : QStringLiteral(", ") + where);
}

} // namespace

/// The pictures of all formulas, read once a colour. Belongs to the theme.
class FormulaSheet : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    static FormulaSheet& instance()
    {
        Theme& theme = Theme::instance();
        auto* sheet = theme.findChild<FormulaSheet*>();
        return sheet != nullptr ? *sheet : *new FormulaSheet(theme);
    }

    QSvgRenderer& in(const QColor& colour)
    {
        std::unique_ptr<QSvgRenderer>& renderer = m_renderers[colour.rgb()];
        if (renderer == nullptr) {
            QByteArray svg = m_svg;
            renderer = std::make_unique<QSvgRenderer>(
                svg.replace("currentColor", colour.name().toLatin1()));
        }
        return *renderer;
    }

    QSizeF intrinsicSize(QTextDocument* document, int, const QTextFormat& format) override
    {
        const QRectF box = boxOf(*document, format);
        const double axis = twiceTheAxis(format);
        // A document centres what it puts into a line on this axis: room on both sides of it.
        return {box.width(), std::max(2.0 * box.bottom() + axis, -2.0 * box.top() - axis)};
    }

    void drawObject(QPainter* painter, const QRectF& area, QTextDocument* document, int,
                    const QTextFormat& format) override
    {
        const QRectF box = boxOf(*document, format);
        const double below = (area.height() - twiceTheAxis(format)) / 2.0;
        in(Theme::instance().text())
            .render(painter, format.toImageFormat().name(),
                    box.translated(area.left(), area.bottom() - below));
    }

private:
    explicit FormulaSheet(Theme& theme) : QObject(&theme)
    {
        QFile file(QStringLiteral(":/formulas.svg"));
        const bool opened = file.open(QIODevice::ReadOnly);
        Q_ASSERT(opened);
        if (opened)
            m_svg = file.readAll();
    }

    /// The value that QTextDocumentLayout computes for objects aligned to the middle of a line.
    static double twiceTheAxis(const QTextFormat& format)
    {
        return QFontMetrics(format.toCharFormat().font()).xHeight() / 2.0;
    }

    /// Around the beginning of the base line.
    QRectF boxOf(const QTextDocument& document, const QTextFormat& format)
    {
        const QRectF points
            = in(Theme::instance().text()).boundsOnElement(format.toImageFormat().name());
        double scale = kLarger * QFontInfo(document.defaultFont()).pixelSize() / kSheetLetters;
        const double room = document.textWidth() - 2.0 * document.documentMargin();
        if (room > 0.0 && points.width() * scale > room)
            scale = room / points.width();
        return {0.0, points.top() * scale, points.width() * scale, points.height() * scale};
    }

    QByteArray m_svg;
    std::map<QRgb, std::unique_ptr<QSvgRenderer>> m_renderers;
};

bool isTypeset(const std::string& latex)
{
    return FormulaSheet::instance().in(Theme::instance().text()).elementExists(pictureName(latex));
}

QString formulaHtml(const core::Formula& formula, const QString& number)
{
    const QString picture = isTypeset(formula.latex)
        ? QStringLiteral("<img src=\"%1\" style=\"vertical-align: middle\">")
              .arg(pictureName(formula.latex))
        : coreText(formula.text).toHtmlEscaped();
    return picture + behind(number.toHtmlEscaped(), whereHtml(formula.where));
}

QString formulaText(const core::Formula& formula, const QString& number)
{
    return coreText(formula.text) + behind(number, coreText(formula.where));
}

void drawFormulas(QTextDocument& document)
{
    document.documentLayout()->registerHandler(QTextFormat::ImageObject, &FormulaSheet::instance());
}

} // namespace ui

#include "formula_sheet.moc"
