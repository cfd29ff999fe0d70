#include "ui/widgets/picture_file.h"

#include "core/base/atomic_file.h"
#include "ui/widgets/theme.h"

#include <QBuffer>
#include <QFile>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <charconv>

namespace ui {

namespace {

constexpr int kPngScale = 2;
constexpr int kPdfDotsPerInch = 96; ///< One dot is one device-independent pixel.

void paint(QPaintDevice& device, const QSize& size, qreal scale,
           const std::function<void(QCPPainter&)>& draw)
{
    QCPPainter painter(&device);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    painter.fillRect(QRect(QPoint(0, 0), size), Theme::instance().base());
    draw(painter);
    painter.end();
}

void write(const QByteArray& bytes, const QString& path)
{
    saveText(std::string_view(bytes.constData(), size_t(bytes.size())), path);
}

/// Whether a spreadsheet would reckon with `text` rather than show it; plain numbers it may have.
bool looksLikeFormula(std::string_view text)
{
    if (text.empty() || std::string_view("=+-@\t\r").find(text.front()) == std::string_view::npos)
        return false;
    const std::string_view digits = text.substr(text.front() == '+' ? 1 : 0);
    double number = 0.0;
    const auto end = std::from_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    return end != digits.data() + digits.size();
}

} // namespace

void savePicture(PictureFormat format, const QSize& size, const QString& title,
                 const std::function<void(QCPPainter&)>& draw, const QString& path)
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    switch (format) {
    case PictureFormat::Png: {
        QImage image(size * kPngScale, QImage::Format_RGB32);
        paint(image, size, kPngScale, draw);
        image.setText(QStringLiteral("Title"), title);
        image.save(&buffer, "PNG");
        break;
    }
    case PictureFormat::Svg: {
        QSvgGenerator svg;
        svg.setOutputDevice(&buffer);
        svg.setSize(size);
        svg.setViewBox(QRect(QPoint(0, 0), size));
        svg.setTitle(title);
        paint(svg, size, 1.0, draw);
        break;
    }
    case PictureFormat::Pdf: {
        QPdfWriter pdf(&buffer);
        pdf.setResolution(kPdfDotsPerInch);
        pdf.setTitle(title);
        pdf.setPageSize(QPageSize(QSizeF(size) * 72.0 / kPdfDotsPerInch, QPageSize::Point));
        pdf.setPageMargins({});
        paint(pdf, size, 1.0, draw);
        break;
    }
    }
    write(buffer.data(), path);
}

void saveText(std::string_view text, const QString& path)
{
    core::writeFileAtomically(QFile::encodeName(path).toStdString(), text);
}

std::string csvField(std::string_view text)
{
    const std::string shown = (looksLikeFormula(text) ? "'" : "") + std::string(text);
    if (shown.find_first_of(",\"\r\n") == std::string::npos)
        return shown;
    std::string quoted = "\"";
    for (const char c : shown)
        quoted += c == '"' ? std::string("\"\"") : std::string(1, c);
    return quoted + '"';
}

} // namespace ui
