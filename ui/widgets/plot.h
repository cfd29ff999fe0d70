#pragma once

#include <qcustomplot.h>

namespace ui {

/// The base of every plot: colours, type and line widths of Theme, sharp on any screen, quick
/// drawing, readable by screen readers. Follows Theme::changed by itself.
class Plot : public QCustomPlot {
    Q_OBJECT
public:
    explicit Plot(QWidget* parent = nullptr);

    /// What a screen reader says: a short name and a sentence on what is seen.
    void setAccessibleTexts(const QString& name, const QString& description);
    /// Axis titles; an empty one takes no room.
    void setAxisTitles(const QString& x, const QString& y);
    /// A decimal or a logarithmic scale with fitting ticks and number form.
    static void setLogarithmic(QCPAxis& axis, bool on);

protected:
    /// Colours and fonts of axes and background. Overriders call this first, then set their pens;
    /// it is called once the event loop runs and at every change of the theme.
    virtual void applyTheme();
    void showEvent(QShowEvent* event) override;

private:
    void followScreen();
    bool m_followsScreens = false;
};

} // namespace ui
