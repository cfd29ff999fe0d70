#include "ui/figure/printed_html.h"

#include <QAbstractTextDocumentLayout>
#include <QBuffer>
#include <QPainter>
#include <QPdfWriter>
#include <QRegularExpression>
#include <QSvgRenderer>
#include <QTextBlock>
#include <QTextCursor>
#include <QTextDocument>
#include <QTextFrame>
#include <QTextObjectInterface>
#include <QTextTable>

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

/// Lines break between words, so that no column becomes narrower than its words; a word that is
/// wider than half a page gets places at which it may break.
void breakLongWords(QTextDocument& document)
{
    const QRegularExpression longWord(QStringLiteral("[^\\s\u200b]{48}"));
    for (QTextCursor at = document.find(longWord); !at.isNull(); at = document.find(longWord, at)) {
        at.clearSelection();
        at.insertText(QStringLiteral("\u200b"));
    }
}

/// Whether a page must not end below the block: a heading, a text above a table, a picture, the
/// row of a table that is not its last.
bool staysWithNext(const QTextBlock& block)
{
    if (!block.next().isValid())
        return false;
    const QTextTable* const table = QTextCursor(block).currentTable();
    const QTextTable* const nextTable = QTextCursor(block.next()).currentTable();
    if (table != nullptr)
        return table == nextTable;
    return block.text().startsWith(QChar::ObjectReplacementCharacter)
        || block.blockFormat().headingLevel() > 0 || nextTable != nullptr;
}

void breakPageBefore(QTextDocument& document, int block)
{
    QTextCursor cursor(document.findBlockByNumber(block));
    QTextBlockFormat format;
    format.setPageBreakPolicy(QTextFormat::PageBreak_AlwaysBefore);
    cursor.mergeBlockFormat(format);
}

/// The document as QTextDocument::print() lays it out on the device.
std::unique_ptr<QTextDocument> printedLayout(const QTextDocument& document, SvgObjects& objects,
                                             QPdfWriter& pdf)
{
    constexpr double kMarginInches = 2.0 / 2.54;
    std::unique_ptr<QTextDocument> printed(document.clone());
    printed->documentLayout()->setPaintDevice(&pdf);
    printed->documentLayout()->registerHandler(kPictureObject, &objects);
    QTextFrameFormat format = printed->rootFrame()->frameFormat();
    format.setMargin(int(kMarginInches * kScreenDotsPerInch));
    printed->rootFrame()->setFrameFormat(format);
    printed->setPageSize(QSizeF(pdf.width(), pdf.height()));
    return printed;
}

} // namespace

void keepTogether(QTextDocument& document, QTextDocument& printed)
{
    constexpr double kMostEmpty = 0.25; // Of a page, for a table that could be divided.
    const auto placeOf = [&printed](const QTextBlock& block) {
        return printed.documentLayout()->blockBoundingRect(block).top()
            / printed.pageSize().height();
    };
    const auto pageOf = [&placeOf](const QTextBlock& block) { return int(placeOf(block)); };
    printed.pageCount();
    int first = -1; // Of the blocks that stay together with this one.
    for (QTextBlock block = printed.begin(); block.isValid(); block = block.next()) {
        if (!staysWithNext(block)) {
            first = -1;
            continue;
        }
        if (first < 0)
            first = block.blockNumber();
        const QTextBlock begin = printed.findBlockByNumber(first);
        if (first == 0 || pageOf(begin) == pageOf(block.next()))
            continue;
        const bool isDivided = QTextCursor(block).currentTable() != nullptr;
        if (isDivided && pageOf(begin) + 1 - placeOf(begin) > kMostEmpty) {
            first = 0;
            continue;
        }
        breakPageBefore(document, first);
        breakPageBefore(printed, first);
        printed.markContentsDirty(0, printed.characterCount());
        printed.pageCount(); // Lays out all of it: parts that are not shown may wait.
        first = 0; // Once for each group, or one that is longer than a page would be moved again.
    }
}

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
    QTextOption option = document.defaultTextOption();
    option.setWrapMode(QTextOption::WordWrap);
    document.setDefaultTextOption(option);
    breakLongWords(document);
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
    const std::unique_ptr<QTextDocument> printed = printedLayout(document, objects, pdf);
    keepTogether(document, *printed);
    document.print(&pdf);
    return bytes;
}

} // namespace ui

#include "printed_html.moc"
