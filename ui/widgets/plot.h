#pragma once

#include "ui/widgets/readable.h"

#include <optional>

// QCustomPlot's header is written with Qt's keywords, which this program switches off. Include it
// only through here.
#define signals Q_SIGNALS
#define slots Q_SLOTS
#define foreach Q_FOREACH
#define emit Q_EMIT
#include <qcustomplot.h>
#undef signals
#undef slots
#undef foreach
#undef emit

namespace ui {

/// The base of every plot: colours, type and line widths of Theme, sharp on any screen, quick
/// drawing, readable by screen readers. Follows Theme::changed by itself.
class Plot : public QCustomPlot {
    Q_OBJECT
public:
    explicit Plot(QWidget* parent = nullptr);

    /// Texts for screen readers: a short name and a sentence that describes the plot.
    void setAccessibleTexts(const QString& name, const QString& description);
    /// Axis titles; an empty one takes no room.
    void setAxisTitles(const QString& x, const QString& y);
    /// A decimal or a logarithmic scale with fitting ticks and number form.
    static void setLogarithmic(QCPAxis& axis, bool on);
    /// Puts the legend above the axes, with as many names side by side as fit.
    void putLegendAbove();
    /// Uses as many ticks as fit without touching labels.
    void fitTickCounts();
    /// Words in place of the numbers 0, 1, 2 ... of the x axis: as many as have room, turned where
    /// they are long. To be called again when the size changes.
    void labelPlaces(const QStringList& labels);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    /// Colours and fonts of axes and background. Overriders call this first, then set their pens;
    /// it is called once the event loop runs and at every change of the theme.
    virtual void applyTheme();
    void showEvent(QShowEvent* event) override;
    /// Content for screen readers that replaces one sentence for each line and bar.
    void readAs(Readable::Content content) { readAs(new Readable(*this, std::move(content))); }
    void readAs(Readable* readable); ///< Belongs to this plot.
    Readable& readable() const { return *m_readable; }
    /// A keyboard's cursor: lines are read out as their values there. None: as what they do.
    void readAt(std::optional<double> x);

private:
    void followScreen();
    void fitLegend(); ///< That above the axes, to the names that it has and the width.
    static QString lineSentence(const QString& name, const QCPPlottableInterface1D& points,
                                const QString& first, const QString& last);
    QStringList sentences();

    Readable* m_readable = nullptr;
    std::optional<double> m_readAt;
    bool m_followsScreens = false;
};

} // namespace ui
