#include "ui/figure/figure_file.h"

#include "core/base/atomic_file.h"
#include "ui/figure/figure.h"
#include "ui/text/sentences.h"
#include "ui/widgets/plot.h"
#include "ui/widgets/theme.h"

#include <QBuffer>
#include <QClipboard>
#include <QFile>
#include <QFileInfo>
#include <QGuiApplication>
#include <QImage>
#include <QPageSize>
#include <QPdfWriter>
#include <QSvgGenerator>

#include <algorithm>
#include <array>

namespace ui {

namespace {

constexpr int kPngScale = 2;
constexpr int kPdfDotsPerInch = 96; ///< One dot is one device-independent pixel.
constexpr std::array kFilmSizes{QSize(1280, 800), QSize(1920, 1080)};

void paint(const Figure& figure, QPaintDevice& device, qreal scale = 1.0)
{
    QCPPainter painter(&device);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setRenderHint(QPainter::TextAntialiasing);
    painter.scale(scale, scale);
    painter.fillRect(QRect(QPoint(0, 0), figure.size), Theme::instance().base());
    figure.paint(painter);
}

void writePng(const Figure& figure, QIODevice& file)
{
    QImage image(figure.size * kPngScale, QImage::Format_RGB32);
    paint(figure, image, kPngScale);
    image.setText(QStringLiteral("Title"), figure.title);
    image.save(&file, "PNG");
}

void writeSvg(const Figure& figure, QIODevice& file)
{
    QSvgGenerator svg;
    svg.setOutputDevice(&file);
    svg.setSize(figure.size);
    svg.setViewBox(QRect(QPoint(0, 0), figure.size));
    svg.setTitle(figure.title);
    paint(figure, svg);
}

void writePdf(const Figure& figure, QIODevice& file)
{
    QPdfWriter pdf(&file);
    pdf.setResolution(kPdfDotsPerInch);
    pdf.setTitle(figure.title);
    pdf.setPageSize(QPageSize(QSizeF(figure.size) * 72.0 / kPdfDotsPerInch, QPageSize::Point));
    pdf.setPageMargins({});
    paint(figure, pdf);
}

std::string pictureOf(const Figure& figure, void (*write)(const Figure&, QIODevice&))
{
    QBuffer buffer;
    buffer.open(QIODevice::WriteOnly);
    write(figure, buffer);
    return buffer.data().toStdString();
}

std::string tableText(const Figure& figure, TableText::Separator separator, const std::string& name)
{
    TableText table(separator);
    if (name.empty())
        figure.table(table);
    else
        table.add(core::tableOf(figure.answer(), name));
    return table.text();
}

/// None where the answer does not apply to the network, or has not come yet.
std::vector<core::ReadoutName> answerTables(const Figure& figure)
{
    try {
        return figure.answer ? core::tablesOf(figure.answer()) : std::vector<core::ReadoutName>();
    } catch (const core::Error&) {
        return {};
    }
}

/// "Attention, Weights"
QString tableTitle(const core::ReadoutName& table)
{
    QStringList parts = QString::fromStdString(table.title).split(QStringLiteral(" / "));
    for (QString& part : parts)
        part = coreText(part.toStdString());
    return parts.join(QStringLiteral(", "));
}

} // namespace

Figure figureOf(Plot& plot, const QString& title, const QString& name)
{
    return {
        .title = title, .name = name, .size = plot.size(), .paint = [&plot](QCPPainter& painter) {
            plot.toPainter(&painter, plot.width(), plot.height());
        }};
}

std::vector<FormatChoice> formatsOf(const Figure& figure)
{
    std::vector<FormatChoice> all;
    const auto offer
        = [&all](FigureFormat format, const char* title, const char* suffix, const char* filter) {
              all.push_back({format, FigureMenu::tr(title), QString::fromLatin1(suffix),
                             FigureMenu::tr(filter)});
          };
    if (figure.paint) {
        offer(FigureFormat::Png, QT_TRANSLATE_NOOP("ui::FigureMenu", "Picture (PNG)"), "png",
              QT_TRANSLATE_NOOP("ui::FigureMenu", "Pictures (*.png)"));
        offer(FigureFormat::Svg, QT_TRANSLATE_NOOP("ui::FigureMenu", "Drawing (SVG)"), "svg",
              QT_TRANSLATE_NOOP("ui::FigureMenu", "Drawings (*.svg)"));
        offer(FigureFormat::Pdf, QT_TRANSLATE_NOOP("ui::FigureMenu", "Document (PDF)"), "pdf",
              QT_TRANSLATE_NOOP("ui::FigureMenu", "Documents (*.pdf)"));
    }
    if (figure.table) {
        offer(FigureFormat::Csv, QT_TRANSLATE_NOOP("ui::FigureMenu", "Table (CSV)"), "csv",
              QT_TRANSLATE_NOOP("ui::FigureMenu", "Tables (*.csv)"));
        offer(FigureFormat::Tsv, QT_TRANSLATE_NOOP("ui::FigureMenu", "Table (TSV)"), "tsv",
              QT_TRANSLATE_NOOP("ui::FigureMenu", "Tables (*.tsv)"));
    }
    const std::vector<core::ReadoutName> tables = answerTables(figure);
    for (const core::ReadoutName& table : tables)
        all.push_back({FigureFormat::Csv, tableTitle(table), QStringLiteral("csv"),
                       FigureMenu::tr("Tables (*.csv *.tsv)"), table.name});
    if (!tables.empty())
        offer(FigureFormat::Json, QT_TRANSLATE_NOOP("ui::FigureMenu", "Everything (JSON)"), "json",
              QT_TRANSLATE_NOOP("ui::FigureMenu", "JSON (*.json)"));
    if (figure.words)
        offer(FigureFormat::Text, QT_TRANSLATE_NOOP("ui::FigureMenu", "In words (TXT)"), "txt",
              QT_TRANSLATE_NOOP("ui::FigureMenu", "Texts (*.txt)"));
    return all;
}

std::string contentOf(const Figure& figure, FigureFormat format, const std::string& table)
{
    switch (format) {
    case FigureFormat::Png:
        return pictureOf(figure, writePng);
    case FigureFormat::Svg:
        return pictureOf(figure, writeSvg);
    case FigureFormat::Pdf:
        return pictureOf(figure, writePdf);
    case FigureFormat::Csv:
        return tableText(figure, TableText::Separator::Comma, table);
    case FigureFormat::Tsv:
        return tableText(figure, TableText::Separator::Tab, table);
    case FigureFormat::Json:
        return core::toJson(figure.answer()).dump() + '\n';
    case FigureFormat::Text:
        return figure.words().toStdString() + '\n';
    }
    return {};
}

FilmFolder::FilmFolder(const QString& path) : m_place(path)
{
    if (m_place.exists() && !m_place.isEmpty())
        throw core::Error(core::ErrorCode::BadSetting,
                          {"The folder %1 holds files already.", {path.toStdString()}},
                          {"Choose a new or empty folder for the film.", {}});
    if (!m_place.mkpath(QStringLiteral(".")))
        throw core::Error(core::ErrorCode::FileUnwritable,
                          {"The folder %1 cannot be made.", {path.toStdString()}},
                          {"Choose a place in which you may write.", {}});
}

void FilmFolder::add(const QImage& picture)
{
    QBuffer file;
    file.open(QIODevice::WriteOnly);
    picture.save(&file, "PNG");
    const QString name = QStringLiteral("%1.png").arg(m_pictures + 1, 4, 10, QLatin1Char('0'));
    core::writeFileAtomically(QFile::encodeName(m_place.filePath(name)).toStdString(),
                              file.data().toStdString());
    ++m_pictures;
}

void writeFilm(const Film& film, const QSize& size, const QString& folder)
{
    FilmFolder place(folder);
    const int frames = film.frames();
    for (int frame = 0; frame < frames; ++frame) {
        QImage image(size, QImage::Format_RGB32);
        QCPPainter painter(&image);
        painter.setRenderHint(QPainter::TextAntialiasing);
        painter.fillRect(image.rect(), Theme::instance().base());
        film.paint(painter, frame, size);
        painter.end();
        place.add(image);
    }
}

FigureMenu::FigureMenu(const QString& title, Source source, QWidget* parent)
    : QMenu(title, parent), m_source(std::move(source))
{
    setObjectName(QStringLiteral("figureMenu"));
    connect(this, &QMenu::aboutToShow, this, &FigureMenu::fill);
}

void FigureMenu::fill()
{
    clear();
    qDeleteAll(findChildren<QMenu*>(Qt::FindDirectChildrenOnly));
    const std::vector<Figure> figures = m_source();
    if (figures.empty())
        addAction(tr("This view has nothing to save yet"))->setEnabled(false);
    for (const Figure& figure : figures) {
        QString title = figure.title;
        offer(figures.size() == 1 ? *this : *addMenu(title.replace(u'&', QStringLiteral("&&"))),
              figure);
    }
}

void FigureMenu::offer(QMenu& menu, const Figure& figure)
{
    QMenu* tables = nullptr;
    for (const FormatChoice& choice : formatsOf(figure)) {
        if (!choice.table.empty() && tables == nullptr)
            tables = menu.addMenu(tr("Tables (CSV)"));
        QMenu& place = choice.table.empty() ? menu : *tables;
        connect(place.addAction(tr("%1 ...").arg(choice.title)), &QAction::triggered, this,
                [this, figure, choice] { save(figure, choice); });
    }
    if (figure.film.paint) {
        QMenu& films = *menu.addMenu(tr("Film (folder of PNG)"));
        for (const QSize& size : kFilmSizes)
            connect(films.addAction(tr("%1 \u00d7 %2 ...").arg(size.width()).arg(size.height())),
                    &QAction::triggered, this, [this, figure, size] { saveFilm(figure, size); });
    }
    if (figure.words)
        connect(menu.addAction(tr("Copy in words")), &QAction::triggered, this,
                [words = figure.words] { QGuiApplication::clipboard()->setText(words()); });
}

void FigureMenu::saveFilm(const Figure& figure, const QSize& size)
{
    const QString path = m_chooser(window(), tr("Save the film: %1").arg(figure.title),
                                   figure.name + QStringLiteral("-film"), tr("Folders (*)"));
    if (path.isEmpty())
        return;
    QGuiApplication::setOverrideCursor(Qt::WaitCursor);
    try {
        writeFilm(figure.film, size, path);
        Q_EMIT saved(path);
    } catch (...) { // nothing may leave a handler
        Q_EMIT failed(core::currentFailure());
    }
    QGuiApplication::restoreOverrideCursor();
}

void FigureMenu::save(const Figure& figure, const FormatChoice& choice)
{
    QString name = figure.name;
    if (!choice.table.empty())
        name += QLatin1Char('.') + QString::fromStdString(choice.table);
    const QString path = m_chooser(window(), tr("Save: %1").arg(figure.title),
                                   name + QLatin1Char('.') + choice.suffix, choice.filter);
    if (path.isEmpty())
        return;
    // The suffix that was typed decides, if it is one of another format.
    const auto typed = [suffix = QFileInfo(path).suffix()](const QString& known) {
        return suffix.compare(known, Qt::CaseInsensitive) == 0;
    };
    const std::vector<FormatChoice> all = formatsOf(figure);
    const auto other = std::find_if(all.begin(), all.end(),
                                    [&](const FormatChoice& each) { return typed(each.suffix); });
    FormatChoice chosen = typed(choice.suffix) || other == all.end() ? choice : *other;
    if (!choice.table.empty() && typed(QStringLiteral("tsv")))
        chosen = {FigureFormat::Tsv, {}, {}, {}, choice.table};
    try {
        core::writeFileAtomically(QFile::encodeName(path).toStdString(),
                                  contentOf(figure, chosen.format, chosen.table));
        Q_EMIT saved(path);
    } catch (...) { // nothing may leave a handler
        Q_EMIT failed(core::currentFailure());
    }
}

} // namespace ui
