#pragma once

#include <QColor>
#include <QFont>
#include <QObject>
#include <QPalette>
#include <QPen>

namespace ui {

constexpr int kGrid = 8; ///< Distances are multiples or parts of it; device-independent pixels.

enum class ColourScheme { System, Light, Dark };

/// Colours for numbers.
enum class ColourMap {
    Weights, ///< 0 to 1, dark to bright.
    Signed ///< -1 to 1, blue over white to red.
};

/// The colours, type sizes and line styles of the whole program. One object, owned by main() and
/// reached through instance(); views redraw on changed().
class Theme : public QObject {
    Q_OBJECT
public:
    explicit Theme(QObject* parent = nullptr); ///< @pre a QApplication is alive; no other Theme is.
    ~Theme() override;
    static Theme& instance(); ///< @pre a Theme is alive.

    void setScheme(ColourScheme scheme); ///< Sets QApplication's style, palette and style sheet.
    ColourScheme scheme() const { return m_scheme; }
    bool isDark() const { return m_dark; }
    /// Presentation mode: type of at least 1/40 of the height of the tallest window, which can be
    /// read from the last row of a hall, and lines that are as much thicker. It follows the window
    /// when that is resized.
    void setPresentation(bool on);
    bool presentation() const { return m_presentation; }
    /// How many times larger type is than normally: 1 without a presentation, 1.6 at least in it.
    qreal scale() const { return m_scale; }
    /// A distance that grows with the type of a presentation on a screen of many pixels.
    int distance(int pixels) const;
    /// True when the desktop asks for no animations: show the end state at once.
    bool reducedMotion() const { return m_reducedMotion; }

    QColor base() const; ///< Behind plots, tables and fields.
    QColor window() const; ///< Behind panels and tool bars.
    QColor text() const;
    QColor mutedText() const; ///< Still at least 4.5:1 against base.
    QColor line() const; ///< Thin separators and grids.
    QColor accent() const;
    QColor good() const; ///< Always beside a sign or a word, never alone.
    QColor bad() const;

    /// Okabe-Ito colours in an order in which neighbours differ; adapted to the scheme so that each
    /// has at least 3:1 against base. Repeats after eight.
    QColor series(int index) const;
    /// Colour plus line style: a second way to tell series apart. Repeats after forty.
    QPen seriesPen(int index) const;
    /// 1 normally, 2.5 at least in presentation mode.
    qreal lineWidth() const { return m_presentation ? 2.5 * m_scale / 1.6 : 1.0; }

    QFont textFont() const;
    QFont numberFont() const; ///< Tabular figures.
    QFont monospaceFont() const;
    /// For titles of views and steps: a little larger and heavier than text.
    QFont headingFont() const;
    /// `font` in another size. In presentation mode it does not become smaller, because nothing
    /// there is smaller than textFont().
    QFont sized(QFont font, double factor) const;

    /// Colour of `value` in 0 ... 1: zero is light in light themes (ColorBrewer's Blues) and dark
    /// in dark ones (cividis), so that large weights stand out in both.
    QColor weightColour(double value) const;
    /// Colour of `value` on `map`: as weightColour(), or for signed values ColorBrewer's RdBu, in
    /// dark themes with dark colours around zero.
    QColor mapColour(ColourMap map, double value) const;
    /// Text colour readable on `background`.
    static QColor textOn(const QColor& background);
    /// Contrast of two opaque colours by WCAG 2: 1 (equal) to 21 (black on white).
    static double contrast(const QColor& first, const QColor& second);

    bool eventFilter(QObject* watched, QEvent* event) override;

Q_SIGNALS:
    void changed();

private:
    void apply();
    void followDesktop(); ///< Its colours may be others than before.
    void followWindows(); ///< They may be taller or lower than before.
    qreal wantedScale() const;

    ColourScheme m_scheme = ColourScheme::System;
    bool m_dark = false;
    bool m_presentation = false;
    bool m_reducedMotion = false;
    bool m_follows = false; ///< followDesktop() is going to be called.
    bool m_followsWindows = false; ///< followWindows() is going to be called.
    qreal m_scale = 1.0;
    QFont m_desktopFont;
    QPalette m_desktopPalette;
};

/// `share` of `over` mixed with 1 - share of `under`. Opaque, because translucent lines are slow to
/// draw.
QColor blended(const QColor& over, const QColor& under, double share);
QFont bold(QFont font);

} // namespace ui
