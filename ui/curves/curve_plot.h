#pragma once

#include "ui/curves/baseline_line.h"
#include "ui/curves/curve_drawing.h"
#include "ui/curves/curve_settings.h"
#include "ui/widgets/plot.h"

#include <QPointer>
#include <QRubberBand>

#include <array>
#include <optional>
#include <vector>

namespace ui {

/// A run to be drawn. The curves are borrowed and outlive the plot's use of them.
struct CurveSource {
    QString run; ///< Id.
    RunCurves* curves = nullptr;
    QString name;
    int colourIndex = 0;
    std::string monitor = "valid_loss"; ///< The measure of its best epoch.
    core::LossDescription loss = core::crossEntropyLoss();
    bool current = false; ///< The run that all views show: its lines lie on top.

    friend bool operator==(const CurveSource&, const CurveSource&) = default;
};

/// One plot of the curves view. For every run it shows the raw line in a pale colour, the smoothed
/// line on top, validation points with a star at the best one, clipped updates, resumes and epoch
/// ends. With many runs it shows the smoothed lines only.
///
/// Mouse: drag zooms into a box, Shift or middle drag moves, double click resets, Ctrl or Alt with
/// the wheel zooms; a click on a validation point picks its epoch, one on the line of a loss or a
/// gradient norm its update. Keys: arrows move the cursor, + and - zoom, 0 resets, Return picks the
/// epoch and U the update at the cursor.
class CurvePlot : public Plot {
    Q_OBJECT
public:
    explicit CurvePlot(const CurvePlotKind& kind, QWidget* parent = nullptr);

    const CurvePlotKind& kind() const { return m_kind; }
    /// With more runs, raw lines are not drawn, because they would cover each other.
    static constexpr size_t kMostWithRaw = 8;

    void setTitle(const QString& title); ///< Replaces the kind's title.
    QString title() const; ///< As it stands.
    /// "0.002": the latest value of the current run; empty: none.
    QString latestValue() const;
    void setSources(const std::vector<CurveSource>& sources);
    BaselineLine& baseline() const { return *m_baseline; }
    /// Samples the curves for the pixels there are and draws.
    void refresh(const CurveSettings& settings, const QCPRange& xRange);
    void setCursor(std::optional<double> x); ///< The upright line under the mouse; cheap.
    /// "runs-2 leaves the plot: its loss goes up to 1e19."; empty: all curves are inside.
    QString beyondText() const { return m_beyond->visible() ? m_beyond->text() : QString(); }
    void resetY() { m_yRange.reset(); } ///< Fit the y axis to the data again.

Q_SIGNALS:
    void xRangePicked(const QCPRange& range); ///< By zooming or moving.
    void resetRequested();
    void cursorMoved(double x); ///< The mouse is over the plot.
    void cursorLeft();
    void cursorStepped(int points); ///< Arrow keys.
    void epochClicked(const QString& run, int epoch);
    void epochAtCursorPicked();
    void updateClicked(const QString& run, qint64 step);
    void updateAtCursorPicked();

protected:
    void applyTheme() override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void mouseReleaseEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void wheelEvent(QWheelEvent* event) override;
    void leaveEvent(QEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    struct Graphs {
        FastGraph *raw = nullptr, *smooth = nullptr;
        QCPGraph *valid = nullptr, *best = nullptr, *clipped = nullptr, *resumed = nullptr;
        std::array<QCPGraph*, 6> all() const
        {
            return {raw, smooth, valid, best, clipped, resumed};
        }
    };
    static void nameGraphs(Graphs& graphs, const QString& run);
    Graphs makeGraphs();
    void style(const Graphs& graphs, const CurveSource& source);
    void simplify(const Graphs& graphs, bool current); ///< With many runs.
    bool drawsRaw(const CurveSettings& settings, const Series& raw, const Series& smooth) const;
    void sampleUpdates(size_t index, const CurveSettings& settings, const VisibleRange& visible);
    void placeEpochs(size_t index, XAxis axis);
    void markClipped(size_t index, XAxis axis, const VisibleRange& visible);
    void markResumes(size_t index, XAxis axis);
    void markChanges(XAxis axis);
    void tickEpochs(XAxis axis);
    /// For a run that diverged: the loss up to which a linear axis shows it.
    std::optional<double> limitOf(size_t index, const Extent& seen) const;
    void sayBeyond();
    QCPRange fittedY(const CurveSettings& settings, const QCPRange& xRange);
    void zoom(double factor, const QPointF& centre);
    void zoomInto(const QRect& box);
    void pan(const QPoint& shift);
    void clickAt(const QPointF& position);
    bool clickEpochAt(const QPointF& position); ///< @return whether there was one.
    void clickUpdateAt(const QPointF& position);
    /// The point of a line that is nearest to a click, if it is nearer than `reach`, which becomes
    /// its distance. In pixels.
    std::optional<size_t> pointAt(const QPointF& position, RunCurves& curves, const Series& series,
                                  double& reach) const;

    CurvePlotKind m_kind;
    std::vector<CurveSource> m_sources;
    std::vector<Graphs> m_graphs; ///< One a source.
    ChangeMarks m_changes{*this};
    QCPTextElement* m_title = nullptr;
    QCPItemLine* m_cursor = nullptr;
    BaselineLine* m_baseline = nullptr;
    QCPItemText* m_beyond = nullptr; ///< Which runs leave the plot.
    std::vector<std::pair<size_t, double>> m_leaving; ///< Their indices and largest values.
    std::optional<double> m_cursorX;
    XAxis m_axis = XAxis::Update; ///< As it was drawn last, and
    bool m_raw = true; ///< whether with raw lines.
    std::optional<QCPRange> m_yRange; ///< Chosen by zooming; none: fitted.
    std::optional<QPoint> m_pressed, m_panned;
    QRubberBand m_band;
};

} // namespace ui
