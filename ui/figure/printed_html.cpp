#include "ui/figure/printed_html.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextObjectInterface>

#include <algorithm>
#include <vector>

namespace ui {

namespace {

constexpr int kPrintDotsPerInch = 300;
constexpr double kScreenDotsPerInch = 96.0; ///< Units of SVG and HTML.
constexpr double kWidestPicture = 620.0; ///< Fits between the margins of A4, in such units.
constexpr int kPictureObject = QTextFormat::UserObject + 1;
constexpr int kPictureNumber = QTextFormat::UserProperty + 1;

/// Draws the pictures of a document where their places are.
class SvgObjects : public QObject, public QTextObjectInterface {
    Q_OBJECT
    Q_INTERFACES(QTextObjectInterface)
public:
    explicit SvgObjects(const QStringList& pictures)
    {
        for (const QString& each : pictures)
            m_pictures.push_back(std::make_unique<QSvgRenderer>(each.toUtf8()));
    }

    QSizeF intrinsicSize(QTextDocument* document, int /*place*/, const QTextFormat& format) override
    {
        QSizeF size = picture(format).defaultSize();
        if (size.width() > kWidestPicture)
            size *= kWidestPicture / size.width();
        const QPaintDevice* const device = document->documentLayout()->paintDevice();
        return device != nullptr ? size * (device->logicalDpiX() / kScreenDotsPerInch) : size;
    }
    void drawObject(QPainter* painter, const QRectF& place, QTextDocument* /*document*/, int /*at*/,
                    const QTextFormat& format) override
    {
        picture(format).render(painter, place);
    }

private:
    QSvgRenderer& picture(const QTextFormat& format) const
    {
        return *m_pictures[size_t(format.intProperty(kPictureNumber))];
    }

    std::vector<std::unique_ptr<QSvgRenderer>> m_pictures;
};

QString placeOf(qsizetype picture)
{
    return QStringLiteral("\u27e6%1\u27e7").arg(picture);
}

/// Puts a text that marks the place into the place of each <svg> element.
QStringList takePictures(QString& html)
{
    const QRegularExpression element(QStringLiteral("<svg.*?</svg>"),
                                     QRegularExpression::DotMatchesEverythingOption);
    QStringList pictures;
    for (auto found = element.match(html); found.hasMatch(); found = element.match(html)) {
        html.replace(found.capturedStart(), found.capturedLength(),
                     QStringLiteral("<p>%1</p>").arg(placeOf(pictures.size())));
        pictures << found.captured();
    }
    return pictures;
}

/// QTextDocument knows no captions, no headings of rows and no style sheet for media, and breaks
/// no line of <pre>.
void simplify(QString& html)
{
    html.remove(QRegularExpression(QStringLiteral("<style>.*?</style>"),
                                   QRegularExpression::DotMatchesEverythingOption));
    html.replace(QRegularExpression(QStringLiteral("<table>\\s*<caption>(.*?)</caption>")),
                 QStringLiteral("<p><b>\\1</b></p><table>"));
    html.replace(QRegularExpression(QStringLiteral("<th scope=\"row\">(.*?)</th>"),
                                    QRegularExpression::DotMatchesEverythingOption),
                 QStringLiteral("<td bgcolor=\"#eeeeee\">\\1</td>"));
    html.replace(QLatin1String("<pre>"),
                 QLatin1String("<p style=\"font-family: monospace; white-space: pre-wrap\">"));
    html.replace(QLatin1String("</pre>"), QLatin1String("</p>"));
    html.replace(QLatin1String("<table>"),
                 QLatin1String("<table cellspacing=\"0\" cellpadding=\"3\" border=\"1\" "
                               "style=\"border-collapse: collapse\">"));
}

void putPictures(QTextDocument& document, qsizetype count)
{
    for (qsizetype i = 0; i < count; ++i) {
        QTextCursor place = document.find(placeOf(i));
        QTextCharFormat format;
        format.setObjectType(kPictureObject);
        format.setProperty(kPictureNumber, int(i));
        place.insertText(QString(QChar::ObjectReplacementCharacter), format);
    }
}

} // namespace

QByteArray pdfOf(const QString& html)
{
    QString text = html;
    const QStringList pictures = takePictures(text);
    simplify(text);
    QTextDocument document;
    document.setDefaultFont(QFont(QStringLiteral("sans-serif"), 9));
    document.setDefaultStyleSheet(QStringLiteral("body { color: black; } th { background: #eeeeee; "
                                                 "text-align: left; }"));
    document.setHtml(text);
    SvgObjects objects(pictures);
    document.documentLayout()->registerHandler(kPictureObject, &objects);
    putPictures(document, pictures.size());
    QByteArray bytes;
    QBuffer buffer(&bytes);
    buffer.open(QIODevice::WriteOnly);
    QPdfWriter pdf(&buffer);
    pdf.setResolution(kPrintDotsPerInch);
    pdf.setTitle(document.metaInformation(QTextDocument::DocumentTitle));
    pdf.setPageSize(QPageSize(QPageSize::A4));
    document.print(&pdf);
    return bytes;
}

} // namespace ui

#include "printed_html.moc"
