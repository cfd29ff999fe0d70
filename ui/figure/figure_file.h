#pragma once

#include "core/base/error.h"
#include "ui/figure/figure.h"
#include "ui/widgets/save_chooser.h"

#include <QDir>
#include <QMenu>

#include <string>

class QImage;

namespace ui {

enum class FigureFormat { Png, Svg, Pdf, Csv, Tsv, Json, Text };

/// How a format is offered.
struct FormatChoice {
    FigureFormat format;
    QString title; ///< "Picture (PNG)"
    QString suffix; ///< "png"
    QString filter; ///< Filter for a file dialog.
    std::string table = {}; ///< Name of the answer's table; empty: another content.
};

/// The formats that a figure can be written in: pictures, tables and words, as far as it has them,
/// each table of its answer, and the answer as JSON.
std::vector<FormatChoice> formatsOf(const Figure& figure);

/// The bytes of such a file. A PNG has twice the pixels; SVG and PDF keep lines and texts as such;
/// all stand on the theme's base colour. @pre the figure has this form.
/// @param table  of the answer, for tables. @throws core::Error{BadSetting} where there is none.
std::string contentOf(const Figure& figure, FigureFormat format, const std::string& table = {});

/// The folder of a film: its pictures are 0001.png, 0002.png and so on.
class FilmFolder {
public:
    /// Makes the folder. @throws core::Error{BadSetting} where it holds files already,
    /// {FileUnwritable} where it cannot be made.
    explicit FilmFolder(const QString& path);

    void add(const QImage& picture); ///< @throws core::Error{FileUnwritable}.
    int pictures() const { return m_pictures; }
    QString path() const { return m_place.path(); }

private:
    QDir m_place;
    int m_pictures = 0;
};

/// Writes all pictures of a film. @throws as FilmFolder.
void writeFilm(const Film& film, const QSize& size, const QString& folder);

/// Saves what a view shows: every form of each of its figures, as they are when the menu opens.
class FigureMenu : public QMenu {
    Q_OBJECT
public:
    using Source = std::function<std::vector<Figure>()>;

    FigureMenu(const QString& title, Source source, QWidget* parent = nullptr);
    void setChooser(SaveChooser chooser) { m_chooser = std::move(chooser); }

Q_SIGNALS:
    void saved(const QString& path);
    void failed(const core::Failure& failure);

private:
    void fill();
    void offer(QMenu& menu, const Figure& figure);
    void save(const Figure& figure, const FormatChoice& choice);
    void saveFilm(const Figure& figure, const QSize& size);

    Source m_source;
    SaveChooser m_chooser = saveDialog();
};

} // namespace ui
