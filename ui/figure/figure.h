#pragma once

#include "core/base/readout.h"

#include <QSize>
#include <QString>

#include <concepts>
#include <cstdint>
#include <functional>
#include <string>
#include <string_view>
#include <variant>
#include <vector>

class QCPPainter;

namespace ui {

class Plot;

/// A value of a table: none, a number, or a text, borrowed or owned.
using Cell = std::variant<std::monostate, int64_t, double, std::string_view, std::string>;

/// A table as text for spreadsheets and programs, written cell by cell. Nothing in it is localised.
class TableText {
public:
    enum class Separator : char { Comma = ',', Tab = '\t' };

    explicit TableText(Separator separator = Separator::Comma) : m_separator(char(separator)) { }

    /// Quotes the text if needed. A text that a spreadsheet would evaluate as a formula gets a
    /// leading apostrophe.
    void add(std::string_view text);
    void add(const char* text) { add(std::string_view(text)); }
    void add(const std::string& text) { add(std::string_view(text)); }
    void add(const QString& text) { add(text.toStdString()); }
    /// The shortest form that reads back to the same bits; NaN is left empty.
    void add(double number);
    void add(float number);
    void add(std::integral auto number) { addPlain(std::to_string(number)); }
    void add(std::monostate) { addPlain({}); }
    void add(const Cell& cell);
    void add(const core::ReadoutTable& table); ///< A line of column names, then the rows.
    void endRow();
    template <class... Cells> void row(const Cells&... cells)
    {
        (add(cells), ...);
        endRow();
    }

    const std::string& text() const { return m_text; }

private:
    void addPlain(std::string_view text);
    void addCell(const core::ReadoutCell& cell);
    template <class Number> void addNumber(Number number);

    std::string m_text;
    char m_separator;
    bool m_inRow = false;
};

/// Width of pictures that wrap like text, in device-independent pixels.
constexpr int kPictureWidth = 720;

/// A picture that moves. Both functions are called when it is exported.
struct Film {
    std::function<int()> frames = {};
    /// Draws one of them from (0, 0) into a picture of that size.
    std::function<void(QCPPainter&, int frame, const QSize& size)> paint = {};
};

/// Something that a view shows, to be exported as a picture, as numbers or in words. The functions
/// read the view when they are called, while it exists; an empty one means that there is no such
/// form.
struct Figure {
    QString title; ///< Names it in menus and inside files.
    QString name; ///< Base name of its files: "curves".
    QSize size = {}; ///< Size of the picture in device-independent pixels.
    /// Draws it from (0, 0) with lines and texts, so that it can be scaled.
    std::function<void(QCPPainter&)> paint = {};
    std::function<void(TableText&)> table = {}; ///< A line of column names, then the rows.
    std::function<QString()> words = {}; ///< Text for screen readers and the clipboard.
    /// The answer that it shows. All of it is offered: every table (core::tablesOf), and JSON.
    std::function<core::Readout()> answer = {};
    Film film = {}; ///< Its pictures in their order, as files of one folder.
};

/// A plot as a picture of its present size.
Figure figureOf(Plot& plot, const QString& title, const QString& name);

} // namespace ui
